"""Questions that rulebooks forget, and clauses that are still to be put into words."""

from __future__ import annotations

from croupier_dsl import check_text, render

from .meaning_game import GAME

PAPERS = """
books: {book: {en: The rules}}
clauses:
  pts: {book: book, kind: rule, en: "A court card counts ten."}
questions:
  ties: {ask: {en: "What of ties?", fr: "Et les ex æquo ?"}, answer: }
  deals: {ask: "Who deals next?", answer: {en: The seat to the left., fr: La place à gauche.}}
"""


def test_an_open_question_is_told_until_it_is_answered() -> None:
    """A warning with the question in it; the ruleset is valid."""
    rules, found = check_text(GAME + PAPERS, "small.yaml")
    assert rules is not None
    assert [d.code for d in found] == ["W607"]
    assert "`ties`" in found[0].message
    assert "What of ties?" in found[0].message
    answered = PAPERS.replace("answer: }\n  deals", "answer: Shared.}\n  deals")
    assert check_text(GAME + answered)[1] == []


def test_an_answer_is_a_ruling() -> None:
    """It stands among the rulings with its words, and can be cited."""
    text = (GAME + PAPERS).replace("tables.points: [pts]", "tables.points: [pts, deals]")
    rules, found = check_text(text)
    assert rules is not None
    assert [d.code for d in found] == ["W607"]
    assert [(ruling.id, dict(ruling.text)["fr"]) for ruling in rules.rulings] == [("deals", "La place à gauche.")]
    assert rules.because[0].sources == ("pts", "deals")


def test_nothing_comes_from_an_open_question() -> None:
    """To cite it is an error of its own."""
    text = (GAME + PAPERS).replace("tables.points: [pts]", "tables.points: [pts, ties]")
    assert [d.code for d in check_text(text)[1] if d.severity.value == "error"] == ["E334"]


def test_a_question_has_a_name_of_its_own() -> None:
    """Clauses, rulings and questions share their names' space."""
    codes = [d.code for d in check_text(GAME + PAPERS.replace("  deals:", "  pts:"))[1]]
    assert codes.count("W607") == 1
    assert any(code.startswith("E") for code in codes)


def test_a_clause_without_words_is_told() -> None:
    """In any language will do."""
    for words, codes in (("en: ", ["W608"]), ("en: , fr: Une figure vaut dix.", [])):
        papers = PAPERS.replace('en: "A court card counts ten."', words).replace("answer: }", "answer: Shared.}")
        assert [d.code for d in check_text(GAME + papers)[1]] == codes


def test_what_is_still_to_do_is_told_at_once() -> None:
    """One warning for all open questions and one for all bare clauses, with their names; a program has every place."""
    clauses = "".join(f"  c{n}: {{book: book, kind: rule, en: }}\n" for n in range(1, 31))
    papers = PAPERS.replace("questions:\n", f"{clauses}questions:\n").replace(
        "{en: The seat to the left., fr: La place à gauche.}", ""
    )
    found = check_text(GAME + papers)[1]
    assert sorted(d.code for d in found) == ["W607", "W608"]
    questions, words = sorted(found, key=lambda d: d.code)
    assert questions.message == "2 questions have no answer yet: ties, deals"
    assert words.message.startswith("30 clauses have no text yet: c1, c2, ")
    assert words.message.endswith("c12 and 18 more")
    assert [label.span.text for label in words.labels] == [f"c{n}" for n in range(1, 31)]
    shown = render.terminal(words).splitlines()
    assert len(shown) == 7
    assert shown[-2].endswith(
        "and 29 more places, in lines {} to {}".format(*(words.labels[n].span.line for n in (1, 29)))
    )
    told = render.terminal(questions)
    assert "What of ties?" in told
    assert "Who deals next?" in told
