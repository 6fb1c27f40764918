"""A ruleset and a game of OpenSpiel, or of another library in its shape, on the same deal and the same choices.

Croupier deals and draws; the chance of the other is steered to the same cards. At every decision the same player is to
act and may do the same, and at the end each has what the other game says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, load
from croupier.base.chance import Stream

SHELF = Path(__file__).resolve().parents[3] / "rulesets"

Position = dict[str, Any]
Words = Callable[[str, Position], Iterable[Sequence[int]]]
"""A move, and the position it is made in -> the actions that make it in OpenSpiel; several ways, where their order is
free there."""


def _seats(position: Position) -> int:
    """Seat 0 is player 0."""
    return 0


def _nothing(before: Position, after: Position) -> Iterable[int]:
    """No move draws a card."""
    return ()


def _nothing_special(_: str, __: Position, ___: int) -> int:
    """All moves are alike."""
    return 0


def _no_deal(_: Position) -> bool:
    """None is left out."""
    return False


def _scores(outcome: list[float], position: Position) -> list[float]:
    """The scores are the returns."""
    return outcome


def _of_openspiel(name: str) -> Any:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")
    return pyspiel.load_game(name)


@dataclass(frozen=True, kw_only=True)
class Pair:
    """What has to be said so that two games can be played side by side."""

    name: str
    """For people: the name of the test."""
    ruleset: str
    """The file on the shelf."""
    spiel: str
    """The game of OpenSpiel, with its parameters, or that of another library."""
    players: int
    actions: Words
    dealt: Callable[[Position], Iterable[int]]
    """What chance does at the beginning there, by the position here."""
    drawn: Callable[[Position, Position], Iterable[int]] = _nothing
    """What chance does there after a move, by the positions before and after it here."""
    first: Callable[[Position], int] = _seats
    """The seat that is player 0 there."""
    returns: Callable[[list[float], Position], list[float]] = _scores
    """What the returns there should be, by the scores and the last position here."""
    passes: int | None = None
    """The action that OpenSpiel asks for where nothing can be done, and nothing is asked for here."""
    last_is_forced: bool = False
    """Once nobody has a choice left, OpenSpiel ends the game by itself."""
    prefers: Callable[[str, Position, int], int] = _nothing_special
    """How gladly a seat makes a move, three times in four, where random moves would seldom come to the point."""
    left_out: Callable[[Position], bool] = _no_deal
    """Deals that are not played: what OpenSpiel does with them is a defect (see `test_defects`)."""
    leaves_off: Callable[[Position], bool] = _no_deal
    """Where a game is followed no further: what comes then is not the same there."""
    chance: tuple[object, ...] = ()
    """The first results of chance here, where a rare deal is wanted."""
    sample: int = 8
    """With every run of the tests so many games are played."""
    options: dict[str, object] = field(default_factory=dict)
    preset: str | None = None
    whose: str = "OpenSpiel"
    loads: Callable[[str], Any] = _of_openspiel
    """The other game by its name, in the shape of those of OpenSpiel; without its library the test is left out."""

    def rules(self) -> Any:
        return load(SHELF / self.ruleset, self.players, self.options, preset=self.preset)


def zone(position: Position, name: str, seat: int | None = None) -> list[str]:
    """The cards of a zone."""
    owned = name if seat is None else f"{name} of {position['names'][seat]}"
    cards: list[str] = position["zones"].get(owned, [])
    return cards


def play_alongside(pair: Pair, seed: int, games: int) -> int:
    """Play so many games, and say how many decisions were compared; an AssertionError tells the first difference."""
    rules, other = pair.rules(), pair.loads(pair.spiel)
    sittings = (Game(rules, f"{seed}:{number}", chance=pair.chance or None) for number in range(games))
    return sum(_play(pair, game, other, Stream(seed + 1, number)) for number, game in enumerate(sittings))


def _play(pair: Pair, game: Game, other: Any, chance: Stream) -> int:
    compared = 0
    position = game.position()
    if pair.left_out(position):
        return 0
    first = pair.first(position)
    state = other.new_initial_state()
    _steer(state, pair.dealt(position), game)
    while game.to_act:
        seats = game.to_act
        at_once: dict[int, int] = {}
        before = position
        seats = sorted(seats, key=lambda seat: (seat - first) % pair.players)
        for seat in seats if state.is_simultaneous_node() else seats[:1]:
            told = f"{pair.name}, seed {game.seed}, decision {game.decisions}"
            player = (seat - first) % pair.players
            moves = list(game.legal_moves(seat))
            if state.is_terminal():
                assert pair.last_is_forced, f"{told}: over there, not here"
                assert len(moves) == 1, f"{told}: over there, though there is a choice here"
                game.play(seat, moves[0])
                continue
            ways = [[tuple(way) for way in pair.actions(str(move), before)] for move in moves]
            assert state.is_simultaneous_node() or state.current_player() == player, told
            chosen = chance.below(len(moves))
            if pair.prefers is not _nothing_special and chance.below(4):
                glad = [pair.prefers(str(move), before, seat) for move in moves]
                best = [index for index, how in enumerate(glad) if how == max(glad)]
                chosen = best[chance.below(len(best))]
            way = ways[chosen][chance.below(len(ways[chosen]))]
            every = [way for found in ways for way in found]
            assert len(set(every)) == len(every), f"{told}: two moves are one action: {ways}"
            if state.is_simultaneous_node():
                assert sorted(action for (action,) in every) == sorted(state.legal_actions(player)), told
                at_once[player] = way[0]
            for done in range(len(way)) if not at_once else ():
                here = {each[done] for each in every if each[:done] == way[:done]}
                there = set(state.legal_actions())
                apart = f"{told}: only here {here - there}, only there {there - here} of {[*map(str, moves)]}"
                assert here == there, apart
                state.apply_action(way[done])
            compared += 1
            game.play(seat, moves[chosen])
        if at_once:
            state.apply_actions([at_once[player] for player in range(pair.players)])
        while pair.passes is not None and state.legal_actions() == [pair.passes]:
            state.apply_action(pair.passes)
        position = game.position()
        if pair.leaves_off(position):
            return compared
        _steer(state, pair.drawn(before, position), game)
    assert state.is_terminal(), f"{pair.name}, seed {game.seed}: over here, not there:\n{state}"
    assert game.outcome is not None
    scores = [float(score[0] or 0) for score in game.outcome.scores]
    here = pair.returns(scores, position)
    there = state.returns()
    assert [here[(first + player) % pair.players] for player in range(len(there))] == there, (
        f"{pair.name}, seed {game.seed}: {here} here, {there} there\n{state}"
    )
    return compared


def _steer(state: Any, actions: Iterable[int], game: Game) -> None:
    """Let chance there do this, and see that it asks for neither more nor less."""
    for action in actions:
        assert state.is_chance_node(), f"seed {game.seed}, decision {game.decisions}: no chance is asked for {action}"
        assert action in state.legal_actions(), f"seed {game.seed}, decision {game.decisions}: {action} is not there"
        state.apply_action(action)
    assert not state.is_chance_node(), f"seed {game.seed}, decision {game.decisions}: chance is asked for there alone"
