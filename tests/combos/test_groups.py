"""Several melds chosen at once: every group that the conditions allow is offered, once, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

import croupier
from croupier.base.chance import Stream
from croupier.base.values import Meld
from croupier.model.state import State
from croupier.play import legal

pytestmark = pytest.mark.in_turn(10)

SKETCH = Path(__file__).parents[2] / "tests" / "sketches" / "first" / "rami.yaml"
RULES = croupier.load(SKETCH, players=2)
FRUGAL = croupier.load(SKETCH, players=2, options={"open_min": 20, "pure_run": "any_run"})
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Group = tuple[tuple[tuple[str, ...], ...], ...]


def hand_of(rng: Stream, size: int) -> list[str]:
    """A hand with many neighbours: a few ranks of a few suits, and jokers."""
    low = 8 if rng.below(2) else rng.below(len(RANKS) - 4)
    suits = "SHDC"[: 2 + rng.below(3)]
    deck = [rank + suit for rank in RANKS[low : low + 4 + rng.below(3)] for suit in suits] * 2 + ["joker"] * 4
    return [deck[i] for i in rng.shuffle(range(len(deck)))][:size]


def laying(rules: croupier.Rules, hand: list[str]) -> State:
    zones = {"hand of P1": hand, "hand of P2": ["9D"] if hand.count("9D") < 2 else ["2C"]}
    game = croupier.Game.at(rules, {"turn": "P1", "step": "laying", "zones": zones, "rest": "stock"})
    return game._state


def offered(s: State) -> list[Group]:
    """The groups that may be laid, each meld with its cards and roles as they read."""
    move = next(move for move in s.frames[-1].stage.moves if move.name == "open")
    slot = move.choices[0].slot
    return [tuple(sorted(reading(s, meld) for meld in env[slot])) for env in legal.fillings(s, move, 0)]


def reading(s: State, meld: Meld) -> tuple[str, ...]:
    return tuple(s.program.spell_meld(meld).split())


def worth(s: State, meld: Meld) -> int:
    """What a meld is worth, straight from the rules: an ace after a king or in a set 11, before a two 1, courts 10."""
    total = 0
    for index, role in enumerate(meld.roles):
        if role >= 0:
            rank = s.program.kinds[role].notation[:-1]
        else:  # a joker in a set
            rank = next(s.program.kinds[other].notation[:-1] for other in meld.roles if other >= 0)
        low = meld.start >= 0 and meld.start + index == 0
        total += 1 if rank == "A" and low else 11 if rank == "A" else 10 if rank in "JQK" else int(rank)
    return total


def expected(s: State, least: int, pure: bool) -> set[Group]:
    """The same by trying every choice of melds."""
    hand = Counter(s.program.kind_of[card] for card in s.zones[s.program.zone_base["hand"]])
    melds = s.program.combos.melds(s, "combination", s.zones[s.program.zone_base["hand"]])
    found: set[Group] = set()
    for size in range(1, hand.total() // 3 + 1):
        for group in combinations_with_replacement(melds, size):
            used = Counter(s.program.kind_of[card] for meld in group for card in meld.cards)
            if used - hand or sum(worth(s, meld) for meld in group) < least:
                continue
            jokers = [any(s.program.notation(card) == "joker" for card in meld.cards) for meld in group]
            if any(m.combo == "run" and not (pure and j) for m, j in zip(group, jokers, strict=True)):
                found.add(tuple(sorted(reading(s, meld) for meld in group)))
    return found


def compare(rules: croupier.Rules, least: int, pure: bool, seeds: range, size: int) -> int:
    groups = 0
    for seed in seeds:
        s = laying(rules, hand_of(Stream(seed), size))
        found = offered(s)
        assert len(found) == len(set(found)), f"seed {seed}: a group is offered twice"
        assert set(found) == expected(s, least, pure), f"seed {seed}"
        groups += len(found)
    return groups


def test_openings_agree_with_brute_force() -> None:
    """Groups worth 51 with a pure run: all of them, on dozens of hands."""
    assert compare(RULES, 51, True, range(70), 9) > 40


def test_cheap_openings_agree_with_brute_force() -> None:
    """Groups worth 20 with any run: all of them, on a hundred hands."""
    assert compare(FRUGAL, 20, False, range(1000, 1100), 8) > 500


@pytest.mark.slow
def test_openings_of_thousands_of_hands() -> None:
    """The same for three thousand hands of ten cards."""
    assert compare(RULES, 51, True, range(2000, 5000), 10) > 3_000


def test_each_meld_of_a_group_has_cards_of_its_own() -> None:
    """The melds of a group share no card, copies or not."""
    for seed in range(60):
        s = laying(FRUGAL, hand_of(Stream(seed), 12))
        move = next(move for move in s.frames[-1].stage.moves if move.name == "open")
        for env in legal.fillings(s, move, 0, 500):
            cards = [card for meld in env[move.choices[0].slot] for card in meld.cards]
            assert len(cards) == len(set(cards))
            assert all(s.home[card] == s.program.zone_base["hand"] for card in cards)


def test_the_smallest_groups_come_first() -> None:
    """Canonical order: one meld before two, two before three."""
    s = laying(FRUGAL, ["10H", "JH", "QH", "KH", "7S", "7H", "7D", "4C", "5C", "6C"])
    sizes = [len(group) for group in offered(s)]
    assert sizes == sorted(sizes)
    assert set(sizes) == {1, 2, 3}
