"""Chance events of a game: shuffles and random picks, drawn or supplied, each noted in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.events import Bared, Picked, Shuffled
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.base.prices import DRAWN
from croupier.base.values import Value, cards_of
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State


def shuffle_zone(s: State, place: int) -> None:
    """Shuffle the cards of a zone.

    A supplied result names the top cards, in the order in which they will be drawn. While moves are tried out, hidden
    cards stay in place: their order is unknown until one of them is shown.
    """
    zone = s.zones[place]
    where = s.program.places[place]
    EFFORT.spend(DRAWN * (1 + len(zone)))
    if s.trial is not None and not where.viewers and not where.top_viewers:
        s.log.witness(Shuffled(place, tuple(zone)))
        return
    result = s.chance.next_result()
    cards = cards_of(zone)
    order = s.chance.shuffle(cards) if result is None else _put_on_top(s, place, result)
    if len(cards) < len(zone):  # the gaps of a row stay where they are
        taken = iter(order)
        order = [None if card is None else next(taken) for card in zone]
    zone[:] = order
    s.log.witness(Shuffled(place, tuple(order)))
    if where.top_viewers and zone:
        s.log.show(Bared(zone[-1], where.top_viewers))


def pick_one(s: State, source: ir.Expr, items: list[Value], *, heard: bool) -> Value:
    """Return one of the items at random; None if there are none. `heard`: whether all players learn it."""
    if not items:
        return None
    EFFORT.spend(DRAWN)
    result = s.chance.next_result()
    item = items[s.chance.below(len(items))] if result is None else _named(s, source, items, result)
    s.log.append(Picked(source.type.name, source.type.enum, item, heard))
    return item


def _put_on_top(s: State, place: int, result: object) -> list[Value]:
    """Return the zone's cards with the named ones last (a pile's top), the first-named topmost; the rest shuffled."""
    program = s.program
    name = program.places[place].zone.name
    if not isinstance(result, Mapping) or "shuffle" not in result:
        raise SetupError(
            tr(
                "the supplied chance {result} is not a shuffle of {name}, which comes next; write {{'shuffle': "
                "{name2}, 'cards': […]}}",
                result=f"{result!r}",
                name=name,
                name2=f"{name!r}",
            )
        )
    if result["shuffle"] not in (name, None):
        raise SetupError(
            tr(
                "the supplied chance shuffles {result}, but {name} is shuffled next",
                result=result["shuffle"],
                name=name,
            )
        )
    rest = cards_of(s.zones[place])
    top: list[int] = []
    for notation in result.get("cards", ()):
        kind = program.kind_index.get(str(notation))
        card = next((c for c in rest if program.kind_of[c] == kind), None)
        if card is None:
            raise SetupError(
                tr(
                    "the supplied shuffle of {name} contains more {notation} than {name} does",
                    name=name,
                    notation=notation,
                )
            )
        rest.remove(card)
        top.append(card)
    # what no result names is drawn, so that the same stream follows whatever was supplied; a full result draws nothing
    return (s.chance.shuffle(rest) if rest else []) + top[::-1]


def _named(s: State, source: ir.Expr, items: list[Value], result: object) -> Value:
    word = result.get("random") if isinstance(result, Mapping) else None
    if word is None:
        raise SetupError(
            tr(
                "the supplied chance {result} is not a random pick, which comes next; write {{'random': …}}",
                result=f"{result!r}",
            )
        )
    for item in items:
        if s.program.spell(source.type, item) == str(word):
            return item
    choices = " ".join(s.program.spell(source.type, item) for item in items)
    raise SetupError(tr("the supplied pick {word} is not among {choices}", word=word, choices=choices))
