"""The possible values of each option of a ruleset, as a person types them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.base.values import Value
from croupier.compile.binding import draft
from croupier.compile.options import bounds, value_of
from croupier.model.program import Program
from croupier.workbench.interactions.reads import PLAYERS, Reads
from croupier_dsl import ir

Words = tuple[str, ...]

MOST_VALUES = 64
"""The number of values up to which all values of a number are taken; of others the bounds, defaults and midpoints."""
TRIED = 5
"""The number of values of a number that are played, without defaults."""
MOST_PAIRS = 200_000
"""Options that would make more pairs than this are left at their defaults."""


class Domains:
    """The possible numbers of players and values of each option.

    `names`: `players`, then the options; `words` and `whole` are parallel to it: the values, and whether they are all
    that may be. `defaults`: by number of players, what each option is if nothing is said. `left_out`: options kept at
    their defaults, because with them there would be too many pairs.
    """

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.reads = Reads(rules)
        self.names: Words = (PLAYERS, *(option.name for option in rules.options))
        self.index = {name: at for at, name in enumerate(self.names)}
        self.defaults = {n: self.resolved(n, {}) for n in rules.players}
        self.words: list[list[str]] = [[str(n) for n in rules.players]]
        self.whole = [True]
        for option in rules.options:
            words, whole = self._domain(option)
            self.words.append(words)
            self.whole.append(whole)
        self.left_out = self._trim()

    def option(self, at: int) -> ir.Option | None:
        """Return the option with this index; None for the number of players."""
        return self.rules.options[at - 1] if at else None

    def numeric(self, at: int) -> bool:
        """Return a number within bounds, rather than one thing of a list."""
        option = self.option(at)
        return option is not None and option.type == ir.NUMBER and not option.among

    def resolved(self, players: int, given: Mapping[str, str]) -> dict[str, str]:
        """Return every option in words: as given, else by default."""
        program, _ = self.program(players, given)
        return {option.name: program.spell(option.type, program.options[option.name]) for option in self.rules.options}

    def program(self, players: int, given: Mapping[str, str], until: str = "") -> tuple[Program, frozenset[str]]:
        """Return a draft with the options before `until` as given, else at their defaults.

        And the names of those that are out of their bounds.
        """
        program = draft(self.rules, players)
        values: dict[str, Value] = {}
        program.options = values
        refused = set()
        for option in self.rules.options:
            if option.name == until:
                break
            try:
                values[option.name] = value_of(program, option, given)
            except SetupError:
                refused.add(option.name)
                values[option.name] = program.planner.constant(option.default)
        return program, frozenset(refused)

    # ------------------------------------------------------------ one option
    def _domain(self, option: ir.Option) -> tuple[list[str], bool]:
        if option.type.enum:
            return list(next(e.values for e in self.rules.enums if e.name == option.type.enum)), True
        if option.type.name == "truth":
            return ["no", "yes"], True
        if option.among:
            return [str(value) for value in option.among], True
        return self._numbers(option)

    def _numbers(self, option: ir.Option) -> tuple[list[str], bool]:
        """Return all numbers between the bounds if they are few.

        Else the bounds, the defaults and midpoints; and whether these are all.
        """
        found: set[int] = set()
        bounded = True
        for low, high, default in dict.fromkeys(self._bounds(option)):
            start = min(0, default) if low is None else low
            end = max(2 * default, start + 2) if high is None else high
            bounded = bounded and low is not None and high is not None
            if start <= end:
                found |= {start, end, (start + end) // 2, *({default} if start <= default <= end else ())}
        if found and bounded and max(found) - min(found) < MOST_VALUES:
            return [str(n) for n in range(min(found), max(found) + 1)], True
        return spread([str(n) for n in sorted(found)], MOST_VALUES), False

    def _bounds(self, option: ir.Option) -> Iterator[tuple[int | None, int | None, int]]:
        """Yield the bounds and the default for each number of players, and for each value of each option that they
        read."""
        read = self.reads.sentence(option.low, option.high, option.default)
        for players in self.rules.players:
            givens: list[dict[str, str]] = [{}]
            for name in sorted(read - {PLAYERS}):
                givens += [{name: word} for word in spread(self.words[self.index[name]], MOST_VALUES)]
            for given in givens:
                program, _ = self.program(players, given, option.name)
                yield *bounds(program, option), program.planner.constant(option.default) or 0

    def _trim(self) -> Words:
        left, before, pairs = [], 0, 0
        for at, name in enumerate(self.names):
            size = min(len(self.words[at]), 2 * TRIED) if self.numeric(at) else len(self.words[at])
            if pairs + before * size > MOST_PAIRS:
                left.append(name)
                self.words[at] = list(dict.fromkeys(words[name] for words in self.defaults.values()))
                self.whole[at] = False
                size = 1
            pairs += before * size
            before += size
        return tuple(left)


def spread(items: Sequence[str], most: int) -> list[str]:
    """Return at most `most` of the items, evenly spread, including the first and the last."""
    if len(items) <= most:
        return list(items)
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]


def combinations(lists: Sequence[Sequence[str]], most: int) -> tuple[list[Words], bool]:
    """Return all combinations of one item of each list, and True; or up to `most` random ones, and False."""
    total = prod(len(words) for words in lists)
    if total <= most:
        return list(product(*lists)), True
    draw = Stream(0).below
    drawn = (tuple(words[draw(len(words))] for words in lists) for _ in range(most))
    return list(dict.fromkeys(drawn)), False
