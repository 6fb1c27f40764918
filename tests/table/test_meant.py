"""What numbers mean, in the ruleset's words, where a move is refused and where options are told."""

from __future__ import annotations

from croupier.compile.binding import bind
from croupier.rulebook.book import rulebook
from croupier.table.game import Game, Rules
from croupier_dsl.compiler import check_text
from tests.rulebook.books import words

RULES = """
croupier: 1
game: stakes
players: 2
options: {goal: 0..9 starting 5}
cards: {deck: french52}
zones: {hand of player: set seen by owner}
state: {stake: number starting 2, score of player: number}
play:
  steps: {turn: {by: players, until: some of players where score >= goal, times: 9, moves: [double, wait]}}
moves:
  double: {when: {once: stake < 2}, do: [add 2 to stake]}
  wait: {do: [add 1 to score]}
result: {score: score}
text:
  game.short: Play to {options.goal} points.
  options.goal.0: 0 (a single turn)
  state.stake.2: doubled
  moves.double.when.once: it is doubled already
"""


def test_a_refusal_says_what_a_number_means() -> None:
    """`doubled`, not 2, as the table shows it."""
    rules, found = check_text(RULES, "stakes")
    assert rules is not None, found
    game = Game(Rules(bind(rules, 2, {})), 1)
    against = game.why_not(game.to_act[0], "double")
    assert against is not None
    assert ("stake", "doubled") in against.facts


def test_a_number_of_an_option_has_its_meaning_in_the_summary() -> None:
    """The usual value is told alone."""
    rules, found = check_text(RULES, "stakes")
    assert rules is not None, found
    assert "Play to 5 points." in words(rulebook(rules, {}, None, "en", with_example=False))
    assert "Play to 0 (a single turn) points." in words(rulebook(rules, {"goal": "0"}, None, "en", with_example=False))
