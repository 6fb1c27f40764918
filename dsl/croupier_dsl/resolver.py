"""Collect the names of a ruleset: their declarations, subjects, and places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from croupier_dsl import ir, literals, signatures, syntax
from croupier_dsl.classes import frozen
from croupier_dsl.decks import DECKS, RANKS
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import meaning, structure
from croupier_dsl.literals import Invalid
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest

Sort = Literal["option", "attribute", "zone", "variable", "table", "definition", "combo", "stage", "effect"]

SECTIONS: dict[Sort, str] = {
    "option": "options", "attribute": "cards.attributes", "zone": "zones", "variable": "state", "table": "tables",
    "definition": "define", "combo": "combos", "stage": "play", "effect": "effects",
}  # fmt: skip
"""The section that declares each sort of name."""


@frozen
class Declared:
    """One declared name.

    `type` None: computed on first use (tables and definitions). `key`: the type of the number or word of a keyed
    declaration; `further`: the type of the second subject.
    """

    sort: Sort
    name: str
    span: Span
    subject: ir.Type | None
    type: ir.Type | None
    key: ir.Type | None = None
    further: ir.Type | None = None


@dataclass(slots=True, eq=False, repr=False)
class Names:
    """Every declared name of a ruleset.

    `properties`: by type, the properties of its things; None: names without a subject.
    """

    ruleset: syntax.Ruleset
    diagnostics: Diagnostics
    declared: dict[str, Declared] = field(default_factory=dict)
    properties: dict[ir.Type | None, dict[str, Declared]] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    number_values: dict[str, tuple[int, ...]] = field(default_factory=dict)
    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    parts: dict[str, tuple[dict[str, tuple[str, ...]], str | None]] = field(default_factory=dict)
    """Of a deck of several parts, by their names: the attributes of each with their values, and its deck."""
    tables: dict[str, syntax.Table] = field(default_factory=dict)
    definitions: dict[str, syntax.Definition] = field(default_factory=dict)
    combos: dict[str, syntax.Combo] = field(default_factory=dict)
    zones: dict[str, syntax.Declaration] = field(default_factory=dict)
    variables: dict[str, syntax.Declaration] = field(default_factory=dict)
    options: dict[str, syntax.Option] = field(default_factory=dict)
    stages: dict[str, StagePlace] = field(default_factory=dict)
    effects: dict[str, syntax.Effect] = field(default_factory=dict)
    moves: dict[str, syntax.MoveRule] = field(default_factory=dict)
    triggers: dict[str, syntax.Trigger] = field(default_factory=dict)

    @property
    def named(self) -> set[str]:
        """Return all names that sections of the ruleset give, those too that are not declared yet."""
        written = self.ruleset
        heads = [each.head for each in (*written.zones, *written.state)]
        heads += [each.head for each in written.tables] + [each.head for each in written.definitions]
        heads += [each.head for each in written.effects]
        names = [head.name for head in heads] + [each.name for each in (*written.options, *written.combos)]
        return {*self.declared, *(name.text for name in names), *(move.name.text for move in written.moves)}

    @property
    def said_once(self) -> dict[str, StagePlace]:
        """Return the stages that are said once and performed by name."""
        return {stage.name.text: self.stages[stage.name.text] for stage in self.ruleset.stages}

    def above(self, stage: str) -> set[str]:
        """Return the stages that may be around a stage, and the stage itself."""
        found, todo = {stage}, [stage]
        while todo:
            new = [above for above in self.stages[todo.pop()].above if above not in found]
            found.update(new)
            todo += new
        return found

    def of(self, owner: ir.Type | None) -> dict[str, Declared]:
        return self.properties.get(owner, {})

    def path_of(self, name: str) -> str:
        """Return the path of a declaration, as in `because`."""
        sort = self.declared[name].sort
        if name == ir.PART and self.parts:
            return "cards.parts"
        return self.stages[name].path if sort == "stage" else f"{SECTIONS[sort]}.{name}"

    def values(self, enum: ir.Type) -> tuple[str, ...]:
        return self.enums.get(enum.enum, ())

    def homes(self, word: str) -> list[ir.Type]:
        """Return the enumerations that have this word among their values."""
        return [ir.Type("enum", name) for name, values in self.enums.items() if word in values]

    def noun(self, word: str) -> ir.Type | None:
        """Return the type that a declaration calls by this word."""
        if word in self.enums:
            return ir.Type("enum", word)
        if word in self.number_values:
            return ir.NUMBER
        return signatures.NOUNS.get(word)

    @property
    def grids(self) -> bool:
        """Return whether some row has lines and columns."""
        return any(len(zone.thing.size) > 1 or edgeless(zone.thing) for zone in self.ruleset.zones)

    def head(self, name: str) -> syntax.Head:
        """Return the declaration of a zone, a variable, a table or a definition."""
        written: syntax.Declaration | syntax.Table | syntax.Definition | None = None
        for section in (self.zones, self.variables, self.tables, self.definitions):
            written = written or section.get(name)
        assert written is not None, name
        return written.head

    def keys_of(self, head: syntax.Head) -> syntax.Expr | None:
        """Return the numbers or words that a zone or state has one for each of, if it does."""
        alone = head.subject is not None and head.subject.text in {*self.enums, *self.number_values}
        return head.subject if head.keys is None and alone else head.keys

    def owner_of(self, head: syntax.Head) -> syntax.Name | None:
        """Return the owner of a zone or variable, or its subject."""
        return None if head.subject is self.keys_of(head) else head.subject

    def key_type(self, keys: syntax.Expr) -> ir.Type:
        """Return the type of one of some keys: the list of words that has them all, else a number."""
        words = [word.text for word in words_in(keys)]
        if isinstance(keys, syntax.Name) and (noun := self.noun(keys.text)) is not None:
            return noun
        homes = [home for home in self.homes(words[0]) if set(words) <= set(self.values(home))] if words else []
        return homes[0] if homes else ir.NUMBER

    def everything(self) -> Iterator[str]:
        """Yield all that a name in a sentence could have been meant to say."""
        yield from self.declared
        yield from signatures.BUILTINS
        for values in self.enums.values():
            yield from values


@dataclass(frozen=True, slots=True)
class StagePlace:
    """A stage, its path, and the stages directly around it: the one that it is written in, or, of one that is said
    once, all that perform it."""

    stage: syntax.Stage
    path: str
    above: list[str] = field(default_factory=list)


def merged(before: tuple[str, ...], values: tuple[str, ...]) -> tuple[str, ...]:
    """Merge the values of an attribute in several parts of a deck: each new one comes after its predecessor."""
    found = [*before]
    for value, last in zip(values, (None, *values), strict=False):
        if value not in found:
            found.insert(len(found) if last is None else found.index(last) + 1, value)
    return tuple(found)


def edgeless(thing: syntax.Thing) -> bool:
    """Return whether the zone is a grid without an edge."""
    form = literals.ungroup(thing.sort)
    return isinstance(form, syntax.Name) and form.text == signatures.EDGELESS


def words_in(keys: syntax.Expr) -> Iterator[syntax.Name]:
    """Yield the names among the ends and items of a list."""
    match keys:
        case syntax.Name():
            yield keys
        case syntax.Group(inner=inner):
            yield from words_in(inner)
        case syntax.Range(low=low, high=high):
            for end in (low, high):
                yield from () if end is None else words_in(end)
        case syntax.Alternatives(items=items):
            for item in items:
                yield from words_in(item)


def resolve(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> Names:
    """Collect what the ruleset declares. Enumerations come first: everything else may speak of them."""
    names = Names(ruleset, diagnostics)
    collector = _Collector(names)
    collector.cards()
    collector.options()
    collector.stages()
    collector.moves()
    collector.zones_and_state()
    collector.tables_and_definitions()
    collector.combos()
    collector.effects()
    return names


@dataclass(slots=True, eq=False, repr=False)
class _Collector:
    names: Names

    def declare(
        self,
        sort: Sort,
        name: syntax.Name,
        subject: ir.Type | None,
        type: ir.Type | None,
        key: ir.Type | None = None,
        further: ir.Type | None = None,
    ) -> None:
        names, word = self.names, name.text
        noun = word in signatures.NOUNS and word not in signatures.BUILTINS
        own = word in signatures.NOT_DECLARED or (word in signatures.GRID_WORDS and names.grids)
        if word in signatures.NO_NAMES or (own and not (noun and sort == "stage")):
            names.diagnostics.add(meaning.reserved_word(name.span, word, names.named))
        before = names.declared.get(word)
        if before is not None:
            names.diagnostics.add(meaning.declared_twice(name.span, word, before.span))
            return
        declared = Declared(sort, word, name.span, subject, type, key, further)
        names.declared[word] = declared
        for owner in (subject,) if key is None else (key,) if subject is None else (key, subject):
            names.properties.setdefault(owner, {})[word] = declared

    def spelled(self, expr: syntax.Expr, full: tuple[str, ...] = ()) -> tuple[str, ...] | None:
        """Return the words of a list; an error is reported and gives None."""
        try:
            return literals.distinct(expr, full)
        except Invalid as invalid:
            self.names.diagnostics.add(invalid.diagnostic)
            return None

    def words(self, name: syntax.Name, values: tuple[str, ...]) -> ir.Type:
        """Return the type of something that is one of these words: truth, number, or an enumeration of its own."""
        if set(values) == {"no", "yes"}:
            return ir.TRUTH
        if all(literals.is_number(value) for value in values):
            return ir.NUMBER
        self.names.enums[name.text] = values
        return ir.Type("enum", name.text)

    def cards(self) -> None:
        names, cards = self.names, self.names.ruleset.cards
        if cards is None:
            return
        found = self.attributes_of(cards)
        own: dict[str, tuple[dict[str, tuple[str, ...]], str | None]] = {}
        for part in cards.parts:
            of_part = self.attributes_of(part)
            for attribute, (values, name) in of_part.items():
                before, first = found.get(attribute, ((), name))
                found[attribute] = (merged(before, values), first)
            if part.name.text in own:
                names.diagnostics.add(meaning.declared_twice(part.name.span, part.name.text, cards.span))
            deck = part.deck.text if part.deck is not None and part.deck.text in DECKS else None
            own[part.name.text] = ({attribute: values for attribute, (values, _) in of_part.items()}, deck)
        if own:
            if ir.PART in found:
                names.diagnostics.add(structure.attribute_part(found[ir.PART][1].span))
            found[ir.PART] = (tuple(own), syntax.Name(cards.span, ir.PART))
        for order_name, expr in cards.order:
            if order_name.text not in found:
                names.diagnostics.add(meaning.unknown_attribute(order_name.span, order_name.text, found))
                continue
            values, name = found[order_name.text]
            written = self.spelled(expr, values)
            if written is not None and sorted(written) != sorted(values):
                names.diagnostics.add(structure.order_is_not_all(expr.span, order_name.text, written, values))
            elif written is not None:
                found[order_name.text] = (written, name)
        for part_name, (attributes, deck) in own.items():  # in the order that all parts have
            ordered = {each: tuple(v for v in found[each][0] if v in values) for each, values in attributes.items()}
            names.parts[part_name] = (ordered, deck)
        for values, name in found.values():
            type = self.words(name, values)
            if type == ir.TRUTH:
                names.diagnostics.add(structure.truth_attribute(name.span, name.text))
            if type == ir.NUMBER:
                names.number_values[name.text] = tuple(int(value) for value in values)
            names.attributes[name.text] = values
            self.declare("attribute", name, ir.CARD, type)

    def attributes_of(self, cards: syntax.Cards | syntax.CardPart) -> dict[str, tuple[tuple[str, ...], syntax.Name]]:
        """Return the attributes of a deck or of one of its parts: their values, and where each is named."""
        names = self.names
        found: dict[str, tuple[tuple[str, ...], syntax.Name]] = {}
        if cards.deck is not None:
            deck: str | None = cards.deck.text
            if deck not in DECKS:
                names.diagnostics.add(meaning.unknown_deck(cards.deck.span, cards.deck.text, DECKS))
                # continue with the likely deck, to avoid an error for every card
                deck = nearest(cards.deck.text, DECKS) or next(iter(DECKS))
            for attribute, values in DECKS.get(deck or "", {}).items():
                found[attribute] = (values, syntax.Name(cards.deck.span, attribute))
            if cards.attributes:
                names.diagnostics.add(structure.deck_and_attributes(cards.attributes[0][0].span))
        for attribute_name, expr in cards.attributes:
            written = self.spelled(expr, RANKS if attribute_name.text == "rank" else ())
            if written is not None:
                found[attribute_name.text] = (written, attribute_name)
        return found

    def options(self) -> None:
        for option in self.names.ruleset.options:
            self.names.options[option.name.text] = option
            self.declare("option", option.name, None, self.sort_of(option.name, option.thing))

    def sort_of(self, name: syntax.Name, thing: syntax.Thing) -> ir.Type | None:
        """Return the type that the sort of an option or a state variable names or lists."""
        sort = literals.ungroup(thing.sort)
        if isinstance(sort, syntax.Name):
            found = self.names.noun(sort.text)
            if found is None:
                known = (*signatures.NOUNS, *self.names.enums)
                zones = {zone.head.name.text for zone in self.names.ruleset.zones}
                self.names.diagnostics.add(meaning.unknown_sort(sort.span, sort.text, known, zones))
            return found
        if isinstance(sort, syntax.Range | syntax.Number):
            return ir.NUMBER
        values = self.spelled(sort)
        return None if values is None else self.words(name, values)

    def stages(self) -> None:
        """Declare each stage, then the players of shared ones."""
        ruleset, found = self.names.ruleset, self.names.stages
        if ruleset.play is not None:
            self.stage(ruleset.play, "play", ())
        for stage in ruleset.stages:
            self.stage(stage, f"stages.{stage.name.text}", ())
        said_once = self.names.said_once
        for place in found.values():
            for named in place.stage.performs or ():
                if named.text in said_once:
                    said_once[named.text].above.append(place.stage.name.text)

    def stage(self, stage: syntax.Stage, path: str, above: tuple[str, ...]) -> None:
        self.declare("stage", stage.name, None, ir.NUMBER)
        self.names.stages.setdefault(stage.name.text, StagePlace(stage, path, [*above]))
        for step in stage.steps or ():
            self.stage(step, f"{path}.{step.name.text}", (stage.name.text,))

    def moves(self) -> None:
        for move in self.names.ruleset.moves:
            self.unique(move.name, self.names.moves)
            self.names.moves[move.name.text] = move
        for trigger in self.names.ruleset.triggers:
            self.unique(trigger.name, self.names.triggers)
            self.names.triggers[trigger.name.text] = trigger

    def unique(self, name: syntax.Name, there: Iterable[str]) -> None:
        if name.text in there:
            self.names.diagnostics.add(meaning.declared_twice(name.span, name.text, None))

    def subject(self, head: syntax.Head) -> ir.Type | None:
        """Return the subject type of a table or definition; a list in its place gives the type of its values."""
        return self.sort(head.subject) if head.keys is None else self.names.key_type(head.keys)

    def sort(self, noun: syntax.Name | None) -> ir.Type | None:
        if noun is None:
            return None
        found = self.names.noun(noun.text)
        if found is None:
            known = (*signatures.NOUNS, *self.names.enums)
            zones = {zone.head.name.text for zone in self.names.ruleset.zones}
            self.names.diagnostics.add(meaning.unknown_sort(noun.span, noun.text, known, zones))
        return found

    def headed(self, sort: Sort, head: syntax.Head, type: ir.Type | None) -> None:
        """Declare a zone or variable, with its owner and keys."""
        keys = self.names.keys_of(head)
        owner = self.sort(self.names.owner_of(head))
        if isinstance(keys, syntax.Name) and self.sort(keys) is None:
            keys = None
        self.declare(sort, head.name, owner, type, None if keys is None else self.names.key_type(keys))

    def zones_and_state(self) -> None:
        names = self.names
        types = [self.sort_of(variable.head.name, variable.thing) for variable in names.ruleset.state]
        for zone in names.ruleset.zones:
            names.zones[zone.head.name.text] = zone
            form = literals.ungroup(zone.thing.sort)
            word = form.text if isinstance(form, syntax.Name) else ""
            if word not in signatures.ZONE_FORMS:
                names.diagnostics.add(meaning.unknown_zone_form(form.span, word, signatures.ZONE_FORMS))
            self.headed("zone", zone.head, signatures.ZONE_FORMS.get(word))
        for variable, type in zip(names.ruleset.state, types, strict=True):
            names.variables[variable.head.name.text] = variable
            self.headed("variable", variable.head, type)

    def tables_and_definitions(self) -> None:
        names = self.names
        for table in names.ruleset.tables:
            names.tables[table.head.name.text] = table
            self.about_things("table", table.head)
        for definition in names.ruleset.definitions:
            names.definitions[definition.head.name.text] = definition
            self.about_things("definition", definition.head)

    def about_things(self, sort: Sort, head: syntax.Head) -> None:
        self.declare(sort, head.name, self.subject(head), None, None, self.sort(head.further))

    def combos(self) -> None:
        for combo in self.names.ruleset.combos:
            self.names.combos[combo.name.text] = combo
            self.declare("combo", combo.name, ir.CARDS, signatures.MELDS)

    def effects(self) -> None:
        for effect in self.names.ruleset.effects:
            name = effect.head.name
            if name.text in signatures.VERBS:
                self.names.diagnostics.add(meaning.reserved_word(name.span, name.text, self.names.named))
            self.names.effects[name.text] = effect
            self.declare("effect", name, self.subject(effect.head), None)
