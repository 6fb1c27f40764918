"""Lower stages, triggered rules, choices in the middle of moves, and simultaneous choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from croupier.base import limits
from croupier.lowering.base import (
    FALLIBLE,
    copied,
    count_fired,
    note,
    one_value,
    stop_at_limit,
    strict,
    unless_stopped,
    without_counting,
)
from croupier.lowering.candidates import are_offered
from croupier.lowering.capabilities import cannot
from croupier.lowering.casting import casting_apart, end_casting, nothing_cast
from croupier.lowering.chosen import chosen_for, decided_at_once, keep_melds
from croupier.lowering.collections import (
    first_of,
    for_each,
    listed_number,
    lists,
    meld_found,
    seat_bits,
    single,
    stored,
    written_down,
)
from croupier.lowering.context import Context, Env, Label, once
from croupier.lowering.expressions import negated, shape_of
from croupier.lowering.keeping import keep_chosen, kept_meld
from croupier.lowering.kernel import NIL, VEILED, part
from croupier.lowering.knowing import (
    after_list,
    before_list,
    is_inside_must,
    loses_patience,
    mark_chance,
    pause,
    start_iteration,
    stop_between,
)
from croupier.lowering.layout import MOST_TRIGGERS, who_follows_is_asked
from croupier.lowering.listing import all_judged, every_move, list_ways, listed_for, start
from croupier.lowering.moving import remove_element
from croupier.lowering.named import (
    cast_kept,
    keep_row,
    kept_env,
    kept_local,
    kinds_of_locals,
    may_lie,
    named_there,
    put_down,
    veiled_locals,
)
from croupier.lowering.shapes import Meld, One, Shape
from croupier.lowering.statements import branch_test, count_turns, list_body, lower_statement, none_of, statement_begins
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, draws, nodes, reached, slots_read, sources, stores_read, stores_written

NOBODY = One(str(NIL), True)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a list. `name`: the function that lists the answers; `label`: where play waits for the answer;
    `then`: where it continues; `number`: the first number of its rows; `locals`: how the values of names are stored, by
    slot (`one`, `cards`, `list`, `melds`); `named`: the slots that certainly have a value."""

    name: str
    number: int
    label: int
    then: int
    move: ir.MoveRule
    stage: ir.Stage
    choices: tuple[ir.Choice, ...]
    locals: dict[int, str]
    named: tuple[int, ...]


def number_of(cx: Context, *label: str) -> int:
    what, name = label
    return cx.flow.numbers.setdefault((what, name), len(cx.flow.numbers))


def go(cx: Context, *label: str) -> None:
    cx.out.line(f"pc = {number_of(cx, *label)}")


@contextmanager
def at_label(cx: Context, what: str, name: str) -> Iterator[None]:
    """Write the block that is entered at this label."""
    cx.flow.labelled.add(what)
    with cx.out.label(number_of(cx, what, name)), casting_apart(cx):
        yield


# ------------------------------------------------------------ players of stages
def is_turn_loop(cx: Context, stage: ir.Stage) -> bool:
    """Return whether players perform the stage one after the other."""
    return stage.by is not None and not stage.by.at_once


def loops(cx: Context, stage: ir.Stage) -> bool:
    return stage.times is not None or bool(stage.until)


def is_named_player(cx: Context, stage: ir.Stage) -> bool:
    """Return whether the stage is performed once, by one player that its sentence names."""
    if stage.by is None or stage.by.at_once or loops(cx, stage):
        return False
    players = stage.by.players
    return isinstance(players, ir.ListOf) and len(players.items) == 1 and not players.items[0].type.many


def actor(cx: Context, stage: ir.Stage | None) -> One:
    """Return the player who performs a stage; if it has none, the player who performs the stage around it."""
    while stage is not None and not is_turn_loop(cx, stage):
        stage = cx.flow.parents[cx.layout.key(stage)]
    return NOBODY if stage is None else One(cx.layout.cell("actor", stage.name), True)


def stages_around(cx: Context, stage: ir.Stage) -> list[ir.Stage]:
    """Return the stage and those around it, the innermost first."""
    found: list[ir.Stage] = []
    at: ir.Stage | None = stage
    while at is not None:
        found.append(at)
        at = cx.flow.parents[cx.layout.key(at)]
    return found


def round_of(cx: Context, stage: ir.Stage | None) -> str:
    """Return the number of the cell with the next player of the innermost turn loop."""
    for each in stages_around(cx, stage) if stage is not None else ():
        if is_turn_loop(cx, each) and loops(cx, each):
            return cx.layout.at("next", each.name)
    return cx.layout.at("nobody")


# ------------------------------------------------------------ lists
def list_of(cx: Context, stage: ir.Stage, part: str, statements: Sequence[ir.Statement], then: Label) -> None:
    """Write a list of a stage, then the rules that fire by themselves, then the jump to a label, if it ends no
    stage."""
    name = cx.out.name("list_")
    cx.deals, cx.faults = part == "begin", False
    with cx.out.function(f"{name}(S, me)"):
        nothing_cast(cx)
        count_fired(cx, f"{stage.path}.{part}")
        list_body(cx, statements, {0: One("me", True)})
        end_casting(cx)
        cx.out.line("return 0")
    cx.deals = False
    cx.parts.stop_where_shown(cx)
    before_list(cx)
    cx.out.line(f"e = {name}(S, {actor(cx, stage).text})")
    after_list(cx)
    if cx.faults:
        _stop_if(cx, "e < 0")
    note_possible_triggers(cx, possible_triggers(cx, stage.begin, stage.otherwise, stage.end))
    ends = {node.stage for node in nodes(tuple(statements)) if isinstance(node, ir.EndStage)}
    after(cx, stage, ends, then, own=part != "end")


def _stop_if(cx: Context, test: str) -> None:
    cx.out.line(f"if {test}: {cx.layout.cell('fault')} = 1; return -1")


def after(cx: Context, stage: ir.Stage, ends: set[str], then: Label, *, own: bool) -> None:
    """Write the end of a list that may have ended one of the stages `ends` (`e`: its number, 0 if none): try the rules.
    `own`: whether the stage itself can still be ended."""
    chain = stages_around(cx, stage)
    by_rule = {
        node.stage for trigger in cx.rules.triggers for node in nodes(trigger.do) if isinstance(node, ir.EndStage)
    }
    if cx.rules.triggers:
        _first_in_turn(cx, stage, chain, ends)
        cx.out.line("f = scan(S, first)")
        _stop_if(cx, "f < 0")
        if by_rule:
            _outer(cx, chain)
    _unwound(cx, stage, [each for each in chain if each.name in ends | by_rule], then, own=own)


