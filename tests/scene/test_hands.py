"""The order of the cards in a hand, and the remarks on it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier import Game, load
from croupier.scene import Words, Zone, scene


def hand_of(name: str) -> tuple[Zone, Words]:
    game = Game(load(name), 1)
    words = Words(game.rules)
    zones = scene(game, game.to_act[0], words).zones
    return next(zone for zone in zones if zone.lay == "hand" and zone.count), words


@pytest.mark.parametrize(
    ("name", "by_suit"), [("klaberjass", True), ("tressette", True), ("gin-rummy", False), ("scopa", False)]
)
def test_a_hand_is_held_by_suits_where_tricks_are_taken(name: str, by_suit: bool) -> None:
    """Also if sequences are declared, and whatever the suits are; for melds by rank."""
    zone, words = hand_of(name)
    held = [words.cards.attributes(card.kind) for card in zone.cards]
    changes = sum(a["suit"] != b["suit"] for a, b in pairwise(held))
    assert (changes + 1 == len({of["suit"] for of in held})) is by_suit


def test_single_cards_are_no_combination_worth_a_remark() -> None:
    """Any card is one in Big Two; five cards that beat others are told."""
    (note,) = hand_of("big-two")[0].notes
    assert "," not in note


def test_a_zone_that_is_not_used_with_these_options_is_not_shown() -> None:
    """Nothing is turned up for trumps if they are bid for."""
    zones = {
        name: {zone.id for zone in scene(game, 0, Words(game.rules)).zones}
        for name in ("belote", "belote-coinche")
        for game in [Game(load(name), 1)]
    }
    assert "turned" in zones["belote"]
    assert "turned" not in zones["belote-coinche"]
