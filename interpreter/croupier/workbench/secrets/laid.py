"""Cards moved together from a set, which has no order, are put down in the order of their kinds.

If they are dealt without a shuffle, a player that sees some of them can infer the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.events import Moved, Shuffled, Sight
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, nodes, sources, sources_of_locals

if TYPE_CHECKING:
    from croupier.base.events import Log
    from croupier.model.program import Program

FEWEST = 3
"""The number of consecutive kinds that count as an order."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that were laid in order, by place from a set to a row or pile, as kinds, and have gone on in parts."""

    origin: int
    to: int
    kinds: tuple[int, ...]


def laid_in_order(program: Program, log: Log) -> Iterator[Laid]:
    """Yield the cards put down in such an order in a game, and hidden from a player."""
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
    """Return whether the card moves from an unordered place to an ordered one."""
    if min(move.origin, move.to) < 0:
        return False
    return not program.places[move.origin].ordered and program.places[move.to].ordered


def _together(sights: Iterable[Sight]) -> Iterator[Sequence[Moved | Shuffled]]:
    """Yield shuffles, and groups of cards that move the same way one after another."""
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
    """Return the first statement that moves cards between zones of these two names."""
    facts = Facts(rules)
    moves = (node for node in nodes(rules) if isinstance(node, ir.Move))
    fits = (each for each in moves if isinstance(each.to, ir.ZoneTarget) and each.to.name == to)
    return next((each for each in fits if origin in sources(facts, each.what, sources_of_locals(facts, rules))), None)
