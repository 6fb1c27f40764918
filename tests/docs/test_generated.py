"""Generated pages and tables are as the program has them; CROUPIER_UPDATE=1 writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from croupier.lowering.capabilities import Mode
from croupier.table import catalogue
from croupier_dsl import all_explanations

from . import blocks, generated

PAGES = generated.pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_up_to_date(page: Path) -> None:
    """It is what the program says now."""
    if blocks.UPDATE:
        page.write_text(generated.made(page), encoding="utf-8")
    assert page.is_file(), "CROUPIER_UPDATE=1 writes it"
    assert page.read_text(encoding="utf-8") == generated.made(page)


def test_nothing_is_left_out() -> None:
    """Every command, diagnostic, library and reason to fall back is on a page."""
    text = "\n".join(map(generated.made, PAGES))
    assert [name for name in COMMANDS if f"\n## {name}\n" not in text] == []
    assert [code for code in all_explanations() if f"\n| {code} | " not in text] == []
    assert [name for name in catalogue.libraries() if f"<!-- library: {name} -->" not in text] == []
    modes = [mode.name for mode in Mode if mode is not Mode.INTERNAL]
    assert [name for name in modes if f"<!-- capabilities: {name} -->" not in text] == []


def test_the_site_has_every_explanation() -> None:
    """The page of the site has a heading, a text and both examples of every code."""
    text = generated.errors(whole=True)
    assert [
        code for code, page in all_explanations().items() if f"\n## {code}\n\n{page.text.split()[0]}" not in text
    ] == []
    assert text.count("\nWrong:\n") == text.count("\nRight:\n") == len(all_explanations())
