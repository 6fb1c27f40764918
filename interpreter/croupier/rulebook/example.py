"""An example in words: a turn of a real game, chosen among many for what it shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import log2

from croupier.base import limits
from croupier.base.events import Event
from croupier.base.faults import CroupierError, RulesFault
from croupier.base.language import speaking
from croupier.base.values import Value
from croupier.compile.binding import bind
from croupier.players import POLICIES
from croupier.rulebook.blocks import lines_of
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope, Thing
from croupier.rulebook.statements import chosen_thing
from croupier.rulebook.values import owned_by, with_key
from croupier.scene import Words
from croupier.scene import facts as shown_facts
from croupier.seat.views import View
from croupier.table import display
from croupier.table.game import Game, Rules
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import inner_stages, nodes, performed, stages

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia",
         "Rik", "Sue", "Tim", "Uma")  # fmt: skip
DECISIONS = 160
"""The number of decisions searched for a good turn: of one game, or of several short ones."""
MOVES = 600
"""The number of legal moves weighed in the search; with many choices, each decision takes long."""
WIDE = 60
"""The number of legal moves above which choices that all make at the same time are left to chance."""
LONGEST = 6
"""The maximum number of decisions in a printed turn."""
LONG = 12
"""The number of events of a decision above which it counts as long, which lowers the worth of a turn."""
USUAL = 2
"""A stage is usual if it has at least the main one's decisions divided by this."""
WEIGHTS = {"ends": 2, "names": 2}
"""The weight of rare events: the end of a round or game, and a named player, weigh more than others."""
RAREST = 5.0
"""The maximum worth of a rare event, as log2 of the number of turns per occurrence."""
WIDEST = 1.5
"""The maximum worth of a choice, as log2 of the number of moves."""
ANSWERED = 2.0
"""The worth of what other players do in answer to a turn."""
GAINED = 3.0
"""The maximum worth of a better score, which counts as a rare event; a worse score costs as much."""
OPENED = 3.0
"""The worth of cards that are turned up."""
WITH_CARDS = ("move", "meld", "show", "reveal")
"""The kinds of events in which something happens to cards."""
SHOWN = 6
"""The number of cards of a pile that are printed, from the top."""


_Stages = tuple[tuple[str, int], ...]
"""Stages under way, outermost first, and how many performances of each have begun."""


@dataclass
class _Turn:
    """The consecutive decisions of a seat, with the view before and the events after each."""

    seed: int
    number: int
    seat: int
    before: View
    around: _Stages
    shown: shown_facts.Shown = ()
    starts: shown_facts.Starts = field(default_factory=dict)
    offered: list[tuple[str, ...]] = field(default_factory=list)
    made: list[tuple[str, tuple[tuple[str, str], ...]]] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    shows: set[tuple[str, str]] = field(default_factory=set)
    """Its possibly rare events: moves, melds, cards shown, non-numeric variables set, stages that end with it."""
    free: int = 1
    """The number of moves the seat could choose among, at the decision with the most."""
    together: bool = False
    """Whether all choose at the same time; then the events are those after the choices of all."""
    score: int | None = None
    """The score of the seat before it."""
    gained: int = 0
    """Whether the score of the seat is better after it (1), worse (-1) or neither."""
    winners: tuple[int, ...] | None = None
    """The seats that have won, if the game ends with it."""
    after: list[tuple[int | None, str, list[Event]]] = field(default_factory=list)
    """The others' decisions after it: seat and move, unless all choose at the same time; events that this seat sees."""

    inside: bool = False
    """Whether others act in a step of the turn itself."""

    def is_followed(self, seat: int, around: _Stages) -> bool:
        """Return whether a decision still belongs to what follows: another seat's, in the turn or what encloses it."""
        self.inside = self.inside or (not self.after and self.is_in_turn(around))
        within = self.is_in_turn(around) if self.inside else around[:-1] == self.around[:-1]
        return seat != self.seat and within and not self.together and len(self.after) < LONGEST

    def is_in_turn(self, around: _Stages) -> bool:
        return around[: len(self.around)] == self.around

    @property
    def lost(self) -> bool:
        """Whether it ends the game with a loss for the seat, as when a player gives up."""
        return self.winners is not None and self.seat not in self.winners

    def cut(self, ended: bool, game: Game) -> _Turn:
        """Return the turn with what follows: all, if that has ended the enclosing stage, else the next player's."""
        if not ended and not self.inside:
            self.after = [each for each in self.after if each[0] == self.after[0][0]]
        for _, _, events in self.after:
            self.shows |= set(_seldom(events, game.rules.ir))
        score = _score(game, self.seat)
        if score is not None and self.score is not None:
            self.gained = (score > self.score) - (score < self.score)
        if game.outcome is not None:
            self.winners = game.outcome.winners
        return self


