"""Answer questions of lowered rules to the reference: the solver of combos, with cards as sets of bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.prices import ARRANGED, ASKED
from croupier.base.values import Meld as LaidMeld
from croupier.combos import Solver
from croupier.lowering.melding import CLEARS, DISCARDS, LEFT, LIST, MOST_MELDS, HandQuestion
from croupier.lowering.solving import prices
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.combos import Meld
    from croupier.model.program import Program
    from croupier.native.build import Numbers


@dataclass(frozen=True, slots=True)
class FoundMeld:
    """A meld: its cards as a set, its pattern by number, and for each card the kind it represents and its place."""

    cards: int
    pattern: int
    roles: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: a number, or melds; `cards`: the cards, any one of which can go."""

    number: int
    cards: int = 0
    melds: tuple[FoundMeld, ...] = ()


PLACES = {
    "Gm_ask": 2, "G_answer": 1, "Gm_found": MOST_MELDS, "G_pattern": MOST_MELDS, "G_role": ir.MOST_CARDS,
    "G_place": ir.MOST_CARDS,
}  # fmt: skip
"""The arrays for questions and answers, with their sizes."""
OF_LISTS = {"G_kind": ir.MOST_CARDS, "G_role_of": ir.MOST_CARDS, "G_place_of": ir.MOST_CARDS}
"""The same for melds of a list, card by card."""


def places_for(asked: tuple[HandQuestion, ...]) -> dict[str, int]:
    """Return the places that these questions need."""
    priced = {each.prices: ir.MOST_CARDS for each in asked if each.prices}
    return PLACES | (OF_LISTS if any(each.what == LIST for each in asked) else {}) | priced


class Host:
    """Answers the questions of one lowered program."""

    def __init__(self, program: Program, asked: tuple[HandQuestion, ...]) -> None:
        self.program = program
        self.asked = asked
        self._solvers: dict[tuple[str, int, tuple[int, ...]], Solver] = {}
        self._decision = self._broken = -1
        self._fault = RulesFault("")
        self.places = places_for(asked)
        self._listing: tuple[int, int, int] | None = None
        self._melds: Iterator[Meld] = iter(())
        self._come_to = 0
        self._numbers = {name: number for number, name in enumerate(program.combos.patterns)}

    def answered(self, places: Mapping[str, Numbers], question: int, decision: int) -> None:
        """Answer a question in the arrays `places`, and store the answer there. All questions of one decision, a
        number, are paid from one budget."""
        asked, answer = places["Gm_ask"], places["G_answer"]
        if decision != self._decision:
            EFFORT.renew()
            self._decision = decision
        elif decision == self._broken:
            raise self._fault
        try:
            if self.asked[question].what == LIST:
                answer[0] = self._list(places, question, asked[0], asked[1])
            else:
                now = places[self.asked[question].prices] if self.asked[question].prices else ()
                points = tuple([now[kind] for kind in range(len(self.program.kinds))]) if now else ()
                answer[0] = self._put(places, self.answer(question, asked[0], asked[1], points))
        except RulesFault as fault:
            self._broken, self._fault = decision, fault
            raise

    def _put(self, places: Mapping[str, Numbers], answer: Answer) -> int:
        """Store an answer, without its number."""
        places["Gm_found"][0] = answer.cards
        for number, meld in enumerate(answer.melds):
            places["Gm_found"][number] = meld.cards
            places["G_pattern"][number] = meld.pattern
            for card, role, place in meld.roles:
                places["G_role"][card], places["G_place"][card] = role, place
        return answer.number

    def _list(self, places: Mapping[str, Numbers], question: int, cards: int, wild: int) -> int:
        """Store the next meld of a list; return its number of cards, 0 if there is none."""
        at, listing = places["G_pattern"][0], (question, cards, wild)
        if listing != self._listing or at != self._come_to:
            solver = self._solver(self.asked[question].combo, wild, ())
            kinds = [self.program.kind_of[card] for card in _bits(cards)]
            EFFORT.spend(ASKED + ARRANGED * len(kinds) + at)
            self._listing, self._melds = listing, islice(solver.melds(kinds, 0), at, None)
        self._come_to = at + 1
        meld = next(self._melds, None)
        if meld is None:
            self._listing = None
            return 0
        EFFORT.spend(len(meld.kinds))
        lying = LaidMeld("", meld.kinds, meld.roles, meld.start, (), meld.groups).places()
        for number, (kind, role, place) in enumerate(zip(meld.kinds, meld.roles, lying, strict=True)):
            places["G_kind"][number], places["G_role_of"][number], places["G_place_of"][number] = kind, role, place
        return len(meld.kinds)

    def answer(self, question: int, cards: int, wild: int, points: tuple[int, ...] = ()) -> Answer:
        """Return the answer to a question about cards, of which some are wild. `points`: the prices of all kinds, if
        they change in play."""
        asked = self.asked[question]
        solver = self._solver(asked.combo, wild, points)
        held = list(_bits(cards))
        EFFORT.spend(ASKED + ARRANGED * len(held))
        kind_of = self.program.kind_of
        kinds = [kind_of[card] for card in held]
        if asked.what == CLEARS:
            return Answer(int(solver.clears(kinds)))
        if asked.what == DISCARDS:
            may_go = solver.discards(kinds)
            return Answer(len(may_go), sum(1 << card for card in held if kind_of[card] in may_go))
        if asked.what == LEFT:
            split = solver.split(kinds)
            priced = isinstance(self.program.combos.combos[asked.combo], ir.Split)
            return Answer(split.points if priced else len(split.left))
        melds = tuple(self._dealt(asked.combo, solver.split(kinds).melds, held))
        return Answer(len(melds), 0, melds)

    def _solver(self, combo: str, wild: int, points: tuple[int, ...]) -> Solver:
        known = self._solvers.get((combo, wild, points))
        if known is None:
            table, kind_of = self.program.combos, self.program.kind_of
            wild_kinds = frozenset(kind_of[card] for card in _bits(wild))
            patterns = [table.patterns[part] for part in table.parts(combo)]
            known = Solver(patterns, points or prices(self.program, combo), wild_kinds)
            if len(self._solvers) >= 64:
                self._solvers.clear()
            self._solvers[combo, wild, points] = known
        return known

    def _dealt(self, combo: str, melds: tuple[Meld, ...], held: list[int]) -> Iterator[FoundMeld]:
        """Yield melds of kinds as melds of the cards; of each kind those after the ones already dealt."""
        copies: dict[int, list[int]] = {}
        for card in held:
            copies.setdefault(self.program.kind_of[card], []).append(card)
        dealt: Counter[int] = Counter()
        parts = self.program.combos.parts(combo)
        for meld in melds:
            roles = []
            for at, (kind, role) in enumerate(zip(meld.kinds, meld.roles, strict=True)):
                card = copies[kind][dealt[kind]]
                dealt[kind] += 1
                roles.append((card, role, -1 if meld.start < 0 else meld.start + at))
            yield FoundMeld(sum(1 << card for card, _, _ in roles), self._numbers[parts[meld.pattern]], tuple(roles))


def _bits(cards: int) -> Iterator[int]:
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
