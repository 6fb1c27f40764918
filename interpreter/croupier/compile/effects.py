"""Run statements: every change of zones and variables, and its notes, is made here."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base import limits, plane
from croupier.base.effort import EFFORT
from croupier.base.events import (
    ALL,
    Bared,
    Blurred,
    Displayed,
    Glimpsed,
    Hidden,
    Melded,
    Moved,
    Revealed,
    Set,
    Shown,
    Together,
)
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import HELD, SWAPPED, TOLD, TURNED
from croupier.base.values import Env, Fn, Meld, Spot, Value, as_list, cards_of
from croupier.combos.layout import casting_of, laid, less, number_of
from croupier.compile.arithmetic import bounded
from croupier.compile.collections import charge
from croupier.compile.draws import shuffle_zone
from croupier.model.state import NOWHERE
from croupier.model.visibility import seeing
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import Program, ZonePlace
    from croupier.model.state import State
    from croupier_dsl.analysis import Audience


def put(
    s: State, card: int, to: int, at_place: int | None = None, deep: tuple[int, int, int, int] | None = None
) -> None:
    """Move a card from its place to another.

    It goes on top of a pile, in order into a set, to the end of a row, or to the first free place of a row of fixed
    size; or to place `at_place`, in a pile counted from the bottom. `deep`: the number of cards above it, the seats
    that learn this, and the bounds that all others know.
    """
    under, told, least, most = (None, -1, 0, 0) if deep is None else deep
    moved, bared = _moved(s, card, to, at_place, under, told)
    s.log.witness(moved)
    blind = s.program.everyone & ~told
    if blind:
        _blur(s, moved, blind, least, most)
    if bared is not None:
        s.log.show(bared)


def _moved(
    s: State, card: int, to: int, at_place: int | None = None, under: int | None = None, told: int = -1
) -> tuple[Moved, Bared | None]:
    """Move the card; return the note, and the card bared under it."""
    origin, at, seen, viewers = _picked_up(s, card)
    spot, there, on_top = _put_down(s, card, to, at_place)
    _comes(s, card, origin, to)
    bared = Bared(s.zones[origin][-1], viewers) if viewers and not (on_top and to == origin) else None
    return Moved(card, seen | there, origin, at, to, spot, under, told), bared


def _picked_up(s: State, card: int) -> tuple[int, int, int, int]:
    """Remove a card from its place; return the place, its index there, the seats that see it, and the seats that see
    the card under it."""
    program = s.program
    origin = s.home[card]
    at = -1
    seen = program.everyone if card in s.revealed else 0
    bared = 0
    if origin != NOWHERE:
        source = program.places[origin]
        at = _take(s, card, source)
        _leaves(s, card, source)
        seen |= source.viewers
        if source.top_viewers and at == len(s.zones[origin]):
            seen |= source.top_viewers
            bared = source.top_viewers if at > 0 else 0
    s.revealed.discard(card)
    return origin, at, seen, bared


def _put_down(s: State, card: int, to: int, at_place: int | None = None) -> tuple[int, int, bool]:
    """Put a removed card into a place; return its index (-1 in a set), the seats that see it, and whether it is on top
    of a pile."""
    target = s.program.places[to]
    zone = s.zones[to]
    seen, on_top = target.viewers, False
    if target.zone.form == "set":
        insort(zone, card)
        spot = -1
    elif target.zone.form == "pile":
        spot = len(zone) if at_place is None else at_place
        EFFORT.spend((len(zone) - spot) // HELD)
        on_top = spot == len(zone)
        seen |= target.top_viewers if on_top else 0
        zone.insert(spot, card)
    else:
        if target.zone.form == "slot" and zone:
            raise RulesFault(tr("{name} holds at most one card", name=target.zone.name))
        spot = _free(zone, target) if at_place is None else at_place
        if target.edgeless:
            _grow(zone, target, spot)
        if spot < len(zone):
            zone[spot] = card
        else:
            zone.append(card)
    s.home[card] = to
    enter(s, card, s.acted)
    return spot, seen, on_top


def _blur(s: State, moved: Moved, blind: int, least: int, most: int) -> None:
    """Record that the card entered a pile below between `least` and `most` cards and that the `blind` seats do not know
    where. Seats that see the top know whether it is that card."""
    zone, top = s.zones[moved.to], blind & s.program.places[moved.to].top_viewers
    others = len(zone) - 1
    low, high = max(others - most, 0), max(others - least, 0)
    EFFORT.spend(len(zone) // HELD)
    if blind & ~top:
        s.log.show(Blurred(moved.card, tuple(zone[low : high + 1]), blind & ~top))
    if top and moved.spot < others:
        s.log.show(Blurred(moved.card, tuple(zone[low : min(high + 1, others)]), top))


def _comes(s: State, card: int, origin: int, to: int) -> None:
    """Update the rules that wait for a card that moved between places: those at its new place get it, the others lose
    it."""
    if not s.program.watching or origin == to:
        return
    for rule in s.program.watching.get(origin, ()):
        if card in s.entered[rule]:
            s.entered[rule].remove(card)
    for rule in s.program.watching.get(to, ()):
        s.entered[rule].append(card)


def _free(zone: list[Value], target: ZonePlace) -> int:
    """Return the place that the next card takes, from 0."""
    if target.edgeless:
        return next(at for at in plane.spots(_taken(zone)) if at >= len(zone) or zone[at] is None)
    spot = zone.index(None) if target.size and None in zone else len(zone)
    if spot >= (target.size or ir.LONGEST_ROW):
        raise RulesFault(
            tr(
                "{name} is full: it has {n} places, including gaps",
                name=target.zone.name,
                n=f"{target.size or ir.LONGEST_ROW:,}",
            )
        )
    return spot


def _taken(zone: list[Value]) -> list[int]:
    """Return the places of a row that have cards."""
    EFFORT.spend(len(zone) // HELD)
    return [at for at, card in enumerate(zone) if card is not None]


def _grow(zone: list[Value], target: ZonePlace, spot: int) -> None:
    """Give a grid without an edge the places around one that is taken."""
    if not plane.reaches(spot):
        raise RulesFault(
            tr(
                "{name} can extend at most {n} lines or columns from its first place",
                name=target.zone.name,
                n=limits.REACH - 1,
            )
        )
    zone.extend([None] * (plane.grown(len(zone), spot) - len(zone)))


def enter(s: State, card: int, who: int | None) -> None:
    """Begin the variables that live while the card is in its place, and note their values."""
    for start, column in s.program.entering.get(s.home[card], ()):
        s.card_variables[column][card] = s.began[column][card] = start(s, [who, card])


def _take(s: State, card: int, source: ZonePlace) -> int:
    """Remove the card from its place; where it was in a row or pile, -1 in a set."""
    zone = s.zones[source.index]
    form = source.zone.form
    EFFORT.spend(len(zone) // HELD)
    if form == "melds":
        for number, meld in enumerate(zone):
            if card in meld.cards:
                rest = less(meld, card, s.program.kind_of)
                if rest is None:
                    del zone[number]
                else:
                    zone[number] = rest
                return number
        raise AssertionError("a card is in the meld that holds it")
    if form == "row":
        at = zone.index(card)
        zone[at] = None
    elif zone[-1] == card:
        zone.pop()
        at = len(zone)
    else:
        at = zone.index(card)
        del zone[at]
    return at if form != "set" else -1


def _index(s: State, card: int) -> int:
    """Return the index of a card in its zone: in melds the number of its meld, in a set -1."""
    home = s.home[card]
    form = s.program.places[home].zone.form
    return -1 if form == "set" else number_of(s, home, card) if form == "melds" else s.zones[home].index(card)


def _leaves(s: State, card: int, source: ZonePlace) -> None:
    """Note who placed the card at its destination, and end the variables that lived while it was in the source."""
    owner = source.subject if source.zone.per == "player" else s.acted
    s.placed[card] = s.acted if owner is None else owner
    for column in s.program.leaving.get(source.index, ()):
        s.card_variables[column][card] = s.began[column][card] = None


def dealt(what: Fn) -> Fn:
    """Return the cards that a deal moves; it is noted if `top of` or `top N of` finds fewer cards."""

    def cards(s: State, e: Env) -> Value:
        s.dealing = True
        try:
            return what(s, e)
        finally:
            s.dealing = False

    return cards


def shuffler(place: Fn) -> Callable[[State, Env], None]:
    """Shuffle the cards of a place."""
    return lambda s, e: shuffle_zone(s, place(s, e))


@dataclass(frozen=True, slots=True)
class Depth:
    """The depth at which cards enter a pile: under a number of the others, or all of them. `told`: the seats that learn
    it, besides those that see the pile; `least`, `most`: the bounds that all know."""

    under: Fn | None = None
    told: Audience = "everyone"
    least: int = 0
    most: int | None = None

    def seats(self, program: Program, place: int, actor: int | None) -> int:
        """Return the seats that learn it."""
        if self.told == "everyone":
            return -1
        mine = 0 if actor is None or self.told == "nobody" else 1 << actor
        return mine | program.places[place].viewers

    def number(self, s: State, e: Env, place: int, moving: Collection[int]) -> int:
        """Return the number of cards above. Raises RulesFault if fewer stay in the pile."""
        staying = sum(card not in moving for card in s.zones[place])
        EFFORT.spend(len(s.zones[place]) // HELD)
        if self.under is None:
            return staying
        found: int | None = self.under(s, e)
        if moving and (found is None or not 0 <= found <= staying):
            raise RulesFault(
                tr(
                    "only {n} cards stay in {name}, so none can go under {under} of them",
                    name=s.program.places[place].zone.name,
                    n=staying,
                    under="none" if found is None else found,
                )
            )
        return found or 0


def _below(zone: list[Value], number: int, moving: Collection[int]) -> int:
    """Return the place in a pile, from the bottom, below `number` of the cards that stay there."""
    at = len(zone)
    while number:
        at -= 1
        number -= zone[at] not in moving
    return at


def mover(
    program: Program, what: Fn, target: Fn, form: str, cast: int | None, depth: Depth | None = None
) -> Callable[[State, Env], None]:
    """Move a card, cards, a meld or melds to a place, of a pile on top or at some depth. `cast`: the slot of what is
    cast."""

    def move_cards(s: State, e: Env) -> None:
        place = target(s, e)
        home = s.home
        cards = _zone_by_zone(s, what(s, e), form in ("pile", "row"))
        if depth is None:
            for card in cards:
                if home[card] != place or form == "pile":
                    put(s, card, place)
        else:
            moving = frozenset(cards)
            number, told = depth.number(s, e, place, moving), depth.seats(program, place, e[0])
            under = ALL if depth.under is None else number
            least, most = (depth.least, depth.most) if len(cards) == 1 else (0, None)
            deep = (under, told, least, program.cards if most is None else most)
            for card in cards:
                zone = s.zones[place]
                if home[card] == place:
                    at = _below([other for other in zone if other != card], number, moving)
                else:
                    at = _below(zone, number, moving)
                put(s, card, place, at, deep)
        if cast is not None:
            laid(e, cast, cards)

    def move_melds(s: State, e: Env) -> None:
        place = target(s, e)
        value = what(s, e)
        for meld in [value] if isinstance(value, Meld) else list(as_list(value)):
            if not isinstance(meld, Meld):
                raise RulesFault(
                    tr("{name} only holds cards that belong to a combo", name=program.places[place].zone.name)
                )
            EFFORT.spend(SWAPPED + len(meld.cards))
            for card in meld.cards:
                put(s, card, place)
            zone = s.zones[place]
            del zone[-len(meld.cards) :]
            zone.append(meld)
            s.log.append(Melded(place, meld))
            if cast is not None:
                laid(e, cast, meld.cards)

    return move_melds if form == "melds" else move_cards


def _zone_by_zone(s: State, what: Value, ordered: bool) -> list[int]:
    """Return the cards to move, sorted by zone, because an order across zones would reveal hidden cards.

    `ordered`: whether their order matters.
    """
    cards = cards_of(what)
    EFFORT.spend(len(cards))
    if len(cards) > 1:
        cards.sort(key=s.home.__getitem__)
        if ordered and s.trial is not None:
            s.trial.in_order(cards)
    return cards


def dealer(
    program: Program, what: Fn, owners: Fn, start: Fn | None, name: str, cast: int | None
) -> Callable[[State, Env], None]:  # fmt: skip
    """Return an operation that deals cards around the zones of this name, one at a time, cards of a pile from its top.

    The log shows how many cards each zone gets, as for any deal; seats' knowledge follows card by card.
    """
    base, form = program.zone_base[name], program.zones[name].form

    def deal(s: State, e: Env) -> None:
        round_ = [base + owner for owner in _in_turn(s, as_list(owners(s, e)), None if start is None else start(s, e))]
        cards = _from_the_top(s, _zone_by_zone(s, what(s, e), True))
        if cards and not round_:
            raise RulesFault(tr("cannot move to {name}: it has no owner here", name=name))
        moves: dict[int, list[Moved]] = {place: [] for place in round_}
        for number, card in enumerate(cards):
            place = round_[number % len(round_)]
            if s.home[card] != place or form == "pile":
                moved, bared = _moved(s, card, place)
                s.log.show(moved)
                moves[place].append(moved)
                if bared is not None:
                    s.log.show(bared)
        for dealt_to in moves.values():
            for moved in dealt_to:
                s.log.append(moved)
        if cast is not None:
            laid(e, cast, cards)

    return deal


def gatherer(
    program: Program, what: Fn, target: Fn, form: str, together: int
) -> Callable[[State, Env], None]:  # fmt: skip
    """Return an operation that adds cards, with their place, to those that move together in the local `together`; each
    only once."""

    def gather(s: State, e: Env) -> None:
        place = target(s, e)
        going: dict[int, int] = e[together]
        for card in _zone_by_zone(s, what(s, e), form in ("pile", "row")):
            if card not in going and (s.home[card] != place or form == "pile"):
                going[card] = place

    return gather


def beginner(together: int) -> Callable[[State, Env], None]:
    """Return an operation that empties the list of cards that move together."""

    def begin(s: State, e: Env) -> None:
        e[together] = {}

    return begin


def hander(together: int, cast: int | None) -> Callable[[State, Env], None]:
    """Pick up all the cards that have been settled, then put them down."""

    def hand_on(s: State, e: Env) -> None:
        going: dict[int, int] = e[together]
        e[together] = None
        if not going:
            return
        left: list[tuple[int, int, int]] = []
        bared: list[Bared] = []
        for card, place in going.items():
            origin, at, seen, viewers = _picked_up(s, card)
            _comes(s, card, origin, place)
            left.append((origin, at, seen))
            if viewers and origin != place:
                bared.append(Bared(s.zones[origin][-1], viewers))
        moves: list[Moved] = []
        for (card, place), (origin, at, seen) in zip(going.items(), left, strict=True):
            spot, there, _ = _put_down(s, card, place)
            moves.append(Moved(card, seen | there, origin, at, place, spot))
        _note_together(s, tuple(moves))
        for under in bared:
            s.log.show(under)
        if cast is not None:
            laid(e, cast, list(going))

    return hand_on


def _in_turn(s: State, owners: Sequence[int], start: int | None) -> list[int]:
    """Return the owners that are dealt to: in their order, or in turn order from the player who begins."""
    if start is None:
        return list(owners)
    return sorted(owners, key=lambda seat: (seat - start) * s.direction % s.program.seats)


def _from_the_top(s: State, cards: list[int]) -> list[int]:
    """Return cards zone by zone, cards of a pile from its top."""
    places = s.program.places
    piles = {home for home in {s.home[card] for card in cards} if home >= 0 and places[home].zone.form == "pile"}
    EFFORT.spend(sum(len(s.zones[home]) for home in piles) // HELD)
    height = {card: at for home in piles for at, card in enumerate(s.zones[home])}
    return sorted(cards, key=lambda card: (s.home[card], -height.get(card, 0)))


def layer(program: Program, what: Fn, where: Fn, cast: int | None) -> Callable[[State, Env], None]:
    """Lay one card on a spot of a meld or a row; nothing is laid nowhere."""

    def lay(s: State, e: Env) -> None:
        cards, spot = cards_of(what(s, e)), where(s, e)
        if not cards:
            return
        if len(cards) > 1 or spot is None:
            raise RulesFault(
                tr("a spot holds one card") if cards[1:] else tr("the spot to move a card to does not exist")
            )
        card = cards[0]
        EFFORT.spend(SWAPPED)
        layout = program.combos.layout
        if program.places[spot.place].zone.form == "row":
            beyond = spot.at >= len(s.zones[spot.place]) and not program.places[spot.place].edgeless
            if beyond or layout.card_at(s, spot) not in (None, card):
                raise RulesFault(
                    tr(
                        "the card at place {n} of {name} must leave before another card can take the place",
                        n=spot.at + 1,
                        name=program.places[spot.place].zone.name,
                    )
                )
            put(s, card, spot.place, spot.at)
            return
        layout.with_card(s, card, spot)  # refuses what does not fit before anything has moved
        put(s, card, spot.place)
        zone = s.zones[spot.place]
        zone.pop()
        meld = layout.with_card(s, card, spot)
        zone[number_of(s, spot.place, spot.anchor)] = meld
        s.log.append(Melded(spot.place, meld))
        if cast is not None:
            laid(e, cast, (card,))

    return lay


def swapper(program: Program, one: Fn, other: Fn, cast: int | None) -> Callable[[State, Env], None]:
    """Return an operation that swaps two cards; a card with itself, or with nothing, does not move."""

    def swap(s: State, e: Env) -> None:
        both = (one(s, e), other(s, e))
        if None not in both and both[0] != both[1]:
            _change_places(s, *both)
            if cast is not None:
                laid(e, cast, both)

    return swap


def _change_places(s: State, *both: int) -> None:
    """Swap two cards, turned down; in a meld only if they fit."""
    program, layout = s.program, s.program.combos.layout
    homes = [s.home[card] for card in both]
    EFFORT.spend(SWAPPED + sum(len(s.zones[home]) for home in homes) // HELD)
    if NOWHERE in homes:
        raise RulesFault(tr("a card that is out of play has no place and cannot be swapped"))
    if homes[0] == homes[1] and program.places[homes[0]].zone.form == "set":
        return
    at = [_index(s, card) for card in both]
    spots = [layout.spot_of(s, card) for card in both]
    seen = [seeing(s, card) for card in both]
    if homes[0] == homes[1] and at[0] == at[1]:
        raise RulesFault(tr("two cards of one meld cannot be swapped"))
    for card, home, spot in zip(reversed(both), homes, spots, strict=True):
        if program.places[home].zone.form == "melds" and not layout.fits(s, card, spot):
            raise RulesFault(tr("a card does not fit into the meld of the card it is swapped with"))
    for card, home in zip(both, homes, strict=True):
        s.revealed.discard(card)
        _leaves(s, card, program.places[home])
    for gone, card, home, number, spot in zip(both, reversed(both), homes, at, spots, strict=True):
        _replace(s, gone, card, home, number, spot)
    for card, origin in zip(both, homes, strict=True):
        enter(s, card, s.acted)
        _comes(s, card, origin, s.home[card])
    ways = zip(both, seen, homes, at, reversed(homes), reversed(at), strict=True)
    one, other = [Moved(card, before | seeing(s, card), *way) for card, before, *way in ways]
    _note_together(s, (one, other))
    for home, number in zip(homes, at, strict=True):
        if program.places[home].zone.form == "melds":
            s.log.append(Melded(home, s.zones[home][number]))


def _note_together(s: State, moves: tuple[Moved, ...]) -> None:
    """Note that cards have moved at once."""
    s.log.show(Together(moves))
    for move in moves:
        s.log.append(move)
        s.log.show(Shown(move.card, move.seats))


def _replace(s: State, gone: int, card: int, place: int, number: int, spot: Spot | None) -> None:
    """Put a card in another's place: this index in its zone, or this spot in its meld."""
    zone, form = s.zones[place], s.program.places[place].zone.form
    if form == "set":
        zone.remove(gone)
        insort(zone, card)
    elif form == "melds":
        assert spot is not None
        zone[number] = less(zone[number], gone, s.program.kind_of)
        zone[number] = s.program.combos.layout.with_card(s, card, spot)
    else:
        zone[number] = card
    s.home[card] = place


