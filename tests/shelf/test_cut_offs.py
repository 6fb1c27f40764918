"""The usual limit of a game that nobody decides in does not name its winner.

The deals of the longest games of beggar-my-neighbour that were known in 2014 are those listed in the README of
`matthewmayer/beggarmypython`, 26 cards a hand, the first on top; `-` is a plain card. How many cards they take is
counted here again, since not all count the last ones alike.
"""

from __future__ import annotations

from itertools import cycle

import pytest

from croupier import Game, load
from croupier.fast import compiled, playouts

PRICES = {"J": 1, "Q": 2, "K": 3, "A": 4}
KLEBER = ("---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q")
MANN_WU = ("K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--")
ANDERSON = ("--A-Q--J--J---Q--AJ-K---K-", "-J-------Q------A--A--QKK-")
RUCKLIDGE = ("-J------Q------AAA-----QQ-", "K----JA-----------KQ-K-JJK")


def played_out(hands: tuple[str, str]) -> tuple[int, int]:
    """Return how many cards a deal takes, and who wins it, by the rules in a few lines."""
    packs, pile = [list(hand) for hand in hands], ""
    at, debt, creditor, count = 0, 0, 0, 0
    while packs[at] and (debt or packs[1 - at]):
        card = packs[at].pop(0)
        pile, count = pile + card, count + 1
        if card in PRICES:
            debt, creditor, at = PRICES[card], at, 1 - at
        elif debt == 0:
            at = 1 - at
        elif debt == 1:
            packs[creditor] += pile
            pile, debt, at = "", 0, creditor
        else:
            debt -= 1
    return count, 0 if packs[0] else 1


def shuffled(hands: tuple[str, str]) -> list[str]:
    """Return the pack from the top, so that dealing in turn makes these hands; the last card dealt comes on top."""
    plain = (f"{rank}{suit}" for suit in "CDHS" for rank in range(2, 11))
    suits = {rank: cycle("CDHS") for rank in PRICES}
    packs = [[card + next(suits[card]) if card in PRICES else next(plain) for card in hand] for hand in hands]
    return [card for pair in zip(*map(reversed, packs), strict=True) for card in pair]


@pytest.mark.costly
@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("hands", "cards", "winner"),
    [(KLEBER, 5789, 0), (MANN_WU, 7157, 1), (ANDERSON, 7225, 0), (RUCKLIDGE, 7959, 1)],
    ids=["kleber", "mann_wu", "anderson", "rucklidge"],
)
def test_the_longest_deals_are_played_out(hands: tuple[str, str], cards: int, winner: int) -> None:
    """In each of them the loser has more cards after 5,000."""
    assert played_out(hands) == (cards, winner)
    dealt = [{"random": "P2"}, {"shuffle": "stock", "cards": shuffled(hands)}]
    game = Game(load("beggar-my-neighbour", 2), chance=dealt)
    while game.decisions < 5000:
        game.play(game.to_act[0], "play_card")
    assert game.standing.scores[winner] < game.standing.scores[1 - winner]
    while not game.over:
        game.play(game.to_act[0], "play_card")
    assert game.decisions == cards
    assert game.outcome is not None
    assert game.outcome.winners == (winner,)
    assert game.outcome.scores[1 - winner] == (0,)


@pytest.mark.costly
def test_a_war_is_fought_out() -> None:
    """Whoever has lost has no card left, or too few for a war."""
    for played in playouts(compiled(load("war", 2), "python"), 1, 0, 20):
        assert not isinstance(played, int)
        assert min(score[0] or 0 for score in played.outcome.scores) == 0
