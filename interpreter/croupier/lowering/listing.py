"""The legal ways to make a move, one after the other in canonical order, each a row of numbers.

A row says which move it is, then what is chosen, a cell (a set of cards: `words` cells) for each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.compile.recognised import barring
from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered, both
from croupier.lowering.shapes import Cards, Kept, One, Place, Row, Shape, join
from croupier.lowering.statements import Statements
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

MOST_MOVES = 100_000


class Listing(Statements):
    """The part of the lowering that knows choices."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.bars: dict[str, str] = {}

    def listing(self, number: int, move: ir.MoveRule) -> None:
        """`l_N(S, OUT, n, me, most)` writes the legal ways to make a move behind row `n`, no more rows than `most`, and
        says how many rows there are then."""
        self.ranges = {
            choice.slot: len(self.program.enums[choice.type.enum])
            for choice in move.choices
            if choice.single and choice.type.enum
        }
        slots = {choice.slot for choice in move.choices}
        with self.function(f"l_{number}(S, OUT, n, me, most)"):
            self.mark(move.where)
            self.pure, self.known = True, [{}]
            env: Env = {0: One("me")}
            gates = [condition.expr for condition in move.conditions if not slots & set(condition.mentions)]
            test = self.all_hold(gates, env)
            if test != "0":
                with self.block(f"if {test}:"):
                    self._bar(move, slots, env)
                    self._fill(number, move, 0, env)
            self.line("return n")
        self.ranges = {}

    def all_hold(self, exprs: Sequence[ir.Expr], env: Env) -> str:
        parts: list[Callable[[], str]] = [lambda expr=expr: self.truth(expr, env) for expr in exprs]  # type: ignore[misc]
        return self.logic("and", parts) if parts else "1"

    def _bar(self, move: ir.MoveRule, slots: set[int], env: Env) -> None:
        """What no card of a choice of several may be, where no other choice decides about it: found once."""
        self.bars = {}
        for choice in move.choices:
            for condition in () if choice.single else move.conditions:
                found = barring(self.facts, condition.expr, choice.slot)
                if found is not None and not self.reads(found[1]) & slots:
                    mask = self.cards_where(*found, env)
                    if mask is not None:
                        self.bars[condition.path] = self.let(f"{self.all_cards} & ~{mask}", "m_")

    def _fill(self, number: int, move: ir.MoveRule, at: int, env: Env) -> None:
        if at == len(move.choices):
            return self._filled(number, move, env)
        choice = move.choices[at]
        later = {each.slot for each in move.choices[at + 1 :]}
        conditions = [
            each for each in move.conditions if choice.slot in each.mentions and not later & set(each.mentions)
        ]
        self._hoist([each.expr for each in (*conditions, *choice.filters)], env)
        if choice.type.name in ("meld", "spot"):
            raise Unlowered(f"the choice of a {choice.type.name}")
        if choice.if_possible:
            raise Unlowered("a choice among those that pass, if any does")
        collection = self.shape(choice.collection, env)

        def on(value: Shape, asked: Sequence[ir.Condition] = conditions) -> None:
            inner = {**env, choice.slot: value}
            test = self.all_hold([each.expr for each in asked], inner)
            if test == "1":
                self._fill(number, move, at + 1, inner)
            elif test != "0":
                with self.block(f"if {test}:"):
                    self._fill(number, move, at + 1, inner)

        if choice.type.name != "card":
            return self._values_of(choice, collection, env, on)
        if isinstance(collection, Row):
            return self._places_of(choice, collection, env, on)
        if not isinstance(collection, Cards):
            raise Unlowered(f"a choice from {type(collection).__name__}")
        self._cards_of_choice(choice, collection, conditions, env, on)
        return None

    def _filled(self, number: int, move: ir.MoveRule, env: Env) -> None:
        layout = self.layout
        self.line(f"OUT[n * {layout.row}] = {number}")
        for i, choice in enumerate(move.choices):
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
    def _values_of(self, choice: ir.Choice, shape: Shape, env: Env, on: Callable[[Shape], None]) -> None:
        if not choice.single:
            raise Unlowered("several that are no cards")
        if not self._ascending(shape):
            raise Unlowered(f"a choice among values listed as {type(shape).__name__}")
        self.known.append({})
        if choice.filters:
            exprs = [each.expr for each in choice.filters]
            shape = Kept(shape, lambda item: self.all_hold(exprs, {**env, choice.slot: item}))
        self.each(shape, on)
        self.known.pop()

    def _ascending(self, shape: Shape) -> bool:
        """Are the values plainly in order, each once?"""
        from croupier.lowering.shapes import Seats, Several, Span

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

    def _viewed(self, place: Place) -> bool:
        """Does who acts plainly see the cards of a place?"""
        zone = self.layout.zones[place[0]]
        if zone.top_only:
            return False
        mine = place[1] == "me" and zone.per == "player"
        return zone.seen == "everyone" or (mine and zone.seen in ("owner", "team"))

    def _places_of(self, choice: ir.Choice, row: Row, env: Env, on: Callable[[Shape], None]) -> None:
        """Cards in a row or pile, each by itself: first those that lie open to who acts, by what they are and then by
        place, then the others by place."""
        if not choice.single:
            raise Unlowered("a choice of several cards in a row")
        exprs = [each.expr for each in choice.filters]
        open_cards = self._open_in(row.place)

        def asked(item: Shape) -> None:
            test = self.all_hold(exprs, {**env, choice.slot: item})
            if test != "0":
                with self.block(f"if {test}:"):
                    on(item)

        def those(cards: str) -> Shape:
            return Kept(row, lambda item: f"(({cards} & {self.mask(item)}) != 0)")

        self.known.append({})
        if open_cards != "0":
            kinds, kind_of = self.kinds()
            seen = self.let(f"{open_cards} & {self.mask(row)}", "m_")
            left = self.let(seen, "m_")
            with self.block(f"while {left} != 0:"):
                kind = self.let(f"{kinds}[{kind_of}[LOW({left})]]", "m_")
                self.each(those(self.let(f"{kind} & {seen}", "m_")), asked)
                self.line(f"{left} = {left} & ~{kind}")
            if not self._viewed(row.place):
                self.each(those(self.let(f"{self.all_cards} & ~{seen}", "m_")), asked)
        else:
            self.each(row, asked)
        self.known.pop()

    def _open_in(self, place: Place) -> str:
        """The cards that lie open to who acts, if they lie here, as a set."""
        if self._viewed(place):
            return str(self.all_cards)
        zone = self.layout.zones[place[0]]
        if zone.seen != "nobody" and not (zone.seen == "others" and place[1] == "me"):
            raise Unlowered(f"a choice among cards of {zone.name}, which some see")
        return f"Z[{self.layout.at('turned')}]" if self._may_be_turned(place[0]) else "0"

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
        self,
        choice: ir.Choice,
        cards: Cards,
        conditions: Sequence[ir.Condition],
        env: Env,
        on: Callable[..., None],
    ) -> None:
        """Cards that lie open to who acts: by kind, then by place; those alike in all of that are one candidate."""
        order = self._places_in_order(cards)
        for place in order:
            zone = self.layout.zones[place[0]]
            if not self._viewed(place):
                raise Unlowered(f"a choice among cards of {zone.name}, which may be hidden")
            if zone.name in self.living:
                raise Unlowered(f"a choice among cards of {zone.name}, on which something is noted")
        filters = []
        for each in choice.filters:
            mask = self.cards_where(choice.slot, each.expr, env)
            if mask is None:
                raise Unlowered("a filter that is no set of cards")
            filters.append(mask)
        asked = list(conditions)
        for condition in conditions if not choice.single else ():
            found = barring(self.facts, condition.expr, choice.slot)
            bar = self.bars.get(condition.path)
            if found is not None and bar is None:
                mask = self.cards_where(*found, env)
                bar = None if mask is None else f"({self.all_cards} & ~{mask})"
            if found is not None and bar is not None:
                filters.append(bar)
                asked.remove(condition)
        parts = {place: " & ".join([text, *filters]) for text, place in cards.parts if place is not None}
        texts = [(self.let(parts[place], "m_"), place) for place in order]
        split = any(self._may_be_turned(place[0]) for place in order)
        classes = texts if not split else self._turned_apart(texts)
        if choice.single:
            self.known.append({})
            self._one_of_each(classes, on)
            self.known.pop()
        else:
            self._several(choice, classes, asked, env, on)

    def _places_in_order(self, cards: Cards) -> list[Place]:
        places = [place for _, place in cards.parts]
        zones = list(self.layout.zones)
        known = [place for place in places if place is not None and place[0]]
        names = [zone for zone, _ in known]
        if len(known) < len(places) or len(set(names)) < len(names):
            raise Unlowered("a choice among cards that lie somewhere")
        return sorted(known, key=lambda place: zones.index(place[0]))

    def _turned_apart(self, texts: list[tuple[str, Place]]) -> list[tuple[str, Place]]:
        """Of each place, first the cards that lie as the zone shows them, then those turned up."""
        turned, found = f"Z[{self.layout.at('turned')}]", []
        for text, place in texts:
            if self._may_be_turned(place[0]):
                found.append((self.let(f"{text} & ~{turned}", "m_"), place))
                found.append((self.let(f"{text} & {turned}", "m_"), place))
            else:
                found.append((text, place))
        return found

    def _each_class(self, classes: list[tuple[str, Place]], found: Callable[[str, Place], None]) -> None:
        """The cards of one kind in one place, kind by kind."""
        kinds, kind_of = self.kinds()
        left = self.let(join(text for text, _ in classes), "m_")
        with self.block(f"while {left} != 0:"):
            kind = self.let(f"{kinds}[{kind_of}[LOW({left})]]", "m_")
            for text, place in classes:
                cards = self.let(f"{text} & {kind}", "m_")
                with self.block(f"if {cards} != 0:"):
                    found(cards, place)
            self.line(f"{left} = {left} & ~{kind}")

    def _one_of_each(self, classes: list[tuple[str, Place]], on: Callable[..., None]) -> None:
        self._each_class(classes, lambda cards, place: on(One(self.let(f"LOW({cards})", "c"), at=(place,))))

    def _several(
        self,
        choice: ir.Choice,
        classes: list[tuple[str, Place]],
        asked: Sequence[ir.Condition],
        env: Env,
        on: Callable[..., None],
    ) -> None:
        """Every multiset of the classes, smallest first; one card alone, the commonest, without more ado."""
        all_cards = self.let(join(text for text, _ in classes), "m_")
        places = tuple(dict.fromkeys(place for _, place in classes))

        def chosen(text: str) -> Cards:
            if len(places) == 1:
                return Cards(((text, places[0]),))
            parts = tuple((f"({text} & {self.layout.cards_at(*place)})", place) for place in places)
            return Cards(parts, by_kind=True)

        low = self.one(choice.low, env)
        high = None if choice.high is None else self.one(choice.high, env)
        if low.text == "1" and high is None:
            with self.block(f"if {all_cards} != 0 and REST({all_cards}) == 0:"):
                on(chosen(all_cards), asked)
            test = f"{all_cards} != 0 and REST({all_cards}) != 0"
        else:
            test = both(f"{all_cards} != 0" if low.text.isdigit() and int(low.text) > 0 else "1")
        with self.block(f"if {test}:"):
            number, total = self.let("0", "n"), self.let("0")

            def noted(cards: str, place: Place) -> None:
                self.line(f"Gm_class[{number}] = {cards}")
                self.line(f"G_size[{number}] = POP({cards})")
                self.line(f"{total} += G_size[{number}]")
                self.line(f"{number} += 1")

            self._each_class(classes, noted)
            if high is not None:
                most = self.atom(high.text)
                limit = f"{total} if {total} < {most} else {most}"
                if high.nil:
                    limit = f"{total} if {most} == {-(1 << 62)} or {total} < {most} else {most}"
                self.line(f"{total} = {limit}")
            least = self.atom(low.text)
            fewest = self.let(f"{least} if {least} > 0 else 0") if not least.isdigit() or low.nil else least
            i, many = self.name("i"), self.let(f"multisets({number}, {fewest}, {total})", "n")
            with self.block(f"if {many} >= {MOST_MOVES}:"):
                self.line(f"{self.layout.cell('fault')} = 1")
            with self.block(f"for {i} in range(0, {many}):"):
                on(chosen(self.let(f"Gm_made[{i}]", "m_")), asked)
