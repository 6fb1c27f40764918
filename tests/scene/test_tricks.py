"""Cards that compete for their players say who played them, to whoever sees the trick."""

from __future__ import annotations

import pytest

from croupier import Game, load
from croupier.scene import Words, played, scene
from croupier.scene.roles import tricks
from croupier.table import display

TRICKS = ("bridge", "tressette", "skat")
OTHERS = ("cribbage", "cheat", "war", "texas-holdem", "klondike")


def positions(name: str, decisions: int) -> list[Game]:
    game = Game(load(name), 7)
    found = []
    while game.to_act and len(found) < decisions:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        game.play(seat, moves[7 * len(found) % len(moves)])
        found.append(game.copy())
    return found


@pytest.mark.costly
@pytest.mark.parametrize("name", ["hearts", "whist", "piquet", "euchre"])
def test_each_card_of_a_trick_says_who_played_it(name: str) -> None:
    """As the log tells it, for each seat, for spectators, and in the positions between two decisions."""
    words, compared = Words(load(name)), 0
    before: Game | None = None
    for game in positions(name, 45):
        for seat in (0, 1, None):
            events = game.log(seat)
            put = [(event.data["cards"], who) for event, who in zip(events, _acting(game, seat), strict=True)
                   if event.kind == "move" and event.data["to"] == "trick"]  # fmt: skip
            tables = [scene(game, seat, words)]
            if before is not None:
                tables += [beat.table for beat in played(game, before, seat, words) if beat.table is not None]
            for table in tables:
                trick = table.zone("trick")
                assert trick.trick
                for card in trick.cards:
                    assert ([card.kind], card.by) in put
                    compared += 1
        before = game
    assert compared > 100


def _acting(game: Game, seat: int | None) -> list[int | None]:
    """For each event of the log the seat that decided last."""
    found: list[int | None] = []
    for event in game.log(seat):
        found.append(event.data["seat"] if event.kind == "decision" else found[-1] if found else None)
    return found


@pytest.mark.costly
def test_a_trick_is_known_by_its_rules() -> None:
    """Where rules ask for the owner of the best card, and not where only the top of a pile is asked for."""
    seen = {name: tricks(load(name).program) for name in (*TRICKS, *OTHERS)}
    assert {name: found for name, found in seen.items() if found} == dict.fromkeys(TRICKS, frozenset({"trick"}))


def test_a_pile_with_cards_that_are_not_seen_says_nothing_of_players() -> None:
    game = Game(load("cheat"), 7)
    words = Words(game.rules)
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert display.placed(game, 0, ["laid"]) == {}
    assert not any(
        zone.trick or any(card.by is not None for card in zone.cards) for zone in scene(game, 0, words).zones
    )
