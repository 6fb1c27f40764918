"""Walk over the cards of a group of runs, place by place, with the possible states of the open runs.

Nothing is enumerated card by card: after each place it is only known how many runs are open, how long each is as far as
that matters, and what its wilds still need. Two hands that agree in that from some place on are one from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from croupier.base.effort import EFFORT

from .patterns import INFINITE, UNLIMITED
from .shapes import FIELD, FULL, Shape, prices

STANDPOINTS = 1 << 13
"""The most standpoints of one walk that are kept, and the most steps between them for each."""

# A run that is still open: its cards, as far as more of them make a difference; its wilds, if their number is limited;
# its naturals less its wilds, if that is.
Open = tuple[int, int, int]
Runs = tuple[Open, ...]
# For each number of wilds, the least weight left over so far.
Losses = tuple[int, ...]
# Copies that wait for a later place of theirs, by class; the runs that are open.
State = tuple[tuple[int, ...], Runs]
# What one place can make of a state: the next state; for the classes whose last place it is, how many are left over;
# how many of those that are only there; the wilds used.
Way = tuple[State, tuple[int, ...], int, int]


class Standpoint:
    """Everything that matters of the cards before a place: each state, with its loss above the least one."""

    __slots__ = ("onward", "place", "states")

    def __init__(self, place: int, states: tuple[tuple[State, Losses], ...]) -> None:
        self.place = place
        self.states = states
        self.onward: dict[tuple[int, int, int], tuple[Standpoint, int]] = {}


class Walk:
    """Walks over the places of one shape, for one number of wilds; steps once taken are remembered."""

    def __init__(self, shape: Shape, pool: int) -> None:
        bounds = shape.bounds
        self.bounds = bounds
        self.pool = pool
        self.length = shape.length
        self.long = bounds.cap < shape.length  # does a run's exact length matter?
        self.most = bounds.most if bounds.most < pool else UNLIMITED
        self.weights = tuple(card.weight for card in shape.cards)
        self.single: list[list[int]] = [[] for _ in range(self.length)]  # by place, the classes that are only there
        self.coming: list[list[int]] = [[] for _ in range(self.length)]  # those whose first place it is, of several
        self.staying: list[list[int]] = [[] for _ in range(self.length)]  # those that are there, of several
        self.leaving: list[list[int]] = [[] for _ in range(self.length)]  # those whose last place it is, of several
        self.several = tuple(index for index, card in enumerate(shape.cards) if len(card.places) > 1)
        slots = {index: slot for slot, index in enumerate(self.several)}
        self.arriving = [0] * self.length  # by place, the fields of the classes met there first
        self.asked = [0] * self.length  # and of those whose price is asked there
        self.beyond = [0] * (self.length + 1)  # and of those met there or later
        for index, card in enumerate(shape.cards):
            field = FULL << FIELD * index
            self.arriving[card.places[0]] |= field
            self.asked[card.places[-1]] |= field
            for place in range(card.places[0] + 1):
                self.beyond[place] |= field
            if len(card.places) == 1:
                self.single[card.places[0]].append(index)
                continue
            self.coming[card.places[0]].append(slots[index])
            self.leaving[card.places[-1]].append(slots[index])
            for place in card.places:
                self.staying[place].append(slots[index])
        self._known: dict[object, Standpoint] = {}
        self._steps = 0
        self._ways: dict[tuple[State, int, int], list[Way]] = {}
        self._moves: dict[tuple[Runs, int, int], list[tuple[Runs, int, int]]] = {}
        nothing = ((0,) * len(self.several), ())
        self.origin = Standpoint(0, ((nothing, (0, *[INFINITE] * pool)),))

    def along(self, code: int, free: int, cheaper: int, end: int) -> tuple[Standpoint, int]:
        """Return the standpoint of these cards before place `end`, and the least loss by then. `free` and `cheaper`:
        see `prices`, by class."""
        at, lost = self.origin, 0
        arriving, asked = self.arriving, self.asked
        for place in range(end):
            key = (code & arriving[place], free & asked[place], cheaper & asked[place])
            step = at.onward.get(key)
            if step is None:
                step = at.onward[key] = self._step(at, *key)
            at, more = step
            lost += more
        return at, lost

    def losses(self, code: int, free: int, cheaper: int) -> Losses:
        """Return, for each number of wilds, the least weight of the cards that must be left over."""
        at, lost = self.along(code, free, cheaper, self.length)
        least = [INFINITE] * (self.pool + 1)
        for state, losses in at.states:
            if self.complete(state):
                least = [min(loss, known) for loss, known in zip(losses, least, strict=True)]
        return tuple([loss + lost if loss < INFINITE else INFINITE for loss in least])

    def complete(self, state: State) -> bool:
        """Return whether all the runs still open at the end are melds."""
        return all(self._is_meld(run) for run in state[1])

    def _is_meld(self, run: Open) -> bool:
        return run[0] >= self.bounds.smallest and (self.bounds.fewer is None or run[2] >= self.bounds.fewer)

    def _step(self, at: Standpoint, code: int, free: int, cheaper: int) -> tuple[Standpoint, int]:
        """Return the standpoint one place further, and the loss."""
        if len(self._known) >= STANDPOINTS or self._steps >= STANDPOINTS << 2:
            self._known.clear()
            self._steps = 0
            self.origin.onward.clear()
        self._steps += 1
        place, pool = at.place, self.pool
        found: dict[State, list[int]] = {}
        singles = []
        for index in self.single[place]:
            singles += self._prices(index, code >> FIELD * index & FULL, free, cheaper)
        singles.sort()
        left_over = [0, *accumulate(singles)]
        for before, losses in at.states:
            for after, late, left, wilds in self.ways(before, place, code):
                lost = left_over[left]
                for slot, number in zip(self.leaving[place], late, strict=True):
                    if number:
                        lost += sum(self._prices(self.several[slot], number, free, cheaper))
                least = found.get(after)
                if least is None:
                    least = found[after] = [INFINITE] * (pool + 1)
                for used in range(pool + 1 - wilds):
                    loss = losses[used] + lost
                    if loss < least[used + wilds]:
                        least[used + wilds] = loss
        return self._standpoint(place + 1, found)

    def ways(self, state: State, place: int, code: int) -> list[Way]:
        """Return all that can become of a state at a place, if these cards arrive there."""
        key = (state, place, code & self.arriving[place])
        known = self._ways.get(key)
        if known is None:
            if len(self._ways) >= STANDPOINTS << 2:
                self._ways.clear()
            known = self._ways[key] = self._work_out_ways(*key)
        EFFORT.spend(len(known))
        return known

    def _work_out_ways(self, state: State, place: int, code: int) -> list[Way]:
        waiting, runs = state
        singles = sum([code >> FIELD * index & FULL for index in self.single[place]])
        held = list(waiting)
        for slot in self.coming[place]:
            held[slot] = code >> FIELD * self.several[slot] & FULL
        found: list[Way] = []
        for rest, used in self._uses(held, place):
            late = tuple([rest[slot] for slot in self.leaving[place]])
            for slot in self.leaving[place]:
                rest = (*rest[:slot], 0, *rest[slot + 1 :])
            for after, naturals, wilds in self._turns(runs, place, used + singles):
                if naturals >= used:
                    found.append(((rest, after), late, singles - (naturals - used), wilds))
        return found

    def _prices(self, index: int, held: int, free: int, cheaper: int) -> list[int]:
        """Return the loss for each leftover card of a class."""
        return prices(self.weights[index], held, free >> FIELD * index & FULL, cheaper >> FIELD * index & FULL)

    def _standpoint(self, place: int, found: dict[State, list[int]]) -> tuple[Standpoint, int]:
        least = min(min(losses) for losses in found.values())
        states = []
        for state in sorted(found):
            losses = found[state]
            if min(losses) < INFINITE >> 1:
                states.append((state, tuple([loss - least if loss < INFINITE >> 1 else INFINITE for loss in losses])))
        key = (place, *states)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Standpoint(place, tuple(states))
        return known, least

    def _uses(self, held: list[int], place: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield (what still waits, how many are used here) for the cards with several places."""
        ways: list[tuple[tuple[int, ...], int]] = [(tuple(held), 0)]
        for slot in self.staying[place]:
            ways = [
                ((*waiting[:slot], waiting[slot] - number, *waiting[slot + 1 :]), used + number)
                for waiting, used in ways
                for number in range(waiting[slot] + 1)
            ]
        return iter(ways)

    def _turns(self, runs: Runs, place: int, cards: int) -> list[tuple[Runs, int, int]]:
        """Return all that can become of the open runs: (runs open then, naturals used, wilds used)."""
        key = (runs, place, cards)
        known = self._moves.get(key)
        if known is None:
            if len(self._moves) >= STANDPOINTS << 2:
                self._moves.clear()
            known = self._moves[key] = self._work_out_turns(runs, place, cards)
        return known

    def _work_out_turns(self, runs: Runs, place: int, cards: int) -> list[tuple[Runs, int, int]]:
        ways: set[tuple[Runs, int, int]] = {((), 0, 0)}
        for run in runs:
            more: set[tuple[Runs, int, int]] = set()
            natural, wild = self._longer(run, place, 0), self._longer(run, place, 1)
            complete = self._is_meld(run)
            for after, naturals, wilds in ways:
                if complete:
                    more.add((after, naturals, wilds))
                if natural is not None and naturals < cards:
                    more.add((tuple(sorted((*after, natural))), naturals + 1, wilds))
                if wild is not None and wilds < self.pool:
                    more.add((tuple(sorted((*after, wild))), naturals, wilds + 1))
            ways = more
            EFFORT.spend(len(ways))
        # New runs begin with a natural, with some wilds before it.
        starts = [(self._begun(place, before), before) for before in range(min(place, self.pool) + 1)]
        found = set(ways)
        for begun, before in starts:
            if begun is None:
                continue
            todo = list(found)
            while todo:
                after, naturals, wilds = todo.pop()
                if naturals < cards and wilds + before <= self.pool:
                    way = (tuple(sorted((*after, begun))), naturals + 1, wilds + before)
                    if way not in found:
                        found.add(way)
                        todo.append(way)
            EFFORT.spend(len(found))
        return sorted(found)

    def _begun(self, place: int, before: int) -> Open | None:
        return self._as_open(1 + before, before, 1 - before, place)

    def _longer(self, run: Open, place: int, wilds: int) -> Open | None:
        return self._as_open(run[0] + 1, run[1] + wilds, run[2] + 1 - 2 * wilds, place)

    def _as_open(self, cards: int, wilds: int, more: int, place: int) -> Open | None:
        """Return the run, its numbers only as far as they matter; None if it can come to nothing."""
        bounds = self.bounds
        ahead = self.length - 1 - place
        if cards > bounds.cap or wilds > self.most or cards + ahead < bounds.smallest:
            return None
        if not self.long:
            cards = min(cards, bounds.smallest)
        if bounds.fewer is None:
            more = 0
        elif more + ahead < bounds.fewer:
            return None
        else:
            more = min(more, bounds.fewer + min(ahead, self.pool))
        return cards, wilds if self.most < UNLIMITED else 0, more
