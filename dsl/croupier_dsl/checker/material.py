"""Check everything that exists before play: options, cards, zones, state and combos."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Literal, cast

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.visibility import LEAST_FIRST
from croupier_dsl.checker.choices import conditions_of, sentence, without_loose_kinds
from croupier_dsl.checker.combos import require_fixed
from croupier_dsl.checker.context import Context, Poisoned, attempt, attempt_each, free, place, title_of, words
from croupier_dsl.checker.conversion import fit
from croupier_dsl.checker.definitions import require_bare_head, require_names_read, scope_about, type_of
from croupier_dsl.checker.expressions import expression, number_of
from croupier_dsl.checker.filters import truth_of
from croupier_dsl.checker.keys import all_keys
from croupier_dsl.checker.properties import read_value
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


def enumerations(cx: Context) -> tuple[ir.Enumeration, ...]:
    return tuple(ir.Enumeration(name, values) for name, values in cx.names.enums.items())


# ------------------------------------------------------------ options


def options_declared(cx: Context) -> tuple[ir.Option, ...]:
    return attempt_each(cx, cx.names.ruleset.options, partial(option_of, cx))


def option_of(cx: Context, written: syntax.Option) -> ir.Option:
    name, thing = written.name.text, written.thing
    type = declared_type(cx, name, written.name.span)
    refuse_size(thing)
    if thing.optional:
        raise Invalid(structure.option_is_none(thing.span, name))
    if thing.seen_by is not None:
        raise Invalid(structure.option_is_seen(thing.seen_by.span, name))
    if not (type.enum or type in (ir.NUMBER, ir.TRUTH)):
        raise Invalid(structure.option_of_what(thing.sort.span, type))
    low, high, among = bounds_of(cx, thing.sort, type)
    default = first_value(thing, type, low)
    if thing.starting is not None:
        wanted, scope = thing.starting, Scope()
        default = fit(cx, expression(cx, wanted, scope, type), type, wanted.span, scope, f"`{name}`")
        if isinstance(default, ir.Nothing):
            raise Invalid(structure.option_is_none(wanted.span, name, thing.sort.span.text))
        require_fixed(cx, default, wanted.span, options_before(cx, name))
        if not _within(default, low, high, among):
            raise Invalid(structure.default_out_of_bounds(wanted.span, name, thing.sort.span.text))
    for bound in (low, high):
        if bound is not None:
            require_fixed(cx, bound, thing.sort.span, options_before(cx, name))
    needs = conditions_of(cx, written.needs, Scope(), f"options.{name}.needs", "`needs`")
    for condition, need in zip(needs, written.needs, strict=False):
        require_fixed(cx, condition.expr, need.expr.span)
    title = tuple({**dict(words(written.text)), **dict(title_of(cx, f"options.{name}", name))}.items())
    return ir.Option(name, type, low, high, default, needs, title, place(written.name.span), among)


def options_before(cx: Context, name: str) -> set[str]:
    """Return the options declared before this one."""
    before = list(cx.names.options)
    return set(before[: before.index(name)])


def declared_type(cx: Context, name: str, span: Span) -> ir.Type:
    return type_of(cx, cx.names.declared[name], span)


def bounds_of(cx: Context, sort: syntax.Expr, type: ir.Type) -> tuple[ir.Expr | None, ir.Expr | None, tuple[int, ...]]:
    """Return the lowest and highest number of a type, and the numbers that it lists."""
    bare = ungroup(sort)
    if type != ir.NUMBER or isinstance(bare, syntax.Name):
        return None, None, ()
    if isinstance(bare, syntax.Range):
        low = number_of(cx, bare.low, Scope())
        return low, None if bare.high is None else number_of(cx, bare.high, Scope()), ()
    listed = tuple(int(word) for word, _ in spelled(bare))
    return ir.Constant(ir.NUMBER, min(listed)), ir.Constant(ir.NUMBER, max(listed)), listed


def first_value(thing: syntax.Thing, type: ir.Type, low: ir.Expr | None) -> ir.Expr:
    """Return the first listed value; for a number without bounds, 0."""
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


def cards_declared(cx: Context) -> ir.Cards | None:
    written = cx.names.ruleset.cards
    if written is None:
        return None
    attributes = tuple(ir.CardAttribute(name, declared_type(cx, name, written.span)) for name in cx.names.attributes)
    kinds = tuple(ir.Kind(notation, values) for notation, values in cx.kinds.items())
    about = Scope(slots=Slots(2)).about(IT)
    copies = copies_of(cx, written, about)
    for part in reversed(written.parts):
        of_part = copies_of(cx, part, about)
        asked = ir.Attribute(declared_type(cx, ir.PART, part.name.span), ir.PART, IT)
        word = ir.Constant(asked.type, list(cx.names.parts).index(part.name.text))
        copies = of_part if part is written.parts[-1] else ir.IfThenElse(
            ir.NUMBER, ir.Same(ir.TRUTH, asked, word), of_part or ONE, copies or ONE
        )  # fmt: skip
    packs = ONE if written.packs is None else fixed_number(cx, written.packs, Scope())
    wild = None
    if written.wild is not None:
        wanted = written.wild
        wild = attempt(cx, lambda: without_loose_kinds(cx, truth_of(cx, wanted, about, "`wild`"), wanted.span))
    return ir.Cards(attributes, kinds, copies or ONE, packs or ONE, wild)


def copies_of(cx: Context, written: syntax.Cards | syntax.CardPart, about: Scope) -> ir.Expr | None:
    """Return the number of copies of each card: as declared, else 1, and 2 for jokers of a bundled deck."""
    if written.copies is not None:
        return fixed_number(cx, written.copies, about)
    if written.deck is None or written.deck.text != "french54":
        return ONE
    rank = ir.Attribute(declared_type(cx, "rank", written.deck.span), "rank", IT)
    joker = ir.Constant(rank.type, cx.names.attributes["rank"].index(JOKER))
    two = ir.Constant(ir.NUMBER, JOKERS_IN_A_PACK)
    return ir.IfThenElse(ir.NUMBER, ir.Same(ir.TRUTH, rank, joker), two, ONE)


def fixed_number(cx: Context, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
    """Return a number that depends only on options and players."""

    def fixed() -> ir.Expr:
        number = number_of(cx, written, scope)
        require_fixed(cx, number, written.span)
        return number

    return attempt(cx, fixed)


# ------------------------------------------------------------ zones


def zones_declared(cx: Context) -> tuple[ir.Zone, ...]:
    return attempt_each(cx, cx.names.ruleset.zones, partial(zone_of, cx))


def zone_of(cx: Context, written: syntax.Declaration) -> ir.Zone:
    head, thing = written.head, written.thing
    name = head.name.text
    require_bare_head(head)
    for alias in (head.alias, head.keys_alias):
        if alias is not None:
            raise Invalid(structure.name_said_nowhere(alias.span, alias.text))
    if head.place is not None:
        raise Invalid(structure.place_only_for_state(head.place.span))
    if thing.optional or thing.starting is not None:
        raise Invalid(structure.zone_starts_empty(thing.span, name))
    if thing.seen_by is None:
        raise Invalid(structure.zone_seen_by_whom(thing.span, name))
    declared_type(cx, name, head.name.span)
    per = per_of(cx, head, ("player", "team"))
    seen, seen_by = viewer_of(cx, thing.seen_by, per)
    word = cast(syntax.Name, ungroup(thing.sort)).text
    edgeless = word == signatures.EDGELESS
    form = cast(Literal["pile", "set", "row", "slot", "melds"], "row" if edgeless else word)
    if form == "melds" and (seen != "everyone" or seen_by is not None):
        raise Invalid(structure.melds_lie_open(thing.seen_by.span, name))
    if thing.top_only and form != "pile":
        raise Invalid(structure.top_of_no_pile(thing.span, word))
    size = size_of_row(cx, thing) if word == "row" else refuse_size(thing)
    title = title_of(cx, f"zones.{name}", name)
    zone_per = cast(Literal["table", "player", "team"], per)
    keys = fixed_keys(cx, head)
    where = place(head.name.span)
    return ir.Zone(name, zone_per, form, seen, thing.top_only, title, where, keys, size, seen_by, edgeless)


def fixed_keys(cx: Context, head: syntax.Head) -> ir.Expr | None:
    """Return the keys of a declaration (numbers or words), which depend only on options and players."""
    written = cx.names.keys_of(head)
    if written is None:
        return None
    keys = all_keys(cx, head.name.text)
    if keys is None:
        raise Poisoned
    require_fixed(cx, keys, written.span)
    return keys


def size_of_row(cx: Context, thing: syntax.Thing) -> tuple[ir.Expr, ...]:
    """Return the number of places of a row, or the lines and columns of a grid."""
    size = tuple(number_of(cx, written, Scope()) for written in thing.size)
    places = 1
    for number, written in zip(size, thing.size, strict=True):
        require_fixed(cx, number, written.span)
        known = ir.number_in(number)
        places *= 1 if known is None else known
    if not 1 <= places <= ir.LONGEST_ROW:
        raise Invalid(sorts.row_of_how_many(thing.size[0].span.to(thing.size[-1].span), ir.LONGEST_ROW))
    return size


def refuse_size(thing: syntax.Thing) -> tuple[ir.Expr, ...]:
    if thing.size:
        span = thing.size[0].span.to(thing.size[-1].span)
        raise Invalid(sorts.size_of_what(span, thing.sort.span.text))
    return ()


def per_of(cx: Context, head: syntax.Head, allowed: tuple[str, ...]) -> Per:
    owner = cx.names.owner_of(head)
    if owner is None:
        return "table"
    if owner.text in ("number", "truth"):
        raise Invalid(key_errors.keys_of_what(owner.span, owner.text))
    if owner.text not in allowed:
        raise Invalid(structure.per_what(owner.span, owner.text, allowed))
    return cast(Per, owner.text)


def viewer_of(cx: Context, name: syntax.Name, per: str) -> tuple[ir.Viewer, ir.Expr | None]:
    """Return the viewers, and the option that decides them; for an option, the viewers are the smallest group among its
    words."""
    declared = cx.names.declared.get(name.text)
    if name.text in signatures.VIEWERS or declared is None or declared.sort != "option":
        return viewer_named(cx, name, name.text, per), None
    meant = read_value(cx, declared, None, name.span, Scope())
    cx.references.add(name.span, name.text, meant)
    words = cx.names.values(meant.type) if meant.type.enum else ()
    odd = next((word for word in words if word not in signatures.VIEWERS), None)
    if not words or odd is not None:
        raise Invalid(structure.option_of_no_viewers(name.span, name.text, odd, signatures.VIEWERS))
    viewers = [viewer_named(cx, name, word, per) for word in words]
    return min(viewers, key=LEAST_FIRST.index), meant


def viewer_named(cx: Context, name: syntax.Name, word: str, per: str) -> ir.Viewer:
    if word not in signatures.VIEWERS:
        options = [option for option in cx.names.options if names_viewers(cx, option)]
        raise Invalid(meaning.unknown_viewer(name.span, word, (*signatures.VIEWERS, *options)))
    if per in ("table", "card") and word in ("owner", "team", "others"):
        raise Invalid(structure.nobody_owns(name.span, word))
    return cast(ir.Viewer, word)


def names_viewers(cx: Context, option: str) -> bool:
    """Return whether all words of an option are words for viewers."""
    words = cx.names.enums.get(option, ())
    return bool(words) and all(word in signatures.VIEWERS for word in words)


# ------------------------------------------------------------ state


def variables_declared(cx: Context) -> tuple[ir.Variable, ...]:
    return attempt_each(cx, cx.names.ruleset.state, partial(variable_of, cx))


def variable_of(cx: Context, written: syntax.Declaration) -> ir.Variable:
    head, thing = written.head, written.thing
    name = head.name.text
    type = declared_type(cx, name, head.name.span)
    require_bare_head(head)
    refuse_size(thing)
    if type == ir.SPOT:
        raise Invalid(structure.state_of_spots(thing.sort.span, name))
    per = per_of(cx, head, ("player", "team", "card"))
    if per == "card" and head.keys is not None:
        raise Invalid(key_errors.one_subject(head.keys.span, name))
    if thing.top_only:
        raise Invalid(structure.top_of_no_pile(thing.span, "state"))
    bare = ungroup(thing.sort)
    if isinstance(bare, syntax.Number):
        raise Invalid(structure.state_is_one_number(thing.sort.span, name, bare.value))
    if isinstance(bare, syntax.Range) and type == ir.NUMBER and not _endless(thing.sort):
        raise Invalid(structure.state_has_no_bounds(thing.sort.span, name))
    if type == ir.NUMBER and isinstance(bare, syntax.Alternatives):
        raise Invalid(structure.state_has_no_bounds(thing.sort.span, name))
    start = start_of(cx, written, type)
    seen, seen_by = ("everyone", None) if thing.seen_by is None else viewer_of(cx, thing.seen_by, per)
    title = title_of(cx, f"state.{name}", name)
    life, keys = life_of(cx, head, per), fixed_keys(cx, head)
    where = place(head.name.span)
    return ir.Variable(name, per, type, thing.optional, life, start, seen, title, where, keys, seen_by)


def start_of(cx: Context, written: syntax.Declaration, type: ir.Type) -> ir.Expr:
    """Return the starting value of a variable: as declared, else none if that is allowed, else its first value. `me` is
    the player who performs the variable's stage."""
    thing, name = written.thing, written.head.name.text
    scope = scope_of_start(cx, written.head)
    lives = "" if written.head.place is None else written.head.place.text
    acts = lives in cx.names.stages and (lives not in cx.stages.scopes or cx.stages.scopes[lives].acts)
    scope = Scope(slots=scope.slots, acts=acts, subjects=scope.subjects, names=scope.names, chance=True)
    value = None if thing.starting is None else sentence(cx, thing.starting, scope, type)
    require_names_read(cx, written.head, scope)
    if thing.starting is not None and value is not None:
        wanted = thing.starting
        if value.type == ir.NONE and not thing.optional:
            raise Invalid(sorts.never_none(wanted.span, name))
        return fit(cx, value, type, wanted.span, scope, f"`{name}`")
    if thing.optional:
        return ir.Nothing(type)
    if type.many:
        return ir.ListOf(type, ())
    if not (type.enum or type in (ir.NUMBER, ir.TRUTH)):
        raise Invalid(structure.starts_with_what(thing.span, name, type))
    low, _, _ = bounds_of(cx, thing.sort, type)
    return first_value(thing, type, low)


