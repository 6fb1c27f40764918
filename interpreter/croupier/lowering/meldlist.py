"""Lower lists of melds: their limits, and the kernel module that keeps them, made for a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel

MOST_LISTED = 8_192
"""The most melds of a list."""
MOST_GROUPED = 16
"""The most melds that may be chosen at once."""
POOL = 1 << 16
MOST_KEPT = 1_024
"""The most melds that may stay of kept lists, of eight cards on average."""
PACKED_AT = 20
"""A list is one number: how many melds, and from this bit on where they begin."""
LISTS = 509
"""The most lists that may be kept."""
PARTS = 1_021
"""The number of suits or values whose melds may be kept."""
MOST_STORED = 2_048
"""The most melds in the store, of eight cards on average."""
ROOM = 256
"""The most cards of melds with other copies."""
MANY = 1 << 30
"""More cards than there may be."""
ENDLESS = 1 << 60
"""No sum of rules is as great."""

MOST_SUMS = 4
"""The most bounded sums of melds."""
MOST_BESIDE = 8
"""The most steps at which copies with adjacent numbers are searched."""


def orders(copies: int) -> int:
    """Return the number of sets that order this many copies of a card: the first set has the copies of the first half,
    and so on; copies that no set distinguishes go by their numbers."""
    return (copies - 1).bit_length()


def lists_of_melds(kernel: Kernel, kinds: str, kind_of: str, of_cards: Sequence[int], orders: int) -> None:
    """Have the program list melds. `kinds`, `kind_of`: the tables of kinds, and of each card's kind; `of_cards`: the
    values of the second one."""
    copies = max(map(of_cards.count, set(of_cards)))
    lie_near = list(of_cards) == sorted(of_cards) and copies <= MOST_BESIDE
    twins = [
        sum(1 << card for card in range(len(of_cards) - step) if of_cards[card] == of_cards[card + step])
        for step in range(copies if lie_near else 1)
    ]
    beside, beside_cards = MOST_LISTED + MOST_KEPT, POOL + 8 * MOST_KEPT
    given: dict[str, int | Name] = {
        "BESIDE": beside,
        "BESIDE_CARDS": beside_cards,
        "CARDS": ir.MOST_CARDS,
        "LISTS": LISTS,
        "MOST_KEPT": MOST_KEPT,
        "MOST_LISTED": MOST_LISTED,
        "MOST_STORED": MOST_STORED,
        "ORDERS": orders,
        "PACKED_AT": PACKED_AT,
        "PARTS": PARTS,
        "POOL": POOL,
        "ROOM": ROOM,
        "STEPS": copies - 1 if lie_near else -1,
        "STORE": beside + MOST_GROUPED,
        "STORE_CARDS": beside_cards + ROOM * MOST_GROUPED,
        "SUMS": MOST_SUMS,
        "T_kind": Name(kind_of, NUMBERS),
        "Tm_kind": Name(kinds, SETS),
        "Tm_twins": Name(kernel.table(twins, "m_"), SETS),
    }
    kernel.modules.append(made(("meld_list",), "", given))
