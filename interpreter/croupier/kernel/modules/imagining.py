"""Make positions as one seat imagines them: unknown cards are dealt at random, and all cards get new names.

Equal cards are renumbered in an order that depends on nothing that the seat does not know. Unknown cards get the
remaining numbers, and are dealt again in each determinization. Notes on cards move with them (`columns`), and what the
seat may not see is veiled (`veil`).
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    COPY,
    KEY,
    LOW,
    POP,
    REST,
    Cards,
    Numbers,
    Position,
    below,
    constant,
    constant_set,
    given_function,
    numbers,
    room,
    room_for_position,
)
from croupier.kernel.modules.knowing import (
    EVERYONE,
    GOING,
    HIDDEN,
    HOME,
    IMAGINES,
    KNOWN,
    LOOKS,
    PEEKED_NOW,
    PLACES,
    SEATS,
    SHOWN_NOW,
    STEP,
    TURNED,
    TURNS,
    UNFORESEEN,
    UNKNOWN,
    UNSHOWN,
    WORDS,
    T_form,
    T_kind,
    T_seen,
    T_start,
    m_lying,
    m_seen,
)

ALL_CARDS = constant_set()
BREADTH = constant()
"""Most moves of one decision that are looked at."""
CARDS = constant()
CARD_BITS = constant()
"""The first bit, in a cell, of the card of a chosen meld."""
CASTS = constant()
"""Whether there may be melds on the table, with notes on their cards."""
KINDS = constant()
LEARNS = constant()
"""Whether the kinds of cards that leave when they can are noted."""
LOWEST_BEST = constant()
"""Whether the lowest score wins."""
NOTHING = constant()
ROW = constant()
"""Cells of a legal move."""
SEALS = constant()
"""Whether chosen moves may still be secret."""
UNTRIED = constant()
"""The expected turns, in percent, that a card takes which is not known or has not been tried."""
SIZE = constant()
"""Cells of a position."""
VEILED = constant()
"""The value of a cell that the seat may not see."""

ASKED = constant()
"""The cell of the seats that decide at once,"""
WAITING = constant()
"""and of those that have not yet, as bits."""
DECISIONS = constant()
FAULT = constant()
LISTS = constant()
"""The cell of how many lists of statements have been begun."""
PEEKED = constant()
"""The cells that have what PEEKED_NOW and SHOWN_NOW had when the last list was begun."""
SHOWN = constant()
STOPPED = constant()
"""The cell that says that play has stopped: 1 where the last list began, 2 at the current point."""
VEILS = constant()
VOID = constant()
"""The cell of the cards that are out of play."""

T_fixed = numbers()
"""By place: whether its cards are ordered."""
T_first = numbers()
"""By kind: its first card."""
T_leaves = numbers()
"""By place: whether its cards count as left over."""
T_mine = numbers()
"""By place: the seats that own its cards, as bits."""
T_own = numbers()
"""By place: whether one player owns it."""

G_ahead_act = room(2 * ROW + 64)
"""The move that is tried."""
G_ahead_before = room_for_position(SIZE)
"""The position when the last list was begun,"""
G_ahead_step = room_for_position(SIZE)
"""and when all that had happened was foreseen."""
G_ahead_column = room(CARDS)
G_ahead_deal = room(CARDS)
G_ahead_dealt = room(CARDS)
"""By card that the seat does not know, as renamed: the card that is dealt for it."""
G_ahead_cost = room(KINDS)
"""By kind: the expected share of a turn that a card of it takes, in percent."""
G_ahead_home = room(CARDS)
"""By card, by its true number: its place."""
G_ahead_name = room(CARDS)
"""By card: its new name."""
G_ahead_next = room(KINDS + 1)
"""By kind: the next new name."""
G_ahead_rate = room(6)
"""The value of a position for its seat: score, cards left over, cards won, turns that the cards held take, their
usefulness. Then, whether the future is unknown."""
G_ahead_stream = room(2)
"""The random stream of the deal."""
G_ahead_use = room(1)

columns: Callable[[Position, Cards], int] = given_function()
"""Move notes on cards to their new names, as far as the seat sees them."""
dealt_columns: Callable[[Position], int] = given_function()
"""Move notes on cards that the seat does not know to the cards dealt for them."""
first_in: Callable[[Position, Cards, int], int] = given_function()
"""Return the first card of a meld on the table, except one."""
noted_names: Callable[[Position, Cards], int] = given_function()
"""Give new names to cards of a set that the seat sees: to copies in the order of their notes."""
offered: Callable[[Position, Numbers, int, int], int] = given_function()
"""List the first legal moves of a seat. Return how many they are."""
remains: Callable[[Position, Cards], int] = given_function()
"""Return what the best arrangement of cards leaves over, and set `G_ahead_use`."""
score: Callable[[Position, int, int], int] = given_function()
"""Return a score of a player."""
seal: Callable[[Position], int] = given_function()
"""Forget the moves that others have chosen and that have not happened."""
veil: Callable[[Position, int, Cards], int] = given_function()
"""Veil the state that the seat may not see, or of cards that it does not know."""


def before(S: Position) -> int:
    """Note that a list of statements begins. Return -1 if it does not, as what came before was not foreseen."""
    if S[UNFORESEEN]:
        S[STOPPED] = 2
        return -1
    S[SHOWN] = S[SHOWN_NOW]
    S[PEEKED] = S[PEEKED_NOW]
    S[LISTS] += 1
    COPY(G_ahead_before, 0, S, 0, SIZE)
    return 0


def step(S: Position) -> int:
    """Keep the position, if all that has happened was foreseen."""
    if S[UNFORESEEN] == 0:
        COPY(G_ahead_step, 0, S, 0, SIZE)
    return 0


def new_name(card: int) -> int:
    """Give a card its new name."""
    kind = T_kind[card]
    G_ahead_name[card] = G_ahead_next[kind]
    G_ahead_next[kind] += 1
    return 0


def new_names(some_cards: Cards) -> int:
    """Give cards of a set their new names."""
    while some_cards != 0:
        new_name(LOW(some_cards))
        some_cards = REST(some_cards)
    return 0


def m_named(some_cards: Cards) -> Cards:
    """Return cards by their new names."""
    found: Cards = 0
    while some_cards != 0:
        found = found | BIT(G_ahead_name[LOW(some_cards)])
        some_cards = REST(some_cards)
    return found


def renamed(S: Position, known: Cards, seen: Cards) -> int:
    """Give all cards new names: first those that the seat knows, in the order in which it knows them."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    for kind in range(KINDS):
        G_ahead_next[kind] = T_first[kind]
    for place in range(PLACES):
        if T_form[place] == 0:
            here = m_lying(S, place) & known
            new_names(here & ~seen)
            noted_names(S, here & seen & ~turned)
            if TURNS:
                noted_names(S, here & seen & turned)
        elif T_form[place] == -1:
            at = T_start[place]
            for i in range(S[at]):
                here = S.cards[at + 2 + i * STEP]
                while here != 0:
                    card = first_in(S, here, -1) if CASTS else LOW(here)
                    new_name(card)
                    here = here & ~BIT(card)
        else:
            at = T_start[place] + T_form[place]
            for i in range(S[T_start[place]]):
                if S[at + i] != NOTHING and (known & BIT(S[at + i])) != 0:
                    new_name(S[at + i])
    new_names(S.cards[VOID])
    for place in range(PLACES):
        at = T_start[place] + T_form[place]
        if T_form[place] == 0:
            new_names(S.cards[at] & ~known)
            S.cards[at] = m_named(S.cards[at])
        elif T_form[place] == -1:
            at = T_start[place]
            for i in range(S[at]):
                S.cards[at + 2 + i * STEP] = m_named(S.cards[at + 2 + i * STEP])
        else:
            for i in range(S[T_start[place]]):
                if S[at + i] != NOTHING:
                    if (known & BIT(S[at + i])) == 0:
                        new_name(S[at + i])
                    S[at + i] = G_ahead_name[S[at + i]]
            if T_form[place] > 1:
                S.cards[T_start[place] + 1] = m_named(S.cards[T_start[place] + 1])
    S.cards[VOID] = m_named(S.cards[VOID])
    for card in range(CARDS):
        G_ahead_column[card] = S[HOME + card]
    for card in range(CARDS):
        S[HOME + G_ahead_name[card]] = G_ahead_column[card]
    return 0


