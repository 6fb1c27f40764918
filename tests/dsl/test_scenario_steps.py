"""What a scenario can say beyond moves made.

What is legal, what is offered, what a seat knows, which table is refused.
"""

from __future__ import annotations

import pytest

from croupier.workbench.scenarios import run_scenario
from croupier_dsl import CompileError, check_text, compile_text

GAME = """croupier: 1
game: pass-it-on
title: Pass it on
players: 2..4
options:
  few: {is: no/yes, needs: {two_only: not few or count of players is 2}}
cards: {attributes: {value: 1..6}, copies: 2}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  shown: pile seen by everyone
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 2 of stock to hand
  steps:
    turn: {by: players from first of players, until: shown is not empty and count of shown > 3, moves: [show, take]}
moves:
  show: {choose: {card: one of hand}, when: {not_six: value of card < 6}, do: move card to shown}
  take: {when: {any_left: stock is not empty}, do: move top of stock to hand}
result: {score: count of hand, best: lowest}
scenarios:
  it:
    seats: Ann Bob
"""


def outcome(body: str) -> str:
    rules = compile_text(GAME + "".join(f"    {line}\n" for line in body.splitlines()), "pass.yaml")
    return run_scenario(rules, rules.scenarios[0]).failure


GIVEN = "given: {at: turn of Ann, hand of Ann: 1 6, hand of Bob: 2, stock: 3, shown: 4}\nthen:\n"


@pytest.mark.parametrize(
    "step",
    [
        "- Ann can: show card=1",
        "- now: {moves of Ann: show take, moves of Bob: none}",
        "- Ann knows: {hand of Ann: 1 6, hand of Bob: none, shown: 4, stock: none}",
        "- now: {seat of first of players: 1, count of deck: 12, at: turn of Ann}",
    ],
)
def test_what_holds_passes(step: str) -> None:
    """Each of these says what is so."""
    assert outcome(GIVEN + "  " + step) == ""


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("- Ann can: show card=6", "should be able to"),
        ("- now: {moves of Ann: show}", "found show take"),
        ("- Bob knows: {hand of Ann: 1 6}", "Bob knows hand of Ann: expected 1 6, found none"),
        ("- Ann cannot: show card=6 because any_left", "E"),
        ("- Ann knows: {hand of Ann: 1 …}", "E"),
        ("- Ann knows: {hand of Ann: ... 6}", "E"),
    ],
)
def test_what_does_not_hold_fails(step: str, told: str) -> None:
    """Each of these says what is not so, and the failure says what is."""
    if told == "E":
        with pytest.raises(CompileError):
            outcome(GIVEN + "  " + step)
    else:
        assert told in outcome(GIVEN + "  " + step)


def test_a_table_that_is_refused_is_an_example() -> None:
    """`refused` names the need that is not met, or `players`; another reason, or none, is a failure."""
    three = GAME.replace("seats: Ann Bob", "seats: Ann Bob Cid")

    def run(text: str) -> str:
        rules = compile_text(text, "pass.yaml")
        return run_scenario(rules, rules.scenarios[0]).failure

    assert run(three + "    options: {few: yes}\n    refused: two_only\n") == ""
    told = run(three + "    options: {few: yes}\n    refused: players\n")
    assert told.startswith(
        "the table was refused because of two_only, but the scenario expects players: option few=yes"
    )
    assert "was accepted" in run(three + "    refused: two_only\n")
    five = GAME.replace("seats: Ann Bob", "seats: Ann Bob Cid Dan Eve")
    assert run(five + "    refused: players\n") == ""


BOUNDED = GAME.replace("options:\n", "options:\n  most: 3..(4 * count of players)\n  pay: 11/1\n").replace(
    "value of card < 6", "value of card < 6 or most + pay > 9"
)


@pytest.mark.parametrize(
    ("options", "refused", "told"),
    [
        ("most: 2", "options.most", ""),
        ("most: 9", "options.most", ""),
        ("pay: 5", "options.pay", ""),
        ("most: 3", "options.most", "the table was accepted, but the scenario expects it to be refused"),
        (
            "most: 2",
            "players",
            "because of options.most, but the scenario expects players: option most cannot be 2; allowed: 3 to 8",
        ),
    ],
)
def test_bounds_of_an_option_can_be_proved(options: str, refused: str, told: str) -> None:
    """`refused: options.NAME` says that a number is out of its bounds; what is no number at all is another matter."""
    text = f"{BOUNDED}    options: {{{options}}}\n    refused: {refused}\n"
    rules = compile_text(text, "pass.yaml")
    failure = run_scenario(rules, rules.scenarios[0]).failure
    assert told in failure if told else not failure


@pytest.mark.parametrize(("options", "refused"), [("most: lots", "options.most"), ("few: perhaps", "two_only")])
def test_what_is_no_value_at_all_proves_no_bound(options: str, refused: str) -> None:
    """A word that the option never has is an error, whatever is to be refused."""
    _, found = check_text(f"{BOUNDED}    options: {{{options}}}\n    refused: {refused}\n", "pass.yaml")
    assert [each.code for each in found] == ["E555"]


@pytest.mark.parametrize(
    ("refused", "help"), [("most", "write `options.most`"), ("two_onyl", "write `two_only`"), ("options.few", "write")]
)
def test_refused_names_what_can_refuse(refused: str, help: str) -> None:
    """What no table could be refused for is an error; an option that lists words has no bounds."""
    found = check_text(f"{BOUNDED}    options: {{most: 2}}\n    refused: {refused}\n")[1]
    assert [diagnostic.code for diagnostic in found] == ["E340"]
    assert help in found[0].help


def test_a_misspelt_else_is_no_label() -> None:
    """A block beside an `if` that is no `else` is refused: it would always be performed."""
    wrong = GAME.replace(
        "do: move card to shown}", "do: [{if value of card is 1: move card to shown, esle: move card to stock}]}"
    )
    with pytest.raises(CompileError, match="E131"):
        compile_text(wrong, "pass.yaml")
