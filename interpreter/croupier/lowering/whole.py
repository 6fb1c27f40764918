"""Lower a whole program to one kernel text, with the functions to call from outside."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.language import tr
from croupier.kernel.fused import Playing
from croupier.kernel.source import made
from croupier.lowering.ahead import (
    list_answers,
    list_legal_moves,
    rows_left,
    stop_where_shown,
    test_completion,
    write_search,
)
from croupier.lowering.base import (
    count_fired,
    counting_again,
    end_game,
    no_copies,
    note,
    one_value,
    truth,
    wild_counted_by,
    without_counting,
)
from croupier.lowering.blanks import both_results, unknown_if_rule_fires, unknown_if_statement_reads, unless_blank
from croupier.lowering.candidates import cells_of, names_of, write_offer_counts
from croupier.lowering.capabilities import MOST_COMBOS, cannot
from croupier.lowering.cardsets import noted, noted_in_melds, wild_cards
from croupier.lowering.casting import (
    about_each,
    asks_casting,
    cast_by_list,
    cast_in,
    end_casting,
    nothing_cast,
    under_name,
    write_casting,
)
from croupier.lowering.chosen import chosen_for, decided_at_once, melds_given, offered_at_once
from croupier.lowering.collections import seat_bits, within
from croupier.lowering.context import Context, Parts, context
from croupier.lowering.expressions import shape_of
from croupier.lowering.kernel import NIL, Unkept, part
from croupier.lowering.knowing import after_list, before_list, knowing, pause, require_foreseeable
from croupier.lowering.layout import Layout
from croupier.lowering.listing import all_judged, every_move, listing, size_of, start
from croupier.lowering.melding import HandQuestion, asker
from croupier.lowering.moving import home_number, owner, taker, under_names, write_home_function
from croupier.lowering.named import cast_named, put_down
from croupier.lowering.names import veiled_among
from croupier.lowering.observing import observing
from croupier.lowering.playouts import Players, players, playout
from croupier.lowering.shapes import One, Shape
from croupier.lowering.spots import all_that_fit, each_in_meld, each_open, helper
from croupier.lowering.stages import (
    NOBODY,
    Question,
    always_tried,
    as_outer_player,
    asking_list,
    asks,
    at_label,
    choose_simultaneously,
    collecting,
    firing,
    is_turn_loop,
    loops,
    make,
    note_possible_triggers,
    number_of,
    perform,
    possible_triggers,
    reads_next_player,
    stages_around,
    step_on,
    take_answer,
)
from croupier.lowering.statements import bound, list_body
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, zones_turned

if TYPE_CHECKING:
    from croupier.kernel.source import Written
    from croupier.model.program import Program

FUNCTIONS = {
    "new": "S OUT key", "apply": "S OUT i", "legal": "S OUT", "seat": "S", "score": "S which p",
    "rollout": "S OUT P R n cell",
    "playouts": "S OUT P R seed game games salt cell", "together": "S OUT P R K games begin",
    "choose": "S OUT P seat n",
    "looks": "S seat",
}  # fmt: skip
"""Functions to call from outside, with their arguments. `new` starts the game of a random key, `apply` makes legal move
`i`, `legal` lists the legal moves again: each returns the number of legal moves at the next decision, 0 after the end
of the game, -1 for a fault of the rules. `seat`: the seat that decides. `score`: a score of a player (`which` from 0;
-1: whether the player lost). `rollout`: plays to the end, or until a cell changes, with a random stream for each seat
(`P`: key and words drawn of each, then the decision at which each first decided, from 1, and how many have); it writes
the scores by seat and whether each lost, and returns the cell `over`, or -1. `playouts`: plays `games` games of a seed,
from number `game`, each seat with the stream of seed `seed ^ (salt + seat << 32)`, and writes a row of numbers for each
(see `Results`); `cell`: a cell of the position to report too. `together`: continues `games` positions in `S`: each
makes its move of `P`, or begins with that key; `R` then has the number of legal moves of each (-1: fault), then the
seat that decides in each (-1: nobody), and `K` their first legal moves. It returns their total; for a move that does
not exist nothing happens, and it returns -1 less the number of the first such game. `looks`: a number for what a seat
sees and remembers, 0 without foresight."""


STANDS = ("decide", "asked")
"""The kinds of labels at which play waits for a choice."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """The kernel text of a program (`written`) and its layout. `choices`: by the first number of a legal move's row,
    its choices: of each move, then of each question in the middle of one; `asked`: the questions to the reference, by
    number; `labels`: for each value of the cell `label`, the stages under way, innermost last; `files`: the files that
    marks number from 1; `questions`: the questions in the middle of moves; `turned`: the zones where cards may be
    turned up; `hiding`: the zones whose cards, for a `must`, are unknown to all seats."""

    written: Written
    layout: Layout
    choices: tuple[tuple[ir.Choice, ...], ...]
    asked: tuple[HandQuestion, ...]
    labels: dict[int, tuple[str, ...]]
    files: tuple[str, ...]
    questions: tuple[Question, ...]
    turned: frozenset[str]
    hiding: frozenset[str]
    foresees: bool = False
    observes: bool = False


def lowered(
    program: Program,
    covers: Sequence[str] = (),
    *,
    foresees: bool = False,
    opened: bool = False,
    observes: bool = False,
) -> Lowered:
    """Return the program as kernel text. Raises `Unlowered` if part of it cannot be lowered. `covers`: paths of the
    elements whose firing is counted. `foresees`: include foresight; `observes`: include `observing.FUNCTIONS`.
    `opened`: options are cells, unless the layout depends on them (see `Layout`)."""
    try:
        cx = _begun(program, covers, foresees=foresees, opened=opened, knows=observes)
        written = whole(cx, observes=observes)
    except Unkept:
        cx = _begun(program, covers, foresees=foresees, opened=opened, knows=True)
        written = whole(cx, observes=observes)
    chains = {cx.layout.key(stage): stages_around(cx, stage) for stage in cx.layout.stages}
    labels = {
        number: tuple(stage.name for stage in reversed(chains[name.partition(" ")[0]]))
        for (what, name), number in cx.flow.numbers.items()
        if what in STANDS
    }
    asked = (*(move.choices for move in program.special.moves), *(question.choices for question in cx.flow.questions))
    return Lowered(
        written,
        cx.layout,
        asked,
        tuple(cx.melds.asked_of_host),
        labels,
        tuple(cx.out.files),
        tuple(cx.flow.questions),
        zones_turned(cx.facts),
        frozenset(cx.ahead.hiding if cx.layout.looks else ()),
        foresees,
        observes,
    )


PARTS = Parts(
    about_each=about_each,
    all_judged=all_judged,
    all_that_fit=all_that_fit,
    list_answers=list_answers,
    asks_casting=asks_casting,
    bound=bound,
    cast_in=cast_in,
    cast_named=cast_named,
    test_completion=test_completion,
    both_results=both_results,
    each_in_meld=each_in_meld,
    each_open=each_open,
    helper=helper,
    home_number=home_number,
    list_legal_moves=list_legal_moves,
    unknown_if_statement_reads=unknown_if_statement_reads,
    unknown_if_rule_fires=unknown_if_rule_fires,
    put_down=put_down,
    shape_of=shape_of,
    stop_where_shown=stop_where_shown,
    under_name=under_name,
    under_names=under_names,
    unless_blank=unless_blank,
    veiled_among=veiled_among,
    wild_cards=wild_cards,
)


def _begun(program: Program, covers: Sequence[str], *, foresees: bool, opened: bool, knows: bool) -> Context:
    """Return a context with the data needed before anything is written."""
    cx = context(program, PARTS, covers, foresees=foresees, opened=opened, knows=knows)
    cx.counting.wild_by = wild_counted_by(cx)
    if cx.covers and len(cx.rules.combos) > MOST_COMBOS:
        raise cannot("combos_counted")
    cx.flow.always = always_tried(cx)
    return cx


def whole(cx: Context, *, observes: bool = False) -> Written:
    _copies_in_melds(cx)
    _lists_on_copies(cx)
    knowing(cx)
    if cx.layout.looks:
        require_foreseeable(cx)
    label_all(cx)
    firing(cx)
    for number, move in enumerate(cx.rules.moves):
        if move.name in _offered(cx):
            with part(move.where, move.path):
                listing(cx, number, move)
                if cx.foresees or not asks(cx, move.do):
                    _doing(cx, number, move)
    for stage in _deciding(cx):
        if decided_at_once(cx, stage):
            collecting(cx, stage)
        for move in cx.rules.moves:
            if move.name in stage.moves and asks(cx, move.do):
                with part(move.where, move.path):
                    asking_list(cx, stage, move)
    write_offer_counts(cx)
    _seat(cx)
    _who_is_next(cx)
    for stage in {stage.name: stage for stage in _deciding(cx)}.values():
        _legal_of(cx, stage)
    _legal(cx)
    write_search(cx)
    _act(cx)
    _apply(cx)
    _new(cx)
    _score(cx)
    layout = Players(cx.program.seats, len(cx.program.kinds), observes)
    players(cx, layout)
    playout(cx, layout)
    if observes:
        observing(cx, layout)
    if cx.moving.takes:
        taker(cx)
    if cx.names.owners:
        owner(cx)
    if cx.moving.homing:
        write_home_function(cx)
    if cx.melds.asked_of_host:
        asker(cx)
    write_casting(cx)
    room = max(every_move(cx), cx.program.cards + 1)
    cx.out.modules.append(made(("library",), "", {"CARDS": ir.MOST_CARDS, "MOST": limits.MOST_MOVES, "ROOM": room}))
    return cx.out.program()


def _copies_in_melds(cx: Context) -> None:
    """Raise `Unlowered` if copies in melds would be distinguished by more than their numbers: a meld is a set here, and
    loses the order of copies. Where something is noted on copies, they have to come by their numbers, from zones
    without notes, as melds or one by one to a spot."""
    if not noted_in_melds(cx):
        return
    noted = any(cx.layout.form(zone) != "melds" for zone in cx.living)
    parts = (cx.rules.play, cx.rules.stages, cx.rules.moves, cx.rules.triggers)
    swapped = any(isinstance(node, ir.Swap) for node in nodes(parts))
    if noted or swapped or any(trigger.enters for trigger in cx.rules.triggers):
        raise cannot("copies_told", why=tr("in melds, by state of cards"))


def _lists_on_copies(cx: Context) -> None:
    """Raise `Unlowered` if lists or melds are noted on copies of a card, which would distinguish them."""
    for variable in () if no_copies(cx) else cx.rules.variables:
        lives = variable.per == "card" and variable.life in cx.layout.zones
        if (lives and variable.type.many) or (variable.per == "card" and variable.type.name == "meld"):
            with part(variable.where, f"state.{variable.name}"):
                raise cannot("copies_told", why=tr("by `{name}`, which is a list or a meld", name=variable.name))


def _offered(cx: Context) -> set[str]:
    return {name for stage in cx.layout.stages for name in stage.moves}


def label_all(cx: Context) -> None:
    perform(cx, cx.layout.play, None, ("over", ""))
    with at_label(cx, "over", ""):
        end_game(cx, 2)


# ------------------------------------------------------------ moves
def _doing(cx: Context, number: int, move: ir.MoveRule) -> None:
    """Write `do_N(S, me, …)`: the effects of a move with its choices."""
    names = [names_of(cx, choice, i) for i, choice in enumerate(move.choices)]
    env: dict[int, Shape] = {0: One("me")}
    with cx.out.function(f"do_{number}({', '.join(['S', 'me', *(name for each in names for name in each)])})"):
        if any(choice.type.name == "meld" for choice in move.choices):
            cx.out.line("forget_melds()")
        for choice, given in zip(move.choices, names, strict=True):
            of_melds = choice.type.name == "meld"
            if of_melds:
                env[choice.slot] = melds_given(cx, choice, given, env, kept=move.name in offered_at_once(cx))
            else:
                env[choice.slot] = chosen_for(cx, move, choice, given)
        nothing_cast(cx)
        cast_by_list(cx, env)
        if not cx.foresees:
            note_possible_triggers(cx, possible_triggers(cx, move))
        if move.do:
            count_fired(cx, f"{move.path}.do")
        cx.flow.in_steps = cx.foresees
        list_body(cx, move.do, env)
        cx.flow.in_steps = False
        end_casting(cx)
        cx.out.line("return 0")


def _act(cx: Context) -> None:
    """Write `act(S, OUT, me, i)`: does what row `i` says, and gives the stage that it ends."""
    layout = cx.layout
    with cx.out.function("act(S, OUT, me, i)"):
        cx.out.line(f"{layout.cell('acted')} = me; r = i * {layout.row}; move = OUT[r]")
        for number, move in enumerate(cx.rules.moves):
            if move.name not in _offered(cx):
                continue
            cells = [f"r + {1 + j * layout.width}" for j in range(len(move.choices))]
            if asks(cx, move.do) and not cx.foresees:
                continue
            given = [
                part for choice, cell in zip(move.choices, cells, strict=True) for part in cells_of(cx, choice, cell)
            ]
            with cx.out.block(f"if move == {number}:"):
                if cx.foresees:
                    note_possible_triggers(cx, possible_triggers(cx, move))
                if move.do:
                    before_list(cx)
                cx.out.line(f"e = do_{number}({', '.join(['S', 'me', *given])})")
                if move.do:
                    after_list(cx)
                cx.out.line("return e")
        cx.out.line("return 0")


# ------------------------------------------------------------ decisions
def _legal_of(cx: Context, stage: ir.Stage) -> None:
    with cx.out.function(f"legal_{cx.flow.ends[stage.name]}(S, OUT, me, most)"):
        cx.out.line("n = 0")
        for name in stage.moves:
            cx.out.line(f"if n < most: n = l_{cx.flow.move_numbers[name]}(S, OUT, n, me, most)")
        cx.out.line("return n")


def _deciding(cx: Context) -> list[ir.Stage]:
    return [stage for stage in cx.layout.stages if stage.moves]


def _seat(cx: Context) -> None:
    layout = cx.layout
    with cx.out.function("seat(S)"):
        if any(map(partial(decided_at_once, cx), _deciding(cx))):
            with cx.out.block(f"if {layout.cell('waiting')}:"):
                with cx.out.block(f"for i in range(0, {cx.program.seats}):"):
                    cx.out.line(f"if {layout.cell('waiting')} >> i & 1: return i")
        cx.out.line(f"return {layout.cell('actor')}")


def _legal(cx: Context) -> None:
    layout, most = cx.layout, every_move(cx)
    listing = [
        (number, f"legal_{cx.flow.ends[stage.name]}(S, OUT, seat(S), {most})", rows_left(cx, stage, "n", number))
        for stage in _deciding(cx)
        for number in (number_of(cx, "decide", layout.key(stage)),)
    ]
    listing += [
        (each.label, f"{each.name}(S, OUT, 0, seat(S), {most})", rows_left(cx, each.stage, "n", each.label))
        for each in cx.flow.questions
    ]
    with cx.out.function("legal(S, OUT)"):
        cx.out.line("n = 0")
        with without_counting(cx):
            for label, listed, left in listing:
                with cx.out.block(f"if {cx.layout.cell('label')} == {label}:"):
                    cx.out.line(f"n = {listed}")
                    if left != "n":
                        cx.out.line(f"n = {left}")
        cx.out.line(f"return -1 if {layout.cell('fault')} else n")


def _forget_melds(cx: Context) -> None:
    """Forget the melds found for the previous decision."""
    if cx.melds.listings:
        cx.out.line("forget_melds()")


def _chosen(cx: Context) -> dict[int, int]:
    """Write the blocks that follow a chosen move, whose row is `i`; return their labels by the label of the
    decision."""
    layout, found = cx.layout, {}

    def chosen(number: int) -> AbstractContextManager[None]:
        found[number] = number_of(cx, "chosen", str(number))
        return at_label(cx, "chosen", str(number))

    for stage in _deciding(cx):
        with chosen(number_of(cx, "decide", layout.key(stage))):
            _move_begins(cx)
            moves = [move for move in cx.rules.moves if move.name in stage.moves]
            for move in moves if cx.covers else ():
                with cx.out.block(f"if OUT[i * {layout.row}] == {cx.flow.move_numbers[move.name]}:"):
                    for path in (move.path, *(choice.path for choice in move.choices)):
                        count_fired(cx, path)
            if decided_at_once(cx, stage):
                choose_simultaneously(cx, stage)
            else:
                make(cx, stage, layout.cell("actor"), "i")
    for question in cx.flow.questions:
        with chosen(question.label):
            _move_begins(cx)
            take_answer(cx, question)
    return found


def _move_begins(cx: Context) -> None:
    """Write the start of a move."""
    _forget_melds(cx)
    cx.out.line(f"{cx.layout.cell('decisions')} += 1")
    pause(cx)
    note(cx, 1)


def _apply(cx: Context) -> None:
    """Write `apply(S, OUT, i)`, and what the random player needs that does without it."""
    chosen = _chosen(cx)
    start = number_of(cx, "enter", cx.layout.key(cx.layout.play))
    cx.out.entries = frozenset({start, *chosen.values()})
    if "done" in cx.flow.labelled:  # which stage the list ends that is done; its labels are not those that say so
        cx.out.ending = "e"
    with cx.out.function("apply(S, OUT, i)"):
        cx.out.line(f"label = {cx.layout.cell('label')}")
        for label, number in chosen.items():
            cx.out.line(f"if label == {label}: return run(S, OUT, {number}, i)")
        cx.out.line("return -1")
    if not (cx.covers or cx.foresees):
        lists = [
            (f"legal_{cx.flow.ends[stage.name]}", tuple(cx.flow.move_numbers[name] for name in stage.moves))
            for stage in _deciding(cx)
        ]
        acted, fault = (cx.layout.cells[name, ""] for name in ("acted", "fault"))
        cx.out.playing = Playing(tuple(chosen.items()), tuple(lists), acted, fault, limits.MOST_MOVES, start)


# ------------------------------------------------------------ the next player
def _who_is_next(cx: Context) -> None:
    """Write `next_actor(S)` and `successor(S, seat)`, in the innermost turn loop."""
    if not reads_next_player(cx):
        return
    layout, n = cx.layout, cx.program.seats
    rounds = {stage.name: stage for stage in layout.stages if is_turn_loop(cx, stage) and loops(cx, stage)}.values()
    with cx.out.function("among(S)"):
        for stage in rounds:
            by = stage.by
            assert by is not None
            with cx.out.block(f"if {layout.cell('round')} == {layout.at('next', stage.name)}:"):
                with part(stage.where, stage.path), as_outer_player(cx, stage):
                    if ("around", stage.name) in layout.cells:
                        cx.out.line(f"{layout.cell('round')} = {layout.cell('around', stage.name)}")
                    outer = One(layout.cell("outer", stage.name), True)
                    seats = cx.out.let(seat_bits(cx, shape_of(cx, by.players, {0: outer})))
                cx.out.line(f"return {seats}")
        cx.out.line("return 0")
    with cx.out.function("from_on(S, seat)"):
        cx.out.line("seats = among(S)")
        with cx.out.block(f"for i in range(0, {n}):"):
            cx.out.line("if seats >> seat & 1: return seat")
            step_on(cx, "seat", layout.cell("direction"))
        cx.out.line(f"return {NIL}")
    with cx.out.function("successor(S, seat)"):
        step_on(cx, "seat", layout.cell("direction"))
        cx.out.line("return from_on(S, seat)")
    with cx.out.function("next_actor(S)"):
        for stage in rounds:
            with cx.out.block(f"if {layout.cell('round')} == {layout.at('next', stage.name)}:"):
                with cx.out.block(f"if {layout.cell('next', stage.name)} != {NIL}:"):
                    cx.out.line(f"return from_on(S, {layout.cell('next', stage.name)})")
                actor = layout.cell("actor", stage.name)
                cx.out.line(f"return successor(S, 0 if {actor} == {NIL} else {actor})")
        cx.out.line(f"return {NIL}")


# ------------------------------------------------------------ the machine
def _new(cx: Context) -> None:
    layout = cx.layout
    with cx.out.function("set_up(S, key)"):
        _forget_melds(cx)
        cx.out.line(f"for i in range({len(layout.options)}, {layout.size}): S[i] = 0")
        cx.out.line(f"{layout.cell('key')} = key")
        counting_again(cx)
        cx.out.line(f"{layout.cell('direction')} = 1")
        cx.out.line(f"{layout.cell('round')} = {layout.at('nobody')}")
        cx.out.line(f"{layout.cell('dirty')} = {layout.every_rule}")
        cx.out.line(f"{layout.cell('acted')} = {NIL}")
        if cx.knows:
            pause(cx)
            cx.out.line(f"for i in range(0, {layout.cards}): {layout.cell('home', '', 'i')} = -1")
        cx.out.line(f"Z[{layout.at('zone')}] = {cx.all_cards}")
        _bare(cx)
        for variable in cx.rules.variables:
            if variable.life and ("variable", variable.name) in layout.cells:
                _forgotten(cx, variable)
        everything = [each for each in cx.rules.variables if not each.life]
        for variable in sorted(everything, key=lambda each: each.per == "card"):
            with part(variable.where, f"state.{variable.name}"):
                start(cx, variable, NOBODY)
        cx.out.line("return 0")
    first = number_of(cx, "enter", cx.rules.play.name)
    with cx.out.function("new(S, OUT, key)"):
        cx.out.line("set_up(S, key)")
        cx.out.line(f"return run(S, OUT, {first}, 0)")
    with cx.out.function("play(S, OUT, P)"):
        cx.out.line(f"n = playout(S, OUT, P, run(S, OUT, {first}, 0), {layout.at('over')}, 0)")
        cx.out.line("return n")


def _bare(cx: Context) -> None:
    """Empty all rows, and clear the notes on melds and on the players who placed cards."""
    layout = cx.layout
    for what in ("placed", "role", "place"):
        if (what, "") in layout.cells:
            cx.out.line(f"for i in range(0, {layout.cards}): {layout.cell(what, '', 'i')} = {NIL}")
    for zone, subject in layout.every_place():
        if size := 1 if layout.zones[zone].edgeless else layout.row_size(zone):  # the places at the start of a game
            at = int(layout.at("zone", zone, subject))
            cx.out.line(f"S[{at}] = {size}")
            first = at + layout.before("row")
            cx.out.line(f"for i in range({first}, {first + size}): S[i] = {NIL}")


def _forgotten(cx: Context, variable: ir.Variable) -> None:
    with cx.out.block(f"for i in range(0, {size_of(cx, variable)}):"):
        nothing = "0" if variable.type.many else str(NIL)
        if variable.per == "card":
            noted(cx, variable.name, "i", nothing)
        else:
            cx.out.line(f"{cx.layout.cell('variable', variable.name, 'i')} = {nothing}")


def _score(cx: Context) -> None:
    result = cx.rules.result
    with part(result.where, "result"), cx.out.function("score(S, which, p)"):
        for number, score in enumerate(result.scores):
            with cx.out.block(f"if which == {number}:"):
                if result.won is not None and not result.measured:  # no score is written whose parts could be counted
                    cx.out.line(f"return 1 if {truth(cx, result.won, {0: NOBODY})} else 0")
                    continue
                cx.out.line(f"return {one_value(cx, score, {0: NOBODY, 1: One('p')}).text}")
        if result.losers is not None:
            with cx.out.block("if which == -1:"):
                if cx.covers:  # the reference asks once for all
                    cx.out.line(f"{cx.layout.cell('counting')} = {cx.layout.cell('counting')} if p == 0 else 0")
                lost = within(cx, One("p"), shape_of(cx, result.losers, {0: NOBODY}))
                cx.out.line(f"return 1 if {lost} else 0")
        if result.won is not None:
            with cx.out.block("if which == -1:"):
                if cx.covers:
                    cx.out.line(f"{cx.layout.cell('counting')} = {cx.layout.cell('counting')} if p == 0 else 0")
                cx.out.line(f"return 0 if {truth(cx, result.won, {0: NOBODY})} else 1")
        cx.out.line(f"return {NIL}")
