"""Choices of melds: of one, and of several that share no card.

In the row of a legal move stand the cards, and the numbers of the melds among those that could be chosen (see
`Layout.width`): where the move is made they are listed once more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Protocol

from croupier.compile.recognised import barring, some_is, summed
from croupier.lowering.base import Env
from croupier.lowering.candidates import Candidates
from croupier.lowering.kernel import NIL, Unlowered, both
from croupier.lowering.layout import BITS, PACKED
from croupier.lowering.meldlist import ENDLESS, MOST_GROUPED, MOST_LISTED
from croupier.lowering.shapes import FoundMelds, Meld, One, Shape, StoredMelds, places
from croupier_dsl import ir


class On(Protocol):
    """What is done with a value that may be chosen; `asked`: the conditions that are still to be asked of it."""

    def __call__(self, value: Shape, asked: Sequence[ir.Condition] | None = None) -> None: ...


class MeldChoices(Candidates):
    """The part of the lowering that knows choices of melds. `numbers`: by the slot of a choice, the number of the meld
    that has been chosen, or an array of several."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.numbers_of: dict[int, str] = {}

    @abstractmethod
    def all_judged(self, conditions: Sequence[ir.Condition], env: Env) -> str:
        """A test of all the conditions, of which each answer is counted."""

    # ------------------------------------------------------------ what is offered
    def _offered_melds(self, choice: ir.Choice, env: Env) -> FoundMelds | StoredMelds:
        match choice.collection:
            case ir.Melds(combo=combo, cards=cards):
                parts = self.program.combos.parts(combo)
                if len(set(parts)) < len(parts):
                    raise Unlowered("a choice among melds that are of a combo in two ways")
                return self._put_by(self.melds(combo, self.shape(cards, env), once=True))
        return self._put_by(self.shape(choice.collection, env))

    def _put_by(self, shape: Shape) -> FoundMelds | StoredMelds:
        if not self.of_melds(shape):
            raise Unlowered("a choice among melds that are no plain list")
        return self.stored_melds(shape)

    def _number_of(self, melds: FoundMelds | StoredMelds, at: str) -> str:
        """The number among all listed melds of the one at a place."""
        return f"{melds.low} + {at}" if isinstance(melds, FoundMelds) else f"{melds.array}[{at}]"

    def _may_read_the_same(self, choice: ir.Choice) -> bool:
        plain = isinstance(choice.collection, ir.Melds) and not isinstance(
            self.combos[choice.collection.combo], ir.Split
        )
        return not plain and not (self._on_table(choice) and len(self.program.kinds) == self.program.cards)

    def _on_table(self, choice: ir.Choice) -> bool:
        return isinstance(choice.collection, ir.ZoneContents)

    def melds_of_choice(
        self, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, alone: bool
    ) -> None:
        """Each meld, or each group of melds, in their order. `alone`: is nothing else chosen?"""
        again = self._may_read_the_same(choice)
        if again and not (alone and choice.single):
            raise Unlowered("a choice among melds that may read the same")
        if again and conditions and self.covers:
            raise Unlowered("conditions of melds that may read the same, counted")
        needed = () if choice.single or self.covers or self.foresees else self._needed(choice, conditions)
        with self.block(f"if {self._are_there(choice, needed, env)}:") if needed else nullcontext():
            self._among_melds(choice, conditions, env, on, again)

    def _needed(self, choice: ir.Choice, conditions: Sequence[ir.Condition]) -> tuple[tuple[str, bool], ...]:
        """The patterns of which one of the melds has to be, each with whether it may hold wild cards; none if it may be
        of any."""
        match choice.collection:
            case ir.Melds(combo=combo) if not isinstance(self.combos[combo], ir.Split):
                parts = self.program.combos.parts(combo)
                for expr in (each.expr for each in conditions if some_is(self.facts, each.expr, choice.slot)):
                    assert isinstance(expr, ir.Exists)
                    those, pure = self._has_to_be(expr.condition, expr.slot)
                    found = [part for part in parts if those is None or part in those]
                    if (pure or len(found) < len(parts)) and not any(map(self.asked_beyond, found)):
                        return tuple((part, not pure) for part in found)
        return ()

    def _has_to_be(self, expr: ir.Expr, slot: int) -> tuple[frozenset[str] | None, bool]:
        """Of which patterns the meld in the slot has to be for this to hold, None for any; and is it without wild
        cards then?"""
        match expr:
            case ir.IsCombo(combo=combo, cards=ir.Local(slot=of)) if of == slot:
                return frozenset(self.program.combos.parts(combo)), False
            case ir.IsEmpty(collection=ir.MeldFact(fact="wilds", meld=ir.Local(slot=of))) if of == slot:
                return None, True
            case ir.Defined(name=name, subject=ir.Local(slot=of), further=None) if of == slot:
                return self._has_to_be(self.definitions[name].body, 1)
            case ir.OptionValue() if self.truth(expr, {}) == "0":
                return frozenset(), True
            case ir.Logic(op=op, operands=operands):
                found = [self._has_to_be(each, slot) for each in operands]
                known = [patterns for patterns, _ in found if patterns is not None]
                if op == "and":
                    return frozenset.intersection(*known) if known else None, any(pure for _, pure in found)
                return frozenset().union(*known) if len(known) == len(found) else None, all(pure for _, pure in found)
        return None, False

    def _are_there(self, choice: ir.Choice, needed: Sequence[tuple[str, bool]], env: Env) -> str:
        """Are there melds of such patterns at all? A test."""
        assert isinstance(choice.collection, ir.Melds)
        self.lists()
        low = self.let("G_top[0]")
        held = self.let(self.mask(self.shape(choice.collection.cards, env)), "m_")
        noted = ", ".join("0" for _ in self.orders)
        for part, wild in needed:
            self.list_pattern(part, held, self.let(self.wild() if wild else "0", "m_"), noted, 1, str(ENDLESS))
        found = self.let(f"1 if G_top[0] > {low} or G_full[0] else 0")
        self.line("G_full[0] = 0")
        self.line(f"back_to({low})")
        return found

    def _among_melds(
        self, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, again: bool
    ) -> None:
        melds = self._offered_melds(choice, env)
        if not choice.single:
            self._each_is_judged(choice, melds, conditions, env)
        left, many = self._left_by_filters(choice, melds, env)
        top = self.let("G_top[0]")
        if not choice.single:
            return self._groups_of_melds(choice, melds, left, many, conditions, env, on)
        seen, before = self.array(MOST_LISTED) if again else "", self.let("0")
        i = self.name("i")
        with self.block(f"for {i} in range(0, {many}):"):
            self.line(f"back_to({top})")
            at = self.let(f"{left}[{i}]" if left else i)
            meld = self.meld_found(self.let(self._number_of(melds, at), "h"), places(melds))
            self.numbers_of[choice.slot] = at
            if not again:
                on(meld)
            else:
                was, j = self.let("0"), self.name("i")
                with self.block(f"for {j} in range(0, {before}):"):
                    with self.block(f"if reads_same({seen}[{j}], {meld.found}):"):
                        self.line(f"{was} = 1")
                with self.block(f"if {was} == 0:"):
                    rows = self.let("n")
                    on(meld)
                    with self.block(f"if n > {rows}:"):
                        self.line(f"{seen}[{before}] = {meld.found}")
                        self.line(f"{before} += 1")
        return None

    def _left_by_filters(self, choice: ir.Choice, melds: FoundMelds | StoredMelds, env: Env) -> tuple[str, str]:
        """An array of the places of those that pass, none for all of them, and how many they are."""
        if not choice.filters:
            return "", melds.count
        left, many, i, top = self.array(MOST_LISTED), self.let("0"), self.name("i"), self.let("G_top[0]")
        self.known.append({})
        with self.block(f"for {i} in range(0, {melds.count}):"):
            self.line(f"back_to({top})")
            meld = self.meld_found(self.let(self._number_of(melds, i), "h"), places(melds))
            with self.cast_in(meld if any(self.casts(each.expr) for each in choice.filters) else None):
                test = self.atom(self.all_judged(choice.filters, {**env, choice.slot: meld}))
            with self.block(f"if {test}:"):
                self.line(f"{left}[{many}] = {i}")
                self.line(f"{many} += 1")
        self.known.pop()
        if choice.if_possible:
            with self.block(f"if {many} == 0:"):
                self.line(f"{many} = {melds.count}")
                with self.block(f"for {i} in range(0, {many}):"):
                    self.line(f"{left}[{i}] = {i}")
        return left, many

    # ------------------------------------------------------------ several
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

    def built_in(self, move: ir.MoveRule) -> list[ir.Condition]:
        """Those of a move."""
        found: list[ir.Condition] = []
        for at, choice in enumerate(move.choices):
            if choice.type.name == "meld" and not choice.single:
                later = {each.slot for each in move.choices[at + 1 :]}
                here = [each for each in move.conditions if choice.slot in each.mentions]
                found += self._built_by(choice, [each for each in here if not later & set(each.mentions)])
        return found

    def are_offered(self, n: str) -> None:
        """The moves of the first so many rows are offered."""
        if self.covers:
            self.line(f"are_offered(S, OUT, {n})")

    def offering(self) -> None:
        """`are_offered(S, OUT, n)`: each move that so many rows offer is counted once; and in each row that conditions
        hold by which groups of melds have been built."""
        if not self.covers:
            return
        row = self.layout.row
        with self.function("are_offered(S, OUT, n)"):
            with self.block("for i in range(0, n):"):
                self.line(f"move = OUT[i * {row}]")
                with self.block(f"if i == 0 or OUT[(i - 1) * {row}] != move:"):
                    for number, move in enumerate(self.rules.moves):
                        with self.block(f"if move == {number}:"):
                            self.fires(f"{move.path}.offered")
                for number, move in enumerate(self.rules.moves):
                    for condition in self.built_in(move):
                        with self.block(f"if move == {number}:"):
                            self.fires(f"{condition.path}.yes")
            self.line("return 0")

    def _each_is_judged(
        self, choice: ir.Choice, melds: FoundMelds | StoredMelds, conditions: Sequence[ir.Condition], env: Env
    ) -> None:
        """The conditions by which groups are built are asked of each meld alone, so that they are seen to refuse."""
        built = self._built_by(choice, conditions)
        if not self.covers:
            return
        if any(barring(self.facts, each.expr, choice.slot) is not None for each in conditions):
            raise Unlowered("melds that are kept out of groups, counted")
        if built:
            one, i, top = self.array(1), self.name("i"), self.let("G_top[0]")
            with self.block(f"for {i} in range(0, {melds.count}):"):
                self.line(f"back_to({top})")
                self.line(f"{one}[0] = {self._number_of(melds, i)}")
                self.all_judged(built, {**env, choice.slot: StoredMelds(one, "1", places(melds))})
            self.line(f"back_to({top})")

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
        if isinstance(choice.collection, ir.Melds):
            combos = self.program.combos
            smallest = min(combos.patterns[part].smallest for part in combos.parts(choice.collection.combo))
            self.line(f"{most} = POP({source}) // {smallest}")
        if high is not None:
            there = f"{high.text} != {NIL} and " if high.nil else ""
            with self.block(f"if {there}{most} > {high.text}:"):
                self.line(f"{most} = {high.text}")
        with self.block(f"if {most} > {MOST_GROUPED}:"):
            self.line(f"{most} = {MOST_GROUPED} + 1")
        return size, most

    def _grown(
        self, melds: FoundMelds | StoredMelds, left: str, many: str, size: str, cards: tuple[str, str, str],
        sums: tuple[list[ir.Order], list[One], list[str], list[str]], flags: tuple[list[str], list[str]], group: str,
        numbers: str, on: Callable[[], None], top: str,
    ) -> None:  # fmt: skip
        """Every group of so many: each meld is one that is not before the last, and fits beside those taken. From where
        on those stand that may come next, and up to where, is known of each level."""
        room = MOST_GROUPED + 1
        following, end, used = self.array(room), self.array(room), self.array(room, "Gm_")
        next_ones = self.array(room * MOST_LISTED)
        totals, mets = [self.array(room) for _ in sums[0]], [self.array(room) for _ in flags[0]]
        (source, noted, lone), level = cards, self.let("0")
        for array in (following, used, *totals, *mets):
            self.line(f"{array}[0] = 0")
        self.line(f"{end}[0] = {many}")
        k = self.name("i")
        adding, bounds, adds, best_of = sums
        reaches = [
            f"{best} * {size} {rule.op} {bound.text}" for rule, bound, best in zip(adding, bounds, best_of, strict=True)
        ]
        with self.block(f"if {both(*reaches)}:"):
            with self.block(f"for {k} in range(0, {many}):"):
                self.line(f"{next_ones}[{k}] = {k}")
        with self.block("else:"):  # so many come to too little, or too much, whichever they are
            self.line(f"{level} = -1")
        with self.block(f"while {level} >= 0:"):
            here, stop = self.let(f"{following}[{level}]", "i"), self.let(f"{end}[{level}]")
            after = self.let(f"{size} - {level} - 1")
            with self.block(f"if {level} >= {MOST_GROUPED}:"):  # more than there is room for
                self.line(f"{self.layout.cell('fault')} = 1")
                self.line(f"{here} = {stop}")
            still = [self.let(f"{total}[{level}]") for total in totals]
            have = [self.let(f"{each}[{level}]") for each in mets]
            i, go = self.name("i"), self.let("0")
            ahead = [self.let(f"{total} + {best} * {after}") for total, best in zip(still, best_of, strict=True)]
            tests = [
                f"{total} + {add}[{i}] {rule.op} {bound.text}"
                for rule, bound, total, add in zip(adding, bounds, ahead, adds, strict=True)
            ]
            tests += [
                f"({has} or {array}[{i}] or ({after} and {i} <= {last}))"
                for has, array, last in zip(have, *flags, strict=True)
            ]
            with self.block(f"while {here} < {stop} and {go} == 0:"):
                self.line(f"{i} = {next_ones}[{here}]")
                with self.block(f"if {both(*tests)}:"):
                    self.line(f"{go} = 1")
                self.line(f"{here} += 1")
            self.line(f"{following}[{level}] = {here}")
            with self.block(f"if {go} == 0:"):
                self.line(f"{level} += -1")
            with self.block("else:"):
                at = self.let(f"{left}[{i}]" if left else i)
                h = self.let(self._number_of(melds, at), "h")
                taken = self.let(f"Gm_meld[{h}] & {used}[{level}]", "m_")
                with self.block(f"if {taken} != 0:"):
                    again = f"deal_beside({level}, {h}, {used}[{level}], {source}, {noted})"
                    self.line(f"{h} = -1 if ({taken} & {lone}) != 0 else {again}")
                with self.block(f"if {h} >= 0:"):
                    self.line(f"{group}[{level}] = {h}")
                    self.line(f"{numbers}[{level}] = {at}")
                    with self.block(f"if {after} == 0:"):
                        self.line(f"back_to({top})")
                        on()
                    with self.block("else:"):
                        self.line(f"{level} += 1")
                        self.line(f"{following}[{level}] = {here} - 1")
                        self.line(f"{end}[{level}] = {stop}")
                        self.line(f"{used}[{level}] = {used}[{level} - 1] | Gm_meld[{h}]")
                        with self.block(f"if {after} > 1:"):  # they are gone through several times
                            gone = self.let(f"{used}[{level}] & {lone}", "m_")
                            to = self.let(stop)
                            self.line(f"{following}[{level}] = {to}")
                            with self.block(f"for {k} in range({here} - 1, {stop}):"):
                                other = self.let(f"{next_ones}[{k}]", "i")
                                number = self._number_of(melds, f"{left}[{other}]" if left else other)
                                with self.block(f"if (Gm_meld[{number}] & {gone}) == 0:"):
                                    self.line(f"{next_ones}[{to}] = {other}")
                                    self.line(f"{to} += 1")
                            self.line(f"{end}[{level}] = {to}")
                        for array, was, add in zip(totals, still, adds, strict=True):
                            self.line(f"{array}[{level}] = {was} + {add}[{i}]")
                        for array, has, of in zip(mets, have, flags[0], strict=True):
                            self.line(f"{array}[{level}] = {has} or {of}[{i}]")

    # ------------------------------------------------------------ rows
    def put_melds(self, choice: ir.Choice, value: Shape, cell: str) -> None:
        """What has been chosen comes to stand in a row."""
        words, numbers = self.layout.words, self.numbers_of[choice.slot]
        self.line(f"ZO[{cell}] = {self.mask(value)}")
        if isinstance(value, Meld):
            self.line(f"OUT[{cell} + {words}] = {numbers}")
            return
        assert isinstance(value, StoredMelds)
        self.line(f"OUT[{cell} + {words}] = {value.count}")
        k = self.name("i")
        for i in range(MOST_GROUPED // PACKED):
            self.line(f"OUT[{cell} + {words + 1 + i}] = 0")
        with self.block(f"for {k} in range(0, {value.count}):"):
            self.line(f"OUT[{cell} + {words + 1} + {k} // {PACKED}] += {numbers}[{k}] << {k} % {PACKED} * {BITS}")

    def cells_of(self, choice: ir.Choice, cell: str) -> list[str]:
        """The parts of a row that say what has been chosen."""
        words = self.layout.words
        if choice.type.name != "meld":
            return [f"{'OUT' if choice.single else 'ZO'}[{cell}]"]
        cells = 1 if choice.single else 1 + MOST_GROUPED // PACKED
        return [f"OUT[{cell} + {words + i}]" for i in range(cells)]

    def names_of(self, choice: ir.Choice, number: int) -> list[str]:
        """Names for these parts."""
        if choice.type.name != "meld":
            return [f"{'a' if choice.single else 'm_a'}{number}"]
        return [f"a{number}", *(f"a{number}_{i}" for i in range(0 if choice.single else MOST_GROUPED // PACKED))]

    def melds_given(self, choice: ir.Choice, names: Sequence[str], env: Env) -> Shape:
        """What has been chosen, where the move is made: its melds are listed once more."""
        with self.aside():
            melds = self._offered_melds(choice, env)
        if choice.single:
            return self.meld_found(self.let(self._number_of(melds, names[0]), "h"), places(melds))
        with self.aside():
            source, noted = self._source(choice, melds, env)
        group, used, k = self.array(MOST_GROUPED), self.let("0", "m_"), self.name("i")
        packed = self.array(MOST_GROUPED // PACKED)
        for i, name in enumerate(names[1:]):
            self.line(f"{packed}[{i}] = {name}")
        with self.block(f"for {k} in range(0, {names[0]}):"):
            at = self.let(f"{packed}[{k} // {PACKED}] >> {k} % {PACKED} * {BITS} & {(1 << BITS) - 1}")
            self.line(f"{group}[{k}] = deal_beside({k}, {self._number_of(melds, at)}, {used}, {source}, {noted})")
            self.line(f"{used} = {used} | Gm_meld[{group}[{k}]]")
        return StoredMelds(group, names[0], places(melds))
