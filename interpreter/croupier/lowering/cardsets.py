"""Lower sets of cards: sets known before play, copies of one kind, and cards that form a group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import TypeAlias

from croupier.base.language import tr
from croupier.base.values import Value
from croupier.combos import Pattern
from croupier.combos.forms import Form
from croupier.lowering.base import (
    all_but,
    among,
    constant,
    copied,
    counted_times,
    fixed,
    kind_tables,
    no_copies,
    one_value,
    strict,
    truth,
    uncounted,
)
from croupier.lowering.capabilities import LONGEST, cannot
from croupier.lowering.collections import (
    by_number,
    for_each,
    listed_number,
    lists,
    logic,
    mask_of,
    of_melds,
    on_table,
    stored_melds,
    these_or_all,
    within,
    zone_shape,
)
from croupier.lowering.context import Context, Env, once
from croupier.lowering.kernel import NIL, part
from croupier.lowering.layout import MOST_WILD
from croupier.lowering.shapes import Cards, Kept, Meld, One, Place, Several, Shape, Stored, join, places
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, children, nodes, options_read, ranges, reached, rebuilt, slots_read

MOST_VALUES = 512
"""The most values of a table of sets."""
HOLE = 1_000
"""The first slot that represents a value read by a test, other than its card."""

MOST_NOTES = 4_096
"""The most combinations of notes on a card that are ordered before play."""
UNNOTED = 1 << 20
"""The rank of a card without notes: after all others."""


def somewhere(cx: Context, text: str, like: Shape) -> Cards:
    """Return a set of cards among the cards of the shape, wherever they are."""
    known = places(like)
    if known is not None and len(known) == 1:
        return Cards(((text, known[0]),))
    named = [zone for zone, _ in known or ()]
    if known and len(set(named)) == len(named) and all(cx.layout.form(zone) == "set" for zone in named):
        cards = cx.out.atom(text, "m_")
        return Cards(tuple((f"({cards} & {lying_in(cx, place)})", place) for place in known))
    return Cards(((text, None),))


def lying_in(cx: Context, place: Place) -> str:
    """Return all the cards of an unordered place."""
    return cx.layout.cards_at(*place) if place[0] else out_of_play(cx).parts[0][0]


def out_of_play(cx: Context) -> Cards:
    return Cards(((f"Z[{cx.layout.at('zone')}]", ("", None)),), whole=True)


# ------------------------------------------------------------ tests of cards
def filtered(cx: Context, shape: Shape, slot: int, condition: ir.Expr, env: Env, *, soft: bool = False) -> Shape:
    """Return the elements that pass; `soft`: all of them if none does."""
    mask = None
    if isinstance(shape, Cards) or (_of_cards(cx, shape) and not soft):
        mask = cards_where(cx, slot, condition, env)
    if isinstance(shape, Cards):
        if mask is not None:
            parts = tuple((among(cx, text, mask), place) for text, place in shape.parts)
        else:
            each = [(passing(cx, text, place, slot, condition, env), place) for text, place in shape.parts]
            parts = tuple(each)
        if not soft:
            return Cards(parts, by_kind=shape.by_kind)
        left = [(cx.out.let(text, "m_"), place) for text, place in parts]
        none = cx.out.let(f"{join(text for text, _ in left)} == 0")
        kept = [
            (cx.out.let(f"{old} if {none} else {new}", "m_"), place)
            for (new, place), (old, _) in zip(left, shape.parts, strict=True)
        ]
        return Cards(tuple(kept), by_kind=shape.by_kind)
    if soft:
        shape = stored_melds(cx, shape) if of_melds(cx, shape) else shape
        return these_or_all(cx, filtered(cx, shape, slot, condition, env), shape)
    test = cx.parts.about_each(cx, shape, condition, lambda item: truth(cx, condition, {**env, slot: item}))
    return Kept(shape, test, mask or "")


def passing(cx: Context, text: str, place: Place | None, slot: int, condition: ir.Expr, env: Env) -> str:
    """Return the cards of a set that pass, looked at one by one."""
    found = cx.out.let("0", "m_")

    def look(card: Shape) -> None:
        with cx.out.block(f"if {truth(cx, condition, {**env, slot: card})}:"):
            cx.out.line(f"{found} = {found} | {mask_of(cx, card)}")

    for_each(cx, Cards(((text, place),)), look)
    return found


def _of_cards(cx: Context, shape: Shape) -> bool:
    return not isinstance(shape, One | Meld) and not of_melds(cx, shape) and places(shape) is not None


def cards_where(cx: Context, slot: int, condition: ir.Expr, env: Env) -> str | None:
    """Return the set of all cards that pass, without a loop; None if that cannot be."""
    if strict(cx, condition):
        return None
    reads = slots_read(cx.facts, condition)
    if slot not in reads:
        test = truth(cx, condition, env)
        return {"1": str(cx.all_cards), "0": "0"}.get(test, f"({cx.all_cards} if {test} else 0)")
    tabled = _tabled(cx, slot, condition, env)
    if tabled is not None:
        return tabled
    match condition:
        case ir.Not(operand=operand):
            mask = cards_where(cx, slot, operand, env)
            return None if mask is None else f"{all_but(cx)}~{mask})"
        case ir.Logic(op=op, operands=operands):
            masks = [cards_where(cx, slot, operand, env) for operand in operands]
            known = [mask for mask in masks if mask is not None]
            return None if None in masks else "(" + (" & " if op == "and" else " | ").join(known) + ")"
        case ir.CardFact(fact="revealed", card=ir.Local(slot=card)) if card == slot:
            return f"Z[{cx.layout.at('turned')}]" if cx.layout.turns_cards else "0"
        case ir.CardFact(fact="wild", card=ir.Local(slot=card)) if card == slot:
            return wild_cards(cx)
        case ir.VariableValue(type=ir.TRUTH, name=name, subject=ir.Local(slot=card)) if card == slot:
            return f"Z[{cx.layout.at('yes', name)}]" if ("yes", name) in cx.layout.cells else None
        case ir.Fits(card=ir.Local(slot=card), spot=spot) if card == slot and slot not in slots_read(cx.facts, spot):
            return mask_of(cx, cx.parts.all_that_fit(cx, copied(cx, one_value(cx, spot, env))))
        case ir.Within(left=ir.Local(slot=card), right=right) if card == slot and slot not in slots_read(
            cx.facts, right
        ):
            return mask_of(cx, cx.parts.shape_of(cx, right, env))
        case ir.Same(left=ir.Local(slot=card, type=type_), right=right) if (
            card == slot and type_ == ir.CARD and slot not in slots_read(cx.facts, right)
        ):
            other = copied(cx, one_value(cx, right, env))
            return f"(BIT({other.text}) if {other.text} != {NIL} else 0)" if other.nil else f"BIT({other.text})"
        case ir.Defined(name=name, subject=ir.Local(slot=card), further=None) if card == slot:
            definition = cx.definitions[name]
            if definition.subject == ir.CARD:
                return cards_where(cx, 1, definition.body, {0: env[0]} if 0 in env else {})
    return None


def noted(cx: Context, name: str, card: str, value: str) -> None:
    """Note a value on a card; the cards with yes are also kept as a set, except in imagined positions."""
    cell = cx.layout.cell("variable", name, card)
    if ("yes", name) in cx.layout.cells:
        yes = f"Z[{cx.layout.at('yes', name)}]"
        if value in ("0", str(NIL)):
            cx.out.line(f"if {cell} == 1: {yes} = {yes} & ~BIT({card})")
        else:
            value = cx.out.atom(value)
            cx.out.line(f"{yes} = {yes} | BIT({card}) if {value} == 1 else {yes} & ~BIT({card})")
    cx.out.line(f"{cell} = {value}")


def _tabled(cx: Context, slot: int, condition: ir.Expr, env: Env) -> str | None:
    """Return the passing cards from a table, by what the test reads besides its card, if that has few values."""
    holes: dict[ir.Expr, int] = {}

    def holed(part: object) -> object:
        if not isinstance(part, ir.Expr) or fixed(cx, part):
            return part
        if slot not in slots_read(cx.facts, part) and not isinstance(part, ir.Span | ir.ListOf):
            holes.setdefault(part, HOLE + len(holes))
            return ir.Local(part.type, holes[part], "")
        return rebuilt(part, holed)

    test = holed(condition)
    assert isinstance(test, ir.Expr)
    if STATE in slots_read(cx.facts, test) or len(holes) > 1:
        return None
    plan = cx.program.planner.plan(test)

    def passing(value: int | bool | None) -> int:
        env: list[object] = [None] * (HOLE + 8)
        env[HOLE] = value
        found = 0
        for card in range(cx.program.cards):
            env[slot] = card
            found |= bool(plan(None, env)) << card  # type: ignore[arg-type]  # it reads no state
        return found

    if not holes:
        return str(passing(None))
    (hole,) = holes
    values = _values(cx, hole)
    if values is None or any(node.slot not in env for node in nodes(hole) if isinstance(node, ir.Local)):
        return None
    value = cx.parts.shape_of(cx, hole, env)
    if not isinstance(value, One):
        return None
    low, end = values
    truth = hole.type == ir.TRUTH
    sets = [passing(bool(v) if truth else v) for v in range(low, end)]
    if not value.nil and low == 0:
        return f"{cx.out.table(sets, 'm_')}[{value.text}]"
    at = copied(cx, value)
    table = cx.out.table([*sets, passing(None)], "m_")
    return f"{table}[{at.text} - {low} if {at.text} != {NIL} else {end - low}]"


def _values(cx: Context, expr: ir.Expr) -> tuple[int, int] | None:
    """Return the least value of an expression, and one more than the most; None if that is not known, or too many."""
    match expr:
        case ir.VariableValue(name=name) if expr.type == ir.NUMBER:
            low, high = ranges(cx.facts).get(name, (0, MOST_VALUES))
            return (low, high + 1) if high - low < MOST_VALUES else None
    kind = expr.type
    if kind.many:
        return None
    if kind.enum:
        return 0, len(cx.program.enums[kind.enum])
    sizes = {"truth": 2, "player": cx.program.seats, "team": cx.program.teams}
    return (0, sizes[kind.name]) if kind.name in sizes else None


def wild_cards(cx: Context) -> str:
    """Return the cards that are wild now, as a set."""
    rule = cx.rules.cards.wild
    if rule is None:
        return "0"
    if cx.counting.wild_by:
        cx.out.line(f"{cx.parts.helper(cx, 'wild_again(S)', partial(_wild_counted, cx))}(S)")
    with uncounted(cx), part(cx.program.where("cards.wild"), "cards.wild"):
        found = cards_where(cx, 1, rule, {0: One(str(NIL), True)})
        if found is None:
            return passing(cx, str(cx.all_cards), None, 1, rule, {0: One(str(NIL), True)})
    return found


def _wild_counted(cx: Context) -> None:
    """Evaluate and count which kinds are wild once in a game for each combination of values that this depends on."""
    assert cx.rules.cards.wild is not None
    met, counting = int(cx.layout.at("wild met")), cx.layout.cell("counting")
    sample = [card for card in cx.program.combos.sample if card is not None]
    with uncounted(cx):
        now = [copied(cx, one_value(cx, each, {0: One(str(NIL), True)})).text for each in cx.counting.wild_by]
    at = [f"S[{met + 1} + i * {len(now)} + {number}]" for number in range(len(now))]
    with cx.out.block(f"for i in range(0, S[{met}]):"):
        cx.out.line(f"if {' and '.join(f'{cell} == {text}' for cell, text in zip(at, now, strict=True))}: return 0")
    cx.out.line(f"if S[{met}] >= {MOST_WILD}: {cx.layout.cell('fault')} = 1; return 0")
    cx.out.line(f"i = S[{met}]")
    for cell, text in zip(at, now, strict=True):
        cx.out.line(f"{cell} = {text}")
    cx.out.line(f"S[{met}] += 1; before = {counting}; {counting} = 1")
    with cx.out.block(f"for k in range(0, {len(sample)}):"):
        card = cx.out.let(f"{cx.out.table(sample)}[k]", "c")
        cx.out.let(truth(cx, cx.rules.cards.wild, {0: One(str(NIL), True), 1: One(card)}))
    cx.out.line(f"{counting} = before; return 0")


# ------------------------------------------------------------ two collections
def combined(cx: Context, op: str, left: Shape, right: Shape) -> Shape:
    """Return the collection of `with` or `without`."""
    if isinstance(left, Cards) and not left.by_kind:
        gone = cx.out.atom(mask_of(cx, left if op == "with" else right), "m_")
        if op == "without":
            return Cards(tuple((f"({text} & ~{gone})", place) for text, place in left.parts))
        if isinstance(right, Cards) and not right.by_kind:
            more = tuple((f"({text} & ~{gone})", place) for text, place in right.parts)
            return Cards((*left.parts, *more), left.whole and right.whole)
    apart = _apart(cx, left, right)
    if op == "with":
        if isinstance(left, One) and not left.nil and (isinstance(right, Several) and not right.parts):
            return left
        if apart:
            return Several((left, right))
        return Several((left, Kept(right, lambda item: f"(not {_one_of(cx, item, left)})")))
    return left if apart else Kept(left, lambda item: f"(not {_one_of(cx, item, right)})")


def _one_of(cx: Context, item: Shape, shape: Shape) -> str:
    """Return a test whether an item is in a collection."""
    if not isinstance(item, Meld):
        return within(cx, item, shape)
    if not of_melds(cx, shape):
        return "0"
    found = cx.out.let("0")

    def same(other: Shape) -> None:
        assert isinstance(other, Meld)
        test = f"{other.text} == {item.text}"
        if not (on_table(cx, other) and on_table(cx, item)):
            lists(cx)
            with cx.out.block(f"if {test}:"):
                here, there = cx.out.let(listed_number(cx, item), "h"), cx.out.let(listed_number(cx, other), "h")
                cx.out.line(f"if same_meld({here}, {there}): {found} = 1")
            return
        cx.out.line(f"if {test}: {found} = 1")

    for_each(cx, shape, same)
    return f"({found} == 1)"


def _apart(cx: Context, left: Shape, right: Shape) -> bool:
    """Return whether their cards are known to be in different zones, so that they share none."""
    here, there = places(left), places(right)
    return here is not None and there is not None and not {zone for zone, _ in here} & {zone for zone, _ in there}


# ------------------------------------------------------------ combos of cards that are all alike
Grouped: TypeAlias = tuple[tuple[int, int | None], str, str]
"""The fewest and the most cards of a combo, and the names of two tables: its groups, and the group of each card."""


def alike(cx: Context, combo: str) -> Grouped | None:
    """Return the fewest and the most cards of a combo of cards alike in all that they have, and its groups as tables;
    None if it is any other combo."""
    rule, found = cx.combos[combo], grouped(cx, combo)
    if found is None:
        return None
    assert isinstance(rule, ir.Pattern)
    (smallest, largest), groups = found[0], _groups(cx, rule)[0]
    alike = len(rule.same) == len(cx.rules.cards.attributes)
    if not alike and not all(smallest == largest == group.bit_count() for group in groups):
        return None
    return found


def grouped(cx: Context, combo: str) -> Grouped | None:
    """Return the same of a combo of cards that have something in common, and may differ in all else."""
    rule = cx.combos[combo]
    plain = isinstance(rule, ir.Pattern) and rule.same and not rule.along and not rule.different
    if not isinstance(rule, ir.Pattern) or not plain or rule.whole is not None or rule.of:
        return None
    most = rule.wild_most
    natural = cx.rules.cards.wild is None or (most is not None and fixed(cx, most) and constant(cx, most) == 0)
    if not natural or not fixed(cx, rule.smallest) or not (rule.largest is None or fixed(cx, rule.largest)):
        return None
    groups, group_of = _groups(cx, rule)
    size = constant(cx, rule.smallest), constant(cx, rule.largest)
    return size, cx.out.table(groups, "m_"), cx.out.table(group_of)


def largest_group(cx: Context, combo: str) -> int:
    """Return the most cards that agree in the attributes that a combo requires to be the same."""
    rule = cx.combos[combo]
    assert isinstance(rule, ir.Pattern)
    attributes = [cx.program.attributes[name] for name in rule.same]
    return max(Counter(zip(*attributes, strict=True)).values(), default=0)


def _groups(cx: Context, rule: ir.Pattern) -> tuple[list[int], list[int]]:
    """Return the cards that are alike in what the combo asks, as sets, and of each card the number of its set."""
    attributes = [cx.program.attributes[name] for name in rule.same]
    keys = [tuple(column[card] for column in attributes) for card in range(cx.program.cards)]
    order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    group_of = [order[key] for key in keys]
    return [sum(1 << card for card, number in enumerate(group_of) if number == n) for n in range(len(order))], group_of


def telling_cards(cx: Context, combo: str, size: int) -> str:
    """Return cards of which any `size` of one group include one: all but the first `size - 1` of each; all cards, if
    these would change the order of groups."""
    rule = cx.combos[combo]
    assert isinstance(rule, ir.Pattern)
    groups, _ = _groups(cx, rule)
    late = 0
    for group in groups:
        if group // (group & -group) & group // (group & -group) + 1:
            return str(cx.all_cards)
        for _ in range(size - 1):
            group &= group - 1
        late |= group
    return str(late)


def in_order(cx: Context, known: Iterable[Place]) -> list[Place] | None:
    """Return places in their order; None if the order differs between plays."""
    found = list(dict.fromkeys(known))
    zones = ["", *cx.layout.zones]
    names = [zone for zone, _ in found]
    if len(set(names)) < len(names) and any(whose is not None and not whose.isdigit() for _, whose in found):
        return None

    def rank(place: Place) -> tuple[int, int]:
        zone, subject = place
        return zones.index(zone), int(subject) if subject is not None and subject.isdigit() else 0

    return sorted(found, key=rank)


def first_copies(cx: Context, cards: Shape, held: str) -> tuple[str, ...]:
    """Return the held cards that go before their copies: a set for each of the `orders`."""
    known = None if (at := places(cards)) is None else in_order(cx, at)
    if no_copies(cx):
        return by_number(cx)
    if any(trigger.enters for trigger in cx.rules.triggers):
        raise cannot("copies_told", why=tr("melds, while rules wait for cards that enter a zone"))
    if known is None:
        known = [("", None), *cx.layout.every_place()]
    if any(cx.layout.form(zone) == "melds" for zone, _ in known):
        raise cannot("copies_told", why=tr("melds made of cards in melds"))
    if len(known) == 1 and cx.layout.form(known[0][0]) in ("set", "slot") and known[0][0] not in cx.living:
        return by_number(cx)
    require_number_order(cx, cards)
    sets, before = [cx.out.let("0", "m_") for _ in range(cx.orders)], cx.out.let("0", "m_")
    twins = cx.out.let(f"LESS({held}, m_lone({held}))", "m_")

    def next_ones(cards: str) -> None:
        for bit, ranked in enumerate(reversed(sets)):
            cx.out.line(f"{ranked} = {ranked} | m_ranked({cards}, {before}, {bit})")
        cx.out.line(f"{before} = {before} | {cards}")

    with cx.out.block(f"if {twins} != 0:"):
        for place in known:
            _one_after_the_other(cx, twins, place, next_ones)
    return tuple(sets)


@once
def noted_in_melds(cx: Context) -> bool:
    """Return whether something may be noted on one of several copies in melds."""
    melds = {name for name, zone in cx.layout.zones.items() if zone.form == "melds"}
    lives = {variable.life for variable in cx.rules.variables if variable.per == "card"}
    return bool(melds) and not no_copies(cx) and not lives <= cx.layout.zones.keys() - melds


def require_number_order(cx: Context, cards: Shape) -> None:
    """Raise `Unlowered` if melds of these cards may differ on the table by copies that are not in the order of their
    numbers."""
    at = places(cards)
    lone = at is not None and len({*at}) == 1 and cx.layout.form(at[0][0]) in ("set", "slot")
    if noted_in_melds(cx) and not lone:
        raise cannot("copies_told", why=tr("in melds, by state of cards"))


def _one_after_the_other(cx: Context, cards: str, place: Place, body: Callable[[str], None]) -> None:
    """Go through the cards in the place, in its order; cards that nothing distinguishes come together."""
    zone, subject = place
    if cx.layout.form(zone) in ("pile", "row"):
        if zone in cx.living:
            raise cannot(
                "copies_told", why=tr("in `{zone}`, a {form}, by state of cards", zone=zone, form=cx.layout.form(zone))
            )
        for_each(
            cx, zone_shape(cx, zone, subject), lambda item: body(cx.out.let(f"{cards} & {mask_of(cx, item)}", "m_"))
        )
        return None
    there = lying_in(cx, place) if cx.layout.form(zone) == "set" else mask_of(cx, zone_shape(cx, zone, subject))
    here = cx.out.let(f"{cards} & {there}", "m_")
    if zone not in cx.living:
        return body(here)
    with cx.out.block(f"while {here} != 0:"):
        first = noted_first(cx, zone, here)
        cx.out.line(f"{here} = LESS({here}, {first})")
        body(first)
    return None


def noted_first(cx: Context, zone: str, cards: str) -> str:
    """Return the cards of a zone that go before the others by their state, as a set; there is at least one."""
    found, best, left = cx.out.let("0", "m_"), cx.out.let(str(UNNOTED + 1)), cx.out.let(cards, "m_")
    with cx.out.block(f"while {left} != 0:"):
        card = cx.out.let(f"LOW({left})", "c")
        cx.out.line(f"{left} = REST({left})")
        rank = cx.out.let(_standing(cx, cx.living[zone], card))
        cx.out.line(f"if {rank} < {best}: {best} = {rank}; {found} = 0")
        cx.out.line(f"if {rank} == {best}: {found} = {found} | BIT({card})")
    if _ranks(cx, cx.living[zone]) is None:  # among several cards with notes, the reference decides
        one = cx.out.let(f"{found} & {kind_tables(cx)[0]}[{kind_tables(cx)[1]}[LOW({found})]]", "m_")
        cx.out.line(f"if {best} < {UNNOTED} and REST({one}) != 0: {cx.layout.cell('fault')} = 1")
    return found


def _standing(cx: Context, variables: list[ir.Variable], card: str) -> str:
    """Return text for the rank of a card by the notes on it."""
    noted, number, size = [], [], 1
    for variable in variables:
        cell = cx.layout.cell("variable", variable.name, card)
        noted.append(f"{cell} != {_start(cx, variable, card)}")
        low, end = _notable(cx, variable) or (0, 0)
        number.append(f"({cell} - {low} if {cell} >= {low} else {end - low}) * {size}")
        size *= end - low + 1
    ranks = _ranks(cx, variables)
    rank = "0" if ranks is None else f"{cx.out.table(ranks)}[{' + '.join(number)}]"
    return f"{rank} if {' or '.join(noted)} else {UNNOTED}"


def _start(cx: Context, variable: ir.Variable, card: str) -> str:
    """Return the values noted on a card when it enters."""
    options = cx.layout.options and options_read(cx.facts, variable.start)
    if options or not slots_read(cx.facts, variable.start) <= {1}:
        raise cannot("copies_told", why=tr("by `{name}`, which begins with a value that changes", name=variable.name))
    starts = [NIL if each is None else int(each) for each in cx.program.planner.per_card(variable.start)]
    return str(starts[0]) if len(set(starts)) == 1 else f"{cx.out.table(starts)}[{card}]"


def _ranks(cx: Context, variables: list[ir.Variable]) -> list[int] | None:
    """Return the rank of every combination of notes, by the order of their text; None if there are too many."""
    columns: list[list[Value]] = []
    many = 1
    for variable in variables:
        values = _notable(cx, variable)
        many *= 0 if values is None else values[1] - values[0] + 1
        if values is None or many > MOST_NOTES:
            return None
        truth = variable.type == ir.TRUTH
        columns.append([*(bool(value) if truth else value for value in range(*values)), None])
    written = [repr(list(reversed(each))) for each in product(*reversed(columns))]
    order = {text: rank for rank, text in enumerate(sorted(written))}
    return [order[text] for text in written]


def _notable(cx: Context, variable: ir.Variable) -> tuple[int, int] | None:
    subject = ir.Local(ir.CARD, 1, "card")
    return _values(cx, ir.VariableValue(variable.type, variable.name, subject))


def beyond_group_finder(cx: Context, rule: ir.Pattern, pattern: Pattern) -> bool:
    """Return whether groups in sequence of a combo exceed what the kernel module can find."""
    inner = [cx.combos[name] for name in (rule.of, rule.beside_of) if name]
    if cx.rules.cards.wild is not None and pattern.takes_wilds:
        return True
    if pattern.length > LONGEST or any(isinstance(each, ir.Pattern) and each.different for each in inner):
        return True
    return rule.whole is not None and strict(cx, rule.whole) and cx.parts.asks_casting(cx, rule.whole)


def form_listed(cx: Context, pattern: Pattern) -> Form:
    """Return the combo as it is listed, with cards of every kind."""
    return Form(pattern, 0, len(cx.program.kinds), frozenset())


# ------------------------------------------------------------ conditions on all the cards
def whole_condition_function(cx: Context, asked: Sequence[ir.Expr], *, in_order: bool = False) -> str:
    """Return the function that says whether cards are all that is asked of them; "" if that is nothing. It counts
    nothing, and is given the position and the set of them, or, `in_order`, how many have been laid out."""
    if not asked:
        return ""
    before, cards, given = len(cx.out.functions), _all_the_cards(cx, in_order), "many" if in_order else "m_cards"
    name = cx.parts.helper(cx, f"{cx.out.name('asked_')}(S, {given})", lambda: _answer(cx, asked, cards))
    fault = f"{cx.layout.cell('fault')} = 1"  # callers that list melds handle it like a lack of room
    cx.out.functions[before:] = [line.replace(fault, "G_full[0] = 1") for line in cx.out.functions[before:]]
    return name


def counting_condition_function(cx: Context, whole: ir.Expr) -> str:
    """Return the function that counts as well: of the position, the cards, how many have been laid out, and for how
    many melds it is asked."""
    cards = _all_the_cards(cx, depends_on_order(cx, whole))

    def write() -> None:
        with cx.out.block(f"if {cx.layout.cell('counting')} == 0:"):
            _answer(cx, [whole], cards)
        with counted_times(cx, "times"):
            answer = cx.out.let(f"1 if {_asked_of_cards(cx, whole, cards)} else 0")
        cx.out.line(f"return {answer}")

    return cx.parts.helper(cx, f"{cx.out.name('asked_')}(S, m_cards, many, times)", write)


def depends_on_order(cx: Context, whole: ir.Expr) -> bool:
    """Return whether the order of the cards matters."""
    return any(map(partial(_node_depends_on_order, cx), reached(cx.facts, whole, combos=False)))


def _node_depends_on_order(cx: Context, node: object) -> bool:
    """Return whether the node picks one, or counts something, one after the other."""
    if isinstance(node, ir.Pick | ir.TopSome | ir.ExtremeThing | ir.Best):
        return True
    return isinstance(node, ir.Each) and any(strict(cx, part) for part in children(node) if part != node.collection)


def _all_the_cards(cx: Context, in_order: bool) -> Shape:
    return Stored("G_laid", "many") if in_order else Cards((("m_cards", None),))


def _answer(cx: Context, asked: Sequence[ir.Expr], cards: Shape) -> None:
    with uncounted(cx):
        cx.out.line(f"return {logic(cx, 'and', [partial(_asked_of_cards, cx, each, cards) for each in asked])}")


def _asked_of_cards(cx: Context, whole: ir.Expr, cards: Shape) -> str:
    return truth(cx, whole, {0: One(str(NIL), True), 1: cards})
