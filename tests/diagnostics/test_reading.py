"""Rulesets that cannot be read, each with the message that a person sees beside it.

`CROUPIER_UPDATE=1 pytest tests/diagnostics` writes the messages anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier_dsl import render
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_text

HERE = Path(__file__).parent / "bad" / "reading"
CASES = sorted(HERE.glob("*.yaml"))


def messages(path: Path) -> str:
    diagnostics = Diagnostics()
    parse_text(path.read_text("utf-8"), path.name, diagnostics)
    return "\n\n".join(render.terminal(found) for found in diagnostics.found) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_message(path: Path) -> None:
    """What is wrong is said as the text beside the ruleset says it."""
    beside = path.with_suffix(".txt")
    shown = messages(path)
    if os.environ.get("CROUPIER_UPDATE"):
        beside.write_text(shown, "utf-8")
    assert shown == beside.read_text("utf-8")
    assert shown.startswith("error[E")


def test_texts_have_rulesets() -> None:
    """No message is left over from a ruleset that is gone."""
    assert {path.stem for path in HERE.glob("*.txt")} == {path.stem for path in CASES}
