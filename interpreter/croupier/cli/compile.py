"""`croupier compile`: what the rules mean, checked and without sugar, as an outline or as JSON."""

from __future__ import annotations

import click

from croupier.cli import arguments


@click.command(name="compile", short_help="The checked rules, as an outline or as JSON.")
@arguments.ruleset
@arguments.variants
@arguments.as_english_json
@arguments.lang
def command(ruleset: str, variants: tuple[str, ...], as_json: bool) -> None:
    """Print what the engine plays: RULESET with every name resolved and every default filled in.

    With --json it is the versioned format that other programs read.

    \b
    Examples:
      croupier compile my-game.yaml
      croupier compile my-game.yaml --json
    """
    from croupier.table.catalogue import find

    rules = find(ruleset, variants)
    if as_json:
        from croupier_dsl import to_json

        click.echo(to_json(rules, indent=1))
        return
    from croupier.cli.meant import outline

    for line in outline(rules):
        click.echo(line)