def dealt(S: Position, number: int, seat: int) -> int:
    """Deal the cards that the seat does not know, as in its world of that number."""
    n = 0
    left = S.cards[UNKNOWN]
    while left != 0:
        G_ahead_deal[n] = LOW(left)
        left = REST(left)
        n += 1
    G_ahead_stream[0] = KEY(number, S[DECISIONS] * SEATS + seat)
    G_ahead_stream[1] = 0
    for i in range(n - 1, 0, -1):
        j = below(G_ahead_stream, 0, i + 1)
        card = G_ahead_deal[i]
        G_ahead_deal[i] = G_ahead_deal[j]
        G_ahead_deal[j] = card
    n = 0
    for place in range(PLACES):
        at = T_start[place] + T_form[place]
        if T_form[place] == 0:
            left = S.cards[at] & S.cards[UNKNOWN]
            there = S.cards[at] & ~left
            while left != 0:
                G_ahead_dealt[LOW(left)] = G_ahead_deal[n]
                there = there | BIT(G_ahead_deal[n])
                S[HOME + G_ahead_deal[n]] = place
                left = REST(left)
                n += 1
            S.cards[at] = there
        elif T_form[place] != -1:
            there = 0
            for i in range(S[T_start[place]]):
                if S[at + i] != NOTHING and (S.cards[UNKNOWN] & BIT(S[at + i])) != 0:
                    G_ahead_dealt[S[at + i]] = G_ahead_deal[n]
                    S[HOME + G_ahead_deal[n]] = place
                    S[at + i] = G_ahead_deal[n]
                    there = there | BIT(G_ahead_deal[n])
                    n += 1
            if T_form[place] > 1:
                S.cards[T_start[place] + 1] = S.cards[T_start[place] + 1] & ~S.cards[UNKNOWN] | there
    return dealt_columns(S)


