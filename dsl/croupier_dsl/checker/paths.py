"""The path of every part of a ruleset, as `because` names it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import syntax
from croupier_dsl.checker.comparisons import operands
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

SECTIONS = (
    "players", "teams", "limit", "cards", "options", "tables", "zones", "state", "combos", "define", "play", "moves",
    "whenever", "result", "result.score", "result.best", "result.losers", "cards.deck", "cards.attributes",
    "cards.copies", "cards.packs", "cards.order", "cards.wild",
)  # fmt: skip
"""What every ruleset may speak of, whether it is written or not."""

Part = tuple[str, Span]


def paths_of(names: Names) -> Iterator[str]:
    """Every path: sections, what they declare, stages by nesting, and the parts of each."""
    yield from SECTIONS
    for path, _ in parts_of(names):
        if path not in SECTIONS:
            yield path


def parts_of(names: Names) -> Iterator[tuple[str, Span]]:
    """The path of each part and where it stands, in the order of the sections; what is left out stands where its owner
    does."""
    ruleset = names.ruleset
    for path, expr in (("players", ruleset.players), ("teams", ruleset.teams), ("limit", ruleset.limit)):
        if expr is not None:
            yield path, expr.span
    for option in ruleset.options:
        yield f"options.{option.name.text}", option.name.span
        yield from (
            (f"options.{option.name.text}.{value}", option.thing.span)
            for value in names.enums.get(option.name.text, ())
        )
        yield from _conditions(option.needs, f"options.{option.name.text}.needs")
    if ruleset.cards is not None:
        yield from _cards(ruleset.cards, names)
    for table in ruleset.tables:
        yield f"tables.{table.head.name.text}", table.head.name.span
        for row in table.rows:
            yield f"tables.{table.head.name.text}.{' '.join(row.key.span.text.split())}", row.key.span
    for zone in ruleset.zones:
        yield f"zones.{zone.head.name.text}", zone.head.name.span
    for variable in ruleset.state:
        name = variable.head.name
        yield f"state.{name.text}", name.span
        yield from ((f"state.{name.text}.{value}", variable.thing.span) for value in names.enums.get(name.text, ()))
    for combo in ruleset.combos:
        yield from _combo(combo)
    for definition in ruleset.definitions:
        yield f"define.{definition.head.name.text}", definition.head.name.span
    if ruleset.play is not None:
        yield from _stage(ruleset.play, "")
    for move in ruleset.moves:
        yield from _move(move)
    for trigger in ruleset.triggers:
        path, span = f"whenever.{trigger.name.text}", trigger.name.span
        yield from ((path, span), (f"{path}.each", span if trigger.each is None else trigger.each.span))
        yield from _conditions(trigger.when, f"{path}.when")
        yield from _list(trigger.do, f"{path}.do", span)
    if ruleset.result is not None:
        yield from _result(ruleset.result)


def _cards(cards: syntax.Cards, names: Names) -> Iterator[Part]:
    yield "cards", cards.span
    if cards.deck is not None:
        yield "cards.deck", cards.deck.span
    spans = {name.text: name.span for name, _ in cards.attributes}
    if cards.attributes:
        yield "cards.attributes", cards.attributes[0][0].span
    for attribute, values in names.attributes.items():
        span = spans.get(attribute, cards.span)
        yield f"cards.attributes.{attribute}", span
        yield from ((f"cards.attributes.{attribute}.{value}", span) for value in values)
    for name, expr in (("copies", cards.copies), ("packs", cards.packs), ("wild", cards.wild)):
        if expr is not None:
            yield f"cards.{name}", expr.span
    if cards.order:
        yield "cards.order", cards.order[0][0].span


def _result(result: syntax.Result) -> Iterator[Part]:
    yield "result", result.span
    if result.score:
        yield "result.score", result.score[0].span
    if result.best is not None:
        yield "result.best", result.best.span
    if result.losers is not None:
        yield "result.losers", result.losers.span


def _combo(combo: syntax.Combo) -> Iterator[Part]:
    path, span = f"combos.{combo.name.text}", combo.name.span
    yield path, span
    if isinstance(combo, syntax.Pattern):
        demands = (("same", combo.same), ("different", combo.different), ("sequence", combo.sequence),
                   ("size", combo.size), ("wilds", combo.wilds))  # fmt: skip
        yield from ((f"{path}.{part}", span if demand is None else demand.span) for part, demand in demands)
    if isinstance(combo, syntax.Split):
        yield from ((f"{path}.split", combo.parts.span), (f"{path}.least", combo.least.span))


def _stage(stage: syntax.Stage, above: str) -> Iterator[Part]:
    span = stage.name.span
    path = f"{above}.{stage.name.text}" if above else stage.name.text
    yield path, span
    yield f"{path}.by", span if stage.by is None else stage.by.players.span
    yield f"{path}.times", span if stage.times is None else stage.times.span
    yield f"{path}.steps", span
    yield f"{path}.moves", stage.moves[0].span if stage.moves else span
    yield from _conditions(stage.when, f"{path}.when")
    yield from _conditions(stage.until, f"{path}.until")
    yield from _conditions(stage.must, f"{path}.must")
    yield from _list(stage.begin, f"{path}.begin", span)
    yield from _list(stage.otherwise or (), f"{path}.else", span)
    yield from _list(stage.end, f"{path}.end", span)
    for step in stage.steps or ():
        yield from _stage(step, path)


def _move(move: syntax.MoveRule) -> Iterator[Part]:
    path = f"moves.{move.name.text}"
    yield path, move.name.span
    yield f"{path}.choose", move.choices[0].name.span if move.choices else move.name.span
    yield from _choices(move.choices, f"{path}.choose")
    yield from _conditions(move.when, f"{path}.when")
    yield from _list(move.do, f"{path}.do", move.name.span)


def _choices(choices: tuple[syntax.Choice, ...], path: str) -> Iterator[Part]:
    for choice in choices:
        yield f"{path}.{choice.name.text}", choice.name.span
        collection = choice.domain.collection
        if isinstance(collection, syntax.Where):
            for number, operand in enumerate(operands(collection.condition), 1):
                yield f"{path}.{choice.name.text}.{number}", operand.span


def _conditions(conditions: tuple[syntax.Condition, ...], path: str) -> Iterator[Part]:
    if conditions:
        first = conditions[0]
        yield path, first.expr.span if first.name is None else first.name.span
    number = 0
    for condition in conditions:
        if condition.name is not None:
            yield f"{path}.{condition.name.text}", condition.name.span
            continue
        for operand in operands(condition.expr):
            number += 1
            yield f"{path}.{number}", operand.span


def _list(statements: tuple[syntax.Statement, ...], path: str, span: Span) -> Iterator[Part]:
    """A list and the labels in it; `span` is that of the part it belongs to."""
    if statements:
        first = statements[0]
        yield path, first.label.span if isinstance(first, syntax.Labelled) else first.span
    for statement in statements:
        match statement:
            case syntax.Labelled():
                yield from _list(statement.body, f"{path}.{statement.label.text}", statement.label.span)
            case syntax.If():
                for branch in statement.branches:
                    yield from (part for part in _list(branch.body, path, span) if part[0] != path)
            case syntax.ForEach():
                yield from (part for part in _list(statement.body, path, span) if part[0] != path)
            case syntax.Ask():
                yield from _choices(statement.choices, f"{path}.choose")
