"""Play two games in parallel, as seen by one seat, to find whether it can distinguish them.

In the second game, cards that the seat was not shown have changed places. The seat makes the same moves in both; the
others make equivalent ones, with the cards exchanged. If the seat gets different information, it has been shown a card,
or another player has chosen differently: both are part of the game. If neither, the rules leak hidden information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from croupier.base.chance import Seed, Stream
from croupier.base.events import Event, Picked, Shown, Shuffled
from croupier.base.faults import SetupError
from croupier.base.values import cards_of
from croupier.players import Uniform
from croupier.table.game import Game
from croupier_dsl.analysis import stages

if TYPE_CHECKING:
    from croupier.base.chance import Stream
    from croupier.base.events import Log
    from croupier.base.moves import Move
    from croupier.base.values import Value
    from croupier.model.program import Program
    from croupier.model.state import State
    from croupier.table.game import Rules

Brought = tuple[int, ...] | int | None
"""The result of a chance event: the cards of a shuffle, bottom first; the picked card; None for anything else."""


class Noted:
    """Chance as of a stream. `brought`: what each event brought, as far as it was a shuffle."""

    position: ClassVar[dict[str, object]] = {}

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.brought: list[Brought] = []

    def next_result(self) -> object:
        """Begin an event."""
        self.brought.append(None)
        return None

    def below(self, count: int) -> int:
        return self.stream.below(count)

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        order = self.mixed(cards)
        self.brought[-1] = tuple(order)
        return order

    def mixed(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order."""
        return self.stream.shuffle(cards)

    def copy(self) -> Self:
        twin = copy(self)
        twin.stream, twin.brought = self.stream.copy(), [*self.brought]
        return twin


class Exchanged(Noted):
    """The same, but that from one event on (`since`, counted from 0) each shuffle and each pick of a card brings what
    it brought in another game (`told`), with cards exchanged. `notation`: what a card is called."""

    def __init__(
        self, stream: Stream, told: Sequence[Brought], since: int, exchange: Mapping[int, int],
        notation: Callable[[int], str],
    ) -> None:  # fmt: skip
        super().__init__(stream)
        self.told = told
        self.since = since
        self.exchange = exchange
        self.notation = notation

    def next_result(self) -> object:
        """Return the card that replaces the picked one."""
        event = len(self.brought)
        super().next_result()
        card = self.told[event] if self.since <= event < len(self.told) else None
        if not isinstance(card, int):
            return None
        self.stream.below(2)  # a pick takes a word of the stream, whatever it is a pick of
        return {"random": self.notation(self.exchange.get(card, card))}

    def mixed(self, cards: Sequence[int]) -> list[int]:
        order, event = super().mixed(cards), len(self.brought) - 1
        told = self.told[event] if self.since <= event < len(self.told) else None
        if not isinstance(told, tuple):
            return order
        exchanged = [self.exchange.get(card, card) for card in told]
        return exchanged if sorted(exchanged) == sorted(cards) else order


def brought(chance: Noted, log: Log) -> tuple[Brought, ...]:
    """Return the result of each chance event of a game, picks of cards included."""
    notes = (note for note in log.notes() if isinstance(note, Picked | Shuffled))
    picks = [note.value if isinstance(note, Picked) and note.type == "card" else None for note in notes]
    if len(picks) != len(chance.brought):
        return tuple(chance.brought)
    return tuple(pick if cards is None else cards for pick, cards in zip(picks, chance.brought, strict=True))


def unshown(program: Program, log: Log, told: Sequence[Brought], seat: int) -> list[tuple[int, frozenset[int]]]:
    """Return each shuffle by its number among the events of chance, with the cards of it that the seat has not been
    shown since.
    """
    found: list[tuple[int, set[int]]] = []
    numbers = iter([number for number, cards in enumerate(told) if isinstance(cards, tuple)])
    for sight in log.sights():
        if isinstance(sight, Shuffled):
            seen = program.places[sight.place].viewers >> seat & 1
            found.append((next(numbers), set() if seen else {*cards_of([*sight.cards])}))
        elif isinstance(sight, Shown) and sight.seats >> seat & 1:
            for _, cards in found:
                cards.discard(sight.card)
    return [(number, frozenset(cards)) for number, cards in found]


