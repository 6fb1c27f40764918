"""Warn about `end X` as the last statement of an iteration of X, where it has no effect: a loop continues."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import syntax
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import sense


def warn_of_ends(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> None:
    """Warn about moves whose last statement ends the stage that offers them, and about `else` lists that do.

    A move is reported if it ends each stage that offers it. In a stage `at once` such an `end` also ends the moves of
    others, so it is not reported.
    """
    offering: dict[str, list[tuple[syntax.Stage, str]]] = {}
    for stage, around in _stages(ruleset):
        for name in stage.moves or ():
            offering.setdefault(name.text, []).append((stage, around))
        for end in _last(stage.otherwise or ()):
            _warn(end, [(stage, around)], diagnostics)
    for move in ruleset.moves:
        for end in _last(move.do):
            _warn(end, offering.get(move.name.text, []), diagnostics)


def _warn(end: syntax.EndStage, offering: list[tuple[syntax.Stage, str]], diagnostics: Diagnostics) -> None:
    stages = [stage for stage, _ in offering]
    if not stages or any(stage.name.text != end.stage.text or _together(stage) for stage in stages):
        return
    loops = any(stage.until or stage.times is not None for stage in stages)
    if loops or any(stage.by is not None for stage in stages):
        around = {name for _, name in offering}
        diagnostics.add(sense.ends_anyway(end.span, end.stage.text, around.pop() if len(around) == 1 else ""))


def _together(stage: syntax.Stage) -> bool:
    return stage.by is not None and (stage.by.at_once or stage.by.served)


def _stages(ruleset: syntax.Ruleset) -> Iterator[tuple[syntax.Stage, str]]:
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
