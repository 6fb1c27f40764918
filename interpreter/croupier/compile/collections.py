"""Plan functions over collections.

The parts that `evaluate` builds its plans from. None of them changes a list it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.prices import FREE, HELD, PASSED
from croupier.base.values import Elements, Env, Fn, Meld, Value, as_list
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State


def charge(number: int) -> None:
    """Pay for going through a number of things if nothing else pays; a few are free."""
    if number > FREE:
        EFFORT.spend(number // PASSED)


def searched(items: list[Value]) -> list[Value]:
    """Return a list after paying for a search of it."""
    if len(items) > HELD:
        EFFORT.spend(len(items) // HELD)
    return items


def each_card(value: Value) -> list[int]:
    """Return the cards in a card, a meld or a collection of either."""
    found: list[int] = []
    for item in [value] if isinstance(value, Meld) else as_list(value):
        if isinstance(item, Meld):
            found.extend(item.cards)
        else:
            found.append(item)
    charge(len(found))
    return found


def mapped(collection: Fn, slot: int, body: Fn, column: list[Value] | None) -> Fn:
    """Return the property of many; `column` holds it for every card where it never changes."""
    if column is not None and None not in column:
        return lambda s, e: [column[card] for card in each_card(collection(s, e))]
    if column is not None:
        return lambda s, e: [v for card in each_card(collection(s, e)) if (v := column[card]) is not None]

    def run(s: State, e: Env) -> list[Value]:
        before = e[slot] if slot < len(e) else None
        found: list[Value] = []
        e = room(e, slot)
        items = as_list(collection(s, e))
        EFFORT.spend(len(items))
        for item in items:
            e[slot] = item
            value = body(s, e)
            if isinstance(value, list):
                found.extend(value)
            elif value is not None:
                found.append(value)
        e[slot] = before
        return found

    return run


def room(e: Env, slot: int) -> Env:
    """Return the same locals, long enough for the slot."""
    if slot >= len(e):
        e.extend([None] * (slot + 1 - len(e)))
    return e


def filtered(collection: Fn, slot: int, condition: Fn, if_possible: bool) -> Fn:
    def run(s: State, e: Env) -> list[Value]:
        items = as_list(collection(s, e))
        EFFORT.spend(len(items))
        e = room(e, slot)
        before = e[slot]
        kept: list[Value] = []
        for item in items:
            e[slot] = item
            if condition(s, e):
                kept.append(item)
        e[slot] = before
        return items if if_possible and not kept else kept

    return run


def among(collection: Fn, others: Fn, if_possible: bool) -> Fn:
    """Return the elements of a collection that are in another, which is evaluated once, and only if there are any."""

    def run(s: State, e: Env) -> list[Value]:
        items = as_list(collection(s, e))
        if not items:
            return items
        those = as_list(others(s, e))
        EFFORT.spend(len(items) + len(those))
        wanted = set(those)
        kept = [item for item in items if item in wanted]
        return items if if_possible and not kept else kept

    return run


def exists(elements: Elements, slot: int, condition: Fn) -> Fn:
    def run(s: State, e: Env) -> bool:
        items = elements(s, e)
        EFFORT.spend(len(items) if isinstance(items, list) else 0)
        e = room(e, slot)
        before = e[slot]
        found = False
        for item in items:
            e[slot] = item
            if condition(s, e):
                found = True
                break
        e[slot] = before
        return found

    return run


def extreme_value(which: str, collection: Fn) -> Fn:
    best = max if which == "highest" else min

    def run(s: State, e: Env) -> Value:
        values = [value for value in as_list(collection(s, e)) if value is not None]
        charge(len(values))
        return best(values) if values else None

    return run


def ranking(which: str, keys: Sequence[Fn]) -> Fn:
    """Return the rank of an element by its keys, the better one being less; None if all of them are none."""
    sign = -1 if which == "highest" else 1
    if len(keys) == 1:
        (key,) = keys
        return lambda s, e: None if (value := key(s, e)) is None else sign * value

    def run(s: State, e: Env) -> Value:
        values = [key(s, e) for key in keys]
        if all(value is None for value in values):
            return None
        return tuple((value is None, 0 if value is None else sign * value) for value in values)

    return run


def extreme_thing(collection: Fn, slot: int, rank: Fn) -> Fn:
    """Return the element of the best rank; of equals the first."""

    def run(s: State, e: Env) -> Value:
        items = as_list(collection(s, e))
        EFFORT.spend(len(items))
        e = room(e, slot)
        before = e[slot]
        best, found = None, None
        for item in items:
            e[slot] = item
            value = rank(s, e)
            if value is not None and (best is None or value < best):
                best, found = value, item
        e[slot] = before
        return found

    return run


def best(count: Fn | None, collection: Fn, slot: int, rank: Fn) -> Fn:
    """Return the best elements, `count` of them, best first, equals in the collection's order; without a count, all of
    the best rank."""

    def run(s: State, e: Env) -> list[Value]:
        wanted = None if count is None else count(s, e) or 0
        items = as_list(collection(s, e))
        EFFORT.spend(len(items))
        e = room(e, slot)
        before = e[slot]
        ranked: list[tuple[Value, Value]] = []
        for item in items:
            e[slot] = item
            value = rank(s, e)
            if value is not None:
                ranked.append((value, item))
        e[slot] = before
        if wanted is None:
            least = min((value for value, _ in ranked), default=None)
            return [item for value, item in ranked if value == least]
        ranked.sort(key=itemgetter(0))
        return [item for _, item in ranked[: max(wanted, 0)]]

    return run


def number(elements: Elements) -> Fn:
    """Return the number of elements."""

    def run(s: State, e: Env) -> int:
        items = elements(s, e)
        return len(items) if isinstance(items, list) else sum(1 for _ in items)

    return run


def pick(which: str, elements: Elements, source: ir.Expr, *, heard: bool = True) -> Fn:
    """Return a function that picks the first, last, top, bottom or a random element. `random` draws from the game's
    chance, and the draw is an event; `heard`: whether all players learn it."""
    if which == "random":
        from croupier.compile.draws import pick_one

        return lambda s, e: pick_one(s, source, _all(elements(s, e)), heard=heard)
    if which == "top":

        def top(s: State, e: Env) -> Value:
            items = _all(elements(s, e))
            if items:
                return items[-1]
            if s.dealing:
                s.short += 1
            return None

        return top
    if which == "last":
        return lambda s, e: items[-1] if (items := _all(elements(s, e))) else None
    return lambda s, e: next(iter(elements(s, e)), None)


def _all(items: Iterable[Value]) -> list[Value]:
    """Return all of them at once: such as come one by one are paid for as they come."""
    return items if isinstance(items, list) else list(items)


def top_some(count: Fn, collection: Fn) -> Fn:
    def run(s: State, e: Env) -> list[Value]:
        wanted = count(s, e)
        items = as_list(collection(s, e))
        charge(len(items))
        if not wanted:
            return []
        if len(items) < wanted and s.dealing:
            s.short += 1
        return items[::-1][: max(wanted, 0)]

    return run


def listed(items: list[Fn]) -> Fn:
    def run(s: State, e: Env) -> list[Value]:
        found: list[Value] = []
        for item in items:
            found.extend(as_list(item(s, e)))
        charge(len(found))
        return found

    return run


def combined(op: str, left: Fn, right: Fn) -> Fn:
    if op == "with":

        def together(s: State, e: Env) -> list[Value]:
            found, more = as_list(left(s, e)), as_list(right(s, e))
            charge(len(found) * len(more))
            return found + [item for item in more if item not in found]

        return together

    def rest(s: State, e: Env) -> list[Value]:
        those = as_list(right(s, e))
        gone = [*each_card(those), *(item for item in those if isinstance(item, Meld))]
        items = as_list(left(s, e))
        EFFORT.spend(len(gone))
        charge(len(gone) * len(items))
        return [item for item in items if item not in gone]

    return rest
