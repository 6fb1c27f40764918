"""Messages are described once, in Python: requests are read by their types, and those of the page are made of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

import pytest

from croupier.web import Malformed, at_most, message, within
from croupier.web.wire import fits
from tests.web.typescript import SOURCES, pages


@pytest.mark.parametrize("name", pages())
def test_the_types_of_the_page_are_up_to_date(name: str) -> None:
    """CROUPIER_UPDATE=1 writes them."""
    if os.environ.get("CROUPIER_UPDATE"):
        (SOURCES / name).write_text(pages()[name], encoding="utf-8")
    assert (SOURCES / name).read_text(encoding="utf-8") == pages()[name]


class Inner(TypedDict):
    a: int
    b: NotRequired[str]


class Pair(NamedTuple):
    left: int
    right: str | None


@dataclass(frozen=True)
class Asked:
    number: Annotated[int, within(0, 9)]
    words: Annotated[tuple[str, ...], at_most(2)]
    kind: Literal["x", "y"] = "x"
    inner: Inner | None = None
    pairs: tuple[tuple[int, str], ...] = ()
    half: float = 0.5


GOOD = {"type": "ask", "number": 3, "words": ["a"]}


def test_a_message_is_read_by_its_types() -> None:
    more = {**GOOD, "kind": "y", "inner": {"a": 1}, "pairs": [[1, "p"]], "half": 2}
    assert message(GOOD, {"ask": Asked}) == Asked(3, ("a",))
    assert message(more, {"ask": Asked}) == Asked(3, ("a",), "y", {"a": 1}, ((1, "p"),), 2.0)


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"number": True}, "number"), ({"number": 10}, "number"), ({"number": "3"}, "number"),
        ({"words": "a"}, "words"), ({"half": None}, "half"), ({"half": 10**400}, "half"),
        ({"words": ["a", 1]}, "words.1"), ({"words": ["a"] * 3}, "words"), ({"kind": "z"}, "kind"),
        ({"more": 1}, "more"),
        ({"inner": {"b": "c"}}, "inner.a"), ({"pairs": [[1]]}, "pairs.0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_its_place(wrong: dict[str, object], place: str) -> None:
    with pytest.raises(Malformed, match=rf"^`{place}` of a message `ask`"):
        message({**GOOD, **wrong}, {"ask": Asked})


def test_what_is_missing_or_unknown_is_refused() -> None:
    with pytest.raises(Malformed, match=r"^`words` of"):
        message({"type": "ask", "number": 3}, {"ask": Asked})
    for said in ({}, {"type": "tell"}, {"type": ["ask"]}):
        with pytest.raises(Malformed, match=r"^unknown message$"):
            message(said, {"ask": Asked})


def test_named_tuples_are_objects() -> None:
    assert fits(list[Pair], [{"left": 1, "right": None}]) == ""
    assert fits(list[Pair], [{"left": 1}]) == "0.right"
