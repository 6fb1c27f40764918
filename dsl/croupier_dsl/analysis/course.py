"""The stages of checked rules, their lists of statements, and the place of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from croupier_dsl import ir

Named = Mapping[str, ir.Stage]


def stages(rules: ir.Rules) -> Iterator[ir.Stage]:
    """Yield every stage, each once, before those that are written within it; those that are said once come last."""
    todo = [*reversed((rules.play, *rules.stages))]
    while todo:
        stage = todo.pop()
        yield stage
        todo += reversed(stage.steps)


def steps(stage: ir.Stage, said_once: Named) -> tuple[ir.Stage, ...]:
    """Return the steps of a stage, those too that it performs by name."""
    return stage.steps or tuple(said_once[name] for name in stage.performs if name in said_once)


def inner_stages(said_once: Iterable[ir.Stage], *within: ir.Stage) -> tuple[ir.Stage, ...]:
    """Return stages and all that may be performed within them, each once, after all that may perform it."""
    named = {one.name: one for one in said_once}
    found: list[ir.Stage] = []
    met: set[str] = set()
    todo = [(stage, False) for stage in within]
    while todo:
        one, done = todo.pop()
        if done:
            found.append(one)
        elif one.name not in met:
            met.add(one.name)
            todo.append((one, True))
            todo += ((step, False) for step in steps(one, named))
    return tuple(reversed(found))


def around(rules: ir.Rules) -> dict[str, frozenset[str]]:
    """Return, for each performed stage, the stages that are certainly under way during it, and itself."""
    found: dict[str, frozenset[str]] = {rules.play.name: frozenset((rules.play.name,))}
    named = {one.name: one for one in rules.stages}
    for stage in inner_stages(rules.stages, rules.play):
        for step in steps(stage, named):
            here = found[stage.name] | {step.name}
            found[step.name] = found[step.name] & here if step.name in found else here
    return found


List = tuple[ir.Statement, ...]


def lists(rules: ir.Rules) -> Iterator[tuple[str, List]]:
    """Yield every list of statements of a ruleset that is not empty, with its path."""
    for stage in stages(rules):
        parts = (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end))
        yield from ((f"{stage.path}.{part}", statements) for part, statements in parts if statements)
    yield from ((f"{move.path}.do", move.do) for move in rules.moves if move.do)
    yield from ((f"{trigger.path}.do", trigger.do) for trigger in rules.triggers if trigger.do)
    yield from ((effect.path, effect.do) for effect in rules.effects if effect.do)


def bodies(statement: ir.Statement) -> tuple[List, ...]:
    """Return the lists of statements directly inside a statement."""
    match statement:
        case ir.If(branches=branches):
            return tuple(branch.body for branch in branches)
        case ir.ForEach(body=body) | ir.Labelled(body=body) | ir.Perform(body=body):
            return (body,)
    return ()


def rebodied(statement: ir.Statement, made: Callable[[List], List]) -> ir.Statement:
    """Return a statement with other lists directly inside it."""
    match statement:
        case ir.If(branches=branches):
            return replace(statement, branches=tuple(replace(one, body=made(one.body)) for one in branches))
        case ir.ForEach(body=body) | ir.Labelled(body=body) | ir.Perform(body=body):
            return replace(statement, body=made(body))
    return statement


def within(statements: List) -> Iterator[ir.Statement]:
    """Yield the statements of a list, those inside others after the one that holds them."""
    for statement in statements:
        yield statement
        for body in bodies(statement):
            yield from within(body)


def place(statements: List) -> ir.Where | None:
    """Return the place where a list begins; a label has the place of its first statement."""
    for statement in statements:
        found = place(statement.body) if isinstance(statement, ir.Labelled) else statement.where
        if found is not None:
            return found
    return None
