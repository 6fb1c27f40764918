"""Views and events for one seat: a position as a view, the engine's log as events, all in words. No hidden card can
leak. A spectator has None for a seat.

A zone is visible to the players that its declaration names; a card turned up is visible to all; the rest is counted.
Views are derived from declarations, never written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from croupier.base.events import (
    ALL,
    Began,
    Cut,
    Decided,
    Displayed,
    Ended,
    Event,
    Hidden,
    Melded,
    Moved,
    Note,
    Picked,
    Revealed,
    Served,
    Set,
    Shuffled,
    Stuck,
)
from croupier.base.faults import RulesFault
from croupier.base.frames import table
from croupier.base.moves import Moves
from croupier.base.values import Meld, Value, cards_of
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.unseen import UNKNOWN, peek
from croupier.model.state import State
from croupier.model.visibility import among, sees
from croupier.play.flow import to_act
from croupier.words.naming import card_reference, in_place_order
from croupier.words.stands_for import mark_of, marked
from croupier_dsl import frozen, ir

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace
    from croupier.table.game import Game


@frozen
class ZoneView:
    """A zone as one seat sees it.

    `count`: its cards. `cards`: those that the seat sees, in words: a pile bottom first, a row by places ("?" hidden,
    "" a gap), a set sorted. None in `cards` of a pile is a card that the seat does not see. `melds`: the cards of each
    meld. `remembered`: cards that the seat does not see but knows to be there; `places`: their positions, from 1, in a
    row or pile. `columns`: the number of places in one line of a grid. `numbers`: in a grid without an edge, which has
    no gaps in `cards`, the place of each, from 1.
    """

    name: str
    form: str
    owner: int | None
    count: int
    cards: tuple[str | None, ...]
    melds: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    columns: int = 0
    numbers: tuple[int, ...] | None = None


@frozen
class View:
    """A position as one seat sees it; `seat` is None for a spectator. Seats count from 0.

    `zones` and `state` are by name (`hand of P2`, `total of P1`); a value the seat may not know is left out.
    `stages`: the stages under way, outermost first, as (name, performances begun, acting seat).
    """

    seat: int | None
    seats: tuple[str, ...]
    ruleset: str
    options: Mapping[str, Value]
    zones: Mapping[str, ZoneView]
    state: Mapping[str, Value]
    stages: tuple[tuple[str, int, int | None], ...]
    to_act: tuple[int, ...]
    decisions: int

    def cards(self, zone: str) -> tuple[str, ...]:
        """Return the cards of a zone that the seat sees."""
        return tuple(card for card in self.zones[zone].cards if card not in (None, "", "?") and card is not None)

    def _repr_html_(self) -> str:
        """Return a table of the zones and one of the state, with the names of seats."""
        zones = [
            {
                "zone": name,
                "count": zone.count,
                "cards": " | ".join(zone.melds)
                or " ".join("?" if card is None else card or "–" for card in zone.cards),
            }
            for name, zone in self.zones.items()
        ]
        state = [{"state": name, "value": value} for name, value in self.state.items()]
        acting = ", ".join(self.seats[seat] for seat in self.to_act) or "–"
        eyes = "spectators" if self.seat is None else self.seats[self.seat]
        caption = f"{self.ruleset}, seen by {eyes}; to act: {acting}; {self.decisions} decisions"
        return table(zones, caption) + (table(state) if state else "")

    def to_json(self) -> dict[str, Value]:
        """Return the view as a plain object."""
        zones = {
            name: {
                "form": zone.form,
                "owner": zone.owner,
                "count": zone.count,
                "cards": list(zone.cards),
                **({"melds": list(zone.melds)} if zone.form == "melds" else {}),
                **({"remembered": list(zone.remembered)} if zone.remembered else {}),
                **({"places": list(zone.places)} if zone.places else {}),
                **({"columns": zone.columns} if zone.columns else {}),
                **({} if zone.numbers is None else {"numbers": list(zone.numbers)}),
            }
            for name, zone in self.zones.items()
        }
        return {
            "seat": self.seat,
            "seats": list(self.seats),
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "zones": zones,
            "state": dict(self.state),
            "stages": [list(stage) for stage in self.stages],
            "to_act": list(self.to_act),
            "decisions": self.decisions,
        }


class Follow(Protocol):
    """Finds the decision that comes after a move."""

    def __call__(self, most: int | None = None) -> Offer | None:
        """Return the offer of that decision, with `most` of its moves; None if there is none."""


@frozen
class Consequence:
    """The effect of a move, as far as its seat can predict it.

    `unknown`: it depends on chance or on cards the seat has not seen; then the rest describes its effect before that.
    `score`: the seat's score by the rules' own `result`, with the sign turned so that more is better; None if there is
    none or it depends on hidden information. `left`: the points that the rules' own arrangements of combos leave in the
    seat's cards; without any, the deadwood of the best arrangement into combos that moves meld; all cards where they
    are too many to arrange within the work of one decision. `held`: the number of its cards that may still leave it.
    `won`: the number of cards that the seat, or its team, has for good and face up. `follow`: the offer of its next
    decision, if it comes before any other player's and nothing unknown happens on the way; with `most`, the first
    `most` of its moves. `spare`: the value of `left` without wild cards that no combo needs. `use`: the promise of its
    cards: 1000 for each wild card, and for each other the number of its cards that fit with it into a combo of the
    smallest size. `kinds`: where no combos are wanted, the numbers of the kinds of the cards that it has and knows.
    """

    unknown: bool
    score: int | None
    left: int
    held: int
    won: int
    follow: Follow
    spare: int = 0
    use: int = 0
    kinds: tuple[int, ...] = ()


class Offer:
    """The material for a decision of one seat: its legal moves and, computed on demand, its view and its log.

    `now` is the present position and `after(i)` the effect of the i-th move, both by what the seat knows;
    `imagined(number)` is a determinization (see `Game.imagined`), None if there is none at hand. `stage`: the stage of
    the decision, if it is known.
    """

    def __init__(
        self,
        seat: int,
        moves: Moves,
        view: Callable[[], View],
        log: Callable[[], Sequence[Event]],
        foresee: Callable[[], Callable[[int | None], Consequence]],
        imagined: Callable[[int], Game | None] = lambda _: None,
        going: Callable[[], tuple[frozenset[int], Mapping[int, int]]] = lambda: (frozenset(), {}),
        stage: ir.Stage | None = None,
    ) -> None:
        self.seat = seat
        self.moves = moves
        self._view = view
        self._log = log
        self._foresee = foresee
        self._going = going
        self.imagined = imagined
        self.stage = stage

    @cached_property
    def view(self) -> View:
        return self._view()

    @property
    def going(self) -> tuple[frozenset[int], Mapping[int, int]]:
        """Return the numbers of the kinds that the seat has and knows; and, by the number of a kind, the most of its
        cards that one move takes with such a card. Both are empty where combos give cards their worth.
        """
        return self._going()

    @cached_property
    def log(self) -> Sequence[Event]:
        return self._log()

    @cached_property
    def _foresight(self) -> Callable[[int | None], Consequence]:
        return self._foresee()

    @property
    def now(self) -> Consequence:
        """Return the position before any move."""
        return self._foresight(None)

    def after(self, index: int) -> Consequence:
        """Return the effect of the move at this index."""
        return self._foresight(index)


# ---------------------------------------------------------------- views


def view(s: State, seat: int | None, knowledge: Knowledge, options: Mapping[str, Value]) -> View:
    """Return the position as the seat may see it. None: as a spectator does, with what every seat sees."""
    program = s.program
    knowledge.follow(s.log)
    zones = {program.place_name(place.index): zone_view(s, place, seat, knowledge) for place in program.places}
    stages = tuple((frame.stage.name, frame.count, frame.actor) for frame in s.frames)
    return View(
        seat,
        program.names,
        program.rules.name,
        options,
        zones,
        visible_state(s, seat, knowledge),
        stages,
        *_asked(s, seat),
    )


def _asked(s: State, seat: int | None) -> tuple[tuple[int, ...], int]:
    """Return the seats that have to act and the number of decisions, as known to a seat that must not learn which
    others have answered already.
    """
    pending = s.frames[-1].pending if s.frames and not s.over else None
    if pending is None:
        return to_act(s), s.decisions
    asked = tuple(other for other in s.frames[-1].seats if other != seat or seat not in pending)
    return asked, s.decisions - sum(other != seat for other in pending)


def zone_view(s: State, place: ZonePlace, seat: int | None, knowledge: Knowledge) -> ZoneView:
    """Return one zone as the seat may see it."""
    program, contents = s.program, peek(s.zones, place.index)
    form = place.zone.form
    if form == "melds":
        melds = tuple(program.spell_meld(meld) for meld in contents) if among(program, place.viewers, seat) else ()
        count = len(cards_of(contents))
        cards = tuple(program.notation(c) for meld in contents for c in meld.cards) if melds else ()
        return ZoneView(place.zone.name, form, place.subject, count, cards, melds)
    words: list[str | None] = []
    remembered: list[int] = []
    places: list[int] = []
    for number, card in enumerate(contents, 1):
        if card is None:
            words.append("")
        elif sees(s, seat, card):
            words.append(marked(s, card))
        else:
            if form != "set":
                words.append("?" if form == "row" else None)
            if knowledge.seats_know(card, seat):
                remembered.append(card)
                places.append(number)
    if form == "pile" and all(word is None for word in words):
        words = []
    count = sum(card is not None for card in contents)
    if not place.ordered:
        remembered.sort()
        places = []
    known = tuple(program.notation(card) for card in remembered)
    numbers = None
    if place.edgeless:
        numbers = tuple(number for number, word in enumerate(words, 1) if word != "")
        words = [word for word in words if word != ""]
    told = known, tuple(places), place.columns, numbers
    return ZoneView(place.zone.name, form, place.subject, count, tuple(words), (), *told)


def placed(s: State, seat: int | None, zones: Collection[str]) -> dict[str, tuple[int | None, ...]]:
    """Return the players that put the cards into the piles of these names, for piles of which the seat sees every card:
    by pile, for each card from the bottom.
    """
    program, found = s.program, {}
    for place in program.places:
        if place.zone.name in zones and all(sees(s, seat, card) for card in s.zones[place.index]):
            found[program.place_name(place.index)] = tuple(s.placed[card] for card in s.zones[place.index])
    return found


def turned_up(s: State, seat: int | None) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the cards that are face up for all in zones that only some players see, the seat among them.

    By zone, each card in words, with its place from 1, or 0 if the zone has no order.
    """
    program, found = s.program, dict[str, tuple[tuple[str, int], ...]]()
    for place in program.places if s.revealed else ():
        if place.zone.form == "melds" or place.viewers == program.everyone:
            continue
        if among(program, place.viewers, seat):
            lying = ((number if place.ordered else 0, card) for number, card in enumerate(s.zones[place.index], 1))
            up = tuple((program.notation(card), number) for number, card in lying if card in s.revealed)
            if up:
                found[program.place_name(place.index)] = up
    return found


