"""A card of the seat's own hand that all see is marked for it: what the others know is known to be known."""

from __future__ import annotations

import pytest

from croupier import Game, load
from croupier.cli.table import own_cards
from croupier.scene import Words, scene


@pytest.mark.parametrize("which", ["lowest", "highest"])
def test_a_card_turned_up_by_another_is_marked(which: str) -> None:
    """One of its kind, for its owner only; the terminal says so below the hand."""
    rules = load("trio", 3)
    game, words = Game(rules, seed=4), Words(rules)
    seat = game.to_act[0]
    other = (seat + 1) % 3
    game.play(seat, f"reveal_{which} who=P{other + 1}")
    hand = scene(game, other, words).zone(f"hand of P{other + 1}")
    numbers = [int(card.text) for card in hand.cards]
    marked = [int(card.text) for card in hand.cards if card.open]
    assert marked == [min(numbers) if which == "lowest" else max(numbers)]
    assert f"(face up for all: {marked[0]})" in " ".join(own_cards(hand, 80))
    for eyes in (seat, None):
        table = scene(game, eyes, words)
        assert not [card for zone in table.zones for card in zone.cards if card.open]


def test_without_a_card_turned_up_none_is_marked() -> None:
    rules = load("trio", 3)
    game, words = Game(rules, seed=4), Words(rules)
    assert not [card for zone in scene(game, game.to_act[0], words).zones for card in zone.cards if card.open]
