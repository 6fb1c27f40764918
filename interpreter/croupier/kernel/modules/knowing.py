"""Track what each seat knows of cards' places, as cards move and are turned, shown and shuffled.

Places are numbered. `S[HOME + card]` is a card's place. `S.cards[KNOWN + seat * WORDS]` are the cards whose place a
seat knows, besides those that it sees. If cards leave an unordered place one after another, seats that do not see them
cannot know which went where: the cells from GOING on have both places, the cards that were there at first, and who knew
them.

While a `must` tries moves nothing is remembered; it is enough to record that an unknown card was shown. In an imagined
position, `UNFORESEEN` is set once something depends on a card that the seat does not know.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    LOW,
    LOWEST,
    POP,
    REST,
    Cards,
    Position,
    below,
    constant,
    given_function,
    numbers,
    sets,
)

EVERYONE = constant()
"""All seats, as bits."""
PLACES = constant()
"""Number of places."""
SEATS = constant()
WORDS = constant()
"""Cells that a set of cards takes."""
STEP = constant()
"""Cells that a meld takes."""
TURNS = constant()
"""Whether cards may be turned up."""
LOOKS = constant()
"""Whether moves are tried out, for a `must`."""
KEEPS_SHOWN = constant()
"""Whether the cards shown last are tracked."""

STREAM = constant()
"""The cell of the key of chance."""
HOME = constant()
KNOWN = constant()
TURNED = constant()
"""The cell of the cards that are turned up."""
GOING = constant()
GOING_CARDS = constant()
GOING_KNOWN = constant()
IMAGINES = constant()
"""The cell of the seat that imagines the position, from 1; 0 in a true one."""
UNFORESEEN = constant()
UNKNOWN = constant()
"""The cell of the cards that the seat does not know,"""
HIDDEN = constant()
"""and of those that it did not see at first."""
STEPPING = constant()
"""The cell that says whether the position is only entered as far as its result is known."""
PEEKED_NOW = constant()
"""The cell that says whether a hidden card has been looked at."""
SHOWN_NOW = constant()
"""The cell with a hash of all cards looked at."""
TRIAL = constant()
"""The cell that says whether a move is tried out,"""
SIGHTED = constant()
"""whether a card was shown meanwhile that the looking seat did not know,"""
UNSHOWN = constant()
"""and the cell of those that may be."""

G_look = numbers()
"""First, the seat whose moves are tried out."""
T_form = numbers()
"""By place: the number of cells before its cards: 0 for a set, 1 for a pile or slot, more for a row, which also has its
cards as a set. -1: melds."""
T_kind = numbers()
"""By card: its kind."""
T_loose = numbers()
"""By place: whether it is unordered."""
T_seen = numbers()
"""By place: the seats that see its cards, as bits,"""
T_top = numbers()
"""and the seats that see only the top one."""
T_start = numbers()
"""By place: its first cell."""
Tm_kind = sets()
"""By kind: its cards."""

see: Callable[[Position, Cards], int] = given_function()
"""Keep that cards have been shown."""


def m_lying(S: Position, place: int) -> Cards:
    """Return the cards in a place."""
    at = T_start[place]
    form = T_form[place]
    found: Cards = 0
    if form == 0:
        return S.cards[at]
    if form > 1:
        return S.cards[at + 1]
    if form < 0:
        for i in range(S[at]):
            found = found | S.cards[at + 2 + i * STEP]
        return found
    for i in range(S[at]):
        found = found | BIT(S[at + 1 + i])
    return found


def m_seen(S: Position, seat: int) -> Cards:
    """Return the cards that a seat sees."""
    found: Cards = S.cards[TURNED] if TURNS else 0
    for place in range(PLACES):
        if T_seen[place] >> seat & 1:
            found = found | m_lying(S, place)
        elif T_top[place] >> seat & 1:
            at = T_start[place]
            if S[at] > 0:
                found = found | BIT(S[at + S[at]])
    return found


def chance(S: Position, number: int) -> int:
    """Draw a number below `number` at random; 0 in an imagined position."""
    S[GOING] = -1
    if S[IMAGINES]:
        S[UNFORESEEN] = 2
        return 0
    return below(S, STREAM, number)


def look_at(S: Position, card: int, bared: int) -> int:
    """Note that the seat that imagines the position sees a card. `bared`: as one above it has gone."""
    if S[UNFORESEEN]:
        return 0
    if (S.cards[UNKNOWN] & BIT(card)) != 0:
        S[UNFORESEEN] = 1
        return 0
    if bared:
        return 0
    if (S.cards[HIDDEN] & BIT(card)) != 0:
        if S[STEPPING]:
            S[UNFORESEEN] = 1
            return 0
        S[PEEKED_NOW] = 1
    S[SHOWN_NOW] = (S[SHOWN_NOW] * 1009 + T_kind[card] + 1) % 2147483647
    return 0


def forget_one(S: Position, card: int, seen: int, there: Cards) -> int:
    """Forget, for each seat that sees a card that it did not know among others, the known cards of its kind there: they
    may be the same card."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    like = there & Tm_kind[T_kind[card]] & ~BIT(card) & ~turned
    if like != 0:
        for p in range(SEATS):
            if seen >> p & 1 and (S.cards[KNOWN + p * WORDS] & BIT(card)) == 0:
                known = like & S.cards[KNOWN + p * WORDS]
                if known != 0:
                    S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] & ~LOWEST(known)
    return 0


