"""What is played are the rules as agreed; what is said of them is said of the rules as they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.table.catalogue import find
from croupier_dsl import compile_text, ir
from croupier_dsl.analysis.specialising import as_agreed
from croupier_dsl.analysis.walk import nodes
from tests.printed import GAMES

DECISIONS = 40
TEXT = """
croupier: 1
game: agreed
players: 2..3
options: {quick: no/yes, deep: no/yes, giving: no/yes}
cards: {deck: french52}
tables: {worth of card by rank: {A..10: 1..10, J..K: 10}, cost of card by quick: {yes: 1, no: worth}}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
state: {passed of player: number, fired of player: number, never: no/yes}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps:
    turn:
      by: players
      times: 12
      moves: [throw, dig, give, pass]
      end:
        - if giving: add 1 to fired
moves:
  throw:
    choose: {card: one of hand}
    when: {cheap: quick or cost of card > 2}
    do: move card to gone
  dig:
    when: {allowed: deep and stock is not empty}
    do: move top of stock to hand
  give:
    do:
      - for each of players: add 0 to passed
      - if deep:
          - choose: {whom: one of players}
          - add 1 to passed of whom
      - let held be count of hand
      - choose: {what: one of hand}
      - for each of players:
          - for each of players as other: add held to fired of other
      - move what to gone
  pass: {do: add 1 to passed}
whenever:
  rich: {each: players, when: giving and fired > 3, do: set fired to 0}
result: {score: passed}
"""
RULES = compile_text(TEXT, "agreed.yaml")


def tables() -> Iterator[dict[str, str]]:
    """Every value of the options of the small game."""
    for quick in ("no", "yes"):
        for deep in ("no", "yes"):
            for giving in ("no", "yes"):
                yield {"quick": quick, "deep": deep, "giving": giving}


def story(rules: Rules, seed: int) -> list[str]:
    """All that a game by chance tells anybody: moves, events, positions, and why each move cannot be made."""
    game, stream = Game(rules, seed), Stream(seed, 0)
    found: list[str] = []
    while game.to_act and game.decisions < DECISIONS:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        found += map(str, moves)
        found += [str(game.why_not(seat, move.name)) for move in rules.ir.moves if not move.choices]
        found.append(json.dumps(game.position()))
        mark = game.log_length
        game.play(seat, moves[stream.below(len(moves))])
        found += [str(game.log(viewer, mark)) for viewer in range(rules.seats)]
    return found


@pytest.mark.costly
@pytest.mark.parametrize("given", list(tables()), ids=lambda given: "-".join(given.values()))
def test_the_same_game_comes_out(given: dict[str, str]) -> None:
    """Moves, events, positions, questions by number and reasons are those of the rules with all their options."""
    agreed, whole = Rules(bind(RULES, 2, given)), Rules(bind(RULES, 2, given, watcher=Watcher(whole=True)))
    for seed in range(3):
        assert story(agreed, seed) == story(whole, seed)


@pytest.mark.costly
@pytest.mark.parametrize("name", GAMES)
def test_the_same_bundled_game_comes_out(name: str) -> None:
    """So it is with the games that come with croupier, with as many players as may be."""
    rules = find(name)
    agreed = Rules(bind(rules, rules.players[-1]))
    whole = Rules(bind(rules, rules.players[-1], watcher=Watcher(whole=True)))
    assert story(agreed, 5) == story(whole, 5)


def test_a_program_holds_nothing_of_what_was_not_agreed() -> None:
    """Neither the move nor its question, neither the trigger nor a statement of the list."""
    program = bind(RULES, 2, {})
    assert [move.name for move in program.moves.values()] == ["throw", "give", "pass"]
    assert not program.triggers
    give = next(move for move in program.moves.values() if move.name == "give")
    assert sorted(give.do.asks) == [pc for pc in give.do.questions if pc >= 0]
    assert give.do.questions[0] == -1
    assert not any(isinstance(node, ir.OptionValue) for node in nodes(program.special))
    assert program.rules is RULES


def test_a_list_of_which_nothing_is_left_is_gone_through() -> None:
    """Rules that fire by themselves are tried after it, as after any list."""
    end = bind(RULES, 2, {}).root.steps[0].end
    assert end is not None
    assert len(end.ops) == 1


def test_a_move_that_an_option_forbids_says_so() -> None:
    """It is explained by its condition as it is written, and told from one that is not offered now."""
    game = Game(Rules(bind(RULES, 2, {})), 1)
    reason = game.why_not(game.to_act[0], "dig")
    assert reason is not None
    assert (reason.reason, reason.path) == ("allowed", "moves.dig.when.allowed")
    assert reason.condition == "deep and stock is not empty"
    assert ("deep", "no") in reason.facts


def test_what_is_agreed_is_remembered() -> None:
    """Who binds the same table again, or prints its rules, works nothing out anew; other rules are other rules."""
    options = bind(RULES, 2, {}).options
    assert as_agreed(RULES, options, 2) is as_agreed(RULES, dict(options), 2) is bind(RULES, 2, {}).special
    assert as_agreed(RULES, options, 3) is not as_agreed(RULES, options, 2)
    assert as_agreed(compile_text(TEXT, "agreed.yaml"), options, 2) is not as_agreed(RULES, options, 2)


def test_state_that_nothing_sets_may_be_given() -> None:
    """A position may hold what no move of these rules can bring about; only who reads the rules is spared it."""
    text = TEXT.replace("deep and stock is not empty", "never")
    game = Game.at(Rules(bind(compile_text(text, "agreed.yaml"), 2, {})), {"state": {"never": "yes"}, "turn": "P1"})
    assert "dig" in [move.name for move in game.legal_moves(0)]


def test_options_that_cannot_be_are_refused_as_before() -> None:
    """What is agreed is looked at with all the rules in hand."""
    with pytest.raises(SetupError, match="has no option quik"):
        bind(RULES, 2, {"quik": "yes"})
