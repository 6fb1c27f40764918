"""Games that all win together: who has won, what it is worth, how often, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, Rules, SetupError
from croupier.base.language import speaking
from croupier.cli.sitting import ending as told_at_a_terminal
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier.lab import Side, compare, ladder, sentences, survey, verdict
from croupier.rulebook import markdown, rulebook
from croupier.scene import Words
from croupier.scene.sheet import ending
from croupier.seat.outcome import Outcome
from croupier.simulate import play_games, sum_up
from croupier.thinking.worth import Worth
from croupier_dsl import check_text, ir
from croupier_dsl.mutations import mutations_of
from tests.lowering.alongside import first_difference, first_other_choice

TOGETHER = """
croupier: 1
game: together
players: 1..4
options: {needed: 1..40 starting 9}
cards: {attributes: {value: 1..6}, copies: 3}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, laid: pile seen by everyone}
define: {reached: sum of value of laid}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 2 of stock to hand
  steps: {turn: {by: players, moves: [lay]}}
moves: {lay: {choose: {card: one of hand}, do: move card to laid}}
text: {define.reached.noun: the sum of the cards laid}
result: RESULT
"""
SCORED = "{won: reached >= needed, score: reached}"


def written(result: str) -> ir.Rules:
    rules, found = check_text(TOGETHER.replace("RESULT", result), "together.yaml")
    assert rules is not None, found
    return rules


def ruled(result: str = SCORED, players: int = 3, **options: object) -> Rules:
    return Rules(bind(written(result), players, options))


def ended(rules: Rules) -> Outcome:
    """The end of a game in which everybody lays the last card that is offered."""
    game = Game(rules, 1)
    while game.to_act:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
    assert game.outcome is not None
    return game.outcome


@pytest.mark.parametrize(
    ("result", "scores"),
    [
        (SCORED, None),
        ("{won: reached >= needed}", (1, 0)),
        ("{won: reached >= needed, score: [needed, reached], best: lowest}", None),
    ],
)
@pytest.mark.parametrize("backend", ["python", "c"])
def test_all_or_none(result: str, scores: tuple[int, int] | None, backend: str) -> None:
    """All have won, or all have lost, on compiled rules as on the reference; without a score each has 1 or 0."""
    for needed, place in ((1, 0), (40, 1)):
        rules = ruled(result, needed=needed)
        outcome = ended(rules)
        assert (outcome.winners, outcome.losers) == (((0, 1, 2), ()), ((), (0, 1, 2)))[place]
        assert outcome.ranks == (1, 1, 1)
        assert scores is None or outcome.scores == ((scores[place],),) * 3
    rules = ruled(result)
    engine = compiled(rules, backend)
    for game in range(8):
        assert first_difference(rules, engine, f"2:{game}") is None


def test_greedy_players_lay_what_helps_all() -> None:
    """Their look ahead is at the score of the table; on compiled rules they choose the same."""
    rules = ruled()
    engine = compiled(rules, "python", foresees=True)
    assert first_other_choice(rules, engine, "3:1") is None
    games = [list(play_games(rules, 20, 1, policy)) for policy in ("random", "greedy")]
    chance, greedy = (sum(game.outcome.scores[0][0] or 0 for game in some) for some in games)
    assert greedy > chance


def test_the_win_is_worth_the_same_to_all() -> None:
    """A win is worth more than a loss with a higher score could be, and no seat is measured by another."""
    won, lost = ended(ruled(needed=1)), ended(ruled(needed=40))
    worth = Worth(ruled().program)
    worth.measure([won, lost])
    assert worth.of(won) == [worth.of(won)[0]] * 3
    assert worth.of(won)[0] > 0.7 > 0.3 > worth.of(lost)[0]


@pytest.mark.costly
def test_statistics_are_of_the_table(tmp_path: Path) -> None:
    """It wins so many games; there are no places to compare, and nobody to climb a ladder against."""
    path = tmp_path / "together.yaml"
    path.write_text(TOGETHER.replace("RESULT", SCORED), encoding="utf-8")
    rules = Side(path).load(3)
    report = sum_up(rules.seats, play_games(rules, 60, 1)).report(rules, 1)
    assert report.to_json()["together"] is True
    assert 0 < report.wins[0] < 60
    assert report.wins == (report.wins[0],) * 3
    found = survey(rules, games=60)
    measures = found.measures()
    assert measures["won"] is not None
    assert measures["first_player"] is measures["ties"] is None
    with speaking("en"):
        assert any(told.startswith("The table wins ") for told in sentences(found))
        held = compare(
            Side(path, options={"needed": 4}), Side(path, options={"needed": 12}), players=3, seconds=30, games=400
        )
        assert held.effect("wins").verdict == "differs"
        assert verdict(held)[0].startswith("With B the table wins ")
    with pytest.raises(SetupError, match="a game with opponents"):
        ladder(rules)


def test_how_it_is_told() -> None:
    """At a terminal and on a page: all together, and with one score for the table if there is one."""
    with speaking("en"):
        for needed, told in ((1, "All win together."), (40, "All lose together.")):
            rules = ruled(needed=needed)
            words, outcome = Words(rules), ended(rules)
            assert told_at_a_terminal(outcome, words, [0])[2:] == [told, f"Score: {outcome.scores[0][0]}"]
            assert ending(outcome, [], words).text.endswith(told)
        plain = ruled("{won: reached >= needed}", 1, needed=1)
        told_alone = ending(ended(plain), [], Words(plain))
        assert (told_alone.text.split(". ")[-1], told_alone.places) == ("You have won.", ())


@pytest.mark.costly
def test_the_printed_rules() -> None:
    """They say what all win by, and how the score is meant; no player is better than another."""
    for language, wanted, not_wanted in (
        ("en", "You all win together if, at the end, the sum of the cards laid is at least", "highest score"),
        ("fr", "Vous gagnez tous ensemble si, à la fin,", "plus grand score"),
    ):
        text = markdown(rulebook(written(SCORED), language=language))
        assert wanted in text
        assert not_wanted not in text


def test_changes_that_scenarios_should_notice() -> None:
    """What all win by can be turned round; there is no best score to turn round where none is named."""
    named = {change.name for change in mutations_of(written("{won: reached >= needed}"))}
    assert "result.won negated" in named
    assert not any(name.startswith(("result.best", "result.score")) for name in named)
    assert "result.best turned round" in {one.name for one in mutations_of(written(SCORED))}
