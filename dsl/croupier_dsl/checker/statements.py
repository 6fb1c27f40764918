"""Check statements, lists of statements, and effects, which are named lists.

An effect is checked when it is first performed, and inserted wherever it is performed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.course import bodies, within
from croupier_dsl.analysis.effects import put_in, size
from croupier_dsl.analysis.walk import entry, nodes
from croupier_dsl.checker.choices import choices_of, sentence, without_loose_kinds
from croupier_dsl.checker.context import Context, Poisoned, attempt, free, place, title_of
from croupier_dsl.checker.conversion import cards_of, element, fit, many
from croupier_dsl.checker.definitions import (
    refuse_place,
    require_bare_head,
    require_names_read,
    scope_about,
    subject_type,
)
from croupier_dsl.checker.expressions import expression, number_of, summand
from croupier_dsl.checker.extent import DEEPEST
from croupier_dsl.checker.filters import element_in_hand, truth_of
from croupier_dsl.checker.properties import collection_of, require_finite, speaks_of_me
from croupier_dsl.checker.scope import ME, SUBJECT_SLOT, Scope, Slots
from croupier_dsl.errors import effects as errors
from croupier_dsl.errors import meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, ungroup
from croupier_dsl.source import Span

Node = TypeVar("Node")
Meaning = Callable[[Context, object, Scope, str], tuple[ir.Statement | None, Scope]]


def statements_of(
    cx: Context, written: tuple[syntax.Statement, ...], scope: Scope, path: str
) -> tuple[ir.Statement, ...]:
    """Return a list of statements; a name that one statement declares is in scope in the following ones."""
    return listed(cx, written, scope, path)[0]


def listed(
    cx: Context, written: tuple[syntax.Statement, ...], scope: Scope, path: str
) -> tuple[tuple[ir.Statement, ...], Scope]:
    found: list[ir.Statement] = []
    for statement in written:
        meant, scope = STATEMENTS[type(statement)](cx, statement, scope, path)
        if meant is not None:
            found.append(meant)
    return tuple(found), scope


def cards_shown(cx: Context, written: syntax.Expr, scope: Scope, done: str) -> ir.Expr:
    what = sentence(cx, written, scope)
    if element(what.type) not in (ir.CARD, ir.MELD):
        raise Invalid(sorts.no_cards(written.span, what.type, done))
    return cards_of(what, scope) if element(what.type) == ir.MELD else what


def card_swapped(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr:
    what = sentence(cx, written, scope)
    if what.type not in (ir.CARD, ir.NONE):
        raise Invalid(sorts.swapped_with_what(written.span, what.type))
    return what


def value_named(cx: Context, written: syntax.Let, scope: Scope) -> ir.Let:
    name = free(written.name, cx.names)
    value = sentence(cx, written.value, scope)
    if value.type == ir.NONE:
        raise Invalid(sorts.no_type(written.value.span))
    return ir.Let(scope.slots.take(), name.text, value, place(written.span))


def if_of(cx: Context, written: syntax.If, scope: Scope, path: str) -> tuple[ir.If, Scope]:
    branches: list[ir.Branch] = []
    for branch in written.branches:
        condition = None if branch.condition is None else condition_of_branch(cx, branch.condition, scope)
        branches.append(ir.Branch(condition, statements_of(cx, branch.body, scope, path)))
    return ir.If(tuple(branches), place(written.span)), scope


def condition_of_branch(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
    def condition() -> ir.Expr:
        meant = truth_of(cx, written, scope, later("the condition after `if`"))
        return without_loose_kinds(cx, meant, written.span)

    return attempt(cx, condition)


def collection_over(cx: Context, written: syntax.Each, scope: Scope) -> ir.Expr:
    """Return the collection that a `for each` or a rule iterates over."""
    collection = collection_of(sentence(cx, written.collection, scope), written.collection.span, scope)
    require_finite(collection, written.collection.span)
    return collection


def for_each_of(cx: Context, written: syntax.ForEach, scope: Scope, path: str) -> tuple[ir.ForEach | None, Scope]:
    def head() -> tuple[ir.Expr, ir.Local, Scope]:
        collection = collection_over(cx, written.each, scope)
        return (collection, *element_in_hand(cx, collection, written.each.alias, scope))

    found = attempt(cx, head)
    if found is None:
        return None, scope
    collection, each, inside = found
    body = statements_of(cx, written.body, inside, path)
    if written.at_once:
        check_at_once(cx, written, body, each.slot)
    return ir.ForEach(collection, each.slot, body, place(written.span), written.at_once), scope


def check_at_once(cx: Context, written: syntax.ForEach, body: tuple[ir.Statement, ...], slot: int) -> None:
    """Report a block `at once` with anything but moves of cards, or with the same cards for several players."""
    if amiss := [*not_moving(cx, written.body)]:
        for span in amiss:
            cx.diagnostics.add(structure.not_at_once(span))
        return
    known = {slot}
    for statement in within(body):
        match statement:
            case ir.Let(slot=named, value=value) | ir.ForEach(slot=named, collection=value):
                if _speaks_of(value, known):
                    known.add(named)
            case ir.Move(what=what, to=to):
                span = cx.spans.of(what, written.span)
                if isinstance(to, ir.SpotTarget) or to.round or to.lower or form_of(cx, to) == "melds":
                    cx.diagnostics.add(structure.where_not_at_once(span))
                elif not _speaks_of(what, known):
                    cx.diagnostics.add(structure.same_for_each(span, isinstance(what, ir.TopSome | ir.Pick)))


def not_moving(cx: Context, written: tuple[syntax.Statement, ...]) -> Iterator[Span]:
    """Yield the places of statements that are not allowed in a block `at once`."""
    for statement in written:
        match statement:
            case syntax.If(branches=branches):
                for branch in branches:
                    yield from not_moving(cx, branch.body)
            case syntax.ForEach(body=body, at_once=False) | syntax.Labelled(body=body):
                yield from not_moving(cx, body)
            case syntax.Perform(name=name):
                effect = cx.effects.made.get(name.text)
                if effect is not None and not all(map(_moves, within(effect.do))):
                    yield statement.span
            case syntax.Move() | syntax.Let():
                pass
            case _:
                yield statement.span


# ------------------------------------------------------------ what statements change


def target_of_move(cx: Context, written: syntax.Move, scope: Scope) -> ir.ZoneTarget | ir.SpotTarget:
    """Return the destination of a `move`, with the number after `under`."""
    to = destination(cx, written.to, scope)
    if written.under is None:
        return to
    if isinstance(to, ir.SpotTarget):
        raise Invalid(sorts.not_a_zone(written.to.span, cx.names.zones))
    if form_of(cx, to) != "pile":
        raise Invalid(sorts.bottom_of_no_pile(written.to.span, to.name, form_of(cx, to)))
    if to.bottom:
        raise Invalid(sorts.bottom_and_under(written.under.span, to.name))
    under = fit(
        cx,
        sentence(cx, written.under, scope, ir.NUMBER),
        ir.NUMBER,
        written.under.span,
        scope,
        later("the number after `under`"),
    )
    if (ir.number_in(under) or 0) < 0:
        raise Invalid(sorts.under_less_than_none(written.under.span))
    return replace(to, under=under)


def destination(cx: Context, written: syntax.Expr, scope: Scope) -> ir.ZoneTarget | ir.SpotTarget:
    """Return the destination of cards: a zone, a spot, or the bottom of a pile."""
    try:
        meant = expression(cx, written, scope)
    except Invalid as invalid:
        if invalid.diagnostic.code == "E301" and isinstance(written, syntax.Name) and not invalid.diagnostic.fix:
            raise Invalid(meaning.unknown_zone(written.span, written.text, cx.names.zones)) from None
        raise
    if not (isinstance(meant, ir.Pick) and meant.which in ("top", "bottom")):
        return target_meant(cx, meant, written)
    zone = target_meant(cx, meant.collection, written)
    if isinstance(zone, ir.SpotTarget):
        raise Invalid(sorts.not_a_zone(written.span, cx.names.zones))
    if meant.which == "top":
        raise Invalid(sorts.on_top_anyway(written.span, zone.name, form_of(cx, zone)))
    if form_of(cx, zone) != "pile":
        raise Invalid(sorts.bottom_of_no_pile(written.span, zone.name, form_of(cx, zone)))
    return replace(zone, bottom=True)


def target_meant(cx: Context, meant: ir.Expr, written: syntax.Expr) -> ir.ZoneTarget | ir.SpotTarget:
    if isinstance(meant, ir.ZoneContents):
        return ir.ZoneTarget(meant.name, meant.subject)
    if meant.type == ir.SPOT:
        return ir.SpotTarget(meant)
    if isinstance(meant, ir.Map) and isinstance(several := _lifted(meant), ir.ZoneContents):
        return ir.ZoneTarget(several.name, several.subject)
    raise Invalid(sorts.not_a_zone(written.span, cx.names.zones))


def dealt(
    cx: Context, written: syntax.Move, what: ir.Expr, to: ir.ZoneTarget | ir.SpotTarget, scope: Scope
) -> ir.ZoneTarget | ir.SpotTarget:
    """Return the destination of a deal, with the player who gets the first card."""
    owners = to.subject if isinstance(to, ir.ZoneTarget) and to.round else None
    if owners is None or isinstance(to, ir.SpotTarget):
        if written.start is not None:
            raise Invalid(sorts.from_of_one_zone(written.start.span))
        return to
    if to.lower:
        raise Invalid(sorts.dealt_below(written.to.span, to.name))
    if what.type != ir.CARDS:
        raise Invalid(sorts.dealt_what(written.what.span, what.type, to.name))
    if isinstance(what, ir.TopSome) and not _counts(what.count):
        raise Invalid(sorts.dealt_how_many(written.what.span, _number(written.what), to.name, owners.type))
    if written.start is None:
        return to
    if element(owners.type) != ir.PLAYER:
        raise Invalid(sorts.from_of_no_players(written.start.span, owners.type))
    start = sentence(cx, written.start, scope)
    return replace(to, start=fit(cx, start, ir.PLAYER, written.start.span, scope, later("the player after `from`")))


def form_of(cx: Context, zone: ir.ZoneTarget) -> str:
    sort = ungroup(cx.names.zones[zone.name].thing.sort)
    return sort.text if isinstance(sort, syntax.Name) else ""


def variable_changed(cx: Context, written: syntax.Expr, scope: Scope) -> ir.VariableValue:
    """Return the variable that is set; for several owners, its subject is all of them."""
    before = set(cx.used.names)
    meant = expression(cx, ungroup(written), scope)
    if isinstance(meant, ir.Map):
        meant = _lifted(meant)
    if not isinstance(meant, ir.VariableValue):
        raise Invalid(sorts.cannot_be_set(written.span))
    if meant.name not in before:
        cx.used.names.discard(meant.name)
    return meant


def set_of(cx: Context, written: syntax.SetTo, scope: Scope) -> ir.Statement:
    target, where = ungroup(written.target), place(written.span)
    if isinstance(target, syntax.Name) and target.text in ("next", "direction") and target.text not in scope.names:
        if target.text == "next":
            if not scope.goes_round:
                raise Invalid(structure.nothing_goes_round(target.span))
            player = fit(
                cx, sentence(cx, written.value, scope), ir.PLAYER, written.value.span, scope, later("the next player")
            )
            return ir.SetNext(player, where)
        return ir.SetDirection(number_of(cx, written.value, scope), where)
    variable = variable_changed(cx, written.target, scope)
    value = fit_value(cx, sentence(cx, written.value, scope, variable.type), variable, written.value.span, scope)
    return ir.SetVariable(variable.name, variable.subject, value, where)


def fit_value(cx: Context, value: ir.Expr, variable: ir.VariableValue, span: Span, scope: Scope) -> ir.Expr:
    """Return a value of the variable's type; Invalid for none unless the variable may be none."""
    if value.type == ir.NONE and not cx.names.variables[variable.name].thing.optional:
        raise Invalid(sorts.never_none(span, variable.name))
    return fit(cx, value, variable.type, span, scope, f"`{variable.name}`")


