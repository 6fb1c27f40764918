"""The page on playing at a terminal: its sessions go as shown, and it has every option of the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli.play import command

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "play.md"


def test_every_session_goes_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type what follows each prompt and compare what the terminal prints."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_option_is_described() -> None:
    """Find each option of the command on the page, except the limit on decisions, which is for simulations."""
    text = PAGE.read_text(encoding="utf-8")
    flags = {parameter.opts[0] for parameter in command.params if parameter.param_type_name == "option"}
    assert {flag for flag in flags if f"`{flag}" not in text} <= {"--limit", "--help"}
