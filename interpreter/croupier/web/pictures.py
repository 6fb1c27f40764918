"""The data sent from a game: its scene for a seat or a spectator, events, choices step by step, reasons and hints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.base.events import Event
from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.base.plain import record
from croupier.scene import Words, lines, played, reasons, scene
from croupier.table.course import Past
from croupier.table.game import Game, Rules
from croupier.thinking import hint, review
from croupier.words.phrases import quoted

Json = dict[str, object]
OF_THE_LOG = ("log", "since", "mark")
"""The keys of a scene on the log: left out, since its length may reveal an unannounced choice."""


class Pictures:
    """Draws a game in the language that is spoken when it is made."""

    def __init__(self, rules: Rules, who: Mapping[int, str]) -> None:
        self._words = Words(rules, typed=False)
        self._who = dict(who)

    def drawn(self, game: Game, seat: int | None, *, past: bool = False) -> Json:
        """Return the table as the seat sees it; nothing is chosen in the past."""
        path = None if past else ()
        found = scene(game, seat, self._words, path=path, who=self._who, scores=True)
        return {name: value for name, value in record(found).items() if name not in OF_THE_LOG}

    def played(self, game: Game, before: Game, seat: int | None) -> list[Json]:
        """Return what the seat saw happen since an earlier position, beat by beat."""
        found = played(game, before, seat, self._words, self._who)
        after = scene(game, seat, self._words, path=None, who=self._who) if found else None
        return [record(beat.apart(after)) for beat in found if after is not None]

    def step(self, game: Game, seat: int, path: Sequence[str]) -> Json:
        """Return the seat's next choices, after a path. Raise LostWay if it is impossible."""
        step = scene(game, seat, self._words, path=path).step
        assert step is not None
        return record(step)

    def told(self, events: Iterable[Event], seat: int | None) -> list[Json]:
        """Return the events that the seat heard, in lines."""
        return [record(line) for line in lines(events, seat, self._words)]

    def why(self, game: Game, seat: int, what: str) -> list[str]:
        """Return the reasons against a move, or against a card:

        `what` is a move, or one of its choices, as in records.
        """
        try:
            found = game.why_nots(seat, what)
        except CroupierError:  # no move of the game has it; the message is for those who write moves
            offered = game.offered(seat) if seat in game.to_act else frozenset()
            named = [quoted(self._words.move(move.name)) for move in game.rules.ir.moves if move.name in offered]
            if not named:
                return [tr("it is not your turn")]
            return [
                tr(
                    "{what} cannot be chosen now; you can: {moves}",
                    what=self._words.plain(what),
                    moves=", ".join(named),
                )
            ]
        return [*reasons(found, self._words, written=False)] or [tr("This move is legal now.")]

    def hint(self, game: Game, seat: int) -> list[str]:
        """Return a hint, with its expected result."""
        return [*hint(game, seat, self._words, written=False)]

    def review(self, past: Iterable[Past], made: Sequence[tuple[int, Move]]) -> list[str]:
        """Return the best and the worst of these decisions."""
        return review(past, made, self._words) or [
            tr("None of your moves was clearly better or worse than the others.")
        ]
