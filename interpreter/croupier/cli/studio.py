"""`croupier studio`: rules are written in a browser, with a table of these very rules beside them."""

from __future__ import annotations

from pathlib import Path

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.reaching import address, listen, needs_server, reached, run

PAGE = 4 * 1024 * 1024
"""The bytes of a message: a whole file of rules may be one."""


@click.command(name="studio", short_help="Write rules in a browser, and play them meanwhile.")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.lang
@reached
@click.option(
    "--folder", type=click.Path(file_okay=False, exists=True, path_type=Path), metavar="FOLDER",
    help="Where copies of bundled games, and new ones, are saved; default: here.",
)  # fmt: skip
@click.option(
    "--build", "site", type=click.Path(path_type=Path), metavar="DIR",
    help="Open nothing; write a folder that any host of files serves, where all this runs in the page.",
)  # fmt: skip
@click.option(
    "--pyodide", type=click.Path(path_type=Path), metavar="PATH",
    help="For --build: Pyodide's npm package, a folder or a .tgz; without it npm fetches it.",
)  # fmt: skip
def command(
    ruleset: str | None,
    host: str,
    port: int,
    opened: bool,
    folder: Path | None,
    site: Path | None,
    pyodide: Path | None,
) -> None:
    """Write RULESET in a browser: its files on the left, a table of these very rules on the right.

    The game goes on after every valid edit. A ruleset of a file is opened where it lies; of a bundled game a copy is
    opened, which is saved in this folder. Without RULESET the page offers games to begin with. Nothing is written but
    the files that are open, when you save them. Who has the link can do all that: with --host 0.0.0.0 it can be
    reached from other machines; there is no encryption.

    \b
    Examples:
      croupier studio
      croupier studio my-game.yaml
      croupier studio my-game.yaml --port 8700 --no-open
      croupier studio --build site
    """
    if site is not None:
        if ruleset is not None or folder is not None:
            raise click.UsageError(tr("--build makes a site with all bundled games; it takes no ruleset and no folder"))
        _build(site, pyodide)
        return
    if pyodide is not None:
        raise click.UsageError(tr("--pyodide is for --build"))
    needs_server()
    from croupier.base.chance import token
    from croupier.base.faults import SetupError
    from croupier.studio import OnDisk, Refused, Workshop
    from croupier.web.server import STUDIO, application

    given = Path(ruleset) if ruleset is not None and ruleset.endswith(".yaml") else None
    if given is not None and folder is not None and given.parent != Path():
        raise click.UsageError(tr("a file is opened where it lies; leave out --folder"))
    home = folder or (given.parent if given is not None else Path.cwd())
    word = token()
    try:
        workshop = Workshop(OnDisk(home), given.name if given is not None else ruleset or "", word)
    except Refused as error:
        raise SetupError(str(error)) from error
    with listen(host, port) as listening:
        link = f"{address(listening, host)}/#{word}"
        click.echo(tr("The studio is open. Ctrl-C ends it; what is not saved is lost then."))
        click.echo(f"  {link}")
        if opened:
            click.launch(link)
        run(application(workshop, page=STUDIO), listening, PAGE)


def _build(folder: Path, pyodide: Path | None) -> None:
    """Make the site, and say what there is now."""
    from croupier.site.building import build
    from croupier.site.core import core

    built = build(folder, core(pyodide))
    size = f"{built.size / 1e6:.1f}"
    click.echo(tr("{path} is made: {files} files, {size} MB.", path=folder, files=built.files, size=size))
    click.echo(tr("Serve it with any host of files: python -m http.server --directory {path}", path=folder))
