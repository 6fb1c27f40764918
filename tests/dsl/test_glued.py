"""Two words written as one are no sentence, wherever Lark would split them."""

from __future__ import annotations

import pytest

from croupier_dsl import CompileError
from croupier_dsl.kinds import Kind
from croupier_dsl.parser import parse_sentence


@pytest.mark.parametrize(
    ("kind", "text", "word"),
    [
        ("statement", "move hand todiscard", "todiscard"),
        ("statement", "add x total", "total"),
        ("statement", "move hand to discard fromleader", "fromleader"),
        ("expr", "count ofhand", "ofhand"),
        ("expr", "a isb", "isb"),
        ("expr", "a isnot b", "isnot"),
        ("expr", "a andb", "andb"),
        ("expr", "hand wherex", "wherex"),
        ("block", "for eachof players", "eachof"),
        ("thing", "number starting3", "starting3"),
        ("head", "points ofcard by rank", "ofcard"),
    ],
)
def test_two_words_in_one(kind: Kind, text: str, word: str) -> None:
    """The error is at the whole word."""
    with pytest.raises(CompileError) as caught:
        parse_sentence(kind, text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E200"
    assert word in diagnostic.message


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("expr", "(hand)of me"),
        ("expr", "top(1)of stock"),
        ("expr", "offer of tomorrow"),
        ("action", "ask wanted=7 who=Bob"),
        ("refusal", "play 7S because follow-suit"),
        ("speaker", "Bob can"),
        ("contents", "7S joker(8C/8D) + row:7"),
        ("expr", "-3_blue is blue_-3"),
        ("thing", "row 3x4 seen by everyone"),
    ],
)
def test_words_beside_signs(kind: Kind, text: str) -> None:
    """Signs part words, and a name may begin like a word of the language."""
    parse_sentence(kind, text)
