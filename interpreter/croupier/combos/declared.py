"""Bind declared combos to the deck: a pattern by kinds, its sizes, and its limit of wild cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.combos.patterns import Adding, Pattern, WildLimit, single_cards
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.compile.wholes import Whole
    from croupier.model.program import Program

_PROBES = range(16)
"""Numbers of naturals for which a wild limit that depends on them is looked at when the rules are bound."""


class Naturals:
    """A meld of which only the number of naturals is read, while a wild limit is bound."""

    count = 0


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck and the names that combos are bound to. `sample`: a card of each kind, None if the game has none;
    `wholes`: the conditions on all the cards of a combo, by name."""

    program: Program
    planner: Planner
    combos: Mapping[str, ir.Combo]
    sample: Sequence[int | None]
    wholes: Mapping[str, Whole]


def bound(deck: Deck, combo: ir.Pattern) -> tuple[Pattern, bool]:
    """Return the pattern by kinds, and whether a meld of it may have no cards. A kind without a card in the game
    belongs to no meld, so no wild represents it."""
    columns = {attribute.name: i for i, attribute in enumerate(deck.program.rules.cards.attributes)}
    kinds = list(zip(deck.program.kinds, [card is not None for card in deck.sample], strict=True))
    same: tuple[int, ...] | None = None
    if combo.same:
        values: dict[tuple[int, ...], int] = {}
        found: list[int] = []
        for kind, there in kinds:
            parts = tuple(kind.values[columns[name]] for name in combo.same)
            known = tuple(part for part in parts if part is not None)
            found.append(values.setdefault(known, len(values)) if there and len(known) == len(parts) else -1)
        same = tuple(found)
    different = None
    if combo.different is not None:
        held = [kind.values[columns[combo.different]] if there else None for kind, there in kinds]
        number_of = {value: number for number, value in enumerate(sorted({v for v in held if v is not None}))}
        different = tuple(-1 if value is None else number_of[value] for value in held)
    places, length = None, 0
    if combo.along is not None:
        chosen = next(filter(deck.planner.chosen, combo.sequence))
        column, length = columns[combo.along], len(chosen.values)
        places = tuple(
            tuple(n for n, value in enumerate(chosen.values) if there and value == kind.values[column])
            for kind, there in kinds
        )
    smallest, largest = _sizes(deck, combo)
    declared = combo.declared is not None and deck.planner.constant(combo.declared, f"{combo.path}.declared")
    least, limit = max(smallest, 1), _limit(deck, combo)
    pattern = Pattern(combo.name, same, different, places, length, least, largest, limit, declared)
    if not (combo.of or combo.whole):
        return pattern, smallest < 1
    beside = 0 if combo.beside is None else deck.planner.constant(combo.beside, f"{combo.path}.beside") or 0
    whole = deck.wholes.get(combo.name)
    added: tuple[Adding, ...] = ()
    if whole is not None and whole.settled:
        added = whole.adding(None, deck.sample)  # type: ignore[arg-type]  # it reads no state
    group = _called(deck, combo.of) if combo.of else None
    further = None if not combo.of else _called(deck, combo.beside_of) if combo.beside_of else single_cards()
    return replace(pattern, group=group, beside=beside, further=further, adding=added, shut=True), smallest < 1


def _called(deck: Deck, name: str) -> Pattern:
    combo = deck.combos[name]
    assert isinstance(combo, ir.Pattern)
    return bound(deck, combo)[0]


def _sizes(deck: Deck, combo: ir.Pattern) -> tuple[int, int | None]:
    """Return the smallest and the largest size as declared; None for no largest."""
    constant = deck.planner.constant
    smallest = constant(combo.smallest, f"{combo.path}.size")
    largest = None if combo.largest is None else constant(combo.largest, f"{combo.path}.size")
    if smallest is None or (largest is None and combo.largest is not None):
        raise SetupError(tr("combos.{name}: the size is none", name=combo.name))
    if largest is not None and smallest > largest:
        told = tr(
            "combos.{name}: the smallest size {smallest} is larger than the largest size {largest}",
            name=combo.name,
            smallest=smallest,
            largest=largest,
        )
        raise SetupError(told)
    return smallest, largest


def _limit(deck: Deck, combo: ir.Pattern) -> WildLimit:
    """Return the wild limit as a number, or as naturals less a number; any other shape is refused."""
    if combo.wild_most is None:
        return WildLimit()
    fn = deck.planner.plan(combo.wild_most)
    probe = Naturals()
    limits: list[int | None] = []
    for naturals in _PROBES:
        probe.count = naturals
        limits.append(fn(None, [None, probe]))  # type: ignore[arg-type]  # it reads options and the probe only
    if all(limit is None for limit in limits):
        return WildLimit()
    if any(limit is None for limit in limits):
        raise SetupError(tr("combos.{name}: all limits in `wilds` must have the same form", name=combo.name))
    whole = [limit for limit in limits if limit is not None]
    if len(set(whole)) == 1:
        return WildLimit(most=whole[0])
    gaps = {naturals - limit for naturals, limit in zip(_PROBES, whole, strict=True)}
    if len(gaps) == 1:
        return WildLimit(fewer_than_naturals=gaps.pop())
    told = tr(
        "combos.{name}: `wilds` must be a number, or the number of natural cards minus a number",
        name=combo.name,
    )
    raise SetupError(told)