def visible_state(s: State, seat: int | None, knowledge: Knowledge) -> dict[str, Value]:
    """Return the variables that the seat may know, by name, as plain values."""
    program = s.program
    found: dict[str, Value] = {}
    for place in program.variables.values():
        variable = place.variable
        for slot in range(place.size):
            if program.may_know(variable, slot, seat):
                value = peek(s.variables, place.base + slot)
                found[program.whole_name(variable, slot)] = plain(s, variable.type, value, seat, knowledge)
    for name, column in program.card_variables.items():
        variable = next(v for v in program.rules.variables if v.name == name)
        values = s.card_variables[column]
        shown: dict[str, list[Value]] = {}
        for card in in_place_order(s, range(program.cards)):
            told_by_zone = (mark := mark_of(program, s.home[card])) is not None and mark[0] is variable
            value = peek(values, card)
            if value is not None and not told_by_zone and sees(s, seat, card):
                reference = card_reference(s, card)
                shown.setdefault(reference, []).append(plain(s, variable.type, value, seat, knowledge))
        if shown and variable.seen == "everyone":
            # views do not distinguish cards that read the same
            found[name] = {reference: sorted(those, key=repr) for reference, those in shown.items()}
    return found


def at_start(s: State, seat: int | None, knowledge: Knowledge) -> dict[str, dict[str, Value]]:
    """Return the start values of the variables of cards, by variable and card, both named as in `visible_state`."""
    program, found = s.program, dict[str, dict[str, Value]]()
    begun = dict(program.card_starts)
    for name, column in program.card_variables.items():
        variable = next(v for v in program.rules.variables if v.name == name)
        start = begun.get(column)
        for card in range(program.cards):
            if peek(s.card_variables[column], card) is None or not sees(s, seat, card):
                continue
            try:
                value = s.began[column][card] if start is None else start(s, [None, card])
            except RulesFault:
                continue
            told = plain(s, variable.type, value, seat, knowledge)
            found.setdefault(name, {})[card_reference(s, card)] = told
    return found


