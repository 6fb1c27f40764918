"""Measure the course of one game, decision by decision."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from croupier.base.chance import Seed
from croupier.base.faults import RulesFault
from croupier.base.notes import NOTES
from croupier.fast import FastGame, FastPlayers, OutOfRange
from croupier.fast.handed import left_at, sharing
from croupier.table.game import Game
from croupier.thinking import player

if TYPE_CHECKING:
    from croupier.fast import Engine
    from croupier.seat.outcome import Outcome
    from croupier.table.game import Rules


@dataclass
class Walk:
    """The course of a game. Seats and teams count from 0.

    `policies`, `order` (when each seat first had to decide) and `decided` (how often it did) are by seat. `options`:
    the number of decisions, by number of legal moves. `turns`: the number of changes of the deciding player, plus one.
    `leaders`: the sole leader at the end of each turn, by team, None for no sole leader; the last is at the end of the
    game. It is empty if scores cannot be computed during play. `made`: how often each seat made each move, by name.
    """

    seed: str
    policies: tuple[str, ...]
    outcome: Outcome
    order: tuple[int, ...] = ()
    decided: list[int] = field(default_factory=list)
    options: Counter[int] = field(default_factory=Counter)
    turns: int = 0
    leaders: list[int | None] = field(default_factory=list)
    stuck: int = 0
    cut_rounds: int = 0
    made: list[Counter[str]] = field(default_factory=list)

    @property
    def decisions(self) -> int:
        return self.outcome.decisions

    @property
    def forced(self) -> int:
        """Decisions with one choice."""
        return self.options[1]

    @property
    def lead_changes(self) -> int:
        """Return the number of changes of the sole leader."""
        alone = [team for team in self.leaders if team is not None]
        return sum(a != b for a, b in itertools.pairwise(alone))

    def known_from(self) -> float | None:
        """After which part of the turns the winner led alone for good: 0 if from the first turn on, 1 if only the end
        told; None of a game without one winner."""
        if not self.leaders or self.leaders[-1] is None:
            return None
        winner, last = self.leaders[-1], len(self.leaders)
        while last and self.leaders[last - 1] == winner:
            last -= 1
        return last / max(1, len(self.leaders) - 1)


class Stepped(Protocol):
    """A game on whatever engine, with its players. `made`: how often each seat made each move."""

    made: list[Counter[str]]

    @property
    def seat(self) -> int | None:
        """Return the deciding seat; None after the end."""

    def step(self) -> int:
        """Let who decides now decide; how many legal moves there were."""

    def standing(self) -> Outcome: ...
    def end(self) -> tuple[Outcome, int, int]:
        """Return the outcome, how often a seat was stuck, and how many stages were cut."""


class Quick:
    """A game of compiled rules."""

    def __init__(self, engine: Engine, seed: Seed, policies: Sequence[str]) -> None:
        self.game = FastGame(engine, seed)
        self.players = FastPlayers(engine, seed, policies)
        self.names = [move.name for move in engine.rules.program.special.moves]
        self.made: list[Counter[str]] = [Counter() for _ in policies]

    @property
    def seat(self) -> int | None:
        return self.game.seat

    def step(self) -> int:
        count, seat = self.game.count, self.game.seat
        assert seat is not None
        index = self.players.choose(self.game)
        engine = self.game.engine
        number = engine.out[index * engine.layout.row]
        if number < len(self.names):  # else the answer to a question within a move
            self.made[seat][self.names[number]] += 1
        self.game.apply(index)
        return count

    def standing(self) -> Outcome:
        return self.game.standing

    def end(self) -> tuple[Outcome, int, int]:
        cells, cell = self.game.cells, self.game.engine.cell
        return self.game.standing, cells[cell("stuck")], cells[cell("cuts")]


class Plain:
    """A game on the reference. `left`: the number of decisions after which compiled rules left it, if they did."""

    def __init__(self, rules: Rules, seed: Seed, policies: Sequence[str], left: int | None = None) -> None:
        self.left = left
        with sharing(left, -1):
            self.game = Game(rules, str(seed))
        self.players = [player(name)(seed.number, seed.game, seat) for seat, name in enumerate(policies)]
        self.choices = {move.name: [choice.name for choice in move.choices] for move in rules.ir.moves}
        self.made: list[Counter[str]] = [Counter() for _ in policies]

    @property
    def seat(self) -> int | None:
        return self.game.to_act[0] if self.game.to_act else None

    def step(self) -> int:
        seat = self.game.to_act[0]
        self._note_why()
        with sharing(self.left, self.game.decisions):
            offer = self.game.offer(seat)
            move = self.players[seat].choose(offer)
            if self.choices.get(move.name) == [name for name, _ in move.choices]:
                self.made[seat][move.name] += 1
            self.game.play(seat, move)
        return len(offer.moves)

    def _note_why(self) -> None:
        if self.left == self.game.decisions:
            NOTES.hand(left_at(self.game))

    def standing(self) -> Outcome:
        return self.game.standing

    def end(self) -> tuple[Outcome, int, int]:
        self._note_why()
        return self.game.standing, self.game.stuck, self.game.cut_rounds


def walk(rules: Rules, engine: Engine | None, seed: Seed, policies: Sequence[str]) -> Walk:
    """Play one game. Without an engine, or where it does not reach, the reference plays."""
    playing = stepping(rules, engine, seed, policies)
    while True:
        try:
            next(playing)
        except StopIteration as end:
            found: Walk = end.value
            return found


def stepping(
    rules: Rules, engine: Engine | None, seed: Seed, policies: Sequence[str]
) -> Generator[None, None, Walk]:  # fmt: skip
    """Yield the same, one decision at each step."""
    left = None
    if engine is not None:
        try:
            return (yield from _walked(rules, Quick(engine, seed, policies), seed, policies))
        except OutOfRange as met:
            left = met.decisions
    return (yield from _walked(rules, Plain(rules, seed, policies, left), seed, policies))


def _walked(rules: Rules, game: Stepped, seed: Seed, policies: Sequence[str]) -> Generator[None, None, Walk]:
    teams, decided = rules.program.sides, [0] * rules.seats
    first: dict[int, int] = {}
    options: Counter[int] = Counter()
    leaders: list[int | None] = []
    turns, before, telling = 0, None, rules.seats > 1
    while (seat := game.seat) is not None:
        if seat != before:
            if telling and turns:
                telling = _note(leaders, game, teams)
            turns, before = turns + 1, seat
            first.setdefault(seat, len(first))
        decided[seat] += 1
        options[game.step()] += 1
        yield
    outcome, stuck, cuts = game.end()
    for seat in range(rules.seats):
        first.setdefault(seat, len(first))
    leaders = [*leaders, alone(outcome, teams)] if telling and outcome.finished else []
    order = tuple(first[seat] for seat in range(rules.seats))
    return Walk(str(seed), tuple(policies), outcome, order, decided, options, turns, leaders, stuck, cuts, game.made)


def _note(leaders: list[int | None], game: Stepped, teams: int) -> bool:
    """Put down who leads; False if that cannot be told."""
    try:
        leaders.append(alone(game.standing(), teams))
    except RulesFault:
        return False
    return True


def alone(standing: Outcome, teams: int) -> int | None:
    """Return the team whose score is the best, if it is one and not all have it."""
    best = {seat % teams for seat, rank in enumerate(standing.ranks) if rank == 1}
    return best.pop() if len(best) == 1 and teams > 1 else None
