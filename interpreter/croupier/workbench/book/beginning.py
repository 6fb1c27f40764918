"""Start a ruleset from a rulebook: a small playable game, clauses to fill in, questions.

Only the headings of the book's text are copied: passages are cited by their lines and marks. A guess is marked as one,
with its line.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from croupier.base.language import tr
from croupier.workbench.book.digest import mark, normal
from croupier.workbench.book.forgotten import answer, asked
from croupier.workbench.book.guesses import Guess, Guesses, guess
from croupier.workbench.book.linking import language_of
from croupier.workbench.book.skeleton import Line, game, plan_players
from croupier.workbench.book.text import Book, BookError, Passage

MOST_WORDS = 3
LONGEST_PLACE = 60
BARE = "c"
"""The id, before its number, of a clause without a heading above it."""
_SMALLEST = "a an the of to in on at for and or with le la les l un une des de du d et ou en au aux à pour avec"
_SMALL = frozenset(_SMALLEST.split())


def clause_names(passages: Iterable[Passage]) -> dict[int, str]:
    """Return ids of clauses, `bidding-1`, `bidding-2`, … by the number of the passage.

    Headings of one name share the numbering.
    """
    counted: Counter[str] = Counter()
    names: dict[int, str] = {}
    for passage in passages:
        name = short(passage.heading) or BARE
        counted[name] += 1
        joint = "" if name == BARE else "-"
        names[passage.number] = f"{name}{joint}{counted[name]}"
    return names


def short(heading: str) -> str:
    """Return the first words of a heading that say something, in plain letters, as the name of a clause may
    have them.
    """
    return "-".join([word for word in _plain(normal(heading)) if word not in _SMALL][:MOST_WORDS])


def _plain(words: str) -> Iterator[str]:
    letters = unicodedata.normalize("NFKD", words.replace("œ", "oe").replace("ß", "ss"))
    bare = "".join(ch for ch in letters if not unicodedata.combining(ch))
    yield from (word[:20] for word in re.findall(r"[a-z]+|[0-9]+", bare))


def place_of(passage: Passage) -> str:
    """Return the heading above a passage, as a person would write it; empty if there is none."""
    return _written(passage.heading)


def title_of(book: Book) -> str:
    """Return the title of a book: its first passage, if that is a heading; else an empty string."""
    first = book.passages[0]
    return _written(first.heading) if first.kind == "heading" else ""


def _written(heading: str) -> str:
    """Return a heading on one line, without signs that would end a text in quotes."""
    words = "".join(ch if ch.isprintable() and ch != "\\" else " " for ch in heading.replace('"', "'")).split()
    told = " ".join(words)
    if told.isupper():
        told = " ".join(word.capitalize() for word in words)
    return told if len(told) <= LONGEST_PLACE else f"{told[: LONGEST_PLACE - 1].rstrip()}…"


MOST_CLAUSES = 1_000
"""A ruleset begun from a longer book would hardly be read."""
BOOK = "book"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jo", *(f"P{n}" for n in range(11, 21)))
ROW = 60
"""The maximum length of a row of a table, in characters."""
_ROW = re.compile(r"[^:=\n]{1,40}[:=]\s*-?\d{1,5}(?:\s\w{1,20}){0,3}\W{0,3}")
_EXAMPLE = re.compile(r"\b(?:examples?|exemples?|for instance)\b")
_ADVICE = re.compile(r"\b(?:tips?|advice|advisable|hints?|conseils?|conseillé|astuces?)\b")
_FLAVOUR = re.compile(r"\b(?:https?|www|instagram|facebook|copyright|illustré|illustrated|designed|enjoy|have fun)\b")


def begin(name: str, title: str, book: Book) -> dict[str, str]:
    """Return the files of a new ruleset, by name, from the text of a book; `title` is for a book that has none."""
    passages = [passage for passage in book.passages if passage.kind != "heading"]
    if len(passages) > MOST_CLAUSES:
        raise BookError(
            tr(
                "{name}: {n} passages; give only the part with the rules, at most {most}",
                name=book.name,
                n=len(passages),
                most=MOST_CLAUSES,
            )
        )
    ids = clause_names(passages)
    guesses = guess(book)
    title = title_of(book) or title
    tables = {p.number for found in (guesses.deal, guesses.points) if found is not None for p in found.passages}
    return {
        f"{name}.yaml": _text(_game(name, title, guesses, ids)),
        f"{name}.clauses.yaml": _text(_clauses(title, book, ids, tables)),
        f"{name}.scenarios.yaml": _text(_scenarios(guesses)),
    }


def _text(lines: Iterable[Line]) -> str:
    """Return lines as text, with their comments in one column."""
    return "".join(
        f"{text:<59} # {note}\n" if text.strip() and note else f"{text}# {note}\n" if note else f"{text}\n"
        for text, note in lines
    )


def guessed(found: Guess[object] | None) -> str:
    """Return the lines that a guess comes from, or a note that there is none."""
    if found is None:
        return tr("nothing was found; please set it")
    lines = sorted({passage.first for passage in found.passages})
    if len(lines) == 1:
        return tr("a guess, from line {line}", line=lines[0])
    return tr("a guess, from lines {first} to {last}", first=lines[0], last=lines[-1])


def _game(name: str, title: str, guesses: Guesses, ids: dict[int, str]) -> Iterator[Line]:
    made = game(name, title, guesses, guessed)
    yield from made.lines
    cited = [(path, [ids[p.number] for p in found.passages if p.number in ids]) for path, found in made.sources]
    yield "", ""
    yield "because:", tr("the clauses that each part comes from; cite the others as you continue")
    for path, sources in cited:
        if sources:
            yield f"  {path}: [{', '.join(sources)}]", ""
    if not any(sources for _, sources in cited):
        yield f"  nowhere: {next(iter(ids.values()))}", tr("clauses without a rule")


def _clauses(title: str, book: Book, ids: dict[int, str], tables: set[int]) -> Iterator[Line]:
    language = language_of(book.passages)
    yield "", tr("Each clause is one passage of the book. Write it in your own words; never copy the book.")
    yield "", tr("The kinds (rule, table, example, advice, flavour) are guesses. Do not leave out a clause:")
    yield (
        "",
        tr("clauses without a rule are cited by `because` under `nowhere`. You can rename them, here and there alike."),
    )
    yield "books:", ""
    yield f"  {BOOK}: {_quoted(title)}", ""
    yield "", ""
    yield "clauses:", ""
    for passage in (passage for passage in book.passages if passage.number in ids):
        made = mark(passage.number, passage.text)
        line = tr("line {line}", line=book.spot(passage))
        place = _quoted(place_of(passage)) if place_of(passage) else line
        kind = "table" if passage.number in tables else _kind(passage)
        told = f"book: {BOOK}, place: {place}, passage: {made}, kind: {kind}, {language}: "
        yield f"  {ids[passage.number]}: {{{told}}}", line if place_of(passage) else ""
    yield "", ""
    yield (
        "",
        tr(
            "Questions that rulebooks often leave open. Answer each; an answer is a ruling and can be cited like "
            "a clause."
        ),
    )
    yield (
        "",
        tr("Write whole sentences, because they are shown without the question; delete questions that do not apply."),
    )
    yield "questions:", ""
    for question in asked(book):
        yield f"  {question.name}:", ""
        yield f"    ask: {{en: {_quoted(question.english)}, fr: {_quoted(question.french)}}}", ""
        found = answer(question, book)
        yield f"    answer: {{{language}: }}", tr("perhaps line {line}", line=found.first) if found is not None else ""


def _kind(passage: Passage) -> str:
    words = f"{normal(passage.heading)} {normal(passage.text)}"
    if passage.kind == "row" or _ROW.fullmatch(passage.text[:ROW]):
        return "table"
    if _FLAVOUR.search(normal(passage.text)):
        return "flavour"
    return "example" if _EXAMPLE.search(words) else "advice" if _ADVICE.search(words) else "rule"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "").replace('"', "'") + '"'


def _scenarios(guesses: Guesses) -> Iterator[Line]:
    seats = NAMES[: max(plan_players(guesses)[0], 1)]
    yield "", tr("Scenarios: `croupier test` runs them. Turn the examples of the book into scenarios.")
    yield "scenarios:", ""
    yield "  the_first_turn:", ""
    yield f"    seats: {' '.join(seats)}", ""
    yield f"    given: {{at: turn of {seats[0]}, stock: …}}", ""
    yield "    then:", ""
    yield "      - Ann can: pass", ""
