"""The parser: sentences into syntax, with places in the file they stand in."""

from __future__ import annotations

import dataclasses
from typing import get_args

import pytest

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import CompileError
from croupier_dsl.kinds import Kind
from croupier_dsl.parser import parse, parse_sentence
from croupier_dsl.source import SourceFile, Span


def shape(node: object) -> object:
    """A node without its places, to compare: its class and its fields."""
    if dataclasses.is_dataclass(node):
        if isinstance(node, s.Name | s.Property):
            return node.text if isinstance(node, s.Name) else node.name
        if isinstance(node, s.Number):
            return node.value
        fields = [shape(getattr(node, field.name)) for field in dataclasses.fields(node) if field.name != "span"]
        return (type(node).__name__, *fields)
    return tuple(shape(item) for item in node) if isinstance(node, tuple) else node


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand", "hand"),
        ("08", 8),
        ("none", ("Nothing",)),
        ("QS", "QS"),
        ("2..10", ("Range", 2, 10)),
        ("3..", ("Range", 3, None)),
        ("J/Q/K", ("Alternatives", ("J", "Q", "K"))),
        ("A..K/A", ("Alternatives", (("Range", "A", "K"), "A"))),
        ("points of top of pile", ("Of", "points", ("Of", ("Top", None), "pile"))),
        ("top 3 of stock", ("Of", ("Top", 3), "stock")),
        ("top (round + 2) of x", ("Of", ("Top", ("Group", ("Arithmetic", "+", "round", 2))), "x")),
        ("highest of x", ("Of", ("Extreme", "highest", None, (), False), "x")),
        ("lowest by number of x", ("Of", ("Extreme", "lowest", None, ("number",), False), "x")),
        ("highest by a then b of x", ("Of", ("Extreme", "highest", None, ("a", "b"), False), "x")),
        ("all lowest by a of x", ("Of", ("Extreme", "lowest", None, ("a",), True), "x")),
        (
            "if highest by a then b of x is c then d else e",
            ("IfThenElse", ("Is", ("Of", ("Extreme", "highest", None, ("a", "b"), False), "x"), "c", False), "d", "e"),
        ),
        ("highest 3 of x", ("Of", ("Extreme", "highest", 3, (), False), "x")),
        (
            "lowest (a + 1) by b of x",
            ("Of", ("Extreme", "lowest", ("Group", ("Arithmetic", "+", "a", 1)), ("b",), False), "x"),
        ),
        ("-3 - -2", ("Arithmetic", "-", -3, -2)),
        ("a -3", ("Arithmetic", "-", "a", 3)),
        ("-a * 2", ("Arithmetic", "*", ("Negative", "a"), 2)),
        ("-3..-1/5", ("Alternatives", (("Range", -3, -1), 5))),
        ("a and b and c", ("Logic", "and", ("a", "b", "c"))),
        ("a or b and c", ("Logic", "or", ("a", ("Logic", "and", ("b", "c"))))),
        ("(a or b) or c", ("Logic", "or", (("Group", ("Logic", "or", ("a", "b"))), "c"))),
        ("not a", ("Not", "a")),
        ("a is b", ("Is", "a", "b", False)),
        ("a is not b", ("Is", "a", "b", True)),
        ("a in b", ("In", "a", "b", False)),
        ("a not in b", ("In", "a", "b", True)),
        ("card fits spot", ("Fits", "card", "spot")),
        ("a >= 51", ("Order", ">=", "a", 51)),
        ("a - 1 - b", ("Arithmetic", "-", ("Arithmetic", "-", "a", 1), "b")),
        ("a + b * c", ("Arithmetic", "+", "a", ("Arithmetic", "*", "b", "c"))),
        ("-a", ("Negative", "a")),
        ("a with b without c", ("Combine", "without", ("Combine", "with", "a", "b"), "c")),
        ("hand of who where wild", ("Where", ("Of", "hand", "who"), None, "wild", False)),
        ("a as x where b", ("Where", "a", "x", "b", False)),
        ("a if possible where b", ("Where", "a", None, "b", True)),
        ("some of a as x where b", ("Exists", "a", "x", "b", False)),
        ("none of a where b", ("Exists", "a", None, "b", True)),
        ("if a then b else c", ("IfThenElse", "a", "b", "c")),
        ("set is set", ("Is", "set", "set", False)),
        ("beats of a for b", ("For", ("Of", "beats", "a"), "b")),
        ("2 * pay of a for left of b", ("Arithmetic", "*", 2, ("For", ("Of", "pay", "a"), ("Of", "left", "b")))),
        ("not beats for b and c", ("Logic", "and", (("Not", ("For", "beats", "b")), "c"))),
        ("-pay of a for b", ("Negative", ("For", ("Of", "pay", "a"), "b"))),
        ("some of plays of a for b as x where c", ("Exists", ("For", ("Of", "plays", "a"), "b"), "x", "c", False)),
    ],
)
def test_expressions(text: str, expected: object) -> None:
    """Every form of an expression has its node, and `and` and `or` are flat."""
    assert shape(parse_sentence("expr", text)) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("domain", "one of hand", ("Domain", None, "hand")),
        ("domain", "1..3 of hand where wild", ("Domain", ("Range", 1, 3), ("Where", "hand", None, "wild", False))),
        (
            "domain",
            "1.. of set/run of hand",
            ("Domain", ("Range", 1, None), ("Of", ("Key", ("Alternatives", ("set", "run"))), "hand")),
        ),
        ("statement", "move a to b", ("Move", "a", "b", None, None)),
        ("statement", "move a to b from c", ("Move", "a", "b", "c", None)),
        ("statement", "shuffle a", ("Shuffle", "a")),
        ("statement", "reveal a", ("Reveal", "a")),
        ("statement", "hide a", ("Hide", "a")),
        ("statement", "show a to b", ("Show", "a", "b")),
        ("statement", "swap a with b of c", ("Swap", "a", ("Of", "b", "c"))),
        ("statement", "set a to b", ("SetTo", "a", "b")),
        ("statement", "add 1 to a", ("AddTo", 1, "a")),
        ("statement", "let a be b", ("Let", "a", "b")),
        ("statement", "end round", ("EndStage", "round")),
        ("block", "if a", ("Branch", "a", ())),
        ("block", "else if a", ("Branch", "a", ())),
        ("block", "else", ("Branch", None, ())),
        ("block", "for each of a", ("ForEach", ("Each", "a", None), (), False)),
        ("block", "for each of a as x", ("ForEach", ("Each", "a", "x"), (), False)),
        ("block", "for each of a as x at once", ("ForEach", ("Each", "a", "x"), (), True)),
        ("each", "1..4 as n", ("Each", ("Range", 1, 4), "n")),
        ("each", "a where b", ("Each", ("Where", "a", None, "b", False), None)),
        ("block", "opening", "opening"),
        ("actors", "players", ("Actors", "players", None, False, False)),
        ("actors", "players from left of me", ("Actors", "players", ("Of", "left", "me"), False, False)),
        ("actors", "players at once", ("Actors", "players", None, True, False)),
        ("head", "hand", ("Head", "hand", None, None, None, None, None, None, None, None)),
        ("head", "owed of card in hand", ("Head", "owed", "card", None, "hand", None, None, None, None, None)),
        (
            "head",
            "points of card by rank of role",
            ("Head", "points", "card", None, None, ("Of", "rank", "role"), None, None, None, None),
        ),
        ("head", "held of rank as wanted", ("Head", "held", "rank", "wanted", None, None, None, None, None, None)),
        ("head", "row of 1..4", ("Head", "row", None, None, None, None, ("Range", 1, 4), None, None, None)),
        ("head", "bet of suit as s of player", ("Head", "bet", "player", None, None, None, "suit", "s", None, None)),
        ("head", "bet of player of 1..4", None),
        ("head", "pay of card for player", ("Head", "pay", "card", None, None, None, None, None, "player", None)),
        (
            "head",
            "beats of card as mine for card as theirs",
            ("Head", "beats", "card", "mine", None, None, None, None, "card", "theirs"),
        ),
        ("thing", "row 6 seen by nobody", ("Thing", "row", False, None, "nobody", False, (6,))),
        ("thing", "row 3x4 seen by nobody", ("Thing", "row", False, None, "nobody", False, (3, 4))),
        ("thing", "row (n) seen by nobody", ("Thing", "row", False, None, "nobody", False, (("Group", "n"),))),
        ("thing", "pile top seen by everyone", ("Thing", "pile", False, None, "everyone", True, ())),
        ("thing", "player or none", ("Thing", "player", True, None, None, False, ())),
        ("thing", "1..3 starting 2 seen by owner", ("Thing", ("Range", 1, 3), False, 2, "owner", False, ())),
        ("thing", "no/yes", ("Thing", ("Alternatives", ("no", "yes")), False, None, None, False, ())),
        ("row", "2..10", ("RowKey", ("Range", 2, 10))),
        ("row", "else", ("RowKey", None)),
        ("speaker", "Ann cannot", ("Speaker", "Ann", "cannot")),
        ("action", "draw", ("Action", "draw", (), None)),
        ("action", "throw 7S", ("Action", "throw", ((None, ("Contents", ((("Word", "7S", None),),), False)),), None)),
        ("action", "ask n=-7", ("Action", "ask", (("n", ("Contents", ((("Word", "-7", None),),), False)),), None)),
        ("refusal", "draw because empty_stock", ("Action", "draw", (), "empty_stock")),
        ("contents", "none", ("Contents", (), False)),
        ("contents", "…", ("Contents", (), True)),
        ("contents", "joker(6D) ...", ("Contents", ((("Word", "joker", "6D"),),), True)),
        ("contents", "joker(8C/8D)", ("Contents", ((("Word", "joker", "8C/8D"),),), False)),
        ("action", "lay 8C/8D", ("Action", "lay", ((None, ("Contents", ((("Word", "8C/8D", None),),), False)),), None)),
        (
            "action",
            "throw a card=b",
            (
                "Action",
                "throw",
                (
                    (None, ("Contents", ((("Word", "a", None),),), False)),
                    ("card", ("Contents", ((("Word", "b", None),),), False)),
                ),
                None,
            ),
        ),
        ("contents", "2C + 3C", ("Contents", ((("Word", "2C", None),), (("Word", "3C", None),)), False)),
    ],
)
def test_other_sentences(kind: Kind, text: str, expected: object) -> None:
    """Every other place has its node."""
    if expected is None:
        with pytest.raises(CompileError):
            parse_sentence(kind, text)
    else:
        assert shape(parse_sentence(kind, text)) == expected


