"""Look first whether cards of a hand are in no meld for certain, by the other cards that a meld with them needs."""

from croupier.kernel.language import LOW, POP, REST, Cards, constant, numbers, sets

ALONE = constant()
"""Whether each card is of a kind of its own, with its number."""
KINDS = constant()
"""Kinds of cards."""
MOST_WILD = constant()
"""The most wild cards with which a first look shows anything."""
WIDTH = constant()
"""The most kinds of a window; short ones repeat the last."""

T_alone = numbers()
"""By number of wild cards: how many of them meld a card without another; 0: none do."""
T_crowd = numbers()
"""By crowd: how many of its cards suffice,"""
T_crowds = numbers()
"""and by number of wild cards and kind: the first of the crowds,"""
T_fewest = numbers()
"""and how many of the cards near it there have to be at least."""
T_kind = numbers()
"""By card: its kind."""
T_limits = numbers()
"""By number of wild cards: whether it may matter that one is in its own place."""
T_twice = numbers()
"""By number of wild cards and kind: whether another copy suffices,"""
T_windows = numbers()
"""and the first of the windows, of which one card of each kind suffices."""
Tm_any = sets()
"""By number of wild cards and kind: the cards of which any suffices,"""
Tm_near = sets()
"""and all cards of its crowds and windows."""
Tm_crowd = sets()
"""By crowd: its cards."""
Tm_kind = sets()
"""By kind: its cards."""
Tm_window = sets()
"""By window, and kind of it: its cards; all of them, if each card is of a kind of its own."""


def leaves(hand: Cards, wild: Cards, spare: int) -> int:
    """Return whether more than `spare` cards are certainly left over."""
    wilds = POP(hand & wild)
    if wilds > MOST_WILD:
        return 0
    if T_alone[wilds] > 0:
        spare += wilds // T_alone[wilds]
    company = hand if T_limits[wilds] else hand & ~wild
    left = hand & ~wild
    while left != 0:
        kind = LOW(left) if ALONE else T_kind[LOW(left)]
        left = REST(left)
        at = wilds * KINDS + kind
        met = 1 if (company & Tm_any[at]) != 0 else 0
        if met == 0 and T_twice[at] and POP(hand & Tm_kind[kind]) > 1:
            met = 1
        if met == 0 and POP(company & Tm_near[at]) >= T_fewest[at]:
            met = is_met(company, at)
        if met == 0:
            spare += -1
            if spare < 0:
                return 1
    return 0


def is_met(company: Cards, at: int) -> int:
    """Return whether a crowd or a window of a kind is there."""
    for i in range(T_crowds[at], T_crowds[at + 1]):
        if POP(company & Tm_crowd[i]) >= T_crowd[i]:
            return 1
    for i in range(T_windows[at], T_windows[at + 1]):
        every = 1
        if ALONE:
            every = 1 if (Tm_window[i] & ~company) == 0 else 0
        else:
            for j in range(WIDTH):
                if (company & Tm_window[i * WIDTH + j]) == 0:
                    every = 0
                    break
        if every:
            return 1
    return 0
