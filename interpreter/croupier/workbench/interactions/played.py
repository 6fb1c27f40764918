"""The result of a game played to find faults."""

from __future__ import annotations

from dataclasses import dataclass

from croupier_dsl import ir


@dataclass(frozen=True, slots=True)
class Chances:
    """A game to be played: its seed, and the policy of all seats."""

    seed: str
    policy: str


@dataclass(frozen=True, slots=True)
class Played:
    """One game.

    `late`: it was given up because the time was over, so that only what had happened by then counts. `fault`: what was
    wrong with the rules, `part` the path of the part that did it, and `where` that was written; `short`: how often a
    deal ran short. `stuck`, `cut`, `performed`: names of stages; `offered`, `made`: names of moves.
    """

    chances: Chances
    decisions: int
    finished: bool
    late: bool
    fault: str
    stuck: frozenset[str]
    cut: frozenset[str]
    performed: frozenset[str]
    offered: frozenset[str]
    made: frozenset[str]
    part: str = ""
    where: ir.Where | None = None
    short: int = 0
