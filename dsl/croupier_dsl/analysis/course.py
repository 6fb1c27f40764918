"""The stages of checked rules: all of them, the steps of one, and the stages performed within one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
