"""The playable settings of a ruleset's options: compatible values, and impossible combinations.

Options that read each other, in `needs` or in bounds, form a block with each other; blocks do not affect one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from time import monotonic

from croupier.workbench.interactions.domains import TRIED, Domains, Words, combinations, spread
from croupier.workbench.interactions.reads import PLAYERS
from croupier.workbench.setting import Setting
from croupier_dsl import ir

Row = Words
"""The number of players and every option, in the order of the ruleset."""
Pair = tuple[int, str, int, str]
"""Two values of one row: (index of a name, value, index of a later name, value)."""

MOST_TUPLES = 4096
"""The number of random combinations for a block with more than this."""


@dataclass(frozen=True, slots=True)
class Block:
    """Names that depend on each other, by index.

    `tuples`: what they may be together, parallel to `names`. `whole`: every combination was looked at. `unmet`: the
    needs that held in none of them.
    """

    names: tuple[int, ...]
    tuples: tuple[Words, ...]
    whole: bool
    unmet: tuple[ir.Condition, ...] = ()


class Space:
    """The settings of one ruleset.

    `names`: `players`, then the options; `tried`: parallel to it, the values to play. `never`: pairs of these that no
    setting allows. `barred`: (name, value) of words, truths, listed numbers and player counts that none allows. After
    `until`, by the monotonic clock, no more than the defaults are looked at; `cut`: something was not.
    """

    def __init__(self, rules: ir.Rules, until: float = inf) -> None:
        self._until, self.cut = until, False
        self.domains = Domains(rules)
        self.names = self.domains.names
        whole = [self._block(names) for names in self._groups()]
        self._home = {at: number for number, block in enumerate(whole) for at in block.names}
        self.tried = self._all_tried(whole)
        self.barred = tuple(
            (self.names[at], word)
            for block in whole if block.tuples and block.whole
            for at in block.names if not self.domains.numeric(at)
            for word in self.domains.words[at] if word not in self.tried[at]
        )  # fmt: skip
        self.blocks = tuple(self._reduced(block) for block in whole)
        self.never = tuple(pair for block in self.blocks for pair in self._never(block))

    # ------------------------------------------------------------ settings
    def default_rows(self) -> Iterator[Row]:
        """Yield the row of defaults for each number of players that allows it."""
        for players, words in self.domains.defaults.items():
            row = (str(players), *words.values())
            if self._fits(row):
                yield row

    def preset_rows(self) -> Iterator[Row]:
        """Yield each preset, for the fewest players that allow it."""
        for preset in self.domains.rules.presets:
            rows = ((str(n), *self.domains.resolved(n, dict(preset.options)).values()) for n in self.domains.defaults)
            yield from islice((row for row in rows if self._fits(row)), 1)

    def setting(self, row: Row) -> Setting:
        """Return the setting of a row, without values at their defaults."""
        given = dict(zip(self.names[1:], row[1:], strict=True))
        for name, word in reversed(list(given.items())):
            without = {other: value for other, value in given.items() if other != name}
            if self.domains.resolved(int(row[0]), without)[name] == word:
                given = without
        return Setting(int(row[0]), tuple(given.items()))

    def row(self, setting: Setting) -> Row:
        """Return the setting with everything said."""
        return (str(setting.players), *self.domains.resolved(setting.players, dict(setting.options)).values())

    def allows(self, setting: Setting) -> bool:
        """Return whether all bounds and needs are met."""
        row = self.row(setting)
        refused = self.domains.program(setting.players, dict(setting.options))[1]
        return not refused and self._fits(row)

    def _fits(self, row: Row) -> bool:
        return all(self._allowed(block.names, tuple(row[at] for at in block.names)) for block in self.blocks)

    def pairs(self, row: Row) -> Iterator[Pair]:
        """Yield the pairs of a row that are to be played."""
        kept = [(at, word) for at, word in enumerate(row) if word in self.tried[at]]
        for number, (i, a) in enumerate(kept):
            for j, b in kept[number + 1 :]:
                yield i, a, j, b

    def all_pairs(self) -> Iterator[Pair]:
        """Yield every pair that some setting allows."""
        never = set(self.never)
        for i, mine in enumerate(self.tried):
            for j in range(i + 1, len(self.tried)):
                for a in mine:
                    yield from (pair for b in self.tried[j] if (pair := (i, a, j, b)) not in never)

    def block_of(self, at: int) -> int:
        """Return the number of the block that a name belongs to."""
        return self._home[at]

    def spelled(self, pair: Pair) -> str:
        """Return the setting in words: `players=3 with ace=low`."""
        i, a, j, b = pair
        return f"{self.names[i]}={a} with {self.names[j]}={b}"

    # ------------------------------------------------------------ blocks
    def _groups(self) -> list[tuple[int, ...]]:
        """Return groups of names that read each other, directly or through others."""
        home = list(range(len(self.names)))
        for at, option in enumerate(self.domains.rules.options, 1):
            for name in self.domains.reads.sentence(option.needs, option.low, option.high):
                new, old = sorted((home[at], home[self.domains.index[name]]))
                home = [new if group == old else group for group in home]
        return [tuple(at for at, group in enumerate(home) if group == first) for first in sorted(set(home))]

    def _block(self, names: tuple[int, ...]) -> Block:
        """Return the block of possible combinations for these names."""
        lists = [self.domains.words[at] for at in names]
        whole = all(self.domains.whole[at] for at in names)
        needs = self._needs(names)
        if len(names) == 1 and not needs:
            return Block(names, tuple((word,) for word in lists[0]), whole)
        drawn, complete = combinations(lists, MOST_TUPLES)
        usual: list[Words] = []
        for players, known in self.domains.defaults.items():
            row = (str(players), *known.values())
            usual.append(tuple(row[at] for at in names))
        allowed, met = [], set[int]()
        for words in dict.fromkeys((*drawn, *usual)):
            if monotonic() > self._until:
                complete, self.cut = False, True
                if words not in usual:
                    continue
            holding = self._holding(names, words)
            if holding is not None:
                met |= holding
                if len(holding) == len(needs):
                    allowed.append(words)
        unmet = tuple(need for number, need in enumerate(needs) if number not in met)
        return Block(names, tuple(allowed), whole and complete, unmet)

    def _needs(self, names: tuple[int, ...]) -> list[ir.Condition]:
        options = (self.domains.option(at) for at in names)
        return [need for option in options if option is not None for need in option.needs]

    def _allowed(self, names: tuple[int, ...], words: Words) -> bool:
        holding = self._holding(names, words)
        return holding is not None and len(holding) == len(self._needs(names))

    def _holding(self, names: tuple[int, ...], words: Words) -> set[int] | None:
        """Return the needs of the block that hold, by number; None if a value is out of its bounds."""
        given = {self.names[at]: word for at, word in zip(names, words, strict=True)}
        players = int(given.pop(PLAYERS, str(self.domains.rules.usual)))
        program, refused = self.domains.program(players, given)
        if refused & given.keys():
            return None
        return {number for number, need in enumerate(self._needs(names)) if program.planner.constant(need.expr)}

    def _all_tried(self, blocks: list[Block]) -> tuple[Words, ...]:
        """Return, for each name, the values to play: all words; of numbers the least, the greatest, the defaults and
        some between, as far as a setting allows them."""
        tried: dict[int, Words] = {}
        for block in blocks:
            for place, at in enumerate(block.names):
                possible = {words[place] for words in block.tuples}
                if not self.domains.numeric(at):
                    tried[at] = tuple(word for word in self.domains.words[at] if word in possible)
                    continue
                usual = {known[self.names[at]] for known in self.domains.defaults.values()} & possible
                some = spread(sorted(possible, key=int), TRIED) + spread(sorted(usual, key=int), TRIED)
                tried[at] = tuple(sorted(set(some), key=int))
        return tuple(tried[at] for at in range(len(self.names)))

    def _reduced(self, block: Block) -> Block:
        """Return a block reduced to what covers every pair: the combinations of tried values, and one for each pair
        that needs another value with it.
        """
        plain = [words for words in block.tuples if len(self._played(block, words)) == len(words)]
        kept = list(plain)
        met = {pair for words in plain for pair in self._within(block, words)}
        for words in block.tuples:
            more = set(self._within(block, words)) - met
            if more:
                met |= more
                kept.append(words)
        return replace(block, tuples=tuple(kept))

    def _never(self, block: Block) -> list[Pair]:
        """Return the pairs of tried values of the block that none of its combinations has."""
        met = {pair for words in block.tuples for pair in self._within(block, words)}
        wanted = [
            (i, a, j, b)
            for place, i in enumerate(block.names) for j in block.names[place + 1 :]
            for a in self.tried[i] for b in self.tried[j]
        ]  # fmt: skip
        return [pair for pair in wanted if pair not in met]

    def _played(self, block: Block, words: Words) -> list[tuple[int, str]]:
        known = zip(block.names, words, strict=True)
        return [(at, word) for at, word in known if word in self.tried[at]]

    def _within(self, block: Block, words: Words) -> Iterator[Pair]:
        known = self._played(block, words)
        for number, (i, a) in enumerate(known):
            for j, b in known[number + 1 :]:
                yield i, a, j, b
