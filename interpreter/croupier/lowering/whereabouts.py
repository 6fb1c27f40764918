"""Where a card lies, as a number; and the rules that wait for cards that come to a zone."""

from __future__ import annotations

from croupier.lowering.kernel import NIL, VEILED
from croupier.lowering.moving import Moving
from croupier.lowering.shapes import Place


class Whereabouts(Moving):
    """The part of the lowering that writes what is asked of a card wherever it lies."""

    def whereabouts(self) -> None:
        """`home(S, card)`: the number of its place among all, -1 out of play. `comes(S, card, origin, to)`: a card has
        come from one place to another."""
        with self.function("home(S, card)"):
            for number, place in enumerate(self.layout.every_place()):
                with self.block(f"if {self.lies_in('card', *place)}:"):
                    self.line(f"return {number}")
            self.line("return -1")
        if self.watched:
            self._comes()

    def _comes(self) -> None:
        """The rules that wait for it where it has come to have it to try, those where it was no longer."""
        with self.function("comes(S, card, origin, to)"):
            with self.block("if origin == to:"):
                self.line("return 0")
            for zone, rules in self.watched.items():
                first = int(self.place_number(zone, "0"))
                end = first + len(self.layout.subjects(zone))
                for rule in rules:
                    at = int(self.layout.at("entered", rule))
                    with self.block(f"if origin >= {first} and origin < {end}:"):
                        self.line("i = 1")
                        with self.block(f"while i <= S[{at}] and S[{at} + i] != card:"):
                            self.line("i += 1")
                        with self.block(f"if i <= S[{at}]:"):
                            self.gone_from(at, "i")
                    with self.block(f"if to >= {first} and to < {end}:"):
                        self.line(f"S[{at}] += 1")
                        self.line(f"S[{at} + S[{at}]] = card")
            self.line("return 0")

    def gone_from(self, at: int, place: str) -> None:
        """One of a list is gone from it, the others move up."""
        j = self.name("i")
        with self.block(f"for {j} in range({place}, S[{at}]):"):
            self.line(f"S[{at} + {j}] = S[{at} + {j} + 1]")
        self.line(f"S[{at}] += -1")

    # ------------------------------------------------------------ from wherever it lies
    def taker(self) -> None:
        """`take(S, card)`: the card leaves the place where it lies, whichever that is."""
        with self.function("take(S, card)"):
            places = [*self.layout.every_place(), ("", None)]
            for place in places:
                if self.layout.form(place[0]) == "pile":
                    self._take_top(place)
            for zone, subject in sorted(places, key=lambda place: self.layout.form(place[0]) not in ("set", "melds")):
                form = self.layout.form(zone)
                if form == "set":
                    there = self.layout.cards_at(zone, subject) if zone else f"Z[{self.layout.at('zone')}]"
                    with self.block(f"if ({there} & BIT(card)) != 0:"):
                        self._leave((zone, subject), "card")
                        self.line(f"{there} = {there} & ~BIT(card)")
                        self.line("return 0")
                elif form == "melds":
                    self._take_from_meld((zone, subject))
                else:
                    self._take_from((zone, subject), 2 if form == "row" else 1)
            self.line("return 0")

    def owner(self) -> None:
        """`owner(S, card)`: in whose zone it lies; in a zone that no player owns, who put it there."""
        with self.function("owner(S, card)"):
            for place in self.layout.every_place():
                mine = self.layout.zones[place[0]].per == "player"
                inside = self.lies_in("card", *place)
                with self.block(f"if {inside}:"):
                    if self.foresees and not mine:
                        with self.block(f"if {self.layout.cell('placed', '', 'card')} == {VEILED}:"):
                            self.line(f"{self.layout.cell('unforeseen')} = 2")
                            self.line("return 0")
                    self.line(f"return {self.layout.owner(*place) if mine else self.layout.cell('placed', '', 'card')}")
            self.line(f"return {NIL}")

    def _take_from_meld(self, place: Place) -> None:
        """What is left of a meld lies on; a meld of which nothing is left is gone."""
        at, step = self.start_of(place), self.layout.words + 1
        with self.block(f"for i in range(0, S[{at}]):"):
            with self.block(f"if (Z[{at} + 2 + i * {step}] & BIT(card)) != 0:"):
                self._leave(place, "card")
                self.out_of_meld(f"{at} + 1 + i * {step}", "card")
                with self.block(f"if Z[{at} + 2 + i * {step}] == 0:"):
                    self.line(f"S[{at}] += -1")
                    with self.block(f"for j in range(i * {step}, S[{at}] * {step}):"):
                        self.line(f"S[{at} + 1 + j] = S[{at} + 1 + j + {step}]")
                self.line("return 0")

    def _take_top(self, place: Place) -> None:
        """It may be on top of a pile, where most are taken from."""
        at = self.start_of(place)
        with self.block(f"if S[{at}] > 0:"), self.block(f"if S[{at} + S[{at}]] == card:"):
            self._leave(place, "card")
            self.line(f"S[{at}] += -1")
            self.line("return 0")

    def _take_from(self, place: Place, first: int) -> None:
        at = self.start_of(place)
        with self.block(f"for i in range(S[{at}] - 1, -1, -1):"), self.block(f"if S[{at} + {first} + i] == card:"):
            self._leave(place, "card")
            if first == 2:
                self.line(f"S[{at} + 2 + i] = {NIL}")
                self.line(f"S[{at} + 1] += -1")
            else:
                self.line(f"S[{at}] += -1")
                with self.block(f"for j in range(i, S[{at}]):"):
                    self.line(f"S[{at} + 1 + j] = S[{at} + 2 + j]")
            self.line("return 0")
