"""Klondike of the shelf moves as the solitaire of OpenSpiel does; `patience` says how far that is Klondike."""

from __future__ import annotations

import pytest

from croupier.base.chance import Stream

from .patience import LETTERS, RANKS, card_of, dealt, play_beside, there_is

pytestmark = pytest.mark.costly

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")


def test_the_same_moves() -> None:
    """Cards, runs and kings move alike, to the foundations and back, and what is uncovered is turned up."""
    assert sum(play_beside(f"2:{number}", Stream(3, number), 12) for number in range(4)) > 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_same_moves_over_hundreds_of_games() -> None:
    assert sum(play_beside(f"4:{number}", Stream(5, number), 100) for number in range(100)) > 3_000


def test_the_stock_there_is_counted_anew() -> None:
    """Of the 23 cards that are left the fourth lies open: by threes it would not, from neither end."""
    state = pyspiel.load_game("solitaire").new_initial_state()
    columns = ["AS", "3S", "5S", "7S", "9S", "JS", "KS"]
    stock = ["AH", "4C", "9D", "JD", "2D", "6H", "6S"]
    rest = [rank + suit for suit in LETTERS for rank in RANKS if rank + suit not in columns + stock]
    for card in [*columns, *stock, *rest[:17]]:
        state.apply_action(dealt(card))

    def open_cards() -> list[str]:
        told = next(line for line in str(state).splitlines() if line.startswith("SOURCES"))
        return [card_of(word) for word in told.removeprefix("SOURCES : ").split()][-8:]

    assert open_cards()[:3] == ["AH", "JD", "6S"]
    state.apply_action(there_is(state)["AH", "home"])
    assert open_cards()[:2] == ["4C", "2D"]
