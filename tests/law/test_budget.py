"""One decision has one budget, on whichever engines it is made, and large decks are paid for by their size."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterable
from operator import length_hint

import pytest

from croupier import Game, Rules
from croupier.base import effort, prices
from croupier.base.chance import Seed
from croupier.base.effort import EFFORT, Effort, TooMuch
from croupier.base.faults import RulesFault
from croupier.compile.binding import bind
from croupier.fast import FastGame, OutOfRange, bulk, compiled
from croupier.fast.handed import Left, left_at
from croupier.fast.making import python_text
from croupier.kernel.read import read
from croupier.lab.walking import Walk, walk
from croupier.native import python as in_python
from croupier.native.effort import metered
from croupier.simulate import GameResult, play_game, play_games
from croupier_dsl import compile_text

WIDE = """croupier: 1
game: wide
players: 2
cards: {deck: french52, packs: 30}
zones:
  stock: pile seen by everyone
  line: row 900 seen by everyone
  heap: pile seen by everyone
  hand of player: set seen by owner
state: {mark: number}
play:
  begin: [move deck to stock, move top 800 of stock to heap, move top 700 of stock to line]
  steps: {turn: {by: players, times: 6, moves: [go]}}
moves:
  go: {do: [for each of 1..TURNS: [for each of 1..1000: [DO]]]}
result: {score: mark, best: highest}
"""


def wide(do: str, turns: int) -> Rules:
    return ruled(WIDE, do, turns)


def narrow(do: str, turns: int) -> Rules:
    return ruled(WIDE.replace("packs: 30", "packs: 1").replace("00 of stock", " of stock"), do, turns)


def ruled(text: str, do: str, turns: int) -> Rules:
    text = text.replace("DO", do).replace("TURNS", str(turns))
    return Rules(bind(compile_text(text, "wide.yaml"), 2, limit=20))


@pytest.mark.parametrize(
    ("do", "cards"),
    [
        ("if top of stock in heap: add 1 to mark", 800),
        ("if top of stock in line: add 1 to mark", 1600),
        ("add count of line to mark", 900),
    ],
)
def test_the_reference_pays_for_cards_that_are_searched(do: str, cards: int) -> None:
    """Once for each pass through a list of cards or places."""
    game = Game(wide(do, 1), 1)
    game.play(0, "go")
    assert effort.BUDGET - EFFORT.left >= 1000 * (cards // prices.HELD)


@pytest.mark.costly
def test_compiled_rules_pay_for_cards_that_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pile is a list: its cards are gone through wherever they are needed as a set."""
    through = 0

    def counted(cards: Iterable[int]) -> int:
        nonlocal through
        through += length_hint(cards)
        return sum(1 << card for card in cards)

    monkeypatch.setitem(prices.COMPILED_CHANGES, "python", 1)
    monkeypatch.setattr(in_python, "COMPILED_CHANGE", 1 << 18)
    rules = wide("add count of (heap where rank is A) to mark", 1000)
    text = python_text(compiled(rules, "python").text).replace("def _held(", "def _not_held(")
    space = in_python.functions("_held = None\n" + text)
    space["_held"] = counted
    size = compiled(rules, "python").layout.size
    position, rows = [0] * size, [0] * 10_000
    assert space["new"](position, rows, 1) == 1
    space["changes_"] = 0
    with pytest.raises(RulesFault):
        space["apply"](position, rows, 0)
    assert 0 < through <= prices.STEPS * 2 * (1 << 18)


def test_copies_are_paid_for_by_their_size() -> None:
    """Each as much as it moves at once."""

    def paid(n: str) -> str:
        body = f"def f(S, n):\n    for i in range(n):\n        COPY(S, 0, S, 0, {n})\n    return 0\n"
        return repr(metered(read(body), 64))

    steps = 4000 // prices.COPIED // prices.STEPS
    found = [int(value) for value in re.findall(r"Spend.*?Const\(value=(\d+)", paid("4000"))]
    assert steps <= max(found) <= steps + 1
    assert "Spend(amount=Name(" in paid("4")


# ---------------------------------------------------------------- two engines, one budget


def little(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    """Give compiled rules one short stretch of work a decision, and the reference this budget."""
    monkeypatch.setitem(prices.COMPILED_CHANGES, "python", 1)
    monkeypatch.setattr(in_python, "COMPILED_CHANGE", 1 << 10)
    monkeypatch.setattr(effort, "BUDGET", budget)


def games(rules: Rules) -> list[GameResult]:
    return list(play_games(rules, 1, 1, engine="python"))


def walked(rules: Rules) -> Walk:
    """Return a game as `report` measures it."""
    return walk(rules, compiled(rules, "python"), Seed(1, 0), ["random"] * 2)


@pytest.mark.parametrize("play", [games, walked])
def test_the_reference_gets_the_rest_of_the_budget(
    play: Callable[[Rules], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision that neither engine can make takes half of the budget of each."""
    rules, budget = narrow("add 1 to mark", 1000), 60_000
    little(monkeypatch, budget)
    spent, spend = 0, Effort.spend

    def counted(self: Effort, amount: int) -> None:
        nonlocal spent
        spent += amount
        spend(self, amount)

    begun = Game(rules, "1:0")
    monkeypatch.setattr(Effort, "spend", counted)
    Game(rules, "1:0")
    before, spent = spent, 0
    with pytest.raises(RulesFault, match="one decision needs more computation"):
        play(rules)
    assert spent - before <= budget // 2 + 100
    with pytest.raises(TooMuch):  # alone, the reference has all of it
        begun.play(0, "go")
    assert spent - before > 4 * budget // 3


@pytest.mark.costly
def test_a_game_that_compiled_rules_leave_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference finds the reason as it plays the game, and compiled rules do not play it again."""
    rules = narrow("add 1 to mark", 20)
    alone = play_game(rules, Seed(1, 0), ["random"] * 2)
    little(monkeypatch, 1_000_000)
    engine = compiled(rules, "python")
    [left] = bulk.playouts(engine, 1, 0, 1)
    assert isinstance(left, Left)
    assert (left, left.decisions) == (0, 1)
    assert pickle.loads(pickle.dumps(left)).decisions == 1
    with pytest.raises(OutOfRange) as stepped:
        FastGame(engine, "1:0").apply(0)
    why = left_at(stepped.value.game)
    monkeypatch.setattr(FastGame, "__init__", None)
    [there] = games(rules)
    assert (there.outcome, there.order, there.rounds) == (alone.outcome, alone.order, alone.rounds)
    assert there.handed == why == play_game(rules, Seed(1, 0), ["random"] * 2, 1).handed
    assert why.sentence == "play.turn"
