"""Lower the search of a `must`: whether a stage can still end as required."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial

from croupier.base import limits
from croupier.lowering.base import count_fired, counting_again, truth, unless_stopped
from croupier.lowering.blanks import guessing, write_certain_failures
from croupier.lowering.candidates import are_offered
from croupier.lowering.capabilities import MOST_CONDITIONS, MOST_MUSTS, cannot
from croupier.lowering.cardsets import wild_cards
from croupier.lowering.context import Context, once
from croupier.lowering.expressions import negated
from croupier.lowering.kernel import VEILED
from croupier.lowering.knowing import (
    ALIKE,
    ASKED,
    CUT,
    DEPTH,
    FAILING,
    FAILS,
    GIVEN,
    GUESSES,
    LOOK,
    LOOP,
    ME,
    OK,
    PERHAPS,
    POSITIONS,
    ROWS,
    SEARCH,
    SEEN,
    STAGE,
    at_level,
    is_inside_must,
    is_searched,
    keeps_shown,
    must_number,
    musts,
    searched_stages,
    unseen_owner_places,
    veil_owners,
    write_seeing,
)
from croupier.lowering.layout import ENDED, FAILED, TRYING, UNFORESEEN
from croupier.lowering.listing import every_move, listed_for, most_offered
from croupier.lowering.names import secret
from croupier.lowering.obligations import (
    NEVER,
    NEVERS,
    UNCLEAR,
    has_obligations,
    is_choice_in_stage,
    plain_to_show,
    stages_with_obligations,
    write_obligation_test,
    write_obliged_cards,
    write_settled,
)
from croupier.lowering.stages import Question, actor, number_of, stages_around
from croupier.model.plans import listing_work
from croupier.native.c import MOST_MET
from croupier_dsl import ir
from croupier_dsl.analysis import features_read, inside, options_read, reached, reads_faces, sources

MOST_CLASSES = 16
MOST_FEATURES = 3
COUNTED = 7
"""The bits of a count of cards of one kind."""

MOST_ROWS = 200_000
"""The most rows of moves that may wait to be tried."""
MOST_LISTED = 2_000
"""The most ways to make one move that are tried in one position. With more, the reference might exceed the work that
one decision may take."""

VOLATILE = frozenset((
    "key", "drawn", "acted", "decisions", "performed", "over", "stuck", "cuts", "short", "seats", "waiting", "fault",
    "notes", "noted", "void", "trial", "sighted", "doubt", "passed", "unshown", "counting", "count of",
    "home", "known", "going", "going_cards", "going_known", "unknown", "hidden", "imagines", "veils", "unforeseen",
    "stopped", "shown", "shown_now", "peeked", "peeked_now", "lists", "stepping",
))  # fmt: skip
"""Cells that do not distinguish positions."""


def _inside(stage: ir.Stage) -> list[ir.Stage]:
    """Return the stages within a stage."""
    found: list[ir.Stage] = []
    todo = list(stage.steps)
    while todo:
        found.append(todo.pop())
        todo += found[-1].steps
    return found


def is_plain(cx: Context, move: ir.MoveRule, *, whole: bool) -> bool:
    """Return whether the move (the `whole` of it, or only its statements) depends only on the features of cards."""
    return features_read(cx.facts, [move if whole else move.do]) is not None


@once
def _features(cx: Context) -> tuple[tuple[str, str], ...] | None:
    """Return the features that distinguish cards before the end of any stage; None if there are too many or they are
    unknown."""
    parts: list[object] = [cx.rules.triggers]
    for stage in searched_stages(cx):
        parts.append(stage.must)
        if is_inside_must(cx, stage):
            parts += [stage.when, stage.times, stage.until, stage.begin, stage.otherwise, stage.end, stage.by]
    found = features_read(cx.facts, parts)
    if found is None:
        return None
    for move in cx.rules.moves:
        for some in (move.do, move):
            found |= features_read(cx.facts, [some]) or frozenset()
    truths = {
        variable.name
        for variable in cx.rules.variables
        if variable.type == ir.TRUTH and variable.per == "card" and variable.keys is None
    }
    few = all(what in ("wild", "revealed") or (what == "variable" and name in truths) for what, name in found)
    return tuple(sorted(found)) if few and len(found) <= MOST_FEATURES else None


def write_choice_class(cx: Context) -> None:
    """Write `sort_of(S, OUT, i)`: a number for what the choice in row `i` amounts to, -1 if that cannot be said."""
    layout = cx.layout
    with cx.out.function("sort_of(S, OUT, i)"):
        cx.out.line(f"r = i * {layout.row}; move = OUT[r]")
        sorts = range(1 << len(_features(cx) or ()))
        for number, move in enumerate(cx.rules.moves):
            at = _classifying_choice(cx, move)
            if at is not None:
                with cx.out.block(f"if move == {number}:"):
                    cell = f"r + {1 + at * layout.width}"
                    if move.choices[at].type.name == "card":
                        cx.out.line(f"card = OUT[{cell}]")
                        _write_card_class(cx)
                        alone = [number + len(cx.rules.moves) * (1 << COUNTED * sort) for sort in sorts]
                        cx.out.line(f"return {cx.out.table(alone)}[sort]")
                        continue
                    cx.out.line(f"found = traits(S, ZO[{cell}])")
                    if cx.foresees:
                        cx.out.line("if found < 0: return -1")
                    cx.out.line(f"return {number} + {len(cx.rules.moves)} * found")
        cx.out.line("return -1")
    with cx.out.function("traits(S, m_cards)"):
        cx.out.line("found = 0")
        with cx.out.block("while m_cards != 0:"):
            cx.out.line("card = LOW(m_cards); m_cards = REST(m_cards)")
            _write_card_class(cx)
            cx.out.line(f"found += 1 << {COUNTED} * sort")
        cx.out.line("return found")


def _write_card_class(cx: Context) -> None:
    """Write `sort`: a number for the features of the card."""
    layout = cx.layout
    for_all = {"wild": wild_cards(cx), "revealed": f"Z[{layout.at('turned')}]" if layout.turns_cards else "0"}
    if not _features(cx):
        cx.out.line("sort = 0")
    for bit, (what, name) in enumerate(_features(cx) or ()):
        if what == "variable":
            if secret(cx, name):
                cx.out.line(f"if {layout.cell('variable', name, 'card')} == {VEILED}: return -1")
            test = f"{layout.cell('variable', name, 'card')} == 1"
        else:
            test = f"({for_all[what]} & BIT(card)) != 0"
        cx.out.line(f"sort = {1 << bit} if {test} else 0" if not bit else f"sort += {1 << bit} if {test} else 0")


def _classifying_choice(cx: Context, move: ir.MoveRule) -> int | None:
    """Return the index of the choice that classifies a move's choices: one card or meld from one zone of the current
    player; None if there is none."""
    if _features(cx) is None or not is_plain(cx, move, whole=False):
        return None
    choices = [(i, choice) for i, choice in enumerate(move.choices) if choice.type.name != "spot"]
    if len(choices) != 1 or choices[0][1].type.name not in ("card", "meld") or not choices[0][1].single:
        return None
    at, choice = choices[0]
    zones = sources(cx.facts, choice.collection, {})
    if len(zones) != 1 or not zones <= set(layout_zones := cx.layout.zones):
        return None
    (name,) = zones
    if cx.knows and cx.layout.zones[name].seen not in ("everyone", "owner"):
        return None  # to be shown a card that is not known ends the search, and a known one does not
    whose = [node.subject for node in reached(cx.facts, choice.collection) if isinstance(node, ir.ZoneContents)]
    plain = all(of is None or (isinstance(of, ir.Local) and not of.slot) for of in whose)
    return at if plain and layout_zones[name].keys is None else None


def plain_moves(cx: Context, *, whole: bool) -> str:
    """Return a table: whether the move of a number is plain."""
    return cx.out.table([int(is_plain(cx, move, whole=whole)) for move in cx.rules.moves])


def list_legal_moves(cx: Context, stage: ir.Stage, me: str, n: str) -> None:
    """Write, where a decision is due, the listing of the legal moves; in a trial, only whether there is one."""
    if cx.layout.looks:
        with cx.out.block(f"if {cx.layout.cell('trial')}:"):
            _may_choose(cx, [each for move in _moves_of(cx, stage) for each in (*move.choices, *move.conditions)])
            cx.out.line(f"{n} = any_{cx.flow.ends[stage.name]}(S, OUT, {me})")
        if cx.foresees:
            with cx.out.block(f"elif {cx.layout.cell('imagines')}:"):
                cx.out.line(f"{n} = {_can_move_function(cx, stage)}(S, OUT, {me})")
        with cx.out.block("else:"):
            _listed_now(cx, stage, f"legal_{cx.flow.ends[stage.name]}(S, OUT, {me}, {every_move(cx)})", n)
        return
    _listed_now(cx, stage, listed_for(cx, stage, me), n)


def _may_choose(cx: Context, asked: Sequence[object]) -> None:
    """Write, before a test in a trial whether anything may be chosen: if a card was shown, it is possible if that
    depends on cards' faces. If that depends on options in cells, the reference is asked."""
    if not keeps_shown(cx):
        return
    if reads_faces(cx.facts, asked):
        faces = [each for part in asked for each in inside(part) if reads_faces(cx.facts, [each])] or asked
        with cx.out.block(f"if {cx.layout.cell('trial')} == {TRYING} and {cx.layout.cell('sighted')}:"):
            if not cx.layout.options or not all(options_read(cx.facts, each) for each in faces):
                cx.out.line(f"{cx.layout.cell('trial')} = {UNFORESEEN}")
            cx.out.line("return -1")


