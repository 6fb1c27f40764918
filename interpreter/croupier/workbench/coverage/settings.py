"""The tables for the games of a run, from a ruleset and a seed: numbers of players, options, policies.

Game after game: every number of players with the defaults; then every value of every option, one option at a time;
then settings drawn by chance, as far as the options' needs allow. Before those drawn by chance each need is shown a
table that it refuses, where nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count, islice

from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.compile.binding import bind
from croupier.compile.options import bounds
from croupier.model.program import Program
from croupier.workbench.setting import Setting
from croupier_dsl import ir

Table = tuple[int, tuple[tuple[str, str], ...]]
"""A number of players, and the options that differ from the defaults."""
SALT = 0xC07E
"""The salt that separates the chance of settings from the chance of games."""
MOST_LISTED = 12
"""A range of numbers with no more values than this is tried value by value, of a longer one the ends and a few."""
FURTHER = 3
"""The number of values tried beyond the lowest of an unbounded range, if that is the default."""
GAMES_A_SETTING = 3
"""The number of games played with random options before others are drawn."""
TRIES = 20
"""The number of draws of options for one table before the defaults are used."""
MOST_PAIRS = 100
"""The number of other values tried together with one that is not allowed by itself."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A table that the options' needs do not allow, and the name of the need."""

    setting: Setting
    reason: str


