"""Play whole games one after the other, each as the reference does with the same players, to rows of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.fast.backends import Cells, Code
from croupier.fast.choosing import seating
from croupier.fast.handed import Left
from croupier.fast.kit import Kit, Seated, order_of
from croupier.fast.making import python_text
from croupier.fast.outcomes import counts_of, outcome_of
from croupier.players import SALT

if TYPE_CHECKING:
    from croupier.fast.engine import Engine
    from croupier.lowering.whole import Lowered
    from croupier.seat.outcome import Outcome

MOST_AT_ONCE = 2_000
"""The most games played without a break."""
PAUSE = 0.05
"""The time, in estimated seconds, that Ctrl-C may have to wait."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played. `order`: when each seat first had to decide, from 0, those last that never had to;
    `cell`: what the cell holds that was asked for; `fired`: how often each element of the rules fired, of those that
    did, if they are counted."""

    game: int
    outcome: Outcome
    order: tuple[int, ...]
    stuck: int
    cut_rounds: int
    short: int
    cell: int
    seconds: float
    fired: Mapping[str, int] | None = None


def playouts(
    engine: Engine, seed: int, first: int, games: int, cell: int = 0, seated: Seated | None = None
) -> Iterator[Played | Left]:
    """Yield games `seed:first` and so on, by random players or the given ones. A game that the reference has to play,
    because of a fault of the rules or a full log, is only its number, a `Left`."""
    for game, row, seconds in raw(engine, seed, first, games, cell, seated):
        yield played(engine, game, row, seconds)


def raw(
    engine: Engine, seed: int, first: int, games: int, cell: int = 0, seated: Seated | None = None
) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Yield the same as rows of numbers (see `Results`), with the seconds that each took."""
    for start, cells, seconds in batches(engine, seed, first, games, cell, seated):
        rows = engine.backend.rows(cells, engine.results.row)
        for number, row in enumerate(rows, start):
            yield number, row, seconds / len(rows)


def batches(
    engine: Engine, seed: int, first: int, games: int, cell: int = 0, seated: Seated | None = None
) -> Iterator[tuple[int, Cells, float]]:
    """Yield consecutive games as the number of the first, the rows of all in one array, and the seconds they took."""
    with_this, at_once, done = kit(engine, seated), 1, 0
    while done < games:
        count = min(at_once, games - done)
        start = perf_counter()
        cells = _play(engine, with_this, seed, first + done, count, cell)
        seconds = perf_counter() - start
        yield first + done, cells, seconds
        done += count
        at_once = max(1, min(2 * at_once, MOST_AT_ONCE, int(PAUSE * count / max(seconds, 1e-9))))


def play(
    engine: Engine, seed: int, first: int, games: int, cell: int = 0, seated: Seated | None = None
) -> list[tuple[int, ...]]:
    """Play games without a break; return each as a row of numbers."""
    return engine.backend.rows(_play(engine, kit(engine, seated), seed, first, games, cell), engine.results.row)


def _play(engine: Engine, kit: Kit, seed: int, first: int, games: int, cell: int) -> Cells:
    with engine.backend.lock:
        engine.shown = None
        return kit.cells(engine.backend, engine.out_handle, seed, first, games, cell)


def kit(engine: Engine, seated: Seated | None = None, *, spare: bool = False) -> Kit:
    """Return all that playing whole games on an engine requires; it can be sent to another process. `spare`: include
    the code in Python, too, if it is in C."""
    told, text = engine.players, engine.text
    players = seating(engine, told.base, () if seated is None else seated.policies)
    if engine.foresees:
        players[told.moves_on] = int(seated is not None and seated.moves_on)
    return Kit(
        engine.backend.code, engine.layout.size, tuple(engine.layout.options.values()), len(engine.out),
        told.size(foresees=engine.foresees), players, engine.results.row, SALT,
        text.asked, engine.rules if text.asked else None, _spare(text) if spare and engine.runs_on == "c" else None,
    )  # fmt: skip


def _spare(text: Lowered) -> Code | None:
    try:
        return Code("python", python_text(text), text.layout.words)
    except (SyntaxError, RecursionError):  # Python nests no deeper
        return None


def played(engine: Engine, game: int, row: tuple[int, ...], seconds: float) -> Played | Left:
    """Return a row as what it says; for a game that the reference has to play, its number (a `Left`)."""
    decisions, over, stuck, cuts, short, cell = row[:6]
    if decisions < 0:
        return Left(game, -1 - decisions)
    told = engine.results
    order = order_of(row[told.order : told.score])
    scores, lost = row[told.score : told.lost], row[told.lost : told.counts]
    outcome = outcome_of(engine, scores, lost, decisions, finished=over == 2)
    fired = counts_of(engine, row[told.counts : told.row], outcome) if engine.counted else None
    return Played(game, outcome, order, stuck, cuts, short, cell, seconds, fired)
