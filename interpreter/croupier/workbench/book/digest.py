"""Make the mark of a passage from its words: normal form, digest and sketch.

Normal form: lower case, words and numbers with one blank between; layout, punctuation, quotes, hyphens and the signs of
lists and Markdown are removed, signs that change a number stay. The digest is the first 80 bits of its BLAKE2b. The
sketch is a MinHash of 32 places of five bits, over all pieces of four characters: the share of places in which two
passages agree estimates the share of pieces that they have in common, apart from one in 32 by chance.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from struct import Struct

from croupier_dsl import DIGEST_LENGTH, LETTERS, SKETCH_LENGTH, Mark

PIECE = 4
LONGEST = 20_000
"""The length of a passage that is sketched, in characters; the digest covers all of it."""

_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,80}>")
_BROKEN = re.compile(r"(?<=\w)[-\u2010\u00ad]\s*\n\s*(?=\w)")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s*-\s*(?=\d)")
_POINT = re.compile(r"(?<=\d)[.,](?=\d)")
_NEGATIVE = re.compile(r"(?<![\w\x01])-(?=\d)")
_HYPHEN = re.compile(r"(?<=[^\W\d])-(?=[^\W\d])")
_OTHER = re.compile(r"[^\w+%/×=≥≤\x01\x02\x03]+|_+")
_VALUES = Struct(f"<{SKETCH_LENGTH}H")


def normal(text: str) -> str:
    """Return the normal form: equal for texts that differ in nothing but how they are set."""
    told = _BROKEN.sub("", _TAG.sub(" ", text))
    told = unicodedata.normalize("NFKC", told).replace("\u00ad", "").casefold()
    told = _DASHES.sub("-", told)
    told = _BETWEEN_NUMBERS.sub("\x01", told)
    told = _POINT.sub("\x02", told)
    told = _NEGATIVE.sub("\x03", told)
    told = _OTHER.sub(" ", _HYPHEN.sub("", told))
    told = told.translate({1: "-", 2: ".", 3: "-"})
    words = told.split()
    return " ".join(words) if any(ch.isalnum() for word in words for ch in word) else ""


def digest(text: str) -> str:
    """Return 16 letters that any change of the normal form alters."""
    return _letters(int.from_bytes(blake2b(normal(text).encode(), digest_size=10).digest()), DIGEST_LENGTH)


def sketch(text: str) -> str:
    """Return 32 letters, similar for similar texts."""
    told = f" {normal(text)} "[:LONGEST]
    pieces = {told[at : at + PIECE] for at in range(max(1, len(told) - PIECE + 1))}
    hashed = (_VALUES.unpack(blake2b(piece.encode(), digest_size=2 * SKETCH_LENGTH).digest()) for piece in pieces)
    lowest = map(min, zip(*hashed, strict=True))
    return "".join(LETTERS[(value * 40503 & 0xFFFF) >> 11] for value in lowest)


def mark(number: int, text: str) -> Mark:
    """Return the mark of a passage, the `number`-th of its book."""
    return Mark(number, digest(text), sketch(text))


def likeness(one: str, other: str) -> int:
    """Return the number of places in which two sketches agree."""
    return sum(a == b for a, b in zip(one, other, strict=True))


def _letters(value: int, length: int) -> str:
    return "".join(LETTERS[value >> 5 * at & 31] for at in range(length))
