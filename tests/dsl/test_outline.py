"""The outline: sections of a file into the syntax of a ruleset."""

from __future__ import annotations

import pytest

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_text

TINY = """\
croupier: 1
game: tiny
players: 2
cards: {deck: french52}
play: {steps: {turn: {by: players, moves: [draw]}}}
moves: {draw: {do: shuffle stock}}
result: {score: count of hand, best: highest}
"""


def ruleset(text: str) -> s.Ruleset:
    diagnostics = Diagnostics()
    found = parse_text(text, "tiny.yaml", diagnostics)
    assert not diagnostics.found, diagnostics.found
    assert found is not None
    return found


def with_do(statements: str) -> tuple[s.Statement, ...]:
    return (
        ruleset(TINY.replace("moves: {draw: {do: shuffle stock}}", f"moves:\n  draw:\n    do:\n{statements}"))
        .moves[0]
        .do
    )


def codes(text: str) -> list[str]:
    diagnostics = Diagnostics()
    parse_text(text, "tiny.yaml", diagnostics)
    return [found.code for found in diagnostics.found]


def test_conditions_may_be_named() -> None:
    """`when`, `until`, `must` and `needs` are a sentence, or several that have names."""
    found = ruleset(
        TINY.replace("by: players,", "by: players, until: {done: hand is empty, late_2: stock is empty}, must: hand,")
        + "options: {a: {is: 1..2, needs: {first: a is 1}}}\n"
    )
    assert found.play is not None
    assert found.play.steps is not None
    turn = found.play.steps[0]
    assert [condition.name and condition.name.text for condition in turn.until] == ["done", "late_2"]
    assert [condition.name for condition in turn.must] == [None]
    assert [condition.name and condition.name.text for condition in found.options[0].needs] == ["first"]


def test_one_item_may_stand_without_its_list() -> None:
    """A list of one may be written as the one."""
    found = ruleset(TINY.replace("[draw]", "draw") + "because: {moves.draw: A12, play: [r-1, r-2]}\n")
    assert found.play is not None
    assert found.play.steps is not None
    assert [move.text for move in found.play.steps[0].moves or ()] == ["draw"]
    assert [[source.text for source in part.sources] for part in found.because] == [["A12"], ["r-1", "r-2"]]
    assert len(found.moves[0].do) == 1


def test_a_stage_may_do_nothing_but_its_lists() -> None:
    """Without `steps` and `moves` both are None; with an empty `else` it is an empty list, not nothing."""
    found = ruleset(TINY.replace("{steps: {turn: {by: players, moves: [draw]}}}", "{begin: shuffle stock, else: []}"))
    assert found.play is not None
    assert (found.play.steps, found.play.moves, found.play.otherwise) == (None, None, ())


def test_blocks() -> None:
    """An `if` gathers its `else`s; every other key of an item is a block of its own."""
    made = with_do(
        "      - if a: shuffle a\n        else if b: [shuffle b, shuffle c]\n        else: shuffle d\n"
        "      - for each of players as p: shuffle e\n        opening:\n          - shuffle f\n"
        "      - choose: {card: one of hand}\n"
        "      - {if a: shuffle g, if b: shuffle h}\n"
    )
    chain, each, label, ask, first, second = made
    assert isinstance(chain, s.If)
    assert [len(branch.body) for branch in chain.branches] == [1, 2, 1]
    assert chain.branches[2].condition is None
    assert isinstance(each, s.ForEach)
    assert each.each.alias is not None
    assert isinstance(label, s.Labelled)
    assert label.label.text == "opening"
    assert isinstance(ask, s.Ask)
    assert isinstance(first, s.If)
    assert isinstance(second, s.If)
    assert first.span.text == "if a: shuffle g"


@pytest.mark.parametrize(
    "statements",
    [
        "      - else: shuffle a\n",
        "      - if a: shuffle a\n      - else: shuffle b\n",
        "      - {if a: shuffle a, else: shuffle b, else if c: shuffle c}\n",
        "      - {for each of a: shuffle a, else: shuffle b}\n",
    ],
)
def test_else_needs_its_if(statements: str) -> None:
    """An `else` stands beside its `if`, after it and before the last `else`."""
    text = TINY.replace("moves: {draw: {do: shuffle stock}}", f"moves:\n  draw:\n    do:\n{statements}")
    assert codes(text) == ["E130"]


def test_a_broken_if_keeps_its_else() -> None:
    """An `if` that cannot be read is one error, and its `else` is not another."""
    text = TINY.replace("do: shuffle stock", "do: {if a == b: shuffle a, else: shuffle b}")
    assert codes(text) == ["E202"]


@pytest.mark.parametrize("word", ["otherwise", "then", "elif", "when", "foreach"])
def test_words_that_are_no_label(word: str) -> None:
    """A word that another language would read as control is not taken for a label."""
    assert codes(TINY.replace("do: shuffle stock", f"do: {{{word}: shuffle stock}}")) == ["E131"]


