"""Cards as sets: which pass a test, without looking at each where that can be; what is in both, in one alone."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.layout import MOST_WILD
from croupier.lowering.lists import Lists
from croupier.lowering.shapes import Cards, Kept, Meld, One, Place, Several, Shape, join, places
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, nodes, rebuilt

MOST_VALUES = 512
"""Tables of sets are made for so many values at most."""
HOLE = 1_000
"""Slots from here on stand for what a test reads besides its card."""


class CardSets(Lists):
    """The part of the lowering that knows sets of cards."""

    def somewhere(self, text: str, like: Shape) -> Cards:
        """A set of cards that are among those of the shape, wherever these lie."""
        known = places(like)
        if known is not None and len(known) == 1:
            return Cards(((text, known[0]),))
        named = [zone for zone, _ in known or ()]
        if known and len(set(named)) == len(named) and all(self.layout.form(zone) == "set" for zone in named):
            cards = self.atom(text, "m_")
            return Cards(tuple((f"({cards} & {self.lying_in(place)})", place) for place in known))
        return Cards(((text, None),))

    def lying_in(self, place: Place) -> str:
        """All the cards of an unordered place."""
        return self.layout.cards_at(*place) if place[0] else self.out_of_play().parts[0][0]

    def out_of_play(self) -> Cards:
        return Cards(((f"Z[{self.layout.at('zone')}]", ("", None)),), whole=True)

    @abstractmethod
    def helper(self, head: str, write: Callable[[], None]) -> str:
        """The name of a function, which is written if it is not yet."""

    # ------------------------------------------------------------ tests of cards
    def filtered(self, shape: Shape, slot: int, condition: ir.Expr, env: Env, *, soft: bool = False) -> Shape:
        """The elements that pass; `soft`: all of them if none does."""
        mask = None
        if isinstance(shape, Cards) or (self._of_cards(shape) and not soft):
            mask = self.cards_where(slot, condition, env)
        if isinstance(shape, Cards):
            if mask is not None:
                parts = tuple((self.among(text, mask), place) for text, place in shape.parts)
            else:
                each = [(self._passing(text, place, slot, condition, env), place) for text, place in shape.parts]
                parts = tuple(each)
            if not soft:
                return Cards(parts, by_kind=shape.by_kind)
            left = [(self.let(text, "m_"), place) for text, place in parts]
            none = self.let(f"{join(text for text, _ in left)} == 0")
            kept = [
                (self.let(f"{old} if {none} else {new}", "m_"), place)
                for (new, place), (old, _) in zip(left, shape.parts, strict=True)
            ]
            return Cards(tuple(kept), by_kind=shape.by_kind)
        if soft:
            return self.these_or_all(self.filtered(shape, slot, condition, env), shape)
        test = self.about_each(shape, condition, lambda item: self.truth(condition, {**env, slot: item}))
        return Kept(shape, test, mask or "")

    def _passing(self, text: str, place: Place | None, slot: int, condition: ir.Expr, env: Env) -> str:
        """The cards of a set that pass, looked at one by one."""
        found = self.let("0", "m_")

        def look(card: Shape) -> None:
            with self.block(f"if {self.truth(condition, {**env, slot: card})}:"):
                self.line(f"{found} = {found} | {self.mask(card)}")

        self.each(Cards(((text, place),)), look)
        return found

    def _of_cards(self, shape: Shape) -> bool:
        return not isinstance(shape, One | Meld) and not self.of_melds(shape) and places(shape) is not None

    def cards_where(self, slot: int, condition: ir.Expr, env: Env) -> str | None:
        """The set of all cards that pass, without a loop; None if that cannot be."""
        if self.strict(condition):
            return None
        reads = self.reads(condition)
        if slot not in reads:
            test = self.truth(condition, env)
            return {"1": str(self.all_cards), "0": "0"}.get(test, f"({self.all_cards} if {test} else 0)")
        tabled = self._tabled(slot, condition, env)
        if tabled is not None:
            return tabled
        match condition:
            case ir.Not(operand=operand):
                mask = self.cards_where(slot, operand, env)
                return None if mask is None else f"{self.but}~{mask})"
            case ir.Logic(op=op, operands=operands):
                masks = [self.cards_where(slot, operand, env) for operand in operands]
                known = [mask for mask in masks if mask is not None]
                return None if None in masks else "(" + (" & " if op == "and" else " | ").join(known) + ")"
            case ir.CardFact(fact="revealed", card=ir.Local(slot=card)) if card == slot:
                return f"Z[{self.layout.at('turned')}]" if self.layout.turns_cards else "0"
            case ir.CardFact(fact="wild", card=ir.Local(slot=card)) if card == slot:
                return self.wild()
            case ir.VariableValue(type=ir.TRUTH, name=name, subject=ir.Local(slot=card)) if card == slot:
                return f"Z[{self.layout.at('yes', name)}]" if ("yes", name) in self.layout.cells else None
            case ir.Fits(card=ir.Local(slot=card), spot=spot) if card == slot and slot not in self.reads(spot):
                return self.mask(self.all_that_fit(self.copied(self.one(spot, env))))
            case ir.Within(left=ir.Local(slot=card), right=right) if card == slot and slot not in self.reads(right):
                return self.mask(self.shape(right, env))
            case ir.Same(left=ir.Local(slot=card, type=type_), right=right) if (
                card == slot and type_ == ir.CARD and slot not in self.reads(right)
            ):
                other = self.copied(self.one(right, env))
                return f"(BIT({other.text}) if {other.text} != {NIL} else 0)" if other.nil else f"BIT({other.text})"
            case ir.Defined(name=name, subject=ir.Local(slot=card), further=None) if card == slot:
                definition = self.definitions[name]
                if definition.subject == ir.CARD:
                    return self.cards_where(1, definition.body, {0: env[0]} if 0 in env else {})
        return None

    def noted(self, name: str, card: str, value: str) -> None:
        """A value is noted on a card; those on which it is yes are kept as a set too, if nobody imagines them."""
        cell = self.layout.cell("variable", name, card)
        if ("yes", name) in self.layout.cells:
            yes = f"Z[{self.layout.at('yes', name)}]"
            if value in ("0", str(NIL)):
                with self.block(f"if {cell} == 1:"):
                    self.line(f"{yes} = {yes} & ~BIT({card})")
            else:
                value = self.atom(value)
                self.line(f"{yes} = {yes} | BIT({card}) if {value} == 1 else {yes} & ~BIT({card})")
        self.line(f"{cell} = {value}")

    def _tabled(self, slot: int, condition: ir.Expr, env: Env) -> str | None:
        """From a table: by what the test reads besides its card, where that has few values."""
        holes: dict[ir.Expr, int] = {}

        def holed(part: object) -> object:
            if not isinstance(part, ir.Expr) or self.fixed(part):
                return part
            if slot not in self.reads(part) and not isinstance(part, ir.Span | ir.ListOf):
                holes.setdefault(part, HOLE + len(holes))
                return ir.Local(part.type, holes[part], "")
            return rebuilt(part, holed)

        test = holed(condition)
        assert isinstance(test, ir.Expr)
        if STATE in self.reads(test) or len(holes) > 1:
            return None
        plan = self.program.planner.plan(test)

        def passing(value: int | bool | None) -> int:
            env: list[object] = [None] * (HOLE + 8)
            env[HOLE] = value
            found = 0
            for card in range(self.program.cards):
                env[slot] = card
                found |= bool(plan(None, env)) << card  # type: ignore[arg-type]  # it reads no state
            return found

        if not holes:
            return str(passing(None))
        (hole,) = holes
        values = self._values(hole)
        if values is None or any(node.slot not in env for node in nodes(hole) if isinstance(node, ir.Local)):
            return None
        value = self.shape(hole, env)
        if not isinstance(value, One):
            return None
        low, end = values
        truth = hole.type == ir.TRUTH
        sets = [passing(bool(v) if truth else v) for v in range(low, end)]
        if not value.nil and low == 0:
            return f"{self.table(sets, 'm_')}[{value.text}]"
        at = self.copied(value)
        table = self.table([*sets, passing(None)], "m_")
        return f"{table}[{at.text} - {low} if {at.text} != {NIL} else {end - low}]"

    def _values(self, expr: ir.Expr) -> tuple[int, int] | None:
        """The least value of an expression, and one more than the most; None if that is not known, or too many."""
        match expr:
            case ir.VariableValue(name=name) if expr.type == ir.NUMBER:
                low, high = self.facts.ranges.get(name, (0, MOST_VALUES))
                return (low, high + 1) if high - low < MOST_VALUES else None
        kind = expr.type
        if kind.many:
            return None
        if kind.enum:
            return 0, len(self.program.enums[kind.enum])
        sizes = {"truth": 2, "player": self.program.seats, "team": self.program.teams}
        return (0, sizes[kind.name]) if kind.name in sizes else None

    def wild(self) -> str:
        """The cards that are wild now, as a set."""
        rule = self.rules.cards.wild
        if rule is None:
            return "0"
        if self.wild_by:
            self.line(f"{self.helper('wild_again(S)', self._wild_counted)}(S)")
        with self.uncounted():
            found = self.cards_where(1, rule, {0: One(str(NIL), True)})
            if found is None:
                return self._passing(str(self.all_cards), None, 1, rule, {0: One(str(NIL), True)})
        return found

    def _wild_counted(self) -> None:
        """Which kinds are wild is asked once in a game for all that it depends on, and remembered."""
        assert self.rules.cards.wild is not None
        met, counting = int(self.layout.at("wild met")), self.layout.cell("counting")
        sample = [card for card in self.program.combos.sample if card is not None]
        with self.uncounted():
            now = [self.copied(self.one(each, {0: One(str(NIL), True)})).text for each in self.wild_by]
        at = [f"S[{met + 1} + i * {len(now)} + {number}]" for number in range(len(now))]
        with self.block(f"for i in range(0, S[{met}]):"):
            with self.block(f"if {' and '.join(f'{cell} == {text}' for cell, text in zip(at, now, strict=True))}:"):
                self.line("return 0")
        with self.block(f"if S[{met}] >= {MOST_WILD}:"):
            self.line(f"{self.layout.cell('fault')} = 1")
            self.line("return 0")
        self.line(f"i = S[{met}]")
        for cell, text in zip(at, now, strict=True):
            self.line(f"{cell} = {text}")
        self.line(f"S[{met}] += 1")
        self.line(f"before = {counting}")
        self.line(f"{counting} = 1")
        with self.block(f"for k in range(0, {len(sample)}):"):
            card = self.let(f"{self.table(sample)}[k]", "c")
            self.let(self.truth(self.rules.cards.wild, {0: One(str(NIL), True), 1: One(card)}))
        self.line(f"{counting} = before")
        self.line("return 0")

    # ------------------------------------------------------------ two collections
    def combined(self, op: str, left: Shape, right: Shape) -> Shape:
        """`with` and `without`."""
        if isinstance(left, Cards) and not left.by_kind:
            gone = self.atom(self.mask(left if op == "with" else right), "m_")
            if op == "without":
                return Cards(tuple((f"({text} & ~{gone})", place) for text, place in left.parts))
            if isinstance(right, Cards) and not right.by_kind:
                more = tuple((f"({text} & ~{gone})", place) for text, place in right.parts)
                return Cards((*left.parts, *more), left.whole and right.whole)
        apart = self._apart(left, right)
        if op == "with":
            if isinstance(left, One) and not left.nil and self._empty(right):
                return left
            if apart:
                return Several((left, right))
            return Several((left, Kept(right, lambda item: f"(not {self.within(item, left)})")))
        return left if apart else Kept(left, lambda item: f"(not {self.within(item, right)})")

    def _apart(self, left: Shape, right: Shape) -> bool:
        """Do their cards plainly lie in different zones, so that none is in both?"""
        here, there = places(left), places(right)
        return here is not None and there is not None and not {zone for zone, _ in here} & {zone for zone, _ in there}

    def _empty(self, shape: Shape) -> bool:
        return isinstance(shape, Several) and not shape.parts

    # ------------------------------------------------------------ combos of cards that are all alike
    def alike(self, combo: str) -> tuple[tuple[int, int | None], str, str]:
        """The fewest and the most cards of a combo of cards alike in all that they have, and its groups as tables;
        Unlowered if it is any other combo."""
        rule, found = self.combos[combo], self.grouped(combo)
        assert isinstance(rule, ir.Pattern)
        (smallest, largest), groups = found[0], self._groups(rule)[0]
        alike = len(rule.same) == len(self.rules.cards.attributes)
        if not alike and not all(smallest == largest == group.bit_count() for group in groups):
            raise Unlowered(f"cards that are not all alike in {combo}")
        return found

    def grouped(self, combo: str) -> tuple[tuple[int, int | None], str, str]:
        """The same of a combo of cards that have something in common, and may differ in all else."""
        rule = self.combos[combo]
        plain = isinstance(rule, ir.Pattern) and rule.same and not rule.along and not rule.different
        if not isinstance(rule, ir.Pattern) or not plain:
            raise Unlowered(f"combos such as {combo}")
        if self.rules.cards.wild is not None and self.constant(rule.wild_most) != 0:
            raise Unlowered(f"wild cards in {combo}")
        if rule.whole is not None or rule.of:
            raise Unlowered(f"combos such as {combo}")
        groups, group_of = self._groups(rule)
        size = self.constant(rule.smallest), self.constant(rule.largest)
        return size, self.table(groups, "m_"), self.table(group_of)

    def largest_group(self, combo: str) -> int:
        """How many cards there are at most that are alike in what a combo asks for."""
        rule = self.combos[combo]
        assert isinstance(rule, ir.Pattern)
        attributes = [self.program.attributes[name] for name in rule.same]
        return max(Counter(zip(*attributes, strict=True)).values(), default=0)

    def _groups(self, rule: ir.Pattern) -> tuple[list[int], list[int]]:
        """The cards that are alike in what the combo asks, as sets, and of each card the number of its set."""
        attributes = [self.program.attributes[name] for name in rule.same]
        keys = [tuple(column[card] for column in attributes) for card in range(self.program.cards)]
        order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        group_of = [order[key] for key in keys]
        return [
            sum(1 << card for card, number in enumerate(group_of) if number == n) for n in range(len(order))
        ], group_of

    def telling(self, combo: str, size: int) -> str:
        """Cards of which any `size` of one group have one: all but the first `size - 1` of each; all cards, where
        these would bring the groups into another order."""
        rule = self.combos[combo]
        assert isinstance(rule, ir.Pattern)
        groups, _ = self._groups(rule)
        late = 0
        for group in groups:
            if group // (group & -group) & group // (group & -group) + 1:
                return str(self.all_cards)
            for _ in range(size - 1):
                group &= group - 1
            late |= group
        return str(late)
