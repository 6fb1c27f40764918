"""Answer what cards of melds represent and where cards may be added, for melds on the table or just chosen; and the
places of rows.

Melds that are being chosen, or held by a list of statements, are in no zone: a `Casting` maps each of their cards to
its meld. It is kept among the locals, in a slot of its own (`Planner.cast_slot`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.base import plane
from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import HELD
from croupier.base.values import Env, Meld, Spot, Value
from croupier.combos.forms import Form
from croupier.combos.laying import Laid, added, meant, open_places, stands_for, without
from croupier.combos.memory import Memory

if TYPE_CHECKING:
    from croupier.combos.binding import ComboTable
    from croupier.model.program import ZonePlace
    from croupier.model.state import State


Casting = Mapping[int, Meld]
"""The meld of each card of melds in hand. Copies of locals share it: it is replaced, never changed."""
UNCAST: Casting = {}
REMEMBERED = 1 << 13
"""The number of results kept by meld, card and spot, because a search repeats them often."""


def casting_of(env: Env, end: int) -> Casting:
    """Return the meld of each card of the melds among the first `end` locals; later slots hold the rest of loops."""
    found: dict[int, Meld] = {}
    for value in env[:end]:
        for item in value if isinstance(value, list) else (value,):
            if not isinstance(item, Meld):
                break
            for card in item.cards:
                found[card] = item
    return found


def laid(env: Env, slot: int, cards: Collection[int]) -> None:
    """Remove cards that were moved from the casting."""
    if env[slot]:
        env[slot] = {card: meld for card, meld in env[slot].items() if card not in cards}


def meld_of(s: State, card: int, casting: Casting = UNCAST) -> Meld | None:
    """Return the meld that a card is cast in, or else its meld on a table."""
    if card in casting:
        return casting[card]
    home = s.home[card]
    if home < 0 or s.program.places[home].zone.form != "melds":
        return None
    found: Meld = s.zones[home][number_of(s, home, card)]
    return found


def number_of(s: State, place: int, card: int) -> int:
    """Return the number of the card's meld in the zone, from 0. Raises RulesFault if the meld no longer exists."""
    for number, meld in enumerate(s.zones[place]):
        if card in meld.cards:
            return number
    raise RulesFault(tr("a spot belongs to a meld that no longer exists"))


