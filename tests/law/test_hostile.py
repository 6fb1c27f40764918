"""A ruleset from a stranger can do no harm: whatever it asks for, it gets an answer or a fault, soon."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import CroupierError, Game, Rules
from croupier.base import effort
from croupier.base.faults import PositionError
from croupier.compile.binding import bind
from croupier_dsl import CompileError, compile_text
from croupier_dsl.analysis import inner_stages

pytestmark = pytest.mark.in_turn(10)

BASE = """croupier: 1
game: hostile
title: Hostile
players: 2
{extra}
cards: {cards}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
state:
  mark of player: number
{more}
play:
  begin:
    - move deck to stock
    - for each of players: move top 26 of stock to hand
{begin}
  steps:
    turn: {{by: players from first of players, {turn}, moves: [go]}}
moves:
  go: {{{move}}}
{tail}
result: {{score: mark, best: highest}}
"""
DEFAULTS = {
    "extra": "", "cards": "{deck: french52}", "more": "", "begin": "    - shuffle stock", "turn": "times: 100",
    "move": "do: add 1 to mark", "tail": "",
}  # fmt: skip
DEEP = "some of hand as a where " * 9 + "rank of a is A and 1 is 2"
CASES = {
    "nested quantifiers": {"move": f"when: {DEEP}, do: add 1 to mark"},
    "nested loops": {
        "begin": "    - for each of deck as a:\n        - for each of deck as b:\n"
        "            - for each of deck as c:\n"
        "                - for each of deck as d: shuffle stock"
    },
    "a stage without decisions": {"turn": "until: 1 is 2, when: 1 is 1", "begin": "    - move hand of players to stock",
                                  "move": "choose: {card: one of hand}, do: move card to stock"},
    "every subset, none of them legal": {
        "move": "choose: {cards: 1.. of hand}, when: sum of points of cards > 100000, do: move cards to stock",
        "tail": "tables:\n  points of card by rank: {A..K: 1}",
    },
    "triggers without end": {
        "tail": "whenever:\n  again: {when: mark of first of players >= 0, do: add 1 to mark of first of players}",
    },
    "cards exceed the limit": {"cards": "{deck: french52, packs: 900}"},
    "melds of many wilds": {
        "cards": "{deck: french52, wild: rank is A or rank is 2 or rank is 3 or rank is 4 or rank is 5}",
        "tail": "combos:\n  run: {same: suit, sequence: A..K, size: 3..}\n  set: {same: rank, size: 3..}\n"
        "  best: {split: set/run, least: worth}\ntables:\n  worth of card by rank: {A..K: 1}",
        "move": "when: count of best of hand > 0, do: add 1 to mark",
    },
    "every meld of many wilds": {
        "cards": "{deck: french52, wild: rank is A or rank is 2 or rank is 3 or rank is 4 or rank is 5}",
        "tail": "combos:\n  run: {same: suit, sequence: A..K, size: 3..}",
        "move": "when: count of run of hand > 0, do: add 1 to mark",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("share", "seconds"), [(10, 20), pytest.param(1, 60, marks=pytest.mark.slow)], ids=["a tenth", "the whole budget"]
)
@pytest.mark.parametrize("name", CASES)
def test_a_strangers_ruleset_is_stopped(name: str, share: int, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, or plays, or is at fault, within seconds; it never hangs and never ends in a foreign exception."""
    monkeypatch.setattr(effort, "BUDGET", effort.BUDGET // share)
    effort.EFFORT.renew()
    begun = time.perf_counter()
    with suppress(CompileError, CroupierError):
        rules = Rules(bind(compile_text(BASE.format(**{**DEFAULTS, **CASES[name]}), "hostile.yaml"), 2))
        game = Game(rules, 1)
        for _ in range(3):
            if game.to_act:
                game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert time.perf_counter() - begun < seconds


def test_an_honest_ruleset_is_not_stopped() -> None:
    """The base that the hostile ones are made from plays to its end."""
    game = Game(Rules(bind(compile_text(BASE.format(**DEFAULTS), "honest.yaml"), 2)), 1)
    while game.to_act:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert game.outcome is not None
    assert game.outcome.finished


BUNDLED = [path.read_text("utf-8") for path in sorted((Path(__file__).parents[2] / "rulesets").glob("*.yaml"))
           if path.name.count(".") == 1 and "\nvariant:" not in path.read_text("utf-8")]  # fmt: skip
WORDS = [
    "none",
    "0..1",
    "999999999",
    "players",
    "deck",
    "me",
    "it",
    "hand",
    "{}",
    "[]",
    "first of",
    "1 div 0",
    "number",
]


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_a_game_with_a_word_changed_ends_in_no_traceback(data: st.DataObject) -> None:
    """A bundled game with words swapped or lines gone is refused, plays, or is at fault."""
    lines = data.draw(st.sampled_from(BUNDLED)).split("\n")
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = list(re.finditer(r"\w+", lines[at]))
        if not words or data.draw(st.integers(0, 4)) == 0:
            del lines[at]
            continue
        word, others = data.draw(st.sampled_from(words)), re.findall(r"\w+", data.draw(st.sampled_from(lines)))
        instead = data.draw(st.sampled_from([*WORDS, *others]))
        lines[at] = lines[at][: word.start()] + instead + lines[at][word.end() :]
    with suppress(CompileError, CroupierError):
        rules = compile_text("\n".join(lines), "changed.yaml")
        game = Game(Rules(bind(rules, data.draw(st.sampled_from(rules.players)))), 1)
        for _ in range(10):
            if game.to_act:
                moves = game.legal_moves(game.to_act[0])
                game.play(game.to_act[0], moves[data.draw(st.integers(0, len(moves) - 1))])


def test_stages_that_perform_two_each_are_no_more_than_they_say() -> None:
    """Thirty levels, in which each stage performs the next one twice, are thirty stages to check, bind, play, tell and
    set up, and not a thousand million."""
    doubled = "".join(
        f"  s_{n}: {{steps: {{a_{n}: {{steps: s_{n + 1}}}, b_{n}: {{steps: s_{n + 1}}}}}}}\n" for n in range(1, 29)
    )
    text = f"""croupier: 1
game: doubled
players: 2
cards: {{deck: french52}}
state: {{owed: no/yes}}
play: {{steps: {{turn: {{by: players, times: 4, steps: s_1}}}}}}
stages:
{doubled}  s_29: {{moves: [pay, owe]}}
moves: {{pay: {{do: set owed to no}}, owe: {{do: set owed to yes}}}}
result: {{score: count of deck}}
"""
    began = time.monotonic()
    rules = compile_text(text)
    game = Game(Rules(bind(rules, 2)))
    for _ in range(20):
        game.play(game.to_act[0], "pay")
    assert len([*inner_stages(rules.stages, rules.play)]) == 2 + 29 + 2 * 28
    with pytest.raises(PositionError, match="write one of: s_29 in"):
        Game.at(Rules(bind(rules, 2)), {"step": "s_29", "turn": "P1"})
    assert time.monotonic() - began < 20
