"""What the rules tell that lies hidden is found, and named where it stands; what is shown, or chosen, is no leak."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from croupier import Rules, load
from croupier.compile.binding import bind
from croupier.workbench.secrets import Finding, examine
from croupier.workbench.secrets.exposures import exposures
from croupier_dsl import compile_text

pytestmark = pytest.mark.in_turn(14)

BASE = """
croupier: 1
game: hush
players: 3
cards: {attributes: {value: 1..9}, copies: 3}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  face_down: row seen by nobody
  hand of player: set seen by owner
state:
  points of player: number
  mark: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
    - move top 2 of stock to face_down
  steps:
    turn:
      by: players
      times: 12
      until: stock is empty
      moves: [lay, draw]
  end:
    - move hand of players to table
moves:
  lay:
    choose: {card: one of hand}
    do: move card to table
  draw:
    do: move top of stock to hand
result: {score: points + mark + count of hand, best: lowest}
"""

PLANTED = {
    "a hand lies open": ("hand of player: set seen by owner", "hand of player: set seen by everyone", "zones.hand"),
    "the stock lies open": ("stock: pile seen by nobody", "stock: pile seen by everyone", "play.begin.2"),
    "the top of the stock is seen": ("stock: pile seen by nobody", "stock: pile top seen by everyone", "play.begin.2"),
    "nobody shuffles": ("    - shuffle stock\n", "", "zones.stock"),
    "only a part is shuffled": (
        "- shuffle stock\n", "- move top 9 of stock to face_down\n    - shuffle stock\n", "zones.face_down"
    ),
    "cards are laid in order": (
        "    - move top 2 of stock to face_down\n",
        "    - for each of players:\n        - for each of hand as card:\n            - move card to face_down\n",
        "zones.face_down",
    ),
    "a card is turned up at the deal": (
        "- move top 2 of stock to face_down", "- reveal bottom of stock", "play.begin.4"
    ),
    "state tells a card": (
        "- move top 2 of stock to face_down", "- set mark to value of bottom of stock", "play.begin.4"
    ),
    "state is set for some cards, before the first stage": (
        "- move top 2 of stock to face_down", "- if value of bottom of stock is 9: set mark to 1", "play.begin.4.if.1"
    ),
    "state tells it by a name": (
        "do: move top of stock to hand",
        "do: [let n be value of top of stock + 1, move top of stock to hand, add n to points]",
        "moves.draw.do.3",
    ),
    "who begins": ("by: players\n", "by: players from owner of highest by value of (hand of players)\n", "play.turn"),
    "how often": ("times: 12", "times: 2 + value of bottom of stock", "play.turn"),
    "until when": (
        "until: stock is empty", "until: stock is empty or value of top of stock is 5", "play.turn"
    ),
    "how many cards": (
        "do: move top of stock to hand",
        "do: [move top (if value of top of stock > 5 then 1 else 2) of stock to hand]",
        "moves.draw.do.1",
    ),
    "how many cards come to lie open": (
        "do: move top of stock to hand", "do: move top (value of bottom of stock) of stock to table", "moves.draw.do.1"
    ),
    "how many cards one draws": (
        "do: move top of stock to hand", "do: move top (value of bottom of stock) of stock to hand", "moves.draw.do.1"
    ),
    "how many cards a hand says": (
        "do: move top of stock to hand",
        "do: move top (count of (hand of left of me where value > 5)) of stock to table",
        "moves.draw.do.1",
    ),
    "whether it is shuffled": (
        "do: move top of stock to hand",
        "do: [move top of stock to hand, {if value of bottom of stock > 5: shuffle stock}]",
        "moves.draw.do.2.if.1",
    ),
    "whose turn": (
        "do: move top of stock to hand",
        "do: [move top of stock to hand, {if value of bottom of stock > 5: set direction to -1}]",
        "moves.draw.do.2.if.1",
    ),
    "a rule that fires by itself": (
        "result:", "whenever: {nine: {when: mark is 0 and some of (hand of first of players) where value is 9, "
        "do: set mark to 1}}\nresult:", "whenever.nine.do.1",
    ),
    "a stretch of the stock is laid in order": (
        "    - shuffle stock\n",
        "    - shuffle stock\n    - move top 12 of stock to hand of first of players\n"
        "    - move hand of first of players to stock\n",
        "play.begin.4",
    ),
    "what is chosen unseen": (
        "do: move card to table", "do: [move card to face_down, {if value of card > 5: add 1 to points}]",
        "moves.lay.do.2.if.1",
    ),
}  # fmt: skip

WISHED = "points of player: number\n  wish of player: number seen by owner"
WISHES = (
    "  steps:\n    wishing: {by: players at once, moves: [wish_for]}\n",
    "moves:\n  wish_for: {choose: {number: one of 1..6}, do: set wish to number}\n",
)
"""Everybody chooses a number that nobody else is told."""

UNSEEN = {
    "what has been chosen decides what everybody sees": (
        "do: move top of stock to hand",
        "do: [move top of stock to hand, {if wish of left of me > 3: add 1 to points}]",
        "moves.draw.do.2.if.1",
    ),
    "what has been chosen decides who goes on": ("by: players\n", "by: players where wish > 2\n", "play.turn"),
}
KEPT = {
    "what has been chosen is one's own": (
        "do: move top of stock to hand",
        "do: [move top of stock to hand, add 1 to wish]",
    ),
    "what has been chosen is told by who chose": (
        "draw:\n",
        "tell:\n    choose: {told: one of 1..6}\n    do: set points to told\n  draw:\n",
    ),
}

INNOCENT = {
    "as it is": ("croupier: 1", "croupier: 1"),
    "what has been shown may count": (
        "- move hand of players to table\n",
        "- for each of players:\n        - for each of hand as card:\n            - move card to table\n"
        "            - add value of card to points\n",
    ),
    "cards laid in order are mixed before they are dealt": (
        "    - shuffle stock\n",
        "    - shuffle stock\n    - move top 12 of stock to hand of first of players\n"
        "    - move hand of first of players to stock\n    - shuffle stock\n",
    ),
    "chance picks what is hidden": (
        "do: move top of stock to hand", "do: [move top of stock to hand, move random of hand of left of me to table]"
    ),
    "an open card may decide": (
        "until: stock is empty", "until: stock is empty or value of top of table is 5"
    ),
    "who cannot move passes": (
        "    choose: {card: one of hand}", "    choose: {card: one of hand where table is empty or value > 6}"
    ),
    "a set that is laid by itself": (
        "result:", "whenever: {nines: {when: some of (hand of first of players) where value is 9, "
        "do: move (hand of first of players) where value is 9 to table}}\nresult:",
    ),
    "what is told of a card before it moves": (
        "do: move card to table", "do: [{if value of card > 5: set mark to value of card}, move card to table]"
    ),
    "what is told of cards before they move by themselves": (
        "result:", "whenever: {nines: {when: some of (hand of first of players) where value is 9, "
        "do: [add 1 to mark, move (hand of first of players) where value is 9 to table]}}\nresult:"
    ),
    "one's own hand decides one's own": ("draw:\n", "draw:\n    when: {low: none of hand where value > 8}\n"),
}  # fmt: skip


def rules(old: str, new: str) -> Rules:
    assert old in BASE
    return Rules(bind(compile_text(BASE.replace(old, new, 1))))


@lru_cache
def leaks(old: str, new: str, games: int = 36) -> tuple[Finding, ...]:
    return examine(rules(old, new), games, seed=5).leaks


@pytest.mark.parametrize("planted", PLANTED)
def test_what_is_planted_is_found(planted: str) -> None:
    """The part that tells is named."""
    old, new, path = PLANTED[planted]
    assert path in {finding.path for finding in leaks(old, new)}


@pytest.mark.parametrize("innocent", INNOCENT)
def test_what_is_shown_or_chosen_is_no_leak(innocent: str) -> None:
    """Nothing is told where there is nothing."""
    assert leaks(*INNOCENT[innocent]) == ()


TOGETHER = "by: players at once\n      times: 3\n      moves: [lay]"
"""Everybody chooses a card, and all are laid when all have chosen."""


@pytest.mark.parametrize("do", ["set mark to value of card, move card to table", "move card to table"])
def test_what_is_chosen_at_once_may_be_told_before_the_cards_move(do: str) -> None:
    """The cards are shown in the same breath."""
    text = BASE.replace("by: players\n      times: 12\n      until: stock is empty\n      moves: [lay, draw]", TOGETHER)
    assert TOGETHER in text
    kept = examine(Rules(bind(compile_text(text.replace("do: move card to table", f"do: [{do}]")))), 36, seed=5)
    assert kept.leaks == ()
    told = text.replace("do: move card to table", "do: [set mark to value of card, move card to face_down]")
    assert "moves.lay.do.1" in {each.path for each in examine(Rules(bind(compile_text(told))), 36, seed=5).leaks}


LOOKING = """
    looking:
      by: players
      begin: [BEGIN]
