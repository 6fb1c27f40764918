"""State that lives in a stage begins in a position that is given as it would in play at that point."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import Game, load
from croupier.compile.binding import bind
from croupier.position.read import read
from croupier.position.write import write
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl.compiler import check_text

ASKER = """
croupier: 1
game: asker
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {asker in turn: player starting me}
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    turn:
      by: players
      times: 10
      steps:
        first_step: {moves: [look]}
        two: {by: left of me, moves: [give]}
moves:
  look: {}
  give: {do: move top of stock to hand of asker}
result: {score: count of hand, best: highest}
scenarios:
  in_the_first_step:
    seats: Ann Bob
    given: {at: first_step of Ann, stock: 2C 3C}
    then:
      - now: {asker: Ann}
  by_who_performs_the_stage_around:
    seats: Ann Bob
    given: {at: two of Ann, stock: 2C 3C}
    then:
      - now: {asker: Bob}
      - Ann: give
      - now: {hand of Bob: 3C}
  what_is_told_holds:
    seats: Ann Bob
    given: {at: first_step of Ann, asker: Bob}
    then:
      - now: {asker: Bob}
"""

MANY = """
croupier: 1
game: starts
players: 3
options: {bonus: 1..9 starting 4}
cards: {deck: french52}
zones: {stock: pile seen by everyone, hand of player: set seen by owner}
state:
  dealer: player starting first of players
  asker in turn: player starting me
  beside in turn: player starting left of me
  held in turn: number starting count of hand of asker + bonus
  nth in turn: number starting turn
  picked in turn: player starting random of players
  mine of player in turn: no/yes starting it is asker
  noted of card in turn: number starting count of hand of me
  replier in reply: player starting me
  opener in round: player starting left of dealer
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    round:
      times: 3
      steps:
        turn:
          by: players from dealer
          times: 10
          steps:
            ask: {moves: [look]}
            reply: {by: beside, moves: [give]}
moves:
  look: {}
  give:
    do:
      - move top (held + nth + noted of (top of stock)) of stock to hand of asker
      - if mine of replier or opener is me or picked is me: shuffle stock
result: {score: count of hand, best: highest}
scenarios:
  all_kinds_of_starts:
    seats: Ann Bob Cid
    options: {bonus: 5}
    given: {at: ask of Bob, stock: 2C 3C, hand of Bob: 7S 8S, dealer: Cid, turn: 5, noted of 3C in stock: 9}
    chance: [Cid]
    then:
      - now:
          asker: Bob
          beside: Cid
          held: 7
          nth: 5
          picked: Cid
          mine of players: no yes no
          noted of 2C in stock: 2
          noted of 3C in stock: 9
          opener: Ann
  the_stage_around_is_found_by_state_that_begins:
    seats: Ann Bob Cid
    given: {at: reply of Ann}
    chance: [Bob]
    then:
      - now: {asker: Cid, beside: Ann, replier: Ann, picked: Bob}
"""


@pytest.mark.parametrize("text", [ASKER, MANY], ids=["asker", "many"])
def test_state_begins_as_in_play(text: str) -> None:
    """What nobody tells starts as it would: by who performs the stage, what lies there and what was told."""
    rules, found = check_text(text, "starts.yaml")
    assert rules is not None, found
    assert found == []
    results = [*run_scenarios(rules)]
    assert len(results) == len(rules.scenarios) > 0
    for result in results:
        assert result.passed, result


@pytest.mark.parametrize("short", [True, False])
def test_it_begins_wherever_positions_are_read(short: bool) -> None:
    """In a position in short, and in one in full that leaves the state out."""
    rules, _ = check_text(ASKER, "starts.yaml")
    assert rules is not None
    program = bind(rules, players=2)
    position: dict[str, Any] = {"step": "two", "turn": "P1"}
    if not short:
        state, knowledge = read(program, position)
        position = {**write(state, knowledge)}
        del position["state"]["asker"]
    state, _ = read(program, position)
    assert state.variables[program.variables["asker"].base] == 1


EACH = """
croupier: 1
game: stakes
players: 2..4
teams: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {stake of player: number, said of player: low/high or none, score of team: number, out of player: no/yes}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [bet]}}
moves: {bet: {do: [add 1 to stake, set said to high, add 1 to score of team, set out to yes]}}
result: {score: stake}
scenarios:
  told_of_each:
    seats: Ann Bob Cid Dan
    given: {at: turn of Ann, GIVEN}
    then:
      - now: {GIVEN}
