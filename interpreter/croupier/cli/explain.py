"""`croupier explain`: the pages of diagnostics, each with a wrong and a right example."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from textwrap import shorten, wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments

if TYPE_CHECKING:
    from croupier_dsl import Explanation

WIDTH = 80


@click.command(name="explain")
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@click.option("--reference", is_flag=True, help="Print the language on one page, in Markdown.")
@arguments.as_json
@arguments.lang
def command(codes: tuple[str, ...], reference: bool, as_json: bool) -> None:
    """Explain diagnostics by CODE, with a wrong and a right example each; without a code, list all diagnostics.

    \b
    Examples:
      croupier explain E301
      croupier explain E301 W601
      croupier explain
      croupier explain --reference
    """
    if reference:
        if codes or as_json:
            raise click.UsageError(tr("--reference cannot be combined with CODE or --json"))
        from croupier.table.catalogue import guide

        click.echo(guide("compact.md").read_text(encoding="utf-8"), nl=False)
        return
    from croupier_dsl import all_explanations

    pages = all_explanations()
    if not codes:
        told = {name: {"title": _title(page)} for name, page in sorted(pages.items())}
        lines = (f"{name}  {_title(page)}" for name, page in sorted(pages.items()))
        click.echo(json.dumps(told, ensure_ascii=False, indent=2) if as_json else "\n".join(lines))
        return
    found = [_page(code, pages) for code in dict.fromkeys(code.strip().upper() for code in codes)]
    if as_json:
        whole = [
            {"code": page.code, "title": _title(page), "text": page.text, "wrong": page.wrong, "right": page.right}
            for page in found
        ]
        click.echo(json.dumps(whole if len(whole) > 1 else whole[0], ensure_ascii=False, indent=2))
        return
    for number, page in enumerate(found):
        click.echo(f"\n{page.code}" if number else page.code)
        for line in ("", *wrap(page.text, WIDTH, break_on_hyphens=False)):
            click.echo(line)
        for title, text in ((tr("Wrong:"), page.wrong), (tr("Right:"), page.right)):
            click.echo(f"\n{title}")
            for line in text.splitlines():
                click.echo(f"    {line}".rstrip())


def _page(code: str, pages: Mapping[str, Explanation]) -> Explanation:
    """Return the page of a code; an unknown code is misuse."""
    page = pages.get(code.strip().upper())
    if page is None:
        raise click.UsageError(tr("unknown diagnostic {code}; {hint}", code=code, hint=_instead(code, [*pages])))
    return page


def _title(page: Explanation) -> str:
    """Return the first sentence of a page, up to a colon or semicolon."""
    first = re.split(r"(?<=[.:;])\s", " ".join(page.text.split()), maxsplit=1)[0]
    return shorten(first.rstrip(" .:;"), WIDTH - 6, placeholder=" …")


def _instead(code: str, known: list[str]) -> str:
    """Suggest known codes for a wrong one."""
    from croupier_dsl import nearest

    near = nearest(code.upper(), known)
    alike = [other for other in known if other[:2] == code[:2].upper()]
    if near is not None and not code.isdigit():
        return tr("did you mean {near}?", near=near)
    return tr("the choices are {names}", names=", ".join(alike or known))
