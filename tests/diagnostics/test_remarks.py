"""Rulesets that can be played and are suspicious, each with the remark that a person sees beside it.

`CROUPIER_UPDATE=1 pytest tests/diagnostics` writes the remarks anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier_dsl import check_text, render

HERE = Path(__file__).parent / "bad" / "remarks"
CASES = sorted(HERE.glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_remark(path: Path) -> None:
    """What is suspicious is said as the text beside the ruleset says it, and the ruleset is valid."""
    beside = path.with_suffix(".txt")
    rules, found = check_text(path.read_text("utf-8"), path.name)
    shown = "\n\n".join(render.terminal(each) for each in found) + "\n"
    if os.environ.get("CROUPIER_UPDATE"):
        beside.write_text(shown, "utf-8")
    assert rules is not None
    assert shown == beside.read_text("utf-8")
    assert shown.startswith("warning[W")


def test_texts_have_rulesets() -> None:
    """No remark is left over from a ruleset that is gone."""
    assert {path.stem for path in HERE.glob("*.txt")} == {path.stem for path in CASES}
