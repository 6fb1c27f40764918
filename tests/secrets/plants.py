"""Leaks planted in copies of rulesets that come along, by kind: the game, what stands there, what is put there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from croupier import Rules
from croupier.compile.binding import bind
from croupier.table import catalogue
from croupier_dsl import Diagnostic, check_file


class Plant(NamedTuple):
    """A slip in a game: `kind` is what sort of leak it makes."""

    kind: str
    game: str
    old: str
    new: str


SEEN = "a hand or the top of the stock seen by everyone"
STATE = "public state computed from hidden cards"
STAGE = "a stage, its actor or its number of performances depends on hidden cards"
MOVED = "as many cards moved as a hidden card says"
SHUFFLE = "a shuffle forgotten"
ORDER = "cards laid in order of kind"
DEAL = "a card shown at the deal"
CHOICE = "what somebody has chosen unseen"

HAND, STOCK = "hand of player: set seen by owner", "stock: pile seen by nobody"
SHUFFLED = "    - shuffle stock\n"
FISHED, TOP = "- let fished be top of stock\n", "move top of stock to hand"
LUCK = "may_ask in turn: no/yes starting yes"
DRAWN = "drawn in turn: number\n"
TO_TURNED = "        - move top of stock to turned\n"


def _sorted(many: int, indent: str) -> str:
    """A stretch of the stock goes through a hand, which has no order, and so comes back in that of its kinds."""
    to = f"{indent}- move top {many} of stock to hand of first of players\n"
    return f"{indent}- shuffle stock\n{to}{indent}- move hand of first of players to stock\n"


PLANTS = [
    Plant(SEEN, "go-fish", HAND, "hand of player: set seen by everyone"),
    Plant(SEEN, "old-maid", HAND, "hand of player: set seen by everyone"),
    Plant(SEEN, "kuhn-poker", HAND, "hand of player: set seen by everyone"),
    Plant(SEEN, "crazy-eights", HAND, "hand of player: set seen by everyone"),
    Plant(SEEN, "go-fish", STOCK, "stock: pile top seen by everyone"),
    Plant(SEEN, "old-maid", STOCK, "stock: pile top seen by everyone"),
    Plant(SEEN, "crazy-eights", STOCK, "stock: pile seen by everyone"),
    Plant(SEEN, "kuhn-poker", STOCK, "stock: pile seen by everyone"),
    Plant(SEEN, "golf", "row 2x3 seen by nobody", "row 2x3 seen by everyone"),
    Plant(STATE, "go-fish", LUCK, f"{LUCK}\n  luck: number", ),
    Plant(STATE, "go-fish", SHUFFLED, f"{SHUFFLED}    - set omen to rank of bottom of stock\n"),
    Plant(STATE, "kuhn-poker", "- for each of players: move top of stock to hand",
          "- for each of players: move top of stock to hand\n    - if rank of top of stock is Q: set won of players to 1"),
    Plant(STATE, "kuhn-poker", "bet: {do: [set bettor to me, add 1 to stake]}",
          "bet: {do: [let left_over be rank of top of stock, set bettor to me, add 1 to stake, {if left_over is K: add 1 to won}]}"),
    Plant(STATE, "old-maid", "- move stock to hand of players from left of dealer",
          "- move stock to hand of players from left of dealer\n    - set dealer to first of players where (some of hand where rank is Q)"),
    Plant(STATE, "crazy-eights", "- set direction to (if",
          "- set total of opener to held of opener\n        - set direction to (if"),
    Plant(STATE, "oh-hell", TO_TURNED, f"{TO_TURNED}        - if rank of top of stock is A: add 1 to total of players\n"),
    Plant(STATE, "golf", "move top 6 of stock to grid", "[move top 6 of stock to grid, set total to sum of points of grid]"),
    Plant(STATE, "thirty-one", "draw_stock: {do: [refill, move top of stock to hand]}",
          "draw_stock: {do: [refill, move top of stock to hand, {if best_suit of me > 24: set knocker to me}]}"),
    Plant(STAGE, "go-fish", "until: hand of players is empty and stock is empty",
          "until: (hand of players is empty and stock is empty) or (turn > 3 and rank of top of stock is A)"),
    Plant(STAGE, "go-fish", "by: players from left of dealer",
          "by: players from (if some of (hand of first of players) where rank is A then first of players else last of players)"),
    Plant(STAGE, "kuhn-poker", "is none from opener", "is none from owner of highest by rank of hand of players"),
    Plant(STAGE, "kuhn-poker", "when: bettor is not none,", "when: bettor is not none and rank of top of stock is not Q,"),
    Plant(STAGE, "old-maid", "until: count of holders <= 1",
          "until: count of holders <= 1 or (turn > 4 and some of (hand of first of holders) where rank is A)"),
    Plant(STAGE, "crazy-eights", "by: players from opener",
          "by: players from (if some of (hand of left of dealer) where rank is A then right of dealer else opener)"),
    Plant(STAGE, "thirty-one", "by: playing from left of dealer\n          until",
          "by: playing from owner of highest by points of hand of playing\n          until"),
    Plant(STAGE, "oh-hell", "battle: {times: size,", "battle: {times: if rank of top of stock in A/K/Q then size - 1 else size,"),
    Plant(STAGE, "golf", "times: 2,", "times: if points of top of stock < 6 then 2 else 1,"),
    Plant(STAGE, "cheat", "turn >= most_turns or", "turn >= most_turns or (turn > 2 and rank of top of heap is wanted) or"),
    Plant(MOVED, "go-fish", "- move fished to hand", "- move top (if rank of fished in J..A then 2 else 1) of stock to hand"),
    Plant(MOVED, "crazy-eights", "draw_one:\n    - move top of stock to hand",
          "draw_one:\n    - move top (if suit of top of stock is hearts then 2 else 1) of stock to hand"),
    Plant(MOVED, "thirty-one", "draw_stock: {do: [refill, move top of stock to hand]}",
          "draw_stock: {do: [refill, move top (if points of top of stock is 11 then 2 else 1) of stock to hand]}"),
    Plant(MOVED, "old-maid", "do: move random of hand of giver of me to hand",
          "do: [move random of hand of giver of me to hand, {if some of (hand of giver of me) where rank is A: move random of hand of giver of me to hand}]"),
    Plant(MOVED, "ninety-eight", "- move top of stock to hand",
          "- move top (if rank of top of stock is A then 2 else 1) of stock to hand"),
    Plant(SHUFFLE, "go-fish", SHUFFLED, ""),
    Plant(SHUFFLE, "old-maid", SHUFFLED, ""),
    Plant(SHUFFLE, "kuhn-poker", SHUFFLED, ""),
    Plant(SHUFFLE, "crazy-eights", f"    {SHUFFLED}", ""),
    Plant(ORDER, "go-fish", SHUFFLED, _sorted(16, "    ")),
    Plant(ORDER, "old-maid", SHUFFLED, _sorted(20, "    ")),
    Plant(ORDER, "crazy-eights", f"    {SHUFFLED}", _sorted(20, "        ")),
    Plant(DEAL, "go-fish", SHUFFLED, f"{SHUFFLED}    - reveal bottom of stock\n"),
    Plant(DEAL, "kuhn-poker", SHUFFLED, f"{SHUFFLED}    - reveal bottom of stock\n"),
    Plant(DEAL, "old-maid", SHUFFLED, f"{SHUFFLED}    - show top of stock to players\n"),
    Plant(DEAL, "oh-hell", TO_TURNED, f"{TO_TURNED}        - reveal top 2 of stock\n"),
    Plant(DEAL, "thirty-one", "move top 3 of stock to hand", "[move top 3 of stock to hand, reveal hand]"),
]  # fmt: skip

MORE = {
    9: [(FISHED, f"{FISHED}          - if rank of fished in J..A: add 1 to luck\n")],
    10: [(LUCK, f"{LUCK}\n  omen: rank or none")],
}
"""What some plants change besides."""

MOVED_ON = {36: "4", 39: "7"}
"""Where a plant has moved the fifth statement of a deal to, which the clauses name by its number."""


def text(number: int) -> str:
    """The ruleset with a plant in it."""
    plant = PLANTS[number]
    found = catalogue.locate(plant.game).read_text("utf-8")
    for old, new in ((plant.old, plant.new), *MORE.get(number, [])):
        assert old in found, (plant, old)
        found = found.replace(old, new, 1)
    return found


def checked(number: int, folder: Path, players: int | None = None) -> tuple[Rules | None, list[Diagnostic]]:
    """The rules with a plant, bound, if they are valid, and what `check` says. `players`: the fewest if not said."""
    here = catalogue.locate(PLANTS[number].game)
    path = folder / here.name
    path.write_text(text(number), encoding="utf-8")
    for beside in here.parent.glob(f"{here.stem}.clauses.yaml"):
        clauses = beside.read_text("utf-8").replace("deal.begin.5 ", f"deal.begin.{MOVED_ON.get(number, '5')} ")
        (folder / beside.name).write_text(clauses, encoding="utf-8")
    rules, found = check_file(path, bundled=catalogue.directory())
    return None if rules is None else Rules(bind(rules, players)), found