def shown(s: State, seat: int | None, knowledge: Knowledge) -> list[tuple[str, str, ir.Type, Value]]:
    """Return the values that the rules show at the table: (part, owner, type, value) of each.

    What cannot be told now is left out, and so is nothing.
    """
    program, found = s.program, []
    for one, value in s.program.shown:
        subjects = {"player": program.seats, "team": program.teams}.get(one.per, 0)
        for subject in range(subjects) if subjects else [None]:
            try:
                told = plain(s, one.value.type, value(s, [None, subject]), seat, knowledge)
            except RulesFault:  # as of a round that has not begun
                continue
            if told is not None and told != []:
                owner = "" if subject is None else program.subject_name(one.per, subject)
                found.append((one.path, owner, one.value.type, told))
    return found


def plain(s: State, type_: ir.Type, value: Value, seat: int | None, knowledge: Knowledge) -> Value:
    """Return a value for JSON: numbers and truths as they are, seats from 0, the rest in words.

    A card only if the seat knows it.
    """
    if value is UNKNOWN:
        return "?"
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, list):
        return [plain(s, type_, item, seat, knowledge) for item in value]
    if type_.name == "card":
        return s.program.notation(value) if sees(s, seat, value) or knowledge.seats_know(value, seat) else "?"
    if isinstance(value, Meld) or type_.enum:
        return s.program.spell(type_, value)
    return value


