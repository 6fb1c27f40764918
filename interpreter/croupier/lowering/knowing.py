"""Who has been shown which card, and what each seat still knows: kept in the position where players look ahead, and
where a `must` depends on it.

What is written here is done beside what happens to cards, as `knowledge.remembered` has it, a set of cards for each
seat. Where a position is one that a seat imagines (`imagines`: its number and one), what that seat could not have
foreseen is noted instead: in `unforeseen` 1 for a card that it did not know, 2 for chance and for state that it may not
see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.lowering.base import Env
from croupier.lowering.emptying import Emptying
from croupier.lowering.kernel import NIL, VEILED, Unlowered, part
from croupier.lowering.shapes import Place, Stored
from croupier_dsl import ir

TEXT = """
def m_lying(S, place):
    at = T_start[place]
    form = T_form[place]
    m_found = 0
    if form == 0:
        m_found = Z[at]
        return m_found
    if form > 1:
        m_found = Z[at + 1]
        return m_found
    if form < 0:
        for i in range(0, S[at]):
            m_found = m_found | Z[at + 2 + i * {step}]
        return m_found
    for i in range(0, S[at]):
        m_found = m_found | BIT(S[at + 1 + i])
    return m_found

def m_seen(S, seat):
    m_found = {turned}
    for place in range(0, {places}):
        if T_seen[place] >> seat & 1:
            m_found = m_found | m_lying(S, place)
        elif T_top[place] >> seat & 1:
            at = T_start[place]
            if S[at] > 0:
                m_found = m_found | BIT(S[at + S[at]])
    return m_found

def chance(S, number):
    S[{going}] = -1
    if S[{imagines}]:
        S[{unforeseen}] = 2
        return 0
    return below(S, {key}, number)

def look_at(S, card, bared):
    if S[{unforeseen}]:
        return 0
    if (Z[{unknown}] & BIT(card)) != 0:
        S[{unforeseen}] = 1
        return 0
    if bared:
        return 0
    if (Z[{hidden}] & BIT(card)) != 0:
        if S[{stepping}]:
            S[{unforeseen}] = 1
            return 0
        S[{peeked_now}] = 1
    S[{shown_now}] = (S[{shown_now}] * 1009 + {kind_of}[card] + 1) % 2147483647
    return 0

def forget_one(S, card, seen, m_there):
    m_like = m_there & {kinds}[{kind_of}[card]] & ~BIT(card) & ~{turned}
    if m_like != 0:
        for p in range(0, {seats}):
            if seen >> p & 1 and (Z[{known} + p * {words}] & BIT(card)) == 0:
                m_x = m_like & Z[{known} + p * {words}]
                if m_x != 0:
                    Z[{known} + p * {words}] = Z[{known} + p * {words}] & ~LOWEST(m_x)
    return 0

def moved(S, card, to):
    origin = S[{home} + card]
    seen = {everyone} if ({turned} & BIT(card)) != 0 else 0
    seen = seen | T_seen[to] | T_top[to]
    bared = 0
    under = 0
    loose = 0
    m_there = 0
    if origin >= 0:
        seen = seen | T_seen[origin]
        loose = T_loose[origin]
        if T_top[origin]:
            at = T_start[origin]
            if S[at + S[at]] == card:
                seen = seen | T_top[origin]
                if S[at] > 1 and to != origin:
                    bared = T_top[origin]
                    under = S[at + S[at] - 1]
{tried}
    if loose:
        m_there = m_lying(S, origin)
        if S[{going}] != origin or S[{going} + 1] != to:
            S[{going}] = origin
            S[{going} + 1] = to
            Z[{going_cards}] = m_there
            for p in range(0, {seats}):
                Z[{going_known} + p * {words}] = Z[{known} + p * {words}] & m_there
        for p in range(0, {seats}):
            if (seen >> p & 1) == 0:
                Z[{known} + p * {words}] = Z[{known} + p * {words}] & (~m_there | {turned})
        forget_one(S, card, seen, m_there)
    else:
        S[{going}] = -1
    for p in range(0, {seats}):
        if seen >> p & 1:
            Z[{known} + p * {words}] = Z[{known} + p * {words}] | BIT(card)
    S[{home} + card] = to
    if loose:
        if m_there == BIT(card) and (T_loose[to] or POP(Z[{going_cards}]) == 1):
            for p in range(0, {seats}):
                Z[{known} + p * {words}] = Z[{known} + p * {words}] | Z[{going_known} + p * {words}]
    if S[{imagines}]:
        if seen >> S[{imagines}] - 1 & 1:
            look_at(S, card, 0)
        if bared >> S[{imagines}] - 1 & 1:
            look_at(S, under, 1)
    if bared:
        bare(S, under, bared)
    return 0

