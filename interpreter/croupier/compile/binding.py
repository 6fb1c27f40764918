"""Checked rules, options and a number of players to a program.

Everything that stays fixed for one game is worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from croupier.base.effort import EFFORT, LIGHT, PARTS
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.base.values import Fn, Value
from croupier.combos.binding import ComboTable
from croupier.compile.evaluate import Planner
from croupier.compile.execute import Code, Coder
from croupier.compile.groups import GroupPlan
from croupier.compile.lazily import draws
from croupier.compile.options import settle
from croupier.compile.watcher import Watcher
from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan, StagePlan, TriggerPlan
from croupier.model.program import Program, VariablePlace, ZonePlace
from croupier_dsl import ir

_SEAT_NAME = re.compile(r"[^\W\d]\w*", re.ASCII)


def bind(
    rules: ir.Rules,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    limit: int | None = None,
    names: Sequence[str] | None = None,
    watcher: Watcher | None = None,
) -> Program:
    """The program of these rules for so many players and these options (by name, as text or plain values).

    `players`: default the least the rules allow. `limit`: decisions after which a game is unfinished. `names`: what
    seats are called in notation (default P1, P2, …). `watcher` makes the closures that are played, for who wants to
    see what fires; without one they are the engine's own. SetupError says what cannot be.
    """
    watcher = watcher or Watcher()
    if players is None:
        players = rules.players[0] if names is None else len(names)
    if players not in rules.players:
        raise SetupError(
            tr("{ruleset} is for {range} players, not {n}", ruleset=rules.name, range=_range(rules.players), n=players),
            "players",
        )
    if limit is not None and limit < 1:
        raise SetupError(tr("a limit of {n} decisions leaves nothing to play", n=limit))
    program = draft(rules, players, limit, names, watcher)
    settle(program, options or {})
    if rules.teams is not None:
        program.teams = program.planner.constant(rules.teams)
        if not program.teams or program.teams < 1 or players % program.teams:
            raise SetupError(tr("{n} players do not make {teams} equal teams", n=players, teams=program.teams), "teams")
    _lay_out_cards(program)
    _lay_out_zones(program)
    _lay_out_variables(program)
    _plan(program, watcher)
    watcher.bound(program)
    return program


def draft(
    rules: ir.Rules,
    players: int,
    limit: int | None = None,
    names: Sequence[str] | None = None,
    watcher: Watcher | None = None,
) -> Program:
    """A program of which no more than the number of players is fixed; options can be read and judged in it."""
    EFFORT.renew()
    program = Program(rules, {}, players, players, limit or rules.limit)
    program.names = tuple(names) if names is not None else tuple(f"P{seat + 1}" for seat in range(players))
    _check_names(program)
    program.enums = {enum.name: enum.values for enum in rules.enums}
    program.planner = (watcher or Watcher()).planner(program)
    return program


def _range(players: tuple[int, ...]) -> str:
    if len(players) > 1 and players == tuple(range(players[0], players[-1] + 1)):
        return tr("{low} to {high}", low=players[0], high=players[-1])
    return tr(" or ").join(str(n) for n in players)


def _check_names(program: Program) -> None:
    names = program.names
    if len(names) != program.seats or len(set(names)) != len(names):
        raise SetupError(
            tr("{seats} players need {seats} different names, not {names}", seats=program.seats, names=" ".join(names))
        )
    for name in names:
        if not _SEAT_NAME.fullmatch(name):
            raise SetupError(
                tr("{name} cannot name a seat: use letters, digits and _, a letter first", name=f"{name!r}")
            )


# ---------------------------------------------------------------- material


def _lay_out_cards(program: Program) -> None:
    """Number the cards, kind by kind, copies side by side."""
    cards = program.rules.cards
    columns = [attribute.name for attribute in cards.attributes]
    program.kinds = cards.kinds
    program.kind_index = {kind.notation: i for i, kind in enumerate(cards.kinds)}
    packs = program.planner.constant(cards.packs)
    program.attributes = {name: [kind.values[i] for kind in cards.kinds] for i, name in enumerate(columns)}
    program.kind_of = list(range(len(cards.kinds)))  # one card a kind, while their copies are counted
    copies = program.planner.per_card(cards.copies)
    if not isinstance(packs, int) or packs < 0 or any(not isinstance(n, int) or n < 0 for n in copies):
        raise SetupError(tr("packs and copies of cards are whole numbers"))
    if packs * sum(copies) > ir.MOST_CARDS:
        raise SetupError(
            tr(
                "{packs} cards are more than croupier deals with ({most})",
                packs=packs * sum(copies),
                most=ir.MOST_CARDS,
            )
        )
    program.kind_of = [kind for kind, n in enumerate(copies) for _ in range(n * packs)]
    for i, name in enumerate(columns):
        program.attributes[name] = [cards.kinds[kind].values[i] for kind in program.kind_of]


def _lay_out_zones(program: Program) -> None:
    for zone in program.rules.zones:
        program.zone_base[zone.name] = len(program.places)
        for subject in {"table": [None], "player": range(program.seats), "team": range(program.teams)}[zone.per]:
            seen = _viewers(program, zone.per, zone.seen, subject)
            place = ZonePlace(
                len(program.places), zone, subject, 0 if zone.top_only else seen, seen if zone.top_only else 0
            )
            program.places.append(place)


def _viewers(program: Program, per: str, seen: str, subject: int | None) -> int:
    """The seats that see what belongs to a subject, as a bit mask."""
    members = [] if subject is None else [subject] if per == "player" else program.members(subject)
    match seen:
        case "everyone":
            return program.everyone
        case "owner":
            return sum(1 << seat for seat in members)
        case "team":
            teams = {program.team_of(seat) for seat in members}
            return sum(1 << seat for seat in range(program.seats) if program.team_of(seat) in teams)
        case "others":
            return program.everyone & ~sum(1 << seat for seat in members)
    return 0


def _lay_out_variables(program: Program) -> None:
    for variable in program.rules.variables:
        if variable.per == "card":
            program.card_variables[variable.name] = len(program.card_variables)
            continue
        size = {"table": 1, "player": program.seats, "team": program.teams}[variable.per]
        program.variables[variable.name] = VariablePlace(variable, program.variable_count, size)
        program.variable_count += size


# ---------------------------------------------------------------- plans


def _plan(program: Program, watcher: Watcher) -> None:
    rules, planner = program.rules, program.planner
    _number_stages(program, rules.play)
    program.combos = ComboTable(program, planner)
    program.combos.bind()
    coder = watcher.coder(program, planner, partial(_choices, planner, conditions=()))
    for move in rules.moves:
        program.move_index[move.name] = len(program.moves)
        program.moves.append(_move(program, coder, move))
    before = planner.heft
    program.triggers = [_trigger(planner, coder, trigger) for trigger in rules.triggers]
    program.scan = 1 + (planner.heft - before) // PARTS
    program.root = _stage(program, coder, rules.play, None)
    program.starts = [
        (place, _start(planner, place.variable)) for place in program.variables.values() if not place.variable.life
    ]
    for variable in rules.variables:
        if variable.per == "card":
            _card_life(program, variable)
            if not variable.life:
                program.card_starts.append((program.card_variables[variable.name], _start(planner, variable)))
    program.scores = tuple(_said(planner, "result.score", score) for score in rules.result.scores)
    losers = rules.result.losers
    program.losers = None if losers is None else _said(planner, "result.losers", losers)


def _number_stages(program: Program, stage: ir.Stage) -> None:
    program.stage_index[stage.name] = len(program.stage_names)
    program.stage_names.append(stage.name)
    for step in stage.steps:
        _number_stages(program, step)


def _card_life(program: Program, variable: ir.Variable) -> None:
    """A variable of cards in a zone begins as a card enters it and is forgotten as it leaves."""
    column = program.card_variables[variable.name]
    start = _start(program.planner, variable)
    for place in program.places:
        if variable.life == place.zone.name:
            program.entering.setdefault(place.index, []).append((start, column))
            program.leaving.setdefault(place.index, []).append(column)


def _said(planner: Planner, path: str, expr: ir.Expr) -> Fn:
    """The plan of a sentence, which faults call by its path."""
    planner.here = path
    return planner.plan(expr)


def _start(planner: Planner, variable: ir.Variable) -> Fn:
    return _said(planner, f"state.{variable.name}", variable.start)


def _conditions(planner: Planner, conditions: tuple[ir.Condition, ...]) -> list[ConditionPlan]:
    return [ConditionPlan(c, _said(planner, c.path, c.expr), frozenset(c.mentions)) for c in conditions]


def _tests(planner: Planner, conditions: tuple[ir.Condition, ...]) -> list[Fn]:
    return [_said(planner, condition.path, condition.expr) for condition in conditions]


def _choices(
    planner: Planner, choices: tuple[ir.Choice, ...], conditions: tuple[ir.Condition, ...]
) -> list[ChoicePlan]:
    """Plans of choices; each of the conditions waits at the last choice that it mentions."""
    plans = [
        ChoicePlan(
            choice,
            choice.slot,
            _said(planner, f"the choice of {choice.name}", choice.low),
            None if choice.high is None else planner.plan(choice.high),
            planner.plan(choice.collection),
            _conditions(planner, choice.filters),
        )
        for choice in choices
    ]
    for plan in plans:
        if plan.choice.type.name == "meld":
            plan.cast = planner.cast_slot
            plan.group = None if plan.choice.single else GroupPlan.of(planner, plan.choice)
    for condition in _conditions(planner, conditions):
        last = [plan for plan in plans if plan.slot in condition.mentions][-1:]
        for plan in last:
            if plan.choice.single:
                condition.sieve = planner.sieve(condition.condition.expr, plan.slot)
            elif plan.group is not None and plan.group.take(planner, condition.condition.expr, plan.slot):
                condition.built_in = True
            else:
                plan.barred.extend(barred(planner, condition.condition.expr, plan.slot))
            plan.conditions.append(condition)
    for plan in plans:
        plan.sort_conditions()
    return plans


def _move(program: Program, coder: Coder, move: ir.MoveRule) -> MovePlan:
    planner = program.planner
    slots = {choice.slot for choice in move.choices}
    gates = tuple(c for c in move.conditions if not slots & set(c.mentions))
    before = planner.heft
    code = coder.code(f"moves.{move.name}.do", move.do, move.slots)
    parts = planner.heft - before
    code.heft = parts // PARTS if parts > LIGHT else 0
    announced = planner.facts.announced(move, [plan.choice for plans in code.asks.values() for plan in plans])
    code.names.update({choice.slot: (choice.name, choice.type) for choice in move.choices})
    return MovePlan(
        program.move_index[move.name],
        move,
        move.name,
        max(move.slots, code.slots),
        _conditions(planner, gates),
        _choices(planner, move.choices, move.conditions),
        code,
        announced,
    )


def barred(planner: Planner, expr: ir.Expr, slot: int) -> list[tuple[int, Fn]]:
    """What a condition of the form `none of CHOICE where …` says of each element alone."""
    match expr:
        case ir.Not(operand=ir.Exists(collection=ir.Local(slot=used), slot=each, condition=condition)) if used == slot:
            if slot not in planner.facts.slots(condition):
                return [(each, planner.plan(condition))]
    return []


def _trigger(planner: Planner, coder: Coder, trigger: ir.Trigger) -> TriggerPlan:
    code = coder.code(f"whenever.{trigger.name}.do", trigger.do, trigger.slots)
    planner.here = f"whenever.{trigger.name}.each"
    each = None if trigger.each is None else planner.elements(trigger.each)
    varied = (1 in planner.facts.slots(test.expr) or draws(test.expr) for test in trigger.conditions)
    same = next((at for at, varies in enumerate(varied) if varies), len(trigger.conditions))
    return TriggerPlan(trigger, each, _tests(planner, trigger.conditions), same, code, max(trigger.slots, code.slots))


def _stage(program: Program, coder: Coder, stage: ir.Stage, parent: StagePlan | None) -> StagePlan:
    planner = program.planner
    before = planner.heft

    def code(part: str, statements: tuple[ir.Statement, ...]) -> Code | None:
        return coder.code(f"{stage.path}.{part}", statements, stage.slots) if statements else None

    by = stage.by
    begin, otherwise, end = code("begin", stage.begin), code("else", stage.otherwise), code("end", stage.end)
    plan = StagePlan(
        program.stage_index[stage.name],
        stage,
        stage.name,
        parent,
        _tests(planner, stage.when),
        None if by is None else _said(planner, f"{stage.path}.by", by.players),
        None if by is None or by.start is None else planner.plan(by.start),
        by is not None and by.at_once,
        None if stage.times is None else _said(planner, f"{stage.path}.times", stage.times),
        _tests(planner, stage.until),
        begin,
        [program.moves[program.move_index[name]] for name in stage.moves],
        otherwise,
        end,
        max([stage.slots, *(c.slots for c in (begin, otherwise, end) if c is not None)]),
    )
    plan.per_performance = [
        (place, _start(planner, place.variable))
        for place in program.variables.values()
        if place.variable.life == stage.name
    ]
    plan.card_columns = [
        (program.card_variables[variable.name], _start(planner, variable))
        for variable in program.rules.variables
        if variable.per == "card" and variable.life == stage.name
    ]
    plan.must = _tests(planner, stage.must)
    plan.heft = 1 + (planner.heft - before) // PARTS
    plan.steps = [_stage(program, coder, step, plan) for step in stage.steps if not planner.never(step.when)]
    return plan


def option_values(program: Program) -> dict[str, Value]:
    """The options as plain values: numbers, truths and words."""
    values: dict[str, Value] = {}
    for option in program.rules.options:
        value = program.options[option.name]
        values[option.name] = program.enums[option.type.enum][value] if option.type.enum else value
    return values
