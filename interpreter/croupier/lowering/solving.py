"""Turn combos into tables for the kernel's solver, computed with the reference's own solver.

It supports small hands of decks with few copies, sets and runs; the reference is asked about others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.combos.counted import Counted
from croupier.combos.forms import Form
from croupier.combos.patterns import INFINITE, Pattern
from croupier.combos.table import POINT, table
from croupier.combos.walked import Walked
from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.combos.table import Table
    from croupier.lowering.kernel import Kernel
    from croupier.model.program import Program

MOST = 15
"""The most cards that are arranged."""
MOST_WILD = 8
"""The most wild cards among them."""
HAND = 16
MATES = 10
"""The most naturals of one branch."""
GROWN, CORES, OPTIONS, SLOTS, WORK = 2048, 4096, 2048, 2039, 50_000
UNBOUNDED = 1 << 40
LARGEST = 1 << 36
"""No weight is as large."""


class Unsolved(Exception):
    """The kernel's solver does not know such combos."""


def prices(program: Program, combo: str) -> tuple[int, ...]:
    """Return the price of a leftover card of each kind."""
    rule = program.combos.combos[combo]
    if not isinstance(rule, ir.Split):
        return (0,) * len(program.kinds)
    worth = dict(zip(program.kind_of, program.planner.per_card(rule.least), strict=True))
    return tuple(worth.get(kind) or 0 for kind in range(len(program.kinds)))


def solver(kernel: Kernel, patterns: tuple[Pattern, ...], numbers: Sequence[int], points: tuple[int, ...],
           kind_of: Sequence[int], end: str) -> None:  # fmt: skip
    """Have the program use a solver, whose names end with `end`. `numbers`: the numbers of melds of each pattern.
    Raises Unsolved if the patterns are not supported."""
    if list(kind_of) != sorted(kind_of):
        raise Unsolved
    kernel.modules.append(made(ARRANGEMENT, end, _Tables(kernel, patterns, numbers, points, kind_of).given()))


ARRANGEMENT = ("runs_left", "arrangement", "laying_out")
"""The kernel modules of the solver."""


