"""Cards that may be chosen, as who chooses sees them: those alike in all that anybody can see are one candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from croupier.compile.recognised import barring
from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered
from croupier.lowering.shapes import Cards, Kept, One, Place, Row, Several, Shape, join
from croupier.lowering.shapes import places as places_of
from croupier.lowering.statements import Statements
from croupier_dsl import ir
from croupier_dsl.analysis import children, nodes


class Candidates(Statements):
    """The part of the lowering that knows how cards look to who chooses. `alone`: of cards that are alike in a meld,
    does the first stand for all? `waiting`: what is asked once later choices are made. `meld_there`: the meld of
    those that are looked at now."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.alone = True
        self.waiting: list[ir.Expr] = []
        self.meld_there: Shape | None = None

    def _open_in(self, place: Place) -> str:
        """The cards that lie open to who acts, if they lie here, as a set."""
        zone, whose = self.layout.zones[place[0]], self.layout.owner(*place)
        everything = str(self.all_cards)
        turned = f"Z[{self.layout.at('turned')}]" if self._may_be_turned(zone.name) else "0"
        if zone.top_only:
            raise Unlowered(f"a choice among cards of {zone.name}, of which the top lies open")
        if zone.seen in ("nobody", "everyone"):
            return everything if zone.seen == "everyone" else turned
        if whose is None:
            raise Unlowered(f"{zone.name} of the table, which some see")
        teams = self.program.teams
        mine = f"{whose} == me" if zone.per == "player" else f"{whose} == me % {teams}"
        if zone.seen == "team" and zone.per == "player":
            mine = f"{whose} % {teams} == me % {teams}"
        plain = whose == "me" and zone.per == "player"
        if zone.seen == "others":
            return turned if plain else f"({turned} if {mine} else {everything})"
        return everything if plain else f"({everything} if {mine} else {turned})"

    def _may_be_turned(self, zone: str) -> bool:
        """May a card that lies there be turned up when somebody chooses?"""
        return self.layout.turns_cards and zone in self.turned_in

    @property
    def turned_in(self) -> frozenset[str]:
        """The zones in which some statement turns up cards that stay there."""
        found: set[str] = set()
        for owner in self.facts.owners:
            here = self.facts.locals_of(owner)
            for node in nodes(owner):
                if isinstance(node, ir.Reveal):
                    found |= self.facts.sources(node.cards, here)
        return frozenset(found) if found <= set(self.layout.zones) else frozenset(self.layout.zones)

    def _told_apart(self, exprs: Sequence[ir.Expr], slot: int) -> bool:
        """May these conditions hold for one copy of a card, chosen into the slot, and not for another?"""
        if self.no_copies:
            return False
        found = self.facts.told_apart(exprs)
        if found is not None:
            return any(what == "variable" for what, _ in found)
        return not all(self._of_its_kind(expr, slot) for expr in exprs)

    def _of_its_kind(self, expr: ir.Expr, slot: int) -> bool:
        """Is nothing asked of the card in the slot but what is the same of all of its kind in one place?"""
        match expr:
            case ir.Local(slot=used):
                return used != slot
            case ir.Attribute(card=ir.Local()) | ir.IsKind(card=ir.Local()):
                return True
            case ir.Fits(card=ir.Local(), spot=spot):
                return self._of_its_kind(spot, slot)
            case ir.CardFact(fact="wild", card=ir.Local(slot=used)) if used == slot:
                return self.facts.wild_by_kind
            case ir.Within(left=ir.Local(slot=used), right=ir.ZoneContents() as zone) if used == slot:
                return self._of_its_kind(zone, slot)
            case ir.Defined(name=name, subject=ir.Local(slot=used), further=None) if used == slot:
                definition = self.definitions[name]
                return definition.subject == ir.CARD and self._of_its_kind(definition.body, 1)
        return all(self._of_its_kind(child, slot) for child in children(expr))

    def _pools(self, shape: Shape) -> list[tuple[str, Place]]:
        """The cards of a collection by the place where they lie, as places are listed."""
        if self.of_melds(shape):
            raise Unlowered("a choice among the cards of melds")
        found: dict[Place, list[str]] = {}
        for part in self._parts(shape):
            if isinstance(part, Cards) and all(place is not None and place[0] for _, place in part.parts):
                for text, place in part.parts:
                    if place is not None:
                        found.setdefault(place, []).append(text)
            elif not isinstance(part, Cards) and (known := places_of(part)) and len(known) == 1 and known[0][0]:
                found.setdefault(known[0], []).append(self.mask(part))
            else:
                return self._everywhere(self.mask(shape))
        order = self.in_order(found)
        if order is None:
            return self._everywhere(self.mask(shape))
        return [(join(found[place]), place) for place in order]

    def answered_alike(self, choice: ir.Choice, pools: list[tuple[str, Place]], asked: Sequence[ir.Condition]) -> bool:
        """Do the cards that are one candidate all pass, or none of them? So those that pass can be found beforehand."""
        forms = {self.layout.form(zone) for _, (zone, _) in pools}
        alone = forms <= {"row", "pile", "slot"}
        return alone or (
            forms == {"set"} and not self._told_apart([*(each.expr for each in asked), *self.waiting], choice.slot)
        )

    def _known_in(self, pools: list[tuple[str, Place]]) -> list[tuple[str, Place]]:
        """The same, where who chooses may know what is noted on those of them that it sees."""
        if self.foresees:
            pools = [(self.atom(text, "m_"), place) for text, place in pools]
            for text, place in pools:
                self.veiled_among(place[0], f"{text} & {self._open_in(place)}")
        return pools

    def _parts(self, shape: Shape) -> Iterator[Shape]:
        """A collection that is put together, part by part."""
        if isinstance(shape, Several):
            for part in shape.parts:
                yield from self._parts(part)
        else:
            yield shape

    def _everywhere(self, text: str) -> list[tuple[str, Place]]:
        """Cards wherever they lie; what is out of play is no candidate, and a fault here."""
        if any(zone.form == "melds" for zone in self.layout.zones.values()):
            raise Unlowered("a choice among cards that lie somewhere, perhaps in melds")
        cards = self.let(text, "m_")
        with self.block(f"if ({cards} & {self.lying_in(('', None))}) != 0:"):
            self.line(f"{self.layout.cell('fault')} = 1")
        found = []
        for place in self.layout.every_place():
            if self.layout.form(place[0]) == "set":
                found.append((f"({cards} & {self.lying_in(place)})", place))
            else:
                found.append((self.let(f"{cards} & {self.mask(self.zone(*place))}", "m_"), place))
        return found

    def _as_they_lie(self, shape: Shape) -> bool:
        """Do the cards of a collection come place by place as places are listed, and in each as they lie?"""
        ranks = []
        for part in self._parts(shape):
            inner = part.inner if isinstance(part, Kept) else part
            whole = isinstance(inner, Cards) and all(
                place and self.layout.form(place[0]) == "set" for _, place in inner.parts
            )
            if not whole and not isinstance(inner, One | Row):
                return False
            ranks.append(self._rank(part))
        known = [rank for rank in ranks if rank is not None]
        return len(ranks) == 1 or (len(known) == len(ranks) and known == sorted(set(known)))

    def _passing_filters(self, choice: ir.Choice, pools: list[tuple[str, Place]], env: Env) -> list[tuple[str, Place]]:
        before = [(self.atom(text, "m_"), place) for text, place in pools] if choice.if_possible else pools
        kept = before
        for each in choice.filters:
            mask = self.cards_where(choice.slot, each.expr, env)
            if self.covers:
                kept = [(self.atom(text, "m_"), place) for text, place in kept]
            asked = kept
            if mask is not None:
                kept = [(self.among(text, mask), place) for text, place in kept]
            else:
                kept = [(self._passing(text, place, choice.slot, each.expr, env), place) for text, place in kept]
            for (text, _), (all_of_them, _) in zip(kept, asked, strict=True) if self.covers else ():
                self.fires(f"{each.path}.yes", f"POP({text})")
                self.fires(f"{each.path}.no", f"POP({all_of_them} & ~{text})")
        if not choice.if_possible or not choice.filters:
            return kept
        left = [(self.let(text, "m_"), place) for text, place in kept]
        none = self.let(f"{join(text for text, _ in left)} == 0")
        return [(f"({old} if {none} else {new})", place) for (new, place), (old, _) in zip(left, before, strict=True)]

    def _unbarred(
        self, choice: ir.Choice, pools: list[tuple[str, Place]], conditions: Sequence[ir.Condition], env: Env
    ) -> list[tuple[str, Place]]:
        """Without the cards that a condition of the form `none of CHOICE where …` keeps out: each is a no to it."""
        for condition in conditions:
            found = barring(self.facts, condition.expr, choice.slot)
            if found is None:
                continue
            left = []
            for text, place in pools:
                cards = self.atom(text, "m_")
                mask = self.cards_where(*found, env)
                gone = self._passing(cards, place, *found, env) if mask is None else self.let(f"{cards} & {mask}", "m_")
                self.fires(f"{condition.path}.no", f"POP({gone})")
                left.append((f"({cards} & ~{gone})", place))
            pools = left
        return pools

    def _classes(
        self, pools: list[tuple[str, Place]], shape: Shape, found: Callable[[str, Place | None], None]
    ) -> None:
        """Each candidate, as the set of those that are alike, and its place. `shape`: what the cards come from, in the
        order in which it lists those that who chooses does not see."""
        opened = [(text, place, self._open_in(place)) for text, place in pools]
        everything = str(self.all_cards)
        lying = [
            (text if seen == everything else self.let(f"{text} & {seen}", "m_"), place)
            for text, place, seen in opened
            if seen != "0"
        ]
        if len(lying) == 1 and self.layout.form(lying[0][1][0]) == "set" and self.no_copies:
            self.each(Cards((lying[0],)), lambda card: found(self.mask(card), lying[0][1]))
        elif lying:
            left = self.let(join(text for text, _ in lying), "m_")
            if len(lying) == 1 and list(self.program.kind_of) == sorted(self.program.kind_of):
                self._kind_by_kind(left, lying[0][1], found)
            else:
                apart = [each for text, place in lying for each in self._by_side(text, place)]
                with self.block(f"while {left} != 0:"):
                    kind = self.let(self.copies_of_first(left), "m_")
                    for text, place in apart:
                        self._of_kind(self.let(f"{text} & {kind}", "m_"), place, found)
                    self.line(f"{left} = {left} & ~{kind}")
        dark = [(text, place, seen) for text, place, seen in opened if seen != everything]
        if dark and not self._as_they_lie(shape):
            for text, place, seen in dark:
                if self.layout.form(place[0]) == "set":
                    with self.block(f"if ({text} & ~{seen}) != 0:"):
                        self.line(f"{self.layout.cell('fault')} = 1")
            hidden = self.let(join(f"({text} & ~{seen})" for text, _, seen in dark), "m_")

            def listed(item: Shape) -> None:
                card = self.single(item)
                with self.block(f"if ({hidden} & BIT({card.text})) != 0:"):
                    self.line(f"{hidden} = {hidden} & ~BIT({card.text})")
                    found(f"BIT({card.text})", card.at[0] if card.at and len(card.at) == 1 else None)

            self.each(shape, listed)
            return
        for text, place, seen in dark:
            hidden = text if seen == "0" else self.let(f"{text} & ~{seen}", "m_")
            if self.layout.form(place[0]) == "set":
                with self.block(f"if {hidden} != 0:"):
                    self.line(f"{self.layout.cell('fault')} = 1")
            else:
                self._one_by_one_in(hidden, place, found)

    def _kind_by_kind(self, left: str, place: Place, found: Callable[[str, Place | None], None]) -> None:
        """Cards of one place that lie open; what is left of a kind comes next, as copies lie side by side."""
        turned = ""
        if self.layout.form(place[0]) == "set" and self._may_be_turned(place[0]):
            turned = f"Z[{self.layout.at('turned')}]"
        with self.block(f"while {left} != 0:"):
            cards = self.let(f"{left} & {self.copies_of_first(left)}", "m_")
            if turned:
                with self.block(f"if REST({cards}) != 0:"):
                    first = self.let(f"{cards} & ~{turned}", "m_")
                    with self.block(f"if {first} != 0:"):
                        self.line(f"{cards} = {first}")
            self._of_kind(cards, place, found, some=True)
            self.line(f"{left} = LESS({left}, {cards})")

    def _of_kind(
        self, cards: str, place: Place, found: Callable[[str, Place | None], None], *, some: bool = False
    ) -> None:
        """Cards of one kind that lie open in one place. `some`: there is one at least."""
        if self.layout.form(place[0]) == "melds":
            return self._in_melds(cards, place, found)
        if self.layout.form(place[0]) != "set":
            return self._one_by_one_in(cards, place, found)
        told = self._told_of(place[0])
        if told:
            return self._by_notes(cards, told, place, found)
        if some:
            return found(cards, place)
        with self.block(f"if {cards} != 0:"):
            found(cards, place)
        return None

    def _by_side(self, cards: str, place: Place) -> list[tuple[str, Place]]:
        """Cards of a set that are turned up are told from others: those come first that are not."""
        if self.layout.form(place[0]) != "set" or not self._may_be_turned(place[0]):
            return [(cards, place)]
        turned = f"Z[{self.layout.at('turned')}]"
        return [(self.let(f"{cards} & ~{turned}", "m_"), place), (self.let(f"{cards} & {turned}", "m_"), place)]

    def _in_melds(self, cards: str, place: Place, found: Callable[[str, Place], None]) -> None:
        """Cards of one kind on the table, meld by meld; those that have the same place in one, or none, are alike, and
        the first stands for them."""
        if self._may_be_turned(place[0]) or self._told_of(place[0]) or (place[0] in self.living and not self.no_copies):
            raise Unlowered("a choice among cards of melds on which something is noted")
        at = self.layout.cell("place", "", "%s")
        with self.block(f"if {cards} != 0:"):

            def here(meld: Shape) -> None:
                left = self.let(f"{cards} & {self.mask(meld)}", "m_")
                with self.block(f"while {left} != 0:"):
                    first, alike = self.let(f"LOW({left})", "c"), self.let(left, "m_")
                    with self.block(f"if REST({left}) != 0:"):
                        self.line(f"{first} = {self.first_in()}(S, {left}, -1)")
                        rest = self.let(left, "m_")
                        self.line(f"{alike} = 0")
                        with self.block(f"while {rest} != 0:"):
                            card = self.let(f"LOW({rest})", "c")
                            self.line(f"{rest} = REST({rest})")
                            with self.block(f"if {at % card} == {at % first}:"):
                                self.line(f"{alike} = {alike} | BIT({card})")
                    self.line(f"{left} = {left} & ~{alike}")
                    if self.covers:  # the reference asks one after the other
                        with self.block(f"if REST({alike}) != 0:"):
                            self.line(f"{self.layout.cell('fault')} = 1")
                    self.meld_there = meld
                    found(f"BIT({first})" if self.alone else alike, place)
                    self.meld_there = None

            self.each(self.zone(*place), here)

    def _told_of(self, zone: str) -> list[str]:
        """The state of cards that everybody sees, and that tells cards of a set apart."""
        columns = {column: name for name, column in self.program.card_variables.items()}
        return [columns[column] for column in self.program.telling[self.program.zone_base[zone]]]

    def _by_notes(
        self, cards: str, names: Sequence[str], place: Place, found: Callable[[str, Place | None], None]
    ) -> None:
        """Those on which the same is noted, what is least first."""
        left = self.let(cards, "m_")
        with self.block(f"while {left} != 0:"):
            best = self.let(f"LOW({left})", "c")
            rest = self.let(f"REST({left})", "m_")
            with self.block(f"while {rest} != 0:"):
                card = self.let(f"LOW({rest})", "c")
                self.line(f"{rest} = REST({rest})")
                self._where_less(card, best, names)
            alike = self.let("0", "m_")
            self.line(f"{rest} = {left}")
            with self.block(f"while {rest} != 0:"):
                card = self.let(f"LOW({rest})", "c")
                self.line(f"{rest} = REST({rest})")
                same = [f"{self._note(name, card)} == {self._note(name, best)}" for name in names]
                with self.block(f"if {' and '.join(same)}:"):
                    self.line(f"{alike} = {alike} | BIT({card})")
            self.line(f"{left} = LESS({left}, {alike})")
            found(alike, place)

    def _note(self, name: str, card: str) -> str:
        return self.layout.cell("variable", name, card)

    def _where_less(self, card: str, best: str, names: Sequence[str]) -> None:
        """If less is noted on the card, it is the best."""
        first, *others = names
        with self.block(f"if {self._note(first, card)} < {self._note(first, best)}:"):
            self.line(f"{best} = {card}")
        if others:
            with self.block(f"if {self._note(first, card)} == {self._note(first, best)}:"):
                self._where_less(card, best, others)

    def _one_by_one_in(self, cards: str, place: Place, found: Callable[[str, Place | None], None]) -> None:
        """Cards of a row, pile or slot, each by itself, by place."""
        row = self.zone(*place)
        if isinstance(row, One):
            with self.block(f"if {cards} != 0:"):
                found(cards, place)
            return
        with self.block(f"if {cards} != 0:"):
            those = Kept(row, lambda item: f"(({cards} & {self.mask(item)}) != 0)")
            self.each(those, lambda item: found(f"BIT({self.single(item).text})", place))

    def _noted_in(self, zone: str) -> bool:
        return any(self.program.leaving.get(self.program.zone_base[zone], ())) or zone in self.living

    def _shown(self, cards: str, place: Place | None) -> str:
        """Which copy stands for all that are alike: one on which something is noted, if there is one."""
        if cards.startswith("BIT("):
            return cards[4:-1]
        if place is None:
            return f"LOW({cards})"
        copies = len(set(self.program.kind_of)) < self.program.cards
        if copies and place[0] in self.watched and self.layout.form(place[0]) == "set":
            raise Unlowered(f"a choice among cards of {place[0]}, for which a rule waits")
        if place[0] not in self.living:
            return f"LOW({cards})"
        if not cards.isidentifier():
            cards = self.let(cards, "m_")
        first = self.let(f"LOW({cards})", "c")
        with self.block(f"if REST({cards}) != 0:"):
            self.line(f"{first} = LOW({self.noted_first(place[0], cards)})")
        return first
