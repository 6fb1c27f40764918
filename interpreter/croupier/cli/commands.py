"""The commands at the table besides moves: reasons, a hint, the log, the rules, help; each is answered in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.base.faults import AmbiguousMove, IllegalMove, InvalidMove
from croupier.base.language import current, later, ntr, tr
from croupier.base.moves import Move
from croupier.cli.answers import meant, plain_letters
from croupier.cli.paint import KEY
from croupier.cli.story import told
from croupier.cli.table import folded
from croupier.scene import Words, recent
from croupier.scene import reasons as told_against
from croupier.seat.views import View
from croupier.seat.whynot import WhyNot
from croupier.table.game import Game
from croupier.words.meaning import names_move
from croupier.words.notation import as_written
from croupier.words.phrases import quoted

MOST_CANDIDATES = 8
COMMANDS = (
    later("why"), later("hint"), later("undo"), later("redo"), later("restart"), later("back"), later("log"),
    later("rules"), later("moves"), later("table"), later("help"), later("quit"),
)  # fmt: skip
"""The commands, in full; their words in the current language work as well."""
ALONE = ("redo", "restart")
"""The commands for a lone player."""
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
WITH_MORE = ("why", "log", "rules")
"""The commands that take an argument."""
LOGGED = 20
"""The number of lines that `log` shows; `log all` shows all."""


def asked(answer: str) -> tuple[str, str]:
    """Return the English word of the command in an answer, and its argument; both empty if it is not a command."""
    typed, _, rest = answer.partition(" ")
    word = plain_letters(typed)
    command = SHORT.get(typed, "") or next((each for each in COMMANDS if word in (each, plain_letters(tr(each)))), "")
    return (command, rest) if not rest or command in WITH_MORE else ("", "")


def meanings(seats: int = 1) -> dict[str, str]:
    """Return the commands at a table of this size, as they are called in the current language, with what they are
    for."""
    return {tr(command): meaning for command, meaning in _meanings().items() if seats == 1 or command not in ALONE}


def _meanings() -> dict[str, str]:
    return {
        "why": tr("why MOVE: say why a move is not possible now"),
        "hint": tr("suggest a move from what you know, with its expected result"),
        "undo": tr("undo your last move, unless it showed you something new"),
        "redo": tr("make the move again that you undid"),
        "restart": tr("start this deal over"),
        "log": tr("show the log since your last move; log all: from the beginning"),
        "rules": tr("show the rules for this decision; rules all: the whole rulebook"),
        "moves": tr("list all your moves as you can type them"),
        "table": tr("show the table again"),
        "help": tr("show this help"),
        "quit": tr("leave the game"),
    }


def help_lines(words: Words, example: str) -> Iterator[str]:
    yield tr("Choose by number, or type a move: its name or title and your choices, or just the cards.")
    yield tr("You may shorten names, and leave out a choice with only one possibility.")
    yield tr("If your input fits several moves, none is made, and you are asked which one you mean.")
    yield tr(
        "If numbers can be chosen, such as a bid, a card 7 or a place @2, a number means just that, and the "
        "lines have letters."
    )
    if example:
        yield tr("The Tab key completes. For example: {example}", example=example)
    if words.cards.legend:
        yield words.cards.legend
    known = meanings(words.rules.seats)
    for command, meaning in known.items():
        yield f"  {KEY}{command:<{max(map(len, known))}}  {meaning}"
    if set(known) - {*COMMANDS}:
        yield tr("The English commands work, too: {words}", words=", ".join(COMMANDS))


def why(game: Game, seat: int, text: str, words: Words) -> Iterator[str]:
    """Yield the reasons against a move, with the facts and the clauses of the rulebook."""
    if not text:
        yield tr("Add the move, as in: why {move}", move=_example(game, seat))
        return
    try:
        found = meant(game, seat, text, words)
        if isinstance(found, Move):
            yield tr("{move} is possible.", move=words.spoken(found))
        else:
            yield from against(game, seat, found, words)
    except AmbiguousMove as error:
        yield from possible(error, words)


def against(game: Game, seat: int, texts: Sequence[str], words: Words) -> Iterator[str]:
    """Yield the reasons against the typed move, given its possible meanings in notation.

    Raise AmbiguousMove if it is part of several moves, and conditions alone refuse none of these.
    """
    reasons: list[WhyNot] = []
    wrong: InvalidMove | None = None
    for text in texts:
        try:
            game.meant(seat, text)
        except IllegalMove:
            reasons += game.why_nots(seat, text)
        except InvalidMove as error:
            wrong = error
    if reasons:
        yield from told_against(reasons, words)
    elif wrong is not None and names_move(words.rules.program, texts[0]):
        yield words.plain(f"{wrong}")
    else:
        moves = ", ".join(quoted(words.move(move.name)) for move in words.rules.ir.moves)
        yield tr("unknown move {name}; the moves are {moves}", name=words.plain(texts[0]), moves=moves)


def _example(game: Game, seat: int) -> str:
    moves = game.legal_moves(seat)
    return str(moves[len(moves) - 1]) if len(moves) else "…"


def possible(error: AmbiguousMove, words: Words) -> Iterator[str]:
    """Yield the legal moves that the question may be about."""
    yield tr("These moves are possible:")
    for text in error.candidates[:MOST_CANDIDATES]:
        yield f"  {words.spoken(as_written(text))}"
    if len(error.candidates) > MOST_CANDIDATES:
        yield "  " + ntr("… and {n} more", "… and {n} more", len(error.candidates) - MOST_CANDIDATES)


def rate(game: Game, seat: int, most: int = 300) -> dict[str, tuple[int, int, int]]:
    """Return the rating of the seat's first moves by the greedy player's criteria, as far as the seat can
    predict it.
    """
    offer = game.offer(seat, most)
    found = {}
    for index in range(min(len(offer.moves), most)):
        after = offer.after(index)
        if not after.unknown:
            found[str(offer.moves[index])] = (after.score or 0, -after.spare, -after.held)
    return found


def best_first(game: Game, seat: int, moves: Sequence[Move]) -> list[Move]:
    """Return moves by their worth, the best first; unrated ones stay in their own order, last."""
    worth = rate(game, seat)
    known = [move for move in moves if str(move) in worth]
    known.sort(key=lambda move: worth[str(move)], reverse=True)
    return known + [move for move in moves if str(move) not in worth]


def log(game: Game, seat: int, rest: str, words: Words) -> Iterable[str]:
    events = game.log(seat)
    lines = [part for line in told(events if rest else recent(events, LOGGED), seat, words) for part in folded(line, 4)]
    return lines if rest else lines[-LOGGED:]


def rules(game: Game, view: View, rest: str, words: Words) -> Iterator[str]:
    """Yield clauses of the rulebook: for this decision, or all; if there are none, the conditions of the moves."""
    ir = game.rules.ir
    stage = words.stages.get(view.stages[-1][0]) if view.stages else None
    if rest:
        yield from options(words)
        clauses = [clause.id for clause in ir.clauses if clause.kind in ("rule", "table", "example")]
        texts = [*clauses, *(ruling.id for ruling in ir.rulings)]
    else:
        paths = [stage.path, *(f"moves.{name}" for name in stage.moves)] if stage is not None else []
        texts = [id for because in ir.because if because.path in paths for id in because.sources]
    shown = [f"[{id}] {words.clause(id)}" for id in dict.fromkeys(texts) if words.clause(id)]
    yield from shown
    if not shown:
        yield from _whole_rulebook(game) if rest else _conditions(game, words, () if stage is None else stage.moves)
    if not rest:
        yield tr("`rules all` shows the whole rulebook, and the options of this game.")


def _whole_rulebook(game: Game) -> Iterator[str]:
    """Yield the rulebook as croupier prints it, for these options and players."""
    from croupier.rulebook import markdown, rulebook

    rules = game.rules
    document = rulebook(rules.ir, {name: str(value) for name, value in rules.options.items()}, rules.seats, current())
    yield from (line for line in markdown(document).splitlines() if line)


def _conditions(game: Game, words: Words, names: Sequence[str]) -> Iterator[str]:
    """Yield these moves, or all if there are none, with the conditions that refuse them."""
    for move in game.rules.ir.moves:
        if names and move.name not in names:
            continue
        against = [condition for condition in move.conditions if words.titled(condition.path)]
        told = "; ".join(words.called(condition.path) for condition in against)
        yield f"{words.move(move.name)}" + (tr(" (refused if: {conditions})", conditions=told) if told else "")


def options(words: Words, changed: bool = False) -> Iterator[str]:
    """Yield the options of this game, or only those that differ from the ruleset's defaults."""
    program = words.rules.program
    usual = {option.name: program.planner.constant(option.default) for option in program.rules.options}
    for name, value in words.rules.options.items():
        if not changed or program.options[name] != usual[name]:
            yield tr("{place}: {what}", place=words.option(name), what=words.choice(name, value))


def counted(moves: Sequence[Move]) -> str:
    return ntr("{n} move", "{n} moves", len(moves))


def invalid_number(count: int, number: str) -> InvalidMove:
    return InvalidMove(
        ntr(
            "there is only {n} choice, not number {number}",
            "there are {n} choices, and no number {number}",
            count,
            number=number,
        )
    )
