"""Words of the language as values of lists, and as names: accepted and honoured, or refused where they are declared."""

from __future__ import annotations

import pytest

from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import signatures
from croupier_dsl.compiler import check_text
from croupier_dsl.diagnostics import Severity
from croupier_dsl.grammar import tables

WORDS = sorted(
    signatures.CONNECTING_WORDS
    | signatures.BUILTINS
    | signatures.NOUNS.keys()
    | signatures.VERBS
    | signatures.GRID_WORDS
    | signatures.ZONE_FORMS.keys()
    | set(signatures.VIEWERS)
    | {"me", "it", "no", "yes", "each", "once", "served", "can", "cannot", "knows"}
)
GAME = """
croupier: 1
game: words
players: 2
options: {skips: any/@}
presets: {other: {options: {skips: @}}}
cards: {attributes: {value: 1..9/@, colour: red/blue}, copies: 2, wild: value is @}
tables:
  worth of card by value: {1..9: 1..9, @: 20}
  fee by skips: {any: 1, @: 2}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, gone: pile seen by everyone}
state: {said of player: loud/@, last_said: silent/@ starting @}
define: {fine: skips is @ or said of left of me is not @}
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    turn: {by: players, times: 4, moves: [draw, say, pick]}
moves:
  draw:
    when: {ok: fine or hand is empty or worth of (top of gone) > fee}
    do:
      - move top of stock to hand
      - set said to @
      - if value of top of gone is @ or value of top of gone in 1/@: set last_said to (if fine then @ else silent)
  say: {choose: {word: one of loud/@}, do: [set said to word]}
  pick: {choose: {one_card: one of hand where value is @}, do: [move one_card to gone]}
result: {score: count of hand}
scenarios:
  said_and_picked:
    seats: Ann Bob
    options: {skips: @}
    given: {at: turn of Ann, said of Bob: @, hand of Ann: @_red 3_blue}
    then:
      - now: {last_said: @, said of Bob: @, fee: 2, wild of @_red in hand of Ann: yes}
      - Ann: say @
      - now: {said of Ann: @}
      - Bob: say word=@
      - Ann: pick @_red
      - now: {gone: @_red}
"""


@pytest.mark.parametrize("word", WORDS)
def test_a_word_as_a_value(word: str) -> None:
    """Options, state, attributes, tables, choices and scenarios take it; or it is refused where it is listed."""
    rules, found = check_text(GAME.replace("@", word), "words.yaml")
    errors = [each for each in found if each.severity is Severity.ERROR]
    if word in signatures.NO_VALUES:
        first = min(errors, key=lambda each: each.span.start if each.span else 0)
        assert first.code in ("E306", "E200", "E201")
        assert signatures.NO_VALUES[word] in first.help or any(signatures.NO_VALUES[word] in e.help for e in errors)
        return
    assert rules is not None, errors
    results = [*run_scenarios(rules)]
    assert [result.failure for result in results] == [""]


def test_the_words_that_are_no_values() -> None:
    """Those with which an expression begins in the grammar, and the subjects that sentences have."""
    plain = {terminal.name: terminal.pattern.value for terminal in tables().terminals if terminal.pattern.type == "str"}
    accepted = tables().parse_interactive("", start="expr").accepts()
    begins = {plain[name] for name in accepted if plain.get(name, "").isalpha()}
    assert begins | {"me", "it"} == set(signatures.NO_VALUES)


@pytest.mark.parametrize("word", sorted(signatures.NO_VALUES))
def test_what_no_list_can_have(word: str) -> None:
    """It is refused at the declaration alone, with a word to write instead, wherever in the list it is."""
    for thing in (f"{word}/any", f"any/{word}"):
        changed = GAME.replace("any/@", thing).replace("@", "other")
        codes = {(each.code, signatures.NO_VALUES[word] in each.help) for each in check_text(changed, "w.yaml")[1]}
        assert codes & {("E306", True), ("E200", True), ("E201", True)}, codes


def test_all_of_a_list_are_told_at_once() -> None:
    """Each word of the language in one list has its place in the message, and a word to write instead."""
    changed = GAME.replace("loud/@", "nothing/highest/lowest").replace("@", "next")
    told = [each for each in check_text(changed, "w.yaml")[1] if each.code == "E306"]
    assert [[label.span.text for label in each.labels] for each in told[:1]] == [["highest", "lowest"]]
    assert told[0].message == "`highest` and `lowest` are reserved words of the language and cannot be values"
    assert told[0].help == "choose other words, such as `the_highest` and `the_lowest`"
    mended = """croupier: 1
game: words
players: 2
options: {skips: any/next}
cards: {attributes: {value: 1..9/wild}, copies: 2, wild: value is wild}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {said of player: nothing/the_highest/the_lowest}
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    turn: {by: players, times: 4, moves: [draw]}
moves:
  draw:
    when: {ok: skips is next or hand is empty}
    do:
      - move top of stock to hand
      - set said to nothing
result: {score: count of hand}
"""
    assert check_text(mended, "w.yaml")[0] is not None


@pytest.mark.parametrize(
    ("declared", "name", "free"),
    [
        ("options: {", "next", "next_player"),
        ("state: {", "count", "card_count"),
        ("state: {", "number", "which_number"),
        ("zones: {", "last", "last_card"),
        ("define: {", "wild", "is_wild"),
    ],
)
def test_a_name_that_is_free_is_suggested(declared: str, name: str, free: str) -> None:
    """A name that is a word of the language gets one like it that nothing has yet."""
    rest = {"options: {": "no/yes", "state: {": "number", "zones: {": "pile seen by nobody", "define: {": "1"}[declared]
    game = GAME.replace("@", "other").replace(declared, f"{declared}{name}: {rest}, ")
    told = [each for each in check_text(game, "w.yaml")[1] if each.code == "E306"]
    assert [each.help for each in told] == [f"choose another name, such as `{free}`"]
    taken = game.replace("define: {", f"define: {{{free}: 2, ")
    told = [each for each in check_text(taken, "w.yaml")[1] if each.code == "E306"]
    assert [each.help for each in told] == [f"choose another name, such as `{free}_2`"]


def test_a_list_takes_its_type_from_what_is_plain() -> None:
    """`one of next/any`: the word that only a list has says what the other is; a player is wanted elsewhere."""
    game = GAME.replace("one of loud/@", "one of @/loud").replace("@", "next")
    rules, found = check_text(game, "w.yaml")
    assert rules is not None, found
    game = game.replace("- set said to next", "- set said to next\n      - set next to next")
    assert check_text(game, "w.yaml")[0] is not None