def end_stage_of(cx: Context, written: syntax.EndStage, scope: Scope) -> ir.EndStage:
    stage = written.stage
    if stage.text not in cx.names.stages:
        raise Invalid(meaning.unknown_stage(stage.span, stage.text, cx.names.stages))
    cx.references.add_name(stage.span, cx.names.stages[stage.text].path)
    if stage.text not in scope.stages:
        raise Invalid(structure.stage_not_around(stage.span, stage.text, scope.stages))
    return ir.EndStage(stage.text, place(written.span))


def _lifted(meant: ir.Map) -> ir.Expr:
    """Return a variable or zone mapped over several owners as one with all of them as subject; other expressions
    unchanged."""
    body = _lifted(meant.body) if isinstance(meant.body, ir.Map) else meant.body
    if not isinstance(body, ir.VariableValue | ir.ZoneContents) or body.subject is None:
        return meant
    if isinstance(body.subject, ir.Local):
        return replace(body, subject=meant.collection) if body.subject.slot == meant.slot else meant
    if not body.subject.type.many and not isinstance(body.subject, ir.Keyed):
        return meant
    everything = ir.Map(many(body.subject.type), meant.collection, meant.slot, body.subject)
    return replace(body, subject=everything)


def _moves(statement: ir.Statement) -> bool:
    """Return whether a statement is allowed in a block `at once`."""
    match statement:
        case ir.ForEach(at_once=at_once):
            return not at_once
    return isinstance(statement, ir.Move | ir.Let | ir.If | ir.Labelled | ir.Perform)


