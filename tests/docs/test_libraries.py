"""docs/reference/libraries.md tells all that the bundled libraries have, and nothing that they have not."""

from __future__ import annotations

import re
from functools import cache

import pytest

from croupier.table import catalogue
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline.libraries import names_of
from croupier_dsl.outline.opening import Opener
from croupier_dsl.reader import Mapping

from .blocks import ROOT

PAGE = (ROOT / "docs" / "reference" / "libraries.md").read_text(encoding="utf-8")
TOLD = {part.split("\n")[0]: part for part in PAGE.split("\n## ")[1:]}


def test_every_library_has_its_chapter() -> None:
    """In the order of the alphabet or any other, but each."""
    assert sorted(TOLD) == [*catalogue.libraries()]


@pytest.mark.parametrize("name", catalogue.libraries())
def test_every_rule_is_told(name: str) -> None:
    """The first column of its table is what a game may take."""
    document = Opener(Diagnostics()).file(catalogue.libraries()[name])
    assert document is not None
    assert isinstance(document.root, Mapping)
    cells = [line.split("|")[1] for line in TOLD[name].splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(cells))) == sorted(names_of(document.root))


@cache
def used() -> str:
    """Return the lines of all games that say which libraries they use."""
    texts = (catalogue.locate(game).read_text("utf-8") for game in catalogue.games())
    return "\n".join(line for text in texts for line in re.findall(r"^uses: .*", text, re.MULTILINE))


@pytest.mark.parametrize("name", catalogue.libraries())
def test_some_game_uses_it(name: str) -> None:
    """No library is there for its own sake."""
    assert re.search(rf"\b{name}: ", used())