def _unwound(cx: Context, stage: ir.Stage, ended: Sequence[ir.Stage], then: Label, *, own: bool) -> None:
    """Write the jump to the end of the stage that was ended, or to the label if none was."""
    if not ended:
        go(cx, *then)
        return
    first, *others = ended
    with cx.out.block(f"if e == {cx.flow.ends[first.name]}:"):
        if first is stage and not own:
            go(cx, *past_end(cx, stage))
        else:
            if reads_next_player(cx):
                cx.out.line(f"{cx.layout.cell('round')} = {round_of(cx, first)}")
            go(cx, "finish", cx.layout.key(first))
    with cx.out.block("else:"):
        _unwound(cx, stage, others, then, own=own)


def _first_in_turn(cx: Context, stage: ir.Stage, chain: Sequence[ir.Stage], ends: set[str]) -> None:
    """Write the current player for trying the rules."""
    cx.out.line(f"first = {actor(cx, stage).text}")
    for each in chain:
        if each.name in ends and each is not stage:
            with cx.out.block(f"if e == {cx.flow.ends[each.name]}:"):
                cx.out.line(f"first = {actor(cx, each).text}")
    with cx.out.block(f"if first == {NIL}:"):
        acted = cx.layout.cell("acted")
        cx.out.line(f"first = {acted} if {acted} != {NIL} else 0")


def _outer(cx: Context, chain: Sequence[ir.Stage]) -> None:
    """Write the choice between two endings: the outer stage counts; a stage not under way does not end."""
    ranks = [-1] * (len(cx.layout.stages) + 1)
    for i, each in enumerate(chain):
        ranks[cx.flow.ends[each.name]] = i
    table = cx.out.table(ranks)
    cx.out.line(f"if f != 0 and {table}[f] > {table}[e]: e = f")


def past_end(cx: Context, stage: ir.Stage) -> Label:
    """Return the label after the `end` list of an iteration."""
    return ("leave", cx.layout.key(stage)) if performed_once(cx, stage) else ("loop", cx.layout.key(stage))


def performed_once(cx: Context, stage: ir.Stage) -> bool:
    return stage.by is None and not loops(cx, stage)


# ------------------------------------------------------------ one stage
def perform(cx: Context, stage: ir.Stage, parent: ir.Stage | None, then: Label) -> None:
    """Write the labels of a stage and of those inside it; `then`: what comes when it is left."""
    with part(stage.where, stage.path):
        _perform(cx, stage, parent, then)


def _perform(cx: Context, stage: ir.Stage, parent: ir.Stage | None, then: Label) -> None:
    cx.flow.parents[cx.layout.key(stage)] = parent
    outer = actor(cx, parent)
    _enter(cx, stage, outer, then)
    if not performed_once(cx, stage):
        _loop(cx, stage, outer)
    with at_label(cx, "leave", cx.layout.key(stage)):
        if reads_next_player(cx):
            cx.out.line(f"{cx.layout.cell('round')} = {round_of(cx, parent)}")
        go(cx, *then)
    _begin(cx, stage, outer)
    for step, following in zip_longest(stage.steps, stage.steps[1:]):
        on = ("finish", stage) if following is None else ("enter", following)
        perform(cx, step, stage, (on[0], cx.layout.key(on[1])))
    with at_label(cx, "finish", cx.layout.key(stage)):
        cx.parts.test_completion(cx, stage)
        if stage.end:
            list_of(cx, stage, "end", stage.end, past_end(cx, stage))
        else:
            go(cx, *past_end(cx, stage))


def _enter(cx: Context, stage: ir.Stage, outer: One, then: Label) -> None:
    layout = cx.layout
    with at_label(cx, "enter", cx.layout.key(stage)):
        env: Env = {0: outer}
        cx.out.mark(stage.where)
        cx.out.line(f"{layout.cell('count', stage.name)} = 0")
        test = _either_way(cx, stage, stage.when, env)
        with cx.out.block(f"if {test}:"):
            if is_turn_loop(cx, stage):
                _first(cx, stage, env)
            if performed_once(cx, stage):
                go(cx, "begin", cx.layout.key(stage))
            else:
                go(cx, "loop", cx.layout.key(stage))
        with cx.out.block("else:"):
            go(cx, *then)


def _either_way(cx: Context, stage: ir.Stage, conditions: Sequence[ir.Condition], env: Env) -> str:
    """Return a test whether the conditions of a stage hold."""
    test = all_judged(cx, conditions, env)
    exprs = [condition.expr for condition in conditions]
    return cx.parts.both_results(cx, exprs, env, test) if is_inside_must(cx, stage) else test


def _first(cx: Context, stage: ir.Stage, env: Env) -> None:
    """Write the choice of the first player of a stage."""
    layout, by = cx.layout, stage.by
    assert by is not None
    asked = shape_of(cx, by.players, env) if strict(cx, by.players) else None  # once, as the reference asks
    first = starting(cx, by, env, asked)
    cx.out.line(f"{layout.cell('actor', stage.name)} = {NIL}")
    cx.out.line(f"{layout.cell('outer', stage.name)} = {single(cx, env[0]).text}")
    cx.out.line(f"{layout.cell('next', stage.name)} = {first}")
    cx.out.line(f"{layout.cell('left', stage.name)} = {1 if is_named_player(cx, stage) else cx.program.seats}")
    cx.out.line(f"{layout.cell('way', stage.name)} = {layout.cell('direction')}")
    if ("around", stage.name) in layout.cells:
        cx.out.line(f"{layout.cell('around', stage.name)} = {round_of(cx, cx.flow.parents[layout.key(stage)])}")
    if is_named_player(cx, stage):
        found = single(cx, first_of(cx, asked or shape_of(cx, by.players, env)))
        cx.out.line(f"{layout.cell('next', stage.name)} = {found.text}")
    if loops(cx, stage) and reads_next_player(cx):
        cx.out.line(f"{layout.cell('round')} = {layout.at('next', stage.name)}")


