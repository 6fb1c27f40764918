"""The mark of a passage of a rulebook, as `passage` of a clause has it: its parts and its spelling.

A mark holds no text. `VERSION.NUMBER.DIGEST.SKETCH`: how it was made, the how-manieth passage of the book it was, a
digest of its words that any change alters, and a sketch that alike passages share parts of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

VERSION = 1
"""Marks of another version are refused: they would compare to nothing."""
DIGEST_LENGTH = 16
"""The number of letters of a digest in a mark."""
SKETCH_LENGTH = 32
"""The number of letters of a sketch in a mark."""
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
"""The letters of digests and sketches, five bits each."""

_MARK = re.compile(rf"(\d{{1,3}})\.(\d{{1,6}})\.([a-z2-7]{{{DIGEST_LENGTH}}})\.([a-z2-7]{{{SKETCH_LENGTH}}})")
_OF_SOME_VERSION = re.compile(r"(\d{1,3})\.\S+")


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """The fingerprint of a passage: its `number` from 1, a `digest` of 16 letters and a `sketch` of 32."""

    number: int
    digest: str
    sketch: str

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the mark that a text is; None if it is none of this version."""
        found = _MARK.fullmatch(text)
        if found is None or int(found[1]) != VERSION:
            return None
        return cls(int(found[2]), found[3], found[4])

    def __str__(self) -> str:
        return f"{VERSION}.{self.number}.{self.digest}.{self.sketch}"


def of_other_version(text: str) -> bool:
    """Return whether the text looks like a mark from another version of croupier."""
    found = _OF_SOME_VERSION.fullmatch(text)
    return found is not None and int(found[1]) != VERSION
