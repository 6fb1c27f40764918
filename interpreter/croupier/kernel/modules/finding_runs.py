"""Find every run of some cards, of one pattern, in the order of the reference, and add it to the list of melds.

From each place on, cards enter the run one after another and leave it again: `G_path` has those in it. If runs have
bounded sums, the bounds are given (`G_least_sum`, `G_most_sum`).
"""

from croupier.kernel.language import BIT, LOW, POP, REST, Cards, constant, numbers, room, room_for_sets, sets
from croupier.kernel.modules.meld_list import (
    G_added,
    G_have,
    G_kind,
    G_least_sum,
    G_may,
    G_most_sum,
    G_own,
    G_path,
    G_place_of,
    G_role_of,
    G_step,
    G_top,
    G_use,
    G_used,
    T_kind,
    Tm_kind,
    list_meld,
    store_part,
    take_part,
    usable,
)  # fmt: skip

ALONE = constant()
"""Whether wild cards alone may be a run."""
CAP = constant()
"""The most cards of a run."""
ENDLESS = constant()
"""No number of melds is as great."""
EVERY = constant()
"""The number of values of runs."""
FEWER = constant()
"""The least excess of naturals over wild cards; -MANY without one."""
KINDS = constant()
"""Kinds of cards."""
LENGTH = constant()
"""Places of the sequence."""
MANY = constant()
"""More cards than there may be: no limit."""
MOST_WILD = constant()
"""The most wild cards of a run."""
PATTERN = constant()
"""The number of the pattern."""
SMALLEST = constant()
"""The fewest cards of a run."""
SUMS = constant()
"""The number of bounded sums of its cards."""

T_adds = numbers()
"""By sum and kind: what a card adds."""
T_places = numbers()
"""By kind: its places, as bits."""
T_role = numbers()
"""By value and place: the kind there, -1: none, or several."""
Tm_members = sets()
"""By value: its cards."""
Tm_places = sets()
"""By kind: its places, as a set."""

G_there = room(LENGTH + 1)
"""By place: how many naturals may be there or later."""
Gm_at = room_for_sets(LENGTH + 1)
"""By place: the kinds, by their numbers in `G_use`, that may be there as naturals."""
Gm_may = room_for_sets(1)
"""The kinds that may be wild."""
Gm_next = room_for_sets(LENGTH + 1)
"""By card of the run: the kinds that may still come there."""


def find_runs(hand: Cards, wild: Cards, once: int, most: int) -> int:
    """List the runs of each value, until there are `most` melds. `once`: of those that read the same, one."""
    wilds = hand & wild
    spare = POP(wilds) if POP(wilds) < MOST_WILD else MOST_WILD
    for value in range(EVERY):
        own = hand & Tm_members[value]
        if (ALONE or own != 0) and POP(own) + spare >= SMALLEST and G_top[0] < most:
            if SUMS > 0 or once == 0 or most < ENDLESS:
                find_runs_of(hand, own, wilds, wild, once, most, value, spare)
            elif take_part(PATTERN, own, wilds) == 0:
                low = G_top[0]
                find_runs_of(hand, own, wilds, wild, once, most, value, spare)
                store_part(PATTERN, low, own, wilds)
    return 0


def find_runs_of(
    hand: Cards, own: Cards, wilds: Cards, wild: Cards, once: int, most: int, value: int, spare: int
) -> int:
    """List the runs of one value, of which `spare` cards may be wild."""
    there = 0
    left = own
    while left != 0:
        k = T_kind[LOW(left)]
        there = there | T_places[k]
        left = left & ~Tm_kind[k]
    if spare == 0:
        a = there
        for some in range(1, SMALLEST):
            a = a & there >> some
        if a == 0:
            return 0
    inside = 0
    for a in range(SMALLEST - 1):
        inside += there >> a & 1
    u = -1
    for start in range(LENGTH + 1 - SMALLEST):
        inside += there >> start + SMALLEST - 1 & 1
        if inside >= SMALLEST - spare and G_top[0] < most:
            if u < 0:
                u = usable(hand, own, wilds, wild)
                note_places(u, there)
            find_runs_from(start, hand, once, most, value)
        inside -= there >> start & 1
    return 0


def note_places(u: int, there: int) -> int:
    """Note which of `u` kinds may be at each place, and which may be wild. `there`: the places where any may be."""
    for a in range(LENGTH + 1):
        Gm_at[a] = 0
    for i in range(u):
        if G_own[i]:
            places = Tm_places[G_use[i]]
            while places != 0:
                Gm_at[LOW(places)] = Gm_at[LOW(places)] | BIT(i)
                places = REST(places)
    Gm_may[0] = 0
    for i in range(u):
        if G_may[i]:
            Gm_may[0] = Gm_may[0] | BIT(i)
    if FEWER != -MANY:
        G_there[LENGTH] = 0
        for a in range(LENGTH - 1, -1, -1):
            G_there[a] = G_there[a + 1] + (there >> a & 1)
    return 0


def find_runs_from(start: int, hand: Cards, once: int, most: int, value: int) -> int:
    """List the runs of one value that begin at a place."""
    d = 0
    i = 0
    naturals = 0
    place = start
    w = 0
    natural = Gm_at[start]
    next_ones = natural
    if (MOST_WILD >= MANY or w < MOST_WILD) and (FEWER == -MANY or w < naturals + G_there[place + 1] - FEWER):
        next_ones = natural | Gm_may[0]
    for s in range(SUMS):
        G_added[s] = 0
    while G_top[0] < most:
        go = 0
        while next_ones != 0 and go == 0:
            i = LOW(next_ones)
            next_ones = REST(next_ones)
            go = 1 if G_used[i] < G_have[i] else 0
        if go:
            Gm_next[d] = next_ones
            own = 1 if (natural & BIT(i)) != 0 else 0
            G_path[d] = i
            G_step[d] = own
            G_kind[d] = G_use[i]
            G_role_of[d] = G_use[i] if own else T_role[value * LENGTH + place]
            G_place_of[d] = place
            G_used[i] += 1
            naturals += own
            for s in range(SUMS):
                G_added[s] += T_adds[s * KINDS + G_use[i]]
            d += 1
            place += 1
            w = d - naturals
            if (
                d >= SMALLEST
                and (CAP >= MANY or d <= CAP)
                and (MOST_WILD >= MANY or w <= MOST_WILD)
                and (FEWER == -MANY or w <= naturals - FEWER)
            ):
                right = 1
                for s in range(SUMS):
                    if G_added[s] < G_least_sum[s] or G_added[s] > G_most_sum[s]:
                        right = 0
                if SUMS == 0 or right:
                    list_meld(PATTERN, d, hand, once)
            natural = Gm_at[place]
            next_ones = natural
            if place == LENGTH or (CAP < MANY and d >= CAP):
                next_ones = 0
            elif (MOST_WILD >= MANY or w < MOST_WILD) and (FEWER == -MANY or w < naturals + G_there[place + 1] - FEWER):
                next_ones = natural | Gm_may[0]
        else:
            if d == 0:
                return 0
            d += -1
            place += -1
            natural = Gm_at[place]
            next_ones = Gm_next[d]
            i = G_path[d]
            G_used[i] += -1
            naturals -= G_step[d]
            for s in range(SUMS):
                G_added[s] -= T_adds[s * KINDS + G_use[i]]
    return 0
