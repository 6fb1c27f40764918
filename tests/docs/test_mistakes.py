"""The page on mistakes: what it shows is printed, and each row of its tables is an error and its correction.

The wrong fragments of a table are in a ruleset in `mistakes/`, the right ones in another beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier_dsl import check_text

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "mistakes.md"
TEXT = PAGE.read_text(encoding="utf-8")
RULESETS = Path(__file__).with_name("mistakes")
FILES = {
    "Typos and syntax": "slips",
    "Cards, ranks and suits": "kinds",
    "Types, owners and `me`": "names",
    "Moves that can never be made": "never",
    "Games that do not end": "endless",
    "Valid for three players, not for five": "three",
}
_CODE = re.compile(r"\b[EW]\d{3}\b")
_FRAGMENT = re.compile(r"`([^`]+)`")


def _wrong(name: str) -> str:
    if name == "slips":
        return next(block.body for block in blocks.blocks(PAGE) if block.kind == "yaml")
    return (RULESETS / f"{name}.yaml").read_text(encoding="utf-8")


def _rows(section: str) -> list[list[str]]:
    """The rows of the table of a section, below its head, as the text of its cells."""
    part = TEXT.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruleset is written, checked and corrected in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_section_is_tested() -> None:
    """Each has a ruleset, and each ruleset a section."""
    assert re.findall(r"^## (.*)$", TEXT, re.MULTILINE) == [*FILES]
    assert {path.stem for path in RULESETS.iterdir()} == {
        f"{name}{end}" for name in FILES.values() for end in ("", "-right")
    } - {"slips"}


@pytest.mark.parametrize("section", FILES)
def test_each_row_is_an_error_and_its_correction(section: str) -> None:
    """What was written is in the one ruleset, and gets the code; what to write is in the other, which gets none."""
    wrong = _wrong(FILES[section])
    right = (RULESETS / f"{FILES[section]}-right.yaml").read_text(encoding="utf-8")
    codes = []
    for written, problem, correction in _rows(section):
        assert _FRAGMENT.findall(written)[0] in wrong
        codes += _CODE.findall(problem)
        assert all(fragment in right for fragment in _FRAGMENT.findall(correction)), correction
    found = [diagnostic.code for diagnostic in check_text(wrong)[1]]
    if section == "Typos and syntax":
        assert set(codes) <= set(found)
    else:
        assert set(codes) == set(found)
    assert not check_text(right)[1]
