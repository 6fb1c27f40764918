"""Each property of the language where the zones, combos or wild cards are missing that it is about.

Cells and functions for it are there only where the rules can have a value of it: without any, compiled rules say what
the reference says, which is nothing.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.fast import NotCompiled
from croupier.fast.engine import _whole, text_of
from croupier_dsl import check_text
from croupier_dsl.signatures import CARD_FACTS, MELD_FACTS, PLAYER_FACTS, SPOT_FACTS, TEAM_FACTS

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines

GAME = """
croupier: 1
game: bare
players: 2
TEAMS
cards: {attributes: {rank: 1..6, suit: red/blue}, WILD}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner, ZONES}
combos: {run: {sequence: 1..6, size: 2.., same: suit, WILDS}}
state: {n of player: number}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 4 of stock to hand, BEGIN]
  steps: {turn: {by: players, times: 12, moves: [ask, draw, meld, pass]}}
moves:
  pass: {}
  draw: {when: stock is not empty, do: [move top of stock to hand]}
  ask: {choose: {CHOICE}, when: {it: TEST}, do: [add 1 to n, SAY]}
  meld: {choose: {melds: one of run of hand}, when: {it: MELD}, do: [move melds to gone]}
result: {score: n, best: highest}
"""
ZONES = {
    "no melds, no row": "other: set seen by everyone",
    "a row": "line_up: row seen by everyone",
    "a grid": "line_up: row 2x3 seen by everyone",
    "a grid without an edge": "line_up: grid seen by everyone",
    "melds": "laid: melds seen by everyone",
    "a slot": "other: slot seen by everyone",
}
CARDS = "card: one of hand"
TESTS = {
    "owner": "owner of card is me", "revealed": "not revealed of card", "wild": "not wild of card",
    "meld": "meld of card is none or count of cards of meld of card > 0",
    "spot": "spot of card is none or spot of card is not empty", "role": "role of card is none or role of card is card",
    "rank of role": "rank of role of card is not 1", "place": "place of card is none or place of card < 4",
    "line": "line of card is none or line of card < 9", "column": "column of card is none or column of card < 9",
    "neighbours": "count of neighbours of card < 9",
}  # fmt: skip
MELDS = {
    "cards": "count of cards of melds > 1", "wilds": "count of wilds of melds < 2",
    "naturals": "count of naturals of melds > 1", "spots": "count of spots of melds < 9",
    "role": "some of melds where rank of role of it is 2", "place": "some of melds where place of it is 1",
    "meld": "none of melds where meld of it is none", "spot": "none of melds where spot of it is not none",
    "wild": "some of melds where not wild", "owner": "some of melds where owner of it is me",
}  # fmt: skip
PLAYERS = {fact: f"{fact} of who is not none" for fact in (*PLAYER_FACTS, *TEAM_FACTS)} | {
    "seat": "seat of who > 0", "members": "count of members of team of who > 0",
}  # fmt: skip
SPOTS = {
    "card": "card of spot1 is none or rank of card of spot1 > 0",
    "empty": "spot1 is empty or rank of card of spot1 > 0",
    "place": "place of spot1 > 0", "line": "line of spot1 > 0", "column": "column of spot1 > 0",
    "neighbours": "count of neighbours of spot1 < 9",
}  # fmt: skip


def bare(
    zones: str, wild: bool, teams: bool, choice: str = CARDS, test: str = "n >= 0", meld: str = "n >= 0"
) -> Rules | None:
    """The rules; None if the checker refuses them."""
    text = GAME.replace("ZONES", ZONES[zones]).replace("TEAMS", "teams: 2" if teams else "")
    text = text.replace(", WILDS", ", wilds: 0..1" if wild else "").replace(
        ", WILD", ", wild: rank is 6" if wild else ""
    )
    begin = {"a row": "move top 3 of stock to line_up", "a grid": "move top 4 of stock to line_up"}.get(zones)
    text = text.replace(", BEGIN", f", {begin}" if begin else "").replace("SAY", "move top of stock to gone")
    text = text.replace("CHOICE", choice).replace("TEST", test).replace("MELD", meld)
    rules, found = check_text(text, "bare.yaml")
    if rules is None or any(each.severity.value == "error" for each in found):
        return None
    return Rules(bind(rules, None))


CASES = [
    *(("card", CARDS, {"test": test}) for test in TESTS.values()),
    *(("meld", CARDS, {"meld": test}) for test in MELDS.values()),
    *(("player", "who: one of players", {"test": test}) for test in PLAYERS.values()),
    *(("spot", "spot1: one of spots of line_up", {"test": test}) for test in SPOTS.values()),
]


def test_every_property_is_tried() -> None:
    """Of cards, of melds, of spots and of players."""
    assert {*CARD_FACTS} <= {*TESTS}
    assert {*MELD_FACTS} <= {*MELDS}
    assert {*SPOT_FACTS} <= {*SPOTS}
    assert {*PLAYER_FACTS, *TEAM_FACTS} <= {*PLAYERS}


@pytest.mark.in_turn(40)
@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize("zones", ZONES)
@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_property_is_what_it_is_on_the_reference(number: int, zones: str, wild: bool) -> None:
    """With teams and without; also with players who look ahead, and where it is counted what fires."""
    _, choice, asked = CASES[number]
    for teams in (False, True):
        rules = bare(zones, wild, teams, choice, **asked)
        if rules is None:  # the checker says what is missing
            continue
        for engine in engines(rules, quick=True):
            assert first_difference(rules, engine, f"{number}:1", 12, every=4) is None
        with suppress(NotCompiled):
            text_of(rules, foresees=True)
        with suppress(NotCompiled):
            text_of(_whole(rules), coverage=True)


@pytest.mark.costly
def test_most_of_these_rules_are_played() -> None:
    """The checker refuses properties of grids without a grid, and few others."""
    refused = [
        (zones, case)
        for zones, (_, choice, case) in product(ZONES, CASES)
        if bare(zones, True, True, choice, **case) is None
    ]
    assert len(refused) < 30, refused


ROLE = """
croupier: 1
game: role
players: 2
cards: {deck: french54, wild: rank is joker}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
combos: {run: {sequence: A..K, size: 3.., wilds: 0..1}}
define: {just of meld: none of it where wild and rank of role is A}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 7 of stock to hand
  steps: {turn: {by: players, times: 6, moves: [lay, pass]}}
moves:
  lay: {choose: {what: one of (run of hand) where just}, do: move what to gone}
  pass: {}
result: {score: count of hand, best: lowest}
"""


@pytest.mark.costly
def test_what_cards_of_melds_in_hand_stand_for() -> None:
    """Where no melds are ever laid on the table."""
    rules = ruled(ROLE)
    for engine in engines(rules):
        for game in range(4):
            assert first_difference(rules, engine, f"2:{game}", 12) is None
