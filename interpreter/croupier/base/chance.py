"""Provide all chance of a game: a seed fixes one stream of shuffles and picks; callers may fix some results.

`docs/reference/chance.md` is the norm; the words below belong to the published splitmix64 generator.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from croupier.base.language import tr

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, made odd: consecutive counters land far apart
FIRST = 0xBF58476D1CE4E5B9  # with SECOND and the shifts 30, 27, 31, the finaliser of splitmix64
SECOND = 0x94D049BB133111EB
HALF = 1 << 32  # a pick uses the upper half of a word, so that its product with the count still fits in 64 bits

_SEED = re.compile(r"([0-9]{1,20})(?::([0-9]{1,20}))?")


def word(key: int, index: int) -> int:
    """Return word `index` (from 0) of the splitmix64 sequence that starts at `key`: 64 bits."""
    z = (key + (index + 1) * GAMMA) & MASK
    z = ((z ^ (z >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31)


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of one game: a number, and the number of the game of that seed."""

    number: int
    game: int = 0

    def __post_init__(self) -> None:
        """Refuse what does not fit in 64 bits."""
        for name, value in ((tr("seed"), self.number), (tr("game number"), self.game)):
            if not 0 <= value <= MASK:
                raise ValueError(
                    tr(
                        "the {name} must be a whole number from 0 to {most}; found {value}",
                        name=name,
                        value=value,
                        most=MASK,
                    )
                )

    def __str__(self) -> str:
        """Return the seed as typed: `7`, or `7:12` for game 12 of seed 7."""
        return f"{self.number}:{self.game}" if self.game else str(self.number)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `7` or `7:12`."""
        written = _SEED.fullmatch(text)
        if written is None:
            told = tr(
                "invalid seed {text}: write a whole number from 0 to {most}, such as 7, or 7:12 for its game 12",
                text=repr(text), most=MASK,
            )  # fmt: skip
            raise ValueError(told)
        number, game = written.groups(default="0")
        return cls(int(number), int(game))

    @classmethod
    def fresh(cls) -> Self:
        """Return a new random seed, short enough to read out and type."""
        return cls(secrets.randbits(32))

    def stream(self) -> "Stream":
        """Return the chance of this game, nothing drawn yet."""
        return Stream(self.number, self.game)


class Chance(Protocol):
    """The source of chance that the engine uses."""

    def below(self, count: int) -> int:
        """Return one of the numbers from 0 to `count` - 1."""

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """Return the same cards, in a new order."""

    def next_result(self) -> object | None:
        """Return the fixed result of the current event, as the caller spelled it; None leaves it to `below` or
        `shuffle`.

        Call this exactly once for each chance event, before drawing for it.
        """

    def copy(self) -> "Chance":
        """Return a copy with the same future results, independent from here on."""

    @property
    def position(self) -> dict[str, object]:
        """The position in the stream, as plain data that `resume` reads."""


class Stream:
    """Chance from a seed: draw i is a function of (seed, game, i) alone, so three integers are the whole state."""

    __slots__ = ("_key", "drawn", "game", "seed")

    def __init__(self, seed: int, game: int = 0, drawn: int = 0) -> None:
        """Begin the stream of one game of a seed, after `drawn` words."""
        Seed(seed, game)  # refuses what does not fit
        if not 0 <= drawn <= MASK:
            raise ValueError(f"{drawn} is not a number of words drawn")
        self.seed = seed
        self.game = game
        self.drawn = drawn
        self._key = word(word(seed, 0), game)

    def below(self, count: int) -> int:
        """Return one of the numbers from 0 to `count` - 1, all equally likely (Lemire's method)."""
        if not 0 < count <= HALF:
            raise ValueError(f"cannot pick one of {count}")
        while True:
            self.drawn += 1
            # word(self._key, self.drawn - 1), written out: a call would cost a tenth of every draw
            z = (self._key + self.drawn * GAMMA) & MASK
            z = ((z ^ (z >> 30)) * FIRST) & MASK
            z = ((z ^ (z >> 27)) * SECOND) & MASK
            product = ((z ^ (z >> 31)) >> 32) * count
            low = product & (HALF - 1)
            # HALF % count of the halves are too many to share out evenly; the first test spares most draws the division
            if low >= count or low >= HALF % count:
                return product >> 32

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """Return the same cards in one of their orders, each as likely as the others (Fisher-Yates, last place
        first)."""
        order = list(cards)
        below = self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def next_result(self) -> None:
        """Return None: every event is drawn."""

    def copy(self) -> "Stream":
        """Return a stream that will draw what this one would."""
        twin = object.__new__(Stream)
        twin.seed, twin.game, twin.drawn, twin._key = self.seed, self.game, self.drawn, self._key
        return twin

    @property
    def position(self) -> dict[str, object]:
        """The seed, as a person types it, and the number of words drawn."""
        return {"seed": str(Seed(self.seed, self.game)), "drawn": self.drawn}

    def __repr__(self) -> str:
        """Return Python that makes this stream again."""
        return f"Stream({self.seed}, {self.game}, {self.drawn})"


class Supplied:
    """Chance whose first events have been fixed; `then` decides those left open (None) and all that come after."""

    __slots__ = ("_told", "results", "then")

    def __init__(self, results: Sequence[object], then: Chance) -> None:
        """Fix the results of events in order; the engine defines what a result looks like."""
        self.results = tuple(results)
        self.then = then
        self._told = 0

    @property
    def left(self) -> tuple[object, ...]:
        """The results that no event has asked for yet."""
        return self.results[self._told :]

    def below(self, count: int) -> int:
        """Return an event left open: `then` picks."""
        return self.then.below(count)

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """Return an event left open: `then` shuffles."""
        return self.then.shuffle(cards)

    def next_result(self) -> object | None:
        """Return the result of the next event; None if it was left open."""
        result = None
        if self._told < len(self.results):
            result = self.results[self._told]
            self._told += 1
        return self.then.next_result() if result is None else result

    def copy(self) -> "Supplied":
        """Return a copy with the remaining results and a copy of the chance after them."""
        return Supplied(self.left, self.then.copy())

    @property
    def position(self) -> dict[str, object]:
        """The remaining results, and the position of `then`."""
        return {"results": list(self.left), "then": self.then.position}

    def __repr__(self) -> str:
        """Return Python that makes this chance again."""
        return f"Supplied({list(self.left)!r}, {self.then!r})"


def resume(position: object) -> Chance:
    """Return chance at the given position."""
    match position:
        case {"seed": str(seed), "drawn": int(drawn)}:
            at = Seed.parse(seed)
            return Stream(at.number, at.game, drawn)
        case {"results": list(results), "then": then}:
            return Supplied(results, resume(then))
    raise ValueError(f"{position!r} is not a position of chance")


def token() -> str:
    """Return an unguessable string for use in a URL."""
    return secrets.token_urlsafe(24)
