"""`croupier table`: a table that people reach with a browser, each seat by a link of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.play import begun, load_as, notes, who_sits
from croupier.cli.reaching import address, listen, needs_server, reached, run
from croupier.cli.reaching import names as known_as
from croupier.cli.trouble import tell_left_out
from croupier.table.kept import links

if TYPE_CHECKING:
    import socket

    from croupier.base.faults import CroupierError
    from croupier.table.game import Rules
    from croupier.web import Sitting


@click.command(name="table")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.variants
@arguments.lang
@arguments.players
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option("--names", metavar="NAME,NAME,…", help="Names of the players, in seat order.")
@reached
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the game to this new file.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
def command(
    ruleset: str | None,
    variants: tuple[str, ...],
    players: int | None,
    seats: dict[int, str],
    seed: str | None,
    preset: str | None,
    options: dict[str, str],
    limit: int | None,
    names: str | None,
    host: str,
    allowed: tuple[str, ...],
    port: int,
    opened: bool,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Host a game of RULESET for browsers, until Ctrl-C.

    Without RULESET a lobby opens: choose the game, its options and players on the page, and invite people from there.

    Each human player gets a secret invite URL; anyone with the URL controls the seat. By default seat 1 is yours
    and greedy players take the others. With --host 0.0.0.0 other machines can reach the table, without encryption:
    use this among friends only, or behind a proxy that adds encryption.

    Every move is saved before anybody sees it. After a crash, --resume continues from the file with the same URLs.

    \b
    Examples:
      croupier table
      croupier table my-game.yaml
      croupier table my-game.yaml --players 3 --seat 1=you --seat 2=you --host 0.0.0.0
      croupier table --resume evening.rec
    """
    needs_server()
    with listen(host, port) as listening:
        place = Place(listening, host, known_as(host, allowed), opened)
        if resume is not None:
            given = [ruleset, players, seed, save, limit, preset, names]
            if options or variants or any(value is not None for value in given):
                raise click.UsageError(tr("with --resume, everything except --seat and --lang comes from the file"))
            _resumed(resume, seats, place)
            return
        if ruleset is None:
            given = [players, seed, save, limit, preset, names]
            if options or variants or seats or any(value is not None for value in given):
                raise arguments.missing_ruleset()
            _lobby(place)
            return
        called = arguments.called(names)
        rules = load_as(ruleset, variants, preset, limit, called, players or (len(called) if called else None), options)
        tell_left_out(ruleset, rules.left_out)
        _serve(_sitting(rules, seed, who_sits(rules, seats), save or _kept(rules)), {}, place)


@dataclass(frozen=True, slots=True)
class Place:
    """A place to serve a table: its socket, the host, the names that lead there; `opened`: a browser is opened."""

    listening: socket.socket
    host: str
    names: tuple[str, ...]
    opened: bool


def _sitting(rules: Rules, seed: str | None, who: Mapping[int, str], path: Path) -> Sitting:
    from croupier.table.record import Record
    from croupier.web import Sitting

    game, chosen = begun(rules, seed)
    return Sitting(game, who, chosen, Record.create(path, game, who=[*who.values()], private=True))


def _resumed(path: Path, seats: dict[int, str], place: Place) -> None:
    from croupier.base.chance import Seed
    from croupier.table.record import Record
    from croupier.web import Sitting

    record = Record.open(path, private=True)
    transcript = record.transcript()
    game = transcript.begin()
    before = dict(enumerate(word if arguments.plays(word) else "greedy" for word in record.header.who))
    seed = Seed.parse(record.header.seed) if record.header.seed is not None else None
    for line in notes(record):
        click.echo(line)
    who = who_sits(game.rules, seats, before)
    sitting = Sitting(game, who, seed, record, transcript.replay(game=game))
    _serve(sitting, _read(links(record.path)), place)


SPECTATORS = "spectators"


