"""Where a card lies, as a number; and the rules that wait for cards that come to a zone."""

from __future__ import annotations

from croupier.lowering.moving import Moving


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
