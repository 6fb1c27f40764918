"""`croupier flatten`: a variant as a game of its own, in one file."""

from __future__ import annotations

from pathlib import Path

import click

from croupier.base.language import tr
from croupier.cli import arguments


@click.command(name="flatten")
@arguments.ruleset
@arguments.variants
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE instead.")
@arguments.lang
def command(ruleset: str, variants: tuple[str, ...], output: Path | None) -> None:
    """Print RULESET as one self-contained file: the text of the game with the changes of the variant applied.

    Comments and layout are kept; the contents of the files next to the rulesets are included.

    \b
    Examples:
      croupier flatten my-variant.yaml -o my-game.yaml
      croupier flatten my-game.yaml --with my-variant.yaml
    """
    from croupier.base.faults import SetupError
    from croupier.base.files import write
    from croupier.table.catalogue import flatten, locate, locate_variant

    path = locate(ruleset)
    stack = [locate_variant(variant, path) for variant in variants]
    text = flatten(path, stack)
    if output is None:
        click.echo(text, nl=False)
        return
    if any(output.exists() and output.samefile(source) for source in (path, *stack)):
        raise SetupError(tr("{path} is the input file; write to another file", path=output))
    write(output, text)
