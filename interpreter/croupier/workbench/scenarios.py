"""Executable examples: each scenario of a ruleset is set up, played, and compared with its expectations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.faults import CroupierError, IllegalMove, InvalidMove, PositionError, RulesFault, SetupError
from croupier.base.language import tr
from croupier.base.values import Meld, Value, as_list
from croupier.combos import told
from croupier.combos.told import GAP
from croupier.compile.binding import bind
from croupier.model.turns import follower, performers
from croupier.model.visibility import sees
from croupier.table.game import Game, Rules
from croupier.words.naming import (
    OPEN,
    at_place,
    card_reference,
    cards_called,
    in_place_order,
    split_cards,
    split_melds,
    subject_number,
    variable_place,
    zone_place,
)
from croupier.words.stands_for import marked
from croupier.workbench.given import END, THEN, listed, position_of, told_of_each
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import Frame, State
    from croupier.seat.views import View
    from croupier.seat.whynot import WhyNot


MOST_TOLD = 12
"""The number of missing or superfluous moves reported."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The result of a scenario: `failure` is empty if it holds; else `where` is the failing line."""

    name: str
    failure: str
    where: ir.Where | None

    @property
    def passed(self) -> bool:
        return not self.failure


class Mismatch(Exception):
    """Something is not as the scenario says."""


def run_scenarios(rules: ir.Rules) -> Iterator[ScenarioResult]:
    """Run every scenario of a ruleset."""
    for scenario in rules.scenarios:
        yield run_scenario(rules, scenario)


def run_scenario(rules: ir.Rules, scenario: ir.Scenario) -> ScenarioResult:
    """Set the scenario up, make its moves, compare what it says is so."""
    if scenario.refused:
        return _refused(rules, scenario)
    try:
        bound = Rules(bind(rules, None, dict(scenario.options), names=scenario.seats))
    except CroupierError as error:
        return _broken(scenario, error, scenario.where)
    return play_scenario(bound, scenario)[0]


def play_scenario(
    bound: Rules, scenario: ir.Scenario, looking: Callable[[], AbstractContextManager[None]] = nullcontext
) -> tuple[ScenarioResult, Game | None]:
    """Return the scenario at a table that is bound already, and the game as it leaves it; None if it cannot be set up.

    `looking` surrounds what is only compared.
    """
    where, game = scenario.where, None
    try:
        game = start(bound, scenario)
        for step in scenario.then:
            if isinstance(step, ir.Now):
                for fact in step.facts:
                    where = fact.where or where
                    with looking():
                        compare(game, fact)
            elif isinstance(step, ir.Knows):
                where = step.where or where
                with looking():
                    _knows(game, step)
            else:
                where = step.where or where
                _say(game, step)
    except Mismatch as found:
        return ScenarioResult(scenario.name, str(found), where), game
    except CroupierError as error:
        return _broken(scenario, error, where), game
    return ScenarioResult(scenario.name, "", scenario.where), game


def _broken(scenario: ir.Scenario, error: CroupierError, where: ir.Where | None) -> ScenarioResult:
    """Return the error that stopped a scenario, in words: an impossible position, a fault of the rules, an invalid
    move.
    """
    failure = str(error)
    if isinstance(error, PositionError):
        failure = tr("this position is impossible: {reason}", reason=error)
    elif isinstance(error, RulesFault):
        failure = tr("fault in the rules: {fault}", fault=error)
    return ScenarioResult(scenario.name, failure, where)


def _refused(rules: ir.Rules, scenario: ir.Scenario) -> ScenarioResult:
    """Check that the table is refused, for the reason that the scenario gives."""
    try:
        bind(rules, None, dict(scenario.options), names=scenario.seats)
    except SetupError as error:
        wanted = scenario.refused
        told = {"reason": error.reason, "wanted": wanted, "error": error}
        failure = tr("the table was refused because of {reason}, but the scenario expects {wanted}: {error}", **told)
        if not error.reason:
            failure = tr("the table was refused, but not because of {wanted}: {error}", wanted=wanted, error=error)
        return ScenarioResult(scenario.name, "" if error.reason == wanted else failure, scenario.where)
    failure = tr("the table was accepted, but the scenario expects it to be refused")
    return ScenarioResult(scenario.name, failure, scenario.where)


