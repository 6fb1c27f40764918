"""Any move in any position is either legal, or the answer to "why not" is whole: reason, words, nearest legal move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import AmbiguousMove, Game, InvalidMove, Rules, load
from croupier.base.chance import Stream
from croupier.base.language import speaking
from croupier.players import Uniform
from croupier.table import catalogue
from croupier_dsl.checker.paths import paths_of
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_file
from croupier_dsl.resolver import Names
from tests.printed import GAMES

from .secrecy import compare

pytestmark = pytest.mark.in_turn(14)

ENGINE = {"not_your_turn", "not_offered", "not_in_domain", "how_many", "incomplete", "over"}
UNSPEAKABLE = re.compile(r"_|\bNone\b|\bTrue\b|\bFalse\b|<|>|\[|\]|\\|['\"], |\{|\}")
"""Names of the ruleset and what Python would print."""

FEWEST = [(name, catalogue.find(name).players[0], {}) for name in GAMES]
MORE = [(name, catalogue.find(name).players[-1], {}) for name in GAMES]
MORE += [("trio", 4, {"form": "pairs"}), ("three-thirteen", 3, {"arrange": "player", "out_discard": "optional"})]
MORE += [("drei", 3, {"mix_zones": "yes", "delete_replay": "may", "blind_pick": "random", "swap_order": "seat_order"})]
TABLES = [pytest.param(*table, 2) for table in FEWEST]
TABLES += [pytest.param(*table, 5, marks=pytest.mark.slow) for table in (*FEWEST, *MORE)]
"""With so many games of each."""


def words(rules: Rules, choice: Any, stream: Stream) -> str:
    """Something of the kind that is chosen, wherever it lies, perhaps too many of them or nothing."""
    type_, program = choice.type, rules.program

    def one() -> str:
        if type_.enum:
            found = program.enums[type_.enum]
        elif type_.name == "card":
            found = tuple(kind.notation for kind in program.kinds) * 3 + tuple(f"@{n}" for n in range(1, 12))
        elif type_.name in ("player", "team"):
            found = program.names
        elif type_.name == "truth":
            found = ("yes", "no")
        elif type_.name == "meld":
            found = (" ".join(program.kinds[stream.below(len(program.kinds))].notation for _ in range(3)),)
        else:
            found = tuple(str(n) for n in range(-1, 15))
        return found[stream.below(len(found))]

    if choice.single:
        return one()
    joint = " + " if type_.name == "meld" else " "
    many = stream.below(5)
    alike = one()
    return joint.join(alike if stream.below(2) else one() for _ in range(many)) or "none"


def texts(rules: Rules, stream: Stream) -> Iterator[str]:
    """Every move of the game with random choices, now and then without one of them."""
    for plan in rules.program.every_move:
        choices = [c.choice for c in plan.choices] or [c.choice for ask in plan.do.asks.values() for c in ask]
        kept = [choice for choice in choices if stream.below(12)]
        yield " ".join([plan.name, *(f"{choice.name}={words(rules, choice, stream)}" for choice in kept)])


def mixed(game: Game, seat: int, stream: Stream) -> Iterator[str]:
    """Legal moves, and moves that take one choice from one legal move and the rest from another."""
    moves = game.legal_moves(seat)
    for _ in range(3 if len(moves) else 0):
        one, other = moves[stream.below(len(moves))], moves[stream.below(len(moves))]
        values = {**dict(other.choices), **dict(one.choices[:1])} if one.name == other.name else dict(one.choices)
        yield " ".join([one.name, *(f"{name}={value}" for name, value in values.items())])


def paths(name: str) -> set[str]:
    written = parse_file(catalogue.locate(name), Diagnostics())
    assert written is not None
    return set(paths_of(Names(written, Diagnostics())))


def positions(rules: Rules, seed: int, decisions: int) -> Iterator[Game]:
    """Every third decision of a random game."""
    game = Game(rules, seed)
    players = [Uniform(seed, 0, seat) for seat in range(rules.seats)]
    for step in range(decisions):
        if step % 3 == 0 or game.over:
            yield game
        if game.over:
            return
        seat = game.to_act[0]
        game.play(seat, players[seat].choose(game.offer(seat)))


def check(game: Game, seat: int, text: str, known: set[str]) -> str:
    """The law for one move; the reason that was given, empty if the move is legal."""
    legal = [str(move) for move in game.legal_moves(seat)]
    try:
        why = game.why_not(seat, text)
    except AmbiguousMove as asked:  # a number is both an open card and the place of another
        return "ambiguous" if {*asked.candidates} <= {*legal} else f"ambiguous, and not legal: {asked.candidates}"
    except InvalidMove:
        return "invalid"
    if why is None:
        assert game.copy().meant(seat, text) is not None
        return ""
    assert why == game.why_not(seat, text)
    assert why.path in known, (text, why.path)
    assert why.reason in ENGINE or why.path.endswith(f".{why.reason}")
    assert {other.path for other in why.others} <= known - {why.path}
    assert (why.nearest in legal) if legal else why.nearest is None
    told = [why]
    with speaking("fr"):
        french = game.why_not(seat, text)
    assert french is not None
    assert (french.reason, french.path, french.nearest) == (why.reason, why.path, why.nearest)
    assert french.message != why.message, (text, why.message)
    for answer in (*told, french):
        parts = [answer.message, *(other.message for other in answer.others), *(what for what, _ in answer.facts)]
        for part in (*parts, *(value for _, value in answer.facts)):
            assert part.strip(), (text, answer)
            assert not UNSPEAKABLE.search(part), (text, part)
    return why.reason


@pytest.mark.parametrize(("name", "players", "options", "games"), TABLES)
def test_any_move_in_any_position_is_legal_or_explained(
    name: str, players: int, options: dict[str, str], games: int
) -> None:
    """For every move of the game with random choices, for a seat in turn and one that is not."""
    rules, known = load(name, players, options), paths(name)
    reasons: dict[str, int] = {}
    for number in range(games):
        for position, game in enumerate(positions(rules, 40 + number, 160)):
            stream = Stream(7, 1000 * number + position)
            seat = game.to_act[0] if game.to_act and stream.below(9) else stream.below(players)
            for text in (*texts(rules, stream), *mixed(game, seat, stream)):
                reason = check(game, seat, text, known)
                reasons[reason] = reasons.get(reason, 0) + 1
    assert reasons[""] > 20
    assert {"not_your_turn", "not_offered", "not_in_domain"} <= reasons.keys()
    if options.get("form") != "pairs":  # whose conditions fail only where a hand is nearly empty, which takes longer
        assert reasons.keys() - ENGINE - {"", "invalid"}, "no condition of the game was ever at fault"
    assert not [reason for reason in reasons if reason.startswith("ambiguous,")]


@pytest.mark.parametrize(("name", "players", "options"), FEWEST)
def test_no_answer_tells_what_a_seat_was_not_shown(name: str, players: int, options: dict[str, str]) -> None:
    """Whole answers, facts and nearest moves to random questions, are the same in positions that look the same."""
    rules = load(name, players, options)
    compared = 0
    for number in range(12):
        stream = Stream(3, number)
        probes = [text for _ in range(4) for text in texts(rules, stream)]
        seed, seat = f"21:{number}", number % rules.seats
        count, difference = compare(rules, rules, seat, seed, 30 + 11 * number, number, probes)
        assert not difference, difference
        compared += count
        if compared > 40:
            break
    assert compared > 40