def _moves_of(cx: Context, stage: ir.Stage) -> list[ir.MoveRule]:
    return [move for move in cx.rules.moves if move.name in stage.moves]


def _listed_now(cx: Context, stage: ir.Stage, listed: str, n: str, label: int | None = None) -> None:
    """Write the listing of the legal moves. If the game stops here, only whether there is one counts."""
    left = rows_left(cx, stage, n, number_of(cx, "decide", cx.layout.key(stage)) if label is None else label)

    def here() -> None:
        cx.out.line(f"{n} = {listed}")
        if left != n:
            cx.out.line(f"{n} = {left}")
        are_offered(cx, n)

    with unless_stopped(cx):
        here()
        if cx.covers:
            with cx.out.block(f"if {n} == 0 and {cx.layout.cell('counting')} == 0:"):
                counting_again(cx)
                here()


def list_answers(cx: Context, stage: ir.Stage, question: Question, n: str) -> None:
    """Write the listing of the answers to a question, likewise."""
    layout = cx.layout
    every, one = (
        f"{question.name}(S, OUT, 0, {layout.cell('actor')}, {most})" for most in (every_move(cx), most_offered(cx))
    )
    if layout.looks:
        with cx.out.block(f"if {layout.cell('trial')}:"):
            _may_choose(cx, question.choices)
            cx.out.line(f"{n} = {question.name}(S, OUT, 0, {layout.cell('actor')}, 1)")
        if cx.foresees:
            with cx.out.block(f"elif {layout.cell('imagines')}:"):
                if is_searched(cx, stage):
                    cx.out.line(f"{n} = {every.replace('OUT', 'G_ahead_all')}")
                    cx.out.line(f"{n} = {rows_left(cx, stage, n, question.label).replace('OUT', 'G_ahead_all')}")
                else:
                    cx.out.line(f"{n} = {one}")
        with cx.out.block("else:"):
            _listed_now(cx, stage, every, n, question.label)
        return
    _listed_now(cx, stage, one, n, question.label)


