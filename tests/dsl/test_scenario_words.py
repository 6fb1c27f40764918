"""Words of scenarios that the game cannot have, wherever they stand: `check` says where, and what comes nearest."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text

GAME = """croupier: 1
game: steps
players: 2..3
options: {skips: few/others, goal: 5..50 starting 10, fast: no/yes}
cards: {attributes: {colour: red/blue, value: -1..9}, copies: 2}
combos: {run: {sequence: 1..9, size: 3..}}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
  row of player: row 4 seen by everyone
  table: melds seen by everyone
state:
  said of player: nothing/lots/little
  total of player: number
  marked of card in row: no/yes
  asker: player or none
  bid of 1..3: number
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    turn: {by: players, times: 4, moves: [lay, ask, say, meld, two, pass, swap, fit]}
moves:
  lay: {choose: {card: one of hand}, do: move card to discard}
  ask: {choose: {who: one of players, n: one of 1..9, much: one of values of said}, do: add n to total of who}
  say: {choose: {what: one of values of said}, do: set said to what}
  meld: {choose: {what: one of run of hand}, do: move what to table}
  two: {choose: {cards: 1..2 of hand}, do: move cards to discard}
  pass: {}
  swap: {choose: {card: one of hand}, do: [move card to discard, choose: {back: one of discard}, move back to hand]}
  fit: {choose: {card: one of hand, spot: one of spots of table}, do: move card to spot}
result: {score: total}
scenarios:
  one:
    seats: Ann Bob
