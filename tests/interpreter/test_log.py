"""The notes of a game: copies share their past, each goes on alone, and no game notes more than can be kept."""

from __future__ import annotations

import sys

import pytest

from croupier import Game, RulesFault, load
from croupier.base import events
from croupier.base.events import Bared, Cut, Log, Moved, Shown
from croupier.play import flow

from .small_games import rules


def noted(*numbers: int) -> Log:
    log = Log()
    for number in numbers:
        log.append(Cut(number))
    return log


def test_copies_go_on_alone() -> None:
    """What is noted after a copy is in the one that noted it, and nowhere else."""
    log = noted(1, 2)
    twin = log.copy()
    log.append(Cut(3))
    twin.append(Cut(4))
    third = twin.copy()
    third.append(Cut(5))
    assert [each.notes() for each in (log, twin, third)] == [
        [Cut(1), Cut(2), Cut(3)],
        [Cut(1), Cut(2), Cut(4)],
        [Cut(1), Cut(2), Cut(4), Cut(5)],
    ]
    assert (len(log), len(twin), len(third)) == (3, 3, 4)


@pytest.mark.parametrize("mark", range(6))
def test_a_log_is_read_from_a_mark_on(mark: int) -> None:
    """Whatever copies were made on the way, and where they were made."""
    log = Log()
    for number in range(5):
        log.append(Cut(number))
        if number % 2:
            log.copy()
    assert log.notes(mark) == [Cut(number) for number in range(mark, 5)]


def test_a_copy_holds_no_note_of_its_own() -> None:
    """However long a game has gone on, its log is not copied with it."""
    game = Game(load("three-thirteen", 2), 1)
    for _ in range(100):
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    before = game._state.log.notes()
    twin = game.copy()
    assert twin._state.log._notes == game._state.log._notes == []
    assert twin._state.log._past is game._state.log._past
    assert twin._state.log.notes() == before


def test_a_long_chain_of_copies_can_be_let_go() -> None:
    """A copy a decision makes a chain as long as the game: it is read, and forgotten, without recursion."""
    log = Log()
    for number in range(sys.getrecursionlimit() * 3):
        log.append(Cut(number))
        log.copy()
    assert len(log.notes()) == len(log)
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
    with pytest.raises(RulesFault, match="more than 80 events without a decision"):
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


def test_sights_are_a_stream_of_their_own() -> None:
    """What is shown is found from a mark of its own on; a decision or the like between two moves is a pause there."""
    log = noted(1)
    log.witness(Moved(7, 0b01, 0, -1, 1, 0))
    log.show(Bared(3, 0b10))
    twin = log.copy()
    twin.witness(Moved(8, 0b11, 0, -1, 1, 1))
    assert (len(log), log.sighted, len(twin), twin.sighted) == (2, 3, 3, 4)
    assert [shown.card for shown in twin.shown(0, 0)] == [7, 8]
    assert [shown.card for shown in twin.shown(2, 1)] == [3, 8]
    assert [type(sight).__name__ for sight in twin.sights()] == ["Pause", "Moved", "Bared", "Moved"]


def test_a_copy_has_no_more_room_than_the_log() -> None:
    """What has been noted since the last decision counts in a copy, too."""
    log = noted(1, 2, 3)
    assert log.copy().room == log.room


PILE = """
croupier: 1
game: pile
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, discard: pile top seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to discard, shuffle discard]
  steps: {turn: {by: players, times: 20, must: rank of top of discard is 7, moves: [take, leave]}}
moves:
  take: {do: move top of discard to hand}
  leave: {do: move top of discard to stock}
result: {score: count of hand}
"""


def test_the_card_below_is_shown_when_the_top_one_leaves() -> None:
    """To those who see the top of the pile; nothing else has happened to that card."""
    game = Game(rules(PILE), 1)
    pile = game._state.program.zone_base["discard"]
    mark = game._state.log.sighted
    below = game._state.zones[pile][-2]
    game.play(0, "take")
    shown = [(type(each), each.card) for each in game._state.log.shown(mark, 1)]
    assert (Bared, below) in shown
    assert not [each for each in game._state.log.notes() if type(each) in (Shown, Bared)]
    assert game.view(1).zones["discard"].cards[-1] == game._state.program.notation(below)


@pytest.mark.parametrize("seed", range(6))
def test_what_comes_to_light_below_is_beyond_what_can_be_foreseen(seed: int) -> None:
    """A `must` that asks it counts as possible: it is not judged by the card that was imagined there."""
    game = Game(rules(PILE), seed)
    assert [str(move) for move in game.legal_moves(0)] == ["take", "leave"]