def starting(cx: Context, by: ir.Actors, env: Env, asked: Shape | None) -> str:
    """Return the player with whom a stage begins: its `from`, else the current player, else the first of its players.
    `asked`: its players, if already evaluated."""
    start = copied(cx, one_value(cx, by.start, env) if by.start is not None else single(cx, env[0]))
    first = cx.out.let(start.text)
    if start.nil:
        with cx.out.block(f"if {first} == {NIL}:"):
            found = single(cx, first_of(cx, asked or shape_of(cx, by.players, env)))
            cx.out.line(f"{first} = {found.text}")
            cx.out.line(f"if {first} == {NIL}: {first} = 0")
    return first


@contextmanager
def as_outer_player(cx: Context, stage: ir.Stage) -> Iterator[None]:
    """Let the next player in the block be the one around the stage, not in it."""
    turns = reads_next_player(cx) and is_turn_loop(cx, stage) and loops(cx, stage)
    turns = turns and asks_who_follows(cx, stage.by, stage.times)
    if turns:
        cx.out.line(f"{cx.layout.cell('round')} = {round_of(cx, cx.flow.parents[cx.layout.key(stage)])}")
    yield
    if turns:
        cx.out.line(f"{cx.layout.cell('round')} = {round_of(cx, stage)}")


def asks_who_follows(cx: Context, *parts: object) -> bool:
    """Return whether these sentences read the next player."""
    return who_follows_is_asked(cx.facts, *parts)


def step_on(cx: Context, seat: str, way: str) -> None:
    """Write: the seat becomes its neighbour in turn order."""
    seats = cx.program.seats
    cx.out.line(f"{seat} = ({seat} + {way} + {seats}) % {seats}")


def _loop(cx: Context, stage: ir.Stage, outer: One) -> None:
    layout = cx.layout
    with at_label(cx, "loop", cx.layout.key(stage)):
        comes, me = cx.out.let("1"), outer
        env: Env = {0: outer}
        if is_turn_loop(cx, stage):
            me = One(_next_player(cx, stage, comes, env), True)
        elif stage.by is not None:
            cx.out.line(f"{layout.cell('left', stage.name)} = {seat_bits(cx, shape_of(cx, stage.by.players, env))}")
            cx.out.line(f"{comes} = {layout.cell('left', stage.name)} != 0")
        if not loops(cx, stage) and not is_turn_loop(cx, stage):
            cx.out.line(f"if {layout.cell('count', stage.name)} != 0: {comes} = 0")
        _stops(cx, stage, comes, me, outer)
        with cx.out.block(f"if {comes}:"):
            if _notes_who_was_served(stage):
                cx.out.line(f"{layout.cell('next', stage.name)} = {NIL}")
            if is_turn_loop(cx, stage):
                cx.out.line(f"{layout.cell('actor', stage.name)} = {me.text}")
                if loops(cx, stage):
                    cx.out.line(f"{layout.cell('next', stage.name)} = {NIL}")
            go(cx, "begin", cx.layout.key(stage))
        with cx.out.block("else:"):
            go(cx, "leave", cx.layout.key(stage))


def _next_player(cx: Context, stage: ir.Stage, comes: str, env: Env) -> str:
    """Return the next player of the stage; `comes` is set to whether there is one."""
    layout, by = cx.layout, stage.by
    assert by is not None
    who, n = cx.out.let(str(NIL)), cx.program.seats
    following, left = layout.cell("next", stage.name), layout.cell("left", stage.name)
    cx.out.line(f"{comes} = 0")
    if is_named_player(cx, stage):
        cx.out.line(f"if {left} > 0 and {following} != {NIL}: {who} = {following}; {left} = 0; {comes} = 1")
        return who
    with as_outer_player(cx, stage):
        seats = cx.out.atom(seat_bits(cx, shape_of(cx, by.players, env)))
    if loops(cx, stage):
        cx.out.line(f"{who} = {following}")
        with cx.out.block(f"if {who} == {NIL}:"):
            actor = layout.cell("actor", stage.name)
            cx.out.line(f"{who} = 0 if {actor} == {NIL} else {actor}")
            step_on(cx, who, layout.cell("direction"))
        if seats == str((1 << n) - 1):
            cx.out.line(f"{comes} = 1")
            return who
        with cx.out.block(f"for {cx.out.name('i')} in range(0, {n}):"):
            cx.out.line(f"if {seats} >> {who} & 1: {comes} = 1; break")
            step_on(cx, who, layout.cell("direction"))
        return who
    with cx.out.block(f"while {left} > 0:"):
        cx.out.line(f"{who} = {following}; {left} += -1")
        on = cx.out.let(who)
        step_on(cx, on, layout.cell("way", stage.name))
        cx.out.line(f"{following} = {on}")
        cx.out.line(f"if {seats} >> {who} & 1: {comes} = 1; break")
    return who


def _stops(cx: Context, stage: ir.Stage, comes: str, me: One, outer: One) -> None:
    layout = cx.layout
    if stage.until:
        with cx.out.block(f"if {comes}:"):
            test = _either_way(cx, stage, stage.until, {0: me})
            with cx.out.block(f"if {test}:"):
                count_fired(cx, f"{stage.path}.until")
                cx.out.line(f"{comes} = 0")
    if stage.times is not None:
        with cx.out.block(f"if {comes}:"):
            if is_inside_must(cx, stage):
                cx.parts.unless_blank(cx, [stage.times], {0: me})
            with as_outer_player(cx, stage):
                times = copied(cx, one_value(cx, stage.times, {0: me}))
            most = f"(0 if {times.text} == {NIL} else {times.text})" if times.nil else times.text
            with cx.out.block(f"if {layout.cell('count', stage.name)} >= {most}:"):
                count_fired(cx, f"{stage.path}.times")
                cx.out.line(f"{comes} = 0")
                if stage.until and stage.by is not None:
                    cx.out.line(f"{layout.cell('cuts')} += 1")
                    pause(cx)
                    note(cx, 1)


