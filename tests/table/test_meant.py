"""What numbers mean, in the ruleset's words, where a move is refused and where options are told."""

from __future__ import annotations

from croupier.compile.binding import bind
from croupier.rulebook.book import rulebook
from croupier.table.game import Game, Rules
from croupier.web.agreed import agreed
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


def test_a_number_of_an_option_has_its_meaning_where_it_is_chosen() -> None:
    """In the lobby, in lists and in the book, with what the option decides; the label does not explain it as well."""
    rules, found = check_text(RULES.replace("0 (a single turn)", "a single turn"), "stakes")
    assert rules is not None, found
    (option,) = agreed(Rules(bind(rules, 2, {})))["options"]
    assert option["told"] == "0: a single turn."
    book = words(rulebook(rules, {}, None, "en", with_example=False))
    assert any("0 to 9. Usually: 5. 0: a single turn." in text for text in book)


def test_listed_numbers_have_their_words_in_the_list() -> None:
    """And a preset that sets one says the words as well."""
    listed = RULES.replace("0..9 starting 5", "0/5/9 starting 5").replace("0 (a single turn)", "a single turn")
    rules, found = check_text(f"{listed}presets: {{short: {{title: Short, options: {{goal: 0}}}}}}", "stakes")
    assert rules is not None, found
    (option,) = agreed(Rules(bind(rules, 2, {})))["options"]
    assert option["told"] == ""
    assert [value["title"] for value in option["values"]] == ["a single turn", "5", "9"]
    book = words(rulebook(rules, {}, None, "en", with_example=False))
    assert any(": a single turn; 5; 9." in text for text in book)
    assert any(text.endswith(": a single turn.") for text in book)
