"""Patterns of cards: what is alike, what runs in sequence, how many, how many of them wild."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Poisoned, place
from croupier_dsl.checker.scope import SUBJECT_SLOT, Scope, Slots, of_subject
from croupier_dsl.checker.stages import Stages
from croupier_dsl.errors import combos, meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, spelled, ungroup
from croupier_dsl.source import Span

_EARLY = (
    ir.Constant, ir.Nothing, ir.OptionValue, ir.Players, ir.Count, ir.Local, ir.Attribute, ir.TableValue, ir.Defined,
    ir.Not, ir.Logic, ir.Same, ir.IsKind, ir.Within, ir.ListOf, ir.Span, ir.Order, ir.Arithmetic, ir.Negative,
    ir.IfThenElse, ir.Row, ir.Table, ir.Definition, ir.Values, ir.ExtremeValue, ir.Sum,
)  # fmt: skip
"""What can be known before the first card is dealt: options, the number of players, and what a card is."""


BACKWARDS = "E414"


class Combos(Stages):
    """Layer 11: combos."""

    def combos(self) -> tuple[ir.Combo, ...]:
        return self.each(self.names.ruleset.combos, self.combo)

    def combo(self, written: syntax.Combo) -> ir.Combo:
        name, where = written.name.text, place(written.name.span)
        match written:
            case syntax.Pattern():
                return self.pattern(written)
            case syntax.Either(parts=parts):
                return ir.Either(name, self.parts(written.name, parts), where)
            case syntax.Split(parts=parts, least=least):
                scope = of_subject(ir.CARD)
                return ir.Split(
                    name, self.parts(written.name, parts, arranged=True), self.number_of(least, scope), where
                )

    def parts(self, name: syntax.Name, written: syntax.Expr, *, arranged: bool = False) -> tuple[str, ...]:
        """The combos that another is made of: patterns, or choices among patterns, never itself. `arranged`: are they
        those of a split, into which cards are arranged?"""
        found = spelled(written)
        for word, span in found:
            part = self.names.combos.get(word)
            if part is None:
                raise Invalid(meaning.unknown_combo(span, word, self.names.combos))
            if isinstance(part, syntax.Split):
                raise Invalid(sorts.split_is_no_meld(span, word))
            if arranged and (shut := self.shut(part, set())):
                raise Invalid(combos.no_best_split(span, shut))
            if self.reaches(part, name.text, set()):
                raise Invalid(structure.defined_by_itself(span, [name.text, word]))
            self.read_names.add(word)
            self.heard.named(span, f"combos.{word}")
        return tuple(word for word, _ in found)

    def reaches(self, combo: syntax.Combo, name: str, seen: set[str]) -> bool:
        return any(found.name.text == name for found in self.alternatives(combo, seen))

    def shut(self, combo: syntax.Combo, seen: set[str]) -> str:
        """The combo among the parts of one that is no matter of what belongs together; empty if there is none."""
        shut = (p for p in self.alternatives(combo, seen) if isinstance(p, syntax.Pattern) and (p.whole or p.of))
        return next((pattern.name.text for pattern in shut), "")

    def alternatives(self, combo: syntax.Combo, seen: set[str]) -> Iterator[syntax.Combo]:
        """A combo and all that it is a choice among."""
        yield combo
        if isinstance(combo, syntax.Either) and combo.name.text not in seen:
            seen.add(combo.name.text)
            for word, _ in spelled(combo.parts):
                if word in self.names.combos:
                    yield from self.alternatives(self.names.combos[word], seen)

    def pattern(self, written: syntax.Pattern) -> ir.Pattern:
        name = written.name
        same = tuple(self.attribute(word, span) for word, span in spelled(written.same)) if written.same else ()
        different = None
        if written.different is not None:
            words = spelled(written.different)
            if len(words) != 1:
                raise Invalid(combos.one_attribute_differs(written.different.span))
            different = self.attribute(*words[0])
        along, sequence = (None, ()) if written.sequence is None else self.sequence(written.sequence)
        if not same and different is None and along is None and written.whole is None and written.of is None:
            raise Invalid(combos.pattern_of_nothing(name.span, name.text))
        if written.size is None:
            raise Invalid(combos.pattern_without_size(name.span, name.text))
        smallest, largest = self.size(written.size)
        wild_most = ir.Constant(ir.NUMBER, 0) if written.wilds is None else self.wilds(written.wilds)
        return ir.Pattern(
            name.text, same, different, along, sequence, smallest, largest, wild_most, place(name.span),
            None if written.declared is None else self.declared(written),
            None if written.whole is None else self.of_all(written),
            "" if written.of is None else self.grouped(written, written.of, along),
            *((None, "") if written.beside is None else self.further(written, written.beside)),
        )  # fmt: skip

    def of_all(self, written: syntax.Pattern) -> ir.Expr:
        """What has to hold of all the cards, which are the nearest subject: nobody in particular asks it."""
        assert written.whole is not None
        if written.wilds is not None:
            raise Invalid(combos.wilds_beside_where(written.wilds.span, written.name.text))
        scope = Scope(Slots(SUBJECT_SLOT + 1)).about(ir.Local(ir.CARDS, SUBJECT_SLOT, "it"))
        return self.truth(written.whole, scope, "`where`")

    def grouped(self, written: syntax.Pattern, of: syntax.Expr, along: str | None) -> str:
        """The combo whose melds stand in sequence, each at the place of what all its cards share."""
        if along is None:
            raise Invalid(combos.groups_without_sequence(of.span, written.name.text))
        word, part = self.plain_combo(of)
        if part is None or along not in ([] if part.same is None else [name for name, _ in spelled(part.same)]):
            raise Invalid(combos.group_of_what(of.span, word, along))
        return word

    def further(self, written: syntax.Pattern, beside: syntax.Expr) -> tuple[ir.Expr | None, str]:
        """How many further cards there are for each group, or which combo one meld of."""
        if written.of is None:
            raise Invalid(combos.beside_no_groups(beside.span, written.name.text))
        bare = ungroup(beside)
        if isinstance(bare, syntax.Name) and bare.text in self.names.combos:
            word, part = self.plain_combo(bare)
            if part is None:
                raise Invalid(combos.beside_what(bare.span, word))
            return ir.Constant(ir.NUMBER, 1), word
        number = self.number_of(beside, Scope())
        self.fixed_early(number, beside.span)
        return number, ""

    def plain_combo(self, written: syntax.Expr) -> tuple[str, syntax.Pattern | None]:
        """A combo by its name, if it only says which cards belong together; one that does not is None."""
        words = spelled(written)
        word, span = words[0]
        if len(words) > 1 or word not in self.names.combos:
            raise Invalid(meaning.unknown_combo(span, "/".join(word for word, _ in words), self.names.combos))
        self.read_names.add(word)
        self.heard.named(span, f"combos.{word}")
        part = self.names.combos[word]
        fits = isinstance(part, syntax.Pattern) and not (part.wilds or part.sequence or part.whole or part.of)
        return word, part if fits and isinstance(part, syntax.Pattern) else None

    def declared(self, written: syntax.Pattern) -> ir.Expr:
        """Whether a wild stands for one kind as it is laid: options may decide."""
        assert written.declared is not None
        if written.wilds is None:
            raise Invalid(combos.declared_without_wilds(written.declared.span, written.name.text))
        meant = self.truth(written.declared, Scope(), "`declared`")
        self.fixed_early(meant, written.declared.span)
        return meant

    def attribute(self, word: str, span: Span) -> str:
        if word not in self.names.attributes:
            raise Invalid(meaning.unknown_attribute(span, word, self.names.attributes))
        self.read_names.add(word)
        self.heard.named(span, f"cards.attributes.{word}")
        return word

    def size(self, written: syntax.Expr) -> tuple[ir.Expr, ir.Expr | None]:
        smallest, largest = self.amount(written, Scope())
        for bound in (smallest, largest):
            if bound is not None:
                self.fixed_early(bound, written.span)
        return smallest, largest

    # ------------------------------------------------------------ sequences

    def sequence(self, written: syntax.Expr) -> tuple[str, tuple[ir.SequencePlaces, ...]]:
        """The attribute that runs, and the places of its values; several where options decide."""
        bare = ungroup(written)
        if not isinstance(bare, syntax.IfThenElse):
            along, words = self.runs_along(bare)
            return along, (ir.SequencePlaces(None, self.values_of(along, words)),)
        condition = self.truth(bare.condition, Scope(), later("what follows `if`"))
        self.fixed_early(condition, bare.condition.span)
        along, then = self.sequence(bare.then)
        other, otherwise = self.sequence(bare.otherwise)
        if along != other:
            raise Invalid(combos.sequences_differ(bare.otherwise.span, along, other))
        guarded = tuple(ir.SequencePlaces(_both(condition, s.condition), s.values) for s in then)
        return along, (*guarded, *otherwise)

    def runs_along(self, written: syntax.Expr) -> tuple[str, list[str]]:
        """The one attribute that has all the values of the sequence."""
        fitting: list[tuple[str, list[str]]] = []
        trouble: Invalid | None = None
        for name, values in self.names.attributes.items():
            try:
                words = [word for word, _ in spelled(written, values)]
            except Invalid as invalid:
                trouble = invalid if invalid.diagnostic.code == BACKWARDS else trouble
                continue
            if set(words) <= set(values):
                fitting.append((name, words))
        if len(fitting) == 1:
            self.read_names.add(fitting[0][0])
            self.heard_values(written, ir.Type("enum", fitting[0][0]))
            return fitting[0]
        if not fitting and trouble is not None:
            raise trouble
        raise Invalid(combos.sequence_of_what(written.span, [name for name, _ in fitting], list(self.names.attributes)))

    def values_of(self, along: str, words: list[str]) -> tuple[int, ...]:
        """The words of an attribute as its values: numbers, or indices into its enumeration."""
        if along in self.names.number_values:
            return tuple(map(int, words))
        return tuple(map(self.names.attributes[along].index, words))

    # ------------------------------------------------------------ wilds

    def wilds(self, written: syntax.Expr) -> ir.Expr:
        """The most wild cards there may be, from a range or from a table of ranges; nothing: any number."""
        cards = self.names.ruleset.cards
        if cards is None or cards.wild is None:
            raise Invalid(sorts.nothing_is_wild(written.span))
        scope = of_subject(ir.MELD)
        meant = self.expression(written, scope, ir.NUMBER)
        return self.upper_end(meant, written.span)

    def upper_end(self, meant: ir.Expr, span: Span) -> ir.Expr:
        """The upper end of a range of numbers, with the choices that decide which range it is."""
        match meant:
            case ir.Span(low=ir.Constant(value=low)) if low == 0 and meant.type.many:
                return meant.high if meant.high is not None else ir.Nothing(ir.NUMBER)
            case ir.ListOf(items=(item,)):
                return self.upper_end(item, span)
            case ir.IfThenElse():
                return ir.IfThenElse(
                    ir.NUMBER, meant.condition, self.upper_end(meant.then, span), self.upper_end(meant.otherwise, span)
                )
            case ir.TableValue(name=name, further=None):
                table = self.made.get(name)
                if not isinstance(table, ir.Table):
                    raise Poisoned
                return self.by_rows(table, span)
        if meant.type == ir.NUMBER:
            return meant
        raise Invalid(combos.wilds_of_what(span))

    def by_rows(self, table: ir.Table, span: Span) -> ir.Expr:
        """A table of ranges as a chain of choices that gives the upper ends; its subject stays in slot 1."""
        found: ir.Expr = ir.Nothing(ir.NUMBER)
        for row in sorted(table.rows, key=lambda row: row.keys is not None):
            end = self.upper_end(row.value, span)
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

    # ------------------------------------------------------------ what is fixed before play

    def fixed_early(self, meant: ir.Expr, span: Span, options: set[str] | None = None) -> None:
        """Refuse what play can change; `options`: the only ones that may be read."""
        late = self.late(meant, set())
        if late is not None:
            raise Invalid(structure.not_fixed(self.span_of(late, span)))
        if options is not None:
            for part in nodes(meant):
                name = self.unsettled(part, options, set())
                if name is not None:
                    by = part.name if isinstance(part, ir.Defined | ir.TableValue) else None
                    raise Invalid(structure.option_read_too_early(self.span_of(part, span), name, by))

    def unsettled(self, part: object, options: set[str], seen: set[str]) -> str | None:
        """An option other than these that a part of a sentence reads, be it through tables and definitions."""
        if isinstance(part, ir.OptionValue):
            return None if part.name in options else part.name
        if not isinstance(part, ir.Defined | ir.TableValue) or part.name in seen:
            return None
        seen.add(part.name)
        inside = (self.unsettled(inner, options, seen) for inner in nodes(self.made.get(part.name)))
        return next((name for name in inside if name is not None), None)

    def late(self, meant: object, seen: set[str]) -> object | None:
        for part in nodes(meant):
            if not isinstance(part, _EARLY) or (isinstance(part, ir.Local) and part.slot == 0):
                return part
            if isinstance(part, ir.Defined | ir.TableValue) and part.name not in seen:
                seen.add(part.name)
                if self.late(self.made.get(part.name), seen) is not None:
                    return part
        return None


def _both(first: ir.Expr, second: ir.Expr | None) -> ir.Expr:
    return first if second is None else ir.Logic(ir.TRUTH, "and", (first, second))
