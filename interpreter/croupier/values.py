"""What sentences evaluate to, and the melds that lie on a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from croupier.state import State

# The checker has proved what type each sentence has; the engine does not prove it again. A value is an int (number,
# player,
# team, card, index of an enumeration's value), a bool, None (nothing), a Meld, or a list of these.
Value: TypeAlias = Any
Env: TypeAlias = list[Any]
Sieve: TypeAlias = Callable[["State", Env], Callable[[int], bool] | None]
Fn: TypeAlias = Callable[["State", Env], Any]


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that lie together as a combo.

    `roles`: the kind each stands for, -1 where that is open; `start`: place of the first.
    """

    combo: str
    cards: tuple[int, ...]
    roles: tuple[int, ...]
    start: int


def cards_of(value: Value) -> list[int]:
    """The cards of a card, a meld, nothing, or a collection of these."""
    if value is None:
        return []
    if isinstance(value, int):
        return [value]
    if isinstance(value, Meld):
        return list(value.cards)
    found: list[int] = []
    for item in value:
        if isinstance(item, Meld):
            found.extend(item.cards)
        elif item is not None:
            found.append(item)
    return found


def as_list(value: Value) -> list[Value]:
    """One value as a collection of one, nothing as an empty one."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
