"""Plan collections whose elements are found one by one: many cards can form very many melds, and some questions need
only the first.

An element is the same, and comes in the same place, as where all are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.values import Elements, Env, Fn, Value, as_list
from croupier.compile.collections import room
from croupier_dsl import ir
from croupier_dsl.analysis import children, draws

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State


def one_by_one(planner: Planner, expr: ir.Expr) -> Elements | None:
    """Return the elements one by one, computed on demand; None if that gains nothing."""
    match expr:
        case ir.Melds(combo=combo) if not planner.program.combos.splits(combo):
            return planner.melds(expr)
        case ir.Filter(collection=collection, slot=slot, condition=condition, if_possible=False):
            inner = one_by_one(planner, collection)
            if inner is None or draws(condition):
                return None
            return _kept(inner, slot, planner.cast_each(collection, slot, planner.plan(condition)))
        case ir.Map(collection=collection, slot=slot, body=body):
            inner = one_by_one(planner, collection)
            if inner is None or draws(body):
                return None
            return _of_each(inner, slot, planner.cast_each(collection, slot, planner.plan(body)))
        case ir.Defined(name=name):
            made = planner.definitions[name]
            inner = None if ir.MELD in (made.subject, made.further) else planner.lazily(name)
            return (
                None if inner is None else _defined(planner, inner, [planner.plan(about) for about in children(expr)])
            )
    return None


def _kept(items: Elements, slot: int, condition: Fn) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        e = room(e, slot)
        for item in items(s, e):
            EFFORT.spend(1)
            before, e[slot] = e[slot], item
            holds = condition(s, e)
            e[slot] = before
            if holds:
                yield item

    return run


def _of_each(items: Elements, slot: int, body: Fn) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        e = room(e, slot)
        for item in items(s, e):
            EFFORT.spend(1)
            before, e[slot] = e[slot], item
            value = body(s, e)
            e[slot] = before
            yield from as_list(value)

    return run


def _defined(planner: Planner, items: Elements, about: list[Fn]) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        things: list[Value] = []
        for found in about:
            things.append(found(s, e))
            if things[-1] is None:
                return
        yield from items(s, planner.about(e, *(things or [None])))

    return run