# ---------------------------------------------------------------- setting up


def start(rules: Rules, scenario: ir.Scenario) -> Game:
    """Return the game as the scenario gives it, or from its very beginning if it gives nothing."""
    chance = [_chance(text) for text in scenario.chance]
    if not scenario.given:
        return Game(rules, 0, chance=chance)
    return Game.at(rules, position_of(rules.program, scenario.given), chance=chance)


def _chance(text: str) -> object | None:
    """Return `shuffle: 7S 8S` or `Ann` as a result of chance for `Game`."""
    kind, colon, rest = text.partition(":")
    words = kind.split()
    if colon and words[:1] == ["shuffle"]:
        zone = words[1] if len(words) > 1 else None
        return {"shuffle": zone, "cards": [word for word in rest.split() if word not in OPEN]}
    if text.strip() in ("…", "...", ""):
        return None
    return {"random": text.strip()}


# ---------------------------------------------------------------- moves and facts


def _seat(game: Game, name: str) -> int:
    names = game.rules.program.names
    if name not in names:
        raise Mismatch(tr("{name} has no seat at this table; the seats are {names}", name=name, names=", ".join(names)))
    return names.index(name)


def _knows(game: Game, step: ir.Knows) -> None:
    """Check that the seat sees or remembers exactly the given cards of each zone, and sees the given state.

    It must know nothing of hidden things.
    """
    seat = _seat(game, step.seat)
    view = game.view(seat)
    for fact in step.facts:
        thing, contents = " ".join(fact.thing.split()), " ".join(fact.contents.split())
        known = _known(game, view, fact, thing)
        about = {"player": step.seat, "thing": thing, "contents": contents}
        if step.hidden and known:
            raise Mismatch(tr("{player} knows {thing}, but the scenario expects otherwise", **about))
        if step.hidden:
            continue
        if isinstance(fact.expr, ir.ZoneContents):
            found = _known_cards(game, view, thing, contents)
        else:
            found = _value(game, fact, contents) if known else tr("nothing")
        if found is not None:
            raise Mismatch(tr("{player} knows {thing}: expected {contents}, found {found}", found=found, **about))


def _known(game: Game, view: View, fact: ir.Fact, thing: str) -> bool:
    """Return whether a seat sees the state, or the card with its variables, or remembers the card."""
    s = game._state
    if fact.card:
        cards = cards_called(s, fact.card)
        if isinstance(fact.expr, ir.VariableValue):
            noted = next(v for v in game.rules.ir.variables if v.name == fact.expr.name)
            return noted.seen == "everyone" and any(sees(s, view.seat, card) for card in cards)
        return any(sees(s, view.seat, card) or game._known.seats_know(card, view.seat) for card in cards)
    if not isinstance(fact.expr, ir.VariableValue):
        return True
    found = variable_place(game.rules.program, thing)
    assert found is not None, "the checker knows that it is state"
    name = game.rules.program.whole_name(found[0].variable, found[1])
    return name in view.state and "?" not in as_list(view.state[name])


def _known_cards(game: Game, view: View, thing: str, contents: str) -> str | None:
    """Return None if a seat knows exactly these cards of a zone, else the cards that it knows."""
    place = zone_place(game.rules.program, thing)
    assert place is not None, "the checker knows that it is a zone"
    zone = view.zones[game.rules.program.place_name(place.index)]
    known = [card for card in (*zone.cards, *zone.remembered) if card not in (None, "", "?")]
    told = [word for word in contents.replace("+", " ").split() if word != "none"]
    return None if Counter(known) == Counter(told) else " ".join(map(str, known)) or "none"


