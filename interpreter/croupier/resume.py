"""A position given as plain data to a state that plays on from there; an impossible one is refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from croupier import chance as chances
from croupier.bind import option_values
from croupier.faults import InvalidMove, PositionError
from croupier.flow import reset_cards, run
from croupier.knowledge import Knowledge
from croupier.language import tr
from croupier.legal import any_answer, fillings, sees
from croupier.marks import put_mark
from croupier.meaning import fitting
from croupier.naming import OPEN, find_card, lay_meld, read_value, subject_number, variable_place, zone_place
from croupier.notation import read_move, spell_move
from croupier.setup import empty_state
from croupier.state import BODY, DECIDE, FINISH, Frame, State, Task
from croupier.values import Env, Value, as_list

if TYPE_CHECKING:
    from croupier.chance import Chance
    from croupier.execute import Code
    from croupier.program import Program
    from croupier.stages import StagePlan

KEYS = {
    "croupier",
    "ruleset",
    "players",
    "names",
    "options",
    "zones",
    "rest",
    "revealed",
    "state",
    "of_cards",
    "stages",
    "counts",
    "turn",
    "step",
    "half",
    "placed",
    "remembered",
    "direction",
    "acted",
    "decisions",
    "cuts",
    "stuck",
    "over",
    "finished",
    "chance",
}


def read(program: Program, data: Mapping[str, Value], chance: Chance | None = None) -> tuple[State, Knowledge]:
    """The state that the data describe, and what seats remember in it. PositionError says what cannot be."""
    for key in data:
        if key not in KEYS:
            raise PositionError(
                tr("{key} is no part of a position; its parts are {names}", key=key, names=", ".join(sorted(KEYS)))
            )
    _same_game(program, data)
    s = empty_state(program, chance or chance_of(data))
    for name, count in _mapping(data, "counts").items():
        s.counts[_stage(program, str(name)).index] = _count(count)
    _cards(s, _mapping(data, "zones"), data.get("rest"))
    for word in as_list(data.get("revealed")):
        s.revealed.add(find_card(s, str(word), s.revealed))
    _variables(s, _mapping(data, "state"))
    for name, held in _mapping(data, "of_cards").items():
        _card_variable(s, str(name), held)
    _placed(s, _mapping(data, "placed"))
    s.direction = -1 if data.get("direction") == "right" else 1
    s.decisions, s.cuts, s.stuck = (_count(data.get(key, 0)) for key in ("decisions", "cuts", "stuck"))
    if data.get("acted") is not None:
        s.acted = subject_number(program, "player", str(data["acted"]))
    knowledge = s.knowledge = _known(s, _mapping(data, "remembered"))
    if data.get("over"):
        s.over, s.finished = True, bool(data.get("finished"))
        return s, knowledge
    if "stages" in data:
        _frames(s, data["stages"])
    else:
        place(s, data.get("turn"), data.get("step"))
    _half(s, _mapping(data, "half"))
    if not s.asking and s.frames[-1].phase == BODY:
        run(s)
    return s, knowledge


def _mapping(data: Mapping[str, Value], key: str) -> Mapping[str, Value]:
    found = data.get(key) or {}
    if not isinstance(found, Mapping):
        raise PositionError(tr("{key} of a position is a mapping", key=key))
    return found


def _count(value: Value) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
        value = int(value)
    if not isinstance(value, int) or value < 0:
        raise PositionError(tr("{value} is not a number of times", value=f"{value!r}"))
    return value


def _same_game(program: Program, data: Mapping[str, Value]) -> None:
    for key, own in (("ruleset", program.rules.name), ("players", program.seats)):
        if key in data and data[key] != own:
            raise PositionError(tr("this is a position of {key} {data}, not {own}", key=key, data=data[key], own=own))
    if "names" in data and list(as_list(data["names"])) != list(program.names):
        raise PositionError(
            tr("the seats are {names} here, {data} in the position", names=", ".join(program.names), data=data["names"])
        )
    options = option_values(program)
    for name, value in _mapping(data, "options").items():
        if options.get(name) != value:
            raise PositionError(
                tr(
                    "option {name} is {name2} here, {value} in the position",
                    name=name,
                    name2=options.get(name),
                    value=value,
                )
            )
    for key, allowed in (("direction", ("left", "right")), ("over", (True, False)), ("finished", (True, False))):
        if key in data and data[key] not in allowed:
            raise PositionError(
                tr(
                    "{key} of a position is {names}, not {data}",
                    key=key,
                    names=" or ".join(str(a) for a in allowed),
                    data=data[key],
                )
            )


def chance_of(data: Mapping[str, Value]) -> Chance:
    """Where chance stands in a position; the beginning of seed 0 where it does not say."""
    try:
        return chances.resume(data["chance"]) if "chance" in data else chances.Seed(0).stream()
    except ValueError as error:
        raise PositionError(str(error)) from error


# ---------------------------------------------------------------- cards and variables


def _cards(s: State, zones: Mapping[str, Value], rest: Value) -> None:
    """Lay the cards out; what is not named is out of play, or goes under the cards of the zone called by `rest`,
    shuffled."""
    program = s.program
    stands_for: list[tuple[int, str]] = []
    pool: dict[str, list[int]] = {}
    for card in range(program.cards):
        pool.setdefault(program.notation(card), []).append(card)
    for thing, contents in zones.items():
        where = zone_place(program, str(thing))
        if where is None:
            raise PositionError(
                tr("{thing} is no zone; the zones are {names}", thing=thing, names=", ".join(program.zone_base))
            )
        _fill(s, where.index, [item for item in as_list(contents) if item not in OPEN], pool, stands_for)
    if rest is not None:
        under = zone_place(program, str(rest))
        if under is None or under.zone.form == "melds":
            raise PositionError(tr("the rest of the cards cannot lie in {rest}", rest=rest))
        spare = s.chance.shuffle(sorted(card for cards in pool.values() for card in cards))
        s.zones[under.index][:0] = spare
        if under.zone.form == "set":
            s.zones[under.index].sort()
    lives = [life for stage in stages(program.root) for life in stage.card_columns]
    for column, start in [*program.card_starts, *lives]:
        reset_cards(s, column, start, None)
    for index, zone in enumerate(s.zones):
        for item in zone:
            for card in getattr(item, "cards", () if item is None else (item,)):
                s.home[card] = index
                for start, column in program.entering.get(index, ()):
                    s.card_variables[column][card] = start(s, [None, card])
    for card, word in stands_for:
        put_mark(s, card, word)


def _fill(
    s: State, index: int, items: list[Value], pool: dict[str, list[int]], stands_for: list[tuple[int, str]]
) -> None:
    program, zone = s.program, s.zones[index]
    form = program.places[index].zone.form
    if form == "melds":
        zone.extend(lay_meld(s, str(item), pool) for item in items)
        return
    for item in items:
        if item is None:
            zone.append(None)
            continue
        notation, standing, word = str(item).removesuffix(")").partition("(")
        if notation not in program.kind_index:
            raise PositionError(tr("{notation} is no card of this game", notation=notation))
        if not pool[notation]:
            raise PositionError(
                tr("{index} has a {notation} more than there are", index=program.place_name(index), notation=notation)
            )
        zone.append(pool[notation].pop(0))
        if standing:
            stands_for.append((zone[-1], word))
    if form == "set":
        zone.sort()
    if form == "slot" and len(zone) > 1:
        raise PositionError(tr("{index} holds one card at most", index=program.place_name(index)))


def _variables(s: State, given: Mapping[str, Value]) -> None:
    program = s.program
    named: set[int] = set()
    for thing, word in given.items():
        found = variable_place(program, str(thing))
        if found is None:
            raise PositionError(
                tr("{thing} is no variable; they are {variables}", thing=thing, variables=", ".join(program.variables))
            )
        where, subject = found
        named.add(where.base + subject)
        s.variables[where.base + subject] = _value(s, where.variable.type, word)
    for where in program.variables.values():
        start = program.planner.plan(where.variable.start)
        for subject in range(where.size):
            if where.base + subject not in named:
                s.variables[where.base + subject] = start(s, [None, subject])


def _value(s: State, type_: Value, word: Value) -> Value:
    if type_.many:
        return [read_value(s, type_, str(item)) for item in as_list(word)]
    if isinstance(word, bool):
        word = "yes" if word else "no"
    return read_value(s, type_, "none" if word is None else str(word))


def _card_variable(s: State, name: str, held: Value) -> None:
    column = s.program.card_variables.get(name)
    if column is None or not isinstance(held, Mapping):
        raise PositionError(tr("{name} is no variable of cards", name=name))
    type_ = next(v.type for v in s.program.rules.variables if v.name == name)
    taken: set[int] = set()
    for word, values in held.items():
        for value in as_list(values):
            card = find_card(s, str(word), taken)
            taken.add(card)
            s.card_variables[column][card] = _value(s, type_, value)


def _placed(s: State, placed: Mapping[str, Value]) -> None:
    taken: set[int] = set()
    for word, names in placed.items():
        for name in as_list(names):
            card = find_card(s, str(word), taken)
            taken.add(card)
            s.placed[card] = subject_number(s.program, "player", str(name))


def _known(s: State, remembered: Mapping[str, Value]) -> Knowledge:
    """What lies open is known to whom it lies open to; the rest as the position says."""
    told = [0] * s.program.cards
    for name, cards in remembered.items():
        seat = subject_number(s.program, "player", str(name))
        open_to = {card for card in range(s.program.cards) if sees(s, seat, card)}
        taken: set[int] = set()
        for word in as_list(cards):
            card = _remembered(s, str(word), taken, open_to)
            taken.add(card)
            told[card] |= 1 << seat
    return Knowledge.of(s, told.__getitem__)


def _remembered(s: State, word: str, taken: set[int], open_to: set[int]) -> int:
    """The card that a seat remembers: of copies that lie together one that it does not see, if there is one."""
    try:
        return find_card(s, word, taken | open_to)
    except PositionError:
        return find_card(s, word, taken)


# ---------------------------------------------------------------- stages


def _stage(program: Program, name: str) -> StagePlan:
    found = next((stage for stage in stages(program.root) if stage.name == name), None)
    if found is None:
        raise PositionError(
            tr(
                "{name} is no stage; the stages are {stage_names}",
                name=name,
                stage_names=", ".join(program.stage_names),
            )
        )
    return found


def stages(root: StagePlan) -> list[StagePlan]:
    """A stage and all within it."""
    return [root, *(inner for step in root.steps for inner in stages(step))]


def place(s: State, turn: Value, step: Value) -> None:
    """Put play into a stage, with a seat on turn.

    Enclosing stages are in their first performance unless `counts` says otherwise.
    """
    program = s.program
    if step is None:
        stage = next((stage for stage in stages(program.root) if stage.moves), None)
        if stage is None:
            raise PositionError(tr("say which step play is at"))
    else:
        stage = _stage(program, str(step))
    seat = None if turn is None else subject_number(program, "player", str(turn))
    path: list[StagePlan] = []
    above: StagePlan | None = stage
    while above is not None:
        path.insert(0, above)
        above = above.parent
    outer: int | None = None
    acting = next(
        (i for i in range(len(path) - 1, -1, -1) if path[i].players is not None and not path[i].at_once), None
    )
    for i, plan in enumerate(path):
        actor = seat if acting is not None and i >= acting and not plan.at_once else outer
        frame = _frame_at(s, plan, actor, outer)
        if i + 1 < len(path):
            frame.child = plan.steps.index(path[i + 1]) + 1
        s.frames.append(frame)
        outer = actor
    if acting is not None and seat is None:
        raise PositionError(tr("whose turn is it in {name}?", name=stage.name))


def _frame_at(s: State, plan: StagePlan, actor: int | None, outer: int | None) -> Frame:
    s.counts[plan.index] = s.counts[plan.index] or 1
    env: Env = [actor] + [None] * plan.slots
    frame = Frame(plan, BODY, s.counts[plan.index], outer, actor, env=env)
    if plan.at_once and plan.players is not None:
        frame.seats = tuple(sorted(as_list(plan.players(s, env))))
    elif plan.named:
        frame.turns_left = []
    elif plan.players is not None and not plan.loops and actor is not None:
        seats = as_list(plan.players(s, [outer, *env[1:]]))
        first = plan.start(s, [outer, *env[1:]]) if plan.start is not None else (seats[0] if seats else 0)
        n = s.program.seats
        order = [((first or 0) + s.direction * i) % n for i in range(n)]
        frame.turns_left = order[order.index(actor) + 1 :][::-1]
    return frame


def _frames(s: State, listed: Value) -> None:
    """The stages as a full position lists them, outermost first."""
    if not isinstance(listed, Sequence) or not listed:
        raise PositionError(tr("stages of a position is a list, outermost first"))
    program = s.program
    parent: StagePlan | None = None
    outer: int | None = None
    for data in listed:
        if not isinstance(data, Mapping) or "stage" not in data:
            raise PositionError(tr("each of the stages of a position says which stage it is"))
        plan = _stage(program, str(data["stage"]))
        if plan.parent is not parent:
            raise PositionError(
                tr(
                    "{name} is not a step of {name2}",
                    name=plan.name,
                    name2=parent.name if parent else tr("the whole game"),
                )
            )
        if s.frames and parent is not None:
            s.frames[-1].child = parent.steps.index(plan) + 1
        seat = data.get("seat")
        actor = None if seat is None else subject_number(program, "player", str(seat))
        s.counts[plan.index] = _count(data.get("count", 1))
        frame = _frame_at(s, plan, actor, outer)
        frame.count = s.counts[plan.index]
        if data.get("next") is not None:
            frame.following = subject_number(program, "player", str(data["next"]))
        if "left" in data and not plan.named:
            frame.turns_left = [subject_number(program, "player", str(name)) for name in as_list(data["left"])][::-1]
        for code in (plan.begin, plan.otherwise, plan.end):
            if code is not None:
                locals_into(s, code, frame.env, _mapping(data, "locals"))
        s.frames.append(frame)
        if "pending" in data:
            _pending(s, frame, data)
        parent, outer = plan, actor
    if not s.frames[-1].stage.moves:
        raise PositionError(
            tr(
                "{name} offers no moves; a position is a place where somebody has to choose",
                name=s.frames[-1].stage.name,
            )
        )


def _pending(s: State, frame: Frame, data: Mapping[str, Value]) -> None:
    """Answers that some have given already where all choose at once."""
    program = s.program
    frame.seats = tuple(subject_number(program, "player", str(name)) for name in as_list(data.get("asked")))
    frame.pending = {}
    frame.phase = DECIDE
    for name, text in _mapping(data, "pending").items():
        seat = subject_number(program, "player", str(name))
        try:
            wanted = read_move(program, str(text))
        except InvalidMove as error:
            raise PositionError(
                tr("{name} cannot have answered {text}: {error}", name=name, text=text, error=error)
            ) from error
        move = program.moves[program.move_index[wanted.name]]
        ways = list(fillings(s, move, seat))
        found = fitting(wanted, [spell_move(s, move, env, seat) for env in ways])
        if len(found) != 1 or seat not in frame.seats:
            raise PositionError(tr("{name} cannot have answered {text}", name=name, text=text))
        frame.pending[seat] = (move.index, ways[found[0]])


def locals_into(s: State, code: Code, env: Env, held: Mapping[str, Value]) -> None:
    """Put named locals back where the list of statements expects them."""
    env.extend([None] * (code.slots - len(env)))
    for slot, (name, type_) in code.names.items():
        key = f"{name} {slot}" if name in ("it", "left") else name
        if key in held:
            env[slot] = _value(s, type_, held[key])


def _half(s: State, data: Mapping[str, Value]) -> None:
    """A move that has stopped for a choice in its middle."""
    if not data:
        return
    program = s.program
    move = next((m for m in program.moves if m.name == data.get("move")), None)
    if move is None or not move.do.asks:
        raise PositionError(tr("{move} is no move that asks in its middle", move=data.get("move")))
    questions = sorted(move.do.asks)
    number = _count(data.get("question", 1))
    if not 1 <= number <= len(questions):
        raise PositionError(
            tr("{name} has {n} questions, not {number}", name=move.name, n=len(questions), number=number)
        )
    env: Env = [None] * max(move.slots, move.do.slots)
    env[0] = subject_number(program, "player", str(data.get("seat")))
    locals_into(s, move.do, env, _mapping(data, "locals"))
    s.frames[-1].phase = FINISH
    s.task = Task(move.do, questions[number - 1], env, move.index)
    s.acted = env[0]
    if not any_answer(s, s.task):
        raise PositionError(tr("nothing can be chosen in the middle of {name} here", name=move.name))
    s.asking = True
