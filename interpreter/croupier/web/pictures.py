"""What is sent of a game: its scene for a seat, what was heard, choices step by step, reasons and hints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.base.events import Event
from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene import Words, lines, reasons, scene
from croupier.table.course import Past
from croupier.table.game import Game, Rules
from croupier.thinking import hint, review

Json = dict[str, object]
OF_THE_LOG = ("log", "since", "mark")
"""What a scene says of the log: left out, since how long it is may tell that somebody has chosen unheard."""


class Pictures:
    """Draws a game in the language that is spoken when it is made."""

    def __init__(self, rules: Rules, who: Mapping[int, str]) -> None:
        self._words = Words(rules, typed=False)
        self._who = dict(who)

    def drawn(self, game: Game, seat: int, *, past: bool = False) -> Json:
        """The table as the seat sees it; nothing is chosen in the past."""
        path = None if past else ()
        found = scene(game, seat, self._words, path=path, who=self._who, scores=True).to_json()
        return {name: value for name, value in found.items() if name not in OF_THE_LOG}

    def step(self, game: Game, seat: int, path: Sequence[str]) -> Json:
        """What the seat can choose after what it has chosen; LostWay if that leads nowhere."""
        step = scene(game, seat, self._words, path=path).step
        assert step is not None
        return step.to_json()

    def told(self, events: Iterable[Event], seat: int) -> list[Json]:
        """What the seat has heard, in lines."""
        return [line.to_json() for line in lines(events, seat, self._words)]

    def why(self, game: Game, seat: int, what: str) -> list[str]:
        """What stands against a move, or against a card: a move, or what is chosen in one, as records write it."""
        try:
            found = game.why_nots(seat, what)
        except CroupierError as error:
            return [str(error)]
        return [*reasons(found, self._words, written=False)] or [tr("This move is legal now.")]

    def hint(self, game: Game, seat: int) -> list[str]:
        """What one might do, and what to expect of it."""
        return [*hint(game, seat, self._words, written=False)]

    def review(self, past: Iterable[Past], made: Sequence[tuple[int, Move]]) -> list[str]:
        """The best and the worst of these decisions."""
        return review(past, made, self._words) or [
            tr("None of your moves was clearly better or worse than the others.")
        ]
