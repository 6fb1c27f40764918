"""Groups of melds that share no card, as they may be chosen: those of fewest melds first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from croupier.compile.recognised import some_is, summed
from croupier.lowering.base import Env
from croupier.lowering.candidates import Candidates
from croupier.lowering.kernel import NIL, both
from croupier.lowering.meldlist import MOST_GROUPED, MOST_LISTED
from croupier.lowering.shapes import FoundMelds, One, Shape, StoredMelds, places
from croupier_dsl import ir


class On(Protocol):
    """What is done with a value that may be chosen; `asked`: the conditions that are still to be asked of it."""

    def __call__(self, value: Shape, asked: Sequence[ir.Condition] | None = None) -> None: ...


class MeldGroups(Candidates):
    """The part of the lowering that builds groups of melds. `numbers_of`: by the slot of a choice, the number of the
    meld that has been chosen, or an array of several."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.numbers_of: dict[int, str] = {}

    @abstractmethod
    def all_judged(self, conditions: Sequence[ir.Condition], env: Env) -> str:
        """A test of all the conditions, of which each answer is counted."""

    def _number_of(self, melds: FoundMelds | StoredMelds, at: str) -> str:
        """The number among all listed melds of the one at a place."""
        return f"{melds.low} + {at}" if isinstance(melds, FoundMelds) else f"{melds.array}[{at}]"

    def _built_by(self, choice: ir.Choice, conditions: Sequence[ir.Condition]) -> list[ir.Condition]:
        """The conditions by which groups are built: what they have to add up to, what one of the melds has to be."""
        slot, found = choice.slot, []
        for condition in conditions:
            match condition.expr:
                case ir.Order(left=left, right=right) if summed(self.facts, left, slot):
                    if slot not in self.reads(right):
                        found.append(condition)
                case expr if some_is(self.facts, expr, slot):
                    found.append(condition)
        return found

    def _source(self, choice: ir.Choice, melds: FoundMelds | StoredMelds, env: Env) -> tuple[str, str]:
        """The cards that melds are made of, and those that go before their copies; none of melds on the table."""
        if isinstance(melds, FoundMelds) and melds.held and not self.strict(choice.collection):
            return melds.held, melds.noted
        if not isinstance(choice.collection, ir.Melds):
            return self.let("0", "m_"), ", ".join("0" for _ in self.orders)
        cards = self.shape(choice.collection.cards, env)
        held = self.let(self.mask(cards), "m_")
        return held, self.first_copies(cards, held)

    def _groups_of_melds(
        self, choice: ir.Choice, melds: FoundMelds | StoredMelds, left: str, many: str,
        conditions: Sequence[ir.Condition], env: Env, on: On,
    ) -> None:  # fmt: skip
        """Those of fewest melds first; what they have to add up to, and what one of them has to be, is asked while they
        grow."""
        slot = choice.slot
        built = self._built_by(choice, conditions)
        adding = [each.expr for each in built if isinstance(each.expr, ir.Order)]
        having = [each.expr for each in built if not isinstance(each.expr, ir.Order)]
        asked = [each for each in conditions if each not in built]
        source, noted = self._source(choice, melds, env)
        bounds = [self.copied(self.one(rule.right, env)) for rule in adding]
        adds, has = [self.array(MOST_LISTED) for _ in adding], [self.array(MOST_LISTED) for _ in having]
        best = [self.let("0") for _ in adding]
        one, top = self.array(1), self.let("G_top[0]")
        alone = {**env, slot: StoredMelds(one, "1", places(melds))}

        def each(ask: Callable[[str], None]) -> None:
            i = self.name("i")
            self.known.append({})
            with self.block(f"for {i} in range(0, {many}):"):
                self.line(f"back_to({top})")
                self.line(f"{one}[0] = {self._number_of(melds, f'{left}[{i}]' if left else i)}")
                ask(i)
            self.line(f"back_to({top})")
            self.known.pop()

        def is_one(i: str) -> None:
            for test, array in zip(having, has, strict=True):
                self.line(f"{array}[{i}] = 1 if {self.truth(test, alone)} else 0")

        def adds_up(i: str) -> None:
            for rule, array, most in zip(adding, adds, best, strict=True):
                value = self.copied(self.one(rule.left, alone))
                self.line(f"{array}[{i}] = {value.text}" + (f" if {value.text} != {NIL} else 0" if value.nil else ""))
                better = ">" if rule.op in (">", ">=") else "<"
                with self.block(f"if {i} == 0 or {array}[{i}] {better} {most}:"):
                    self.line(f"{most} = {array}[{i}]")

        read = {name for what, name in self.facts.reads(*adding) if what == "variable"}
        at_once = self.covers or any(map(self.secret, read))
        if at_once:  # it counts, or it shows that the seat does not know it
            each(adds_up)
        if having:
            each(is_one)
        size, most = self._sizes_of_groups(choice, source, many, env)
        tests = [f"{bound.text} != {NIL}" for bound in bounds if bound.nil]
        upto = [self._last_that_has(array, many) for array in has]
        tests += [f"{last} >= 0" for last in upto]
        possible = " and ".join(tests) or "1"
        lone = self.let("0", "m_")
        with self.block(f"if {possible}:"):  # what they add up to is asked of none if none is what one has to be
            if adding and not at_once:
                each(adds_up)
            self.line(f"{lone} = m_lone({source})")
            self._no_more_than_cards(choice, melds, left, many, source, lone, most)
        with self.block(f"while {size} <= {most} and ({possible}):"):
            tests = [f"0 {rule.op} {bound.text}" for rule, bound in zip(adding, bounds, strict=True)]
            group, numbers = self.array(MOST_GROUPED), self.array(MOST_GROUPED)
            self.numbers_of[slot] = numbers
            whole = StoredMelds(group, size, places(melds))
            if not having:
                with self.block(f"if {' and '.join([f'{size} == 0', *tests])}:"):
                    on(whole, asked)
            with self.block(f"if {size} > 0:"):
                self._grown(melds, left, many, size, (source, noted, lone), (adding, bounds, adds, best), (has, upto),
                            group, numbers, lambda: on(whole, asked), top)  # fmt: skip
            self.line(f"{size} += 1")

    def _last_that_has(self, array: str, many: str) -> str:
        """The last meld that is what one of them has to be; -1 if none is."""
        last, i = self.let("-1"), self.name("i")
        with self.block(f"for {i} in range(0, {many}):"):
            with self.block(f"if {array}[{i}]:"):
                self.line(f"{last} = {i}")
        return last

    def _sizes_of_groups(self, choice: ir.Choice, source: str, many: str, env: Env) -> tuple[str, str]:
        """The fewest melds, and the most that there may be."""
        low = self.one(choice.low, env)
        high = None if choice.high is None else self.copied(self.one(choice.high, env))
        size = self.let(f"{low.text} if {low.text} > 0 else 0")
        most = self.let(many)
        if smallest := self._smallest(choice):
            self.line(f"{most} = POP({source}) // {smallest}")
        if high is not None:
            there = f"{high.text} != {NIL} and " if high.nil else ""
            with self.block(f"if {there}{most} > {high.text}:"):
                self.line(f"{most} = {high.text}")
        with self.block(f"if {most} > {MOST_GROUPED}:"):
            self.line(f"{most} = {MOST_GROUPED} + 1")
        return size, most

    def _no_more_than_cards(
        self,
        choice: ir.Choice,
        melds: FoundMelds | StoredMelds,
        left: str,
        many: str,
        source: str,
        lone: str,
        most: str,
    ) -> None:
        """No more melds are chosen than there are cards for, of those that lie in any, and of which there are more."""
        smallest = self._smallest(choice)
        if smallest < 2:
            return
        cards, i = self.let(f"LESS({source}, {lone})", "m_"), self.name("i")
        with self.block(f"for {i} in range(0, {many}):"):
            self.line(f"{cards} = {cards} | Gm_meld[{self._number_of(melds, f'{left}[{i}]' if left else i)}]")
        with self.block(f"if POP({cards}) // {smallest} < {most}:"):
            self.line(f"{most} = POP({cards}) // {smallest}")

    def _smallest(self, choice: ir.Choice) -> int:
        """Melds that are found have so many cards at least."""
        if not isinstance(choice.collection, ir.Melds):
            return 0
        combos = self.program.combos
        return min(combos.patterns[part].smallest for part in combos.parts(choice.collection.combo))

    def _grown(
        self, melds: FoundMelds | StoredMelds, left: str, many: str, size: str, cards: tuple[str, str, str],
        sums: tuple[list[ir.Order], list[One], list[str], list[str]], flags: tuple[list[str], list[str]], group: str,
        numbers: str, on: Callable[[], None], top: str,
    ) -> None:  # fmt: skip
        """Every group of so many: each meld is one that is not before the last, and fits beside those taken. From where
        on those stand that may come next is known of each level."""
        room = MOST_GROUPED + 1
        following, used = self.array(room), self.array(room, "Gm_")
        totals, mets = [self.array(room) for _ in sums[0]], [self.array(room) for _ in flags[0]]
        (source, noted, lone), level = cards, self.let("0")
        for array in (following, used, *totals, *mets):
            self.line(f"{array}[0] = 0")
        adding, bounds, adds, best_of = sums
        reaches = [
            f"{best} * {size} {rule.op} {bound.text}" for rule, bound, best in zip(adding, bounds, best_of, strict=True)
        ]
        if reaches:  # else so many come to too little, or too much, whichever they are
            self.line(f"{level} = 0 if {both(*reaches)} else -1")
        with self.block(f"while {level} >= 0:"):
            after, gone = self.let(f"{size} - {level} - 1"), self.let(f"{used}[{level}] & {lone}", "m_")
            with self.block(f"if {level} >= {MOST_GROUPED}:"):  # more than there is room for
                self.line(f"{self.layout.cell('fault')} = 1")
                self.line(f"{following}[{level}] = {many}")
            still = [self.let(f"{total}[{level}]") for total in totals]
            have = [self.let(f"{each}[{level}]") for each in mets]
            i, go = self.name("i"), self.let("0")
            tests = [
                f"{add}[{i}] {rule.op} {self.let(f'{bound.text} - {total} - {best} * {after}')}"
                for rule, bound, total, add, best in zip(adding, bounds, still, adds, best_of, strict=True)
            ]
            tests += [
                f"({has} or {array}[{i}] or {i} <= {self.let(f'{last} if {after} else -1')})"
                for has, array, last in zip(have, *flags, strict=True)
            ]
            tests.append(f"(Gm_meld[{self._number_of(melds, f'{left}[{i}]' if left else i)}] & {gone}) == 0")
            with self.block(f"for {i} in range({following}[{level}], {many}):"):
                with self.block(f"if {both(*tests)}:"):
                    self.line(f"{go} = {i} + 1")
                    self.line("break")
            self.line(f"{following}[{level}] = {go}")
            with self.block(f"if {go} == 0:"):
                self.line(f"{level} += -1")
            with self.block("else:"):
                self.line(f"{go} += -1")
                at = self.let(f"{left}[{go}]" if left else go)
                h = self.let(self._number_of(melds, at), "h")
                with self.block(f"if (Gm_meld[{h}] & {used}[{level}]) != 0:"):
                    self.line(f"{h} = deal_beside({level}, {h}, {used}[{level}], {source}, {noted})")
                with self.block(f"if {h} >= 0:"):
                    self.line(f"{group}[{level}] = {h}")
                    self.line(f"{numbers}[{level}] = {at}")
                    with self.block(f"if {after} == 0:"):
                        self.line(f"back_to({top})")
                        on()
                    with self.block("else:"):
                        self.line(f"{level} += 1")
                        self.line(f"{following}[{level}] = {go}")
                        self.line(f"{used}[{level}] = {used}[{level} - 1] | Gm_meld[{h}]")
                        for array, was, add in zip(totals, still, adds, strict=True):
                            self.line(f"{array}[{level}] = {was} + {add}[{go}]")
                        for array, has, of in zip(mets, have, flags[0], strict=True):
                            self.line(f"{array}[{level}] = {has} or {of}[{go}]")
