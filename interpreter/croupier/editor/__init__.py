"""The language server: `croupier_dsl.services` in the Language Server Protocol, over standard input and output.

It has no rules and no parser of its own; a web page that calls the same services gives the same answers.
"""

__all__ = ["server"]
