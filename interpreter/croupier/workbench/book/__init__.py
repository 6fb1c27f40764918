"""Rulebooks as plain text: their passages, the clauses of these, and rulesets started from them."""

__all__ = ["align", "beginning", "choosing", "refresh", "text", "writing"]