def rows_left(cx: Context, stage: ir.Stage, n: str, label: int) -> str:
    """Return how many of `n` rows are left at a label of a stage."""
    if not cx.layout.looks or not is_searched(cx, stage):
        return n
    return f"left_{_place_of(cx, stage)}(S, OUT, {n}, {cx.layout.cell('actor')}, {label})"


def _place_of(cx: Context, stage: ir.Stage) -> int:
    return [cx.layout.key(each) for each in cx.layout.stages].index(cx.layout.key(stage))


def _can_move_function(cx: Context, stage: ir.Stage) -> str:
    """Return the name of a function: whether a player of the stage has a legal move in an imagined position."""
    return f"can_{_place_of(cx, stage)}" if is_searched(cx, stage) else f"any_{cx.flow.ends[stage.name]}"


def _in_trial_order(cx: Context, stage: ir.Stage) -> list[str]:
    """Return the moves of a stage in the order in which they are tried out."""

    def rank(name: str) -> tuple[bool, int]:
        move = cx.program.move(name)
        assert move is not None
        plain = is_plain(cx, move.move, whole=True)
        return not plain, listing_work(move)

    return sorted(stage.moves, key=rank)


def _in_listing_order(cx: Context, stage: ir.Stage) -> list[str]:
    """Return the moves of a stage in the order in which one that is legal is looked for; any, where the options that
    the program is bound with, though it is written for others too, do without the stage."""
    plans = (plan for plan in cx.program.root.within(set()) if plan.name == stage.name)
    return next(([move.name for move in plan.simplest_first] for plan in plans), list(stage.moves))


def _any_move_of(cx: Context, stage: ir.Stage) -> None:
    with cx.out.function(f"any_{cx.flow.ends[stage.name]}(S, OUT, me)"):
        for name in (partial(_in_listing_order, cx) if cx.foresees else partial(_in_trial_order, cx))(stage):
            cx.out.line(f"if l_{cx.flow.move_numbers[name]}(S, OUT, 0, me, 1): return 1")
        cx.out.line("return 0")


def _write_binding_stage(cx: Context, stage: ir.Stage) -> None:
    """Write `left_N(S, OUT, n, me, label)`: which stage binds the player, the outermost of those that do."""
    with cx.out.function(f"left_{_place_of(cx, stage)}(S, OUT, n, me, label)"):
        _test_binding_stage(cx, stage)
        cx.out.line("if stage < 0 or n == 0: return n")
        if cx.knows:
            cx.out.line("m_unshown = m_unknown_to(S, me)")
        else:  # hidden cards are looked up once they matter
            cx.out.line("m_unshown = 0")
        cx.out.line("look_from(me, stage, depth)")
        cx.out.line("return look(S, OUT, n, n, label, m_unshown)")


def _test_binding_stage(cx: Context, stage: ir.Stage) -> None:
    """Write which stage binds a player of this one, and its depth; -1 if none does."""
    cx.out.line("stage = -1; depth = 0")
    for depth, each in enumerate(reversed(stages_around(cx, stage))):
        if each.must:
            with cx.out.block(f"if stage < 0 and {actor(cx, each).text} == me:"):
                cx.out.line(f"stage = {must_number(cx, each)}; depth = {depth}")


