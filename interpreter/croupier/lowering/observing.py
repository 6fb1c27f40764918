"""Lower observations and actions: tables of their layout for the kernel module `observing`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.kernel.nodes import Name
from croupier.kernel.read import array_named
from croupier.lowering.context import Context
from croupier.lowering.kernel import NIL
from croupier.lowering.layout import Layout
from croupier.lowering.modules import program_places, use
from croupier.lowering.playouts import KEPT, OWN, Players
from croupier.lowering.stages import number_of, stages_around
from croupier.model.encoded import MINUS, WAYS, Slot, coding, sight
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import Program

FUNCTIONS = {"observe": "S p X at", "steps": "S OUT A R Q K X B P games seed salt begin"}
"""Functions to call from outside, with their arguments (see the kernel module `observing`)."""
HOW = {"order": 0, "value": 1, "card": 2, "spot": 3, "cards": 4, "values": 5, "digits": 6}
"""The encodings of choices by number."""
NUMBER, VALUE, OWNER, CARD, LIST, THERE, TRUTH = range(7)
"""The types of state by number."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The arrays of `steps`, as numbers for each game. `wide`: an observation, four numbers in each; `masks`: a mask,
    eight actions in each; `tallies`: scores; `kept`: legal moves; `columns`: facts on a game, first the numbers
    whose indexes are here, then the actions of the unfinished move."""

    size: int
    actions: int
    wide: int
    masks: int
    tallies: int
    kept: int
    columns: int
    SEAT, ENDED, GAME, SKIPPED, DEPTH, PATH = range(1, 7)


def steps_of(program: Program, layout: Layout) -> Steps:
    """Return the arrays of `steps` for a program."""
    size, actions = sight(program).size, coding(program).size
    tallies = program.seats * (len(program.special.result.scores) + 1)
    kept, columns = KEPT * layout.row, Steps.PATH + _longest_path(layout)
    return Steps(size, actions, -(-size // 4), -(-actions // 8), tallies, kept, columns)


def _longest_path(layout: Layout) -> int:
    digits = 21  # of a number of 64 bits, with its sign
    return 1 + layout.choices * (1 + max(layout.cards, digits)) + digits


def observing(cx: Context, players: Players) -> None:
    """Add the kernel module to the program, with given players if there is foresight."""
    program, layout = cx.program, cx.layout
    arrays = steps_of(program, layout)
    spots = layout.spots
    use(
        cx, ("observing",), **_of_play(cx), **_of_zones(cx), **_of_state(cx), **_of_actions(cx), NONE=NIL,
        LABEL=layout.cells["label", ""], OBSERVED=arrays.size, SPOT_PLACE=spots.place, SPOT_AT=spots.at,
        SPOT_REACH=spots.reach, MOST_PATH=_longest_path(layout), COLUMNS=arrays.columns, KEPT_ROWS=KEPT,
        WIDE=arrays.wide, MASKS=arrays.masks, TALLIES=arrays.tallies, SEAT_OF=Steps.SEAT, ENDED=Steps.ENDED,
        GIVEN=int(cx.foresees), PLAYERS=players.size(foresees=cx.foresees),
        PLAYS=players.plays, OWN=OWN, GAME=Steps.GAME, SKIPPED=Steps.SKIPPED, DEPTH=Steps.DEPTH, PATH=Steps.PATH,
    )  # fmt: skip


def _tables(cx: Context, **columns: list[int]) -> dict[str, int | Name]:
    return {f"T_{name}": array_named(cx.out.table(values or [0])) for name, values in columns.items()}


def _of_play(cx: Context) -> dict[str, int | Name]:
    seen, layout = sight(cx.program), cx.layout
    stages, actors = dict(seen.stages), dict(seen.actors)
    chains: dict[int, tuple[ir.Stage, ...]] = {}
    for stage in layout.stages:
        if stage.moves:
            chains[number_of(cx, "decide", layout.key(stage))] = tuple(reversed(stages_around(cx, stage)))
    for question in cx.flow.questions:
        chains[question.label] = tuple(reversed(stages_around(cx, question.stage)))
    first, stage_at, count = list[int](), list[int](), list[int]()
    turn, actor = list[int](), list[int]()
    for label in range(max(chains, default=0) + 2):
        first.append(len(stage_at))
        for stage in chains.get(label, ()):
            stage_at.append(stages[stage.name])
            count.append(layout.cells["count", stage.name])
            turn.append(actors.get(stage.name, -1))
            actor.append(layout.cells.get(("actor", stage.name), layout.cells["actor", ""]))
    tables = _tables(cx, chain=first, stage=stage_at, count=count, turn=turn, actor=actor)
    return {**tables, "OTHERS": seen.asked, "TAKEN": seen.taken}


def _of_zones(cx: Context) -> dict[str, int | Name]:
    zones = {each.place.index: each for each in sight(cx.program).zones}
    its = [zones[place.index] for place in program_places(cx)]
    many = {"table": 1, "player": cx.program.seats, "team": cx.program.teams}
    return _tables(
        cx,
        at=[each.at for each in its],
        step=[each.step for each in its],
        owner=[each.owner for each in its],
        owners=[many[each.place.zone.per] for each in its],
        top=[int(each.top) for each in its],
        places=[each.places for each in its],
        up=[int(each.up) for each in its],
    )


def _of_state(cx: Context) -> dict[str, int | Name]:
    program, layout = cx.program, cx.layout
    seen = sight(program)
    many = {"table": 1, "player": program.seats, "team": program.teams}
    cells = [
        layout.cells["variable", each.place.variable.name] + each.slot * layout.stride.get(each.place.variable.name, 1)
        for each in seen.state
    ]
    seats = range(program.seats)
    variables = [each.place.variable for each in seen.state]
    places = program_places(cx)
    zones = {zone.name for zone in cx.rules.zones}
    tables = _tables(
        cx,
        value=cells,
        type=[_type(each.type) for each in variables],
        many=[many.get(each.type.name, 1) for each in variables],
        mine=[each.owner for each in seen.state],
        holders=[many[each.per] for each in variables],
        index=[each.at for each in seen.state],
        next=[each.step for each in seen.state],
        knowing=[
            sum(program.may_know(each.place.variable, each.slot, seat) << seat for seat in seats) for each in seen.state
        ],
        pair=[int(each.pair) for each in seen.state],
        note=[layout.cells["variable", variable.name] for variable, _ in seen.notes],
        note_type=[_type(variable.type) for variable, _ in seen.notes],
        note_many=[many.get(variable.type.name, 1) for variable, _ in seen.notes],
        note_index=[at for _, at in seen.notes],
        lives=[
            int(variable.life not in zones or variable.life == place.zone.name)
            for variable, _ in seen.notes
            for place in places
        ],
    )
    return {**tables, "VALUES": len(seen.state), "NOTES": len(seen.notes)}


def _type(type_: ir.Type) -> int:
    if type_.many:
        return LIST
    if type_.enum:
        return VALUE
    by_name = {"number": NUMBER, "player": OWNER, "team": OWNER, "card": CARD, "truth": TRUTH}
    return by_name.get(type_.name, THERE)


def _of_actions(cx: Context) -> dict[str, int | Name]:
    coded, layout = coding(cx.program), cx.layout
    by_key = {each.key: each for each in coded.asked}
    keys = [(move.name, -1) for move in cx.rules.moves]
    keys += [(each.move.name, each.choices[0].slot) for each in cx.flow.questions]
    heads, firsts = list[int](), list[int]()
    slots: list[tuple[int, Slot]] = []
    for key in keys:
        firsts.append(len(slots))
        asked = by_key.get(key)  # no stage offers other moves
        heads.append(asked.head if asked else 0)
        slots += [(1 + i * layout.width, slot) for i, slot in enumerate(asked.slots if asked else ())]
    firsts.append(len(slots))
    places = program_places(cx)
    tables = _tables(
        cx,
        head=heads,
        slots=firsts,
        how=[HOW[slot.how] for _, slot in slots],
        cell=[cell for cell, _ in slots],
        low=[slot.low for _, slot in slots],
        much=[slot.step for _, slot in slots],
        first=[slot.first for _, slot in slots],
        spot=[coded.spots[place.index] for place in places],
        row=[int(place.zone.form == "row") for place in places],
    )
    numbers = {"DIGITS": coded.digits, "DONE": coded.done, "WAYS_AT": coded.ways, "WAYS": WAYS, "MINUS": MINUS}
    return {**tables, **numbers}
