"""Choices of spots, and of cards for which spots are chosen."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.compile.recognised import parts
from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered
from croupier.lowering.meldchoice import MeldChoices
from croupier.lowering.meldgroups import On
from croupier.lowering.shapes import Kept, Laid, Made, One, OpenSpots, Shape, Span, Stored, places
from croupier_dsl import ir

MOST_SPOTS = 1_024
"""So many spots may be listed while a card is chosen for them."""


class SpotChoices(MeldChoices):
    """The part of the lowering that knows choices of spots. `rows_again`: may a way to make the choices be come to more
    than once?"""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.spots_ahead: dict[int, tuple[Shape, str]] = {}
        self.rows_again = False

    def _spots_of_choice(self, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
        """One spot, as they come, each once; where it is counted what is asked of them, as often as they come."""
        if choice.if_possible and choice.filters:
            raise Unlowered("a choice among spots that pass, if any does")
        if not choice.single:
            raise Unlowered("a choice of several spots")
        if not self._each_once(shape):
            if self.covers:  # it is asked of each as often as it comes, and what is chosen with it
                self.rows_again = True
            else:
                shape = self._once(shape)
        self.known.append({})
        passing = Kept(shape, lambda item: self.all_judged(choice.filters, {**env, choice.slot: item}))
        self.each(passing if choice.filters else shape, lambda item: on(item))
        self.known.pop()

    def _list_spots(self, choice: ir.Choice, env: Env) -> None:
        """The spots of a choice still to come are listed once, with the cards that fit each."""
        if choice.slot in self.spots_ahead:
            return
        shape = self.shape(choice.collection, env)
        shape = shape if self._each_once(shape) else self._once(shape)
        spots, fitting, room = self.array(MOST_SPOTS), self.array(MOST_SPOTS, "Gm_"), MOST_SPOTS
        count, every = self.let("0"), self.let("0", "m_")

        def put(item: Shape) -> None:
            spot = self.copied(self.single(item))
            self.full(count, room)
            self.line(f"{spots}[{count}] = {spot.text}")
            self.line(f"{fitting}[{count}] = {self.mask(self.all_that_fit(spot))}")
            self.line(f"{every} = {every} | {fitting}[{count}]")
            self.line(f"{count} += 1")

        def one(item: Shape) -> Shape:
            i = self.single(item).text
            spot = self.let(f"{spots}[{i}]")
            self.fitting[spot] = f"{fitting}[{i}]"
            return One(spot, at=places(shape))

        self.fits_are_asked = True
        self.each(shape, put)
        self.fits_are_asked = False
        self.spots_ahead[choice.slot] = Made(Span("0", count), one, places(shape)), every

    def _fit_ahead(self, choice: ir.Choice, after: Sequence[ir.Choice]) -> list[str]:
        """The cards that fit a spot still to be chosen, where they have to."""

        def fits(part: ir.Expr, spot: int) -> bool:
            match part:
                case ir.Fits(card=ir.Local(slot=card), spot=ir.Local(slot=there)):
                    return card == choice.slot and there == spot
            return False

        return [
            self.spots_ahead[each.slot][1]
            for each in after
            if each.slot in self.spots_ahead and self.facts.wild_by_kind and not each.if_possible
            and any(fits(part, each.slot) for test in each.filters for part in parts(test.expr))
        ]  # fmt: skip

    def _each_once(self, shape: Shape) -> bool:
        """Is it plain that no spot comes twice?"""
        match shape:
            case One() | OpenSpots() | Made(inner=Span() | Laid()):
                return True
            case Kept(inner=inner):
                return self._each_once(inner)
        return False

    def _once(self, shape: Shape) -> Shape:
        room = max(self.program.cards, 256)
        array, count = self.array(room), self.let("0")

        def put(item: Shape) -> None:
            spot, i = self.atom(self.single(item).text), self.name("i")
            self.line(f"{i} = 0")
            with self.block(f"while {i} < {count} and {array}[{i}] != {spot}:"):
                self.line(f"{i} += 1")
            with self.block(f"if {i} == {count}:"):
                self.full(count, room)
                self.line(f"{array}[{count}] = {spot}")
                self.line(f"{count} += 1")

        self.each(shape, put)
        return Stored(array, count)
