"""After a game a person is told the moves that gained and cost the most, and sees the sheet."""

from __future__ import annotations

from croupier import Game
from croupier.cli.review import sheet_lines
from croupier.compile.binding import bind
from croupier.scene import Sheet, Words
from croupier.table.course import Course
from croupier.table.game import Rules
from croupier.thinking import review
from croupier_dsl import compile_text

CHOICE = """
croupier: 1
game: choice
players: 2
cards: {attributes: {value: 1..2}}
zones: {stock: pile seen by everyone}
state: {won of player: number}
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 2, moves: [rise, stay]}}
moves:
  rise: {do: add 3 to won}
  stay: {do: []}
result: {score: won, best: highest}
text:
  moves.rise: rise
  moves.stay: stay
"""
"""Who rises is ahead of who stays, whatever else happens."""


def told(*moves: str) -> list[str]:
    """What seat 0 is told that has chosen the first of the moves."""
    rules = Rules(bind(compile_text(CHOICE), 2))
    course = Course(Game(rules, 1), None, lambda _: None)
    for move in moves:
        seat = course.game.to_act[0]
        meant = course.game.meant(seat, move)
        if seat:
            course.play(seat, meant)
        else:
            course.make(seat, meant)
    assert course.game.over
    return review(course.past, course.made, Words(rules))


def test_a_move_that_costs_is_told_with_a_better_one() -> None:
    """Staying behind is the worst move, rising would have been better; nothing is said to have been good."""
    lines = told("stay", "rise")
    assert len(lines) == 1
    assert lines[0].startswith("Your worst move: stay; rise would have raised it by ")


def test_a_move_that_gains_is_told_alone() -> None:
    """Rising is the best move, and no move was bad."""
    lines = told("rise", "rise")
    assert len(lines) == 1
    assert lines[0].startswith("Your best move: rise; it raised your chance of winning by ")


def test_the_sheet_tells_what_each_round_brought_and_the_sum() -> None:
    """A row each, columns below one another, a dash where there is no score."""
    sheet = Sheet("Round", ("Ann", "Bob"), (("1", (5, None), ()), ("2", (3, 10), ("Bob out",))))
    assert [*sheet_lines(sheet)] == [
        "  Round     Ann  Bob",
        "  1           5    –",
        "  2      -2 = 3   10  Bob out",
    ]
