"""No name and no text of a ruleset comes into the code that is generated from it: other names, the same code."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import Rules
from croupier.cli import main
from croupier.compile.binding import bind
from croupier.fast.engine import program_text, text_of
from croupier_dsl import compile_text

TEMPLATE = """croupier: 1
game: GAME
title: "TEXT"
family: FAMILY
players: 2..3
teams: 1
books: {BOOK: "TEXT"}
options:
  OPTION: {is: WORD_1/WORD_2, needs: {NEED: count of players < 3 or OPTION is WORD_1}}
presets: {PRESET: {options: {OPTION: WORD_2}, title: "TEXT"}}
cards:
  attributes: {ATTRIBUTE: 1..9, COLOUR: KIND_1/KIND_2/KIND_3, SORT: 1..2}
  wild: COLOUR is KIND_3
tables:
  TABLE of card by ATTRIBUTE: {1..3: 1, else: 2}
  LINK of card by COLOUR: {KIND_1: KIND_2, else: KIND_1}
zones:
  PILE: pile seen by nobody
  SPOT: slot seen by everyone
  RACK of WORD_1/WORD_2: row seen by everyone
  HAND of player: set seen by owner
  MELDS of player: melds seen by everyone
state:
  NUMBER of player: number
  TRUTH: no/yes
  PLAYER: player or none
  ENUM: WORD_3/WORD_4
  NOTE of card: number
  PER in STAGE: number
combos:
  COMBO: {same: COLOUR, size: 2.., wilds: 0..1}
  SPLIT: {split: COMBO, least: TABLE}
define:
  DEFINED: count of PILE
  ABOUT of player as THING for number as MORE: NUMBER of THING + MORE
effects:
  EFFECT of players as WHOM:
    - add 1 to NUMBER of WHOM
whenever:
  RULE: {when: TRUTH and DEFINED < 3, do: [set TRUTH to no, EFFECT of players]}
play:
  begin:
    - move deck to PILE
    - shuffle PILE
    - for each of players as EACH: move top 3 of PILE to HAND of EACH
  steps:
    STAGE:
      times: 2
      steps:
        TURN: {by: players, times: 6, moves: [MOVE, OTHER, THIRD], else: [EFFECT of players]}
        LATER: {steps: NAMED}
stages:
  NAMED: {by: players, moves: [OTHER]}
moves:
  MOVE:
    choose: {CARD: one of HAND, CARDS: 0..1 of HAND as SEEN where ATTRIBUTE of SEEN > 0}
    when: {CONDITION: ABOUT of me for 2 > 1 or OPTION is WORD_1, WISH: LINK of CARD is not KIND_3}
    do:
      - let LOCAL be ATTRIBUTE of CARD + count of SPLIT of HAND
      - LABEL:
          - move CARD to RACK of WORD_1
          - set NOTE of CARD to LOCAL
      - add LOCAL to PER
      - if some of HAND as INNER where COLOUR of INNER is KIND_1:
          - set TRUTH to yes
      - set PLAYER to me
  OTHER:
    choose: {VALUE: one of 1..3}
    when: ENUM is WORD_3
    do: [add VALUE to NUMBER, set ENUM to WORD_4, choose: {ASKED: one of HAND}, move ASKED to SPOT]
  THIRD:
    choose: {LAID: one of COMBO of HAND}
    do: move LAID to MELDS
result: {score: NUMBER + PER, best: highest}
text:
  game.line: "TEXT"
  game.short: "TEXT"
  zones.PILE: "TEXT"
  zones.PILE.noun: "TEXT"
  moves.MOVE: "TEXT"
  moves.MOVE.when.CONDITION: "TEXT"
  options.OPTION.WORD_1: "TEXT"
  state.TRUTH.says: "TEXT"
clauses: {CLAUSE: {book: BOOK, place: "TEXT", kind: rule, en: "TEXT"}}
rulings: {RULING: "TEXT"}
questions: {QUESTION: {ask: "TEXT", answer: "TEXT"}}
because: {moves.MOVE: [CLAUSE, RULING, QUESTION]}
told: {zones.PILE: CLAUSE}
equivalent: {moves.OTHER.do.1 dropped: "TEXT"}
scenarios:
  SCENARIO:
    seats: SEAT_1 SEAT_2
    given: {at: TURN of SEAT_1}
    then: [{SEAT_1: OTHER VALUE=1}]
