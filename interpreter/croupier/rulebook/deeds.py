"""Describe statements in a rulebook, point by point."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Literal, assert_never

from croupier.rulebook.claims import Claims
from croupier.rulebook.conditions import together
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import Group, Scope, Sentence, Thing
from croupier.rulebook.sums import plain_sum, summands
from croupier.rulebook.values import Case
from croupier.words.nouns import NOTHING, Noun, plain
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, Told, nodes, told_depths

SEVERAL = 3
"""A sum of at least this many things is written as a list."""
SHORT_SUM = 100
"""The length up to which such a sum stays in one sentence, in characters."""
_INTO = {"pile": "goes_onto", "set": "goes_to", "row": "goes_to_row", "slot": "goes_to", "melds": "goes_down"}


class Deeds(Claims):
    """Lists of statements as lists of sentences; each carries its path.

    `reverses`: the direction of play may change.
    """

    reverses: bool

    facts: Facts

    def deeds(self, statements: tuple[ir.Statement, ...], scope: Scope, path: str) -> tuple[Item, ...]:
        """One point for each thing that happens, in order."""
        found: list[Item] = []
        for statement in statements:
            items, scope = self.deed(statement, scope, path)
            found.extend(items)
        return tuple(found)

    def deed(self, statement: ir.Statement, scope: Scope, path: str) -> tuple[tuple[Item, ...], Scope]:
        """Return the sentences for a statement, and the scope of the statements after it."""
        match statement:
            case ir.Move(what=what, to=ir.ZoneTarget(under=under) as to) if under is not None:
                known = told_depths(self.facts).get(id(statement), "everyone")
                return self.point(self.slipped(what, to, under, known, scope), path), scope
            case ir.Move(what=what, to=to):
                return self.point(self.moved(what, to, scope), path), scope
            case ir.Shuffle(zone=zone):
                return self.point(self.text("shuffled", x=self.zone(zone, scope)), path), scope
            case ir.Reveal(cards=cards):
                return self.point(self.text("revealed", x=self.cards(cards, scope)), path), scope
            case ir.Hide(cards=cards):
                return self.point(self.text("hidden", x=self.cards(cards, scope)), path), scope
            case ir.Show(cards=cards, players=players):
                key = "shown_to_all" if isinstance(players, ir.Players) else "shown"
                told = self.text(key, x=self.cards(cards, scope), y=self.cards(players, scope))
                return self.point(told, path), scope
            case ir.Swap(one=one, other=other):
                told = self.text("swapped", x=self.thing(one, scope), y=self.thing(other, scope))
                return self.point(told, path), scope
            case ir.AddToVariable(amount=ir.Arithmetic() as amount) if (
                simpler := plain_sum(amount, self.lacking.may_lack)
            ) != amount:
                return self.deed(replace(statement, amount=simpler), scope, path)
            case ir.AddToVariable(amount=ir.IfThenElse() as cases):
                return self.deed(_by_cases(statement, cases), scope, path)
            case ir.SetVariable(value=ir.IfThenElse() as cases) if cases.type.name != "truth":
                return self.deed(_by_cases(statement, cases), scope, path)
            case ir.SetVariable(name=name, subject=subject, value=value):
                return self.point(self.set_to(name, subject, value, scope), path), scope
            case ir.AddToVariable(name=name, subject=subject, amount=amount) if below := self.added_up(
                amount, scope, path
            ):
                about, inner = self.of_each_key(subject, scope)
                told = self.text("is_added", n=self.a_thing("sum_of_these"), x=self.target(name, about, inner))
                return (Item(self.opening(told), (path,), below),), scope
            case ir.AddToVariable(name=name, subject=subject, amount=amount):
                return self.point(self.added(name, subject, amount, scope), path), scope
            case ir.SetNext(player=player):
                return self.point(self.text("next_is", x=self.thing(player, scope)), path), scope
            case ir.SetDirection(value=value):
                turned = isinstance(value, ir.Negative) and isinstance(value.operand, ir.Direction)
                told = self.text("reversed") if turned else self.text("direction_is", x=self.thing(value, scope))
                if isinstance(value, ir.Constant) and value.value in (1, -1):
                    told = self.text("direction_left" if value.value == 1 else "direction_right")
                return self.point(told, path), scope
            case ir.Let(slot=slot, name=name, value=value):
                return self.let(slot, name, value, scope, path)
            case ir.EndStage(stage=stage):
                key = "ends_after_its_end" if self.words.stages[stage].end else "ends"
                return self.point(self.text(key, x=self.grammar.the(self.words.stage(stage))), path), scope
            case ir.If(branches=branches):
                return tuple(self.branches(branches, scope, path)), scope
            case ir.ForEach(collection=collection, slot=slot, body=body, at_once=at_once):
                many = self.keys(self.group(collection, scope), slot, body)
                told_of = {node.slot for node in nodes(body) if isinstance(node, ir.Local)}
                inner = self.one_of(many.noun, slot, scope.telling(told_of)).sharing(
                    slot, self.shared(collection, scope)
                )
                how = "_at_once" if at_once else self.ordered(collection)
                told = self.text(f"for_each{how}", many=many)
                return (self.led(told, self.deeds(body, inner, path), (path,), mark="colon"),), scope
            case ir.Ask(choices=choices):
                return self.ask(choices, scope, path)
            case ir.Perform(name=name, about=about):
                rule = self.words.label(f"effects.{name}")
                if about is None:
                    return self.point(self.text("rule_applies", name=rule), path), scope
                about = about.items[0] if isinstance(about, ir.ListOf) and len(about.items) == 1 else about
                return self.point(self.text("rule_applies_to", name=rule, x=self.cards(about, scope)), path), scope
            case ir.Labelled(name=name, body=body):
                return self.deeds(body, scope, f"{path}.{name}"), scope
            case _:
                assert_never(statement)

    def ordered(self, collection: ir.Expr) -> Literal["", "_seat", "_listed", "_highest", "_lowest"]:
        """Return the suffix for the order in which a list is iterated; empty if the order needs no words."""
        match collection:
            case ir.Best(which=which):
                return "_highest" if which == "highest" else "_lowest"
            case ir.ListOf(items=items) if len(items) > 1 and collection.type.name in ("player", "team"):
                return "_listed"
            case ir.ListOf(items=(only,)) if only.type.many:
                return self.ordered(only)
            case ir.Players() | ir.Members():
                return "_seat"
            case ir.Filter(collection=inner) | ir.Combine(op="without", left=inner):
                return self.ordered(inner)
            case ir.Map(collection=inner) if (told := self.ordered(inner)) == "_listed":
                return told
            case ir.Defined(name=name):
                return self.ordered(self.words.definitions[name].body)
            case ir.IfThenElse(then=then, otherwise=otherwise):
                return told if (told := self.ordered(then)) == self.ordered(otherwise) else ""
        return ""

    def point(self, text: str, path: str) -> tuple[Item, ...]:
        return (Item(self.grammar.sentence(text), (path,)),)

    def led(
        self, text: str, below: tuple[Item, ...], paths: tuple[str, ...], ordered: bool = False, mark: str = "comma"
    ) -> Item:
        """Return a point with points below it.

        With one plain point alone, both in one sentence if it is easily read.
        """
        easy = text.removeprefix(self.grammar.phrases["otherwise"] + ",").count(",") < 2
        if easy and len(below) == 1 and not below[0].below and isinstance(below[0].text, Sentence):
            told = self.grammar.sentence(f"{text}{self.grammar.phrases[mark]} {below[0].text.words}")
            return Item(told, tuple(dict.fromkeys((*paths, *below[0].paths))))
        return Item(self.opening(text), paths, below, ordered)

    # ------------------------------------------------------------ cards
    def moved(self, what: ir.Expr, to: ir.ZoneTarget | ir.SpotTarget, scope: Scope) -> str:
        if isinstance(to, ir.SpotTarget):
            return self.text("goes_to_spot", x=self.cards(what, scope), zone=self.thing(to.spot, scope))
        form = self.words.zones[to.name].form
        if to.round:
            return self.dealt(what, to, scope)
        target = self.zone(to, scope)
        if isinstance(what, ir.Deck):
            return self.text("gathered", zone=target)
        zone = self.words.zones[to.name]
        key = "goes_to_free_place" if zone.size or zone.edgeless else _INTO[form]
        key = "goes_below" if to.bottom else key
        melds = [node for node in nodes(what) if isinstance(node, ir.Melds)]
        split = melds and isinstance(self.words.combos[melds[0].combo], ir.Split)
        if form == "melds" and split and isinstance(what, ir.Melds):
            combo = self.words.combos[melds[0].combo]
            assert isinstance(combo, ir.Split)
            cards = self.whole(self.group(what.cards, scope))
            return self.text("arranged", x=cards, best=self.words.combo(combo.name), zone=target)
        if form == "slot" and self.is_card(target):
            return self.text("becomes", x=self.cards(what, scope), y=target)
        return self.text(key, x=self.cards(what, scope), zone=target)

    def dealt(self, what: ir.Expr, to: ir.ZoneTarget, scope: Scope) -> str:
        """Return a deal round several zones."""
        assert to.subject is not None
        noun = self.words.zone(to.name)
        several = noun if isinstance(to.subject, ir.Map) else replace(noun, one=noun.many, plural=True)
        zone, x = self.owned(several, to.subject, scope), self.cards(what, scope)
        forms = {self.words.zones[node.name].form for node in nodes(what) if isinstance(node, ir.ZoneContents)}
        top = self.text("from_the_top") if forms == {"pile"} and not isinstance(what, ir.TopSome) else ""
        if to.start is None:
            return self.text("dealt", x=x, zone=zone, top=top)
        way = self.text("dealt_on" if self.reverses else "dealt_left")
        first = self.thing(to.start, scope)
        return self.text("dealt_from", x=x, zone=zone, top=top, way=way, first=first)

    def slipped(self, what: ir.Expr, to: ir.ZoneTarget, under: ir.Expr, told: Told, scope: Scope) -> str:
        """Return the sentence for cards that go under others of a pile, with the players that learn the depth."""
        if under == ir.Constant(ir.NUMBER, 0):
            return self.text("goes_onto", x=self.cards(what, scope), zone=self.zone(to, scope))
        above = ir.TopSome(ir.CARDS, under, ir.ZoneContents(ir.CARDS, to.name, to.subject))
        key = {"everyone": "goes_under", "actor": "goes_under_unheard", "nobody": "goes_under_unknown"}[told]
        return self.text(key, x=self.cards(what, scope), y=self.cards(above, scope))

    def cards(self, what: ir.Expr, scope: Scope) -> Thing:
        """Return the words for moved or shown cards, or for their recipients; for a zone, all its cards."""
        if isinstance(what, ir.ZoneContents) and self.words.zones[what.name].form == "slot":
            return self.thing(what, scope)
        if isinstance(what, ir.Map) and isinstance(what.body, ir.ZoneContents):
            zone = what.body
            if isinstance(zone.subject, ir.Local) and zone.subject.slot == what.slot:
                noun = self.words.zone(zone.name)
                places = replace(noun, one=noun.many, plural=True)
                held = self.grammar.of(self.whole(self.group(what.collection, scope)), places)
                sort = self.words.sort(replace(zone.type, many=False))
                if noun.plural and sort.many in noun.base.split():  # `the cards taken of all players` says it already
                    return replace(held, plural=True)
                return self.whole(self.placed(sort, held))
        return self.whole(self.group(what, scope)) if what.type.many else self.thing(what, scope)

    def zone(self, target: ir.ZoneTarget, scope: Scope) -> Thing:
        return self.owned(self.words.zone(target.name), target.subject, scope)

    # ------------------------------------------------------------ state
    def set_to(self, name: str, subject: ir.Expr | None, value: ir.Expr, scope: Scope) -> str:
        variable, denied = self.words.variables[name], value == ir.Constant(ir.TRUTH, False)
        subject, scope = self.of_each_key(subject, scope, denied)
        place = ir.VariableValue(variable.type, name, subject)
        if variable.type.name == "truth" and not variable.type.many:
            if subject is not None and subject.type.many:
                element = ir.Local(ir.Type(subject.type.name, subject.type.enum), -1, "")
                scope = scope.bind(-1, self.each_or_none(self.group(subject, scope), denied))
                place = ir.VariableValue(variable.type, name, element)
            if isinstance(value, ir.Constant):
                nobody = any(thing.none for thing in scope.slots.values())
                key = "it_is_noted" if subject is None else "from_now"
                return self.text(key, claim=self.claim(place, scope, bool(value.value) or nobody))
            key = "noted_if" if subject is None else "from_now_if"
            return self.text(key, claim=self.claim(place, scope), unless=self.claim(value, scope))
        target = self.target(name, subject, scope)
        if isinstance(value, ir.Nothing):
            noun = self.words.variable(name)
            if subject is None:
                return self.text("set_to_nothing", noun=noun)
            return self.text("set_to_nothing_of", x=self.thing(subject, scope), noun=noun)
        if variable.type.name in ("player", "team", "card") and not variable.type.many:
            return self.text("becomes", x=self.thing(value, scope), y=target)
        return self.text("is_set", x=target, y=self.stated(value, scope))

    def target(self, name: str, subject: ir.Expr | None, scope: Scope) -> Thing:
        """Return the words for the target of an assignment; for many subjects, in the plural."""
        noun = self.words.variable(name)
        if subject is not None and subject.type.many:
            noun = replace(noun, one=noun.many, plural=True)
        return self.owned(noun, subject, scope)

    def of_each_key(self, subject: ir.Expr | None, scope: Scope, denied: bool = False) -> tuple[ir.Expr | None, Scope]:
        """Return the subject of an assignment for each of many keys or players, and the scope in which it is bound."""
        while isinstance(subject, ir.Map):
            many = self.group(subject.collection, scope)
            scope = scope.bind(subject.slot, self.each_or_none(many, denied))
            subject, denied = subject.body, False
        return subject, scope

    def each_or_none(self, many: Group, denied: bool) -> Thing:
        """`Each player` or, where something is denied of all, `no player`."""
        told = self.text("none" if denied else "each", many=many)
        return Thing(told, feminine=many.noun.feminine, person=many.noun.person, none=denied)

    def added(self, name: str, subject: ir.Expr | None, amount: ir.Expr, scope: Scope) -> str:
        subject, scope = self.of_each_key(subject, scope)
        target = self.target(name, subject, scope)
        match amount:
            case ir.Constant(value=0):
                return self.text("nothing_added", x=target)
            case ir.Constant(value=value) if value < 0:
                return self.text("taken_off", n=Thing(str(-value), value != -1), x=target)
        if (less := _less(amount)) is not None:
            return self.text("taken_off", n=self.thing(less, scope), x=target)
        return self.text("is_added", n=self.thing(amount, scope), x=target)

    def let(self, slot: int, name: str, value: ir.Expr, scope: Scope, path: str) -> tuple[tuple[Item, ...], Scope]:
        """Return the sentence for a value remembered under a name."""
        given = self.words.texts.get(f"{path}.{name}.noun")
        if value.type.name == "truth" and not value.type.many:
            noted = Thing(self.text("noted", name=given or plain(name)))
            told = self.text("note_whether", claim=self.claim(value, scope), name=given or plain(name))
            return self.point(told, path), scope.bind(slot, noted)
        found = self.container(value, scope)
        key = "called" if value.type.many else "called_one"
        if given:
            called = self.grammar.the(self.grammar.noun(given), value.type.many)
            return self.point(self.text(key, x=found, name=called), path), scope.bind(slot, called)
        noun = self.words.sort(ir.Type(value.type.name, value.type.enum))
        named = self.grammar.phrases["named"]
        one, many = (named.format(sort=word, name=plain(name)) for word in (noun.one, noun.many))
        called = self.grammar.the(replace(noun, one=one, many=many), value.type.many)
        return self.point(self.text(key, x=found, name=called), path), scope.bind(slot, called)

    # ------------------------------------------------------------ cases and questions
    def branches(self, branches: tuple[ir.Branch, ...], scope: Scope, path: str) -> list[Item]:
        found = []
        if len(branches) == 1:
            branches = (_at_once(branches[0]),)
        for number, branch in enumerate(branches):
            below = self.deeds(branch.body, scope, path)
            if branch.condition is None:
                opening = self.text("otherwise")
            else:
                key = "if" if number == 0 else "else_if"
                opening = self.text(key, claim=self.claim(branch.condition, scope))
            if below and len(branch.body) == 1 and isinstance(branch.body[0], ir.If):
                found.append(Item(self.opening(opening), (path,), below))
            elif below:
                found.append(self.led(opening, below, (path,)))
        return found

    def ask(self, choices: tuple[ir.Choice, ...], scope: Scope, path: str) -> tuple[tuple[Item, ...], Scope]:
        found: list[Item] = []
        for choice in choices:
            item, scope = self.choice(choice, scope, f"{path}.choose.{choice.name}")
            told = item.text.words if isinstance(item.text, Sentence) else item.text
            found.append(replace(item, text=self.grammar.sentence(self.text("you_choose_one", what=told))))
        last = self.grammar.sentence(self.text("asked_nothing"))
        return (*found, Item(last, (path,))), scope

    def choice(self, choice: ir.Choice, scope: Scope, path: str, later: object = None) -> tuple[Item, Scope]:
        """Return the sentence for a choice with its domain and conditions; and the scope in which it has a name.

        `later`: what may speak of it by that name; all that is known if it is not given.
        """
        many = self.group(choice.collection, scope)
        if isinstance(choice.collection, ir.Span | ir.ListOf) and not choice.single:
            many = replace(many, whole=None)
        inner = scope.bind(choice.slot, self.element(many.noun, scope))
        collection = many
        if choice.filters:
            every = together([condition.expr for condition in choice.filters], "and")
            collection = self.filtered(collection, choice.slot, every, choice.if_possible, scope)
        cases = self.cases(choice.collection, scope)
        below: tuple[Item, ...] = ()
        if len(cases) > 1 and not choice.filters:
            collection = replace(many, rest=lambda plural: self.text("as_follows"), whole=None)
            below = self.domains(cases, path)
        if choice.single:
            anybody = choice.type == ir.PLAYER and many.whole is not None and not many.rest(True) and not choice.filters
            told = self.text("choose_anybody" if anybody else "choose_one", many=collection)
            filters: tuple[str, ...] = tuple(condition.path for condition in choice.filters)
        else:
            amount = self.amount(choice, inner)
            told = self.text("choose_some", amount=amount, many=collection)
            filters = tuple(condition.path for condition in choice.filters)
        chosen = self.chosen(choice, path, scope)
        spoken_of = later is None or any(isinstance(n, ir.Local) and n.slot == choice.slot for n in nodes(later))
        if f"{path}.noun" in self.words.texts and spoken_of:
            told = self.text("choose_called", what=told, name=chosen)
        return Item(self.grammar.sentence(told), (path, *filters), below), scope.bind(choice.slot, chosen)

    def domains(self, cases: list[Case], path: str, noun: Noun = NOTHING) -> tuple[Item, ...]:
        """Return the domain of a choice in each case, the first that applies; or the value that this noun names."""
        found = []
        for number, (condition, value, scope) in enumerate(cases):
            inner = self.cases(value, scope)
            below = self.domains(inner, path, noun) if len(inner) > 1 else ()
            none = isinstance(value, ir.Nothing)
            many = self.worth(value, scope, noun) if none else self.whole(self.group(value, scope))
            many = Thing("") if below else many
            if not below and (below := self.added_up(value, scope, path)):
                many = self.a_thing("sum_of_these")
            if condition is None:
                told = self.text("case_else", x=many)
            else:
                key = "case_if" if number == 0 else "case_else_if"
                told = self.text(key, claim=self.claim(*condition), x=many)
            found.append(Item(self.grammar.sentence(told), (path,), below))
        return tuple(found)

    def added_up(self, expr: ir.Expr, scope: Scope, path: str) -> tuple[Item, ...]:
        """Return a point for each summand of a sum of at least three, unless it is short; none of anything else."""
        while isinstance(expr, ir.Defined) and not self.titled(expr.name):
            scope = self.about(expr, scope)
            expr = self.words.definitions[expr.name].body
        parts = summands(expr, self.lacking.may_lack) if isinstance(expr, ir.Arithmetic) else []
        if len(parts) < SEVERAL:
            return ()
        items = tuple(self.summand(*part, scope, path) for part in parts)
        plain = not any(isinstance(part, ir.IfThenElse) for _, part in parts)
        return () if plain and sum(len(item.text) for item in items) <= SHORT_SUM else items

    def summand(self, off: bool, part: ir.Expr, scope: Scope, path: str) -> Item:
        """One of several things to be added up, or to be taken off: `2 if you have the most cards`."""
        key = "minus_summand" if off else "summand"
        match part:
            case ir.IfThenElse(condition=condition, then=then, otherwise=ir.Constant(value=0)):
                claim = self.claim(condition, scope)
                return Item(
                    self.grammar.sentence(self.text(f"{key}_if", x=self.thing(then, scope), claim=claim)), (path,)
                )
        return Item(self.grammar.sentence(self.text(key, x=self.thing(part, scope))), (path,))

    def amount(self, choice: ir.Choice, scope: Scope) -> str:
        low = self.operand(choice.low, scope)
        if choice.high is None:
            return self.text("at_least_n", n=low)
        if choice.high == choice.low:
            return self.text("exactly_n", n=low)
        high = self.operand(choice.high, scope)
        match choice.low, choice.high:
            case ir.Constant(value=least), ir.Constant(value=most) if most == least + 1:
                return self.grammar.listed([low.text, high.text], "or")
        return self.text("n_to_n", a=low, b=high)

    def chosen(self, choice: ir.Choice, path: str, scope: Scope) -> Thing:
        """Return the words for a choice after it is made."""
        given = self.words.texts.get(f"{path}.noun")
        if given:
            noun = self.grammar.noun(given, choice.type.name == "player")
            return self.grammar.the(noun, not choice.single or noun.plural)
        noun = self.words.sort(ir.Type(choice.type.name, choice.type.enum))
        taken = {thing.text for thing in scope.slots.values()}
        told = next(name for n in count(1) if (name := self.chosen_as(n, noun, choice.single)) not in taken)
        return Thing(told, not choice.single, noun.feminine, person=noun.person)

    def chosen_as(self, n: int, noun: Noun, single: bool) -> str:
        """Return the name of the nth of several choices of such things: `the chosen card`, `the third chosen card`."""
        many = "" if single else "_many"
        if n == 1:
            return self.text(f"the_chosen{many}", noun=noun)
        key = f"the_chosen_second{many}" if n == 2 else f"the_chosen_again{many}"
        return self.text(key, noun=noun, n=self.grammar.ordinal(n))

    def opening(self, text: str) -> str:
        """Return a sentence that leads to the points below it."""
        return self.grammar.sentence(text + self.grammar.phrases["colon"])


def _at_once(branch: ir.Branch) -> ir.Branch:
    """`if a: if b` as `if a and b`, where nothing is done otherwise."""
    match branch:
        case ir.Branch(condition=first, body=(ir.If(branches=(ir.Branch(condition=second, body=body),)),)):
            if first is not None and second is not None:
                return _at_once(ir.Branch(together([first, second], "and"), body))
    return branch


def _by_cases(statement: ir.SetVariable | ir.AddToVariable, cases: ir.IfThenElse) -> ir.If:
    """Return a statement whose value depends, as one that does the one thing or the other."""
    branches: list[ir.Branch] = []
    value: ir.Expr = cases
    if _idle(statement, cases.then) and not isinstance(cases.otherwise, ir.IfThenElse):
        value = ir.IfThenElse(cases.type, ir.Not(ir.TRUTH, cases.condition), cases.otherwise, cases.then)
    while isinstance(value, ir.IfThenElse):
        branches.append(ir.Branch(value.condition, (_with(statement, value.then),)))
        value = value.otherwise
    rest = () if _idle(statement, value) else (ir.Branch(None, (_with(statement, value),)),)
    return ir.If((*branches, *rest), statement.where)


def _less(amount: ir.Expr) -> ir.Expr | None:
    """Return the subtracted amount, if the added one is written as a negative; else None."""
    match amount:
        case ir.Negative(operand=operand) | ir.Arithmetic(op="-", left=ir.Constant(value=0), right=operand):
            return operand
        case ir.Arithmetic(op="*", left=ir.Constant(value=int(n)) as factor) if n < 0:
            return replace(amount, left=replace(factor, value=-n))
    return None


def _idle(statement: ir.Statement, value: ir.Expr) -> bool:
    """Return whether the statement with this value changes nothing."""
    return isinstance(statement, ir.AddToVariable) and isinstance(value, ir.Constant) and value.value == 0


def _with(statement: ir.SetVariable | ir.AddToVariable, value: ir.Expr) -> ir.Statement:
    if isinstance(statement, ir.AddToVariable):
        return replace(statement, amount=value)
    return replace(statement, value=value)
