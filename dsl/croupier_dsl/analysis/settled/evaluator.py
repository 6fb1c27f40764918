"""Evaluate sentences before play, under options and a number of players: exactly as in play, or as far as possible.

A sentence is gone through once, definitions and tables once for each thing that they are about; there is a bound to how
deep and how long it goes on. What is beyond it is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter

from croupier_dsl import ir
from croupier_dsl.analysis.settled.declared import NOWHERE, Budget, Declared, Here
from croupier_dsl.analysis.settled.known import (
    ANY,
    BROKEN,
    EMPTY,
    FAULT,
    NO,
    NOTHING,
    UNKNOWN,
    YES,
    Found,
    Known,
    Several,
    answer,
    arithmetic,
    either,
    exactly,
    joined,
    negative,
    ordered,
    same,
    so_many,
    these,
    value_or_none,
)
from croupier_dsl.analysis.walk import draws, entry, nodes, rebuilt
from croupier_dsl.classes import frozen

DEEPEST = 130
"""Sentences nest no deeper than this, with all that they use: the checker holds it to half as much."""
Things = tuple[Found, ...]
"""The known subjects of a table or definition."""
_ENDS = {"first": 0, "bottom": 0, "lowest": 0, "last": -1, "top": -1, "highest": -1}
PROBES = 16
"""Numbers of naturals for which a limit of wild cards is looked at."""


def any_local(expr: ir.Local) -> Known:
    """Return the value of a local without a position: unknown."""
    return UNKNOWN


def any_state(table: Evaluator, expr: ir.Expr) -> Found:
    """Return the known value of state before play."""
    if isinstance(expr, ir.StageCount):
        return Known(0, None, False)
    return ANY if expr.type.many else UNKNOWN


def any_filter(table: Evaluator, expr: ir.Filter, here: Here) -> Several | None:
    """Return no contents for a filter of things that play decides."""
    return None


@frozen
class Position:
    """The known values of what play decides: locals, state, and filters of cards."""

    local: Callable[[ir.Local], Known] = any_local
    state: Callable[[Evaluator, ir.Expr], Found] = any_state
    kept: Callable[[Evaluator, ir.Filter, Here], Several | None] = any_filter


BEFORE_PLAY = Position()


class Evaluator:
    """Answers for one number of players (or any of several) and one choice of options, by name; of an option that has
    no value here nothing is known. A card is known by its kind, a meld by how many natural cards it has.

    `position`: the known values of what play decides. `passing`: whether something was asked for that may be
    different the next time; values that depend on it are not remembered.
    """

    def __init__(
        self,
        declared: Declared,
        players: Known,
        options: Mapping[str, Known],
        budget: Budget | None = None,
        position: Position = BEFORE_PLAY,
    ) -> None:
        self.declared = declared
        self.players = players
        self.options = options
        self.budget = budget or Budget()
        self.position = position
        self.passing = False
        self.remembered: dict[tuple[str, Things], Found] = {}
        self.depth = 0

    def at(self, position: Position) -> Evaluator:
        """Return the same for another position."""
        return Evaluator(self.declared, self.players, self.options, self.budget, position)

    def of(self, expr: ir.Expr, here: Here = NOWHERE) -> Known:
        """Return the known value of an expression; `here`: the known values of the locals, by slot."""
        self.budget.left -= 1
        if self.depth >= DEEPEST or self.budget.left < 0 or expr.type.many:
            return UNKNOWN
        self.depth += 1
        value = VALUES.get(type(expr))
        found = _state(self, expr, here) if value is None else value(self, expr, here)
        self.depth -= 1
        return found

    def several(self, expr: ir.Expr, here: Here = NOWHERE) -> Several:
        """Return the known contents of a collection.

        A single value counts as a collection of one, none as an empty one.
        """
        if not expr.type.many and not isinstance(expr, ir.Span):
            return as_several(self.of(expr, here))
        self.budget.left -= 1
        if self.depth >= DEEPEST or self.budget.left < 0:
            return ANY
        self.depth += 1
        contents = CONTENTS.get(type(expr))
        found = _state_of_many(self, expr, here) if contents is None else contents(self, expr, here)
        self.depth -= 1
        return found

    def truth(self, expr: ir.Expr, here: Here = NOWHERE) -> bool | None:
        """Return whether it holds; None if it depends on unknown values. A boolean that is none counts as false."""
        return self.of(expr, here).truth

    def found(self, expr: ir.Expr, here: Here = NOWHERE) -> Found:
        return self.several(expr, here) if expr.type.many or isinstance(expr, ir.Span) else self.of(expr, here)

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

    def row(self, table: ir.Table, key: Known) -> ir.Row | None:
        """Return the row that applies, if that is known; a key that is none has the row for all others."""
        if not key.settled:
            return None
        return table.rest if key.exact is None else table.row(key.exact)

    def forget_all(self) -> None:
        """Forget all values of tables and definitions, since something they may depend on has changed."""
        self.remembered.clear()


# ---------------------------------------------------------------- one value, by kind of expression


def _state(table: Evaluator, expr: ir.Expr, here: Here) -> Known:
    """Return the known value of something that play decides."""
    found = table.position.state(table, expr)
    return found if isinstance(found, Known) else UNKNOWN


def _local(table: Evaluator, expr: ir.Local, here: Here) -> Known:
    local = here.get(expr.slot)
    return local if isinstance(local, Known) else table.position.local(expr)


def _not(table: Evaluator, expr: ir.Not, here: Here) -> Known:
    inner = table.of(expr.operand, here)
    return FAULT if inner.fault else answer(None if (holds := inner.truth) is None else not holds)


def _logic(table: Evaluator, expr: ir.Logic, here: Here) -> Known:
    """Evaluate operands from the left; those after the deciding one are not evaluated."""
    settling, depends = expr.op == "or", False
    for operand in expr.operands:
        known = table.of(operand, here)
        if known.fault:
            return UNKNOWN if depends else FAULT
        holds = known.truth
        if holds is settling:
            return answer(settling)
        depends = depends or holds is None
    return answer(None if depends else not settling)


def _same(table: Evaluator, expr: ir.Same, here: Here) -> Known:
    return of_things(expr.left, same(table.of(expr.left, here), table.of(expr.right, here)))


def _arithmetic(table: Evaluator, expr: ir.Arithmetic, here: Here) -> Known:
    return arithmetic(expr.op, table.of(expr.left, here), table.of(expr.right, here))


def _if_then_else(table: Evaluator, expr: ir.IfThenElse, here: Here) -> Known:
    test = table.of(expr.condition, here)
    if test.fault or test.truth is not None:
        return FAULT if test.fault else table.of(expr.then if test.truth else expr.otherwise, here)
    return either(table.of(expr.then, here), table.of(expr.otherwise, here))


def _attribute(table: Evaluator, expr: ir.Attribute, here: Here) -> Known:
    card, declared = table.of(expr.card, here), table.declared
    if (kind := card.exact) is not None:
        return value_or_none(declared.kinds[kind].values[declared.columns[expr.name]])
    return UNKNOWN if card.some else card


def _named(table: Evaluator, expr: ir.TableValue | ir.Defined, here: Here) -> Known:
    found = named(table, expr, here)
    return found if isinstance(found, Known) else UNKNOWN


def _is_kind(table: Evaluator, expr: ir.IsKind, here: Here) -> Known:
    card = table.of(expr.card, here)
    if not card.some:
        return NO if card.none else FAULT
    kind = card.exact
    return answer(None if kind is None else table.declared.kinds[kind].notation in expr.notations)


def _has_kind(table: Evaluator, expr: ir.HasKind, here: Here) -> Known:
    number = table.several(expr.cards, here)
    return NO if number.most == 0 else FAULT if number.broken else answer(None)


def _card_fact(table: Evaluator, expr: ir.CardFact | ir.RoleAttribute, here: Here) -> Known:
    card = table.of(expr.card, here)
    if isinstance(expr, ir.CardFact) and expr.fact == "wild":
        if card.exact is None:
            return UNKNOWN if card.some else NO if card.none else FAULT
        return NO if table.declared.wild is None else table.of(table.declared.wild, {1: card})
    return NOTHING if card.nothing and expr.type != ir.TRUTH else UNKNOWN


def _seat_number(table: Evaluator, expr: ir.SeatNumber, here: Here) -> Known:
    player = table.of(expr.player, here)
    seat = player.exact
    if not player.some:
        return player
    return Known(1, table.players.high, player.none) if seat is None else exactly(seat + 1)


def _team_of(table: Evaluator, expr: ir.TeamOf, here: Here) -> Known:
    player = table.of(expr.player, here)
    if not player.some:
        return player
    seat, teams = player.exact, table.teams().exact
    return Known(none=player.none) if seat is None or not teams else exactly(seat % teams)


def _neighbour(table: Evaluator, expr: ir.Neighbour, here: Here) -> Known:
    player, players = table.of(expr.player, here), table.players.exact
    if not player.some:
        return player
    seat = player.exact
    if seat is None or players is None or expr.side == "successor":
        return UNKNOWN
    return exactly((seat + {"left": 1, "right": -1, "across": players // 2}[expr.side]) % players)


# ---------------------------------------------------------------- one value


# ------------------------------------------------------------ tables and definitions
def named(table: Evaluator, expr: ir.TableValue | ir.Defined, here: Here) -> Found:
    """Return the known value of a table or definition for its subjects, if any; computed once for each."""
    things: list[Found] = []
    lacking = False
    for about in (expr.subject, expr.further):
        if about is None:
            continue
        thing = here.get(about.slot) if isinstance(about, ir.Local) else None
        if not isinstance(thing, Several):  # a meld
            known = table.of(about, here)
            if not known.some and not known.none and lacking:  # a fault, unless it is not come to
                return ANY if expr.type.many else UNKNOWN
            if not known.some:
                return (EMPTY if known.none else BROKEN) if expr.type.many else known
            thing, lacking = Known(known.low, known.high, False), lacking or known.none
        things.append(thing)
    found = once(table, expr, tuple(things))
    if not lacking:
        return found
    return found.or_none() if isinstance(found, Known) else Several(None, 0, found.most) if found.most else found


def once(table: Evaluator, expr: ir.TableValue | ir.Defined, things: Things) -> Found:
    """Return the known value of a table or definition for its subjects; cached."""
    key = expr.name, things
    if key in table.remembered:
        return table.remembered[key]
    before, table.passing = table.passing, False
    here = dict(enumerate(things, 1)) or NOWHERE
    if expr.name in table.declared.definitions:
        found = table.found(table.declared.definitions[expr.name].body, here)
    elif expr.name in table.declared.tables:
        found = _row(table, table.declared.tables[expr.name], expr.type.many, here)
    else:  # it is wrong itself, and said to be
        found = ANY if expr.type.many else UNKNOWN
    if not table.passing:
        table.remembered[key] = found
    table.passing = table.passing or before
    return found


def _row(table: Evaluator, rows: ir.Table, many: bool, here: Here) -> Found:
    """Return the value in a table of the rules for its known key."""
    key = table.of(rows.key, here)
    row = table.row(rows, key)
    if row is not None:
        return table.found(row.value, here)
    if key.settled:
        return EMPTY if many else NOTHING
    if key.fault:
        return BROKEN if many else FAULT
    return ANY if many else UNKNOWN


# ---------------------------------------------------------------- the contents of a collection, by kind of expression


def _state_of_many(table: Evaluator, expr: ir.Expr, here: Here) -> Several:
    """Return the known contents of a collection that play decides."""
    state = table.position.state(table, expr)
    return state if isinstance(state, Several) else ANY


def _several_local(table: Evaluator, expr: ir.Local, here: Here) -> Several:
    local = here.get(expr.slot)
    return local if isinstance(local, Several) else ANY


def _several_of_meld(table: Evaluator, expr: ir.MeldFact, here: Here) -> Several:
    naturals = here.get(expr.meld.slot) if isinstance(expr.meld, ir.Local) else None
    if not isinstance(naturals, Several):
        return _state_of_many(table, expr, here)
    return naturals if expr.fact == "naturals" else EMPTY if expr.fact == "wilds" else ANY


def _several_named(table: Evaluator, expr: ir.TableValue | ir.Defined, here: Here) -> Several:
    found = named(table, expr, here)
    return found if isinstance(found, Several) else as_several(found)


def _several_if(table: Evaluator, expr: ir.IfThenElse, here: Here) -> Several:
    test = table.of(expr.condition, here)
    if test.fault or test.truth is not None:
        return BROKEN if test.fault else table.several(expr.then if test.truth else expr.otherwise, here)
    return _one_of(table.several(expr.then, here), table.several(expr.otherwise, here))


def _span_members(table: Evaluator, expr: ir.Span, here: Here) -> Several:
    found = _range(table, expr, here)
    return found if isinstance(found, Several) else _listed(table, found)


# ---------------------------------------------------------------- collections


def _all(number: Known) -> Several:
    if number.exact is not None:
        return these(tuple(range(number.exact)))
    return Several(None, number.low or 0, number.high)


def _members(table: Evaluator, expr: ir.Members, here: Here) -> Several:
    team = table.of(expr.team, here)
    players, teams = table.players.exact, table.teams().exact
    if not team.some:
        return EMPTY if team.none else BROKEN
    if team.exact is None or players is None or not teams:
        return ANY
    return these(tuple(player for player in range(players) if player % teams == team.exact))


def _listed(table: Evaluator, items: range) -> Several:
    """Return a range, member by member."""
    if len(items) > ir.LONGEST_RANGE:
        return BROKEN
    table.budget.left -= len(items)
    return ANY if table.budget.spent else these(tuple(items))


def _map(table: Evaluator, expr: ir.Map, here: Here) -> Several:
    collection = table.several(expr.collection, here)
    if collection.items is None:
        return BROKEN if collection.broken else ANY if expr.body.type.many else Several(None, 0, collection.most)
    return joined([table.several(expr.body, {**here, expr.slot: exactly(item)}) for item in collection.items])


def _filter(table: Evaluator, expr: ir.Filter, here: Here) -> Several:
    collection = table.several(expr.collection, here)
    if collection.items is None:
        if collection.broken:
            return BROKEN
        if (kept := table.position.kept(table, expr, here)) is not None:
            return kept
        each = table.of(expr.condition, {**here, expr.slot: Known(none=False)})
        if each.truth is not None:
            return collection if each.truth or expr.if_possible else EMPTY
        if each.fault:
            return BROKEN if collection.least else ANY
        return Several(None, min(collection.least, int(expr.if_possible)), collection.most)
    kept_items: list[int] = []
    perhaps = False
    for item in collection.items:
        each = table.of(expr.condition, {**here, expr.slot: exactly(item)})
        if each.fault:
            return ANY if perhaps else BROKEN
        perhaps = perhaps or each.truth is None
        if each.truth:
            kept_items.append(item)
    if perhaps:
        return Several(None, len(kept_items), collection.most)
    return collection if expr.if_possible and not kept_items else these(tuple(kept_items))


def _combine(table: Evaluator, expr: ir.Combine, here: Here) -> Several:
    left, right = table.several(expr.left, here), table.several(expr.right, here)
    if left.broken or right.broken:
        return BROKEN
    if expr.op == "without" and isinstance(expr.left, ir.Players) and right == so_many(1):
        return Several(None, max(left.least - 1, 0), None if left.most is None else left.most - 1)
    if left.items is None or right.items is None or expr.type.name in ("card", "meld"):
        most = left.most
        if expr.op == "with":
            most = None if most is None or right.most is None else most + right.most
            return Several(None, left.least, most)
        return Several(None, 0, most)
    table.budget.left -= len(left.items) * len(right.items) // 16
    if table.budget.spent:
        return ANY
    if expr.op == "without":
        return these(tuple(item for item in left.items if item not in right.items))
    return these((*left.items, *(item for item in right.items if item not in left.items)))


def _top(table: Evaluator, expr: ir.TopSome, here: Here) -> Several:
    count, collection = table.of(expr.count, here), table.several(expr.collection, here)
    if count.fault or collection.broken:
        return BROKEN
    number = count.exact
    if number is None and count.some:
        return Several(None, 0, collection.most)
    if collection.items is None:
        most = number or 0 if collection.most is None else min(collection.most, number or 0)
        return Several(None, min(collection.least, max(number or 0, 0)), max(most, 0))
    return these(collection.items[::-1][: max(number or 0, 0)])


def _best(table: Evaluator, expr: ir.Best, here: Here) -> Several:
    count = NOTHING if expr.count is None else table.of(expr.count, here)
    collection = table.several(expr.collection, here)
    if count.fault or collection.broken:
        return BROKEN
    number = max(count.exact or 0, 0)
    if collection.items is None or expr.type.name in ("card", "meld") or (count.some and count.exact is None):
        known = expr.count is not None and (not count.some or count.exact is not None)
        most = collection.most
        return Several(None, 0, most if not known else number if most is None else min(most, number))
    ranked = _ranked(table, expr, collection.items, here)
    if isinstance(ranked, Known):
        return BROKEN if ranked.fault else Several(None, 0, collection.most)
    if expr.count is None:
        return these(tuple(item for rank, item in ranked if rank == ranked[0][0]))
    return these(tuple(item for _, item in ranked[:number]))


def _ranked(
    table: Evaluator, expr: ir.ExtremeThing | ir.Best, items: Sequence[int], here: Here
) -> Known | list[tuple[tuple[tuple[bool, int], ...], int]]:
    """Return the items that have a key, the best first, each with its rank.

    Or a key that is a fault or not settled.
    """
    sign = -1 if expr.which == "highest" else 1
    ranked: list[tuple[tuple[tuple[bool, int], ...], int]] = []
    for item in items:
        keys = [table.of(key, {**here, expr.slot: exactly(item)}) for key in expr.keys]
        open_ = next((key for key in keys if not key.settled), None)
        if open_ is not None:
            return open_
        if any(key.exact is not None for key in keys):
            ranked.append((tuple((key.exact is None, sign * (key.exact or 0)) for key in keys), item))
    return sorted(ranked, key=itemgetter(0))


# ---------------------------------------------------------------- questions about collections


def asked_of(table: Evaluator, expr: ir.Count | ir.Sum | ir.ExtremeValue | ir.Pick | ir.IsEmpty, here: Here) -> Known:
    span = _span(table, expr.collection)
    found = table.several(expr.collection, here) if span is None else _range(table, span, here)
    if isinstance(found, range):
        items: Sequence[int] | None = found
        number = exactly(len(found))
    else:
        items, number = found.items, found.count
    if number.fault:
        return FAULT
    match expr:
        case ir.Count():
            return number
        case ir.IsEmpty():
            return ordered("<", number, exactly(1))
        case ir.Sum():
            return Known(None, None, False) if items is None else _total(items)
    if expr.which == "random" or expr.type.name in ("card", "meld"):
        return UNKNOWN
    if items is None:
        return Known(none=number.low == 0)
    if not items:
        return NOTHING
    if isinstance(expr, ir.ExtremeValue) and not isinstance(items, range):
        return exactly((max if expr.which == "highest" else min)(items))
    return exactly(items[_ENDS[expr.which]])


def _exists(table: Evaluator, expr: ir.Exists, here: Here) -> Known:
    collection = table.several(expr.collection, here)
    if collection.broken:
        return FAULT
    if collection.items is None:
        each = table.of(expr.condition, {**here, expr.slot: Known(none=False)})
        if each.truth is False or collection.most == 0:
            return NO
        return YES if each.truth and collection.least else answer(None)
    depends = False
    for item in collection.items:
        each = table.of(expr.condition, {**here, expr.slot: exactly(item)})
        if each.fault:
            return UNKNOWN if depends else FAULT
        if each.truth:
            return YES
        depends = depends or each.truth is None
    return answer(None if depends else False)


def _extreme_thing(table: Evaluator, expr: ir.ExtremeThing, here: Here) -> Known:
    collection = table.several(expr.collection, here)
    if collection.items is None or expr.type.name in ("card", "meld"):
        return FAULT if collection.broken else NOTHING if collection.most == 0 else UNKNOWN
    ranked = _ranked(table, expr, collection.items, here)
    if isinstance(ranked, Known):
        return FAULT if ranked.fault else UNKNOWN
    return value_or_none(ranked[0][1] if ranked else None)


# ---------------------------------------------------------------- ranges


def _span(table: Evaluator, expr: ir.Expr) -> ir.Span | None:
    """Return the range that an expression is, directly or through a definition that is only a range, because most facts
    follow from its ends. For an `if` that is constant during the game, return only the chosen arm."""
    expr = _branch(table, expr)
    if isinstance(expr, ir.Defined) and expr.subject is None and expr.name in table.declared.definitions:
        expr = _branch(table, table.declared.definitions[expr.name].body)
    return expr if isinstance(expr, ir.Span) else None


def _branch(table: Evaluator, expr: ir.Expr) -> ir.Expr:
    """Return what folding leaves of an `if` and of `where`, if their conditions are settled."""
    while isinstance(expr, ir.IfThenElse | ir.Filter):
        truth = table.of(expr.condition, {}).truth
        if isinstance(expr, ir.IfThenElse) and truth is not None:
            expr = expr.then if truth else expr.otherwise
        elif isinstance(expr, ir.Filter) and truth:
            expr = expr.collection
        else:
            break
    return expr


def _range(table: Evaluator, span: ir.Span, here: Here) -> range | Several:
    low, high = table.of(span.low, here), _high(table, span, here)
    if low.fault or (high is not None and high.fault):
        return BROKEN
    if low.nothing or (high is not None and high.nothing):
        return range(0)
    if high is None:
        return ANY if low.none else BROKEN  # a range without an end cannot be gone through
    if low.exact is not None and high.exact is not None:
        return range(low.exact, high.exact + 1)
    most = None if low.low is None or high.high is None else max(high.high - low.low + 1, 0)
    surely = not (low.none or high.none) and low.high is not None and high.low is not None
    least = max(high.low - low.high + 1, 0) if surely and high.low is not None and low.high is not None else 0
    return Several(None, least, most)


def _high(table: Evaluator, span: ir.Span, here: Here) -> Known | None:
    """Return the upper end of a range; one along a list of words ends with the last of them."""
    if span.high is None:
        return exactly(len(table.declared.enums[span.type.enum]) - 1) if span.type.enum else None
    return table.of(span.high, here)


def within(table: Evaluator, left: ir.Expr, right: ir.Expr, here: Here) -> Known:
    span = _span(table, right)
    if span is not None:
        return _in_range(table, table.of(left, here), span, here)
    if isinstance(right, ir.ListOf):
        return _in_list(table, left, right, here)
    one, several = table.of(left, here), table.several(right, here)
    if one.fault or several.broken:
        return FAULT
    if one.nothing or several.most == 0:
        return NO
    if one.exact is None or several.items is None:
        return answer(None)
    return of_things(left, answer(one.exact in several.items))


def _in_range(table: Evaluator, one: Known, span: ir.Span, here: Here) -> Known:
    low = table.of(span.low, here)
    if one.fault or low.fault:
        return FAULT
    above = ordered(">=", one, low)
    high = _high(table, span, here) if above.truth is not False else None
    if high is None:
        return above
    if high.fault:
        return FAULT if above.truth else UNKNOWN
    below = ordered("<=", one, high)
    return NO if below.truth is False else answer(True if above.truth and below.truth else None)


def _in_list(table: Evaluator, left: ir.Expr, right: ir.ListOf, here: Here) -> Known:
    """Return whether a value is in a list. If it contains ranges, the items are tested one by one."""
    one = table.of(left, here)
    whole = not any(_span(table, item) for item in right.items)
    if one.fault or (whole and any(table.found(item, here) in (FAULT, BROKEN) for item in right.items)):
        return FAULT
    depends = False
    for item in right.items:
        if item.type.many or isinstance(item, ir.Span):
            found = within(table, left, item, here)
        else:
            each = table.of(item, here)
            found = FAULT if each.fault else NO if each.nothing or one.nothing else same(one, each)
            found = of_things(left, found)
        if found.fault:
            return UNKNOWN if depends else FAULT
        if found.truth:
            return YES
        depends = depends or found.truth is None
    return answer(None if depends else False)


def as_several(one: Known) -> Several:
    if one.exact is not None:
        return these((one.exact,))
    if not one.some:
        return EMPTY if one.none else BROKEN
    return Several(None, 0, 1) if one.none else so_many(1)


def _one_of(one: Several, other: Several) -> Several:
    if one.broken or other.broken:
        return ANY
    if one == other:
        return one
    most = None if one.most is None or other.most is None else max(one.most, other.most)
    return Several(None, min(one.least, other.least), most)


def _total(items: Sequence[int]) -> Known:
    found = (items[0] + items[-1]) * len(items) // 2 if isinstance(items, range) and items else sum(items)
    return exactly(found) if abs(found) <= ir.LARGEST_NUMBER else FAULT


def of_things(left: ir.Expr, equal: Known) -> Known:
    """Return an equality of cards or melds, which is uncertain if only kinds or sizes are known to be equal."""
    return answer(None) if equal.truth and left.type.name in ("card", "meld", "spot") else equal


VALUES = dict([
    entry(ir.Constant, lambda table, expr, here: exactly(expr.value)),
    entry(ir.Nothing, lambda table, expr, here: NOTHING),
    entry(ir.OptionValue, lambda table, expr, here: table.options.get(expr.name, UNKNOWN)),
    entry(ir.Local, _local),
    entry(ir.Not, _not),
    entry(ir.Logic, _logic),
    entry(ir.Order, lambda table, expr, here: ordered(expr.op, table.of(expr.left, here), table.of(expr.right, here))),
    entry(ir.Same, _same),
    entry(ir.Within, lambda table, expr, here: within(table, expr.left, expr.right, here)),
    entry(ir.Arithmetic, _arithmetic),
    entry(ir.Negative, lambda table, expr, here: negative(table.of(expr.operand, here))),
    entry(ir.IfThenElse, _if_then_else),
    entry(ir.Attribute, _attribute),
    entry(ir.TableValue, _named),
    entry(ir.Defined, _named),
    entry(ir.Count, asked_of),
    entry(ir.Sum, asked_of),
    entry(ir.ExtremeValue, asked_of),
    entry(ir.Pick, asked_of),
    entry(ir.IsEmpty, asked_of),
    entry(ir.Exists, _exists),
    entry(ir.ExtremeThing, _extreme_thing),
    entry(ir.KindLiteral, lambda table, expr, here: exactly(table.declared.notations[expr.notation])),
    entry(ir.IsKind, _is_kind),
    entry(ir.HasKind, _has_kind),
    entry(ir.SeatNumber, _seat_number),
    entry(ir.TeamOf, _team_of),
    entry(ir.Neighbour, _neighbour),
    entry(ir.CardFact, _card_fact),
    entry(ir.RoleAttribute, _card_fact),
])  # fmt: skip
"""The known value of an expression of each kind that is worth one thing. Play decides the value of other kinds."""
CONTENTS = dict([
    entry(ir.Players, lambda table, expr, here: _all(table.players)),
    entry(ir.Teams, lambda table, expr, here: _all(table.teams())),
    entry(ir.Values, lambda table, expr, here: these(tuple(range(len(table.declared.enums[expr.enum]))))),
    entry(ir.ListOf, lambda table, expr, here: joined([table.several(item, here) for item in expr.items])),
    entry(ir.Span, _span_members),
    entry(ir.Map, _map),
    entry(ir.Filter, _filter),
    entry(ir.Combine, _combine),
    entry(ir.IfThenElse, _several_if),
    entry(ir.TableValue, _several_named),
    entry(ir.Defined, _several_named),
    entry(ir.TopSome, _top),
    entry(ir.Best, _best),
    entry(ir.Members, _members),
    entry(ir.MeldFact, _several_of_meld),
    entry(ir.Local, _several_local),
])  # fmt: skip
"""The known contents of an expression of each kind that is a collection. Play decides the contents of other kinds."""


MOST_WAYS = 64
"""The number of ways to satisfy sentences joined by `or` that are followed."""
LISTED = 64
"""The number of values of a list that are tried one by one."""
CARDS_TRIED = 2
"""The number of cards in the sentences that are tried with every kind."""
_LYING = ("card", "meld", "spot")
_TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

Claim = tuple[ir.Expr, bool]
"""A sentence, and whether it holds."""
Ways = tuple[list[Claim], ...]
"""Alternatives, each a list of claims that have to hold together."""


def excluded(table: Evaluator, claims: Sequence[Claim], here: Mapping[int, Found]) -> bool:
    """Return whether these claims cannot all hold at once. `here`: the known values of locals, by slot."""
    if any(draws(expr) for expr, _ in claims):
        return False
    if not _Laid(table, here).may_hold(list(claims), {}):
        return True
    return any(_of_no_card(table, claims, here, card) for card in islice(_cards(claims), CARDS_TRIED))


def _of_no_card(table: Evaluator, claims: Sequence[Claim], here: Mapping[int, Found], card: ir.Expr) -> bool:
    """Return whether the claims hold together for no kind of card."""
    slot = 1 + max((node.slot for expr, _ in claims for node in nodes(expr) if isinstance(node, _SLOTTED)), default=0)
    about: list[Claim] = [(_with(expr, card, ir.Local(ir.CARD, slot, "it")), holds) for expr, holds in claims]
    kinds: list[Known] = [exactly(kind) for kind in range(len(table.declared.kinds))]
    if table.of(card, here).none:
        kinds.append(NOTHING)
    return not any(_Laid(table, {**here, slot: kind}).may_hold(about, {}) for kind in kinds)


_SLOTTED = (ir.Local, ir.Map, ir.Filter, ir.Exists, ir.ExtremeThing, ir.Best)


def _with(expr: ir.Expr, card: ir.Expr, local: ir.Local) -> ir.Expr:
    """Return the expression with another in the place of a card."""
    if expr == card:
        return local

    def made(part: object) -> object:
        return _with(part, card, local) if isinstance(part, ir.Expr) else part

    return rebuilt(expr, made)


def _cards(claims: Sequence[Claim]) -> Iterator[ir.Expr]:
    """Yield the cards whose kind is asked for, each once; none that is an element of something within a sentence."""
    met: set[ir.Expr] = set()
    bound = {node.slot for expr, _ in claims for node in nodes(expr) if isinstance(node, _SLOTTED[1:])}
    for expr, _ in claims:
        for node in nodes(expr):
            card = _card_of(node)
            if card is None or card in met:
                continue
            met.add(card)
            if not any(isinstance(part, ir.Local) and part.slot in bound for part in nodes(card)):
                yield card


def _card_of(node: object) -> ir.Expr | None:
    card: ir.Expr | None = None
    match node:
        case ir.Attribute(card=card) | ir.IsKind(card=card) | ir.TableValue(subject=card) | ir.Defined(subject=card):
            return card if card is not None and card.type == ir.CARD else None
    return None


@frozen
class Left:
    """The values that are still possible: within `known`, and not in `out`; `among`: in this set, if there is one."""

    known: Known
    out: frozenset[int] = frozenset()
    among: frozenset[int] | None = None

    @property
    def any(self) -> bool:
        """Return whether any value is left."""
        known = self.known
        if known.none:
            return True
        if not known.some:
            return False
        if known.low is not None and known.high is not None:
            if known.low > known.high:
                return False
            if known.high - known.low < LISTED:
                return any(self._may_be(value) for value in range(known.low, known.high + 1))
        return self.among is None or any(map(self._may_be, self.among))

    def _may_be(self, value: int) -> bool:
        low, high = self.known.low, self.known.high
        inside = (low is None or value >= low) and (high is None or value <= high)
        return inside and value not in self.out and (self.among is None or value in self.among)


Laid = dict[ir.Expr, Left]
"""The possible values of each expression so far."""


class _Laid:
    """Lays claims together, for one table."""

    def __init__(self, table: Evaluator, here: Mapping[int, Found]) -> None:
        self.table = table
        self.here = here
        self.ways = MOST_WAYS

    def may_hold(self, claims: list[Claim], laid: Laid) -> bool:
        """Return whether all of these claims may hold together with the earlier ones."""
        todo = list(reversed(claims))
        waiting: list[Ways] = []
        while todo:
            expr, holds = todo.pop()
            known = self.table.of(expr, self.here)
            if self.table.budget.spent or known.fault:
                return True
            if known.truth is not None:
                if known.truth is not holds:
                    return False
                continue
            ways = self._ways(expr, holds)
            if ways is None:
                if not self._lay(expr, holds, laid):
                    return False
            elif len(ways) == 1:
                todo += reversed(ways[0])
            else:
                waiting.append(ways)
        if not waiting:
            return True
        self.ways -= len(waiting[0])
        if self.ways < 0:
            return True
        return any(self._way(way, waiting[1:], dict(laid)) for way in waiting[0])

    def _way(self, way: list[Claim], others: list[Ways], laid: Laid) -> bool:
        """Return whether this way may hold together with one of each of the others."""
        if not others:
            return self.may_hold(way, laid)
        self.ways -= len(others[0])
        return self.ways < 0 or any(self._way([*way, *other], others[1:], dict(laid)) for other in others[0])

    def _ways(self, expr: ir.Expr, holds: bool) -> Ways | None:
        """Return the ways in which a sentence that is made of others may hold, or not; None if it is made of none."""
        match expr:
            case ir.Not(operand=operand):
                return ([(operand, not holds)],)
            case ir.Logic(op=op, operands=operands):
                parts = [(operand, holds) for operand in operands]
                return (parts,) if (op == "and") is holds else tuple([part] for part in parts)
            case ir.IfThenElse():
                return [(expr.condition, True), (expr.then, holds)], [(expr.condition, False), (expr.otherwise, holds)]
            case ir.Defined(name=name, subject=None, further=None) if name in self.table.declared.definitions:
                return ([(self.table.declared.definitions[name].body, holds)],)
        return None

    # ------------------------------------------------------------ what one sentence says of one value
    def _lay(self, expr: ir.Expr, holds: bool, laid: Laid) -> bool:
        """Return whether each value in the sentence has a possible value left."""
        return all(self._narrowed(term, say, laid) for term, say in self._says(expr, holds, laid))

    def _left(self, term: ir.Expr, laid: Laid) -> Left:
        if term not in laid:
            laid[term] = Left(self.table.of(term, self.here))
        return laid[term]

    def _narrowed(self, term: ir.Expr, say: Left, laid: Laid) -> bool:
        before = self._left(term, laid)
        if before.known.fault:
            return True
        known = _both(before.known, say.known)
        among = (
            before.among if say.among is None else say.among & before.among if before.among is not None else say.among
        )
        laid[term] = Left(known, before.out | say.out, among)
        return laid[term].any

    def _says(self, expr: ir.Expr, holds: bool, laid: Laid) -> Iterator[tuple[ir.Expr, Left]]:
        match expr:
            case ir.Order(op=op):
                one, other = self._left(expr.left, laid), self._left(expr.right, laid)
                if not holds and (one.known.none or other.known.none):
                    return
                now = op if holds else _TURNED[op]
                yield expr.left, Left(_beyond(now, other.known))
                yield expr.right, Left(_beyond(_MIRRORED[now], one.known))
            case ir.Same(left=left, right=ir.Nothing()) | ir.Same(left=ir.Nothing(), right=left):
                yield left, Left(NOTHING if holds else Known(none=False))
            case ir.Same():
                for term, value in (
                    (expr.left, self._left(expr.right, laid).known),
                    (expr.right, self._left(expr.left, laid).known),
                ):
                    if holds:
                        yield term, Left(value)
                    elif expr.left.type.name not in _LYING and value.exact is not None:
                        yield term, Left(Known(), frozenset((value.exact,)))
            case ir.Within() if expr.left.type.name not in _LYING:
                yield from self._within(expr.left, expr.right, holds)
            case ir.IsEmpty() if expr.collection.type.many:
                number = ir.Count(ir.NUMBER, expr.collection)
                yield number, Left(Known(None, 0, False) if holds else Known(1, None, False))
            case ir.IsEmpty():
                yield expr.collection, Left(NOTHING if holds else Known(none=False))
            case ir.IsKind(notations=notations):
                kinds = frozenset(self.table.declared.notations[notation] for notation in notations)
                yield expr.card, Left(Known(none=False), frozenset(), kinds) if holds else Left(Known(), kinds)
            case _:
                yield expr, Left(Known(1, 1, False)) if holds else Left(Known(), frozenset((1,)))

    def _within(self, left: ir.Expr, right: ir.Expr, holds: bool) -> Iterator[tuple[ir.Expr, Left]]:
        """Yield a value that is one of several, or none of them."""
        items = self.table.several(right, self.here).items
        listed = items is not None and len(items) <= LISTED
        if items is not None and listed:
            values = frozenset(items)
            yield left, Left(Known(none=False), frozenset(), values) if holds else Left(Known(), values)
        elif holds and isinstance(right, ir.Span):
            low = self.table.of(right.low, self.here)
            high = None if right.high is None else self.table.of(right.high, self.here)
            yield left, Left(Known(low.low, None if high is None else high.high, False))
        elif holds:
            yield left, Left(Known(none=False))


def _beyond(op: str, other: Known) -> Known:
    """Return the possible values that compare like this to another."""
    if op in ("<", "<="):
        return Known(None, None if other.high is None else other.high - (op == "<"), False)
    return Known(None if other.low is None else other.low + (op == ">"), None, False)


def _both(one: Known, other: Known) -> Known:
    """Return the values that are possible for both."""
    lows = [known.low for known in (one, other) if known.low is not None]
    highs = [known.high for known in (one, other) if known.high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    some = one.some and other.some and not (low is not None and high is not None and low > high)
    return replace(one, low=low, high=high, none=one.none and other.none, some=some)


def static(expr: ir.Expr) -> bool | None:
    """Return whether the expression holds in every position (True), in none (False), or depends (None)."""
    match expr:
        case ir.Constant(value=bool() as value):
            return value
        case ir.Nothing():
            return False
    return None


def plain(expr: ir.Expr, table: Evaluator) -> ir.Expr | None:
    """Return the number, truth or word that it is always worth, or nothing, if it is settled."""
    if expr.type.many or not (expr.type.enum or expr.type in (ir.NUMBER, ir.TRUTH)):
        return None
    found = table.of(expr)
    if found.exact is None:
        return ir.Nothing(expr.type) if found.nothing else None
    return constant(expr.type, found.exact)


def constant(type: ir.Type, value: int) -> ir.Constant:
    return ir.Constant(type, bool(value) if type == ir.TRUTH else value)


def simpler(expr: ir.Expr) -> ir.Expr:
    """Return the expression without operands that do not matter; its parts are folded already."""
    match expr:
        case ir.Logic(op=op, operands=operands):
            left = tuple(operand for operand in operands if static(operand) is not (op == "and"))
            return left[0] if len(left) == 1 else replace(expr, operands=left) if left else expr
        case ir.IfThenElse():
            known = static(expr.condition)
            return expr if known is None else expr.then if known else expr.otherwise
        case ir.Filter() if static(expr.condition) is True:
            return expr.collection
    return expr
