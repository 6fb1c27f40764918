"""Rules in which an option says who sees what: each value on compiled rules as on the reference."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier.rulebook import markdown, rulebook
from croupier_dsl import check_text
from croupier_dsl.mutations import mutations_of
from croupier_dsl.serial import from_json, to_json

from .alongside import first_difference, first_other_choice

SEEN = """
croupier: 1
game: seen
players: 2..4
options: {won_seen: owner/everyone/others/nobody/team, heap_seen: everyone/nobody}
cards: {deck: french52}
tables: {points of card by rank: {A: 11, J..K: 10, else: 1}}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  won of player: set seen by won_seen
  heap: pile top seen by heap_seen
state:
  total of player: number seen by won_seen
  noted of card in won: number seen by heap_seen
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, times: 24, moves: [keep, lay, give]}}
moves:
  keep:
    choose: {card: one of hand}
    do: [move card to won, add points of card to total, set noted of card to 2, move top of stock to hand]
  lay: {choose: {card: one of hand}, do: [move card to heap, move top of stock to hand]}
  give: {when: {held: won is not empty}, do: [move random of won to won of left, move top of heap to won]}
result: {score: sum of points of won}
"""
WORDS = ("owner", "everyone", "others", "nobody", "team")


def ruled(won_seen: str, heap: str = "everyone") -> Rules:
    rules, found = check_text(SEEN, "seen.yaml")
    assert rules is not None, found
    return Rules(bind(rules, 3, {"won_seen": won_seen, "heap_seen": heap}))


@pytest.mark.costly
@pytest.mark.parametrize("won_seen", WORDS)
def test_each_value_plays_as_on_the_reference(won_seen: str) -> None:
    """What seats see, what they remember and what they foresee goes by the value that was agreed on."""
    for heap in ("everyone", "nobody"):
        rules = ruled(won_seen, heap)
        engine = compiled(rules, "python", foresees=True)
        assert first_difference(rules, engine, "4:1") is None
        assert first_other_choice(rules, engine, "4:2", 20) is None


@pytest.mark.costly
def test_in_c() -> None:
    rules = ruled("others")
    assert first_difference(rules, compiled(rules, "c"), "4:3") is None


def test_rules_of_a_game_can_be_agreed_on_anew() -> None:
    """The rules of a game that has begun still say which option decides, also read back from JSON."""
    rules = ruled("everyone").ir
    for again in (rules, from_json(to_json(rules))):
        hidden = Rules(bind(again, 2, {"won_seen": "nobody"}))
        (place,) = {place.viewers for place in hidden.program.places if place.zone.name == "won"}
        assert place == 0
    assert Game(ruled("everyone"), 1).rules.program.zones["won"].seen == "everyone"


def test_the_printed_rules_go_by_what_is_agreed() -> None:
    """Who sees the cards is printed as the option has it, in both languages."""
    rules, _ = check_text(SEEN, "seen.yaml")
    assert rules is not None
    for won_seen, english, french in (
        ("owner", "only the owner sees these cards", "seul le propriétaire voit ces cartes"),
        ("everyone", "everybody sees these cards", "tous voient ces cartes"),
    ):
        for language, told in (("en", english), ("fr", french)):
            lines = markdown(
                rulebook(rules, {"won_seen": won_seen}, language=language, with_example=False)
            ).splitlines()
            zone = next(line for line in lines if line.startswith(("- Each player's zone “won”", "- La zone « won »")))
            assert told in zone


def test_what_hides_and_opens_it_can_be_noticed() -> None:
    """A change of who sees a zone is one whatever the option says."""
    rules, _ = check_text(SEEN, "seen.yaml")
    assert rules is not None
    changed = {change.name: change.rules for change in mutations_of(rules)}
    opened = next(zone for zone in changed["zones.won seen by everyone"].zones if zone.name == "won")
    assert (opened.seen, opened.seen_by) == ("everyone", None)