def _say(game: Game, said: ir.Said) -> None:
    seat = _seat(game, said.seat)
    if said.can:
        against = game.why_not(seat, said.action)
        if against is not None:
            raise Mismatch(_should(said, against))
        return
    if not said.cannot:
        try:
            game.play(seat, said.action)
        except IllegalMove as refused:
            raise Mismatch(_should(said, refused.why)) from refused
        return
    try:
        why = game.why_not(seat, said.action)
    except InvalidMove as refused:
        told = tr("{move} is not a move of this game, legal or not: {why}", move=said.action, why=refused)
        raise Mismatch(told) from refused
    if why is None:
        told = tr("{player} can {move}, but the scenario expects a refusal", player=said.seat, move=said.action)
        raise Mismatch(told)
    if why.reason == "incomplete" and said.reason != why.reason:
        told = tr(
            "the move {move} is incomplete: {why}; complete it, or write `because incomplete`",
            move=said.action,
            why=why,
        )
        raise Mismatch(told)
    short = _in_short(why)
    if said.reason and said.reason not in (why.reason, short, why.path, *why.clauses):
        about = {"player": said.seat, "move": said.action, "reason": short, "wanted": said.reason, "why": why}
        raise Mismatch(
            tr("{player} cannot {move} because of {reason}, but the scenario expects {wanted}: {why}", **about)
        )


def _in_short(why: WhyNot) -> str:
    """Return the reason as a step says it: a condition by its path within the move, `enough` or `card.1`."""
    top, _, path = why.path.partition(".")
    if top != "moves" or not why.path.endswith(f".{why.reason}"):
        return why.reason
    return path.partition(".")[2].removeprefix("when.").removeprefix("choose.")


def _should(said: ir.Said, against: WhyNot) -> str:
    told = {"player": said.seat, "move": said.action, "why": against}
    return tr("{player} should be able to {move}, but {why}", **told)


def compare(game: Game, fact: ir.Fact) -> None:
    """Raise Mismatch unless the thing has the value in the scenario."""
    thing, contents = " ".join(fact.thing.split()), " ".join(fact.contents.split())
    found = _found(game, fact, thing, contents)
    if found is not None and fact.moves is not None:
        raise Mismatch(tr("{thing}: {found}", thing=thing, found=found))
    if found is not None:
        raise Mismatch(tr("{thing}: expected {contents}, found {found}", thing=thing, found=found, contents=contents))


def _found(game: Game, fact: ir.Fact, thing: str, contents: str) -> str | None:
    """Return None if the thing has the given value, else its value."""
    program = game.rules.program
    if thing == "at":
        return _at(game, contents)
    if thing in ("winners", "losers", "scores", "ranks", "outcome"):
        return _outcome(game, thing, contents)
    if fact.moves is not None:
        return _moves(game, _seat(game, thing.removeprefix("moves of ")), fact.moves)
    if thing == "revealed":
        return _revealed(game, contents)
    if thing.startswith("moves of "):
        offered = sorted({move.name for move in game.legal_moves(_seat(game, thing.removeprefix("moves of ")))})
        return None if offered == sorted(w for w in contents.split() if w != "none") else " ".join(offered) or "none"
    place = zone_place(program, thing) if isinstance(fact.expr, ir.ZoneContents) and not fact.card else None
    if place is not None:
        return _zone(game, place.index, contents)
    return _value(game, fact, contents)


def _moves(game: Game, seat: int, told: tuple[str, ...]) -> str | None:
    """Return None if these are all the legal moves of a seat, in any order; else the missing and the unexpected
    ones."""
    legal = [str(move) for move in game.legal_moves(seat)]
    meant: list[str] = []
    wrong: list[str] = []
    for text in told:
        try:
            meant.append(str(game.meant(seat, text)))
        except IllegalMove:
            wrong.append(text)
    wrong += [text for text, number in Counter(meant).items() for _ in range(number - 1)]
    missing = [text for text in legal if text not in meant]
    lines = [tr("missing there: {moves}", moves=_some(missing))] if missing else []
    lines += [tr("too much: {moves}", moves=_some(wrong))] if wrong else []
    return "; ".join(lines) or None