SHOWING = frozenset(("move", "reveal", "show", "meld", "hide"))
"""Events that may identify a card."""
CHOOSING = frozenset(("decision", "served", "stuck"))
"""Events of a player that chooses, or has no choice."""
CHOICES = 3
"""The number of other choices tried in place of one."""
PAIRS = (0, 4, 3, 2, 2, *[1] * 43)
"""The numbers of exchanged pairs of cards, by attempt; 0: all are dealt again."""


@dataclass(frozen=True, slots=True)
class Told:
    """Information that a seat gets in one game and not in the other.

    `what`: its part of the view, or the kind of event; `here`, `there`: its value in each.
    """

    what: str
    here: Value
    there: Value

    @property
    def events(self) -> tuple[dict[str, Value], ...]:
        """Return the events, of both games or of one; empty if it is not an event."""
        return tuple(each for each in (self.here, self.there) if isinstance(each, dict) and "event" in each)

    @property
    def name(self) -> str:
        """Return a short name of the information, the same for all seats."""
        event = next(iter(self.events), None)
        if event is None:
            return self.what.split(" of ")[0]
        named = event.get("variable", event.get("stage", event.get("to", event.get("zone", ""))))
        return f"{event['event']} {str(named).split(' of ')[0]}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of one seed that differ in hidden cards: the exchange from a chance event on.

    Or, with `choosing`, in unannounced choices of others.
    """

    seed: Seed
    seat: int
    since: int
    exchange: Mapping[int, int]
    told: tuple[Brought, ...]
    choosing: bool = False

    def other(self, rules: Rules) -> Game:
        """Return the second game, at its first decision."""
        chance = Exchanged(self.seed.stream(), self.told, self.since, self.exchange, rules.program.notation)
        return Game(rules, str(self.seed), chance=chance)

    def play(self, game: Game, seat: int, move: Move) -> None:
        """Make a move in the second game."""
        self.prepare(game, seat, move)
        game.play(seat, str(move))

    def prepare(self, game: Game, seat: int, move: Move) -> None:
        """Let chance draw freely from there on if it should pick a card in a move and the card is elsewhere."""
        chance = game._state.chance
        assert isinstance(chance, Exchanged)
        if any(isinstance(each, int) for each in chance.told[len(chance.brought) :]):
            try:
                game.copy().play(seat, str(move))
            except SetupError:
                chance.told = chance.told[: len(chance.brought)]


@dataclass(frozen=True, slots=True)
class Parting:
    """The point at which two games part: after this number of decisions, and in this information.

    `made`: by decision, the player and its move in each; `shown`: the seat is shown other cards since the last
    decision.
    """

    pair: Pair
    decisions: int
    told: Told
    made: tuple[tuple[int, Move, Move], ...]
    shown: bool

    def games(self, rules: Rules) -> tuple[Game, Game]:
        """Return both games, at the point where they part."""
        here, there = Game(rules, str(self.pair.seed)), self.pair.other(rules)
        for seat, move, twin in self.made:
            here.play(seat, str(move))
            self.pair.play(there, seat, twin)
        return here, there

    def lies(self, rules: Rules) -> list[tuple[str, str, str]]:
        """Return the places with different cards: the place, and its contents in each game."""
        games, program = self.games(rules), rules.program
        found: list[tuple[str, str, str]] = []
        for place in program.places:
            kinds = [[program.kind_of[card] for card in cards_of(game._state.zones[place.index])] for game in games]
            if place.zone.form == "set":
                kinds = [sorted(each) for each in kinds]
            if kinds[0] != kinds[1]:
                here, there = (" ".join(program.kinds[kind].notation for kind in each) for each in kinds)
                found.append((program.place_name(place.index), here, there))
        return found

    def to_json(self, rules: Rules) -> dict[str, Value]:
        """Return it as a plain object: the seat, its information in both games, and the places with different cards."""
        return {
            "game": f"{self.pair.seed.number}:{self.pair.seed.game}",
            "seat": self.pair.seat,
            "decisions": self.decisions,
            "told": [self.told.here, self.told.there],
            "moves": [[seat, str(move)] for seat, move, _ in self.made],
            "cards": [list(each) for each in self.lies(rules)],
        }


@dataclass(frozen=True, slots=True)
class Followed:
    """The stretch over which two games were alike to a seat: for this number of positions, with these moves.

    The point where they part, if they do; `whole`: they are alike to the end.
    """

    positions: int
    made: tuple[tuple[int, Move, Move], ...]
    parting: Parting | None = None
    whole: bool = False


@dataclass(slots=True)
class Seen:
    """The information of a seat at a decision: the events since the last one, and all that it sees now."""

    events: list[Event]
    now: dict[str, Value]

    @classmethod
    def of(cls, game: Game, seat: int, since: int) -> Seen:
        view = game.view(seat).to_json()
        moves = [str(move) for move in game.legal_moves(seat)] if seat in game.to_act else []
        return cls(game.log(seat, since), {**view, "moves": moves})


def difference(here: Seen, there: Seen) -> Told | None:
    """Return the first difference of two: an event, or, if all events agree, a part of the view."""
    for a, b in zip(here.events, there.events, strict=False):
        if a != b:
            return Told(a.kind if a.kind == b.kind else f"{a.kind} / {b.kind}", a.to_json(), b.to_json())
    if len(here.events) != len(there.events):
        longer = max(here.events, there.events, key=len)
        event = longer[min(len(here.events), len(there.events))]
        told = event.to_json()
        return Told(event.kind, *((told, None) if longer is here.events else (None, told)))
    return None if here.now == there.now else _within(here.now, there.now, "")


def _within(a: Value, b: Value, path: str) -> Told:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(key for key in b if key not in a)]:
            if a.get(key) != b.get(key):
                return _within(a.get(key), b.get(key), f"{path} {key}".strip())
    return Told(path, a, b)


def is_the_game(told: Told, *, shown: bool, chosen: bool) -> bool:
    """Return whether the information comes from another choice of a player, or from another card that the seat was
    `shown`.

    A card explains a difference if the exchange put it where it is shown; it does not if a hidden card determines how
    many cards are shown. `chosen`: another choice has led here. A card shown in the same step then explains every
    difference, also one before the card.
    """
    kinds = {event["event"] for event in told.events}
    return bool(kinds & CHOOSING) or (shown and (chosen or (bool(kinds & SHOWING) and _of_cards(told))))


def _of_cards(told: Told) -> bool:
    """Return whether the two differ in their cards."""
    cards = [event.get("cards") or event.get("card") for event in told.events]
    return len(cards) < 2 or cards[0] != cards[1]


def play(rules: Rules, seed: Seed, decisions: int) -> tuple[Game, list[tuple[int, Move]]]:
    """Return a game by random players, and its moves."""
    players = [Uniform(seed.number, seed.game, seat) for seat in range(rules.seats)]
    game = Game(rules, str(seed), chance=Noted(seed.stream()))
    made: list[tuple[int, Move]] = []
    while game.to_act and len(made) < decisions:
        seat = game.to_act[0]
        made.append((seat, players[seat].choose(game.offer(seat))))
        game.play(*made[-1])
    return game, made


def pairs(rules: Rules, game: Game, seed: Seed, seat: int, number: int) -> Iterator[Pair]:
    """Yield games that the seat might take for this one, which `play` has played so far."""
    state, program = game._state, rules.program
    assert isinstance(state.chance, Noted)
    told = brought(state.chance, state.log)
    stream = Stream(99, number)
    for since, cards in reversed(unshown(program, state.log, told, seat)):
        hidden = sorted(cards)
        ends = [card for card in _ends(state) if card in cards]
        for attempt, many in enumerate(PAIRS if len({program.kind_of[card] for card in hidden}) > 1 else ()):
            order = stream.shuffle(hidden)[: 2 * many or len(hidden)]
            if many == 1 and ends and attempt % 2:
                end = ends[stream.below(len(ends))]
                order = [end, next(card for card in stream.shuffle(hidden) if card != end)]
            into = stream.shuffle(order) if not many else order[::-1]
            exchange = dict(zip(order, into, strict=True))
            if any(program.kind_of[a] != program.kind_of[b] for a, b in exchange.items()):
                yield Pair(seed, seat, since, exchange, told)


def _ends(state: State) -> list[int]:
    """Return the top and the bottom card of each pile: rules speak of them."""
    piles = [zone for place, zone in zip(state.program.places, state.zones, strict=True) if place.zone.form == "pile"]
    return [card for pile in piles for card in dict.fromkeys((*pile[:1], *pile[-1:])) if card is not None]


def may_choose_unseen(rules: Rules) -> bool:
    """Return whether there is secret state, or a stage with simultaneous choices."""
    hidden = any(variable.seen != "everyone" for variable in rules.ir.variables)
    return hidden or any(stage.by is not None and stage.by.at_once for stage in stages(rules.ir))


def follow(rules: Rules, pair: Pair, moves: Sequence[tuple[int, Move]]) -> Followed:
    """Play both games in parallel, as long as the seat cannot distinguish them."""
    made: list[tuple[int, Move, Move]] = []
    try:
        both = Game(rules, str(pair.seed)), pair.other(rules)
    except SetupError:  # the card that chance would have to pick is elsewhere
        return Followed(0, ())
    marks = [(0, 0), (0, 0)]
    for step in range(len(moves) + 1):
        told = difference(*(Seen.of(game, pair.seat, mark) for game, (mark, _) in zip(both, marks, strict=True)))
        if told is not None:
            here, there = (_shown(game, pair.seat, mark) for game, (_, mark) in zip(both, marks, strict=True))
            chosen = pair.choosing or any(move != twin for _, move, twin in made)
            kinds = [[rules.program.kind_of[card] for card in cards] for cards in (here, there)]
            shown = kinds[0] != kinds[1] and (chosen or not pair.exchange.keys().isdisjoint(there))
            known = is_the_game(told, shown=shown, chosen=chosen)
            parting = None if known else Parting(pair, step, told, tuple(made), shown=shown)
            return Followed(step, tuple(made), parting)
        if step == len(moves):
            break
        seat, move = moves[step]
        twin = move if seat == pair.seat else _twin(rules, pair, both, seat, move)
        if twin is None:
            return Followed(step + 1, tuple(made))
        marks = [(game.log_length, game._state.log.sighted) for game in both]
        both[0].play(seat, move)
        pair.play(both[1], seat, twin)
        made.append((seat, move, twin))
    return Followed(len(moves) + 1, tuple(made), whole=True)


def _shown(game: Game, seat: int, mark: int) -> list[int]:
    """Return the cards that the seat has been shown since."""
    return [sight.card for sight in game._state.log.shown(mark, seat)]


def _twin(rules: Rules, pair: Pair, both: tuple[Game, Game], seat: int, move: Move) -> Move | None:
    """Return the same move with cards exchanged, or one with the same text; None if there is neither.

    With `choosing`, return another move about which the seat gets the same information.
    """
    here, game = both
    if seat not in game.to_act:
        return None
    if pair.choosing:
        return _unseen(pair, here, game, seat, move)
    program = rules.program
    names = {program.notation(a): program.notation(b) for a, b in pair.exchange.items()}
    wanted = [(name, " ".join(sorted(names.get(word, word) for word in words.split()))) for name, words in move.choices]
    legal = list(game.legal_moves(seat))
    for each in legal:
        if each.name == move.name:
            told = [(name, " ".join(sorted(words.split()))) for name, words in each.choices]
            if told == wanted:
                return each
    return next((each for each in legal if each == move), None)


def _unseen(pair: Pair, here: Game, there: Game, seat: int, move: Move) -> Move | None:
    """Return another choice in the same move that gives the seat the same information when it is made.

    The same choice if there is none; None if the move is impossible.
    """
    legal = [each for each in there.legal_moves(seat) if each.name == move.name]
    others = [each for each in legal if each.choices != move.choices]
    if others:
        told = _after(here, pair.seat, seat, move)
        order = Stream(pair.seed.number, here.decisions).shuffle(range(len(others)))
        for index in order[:CHOICES]:
            if difference(told, _after(there, pair.seat, seat, others[index])) is None:
                return others[index]
    return next((each for each in legal if each == move), None)


def _after(game: Game, watching: int, seat: int, move: Move) -> Seen:
    """Return the information that a seat would get from a move."""
    after, since = game.copy(), game.log_length
    after.play(seat, str(move))
    return Seen.of(after, watching, since)