def moved(S: Position, card: int, to: int, on_top: int) -> int:
    """Note that a card is about to move to a place, of a pile on top or lower down."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    origin = S[HOME + card]
    seen = EVERYONE if (turned & BIT(card)) != 0 else 0
    seen = seen | T_seen[to]
    if on_top:
        seen = seen | T_top[to]
    bared = 0
    under = 0
    loose = 0
    there: Cards = 0
    if origin >= 0:
        seen = seen | T_seen[origin]
        loose = T_loose[origin]
        if T_top[origin]:
            at = T_start[origin]
            if S[at + S[at]] == card:
                seen = seen | T_top[origin]
                if S[at] > 1 and (to != origin or not on_top):
                    bared = T_top[origin]
                    under = S[at + S[at] - 1]
    if LOOKS and S[TRIAL]:
        if seen >> G_look[0] & 1 and (S.cards[UNSHOWN] & BIT(card)) != 0:
            if KEEPS_SHOWN:
                see(S, BIT(card))
            S[SIGHTED] = 1
        if bared >> G_look[0] & 1 and (S.cards[UNSHOWN] & BIT(under)) != 0:
            if KEEPS_SHOWN:
                see(S, BIT(under))
            S[SIGHTED] = 1
        S[HOME + card] = to
        return 0
    if loose:
        there = m_lying(S, origin)
        if S[GOING] != origin or S[GOING + 1] != to:
            S[GOING] = origin
            S[GOING + 1] = to
            S.cards[GOING_CARDS] = there
            for p in range(SEATS):
                S.cards[GOING_KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] & there
        for p in range(SEATS):
            if (seen >> p & 1) == 0:
                S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] & (~there | turned)
        forget_one(S, card, seen, there)
    else:
        S[GOING] = -1
    for p in range(SEATS):
        if seen >> p & 1:
            S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] | BIT(card)
    S[HOME + card] = to
    if loose and there == BIT(card) and (T_loose[to] or POP(S.cards[GOING_CARDS]) == 1):
        for p in range(SEATS):
            S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] | S.cards[GOING_KNOWN + p * WORDS]
    if S[IMAGINES]:
        if seen >> S[IMAGINES] - 1 & 1:
            look_at(S, card, 0)
        if bared >> S[IMAGINES] - 1 & 1:
            look_at(S, under, 1)
    if bared:
        bare(S, under, bared)
    return 0


def blurred(S: Position, card: int, place: int, blind: int, least: int, most: int) -> int:
    """Note that a card entered a pile under `least` to `most` cards and that the `blind` seats do not know where. Those
    that see the top card know whether it is that one."""
    if LOOKS and S[TRIAL]:
        return 0
    at = T_start[place]
    blind = blind & ~T_seen[place]
    low = S[at] - 1 - most
    if low < 0:
        low = 0
    high = S[at] - least
    if high < 1:
        high = 1
    for p in range(SEATS):
        if blind >> p & 1:
            if (T_top[place] >> p & 1) == 0:
                blur(S, card, at + low, high - low, p)
            elif S[at + S[at]] != card:
                end = high
                if end == S[at]:
                    end = end - 1
                blur(S, card, at + low, end - low, p)
    return 0


def blur(S: Position, card: int, at: int, end: int, p: int) -> int:
    """Make a seat forget the places from `at` to `end` of a pile, except what is the same wherever the card entered."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    known: Cards = S.cards[KNOWN + p * WORDS]
    like: Cards = known & Tm_kind[T_kind[card]]
    if (known & BIT(card)) == 0:
        like = 0
    left: Cards = known
    below = card
    met = 0
    for i in range(at + 1, at + 1 + end):
        there = S[i]
        perhaps: Cards = BIT(card) | BIT(there)
        if met:
            if i < at + end:
                perhaps = perhaps | BIT(S[i + 1])
        else:
            perhaps = perhaps | BIT(below)
            if there == card:
                met = 1
                if i < at + end:
                    perhaps = perhaps | BIT(S[i + 1])
        below = there
        if (perhaps & ~like) != 0 and (turned & BIT(there)) == 0:
            left = left & ~BIT(there)
    S.cards[KNOWN + p * WORDS] = left
    return 0


def open_at(S: Position, card: int) -> int:
    """Return the seats that see a card in its place, as bits."""
    place = S[HOME + card]
    seen = T_seen[place]
    if T_top[place]:
        at = T_start[place]
        if S[at + S[at]] == card:
            seen = seen | T_top[place]
    return seen


