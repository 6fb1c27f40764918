"""Cards that are moved together out of a set, which has no order, come to lie in that of their kinds. Where they are
dealt on without a shuffle, who sees some of them knows what the others may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.events import Moved, Shuffled, Sight
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, nodes

if TYPE_CHECKING:
    from croupier.base.events import Log
    from croupier.model.program import Program

FEWEST = 3
"""So many kinds, one after another, are an order."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that were laid in order, by place from a set to a row or pile, as kinds, and have gone on in parts."""

    origin: int
    to: int
    kinds: tuple[int, ...]


def laid_in_order(program: Program, log: Log) -> Iterator[Laid]:
    """What was laid so in a game, and hidden from somebody."""
    everybody = (1 << program.seats) - 1
    lying: list[tuple[Laid, frozenset[int]]] = []
    for run in _together(log.sights()):
        first = run[0]
        if isinstance(first, Shuffled):
            lying = [each for each in lying if each[0].to != first.place]
            continue
        cards = frozenset(each.card for each in run if isinstance(each, Moved))
        assert isinstance(first, Moved)
        for each in [each for each in lying if each[1] & cards]:
            lying.remove(each)
            if not each[1] <= cards:
                yield each[0]
        kinds = tuple(program.kind_of[each.card] for each in run if isinstance(each, Moved))
        unseen = all(each.seats != everybody for each in run if isinstance(each, Moved))
        if unseen and _from_a_set(program, first) and len({*kinds}) >= FEWEST and list(kinds) == sorted(kinds):
            lying.append((Laid(first.origin, first.to, kinds), cards))


def _from_a_set(program: Program, move: Moved) -> bool:
    """Does it go from where there is no order to where there is one?"""
    if min(move.origin, move.to) < 0:
        return False
    return not program.places[move.origin].ordered and program.places[move.to].ordered


def _together(sights: Iterable[Sight]) -> Iterator[Sequence[Moved | Shuffled]]:
    """Shuffles, and cards that go the same way one after another."""
    run: list[Moved | Shuffled] = []
    for each in sights:
        if run and not (isinstance(each, Moved) and isinstance(run[-1], Moved) and _way(each) == _way(run[-1])):
            yield run
            run = []
        if isinstance(each, Moved | Shuffled):
            run.append(each)
    if run:
        yield run


def _way(move: Moved) -> tuple[int, int]:
    return move.origin, move.to


def statement(rules: ir.Rules, origin: str, to: str) -> ir.Move | None:
    """The first statement that moves cards from zones of one name to those of the other."""
    facts = Facts(rules)
    moves = (node for node in nodes(rules) if isinstance(node, ir.Move))
    fits = (each for each in moves if isinstance(each.to, ir.ZoneTarget) and each.to.name == to)
    return next((each for each in fits if origin in facts.sources(each.what, facts.locals_of(rules))), None)
