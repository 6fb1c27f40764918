"""`croupier table`: a table that people reach with a browser, each seat by a link of its own."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.play import begun, load_as, notes, who_sits
from croupier.cli.trouble import tell_left_out

if TYPE_CHECKING:
    from croupier.base.faults import CroupierError
    from croupier.table.game import Rules
    from croupier.web import Sitting

LOCAL = "127.0.0.1"
PORT = 8642
LINKS = ".links"
"""What is appended to the name of a record for the file that keeps the tokens of its seats."""
EVERYWHERE = ("0.0.0.0", "::")


@click.command(name="table", short_help="Play in a browser, with people and bots.")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.variants
@arguments.lang
@arguments.players
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option("--names", metavar="NAME,NAME,…", help="What the players are called, seat by seat.")
@click.option(
    "--host", default=LOCAL, show_default=True, metavar="ADDRESS", help="Where it is reached; 0.0.0.0: by all."
)
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any that is free.")
@click.option("--open/--no-open", "opened", default=True, help="Open the first link in a browser.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the game in this new file.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was kept.")
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
    port: int,
    opened: bool,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Lay a table for RULESET and serve it to browsers, until Ctrl-C.

    Each seat that a person has is a link that nobody can guess; who has the link has the seat. If nothing else is
    said, seat 1 is yours and the others are greedy players. With --host 0.0.0.0 the table can be reached from other
    machines; there is no encryption, so do that among friends, or behind a proxy that brings it.

    Every move is on disk before anybody is told of it. After a kill, --resume goes on from the file, with the same
    links.

    \b
    Examples:
      croupier table my-game.yaml
      croupier table my-game.yaml --players 3 --seat 1=you --seat 2=you --host 0.0.0.0
      croupier table --resume evening.rec
    """
    from croupier.base.faults import SetupError

    try:
        import starlette  # noqa: F401  # told in words if it is not there
        import uvicorn  # noqa: F401  # the same
        import websockets  # noqa: F401  # the same
    except ImportError as error:
        raise SetupError(tr("a table needs a web server; install it with: pip install 'croupier[web]'")) from error
    listening = _listening(host, port)
    with listening:
        if resume is not None:
            given = [ruleset, players, seed, save, limit, preset, names]
            if options or variants or any(value is not None for value in given):
                raise click.UsageError(tr("--resume takes everything but --seat and --lang from the file"))
            _resumed(resume, seats, listening, host, opened)
            return
        if ruleset is None:
            raise arguments.missing_ruleset()
        called = arguments.called(names)
        rules = load_as(ruleset, variants, preset, limit, called, players or (len(called) if called else None), options)
        tell_left_out(ruleset, rules.left_out)
        _serve(_sitting(rules, seed, who_sits(rules, seats), save or _kept(rules)), {}, listening, host, opened)


def _sitting(rules: Rules, seed: str | None, who: Mapping[int, str], path: Path) -> Sitting:
    from croupier.table.record import Record
    from croupier.web import Sitting

    game, chosen = begun(rules, seed)
    return Sitting(game, who, chosen, Record.create(path, game, who=[*who.values()]))


def _resumed(path: Path, seats: dict[int, str], listening: socket.socket, host: str, opened: bool) -> None:
    from croupier.base.chance import Seed
    from croupier.table.record import Record
    from croupier.web import Sitting

    record = Record.open(path)
    transcript = record.transcript()
    game = transcript.begin()
    before = dict(enumerate(word if arguments.plays(word) else "greedy" for word in record.header.who))
    seed = Seed.parse(record.header.seed) if record.header.seed is not None else None
    for line in notes(record):
        click.echo(line)
    who = who_sits(game.rules, seats, before)
    sitting = Sitting(game, who, seed, record, transcript.replay(game=game))
    _serve(sitting, _read(_links(record.path)), listening, host, opened)


def _serve(
    sitting: Sitting, known: Mapping[int, str], listening: socket.socket, host: str, opened: bool
) -> None:  # fmt: skip
    """Serve the table until it is ended; `known`: tokens that seats have had before."""
    import uvicorn

    from croupier.base.chance import token
    from croupier.web import MOST, Host
    from croupier.web.server import application

    assert sitting.record is not None
    people = [seat for seat, who in sitting.who.items() if who == arguments.YOU]
    tokens = {seat: known.get(seat) or token() for seat in people}
    record = sitting.record
    _write(_links(record.path), tokens)
    table = Host(sitting, tokens, again=partial(_another, sitting, tokens))
    links = [f"{_address(listening, host)}/#{tokens[seat]}" for seat in people]
    click.echo(tr("The table is laid. Ctrl-C ends it."))
    for seat, link in zip(people, links, strict=True):
        click.echo(f"  {sitting.game.rules.program.names[seat]}  {link}")
    click.echo(tr("It is kept: croupier table --resume {path}", path=record.path))
    if opened:
        click.launch(links[0])
    config = uvicorn.Config(
        application(table, _told), log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=2 * MOST,
        ws_max_queue=8, server_header=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        if table.sitting.record is not None:
            table.sitting.record.close()


def _another(first: Sitting, tokens: Mapping[int, str]) -> Sitting:
    """Another game of the same rules for the same people, in a record beside the first."""
    assert first.record is not None
    path = first.record.path
    number = 2
    while (beside := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    sitting = _sitting(first.game.rules, None, first.who, beside)
    _write(_links(beside), tokens)
    click.echo(tr("It is kept: croupier table --resume {path}", path=beside))
    return sitting


def _told(fault: CroupierError) -> None:
    """Why a game cannot go on is for who serves it, not for the seats."""
    from croupier.cli.trouble import tell

    with suppress(Exception):
        tell(fault)


# ---------------------------------------------------------------- where it is reached


def _listening(host: str, port: int) -> socket.socket:
    """A socket bound there; what stands against that is told."""
    from croupier.base.faults import SetupError

    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError as error:
        from croupier.table.record import reason

        bound.close()
        told = tr("{address} cannot be had: {why}; --port takes another", address=f"{host}:{port}", why=reason(error))
        raise SetupError(told) from error
    return bound


def _address(listening: socket.socket, host: str) -> str:
    """How others call it."""
    port = listening.getsockname()[1]
    name = _outward() if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def _outward() -> str:
    """The address of this machine among others, as far as it can be told; nothing is sent for that."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOCAL


# ---------------------------------------------------------------- what is kept


def _kept(rules: Rules) -> Path:
    """Where a game is kept for which nobody has said where."""
    from croupier.base.faults import SetupError
    from croupier.table.kept import fresh

    path = fresh(rules.name)
    if path is None:
        raise SetupError(tr("there is no place to keep the game: say one with --save FILE"))
    return path


def _links(record: Path) -> Path:
    return record.with_name(record.name + LINKS)


def _write(path: Path, tokens: Mapping[int, str]) -> None:
    """Keep the tokens where only their owner reads them; without them a later table has other links."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({str(seat): token for seat, token in tokens.items()}, file)


def _read(path: Path) -> dict[int, str]:
    """The tokens that were kept, as far as they can be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
        return {int(seat): token for seat, token in found.items() if isinstance(token, str) and len(token) > 20}
    except (OSError, ValueError, AttributeError):
        return {}
