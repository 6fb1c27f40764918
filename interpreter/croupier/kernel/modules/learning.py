"""Learn during a game, for players with foresight, which of the kinds of cards that they have can go.

If combos determine the use of cards, this is not used.
"""

from collections.abc import Callable

from croupier.kernel.language import LOW, POP, REST, Cards, Numbers, Position, constant, given_function, room
from croupier.kernel.modules.imagining import (
    KINDS,
    ROW,
    UNTRIED,
    G_ahead_cost,
    T_leaves,
    T_mine,
    T_own,
)
from croupier.kernel.modules.knowing import KNOWN, PLACES, WORDS, T_kind, Tm_kind, m_lying, m_seen

LEARNED = constant()
"""The first cell, by seat and kind, of the number of decisions at which the seat had such a card, and at which it could
go; then of the most cards that could go with it at the last of these, itself among them."""

G_ahead_most = room(KINDS)
"""By kind: the most cards that a legal move takes with one of it, 0 if no move takes one."""

m_row_cards: Callable[[Numbers, int], Cards] = given_function()
"""Return the cards that the row of a legal move names, which begins at a place."""


def learned(S: Position, OUT: Numbers, P: Numbers, seat: int, n: int) -> int:
    """Note for a seat with `n` legal moves which of its cards these name, and put down in `G_ahead_cost` what each kind
    costs: the expected number of turns until it can go, divided by the number of cards that go together."""
    held: Cards = 0
    for place in range(PLACES):
        if T_mine[place] >> seat & 1 and T_leaves[place] and T_own[place]:
            held = held | m_lying(S, place)
    held = held & (m_seen(S, seat) | S.cards[KNOWN + seat * WORDS])
    for kind in range(KINDS):
        G_ahead_most[kind] = 0
    for i in range(n):
        goes = m_row_cards(OUT, i * ROW) & held
        many = POP(goes)
        while goes != 0:
            kind = T_kind[LOW(goes)]
            if G_ahead_most[kind] < many:
                G_ahead_most[kind] = many
            goes = REST(goes)
    for kind in range(KINDS):
        at = LEARNED + 3 * (seat * KINDS + kind)
        if (held & Tm_kind[kind]) != 0:
            P[at] += 1
            if G_ahead_most[kind]:
                P[at + 1] += 1
                P[at + 2] = G_ahead_most[kind]
        G_ahead_cost[kind] = UNTRIED * (P[at] + 2) // (2 * P[at + 1] + 2)
        if P[at + 2]:
            G_ahead_cost[kind] = G_ahead_cost[kind] // P[at + 2]
    return 0
