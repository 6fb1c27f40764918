"""Scenarios say what is so: what is no move proves nothing, what a wild card stands for counts, what cannot be is
refused."""

from __future__ import annotations

import pytest

from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_text, compile_text, render

GAME = """
croupier: 1
game: small
players: 2..4
options: {rounds: 1..11 starting 11, short: no/yes}
cards: {deck: french54, packs: 2, wild: rank is joker}
zones:
  stock: pile seen by nobody
  table: melds seen by everyone
  kept: slot seen by everyone
  col of player: row seen by everyone
  hand of player: set seen by owner
combos:
  set: {same: rank, different: suit, size: 3..4, wilds: 0..2}
  run: {same: suit, sequence: A..K/A, size: 3.., wilds: 0..2}
  melds: set/run
state:
  total of player: number
  mood: glad/sad
  out of player: no/yes
  note of card in col: number
play:
  begin: move deck to stock
  steps:
    round:
      times: rounds
      steps:
        long: {when: not short, by: players where not out, times: 9, moves: [throw, lay, swap, ask, turn]}
        once: {by: players, moves: [throw]}
moves:
  throw: {choose: {card: one of hand}, do: move card to stock}
  turn: {choose: {card: one of col}, do: move card to stock}
  lay: {choose: {laid: one of melds of hand}, do: move laid to table}
  ask: {choose: {wanted: one of 2..9, cards: 1..3 of hand, who: one of players}}
  swap:
    choose: {joker: one of (cards of table) where wild, card: one of hand where not wild and it fits spot of joker}
    do: [let free be spot of joker, move joker to hand, move card to free]
result: {score: total, best: highest}
scenarios:
"""
AT = "at: long of Ann"


def failure(given: str, *steps: str, head: str = "seats: Ann Bob") -> str:
    """What a scenario of the game says is wrong; empty if it passes."""
    then = "".join(f"\n      - {step}" for step in steps or ("now: {total of Ann: 0}",))
    text = f"{GAME}  one:\n    {head}\n    given: {{{given}}}\n    then:{then}\n"
    (result,) = run_scenarios(compile_text(text))
    return result.failure


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("Ann cannot: throw", "throw is incomplete"),
        ("Ann cannot: ask 8 8 8", "wanted” is missing"),
        ("Ann cannot: ask wanted=8 who=Bob", "complete it, or write `because incomplete`"),
        ("Ann cannot: ask wanted=8 cards=18 who=Bob", "is not a move of this game"),
        ("Ann cannot: throw 18", "is not a move of this game"),
        ("Ann cannot: throw @999", "is not a move of this game"),
        ("Ann cannot: throw 8S because not_in_domain", "Ann can throw 8S"),
        ("Ann cannot: ask wanted=8 cards=8S who=Bob because incomplete", "Ann can ask"),
    ],
)
def test_what_is_no_move_proves_nothing(step: str, told: str) -> None:
    """A bare `cannot` fails where the words are no move, or not all of one: it would hold for any rules."""
    assert told in failure(f"{AT}, hand of Ann: 8S 8H", step)


