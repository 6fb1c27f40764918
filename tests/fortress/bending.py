"""Ways to spoil a text: its bytes, tokens, lines, numbers, signs; its tree; and bombs, which ask for too much."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import yaml

from croupier.base.chance import Stream

from .shipped import at, leaves

T = TypeVar("T")


def one(stream: Stream, among: Sequence[T]) -> T:
    return among[stream.below(len(among))]


# ---------------------------------------------------------------- text

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
NUMBERS = """
0 -1 1 2 7 00 -0 20 21 60 500 501 2000 2001 99999 100000 100001 999999999 1000000000 -999999999 1e9 0x10 1.5 .5 1_000
\u0661\u0662 \u00b2 \u216b NaN .inf 1/0 (1\u00a0div\u00a00) none 1.. 2..1 0..999999999 1..0
""".split()  # noqa: SIM905  # words are easier to read than a list of strings
NUMBERS += ["(1 div 0)", "(0 - 1)", "1" + "0" * 400, "9" * 5000]
SIGNS = [
    *"\x00\x07\x7f\x85\xa0\u200b\u200d\u202e\u2028\u2029\u2066\ufeff\ufffe\uffff\U0010ffff\U0001f0a1\u0301",
    *"\uff41\u0430\u0435\u043e\u0131\u017f\u01c5\ufb01\u2160\u660e\u05d0\u0627\t\r\\'\"`%@#{}[]|>",
    "\x1b[2J", "\U0001f469\u200d\U0001f469", "e\u0301" * 40, "\r\n", "&a ", "*a", "!!python/object:os.system ",
    "<<: ", "? ", "--- ", "...", ": ", "- ",
]  # fmt: skip
WORDS = """
none players deck me it hand stock first last top bottom of where is not and or in some if then else possible as
highest lowest by the one at once from to move set add let be end for each seen cannot because random shuffle reveal
everyone nobody owner count sum values number player card rank suit self class None True import lambda __class__ eval
""".split()  # noqa: SIM905  # words are easier to read than a list of strings


def cut(stream: Stream, pieces: list[str], other: Sequence[str]) -> None:
    """A stretch of the pieces goes, comes twice, comes elsewhere, or makes room for pieces of another text."""
    if not pieces:
        return
    start, length = stream.below(len(pieces)), 1 + stream.below(4)
    stretch = pieces[start : start + length]
    match stream.below(5):
        case 0:
            del pieces[start : start + length]
        case 1:
            pieces[start:start] = stretch
        case 2:
            del pieces[start : start + length]
            place = stream.below(len(pieces) + 1)
            pieces[place:place] = stretch
        case _ if other:
            place = stream.below(len(other))
            pieces[start : start + length * stream.below(2)] = other[place : place + length]


def lines(text: str, other: str, stream: Stream) -> bytes:
    """Whole lines, some of them deeper or less deep."""
    pieces = text.splitlines(keepends=True)
    for _ in range(1 + stream.below(3)):
        cut(stream, pieces, other.splitlines(keepends=True))
        if pieces and stream.below(3) == 0:
            place = stream.below(len(pieces))
            pieces[place] = " " * stream.below(9) + pieces[place].lstrip(" ")
    return "".join(pieces).encode()


def tokens(text: str, other: str, stream: Stream) -> bytes:
    """Words and signs, of this text, of another, and of the language."""
    pieces, others = TOKEN.findall(text), [*TOKEN.findall(other), *WORDS]
    for _ in range(1 + stream.below(3)):
        cut(stream, pieces, others)
    return "".join(pieces).encode()


def words(text: str, other: str, stream: Stream) -> bytes:
    """One word in the place of another: most of what comes of it can be read."""
    for _ in range(1 + stream.below(2)):
        found = list(re.finditer(r"[A-Za-z_]\w*", text))
        if found:
            word, instead = one(stream, found), one(stream, [*re.findall(r"[A-Za-z_]\w*", text), *WORDS])
            text = text[: word.start()] + instead + text[word.end() :]
    return text.encode()


def numbers(text: str, other: str, stream: Stream) -> bytes:
    """Other numbers, and what looks like numbers."""
    for _ in range(1 + stream.below(3)):
        found = list(re.finditer(r"\d+", text))
        if found:
            number = one(stream, found)
            text = text[: number.start()] + one(stream, NUMBERS) + text[number.end() :]
    return text.encode()


def unicode(text: str, other: str, stream: Stream) -> bytes:
    """Signs that look like others, are not to be seen, or turn the line round."""
    for _ in range(1 + stream.below(4)):
        place = stream.below(len(text) + 1)
        text = text[:place] + one(stream, SIGNS) + text[place + stream.below(2) :]
    return text.encode("utf-8", "surrogatepass")


def raw(text: str, other: str, stream: Stream) -> bytes:
    """Bytes and bits, whatever they come to."""
    data = bytearray(text.encode())
    for _ in range(1 + stream.below(4)):
        place = stream.below(len(data) + 1)
        match stream.below(4):
            case 0 if place < len(data):
                data[place] ^= 1 << stream.below(8)
            case 1:
                del data[place : place + stream.below(40)]
            case 2:
                data[place:place] = bytes(stream.below(256) for _ in range(stream.below(6)))
            case _:
                del data[place + stream.below(2000) :]
    return bytes(data)


# ---------------------------------------------------------------- trees

ODD = [None, True, False, 0, -1, 1.5, 10**9, 10**400, "", " ", "none", [], {}, [[]], {"": ""}, [{}], "\x00", "x" * 5000]
"""Values that stand nowhere."""


def graft(tree: Any, other: Any, stream: Stream, odd: bool = False) -> Any:
    """Parts of a tree go, change places, come from another tree, or are something odd; keys too."""
    for _ in range(1 + stream.below(2)):
        ways = leaves(tree)
        if not ways:
            return tree
        way, from_ = one(stream, ways), leaves(other)
        parent, key = at(tree, way[:-1]), way[-1]
        match stream.below(8):
            case 0:
                del parent[key]
            case 1 | 2 if from_:
                parent[key] = _copy(at(other, one(stream, from_)))
            case 3:
                parent[key] = _copy(at(tree, one(stream, ways)))
            case 4 if isinstance(parent, dict) and from_:
                parent[str(one(stream, from_)[-1])] = parent.pop(key)
            case 5 if isinstance(parent, list):
                parent.insert(key, _copy(at(tree, one(stream, ways))))
            case 6:
                parent[key] = [parent[key]] if stream.below(2) else {one(stream, WORDS): parent[key]}
            case _ if odd:
                parent[key] = _copy(one(stream, ODD))
            case _:
                parent[key] = one(stream, [*NUMBERS, *WORDS])
    return tree


def _copy(part: Any) -> Any:
    return json.loads(json.dumps(part))


def trees(tree: str, other: str, stream: Stream) -> bytes:
    """The tree of a file and that of another, as JSON, to the bytes of a file."""
    bent = graft(json.loads(tree), json.loads(other), stream)
    return yaml.safe_dump(bent, allow_unicode=True, sort_keys=False, width=4000).encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------- bombs

BOMBS: list[Callable[[int], str]] = [
    lambda n: "(" * n + "1" + ")" * n,
    lambda n: "not " * n + "1 is 1",
    lambda n: "- " * n + "1",
    lambda n: "left of " * n + "me",
    lambda n: "1 + " * n + "1",
    lambda n: "(1 + " * n + "1" + ")" * n,
    lambda n: "if 1 is 1 then 2 else " * n + "3",
    lambda n: "some of deck as a where " * n + "1 is 1",
    lambda n: "deck where " * n + "1 is 1",
    lambda n: "/".join(["1"] * n),
    lambda n: "/".join(f"w{i}" for i in range(n)),
    lambda n: "[" * n,
    lambda n: "[" * n + "]" * n,
    lambda n: "{a: " * n + "}" * n,
    lambda n: "{" + ", ".join(f"k{i}: {i}" for i in range(n)) + "}",
    lambda n: "[" + ", ".join(["shuffle stock"] * n) + "]",
    lambda n: "[" + "{for each of deck: [" * (n % 70) + "shuffle stock" + "]}" * (n % 70) + "]",
    lambda n: "a" * n,
    lambda n: "a_" * n + "b",
    lambda n: "9" * n,
    lambda n: "sum of (1..999999999 where it mod 7 is 3)",
    lambda n: "count of (1..99999 where some of 1..99999 where it > 3)",
    lambda n: "highest 999999999 of 1..100000",
    lambda n: "1..999999999",
    lambda n: "0..999999999 of 1..100000",
    lambda n: "1.. of deck",
    lambda n: "random of 1..999999999",
    lambda n: f"{{attributes: {{value: 1..{n}}}, copies: {n}}}",
    lambda n: f"{{deck: french52, packs: {n}}}",
    lambda n: "{attributes: {a: 1..30, b: 1..30, c: 1..30}}",
    lambda n: f"{{attributes: {{value: {'/'.join(f'w{i}' for i in range(n))}}}}}",
    lambda n: f"row {n}x{n} seen by everyone",
    lambda n: f"{{times: {n}, steps: {{a: {{times: {n}, steps: {{b: {{times: {n}}}}}}}}}}}",
    lambda n: "{times: 999999999, begin: shuffle stock}",
    lambda n: "{until: 1 is 2, begin: shuffle stock}",
    lambda n: "&a [*a, *a]",
    lambda n: "&a [1, 2]\nb: &b [*a, *a]\nc: [*b, *b]",
    lambda n: "!!python/object/apply:os.system ['true']",
    lambda n: "{size: 1..2000, same: rank}",
    lambda n: "{sequence: A..K/A, size: 1..2000, wilds: 0..2000}",
    lambda n: "{split: set/run, least: count of deck}",
    lambda n: "'" + "é" * n + "'",
    lambda n: '"' + "\\u202e" * (n % 500) + '"',
    lambda n: "|\n" + "\n".join("    " + "x" * 50 for _ in range(n)),
    lambda n: "@1.2.3" * n,
    lambda n: "7S " * n,
    lambda n: "joker(" * n + "7S" + ")" * n,
    lambda n: "=".join("a" * n),
    lambda n: "... " * n,
]  # fmt: skip
SIZES = (1, 3, 30, 61, 70, 400, 2001, 20_000, 300_000)


def bombs(text: str, other: str, stream: Stream) -> bytes:
    """Something that asks for too much, in the place of what stands behind a colon or a dash."""
    places = list(re.finditer(r"(?<=: )[^\n]+|(?<=- )[^\n]+", text))
    bomb = one(stream, BOMBS)(one(stream, SIZES))
    if not places or stream.below(20) == 0:
        return (text + bomb).encode()
    place = one(stream, places)
    return (text[: place.start()] + bomb + text[place.end() :]).encode()
