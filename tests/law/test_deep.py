"""What nests as deeply as it may goes through every command; what nests deeper is refused with a message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main
from croupier_dsl import check_text

from .test_bounds import line, ruleset

pytestmark = pytest.mark.in_turn(10)

CLAUSES = """clauses: {going: {kind: rule, en: Who is on turn goes.}}
because: {moves.go: going}
scenarios: {goes: {seats: Ann Bob, given: {at: turn of Ann, hand of Ann: 7S}, then: [{Ann: go}]}}
"""


def definitions(depth: int) -> str:
    return ruleset(define=line(depth), score="d0", go="when: d0 >= 0, do: set big to d0")


def parentheses(depth: int) -> str:
    return ruleset(define="  d0: " + "(" * depth + "mark of first of players" + " + 1)" * depth, score="d0")


def chain(depth: int) -> str:
    return ruleset(define="  d0: mark of " + "left of " * depth + "first of players", score="d0")


def statements(depth: int) -> str:
    lines = [
        " " * 4 * i + "      - " + ("if mark >= 0:", f"for each of players as p{i}:")[i > depth - 3]
        for i in range(depth)
    ]
    lines.append(" " * 4 * depth + "      - add 1 to mark")
    return ruleset(go="GO").replace("{GO}", "\n    do:\n" + "\n".join(lines))


def stages(depth: int) -> str:
    turn = "turn: {by: players, times: 4, moves: [go]}"
    inside = turn
    for i in range(depth):
        inside = f"s{i}: {{times: 1, steps: {{{inside}}}}}"
    return ruleset().replace(turn.replace("4", "20000"), inside)


@pytest.mark.parametrize("shape", [definitions, parentheses, chain, statements, stages])
def test_the_deepest_goes_through_every_command(tmp_path: Path, shape: Callable[[int], str]) -> None:
    """No command meets more than it can walk through."""

    def text(depth: int) -> str:
        return shape(depth).replace("times: 20000", "times: 4") + CLAUSES

    def refused(depth: int) -> set[str]:
        return {found.code for found in check_text(text(depth))[1] if found.severity.value == "error"}

    few, many = 1, 80
    while few < many:
        middle = (few + many + 1) // 2
        few, many = (few, middle - 1) if refused(middle) else (middle, many)
    assert refused(few + 1) <= {"E105", "E206", "E570"}
    assert refused(400) <= {"E105", "E206", "E570", "E207"}
    path, variant = tmp_path / "deep.yaml", tmp_path / "vary.yaml"
    path.write_text(text(few))
    variant.write_text("croupier: 1\nvariant: vary\nof: deep\nchange: {players: 2..3}\n")
    for command in (
        "check D", "compile D", "rulebook D", "rulebook D --lang fr", "trace D", "outline D", "diff D V", "flatten V",
        "trace D --mutate --jobs 1 --only moves.go.do.1", "coverage D --games 1 --limit 20", "test D",
        "simulate D --games 1 --limit 20",
    ):  # fmt: skip
        words = command.replace("D", str(path)).replace("V", str(variant)).split()
        result = CliRunner().invoke(main, words)
        assert isinstance(result.exception, SystemExit | None), (command, result.exception)
        assert "Traceback" not in result.output