"""
NAMES = sorted(set(re.findall(r"\b[A-Z]+(?:_[0-9])?\b", TEMPLATE)) - {"TEXT"}, key=lambda name: (-len(name), name))
TEXTS = (
    "*/ abort(); /*",
    '\\"\\"\\" + __import__(\'os\').abort() #',
    "''' + exit() + '''",
    "??/ \\\\",
    "\\u2028 import os \\u2029",
    "{0} %s %n ${HOME} `id`",
    "1:1",
    "# include <stdlib.h>",
)
"""What ends a comment or a text in Python or C, as YAML has it in double quotes."""
TAKEN = """
import lambda yield async await raise assert exec eval print open exit globals nonlocal global try except finally
pass break continue def del return while class_ None_ int long double char void static inline struct typedef goto
switch case default sizeof volatile register main abort system memcpy setjmp longjmp asm __asm__ __attribute__ _Pragma
define include ifdef NULL EOF A S E Z OUT ZO M I U W M64 KEY PART COPY FORGET POP LOW BIT REST LESS HASH below Refused
BASE BITS OTHERS rest_ CHANGE _met _word __builtins__ __class__ __import__ __main__ __file__ __doc__ self list dict
tuple range len
""".split()  # noqa: SIM905  # words are easier to read than a list of strings
"""What means something in Python, in C, or in the programs that are generated."""


TAME = {name: f"n_{number:03}" for number, name in enumerate(NAMES)}


def filled(names: dict[str, str], *texts: str) -> str:
    """The ruleset with these names, and with one text after the other in the places of texts."""
    more = cycle(texts)
    return re.sub(
        r"\b[A-Z]+(?:_[0-9])?\b",
        lambda word: next(more) if word[0] == "TEXT" else names.get(word[0], word[0]),
        TEMPLATE,
    )


def programs(source: str) -> tuple[str, str]:
    lowered = text_of(Rules(bind(compile_text(source), 2)))
    return program_text(lowered, "python"), program_text(lowered, "c")


@pytest.fixture(scope="module")
def plain() -> tuple[str, str]:
    """The programs of the ruleset with tame names and texts."""
    return programs(filled(TAME, "a text"))


@pytest.mark.parametrize("first", range(0, len(TAKEN), len(TAKEN) // 2 + 1))
def test_names_that_the_program_has_too_change_nothing(plain: tuple[str, str], first: int) -> None:
    """Whatever the parts of a ruleset are called, words of Python and C and of the program itself among it."""
    words = [word if word.isidentifier() else f"_{word}" for word in (TAKEN * 3)[first : first + len(NAMES)]]
    words = [f"{word}_{number}" if word in words[:number] else word for number, word in enumerate(words)]
    assert programs(filled(dict(zip(NAMES, words, strict=True)), "a text")) == plain


@pytest.mark.parametrize("first", [0, 3])
def test_texts_that_end_a_comment_change_nothing(plain: tuple[str, str], first: int) -> None:
    """Whatever a text says, and wherever it may stand."""
    assert programs(filled(TAME, *TEXTS[first:], *TEXTS[:first])) == plain


def test_the_name_of_the_file_stays_in_its_comment(tmp_path: Path) -> None:
    """Of the name of a file only plain signs are told."""
    path = tmp_path / '\'*; abort(); #include <x>\u2028"""\n??\\.yaml'
    try:
        path.write_text(filled(TAME, "a text"), encoding="utf-8")
    except OSError:
        pytest.skip("no file can be called so here")
    for flag, comment in (("--python", "# 1: "), ("--c", "// 1: ")):
        result = CliRunner().invoke(main, ["compile", str(path), flag])
        assert result.exit_code == 0, result.output
        first, _, _ = result.stdout.partition("\n")
        assert re.fullmatch(re.escape(comment) + r"[\w .-]*", first)
        assert first.endswith(".yaml")