def renamed_in(S: Position, at: int, n: int, known: Cards) -> int:
    """Rename the cards of `n` cells. Return whether one names a card that the seat cannot point at."""
    hidden = 0
    for i in range(at, at + n):
        if S[i] != NOTHING and S[i] != VEILED:
            if (known & BIT(S[i])) != 0:
                S[i] = G_ahead_name[S[i]]
            elif T_fixed[G_ahead_home[S[i]]]:
                S[i] = G_ahead_dealt[G_ahead_name[S[i]]]
            else:
                hidden = 1
    return hidden


def renamed_melds(S: Position, at: int, known: Cards) -> int:
    """Rename the cards of the melds stored from a cell on. Return whether a card of them cannot be named by the
    seat."""
    begin = at + 1
    hidden = 0
    for _ in range(S[at]):
        end = begin + 2 + S[begin + 1]
        for i in range(begin + 2, end):
            card = S[i] >> CARD_BITS
            name = G_ahead_name[card]
            if (known & BIT(card)) == 0:
                if G_ahead_home[card] >= 0 and T_fixed[G_ahead_home[card]]:
                    name = G_ahead_dealt[name]
                else:
                    hidden = 1
            S[i] = name << CARD_BITS | S[i] & (1 << CARD_BITS) - 1
        begin = end
    return hidden


def look_anew(S: Position) -> int:
    """Let the search of a `must` treat all cards that the seat does not know as unknown."""
    if LOOKS:
        S.cards[UNSHOWN] = S.cards[UNKNOWN]
    return 0


