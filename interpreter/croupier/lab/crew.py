"""Play numbered games of several sides in blocks, here or in several processes, and reduce each to its measures.

A block has the same values whoever plays it, and results come in the order of the blocks: sums that are made of them
do not depend on the number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeAlias

from croupier.base.effort import OutOfTime
from croupier.base.faults import RulesFault
from croupier.base.notes import NOTES, Notes
from croupier.base.processes import Pool
from croupier.lab.measures import What, compared_in
from croupier.lab.sides import PATIENCE, Deals

if TYPE_CHECKING:
    from croupier.table.game import Rules

Values: TypeAlias = tuple[float | None, ...]
"""The measures of one game, in the order of `compared_in`."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that a process needs: the rules and the seed of each side, the players and the measures."""

    rules: tuple[Rules, ...]
    seeds: tuple[int, ...]
    policy: str
    about: tuple[What, ...] | None
    first_only: bool


@dataclass(frozen=True, slots=True)
class Block:
    """`count` games of a side, from number `first` on."""

    side: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Result:
    """The values of the games of a block, and the seconds of play. `out`: time was up before the last."""

    values: list[Values]
    seconds: float
    out: bool = False


@dataclass
class Desk:
    """The sides in the process that plays them; each is prepared for its first block."""

    task: Task
    deals: dict[int, Deals] = field(default_factory=dict)
    spent: dict[int, float] = field(default_factory=dict)
    hastened: set[int] = field(default_factory=set)

    def play(self, block: Block, seconds: float) -> Result:
        """Play a block. `seconds`: the time left, at which a long game on the reference is given up."""
        if 0 in self.hastened:
            self._hasten({block.side})
        deals, rules = self._deals(block.side), self.task.rules[block.side]
        measures = compared_in(rules, self.task.about, first_only=self.task.first_only)
        teams, values, begun, out = rules.program.sides, list[Values](), monotonic(), False
        deals.until = begun + seconds
        try:
            for game in deals.games(block.first, block.count):
                values.append(tuple([measure.of(game, teams) for measure in measures]))
        except OutOfTime:
            out = True
        took = monotonic() - begun
        self.spent[block.side] = self.spent.get(block.side, 0.0) + took
        if self.spent[block.side] > PATIENCE and block.side not in self.hastened:
            self._hasten({0, block.side} if len(self.task.rules) > 2 else {0, 1})
            took = 0.0  # the time before compilation counts as little as compilation
        return Result(values, took, out)

    def _deals(self, side: int) -> Deals:
        if side not in self.deals:
            self.deals[side] = Deals(self.task.rules[side], self.task.seeds[side], self.task.policy)
        return self.deals[side]

    def _hasten(self, sides: set[int]) -> None:
        """Compile C for sides that have none."""
        todo = sides - self.hastened
        if todo:
            with ThreadPoolExecutor(len(todo)) as threads:
                list(threads.map(Deals.hasten, map(self._deals, sorted(todo))))
            self.hastened |= todo


class Crew:
    """One or several processes that play blocks, while the `with` block lasts."""

    def __init__(self, jobs: int, task: Task) -> None:
        self.jobs, self._task = jobs, task
        self._desk = Desk(task) if jobs == 1 else None
        self._pool: Pool | None = None

    def __enter__(self) -> Self:
        if self._desk is None:
            self._pool = Pool(self.jobs, _begin, self._task)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.end()

    def play(self, blocks: Iterable[Block], seconds: float) -> Iterator[tuple[Block, Result]]:
        """Yield each block with its result, in order; take blocks only as fast as they are played."""
        if self._desk is not None:
            for block in blocks:
                yield block, self._desk.play(block, seconds)
            return
        assert self._pool is not None
        todo, under_way = iter(blocks), deque[tuple[Block, Future[tuple[Result | RulesFault, Notes]]]]()
        while True:
            while len(under_way) < 2 * self.jobs and (more := next(todo, None)) is not None:
                under_way.append((more, self._pool.submit(_play, more, seconds)))
            if not under_way:
                return
            block, future = under_way.popleft()
            try:
                result, notes = future.result()
            except Exception as error:
                raise self._pool.trouble(error) from None
            NOTES.add(notes)
            if isinstance(result, RulesFault):
                raise result
            yield block, result


_DESK: list[Desk] = []
"""In a worker process: the sides that it plays."""


def _begin(task: Task) -> None:
    _DESK[:] = [Desk(task)]


def _play(block: Block, seconds: float) -> tuple[Result | RulesFault, Notes]:
    """Pass a fault on like a result, so that earlier results come first."""
    try:
        return _DESK[0].play(block, seconds), NOTES.taken()
    except RulesFault as fault:
        return fault, NOTES.taken()
