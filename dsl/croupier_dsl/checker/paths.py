"""The path of every part of a ruleset, as `because` names it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import syntax
from croupier_dsl.checker.comparisons import operands
from croupier_dsl.resolver import Names


def paths_of(names: Names) -> Iterator[str]:
    """Sections, what they declare, stages by nesting, and the parts of each."""
    ruleset = names.ruleset
    yield from ("players", "teams", "limit", "cards", "options", "tables", "zones", "state", "combos", "define")
    yield from ("play", "moves", "whenever", "result", "result.score", "result.best", "result.losers")
    yield from ("cards.deck", "cards.attributes", "cards.copies", "cards.packs", "cards.order", "cards.wild")
    for attribute, values in names.attributes.items():
        yield f"cards.attributes.{attribute}"
        yield from (f"cards.attributes.{attribute}.{value}" for value in values)
    for option in ruleset.options:
        yield f"options.{option.name.text}"
        yield from (f"options.{option.name.text}.{value}" for value in names.enums.get(option.name.text, ()))
        yield from _conditions(option.needs, f"options.{option.name.text}.needs")
    for table in ruleset.tables:
        yield f"tables.{table.head.name.text}"
        for row in table.rows:
            yield f"tables.{table.head.name.text}.{' '.join(row.key.span.text.split())}"
    for zone in ruleset.zones:
        yield f"zones.{zone.head.name.text}"
    for variable in ruleset.state:
        name = variable.head.name.text
        yield f"state.{name}"
        yield from (f"state.{name}.{value}" for value in names.enums.get(name, ()))
    for combo in ruleset.combos:
        yield from _combo(combo)
    for definition in ruleset.definitions:
        yield f"define.{definition.head.name.text}"
    if ruleset.play is not None:
        yield from _stage(ruleset.play, "")
    for move in ruleset.moves:
        yield from _move(move)
    for trigger in ruleset.triggers:
        path = f"whenever.{trigger.name.text}"
        yield from (path, f"{path}.each")
        yield from _conditions(trigger.when, f"{path}.when")
        yield from _list(trigger.do, f"{path}.do")


def _combo(combo: syntax.Combo) -> Iterator[str]:
    path = f"combos.{combo.name.text}"
    yield path
    if isinstance(combo, syntax.Pattern):
        yield from (f"{path}.{part}" for part in ("same", "different", "sequence", "size", "wilds", "declared"))
    if isinstance(combo, syntax.Split):
        yield from (f"{path}.split", f"{path}.least")


def _stage(stage: syntax.Stage, above: str) -> Iterator[str]:
    path = f"{above}.{stage.name.text}" if above else stage.name.text
    yield from (path, f"{path}.by", f"{path}.times", f"{path}.steps", f"{path}.moves")
    yield from _conditions(stage.when, f"{path}.when")
    yield from _conditions(stage.until, f"{path}.until")
    yield from _conditions(stage.must, f"{path}.must")
    yield from _list(stage.begin, f"{path}.begin")
    yield from _list(stage.otherwise or (), f"{path}.else")
    yield from _list(stage.end, f"{path}.end")
    for step in stage.steps or ():
        yield from _stage(step, path)


def _move(move: syntax.MoveRule) -> Iterator[str]:
    path = f"moves.{move.name.text}"
    yield from (path, f"{path}.choose")
    yield from _choices(move.choices, f"{path}.choose")
    yield from _conditions(move.when, f"{path}.when")
    yield from _list(move.do, f"{path}.do")


def _choices(choices: tuple[syntax.Choice, ...], path: str) -> Iterator[str]:
    for choice in choices:
        yield f"{path}.{choice.name.text}"
        collection = choice.domain.collection
        if isinstance(collection, syntax.Where):
            for number, _ in enumerate(operands(collection.condition), 1):
                yield f"{path}.{choice.name.text}.{number}"


def _conditions(conditions: tuple[syntax.Condition, ...], path: str) -> Iterator[str]:
    if conditions:
        yield path
    number = 0
    for condition in conditions:
        if condition.name is not None:
            yield f"{path}.{condition.name.text}"
            continue
        for _ in operands(condition.expr):
            number += 1
            yield f"{path}.{number}"


def _list(statements: tuple[syntax.Statement, ...], path: str) -> Iterator[str]:
    """A list and the labels in it."""
    if statements:
        yield path
    for statement in statements:
        match statement:
            case syntax.Labelled():
                yield from _list(statement.body, f"{path}.{statement.label.text}")
            case syntax.If():
                for branch in statement.branches:
                    yield from (p for p in _list(branch.body, path) if p != path)
            case syntax.ForEach():
                yield from (p for p in _list(statement.body, path) if p != path)
            case syntax.Ask():
                yield from _choices(statement.choices, f"{path}.choose")
