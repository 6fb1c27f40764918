"""Words for expressions with a value, or several."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import assert_never

from croupier.rulebook.belonging import CALCULATIONS
from croupier.rulebook.conditions import is_local, parted, reads, speaks_of_one, together
from croupier.rulebook.grammar import Grammar, Group, Scope, Thing
from croupier.rulebook.lacking import Lacking
from croupier.rulebook.lexicon import Lexicon
from croupier.rulebook.lying import Lying
from croupier.rulebook.places import of_spot, spots
from croupier.rulebook.sums import SIGNS, in_signs, plain_sum
from croupier.words.nouns import Noun
from croupier.words.phrases import plainly
from croupier_dsl import ir
from croupier_dsl.analysis import children, nodes
from croupier_dsl.saying import alone, as_truth

SMALL = 40
"""The number of parts up to which an untitled definition is written out where it is used.

A longer one is called by its name.
"""
DEEP = 4
"""The number of nested relative clauses that may fail before no more are tried."""


_PLAIN = (ir.Constant, ir.Nothing, ir.Local)
"""Booleans that are written as things; others become clauses."""


Case = tuple[tuple[ir.Expr, Scope] | None, ir.Expr, Scope]
"""A condition and its scope, or None for all other cases; the value in that case, and its scope."""


class Values(Lying):
    """Things and groups of things."""

    def __init__(self, rules: ir.Rules, grammar: Grammar) -> None:
        self.rules = rules
        self.grammar = grammar
        self.words = Lexicon(rules, grammar)
        self.between = ""
        """The stage that may or may not begin once more while this is asked."""
        self.lacking = Lacking(rules, self.words)
        self._sizes: dict[str, int] = {}

    @abstractmethod
    def claim(self, expr: ir.Expr, scope: Scope, yes: bool = True) -> str:
        """Return a clause that says of a truth that it holds, or that it does not."""

    @abstractmethod
    def relative(self, condition: ir.Expr, slot: int, noun: Noun, plural: bool, scope: Scope) -> str:
        """Return a condition on one element, or on several, to what follows its noun: `that are not wild`."""

    # ------------------------------------------------------------ one thing
    def thing(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Return the words for the value of an expression."""
        if expr.type.name == "truth" and not expr.type.many and not isinstance(expr, _PLAIN):
            return self.a_thing("whether", claim=self.claim(expr, scope))
        match expr:
            case ir.Constant(type=type_, value=value):
                word = self.words.value(type_, value)
                return Thing(
                    self.grammar.cited(word) if type_.enum or type_ == ir.NUMBER else word,
                    plural=type_ == ir.NUMBER and value not in (0, 1),
                )
            case ir.Nothing():
                return Thing(self.grammar.phrases["nothing"])
            case ir.KindLiteral(notation=notation):
                return Thing(self.words.kind(notation))
            case ir.Local(slot=slot):
                return scope.slots.get(slot) or self.grammar.the(self.words.sort(expr.type), expr.type.many)
            case ir.OptionValue(name=name):
                label = self.words.label(f"options.{name}").partition(" (")[0]
                told = self.grammar.phrases["option"].format(name=label)
                return Thing(told)
            case ir.VariableValue(name=name):
                return self.owned(_many(self.words.variable(name), expr), expr.subject, scope)
            case ir.ZoneContents(name=name):
                place = self.place(expr, scope)
                return self.card_in(place) if self.words.zones[name].form == "slot" else place
            case ir.Keyed():
                return self.keyed(expr, scope)
            case ir.TableValue(name=name):
                return self.for_further(
                    self.owned(_many(self.words.table(name), expr), expr.subject, scope), expr, scope
                )
            case ir.Defined():
                return self.defined(expr, scope)
            case ir.StageCount(stage=stage):
                return self.stage_number(stage)
            case ir.NextActor():
                return replace(self.a_thing("next_actor"), person=True)
            case ir.Direction():
                return self.a_thing("direction")
            case ir.RoleAttribute(name=name):
                noun = self.words.attribute(name)
                told = self.text("role_noun", noun=noun, x=self.thing(expr.card, scope))
                return Thing(told, noun.plural, noun.feminine)
            case ir.Attribute(name=name):
                return self.grammar.of(self.thing(expr.card, scope), self.words.attribute(name))
            case ir.CardFact(fact="owner") if self.shared(expr.card, scope):
                return replace(self.a_thing("owner_of_laid", x=self.thing(expr.card, scope)), person=True)
            case ir.CardFact(fact=fact):
                return self.card_fact(fact, self.thing(expr.card, scope))
            case ir.SpotFact() if not expr.type.many:
                return of_spot(self, expr, scope)
            case ir.SeatNumber():
                noun = self.grammar.noun(self.grammar.phrases["sort_seat_number"])
                return self.grammar.of(self.thing(expr.player, scope), noun)
            case ir.Neighbour(side=side):
                near = self.thing(expr.player, scope)
                key = f"neighbour_{side}_you" if near.you else f"neighbour_{side}"
                return Thing(self.text(key, x=near), person=True)
            case ir.TeamOf():
                return self.team_of(self.thing(expr.player, scope))
            case ir.Count():
                return self.a_thing("number_of", many=self.group(expr.collection, scope))
            case ir.Sum():
                return self.a_thing("sum_of", many=self.group(expr.collection, scope))
            case ir.ExtremeValue(which=which):
                many = self.group(expr.collection, scope)
                of = (
                    self.property(expr.collection.body, expr.collection.slot)
                    if isinstance(expr.collection, ir.Map)
                    else None
                )
                alone = of is not None and not of.plural
                of_one = many.whole is not None and not many.whole.plural
                if isinstance(expr.collection, ir.ListOf):
                    many = replace(many, whole=self.together(expr.collection, scope))
                told = self.text(f"{which}_{'one' if alone else 'of_each' if of_one else 'of'}", many=many)
                return Thing(told, alone and many.noun.plural, alone and many.noun.feminine)
            case ir.ExtremeThing():
                return self.extreme(expr, scope)
            case ir.Pick(which=which):
                return self.pick(which, expr.collection, scope)
            case ir.IfThenElse():
                first = self.operand(plain_sum(expr.then, self.lacking.may_lack), scope, (ir.IfThenElse,))
                other = self.thing(expr.otherwise, scope)
                return replace(
                    first, text=self.text("either", a=first, claim=self.claim(expr.condition, scope), b=other)
                )
            case ir.Arithmetic() if (simpler := plain_sum(expr, self.lacking.may_lack)) != expr:
                return self.thing(simpler, scope)
            case ir.Arithmetic(op=op):
                if in_signs(expr):
                    return self.reckoned(expr, scope)
                return self.a_thing(
                    f"arithmetic_{op}", a=self.operand(expr.left, scope), b=self.operand(expr.right, scope)
                )
            case ir.Negative():
                return self.a_thing("minus", x=self.operand(expr.operand, scope))
            case ir.Combine() | ir.TopSome() | ir.Best() | ir.Melds() | ir.Filter() | ir.Map() | ir.MeldFact():
                return self.whole(self.group(expr, scope))
            case (
                ir.Players() | ir.Teams() | ir.Deck() | ir.Values() | ir.Members() | ir.ListOf() | ir.Span()
                | ir.Spots() | ir.SpotFact()
            ):  # fmt: skip
                return self.whole(self.group(expr, scope))
            case (
                ir.AllPassed() | ir.Exists() | ir.IsEmpty() | ir.IsCombo() | ir.Fits() | ir.Not() | ir.Logic()
                | ir.Same() | ir.IsKind() | ir.HasKind() | ir.Within() | ir.Order()
            ):  # fmt: skip
                return self.a_thing("whether", claim=self.claim(expr, scope))
            case _:
                assert_never(expr)

    def stage_number(self, name: str) -> Thing:
        """Return the words for the number of the present iteration; between iterations, the number of those begun."""
        noun = self.words.stage(name)
        if name == self.between:
            return self.a_thing("stages_begun", stage=noun)
        if self.counts_alone(name):
            return self.a_thing("stage_number", stage=self.grammar.the(noun))
        return self.a_thing("stage_number_within", stage=self.grammar.the(noun), around=self.counted_within(name))

    def counted_within(self, name: str) -> Thing:
        """Return the stage within which the performances of a stage are counted."""
        around = self.words.stages[name].path.rpartition(".")[0].rpartition(".")[2]
        return self.grammar.the(self.words.stage(around))

    def counts_alone(self, stage: str) -> bool:
        """Return whether the iterations of a stage are counted over the whole game."""
        found = self.words.stages[stage]
        return found.by is None or found.path.count(".") < 2

    def named(self, expr: object, slot: int, type_: ir.Type) -> Thing:
        """Return the words for a thing that was just mentioned:

        `it` if the expression has no other candidate, else `that card`.
        """
        noun = self.keys(Group(self.words.sort(type_), str), slot, expr).noun
        element = self.element(noun, Scope())
        return replace(element, its=True) if speaks_of_one(expr, slot, noun.person, self.opened) else element

    def opened(self, name: str) -> ir.Expr | None:
        """Return the body of a definition that is written out where it is used; None for a titled one."""
        return None if self.titled(name) else self.words.definitions[name].body

    def reckoned(self, expr: ir.Arithmetic, scope: Scope) -> Thing:
        """Return a calculation in signs."""
        a, b = (self.term(expr, side, scope) for side in (expr.left, expr.right))
        return self.a_thing(f"reckoned_{expr.op}", a=a, b=b)

    def term(self, around: ir.Arithmetic, part: ir.Expr, scope: Scope) -> Thing:
        """Return a part of a calculation of several steps, written in signs; in brackets where they are needed."""
        if not isinstance(part, ir.Arithmetic) or part.op not in SIGNS:
            return self.operand(part, scope)
        signs = {op: self.text(f"reckoned_{op}", a="", b="").strip() for op in SIGNS}
        a, b = (self.term(part, side, scope).text for side in (part.left, part.right))
        told = f"{a} {signs[part.op]} {b}"
        loose = part.op != "*" and around.op == "*"
        return Thing(f"({told})" if loose or (around.op == "-" and part is around.right) else told)

    def operand(self, expr: ir.Expr, scope: Scope, nested: tuple[type[ir.Expr], ...] = CALCULATIONS) -> Thing:
        """Part of a calculation, or what something belongs to: in brackets if it is a calculation itself."""
        found, told = self.thing(expr, scope), expr
        while isinstance(told, ir.Defined) and not self.titled(told.name):
            told = self.words.definitions[told.name].body
        return replace(found, text=f"({found.text})") if isinstance(told, nested) else found

    def defined(self, expr: ir.Defined, scope: Scope) -> Thing:
        if self.titled(expr.name):
            noun = _many(self.words.definition(expr.name), self.words.definitions[expr.name])
            return self.for_further(self.owned(noun, expr.subject, scope), expr, scope)
        return self.thing(self.words.definitions[expr.name].body, self.about(expr, scope))

    def worth(self, expr: ir.Expr, scope: Scope, noun: Noun) -> Thing:
        """Return the value of a thing with this noun; the word for none agrees with it."""
        if isinstance(expr, ir.Nothing) and noun.feminine:
            return Thing(self.grammar.phrases["nothing_feminine"])
        return self.thing(expr, scope)

    def for_further(self, thing: Thing, use: ir.Defined | ir.TableValue, scope: Scope) -> Thing:
        """Add the second subject of a definition or table, where it takes one."""
        if use.further is None:
            return thing
        return replace(thing, text=self.text("for", x=thing, y=self.thing(use.further, scope)))

    def cases(self, expr: ir.Expr, scope: Scope) -> list[Case]:
        """Return the value in each case, through untitled definitions: a condition (None for all others), a value."""
        match expr:
            case ir.Defined(name=name) if not self.titled(name):
                return self.cases(self.words.definitions[name].body, self.about(expr, scope))
            case ir.IfThenElse():
                return [((expr.condition, scope), expr.then, scope), *self.cases(expr.otherwise, scope)]
        return [(None, expr, scope)]

    def titled(self, name: str) -> bool:
        """Return whether the definition is called by a name, rather than written out; False for a plain property."""
        if plainly(self.words.definitions[name].body):
            return False
        named = f"define.{name}" in self.words.texts or f"define.{name}.says" in self.words.texts
        return named or f"define.{name}.noun" in self.words.texts or self.size(name) > SMALL

    def size(self, name: str) -> int:
        """Return the number of parts of a definition, including the definitions it is written with."""
        if name not in self._sizes:
            total = 0
            for node in nodes(self.words.definitions[name].body):
                total += isinstance(node, ir.Expr)
                if isinstance(node, ir.Defined) and not self.titled(node.name):
                    total += self.size(node.name)
            self._sizes[name] = total
        return self._sizes[name]

    def about(self, use: ir.Defined, scope: Scope) -> Scope:
        """Return the scope of a body told where it is used: what it is about is called what the argument is called
        there.
        """
        inner = {0: scope.slots[0]} if 0 in scope.slots else {}
        inner.update((slot, self.thing(thing, scope)) for slot, thing in enumerate(children(use), 1))
        return Scope(inner, scope.named, scope.depth)

    def shared(self, cards: ir.Expr, scope: Scope) -> bool:
        """Return whether a card, or all of these, are in a place without an owner."""
        match cards:
            case ir.ZoneContents(name=name):
                return self.words.zones[name].per == "table"
            case ir.Local(slot=slot):
                return slot in scope.shared
            case ir.Filter(collection=inner) | ir.Pick(collection=inner) | ir.ExtremeThing(collection=inner):
                return self.shared(inner, scope)
            case ir.TopSome(collection=inner) | ir.Best(collection=inner) | ir.Combine(op="without", left=inner):
                return self.shared(inner, scope)
            case ir.Combine(left=one, right=other) | ir.IfThenElse(then=one, otherwise=other):
                return self.shared(one, scope) and self.shared(other, scope)
            case ir.Defined(name=name):
                return self.shared(self.words.definitions[name].body, Scope())
        return False

    def team_of(self, player: Thing) -> Thing:
        if self.words.alone:
            return player
        return self.grammar.of(player, self.words.sort(ir.TEAM))

    def card_fact(self, fact: str, card: Thing) -> Thing:
        if fact == "meld":
            return self.a_thing("meld_of_card", x=card)
        return replace(self.a_thing(f"{fact}_of_card", x=card), person=fact == "owner")

    def extreme(self, expr: ir.ExtremeThing, scope: Scope) -> Thing:
        """Return the element whose key is highest: `the card with the highest rank among …`."""
        many, key, which = self.group(expr.collection, scope), expr.key, expr.which
        noun = self.property(key, expr.slot)
        among = replace(many, noun=self.short(many.noun), whole=self.whole(many))
        if expr.then or as_truth(key) != key:
            made = self.text("ranked_one", many=among, keys=self.ranking(expr, many, scope))
        elif noun is not None:
            made = self.text(f"{which}_thing", many=among, key=noun)
        else:
            told = self.thing(key, self.one_of(many.noun, expr.slot, scope))
            made = self.text(f"{which}_thing_by", many=many, key=told)
        return Thing(made, feminine=many.noun.feminine, person=many.noun.person)

    def ranking(self, expr: ir.ExtremeThing | ir.Best, many: Group, scope: Scope) -> str:
        """Return the keys of a ranking, with its tie-breaks: `by the highest rank, of equals …`."""
        inside, told = self.one_of(many.noun, expr.slot, scope), []
        for key in expr.keys:
            noun = self.property(key, expr.slot)
            if (asked := as_truth(key)) != key:
                told.append(self.text(f"by_{expr.which}_truth", claim=self.claim(asked, inside)))
            elif noun is not None:
                told.append(self.text(f"by_{expr.which}", key=noun))
            else:
                told.append(self.text(f"by_{expr.which}_thing", key=self.thing(key, inside)))
        return self.text("of_equals").join(told)

    def best(self, expr: ir.Best, scope: Scope) -> Group:
        """Return the elements with the highest key, with their number: `the 3 cards of highest rank among …`."""
        many, key = self.group(expr.collection, scope), expr.key
        among = replace(many, noun=self.short(many.noun), whole=self.whole(many))
        some = "all" if expr.count is None else "some" if isinstance(expr.count, ir.Constant) else "many"
        count = Thing("") if expr.count is None else self.thing(expr.count, scope)
        noun = self.property(key, expr.slot)
        form = f"{expr.which}_{some}"
        if is_local(key, expr.slot):
            made = self.text(f"{form}_values", count=count, many=many)
        elif expr.then or as_truth(key) != key or (noun is None and expr.count is None):
            made = self.text(f"ranked_{some}", count=count, many=among, keys=self.ranking(expr, many, scope))
        elif noun is not None:
            made = self.text(form, count=count, many=among, key=noun)
        else:
            told = self.thing(key, self.one_of(many.noun, expr.slot, scope))
            made = self.text(f"{form}_by", count=count, many=many, key=told)
        whole = Thing(made, True, many.noun.feminine, person=many.noun.person)
        return Group(many.noun, lambda plural: self.text("among", x=whole), whole, among=True)

    def property(self, key: ir.Expr, slot: int) -> Noun | None:
        """Return the noun of a plain property of the element."""
        match key:
            case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot and not self.titled(
                name
            ):
                return self.property(self.words.definitions[name].body, 1)
            case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
                return self.words.definition(name)
            case ir.Attribute(name=name, card=ir.Local(slot=used)) if used == slot:
                return self.words.attribute(name)
            case ir.TableValue(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
                return self.words.table(name)
            case ir.VariableValue(name=name, subject=ir.Local(slot=used)) if used == slot:
                return self.words.variable(name)
            case ir.VariableValue(name=name, subject=ir.Keyed(key=ir.Local(slot=used), owner=None)) if used == slot:
                return self.words.variable(name)
        return None

    def pick(self, which: str, collection: ir.Expr, scope: Scope) -> Thing:
        if which == "first" and isinstance(collection, ir.Players):
            return Thing(self.text("first_seat_player"), person=True)
        many = self.group(collection, scope)
        place = self.place(collection, scope) if isinstance(collection, ir.ZoneContents) else None
        if place is not None and which in ("top", "bottom"):
            made = self.text(f"{which}_of", x=place)
        else:
            made = self.text(f"pick_{which}", many=many)
        return Thing(made, feminine=many.noun.feminine, person=many.noun.person)

    # ------------------------------------------------------------ many things
    def whole(self, many: Group) -> Thing:
        """Return all of them."""
        return many.whole or Thing(self.text("all_of", many=many), True, many.noun.feminine, person=many.noun.person)

    def group(self, expr: ir.Expr, scope: Scope) -> Group:
        """Return a collection by what its elements are and what narrows them down."""
        noun = self.words.sort(replace(expr.type, many=False))
        match expr:
            case ir.ZoneContents(name=name):
                return self.lying(noun, name, self.place(expr, scope))
            case ir.Players() | ir.Teams() | ir.Deck():
                key = {"Players": "all_players", "Teams": "all_teams", "Deck": "all_cards"}[type(expr).__name__]
                whole = Thing(self.grammar.phrases[key], True, noun.feminine, person=noun.person)
                of = self.text("of_the_game") if isinstance(expr, ir.Deck) else ""
                return Group(noun, lambda plural: of, whole)
            case ir.Values(enum=enum):
                return Group(self.words.sort(ir.Type("enum", enum)), lambda plural: "")
            case ir.Members():
                owner = self.thing(expr.team, scope)
                if self.words.alone:
                    return Group(noun, lambda plural: self.text("among", x=owner), owner)
                return Group(noun, lambda plural: self.text("of_team", x=owner))
            case ir.Filter() if (of_part := self.words.part_alone(expr)) is not None:
                return replace(self.group(expr.collection, scope), noun=of_part, whole=None)
            case ir.Filter(slot=slot, if_possible=soft):
                inner = scope.sharing(slot, self.shared(expr.collection, scope))
                return self.filtered(self.group(expr.collection, scope), slot, expr.condition, soft, inner)
            case ir.Map(slot=slot):
                return self.mapped(expr.collection, slot, expr.body, scope)
            case ir.Combine(op=op):
                return self.combined(op, expr.left, expr.right, scope)
            case ir.TopSome():
                return self.top(expr.count, expr.collection, scope)
            case ir.Best():
                return self.best(expr, scope)
            case ir.Melds(combo=combo):
                made_of, made = self.whole(self.group(expr.cards, scope)), self.words.combo(combo)
                if isinstance(self.words.combos[combo], ir.Split):
                    return Group(noun, lambda plural: self.text("best_of", x=made_of, combo=made))
                return Group(made, lambda plural: self.text("made_of", x=made_of), narrowed=True)
            case ir.MeldFact(fact=fact):
                if fact == "cards" and isinstance(expr.meld, ir.ZoneContents):
                    return self.placed(noun, self.thing(expr.meld, scope))
                melds = self.thing(expr.meld, scope)
                return Group(
                    noun, lambda plural: self.text(f"{fact}_of_meld" if plural else f"{fact}_of_meld_one", x=melds)
                )
            case ir.SpotFact(fact="card"):
                return replace(self.placed(noun, self.thing(expr.spot, scope)), narrowed=True)
            case ir.Spots() | ir.SpotFact(fact="neighbours"):
                return spots(self, expr, scope)
            case ir.ListOf(items=()):
                return Group(noun, lambda plural: "", Thing(self.grammar.phrases["nothing"]))
            case ir.ListOf(items=items):
                each = tuple(self.thing(item, scope).text for item in items)
                told, namely = self.grammar.listed(each, "or"), self.together(expr, scope).text
                return Group(noun, lambda plural: self.text("namely", values=namely), Thing(told, True), items=each)
            case ir.Span():
                told = self.text("span_from", a=self.end(expr.low, scope))
                if expr.high is not None:
                    told = self.text("span_of", a=self.end(expr.low, scope), b=self.end(expr.high, scope))
                return Group(noun, lambda plural: told, Thing(self.span(expr.low, expr.high, scope), True), link=",")
            case ir.Defined(name=name) if not self.titled(name):
                return self.group(self.words.definitions[name].body, self.about(expr, scope))
            case ir.Defined(name=name, further=None) if expr.type.many and not self.words.definition(name).plural:
                whole = self.thing(expr, scope)
                of = "" if expr.subject is None else self.text("of_all", x=self.thing(expr.subject, scope))
                return Group(self.words.definition(name), lambda plural: of, whole)
            case ir.IfThenElse() if expr.type.many:
                either = self.text(
                    "either", a=self.thing(expr.then, scope), claim=self.claim(expr.condition, scope),
                    b=self.thing(expr.otherwise, scope),
                )  # fmt: skip
                return Group(noun, lambda plural: self.text("among", x=Thing(either)), Thing(either, True))
            case _:
                thing = self.thing_of_many(expr, scope)
                return Group(noun, lambda plural: self.text("among", x=thing), thing, among=True)

    def thing_of_many(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Many things that have one name: a variable, a choice, a titled definition."""
        assert not isinstance(expr, ir.Filter | ir.Map | ir.Combine)
        found = self.thing(expr, scope)
        return replace(found, plural=True) if expr.type.many else found

    def filtered(self, many: Group, slot: int, condition: ir.Expr, soft: bool, scope: Scope) -> Group:
        if not reads(condition, slot):
            only = self.text("only_when", claim=self.claim(condition, scope))
            whole = many.whole and replace(many.whole, text=f"{many.whole.text}{only}")
            return Group(many.noun, lambda plural: f"{many.rest(plural)}{only}", whole)
        many = self.keys(many, slot, condition)
        about, apart = parted(condition, slot)
        if apart and not soft:
            narrowed = self.filtered(many, slot, together(about, "and"), soft, scope)
            return self.filtered(narrowed, slot, together(apart, "and"), soft, scope)

        def rest(plural: bool) -> str:
            narrowed = self.relative(condition, slot, many.noun, plural, scope)
            if soft or many.soft:
                key = ("of_these_if" if soft else "of_these") if many.soft else "but_those_if"
                told = Thing(narrowed, plural, many.noun.feminine)
                return f"{many.rest(plural)}{self.text(key if plural else f'{key}_one', that=told, noun=many.noun)}"
            link = f" {self.grammar.phrases['and']}" if many.narrowed else many.link
            return f"{many.rest(plural)}{link} {narrowed}"

        return Group(many.noun, rest, narrowed=not soft and not many.soft, soft=soft or many.soft)

    def mapped(self, collection: ir.Expr, slot: int, body: ir.Expr, scope: Scope) -> Group:
        """Return the property of many: `the points of the cards in your hand`, `cards in the hand of any player`."""
        match body:
            case ir.Map(collection=ir.MeldFact(fact="cards", meld=meld) as held) if is_local(meld, slot):
                cards = ir.Map(held.type, collection, slot, held)
                return self.mapped(cards, body.slot, body.body, scope)
        if isinstance(body, ir.MeldFact) and body.fact == "cards" and is_local(body.meld, slot):
            return self.cards_of(collection, scope)
        owners = self.keys(self.group(collection, scope), slot, body)
        any_owner = Thing(self.text("any", many=owners), feminine=owners.noun.feminine, person=owners.noun.person)
        inner = scope.bind(slot, any_owner)
        if isinstance(body, ir.ZoneContents) and (there := self.places(body, slot, collection, owners, scope)):
            one = self.group(body, inner)
            all_there = self.lying(one.noun, body.name, there)
            return replace(all_there, rest=lambda plural: (all_there if plural else one).rest(plural))
        if body.type.many or body.type.name in ("card", "meld"):
            one = self.group(body, inner)
            if isinstance(body, ir.SpotFact):
                every = self.group(body, scope.bind(slot, self.whole(owners)))
                return replace(one, rest=every.rest)
            if isinstance(body, ir.Map) and isinstance(body.body, ir.ZoneContents):
                every = self.group(body, scope.bind(slot, self.whole(owners)))
                return Group(one.noun, lambda plural: (every if plural else one).rest(plural))
            return one
        plain, further = alone(body, slot)
        by_name = isinstance(plain, ir.Defined) and self.titled(plain.name)
        of_all_at_once = not by_name or (further is None and not isinstance(collection, ir.Span | ir.ListOf))
        noun = self.property(plain, slot) if of_all_at_once else None
        if noun is not None:
            of_all = self.text("of_all", x=self.whole(owners))
            rest = of_all if further is None else self.text("for", x=Thing(of_all), y=self.thing(further, scope))
            return Group(noun, lambda plural: rest)
        value = self.words.sort(replace(body.type, many=False))
        each = Thing(self.text("each", many=owners), feminine=owners.noun.feminine, person=owners.noun.person)
        of_each = self.thing(body, scope.bind(slot, each))
        told = self.thing(body, self.one_of(owners.noun, slot, scope))
        # what follows would seem to be about the clause
        clear = of_each.text.endswith(each.text) or not owners.narrowed
        whole = of_each if clear and of_each.text.count(each.text) == 1 else None
        return Group(value, lambda plural: self.text("value_for_each", x=told, many=owners), whole)


def _many(noun: Noun, typed: ir.Expr | ir.Definition) -> Noun:
    """Return the noun of a table, variable or definition, in the plural if it holds many things."""
    return replace(noun, plural=True) if typed.type.many else noun
