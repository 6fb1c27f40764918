"""Every part of the rules, as they are with the options, is told somewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.rulebook import rulebook, told
from croupier.rulebook.setting import settle
from croupier.table.catalogue import find
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, stages

from .books import GAMES, LANGUAGES, SMALL, of_case, printed

pytestmark = pytest.mark.in_turn(10)


def parts(rules: ir.Rules) -> Iterator[str]:
    """The paths of everything that can happen, decide or count."""
    for stage in stages(rules):
        yield stage.path
        for part, statements in (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end)):
            if any(not isinstance(statement, ir.If | ir.ForEach | ir.Labelled) for statement in statements):
                yield f"{stage.path}.{part}"
        yield from (condition.path for condition in stage.when)
        if stage.until:
            yield f"{stage.path}.until"
        if stage.times is not None:
            yield f"{stage.path}.times"
        if stage.by is not None:
            yield f"{stage.path}.by"
    for move in rules.moves:
        yield f"moves.{move.name}"
        yield from (f"moves.{move.name}.choose.{choice.name}" for choice in move.choices)
        yield from (condition.path for choice in move.choices for condition in choice.filters)
        yield from (condition.path for condition in move.conditions)
        if any(not isinstance(statement, ir.If | ir.ForEach | ir.Labelled) for statement in move.do):
            yield f"moves.{move.name}.do"
    for effect in rules.effects:
        yield effect.path
        asked = [node for node in nodes(effect.do) if isinstance(node, ir.Choice)]
        yield from (condition.path for choice in asked for condition in choice.filters)
    for trigger in rules.triggers:
        yield f"whenever.{trigger.name}"
        yield from (condition.path for condition in trigger.conditions)
    yield from (f"tables.{table.name}" for table in rules.tables)
    yield from (f"state.{variable.name}" for variable in rules.variables)
    yield from ("result.score", "result.best") if rules.result.measured else ()
    yield from ("cards", *(() if rules.result.won is None else ("result.won",)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_game_is_told(game: str, language: str) -> None:
    """Each stage, move, choice, condition, rule, table, variable and score of the game has a sentence of its own."""
    found = told(printed(game, language))
    assert [path for path in parts(settle(find(game), {}, None).rules) if path not in found] == []


@pytest.mark.parametrize("name", SMALL[::2])
def test_every_part_of_a_case_is_told(name: str) -> None:
    """The same of every small ruleset that says what the language means."""
    rules = of_case(name)
    found = told(rulebook(rules, with_example=False))
    assert [path for path in parts(settle(rules, {}, None).rules) if path not in found] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_a_table_is_told(game: str) -> None:
    """A table is printed with as many rows as it has, or with one for each number of players."""
    found = told(printed(game, "en"))
    for table in settle(find(game), {}, None).rules.tables:
        rows = max(found[f"tables.{table.name}"], key=len).split("; ")
        folded = any("their number" in row for row in rows)
        assert folded or len(rows) >= min(len(table.rows), len(find(game).players))
