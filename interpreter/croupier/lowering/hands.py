"""Combos asked about hands: what a first look tells is lowered, the rest is asked of the solver of the reference.

A question is put down in `Gm_ask` (the cards, and those that are wild) and answered by `host(question)`: a number in
`G_answer` (less than nought: there is no answer, and the game is at fault), and of melds the cards in `Gm_found`, the
pattern in `G_pattern`, and for each card of theirs what it stands for in `G_role` (a kind, -1 where that is open) and
its place in `G_place` (-1 in a set).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from croupier.combos.isolation import MOST_WILDS, looks
from croupier.compile.recognised import left_over
from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.melding import Melding
from croupier.lowering.remaining import remaining
from croupier.lowering.shapes import Alike, Cards, FoundMelds, Made, One, Shape, places
from croupier.lowering.solving import Unsolved, prices, solver
from croupier_dsl import ir

CLEARS, DISCARDS, SPLIT, LEFT = range(4)
"""Do the cards make melds with none left over; of which kinds may one card go so that the others do; the melds of the
best arrangement; what does the best arrangement leave over, in points or in cards?"""
MOST_MELDS = 128


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What is asked of the reference, by the number that the kernel asks it with."""

    what: int
    combo: str


class Hands(Melding):
    """The part of the lowering that knows combos."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.asked_of_host: list[HandQuestion] = []
        self._looks: dict[str, str] = {}
        self._solvers: dict[str, str] = {}

    # ------------------------------------------------------------ questions
    def ask_host(self, what: int, combo: str, cards: str, wild: str = "") -> str:
        """A question to the reference; the number that it answers. `wild`: the cards that are, if that is known."""
        question = HandQuestion(what, combo)
        if question not in self.asked_of_host:
            self.asked_of_host.append(question)
        rule = self.combos[combo]
        if isinstance(rule, ir.Split) and not self.reads(rule.least) <= {1}:
            raise Unlowered("an arrangement by prices that change in play")
        self.line(f"Gm_ask[0] = {cards}")
        self.line(f"Gm_ask[1] = {wild or self.wild()}")
        return self.let(f"ask(S, {self.asked_of_host.index(question)})")

    def asker(self) -> None:
        """`ask(S, question)`: the number that is answered. Where there is none, the game is at fault and soon over."""
        natively = {CLEARS: "clears", DISCARDS: "discards", SPLIT: "lay", LEFT: "left"}
        with self.function("ask(S, question)"):
            for number, question in enumerate(self.asked_of_host):
                end = self.solver(question.combo) if question.what in natively else ""
                if question.what == LEFT:
                    end = end or self._remaining(question.combo)
                if end:
                    with self.block(f"if question == {number}:"):
                        self.line(f"number = {natively[question.what]}_{end}(Gm_ask[0], Gm_ask[1])")
                        self.line("if number >= 0:")
                        self.line("    return number")
            self.line("G_answer[0] = -1")
            self.line("host(question)")
            with self.block("if G_answer[0] < 0:"):
                self.line(f"{self.layout.cell('fault')} = 1")
                self.line("return 0")
            self.line("return G_answer[0]")

    def solver(self, combo: str) -> str:
        """What ends the names of the functions that solve the combo here; nothing if there are none."""
        if combo not in self._solvers:
            table, end = self.program.combos, self.name("solver")
            parts = table.parts(combo)
            patterns = tuple(table.patterns[part] for part in parts)
            numbers = [list(table.patterns).index(part) for part in parts]
            try:
                points = prices(self.program, combo)
                self.functions.append(solver(self, patterns, numbers, points, self.program.kind_of, end))
            except Unsolved:
                end = ""
            self._solvers[combo] = end
        return self._solvers[combo]

    def _remaining(self, combo: str) -> str:
        """The same of the one that says how many cards of sets alone are left over."""
        table, end = self.program.combos, self.name("remaining")
        patterns = tuple(table.patterns[part] for part in table.parts(combo))
        try:
            points = prices(self.program, combo)
            self.functions.append(remaining(self, patterns, points, self.program.kind_of, end))
        except Unsolved:
            return ""
        return end

    def all_melded(self, collection: ir.Expr, env: Env) -> str | None:
        """Is what an arrangement of cards leaves over empty? None if it is not that which is asked."""
        found = left_over(self.definitions, collection)
        if found is None or not isinstance(self.combos[found[0]], ir.Split):
            return None
        combo, cards = found
        self._left_over_is_asked(collection)
        hand = self.let(self.mask(self.shape(cards, env)), "m_")
        self.priced(combo)
        result = self.let("0")
        wild = self.atom(self.wild(), "m_")
        with self.block(f"if {self.look(combo)}({hand}, {wild}, 0) == 0:"):
            self.line(f"{result} = {self.ask_host(CLEARS, combo, hand, wild)}")
        return self.made(combo, f"({result} == 1)")

    def melding_without(self, expr: ir.Expr, slot: int, env: Env) -> str | None:
        """The cards of which one may be chosen into the slot, if all the others of a hand then have to be melded; None
        if that is not what is asked."""
        if not isinstance(expr, ir.IsEmpty):
            return None
        found = left_over(self.definitions, expr.collection)
        if found is None or not isinstance(self.combos[found[0]], ir.Split):
            return None
        combo, cards = found
        match cards:
            case ir.Combine(op="without", left=hand, right=ir.Local(slot=used)) if used == slot:
                if slot in self.reads(hand):
                    return None
                self._left_over_is_asked(expr.collection)
                held = self.let(self.mask(self.shape(hand, env)), "m_")
                self.priced(combo)
                result = self.let("0", "m_")
                wild = self.atom(self.wild(), "m_")
                with self.block(f"if {self.look(combo)}({held}, {wild}, 1) == 0:"):
                    self.ask_host(DISCARDS, combo, held, wild)
                    self.line(f"{result} = Gm_found[0]")
                return result
        return None

    def _left_over_is_asked(self, collection: ir.Expr) -> None:
        if isinstance(collection, ir.Defined):
            self.fires(self.definitions[collection.name].path)

    def priced(self, combo: str) -> None:
        """Written where an arrangement is asked for: the first time in a game its prices are worked out for all cards,
        which is counted even if the answer is not."""
        rule = self.combos[combo]
        if not self.covers or not isinstance(rule, ir.Split) or not self.told(rule.least):
            return
        if self.layout.looks or not self.reads(rule.least) <= {1}:
            raise Unlowered("prices that change in play, or that a must may ask for, counted")
        known, counting = self.layout.cell("priced", combo), self.layout.cell("counting")
        sample = [card for card in self.program.combos.sample if card is not None]

        def write() -> None:
            with self.block(f"if {known} == 0:"):
                self.line(f"{known} = 1")
                self.line(f"before = {counting}")
                self.line(f"{counting} = 1")
                with self.block(f"for i in range(0, {len(sample)}):"):
                    self.one(rule.least, {0: One(str(NIL), True), 1: One(f"{self.table(sample)}[i]")})
                self.line(f"{counting} = before")
            self.line("return 0")

        number = list(self.combos).index(combo)
        self.line(f"{self.helper(f'priced_{number}(S)', write)}(S)")

    def melds(self, combo: str, cards: Shape, *, once: bool = False) -> Shape:
        """The melds that cards make; `once`: of those that read the same one."""
        self.go_by_number(cards)
        if isinstance(self.combos[combo], ir.Split):
            return self._arranged(combo, cards)
        try:
            size, groups, group_of = self.alike(combo)
        except Unlowered:
            return self.listed(combo, cards, once=once)
        if size[0] != size[1] or size[0] != self.largest_group(combo):
            return self.listed(combo, cards, once=once)
        telling = self.telling(combo, size[0])
        found = Alike(cards, size[0], groups, group_of, telling, str(self.pattern_numbers[combo]))
        if self.covers:
            self.made(combo, self.some(found))
        return found

    def _arranged(self, combo: str, cards: Shape) -> Shape:
        self.lists()
        hand = self.let(self.mask(cards), "m_")
        self.priced(combo)
        number = self.ask_host(SPLIT, combo, hand)
        low = self.let("G_top[0]")
        i = self.name("i")
        with self.block(f"for {i} in range(0, {number}):"):
            self.line(f"arranged_meld(Gm_found[{i}], G_pattern[{i}])")
        if self.covers:
            met = self.let("0")
            with self.block(f"for {i} in range(0, {number}):"):
                self.line(f"{met} = {met} | 1 << G_pattern[{i}]")
            self.made_of(combo, met)
        self.overflow()
        return FoundMelds(low, self.let(f"G_top[0] - {low}"), places(cards))

    def any_meld(self, combo: str, cards: Shape) -> str:
        """Is there any meld among the cards? A test."""
        before = self.let("G_top[0]")
        found = self.listed(combo, cards, once=True, most="1")
        self.line(f"back_to({before})")
        return f"({found.count} > 0)"

    def all_of_them(self, combo: str, cards: Shape) -> str:
        """Is there a meld of all the cards? A test."""
        if isinstance(self.combos[combo], ir.Split):
            raise Unlowered(f"cards that are all in {combo}")
        parts = self.program.combos.parts(combo)
        if any(map(self.program.combos.may_be_empty, parts)):
            raise Unlowered(f"combos of no cards such as {combo}")
        if any(whole is not None and self.casts(whole) for whole in map(self.asked_beyond, parts)):
            raise Unlowered(f"what cards stand for, as {combo} asks it of all of them")
        asked = [part for part in parts if self.asked_beyond(part) is not None or self.asked_apart(part)]
        made, held = self.let("0"), self.let(self.mask(cards), "m_")
        of_them = Made(Cards(((held, None),)), lambda card: card, places(cards), whole=True)
        with self.block(f"if {held} != 0:"):
            before, i, met = self.let("G_top[0]"), self.name("i"), self.let("0")
            found = self.listed(combo, of_them, once=True, counted=False, asks=not asked)
            with self.block(f"for {i} in range({found.low}, {found.low} + {found.count}):"):
                first = f" and ({met} >> G_follows[{i}] & 1) == 0" if asked else ""
                with self.block(f"if {made} == 0 and Gm_meld[{i}] == {found.held}{first}:"):
                    holds = "1"
                    if asked:
                        self.line(f"{met} = {met} | 1 << G_follows[{i}]")
                        meld = self.meld_found(self.let(i, "h"), places(cards))
                        holds = self.holds_of_its_pattern(asked, meld, again=True)
                    self.line(f"{made} = {holds}")
            self.line(f"back_to({before})")
        return f"({made} == 1)"

    def left_by(self, combo: str, cards: str, wild: str) -> str:
        """What the best arrangement of cards leaves over: points where the rules put a price on cards, else cards."""
        table = self.program.combos
        if table.asked_of_all(combo):
            raise Unlowered("what is asked of whole melds, to players who look ahead")
        if isinstance(self.combos[combo], ir.Split) and not any(prices(self.program, combo)):
            return "0"
        return self.ask_host(LEFT, combo, cards, wild)

    # ------------------------------------------------------------ a first look
    def look(self, combo: str) -> str:
        """`look_N(m_hand, m_wild, spare)`: is it plain that more than `spare` cards are left over?"""
        if combo not in self._looks:
            self._looks[combo] = self.name("look_")
            self._first_look(self._looks[combo], combo)
        return self._looks[combo]

    def _first_look(self, name: str, combo: str) -> None:
        table = self.program.combos
        patterns = tuple(table.patterns[part] for part in table.parts(combo))
        every_kind = len(self.program.kinds)
        seen = [looks(patterns, every_kind, wilds) for wilds in range(MOST_WILDS + 1)]
        sets, kind_of = self.kinds()
        of_kind = [0] * every_kind
        for card, kind in enumerate(self.program.kind_of):
            of_kind[kind] |= 1 << card

        def cards(kinds: int) -> int:
            return sum(of_kind[kind] for kind in range(every_kind) if kinds >> kind & 1)

        every = [mates for look in seen for mates in look.mates]
        crowds, windows, whole = [], [], []
        near, fewest = [], []
        crowd_at, window_at = [0], [0]
        size = max([window.bit_count() for mates in every for window in mates.windows] + [1])
        for mates in every:
            crowds += [(cards(crowd), least) for crowd, least in mates.crowds]
            crowd_at.append(len(crowds))
            near.append(cards(reduce(or_, [crowd for crowd, _ in mates.crowds] + [*mates.windows], 0)))
            sizes = [least for _, least in mates.crowds] + [window.bit_count() for window in mates.windows]
            fewest.append(min(sizes, default=self.program.cards + 1))
            for window in mates.windows:
                whole.append(cards(window))
                each = [of_kind[kind] for kind in range(every_kind) if window >> kind & 1]
                windows += each + [each[-1]] * (size - len(each))
            window_at.append(len(windows) // size)
        any_of = self.table([cards(mates.any_of) for mates in every], "m_")
        twice = self.table([int(mates.twice) for mates in every])
        lone, limits = self.table([look.lone for look in seen]), self.table([int(look.limits) for look in seen])
        crowd, least = self.table([those for those, _ in crowds], "m_"), self.table([number for _, number in crowds])
        first_crowd, first_window = self.table(crowd_at), self.table(window_at)
        alone = list(self.program.kind_of) == list(range(self.program.cards))
        row = self.table(whole if alone else windows, "m_")
        close, enough = self.table(near, "m_"), self.table(fewest)
        with self.function(f"{name}(m_hand, m_wild, spare)"):
            self.line("wilds = POP(m_hand & m_wild)")
            with self.block(f"if wilds > {MOST_WILDS}:"):
                self.line("return 0")
            with self.block(f"if {lone}[wilds] > 0:"):
                self.line(f"spare += wilds // {lone}[wilds]")
            self.line(f"m_company = m_hand if {limits}[wilds] else m_hand & ~m_wild")
            self.line("m_left = m_hand & ~m_wild")
            with self.block("while m_left != 0:"):
                self.line(f"kind = {'LOW(m_left)' if alone else f'{kind_of}[LOW(m_left)]'}")
                self.line("m_left = REST(m_left)")
                self.line(f"at = wilds * {every_kind} + kind")
                self.line(f"met = (m_company & {any_of}[at]) != 0")
                with self.block(f"if not met and {twice}[at]:"):
                    self.line(f"met = POP(m_hand & {sets}[kind]) > 1")
                with self.block(f"if not met and POP(m_company & {close}[at]) >= {enough}[at]:"):
                    with self.block(f"for i in range({first_crowd}[at], {first_crowd}[at + 1]):"):
                        with self.block(f"if POP(m_company & {crowd}[i]) >= {least}[i]:"):
                            self.line("met = 1")
                    with self.block("if not met:"):
                        with self.block(f"for i in range({first_window}[at], {first_window}[at + 1]):"):
                            if alone:
                                self.line(f"all = ({row}[i] & ~m_company) == 0")
                            else:
                                self.line("all = 1")
                                with self.block(f"for j in range(0, {size}):"):
                                    with self.block(f"if (m_company & {row}[i * {size} + j]) == 0:"):
                                        self.line("all = 0")
                                        self.line("break")
                            with self.block("if all:"):
                                self.line("met = 1")
                                self.line("break")
                with self.block("if not met:"):
                    self.line("spare += -1")
                    with self.block("if spare < 0:"):
                        self.line("return 1")
            self.line("return 0")
