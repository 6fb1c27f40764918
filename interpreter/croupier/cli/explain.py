"""`croupier explain`: what a diagnostic means, with a wrong and a right example."""

from __future__ import annotations

from textwrap import wrap

import click

from croupier.base.language import tr
from croupier.cli import arguments

WIDTH = 80


@click.command(name="explain", short_help="What a diagnostic means, with examples.")
@click.argument("code", metavar="CODE")
@arguments.lang
def command(code: str) -> None:
    """Say what the diagnostic CODE means, and show a wrong and a right example.

    \b
    Example:
      croupier explain E301
    """
    from croupier_dsl import all_explanations

    pages = all_explanations()
    page = pages.get(code.strip().upper())
    if page is None:
        raise click.UsageError(tr("there is no diagnostic {code}; {hint}", code=code, hint=_instead(code, [*pages])))
    click.echo(page.code)
    for line in ("", *wrap(page.text, WIDTH, break_on_hyphens=False)):
        click.echo(line)
    for title, text in ((tr("Wrong:"), page.wrong), (tr("Right:"), page.right)):
        click.echo(f"\n{title}")
        for line in text.splitlines():
            click.echo(f"    {line}".rstrip())


def _instead(code: str, known: list[str]) -> str:
    """What may have been meant."""
    from croupier_dsl import nearest

    near = nearest(code.upper(), known)
    alike = [other for other in known if other[:2] == code[:2].upper()]
    if near is not None and not code.isdigit():
        return tr("did you mean {near}?", near=near)
    return tr("there are {names}", names=", ".join(alike or known))
