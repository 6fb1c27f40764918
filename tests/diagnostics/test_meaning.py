"""Rulesets that can be read and mean nothing that can be played, each with the message that a person sees beside it.

`CROUPIER_UPDATE=1 pytest tests/diagnostics` writes the messages anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier_dsl import check_text, render

HERE = Path(__file__).parent / "bad" / "meaning"
CASES = sorted(HERE.glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_message(path: Path) -> None:
    """What is wrong is said as the text beside the ruleset says it."""
    beside = path.with_suffix(".txt")
    rules, found = check_text(path.read_text("utf-8"), path.name)
    shown = "\n\n".join(render.terminal(each) for each in found) + "\n"
    if os.environ.get("CROUPIER_UPDATE"):
        beside.write_text(shown, "utf-8")
    assert rules is None
    assert shown == beside.read_text("utf-8")
    assert shown.startswith("error[E")


def test_texts_have_rulesets() -> None:
    """No message is left over from a ruleset that is gone."""
    assert {path.stem for path in HERE.glob("*.txt")} == {path.stem for path in CASES}