"""
POINTING = """
  point: {choose: {card: one of blind}, do: set wanted to card}
  spy: {choose: {who: one of players where it is not me}, do: set spied to who}
"""


@pytest.mark.parametrize(
    ("begin", "found"),
    [
        ("if wanted is not none: show wanted to me", False),
        ("if spied is not none: show hand of spied to me", False),
        ("if wanted is not none: show blind to me", True),
        ("show bottom of blind to me", True),
    ],
)
def test_cards_that_a_player_points_at_are_shown_by_choice(begin: str, found: bool) -> None:
    """Cards that come to light where a stage begins are told of, unless a player has chosen those."""
    text = BASE.replace("mark: number", "mark: number\n  wanted of player: card or none\n  spied: player or none")
    text = text.replace("  face_down:", "  blind of player: row seen by nobody\n  face_down:")
    text = text.replace("- move top 2 of stock to face_down", "- for each of players: move top 2 of stock to blind")
    text = text.replace("moves: [lay, draw]\n", f"moves: [lay, draw, point, spy]{LOOKING.replace('BEGIN', begin)}", 1)
    text = text.replace("moves:\n  lay:", f"moves:{POINTING}  lay:", 1)
    shown = {(each.kind, each.path.removesuffix(".if.1")) for each in exposures(compile_text(text))}
    assert (("dealt", "play.looking.begin.1") in shown) == found


@lru_cache
def wished(old: str, new: str) -> tuple[Finding, ...]:
    """What is found where everybody has a wish."""
    assert old in BASE
    text = BASE.replace(old, new, 1).replace("points of player: number", WISHED)
    text = text.replace("  steps:\n", WISHES[0], 1).replace("moves:\n  lay:", f"{WISHES[1]}  lay:", 1)
    return examine(Rules(bind(compile_text(text))), 18, seed=5).leaks


@pytest.mark.parametrize("planted", UNSEEN)
def test_what_others_have_chosen_unseen_is_followed(planted: str) -> None:
    """Choices are exchanged of which the seat is not told when they are made."""
    old, new, path = UNSEEN[planted]
    assert path in {finding.path for finding in wished(old, new)}


@pytest.mark.parametrize("kept", KEPT)
def test_a_choice_that_is_kept_is_no_leak(kept: str) -> None:
    """Nobody else is told, or only by who chose."""
    assert wished(*KEPT[kept]) == ()


def test_two_deals_prove_it() -> None:
    """Both games can be played again: the seat sees the same until they part, and then is told something else."""
    old, new, _ = PLANTED["state tells it by a name"]
    (found,) = leaks(old, new)
    assert found.parting is not None
    here, there = found.parting.games(rules(old, new))
    seat = found.parting.pair.seat
    assert here.view(seat).zones == there.view(seat).zones
    assert here.view(seat).state != there.view(seat).state
    told = [dict(each) for each in (found.parting.told.here, found.parting.told.there)]
    assert [each["event"] for each in told] == ["set", "set"]
    assert told[0]["value"] != told[1]["value"]
    lies = found.parting.lies(rules(old, new))
    assert lies
    assert f"hand of P{seat + 1}" not in {place for place, _, _ in lies}
    assert all(sorted(one.split()) != sorted(other.split()) or one != other for _, one, other in lies)


def test_what_is_meant_is_no_leak(tmp_path: Path) -> None:
    """The ruleset says where, and by which ruling; what it says in vain is told."""
    old, new, _ = PLANTED["state tells a card"]
    meant = """
