"""What the table shows besides the cards: what `show` names, what can still matter, nothing that some alone know."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, load
from croupier.compile.binding import bind
from croupier.scene import Words, scene, told
from croupier_dsl import CompileError, check_text, compile_text
from croupier_dsl.language import speaking
from tests.web.tables import ruled

RULES = """
croupier: 1
game: facts
players: 2
options: {blind: no/yes}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state:
  opener: player starting first of players
  tally of player: number
  veiled of player: number seen by owner
  masked: no/yes
  first_lead of card in heap: no/yes
define:
  to_beat: rank of top of heap
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps: {turn: {by: players from opener, times: 6, moves: [lay, pass]}}
moves:
  lay:
    choose: {card: one of hand}
    when: {seen: not blind or not masked}
    do: [move card to heap, add 1 to tally, add 2 to veiled, set masked to yes]
  pass: {}
result: {score: tally + veiled, best: lowest}
text: {state.tally: tally, define.to_beat.noun: the card to beat, state.veiled: veiled, state.masked: masked}
"""


def facts(text: str, *moves: str, seat: int = 0, **options: object) -> list[str]:
    """What the seat is shown after these moves, the table's first."""
    rules = Rules(bind(compile_text(text, "facts.yaml"), 2, options))
    game = Game(rules, 1)
    for move in moves:
        game.play(game.to_act[0], move if move != "lay" else game.legal_moves(game.to_act[0])[0])
    words = Words(rules)
    table = scene(game, seat, words)
    return [told(fact, words) for fact in (*table.status.facts, *table.you.facts)]


def showing(names: str) -> str:
    return f"{RULES}show: {names}\n"


def test_without_show_all_state_that_matters_is_shown() -> None:
    """Not what nothing will read any more, nor what is read only with another option."""
    assert facts(RULES, "lay") == ["tally 1", "veiled 2"]
    assert facts(RULES, "lay", blind="yes") == ["masked", "tally 1", "veiled 2"]


def test_what_is_named_is_shown_by_its_words() -> None:
    """In the order of `show`; besides it only what the seat alone may know."""
    shown = facts(showing("[to_beat, tally]"), "lay")
    assert shown[0].startswith("card to beat ")
    assert shown[1:] == ["tally 1", "veiled 2"]
    assert facts(showing("to_beat"), "pass") == ["veiled 0"]


def test_state_of_an_option_that_is_off_is_not_shown() -> None:
    """Though it is named."""
    assert facts(showing("[masked, tally]"), "lay") == ["tally 1", "veiled 2"]
    assert facts(showing("[masked, tally]"), "lay", blind="yes")[0] == "masked"


@pytest.mark.parametrize(
    ("names", "code", "told"),
    [
        ("veiled", "E346", "veiled"),
        ("[tally, hand]", "E345", "hand"),
        ("first_lead", "E345", "first_lead"),
        ("taly", "E301", "taly"),
        ("[tally, tally]", "E328", "tally"),
    ],
)
def test_what_cannot_be_shown_is_refused(names: str, code: str, told: str) -> None:
    """What some alone may know, what is no one value, what there is not, and what is named twice."""
    rules, found = check_text(showing(names), "facts.yaml")
    assert rules is None
    assert [(error.code, told in error.message) for error in found if error.severity.value == "error"] == [(code, True)]


def test_state_that_is_declared_wrongly_and_shown_is_one_mistake() -> None:
    """The declaration is reported, and nothing else."""
    rules, found = check_text(showing("kept").replace("state:", "state:\n  kept: card", 1), "facts.yaml")
    assert rules is None
    assert [error.code for error in found if error.severity.value == "error"] == ["E524"]


def test_variants_change_it() -> None:
    """A variant names it as any list of words."""
    from croupier.table.record.digest import digest

    before, after = (compile_text(text, "facts.yaml") for text in (RULES, showing("tally")))
    assert digest(before) == digest(after)
    assert [one.path for one in after.shown] == ["state.tally"]


def test_the_printed_games_show_what_matters() -> None:
    """The wild rank of the round; no exchange where nobody has a partner."""
    rules = load("three-thirteen", 3)
    words = Words(rules)
    table = scene(Game(rules, 2), 0, words)
    assert next(told(fact, words) for fact in table.status.facts) == "wild rank 3"
    trio = load("trio", 3)
    assert scene(Game(trio, 2), 0, Words(trio)).status.facts == ()


BIDDING = """
croupier: 1
game: bidding
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {bid: number, called: suit or none, by_whom: player or none, times: number starting 1, owed of player: number}
play: {steps: {turn: {by: players, times: 6, moves: [raise, double, owe]}}}
moves:
  raise:
    choose: {suit_named: one of values of suit}
    do: [add 1 to bid, set called to suit_named, set by_whom to me, set times to 1]
  double: {do: [set times to 2 * times]}
  owe: {do: [add 1 to owed]}
show: [bid, called, times, by_whom, owed]
result: {score: owed, best: highest}
text:
  state.bid: contract
  state.bid.sentence: {en: "{bid}[ {called}][ {times}], by {by_whom}", fr: "{bid}[ {called}][ {times}], par {by_whom}"}
  state.times.1: ""
  state.times.2: {en: doubled, fr: contré}
  state.owed.0: ""
  state.owed.2: {en: a pair, fr: une paire}
"""


def of_table(moves: list[str], language: str = "en") -> tuple[list[str], list[str], list[str]]:
    """The facts of the table and of P1, and the log, after these moves."""
    game = Game(ruled(BIDDING, 2), 3)
    for move in moves:
        game.play(game.to_act[0], move)
    with speaking(language):
        words = Words(game.rules)
        found = scene(game, 0, words, since=0)
        own = [told(fact, words) for fact in found.people[-1].facts]
        return [told(fact, words) for fact in found.status.facts], own, [line.text for line in found.log]


def test_what_belongs_together_is_one_fact_in_a_sentence() -> None:
    """Its parts are not told again, neither at the table nor in the log, which has the moves."""
    assert of_table([]) == ([], [], [])
    facts, _, log = of_table(["raise suit_named=spades", "raise suit_named=hearts"])
    assert facts == ["contract 2 hearts, by P2"]
    assert log == ["You: raise spades", "P2: raise hearts"]
    assert of_table(["raise suit_named=spades", "double"])[0] == ["contract 1 spades doubled, by P1"]
    assert of_table(["raise suit_named=spades", "double"], "fr")[0] == ["contract 1 pique contré, par P1"]


def test_a_number_is_told_by_what_it_means() -> None:
    """In facts and in the log; one with empty words is not told."""
    _, own, log = of_table(["owe", "owe", "owe"])
    assert own == ["owed a pair"]
    assert [line for line in log if line.startswith("owed")] == ["owed: P1 1", "owed: P2 1", "owed: P1 a pair"]
    assert of_table(["owe"])[1] == ["owed 1"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[ {times}]", "[ {turn}]", "E343"),
        ("state.owed.2", "state.owing.2", "E320"),
        ("state.owed.2", "state.called.2", "E320"),
        ("show: [bid, ", "show: [", "E320"),
    ],
)
def test_a_sentence_names_what_is_shown(old: str, new: str, code: str) -> None:
    with pytest.raises(CompileError) as caught:
        ruled(BIDDING.replace(old, new), 2)
    assert code in {each.code for each in caught.value.diagnostics}
