"""What becomes of a hostile input: refused with a place, a documented fault, or a game that keeps the law.

Whatever else comes of it is raised, as `Broken` or as what it is."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

from click.testing import CliRunner

from croupier import Game, PositionError, RecordError, Rules, RulesFault, SetupError
from croupier.base.chance import Stream
from croupier.cli import main
from croupier.compile.binding import bind
from croupier.fast import NotCompiled, OutOfRange, compiled
from croupier.table.record import Transcript
from croupier_dsl import CompileError, Diagnostic, SerialError, check_file, from_json, ir, render, to_json
from croupier_dsl.analysis.reading import Facts
from croupier_dsl.analysis.values import values_of_state
from croupier_dsl.kinds import Kind
from croupier_dsl.parser import parse_sentence
from tests.law.laws import (
    cards_are_conserved,
    hidden_zones_hide,
    legal_moves_are_legal,
    position_round_trips,
    sets_are_sorted,
)
from tests.lowering.alongside import first_difference

from .shipped import RULESETS

MOVES = 10
MOST_DIAGNOSTICS = 210
"""Two hundred are told at most of what a file reads like, that there are more, and what is of the whole file."""
COMMANDS = (
    "check",
    "check --json",
    "rulebook",
    "rulebook --lang fr",
    "outline",
    "trace",
    "flatten",
    "compile --json",
    "test",
    "list",
)
"""What reads any file; `compile` writes what plays it."""


class Broken(Exception):
    """What no input may come to."""


def place(found: Diagnostic) -> None:
    """A diagnostic has a place in its file, and can be told."""
    if found.span is None:
        raise Broken(f"no place: {found.code} {found.message}")
    span = found.span
    if not 0 <= span.start <= span.end <= len(span.source.text):
        raise Broken(f"no such place: {found.code} {found.message} {span.start} {span.end}")
    if not found.message.strip():
        raise Broken(f"no words: {found.code}")


def rules_in(path: Path) -> ir.Rules | str:
    """The rules of a file, or how it was refused."""
    rules, found = check_file(path, bundled=RULESETS)
    wrong = [each for each in found if each.severity.value == "error"]
    for each in found:
        place(each)
    for each in found[:2]:
        if not render.terminal(each) or not render.as_json(each):
            raise Broken(f"no text: {each.code}")
    if len(found) > MOST_DIAGNOSTICS:
        raise Broken(f"{len(found)} diagnostics")
    if rules is None and not wrong and not found:
        raise Broken("refused without a word")
    return "refused" if rules is None else rules


def file(path: Path, stream: Stream, seconds: float) -> str:
    """A file of rules: it is refused, or plays; now and then by every engine, or through every command."""
    rules = rules_in(path)
    if isinstance(rules, str):
        if stream.below(200) == 0:
            command(path, stream)
        return rules
    way = stream.below(24)
    if stream.below(100) == 0:
        command(path, stream)
    if way == 1 and from_json(to_json(rules)) != rules:
        raise Broken("rules do not survive JSON")
    if way == 2:
        values_of_state(Facts(rules))  # what takes long is found out when it is asked
    return play(rules, stream, seconds, alongside=way == 3)


def command(path: Path, stream: Stream) -> None:
    """What a person types, in this process."""
    words = COMMANDS[stream.below(len(COMMANDS))].split()
    result = CliRunner().invoke(main, [words[0], str(path), *words[1:]] if words[0] != "list" else words)
    if not isinstance(result.exception, SystemExit | None):
        raise result.exception
    if "Traceback" in result.output:
        raise Broken(f"{words}: {result.output}")


def play(rules: ir.Rules, stream: Stream, seconds: float, *, alongside: bool = False) -> str:
    """Some decisions by chance, with every law at each; `alongside`: as generated Python plays it, too."""
    players = rules.players[stream.below(len(rules.players))]
    try:
        bound = Rules(bind(rules, players))
    except SetupError:
        return "no such table"
    except RulesFault:
        return "fault"
    try:
        whole = walk(Game(bound, stream.below(1000)), stream, seconds)
    except RulesFault as fault:
        if not fault.problem:
            raise Broken("a fault without words") from fault
        return "fault"
    if alongside and whole:
        with_python(bound, stream.below(1000))
        return "kept, and by generated Python"
    return "kept" if whole else "kept until its time was up"


def walk(game: Game, stream: Stream, seconds: float) -> bool:
    """A few decisions, and the laws at each; no more of them when the time is over: were all made?"""
    end = process_time() + seconds
    made: list[tuple[int, str]] = []
    start = game.copy()
    for _ in range(MOVES):
        if not game.to_act:
            break
        if process_time() > end:
            return False
        seat = game.to_act[stream.below(len(game.to_act))]
        moves = game.legal_moves(seat)
        if not len(moves):
            raise Broken("nobody can move")
        made.append((seat, str(moves[stream.below(len(moves))])))
        laws(game)
        game.play(*made[-1])
    laws(game)
    if stream.below(4) == 0:
        position_round_trips(start, made[:5])
    if not game.to_act and game.outcome is None:
        raise Broken("over without an outcome")
    return True


def laws(game: Game) -> None:
    cards_are_conserved(game)
    sets_are_sorted(game)
    hidden_zones_hide(game)
    legal_moves_are_legal(game)


def with_python(rules: Rules, seed: int) -> None:
    """The reference and generated Python play the same."""
    try:
        engine = compiled(rules, "python")
        told = first_difference(rules, engine, str(seed), MOVES, every=3)
    except (NotCompiled, OutOfRange):
        return
    if told is not None:
        raise Broken(f"another game: {told}")


def sentence(kind: Kind, text: str) -> str:
    """A sentence alone."""
    try:
        parse_sentence(kind, text)
    except CompileError as error:
        for each in error.diagnostics:
            place(each)
        return "refused"
    return "read"


def record(data: bytes) -> str:
    """A record: refused by file and line, or played again."""
    try:
        for _ in Transcript(Path("hostile.rec"), data).replay():
            pass
    except RecordError as error:
        return "refused, its line is told" if error.line is not None else "refused"
    return "played again"


def position(rules: Rules, data: Any, stream: Stream, seconds: float) -> str:
    """A position: refused, or a game that goes on from it."""
    try:
        game = Game.at(rules, data)
    except PositionError as error:
        if not str(error).strip():
            raise Broken("refused without a word") from error
        return "refused"
    except RulesFault:
        return "fault"
    try:
        return "kept" if walk(game, stream, seconds) else "kept until its time was up"
    except RulesFault:
        return "fault"


def rules_json(text: str) -> str:
    """Rules as JSON: refused with the way to what is wrong, or rules that survive being written."""
    try:
        rules = from_json(text)
    except SerialError as error:
        if not str(error).strip():
            raise Broken("refused without a word") from error
        return "refused"
    written = to_json(rules)
    if to_json(from_json(written)) != written:
        raise Broken("rules do not survive JSON")
    return "read"