def _speaks_of(value: ir.Expr, slots: set[int]) -> bool:
    return any(isinstance(node, ir.Local) and node.slot in slots for node in nodes(value))


def _number(what: syntax.Expr) -> str:
    """Return the number in `top N of C`, as written."""
    bare = ungroup(what)
    link = bare.link if isinstance(bare, syntax.Of) else None
    return link.count.span.text if isinstance(link, syntax.Top) and link.count is not None else "…"


def _counts(number: ir.Expr) -> bool:
    """Return whether a number is computed from the number of players, teams, or keys."""
    counted = (node.collection for node in nodes(number) if isinstance(node, ir.Count))
    return any(things.type.name not in ("card", "meld", "spot") for things in counted)


MOST_PERFORMED = 10_000
"""The most statements that come from effects, each counted wherever it is performed."""


def effects_declared(cx: Context) -> tuple[ir.Effect, ...]:
    """Return all effects in the order of the file."""
    found = (effect_named(cx, name, effect.head.name.span) for name, effect in cx.names.effects.items())
    return tuple(effect for effect in found if effect is not None)


def effect_named(cx: Context, name: str, span: Span) -> ir.Effect | None:
    """Return the effect of this name; None if its head has an error."""
    if name in cx.effects.waiting:
        way = [*cx.effects.waiting[cx.effects.waiting.index(name) :], name]
        raise Invalid(errors.performs_itself(span, way))
    if name not in cx.effects.made:
        cx.effects.waiting.append(name)
        depth, cx.progress.depth = cx.progress.depth, 0
        cx.effects.made[name] = attempt(cx, lambda: effect_of(cx, cx.names.effects[name]))
        cx.progress.depth = depth
        cx.effects.waiting.pop()
    return cx.effects.made[name]


