"""Prove that sentences exclude each other, by combining their claims about each value:

`count of hand > 5` and `hand is empty` concern one number, `rank is K` and `points < 3` one card.

The answer errs to the safe side: sentences that are said to exclude each other never hold together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from croupier_dsl import ir
from croupier_dsl.analysis.settled.evaluator import Evaluator
from croupier_dsl.analysis.settled.known import NOTHING, Found, Known, exactly
from croupier_dsl.analysis.walk import draws, nodes, rebuilt
from croupier_dsl.frozen import frozen

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
