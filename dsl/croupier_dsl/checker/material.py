"""What is on the table before play: options, cards, zones, state and combos."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.seeing import LEAST_FIRST
from croupier_dsl.checker.base import Poisoned, free, place, words
from croupier_dsl.checker.combos import Combos
from croupier_dsl.checker.scope import KEY_SLOT, Scope, Slots
from croupier_dsl.decks import JOKER, JOKERS_IN_A_PACK
from croupier_dsl.errors import keys as key_errors
from croupier_dsl.errors import meaning, sorts, structure
from croupier_dsl.literals import Invalid, spelled, ungroup
from croupier_dsl.source import Span

ONE = ir.Constant(ir.NUMBER, 1)
NOUGHT = ir.Constant(ir.NUMBER, 0)
IT = ir.Local(ir.CARD, 1, "it")
Per = Literal["table", "player", "team", "card"]


class Material(Combos):
    """Layer 12: declarations of things."""

    def enumerations(self) -> tuple[ir.Enumeration, ...]:
        return tuple(ir.Enumeration(name, values) for name, values in self.names.enums.items())

    # ------------------------------------------------------------ options

    def options(self) -> tuple[ir.Option, ...]:
        return self.each(self.names.ruleset.options, self.option)

    def option(self, written: syntax.Option) -> ir.Option:
        name, thing = written.name.text, written.thing
        type = self.declared_type(name, written.name.span)
        self.no_size(thing)
        if thing.optional:
            raise Invalid(structure.option_is_none(thing.span, name))
        if thing.seen_by is not None:
            raise Invalid(structure.option_is_seen(thing.seen_by.span, name))
        if not (type.enum or type in (ir.NUMBER, ir.TRUTH)):
            raise Invalid(structure.option_of_what(thing.sort.span, type))
        low, high, among = self.bounds(thing.sort, type)
        default = self.first_value(thing, type, low)
        if thing.starting is not None:
            wanted, scope = thing.starting, Scope()
            default = self.fit(self.expression(wanted, scope, type), type, wanted.span, scope, f"`{name}`")
            if isinstance(default, ir.Nothing):
                raise Invalid(structure.option_is_none(wanted.span, name, thing.sort.span.text))
            self.fixed_early(default, wanted.span, self.earlier(name))
            if not _within(default, low, high, among):
                raise Invalid(structure.default_out_of_bounds(wanted.span, name, thing.sort.span.text))
        for bound in (low, high):
            if bound is not None:
                self.fixed_early(bound, thing.sort.span, self.earlier(name))
        needs = self.conditions(written.needs, Scope(), f"options.{name}.needs", "`needs`")
        for condition, need in zip(needs, written.needs, strict=False):
            self.fixed_early(condition.expr, need.expr.span)
        title = tuple({**dict(words(written.text)), **dict(self.title(f"options.{name}", name))}.items())
        return ir.Option(name, type, low, high, default, needs, title, place(written.name.span), among)

    def earlier(self, name: str) -> set[str]:
        """The options declared before this one."""
        before = list(self.names.options)
        return set(before[: before.index(name)])

    def declared_type(self, name: str, span: Span) -> ir.Type:
        return self.type_of(self.names.declared[name], span)

    def bounds(self, sort: syntax.Expr, type: ir.Type) -> tuple[ir.Expr | None, ir.Expr | None, tuple[int, ...]]:
        """The lowest and highest number of a sort, and the numbers it lists if it lists them."""
        bare = ungroup(sort)
        if type != ir.NUMBER or isinstance(bare, syntax.Name):
            return None, None, ()
        if isinstance(bare, syntax.Range):
            low = self.number_of(bare.low, Scope())
            return low, None if bare.high is None else self.number_of(bare.high, Scope()), ()
        listed = tuple(int(word) for word, _ in spelled(bare))
        return ir.Constant(ir.NUMBER, min(listed)), ir.Constant(ir.NUMBER, max(listed)), listed

    def first_value(self, thing: syntax.Thing, type: ir.Type, low: ir.Expr | None) -> ir.Expr:
        """The first value listed; of a number without bounds, nought."""
        bare = ungroup(thing.sort)
        if type.enum:
            return ir.Constant(type, 0)
        if type == ir.TRUTH:
            listed = [] if isinstance(bare, syntax.Name) else spelled(bare)
            return ir.Constant(ir.TRUTH, bool(listed) and listed[0][0] == "yes")
        if isinstance(bare, syntax.Range) and low is not None:
            return low
        return NOUGHT if isinstance(bare, syntax.Name) else ir.Constant(ir.NUMBER, int(spelled(bare)[0][0]))

    # ------------------------------------------------------------ cards

    def cards(self) -> ir.Cards | None:
        written = self.names.ruleset.cards
        if written is None:
            return None
        attributes = tuple(
            ir.CardAttribute(name, self.declared_type(name, written.span)) for name in self.names.attributes
        )
        kinds = tuple(ir.Kind(notation, values) for notation, values in self.kinds.items())
        about = Scope(slots=Slots(2)).about(IT)
        copies = self.copies(written, about)
        for part in reversed(written.parts):
            of_part = self.copies(part, about)
            asked = ir.Attribute(self.declared_type(ir.PART, part.name.span), ir.PART, IT)
            word = ir.Constant(asked.type, list(self.names.parts).index(part.name.text))
            copies = of_part if part is written.parts[-1] else ir.IfThenElse(
                ir.NUMBER, ir.Same(ir.TRUTH, asked, word), of_part or ONE, copies or ONE
            )  # fmt: skip
        packs = ONE if written.packs is None else self.attempt_fixed(written.packs, Scope())
        wild = None
        if written.wild is not None:
            wanted = written.wild
            wild = self.attempt(lambda: self.sentence(self.truth(wanted, about, "`wild`"), wanted))
        return ir.Cards(attributes, kinds, copies or ONE, packs or ONE, wild)

    def copies(self, written: syntax.Cards | syntax.CardPart, about: Scope) -> ir.Expr | None:
        """How many copies of each card there are: as said, else one; of the jokers of a known deck two."""
        if written.copies is not None:
            return self.attempt_fixed(written.copies, about)
        if written.deck is None or written.deck.text != "french54":
            return ONE
        rank = ir.Attribute(self.declared_type("rank", written.deck.span), "rank", IT)
        joker = ir.Constant(rank.type, self.names.attributes["rank"].index(JOKER))
        two = ir.Constant(ir.NUMBER, JOKERS_IN_A_PACK)
        return ir.IfThenElse(ir.NUMBER, ir.Same(ir.TRUTH, rank, joker), two, ONE)

    def attempt_fixed(self, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
        """A number that options and players decide."""

        def fixed() -> ir.Expr:
            number = self.number_of(written, scope)
            self.fixed_early(number, written.span)
            return number

        return self.attempt(fixed)

    # ------------------------------------------------------------ zones

    def zones(self) -> tuple[ir.Zone, ...]:
        return self.each(self.names.ruleset.zones, self.zone)

    def zone(self, written: syntax.Declaration) -> ir.Zone:
        head, thing = written.head, written.thing
        name = head.name.text
        self.bare_head(head)
        for alias in (head.alias, head.keys_alias):
            if alias is not None:
                raise Invalid(structure.name_said_nowhere(alias.span, alias.text))
        if head.place is not None:
            raise Invalid(structure.place_only_for_state(head.place.span))
        if thing.optional or thing.starting is not None:
            raise Invalid(structure.zone_starts_empty(thing.span, name))
        if thing.seen_by is None:
            raise Invalid(structure.zone_seen_by_whom(thing.span, name))
        self.declared_type(name, head.name.span)
        per = self.per(head, ("player", "team"))
        seen, seen_by = self.viewer(thing.seen_by, per)
        form = cast(Literal["pile", "set", "row", "slot", "melds"], cast(syntax.Name, ungroup(thing.sort)).text)
        if form == "melds" and (seen != "everyone" or seen_by is not None):
            raise Invalid(structure.melds_lie_open(thing.seen_by.span, name))
        if thing.top_only and form != "pile":
            raise Invalid(structure.top_of_no_pile(thing.span, form))
        size = self.sized(thing) if form == "row" else self.no_size(thing)
        title = self.title(f"zones.{name}", name)
        zone_per = cast(Literal["table", "player", "team"], per)
        keys = self.fixed_keys(head)
        where = place(head.name.span)
        return ir.Zone(name, zone_per, form, seen, thing.top_only, title, where, keys, size, seen_by)

    def fixed_keys(self, head: syntax.Head) -> ir.Expr | None:
        """The numbers or words that there is one for each of, which options and players decide."""
        written = self.names.keys_of(head)
        if written is None:
            return None
        keys = self.all_keys(head.name.text)
        if keys is None:
            raise Poisoned
        self.fixed_early(keys, written.span)
        return keys

    def sized(self, thing: syntax.Thing) -> tuple[ir.Expr, ...]:
        """How many places a row has; of a grid its lines and columns."""
        size = tuple(self.number_of(written, Scope()) for written in thing.size)
        places = 1
        for number, written in zip(size, thing.size, strict=True):
            self.fixed_early(number, written.span)
            places *= number.value if isinstance(number, ir.Constant) else 1
        if not 1 <= places <= ir.LONGEST_ROW:
            raise Invalid(sorts.row_of_how_many(thing.size[0].span.to(thing.size[-1].span), ir.LONGEST_ROW))
        return size

    def no_size(self, thing: syntax.Thing) -> tuple[ir.Expr, ...]:
        if thing.size:
            span = thing.size[0].span.to(thing.size[-1].span)
            raise Invalid(sorts.size_of_what(span, thing.sort.span.text))
        return ()

    def per(self, head: syntax.Head, allowed: tuple[str, ...]) -> Per:
        owner = self.names.owner_of(head)
        if owner is None:
            return "table"
        if owner.text in ("number", "truth"):
            raise Invalid(key_errors.keys_of_what(owner.span, owner.text))
        if owner.text not in allowed:
            raise Invalid(structure.per_what(owner.span, owner.text, allowed))
        return cast(Per, owner.text)

    def viewer(self, name: syntax.Name, per: str) -> tuple[ir.Viewer, ir.Expr | None]:
        """Who sees it, and the option that decides it: of its words, the one with the fewest viewers."""
        declared = self.names.declared.get(name.text)
        if name.text in signatures.VIEWERS or declared is None or declared.sort != "option":
            return self.one_viewer(name, name.text, per), None
        meant = self.read(declared, None, name.span, Scope())
        self.heard.word(name.span, name.text, meant)
        words = self.names.values(meant.type) if meant.type.enum else ()
        odd = next((word for word in words if word not in signatures.VIEWERS), None)
        if not words or odd is not None:
            raise Invalid(structure.option_of_no_viewers(name.span, name.text, odd, signatures.VIEWERS))
        viewers = [self.one_viewer(name, word, per) for word in words]
        return min(viewers, key=LEAST_FIRST.index), meant

    def one_viewer(self, name: syntax.Name, word: str, per: str) -> ir.Viewer:
        if word not in signatures.VIEWERS:
            options = [option for option in self.names.options if self.says_who(option)]
            raise Invalid(meaning.unknown_viewer(name.span, word, (*signatures.VIEWERS, *options)))
        if per in ("table", "card") and word in ("owner", "team", "others"):
            raise Invalid(structure.nobody_owns(name.span, word))
        return cast(ir.Viewer, word)

    def says_who(self, option: str) -> bool:
        """Are the words of an option all words for who sees something?"""
        words = self.names.enums.get(option, ())
        return bool(words) and all(word in signatures.VIEWERS for word in words)

    # ------------------------------------------------------------ state

    def variables(self) -> tuple[ir.Variable, ...]:
        return self.each(self.names.ruleset.state, self.variable_declared)

    def variable_declared(self, written: syntax.Declaration) -> ir.Variable:
        head, thing = written.head, written.thing
        name = head.name.text
        type = self.declared_type(name, head.name.span)
        self.bare_head(head)
        self.no_size(thing)
        if type == ir.SPOT:
            raise Invalid(structure.state_of_spots(thing.sort.span, name))
        per = self.per(head, ("player", "team", "card"))
        if per == "card" and head.keys is not None:
            raise Invalid(key_errors.one_subject(head.keys.span, name))
        if thing.top_only:
            raise Invalid(structure.top_of_no_pile(thing.span, "state"))
        if isinstance(ungroup(thing.sort), syntax.Range) and type == ir.NUMBER and not _endless(thing.sort):
            raise Invalid(structure.state_has_no_bounds(thing.sort.span, name))
        if type == ir.NUMBER and isinstance(ungroup(thing.sort), syntax.Alternatives):
            raise Invalid(structure.state_has_no_bounds(thing.sort.span, name))
        start = self.start(written, type)
        seen, seen_by = ("everyone", None) if thing.seen_by is None else self.viewer(thing.seen_by, per)
        title = self.title(f"state.{name}", name)
        life, keys = self.life(head, per), self.fixed_keys(head)
        where = place(head.name.span)
        return ir.Variable(name, per, type, thing.optional, life, start, seen, title, where, keys, seen_by)

    def start(self, written: syntax.Declaration, type: ir.Type) -> ir.Expr:
        """How the variable begins: as said, else none if it may be none, else with its first value. `me` is who
        performs the stage that it lives in."""
        thing, name = written.thing, written.head.name.text
        scope = self.about_state(written.head)
        lives = "" if written.head.place is None else written.head.place.text
        acts = lives in self.names.stages and (lives not in self.scopes or self.scopes[lives].acts)
        scope = Scope(slots=scope.slots, acts=acts, subjects=scope.subjects, names=scope.names, chance=True)
        value = None if thing.starting is None else self.whole(thing.starting, scope, type)
        self.all_said(written.head, scope)
        if thing.starting is not None and value is not None:
            wanted = thing.starting
            if value.type == ir.NONE and not thing.optional:
                raise Invalid(sorts.never_none(wanted.span, name))
            return self.fit(value, type, wanted.span, scope, f"`{name}`")
        if thing.optional:
            return ir.Nothing(type)
        if type.many:
            return ir.ListOf(type, ())
        if not (type.enum or type in (ir.NUMBER, ir.TRUTH)):
            raise Invalid(structure.starts_with_what(thing.span, name, type))
        low, _, _ = self.bounds(thing.sort, type)
        return self.first_value(thing, type, low)

    def about_state(self, head: syntax.Head) -> Scope:
        """What a start can see: whose it is, and which of several."""
        keys = self.names.keys_of(head)
        if keys is None:
            return self.about_subject(head)
        owner = self.names.owner_of(head)
        whose = replace(head, subject=owner, keys=None, keys_alias=None, alias=head.alias if owner else None)
        alias = head.keys_alias if owner or head.keys else head.alias
        scope = replace(self.about_subject(whose), slots=Slots(KEY_SLOT + 1))
        key = ir.Local(self.names.key_type(keys), KEY_SLOT, free(alias, self.names).text if alias else "it")
        self.heard.give(key, alias)
        return scope.about(key).knowing(alias.text, key) if alias else scope.about(key)

    def life(self, head: syntax.Head, per: Per) -> str:
        if head.place is None:
            return ""
        name = head.place.text
        if name in self.names.zones:
            if per != "card":
                raise Invalid(structure.only_cards_lie_in_zones(head.place.span, head.name.text, name))
            self.read_names.add(name)
            return name
        if name not in self.names.stages:
            known = [*self.names.stages, *self.names.zones]
            raise Invalid(meaning.unknown_place(head.place.span, name, known))
        return name


def _within(value: ir.Expr, low: ir.Expr | None, high: ir.Expr | None, among: tuple[int, ...]) -> bool:
    """May an option have this value? Where that depends on the players, it is for later to say."""
    if not isinstance(value, ir.Constant):
        return True
    if isinstance(low, ir.Constant) and value.value < low.value:
        return False
    if isinstance(high, ir.Constant) and value.value > high.value:
        return False
    return not among or value.value in among


def _endless(sort: syntax.Expr) -> bool:
    bare = ungroup(sort)
    return isinstance(bare, syntax.Range) and bare.high is None
