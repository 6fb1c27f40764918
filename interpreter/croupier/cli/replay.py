"""`croupier replay`: show a recorded game again, as a seat or a spectator saw it, or openly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from croupier.base.language import tr
from croupier.cli import arguments

if TYPE_CHECKING:
    from croupier.scene import Words
    from croupier.table.game import Game
    from croupier.table.record import Record, Transcript

ALL, SPECTATOR = "all", "spectator"
Eyes: TypeAlias = int | str
"""The view that is shown: of a seat, of a spectator, or at each decision of the seat that makes it (`all`)."""
UNFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The exceptions that unchecked rules may raise when their game is shown."""


def _seat(ctx: click.Context, param: click.Parameter, given: str | None) -> Eyes | None:
    """Parse `2`, counted from 1, to a seat from 0; or one of the words."""
    if given is None or given in (ALL, SPECTATOR):
        return given
    if given.isascii() and given.isdigit() and len(given) < 5 and int(given):
        return int(given) - 1
    told = tr(
        "expected a seat number from 1, {all} or {spectator}; found {text}", all=ALL, spectator=SPECTATOR, text=given
    )
    raise click.BadParameter(told, ctx, param)


@click.command(name="replay")
@click.argument("record", metavar="RECORD", type=click.Path(path_type=Path))
@click.option(
    "--seat", callback=_seat, metavar="VIEW",
    help="View to show: the number of a seat, all or spectator; default: your seat, or seat 1.",
)  # fmt: skip
@click.option("--to", type=click.IntRange(0), metavar="N", help="Stop after N decisions.")
@arguments.lang
@arguments.as_json
def command(record: Path, seat: Eyes | None, to: int | None, as_json: bool) -> None:
    """Replay the game in RECORD: the view of a seat before each of its decisions, and its log.

    With --seat all, each decision is shown from the seat that makes it; with --seat spectator, the table as all
    players see it. The rules are those in the record; if the current ruleset of that name differs, a note says so.

    \b
    Examples:
      croupier replay evening.rec
      croupier replay evening.rec --seat 2 --to 10
    """
    from croupier.cli.screen import Screen
    from croupier.table.record import RecordError, read

    transcript = read(record)
    eyes = _eyes(transcript, seat)
    try:
        if as_json:
            click.echo(json.dumps(retold(transcript, eyes, to), ensure_ascii=False, indent=2))
        else:
            Screen().show(shown_again(transcript, eyes, to))
    except UNFIT as error:
        if state_of_rules(transcript) == "same":
            raise
        raise RecordError(record, tr("the rules in the record cannot be shown"), 1) from error


def _eyes(transcript: Transcript, seat: Eyes | None) -> Eyes:
    """Return who looks on: as asked for, else the person's seat."""
    names, who = transcript.header.names, transcript.header.who
    if seat is None:
        return who.index(arguments.YOU) if arguments.YOU in who else 0
    if isinstance(seat, str):
        return seat
    if seat >= len(names):
        raise click.UsageError(tr("seat {seat} does not exist: the game has {n} players", seat=seat + 1, n=len(names)))
    return seat


def _seen_by(eyes: Eyes, mover: int) -> int | None:
    """Return the seat by which a decision of the mover is seen; None for a spectator."""
    return mover if eyes == ALL else None if isinstance(eyes, str) else eyes


def _looking(eyes: Eyes, seats: int) -> list[int | None]:
    """Return those who see the end of the game."""
    return [*range(seats)] if eyes == ALL else [_seen_by(eyes, 0)]


def tells_seed(transcript: Transcript, eyes: Eyes) -> bool:
    """Return whether the seed is shown. It reveals every hand, so only if all are shown, or after the game."""
    return eyes == ALL or transcript.outcome is not None


def state_of_rules(transcript: Transcript | Record) -> str:
    """Return how the ruleset of that name compares to the rules in the record: same, changed, invalid or gone."""
    from croupier.base.faults import SetupError
    from croupier.table.catalogue import find, names
    from croupier_dsl import CompileError

    name = transcript.header.rules.name
    if not name.replace("-", "").replace("_", "").isalnum():
        return "gone"
    beside = [transcript.path.parent / f"{name}.yaml", Path(f"{name}.yaml")]
    path = name if name in names() else next((path for path in beside if path.is_file()), None)
    if path is None:
        return "gone"
    try:
        return "changed" if transcript.differs(find(path)) else "same"
    except CompileError:
        return "invalid"
    except (SetupError, OSError):
        return "gone"


# ---------------------------------------------------------------- for people