def _most_worth(turns: Sequence[_Turn], idle: Container[str] = ()) -> _Turn:
    """Return the turn that shows most of what is seldom seen; of equals the shorter, then the earlier.

    It is one of a stage with many decisions: not of the opening, nor of what only ends a deal. A turn with more
    moves to choose among shows more, and so does one that others answer, or that betters the score of the seat. Turns
    in which no card moves or is shown, and those whose moves are all `idle`, as of a player who passes or folds, are
    used only for want of others; so are turns without a choice, those by which the seat loses the game, and choices
    that all make at the same time. The end of a stage counts only for a seat that loses nothing by it.
    """
    turns = [turn for turn in turns if not turn.together] or turns
    turns = [turn for turn in turns if turn.free > 1 and not turn.lost] or turns
    turns = _usual(turns, USUAL)
    turns = (
        [turn for turn in turns if _is_telling(turn, idle)] or [turn for turn in turns if _with_cards(turn)] or turns
    )
    seen = Counter(thing for turn in turns for thing in turn.shows)
    gain = min(log2(len(turns) / max(sum(turn.gained > 0 for turn in turns), 1)), GAINED)

    def worth(turn: _Turn) -> tuple[float, int]:
        seldom = {thing: min(log2(len(turns) / seen[thing]), RAREST) for thing in sorted(turn.shows)}
        ends = max((times for (kind, _), times in seldom.items() if kind == "ends"), default=0.0)  # one within another
        rare = WEIGHTS["ends"] * ends if turn.gained >= 0 else 0.0
        rare += sum(WEIGHTS.get(kind, 1) * times for (kind, _), times in seldom.items() if kind != "ends")
        choice = min(log2(turn.free), WIDEST)
        long = sum(len(events) > LONG for events in (*turn.events, *(events for _, _, events in turn.after)))
        answered = ANSWERED if turn.after else 0.0
        gained = {1: gain, 0: 0.0, -1: -GAINED}[turn.gained]
        opened = OPENED if _opens(turn) else 0.0
        return rare + choice - long + answered + gained + opened, -len(turn.made)

    return max(turns, key=worth)


def _idle(rules: ir.Rules) -> frozenset[str]:
    """Return the moves that at most note a yes or no, such as a pass."""
    sorts = {variable.name: variable.type.name for variable in rules.variables}
    marks = (ir.Move, ir.Swap, ir.Shuffle, ir.Reveal, ir.Hide, ir.Show, ir.AddToVariable, ir.SetNext, ir.SetDirection)

    def does(node: object) -> bool:
        noted = isinstance(node, ir.SetVariable) and sorts.get(node.name) != "truth"
        return noted or isinstance(node, marks)

    return frozenset(move.name for move in performed(rules).moves if not any(map(does, nodes(move.do))))


def _usual(turns: Sequence[_Turn], share: int) -> list[_Turn]:
    """Return the turns of stages with at least this share of the decisions of the main stage."""
    made = Counter[str]()
    for turn in turns:
        made[turn.around[-1][0]] += len(turn.made)
    return [turn for turn in turns if made[turn.around[-1][0]] * share >= max(made.values())]


def _is_telling(turn: _Turn, idle: Container[str]) -> bool:
    """Return whether something happens to cards, and not only because the seat did nothing."""
    return _with_cards(turn) and not all(name in idle for name, _ in turn.made)


