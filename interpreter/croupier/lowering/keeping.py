"""Keep melds in the position that are not on a table."""

from __future__ import annotations

from functools import partial
from typing import cast

from croupier.lowering.base import fault_if_full
from croupier.lowering.collections import for_each, listed_number, lists, meld_found, of_melds, overflow
from croupier.lowering.context import Context
from croupier.lowering.kernel import NIL
from croupier.lowering.layout import CARD_BITS, MANY_MELDS, STANDS_BITS, STANDS_FROM
from croupier.lowering.meldlist import MOST_GROUPED
from croupier.lowering.shapes import Meld, Place, Shape, StoredMelds


def keep_chosen(cx: Context, at: str, melds: Shape, room: int) -> None:
    """Store chosen or named melds in the position, from a cell on, in `room` cells."""
    name = cx.parts.helper(cx, "keep_chosen(S, at, h, room)", partial(_keep_chosen, cx))
    lists(cx)
    cx.out.line(f"S[{at}] = 0")
    if not of_melds(cx, melds):  # nothing
        return
    for_each(cx, melds, lambda meld: cx.out.line(f"{name}(S, {at}, {listed_number(cx, cast(Meld, meld))}, {room})"))
    overflow(cx)


def kept_meld(cx: Context, at: str, number: str, lying: tuple[Place, ...] | None) -> Meld:
    """Return one of the melds stored from a cell on, or none; `lying`: where its cards may be."""
    found = cx.out.let(str(NIL), "h")
    with cx.out.block(f"if {number} < S[{at}]:"):
        cx.out.line(f"{found} = {again_listed(cx)}(S, {at}, {number})")
    return meld_found(cx, found, lying, nil=True)


def kept_list(cx: Context, at: str, lying: tuple[Place, ...] | None) -> StoredMelds:
    """Return all of them; none if nothing has been named."""
    again, group, i = again_listed(cx), cx.out.array(MANY_MELDS * MOST_GROUPED), cx.out.name("i")
    count = cx.out.let(f"S[{at}] if S[{at}] > 0 else 0")
    fault_if_full(cx, count, MANY_MELDS * MOST_GROUPED + 1)
    cx.out.line(f"for {i} in range(0, {count}): {group}[{i}] = {again}(S, {at}, {i})")
    return StoredMelds(group, count, lying)


def _behind_melds(cx: Context, number: str) -> None:
    """Write `p`: the cell of the meld with a number, or the first after all."""
    cx.out.line("p = at + 1")
    cx.out.line(f"for i in range(0, {number}): p += 2 + S[p + 1]")


def _keep_chosen(cx: Context) -> None:
    _behind_melds(cx, "S[at]")
    cx.out.line(f"if p + 2 + G_upto[h] - G_from[h] > at + room: {cx.layout.cell('fault')} = 1; return 0")
    cx.out.line("S[at] += 1; S[p] = G_follows[h]; S[p + 1] = G_upto[h] - G_from[h]; p += 2")
    with cx.out.block("for i in range(G_from[h], G_upto[h]):"):
        card = f"G_card[i] << {CARD_BITS} | G_stands[i] + {STANDS_FROM} << {STANDS_BITS} | G_lies[i] + 1"
        cx.out.line(f"S[p] = {card}; p += 1")
    cx.out.line("return 0")


def again_listed(cx: Context) -> str:
    """Return the name of `chosen_again(S, at, k)`: list one of the melds stored from a cell on, and return its
    number."""
    lists(cx)
    return cx.parts.helper(cx, "chosen_again(S, at, k)", partial(_listed_from_position, cx))


def _listed_from_position(cx: Context) -> None:
    _behind_melds(cx, "k")
    cx.out.line("h = new_meld(S[p + 1])")
    cx.out.line(f"if h < 0: {cx.layout.cell('fault')} = 1; return 0")
    cx.out.line("G_follows[h] = S[p]; m_all = 0; p += 2")
    with cx.out.block("for i in range(G_from[h], G_upto[h]):"):
        cx.out.line(f"G_card[i] = S[p] >> {CARD_BITS}")
        cx.out.line(f"G_stands[i] = (S[p] >> {STANDS_BITS} & {(1 << CARD_BITS - STANDS_BITS) - 1}) - {STANDS_FROM}")
        cx.out.line(f"G_lies[i] = (S[p] & {(1 << STANDS_BITS) - 1}) - 1")
        cx.out.line("m_all = m_all | BIT(G_card[i]); p += 1")
    cx.out.line("Gm_meld[h] = m_all; return h")