"""


@pytest.mark.parametrize(
    ("given", "failure"),
    [
        ("stake of players: 10 20 30 40, said of players: low none high low", ""),
        ("score of teams: 3 4, out of players: no no yes no", ""),
        ("stake of players: 1 2 3 4, stake of Bob: 2", "stake of Bob is given twice"),
        ("stake of Bob: 2, stake of players: 1 2 3 4", "stake of Bob is given twice"),
    ],
)
def test_state_of_each_player_is_given_as_it_is_told(given: str, failure: str) -> None:
    """`stake of players: 10 20` stands in `given` as in `now`, with a value for each and nobody told twice."""
    rules, found = check_text(EACH.replace("GIVEN", given), "stakes.yaml")
    assert rules is not None, found
    (result,) = run_scenarios(rules)
    assert failure in result.failure
    assert bool(failure) == bool(result.failure)


KEYED = """
croupier: 1
game: bets
players: 2
options: {pots: 2..3}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {bet of 1..2 of player: number, pot of 1..pots: number, mark of suit: number}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [bet]}}
moves: {bet: {do: [add 1 to bet of 1 of me, add 1 to pot of 2, set mark of hearts to 1]}}
result: {score: bet of 1}
scenarios:
  told_of_each:
    seats: Ann Bob
    given: {at: turn of Ann, GIVEN}
    then:
      - now: {TOLD}
"""


@pytest.mark.parametrize(
    ("given", "told", "failure"),
    [
        ("bet of 1 of players: 3 4", "bet of 1 of Ann: 3, bet of 1 of Bob: 4, bet of 2 of players: 0 0", ""),
        ("bet of 1 of players: 3 4", "bet of 1 of players: 4 3", "bet of 1 of players: expected 4 3, found 3 4"),
        ("bet of 1..2 of players: 3 4 5 6", "bet of 2 of Ann: 4, bet of 1 of Bob: 5", ""),
        ("bet of 1..2 of Ann: 3 4", "bet of 2 of players: 4 0, bet of 1..2 of Ann: 3 4", ""),
        ("bet of 1..2 of Ann: 3 4", "bet of 1..2 of Ann: 4 3", "bet of 1..2 of Ann: expected 4 3, found 3 4"),
        ("pot of 1..pots: 5 6", "pot of 1: 5, pot of 2: 6", ""),
        ("mark of values of suit: 1 2 3 4", "mark of spades: 4", ""),
        ("pot of 1..pots: 3", "pot of 1: 0", "pot of 1..pots needs 2 values, by owner and key; found 1"),
        ("bet of 1 of Ann: 3, bet of 1 of players: 3 4", "pot of 1: 0", "bet of 1 of Ann is given twice"),
    ],
)
def test_state_of_each_key_is_given_as_it_is_told(given: str, told: str, failure: str) -> None:
    """State with keys stands in `given` as in `now`, in order, also of all players or of all keys."""
    rules, found = check_text(KEYED.replace("GIVEN", given).replace("TOLD", told), "bets.yaml")
    assert rules is not None, found
    (result,) = run_scenarios(rules)
    assert failure in result.failure
    assert bool(failure) == bool(result.failure)


@pytest.mark.parametrize("given", ["bet of 1..(round + 1) of Ann: 3", "bet of players: 3 4"])
def test_keys_that_play_changes_are_not_given(given: str) -> None:
    """Only keys that are plain or named by an option can be listed."""
    text = KEYED.replace("GIVEN", given).replace("TOLD", "pot of 1: 0").replace("state: {", "state: {round: number, ")
    rules, found = check_text(text, "bets.yaml")
    assert rules is None
    assert next(one.code for one in found) in ("E556", "E586")


ORDER = """
croupier: 1
game: order
players: 3
uses: {dealing: [dealer, gather, hand, stock]}
cards: {attributes: {rank: 1..9}}
state: {later: player starting left of early, early: player starting left of dealer}
play: {begin: gather, steps: {turn: {by: players from later, times: 1, moves: [pass]}}}
moves: {pass: {}}
result: {score: count of hand}
"""


def test_a_starting_value_may_read_state_that_is_declared_below_or_in_a_library(tmp_path: Path) -> None:
    """That state starts first, wherever it stands."""
    path = tmp_path / "order.yaml"
    path.write_text(ORDER)
    game = Game(load(path, 3), seed=1)
    assert list(game.view(None).state) == ["dealer", "early", "later"]
    assert game.to_act == ((game.view(None).state["dealer"] + 2) % 3,)


CIRCLE = """
croupier: 1
game: circle
players: 3
cards: {attributes: {rank: 1..9}}
zones: {stock: pile seen by nobody}
state: STATE
play: {begin: move deck to stock, steps: {turn: {by: players, times: 1, moves: [pass]}}}
moves: {pass: {}}
result: {score: count of stock}
"""


@pytest.mark.parametrize(
    ("state", "way"),
    [
        ("{early: player starting right of later, later: player starting left of early}", "early -> later -> early"),
        ("{many: number starting many + 1}", "many -> many"),
        ("{many: number starting most, few: number starting many}\ndefine: {most: few}", "many -> few -> many"),
    ],
)
def test_starting_values_that_need_each_other_are_refused(state: str, way: str) -> None:
    rules, found = check_text(CIRCLE.replace("STATE", state), "circle.yaml")
    assert rules is None
    errors = [each for each in found if each.severity.value == "error"]
    assert [each.code for each in errors] == ["E501"]
    assert way in errors[0].message
