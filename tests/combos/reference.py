"""A second, slow opinion on melds: every card is tried in every role, straight from the definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from croupier.combos import Pattern

Played = tuple[tuple[int, ...], tuple[int, ...], int]  # kinds, roles, start


def allows(pattern: Pattern, naturals: int, wilds: int) -> bool:
    size = naturals + wilds
    if size < pattern.smallest or (pattern.largest is not None and size > pattern.largest):
        return False
    if pattern.different is not None and size > len({value for value in pattern.different if value != -1}):
        return False
    if pattern.wilds.most is not None and wilds > pattern.wilds.most:
        return False
    return pattern.wilds.fewer_than_naturals is None or wilds <= naturals - pattern.wilds.fewer_than_naturals


def shared_values(pattern: Pattern) -> list[int]:
    if pattern.same is None:
        return [0]
    return sorted({value for value in pattern.same if value != -1})


def fits(pattern: Pattern, kind: int, shared: int, place: int | None) -> bool:
    """Is the kind in its own place there?"""
    if pattern.same is not None and pattern.same[kind] != shared:
        return False
    if pattern.different is not None and pattern.different[kind] == -1:
        return False
    return place is None or (pattern.places is not None and place in pattern.places[kind])


def is_run(pattern: Pattern, wild: frozenset[int], cards: Sequence[int]) -> bool:
    for shared in shared_values(pattern):
        for start in range(pattern.length - len(cards) + 1):
            if laid(pattern, wild, tuple(cards), shared, start, 0, ()):
                return True
    return False


def laid(
    pattern: Pattern,
    wild: frozenset[int],
    cards: tuple[int, ...],
    shared: int,
    place: int,
    wilds: int,
    values: tuple[int, ...],
) -> bool:
    """Can the cards lie at the places from `place` on? `values` are those of the naturals before them."""
    if not cards:
        return allows(pattern, len(values), wilds)
    for position, kind in enumerate(cards):
        if kind in cards[:position]:
            continue
        rest = cards[:position] + cards[position + 1 :]
        if fits(pattern, kind, shared, place):
            value = -1 if pattern.different is None else pattern.different[kind]
            differs = value == -1 or value not in values
            if differs and laid(pattern, wild, rest, shared, place + 1, wilds, (*values, value)):
                return True
        if kind in wild and laid(pattern, wild, rest, shared, place + 1, wilds + 1, values):
            return True
    return False


def is_set(pattern: Pattern, wild: frozenset[int], cards: Sequence[int]) -> bool:
    for shared in shared_values(pattern):
        for number in range(len(cards) + 1):
            for chosen in combinations(range(len(cards)), number):
                naturals = [cards[position] for position in chosen]
                others = [kind for position, kind in enumerate(cards) if position not in chosen]
                if not all(fits(pattern, kind, shared, None) for kind in naturals) or not wild.issuperset(others):
                    continue
                different = pattern.different
                if different is not None and len({different[kind] for kind in naturals}) < number:
                    continue
                if allows(pattern, number, len(others)):
                    return True
    return False


def is_meld(pattern: Pattern, wild: frozenset[int], cards: Sequence[int]) -> bool:
    if not cards:
        return False
    return (is_set if pattern.places is None else is_run)(pattern, wild, cards)


def least_left(
    patterns: Sequence[Pattern], points: Sequence[int], wild: frozenset[int], hand: Sequence[int]
) -> tuple[int, int]:
    """The fewest points, and then the fewest cards, that disjoint melds leave: over every division of the hand."""

    @cache
    def meld(cards: tuple[int, ...]) -> bool:
        return any(is_meld(pattern, wild, cards) for pattern in patterns)

    @cache
    def best(cards: tuple[int, ...]) -> tuple[int, int]:
        if not cards:
            return 0, 0
        first, rest = cards[0], cards[1:]
        lost = best(rest)
        least = lost[0] + points[first], lost[1] + 1
        for number in range(len(rest) + 1):
            for chosen in combinations(range(len(rest)), number):
                if meld((first, *(rest[position] for position in chosen))):
                    others = tuple(kind for position, kind in enumerate(rest) if position not in chosen)
                    least = min(least, best(others))
        return least

    return best(tuple(sorted(hand)))


def every_meld(pattern: Pattern, wild: frozenset[int], hand: Sequence[int]) -> set[Played]:
    """All melds of some of the cards, as kinds, roles and start."""
    found: set[Played] = set()
    for number in range(1, len(hand) + 1):
        for cards in {tuple(sorted(chosen)) for chosen in combinations(hand, number)}:
            if pattern.places is None:
                found.update(set_roles(pattern, wild, cards))
            else:
                found.update(run_roles(pattern, wild, cards))
    return found


def set_roles(pattern: Pattern, wild: frozenset[int], cards: tuple[int, ...]) -> Iterator[Played]:
    for shared in [*shared_values(pattern), None]:
        values: set[int] = set()
        roles: dict[int, int] = {}
        for position in sorted(range(len(cards)), key=lambda position: (cards[position] in wild, cards[position])):
            kind = cards[position]
            own = shared is not None and fits(pattern, kind, shared, None)
            if own and pattern.different is not None:
                own = pattern.different[kind] not in values
                values.add(pattern.different[kind])
            roles[position] = kind if own else -1
        played = tuple(roles[position] for position in range(len(cards)))
        wilds = played.count(-1)
        if any(role == -1 and kind not in wild for kind, role in zip(cards, played, strict=True)):
            continue
        if (shared is None) == (wilds == len(cards)) and allows(pattern, len(cards) - wilds, wilds):
            ordered = sorted(zip(cards, played, strict=True), key=lambda card: (card[0], -card[1]))
            yield tuple(kind for kind, _ in ordered), tuple(role for _, role in ordered), -1


def run_roles(pattern: Pattern, wild: frozenset[int], cards: tuple[int, ...]) -> Iterator[Played]:
    for kinds in set(permutations(cards)):
        for shared in shared_values(pattern):
            for start in range(pattern.length - len(kinds) + 1):
                roles = roles_in_order(pattern, wild, kinds, shared, start)
                if roles is not None:
                    yield kinds, roles, start


def roles_in_order(
    pattern: Pattern, wild: frozenset[int], kinds: tuple[int, ...], shared: int, start: int
) -> tuple[int, ...] | None:
    def value(kind: int, position: int) -> int:
        return -2 - position if pattern.different is None else pattern.different[kind]

    fitting = [fits(pattern, kind, shared, place) for place, kind in enumerate(kinds, start)]
    naturals = [position for position, kind in enumerate(kinds) if kind not in wild]
    values = [value(kinds[position], position) for position in naturals]
    if not all(fitting[position] for position in naturals) or len(set(values)) < len(values):
        return None
    for position, kind in enumerate(kinds):
        if kind in wild and fitting[position] and value(kind, position) not in values:
            naturals.append(position)
            values.append(value(kind, position))
    if not allows(pattern, len(naturals), len(kinds) - len(naturals)):
        return None
    roles = []
    for position, kind in enumerate(kinds):
        there = [other for other in range(54) if fits(pattern, other, shared, start + position)]
        roles.append(kind if position in naturals else there[0] if len(there) == 1 else -1)
    return tuple(roles)
