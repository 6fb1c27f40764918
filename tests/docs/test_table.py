"""The page on tables and sites in the browser has every option of its commands."""

from __future__ import annotations

import click
import pytest

from croupier.cli import hosting, studio

from . import blocks

PAGE = blocks.ROOT / "docs" / "how-to" / "table.md"
EDITOR = blocks.ROOT / "docs" / "how-to" / "editor.md"


@pytest.mark.parametrize("command", [hosting.command, studio.command], ids=["table", "studio"])
def test_every_option_is_described(command: click.Command) -> None:
    """Find each option on the page, or on the one about writing in the studio."""
    text = PAGE.read_text(encoding="utf-8") + EDITOR.read_text(encoding="utf-8")
    flags = {
        {"--open": "--no-open"}.get(parameter.opts[0], parameter.opts[0])
        for parameter in command.params
        if isinstance(parameter, click.Option)
    }
    assert flags
    assert {flag for flag in flags if f"`{flag}" not in text} <= {"--help"}
