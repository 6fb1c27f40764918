"""Check definitions and tables, each on its first use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import locals_read
from croupier_dsl.checker.context import Context, Poisoned, attempt, free, place
from croupier_dsl.checker.conversion import common_type, element, fit, values_hint
from croupier_dsl.checker.expressions import expression, measured
from croupier_dsl.checker.extent import DEEPEST
from croupier_dsl.checker.properties import hear_values, speaks_of_me
from croupier_dsl.checker.scope import FURTHER_SLOT, Scope, of_both, of_subject
from croupier_dsl.errors import keys as key_errors
from croupier_dsl.errors import meaning, sense, sorts, structure
from croupier_dsl.literals import Invalid, is_number, spelled, ungroup
from croupier_dsl.resolver import Declared, Names
from croupier_dsl.source import Span

_WORD = re.compile(r"\w+")
MOST_BUSY = 10
"""The most definitions that may be under construction at a time; only circular ones nest so deeply."""


def type_of(cx: Context, declared: Declared, span: Span) -> ir.Type:
    if declared.type is not None:
        return declared.type
    if declared.sort not in ("table", "definition"):
        raise Poisoned
    if declared.name in cx.definitions.waiting:
        raise Invalid(
            structure.defined_by_itself(
                span, [*cx.definitions.waiting[cx.definitions.waiting.index(declared.name) :], declared.name]
            )
        )
    made = make(cx, declared)
    if made is None:
        raise Poisoned
    return made.type


def make(cx: Context, declared: Declared) -> ir.Table | ir.Definition | None:
    """Return the table or definition of this name; None if its sentences have errors."""
    if declared.name not in cx.definitions.made:
        if len(cx.definitions.waiting) >= MOST_BUSY:
            raise Invalid(structure.too_deep_with_all(declared.span, DEEPEST))
        depth, cx.progress.depth = cx.progress.depth, 0
        cx.definitions.waiting.append(declared.name)
        cx.definitions.made[declared.name] = attempt(cx, lambda: meaning_of(cx, declared))
        cx.definitions.waiting.pop()
        cx.progress.depth = depth
        speaks_of_me(cx, declared.name)
    return cx.definitions.made[declared.name]


def meaning_of(cx: Context, declared: Declared) -> ir.Table | ir.Definition:
    """Return the meaning of a declaration, and note its size."""
    if declared.sort == "table":
        table = table_of(cx, declared)
        cx.definitions.extents[declared.name] = measured(cx, (table.key, table.rows), declared.span)
        return table
    definition = definition_of(cx, declared)
    cx.definitions.extents[declared.name] = measured(cx, definition.body, declared.span)
    return definition


def make_definitions(cx: Context) -> None:
    """Check all tables and definitions, first those that use no others, so that few are under construction at a
    time."""
    waiting = {name: each for name, each in cx.names.declared.items() if each.sort in ("table", "definition")}
    uses = {name: words_in(cx, each) & waiting.keys() for name, each in waiting.items()}
    users: dict[str, list[str]] = {}
    for name, used in uses.items():
        for each in used:
            users.setdefault(each, []).append(name)
    ready = [name for name, used in uses.items() if not used]
    for name in ready:  # grows while it is gone through
        make(cx, waiting.pop(name))
        for user in users.get(name, ()):
            uses[user].discard(name)
            if not uses[user]:
                ready.append(user)
    for left in waiting.values():  # those that reach themselves, and what uses them
        attempt(cx, partial(partial(make, cx), left))


def words_in(cx: Context, declared: Declared) -> set[str]:
    """Return the words of a declaration, including the names that it uses."""
    if declared.sort == "definition":
        return set(_WORD.findall(cx.names.definitions[declared.name].body.span.text))
    table = cx.names.tables[declared.name]
    key = () if table.head.key is None else (table.head.key.span.text,)
    return set(_WORD.findall(" ".join((*key, *(row.value.span.text for row in table.rows)))))


def definition_of(cx: Context, declared: Declared) -> ir.Definition:
    written = cx.names.definitions[declared.name]
    if written.head.key is not None:
        raise Invalid(structure.by_without_rows(written.head.key.span, declared.name))
    refuse_place(written.head)
    if written.head.keys is not None:
        raise Invalid(key_errors.about_any(written.head.keys.span, declared.name))
    scope = scope_about(cx, written.head)
    body = expression(cx, written.body, scope)
    require_names_read(cx, written.head, scope)
    if body.type == ir.NONE:
        raise Invalid(sorts.no_type(written.body.span))
    require_further_read(cx, written.head, body)
    where = place(declared.span)
    return ir.Definition(declared.name, declared.subject, body.type, body, where, declared.further)


def subject_type(cx: Context, head: syntax.Head) -> ir.Type | None:
    """Return the type of the subject of a declaration; an error in it has been reported already."""
    if head.keys is not None:
        if head.subject is not None:
            raise Invalid(key_errors.one_subject(head.subject.span, head.name.text))
        return cx.names.key_type(head.keys)
    return noun_type(cx, head.subject)


def noun_type(cx: Context, name: syntax.Name | None) -> ir.Type | None:
    """Return the type that a word of a declaration names; an error in it has been reported already."""
    if name is None:
        return None
    found = cx.names.noun(name.text)
    if found is None:
        raise Poisoned
    return found


def scope_about(cx: Context, head: syntax.Head) -> Scope:
    """Return the scope of a sentence of the declaration: the current player, and the subject by its name if it
    has one."""
    type, further = subject_type(cx, head), noun_type(cx, head.further)
    alias, other = head.alias or head.keys_alias, head.further_alias
    scope = of_subject(type, "it" if alias is None else free(alias, cx.names).text)
    if further is not None and head.further is not None:
        if type is None:
            raise Invalid(sorts.for_comes_behind(head.further.span, head.name.text, head.further.text))
        if other is None and common_type(element(type), element(further)) is not None:
            raise Invalid(sorts.further_hidden(head.further.span, head.further.text, type))
        scope = of_both(scope.subjects[0], further, "" if other is None else free(other, cx.names).text)
    for name, subject in zip((alias, other), reversed(scope.subjects), strict=False):
        if name is not None and name.text in scope.names:
            raise Invalid(meaning.declared_twice(name.span, name.text, None))
        cx.references.declare(subject, name)
        scope = scope if name is None else scope.knowing(name.text, subject)
    return scope


def require_names_read(cx: Context, head: syntax.Head, scope: Scope) -> None:
    """Report a name that the declaration gives to its subject and that no sentence reads."""
    for alias in (head.alias, head.keys_alias, head.further_alias):
        if alias is not None and id(scope.names[alias.text]) not in cx.used.given:
            cx.diagnostics.add(structure.name_said_nowhere(alias.span, alias.text))


def require_further_read(cx: Context, head: syntax.Head, body: object) -> None:
    """Report a second subject (`for`), or its name, that no sentence reads."""
    if head.further is not None and head.further_alias is None and FURTHER_SLOT not in locals_read(body):
        cx.diagnostics.add(sorts.further_never_read(head.further.span, head.name.text, head.further.text))


def require_bare_head(head: syntax.Head) -> None:
    if head.key is not None:
        raise Invalid(structure.by_without_rows(head.key.span, head.name.text))
    if head.further is not None:
        raise Invalid(sorts.takes_nothing_more(head.further.span, head.name.text))


def refuse_place(head: syntax.Head) -> None:
    if head.place is not None:
        raise Invalid(structure.place_only_for_state(head.place.span))


# ------------------------------------------------------------ tables


def table_of(cx: Context, declared: Declared) -> ir.Table:
    written = cx.names.tables[declared.name]
    refuse_place(written.head)
    scope = scope_about(cx, written.head)
    key = key_of(cx, written.head, scope)
    listed = None if written.head.keys is None else set(keys_named(cx, written.head.keys, key.type))
    domain = listed or values_of(cx.names, cx.players, key)
    rows = rows_of(cx, written, key.type, domain, scope)
    require_names_read(cx, written.head, scope)
    require_further_read(cx, written.head, (key, tuple(row.value for row, _ in rows)))
    check_coverage(cx, declared, domain, key.type, rows)
    if listed is not None:  # `else` is the rest of these
        rest = tuple(sorted(listed.difference(*(row.keys for row, _ in rows if row.keys is not None))))
        rows = [(replace(row, keys=rest) if row.keys is None else row, said) for row, said in rows]
    type = ir.NONE
    for row, said in rows:
        common, span = common_type(type, row.value.type), said.value.span
        if common is None:
            raise Invalid(sorts.types_differ(span, type, row.value.type, values_hint(cx, type, row.value.type)))
        type = common
    if type == ir.NONE:
        raise Invalid(sorts.no_type(declared.span))
    fitted = tuple(replace(row, value=fit(cx, row.value, type, said.value.span, scope)) for row, said in rows)
    where = place(declared.span)
    return ir.Table(declared.name, declared.subject, type, key, fitted, where, declared.further)


def key_of(cx: Context, head: syntax.Head, scope: Scope) -> ir.Expr:
    """Return the key of a table: the expression after `by`, or the number or word that it is about."""
    if head.key is None:
        key: ir.Expr | None = scope.subjects[-1] if scope.subjects else None
        if key is None or not _is_key(key.type):
            raise Invalid(structure.table_without_key(head.name.span, head.name.text))
        return key
    if head.keys is not None:
        raise Invalid(key_errors.about_any(head.keys.span, head.name.text))
    key = expression(cx, head.key, scope)
    if not _is_key(key.type):
        raise Invalid(structure.key_of_what(head.key.span, key.type))
    return key


def rows_of(
    cx: Context, table: syntax.Table, key: ir.Type, domain: set[int] | None, scope: Scope
) -> list[tuple[ir.Row, syntax.Row]]:
    """Return each row with its source, in the written order; a range of keys with a range of values is split into
    pairs."""
    want: ir.Type | None = None
    meant: dict[int, list[ir.Row]] = {}
    numbers_last = sorted(
        enumerate(table.rows), key=lambda pair: isinstance(ungroup(pair[1].value), syntax.Number | syntax.Nothing)
    )
    for number, row in numbers_last:
        keys, onward = (None, None) if row.key.keys is None else row_keys(cx, row.key.keys, key, domain)
        value = expression(cx, row.value, scope, want)
        one = ir.Row(keys, value, place(row.value.span), " ".join(row.key.span.text.split()), onward)
        if keys is not None and isinstance(row.key.keys, syntax.Range) and isinstance(value, ir.Span):
            if onward is not None:
                raise Invalid(structure.rows_without_end(row.value.span))
            values = rows_paired(row, keys, value)
            meant[number] = [replace(one, keys=(k,), value=v) for k, v in zip(keys, values, strict=True)]
        else:
            meant[number] = [one]
        if want is None and value.type not in (ir.NONE, ir.NUMBER):
            want = element(value.type) if len(meant[number]) > 1 else value.type
    return [(one, table.rows[n]) for n in range(len(table.rows)) for one in meant[n]]


def rows_paired(row: syntax.Row, keys: tuple[int, ...], value: ir.Span) -> list[ir.Expr]:
    low, high = value.low, value.high
    ends = isinstance(row.key.keys, syntax.Range) and row.key.keys.high is not None
    if high is None and not ends and isinstance(low, ir.Constant):
        high = replace(low, value=low.value + len(keys) - 1)  # both go on as far as there are keys
    if not (isinstance(low, ir.Constant) and isinstance(high, ir.Constant)):
        raise Invalid(structure.rows_cannot_be_paired(row.value.span))
    values = range(low.value, high.value + 1)
    if len(values) != len(keys):
        raise Invalid(structure.rows_differ_in_length(row.value.span, len(keys), len(values)))
    return [ir.Constant(low.type, v) for v in values]


def row_keys(
    cx: Context, written: syntax.Expr, type: ir.Type, domain: set[int] | None
) -> tuple[tuple[int, ...], int | None]:
    """Return the keys of a row, and the start of an open range if the possible keys are unknown."""
    bare = ungroup(written)
    items = bare.items if isinstance(bare, syntax.Alternatives) else (bare,)
    found: list[int] = []
    onward: tuple[int, Span] | None = None
    for item in map(ungroup, items):
        if not isinstance(item, syntax.Range) or item.high is not None:
            found += keys_named(cx, item, type)
            continue
        (least,) = keys_named(cx, item.low, type)
        if type.enum or type == ir.TRUTH:
            domain = set(range(len(cx.names.values(type)) if type.enum else 2))
        if domain is None and onward is not None:
            raise Invalid(structure.row_twice(item.span, spell_key(cx, max(least, onward[0]), type), onward[1]))
        if domain is None:
            onward = least, item.span
            continue
        rest = sorted(key for key in domain if key >= least)
        if not rest:
            cx.diagnostics.add(sense.row_never_applies(item.span, " ".join(item.span.text.split())))
        found += rest
    return tuple(found), None if onward is None else onward[0]


def keys_named(cx: Context, written: syntax.Expr, type: ir.Type) -> tuple[int, ...]:
    """Return the keys of a row as numbers or indices."""
    full = ("no", "yes") if type == ir.TRUTH else cx.names.values(type)
    found: list[int] = []
    hear_values(cx, written, type)
    for word, span in spelled(written, full):
        if full and word in full:
            found.append(full.index(word))
        elif not full and is_number(word):
            found.append(int(word))
        else:
            raise Invalid(meaning.not_a_value(span, word, full))
    return tuple(found)


def check_coverage(
    cx: Context,
    declared: Declared,
    domain: set[int] | None,
    type: ir.Type,
    rows: Sequence[tuple[ir.Row, syntax.Row]],
) -> None:
    """Report keys that occur twice, are missing although the keys are known, or are never looked up."""
    seen: dict[int, Span] = {}
    onward: tuple[int, Span] | None = None
    for row, said in rows:
        for k in row.keys or ():
            if k in seen:
                raise Invalid(structure.row_twice(said.key.span, spell_key(cx, k, type), seen[k]))
            seen[k] = said.key.span
        if row.onward is not None and onward is not None:
            both = spell_key(cx, max(row.onward, onward[0]), type)
            raise Invalid(structure.row_twice(said.key.span, both, onward[1]))
        if row.onward is not None:
            onward = row.onward, said.key.span
    for k in sorted(k for k in seen if onward is not None and k >= onward[0]):
        assert onward is not None
        first, second = sorted((seen[k], onward[1]), key=lambda span: span.start)
        raise Invalid(structure.row_twice(second, spell_key(cx, k, type), first))
    if domain is None:
        return
    complete = any(row.keys is None for row, _ in rows)
    if not complete and domain - set(seen):
        missing = [spell_key(cx, k, type) for k in sorted(domain - set(seen))]
        raise Invalid(structure.rows_missing(declared.span, declared.name, missing))
    for k in sorted(set(seen) - domain):
        cx.diagnostics.add(sense.row_never_applies(seen[k], spell_key(cx, k, type)))


def spell_key(cx: Context, key: int, type: ir.Type) -> str:
    if type == ir.TRUTH:
        return ("no", "yes")[key]
    return cx.names.values(type)[key] if type.enum else str(key)


def _is_key(type: ir.Type) -> bool:
    """Return whether a value of this type can be the key of a table."""
    return not type.many and (bool(type.enum) or type in (ir.NUMBER, ir.TRUTH))


LARGEST_KEY = 500


def values_of(names: Names, players: tuple[int, ...], key: ir.Expr) -> set[int] | None:
    """Return all possible values of the key of a table; None if they are unknown."""
    if isinstance(key, ir.RoleAttribute):
        return None
    if key.type.enum:
        return set(range(len(names.values(key.type))))
    if key.type == ir.TRUTH:
        return {0, 1}
    match key:
        case ir.Count(collection=ir.Players()):
            return set(players)
        case ir.Attribute(name=name) if name in names.number_values:
            return set(names.number_values[name])
        case ir.Arithmetic(op="mod", right=ir.Constant(value=value)) if 0 < value <= LARGEST_KEY:
            return set(range(value))
        case ir.OptionValue(name=name) if name in names.options:
            return _listed(names.options[name].thing.sort)
        case ir.StageCount(stage=stage) if stage in names.stages:
            return _performances(names, names.stages[stage].stage)
    return None


def _listed(sort: syntax.Expr) -> set[int] | None:
    """Return the numbers that a type lists; None if it has an open end."""
    try:
        found = {int(word) for word, _ in spelled(sort) if is_number(word)}
    except Invalid:
        return None
    return found if found and max(found) <= LARGEST_KEY else None


def _performances(names: Names, stage: syntax.Stage) -> set[int] | None:
    """Return the iteration numbers of a stage if `times` is a number or an option; else None."""
    times = ungroup(stage.times) if stage.times is not None else None
    if isinstance(times, syntax.Number):
        return set(range(1, times.value + 1)) if times.value <= LARGEST_KEY else None
    if isinstance(times, syntax.Name) and times.text in names.options:
        listed = _listed(names.options[times.text].thing.sort)
        return set(range(1, max(listed) + 1)) if listed else None
    return None
