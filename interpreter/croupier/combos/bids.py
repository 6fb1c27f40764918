"""Turn prices, at which branches bid for the cards of the leaves, into a lower bound on an arrangement's loss.

If every leaf may sell its leftover cards, and every branch buy the cards it takes, each can be optimised separately,
and together they lose no more than any arrangement. The strength of the bound depends on the prices: they rise for
cards that leaves sell and no branch buys, and fall for cards with more demand than supply; so does the price of wilds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from croupier.base.effort import EFFORT
from croupier.base.prices import EDGES, STATE

from .choices import Choices
from .patterns import INFINITE
from .profiles import Losses
from .shapes import FIELD, FULL
from .table import Group, Option, Table
from .walk import Standpoint, State, Walk
from .walked import Walked

ROUNDS = 100
"""The most adjustments of prices."""
PATIENCE = 5
"""So often without success before the steps become smaller."""
SOME = (1, 2)
"""Prices are looked for as if no place took more wilds; where that makes them say little, with more of them."""
NEVER = INFINITE >> 1


class Seller:
    """A leaf: its walk over all cards of the hand, as a graph whose edges are the transitions at each place."""

    def __init__(self, leaf: Group, code: int, pool: int, some: int, copies: dict[int, list[int]]) -> None:
        assert isinstance(leaf.profile, Walked)
        self.leaf = leaf
        self.walk = leaf.profile.walk(pool)
        walk = leaf.profile.walk(min(pool, some))
        # By place, the copies of each class that is only there, and of each whose last place that is.
        self.singles = [[copies.get(leaf.kinds[index], []) for index in those] for those in walk.single]
        self.lates = [[copies.get(leaf.kinds[walk.several[slot]], []) for slot in those] for those in walk.leaving]
        self.steps: list[list[tuple[tuple[int, ...], int, int]]] = []  # by place: (late, left, wilds), each once
        self.edges: list[list[list[tuple[int, int]]]] = []  # by place and state: (step, state then)
        states: dict[State, int] = {walk.origin.states[0][0]: 0}  # with the fewest wilds used by then
        self.size = 0
        for place in range(walk.length):
            steps: dict[tuple[tuple[int, ...], int, int], int] = {}
            after: dict[State, int] = {}
            fewest: dict[State, int] = {}
            edges = []
            for state, used in states.items():
                there = set()
                for then, late, left, wilds in walk.ways(state, place, code):
                    if used + wilds <= pool:
                        step = steps.setdefault((late, left, wilds), len(steps))
                        there.add((step, after.setdefault(then, len(after))))
                        fewest[then] = min(used + wilds, fewest.get(then, pool))
                edges.append(sorted(there))
                self.size += len(there)
            self.steps.append(list(steps))
            self.edges.append(edges)
            states = fewest
        self.ends = [0 if walk.complete(state) else INFINITE for state in states]

    def least(self, prices: Sequence[int], wild: int, sold: list[int]) -> tuple[int, int]:
        """Return the least loss at these prices, and the wilds that it takes. The copies left over are added to
        `sold`."""
        values = self.ends
        found: list[tuple[list[int], list[int]]] = []
        orders: list[list[int]] = []
        for place in range(len(self.edges) - 1, -1, -1):
            order = [copy for copies in self.singles[place] for copy in copies]
            order.sort(key=lambda copy: prices[copy])
            orders.append(order)
            lefts = [0, *accumulate([prices[copy] for copy in order])]
            lates = self.lates[place]
            costs = [
                lefts[left]
                + wild * wilds
                + sum([prices[copy] for number, copies in zip(late, lates, strict=True) for copy in copies[:number]])
                for late, left, wilds in self.steps[place]
            ]
            found.append((costs, values))
            values = [
                min([costs[step] + values[then] for step, then in there], default=INFINITE)
                for there in self.edges[place]
            ]
        least, at, used = values[0], 0, 0
        for place, (costs, values) in enumerate(reversed(found)):
            there = self.edges[place][at]
            step, at = min(there, key=lambda edge: costs[edge[0]] + values[edge[1]])
            late, left, wilds = self.steps[place][step]
            used += wilds
            for copy in orders[-1 - place][:left]:
                sold[copy] += 1
            for number, copies in zip(late, self.lates[place], strict=True):
                for copy in copies[:number]:
                    sold[copy] += 1
        return least, used


class Bids:
    """The best prices found for a hand, and the least loss with them."""

    def __init__(self, table: Table, given: Choices, spare: Sequence[int], later: Sequence[int]) -> None:
        self.table = table
        self.given = given
        self.later = later
        self.unused = spare
        self.pool = len(spare) - 1
        copies: dict[int, list[int]] = {}
        self.caps: list[int] = []
        for leaf in given.leaves:
            for kind in leaf.kinds_in(given.stock >> leaf.offset & leaf.mask):
                those = copies.setdefault(kind, [])
                if those and table.overlapping:
                    those.append(those[0])  # several branches may buy the first
                else:
                    those.append(len(self.caps))
                    self.caps.append(table.weights[kind])
        self.copies = copies
        self.wanted = [
            [self._wanted(branch, option) for option in options]
            for branch, options in zip(given.branches, given.options, strict=True)
        ]
        self.outside = sum((given.stock >> position & FULL) * weight for position, weight in table.outside)
        opens = table.opens(self.pool)
        self.opens = [number for number in range(self.pool + 1) if opens >> number & 1]
        self.beyond: list[list[int]] = []  # by branch and option, how much dearer it is than the cheapest
        for some in SOME:
            self.sellers = [
                Seller(leaf, given.stock >> leaf.offset & leaf.mask, self.pool, some, copies) for leaf in given.leaves
            ]
            self.prices, self.wild, self.bound = [cap * 3 // 4 for cap in self.caps], 0, -INFINITE
            self._mend()
            hoped = self.bound
            self._settle()
            if some >= self.pool or hoped - self.bound <= max(1, sum(self.caps) // 64):
                break

    def _wanted(self, branch: Group, option: Option) -> tuple[tuple[int, ...], int, int, int]:
        """Return (copies, the worth of the other cards, least wilds, most wilds)."""
        _, bits, _, taken = option
        met: dict[int, int] = {}
        wanted, worth = [], 0
        for kind in branch.kinds_in(taken):
            if kind in self.copies:
                number = met.get(kind, 0)
                met[kind] = number + 1
                wanted.append(self.copies[kind][number])
            else:
                worth += self.table.weights[kind]
        return tuple(wanted), worth, (bits & -bits).bit_length() - 1, bits.bit_length() - 1

    # ------------------------------------------------------------ finding prices
    def _mend(self) -> None:
        prices, wild = list(self.prices), self.wild
        hope = max(1, sum(self.caps) // 8)
        stuck = 0
        size = sum(seller.size for seller in self.sellers) + sum(map(len, self.wanted)) * 4
        for _ in range(ROUNDS):
            EFFORT.spend(size // EDGES)
            bound, sold, over, _ = self._ask(prices, wild)
            if bound > self.bound:
                stuck = 0 if bound - self.bound > hope >> 3 else stuck + 1
                self.bound, self.prices, self.wild = bound, list(prices), wild
            else:
                stuck += 1
            if stuck > PATIENCE:
                stuck = 0
                hope = hope * 2 // 3
                prices, wild = list(self.prices), self.wild
            norm = sum([number * number for number in sold]) + over * over
            if not norm or hope < 200:
                break
            step = (self.bound + hope - bound) // norm
            for copy, number in enumerate(sold):
                if number:
                    prices[copy] = min(self.caps[copy], prices[copy] + step * number)
            wild += step * over
            for copies in self.copies.values():
                if len(copies) > 1 and copies[0] != copies[1]:
                    for copy, price in zip(copies, sorted([prices[copy] for copy in copies]), strict=True):
                        prices[copy] = price

    def _ask(self, prices: Sequence[int], wild: int) -> tuple[int, list[int], int, list[list[int]]]:
        """Return (the least loss; by copy the excess of sales over purchases; the excess of wilds used; by branch and
        option the cost)."""
        sold = [0] * len(prices)
        total, over = self.outside, 0
        for seller in self.sellers:
            least, used = seller.least(prices, wild, sold)
            total += least
            over += used
        costs = []
        price = prices.__getitem__
        for wanted in self.wanted:
            those = [
                wild * (low if wild >= 0 else high) - worth - sum(map(price, copies))
                for copies, worth, low, high in wanted
            ]
            least = min(those)
            bought, _, low, high = wanted[those.index(least)]
            for copy in bought:
                sold[copy] -= 1
            total += least
            over += low if wild >= 0 else high
            costs.append(those)
        opens = self.opens[0] if wild >= 0 else self.opens[-1]
        least, used = min((left - wild * used, used) for used, left in enumerate(self.unused))
        return total + least + wild * opens, sold, over + opens - used, costs

    # ---------------------------------------------------------------- the least loss
    def options(self, enough: int) -> tuple[tuple[Option, ...], ...]:
        """Return, for each branch, the options with a loss below `enough`."""
        return tuple(
            tuple([option for option, more in zip(options, beyond, strict=True) if self.bound + more < enough])
            for options, beyond in zip(self.given.options, self.beyond, strict=True)
        )

    def _settle(self) -> None:
        depth = len(self.wanted)
        price = self.prices.__getitem__
        tails: list[list[int]] = [[]] * depth + [[0] + [INFINITE] * self.pool]
        for level in range(depth - 1, -1, -1):
            least = [INFINITE] * (self.pool + 1)
            for (copies, worth, low, high), option in zip(self.wanted[level], self.given.options[level], strict=True):
                cost = -worth - sum(map(price, copies))
                for number in range(low, high + 1):
                    if option[1] >> number & 1 and cost < least[number]:
                        least[number] = cost
            tails[level] = added(least, tails[level + 1])
        self.spare = [
            [
                min(
                    [more + self.unused[used + extra] for extra, more in enumerate(tail) if used + extra <= self.pool],
                )
                for used in range(self.pool + 1)
            ]
            for tail in tails
        ]
        self._asked = [
            [sum(seller.walk.asked[place:]) for place in range(seller.walk.length + 1)] for seller in self.sellers
        ]
        self._onward: dict[tuple[int, int, int, int], dict[State, tuple[int, Losses]]] = {}
        self._known: dict[tuple[int, Standpoint, int, int], Losses] = {}
        # Now that nothing is left out: the least loss.
        _, _, _, costs = self._ask(self.prices, self.wild)
        self.beyond = [[cost - min(those) for cost in those] for those in costs]
        self.bound = self.outside + sum(map(min, costs))
        self.bound += min(left - self.wild * used for used, left in enumerate(self.unused))
        self.bound += self.wild * (self.opens[0] if self.wild >= 0 else self.opens[-1])
        for number, seller in enumerate(self.sellers):
            leaf = seller.leaf
            code = self.given.stock >> leaf.offset & leaf.mask
            losses, lost = self._seller(number, seller.walk, code, self.later[0] >> leaf.offset & leaf.mask)
            self.bound += lost + min(loss + self.wild * wilds for wilds, loss in enumerate(losses))

    def least(self, level: int, stock: int, used: int, enough: int) -> int:
        """Return the least loss, whatever the branches from this level on take; the exact loss if there are none."""
        total = sum([(stock >> position & FULL) * weight for position, weight in self.table.outside])
        later = self.later[level]
        spare = self.spare[level]
        lists = []
        for number, seller in enumerate(self.sellers):
            leaf = seller.leaf
            code = stock >> leaf.offset & leaf.mask
            vector, lost = self._seller(number, seller.walk, code, later >> leaf.offset & leaf.mask)
            total += lost
            lists.append(vector)
        if total + sum(map(min, lists)) + min(spare) >= enough:
            return enough
        sums = [0] + [INFINITE] * self.pool
        for vector in lists:
            sums = added(sums, vector)
        least = INFINITE
        for number, loss in enumerate(sums):
            if loss < NEVER:
                for before in range(self.pool + 1 - number):
                    if used >> before & 1 and loss + spare[before + number] < least:
                        least = loss + spare[before + number]
        return total + least

    def _seller(self, number: int, walk: Walk, code: int, later: int) -> tuple[Losses, int]:
        to_come = code & later
        end = 0
        while end < walk.length and not to_come & walk.asked[end]:
            end += 1
        at, lost = walk.along(code, 0, 0, end)
        asked = later & self._asked[number][end]
        key = (number, at, code & walk.beyond[end], asked)
        known = self._known.get(key)
        if known is None:
            values = self._values(number, walk, end, at, code, later)
            EFFORT.spend(STATE * len(at.states))
            least = [INFINITE] * (self.pool + 1)
            for state, losses in at.states:
                for wilds, loss in enumerate(added(losses, values[state][1])):
                    if loss < least[wilds]:
                        least[wilds] = loss
            known = self._known[key] = tuple(least)
        return known, lost

    def _values(
        self, number: int, walk: Walk, place: int, at: Standpoint, code: int, later: int
    ) -> dict[State, tuple[int, Losses]]:
        """Return, for each state before a place, how many wilds may have been used, and, by the number used later, the
        least loss from there on."""
        tables: list[dict[State, tuple[int, Losses]]] = []
        layers: list[dict[State, int]] = []
        states = {state: next(used for used, loss in enumerate(losses) if loss < NEVER) for state, losses in at.states}
        for there in range(place, walk.length + 1):
            asked = later & self._asked[number][there]
            table = self._onward.setdefault((number, there, code & walk.beyond[there], asked), {})
            missing = {state: used for state, used in states.items() if state not in table or table[state][0] > used}
            tables.append(table)
            layers.append(missing)
            if there < walk.length:
                states = {}
                for state, used in missing.items():
                    for then, _, _, wilds in walk.ways(state, there, code):
                        if used + wilds <= self.pool and used + wilds < states.get(then, self.pool + 1):
                            states[then] = used + wilds
        for there in range(walk.length, place - 1, -1):
            table, missing = tables[there - place], layers[there - place]
            if there == walk.length:
                for state in missing:
                    table[state] = 0, (0 if walk.complete(state) else INFINITE, *[INFINITE] * self.pool)
            elif missing:
                self._work_out_values(number, there, missing, code, later, table, tables[there + 1 - place])
        return tables[0]

    def _work_out_values(
        self,
        number: int,
        place: int,
        states: dict[State, int],
        code: int,
        later: int,
        table: dict[State, tuple[int, Losses]],
        onward: dict[State, tuple[int, Losses]],
    ) -> None:
        leaf, walk = self.sellers[number].leaf, self.sellers[number].walk
        copies = sorted([price for index in walk.single[place] for price in self._prices(leaf, index, code, later)])
        lefts = [0, *accumulate(copies)]
        for state, used in states.items():
            room = self.pool - used
            least = [INFINITE] * (room + 1)
            for then, late, left, wilds in walk.ways(state, place, code):
                if wilds > room:
                    continue
                lost = lefts[left]
                for slot, several in zip(walk.leaving[place], late, strict=True):
                    if several:
                        lost += sum(self._prices(leaf, walk.several[slot], code, later)[:several])
                for more, loss in enumerate(onward[then][1][: room + 1 - wilds], wilds):
                    if loss + lost < least[more]:
                        least[more] = loss + lost
            table[state] = used, tuple([loss if loss < NEVER else INFINITE for loss in least])

    def _prices(self, leaf: Group, index: int, code: int, later: int) -> list[int]:
        held = code >> FIELD * index & FULL
        kind = leaf.kinds[index]
        if later >> FIELD * index & FULL:
            return [self.prices[copy] for copy in self.copies.get(kind, [])[:held]]
        return [self.table.weights[kind]] * held


def added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return, by the number of wilds, the least sum of an entry of each; entries may be negative."""
    sums = [INFINITE] * len(one)
    for wilds, base in enumerate(one):
        if base < NEVER:
            for more, loss in enumerate(other[: len(one) - wilds], wilds):
                if base + loss < sums[more]:
                    sums[more] = base + loss
    return [loss if loss < NEVER else INFINITE for loss in sums]
