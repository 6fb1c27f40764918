"""`croupier outline`: what can be named in a ruleset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.table import catalogue
from croupier_dsl.compiler import written_file
from tests.printed import GAMES

from .conftest import Run, Shell

pytestmark = pytest.mark.in_turn(14)

HIDDEN = {"is", "text", "word"}
"""Sorts of parts that are told on the line of what they stand in."""


@pytest.mark.parametrize("name", GAMES)
def test_every_part_has_a_line(run: Run, name: str) -> None:
    """Piped, each part that can be named stands on a line that begins with its path; only where rules come from is
    counted."""
    lines = run("outline", name).stdout.splitlines()
    listed = {line.split()[0].rstrip(":") for line in lines}
    for section in written_file(catalogue.locate(name))[1].parts:
        for part in section.walk() if section.name not in ("books", "clauses", "rulings") else [section]:
            assert part.sort in HIDDEN or part.path.split()[0] in listed, part.path


@pytest.mark.parametrize("name", GAMES)
def test_json_has_every_part(run: Run, name: str) -> None:
    """For programs: every path, nested, with what is written there."""
    told = json.loads(run("outline", name, "--json").stdout)

    def paths(parts: list[dict[str, object]]) -> list[str]:
        found: list[str] = []
        for part in parts:
            inner = part["parts"]
            assert isinstance(inner, list)
            found += [str(part["path"]), *paths(inner)]
        return found

    assert paths(told["parts"]) == [part.path for part in written_file(catalogue.locate(name))[1].walk() if part.path]


def test_a_part_says_what_it_is(run: Run, tiny: Path) -> None:
    """An option, a row and a part asked for are told as written, with their words, their start and what reads them."""
    lines = run("outline", tiny).stdout.splitlines()
    at = lines.index("  options.cards_each: 1..5 starting 3")
    assert lines[at + 1].strip() == "used in play.begin, play.turn.times"
    assert "    tables.points.J..K: 10" in lines
    only = run("outline", tiny, "tables.points").stdout.splitlines()
    assert only[1:] == [
        "tables.points: points of card by rank",
        "  tables.points.A: 1",
        "  tables.points.2..10: 2..10",
        "  tables.points.J..K: 10",
    ]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("moves.flpi", "did you mean moves.flip?"),
        ("move.flip", "did you mean moves.flip?"),
        ("flip", "did you mean moves.flip?"),
        ("moves.flip.until", "the parts are moves.flip.choose, moves.flip.when, moves.flip.do"),
        ("nonsense", "the parts are family, minutes, players, options"),
    ],
)
def test_a_wrong_path_is_answered_with_the_right_one(run: Run, path: str, told: str) -> None:
    """Misspelt, without its section, of a part that is not there: the nearest, or what there is. It is misuse."""
    result = run("outline", "trio", path)
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


def test_words_are_in_the_speaker_s_language(run: Run) -> None:
    """Beside each path stands what the ruleset calls the part, in the language spoken."""
    assert "moves.flip  (retourner" in run("outline", "trio", "--lang", "fr").stdout
    assert "moves.flip  (turn up" in run("outline", "trio", "--lang", "en").stdout


def test_a_pipe_gets_no_colours(shell: Shell) -> None:
    """What is piped is plain text."""
    ran = shell("outline", "trio")
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "│" not in ran.stdout
