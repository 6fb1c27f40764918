"""`croupier rulebook`: the rules of a game in words, for people who want to learn it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from croupier.base.language import tr
from croupier.cli import arguments

FORMATS = ("md", "html")


@click.command(name="rulebook")
@arguments.ruleset
@arguments.variants
@click.option("--players", type=click.IntRange(1), metavar="N", help="Number of players; default: any.")
@arguments.options
@arguments.preset
@arguments.lang
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Markdown or HTML; default: by the extension of FILE, or md.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write to a file."
)
@click.option("--exact", is_flag=True, help="Print formulas also where the ruleset explains them in words.")
@arguments.as_json
def command(
    ruleset: str,
    variants: tuple[str, ...],
    players: int | None,
    options: dict[str, str],
    preset: str | None,
    form: str | None,
    output: Path | None,
    exact: bool,
    as_json: bool,
) -> None:
    """Print the rules of RULESET as a rulebook, with these options: enough to learn the game from.

    \b
    Example:
      croupier rulebook my-game.yaml --lang fr -o my-game.html
    """
    from croupier import rulebook as printed
    from croupier.base.files import write
    from croupier.base.language import current
    from croupier.compile.options import chosen_by
    from croupier.table.catalogue import find

    rules = find(ruleset, variants)
    chosen = {name: str(value) for name, value in chosen_by(rules, preset).items()}
    document = printed.rulebook(rules, {**chosen, **options}, players, current(), exact=exact)
    if as_json:
        text = json.dumps(printed.to_json(document), ensure_ascii=False, indent=2) + "\n"
    elif (form or _ending(output)) == "html":
        text = printed.html(document)
    else:
        text = printed.markdown(document)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write(output, text)
    except OSError as error:
        from croupier.table.record import reason

        raise click.UsageError(tr("cannot write {path}: {reason}", path=output, reason=reason(error))) from error


def _ending(output: Path | None) -> str:
    return "html" if output is not None and output.suffix in (".html", ".htm") else "md"