def _begin(cx: Context, stage: ir.Stage, outer: One) -> None:
    layout = cx.layout
    with at_label(cx, "begin", cx.layout.key(stage)):
        me = actor(cx, stage)
        start_iteration(cx)
        cx.out.line(f"{layout.cell('count', stage.name)} += 1")
        cx.out.line(f"{layout.cell('performed')} += 1")
        count_fired(cx, stage.path)
        note(cx, 1)
        with cx.out.block(f"if {layout.cell('performed')} > {limits.MOST_PERFORMANCES}:"):
            cx.out.line(f"{layout.cell('fault')} = 1; return -1")
        loses_patience(cx)
        for step in stage.steps:
            cx.out.line(f"{layout.cell('count', step.name)} = 0")
        for variable in cx.rules.variables:
            if variable.life == stage.name:
                with part(variable.where, f"state.{variable.name}"):
                    start(cx, variable, me)
        if stage.begin:
            list_of(cx, stage, "begin", stage.begin, ("body", cx.layout.key(stage)))
        else:
            go(cx, "body", cx.layout.key(stage))
    with at_label(cx, "body", cx.layout.key(stage)):
        if stage.moves:
            _decide(cx, stage)
        elif stage.steps:
            go(cx, "enter", cx.layout.key(stage.steps[0]))
        else:
            go(cx, "finish", cx.layout.key(stage))


# ------------------------------------------------------------ decisions
def _decide(cx: Context, stage: ir.Stage) -> None:
    layout = cx.layout
    me = actor(cx, stage)
    number = number_of(cx, "decide", cx.layout.key(stage))
    if decided_at_once(cx, stage):
        able, seat, n = cx.out.let("0"), cx.out.name("i"), cx.out.let("0", "n")
        with cx.out.block(f"for {seat} in range(0, {cx.program.seats}):"):
            with cx.out.block(f"if {layout.cell('left', stage.name)} >> {seat} & 1:"):
                with without_counting(cx):
                    can = cx.out.atom(f"legal_{cx.flow.ends[stage.name]}(S, OUT, {seat}, 1)")
                cx.out.line(f"if {can}: {able} = {able} | 1 << {seat}")
                if cx.covers:
                    with cx.out.block("else:"):
                        cx.out.line(f"legal_{cx.flow.ends[stage.name]}(S, OUT, {seat}, {every_move(cx)})")
        with cx.out.block(f"if {able}:"):
            cx.out.line(f"{layout.cell('seats')} = {able}")
            cx.out.line(f"{layout.cell('waiting')} = {able}")
            with unless_stopped(cx):
                cx.out.line(f"{n} = {listed_for(cx, stage, 'seat(S)')}")
                are_offered(cx, n)
    else:
        n = cx.out.let("0", "n")
        there = f"if {me.text} != {NIL}:" if me.nil else "if 1:"
        with cx.out.block(there):
            cx.out.line(f"{layout.cell('actor')} = {me.text}")
            cx.parts.list_legal_moves(cx, stage, me.text, n)
    stop_between(cx)
    cx.out.line(f"if {layout.cell('fault')}: return -1")
    with cx.out.block(f"if {n}:"):
        cx.out.line(f"{layout.cell('label')} = {number}; {layout.cell('performed')} = 0")
        stop_at_limit(cx)
        cx.out.line(f"STAND({number}, {n})")
    for told in ("passed",) * layout.looks + ("stuck",) * (not stage.otherwise):
        cx.out.line(f"{layout.cell(told)} += 1")
    pause(cx)
    note(cx, 1)
    if stage.otherwise:
        list_of(cx, stage, "else", stage.otherwise, ("finish", cx.layout.key(stage)))
    else:
        go(cx, "finish", cx.layout.key(stage))


@once
def reads_next_player(cx: Context) -> bool:
    """Return whether any rule reads or sets the next player of a turn loop."""
    return asks_who_follows(cx, cx.rules) or any(isinstance(node, ir.SetNext) for node in nodes(cx.rules))


def always_tried(cx: Context) -> int:
    """Return the rules that may come to hold by anything, as bits."""
    numbered = enumerate(cx.rules.triggers[:MOST_TRIGGERS])
    return sum(1 << i for i, trigger in numbered if cx.covers or _always(cx, i, trigger))


def _always(cx: Context, number: int, trigger: ir.Trigger) -> bool:
    passing = {name for name, variable in cx.layout.variables.items() if variable.life in cx.flow.by_name}
    reads = cx.flow.read_by[number]
    if trigger.enters:
        return True
    if any(what in ("count", "turn", "chance") or (what == "variable" and name in passing) for what, name in reads):
        return True
    exprs = [condition.expr for condition in trigger.conditions]
    return any(0 in slots_read(cx.facts, expr) for expr in [*exprs, *([trigger.each] if trigger.each else [])])


def possible_triggers(cx: Context, *parts: object) -> int:
    """Return the rules that these statements may make hold, as bits."""
    writes = stores_written(cx.facts, *parts)
    return cx.flow.always | sum(1 << i for i, reads in enumerate(cx.flow.read_by[:MOST_TRIGGERS]) if reads & writes)


def note_possible_triggers(cx: Context, bits: int) -> None:
    if bits & ~cx.flow.always:
        cx.out.line(f"{cx.layout.cell('dirty')} = {cx.layout.cell('dirty')} | {bits}")


# ------------------------------------------------------------ the rules
def firing(cx: Context) -> None:
    """Write `t_N(S, first)`, which tries a rule: 0 if it does not fire, 1 if it fires and ends no stage, else one more
    than the number of the stage it ends; and `scan(S, first)`, which tries all rules and returns the number of the
    ended stage."""
    for number, trigger in enumerate(cx.rules.triggers):
        _rule(cx, number, trigger)
    with cx.out.function("scan(S, first)"):
        if not cx.rules.triggers:
            cx.out.line("return 0")
            return
        dirty = cx.layout.cell("dirty")
        cx.out.line(f"dirty = {dirty} | {cx.flow.always}")
        if cx.layout.looks:  # knowledge of a card changes without anything that a rule reads
            with cx.out.block(f"if {cx.layout.cell('trial')} and {cx.layout.cell('sighted')}:"):
                cx.out.line(f"dirty = {(1 << MOST_TRIGGERS) - 1}")
        cx.out.line("fired = 0")
        with cx.out.block("while 1:"):
            cx.out.line("r = 0")
            for number in range(len(cx.rules.triggers)):
                if number >= MOST_TRIGGERS:  # it has no bit
                    with cx.out.block("if r == 0:"):
                        cx.out.line(f"r = t_{number}(S, first)")
                        with cx.out.block("if r != 0:"):
                            cx.out.line(f"dirty = dirty | {possible_triggers(cx, cx.rules.triggers[number])}")
                    continue
                with cx.out.block(f"if r == 0 and dirty & {1 << number}:"):
                    cx.out.line(f"r = t_{number}(S, first)")
                    cx.out.line(f"if r == 0: dirty = dirty & {~(1 << number) & (1 << MOST_TRIGGERS) - 1}")
                    with cx.out.block("else:"):
                        cx.out.line(f"dirty = dirty | {possible_triggers(cx, cx.rules.triggers[number]) | 1 << number}")
            cx.out.line(f"if r == 0: {dirty} = 0; return 0")
            cx.out.line(f"if r != 1: {dirty} = dirty; return r - 1 if r > 0 else -1")
            cx.out.line(f"dirty = dirty | {cx.flow.always}; fired += 1")
            cx.out.line(f"if fired > {limits.MOST_FIRINGS}: return -1")


