"""Learn during a game, for players with foresight, which of the kinds of cards that they have can go.

If combos determine the use of cards, this is not used.
"""

from collections.abc import Callable

from croupier.kernel.language import Cards, Numbers, Position, constant, given_function
from croupier.kernel.modules.imagining import KINDS, ROW, G_ahead_goes, T_leaves, T_mine, T_own
from croupier.kernel.modules.knowing import KNOWN, PLACES, WORDS, Tm_kind, m_lying, m_seen

LEARNED = constant()
"""The first cell, by seat and kind, of the number of decisions at which the seat had such a card, and at which it could
go."""

m_row_cards: Callable[[Numbers, int], Cards] = given_function()
"""Return the cards that the row of a legal move names, which begins at a place."""


def learned(S: Position, OUT: Numbers, P: Numbers, seat: int, n: int) -> int:
    """Note for a seat with `n` legal moves which of its cards these name, and put down in `G_ahead_goes` how often each
    kind has gone."""
    held: Cards = 0
    for place in range(PLACES):
        if T_mine[place] >> seat & 1 and T_leaves[place] and T_own[place]:
            held = held | m_lying(S, place)
    held = held & (m_seen(S, seat) | S.cards[KNOWN + seat * WORDS])
    goes: Cards = 0
    for i in range(n):
        goes = goes | m_row_cards(OUT, i * ROW)
    goes = goes & held
    for kind in range(KINDS):
        at = LEARNED + 2 * (seat * KINDS + kind)
        if (held & Tm_kind[kind]) != 0:
            P[at] += 1
            if (goes & Tm_kind[kind]) != 0:
                P[at + 1] += 1
        G_ahead_goes[kind] = 100 * (P[at + 1] + 1) // (P[at] + 2)
    return 0