def _write_can_move(cx: Context, stage: ir.Stage) -> None:
    """Write `can_N(S, OUT, me)`: the same in an imagined position, where one legal move is enough. If something is
    unforeseen, there is none, whatever else was found."""
    layout, all_of_them = cx.layout, "G_ahead_all"
    unforeseen, fault = layout.cell("unforeseen"), layout.cell("fault")
    with cx.out.function(f"can_{_place_of(cx, stage)}(S, OUT, me)"):
        _test_binding_stage(cx, stage)
        cx.out.line(f"if stage < 0: return any_{cx.flow.ends[stage.name]}(S, OUT, me)")
        label = number_of(cx, "decide", layout.key(stage))
        cx.out.line("look_from(me, stage, depth)")
        for name in _in_listing_order(cx, stage):
            for most in (1, every_move(cx)):
                cx.out.line(f"n = l_{cx.flow.move_numbers[name]}(S, {all_of_them}, 0, me, {most})")
                with cx.out.block(f"if {unforeseen}:"):
                    with cx.out.block("if n > 0:"):  # the reference may have come as far as that, and no further
                        cx.out.line(f"{unforeseen} = 0; {fault} = 1")
                    cx.out.line("return 0")
                cx.out.line(f"if {fault}: return 0")
                unshown = f"Z[{layout.at('unknown')}]"
                cx.out.line(f"if n > 0 and look(S, {all_of_them}, n, 1, {label}, {unshown}): return 1")
                cx.out.line(f"if {fault}: return 0")
        cx.out.line("return 0")


# ------------------------------------------------------------ trials
def test_completion(cx: Context, stage: ir.Stage) -> None:
    """Write, at the end of an iteration in a trial, a test whether it ended as it must."""
    if not cx.layout.looks:
        return
    trial, depth = cx.layout.cell("trial"), len(stages_around(cx, stage)) - 1
    around = any(each.must for each in _inside(stage))
    if not stage.must and not around:
        return
    with cx.out.block(f"if {trial}:"):
        if stage.must:
            _complete(cx, stage, trial, depth)
        if around:  # the stage that is looked into has been ended from outside
            cx.out.line(f"if G_look[{DEPTH}] > {depth}: {cx.layout.cell('doubt')} = 1")


def _complete(cx: Context, stage: ir.Stage, trial: str, depth: int) -> None:
    cx.out.line(f"if {trial} != {TRYING}: return 0")
    failing = cx.out.let("0")
    for number, condition in enumerate(stage.must):
        test = truth(cx, condition.expr, {0: actor(cx, stage)})
        cx.out.line(f"if {negated(cx, test)}: {failing} = {failing} | {1 << number}")
    if keeps_shown(cx):
        with cx.out.block(f"if {failing} and {cx.layout.cell('sighted')}:"):
            cx.out.line(f"{failing} = whatever_{must_number(cx, stage)}(S, {failing})")
            cx.out.line(f"if {failing} < 0: {cx.layout.cell('fault')} = 1; return -1")
            with cx.out.block(f"if {failing} == 0 and {depth} <= G_look[{DEPTH}]:"):  # for all its player knows
                cx.out.line(f"{trial} = {UNFORESEEN}; return 0")
    with cx.out.block(f"if {failing} or {depth} <= G_look[{DEPTH}]:"):
        cx.out.line(f"{trial} = {FAILED} if {failing} else {ENDED}")
        cx.out.line(f"G_look[{FAILING}] = {failing}; return 0")


def stop_where_shown(cx: Context) -> None:
    """Write, before a list, an end of the trial if a card was shown."""
    if cx.layout.looks:
        trial = cx.layout.cell("trial")
        with cx.out.block(f"if {trial} and ({cx.layout.cell('sighted')} or {trial} == {UNFORESEEN}):"):
            cx.out.line(f"{trial} = {UNFORESEEN}; return -1")


# ------------------------------------------------------------ the search
def write_search(cx: Context) -> None:
    """Write the functions of the search."""
    if not cx.layout.looks:
        return
    if len(musts(cx)) > MOST_MUSTS:
        raise cannot("many_musts")
    if any(len(stage.must) > MOST_CONDITIONS for stage in musts(cx)):
        raise cannot("must_conditions")
    layout, row = cx.layout, cx.layout.row
    cx.out.tiers["G_positions"] = limits.DEPTHS[-1] + 3, layout.size
    cx.out.scratch.update({
        "G_look": GUESSES + 1,
        "G_tried": (limits.MOST_MOVES + 1) * row + 64, "G_rows": MOST_ROWS * row, "G_key": layout.size,
        "G_met": MOST_MET, "G_looked": MOST_MET, "G_searched": MOST_MET, "G_when": MOST_MET,
        "G_class": (limits.DEPTHS[-1] + 3) * MOST_CLASSES, "G_came": (limits.DEPTHS[-1] + 3) * MOST_CLASSES,
    })  # fmt: skip
    deciding = [stage for stage in layout.stages if stage.moves]
    for stage in {stage.name: stage for stage in deciding}.values():
        _any_move_of(cx, stage)
    deciding = [stage for stage in deciding if is_searched(cx, stage)]
    for stage in deciding:
        _write_binding_stage(cx, stage)
        if cx.foresees:
            _write_can_move(cx, stage)
    _tries(cx, deciding)
    write_obligation_test(cx)
    write_obliged_cards(cx)
    write_seeing(cx)
    guessing(cx)
    for stage in musts(cx) if keeps_shown(cx) else ():
        write_certain_failures(cx, stage, f"whatever_{must_number(cx, stage)}")
    write_choice_class(cx)
    cx.ahead.settled = write_settled(cx)
    _marked(cx)
    _write_result_of_move(cx)
    _best_from(cx)
    _write_search_start(cx)


