"""What a seat remembers: what it was shown and sees no more, until something unsettles that; never a card too many."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, PositionError

from .small_games import MEMORY, rules

TABLE = rules(MEMORY, names=["Ann", "Bob", "Cid"])


def table(**zones: str) -> Game:
    """Ann's turn; `Ann="1 2"` is her hand."""
    places = {"table": "table", "dark": "dark", "holes": "holes"}
    named = {places.get(name, f"hand of {name}"): cards.split() for name, cards in zones.items()}
    return Game.at(TABLE, {"step": "turn", "turn": "Ann", "zones": named})


def after(game: Game, *moves: str) -> Game:
    """The moves, each by whoever is on turn."""
    for move in moves:
        game.play(game.to_act[0], move)
    return game


def remembered(game: Game, seat: int, zone: str) -> str:
    return " ".join(game.view(seat).zones[zone].remembered)


def test_a_card_taken_from_the_open_table_is_remembered() -> None:
    """Everybody has seen what went into the hand; the owner sees it there, and needs no memory."""
    game = after(table(table="4 7", Ann="1"), "take")
    assert remembered(game, 1, "hand of Ann") == remembered(game, 2, "hand of Ann") == "7"
    assert remembered(game, 0, "hand of Ann") == ""
    assert game.view(0).cards("hand of Ann") == ("1", "7")


def test_a_card_that_was_never_shown_is_not() -> None:
    """A card drawn unseen is known to whoever drew it alone."""
    game = after(table(dark="4 7", Ann="1"), "draw")
    assert remembered(game, 1, "hand of Ann") == ""


def test_an_unseen_departure_unsettles_a_hand() -> None:
    """When a card that others cannot make out leaves a hand, any of it may have gone: they know none of it any more."""
    game = after(table(table="4 7", Ann="1"), "take", "pass", "pass", "stash 1")
    assert remembered(game, 1, "hand of Ann") == ""
    assert remembered(game, 1, "secret of Ann") == ""


def test_a_seen_departure_does_not() -> None:
    """A card laid open leaves what is known of the others."""
    game = after(table(table="4 7", Ann="1"), "take", "pass", "pass", "take", "pass", "pass", "drop 1")
    assert remembered(game, 1, "hand of Ann") == "4 7"
    after(game, "pass", "pass", "drop 4")
    assert remembered(game, 1, "hand of Ann") == "7"


def test_one_of_two_equal_cards_leaves_one_less_known() -> None:
    """Bob has seen one 7 go into the hand. When a 7 comes out, it may be that one: he knows no 7 there."""
    game = after(table(table="7", Ann="7"), "take", "pass", "pass", "drop 7")
    assert game.view(0).cards("hand of Ann") == ("7",)
    assert remembered(game, 1, "hand of Ann") == ""


def test_piles_and_rows_keep_their_places() -> None:
    """A card buried on a hidden pile is known where it lies, and known in the hand of whoever draws it from there."""
    game = after(table(table="4 7", dark="1", Ann="9"), "bury")
    assert [remembered(game, seat, "dark") for seat in range(3)] == ["7", "7", "7"]
    after(game, "draw")
    assert remembered(game, 0, "hand of Bob") == remembered(game, 2, "hand of Bob") == "7"
    assert remembered(game, 0, "dark") == ""


def test_a_shuffle_unsettles_a_pile() -> None:
    """After it nobody knows what lies where in it."""
    game = after(table(table="4 7", dark="1", Ann="9"), "bury", "mix")
    assert [remembered(game, seat, "dark") for seat in range(3)] == ["", "", ""]


def test_who_puts_a_card_away_knows_where() -> None:
    """Only the player who laid a card face down in a row knows it; lifted by another, it is still known to both."""
    game = after(table(Ann="1 2", Bob="3"), "place 2")
    assert [remembered(game, seat, "holes") for seat in range(3)] == ["2", "", ""]
    after(game, "lift @1")
    assert remembered(game, 0, "hand of Bob") == "2"
    assert remembered(game, 2, "hand of Bob") == ""


def test_a_card_turned_up_is_open_and_then_remembered() -> None:
    """While it is turned up all see it; turned down again, all remember it."""
    game = after(table(Ann="1 2", Bob="3"), "show 2")
    assert game.view(1).cards("hand of Ann") == ("2",)
    assert remembered(game, 1, "hand of Ann") == ""
    after(game, "pass", "pass", "cover 2")
    assert game.view(1).cards("hand of Ann") == ()
    assert remembered(game, 1, "hand of Ann") == "2"


def test_a_position_keeps_what_is_remembered() -> None:
    """Memory is part of a position; a position that says nothing of it starts with what lies open."""
    game = after(table(table="4 7", Ann="1"), "take")
    position = game.position()
    assert position["remembered"] == {"Bob": ["7 in hand of Ann"], "Cid": ["7 in hand of Ann"]}
    assert remembered(Game.at(TABLE, position), 1, "hand of Ann") == "7"
    del position["remembered"]
    assert remembered(Game.at(TABLE, position), 1, "hand of Ann") == ""


@given(st.integers(0, 100_000), st.integers(1, 50))
@settings(max_examples=60)
def test_what_is_remembered_is_so(seed: int, decisions: int) -> None:
    """At any point of any game, every card that a seat remembers in a zone does lie there, and it does not see it."""
    game = Game(TABLE, seed)
    for number in range(decisions):
        if not game.to_act:
            break
        moves = game.legal_moves(game.to_act[0])
        game.play(game.to_act[0], moves[(seed * 7 + number * number) % len(moves)])
    zones = game.position()["zones"]
    for seat in range(3):
        for name, zone in game.view(seat).zones.items():
            told = Counter(zone.remembered) + Counter(card for card in zone.cards if card not in (None, "?", ""))
            assert not told - Counter(zones[name]), (seat, name)


@pytest.mark.parametrize("word", ["7 in hand of Bob", "9 in hand of Ann", "@1 in dark"])
def test_memory_of_what_is_not_there_is_refused(word: str) -> None:
    """A position cannot say that somebody remembers a card that does not lie there."""
    position = after(table(table="4 7", Ann="1"), "take").position()
    position["remembered"] = {"Bob": [word]}
    with pytest.raises(PositionError):
        Game.at(TABLE, position)
