"""The page on the protocol: its examples run, and it has every message of the programs' types with its keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from croupier.site import wishes
from croupier.studio import messages as studio
from croupier.studio.replies import STUDIO
from croupier.web import messages, wire
from croupier.web.replies import HOME, ROOM, TABLE

from .blocks import ROOT, check

PAGE = ROOT / "docs" / "reference" / "protocol.md"


def test_every_example_gives_what_is_shown(tmp_path: Path) -> None:
    """Run from the top of the page to its end."""
    check(PAGE, tmp_path)


@pytest.mark.parametrize(
    ("requests", "replies", "first", "after"),
    [
        (messages.KINDS | messages.ROOM, TABLE | ROOM, "## Table: requests", "## Studio"),
        (studio.KINDS, STUDIO, "## Studio", "## Static site"), (wishes.KINDS, HOME, "## Static site", "## …"),
    ],
)  # fmt: skip
def test_every_message_is_described(requests: wire.Kinds, replies: object, first: str, after: str) -> None:
    """Find each message of the types in its part of the page, with its keys."""
    part = PAGE.read_text("utf-8").partition(f"\n{first}\n")[2].partition(f"\n{after}\n")[0]
    known = [*requests.items(), *((name, one) for one in get_args(replies) for name in named(one))]
    described = re.findall(r"`\{type: \"(\w+)\"(.*?)\}`|^\| (`hello`|anything)", part, re.MULTILINE)
    for name, one in known:
        keys = [key for key, (_, _, may) in wire.shape(one).items() if not may and key != "type"]
        rows = [told for word, told, _ in described if word == name]
        full = any(all(re.search(rf"\b{key}\b", told) or ", …" in told for key in keys) for told in rows)
        assert full or (name in TASKS and f"`{name}`" in part), (name, keys)


TASKS = get_args(studio.Runs)
"""Long tasks report in messages of their own name."""


def named(one: object) -> tuple[str, ...]:
    """Return the `type` of a reply."""
    return get_args(wire.shape(one)["type"][1])