def _tried(cx: Context) -> int:
    """Return how many cells of a position are stored while moves are tried; counters are not."""
    return cx.layout.size - len(cx.layout.counted)


def _tries(cx: Context, stages: list[ir.Stage]) -> None:
    """Write `tries(S, OUT, k, me, most, m_due)`: the legal ways to make the `k`th of the moves that are tried out, or
    the first of them, -1 if there is none; no ways where these cards have to go and the stage would end with them; and
    `inside(S)`: the stages with a `must` under way, as bits."""
    label = cx.layout.cell("label")
    with cx.out.function("tries(S, OUT, k, me, most, m_due)"):
        for stage in stages:
            with cx.out.block(f"if {label} == {number_of(cx, 'decide', cx.layout.key(stage))}:"):
                for k, name in enumerate(_in_trial_order(cx, stage)):
                    with cx.out.block(f"if k == {k}:"):
                        for number in stages_with_obligations(cx, stage, cx.rules.moves[cx.flow.move_numbers[name]]):
                            cx.out.line(f"if m_due != 0 and G_look[{STAGE}] == {number}: return 0")
                        cx.out.line(f"return l_{cx.flow.move_numbers[name]}(S, OUT, 0, me, most)")
                cx.out.line("return -1")
        for question in cx.flow.questions:
            cx.out.line(f"if {label} == {question.label} and k == 0: return {question.name}(S, OUT, 0, me, most)")
        cx.out.line("return -1")
    with cx.out.function("inside(S)"):
        for stage in stages:
            bits = sum(1 << must_number(cx, each) for each in stages_around(cx, stage) if each.must)
            test = is_choice_in_stage(cx, stage)
            cx.out.line(f"if {test}: return {bits}")
        cx.out.line("return 0")


def _marked(cx: Context) -> None:
    """Write `met(S)`: a number for the position: the places of cards, the state, and the point of play."""
    layout = cx.layout
    with cx.out.function("met(S)"):
        cx.out.line("n = 0")
        start = end = 0

        def copied(low: str, count: str) -> None:
            cx.out.line(f"COPY(G_key, n, S, {low}, {count})")
            cx.out.line(f"n += {count}")

        spans: list[tuple[int, int]] = []
        after = [*list(layout.cells.values())[1:], layout.size]
        for ((what, name), at), following in zip(layout.cells.items(), after, strict=True):
            if what in VOLATILE and not name:
                continue
            if what == "zone" and name and layout.form(name) in ("pile", "row"):
                first = layout.before(layout.form(name))
                for place in range(at, following, layout.stride[name]):
                    copied(str(place), f"S[{place}] + {first}")
                continue
            if at == end and spans:
                start = spans.pop()[0]
            else:
                start = at
            end = following
            spans.append((start, end))
        for low, high in spans:
            copied(str(low), str(high - low))
        cx.out.line("return NUMBER(G_key, n)")


def _write_result_of_move(cx: Context) -> None:
    """Write `after(S, B, level, left)`: the result of the first row's move in the position `B` of a level, at most
    `left` moves ahead. `S` becomes the position after it, the position of the next level."""
    cell = cx.layout.cell

    with cx.out.function("after(S, B, level, left)"):
        with cx.out.block("if level > 0:"):
            cx.out.line(f"if G_look[{POSITIONS}] >= {limits.MOST_POSITIONS // limits.COMPILED_SHARE}: return -1")
            cx.out.line(f"G_look[{POSITIONS}] += 1")
        if cx.ahead.settled:  # with settled results, the reference may have to make one more move
            with cx.out.block(f"if level < {limits.DEPTHS[-1] - 1}:"):
                cx.out.line("r = settled(B, G_tried)")
                cx.out.line("if r: return r")
        cx.out.line("move = G_tried[0]")
        plain = f"move < {len(cx.rules.moves)} and {plain_moves(cx, whole=False)}[move]"
        cx.out.line(f"alike = {ALIKE} if {plain} else 0")
        if keeps_shown(cx):
            _tried_each_way(cx)
        else:
            _tried_once(cx)
            failed = f"{SEEN} + alike + (G_look[{FAILING}] << {FAILS})" if cx.covers else "alike"
            cx.out.line(f"if {cell('trial')} != {TRYING}: return {failed}")
        others = f"{cell('waiting')} or {cell('actor')} != G_look[{ME}]"
        beyond = f"inside(S) >> G_look[{STAGE}] & 1 == 0"
        cx.out.line(f"if {cell('sighted')} or {cell('over')} or {others} or {beyond}: return {OK | PERHAPS} + alike")
        cx.out.line(f"if {cell('doubt')}: return -1")
        cx.out.line("never = stranded(S)")
        _unless_veiled(cx)
        with cx.out.block(f"if never % {NEVERS} == {NEVER}:"):
            cx.out.line(f"return {SEEN} + (never // {NEVERS} << {FAILS})" if cx.covers else "return 0")
        cx.out.line(f"if left <= 1: return {CUT}")
        cx.out.line("r = best(S, level + 1, left - 1)")
        unsure = f"r >= 0 and r & {OK | PERHAPS} != {OK}" if cx.covers else f"r > 0 and r & {PERHAPS}"
        with cx.out.block(f"if never == {UNCLEAR} and {unsure}:"):  # the reference may have it settled
            cx.out.line("return -1")
        cx.out.line(f"if r > 0 and r & {ALIKE} and not (r & {OK} and {plain}): r += -{ALIKE}")
        cx.out.line("return r")


