"""Combine melds of cards into groups that share no card and that a move's conditions allow.

Sums of a group are tracked meld by meld, so that groups which cannot reach their bounds are not built.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from croupier.base.effort import EFFORT
from croupier.base.values import Env, Fn, Meld, Value, cards_of
from croupier.compile.recognised import some_is, summed
from croupier.model.copies import noted_first
from croupier_dsl import ir
from croupier_dsl.analysis import slots_read

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State


@dataclass(slots=True, eq=False)
class Adding:
    """A condition of the form "a sum over the melds is at least (at most) a bound"."""

    sum: Fn
    bound: Fn
    op: Literal["<", "<=", ">", ">="]


@dataclass(slots=True, eq=False)
class GroupPlan:
    """The plan of a choice of several melds. `source`: the cards that the melds are made of, None for melds on a table;
    `adding`: conditions on sums; `having`: conditions that at least one meld has to meet."""

    source: Fn | None
    adding: list[Adding] = field(default_factory=list)
    having: list[Fn] = field(default_factory=list)

    @classmethod
    def of(cls, planner: Planner, choice: ir.Choice) -> GroupPlan:
        source = choice.collection.cards if isinstance(choice.collection, ir.Melds) else None
        return cls(None if source is None else planner.plan(source))

    def take(self, planner: Planner, expr: ir.Expr, slot: int) -> bool:
        """Take a condition over, if it is of one of the two forms."""
        facts = planner.facts
        if isinstance(expr, ir.Order) and summed(facts, expr.left, slot) and slot not in slots_read(facts, expr.right):
            self.adding.append(Adding(planner.plan(expr.left), planner.plan(expr.right), expr.op))
            return True
        if some_is(facts, expr, slot):
            self.having.append(planner.plan(expr))
            return True
        return False


def groups(
    s: State, plan: GroupPlan, slot: int, melds: Sequence[Meld], low: int, high: int | None, env: Env,
    taking: frozenset[int] | None = None,
) -> Iterator[list[Meld]]:  # fmt: skip
    """Yield every group of `low` to `high` of the melds that the plan allows: the smallest first, then in their order.

    `taking`: only groups with a meld that has one of these cards.
    """
    table = _Table(s, plan, slot, melds, env)
    if taking is not None:
        table.flags.append(sum(1 << number for number, meld in enumerate(melds) if not taking.isdisjoint(meld.cards)))
    most = table.cards // max(table.smallest, 1)
    most = most if high is None else min(high, most)
    for size in range(max(low, 0), most + 1):
        yield from table.of_size(size)


def overdrawn(s: State, plan: GroupPlan, melds: Sequence[Meld], env: Env) -> int | None:
    """Return a card of a kind that these melds need more often than it is there, None if they can share the cards."""
    cards, kind_of = _pool(s, plan, melds, env)
    left = {kind: len(copies) for kind, copies in _by_kind(cards, kind_of).items()}
    for card in (card for meld in melds for card in meld.cards):
        left[kind_of[card]] -= 1
        if left[kind_of[card]] < 0:
            return card
    return None


class _Table:
    """The melds with what each needs and adds, for one hand."""

    def __init__(self, s: State, plan: GroupPlan, slot: int, melds: Sequence[Meld], env: Env) -> None:
        self.melds = melds
        cards, kind_of = _pool(s, plan, melds, env)
        self.copies = _by_kind(cards, kind_of)
        # for each kind a few bits with the number of its cards, the highest of which shows when too many are taken
        bits = max(map(len, self.copies.values()), default=0).bit_length() + 1
        kinds = {kind: bits * i for i, kind in enumerate(self.copies)}
        self.cards = len(cards)
        self.kind_of = kind_of
        guards = sum(1 << shift + bits - 1 for shift in kinds.values())
        self.guards = guards
        self.stock = guards + sum(1 << kinds[kind_of[card]] for card in cards)
        self.sizes = [len(meld.cards) for meld in melds]
        self.smallest = min(self.sizes, default=0)
        self.needs = [sum(1 << kinds[kind_of[card]] for card in meld.cards) for meld in melds]
        before = env[slot]
        self.rules = [(rule.op, rule.bound(s, env)) for rule in plan.adding]
        self.adds: list[list[int]] = [[] for _ in plan.adding]
        self.flags = [0] * len(plan.having)
        for number, meld in enumerate(melds):
            env[slot] = [meld]
            for adds, rule in zip(self.adds, plan.adding, strict=True):
                adds.append(rule.sum(s, env) or 0)
            for i, test in enumerate(plan.having):
                if test(s, env):
                    self.flags[i] |= 1 << number
        env[slot] = before
        self.best = [
            (max if op in (">", ">=") else min)(adds, default=0)
            for (op, _), adds in zip(self.rules, self.adds, strict=True)
        ]
        self.beside: list[int | None] = [None] * len(melds)
        self.enough: dict[tuple[int, int], int] = {}
        self.impossible = any(bound is None for _, bound in self.rules)

    def of_size(self, size: int) -> Iterator[list[Meld]]:
        """Yield the groups of `size` melds."""
        if self.impossible:
            return
        if size == 0:
            if not self.flags and all(_compare(op, 0, bound) for op, bound in self.rules):
                yield []
            return
        for group in self._grow(
            size, (1 << len(self.melds)) - 1, self.stock, self.cards, self.flags, [0] * len(self.rules)
        ):
            yield self._dealt(group)

    def _grow(
        self, size: int, offered: int, stock: int, cards: int, missing: list[int], sums: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield groups of `size` more melds out of those offered (as bits), each of which fits with those taken.

        `stock`, `cards`: the cards that are left, by kind and their number: too few for the rest end a group at once.
        `missing`: for each thing that some meld has to be and none is yet, the melds that are.
        """
        if size == 1:
            yield from self._last(offered, stock, missing, sums)
            return
        needs, guards, sizes = self.needs, self.guards, self.sizes
        EFFORT.spend(offered.bit_count())
        beside, enough = self.beside, self.smallest * (size - 1)
        while offered:
            lowest = offered & -offered
            meld = lowest.bit_length() - 1
            known = beside[meld]
            rest = offered & (self._beside(meld) if known is None else known)
            offered ^= lowest
            left, over = stock - needs[meld], cards - sizes[meld]
            if over < enough or not rest or left & guards != guards:
                continue
            lacking = [those for those in missing if not those & lowest]
            now = [total + adds[meld] for total, adds in zip(sums, self.adds, strict=True)]
            if all(rest & those for those in lacking) and self._within_reach(size - 1, now):
                for group in self._grow(size - 1, rest, left, over, lacking, now):
                    yield (meld, *group)

    def _last(self, offered: int, stock: int, missing: list[int], sums: list[int]) -> Iterator[tuple[int]]:
        """Yield the melds that complete a group."""
        for those in missing:
            offered &= those
        for rule in range(len(sums)):
            offered &= self._enough(rule, sums[rule])
        needs, guards = self.needs, self.guards
        EFFORT.spend(1 + offered.bit_count())
        while offered:
            lowest = offered & -offered
            meld = lowest.bit_length() - 1
            if (stock - needs[meld]) & guards == guards:
                yield (meld,)
            offered ^= lowest

    def _beside(self, meld: int) -> int:
        """Return the melds from this one on that the remaining cards allow next to it, as bits; computed once."""
        left, guards = self.stock - self.needs[meld], self.guards
        found = 0
        for other in range(meld, len(self.melds)):
            if (left - self.needs[other]) & guards == guards:
                found |= 1 << other
        EFFORT.spend(len(self.melds) - meld)
        self.beside[meld] = found
        return found

    def _enough(self, rule: int, total: int) -> int:
        """Return the melds that bring a sum from `total` to where it has to be, as bits."""
        found = self.enough.get((rule, total))
        if found is None:
            op, bound = self.rules[rule]
            found = sum(1 << i for i, adds in enumerate(self.adds[rule]) if _compare(op, total + adds, bound))
            self.enough[rule, total] = found
        return found

    def _within_reach(self, size: int, sums: list[int]) -> bool:
        """Return whether the sums could still meet their bounds if every further meld were the best."""
        for (op, bound), best, total in zip(self.rules, self.best, sums, strict=True):
            if not _compare(op, total + best * size, bound):
                return False
        return True

    def _dealt(self, group: tuple[int, ...]) -> list[Meld]:
        return _each_its_own([self.melds[number] for number in group], self.copies, self.kind_of)


