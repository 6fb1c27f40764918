"""Cards from where they lie to where they come to lie: one, many, in which order, and what is noted on the way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.knowing import Knowing
from croupier.lowering.shapes import (
    Cards,
    FoundMelds,
    Kept,
    Made,
    Meld,
    One,
    Place,
    Row,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    StoredMelds,
    Top,
    places,
)
from croupier_dsl import ir


class Moving(Knowing):
    """The part of the lowering that knows how cards move. `takes`: is a card taken from wherever it lies? `just_set`:
    state that was set by the statement before, to the top of a pile. `homing`: is it asked where a card lies?
    `watched`: the rules that wait for cards that come to a zone, by zone."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.takes = False
        self.just_set: tuple[str, One] | None = None
        self.homing = False
        self.watched: dict[str, list[str]] = {}
        for trigger in self.rules.triggers:
            if trigger.enters:
                self.watched.setdefault(trigger.enters, []).append(trigger.name)

    @abstractmethod
    def melds_to(self, shape: Shape, name: str, subject: str | None) -> None:
        """Melds come to lie in a zone of melds."""

    def kept(self, shape: Shape) -> Shape:
        """What a name stands for, whatever becomes of what it was made from."""
        match shape:
            case One():
                return replace(shape, text=self.let(shape.text), top=False)
            case Cards(parts=parts):
                return replace(shape, parts=tuple((self.let(text, "m_"), place) for text, place in parts), whole=False)
            case Meld(text=text, pattern=pattern):
                return replace(shape, text=self.let(text, "m_"), pattern=self.let(pattern))
            case Span(low=low, end=end):
                return Span(self.let(low), self.let(end))
            case Seats(text=text):
                return Seats(self.let(text))
            case Several(parts=parts):
                return Several(tuple(self.kept(part) for part in parts))
        return self.stored_melds(shape) if self.of_melds(shape) else self.stored(shape)

    def shuffle(self, name: str, subject: str | None) -> None:
        form = self.layout.form(name)
        if form not in ("pile", "row"):
            raise Unlowered(f"shuffling a {form}")
        at = self.start_of((name, subject))
        self.nobody_foresees()
        cards, first, number = "S", f"{at} + 1", f"S[{at}]"
        i, other, card = self.name("i"), self.name(), self.name()
        if form == "row":  # the gaps stay where they are
            cards, first, number = "G_cards", "0", self.let("0")
            self.each(Row((name, subject)), lambda item: self._gather(item, number))
        last = f"{number} - 1"
        if self.layout.looks:
            last = self.let(last)
            with self.block(f"if {self.layout.cell('trial')}:"):
                self.line(f"{last} = 0")
                if self.layout.zones[name].seen == "nobody":  # of hidden cards nobody knows the order
                    unshown = f"Z[{self.layout.at('unshown')}]"
                    self.line(f"{unshown} = {unshown} | {self.mask(self.zone(name, subject))}")
                else:
                    self.unforeseen()
        with self.block(f"for {i} in range({last}, 0, -1):"):
            self.line(f"{other} = {first} + {self.drawn(f'{i} + 1')}")
            self.line(f"{card} = {cards}[{first} + {i}]")
            self.line(f"{cards}[{first} + {i}] = {cards}[{other}]")
            self.line(f"{cards}[{other}] = {card}")
        if form == "row":
            self.line(f"{number} = 0")
            first = f"{at} + {self.layout.before('row')}"
            with self.block(f"for {i} in range({first}, {first} + S[{at}]):"), self.block(f"if S[{i}] != {NIL}:"):
                self.line(f"S[{i}] = G_cards[{number}]")
                self.line(f"{number} += 1")
        self.mixes(name, subject)
        self.note(1)

    def _gather(self, card: Shape, number: str) -> None:
        self.line(f"G_cards[{number}] = {self.single(card).text}")
        self.line(f"{number} += 1")

    def move_to(self, what: ir.Expr, name: str, subject: str | None, env: Env) -> None:
        self.dealing = self.deals
        just, self.just_set = self.just_set, None
        match what:
            case ir.VariableValue(name=variable, subject=None) if just is not None and just[0] == variable:
                shape: Shape = just[1]
            case _:
                shape = self.shape(what, env)
        self.dealing = False
        if self.of_melds(shape) and self.layout.form(name) != "melds":
            shape = self.cards_of(shape)
        if self.cast_base:
            self.cast_no_more(self.let(self.mask(shape), "m_"))
        match shape:
            case Several(parts=(One() as one,)):
                self._one_to(one, name, subject)
            case One():
                self._one_to(shape, name, subject)
            case _ if self.layout.form(name) == "melds":
                self.melds_to(shape, name, subject)
            case _ if self.layout.form(name) == "set" and name not in self.watched:
                self._set_to(shape, name, subject)
            case _:
                self._in_order(shape, name, subject)
        self.moved_to(env, name, subject)

    def moved_to(self, env: Env, name: str, subject: str | None) -> None:
        """What locals stand for may have come to lie there."""
        every: list[Place] = (
            [(name, each) for each in self.layout.subjects(name)] if subject is None else [(name, subject)]
        )
        for slot, value in env.items():
            env[slot] = self._perhaps_at(value, every)

    def _perhaps_at(self, value: Shape, every: Sequence[Place]) -> Shape:
        """The same cards, which may lie in these places now."""
        match value:
            case One(at=known) | Meld(at=known) | Stored(at=known) | StoredMelds(at=known) | FoundMelds(at=known) if (
                known
            ):
                at = (*known, *(place for place in every if place not in known))
                return replace(value, at=at, top=False) if isinstance(value, One) else replace(value, at=at)
            case Cards(parts=parts):
                return replace(value, parts=tuple((text, None) for text, _ in parts), whole=False)
            case Several(parts=several):
                return Several(tuple(self._perhaps_at(part, every) for part in several))
        return value

    def _one_to(self, card: One, name: str, subject: str | None) -> None:
        moving = self.copied(card)
        if not moving.nil:
            return self._put(moving, name, subject)
        with self.block(f"if {moving.text} != {NIL}:"):
            self._put(moving, name, subject)
        return None

    def home(self, card: str) -> str:
        """The number of the place where a card lies."""
        self.homing = True
        return self.let(f"home(S, {card})")

    def _put(self, card: One, name: str, subject: str | None) -> None:
        if not self.watched:
            return self._put_there(card, name, subject)
        origin = self.home(card.text)
        self._put_there(card, name, subject)
        self.line(f"comes(S, {card.text}, {origin}, {self.place_number(name, subject)})")
        return None

    def _put_there(self, card: One, name: str, subject: str | None) -> None:
        """Take one card from where it is, and lay it there."""
        form = self.layout.form(name)
        if card.at is not None and set(card.at) == {(name, subject)} and form != "pile":
            return
        if form != "pile" and (card.at is None or any(zone == name for zone, _ in card.at)):
            inside = self.lies_in(card.text, name, subject)
            with self.block(f"if {self.negated(inside)}:"):
                self.comes_to(card.text, name, subject)
                self.taken(card)
                self._laid(card.text, name, subject)
                self.note(1)
            return
        self.comes_to(card.text, name, subject)
        self.taken(card)
        self._laid(card.text, name, subject)
        self.note(1)

    def lies_in(self, card: str, name: str, subject: str | None) -> str:
        if self.layout.form(name) == "set":
            return f"(({self.layout.cards_at(name, subject)} & BIT({card})) != 0)"
        if self.layout.form(name) == "melds":
            return f"(({self.mask(self.zone(name, subject))} & BIT({card})) != 0)"
        return self.within(One(card), self.zone(name, subject))

    def taken(self, card: One) -> None:
        """It leaves the place where it lies."""
        place = card.at[0] if card.at is not None and len(card.at) == 1 else None
        if card.top and place is not None:
            at = self.start_of(place)
            self._leave(place, card.text)
            self.line(f"S[{at}] += -1")
        elif place is not None and self.layout.form(place[0]) == "set":
            there = self.layout.cards_at(*place) if place[0] else f"Z[{self.layout.at('zone')}]"
            self._leave(place, card.text)
            self.line(f"{there} = {there} & ~BIT({card.text})")
        else:
            self.takes = True
            self.line(f"take(S, {card.text})")
        if self.layout.turns_cards:
            turned = f"Z[{self.layout.at('turned')}]"
            self.line(f"{turned} = {turned} & ~BIT({card.text})")

    def _leave(self, place: Place, card: str) -> None:
        """State that lives while the card lies there ends; who put it where it comes to lie is noted."""
        zone, subject = place
        for variable in self.living.get(zone, ()):
            self.noted(variable.name, card, str(NIL))
        if self.layout.owned and zone:
            mine = self.layout.zones[zone].per == "player"
            owner = self.layout.owner(zone, subject) if mine else self.layout.cell("acted")
            self.line(f"{self.layout.cell('placed', '', card)} = {owner}")

    def _laid(self, card: str, name: str, subject: str | None) -> None:
        """It comes to lie there."""
        self.fires(self.layout.zones[name].path)
        form = self.layout.form(name)
        if form == "set":
            there = self.layout.cards_at(name, subject)
            self.line(f"{there} = {there} | BIT({card})")
        elif form == "melds":  # a card that is in no combo cannot lie there
            self.fault_if("1")
        elif form == "row":
            self._into_row(card, (name, subject))
        else:
            at = self.start_of((name, subject))
            if form != "pile":
                self.fault_if(f"S[{at}] >= {self.layout.room(name)}")
            self.line(f"S[{at} + 1 + S[{at}]] = {card}")
            self.line(f"S[{at}] += 1")
        self.enters(card, name)

    def _into_row(self, card: str, place: Place) -> None:
        """At the end of a row, or into the first free place of one that has so many."""
        at, size = self.start_of(place), self.layout.row_size(place[0])
        first = f"{at} + {self.layout.before('row')}"
        if size:
            i = self.let("0", "i")
            with self.block(f"while {i} < {size} and S[{first} + {i}] != {NIL}:"):
                self.line(f"{i} += 1")
            self.fault_if(f"{i} >= {size}")
            self.line(f"S[{first} + {i}] = {card}")
        else:
            self.fault_if(f"S[{at}] >= {self.layout.room(place[0])}")
            self.line(f"S[{first} + S[{at}]] = {card}")
            self.line(f"S[{at}] += 1")
        self.line(f"Z[{at} + 1] = Z[{at} + 1] | BIT({card})")

    def enters(self, card: str, zone: str) -> None:
        """State that lives while the card lies there begins."""
        for variable in self.living.get(zone, ()):
            start = self.one(variable.start, {0: One(self.layout.cell("acted"), True), 1: One(card)})
            self.noted(variable.name, card, start.text)

    def _set_to(self, shape: Shape, name: str, subject: str | None) -> None:
        """Many cards to an unordered zone, where their order is of no matter."""
        known = places(shape)
        if self.knows:
            return self._set_to_in_order(shape, known, name, subject)
        apart = name not in self.living and not self.layout.owned and not self.watched
        if not apart or known is None or any(zone in self.living for zone, _ in known):
            return self._one_by_one(shape, name, subject)
        moving = self.let(self.mask(shape), "m_")
        from_sets = all(self.layout.form(zone) == "set" for zone, _ in known)
        if not from_sets and not isinstance(shape, Top | Row):
            return self._one_by_one(Cards(((moving, None),)), name, subject)
        came = f"POP({moving} & ~{self.layout.cards_at(name, subject)})"
        self.fires(self.layout.zones[name].path, came)
        self.note(came)
        if isinstance(shape, Top):
            at = self.start_of(shape.row.place)
            self.line(f"S[{at}] += -POP({moving})")
        elif isinstance(shape, Row):
            self.emptied(shape.place)
        else:
            for zone, whose in known:
                there = self.layout.cards_at(zone, whose) if zone else f"Z[{self.layout.at('zone')}]"
                self.line(f"{there} = {there} & ~{moving}")
        there = self.layout.cards_at(name, subject)
        self.line(f"{there} = {there} | {moving}")
        if self.layout.turns_cards:
            turned = f"Z[{self.layout.at('turned')}]"
            self.line(f"{turned} = {turned} & ~{moving}")
        return None

    def _set_to_in_order(self, shape: Shape, known: tuple[Place, ...] | None, name: str, subject: str | None) -> None:
        """The same where it is followed who sees which card leave: zone by zone."""
        if known is not None and len(known) == 1:
            meld = Cards(((shape.text, known[0]),)) if isinstance(shape, Meld) else shape
            return self._gathered(meld, name, subject)
        self.zone_by_zone(isinstance(shape, Cards), known)
        return self._from_wherever(self.mask(shape), known, name, subject)

    def _one_by_one(self, shape: Shape, name: str, subject: str | None) -> None:
        moving = self.kept(Cards(((self.mask(shape), None),)))
        self.each(moving, lambda card: self._put(self.single(card), name, subject))

    def _in_order(self, shape: Shape, name: str, subject: str | None) -> None:
        """Many cards to a pile or row: zone by zone as zones are listed, within one as they come."""
        known = places(shape)
        if isinstance(shape, Top):
            return self._gathered(shape, name, subject)
        if known is not None and len(known) == 1:
            return self._gathered(shape, name, subject)
        if isinstance(shape, Cards):
            return self._from_wherever(shape.mask, known, name, subject)
        if isinstance(shape, Several):
            parts = [part for part in shape.parts if not (isinstance(part, Several) and not part.parts)]
            order = [self._rank(part) for part in parts]
            if None not in order and len(set(order)) == len(order):
                ranked = sorted(zip(order, parts, strict=True), key=lambda pair: pair[0] or 0)
                return self._gathered(Several(tuple(part for _, part in ranked)), name, subject)
        return self._home_by_home(self.stored(shape), name, subject)

    def _rank(self, shape: Shape) -> int | None:
        """The number of the place where all its cards lie, as places are listed; None if there is no one such."""
        known = places(shape)
        if known is None or len(known) != 1:
            return None
        (zone, subject) = known[0]
        if not zone:
            return -1
        if subject is not None and not subject.isdigit():
            return None
        return self.layout.every_place().index((zone, subject))

    def _home_by_home(self, cards: Stored, name: str, subject: str | None) -> None:
        """Cards of a list, place by place as these are listed, in one as they come."""
        homes, i, home = self.array(max(self.program.cards, 256)), self.name("i"), self.name("i")
        with self.block(f"for {i} in range(0, {cards.count}):"):
            self.line(f"{homes}[{i}] = {self.home(f'{cards.array}[{i}]')}")
        with self.block(f"for {home} in range(-1, {len(self.layout.every_place())}):"):
            with self.block(f"for {i} in range(0, {cards.count}):"):
                with self.block(f"if {homes}[{i}] == {home}:"):
                    self._put(One(self.let(f"{cards.array}[{i}]", "c")), name, subject)

    def _from_wherever(self, cards: str, known: tuple[Place, ...] | None, name: str, subject: str | None) -> None:
        """Cards of several places, place by place as these are listed, what is out of play first; of no more places
        than are `known`, if these are of different zones."""
        left = self.let(cards, "m_")

        def those(text: str, place: Place) -> None:
            part = self.let(text, "m_")
            self.line(f"{left} = {left} & ~{part}")
            self.each(Cards(((part, place),)), lambda card: self._put(self.single(card), name, subject))

        def at(place: Place) -> None:
            if self.layout.form(place[0]) == "set":
                those(f"{left} & {self.lying_in(place)}", place)
            elif self.layout.form(place[0]) == "melds":
                raise Unlowered("cards to a pile that may lie in melds")
            else:
                row = self.zone(*place)
                with self.block(f"if {self.some(row)}:"):
                    those(self.mask(Kept(row, lambda card: f"(({left} & {self.mask(card)}) != 0)")), place)

        zones = ["", *self.layout.zones]
        if known is not None and len({zone for zone, _ in known}) == len(known):
            for place in sorted(known, key=lambda place: zones.index(place[0])):
                at(place)
            return
        at(("", None))
        for zone in self.layout.zones:
            subjects = self.layout.subjects(zone)
            if subjects == [None]:
                at((zone, None))
            else:
                whose = self.name("i")
                with self.block(f"for {whose} in range(0, {len(subjects)}):"):
                    at((zone, whose))

    def _gathered(self, shape: Shape, name: str, subject: str | None) -> None:
        """All are noted first: what lies where changes as they move."""
        number, i = self.let("0"), self.name("i")

        known = places(shape)
        at = known if known is not None and len(known) == 1 else None
        if isinstance(shape, Cards) and at is not None:
            kept = self.kept(shape)
            return self.each(kept, lambda card: self._put(self.single(card), name, subject))
        self.each(shape, lambda card: self._gather(card, number))
        ends = {variable.name for zone, _ in known or () for variable in self.living.get(zone, ())}
        if not self.layout.owned and not self.watched and not self.knows and self.all_leave(shape, number):
            melded = any(isinstance(part, Made) for part in (shape.parts if isinstance(shape, Several) else (shape,)))
            with self.block(f"for {i} in range(0, {number}):"):
                card = self.let(f"G_cards[{i}]", "c")
                for variable in sorted(ends):
                    self.noted(variable, card, str(NIL))
                if melded:
                    self.line(f"{self.layout.cell('role', '', card)} = {NIL}")
                    self.line(f"{self.layout.cell('place', '', card)} = {NIL}")
                if self.layout.turns_cards:
                    turned = f"Z[{self.layout.at('turned')}]"
                    self.line(f"{turned} = {turned} & ~BIT({card})")
                self._laid(card, name, subject)
            return self.note(number)
        with self.block(f"for {i} in range(0, {number}):"):
            self._put(One(self.let(f"G_cards[{i}]", "c"), at=at), name, subject)
        return None
