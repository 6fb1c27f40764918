"""Convert events, as one seat knows them, to lines: one for each decision, with its consequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from croupier.base.events import Event
from croupier.base.language import ntr, tr
from croupier.base.values import Value
from croupier.scene.facts import worth
from croupier.scene.model import Line
from croupier.scene.roles import chosen_by_moves, of_turns, repeated, said_by_moves
from croupier.scene.sentences import aside, known, lacking, spoken
from croupier.scene.words import Words
from croupier.words.phrases import worded
from croupier_dsl import ir


def lines(events: Iterable[Event], seat: int | None, words: Words) -> Iterator[Line]:
    """Yield the lines of the log, as long as needed."""
    teller = _Teller(seat, words)
    for event in events:
        yield from teller.take(event)
    yield from teller.alone[1]
    yield from teller.flush()


def recent(events: Sequence[Event], count: int) -> Sequence[Event]:
    """Return the last events, starting at a decision, that make at least `count` lines.

    The lines are the same as in the full log.
    """
    for at in range(len(events) - 1, -1, -1):
        count -= events[at].kind in ("decision", "served")
        if count < 0:
            return events[at:]
    return events


@dataclass
class _Dealt:
    """Cards that went from one place to another, perhaps to the same place of several people."""

    origin: str
    to: list[str]
    count: int
    cards: list[str]
    at: Sequence[int] = ()
    under: str = ""

    def joins(self, other: _Dealt) -> bool:
        """Return whether a further move makes it a deal: equally many cards from the same place to the same zone of
        another player.
        """
        (to,), (first, *_) = other.to, self.to
        zone, _, owner = to.partition(" of ")
        same = zone == first.partition(" of ")[0] and other.origin == self.origin and other.count == self.count
        return bool(owner) and same and to not in self.to and other.under == self.under

    def below(self, place: str) -> str:
        """Return the place that they went to, with where in it, if that is not on top."""
        match self.under:
            case "":
                return place
            case "all":
                return tr("{place}, at the bottom", place=place)
            case "?":
                return tr("{place}, at an unknown place", place=place)
        number = int(self.under)
        return ntr("{place}, under {n} card", "{place}, under {n} cards", number, place=place) if number else place


def _by_zone(cards: Sequence[tuple[str, str, str]]) -> str:
    """Return cards, by their owners if these are several, as at a showdown, and by zones of players if these are."""
    owners, zones = {owner for _, owner, _ in cards}, {zone for zone, _, _ in cards}
    if "" in owners or max(len(owners), len(zones)) < 2:
        return " ".join(card for _, _, card in cards)
    of: dict[tuple[str, str], list[str]] = {}
    for zone, owner, card in cards:
        of.setdefault((zone, owner), []).append(card)
    return ", ".join(
        " ".join([*([zone] if len(zones) > 1 else []), *held, *([f"({owner})"] if len(owners) > 1 else [])])
        for (zone, owner), held in of.items()
    )


Choice = tuple[int, str, Mapping[str, str]]
"""The seat, the move, and the choices of a decision."""


def _choice(event: Event) -> Choice:
    return event.data["seat"], event.data["move"], event.data.get("choices", {})


@dataclass
class _Teller:
    """Gathers what belongs to one decision, or to one stretch without any."""

    seat: int | None
    words: Words
    actor: int | None = None
    head: str = ""
    move: str = ""
    names: list[str] = field(default_factory=list)
    """The names of the choices."""
    chosen: list[tuple[str, str]] = field(default_factory=list)
    """(kind of thing, word) of each choice."""
    spoken: list[str] = field(default_factory=list)
    """The choices, in words."""
    named: list[str] = field(default_factory=list)
    """The cards that the parts name, and the melds."""
    parts: list[str | _Dealt] = field(default_factory=list)
    turned: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    """(zone, its owner, card) of each card turned up, or down; for those turned down only the card."""
    alone: tuple[Choice | None, list[Line]] = (None, [])
    """A simultaneous choice and its line, which is left out if that choice is the next to take effect."""
    chose: dict[str, Choice] = field(default_factory=dict)
    """The last simultaneous choices, by player."""
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    """By variable and owner, the value that was set last."""

    def take(self, event: Event) -> Iterator[Line]:
        data, words = event.data, self.words
        choice, line = self.alone
        if event.kind != "served" or choice != _choice(event):
            yield from line
        self.alone = None, []
        match event.kind:
            case "decision" | "served":
                yield from self.flush()
                self.actor = data["seat"]
                who = tr("You") if self.actor == self.seat else words.seat(data["seat"])
                self.move, made = data["move"], data.get("choices", {}).items()
                doing = words.move(data["move"]) if data["move"] else tr("chooses")
                self.head = tr("{player}: {step}", player=who, step=doing)
                self.names = [name for name, _ in made]
                self.chosen = [(words.kind(data["move"], name), value) for name, value in made]
                self.spoken = [words.chosen(data["move"], name, value) for name, value in made]
                if data.get("at_once"):  # its effects come with the others', without a name
                    self.alone = _choice(event), [*self.flush()]
                    self.chose[words.seat(data["seat"])] = _choice(event)
                else:
                    self.chose = {}
            case "move":
                at, under = data.get("at", ()), str(data.get("under", ""))
                self._moved(_Dealt(data["from"], [data["to"]], data["count"], list(data["cards"]), at, under))
            case "meld":
                self._melded(data["zone"], data["combo"], data["cards"])
            case "shuffle":
                self.parts.append(tr("{zone}: shuffled", zone=words.place(data["zone"])))
            case "random" if "value" in data:
                self.parts.append(tr("chance picks {value}", value=_picked(data["value"], words)))
            case "reveal" | "hide":
                kind = tr("turned up") if event.kind == "reveal" else tr("turned down")
                place = f"@{data['place']}" if _is_row(data["zone"], words) else ""
                told = place and event.kind == "reveal" and ("card", place) not in self.chosen
                shown = words.cards.shown(data["card"])
                text = f"{shown} ({words.cards.shown(place)})" if told else shown
                up = event.kind == "reveal"
                zone, owner = (words.whole("zones", data["zone"]), words.parted(data["zone"])[2]) if up else ("", "")
                self.turned.setdefault(kind, []).append((zone, owner, text))
                self.named.append(data["card"])
            case "show":
                self._shown(data["zone"], data["seats"], data["cards"], data["count"], data.get("places", ()))
            case "set":
                self._set(data["variable"], data["value"], bool(data.get("as_before")))
            case "stage" if data["seat"] is None and data["stage"] in repeated(words.rules.program):
                yield from self.flush()
                yield Line("stage", f"{words.round(data['stage'])} {data['count']}", None)
            case "cut":
                yield from self.flush()
                yield Line("decision", tr("{stage}: limit of turns reached", stage=words.stage(data["stage"])), None)
            case "stuck" if not _provided(data["stage"], words):
                yield from self.flush()
                yield Line("decision", tr("{stage}: no legal move", stage=words.stage(data["stage"])), None)

    def _moved(self, moved: _Dealt) -> None:
        """Add moved cards; within a zone only if their order has changed."""
        stayed = moved.to == [moved.origin] and not moved.at and not moved.under
        if stayed or (moved.origin == "out of play" and self.actor is None):
            return
        self.named += moved.cards
        last = self.parts[-1] if self.parts else None
        if isinstance(last, _Dealt) and last.joins(moved):
            last.to += moved.to
            last.cards = [*last.cards, *moved.cards]
            return
        alike = isinstance(last, _Dealt) and (last.to, last.under) == (moved.to, moved.under)
        if isinstance(last, _Dealt) and alike and (self.actor is None or last.origin == moved.origin):  # are gathered
            last.origin = last.origin if last.origin == moved.origin else ""
            last.count += moved.count
            last.cards = [*last.cards, *moved.cards]
            last.at = [*last.at, *moved.at]
            return
        self.parts.append(moved)

    def _melded(self, zone: str, combo: str, cards: list[str]) -> None:
        self.named.append(" ".join(cards))
        place = _destination(zone, self.actor, self.words)
        left, moved = Counter(card.partition("(")[0] for card in cards), list[str]()
        while self.parts and isinstance(last := self.parts[-1], _Dealt) and last.to == [zone] and left:
            some = left & Counter(last.cards)
            if not some:
                break
            left -= some
            moved = [*some.elements(), *moved]
            last.count -= some.total()
            last.cards = [*(Counter(last.cards) - some).elements()]
            if last.count > 0:
                break
            self.parts.pop()
        laid = tr("{cards} as {combo}", cards=self.words.cards.several(cards), combo=self.words.combo(combo))
        if left:  # to a meld that lay there
            there = tr("{place}: {what}", place=place, what=laid)
            self.parts.append(f"{self.words.cards.several(moved)} → {there}")
        else:
            self.parts.append(f"{laid} → {place}")

    def _shown(self, zone: str, to: list[int], cards: list[str], count: int, places: Sequence[int]) -> None:
        """Note cards that some seats have been shown, in a row by their places."""
        words, known = self.words, [card for card in cards if card != "?"]
        self.named += known
        if places and _is_row(zone, words):
            at = [words.cards.shown(f"@{place}") for place in places]
            told = ", ".join(
                place if card == "?" else f"{words.cards.shown(card)} ({place})"
                for card, place in zip(cards, at, strict=True)
            )
        else:
            told = self._counted(known, count - len(known))
        who = ", ".join(map(words.seat, to))
        self.parts.append(tr("{place}: {cards} shown to {players}", place=words.place(zone), cards=told, players=who))

    def _counted(self, cards: list[str], hidden: int) -> str:
        """Return the known cards as text, and the number of the others."""
        known = self.words.cards.several(cards)
        if not hidden:
            return known
        more = ntr("{n} other card", "{n} other cards", hidden) if known else ntr("{n} card", "{n} cards", hidden)
        return tr("{cards} and {more}", cards=known, more=more) if known else more

    def _set(self, variable: str, value: Value, as_before: bool) -> None:
        title, owner = self.words.variable(variable), self.words.parted(variable)[2]
        if as_before and (value is True or not owner):  # unchanged totals are listed next to changed ones
            return
        self.values.get(title, {}).pop(owner, None)
        name = variable.partition(" of ")[0]
        if value is None or value is False or value == []:
            return
        if value is True and name in of_turns(self.words.rules.program):
            return
        if self._is_said(name, owner, value):
            return
        if worth(self.words.rules.program).tells(self.words.variables[name]):
            said = "" if value is True else self.words.value(variable, value)
            if said or value is True:
                self.values.setdefault(title, {})[owner] = f"{owner} {said}".strip()

    def _is_said(self, variable: str, owner: str, value: Value) -> bool:
        """Return whether the words of a move already say that it gave a variable this value."""
        program, move = self.words.rules.program, self.move
        made: Iterable[tuple[str, str]] = zip(self.names, (word for _, word in self.chosen), strict=True)
        if not self.head and owner in self.chose:
            _, move, choices = self.chose[owner]
            made = choices.items()
        if any(word == str(value) and (move, variable, name) in chosen_by_moves(program) for name, word in made):
            return True
        return variable in worth(program).composed and (move, variable) in said_by_moves(program)

    def flush(self) -> Iterator[Line]:
        """Yield the lines of the gathered parts."""
        handed = list(self._handed())
        self.parts = [part for part in self.parts if not any(part is each for each in handed)]
        parts = [self._dealt(part) if isinstance(part, _Dealt) else part for part in self.parts]
        parts += [f"{kind} {_by_zone(cards)}" for kind, cards in self.turned.items()]
        if self.head:
            yield Line("decision", " · ".join([" ".join(self._decision()), *parts]), self.actor)
        else:
            yield from (Line("part", part, None) for part in parts)
        yield from (Line("part", self._passed_on(part), self.actor) for part in handed)
        for title, values in self.values.items():
            told = [*values.values()]
            if told:
                what = tr("{place}: {what}", place=title, what=", ".join(told)) if any(told) else title
                yield Line("part", what, self.actor)
        self.actor, self.head, self.move, self.names, self.chosen, self.spoken = None, "", "", [], [], []
        self.parts, self.turned, self.values, self.named = [], {}, {}, []

    def _handed(self) -> Iterator[_Dealt]:
        """Yield the parts in which several players hand cards to another; each gets a line of its own."""
        owners = [self._way(part) if isinstance(part, _Dealt) else None for part in self.parts]
        if len({way[0] for way in owners if way is not None}) > 1:
            for part, way in zip(self.parts, owners, strict=True):
                if way is not None and isinstance(part, _Dealt):
                    yield part

    def _way(self, part: _Dealt) -> tuple[str, str] | None:
        """Return the giver and the receiver of cards that moved between zones of the same name.

        None for other moves, and if the places of the cards are reported.
        """
        seats = self.words.rules.program.names
        (zone, key, giver), (target, other, receiver) = self.words.parted(part.origin), self.words.parted(part.to[0])
        same = (zone, key) == (target, other) and len(part.to) == 1 and not part.at
        return (giver, receiver) if same and giver != receiver and {giver, receiver} <= {*seats} else None

    def _passed_on(self, part: _Dealt) -> str:
        giver, receiver = self._way(part) or ("", "")
        cards = self._counted(part.cards, part.count - len(part.cards))
        return tr("{giver} hands {cards} to {receiver}", giver=giver, cards=cards, receiver=receiver)

    def _decision(self) -> Iterator[str]:
        """Yield the words of a decision: the player, the move, and the choices that its consequences do not show.

        The ruleset's sentence for the move is used if it has to name a choice, or if the move has no title; for a value
        in brackets only the question whether the cards show the same matters.
        """
        words, pattern = self.words, self.words.pattern(self.move) if self.move else ""
        left = list(self._unsaid(pattern))
        if pattern and (any(not apart for _, _, apart in left) or not words.titled(f"moves.{self.move}")):
            made = self._made(pattern)
            if not lacking(pattern, made):
                who = tr("You") if self.actor == self.seat else words.seat(self.actor or 0)
                yield tr("{player}: {step}", player=who, step=spoken(self.move, made, words))
                yield from (said for name, said, _ in left if f"{{{name}" not in pattern)
                return
        yield self.head
        yield from (said for _, said, _ in left)

    def _made(self, pattern: str) -> dict[str, str]:
        """Return the choices by name; for a card chosen face down, the card that was then seen to move."""
        made = dict(zip(self.names, (word for _, word in self.chosen), strict=True))
        seen = [part.cards for part in self.parts if isinstance(part, _Dealt) and part.count == len(part.cards)]
        for name in lacking(pattern, made):
            if self.words.kind(self.move, name) == "card" and seen:
                made[name] = " ".join(seen.pop(0))
        return made

    def _unsaid(self, pattern: str) -> Iterator[tuple[str, str, bool]]:
        """Yield the choices that their consequences do not show: by name, in words, and whether the pattern has them in
        brackets.
        """
        heard = [card for kind, word in self.chosen if kind == "card" for card in map(_bare, word.split())]
        moves = [part for part in self.parts if isinstance(part, _Dealt)]
        laid = [card for move in moves if move.to == moves[0].to for card in move.cards]
        cards = " ".join(map(self.words.cards.shown, heard or laid))
        for name, (kind, word), said in zip(self.names, self.chosen, self.spoken, strict=True):
            apart = aside(pattern, name)
            if self._said(kind, word):
                continue
            if not apart or kind in ("card", "meld", "spot"):
                yield name, said, False
            elif not (known(said, cards) and known(cards, said)):
                yield name, apart.format(said).strip(), True

    def _said(self, kind: str, word: str) -> bool:
        """Return whether the parts name the chosen cards, so that these need not be named again.

        The number of a copy, `5@4`, is named only if the meld is named as a whole.
        """
        match kind:
            case "card":
                bare = [_bare(card) for card in word.split()]
                as_said = bare if any(" " in each for each in self.named) else [*map(_lying_anywhere, word.split())]
                return as_said == bare and not Counter(bare) - Counter(self.named)
            case "meld":
                return not Counter(word.split(" + ")) - Counter(self.named)
            case "spot":
                return any(" " in each for each in self.named)
        return False

    def _dealt(self, dealt: _Dealt) -> str:
        words = self.words
        hidden = dealt.count * len(dealt.to) - len(dealt.cards)
        if len(dealt.to) > 1:
            zone, where = words.zone(dealt.to[0].partition(" of ")[0]), words.place(dealt.origin)
            if self._unequal(dealt):
                zone = f"{zone} ({', '.join(words.owner(to.partition(' of ')[2]) for to in dealt.to)})"
            zone = dealt.below(zone)
            cards = ntr("{n} card", "{n} cards", dealt.count)
            each = tr("{zone}: {cards} each from {origin}", zone=zone, cards=cards, origin=where)
            return f"{each} ({words.cards.several(dealt.cards)})" if dealt.cards else each
        if not dealt.origin:
            return ntr("{n} card", "{n} cards", dealt.count) + f" → {dealt.below(words.place(dealt.to[0]))}"
        known = self._counted(dealt.cards, hidden)
        to = dealt.below(_destination(dealt.to[0], self.actor, words))
        if self.head and dealt.at and ("spot", f"@{dealt.at[0]}") not in self.chosen:
            to = f"{to} ({' '.join(words.cards.shown(f'@{place}') for place in dealt.at)})"
        if self.head or dealt.origin == "out of play":
            return f"{known} → {to}"
        return tr("{place}: {what}", place=known, what=f"{words.place(dealt.origin)} → {to}")

    def _unequal(self, dealt: _Dealt) -> bool:
        """Return whether others got another number of cards in the same deal."""
        zone = dealt.to[0].partition(" of ")[0]
        everybody = sum(place.zone.name == zone for place in self.words.rules.program.places)
        return len(dealt.to) < everybody and any(
            isinstance(part, _Dealt)
            and part.count != dealt.count
            and part.origin == dealt.origin
            and part.to[0].partition(" of ")[0] == zone
            for part in self.parts
        )


def _bare(card: str) -> str:
    """Return a card without its place and its role; a choice by place alone unchanged."""
    return _lying_anywhere(card).partition("@")[0].partition("(")[0] or card


def _lying_anywhere(card: str) -> str:
    """Return a card without the zone that it is chosen from, `hand:8`."""
    return card.rpartition(":")[2]


def _picked(value: str, words: Words) -> str:
    """Return a randomly picked value in words if only a single enumeration has it, else as it is written."""
    program = words.rules.program
    lists = [name for name, each in program.enums.items() if value in each]
    return worded(program, ir.Type("enum", lists[0]), value) if len(lists) == 1 else words.plain(value)


def _provided(stage: str, words: Words) -> bool:
    """Return whether the rules have an `else` for the stage when no player has a legal move."""
    return stage in words.stages and bool(words.stages[stage].otherwise)


def _is_row(zone: str, words: Words) -> bool:
    known = words.zones.get(zone.partition(" of ")[0])
    return known is not None and known.form == "row"


def _destination(zone: str, seat: int | None, words: Words) -> str:
    """Return a zone that cards come to while a seat moves: whose it is, unless it is that seat's own hidden cards."""
    known = words.zones.get(zone.partition(" of ")[0])
    return words.place(zone, seat if known is not None and known.seen == "owner" else None)