def _decides(turn: _Turn) -> bool:
    """Return whether a stage ends, the seat gains, or cards are turned up: otherwise the players are too careful."""
    return turn.gained > 0 or _opens(turn) or any(kind == "ends" for kind, _ in turn.shows)


def _opens(turn: _Turn) -> bool:
    return not turn.shows.isdisjoint([("reveal", ""), ("show", "")])


def _with_cards(turn: _Turn) -> bool:
    """Return whether a card moves or is shown in the turn, or in what others do then."""
    after = [events for _, _, events in turn.after]
    return any(event.kind in WITH_CARDS for events in (*turn.events, *after) for event in events)


def example(cx: Context) -> Section:
    """Return an example: the view of one seat, its moves, and their effects; empty if no game can be played."""
    setting = cx.setting
    title = cx.title("title_example")
    players = cx.rules.usual
    try:
        rules = Rules(bind(setting.source, players, setting.given, names=NAMES[:players]))
        idle = _idle(rules.ir)
        turns = list(_turns(rules))
        if not any(_is_telling(turn, idle) and _decides(turn) for turn in _usual(turns, 1)):  # others fold less
            turns += filter(_decides, _turns(rules, "random"))
    except CroupierError:
        return Section(title, "example")
    told = [turn for turn in turns if len(turn.made) <= LONGEST]
    if not told:
        return Section(title, "example")
    return Section(title, "example", tuple(_Teller(cx, rules, _most_worth(told, idle)).blocks()))


def _turns(rules: Rules, policy: str = "greedy") -> Iterator[_Turn]:
    """Yield the turns of games by players of one policy, up to the limits of the search."""
    made, weighed, seed = 0, 0, 1
    while made < DECISIONS and weighed < MOVES:
        game = Game(rules, seed)
        weighed += yield from _played(rules, game, policy, seed, DECISIONS - made, MOVES - weighed)
        made, seed = made + max(game.decisions, 1), seed + 1


def _played(rules: Rules, game: Game, policy: str, seed: int, most: int, moves: int) -> Generator[_Turn, None, int]:
    """Yield the turns of one game, up to `most` decisions and `moves` weighed moves.

    Return the number of weighed moves.
    """
    players = [POLICIES[policy](seed, 0, seat) for seat in range(rules.seats)]
    by_chance = [POLICIES["random"](seed, 0, seat) for seat in range(rules.seats)]  # these moves are not told
    by_name = {stage.name: stage for stage in stages(rules.ir)}
    acting = {
        name for name, stage in by_name.items() if any(inner.by for inner in inner_stages(rules.ir.stages, stage))
    }
    others = {
        name: acting - {inner.name for inner in inner_stages(rules.ir.stages, stage)} | {name}
        for name, stage in by_name.items()
    }
    turn: _Turn | None = None
    followed: list[_Turn] = []
    weighed = 0
    while game.to_act and game.decisions < most and weighed < moves:
        seat = game.to_act[0]
        offer = game.offer(seat)
        around, together = _around(offer.view, by_name)
        weighed += min(len(offer.moves), limits.BREADTH) if around and not together else 0
        if turn is not None and (turn.around != around or not (together or turn.seat == seat)):
            turn.shows |= {("ends", name) for name in _over(turn.around, offer.view)}
            followed.append(turn)
            turn = None
        for each in [each for each in followed if not each.is_followed(seat, around)]:
            followed.remove(each)
            yield each.cut(around[:-1] != each.around[:-1], game)
        names = tuple(dict.fromkeys(move.name for move in offer.moves))
        before, mark = offer.view, game.log_length
        shown, starts = list[tuple[str, str, ir.Type, Value]](), dict[str, dict[str, Value]]()
        if turn is None and around:
            shown, starts = display.shown(game, seat), display.at_start(game, seat)
        score = None if turn is not None or not around else _score(game, seat)
        thinks = around and not (together and len(offer.moves) > WIDE)
        move = (players if thinks else by_chance)[seat].choose(offer)
        game.play(seat, move)
        cut = {
            (name, count)
            for name, count, _ in game.view(seat).stages
            if name in (others[around[-1][0]] if around else acting)
        }
        for each in followed:
            seen = list(_before(game.log(each.seat, mark), cut))
            if seen or not together:
                each.after.append((None if together else seat, move.name, seen))
        if turn is not None and together:
            turn.events[-1] += _before(game.log(turn.seat, mark), cut)
        elif around:
            turn = turn or _Turn(
                seed, game.decisions, seat, before, around, shown, starts, together=together, score=score
            )
            turn.offered.append(names)
            turn.made.append((move.name, move.choices))
            turn.free = max(turn.free, len(offer.moves))
            turn.events.append(list(_before(game.log(seat, mark), cut)))
            turn.shows |= {("move", move.name), *_seldom(turn.events[-1], rules.ir)}
    if turn is not None and game.over:
        turn.shows |= {("ends", name) for name, _ in turn.around[:-1]}
        followed.append(turn)
    yield from (each.cut(game.over, game) for each in followed)
    return weighed