def effect_of(cx: Context, written: syntax.Effect) -> ir.Effect:
    """Return the statements of an effect. Whether they are allowed at a place is checked where the effect is
    performed."""
    head, name = written.head, written.head.name.text
    require_bare_head(head)
    refuse_place(head)
    scope = scope_about(cx, head)
    scope = Scope(
        Slots(SUBJECT_SLOT + 1), True, scope.subjects, scope.names, chance=True, asks=True,
        stages=tuple(cx.names.stages), goes_round=True,
    )  # fmt: skip
    do = statements_of(cx, written.do, scope, f"effects.{name}")
    require_names_read(cx, head, scope)
    title = title_of(cx, f"effects.{name}", name)
    return ir.Effect(name, subject_type(cx, head), do, scope.slots.used, title, place(head.name.span))


# ------------------------------------------------------------ where one is performed


def perform(cx: Context, written: syntax.Perform, scope: Scope) -> ir.Perform:
    name, span = written.name.text, written.name.span
    if name not in cx.names.effects:
        raise Invalid(errors.unknown_effect(span, name, cx.names.effects, cx.names.moves))
    cx.used.names.add(name)
    cx.references.add_name(span, f"effects.{name}")
    effect = effect_named(cx, name, span)
    if effect is None:
        raise Poisoned
    about = performed_about(cx, written, effect.subject, scope)
    check_performable(cx, effect, span, scope)
    full = cx.effects.performed > MOST_PERFORMED
    cx.effects.performed += 0 if full else size(effect.do)
    if full:
        raise Poisoned  # that is said once
    if cx.effects.performed > MOST_PERFORMED or _depth(effect.do) >= DEEPEST:
        raise Invalid(errors.too_much_performed(span, name, MOST_PERFORMED, DEEPEST))
    offset = scope.slots.take() - 1
    scope.slots.used += effect.slots - SUBJECT_SLOT - 1
    return put_in(ir.Perform(name, offset, (), place(written.span)), effect, about, cx.spans.note_again)


