"""What can be known without play: conditions that hold always or never, whatever the options and the players."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_file, check_text

from .meaning_game import changed

ROOT = Path(__file__).parents[2]
SKETCHES = sorted((ROOT / "tests" / "sketches" / "first").glob("*.yaml"))
SETTLED = ("W604", "W605", "W606")

OPTIONS = """
croupier: 1
game: settled
players: 2..4
options:
  mode: plain/wild
  rounds: 1..3 starting 2
  most: 1.. starting 5
  joker: no/yes
  pairs: {is: no/yes, needs: {four: not pairs or count of players is 4}}
cards: {deck: french52}
tables:
  size by rounds: {1: 5, 2: 6, 3: 7}
  worth of card by rank: {A: 1, 2..10: 2, J..K: 3}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
state:
  total of player: number
  out: player or none
define:
  many: count of players > 4
  high of card: worth > 2
play:
  begin: [move deck to stock, set out to first of players where total > 5, add 1 to total of players]
  steps:
    turn: {by: players, times: rounds, until: out is not none, moves: [draw]}
moves:
  draw:
    when: SENTENCE
    do: move top of stock to hand
result: {score: total + size + most + (if many or mode is wild then 1 else 0) + count of (hand where high)}
"""


def told(sentence: str) -> set[str]:
    """The warnings about a condition of a move."""
    rules, found = check_text(OPTIONS.replace("SENTENCE", sentence))
    assert rules is not None, found
    return {diagnostic.code for diagnostic in found} & set(SETTLED)


@pytest.mark.parametrize(
    "sentence",
    [
        "count of players >= 2", "count of hand >= 0", "size > 4", "mode is plain or mode is wild", "rounds in 1..3",
        "rounds + 1 > 1", "most > 0", "not many", "turn >= 0", "count of values of suit is 4", "seat < 5 or 1 is 1",
        "not pairs or count of players is 4", "some of hand where 1 is 1",
    ],
)  # fmt: skip
def test_always(sentence: str) -> None:
    """Holds with all options and any number of players."""
    assert told(sentence) == {"W604"}


@pytest.mark.parametrize(
    "sentence",
    [
        "many", "rounds > 3", "count of players is 5", "some of hand where many", "most < 1", "size in 1/2/3",
        "if mode is plain then many else rounds is 4", "seat of me > 4", "pairs and count of players is 2 or many",
    ],
)  # fmt: skip
def test_never(sentence: str) -> None:
    """Holds with no options and no number of players."""
    assert told(sentence) == {"W605"}


@pytest.mark.parametrize(
    "sentence",
    [
        "{a: mode is plain, b: mode is wild}",
        "joker and not joker",
        "rounds < most and 1 is 1 and rounds > 2 and rounds < 2",
    ],
)
def test_never_together(sentence: str) -> None:
    """Each may hold, and never all of them."""
    assert "W606" in told(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "joker", "mode is wild", "count of players > 2", "rounds < 3", "most > 5", "most < 1000", "total > 0",
        "count of hand > 0", "count of hand < 52", "out is none", "size of me is 5 or joker",
        "total of out < 5 or total of out >= 5",
        "seat of out >= 1",
        "none of hand where high", "pairs and count of players is 4", "sum of worth of hand >= 0",
        "rounds div most is 0",
    ],
)  # fmt: skip
def test_no_false_alarm(sentence: str) -> None:
    """What depends on the options, or on play, or on whether there is anything at all, is left alone."""
    rules, found = check_text(OPTIONS.replace("SENTENCE", sentence.replace("size of me", "size")))
    assert rules is not None, found
    assert not {diagnostic.code for diagnostic in found} & set(SETTLED)


def test_branches_and_filters_too() -> None:
    """Not only conditions with a name: branches of lists, and the filters of choices."""
    text = changed("when: count of discard > 3", "when: count of discard > 3\n    do:\n      - if 1 > 2: end play")
    assert "W605" in {diagnostic.code for diagnostic in check_text(text)[1]}


@pytest.mark.parametrize("path", SKETCHES, ids=lambda path: path.name)
def test_no_sketch_is_warned(path: Path) -> None:
    """All that they ask depends on something."""
    assert not {diagnostic.code for diagnostic in check_file(path)[1]} & set(SETTLED)
