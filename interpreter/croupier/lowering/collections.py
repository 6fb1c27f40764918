"""What can be asked of a collection while it stays a shape: its elements, the first, some, how many, a set."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from croupier.lowering.kernel import NIL, Unlowered, both
from croupier.lowering.layout import PLAYING
from croupier.lowering.melds import Body, Melds
from croupier.lowering.shapes import (
    Alike,
    Cards,
    FoundMelds,
    InMeld,
    Kept,
    Laid,
    Listed,
    Made,
    Meld,
    One,
    OpenSpots,
    Row,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    Top,
    join,
    places,
)
from croupier_dsl import ir

MOST = ir.LONGEST_RANGE


class Collections(Melds):
    """The part of the lowering that knows shapes."""

    def zone(self, name: str, subject: str | None) -> Shape:
        """What lies in a place."""
        place = (name, subject)
        match self.layout.form(name):
            case "set":
                return Cards(((self.layout.cards_at(name, subject), place),), whole=True)
            case "melds":
                return Laid(place)
            case "slot":
                at = self.start_of(place)
                return One(f"(S[{at} + 1] if S[{at}] else {NIL})", True, (place,))
        return Row(place)

    def start_of(self, place: tuple[str, str | None]) -> str:
        """The number of the first cell of a place; of a zone of nobody, of an empty one."""
        zone, subject = place
        at = self.layout.at("zone", zone, subject)
        if subject in self.perhaps:
            return self.let(f"{self.layout.at('void')} if {subject} == {NIL} else {at}")
        return self.atom(at)

    def held(self, place: tuple[str, str | None]) -> str:
        """How many cards lie in a pile or row, or how many melds."""
        at = self.start_of(place)
        return f"POP(Z[{at} + 1])" if self.layout.form(place[0]) == "row" else f"S[{at}]"

    def held_in_row(self, shape: Shape) -> str:
        """The set of the cards of a row, which stands in the position; no text of anything else."""
        if not isinstance(shape, Row) or self.layout.form(shape.place[0]) != "row":
            return ""
        return f"Z[{self.start_of(shape.place)} + 1]"

    # ------------------------------------------------------------ one by one
    def each(self, shape: Shape, body: Body, *, stop: str = "") -> None:
        match shape:
            case One():
                self._one(shape, body)
            case Meld(text=text):
                with self.block(f"if {text} != 0:"):
                    body(shape)
            case Cards():
                self._cards(shape, body, stop)
            case Row(place=place):
                self._row(place, body)
            case Top(row=row, count=count):
                at = self.start_of(row.place)
                many, i = self.let(f"{count} if {count} < S[{at}] else S[{at}]"), self.name("i")
                with self.block(f"for {i} in range({at} + S[{at}], {at} + S[{at}] - {many}, -1):"):
                    body(One(self.let(f"S[{i}]", "c"), at=(row.place,)))
            case Span(low=low, end=end):
                i = self.name("i")
                if not low.lstrip("-").isdigit() or not end.lstrip("-").isdigit() or int(end) - int(low) > MOST:
                    low, end = self.atom(low), self.atom(end)
                    with self.block(f"if {end} - {low} > {MOST}:"):
                        self.line(f"{self.layout.cell('fault')} = 1")
                    end = self.let(f"{low} if {end} - {low} > {MOST} else {end}")
                with self.block(f"for {i} in range({low}, {end}):"):
                    body(One(i))
            case Seats(text=text):
                left, seat = self.let(text), self.let("0", "i")
                with self.block(f"while {left}:"):
                    with self.block(f"while {left} & 1 == 0:"):
                        self.line(f"{left} = {left} >> 1")
                        self.line(f"{seat} += 1")
                    found = self.let(seat, "i")
                    self.line(f"{left} = {left} >> 1")
                    self.line(f"{seat} += 1")
                    body(One(found))
            case Several(parts=parts):
                self._in_turn(parts, body, stop)
            case Stored(array=array, count=count, at=at_):
                i = self.name("i")
                with self.block(f"for {i} in range(0, {count}):"):
                    body(One(self.let(f"{array}[{i}]", "c"), at=at_))
            case Listed(at=first):
                i = self.name("i")
                with self.block(f"for {i} in range({first} + 1, {first} + 1 + S[{first}]):"):
                    body(One(self.let(f"S[{i}]", "c")))
            case Kept(inner=inner, test=test):

                def tested(item: Shape) -> None:
                    passes = test(item)
                    if passes != "0":
                        with self.block(f"if {passes}:"):
                            body(item)

                self.each(inner, tested, stop=stop)
            case Made(inner=inner, make=make):
                casts = shape.casts

                def inside(item: Shape) -> None:
                    with self.cast_in(item if casts else None):
                        made = make(item)
                        if not isinstance(made, One):
                            self.each(made, body, stop=stop)
                        elif casts:
                            made = self.copied(made)
                    if isinstance(made, One):
                        self.each(made, body, stop=stop)
                    elif stop:
                        with self.block(f"if {stop} != {NIL}:"):
                            self.line("break")

                self.each(inner, inside, stop=stop)
            case Laid(place=place):
                at, i, step = self.start_of(place), self.name("i"), self.layout.words + 1
                with self.block(f"for {i} in range(0, S[{at}]):"):
                    cell = self.let(f"{at} + 1 + {i} * {step}")
                    body(Meld(self.let(f"Z[{cell} + 1]", "m_"), (place,), f"S[{cell}]"))
            case InMeld(meld=meld) if meld.found:
                self.in_found(shape, body)
            case InMeld(meld=meld):
                self.each_in_meld(meld, body)
            case OpenSpots(meld=meld):
                self.each_open(meld, body)
            case FoundMelds(low=low, count=count, at=at_):
                i = self.name("i")
                with self.block(f"for {i} in range({low}, {low} + {count}):"):
                    body(self.meld_found(self.let(i, "h"), at_))
            case StoredMelds(array=array, count=count, at=at_):
                i = self.name("i")
                with self.block(f"for {i} in range(0, {count}):"):
                    body(self.meld_found(self.let(f"{array}[{i}]", "h"), at_))
            case Alike():
                self.alike_melds(shape, body)

    def _one(self, value: One, body: Body) -> None:
        if not value.nil:
            return body(value)
        text = self.atom(value.text)
        with self.block(f"if {text} != {NIL}:"):
            body(replace(value, text=text, nil=False))
        return None

    def _in_turn(self, parts: tuple[Shape, ...], body: Body, stop: str) -> None:
        for number, part in enumerate(parts):
            if stop and number:
                with self.block(f"if {stop} == {NIL}:"):
                    self.each(part, body, stop=stop)
            else:
                self.each(part, body, stop=stop)

    def _cards(self, cards: Cards, body: Body, stop: str) -> None:
        if cards.by_kind and len(cards.parts) > 1:
            return self._by_kind(cards, body, stop)
        for number, (text, place) in enumerate(cards.parts):

            def loop(text: str = text, place: tuple[str, str | None] | None = place) -> None:
                left = self.let(text, "m_")
                with self.block(f"while {left} != 0:"):
                    card = self.let(f"LOW({left})", "c")
                    self.line(f"{left} = REST({left})")
                    body(One(card, at=None if place is None else (place,)))

            if stop and number:
                with self.block(f"if {stop} == {NIL}:"):
                    loop()
            else:
                loop()
        return None

    def _by_kind(self, cards: Cards, body: Body, stop: str) -> None:
        texts = [(self.let(text, "m_"), place) for text, place in cards.parts]
        left = self.let(join(text for text, _ in texts), "m_")
        with self.block(f"while {left} != 0:"):
            kind = self.let(self.copies_of_first(left), "m_")
            self.line(f"{left} = {left} & ~{kind}")
            self._cards(Cards(tuple((f"{text} & {kind}", place) for text, place in texts)), body, stop)
            if stop:
                with self.block(f"if {stop} != {NIL}:"):
                    self.line("break")

    def _row(self, place: tuple[str, str | None], body: Body) -> None:
        at, i = self.start_of(place), self.name("i")
        form = self.layout.form(place[0])
        first = f"{at} + {self.layout.before(form)}"
        with self.block(f"for {i} in range({first}, {first} + S[{at}]):"):
            card = self.let(f"S[{i}]", "c")
            if form != "row":
                body(One(card, at=(place,)))
            else:
                with self.block(f"if {card} != {NIL}:"):
                    body(One(card, at=(place,)))

    def single(self, shape: Shape) -> One:
        if not isinstance(shape, One):
            raise Unlowered(f"{type(shape).__name__} where one value is")
        return shape

    # ------------------------------------------------------------ the first, the last, any
    def _at_end(self, shape: Shape, *, last: bool) -> Shape | None:
        """The first or the last element, where it is at hand; None where the others have to be gone through."""
        match shape:
            case One() | Meld():
                return shape
            case Cards(parts=((text, place),)):
                cards, end = self.atom(text, "m_"), "HIGH" if last else "LOW"
                at = None if place is None else (place,)
                return One(self.let(f"{end}({cards}) if {cards} != 0 else {NIL}"), True, at)
            case Row(place=place) if self.layout.form(place[0]) == "pile":
                first = self.start_of(place)
                cell = f"S[{first} + S[{first}]]" if last else f"S[{first} + 1]"
                return One(self.let(f"{cell} if S[{first}] else {NIL}"), True, (place,), top=last)
            case Stored(array=array, count=count, at=of):
                return One(self.let(f"{array}[{f'{count} - 1' if last else 0}] if {count} > 0 else {NIL}"), True, of)
            case Listed(at=first):
                cell = f"S[{first} + S[{first}]]" if last else f"S[{first} + 1]"
                return One(self.let(f"{cell} if S[{first}] > 0 else {NIL}"), True)
        return None

    def first(self, shape: Shape) -> Shape:
        """The first element; nothing, or an empty meld, if there is none."""
        if isinstance(shape, Span):
            least = self.atom(shape.low)
            return One(self.let(f"{least} if {least} < {shape.end} else {NIL}"), True)
        return self._at_end(shape, last=False) or self._found(shape)

    def _found(self, shape: Shape) -> Shape:
        found = self.let(str(NIL))
        melds = self.noting_melds(shape) if self.of_melds(shape) else None

        def take(item: Shape) -> None:
            if melds is not None:
                melds[1](item)
                self.line(f"{found} = 1")
            else:
                self.line(f"{found} = {self.single(item).text}")
            self.line("break")

        with self.block(f"for {self.name('i')} in range(0, 1):"):
            self.each(shape, take, stop=found)
        return One(found, True, places(shape)) if melds is None else melds[0]

    def last(self, shape: Shape) -> Shape:
        """The last element; nothing if there is none."""
        at_hand = self._at_end(shape, last=True)
        if at_hand is not None:
            return at_hand
        match shape:
            case Kept(inner=Row(place=place), test=test) if self.layout.form(place[0]) == "pile":
                return self._last_of_pile(place, test)
        if self.of_melds(shape):
            last, note = self.noting_melds(shape)
            self.each(shape, note)
            return last
        found = self.let(str(NIL))
        self.each(shape, lambda item: self.line(f"{found} = {self.single(item).text}"))
        return One(found, True, places(shape))

    def _last_meld(self, shape: Shape) -> Meld:
        found, pattern = self.let("0", "m_"), self.let("-1")

        self.each(shape, lambda item: self._noted_meld(item, found, pattern))
        return Meld(found, places(shape), pattern)

    def _noted_meld(self, meld: Shape, cards: str, pattern: str) -> None:
        if isinstance(meld, Meld):
            self.line(f"{cards} = {meld.text}")
            self.line(f"{pattern} = {meld.pattern}")

    def _last_of_pile(self, place: tuple[str, str | None], test: Callable[[Shape], str]) -> One:
        """From the top down, as far as the first that passes."""
        at, found, i = self.start_of(place), self.let(str(NIL)), self.name("i")
        with self.block(f"for {i} in range({at} + S[{at}], {at}, -1):"):
            card = self.let(f"S[{i}]", "c")
            passes = test(One(card, at=(place,)))
            with self.block(f"if {passes}:"):
                self.line(f"{found} = {card}")
                self.line("break")
        return One(found, True, (place,))

    def some(self, shape: Shape) -> str:
        """Is there an element? A test."""
        match shape:
            case One(text=text, nil=nil):
                return f"({text} != {NIL})" if nil else "1"
            case Meld(text=text) | InMeld(meld=Meld(text=text), only=""):
                return f"({text} != 0)"
            case Cards():
                return f"({shape.mask} != 0)"
            case Row(place=place) | Laid(place=place):
                return f"({self.held_in_row(shape)} != 0)" if self.held_in_row(shape) else f"({self.held(place)} > 0)"
            case Seats(text=text):
                return f"({text} != 0)"
            case Span(low=low, end=end):
                return f"({low} < {end})"
            case Stored(count=count) | StoredMelds(count=count) | FoundMelds(count=count):
                return f"({count} > 0)"
            case Listed(at=first):
                return f"(S[{first}] > 0)"
            case Several(parts=parts):
                return self.logic("or", [partial(self.some, part) for part in parts])
            case Kept(inner=inner, mask=mask) if mask:
                return f"(({self.mask(inner)} & {mask}) != 0)"
        found = self._found(shape)
        return f"({found.text} != 0)" if isinstance(found, Meld) else f"({self.single(found).text} != {NIL})"

    def count(self, shape: Shape) -> str:
        """How many there are."""
        match shape:
            case Stored(count=count) | StoredMelds(count=count) | FoundMelds(count=count):
                return count
            case Listed(at=first):
                return f"S[{first}]"
            case Cards():
                return f"POP({shape.mask})"
            case InMeld(meld=meld, only=""):
                return f"POP({meld.text})"
            case Made(inner=inner, whole=True) if not self.are_listed(inner):  # those may share cards
                return f"POP({self.mask(inner)})"
            case Row(place=place) | Laid(place=place):
                return self.held(place)
            case Span(low="0", end=end):
                return end
            case Several(parts=parts) if not any(isinstance(part, One) for part in parts):
                return "(" + " + ".join(self.count(part) for part in parts) + ")" if parts else "0"
            case Kept(inner=inner, mask=mask) if mask:
                return f"POP({self.mask(inner)} & {mask})"
        number = self.let("0")
        self.each(shape, lambda item: self.line(f"{number} += 1"))
        return number

    def total(self, shape: Shape) -> str:
        """What the numbers add up to."""
        number = self.let("0")
        self.each(shape, lambda item: self.line(f"{number} += {self.single(item).text}"))
        self.bound(number)
        return number

    @abstractmethod
    def bound(self, number: str) -> None:
        """A number beyond those of rules is a fault."""

    def mask(self, shape: Shape) -> str:
        """The cards of a card, a meld or a collection of either, as a set."""
        match shape:
            case Cards():
                return shape.mask
            case Meld(text=text) | InMeld(meld=Meld(text=text), only=""):
                return text
            case One(text=text, nil=False):
                return f"BIT({text})"
            case Several(parts=parts):
                return join([self.mask(part) for part in parts])
            case Kept(inner=inner, mask=mask) if mask:
                return self.among(self.mask(inner), mask)
            case Made(inner=inner, whole=True):
                return self.mask(inner)
        if lying := self.held_in_row(shape):
            return self.let(lying, "m_")
        if isinstance(shape, Row) and self.layout.form(shape.place[0]) == "pile":
            at = self.atom(self.start_of(shape.place))
            return self.let(f"HELD(S, {at} + 1, S[{at}])", "m_")
        found = self.let("0", "m_")
        self.each(shape, lambda item: self.line(f"{found} = {found} | {self.mask(item)}"))
        return found

    def seats(self, shape: Shape) -> str:
        """Numbers from 0 to 62 as bits of a number."""
        match shape:
            case Seats(text=text):
                return text
            case Span(low="0", end=end) if end.isdigit():
                return str((1 << int(end)) - 1)
            case One(text=text, nil=False):
                return f"(1 << {text})"
        found = self.let("0")
        self.each(shape, lambda item: self.line(f"{found} = {found} | 1 << {self.single(item).text}"))
        return found

    def within(self, value: Shape, shape: Shape) -> str:
        """Is the value, or every card of a meld, in the collection? A test."""
        if not isinstance(value, One):
            return f"(({self.mask(value)} & ~{self.mask(shape)}) == 0)"
        text = self.atom(value.text)
        guard = f"{text} != {NIL}" if value.nil else "1"
        match shape:
            case Cards():
                return both(guard, f"(({shape.mask} & BIT({text})) != 0)")
            case Span(low=low, end=end):
                return both(guard, f"{text} >= {low}", f"{text} < {end}")
            case Seats(text=bits):
                return both(guard, f"(({bits} >> {text} & 1) != 0)")
            case One(text=other, nil=nil):
                return both(guard, f"{text} == {other}") if nil or value.nil else f"({text} == {other})"
            case Several(parts=parts):
                inside = partial(self.logic, "or", [partial(self.within, One(text), part) for part in parts])
                return self.logic("and", [lambda: guard, inside]) if value.nil else inside()
            case Kept(inner=inner, test=test):
                return self.logic("and", [lambda: self.within(One(text, value.nil), inner), lambda: test(One(text))])
        if lying := self.held_in_row(shape):
            return both(guard, f"(({lying} & BIT({text})) != 0)")
        found = self.let("0")

        def hit(item: Shape) -> None:
            with self.block(f"if {self.single(item).text} == {text}:"):
                self.line(f"{found} = 1")

        self.each(shape, hit)
        return f"({found} == 1)"

    def at_random(self, shape: Shape) -> One:
        """One of them, drawn; nothing, and nothing drawn, if there are none."""
        number = self.atom(self.count(shape))
        found = self.let(str(NIL))
        with self.block(f"if {number} > 0:"):
            self.unforeseen()
            tried = f" if {self.layout.cell('trial')} == {PLAYING} else 0" if self.layout.looks else ""
            drawn = self.let(f"{self.drawn(number)}{tried}")
            if isinstance(shape, Span):
                self.line(f"{found} = {shape.low} + {drawn}")
            else:

                def reach(item: Shape) -> None:
                    with self.block(f"if {drawn} == 0:"):
                        self.line(f"{found} = {self.single(item).text}")
                    self.line(f"{drawn} += -1")

                self.each(shape, reach)
            self.note(1)
        return One(found, True, places(shape))

    # ------------------------------------------------------------ tests of several parts
    def logic(self, op: str, parts: list[Callable[[], str]]) -> str:
        """`and` or `or` of tests, each worked out only where it is needed."""
        text = ""
        for number, part in enumerate(parts):
            with self.captured() as lines:
                test = part()
            if not number:
                self.written(lines)
                text = test
            elif not lines:
                text = f"({text} {op} {test})"
            else:
                result = self.let(text)
                self.line(f"if {result}:" if op == "and" else f"if not {result}:")
                self.written(lines, 1)
                self.line(f"    {result} = {test}")
                text = result
        return text or ("1" if op == "and" else "0")
