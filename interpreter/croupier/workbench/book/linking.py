"""Link clauses without a passage to the most likely passages, by shared words.

Clauses come in the order of the book, so the increasing sequence of passages with the highest total similarity is
searched. A passage may belong to several clauses. Numbers count as words, written as figures or spelled out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.workbench.book.digest import normal
from croupier.workbench.book.numbers import NUMBERS
from croupier.workbench.book.text import Passage
from croupier_dsl import ir

STEM = 5
"""The number of first letters by which words are compared."""
ENOUGH = 0.34
"""A clause and a passage that share less are not taken for the same; 1 would be every word."""
LITTLE = 0.14
"""The similarity that is enough between two neighbours whose passages are known and near each other."""
NEAR = 12
"""The maximum distance of these, in passages."""
MOST_WORK = 4_000_000
"""Clauses times passages; more are not compared."""


@dataclass(frozen=True, slots=True)
class Link:
    """A clause and the passage it seems to come from. `share`: 0 to 1, of the weight of their words in common."""

    clause: str
    passage: Passage
    share: float


def links(clauses: Sequence[ir.Clause], passages: Sequence[Passage], language: str) -> list[Link]:
    """Return the likeliest passage of each clause, of those that have one, in order."""
    if not clauses or not passages or len(clauses) * len(passages) > MOST_WORK:
        return []
    bags = [_words(passage.text) for passage in passages]
    heads = [_words(passage.heading) for passage in passages]
    weights = _weights(bags)
    shares = []
    for clause in clauses:
        bag, head = _words(_said(clause, language)), _words(clause.place)
        shares.append([
            (_share(bag, other, weights) + 0.1 * _share(head, over, weights)) * (0.85 if p.kind == "heading" else 1.0)
            for p, other, over in zip(passages, bags, heads, strict=True)
        ])  # fmt: skip
    found = []
    for clause, at, share in zip(clauses, _between(_in_order(shares), shares), shares, strict=True):
        if at is not None:
            found.append(Link(clause.id, passages[at], min(1.0, round(share[at], 2))))
    return found


def _between(chosen: list[int | None], shares: Sequence[Sequence[float]]) -> list[int | None]:
    """Fill in less likely passages for the remaining clauses, between the passages of their neighbours."""
    found = list(chosen)
    for number, at in enumerate(chosen):
        if at is None:
            low = next((place for place in reversed(found[:number]) if place is not None), 0)
            high = next((place for place in chosen[number + 1 :] if place is not None), len(shares[0]) - 1)
            best = max(range(low, high + 1), key=lambda place: (shares[number][place], -place), default=low)
            if high - low <= NEAR and shares[number][best] >= LITTLE:
                found[number] = best
    return found


def language_of(passages: Iterable[Passage]) -> str:
    """Return `fr` or `en`, whichever has more of its function words there."""
    words = Counter(word for passage in passages for word in normal(passage.text).split())
    french = sum(words[word] for word in ("le", "la", "les", "des", "une", "est", "et", "du", "qui", "dans"))
    english = sum(words[word] for word in ("the", "of", "and", "is", "to", "with", "are", "or", "from", "each"))
    return "fr" if french > english else "en"


def _said(clause: ir.Clause, language: str) -> str:
    known = dict(clause.text)
    return known.get(language) or " ".join(known.values())


def _words(text: str) -> frozenset[str]:
    words = (str(NUMBERS.get(word, word)) for word in normal(text).split())
    return frozenset(word[:STEM] for word in words if len(word) > 2 or any(ch.isdigit() for ch in word))


def _weights(bags: Sequence[frozenset[str]]) -> dict[str, float]:
    """Return the weight of each word: the rarer, the higher."""
    counts = Counter(word for bag in bags for word in bag)
    return {word: math.log(1 + len(bags) / count) for word, count in counts.items()}


def _share(one: frozenset[str], other: frozenset[str], weights: dict[str, float]) -> float:
    usual = math.log(1 + len(weights)) if weights else 1.0
    common = sum(weights.get(word, usual) for word in one & other)
    whole = sum(weights.get(word, usual) for word in one), sum(weights.get(word, usual) for word in other)
    return 2 * common / sum(whole) if sum(whole) else 0.0


def _in_order(shares: Sequence[Sequence[float]]) -> list[int | None]:
    """Return, for each clause, its passage in the best increasing sequence; None if it is not likely enough."""
    best = [0.0] * (len(shares[0]) + 1)
    choices: list[list[int | None]] = []
    for row in shares:
        after, chosen = [0.0], list[int | None]()
        for at, share in enumerate(row):
            here = best[at + 1] + (share if share >= ENOUGH else 0.0)
            better = here > after[-1]
            after.append(here if better else after[-1])
            chosen.append(at if better else (chosen[-1] if chosen else None))
        best = after
        choices.append(chosen)
    found: list[int | None] = []
    last = len(shares[0]) - 1
    for row, chosen in zip(reversed(shares), reversed(choices), strict=True):
        passage = chosen[last]
        if passage is None:  # nothing before this has a passage
            break
        found.append(passage if row[passage] >= ENOUGH else None)
        last = passage
    found += [None] * (len(shares) - len(found))
    return found[::-1]
