"""Rulebooks as plain text: their passages, which clause each belongs to, and rulesets begun from them."""

__all__ = ["align", "beginning", "choosing", "refresh", "text", "writing"]
