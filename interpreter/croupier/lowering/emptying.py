"""What becomes of a place that all its cards leave, or some of a pile, when it is plain that no more is to be told."""

from __future__ import annotations

from croupier.lowering.kernel import NIL
from croupier.lowering.shapes import Cards, Kept, Laid, Made, Place, Row, Several, Shape, Top
from croupier.lowering.sights import Sights


class Emptying(Sights):
    """The part of the lowering that knows how many cards leave at once."""

    def emptied(self, place: Place) -> None:
        """All that lies in a pile or row has left it; a row keeps the gaps."""
        at = self.start_of(place)
        if self.layout.form(place[0]) != "row":
            self.line(f"S[{at}] = 0")
            return
        i, first = self.name("i"), f"{at} + {self.layout.before('row')}"
        with self.block(f"for {i} in range({first}, {first} + S[{at}]):"):
            self.line(f"S[{i}] = {NIL}")
        self.line(f"Z[{at} + 1] = 0")

    def all_leave(self, shape: Shape, number: str) -> bool:
        """What has been gathered, all of a place or several, leaves at once; False if that is not how it lies."""
        match shape:
            case Several(parts=parts) if all(map(self._whole, parts)):
                for part in parts:
                    self.all_leave(part, number)
            case Top(row=row):
                self.line(f"S[{self.start_of(row.place)}] += -{number}")
            case Row(place=place):
                self.emptied(place)
            case Cards(parts=((text, _),), whole=True):
                self.line(f"{text} = 0")
            case Made(inner=Laid(place=place)):
                self.line(f"S[{self.start_of(place)}] = 0")
            case Kept(inner=Row(place=place)) if self.layout.form(place[0]) == "pile":
                self._left_behind(self.start_of(place), number)
            case _:
                return False
        return True

    def _whole(self, part: Shape) -> bool:
        """Is that all that lies in a place, which is not told to leave one by one?"""
        match part:
            case Cards(parts=((text, _),), whole=True):
                return text.startswith("Z[")
            case Row() | Made(inner=Laid()):
                return True
        return False

    def _left_behind(self, at: str, number: str) -> None:
        """Those of a pile that have been gathered, in its order, leave it; the others close up."""
        gone, left, i = self.let("0"), self.let("0"), self.name("i")
        with self.block(f"for {i} in range(0, S[{at}]):"):
            card = self.let(f"S[{at} + 1 + {i}]", "c")
            with self.block(f"if {gone} < {number} and G_cards[{gone}] == {card}:"):
                self.line(f"{gone} += 1")
            with self.block("else:"):
                self.line(f"S[{at} + 1 + {left}] = {card}")
                self.line(f"{left} += 1")
        self.line(f"S[{at}] = {left}")
