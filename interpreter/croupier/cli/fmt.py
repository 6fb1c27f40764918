"""`croupier fmt`: the files of rulesets in their canonical layout."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.faults import SetupError
from croupier.base.files import rewrite
from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.trouble import WRONG

if TYPE_CHECKING:
    from croupier_dsl import Laid


@click.command(name="fmt")
@click.argument("rulesets", metavar="RULESET...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@arguments.lang
@click.pass_context
def command(ctx: click.Context, rulesets: tuple[str, ...], check: bool, diff: bool) -> None:
    """Format each RULESET and the files next to it in the standard layout.

    Meaning, wording, comments and order do not change.

    Two spaces per level, single spaces, at most one empty line. Braces that span several lines are put on one line
    if they fit, otherwise one entry per line. A single file such as NAME.scenarios.yaml can be formatted, too.

    \b
    Examples:
      croupier fmt my-game.yaml
      croupier fmt --check *.yaml
    """
    from croupier.table.catalogue import directory, locate
    from croupier_dsl import laid_out

    files: dict[Path, Laid] = {}
    for ruleset in rulesets:
        path = locate(ruleset)
        if not (check or diff) and directory().resolve() in path.resolve().parents and not Path(ruleset).is_file():
            raise SetupError(tr("{ruleset} is bundled with croupier: name a file of your own", ruleset=ruleset))
        files |= {laid.path: laid for laid in laid_out(path)}
    changed = [laid for laid in files.values() if laid.before != laid.after]
    for laid in changed:
        if diff:
            click.echo("".join(_difference(laid)), nl=False)
        elif check:
            click.echo(tr("{file} would change", file=laid.path))
        else:
            rewrite(laid.path, laid.after)
            click.echo(tr("{file} formatted", file=laid.path))
    as_it_is = len(files) - len(changed)
    if not diff and (as_it_is or not changed):
        click.echo(ntr("{n} file is already formatted", "{n} files are already formatted", as_it_is))
    ctx.exit(WRONG if (check or diff) and changed else 0)


def _difference(laid: Laid) -> Iterator[str]:
    old, new = laid.before.splitlines(keepends=True), laid.after.splitlines(keepends=True)
    for line in unified_diff(old, new, str(laid.path), str(laid.path)):
        yield line if line.endswith("\n") else f"{line}\n"