def _some(moves: list[str]) -> str:
    return ", ".join(moves[:MOST_TOLD]) + (f", … ({len(moves)})" if len(moves) > MOST_TOLD else "")


def _revealed(game: Game, contents: str) -> str | None:
    """Return None if exactly these cards are turned up, else the cards that are."""
    s = game._state
    cards: list[Value] = [*in_place_order(s, s.revealed)]
    return None if _called(s, cards, contents) else _references(s, cards)


def _called(s: State, cards: list[Value], contents: str) -> bool:
    """Return whether these are exactly the given cards, each with its place."""
    left = list(cards)
    for word in split_cards(contents):
        card = next((card for card in cards_called(s, word) if card in left), None)
        if card is None:
            return False
        left.remove(card)
    return not left


def _references(s: State, cards: list[Value]) -> str:
    return " + ".join(card_reference(s, card) for card in cards if card is not None) or "none"


def _value(game: Game, fact: ir.Fact, contents: str) -> str | None:
    """Return None if the expression has the given value, else its value.

    For several cards of one word, one match is enough.
    """
    assert fact.expr is not None, "the checker knows what the thing is"
    if not fact.card:
        return _worth(game, fact.expr, contents, None)
    found = [_worth(game, fact.expr, contents, card) for card in cards_called(game._state, fact.card)]
    return None if None in found else " / ".join(dict.fromkeys(filter(None, found)))


def _worth(game: Game, expr: ir.Expr, contents: str, card: int | None) -> str | None:
    """Return None if an expression about a card, or about none, has the given value, else its value.

    Values by player or key are given in order; the order of other values does not count.
    """
    program = game.rules.program
    slots: list[Value] = [None, *range(program.seats), card]
    value = program.planner.plan(expr)(game._state, slots)
    if expr.type.name == "meld":
        melds = as_list(value)
        return None if _same_melds(game._state, melds, split_melds(contents)) else _melds(game._state, melds)
    if expr.type.name == "card" and " in " in contents:
        return None if _called(game._state, as_list(value), contents) else _references(game._state, as_list(value))
    if expr.type.many:
        spelled = [program.spell(expr.type, item) for item in as_list(value)]
        told = [word for word in contents.replace(" + ", " ").split() if word != "none"]
        words = " ".join(spelled).split()
        same = words == told if _by_seat(expr) else Counter(words) == Counter(told)
        return None if same else " ".join(spelled) or "none"
    spelled_one = program.spell(expr.type, value)
    if expr.type.name == "team" and value is not None and contents != "none":
        return None if subject_number(program, "team", contents) == value else spelled_one
    return None if spelled_one == contents else spelled_one


def _by_seat(expr: ir.Expr) -> bool:
    """Return whether it is a value for each player or team, or state of each key, `bet of 1..2 of Ann`."""
    if not isinstance(expr, ir.Map):
        return False
    state = told_of_each(expr)
    if isinstance(state, ir.VariableValue) and isinstance(state.subject, ir.Keyed):
        return True
    whose = expr.collection
    while isinstance(whose, ir.Filter):
        whose = whose.collection
    return isinstance(whose, ir.Players | ir.Teams)