class _Tables:
    def __init__(self, kernel: Kernel, patterns: tuple[Pattern, ...], numbers: Sequence[int],
                 points: tuple[int, ...], kind_of: Sequence[int]) -> None:  # fmt: skip
        self.kernel = kernel
        self.patterns = patterns
        self.numbers = numbers
        self.points = points
        self.kind_of = kind_of
        self.of: Table = table(patterns, points)
        self.copies = max(kind_of.count(kind) for kind in set(kind_of))
        self._refuse()
        self.shapes = list(dict.fromkeys(id(leaf.profile) for leaf in self.of.leaves))
        self.run = self.of.leaf
        self.length = max(patterns[self.run].length, 1)
        self.classes = max(len(leaf.kinds) for leaf in self.of.leaves)
        self.bits = (self.copies + 1).bit_length()
        if self.bits * self.classes + len(self.shapes).bit_length() > 55 or self.classes > 30 or self.length > 30:
            raise Unsolved

    def _refuse(self) -> None:
        of = self.of
        if any(p.adding or p.group or p.further or p.shut or p.declared for p in self.patterns):
            raise Unsolved
        if not of.monotone or of.overlapping or not of.leaves or max(of.weights) > LARGEST:
            raise Unsolved
        if any(type(leaf.profile) is not Walked for leaf in of.leaves) or len(of.leaves) > 16:
            raise Unsolved
        if any(type(branch.profile) is not Counted for branch in of.branches) or len(of.branches) > 64:
            raise Unsolved
        for branch in of.branches:
            values = [card.different for card in branch.profile.shape.cards]
            if branch.profile.shape.varied and len(set(values)) < len(values):
                raise Unsolved
            if list(branch.kinds) != sorted(branch.kinds):
                raise Unsolved
        cap = of.bounds[of.leaf].cap
        self.apart = HAND
        for leaf in of.leaves:
            places = [card.places for card in leaf.profile.shape.cards]
            every = [place for those in places for place in those]
            several = [those for those in places if len(those) > 1]
            if len(set(every)) < len(every) or len(several) > 1:
                raise Unsolved
            if several and len(several[0]) > 2:
                raise Unsolved
            if several and (apart := several[0][1] - several[0][0]) < cap:  # not twice in so short a run
                self.apart = min(self.apart, apart)

    def given(self) -> dict[str, int | Name]:
        """Return what the modules declare."""
        of, bounds = self.of, self.of.bounds
        constants: dict[str, int | Name] = {
            "B": self.bits, "FULL": (1 << self.bits) - 1, "LENGTH": self.length, "CLASSES": self.classes,
            "RUN": self.run, "FREE": int(bounds[self.run].free), "SHAPES": len(self.shapes), "SLOTS": SLOTS,
            "ROW": MOST_WILD + 4, "WILDS": MOST_WILD + 1, "INFINITE": INFINITE, "HAND": HAND, "MOST": MOST,
            "MATES": MATES, "LEAVES": len(of.leaves), "PER": len(of.leaves) + 1,
            "BRANCHES": max(len(of.branches), 1), "KINDS": len(self.points),
            "COPIES": self.copies + 1, "APART": self.apart, "OPTIONS": OPTIONS, "GROWN": GROWN, "CORES": CORES,
            "WORK": WORK, "RISING": int(all(list(leaf.kinds) == sorted(leaf.kinds) for leaf in of.leaves)),
            "WEIGHING": POINT if any(self.points) else 1,
        }  # fmt: skip
        constants |= {f"T_{key}": Name(self.kernel.table(of), NUMBERS) for key, of in self._tables().items()}
        return constants | {key: Name(self.kernel.table(of, "m_"), SETS) for key, of in self._sets().items()}

    def _sets(self) -> dict[str, list[int]]:
        """Return the cards of each kind, those that may be in a set with it, and those at each place of a group of
        runs."""
        of, length = self.of, self.length
        kinds = [0] * len(self.points)
        for card, kind in enumerate(self.kind_of):
            kinds[kind] |= 1 << card
        mates, at = [0] * len(kinds), [0] * (len(of.leaves) * length)
        for branch in of.branches:
            for kind in branch.kinds:
                mates[kind] = sum(kinds[mate] for mate in branch.kinds)
        for number, leaf in enumerate(of.leaves):
            for kind, each in zip(leaf.kinds, leaf.profile.shape.cards, strict=True):
                for place in each.places:
                    at[number * length + place] = kinds[kind]
        return {"Tm_kind": kinds, "Tm_mates": mates, "Tm_at": at}

    def _tables(self) -> dict[str, list[int]]:
        of = self.of
        kinds, wilds = range(len(self.points)), range(MOST_WILD + 1)
        leaf, place_of, branch = ([-1] * len(self.points) for _ in range(3))
        for number, group in enumerate(of.leaves):
            for position, kind in enumerate(group.kinds):
                leaf[kind], place_of[kind] = number, position
        for number, group in enumerate(of.branches):
            for kind in group.kinds:
                branch[kind] = number
        opened = [self._opened(number) for number in wilds]
        limited = [[index for index in of.active if of.bounds[index].always_allowed < number] for number in wilds]
        return {
            "small": [each.smallest for each in of.bounds],
            "cap": [each.cap for each in of.bounds],
            "most": [each.most for each in of.bounds],
            "fewer": [-UNBOUNDED if each.fewer is None else each.fewer for each in of.bounds],
            "varied": [int(pattern.different is not None) for pattern in self.patterns],
            "name": list(self.numbers),
            "weight": [*of.weights, *[1] * len(of.weights)],
            "leaf": leaf,
            "class": place_of,
            "branch": branch,
            "crowd": [of.bounds[of.branches[b].pattern].smallest if b >= 0 else UNBOUNDED for b in branch],
            "kind": list(self.kind_of),
            "unit": [1 << self.bits * index for index in range(self.classes)],
            "set": [group.pattern for group in of.branches] or [0],
            "fewest": [of.fewest(group, number) for group in of.branches for number in wilds] or [0] * len(wilds),
            "opens": [of.opens(number) for number in wilds],
            "openset": [pattern for pattern, _ in opened],
            "opensize": [size for _, size in opened],
            "known": [int(of.knows(kind, those)) for those in limited for kind in kinds],
            "cast": [
                number - min([of.bounds[index].always_allowed for index in those], default=number)
                for number, those in enumerate(limited)
            ],
            "value": self._values(),
            "wilds": self._wilds(),
            **self._of_shapes(),
        }

    def _opened(self, wilds: int) -> tuple[int, int]:
        """Return the first meld of this number of wilds alone: pattern, size."""
        of = self.of
        found = (
            (pattern, size)
            for size in range(wilds, 0, -1)
            for pattern in of.active
            if of.bounds[pattern].holds(0, size) and of.opens(wilds - size) >> (wilds - size) & 1
        )
        return next(found, (-1, 1))

    def _values(self) -> list[int]:
        """Return, by pattern and kind, the value that naturals share."""
        forms = [Form(pattern, index, len(self.points), frozenset()) for index, pattern in enumerate(self.patterns)]
        return [group for form in forms for group in form.groups]

    def _wilds(self) -> list[int]:
        """Return, by pattern and the fewest naturals, wilds, copies and cards of sets, the numbers of wilds that these
        take."""
        found = [0] * (len(self.patterns) * 3 * (MOST_WILD + 1) * (self.copies + 1) * HAND)
        for group in {branch.pattern: branch for branch in self.of.branches}.values():
            profile = group.profile
            assert isinstance(profile, Counted)
            for fewest in (1, 2):
                for pool in range(MOST_WILD + 1):
                    row = (group.pattern * 3 + fewest) * (MOST_WILD + 1) + pool
                    for alike in range(1, self.copies + 1):
                        for cards in range(1, HAND):
                            at = (row * (self.copies + 1) + alike) * HAND + cards
                            found[at] = profile.wilds(cards, alike, pool, fewest)
        return found

    def _of_shapes(self) -> dict[str, list[int]]:
        of, length, classes = self.of, self.length, self.classes
        places = [-1] * (len(self.shapes) * classes * 2)
        at = [-1] * (len(self.shapes) * length)
        lost = [0] * (len(self.shapes) * classes)
        belongs = [-1] * (len(of.leaves) * length)
        kinds = [-1] * (len(of.leaves) * classes)
        for number, leaf in enumerate(of.leaves):
            shape = self.shapes.index(id(leaf.profile))
            for index, card in enumerate(leaf.profile.shape.cards):
                kinds[number * classes + index] = leaf.kinds[index]
                lost[shape * classes + index] = card.weight
                for which, place in enumerate(card.places):
                    places[(shape * classes + index) * 2 + which] = place
                    at[shape * length + place] = index
                    belongs[number * length + place] = leaf.kinds[index]
        shapes = [self.shapes.index(id(leaf.profile)) for leaf in of.leaves]
        return {
            "place": places * 2, "at": at * 2, "lost": [*lost, *[1] * len(lost)], "belongs": belongs, "kinds": kinds,
            "shape": shapes,
        }  # fmt: skip
