"""`croupier language`: the grammar of sentences in several notations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments

if TYPE_CHECKING:
    from croupier_dsl import Form

FORMS = ("lark", "ebnf", "gbnf")


@click.command(name="language")
@click.option("--grammar", "form", type=click.Choice(FORMS), required=True, help="The notation.")
@click.option("--kind", metavar="KIND", help="Only one kind of sentences, such as statement; default: all.")
@arguments.lang
def command(form: Form, kind: str | None) -> None:
    """Print the grammar of the sentences in a ruleset: as written, for Lark; as EBNF of the W3C; or as GBNF, for
    constrained decoding in llama.cpp and others.

    EBNF and GBNF are made from the same rules. They also accept reserved words as names.

    \b
    Examples:
      croupier language --grammar gbnf
      croupier language --grammar ebnf --kind statement
    """
    from croupier_dsl import KINDS, exported

    if kind is not None and (kind not in KINDS or form == "lark"):
        names = ", ".join(KINDS)
        told = tr("unknown kind {name}; the kinds are {names}", name=kind, names=names)
        raise click.UsageError(told if kind not in KINDS else tr("--kind needs --grammar ebnf or gbnf"))
    click.echo(exported(form, next((each for each in KINDS if each == kind), None)), nl=False)
