"""What holds of every hand, also of those too large for the reference."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.combos import Pattern, Solver, WildLimit
from croupier.combos.memory import Memory

from .hands import Deal, deals
from .packs import FEWER, FREE, JOKERS, ONE, cards, kind, points_of, run_of, set_of, sets_and_runs, wild_rank
from .reference import is_meld

pytestmark = pytest.mark.in_turn(14)

LAWS = settings(max_examples=150, deadline=None, derandomize=True)
HANDS = st.lists(st.integers(0, 51), max_size=14)


@LAWS
@given(deals(most=14))
def test_a_split_holds_the_hand_and_its_melds_are_melds(deal: Deal) -> None:
    """No card is lost or counted twice."""
    split = deal.solver.split(deal.hand)
    assert sorted([*split.left, *(card for meld in split.melds for card in meld.kinds)]) == sorted(deal.hand)
    assert all(is_meld(deal.patterns[meld.pattern], deal.wild, meld.kinds) for meld in split.melds)


@LAWS
@given(deals(most=14))
def test_answers_depend_on_the_cards_alone(deal: Deal) -> None:
    """Neither the order of the hand nor what was asked before changes them."""
    first = deal.solver
    answers = first.split(deal.hand), first.clears(deal.hand), first.discards(deal.hand)
    other = deal.solver
    for size in range(len(deal.hand)):
        other.split(deal.hand[:size])
    turned = deal.hand[::-1]
    assert (other.split(turned), other.clears(turned), other.discards(turned)) == answers


@LAWS
@given(deals(most=14))
def test_what_a_split_melds_clears(deal: Deal) -> None:
    """The melded cards clear, and the discards are those without which the rest does."""
    solver = deal.solver
    melded = [card for meld in solver.split(deal.hand).melds for card in meld.kinds]
    assert solver.clears(melded)
    for card in set(deal.hand):
        rest = list(deal.hand)
        rest.remove(card)
        assert (card in solver.discards(deal.hand)) == solver.clears(rest)


@LAWS
@given(HANDS, st.sampled_from("A35JK"))
def test_a_looser_limit_never_leaves_more(hand: list[int], rank: str) -> None:
    """Unlimited wilds do at least as well as any limit."""
    free = sets_and_runs(rank).split(hand).points
    assert free <= sets_and_runs(rank, ONE).split(hand).points
    assert free <= sets_and_runs(rank, FEWER).split(hand).points


@LAWS
@given(deals(most=12), st.integers(0, 51))
def test_a_card_more_costs_no_more_than_its_points(deal: Deal, extra: int) -> None:
    """It can always be left over."""
    solver = deal.solver
    assert solver.split([*deal.hand, extra]).points <= solver.split(deal.hand).points + deal.points[extra]


@pytest.mark.parametrize("limit", [FREE, ONE, FEWER])
def test_many_wilds_of_equal_rank_are_no_trouble(limit: WildLimit) -> None:
    """Sixteen wild cards of four packs go into melds of themselves, and a split of them is still found."""
    solver = sets_and_runs("7", limit)
    hand = sorted(wild_rank("7")) * 2
    assert solver.split(hand).points == 0
    assert solver.clears(hand)


@pytest.mark.parametrize("limit", [ONE, FEWER])
def test_under_a_limit_a_run_may_pass_a_natural_by(limit: WildLimit) -> None:
    """4-w-6-7 and 4-5-w-7 hold one wild each; a run that took every natural it passed would leave two for the other."""
    solver = Solver([set_of(limit), run_of(limit)], points_of(), frozenset(JOKERS))
    assert solver.clears(cards("4S 4S 5S 6S 7S 7S JK JK"))
    assert solver.split(cards("4S 4S 5S 6S 7S 7S JK JK")).left == ()


def test_a_short_run_may_pass_a_natural_by() -> None:
    """With three cards at most and one wild, 4-w-6 and 5-w-7 hold what 4-5-6 would leave."""
    solver = Solver([run_of(ONE, largest=3)], points_of(), frozenset(JOKERS))
    assert solver.clears(cards("4S 5S 6S 7S JK JK"))


def test_a_run_may_leave_a_natural_it_passes_to_a_meld_of_another_pattern() -> None:
    """4S-w-6S with 5S-6H-7D-8C clears, where the longer runs of any suit have no wilds."""
    patterns = [run_of(), run_of(WildLimit(most=0), any_suit=True, smallest=4)]
    solver = Solver(patterns, points_of(), frozenset(JOKERS))
    assert solver.clears(cards("4S JK 6S 5S 6H 7D 8C"))


def test_two_wilds_meld_any_card_where_nothing_limits_them() -> None:
    """And four meld two cards that have nothing in common."""
    solver = Solver([set_of(), run_of()], points_of(), frozenset(JOKERS))
    assert solver.clears(cards("9C JK JK"))
    assert solver.clears(cards("9C 2D JK JK JK JK"))
    assert not solver.clears(cards("9C 2D JK JK JK"))
    assert solver.discards(cards("9C 2D JK JK JK")) == {kind("9C"), kind("2D")}


def test_the_melds_of_many_cards_are_made_one_at_a_time() -> None:
    """The first of a great many comes at once."""
    solver = sets_and_runs("7")
    hand = [*range(13), *wild_rank("7"), *wild_rank("7")]
    assert next(solver.melds(hand, 1)).start == 0


def test_a_card_that_is_better_kept_stops_no_search() -> None:
    """A joker worth -1 is left over, and the wild aces beside it make a set of themselves."""
    points = (*(0,) * 53, -1)
    solver = Solver([set_of(ONE), run_of(ONE)], points, wild_rank("A") | frozenset(JOKERS))
    assert solver.split([0, 0, 0, JOKERS[1]]).left == (JOKERS[1],)


def test_the_empty_hand_clears_and_has_no_discard() -> None:
    """There is nothing to meld, and nothing to discard."""
    solver = sets_and_runs("3")
    assert solver.clears([])
    assert solver.discards([]) == frozenset()
    assert solver.split([]).melds == ()
    assert solver.whole([], 0) is None
    assert list(solver.melds([], 0)) == []


def test_no_patterns_meld_nothing() -> None:
    """A hand is left over as it is."""
    solver = Solver([], points_of(), frozenset(JOKERS))
    assert solver.split(cards("7S 7H 7D JK")).points == 21
    assert not solver.clears(cards("7S"))


def test_every_card_of_the_largest_deck_may_be_in_one_hand() -> None:
    """Two thousand cards of one kind, the most that a deck may have, are one set; more are an error, not a wrong
    answer."""
    solver = sets_and_runs("3")
    assert len(solver.split([7] * 2000).melds) == 666
    with pytest.raises(ValueError, match="not solved"):
        solver.split([7] * 2100)


@pytest.mark.parametrize(
    "broken",
    [
        replace(set_of(), same=(1, 2)),
        replace(set_of(), smallest=0),
        replace(run_of(), length=5),
    ],
)
def test_a_declaration_without_meaning_is_refused(broken: Pattern) -> None:
    """Columns of another length, melds of no card and places beyond the end are errors."""
    with pytest.raises(ValueError, match=broken.name):
        Solver([broken], points_of(), frozenset())


def test_a_memory_keeps_what_was_used_of_late_and_no_more() -> None:
    """The last keys used are there; never more than twice as many are held."""
    memory: Memory[int, int] = Memory(10)
    for number in range(1000):
        memory.put(number, number)
        assert memory.get(0) == 0 or number == 0
        assert len(memory) <= 20
    assert all(memory.get(number) == number for number in range(992, 1000))
    assert memory.get(500) is None
