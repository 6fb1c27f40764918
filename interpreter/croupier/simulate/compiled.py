"""Games on compiled rules: the same results as the reference's, in blocks of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.notes import NOTES, Handed
from croupier.fast import bulk
from croupier.fast.choosing import lowered, not_lowered
from croupier.fast.engine import Engine, at_hand, better, compiled
from croupier.fast.handed import or_reference
from croupier.fast.kit import Seated
from croupier.simulate.runs import seating

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.fast import Cells
    from croupier.table.game import Rules

On: TypeAlias = Literal["best", "reference", "python", "c"]
"""The engine for games. `best`: the fastest available; results are the same."""
WORTH = 1.0
"""The remaining time of play, in seconds, for which a library is compiled in parallel."""
BLOCK, AFAR = 0.25, 1.0
"""The estimated work of a block for another process, in seconds, here and on a cluster."""
MOST_IN_A_BLOCK = 50_000


def chosen(rules: Rules, games: int, on: On, seated: Seated) -> Engine | None:
    """Return the engine to begin with; None for the reference, and a note of the reason where something else was asked
    for or would be quicker."""
    if on == "reference" or (on == "best" and games < 2):
        return None
    if not lowered(seated.policies):
        if on != "best":
            NOTES.use("reference", Handed(not_lowered(seated.policies)))
        return None
    if on == "best":
        return or_reference(lambda: at_hand(rules, foresees=seated.foresees))
    return or_reference(lambda: compiled(rules, on, foresees=seated.foresees))


def seated_by(rules: Rules, policy: str, seats: Mapping[int, str] | None) -> Seated:
    """Return the players of game 0, and whether they rotate."""
    return Seated(seating(rules, policy, seats, 0), bool(seats))


class Playing:
    """Games of one engine, which becomes a better one as soon as that is worth the wait."""

    def __init__(self, engine: Engine, seated: Seated, seed: int, on: On) -> None:
        self.engine = engine
        self.seated = seated
        self.seed = seed
        self.on = on

    def blocks(self, first: int, games: int, cell: int) -> Iterator[tuple[int, Cells, float]]:
        """Yield games in their order, as `bulk.batches` does."""
        start, done = perf_counter(), 0
        while done < games:
            for block in bulk.batches(self.engine, self.seed, first + done, games - done, cell, self.seated):
                done += len(block[1]) // self.engine.results.row
                yield block
                spent = perf_counter() - start
                if self._waits and spent > WORTH / 2 and spent / done * (games - done) > WORTH:
                    self.engine = better(self.engine)
                    break

    def settle(self) -> None:
        """Switch to the best engine available now, for processes that receive it only once."""
        if self._waits:
            self.engine = better(self.engine)

    @property
    def _waits(self) -> bool:
        return self.on == "best" and self.engine.runs_on == "python" and not self.engine.why


@dataclass
class Blocks:
    """Games cut into blocks for other processes, each of about as much work."""

    first: int
    games: int
    seconds: float = BLOCK
    size: int = 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        done = 0
        while done < self.games:
            count = min(self.size, self.games - done)
            yield self.first + done, count
            done += count

    def took(self, count: int, seconds: float) -> None:
        """Adapt the size of blocks to the time that one took to be played or to be summed up, whichever is longer."""
        self.size = max(1, min(int(self.seconds * count / max(seconds, 1e-9)), 2 * self.size, MOST_IN_A_BLOCK))
