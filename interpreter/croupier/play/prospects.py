"""Follow a `must` backwards: find cards that may not stay in their zone and can never leave it.

Only impossibility is reported. The `must` is a condition such as `none of hand where owed`: each card of the zone with
that note has to leave by a move that takes it. What such a move could ever take is judged from all the cards that might
get there: each meld that some of them make, each meld on the table with any of them added. If the rules move cards in
other ways than by choice, nothing is reported.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.base.values import Env, Meld
from croupier.compile.obligations import Obligation, Ways, obligations, ways
from croupier.compile.recognised import asks_fitting, steady
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
    from croupier.model.program import Program
    from croupier.model.state import State

MOST_KEPT = 500


class Prospects:
    """The answers for one stage with a `must`."""

    def __init__(self, program: Program, stage: StagePlan) -> None:
        self.program = program
        self.stage = stage
        self.obligations = tuple(obligations(program, stage.stage))
        self._ways: dict[tuple[object, ...], Ways | None] = {}
        self._made: dict[tuple[object, ...], Counter[int]] = {}

    def hopeless(self, s: State, depth: int, seat: int) -> frozenset[int]:
        """Return the conditions that can never hold again in the stage at this depth of the frames."""
        return frozenset(
            obligation.number for obligation in self.obligations if self._is_due(s, obligation, seat, depth)
        )

    def due(self, s: State, seat: int) -> frozenset[int]:
        """Return the cards that may not stay where they are."""
        return frozenset(card for obligation in self.obligations for card in self._owed(s, obligation, seat))

    def _owed(self, s: State, obligation: Obligation, seat: int) -> list[int]:
        column = s.card_variables[self.program.card_variables[obligation.variable]]
        place = self.program.places[self.program.zone_base[obligation.zone]]
        zone = s.zones[place.index + (seat if place.zone.per == "player" else 0)]
        return [card for card in zone if column[card]]

    def _is_due(self, s: State, obligation: Obligation, seat: int, depth: int) -> bool:
        owed = self._owed(s, obligation, seat)
        if not owed or not self.program.combos.wild_for_good(s):
            return False
        key = (obligation, *((frame.stage.index, frame.child) for frame in s.frames[depth:]))
        if key not in self._ways:
            self._ways[key] = ways(self.program, obligation, [(frame.stage, frame.child) for frame in s.frames[depth:]])
        known = self._ways[key]
        return known is not None and any(not self._may_go(s, card, known, seat) for card in owed)

    def _may_go(self, s: State, card: int, ways: Ways, seat: int) -> bool:
        """Return whether some move might ever take the card."""
        pool = self._pool(s, ways, card, seat)
        if any(other in (s.unknown or ()) for other in pool):
            return True
        return any(self._may_take(s, card, pool, ways, move, choice, seat) for move, choice in ways.takers)

    def _pool(self, s: State, ways: Ways, card: int, seat: int) -> list[int]:
        """Return the cards that may come into the zone, or be melded from it."""
        found, exchanged = {card}, dict(ways.exchanged)
        held: list[int] = []
        for name, wild_only in ways.sources:
            for place in self.program.places:
                if place.zone.name == name and place.subject in (None, seat):
                    for item in s.zones[place.index]:
                        cards = item.cards if isinstance(item, Meld) else () if item is None else (item,)
                        some = [c for c in cards if not wild_only or self.program.combos.is_wild(s, c)]
                        (held.extend if name in exchanged and place.zone.form == "melds" else found.update)(some)
        spots = {other: self.program.combos.layout.spot_of(s, other) for other in held}
        more = True
        while more:
            those = [c for c in held if any(self.program.combos.layout.fits(s, own, spots[c]) for own in found)]
            more = bool(those)
            found.update(those)
            held = [c for c in held if c not in found]
        return sorted(found)

    def _may_take(
        self, s: State, card: int, pool: list[int], ways: Ways, move: MovePlan, choice: ChoicePlan, seat: int
    ) -> bool:  # fmt: skip
        kinds, kind = tuple(sorted(self.program.kind_of[c] for c in pool)), self.program.kind_of[card]
        if choice.choice.type.name == "meld":
            collection = choice.choice.collection
            assert isinstance(collection, ir.Melds)
            if not self.program.combos.adds_for_good(collection.combo):
                return True
            return self._makes(s, collection.combo, kinds, (kind,))
        env: Env = [None] * max(move.slots, move.do.slots)
        env[0], env[choice.slot] = seat, card
        slot = choice.slot
        asked = [*choice.filters] if not choice.choice.if_possible else []
        if choice.choice.single:
            asked += [plan for each in move.choices for plan in each.conditions]
        if any(steady(plan.condition.expr, slot, ways.obligation.variable) and not plan.test(s, env) for plan in asked):
            return False
        tests = [plan.condition.expr for each in move.choices if not each.choice.if_possible for plan in each.filters]
        if any(asks_fitting(test, slot) for test in tests):
            return self._may_fit(s, kind, kinds, ways)
        return True

    def _may_fit(self, s: State, kind: int, kinds: tuple[int, ...], ways: Ways) -> bool:
        """Return whether a card of the kind might ever be added to a meld, one on the table or a later one."""
        combos = self.program.combos
        if any(self._makes(s, name, kinds, (kind,)) for name in combos.open_patterns):
            return True
        moving = dict(ways.sources)
        kind_of = self.program.kind_of
        for place in self.program.places:
            if place.zone.form != "melds":
                continue
            loose = moving.get(place.zone.name)
            for meld in s.zones[place.index]:
                if loose is False:
                    return True
                stay = [kind_of[c] for c in meld.cards if loose is None or not combos.is_wild(s, c)]
                wanted = tuple(sorted([*stay, kind]))
                there = tuple(sorted([*kinds, *(kind_of[c] for c in meld.cards)]))
                if meld.combo in combos.open_patterns and self._makes(s, meld.combo, there, wanted):
                    return True
        return False

    def _makes(self, s: State, combo: str, kinds: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
        """Return whether some cards of these kinds make a meld of the combo that has all that is wanted.

        A meld that was found once answers for every hand that holds its cards.
        """
        combos, held = self.program.combos, Counter(kinds)
        key = (combo, wanted, combos.wild_kinds(s))
        known = self._made.get(key)
        if known is not None and known <= held:
            return True
        solver = combos.solver(s, combo)
        melds = (meld for number in range(len(solver.forms)) for meld in solver.melds_with(wanted, kinds, number))
        found = next(melds, None)
        if found is None:
            return False
        if len(self._made) >= MOST_KEPT:
            self._made.clear()
        self._made[key] = Counter(found.kinds)
        return True