@pytest.mark.parametrize(
    "step",
    [
        "Ann cannot: throw because incomplete",
        "Ann cannot: ask wanted=8 who=Bob because incomplete",
        "Ann cannot: ask wanted=1 cards=8S who=Bob",
        "Ann cannot: throw 9S because not_in_domain",
        "Ann cannot: lay 8S 8H",
        "Ann cannot: turn @3",
    ],
)
def test_what_could_be_a_move_proves_something(step: str) -> None:
    """All of a move that cannot be made now, or the claim that it is not all of one."""
    assert failure(f"{AT}, hand of Ann: 8S 8H, col of Ann: 2C 3C", step) == ""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (f"{AT}, round: 12", "round runs at most 11 times, not 12 times"),
        (f"{AT}, round: 0", "round is running, so it has started at least once"),
        (f"{AT}, long: 10", "long runs at most 9 times"),
        ("at: once of Ann, once: 3", "once runs at most 2 times"),
        (f"{AT}, out of Ann: yes", "long belongs to Bob here, not to Ann"),
        (f"{AT} then none", "long has turns, so only one of them can be next"),
        (f"{AT} then Ann Bob", "long has turns, so only one of them can be next"),
        (f"{AT}, total of Ann: none", "total of Ann cannot be none"),
        (f"{AT}, hand of Ann: 8S 8S 8S", "hand of Ann cannot have another 8S: the game has 2, placed in hand of Ann"),
        (f"{AT}, hand of Ann: 8S _ 8H", "hand of Ann is not a row, so it has no gaps"),
        (f"{AT}, kept: 8S 9S", "kept holds at most one card"),
        (f"{AT}, kept: 8S …", "kept holds at most one card"),
        (f"{AT}, table: 5D joker(9D) 7D", "cannot be a meld; the cards can form 5D joker(6D) 7D"),
        (f"{AT}, table: 8S 8H joker(8S)", "cannot be a meld; the cards can form 8H 8S joker(8C/8D)"),
        (f"{AT}, table: 8S joker 8H 9S", "do not form a meld"),
        (
            f"{AT}, table: 8S joker joker",
            "8S joker joker is ambiguous: write one of 8S joker(8C/8D/8H) joker(8C/8D/8H) or",
        ),
    ],
)
def test_what_cannot_be_given_is_refused(given: str, told: str) -> None:
    """Rounds and performances beyond their number, who is not there, sorts, slots, melds: the message says why."""
    assert told in failure(given)


def test_a_stage_that_never_is_cannot_be_given() -> None:
    """A stage whose `when` the options rule out is no place to stand in."""
    told = failure(AT, head="seats: Ann Bob\n    options: {short: yes}")
    assert "play never reaches long with these options" in told


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("total of players: 3 -3", ""),
        ("total of players: -3 3", "total of players: expected -3 3, found 3 -3"),
        ("total of players where total < 9: -3 3", "total of players where total < 9: expected -3 3, found 3 -3"),
        ("players where total < 9: Bob Ann", ""),
    ],
)
def test_what_each_player_has_is_told_in_the_order_of_seats(now: str, told: str) -> None:
    """Else points that went to the wrong players would pass; of players themselves the order does not count."""
    assert failure(f"{AT}, total of Ann: 3, total of Bob: -3", f"now: {{{now}}}") == told


@pytest.mark.parametrize(
    ("given", "now", "told"),
    [
        ("5D 6D joker", "5D 6D joker(7D)", ""),
        ("5D 6D joker", "joker(7D) 6D 5D", ""),
        ("5D 6D joker", "5D 6D joker", ""),
        ("5D 6D joker", "joker 5D 6D", "table: expected joker 5D 6D, found 5D 6D joker(7D)"),
        ("5D 6D joker", "joker(4D) 5D 6D", "table: expected joker(4D) 5D 6D, found 5D 6D joker(7D)"),
        ("8S 8H joker", "8S 8H joker(8C/8D)", ""),
        ("8S 8H joker", "joker(8D/8C) 8H 8S", ""),
        ("8S 8H joker", "8S 8H joker", ""),
        ("8S 8H joker", "8S 8H joker(8C)", "table: expected 8S 8H joker(8C), found 8H 8S joker(8C/8D)"),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", ""),
        ("5D 6D 7D", "5D 6D 7D as set", "table: expected 5D 6D 7D as set, found 5D 6D 7D"),
    ],
)
def test_now_tells_and_compares_what_jokers_stand_for(given: str, now: str, told: str) -> None:
    """What is told of a wild card counts, and so does its place in a run; the message tells what lies there."""
    for thing in ("table", "first of table"):
        assert failure(f"{AT}, table: {given}", f"now: {{{thing}: {now}}}") == told.replace("table:", f"{thing}:")


def test_a_joker_that_lies_there_needs_no_more_words() -> None:
    """Where one of several fits, `joker` is that one; what it stands for is told in any order."""
    table = f"{AT}, table: 5D joker(6D) 7D + 8S 8H joker, hand of Ann: 6D 8C KS"
    assert failure(table, "Ann can: swap joker=joker card=6D", "Ann cannot: swap joker=joker card=KS") == ""
    assert failure(table, "Ann: swap joker=joker card=8C", "now: {table: 5D joker(6D) 7D + 8S 8H 8C}") == ""
    assert failure(table, "Ann: swap joker=joker(8D/8C) card=8C") == ""
    assert failure(f"{AT}, hand of Ann: 8S 8H joker", "Ann: lay 8S 8H joker(8D/8C)") == ""
    assert "joker(8C)" in failure(f"{AT}, hand of Ann: 8S 8H joker", "Ann: lay 8S 8H joker(8C)")


