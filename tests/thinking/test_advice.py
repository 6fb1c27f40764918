"""A hint where nothing is played on: what the greedy player would do, and what settled it."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, load
from croupier.base.language import speaking
from croupier.compile.binding import bind
from croupier.scene import Words
from croupier.thinking import advice, hint
from croupier.thinking.search import Search, Thought
from croupier_dsl import compile_text

RULES = """
croupier: 1
game: reasons
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {fine of player: number}
play:
  begin: [move deck to stock, for each of players: move top 3 of stock to hand]
  steps: {turn: {by: players, times: 6, moves: [MOVES]}}
moves:
  rest: {}
  lay: {choose: {card: one of hand where rank is 7}, do: [move card to heap]}
  lay_two: {choose: {cards: 2 of hand}, do: [move cards to heap]}
  lay_again: {choose: {card: one of hand where rank is 7}, do: [move card to heap, set next to me]}
  pay: {choose: {much: one of 3..5}, do: [add much to fine]}
  draw: {do: [move top of stock to hand]}
result: {score: fine, best: BEST}
"""


@pytest.fixture(autouse=True)
def _nothing_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks_nothing(self: Search, offer: object) -> list[Thought]:
        return []

    monkeypatch.setattr(Search, "think", thinks_nothing)


def hinted(moves: str, best: str = "lowest", lang: str = "en") -> list[str]:
    with speaking(lang):
        text = RULES.replace("MOVES", moves).replace("BEST", best)
        unused = {"rest", "lay", "lay_two", "lay_again", "pay", "draw"} - {each.strip() for each in moves.split(",")}
        lines = [line for line in text.splitlines() if line.strip().partition(":")[0] not in unused]
        rules = Rules(bind(compile_text("\n".join(lines)), 2, {}))
        zones = {"hand of P1": ["7H", "7S", "KD"], "hand of P2": ["2C", "2D"]}
        game = Game.at(rules, {"step": "turn", "turn": "P1", "zones": zones, "rest": "stock"})
        return [*hint(game, 0, Words(rules), written=False)]


def test_the_score_settles_it() -> None:
    """Told as the rules count it, the lowest or the highest being best."""
    assert hinted("pay") == [
        "Suggestion (greedy): pay 3",
        "Your score becomes 3; with the second best move it becomes 4.",
    ]
    assert hinted("pay", "highest")[1] == "Your score becomes 5; with the second best move it becomes 4."


def test_the_cards_held_settle_it() -> None:
    assert hinted("lay, rest") == [
        "Suggestion (greedy): lay 7♥", "It leaves 2 cards in your hand; the second best move: 3.",
    ]  # fmt: skip
    assert hinted("lay_two, rest")[1] == "It leaves 1 card in your hand; the second best move: 3."


def test_the_cards_are_counted_after_the_decisions_that_follow_at_once() -> None:
    """One seven leaves two cards; the other, which follows, leaves one."""
    assert hinted("lay_again, rest")[1] == "It leaves 1 card in your hand; the second best move: 3."


def test_nothing_settles_it() -> None:
    """What is alike, what there is no other of, what cannot be known."""
    assert hinted("lay")[1].startswith("All moves look equally good for score and cards")
    assert hinted("rest")[1] == "It is the only move."


def test_in_a_language() -> None:
    """In French as well, each with words of its own."""
    french = [hinted(moves, lang="fr")[1] for moves in ("pay", "lay, rest", "lay", "rest")]
    assert all(each not in [hinted(moves)[1] for moves in ("pay", "lay, rest", "lay", "rest")] for each in french)
    assert french[0] == "Votre score devient 3 ; avec le deuxième choix, 4."


def test_what_is_left_over_settles_it() -> None:
    """In points where the rules price cards."""
    zones = {"hand of P1": ["5S", "5H", "5D", "KC", "2D"], "hand of P2": ["9C", "9D", "9S"]}
    rules = load("three-thirteen", 2)
    game = Game.at(rules, {"step": "finish", "turn": "P1", "zones": zones, "rest": "stock"})
    lines = [*hint(game, 0, Words(rules), written=False)]
    assert lines[0] in ("Suggestion (greedy): throw away K♣", "Suggestion (greedy): throw away 2♦")
    assert "points of deadwood; the second best move" in lines[1] or "Your score" in lines[1]


def test_a_few_games_that_were_won_promise_nothing_for_certain() -> None:
    """What all of a few rollouts have won is told as less; of many it hardly changes anything."""
    told = {(10, 1.0): 86, (10, 0.0): 14, (20, 0.5): 50, (396, 0.75): 75}
    for (tried, win), hundred in told.items():
        assert f"{hundred} % chance of winning" in advice._expected(Thought(0, win, win, 3.0, tried))


RANKED = " (ranking: 70 % chance of winning, 30 % lead over the others)."


@pytest.mark.parametrize(
    ("second", "best", "said"),
    [
        (Thought(1, 0.5, 0.4, 9.0, 80), "lowest", ": 40 % chance of winning, expected score 9."),
        (Thought(1, 0.5, 0.4, 5.0, 80), "lowest", "expected score 5" + RANKED),
        (Thought(1, 0.5, 0.4, 9.0, 80), "highest", "score 9" + RANKED),
        (Thought(1, 0.5, 0.8, 9.0, 80), "lowest", "score 9" + RANKED),
        (Thought(1, 0.5, None, 5.0, 80), "lowest", "expected score 5 (ranked by the mean lead over the others)."),
    ],
)  # fmt: skip
def test_the_ranking_is_given_if_it_surprises(
    monkeypatch: pytest.MonkeyPatch, second: Thought, best: str, said: str
) -> None:
    """A second best move that shows the better number says what moves are ranked by."""
    first = Thought(0, 0.6, None if second.win is None else 0.6, 7.0, 80)
    monkeypatch.setattr(Search, "think", lambda self, offer: [first, second])
    shown = hinted("pay", best)[1]
    assert shown.startswith("The second best is ")
    assert shown.endswith(said)
    assert ("rank" in shown) == ("rank" in said)
