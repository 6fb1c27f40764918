"""Strategies for small games of combos: patterns, prices, wild kinds, and hands that are likely to meld."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from croupier.base.effort import EFFORT
from croupier.combos import Pattern, Solver, WildLimit

from .packs import FEWER, FREE, JOKERS, ONE, RANKS, alike, points_of, run_of, set_of, wild_rank

LIMITS = [
    FREE,
    ONE,
    FEWER,
    WildLimit(most=0),
    WildLimit(most=2),
    WildLimit(fewer_than_naturals=0),
    WildLimit(most=2, fewer_than_naturals=1),
]


class Deal(NamedTuple):
    """A hand, and what it is played by."""

    patterns: list[Pattern]
    points: tuple[int, ...]
    wild: frozenset[int]
    hand: list[int]

    @property
    def solver(self) -> Solver:
        """A solver that may spend what a decision may; many hands are solved one after the other."""
        EFFORT.renew()
        return Solver(self.patterns, self.points, self.wild)


@st.composite
def patterns(draw: st.DrawFn) -> list[Pattern]:
    one = draw(st.sampled_from(LIMITS))
    other = draw(st.one_of(st.just(one), st.sampled_from(LIMITS)))
    high = draw(st.booleans())
    largest = draw(st.sampled_from([None, None, 4]))
    menu = [
        [set_of(one), run_of(other, high_ace=high)],
        [set_of(one, different=True), run_of(other, high_ace=high)],
        [set_of(one, largest=largest), run_of(other, high_ace=high, largest=largest)],
        [set_of(one, smallest=4), alike(3, other), run_of(other)],
        [run_of(WildLimit(most=0)), set_of(one, smallest=2), run_of(other, smallest=4, high_ace=high)],
        [run_of(one, any_suit=True, high_ace=high), set_of(other, largest=largest)],
        [run_of(one, any_suit=True, different=True), run_of(other)],
        [run_of(one, any_suit=True, smallest=4), run_of(other), set_of(one)],
        [set_of(one, largest=largest)],
        [run_of(one, high_ace=high, largest=largest)],
    ]
    # The pair that most games have comes up as often as all the others.
    return draw(st.permutations(draw(st.one_of(st.just(menu[0]), st.sampled_from(menu)))))


@st.composite
def deals(draw: st.DrawFn, most: int) -> Deal:
    rank = draw(st.sampled_from(RANKS))
    wild = draw(
        st.sampled_from(
            [
                frozenset(),
                wild_rank(rank),
                frozenset(JOKERS),
                wild_rank(rank) | frozenset(JOKERS),
                wild_rank(rank) | wild_rank("5"),
            ]
        )
    )
    low = draw(st.sampled_from([0, 2, 8]))
    near = [suit * 13 + (low + step) % 13 for suit in range(4) for step in range(6)]
    naturals = st.one_of(
        st.sampled_from(near), st.sampled_from(near[:12]), st.sampled_from(near[:6]), st.sampled_from(range(54))
    )
    wilds = draw(st.lists(st.sampled_from(sorted(wild)), max_size=min(4, most))) if wild else []
    drawn = [*wilds, *draw(st.lists(naturals, max_size=most - len(wilds)))]
    # Four packs at most.
    hand = [kind for position, kind in enumerate(drawn) if drawn[:position].count(kind) < 4]
    prices = st.one_of(
        st.sampled_from([points_of(), points_of(ace=15, joker=20)]),
        st.tuples(*[st.integers(-2, 3)] * 54) if draw(st.integers(0, 9)) == 0 else st.just((1,) * 54),
    )
    return Deal(draw(patterns()), draw(prices), wild, hand)