"""
STANDING = "    given: {at: turn of Ann, hand of Ann: red_1 red_2 red_3, hand of Bob: blue_1, stock: …}\n"


def found(body: str) -> list[tuple[str, str, str]]:
    """Return the code, the words pointed at, and the help of each error."""
    _, told = check_text(GAME + body, "steps.yaml")
    return [(d.code, d.labels[0].span.text, str(d.help)) for d in told if d.code.startswith("E")]


CARDS = ("E623", "write `red_1`")


@pytest.mark.parametrize(
    ("step", "at", "code", "help"),
    [
        ("Ann: lay red-1", "red-1", *CARDS),
        ("Ann: lay card=red-1", "red-1", *CARDS),
        ("Ann cannot: lay rde_1 because not_in_domain", "rde_1", *CARDS),
        ("Ann can: lay hand:rde_1", "hand:rde_1", *CARDS),
        ("Ann: lay hnd:red_1", "hnd", "E624", "write `hand`"),
        ("Ann: lay crd=red_1", "crd", "E629", "write `card`"),
        ("Ann: lay red_1 red_2", "red_1 red_2", "E629", "write one of them"),
        ("Ann: ask who=Bob 3 lots", "Bob 3 lots", "E629", "write the other choices with their names: `n=…` `much=…`"),
        ("Ann: ask who=Bobb n=3 much=lots", "Bobb", "E628", "write `Bob`"),
        ("Ann: ask who=Bob n=three much=lots", "three", "E325", "expected a number"),
        ("Ann: ask who=Bob n=3 much=lot", "lot", "E325", "write `lots`"),
        ("Ann: ask who=Bob n=3 much=lots extra=2", "extra", "E629", "its choices are who, n and much"),
        ("Ann: ask Bobb 3 lots", "Bobb", "E629", "write `Bob`"),
        ("Ann: ask Bob 3 lot", "lot", "E629", "write `lots`"),
        ("Ann: say lot", "lot", "E325", "write `lots`"),
        ("Ann: meld red_1 red_2 red_33", "red_33", "E623", "write `red_3`"),
        ("Ann: meld red_1 red_2 blue_3(rde_3)", "rde_3", "E623", "write `red_3`"),
        ("Ann: two cards=red_2 rde_1", "rde_1", *CARDS),
        ("Ann: pass red_1", "red_1", "E629", "write its name alone: `pass`"),
        ("Ann: swap card=red_1 back=rde_1", "rde_1", *CARDS),
        ("Ann: fit red_2 rde_1", "rde_1", "E629", "write `red_1`"),
        ("Ann: fit card=red_2 spot=red_2/rde_1", "red_2/rde_1", *CARDS),
        ("now: {hand of Ann: red-1}", "red-1", *CARDS),
        ("now: {said of Ann: lot}", "lot", "E325", "write `lots`"),
        ("now: {total of Ann: many}", "many", "E325", "expected a number"),
        ("now: {at: trun of Ann}", "trun", "E313", "write `turn`"),
        ("now: {at: turn of Annn}", "Annn", "E628", "write `Ann`"),
        ("now: {winners: Annn}", "Annn", "E628", "write `Ann`"),
        ("now: {losers: Bob Annn}", "Annn", "E628", "write `Ann`"),
        ("now: {outcome: finishd}", "finishd", "E325", "write `finished`"),
        ("now: {ranks: 1 x}", "x", "E325", "expected a number"),
        ("now: {scores: 1 x}", "x", "E325", "expected a number"),
        ("now: {moves of Ann: lay aks}", "aks", "E314", "write `ask`"),
        ("now: {moves of Ann: [lay rde_1, pass]}", "rde_1", *CARDS),
        ("now: {table: red_1 red_2 red_3 + blue_1 blue_2 rde_1}", "rde_1", *CARDS),
        ("now: {table: red_1 red_2 red_3 as rum}", "rum", "E316", "write `run`"),
        ("now: {row of Ann: red_2 _ rde_1}", "rde_1", *CARDS),
        ("now: {asker: Annn}", "Annn", "E628", "write `Ann`"),
        ("now: {total of Ann: 3 4}", "3 4", "E348", "write one of them"),
        ("now: {total of players: 3 4 5}", "3 4 5", "E348", "write a value for each player, in the order of seats"),
        ("now: {count of hand of Ann: three}", "three", "E325", "expected a number"),
        ("now: {hand of Ann is empty: yess}", "yess", "E325", "write `yes`"),
        ("now: {marked of red_1 in row of Ann: yse}", "yse", "E325", "write `yes`"),
        ("Ann knows: {hand of Ann: rde_1}", "rde_1", *CARDS),
        ("Ann knows: {total of Ann: many}", "many", "E325", "expected a number"),
    ],
)
def test_a_step_with_a_word_that_nothing_has(step: str, at: str, code: str, help: str) -> None:
    """The error stands at the word."""
    assert found(f"{STANDING}    then:\n      - {step}\n") == [(code, at, help)]


@pytest.mark.parametrize(
    ("fact", "at", "code", "help"),
    [
        ("hand of Bob: red_2 red-1", "red-1", *CARDS),
        ("said of Ann: lot", "lot", "E325", "write `lots`"),
        ("said of players: lot lots", "lot", "E325", "write `lots`"),
        ("bid of 1: x", "x", "E325", "expected a number"),
        ("total of players: 3 4 5", "3 4 5", "E348", "write a value for each player, in the order of seats"),
        ("table: red_1 red_2 rde_1", "rde_1", *CARDS),
        ("direction: lef", "lef", "E325", "expected a number"),
        ("turn: x", "x", "E325", "expected a number"),
        ("outcome: unfinishd", "unfinishd", "E325", "write `unfinished`"),
        ("Ann knows: {hand of Bob: rde_1}", "rde_1", *CARDS),
        ("Ann: swap card=rde_1 back=…", "rde_1", *CARDS),
        ("Ann: swap card=red_1 bakc=…", "bakc", "E629", "write `back`"),
    ],
)
def test_a_given_word_that_nothing_has(fact: str, at: str, code: str, help: str) -> None:
    """What is set up is looked at as what is asked."""
    given = f"    given: {{at: turn of Ann, hand of Ann: red_2, {fact}}}\n"
    assert found(f"{given}    then:\n      - now: {{count of discard: 0}}\n") == [(code, at, help)]


@pytest.mark.parametrize(
    ("at", "wrong", "code", "help"),
    [
        ("turn of Ann then Bobb", "Bobb", "E628", "write `Bob`"),
        ("turn of Ann in trun of Bob", "trun", "E313", "write `turn`"),
        ("trun", "trun", "E313", "write `turn`"),
    ],
)
def test_where_play_stands(at: str, wrong: str, code: str, help: str) -> None:
    """Stages and seats of `at`."""
    assert found(f"    given: {{at: {at}, hand of Ann: red_2}}\n    then: []\n") == [(code, wrong, help)]


@pytest.mark.parametrize(
    ("line", "at", "code", "help"),
    [
        ("chance: [Bobb]", "Bobb", "E347", "write `Bob`"),
        ('chance: ["shuffle: red_2 rde_1"]', "rde_1", *CARDS),
        ('chance: ["shufle: red_1"]', "shufle", "E347", "write `shuffle`"),
        ('chance: ["shuffle stok: red_1"]', "stok", "E624", "write `stock`"),
        ("options: {goal: 1O}", "1O", "E555", "its values are 5..50"),
        ("options: {goal: 100}", "100", "E555", "its values are 5..50"),
        ("options: {fast: yess}", "yess", "E555", "write `yes`"),
        ("options: {skips: other}", "other", "E555", "write `others`"),
    ],
)
def test_what_stands_before_the_steps(line: str, at: str, code: str, help: str) -> None:
    """Chance and options, which have no step of their own."""
    assert found(f"    {line}\n    then:\n      - now: {{count of discard: 0}}\n") == [(code, at, help)]


def test_a_value_out_of_bounds_may_be_what_refuses() -> None:
    """A scenario that shows a bound has to go beyond it; what is no number shows none."""
    assert found("    options: {goal: 100}\n    refused: options.goal\n") == []
    wrong = found("    options: {goal: 1O}\n    refused: options.goal\n")
    assert wrong == [("E555", "1O", "its values are 5..50")]


@pytest.mark.parametrize(
    "step",
    [
        "Ann: lay hand:red_1",
        "Ann: lay card=hand_Ann:red_1",
        "Ann cannot: lay @9",
        "Ann cannot: lay 9",
        "Ann: ask 9 Bob lots",
        "Ann cannot: ask who=Bob n=33 much=lots because not_in_domain",
        "Ann: two cards=none",
        "Ann: swap red_-1",
        "Ann: fit card=red_1 spot=red_1/blue_2@2",
        "Ann cannot: fit card=red_1 spot=open",
        "now: {hand of Ann: none, stock: …, table: red_1 red_2(blue_2) _ red_4 as run from 1}",
        "now: {row of Ann: _ red_1 _ red_2, asker: none, total of players: -3 4}",
        "now: {at: turn of Ann then Bob, winners: none, scores: none 3}",
        "now: {'moves of Ann': [lay red_1, pass, ask who=Bob n=1 much=little]}",
        "now: {highest by value of hand of Ann: red_3 in hand of Ann}",
        "Ann knows not: red_1 in hand of Bob",
    ],
)
def test_words_that_may_be(step: str) -> None:
    """What is not so at that moment may be elsewhere: `test` says whether it is."""
    assert found(f"{STANDING}    then:\n      - {step}\n") == []
