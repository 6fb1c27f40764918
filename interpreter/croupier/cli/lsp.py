"""`croupier lsp`: the language server, for editors."""

from __future__ import annotations

import click

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.cli import arguments


@click.command(name="lsp", short_help="Help an editor: what is wrong, what a name means, what may be written.")
@arguments.lang
def command() -> None:
    """Speak the protocol of editors (LSP) on standard input and output, for rulesets and the files beside them.

    An editor starts it; docs/how-to/editor.md says how, for three of them.

    \b
    Example:
      croupier lsp
    """
    try:
        from croupier.editor.server import server
    except ImportError:
        raise SetupError(tr("this needs pygls; install it with: pip install 'croupier[lsp]'")) from None
    server().serve()
