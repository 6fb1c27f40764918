"""Find every sequence of groups of some cards, with the cards next to it, of one pattern, in the order of the
reference; those that meet the condition on all their cards are added to the list of melds."""

from collections.abc import Callable

from croupier.kernel.language import Cards, Position, constant, given_function, numbers, sets
from croupier.kernel.modules.group_list import (
    G_begun,
    G_first,
    G_pick,
    G_turn,
    Gm_pick,
    Gm_some,
    Gm_turn,
    copies_of,
    found_before,
    lay_cards,
    list_sets,
    ways_of,
)  # fmt: skip
from croupier.kernel.modules.meld_list import G_top, list_meld

ASKED = constant()
"""Whether there is a condition on the cards."""
ASKED_COUNTING = constant()
"""Whether a condition counts anything."""
ASKED_IN_ORDER = constant()
"""Whether a condition depends on the order of the cards."""
BESIDE = constant()
"""The number of sets next to each group."""
BESIDE_CAP = constant()
"""The most cards of one,"""
BESIDE_SMALLEST = constant()
"""and the fewest."""
CAP = constant()
"""The most groups of a sequence."""
COUNTING = constant()
"""The cell that says whether anything is counted."""
EVERY = constant()
"""The number of values of groups,"""
EVERY_BESIDE = constant()
"""and of the sets next to them."""
GROUP_CAP = constant()
"""The most cards of a group,"""
GROUP_SMALLEST = constant()
"""and the fewest."""
LENGTH = constant()
"""Places of the sequence."""
PATTERN = constant()
"""The number of the pattern."""
SMALLEST = constant()
"""The fewest groups of a sequence."""

T_spots = numbers()
"""By value: its places, as bits."""
Tm_beside = sets()
"""By value of the sets next to groups: its cards."""
Tm_members = sets()
"""By value: its cards."""

holds: Callable[[Position, Cards], int] = given_function()
"""Return whether the cards meet the condition."""
holds_counting: Callable[[Position, Cards, int, int], int] = given_function()
"""Return whether the first cards laid out, this many, meet the condition; counted for a number of melds."""
holds_in_order: Callable[[Position, int], int] = given_function()
"""Return whether the first cards laid out, this many, meet the condition that depends on their order."""


def find_groups(S: Position, hand: Cards, once: int, most: int) -> int:
    """List the sequences that begin at each place, until there are `most` melds. `once`: of those that read the same,
    one."""
    q = 0
    for p in range(LENGTH):
        G_first[p] = q
        for value in range(EVERY):
            if T_spots[value] >> p & 1:
                q = list_sets(hand & Tm_members[value], q, GROUP_SMALLEST, GROUP_CAP)
    G_first[LENGTH] = q
    for start in range(LENGTH):
        if G_top[0] < most:
            find_groups_from(S, start, q, hand, once, most)
    return 0


def find_groups_from(S: Position, start: int, q: int, hand: Cards, once: int, most: int) -> int:
    """List the sequences that begin at a place, where `q` sets are in question for all places."""
    G_begun[0] = 0
    d = 0
    taken: Cards = 0
    G_turn[0] = G_first[start]
    while d >= 0 and G_top[0] < most:
        p = start + d
        some: Cards = 0
        if p < LENGTH and d < CAP:
            while some == 0 and G_turn[d] < G_first[p + 1]:
                some = copies_of(Gm_some[G_turn[d]], hand & ~taken)
                if some == 0:
                    G_turn[d] += 1
        if some != 0:
            taken = taken | some
            Gm_turn[d] = some
            d += 1
            if p + 1 < LENGTH:
                G_turn[d] = G_first[p + 1]
            if d >= SMALLEST:
                if BESIDE:
                    find_beside(S, start, d, q, taken, hand, once, most)
                else:
                    list_sequence(S, start, d, taken, 0, hand, once)
        else:
            d += -1
            if d >= 0:
                taken = taken & ~Gm_turn[d]
                G_turn[d] += 1
    return 0


def find_beside(S: Position, start: int, n: int, base: int, taken: Cards, hand: Cards, once: int, most: int) -> int:
    """List a sequence of `n` groups with each choice of sets next to it, from the remaining cards. `base`: the first
    index for candidate sets."""
    want = BESIDE * n
    q = base
    rest = hand & ~taken
    for value in range(EVERY_BESIDE):
        q = list_sets(rest & Tm_beside[value], q, BESIDE_SMALLEST, BESIDE_CAP)
    d = 0
    i = base
    beside: Cards = 0
    while d >= 0 and G_top[0] < most:
        some: Cards = 0
        if d < want:
            while some == 0 and i < q:
                some = copies_of(Gm_some[i], rest & ~beside)
                if some == 0:
                    i += 1
        if some != 0:
            G_pick[d] = i
            Gm_pick[d] = some
            beside = beside | some
            d += 1
            if d == want:
                list_sequence(S, start, n, taken, beside, hand, once)
        else:
            d += -1
            if d >= 0:
                i = G_pick[d] + 1
                beside = beside & ~Gm_pick[d]
    return 0


def list_sequence(S: Position, start: int, n: int, taken: Cards, beside: Cards, hand: Cards, once: int) -> int:
    """List a sequence of `n` groups with the cards next to it, if it meets the condition and the same cards were not
    found from this place on.

    Conditions are evaluated as often as in the reference: also for melds of other copies, unless the condition holds
    and no more of those that read the same are wanted.
    """
    every = taken | beside
    if BESIDE and found_before(every):
        return 0
    if ASKED and not holds(S, every):
        return 0
    many = 0
    for j in range(n):
        many = lay_cards(Gm_turn[j], many, start + j)
    many = lay_cards(beside, many, -1)
    if ASKED_IN_ORDER and not holds_in_order(S, many):
        return 0
    if ASKED_COUNTING:
        ways = ways_of(every, hand)
        if not holds_counting(S, every, many, 1 if once else ways):
            if once and ways > 1 and S[COUNTING] != 0:
                holds_counting(S, every, many, ways - 1)
            return 0
    list_meld(PATTERN, many, hand, once)
    return 0
