"""`croupier studio`: write rules in a browser, next to a table that plays them."""

from __future__ import annotations

from pathlib import Path

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.reaching import address, listen, names, needs_server, reached, run

PAGE = 4 * 1024 * 1024
"""The bytes of a message: a whole file of rules may be one."""


@click.command(name="studio")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.lang
@reached
@click.option(
    "--folder", type=click.Path(file_okay=False, exists=True, path_type=Path), metavar="FOLDER",
    help="Folder for new games and copies of bundled ones; default: here.",
)  # fmt: skip
@click.option(
    "--build", "site", type=click.Path(path_type=Path), metavar="DIR",
    help="Build a static site in a folder that any file server can host; everything runs in the browser.",
)  # fmt: skip
@click.option(
    "--pyodide", type=click.Path(path_type=Path), metavar="PATH",
    help="For --build: the npm package of Pyodide, a folder or a .tgz; default: fetched with npm.",
)  # fmt: skip
def command(
    ruleset: str | None,
    host: str,
    allowed: tuple[str, ...],
    port: int,
    opened: bool,
    folder: Path | None,
    site: Path | None,
    pyodide: Path | None,
) -> None:
    """Edit RULESET in a browser: its files on the left, a table with these rules on the right.

    The game continues after every valid edit. A ruleset from a file is edited in place; a bundled game is opened as
    a copy, which is saved in this folder. Without RULESET the page offers games to start from. Only open files are
    written, when you save them. Anyone with the URL can do all that: with --host 0.0.0.0 other machines can reach
    it, without encryption.

    \b
    Examples:
      croupier studio
      croupier studio my-game.yaml
      croupier studio my-game.yaml --port 8700 --no-open
      croupier studio --build site
    """
    if site is not None:
        if ruleset is not None or folder is not None:
            raise click.UsageError(tr("--build takes no ruleset and no folder: it makes a site with all bundled games"))
        _build(site, pyodide)
        return
    if pyodide is not None:
        raise click.UsageError(tr("--pyodide needs --build"))
    needs_server()
    from croupier.base.chance import token
    from croupier.base.faults import SetupError
    from croupier.studio import OnDisk, Refused, Workshop
    from croupier.web.server import STUDIO, application

    given = Path(ruleset) if ruleset is not None and ruleset.endswith(".yaml") else None
    if given is not None and folder is not None and given.parent != Path():
        raise click.UsageError(tr("--folder is for bundled games: a file is edited in place"))
    if given is not None and folder is None:
        given = given.resolve()  # a link that its user names is followed
    home = folder or (given.parent if given is not None else Path.cwd())
    word = token()
    try:
        workshop = Workshop(OnDisk(home), given.name if given is not None else ruleset or "", word)
    except Refused as error:
        raise SetupError(str(error)) from error
    with listen(host, port) as listening:
        link = f"{address(listening, host)}/#{word}"
        click.echo(tr("The studio is open. Close it with Ctrl-C; the browser keeps unsaved changes."))
        click.echo(f"  {link}")
        if opened:
            click.launch(link)
        run(application(workshop, page=STUDIO, names=names(host, allowed)), listening, PAGE)


def _build(folder: Path, pyodide: Path | None) -> None:
    """Make the site, and say what there is now."""
    from croupier.site.building import build
    from croupier.site.core import core

    built = build(folder, core(pyodide))
    size = f"{built.size / 1e6:.1f}"
    click.echo(tr("Created {path}: {files} files, {size} MB.", path=folder, files=built.files, size=size))
    if not built.fast:
        click.echo(tr("Node is not installed: the engine of this site will start slowly."))
    click.echo(tr("Serve it with any file server: python -m http.server --directory {path}", path=folder))
