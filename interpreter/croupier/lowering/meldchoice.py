"""Choices of melds: of one, and of several that share no card.

In the row of a legal move stand the cards, and the numbers of the melds among those that could be chosen (see
`Layout.width`): where the move is made they are listed once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext

from croupier.compile.recognised import barring, some_is
from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered
from croupier.lowering.layout import BITS, PACKED
from croupier.lowering.meldgroups import MeldGroups, On
from croupier.lowering.meldlist import ENDLESS, MOST_GROUPED, MOST_LISTED
from croupier.lowering.shapes import FoundMelds, Meld, Shape, StoredMelds, places
from croupier_dsl import ir

MOST_AWAY = 4
"""In so many ways the cards of the shortest runs may be away from each other."""


class MeldChoices(MeldGroups):
    """The part of the lowering that knows choices of melds."""

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
        held = self.let(self.mask(self.shape(choice.collection.cards, env)), "m_")
        at_once = [None if wild else self._run_to_see_at_once(part, held) for part, wild in needed]
        if None not in at_once:
            return " or ".join(map(str, at_once))
        self.lists()
        low = self.let("G_top[0]")
        noted = ", ".join("0" for _ in self.orders)
        for part, wild in needed:
            self.list_pattern(part, held, self.let(self.wild() if wild else "0", "m_"), noted, 1, str(ENDLESS))
        found = self.let(f"1 if G_top[0] > {low} or G_full[0] else 0")
        self.line("G_full[0] = 0")
        self.line(f"back_to({low})")
        return found

    def _run_to_see_at_once(self, name: str, held: str) -> str | None:
        """Is there a run of a pattern, without wild cards? A test, by how far the cards of the shortest are from each
        other; None if that differs much."""
        pattern, kind_of = self.program.combos.patterns[name], list(self.program.kind_of)
        form, copies = self.form(pattern), Counter(kind_of)
        size, of_runs = form.bounds.smallest, [kind for kind, group in enumerate(form.groups) if group >= 0]
        plain = form.is_run and not (pattern.group or pattern.different or self._sums_of(name))
        many = {copies[kind] for kind in of_runs}
        if not plain or not form.bounds.holds(size, 0) or kind_of != sorted(kind_of) or len(many) > 1:
            return None
        runs: dict[tuple[int, ...], int] = {}
        for group in form.values:
            for start in range(form.length + 1 - size):
                there = [form.roles.get((group, place), -1) for place in range(start, start + size)]
                if -1 in there or len({*there}) < size:
                    return None
                first, *others = map(kind_of.index, there)
                away = tuple(other - first for other in others)
                runs[away] = runs.get(away, 0) | 1 << first
        if len(runs) > MOST_AWAY:
            return None
        copied = [held, *(f"DOWN({held}, {i})" for i in range(1, max(many, default=1)))]
        one = self.let(f"({' | '.join(copied)}) & {sum(1 << kind_of.index(kind) for kind in of_runs)}", "m_")
        tests = []
        for away, first in runs.items():
            beside = [_moved("UP" if other < 0 else "DOWN", one, abs(other)) for other in away]
            tests.append(f"({' & '.join([one, str(first), *beside])}) != 0")
        return " or ".join(tests) or "0"

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


def _moved(word: str, cards: str, far: int) -> str:
    """The cards whose numbers are by so much higher or lower."""
    while far > 63:
        cards, far = f"{word}({cards}, 63)", far - 63
    return f"{word}({cards}, {far})"
