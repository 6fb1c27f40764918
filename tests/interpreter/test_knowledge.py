"""What a seat remembers: what it was shown and sees no more, until something unsettles that; never a card too many."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, PositionError, Rules

from .small_games import HANDS, MEMORY, rules

TABLE = rules(MEMORY, names=["Ann", "Bob", "Cid"])
SWAPS = rules(HANDS, names=["Ann", "Bob", "Cid"])


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


def hands(**zones: str) -> Game:
    """Ann's turn in a game of hands that go from place to place; `Ann="1 2"` is her hand, `table` lies open."""
    named = {"table" if name == "table" else f"hand of {name}": cards.split() for name, cards in zones.items()}
    return Game.at(SWAPS, {"step": "turn", "turn": "Ann", "zones": named})


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


@pytest.mark.parametrize(
    ("move", "now_in"), [("swap who=Cid", "hand of Cid"), ("one_by_one who=Cid", "hand of Cid"), ("put_away", "heap")]
)
def test_cards_that_go_together_stay_known(move: str, now_in: str) -> None:
    """All the cards of a hand go to one place that Bob does not see either: he knows the 7 there."""
    game = after(hands(table="7", Ann="1 2", Bob="5", Cid="3 4"), "take", "pass", "pass", move)
    assert remembered(game, 1, now_in) == "7"
    assert remembered(game, 1, "hand of Ann") == ""


def test_cards_that_do_not_all_go_are_not() -> None:
    """One of the hand stays behind, or one goes elsewhere: it may be the 7."""
    for move in ("split who=Cid", "all_but_one who=Cid"):
        game = after(hands(table="7", Ann="1 2", Bob="5", Cid="3 4"), "take", "pass", "pass", move)
        assert [remembered(game, 1, f"hand of {name}") for name in ("Ann", "Cid")] == ["", ""]
        assert remembered(game, 1, "heap") == ""


def test_in_a_pile_nobody_knows_which_is_which() -> None:
    """A hand that goes onto a pile unseen is forgotten, unless it is one card: its place is known."""
    game = after(hands(table="7", Ann="1 2", Bob="5"), "take", "pass", "pass", "stack")
    assert remembered(game, 1, "dark") == ""
    game = after(hands(table="7", Bob="5"), "take", "pass", "pass", "stack")
    assert remembered(game, 1, "dark") == "7"


def test_showing_a_hand_to_one_leaves_the_others_what_they_knew() -> None:
    """Bob looks at Ann's hand; Cid, who knew a 7 in it, knows it there still, and no more than that."""
    game = after(hands(table="7", Ann="1 2", Bob="5"), "take", "look who=Ann")
    assert remembered(game, 1, "hand of Ann") == "1 2 7"
    assert remembered(game, 2, "hand of Ann") == "7"


def test_showing_a_hand_to_all_leaves_it_known() -> None:
    """Turned up and down again, everybody knows all of it."""
    game = after(hands(table="7", Ann="1 2", Bob="5"), "take", "pass", "pass", "show_all")
    assert remembered(game, 1, "hand of Ann") == remembered(game, 2, "hand of Ann") == "1 2 7"


def test_the_top_of_a_pile_is_remembered_under_what_covers_it() -> None:
    """A card that came to light on a pile, by a shuffle or because those above it left, is known when it is covered."""
    game = after(hands(table="1", Ann="2", Bob="3"), "cover 2")
    game = Game.at(SWAPS, game.position())
    after(game, "cover 3")
    assert game.view(2).zones["face_up"].remembered == ("2",)
    mixed = after(Game.at(SWAPS, {"turn": "Ann", "zones": {"hand of Bob": ["9"]}, "rest": "face_up"}), "mix")
    top = mixed.position()["zones"]["face_up"][-1]
    after(mixed, "cover 9")
    assert mixed.view(2).zones["face_up"].remembered == (top,)
    after(mixed, "uncover", "uncover")
    under = mixed.view(0).zones["face_up"].cards[-1]
    after(mixed, "pass", "cover 9")
    assert under in mixed.view(0).zones["face_up"].remembered


def test_a_position_keeps_what_is_remembered_beside_an_open_twin() -> None:
    """One of two 7s in a hand is remembered, the other lies open: it is the hidden one that is remembered."""
    game = after(table(table="7", Ann="7"), "take", "pass", "pass", "show 7", "pass", "pass")
    game = after(table(table="7 7", Ann="1"), *["take", "pass", "pass"] * 2, "show 7")
    assert remembered(game, 1, "hand of Ann") == "7"
    again = Game.at(TABLE, game.position())
    assert again.position() == game.position()
    assert remembered(again, 1, "hand of Ann") == "7"


@pytest.mark.costly
@given(st.integers(0, 100_000), st.integers(1, 50), st.sampled_from([TABLE, SWAPS]))
@settings(max_examples=90)
def test_what_is_remembered_is_so(seed: int, decisions: int, rules: Rules) -> None:
    """At any point of any game, every card that a seat remembers in a zone does lie there, and it does not see it."""
    game = Game(rules, seed)
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
