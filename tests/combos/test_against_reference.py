"""Every answer of the solver against a search that tries every card in every role."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from .hands import Deal, deals
from .reference import every_meld, is_meld, least_left, run_roles, set_roles

pytestmark = pytest.mark.in_turn(10)

FAST = settings(max_examples=80, deadline=None, derandomize=True)
WIDE = settings(max_examples=500, deadline=None)


def check_split(deal: Deal) -> None:
    split = deal.solver.split(deal.hand)
    assert (split.points, len(split.left)) == least_left(deal.patterns, deal.points, deal.wild, deal.hand)
    assert split.points == sum(deal.points[kind] for kind in split.left)
    assert sorted([*split.left, *(kind for meld in split.melds for kind in meld.kinds)]) == sorted(deal.hand)
    for meld in split.melds:
        pattern = deal.patterns[meld.pattern]
        assert is_meld(pattern, deal.wild, meld.kinds)
        played = set_roles if pattern.places is None else run_roles
        assert (meld.kinds, meld.roles, meld.start) in set(played(pattern, deal.wild, meld.kinds))


def check_going_out(deal: Deal) -> None:
    def clears(hand: list[int]) -> bool:
        return least_left(deal.patterns, (1,) * len(deal.points), deal.wild, hand) == (0, 0)

    solver = deal.solver
    assert solver.clears(deal.hand) == clears(deal.hand)
    spare = set()
    for position, kind in enumerate(deal.hand):
        if clears([*deal.hand[:position], *deal.hand[position + 1 :]]):
            spare.add(kind)
    assert solver.discards(deal.hand) == spare


def check_melds(deal: Deal) -> None:
    for index, pattern in enumerate(deal.patterns):
        found = [(meld.kinds, meld.roles, meld.start) for meld in deal.solver.melds(deal.hand, index)]
        expected = every_meld(pattern, deal.wild, deal.hand)
        assert len(found) == len(set(found))
        assert set(found) == expected
        whole = deal.solver.whole(deal.hand, index)
        assert (whole is not None) == is_meld(pattern, deal.wild, deal.hand)
        if whole is not None:
            assert (whole.kinds, whole.roles, whole.start) in expected


@FAST
@given(deals(most=6))
def test_a_split_leaves_as_little_as_any_division_of_the_hand(deal: Deal) -> None:
    """Fewest points, then fewest cards; its melds are melds and hold the hand's cards once."""
    check_split(deal)


@FAST
@given(deals(most=6))
def test_a_hand_clears_when_some_division_of_it_does(deal: Deal) -> None:
    """And the discards are the cards without which the rest clears."""
    check_going_out(deal)


@FAST
@given(deals(most=5))
def test_the_melds_listed_are_those_that_there_are(deal: Deal) -> None:
    """Each once, with every role; and a hand is a whole meld when it is one."""
    check_melds(deal)


@pytest.mark.slow
@WIDE
@given(deals(most=8))
def test_splits_of_larger_hands_leave_as_little_as_any_division(deal: Deal) -> None:
    """The same, over hundreds of hands of up to eight cards."""
    check_split(deal)


@pytest.mark.slow
@WIDE
@given(deals(most=7))
def test_larger_hands_clear_when_some_division_does(deal: Deal) -> None:
    """The same, over hundreds of hands of up to seven cards."""
    check_going_out(deal)


@pytest.mark.slow
@WIDE
@given(deals(most=6))
def test_the_melds_of_larger_hands_are_those_that_there_are(deal: Deal) -> None:
    """The same, over hundreds of hands of up to six cards."""
    check_melds(deal)
