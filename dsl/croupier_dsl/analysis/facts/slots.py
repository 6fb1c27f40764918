"""The dependencies of an expression: only options, the attributes of one card, or the state of the game.

And the hidden information that it may reveal.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import get_args

from croupier_dsl import ir
from croupier_dsl.analysis.reading import Facts, Named, reached, recalled, values_of
from croupier_dsl.analysis.walk import children, entry

STATE = -1
"""The mark for the state among the slots that an expression reads."""
Slots = frozenset[int]
NO_SLOTS: Slots = frozenset()

# ---------------------------------------------------------------- the slots that are read


def slots_read(facts: Facts, expr: ir.Expr) -> Slots:
    """Return the slots it reads from outside itself, and STATE if it reads the game's state."""
    read = SLOTS.get(type(expr))
    return _slots_inside(facts, expr) if read is None else read(facts, expr)


def is_constant(facts: Facts, expr: ir.Expr) -> bool:
    """Return whether the expression has the same value in every state of a game with fixed options and seats."""
    return not slots_read(facts, expr)


def reads_only_its_card(facts: Facts, what: str, name: str) -> bool:
    """Return whether a table or definition reads only the printed attributes of its card."""
    return _slots_of_body(facts, (what, name)) <= {1}


def _slots_inside(facts: Facts, expr: object) -> Slots:
    found = NO_SLOTS
    for child in children(expr):
        found |= slots_read(facts, child)
    return found


def _slots_of_body(facts: Facts, key: Named) -> Slots:
    return recalled(facts, ("slots", key), partial(_slots_of_values, facts, key))


def _slots_of_values(facts: Facts, key: Named) -> Slots:
    return NO_SLOTS.union(*(slots_read(facts, part) for part in values_of(facts, key)))


def _slots_named(facts: Facts, expr: ir.TableValue | ir.Defined) -> Slots:
    key = ("table" if isinstance(expr, ir.TableValue) else "definition", expr.name)
    return (_slots_of_body(facts, key) - {1, 2}) | _slots_inside(facts, expr)


def _slots_of_each(facts: Facts, expr: ir.Each) -> Slots:
    return _slots_inside(facts, expr) - {expr.slot}


def _slots_and_state(facts: Facts, expr: object) -> Slots:
    return _slots_inside(facts, expr) | {STATE}


def _slots_of_neighbour(facts: Facts, expr: ir.Neighbour) -> Slots:
    return _slots_and_state(facts, expr) if expr.side == "successor" else _slots_inside(facts, expr)


_READS_STATE = (
    ir.Deck, ir.VariableValue, ir.ZoneContents, ir.StageCount, ir.NextActor, ir.Direction, ir.AllPassed, ir.CardFact,
    ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.SpotFact, ir.Melds, ir.IsCombo, ir.Fits,
)  # fmt: skip
SLOTS = dict([
    entry(ir.Local, lambda facts, expr: frozenset((expr.slot,))),
    entry(ir.TableValue, _slots_named),
    entry(ir.Defined, _slots_named),
    entry(ir.Pick, lambda facts, expr: frozenset((STATE,)) if expr.which == "random" else _slots_inside(facts, expr)),
    *(entry(kind, _slots_of_each) for kind in get_args(ir.Each)),
    entry(ir.Neighbour, _slots_of_neighbour),
    *(entry(kind, _slots_and_state) for kind in _READS_STATE),
])  # fmt: skip
"""The slots that an expression of each kind reads. Other kinds read the slots of the expressions inside them."""


def state_read(facts: Facts, expr: ir.Expr) -> tuple[list[ir.Expr], bool]:
    """Return the leaves of the state that it reads, through tables and definitions.

    False if some are more than a count or a variable.
    """
    leaves: list[ir.Expr] = []
    simple = True
    for node in reached(facts, expr, combos=False):
        match node:
            case ir.StageCount() | ir.VariableValue(subject=None):
                leaves.append(node)
            case _ if isinstance(node, (*_READS_STATE, ir.Pick)):
                simple = False
    return leaves, simple


# ---------------------------------------------------------------- what a value may reveal


