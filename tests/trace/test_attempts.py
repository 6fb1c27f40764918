"""Changes of the rules, and the scenarios that notice them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from croupier.table.catalogue import find
from croupier.workbench.trace.attempts import Attempts, attempt, chosen, failing
from croupier_dsl import compile_text
from croupier_dsl.explanations import example
from tests.cli.conftest import Run
from tests.printed import GAMES

from .small import EQUIVALENT, GAME, SURVIVORS

pytestmark = pytest.mark.in_turn(10)


def attempts(text: str, only: str = "", jobs: int = 1) -> Attempts:
    rules = compile_text(text, "small.yaml")
    assert failing(rules) == ()
    return Attempts(rules, tuple(attempt(rules, only, jobs)))


def test_what_is_noticed_and_what_is_not() -> None:
    """The one gap in the scenarios is found, what nobody could notice is passed over, the rest is noticed."""
    found = attempts(GAME)
    assert [verdict.name for verdict in found.of("survived")] == SURVIVORS
    assert [verdict.name for verdict in found.of("equivalent")] == EQUIVALENT
    assert not found.passed
    assert found.score == pytest.approx(1 - 2 / (len(found.verdicts) - 1))
    dropped = next(verdict for verdict in found.verdicts if verdict.name == "moves.draw.do.thanks dropped")
    assert (dropped.fate, dropped.by, dropped.tried) == ("noticed", "a_card_is_drawn", 1)
    assert dropped.failure == "gift of Bob: expected 1, found 0"


def test_only_what_a_rule_stands_behind_is_changed() -> None:
    """Parts from rulings alone, or from nowhere, are left as they are; so are those from advice."""
    paths = {verdict.path for verdict in attempts(GAME).verdicts}
    assert not paths & {"players", "zones.hand", "zones.stock", "play.turn", "moves.pass"}
    assert "result.best" in paths
    rule, advice = 'page 2, kind: rule, en: "The most', 'page 2, kind: advice, en: "The most'
    assert "result.best" not in {verdict.path for verdict in attempts(GAME.replace(rule, advice)).verdicts}


def test_one_scenario_more_closes_the_gap() -> None:
    """With a scenario of just three cards nothing is left unnoticed."""
    scenario = """\
  not_with_three:
    seats: Ann Bob
    because: [three]
    given: {at: turn of Ann, hand of Ann: 1 2 3, stock: 4}
    then:
      - Ann cannot: draw because three_at_most
"""
    found = attempts(GAME + scenario)
    assert found.passed
    assert found.score == 1


LIMITS = """
  so_many_or_no_more: {seats: Ann Bob Cid, then: [{now: {count of players: 3}}]}
  four_are_too_many: {seats: Ann Bob Cid Dot, refused: players}
  one_card_is_too_few: {seats: Ann Bob, options: {most: 1}, refused: options.most}
  five_cards_are_too_many: {seats: Ann Bob, options: {most: 5}, refused: options.most}
