"""Combos that ask something of all their cards together, and sequences of groups, against every choice of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.combos import Adding, Pattern, Solver, WildLimit

RANKS, SUITS = 6, 2
KINDS = RANKS * SUITS
NO_WILDS = WildLimit(most=0)
OF_RANK = tuple(kind // SUITS for kind in range(KINDS))
OF_SUIT = tuple(kind % SUITS for kind in range(KINDS))
FAST = settings(max_examples=80, deadline=None, derandomize=True)
HANDS = st.lists(st.integers(0, KINDS - 1), max_size=8)


def pattern(
    smallest: int, largest: int | None, adding: tuple[Adding, ...] = (), same: tuple[int, ...] | None = None,
    different: tuple[int, ...] | None = None,
) -> Pattern:  # fmt: skip
    return Pattern("some", same, different, None, 0, smallest, largest, NO_WILDS, adding=adding, shut=True)


def solver(made: Pattern) -> Solver:
    return Solver([made], (0,) * KINDS, frozenset())


def choices(hand: Sequence[int]) -> set[tuple[int, ...]]:
    """Every choice of the cards, those of a kind not told apart."""
    return {chosen for size in range(1, len(hand) + 1) for chosen in combinations(sorted(hand), size)}


@st.composite
def sums(draw: st.DrawFn) -> Adding:
    column = tuple(draw(st.lists(st.integers(-3, 9), min_size=KINDS, max_size=KINDS)))
    least = draw(st.one_of(st.none(), st.integers(-5, 25)))
    most = draw(st.one_of(st.none(), st.just(least), st.integers(-5, 25)))
    return Adding(column, least, most)


@pytest.mark.costly
@FAST
@given(
    HANDS,
    st.integers(1, 3),
    st.sampled_from([None, 3, 4]),
    st.lists(sums(), max_size=2),
    st.sampled_from([None, OF_RANK, OF_SUIT]),
    st.sampled_from([None, OF_RANK]),
)
def test_what_adds_up_is_every_choice_that_does_each_once(
    hand: list[int],
    smallest: int,
    largest: int | None,
    rules: list[Adding],
    same: tuple[int, ...] | None,
    different: tuple[int, ...] | None,
) -> None:
    """Sums, with values below nought among them, sizes, and what is alike or different; all the cards together too."""
    made = pattern(smallest, largest, tuple(rules), same, different)
    found = [meld.kinds for meld in solver(made).melds(hand, 0)]
    assert len(found) == len(set(found))
    expected = {
        cards
        for cards in choices(hand)
        if smallest <= len(cards) <= (largest or len(cards))
        and (same is None or len({same[kind] for kind in cards}) == 1)
        and (different is None or len({different[kind] for kind in cards}) == len(cards))
        and all(rule.holds(sum(rule.column[kind] for kind in cards)) for rule in rules)
    }
    assert set(found) == expected
    whole = solver(made).whole(hand, 0)
    assert (whole is not None) == (tuple(sorted(hand)) in expected)


def test_many_cards_are_gone_through_only_where_they_add_up() -> None:
    """Of a whole pack, those few choices that come to so much are found at once; equal cards cost nothing."""
    hand = [kind for kind in range(KINDS) for _ in range(5)]
    column = tuple(1000 + rank for rank in OF_RANK)
    EFFORT.renew()
    before = EFFORT.left
    few = pattern(2, None, (Adding(column, 2010, 2010),))
    assert {meld.kinds for meld in solver(few).melds(hand, 0)} == {(10, 10), (10, 11), (11, 11)}
    wide = pattern(2, None, (Adding(tuple(value * 1000 for value in column), 2_010_000, 2_010_000),))
    assert len(list(solver(wide).melds(hand, 0))) == 3
    assert before - EFFORT.left < 100_000


def test_what_is_too_much_is_a_fault() -> None:
    """Any cards at all of many are not listed for ever."""
    EFFORT.left = 100_000
    with pytest.raises(RulesFault):
        list(solver(pattern(1, None)).melds([kind for kind in range(KINDS) for _ in range(9)], 0))
    EFFORT.renew()


# ---------------------------------------------------------------- groups in sequence


def sequence(group: int, smallest: int, largest: int | None, beside: int, further: int, ace: bool) -> Pattern:
    """Groups of so many cards of a rank; the first rank may come last too."""
    places = tuple((0, RANKS) if ace and not rank else (rank,) for rank in OF_RANK)
    return Pattern(
        "groups", None, None, places, RANKS + ace, smallest, largest, NO_WILDS, beside=beside, shut=True,
        group=pattern(group, group, same=OF_RANK), further=pattern(further, further, same=OF_RANK),
    )  # fmt: skip


def readings(made: Pattern, cards: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """From which places on all the cards are groups in sequence, with what lies beside them."""
    assert made.group is not None
    assert made.further is not None
    assert made.places is not None
    group, further = made.group.smallest, made.further.smallest
    each = group + made.beside * further
    number, rest = divmod(len(cards), each)
    if rest or number < made.smallest or number > (made.largest or number):
        return
    held = Counter(OF_RANK[kind] for kind in cards)
    for start in range(made.length - number + 1):
        left = held - Counter({})
        for place in range(start, start + number):
            left[next(rank for rank in range(RANKS) if place in made.places[rank * SUITS])] -= group
        if min(left.values(), default=0) >= 0 and all(more % further == 0 for more in left.values()):
            yield start, cards


@FAST
@given(
    HANDS.map(lambda hand: [kind % 8 for kind in hand]),
    st.integers(1, 3),
    st.integers(1, 3),
    st.sampled_from([None, 3]),
    st.integers(0, 2),
    st.integers(1, 2),
    st.booleans(),
)
def test_groups_in_sequence_are_every_choice_that_is_each_once(
    hand: list[int], group: int, smallest: int, largest: int | None, beside: int, further: int, ace: bool
) -> None:
    """With single cards or pairs beside them, an end that is also the beginning, and copies."""
    made = sequence(group, smallest, largest, beside, further, ace)
    listed = list(solver(made).melds(hand, 0))
    found = [(meld.start, tuple(sorted(meld.kinds))) for meld in listed]
    assert len(found) == len(set(found))
    assert set(found) == {reading for cards in choices(hand) for reading in readings(made, cards)}
    for meld in listed:
        assert meld.roles == meld.kinds
        assert meld.groups == (group,) * len(meld.groups)
        at = iter(meld.kinds)
        for place in range(meld.start, meld.start + len(meld.groups)):
            assert made.places is not None
            assert all(place in made.places[next(at)] for _ in range(group))
    whole = solver(made).whole(hand, 0)
    assert (whole is not None) == any(True for _ in readings(made, tuple(sorted(hand))))