def open_at(S, card):
    place = S[{home} + card]
    seen = T_seen[place]
    if T_top[place]:
        at = T_start[place]
        if S[at + S[at]] == card:
            seen = seen | T_top[place]
    return seen

def gone_at_once(S, card, seen):
    place = S[{home} + card]
    if T_loose[place]:
        m_there = m_lying(S, place)
        if m_there != BIT(card):
            for p in range(0, {seats}):
                if (seen >> p & 1) == 0:
                    Z[{known} + p * {words}] = Z[{known} + p * {words}] & (~m_there | {turned})
        forget_one(S, card, seen, m_there)
    return 0

def swapped(S, a, b):
    places = open_at(S, a) | open_at(S, b)
    seen_a = {everyone} if ({turned} & BIT(a)) != 0 else places
    seen_b = {everyone} if ({turned} & BIT(b)) != 0 else places
    place = S[{home} + a]
{tried_swap}
    S[{going}] = -1
    gone_at_once(S, a, seen_a)
    gone_at_once(S, b, seen_b)
    S[{home} + a] = S[{home} + b]
    S[{home} + b] = place
    bare(S, a, seen_a)
    bare(S, b, seen_b)
    if S[{imagines}]:
        if seen_a >> S[{imagines}] - 1 & 1:
            look_at(S, a, 0)
        if seen_b >> S[{imagines}] - 1 & 1:
            look_at(S, b, 0)
    return 0

def bare(S, card, seats):
    for p in range(0, {seats}):
        if seats >> p & 1:
            Z[{known} + p * {words}] = Z[{known} + p * {words}] | BIT(card)
    return 0

def turned_up(S, m_cards):
    m_cards = m_cards & ~{turned}
{tried_up}
    while m_cards != 0:
        card = LOW(m_cards)
        m_cards = REST(m_cards)
        S[{going}] = -1
        home = S[{home} + card]
        if home >= 0:
            if T_loose[home]:
                m_there = m_lying(S, home)
                forget_one(S, card, {everyone}, m_there)
        bare(S, card, {everyone})
        if S[{imagines}]:
            look_at(S, card, 0)
    return 0

def turned_down(S, m_cards):
    m_cards = m_cards & {turned}
{tried_down}
    while m_cards != 0:
        S[{going}] = -1
        bare(S, LOW(m_cards), {everyone})
        m_cards = REST(m_cards)
    return 0

def glimpsed(S, card, seats, m_together):
{tried_glimpse}
    home = S[{home} + card]
    if T_loose[home]:
        m_there = m_lying(S, home) & ~m_together
        forget_one(S, card, seats, m_there)
    if S[{going}] == home:
        for p in range(0, {seats}):
            if seats >> p & 1:
                if (Z[{going_known} + p * {words}] & BIT(card)) == 0:
                    m_like = Z[{going_cards}] & ~m_together & {kinds}[{kind_of}[card]] & ~BIT(card) & ~{turned}
                    m_like = m_like & Z[{going_known} + p * {words}]
                    if m_like != 0:
                        Z[{going_known} + p * {words}] = Z[{going_known} + p * {words}] & ~LOWEST(m_like)
                Z[{going_known} + p * {words}] = Z[{going_known} + p * {words}] | BIT(card)
    bare(S, card, seats)
    if S[{imagines}]:
        if seats >> S[{imagines}] - 1 & 1:
            look_at(S, card, 0)
    return 0

def mixed(S, place):
{tried_down}
    S[{going}] = -1
    m_there = m_lying(S, place)
    for p in range(0, {seats}):
        if (T_seen[place] >> p & 1) == 0:
            Z[{known} + p * {words}] = Z[{known} + p * {words}] & ~m_there
    at = T_start[place]
    if T_top[place] and S[at] > 0:
        bare(S, S[at + S[at]], T_top[place])
    return 0
"""

TRIED = """
    if S[{trial}]:
        if seen >> G_look[0] & 1 and (Z[{unshown}] & BIT(card)) != 0:
            S[{sighted}] = 1
        if bared >> G_look[0] & 1:
            if (Z[{unshown}] & BIT(under)) != 0:
                S[{sighted}] = 1
        S[{home} + card] = to
        return 0
"""
TRIED_UP = """
    if S[{trial}]:
        if (m_cards & Z[{unshown}]) != 0:
            S[{sighted}] = 1
        return 0
"""
TRIED_SWAP = """
    if S[{trial}]:
        if seen_a >> G_look[0] & 1 and (Z[{unshown}] & BIT(a)) != 0:
            S[{sighted}] = 1
        if seen_b >> G_look[0] & 1 and (Z[{unshown}] & BIT(b)) != 0:
            S[{sighted}] = 1
        S[{home} + a] = S[{home} + b]
        S[{home} + b] = place
        return 0
