"""Convert the YAML tree of a ruleset, with its sidecar files, to the syntax of a whole ruleset."""

from croupier_dsl.outline.front import again, parse_file, parse_library, parse_text, read_with
from croupier_dsl.outline.libraries import unused

__all__ = ["again", "parse_file", "parse_library", "parse_text", "read_with", "unused"]
