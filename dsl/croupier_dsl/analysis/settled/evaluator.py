"""Evaluate sentences before play, under options and a number of players: exactly as in play, or as far as possible.

A sentence is gone through once, definitions and tables once for each thing that they are about; there is a bound to how
deep and how long it goes on. What is beyond it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.settled.collections import Collections, as_several, of_things
from croupier_dsl.analysis.settled.declared import NOWHERE, Declared, Here, Purse
from croupier_dsl.analysis.settled.known import (
    ANY,
    BROKEN,
    EMPTY,
    FAULT,
    NO,
    NOTHING,
    UNKNOWN,
    Found,
    Known,
    Several,
    answer,
    arithmetic,
    either,
    exactly,
    negative,
    ordered,
    same,
    so_many,
    value_or_none,
)
from croupier_dsl.analysis.walk import children

DEEPEST = 130
"""Sentences nest no deeper than this, with all that they use: the checker holds it to half as much."""
Things = tuple[Found, ...]
"""The known subjects of a table or definition."""
PROBES = 16
"""Numbers of naturals for which a limit of wild cards is looked at."""


class Evaluator(Collections):
    """Answers for one number of players (or any of several) and one choice of options, by name; of an option that has
    no value here nothing is known. A card is known by its kind, a meld by how many natural cards it has."""

    def __init__(
        self, declared: Declared, players: Known, options: Mapping[str, Known], purse: Purse | None = None
    ) -> None:
        self.declared = declared
        self.players = players
        self.options = options
        self.purse = purse or Purse()
        self._made: dict[tuple[str, Things], Found] = {}
        self._deep = 0

    # ------------------------------------------------------------ the door
    def of(self, expr: ir.Expr, here: Here = NOWHERE) -> Known:
        """Return the known value of an expression; `here`: the known values of the locals, by slot."""
        self.purse.left -= 1
        if self._deep >= DEEPEST or self.purse.left < 0 or expr.type.many:
            return UNKNOWN
        self._deep += 1
        found = self._of(expr, here)
        self._deep -= 1
        return found

    def several(self, expr: ir.Expr, here: Here = NOWHERE) -> Several:
        """Return the known contents of a collection.

        A single value counts as a collection of one, none as an empty one.
        """
        if not expr.type.many and not isinstance(expr, ir.Span):
            return as_several(self.of(expr, here))
        self.purse.left -= 1
        if self._deep >= DEEPEST or self.purse.left < 0:
            return ANY
        self._deep += 1
        found = self.holding(expr, here)
        self._deep -= 1
        return found

    def truth(self, expr: ir.Expr, here: Here = NOWHERE) -> bool | None:
        """Return whether it holds; None if it depends on unknown values. A boolean that is none counts as false."""
        return self.of(expr, here).truth

    def found(self, expr: ir.Expr, here: Here = NOWHERE) -> Found:
        return self.several(expr, here) if expr.type.many or isinstance(expr, ir.Span) else self.of(expr, here)

    # ------------------------------------------------------------ values decided in play, for subclasses
    def local(self, expr: ir.Local) -> Known:
        """Return a local of which nothing is said."""
        return UNKNOWN

    def state(self, expr: ir.Expr) -> Found:
        """Return the known value of state."""
        if isinstance(expr, ir.StageCount):
            return Known(0, None, False)
        return ANY if expr.type.many else UNKNOWN

    def kept_of(self, expr: ir.Filter, here: Here) -> Several | None:
        """Return a filter of things that play decides."""
        return None

    # ------------------------------------------------------------ one value
    def _of(self, expr: ir.Expr, here: Here) -> Known:
        match expr:
            case ir.Constant(value=value):
                return exactly(value)
            case ir.Nothing():
                return NOTHING
            case ir.OptionValue(name=name):
                return self.options.get(name, UNKNOWN)
            case ir.Local(slot=slot):
                local = here.get(slot)
                return local if isinstance(local, Known) else self.local(expr)
            case ir.Not():
                inner = self.of(expr.operand, here)
                return FAULT if inner.fault else answer(None if (holds := inner.truth) is None else not holds)
            case ir.Logic():
                return self._logic(expr.op == "or", expr.operands, here)
            case ir.Order(op=op):
                return ordered(op, self.of(expr.left, here), self.of(expr.right, here))
            case ir.Same():
                return self._same(expr.left, expr.right, here)
            case ir.Within():
                return self.within(expr.left, expr.right, here)
            case ir.Arithmetic(op=op):
                return arithmetic(op, self.of(expr.left, here), self.of(expr.right, here))
            case ir.Negative():
                return negative(self.of(expr.operand, here))
            case ir.IfThenElse():
                test = self.of(expr.condition, here)
                if test.fault or test.truth is not None:
                    return FAULT if test.fault else self.of(expr.then if test.truth else expr.otherwise, here)
                return either(self.of(expr.then, here), self.of(expr.otherwise, here))
            case ir.Attribute(name=name):
                return self._attribute(name, self.of(expr.card, here))
            case ir.TableValue() | ir.Defined():
                found = self.named(expr, here)
                return found if isinstance(found, Known) else UNKNOWN
            case ir.Count() | ir.Sum() | ir.ExtremeValue() | ir.Pick() | ir.IsEmpty() | ir.Exists() | ir.ExtremeThing():
                return self.asked_of(expr, here)
            case ir.KindLiteral(notation=notation):
                return exactly(self.declared.notations[notation])
            case ir.IsKind(notations=notations):
                return self._is_kind(self.of(expr.card, here), notations)
            case ir.HasKind():
                number = self.several(expr.cards, here)
                return NO if number.most == 0 else FAULT if number.broken else answer(None)
            case ir.SeatNumber() | ir.Neighbour() | ir.TeamOf():
                return self._of_player(expr, here)
            case ir.CardFact(fact="wild"):
                return self._wild(self.of(expr.card, here))
            case ir.CardFact() | ir.RoleAttribute():
                about = self.of(expr.card, here)
                return NOTHING if about.nothing and expr.type != ir.TRUTH else UNKNOWN
        found = self.state(expr)
        return found if isinstance(found, Known) else UNKNOWN

    def _logic(self, settling: bool, operands: tuple[ir.Expr, ...], here: Here) -> Known:
        """`or` if yes settles it, else `and`; what comes after what settles it is not asked."""
        depends = False
        for operand in operands:
            known = self.of(operand, here)
            if known.fault:
                return UNKNOWN if depends else FAULT
            holds = known.truth
            if holds is settling:
                return answer(settling)
            depends = depends or holds is None
        return answer(None if depends else not settling)

    def _same(self, left: ir.Expr, right: ir.Expr, here: Here) -> Known:
        return of_things(left, same(self.of(left, here), self.of(right, here)))

    def _attribute(self, name: str, card: Known) -> Known:
        kind = card.exact
        if kind is not None:
            return value_or_none(self.declared.kinds[kind].values[self.declared.columns[name]])
        return UNKNOWN if card.some else card

    def _is_kind(self, card: Known, notations: tuple[str, ...]) -> Known:
        if not card.some:
            return NO if card.none else FAULT
        kind = card.exact
        return answer(None if kind is None else self.declared.kinds[kind].notation in notations)

    def _wild(self, card: Known) -> Known:
        if card.exact is None:
            return UNKNOWN if card.some else NO if card.none else FAULT
        return NO if self.declared.wild is None else self.of(self.declared.wild, {1: card})

    def _of_player(self, expr: ir.SeatNumber | ir.Neighbour | ir.TeamOf, here: Here) -> Known:
        player, players = self.of(expr.player, here), self.players.exact
        if not player.some:
            return player
        seat = player.exact
        match expr:
            case ir.SeatNumber():
                return Known(1, self.players.high, player.none) if seat is None else exactly(seat + 1)
            case ir.TeamOf():
                teams = self.teams().exact
                return Known(none=player.none) if seat is None or not teams else exactly(seat % teams)
        if seat is None or players is None or expr.side == "successor":
            return UNKNOWN
        return exactly((seat + {"left": 1, "right": -1, "across": players // 2}[expr.side]) % players)

    def teams(self) -> Known:
        """Return the known number of teams."""
        return self.players if self.declared.teams is None else self.of(self.declared.teams)

    def copies(self, cards: ir.Cards) -> list[Known]:
        """Return the number of cards of each kind in a pack."""
        return [self.of(cards.copies, {1: exactly(kind)}) for kind in range(len(cards.kinds))]

    def wild_limits(self, combo: ir.Pattern) -> list[Known]:
        """Return the limits of wild cards in a combo with 0, 1, ... natural cards; an empty list for no limit."""
        if combo.wild_most is None:
            return []
        return [self.of(combo.wild_most, {1: so_many(naturals)}) for naturals in range(PROBES)]

    # ------------------------------------------------------------ tables and definitions
    def named(self, expr: ir.TableValue | ir.Defined, here: Here) -> Found:
        """Return the known value of a table or definition for its subjects, if any; computed once for each."""
        things: list[Found] = []
        lacking = False
        for about in children(expr):
            thing = here.get(about.slot) if isinstance(about, ir.Local) else None
            if not isinstance(thing, Several):  # a meld
                known = self.of(about, here)
                if not known.some and not known.none and lacking:  # a fault, unless it is not come to
                    return ANY if expr.type.many else UNKNOWN
                if not known.some:
                    return (EMPTY if known.none else BROKEN) if expr.type.many else known
                thing, lacking = Known(known.low, known.high, False), lacking or known.none
            things.append(thing)
        found = self.once(expr, tuple(things))
        if not lacking:
            return found
        return found.or_none() if isinstance(found, Known) else Several(None, 0, found.most) if found.most else found

    def once(self, expr: ir.TableValue | ir.Defined, things: Things) -> Found:
        """Return the known value of a table or definition for its subjects; cached."""
        key = expr.name, things
        if key not in self._made:
            here = dict(enumerate(things, 1)) or NOWHERE
            if expr.name in self.declared.definitions:
                self._made[key] = self.found(self.declared.definitions[expr.name].body, here)
            elif expr.name in self.declared.tables:
                self._made[key] = self._row(self.declared.tables[expr.name], expr.type.many, here)
            else:  # it is wrong itself, and said to be
                return ANY if expr.type.many else UNKNOWN
        return self._made[key]

    def forget_all(self) -> None:
        """Forget all values of tables and definitions, since something they may depend on has changed."""
        self._made.clear()

    def forget_once(self, expr: ir.TableValue | ir.Defined, things: Things) -> None:
        """Remove the value from the cache."""
        self._made.pop((expr.name, things), None)

    def _row(self, table: ir.Table, many: bool, here: Here) -> Found:
        """Return the value of the table for a known key."""
        key = self.of(table.key, here)
        row = self.row(table, key)
        if row is not None:
            return self.found(row.value, here)
        if key.settled:
            return EMPTY if many else NOTHING
        if key.fault:
            return BROKEN if many else FAULT
        return ANY if many else UNKNOWN

    def row(self, table: ir.Table, key: Known) -> ir.Row | None:
        """Return the row that applies, if that is known; a key that is none has the row for all others."""
        if not key.settled:
            return None
        return table.rest if key.exact is None else table.row(key.exact)
