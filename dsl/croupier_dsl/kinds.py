"""The kinds of places that a sentence can stand in, with their names for people."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "expr", "domain", "statement", "block", "actors", "head", "thing", "row", "speaker", "action", "refusal", "contents"
]

SPOKEN: dict[Kind, str] = {
    "expr": "an expression",
    "domain": "a choice",
    "statement": "a statement",
    "block": "a block's key",
    "actors": "a `by`",
    "head": "a declaration",
    "thing": "a declaration",
    "row": "a row's key",
    "speaker": "a seat",
    "action": "a move",
    "refusal": "a move",
    "contents": "a list of what lies there",
}
