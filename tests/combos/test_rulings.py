"""The rulings of a game of sets, runs and a wild rank that concern melds, each as its printed example."""

from __future__ import annotations

import pytest

from croupier.combos import Solver, WildLimit

from .packs import FEWER, FREE, JOKERS, ONE, cards, kind, points_of, run_of, set_of, sets_and_runs

LIMITS = pytest.mark.parametrize("limit", [FREE, ONE, FEWER], ids=["free", "one", "fewer"])


def melds(solver: Solver, hand: str) -> list[set[int]]:
    return [set(meld.kinds) for meld in solver.split(cards(hand)).melds]


@LIMITS
def test_ex_05_three_sevens_go_out_with_a_card_to_discard(limit: WildLimit) -> None:
    """7S 7H 7C are a set, and the king is the only discard."""
    solver = sets_and_runs("3", limit)
    assert solver.discards(cards("7S 7H KD 7C")) == {kind("KD")}


@LIMITS
def test_ex_06_ace_two_three_of_hearts_is_a_run(limit: WildLimit) -> None:
    """The 3 may be natural or wild."""
    solver = sets_and_runs("3", limit)
    assert solver.discards(cards("AH 2H KS 3H")) == {kind("KS")}
    assert sets_and_runs("4", limit).clears(cards("AH 2H 3H"))


@LIMITS
def test_ex_07_a_wild_stands_for_another_card(limit: WildLimit) -> None:
    """3D stands for the 6 of spades between the 5 and the 7."""
    solver = sets_and_runs("3", limit)
    assert solver.discards(cards("5S 3D KS 7S")) == {kind("KS")}
    meld = solver.whole(cards("5S 3D 7S"), 1)
    assert meld is not None
    assert meld.kinds == tuple(cards("5S 3D 7S"))
    assert meld.roles == tuple(cards("5S 6S 7S"))
    assert meld.start == 4


@pytest.mark.parametrize("limit", [FREE, ONE, FEWER, WildLimit(most=0)])
def test_ex_09_three_wild_threes_are_a_plain_set_of_threes(limit: WildLimit) -> None:
    """A wild in its own place is a natural, so no limit forbids the set."""
    solver = sets_and_runs("3", limit)
    assert kind("4D") in solver.discards(cards("3S 3H 4D 3C"))
    assert solver.whole(cards("3S 3H 3C"), 0) is not None


@LIMITS
def test_ex_10_a_set_may_have_four_cards(limit: WildLimit) -> None:
    """Four eights go out; one of the eights may not stay behind with the two, unless the four is wild."""
    assert kind("2C") in sets_and_runs("4", limit).discards(cards("8S 8H 8D 2C 8C"))


@LIMITS
def test_ex_12_nothing_can_be_spared_from_three_and_three(limit: WildLimit) -> None:
    """Six cards clear, and yet none can be discarded so that five do."""
    solver = sets_and_runs("5", limit)
    hand = cards("7S 7H 7D 9C 10C JC")
    assert solver.clears(hand)
    assert solver.discards(hand) == frozenset()


def test_ex_13_the_best_discard_leaves_fourteen() -> None:
    """A 7 is thrown and 9C 10C JC kept; JC or 10C would leave 19."""
    solver = sets_and_runs("5")
    hand = cards("7S 7H 7D 9C 10C JC")
    left = {card: solver.split([*hand[:i], *hand[i + 1 :]]).points for i, card in enumerate(hand)}
    assert min(left.values()) == left[kind("7S")] == 14
    assert left[kind("JC")] == left[kind("10C")] == 19


@LIMITS
def test_ex_14_a_set_and_a_run_go_out_together(limit: WildLimit) -> None:
    """Three fives and 9-10-J of clubs clear once the 2 is discarded."""
    assert sets_and_runs("6", limit).discards(cards("5S 5H 5D 9C 10C JC 2D")) == {kind("2D")}


def test_ex_15_no_card_counts_twice() -> None:
    """The 4 of diamonds serves the run, which leaves 27, and not also the set, which would leave 30."""
    split = sets_and_runs("7").split(cards("4S 4H 4D 5D 6D 9C KS"))
    assert split.points == 27
    assert [set(meld.kinds) for meld in split.melds] == [set(cards("4D 5D 6D"))]