def test_texts() -> None:
    """A string is in the language of the file; a mapping has its own languages."""
    found = ruleset(
        TINY + "language: fr\ntitle: Petit\ntext: {moves.draw: {en: Draw, fr: Piocher}}\n"
        "options: {a: {is: no/yes, text: A}}\n"
    )
    assert found.title is not None
    assert found.title.words == (("fr", "Petit"),)
    assert found.text[0][1].words == (("en", "Draw"), ("fr", "Piocher"))
    assert found.options[0].text is not None
    assert found.options[0].text.words == (("fr", "A"),)


def test_combos() -> None:
    """A combo is a pattern, one of several, or a split."""
    found = ruleset(
        TINY + "combos: {set: {same: rank/suit, size: 3..}, either: set/run, best: {split: set/run, least: points}}\n"
    )
    assert [type(combo) for combo in found.combos] == [s.Pattern, s.Either, s.Split]


def test_clauses_and_rulings() -> None:
    """Clauses keep their book, place and kind beside their words; ids may have hyphens."""
    found = ruleset(
        TINY + "books: {main: {en: The book}}\n"
        "clauses: {deal-r1: {book: main, place: p. 2, kind: rule, en: 'Deal one.', fr: Une carte.}}\n"
        "rulings: {A12: {en: It is so.}}\n"
    )
    (clause,) = found.clauses
    assert clause.name.text == "deal-r1"
    assert [book.text for book in clause.books] == ["main"]
    assert (clause.place, clause.kind and clause.kind.text) == ("p. 2", "rule")
    assert clause.text.words == (("en", "Deal one."), ("fr", "Une carte."))
    assert found.rulings[0].text.words == (("en", "It is so."),)
    assert found.books[0][1].words == (("en", "The book"),)


def test_scenarios_keep_what_was_written() -> None:
    """Contents stay text, on one line, once the grammar has accepted them."""
    found = ruleset(
        TINY
        + "scenarios:\n  one:\n    seats: Ann Bob\n    options: {a: 3}\n    because: [A12]\n    chance: [7S, Bob]\n"
        "    given:\n      hand of Ann: 7S\n        8S …\n      at: turn of Ann\n"
        "    then:\n      - Ann cannot: draw card=7S because empty\n"
        "      - Bob: draw 7S\n      - now: {hand of Ann: none}\n"
    )
    (scenario,) = found.scenarios
    assert [seat.text for seat in scenario.seats] == ["Ann", "Bob"]
    assert scenario.seats[1].span.text == "Bob"
    assert [(fact.thing.text, fact.contents.text) for fact in scenario.given if isinstance(fact, s.Fact)] == [
        ("hand of Ann", "7S 8S …"),
        ("at", "turn of Ann"),
    ]
    assert [word.text for word in scenario.chance] == ["7S", "Bob"]
    refused, done, now = scenario.then
    assert isinstance(refused, s.Said)
    assert (refused.action.text, refused.verb, refused.reason and refused.reason.text) == (
        "draw card=7S",
        "cannot",
        "empty",
    )
    assert isinstance(done, s.Said)
    assert (done.action.text, done.verb, done.reason) == ("draw 7S", "does", None)
    assert isinstance(now, s.Now)


@pytest.mark.parametrize("style", ["{0}", "'{0}'", '"{0}"', "|\n      {0}", ">-\n      {0}", "|2-  # why\n      {0}"])
def test_sentences_in_every_style(style: str) -> None:
    """A sentence may stand in any YAML scalar, and its places are those of the file."""
    text = TINY.replace(
        "moves: {draw: {do: shuffle stock}}", "moves:\n  draw:\n    do: " + style.format("shuffle stock")
    )
    (found,) = ruleset(text).moves[0].do
    assert found.span.text == "shuffle stock"


def test_every_error_is_found_at_once() -> None:
    """Structure and sentences are both checked, and told in the order of the text."""
    text = (
        TINY.replace("players: 2", "players: == 2").replace("deck:", "dekc:").replace("shuffle stock", "shufle stock")
    )
    assert codes(text) == ["E202", "E120", "E200"]


@pytest.mark.parametrize("text", ["a\n", "- a\n- b\n", "{}\n", "[]\n", "croupier\n", "croupier:\n", "croupier: {}\n"])
def test_no_ruleset_at_all(text: str) -> None:
    """What is no ruleset is said to be none."""
    assert codes(text)


@pytest.mark.costly
def test_errors_are_bounded() -> None:
    """A file that is wrong throughout is not told line by line to its end."""
    diagnostics = Diagnostics()
    text = TINY + "define:\n" + "".join(f"  a{number}: b == {number}\n" for number in range(5000))
    parse_text(text, "x", diagnostics)
    assert [found.code for found in diagnostics.found] == ["E202"] * 200
    assert diagnostics.more == 4800


def test_bom_is_passed_over() -> None:
    """A byte order mark is not part of the text."""
    assert ruleset("\ufeff" + TINY).name.span.column == 7
