"""Find the intended name for a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def distance(left: str, right: str, limit: int) -> int:
    """Return the number of letters to add, drop, change or swap to get from one to the other; `limit + 1` when more."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that was probably meant, or None when none is near enough."""
    wanted = _plain(name)[:64]
    limit = max(1, len(wanted) // 3) if len(wanted) > 2 else 0
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates)):
        if candidate == name:
            continue
        off = distance(wanted, _plain(candidate), limit)
        if off <= limit and (best is None or off < best[0]):
            best = (off, candidate)
    return best[1] if best else None


def surely(name: str, found: str, candidates: Iterable[str]) -> bool:
    """Return whether it is a typo of a letter, or of two in a long name, with no other candidate as near."""
    wanted = _plain(name)[:64]
    off = distance(wanted, _plain(found), 2)
    if len(wanted) < 3 or off > (2 if len(wanted) > 7 else 1):
        return False
    others = (other for other in candidates if other not in (found, name))
    apart = off if len(wanted) > 3 else off + 1
    return not any(distance(wanted, _plain(other), apart) <= apart for other in others)


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")
