"""Checks go through everything, or say what they have not gone through: none of them stops at a number in silence."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text

GAME = """
croupier: 1
game: large
players: 2
options: {OPTIONS}
cards: {deck: french52, packs: PACKS}
TABLES
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state: {got: number}
play:
  begin: [move deck to stock, DEAL, move top of stock to hand of first of players]
  steps:
    round:
      times: TIMES
      begin: [BEGIN]
      steps: {turn: {by: players, moves: [lay, keep, stay]}}
moves:
  lay: {choose: {card: LAID}, when: {fine: WHEN}, do: [move card to heap, add ADDED to got]}
  keep: {when: {fine: KEEP}, do: [add 1 to got]}
  stay: {when: {fine: STAY}, do: [LAST]}
result: {score: got}
"""
AS_IT_IS = {
    "OPTIONS": "", "PACKS": "1", "TABLES": "", "DEAL": "move top 5 of stock to heap", "TIMES": "3",
    "BEGIN": "move hand of first of players to heap", "LAID": "one of heap", "WHEN": "got > 1", "ADDED": "1",
    "KEEP": "got > 2", "STAY": "got < 9", "LAST": "add 2 to got",
}  # fmt: skip
NAMES = [f"o{number}" for number in range(12)]
MANY = ", ".join(f"{name}: 0..1" for name in NAMES)
"""Twelve options: 4,096 tables, of which most parts here are only wrong at the last."""
SUM = f"({' + '.join(NAMES)})"


def found(**parts: str) -> dict[str, list[str]]:
    """What is said of the game with these parts, by code."""
    text = GAME
    for name, words in (AS_IT_IS | parts).items():
        text = text.replace(name, words)
    _, said = check_text(text)
    told: dict[str, list[str]] = {}
    for each in said:
        told.setdefault(each.code, []).append(each.message)
    return told


def test_as_it_is() -> None:
    """Nothing is wrong with the game before its parts are changed."""
    assert found() == {}


@pytest.mark.costly
@pytest.mark.parametrize(
    ("parts", "code", "message"),
    [
        ({"OPTIONS": MANY, "DEAL": f"move top (41 + {SUM}) of stock to heap"}, "W609",
         "o11=1 it finds 52 of 53 cards"),
        ({"OPTIONS": MANY, "WHEN": f"{SUM} > 12"}, "W605", "this is never true"),
        ({"OPTIONS": MANY, "LAID": f"({SUM} + 60)..90 of heap"}, "W610",
         "not fully checked: impossible moves (would take too long)"),
        ({"OPTIONS": MANY, "PACKS": f"10 - ({' + '.join(NAMES[:11])})"}, "E576",
         "o9 1 and o10 1 the game cannot be set up: numbers of packs and copies must be 0 or more"),
        ({"DEAL": "for each of 1..30 as n: move top 2 of stock to heap"}, "W609", "it finds 0 of 2 cards"),
        ({"TIMES": "40", "BEGIN": "move deck to stock, move top (2 * round) of stock to heap"},
         "W609", "round 27 it finds 52 of 54 cards"),
        ({"OPTIONS": "often: 1..100", "TIMES": "often + 350", "ADDED": "size",
          "TABLES": "tables: {size by round: {1..10: 3}}"}, "W616", "has no row for 11; 12; 13; and for 437 more keys"),
        ({"OPTIONS": "bid: 1..30", "TABLES": "tables: {worth by bid + 1: {1..20: 3}}", "ADDED": "worth"}, "W616",
         "has no row for 21 with bid=20"),
    ],
)  # fmt: skip
def test_past_the_old_limits(parts: dict[str, str], code: str, message: str) -> None:
    told = found(**parts)
    assert any(message in said for said in told.get(code, [])), told


def test_what_was_not_checked_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check that runs out says what it was about, and how many places it had left."""
    monkeypatch.setattr("croupier_dsl.checker.budgets.TOTAL", 5)
    monkeypatch.setattr("croupier_dsl.checker.dealing.BUDGET", 5)
    told = found(OPTIONS="many: 1..30", PACKS="many", TABLES="tables: {worth by many: {1..20: 3, else: 2}, "
                 "size by many + 1: {1..31: 3}}", ADDED="worth + size", STAY="got > 2",
                 LAST="add 1 to got")  # fmt: skip
    assert sorted(told.pop("W610")) == sorted(
        [
            "not fully checked: conditions that are always or never true "
            "(would take too long; 3 places, this is the first)",
            "not fully checked: impossible moves (would take too long)",
            "not fully checked: moves that look alike (would take too long)",
            "not fully checked: tables that cannot be set up (would take too long)",
            "not fully checked: tables without a row for some key (would take too long)",
            "not fully checked: deals that run short (would take too long)",
        ]
    )
    assert told == {}
