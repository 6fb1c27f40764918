"""A fault of the rules names the sentence that did it, wherever that stands, and the cards that it was asked about."""

from __future__ import annotations

import pytest

from croupier import Game, RulesFault
from croupier.base.effort import EFFORT
from croupier.compile.binding import bind
from croupier.table.game import Rules
from croupier_dsl import compile_text

GAME = """
croupier: 1
game: faults
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state: {whose: player or none, total of player: number}
combos: {run: {same: suit, sequence: A..K, size: 3..}}
play:
  begin: [move deck to stock, {for each of players: move top 20 of stock to hand}, BEGIN]
  steps: {turn: {by: players, until: {enough: UNTIL}, times: 9, moves: [lay], end: END}}
moves:
  lay:
    choose: {card: one of hand}
    when: {fine: WHEN}
    do:
      - move card to heap
      - if count of heap > 50: add 1 to total
        else if count of heap is 2: DO
        else: add 2 to total
whenever: {watch: {when: {seen: ALWAYS}, do: add 1 to total}}
result: {score: SCORE}
"""
PARTS = {
    "BEGIN": "set whose to none",
    "UNTIL": "hand is empty",
    "END": "add 1 to total",
    "WHEN": "count of hand > 0",
    "DO": "add 3 to total",
    "ALWAYS": "count of heap > 60",
    "SCORE": "total",
}
NOBODY = "move top of stock to hand of whose"
FOR_EVER = "count of (deck where count of (deck where count of deck > 51) > 51) > 51"


def text(**parts: str) -> str:
    """The game with these sentences in it."""
    found = GAME
    for name, words in (PARTS | parts).items():
        found = found.replace(name, words)
    return found


def fault(**parts: str) -> RulesFault:
    """What a game of these rules ends in."""
    rules = Rules(bind(compile_text(text(**parts), "faults.yaml")))
    with pytest.raises(RulesFault) as caught:
        play(rules)
    return caught.value


def play(rules: Rules) -> None:
    """A whole game, each time by the first move that there is."""
    game = Game(rules, 1)
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    assert game.outcome is not None


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"BEGIN": NOBODY}, "play.begin"),
        ({"END": NOBODY}, "play.turn.end"),
        ({"DO": NOBODY}, "moves.lay.do"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_statement(parts: dict[str, str], path: str) -> None:
    """A statement is named by its list and by where it stands."""
    found = fault(**parts)
    assert found.path == path
    assert found.where is not None
    line = text(**parts).splitlines()[found.where.line - 1]
    assert line[found.where.column - 1 :].startswith(NOBODY)
    assert str(found) == f"{found.problem}, in {path}"


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"UNTIL": FOR_EVER}, "play.turn.until.enough"),
        ({"WHEN": FOR_EVER}, "moves.lay.when.fine"),
        ({"ALWAYS": FOR_EVER}, "whenever.watch.when.seen"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_condition(parts: dict[str, str], path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition that asks for more than can be worked out is named, with its words."""
    monkeypatch.setattr("croupier.base.effort.PURSE", 1_000)
    EFFORT.renew()
    found = fault(**parts)
    assert (found.path, found.text) == (path, FOR_EVER)


AHEAD = """
croupier: 1
game: ahead
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {laid in turn: number}
play: {steps: {turn: {by: players, times: 4, must: laid is 100, steps: {act: {times: 9, moves: [one, two]}}}}}
moves: {one: {do: [add 1 to laid, LIST]}, two: {do: [add 2 to laid, LIST]}}
result: {score: seat}
"""


@pytest.mark.parametrize(("statements", "fails"), [(3, False), (300, True)])
def test_a_long_list_of_short_statements(statements: int, fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements that look at no collection cost something too, where a move has many of them and a look ahead makes
    it again and again; a short list does not."""
    monkeypatch.setattr("croupier.base.effort.PURSE", 10_000)
    EFFORT.renew()
    lets = ", ".join(["let n0 be laid", *(f"let n{number} be n{number - 1} + 1" for number in range(1, statements))])
    rules = Rules(bind(compile_text(AHEAD.replace("LIST", lets))))
    if fails:
        with pytest.raises(
            RulesFault,
            match=r"is not settled with the work that one decision may take .*no cards in hand.*play\.turn\.must",
        ):
            Game(rules, 0)
    else:
        assert Game(rules, 0).stuck


def test_the_cards_that_are_arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where melds were looked for, the hand and its size are told, and not what is in it."""

    def give_up(*_: object) -> None:
        raise RulesFault("too much")

    monkeypatch.setattr("croupier.combos.solver.Solver.melds", give_up)
    found = fault(WHEN="count of run of hand < 90")
    assert found.path == "moves.lay.when.fine"
    assert found.cards == "20 cards of hand of P1"
    assert "arranging 20 cards of hand of P1, in moves.lay.when.fine" in str(found)
