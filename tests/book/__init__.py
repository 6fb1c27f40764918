"""Rulebooks: their text, their passages against clauses, and rulesets begun from them."""
