"""Copies of a card: which of them goes before the others, as the reference puts them in order.

They go by the places where they lie; of those in one place that on which something is noted comes first, and several of
these go by what is noted; in a row or pile each has a place of its own. Where nothing tells two of them apart, the one
of the lower number goes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product

from croupier.base.values import Value
from croupier.lowering.cardsets import CardSets
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import orders
from croupier.lowering.shapes import Place, Shape, places
from croupier_dsl import ir

MOST_NOTES = 4_096
"""What may be noted on a card is put in order beforehand where it is no more than so much."""
UNNOTED = 1 << 20
"""Where a card on which nothing is noted stands: behind all others."""
TOLD_IN_MELDS = "copies in melds, of which state of cards tells one from the other"


class Copies(CardSets):
    """The part of the lowering that puts copies in order. `living`: the state of cards that lives while they lie in a
    zone, by zone."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.living: dict[str, list[ir.Variable]] = {}
        for variable in self.rules.variables:
            if variable.per == "card" and variable.life in self.layout.zones:
                self.living.setdefault(variable.life, []).append(variable)
        self.orders = orders(max(Counter(self.program.kind_of).values(), default=1))

    def in_order(self, known: Iterable[Place]) -> list[Place] | None:
        """Places in their order; None if that is another from play to play."""
        found = list(dict.fromkeys(known))
        zones = ["", *self.layout.zones]
        names = [zone for zone, _ in found]
        if len(set(names)) < len(names) and any(whose is not None and not whose.isdigit() for _, whose in found):
            return None

        def rank(place: Place) -> tuple[int, int]:
            zone, subject = place
            return zones.index(zone), int(subject) if subject is not None and subject.isdigit() else 0

        return sorted(found, key=rank)

    def first_copies(self, cards: Shape, held: str) -> str:
        """Of the cards that are held those that go before their copies: a set for each of the `orders`."""
        known = None if (at := places(cards)) is None else self.in_order(at)
        nothing = ", ".join("0" for _ in self.orders)
        if self.no_copies:
            return nothing
        if any(trigger.enters for trigger in self.rules.triggers):
            raise Unlowered("melds of copies of which some have just come")
        if known is None:
            known = [("", None), *self.layout.every_place()]
        if any(self.layout.form(zone) == "melds" for zone, _ in known):
            raise Unlowered("melds of copies that lie in melds")
        if len(known) == 1 and self.layout.form(known[0][0]) in ("set", "slot") and known[0][0] not in self.living:
            return nothing
        self.go_by_number(cards)
        sets, before = [self.let("0", "m_") for _ in self.orders], self.let("0", "m_")
        twins = self.let(f"LESS({held}, m_lone({held}))", "m_")

        def next_ones(cards: str) -> None:
            for bit, ranked in enumerate(reversed(sets)):
                self.line(f"{ranked} = {ranked} | m_ranked({cards}, {before}, {bit})")
            self.line(f"{before} = {before} | {cards}")

        with self.block(f"if {twins} != 0:"):
            for place in known:
                self._one_after_the_other(twins, place, next_ones)
        return ", ".join(sets)

    @cached_property
    def noted_in_melds(self) -> bool:
        """May something be noted on one of several copies that lie in melds?"""
        melds = {name for name, zone in self.layout.zones.items() if zone.form == "melds"}
        lives = {variable.life for variable in self.rules.variables if variable.per == "card"}
        return bool(melds) and not self.no_copies and not lives <= self.layout.zones.keys() - melds

    def go_by_number(self, cards: Shape) -> None:
        """Unlowered if melds of these are told apart on the table by copies that do not come by their numbers."""
        at = places(cards)
        lone = at is not None and len({*at}) == 1 and self.layout.form(at[0][0]) in ("set", "slot")
        if self.noted_in_melds and not lone:
            raise Unlowered(TOLD_IN_MELDS)

    def _one_after_the_other(self, cards: str, place: Place, body: Callable[[str], None]) -> None:
        """Those of the cards that lie in the place, in their order, each time all that nothing tells apart."""
        zone, subject = place
        if self.layout.form(zone) in ("pile", "row"):
            if zone in self.living:
                raise Unlowered(f"copies in {zone}, a {self.layout.form(zone)}, on which something is noted")
            self.each(self.zone(zone, subject), lambda item: body(self.let(f"{cards} & {self.mask(item)}", "m_")))
            return None
        there = self.lying_in(place) if self.layout.form(zone) == "set" else self.mask(self.zone(zone, subject))
        here = self.let(f"{cards} & {there}", "m_")
        if zone not in self.living:
            return body(here)
        with self.block(f"while {here} != 0:"):
            first = self.noted_first(zone, here)
            self.line(f"{here} = LESS({here}, {first})")
            body(first)
        return None

    def noted_first(self, zone: str, cards: str) -> str:
        """Those of some cards of a zone that its state puts before the others, as a set; there is one at least."""
        found, best, left = self.let("0", "m_"), self.let(str(UNNOTED + 1)), self.let(cards, "m_")
        with self.block(f"while {left} != 0:"):
            card = self.let(f"LOW({left})", "c")
            self.line(f"{left} = REST({left})")
            rank = self.let(self._standing(self.living[zone], card))
            with self.block(f"if {rank} < {best}:"):
                self.line(f"{best} = {rank}")
                self.line(f"{found} = 0")
            with self.block(f"if {rank} == {best}:"):
                self.line(f"{found} = {found} | BIT({card})")
        if self._ranks(self.living[zone]) is None:  # of several on which something is noted, the reference says which
            one = self.let(f"{found} & {self.kinds()[0]}[{self.kinds()[1]}[LOW({found})]]", "m_")
            with self.block(f"if {best} < {UNNOTED} and REST({one}) != 0:"):
                self.line(f"{self.layout.cell('fault')} = 1")
        return found

    def _standing(self, variables: list[ir.Variable], card: str) -> str:
        """Where a card stands by what is noted on it."""
        noted, number, size = [], [], 1
        for variable in variables:
            cell = self.layout.cell("variable", variable.name, card)
            noted.append(f"{cell} != {self._start(variable, card)}")
            low, end = self._notable(variable) or (0, 0)
            number.append(f"({cell} - {low} if {cell} >= {low} else {end - low}) * {size}")
            size *= end - low + 1
        ranks = self._ranks(variables)
        rank = "0" if ranks is None else f"{self.table(ranks)}[{' + '.join(number)}]"
        return f"{rank} if {' or '.join(noted)} else {UNNOTED}"

    def _start(self, variable: ir.Variable, card: str) -> str:
        """What is noted on a card as it comes."""
        options = self.layout.options and self.facts.options(variable.start)
        if options or not self.reads(variable.start) <= {1}:
            raise Unlowered(f"copies on which {variable.name} is noted, which may begin as anything")
        starts = [NIL if each is None else int(each) for each in self.program.planner.per_card(variable.start)]
        return str(starts[0]) if len(set(starts)) == 1 else f"{self.table(starts)}[{card}]"

    def _ranks(self, variables: list[ir.Variable]) -> list[int] | None:
        """The order of all that may be noted, which is that of its text; None if it is too much."""
        columns: list[list[Value]] = []
        many = 1
        for variable in variables:
            values = self._notable(variable)
            many *= 0 if values is None else values[1] - values[0] + 1
            if values is None or many > MOST_NOTES:
                return None
            truth = variable.type == ir.TRUTH
            columns.append([*(bool(value) if truth else value for value in range(*values)), None])
        written = [repr(list(reversed(each))) for each in product(*reversed(columns))]
        order = {text: rank for rank, text in enumerate(sorted(written))}
        return [order[text] for text in written]

    def _notable(self, variable: ir.Variable) -> tuple[int, int] | None:
        subject = ir.Local(ir.CARD, 1, "card")
        return self._values(ir.VariableValue(variable.type, variable.name, subject))
