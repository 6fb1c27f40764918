"""Set the stages under way from plain data; a state that no game can reach raises PositionError."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.faults import InvalidMove, PositionError
from croupier.base.language import tr
from croupier.base.values import Env, Value, as_list
from croupier.combos.layout import casting_of
from croupier.model.plans import StagePlan
from croupier.model.state import BODY, DECIDE, FINISH, Frame, State, Task
from croupier.play.flow import Told, begin_state
from croupier.play.legal import any_answer, any_move, fillings
from croupier.position import plain
from croupier.words.meaning import fitting
from croupier.words.naming import subject_number
from croupier.words.notation import read_move, spell_move
from croupier_dsl.analysis import is_constant

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.model.program import Program

STAGE_KEYS = {"stage", "count", "seat", "next", "left", "asked", "pending", "locals"}
TURN_KEYS = {"seat", "next", "left", "pending"}
HALF_KEYS = {"move", "seat", "question", "locals", "then"}


def mapping(data: Mapping[str, Value], key: str) -> Mapping[str, Value]:
    """Return a part of a position that is a mapping; nothing of it if it is absent."""
    found = data.get(key)
    if found is not None and not isinstance(found, Mapping):
        raise PositionError(tr("{key} of a position must be a mapping", key=key))
    return found or {}


def number(value: Value) -> int:
    """Return a number of times."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise PositionError(tr("{value} is not a number of times", value=f"{value!r}"))
    return value


def counts(s: State, data: Mapping[str, Value]) -> None:
    """Set how often stages have begun: the given counts, and at least once for those under way."""
    program = s.program
    for name, count in mapping(data, "counts").items():
        stage = _stage(program, str(name))
        s.counts[stage.index] = number(count)
        _possible_count(s, stage)
    if "stages" not in data and not data.get("over"):
        for stage in _path(program, data.get("step")):
            if stage.name in mapping(data, "counts") and not s.counts[stage.index]:
                raise PositionError(tr("{name} is running, so it has started at least once", name=stage.name))
            s.counts[stage.index] = s.counts[stage.index] or 1
    for item in as_list(data.get("stages")):
        under = item.get("stage") if isinstance(item, Mapping) else None
        if isinstance(under, str) and under in program.stage_index:
            s.counts[program.stage_index[under]] = number(item.get("count", 1))


def _path(program: Program, step: Value) -> list[StagePlan]:
    """Return the current stage and those around it, outermost first; by default the first stage that offers moves.

    If a stage is performed in several places, an enclosing stage selects one: `asking in counter`.
    """
    if step is None:
        first = next((stage for stage in program.stages.values() if stage.moves), None)
        if first is None:
            raise PositionError(tr("the position must name the current step"))
        return next(_ways(first, (), set()))
    stage, *around = (_stage(program, name) for name in str(step).split(" in "))
    ways = [*islice(_ways(stage, tuple(around), set()), 2)]
    if not ways:
        told = ", ".join(plan.name for plan in around)
        raise PositionError(tr("{name} is not part of {around}", name=stage.name, around=told))
    if len(ways) > 1:
        apart = [next((plan.name for plan in way[::-1] if plan not in other), "") for way, other in permutations(ways)]
        told = tr(" or ").join(f"{step} in {name}" for name in apart if name)
        raise PositionError(tr("{name} occurs in several places; write one of: {ways}", name=stage.name, ways=told))
    return ways[0]


def _ways(stage: StagePlan, around: tuple[StagePlan, ...], closed: set[tuple[int, int]]) -> Iterator[list[StagePlan]]:
    """Yield the paths from the whole game to a stage through the given enclosing stages, the nearest first.

    `closed`: dead ends, by stage and number of enclosing stages left.
    """
    left = around[1:] if around and stage is around[0] else around
    found = not stage.parents and not left
    if found:
        yield [stage]
    for parent in stage.parents:
        if (parent.index, len(left)) not in closed:
            for way in _ways(parent, left, closed):
                found = True
                yield [*way, stage]
    if not found:
        closed.add((stage.index, len(around)))


def _stage(program: Program, name: str) -> StagePlan:
    found = program.stages.get(name)
    if found is None and name in program.stage_names:
        raise PositionError(tr("play never reaches {name} with these options", name=name))
    if found is None:
        raise PositionError(
            tr(
                "unknown stage {name}; the stages are {stage_names}",
                name=name,
                stage_names=", ".join(program.stage_names),
            )
        )
    return found


def _possible_count(s: State, plan: StagePlan) -> None:
    """Raise PositionError if a stage has been performed more often than it can; `times` is checked if it is
    constant."""
    count, planner = s.counts[plan.index], s.program.planner
    most: int | None = None
    if plan.stage.times is not None and is_constant(planner.facts, plan.stage.times):
        most = planner.constant(plan.stage.times) or 0
    elif not plan.loops:
        most = s.program.seats if plan.players is not None and not plan.at_once else 1
    if most is not None and count > most:
        raise PositionError(
            tr("{name} runs at most {most} times, not {count} times", name=plan.name, most=most, count=count)
        )


