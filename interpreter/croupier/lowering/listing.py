"""The legal ways to make a move, one after the other in canonical order, each a row of numbers.

A row says which move it is, then what is chosen, a cell (a set of cards: `words` cells) for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from croupier.compile.recognised import barring
from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.shapes import Cards, Kept, One, Place, Row, Seats, Several, Shape, Span, Stored, Top, join
from croupier.lowering.shapes import places as places_of
from croupier.lowering.statements import Statements
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


class On(Protocol):
    """What is done with a value that may be chosen; `asked`: the conditions that are still to be asked of it."""

    def __call__(self, value: Shape, asked: Sequence[ir.Condition] | None = None) -> None: ...


MOST_MOVES = 100_000
MOST_SEVERAL = 20_000
"""So many ways to choose several things may be kept while another choice of several is made."""


class Listing(Statements):
    """The part of the lowering that knows choices."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.bars: dict[str, str] = {}
        self.nested = False

    def listing(self, number: int, move: ir.MoveRule) -> None:
        """`l_N(S, OUT, n, me, most)` writes the legal ways to make a move behind row `n`, no more rows than `most`, and
        says how many rows there are then."""
        self.ways(number, f"l_{number}", move.choices, move.conditions, {0: One("me")}, move.where)

    def ways(
        self, number: int, name: str, choices: Sequence[ir.Choice], conditions: Sequence[ir.Condition], env: Env,
        where: ir.Where | None = None,
    ) -> None:  # fmt: skip
        """The function that lists the ways to make some choices, as rows that begin with the number."""
        self.ranges = {
            choice.slot: len(self.program.enums[choice.type.enum])
            for choice in choices
            if choice.single and choice.type.enum
        }
        slots = {choice.slot for choice in choices}
        with self.function(f"{name}(S, OUT, n, me, most)"):
            self.mark(where)
            self.pure, self.known = True, [{}]
            gates = [condition.expr for condition in conditions if not slots & set(condition.mentions)]
            test = self.all_hold(gates, env)
            if test != "0":
                with self.block(f"if {test}:"):
                    self._bar(choices, conditions, env)
                    self._fill(number, choices, conditions, 0, env)
            self.line("return n")
        self.ranges = {}

    def all_hold(self, exprs: Sequence[ir.Expr], env: Env) -> str:
        parts: list[Callable[[], str]] = [lambda expr=expr: self.truth(expr, env) for expr in exprs]  # type: ignore[misc]
        return self.logic("and", parts) if parts else "1"

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
            return self._filled(number, choices, env)
        choice = choices[at]
        later = {each.slot for each in choices[at + 1 :]}
        conditions = [each for each in whole if choice.slot in each.mentions and not later & set(each.mentions)]
        self._hoist([each.expr for each in (*conditions, *choice.filters)], env)
        self.nested = any(not each.single for each in choices[at + 1 :])
        if choice.type.name in ("meld", "spot"):
            raise Unlowered(f"the choice of a {choice.type.name}")
        collection = self.shape(choice.collection, env)

        def on(value: Shape, asked: Sequence[ir.Condition] | None = None) -> None:
            inner = {**env, choice.slot: value}
            test = self.all_hold([each.expr for each in (conditions if asked is None else asked)], inner)
            if test == "1":
                self._fill(number, choices, whole, at + 1, inner)
            elif test != "0":
                with self.block(f"if {test}:"):
                    self._fill(number, choices, whole, at + 1, inner)

        if choice.type.name == "card":
            self._cards_of_choice(choice, collection, conditions, env, on)
        elif choice.single:
            self._values_of(choice, collection, env, on)
        else:
            self._several_values(choice, collection, env, on)
        return None

    def _filled(self, number: int, choices: Sequence[ir.Choice], env: Env) -> None:
        layout = self.layout
        self.line(f"OUT[n * {layout.row}] = {number}")
        for i, choice in enumerate(choices):
            value = env[choice.slot]
            cell = f"n * {layout.row} + {1 + i * layout.words}"
            if isinstance(value, One):
                self.line(f"OUT[{cell}] = {value.text}")
            else:
                self.line(f"ZO[{cell}] = {self.mask(value)}")
        self.line("n += 1")
        with self.block("if n >= most:"):
            self.line("return n")

    def _hoist(self, exprs: Sequence[ir.Expr], env: Env) -> None:
        """Definitions that read nothing but the state are worked out once, before the loop."""
        for expr in exprs:
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
        exprs = [each.expr for each in choice.filters]
        if choice.if_possible and exprs:
            raise Unlowered("a choice among values that pass, if any does")
        if not self._ascending(shape):
            shape = self._sorted(choice, shape)
        return Kept(shape, lambda item: self.all_hold(exprs, {**env, choice.slot: item})) if exprs else shape

    def _sorted(self, choice: ir.Choice, shape: Shape) -> Shape:
        if choice.type.enum or choice.type.name in ("player", "team", "truth"):
            return Seats(self.let(self.seats(shape)))
        room = max(self.program.cards, 256)
        array, count = self.array(room), self.let("0")

        def put(item: Shape) -> None:
            value, i = self.atom(self.single(item).text), self.name("i")
            self.line(f"{i} = 0")
            with self.block(f"while {i} < {count} and {array}[{i}] < {value}:"):
                self.line(f"{i} += 1")
            with self.block(f"if {i} == {count} or {array}[{i}] != {value}:"):
                self.full(count, room)
                j = self.name("i")
                with self.block(f"for {j} in range({count}, {i}, -1):"):
                    self.line(f"{array}[{j}] = {array}[{j} - 1]")
                self.line(f"{array}[{i}] = {value}")
                self.line(f"{count} += 1")

        self.each(shape, put)
        return Stored(array, count)

    def _several_values(self, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
        """Several values, each once: sets of small numbers are as good as sets of cards."""
        room = 64 * self.layout.words
        if not choice.type.enum and choice.type.name not in ("player", "team"):
            raise Unlowered("several numbers")
        sizes = {"player": self.program.seats, "team": self.program.teams}
        if (len(self.program.enums[choice.type.enum]) if choice.type.enum else sizes[choice.type.name]) > room:
            raise Unlowered("several of so many values")
        values = self._in_order_once(choice, shape, env)

        def classes(found: Callable[[str], None]) -> None:
            self.each(values, lambda item: found(f"BIT({self.single(item).text})"))

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

    # ------------------------------------------------------------ cards
    def _open_in(self, place: Place) -> str:
        """The cards that lie open to who acts, if they lie here, as a set."""
        zone, whose = self.layout.zones[place[0]], self.layout.owner(*place)
        everything = str(self.all_cards)
        turned = f"Z[{self.layout.at('turned')}]" if self._may_be_turned(zone.name) else "0"
        if zone.top_only:
            raise Unlowered(f"a choice among cards of {zone.name}, of which the top lies open")
        if zone.seen in ("nobody", "everyone"):
            return everything if zone.seen == "everyone" else turned
        if whose is None:
            raise Unlowered(f"{zone.name} of the table, which some see")
        teams = self.program.teams
        mine = f"{whose} == me" if zone.per == "player" else f"{whose} == me % {teams}"
        if zone.seen == "team" and zone.per == "player":
            mine = f"{whose} % {teams} == me % {teams}"
        plain = whose == "me" and zone.per == "player"
        if zone.seen == "others":
            return turned if plain else f"({turned} if {mine} else {everything})"
        return everything if plain else f"({everything} if {mine} else {turned})"

    def _may_be_turned(self, zone: str) -> bool:
        """May a card that lies there be turned up when somebody chooses?"""
        return self.layout.turns_cards and zone in self.turned_in

    @property
    def turned_in(self) -> frozenset[str]:
        """The zones in which some statement turns up cards that stay there."""
        found: set[str] = set()
        for owner in self.facts.owners:
            here = self.facts.locals_of(owner)
            for node in nodes(owner):
                if isinstance(node, ir.Reveal):
                    found |= self.facts.sources(node.cards, here)
        return frozenset(found) if found <= set(self.layout.zones) else frozenset(self.layout.zones)

    def _cards_of_choice(
        self, choice: ir.Choice, shape: Shape, conditions: Sequence[ir.Condition], env: Env, on: On
    ) -> None:
        """Cards that lie open to who acts: by kind, then by place; those alike in all of that are one candidate. Then
        the others, by place."""
        pools = self._pools(shape)
        asked = list(conditions)
        bars = []
        for condition in conditions if not choice.single else ():
            found = barring(self.facts, condition.expr, choice.slot)
            bar = self.bars.get(condition.path)
            if found is not None and bar is None:
                mask = self.cards_where(*found, env)
                bar = None if mask is None else f"({self.all_cards} & ~{mask})"
            if found is not None and bar is not None:
                bars.append(bar)
                asked.remove(condition)
        for condition in conditions if choice.single else ():
            melding = self.melding_without(condition.expr, choice.slot, env)
            if melding is not None:
                bars.append(melding)
                asked.remove(condition)
        kept = self._passing_filters(choice, pools, env)
        pools = [(self.let(" & ".join([text, *bars]), "m_"), place) for text, place in kept]
        places = tuple(dict.fromkeys(place for _, place in pools))
        if choice.single:
            self.known.append({})
            self._classes(
                pools, lambda cards, place: on(One(self.let(self._shown(cards, place), "c"), at=(place,)), asked)
            )
            self.known.pop()
            return
        if any(self._noted_in(zone) for zone, _ in places):
            raise Unlowered("several cards of which some are noted")
        in_rows = any(self.layout.form(zone) != "set" for zone, _ in places)
        if in_rows and any(self._open_in(place) != str(self.all_cards) for place in places):
            raise Unlowered("several cards in a row, of which some are hidden")

        def chosen(text: str) -> None:
            if len(places) == 1 and not in_rows:
                return on(Cards(((text, places[0]),)), asked)
            if in_rows:
                return on(Cards(((text, None),)), asked)
            parts = tuple((f"({text} & {self.layout.cards_at(*place)})", place) for place in places)
            return on(Cards(parts, by_kind=True), asked)

        def classes(found: Callable[[str], None]) -> None:
            self._classes(pools, lambda cards, place: found(cards))

        self._several(choice, classes, env, chosen, join(text for text, _ in pools))

    def _pools(self, shape: Shape) -> list[tuple[str, Place]]:
        """The cards of a collection by the place where they lie, as places are listed."""
        found: list[tuple[str, Place]] = []
        for part in shape.parts if isinstance(shape, Several) else (shape,):
            if isinstance(part, Cards):
                found += [(text, place) for text, place in part.parts if place is not None and place[0]]
                if any(place is None or not place[0] for _, place in part.parts):
                    raise Unlowered("a choice among cards that lie somewhere")
            elif isinstance(part, One | Row | Top | Kept | Stored) and len(known := places_of(part) or ()) == 1:
                found.append((self.mask(part), known[0]))
            else:
                raise Unlowered(f"a choice among cards such as {type(part).__name__}")
        zones = list(self.layout.zones)
        names = [place[0] for _, place in found]
        if len(set(names)) < len(names) and any(place[1] is not None and not place[1].isdigit() for _, place in found):
            raise Unlowered("a choice among cards of several players")

        def rank(pool: tuple[str, Place]) -> tuple[int, int]:
            zone, subject = pool[1]
            return zones.index(zone), int(subject) if subject is not None and subject.isdigit() else 0

        return sorted(found, key=rank)

    def _passing_filters(self, choice: ir.Choice, pools: list[tuple[str, Place]], env: Env) -> list[tuple[str, Place]]:
        before = [(self.atom(text, "m_"), place) for text, place in pools] if choice.if_possible else pools
        kept = before
        for each in choice.filters:
            mask = self.cards_where(choice.slot, each.expr, env)
            if mask is not None:
                kept = [(f"({text} & {mask})", place) for text, place in kept]
            else:
                kept = [(self._passing(text, place, choice.slot, each.expr, env), place) for text, place in kept]
        if not choice.if_possible or not choice.filters:
            return kept
        left = [(self.let(text, "m_"), place) for text, place in kept]
        none = self.let(f"{join(text for text, _ in left)} == 0")
        return [(f"({old} if {none} else {new})", place) for (new, place), (old, _) in zip(left, before, strict=True)]

    def _classes(self, pools: list[tuple[str, Place]], found: Callable[[str, Place], None]) -> None:
        """Each candidate, as the set of those that are alike, and its place."""
        for _, (zone, _) in pools:
            if self.layout.form(zone) == "melds":
                raise Unlowered("a choice among cards of melds")
        opened = [(text, place, self._open_in(place)) for text, place in pools]
        everything = str(self.all_cards)
        lying = [
            (text if seen == everything else self.let(f"{text} & {seen}", "m_"), place)
            for text, place, seen in opened
            if seen != "0"
        ]
        if lying:
            kinds, kind_of = self.kinds()
            left = self.let(join(text for text, _ in lying), "m_")
            with self.block(f"while {left} != 0:"):
                kind = self.let(f"{kinds}[{kind_of}[LOW({left})]]", "m_")
                for text, place in lying:
                    self._of_kind(self.let(f"{text} & {kind}", "m_"), place, found)
                self.line(f"{left} = {left} & ~{kind}")
        for text, place, seen in opened:
            if seen == everything:
                continue
            hidden = text if seen == "0" else self.let(f"{text} & ~{seen}", "m_")
            if self.layout.form(place[0]) == "set":
                with self.block(f"if {hidden} != 0:"):
                    self.line(f"{self.layout.cell('fault')} = 1")
            else:
                self._one_by_one_in(hidden, place, found)

    def _of_kind(self, cards: str, place: Place, found: Callable[[str, Place], None]) -> None:
        """Cards of one kind that lie open in one place."""
        if self.layout.form(place[0]) != "set":
            return self._one_by_one_in(cards, place, found)
        classes = [cards]
        if self._may_be_turned(place[0]):
            turned = f"Z[{self.layout.at('turned')}]"
            classes = [self.let(f"{cards} & ~{turned}", "m_"), self.let(f"{cards} & {turned}", "m_")]
        told = self._told_of(place[0])
        for alike in classes:
            if told:
                self._by_notes(alike, told, place, found)
            else:
                with self.block(f"if {alike} != 0:"):
                    found(alike, place)
        return None

    def _told_of(self, zone: str) -> list[str]:
        """The state of cards that everybody sees, and that tells cards of a set apart."""
        columns = {column: name for name, column in self.program.card_variables.items()}
        return [columns[column] for column in self.program.telling[self.program.zone_base[zone]]]

    def _by_notes(self, cards: str, names: Sequence[str], place: Place, found: Callable[[str, Place], None]) -> None:
        """Those on which the same is noted, what is least first."""
        left = self.let(cards, "m_")
        with self.block(f"while {left} != 0:"):
            best = self.let(f"LOW({left})", "c")
            rest = self.let(f"REST({left})", "m_")
            with self.block(f"while {rest} != 0:"):
                card = self.let(f"LOW({rest})", "c")
                self.line(f"{rest} = REST({rest})")
                self._where_less(card, best, names)
            alike = self.let("0", "m_")
            self.line(f"{rest} = {left}")
            with self.block(f"while {rest} != 0:"):
                card = self.let(f"LOW({rest})", "c")
                self.line(f"{rest} = REST({rest})")
                same = [f"{self._note(name, card)} == {self._note(name, best)}" for name in names]
                with self.block(f"if {' and '.join(same)}:"):
                    self.line(f"{alike} = {alike} | BIT({card})")
            self.line(f"{left} = {left} & ~{alike}")
            found(alike, place)

    def _note(self, name: str, card: str) -> str:
        return self.layout.cell("variable", name, card)

    def _where_less(self, card: str, best: str, names: Sequence[str]) -> None:
        """If less is noted on the card, it is the best."""
        first, *others = names
        with self.block(f"if {self._note(first, card)} < {self._note(first, best)}:"):
            self.line(f"{best} = {card}")
        if others:
            with self.block(f"if {self._note(first, card)} == {self._note(first, best)}:"):
                self._where_less(card, best, others)

    def _one_by_one_in(self, cards: str, place: Place, found: Callable[[str, Place], None]) -> None:
        """Cards of a row, pile or slot, each by itself, by place."""
        row = self.zone(*place)
        if isinstance(row, One):
            with self.block(f"if {cards} != 0:"):
                found(cards, place)
            return
        with self.block(f"if {cards} != 0:"):
            those = Kept(row, lambda item: f"(({cards} & {self.mask(item)}) != 0)")
            self.each(those, lambda item: found(f"BIT({self.single(item).text})", place))

    def _noted_in(self, zone: str) -> bool:
        return any(self.program.leaving.get(self.program.zone_base[zone], ())) or zone in self.living

    def _shown(self, cards: str, place: Place) -> str:
        """Which copy stands for all that are alike: one on which something is noted, if there is one."""
        if cards.startswith("BIT("):
            return cards[4:-1]
        if place[0] not in self.living:
            return f"LOW({cards})"
        variables = self.living[place[0]]
        if any(not isinstance(each.start, ir.Constant | ir.Nothing) for each in variables):
            raise Unlowered(f"a choice among cards of {place[0]}, on which something is noted")
        noted = self.let("0", "m_")

        def look(card: Shape) -> None:
            of = self.single(card).text
            tests = []
            for each in variables:
                start = NIL if isinstance(each.start, ir.Nothing) else int(self.program.planner.constant(each.start))
                tests.append(f"{self.layout.cell('variable', each.name, of)} != {start}")
            with self.block(f"if {' or '.join(tests)}:"):
                self.line(f"{noted} = {noted} | BIT({of})")

        self.each(Cards(((cards, place),)), look)
        if len(variables) > 1 or variables[0].type != ir.TRUTH:  # of several that are noted, the reference says which
            with self.block(f"if POP({noted}) > 1:"):
                self.line(f"{self.layout.cell('fault')} = 1")
        return f"LOW({noted}) if {noted} != 0 else LOW({cards})"

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
            with self.block(f"if {many} >= {MOST_MOVES}:"):
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
