"""Mutations of a list of statements: one left out, a branch forced, a choice's bounds moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from croupier_dsl import ir
from croupier_dsl.analysis.course import List, place
from croupier_dsl.mutations.change import Change, less, within
from croupier_dsl.mutations.sentences import conditions, plus_one, variants
from croupier_dsl.mutations.sentences import within as inside

ONE = ir.Constant(ir.NUMBER, 1)
YES = ir.Constant(ir.TRUTH, True)


def statements(written: List, path: str, *, all_of_it: bool = False) -> Iterator[Change[List]]:
    """Yield each statement left out, and every change within it; `all_of_it`: of several, also the whole list left out.

    The path of a statement is the path of its list with its number, or its label.
    """
    for number, statement in enumerate(written):

        def put(made: List, number: int = number) -> List:
            return (*written[:number], *made, *written[number + 1 :])

        yield from within(_statement(statement, path, number + 1), put)
    if all_of_it and len(written) > 1:
        yield Change(path, "dropped", place(written), ())


def _statement(written: ir.Statement, above: str, number: int) -> Iterator[Change[List]]:
    """Yield changes of one statement; it may become empty."""
    path = f"{above}.{number}"
    match written:
        case ir.Let():  # it cannot be left out: the statements after it use what it names
            yield from _sentence(written, path, written.where)
        case ir.Ask():
            for asked in choices(written.choices, f"{above}.choose"):
                yield Change(asked.path, asked.what, asked.where, (replace(written, choices=asked.made),))
        case ir.Labelled():
            path = f"{above}.{written.name}"
            yield Change(path, "dropped", place(written.body), ())
            yield from within(_body(written.body, path), partial(_holding, written))
        case ir.ForEach():
            yield Change(path, "dropped", written.where, ())
            for what, collection in variants(written.collection):
                yield Change(path, what, written.where, (replace(written, collection=collection),))
            if written.at_once:
                yield Change(path, "one after another", written.where, (replace(written, at_once=False),))
            yield from within(_body(written.body, path), partial(_holding, written))
        case ir.If():
            yield from _branches(written, path)
        case ir.Move(to=ir.ZoneTarget(start=start) as to) if start is not None:
            yield Change(path, "dropped", written.where, ())
            yield Change(path, "from the first", written.where, (replace(written, to=replace(to, start=None)),))
            yield from _sentence(written, path, written.where)
        case ir.Perform(about=about):
            yield Change(path, "dropped", written.where, ())
            if about is not None:
                for what, made in variants(about):
                    yield Change(path, what, written.where, (_about(written, made),))
        case ir.SetDirection(value=ir.Constant(value=way) as value):  # only its sign counts
            turned = replace(written, value=replace(value, value=-way))
            yield Change(path, "dropped", written.where, ())
            yield Change(path, "the other way", written.where, (turned,))
        case ir.Move(to=ir.ZoneTarget() as to) if to.lower:
            on_top = replace(written, to=replace(to, bottom=False, under=None))
            yield Change(path, "dropped", written.where, ())
            yield Change(path, "on top", written.where, (on_top,))
            for what, under in variants(to.under) if to.under is not None else ():
                yield Change(path, what, written.where, (replace(written, to=replace(to, under=under)),))
            yield from _sentence(written, path, written.where)
        case ir.Show() if not isinstance(written.players, ir.Players):
            yield Change(path, "dropped", written.where, ())
            yield Change(path, "to everybody", written.where, (replace(written, players=ir.Players(ir.PLAYERS)),))
            yield from _sentence(written, path, written.where)
        case _:
            yield Change(path, "dropped", written.where, ())
            yield from _sentence(written, path, written.where)


def _sentence(written: ir.Statement, path: str, where: ir.Where | None) -> Iterator[Change[List]]:
    """Yield changes of the expressions in a statement of one sentence."""
    for what, made in inside(written):
        yield Change(path, what, where, (made,))


def _body(written: List, path: str) -> Iterator[Change[List]]:
    """Yield the changes within a block, except its removal, which is a change of the enclosing list."""
    if len(written) > 1 or (written and isinstance(written[0], ir.If | ir.ForEach | ir.Labelled | ir.Ask)):
        yield from statements(written, path)


def _about(written: ir.Perform, about: ir.Expr) -> ir.Perform:
    """Return the effect performed of something else."""
    first = written.body[0]
    if isinstance(first, ir.ForEach):
        return replace(written, body=(replace(first, collection=about),))
    assert isinstance(first, ir.Let)
    return replace(written, body=(replace(first, value=about), *written.body[1:]))


def _holding(written: ir.Labelled | ir.ForEach, body: List) -> List:
    return (replace(written, body=body),)


def _branches(written: ir.If, path: str) -> Iterator[Change[List]]:
    """Yield mutations of branches: each taken always and never, and mutations within it."""
    branches = written.branches
    for number, branch in enumerate(branches):
        where = place(branch.body) if number else written.where
        here = path if len(branches) == 1 else f"{path}.{number + 1}"
        kept = less(branches, number)
        if kept and kept[0].condition is None:
            kept = (replace(kept[0], condition=YES),)
        yield Change(here, "never", where, (replace(written, branches=kept),) if kept else ())
        if branch.condition is not None:
            forced = (*branches[:number], replace(branch, condition=YES))
            yield Change(here, "always", where, (replace(written, branches=forced),))
            for what, condition in variants(branch.condition):
                put = (*branches[:number], replace(branch, condition=condition), *branches[number + 1 :])
                yield Change(here, f"if {what}", where, (replace(written, branches=put),))
        yield from within(_body(branch.body, here), partial(_with_body, written, number))


def _with_body(written: ir.If, number: int, body: List) -> List:
    branches = written.branches
    branch = replace(branches[number], body=body)
    return (replace(written, branches=(*branches[:number], branch, *branches[number + 1 :])),)


# ---------------------------------------------------------------- choices


def choices(written: tuple[ir.Choice, ...], path: str) -> Iterator[Change[tuple[ir.Choice, ...]]]:
    for number, choice in enumerate(written):
        for change in _choice(choice, f"{path}.{choice.name}"):
            made = (*written[:number], change.made, *written[number + 1 :])
            yield Change(change.path, change.what, change.where, made)


def _choice(choice: ir.Choice, path: str) -> Iterator[Change[ir.Choice]]:
    """Yield the bounds moved by one, the filters dropped and negated."""
    if not choice.single:
        yield from (Change(path, what, choice.where, made) for what, made in _bounds(choice))
    for what, collection in variants(choice.collection):
        yield Change(path, what, choice.where, replace(choice, collection=collection))
    yield from within(conditions(choice.filters, path), lambda made: replace(choice, filters=made))


def _bounds(choice: ir.Choice) -> Iterator[tuple[str, ir.Choice]]:
    low, high = choice.low, choice.high
    if high == low:
        yield "one more", replace(choice, low=plus_one(low), high=plus_one(low))
        yield "one fewer", replace(choice, low=plus_one(low, -1), high=plus_one(low, -1))
        return
    yield "from one more", replace(choice, low=plus_one(low))
    if high is None:
        yield "one alone", replace(choice, high=low)
    else:
        yield "to one fewer", replace(choice, high=plus_one(high, -1))
