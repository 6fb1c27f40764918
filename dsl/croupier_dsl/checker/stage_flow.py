"""Find moves that are never possible, stages in which no move ever is, stages that nothing ends, `end` without
effect, and stages that read state of their last iteration.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.course import inner_stages, stages
from croupier_dsl.analysis.moving import changed_by, own_parts, stores_written
from croupier_dsl.analysis.reading import CHANCE, TURN, Store, slots_read, stores_read
from croupier_dsl.analysis.settled import Claim, Found
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.settled import ELEMENT, Judge, Place, Settled
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import sense

SHARE = 50_000
"""The most parts of sentences that are visited for one move or stage."""


class StageFlow:
    """Finds them in one ruleset. `found`: the known facts about its conditions."""

    def __init__(self, judge: Judge, cx: Context, found: Settled) -> None:
        self.judge = judge
        self.facts = judge.facts
        self.rules = judge.rules
        self.cx = cx
        self.found = found
        self.moves = {move.name: move for move in self.rules.moves}

    def warn(self) -> None:
        add = self.cx.diagnostics.add
        ruleset = self.cx.names.ruleset
        gone = self.found.never_made
        for move, said in zip(self.rules.moves, ruleset.moves, strict=True):
            if move.name in gone:
                continue
            for choice, asked in zip(move.choices, said.choices, strict=False):
                with self.judge.budgets.share("moves", asked.name.span, SHARE):
                    wanted = self.too_few(move, choice)
                if wanted is not None:
                    gone.add(move.name)
                    reasons = self.judge.reasons(choice.collection)
                    self.found.reasons.update(reasons)
                    add(sense.nothing_to_choose(asked.domain.collection.span, move.name, wanted, reasons))
                    break
        for stage in stages(self.rules):
            written = self.cx.names.stages[stage.name].stage
            here = [word for word in written.moves or () if word.text in self.moves]
            never = [word for word in here if word.text in gone or self.never_there(stage, word)]
            if here and never == here and not stage.otherwise:
                add(sense.nothing_to_do(written.name.span, stage.name, [word.text for word in here]))
            else:
                for word in (word for word in never if word.text not in gone):
                    add(sense.never_made_here(word.span, word.text, stage.name))
            if stage.until and id(stage.until[0].expr) not in self.found.told and self.endless(stage):
                add(sense.never_ends(self.cx.spans.of(stage.until[0].expr, written.name.span), stage.name))

    # ------------------------------------------------------------ moves
    def too_few(self, move: ir.MoveRule, choice: ir.Choice) -> int | None:
        """Return the number of elements that a choice needs if no table ever has that many; else None."""
        here: dict[int, Found] = {before.slot: ELEMENT for before in move.choices if before.single}
        wanted = 0
        for table in self.judge.agreements.tables((choice.low, choice.collection)):
            there = self.judge.at(table, frozenset(), True)
            low, among = there.of(choice.low, here), there.several(choice.collection, here)
            if self.judge.budget.spent or low.low is None or among.most is None or among.broken:
                return None
            if low.none or low.low <= among.most:
                return None
            wanted = max(wanted, low.low)
        return None if self.judge.budget.spent else wanted or None

    def never_there(self, stage: ir.Stage, word: syntax.Name) -> bool:
        """Return whether the stage only starts, or continues, while a condition of the move is false."""
        known = list(self.where_performed(stage))
        if not known or stage.begin or (stage.by is not None and stage.by.at_once):
            return False
        move = self.moves[word.text]
        asked = [condition.expr for condition in move.conditions]
        asked += [each.expr for choice in move.choices if not choice.if_possible for each in choice.filters]
        elements = frozenset(choice.slot for choice in move.choices if choice.single)
        place = Place((), elements=elements, before=tuple(known), acts=True)
        with self.judge.budgets.share("moves", word.span, SHARE):
            return bool(asked) and self.judge.everywhere(place, *((expr, True) for expr in asked))

    def where_performed(self, stage: ir.Stage) -> Iterator[Claim]:
        """Yield claims that hold during an iteration of the stage, about state that its start does not change."""
        if stage.until:
            until = tuple(condition.expr for condition in stage.until)
            whole = until[0] if len(until) == 1 else ir.Logic(ir.TRUTH, "and", until)
            if self.unmoved(stage, whole):
                yield whole, False
        if stage.by is None and stage.times is None and not stage.until:
            yield from ((each.expr, True) for each in stage.when if self.unmoved(stage, each.expr))

    def unmoved(self, stage: ir.Stage, expr: ir.Expr) -> bool:
        changing: set[Store] = {TURN, CHANCE, ("count", stage.name)}
        changing |= {("variable", name) for name, of in self.facts.variables.items() if of.life == stage.name}
        return not changing & stores_read(self.facts, expr)

    # ------------------------------------------------------------ stages
    def endless(self, stage: ir.Stage) -> bool:
        """Return whether no statement within the stage changes what its `until` reads, and nothing else ends the
        stage."""
        if stage.times is not None or (stage.by is not None and not isinstance(stage.by.players, ir.Players)):
            return False
        inner = inner_stages(self.rules.stages, stage)
        moves = [self.moves[move] for one in inner for move in one.moves if move in self.moves]
        happening: tuple[ir.Stage | ir.MoveRule | ir.Trigger, ...] = (*inner, *moves, *self.rules.triggers)
        if any(isinstance(node, ir.EndStage) for one in happening for node in nodes(own_parts(one))):
            return False
        until = tuple(condition.expr for condition in stage.until)
        asked = stores_read(self.facts, until)
        if any(0 in slots_read(self.facts, expr) for expr in until) or asked & {TURN, CHANCE}:
            return False
        return not any(asked & changed_by(self.facts, one) for one in happening)


# ---------------------------------------------------------------- state of the last performance


def warn_of_stale(judge: Judge, cx: Context) -> None:
    """Warn where a later iteration of a stage reads state that is only reset when the iteration starts."""
    lives = {variable.name: variable.life for variable in judge.rules.variables}
    for stage in stages(judge.rules):
        own = {name for name, life in lives.items() if life == stage.name}
        own -= {name for sort, name in stores_written(judge.facts, stage.end) if sort == "variable"}
        if not own or not _again(stage.name, cx):
            continue
        written = cx.names.stages[stage.name].stage
        for key, expr in _asked_on_arriving(stage):
            read = sorted(own & {name for sort, name in stores_read(judge.facts, expr) if sort == "variable"})
            if read:
                span = cx.spans.of(expr, written.name.span)
                around = next(iter(cx.names.stages[stage.name].above), "")
                cx.diagnostics.add(sense.stale(span, key, read[0], stage.name, around))


def _asked_on_arriving(stage: ir.Stage) -> Iterator[tuple[str, ir.Expr]]:
    yield from (("when", condition.expr) for condition in stage.when)
    yield from (("until", condition.expr) for condition in stage.until)
    if stage.times is not None:
        yield "times", stage.times
    if stage.by is not None:
        yield "by", stage.by.players
        if stage.by.start is not None:
            yield "by", stage.by.start


def _again(name: str, cx: Context) -> bool:
    """Return whether play may reach a stage more than once, because a stage around it is repeated."""
    names = cx.names
    around = names.above(name) - {name}
    several = any(len(names.stages[each].above) > 1 for each in (*around, name))
    loops = (names.stages[each].stage for each in around)
    return several or any(stage.times is not None or stage.until or stage.by is not None for stage in loops)


# ---------------------------------------------------------------- ends where a stage ends anyway


def warn_of_ends(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> None:
    """Warn about moves whose last statement ends the stage that offers them, and about `else` lists that do.

    A move is reported if it ends each stage that offers it. In a stage `at once` such an `end` also ends the moves of
    others, so it is not reported.
    """
    offering: dict[str, list[tuple[syntax.Stage, str]]] = {}
    for stage, around in _written_stages(ruleset):
        for name in stage.moves or ():
            offering.setdefault(name.text, []).append((stage, around))
        for end in _last(stage.otherwise or ()):
            _warn_of_end(end, [(stage, around)], diagnostics)
    for move in ruleset.moves:
        for end in _last(move.do):
            _warn_of_end(end, offering.get(move.name.text, []), diagnostics)


def _warn_of_end(end: syntax.EndStage, offering: list[tuple[syntax.Stage, str]], diagnostics: Diagnostics) -> None:
    stages = [stage for stage, _ in offering]
    if not stages or any(stage.name.text != end.stage.text or _together(stage) for stage in stages):
        return
    loops = any(stage.until or stage.times is not None for stage in stages)
    if loops or any(stage.by is not None for stage in stages):
        around = {name for _, name in offering}
        diagnostics.add(sense.ends_anyway(end.span, end.stage.text, around.pop() if len(around) == 1 else ""))


def _together(stage: syntax.Stage) -> bool:
    return stage.by is not None and (stage.by.at_once or stage.by.served)


def _written_stages(ruleset: syntax.Ruleset) -> Iterator[tuple[syntax.Stage, str]]:
    """Yield every stage, with the name of the stage around it; empty if there may be several."""
    todo = [(stage, "") for stage in (*((ruleset.play,) if ruleset.play else ()), *ruleset.stages)]
    while todo:
        stage, around = todo.pop()
        yield stage, around
        todo += [(step, stage.name.text) for step in stage.steps or ()]


def _last(statements: tuple[syntax.Statement, ...]) -> Iterator[syntax.EndStage]:
    """Yield the `end` statements that are last in a list or in a branch of its last statement."""
    match statements[-1:]:
        case (syntax.EndStage() as end,):
            yield end
        case (syntax.If(branches=branches),):
            for branch in branches:
                yield from _last(branch.body)
        case (syntax.Labelled(body=body),):
            yield from _last(body)