def scope_of_start(cx: Context, head: syntax.Head) -> Scope:
    """Return the scope of a starting value: the owner and the key."""
    keys = cx.names.keys_of(head)
    if keys is None:
        return scope_about(cx, head)
    owner = cx.names.owner_of(head)
    whose = replace(head, subject=owner, keys=None, keys_alias=None, alias=head.alias if owner else None)
    alias = head.keys_alias if owner or head.keys else head.alias
    scope = replace(scope_about(cx, whose), slots=Slots(KEY_SLOT + 1))
    key = ir.Local(cx.names.key_type(keys), KEY_SLOT, free(alias, cx.names).text if alias else "it")
    cx.references.declare(key, alias)
    return scope.about(key).knowing(alias.text, key) if alias else scope.about(key)


def life_of(cx: Context, head: syntax.Head, per: Per) -> str:
    if head.place is None:
        return ""
    name = head.place.text
    if name in cx.names.zones:
        if per != "card":
            raise Invalid(structure.only_cards_lie_in_zones(head.place.span, head.name.text, name))
        cx.used.names.add(name)
        return name
    if name not in cx.names.stages:
        known = [*cx.names.stages, *cx.names.zones]
        raise Invalid(meaning.unknown_place(head.place.span, name, known))
    return name


def _within(value: ir.Expr, low: ir.Expr | None, high: ir.Expr | None, among: tuple[int, ...]) -> bool:
    """Return whether an option may have this value; True if that depends on the number of players."""
    number, least, most = map(ir.number_in, (value, low, high))
    if number is None:
        return True
    if (least is not None and number < least) or (most is not None and number > most):
        return False
    return not among or number in among


def _endless(sort: syntax.Expr) -> bool:
    bare = ungroup(sort)
    return isinstance(bare, syntax.Range) and bare.high is None
