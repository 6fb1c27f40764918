"""`croupier explain`: what a diagnostic means, with a wrong and a right example."""

from __future__ import annotations

import click


@click.command(name="explain", short_help="What a diagnostic means.")
@click.argument("code", metavar="CODE")
def command(code: str) -> None:
    """Explain a diagnostic.

    \b
    Example:
      croupier explain E301
    """
    click.echo(code)
