"""Replacements, in a page, for packages that are not written in Python; they are installed under the original names."""
