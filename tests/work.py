"""A bound of work that does not depend on how quick a machine is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def calls(most: int) -> Iterator[None]:
    """The block may call so many functions of Python; where it calls more, an AssertionError ends it."""
    made = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal made
        made += event == "call"
        assert made <= most, f"more than {most:,} calls"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
