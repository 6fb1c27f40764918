"""Solve groups of sets in which only numbers matter: the number of cards, and of cards of one value."""

from __future__ import annotations

from itertools import accumulate

from croupier.base.effort import EFFORT
from croupier.base.prices import STEP

from .patterns import INFINITE
from .profiles import Losses, Profile, fields, lowest
from .shapes import FIELD, FULL, Shape


class Counted(Profile):
    """Melds of equal size, or sizes that differ by one, take whatever melds of other sizes take, and as many wilds: so
    it is enough to know how many melds there are."""

    __slots__ = ("_wilds",)

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self._wilds: dict[tuple[int, int, int, int], int] = {}

    def wilds(self, cards: int, alike: int, pool: int, fewest: int) -> int:
        """Return the numbers of wilds, as bits, with which this number of cards, `alike` of them of one value, go into
        melds of at least `fewest` naturals."""
        if not cards:
            return 1
        key = (cards, alike if self.shape.varied else 1, pool, fewest)
        known = self._wilds.get(key)
        if known is None:
            if len(self._wilds) > 1 << 14:
                self._wilds.clear()
            known = 0
            for melds in range(key[1], cards // max(fewest, 1) + 1):
                low, high = self._shared(cards, melds, pool)
                if low <= high:
                    known |= (2 << high) - (1 << low)
            self._wilds[key] = known
        return known

    def _shared(self, cards: int, melds: int, pool: int) -> tuple[int, int]:
        """Return the least and the most wilds of this number of melds and naturals; least > most if there are none."""
        size, larger = divmod(cards, melds)
        low, high = self.shape.bounds.wilds(size, 0, pool)
        if low > high:
            return 1, 0
        low, high = low * (melds - larger), high * (melds - larger)
        if larger:
            least, most = self.shape.bounds.wilds(size + 1, 0, pool)
            if least > most:
                return 1, 0
            low, high = low + least * larger, high + most * larger
        return low, min(high, pool)

    def numbers(self, code: int) -> tuple[int, int]:
        """Return the number of cards, and of the most frequent value."""
        cards = 0
        values: dict[int, int] = {}
        while code:
            kind = lowest(code)
            held = code >> FIELD * kind & FULL
            cards += held
            value = self.shape.cards[kind].different
            values[value] = values.get(value, 0) + held
            code &= -1 << FIELD * (kind + 1)
        return cards, max(values.values(), default=0)

    def _work_out_covers(self, code: int, pool: int) -> int:
        return self.wilds(*self.numbers(code), pool, 1)

    def _work_out_reach(self, code: int, pool: int) -> int:
        bounds = self.shape.bounds
        cards, _ = self.numbers(code)
        if self.shape.varied:
            held = fields(code)
            cards = len({card.different for kind, card in enumerate(self.shape.cards) if held >> FIELD * kind & FULL})
        for size in range(1, min(cards, bounds.cap) + 1):
            low, high = bounds.wilds(size, 0, pool)
            if low <= high:
                return fields(code)
        return 0

    def _work_out_losses(self, code: int, pool: int, free: int, cheaper: int) -> Losses:
        by_value: dict[int, list[int]] = {}
        cards = 0
        while code:
            kind = lowest(code)
            cards += code >> FIELD * kind & FULL
            value = self.shape.cards[kind].different if self.shape.varied else -1
            by_value.setdefault(value, []).extend(self.prices(code, kind, free, cheaper))
            code &= -1 << FIELD * (kind + 1)
        prices = [sorted(those) for those in by_value.values()]
        least = [INFINITE] * (pool + 1)
        least[0] = sum(map(sum, prices))
        for melds in range(1, cards + 1):
            if self.shape.varied:
                beyond = sum(sum(those[:-melds]) for those in prices)
                usable = sorted(price for those in prices for price in those[-melds:])
            else:
                beyond, usable = 0, prices[0]
            lost = [beyond, *(beyond + more for more in accumulate(usable))]
            EFFORT.spend(len(usable))
            for number in range(melds, len(usable) + 1):
                low, high = self._shared(number, melds, pool)
                loss = lost[len(usable) - number]
                for wilds in range(low, high + 1):
                    least[wilds] = min(least[wilds], loss)
        return (*least, min(least))

    def _work_out_plans(self, code: int, pool: int, fewest: int, fixed: int) -> dict[int, int]:
        rest = code - fixed
        choices = [(fixed, self.numbers(fixed)[0])]
        while rest:
            kind = lowest(rest)
            held = rest >> FIELD * kind & FULL
            EFFORT.spend(STEP * len(choices) * held)
            unit = 1 << FIELD * kind
            choices += [(taken + unit * more, cards + more) for more in range(1, held + 1) for taken, cards in choices]
            rest &= -1 << FIELD * (kind + 1)
        found = {0: 1}
        for taken, cards in choices:
            alike = self.numbers(taken)[1] if self.shape.varied else 1
            bits = self.wilds(cards, alike, pool, fewest)
            if taken and bits:
                found[taken] = bits
        return found
