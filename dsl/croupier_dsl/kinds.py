"""The kinds of places for sentences, with their names for people."""

from __future__ import annotations

from typing import Literal

from croupier_dsl.language import later

Kind = Literal[
    "expr",
    "domain",
    "statement",
    "block",
    "each",
    "actors",
    "head",
    "thing",
    "row",
    "speaker",
    "action",
    "done",
    "refusal",
    "fact",
    "contents",
]

SPOKEN: dict[Kind, str] = {
    "expr": later("an expression"),
    "domain": later("a choice"),
    "statement": later("a statement"),
    "block": later("a block's key"),
    "each": later("an `each`"),
    "actors": later("a `by`"),
    "head": later("a declaration"),
    "thing": later("a declaration"),
    "row": later("a row's key"),
    "speaker": later("a seat"),
    "action": later("a move"),
    "done": later("a move"),
    "refusal": later("a move"),
    "fact": later("an expression"),
    "contents": later("a list of its contents"),
}