def _seldom(events: Iterable[Event], rules: ir.Rules) -> Iterator[tuple[str, str]]:
    """Yield the combos of new melds, cards shown, and the variables set to a value, numbers excepted."""
    sorts = {variable.name: variable.type.name for variable in rules.variables}
    for event in events:
        if event.kind == "meld":
            yield "meld", str(event.data["combo"])
        elif event.kind in ("show", "reveal"):
            yield event.kind, ""
        elif event.kind == "set" and _is_something(event.data["value"]):
            name = str(event.data["variable"]).partition(" of ")[0]
            if sorts.get(name) != "number":
                yield "names" if sorts.get(name) in ("player", "team") else "set", name


def _is_something(value: object) -> bool:
    """Return whether the value is neither none nor no; the first seat, number 0, is a value."""
    return value is not None and value is not False and value != []


def _over(around: _Stages, after: View) -> tuple[str, ...]:
    """Return the stages around a turn that have ended or begun again after it."""
    going = {(name, count) for name, count, _ in after.stages}
    return tuple(name for name, count in around[:-1] if (name, count) not in going)


def _around(view: View, stages: dict[str, ir.Stage]) -> tuple[_Stages, bool]:
    """Return the innermost stage whose players act, with its enclosing stages, and whether they act at the same time.

    The list is empty without such a stage.
    """
    found: tuple[_Stages, bool] = (), False
    for at, (name, _, _) in enumerate(view.stages, 1):
        by = stages[name].by
        if by is not None:
            found = tuple((stage, count) for stage, count, _ in view.stages[:at]), by.at_once
    return found


def _before(events: Iterable[Event], under_way: Container[tuple[str, int]]) -> Iterator[Event]:
    """Yield the events before one of these stages begins, in which the next player acts."""
    for event in events:
        if event.kind == "stage" and (event.data["stage"], event.data["count"]) in under_way:
            return
        yield event


def _score(game: Game, seat: int) -> int | None:
    """Return the score of a seat as it is now, turned so that more is better; None if there is none."""
    try:
        standing = game.standing
    except RulesFault:
        return None
    ((score, *_),) = standing.scores[seat : seat + 1]
    return score if score is None or standing.best == "highest" else -score


