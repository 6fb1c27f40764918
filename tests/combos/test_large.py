"""Hands too large to try every division of them: what is known of their best splits, and that they are found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.base.chance import Stream
from croupier.base.effort import BUDGET, EFFORT
from croupier.base.faults import RulesFault
from croupier.combos import Pattern, Solver, WildLimit, search

from .packs import FEWER, FREE, JOKERS, KINDS, ONE, SUIT_OF, points_of, run_of, set_of
from .reference import is_meld

pytestmark = pytest.mark.in_turn(14)

LAWS = settings(max_examples=12, deadline=None, derandomize=True)
WILD = frozenset(JOKERS)
LIMITS = st.sampled_from([FREE, ONE, FEWER])


def hand_of(size: int, packs: int, jokers: int, seed: int) -> list[int]:
    deck = list(range(KINDS)) * packs
    chance = Stream(seed)
    return [*(deck.pop(chance.below(len(deck))) for _ in range(size - jokers)), *[JOKERS[0]] * jokers]


def solved(solver: Solver, hand: list[int]) -> int:
    """The points of the split, which is one: every meld is a meld, and every card is there once."""
    EFFORT.renew()
    split = solver.split(hand)
    assert sorted([*split.left, *(kind for meld in split.melds for kind in meld.kinds)]) == sorted(hand)
    assert split.points == sum(solver.points[kind] for kind in split.left)
    for meld in split.melds:
        if len(meld.kinds) < 9:
            assert is_meld(solver.patterns[meld.pattern], solver.wild, meld.kinds)
    return split.points


@LAWS
@given(st.integers(20, 60), st.integers(0, 2), st.integers(0, 999), LIMITS)
def test_a_large_hand_is_solved(size: int, jokers: int, seed: int, limit: WildLimit) -> None:
    """Sixty cards of two packs, where a set may repeat a suit."""
    solver = Solver([set_of(limit), run_of(limit)], points_of(), frozenset(JOKERS))
    hand = hand_of(size, 2, jokers, seed)
    points = solved(solver, hand)
    for kind in {hand[0], hand[size // 2]}:
        rest = list(hand)
        rest.remove(kind)
        assert points <= solved(solver, rest) + solver.points[kind]


@LAWS
@given(st.integers(20, 104), st.integers(0, 999), st.booleans())
def test_without_wilds_sets_of_different_suits_are_solved_too(size: int, seed: int, high_ace: bool) -> None:
    """And a hand less one of its melds leaves no more than its own best split, so none of its melds is wasted."""
    solver = Solver([set_of(different=True, largest=4), run_of(high_ace=high_ace)], points_of(), frozenset(JOKERS))
    hand = hand_of(size, 2, 0, seed)
    points = solved(solver, hand)
    for meld in solver.split(hand).melds[:2]:
        rest = list(hand)
        for kind in meld.kinds:
            rest.remove(kind)
        assert solved(solver, rest) == points


@pytest.mark.parametrize("limit", [ONE, FEWER], ids=["one", "fewer"])
@pytest.mark.parametrize(("size", "packs", "jokers"), [(50, 2, 4), pytest.param(60, 4, 4, marks=pytest.mark.slow)])
def test_with_wilds_sets_of_different_suits_are_solved(size: int, packs: int, jokers: int, limit: WildLimit) -> None:
    """Where melds hold few wilds, each that is used is missing elsewhere. One card more is left at worst."""
    solver = Solver([set_of(limit, different=True, largest=4), run_of(limit, high_ace=True)], points_of(), WILD)
    hand = hand_of(size, packs, jokers, 5)
    assert solved(solver, hand) <= solved(solver, hand[1:]) + solver.points[hand[0]]


@pytest.mark.parametrize(
    "limit", [FREE, ONE, pytest.param(FEWER, marks=pytest.mark.slow)], ids=["free", "one", "fewer"]
)
def test_what_is_known_to_be_best_ends_the_search(limit: WildLimit) -> None:
    """Sixty cards with eight wilds, of which nothing is left: to find that takes a small part of the budget."""
    solver = Solver([set_of(limit, different=True, largest=4), run_of(limit, high_ace=True)], points_of(), WILD)
    assert solved(solver, hand_of(60, 2, 8, 1)) == 0
    assert EFFORT.left > BUDGET * 2 // 3


def test_prices_say_much_where_many_wilds_go_to_one_place() -> None:
    """Prices found as if a place took one wild say nothing here, and a search without them is a long one."""
    solver = Solver([set_of(different=True, largest=4), run_of(high_ace=True)], points_of(), WILD)
    assert solved(solver, hand_of(60, 4, 8, 2)) == 4
    assert EFFORT.left > BUDGET * 3 // 4


@LAWS
@given(st.integers(24, 36), st.integers(2, 4), st.integers(1, 5), st.integers(0, 999), LIMITS)
def test_bids_change_no_split(size: int, packs: int, jokers: int, seed: int, limit: WildLimit) -> None:
    """With prices for which branches bid from the start, or without any, the split is the same to the card."""
    hand = hand_of(size, packs, jokers, seed)
    splits = []
    for many in (1, 1 << 200):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(search, "LOTS", many)
            EFFORT.renew()
            patterns = [set_of(limit, different=True, largest=4), run_of(limit, high_ace=True)]
            splits.append(Solver(patterns, points_of(), WILD).split(hand))
    assert splits[0] == splits[1]


@pytest.mark.parametrize("size", [127, pytest.param(160, marks=pytest.mark.slow), 200])
def test_most_of_four_packs_melds_without_rest(size: int) -> None:
    """So many cards have partners in abundance."""
    solver = Solver([set_of(), run_of()], points_of(), frozenset(JOKERS))
    assert solved(solver, hand_of(size, 4, 4, 1)) == 0


SUITS = Pattern("suits", SUIT_OF, None, None, 0, 5, None, FREE)
COLOURS = Pattern("colours", tuple(-1 if suit < 0 else suit % 2 for suit in SUIT_OF), None, None, 0, 7, 9, ONE)


@pytest.mark.parametrize("patterns", [[SUITS], [COLOURS], [set_of(), SUITS]])
def test_a_wide_pattern_is_counted_and_not_enumerated(patterns: list[Pattern]) -> None:
    """Any five cards of a suit, any seven of a colour: nothing but their number matters."""
    solver = Solver(patterns, points_of(), frozenset(JOKERS))
    for size in (26, 60, 200):
        solved(solver, hand_of(size, 4, 2, size))
        assert EFFORT.left > BUDGET * 3 // 4


def test_what_cannot_be_worked_out_is_a_fault_and_not_an_endless_wait() -> None:
    """Two wide patterns that want the same cards: too much to choose from."""
    solver = Solver([SUITS, COLOURS], points_of(), frozenset(JOKERS))
    EFFORT.renew()
    with pytest.raises(RulesFault, match="needs more computation than the limit"):
        solver.split(hand_of(200, 4, 2, 200))
