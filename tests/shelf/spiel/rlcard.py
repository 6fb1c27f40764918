"""Limit hold'em of RLCard in the shape of a game of OpenSpiel: its cards are dealt by who plays beside it."""

from __future__ import annotations

from typing import Any

import pytest

ACTIONS = ["call", "raise", "fold", "check"]
CARDS = 9
"""Two hands and the board, which are dealt before anybody chooses."""


class LimitHoldem:
    """Two players, of whom player 0 has the small blind."""

    def __init__(self, _: str) -> None:
        pytest.importorskip("rlcard", reason="rlcard is not installed")

    def new_initial_state(self) -> LimitHoldemState:
        return LimitHoldemState()


class LimitHoldemState:
    """Cards go by their number in the pack as OpenSpiel counts them: two of clubs, of diamonds, of hearts, ..."""

    def __init__(self) -> None:
        from rlcard.games.limitholdem import Game

        self.game = Game()
        self.dealt: list[int] = []

    def is_chance_node(self) -> bool:
        return len(self.dealt) < CARDS

    def is_simultaneous_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return not self.is_chance_node() and bool(self.game.is_over())

    def current_player(self) -> int:
        return int(self.game.game_pointer)

    def legal_actions(self) -> list[int]:
        if self.is_chance_node():
            return [card for card in range(52) if card not in self.dealt]
        return [ACTIONS.index(action) for action in self.game.get_legal_actions()]

    def apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self.game.step(ACTIONS[action])
            return
        self.dealt.append(action)
        if len(self.dealt) == CARDS:
            self._begin()

    def _begin(self) -> None:
        from rlcard.games.base import Card

        cards = [Card("CDHS"[card % 4], "23456789TJQKA"[card // 4]) for card in self.dealt]
        game: Any = self.game
        game.init_game()
        game.dealer.deck = cards[:3:-1]
        for seat, player in enumerate(game.players):
            player.hand = cards[2 * seat : 2 * seat + 2]
            player.in_chips = seat + 1
        game.game_pointer = 0
        game.round.start_new_round(0, raised=[1, 2])

    def returns(self) -> list[float]:
        """In big blinds."""
        return [float(payoff) for payoff in self.game.get_payoffs()]
