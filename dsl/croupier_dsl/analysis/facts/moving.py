"""The effects of statements: the origin of moved cards, the state they set, and so the use of zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.reading import (
    CAST,
    DIRECTION,
    OWNER,
    TURN,
    TURNED,
    Facts,
    Store,
    first_deal,
    remembered,
    values_of,
    zones_of_spots,
)
from croupier_dsl.analysis.walk import children, entry, nodes

Zones = frozenset[str]
"""Names of zones.

Also DECK if cards come from everywhere as the deck is gathered, and ANYWHERE if their origin is unknown.
"""

DECK, ANYWHERE = "*deck", "*anywhere"
NO_ZONES: Zones = frozenset()
Here = Mapping[int, Zones]
"""The zones of the cards in locals, by slot."""

Owner = ir.MoveRule | ir.Trigger | ir.Stage
"""The owners of lists of statements. The lists of one owner share their locals."""
Names = frozenset[str]
"""The tables and definitions in which an expression is."""

# ---------------------------------------------------------------- where cards come from


def sources(facts: Facts, expr: ir.Expr, here: Here, within: Names = frozenset()) -> Zones:
    """Return the zones that contain the cards of an expression."""
    if expr.type.name not in ("card", "meld", "spot"):
        return NO_ZONES
    found = SOURCES.get(type(expr))
    return frozenset((ANYWHERE,)) if found is None else found(facts, expr, here, within)


def _of_collection(
    facts: Facts, expr: ir.Filter | ir.Pick | ir.TopSome | ir.ExtremeThing | ir.Best, here: Here, within: Names
) -> Zones:
    return sources(facts, expr.collection, here, within)


def _of_map(facts: Facts, expr: ir.Map, here: Here, within: Names) -> Zones:
    among = sources(facts, expr.collection, here, within)
    return sources(facts, expr.body, {**here, expr.slot: among}, within)


def _of_combination(facts: Facts, expr: ir.Combine, here: Here, within: Names) -> Zones:
    parts = (expr.left,) if expr.op == "without" else (expr.left, expr.right)
    return _of_all(facts, parts, here, within)


def _of_all(facts: Facts, parts: Iterable[ir.Expr], here: Here, within: Names) -> Zones:
    return NO_ZONES.union(*(sources(facts, part, here, within) for part in parts))


def _of_named(facts: Facts, expr: ir.Defined | ir.TableValue, here: Here, within: Names) -> Zones:
    if expr.name in within:
        return NO_ZONES
    values = values_of(facts, ("definition" if isinstance(expr, ir.Defined) else "table", expr.name))
    about = {slot: sources(facts, thing, here, within) for slot, thing in enumerate(children(expr), 1)}
    return _of_all(facts, values, about, within | {expr.name})


SOURCES = dict([
    entry(ir.Nothing, lambda facts, expr, here, within: NO_ZONES),
    entry(ir.ZoneContents, lambda facts, expr, here, within: frozenset((expr.name,))),
    entry(ir.Local, lambda facts, expr, here, within: here.get(expr.slot, frozenset((ANYWHERE,)))),
    entry(ir.Deck, lambda facts, expr, here, within: NO_ZONES if expr is first_deal(facts) else frozenset((DECK,))),
    entry(ir.Filter, _of_collection),
    entry(ir.Pick, _of_collection),
    entry(ir.TopSome, _of_collection),
    entry(ir.ExtremeThing, _of_collection),
    entry(ir.Best, _of_collection),
    entry(ir.Melds, lambda facts, expr, here, within: sources(facts, expr.cards, here, within)),
    entry(ir.MeldFact, lambda facts, expr, here, within: sources(facts, expr.meld, here, within)),
    entry(ir.Spots, lambda facts, expr, here, within: sources(facts, expr.of, here, within)),
    entry(ir.SpotFact, lambda facts, expr, here, within: sources(facts, expr.spot, here, within)),
    entry(ir.Map, _of_map),
    entry(ir.Combine, _of_combination),
    entry(ir.IfThenElse, lambda facts, expr, here, within: _of_all(facts, (expr.then, expr.otherwise), here, within)),
    entry(ir.ListOf, lambda facts, expr, here, within: _of_all(facts, expr.items, here, within)),
    entry(ir.Defined, _of_named),
    entry(ir.TableValue, _of_named),
])  # fmt: skip
"""The origin of the cards of an expression of each kind. Cards of other kinds have an unknown origin."""


def sources_of_locals(facts: Facts, *parts: object) -> Here:
    """Return the zones of the cards that the names in these parts refer to: choices, `let`, `for each`, the subject of
    a rule.
    """
    given: list[tuple[int, ir.Expr]] = []
    for node in nodes(parts):
        match node:
            case ir.Choice(slot=slot, collection=expr) | ir.ForEach(slot=slot, collection=expr):
                given.append((slot, expr))
            case ir.Let(slot=slot, value=expr):
                given.append((slot, expr))
            case ir.Trigger(each=expr) if expr is not None:
                given.append((1, expr))
    here: dict[int, Zones] = {slot: NO_ZONES for slot, _ in given}
    while True:
        made = dict(here)
        for slot, expr in given:
            made[slot] |= sources(facts, expr, here)
        if made == here:
            return here
        here = made


# ---------------------------------------------------------------- what statements change


def stores_written(facts: Facts, *parts: object) -> frozenset[Store]:
    """Return the stores that the statements in these parts may change."""
    here = sources_of_locals(facts, *parts)
    found: set[Store] = set()
    for node in nodes(parts):
        if (written := WRITES.get(type(node))) is not None:
            found.update(written(facts, node, here))
    return frozenset(found)


def _move_writes(facts: Facts, node: ir.Move, here: Here) -> Iterator[Store]:
    entered = {node.to.name} if isinstance(node.to, ir.ZoneTarget) else {name for _, name in zones_of_spots(facts)}
    return _touched(facts, sources(facts, node.what, here) | entered)


def _swap_writes(facts: Facts, node: ir.Swap, here: Here) -> Iterator[Store]:
    return _touched(facts, sources(facts, node.one, here) | sources(facts, node.other, here))


def _touched(facts: Facts, zones: Zones) -> Iterator[Store]:
    """Yield the stores that change when cards leave zones and enter them."""
    touched = frozenset(facts.zones) if zones & {DECK, ANYWHERE} else zones
    yield from (("zone", name) for name in touched)
    yield from (("variable", name) for name, of in facts.variables.items() if of.life in touched)
    yield from (TURNED, OWNER, CAST)


WRITES = dict([
    entry(ir.Move, _move_writes),
    entry(ir.Swap, _swap_writes),
    entry(ir.Shuffle, lambda facts, node, here: iter((("zone", node.zone.name),))),
    entry(ir.Reveal, lambda facts, node, here: iter((TURNED,))),
    entry(ir.Hide, lambda facts, node, here: iter((TURNED,))),
    entry(ir.SetVariable, lambda facts, node, here: iter((("variable", node.name),))),
    entry(ir.AddToVariable, lambda facts, node, here: iter((("variable", node.name),))),
    entry(ir.SetNext, lambda facts, node, here: iter((TURN,))),
    entry(ir.SetDirection, lambda facts, node, here: iter((DIRECTION,))),
])  # fmt: skip
"""The stores that a statement of each kind changes by itself. Other kinds change none, but statements in them may."""


@remembered
def owners(facts: Facts) -> tuple[Owner, ...]:
    """Return all that has lists of statements."""
    return (*facts.rules.moves, *facts.rules.triggers, *stages(facts.rules))


@remembered
def stages_by_name(facts: Facts) -> dict[str, ir.Stage]:
    """Return all stages, by name."""
    return {stage.name: stage for stage in stages(facts.rules)}


def own_parts(owner: Owner) -> tuple[object, ...]:
    """Return the parts that share their locals with the lists of an owner; the steps of a stage do not."""
    return (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)


def changed_by(facts: Facts, owner: Owner) -> frozenset[Store]:
    """Return the stores that the lists of a move, an automatic rule, or a stage may change.

    The steps of a stage are not included.
    """
    written = stores_written(facts, *own_parts(owner))
    if not isinstance(owner, ir.Stage):
        return written
    lives = {("variable", name) for name, of in facts.variables.items() if of.life == owner.name}
    counts = {("count", name) for name in (owner.name, *(step.name for step in owner.steps), *owner.performs)}
    return written | lives | counts | {TURN}


# ---------------------------------------------------------------- how zones are used


@remembered
def zones_left(facts: Facts) -> Zones:
    """Return the zones that cards may leave, DECK if the deck is gathered while cards are in zones, and ANYWHERE."""
    found = NO_ZONES
    for owner in owners(facts):
        own = own_parts(owner)
        here = sources_of_locals(facts, *own)
        for node in nodes(own):
            match node:
                case ir.Move(what=what):
                    found |= sources(facts, what, here)
                case ir.Swap(one=one, other=other):
                    found |= sources(facts, one, here) | sources(facts, other, here)
    return found


@remembered
def zones_contested(facts: Facts) -> Zones:
    """Return the shared piles in which cards compete for their players, as in a trick: the rules ask for the owner of
    one of them, other than the top one.
    """
    found = NO_ZONES
    for parts, here in [*((own_parts(each), sources_of_locals(facts, *own_parts(each))) for each in owners(facts)),
                        ((facts.rules,), {})]:  # fmt: skip
        for node in nodes(parts):
            if isinstance(node, ir.CardFact) and node.fact == "owner" and not _on_top(node.card):
                found |= sources(facts, node.card, here)
    return frozenset(
        zone.name
        for zone in facts.rules.zones
        if zone.name in found and (zone.per, zone.form, zone.keys) == ("table", "pile", None)
    )


def _on_top(card: ir.Expr) -> bool:
    return isinstance(card, ir.Pick) and card.which in ("top", "last")


@remembered
def zones_filled(facts: Facts) -> frozenset[str]:
    """Return the zones into which some statement may move a card."""
    targets = [node.to for owner in owners(facts) for node in nodes(owner) if isinstance(node, ir.Move)]
    found = {target.name for target in targets if isinstance(target, ir.ZoneTarget)}
    if any(isinstance(target, ir.SpotTarget) for target in targets):
        found |= {name for _, name in zones_of_spots(facts)}
    return frozenset(found)


@remembered
def zones_turned(facts: Facts) -> frozenset[str]:
    """Return the zones in which some statement turns up cards that stay there."""
    found: set[str] = set()
    for owner in owners(facts):
        here = sources_of_locals(facts, owner)
        revealed = [node for node in nodes(owner) if isinstance(node, ir.Reveal)]
        for node in revealed:
            found |= sources(facts, node.cards, here)
        if any(isinstance(part, ir.Local) and part.type.name == "card" for part in nodes(tuple(revealed))):
            found |= _moved_to(facts, owner, here)  # it may have been named before it was moved
    return frozenset(found if found <= set(facts.zones) else facts.zones)


def _moved_to(facts: Facts, owner: object, here: Here) -> set[str]:
    """Return the zones to which some statements move cards."""
    found: set[str] = set()
    for node in nodes(owner):
        match node:
            case ir.Move(to=ir.ZoneTarget(name=name)):
                found.add(name)
            case ir.Move():
                found |= {zone.name for zone in facts.rules.zones if zone.form in ("row", "melds")}
            case ir.Swap(one=one, other=other):
                found |= sources(facts, one, here) | sources(facts, other, here)
            case _:
                pass
    return found
