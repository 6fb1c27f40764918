"""Check clauses against the passages that they come from, and list open questions."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir, passages, syntax
from croupier_dsl.checker.context import place
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import meaning, sense


def check_passages(clause: syntax.Clause, books: set[str], diagnostics: Diagnostics) -> None:
    """Report malformed marks of passages, and marks whose book is unknown or ambiguous."""
    own = [book.text for book in clause.books]
    for book, mark in clause.passages:
        if book is not None and (own or books) and book.text not in (own or books):
            diagnostics.add(meaning.unknown_book(book.span, book.text, own or books))
        if book is None and len(own or books) > 1:
            diagnostics.add(meaning.passage_of_which_book(mark.span, own or sorted(books)))
        if passages.Mark.parse(mark.text) is None:
            diagnostics.add(meaning.not_a_mark(mark.span, passages.of_other_version(mark.text)))


def check_words(clauses: tuple[syntax.Clause, ...], diagnostics: Diagnostics) -> None:
    """Warn once about all clauses from a book that have no text yet."""
    bare = [
        (clause.name.span, clause.name.text)
        for clause in clauses
        if not any(words.strip() for _, words in clause.text.words)
    ]
    if bare:
        diagnostics.add(sense.clauses_without_words(bare))


def check_questions(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> None:
    """Warn once about all questions without an answer; an unanswered question cannot be cited."""
    still = [question for question in ruleset.questions if question.answer is None]
    if still:
        asked = [(question.name.span, question.name.text, _in(question.ask, "en")) for question in still]
        diagnostics.add(sense.unanswered(asked))
    unsettled = {question.name.text for question in still}
    cited = [entry.sources for entry in (*ruleset.because, *ruleset.told)] + [
        scenario.sources for scenario in ruleset.scenarios
    ]
    for source in (source for sources in cited for source in sources):
        if source.text in unsettled:
            diagnostics.add(meaning.cites_a_question(source.span, source.text))


def marks(clause: syntax.Clause, books: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the (book, mark) of each passage; a mark without a book belongs to the clause's book, or to the only
    one."""
    own = [book.text for book in clause.books] or list(books)
    return tuple((book.text if book else own[0] if own else "", mark.text) for book, mark in clause.passages)


def answers(ruleset: syntax.Ruleset) -> Iterator[ir.Ruling]:
    """Yield the answered questions as rulings."""
    for question in ruleset.questions:
        if question.answer is not None:
            yield ir.Ruling(question.name.text, question.answer.words, place(question.name.span))


def _in(text: syntax.TextEntry, language: str) -> str:
    known = dict(text.words)
    return known.get(language) or next(iter(known.values()), "")