def test_ex_16_the_wild_goes_where_it_saves_most() -> None:
    """QD KD and the wild 8 as JD leave 16."""
    split = sets_and_runs("8").split(cards("8C 2S 2H QD KD 5C 6C AS"))
    assert split.points == 16
    assert split.melds[0].roles == tuple(cards("JD QD KD"))


def test_ex_17_fewest_points_is_not_most_melds() -> None:
    """One meld with two wilds leaves 6; with one wild a meld, two melds leave 10."""
    hand = "AC AD 2C 2H KS 7D 7C"
    assert sets_and_runs("7").split(cards(hand)).points == 6
    assert melds(sets_and_runs("7"), hand) == [set(cards("KS 7D 7C"))]
    assert sets_and_runs("7", ONE).split(cards(hand)).points == 10


def test_ex_23_a_run_does_not_go_round_the_corner() -> None:
    """K-A-2 is no run, whether the ace is low or low and high."""
    hand = cards("KH AH 2H 4S 4D 4C 9S 9D 9C 2D 5C")
    assert sets_and_runs("J").split(hand).points == 20
    assert sets_and_runs("J", high_ace=True).split(hand).points == 34


def test_ex_24_a_lone_ace_costs_what_the_variant_says() -> None:
    """1, or 15 where it is also high."""
    assert sets_and_runs("3").split(cards("AS")).points == 1
    assert sets_and_runs("3", high_ace=True).split(cards("AS")).points == 15


@LIMITS
def test_ex_28_a_set_may_repeat_a_suit(limit: WildLimit) -> None:
    """9S 9S 9H of two packs are a set, unless suits have to differ."""
    assert sets_and_runs("3", limit).clears(cards("9S 9S 9H"))
    different = Solver([set_of(limit, different=True)], points_of(), frozenset())
    assert not different.clears(cards("9S 9S 9H"))


@LIMITS
def test_ex_30_a_wild_stands_for_nothing_above_the_king(limit: WildLimit) -> None:
    """JD is JS; with a high ace it may also be AS."""
    low, high = sets_and_runs("J", limit), sets_and_runs("J", limit, high_ace=True)
    hand = cards("QS KS JD")
    assert [meld.roles for meld in low.melds(hand, 1) if len(meld.kinds) == 3] == [tuple(cards("JS QS KS"))]
    assert [meld.roles for meld in high.melds(hand, 1) if len(meld.kinds) == 3] == [
        tuple(cards("JS QS KS")),
        tuple(cards("QS KS AS")),
    ]


@LIMITS
def test_ex_39_a_hand_that_melds_nothing_costs_all_its_cards(limit: WildLimit) -> None:
    """2+5+9+10+10+1."""
    split = sets_and_runs("6", limit).split(cards("2S 5H 9D JC QH AS"))
    assert split.points == 37
    assert split.melds == ()


def test_a_spare_wild_joins_any_meld_unless_a_limit_forbids_it() -> None:
    """By default no single wild is left over beside a meld; with one a meld, the second is."""
    hand = cards("7S 7H 3D 3C")
    assert sets_and_runs("3").split(hand).points == 0
    assert sets_and_runs("3", ONE).split(hand).points == 3


def test_thirteen_cards_are_the_longest_run_with_a_low_ace() -> None:
    """A fourteenth card finds no place; with an ace that is low or high, a run may have both aces."""
    suit = " ".join(f"{rank}S" for rank in ("A", *range(2, 11), "J", "Q", "K"))
    hand = cards(f"{suit} AS")
    runs = [run_of()]
    assert Solver(runs, points_of(), frozenset()).split(hand).left == (kind("AS"),)
    meld = Solver([run_of(high_ace=True)], points_of(), frozenset()).whole(hand, 0)
    assert meld is not None
    assert meld.kinds[0] == meld.kinds[-1] == kind("AS")


def test_jokers_alone_are_a_meld_if_no_limit_forbids_it() -> None:
    """Three jokers clear when wilds are unlimited and not when naturals must outnumber them."""
    hand = [JOKERS[0], JOKERS[0], JOKERS[1]]
    wild = frozenset(JOKERS)
    assert Solver([set_of(), run_of()], points_of(), wild).clears(hand)
    assert not Solver([set_of(FEWER), run_of(ONE)], points_of(), wild).clears(hand)