@pytest.mark.parametrize("text", ["throw …", "throw card=...", "throw a because b", "throw card="])
def test_actions_say_all(text: str) -> None:
    """What a seat does leaves nothing open and gives no reason."""
    with pytest.raises(CompileError):
        parse_sentence("action", text)


def test_places_are_those_of_the_file() -> None:
    """A node's span is where it stands in the whole file, and holds all of it."""
    text = "# é 😀\nwhen: count of hand > (2 + 3)\n"
    start = text.index("count")
    found = parse("expr", Span(SourceFile("x", text), start, len(text) - 1))
    assert isinstance(found, s.Order)
    assert found.span.text == "count of hand > (2 + 3)"
    assert found.left.span.text == "count of hand"
    assert found.right.span.text == "(2 + 3)"
    assert (found.right.span.line, found.right.span.column) == (2, 23)


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("text", ["", " ", "((", "=", "a b c", "é", "1" * 5000, "(" * 400, "a of " * 700 + "a", "\n,"])
def test_failures_are_diagnostics(kind: Kind, text: str) -> None:
    """A sentence that cannot be read is a CompileError that points into it."""
    try:
        parse_sentence(kind, text)
    except CompileError as error:
        found = error.diagnostics[0]
        assert found.code.startswith("E2")
        assert found.span is not None
        assert 0 <= found.span.start <= found.span.end <= len(text)


def test_length_is_bounded() -> None:
    """A sentence as long as a page is refused before it is parsed."""
    with pytest.raises(CompileError, match="E205"):
        parse_sentence("expr", "a and " * 1000 + "a")


@pytest.mark.parametrize("text", ["(" * 90 + "a" + ")" * 90, "a of " * 200 + "b", "1" + "+1" * 300])
def test_depth_is_bounded(text: str) -> None:
    """A sentence nested too deeply for whoever walks it is refused, however it is nested."""
    with pytest.raises(CompileError, match="E206"):
        parse_sentence("expr", text)
