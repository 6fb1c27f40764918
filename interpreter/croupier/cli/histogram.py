"""Draw a frequency distribution as bars of text, for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

MOST = 12
"""The maximum number of bars."""
LONGEST = 40
FEW = 0.02
"""Such a part of all is not worth bars of its own."""
PARTS = " ▏▎▍▌▋▊▉"
"""Nothing to seven eighths of a block."""


def bars(counts: Mapping[int, int]) -> Iterator[str]:
    """Yield a line for each stretch of numbers, all of one length, which is 1, 2 or 5 times a power of ten.

    The few that are greatest share the last.
    """
    if not counts:
        return
    low, high, many = min(counts), _most(counts), sum(counts.values())
    step = next(size for size in _sizes() if high // size - low // size < MOST)
    last = high // step
    heights = dict.fromkeys(range(low // step, last + 1), 0)
    for number, times in counts.items():
        heights[min(number // step, last)] += times
    names = {at: str(at * step) if step == 1 else f"{at * step}-{(at + 1) * step - 1}" for at in heights}
    if max(counts) // step > last:
        names[last] = f"{last * step}+"
    wide, top = max(map(len, names.values())), max(heights.values())
    for at, times in heights.items():
        eighths = round(8 * LONGEST * times / top) or (1 if times else 0)
        bar = "█" * (eighths // 8) + PARTS[eighths % 8].strip()
        yield f" {names[at]:>{wide}}  {bar:<{LONGEST}} {times:>{len(str(top))}}  {times / many:>6.1%}".rstrip()


def _most(counts: Mapping[int, int]) -> int:
    """Return the number that so few exceed."""
    left = sum(counts.values()) * FEW
    for number in sorted(counts, reverse=True):
        left -= counts[number]
        if left < 0:
            return number
    return max(counts)


def _sizes() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
