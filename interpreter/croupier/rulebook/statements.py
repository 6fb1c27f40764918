"""Describe statements in a rulebook, point by point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Literal

from croupier.rulebook.clauses import filtered_group
from croupier.rulebook.conditions import may_lack, together
from croupier.rulebook.context import Context
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import Group, Scope, Sentence, Thing
from croupier.rulebook.sums import plain_sum, summands
from croupier.rulebook.tables import Items, clause_of, group_of, statement_of, statements, thing_of
from croupier.rulebook.values import (
    Case,
    cases_of,
    container_of,
    element_of,
    in_place,
    is_called_card,
    is_shared,
    meant_number,
    naming_one,
    operand_of,
    owned_by,
    scope_of_body,
    stated_value,
    value_words,
    whole_of,
    with_key_noun,
)
from croupier.words.nouns import NOTHING, Noun, plain
from croupier_dsl import ir
from croupier_dsl.analysis import Audience, nodes, told_depths

SEVERAL = 3
"""A sum of at least this many things is written as a list, or of two if one counts only in some case."""
_NOUGHT = ir.Constant(ir.NUMBER, 0)
SHORT_SUM = 100
"""The length up to which such a sum stays in one sentence, in characters."""
_INTO = {"pile": "goes_onto", "set": "goes_to", "row": "goes_to_row", "slot": "goes_to", "melds": "goes_down"}


def statements_of(cx: Context, statements: tuple[ir.Statement, ...], scope: Scope, path: str) -> tuple[Item, ...]:
    """One point for each thing that happens, in order."""
    found: list[Item] = []
    for statement in statements:
        items, scope = statement_of(cx, statement, scope, path)
        found.extend(items)
    return tuple(found)


# ------------------------------------------------------------ a function for each kind of statement


@statements(ir.Move)
def _move(cx: Context, statement: ir.Move, scope: Scope, path: str) -> Items:
    match statement:
        case ir.Move(what=what, to=ir.ZoneTarget(under=under) as to) if under is not None:
            known = told_depths(cx.facts).get(id(statement), "everyone")
            return point_of(cx, insertion_words(cx, what, to, under, known, scope), path), scope
    return point_of(cx, move_words(cx, statement.what, statement.to, scope), path), scope


@statements(ir.Shuffle)
def _shuffle(cx: Context, statement: ir.Shuffle, scope: Scope, path: str) -> Items:
    return point_of(cx, cx.text("shuffled", x=zone_of(cx, statement.zone, scope)), path), scope


@statements(ir.Reveal)
def _reveal(cx: Context, statement: ir.Reveal, scope: Scope, path: str) -> Items:
    return point_of(cx, cx.text("revealed", x=cards_of(cx, statement.cards, scope)), path), scope


@statements(ir.Hide)
def _hide(cx: Context, statement: ir.Hide, scope: Scope, path: str) -> Items:
    return point_of(cx, cx.text("hidden", x=cards_of(cx, statement.cards, scope)), path), scope


@statements(ir.Show)
def _show(cx: Context, statement: ir.Show, scope: Scope, path: str) -> Items:
    key = "shown_to_all" if isinstance(statement.players, ir.Players) else "shown"
    told = cx.text(key, x=cards_of(cx, statement.cards, scope), y=cards_of(cx, statement.players, scope))
    return point_of(cx, told, path), scope


@statements(ir.Swap)
def _swap(cx: Context, statement: ir.Swap, scope: Scope, path: str) -> Items:
    told = cx.text("swapped", x=thing_of(cx, statement.one, scope), y=thing_of(cx, statement.other, scope))
    return point_of(cx, told, path), scope


@statements(ir.AddToVariable)
def _add(cx: Context, statement: ir.AddToVariable, scope: Scope, path: str) -> Items:
    name, amount = statement.name, plain_sum(statement.amount, partial(may_lack, cx))
    if isinstance(amount, ir.IfThenElse):
        return statement_of(cx, _by_cases(statement, amount), scope, path)
    if below := sum_items(cx, amount, scope, path):
        about, inner = for_each_key(cx, statement.subject, scope)
        told = cx.text("is_added", n=cx.a_thing("sum_of_these"), x=target_of(cx, name, about, inner))
        return (Item(opening_of(cx, told), (path,), below),), scope
    return point_of(cx, addition_words(cx, name, statement.subject, amount, scope), path), scope


@statements(ir.SetVariable)
def _set(cx: Context, statement: ir.SetVariable, scope: Scope, path: str) -> Items:
    match statement.value:
        case ir.IfThenElse() as cases if cases.type.name != "truth":
            return statement_of(cx, _by_cases(statement, cases), scope, path)
    return point_of(cx, set_words(cx, statement.name, statement.subject, statement.value, scope), path), scope


@statements(ir.SetNext)
def _set_next(cx: Context, statement: ir.SetNext, scope: Scope, path: str) -> Items:
    match statement.player:
        case ir.Neighbour(side="successor", player=ir.NextActor()):
            return point_of(cx, cx.text("next_skipped"), path), scope
    return point_of(cx, cx.text("next_is", x=thing_of(cx, statement.player, scope)), path), scope


@statements(ir.SetDirection)
def _set_direction(cx: Context, statement: ir.SetDirection, scope: Scope, path: str) -> Items:
    match statement.value:
        case ir.Constant(value=1):
            told = cx.text("direction_left")
        case ir.Constant(value=-1):
            told = cx.text("direction_right")
        case ir.Negative(operand=ir.Direction()):
            told = cx.text("reversed")
        case ir.IfThenElse() as cases:
            return statement_of(cx, _by_cases(statement, cases), scope, path)
        case value:
            told = cx.text("direction_is", x=thing_of(cx, value, scope))
    return point_of(cx, told, path), scope


@statements(ir.Let)
def _let(cx: Context, statement: ir.Let, scope: Scope, path: str) -> Items:
    return let_items(cx, statement.slot, statement.name, statement.value, scope, path)


@statements(ir.EndStage)
def _end_stage(cx: Context, statement: ir.EndStage, scope: Scope, path: str) -> Items:
    key = "ends_after_its_end" if cx.words.stages[statement.stage].end else "ends"
    return point_of(cx, cx.text(key, x=cx.grammar.the(cx.words.stage(statement.stage))), path), scope


@statements(ir.If)
def _if(cx: Context, statement: ir.If, scope: Scope, path: str) -> Items:
    return tuple(branch_items(cx, statement.branches, scope, path)), scope


@statements(ir.ForEach)
def _for_each(cx: Context, statement: ir.ForEach, scope: Scope, path: str) -> Items:
    collection, slot, body = statement.collection, statement.slot, statement.body
    many = with_key_noun(cx, group_of(cx, collection, scope), slot, body)
    told_of = {node.slot for node in nodes(body) if isinstance(node, ir.Local)}
    inner = naming_one(cx, many.noun, slot, scope.telling(told_of)).sharing(slot, is_shared(cx, collection, scope))
    how = "_at_once" if statement.at_once else order_suffix(cx, collection)
    told = cx.text(f"for_each{how}", many=many)
    return (led_by(cx, told, statements_of(cx, body, inner, path), (path,)),), scope


@statements(ir.Ask)
def _ask(cx: Context, statement: ir.Ask, scope: Scope, path: str) -> Items:
    return question_items(cx, statement.choices, scope, path)


@statements(ir.Perform)
def _perform(cx: Context, statement: ir.Perform, scope: Scope, path: str) -> Items:
    rule, about = cx.words.label(f"effects.{statement.name}"), statement.about
    if about is None:
        return point_of(cx, cx.text("rule_applies", name=rule), path), scope
    about = about.items[0] if isinstance(about, ir.ListOf) and len(about.items) == 1 else about
    return point_of(cx, cx.text("rule_applies_to", name=rule, x=cards_of(cx, about, scope)), path), scope


@statements(ir.Labelled)
def _labelled(cx: Context, statement: ir.Labelled, scope: Scope, path: str) -> Items:
    return statements_of(cx, statement.body, scope, f"{path}.{statement.name}"), scope


def order_suffix(cx: Context, collection: ir.Expr) -> Literal["", "_seat", "_listed", "_highest", "_lowest"]:
    """Return the suffix for the order in which a list is iterated; empty if the order needs no words."""
    match collection:
        case ir.Best(count=None):
            return ""
        case ir.Best(which=which):
            return "_highest" if which == "highest" else "_lowest"
        case ir.ListOf(items=items) if len(items) > 1 and collection.type.name in ("player", "team"):
            return "_listed"
        case ir.ListOf(items=(only,)) if only.type.many:
            return order_suffix(cx, only)
        case ir.Players() | ir.Members():
            return "_seat"
        case ir.Filter(collection=inner) | ir.Combine(op="without", left=inner):
            return order_suffix(cx, inner)
        case ir.Map(collection=inner) if (told := order_suffix(cx, inner)) == "_listed":
            return told
        case ir.Defined(name=name):
            return order_suffix(cx, cx.words.definitions[name].body)
        case ir.IfThenElse(then=then, otherwise=otherwise):
            return told if (told := order_suffix(cx, then)) == order_suffix(cx, otherwise) else ""
    return ""


def point_of(cx: Context, text: str, path: str) -> tuple[Item, ...]:
    return (Item(cx.grammar.sentence(text), (path,)),)


def led_by(cx: Context, text: str, below: tuple[Item, ...], paths: tuple[str, ...], ordered: bool = False) -> Item:
    """Return a point with points below it.

    With one plain point alone, both in one sentence if it is easily read.
    """
    easy = text.removeprefix(cx.grammar.phrases["otherwise"] + ",").count(",") < 2
    if easy and len(below) == 1 and not below[0].below and isinstance(below[0].text, Sentence):
        told = cx.grammar.sentence(f"{text}{cx.grammar.phrases['comma']} {below[0].text.words}")
        return Item(told, tuple(dict.fromkeys((*paths, *below[0].paths))))
    return Item(opening_of(cx, text), paths, below, ordered)


# ------------------------------------------------------------ cards
def move_words(cx: Context, what: ir.Expr, to: ir.ZoneTarget | ir.SpotTarget, scope: Scope) -> str:
    if isinstance(to, ir.SpotTarget):
        return cx.text("goes_to_spot", x=cards_of(cx, what, scope), zone=thing_of(cx, to.spot, scope))
    form = cx.words.zones[to.name].form
    if to.round:
        return deal_words(cx, what, to, scope)
    target = zone_of(cx, to, scope)
    if isinstance(what, ir.Deck):
        return cx.text("gathered", zone=target)
    zone = cx.words.zones[to.name]
    key = "goes_to_free_place" if zone.size or zone.edgeless else _INTO[form]
    key = "goes_below" if to.bottom else key
    melds = [node for node in nodes(what) if isinstance(node, ir.Melds)]
    split = melds and isinstance(cx.words.combos[melds[0].combo], ir.Split)
    if form == "melds" and split and isinstance(what, ir.Melds):
        combo = cx.words.combos[melds[0].combo]
        assert isinstance(combo, ir.Split)
        cards = whole_of(cx, group_of(cx, what.cards, scope))
        return cx.text("arranged", x=cards, best=cx.words.combo(combo.name), zone=target)
    if form == "slot" and is_called_card(cx, target):
        return cx.text("becomes", x=cards_of(cx, what, scope), y=target)
    return cx.text(key, x=cards_of(cx, what, scope), zone=target)


def deal_words(cx: Context, what: ir.Expr, to: ir.ZoneTarget, scope: Scope) -> str:
    """Return a deal round several zones."""
    assert to.subject is not None
    noun = cx.words.zone(to.name)
    several = noun if isinstance(to.subject, ir.Map) else replace(noun, one=noun.many, plural=True)
    zone, x = owned_by(cx, several, to.subject, scope), cards_of(cx, what, scope)
    forms = {cx.words.zones[node.name].form for node in nodes(what) if isinstance(node, ir.ZoneContents)}
    top = cx.text("from_the_top") if forms == {"pile"} and not isinstance(what, ir.TopSome) else ""
    if to.start is None:
        return cx.text("dealt", x=x, zone=zone, top=top)
    way = cx.text("dealt_on" if cx.uses.reverses else "dealt_left")
    first = thing_of(cx, to.start, scope)
    return cx.text("dealt_from", x=x, zone=zone, top=top, way=way, first=first)


def insertion_words(cx: Context, what: ir.Expr, to: ir.ZoneTarget, under: ir.Expr, told: Audience, scope: Scope) -> str:
    """Return the sentence for cards that go under others of a pile, with the players that learn the depth."""
    if under == ir.Constant(ir.NUMBER, 0):
        return cx.text("goes_onto", x=cards_of(cx, what, scope), zone=zone_of(cx, to, scope))
    above = ir.TopSome(ir.CARDS, under, ir.ZoneContents(ir.CARDS, to.name, to.subject))
    key = {"everyone": "goes_under", "actor": "goes_under_unheard", "nobody": "goes_under_unknown"}[told]
    return cx.text(key, x=cards_of(cx, what, scope), y=cards_of(cx, above, scope))


def cards_of(cx: Context, what: ir.Expr, scope: Scope) -> Thing:
    """Return the words for moved or shown cards, or for their recipients; for a zone, all its cards."""
    if isinstance(what, ir.ZoneContents) and cx.words.zones[what.name].form == "slot":
        return thing_of(cx, what, scope)
    if isinstance(what, ir.Map) and isinstance(what.body, ir.ZoneContents):
        zone = what.body
        if isinstance(zone.subject, ir.Local) and zone.subject.slot == what.slot:
            noun = cx.words.zone(zone.name)
            places = replace(noun, one=noun.many, plural=True)
            held = cx.grammar.of(whole_of(cx, group_of(cx, what.collection, scope)), places)
            sort = cx.words.sort(replace(zone.type, many=False))
            if noun.plural and sort.many in noun.base.split():  # `the cards taken of all players` says it already
                return replace(held, plural=True)
            return whole_of(cx, in_place(cx, sort, held))
    return whole_of(cx, group_of(cx, what, scope)) if what.type.many else thing_of(cx, what, scope)


def zone_of(cx: Context, target: ir.ZoneTarget, scope: Scope) -> Thing:
    return owned_by(cx, cx.words.zone(target.name), target.subject, scope)


# ------------------------------------------------------------ state
def set_words(cx: Context, name: str, subject: ir.Expr | None, value: ir.Expr, scope: Scope) -> str:
    variable, denied = cx.words.variables[name], value == ir.Constant(ir.TRUTH, False)
    subject, scope = for_each_key(cx, subject, scope, denied)
    place = ir.VariableValue(variable.type, name, subject)
    if variable.type.name == "truth" and not variable.type.many:
        if subject is not None and subject.type.many:
            element = ir.Local(ir.Type(subject.type.name, subject.type.enum), -1, "")
            scope = scope.bind(-1, each_or_none(cx, group_of(cx, subject, scope), denied))
            place = ir.VariableValue(variable.type, name, element)
        if isinstance(value, ir.Constant):
            nobody = any(thing.none for thing in scope.slots.values())
            key = "it_is_noted" if subject is None else "from_now"
            return cx.text(key, claim=clause_of(cx, place, scope, bool(value.value) or nobody))
        key = "noted_if" if subject is None else "from_now_if"
        return cx.text(key, claim=clause_of(cx, place, scope), unless=clause_of(cx, value, scope))
    target = target_of(cx, name, subject, scope)
    if isinstance(value, ir.Nothing):
        noun = cx.words.variable(name)
        if subject is None:
            return cx.text("set_to_nothing", noun=noun)
        return cx.text("set_to_nothing_of", x=thing_of(cx, subject, scope), noun=noun)
    if variable.type.name in ("player", "team", "card") and not variable.type.many:
        return cx.text("becomes", x=thing_of(cx, value, scope), y=target)
    y = meant_number(cx, variable.path, value) or stated_value(cx, value, scope)
    return cx.text("is_set", x=target, y=y)


def target_of(cx: Context, name: str, subject: ir.Expr | None, scope: Scope) -> Thing:
    """Return the words for the target of an assignment; for many subjects, in the plural."""
    noun = cx.words.variable(name)
    if subject is not None and subject.type.many:
        noun = replace(noun, one=noun.many, plural=True)
    return owned_by(cx, noun, subject, scope)


def for_each_key(
    cx: Context, subject: ir.Expr | None, scope: Scope, denied: bool = False
) -> tuple[ir.Expr | None, Scope]:
    """Return the subject of an assignment for each of many keys or players, and the scope in which it is bound."""
    while isinstance(subject, ir.Map):
        many = group_of(cx, subject.collection, scope)
        scope = scope.bind(subject.slot, each_or_none(cx, many, denied))
        subject, denied = subject.body, False
    return subject, scope


def each_or_none(cx: Context, many: Group, denied: bool) -> Thing:
    """`Each player` or, where something is denied of all, `no player`."""
    told = cx.text("none" if denied else "each", many=many)
    return Thing(told, feminine=many.noun.feminine, person=many.noun.person, none=denied)


def addition_words(cx: Context, name: str, subject: ir.Expr | None, amount: ir.Expr, scope: Scope) -> str:
    subject, scope = for_each_key(cx, subject, scope)
    target = target_of(cx, name, subject, scope)
    match amount:
        case ir.Constant(value=0):
            return cx.text("nothing_added", x=target)
        case ir.Constant(value=value) if value < 0:
            return cx.text("taken_off", n=Thing(str(-value), value != -1), x=target)
    if (less := _less(amount)) is not None:
        return cx.text("taken_off", n=thing_of(cx, less, scope), x=target)
    return cx.text("is_added", n=thing_of(cx, amount, scope), x=target)


def let_items(
    cx: Context, slot: int, name: str, value: ir.Expr, scope: Scope, path: str
) -> tuple[tuple[Item, ...], Scope]:
    """Return the sentence for a value remembered under a name."""
    given = cx.words.texts.get(f"{path}.{name}.noun")
    if value.type.name == "truth" and not value.type.many:
        noted = Thing(cx.text("noted", name=given or plain(name)))
        told = cx.text("note_whether", claim=clause_of(cx, value, scope), name=given or plain(name))
        return point_of(cx, told, path), scope.bind(slot, noted)
    found = container_of(cx, value, scope)
    key = "called" if value.type.many else "called_one"
    if given:
        called = cx.grammar.the(cx.grammar.noun(given), value.type.many)
        return point_of(cx, cx.text(key, x=found, name=called), path), scope.bind(slot, called)
    noun = cx.words.sort(ir.Type(value.type.name, value.type.enum))
    named = cx.grammar.phrases["named"]
    one, many = (named.format(sort=word, name=plain(name)) for word in (noun.one, noun.many))
    called = cx.grammar.the(replace(noun, one=one, many=many), value.type.many)
    return point_of(cx, cx.text(key, x=found, name=called), path), scope.bind(slot, called)


# ------------------------------------------------------------ cases and questions
def branch_items(cx: Context, branches: tuple[ir.Branch, ...], scope: Scope, path: str) -> list[Item]:
    found = []
    if len(branches) == 1:
        branches = (_at_once(branches[0]),)
    for number, branch in enumerate(branches):
        below = statements_of(cx, branch.body, scope, path)
        if branch.condition is None:
            opening = cx.text("otherwise")
        else:
            key = "if" if number == 0 else "else_if"
            opening = cx.text(key, claim=clause_of(cx, branch.condition, scope))
        if below and len(branch.body) == 1 and isinstance(branch.body[0], ir.If):
            found.append(Item(opening_of(cx, opening), (path,), below))
        elif below:
            found.append(led_by(cx, opening, below, (path,)))
    return found


def question_items(
    cx: Context, choices: tuple[ir.Choice, ...], scope: Scope, path: str
) -> tuple[tuple[Item, ...], Scope]:
    found: list[Item] = []
    for choice in choices:
        item, scope = choice_item(cx, choice, scope, f"{path}.choose.{choice.name}")
        told = item.text.words if isinstance(item.text, Sentence) else item.text
        found.append(replace(item, text=cx.grammar.sentence(cx.text("you_choose_one", what=told))))
    last = cx.grammar.sentence(cx.text("asked_nothing"))
    return (*found, Item(last, (path,))), scope


MOST_WORDS = 16
"""The maximum number of words of an enumeration that a choice lists."""


def choice_item(cx: Context, choice: ir.Choice, scope: Scope, path: str, later: object = None) -> tuple[Item, Scope]:
    """Return the sentence for a choice with its domain and conditions; and the scope in which it has a name.

    `later`: what may speak of it by that name; all that is known if it is not given.
    """
    many = group_of(cx, choice.collection, scope)
    if words := _words_to_choose(cx, choice):
        many = Group(many.noun, lambda plural: "")
    if isinstance(choice.collection, ir.Span | ir.ListOf) and not choice.single:
        many = replace(many, whole=None)
    inner = scope.bind(choice.slot, element_of(cx, many.noun, scope))
    collection = many
    if choice.filters:
        every = together([condition.expr for condition in choice.filters], "and")
        collection = filtered_group(cx, collection, choice.slot, every, choice.if_possible, scope)
    cases = cases_of(cx, choice.collection, scope)
    below: tuple[Item, ...] = ()
    if len(cases) > 1 and not choice.filters:
        collection = replace(many, rest=lambda plural: cx.text("as_follows"), whole=None)
        below = domain_items(cx, cases, path)
    if choice.single:
        anybody = choice.type == ir.PLAYER and many.whole is not None and not many.rest(True) and not choice.filters
        told = cx.text("choose_anybody" if anybody else "choose_one", many=collection)
        filters: tuple[str, ...] = tuple(condition.path for condition in choice.filters)
    else:
        everything = cx.text("number_of", many=collection)
        if choice.low == choice.high and thing_of(cx, choice.low, inner).text == everything:
            told = cx.text("choose_all", many=collection)
        else:
            told = cx.text("choose_some", amount=amount_of(cx, choice, inner), many=collection)
        filters = tuple(condition.path for condition in choice.filters)
    chosen = chosen_thing(cx, choice, path, scope)
    spoken_of = later is None or any(isinstance(n, ir.Local) and n.slot == choice.slot for n in nodes(later))
    if f"{path}.noun" in cx.words.texts and spoken_of and chosen.text != cx.grammar.the(many.noun, chosen.plural).text:
        if not choice.filters and not below and (words or (choice.single and _is_range(choice))):
            comma, rest = cx.grammar.phrases["comma"], collection.rest(False)
            told = chosen.text if words else f"{chosen.text}{comma}{rest.removeprefix(comma)}"
        else:
            told = cx.text("choose_called", what=told, name=chosen)
    if words:
        told = cx.text("choose_of_words", what=told, words=cx.grammar.listed(words, "or"))
    return Item(cx.grammar.sentence(told), (path, *filters), below), scope.bind(choice.slot, chosen)


def _is_range(choice: ir.Choice) -> bool:
    """Return whether a number is chosen from a range, or yes or no."""
    return choice.type in (ir.NUMBER, ir.TRUTH) and isinstance(choice.collection, ir.Span | ir.ListOf)


def _words_to_choose(cx: Context, choice: ir.Choice) -> list[str]:
    """Return the words of an enumeration that can be chosen; of ranks and suits only if not all of them can."""
    values: Sequence[ir.Constant] = ()
    match choice.collection:
        case ir.Values(enum=enum) if enum not in cx.words.attributes:
            one = replace(choice.collection.type, many=False)
            values = [ir.Constant(one, value) for value in range(len(cx.words.enums[enum]))]
        case ir.ListOf(items=items) if choice.single and choice.type.enum:
            values = [item for item in items if isinstance(item, ir.Constant)]
        case ir.Span(low=ir.Constant(value=low), high=ir.Constant(value=high)) if (
            choice.single and choice.type.enum and choice.type.enum not in cx.words.attributes
        ):
            values = [ir.Constant(choice.type, value) for value in range(low, high + 1)]
    return [cx.words.value(each.type, each.value) for each in values] if len(values) <= MOST_WORDS else []


def domain_items(cx: Context, cases: list[Case], path: str, noun: Noun = NOTHING) -> tuple[Item, ...]:
    """Return the domain of a choice in each case, the first that applies; or the value that this noun names."""
    found = []
    for number, (condition, value, scope) in enumerate(cases):
        inner = cases_of(cx, value, scope)
        below = domain_items(cx, inner, path, noun) if len(inner) > 1 else ()
        none = isinstance(value, ir.Nothing)
        many = value_words(cx, value, scope, noun) if none else whole_of(cx, group_of(cx, value, scope))
        many = Thing("") if below else many
        if not below and (below := sum_items(cx, value, scope, path)):
            many = cx.a_thing("sum_of_these")
        if condition is None:
            told = cx.text("case_else", x=many)
        else:
            key = "case_if" if number == 0 else "case_else_if"
            told = cx.text(key, claim=clause_of(cx, *condition), x=many)
        found.append(Item(cx.grammar.sentence(told), (path,), below))
    return tuple(found)


def sum_items(cx: Context, expr: ir.Expr, scope: Scope, path: str) -> tuple[Item, ...]:
    """Return a point for each summand of a sum of at least three, unless it is short; none of anything else."""
    while isinstance(expr, ir.Defined) and not cx.titled(expr.name):
        scope = scope_of_body(cx, expr, scope)
        expr = cx.words.definitions[expr.name].body
    parts = summands(expr, partial(may_lack, cx)) if isinstance(expr, ir.Arithmetic) else []
    by_case = any(isinstance(part, ir.IfThenElse) and part.otherwise == _NOUGHT for _, part in parts)
    if len(parts) < (2 if by_case else SEVERAL):
        return ()
    items = tuple(summand_item(cx, *part, scope, path) for part in parts)
    plain = not any(isinstance(part, ir.IfThenElse) for _, part in parts)
    return () if plain and sum(len(item.text) for item in items) <= SHORT_SUM else items


def summand_item(cx: Context, off: bool, part: ir.Expr, scope: Scope, path: str) -> Item:
    """One of several things to be added up, or to be taken off: `2 if you have the most cards`."""
    key = "minus_summand" if off else "summand"
    match part:
        case ir.IfThenElse(condition=condition, then=then, otherwise=ir.Constant(value=0)):
            claim = clause_of(cx, condition, scope)
            return Item(cx.grammar.sentence(cx.text(f"{key}_if", x=thing_of(cx, then, scope), claim=claim)), (path,))
    return Item(cx.grammar.sentence(cx.text(key, x=thing_of(cx, part, scope))), (path,))


def amount_of(cx: Context, choice: ir.Choice, scope: Scope) -> str:
    low = operand_of(cx, choice.low, scope)
    if choice.high is None:
        return cx.text("at_least_n", n=low)
    if choice.high == choice.low:
        return cx.text("exactly_n", n=low)
    high = operand_of(cx, choice.high, scope)
    match choice.low, choice.high:
        case ir.Constant(value=least), ir.Constant(value=most) if most == least + 1:
            return cx.grammar.listed([low.text, high.text], "or")
    return cx.text("n_to_n", a=low, b=high)


def chosen_thing(cx: Context, choice: ir.Choice, path: str, scope: Scope) -> Thing:
    """Return the words for a choice after it is made."""
    given = cx.words.texts.get(f"{path}.noun")
    if given:
        noun = cx.grammar.noun(given, choice.type.name == "player")
        return cx.grammar.the(noun, not choice.single or noun.plural)
    noun = cx.words.sort(ir.Type(choice.type.name, choice.type.enum))
    taken = {thing.text for thing in scope.slots.values()}
    told = next(name for n in count(1) if (name := chosen_as(cx, n, noun, choice.single)) not in taken)
    return Thing(told, not choice.single, noun.feminine, person=noun.person)


def chosen_as(cx: Context, n: int, noun: Noun, single: bool) -> str:
    """Return the name of the nth of several choices of such things: `the chosen card`, `the third chosen card`."""
    many = "" if single else "_many"
    if n == 1:
        return cx.text(f"the_chosen{many}", noun=noun)
    key = f"the_chosen_second{many}" if n == 2 else f"the_chosen_again{many}"
    return cx.text(key, noun=noun, n=cx.grammar.ordinal(n))


def opening_of(cx: Context, text: str) -> str:
    """Return a sentence that leads to the points below it."""
    return cx.grammar.sentence(text + cx.grammar.phrases["colon"])


def _at_once(branch: ir.Branch) -> ir.Branch:
    """`if a: if b` as `if a and b`, where nothing is done otherwise."""
    match branch:
        case ir.Branch(condition=first, body=(ir.If(branches=(ir.Branch(condition=second, body=body),)),)):
            if first is not None and second is not None:
                return _at_once(ir.Branch(together([first, second], "and"), body))
    return branch


def _by_cases(statement: ir.SetVariable | ir.AddToVariable | ir.SetDirection, cases: ir.IfThenElse) -> ir.If:
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


def _with(statement: ir.SetVariable | ir.AddToVariable | ir.SetDirection, value: ir.Expr) -> ir.Statement:
    if isinstance(statement, ir.AddToVariable):
        return replace(statement, amount=value)
    return replace(statement, value=value)
