"""Find what cards in melds on the table represent, and what may join a meld.

`S[ROLE + card]` is the kind that a card in a meld represents (below 0: open; NOTHING outside melds), `S[LIES + card]`
its place in the sequence, -1 in a set.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    LOW,
    REST,
    Cards,
    Position,
    constant,
    given_function,
    numbers,
    room,
    room_for_sets,
    sets,
)
from croupier.kernel.modules.lying import KINDS, LIES, NOTHING, ROLE, T_kind, meld_at

COLUMNS = constant()
"""The places of the longest sequence."""
GROUPED = constant()
"""Whether any pattern is of groups in sequence."""
MEANINGS = constant()
"""The number of roles below -1 of each pattern."""

T_group = numbers()
"""By pattern and kind: the number of the group that it may join, counted over all patterns; -1: none."""
T_grouped = numbers()
"""By pattern: whether it is of groups in sequence."""
T_length = numbers()
"""By pattern: the places of the sequence, 0 for a set."""
T_role = numbers()
"""By group and place of the sequence: the kind there, -1: none, or several."""
Tm_at = sets()
"""By pattern and place of the sequence: the cards that have it."""
Tm_beside = sets()
"""By pattern: the cards that can be added to groups."""
Tm_group = sets()
"""By group: its cards."""
Tm_joining = sets()
"""By pattern: the cards that may be in a meld as themselves."""
Tm_kind = sets()
"""By kind: its cards."""
Tm_meant = sets()
"""By pattern and role below -1: the cards that it means."""
Tm_rivals = sets()
"""By pattern and kind: the cards that may not be in a meld with it."""

G_sum = room(3)
"""Of cards of a meld: the group that they share, how many are natural, and which places are taken, as bits."""
Gm_sum = room_for_sets(3)
"""The cards that are wild; those that could join as themselves; the same, also if they differ too little."""

home_melds: Callable[[Position, int], int] = given_function()
"""Return the number of the place where a card is in a meld; -1 elsewhere."""


def sum_up(S: Position, meld: Cards, p: int) -> int:
    """Note in `G_sum` and `Gm_sum` what some cards of a meld of a pattern leave of what may join it."""
    taken: Cards = 0
    naturals = 0
    places = 0
    shared = -1
    while meld != 0:
        card = LOW(meld)
        meld = REST(meld)
        role = S[ROLE + card]
        at = S[LIES + card]
        if at >= 0:
            places = places | 1 << at
        if role >= 0:
            shared = T_group[p * KINDS + role]
            taken = taken | Tm_rivals[p * KINDS + role]
            if role == T_kind[card]:
                naturals += 1
    G_sum[0] = shared
    G_sum[1] = naturals
    G_sum[2] = places
    Gm_sum[2] = Tm_group[shared] if shared >= 0 else Tm_joining[p]
    Gm_sum[1] = Gm_sum[2] & ~taken
    return 0


def m_stands(S: Position, card: int) -> Cards:
    """Return the cards of the kinds that a card in a meld may represent."""
    role = S[ROLE + card]
    if role == NOTHING:
        return 0
    if role >= 0:
        return Tm_kind[role]
    cell = meld_at(S, home_melds(S, card), card)
    p = S[cell]
    if GROUPED and role < -1:
        return Tm_meant[p * MEANINGS - 2 - role]
    if GROUPED and T_grouped[p] and S[LIES + card] < 0:
        return Tm_beside[p]
    sum_up(S, S.cards[cell + 1], p)
    if T_length[p] > 0:
        return Gm_sum[2] & Tm_at[p * COLUMNS + S[LIES + card]]
    return Gm_sum[1]


def role_card(S: Position, card: int) -> int:
    """Return the card that a card represents, if it is only one."""
    kinds = m_stands(S, card)
    if kinds == 0:
        return NOTHING
    first = LOW(kinds)
    if (kinds & ~Tm_kind[T_kind[first]]) != 0:
        return NOTHING
    return card if T_kind[card] == T_kind[first] else first


def cast(S: Position, cell: int, card: int, at: int) -> int:
    """Add a card that fits to the meld of a cell."""
    p = S[cell]
    sum_up(S, S.cards[cell + 1], p)
    own = Gm_sum[1]
    if T_length[p] > 0:
        own = own & Tm_at[p * COLUMNS + at]
    S[ROLE + card] = -1
    if (own & BIT(card)) != 0:
        S[ROLE + card] = T_kind[card]
    elif T_length[p] > 0 and G_sum[0] >= 0:
        S[ROLE + card] = T_role[G_sum[0] * COLUMNS + at]
    S[LIES + card] = at
    S.cards[cell + 1] = S.cards[cell + 1] | BIT(card)
    return 0
