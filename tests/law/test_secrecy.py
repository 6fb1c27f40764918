"""Views, logs, lists of moves and answers to "why not" tell a seat nothing that it has not been shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Rules, load
from croupier.compile.binding import bind
from croupier.table import catalogue
from croupier_dsl import compile_text
from tests.printed import GAMES, VARIANTS

from .secrecy import compare

pytestmark = pytest.mark.in_turn(10)

PROBES = {
    "three-thirteen": ["draw_stock", "draw_discard", "go_out card=7S", "throw_away card=KD", "throw_away card=QQ"],
    "trio": ["flip card=@1", "flip card=2", "reveal_lowest who=P2", "reveal_highest who=P1", "agree", "give card=7"],
    "drei": ["play value=7 cards=7", "flip card=@2", "pick_up"],
    "rami": [
        "draw_stock",
        "draw_discard",
        "open melds=10H JH QH + 7S 7H 7D",
        "lay_meld meld=5D joker(6D) 7D",
        "lay_off card=8D spot=8D",
        "swap_joker joker=joker(6D) card=6D",
        "throw_away card=KD",
        "throw_away card=joker",
        "lay_all melds=2H 3H 4H",
    ],
}


def positions(rules: Rules, watched: Rules, wanted: int, probes: list[str]) -> tuple[int, list[str]]:
    compared, found = 0, []
    number = 0
    while compared < wanted and number < 200:
        seat = number % rules.seats
        count, difference = compare(watched, rules, seat, f"8:{number}", 40 + 17 * (number % 12), number, probes)
        number += 1
        if count > 0:
            compared += count
        if difference:
            found.append(difference)
            break
    return compared, found


PAIRS = {"form": "pairs"}
FAST = [("three-thirteen", 2, {}), ("three-thirteen", 4, {}), ("trio", 3, {}), ("trio", 4, PAIRS), ("drei", 3, {}),
        ("rami", 2, {})]  # fmt: skip
ALL = [(name, players, {}) for name in GAMES for players in catalogue.find(name).players]
TABLES = [pytest.param(*table, 60, id=f"{table[0]} for {table[1]}") for table in FAST]
TABLES += [
    pytest.param(*table, 1000, id=f"{table[0]} for {table[1]}, at length", marks=pytest.mark.slow)
    for table in (*ALL, ("trio", 4, PAIRS), ("trio", 6, PAIRS))
]
# Most of a variant is its game.
TABLES += [pytest.param(variant, None, {}, 100, id=variant, marks=pytest.mark.slow) for variant in VARIANTS]


@pytest.mark.parametrize(("name", "players", "options", "wanted"), TABLES)
def test_what_a_seat_was_not_shown_changes_nothing_it_knows(
    name: str, players: int | None, options: dict[str, str], wanted: int
) -> None:
    """Exchange cards that a seat was never shown since the deal, and it cannot tell the difference."""
    rules = load(name, players, options)
    compared, differences = positions(rules, rules, wanted, PROBES.get([name, *rules.of][-1], []))
    assert not differences, differences[0]
    assert compared >= wanted


def test_a_public_hand_would_be_noticed() -> None:
    """The same check on a copy of a ruleset in which hands lie open finds the difference at once."""
    text = (catalogue.directory() / "three-thirteen.yaml").read_text(encoding="utf-8")
    assert "hand of player: set seen by owner" in text
    leaky = compile_text(
        text.replace("hand of player: set seen by owner", "hand of player: set seen by everyone"), "leaky.yaml"
    )
    rules = load("three-thirteen", 3)
    _, differences = positions(rules, Rules(bind(leaky, 3)), 1000, [])
    assert differences


def test_no_card_number_can_be_in_a_view(tmp_path: Path) -> None:
    """Nothing that a seat is given holds the engine's numbers.

    Cards are words, and numbers are counts, seats and variables.
    """
    rules = load("three-thirteen", 2)
    from croupier import Game

    view = Game(rules, 4).view(0)
    for zone in view.zones.values():
        assert all(isinstance(card, str) or card is None for card in (*zone.cards, *zone.remembered, *zone.melds))
