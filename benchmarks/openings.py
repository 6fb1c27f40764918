"""Times the groups of melds that a hand offers at once, and their look ahead, beside trying every group.

`python benchmarks/openings.py` prints, for hands of fourteen cards from two packs: how many openings there are, how
long the first and all of them take, how long the whole list of legal moves with its look ahead, and how many times
longer than all openings it takes to try just every meld and every pair of melds in the plainest way (processor time).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "interpreter")]

import croupier  # noqa: E402  # the paths come first, so that a checkout measures itself
from croupier.model.state import State  # noqa: E402  # as above
from croupier.play import legal  # noqa: E402  # as above

HANDS = [
    "7S 7H 7D 8S 8H 8D 9S 9H 9D 10S joker joker joker joker",
    "10S JS QS KS AS 10H JH QH KH AH joker joker joker joker",
    "9S 10S JS QS 9H 10H JH QH 9D 10D JD QD joker joker",
    "10S JS QS 10H JH QH 10D JD QD 10C JC QC joker joker",
    "8S 9S 10S JS QS KS AS 10H JH QH joker joker joker joker",
]


def game(hand: str) -> croupier.Game:
    rules = croupier.load(ROOT / "tests" / "sketches" / "first" / "rami.yaml", players=2)
    zones = {"hand of P1": hand.split(), "hand of P2": ["2C"], "discard": ["3C"]}
    return croupier.Game.at(rules, {"turn": "P1", "step": "laying", "zones": zones, "rest": "stock"})


def plainly(s: State) -> int:
    """Openings of at most two melds, by trying all: melds that share no card, worth 51, one of them a pure run."""
    hand = s.zones[s.program.zone_base["hand"]]
    kinds = Counter(s.program.kind_of[card] for card in hand)
    melds = s.program.combos.melds(s, "combination", hand)
    opening = next(plan for plan in s.program.moves.values() if plan.name == "open")
    _, worth, pure = (s.program.planner.plan(condition.expr) for condition in opening.move.conditions[:3])
    found = 0
    for size in (1, 2):
        for group in combinations_with_replacement(melds, size):
            used = Counter(s.program.kind_of[card] for meld in group for card in meld.cards)
            if not used - kinds and worth(s, [0, list(group), *[None] * 8]) and pure(s, [0, list(group), *[None] * 8]):
                found += 1
    return found


def main() -> None:
    print(f"{'hand':58} openings  first ms  all ms  legal moves ms  plainly (x)")
    for hand in HANDS:
        fresh = game(hand)
        s = fresh._state
        move = next(move for move in s.program.moves.values() if move.name == "open")
        begin = time.process_time()
        next(iter(legal.fillings(s, move, 0)))
        first = time.process_time() - begin
        again = game(hand)
        begin = time.process_time()
        count = sum(1 for _ in legal.fillings(again._state, move, 0))
        every = time.process_time() - begin
        last = game(hand)
        begin = time.process_time()
        len(last.legal_moves(0))
        whole = time.process_time() - begin
        begin = time.process_time()
        plainly(s)
        ratio = (time.process_time() - begin) / every
        print(f"{hand:58} {count:8} {first * 1000:9.1f} {every * 1000:7.1f} {whole * 1000:15.1f} {ratio:11.1f}")


if __name__ == "__main__":
    main()