def is_covert(facts: Facts, expr: ir.Expr, secret: Collection[int], *, everyone: bool = False) -> bool:
    """Return whether its value may reveal to the current player (slot 0) more than that player sees; with `everyone`,
    more than all see.

    `secret`: the slots with such values.
    """
    reveals = COVERT.get(type(expr))
    return (_covert_inside if reveals is None else reveals)(facts, expr, secret, everyone)


def is_covertly_named(facts: Facts, expr: ir.Expr, secret: Collection[int]) -> bool:
    """`is_covert` of what a list of statements names: a card that is named by its place is named openly."""
    match expr:
        case ir.Pick(which="first" | "last" | "top" | "bottom", collection=ir.ZoneContents() as zone):
            return _covert_inside(facts, zone, secret, everyone=False)
        case ir.TopSome(collection=ir.ZoneContents() as zone):
            count = is_covert(facts, expr.count, secret)
            return count or _covert_inside(facts, zone, secret, everyone=False)
    return is_covert(facts, expr, secret)


def _covert_inside(facts: Facts, expr: object, secret: Collection[int], everyone: bool) -> bool:
    return any(is_covert(facts, child, secret, everyone=everyone) for child in children(expr))


def _covert_number(facts: Facts, expr: ir.Count | ir.IsEmpty, secret: Collection[int], everyone: bool) -> bool:
    """The number of cards in a zone is public; the owner of the zone may not be."""
    held = expr.collection
    if not isinstance(held, ir.ZoneContents):
        return _covert_inside(facts, expr, secret, everyone)
    return held.subject is not None and is_covert(facts, held.subject, secret, everyone=everyone)


def _covert_contents(facts: Facts, expr: ir.ZoneContents, secret: Collection[int], everyone: bool) -> bool:
    zone = facts.zones[expr.name]
    hidden = zone.top_only or not _sees(zone, expr.subject, everyone)
    return hidden or _covert_inside(facts, expr, secret, everyone)


def _covert_variable(facts: Facts, expr: ir.VariableValue, secret: Collection[int], everyone: bool) -> bool:
    variable = facts.variables[expr.name]
    plain = variable.type.name not in ("card", "meld")
    return not (plain and _sees(variable, expr.subject, everyone)) or _covert_inside(facts, expr, secret, everyone)


def _covert_pick(facts: Facts, expr: ir.Pick, secret: Collection[int], everyone: bool) -> bool:
    return expr.which == "random" or _covert_inside(facts, expr, secret, everyone)


def _covert_named(facts: Facts, expr: ir.TableValue | ir.Defined, secret: Collection[int], everyone: bool) -> bool:
    key = ("table" if isinstance(expr, ir.TableValue) else "definition", expr.name)
    return _covert_inside(facts, expr, secret, everyone) or any(
        is_covert(facts, part, (), everyone=everyone) for part in values_of(facts, key)
    )


COVERT = dict([
    entry(ir.Local, lambda facts, expr, secret, everyone: expr.slot in secret),
    entry(ir.Count, _covert_number),
    entry(ir.IsEmpty, _covert_number),
    entry(ir.ZoneContents, _covert_contents),
    entry(ir.VariableValue, _covert_variable),
    entry(ir.Deck, lambda facts, expr, secret, everyone: True),
    entry(ir.Pick, _covert_pick),
    entry(ir.TableValue, _covert_named),
    entry(ir.Defined, _covert_named),
])  # fmt: skip
"""Whether the value of an expression of each kind may reveal something. Other kinds reveal what is inside them."""


def _sees(of: ir.Zone | ir.Variable, whose: ir.Expr | None, everyone: bool) -> bool:
    """Return whether all players, or every possible current player, see what belongs to this player."""
    if everyone or of.seen == "everyone":
        return of.seen == "everyone"
    owner = ir.owner_of(whose)
    return of.seen in ("owner", "team") and of.per == "player" and isinstance(owner, ir.Local) and not owner.slot


def melds_whose_cards(expr: ir.Expr) -> ir.Melds | None:
    """Return the melds, if the expression is their cards, in any of the ways to say so."""
    match expr:
        case ir.Melds():
            return expr
        case ir.MeldFact(fact="cards", meld=ir.Melds() as melds):
            return melds
        case ir.Map(collection=ir.Melds() as melds, body=ir.MeldFact(fact="cards")):
            return melds
    return None
