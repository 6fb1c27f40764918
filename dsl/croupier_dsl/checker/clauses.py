"""Check the texts of a ruleset, the sources of its rules, and what cites them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, cast, get_args

from croupier_dsl import ir, passages, paths, syntax
from croupier_dsl.analysis.course import lists, within
from croupier_dsl.braces import braced
from croupier_dsl.checker.context import Context, place
from croupier_dsl.checker.paths import SENTENCE, left_open, names_a_number, paths_of, shown_names, words_of
from croupier_dsl.checker.short import check_short
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.elements import elements_of
from croupier_dsl.errors import meaning, sense
from croupier_dsl.errors.variants import several_do
from croupier_dsl.resolver import Names


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


ClauseKind = Literal["rule", "table", "example", "advice", "flavour"]
NOWHERE = "nowhere"
"""The path under `because` for clauses that contain no rule."""


def check_texts(cx: Context, moves: Mapping[str, ir.MoveRule]) -> None:
    """Report texts for parts that do not exist."""
    words = dict.fromkeys(words_of(cx.names))
    known = dict.fromkeys(paths_of(cx.names)) | words
    for path, entry in cx.names.ruleset.text:
        _check_path(cx, path, words, known)
        for _, text in entry.words:
            for name in left_open(moves.values(), path.text, text):
                choices = [choice.name for choice in moves[path.text.split(".")[1]].choices]
                cx.diagnostics.add(meaning.nothing_chosen_so(entry.span, name, choices))
            for name in _not_shown(cx.names, path.text, text):
                shown = [each.text for each in shown_names(cx.names)]
                cx.diagnostics.add(meaning.not_in_show(entry.span, name, shown))
    check_short(cx.names, cx.diagnostics)


def _not_shown(names: Names, path: str, text: str) -> Iterator[str]:
    """Yield the placeholders in the sentence of a shown part that are not in `show`."""
    shown = {name.text for name in shown_names(names)}
    if any(path == f"{names.path_of(name)}.{SENTENCE}" for name in shown):
        yield from (name for _, name in braced(text) if name not in shown)


def _check_path(cx: Context, path: syntax.Name, words: Mapping[str, None], known: Mapping[str, None]) -> None:
    name = path.text.removesuffix(".noun").rpartition(".")[2]
    let = name.startswith("let ")
    if "." not in path.text or (path.text in known and not let) or names_a_number(cx.names, path.text):
        return
    section = path.text.partition(".")[0]
    nouns = [word for word in words if word.endswith(f".{name.removeprefix('let ')}.noun")]
    named = [word for word in nouns if word.partition(".")[0] == section]
    told = (
        meaning.words_for_a_name(path.span, path.text, named[0]) if named else _no_part(cx.names.ruleset, path, known)
    )
    cx.diagnostics.add(told)


def _no_part(ruleset: syntax.Ruleset, path: syntax.Name, known: Iterable[str]) -> Diagnostic:
    """Return the error that no part, or several statements, have this path."""
    above, name = paths.reach(paths.whole(ruleset.root), path.text)
    found = paths.alike(above, name)
    if found:
        return several_do(path.span, name, above.path, found)
    return meaning.unknown_part(path.span, path.text, known)


def check_clauses(cx: Context) -> None:
    """Report unknown and repeated names among clauses, rulings and questions, and what is wrong with their"""
    ruleset = cx.names.ruleset
    books = {name.text for name, _ in ruleset.books}
    seen: set[str] = set()
    settled = [*(r.name for r in ruleset.rulings), *(q.name for q in ruleset.questions)]
    for name in [*(c.name for c in ruleset.clauses), *settled]:
        if name.text in seen:
            cx.diagnostics.add(meaning.clause_twice(name.span, name.text))
        seen.add(name.text)
    for clause in ruleset.clauses:
        _check_books(clause.books, books, cx.diagnostics)
        check_passages(clause, books, cx.diagnostics)
        if clause.kind is not None and clause.kind.text not in get_args(ClauseKind):
            cx.diagnostics.add(meaning.unknown_kind_of_clause(clause.kind.span, clause.kind.text, get_args(ClauseKind)))
    check_words(ruleset.clauses, cx.diagnostics)
    check_questions(ruleset, cx.diagnostics)


def _check_books(cited: tuple[syntax.Name, ...], known: set[str], diagnostics: Diagnostics) -> None:
    """Report unknown books and repeated ones; nothing is reported if the ruleset lists no books."""
    for number, book in enumerate(cited):
        if known and book.text not in known:
            diagnostics.add(meaning.unknown_book(book.span, book.text, known))
        if book.text in {other.text for other in cited[:number]}:
            diagnostics.add(meaning.value_twice(book.span, book.text))


def check_because(cx: Context) -> None:
    """Report paths in `because` and `told` that no part has, and unknown"""
    ruleset = cx.names.ruleset
    known = dict.fromkeys((*paths_of(cx.names), NOWHERE))
    for entry in (*ruleset.because, *ruleset.told):
        if entry.path.text not in known:
            cx.diagnostics.add(_no_part(ruleset, entry.path, known))
        check_sources(cx, entry.sources, wanted=entry in ruleset.told)


def citable(written: syntax.Ruleset) -> set[str]:
    """Return the names of clauses, rulings and questions."""
    questions = {question.name.text for question in written.questions}
    return {clause.name.text for clause in written.clauses} | {r.name.text for r in written.rulings} | questions


def check_sources(cx: Context, cited: tuple[syntax.Name, ...], *, wanted: bool = False) -> None:
    """Report unknown clauses and rulings; nothing is reported if the ruleset cites no rulebook, or, for `wanted`
    ones, has no rulings."""
    ruleset = cx.names.ruleset
    if not (ruleset.clauses or (wanted and ruleset.rulings)):
        return
    known = citable(ruleset)
    for source in cited:
        if source.text not in known:
            cx.diagnostics.add(meaning.unknown_clause(source.span, source.text, known))


def check_seldom(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Report `seldom` entries for parts that do not exist. (A part reached by a scenario is only known after play.)"""
    if not ruleset.seldom:
        return
    elements = elements_of(rules)
    known = elements.all
    scenarios = [scenario.name for scenario in rules.scenarios]
    for part in ruleset.seldom:
        if part.path.text not in known:
            path, rows = part.path, [row for row, element in known.items() if element.kind == "row"]
            pairs = elements.rows.get(path.text, [])
            diagnostics.add(meaning.unknown_element(path.span, path.text, known, rows, pairs))
        for scenario in part.scenarios:
            if scenario.text not in scenarios:
                diagnostics.add(meaning.unknown_scenario(scenario.span, scenario.text, scenarios))