def shown_again(transcript: Transcript, eyes: Eyes, to: int | None) -> Iterator[str]:
    """Yield the whole game in lines."""
    from croupier.cli.paint import shows_signs
    from croupier.cli.sitting import ending
    from croupier.cli.table import folded, shown
    from croupier.scene import Words, scene

    words = Words(transcript.rules, shows_signs())
    for line in [*_heading(transcript, words, tells_seed(transcript, eyes)), _whose(eyes, words)]:
        yield from folded(line)
    game = transcript.begin()
    yield from _decisions(transcript, game, eyes, to, words)
    if game.outcome is not None:
        for line in ending(game.outcome, words, [eyes] if isinstance(eyes, int) else []):
            yield from folded(line, 4)
        return
    for seat in _looking(eyes, game.rules.seats):
        yield ""
        yield from shown(scene(game, seat, words, path=None), words)
    stopped = to is not None and to < len(transcript.moves)
    yield from ["", tr("You stop here.") if stopped else tr("The record ends here.")]


def _whose(eyes: Eyes, words: Words) -> str:
    """Return the view that is shown, in words."""
    match eyes:
        case int():
            return tr("Shown as {player} saw it.", player=words.seat(eyes))
        case "spectator":
            return tr("Shown as a spectator saw it: what all players see.")
    return tr("Shown openly: each decision as the player who made it saw the game.")


def _heading(transcript: Transcript, words: Words, seed: bool) -> Iterator[str]:
    from croupier.cli.commands import options
    from croupier.words.players import player

    header = transcript.header
    who = zip_longest(header.names, header.who, fillvalue="")
    players = ", ".join(f"{name} {player(each)}".strip() for name, each in who)
    if header.seed is None:
        yield tr("{title}: {players}; started from a position.", title=words.title, players=players)
    else:
        told = " " + tr("Seed {seed}.", seed=header.seed) if seed else ""
        yield tr("{title}: {players}.{seed}", title=words.title, players=players, seed=told)
    chosen = "; ".join(options(words, changed=True))
    if chosen:
        yield tr("Options: {options}", options=chosen)
    name = header.rules.name
    match state_of_rules(transcript):
        case "changed":
            yield tr("The rules of {game} have changed since; the replay uses the old rules.", game=name)
        case "invalid":
            yield tr("The ruleset {game} has errors now; the replay uses the old rules.", game=name)
        case "gone":
            yield tr("The ruleset {game} is not here any more; the replay uses the rules in the record.", game=name)
    if transcript.note:
        yield f"{transcript.note[0].upper()}{transcript.note[1:]}."


def _decisions(transcript: Transcript, game: Game, eyes: Eyes, to: int | None, words: Words) -> Iterator[str]:
    """Yield the events that the eyes see, and, at their decisions, their view and choice; to a spectator the table
    before each decision, except while players choose in secret.
    """
    from croupier.cli.story import told
    from croupier.cli.table import folded, shown
    from croupier.scene import scene
    from croupier.table.course import unheard

    mark = 0

    def news(seat: int | None) -> Iterator[str]:
        nonlocal mark
        lines = list(told(game.log(seat, mark), seat, words))
        mark = game.log_length
        for line in lines:
            yield from folded(line, 4)

    again = transcript.replay(to, game)
    for _, mover, move, _ in transcript.moves[:to]:
        seat = _seen_by(eyes, mover)
        if seat == mover or (seat is None and not unheard(game)):
            yield from news(seat)
            yield ""
            yield from shown(scene(game, seat, words, path=None), words)
            yield from ["", f"{words.seat(mover)}> {move}"] if seat == mover else [""]
        next(again)
        if eyes == ALL:
            yield from news(mover)
    for _ in again:  # there is none; but now it is checked that the game ends as its record says
        pass
    if eyes != ALL:
        yield from news(_seen_by(eyes, 0))


# ---------------------------------------------------------------- for programs


def retold(transcript: Transcript, eyes: Eyes, to: int | None) -> dict[str, object]:
    """Return the same as data: a choice is given only where the eyes have made it."""
    header, game = transcript.header, transcript.begin()
    mark = 0
    moves: list[dict[str, object]] = []

    def events(seat: int | None) -> list[object]:
        return [event.to_json() for event in game.log(seat, mark)]

    looking = _looking(eyes, game.rules.seats)
    before = [events(seat) for seat in looking]
    mark = game.log_length
    for number, mover, move, _ in transcript.replay(to, game):
        seat = _seen_by(eyes, mover)
        made = {"seat": mover, "move": move} if seat == mover else {}
        moves.append({"n": number, **made, "events": events(seat)})
        mark = game.log_length
    return {
        "ruleset": header.rules.name,
        "eyes": eyes,
        "rules": state_of_rules(transcript),
        "digest": header.digest,
        "names": list(header.names),
        "who": list(header.who),
        "options": dict(game.rules.options),
        "seed": header.seed if tells_seed(transcript, eyes) else None,
        "note": transcript.note,
        "decisions": len(transcript.moves),
        "before": before,
        "moves": moves,
        "views": [game.view(seat).to_json() for seat in looking],
        "outcome": None if game.outcome is None else game.outcome.to_json(),
    }
