"""Check the course of play: stages, the moves that they offer, and rules that trigger by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, cast

from croupier_dsl import ir, syntax
from croupier_dsl.checker.choices import choices_of, conditions_of, sentence
from croupier_dsl.checker.context import Context, attempt, attempt_each, free, place, title_of
from croupier_dsl.checker.conversion import cards_of, element, fit, many
from croupier_dsl.checker.expressions import expression, number_of, summand
from croupier_dsl.checker.extent import DEEPEST
from croupier_dsl.checker.keys import keys_written
from croupier_dsl.checker.scope import SUBJECT_SLOT, Scope, Slots
from croupier_dsl.checker.statements import collection_over, statements_of
from croupier_dsl.errors import effects, meaning, structure
from croupier_dsl.errors import stages as errors
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.parser import parse_sentence
from croupier_dsl.resolver import StagePlace


def play_declared(cx: Context) -> ir.Stage | None:
    written = cx.names.ruleset.play
    return None if written is None else stage_of(cx, written, Scope(chance=True), "", 1)


def stages_declared(cx: Context) -> tuple[ir.Stage, ...]:
    """Return the stages declared under `stages`, each after all stages that perform it, so that what encloses it is
    known."""
    places, found = cx.names.said_once, dict[str, ir.Stage]()
    left = {name: sum(above not in cx.stages.scopes for above in place.above) for name, place in places.items()}
    ready = [name for name, performers in left.items() if not performers]
    while ready:
        place = places[name := ready.pop()]
        outer = replace(shared_scope(cx, place.above), chance=True)
        depth = 1 + max((cx.stages.depths[above] for above in place.above), default=0)
        found[name] = stage_of(cx, place.stage, outer, "stages", depth)
        for named in _performed(place.stage):
            if named in left:
                left[named] -= 1
                ready += [] if left[named] else [named]
    report_cycles(cx, {name: place for name, place in places.items() if name not in found})
    return tuple(found[name] for name in places if name in found)


def report_cycles(cx: Context, left: dict[str, StagePlace]) -> None:
    """Report the remaining stages: they perform themselves, or are performed only by stages that do."""
    told: set[str] = set()
    for first in left:
        way = [first]
        while way[0] not in told:
            performers = (cx.names.stages[above].path.split(".")[1] for above in left[way[0]].above)
            name = next(performer for performer in performers if performer in left)
            if name in way:
                circle = [name, *way[: way.index(name)], name]
                cx.diagnostics.add(errors.performs_itself(left[name].stage.name.span, circle))
                break
            way.insert(0, name)
        told.update(way)


def stage_of(cx: Context, written: syntax.Stage, outer: Scope, above: str, depth: int) -> ir.Stage:
    """Return one stage. `outer`: the scope around it, whose current player it inherits unless it has its own."""
    name = written.name.text
    path = f"{above}.{name}" if above else name
    fresh = replace(outer, slots=Slots(), stages=(*outer.stages, name), subjects=(), names={}, chosen=())
    repeats = written.times is not None or bool(written.until)
    round_and_round = written.by is not None and repeats and not written.by.at_once
    acting = replace(fresh, acts=outer.acts or written.by is not None, goes_round=outer.goes_round or round_and_round)
    inside = replace(fresh, goes_round=acting.goes_round) if written.by and written.by.at_once else acting
    cx.stages.scopes[name], cx.stages.depths[name] = inside, depth
    if depth == DEEPEST + 1:
        cx.diagnostics.add(errors.too_deep(written.name.span, name, DEEPEST))
    check_shape(cx, written, acting)
    when = conditions_of(cx, written.when, replace(fresh, chance=False), f"{path}.when", "`when`")
    by = None if written.by is None else actors_of(cx, written.by, replace(fresh, chance=False))
    times = None if written.times is None else times_of(cx, written.times, fresh)
    ends = replace(inside, chance=False, served=written.by is not None and written.by.served)
    until = conditions_of(cx, written.until, ends, f"{path}.until", "`until`")
    must = conditions_of(cx, written.must, replace(inside, chance=False), f"{path}.must", "`must`")
    begin = statements_of(cx, written.begin, inside, f"{path}.begin")
    steps = tuple(stage_of(cx, step, inside, path, depth + 1) for step in written.steps or ())
    performs = performed_by(cx, written.performs or ())
    moves = tuple(move.text for move in written.moves or () if is_offered(cx, move))
    otherwise = statements_of(cx, written.otherwise or (), inside, f"{path}.else")
    end = statements_of(cx, written.end, inside, f"{path}.end")
    return ir.Stage(
        name, path, when, by, times, until, must, begin, steps, moves, otherwise, end,
        fresh.slots.used, title_of(cx, path, name), place(written.name.span), performs,
    )  # fmt: skip


def performed_by(cx: Context, names: tuple[syntax.Name, ...]) -> tuple[str, ...]:
    """Return the stages that a stage performs by name."""
    found: dict[str, None] = {}
    for name in names:
        there = cx.names.stages.get(name.text)
        if there is None or there.path != f"stages.{name.text}":
            known = cx.names.said_once
            cx.diagnostics.add(errors.not_said_once(name.span, name.text, known, there is not None))
        elif name.text in found:
            cx.diagnostics.add(errors.performed_twice(name.span, name.text))
        else:
            found[name.text] = None
    return tuple(found)


def shared_scope(cx: Context, stages: Iterable[str]) -> Scope:
    """Return the scope of statements in any of these stages: what encloses all of them. Without a stage, everything
    does."""
    scopes = [cx.stages.scopes[stage] for stage in stages if stage in cx.stages.scopes]
    if not scopes:
        return Scope(acts=True, stages=tuple(cx.names.stages), goes_round=True)
    around = tuple(stage for stage in scopes[0].stages if all(stage in scope.stages for scope in scopes))
    goes_round = all(scope.goes_round for scope in scopes)
    return Scope(acts=all(scope.acts for scope in scopes), stages=around, goes_round=goes_round)


def check_shape(cx: Context, written: syntax.Stage, acting: Scope) -> None:
    """Report combinations of keys that a stage cannot have."""
    name = written.name
    if written.moves is not None and (written.steps is not None or written.performs is not None):
        cx.diagnostics.add(structure.steps_and_moves(name.span, name.text))
    if written.moves is not None and not acting.acts:
        cx.diagnostics.add(structure.moves_of_nobody(name.span, name.text))
    if written.otherwise is not None and written.moves is None:
        cx.diagnostics.add(structure.else_without_moves(name.span, name.text))
    if written.moves is not None and not written.moves:
        cx.diagnostics.add(structure.no_moves(name.span, name.text))
    named: set[str] = set()
    for move in written.moves or ():
        if move.text in named:
            cx.diagnostics.add(meaning.value_twice(move.span, move.text))
        named.add(move.text)
    if written.by is not None and written.by.served:
        check_passing(cx, written)
    if written.must and (not acting.acts or (written.by is not None and written.by.at_once)):
        cx.diagnostics.add(structure.must_of_nobody(written.must[0].expr.span, name.text))


def check_passing(cx: Context, written: syntax.Stage) -> None:
    """Report a stage `first served` that offers no move to take something, or none to pass."""
    assert written.by is not None
    moves = [cx.names.moves[move.text] for move in written.moves or () if move.text in cx.names.moves]
    if written.moves is None:
        cx.diagnostics.add(errors.served_without_moves(written.by.span, written.name.text))
    elif all(move.do for move in moves) or not any(move.do for move in moves):
        cx.diagnostics.add(errors.nobody_can_pass(written.by.span, bool(moves and moves[0].do)))


def actors_of(cx: Context, written: syntax.Actors, scope: Scope) -> ir.Actors | None:
    def actors() -> ir.Actors:
        players = sentence(cx, written.players, scope)
        if element(players.type) != ir.PLAYER:
            raise Invalid(structure.actors_of_what(written.players.span, players.type))
        start = None
        if written.start is not None:
            if not players.type.many:
                raise Invalid(structure.from_of_one_player(written.start.span))
            start = fit(
                cx, sentence(cx, written.start, scope), ir.PLAYER, written.start.span, scope, later("the first player")
            )
        seats = fit(cx, players, many(ir.PLAYER), written.players.span, scope)
        return ir.Actors(seats, start, written.at_once, written.served)

    return attempt(cx, actors)


def times_of(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
    return attempt(cx, lambda: number_of(cx, written, replace(scope, chance=False)))


def is_offered(cx: Context, move: syntax.Name) -> bool:
    if move.text not in cx.names.moves:
        cx.diagnostics.add(meaning.unknown_move(move.span, move.text, cx.names.moves))
        return False
    cx.used.moves.add(move.text)
    cx.references.add_name(move.span, f"moves.{move.text}")
    return True


# ------------------------------------------------------------ moves


def moves_declared(cx: Context) -> tuple[ir.MoveRule, ...]:
    return tuple(move_of(cx, move) for move in cx.names.ruleset.moves)


def move_of(cx: Context, written: syntax.MoveRule) -> ir.MoveRule:
    name = written.name.text
    path = f"moves.{name}"
    places = cx.names.stages.items()
    offering = (stage for stage, place in places if any(one.text == name for one in place.stage.moves or ()))
    scope = replace(shared_scope(cx, offering), acts=True)
    choices, chosen = choices_of(cx, written.choices, scope, f"{path}.choose")
    conditions = conditions_of(cx, written.when, chosen, f"{path}.when", "`when`")
    do = statements_of(cx, written.do, replace(chosen, chance=True, asks=True), f"{path}.do")
    title = title_of(cx, path, name)
    return ir.MoveRule(name, choices, conditions, do, scope.slots.used, title, place(written.name.span))


# ------------------------------------------------------------ triggers


def triggers_declared(cx: Context) -> tuple[ir.Trigger, ...]:
    found = (trigger_of(cx, trigger) for trigger in cx.names.ruleset.triggers)
    return tuple(trigger for trigger in found if trigger is not None)


def trigger_of(cx: Context, written: syntax.Trigger) -> ir.Trigger | None:
    """Return a rule: `me` is the last player who acted; the things that it is tried for are in slot 1."""
    name = written.name.text
    path = f"whenever.{name}"
    turns = any(goes_round(where.stage) for where in cx.names.stages.values())
    scope = Scope(slots=Slots(SUBJECT_SLOT + 1), acts=True, stages=tuple(cx.names.stages), goes_round=turns)
    each: ir.Expr | None = None
    if written.each is not None:
        wanted = written.each
        each = attempt(cx, lambda: collection_over(cx, wanted, scope))
        if each is None:
            return None
        alias = wanted.alias
        thing = ir.Local(element(each.type), SUBJECT_SLOT, alias.text if alias is not None else "it")
        scope = scope.about(thing)
        if alias is not None:
            called = attempt(cx, lambda: free(alias, cx.names))
            cx.references.declare(thing, alias)
            scope = scope if called is None else scope.knowing(called.text, thing)
    enters = ""
    if written.enters is not None:
        wanted_zone = written.enters
        each, enters = attempt(cx, lambda: cards_anywhere(cx, wanted_zone)), wanted_zone.text
        if each is None:
            return None
        scope = scope.about(ir.Local(ir.CARD, SUBJECT_SLOT, "it"))
    elif not written.when:
        cx.diagnostics.add(structure.trigger_without_condition(written.name.span, name))
    conditions = conditions_of(cx, written.when, scope, f"{path}.when", "`when`")
    do = statements_of(cx, written.do, replace(scope, chance=True), f"{path}.do")
    return ir.Trigger(name, each, conditions, do, scope.slots.used, place(written.name.span), enters)


def cards_anywhere(cx: Context, zone: syntax.Name) -> ir.Expr:
    """Return the cards of all zones of this name, of every owner."""
    declared = cx.names.declared.get(zone.text)
    if declared is None or declared.sort != "zone":
        raise Invalid(effects.enters_no_zone(zone.span, zone.text, cx.names.zones))
    written = zone.text
    if declared.key is not None:
        keys = keys_written(cx, zone.text)
        listed = keys.span.text.strip()
        written += f" of values of {listed}" if isinstance(keys, syntax.Name) else f" of ({listed})"
    if declared.subject is not None:
        written += f" of {declared.subject.name}s"
    scope = Scope()
    meant = expression(cx, cast(syntax.Expr, parse_sentence("expr", written)), scope)
    if element(meant.type) == ir.MELD:
        return cards_of(meant, scope)
    return fit(cx, meant, ir.CARDS, zone.span, scope)


# ------------------------------------------------------------ the end


def result_declared(cx: Context) -> ir.Result | None:
    written = cx.names.ruleset.result
    if written is None:
        return None
    if written.won is not None:
        return won_together(cx, written, written.won)
    about = Scope(slots=Slots(SUBJECT_SLOT + 1)).about(ir.Local(ir.PLAYER, SUBJECT_SLOT, "it"))
    if not written.score:
        cx.diagnostics.add(structure.no_score(written.span))
    scores = attempt_each(cx, written.score, lambda score: summand(cx, score, about))
    best: Literal["highest", "lowest"] = "highest"
    if written.best is not None and written.best.text == "lowest":
        best = "lowest"
    losers = None
    if written.losers is not None:
        wanted, nobody = written.losers, Scope()
        losers = attempt(
            cx, lambda: fit(cx, sentence(cx, wanted, nobody), many(ir.PLAYER), wanted.span, nobody, "`losers`")
        )
    return ir.Result(scores, best, losers, place(written.span))


def won_together(cx: Context, written: syntax.Result, won: syntax.Expr) -> ir.Result | None:
    """Return a result that all players share: the condition for winning, and the score of the table if there is one."""
    if written.losers is not None:
        cx.diagnostics.add(structure.won_and_losers(written.losers.span))
    if written.best is not None and not written.score:
        cx.diagnostics.add(structure.best_of_no_score(written.best.span))
    table = Scope(slots=Slots(SUBJECT_SLOT + 1))
    decides = attempt(cx, lambda: fit(cx, sentence(cx, won, Scope()), ir.TRUTH, won.span, Scope(), "`won`"))
    scores = attempt_each(cx, written.score, lambda score: summand(cx, score, table))
    if decides is None:
        return None
    best: Literal["highest", "lowest"] = "highest"
    if written.best is not None and written.best.text == "lowest":
        best = "lowest"
    return ir.Result(scores or (ir.counted(decides),), best, None, place(written.span), decides)


def goes_round(stage: syntax.Stage) -> bool:
    """Return whether the stage is a turn loop, which players perform one after another."""
    repeats = stage.times is not None or bool(stage.until)
    return stage.by is not None and repeats and not stage.by.at_once


def _performed(stage: syntax.Stage) -> Iterator[str]:
    """Yield the names of the stages that a stage performs directly or through its steps."""
    yield from (name.text for name in stage.performs or ())
    for step in stage.steps or ():
        yield from _performed(step)
