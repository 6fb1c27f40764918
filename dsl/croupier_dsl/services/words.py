"""The names of sorts of parts, for people."""

from __future__ import annotations

from croupier_dsl.language import later

SORTS = {
    "ruleset": later("ruleset"), "section": later("section"), "option": later("option"), "value": later("value"),
    "attributes": later("attributes"), "words": later("attribute"), "table": later("table"), "row": later("row"),
    "zone": later("zone"), "variable": later("state"), "definition": later("definition"), "combo": later("combo"),
    "effect": later("effect"), "stage": later("stage"), "move": later("move"), "trigger": later("rule"),
    "condition": later("condition"), "choice": later("choice"), "list": later("list of statements"),
    "label": later("label"), "statement": later("statement"), "preset": later("preset"), "text": later("text"),
    "score": later("score"), "steps": later("steps"),
}  # fmt: skip
"""By the sort of a part, in the words of `parts`."""
OF_SECTIONS = {
    "clauses": later("clause"), "rulings": later("ruling"), "questions": later("question"), "books": later("book"),
    "scenarios": later("scenario"),
}  # fmt: skip
"""The sort of parts in a section that has only one."""
