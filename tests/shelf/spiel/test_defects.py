"""Defects of OpenSpiel and RLCard, each with its proof; benchmarks/comparisons.md describes them."""

from __future__ import annotations

import pytest

from croupier import Game, load
from croupier.base.chance import Stream

from .alongside import SHELF
from .classics import card as cribbage_card
from .classics import two
from .rummy import KNOCK, UPCARD, melds
from .rummy import PASS as GIN_PASS
from .rummy import card as gin_card
from .shedding import DEAL, DEALER, HEIGHTS, card, landlord_action

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


def gin_rummy(mine: str, others: str, first: str) -> pyspiel.State:
    """The first player has taken the first card."""
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for told in f"{mine} {others} {first}".split():
        state.apply_action(gin_card(told))
    state.apply_action(UPCARD)
    return state


@pytest.mark.costly
def test_gin_rummy_does_not_see_every_knock() -> None:
    """It arranges eleven cards for the fewest points and then throws the highest left over away; here that leaves 11.

    Another arrangement leaves more of eleven cards, and ten of the ten that are kept.
    """
    hand = "2S 6S 4C 5C 6C 5D 6D 4H 5H 6H 7H"
    state = gin_rummy(hand[3:], "AS KS QS AC KC QC AD KD QD JH", "2S")
    assert KNOCK not in state.legal_actions()
    here = {"step": "finish", "turn": "P1", "state": {"limit": 10}, "zones": {"hand of P1": hand.split()}}
    game = Game.at(load(SHELF / "rummy" / "gin-rummy.yaml", preset="openspiel"), here)
    assert "knock" in {move.name for move in game.legal_moves(0)}


def test_gin_rummy_adds_two_cards_to_the_end_of_a_run_but_not_a_third() -> None:
    """Behind the seven and the eight the nine fits as well."""
    state = gin_rummy("4S 5S 6S KC KD KH QC QD QH AD", "7S 8S 9S 2C 4C 6C 8C 2H 4H 6H", "2D")
    laid = [frozenset(map(gin_card, told.split())) for told in ("4S 5S 6S", "KC KD KH", "QC QD QH")]
    for action in (KNOCK, gin_card("2D"), *(melds()[meld] for meld in laid), GIN_PASS, gin_card("7S"), gin_card("8S")):
        assert action in state.legal_actions()
        state.apply_action(action)
    assert gin_card("9S") not in state.legal_actions()


def cribbage(laid_by_the_other: str) -> list[float]:
    """The points after the first deal, in which the dealer lays the two and the four of hearts into the crib."""
    state = pyspiel.load_game("cribbage").new_initial_state()
    mine, others = ["2H", "4H", "KS", "KD", "QS", "JD"], ["6H", laid_by_the_other, "KC", "QC", "10D", "9S"]
    for told in [*mine, *others]:
        state.apply_action(cribbage_card(told))
    for cards in (mine, others):
        state.apply_action(two([cribbage_card(told) for told in cards[:2]]))
    state.apply_action(cribbage_card("10C"))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    points: list[float] = state.returns()
    return points


def test_four_of_a_suit_count_in_the_crib_of_cribbage() -> None:
    """The starter is a club, so that the crib should score nothing for its hearts."""
    assert [a - b for a, b in zip(cribbage("8H"), cribbage("8D"), strict=True)] == [4, 0]


def test_the_last_show_of_cribbage_is_won_by_the_lower_number() -> None:
    """The other has 120 points and counts first, one point to go; the dealer has 115 and wins all the same."""
    chance, state = Stream(1, 46), pyspiel.load_game("cribbage").new_initial_state()
    while not state.is_terminal():
        told, actions = str(state), state.legal_actions()
        state.apply_action(actions[chance.below(len(actions))])
    assert "Dealer: 0" in told
    assert "Scores: 115 120" in told
    assert state.returns() == [1124, -878]


def test_who_wins_uno_of_rlcard_among_three_may_be_told_to_have_lost() -> None:
    """Whoever is `1 - winner` has lost, which with player 2 is player -1, and that is player 2 again."""
    game = pytest.importorskip("rlcard.games.uno", reason="rlcard is not installed").Game(num_players=3)
    game.init_game()
    game.round.winner = [2]
    assert game.get_payoffs() == [0, 0, -1]


def test_spades_are_never_broken_in_spades() -> None:
    """Clubs are led, the third player has none and throws a spade; the first, who wins, still may not lead spades."""
    state = pyspiel.load_game("spades").new_initial_state()
    clubs, diamonds, hearts, spades = (range(13 * suit, 13 * suit + 13) for suit in range(4))
    hands = [[*clubs[6:], *spades[7:]], [*clubs[:6], *hearts[:7]], [*spades[:7], *hearts[7:]], [*diamonds]]
    for turn in range(13):
        for hand in hands:
            state.apply_action(hand[turn])
    for action in (*[52 + 3] * 4, clubs[12], clubs[0], spades[0], diamonds[0]):
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.current_player() == 2, "the spade has taken the trick"
    for action in (hearts[12], diamonds[1], spades[12], hearts[0]):
        state.apply_action(action)
    assert state.current_player() == 0
    assert state.legal_actions() == [*clubs[6:12]]


def dou_dizhu(*hands: str) -> pyspiel.State:
    """The first player is the landlord; to each hand are added cards that are left."""
    state = pyspiel.load_game("dou_dizhu").new_initial_state()
    left = [HEIGHTS.index(rank) + 13 * suit for rank in HEIGHTS[:13] for suit in range(4)] + [52, 53]
    dealt: list[list[int]] = []
    for hand in hands:
        dealt.append([])
        for rank in hand.split():
            place = HEIGHTS.index(rank)
            dealt[-1].append(next(card for card in left if card == place + 39 or (card < 52 and card % 13 == place)))
            left.remove(dealt[-1][-1])
    for held in dealt:
        while len(held) < 17:
            held.append(left.pop(-3))
    state.apply_action(0)
    for turn in range(17):
        for held in dealt:
            state.apply_action(DEAL + held[turn])
    state.apply_action(3)
    return state


def test_dou_dizhu_offers_no_chain_from_four_of_a_rank() -> None:
    """With three threes the chain is offered, with four it is not."""
    chain = landlord_action("3 4 5 6 7")
    assert chain in dou_dizhu("3 3 3 4 5 6 7 9", "3", "").legal_actions()
    assert chain not in dou_dizhu("3 3 3 3 4 5 6 7 9", "", "").legal_actions()


def test_dou_dizhu_lets_a_bomb_beat_the_rocket() -> None:
    """The two jokers are the highest of all."""
    state = dou_dizhu("black_joker red_joker", "3 3 3 3", "")
    state.apply_action(landlord_action("black_joker red_joker"))
    assert landlord_action("3 3 3 3") in state.legal_actions()


def test_three_players_of_rlcard_are_asked_once_too_often() -> None:
    """One has folded, one has called, the big blind has checked: all have answered, but the first round goes on."""
    game = pytest.importorskip("rlcard.games.limitholdem", reason="rlcard is not installed").Game()
    game.configure({"game_num_players": 3})
    _, first = game.init_game()
    for action in ("fold", "call", "check"):
        game.step(action)
    assert not game.public_cards
    assert game.get_player_id() == (first + 1) % 3
