"""Hands arranged by compiled rules themselves, and by the reference's solver: the same melds of the same cards."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import pytest
from hypothesis import given, settings

from croupier import load
from croupier.base import limits
from croupier.base.chance import Stream
from croupier.combos import Pattern, Solver, WildLimit
from croupier.fast import bulk, compiled
from croupier.kernel.source import Written, made
from croupier.lowering.kernel import Kernel
from croupier.lowering.remaining import remaining
from croupier.lowering.solving import MOST_WILD, Unsolved, solver
from croupier.native.python import functions, python
from croupier_dsl import ir
from tests.combos.hands import Deal, deals
from tests.combos.packs import FEWER, FREE, ONE, cards, points_of, run_of, set_of, wild_rank

from .test_alongside import backends

pytestmark = pytest.mark.in_turn(14)

COPIES = 4
BOTH: tuple[Literal["python", "c"], ...] = ("python", "c")
FAST = settings(max_examples=40, deadline=None, derandomize=True)
WIDE = settings(max_examples=1_500, deadline=None)


def called(kernel: Kernel, words: int) -> dict[str, Any]:
    """The functions that have been written and the modules that they use, in Python."""
    program = kernel.program()
    library = made(("library",), "", {"CARDS": ir.MOST_CARDS, "MOST": limits.MOST_MOVES, "ROOM": limits.MOST_MOVES})
    return functions(python(Written(program.text, program.arrays, (*program.modules, library)).linked(), words))


@lru_cache(maxsize=64)
def solved(patterns: tuple[Pattern, ...], points: tuple[int, ...]) -> dict[str, Any] | None:
    """What the kernel's solver of these patterns consists of; None if there is none."""
    kernel = Kernel()
    kind_of = [kind for kind in range(len(points)) for _ in range(COPIES)]
    try:
        solver(kernel, patterns, range(len(patterns)), points, kind_of, "x")
    except Unsolved:
        return None
    return called(kernel, -(-len(kind_of) // 64))


def difference(deal: Deal) -> str | None:
    """Where the two say different things of a deal; None if they do not, or the kernel leaves it to the reference."""
    here = solved(tuple(deal.patterns), deal.points)
    if here is None:
        return None
    hand = sorted(deal.hand)
    copies = [kind * COPIES + hand[:i].count(kind) for i, kind in enumerate(hand)]
    held = sum(1 << card for card in copies)
    wild = sum((1 << COPIES) - 1 << kind * COPIES for kind in deal.wild)
    clears = here["clears_x"](held, wild)
    if clears < 0:
        return None
    there = deal.solver
    if clears != there.clears(hand):
        return f"clears: {clears}"
    may_go = here["discards_x"](held, wild)
    if may_go < 0:
        return None
    going = {kind for card, kind in zip(copies, hand, strict=True) if here["Gm_found"][0] >> card & 1}
    if (may_go, going) != (len(there.discards(hand)), set(there.discards(hand))):
        return f"discards: {going} / {there.discards(hand)}"
    left, best = here["left_over_x"](held, wild), there.split(hand)
    if left not in (-1, best.points if any(deal.points) else len(best.left)):
        return f"left: {left}"
    return differs_in_melds(here, there, held, wild)


def differs_in_melds(here: dict[str, Any], there: Solver, held: int, wild: int) -> str | None:
    hand = [card // COPIES for card in range(held.bit_length()) if held >> card & 1]
    number = here["lay_out_x"](held, wild)
    found = []
    for i in range(number):
        laid = [card for card in range(held.bit_length()) if here["Gm_found"][i] >> card & 1]
        cast = sorted((here["G_place"][card], card // COPIES, here["G_role"][card]) for card in laid)
        found.append((here["G_pattern"][i], cast))
    wanted = []
    for meld in there.split(hand).melds:
        at = [-1 if meld.start < 0 else meld.start + i for i in range(len(meld.kinds))]
        wanted.append((meld.pattern, sorted(zip(at, meld.kinds, meld.roles, strict=True))))
    return None if found == wanted else f"{found} / {wanted}"


@FAST
@given(deals(most=9))
def test_hands_are_arranged_as_the_reference_does(deal: Deal) -> None:
    """Which melds, of which cards, which wild stands for what, and what may go."""
    assert difference(deal) is None


@pytest.mark.slow
@pytest.mark.timeout(3600)
@WIDE
@given(deals(most=14))
def test_large_hands_are_arranged_as_the_reference_does(deal: Deal) -> None:
    """The same, of up to fourteen cards."""
    assert difference(deal) is None


@pytest.mark.parametrize(("limit", "high_ace"), list(product([FREE, ONE], [False, True])))
def test_ties_are_broken_alike(limit: Any, high_ace: bool) -> None:
    """Hands with many best arrangements."""
    patterns = [set_of(limit), run_of(limit, high_ace=high_ace)]
    for hand in (
        "7S 7H 7D 8S 8H 8D 9S 9H 9D 3C 3C",
        "AS AH AD 2S 2H KS QS 3S 3D",
        "5S 6S 7S 8S 5H 6H 7H 8H 3S 3H 3D 9S",
    ):
        assert difference(Deal(patterns, points_of(), wild_rank("3"), cards(hand))) is None


def test_a_card_at_either_end_of_long_runs() -> None:
    """Hands of which no run could have an ace at both ends are arranged; where one could, the reference is asked."""
    patterns = [set_of(ONE), run_of(ONE, high_ace=True)]
    assert solved(tuple(patterns), points_of()) is not None
    chance = Stream(1, 0)
    suited = [card for card in range(26) for _ in range(2)] + list(wild_rank("3"))
    for _ in range(60):
        hand = sorted(chance.shuffle(suited)[: 6 + chance.below(9)])
        assert difference(Deal(patterns, points_of(), wild_rank("3"), hand)) is None


def test_a_run_with_an_ace_at_both_ends_is_asked_of_the_reference() -> None:
    here = solved((set_of(ONE), run_of(ONE, high_ace=True)), points_of())
    assert here is not None
    ranks = [*range(13), 0]
    both = sum(1 << rank * COPIES + (at == 13) for at, rank in enumerate(ranks))
    assert here["left_over_x"](both, 0) == here["clears_x"](both, 0) == -1
    assert here["left_over_x"](both & ~(1 << 6 * COPIES), 0) == 0  # a run of each half, and an ace in either


def test_what_is_too_large_is_left_to_the_reference() -> None:
    """Many cards, many wilds; patterns of which it does not know."""
    patterns = (set_of(), run_of())
    here = solved(patterns, points_of())
    assert here is not None
    many = sum(1 << card for card in range(0, 17 * COPIES, COPIES))
    assert here["lay_out_x"](many, 0) == here["clears_x"](many, 0) == here["discards_x"](many, 0) == -1
    wild = (1 << MOST_WILD + 1) - 1
    assert here["lay_out_x"](wild, wild) == -1
    assert solved((run_of(any_suit=True, different=True),), points_of()) is None
    assert solved(patterns, (-1,) * len(points_of())) is None


@pytest.mark.skipif("c" not in backends(), reason="there is no compiler")
@pytest.mark.parametrize(
    "options", [{}, {"wild_limit": "one_per_meld", "ace": "low_or_high", "out_discard": "optional"}]
)
def test_both_languages_play_the_same_games(options: dict[str, str]) -> None:
    """Whole games of Three Thirteen, cut short."""
    rules = load("three-thirteen", 3, options, limit=2_000)
    engines = [compiled(rules, on) for on in BOTH]
    rows = [[row for _, row, _ in bulk.raw(each, 5, 0, 8, each.cell("decisions"))] for each in engines]
    assert rows[0] == rows[1]


@pytest.mark.skipif("c" not in backends(), reason="there is no compiler")
def test_however_many_games_are_played() -> None:
    """None is left to the reference: what one has found goes before the next."""
    engine = compiled(load("three-thirteen", 3, limit=2_000), "c")
    assert all(row[0] >= 0 for _, row, _ in bulk.raw(engine, 5, 0, 1_500))


def left_over_by_sets(pattern: Pattern, kinds: int) -> dict[str, Any]:
    kernel = Kernel()
    kind_of = [kind for kind in range(kinds) for _ in range(COPIES)]
    remaining(kernel, (pattern,), (0,) * kinds, kind_of, "x")
    return called(kernel, -(-len(kind_of) // 64))


LIMITS = [
    set_of(), set_of(ONE), set_of(FEWER), set_of(WildLimit(3), largest=11), set_of(WildLimit(2, 1), largest=5),
    set_of(smallest=2, largest=2), set_of(WildLimit(0), smallest=4), set_of(WildLimit(4), smallest=1, largest=3),
]  # fmt: skip


@pytest.mark.parametrize("at", range(len(LIMITS)))
@pytest.mark.parametrize("wild", ["", "2", "2 3", "A 2 3"])
def test_what_sets_alone_leave_over_is_counted_as_the_reference_does(at: int, wild: str) -> None:
    """Also where it pays to play wild cards as what they are, of one rank or of several."""
    pattern, kinds = LIMITS[at], len(points_of())
    here, chance = left_over_by_sets(pattern, kinds), Stream(at, len(wild))
    by_name = frozenset(kind for rank in wild.split() for kind in wild_rank(rank))
    there = Solver([pattern], (0,) * kinds, by_name)
    mask = sum((1 << COPIES) - 1 << kind * COPIES for kind in by_name)
    few = [kind * COPIES + copy for kind in range(kinds) if kind % 13 < 5 or kind in by_name for copy in range(COPIES)]
    met = set()
    for _ in range(60):
        held = sorted(chance.shuffle(list(few))[: chance.below(14)])
        hand = [card // COPIES for card in held]
        left = here["left_over_x"](sum(1 << card for card in held), mask)
        assert left == (-1 if sum(kind in by_name for kind in hand) > 12 else len(there.split(hand).left))
        met.add(left)
    assert len(met) > 1


def test_where_each_card_is_a_meld_nothing_is_left_over() -> None:
    """Whatever else there is besides, as the flushes of Big Two; of wild cards the reference is asked."""
    patterns, kinds = (set_of(smallest=1, largest=3), run_of(smallest=5)), 52
    plain = tuple(replace(each, same=each.same and each.same[:kinds], places=each.places and each.places[:kinds])
                  for each in patterns)  # fmt: skip
    kind_of = [kind for kind in range(kinds) for _ in range(COPIES)]
    kernel = Kernel()
    remaining(kernel, plain, (0,) * kinds, kind_of, "x")
    here = called(kernel, 4)
    assert (
        here["left_over_x"]((1 << 30) - 1, 0)
        == len(Solver(plain, (0,) * kinds, frozenset()).split(kind_of[:30]).left)
        == 0
    )
    assert here["left_over_x"]((1 << 30) - 1, 1) == -1
