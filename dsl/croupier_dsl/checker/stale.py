"""Warn about stages whose `until`, `when`, `by` or `times` read the stage's own state, which still has the values of
the last iteration."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.facts import stores_read, stores_written
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.settled import Judge
from croupier_dsl.errors import sense


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
