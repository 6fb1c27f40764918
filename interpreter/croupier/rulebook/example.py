"""A turn of a real game, chosen among many for how much it shows, to an example told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from croupier.base.events import Event
from croupier.base.faults import CroupierError
from croupier.base.values import Value
from croupier.compile.binding import bind
from croupier.players import POLICIES
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope, Thing
from croupier.rulebook.speaker import Speaker
from croupier.seat.views import View
from croupier.table.game import Game, Rules
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import stages

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia",
         "Rik", "Sue", "Tim", "Uma")  # fmt: skip
SEEDS = 3
"""How many games are looked through for a turn worth telling."""
DECISIONS = 40
"""How many decisions of each."""
LONGEST = 6
"""How many decisions a turn may have that is told."""
SHOWN = 6
"""How many cards of a pile are told, from the top."""


_Stages = tuple[tuple[str, int], ...]
"""Stages under way, outermost first, and how many performances of each have begun."""


@dataclass
class _Turn:
    """The decisions that a seat makes one after another, with what it sees before and is told of each."""

    seed: int
    number: int
    seat: int
    before: View
    around: _Stages
    offered: list[tuple[str, ...]] = field(default_factory=list)
    made: list[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    @property
    def worth(self) -> tuple[int, int]:
        """How much it shows: moves and kinds of events; and that in few decisions."""
        moves = {name for name, _ in self.made}
        kinds = {
            (event.kind, event.data.get("variable"), event.data.get("to")) for told in self.events for event in told
        }
        choices = sum(len(offered) > 1 for offered in self.offered)
        return 3 * len(moves) + min(len(kinds), 10) + choices, -len(self.made)


def example(speaker: Speaker) -> Section:
    """What one seat sees, what it does, and what that brings about; nothing if no game can be played for an example."""
    setting = speaker.setting
    title = speaker.title("title_example")
    players = next(iter(setting.programs))
    try:
        rules = Rules(bind(setting.source, players, setting.given, names=NAMES[:players]))
        turns = [turn for seed in range(1, SEEDS + 1) for turn in _turns(rules, seed)]
    except CroupierError:
        return Section(title, "example")
    told = [turn for turn in turns if len(turn.made) <= LONGEST]
    if not told:
        return Section(title, "example")
    best = max(told, key=lambda turn: turn.worth)
    return Section(title, "example", tuple(_Teller(speaker, rules, best).blocks()))


def _turns(rules: Rules, seed: int) -> Iterator[_Turn]:
    """The turns of the first decisions of a game by players who try to do well."""
    game = Game(rules, seed)
    players = [POLICIES["greedy"](seed, 0, seat) for seat in range(rules.seats)]
    by_name = {stage.name: stage for stage in stages(rules.ir)}
    turn: _Turn | None = None
    while game.to_act and game.decisions < DECISIONS:
        seat = game.to_act[0]
        offer = game.offer(seat)
        around = _around(offer.view, by_name)
        if turn is not None and (turn.seat, turn.around) != (seat, around):
            yield turn
            turn = None
        names = tuple(dict.fromkeys(move.name for move in offer.moves))
        before, mark = offer.view, game.log_length
        move = players[seat].choose(offer)
        game.play(seat, move)
        if around is not None:
            turn = turn or _Turn(seed, game.decisions, seat, before, around)
            turn.offered.append(names)
            turn.made.append((move.name, move.choices))
            turn.events.append(list(_within(game.log(seat, mark), around)))
    if turn is not None and game.over:
        yield turn


def _around(view: View, stages: dict[str, ir.Stage]) -> _Stages | None:
    """The innermost stage that goes round the players, with those around it; None where all choose at once."""
    found = None
    for at, (name, _, _) in enumerate(view.stages, 1):
        by = stages[name].by
        if by is not None:
            found = None if by.at_once else tuple((stage, count) for stage, count, _ in view.stages[:at])
    return found


def _within(events: Iterable[Event], around: _Stages) -> Iterator[Event]:
    """What happens before the turn, or a stage around it, begins anew."""
    names = {name for name, _ in around}
    for event in events:
        if event.kind == "stage" and event.data["stage"] in names:
            return
        yield event


class _Teller:
    """Tells one turn."""

    def __init__(self, speaker: Speaker, rules: Rules, turn: _Turn) -> None:
        self.speaker = speaker
        self.rules = rules
        self.turn = turn
        self.name = rules.program.names[turn.seat]

    def blocks(self) -> list[Block]:
        turn, speaker = self.turn, self.speaker
        opening = speaker.sentence(
            "example_opening", who=self.name, seed=turn.seed, number=turn.number,
            names=speaker.grammar.listed(list(self.rules.program.names), "and"),
        )  # fmt: skip
        found: list[Block] = [Paragraph(opening), *speaker.lines(self.seen(turn.before))]
        found.append(Paragraph(speaker.sentence("example_goes", who=self.name)))
        found.append(Items(tuple(self.decision(at) for at in range(len(turn.made))), True))
        return found

    def seen(self, view: View) -> list[Item]:
        """What lies open to the seat."""
        found = []
        for name, zone in view.zones.items():
            cards = view.cards(name)
            if not cards:
                continue
            if zone.melds:
                told = "; ".join(self.cards(meld.split()) for meld in zone.melds)
            elif zone.form == "pile" and len(cards) > SHOWN:
                more = len(cards) - SHOWN
                told = self.speaker.text("and_below", cards=self.cards(cards[: -SHOWN - 1 : -1]), n=more)
            elif zone.form == "pile":
                told = self.cards(cards[::-1])
            else:
                told = self.cards(cards)
            key = "example_pile" if zone.form == "pile" else "example_zone"
            found.append(Item(self.speaker.sentence(key, x=self.place(name), cards=told)))
        return found

    def decision(self, at: int) -> Item:
        """What could be done, what is done, and what that brings about."""
        speaker, (name, choices) = self.speaker, self.turn.made[at]
        told_of = [self.chosen(name, what, value, len(choices)) for what, value in choices]
        chosen = speaker.grammar.listed(told_of, "and")
        key = "example_does_with" if chosen else "example_does"
        told: str = speaker.sentence(key, who=self.name, move=speaker.words.doing(name), chosen=chosen)
        others = [speaker.words.doing(other) for other in self.turn.offered[at] if other != name]
        if others:
            told += " " + speaker.sentence("example_others", who=self.name, moves=speaker.grammar.listed(others, "or"))
        below = tuple(Item(text) for text in self.told(self.turn.events[at]))
        return Item(told, (), below)

    def chosen(self, move: str, name: str, value: str, choices: int) -> str:
        """One thing chosen, with what it is if there are several."""
        speaker = self.speaker
        choice = next(choice for choice in speaker.words.moves[move].choices if choice.name == name)
        told = self.value(value)
        if choice.type.name == "spot":
            told = speaker.text("place_of", value=told)
        if choices < 2:
            return told
        called = speaker.chosen(choice, f"moves.{move}.choose.{name}", Scope())
        return speaker.text("named_choice", x=called, value=told)

    def told(self, events: Sequence[Event]) -> Iterator[str]:
        """A sentence for each thing that happened, as far as the seat was told."""
        speaker = self.speaker
        for event in events:
            data = event.data
            match event.kind:
                case "move" if data["from"] != data["to"]:
                    origin, to = self.place(data["from"]), self.place(data["to"])
                    yield speaker.sentence("example_move", x=self.as_told(data), origin=origin, to=to)
                case "meld":
                    combo = speaker.words.combo(data["combo"])
                    yield speaker.sentence("example_meld", cards=self.cards(data["cards"]), combo=combo)
                case "shuffle":
                    yield speaker.sentence("shuffled", x=self.place(data["zone"]))
                case "reveal" | "hide":
                    key = "revealed" if event.kind == "reveal" else "hidden"
                    yield speaker.sentence(key, x=Thing(self.cards([data["card"]]), False, True))
                case "show":
                    names = [self.rules.program.names[seat] for seat in data["seats"]]
                    to = Thing(speaker.grammar.listed(names, "and"), len(names) > 1, person=True)
                    cards = self.as_told(data)
                    there = speaker.text("in_place", x=self.place(data["zone"]))
                    yield speaker.sentence("shown", x=replace(cards, text=f"{cards.text} {there}"), y=to)
                case "set" if data["value"] not in (None, False, []) and self.tellable(data["variable"]):
                    yield self.set_to(data["variable"], data["value"])

    def as_told(self, data: Mapping[str, Value]) -> Thing:
        """Cards as far as the seat was told which they are, and how many more."""
        grammar, known = self.speaker.grammar, [card for card in data["cards"] if card != "?"]
        hidden = data["count"] - len(known)
        cards = [self.cards(known)] if known else []
        if hidden:
            cards.append(self.speaker.text("unseen", cards=grammar.amount(hidden, self.speaker.words.sort(ir.CARD))))
        return Thing(grammar.listed(cards, "and"), data["count"] != 1, True)

    def tellable(self, variable: str) -> bool:
        return variable.partition(" of ")[0] in self.speaker.words.variables

    def set_to(self, variable: str, value: object) -> str:
        speaker, words = self.speaker, self.speaker.words
        name, owner, key = self.named(variable, words.variables)
        if value is True:
            predicate = speaker.words.predicate(f"state.{name}")
            if predicate is not None:
                subject = Thing(owner, person=True) if owner in self.rules.program.names else None
                return speaker.grammar.sentence(speaker.grammar.predicate(predicate, subject, True))
            return speaker.sentence("marked", name=speaker.words.label(f"state.{name}"))
        place = self.whose(speaker.words.variable(name), key, owner)
        kind = speaker.words.variables[name].type
        program = self.rules.program
        if isinstance(value, int) and kind.name in ("player", "team"):
            told = self.owner(program.names[value] if kind.name == "player" else program.subject_name("team", value))
        else:
            told = self.value(str(value))
        return speaker.sentence("example_set", x=place, y=told)

    def owner(self, owner: str) -> str:
        """A seat's name; a card; a team by its players."""
        program = self.rules.program
        if owner in program.names:
            return owner
        for team in range(program.teams):
            if owner == program.subject_name("team", team):
                return self.speaker.grammar.listed([program.names[seat] for seat in program.members(team)], "and")
        return self.value(owner)

    def place(self, name: str) -> Thing:
        words = self.speaker.words
        zone, owner, key = self.named(name, words.zones)
        if zone not in words.zones:
            return Thing(self.speaker.title("out_of_play"))
        return self.whose(words.zone(zone), key, owner)

    def named(self, name: str, declared: Mapping[str, ir.Zone | ir.Variable]) -> tuple[str, str, ir.Expr | None]:
        """What is meant by `bet of 2 of Ann`: its name, whose it is, and by which number or word."""
        word, _, owner = name.partition(" of ")
        keys = declared[word].keys if word in declared else None
        if keys is None:
            return word, owner, None
        key, _, owner = owner.partition(" of ")
        enum = keys.type.enum
        value = self.speaker.words.enums[enum].index(key) if enum else int(key)
        return word, owner, ir.Constant(replace(keys.type, many=False), value)

    def whose(self, noun: Noun, key: ir.Expr | None, owner: str) -> Thing:
        subject = None if key is None else ir.Keyed(ir.KEY, "", key, None)
        if not owner:
            return self.speaker.owned(noun, subject, Scope())
        noun = noun if key is None else self.speaker.numbered(noun, key, Scope())
        return self.speaker.grammar.of(Thing(self.owner(owner), person=True), noun)

    def cards(self, notations: Iterable[object]) -> str:
        return ", ".join(self.value(str(card)) for card in notations)

    def value(self, text: str) -> str:
        """Cards, words and numbers of the engine, as people read them."""
        if " + " in text:
            return "; ".join(self.value(meld) for meld in text.split(" + "))
        words = text.split()
        if len(words) > 1:
            return self.cards(words)
        speaker = self.speaker
        if text.startswith("@"):
            return speaker.text("at_place", n=text[1:])
        card, _, role = text.removesuffix(")").partition("(")
        if card in self.rules.program.kind_index:
            told = speaker.words.kind(card)
            return speaker.text("standing_for", card=told, role=self.value(role)) if role else told
        for enum, values in speaker.words.enums.items():
            if text in values:
                return speaker.words.value(ir.Type("enum", enum), values.index(text))
        return speaker.grammar.phrases.get(text, text) if text in ("yes", "no") else text
