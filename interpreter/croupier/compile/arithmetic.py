"""Compute with whole numbers within bounds that every engine supports; larger numbers are a fault of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Value, as_list
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State

MOST = ir.LARGEST_NUMBER
LEAST = -MOST


def too_large(here: str) -> RulesFault:
    """Return the fault for a computed number that is too large; `here`: the sentence."""
    return RulesFault(
        tr(
            "{here}: the computed number exceeds the limit of {most}",
            here=here,
            most=f"{MOST:,}",
        )
    )


def bounded(value: int, here: str) -> int:
    """Return the number, if it is one of those that rules may have."""
    if LEAST <= value <= MOST:
        return value
    raise too_large(here)


def computed(op: str, a: Fn, b: Fn, here: str) -> Fn:
    """Return the plan of `left op right`; None is contagious, and division by zero gives None."""
    return _PLANS[op](a, b, here)


def _sum(a: Fn, b: Fn, here: str) -> Fn:
    def run(s: State, e: Env) -> Value:
        if (x := a(s, e)) is None or (y := b(s, e)) is None:
            return None
        value = x + y
        if LEAST <= value <= MOST:
            return value
        raise too_large(here)

    return run


def _difference(a: Fn, b: Fn, here: str) -> Fn:
    def run(s: State, e: Env) -> Value:
        if (x := a(s, e)) is None or (y := b(s, e)) is None:
            return None
        value = x - y
        if LEAST <= value <= MOST:
            return value
        raise too_large(here)

    return run


def _product(a: Fn, b: Fn, here: str) -> Fn:
    def run(s: State, e: Env) -> Value:
        if (x := a(s, e)) is None or (y := b(s, e)) is None:
            return None
        value = x * y
        if LEAST <= value <= MOST:
            return value
        raise too_large(here)

    return run


def _quotient(a: Fn, b: Fn, here: str) -> Fn:
    return lambda s, e: None if (x := a(s, e)) is None or not (y := b(s, e)) else x // y


def _remainder(a: Fn, b: Fn, here: str) -> Fn:
    return lambda s, e: None if (x := a(s, e)) is None or not (y := b(s, e)) else x % y


_PLANS: dict[str, Callable[[Fn, Fn, str], Fn]] = {
    "+": _sum, "-": _difference, "*": _product, "div": _quotient, "mod": _remainder,
}  # fmt: skip


def total(inner: Fn, here: str) -> Fn:
    """Return the plan of `sum of …`; nothing is left out."""

    def run(s: State, e: Env) -> int:
        value: int = sum([v for v in as_list(inner(s, e)) if v is not None])
        if LEAST <= value <= MOST:
            return value
        raise too_large(here)

    return run
