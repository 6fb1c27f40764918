"""Sentences to what they are worth before play, under options and a number of players: exactly as in play, or as far as
that can be told.

A sentence is gone through once, definitions and tables once for each thing that they are about; there is a bound to how
deep and how long it goes on. What is beyond it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier_dsl import ir
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
)  # fmt: skip

DEEPEST = 130
"""Sentences nest no deeper than this, with all that they use: the checker holds it to half as much."""
ENOUGH = 1_000_000
"""So many parts of sentences are gone through for one question that nobody sets another purse for."""
PROBES = 16
"""Numbers of naturals for which a limit of wild cards is looked at."""
Here = Mapping[int, Found]
NOWHERE: Here = {}
_ENDS = {"first": 0, "bottom": 0, "lowest": 0, "last": -1, "top": -1, "highest": -1}


@dataclass
class Purse:
    """How many more parts of sentences may be gone through, for all who share it."""

    left: int = ENOUGH

    @property
    def spent(self) -> bool:
        return self.left < 0


@dataclass(frozen=True)
class Declared:
    """What sentences may name."""

    tables: Mapping[str, ir.Table] = field(default_factory=dict)
    definitions: Mapping[str, ir.Definition] = field(default_factory=dict)
    enums: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: tuple[ir.Kind, ...] = ()
    columns: Mapping[str, int] = field(default_factory=dict)
    notations: Mapping[str, int] = field(default_factory=dict)
    teams: ir.Expr | None = None
    wild: ir.Expr | None = None

    @classmethod
    def of(cls, rules: ir.Rules) -> Declared:
        return cls(
            {table.name: table for table in rules.tables},
            {definition.name: definition for definition in rules.definitions},
            {enum.name: enum.values for enum in rules.enums},
            rules.cards.kinds,
            {attribute.name: at for at, attribute in enumerate(rules.cards.attributes)},
            {kind.notation: at for at, kind in enumerate(rules.cards.kinds)},
            rules.teams,
            rules.cards.wild,
        )


class Evaluator:
    """Answers for one number of players (or any of several) and one choice of options, by name; of an option that has
    no value here nothing is known. A card is known by its kind, a meld by how many natural cards it has."""

    def __init__(
        self, declared: Declared, players: Known, options: Mapping[str, Known], purse: Purse | None = None
    ) -> None:
        self.declared = declared
        self.players = players
        self.options = options
        self.purse = purse or Purse()
        self._made: dict[tuple[str, Found | None], Found] = {}
        self._deep = 0

    # ------------------------------------------------------------ the door
    def of(self, expr: ir.Expr, here: Here = NOWHERE) -> Known:
        """What one value is worth; `here`: what is known of the locals, by slot."""
        self.purse.left -= 1
        if self._deep >= DEEPEST or self.purse.left < 0 or expr.type.many:
            return UNKNOWN
        self._deep += 1
        found = self._of(expr, here)
        self._deep -= 1
        return found

    def several(self, expr: ir.Expr, here: Here = NOWHERE) -> Several:
        """What a collection holds; one value stands for itself, none for nothing."""
        if not expr.type.many and not isinstance(expr, ir.Span):
            return _as_several(self.of(expr, here))
        self.purse.left -= 1
        if self._deep >= DEEPEST or self.purse.left < 0:
            return ANY
        self._deep += 1
        found = self._several(expr, here)
        self._deep -= 1
        return found

    def truth(self, expr: ir.Expr, here: Here = NOWHERE) -> bool | None:
        """Does it hold? None where that depends on more than is known; a truth that is none counts as no."""
        return self.of(expr, here).truth

    def found(self, expr: ir.Expr, here: Here = NOWHERE) -> Found:
        return self.several(expr, here) if expr.type.many or isinstance(expr, ir.Span) else self.of(expr, here)

    # ------------------------------------------------------------ what play decides, and who looks into that
    def local(self, expr: ir.Local) -> Known:
        """A local of which nothing is said."""
        return UNKNOWN

    def state(self, expr: ir.Expr) -> Found:
        """What stands on the table."""
        if isinstance(expr, ir.StageCount):
            return Known(0, None, False)
        return ANY if expr.type.many else UNKNOWN

    def kept_of(self, expr: ir.Filter, here: Here) -> Several | None:
        """A filter of things that play decides."""
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
            case ir.Not(operand=operand):
                inner = self.of(operand, here)
                return FAULT if inner.fault else answer(None if (holds := inner.truth) is None else not holds)
            case ir.Logic():
                return self._logic(expr.op == "or", expr.operands, here)
            case ir.Order(op=op, left=left, right=right):
                return ordered(op, self.of(left, here), self.of(right, here))
            case ir.Same(left=left, right=right):
                return self._same(left, right, here)
            case ir.Within(left=left, right=right):
                return self._within(left, right, here)
            case ir.Arithmetic(op=op, left=left, right=right):
                return arithmetic(op, self.of(left, here), self.of(right, here))
            case ir.Negative(operand=operand):
                return negative(self.of(operand, here))
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                test = self.of(condition, here)
                if test.fault or test.truth is not None:
                    return FAULT if test.fault else self.of(then if test.truth else otherwise, here)
                return either(self.of(then, here), self.of(otherwise, here))
            case ir.Attribute(name=name, card=card):
                return self._attribute(name, self.of(card, here))
            case ir.TableValue() | ir.Defined():
                found = self._property(expr, here)
                return found if isinstance(found, Known) else UNKNOWN
            case ir.Count() | ir.Sum() | ir.ExtremeValue() | ir.Pick() | ir.IsEmpty() | ir.Exists() | ir.ExtremeThing():
                return self._of_many(expr, here)
            case ir.KindLiteral(notation=notation):
                return exactly(self.declared.notations[notation])
            case ir.IsKind(card=card, notations=notations):
                return self._is_kind(self.of(card, here), notations)
            case ir.HasKind(cards=cards):
                number = self.several(cards, here)
                return NO if number.most == 0 else FAULT if number.broken else answer(None)
            case ir.SeatNumber() | ir.Neighbour() | ir.TeamOf():
                return self._of_player(expr, here)
            case ir.CardFact(fact="wild", card=card):
                return self._wild(self.of(card, here))
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
        return _of_things(left, same(self.of(left, here), self.of(right, here)))

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
        """How many teams there are."""
        return self.players if self.declared.teams is None else self.of(self.declared.teams)

    def copies(self, cards: ir.Cards) -> list[Known]:
        """Of each kind, how many cards a pack has."""
        return [self.of(cards.copies, {1: exactly(kind)}) for kind in range(len(cards.kinds))]

    def wild_limits(self, combo: ir.Pattern) -> list[Known]:
        """How many wild cards may stand in beside so many naturals: none, one, and so on; no list for no limit."""
        if combo.wild_most is None:
            return []
        return [self.of(combo.wild_most, {1: so_many(naturals)}) for naturals in range(PROBES)]

    # ------------------------------------------------------------ tables and definitions
    def _property(self, expr: ir.TableValue | ir.Defined, here: Here) -> Found:
        """What a table or definition gives, for a thing if it is about one; found out once for each."""
        if expr.subject is None:
            return self.once(expr, None)
        thing = here.get(expr.subject.slot) if isinstance(expr.subject, ir.Local) else None
        if isinstance(thing, Several):  # a meld
            return self.once(expr, thing)
        thing = self.of(expr.subject, here)
        if not thing.some:
            return (EMPTY if thing.none else BROKEN) if expr.type.many else thing
        found = self.once(expr, Known(thing.low, thing.high, False))
        if not thing.none:
            return found
        return found.or_none() if isinstance(found, Known) else Several(None, 0, found.most) if found.most else found

    def once(self, expr: ir.TableValue | ir.Defined, thing: Found | None) -> Found:
        """What a table or definition is worth for a thing; remembered."""
        key = expr.name, thing
        if key not in self._made:
            here = NOWHERE if thing is None else {1: thing}
            if expr.name in self.declared.definitions:
                self._made[key] = self.found(self.declared.definitions[expr.name].body, here)
            elif expr.name in self.declared.tables:
                self._made[key] = self._row(self.declared.tables[expr.name], expr.type.many, here)
            else:  # it is wrong itself, and said to be
                return ANY if expr.type.many else UNKNOWN
        return self._made[key]

    def forget_all(self) -> None:
        """Something has changed on which tables and definitions may depend."""
        self._made.clear()

    def forget_once(self, expr: ir.TableValue | ir.Defined, thing: Found | None) -> None:
        """Do not remember what it is worth."""
        self._made.pop((expr.name, thing), None)

    def _row(self, table: ir.Table, many: bool, here: Here) -> Found:
        """What the table gives for a key that is known."""
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
        """The row that applies, if that is known; none is no key, and has the row for all the rest."""
        if not key.settled:
            return None
        rest = None
        for row in table.rows:
            if row.keys is None:
                rest = row
            elif key.exact in row.keys:
                return row
        return rest

    # ------------------------------------------------------------ collections
    def _several(self, expr: ir.Expr, here: Here) -> Several:
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
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                test = self.of(condition, here)
                if test.fault or test.truth is not None:
                    return BROKEN if test.fault else self.several(then if test.truth else otherwise, here)
                return _one_of(self.several(then, here), self.several(otherwise, here))
            case ir.TableValue() | ir.Defined():
                found_ = self._property(expr, here)
                return found_ if isinstance(found_, Several) else _as_several(found_)
            case ir.TopSome(count=count, collection=collection):
                return self._top(self.of(count, here), self.several(collection, here))
            case ir.Members(team=team):
                return self._members(self.of(team, here))
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
        """A range, member by member."""
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
        return these((*left.items, *(item for item in dict.fromkeys(right.items) if item not in left.items)))

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

    # ------------------------------------------------------------ questions about collections
    def _of_many(
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
        sign = 1 if expr.which == "highest" else -1
        best: int | None = None
        chosen: int | None = None
        for item in collection.items:
            key = self.of(expr.key, {**here, expr.slot: exactly(item)})
            if not key.settled:
                return FAULT if key.fault else UNKNOWN
            if key.exact is not None and (best is None or sign * key.exact > best):
                best, chosen = sign * key.exact, item
        return value_or_none(chosen)

    # ------------------------------------------------------------ ranges
    def _span(self, expr: ir.Expr) -> ir.Span | None:
        """The range that an expression is, by itself or by a definition of nothing else: its ends tell most of it."""
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
        """The upper end of a range; one along a list of words ends with the last of them."""
        if span.high is None:
            return exactly(len(self.declared.enums[span.type.enum]) - 1) if span.type.enum else None
        return self.of(span.high, here)

    def _within(self, left: ir.Expr, right: ir.Expr, here: Here) -> Known:
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
        return _of_things(left, answer(one.exact in several.items))

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
        """Is one value among several that are listed? Where there are ranges, one item is asked after the other."""
        one = self.of(left, here)
        whole = not any(self._span(item) for item in right.items)
        if one.fault or (whole and any(self.found(item, here) in (FAULT, BROKEN) for item in right.items)):
            return FAULT
        depends = False
        for item in right.items:
            if item.type.many or isinstance(item, ir.Span):
                found = self._within(left, item, here)
            else:
                each = self.of(item, here)
                found = FAULT if each.fault else NO if each.nothing or one.nothing else same(one, each)
                found = _of_things(left, found)
            if found.fault:
                return UNKNOWN if depends else FAULT
            if found.truth:
                return YES
            depends = depends or found.truth is None
        return answer(None if depends else False)


def _as_several(one: Known) -> Several:
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


def _of_things(left: ir.Expr, equal: Known) -> Known:
    """Two cards of one kind are not one card, nor are two melds with as many cards one meld."""
    return answer(None) if equal.truth and left.type.name in ("card", "meld", "spot") else equal
