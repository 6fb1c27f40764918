"""Bind checked rules to options and a number of players, as a program.

Everything that is fixed for one game is computed here. The game is played by the rules as agreed, without what the
options rule out; names and words of plans come from the rules as written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault, SetupError
from croupier.base.language import tr
from croupier.base.prices import LIGHT, PARTS
from croupier.base.values import Fn, Value
from croupier.combos.binding import ComboTable
from croupier.compile.evaluate import Planner
from croupier.compile.execute import Code, Coder
from croupier.compile.groups import GroupPlan
from croupier.compile.options import settle
from croupier.compile.recognised import barring
from croupier.compile.watcher import Watcher
from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan, StagePlan, TriggerPlan
from croupier.model.program import Program, VariablePlace, ZonePlace
from croupier_dsl import ir
from croupier_dsl.analysis import (
    List,
    announced,
    as_agreed,
    as_seen,
    draws,
    inner_stages,
    lists,
    nodes,
    slots_read,
    stages,
    steps,
    within,
)


def bind(
    rules: ir.Rules,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    limit: int | None = None,
    names: Sequence[str] | None = None,
    watcher: Watcher | None = None,
) -> Program:
    """Return the program of these rules for this number of players and these options (by name, as text or plain
    values).

    `players`: the default is the rules' usual number. `limit`: decisions after which a game is unfinished. `names`:
    the names of seats in notation (default P1, P2, …). `watcher` makes the closures that are played, to observe what
    fires; the default is the engine's own. Raises SetupError with the reason if this is impossible.
    """
    watcher = watcher or Watcher()
    if players is None:
        players = rules.usual if names is None else len(names)
    if players not in rules.players:
        raise SetupError(
            tr("{ruleset} is for {range} players, not {n}", ruleset=rules.name, range=_range(rules.players), n=players),
            "players",
        )
    if limit is not None and limit < 1:
        raise SetupError(tr("the limit of {n} decisions is too small: it must be at least 1", n=limit))
    program = draft(rules, players, limit, names, watcher)
    settle(program, options or {})
    if rules.teams is not None:
        program.teams = program.planner.constant(rules.teams, "teams")
        if not program.teams or not 0 < program.teams <= players:
            raise SetupError(tr("{n} players cannot form {teams} teams", n=players, teams=program.teams), "teams")
    seen = as_seen(rules, program.options.get)
    if not watcher.whole or seen is not rules:
        facts = program.planner.facts
        program.rules = seen
        program.special = seen if watcher.whole else as_agreed(rules, program.options, players)
        program.planner = watcher.planner(program)
        if seen is rules:
            program.planner.facts = facts
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
    """Return a program of which no more than the number of players is fixed; options can be read and judged in it."""
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
        if not name.isidentifier():  # the letters of any script
            raise SetupError(
                tr(
                    "{name} is not a valid seat name: use letters, digits and _, starting with a letter",
                    name=f"{name!r}",
                )
            )


# ---------------------------------------------------------------- material


def _lay_out_cards(program: Program) -> None:
    """Number the cards, kind by kind, copies side by side."""
    cards = program.special.cards
    columns = [attribute.name for attribute in cards.attributes]
    program.kinds = cards.kinds
    program.kind_index = {kind.notation: i for i, kind in enumerate(cards.kinds)}
    packs = program.planner.constant(cards.packs, "cards.packs")
    program.attributes = {name: [kind.values[i] for kind in cards.kinds] for i, name in enumerate(columns)}
    program.kind_of = list(range(len(cards.kinds)))  # one card a kind, while their copies are counted
    try:
        copies = program.planner.per_card(cards.copies)
    except RulesFault as fault:
        raise fault.at("cards.copies", program.where("cards.copies")) from None
    if not isinstance(packs, int) or packs < 0 or any(not isinstance(n, int) or n < 0 for n in copies):
        raise SetupError(tr("numbers of packs and copies must be whole numbers"))
    if packs * sum(copies) > ir.MOST_CARDS:
        raise SetupError(
            tr(
                "{packs} cards exceed the limit of {most}",
                packs=packs * sum(copies),
                most=ir.MOST_CARDS,
            )
        )
    program.kind_of = [kind for kind, n in enumerate(copies) for _ in range(n * packs)]
    for i, name in enumerate(columns):
        program.attributes[name] = [cards.kinds[kind].values[i] for kind in program.kind_of]
    program.planner.cards_laid_out()


def _lay_out_zones(program: Program) -> None:
    for zone in program.rules.zones:
        base = program.zone_base[zone.name] = len(program.places)
        program.zones[zone.name] = zone
        keys = (None,) if zone.keys is None else _keys(program, zone, zone.keys)
        size = _size(program, zone)
        for subject in {"table": [None], "player": range(program.seats), "team": range(program.teams)}[zone.per]:
            seen = _viewers(program, zone.per, zone.seen, subject)
            shown = (0, seen) if zone.top_only else (seen, 0)
            for _ in keys:
                index = len(program.places)
                program.places.append(ZonePlace(index, zone, subject, index - base, *shown, *size))


def _place(path: str, where: ir.Where | None) -> str:
    """Return a part of the rules with its file and line."""
    return path if where is None else f"{path} ({Path(where.file).name}:{where.line})"


def _keys(program: Program, of: ir.Zone | ir.Variable, keys: ir.Expr) -> tuple[int, ...]:
    """Return the numbers or words that there is one for each of, noted by the name of what is by them."""
    known = program.planner.settled.several(keys)
    if known.most is None or known.broken or known.most > ir.MOST_KEYS:
        raise SetupError(
            tr(
                "{place}: {name} exists for more numbers or words than the limit of {most}; give the range a smaller "
                "end",
                place=_place(of.path, of.where),
                name=of.name,
                most=ir.MOST_KEYS,
            )
        )
    program.keys[of.name] = tuple(dict.fromkeys(program.planner.constant(keys, of.path, of.where)))
    return program.keys[of.name]


def _size(program: Program, zone: ir.Zone) -> tuple[int, int]:
    """Return how many places a row has, and the length of its lines; 0 if not given."""
    if not zone.size:
        return 0, 0
    sides = [program.planner.constant(side, zone.path, zone.where) for side in zone.size]
    places = prod(sides) if all(isinstance(side, int) and side > 0 for side in sides) else 0
    if not 0 < places <= ir.LONGEST_ROW:
        raise SetupError(
            tr(
                "{place}: {name} must have 1 to {most} places, not {size}; choose other options, or limit them",
                place=_place(zone.path, zone.where), name=zone.name, most=f"{ir.LONGEST_ROW:,}",
                size="x".join("none" if side is None else f"{side:,}" for side in sides),
            )
        )  # fmt: skip
    return places, sides[1] if len(sides) > 1 else 0


def _viewers(program: Program, per: str, seen: str, subject: int | None) -> int:
    """Return the seats that see what belongs to a subject, as a bit mask."""
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
        keys = (None,) if variable.keys is None else _keys(program, variable, variable.keys)
        size = {"table": 1, "player": program.seats, "team": program.teams}[variable.per] * len(keys)
        program.variables[variable.name] = VariablePlace(variable, program.variable_count, size, keys)
        program.variable_count += size


# ---------------------------------------------------------------- plans


def _plan(program: Program, watcher: Watcher) -> None:
    special, planner = program.special, program.planner
    program.stage_names = [stage.name for stage in stages(program.rules)]
    program.stage_index = {name: number for number, name in enumerate(program.stage_names)}
    program.combos = ComboTable(program, planner)
    program.combos.bind()
    written = _Written(program.rules)
    coder = watcher.coder(program, planner, partial(_choices, planner, written, conditions=()))
    offered = frozenset(name for stage in inner_stages(special.stages, special.play) for name in stage.moves)
    for number, move in enumerate(special.moves):
        if move.name in offered:
            program.moves[number] = _move(program, coder, written, move, number)
    program.ruled_out = partial(_ruled_out, program, coder, written, offered)
    before = planner.unpaid
    program.triggers = [
        _trigger(planner, coder, trigger, written.triggers[trigger.name]) for trigger in special.triggers
    ]
    program.scan = 1 + (planner.unpaid - before) // PARTS
    _lay_out_stages(program, coder)
    for number, trigger in enumerate(special.triggers):
        for place in program.places if trigger.enters else ():
            if place.zone.name == trigger.enters:
                program.watching.setdefault(place.index, []).append(number)
    program.starts = [
        (place, _start(program, place.variable)) for place in program.variables.values() if not place.variable.life
    ]
    for variable in program.rules.variables:
        if variable.per == "card":
            _card_life(program, variable)
            if not variable.life:
                program.card_starts.append((program.card_variables[variable.name], _start(program, variable)))
    program.scores = tuple(_said(planner, "result.score", score) for score in special.result.scores)
    losers, won = special.result.losers, special.result.won
    program.losers = None if losers is None else _said(planner, "result.losers", losers)
    program.won = None if won is None else _said(planner, "result.won", won)
    program.shown = tuple((one, _said(planner, f"show of {one.path}", one.value)) for one in special.shown)


class _Written:
    """Moves, triggers, choices and conditions as they are written, by name or by path; choices of an effect, which may
    be performed several times in a list, by their slots too."""

    def __init__(self, rules: ir.Rules) -> None:
        self.moves = {move.name: move for move in rules.moves}
        self.triggers = {trigger.name: trigger for trigger in rules.triggers}
        asked = [
            each.choices for _, each_list in lists(rules) for each in within(each_list) if isinstance(each, ir.Ask)
        ]
        choices = [choice for some in (*(move.choices for move in rules.moves), *asked) for choice in some]
        self.choices = {(choice.path, choice.slot): choice for choice in choices}
        self.conditions = {condition.path: condition for move in rules.moves for condition in move.conditions}


def _left(written: tuple[ir.Condition, ...], agreed: tuple[ir.Condition, ...]) -> tuple[ir.Condition, ...]:
    """Return the written conditions that are still tested."""
    asked = {condition.path for condition in agreed}
    return tuple(condition for condition in written if condition.path in asked)


def _ruled_out(program: Program, coder: Coder, written: _Written, offered: frozenset[str]) -> list[MovePlan]:
    """Return the moves that are never offered, planned after all: for who asks why."""
    numbered = enumerate(program.special.moves)
    return [_move(program, coder, written, move, number) for number, move in numbered if move.name not in offered]


def _card_life(program: Program, variable: ir.Variable) -> None:
    """Begin a variable of cards in a zone when a card enters it, and end it when it leaves."""
    column = program.card_variables[variable.name]
    start = _start(program, variable)
    for place in program.places:
        if variable.life == place.zone.name:
            program.entering.setdefault(place.index, []).append((start, column))
            program.leaving.setdefault(place.index, []).append(column)


def _said(planner: Planner, path: str, expr: ir.Expr) -> Fn:
    """Return the plan of a sentence, which faults call by its path."""
    planner.here = path
    return planner.plan(expr)


def _start(program: Program, variable: ir.Variable) -> Fn:
    start = next(each.start for each in program.special.variables if each.name == variable.name)
    return _said(program.planner, variable.path, start)


def _conditions(
    planner: Planner, written: Mapping[str, ir.Condition], conditions: tuple[ir.Condition, ...]
) -> list[ConditionPlan]:
    return [ConditionPlan(written[c.path], _said(planner, c.path, c.expr), frozenset(c.mentions)) for c in conditions]


def _tests(planner: Planner, conditions: tuple[ir.Condition, ...]) -> list[Fn]:
    return [_said(planner, condition.path, condition.expr) for condition in conditions]


def _choices(
    planner: Planner, written: _Written, choices: tuple[ir.Choice, ...], conditions: tuple[ir.Condition, ...]
) -> list[ChoicePlan]:
    """Return plans of choices; each condition waits for the last choice that it mentions."""
    wholes = [written.choices[choice.path, choice.slot] for choice in choices]
    plans = [
        ChoicePlan(
            whole,
            choice.slot,
            _said(planner, f"the choice of {choice.name}", choice.low),
            None if choice.high is None else planner.plan(choice.high),
            planner.offered(choice.collection),
            _conditions(planner, {each.path: each for each in whole.filters}, choice.filters),
            reads=tuple(sorted({node.slot for node in nodes(choice.collection) if isinstance(node, ir.Local)})),
        )
        for whole, choice in zip(wholes, choices, strict=True)
    ]
    for plan, choice in zip(plans, choices, strict=True):
        if choice.type.name == "meld":
            plan.cast = planner.cast_slot
            plan.group = None if choice.single else GroupPlan.of(planner, choice)
    for asked, condition in zip(conditions, _conditions(planner, written.conditions, conditions), strict=True):
        last = [plan for plan in plans if plan.slot in condition.mentions][-1:]
        for plan in last:
            if plan.choice.single:
                condition.sieve = planner.sieve(asked.expr, plan.slot)
            elif plan.group is not None and plan.group.take(planner, asked.expr, plan.slot):
                condition.built_in = True
            else:
                plan.barred.extend(barred(planner, asked.expr, plan.slot))
            plan.conditions.append(condition)
    for plan in plans:
        plan.sort_conditions()
    return plans


def _move(program: Program, coder: Coder, written: _Written, move: ir.MoveRule, index: int) -> MovePlan:
    planner, whole = program.planner, written.moves[move.name]
    slots = {choice.slot for choice in move.choices}
    gates = tuple(c for c in move.conditions if not slots & set(c.mentions))
    before = planner.unpaid
    code = coder.code(f"{move.path}.do", move.do, move.slots, whole.do)
    parts = planner.unpaid - before
    code.cost = parts // PARTS if parts > LIGHT else 0
    asked = [choice for each in within(whole.do) if isinstance(each, ir.Ask) for choice in each.choices]
    code.names.update({choice.slot: (choice.name, choice.type) for choice in move.choices})
    return MovePlan(
        index,
        whole,
        move.name,
        max(move.slots, code.slots),
        _conditions(planner, written.conditions, gates),
        _choices(planner, written, move.choices, move.conditions),
        code,
        announced(planner.facts, whole, asked),
    )


def barred(planner: Planner, expr: ir.Expr, slot: int) -> list[tuple[int, Fn]]:
    """Return the condition of `none of CHOICE where …` on each single element."""
    found = barring(planner.facts, expr, slot)
    return [] if found is None else [(found[0], planner.plan(found[1]))]


def _trigger(planner: Planner, coder: Coder, trigger: ir.Trigger, written: ir.Trigger) -> TriggerPlan:
    code = coder.code(f"{trigger.path}.do", trigger.do, trigger.slots, written.do)
    planner.here = f"{trigger.path}.each"
    each = None if trigger.each is None or trigger.enters else planner.elements(trigger.each)
    varied = (1 in slots_read(planner.facts, test.expr) or draws(test.expr) for test in trigger.conditions)
    same = next((at for at, varies in enumerate(varied) if varies), len(trigger.conditions))
    whole = replace(written, conditions=_left(written.conditions, trigger.conditions))
    return TriggerPlan(whole, each, _tests(planner, trigger.conditions), same, code, max(trigger.slots, code.slots))


def _lay_out_stages(program: Program, coder: Coder) -> None:
    """Make a plan for each stage that may be performed, and its steps."""
    whole = {stage.name: stage for stage in stages(program.rules)}
    said_once = {stage.name: stage for stage in program.special.stages}
    root = program.special.play
    inner: dict[str, list[str]] = {root.name: []}
    for stage in inner_stages(said_once.values(), root):
        if stage.name in inner:
            left = [step.name for step in steps(stage, said_once) if not program.planner.never(step.when)]
            inner |= {name: [] for name in left}
            inner[stage.name] = left
            program.stages[stage.name] = _stage(program, coder, stage, whole[stage.name])
    for name, plan in program.stages.items():
        plan.steps = [program.stages[step] for step in inner[name]]
        for step in plan.steps:
            step.parents.append(plan)
    program.root = program.stages[root.name]


def _stage(program: Program, coder: Coder, stage: ir.Stage, written: ir.Stage) -> StagePlan:
    planner = program.planner
    before = planner.unpaid

    def code(part: str, statements: List, written: List) -> Code | None:
        return coder.code(f"{stage.path}.{part}", statements, stage.slots, written) if statements else None

    by = stage.by
    begin, end = code("begin", stage.begin, written.begin), code("end", stage.end, written.end)
    otherwise = code("else", stage.otherwise, written.otherwise)
    whole = replace(
        written,
        when=_left(written.when, stage.when),
        until=_left(written.until, stage.until),
        must=_left(written.must, stage.must),
    )
    moves = {move.name: move for move in program.moves.values()}
    plan = StagePlan(
        program.stage_index[stage.name],
        whole,
        stage.name,
        [],
        _tests(planner, stage.when),
        None if by is None else _said(planner, f"{stage.path}.by", by.players),
        None if by is None or by.start is None else planner.plan(by.start),
        by is not None and by.at_once,
        None if stage.times is None else _said(planner, f"{stage.path}.times", stage.times),
        _tests(planner, stage.until),
        begin,
        [moves[name] for name in stage.moves],
        otherwise,
        end,
        max([stage.slots, *(c.slots for c in (begin, otherwise, end) if c is not None)]),
    )
    plan.per_performance = [
        (place, _start(program, place.variable))
        for place in program.variables.values()
        if place.variable.life == stage.name
    ]
    plan.card_columns = [
        (program.card_variables[variable.name], _start(program, variable))
        for variable in program.rules.variables
        if variable.per == "card" and variable.life == stage.name
    ]
    plan.must = _tests(planner, stage.must)
    plan.cost = 1 + (planner.unpaid - before) // PARTS
    return plan


def option_values(program: Program) -> dict[str, Value]:
    """Return the options as plain values: numbers, truths and words."""
    values: dict[str, Value] = {}
    for option in program.rules.options:
        value = program.options[option.name]
        values[option.name] = program.enums[option.type.enum][value] if option.type.enum else value
    return values