class _Teller:
    """Writes the paragraphs on one turn."""

    def __init__(self, cx: Context, rules: Rules, turn: _Turn) -> None:
        self.cx = cx
        self.rules = rules
        self.turn = turn
        self.name = rules.program.names[turn.seat]

    def blocks(self) -> list[Block]:
        turn, cx = self.turn, self.cx
        names = self.rules.program.names
        opening = cx.sentence(
            "example_opening" if len(names) > 1 else "example_opening_alone",
            who=self.name, seed=turn.seed, number=turn.number, names=cx.grammar.listed(list(names), "and"),
        )  # fmt: skip
        found: list[Block] = [Paragraph(opening), *lines_of(cx, self.seen(turn.before))]
        found.append(Paragraph(cx.sentence("example_goes", who=self.name)))
        found.append(Items(tuple(self.decision(at) for at in range(len(turn.made))), True))
        if turn.after:
            found.append(Paragraph(cx.sentence("example_then")))
            found.append(Items(tuple(item for done in turn.after for item in self.answer(done)), True))
        if turn.winners:
            winners = Thing(cx.grammar.listed([names[seat] for seat in turn.winners], "and"), len(turn.winners) > 1)
            found.append(Paragraph(cx.sentence("example_won", who=winners)))
        return found

    def answer(self, done: tuple[int | None, str, list[Event]]) -> Iterator[Item]:
        """Yield the points on what others do, as far as the seat of the example sees it."""
        seat, move, events = done
        told = tuple(Item(text) for text, _ in groupby(self.told(events)))
        if seat is None:
            yield from told
        else:
            heard: Mapping[str, str] = next(
                (event.data.get("choices", {}) for event in events if event.kind == "decision"), {}
            )
            yield Item(self.does(seat, move, tuple(heard.items())), (), told)

    def seen(self, view: View) -> list[Item]:
        """Return the points on cards that the seat sees."""
        found = []
        for name, zone in view.zones.items():
            cards = view.cards(name)
            if not cards:
                continue
            if zone.melds:
                told = "; ".join(self.cards(meld.split()) for meld in zone.melds)
            elif zone.form == "pile" and len(cards) > SHOWN:
                more = len(cards) - SHOWN
                told = self.cx.text("and_below", cards=self.cards(cards[: -SHOWN - 1 : -1]), n=more)
            elif zone.form == "pile":
                told = self.cards(cards[::-1])
            else:
                told = self.cards(cards)
            key = "example_pile" if zone.form == "pile" else "example_zone"
            found.append(Item(self.cx.sentence(key, x=self.place(name), cards=told)))
        if facts := self.facts(view):
            found.append(Item(self.cx.sentence("example_facts", facts="; ".join(facts))))
        return found

    def facts(self, view: View) -> list[str]:
        """Return what the table shows besides cards: contract, trumps, scores, each player's after their name."""
        with speaking(self.cx.grammar.code):
            words = Words(self.rules, signs=False)
            found = shown_facts.facts_of(
                view, self.turn.shown, words, shown_facts.worth(self.rules.program), self.turn.starts
            )
            return [
                (f"{owner}{self.cx.title('colon')} " if owner else "")
                + ", ".join(shown_facts.told(each, words) for each in facts)
                for owner, facts in found.items()
                if facts
            ]

    def decision(self, at: int) -> Item:
        """Return the point on one decision: the options, the move, and its effects."""
        cx, (name, choices) = self.cx, self.turn.made[at]
        told = self.does(self.turn.seat, name, choices)
        again = at > 0 and set(self.turn.offered[at]) == set(self.turn.offered[at - 1])
        others = [cx.words.doing(other) for other in self.turn.offered[at] if other != name and not again]
        if others:
            told += " " + cx.sentence("example_others", who=self.name, moves=cx.grammar.listed(others, "or"))
        below = tuple(Item(text) for text, _ in groupby(self.told(self.turn.events[at])))
        return Item(told, (), below)

    def does(self, seat: int, move: str, choices: Sequence[tuple[str, str]]) -> str:
        """Return the sentence on the move that a seat chooses, with its choices."""
        cx = self.cx
        chosen = cx.grammar.listed([self.chosen(move, what, value, len(choices)) for what, value in choices], "and")
        key = "example_does_with" if chosen else "example_does"
        return cx.sentence(key, who=self.rules.program.names[seat], move=cx.words.doing(move), chosen=chosen)

    def chosen(self, move: str, name: str, value: str, choices: int) -> str:
        """One thing chosen, with what it is if there are several."""
        cx = self.cx
        choice, path = self.asked(move, name)
        place = value.rpartition(":")[2]
        if choice.type.name == "spot" and place.startswith("@") and " " not in place:
            told = cx.text("place_numbered", n=place[1:])
        elif choice.type.name == "spot":
            told = cx.text("place_of", value=self.value(value))
        else:
            told = self.value(value)
        if choices < 2:
            return told
        called = chosen_thing(cx, choice, path, Scope())
        return cx.text("named_choice", x=called, value=told)

    def asked(self, move: str, name: str) -> tuple[ir.Choice, str]:
        """Return a choice with its path: of the move itself, else the first of this name in an effect."""
        rules = self.rules.ir
        for choice in self.cx.words.moves[move].choices:
            if choice.name == name:
                return choice, f"moves.{move}.choose.{name}"
        own = next(each for each in rules.moves if each.name == move)
        return next(
            (choice, f"{ask.path}.choose.{name}")
            for ask in (*nodes(own), *nodes((rules.moves, rules.effects, rules.triggers, rules.stages, rules.play)))
            if isinstance(ask, ir.Ask)
            for choice in ask.choices
            if choice.name == name
        )

    def told(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield a sentence for each event, as far as the seat knows it; cards of one place that are turned together
        share one, and only the last of several values of one variable has one."""
        cx = self.cx
        turned: list[object] = []
        last = {event.data["variable"]: at for at, event in enumerate(events) if event.kind == "set"}
        for at, event in enumerate(events):
            data = event.data
            if event.kind in ("reveal", "hide"):
                turned.append(data["card"])
                then = events[at + 1] if at + 1 < len(events) else None
                if then is None or (then.kind, then.data.get("zone")) != (event.kind, data["zone"]):
                    key = "revealed" if event.kind == "reveal" else "hidden"
                    cards = cx.grammar.turned(self.cards(turned), len(turned) > 1)
                    yield cx.sentence(key, x=self.lying(cards, data["zone"]))
                    turned.clear()
                continue
            match event.kind:
                case "move" if data["from"] != data["to"] or "under" in data:
                    origin, to = self.place(data["from"]), self.place(data["to"])
                    yield self.moved(data, origin, to)
                case "meld":
                    combo = cx.words.combo(data["combo"])
                    yield cx.sentence("example_meld", cards=self.cards(data["cards"]), combo=combo)
                case "shuffle":
                    yield cx.sentence("shuffled", x=self.place(data["zone"]))
                case "show":
                    names = [self.rules.program.names[seat] for seat in data["seats"]]
                    to = Thing(cx.grammar.listed(names, "and"), len(names) > 1, person=True)
                    key = "shown_to_all" if len(names) == self.rules.seats else "shown"
                    yield cx.sentence(key, x=self.lying(self.as_told(data), data["zone"]), y=to)
                case "set" if last[data["variable"]] == at and self.tellable(data["variable"], data["value"]):
                    yield self.set_to(data["variable"], data["value"])

    def lying(self, cards: Thing, zone: str) -> Thing:
        """Return the cards with where they are."""
        there = self.cx.text("in_place", x=self.place(zone))
        return replace(cards, text=f"{cards.text} {there}")

    def moved(self, data: Mapping[str, Value], origin: Thing, to: Thing) -> str:
        """Cards that have gone from one place to another, and how deep in a pile."""
        cx, under, cards = self.cx, data.get("under", 0), self.as_told(data)
        if isinstance(under, int) and under:
            above = cx.grammar.amount(under, cx.words.sort(ir.CARD))
            return cx.sentence("example_move_under", x=cards, origin=origin, to=to, cards=above)
        key = {"all": "example_move_below", "?": "example_move_somewhere"}.get(under, "example_move")
        return cx.sentence(key, x=cards, origin=origin, to=to)

    def as_told(self, data: Mapping[str, Value]) -> Thing:
        """Return the cards known to the seat, and the number of the others."""
        grammar, known = self.cx.grammar, [card for card in data["cards"] if card != "?"]
        hidden = data["count"] - len(known)
        if not hidden:
            return grammar.turned(self.cards(known), data["count"] != 1)
        cards = [self.cards(known)] if known else []
        cards.append(self.cx.text("unseen", cards=grammar.amount(hidden, self.cx.words.sort(ir.CARD))))
        return Thing(grammar.listed(cards, "and"), data["count"] != 1, True)

    def tellable(self, variable: str, value: object) -> bool:
        """Return whether the rulebook mentions the variable, the table announces its changes, and the value is not
        just a number reset to 0."""
        known = self.cx.words.variables.get(variable.partition(" of ")[0])
        if known is None or not _is_something(value) or not shown_facts.worth(self.rules.program).tells(known):
            return False
        return value != 0 or known.type.name != "number"

    def set_to(self, variable: str, value: object) -> str:
        cx, words = self.cx, self.cx.words
        name, owner, key = self.named(variable, words.variables)
        if value is True:
            predicate = cx.words.predicate(f"state.{name}")
            if predicate is not None:
                subject = Thing(owner, person=True) if owner in self.rules.program.names else None
                return cx.grammar.sentence(cx.grammar.predicate(predicate, subject, True))
            return cx.sentence("marked", name=cx.words.label(f"state.{name}"))
        place = self.whose(cx.words.variable(name), key, owner)
        kind = cx.words.variables[name].type
        program = self.rules.program
        if isinstance(value, int) and kind.name in ("player", "team"):
            told = self.owner(program.names[value] if kind.name == "player" else program.subject_name("team", value))
        else:
            told = self.value(str(value))
        return cx.sentence("example_set", x=place, y=told)

    def owner(self, owner: str) -> str:
        """Return a seat's name; a card; a team by its players."""
        program = self.rules.program
        if owner in program.names:
            return owner
        for team in range(program.teams):
            if owner == program.subject_name("team", team):
                return self.cx.grammar.listed([program.names[seat] for seat in program.members(team)], "and")
        return self.value(owner)

    def place(self, name: str) -> Thing:
        words = self.cx.words
        zone, owner, key = self.named(name, words.zones)
        if zone not in words.zones:
            return Thing(self.cx.title("out_of_play"))
        return self.whose(words.zone(zone), key, owner)

    def named(self, name: str, declared: Mapping[str, ir.Zone | ir.Variable]) -> tuple[str, str, ir.Expr | None]:
        """Split `bet of 2 of Ann` into its name, its owner, and its key."""
        word, _, owner = name.partition(" of ")
        keys = declared[word].keys if word in declared else None
        if keys is None:
            return word, owner, None
        key, _, owner = owner.partition(" of ")
        enum = keys.type.enum
        value = self.cx.words.enums[enum].index(key) if enum else int(key)
        return word, owner, ir.Constant(replace(keys.type, many=False), value)

    def whose(self, noun: Noun, key: ir.Expr | None, owner: str) -> Thing:
        subject = None if key is None else ir.Keyed(ir.KEY, "", key, None)
        if not owner:
            return owned_by(self.cx, noun, subject, Scope())
        noun = noun if key is None else with_key(self.cx, noun, key, Scope())
        return self.cx.grammar.of(Thing(self.owner(owner), person=True), noun)

    def cards(self, notations: Iterable[object]) -> str:
        return ", ".join(self.value(str(card)) for card in notations)

    def value(self, text: str) -> str:
        """Cards, words and numbers of the engine, as people read them."""
        if " + " in text:
            return "; ".join(self.value(meld) for meld in text.split(" + "))
        words = text.split()
        if len(words) > 1:
            return self.cards(words)
        cx = self.cx
        if text.startswith("@"):
            return cx.text("at_place", n=text[1:])
        if "/" in text and "(" not in text:
            return cx.grammar.listed([self.value(each) for each in text.split("/")], "or")
        card, _, role = text.removesuffix(")").partition("(")
        if card in self.rules.program.kind_index:
            told = cx.words.kind(card)
            return cx.text("standing_for", card=told, role=self.value(role)) if role else told
        for enum, values in cx.words.enums.items():
            if text in values:
                return cx.words.value(ir.Type("enum", enum), values.index(text))
        return cx.grammar.phrases.get(text, text) if text in ("yes", "no") else text