def _rule(cx: Context, number: int, trigger: ir.Trigger) -> None:
    with part(trigger.where, trigger.path):
        _rule_of(cx, number, trigger)


def _rule_of(cx: Context, number: int, trigger: ir.Trigger) -> None:
    varied = [1 in slots_read(cx.facts, c.expr) or draws(c.expr) for c in trigger.conditions]
    same = varied.index(True) if True in varied else len(varied)
    env: Env = {0: One("me", True), 1: One(str(NIL), True)}
    with cx.out.function(f"f_{number}(S, me{', x' if trigger.each is not None else ''})"):
        if trigger.enters:
            env = {0: One("me", True), 1: _come(cx, trigger, "x")}
        elif trigger.each is not None:
            env = {0: One("me", True), 1: _thing(cx, trigger.each)}
        nothing_cast(cx)
        count_fired(cx, f"{trigger.path}.do")
        list_body(cx, trigger.do, env)
        end_casting(cx)
        cx.out.line("return 0")
    with cx.out.function(f"t_{number}(S, first)"):
        cx.out.mark(trigger.where)
        cx.pure, cx.known = True, [{}]
        cx.out.line(f"me = {cx.layout.cell('acted')}")
        env = {0: One("me", True), 1: One(str(NIL), True)}
        waiting = cx.layout.cell("entered", trigger.name) if trigger.enters else ""
        if waiting:
            cx.out.line(f"if {waiting} == 0: return 0")
        cx.parts.unknown_if_rule_fires(cx, trigger, env)
        first, others = trigger.conditions[:same], trigger.conditions[same:]
        by_itself = trigger.each is None and not waiting
        fallible = any(isinstance(each, FALLIBLE) for each in reached(cx.facts, (trigger.each, first)))
        if by_itself or not (cx.covers or fallible):  # a fault of one keeps the other from being worked out
            _barred_by(cx, first, env, waiting)
            first = ()
        if waiting:
            _try_entered_cards(cx, number, first, others, env)
        elif trigger.each is None:
            test = all_judged(cx, others, env)
            with cx.out.block(f"if {test}:"):
                _fire(cx, number, "")
        else:
            _try_each(cx, number, first, others, env)
        cx.out.line("return 0")


def _barred_by(cx: Context, conditions: Sequence[ir.Condition], env: Env, waiting: str = "") -> None:
    """Write the end of a rule if one of these conditions, which are the same for all elements, fails; then no card
    waits for it any longer."""
    if conditions:
        test = all_judged(cx, conditions, env)
        with cx.out.block(f"if {negated(cx, test)}:"):
            if waiting:
                cx.out.line(f"{waiting} = 0")
            cx.out.line("return 0")


def _thing(cx: Context, each: ir.Expr) -> Shape:
    if each.type.name == "meld":
        lists(cx)
        zones = sources(cx.facts, each, {})
        known = [(zone, of) for zone in cx.layout.zones if zone in zones for of in cx.layout.subjects(zone)]
        return meld_found(cx, "x", tuple(known) if zones <= set(cx.layout.zones) else None)
    return One("x")


def _fire(cx: Context, number: int, thing: str) -> None:
    cx.parts.stop_where_shown(cx)
    stop_between(cx)
    count_fired(cx, cx.rules.triggers[number].path)
    before_list(cx)
    cx.out.line(f"r = f_{number}(S, me{thing})")
    after_list(cx)
    cx.out.line("return r + 1 if r >= 0 else -1")


def _asked_of_a_hand(cx: Context, conditions: Sequence[ir.Condition]) -> str:
    """Return the zone whose cards decide whether these hold, where it takes long to find out; no text if more does."""
    exprs = tuple(condition.expr for condition in conditions)
    inside = list(nodes(exprs))
    read = {what for what in reached(cx.facts, exprs) if isinstance(what, ir.ZoneContents)}
    if cx.covers or cx.foresees or cx.layout.looks or any(map(draws, exprs)):
        return ""
    if any(isinstance(node, ir.Defined) for node in inside) or not any(isinstance(n, ir.Melds) for n in inside):
        return ""
    if len(read) != 1 or not all(slots_read(cx.facts, expr) <= {1, STATE} for expr in exprs):
        return ""
    (zone,) = read
    its = isinstance(zone.subject, ir.Local) and zone.subject.slot == 1 and cx.layout.form(zone.name) == "set"
    return zone.name if its and stores_read(cx.facts, exprs) == {("zone", zone.name)} else ""


def _try_unless_known(cx: Context, cards: str, seat: str, tried: Callable[[], None]) -> None:
    """Store, for each seat, the last cards for which the rule did not fire, and skip the test for the same cards."""
    known, last = cx.out.array(cx.program.seats), cx.out.array(cx.program.seats, "Gm_")
    with cx.out.block(f"if not {known}[{seat}] or {last}[{seat}] != {cards}:"):
        tried()
        cx.out.line(f"{known}[{seat}] = {cx.layout.cell('fault')} == 0")
        cx.out.line(f"{last}[{seat}] = {cards}")


def _try_entered_cards(
    cx: Context, number: int, first: Sequence[ir.Condition], others: Sequence[ir.Condition], env: Env
) -> None:
    """Try the rule for each card that has entered and is still there; a card waits until it is tried."""
    trigger = cx.rules.triggers[number]
    at = int(cx.layout.at("entered", trigger.name))
    with cx.out.block(f"while S[{at}] > 0:"):
        card = cx.out.let(f"S[{at + 1}]", "c")
        remove_element(cx, at, "1")
        cx.known.append({})
        inner = {**env, 1: _come(cx, trigger, card)}
        _barred_by(cx, first, inner, f"S[{at}]")
        test = all_judged(cx, others, inner)
        cx.known.pop()
        with cx.out.block(f"if {test}:"):
            _fire(cx, number, f", {card}")