def _tried_once(cx: Context) -> None:
    """Write the move, and the return of its result, unless the stage ended otherwise than it must or continues."""
    layout, cell = cx.layout, cx.layout.cell
    cx.out.line(f"LIKE(S, B, {_tried(cx)})")
    cx.out.line("n = apply(S, G_tried, 0)")
    cx.out.line(f"if {cell('passed')} != B[{layout.at('passed')}]: alike = 0")
    cx.out.line(f"if {cell('trial')} == {UNFORESEEN}: return {OK | PERHAPS} + alike")
    _unless_veiled(cx)
    cx.out.line(f"if {cell('fault')} or n < 0: return -1")
    with cx.out.block(f"if {cell('trial')} != {TRYING}:"):
        cx.out.line(f"if {cell('doubt')}: return -1")
        cx.out.line(f"if {cell('trial')} == {ENDED}: return {OK} + alike")


def _tried_each_way(cx: Context) -> None:
    """Write the same for every combination of guesses for tests of shown cards. One way that succeeds is enough; a
    condition fails if it fails in all of them."""
    cx.out.line(f"G_look[{GIVEN}] = 0; G_look[{GUESSES}] = 0; plain = alike; like = alike")
    cx.out.line("failing = -1; more = 1")
    with cx.out.block("while more:"):
        cx.out.line(f"G_look[{ASKED}] = 0; alike = plain")
        _tried_once(cx)
        cx.out.line("more = 0")
        with cx.out.block(f"if {cx.layout.cell('trial')} != {TRYING}:"):
            cx.out.line(f"like = like & alike; failing = failing & G_look[{FAILING}]")
            cx.out.line("more = next_guess()")
            cx.out.line(f"if more == 0: return {f'{SEEN} + like + (failing << {FAILS})' if cx.covers else 'like'}")


def _unless_veiled(cx: Context) -> None:
    """Write the end of a trial that reads something veiled: every continuation is possible for its seat."""
    if cx.foresees:
        cx.out.line(f"if {cx.layout.cell('unforeseen')}: return {OK | PERHAPS}")


def _best_from(cx: Context) -> None:
    """Write `best(S, level, left)`: the best that can be done from the position of a level, to which a move has led."""
    with cx.out.function("best(S, level, left)"):
        cx.out.line(f"base = G_look[{ROWS}]; found = 0")
        if cx.covers:
            cx.out.line("failing = -1")
        _no_classes(cx)
        cx.out.line("k = 0")
        cx.out.line(f"m_due = {'m_owed(S)' if has_obligations(cx) else '0'}")
        _listed(cx, "0", "1")
        cx.out.line("first = -1")
        with cx.out.block("if n > 0:"):  # the plainest may settle it, whatever has been met
            cx.out.line("move = G_tried[0]")
            _tried_out(cx, "1")
            cx.out.line(f"first = r if r & {CUT} == 0 else -1")
            with cx.out.block(f"if r & {OK}:"):
                _write_success(cx)
                cx.out.line("return found")
            _listed_there(cx, "0")
        cx.out.line("at = -1")
        with cx.out.block("while n >= 0:"):
            with cx.out.block("for i in range(base, base + n):"):
                cx.out.line("sort = sort_of(S, G_rows, i)")
                _class_of(cx, f"(level + 1) * {MOST_CLASSES}")
                with cx.out.block("if first >= 0:"):
                    cx.out.line("r = first; first = -1")
                    _class_is(cx, f"(level + 1) * {MOST_CLASSES}")
                with cx.out.block("if r < 0:"):
                    with cx.out.block("if at < 0:"):
                        _met_before(cx)
                    cx.out.line(f"COPY(G_tried, 0, G_rows, i * {cx.layout.row}, {cx.layout.row})")
                    _tried_out(cx, "left")
                    _class_is(cx, f"(level + 1) * {MOST_CLASSES}")
                cx.out.line(f"found = found | r & {CUT | LOOP}")
                if cx.covers:
                    cx.out.line(f"if r & {SEEN}: failing = r >> {FAILS} & failing")
                with cx.out.block(f"if r & {OK}:"):
                    cx.out.line(f"move = G_rows[i * {cx.layout.row}]")
                    _write_success(cx)
                    cx.out.line("break")
            cx.out.line(f"G_look[{ROWS}] = base")
            cx.out.line(f"if found & {OK}: break")
            cx.out.line("k += 1")
            _first_tried(cx)
            with cx.out.block("if n > 0:"):
                _listed_there(cx, "k", due=has_obligations(cx))
        if cx.covers:
            cx.out.line(f"if found & {OK} == 0 and failing >= 0: found += {SEEN} + (failing << {FAILS})")
        with cx.out.block("if at >= 0:"):
            _found_there(cx, "found")
        cx.out.line("return found")