rulings: {A1: The bottom card counts.}
told:
  play.begin.set mark: A1
  zones.table: A1
"""
    path = tmp_path / "hush.yaml"
    path.write_text(BASE.replace(old, new) + meant, encoding="utf-8")
    verdict = examine(load(path), 6, seed=5)
    assert verdict.leaks == ()
    assert [(finding.path, finding.meant) for finding in verdict.findings] == [("play.begin.4", ("A1",))]
    assert verdict.unmet == ("zones.table",)


def test_what_is_meant_hides_nothing_else(tmp_path: Path) -> None:
    """Where one part is meant to tell a value, another that tells such a value is a leak all the same."""
    meant = BASE.replace("- move top 2 of stock to face_down", "- set mark to value of bottom of stock")
    both = meant.replace(
        "do: move top of stock to hand", "do: [move top of stock to hand, set mark to value of top of stock]"
    )
    path = tmp_path / "hush.yaml"
    path.write_text(both + "rulings: {A1: The bottom card counts.}\ntold: {play.begin: A1}\n", encoding="utf-8")
    assert "moves.draw.do.2" in {finding.path for finding in examine(load(path), 60, seed=5).leaks}


def test_who_plays_alone_has_nobody_to_hide_from() -> None:
    """Nothing is played, and nothing found."""
    verdict = examine(load("klondike"))
    assert (verdict.findings, verdict.games) == ((), 0)
