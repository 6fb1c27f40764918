"""Clauses and relative clauses for boolean expressions, affirmed or denied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from croupier.rulebook.conditions import card_of, is_of, may_lack, one_of_several, parted, reads, sayable, together
from croupier.rulebook.context import Context
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import MARK, Group, Scope, Thing
from croupier.rulebook.sums import SIGNS, in_signs, plain_sum
from croupier.rulebook.tables import CLAUSES, clause_of, clauses, group_of, groups, thing_of
from croupier.rulebook.values import (
    DEEP,
    Case,
    calculation,
    cases_of,
    container_of,
    counted_within,
    counts_over_game,
    is_called_card,
    is_shared,
    meant_number,
    naming_one,
    operand_of,
    owner_and_noun,
    place_of,
    scope_of_body,
    stated_value,
    whole_of,
    with_key_noun,
)
from croupier.words.nouns import Noun
from croupier.words.phrases import part_of
from croupier_dsl import ir
from croupier_dsl.analysis import children, nodes
from croupier_dsl.saying import own_word

COURT = ("A", "J", "Q", "K")
"""Ranks that every language has words for, besides the numbers."""
_ORDER = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
Part = tuple[ir.Expr, Scope, bool]
"""An expression, its scope, and whether it must hold (True) or fail."""


def affirmed(cx: Context, key: str, yes: bool, /, **things: Thing | Group | Noun | str | int) -> str:
    return cx.text(key if yes else f"{key}_not", **things)


def has_property_clause(cx: Context, collection: ir.Expr, scope: Scope, amount: str, n: int = 1) -> str:
    """Return `You have at least one hidden card`, for a property defined of a player; empty for anything else."""
    match collection:
        case ir.Defined(name=name, further=None) if collection.subject is not None and cx.titled(name):
            owner, noun = thing_of(cx, collection.subject, scope), cx.words.definition(name)
            if noun.plural or owner.none or noun.one == noun.many:
                return ""
            own = Group(noun, lambda plural: "")
            if amount in ("some", "none"):
                return cx.text(f"has_{amount}", x=owner, many=own)
            cards = cx.text("amount_one", many=own) if n == 1 else cx.text("amount_many", n=n, many=own)
            return cx.text("has_amount", x=owner, amount=cx.text(f"amount_{amount}", cards=cards))
    return ""


def there_is(cx: Context, many: Group, yes: bool) -> str:
    return affirmed(cx, "there_is", yes, many=many)


def same_clause(cx: Context, left: ir.Expr, right: ir.Expr, scope: Scope, yes: bool) -> str:
    if isinstance(left, ir.Nothing):
        left, right = right, left
    if isinstance(right, ir.Nothing):
        if isinstance(left, ir.VariableValue | ir.TableValue | ir.Defined) and len(children(left)) == 1:
            assert left.subject is not None
            if not isinstance(left, ir.Defined) or cx.titled(left.name):
                owner, noun = owner_and_noun(cx, noun_of(cx, left), left.subject, scope)
                return affirmed(cx, "has", not yes, x=owner or thing_of(cx, left.subject, scope), noun=noun)
        elif not children(left) and (
            isinstance(left, ir.VariableValue) or (isinstance(left, ir.Defined) and cx.titled(left.name))
        ):
            return affirmed(cx, "there_is_a", not yes, noun=noun_of(cx, left))
        return affirmed(cx, "exists", not yes, x=thing_of(cx, left, scope))
    if left.type.name == "truth" and isinstance(right, ir.Constant):
        return clause_of(cx, left, scope, bool(right.value) == yes)
    if left.type.name == right.type.name == "truth":
        return affirmed(cx, "both_so", yes, a=clause_of(cx, left, scope), b=clause_of(cx, right, scope))
    if isinstance(left, ir.CardFact) and left.fact == "place" and isinstance(right, ir.Constant):
        return affirmed(cx, "at_place_n", yes, x=thing_of(cx, left.card, scope), n=str(right.value))
    if isinstance(left, ir.Count) and isinstance(left.collection, ir.Players) and isinstance(right, ir.Constant):
        return affirmed(cx, "players_are", yes, n=int(right.value))
    if isinstance(left, ir.Count) and isinstance(right, ir.Constant):
        return count_clause(cx, "exactly" if yes else "not_exactly", left, right, scope)
    if isinstance(left, ir.StageCount) and isinstance(right, ir.Constant) and left.stage != cx.between:
        return affirmed(cx, "is_stage", yes, stage=cx.words.stage(left.stage), n=str(right.value))
    if right == ir.Local(right.type, 0, "me") and not opens_clause(cx, left, scope):
        left, right = right, left
    if isinstance(left, ir.OptionValue) and isinstance(right, ir.Constant) and left.type.enum:
        word = cx.words.label(f"options.{left.name}.{cx.words.enums[left.type.enum][right.value]}")
        return affirmed(cx, "is", yes, x=thing_of(cx, left, scope), y=cx.a_thing("option_value", value=word))
    if (meant := meant_number(cx, part_of(left), right)) is not None:
        return affirmed(cx, "is", yes, x=thing_of(cx, left, scope), y=meant)
    held = card_of(left, right)
    if held and is_shared(cx, held[0], scope):  # it is on the table, without an owner
        if isinstance(held[0], ir.Local):
            return cx.grammar.laid(thing_of(cx, held[0], scope), thing_of(cx, held[1], scope), yes)
        held = ()
    things = [thing_of(cx, each, scope) for each in held]
    if told := cx.grammar.belongs(things, yes) if things else rank_clause(cx, left, (right,), scope, yes):
        return told
    key = "is_very" if left.type == ir.CARD and not cx.words.singular else "is"
    one, other = compared_thing(cx, left, scope), compared_thing(cx, right, scope)
    if left.type == ir.NUMBER and one.plural and other.plural and not isinstance(right, ir.Constant):
        key = "is_equal"  # points and points
    return affirmed(cx, key, yes, x=one, y=other)


def rank_clause(cx: Context, left: ir.Expr, ranks: tuple[ir.Expr, ...], scope: Scope, yes: bool) -> str:
    """Return `it is a king or a queen` for a rank that is one of several, if the language puts it so, or nothing."""
    if not isinstance(left, ir.Attribute) or left.name != "rank":
        return ""
    words = [own_word(cx.words.enums, r.type, r.value) for r in ranks if isinstance(r, ir.Constant)]
    if len(words) < len(ranks) or not all(word.isdecimal() or word in COURT for word in words):
        return ""
    card, feminine = thing_of(cx, left.card, scope), cx.grammar.phrases["ranks_feminine"]
    named = [(cx.words.word(left.type, word), word in feminine) for word in words]
    told = cx.grammar.of_rank(named, card.plural)
    return affirmed(cx, "is", yes, x=card, y=told) if told else ""


def opens_clause(cx: Context, expr: ir.Expr, scope: Scope) -> bool:
    """Return whether the expression becomes a relative pronoun, which comes first in its clause."""
    return isinstance(expr, ir.Local) and expr.slot in scope.slots and scope.slots[expr.slot].relative


def compared_thing(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """Return the words for a compared value; in brackets if it has several cases."""
    found = stated_value(cx, expr, scope)
    several = len(cases_of(cx, expr, scope)) > 1 and not is_called(cx, expr)
    return replace(found, text=f"({found.text})") if several else found


def is_called(cx: Context, expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Defined) and cx.titled(expr.name)


def noun_of(cx: Context, expr: ir.VariableValue | ir.TableValue | ir.Defined) -> Noun:
    match expr:
        case ir.VariableValue(name=name):
            return cx.words.variable(name)
        case ir.TableValue(name=name):
            return cx.words.table(name)
        case ir.Defined(name=name):
            return cx.words.definition(name)


def count_clause(cx: Context, key: str, count: ir.Count, number: ir.Expr, scope: Scope) -> str:
    """Return a clause on the number of cards in a place, or of things."""
    many = group_of(cx, count.collection, scope)
    n = number.value if isinstance(number, ir.Constant) else None
    if n is None or isinstance(n, bool):
        return cx.text(f"is_{key}", x=thing_of(cx, count, scope), y=operand_of(cx, number, scope))
    held = cx.text("amount_one", many=_bare(many)) if n == 1 else cx.grammar.amount(n, many.noun)
    if key != "not_exactly" and (direct := one_alone(cx, key, count.collection, scope) if n == 1 else ""):
        return direct
    if (found := held_in_zone(cx, count.collection, scope)) is not None:
        place, such = found
        cards = cx.text("amount_one", many=such) if n == 1 else cx.text("amount_many", n=n, many=such)
        return cx.text("holds_amount", x=place, amount=cx.text(f"amount_{key}", cards=cards))
    if isinstance(count.collection, ir.ZoneContents) and many.noun == cx.words.sort(ir.CARD):
        place = place_of(cx, count.collection, scope)
        return cx.text("holds_amount", x=place, amount=cx.text(f"amount_{key}", cards=held))
    if isinstance(count.collection, ir.MeldFact) and count.collection.fact == "cards" and _one_meld(count.collection):
        meld = thing_of(cx, count.collection.meld, scope)
        return cx.text("has_amount", x=meld, amount=cx.text(f"amount_{key}", cards=held))
    if isinstance(count.collection, ir.Players | ir.Teams | ir.Deck):
        return cx.text(f"is_{key}", x=thing_of(cx, count, scope), y=str(n))
    if key != "not_exactly" and (own := has_property_clause(cx, count.collection, scope, key, n)):
        return own
    cards = cx.text("amount_one", many=many) if n == 1 else cx.text("amount_many", n=n, many=many)
    amount = cx.text(f"amount_{key}", cards=cards)
    return cx.text("there_are_one" if n == 1 else "there_are", amount=amount)


def held_in_zone(cx: Context, collection: ir.Expr, scope: Scope) -> tuple[Thing, Group] | None:
    """Return a zone and such cards in it, if the collection is that: `your hand`, `cards whose suit is …`."""
    match collection:
        case ir.Filter(collection=ir.ZoneContents() as zone, slot=slot, if_possible=False) if (
            reads(collection.condition, slot)
            and zone.type == replace(ir.CARD, many=True)
            and cx.words.zones[zone.name].form != "slot"
        ):
            cards = Group(cx.words.sort(ir.CARD), lambda plural: "")
            return place_of(cx, zone, scope), filtered_group(cx, cards, slot, collection.condition, False, scope)
    return None


def one_alone(cx: Context, key: str, collection: ir.Expr, scope: Scope) -> str:
    """Return `At most one player is not out`: a simple condition about a number of things.

    Empty if it is not simple.
    """
    match collection:
        case ir.Defined(name=name) if not cx.titled(name):
            return one_alone(cx, key, cx.words.definitions[name].body, scope_of_body(cx, collection, scope))
        case ir.Filter(slot=slot, if_possible=False):
            return of_such(cx, f"just_{key}", collection.collection, slot, collection.condition, scope)
    return ""


def order_clause(cx: Context, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> str:
    key = _ORDER[op]
    if isinstance(left, ir.StageCount) and op == ">" and right == ir.Constant(ir.NUMBER, 1) and not cx.between:
        noun = cx.words.stage(left.stage)
        if counts_over_game(cx, left.stage):
            return cx.text("is_later", stage=noun)
        return cx.text("is_later_within", stage=noun, around=counted_within(cx, left.stage))
    if isinstance(left, ir.Count) and left.type == ir.NUMBER:
        return count_clause(cx, key, left, right, scope)
    word = f"is_{key}_word" if left.type.enum else f"is_{key}"
    x, y = compared_sides(cx, left, right, scope=scope)
    return cx.text(word, x=x, y=meant_number(cx, part_of(left), right) or y)


def compared_sides(cx: Context, *both: ir.Expr, scope: Scope) -> list[Thing]:
    """Two things that are compared: where one is a calculation told in signs, so is the other."""
    plain = [plain_sum(side, partial(may_lack, cx)) for side in both]
    if any(isinstance(side, ir.Arithmetic) and in_signs(side) for side in plain):
        return [
            calculation(cx, side, scope) if isinstance(side, ir.Arithmetic) and side.op in SIGNS
            else compared_thing(cx, side, scope)
            for side in plain
        ]  # fmt: skip
    return [compared_thing(cx, side, scope) for side in both]


def not_in_order(cx: Context, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> str:
    """Return `x is not more than y`: `x is at most y` would be false without an x."""
    word = f"is_not_{_ORDER[op]}{'_word' if left.type.enum else ''}"
    return cx.text(word, x=compared_thing(cx, left, scope), y=compared_thing(cx, right, scope))


def within_clause(cx: Context, left: ir.Expr, right: ir.Expr, scope: Scope, yes: bool) -> str:
    match right:
        case ir.Map(slot=slot) if (
            not left.type.many and not right.body.type.many and right.body.type.name not in ("card", "meld")
        ):
            return exists_clause(cx, right.collection, slot, ir.Same(ir.TRUTH, right.body, left), scope, yes)
    if isinstance(right, ir.ListOf) and (told := rank_clause(cx, left, right.items, scope, yes)):
        return told
    thing = thing_of(cx, left, scope)
    if isinstance(right, ir.Span | ir.ListOf | ir.Constant) and not left.type.many:
        key = "is_within" if isinstance(right, ir.Span) else "is"
        return affirmed(cx, key, yes, x=thing, y=stated_value(cx, right, scope))
    held = right.right if isinstance(right, ir.Combine) and right.op == "with" else right
    if left.type.name in ("card", "meld") and isinstance(held, ir.ZoneContents | ir.Map):
        return affirmed(cx, "lies_in", yes, x=thing, y=container_of(cx, right, scope))
    return affirmed(cx, "is_among", yes, x=thing, y=whole_of(cx, group_of(cx, right, scope)))


# ------------------------------------------------------------ a function for each kind of truth


@clauses(ir.Constant)
def _constant(cx: Context, expr: ir.Constant, scope: Scope, yes: bool) -> str:
    return cx.text("always" if bool(expr.value) == yes else "never")


@clauses(ir.Nothing)
def _nothing(cx: Context, expr: ir.Nothing, scope: Scope, yes: bool) -> str:
    return cx.text("never" if yes else "always")


@clauses(ir.Not)
def _not(cx: Context, expr: ir.Not, scope: Scope, yes: bool) -> str:
    return clause_of(cx, expr.operand, scope, not yes)


@clauses(ir.Logic)
def _logic(cx: Context, expr: ir.Logic, scope: Scope, yes: bool) -> str:
    return joined_clauses(cx, expr, scope, yes)


@clauses(ir.Exists)
def _exists(cx: Context, expr: ir.Exists, scope: Scope, yes: bool) -> str:
    if junction_of(cx, expr, scope, yes) is not None:
        return joined_clauses(cx, expr, scope, yes)
    return exists_clause(cx, expr.collection, expr.slot, expr.condition, scope, yes)


@clauses(ir.IfThenElse)
def _if_then_else(cx: Context, expr: ir.IfThenElse, scope: Scope, yes: bool) -> str:
    condition = clause_of(cx, expr.condition, scope)
    one, other = (clause_of(cx, side, scope, yes) for side in (expr.then, expr.otherwise))
    return cx.text("claim_if", claim=condition, a=one, b=other)


@clauses(ir.VariableValue)
def _variable(cx: Context, expr: ir.VariableValue, scope: Scope, yes: bool) -> str:
    return predicate_clause(cx, f"state.{expr.name}", expr, scope, yes)


@clauses(ir.Defined)
def _defined(cx: Context, expr: ir.Defined, scope: Scope, yes: bool) -> str:
    if not cx.titled(expr.name):
        return clause_of(cx, cx.words.definitions[expr.name].body, scope_of_body(cx, expr, scope), yes)
    return predicate_clause(cx, f"define.{expr.name}", expr, scope, yes)


@clauses(ir.TableValue)
def _table(cx: Context, expr: ir.TableValue, scope: Scope, yes: bool) -> str:
    return predicate_clause(cx, f"tables.{expr.name}", expr, scope, yes)


@clauses(ir.CardFact)
def _card_fact(cx: Context, expr: ir.CardFact, scope: Scope, yes: bool) -> str:
    return affirmed(cx, f"is_{expr.fact}", yes, x=thing_of(cx, expr.card, scope))


@clauses(ir.SpotFact)
def _spot_fact(cx: Context, expr: ir.SpotFact, scope: Scope, yes: bool) -> str:
    if expr.fact == "empty":
        return affirmed(cx, "is_free", yes, x=thing_of(cx, expr.spot, scope))
    return _is_yes(cx, expr, scope, yes)


@clauses(ir.IsEmpty)
def _is_empty(cx: Context, expr: ir.IsEmpty, scope: Scope, yes: bool) -> str:
    return empty_clause(cx, expr.collection, scope, yes)


@clauses(ir.Same)
def _same(cx: Context, expr: ir.Same, scope: Scope, yes: bool) -> str:
    return same_clause(cx, expr.left, expr.right, scope, yes)


@clauses(ir.IsKind)
def _is_kind(cx: Context, expr: ir.IsKind, scope: Scope, yes: bool) -> str:
    kinds = cx.grammar.listed([cx.words.a_kind(notation) for notation in expr.notations], "or")
    return affirmed(cx, "is", yes, x=thing_of(cx, expr.card, scope), y=kinds)


@clauses(ir.HasKind)
def _has_kind(cx: Context, expr: ir.HasKind, scope: Scope, yes: bool) -> str:
    if isinstance(expr.cards, ir.Map) and not yes:
        return cx.text("not_so", claim=clause_of(cx, expr, scope, True))
    return affirmed(cx, "holds", yes, x=container_of(cx, expr.cards, scope), y=cx.words.a_kind(expr.notation))


@clauses(ir.IsCombo)
def _is_combo(cx: Context, expr: ir.IsCombo, scope: Scope, yes: bool) -> str:
    key = "is_combo" if expr.cards.type.name == "meld" and not expr.cards.type.many else "make_combo"
    return affirmed(cx, key, yes, x=thing_of(cx, expr.cards, scope), combo=cx.words.combo(expr.combo))


@clauses(ir.Fits)
def _fits(cx: Context, expr: ir.Fits, scope: Scope, yes: bool) -> str:
    return affirmed(cx, "fits", yes, x=thing_of(cx, expr.card, scope), y=thing_of(cx, expr.spot, scope))


@clauses(ir.Within)
def _within(cx: Context, expr: ir.Within, scope: Scope, yes: bool) -> str:
    return within_clause(cx, expr.left, expr.right, scope, yes)


@clauses(ir.Order)
def _order(cx: Context, expr: ir.Order, scope: Scope, yes: bool) -> str:
    if not yes and (may_lack(cx, expr.left) or may_lack(cx, expr.right)):
        return not_in_order(cx, expr.op, expr.left, expr.right, scope)
    return order_clause(cx, expr.op if yes else _DENIED[expr.op], expr.left, expr.right, scope)


@clauses(ir.Local)
def _local(cx: Context, expr: ir.Local, scope: Scope, yes: bool) -> str:
    return affirmed(cx, "is_so", yes, x=thing_of(cx, expr, scope))


@clauses(ir.AllPassed)
def _all_passed(cx: Context, expr: ir.AllPassed, scope: Scope, yes: bool) -> str:
    return affirmed(cx, "all_passed", yes)


@clauses(ir.OptionValue)
def _option(cx: Context, expr: ir.OptionValue, scope: Scope, yes: bool) -> str:
    word = cx.words.texts.get(f"options.{expr.name}.{'yes' if yes else 'no'}")
    said = cx.text("option_value", value=word or cx.grammar.phrases["yes" if yes else "no"])
    return affirmed(cx, "is", True, x=value_of(cx, expr, scope), y=said)


def _is_yes(cx: Context, expr: ir.Expr, scope: Scope, yes: bool) -> str:
    return affirmed(cx, "is", yes, x=value_of(cx, expr, scope), y=cx.grammar.phrases["yes"])


CLAUSES[object] = _is_yes


@groups(ir.Filter)
def _filter(cx: Context, expr: ir.Filter, scope: Scope) -> Group:
    if (of_part := cx.words.part_alone(expr)) is not None:
        return replace(group_of(cx, expr.collection, scope), noun=of_part, whole=None)
    inner = scope.sharing(expr.slot, is_shared(cx, expr.collection, scope))
    return filtered_group(cx, group_of(cx, expr.collection, scope), expr.slot, expr.condition, expr.if_possible, inner)


def filtered_group(cx: Context, many: Group, slot: int, condition: ir.Expr, soft: bool, scope: Scope) -> Group:
    if not reads(condition, slot):
        only = cx.text("only_when", claim=clause_of(cx, condition, scope))
        whole = many.whole and replace(many.whole, text=f"{many.whole.text}{only}")
        return Group(many.noun, lambda plural: f"{many.rest(plural)}{only}", whole)
    many = with_key_noun(cx, many, slot, condition)
    about, apart = parted(condition, slot)
    if apart and not soft:
        narrowed = filtered_group(cx, many, slot, together(about, "and"), soft, scope)
        return filtered_group(cx, narrowed, slot, together(apart, "and"), soft, scope)

    def rest(plural: bool) -> str:
        narrowed = relative_clause(cx, condition, slot, many.noun, plural, scope)
        if soft or many.soft:
            key = ("of_these_if" if soft else "of_these") if many.soft else "but_those_if"
            told = Thing(narrowed, plural, many.noun.feminine)
            return f"{many.rest(plural)}{cx.text(key if plural else f'{key}_one', that=told, noun=many.noun)}"
        link = f" {cx.grammar.phrases['and']}" if many.narrowed else many.link
        return f"{many.rest(plural)}{link} {narrowed}"

    return Group(many.noun, rest, narrowed=not soft and not many.soft, soft=soft or many.soft)


def _bare(many: Group) -> Group:
    """Return the things without what narrows them down."""
    return Group(many.noun, lambda plural: "")


def _one_meld(fact: ir.MeldFact) -> bool:
    return fact.meld.type.name == "meld" and not fact.meld.type.many


def value_of(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """Return the thing whose value is a truth: `the option “…”`, an attribute that says yes or no."""
    return (
        thing_of(cx, replace(expr, type=ir.NUMBER), scope) if expr.type.name == "truth" else thing_of(cx, expr, scope)
    )


def junction_of(cx: Context, expr: ir.Expr, scope: Scope, yes: bool) -> tuple[str, list[Part]] | None:
    """Return `and` or `or` and its operands, through a `not` or an untitled definition around it.

    None if it is neither.
    """
    match expr:
        case ir.Not(operand=operand):
            return junction_of(cx, operand, scope, not yes)
        case ir.Defined(name=name) if not cx.titled(name):
            return junction_of(cx, cx.words.definitions[name].body, scope_of_body(cx, expr, scope), yes)
        case ir.Exists(slot=slot) if yes and all(found := parted(expr.condition, slot)):
            about, apart = found
            some = replace(expr, condition=together(about, "and"))
            return "and", [part for one in (*apart, some) for part in flattened(cx, one, scope, True, "and")]
        case ir.IfThenElse(condition=condition, then=then, otherwise=ir.Constant(value=value)) if yes != bool(value):
            return "and", [*flattened(cx, condition, scope, True, "and"), *flattened(cx, then, scope, yes, "and")]
        case ir.IfThenElse(condition=condition, then=ir.Constant(value=value), otherwise=other) if yes != bool(value):
            return "and", [*flattened(cx, condition, scope, False, "and"), *flattened(cx, other, scope, yes, "and")]
        case ir.Logic(op=op, operands=operands):
            word = op if yes else {"and": "or", "or": "and"}[op]
            if yes and op == "or":
                operands = one_of_several(operands)
            return word, [part for operand in operands for part in flattened(cx, operand, scope, yes, word)]
        case ir.Exists(slot=slot, condition=ir.Logic(op="and", operands=operands)) if yes:
            about = [part for part in operands if reads(part, slot)]
            apart = [part for part in operands if not reads(part, slot)]
            if about and apart:
                such = replace(expr, condition=together(about, "and"))
                return "and", [part for each in (such, *apart) for part in flattened(cx, each, scope, True, "and")]
    return None


def flattened(cx: Context, expr: ir.Expr, scope: Scope, yes: bool, op: str) -> list[Part]:
    """Return the operands of `op`, flattened through nested junctions of the same kind."""
    found = junction_of(cx, expr, scope, yes)
    return found[1] if found is not None and found[0] == op else [(expr, scope, yes)]


def joined_clauses(cx: Context, expr: ir.Expr, scope: Scope, yes: bool, nested: bool = False) -> str:
    """Return a claim; a junction within another gets words that hold it together."""
    found = junction_of(cx, expr, scope, yes)
    if found is None:
        return clause_of(cx, expr, scope, yes)
    op, parts = found
    if len(parts) == 1:
        return joined_clauses(cx, *parts[0], nested=nested)
    told = cx.grammar.clauses([joined_clauses(cx, *part, nested=True) for part in parts], op)
    return cx.text("both" if op == "and" else "one_of", parts=told) if nested else told


def points_of(
    cx: Context, expr: ir.Expr, scope: Scope, yes: bool = True, depth: int = 0, alone: bool = True
) -> tuple[str, tuple[Item, ...]]:
    """Return a claim that is many as a few words with a point for each part; else the claim, and no points.

    `alone`: it is a sentence of its own, so each case of its value may be a point of a list.
    """
    found = junction_of(cx, expr, scope, yes)
    if found is None and alone and not depth and len(cases := cases_of(cx, expr, scope)) > 1:
        return cx.text("this_holds"), tuple(in_each_case(cx, cases, yes, depth + 1))
    if found is None or depth >= DEEP:
        return joined_clauses(cx, expr, scope, yes), ()
    op, parts = found
    if len(parts) == 1:
        return points_of(cx, *parts[0], depth=depth)
    if len(parts) == 2 and all(junction_of(cx, *part) is None for part in parts):
        return joined_clauses(cx, expr, scope, yes), ()
    items = []
    for part in parts:
        told, below = points_of(cx, *part, depth=depth + 1)
        items.append(Item(cx.grammar.sentence(told), (), below))
    return cx.text("all_hold" if op == "and" else "one_holds"), tuple(items)


def in_each_case(cx: Context, cases: list[Case], yes: bool, depth: int) -> Iterator[Item]:
    """Yield a point for what has to hold in each case, the first that applies."""
    for number, (condition, value, scope) in enumerate(cases):
        told, below = points_of(cx, value, scope, yes, depth)
        if condition is None:
            told = cx.text("case_else", x=told)
        else:
            key = "case_if" if number == 0 else "case_else_if"
            told = cx.text(key, claim=clause_of(cx, *condition), x=told)
        yield Item(cx.grammar.sentence(told), (), below)


def all_clauses(cx: Context, conditions: tuple[ir.Condition, ...], scope: Scope) -> tuple[str, tuple[Item, ...]]:
    """Several conditions that must all hold, as one claim."""
    return points_of(cx, together([condition.expr for condition in conditions], "and"), scope)


# ------------------------------------------------------------ truths by name
def predicate_clause(
    cx: Context, path: str, expr: ir.VariableValue | ir.Defined | ir.TableValue, scope: Scope, yes: bool
) -> str:
    """Return the words for a boolean applied to its subject, and to its second subject if it takes one."""
    things = [thing_of(cx, about, scope) for about in children(expr)]
    of = things[0] if things else None
    if of is not None and isinstance(children(expr)[0], ir.Constant):
        of = replace(of, plural=False)  # `13 is`, as a number, not an amount
    predicate = cx.words.predicate(path)
    if predicate is not None:
        return cx.grammar.predicate(predicate.of(things[1:]), of, yes)
    name = cx.words.label(path)
    claim = affirmed(cx, "marked", yes, name=name) if of is None else affirmed(cx, "marked_of", yes, name=name, x=of)
    return cx.text("for", x=Thing(claim), y=things[1]) if len(things) > 1 else claim


# ------------------------------------------------------------ collections
def empty_clause(cx: Context, collection: ir.Expr, scope: Scope, yes: bool) -> str:
    leftover = leftover_of(cx, collection, scope)
    if leftover is not None:
        split, cards = leftover
        return affirmed(cx, "all_fit", yes, x=whole_of(cx, group_of(cx, cards, scope)), parts=parts_listed(cx, split))
    if isinstance(collection, ir.ZoneContents):
        owner, noun = owner_and_noun(cx, cx.words.zone(collection.name), collection.subject, scope)
        card = cx.words.zones[collection.name].form == "slot" and is_called_card(cx, Thing(noun.one))
        if owner is not None and (noun.plural or card) and not owner.none:
            return affirmed(cx, "has", not yes, x=owner, noun=noun)
        if card and owner is None:
            return affirmed(cx, "there_is_a", not yes, noun=noun)
        return affirmed(cx, "is_empty", yes, x=place_of(cx, collection, scope))
    if not collection.type.many:
        return affirmed(cx, "exists", not yes, x=thing_of(cx, collection, scope))
    match collection:
        case ir.Map(slot=slot, body=ir.ZoneContents() as zone) if reads(zone, slot):
            many = with_key_noun(cx, group_of(cx, collection.collection, scope), slot, zone)
            who = cx.text("each" if yes else "some", many=many)
            each = Thing(who, feminine=many.noun.feminine, person=many.noun.person)
            if not cx.words.zone(zone.name).plural and not each.none:
                return affirmed(cx, "is_empty", yes, x=place_of(cx, zone, scope.bind(slot, each)))
    return has_property_clause(cx, collection, scope, "some" if not yes else "none") or there_is(
        cx, group_of(cx, collection, scope), not yes
    )


def parts_listed(cx: Context, split: ir.Split) -> str:
    return cx.grammar.listed([cx.words.combo(part).many for part in split.parts], "and")


def leftover_of(cx: Context, collection: ir.Expr, scope: Scope) -> tuple[ir.Split, ir.Expr] | None:
    """Return the arrangement and the cards, if the collection is what an arrangement of these cards leaves over."""
    cards: ir.Expr | None = None
    if isinstance(collection, ir.Defined):
        cards, collection = collection.subject, cx.words.definitions[collection.name].body
    match collection:
        case ir.Combine(op="without", left=left, right=right):
            melds = next((node for node in nodes(right) if isinstance(node, ir.Melds)), None)
            if melds is None or melds.cards != left or right.type.name == "meld":
                return None
            split = cx.words.combos[melds.combo]
            subject = isinstance(left, ir.Local) and left.slot == 1 and cards is not None
            if isinstance(split, ir.Split) and (subject or cards is None):
                return split, cards if cards is not None else left
    return None


def exists_clause(cx: Context, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope, yes: bool) -> str:
    """Return `at least one` or `no`.

    `none … where not P` becomes `each`, and a condition that does not depend on the element an exception.
    """
    scope = scope.sharing(slot, is_shared(cx, collection, scope))
    if yes:
        told = of_such(cx, "some", collection, slot, condition, scope)
        found = ir.Filter(collection.type, collection, slot, condition, False)
        if not told and (held := held_in_zone(cx, found, scope)) is not None:
            place, such = held
            return affirmed(cx, "holds", True, x=place, y=cx.text("some", many=such))
        return told or there_is(cx, group_of(cx, found, scope), True)
    about, apart = parted(condition, slot)
    if not about:
        none = ir.Filter(collection.type, collection, slot, condition, False)
        return there_is(cx, group_of(cx, none, scope), False)
    if all(isinstance(part, ir.Not) for part in about):
        holds = together([part.operand for part in about if isinstance(part, ir.Not)], "or")
        many = group_of(cx, collection, scope)
        told = of_such(cx, "each", collection, slot, holds, scope)
        if not told and (that := after_noun(cx, holds, slot, many.noun, False, scope)):
            told = cx.text("each_is", many=many, that=that)
        elif not told:
            inner = naming_one(cx, many.noun, slot, scope)
            told = cx.text("for_each_one", many=many, claim=clause_of(cx, holds, inner))
    else:
        left = ir.Filter(collection.type, collection, slot, together(about, "and"), False)
        told = of_such(cx, "none", collection, slot, together(about, "and"), scope)
        told = told or there_is(cx, group_of(cx, left, scope), False)
    if not apart:
        return told
    unless = cx.grammar.clauses([clause_of(cx, part, scope, False) for part in apart], "or")
    return cx.text("unless", claim=told, unless=unless)


def of_such(cx: Context, key: str, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope) -> str:
    """`At least one player has opened`: a plain condition said of one, each or none; nothing if it is not plain."""
    if isinstance(condition, ir.Logic):
        merged = one_of_several(condition.operands) if condition.op == "or" else condition.operands
        if len(merged) > 1:
            return ""
        condition = merged[0]
    if not sayable(condition, key == "none") or junction_of(cx, condition, scope, True) is not None:
        return ""
    if sum(isinstance(node, ir.Local) and node.slot == slot for node in nodes(condition)) != 1:
        return ""
    many = group_of(cx, collection, scope)
    noun = many.noun
    subject = Thing(cx.text(key, many=many), feminine=noun.feminine, person=noun.person, none=key == "none")
    told = clause_of(cx, condition, scope.bind(slot, subject))
    opens = told.startswith(f"{subject.text} ") or (key == "each" and is_of(condition, slot))
    return told if opens and MARK not in told else ""


def relative_clause(
    cx: Context, condition: ir.Expr, slot: int, noun: Noun, plural: bool, scope: Scope, beside: bool = False
) -> str:
    """Return a relative clause: `that are wild`, or else `for which …`.

    The flag means that the noun has further clauses, so an alternative is put in brackets.
    """
    if not (beside and _either(condition)) and (told := after_noun(cx, condition, slot, noun, plural, scope)):
        return told
    if isinstance(condition, ir.Logic) and condition.op == "and":
        plain = ["" if _either(part) else after_noun(cx, part, slot, noun, plural, scope)
                 for part in condition.operands]  # fmt: skip
        rest = [part for part, words in zip(condition.operands, plain, strict=True) if not words]
        if len(rest) < len(plain):
            narrowed = [relative_clause(cx, together(rest, "and"), slot, noun, plural, scope, True)] if rest else []
            return cx.grammar.listed([*filter(None, plain), *narrowed], "and")
    inner = replace(naming_one(cx, noun, slot, scope), depth=scope.depth + 1)
    key = "for_which_many" if plural else "for_which"
    template = cx.grammar.form(noun, key)
    if not scope.depth and junction_of(cx, condition, inner, True) is None:
        template = template.replace("({claim})", "{claim}")
    return template.format(claim=cx.grammar.closed(clause_of(cx, condition, inner)))


def after_noun(cx: Context, condition: ir.Expr, slot: int, noun: Noun, plural: bool, scope: Scope) -> str:
    """Return a relative clause that a pronoun opens; nothing if it cannot."""
    match condition:
        case ir.Logic(op="or", operands=operands) if len(merged := one_of_several(operands)) < len(operands):
            return after_noun(cx, together(list(merged), "or"), slot, noun, plural, scope)
        case ir.Fits(spot=ir.Local(slot=used)) if used == slot and not reads(condition.card, slot):
            return cx.text("fitted", x=thing_of(cx, condition.card, scope))
    if scope.depth <= DEEP:
        who = cx.text("relative_person" if noun.person else "relative")
        pronoun = Thing(MARK + who, plural, noun.feminine, relative=True, person=noun.person)
        inner = replace(scope.bind(slot, pronoun), depth=scope.depth + 1)
        split = isinstance(condition, ir.Logic)
        told = [
            clause_of(cx, p, inner) for p in (condition.operands if isinstance(condition, ir.Logic) else (condition,))
        ]
        parts = condition.operands if isinstance(condition, ir.Logic) else ()
        mixed = any((found := junction_of(cx, part, inner, True)) and len(found[1]) > 1 for part in parts)
        if not mixed and all(part.startswith(MARK) and part.count(MARK) == 1 for part in told):
            words = [part.removeprefix(MARK) for part in told]
            return cx.grammar.listed(words, condition.op) if split and isinstance(condition, ir.Logic) else words[0]
    return ""


def _either(part: ir.Expr) -> bool:
    """Return whether the part is an alternative that cannot be merged, and so needs brackets next to others."""
    return isinstance(part, ir.Logic) and part.op == "or" and len(one_of_several(part.operands)) > 1
