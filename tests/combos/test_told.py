"""Melds as they are told: what is written is read, what cannot lie is refused, what is not plain has to be said."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, PositionError, Rules
from croupier.base.values import Meld
from croupier.combos import told
from croupier.combos.layout import less
from croupier.compile.binding import bind
from croupier_dsl import compile_text
from tests.law.laws import without_log

pytestmark = pytest.mark.in_turn(10)

TABLE = """
croupier: 1
game: table
players: 2
options: {twos: no/yes, fixed: no/yes, corner: no/yes}
cards: {deck: french54, packs: 2, wild: rank is joker or (twos and rank is 2)}
zones:
  table: melds seen by everyone
  hand of player: set seen by owner
  gone: pile seen by everyone
combos:
  set: {same: rank, different: suit, size: 3.., wilds: 0.., declared: fixed}
  run: {same: suit, sequence: A..K/A, size: 3.., wilds: 0.., declared: fixed}
  many: {same: rank, size: 3.., wilds: 0..1}
  mixed: {sequence: A..K, size: 4.., wilds: 0..}
moves:
  lay: {choose: {laid: 1..9 of (set of hand)}, do: move laid to table}
  lay_run: {choose: {laid: one of run of hand}, do: move laid to table}
  lay_many: {choose: {laid: one of many of hand}, do: move laid to table}
  lay_mixed: {choose: {laid: one of mixed of hand}, do: move laid to table}
  add: {choose: {card: one of hand, spot: one of (spots of table) where card fits it}, do: move card to spot}
  take:
    choose: {card: one of cards of table}
    do:
      - let free be spot of card
      - let lay be meld of card
      - move card to hand
      - choose: {other: one of hand where it fits free}
      - move other to free
  drop: {choose: {card: one of cards of table}, do: move card to gone}
play: {steps: {turn: {by: players, times: 20, moves: [lay, lay_run, lay_many, lay_mixed, add, take, drop]}}}
result: {score: count of hand}
"""


SHUT = """
  set: {size: 2..4, where: sum of worth is count of gone + 9}
  pair: {same: rank, size: 2}
  three: {same: rank, size: 3}
  run: {sequence: A..K/A, of: pair, size: 2..}
  many: {sequence: A..K, of: three, size: 1.., beside: 1}
  mixed: {sequence: A..K, of: three, size: 1.., beside: pair}
