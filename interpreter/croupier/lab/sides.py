"""Play games of rulesets with their variants and options, as fast as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.base.effort import EFFORT
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.base.notes import NOTES
from croupier.fast import Engine, Seated, playouts
from croupier.fast.choosing import lowered
from croupier.fast.engine import at_hand, better
from croupier.fast.handed import Left, or_reference
from croupier.simulate import GameResult, play_game, seating
from croupier.table.catalogue import playable
from croupier.table.game import load
from croupier.thinking import player

if TYPE_CHECKING:
    from croupier.lab.measures import Ended
    from croupier.table.game import Rules
    from croupier_dsl import ir

PLAYERS = "greedy"
"""The default players, of everything in the lab."""
PATIENCE = 0.5
"""The time of play, in seconds, after which C is compiled if games remain."""


@dataclass(frozen=True, slots=True)
class Side:
    """A ruleset as it is to be played: with variants on top, a preset and options."""

    ruleset: str | Path
    variants: Sequence[str | Path] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    preset: str | None = None

    @property
    def label(self) -> str:
        """As it was typed."""
        words = " + ".join(map(str, (self.ruleset, *self.variants)))
        more = [*([self.preset] if self.preset else []), *(f"{name}={value}" for name, value in self.options.items())]
        return f"{words} ({', '.join(more)})" if more else words

    @property
    def rules(self) -> ir.Rules:
        """Return the rules for any number of players."""
        return playable(self.ruleset, self.variants)[0]

    def load(self, players: int | None, limit: int | None = None) -> Rules:
        return load(
            self.ruleset, players, self.options, variants=self.variants, preset=self.preset, limit=limit
        )  # fmt: skip


def both(a: Side, b: Side, players: int | None, limit: int | None = None) -> tuple[Rules, Rules]:
    """Return two sides for the same number of players: the given one, else the usual one of either side that fits both,
    else the smallest common one.

    Raise SetupError if there is none.
    """
    if players is None:
        shared = sorted({*a.rules.players} & {*b.rules.players})
        if not shared:
            raise SetupError(tr("no number of players fits both {a} and {b}", a=a.label, b=b.label))
        players = next((each.rules.usual for each in (a, b) if each.rules.usual in shared), shared[0])
    return a.load(players, limit), b.load(players, limit)


def known(policy: str) -> str:
    """Return the policy unchanged. Raise SetupError for an unknown player."""
    player(policy)
    return policy


class Deals:
    """Games of one ruleset by number. They are played on compiled rules where there are any; whatever they are played
    on, game `k` is the same. `until`: when one that the reference has to play ends with OutOfTime, on the monotonic
    clock. `seats`: the seats of other players; `moves_on`: they move one seat on with each game."""

    def __init__(
        self, rules: Rules, seed: int, policy: str, seats: Mapping[int, str] | None = None, *, moves_on: bool = True
    ) -> None:
        self.rules, self.seed = rules, seed
        self.seated = Seated(seating(rules, known(policy), seats, 0), bool(seats) and moves_on)
        self.until: float | None = None
        self._engine: Engine | None = None
        if not lowered(self.seated.policies):
            return
        self._engine = or_reference(lambda: at_hand(rules, foresees=self.seated.foresees, soon=True))

    def hasten(self) -> None:
        """Play on C from here on, if that can be had."""
        if self._engine is not None:
            self._engine = better(self._engine, soon=True)

    def games(self, first: int, count: int) -> Iterator[Ended]:
        """Yield the games from a number on, in order. A fault of the rules names the game."""
        done, at_once = 0, 1
        while done < count:
            if self._engine is None:
                yield self._slowly(first + done)
                done += 1
                continue
            now = min(at_once, count - done)
            for played in playouts(self._engine, self.seed, first + done, now, 0, self.seated):
                yield self._slowly(played, played.decisions) if isinstance(played, Left) else played
            done += now
            at_once = min(2 * at_once, 500)

    def _slowly(self, game: int, left: int | None = None) -> GameResult:
        """Play a game on the reference. `left`: the number of decisions after which compiled rules left it."""
        with EFFORT.until(self.until):
            result = play_game(self.rules, Seed(self.seed, game), self.seated.in_game(game), left)
        if result.handed is not None:
            NOTES.hand(result.handed)
        return result


class Clock:
    """Seconds of play. After the first few, those who play go over to C; to compile it takes none of the time."""

    def __init__(self, sides: Sequence[Deals], seconds: float) -> None:
        self._sides, self._seconds = sides, seconds
        self._hastened = False
        self._start(monotonic())

    def _start(self, begun: float) -> None:
        self._begun = begun
        for side in self._sides:
            side.until = begun + self._seconds

    @property
    def spent(self) -> float:
        """Return the time of play so far, in seconds."""
        return monotonic() - self._begun

    def out(self) -> bool:
        """Return whether time is up."""
        spent = self.spent
        if not self._hastened and spent > PATIENCE:
            with ThreadPoolExecutor(len(self._sides)) as pool:
                list(pool.map(Deals.hasten, self._sides))
            self._hastened = True
            self._start(monotonic() - spent)
        return spent > self._seconds
