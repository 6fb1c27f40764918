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


def words_of(names: Names) -> Iterator[str]:
    """The paths of words for printed rules: what a part is called in a sentence (`noun`), what is said of it or done
    with it (`says`)."""
    ruleset = names.ruleset
    nouns = [f"cards.attributes.{attribute}" for attribute in names.attributes]
    for section, heads in (("zones", ruleset.zones), ("tables", ruleset.tables), ("define", ruleset.definitions)):
        nouns += [f"{section}.{part.head.name.text}" for part in heads]
    nouns += [f"state.{variable.head.name.text}" for variable in ruleset.state]
    nouns += [f"combos.{combo.name.text}" for combo in ruleset.combos]
    if ruleset.play is not None:
        nouns += _stages(ruleset.play, "")
        nouns += _lets(ruleset.play)
    for move in ruleset.moves:
        path = f"moves.{move.name.text}"
        nouns += [f"{path}.choose.{choice.name.text}" for choice in move.choices]
        nouns += _named(move.do, f"{path}.do")
    for trigger in ruleset.triggers:
        nouns += _named(trigger.do, f"whenever.{trigger.name.text}.do")
    yield from (f"{path}.noun" for path in nouns)
    says = [f"state.{variable.head.name.text}" for variable in ruleset.state]
    says += [f"define.{definition.head.name.text}" for definition in ruleset.definitions]
    says += [f"tables.{table.head.name.text}" for table in ruleset.tables]
    says += [f"moves.{move.name.text}" for move in ruleset.moves]
    yield from (f"{path}.says" for path in says)


def _combo(combo: syntax.Combo) -> Iterator[str]:
    path = f"combos.{combo.name.text}"
    yield path
    if isinstance(combo, syntax.Pattern):
        yield from (f"{path}.{part}" for part in ("same", "different", "sequence", "size", "wilds"))
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


def _stages(stage: syntax.Stage, above: str) -> Iterator[str]:
    """The paths of a stage and of those within it."""
    path = f"{above}.{stage.name.text}" if above else stage.name.text
    yield path
    for step in stage.steps or ():
        yield from _stages(step, path)


def _lets(stage: syntax.Stage, above: str = "") -> Iterator[str]:
    """What is named by `let` or chosen in the middle of the lists of stages."""
    path = f"{above}.{stage.name.text}" if above else stage.name.text
    for part, statements in (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end)):
        yield from _named(statements or (), f"{path}.{part}")
    for step in stage.steps or ():
        yield from _lets(step, path)


def _named(statements: tuple[syntax.Statement, ...], path: str) -> Iterator[str]:
    """The same of one list."""
    for statement in statements:
        match statement:
            case syntax.Let():
                yield f"{path}.{statement.name.text}"
            case syntax.Labelled():
                yield from _named(statement.body, f"{path}.{statement.label.text}")
            case syntax.If():
                for branch in statement.branches:
                    yield from _named(branch.body, path)
            case syntax.ForEach():
                yield from _named(statement.body, path)
            case syntax.Ask():
                yield from (f"{path}.choose.{choice.name.text}" for choice in statement.choices)
