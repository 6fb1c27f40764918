"""Check information that becomes public: values shown at the table, and hidden cards that rules reveal."""

from __future__ import annotations

from functools import partial
from typing import Literal

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.moving import leaks
from croupier_dsl.analysis.visibility import ways
from croupier_dsl.checker.context import Context, attempt, place
from croupier_dsl.checker.properties import read_value
from croupier_dsl.checker.scope import SUBJECT_SLOT, Scope, Slots
from croupier_dsl.errors import meaning, sense, structure
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Declared

SECTIONS = {"variable": "state", "definition": "define", "table": "tables"}
"""The sections whose declarations may be shown."""
Per = Literal["table", "player", "team"]


def shown_of(cx: Context) -> tuple[ir.Shown, ...]:
    """Return the shown values in the order of `show`; report what cannot be shown."""
    found: dict[str, ir.Shown] = {}
    for name in cx.names.ruleset.show:
        if name.text in found:
            cx.diagnostics.add(meaning.value_twice(name.span, name.text))
            continue
        made = attempt(cx, partial(_shown, cx, name))
        if made is not None:
            found[name.text] = made
    return tuple(found.values())


def _shown(cx: Context, name: syntax.Name) -> ir.Shown:
    declared = cx.names.declared.get(name.text)
    if declared is None:
        known = [each.name for each in cx.names.declared.values() if each.sort in SECTIONS]
        raise Invalid(meaning.unknown_name(name.span, name.text, known))
    per = _per(declared)
    if per is None:
        raise Invalid(structure.nothing_to_show(name.span, name.text))
    scope = Scope(slots=Slots(SUBJECT_SLOT + 1))
    subject = None if declared.subject is None else ir.Local(declared.subject, SUBJECT_SLOT, "it")
    value = read_value(cx, declared, subject, name.span, scope if subject is None else scope.about(subject))
    return ir.Shown(f"{SECTIONS[declared.sort]}.{name.text}", per, value, place(name.span))


def _per(declared: Declared) -> Per | None:
    """Return the unit that has one value each (table, player or team); None if no unit does."""
    if declared.sort not in SECTIONS or declared.key is not None or declared.further is not None:
        return None
    if declared.subject is None:
        return "table"
    per: dict[ir.Type, Per] = {ir.PLAYER: "player", ir.TEAM: "team"}
    return per.get(declared.subject)


def warn_of_leaks(rules: ir.Rules, cx: Context) -> None:
    """Warn about each sentence that reveals hidden cards, unless `told` lists it."""
    whole = cx.names.ruleset.name.span
    for each in dict.fromkeys(each for way in ways(rules) for each in leaks(way)):
        cx.diagnostics.add(sense.tells_what_nobody_sees(cx.spans.of(each.expr, whole), each.zone))