class MeldLayout:
    """The questions, for one program."""

    def __init__(self, combos: ComboTable) -> None:
        self.combos = combos
        self.program = combos.program
        self._added: Memory[tuple[Meld, int, int, int, frozenset[int]], tuple[Laid | None]] = Memory(REMEMBERED)

    def _form(self, s: State, meld: Meld) -> Form:
        return self.combos.form(s, meld.combo)

    def _laid(self, meld: Meld) -> Laid:
        kind_of = self.program.kind_of
        return Laid(tuple([kind_of[card] for card in meld.cards]), meld.roles, meld.places())

    # ------------------------------------------------------------ what a card represents
    def kinds_of(self, s: State, card: int, casting: Casting = UNCAST) -> tuple[int, ...]:
        """Return the kinds that a card may represent in its meld: its own, the one it replaces, or several if that is
        open; none outside melds."""
        meld = meld_of(s, card, casting)
        return () if meld is None else self.kinds_in(s, meld, meld.cards.index(card))

    def kinds_in(self, s: State, meld: Meld, index: int) -> tuple[int, ...]:
        """Return the kinds that one card of a meld may represent."""
        if meld.roles[index] >= 0:
            return (meld.roles[index],)
        return meant(self._form(s, meld), self._laid(meld), index)

    def role(self, s: State, card: int, casting: Casting = UNCAST) -> int | None:
        """Return the card that a card represents, if it is only one: itself, or any copy of the one it replaces."""
        kinds = self.kinds_of(s, card, casting)
        if len(kinds) != 1:
            return None
        return card if kinds[0] == self.program.kind_of[card] else self.combos.sample[kinds[0]]

    def attribute(self, s: State, card: int, column: int, casting: Casting = UNCAST) -> Value:
        """Return an attribute of what the card represents, if all that it may represent agree in it."""
        kinds = self.program.kinds
        values = {kinds[kind].values[column] for kind in self.kinds_of(s, card, casting)}
        return values.pop() if len(values) == 1 else None

    def place(self, s: State, card: int, casting: Casting = UNCAST) -> int | None:
        """Return the place of the card in the sequence of its run or in its row, from 1; nothing in a set and
        elsewhere."""
        meld = meld_of(s, card, casting)
        if meld is None and self._row(s.home[card]) is not None:
            at: int = s.zones[s.home[card]].index(card)
            return at + 1
        if meld is None or meld.start < 0:
            return None
        at = meld.places()[meld.cards.index(card)]
        return None if at < 0 else at + 1

    # ------------------------------------------------------------ spots
    def spots(self, s: State, meld: Value) -> list[Spot]:
        """Return the spots where a meld on the table is open; other melds, also of some of its cards, have none."""
        laid = meld_of(s, meld.cards[0]) if isinstance(meld, Meld) else None
        if laid is None or set(laid.cards) != set(meld.cards):
            return []
        place, first = s.home[laid.cards[0]], laid.cards[0]
        return [Spot(place, first, at) for at in open_places(self._form(s, laid), self._laid(laid))]

    def spot_of(self, s: State, card: int | None, casting: Casting = UNCAST) -> Spot | None:
        """Return the spot that a card holds in a meld on the table, or in a row."""
        if card is None:
            return None
        if self._row(s.home[card]) is not None:
            return Spot(s.home[card], -1, s.zones[s.home[card]].index(card))
        if card in casting:
            return None
        meld = meld_of(s, card)
        if meld is None:
            return None
        anchor = next((other for other in meld.cards if other != card), -1)
        index = meld.cards.index(card)
        return Spot(s.home[card], anchor, meld.places()[index], card, meld.roles[index])

    def fits(self, s: State, card: int | None, spot: Spot | None) -> bool:
        """Return whether the card would make a meld of the spot's combo, in place of the card there now. A row accepts
        any card."""
        if card is None or spot is None:
            return False
        return self._row(spot.place) is not None or self._with(s, card, spot) is not None

    # ------------------------------------------------------------ places of rows
    def _row(self, place: int) -> ZonePlace | None:
        """Return the zone, if it is a row."""
        if place < 0 or self.program.places[place].zone.form != "row":
            return None
        return self.program.places[place]

    def places(self, s: State, place: int | None) -> list[Spot]:
        """Return all the places of a row: if it is open at its end, up to the last that was used; in a grid without an
        edge, those with a card and their neighbours."""
        if place is None:
            return []
        zone = s.zones[place]
        if self.program.places[place].edgeless:
            EFFORT.spend(len(zone) // HELD)
            taken = [at for at, card in enumerate(zone) if card is not None]
            return [Spot(place, -1, at) for at in plane.spots(taken)]
        return [Spot(place, -1, at) for at in range(len(zone))]

    def card_at(self, s: State, spot: Spot) -> int | None:
        """Return the card in a spot; None if it is free."""
        if self._row(spot.place) is not None:
            card: int | None = s.zones[spot.place][spot.at] if spot.at < len(s.zones[spot.place]) else None
            return card
        return spot.holder if spot.holder >= 0 and s.home[spot.holder] == spot.place else None

    def number(self, which: str, spot: Spot) -> int | None:
        """Return the place, line or column of a spot, from 1, or None. Lines and columns of a grid without an edge are
        counted from its first place."""
        row = self._row(spot.place)
        if which == "place":
            return spot.at + 1 if spot.at >= 0 else None
        return None if row is None else _line_or_column(which, row, spot.at)

    def number_of_card(self, s: State, which: str, card: int, casting: Casting = UNCAST) -> int | None:
        """Return the same of the spot that a card holds."""
        home = s.home[card]
        row = self.program.places[home] if home >= 0 else None
        if row is None or row.zone.form != "row":
            spot = self.spot_of(s, card, casting)
            return None if spot is None else self.number(which, spot)
        at: int = s.zones[home].index(card)
        if which == "place":
            return at + 1
        return _line_or_column(which, row, at)

    def neighbours(self, s: State, spot: Spot) -> list[Spot]:
        """Return the neighbours of a spot: in a row left and right, in a grid also above and below, in a run the spots
        of the cards before and after."""
        row = self._row(spot.place)
        if row is None:
            meld = self._meld_at(s, spot)
            cards = () if meld is None or spot.at < 0 else zip(meld.cards, meld.places(), strict=True)
            found = [self.spot_of(s, card) for card, at in cards if abs(at - spot.at) == 1]
            return [each for each in found if each is not None]
        if row.edgeless:
            return [Spot(spot.place, -1, at) for at in plane.next_to(spot.at) if at != plane.BEYOND]
        most = len(s.zones[spot.place])
        columns = row.columns or most
        of_line = range(spot.at - spot.at % columns, spot.at - spot.at % columns + columns)
        beside = [spot.at - columns, *(at for at in (spot.at - 1, spot.at + 1) if at in of_line), spot.at + columns]
        return [Spot(spot.place, -1, at) for at in beside if 0 <= at < most]

    def _with(self, s: State, card: int, spot: Spot) -> Laid | None:
        """Return the meld of the spot with the card in it; None if it does not fit."""
        meld = self._meld_at(s, spot)
        kind = self.program.kind_of[card]
        wild = self.combos.wild_kinds(s)
        if meld is None or (spot.role >= 0 and kind != spot.role and kind not in wild):
            return None
        key = (meld, spot.holder, spot.at, kind, wild)
        known = self._added.get(key)
        if known is None:
            known = (added(self._form(s, meld), self._around(meld, spot), kind, spot.at),)
            self._added.put(key, known)
        return known[0]

    def _around(self, meld: Meld, spot: Spot) -> Laid:
        """Return the meld without the card in the spot."""
        laid = self._laid(meld)
        return without(laid, meld.cards.index(spot.holder)) if spot.holder in meld.cards else laid

    def _meld_at(self, s: State, spot: Spot) -> Meld | None:
        """Return the meld of a spot; None if its other cards are gone."""
        return next((meld for meld in s.zones[spot.place] if spot.anchor in meld.cards), None)

    def with_card(self, s: State, card: int, spot: Spot) -> Meld:
        """Return the meld of the spot with the card in it. Raises RulesFault if it does not fit or the spot is
        taken."""
        meld = self._meld_at(s, spot)
        if meld is None:
            raise RulesFault(tr("a card is moved to a spot of a meld that no longer exists"))
        if spot.holder in meld.cards:
            raise RulesFault(
                tr(
                    "{holder} must leave its spot before another card can take it",
                    holder=self.program.notation(spot.holder),
                )
            )
        laid = self._with(s, card, spot)
        if laid is None:
            raise RulesFault(
                tr(
                    "{card} does not fit into this meld: {meld}",
                    card=self.program.notation(card),
                    meld=self.program.spell_meld(meld),
                )
            )
        if spot.at < 0:
            return set_of(meld.combo, (*meld.cards, card), laid.roles, self.program.kind_of)
        index = laid.places.index(spot.at)
        cards = (*meld.cards[:index], card, *meld.cards[index:])
        gaps = tuple(at for at in range(laid.places[0], laid.places[-1]) if at not in laid.places)
        return Meld(meld.combo, cards, laid.roles, laid.places[0], gaps)

    def wanted(self, s: State, spot: Spot) -> tuple[int, ...]:
        """Return the kinds that belong to a spot, ascending: what it is called by."""
        meld = self._meld_at(s, spot)
        if spot.role >= 0:
            return (spot.role,)
        return () if meld is None else stands_for(self._form(s, meld), self._around(meld, spot), spot.at)


def _line_or_column(which: str, row: ZonePlace, at: int) -> int | None:
    """Return the line or column of a place of a row; None unless it is a grid."""
    if row.edgeless:
        return plane.line_and_column(at)[which == "column"]
    if not row.columns:
        return None
    return at // row.columns + 1 if which == "line" else at % row.columns + 1


def set_of(combo: str, cards: Sequence[int], roles: Sequence[int], kind_of: Sequence[int]) -> Meld:
    """Return a set of these cards in its order: by kind, copies that represent themselves first, as in melds of a hand,
    and those that represent the same by number.

    So a set is the same, however it was made.
    """

    def key(one: tuple[int, int]) -> tuple[int, bool, int, int]:
        card, role = one
        return kind_of[card], role != kind_of[card], role, card

    order = sorted(zip(cards, roles, strict=True), key=key)
    return Meld(combo, tuple([card for card, _ in order]), tuple([role for _, role in order]), -1)


def less(meld: Meld, card: int, kind_of: Sequence[int]) -> Meld | None:
    """Return the meld without one of its cards; the others of a run keep their places. None if it was the last.

    The rest of groups in sequence has no places.
    """
    index = meld.cards.index(card)
    cards = meld.cards[:index] + meld.cards[index + 1 :]
    if not cards:
        return None
    roles = meld.roles[:index] + meld.roles[index + 1 :]
    if meld.groups:
        return set_of(meld.combo, cards, roles, kind_of)
    if meld.start < 0:
        return Meld(meld.combo, cards, roles, -1)
    places = meld.places()
    places = places[:index] + places[index + 1 :]
    gaps = tuple(at for at in range(places[0], places[-1]) if at not in places)
    return Meld(meld.combo, cards, roles, places[0], gaps)
