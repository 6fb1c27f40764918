"""The legal ways to make a move, one after the other in canonical order, each a row of numbers.

A row says which move it is, then what is chosen, a cell (a set of cards: `words` cells) for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from croupier.base import limits
from croupier.compile.recognised import barring
from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered, part
from croupier.lowering.meldgroups import On
from croupier.lowering.shapes import (
    Cards,
    Kept,
    Meld,
    One,
    Place,
    Seats,
    Several,
    Shape,
    Span,
    join,
)
from croupier.lowering.spotchoice import SpotChoices
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

MOST_BITS = 62
"""So many bits of one number may stand for values."""
MOST_SEVERAL = 20_000
"""So many ways to choose several things may be kept while another choice of several is made."""


class Listing(SpotChoices):
    """The part of the lowering that knows choices. `first_row`: behind which row those of a move begin, where some of
    them may be come to again."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.bars: dict[str, str] = {}
        self.nested = False
        self.first_row = "n"

    def listing(self, number: int, move: ir.MoveRule) -> None:
        """`l_N(S, OUT, n, me, most)` writes the legal ways to make a move behind row `n`, no more rows than `most`, and
        says how many rows there are then."""
        self.ways(number, f"l_{number}", move.choices, move.conditions, {0: One("me")}, move.where)

    def ways(
        self, number: int, name: str, choices: Sequence[ir.Choice], conditions: Sequence[ir.Condition], env: Env,
        where: ir.Where | None = None,
    ) -> None:  # fmt: skip
        """The function that lists the ways to make some choices, as rows that begin with the number."""
        slots = {choice.slot for choice in choices}
        with self.function(f"{name}(S, OUT, n, me, most)"):
            self.mark(where)
            self.pure, self.known, self.spots_ahead, self.rows_again = True, [{}], {}, False
            self.first_row = self.let("n") if self.covers and any(each.type.name == "spot" for each in choices) else "n"
            self.nothing_cast()
            if any(choice.type.name == "meld" for choice in choices):
                self.lists()
                self.line("forget_melds()")
            gates = [condition for condition in conditions if not slots & set(condition.mentions)]
            test = self.all_judged(gates, env)
            if test != "0":
                with self.block(f"if {test}:"):
                    self._bar(choices, conditions, env)
                    self._fill(number, choices, conditions, 0, env)
            self.line("return n")

    @property
    def every_move(self) -> int:
        """How many rows are listed where all moves are: one more than there may be shows that there are too many."""
        return limits.MOST_MOVES + 1

    def listed_for(self, stage: ir.Stage, seat: str) -> str:
        """The moves of a seat that has to decide. In what a seat imagines it is enough that there is one."""
        return f"legal_{self.ends[stage.name]}(S, OUT, {seat}, {self.most_offered()})"

    def most_offered(self) -> str:
        """How many moves are listed where a decision falls due; in what a seat imagines one is enough."""
        return (
            f"(1 if {self.layout.cell('imagines')} else {self.every_move})" if self.foresees else str(self.every_move)
        )

    def all_hold(self, exprs: Sequence[ir.Expr], env: Env) -> str:
        """A test of all the conditions; what there is none of holds."""
        return self.logic("and", [partial(self.truth, expr, env) for expr in exprs])

    def all_judged(self, conditions: Sequence[ir.Condition], env: Env) -> str:
        """The same, of which each answer is counted."""
        return self.logic("and", [partial(self.judged, condition, env) for condition in conditions])

    def _bar(self, choices: Sequence[ir.Choice], conditions: Sequence[ir.Condition], env: Env) -> None:
        """What no card of a choice of several may be, where no other choice decides about it: found once."""
        self.bars = {}
        slots = {choice.slot for choice in choices}
        for choice in choices:
            for condition in () if choice.single else conditions:
                found = barring(self.facts, condition.expr, choice.slot)
                if found is not None and not self.reads(found[1]) & slots:
                    mask = self.cards_where(*found, env)
                    if mask is not None:
                        self.bars[condition.path] = self.let(f"{self.all_cards} & ~{mask}", "m_")

    def _fill(
        self, number: int, choices: Sequence[ir.Choice], whole: Sequence[ir.Condition], at: int, env: Env
    ) -> None:
        """A loop for each choice, inside those for the choices before it."""
        if at == len(choices):
            self._filled(number, choices, env)
            return
        with part(choices[at].where, choices[at].path):
            self._fill_one(number, choices, whole, at, env)

    def _fill_one(
        self, number: int, choices: Sequence[ir.Choice], whole: Sequence[ir.Condition], at: int, env: Env
    ) -> None:
        choice = choices[at]
        later = {each.slot for each in choices[at + 1 :]}
        conditions = [each for each in whole if choice.slot in each.mentions and not later & set(each.mentions)]
        self._hoist([each.expr for each in (*conditions, *choice.filters)], env)
        self.nested = any(not each.single for each in choices[at + 1 :])
        after = choices[at + 1 :]
        self.waiting = [
            *(each.expr for each in whole if later & set(each.mentions)),
            *(expr for each in after for expr in (each.collection, *(test.expr for test in each.filters))),
        ]
        casts = any(map(self.casts, [*(each.expr for each in conditions), *self.waiting]))
        for each in after:
            if each.type.name == "spot" and self.steady(each.collection) and not self.covers:
                self._list_spots(each, env)

        def on(value: Shape, asked: Sequence[ir.Condition] | None = None) -> None:
            inner = {**env, choice.slot: value}
            with self.cast_in(value if casts else None):
                test = self.all_judged(conditions if asked is None else asked, inner)
                if test == "1":
                    self._fill(number, choices, whole, at + 1, inner)
                elif test != "0":
                    with self.block(f"if {test}:"):
                        self._fill(number, choices, whole, at + 1, inner)

        if choice.type.name == "meld":
            self.known.append({})
            self.melds_of_choice(choice, conditions, env, on, len(choices) == 1)
            self.known.pop()
            return None
        if self.covers and choice.type.name == "card" and choice.single:
            return self._sieved(choice, conditions, env, on, after)
        if choice.slot in self.spots_ahead:
            return self._spots_of_choice(choice, self.spots_ahead[choice.slot][0], env, on)
        collection = self.shape(choice.collection, env)
        if choice.type.name == "card":
            self._cards_of_choice(choice, collection, conditions, env, on, after)
        elif choice.type.name == "spot":
            self._spots_of_choice(choice, collection, env, on)
        elif choice.single:
            self._values_of(choice, collection, env, on)
        else:
            self._several_values(choice, collection, env, on)
        return None

    def _sieved(
        self, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, after: Sequence[ir.Choice]
    ) -> None:
        """A choice of one card, of which it is counted what a condition says that is asked of all of them at once: if
        none passes, once, and nothing else is asked."""
        sieves = [(each, self.melding_without(each.expr, choice.slot, env)) for each in conditions]
        found = [(each, passing) for each, passing in sieves if passing is not None]
        if len(found) > 1:
            raise Unlowered("a choice of a card that two arrangements allow, counted")
        if not found:
            return self._cards_of_choice(choice, self.shape(choice.collection, env), conditions, env, on, after)
        ((sieve, passing),) = found
        with self.block(f"if {passing} == 0:"):
            self.fires(f"{sieve.path}.no")
        with self.block("else:"):
            others = [each for each in conditions if each is not sieve]
            collection = self.shape(choice.collection, env)
            self._cards_of_choice(choice, collection, others, env, on, after, (sieve.path, passing))
        return None

    def _filled(self, number: int, choices: Sequence[ir.Choice], env: Env) -> None:
        layout = self.layout
        self.line(f"OUT[n * {layout.row}] = {number}")
        for i, choice in enumerate(choices):
            value = env[choice.slot]
            cell = f"n * {layout.row} + {1 + i * layout.width}"
            if choice.type.name == "meld":
                self.put_melds(choice, value, cell)
            elif isinstance(value, One):
                self.line(f"OUT[{cell}] = {value.text}")
            else:
                self.line(f"ZO[{cell}] = {self.mask(value)}")
        if self.rows_again:
            new = self._is_new(choices)
            self.line(f"n += {new}")
        else:
            self.line("n += 1")
        with self.block("if n >= most:"):
            with self.block(f"if n > {limits.MOST_MOVES}:"):
                self.line(f"{self.layout.cell('fault')} = 1")
            if self.cast_now:
                self.line("Gm_cast[0] = 0")
            self.line("return n")

    def _is_new(self, choices: Sequence[ir.Choice]) -> str:
        """1 if what has been put down behind the rows of the move is none of them, else 0."""
        layout, new, row = self.layout, self.let("1"), self.name("i")
        at = [1 + i * layout.width for i in range(len(choices))]
        here, there = (
            [
                cell
                for choice, more in zip(choices, at, strict=True)
                for cell in self.cells_of(choice, f"{of} * {layout.row} + {more}")
            ]
            for of in (row, "n")
        )
        with self.block(f"for {row} in range({self.first_row}, n):"):
            with self.block(f"if {' and '.join(f'{a} == {b}' for a, b in zip(here, there, strict=True))}:"):
                self.line(f"{new} = 0")
                self.line("break")
        return new

    def _hoist(self, exprs: Sequence[ir.Expr], env: Env) -> None:
        """Definitions that read nothing but the state are worked out once, before the loop."""
        for expr in () if self.covers else exprs:
            for node in nodes(expr):
                if isinstance(node, ir.Defined):
                    self._hoist([self.definitions[node.name].body], env)
                    plain = node.subject is None and not node.type.many and self.steady(node)
                    if plain and not any(node in known for known in self.known):
                        value = self.shape(node, env)
                        if isinstance(value, One):
                            self.known[-1][node] = One(self.atom(value.text), value.nil, value.at)

    # ------------------------------------------------------------ what may be chosen
    def _values_of(self, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
        """One value, the least first."""
        self.known.append({})
        self.each(self._in_order_once(choice, shape, env), lambda item: on(item))
        self.known.pop()

    def _in_order_once(self, choice: ir.Choice, shape: Shape, env: Env) -> Shape:
        """The values of a choice that pass, the least first and each once."""
        if not self._ascending(shape):
            shape = self._sorted(choice, shape)
        if not choice.filters:
            return shape
        passing = Kept(shape, lambda item: self.all_judged(choice.filters, {**env, choice.slot: item}))
        if not choice.if_possible:
            return passing
        return self.these_or_all(passing, shape)

    def _sorted(self, choice: ir.Choice, shape: Shape) -> Shape:
        few = not choice.type.enum or len(self.program.enums[choice.type.enum]) < MOST_BITS
        if few and (choice.type.enum or choice.type.name in ("player", "team", "truth")):
            return Seats(self.let(self.seats(shape)))
        return self.ascending(shape, once=True)

    def _several_values(self, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
        """Several values, each once: sets of small numbers are as good as sets of cards."""
        room = 64 * self.layout.words
        sizes = {"player": self.program.seats, "team": self.program.teams, "truth": 2, "number": 0}
        if not choice.type.enum and choice.type.name not in sizes:
            raise Unlowered(f"several of type {choice.type.name}")
        if (len(self.program.enums[choice.type.enum]) if choice.type.enum else sizes[choice.type.name]) > room:
            raise Unlowered("several of so many values")
        values = self._in_order_once(choice, shape, env)

        def classes(found: Callable[[str], None]) -> None:
            def bit(item: Shape) -> None:
                value = self.atom(self.single(item).text)
                if choice.type.name == "number":
                    with self.block(f"if {value} < 0 or {value} >= {room}:"):
                        self.line(f"{self.layout.cell('fault')} = 1")
                    value = self.let(f"0 if {value} < 0 or {value} >= {room} else {value}")
                found(f"BIT({value})")

            self.each(values, bit)

        self._several(choice, classes, env, lambda text: on(Cards(((text, None),))))

    def _ascending(self, shape: Shape) -> bool:
        """Are the values plainly in order, each once?"""
        match shape:
            case Span() | Seats():
                return True
            case Kept(inner=inner):
                return self._ascending(inner)
            case Several(parts=parts):
                numbers = [part.text for part in parts if isinstance(part, One) and part.text.lstrip("-").isdigit()]
                values = [int(number) for number in numbers]
                return len(numbers) == len(parts) and values == sorted(set(values))
            case One():
                return True
        return False

    def _cards_of_choice(
        self, choice: ir.Choice, shape: Shape, conditions: Sequence[ir.Condition], env: Env, on: On,
        after: Sequence[ir.Choice],
        sieve: tuple[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Cards that lie open to who acts: by kind, then by place; those alike in all of that are one candidate. Then
        the others, by place."""
        pools, asked = self._known_in(self._pools(shape)), list(conditions)
        bars = []
        for condition in conditions if not choice.single and not self.covers else ():
            found = barring(self.facts, condition.expr, choice.slot)
            bar = self.bars.get(condition.path)
            if found is not None and bar is None:
                mask = self.cards_where(*found, env)
                bar = None if mask is None else f"~{mask}"
            if found is not None and bar is not None:
                bars.append(bar)
                asked.remove(condition)
        for condition in conditions if choice.single and not self.covers else ():
            melding = self.melding_without(condition.expr, choice.slot, env)
            if melding is not None:
                bars.append(melding)
                asked.remove(condition)
        kept = self._passing_filters(choice, pools, env)
        if sieve is not None:
            kept = [(self.atom(text, "m_"), place) for text, place in kept]
            for text, _ in kept:
                self.fires(f"{sieve[0]}.yes", f"POP({text} & {sieve[1]})")
                self.fires(f"{sieve[0]}.no", f"POP({text} & ~{sieve[1]})")
            bars.append(sieve[1])
        if self.covers and not choice.single:
            kept = self._unbarred(choice, kept, conditions, env)
        sets = all(self.layout.form(zone) == "set" for _, (zone, _) in kept)
        if (
            choice.single
            and not self.covers
            and ((sets and not self.waiting) or self.answered_alike(choice, kept, asked))
        ):
            for condition in tuple(asked):
                passing = self.cards_where(choice.slot, condition.expr, env)
                if passing is not None:
                    bars.append(passing)
                    asked.remove(condition)
            bars += self._fit_ahead(choice, after)
        bars.sort(key=str.isidentifier, reverse=True)  # what is in a name has been found before
        pools = [(self.let(reduce(self.among, bars, text), "m_"), place) for text, place in kept]
        places = tuple(dict.fromkeys(place for _, place in pools))
        if choice.single:
            self.known.append({})
            self._one_of(choice, pools, shape, asked, on, env)
            self.known.pop()
            return
        if any(self.layout.form(zone) == "melds" for zone, _ in places):
            raise Unlowered("several cards of melds")
        if any(self._noted_in(zone) and self.layout.form(zone) == "set" for zone, _ in places):
            raise Unlowered("several cards of which some are noted")
        in_rows = any(self.layout.form(zone) != "set" for zone, _ in places)
        if any(self._open_in(place) != str(self.all_cards) for place in places):
            plain = len(places) == 1 and in_rows and self._as_they_lie(shape) and not self._may_be_turned(places[0][0])
            if not plain or asked or self.waiting:
                raise Unlowered("several cards of which some are hidden, in their order")

        def chosen(text: str) -> None:
            if len(places) == 1 and not in_rows:
                return on(Cards(((text, places[0]),)), asked)
            if in_rows:
                return on(Cards(((text, None),)), asked)
            parts = tuple((f"({text} & {self.layout.cards_at(*place)})", place) for place in places)
            return on(Cards(parts, by_kind=True), asked)

        def classes(found: Callable[[str], None]) -> None:
            self._classes(pools, shape, lambda cards, place: found(cards))

        self._several(choice, classes, env, chosen, join(text for text, _ in pools))

    def _one_of(
        self, choice: ir.Choice, pools: list[tuple[str, Place]], shape: Shape, asked: Sequence[ir.Condition], on: On,
        env: Env,
    ) -> None:  # fmt: skip
        """One card, of those that are alike to who chooses the first that passes."""
        waiting = list(self.waiting)
        apart = self._told_apart([*(each.expr for each in asked), *waiting], choice.slot)
        unsure = apart and waiting and any(self.layout.form(zone) == "set" for _, (zone, _) in pools)
        if unsure:
            raise Unlowered("a choice among copies that are told apart, of several")
        before, self.alone = self.alone, not apart

        def one(cards: str, place: Place | None) -> None:
            meld, self.meld_there = self.meld_there, None
            if (
                place is not None and self.layout.form(place[0]) == "melds" and apart
            ):  # the reference tries one after the other
                with self.block(f"if REST({cards}) != 0:"):
                    self.line(f"{self.layout.cell('fault')} = 1")
                return self._any_copy(cards, place, on, asked, meld)
            if not apart or waiting:
                return self._any_copy(cards, place, on, asked, meld)
            if self.covers:
                return self._each_that_is_asked(choice, cards, place, on, asked, env)
            return self._first_that_passes(cards, place, on, asked)

        self._classes(pools, shape, one)
        self.alone = before

    def _any_copy(
        self, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition], meld: Shape | None
    ) -> None:
        """One copy stands for all that are alike. `meld`: the one that they lie in, if they lie in one."""
        with self.standing_for(f"POP({cards})"):
            card = self.let(self._shown(cards, place), "c")
            if isinstance(meld, Meld):
                self.meld_by_card[card] = meld
            on(One(card, at=None if place is None else (place,)), asked)

    def _first_that_passes(self, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition]) -> None:
        """The first of copies that are alike to who chooses, and that passes."""
        left, before = self.let(cards, "m_"), self.let("n", "n")
        with self.block(f"while {left} != 0 and n == {before}:"):
            card = self.let(self._shown(left, place), "c")
            self.line(f"{left} = {left} & ~BIT({card})")
            on(One(card, at=None if place is None else (place,)), asked)

    def _each_that_is_asked(
        self, choice: ir.Choice, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition], env: Env
    ) -> None:
        """The same; what is asked of the others is counted."""
        left, before = self.let(cards, "m_"), self.let("n", "n")
        with self.block(f"while {left} != 0:"):
            card = One(self.let(self._shown(left, place), "c"), at=None if place is None else (place,))
            self.line(f"{left} = {left} & ~BIT({card.text})")
            test = self.all_judged(asked, {**env, choice.slot: card})
            with self.block(f"if n == {before} and {test}:"):
                on(card, ())

    def _several(
        self,
        choice: ir.Choice,
        classes: Callable[[Callable[[str], None]], None],
        env: Env,
        on: Callable[[str], None],
        pool: str = "",
    ) -> None:
        """Every multiset of the classes, smallest first; of a pool of one card alone, the commonest, without more
        ado."""
        low = self.one(choice.low, env)
        high = None if choice.high is None else self.one(choice.high, env)
        test = "1"
        if pool:
            pool = self.atom(pool, "m_")
            test = f"{pool} != 0" if low.text.isdigit() and int(low.text) > 0 else "1"
        if pool and low.text == "1" and high is None:
            with self.block(f"if {pool} != 0 and REST({pool}) == 0:"):
                on(pool)
            test = f"{pool} != 0 and REST({pool}) != 0"
        with self.block(f"if {test}:"):
            number, total = self.let("0", "n"), self.let("0")

            def noted(cards: str) -> None:
                self.line(f"Gm_class[{number}] = {cards}")
                self.line(f"G_size[{number}] = POP({cards})")
                self.line(f"{total} += G_size[{number}]")
                self.line(f"{number} += 1")

            classes(noted)
            if high is not None:
                most = self.atom(high.text)
                limit = f"{total} if {total} < {most} else {most}"
                if high.nil:
                    limit = f"{total} if {most} == {NIL} or {total} < {most} else {most}"
                self.line(f"{total} = {limit}")
            least = self.atom(low.text)
            fewest = self.let(f"{least} if {least} > 0 else 0") if not least.isdigit() or low.nil else least
            i, many = self.name("i"), self.let(f"multisets({number}, {fewest}, {total})", "n")
            with self.block(f"if {many} > {limits.MOST_MOVES}:"):
                self.line(f"{self.layout.cell('fault')} = 1")
            if self.nested:
                made = self.array(MOST_SEVERAL, "Gm_")
                with self.block(f"if {many} > {MOST_SEVERAL}:"):
                    self.line(f"{self.layout.cell('fault')} = 1")
                    self.line(f"{many} = 0")
                with self.block(f"for {i} in range(0, {many}):"):
                    self.line(f"{made}[{i}] = Gm_made[{i}]")
            else:
                made = "Gm_made"
            with self.block(f"for {i} in range(0, {many}):"):
                on(self.let(f"{made}[{i}]", "m_"))