# ---------------------------------------------------------------- in short


def place(s: State, turn: Value, step: Value, turns: Mapping[str, Value], told: Told) -> None:
    """Put play into a stage, with a seat on turn.

    Enclosing stages are in their first iteration unless `counts` has another number; their players, and the next
    player, are computed where `turns` does not give them. State that belongs to them, and is not in `told`, begins as
    in play.
    """
    program = s.program
    path = _path(program, step)
    stage = path[-1]
    seat = None if turn is None else subject_number(program, "player", str(turn))
    outer: int | None = None
    acting = next(
        (i for i in range(len(path) - 1, -1, -1) if path[i].players is not None and not path[i].at_once), None
    )
    if acting is not None and seat is None:
        raise PositionError(tr("whose turn is it in {name}?", name=stage.name))
    if acting is None and seat is not None and not path[-1].at_once:
        raise PositionError(tr("no player acts in {name}", name=stage.name))
    said = {plan.name: mapping(turns, plan.name) for plan in path}
    for name in turns:
        if name not in said:
            raise PositionError(tr("{name} is not running in {stage}", name=name, stage=stage.name))
        _known_keys(said[name], TURN_KEYS, f"turns of {name}")
    of = {i: _actor(s, plan, said[plan.name], None) for i, plan in enumerate(path) if "seat" in said[plan.name]}
    if acting is not None and any(i >= acting and of[i] != seat for i in of):
        raise PositionError(tr("`turn` says whose {name} is", name=stage.name))
    actors = _around(s, path, acting, seat, of, told) if acting is not None and seat is not None else {}
    for i, plan in enumerate(path):
        actor = actors.get(i, outer)
        frame = _frame_at(s, plan, actor, outer)
        _coming(s, frame, said[plan.name])
        if i + 1 < len(path):
            frame.child = plan.steps.index(path[i + 1]) + 1
        s.frames.append(frame)
        if i == acting == len(path) - 1 and plan.begin is None:
            s.frames.pop()
            _one_of_them(s, plan, actor, outer)
            s.frames.append(frame)
        begin_state(s, plan, actor, told)
        if "pending" in said[plan.name]:
            _pending(s, frame, said[plan.name])
        outer = actor
    if acting is None and seat is not None and seat not in s.frames[-1].seats:
        raise PositionError(tr("{names} does not choose in {name}", names=program.names[seat], name=stage.name))


def _around(
    s: State, path: list[StagePlan], acting: int, seat: int, said: Mapping[int, int | None], told: Told
) -> dict[int, int]:
    """Return the players of the stages that have players, by their place in the path, if `seat` plays the innermost;
    `said`: the given ones.

    An enclosing stage belongs to that seat too, or, if that is impossible, to the first seat after it in the order of
    play that lets the inner stages belong to theirs. If none fits, since the way to this position is not known, it
    belongs to that seat.
    """
    own = [i for i in range(acting + 1) if path[i].players is not None and not path[i].at_once]
    n = s.program.seats
    order = [(seat + s.direction * i) % n for i in range(n)]
    found: dict[int, int] = {}
    under_way = len(s.frames)

    def fits(at: int, outer: int | None) -> bool:
        """Return whether each stage from this one on can have a player. Tried from the outermost inwards."""
        plan = path[at]
        EFFORT.spend(plan.cost)
        if at not in own:
            s.frames.append(_frame_at(s, plan, outer, outer))
            begin_state(s, plan, outer, told)
            if fits(at + 1, outer):
                return True
            del s.frames[under_way + at :]
            return False
        assert plan.players is not None
        seats = as_list(plan.players(s, [outer] + [None] * plan.slots))
        only = seat if at == acting else said.get(at)
        for actor in order if only is None else (only,):
            if actor in seats or at in said:
                found[at] = actor
                if at == acting:
                    return True
                s.frames.append(_frame_at(s, plan, actor, outer))
                begin_state(s, plan, actor, told)
                if fits(at + 1, actor):
                    return True
                del s.frames[under_way + at :]
        return False

    chance, s.chance = s.chance, s.chance.copy()
    fitting_all = fits(0, None)
    s.chance = chance
    del s.frames[under_way:]
    return found if fitting_all else dict.fromkeys(own, seat)


def _one_of_them(s: State, plan: StagePlan, actor: int | None, outer: int | None) -> None:
    """Raise PositionError if the current player is not a player of the stage."""
    assert plan.players is not None
    seats = as_list(plan.players(s, [outer] + [None] * plan.slots))
    if actor not in seats:
        names = s.program.names
        there = ", ".join(names[seat] for seat in seats) or tr("nobody")
        raise PositionError(
            tr(
                "{name} belongs to {there} here, not to {names}",
                name=plan.name,
                names=names[actor or 0],
                there=there,
            )
        )


