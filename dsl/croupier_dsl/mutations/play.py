"""Mutations of stages, moves, triggers and the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.mutations.change import Change, each, less, within
from croupier_dsl.mutations.lists import choices, statements
from croupier_dsl.mutations.sentences import conditions, expressions, plus_one

NEVER = ir.Constant(ir.NUMBER, 0)


def stage(written: ir.Stage, shared: frozenset[str]) -> Iterator[Change[ir.Stage]]:
    """Yield the changes of a stage and everything within it. `shared`: the moves that several stages offer, and the
    stages that several perform."""
    path, where = written.path, written.where
    if "." in path:
        yield Change(path, "dropped", where, replace(written, times=NEVER))
    yield from within(conditions(written.when, f"{path}.when"), lambda made: replace(written, when=made))
    if written.by is not None:
        yield from within(_actors(written.by, f"{path}.by", where), lambda made: replace(written, by=made))
    if written.times is not None:
        yield Change(f"{path}.times", "plus one", where, replace(written, times=plus_one(written.times)))
    yield from within(conditions(written.until, f"{path}.until"), lambda made: replace(written, until=made))
    yield from within(conditions(written.must, f"{path}.must"), lambda made: replace(written, must=made))
    yield from within(statements(written.begin, f"{path}.begin"), lambda made: replace(written, begin=made))
    yield from within(each(written.steps, lambda step: stage(step, shared)), lambda made: replace(written, steps=made))
    for number, move in enumerate(written.moves):
        if move in shared:
            without = replace(written, moves=less(written.moves, number))
            yield Change(f"{path}.moves", f"without {move}", where, without)
    for number, name in enumerate(written.performs):
        if name in shared:
            without = replace(written, performs=less(written.performs, number))
            yield Change(f"{path}.steps", f"without {name}", where, without)
    lists = statements(written.otherwise, f"{path}.else", all_of_it=True)
    yield from within(lists, lambda made: replace(written, otherwise=made))
    lists = statements(written.end, f"{path}.end", all_of_it=True)
    yield from within(lists, lambda made: replace(written, end=made))


def _actors(by: ir.Actors, path: str, where: ir.Where | None) -> Iterator[Change[ir.Actors]]:
    yield from within(expressions(by.players, path, where), lambda made: replace(by, players=made))
    if by.start is not None:
        left = ir.Neighbour(ir.PLAYER, "left", by.start)
        yield Change(path, "from the next", where, replace(by, start=left))
    if by.at_once:
        yield Change(path, "one after another", where, replace(by, at_once=False, served=False))
    if by.served:
        yield Change(path, "all of them", where, replace(by, served=False))


def without_move(root: ir.Stage, name: str) -> ir.Stage:
    """Return the stages, with a move offered by none."""
    steps = tuple(without_move(step, name) for step in root.steps)
    return replace(root, steps=steps, moves=tuple(move for move in root.moves if move != name))


def move(written: ir.MoveRule) -> Iterator[Change[ir.MoveRule]]:
    """Yield changes within a move."""
    path = f"moves.{written.name}"
    yield from within(choices(written.choices, f"{path}.choose"), lambda made: replace(written, choices=made))
    yield from within(conditions(written.conditions, f"{path}.when"), lambda made: replace(written, conditions=made))
    yield from within(statements(written.do, f"{path}.do"), lambda made: replace(written, do=made))


def effect(written: ir.Effect) -> Iterator[Change[ir.Effect]]:
    """Yield changes within an effect, wherever it is performed."""
    lists = statements(written.do, written.path, all_of_it=True)
    yield from within(lists, lambda made: replace(written, do=made))


def trigger(written: ir.Trigger) -> Iterator[Change[ir.Trigger]]:
    """Yield changes within an automatic rule."""
    path = f"whenever.{written.name}"
    yield from within(conditions(written.conditions, f"{path}.when"), lambda made: replace(written, conditions=made))
    if len(written.do) > 1:
        yield from within(statements(written.do, f"{path}.do"), lambda made: replace(written, do=made))


def result(written: ir.Result) -> Iterator[Change[ir.Result]]:
    if written.won is not None:
        told = written.measured

        def win(won: ir.Expr) -> ir.Result:
            return replace(written, won=won, scores=written.scores if told else (ir.counted(won),))

        yield from within(expressions(written.won, "result.won", written.where), win)
    if not written.measured:
        return
    other = replace(written, best="lowest" if written.best == "highest" else "highest")
    yield Change("result.best", "turned round", written.where, other)
    for number, score in enumerate(written.scores):

        def put(made: ir.Expr, number: int = number) -> ir.Result:
            return replace(written, scores=(*written.scores[:number], made, *written.scores[number + 1 :]))

        if len(written.scores) > 1:
            without = replace(written, scores=less(written.scores, number))
            yield Change(f"result.score.{number + 1}", "dropped", written.where, without)
        yield from within(expressions(score, f"result.score.{number + 1}", written.where), put)
    if written.losers is not None:
        yield Change("result.losers", "dropped", written.where, replace(written, losers=None))
