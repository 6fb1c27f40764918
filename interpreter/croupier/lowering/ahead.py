"""Lower the search of a `must`: whether a stage can still end as required."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from croupier.base import limits
from croupier.lowering.base import count_fired, counting_again, truth, unless_stopped
from croupier.lowering.blanks import write_certain_failures
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
from croupier.lowering.modules import tables, use
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


def plain_moves(cx: Context, *, whole: bool) -> list[int]:
    """Return for each move whether it is plain."""
    return [int(is_plain(cx, move, whole=whole)) for move in cx.rules.moves]


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
    layout = cx.layout
    cx.out.scratch["G_key"] = layout.size
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
    for stage in musts(cx) if keeps_shown(cx) else ():
        write_certain_failures(cx, stage, f"whatever_{must_number(cx, stage)}")
    write_choice_class(cx)
    _marked(cx)
    _search(cx)


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


def _search(cx: Context) -> None:
    """Add the kernel module of the search to the program, and the functions that only some programs need."""
    if cx.covers:
        _judged(cx)
    veiled = unseen_owner_places(cx)
    if veiled:
        with cx.out.function("veil_placed(S)"):
            veil_owners(cx)
            cx.out.line("return 0")
    placed, most = int(cx.layout.at("placed")) if veiled else -1, limits.MOST_POSITIONS
    due, shows, settles = has_obligations(cx), plain_to_show(cx), write_settled(cx)
    use(
        cx, ("searching",), ALIKE=ALIKE, CLASSES=MOST_CLASSES, COVERS=int(cx.covers), CUT=CUT, DEPTH=DEPTH,
        DEEPEST=limits.DEPTHS[-1], DEPTHS=len(limits.DEPTHS), DUE=int(due), ENDED=ENDED, EVERY=every_move(cx),
        FAILING=FAILING, FAILS=FAILS, FORESEES=int(cx.foresees), GIVEN=GIVEN, GUESSES=GUESSES,
        KEEPS_SHOWN=int(keeps_shown(cx)), LENGTHY=limits.AT_LENGTH, LOOK=LOOK, LOOP=LOOP, ME=ME,
        MOST_LISTED=MOST_LISTED, MOST_GUESSES=limits.MOST_GUESSES, MOST_MET=MOST_MET, MOST_MOVES=limits.MOST_MOVES,
        MOST_ROWS=MOST_ROWS, MOST_POSITIONS=most // limits.COMPILED_SHARE, MOVES=len(cx.rules.moves), NEVER=NEVER,
        NEVERS=NEVERS, OK=OK, PERHAPS=PERHAPS, POSITIONS=POSITIONS, PLACED=placed,
        ROWS=ROWS, SEARCH=SEARCH, SEEN=SEEN, SETTLES=int(settles), SHOWS=int(shows), STAGE=STAGE, TESTS=ASKED,
        TRYING=TRYING, STORED=cx.layout.size - len(cx.layout.counted), UNCLEAR=UNCLEAR, UNKNOWN_NEXT=UNFORESEEN,
        **tables(cx, T_depth=limits.DEPTHS, T_list=plain_moves(cx, whole=False), T_whole=plain_moves(cx, whole=True)),
    )  # fmt: skip


def _judged(cx: Context) -> None:
    """Write `judged(S, r)`: count for a move whether each condition of the `must` held at the end of the stage."""
    with cx.out.function("judged(S, r)"):
        for must in musts(cx):
            with cx.out.block(f"if G_look[{STAGE}] == {must_number(cx, must)}:"):
                for number, condition in enumerate(must.must):
                    with cx.out.block(f"if r & {OK}:"):
                        count_fired(cx, f"{condition.path}.yes")
                    with cx.out.block(f"if r & {OK | SEEN} == {SEEN} and r >> {FAILS + number} & 1:"):
                        count_fired(cx, f"{condition.path}.no")
        cx.out.line("return 0")
