"""Patterns of cards: what is alike, what runs in sequence, how many, how many of them wild."""

from __future__ import annotations

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Poisoned, place
from croupier_dsl.checker.scope import Scope, of_subject
from croupier_dsl.checker.stages import Stages
from croupier_dsl.errors import meaning, sorts, structure
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
LARGEST_NUMBER = 1_000
"""How high a number may be that runs in sequence."""


class Combos(Stages):
    """Layer 10: combos."""

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
                return ir.Split(name, self.parts(written.name, parts), self.number_of(least, scope), where)

    def parts(self, name: syntax.Name, written: syntax.Expr) -> tuple[str, ...]:
        """The combos that another is made of: patterns, or choices among patterns, never itself."""
        found = spelled(written)
        for word, span in found:
            part = self.names.combos.get(word)
            if part is None:
                raise Invalid(meaning.unknown_combo(span, word, self.names.combos))
            if isinstance(part, syntax.Split):
                raise Invalid(sorts.split_is_no_meld(span, word))
            if self.reaches(part, name.text, set()):
                raise Invalid(structure.defined_by_itself(span, [name.text, word]))
            self.read_names.add(word)
        return tuple(word for word, _ in found)

    def reaches(self, combo: syntax.Combo, name: str, seen: set[str]) -> bool:
        if combo.name.text == name:
            return True
        if not isinstance(combo, syntax.Either) or combo.name.text in seen:
            return False
        seen.add(combo.name.text)
        parts = [self.names.combos[word] for word, _ in spelled(combo.parts) if word in self.names.combos]
        return any(self.reaches(part, name, seen) for part in parts)

    def pattern(self, written: syntax.Pattern) -> ir.Pattern:
        name = written.name
        same = tuple(self.attribute(word, span) for word, span in spelled(written.same)) if written.same else ()
        different = None
        if written.different is not None:
            words = spelled(written.different)
            if len(words) != 1:
                raise Invalid(structure.one_attribute_differs(written.different.span))
            different = self.attribute(*words[0])
        along, sequence = (None, ()) if written.sequence is None else self.sequence(written.sequence)
        if not same and different is None and along is None:
            raise Invalid(structure.pattern_of_nothing(name.span, name.text))
        if written.size is None:
            raise Invalid(structure.pattern_without_size(name.span, name.text))
        smallest, largest = self.size(written.size)
        wild_most = ir.Constant(ir.NUMBER, 0) if written.wilds is None else self.wilds(written.wilds)
        declared = None if written.declared is None else self.declared(written)
        where = place(name.span)
        return ir.Pattern(name.text, same, different, along, sequence, smallest, largest, wild_most, where, declared)

    def declared(self, written: syntax.Pattern) -> ir.Expr:
        """Whether a wild stands for one kind as it is laid: options may decide."""
        assert written.declared is not None
        if written.wilds is None:
            raise Invalid(structure.declared_without_wilds(written.declared.span, written.name.text))
        meant = self.truth(written.declared, Scope(), "`declared`")
        self.fixed_early(meant, written.declared.span)
        return meant

    def attribute(self, word: str, span: Span) -> str:
        if word not in self.names.attributes:
            raise Invalid(meaning.unknown_attribute(span, word, self.names.attributes))
        self.read_names.add(word)
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
            return along, (self.places(along, words, bare.span),)
        condition = self.truth(bare.condition, Scope(), later("what follows `if`"))
        self.fixed_early(condition, bare.condition.span)
        along, then = self.sequence(bare.then)
        other, otherwise = self.sequence(bare.otherwise)
        if along != other:
            raise Invalid(structure.sequences_differ(bare.otherwise.span, along, other))
        guarded = tuple(ir.SequencePlaces(_both(condition, s.condition), s.places, s.length) for s in then)
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
            return fitting[0]
        if not fitting and trouble is not None:
            raise trouble
        raise Invalid(
            structure.sequence_of_what(written.span, [name for name, _ in fitting], list(self.names.attributes))
        )

    def places(self, along: str, words: list[str], span: Span) -> ir.SequencePlaces:
        """Per value: the places it may take. Of a numeric attribute the value itself is the index."""
        values = self.names.attributes[along]
        if along in self.names.number_values:
            if max(self.names.number_values[along]) > LARGEST_NUMBER:
                raise Invalid(sorts.range_too_long(span, LARGEST_NUMBER))
            values = tuple(str(number) for number in range(max(self.names.number_values[along]) + 1))
        places = tuple(tuple(n for n, word in enumerate(words) if word == value) for value in values)
        return ir.SequencePlaces(None, places, len(words))

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
            case ir.Span(low=ir.Constant(value=low), high=high) if low == 0 and meant.type.many:
                return high if high is not None else ir.Nothing(ir.NUMBER)
            case ir.ListOf(items=(item,)):
                return self.upper_end(item, span)
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                return ir.IfThenElse(ir.NUMBER, condition, self.upper_end(then, span), self.upper_end(otherwise, span))
            case ir.TableValue(name=name, further=None):
                table = self.made.get(name)
                if not isinstance(table, ir.Table):
                    raise Poisoned
                return self.by_rows(table, span)
        if meant.type == ir.NUMBER:
            return meant
        raise Invalid(structure.wilds_of_what(span))

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
