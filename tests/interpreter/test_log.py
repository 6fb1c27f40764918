"""The notes of a game: copies share their past, each goes on alone, and no game notes more than can be kept."""

from __future__ import annotations

import sys

import pytest

from croupier import Game, RulesFault, load
from croupier.base import events
from croupier.base.events import Log
from croupier.play import flow

from .small_games import rules


def noted(*numbers: int) -> Log:
    log = Log()
    for number in numbers:
        log.append((number,))
    return log


def test_copies_go_on_alone() -> None:
    """What is noted after a copy is in the one that noted it, and nowhere else."""
    log = noted(1, 2)
    twin = log.copy()
    log.append((3,))
    twin.append((4,))
    third = twin.copy()
    third.append((5,))
    assert [list(each) for each in (log, twin, third)] == [
        [(1,), (2,), (3,)],
        [(1,), (2,), (4,)],
        [(1,), (2,), (4,), (5,)],
    ]
    assert (len(log), len(twin), len(third)) == (3, 3, 4)


@pytest.mark.parametrize("mark", range(6))
def test_a_log_is_read_from_a_mark_on(mark: int) -> None:
    """Whatever copies were made on the way, and where they were made."""
    log = Log()
    for number in range(5):
        log.append((number,))
        if number % 2:
            log.copy()
    assert log.since(mark) == [(number,) for number in range(mark, 5)]


def test_a_copy_holds_no_note_of_its_own() -> None:
    """However long a game has gone on, its log is not copied with it."""
    game = Game(load("three-thirteen", 2), 1)
    for _ in range(100):
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    before = game._state.log.since(0)
    twin = game.copy()
    assert twin._state.log._own == game._state.log._own == []
    assert twin._state.log._past is game._state.log._past
    assert twin._state.log.since(0) == before


def test_a_long_chain_of_copies_can_be_let_go() -> None:
    """A copy a decision makes a chain as long as the game: it is read, and forgotten, without recursion."""
    log = Log()
    for number in range(sys.getrecursionlimit() * 3):
        log.append((number,))
        log.copy()
    assert len(log.since(0)) == len(log)
    del log


NOISY = """
croupier: 1
game: noisy
players: 2
cards: {attributes: {value: 1..3}}
zones: {stock: pile seen by nobody}
state: {n: number}
play: {steps: {turn: {by: players, times: 1000, moves: [count]}}}
moves: {count: {do: [{for each of 1..90: add 1 to n}]}}
result: {score: n}
"""


def test_a_stretch_of_play_notes_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it the rules are at fault, in words."""
    monkeypatch.setattr(events, "MOST_NOTES", 80)
    monkeypatch.setattr(flow, "MOST_NOTES", 80)
    game = Game(rules(NOISY), 1)
    with pytest.raises(RulesFault, match="more than 80 things happen without a decision"):
        game.play(0, "count")


def test_a_game_that_grows_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is unfinished at the first decision at which its log is full."""
    monkeypatch.setattr(flow, "MOST_NOTES", 200)
    game = Game(rules(NOISY), 1)
    while game.to_act:
        game.play(game.to_act[0], "count")
    assert game.decisions == 3
    assert game.outcome is not None
    assert not game.outcome.finished
