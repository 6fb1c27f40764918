"""Lists of melds: how many there may be, and the kernel module that keeps them, made for a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel

MOST_LISTED = 8_192
"""So many melds may be kept at a time."""
MOST_GROUPED = 16
"""So many melds may be chosen at once."""
POOL = 1 << 16
MOST_KEPT = 1_024
"""So many melds may stay of lists that have been made, of eight cards on average."""
PACKED_AT = 20
"""A list is one number: how many melds, and from this bit on where they begin."""
LISTS = 509
"""So many lists may be known."""
PARTS = 1_021
"""Of so many suits or values the melds may be known."""
MOST_STORED = 2_048
"""So many melds may be in store, of eight cards on average."""
ROOM = 256
"""Melds that are dealt anew have room for so many cards."""
MANY = 1 << 30
"""More cards than there may be."""
ENDLESS = 1 << 60
"""No sum of rules is as great."""

MOST_SUMS = 4
"""So many sums are told while melds are looked for."""
MOST_BESIDE = 8
"""Copies that lie side by side are looked for at so many steps at most."""


def orders(copies: int) -> int:
    """Return how many sets say of so many copies of a card which goes before which: the first of them has those that
    come in the first half, and so on; those which none of them tells apart go by their numbers."""
    return (copies - 1).bit_length()


def lists_of_melds(kernel: Kernel, kinds: str, kind_of: str, of_cards: Sequence[int], orders: int) -> None:
    """Have the program list melds. `kinds`, `kind_of`: the tables of kinds, and of the kind of each card; `of_cards`:
    what the second one says."""
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
