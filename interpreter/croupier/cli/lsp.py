"""`croupier lsp`: the language server, for editors."""

from __future__ import annotations

import click

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.cli import arguments


@click.command(name="lsp")
@arguments.lang
def command() -> None:
    """Run a language server (LSP) on standard input and output, for rulesets and the files next to them.

    Your editor starts it; docs/how-to/editor.md explains the setup for three editors.

    \b
    Example:
      croupier lsp
    """
    try:
        from croupier.editor.server import server
    except ImportError:
        raise SetupError(tr("this needs pygls; install it with: pip install 'croupier[lsp]'")) from None
    server().serve()