def _come(cx: Context, trigger: ir.Trigger, card: str) -> One:
    return One(card, at=tuple((trigger.enters, subject) for subject in cx.layout.subjects(trigger.enters)))


def _try_each(
    cx: Context, number: int, first: Sequence[ir.Condition], others: Sequence[ir.Condition], env: Env
) -> None:
    each = cx.rules.triggers[number].each
    assert each is not None
    shape = shape_of(cx, each, env)

    def tried(item: Shape) -> None:
        one = item if isinstance(item, Meld) else single(cx, item)
        _barred_by(cx, first, {**env, 1: one})
        test = all_judged(cx, others, {**env, 1: one})
        with cx.out.block(f"if {test}:"):
            thing = cx.out.let(listed_number(cx, one), "h") if isinstance(one, Meld) else one.text
            _fire(cx, number, f", {thing}")

    if each.type.name != "player":
        return for_each(cx, shape, tried)
    seats = cx.out.atom(seat_bits(cx, shape))
    seat, n = cx.out.let("first"), cx.program.seats
    hand = _asked_of_a_hand(cx, others)
    with cx.out.block(f"for {cx.out.name('i')} in range(0, {n}):"):
        with cx.out.block(f"if {seats} >> {seat} & 1:"):
            if not hand:
                tried(One(seat))
            else:
                _try_unless_known(cx, cx.layout.cards_at(hand, seat), seat, lambda: tried(One(seat)))
        step_on(cx, seat, cx.layout.cell("direction"))
    return None


def asks(cx: Context, statements: object) -> bool:
    return any(isinstance(node, ir.Ask) for node in nodes(statements))


def _leaves(cx: Context, statement: ir.Statement) -> bool:
    """Return whether play may leave the list within the statement."""
    return any(isinstance(node, ir.Ask | ir.EndStage) for node in nodes(statement))


# ------------------------------------------------------------ from a move to its list
def make(cx: Context, stage: ir.Stage, me: str, row: str) -> None:
    """Write a move of the stage by its row: its list, and what follows."""
    moves = [move for move in cx.rules.moves if move.name in stage.moves]
    _make(cx, stage, [move for move in moves if asks(cx, move.do)], me, row)


def _make(cx: Context, stage: ir.Stage, asking: Sequence[ir.MoveRule], me: str, row: str) -> None:
    layout = cx.layout
    if not asking:
        cx.out.line(f"e = act(S, OUT, {me}, {row})")
        _stop_if(cx, "e < 0")
        moves = [move for move in cx.rules.moves if move.name in stage.moves]
        after(cx, stage, _ended_by(cx, moves), past_move(cx, stage), own=True)
        return
    first, *others = asking
    with cx.out.block(f"if OUT[{row} * {layout.row}] == {cx.flow.move_numbers[first.name]}:"):
        if me != layout.cell("actor"):
            cx.out.line(f"{layout.cell('actor')} = {me}")
        cx.out.line(f"{layout.cell('acted')} = {me}")
        keep_row(cx, first, first.choices, lambda: {0: One(layout.cell("actor"))}, row)
        cx.out.line(f"pc = {_number(cx, 'do', stage, first)}")
    with cx.out.block("else:"):
        _make(cx, stage, others, me, row)


def past_move(cx: Context, stage: ir.Stage) -> Label:
    """Return the label after a move of the stage."""
    return ("collect" if decided_at_once(cx, stage) else "finish"), cx.layout.key(stage)


def _ended_by(cx: Context, moves: Sequence[ir.MoveRule]) -> set[str]:
    return {node.stage for move in moves for node in nodes(move.do) if isinstance(node, ir.EndStage)}


def take_answer(cx: Context, question: Question) -> None:
    """Write the answer to a question."""
    with casting_apart(cx):
        keep_row(cx, question.move, question.choices, partial(named_there, cx, question.move, question.named))
    cx.out.line(f"pc = {question.then}")


def _number(cx: Context, what: str, stage: ir.Stage, move: ir.MoveRule, at: str = "") -> int:
    return number_of(cx, what, f"{cx.layout.key(stage)} {move.name} {at}")


# ------------------------------------------------------------ the list
def asking_list(cx: Context, stage: ir.Stage, move: ir.MoveRule) -> None:
    """Write the labels of a move's list, as the stage offers it."""
    layout = cx.layout
    _number(cx, "do", stage, move)
    cx.flow.asking_now = move
    with at_label(cx, "do", f"{layout.key(stage)} {move.name} "):
        cx.out.line(f"me = {layout.cell('actor')}")
        env: Env = {0: One(layout.cell("actor"))}
        count_fired(cx, f"{move.path}.do")
        several = {choice.slot for choice in move.choices if not choice.single}
        for slot, kind in kinds_of_locals(cx, move).items():
            if slot not in {choice.slot for choice in move.choices}:
                at = layout.at("local", f"{move.name} {slot}")
                cx.out.line(f"Z[{at}] = 0" if kind == "cards" else f"S[{at}] = {NIL}")
            if ("each", f"{move.name} {slot}") in layout.cells:
                cx.out.line(f"{layout.cell('each', f'{move.name} {slot}')} = {NIL}")
        cx.out.line(f"{layout.cell('held', move.name)} = {sum(1 << slot for slot in several)}")
        nothing_cast(cx)
        for choice in move.choices:
            env[choice.slot] = _chosen_first(cx, move, choice)
        cast_kept(cx, move, env)
        before_list(cx)
        _flow(cx, stage, move, list(move.do), env)
    with at_label(cx, "done", f"{layout.key(stage)} {move.name} "):
        nothing_cast(cx)
        after_list(cx)
        note_possible_triggers(cx, possible_triggers(cx, move))
        after(cx, stage, _ended_by(cx, [move]), past_move(cx, stage), own=True)
    cx.flow.asking_now = None


def _chosen_first(cx: Context, move: ir.MoveRule, choice: ir.Choice) -> Shape:
    """Return the value that was chosen with the move."""
    at = cx.layout.at("local", f"{move.name} {choice.slot}")
    if kinds_of_locals(cx, move)[choice.slot] in ("list", "melds"):
        return kept_local(cx, move, choice.slot)
    return chosen_for(cx, move, choice, [f"S[{at}]" if choice.single else f"Z[{at}]"])


