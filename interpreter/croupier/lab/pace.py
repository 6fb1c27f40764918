"""Estimate how long a game takes at a table, from its turns and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.compile.binding import bind
from croupier.lab.walking import Walk, walk
from croupier.simulate import seating
from croupier.table.game import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.fast import Engine

FOR_A_TURN, FOR_A_CHOICE, FOR_A_FORCED = 1.0, 10.0, 2.0
"""The time of a turn, and of a decision in it with and without a choice, in seconds: fitted to the stated minutes of 25
bundled games, with greedy players."""
SPREAD = 5.5
"""The factor, either way, within which the estimate was right for 24 of these games."""
USUAL, PATIENCE = 30, 3.0
"""The most games of the rules as they are, which settle how long a turn takes, and the time for them, in seconds."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The factors from the estimated time of a game to minutes: `low`, `middle` and `high`. `stated`: the minutes that
    the ruleset states for the game as it is, if it does."""

    low: float
    middle: float
    high: float
    stated: tuple[int, ...] = ()


def estimated(game: Walk) -> float:
    """Return the minutes of a game, before any `Pace`."""
    choices = game.decisions - game.forced
    return (FOR_A_TURN * game.turns + FOR_A_CHOICE * choices + FOR_A_FORCED * game.forced) / 60


def pace_of(
    rules: Rules, walks: Sequence[Walk], policy: str, seed: int, engine_for: Callable[[Rules], Engine | None]
) -> Pace:
    """Return the pace of a ruleset: if it states its minutes, games with the default options take these; `walks` are
    games of these rules, and count if nothing differs from the defaults."""
    stated = rules.ir.minutes
    if not stated or not walks:
        return Pace(1 / SPREAD, 1.0, SPREAD)
    program = rules.program
    usual = Rules(bind(rules.ir, rules.seats, {}, limit=program.limit, names=program.names))
    if usual.options != rules.options:
        engine, seated = engine_for(usual), seating(usual, policy, None, 0)
        walks, begun = [], monotonic()
        while len(walks) < USUAL and (not walks or monotonic() - begun < PATIENCE):
            walks.append(walk(usual, engine, Seed(seed, len(walks)), seated))
    mean = fmean(map(estimated, walks)) or 1.0
    low, high = stated[0], stated[-1]
    return Pace(low / mean, sqrt(low * high) / mean, high / mean, stated)
