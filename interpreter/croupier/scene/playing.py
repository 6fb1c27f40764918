"""List what one seat, or a spectator, sees between two positions of a game, beat by beat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.base.events import Event
from croupier.scene.facts import worth
from croupier.scene.making import scene
from croupier.scene.model import Beat, Travel, idle
from croupier.scene.sheet import scored
from croupier.scene.story import lines
from croupier.scene.words import Words
from croupier.scene.zones import open_cards
from croupier.table import display

if TYPE_CHECKING:
    from croupier.table.game import Game


def played(
    game: Game, before: Game, seat: int | None, words: Words, who: Mapping[int, str] | None = None
) -> tuple[Beat, ...]:
    """Return the beats between an earlier position of the game and now; none if the seat sees nothing happen."""
    variable = scored(words.rules.program.special, worth(words.rules.program).facts)
    found, mark = list[Beat](), before.log_length
    for between, until, held in display.beats(game, before, seat, variable.name if variable is not None else ""):
        events = game.log(seat, mark, until)
        table = idle(scene(between, seat, words, path=None, who=who))
        found.append(Beat(tuple(_travels(events, words)), tuple(lines(events, seat, words)), held, table))
        mark = until
    events = game.log(seat, mark, game.log_length)
    last = Beat(tuple(_travels(events, words)), tuple(lines(events, seat, words)))
    return (*found, last) if found or last.travels else ()


def _travels(events: Sequence[Event], words: Words) -> Iterator[Travel]:
    """Yield the cards that move from one zone to another."""
    program = words.rules.program
    ids = {program.place_name(place.index) for place in program.places}
    for event in events:
        data = event.data
        if event.kind == "move" and data["from"] != data["to"]:
            origin, to = (data[end] if data[end] in ids else "" for end in ("from", "to"))
            yield Travel(origin, to, data["count"], open_cards(data["cards"], words))
