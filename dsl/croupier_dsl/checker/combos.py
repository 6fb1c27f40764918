"""Check combos: equal and different attributes, sequences, sizes, and wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.choices import amount_of
from croupier_dsl.checker.context import Context, Poisoned, attempt_each, place
from croupier_dsl.checker.expressions import expression, number_of
from croupier_dsl.checker.filters import truth_of
from croupier_dsl.checker.properties import hear_values
from croupier_dsl.checker.scope import SUBJECT_SLOT, Scope, Slots, of_subject
from croupier_dsl.errors import combos, meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, spelled, ungroup
from croupier_dsl.source import Span

_EARLY = (
    ir.Constant, ir.Nothing, ir.OptionValue, ir.Players, ir.Count, ir.Local, ir.Attribute, ir.TableValue, ir.Defined,
    ir.Not, ir.Logic, ir.Same, ir.IsKind, ir.Within, ir.ListOf, ir.Span, ir.Order, ir.Arithmetic, ir.Negative,
    ir.IfThenElse, ir.Row, ir.Table, ir.Definition, ir.Values, ir.ExtremeValue, ir.Sum,
)  # fmt: skip
"""The parts of a sentence that are known before the deal: options, the number of players, and facts about a card."""


BACKWARDS = "E414"


def combos_declared(cx: Context) -> tuple[ir.Combo, ...]:
    return attempt_each(cx, cx.names.ruleset.combos, partial(combo_of, cx))


def combo_of(cx: Context, written: syntax.Combo) -> ir.Combo:
    name, where = written.name.text, place(written.name.span)
    match written:
        case syntax.Pattern():
            return pattern_of(cx, written)
        case syntax.Either(parts=parts):
            return ir.Either(name, parts_of(cx, written.name, parts), where)
        case syntax.Split(parts=parts, least=least):
            scope = of_subject(ir.CARD)
            return ir.Split(name, parts_of(cx, written.name, parts, arranged=True), number_of(cx, least, scope), where)


def parts_of(cx: Context, name: syntax.Name, written: syntax.Expr, *, arranged: bool = False) -> tuple[str, ...]:
    """Return the combos that another is made of: patterns, or alternatives of patterns, but never the combo itself.
    `arranged`: they are parts of a split."""
    found = spelled(written)
    for word, span in found:
        part = cx.names.combos.get(word)
        if part is None:
            raise Invalid(meaning.unknown_combo(span, word, cx.names.combos))
        if isinstance(part, syntax.Split):
            raise Invalid(sorts.split_is_no_meld(span, word))
        if arranged and (shut := unfit_for_split(cx, part, set())):
            raise Invalid(combos.no_best_split(span, shut))
        if any(found.name.text == name.text for found in alternatives_of(cx, part, set())):
            raise Invalid(structure.defined_by_itself(span, [name.text, word]))
        cx.used.names.add(word)
        cx.references.add_name(span, f"combos.{word}")
    return tuple(word for word, _ in found)


def unfit_for_split(cx: Context, combo: syntax.Combo, seen: set[str]) -> str:
    """Return the name of an alternative with `where` or `of`, which a split cannot have; empty if there is none."""
    shut = (p for p in alternatives_of(cx, combo, seen) if isinstance(p, syntax.Pattern) and (p.whole or p.of))
    return next((pattern.name.text for pattern in shut), "")


def alternatives_of(cx: Context, combo: syntax.Combo, seen: set[str]) -> Iterator[syntax.Combo]:
    """Yield a combo and all its alternatives."""
    yield combo
    if isinstance(combo, syntax.Either) and combo.name.text not in seen:
        seen.add(combo.name.text)
        for word, _ in spelled(combo.parts):
            if word in cx.names.combos:
                yield from alternatives_of(cx, cx.names.combos[word], seen)


def pattern_of(cx: Context, written: syntax.Pattern) -> ir.Pattern:
    name = written.name
    same = tuple(attribute_named(cx, word, span) for word, span in spelled(written.same)) if written.same else ()
    different = None
    if written.different is not None:
        words = spelled(written.different)
        if len(words) != 1:
            raise Invalid(combos.one_attribute_differs(written.different.span))
        different = attribute_named(cx, *words[0])
    along, sequence = (None, ()) if written.sequence is None else sequence_of(cx, written.sequence)
    if not same and different is None and along is None and written.whole is None and written.of is None:
        raise Invalid(combos.pattern_of_nothing(name.span, name.text))
    if written.size is None:
        raise Invalid(combos.pattern_without_size(name.span, name.text))
    smallest, largest = size_of(cx, written.size)
    wild_most = ir.Constant(ir.NUMBER, 0) if written.wilds is None else most_wilds(cx, written.wilds)
    return ir.Pattern(
        name.text, same, different, along, sequence, smallest, largest, wild_most, place(name.span),
        None if written.declared is None else when_declared(cx, written),
        None if written.whole is None else condition_on_all(cx, written),
        "" if written.of is None else combo_grouped(cx, written, written.of, along),
        *((None, "") if written.beside is None else beside_each_group(cx, written, written.beside)),
    )  # fmt: skip


def condition_on_all(cx: Context, written: syntax.Pattern) -> ir.Expr:
    """Return the condition on all cards together, which are the nearest subject; no player asks it."""
    assert written.whole is not None
    scope = Scope(Slots(SUBJECT_SLOT + 1)).about(ir.Local(ir.CARDS, SUBJECT_SLOT, "it"))
    return truth_of(cx, written.whole, scope, "`where`")


def combo_grouped(cx: Context, written: syntax.Pattern, of: syntax.Expr, along: str | None) -> str:
    """Return the name of the combo whose melds form a sequence by the attribute that their cards share."""
    if along is None:
        raise Invalid(combos.groups_without_sequence(of.span, written.name.text))
    word, part = plain_combo(cx, of)
    if part is None or along not in ([] if part.same is None else [name for name, _ in spelled(part.same)]):
        raise Invalid(combos.group_of_what(of.span, word, along))
    return word


def beside_each_group(cx: Context, written: syntax.Pattern, beside: syntax.Expr) -> tuple[ir.Expr | None, str]:
    """Return the number of further cards for each group, or the name of the combo that they form."""
    if written.of is None:
        raise Invalid(combos.beside_no_groups(beside.span, written.name.text))
    bare = ungroup(beside)
    if isinstance(bare, syntax.Name) and bare.text in cx.names.combos:
        word, part = plain_combo(cx, bare)
        if part is None:
            raise Invalid(combos.beside_what(bare.span, word))
        return ir.Constant(ir.NUMBER, 1), word
    number = number_of(cx, beside, Scope())
    require_fixed(cx, number, beside.span)
    return number, ""


def plain_combo(cx: Context, written: syntax.Expr) -> tuple[str, syntax.Pattern | None]:
    """Return the name of a combo, and its pattern if this has no `sequence`, `where` and `of`; else None."""
    words = spelled(written)
    word, span = words[0]
    if len(words) > 1 or word not in cx.names.combos:
        raise Invalid(meaning.unknown_combo(span, "/".join(word for word, _ in words), cx.names.combos))
    cx.used.names.add(word)
    cx.references.add_name(span, f"combos.{word}")
    part = cx.names.combos[word]
    fits = isinstance(part, syntax.Pattern) and not (part.sequence or part.whole or part.of)
    return word, part if fits and isinstance(part, syntax.Pattern) else None


def when_declared(cx: Context, written: syntax.Pattern) -> ir.Expr:
    """Return the condition under which a wild card represents one kind from the time that it is laid; options may
    decide."""
    assert written.declared is not None
    if written.wilds is None:
        raise Invalid(combos.declared_without_wilds(written.declared.span, written.name.text))
    meant = truth_of(cx, written.declared, Scope(), "`declared`")
    require_fixed(cx, meant, written.declared.span)
    return meant


def attribute_named(cx: Context, word: str, span: Span) -> str:
    if word not in cx.names.attributes:
        raise Invalid(meaning.unknown_attribute(span, word, cx.names.attributes))
    cx.used.names.add(word)
    cx.references.add_name(span, f"cards.attributes.{word}")
    return word


def size_of(cx: Context, written: syntax.Expr) -> tuple[ir.Expr, ir.Expr | None]:
    smallest, largest = amount_of(cx, written, Scope())
    for bound in (smallest, largest):
        if bound is not None:
            require_fixed(cx, bound, written.span)
    return smallest, largest


# ------------------------------------------------------------ sequences


def sequence_of(cx: Context, written: syntax.Expr) -> tuple[str, tuple[ir.SequencePlaces, ...]]:
    """Return the attribute that forms the sequence, and the places of its values, one set for each value of the
    options."""
    bare = ungroup(written)
    if not isinstance(bare, syntax.IfThenElse):
        along, words = runs_along(cx, bare)
        return along, (ir.SequencePlaces(None, values_of(cx, along, words)),)
    condition = truth_of(cx, bare.condition, Scope(), later("the condition after `if`"))
    require_fixed(cx, condition, bare.condition.span)
    along, then = sequence_of(cx, bare.then)
    other, otherwise = sequence_of(cx, bare.otherwise)
    if along != other:
        raise Invalid(combos.sequences_differ(bare.otherwise.span, along, other))
    guarded = tuple(ir.SequencePlaces(_both(condition, s.condition), s.values) for s in then)
    return along, (*guarded, *otherwise)


def runs_along(cx: Context, written: syntax.Expr) -> tuple[str, list[str]]:
    """Return the one attribute that has all values of the sequence, and the values."""
    fitting: list[tuple[str, list[str]]] = []
    trouble: Invalid | None = None
    for name, values in cx.names.attributes.items():
        try:
            words = [word for word, _ in spelled(written, values)]
        except Invalid as invalid:
            trouble = invalid if invalid.diagnostic.code == BACKWARDS else trouble
            continue
        if set(words) <= set(values):
            fitting.append((name, words))
    if len(fitting) == 1:
        cx.used.names.add(fitting[0][0])
        hear_values(cx, written, ir.Type("enum", fitting[0][0]))
        return fitting[0]
    if not fitting and trouble is not None:
        raise trouble
    raise Invalid(combos.sequence_of_what(written.span, [name for name, _ in fitting], list(cx.names.attributes)))


def values_of(cx: Context, along: str, words: list[str]) -> tuple[int, ...]:
    """Return the words of an attribute as values: numbers, or indices into its list of words."""
    if along in cx.names.number_values:
        return tuple(map(int, words))
    return tuple(map(cx.names.attributes[along].index, words))


# ------------------------------------------------------------ wilds


def most_wilds(cx: Context, written: syntax.Expr) -> ir.Expr:
    """Return the greatest allowed number of wild cards, from a range or a table of ranges; without an upper end, any
    number."""
    cards = cx.names.ruleset.cards
    if cards is None or cards.wild is None:
        raise Invalid(sorts.nothing_is_wild(written.span))
    scope = of_subject(ir.MELD)
    meant = expression(cx, written, scope, ir.NUMBER)
    return upper_end(cx, meant, written.span)


def upper_end(cx: Context, meant: ir.Expr, span: Span) -> ir.Expr:
    """Return the upper end of a range of numbers, as a conditional expression if a condition chooses the range."""
    match meant:
        case ir.Span(low=ir.Constant(value=low)) if low == 0 and meant.type.many:
            return meant.high if meant.high is not None else ir.Nothing(ir.NUMBER)
        case ir.ListOf(items=(item,)):
            return upper_end(cx, item, span)
        case ir.IfThenElse():
            return ir.IfThenElse(
                ir.NUMBER, meant.condition, upper_end(cx, meant.then, span), upper_end(cx, meant.otherwise, span)
            )
        case ir.TableValue(name=name, further=None):
            table = cx.definitions.made.get(name)
            if not isinstance(table, ir.Table):
                raise Poisoned
            return by_rows(cx, table, span)
    if meant.type == ir.NUMBER:
        return meant
    raise Invalid(combos.wilds_of_what(span))


def by_rows(cx: Context, table: ir.Table, span: Span) -> ir.Expr:
    """Return a table of ranges as a chain of conditional expressions for the upper ends; its subject stays in
    slot 1."""
    found: ir.Expr = ir.Nothing(ir.NUMBER)
    for row in sorted(table.rows, key=lambda row: row.keys is not None):
        end = upper_end(cx, row.value, span)
        if row.keys is None:
            found = end
            continue
        for key in reversed(row.keys):
            value = ir.Constant(table.key.type, bool(key) if table.key.type == ir.TRUTH else key)
            found = ir.IfThenElse(ir.NUMBER, ir.Same(ir.TRUTH, table.key, value), end, found)
        if row.onward is not None:
            least = ir.Constant(table.key.type, row.onward)
            found = ir.IfThenElse(ir.NUMBER, ir.Order(ir.TRUTH, ">=", table.key, least), end, found)
    return found


# ------------------------------------------------------------ values fixed before play


def require_fixed(cx: Context, meant: ir.Expr, span: Span, options: set[str] | None = None) -> None:
    """Report a sentence that play can change; `options`: the only options that it may read."""
    late = changed_in_play(cx, meant, set())
    if late is not None:
        raise Invalid(structure.not_fixed(cx.spans.of(late, span)))
    if options is not None:
        for part in nodes(meant):
            name = option_not_among(cx, part, options, set())
            if name is not None:
                by = part.name if isinstance(part, ir.Defined | ir.TableValue) else None
                raise Invalid(structure.option_read_too_early(cx.spans.of(part, span), name, by))


def option_not_among(cx: Context, part: object, options: set[str], seen: set[str]) -> str | None:
    """Return an option, other than the given ones, that the part reads directly or through tables and definitions; None
    if there is none."""
    if isinstance(part, ir.OptionValue):
        return None if part.name in options else part.name
    if not isinstance(part, ir.Defined | ir.TableValue) or part.name in seen:
        return None
    seen.add(part.name)
    inside = (option_not_among(cx, inner, options, seen) for inner in nodes(cx.definitions.made.get(part.name)))
    return next((name for name in inside if name is not None), None)


def changed_in_play(cx: Context, meant: object, seen: set[str]) -> object | None:
    for part in nodes(meant):
        if not isinstance(part, _EARLY) or (isinstance(part, ir.Local) and part.slot == 0):
            return part
        if isinstance(part, ir.Defined | ir.TableValue) and part.name not in seen:
            seen.add(part.name)
            if changed_in_play(cx, cx.definitions.made.get(part.name), seen) is not None:
                return part
    return None


def _both(first: ir.Expr, second: ir.Expr | None) -> ir.Expr:
    return first if second is None else ir.Logic(ir.TRUTH, "and", (first, second))
