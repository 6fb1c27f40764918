"""Checked rules into the paths of all their parts, as `because` and `text` name them."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir

_SECTIONS = (
    "players", "teams", "limit", "cards", "options", "tables", "zones", "state", "combos", "define", "play", "moves",
    "whenever", "result", "result.score", "result.best", "result.losers", "cards.deck", "cards.attributes",
    "cards.copies", "cards.packs", "cards.order", "cards.wild",
)  # fmt: skip


def parts_of(rules: ir.Rules) -> frozenset[str]:
    """Every path that leads to a part of the rules."""
    return frozenset(_parts(rules))


def _parts(rules: ir.Rules) -> Iterator[str]:
    yield from _SECTIONS
    enums = {enum.name: enum.values for enum in rules.enums}
    for column, attribute in enumerate(rules.cards.attributes):
        yield f"cards.attributes.{attribute.name}"
        values = enums.get(attribute.type.enum) or {kind.values[column] for kind in rules.cards.kinds}
        yield from (f"cards.attributes.{attribute.name}.{value}" for value in values)
    for option in rules.options:
        yield f"options.{option.name}"
        yield from (f"options.{option.name}.{value}" for value in enums.get(option.name, ()))
        yield from _conditions(option.needs)
    for table in rules.tables:
        yield f"tables.{table.name}"
        yield from (f"tables.{table.name}.{row.written}" for row in table.rows)
    yield from (f"zones.{zone.name}" for zone in rules.zones)
    for variable in rules.variables:
        yield f"state.{variable.name}"
        yield from (f"state.{variable.name}.{value}" for value in enums.get(variable.name, ()))
    for combo in rules.combos:
        yield f"combos.{combo.name}"
        parts = {ir.Pattern: ("same", "different", "sequence", "size", "wilds"), ir.Split: ("split", "least")}
        yield from (f"combos.{combo.name}.{part}" for part in parts.get(type(combo), ()))
    yield from (f"define.{definition.name}" for definition in rules.definitions)
    yield from _stage(rules.play)
    for move in rules.moves:
        yield from (f"moves.{move.name}", f"moves.{move.name}.choose")
        yield from _choices(move.choices, f"moves.{move.name}.choose")
        yield from _conditions(move.conditions)
        yield from _list(move.do, f"moves.{move.name}.do")
    for trigger in rules.triggers:
        yield from (f"whenever.{trigger.name}", f"whenever.{trigger.name}.each")
        yield from _conditions(trigger.conditions)
        yield from _list(trigger.do, f"whenever.{trigger.name}.do")


def _stage(stage: ir.Stage) -> Iterator[str]:
    yield stage.path
    yield from (f"{stage.path}.{part}" for part in ("by", "times", "steps", "moves"))
    for conditions in (stage.when, stage.until, stage.must):
        yield from _conditions(conditions)
    for name, statements in (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end)):
        yield from _list(statements, f"{stage.path}.{name}")
    for step in stage.steps:
        yield from _stage(step)


def _conditions(conditions: tuple[ir.Condition, ...]) -> Iterator[str]:
    for condition in conditions:
        yield condition.path
        yield condition.path.rpartition(".")[0]


def _choices(choices: tuple[ir.Choice, ...], path: str) -> Iterator[str]:
    for choice in choices:
        yield f"{path}.{choice.name}"
        yield from (condition.path for condition in choice.filters)


def _list(statements: tuple[ir.Statement, ...], path: str) -> Iterator[str]:
    """A list, the labels in it, and what it asks."""
    if statements:
        yield path
    for statement in statements:
        match statement:
            case ir.Labelled(name=name, body=body):
                yield from _list(body, f"{path}.{name}")
            case ir.If(branches=branches):
                for branch in branches:
                    yield from (part for part in _list(branch.body, path) if part != path)
            case ir.ForEach(body=body):
                yield from (part for part in _list(body, path) if part != path)
            case ir.Ask(choices=choices):
                yield from _choices(choices, f"{path}.choose")
