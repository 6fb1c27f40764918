"""Rulebooks as plain text: their passages, which clause each belongs to, and rulesets begun from them."""