def dealt(s: State, plan: GroupPlan, melds: Sequence[Meld], env: Env) -> list[Meld]:
    """Return the melds of a group with cards of their own."""
    cards, kind_of = _pool(s, plan, melds, env)
    return _each_its_own(list(melds), _by_kind(cards, kind_of), kind_of)


def _pool(s: State, plan: GroupPlan, melds: Sequence[Meld], env: Env) -> tuple[list[int], Sequence[int]]:
    """Return the cards that melds are made of, and the kind of each."""
    if plan.source is None:
        # melds on a table share no card: each is itself
        return sorted({card for meld in melds for card in meld.cards}), range(s.program.cards)
    return noted_first(s, cards_of(plan.source(s, env))), s.program.kind_of


def _by_kind(cards: Sequence[int], kind_of: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for card in cards:
        found.setdefault(kind_of[card], []).append(card)
    return found


def _each_its_own(melds: list[Meld], copies: dict[int, list[int]], kind_of: Sequence[int]) -> list[Meld]:
    """Give the later of two melds that want the same card another copy."""
    used: set[int] = set()
    for i, meld in enumerate(melds):
        if not used.isdisjoint(meld.cards):
            meld = melds[i] = _redealt(meld, used, copies, kind_of)
        used.update(meld.cards)
    return melds


def _redealt(meld: Meld, used: set[int], copies: dict[int, list[int]], kind_of: Sequence[int]) -> Meld:
    cards: list[int] = []
    for card in meld.cards:
        free = (c for c in copies[kind_of[card]] if c not in used and c not in cards)
        cards.append(card if card not in used and card not in cards else next(free))
    return replace(meld, cards=tuple(cards))


def _compare(op: str, left: int, right: Value) -> bool:
    if op == ">=":
        return bool(left >= right)
    if op == ">":
        return bool(left > right)
    return bool(left <= right if op == "<=" else left < right)