def test_a_wild_card_whose_name_is_a_number_is_written_with_its_role() -> None:
    """`2(11)` stands where a joker may stand: in what is given, in moves and in `now`."""
    text = """
croupier: 1
game: numbers
players: 2
cards: {attributes: {value: 1..13}, copies: 4, wild: value is 2}
zones: {table: melds seen by everyone, hand of player: set seen by owner}
combos: {run: {sequence: 1..13, size: 3.., wilds: 0..1}}
moves: {lay: {choose: {laid: one of run of hand}, do: move laid to table}}
play: {steps: {turn: {by: players, times: 9, moves: [lay]}}}
result: {score: count of hand}
scenarios:
  one:
    seats: Ann Bob
    given: {at: turn of Ann, table: 4 2(5) 6, hand of Ann: 12 13 2, hand of Bob: 1 2 3}
    then:
      - Ann: lay 2(11) 12 13
      - now: {table: 4 2(5) 6 + 2(11) 12 13}
      - Bob: lay laid=1 2 3
"""
    assert [result.failure for result in run_scenarios(compile_text(text))] == [""]


@pytest.mark.parametrize(
    "move",
    ["turn col:3C", "turn card=col_Ann:@1", "turn col_a:@1", "swap joker=joker(8C/8D)@2 card=8C/8D@2", "throw 10H(9H)"],
)
def test_whatever_the_tool_spells_is_a_step(move: str) -> None:
    """What a log or a list of moves tells can be written down as it stands."""
    found = check_text(f"{GAME}  one:\n    seats: Ann Bob\n    then: [Ann: {move}]\n")[1]
    assert [render.terminal(one) for one in found if one.severity.name == "ERROR"] == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("hand of Ann: [7S, 8S]", "write them with spaces in between: `7S 8S`"),
        ("'hand of Ann': '7S, 8S'", "with spaces in between and no comma: `7S 8S`"),
        ("hand of Ann: 7♠", "write a card with letters, such as 7S or 10H"),
        ("note of 7S: 3", "write `note of 7S in col`"),
        ("revealed of 7S: yes", "list the revealed cards: `revealed: CARD in ZONE`"),
        ("revealed of 7S in hand of Ann: yes", "list the revealed cards: `revealed: 7S in hand of Ann`"),
    ],
)
def test_messages_say_how_it_is_given(given: str, told: str) -> None:
    """A list, a comma, a suit's sign, state of a card: what would do stands in the message."""
    text = f"{GAME}  one:\n    seats: Ann Bob\n    given: {{{given}}}\n    then: [Ann: throw 7S]\n"
    assert told in "\n".join(render.terminal(one) for one in check_text(text)[1])


def test_a_step_that_is_no_move_is_told_the_moves() -> None:
    """E314 under scenarios: the moves there are, or the one there is with the card behind it."""
    text = f"{GAME}  one:\n    seats: Ann Bob\n    then: [Ann: STEP]\n"
    told = "\n".join(render.terminal(one) for one in check_text(text.replace("STEP", "7S"))[1])
    assert "start the step with one of the moves: ask, lay, swap, throw, turn" in told
    assert "write `throw`" in "\n".join(render.terminal(one) for one in check_text(text.replace("STEP", "trow 7S"))[1])


FILTERED = """croupier: 1
game: filtered
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [lay, pass]}}
moves:
  lay: {choose: {card: one of hand where suit is hearts}, do: move card to up}
  pass: {}
result: {score: count of hand}
scenarios:
  no_spades:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7S 7H}
    then:
      - Ann cannot: lay 7S because REASON
"""


@pytest.mark.parametrize("reason", ["1", "card.1"])
def test_a_filter_without_a_name_is_a_reason_by_its_number(reason: str) -> None:
    """What `test` calls a reason, `check` takes as one."""
    wrong = compile_text(FILTERED.replace("REASON", "how_many"))
    (result,) = run_scenarios(wrong)
    assert "because of card.1, but the scenario expects how_many" in result.failure
    (result,) = run_scenarios(compile_text(FILTERED.replace("REASON", reason)))
    assert result.failure == ""
