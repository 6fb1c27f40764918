"""Turns the YAML tree of a ruleset, and of the files beside it, into the syntax of a whole ruleset."""

from croupier_dsl.outline.front import again, parse_file, parse_text

__all__ = ["again", "parse_file", "parse_text"]