def performed_about(cx: Context, written: syntax.Perform, wanted: ir.Type | None, scope: Scope) -> ir.Expr | None:
    """Return the things that an effect is about: the given ones, or the nearest subject of the right type."""
    name, span = written.name.text, written.span
    if wanted is None:
        if written.of is not None:
            raise Invalid(errors.about_nothing(written.of.span, name))
        return None
    if written.of is None:
        subjects = (*reversed(scope.subjects), *((ME,) if scope.acts else ()))
        meant: ir.Expr | None = next((subject for subject in subjects if subject.type == wanted), None)
        if meant is None:
            raise Invalid(errors.about_what(span, name, wanted))
    else:
        meant = sentence(cx, written.of, scope, wanted)
        if wanted != many(meant.type) and meant.type == many(wanted):
            require_finite(meant, written.of.span)
            return meant
        meant = fit(cx, meant, wanted, written.of.span, scope, later("the argument of an effect"))
    return meant if wanted.many else ir.ListOf(many(wanted), (meant,))


def check_performable(cx: Context, effect: ir.Effect, span: Span, scope: Scope) -> None:
    """Raise Invalid if a statement of the effect is not allowed where the effect is performed."""
    for node in nodes(effect.do):
        match node:
            case ir.Ask() if not scope.asks:
                raise Invalid(errors.asks_here(span, effect.name))
            case ir.EndStage(stage=stage) if stage not in scope.stages:
                raise Invalid(errors.ends_here(span, effect.name, stage))
            case ir.SetNext() | ir.NextActor() | ir.Neighbour(side="successor") if not scope.goes_round:
                raise Invalid(errors.goes_round_here(span, effect.name))
            case ir.Local(slot=0) if not scope.acts:
                raise Invalid(errors.speaks_of_me_here(span, effect.name))
            case ir.Defined(name=used) | ir.TableValue(name=used) if not scope.acts and speaks_of_me(cx, used):
                raise Invalid(errors.speaks_of_me_here(span, effect.name))


def _depth(statements: tuple[ir.Statement, ...]) -> int:
    """Return the depth of nested lists."""
    deepest, todo = 0, [(statements, 1)]
    while todo:
        listed, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(body, depth + 1) for statement in listed for body in bodies(statement)]
    return deepest


# ------------------------------------------------------------ one function for each kind of statement


def let_of(cx: Context, written: syntax.Let, scope: Scope, path: str) -> tuple[ir.Let | None, Scope]:
    let = attempt(cx, lambda: value_named(cx, written, scope))
    local = None if let is None else ir.Local(let.value.type, let.slot, let.name)
    if local is not None:
        cx.references.declare(local, written.name, f"{path}.{written.name.text}")
    return let, scope.knowing(written.name.text, local)


def ask_of(cx: Context, written: syntax.Ask, scope: Scope, path: str) -> tuple[ir.Ask, Scope]:
    if not scope.asks:
        cx.diagnostics.add(structure.nobody_to_ask(written.span))
    choices, after = choices_of(cx, written.choices, replace(scope, chance=False), f"{path}.choose")
    return ir.Ask(choices, place(written.span)), replace(after, chance=scope.chance)


def labelled_of(cx: Context, written: syntax.Labelled, scope: Scope, path: str) -> tuple[ir.Labelled, Scope]:
    here, label = f"{path}.{written.label.text}", written.label
    first = cx.stages.labels.setdefault(here, label.span)
    if first != label.span:
        cx.diagnostics.add(meaning.label_twice(label.span, label.text, here, first))
    body, after = listed(cx, written.body, scope, here)
    return ir.Labelled(written.label.text, body), after


