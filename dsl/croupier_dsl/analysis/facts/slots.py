"""The dependencies of an expression: only options, the attributes of one card, or the state of the game.

And the hidden information that it may reveal.
"""

from __future__ import annotations

from collections.abc import Collection

from croupier_dsl import ir
from croupier_dsl.analysis.reading import Named, Reading
from croupier_dsl.analysis.walk import children

STATE = -1
"""The mark for the state among the slots that an expression reads."""

_READS_STATE = (
    ir.Deck,
    ir.VariableValue,
    ir.ZoneContents,
    ir.StageCount,
    ir.NextActor,
    ir.Direction,
    ir.AllPassed,
    ir.CardFact,
    ir.RoleAttribute,
    ir.MeldFact,
    ir.Spots,
    ir.SpotFact,
    ir.Melds,
    ir.IsCombo,
    ir.Fits,
)


class Slots(Reading):
    """The part of the table of facts that is about locals."""

    def __init__(self, rules: ir.Rules) -> None:
        super().__init__(rules)
        self._slots: dict[Named, frozenset[int]] = {}

    def constant(self, expr: ir.Expr) -> bool:
        """Return whether the expression has the same value in every state of a game with fixed options and seats."""
        return not self.slots(expr)

    def of_card(self, what: str, name: str) -> bool:
        """Return whether a table or definition reads only the printed attributes of its card."""
        return self._body(what, name) <= {1}

    def slots(self, expr: ir.Expr) -> frozenset[int]:
        """Return the slots it reads from outside itself, and STATE if it reads the game's state."""
        match expr:
            case ir.Local(slot=slot):
                return frozenset((slot,))
            case ir.TableValue(name=name):
                return self._used("table", name, expr)
            case ir.Defined(name=name):
                return self._used("definition", name, expr)
            case ir.Pick(which="random"):
                return frozenset((STATE,))
            case _ if isinstance(expr, ir.Each):
                return self._children(expr) - {expr.slot}
        found = self._children(expr)
        after = isinstance(expr, ir.Neighbour) and expr.side == "successor"
        return found | {STATE} if after or isinstance(expr, _READS_STATE) else found

    def _used(self, what: str, name: str, expr: ir.Expr) -> frozenset[int]:
        return (self._body(what, name) - {1, 2}) | self._children(expr)

    def _body(self, what: str, name: str) -> frozenset[int]:
        key = (what, name)
        if key not in self._slots:
            self._slots[key] = frozenset().union(*(self.slots(part) for part in self.values(key)))
        return self._slots[key]

    def _children(self, expr: ir.Expr) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        for child in children(expr):
            found |= self.slots(child)
        return found

    def covert(self, expr: ir.Expr, secret: Collection[int], *, everyone: bool = False) -> bool:
        """Return whether its value may reveal to the current player (slot 0) more than that player sees; with
        `everyone`, more than all see.

        `secret`: the slots with such values.
        """

        def inside(of: ir.Expr) -> bool:
            return any(self.covert(child, secret, everyone=everyone) for child in children(of))

        def sees(of: ir.Zone | ir.Variable, who: ir.Expr | None) -> bool:
            return of.seen == "everyone" if everyone else _seen_by_actor(of.seen, of.per, ir.owner_of(who))

        match expr:
            case ir.Local(slot=slot):
                return slot in secret
            case (
                ir.Count(collection=ir.ZoneContents(subject=who)) | ir.IsEmpty(collection=ir.ZoneContents(subject=who))
            ):
                return who is not None and self.covert(who, secret, everyone=everyone)
            case ir.ZoneContents(name=name):
                of = self.zones[name]
                return of.top_only or not sees(of, expr.subject) or inside(expr)
            case ir.VariableValue(name=name):
                variable = self.variables[name]
                plain = variable.type.name not in ("card", "meld")
                return not (plain and sees(variable, expr.subject)) or inside(expr)
            case ir.Deck() | ir.Pick(which="random"):
                return True
            case ir.TableValue(name=name):
                return inside(expr) or any(
                    self.covert(part, (), everyone=everyone) for part in self.values(("table", name))
                )
            case ir.Defined(name=name):
                bodies = self.values(("definition", name))
                return inside(expr) or any(self.covert(part, (), everyone=everyone) for part in bodies)
        return inside(expr)

    def covertly_named(self, expr: ir.Expr, secret: Collection[int]) -> bool:
        """`covert` of what a list of statements names: a card that is named by its place is named openly."""
        match expr:
            case ir.Pick(which="first" | "last" | "top" | "bottom", collection=ir.ZoneContents() as zone):
                return any(self.covert(child, secret) for child in children(zone))
            case ir.TopSome(collection=ir.ZoneContents() as zone):
                return any(self.covert(child, secret) for child in (expr.count, *children(zone)))
        return self.covert(expr, secret)

    def read_variables(self, expr: ir.Expr) -> tuple[list[ir.Expr], bool]:
        """Return the leaves of the state that it reads, through tables and definitions.

        False if some are more than a count or a variable.
        """
        leaves: list[ir.Expr] = []
        simple = True
        for node in self.reached(expr, combos=False):
            match node:
                case ir.StageCount() | ir.VariableValue(subject=None):
                    leaves.append(node)
                case _ if isinstance(node, (*_READS_STATE, ir.Pick)):
                    simple = False
        return leaves, simple


def _seen_by_actor(seen: str, per: str, who: ir.Expr | None) -> bool:
    """Return whether the current player sees what belongs to this player, for every current player."""
    return seen == "everyone" or (
        seen in ("owner", "team") and per == "player" and isinstance(who, ir.Local) and not who.slot
    )


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