# ---------------------------------------------------------------- as meant


def clauses_of(ruleset: syntax.Ruleset) -> tuple[ir.Clause, ...]:
    books = tuple(name.text for name, _ in ruleset.books)
    return tuple(
        ir.Clause(
            clause.name.text,
            clause.books[0].text if clause.books else "",
            clause.place,
            cast(ClauseKind, clause.kind.text if clause.kind is not None else "rule"),
            clause.text.words,
            tuple(book.text for book in clause.books[1:]),
            place(clause.name.span),
            marks(clause, books),
        )
        for clause in ruleset.clauses
    )


def rulings_of(ruleset: syntax.Ruleset) -> tuple[ir.Ruling, ...]:
    written = (ir.Ruling(ruling.name.text, ruling.text.words, place(ruling.name.span)) for ruling in ruleset.rulings)
    return (*written, *answers(ruleset))


def seldom_of(ruleset: syntax.Ruleset) -> tuple[ir.Seldom, ...]:
    return tuple(
        ir.Seldom(
            part.path.text,
            part.scenarios[0].text,
            part.reason.words,
            place(part.path.span),
            tuple(scenario.text for scenario in part.scenarios[1:]),
        )
        for part in ruleset.seldom
    )


def cited_by(entries: tuple[syntax.Because, ...], parts: tuple[ir.Part, ...]) -> tuple[ir.Because, ...]:
    """Return the entries of `because` or `told`, with the place of each part."""
    places = {part.path: part.where for part in parts}
    return tuple(
        ir.Because(entry.path.text, tuple(source.text for source in entry.sources), places.get(entry.path.text))
        for entry in entries
    )


def cited(rules: ir.Rules) -> ir.Rules:
    """Return the rules with the reasons for statements, which are cited by verb and object, at the paths of these
    statements."""
    every = (statement for _, statements in lists(rules) for statement in within(statements))
    found = {each.where: each.path for each in every if each.where}
    every_entry = (*rules.because, *rules.told)
    named = {entry.path: found[entry.where] for entry in every_entry if entry.where in found}
    return replace(
        rules,
        because=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.because),
        told=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.told),
        parts=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.parts),
    )


def equivalents_of(cx: Context, rules: ir.Rules) -> tuple[ir.Equivalent, ...]:
    """Return the declared equivalents that are mutations of these rules; entries of the base game whose part a
    variant has changed are skipped."""
    ruleset = cx.names.ruleset
    if not ruleset.equivalents:
        return ()
    from croupier_dsl.mutations import mutations_of  # most rulesets name none, and need not wait for it

    known = {mutation.name for mutation in mutations_of(rules)}
    found = []
    for written in ruleset.equivalents:
        name = written.mutation
        if name.text in known:
            found.append(ir.Equivalent(name.text, written.reason.words, place(name.span)))
        elif name.span.source not in ruleset.below:
            cx.diagnostics.add(meaning.unknown_mutation(name.span, name.text, known))
    return tuple(found)
