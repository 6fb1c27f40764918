"""The known contents of collections, and aggregates over them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import itemgetter

from croupier_dsl import ir
from croupier_dsl.analysis.settled.declared import Declared, Here, Purse
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
    exactly,
    joined,
    ordered,
    same,
    so_many,
    these,
    value_or_none,
)

_ENDS = {"first": 0, "bottom": 0, "lowest": 0, "last": -1, "top": -1, "highest": -1}


class Collections(ABC):
    """The part of an evaluator that goes through them."""

    declared: Declared
    players: Known
    purse: Purse

    @abstractmethod
    def of(self, expr: ir.Expr, here: Here) -> Known:
        """Return the known value of an expression."""

    @abstractmethod
    def several(self, expr: ir.Expr, here: Here) -> Several:
        """Return the known contents of a collection."""

    @abstractmethod
    def found(self, expr: ir.Expr, here: Here) -> Found:
        """Return the known value or contents."""

    @abstractmethod
    def teams(self) -> Known:
        """Return the known number of teams."""

    @abstractmethod
    def named(self, expr: ir.TableValue | ir.Defined, here: Here) -> Found:
        """Return the known value of a table or definition."""

    @abstractmethod
    def state(self, expr: ir.Expr) -> Found:
        """Return the known value of state."""

    @abstractmethod
    def kept_of(self, expr: ir.Filter, here: Here) -> Several | None:
        """Return a filter of things that play decides."""

    # ------------------------------------------------------------ collections
    def holding(self, expr: ir.Expr, here: Here) -> Several:
        match expr:
            case ir.Players():
                return self._all(self.players)
            case ir.Teams():
                return self._all(self.teams())
            case ir.Values(enum=enum):
                return these(tuple(range(len(self.declared.enums[enum]))))
            case ir.ListOf(items=items):
                return joined([self.several(item, here) for item in items])
            case ir.Span():
                found = self._range(expr, here)
                return found if isinstance(found, Several) else self._listed(found)
            case ir.Map():
                return self._map(expr, here)
            case ir.Filter():
                return self._filter(expr, here)
            case ir.Combine():
                return self._combine(expr, here)
            case ir.IfThenElse():
                test = self.of(expr.condition, here)
                if test.fault or test.truth is not None:
                    return BROKEN if test.fault else self.several(expr.then if test.truth else expr.otherwise, here)
                return _one_of(self.several(expr.then, here), self.several(expr.otherwise, here))
            case ir.TableValue() | ir.Defined():
                found_ = self.named(expr, here)
                return found_ if isinstance(found_, Several) else as_several(found_)
            case ir.TopSome():
                return self._top(self.of(expr.count, here), self.several(expr.collection, here))
            case ir.Best():
                return self._best(expr, here)
            case ir.Members():
                return self._members(self.of(expr.team, here))
            case ir.MeldFact(fact=fact, meld=ir.Local(slot=slot)) if isinstance(naturals := here.get(slot), Several):
                return naturals if fact == "naturals" else EMPTY if fact == "wilds" else ANY
            case ir.Local(slot=slot):
                local = here.get(slot)
                return local if isinstance(local, Several) else ANY
        state = self.state(expr)
        return state if isinstance(state, Several) else ANY

    def _all(self, number: Known) -> Several:
        if number.exact is not None:
            return these(tuple(range(number.exact)))
        return Several(None, number.low or 0, number.high)

    def _members(self, team: Known) -> Several:
        players, teams = self.players.exact, self.teams().exact
        if not team.some:
            return EMPTY if team.none else BROKEN
        if team.exact is None or players is None or not teams:
            return ANY
        return these(tuple(player for player in range(players) if player % teams == team.exact))

    def _listed(self, items: range) -> Several:
        """Return a range, member by member."""
        if len(items) > ir.LONGEST_RANGE:
            return BROKEN
        self.purse.left -= len(items)
        return ANY if self.purse.spent else these(tuple(items))

    def _map(self, expr: ir.Map, here: Here) -> Several:
        collection = self.several(expr.collection, here)
        if collection.items is None:
            return BROKEN if collection.broken else ANY if expr.body.type.many else Several(None, 0, collection.most)
        return joined([self.several(expr.body, {**here, expr.slot: exactly(item)}) for item in collection.items])

    def _filter(self, expr: ir.Filter, here: Here) -> Several:
        collection = self.several(expr.collection, here)
        if collection.items is None:
            if collection.broken:
                return BROKEN
            if (kept := self.kept_of(expr, here)) is not None:
                return kept
            each = self.of(expr.condition, {**here, expr.slot: Known(none=False)})
            if each.truth is not None:
                return collection if each.truth or expr.if_possible else EMPTY
            if each.fault:
                return BROKEN if collection.least else ANY
            return Several(None, min(collection.least, int(expr.if_possible)), collection.most)
        kept_items: list[int] = []
        perhaps = False
        for item in collection.items:
            each = self.of(expr.condition, {**here, expr.slot: exactly(item)})
            if each.fault:
                return ANY if perhaps else BROKEN
            perhaps = perhaps or each.truth is None
            if each.truth:
                kept_items.append(item)
        if perhaps:
            return Several(None, len(kept_items), collection.most)
        return collection if expr.if_possible and not kept_items else these(tuple(kept_items))

    def _combine(self, expr: ir.Combine, here: Here) -> Several:
        left, right = self.several(expr.left, here), self.several(expr.right, here)
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
        self.purse.left -= len(left.items) * len(right.items) // 16
        if self.purse.spent:
            return ANY
        if expr.op == "without":
            return these(tuple(item for item in left.items if item not in right.items))
        return these((*left.items, *(item for item in right.items if item not in left.items)))

    def _top(self, count: Known, collection: Several) -> Several:
        if count.fault or collection.broken:
            return BROKEN
        number = count.exact
        if number is None and count.some:
            return Several(None, 0, collection.most)
        if collection.items is None:
            most = number or 0 if collection.most is None else min(collection.most, number or 0)
            return Several(None, min(collection.least, max(number or 0, 0)), max(most, 0))
        return these(collection.items[::-1][: max(number or 0, 0)])

    def _best(self, expr: ir.Best, here: Here) -> Several:
        count = NOTHING if expr.count is None else self.of(expr.count, here)
        collection = self.several(expr.collection, here)
        if count.fault or collection.broken:
            return BROKEN
        number = max(count.exact or 0, 0)
        if collection.items is None or expr.type.name in ("card", "meld") or (count.some and count.exact is None):
            known = expr.count is not None and (not count.some or count.exact is not None)
            most = collection.most
            return Several(None, 0, most if not known else number if most is None else min(most, number))
        ranked = self._ranked(expr, collection.items, here)
        if isinstance(ranked, Known):
            return BROKEN if ranked.fault else Several(None, 0, collection.most)
        if expr.count is None:
            return these(tuple(item for rank, item in ranked if rank == ranked[0][0]))
        return these(tuple(item for _, item in ranked[:number]))

    def _ranked(
        self, expr: ir.ExtremeThing | ir.Best, items: Sequence[int], here: Here
    ) -> Known | list[tuple[tuple[tuple[bool, int], ...], int]]:
        """Return the items that have a key, the best first, each with its rank.

        Or a key that is a fault or not settled.
        """
        sign = -1 if expr.which == "highest" else 1
        ranked: list[tuple[tuple[tuple[bool, int], ...], int]] = []
        for item in items:
            keys = [self.of(key, {**here, expr.slot: exactly(item)}) for key in expr.keys]
            open_ = next((key for key in keys if not key.settled), None)
            if open_ is not None:
                return open_
            if any(key.exact is not None for key in keys):
                ranked.append((tuple((key.exact is None, sign * (key.exact or 0)) for key in keys), item))
        return sorted(ranked, key=itemgetter(0))

    # ------------------------------------------------------------ questions about collections
    def asked_of(
        self, expr: ir.Count | ir.Sum | ir.ExtremeValue | ir.Pick | ir.IsEmpty | ir.Exists | ir.ExtremeThing, here: Here
    ) -> Known:
        if isinstance(expr, ir.Exists):
            return self._exists(expr, here)
        if isinstance(expr, ir.ExtremeThing):
            return self._extreme_thing(expr, here)
        span = self._span(expr.collection)
        found = self.several(expr.collection, here) if span is None else self._range(span, here)
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

    def _exists(self, expr: ir.Exists, here: Here) -> Known:
        collection = self.several(expr.collection, here)
        if collection.broken:
            return FAULT
        if collection.items is None:
            each = self.of(expr.condition, {**here, expr.slot: Known(none=False)})
            if each.truth is False or collection.most == 0:
                return NO
            return YES if each.truth and collection.least else answer(None)
        depends = False
        for item in collection.items:
            each = self.of(expr.condition, {**here, expr.slot: exactly(item)})
            if each.fault:
                return UNKNOWN if depends else FAULT
            if each.truth:
                return YES
            depends = depends or each.truth is None
        return answer(None if depends else False)

    def _extreme_thing(self, expr: ir.ExtremeThing, here: Here) -> Known:
        collection = self.several(expr.collection, here)
        if collection.items is None or expr.type.name in ("card", "meld"):
            return FAULT if collection.broken else NOTHING if collection.most == 0 else UNKNOWN
        ranked = self._ranked(expr, collection.items, here)
        if isinstance(ranked, Known):
            return FAULT if ranked.fault else UNKNOWN
        return value_or_none(ranked[0][1] if ranked else None)

    # ------------------------------------------------------------ ranges
    def _span(self, expr: ir.Expr) -> ir.Span | None:
        """Return the range that an expression is, by itself or by a definition that is only a range: most facts follow
        from its ends.
        """
        if isinstance(expr, ir.Defined) and expr.subject is None and expr.name in self.declared.definitions:
            expr = self.declared.definitions[expr.name].body
        return expr if isinstance(expr, ir.Span) else None

    def _range(self, span: ir.Span, here: Here) -> range | Several:
        low, high = self.of(span.low, here), self._high(span, here)
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

    def _high(self, span: ir.Span, here: Here) -> Known | None:
        """Return the upper end of a range; one along a list of words ends with the last of them."""
        if span.high is None:
            return exactly(len(self.declared.enums[span.type.enum]) - 1) if span.type.enum else None
        return self.of(span.high, here)

    def within(self, left: ir.Expr, right: ir.Expr, here: Here) -> Known:
        span = self._span(right)
        if span is not None:
            return self._in_range(self.of(left, here), span, here)
        if isinstance(right, ir.ListOf):
            return self._in_list(left, right, here)
        one, several = self.of(left, here), self.several(right, here)
        if one.fault or several.broken:
            return FAULT
        if one.nothing or several.most == 0:
            return NO
        if one.exact is None or several.items is None:
            return answer(None)
        return of_things(left, answer(one.exact in several.items))

    def _in_range(self, one: Known, span: ir.Span, here: Here) -> Known:
        low = self.of(span.low, here)
        if one.fault or low.fault:
            return FAULT
        above = ordered(">=", one, low)
        high = self._high(span, here) if above.truth is not False else None
        if high is None:
            return above
        if high.fault:
            return FAULT if above.truth else UNKNOWN
        below = ordered("<=", one, high)
        return NO if below.truth is False else answer(True if above.truth and below.truth else None)

    def _in_list(self, left: ir.Expr, right: ir.ListOf, here: Here) -> Known:
        """Return whether a value is in a list. If it contains ranges, the items are tested one by one."""
        one = self.of(left, here)
        whole = not any(self._span(item) for item in right.items)
        if one.fault or (whole and any(self.found(item, here) in (FAULT, BROKEN) for item in right.items)):
            return FAULT
        depends = False
        for item in right.items:
            if item.type.many or isinstance(item, ir.Span):
                found = self.within(left, item, here)
            else:
                each = self.of(item, here)
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
    """Two cards of one kind are not one card, nor are two melds with as many cards one meld."""
    return answer(None) if equal.truth and left.type.name in ("card", "meld", "spot") else equal
