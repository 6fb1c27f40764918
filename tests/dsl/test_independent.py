"""Mistakes that have nothing to do with one another are told at once, none is told that follows from another, and of
very many only some, with how many more there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.base.chance import Stream
from croupier_dsl import Diagnostic, check_file, check_text
from croupier_dsl.diagnostics import MOST, Diagnostics
from croupier_dsl.independent import NAMES
from croupier_dsl.reader import Mapping, Node, Scalar, Sequence, read
from croupier_dsl.source import SourceFile

from .test_sense import DRAW, GAME

RULESETS = Path(__file__).parents[2] / "rulesets"
NEXT = "set dealer to left of dealer"


def found(*changes: str) -> list[str]:
    """The codes and the lines of what is wrong with the game, some of its text being in other words."""
    text = GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return [f"{one.code} {_line(one)}" for one in check_text(text)[1]]


def _line(one: Diagnostic) -> str:
    return one.span.source.line(one.span.line).strip() if one.span else ""


@pytest.mark.parametrize(
    ("torn", "told"),
    [
        ("when: stock is is empty", "E200 when: stock is is empty"),
        ("wen: stock is empty", "E120 wen: stock is empty"),
        ("when: stock of", "E201 when: stock of"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_told_beside_a_sentence_that_cannot_be_read(torn: str, told: str) -> None:
    """They have nothing to do with each other."""
    assert found(DRAW, torn, NEXT, "set dealr to left of dealer") == ["E301 - set dealr to left of dealer", told]


def test_a_reserved_word_is_told_though_a_sentence_with_it_cannot_be_read() -> None:
    """A reserved word is wrong as a name, whatever the sentence says of it."""
    told = found("zones:\n", "zones:\n  place: row seen by everyone\n", DRAW, "when: place is is empty")
    assert [each[:4] for each in told] == ["E306", "E200"]


def test_a_mistake_in_a_scenario_is_told_beside_mistakes_in_the_rules() -> None:
    """So are those in texts."""
    more = "text: {moves.drow: x}\nscenarios: {a: {seats: Ann Bob, then: [{Ann: drow}]}}\nresult: {"
    codes = [each[:4] for each in found(DRAW, "when: stock is is empty", NEXT, "set dealr to me", "result: {", more)]
    assert sorted(codes) == ["E200", "E301", "E314", "E320"]


def test_a_mistake_beside_the_game_is_told_with_those_in_it(tmp_path: Path) -> None:
    """Files beside it are read too, whatever is wrong with the game."""
    tmp_path.joinpath("sense.yaml").write_text(GAME.replace(NEXT, "set dealr to me"), "utf-8")
    scenarios = "scenarios: {a: {seats: Ann Bob, given: {total of of Ann: 3}, then: [{Ann: drow}]}}\n"
    tmp_path.joinpath("sense.scenarios.yaml").write_text(scenarios, "utf-8")
    codes = [one.code for one in check_file(tmp_path / "sense.yaml")[1]]
    assert codes == ["E301", "E200", "E314"]


@pytest.mark.costly
@pytest.mark.parametrize("name", ["drei", "three-thirteen", "fishing/go-fish", "children/war"])
def test_nothing_is_told_that_follows_from_what_cannot_be_read(name: str) -> None:
    """Wherever a sentence of a whole game is torn, names are not said to be unknown for it."""
    text = RULESETS.joinpath(f"{name}.yaml").read_text("utf-8")
    whole = read(SourceFile(name, text), Diagnostics())
    assert whole is not None
    words, below = _words(whole.root), Stream(len(name), 1).below
    for word in (words[below(len(words))] for _ in range(12)):
        torn = text[: word.span.start] + "of of" + text[word.span.end :]
        errors = check_text(torn, name, bundled=RULESETS)[1]
        unread = [one for one in errors if one.code < "E300"]
        assert not unread or not [str(one.span) for one in errors if one.code in NAMES], word.text


def _words(node: Node) -> list[Scalar]:
    """All that is written in a file, keys too."""
    match node:
        case Scalar():
            return [] if node.empty else [node]
        case Mapping(_, entries):
            return [word for entry in entries for word in (entry.key, *_words(entry.value))]
        case Sequence(_, items):
            return [word for item in items for word in _words(item)]


@pytest.mark.costly
@pytest.mark.parametrize(
    ("line", "code"), [("        - set nobody_{} to 1\n", "E301"), ("        - move of {}\n", "E200")]
)
def test_of_very_many_mistakes_some_are_told(line: str, code: str) -> None:
    """And how many more there are, whether they can be read or not."""
    many = "".join(line.format(number) for number in range(MOST + 50))
    errors = check_text(GAME.replace("        - shuffle stock\n", many))[1]
    assert len(errors) == MOST + 1
    assert {one.code for one in errors[:-1]} == {code}
    assert (errors[-1].code, errors[-1].message) == ("E139", "50 more errors not shown")


def test_a_row_of_a_table_is_called_by_its_key() -> None:
    """Where a range of keys stands beside a range of values each key is a row of its own, and the help names them."""
    seldom = "scenarios: {{a: {{seats: Ann Bob, then: []}}}}\nseldom: {{{}: {{scenario: a, reason: x}}}}\nresult: {{"
    for path, help in (("2..10", "`tables.points.2`, `tables.points.3`"), ("K", "`tables.points.J..K`")):
        text = GAME.replace("result: {", seldom.format(f"tables.points.{path}"))
        (one,) = check_text(text)[1]
        assert (one.code, help in one.help) == ("E338", True)


@pytest.mark.parametrize("path", ["let winner", "let winner.noun", "winner"])
def test_the_words_of_a_let_stand_under_its_name(path: str) -> None:
    """An outline calls the statement `let winner`; the words for what it names are under `winner.noun`."""
    named = GAME.replace(NEXT, "let winner be lowest by total of players\n        - set dealer to winner")
    told = check_text(named.replace("result: {", f"text: {{play.round.end.{path}: the winner}}\nresult: {{"))[1]
    assert [(one.code, "`play.round.end.winner.noun`" in one.help) for one in told] == [("E320", True)]
    assert check_text(named.replace("result: {", "text: {play.round.end.winner.noun: the winner}\nresult: {"))[1] == []
