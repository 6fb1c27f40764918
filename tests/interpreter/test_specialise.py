"""Rules without options play the same games as the rules that they were made from with these options."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.cli.meant import outline
from croupier.compile.binding import bind
from croupier.table.catalogue import find
from croupier_dsl import compile_text, from_json, ir, to_json
from croupier_dsl.analysis.specialising import specialise
from croupier_dsl.analysis.walk import nodes
from tests.printed import GAMES

pytestmark = pytest.mark.in_turn(14)

DECISIONS = 60


def agreements(rules: ir.Rules) -> list[dict[str, str]]:
    """Nothing agreed, then every value of every option by itself, numbers at a few of theirs."""
    enums = {enum.name: enum.values for enum in rules.enums}
    found: list[dict[str, str]] = [{}]
    for option in rules.options:
        values = enums.get(option.type.enum) or (("no", "yes") if option.type.name == "truth" else ("1", "2", "3"))
        found += [{option.name: value} for value in values]
    return found


EVERY = [(name, given) for name in GAMES for given in agreements(find(name))]
CASES = [
    pytest.param(name, given, marks=() if not given or at % 20 == 0 else pytest.mark.slow)
    for at, (name, given) in enumerate(EVERY)
]


def ids(case: object) -> str:
    return str(case).replace(" ", "")


def story(rules: Rules, seed: int) -> list[object]:
    """Every list of legal moves, every event as every seat is told it, and the outcome of a game by chance."""
    game, stream = Game(rules, seed), Stream(seed, 0)
    found: list[object] = []
    while game.to_act and game.decisions < DECISIONS:
        for seat in game.to_act:
            found.append(tuple(map(str, game.legal_moves(seat))))
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        mark = game.log_length
        game.play(seat, moves[stream.below(len(moves))])
        found.extend(str(game.log(viewer, mark)) for viewer in range(rules.seats))
    found.append(game.outcome and str({**game.outcome.to_json(), "options": None}))
    return found


@pytest.mark.parametrize(("name", "given"), CASES, ids=ids)
def test_specialised_rules_play_the_same_games(name: str, given: dict[str, str]) -> None:
    """The same seed and moves give the same legal moves, events and outcome, with the fewest and the most players."""
    rules = find(name)
    played = 0
    for players in (rules.players[0], rules.players[-1]):
        try:
            program = bind(rules, players, given)
        except SetupError:
            continue
        special = specialise(rules, program.options, players)
        assert story(Rules(bind(special, players)), 3) == story(Rules(program), 3)
        played += 1
    assert played or given


@pytest.mark.parametrize("name", GAMES)
def test_no_option_is_left(name: str) -> None:
    """Nothing in specialised rules reads an option, with the number of players settled or open; and they are data."""
    rules = find(name)
    for players in (None, rules.players[0]):
        special = specialise(rules, {}, players)
        assert not special.options
        assert not any(isinstance(node, ir.OptionValue) for node in nodes(special))
        assert from_json(to_json(special)) == special


def test_what_an_option_switches_off_is_gone() -> None:
    """A move and a step that the option rules out are not in the specialised rules; with the other value they are."""
    rules = find("three-thirteen")
    index = {enum.name: enum.values for enum in rules.enums}["arrange"].index
    auto = "\n".join(outline(specialise(rules, {"arrange": index("auto_minimum")})))
    player = "\n".join(outline(specialise(rules, {"arrange": index("player")})))
    assert "lay_meld" not in auto
    assert "lay_meld" in player


def test_a_default_may_be_looked_up() -> None:
    """The default of an option may stand in a table or a definition, which may read the options above it."""
    text = """
croupier: 1
game: looked-up
players: 2..4
options: {more: 0..3 starting 1, most: 1..9 starting size, double: no/yes}
cards: {deck: french52}
tables: {size by count of players: {2..3: three_and, 4: 2}}
define: {three_and: 3 + more}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - for each of players: move top (if double then most * 2 else most) of stock to hand
result: {score: count of hand}
"""
    rules = compile_text(text)
    cases: list[tuple[int, dict[str, str], int]] = [
        (2, {}, 4), (4, {}, 2), (3, {"more": "3"}, 6), (4, {"double": "yes"}, 4),
    ]  # fmt: skip
    for players, given, held in cases:
        program = bind(rules, players, given)
        for each in (program, bind(specialise(rules, program.options, players), players)):
            outcome = Game(Rules(each), 1).outcome
            assert outcome is not None
            assert outcome.scores == ((held,),) * players


def test_a_property_of_nothing_stays_nothing() -> None:
    """A definition that an option makes constant is still none of nothing: only where its subject is something does the
    constant take its place."""
    from croupier_dsl import compile_text

    rules = compile_text(
        """
croupier: 1
game: small
players: 2
options: {always: yes/no}
cards: {deck: french52}
zones: {stock: pile seen by everyone, hand of player: set seen by owner}
state: {total of player: number}
define: {good of card: always or rank is A}
play:
  begin:
    - move deck to stock
    - for each of players: move top 2 of stock to hand
  steps: {turn: {by: players, times: 4, moves: [take, pass]}}
moves:
  take: {when: {good_top: good of top of stock}, do: move stock to hand}
  pass: {choose: {card: one of hand where good}, do: add 1 to total}
result: {score: total}
"""
    )
    moves = {move.name: move for move in specialise(rules, {"always": 1}).moves}
    assert moves["take"].conditions, "the stock may be empty: then its top card is not good"
    assert not moves["pass"].choices[0].filters


KEEPING = """
croupier: 1
game: keeping
players: 2
options: {claims: no/yes}
cards: {deck: french52}
zones: {stock: pile seen by everyone, hand of player: set seen by owner}
state:
  proposer: player or none
  asked of player: number starting 3
  total of player: number
play:
  begin:
    - move deck to stock
    - for each of players: move top 2 of stock to hand
  steps:
    turn:
      by: players
      times: 4
      steps: {act: {moves: [take, claim]}, answer: {when: proposer is not none, moves: [agree]}}
moves:
  take: {do: [move top asked of stock to hand]}
  claim: {when: {agreed: claims}, do: [set proposer to me, add 1 to asked]}
  agree: {do: [set proposer to none, add asked of proposer to total]}
result: {score: total}
"""


def test_state_that_nothing_changes_is_its_first_value() -> None:
    """A statement that gives it that value again is no change. A number of a player who may be none stays."""
    rules = compile_text(KEEPING)
    without, with_claims = (specialise(rules, {"claims": claims}, 2) for claims in (0, 1))
    assert [move.name for move in without.moves] == ["take"]
    assert [step.name for step in without.play.steps[0].steps] == ["act"]
    assert [node.value for node in nodes(without.moves) if isinstance(node, ir.Constant)] == [3]
    assert [move.name for move in with_claims.moves] == ["take", "claim", "agree"]
    shown = KEEPING.replace("score: total", "score: asked of right of proposer")
    (score,) = specialise(compile_text(shown), {"claims": 0}, 2).result.scores
    assert not isinstance(score, ir.Constant), "the proposer is none, and so has asked for none"


def test_nobody_who_acts_is_none() -> None:
    """A step for whoever has proposed something is never performed if nobody can propose."""
    asked = KEEPING.replace("when: proposer is not none", "when: proposer is me")
    without, with_claims = (specialise(compile_text(asked), {"claims": claims}, 2) for claims in (0, 1))
    assert [step.name for step in without.play.steps[0].steps] == ["act"]
    assert [step.name for step in with_claims.play.steps[0].steps] == ["act", "answer"]