"""


def test_limits_are_noticed_at_them_and_beyond() -> None:
    """A number of players, or a bound of an option, left out, moved or lifted: somebody plays at the limit, or a table
    beyond it is refused."""
    wide = GAME.replace("players: 2\n", "players: 2..3\noptions: {most: 2..4 starting 3}\n").replace("< 3}", "< most}")
    wide = wide.replace("because:\n", "because:\n  players: drawing\n  options.most: drawing\n", 1)
    bounds = ["from one fewer", "from any number", "to one more", "to any number"]
    limits = ["players without 3", "players with 4", *(f"options.most {what}" for what in bounds)]
    assert [name for name in survivors(wide) if name in limits] == limits
    assert [name for name in survivors(wide + LIMITS) if name in limits] == []


def survivors(text: str) -> list[str]:
    return [one.name for only in ("players", "options") for one in attempts(text, only).of("survived")]


def test_a_stale_equivalent() -> None:
    """Something that is called equivalent, and that a scenario notices, is told."""
    found = attempts(GAME.replace("define.rival last for first:", "moves.draw.do.1 dropped:"))
    assert [verdict.name for verdict in found.of("stale")] == ["moves.draw.do.1 dropped"]
    assert "define.rival last for first" in [verdict.name for verdict in found.of("survived")]
    assert not found.passed


def test_several_processes_find_the_same() -> None:
    """The number of processes changes nothing but the time."""
    one, two = attempts(GAME), attempts(GAME, jobs=2)
    assert one.verdicts == two.verdicts


def test_the_command(run: Run, small: Path) -> None:
    """The summary, then each change that nothing noticed with its place; exit status 1."""
    result = run("trace", small, "--mutate", "--jobs", "1")
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[0] == f"{small}: 8 of 11 mutations detected, 1 declared equivalent; mutation score 80.0 %"
    line = GAME[: GAME.index("when: {three")].count("\n") + 1
    survivors = [text for text in lines if f"small.yaml:{line}" in text]
    assert [" ".join(text.split()[:-1]) for text in survivors] == SURVIVORS
    assert any("There is one other player." in text for text in lines)


def test_the_command_as_data(run: Run, small: Path) -> None:
    """Every change, and what became of it."""
    told = json.loads(run("trace", small, "--mutate", "--jobs", "1", "--json").output)
    assert told["passed"] is False
    fates = {mutation["name"]: mutation["fate"] for mutation in told["mutations"]}
    assert {name for name, fate in fates.items() if fate == "survived"} == set(SURVIVORS)
    assert told["mutations"][0].keys() == {"name", "path", "what", "where", "fate", "by", "failure", "tried", "reason"}


def test_only_a_part(run: Run, small: Path) -> None:
    """With --only a part and what is below it is changed; a path that leads to nothing is a mistake."""
    result = run("trace", small, "--mutate", "--jobs", "1", "--only", "moves.draw.do")
    assert result.exit_code == 0
    assert "3 of 3 mutations detected" in result.output
    wrong = run("trace", small, "--mutate", "--only", "moves.drw")
    assert wrong.exit_code == 2
    assert "did you mean moves.draw?" in wrong.output
    assert run("trace", small, "--only", "moves.draw").exit_code == 2


def test_scenarios_that_fail_anyway(run: Run, small: Path) -> None:
    """Nothing can be learnt where a scenario fails as the rules are."""
    small.write_text(GAME.replace("winners: Bob", "winners: Ann"), encoding="utf-8")
    result = run("trace", small, "--mutate")
    assert result.exit_code == 1
    assert result.output == f"{small}: nothing was mutated, because these scenarios fail already: most_points\n"


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_a_bundled_game_is_noticed(game: str) -> None:
    """Whatever is left out, negated or changed by one in a rule of a bundled game, a scenario fails; the rest is
    named, with a reason, in the ruleset."""
    rules = find(game)
    found = Attempts(rules, tuple(attempt(rules, jobs=os.cpu_count() or 1)))
    assert [verdict.name for verdict in found.verdicts if verdict.fate not in ("noticed", "equivalent")] == []
    assert found.score == 1
    assert len(found.of("equivalent")) == len(rules.equivalents)


@pytest.mark.parametrize(
    ("row", "changed"),
    [
        ("J..K", {"tables.points.J/Q/K"}),
        ("2..10", {f"tables.points.{number}" for number in range(2, 11)}),
        ("A", {"tables.points.A"}),
    ],
)
def test_a_row_is_changed_however_it_is_written(row: str, changed: set[str]) -> None:
    """What cites a range of keys stands behind every key of it."""
    rules = compile_text(example().replace("tables.points: [points", f"tables.points.{row}: [points"))
    assert {mutation.path for mutation in chosen(rules, "tables")} == changed


def test_long_reasons_are_broken_into_lines(run: Run, tmp_path: Path) -> None:
    """A reason of many words takes several lines, so that the table stays narrow, and no word of it is lost."""
    reason = " ".join(f"word{number}" for number in range(40))
    text = GAME.replace("Hands are secret.", reason).replace("There is one other player.", reason)
    path = tmp_path / "small.yaml"
    path.write_text(text, encoding="utf-8")
    for told in (run("trace", path).output, run("trace", path, "--mutate", "--jobs", "1").output):
        assert all(f"word{number}" in told.split() for number in range(40))
        assert max(map(len, told.splitlines()[1:])) < 130
