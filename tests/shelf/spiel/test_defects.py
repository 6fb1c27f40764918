"""What is found amiss in OpenSpiel itself, each with its proof; docs/openspiel.md tells of it."""

from __future__ import annotations

import pytest

from .shedding import DEALER, card

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")


def test_low_cards_of_crazy_eights_count_their_number_in_the_pack() -> None:
    """A four of spades in the hand costs 13, a four of clubs 10, where each should cost 4."""
    state = pyspiel.load_game("crazy_eights(players=2,max_turns=1)").new_initial_state()
    state.apply_action(DEALER)
    hands = [["4S", "4C", "9C", "9D", "9H", "9S", "KC"], ["2C", "5D", "5H", "6C", "6D", "6H", "7C"]]
    for turn in range(7):
        for hand in hands[::-1]:
            state.apply_action(card(hand[turn]))
    state.apply_action(card("2H"))
    state.apply_action(card("2C"))
    assert state.is_terminal()
    assert state.returns()[0] == -(13 + 10 + sum(4 * 7 + 2 + suit for suit in range(4)) + 10)


def test_who_is_dealt_a_book_in_go_fish_is_dealt_more_cards() -> None:
    """Four of a rank among the first cards are laid down at once, and then others are dealt in their place."""
    state = pyspiel.load_game("go_fish(players=2,initial_cards=7)").new_initial_state()
    for rank in [0, 0, 0, 0, *range(1, 8), *range(1, 8)]:
        assert state.is_chance_node()
        state.apply_action(rank)
    assert state.current_player() == 0
    assert "b1c1d1e1f1g1h1:1" in str(state)