@dataclass
class Spread:
    """The settings of one ruleset's games, in order; `refused` are those met on the way, by the game they were for."""

    rules: ir.Rules
    seed: int
    policy: str = "mixed"
    refused: list[tuple[int, Refused]] = field(default_factory=list)
    values: dict[int, dict[str, tuple[str, ...]]] = field(init=False)
    _known: dict[Table, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {}
        for players in self.rules.players:
            try:
                self.values[players] = option_values(bind(self.rules, players))
            except SetupError:  # not with the defaults; options drawn by chance would be a guess
                continue
        if not self.values:
            raise SetupError(tr("{ruleset} cannot be played with its default options", ruleset=self.rules.name))

    def settings(self) -> Iterator[Setting]:
        """Yield a table for game 0, 1, …, without end."""
        stream = Stream(self.seed ^ SALT << 32)
        tables = self._tables(stream)
        for number in count():
            players, options = next(tables)
            policy, seats = self._who(Stream(self.seed ^ SALT << 32, number + 1), players)
            yield Setting(players, options, policy, seats)

    def _tables(self, stream: Stream) -> Iterator[Table]:
        counts = list(self.values)
        for players in counts:
            yield players, ()
        made = len(counts)
        for turn, (name, value) in enumerate(self._single_values()):
            found = self._alone(counts[turn % len(counts) :] + counts[: turn % len(counts)], name, value, made)
            if found is not None:
                made += 1
                yield found
        self._refuse(counts, made)
        while True:
            drawn = self._drawn(stream, counts, made)
            for _ in range(GAMES_A_SETTING):
                made += 1
                yield drawn

    def _refuse(self, counts: list[int], game: int) -> None:
        """Look for a table that a need refuses, for each need that has refused none so far."""
        for option in self.rules.options:
            for name in (need.path.rpartition(".")[2] for need in option.needs):
                if all(refused.reason != name for _, refused in self.refused):
                    tables = chain(self._with_one(counts, option.name), self._with_more(option.name))
                    for players, options in islice(tables, MOST_PAIRS):
                        if not self._allowed(players, options, game) and self._known[players, options] == name:
                            break

    def _with_one(self, counts: list[int], name: str) -> Iterator[Table]:
        """Yield the tables with another value of this option, and nothing else changed; the largest first."""
        for players in reversed(counts):
            yield from ((players, ((name, value),)) for value in self.values[players][name][1:])

    def _with_more(self, name: str) -> Iterator[Table]:
        """Yield the tables that there have been, with another value of this option; those with most changed first."""
        made = [key for key, reason in self._known.items() if reason is None and name not in dict(key[1])]
        for players, options in sorted(made, key=lambda key: -len(key[1])):
            for value in self.values[players][name][1:]:
                yield players, tuple(sorted((*options, (name, value))))

    def _single_values(self) -> list[tuple[str, str]]:
        """Return every value of every option that differs from its default with some number of players."""
        found: dict[tuple[str, str], None] = {}
        for values in self.values.values():
            for name, (_, *others) in values.items():
                found.update(dict.fromkeys((name, value) for value in others))
        return list(found)

    def _alone(self, counts: list[int], name: str, value: str, game: int) -> Table | None:
        """Return a table with this value: the other options by default, or else one more of them changed."""
        for players in counts:
            if value in self.values[players][name] and self._allowed(players, ((name, value),), game):
                return players, ((name, value),)
        for players, options in islice(self._pairs(counts, name, value), MOST_PAIRS):
            if self._allowed(players, options, game):
                return players, options
        return None

    def _pairs(self, counts: list[int], name: str, value: str) -> Iterator[Table]:
        """Yield the tables with this value and one of another option."""
        for players in counts:
            for other, (_, *values) in self.values[players].items():
                for also in values if other != name and value in self.values[players][name] else ():
                    yield players, tuple(sorted({name: value, other: also}.items()))

    def _drawn(self, stream: Stream, counts: list[int], game: int) -> Table:
        """Return a table drawn by chance; after many that are not allowed, one with the defaults."""
        players = counts[stream.below(len(counts))]
        for _ in range(TRIES):
            chosen = {name: values[stream.below(len(values))] for name, values in self.values[players].items()}
            options = tuple(sorted((n, v) for n, v in chosen.items() if v != self.values[players][n][0]))
            if self._allowed(players, options, game):
                return players, options
        return players, ()

    def _allowed(self, players: int, options: tuple[tuple[str, str], ...], game: int) -> bool:
        key = (players, options)
        if key not in self._known:
            self._known[key] = _refusal(self.rules, players, dict(options))
            reason = self._known[key]
            if reason:
                self.refused.append((game, Refused(Setting(players, options), reason)))
        return self._known[key] is None

    def _who(self, stream: Stream, players: int) -> tuple[str, tuple[tuple[int, str], ...]]:
        """Return the players: one game in three has random players, one greedy players, and one a mixture."""
        if self.policy != "mixed":
            return self.policy, ()
        match stream.below(3):
            case 0:
                return "random", ()
            case 1:
                return "greedy", ()
        greedy = tuple((seat, "greedy") for seat in range(players) if stream.below(2))
        return "random", greedy


def _refusal(rules: ir.Rules, players: int, options: Mapping[str, str]) -> str | None:
    """Return the reason for which the table is impossible: the name of the need, `""` for another reason.

    None if it is possible.
    """
    try:
        bind(rules, players, options)
    except SetupError as error:
        return error.reason
    return None


def option_values(program: Program) -> dict[str, tuple[str, ...]]:
    """Return the values to try for each option, as text, the default first."""
    found: dict[str, tuple[str, ...]] = {}
    for option in program.rules.options:
        default = program.spell(option.type, program.options[option.name])
        found[option.name] = tuple(dict.fromkeys((default, *_values(program, option))))
    return found


def _values(program: Program, option: ir.Option) -> list[str]:
    if option.type.enum:
        return list(program.enums[option.type.enum])
    if option.type == ir.TRUTH:
        return ["no", "yes"]
    if option.among:
        return [str(value) for value in option.among]
    default = program.planner.constant(option.default)
    low, high = bounds(program, option)
    low = default if low is None else low
    if high is None:
        above = default + default - low if default > low else low + FURTHER
        return [str(value) for value in dict.fromkeys((low, low + 1, (low + default) // 2, default, above))]
    if high - low < MOST_LISTED:
        return [str(value) for value in range(low, high + 1)]
    return [str(value) for value in dict.fromkeys((low, (low + default) // 2, (default + high) // 2, high))]