def whereabouts(s: State, card: int) -> tuple[int, int]:
    """Return the place of a card, and its index there if that is public (in a row or pile), else -1."""
    home = s.home[card]
    if home == NOWHERE or not s.program.places[home].ordered:
        return home, -1
    EFFORT.spend(len(s.zones[home]) // HELD)
    return home, s.zones[home].index(card)


def _turning(value: Value) -> list[int]:
    """Return the cards that are turned, which is paid for."""
    cards = cards_of(value)
    EFFORT.spend(TURNED * len(cards))
    return cards


def revealer(cards: Fn) -> Callable[[State, Env], None]:
    def reveal(s: State, e: Env) -> None:
        for card in _turning(cards(s, e)):
            if card not in s.revealed:
                s.revealed.add(card)
                s.log.witness(Revealed(card, s.program.everyone, *whereabouts(s, card)))

    return reveal


def hider(cards: Fn) -> Callable[[State, Env], None]:
    def hide(s: State, e: Env) -> None:
        for card in _turning(cards(s, e)):
            if card in s.revealed:
                s.revealed.discard(card)
                s.log.witness(Hidden(card, *whereabouts(s, card)))

    return hide


def shower(cards: Fn, players: Fn) -> Callable[[State, Env], None]:
    """Return an operation that shows cards to players, zone by zone; a card out of play has no place."""

    def show(s: State, e: Env) -> None:
        seats = sum(1 << seat for seat in set(as_list(players(s, e))))
        shown: dict[int, list[int]] = {}
        for card in dict.fromkeys(cards_of(cards(s, e))):
            shown.setdefault(s.home[card], []).append(card)
        shown.pop(NOWHERE, None)
        for place, together in sorted(shown.items()) if seats else ():
            EFFORT.spend(TOLD * (1 + len(together)))
            told = [(whereabouts(s, card)[1], card, seeing(s, card) | seats) for card in together]
            s.log.append(Displayed(place, seats, tuple(sorted(told))))
            all_of_them = tuple(together)
            for card in together:
                s.log.show(Glimpsed(card, seats, all_of_them))

    return show


def write(s: State, name: str, subject: Value, value: Value) -> None:
    """Give a variable a value and note it."""
    program = s.program
    if name in program.card_variables:
        values, at = s.card_variables[program.card_variables[name]], subject
    else:
        values, at = s.variables, program.variables[name].base + (subject or 0)
    was = list.__getitem__(values, at)  # no rule reads it, so an unknown value does not stop foresight
    values[at] = value
    s.log.append(Set(name, subject, value, was))


def read(s: State, name: str, subject: Value) -> Value:
    """Return the present value of a variable."""
    program = s.program
    if name in program.card_variables:
        return s.card_variables[program.card_variables[name]][subject]
    return s.variables[program.variables[name].base + (subject or 0)]


def kept(value: Fn, type_: ir.Type) -> Fn:
    """Return the value of what is of this type, whatever becomes of the zone that a list was read from."""
    if not type_.many:
        return value

    def copied(s: State, e: Env) -> list[Value]:
        items = as_list(value(s, e))
        charge(len(items))
        return list(items)

    return copied


def setter(program: Program, name: str, subject: Fn | None, value: Fn) -> Callable[[State, Env], None]:
    if subject is None:
        return lambda s, e: write(s, name, None, value(s, e))
    per_card = name in program.card_variables

    def set_each(s: State, e: Env) -> None:
        found = value(s, e)
        whose = subject(s, e)
        each = cards_of(whose) if per_card else as_list(whose)
        EFFORT.spend(len(each))
        for one in each:
            write(s, name, one, found)

    return set_each


def adder(name: str, subject: Fn | None, amount: Fn, here: str) -> Callable[[State, Env], None]:
    def add(s: State, e: Env) -> None:
        more = amount(s, e)
        if more is None:
            return
        each = [None] if subject is None else list(as_list(subject(s, e)))
        EFFORT.spend(len(each))
        for one in each:
            write(s, name, one, bounded((read(s, name, one) or 0) + more, here))

    return add


def next_setter(player: Fn) -> Callable[[State, Env], None]:
    def set_next(s: State, e: Env) -> None:
        who = player(s, e)
        for frame in reversed(s.frames):
            if frame.stage.loops and frame.stage.players is not None and not frame.stage.at_once:
                frame.following = who
                return

    return set_next


def direction_setter(value: Fn) -> Callable[[State, Env], None]:
    def set_direction(s: State, e: Env) -> None:
        s.direction = -1 if (value(s, e) or 1) < 0 else 1

    return set_direction


def letter(slot: int, value: Fn, cast: int | None) -> Callable[[State, Env], None]:
    def let(s: State, e: Env) -> None:
        e[slot] = value(s, e)
        if cast is not None:
            e[cast] = casting_of(e, cast)

    return let