def _first_tried(cx: Context) -> None:
    """Write a test of the first way to make the `k`th move: if it succeeds, the others are not listed; else `first` is
    its result. If cards have to go, it is tried only if it takes one."""
    _listed(cx, "k", "1")
    takes = " and (m_due == 0 or pays(G_tried, 0, m_due))" if has_obligations(cx) else ""
    with cx.out.block(f"if n > 0{takes}:"):
        cx.out.line("sort = sort_of(S, G_tried, 0)")
        _class_of(cx, f"(level + 1) * {MOST_CLASSES}")
        cx.out.line("move = G_tried[0]")
        with cx.out.block("if r < 0:"):
            with cx.out.block("if at < 0:"):
                _met_before(cx)
            _tried_out(cx, "left")
        cx.out.line("first = r")
        with cx.out.block(f"if r & {OK}:"):
            _write_success(cx)
            cx.out.line("break")


def _met_before(cx: Context) -> None:
    """Write a test whether the stored result for the position is enough; else mark the position as being searched."""
    cx.out.line("at = met(S)")
    with cx.out.block(f"if G_when[at] == G_look[{LOOK}]:"):
        cx.out.line("known = G_met[at]")
        searched = f"known & {LOOP} == 0 or G_searched[at] == G_look[{SEARCH}]"
        certain = f"known & {OK} or known & {CUT | LOOP} == 0"
        cx.out.line(f"if {certain} or (G_looked[at] >= left and ({searched})): G_look[{ROWS}] = base; return known")
    cx.out.line(f"G_when[at] = G_look[{LOOK}]")
    _found_there(cx, f"{LOOP}")


def _listed(cx: Context, k: str, most: str) -> None:
    """Write the listing of the ways to make the `k`th move, or of the first of them."""
    cx.out.line(f"n = tries(S, G_tried, {k}, G_look[{ME}], {most}, m_due)")
    if cx.foresees:
        cx.out.line(f"if {cx.layout.cell('unforeseen')}: G_look[{ROWS}] = base")
    _unless_veiled(cx)
    cx.out.line(f"if {cx.layout.cell('fault')} or n > {MOST_LISTED} or base + n > {MOST_ROWS}: return -1")


def _listed_there(cx: Context, k: str, *, due: bool = False) -> None:
    """Write the storing of the ways, those first that move cards that have to go."""
    row = cx.layout.row
    _listed(cx, k, str(every_move(cx)))
    with cx.out.block("if n > 0:"):
        cx.out.line(f"G_look[{ROWS}] = base + n")
        cx.out.line(f"COPY(G_rows, base * {row}, G_tried, 0, n * {row})")
    with cx.out.block("if n > 1 and m_due != 0:") if due else nullcontext():
        cx.out.line("to = base") if due else None
        for pays in (1, 0) if due else ():
            with cx.out.block("for i in range(0, n):"):
                with cx.out.block(f"if pays(G_tried, i, m_due) == {pays}:"):
                    cx.out.line(f"COPY(G_rows, to * {row}, G_tried, i * {row}, {row})")
                    cx.out.line("to += 1")


def _tried_out(cx: Context, left: str) -> None:
    cx.out.line(f"r = after({at_level(cx, 'level + 1')}, S, level, {left})")
    cx.out.line("if r < 0: return -1")


def _write_success(cx: Context) -> None:
    """Write `found` for a move that succeeds."""
    cx.out.line(f"found = r & {OK | PERHAPS}")
    with cx.out.block(f"if r & {ALIKE} and move < {len(cx.rules.moves)} and {plain_moves(cx, whole=True)}[move]:"):
        cx.out.line(f"found += {ALIKE}")


def _no_classes(cx: Context) -> None:
    for name, value in (("classes", "0"), ("was", "-1"), ("came", "-1")):
        cx.out.line(f"{name} = {value}")


def _class_of(cx: Context, at: str) -> None:
    """Write `r`: the stored result for the class of choices at a level, -1 without one. `was`: the last class that was
    found, `came`: its result."""
    cx.out.line("if sort == was: r = came")
    with cx.out.block("else:"):
        cx.out.line("r = -1")
        with cx.out.block("for c in range(0, classes):"):
            cx.out.line(f"if G_class[{at} + c] == sort: r = G_came[{at} + c]")