tables: {worth of card by rank: {A..10: 1..10, J..K: 10, joker: 0}}
moves:
"""
"""Combos that ask something of all their cards, and groups in sequence."""


@cache
def rules(twos: bool = False, fixed: bool = False) -> Rules:
    options = {"twos": "yes" if twos else "no", "fixed": "yes" if fixed else "no"}
    return Rules(bind(compile_text(TABLE), 2, options, names=["Ann", "Bob"]))


@cache
def shut() -> Rules:
    before, _, rest = TABLE.partition("  set: {same")
    text = before + SHUT.strip("\n") + rest.partition("moves:")[2]
    return Rules(bind(compile_text(text), 2, {}, names=["Ann", "Bob"]))


ALL = {
    **{(twos, fixed): partial(rules, twos, fixed) for twos in (False, True) for fixed in (False, True)},
    "shut": shut,
}


def lying(text: str, twos: bool = False, fixed: bool = False) -> list[str]:
    """The melds of a table that is told, as its position writes them."""
    at = {"step": "turn", "turn": "Ann", "zones": {"table": [text], "hand of Ann": ["KC"]}}
    return Game.at(rules(twos, fixed), at).position()["zones"]["table"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5D joker(6D) 7D", "5D joker(6D) 7D"),
        ("5D 6D joker", "5D 6D joker(7D)"),
        ("joker 5D 6D", "joker(4D) 5D 6D"),
        ("7D joker 5D", "5D joker(6D) 7D"),
        ("joker(7D) 5D 6D", "5D 6D joker(7D)"),
        ("8S 8H joker(8C/8D) as set", "8H 8S joker(8C/8D)"),
        ("joker(8D/8C) 8S 8H", "8H 8S joker(8C/8D)"),
        ("8S 8H 8D joker(8C)", "8D 8H 8S joker(8C)"),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"),
        ("AS 2S 3S", "AS 2S 3S"),
        ("QS KS AS", "QS KS AS"),
        ("5D _ 7D as run", "5D _ 7D as run"),
        ("8S 8H as set", "8H 8S as set"),
        (
            "joker joker joker joker(none) as mixed from 3",
            "joker(3C/3D/3H/3S) joker(4C/4D/4H/4S) joker(5C/5D/5H/5S) joker(6C/6D/6H/6S)",
        ),
    ],
)
def test_what_is_told_lies_there(text: str, written: str) -> None:
    """Roles, the order of a run, gaps and places are what they are told to be."""
    assert lying(text) == [written]


@pytest.mark.parametrize(
    ("text", "fixed", "message"),
    [
        ("5D joker(9D) 7D", False, "5D joker(9D) 7D cannot be a meld; the cards can form 5D joker(6D) 7D"),
        ("8S 8H joker(8S)", False, "8S 8H joker(8S) cannot be a meld"),
        ("8S 8H joker(8C)", False, "8S 8H joker(8C) cannot be a meld"),
        ("8S 8H joker(8C/8S)", False, "8S 8H joker(8C/8S) cannot be a meld"),
        ("8S 8H joker as set", True, "is ambiguous: write one of 8H 8S joker(8C) or 8H 8S joker(8D)"),
        ("8S joker 8H", False, "write one of"),
        ("4S 6H 9D", False, "4S 6H 9D do not form a meld"),
        ("4S 5S 6S as set", False, "4S 5S 6S as set cannot be a meld; the cards can form 4S 5S 6S"),
        (
            "4S 5S 6S as sets",
            False,
            "sets: cards are not played as sets here; they can be played as set, run, many, mixed",
        ),
        ("4S 5S 6S as run from 5", False, "cannot be a meld; the cards can form 4S 5S 6S"),
        ("5D _ 7D", False, "5D _ 7D do not form a meld"),
        ("_ 5D 6D 7D", False, "_ 5D 6D 7D is not a meld"),
        ("5D joker(1X) 7D", False, "this game has no card 1X"),
        ("5D joker(6D 7D", False, "joker(6D is not a card"),
        ("", False, "nothing is not a meld"),
    ],
)
def test_what_cannot_lie_there_is_refused(text: str, fixed: bool, message: str) -> None:
    """A card stands for what it can stand for; what may be several things is listed, and not guessed."""
    with pytest.raises(PositionError) as caught:
        lying(text, fixed=fixed)
    assert message in str(caught.value)


def a_meld(table: Rules, pick: Any) -> Meld | None:
    """A meld of some cards, from which cards may have been taken again."""
    game = Game.at(table, {"step": "turn", "turn": "Ann", "zones": {"hand of Ann": ["KC"]}})
    s, program = game._state, table.program
    combos = program.combos
    name = pick.choice(list(combos.patterns))
    some = [
        card for card in range(program.cards) if program.kind_of[card] // 4 < 5 or program.notation(card) == "joker"
    ]
    hand = pick.sample(some, pick.randint(3, 9))
    melds = combos.melds(s, name, hand)
    if not melds:
        return None
    meld = pick.choice(melds)
    for _ in range(pick.choice([0, 0, 0, 1, 2])):
        meld = less(meld, pick.choice(meld.cards), program.kind_of) or meld
    return meld


@given(st.randoms(use_true_random=False), st.sampled_from(list(ALL)))
@settings(max_examples=400)
def test_a_meld_that_is_written_is_read_as_what_it_is(pick: Any, which: Any) -> None:
    """Whatever lies there, also what is left of a meld: its words, read again, are the same meld."""
    table = ALL[which]()
    meld = a_meld(table, pick)
    if meld is not None:
        s = Game.at(table, {"step": "turn", "turn": "Ann", "zones": {"hand of Ann": ["KC"]}})._state
        text = told.written(s, meld)
        assert told.read(s, told.told_meld(s, text), meld.cards) == meld, text
        assert told.is_told(s, told.told_meld(s, text), meld), text


@given(st.randoms(use_true_random=False), st.sampled_from(list(ALL)))
@settings(max_examples=10, deadline=None)
def test_a_table_of_melds_is_the_same_table(pick: Any, which: Any) -> None:
    """Played at random, taken apart in the middle of moves: the position, read again, is the position."""
    table = ALL[which]()
    program = table.program
    cards = [program.notation(card) for card in pick.sample(range(program.cards), 13)]
    hands = {"hand of Ann": [*cards[:6], "joker"], "hand of Bob": cards[6:]}
    try:
        game = Game.at(table, {"step": "turn", "turn": "Ann", "zones": hands})
    except PositionError:
        return
    for _ in range(6):
        if not game.to_act:
            break
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        by_name: dict[str, list[str]] = {}
        for move in moves:
            by_name.setdefault(move.name, []).append(str(move))
        game.play(seat, pick.choice(by_name[pick.choice(list(by_name))]))
        position = game.position()
        again = Game.at(table, position)
        assert again.position() == position
        assert without_log(again) == without_log(game)