def _at(game: Game, contents: str) -> str | None:
    """Return None if play is at the given stage, with its enclosing stages and next players; else the actual one."""
    s, program = game._state, game.rules.program
    if s.over:
        return None if contents == END else tr("the end of the game")
    acting = [program.names[who] for who in game.to_act]
    frames = {frame.stage.name: frame for frame in s.frames}
    for number, part in enumerate(contents.split(" in ")):
        about, _, then = part.partition(f" {THEN} ")
        step, _, seat = about.partition(" of ")
        frame = frames.get(step)
        if frame is None:
            return _standing(s, acting)
        there = acting if not number else [program.names[frame.actor]] if frame.actor is not None else []
        seats = seat.split()
        after = _after(s, frame)
        right = seats == there if len(seats) > 1 else not seats or seats[0] in there
        if not right or (then and [word for word in then.split() if word != "none"] != after):
            return _standing(s, acting)
    return None


def _standing(s: State, acting: list[str]) -> str:
    """Return the current stages: the players to act in the innermost, and the players of the enclosing ones."""
    found = [f"{s.frames[-1].stage.name} of {', '.join(acting)}"]
    for frame in reversed(s.frames[:-1]):
        if frame.actor is not None and frame.stage.players is not None:
            found.append(f"{frame.stage.name} of {s.program.names[frame.actor]}")
    return " in ".join(found)


def _after(s: State, frame: Frame) -> list[str]:
    """Return the next player of a turn loop, or the players still to come in a stage that everybody performs once."""
    names, stage = s.program.names, frame.stage
    if stage.players is None or stage.at_once:
        return []
    after = follower(s, frame, performers(s, frame)) if stage.loops else None
    return [names[seat] for seat in (frame.turns_left or ())[::-1]] if after is None else [names[after]]


def _outcome(game: Game, thing: str, contents: str) -> str | None:
    outcome = game.outcome
    if outcome is None:
        return None if (thing, contents) == ("outcome", "none") else tr("not known: the game goes on")
    names = game.rules.program.names
    if thing == "outcome":
        found = "finished" if outcome.finished else "unfinished"
    elif thing == "ranks":
        found = " ".join(str(rank) for rank in outcome.ranks)
    elif thing == "scores":
        found = " ".join("none" if score[0] is None else str(score[0]) for score in outcome.scores)
    else:
        found = " ".join(names[seat] for seat in (outcome.winners if thing == "winners" else outcome.losers)) or "none"
    return None if found == contents else found


def _melds(s: State, melds: list[Meld]) -> str:
    return " + ".join(told.in_full(s, meld) for meld in melds) or "none"


def _zone(game: Game, index: int, contents: str) -> str | None:
    program, s = game.rules.program, game._state
    place = program.places[index]
    items = s.zones[index]
    lying = listed(program, program.place_name(index), contents)
    is_open = any(word in OPEN for word in contents.split())
    if place.zone.form == "melds":
        melds = [item for item in items if isinstance(item, Meld)]
        return None if _same_melds(s, melds, [str(meld) for meld in lying]) else _melds(s, melds)
    if place.edgeless:
        words = [at_place(marked(s, card), at) for at, card in enumerate(items) if card is not None]
        wanted = [str(word) for word in lying]
        same = not {*wanted} - {*words} if is_open else sorted(wanted) == sorted(words)
        return None if same else " ".join(words) or "none"
    words = [GAP if item is None else marked(s, item) for item in as_list(items)]
    wanted = [GAP if word is None else str(word) for word in lying]
    if place.size:  # places at the end that are free need not be told
        words, wanted = ([*each, *[GAP] * (place.size - len(each))] for each in (words, wanted))
    if place.zone.form == "set":
        same = not Counter(wanted) - Counter(words) if is_open else Counter(words) == Counter(wanted)
    else:
        same = words[-len(wanted) :] == wanted if is_open else words == wanted
    return None if same else " ".join(words) or "none"


def _same_melds(s: State, found: list[Meld], melds: list[str]) -> bool:
    """Return the same melds in any order."""
    left = list(found)
    for text in melds:
        meld = told.told_meld(s, text)
        match = next((other for other in left if told.is_told(s, meld, other)), None)
        if match is None:
            return False
        left.remove(match)
    return not left
