"""`croupier explain`: what a diagnostic means, with a wrong and a right example."""

from __future__ import annotations

from textwrap import wrap

import click

WIDTH = 80


@click.command(name="explain", short_help="What a diagnostic means, with examples.")
@click.argument("code", metavar="CODE")
def command(code: str) -> None:
    """Say what the diagnostic CODE means, and show a wrong and a right example.

    \b
    Example:
      croupier explain E301
    """
    from croupier_dsl.explanations import explanations

    pages = explanations()
    page = pages.get(code.strip().upper())
    if page is None:
        raise click.UsageError(f"there is no diagnostic {code}; {_instead(code, [*pages])}")
    click.echo(page.code)
    for line in ("", *wrap(page.text, WIDTH, break_on_hyphens=False)):
        click.echo(line)
    for title, text in (("Wrong:", page.wrong), ("Right:", page.right)):
        click.echo(f"\n{title}")
        for line in text.splitlines():
            click.echo(f"    {line}".rstrip())


def _instead(code: str, known: list[str]) -> str:
    """What may have been meant."""
    from croupier_dsl.spelling import nearest

    near = nearest(code.upper(), known)
    alike = [other for other in known if other[:2] == code[:2].upper()]
    if near is not None and not code.isdigit():
        return f"did you mean {near}?"
    return f"there are {', '.join(alike or known)}"
