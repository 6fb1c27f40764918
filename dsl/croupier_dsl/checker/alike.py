"""Warn about moves that players cannot distinguish."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.walk import fields_of, rebuilt, replaced
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.settled import Judge, Place
from croupier_dsl.errors import sense

SHARE = 50_000
"""The most parts of sentences that are visited for one pair of moves."""


def warn_of_alike(judge: Judge, cx: Context) -> None:
    """Warn about two moves of a step with the same title, or with the same choices and effects, unless they exclude
    each other."""
    written = {move.name.text: move.name.span for move in cx.names.ruleset.moves}
    met: set[tuple[str, str]] = set()
    for one, other in _beside(judge.rules):
        if (one.name, other.name) in met:
            continue
        met.add((one.name, other.name))
        words = _said(one, other)
        if words is None and not (one.do and _bare(one) == _bare(other)):
            continue
        asked = ((each.expr, True) for each in (*one.conditions, *other.conditions) if not each.mentions)
        with judge.budgets.share("alike", written[other.name], SHARE):
            never_both = judge.everywhere(Place((), acts=True), *asked)
        if not never_both and not judge.budget.spent:
            span, before = written[other.name], written[one.name]
            told = sense.do_the_same(span, before, one.name, other.name)
            cx.diagnostics.add(told if words is None else sense.look_alike(span, before, one.name, words))


def _beside(rules: ir.Rules) -> Iterator[tuple[ir.MoveRule, ir.MoveRule]]:
    """Yield the pairs of moves of each step."""
    moves = {move.name: move for move in rules.moves}
    for stage in stages(rules):
        yield from combinations([moves[name] for name in dict.fromkeys(stage.moves) if name in moves], 2)


def _said(one: ir.MoveRule, other: ir.MoveRule) -> str | None:
    """Return the title that two moves share in some language; None if there is none."""
    first, second = dict(one.title), dict(other.title)
    return next((words for language, words in first.items() if second.get(language) == words), None)


def _bare(move: ir.MoveRule) -> object:
    """Return the choices, conditions and effects of a move, without its names."""
    return _plain((move.choices, move.conditions, move.do))


def _plain(part: object) -> object:
    if isinstance(part, tuple):
        return tuple(map(_plain, part))
    made = rebuilt(part, _plain)
    match made:
        case ir.Condition():
            return made.expr
        case ir.Branch() | ir.IfThenElse() | ir.Constant():
            return made
    own = {field.name for field in fields_of(type(made))}
    gone = {name: value for name, value in (("where", None), ("path", "")) if name in own}
    return replaced(made, **gone) if gone else made