"""
TRIED_GLIMPSE = """
    if S[{trial}]:
        if seats >> G_look[0] & 1 and (Z[{unshown}] & BIT(card)) != 0:
            S[{sighted}] = 1
        return 0
"""
TRIED_DOWN = """
    if S[{trial}]:
        return 0
"""
"""Where a `must` tries moves out nothing is remembered: it is enough that a card has been shown that was not known."""


if TYPE_CHECKING:
    from croupier.model.program import ZonePlace


class Knowing(Emptying):
    """The part of the lowering that knows what is seen. All of it is nothing where that is not kept."""

    def knowing(self) -> None:
        """What keeps what seats know."""
        if not self.knows:
            return
        places = self.program_places()
        forms = {form: self.layout.before(form) for form in ("set", "pile", "slot", "row")} | {"melds": -1}
        for place in places:
            with part(place.zone.where, place.zone.path):
                if place.zone.form not in forms or (place.top_viewers and place.zone.form != "pile"):
                    raise Unlowered("what is seen of a zone, to players who look ahead")
                if place.zone.form == "melds" and place.viewers != self.program.everyone:
                    raise Unlowered("melds that not all see, to players who look ahead")
        start = [int(self.layout.at("zone", *at)) for at in self.layout.every_place()]
        tables = {
            "T_start": start,
            "T_form": [forms[place.zone.form] for place in places],
            "T_seen": [place.viewers for place in places],
            "T_top": [place.top_viewers for place in places],
            "T_loose": [int(place.zone.form in ("set", "melds")) for place in places],
            "T_fixed": [int(place.ordered) for place in places],
        }
        for name, values in tables.items():
            self.tables[name, tuple(values or [0])] = name
        texts = {"tried": TRIED, "tried_up": TRIED_UP, "tried_glimpse": TRIED_GLIMPSE, "tried_down": TRIED_DOWN}
        texts["tried_swap"] = TRIED_SWAP
        tried = dict.fromkeys(texts, "")
        if self.layout.looks:
            cells = {name: self.layout.at(name) for name in ("trial", "sighted", "unshown", "home")}
            tried = {name: text.format(**cells).strip("\n") for name, text in texts.items()}
        self.scratch["Gm_ahead_none"] = 1
        self.library(TEXT, **tried)
        if self.layout.looks:
            self._unknown_to()

    def _unknown_to(self) -> None:
        """`m_unknown_to(S, me)`: the cards that a player who looks ahead to the end of a stage does not know. Where a
        seat imagines that, those which it did not know when the position came about."""
        layout = self.layout
        with self.function("m_unknown_to(S, me)"):
            with self.block(f"if {layout.cell('imagines')}:"):
                self.line(f"m_found = Z[{layout.at('unshown')}]")
                self.line("return m_found")
            known = f"Z[{layout.at('zone')}] | Z[{layout.at('known')} + me * {layout.words}] | m_seen(S, me)"
            self.line(f"m_found = {self.all_cards} & ~({known})")
            self.line("return m_found")

    def program_places(self) -> list[ZonePlace]:
        """The places that have cells, in their order."""
        return [place for place in self.program.places if place.zone.name in self.layout.zones]

    def library(self, text: str, **more: object) -> None:
        """Functions that are the same for all rules, but for where things lie."""
        layout, program = self.layout, self.program
        names = (
            "home known going going_cards going_known imagines veils unforeseen unknown hidden peeked peeked_now shown "
            "shown_now stepping lists stopped decisions waiting seats actor over key acted fault"
        )
        cells = {name: layout.at(name) for name in names.split()}
        kinds, kind_of = self.kinds()
        whole = text.format(
            **{**cells, "asked": cells["seats"], "kinds": kinds, "kind_of": kind_of, "seats": program.seats},
            turned=f"Z[{layout.at('turned')}]" if layout.turns_cards else f"m_no_{0}"[:0] + "Gm_ahead_none[0]",
            nil=NIL, veiled=VEILED, words=layout.words, step=layout.words + 1, everyone=program.everyone,
            places=len(layout.every_place()), cards=layout.cards, size=layout.size, row=layout.row,
            void=layout.at("zone"), **more,
        )  # fmt: skip
        self.functions += [line for line in whole.split("\n") if line]

    # ------------------------------------------------------------ what happens
    def comes_to(self, card: str, name: str, subject: str | None) -> None:
        """A card is about to move there."""
        if self.knows:
            self.known_to_come(card, self.place_number(name, subject))

    def known_to_come(self, card: str, place: str) -> None:
        """The same, by the number of the place."""
        if self.knows:
            self.line(f"moved(S, {card}, {place})")

    def known_to_swap(self, one: str, other: str) -> None:
        """Two cards are about to change places."""
        if self.knows:
            self.line(f"swapped(S, {one}, {other})")

    def shown_to(self, cards: ir.Expr, players: ir.Expr, env: Env) -> None:
        """Cards are shown for a moment to players: place by place, in one as they come, each once."""
        seats, shape = self.let(self.seats(self.shape(players, env))), self.shape(cards, env)
        those = self.stored(self.cards_of(shape) if self.of_melds(shape) else shape)
        if not self.knows:  # it tells, and changes nothing
            return self._counted_by_place(those, seats)
        home, i, together = self.name("i"), self.name("i"), self.name("m_")
        card = f"{those.array}[{i}]"
        with self.block(f"for {home} in range(0, {len(self.layout.every_place())}):"):
            self.line(f"{together} = 0")
            with self.block(f"for {i} in range(0, {those.count}):"):
                with self.block(f"if {self.layout.cell('home', '', card)} == {home}:"):
                    self.line(f"{together} = {together} | BIT({card})")
            left = self.let(together, "m_")
            with self.block(f"if {seats} != 0 and {left} != 0:"):
                self.note(1)
                with self.block(f"for {i} in range(0, {those.count}):"):
                    with self.block(f"if ({left} & BIT({card})) != 0:"):
                        self.line(f"{left} = {left} & ~BIT({card})")
                        self.line(f"glimpsed(S, {card}, {seats}, {together})")
        return None

    def _counted_by_place(self, cards: Stored, seats: str) -> None:
        """It is noted of each place once that cards of it are shown to somebody."""
        homes, i, j, fresh = self.array(self.most_stored), self.name("i"), self.name("i"), self.name()
        with self.block(f"if {seats} != 0:"), self.block(f"for {i} in range(0, {cards.count}):"):
            self.line(f"{homes}[{i}] = {self.home(f'{cards.array}[{i}]')}")
            self.line(f"{fresh} = {homes}[{i}] >= 0")
            with self.block(f"for {j} in range(0, {i}):"), self.block(f"if {homes}[{j}] == {homes}[{i}]:"):
                self.line(f"{fresh} = 0")
            self.note(fresh)

    def turns(self, cards: str, *, up: bool) -> None:
        """Cards are about to be turned."""
        if self.knows:
            self.line(f"turned_{'up' if up else 'down'}(S, {cards})")

    def mixes(self, name: str, subject: str | None) -> None:
        """The cards of a place have been shuffled."""
        if self.knows:
            self.line(f"mixed(S, {self.place_number(name, subject)})")

    def zone_by_zone(self, of_cards: bool, places: tuple[Place, ...] | None) -> None:
        """Unlowered if it is not known in which order cards leave these places."""
        if not of_cards and (places is None or any(self.layout.form(zone) != "set" for zone, _ in places)):
            raise Unlowered("cards of several zones, to players who look ahead")

    def nobody_foresees(self) -> None:
        """What follows is chance."""
        if self.foresees:
            with self.block(f"if {self.layout.cell('imagines')}:"):
                self.line(f"{self.layout.cell('unforeseen')} = 2")

    def goes_on(self) -> None:
        """A performance begins, if it is foreseen that it does."""
        self.stop_between()
        self.pause()

    def pause(self) -> None:
        """Cards that move before this and after it do not move one after another."""
        if self.knows:
            self.line(f"{self.layout.cell('going')} = -1")

    def stop_between(self) -> None:
        """Nothing that happens between two lists goes on from what is not foreseen."""
        if self.foresees:
            with self.block(f"if {self.layout.cell('unforeseen')}:"):
                self.line(f"{self.layout.cell('stopped')} = 2")
                self.line("return -1")

    def loses_patience(self) -> None:
        """Nobody can tell where what is imagined ends, if so many performances have begun without a decision."""
        if self.foresees:
            layout, most = self.layout, limits.imagined_performances(self.program.seats)
            with self.block(f"if {layout.cell('imagines')} and {layout.cell('performed')} > {most}:"):
                self.line(f"{layout.cell('unforeseen')} = 2")
                self.line(f"{layout.cell('stopped')} = 1")
                self.line(f"{layout.cell('lists')} = 0")
                self.line("return -1")

    def before_list(self) -> None:
        """A list of statements is about to run."""
        if self.foresees:
            with self.block(f"if {self.layout.cell('imagines')}:"):
                with self.block("if before(S) < 0:"):
                    self.line("return -1")

    def after_list(self) -> None:
        """A list of statements has run: what comes of it counts only if all of it was foreseen."""
        if self.foresees:
            with self.block(f"if {self.layout.cell('unforeseen')}:"):
                self.line(f"{self.layout.cell('stopped')} = 1")
                self.line("return -1")
