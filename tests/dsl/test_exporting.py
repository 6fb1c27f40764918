"""The grammar in other notations accepts what Lark accepts, and little more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import lark
import pytest
from click.testing import CliRunner

from croupier.cli import main
from croupier.table import catalogue
from croupier_dsl import FORMS, KINDS, compile_file, exported, grammar, parser
from croupier_dsl.exporting import spelled
from croupier_dsl.kinds import Kind

from .notations import Notation

NOTATIONS = {form: Notation(exported(form)) for form in FORMS if form != "lark"}


@pytest.fixture(scope="module")
def sentences() -> list[tuple[Kind, str]]:
    """The sentences of bundled rulesets and their sidecar files, one of each shape."""
    found: dict[tuple[Kind, str], str] = {}
    tables = grammar.tables()

    class Listening:
        def parse(self, text: str, start: Kind) -> lark.Tree[Any]:
            tree = tables.parse(text, start=start)
            words = " ".join(text.split())
            found.setdefault((start, re.sub(r"\w+", shape, words)), words)
            return tree

    def shape(word: re.Match[str]) -> str:
        return word[0] if word[0] in grammar.keywords() else "9" if word[0].isdigit() else "w"

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parser, "tables", Listening)
        patched.setattr(parser, "_kept", parser._tree)
        for name in [each for number, each in enumerate(catalogue.names()) if number % 8 == 0]:
            compile_file(catalogue.locate(name), bundled=catalogue.directory())
    return [(kind, words) for (kind, _), words in found.items()]


@pytest.mark.costly
def test_every_sentence_of_the_shelf_is_accepted(sentences: list[tuple[Kind, str]]) -> None:
    """By both notations, as a sentence of its kind."""
    assert len(sentences) > 400
    assert {kind for kind, _ in sentences} >= set(KINDS) - {"done", "each"}
    for form, notation in NOTATIONS.items():
        refused = [(kind, text) for kind, text in sentences if not notation.accepts(text, kind)]
        assert (form, refused) == (form, [])


def cut(text: str) -> Iterator[str]:
    """Yield a sentence without one of its words, and with two of them exchanged."""
    words = text.split()
    for at in range(len(words)):
        yield " ".join(words[:at] + words[at + 1 :])
        yield " ".join([*words[:at], *reversed(words[at : at + 2]), *words[at + 2 :]])


@pytest.mark.costly
def test_what_is_accepted_is_what_lark_accepts(sentences: list[tuple[Kind, str]]) -> None:
    """Broken sentences are refused, unless a reserved word may be read as a name."""
    words = grammar.keywords()
    wrong = refused = 0
    for kind, text in sentences[::9]:
        for broken in cut(text):
            try:
                parser._tree(kind, broken)
            except lark.UnexpectedInput:
                wrong += 1
                accepted = bool(broken) and NOTATIONS["gbnf"].accepts(broken, kind)
                refused += not accepted
                assert not accepted or words & {*broken.split()}, (kind, broken)
            else:
                tight = broken.replace(".. ", "..")  # without a word an open range meets the next number
                assert any(NOTATIONS["gbnf"].accepts(text, kind) for text in (broken, tight)), (kind, broken)
    assert refused > 0.95 * wrong > 500


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("expr", "hand of"), ("expr", "(hand"), ("expr", "hand ofme"), ("statement", "move hand deck"),
        ("statement", "move hand to"), ("expr", "1 .. 2"), ("contents", "7S +"), ("action", "ask wanted="),
        ("head", "of card"), ("row", ""), ("expr", "a, b"), ("expr", "hand is empty."),
    ],
)  # fmt: skip
def test_what_is_no_sentence_is_refused(kind: Kind, text: str) -> None:
    assert not any(notation.accepts(text, kind) for notation in NOTATIONS.values())


def test_llama_can_read_it() -> None:
    """Names have no underscore, every name is a rule, and no rule begins with itself, directly or not."""
    text = exported("gbnf")
    rules = {name: right for name, _, right in (line.partition(" ::= ") for line in text.splitlines())}
    assert "_" not in "".join(rules)
    bare = {name: re.sub(r'"[^"]*"|\[[^\]]*\]', " . ", right) for name, right in rules.items()}
    used = {word for right in bare.values() for word in re.findall(r"[A-Za-z][A-Za-z0-9-]*", right)}
    assert used <= set(rules)
    assert {"root", *used} == set(rules)
    begins = {name: set(re.findall(r"(?:^|[|(])\s*\(*([A-Za-z][A-Za-z0-9-]*)", right)) for name, right in bare.items()}
    for name in begins:
        seen, todo = set[str](), {*begins[name]}
        while todo:
            seen |= todo
            todo = {inner for each in todo for inner in begins[each]} - seen
        assert name not in seen


def test_one_kind_alone() -> None:
    """Its grammar has what it needs, and nothing else."""
    text = exported("ebnf", "row")
    assert text.startswith("root ::= row\n")
    assert "statement" not in text
    assert Notation(text).accepts("A/K")


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("[a-z_][a-z0-9_]*=", '[a-z_] [a-z0-9_]* "="'),
        ("can(?![A-Za-z0-9_])", '"can"'),
        ("(-[0-9]+|x_-[0-9]+)(_-?[A-Z]+)*(?![a-z(])", '("-" [0-9]+ | "x" "_" "-" [0-9]+) ("_" "-"? [A-Z]+)*'),
    ],
)
def test_patterns(pattern: str, told: str) -> None:
    """Repetitions bind to one letter, and what must not follow is left out."""
    assert spelled(pattern) == told


def test_the_command_prints_it() -> None:
    """In each notation, whole or for one kind; a wrong kind is told with the right ones."""

    def printed(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["language", *words])
        return done.exit_code, done.output

    assert [printed("--grammar", form) for form in FORMS] == [(0, exported(form)) for form in FORMS]
    assert printed("--grammar", "gbnf", "--kind", "row") == (0, exported("gbnf", "row"))
    assert printed("--grammar", "lark", "--kind", "row")[0] == 2
    status, told = printed("--grammar", "gbnf", "--kind", "rows")
    assert status == 2
    assert "unknown kind rows; the kinds are expr, domain" in " ".join(told.split())