def _frame_at(s: State, plan: StagePlan, actor: int | None, outer: int | None) -> Frame:
    _possible_count(s, plan)
    env: Env = [actor] + [None] * plan.slots
    frame = Frame(plan, BODY, s.counts[plan.index], outer, actor, env=env)
    if plan.at_once and plan.players is not None:
        frame.seats = tuple(sorted(as_list(plan.players(s, env))))
    elif plan.named:
        frame.turns_left = []
    elif plan.players is not None and not plan.loops and actor is not None:
        seats = as_list(plan.players(s, [outer, *env[1:]]))
        first = plan.start(s, [outer, *env[1:]]) if plan.start is not None else outer
        if first is None:
            first = seats[0] if seats else 0
        n = s.program.seats
        order = [(first + s.direction * i) % n for i in range(n)]
        frame.turns_left = order[order.index(actor) + 1 :][::-1]
    return frame


# ---------------------------------------------------------------- in full


def frames(s: State, listed: Value, told: Told) -> None:
    """Put play into the stages that a full position lists, outermost first; state in them that is not `told` begins."""
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        raise PositionError(tr("`stages` of a position must be a list, outermost first"))
    program = s.program
    parent: StagePlan | None = None
    outer: int | None = None
    for data in listed:
        if not isinstance(data, Mapping) or "stage" not in data:
            raise PositionError(tr("each entry under `stages` of a position must name its stage"))
        plan = _stage(program, str(data["stage"]))
        _known_keys(data, STAGE_KEYS, f"stage {plan.name}")
        if plan is not program.root if parent is None else plan not in parent.steps:
            raise PositionError(
                tr(
                    "{name} is not a step of {around}",
                    name=plan.name,
                    around=parent.name if parent else tr("the whole game"),
                )
            )
        if s.frames and parent is not None:
            s.frames[-1].child = parent.steps.index(plan) + 1
        actor = _actor(s, plan, data, outer)
        frame = _frame_at(s, plan, actor, outer)
        _coming(s, frame, data)
        codes = [code for code in (plan.begin, plan.otherwise, plan.end) if code is not None]
        locals_into(s, codes, frame.env, mapping(data, "locals"))
        s.frames.append(frame)
        begin_state(s, plan, actor, told)
        if "pending" in data or "asked" in data:
            _pending(s, frame, data)
        parent, outer = plan, actor
    if not s.frames[-1].stage.moves:
        raise PositionError(
            tr(
                "{name} offers no moves; a position must be one in which a player has to choose",
                name=s.frames[-1].stage.name,
            )
        )


def _known_keys(data: Mapping[str, Value], known: set[str], of: str) -> None:
    for key in data:
        if key not in known:
            raise PositionError(
                tr(
                    "unknown key {key} in {of} of a position; the keys are {names}",
                    key=key,
                    of=of,
                    names=", ".join(sorted(known)),
                )
            )


def _actor(s: State, plan: StagePlan, data: Mapping[str, Value], outer: int | None) -> int | None:
    """Return the player of a stage: the enclosing stage's player, unless the stage has players of its own."""
    names = s.program.names
    actor = None if data.get("seat") is None else subject_number(s.program, "player", str(data["seat"]))
    if plan.players is not None and not plan.at_once:
        if actor is None:
            raise PositionError(tr("whose turn is it in {name}?", name=plan.name))
    elif actor != outer:
        around = tr("nobody") if outer is None else names[outer]
        raise PositionError(
            tr(
                "{around} contains {name}, not {value}",
                around=around,
                name=plan.name,
                value=tr("nobody") if actor is None else names[actor],
            )
        )
    return actor


def _coming(s: State, frame: Frame, data: Mapping[str, Value]) -> None:
    """Set the next player of a stage, or the players still to come, where they are given."""
    plan = frame.stage
    if data.get("next") is not None:
        if plan.players is None or plan.at_once or not plan.loops:
            raise PositionError(tr("{name} has no turns, so it has no next player", name=plan.name))
        frame.following = subject_number(s.program, "player", str(data["next"]))
    if "left" in data and (data["left"] or not plan.named):
        frame.turns_left = _left(s, plan, data["left"])


def _left(s: State, plan: StagePlan, names: Value) -> list[int]:
    """Return the players still to come in a stage that everybody performs once, the last first."""
    seats = [subject_number(s.program, "player", str(name)) for name in as_list(names)]
    if plan.players is None or plan.at_once or plan.loops or len(set(seats)) < len(seats):
        raise PositionError(
            tr("{names} cannot still have to act in {name}", names=", ".join(map(str, as_list(names))), name=plan.name)
        )
    return seats[::-1]


