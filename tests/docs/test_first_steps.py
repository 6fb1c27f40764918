"""The two shortest tutorials, installing and a first house rule, show what the program prints."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from . import blocks

INSTALL = blocks.ROOT / "docs" / "tutorials" / "install.md"
HOUSE_RULE = blocks.ROOT / "docs" / "tutorials" / "first-house-rule.md"


@pytest.mark.costly
@pytest.mark.parametrize("page", [INSTALL, HOUSE_RULE], ids=lambda page: page.stem)
def test_every_command_prints_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is written, each change made, each command run in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(page, tmp_path)


def test_the_extras_exist() -> None:
    """Every extra that can be installed by this page is one of the package's."""
    project = tomllib.loads((blocks.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"\.\[([a-z,]+)\]", INSTALL.read_text(encoding="utf-8"))
    rows = re.findall(r"^\| `([a-z]+)` \|", INSTALL.read_text(encoding="utf-8"), re.MULTILINE)
    extras = {extra for names in named for extra in names.split(",")} | {row for row in rows if row not in _COMMANDS}
    assert {"web", "lab", "lsp"} <= extras <= set(project["optional-dependencies"])


_COMMANDS = {"hint", "rules", "undo"}
"""What the other table of the page has a row for."""
