"""What ends a stage and does not: `end X` where X is over anyway, a condition that a variant adds to `until`."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_file, check_text

from .variant_files import variant, write

GAME = """croupier: 1
game: ends
title: Ends
players: 2
cards: {deck: french52}
zones: {hand of player: set seen by owner, stock: pile seen by nobody}
state: {passed: no/yes}
play:
  begin: [move deck to stock, {for each of players: move top 3 of stock to hand}]
  steps:
    round:
      until: stock is empty or passed
      steps:
        turn: {by: players, until: count of stock < 9, moves: [draw, pass]}
moves:
  draw: {when: stock is not empty, do: move top of stock to hand}
  pass: {do: DO}
result: {score: count of hand}
"""


def warned(text: str) -> list[tuple[str, str, str]]:
    rules, found = check_text(text)
    assert rules is not None, [(d.code, d.message) for d in found]
    return [(d.code, d.span.text, d.help) for d in found if d.span and d.code in ("W631", "W632")]


HELP = "`end round` ends the stage around it; to stop `turn`, set state that its `until` reads"
NOTHING = ["end turn", "[set passed to yes, end turn]", "{out: end turn}"]
SOMETHING = [
    "[set passed to yes, end round]",
    "[set passed to yes, {if count of hand > 3: end turn}, shuffle stock]",
    "{for each of players: [set passed to yes, end turn]}",
    "end play",
]


@pytest.mark.parametrize("do", NOTHING)
def test_an_end_that_changes_nothing(do: str) -> None:
    """At the end of a move that the stage itself offers; the stage around it is named."""
    assert warned(GAME.replace("DO", do)) == [("W631", "end turn", HELP)]


def test_in_one_branch() -> None:
    """In the last statement of a branch it changes as little."""
    do = "[{if count of hand > 3: [set passed to yes, end turn], else: end round}]"
    assert warned(GAME.replace("DO", do)) == [("W631", "end turn", HELP)]


def test_where_nobody_can_move() -> None:
    """The `else` of a stage is its last too."""
    text = GAME.replace("DO", "set passed to yes").replace("moves: [draw, pass]}", "moves: draw, else: end turn}")
    assert ("W631", "end turn", HELP) in warned(text)


@pytest.mark.parametrize("do", SOMETHING)
def test_an_end_that_changes_something(do: str) -> None:
    """What skips statements, or ends what is around, is said on purpose."""
    assert warned(GAME.replace("DO", do)) == []


def test_of_all_at_once_one_ends_what_others_do() -> None:
    """Where all choose at once, `end` is not the last."""
    assert warned(GAME.replace("by: players,", "by: players at once,").replace("DO", "end turn")) == []


@pytest.mark.parametrize(
    ("until", "added", "said"),
    [
        ("count of stock < 9", "passed", "count of stock < 9 or passed"),
        ("{few: count of stock < 9, out: hand is empty}", "passed", "count of stock < 9 and hand is empty or passed"),
        ("count of stock < 9 or hand is empty", "passed", "(count of stock < 9 or hand is empty) or passed"),
    ],
)
def test_added_to_until(tmp_path: Path, until: str, added: str, said: str) -> None:
    """The sentence that the help says is valid, and ends the stage when either holds."""
    write(
        tmp_path,
        "ends",
        GAME.replace("DO", "set passed to yes").replace("until: count of stock < 9", f"until: {until}"),
    )
    found = check_file(variant(tmp_path, f"add: {{play.round.turn.until.more: {added}}}", of="ends"))[1]
    told = [(d.code, d.span.text, d.help) for d in found if d.span]
    written = f"write under `change`: `play.round.turn.until: {said}`"
    help = f"to end it if either holds, {written}; if both must hold, write `and` there"
    assert told == [("W632", "play.round.turn.until.more", help)]
    for sentence in (said, said.replace(" or passed", " and passed")):
        rules, found = check_file(variant(tmp_path, f"change: {{play.round.turn.until: {sentence}}}", of="ends"))
        assert rules is not None
        assert found == []


def test_an_until_that_was_not_there(tmp_path: Path) -> None:
    """The first condition of a stage ends it, and so does one of `when` or `must` what it may."""
    write(tmp_path, "ends", GAME.replace("DO", "set passed to yes").replace("until: count of stock < 9", "times: 9"))
    body = "add: {play.round.turn.until: passed, moves.draw.when.early: not passed}"
    assert check_file(variant(tmp_path, body, of="ends"))[1] == []
