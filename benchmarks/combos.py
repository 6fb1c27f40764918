"""Random hands turned into a table of how long the combo solver takes: mean, p95 and worst, in microseconds.

Run it as `PYTHONPATH=interpreter:dsl python benchmarks/combos.py [--hands N] [--cards N] [--seed N] [--large N]`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.combos import Pattern, Solver, WildLimit

RANKS, SUITS = 13, 4
KINDS = RANKS * SUITS
JOKER = KINDS
RANK_OF = (*(kind % RANKS for kind in range(KINDS)), -1)
SUIT_OF = (*(kind // RANKS for kind in range(KINDS)), -1)
POINTS = (*(min(rank + 1, 10) for rank in RANK_OF[:KINDS]), 0)
LIMITS = {
    "unlimited": WildLimit(),
    "one a meld": WildLimit(most=1),
    "fewer": WildLimit(fewer_than_naturals=1),
}


def patterns(limit: WildLimit, *, different: bool, high_ace: bool) -> list[Pattern]:
    places = tuple((0, 13) if high_ace and rank == 0 else (rank,) for rank in RANK_OF[:KINDS])
    return [
        Pattern("set", RANK_OF, SUIT_OF if different else None, None, 0, 3, None, limit),
        Pattern("run", SUIT_OF, None, (*places, ()), RANKS + high_ace, 3, None, limit),
    ]


def timed(work: Callable[[Sequence[int]], object], hands: Sequence[Sequence[int]]) -> list[float]:
    spent = []
    for hand in hands:
        start = time.perf_counter_ns()
        work(hand)
        spent.append((time.perf_counter_ns() - start) / 1000)
    return sorted(spent)


def row(label: str, spent: Sequence[float]) -> str:
    mean = sum(spent) / len(spent)
    return f"{label:<52}{mean:>10.1f}{spent[len(spent) * 95 // 100]:>10.1f}{spent[-1]:>10.0f}"


def clearing(deck: Sequence[int], cards: int, chance: random.Random) -> list[int]:
    """A hand that looks like a finished one: runs and sets, and one card more."""
    hand: list[int] = []
    while len(hand) + 3 < cards:
        kind = chance.choice([kind for kind in deck if kind != JOKER])
        run = [kind + step for step in range(3)] if RANK_OF[kind] < RANKS - 2 else []
        hand += chance.choice([run, [RANK_OF[kind] + RANKS * chance.randrange(SUITS) for _ in range(3)]])
    return [*hand, *chance.sample(deck, cards - len(hand))]


def large(hands: int, chance: random.Random) -> None:
    """Hands of many cards: how long the worst takes beside one of ten cards of the same packs, in the same run."""
    print(f"{'times the mean of ten cards':<52}{'mean':>10}{'worst':>10}{'faults':>10}")
    for name, limit in LIMITS.items():
        for wilds in (0, 2, 4):
            solver = Solver(patterns(limit, different=False, high_ace=False), POINTS, frozenset([JOKER]))
            deck = list(range(KINDS)) * 4
            small = timed(solver.split, [[*chance.sample(deck, 10 - wilds), *[JOKER] * wilds] for _ in range(50)])
            unit = sum(small) / len(small)
            for cards in (20, 30, 60, 127, 200):
                spent, faults = [], 0
                for _ in range(hands):
                    EFFORT.renew()
                    try:
                        spent += timed(solver.split, [[*chance.sample(deck, cards - wilds), *[JOKER] * wilds]])
                    except RulesFault:
                        faults += 1
                if spent:
                    label = f"{cards} cards, {wilds} wilds, {name}"
                    mean = sum(spent) / len(spent) / unit
                    print(f"{label:<52}{mean:>10.1f}{max(spent) / unit:>10.0f}{faults:>10}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1500)
    parser.add_argument("--cards", type=int, default=14)
    parser.add_argument("--seed", type=int, default=313)
    parser.add_argument("--packs", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--large", type=int, default=0, help="instead: so many hands each of 20 to 200 cards")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    if given.large:
        large(given.large, chance)
        return
    print(f"{given.hands} hands of {given.cards} cards, each solved once, after {given.hands // 3} others")
    print(f"{'microseconds':<52}{'mean':>10}{'p95':>10}{'worst':>10}")
    for different, high_ace in ((False, False), (True, True)):
        for jokers in (0, 4):
            for packs in given.packs:
                deck = [*list(range(KINDS)) * packs, *[JOKER] * jokers]
                for name, limit in LIMITS.items():
                    wild = frozenset([JOKER] if jokers else [6, 19, 32, 45])
                    solver = Solver(patterns(limit, different=different, high_ace=high_ace), POINTS, wild)
                    hands = [chance.sample(deck, given.cards) for _ in range(given.hands)]
                    made = [clearing(deck, given.cards, chance) for _ in range(given.hands // 5)]
                    for hand in [chance.sample(deck, given.cards) for _ in range(given.hands // 3)]:
                        solver.split(hand)
                    kind = f"{packs} packs, {f'{jokers} jokers' if jokers else 'wild rank'}, {name}"
                    kind += ", suits differ, ace high" if different else ""
                    print(row(f"split     {kind}", timed(solver.split, hands)))
                    print(row(f"clears    {kind}", timed(solver.clears, hands)))
                    print(row(f"discards  {kind}", timed(solver.discards, hands)))
                    print(row(f"  nearly complete: discards  {name}", timed(solver.discards, made)), flush=True)


if __name__ == "__main__":
    main()