def _done(cx: Context, stage: ir.Stage, move: ir.MoveRule, ended: int) -> None:
    cx.out.line(f"e = {ended}")
    cx.out.line(f"pc = {_number(cx, 'done', stage, move)}")


def _flow(cx: Context, stage: ir.Stage, move: ir.MoveRule, statements: list[ir.Statement | int], env: Env) -> None:
    """Write statements one after the other; after one that may leave the list, the rest gets a label. A number is the
    label at which they continue."""
    while statements:
        first = statements.pop(0)
        if isinstance(first, int):
            cx.out.line(f"pc = {first}")
            return None
        if isinstance(first, ir.Labelled) or (isinstance(first, ir.Perform) and _leaves(cx, first)):
            statement_begins(cx, first)
            statements[:0] = first.body
        elif isinstance(first, ir.Ask):
            return _ask(cx, stage, move, first, statements, env)
        elif isinstance(first, ir.EndStage):
            statement_begins(cx, first)
            return _done(cx, stage, move, cx.flow.ends[first.stage])
        elif isinstance(first, ir.If) and _leaves(cx, first):
            statement_begins(cx, first)
            then = _later(cx, stage, move, statements, env)
            return _each_branch(cx, stage, move, first.branches, then, env)
        elif isinstance(first, ir.ForEach) and _leaves(cx, first):
            statement_begins(cx, first)
            return _each_of(cx, stage, move, first, statements, env)
        else:
            cx.pure = False
            lower_statement(cx, first, env)
    _done(cx, stage, move, 0)
    return None


def _label_of_its_own(cx: Context, stage: ir.Stage, move: ir.MoveRule) -> tuple[str, int]:
    cx.flow.labels += 1
    return f"{cx.layout.key(stage)} {move.name} {cx.flow.labels}", _number(cx, "then", stage, move, str(cx.flow.labels))


def _later(cx: Context, stage: ir.Stage, move: ir.MoveRule, rest: list[ir.Statement | int], env: Env) -> int | None:
    """Return the label of the statements after one that may leave the list; None if there are none."""
    if not rest:
        return None
    if len(rest) == 1 and isinstance(rest[0], int):
        return rest[0]
    name, number = _label_of_its_own(cx, stage, move)
    with at_label(cx, "then", name):
        _flow(cx, stage, move, list(rest), kept_env(cx, move, env))
    return number


def _each_branch(
    cx: Context, stage: ir.Stage, move: ir.MoveRule, branches: Sequence[ir.Branch], then: int | None, env: Env
) -> None:
    """Write each branch, and where it continues."""
    behind: list[ir.Statement | int] = [] if then is None else [then]
    if not branches:
        return _flow(cx, stage, move, behind, dict(env))
    first, *others = branches
    if first.condition is None:
        return _flow(cx, stage, move, [*first.body, *behind], dict(env))
    with cx.out.block(f"if {branch_test(cx, first, env)}:"), casting_apart(cx):
        count_fired(cx, first.path)
        _flow(cx, stage, move, [*first.body, *behind], dict(env))
    with cx.out.block("else:"):
        none_of(cx, first, others)
        _each_branch(cx, stage, move, others, then, env)
    return None


def _each_of(
    cx: Context, stage: ir.Stage, move: ir.MoveRule, loop: ir.ForEach, rest: list[ir.Statement | int], env: Env
) -> None:
    """Write a loop that may be left and resumed: its elements, and the next one, are kept in the position."""
    if ("each", f"{move.name} {loop.slot}") not in cx.layout.cells:
        raise cannot("each_outside")
    layout, melds = cx.layout, loop.collection.type.name == "meld"
    cx.parts.unknown_if_statement_reads(cx, loop, env)
    at = int(layout.at("each", f"{move.name} {loop.slot}"))
    several = shape_of(cx, loop.collection, env)
    if melds:
        keep_chosen(cx, str(at + 1), several, layout.many_melds)
    else:
        written_down(cx, stored(cx, several), str(at + 1), layout.room_of(loop.collection.type))
    cx.out.line(f"S[{at}] = 0")
    if cx.covers:
        count_turns(cx, loop, f"S[{at + 1}]")
    name, number = _label_of_its_own(cx, stage, move)
    cx.out.line(f"pc = {number}")
    with at_label(cx, "then", name):
        kept = kept_env(cx, move, env)
        if loop.slot in veiled_locals(cx, move):
            cx.out.line(f"if S[{at + 1}] == {VEILED}: {layout.cell('unforeseen')} = 2")
            after_list(cx)
        with cx.out.block(f"if S[{at}] < S[{at + 1}]:"):
            item: Shape = (
                One(cx.out.let(f"S[{at + 2} + S[{at}]]"))
                if not melds
                else kept_meld(cx, str(at + 1), f"S[{at}]", may_lie(cx, move, loop.slot))
            )
            cx.out.line(f"S[{at}] += 1")
            put_down(cx, loop.slot, item)
            if melds:
                cast_kept(cx, move, {**kept, loop.slot: item})
            _flow(cx, stage, move, [*loop.body, number], {**kept, loop.slot: item})
        with cx.out.block("else:"):
            cx.out.line(f"S[{at}] = {NIL}")
            cx.out.line(f"{layout.cell('local', f'{move.name} {loop.slot}')} = {NIL}")
            if melds:
                cast_kept(cx, move, kept)
            _flow(cx, stage, move, rest, kept)


