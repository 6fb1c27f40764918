"""The page about printed rulebooks: its examples give what they show, and it tells every option of the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli.rulebook import command

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "rulebook.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_option_is_told() -> None:
    """Each option of the command stands in the table."""
    text = PAGE.read_text(encoding="utf-8")
    flags = {parameter.opts[0] for parameter in command.params if parameter.param_type_name == "option"}
    assert flags
    assert {flag for flag in flags if f"`{flag}" not in text} == set()
