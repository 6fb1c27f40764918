"""Sum up games as they come, one by one or in blocks, in any process; sums of consecutive games can be merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from math import ceil
from typing import TYPE_CHECKING, Self, TypeAlias

from croupier.base.chance import Seed
from croupier.fast import Cells, nothing
from croupier.fast.handed import Left
from croupier.fast.kit import Seated, order_of
from croupier.seat.outcome import keys_of, leaders

if TYPE_CHECKING:
    from croupier.base.notes import Handed
    from croupier.base.values import Value
    from croupier.fast.engine import Engine
    from croupier.simulate.report import Report
    from croupier.simulate.runs import GameResult
    from croupier.table.game import Rules

_NUMBERS = ("games", "finished", "cut_rounds", "stuck", "short")
_BY_SEAT = ("wins", "wins_by_order", "scored", "scores")

Points: TypeAlias = "Counter[int]"
"""The number of times that each score was reached."""


class Sums:
    """The sums of games among a number of `seats`; no single game is stored, unless all are (`keep`).

    `lengths`: games by number of decisions. `points`: by seat, finished games by score; `won_with`, `lost_with`: seats
    that won or did not, by score. `rounds`: games by how often the repeating stage was performed. `first_short`: the
    seed of the first game in which a deal found too few cards.
    """

    def __init__(self, seats: int, *, keep: bool = False) -> None:
        self.seats = seats
        self.kept: list[GameResult] | None = [] if keep else None
        self.games = self.finished = self.cut_rounds = self.stuck = self.short = 0
        self.seconds = 0.0
        self.lengths: Counter[int] = Counter()
        self.rounds: Counter[int] = Counter()
        self.points: list[Points] = [Counter() for _ in range(seats)]
        self.won_with: Points = Counter()
        self.lost_with: Points = Counter()
        self.wins, self.wins_by_order = [0] * seats, [0] * seats
        self.scored, self.scores = [0] * seats, [0] * seats
        self.won: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.handed: Counter[Handed] = Counter()
        self.who: set[tuple[str, ...]] = set()
        self.first_short = ""

    # ------------------------------------------------------------ games come in

    def add(self, result: GameResult) -> None:
        """Add one game. If Ctrl-C interrupts this, some of the sums have it and others do not."""
        if self.kept is not None:
            self.kept.append(result)
        outcome = result.outcome
        self.cut_rounds += result.cut_rounds
        self.stuck += result.stuck
        self.seconds += result.seconds
        self.lengths[outcome.decisions] += 1
        if result.rounds is not None:
            self.rounds[result.rounds] += 1
        self.who.add(result.policies)
        if result.handed is not None:
            self.handed[result.handed] += 1
        if result.short:
            self.short += 1
            self.first_short = self.first_short or (result.seed if ":" in result.seed else f"{result.seed}:0")
        if outcome.finished:
            self.finished += 1
            self._held(result.policies, 1)
            self._scored([row[0] for row in outcome.scores], outcome.winners, 1)
            self._won(outcome.winners, result.policies, result.order, 1)
        self.games += 1

    def add_rows(self, cells: Cells, first: int, seconds: float, told: Told) -> None:
        """Add consecutive games from number `first` on, none of which the reference has to play, from their rows."""
        seated, seats, width = told.seated, self.seats, told.row
        decisions = cells[::width]
        games = len(decisions)
        over, stuck, cuts, shorts, cell = (cells[at::width] for at in range(1, 6))
        self.cut_rounds += sum(cuts)
        self.stuck += sum(stuck)
        self.seconds += seconds
        self.lengths.update(decisions)
        if told.counts_rounds:
            self.rounds.update(cell)
        shifts = min(games, len(seated.policies)) if seated.moves_on else 1
        self.who.update(seated.in_game(game) for game in range(first, first + shifts))
        if any(shorts):
            self.short += sum(map(bool, shorts))
            at = next(at for at, short in enumerate(shorts) if short)
            self.first_short = self.first_short or str(Seed(told.seed, first + at))
        finished = [each == 2 for each in over]
        number = sum(finished)
        self.finished += number

        def columns(start: int, count: int) -> Iterator[tuple[int, ...]]:
            return compress(zip(*[cells[at::width] for at in range(start, start + count)], strict=True), finished)

        turn = [game % len(seated.policies) for game in range(first, first + games)] if seated.moves_on else repeat(0)
        turns = list(compress(turn, finished))
        for shift, count in Counter(turns).items():
            self._held(seated.in_game(shift), count)
        scores = list(columns(told.score, seats * told.scores))
        winners = list(map(_Winners(told).of, scores, columns(told.lost, seats)))
        for (row, best), count in Counter(zip(scores, winners, strict=True)).items():
            self._scored([nothing(value) for value in row[:: told.scores]], best, count)
        orders = columns(told.order, seats)
        for (best, shift, order), count in Counter(zip(winners, turns, orders, strict=True)).items():
            self._won(best, seated.in_game(shift), order_of(order), count)
        self.games += games

    def _held(self, policies: Sequence[str], games: int) -> None:
        for name in policies:
            self.held[name] += games

    def _scored(self, scores: Sequence[int | None], winners: Sequence[int], games: int) -> None:
        for seat, score in enumerate(scores):
            if score is not None:
                self.scored[seat] += games
                self.scores[seat] += games * score
                self.points[seat][score] += games
                (self.won_with if seat in winners else self.lost_with)[score] += games

    def _won(self, winners: Sequence[int], policies: Sequence[str], order: Sequence[int], games: int) -> None:
        for seat in winners:
            self.wins[seat] += games
            self.won[policies[seat]] += games
            self.wins_by_order[order[seat]] += games

    def merge(self, later: Sums) -> None:
        """Add the sums of games that were played after these: all of them, or nothing if Ctrl-C comes first."""
        if self.kept is not None:
            self.kept[self.games :] = later.kept or ()
        both = vars(self), vars(later)

        def added(*names: str) -> dict[str, object]:
            return {name: _total(*(each[name] for each in both)) for name in names}

        def by_seat(*names: str) -> dict[str, object]:
            return {name: list(map(_total, *(each[name] for each in both))) for name in names}

        self.__dict__.update(
            **added(*_NUMBERS, "seconds", "lengths", "rounds", "won_with", "lost_with", "won", "held", "handed"),
            **by_seat(*_BY_SEAT, "points"),
            who=self.who | later.who,
            first_short=self.first_short or later.first_short,
        )

    # ------------------------------------------------------------ what is made of them

    def to_json(self) -> dict[str, Value]:
        """Return the sums as a plain object, without the games that were kept."""
        return {
            **{name: getattr(self, name) for name in (*_NUMBERS, *_BY_SEAT)},
            "seconds": self.seconds,
            "lengths": {str(length): number for length, number in sorted(self.lengths.items())},
            "won": dict(sorted(self.won.items())),
            "held": dict(sorted(self.held.items())),
            "who": sorted([*names] for names in self.who),
            "first_short": self.first_short,
            "handed": [why.to_json(games) for why, games in sorted(self.handed.items())],
        }

    @classmethod
    def from_json(cls, seats: int, data: Mapping[str, object]) -> Self:
        """Return the sums that `to_json` has given. Raise KeyError, TypeError or ValueError if these are none."""
        sums = cls(seats)
        for name in _NUMBERS:
            setattr(sums, name, _numbers([data[name]])[0])
        for name in _BY_SEAT:
            numbers = _numbers(data[name])
            if len(numbers) != seats:
                raise ValueError(name)
            setattr(sums, name, numbers)
        seconds, first_short, who = data["seconds"], data["first_short"], data["who"]
        if not isinstance(seconds, float | int) or not isinstance(first_short, str) or not isinstance(who, list):
            raise TypeError
        sums.seconds, sums.first_short = seconds, first_short
        sums.who = {tuple(map(str, names)) for names in who}
        sums.lengths = Counter({int(length): number for length, number in _counts(data["lengths"]).items()})
        sums.won, sums.held = _counts(data["won"]), _counts(data["held"])
        from croupier.base.notes import Handed

        there = data.get("handed", [])
        if not isinstance(there, list):
            raise TypeError
        sums.handed = Counter(dict(Handed.from_json(each) for each in there))
        if sums.lengths.total() != sums.games:
            raise ValueError("lengths")
        return sums

    def report(self, rules: Rules, seed: int, *, first: int = 0) -> Report:
        """Return the report on at least one game of these rules."""
        from croupier.simulate.report import Report, Share

        decisions = sum(length * number for length, number in self.lengths.items())
        points: Points = Counter()
        for each in self.points:
            points.update(each)
        return Report(
            rules.name,
            rules.options,
            rules.seats,
            self.games,
            self.finished,
            self.games - self.finished,
            self.cut_rounds,
            self.stuck,
            decisions,
            self.seconds,
            seed,
            first,
            tuple(self.wins),
            tuple(self.wins_by_order),
            tuple(total / number if number else None for total, number in zip(self.scores, self.scored, strict=True)),
            (decisions / self.games, middle(self.lengths), nth(self.lengths, ceil(0.95 * self.games) - 1)),
            {name: Share.of(self.won[name], held) for name, held in sorted(self.held.items())},
            tuple((self.kept or ())[: self.games]),
            self.short,
            self.first_short,
            tuple(sorted({name for who in self.who for name in who})),
            self.lengths,
            points,
            self.handed,
            rules.ir.result.won is not None,
        )


# ---------------------------------------------------------------- rows of numbers


@dataclass(frozen=True, slots=True)
class Told:
    """The layout of rows of games, for a process that has no rules: where the numbers are (see `Results`), the number
    of `scores` of a seat, whether the highest or the lowest is `best`, the players, and whether the reported cell
    counts rounds."""

    row: int
    order: int
    score: int
    scores: int
    lost: int
    best: str
    seated: Seated
    seed: int
    counts_rounds: bool

    @classmethod
    def of(cls, engine: Engine, seated: Seated, seed: int, *, counts_rounds: bool) -> Self:
        """Return how the rows of this engine are read."""
        told, result = engine.results, engine.rules.program.special.result
        return cls(
            told.row, told.order, told.score, told.scores, told.lost, result.best, seated, seed, counts_rounds
        )  # fmt: skip


class _Winners:
    """Finds the winners of a finished game from its scores and from who lost; most games of a block repeat some."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.found: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = {}

    def of(self, scores: tuple[int, ...], lost: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats that won."""
        found = self.found.get((scores, lost))
        if found is None:
            width = self.told.scores
            rows = [tuple(map(nothing, scores[at : at + width])) for at in range(0, len(scores), width)]
            losers = [seat for seat, gone in enumerate(lost) if gone]
            found = self.found[scores, lost] = leaders(keys_of(rows, self.told.best), losers)
        return found


def pieces(cells: Cells, first: int, seconds: float, told: Told) -> Iterator[Sums | Left]:
    """Yield the sums of consecutive games from number `first` on. For a game that the reference has to play, yield its
    number, between the sums of the games before and after it."""
    width = told.row
    games = len(cells) // width
    each = seconds / games
    begin = 0
    for at in [*(at for at, decisions in enumerate(cells[::width]) if decisions < 0), games]:
        if at > begin:
            sums = Sums(len(told.seated.policies))
            sums.add_rows(cells[begin * width : at * width], first + begin, each * (at - begin), told)
            yield sums
        if at < games:
            yield Left(first + at, -1 - cells[at * width])
        begin = at + 1


# ---------------------------------------------------------------- of counted numbers


def nth(counted: Mapping[int, int], at: int) -> int:
    """Return the number at this place, from 0, of counted numbers from the lowest to the highest."""
    for number, times in sorted(counted.items()):
        at -= times
        if at < 0:
            return number
    raise IndexError(at)


def middle(counted: Mapping[int, int]) -> float:
    """Return the median of counted numbers."""
    half, odd = divmod(sum(counted.values()), 2)
    return nth(counted, half) if odd else (nth(counted, half - 1) + nth(counted, half)) / 2


def sum_up(seats: int, results: Iterable[GameResult], *, keep: bool = False) -> Sums:
    """Return the sums of games."""
    sums = Sums(seats, keep=keep)
    for result in results:
        sums.add(result)
    return sums


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise TypeError
    return value


def _total(one: Value, other: Value) -> Value:
    """Return the sum of two numbers or counts. `+` of counts visits all of them; this, those of the second one."""
    if not isinstance(one, Counter):
        return one + other
    total = one.copy()
    for name, count in other.items():
        if count:
            total[name] += count
    return total


def _counts(value: object) -> Counter[str]:
    if not isinstance(value, dict):
        raise TypeError
    return Counter(dict(zip(value, _numbers([*value.values()]), strict=True)))
