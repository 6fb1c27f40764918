"""Find the legal move most similar to an illegal one: same name first, then the fewest changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice

from croupier.base.moves import Move
from croupier.words.notation import Wanted

MOST_COMPARED = 10_000
"""The number of legal moves compared, in canonical order."""

Distance = tuple[int, int, int, int]


def nearest(wanted: Wanted, moves: Iterable[Move]) -> Move | None:
    """Return the nearest of the moves, None of none; of moves equally near the first.

    The order of distances is: a move of the same name; fewer changed choices; fewer things added or removed; closer
    numbers. For a move of another name, a choice counts as kept if any choice of the move has its words.
    """
    best: tuple[Distance, Move] | None = None
    for move in islice(moves, MOST_COMPARED):
        found = distance(wanted, move)
        if best is None or found < best[0]:
            best = (found, move)
        if found == (0, 0, 0, 0):
            break
    return best[1] if best else None


def distance(wanted: Wanted, move: Move) -> Distance:
    """Return the distance of two moves: whether the names differ (0 or 1), changed choices, changed things, difference
    of numbers.
    """
    has = {name: value.split() for name, value in move.choices}
    if wanted.name != move.name:
        return 1, *_apart({name: value.split() for name, value in wanted.choices}, has)
    asked = {name: value.split() for name, value in wanted.choices}
    if "" in asked:
        if len(has) != 1 or len(asked) > 1:
            return 0, *_apart(asked, has)
        asked = {next(iter(has)): asked[""]}
    changed = things = off = 0
    for name, words in asked.items():
        some, away = _differ(words, has.get(name, []))
        changed, things, off = changed + bool(some), things + some, off + away
    return 0, changed, things, off


def _apart(asked: dict[str, list[str]], has: dict[str, list[str]]) -> tuple[int, int, int]:
    """Return the same where the move may ask for other things: each choice is compared with the one that is most like
    it.

    A choice by another name is a little less like it.
    """
    changed = things = off = 0
    for name, words in asked.items():
        found = [(some, some + (name not in ("", other)), away) for other, said in has.items()
                 for some, away in (_differ(words, said),)]  # fmt: skip
        some, most, away = min(found, default=(1, 2 * len(words) + 1, 0))
        changed, things, off = changed + bool(some), things + most, off + away
    return changed, things, off


def _differ(asked: list[str], has: list[str]) -> tuple[int, int]:
    """Return the number of things that only one side has, and the difference of single numbers.

    A card is the same in every zone: `row:7` is `7`.
    """
    one = Counter(word.rpartition(":")[2] for word in asked if word != "+")
    other = Counter(word.rpartition(":")[2] for word in has if word != "+")
    differing = (one - other).total() + (other - one).total()
    away = 0
    if differing and len(asked) == len(has) == 1 and _whole(asked[0]) and _whole(has[0]):
        away = min(abs(int(asked[0]) - int(has[0])), 10**9)
    return differing, away


def _whole(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 12