def gone_at_once(S: Position, card: int, seen: int) -> int:
    """Note that a card is about to leave its place alone, and the seats that see it."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    place = S[HOME + card]
    if T_loose[place]:
        there = m_lying(S, place)
        if there != BIT(card):
            for p in range(SEATS):
                if (seen >> p & 1) == 0:
                    S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] & (~there | turned)
        forget_one(S, card, seen, there)
    return 0


def swapped(S: Position, a: int, b: int) -> int:
    """Note that two cards are about to change places."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    places = open_at(S, a) | open_at(S, b)
    seen_a = EVERYONE if (turned & BIT(a)) != 0 else places
    seen_b = EVERYONE if (turned & BIT(b)) != 0 else places
    place = S[HOME + a]
    if LOOKS and S[TRIAL]:
        if seen_a >> G_look[0] & 1 and (S.cards[UNSHOWN] & BIT(a)) != 0:
            if KEEPS_SHOWN:
                see(S, BIT(a))
            S[SIGHTED] = 1
        if seen_b >> G_look[0] & 1 and (S.cards[UNSHOWN] & BIT(b)) != 0:
            if KEEPS_SHOWN:
                see(S, BIT(b))
            S[SIGHTED] = 1
        S[HOME + a] = S[HOME + b]
        S[HOME + b] = place
        return 0
    S[GOING] = -1
    gone_at_once(S, a, seen_a)
    gone_at_once(S, b, seen_b)
    S[HOME + a] = S[HOME + b]
    S[HOME + b] = place
    bare(S, a, seen_a)
    bare(S, b, seen_b)
    if S[IMAGINES]:
        if seen_a >> S[IMAGINES] - 1 & 1:
            look_at(S, a, 0)
        if seen_b >> S[IMAGINES] - 1 & 1:
            look_at(S, b, 0)
    return 0


def bare(S: Position, card: int, seats: int) -> int:
    """Add a card to those whose place these seats know."""
    for p in range(SEATS):
        if seats >> p & 1:
            S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] | BIT(card)
    return 0


def turned_up(S: Position, some_cards: Cards) -> int:
    """Note that cards are about to be turned up."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    some_cards = some_cards & ~turned
    if LOOKS and S[TRIAL]:
        if (some_cards & S.cards[UNSHOWN]) != 0:
            if KEEPS_SHOWN:
                see(S, some_cards & S.cards[UNSHOWN])
            S[SIGHTED] = 1
        return 0
    while some_cards != 0:
        card = LOW(some_cards)
        some_cards = REST(some_cards)
        S[GOING] = -1
        home = S[HOME + card]
        if home >= 0 and T_loose[home]:
            there = m_lying(S, home)
            forget_one(S, card, EVERYONE, there)
        bare(S, card, EVERYONE)
        if S[IMAGINES]:
            look_at(S, card, 0)
    return 0


def turned_down(S: Position, some_cards: Cards) -> int:
    """Note that cards are about to be turned down."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    some_cards = some_cards & turned
    if LOOKS and S[TRIAL]:
        return 0
    while some_cards != 0:
        S[GOING] = -1
        bare(S, LOW(some_cards), EVERYONE)
        some_cards = REST(some_cards)
    return 0


def glimpsed(S: Position, card: int, seats: int, together: Cards) -> int:
    """Note that a card is shown to seats, together with others of its place."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    if LOOKS and S[TRIAL]:
        if seats >> G_look[0] & 1 and (S.cards[UNSHOWN] & BIT(card)) != 0:
            if KEEPS_SHOWN:
                see(S, BIT(card))
            S[SIGHTED] = 1
        return 0
    home = S[HOME + card]
    if T_loose[home]:
        there = m_lying(S, home) & ~together
        forget_one(S, card, seats, there)
    if S[GOING] == home:
        for p in range(SEATS):
            if seats >> p & 1:
                if (S.cards[GOING_KNOWN + p * WORDS] & BIT(card)) == 0:
                    like = S.cards[GOING_CARDS] & ~together & Tm_kind[T_kind[card]] & ~BIT(card) & ~turned
                    like = like & S.cards[GOING_KNOWN + p * WORDS]
                    if like != 0:
                        S.cards[GOING_KNOWN + p * WORDS] = S.cards[GOING_KNOWN + p * WORDS] & ~LOWEST(like)
                S.cards[GOING_KNOWN + p * WORDS] = S.cards[GOING_KNOWN + p * WORDS] | BIT(card)
    bare(S, card, seats)
    if S[IMAGINES] and seats >> S[IMAGINES] - 1 & 1:
        look_at(S, card, 0)
    return 0


def mixed(S: Position, place: int) -> int:
    """Note that the cards of a place have been shuffled."""
    if LOOKS and S[TRIAL]:
        return 0
    S[GOING] = -1
    there = m_lying(S, place)
    for p in range(SEATS):
        if (T_seen[place] >> p & 1) == 0:
            S.cards[KNOWN + p * WORDS] = S.cards[KNOWN + p * WORDS] & ~there
    at = T_start[place]
    if T_top[place] and S[at] > 0:
        bare(S, S[at + S[at]], T_top[place])
    return 0
