"""Answer questions about places of cards: in rows, and in melds on the table.

A spot is one number (see `SpotCode`), made of its place among all, the card that identifies its meld, where in the row
or the sequence it is (-1 in a set), the card that holds it and what that card represents.

`opened` stores the open spots of a meld with the cards that fit each: `G_spot` and `Gm_fits` from the number that it
returns times COLUMNS on, `G_opened[2 * number + 1]` of them. `held` does the same for the spot of one of its cards.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    HASH,
    LOW,
    POP,
    REST,
    Cards,
    Position,
    constant,
    constant_set,
    given_function,
    numbers,
    room,
    room_for_sets,
    sets,
)
from croupier.kernel.modules.lying import (
    KINDS,
    LIES,
    MELDS,
    NOTHING,
    ROLE,
    WORDS,
    T_form,
    T_next,
    T_start,
    first_in,
    meld_at,
)
from croupier.kernel.modules.representing import COLUMNS, G_sum, Gm_sum, T_length, T_role, Tm_at, Tm_kind, sum_up

ALL_CARDS = constant_set()
EDGELESS = constant()
"""Whether there is a grid without an edge."""
OPENED = constant()
"""The number of melds whose open spots may be stored."""
PATTERNS = constant()
PLACES = constant()
"""Number of places."""
ROWS = constant()
"""Whether there are rows."""
SPOT_ANCHOR = constant()
SPOT_AT = constant()
SPOT_CARDS = constant()
SPOT_HOLDER = constant()
SPOT_PLACE = constant()
SPOT_REACH = constant()
"""Parts of the number of a spot."""
STEADY = constant()
"""Whether the places of most cards of a meld follow from its cards and its pattern."""
UNPLAIN = constant()
"""The most cards of a meld whose place may depend on more, if its spots are stored."""

T_cap = numbers()
"""By pattern: the most cards of a meld to which cards can be added,"""
T_least = numbers()
"""the fewest cards of a meld,"""
T_most = numbers()
"""the most wild cards,"""
T_fewer = numbers()
"""the least excess of naturals over wild cards,"""
T_columns = numbers()
"""By place: the columns of a grid, else 0."""
T_edgeless = numbers()
"""By place: whether it is a grid without an edge."""
T_side = numbers()
"""By place of a grid without an edge: its line, then its column."""
Tm_unplain = sets()
"""By pattern: the cards whose place in a meld depends on more than its cards."""

G_opened = room(2 * OPENED)
Gm_opened = room_for_sets(OPENED)
G_spot = room(COLUMNS * OPENED)
Gm_fits = room_for_sets(COLUMNS * OPENED)
G_held = room(3 * OPENED)
Gm_held = room_for_sets(2 * OPENED)

m_wild: Callable[[Position], Cards] = given_function()
"""Return the cards that are wild."""


# ------------------------------------------------------------ rows
def row_spot(place: int, at: int) -> int:
    """Return the spot of a row."""
    return place * SPOT_PLACE + (at + 1) * SPOT_AT


def next_to(S: Position, spot: int, which: int) -> int:
    """Return the spot of a row above, to the left, to the right or below; nothing if there is none."""
    place = spot // SPOT_PLACE
    if T_form[place] < 2:
        return NOTHING
    at = spot // SPOT_AT % SPOT_REACH - 1
    if EDGELESS and T_edgeless[place]:
        at = T_next[4 * at + which]
        return row_spot(place, at) if at >= 0 else NOTHING
    most = S[T_start[place]]
    columns = T_columns[place] if T_columns[place] else most
    if columns == 0:
        return NOTHING
    if which == 0:
        at += -columns
    elif which == 1:
        at = at - 1 if at % columns > 0 else -1
    elif which == 2:
        at = at + 1 if at % columns < columns - 1 else -1
    else:
        at += columns
    return row_spot(place, at) if at >= 0 and at < most else NOTHING


def side_of(spot: int, column: int) -> int:
    """Return the line of a spot, or its column, from 1; nothing if it is not in a grid."""
    at = spot // SPOT_AT % SPOT_REACH - 1
    if EDGELESS and T_edgeless[spot // SPOT_PLACE]:
        return T_side[2 * at + column]
    columns = T_columns[spot // SPOT_PLACE]
    if columns == 0:
        return NOTHING
    return at % columns + 1 if column else at // columns + 1


# ------------------------------------------------------------ spots
def spot_of(S: Position, card: int, place: int) -> int:
    """Return the spot of a card in a row or meld; nothing without a place."""
    if place < 0:
        return NOTHING
    if ROWS and T_form[place] > 1:
        first = T_start[place] + 1 + WORDS
        for at in range(S[T_start[place]]):
            if S[first + at] == card:
                return row_spot(place, at)
        return NOTHING
    if MELDS:
        other = first_in(S, S.cards[meld_at(S, place, card) + 1], card)
        held = (card + 1) * SPOT_HOLDER + S[ROLE + card] + 1
        return row_spot(place, S[LIES + card]) + (other + 1) * SPOT_ANCHOR + held
    return NOTHING


def card_at(S: Position, spot: int) -> int:
    """Return the card in a spot; nothing if it is free."""
    place = spot // SPOT_PLACE
    if ROWS and T_form[place] > 1:
        at = spot // SPOT_AT % SPOT_REACH - 1
        return S[T_start[place] + 1 + WORDS + at] if at < S[T_start[place]] else NOTHING
    if MELDS:
        holder = spot // SPOT_HOLDER % SPOT_CARDS - 1
        if meld_at(S, place, holder) >= 0:
            return holder
    return NOTHING


def open_places(S: Position, meld: Cards, p: int) -> int:
    """Return where a meld of a pattern is open, as bits: bit 0 in a set; in a run one bit later than its places, before
    its first card, in its gaps and after its last card."""
    if POP(meld) >= T_cap[p]:
        return 0
    length = T_length[p]
    if length == 0:
        return 1
    one = 1
    there = 0
    low = length
    last = -1
    while meld != 0:
        at = S[LIES + LOW(meld)]
        meld = REST(meld)
        there = there | one << at
        low = at if at < low else low
        last = at if at > last else last
    low = low - 1 if low > 0 else 0
    end = last + 2 if last + 2 < length else length
    return ((one << end) - (one << low) & ~there) << 1


def opened(S: Position, place: int, p: int, meld: Cards) -> int:
    """Store the open spots of a meld, and what fits each. Return the number under which they are stored."""
    known = HASH(meld, OPENED)
    key = 0
    if STEADY:
        key = key_of(S, place, p, meld)
        if key > 0 and G_opened[2 * known] == key and Gm_opened[known] == meld:
            return known
    G_opened[2 * known] = 0
    Gm_sum[0] = m_wild(S)
    sum_up(S, meld, p)
    there = open_places(S, meld, p)
    first = (first_in(S, meld, -1) + 1) * SPOT_ANCHOR
    n = 0
    for at in range(-1, COLUMNS):
        if there >> at + 1 & 1:
            G_spot[known * COLUMNS + n] = row_spot(place, at) + first
            Gm_fits[known * COLUMNS + n] = m_open(p, POP(meld), at)
            n += 1
    G_opened[2 * known + 1] = n
    if STEADY:
        G_opened[2 * known] = key
        Gm_opened[known] = meld
    return known


def held(S: Position, place: int, p: int, meld: Cards, card: int) -> int:
    """Store the spot that a card of a meld holds, and what fits there in its place. Return the number under which they
    are stored."""
    known = (HASH(meld, OPENED) + card) % OPENED
    key = key_of(S, place, p, meld)
    if key > 0 and G_held[3 * known] == key and G_held[3 * known + 1] == card and Gm_held[2 * known] == meld:
        return known
    spot = spot_of(S, card, place)
    Gm_held[2 * known + 1] = m_fits(S, spot)
    G_held[3 * known] = key
    G_held[3 * known + 1] = card
    G_held[3 * known + 2] = spot
    Gm_held[2 * known] = meld
    return known


def key_of(S: Position, place: int, p: int, meld: Cards) -> int:
    """Return one number for the places of those cards of a meld whose place does not follow from its cards and pattern;
    0 if there are more than UNPLAIN such cards."""
    key = 0
    which = meld & Tm_unplain[p]
    if POP(which) > UNPLAIN:
        return 0
    while which != 0:
        card = LOW(which)
        which = REST(which)
        key = (key * (KINDS + 1) + S[ROLE + card] + 1) * (COLUMNS + 1) + S[LIES + card] + 1
    return (key * PLACES + place) * PATTERNS + p + 1


# ------------------------------------------------------------ cards that fit
def m_fits(S: Position, spot: int) -> Cards:
    """Return the cards that fit a spot, in place of its card; nothing fits no spot."""
    if spot == NOTHING:
        return 0
    place = spot // SPOT_PLACE
    if ROWS and T_form[place] > 1:
        return ALL_CARDS
    cell = meld_at(S, place, spot // SPOT_ANCHOR % SPOT_CARDS - 1)
    if cell < 0:
        return 0
    p = S[cell]
    meld = S.cards[cell + 1]
    holder = spot // SPOT_HOLDER % SPOT_CARDS - 1
    if STEADY and holder < 0:  # usually the result is stored
        known = opened(S, place, p, meld)
        for i in range(known * COLUMNS, known * COLUMNS + G_opened[2 * known + 1]):
            if G_spot[i] == spot:
                return Gm_fits[i]
    if holder >= 0:
        meld = meld & ~BIT(holder)
    Gm_sum[0] = m_wild(S)
    sum_up(S, meld, p)
    found = m_open(p, POP(meld), spot // SPOT_AT % SPOT_REACH - 1)
    role = spot % SPOT_HOLDER - 1
    if role >= 0:
        found = found & (Tm_kind[role] | Gm_sum[0])
    return found


def m_open(p: int, n: int, at: int) -> Cards:
    """Return the cards that fit a free place of a meld of `n` cards that have been summed up."""
    if n >= T_cap[p]:
        return 0
    shared = G_sum[0]
    wild = Gm_sum[0]
    own = Gm_sum[1]
    kind = -1
    if T_length[p] > 0:
        if at < 0 or at >= T_length[p] or (G_sum[2] >> at & 1) != 0:
            return 0
        own = own & Tm_at[p * COLUMNS + at]
        if shared >= 0:
            kind = T_role[shared * COLUMNS + at]
    found: Cards = 0
    if may_hold(p, G_sum[1] + 1, n - G_sum[1]):
        found = own
        if kind >= 0:  # a wild card that represents itself, though it differs too little
            found = found | wild & Tm_kind[kind]
    if may_hold(p, G_sum[1], n + 1 - G_sum[1]):
        wild = wild & ~own
        found = found | (wild & ~Tm_kind[kind] if kind >= 0 else wild)
    return found


def may_hold(p: int, naturals: int, wilds: int) -> int:
    """Return whether a meld of a pattern may have these numbers of natural and wild cards."""
    n = naturals + wilds
    return n >= T_least[p] and n <= T_cap[p] and wilds <= T_most[p] and wilds <= naturals - T_fewer[p]


def fitting(S: Position, card: int, spot: int) -> int:
    """Return the first cell of the meld of a spot that is free and takes the card; -1 if it cannot."""
    cell = meld_at(S, spot // SPOT_PLACE, spot // SPOT_ANCHOR % SPOT_CARDS - 1)
    if cell < 0:
        return -1
    holder = spot // SPOT_HOLDER % SPOT_CARDS - 1
    if holder >= 0 and (S.cards[cell + 1] & BIT(holder)) != 0:
        return -1
    return cell if (m_fits(S, spot) & BIT(card)) != 0 else -1