# ---------------------------------------------------------------- the log of a seat


REFEREE = -1
"""In place of a seat: all events, and all of them."""


def log(s: State, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
    """Return the events from the note `since` on, as the seat may know them; None: as a spectator may.

    Cards that move together are one event. `until`: leave out this note and those after it.
    """
    found: list[Event] = []
    run: list[Moved] = []
    notes = s.log.notes(since)
    for note in notes if until is None else notes[: len(notes) - (len(s.log) - until)]:
        if isinstance(note, Moved):
            if run and not _together(s, run[0], note, seat):
                found.append(_moves(s, run, seat))
                run = []
            run.append(note)
            continue
        if run:
            found.append(_moves(s, run, seat))
            run = []
        event = _event(s, note, seat)
        if event is not None:
            found.append(event)
    if run:
        found.append(_moves(s, run, seat))
    return found


def closed(s: State, since: int) -> int:
    """Return the last mark in the log, from the given one on, across which no later note makes an event longer."""
    notes, end = s.log.notes(since), len(s.log)
    for note, before in zip(reversed(notes), [*reversed(notes[:-1]), None], strict=False):
        if not isinstance(note, Moved):
            return end
        end -= 1
        if not isinstance(before, Moved) or (before.origin, before.to) != (note.origin, note.to):
            return end
    return end


def _together(s: State, one: Moved, other: Moved, seat: int | None) -> bool:
    """Return whether both cards have gone the same way, as far as the seat can distinguish."""
    return (one.origin, one.to, _depth(s, one, seat)) == (other.origin, other.to, _depth(s, other, seat))


def _depth(s: State, note: Moved, seat: int | None) -> int | str | None:
    """Return the depth at which a card was put into a pile, as far as the seat knows."""
    if note.under is None or note.under == ALL:
        return None if note.under is None else "all"
    return note.under if _among(s, note.told, seat) else "?"


def _among(s: State, seats: int, seat: int | None) -> bool:
    """Return whether the seat is in this set of seats, a bit mask. The referee always is."""
    return seat == REFEREE or among(s.program, seats, seat)


def _moves(s: State, notes: list[Moved], seat: int | None) -> Event:
    program = s.program
    cards = [note.card for note in notes if _among(s, note.seats, seat)]
    origin = notes[0].origin
    place = program.places[origin] if origin >= 0 else None
    if place is None or place.zone.form != "pile" or not _among(s, place.viewers, seat):
        cards.sort()  # the seat knows the order of a visible pile, and so who played what
    data: dict[str, Value] = {
        "from": program.place_name(origin),
        "to": program.place_name(notes[0].to),
        "count": len(notes),
        "cards": [program.notation(card) for card in cards],
    }
    if place is not None and place.zone.form == "row":
        data["places"] = sorted(note.at for note in notes)  # their order would reveal the places of copies
    if program.tells_arrival[notes[0].to]:
        data["at"] = sorted(note.spot + 1 for note in notes)
    if (under := _depth(s, notes[0], seat)) is not None:
        data["under"] = under
    return Event("move", data)


def _event(s: State, note: Note, seat: int | None) -> Event | None:
    program = s.program
    match note:
        case Shuffled(place):
            return Event("shuffle", {"zone": program.place_name(place)})
        case Picked(type_, enum, value, heard):
            told = type_ != "card" and (heard or seat == REFEREE)
            return Event("random", {"value": program.spell(ir.Type(type_, enum), value)} if told else {})
        case Revealed(card, place=place, at=at) | Hidden(card, place, at):
            data: dict[str, Value] = {"card": program.notation(card), "zone": program.place_name(place)}
            if at >= 0:
                data["place"] = at + 1
            return Event("reveal" if isinstance(note, Revealed) else "hide", data)
        case Displayed():
            return _displayed(s, note, seat)
        case Set():
            return _set(s, note, seat)
        case Decided() | Served():
            return _decided(s, note, seat)
        case Began(stage, count, actor):
            return Event("stage", {"stage": program.stage_names[stage], "count": count, "seat": actor})
        case Cut(stage):
            return Event("cut", {"stage": program.stage_names[stage]})
        case Stuck(stage):
            return Event("stuck", {"stage": program.stage_names[stage]})
        case Ended():
            return Event("end", {})
        case Melded(place, meld) if _among(s, program.places[place].viewers, seat):
            cards = program.spell_meld(meld).split()
            return Event("meld", {"zone": program.place_name(place), "combo": meld.combo, "cards": cards})
    return None


def _displayed(s: State, note: Displayed, seat: int | None) -> Event:
    """Return the event of cards shown to some seats: these seats, and seats that see the cards anyway, get the
    cards."""
    program, cards = s.program, note.cards
    told = [program.notation(card) if _among(s, known, seat) else "?" for _, card, known in cards]
    data: dict[str, Value] = {
        "zone": program.place_name(note.place),
        "seats": [other for other in range(program.seats) if note.seats >> other & 1],
        "count": len(cards),
        "cards": told,
    }
    if cards[0][0] >= 0:
        data["places"] = [at + 1 for at, _, _ in cards]
    else:
        data["cards"] = [word for word in told if word != "?"]  # their order would reveal the hidden ones
    return Event("show", data)


def _set(s: State, note: Set, seat: int | None) -> Event | None:
    program, name, subject, value = s.program, note.variable, note.subject, note.value
    variable = next(v for v in program.rules.variables if v.name == name)
    if seat != REFEREE:
        if variable.per == "card" or variable.type.name in ("card", "meld"):
            return None  # its cards are in their own events
        if not program.may_know(variable, subject or 0, seat):
            return None
    if variable.per != "card":
        name = program.whole_name(variable, subject or 0)
    shown = (
        value
        if value is None or isinstance(value, bool) or not variable.type.enum
        else program.spell(variable.type, value)
    )
    data: dict[str, Value] = {"variable": name, "value": shown}
    if value == note.was:
        data["as_before"] = True
    return Event("set", data)


def _decided(s: State, note: Decided | Served, seat: int | None) -> Event | None:
    """Return the event for a choice of a seat, or for the one of several simultaneous choices that takes effect now.
    Others hear its announced part.

    Cards are left out (their moves show them), and so are values that go into secret state.
    """
    program = s.program
    own = _among(s, 1 << note.seat, seat)
    secret = isinstance(note, Decided) and note.secret
    if secret and not own:
        return None
    move = program.moves[note.move]
    plans = [*move.choices, *(plan for asked in move.do.asks.values() for plan in asked)]
    heard = {plan.choice.name for plan in plans if plan.slot in move.announced}
    told = {name: word for name, word in note.words if own or name in heard}
    data = {
        "seat": note.seat,
        "move": move.name,
        **({"choices": told} if told else {}),
        **({"at_once": True} if secret else {}),
    }
    return Event("decision" if isinstance(note, Decided) else "served", data)


def chance_results(s: State) -> list[dict[str, object]]:
    """Return every chance result of the game so far, spelled so that it can be supplied again."""
    program = s.program
    found: list[dict[str, object]] = []
    for note in s.log.notes():
        match note:
            case Shuffled(place, cards):
                words = [program.notation(card) for card in reversed(cards)]
                found.append({"shuffle": program.places[place].zone.name, "cards": words})
            case Picked(type_, enum, value):
                found.append({"random": program.spell(ir.Type(type_, enum), value)})
    return found