def looked(S: Position, seat: int) -> int:
    """Restart foresight here, with the present knowledge of the seat."""
    if LOOKS:
        look_anew(S)
    S.cards[UNKNOWN] = ALL_CARDS & ~S.cards[VOID] & ~S.cards[KNOWN + seat * WORDS]
    S.cards[HIDDEN] = ALL_CARDS & ~m_seen(S, seat)
    S[SHOWN] = 0
    S[SHOWN_NOW] = 0
    S[PEEKED] = 0
    S[PEEKED_NOW] = 0
    S[LISTS] = 0
    S[STOPPED] = 0
    S[UNFORESEEN] = 0
    return 0


def imagined(S: Position, seat: int) -> int:
    """Turn a copy of the true position into what a seat imagines."""
    others = 0
    if S[WAITING]:
        for p in range(SEATS):
            if p != seat and S[ASKED] >> p & 1 and (S[WAITING] >> p & 1) == 0:
                others += 1
        S[DECISIONS] -= others
        S[WAITING] = S[ASKED]
    if SEALS:
        seal(S)
    seen = m_seen(S, seat)
    known = S.cards[VOID] | S.cards[KNOWN + seat * WORDS] | seen
    for card in range(CARDS):
        G_ahead_home[card] = S[HOME + card]
    renamed(S, known, seen)
    S.cards[UNKNOWN] = m_named(ALL_CARDS & ~known)
    columns(S, m_named(seen))
    dealt(S, 0, seat)
    veil(S, seat, known)
    S.cards[KNOWN + seat * WORDS] = ALL_CARDS & ~S.cards[VOID] & ~S.cards[UNKNOWN]
    S[GOING] = -1
    S[IMAGINES] = seat + 1
    S[VEILS] = 1
    looked(S, seat)
    return 0


def listed(S: Position, OUT: Numbers, seat: int) -> int:
    """List the first legal moves of a seat, as far as it can know them. Return their number; -1 for a fault of the
    rules."""
    n = offered(S, OUT, seat, BREADTH)
    if S[UNFORESEEN]:
        S[UNFORESEEN] = 0
        return 0
    return -1 if S[FAULT] else n


def rated(S: Position, seat: int) -> int:
    """Put down in `G_ahead_rate` how good a position is for a seat. Return -1 if the rules are at fault."""
    was = S[UNFORESEEN]
    S[UNFORESEEN] = 0
    worth = score(S, 0, seat)
    if S[UNFORESEEN] or worth == NOTHING:
        worth = 0
    S[UNFORESEEN] = 0
    held: Cards = 0
    won = 0
    for place in range(PLACES):
        if T_mine[place] >> seat & 1:
            if T_leaves[place]:
                if T_own[place]:
                    held = held | m_lying(S, place)
            elif T_seen[place] == EVERYONE:
                won += POP(m_lying(S, place))
    G_ahead_rate[0] = -worth if LOWEST_BEST else worth
    S[FAULT] = 0
    left = remains(S, held)
    if S[FAULT]:
        return -1
    G_ahead_rate[1] = 0 if S[UNFORESEEN] else -left
    G_ahead_rate[2] = won
    G_ahead_rate[4] = 0 if S[UNFORESEEN] else G_ahead_use[0]
    known: Cards = held & ~S.cards[UNKNOWN] if LEARNS else 0
    G_ahead_rate[3] = -UNTRIED * POP(held & ~known)
    while known != 0:
        G_ahead_rate[3] -= G_ahead_cost[T_kind[LOW(known)]]
        known = REST(known)
    S[UNFORESEEN] = was
    return 0


def row_of(OUT: Numbers, i: int) -> int:
    """Take row `i` of the legal moves as the one that is tried."""
    for j in range(ROW):
        G_ahead_act[j] = OUT[i * ROW + j]
    return 0
