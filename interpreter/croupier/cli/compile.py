"""`croupier compile`: print checked rules as an outline, as JSON, or as code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from croupier.base.language import tr
from croupier.cli import arguments

if TYPE_CHECKING:
    from croupier.table.game import Rules


@click.command(name="compile")
@arguments.ruleset
@arguments.variants
@arguments.as_english_json
@click.option("--python", "code", flag_value="python", help="Print the Python code for random games.")
@click.option("--c", "code", flag_value="c", help="Print the C code for random games.")
@arguments.players
@arguments.preset
@arguments.options
@arguments.lang
def command(
    ruleset: str, variants: tuple[str, ...], as_json: bool, code: Literal["python", "c"] | None, players: int | None,
    preset: str | None, options: dict[str, str],
) -> None:  # fmt: skip
    """Print what the engine plays: RULESET with every name resolved and every default filled in.

    --json prints a versioned format for other programs. --python and --c print the generated program for this
    number of players and these options; its comments name the lines of the ruleset.

    \b
    Examples:
      croupier compile my-game.yaml
      croupier compile my-game.yaml --json
      croupier compile my-game.yaml --c --players 4 --option rounds=5
    """
    if code is not None:
        if as_json:
            raise click.UsageError(tr("--json cannot be combined with --python or --c"))
        from croupier.table.game import load

        rules = load(ruleset, players, options, variants=variants, preset=preset)
        for line in _code(rules, code):
            click.echo(line)
        return
    if players is not None or preset is not None or options:
        raise click.UsageError(tr("the number of players and options only affect --python and --c"))
    from croupier.table.catalogue import find

    checked = find(ruleset, variants)
    if as_json:
        from croupier_dsl import to_json

        click.echo(to_json(checked, indent=1))
        return
    from croupier.cli.meant import outline

    for line in outline(checked):
        click.echo(line)


def _code(rules: Rules, code: Literal["python", "c"]) -> Iterator[str]:
    """Yield the program, after a list of the files that its comments number."""
    from croupier.fast.engine import program_text, text_of

    lowered = text_of(rules)
    form = "// {line}" if code == "c" else "# {line}"
    for number, name in enumerate(lowered.files, 1):
        plain = "".join(sign if sign.isalnum() or sign in " ._-" else "_" for sign in Path(name).name)
        yield form.format(line=f"{number}: {plain}")
    yield program_text(lowered, code)
