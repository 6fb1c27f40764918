"""Confidence sequences: intervals for the mean of numbers drawn one after another, valid at any stopping time.

The probability that such an interval ever misses the mean, at any number of draws, is at most `alpha`; so you can look
after each draw and stop at any time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import exp, inf, log, sqrt

STAKES = tuple(0.9 / 2**k for k in range(10))
"""The fractions of a purse that are staked, in parallel."""
SHARPEST = 2_000
"""The number of draws at which an asymptotic interval is narrowest, relative to the possible."""
STEPS = 40
"""The number of bisections in the search for a bound."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass
class Bounded:
    """Draws between two bounds, of few distinct values.

    The interval is made of bets: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
    betting", JRSS B 86 (2024), section 5: a purse that stakes a part of itself on each draw being above `m` grows
    beyond 2 / alpha, if the mean is `m`, with probability alpha / 2 at most (Ville). Several purses with parts of their
    own are mixed. As the parts stay the same, a purse depends on how often each value was drawn alone. The interval
    holds for any number of draws, the first included, and for events that are rare.
    """

    least: float
    most: float
    drawn: Counter[float] = field(default_factory=Counter)

    def add(self, value: float) -> None:
        self.drawn[value] += 1

    @property
    def count(self) -> int:
        return self.drawn.total()

    @property
    def mean(self) -> float:
        return sum(value * number for value, number in self.drawn.items()) / self.count

    def interval(self, alpha: float) -> Interval:
        """Return the interval for the mean of the draws."""
        if not self.drawn:
            return Interval(self.least, self.most)
        width = self.most - self.least
        above = {(value - self.least) / width: number for value, number in self.drawn.items()}
        below = {1 - value: number for value, number in above.items()}
        return Interval(self.least + width * _lowest(above, alpha), self.most - width * _lowest(below, alpha))


def _lowest(drawn: dict[float, int], alpha: float) -> float:
    """Return the least mean, for values from 0 to 1, that the bets do not reject at level `alpha / 2`."""
    mean = sum(value * number for value, number in drawn.items()) / sum(drawn.values())
    low, high = 0.0, mean
    for _ in range(STEPS):
        middle = (low + high) / 2
        if middle <= 0 or _won(drawn, middle) >= log(2 / alpha):
            low = middle
        else:
            high = middle
    return low


def _won(drawn: dict[float, int], mean: float) -> float:
    """Return the logarithm of the average capital, starting from 1, after bets against this mean."""
    purses = [
        sum(number * log(1 + stake * (value - mean) / mean) for value, number in drawn.items()) for stake in STAKES
    ]
    most = max(purses)
    return most + log(sum(exp(purse - most) for purse in purses) / len(purses))


def half_width(count: int, alpha: float) -> float:
    """Return the possible error of the mean of `count` draws, in standard deviations of one draw, for an interval valid
    at all counts.

    Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and
    asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2 with rho as in their appendix.

    It is asymptotic: the deviation is estimated, so it wants a good hundred draws before the first look.
    """
    rho = sqrt((-2 * log(alpha) + log(-2 * log(alpha) + 1)) / SHARPEST)
    spent = count * rho * rho + 1
    return sqrt(2 * spent / (count * count * rho * rho) * log(sqrt(spent) / alpha))


@dataclass
class Pairs:
    """Draws of two numbers at a time, for how they differ in the mean."""

    count: int = 0
    a: float = 0.0
    b: float = 0.0
    aa: float = 0.0
    ab: float = 0.0
    bb: float = 0.0

    def add(self, a: float, b: float) -> None:
        self.count += 1
        self.a += a
        self.b += b
        self.aa += a * a
        self.ab += a * b
        self.bb += b * b

    @property
    def means(self) -> tuple[float, float]:
        return self.a / self.count, self.b / self.count

    @property
    def _spreads(self) -> tuple[float, float, float]:
        """Return the variances of both, and between them what they have in common."""
        a, b = self.means
        n = self.count
        return max(0.0, self.aa / n - a * a), self.ab / n - a * b, max(0.0, self.bb / n - b * b)

    def difference(self, alpha: float) -> Interval:
        """Return the interval for the mean of the second minus the mean of the first."""
        if not self.count:
            return Interval(-inf, inf)
        (a, b), (aa, ab, bb) = self.means, self._spreads
        half = half_width(self.count, alpha) * sqrt(max(0.0, aa - 2 * ab + bb))
        return Interval(b - a - half, b - a + half)

    def ratio(self, alpha: float) -> Interval:
        """Return the interval for the ratio of the means, second to first, if neither is ever negative: all `r` for
        which the mean of `b - r * a` may be zero (E.

        C. Fieller, JRSS B 16 (1954)).
        """
        if not self.count:
            return Interval(0.0, inf)
        (a, b), (aa, ab, bb) = self.means, self._spreads
        width = half_width(self.count, alpha) ** 2
        square, middle, rest = a * a - width * aa, a * b - width * ab, b * b - width * bb
        if square <= 0:
            return Interval(0.0, inf)
        root = sqrt(max(0.0, middle * middle - square * rest))
        return Interval(max(0.0, (middle - root) / square), (middle + root) / square)
