"""Play named players against each other, to measure skill and chance in a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.effort import OutOfTime
from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.lab.sequences import Bounded
from croupier.lab.sides import Clock, Deals
from croupier.players import POLICIES

if TYPE_CHECKING:
    from croupier.table.game import Rules

MOST_GAMES = 4_000
GOOD = 0.02
"""A share that is known so well, either way, is known well enough."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One player among others of another kind.

    `share`: its share of the wins, between `low` and `high` (simultaneous at 95% for all rungs); `fair`: the share
    expected by chance.
    """

    player: str
    others: str
    games: int
    share: float
    low: float
    high: float
    fair: float

    @property
    def better(self) -> bool | None:
        """Return whether the one wins more often than expected by chance; None while that is inconclusive."""
        return True if self.low > self.fair else False if self.high < self.fair else None


@dataclass(frozen=True, slots=True)
class Ladder:
    """Each player among others of the kind below it."""

    rungs: tuple[Rung, ...]

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each pair of players."""
        return [
            {
                "player": rung.player, "others": rung.others, "games": rung.games, "share": rung.share,
                "low": rung.low, "high": rung.high, "fair": rung.fair,
            }
            for rung in self.rungs
        ]  # fmt: skip

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), "")


def ladder(
    rules: Rules,
    players: Sequence[str] = (),
    *,
    games: int = MOST_GAMES,
    seconds: float = 5.0,
    seed: int = 0,
    told: Callable[[], None] = lambda: None,
) -> Ladder:
    """Play each player among others of the previous one in `players` (default: random, greedy), one seat further with
    each game, until its share of the wins is known to two percentage points, or the limit of games or seconds per rung
    is reached.

    Raise SetupError with fewer than two players or sides.
    """
    names = tuple(players) or tuple(POLICIES)
    if len(names) < 2:
        raise SetupError(tr("a comparison of players needs at least two"))
    if rules.program.sides < 2:
        raise SetupError(tr("a comparison of players needs a game with opponents"))
    alpha = 0.05 / (len(names) - 1)
    return Ladder(tuple(
        _rung(rules, low, high, games, seconds, seed, alpha, told)
        for low, high in itertools.pairwise(names)
    ))  # fmt: skip


def _rung(
    rules: Rules, others: str, player: str, most: int, seconds: float, seed: int, alpha: float, told: Callable[[], None]
) -> Rung:
    """Play one rung."""
    teams, deals = rules.program.sides, deals_of(rules, seed, others, player)
    clock, drawn, done = Clock(deals, seconds), Bounded(0.0, 1.0), 0
    while done < most:
        first, count = done // len(deals), -(-min(max(50, done // 4), most - done) // len(deals))
        with suppress(OutOfTime):
            for number, played in enumerate(zip(*(each.games(first, count) for each in deals), strict=True), first):
                for each, game in zip(deals, played, strict=True):
                    team = each.seated.in_game(number).index(player) % teams
                    winners = {seat % teams for seat in game.outcome.winners}
                    drawn.add(1 / len(winners) if team in winners else 0.0)
                if clock.out():
                    break
        done = drawn.count
        told()
        found = drawn.interval(alpha)
        if clock.spent > seconds or found.high - found.low < 2 * GOOD:
            break
    found = drawn.interval(alpha)
    return Rung(player, others, done, drawn.mean if done else 0.0, found.low, found.high, 1 / teams)


def deals_of(rules: Rules, seed: int, others: str, player: str) -> list[Deals]:
    """Return the deals of a rung, which are played in turn. All partners of a player are of its kind, and each team
    has it equally often: it moves on with each game, or, if teams are unequal, each team has deals of its own.
    """
    teams = rules.program.sides
    members = [dict.fromkeys(range(team, rules.seats, teams), player) for team in range(teams)]
    if rules.seats % teams == 0:
        return [Deals(rules, seed, others, members[0])]
    return [Deals(rules, seed + team, others, its, moves_on=False) for team, its in enumerate(members)]
