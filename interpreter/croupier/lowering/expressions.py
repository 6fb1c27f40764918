"""Expressions of the rules to shapes and text: one case a node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from croupier.compile.recognised import a_range
from croupier.lowering.base import Env
from croupier.lowering.casting import Casting
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.shapes import (
    Alike,
    Cards,
    FoundMelds,
    InMeld,
    Kept,
    Laid,
    Made,
    Meld,
    One,
    Place,
    Row,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    Top,
    places,
)
from croupier_dsl import ir


class Expressions(Casting):
    """The part of the lowering that knows expressions."""

    def shape(self, expr: ir.Expr, env: Env) -> Shape:
        return self.worked_out(self._shape(expr, env)) if self.strict(expr) else self._shape(expr, env)

    def _shape(self, expr: ir.Expr, env: Env) -> Shape:
        if self.pure:
            for known in reversed(self.known):
                if expr in known:
                    return known[expr]
        program, layout = self.program, self.layout
        match expr:
            case ir.Constant(value=value):
                return One(str(int(value)))
            case ir.OptionValue(name=name) if name in layout.options:
                return One(layout.cell("option", name))
            case ir.OptionValue(name=name):
                return One(str(NIL), True) if program.options[name] is None else One(str(int(program.options[name])))
            case ir.Nothing():
                return One(str(NIL), True)
            case ir.Local(slot=slot, name=name):
                if slot not in env:
                    raise Unlowered(f"{name}, which no list before has named")
                return self.looked_at(env[slot])
            case ir.Players():
                return Span("0", str(program.seats))
            case ir.Teams():
                return Span("0", str(program.teams))
            case ir.Values(enum=enum):
                return Span("0", str(len(program.enums[enum])))
            case ir.Deck() if expr is self.facts.first_deal:
                return self.out_of_play()
            case ir.Deck():
                return Several((*map(self.cards_in, layout.every_place()), self.out_of_play()))
            case ir.VariableValue():
                return self._variable(expr, env)
            case ir.ZoneContents(name=name, subject=subject):
                return self._zone(name, subject, env)
            case ir.Keyed():
                return self._keyed(expr, env)
            case ir.TableValue() | ir.Defined() if expr.further is not None:
                return self._about_both(expr, env)
            case ir.TableValue(name=name, subject=subject):
                return self._about(f"table {name}", self.given_tables[name].subject, subject, env)
            case ir.Defined(name=name, subject=subject):
                return self._about(f"define {name}", self.definitions[name].subject, subject, env)
            case ir.StageCount(stage=stage):
                return One(layout.cell("count", stage))
            case ir.Direction():
                return One(layout.cell("direction"))
            case ir.NextActor():
                return One(self.let("next_actor(S)"), True)
            case ir.Attribute(name=name, card=card):
                column = program.attributes[name]
                return self._looked_up(column, self.one(card, env))
            case ir.CardFact():
                return self._card_fact(expr, env)
            case ir.MeldFact(fact="cards", meld=meld):
                return self.cards_of(self.shape(meld, env))
            case ir.MeldFact(fact=fact, meld=meld):
                return self.wilds_in(self.shape(meld, env), fact)
            case ir.RoleAttribute(name=name, card=card):
                return self.role_attribute_now(name, self.one(card, env))
            case ir.Spots():
                return self.spots_of(expr, env)
            case ir.SpotFact(fact=fact, spot=spot):
                return self.spot_fact(fact, self.one(spot, env))
            case ir.Fits(card=card, spot=spot):
                return self.fits(self.one(card, env), self.one(spot, env))
            case ir.Neighbour(side=side, player=player):
                return self.mapped(self.one(player, env), partial(self._neighbour, side))
            case ir.SeatNumber(player=player):
                return self.mapped(self.one(player, env), lambda seat: f"({seat} + 1)")
            case ir.TeamOf(player=player):
                return self.mapped(self.one(player, env), lambda seat: f"({seat} % {program.teams})")
            case ir.Members(team=team):
                of = self.copied(self.one(team, env))
                members = [sum(1 << seat for seat in program.members(each)) for each in range(program.teams)]
                whose = f"{self.table(members)}[{of.text}]"
                return Seats(self.let(f"{whose} if {of.text} != {NIL} else 0") if of.nil else whose)
            case ir.Map(collection=collection, slot=slot, body=body):
                return self._map(self.shape(collection, env), slot, body, env)
            case ir.Filter(collection=collection, slot=slot, condition=condition, if_possible=soft):
                return self.filtered(self.shape(collection, env), slot, condition, env, soft=soft)
            case ir.Exists(collection=collection, slot=slot, condition=condition) if self.strict(
                (collection, condition)
            ):
                several = self.one_by_one(collection, env)
                asked = self.about_each(several, condition, lambda item: self.truth(condition, {**env, slot: item}))
                return One(self.some(Kept(several, asked)))
            case ir.Exists(collection=collection, slot=slot, condition=condition):
                return One(self.some(self.filtered(self.shape(collection, env), slot, condition, env)))
            case ir.Count(collection=collection):
                return One(self.count(self.shape(self._range_of(collection), env)))
            case ir.IsEmpty(collection=collection):
                melded = self.all_melded(collection, env)
                return One(self.negated(self._some(collection, env)) if melded is None else melded)
            case ir.Sum(collection=collection):
                return One(self.total(self.shape(self._range_of(collection), env)))
            case ir.ExtremeValue(collection=collection):
                return self._extreme(expr.which, self.shape(self._range_of(collection), env), self.single)
            case ir.ExtremeThing(which=which, collection=collection, slot=slot, key=key):
                those = self.shape(collection, env)
                outermost = self._outermost(which, those, slot, key)
                return outermost or self._extreme(
                    which, those, self.about_each(those, key, lambda item: self.one(key, {**env, slot: item}))
                )
            case ir.Best(count=count, collection=collection, slot=slot, key=key):
                return self._best(expr.which, self.one(count, env), self.shape(collection, env), slot, key, env)
            case ir.Pick(which="first" | "bottom", collection=collection):
                return self.first(self.one_by_one(self._range_of(collection), env))
            case ir.Pick(collection=collection):
                return self._pick(expr.which, self.shape(self._range_of(collection), env))
            case ir.TopSome(count=count, collection=collection):
                return self._top(self.one(count, env), self.shape(collection, env))
            case ir.ListOf(items=items):
                return Several(tuple(self.shape(item, env) for item in items))
            case ir.Span():
                return self._span(expr, env)
            case ir.Combine(op=op, left=left, right=right):
                return self.combined(op, self.shape(left, env), self.shape(right, env))
            case ir.Melds(combo=combo, cards=cards):
                return self.melds(combo, self.shape(cards, env))
            case ir.IsCombo(combo=combo, cards=cards):
                return self._is_combo(combo, self.shape(cards, env))
            case ir.Not(operand=ir.IsEmpty(collection=collection)):
                melded = self.all_melded(collection, env)
                return One(self._some(collection, env) if melded is None else self.negated(melded))
            case ir.Not(operand=operand):
                return One(self.negated(self.truth(operand, env)))
            case ir.Logic(op=op, operands=operands):
                return One(self.logic(op, [partial(self.truth, each, env) for each in self._asked_of(op, operands)]))
            case ir.Same(left=left, right=right):
                return self._same(left, right, env)
            case ir.IsKind(card=card, notations=notations):
                wanted = {program.kind_index[notation] for notation in notations}
                these = sum(1 << c for c in range(program.cards) if program.kind_of[c] in wanted)
                return One(self.within(self.one(card, env), Cards(((str(these), None),))))
            case ir.HasKind(notation=notation, cards=cards):
                kind = program.kind_index[notation]
                these = sum(1 << c for c in range(program.cards) if program.kind_of[c] == kind)
                return One(f"(({self.mask(self.shape(cards, env))} & {these}) != 0)")
            case ir.Within(left=left, right=right):
                return One(self.within(self.shape(left, env), self.shape(self._range_of(right), env)))
            case ir.Order(op=op, left=left, right=right):
                return self._order(op, self.one(left, env), right, env)
            case ir.Arithmetic(op=op, left=left, right=right):
                return self._arithmetic(op, self.one(left, env), right, env)
            case ir.Negative(operand=operand):
                return self.mapped(self.one(operand, env), lambda value: f"-{self.atom(value)}")
            case ir.IfThenElse():
                return self._either(expr, env)
        raise Unlowered(type(expr).__name__)

    def _range_of(self, collection: ir.Expr) -> ir.Expr:
        """The range that a collection is, by a definition too: its ends tell what is asked."""
        return a_range(self.definitions, collection) or collection

    def _some(self, collection: ir.Expr, env: Env) -> str:
        collection = self._range_of(collection)
        match collection:
            case ir.Melds(combo=combo, cards=cards) if not isinstance(self.combos[combo], ir.Split):
                found = self.shape(cards, env)
                try:
                    self.alike(combo)
                except Unlowered:
                    return self.any_meld(combo, found)
        return self.some(self.one_by_one(collection, env))

    def negated(self, test: str) -> str:
        return {"1": "0", "0": "1"}.get(test, f"(not {test})")

    # ------------------------------------------------------------ properties of one thing
    def _card_fact(self, expr: ir.CardFact, env: Env) -> Shape:
        card = self.one(expr.card, env)
        match expr.fact:
            case "revealed":
                if not self.layout.turns_cards:
                    return One("0")
                turned = f"Z[{self.layout.at('turned')}]"
                return One(self.within(card, Cards(((turned, None),))))
            case "wild":
                return One(self.within(card, Cards(((self.wild(), None),))))
            case "owner":
                self.owners = True
                return self.mapped(card, lambda c: One(self.let(f"owner(S, {c})"), True))
            case "meld":
                return self.meld_of_now(card)
            case "spot":
                return self.spot_of_now(card)
            case "role":
                return self.role_now(card)
        return self.place_now(card)

    def cards_of(self, meld: Shape, only: str = "") -> Shape:
        match meld:
            case Meld() if meld.found or self.on_table(meld):
                return InMeld(meld)
            case Meld(text=text):
                return self.somewhere(text, meld)
            case Laid() | FoundMelds() | StoredMelds() | Alike() | Kept() | Several():
                return Made(meld, self.cards_of, places(meld), whole=True)
            case One(text=text, nil=True) if text == str(NIL):
                return Several(())
        raise Unlowered("the cards of several melds")

    def cards_in(self, place: Place) -> Shape:
        """The cards that lie in a place, in melds or not."""
        there = self.zone(*place)
        return Made(there, self.cards_of, (place,), whole=True) if isinstance(there, Laid) else there

    def _neighbour(self, side: str, seat: str) -> One:
        seats = self.program.seats
        if side == "successor":
            return One(self.let(f"successor(S, {seat})"), True)
        step = {"left": 1, "right": seats - 1, "across": seats // 2}[side]
        return One(f"(({seat} + {step}) % {seats})")

    def _map(self, collection: Shape, slot: int, body: ir.Expr, env: Env) -> Shape:
        at: tuple[tuple[str, str | None], ...] | None = None
        if isinstance(body, ir.ZoneContents) and isinstance(collection, Span) and collection.end.isdigit():
            low, end = int(collection.low), int(collection.end)
            return Several(tuple(self.shape(body, {**env, slot: One(str(i))}) for i in range(low, end)))
        match body:
            case ir.MeldFact(fact="cards", meld=ir.Local(slot=used)) if used == slot and self.of_melds(collection):
                return self.cards_of(collection)
            case ir.Local(type=ir.CARD) | ir.MeldFact(meld=ir.Local()):
                at = places(collection)
        make = self.about_each(collection, body, lambda item: self.shape(body, {**env, slot: item}))
        return Made(collection, make, at, casts=self.of_melds(collection) and self.casts(body))

    # ------------------------------------------------------------ of collections
    def _extreme(self, which: str, collection: Shape, key: Callable[[Shape], One]) -> Shape:
        found, best = self.let(str(NIL)), self.let("0")
        better = ">" if which == "highest" else "<"

        def compare(item: Shape) -> None:
            value = key(item)
            worth = self.atom(value.text)
            there = f"{worth} != {NIL} and " if value.nil else ""
            with self.block(f"if {there}({found} == {NIL} or {worth} {better} {best}):"):
                self.line(f"{found} = {self.single(item).text}" if melds is None else f"{found} = 1")
                self.line(f"{best} = {worth}")
                if melds is not None:
                    melds[1](item)

        melds = self.noting_melds(collection) if self.of_melds(collection) else None
        self.each(collection, compare)
        if melds is not None:
            return melds[0]
        return One(found, True, places(collection))

    def _outermost(self, which: str, those: Shape, slot: int, key: ir.Expr) -> One | None:
        """The lowest or highest of a set of cards, of several the first, where cards are numbered as they rank."""
        if not isinstance(those, Cards) or len(those.parts) != 1 or self.reads(key) != {slot} or self.strict(key):
            return None
        plan, env = self.program.planner.plan(key), [None] * slot
        worths = [plan(None, [*env, card, *[None] * 8]) for card in range(self.program.cards)]  # type: ignore[arg-type]  # it reads no state
        if not all(isinstance(worth, int) for worth in worths) or worths != sorted(worths):
            return None
        text, place = those.parts[0]
        cards, found = self.atom(text, "m_"), self.let(str(NIL))
        with self.block(f"if {cards} != 0:"):
            if which == "highest":
                alike = [sum(1 << card for card, other in enumerate(worths) if other == worth) for worth in worths]
                cards = self.let(f"{cards} & {self.table(alike, 'm_')}[HIGH({cards})]", "m_")
            self.line(f"{found} = LOW({cards})")
        return One(found, True, None if place is None else (place,))

    def _best(self, which: str, count: One, collection: Shape, slot: int, key: ir.Expr, env: Env) -> Shape:
        """So many of them, best first: each is put in its place among those before it."""
        room = max(self.program.cards, 256)
        items, worths, number = self.array(room), self.array(room), self.let("0")
        better = "<" if which == "highest" else ">"

        def place(item: Shape) -> None:
            value = self.one(key, {**env, slot: item})
            worth, i = self.atom(value.text), self.name("i")
            with self.block(f"if {worth} != {NIL}:" if value.nil else "if 1:"):
                self.full(number, room)
                self.line(f"{i} = {number}")
                with self.block(f"while {i} > 0 and {worths}[{i} - 1] {better} {worth}:"):
                    for array in (items, worths):
                        self.line(f"{array}[{i}] = {array}[{i} - 1]")
                    self.line(f"{i} += -1")
                self.line(f"{items}[{i}] = {self.single(item).text}")
                self.line(f"{worths}[{i}] = {worth}")
                self.line(f"{number} += 1")

        self.each(collection, place)
        wanted = self.atom(count.text)
        least = f"0 if {wanted} < 0 else {wanted}"
        self.line(f"{number} = {number} if {number} < {wanted} else {least}")
        return Stored(items, number, places(collection))

    def _pick(self, which: str, collection: Shape) -> Shape:
        match which:
            case "random":
                return self.at_random(collection)
        found = self.last(collection)
        if which == "top" and self.dealing:
            with self.block(f"if {self.single(found).text} == {NIL}:"):
                self.line(f"{self.layout.cell('short')} += 1")
        return found

    def _top(self, count: One, collection: Shape) -> Shape:
        wanted = self.atom(count.text)
        if count.nil:
            wanted = self.let(f"0 if {wanted} == {NIL} else {wanted}")
        if not isinstance(collection, Row) or self.layout.form(collection.place[0]) != "pile":
            return self._top_of_list(wanted, self.stored(collection))
        if self.dealing:
            with self.block(f"if {self.held(collection.place)} < {wanted}:"):
                self.line(f"{self.layout.cell('short')} += 1")
        return Top(collection, wanted)

    def _top_of_list(self, wanted: str, several: Stored) -> Stored:
        """The last so many, the last first."""
        if self.dealing:
            with self.block(f"if {several.count} < {wanted}:"):
                self.line(f"{self.layout.cell('short')} += 1")
        top, i = self.empty_list(), self.name("i")
        many = self.let(f"{wanted} if {wanted} < {several.count} else {several.count}")
        with self.block(f"for {i} in range(0, {many}):"):
            self.line(f"{top.array}[{i}] = {several.array}[{several.count} - 1 - {i}]")
        self.line(f"{top.count} = {many} if {many} > 0 else 0")
        return replace(top, at=several.at)

    def _span(self, expr: ir.Span, env: Env) -> Shape:
        low = self.one(expr.low, env)
        if expr.high is None:
            high = One(str(len(self.program.enums[expr.type.enum]) - 1 if expr.type.enum else ir.LARGEST_NUMBER))
        else:
            high = self.one(expr.high, env)
        start, end = self.atom(low.text), high.text
        if low.nil or high.nil:
            end = self.atom(end)
            test = f"{start} == {NIL} or {end} == {NIL}"
            end = self.let(f"{start} - 1 if {test} else {end}")
        return Span(start, str(int(end) + 1) if end.lstrip("-").isdigit() else f"({end} + 1)")

    def _is_combo(self, combo: str, cards: Shape) -> One:
        if isinstance(cards, Meld) and cards.pattern:  # it is what it was laid as
            return self._is_laid_as(combo, cards.pattern)
        try:
            size, groups, group_of = self.grouped(combo)
        except Unlowered:
            return One(self.made(combo, self.all_of_them(combo, cards)))
        made = self.atom(self.mask(cards), "m_")
        most = "" if size[1] is None else f" and POP({made}) <= {size[1]}"
        one_group = f"({made} == 0 or ({made} & ~{groups}[{group_of}[LOW({made})]]) == 0)"
        return One(self.made(combo, f"(POP({made}) >= {size[0]}{most} and {one_group})"))

    def _is_laid_as(self, combo: str, pattern: str) -> One:
        """A meld is what it was found or laid as."""
        parts = self.program.combos.parts(combo)
        if any(self.program.combos.may_be_empty(part) for part in parts):
            raise Unlowered(f"combos of no cards such as {combo}")
        test = "(" + " or ".join(f"{pattern} == {self.pattern_numbers[part]}" for part in parts) + ")"
        return One(self.made(combo, test))

    # ------------------------------------------------------------ comparisons
    def _same(self, left: ir.Expr, right: ir.Expr, env: Env) -> One:
        one, other = self.shape(left, env), self.shape(right, env)
        if isinstance(one, One) and isinstance(other, One):
            return One(f"({one.text} == {other.text})")
        if {left.type.name, right.type.name} == {"meld"} and not left.type.many and not right.type.many:
            return One(f"({self.mask(one)} == {self.mask(other)})")
        sets = all(isinstance(each, Cards | Row) or (isinstance(each, One) and not each.nil) for each in (one, other))
        if sets and left.type.name == right.type.name == "card":
            return One(f"({self.mask(one)} == {self.mask(other)})")
        return One(self.same_lists(self.ascending(one), self.ascending(other)))

    def _asked_of(self, op: str, operands: Sequence[ir.Expr]) -> Sequence[ir.Expr]:
        """As many of the parts as are ever asked."""
        ends = (number for number, each in enumerate(operands, 1) if self.settled(each) is (op == "or"))
        return operands[: next(ends, len(operands))]

    def _order(self, op: str, left: One, right_of: ir.Expr, env: Env) -> One:
        tests = []
        if left.nil and self.strict(right_of):
            of = self.copied(left)
            there = [lambda: f"({of.text} != {NIL})", lambda: self._order(op, One(of.text), right_of, env).text]
            return One(self.logic("and", there))
        right = self.one(right_of, env)
        if left.nil:
            left = self.copied(left)
            tests.append(f"{left.text} != {NIL}")
        if right.nil:
            right = self.copied(right)
            tests.append(f"{right.text} != {NIL}")
        return One("(" + " and ".join([*tests, f"{left.text} {op} {right.text}"]) + ")")

    def _arithmetic(self, op: str, left: One, right_of: ir.Expr, env: Env) -> One:
        right = None if self.strict(right_of) else self.one(right_of, env)

        def of(a: str, b: str) -> One:
            if op in ("+", "-", "*"):
                number = f"({a} {op} {b})"
                if op == "*" or not self.small(a) or not self.small(b):
                    number = self.let(number)
                    self.bound(number)
                return One(number)
            divisor = self.atom(b)
            by = "//" if op == "div" else "%"
            if divisor.lstrip("-").isdigit() and int(divisor):
                return One(f"({a} {by} {divisor})")
            return One(self.let(f"{a} {by} {divisor} if {divisor} != 0 else {NIL}"), True)

        def second(a: str) -> One:
            return self.mapped(self.one(right_of, env) if right is None else right, lambda b: of(a, b))

        return self.mapped(left, second)

    def small(self, text: str) -> bool:
        """Is a sum of this plainly far from the largest numbers there may be?"""
        return text.lstrip("-").isdigit() or text.startswith(("POP(", "T_"))

    def _either(self, expr: ir.IfThenElse, env: Env) -> Shape:
        if (answer := self.settled(expr.condition)) is not None:
            self.truth(expr.condition, env)
            self._arm(expr.arms[not answer])
            return self.shape(expr.then if answer else expr.otherwise, env)
        test = self.truth(expr.condition, env)
        arms: list[tuple[list[str], Shape]] = []
        for arm, path in zip((expr.then, expr.otherwise), expr.arms, strict=True):
            with self.captured() as lines:
                self._arm(path)
                made = self.shape(arm, env)
                arms.append((lines, made))
        (first, yes), (second, no) = arms
        for lines, made in arms:
            self.owners_before(lines, made)
        if not all(isinstance(made, One) or self._is_set(made) for made in (yes, no)) and not self.of_melds(
            Several((yes, no))
        ):
            return self._either_list(test, arms)
        of_cards = not (isinstance(yes, One) and isinstance(no, One))
        result = self.let("0", "m_") if of_cards else self.let(str(NIL))
        for head, lines, made in ((f"if {test}:", first, yes), ("else:", second, no)):
            with self.block(head):
                self.written(lines, 1)
                self.line(f"{result} = {self.mask(made) if of_cards else self.single(made).text}")
        if of_cards:
            if not all(isinstance(made, Meld) or self._is_set(made) for _, made in arms):
                raise Unlowered("one of two lists")
            return self.somewhere(result, Several((yes, no)))
        yes, no = self.single(yes), self.single(no)
        return One(result, yes.nil or no.nil, places(Several((yes, no))))

    def _arm(self, path: str) -> None:
        if path:
            self.fires(path)

    def _is_set(self, shape: Shape) -> bool:
        return isinstance(shape, Cards) or (isinstance(shape, Several) and not shape.parts)

    def _either_list(self, test: str, arms: Sequence[tuple[list[str], Shape]]) -> Shape:
        """One of two lists, put down."""
        several = self.empty_list()
        for head, (lines, made) in zip((f"if {test}:", "else:"), arms, strict=True):
            with self.block(head):
                self.written(lines, 1)
                self.fill(several, made)
        return replace(several, at=places(Several(tuple(made for _, made in arms))))
