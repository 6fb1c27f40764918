"""`croupier new`: a ruleset to start from, in a file of its own."""

from __future__ import annotations

from pathlib import Path

import click

from croupier.cli import arguments
from croupier.language import tr


@click.command(name="new", short_help="Start a variant of a game, or a game of your own.")
@click.argument("name", metavar="NAME")
@click.option("--of", "game", metavar="GAME", help="Start a variant of this game; else a small game of its own.")
@arguments.lang
def command(name: str, game: str | None) -> None:
    """Write NAME.yaml in this folder: a small game to go on from, or with --of a variant of a game.

    What is written is valid as it is. A file that is there already is left alone.

    \b
    Examples:
      croupier new my-game
      croupier new my-house-rule --of my-game
    """
    from croupier import catalogue, scaffold

    folder = Path.cwd()
    scaffold.checked_name(name, catalogue.names())
    text = scaffold.new_game(name) if game is None else scaffold.new_variant(name, game, folder)
    path = scaffold.write_new(name, text, folder)
    click.echo(tr("{path} is written. What next:", path=path.name))
    for doing, words in _next(path.name, game):
        click.echo(f"  {doing:<44}  {words}")


def _next(path: str, game: str | None) -> list[tuple[str, str]]:
    """Commands to go on with, each with what it does."""
    told = [
        (f"croupier check {path}", tr("is it valid?")),
        (f"croupier test {path}", tr("play its examples")),
        (f"croupier play {path}", tr("play it")),
    ]
    if game is not None:
        told.insert(0, (f"croupier outline {game}", tr("what can be changed")))
        told.append((f"croupier diff {game} {path}", tr("what differs")))
    return told