def _class_is(cx: Context, at: str) -> None:
    with cx.out.block(f"if sort >= 0 and r & {ALIKE} and classes < {MOST_CLASSES}:"):
        cx.out.line(f"G_class[{at} + classes] = sort; G_came[{at} + classes] = r")
        cx.out.line("classes += 1; was = sort; came = r")


def _found_there(cx: Context, found: str) -> None:
    cx.out.line(f"G_met[at] = {found}; G_looked[at] = left")
    cx.out.line(f"G_searched[at] = G_look[{SEARCH}]")


def _write_search_start(cx: Context) -> None:
    """Write `look_from(me, stage, depth)`: begin a search for a player in a stage; and `look(S, OUT, n, most, label,
    m_unshown)`: keep the rows among the first `n` after which the stage can still end as it must, at most `most`, and
    return their number. `m_unshown`: the cards that the player does not know. `S` is used for trials."""
    layout, row = cx.layout, cx.layout.row
    with cx.out.function("look_from(me, stage, depth)"):
        cx.out.line("FORGET()")
        for what, value in ((ME, "me"), (DEPTH, "depth"), (STAGE, "stage"), (POSITIONS, "0"), (ROWS, "0")):
            cx.out.line(f"G_look[{what}] = {value}")
        cx.out.line(f"G_look[{LOOK}] += 1; return 0")
    tried = {"label": "label", "actor": f"G_look[{ME}]", "performed": "0", "trial": str(TRYING)}
    tried |= {"decisions": str(limits.AT_LENGTH)} | ({"imagines": "0"} if cx.foresees else {})
    cells = {layout.cell(name): value for name, value in tried.items()}
    cells[f"Z[{layout.at('unshown')}]"] = "m_unshown"
    with cx.out.function("look(S, OUT, n, most, label, m_unshown)"):
        were = {cell: cx.out.let(cell, "m_" if cell.startswith("Z") else "t") for cell in cells}
        for cell, value in cells.items():
            cx.out.line(f"{cell} = {value}")
        placed = ", ".join((layout.at("placed"), str(layout.cards))) if unseen_owner_places(cx) else ""
        if placed:
            cx.out.scratch["G_placed"] = layout.cards
            cx.out.line(f"COPY(G_placed, 0, S, {placed})")
            veil_owners(cx)
        cx.out.line(f"BASE({at_level(cx, '0')}, S, {_tried(cx)})")
        cx.out.line("kept = kept_of(S, OUT, n, most)")
        if placed:
            cx.out.line(f"COPY(S, {layout.at('placed')}, G_placed, 0, {layout.cards})")
        for cell, was in were.items():
            cx.out.line(f"{cell} = {was}")
        cx.out.line("return kept")
    shows = plain_to_show(cx)
    with cx.out.function("kept_of(S, OUT, n, most)"):
        cx.out.line("kept = 0")
        _no_classes(cx)
        with cx.out.block("for i in range(0, n):"):
            cx.out.line("sort = sort_of(S, OUT, i)")
            _class_of(cx, "0")
            with cx.out.block("if r < 0:"):
                cx.out.line(f"r = {CUT}")
                if shows:
                    cx.out.line(f"if shows(S, OUT[i * {row}]): r = {OK | PERHAPS}")
                for depth in limits.DEPTHS:
                    with cx.out.block(f"if r >= 0 and r & {OK | CUT} == {CUT}:"):
                        cx.out.line(f"G_look[{SEARCH}] += 1")
                        cx.out.line(f"COPY(G_tried, 0, OUT, i * {row}, {row})")
                        cx.out.line(f"r = after({at_level(cx, '1')}, S, 0, {depth})")
                with cx.out.block(f"if r < 0 or r & {OK | CUT} == {CUT}:"):  # it is not settled
                    cx.out.line(f"{cx.layout.cell('fault')} = 1; return 0")
                _class_is(cx, "0")
            _judged(cx, f"G_look[{STAGE}]", "r")
            with cx.out.block(f"if r & {OK}:"):
                cx.out.line(f"if kept < i: COPY(OUT, kept * {row}, OUT, i * {row}, {row})")
                cx.out.line("kept += 1")
                cx.out.line("if kept >= most: return kept")
        cx.out.line("return kept")


def _judged(cx: Context, stage: str, r: str) -> None:
    """Count for each move whether each condition of the `must` held at the end of the stage."""
    for must in musts(cx) if cx.covers else ():
        with cx.out.block(f"if {stage} == {must_number(cx, must)}:"):
            for number, condition in enumerate(must.must):
                with cx.out.block(f"if {r} & {OK}:"):
                    count_fired(cx, f"{condition.path}.yes")
                with cx.out.block(f"if {r} & {OK | SEEN} == {SEEN} and {r} >> {FAILS + number} & 1:"):
                    count_fired(cx, f"{condition.path}.no")
