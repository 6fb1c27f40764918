"""Clauses, texts and scenarios name what there is."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text
from croupier_dsl.explanations import example

from .meaning_game import GAME

CLAUSES = """
books: {book: {en: The rules}}
clauses:
  pts: {book: book, place: page 1, kind: rule, en: "A court card counts ten."}
rulings:
  ties: {en: "Equal is shared."}
"""
SCENARIO = """
scenarios:
  somebody_passes:
    seats: Ann Bob
    options: {ace: high}
    given: {at: turn of Ann}
    then:
      - Ann cannot: go_out card=7S because nobody_is_out
      - Ann: pass
"""
TEXT = """
text:
  moves.draw: {en: draw a card}
  moves.go_out.when.nobody_is_out: {en: somebody is out}
"""
WHOLE = GAME + CLAUSES + SCENARIO + TEXT


def test_everything_is_there() -> None:
    """A ruleset with all its papers is valid, and the rules carry them."""
    rules, found = check_text(WHOLE, "small.yaml")
    assert found == []
    assert rules is not None
    assert [clause.id for clause in rules.clauses] == ["pts"]
    assert [ruling.id for ruling in rules.rulings] == ["ties"]
    assert rules.because[0].sources == ("pts",)
    assert rules.scenarios[0].seats == ("Ann", "Bob")
    assert next(move for move in rules.moves if move.name == "draw").title == (("en", "draw a card"),)


@pytest.mark.parametrize(
    ("old", "new", "code", "help"),
    [
        ("tables.points: [pts]", "tables.points: [pst]", "E321", "write `pts`"),
        ("tables.points: [pts]", "tables.points.Q: [pts]", "E320", "the rows of `tables.points` are A, 2..10, J..K"),
        ("{book: book, place", "{book: bok, place", "E322", "write `book`"),
        ("seats: Ann Bob", "seats: Ann", "E554", ""),
        ("options: {ace: high}", "options: {aec: high}", "E323", "write `ace`"),
        ("options: {ace: high}", "options: {ace: hihg}", "E555", ""),
        ("because nobody_is_out", "because nobody_is_otu", "E324", "write `nobody_is_out`"),
        (
            "because nobody_is_out",
            "because turn",
            "E324",
            "in every game, how_many, incomplete, not_in_domain, not_offer",
        ),
        (
            "because nobody_is_out",
            "because turn",
            "E324",
            "conditions: card.1, card.2, nobody_is_out, not_the_leader; or, in every game",
        ),
        ("because nobody_is_out", "because not_ofered", "E324", "write `not_offered`"),
        ("Ann: pass", "Ann: pas", "E314", "write `pass`"),
        ("moves.draw: {en", "moves.drwa: {en", "E320", "write `moves.draw`"),
        ("when.nobody_is_out: {en", "when.nobody_is: {en", "E320", "write `moves.go_out.when.nobody_is_out`"),
        ("  ties: {en", "  pts: {en", "E329", "another name"),
    ],
)
def test_stale_names(old: str, new: str, code: str, help: str) -> None:
    """A name in the papers that names nothing is an error."""
    assert WHOLE.count(old) == 1
    found = check_text(WHOLE.replace(old, new), "small.yaml")[1]
    assert code in {d.code for d in found}, found
    assert help in next(d for d in found if d.code == code).help


@pytest.mark.parametrize(
    ("reason", "codes"), [("enough_held", set()), ("must", set()), ("nobody_is_out", set()), ("enough_hled", {"E324"})]
)
def test_what_a_stage_must_end_with_is_a_reason(reason: str, codes: set[str]) -> None:
    """A move may be refused because of the `must` of a stage around it, by the name of its condition."""
    bound = WHOLE.replace("        turn:\n", "        turn:\n          must: {enough_held: hand is not empty}\n")
    found = check_text(bound.replace("because nobody_is_out", f"because {reason}"), "small.yaml")[1]
    assert bound != WHOLE
    assert {d.code for d in found} == codes, found


def test_sources_are_free_without_clauses() -> None:
    """A ruleset that quotes no rulebook may note its sources in any words."""
    assert check_text(GAME, "small.yaml")[1] == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("when: count of discard > 3", "when: " + "(" * 65 + "count of discard" + ")" * 65 + " > 3", "E570"),
        ("cards: {deck: french52, wild", "cards: {attributes: {rank: 1..30, suit: 1..30}, wild", "E571"),
        ("wild: rank is wild_rank", "order: {suit: clubs/spades}, wild: rank is wild_rank", "E511"),
        ("{deck: french52, wild", "{attributes: {one: a/a_b, two: b_c/c}, wild", "E573"),
    ],
)
def test_bounds(old: str, new: str, code: str) -> None:
    """Everything is of bounded size, and every kind of card has a name of its own."""
    assert GAME.count(old) == 1
    found = check_text(GAME.replace(old, new), "small.yaml")[1]
    assert code in {d.code for d in found}, [(d.code, d.message) for d in found]


@pytest.mark.parametrize(
    ("path", "help"),
    [
        (
            "play.round.begin.1",
            "by its verb and object, or by a label (`NAME:`) before it: `play.round.begin.move deck`",
        ),
        ("play.round.begin.3.1", "`play.round.begin.for each of players.set secret`"),
        ("moves.draw.do.2", "`moves.draw.do.set mark of card`"),
        ("moves.darw.do.2", "write `moves.draw.do`"),
        ("tables.points.5", "write `tables.points.2..10`"),
        ("tables.points.K", "write `tables.points.J..K`"),
        ("tables.points.Q", "the rows of `tables.points` are A, 2..10, J..K"),
    ],
)
def test_what_cannot_be_cited_so_is_cited_thus(path: str, help: str) -> None:
    """A statement goes by what it does and not by its number; a key goes by the row that names it."""
    found = check_text(example().replace("tables.points: [points-of-cards]", f"{path}: [points-of-cards]"))[1]
    assert [diagnostic.code for diagnostic in found] == ["E320"]
    assert help in found[0].help


@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("play.round.begin.shuffle stock", "play.round.begin.2"),
        ("play.round.begin.for each of players", "play.round.begin.3"),
        ("play.round.begin.for each of players.set secret", "play.round.begin.3.each.2"),
    ],
)
def test_a_statement_is_cited_by_what_it_does(path: str, where: str) -> None:
    """The source is then that of the very statement, by the path that coverage and traces call it by."""
    rules, found = check_text(example().replace("tables.points: [points-of-cards]", f"{path}: [points-of-cards]"))
    assert (rules is not None, found) == (True, [])
    assert rules is not None
    assert [entry.sources for entry in rules.because if entry.path == where] == [("points-of-cards",)]
    assert where in {part.path for part in rules.parts}


def test_of_two_that_do_the_same_one_cannot_be_cited_briefly() -> None:
    """All of the sentence says which is meant."""
    twice = example().replace(
        "- shuffle stock",
        "- shuffle stock\n        - set dealer to left of dealer\n        - set dealer to right of dealer",
        1,
    )
    cited = [("set dealer", ["E168"]), ("set dealer to right of dealer", [])]
    for name, codes in cited:
        because = f"play.round.begin.{name}: [points-of-cards]"
        found = check_text(twice.replace("tables.points: [points-of-cards]", because))[1]
        assert [diagnostic.code for diagnostic in found] == codes
        assert all("`set dealer to left of dealer`" in diagnostic.help for diagnostic in found)


def test_a_row_that_is_a_range_can_be_cited() -> None:
    """By the path that an outline shows."""
    text = example().replace("tables.points: [points-of-cards]", "tables.points.J..K: [points-of-cards]")
    rules, found = check_text(text)
    assert found == []
    assert rules is not None
    assert rules.because[0].where is not None
    for wrong in ("tables.points.J...K", "tables.points.J.."):
        found = check_text(text.replace("tables.points.J..K", wrong))[1]
        assert [diagnostic.code for diagnostic in found] == ["E320"]