def move_cards_of(cx: Context, written: syntax.Move, scope: Scope) -> ir.Move:
    what = sentence(cx, written.what, scope)
    if element(what.type) not in (ir.CARD, ir.MELD):
        raise Invalid(sorts.cannot_be_moved(written.what.span, what.type))
    to = target_of_move(cx, written, scope)
    if isinstance(to, ir.ZoneTarget) and form_of(cx, to) == "melds" and element(what.type) != ir.MELD:
        raise Invalid(sorts.loose_cards_among_melds(written.what.span, to.name, what.type))
    return ir.Move(what, dealt(cx, written, what, to, scope), place(written.span))


def shuffle_of(cx: Context, written: syntax.Shuffle, scope: Scope) -> ir.Shuffle:
    zone = target_meant(cx, expression(cx, written.what, scope), written.what)
    if isinstance(zone, ir.SpotTarget):
        raise Invalid(sorts.not_a_zone(written.what.span, cx.names.zones))
    if zone.round:
        raise Invalid(sorts.many_zones(written.what.span, zone.name))
    if form_of(cx, zone) not in ("pile", "row", signatures.EDGELESS):
        raise Invalid(sorts.shuffle_of_no_pile(written.what.span, zone.name, form_of(cx, zone)))
    return ir.Shuffle(zone, place(written.span))


def reveal_of(cx: Context, written: syntax.Reveal, scope: Scope) -> ir.Reveal:
    return ir.Reveal(cards_shown(cx, written.what, scope, later("revealed")), place(written.span))


def hide_of(cx: Context, written: syntax.Hide, scope: Scope) -> ir.Hide:
    return ir.Hide(cards_shown(cx, written.what, scope, later("hidden")), place(written.span))


def show_of(cx: Context, written: syntax.Show, scope: Scope) -> ir.Show:
    cards, players = cards_shown(cx, written.what, scope, later("shown")), sentence(cx, written.to, scope)
    if players.type != ir.PLAYER:
        players = fit(cx, players, ir.PLAYERS, written.to.span, scope, later("the players after `to`"))
    return ir.Show(cards, players, place(written.span))


def swap_of(cx: Context, written: syntax.Swap, scope: Scope) -> ir.Swap:
    return ir.Swap(card_swapped(cx, written.one, scope), card_swapped(cx, written.other, scope), place(written.span))


def add_of(cx: Context, written: syntax.AddTo, scope: Scope) -> ir.AddToVariable:
    amount = summand(cx, written.amount, scope)
    variable = variable_changed(cx, written.target, scope)
    if element(variable.type) != ir.NUMBER:
        raise Invalid(sorts.add_to_no_number(written.target.span, variable.type))
    return ir.AddToVariable(variable.name, variable.subject, amount, place(written.span))


def _sentence(
    kind: type[Node], function: Callable[[Context, Node, Scope], ir.Statement]
) -> tuple[type[object], Meaning]:
    """Enter a statement that consists of one sentence and leaves the scope unchanged."""

    def attempted(cx: Context, written: Node, scope: Scope, path: str) -> tuple[ir.Statement | None, Scope]:
        return attempt(cx, lambda: function(cx, written, scope)), scope

    return entry(kind, attempted)


STATEMENTS = dict([
    entry(syntax.Let, let_of),
    entry(syntax.Ask, ask_of),
    entry(syntax.Labelled, labelled_of),
    entry(syntax.If, if_of),
    entry(syntax.ForEach, for_each_of),
    _sentence(syntax.Move, move_cards_of),
    _sentence(syntax.Shuffle, shuffle_of),
    _sentence(syntax.Reveal, reveal_of),
    _sentence(syntax.Hide, hide_of),
    _sentence(syntax.Show, show_of),
    _sentence(syntax.Swap, swap_of),
    _sentence(syntax.SetTo, set_of),
    _sentence(syntax.AddTo, add_of),
    _sentence(syntax.EndStage, end_stage_of),
    _sentence(syntax.Perform, perform),
])  # fmt: skip
"""The function for each kind of statement: its meaning, and the scope after it."""
