"""Tools for authors: scenarios, coverage, traces, differences, interactions of options, books, skeletons.

It plays many games to find out about rules, and knows no command line.
"""

__all__ = [
    "book",
    "coverage",
    "difference",
    "interactions",
    "fixing",
    "recorded",
    "scaffold",
    "scenarios",
    "secrets",
    "setting",
    "shelf",
    "trace",
]
