"""Add kernel modules to a program, with the cells, sizes and tables that they declare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.kernel.nodes import Name
from croupier.kernel.read import array_named
from croupier.kernel.source import declared, made
from croupier.lowering.base import kind_tables
from croupier.lowering.context import Context, once
from croupier.lowering.kernel import NIL, VEILED

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace


def place_tables(cx: Context) -> dict[str, Name]:
    """Return tables of the properties of places, by their numbers."""
    places = program_places(cx)
    forms = {form: cx.layout.before(form) for form in ("set", "pile", "slot", "row")} | {"melds": -1}
    columns = {
        "T_start": [int(cx.layout.at("zone", *at)) for at in cx.layout.every_place()],
        "T_form": [forms[place.zone.form] for place in places],
        "T_seen": [place.viewers for place in places],
        "T_top": [place.top_viewers for place in places],
        "T_loose": [int(place.zone.form in ("set", "melds")) for place in places],
        "T_fixed": [int(place.ordered) for place in places],
    }
    return tables(cx, **columns)


def tables(cx: Context, **columns: Sequence[int]) -> dict[str, Name]:
    """Return tables under their names in kernel modules, of sets of cards where these begin with `Tm_`; one without
    values is not used."""
    return {
        name: array_named(cx.out.table(values or [0], "m_" if name.startswith("Tm_") else "T_"))
        for name, values in columns.items()
    }


def program_places(cx: Context) -> list[ZonePlace]:
    """Return the places that have cells, in their order."""
    return [place for place in cx.program.places if place.zone.name in cx.layout.zones]


def use(cx: Context, names: tuple[str, ...], **more: int | Name) -> None:
    """Add kernel modules to the program, with the addresses that they declare, and more."""
    asked = declared(names)
    given = {key: value for key, value in _lying(cx).items() if key in asked}
    if not asked.isdisjoint(TABLES):
        given |= {key: table for key, table in _tables(cx).items() if key in asked}
    cx.out.modules.append(made(names, "", {**given, **more}))


TABLES = ("T_start", "T_form", "T_seen", "T_top", "T_loose", "T_fixed", "T_kind", "Tm_kind")
"""Tables of places and of cards that kernel modules may declare."""
CELLS = {
    "HOME": "home", "KNOWN": "known", "GOING": "going", "GOING_CARDS": "going_cards", "GOING_KNOWN": "going_known",
    "IMAGINES": "imagines", "VEILS": "veils", "UNFORESEEN": "unforeseen", "UNKNOWN": "unknown", "HIDDEN": "hidden",
    "PEEKED": "peeked", "PEEKED_NOW": "peeked_now", "SHOWN": "shown", "SHOWN_NOW": "shown_now",
    "STEPPING": "stepping", "LISTS": "lists", "STOPPED": "stopped", "DECISIONS": "decisions", "WAITING": "waiting",
    "ASKED": "seats", "ACTOR": "actor", "OVER": "over", "STREAM": "key", "FAULT": "fault", "VOID": "zone",
    "TURNED": "turned", "TRIAL": "trial", "SIGHTED": "sighted", "UNSHOWN": "unshown", "LIES": "place", "ROLE": "role",
    "LABEL": "label", "PERFORMED": "performed", "DOUBT": "doubt", "PASSED": "passed",
}  # fmt: skip
"""The names of cells of the position in kernel modules."""
NO_CELL = -1
"""For a cell that these rules have no use for."""


def _tables(cx: Context) -> dict[str, Name]:
    kinds, kind_of = kind_tables(cx)
    return place_tables(cx) | {"T_kind": array_named(kind_of), "Tm_kind": array_named(kinds)}


@once
def _lying(cx: Context) -> dict[str, int | Name]:
    """Return addresses and sizes under their names in kernel modules."""
    layout, program = cx.layout, cx.program
    return {
        **{name: layout.cells.get((cell, ""), NO_CELL) for name, cell in CELLS.items()},
        "G_look": array_named("G_look"),
        "SEATS": program.seats, "EVERYONE": program.everyone, "PLACES": len(layout.every_place()),
        "CARDS": layout.cards, "KINDS": len(program.kinds), "WORDS": layout.words, "STEP": layout.words + 1,
        "SIZE": layout.size, "ROW": layout.row, "TURNS": int(layout.turns_cards), "LOOKS": int(layout.looks),
        "CASTS": int(layout.casts), "NOTHING": NIL, "VEILED": VEILED,
    }  # fmt: skip