def _pending(s: State, frame: Frame, data: Mapping[str, Value]) -> None:
    """Read the answers that some players of a simultaneous choice have given already."""
    program, stage = s.program, frame.stage
    if not stage.at_once or not stage.moves:
        raise PositionError(tr("players do not choose at once in {name}", name=stage.name))
    ahead = program.lookahead
    can = any_move if ahead is None else ahead.any_move
    able = tuple(seat for seat in frame.seats if can(s, stage, seat))
    asked = tuple(subject_number(program, "player", str(name)) for name in as_list(data.get("asked")))
    if "asked" in data and tuple(sorted(asked)) != able:
        there = ", ".join(program.names[seat] for seat in able) or tr("nobody")
        raise PositionError(tr("the players who choose in {name} are {there}", name=stage.name, there=there))
    frame.seats, frame.pending, frame.phase = able, {}, DECIDE
    for name, text in mapping(data, "pending").items():
        seat = subject_number(program, "player", str(name))
        try:
            wanted = read_move(program, str(text))
        except InvalidMove as error:
            raise PositionError(
                tr("{name} cannot have answered {text}: {error}", name=name, text=text, error=error)
            ) from error
        move = program.move(wanted.name)
        assert move is not None, "a move that is read has a name of the rules"
        ways = list(fillings(s, move, seat))
        told = [spell_move(s, move, env, seat) for env in ways]
        found = fitting(wanted, told)
        if len(found) != 1 or seat not in frame.seats or move not in stage.moves:
            raise PositionError(tr("{name} cannot have answered {text}", name=name, text=text))
        frame.pending[seat] = (move.index, ways[found[0]], told[found[0]].choices)
    if len(frame.pending) == len(frame.seats):
        raise PositionError(tr("all players have already answered in {name}, so no decision is left", name=stage.name))


def locals_into(s: State, codes: Sequence[Code], env: Env, held: Mapping[str, Value]) -> None:
    """Put named locals back where the lists of statements expect them."""
    known: set[str] = set()
    for code in codes:
        env.extend([None] * (code.slots - len(env)))
        for slot, key in code.called().items():
            known.add(key)
            if key in held:
                env[slot] = plain.read(s, code.names[slot][1], held[key])
    for key in held:
        if key not in known:
            raise PositionError(tr("there is no {key} here", key=key))


def half(s: State, data: Mapping[str, Value]) -> None:
    """Read a move that has stopped for a choice in its middle."""
    if not data:
        return
    program = s.program
    _known_keys(data, HALF_KEYS, "half")
    task = _made(s, data)
    if not task.code.questions:
        raise PositionError(tr("the move {move} asks for no choice in its `do`", move=data.get("move")))
    questions = task.code.questions
    at = number(data.get("question", 1))
    if not 1 <= at <= len(questions):
        raise PositionError(tr("{data} asks for {n} choices, not {at}", data=data["move"], n=len(questions), at=at))
    task.pc = questions[at - 1]
    for later in as_list(data.get("then")):
        if not isinstance(later, Mapping) or not s.frames[-1].stage.at_once:
            raise PositionError(tr("{later} cannot be set up then", later=later))
        _known_keys(later, HALF_KEYS - {"question", "then"}, "half")
        s.queue.append(_made(s, later))
    s.frames[-1].phase = FINISH
    if s.frames[-1].stage.served:
        s.frames[-1].following = task.env[0]
    s.task, s.acted = task, task.env[0]
    cast = program.planner.cast_slot
    if cast is not None:
        casting = casting_of(task.env, cast)
        laid = [card for card in casting if s.home[card] >= 0 and program.places[s.home[card]].zone.form == "melds"]
        task.env[cast] = casting if len(laid) < len(casting) else None
    if task.pc < 0 or not any_answer(s, task):
        raise PositionError(tr("{data} asks for no further choice here", data=data["move"]))
    s.asking = True


def _made(s: State, data: Mapping[str, Value]) -> Task:
    """Return a move that a seat has made, with what it has named so far."""
    program, frame = s.program, s.frames[-1]
    move = program.move(str(data.get("move")))
    if move is None:
        raise PositionError(tr("the move {move} asks for no choice in its `do`", move=data.get("move")))
    seat = subject_number(program, "player", str(data.get("seat")))
    if move not in frame.stage.moves or (seat != frame.actor and not frame.stage.at_once):
        raise PositionError(
            tr(
                "{names} cannot have made the move {name} in {name2}",
                names=program.names[seat],
                name=move.name,
                name2=frame.stage.name,
            )
        )
    env: Env = [None] * max(move.slots, move.do.slots)
    env[0] = seat
    locals_into(s, [move.do], env, mapping(data, "locals"))
    return Task(move.do, 0, env, move.index)
