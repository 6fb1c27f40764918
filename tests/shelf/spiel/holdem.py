"""Limit hold'em as OpenSpiel and RLCard have it: player 0 is the first to pay a blind."""

from __future__ import annotations

from collections.abc import Iterable

from .alongside import Pair, Position, zone
from .rlcard import ACTIONS, LimitHoldem
from .shedding import card

CHIPS = 1000
"""So many that nobody runs out of them: then OpenSpiel plays by other rules."""


def _left_of_dealer(position: Position) -> int:
    return (_dealer(position) + 1) % len(position["names"])


def _dealer(position: Position) -> int:
    seat: int = position["names"].index(position["state"]["dealer"])
    return seat


def _hands(start: Position, first: int) -> list[int]:
    seats = len(start["names"])
    return [card(told) for player in range(seats) for told in zone(start, "hand", (first + player) % seats)]


def _calls(move: str, _: Position, __: int) -> int:
    """To go on is what leads to a showdown."""
    return move != "fold"


def _holdem(players: int, small_blind: int) -> Pair:
    """Blinds by which the pots of so many can be shared: OpenSpiel divides chips. With five it ends the process."""
    blinds = [small_blind, 2 * small_blind] if players > 2 else [2 * small_blind, small_blind]
    first = 2 if players == 2 else 3
    said = {
        "betting": "limit",
        "numPlayers": players,
        "numRounds": 4,
        "blind": " ".join(map(str, blinds + [0] * (players - 2))),
        "firstPlayer": f"{first} 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "raiseSize": " ".join(str(times * small_blind) for times in (2, 2, 4, 4)),
        "maxRaises": "3 4 4 4",
        "stack": " ".join([str(CHIPS)] * players),
    }

    def drawn(before: Position, after: Position) -> Iterable[int]:
        return [card(told) for told in zone(after, "board")[len(zone(before, "board")) :]]

    return Pair(
        name=f"Limit hold'em with {players}",
        ruleset="showdown/texas-holdem.yaml",
        spiel=f"universal_poker({','.join(f'{key}={value}' for key, value in said.items())})",
        players=players,
        actions=lambda move, _: [[{"fold": 0, "check": 1, "call": 1, "raise": 2}[move]]],
        dealt=lambda start: _hands(start, _left_of_dealer(start)),
        drawn=drawn,
        first=_left_of_dealer,
        returns=lambda scores, _: [score - CHIPS for score in scores],
        prefers=_calls,
        preset="openspiel",
        options={"buy_in": CHIPS, "small_blind": small_blind},
    )


RLCARD = Pair(
    name="Limit hold'em of RLCard",
    ruleset="showdown/texas-holdem.yaml",
    spiel="limit-holdem",
    players=2,
    actions=lambda move, _: [[ACTIONS.index(move)]],
    dealt=lambda start: _hands(start, _dealer(start)) + [card(told) for told in zone(start, "stock")[: -5 - 1 : -1]],
    first=_dealer,
    returns=lambda scores, _: [(score - CHIPS) / 2 for score in scores],
    prefers=_calls,
    preset="rlcard",
    options={"buy_in": CHIPS},
    whose="RLCard",
    loads=LimitHoldem,
)

PAIRS = [*(_holdem(*each) for each in ((2, 1), (3, 2), (4, 6))), RLCARD]
