"""`croupier new`: create a ruleset to start from, in a file of its own."""

from __future__ import annotations

from pathlib import Path

import click

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.cli import arguments


@click.command(name="new")
@click.argument("name", metavar="NAME")
@click.option("--of", "game", metavar="GAME", help="Create a variant of this game instead of a small game.")
@click.option("--book", metavar="FILE", help="Start from the plain text of a rulebook, in English or French.")
@arguments.lang
def command(name: str, game: str | None, book: str | None) -> None:
    """Write NAME.yaml in this folder: a small game to start from, or with --of a variant of a game.

    With --book, also write NAME.clauses.yaml, with a clause to fill in for each passage of a rulebook and the
    questions that rulebooks often leave open, and NAME.scenarios.yaml. What the text seems to say about players,
    cards and points is written as a guess, with its line; the text itself is not copied.

    The new file is valid as it is. Existing files are not changed.

    \b
    Examples:
      croupier new my-game
      croupier new my-house-rule --of my-game
      croupier new my-game --book rules.txt
    """
    from croupier.table import catalogue
    from croupier.workbench import scaffold

    if book is not None and game is not None:
        raise click.UsageError(tr("--of cannot be combined with --book"))
    folder = Path.cwd()
    scaffold.checked_name(name, catalogue.names())
    if book is not None:
        _from_book(name, Path(book), folder)
        return
    game = None if game is None else scaffold.found(game, folder)
    text = scaffold.new_game(name) if game is None else scaffold.new_variant(name, game, folder)
    path = scaffold.write_new(name, text, folder)
    click.echo(tr("Created {path}. Next steps:", path=path.name))
    for doing, words in _next(path.name, game):
        click.echo(f"  {doing:<44}  {words}")


def _from_book(name: str, book: Path, folder: Path) -> None:
    """Write the files of a ruleset started from a book, and list the remaining tasks."""
    from croupier.workbench import scaffold
    from croupier.workbench.book.beginning import begin
    from croupier.workbench.book.text import read_book

    files = begin(name, scaffold.titled(name), read_book(book))
    scaffold.all_new(files, folder)
    made: list[Path] = []
    try:
        for file, text in files.items():
            made.append(scaffold.write_new(file.removesuffix(".yaml"), text, folder))
    except (OSError, SetupError):
        for path_made in made:  # all of them, or none
            path_made.unlink(missing_ok=True)
        raise
    path = f"{name}.yaml"
    click.echo(tr("Created {path} and {others}. Next steps:", path=path, others=", ".join([*files][1:])))
    for doing, words in (
        (f"croupier check {path}", tr("fill in the clauses and answer the questions")),
        (f"croupier trace {path}", tr("list the clauses without a rule")),
        (f"croupier trace {path} --book {book}", tr("compare the clauses with a new edition of the book")),
        (f"croupier play {path}", tr("play it")),
    ):
        click.echo(f"  {doing:<44}  {words}")


def _next(path: str, game: str | None) -> list[tuple[str, str]]:
    """Return the commands to continue with, each with its purpose."""
    told = [
        (f"croupier check {path}", tr("check it")),
        (f"croupier test {path}", tr("play its scenarios")),
        (f"croupier play {path}", tr("play it")),
    ]
    if game is not None:
        told.insert(0, (f"croupier outline {game}", tr("see what can be changed")))
        told.append((f"croupier diff {game} {path}", tr("see what differs")))
    return told