def _serve(sitting: Sitting, known: Mapping[str, str], place: Place) -> None:
    """Serve the table until it is ended; `known`: tokens that seats and spectators have had before."""
    from croupier.base.chance import token
    from croupier.web import MOST, Host
    from croupier.web.server import application

    assert sitting.record is not None
    people = [seat for seat, who in sitting.who.items() if who == arguments.YOU]
    tokens = {seat: known.get(str(seat)) or token() for seat in people}
    spectators = known.get(SPECTATORS) or token()
    record = sitting.record
    words = _by_word(tokens) | {SPECTATORS: spectators}
    _write(links(record.path), words)
    table = Host(sitting, tokens, again=partial(_another, sitting, words), spectators=spectators)
    reached_by = [f"{address(place.listening, place.host)}/#{tokens[seat]}" for seat in people]
    click.echo(tr("The table is open. Close it with Ctrl-C."))
    for seat, link in zip(people, reached_by, strict=True):
        click.echo(f"  {sitting.game.rules.program.names[seat]}  {link}")
    click.echo(tr("  spectators  {link}", link=f"{address(place.listening, place.host)}/#{spectators}"))
    click.echo(tr("Saved. To continue: croupier table --resume {path}", path=record.path))
    if place.opened:
        click.launch(reached_by[0])
    try:
        run(application(table, told, names=place.names), place.listening, 2 * MOST)
    finally:
        if table.play.sitting.record is not None:
            table.play.sitting.record.close()


def _lobby(place: Place) -> None:
    """Serve a room in which people agree on a game."""
    from croupier.cli.reaching import LOCAL
    from croupier.web import MOST, Room
    from croupier.web.server import application

    room = Room(_agreed, address(place.listening, place.host), local=place.host in (LOCAL, "::1", "localhost"))
    link = f"{address(place.listening, place.host)}/#{room.owner}"
    click.echo(tr("The table is open. Choose a game and invite people on its page; close it with Ctrl-C."))
    click.echo(f"  {link}")
    if place.opened:
        click.launch(link)
    try:
        run(application(room, told, names=place.names), place.listening, 2 * MOST)
    finally:
        room.end()


def _agreed(rules: Rules, who: Mapping[int, str], tokens: Mapping[int, str]) -> Sitting:
    """Return the sitting of a game that was agreed on in a room."""
    sitting = _sitting(rules, None, who, _kept(rules))
    assert sitting.record is not None
    _write(links(sitting.record.path), _by_word(tokens))
    click.echo(tr("Saved. To continue: croupier table --resume {path}", path=sitting.record.path))
    return sitting


def _another(first: Sitting, tokens: Mapping[str, str]) -> Sitting:
    """Return another game of the same rules for the same people, in a record next to the first."""
    assert first.record is not None
    path = first.record.path
    number = 2
    while (beside := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    sitting = _sitting(first.game.rules, None, first.who, beside)
    _write(links(beside), tokens)
    click.echo(tr("Saved. To continue: croupier table --resume {path}", path=beside))
    return sitting


def told(fault: CroupierError) -> None:
    """Print why a game cannot continue, on the server only."""
    from croupier.cli.trouble import tell

    with suppress(Exception):
        tell(fault)


# ---------------------------------------------------------------- saved games


def _kept(rules: Rules) -> Path:
    """Return the file for a game without a given place. Raise SetupError if games cannot be saved."""
    from croupier.base.faults import SetupError
    from croupier.table.kept import fresh

    path = fresh(rules.name)
    if path is None:
        raise SetupError(tr("no folder for saved games is available; name a file with --save FILE"))
    return path


def _by_word(tokens: Mapping[int, str]) -> dict[str, str]:
    """Return the tokens of seats by the seat's number as a word."""
    return {str(seat): token for seat, token in tokens.items()}


def _write(path: Path, tokens: Mapping[str, str]) -> None:
    """Keep the tokens where only their owner reads them; without them a later table has other links."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(dict(tokens), file)


def _read(path: Path) -> dict[str, str]:
    """Return the tokens that were kept, by seat or `spectators`, as far as they can be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {seat: token for seat, token in found.items() if isinstance(token, str) and len(token) > 20}
    except (OSError, ValueError, AttributeError):
        return {}
