"""The reader: YAML into nodes whose places are right, whatever stands around them."""

from __future__ import annotations

import pytest
import yaml

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.reader import MAX_DEPTH, Document, Mapping, Node, Scalar, Sequence, read
from croupier_dsl.source import SourceFile


def document(text: str) -> Document:
    diagnostics = Diagnostics()
    found = read(SourceFile("test.yaml", text), diagnostics)
    assert not diagnostics.found
    assert found is not None
    return found


def scalar(text: str, key: str) -> Scalar:
    root = document(text).root
    assert isinstance(root, Mapping)
    found = root.get(key)
    assert isinstance(found, Scalar)
    return found


def codes(text: str) -> list[str]:
    diagnostics = Diagnostics()
    read(SourceFile("test.yaml", text), diagnostics)
    return [found.code for found in diagnostics.found]


@pytest.mark.parametrize("word", ["no", "on", "08", "7", "null", "~", "1e3", "0x1F", "2001-01-01", "yes", "1:30"])
def test_scalars_stay_text(word: str) -> None:
    """A scalar is the text that was written, whatever YAML would make of it."""
    assert scalar(f"key: {word}\n", "key").text == word


@pytest.mark.parametrize(
    "before",
    [
        "",
        "été: à la française\n",
        "cards: 🂡🂱\n",
        "x: y\r\n",
        "a: 'é'\nb: |\n  œ\n  😀\n",
        "# 🎴 é\n",
        "'clé': [é, 😀]\r\n",
    ],
)
@pytest.mark.parametrize(
    ("written", "content"),
    [("hand of Ann", "hand of Ann"), ("'hand é'", "hand é"), ('"hand"', "hand"), ("|\n  hand 😀\n", "  hand 😀")],
)
@pytest.mark.parametrize("loader", ["C", "Python"])
def test_places(before: str, written: str, content: str, loader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offsets count characters of the text, after accents, emoji and CRLF, with either loader."""
    if loader == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    found = scalar(f"{before}key: {written}\nlast: 1\n", "key")
    assert found.content.text == content
    assert found.span.text.rstrip("\n") == written.rstrip("\n")
    assert scalar(f"{before}key: {written}\nlast: 1\n", "last").span.text == "1"


def test_spans_of_blocks_end_with_their_last_line() -> None:
    """A block mapping or list ends where the last thing in it ends."""
    root = document("a:\n  b: 1\n  c:\n    - 2\n    - {d: 3}\n\n# end\ne: 4\n").root
    assert isinstance(root, Mapping)
    first = root.get("a")
    assert first is not None
    assert first.span.text == "b: 1\n  c:\n    - 2\n    - {d: 3}"


def test_nothing_is_not_a_text() -> None:
    """`key:` with nothing behind it is told from `key: ''`."""
    root = document("a:\nb: ''\n").root
    assert isinstance(root, Mapping)
    values = [entry.value for entry in root.entries]
    assert [value.empty for value in values if isinstance(value, Scalar)] == [True, False]


def test_comments_are_kept() -> None:
    """Comments are found wherever YAML sees one, and nowhere else."""
    text = "# one\na: b#c # two\nd: '# no' # three\ne: |  # four\n  # no\n  x\n# five\nf: [1, # six\n  2]\n"
    shown = [comment.span.text for comment in document(text).comments]
    assert shown == ["# one", "# two", "# three", "# four", "# five", "# six"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: 1\na: 2\n", "E119"),
        ("a: {b: 1, b: 2}\n", "E119"),
        ("a: &x 1\n", "E115"),
        ("a: *x\n", "E115"),
        ("a: !!python/object:os.system 1\n", "E116"),
        ("a: ! 1\n", "E116"),
        ("<<: {a: 1}\n", "E117"),
        ("a: 1\n---\nb: 2\n", "E106"),
        ("a:\n\tb: 1\n", "E107"),
        ("a: {b: x where y, z}\n", "E108"),
        ("a: b: c\n", "E109"),
        ("{a: 1}: b\n", "E118"),
        ("", "E103"),
        ("# nothing but this\n", "E103"),
        ("a: \x00\n", "E102"),
        ("a: \ud800\n", "E102"),
        ("a: \u202eevil\n", "E102"),
        ("[" * 41 + "]" * 41, "E105"),
    ],
)
def test_refused(text: str, code: str) -> None:
    """What YAML allows and a ruleset does not is refused, with a code of its own."""
    assert code in codes(text)


def test_of_very_many_mistakes_some_are_kept() -> None:
    """And how many more there are."""
    diagnostics = Diagnostics()
    read(SourceFile("x", "a: 1\n" * 300), diagnostics)
    assert (len(diagnostics.found), diagnostics.more) == (200, 99)


@pytest.mark.costly
@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "{a: " * 50_000, "- " * 10_000, "a: 1\n" * 30_000, "x" * 2_000_000, "[" + "{a}, " * 30_000 + "]"],
)
def test_hostile_sizes(text: str) -> None:
    """A file that is too deep or too large is refused at once."""
    assert len(codes(text)) < 300
    assert codes(text)


def test_depth_up_to_the_bound() -> None:
    """Nesting is fine up to the bound."""
    node: Node = document("[" * MAX_DEPTH + "]" * MAX_DEPTH).root
    depth = 0
    while isinstance(node, Sequence):
        depth += 1
        node = node.items[0] if node.items else Scalar(node.span, node.span, "", "plain")
    assert depth == MAX_DEPTH


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("a: {b: x where y, or z}\n", "remove it"),
        ("a: {b: x, z}\n", "join conditions with `and`"),
        ("a: {en: One, two, fr: x}\n", "in quotes"),
        ("a: {x, y}\n", "`[x, …]`"),
        ("a: {x}\n", "`{NAME: x}`"),
        ("a: {b: {c: d}, x}\n", "`{NAME: x}`"),
    ],
)
def test_commas_in_braces(text: str, help: str) -> None:
    """Quotes help with texts alone: in a sentence a comma means nothing. A list in braces is told once."""
    diagnostics = Diagnostics()
    read(SourceFile("g.yaml", text), diagnostics)
    (found,) = diagnostics.errors
    assert found.code == "E108"
    assert help in found.help
