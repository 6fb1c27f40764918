"""The language server: what `croupier_dsl.services` tells, in the protocol of editors, over standard input and output.

It knows no rules and reads no text itself; a web page that calls the same services tells the same.
"""

__all__ = ["server"]