def _ask(
    cx: Context, stage: ir.Stage, move: ir.MoveRule, ask: ir.Ask, rest: list[ir.Statement | int], env: Env
) -> None:
    layout = cx.layout
    number = len(cx.flow.questions)
    named = tuple(slot for slot in env if slot)
    label = _number(cx, "asked", stage, move, str(number))
    question = Question(
        f"q_{number}", len(cx.rules.moves) + number, label, _number(cx, "answered", stage, move, str(number)),
        move, stage, ask.choices, kinds_of_locals(cx, move), named,
    )  # fmt: skip
    cx.flow.questions.append(question)
    statement_begins(cx, ask)
    n = cx.out.name("n")
    after_list(cx)
    if ("gone", move.name) in layout.cells:
        cx.out.line(f"Z[{layout.at('gone', move.name)}] = {'Gm_gone[0]' if cx.casting.base else 0}")
    cx.parts.list_answers(cx, stage, question, n)
    after_list(cx)
    cx.out.line(f"if {layout.cell('fault')}: return -1")
    with cx.out.block(f"if {n}:"):
        for choice in ask.choices:
            count_fired(cx, choice.path)
        cx.out.line(f"{layout.cell('label')} = {label}; {layout.cell('performed')} = 0")
        stop_at_limit(cx)
        cx.out.line(f"STAND({label}, {n})")
    count_fired(cx, f"{ask.choices[0].path}.nothing")
    _done(cx, stage, move, 0)
    with casting_apart(cx):
        list_ways(cx, question.number, question.name, ask.choices, (), partial(named_there, cx, move, named))
    with at_label(cx, "asked", f"{layout.key(stage)} {move.name} {number}"):
        cx.out.line("return -1")
    with at_label(cx, "answered", f"{layout.key(stage)} {move.name} {number}"):
        before_list(cx)
        nothing_cast(cx)
        inner = kept_env(cx, move, dict.fromkeys((*named, *(choice.slot for choice in ask.choices)), One("")))
        cast_kept(cx, move, inner)
        _flow(cx, stage, move, list(rest), inner)


def choose_simultaneously(cx: Context, stage: ir.Stage) -> None:
    """Write the choice of one seat in a simultaneous decision: the next is asked, or the choices happen."""
    layout, row = cx.layout, cx.layout.row
    cx.out.line("me = seat(S)")
    pending, waiting, queue = layout.at("pending"), layout.cell("waiting"), layout.cell("queue")
    cx.out.line(f"for j in range(0, {row}): S[{pending} + me * {row} + j] = OUT[i * {row} + j]")
    keep_melds(cx, stage)
    cx.out.line(f"{waiting} = {waiting} & ~(1 << me)")
    with cx.out.block(f"if {waiting}:"):
        with unless_stopped(cx):
            n = cx.out.let(listed_for(cx, stage, "seat(S)"), "n")
            are_offered(cx, n)
        stop_at_limit(cx)
        _stop_if(cx, layout.cell("fault"))
        cx.out.line(f"STAND({number_of(cx, 'decide', layout.key(stage))}, {n})")
    cx.out.line(f"{queue} = 0")
    with cx.out.block(f"for me in range(0, {cx.program.seats}):"):
        with cx.out.block(f"if {layout.cell('seats')} >> me & 1:"):
            cx.out.line(f"if {_does_something(cx, stage, f'S[{pending} + me * {row}]')}: {queue} = {queue} | 1 << me")
            with cx.out.block("else:"):
                _forget(cx, "me")
    if stage.by is not None and stage.by.served:
        with part(stage.where, stage.path):
            _first_alone(cx, stage, stage.by)
    go(cx, "collect", layout.key(stage))


def _does_something(cx: Context, stage: ir.Stage, which: str) -> str:
    numbers = [cx.flow.move_numbers[move.name] for move in cx.rules.moves if move.name in stage.moves and move.do]
    return " or ".join(f"{which} == {number}" for number in numbers) or "0"


def _notes_who_was_served(stage: ir.Stage) -> bool:
    """Return whether the stage tests if all players have passed."""
    return any(isinstance(node, ir.AllPassed) for node in nodes(stage.until))


def _forget(cx: Context, seat: str) -> None:
    row = cx.layout.row
    cx.out.line(f"for j in range(0, {row}): S[{cx.layout.at('pending')} + {seat} * {row} + j] = 0")


def _first_alone(cx: Context, stage: ir.Stage, by: ir.Actors) -> None:
    """Let only the first of the waiting moves happen, in turn order."""
    queue = cx.layout.cell("queue")
    env: Env = {0: actor(cx, stage)}
    seat = starting(cx, by, env, shape_of(cx, by.players, env) if strict(cx, by.players) else None)
    served = cx.out.let("0")
    with cx.out.block(f"for {cx.out.name('i')} in range(0, {cx.program.seats}):"):
        with cx.out.block(f"if {queue} >> {seat} & 1:"):
            with cx.out.block(f"if {served}:"):
                _forget(cx, seat)
            with cx.out.block("else:"):
                cx.out.line(f"{served} = 1 << {seat}")
                if _notes_who_was_served(stage):
                    cx.out.line(f"{cx.layout.cell('next', stage.name)} = {seat}")
        step_on(cx, seat, cx.layout.cell("direction"))
    cx.out.line(f"{queue} = {served}")
    pause(cx)
    with cx.out.block(f"if {served}:"):
        note(cx, 1)


def collecting(cx: Context, stage: ir.Stage) -> None:
    """Write the label at which the next of the waiting moves is made."""
    layout, row = cx.layout, cx.layout.row
    queue = layout.cell("queue")
    with at_label(cx, "collect", layout.key(stage)):
        with cx.out.block(f"if {queue} == 0:"):
            go(cx, "finish", layout.key(stage))
        with cx.out.block("else:"):
            if cx.foresees:
                with cx.out.block(f"if {layout.cell('imagines')}:"):
                    before_list(cx)
                    mark_chance(cx)
                    after_list(cx)
            me = cx.out.let("0")
            cx.out.line(f"while {queue} >> {me} & 1 == 0: {me} += 1")
            cx.out.line(f"{queue} = {queue} & ~(1 << {me})")
            cx.out.line(f"for j in range(0, {row}): OUT[j] = S[{layout.at('pending')} + {me} * {row} + j]")
            _forget(cx, me)
            make(cx, stage, me, "0")


def write_seal(cx: Context) -> bool:
    """Write `seal(S)`, if there is anything to seal, and return whether there is. In an imagined position with a
    question after a simultaneous choice, other players' choices and moves still to happen are unknown. If only the
    first move counts, none follows."""
    layout = cx.layout
    asked = [each for each in cx.flow.questions if decided_at_once(cx, each.stage)]
    if not asked:
        return False
    with cx.out.function("seal(S)"):
        for question in asked:
            by = question.stage.by
            left = "0" if by is not None and by.served else f"{layout.cell('seats')} >> {layout.cell('actor')} + 1"
            cx.out.line(f"if {layout.cell('label')} == {question.label}: {layout.cell('queue')} = {left}")
        cx.out.line("return 0")
    return True
