"""The page about the shelf, from the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.cli.list import numbers
from croupier.workbench.shelf import Described, families

PAGE = Path(__file__).parents[2] / "docs" / "games.md"
HEAD = """\
# The games

The rulesets that come along, by family. `croupier list` shows them too, and finds them (`--players 5`,
`--family trick`, `--search jokers`); `croupier rulebook NAME` prints the rules of one in words.

Lines are those of a ruleset that hold rules: without blanks, comments, texts, clauses, sources and scenarios. *Compared
with* says whose implementation a game has been played against, move by move. What keeps a game from being
[compiled](performance.md) stands behind its line.

This page is made from the index beside the rulesets; `CROUPIER_UPDATE=1 pytest tests/shelf/test_index.py` writes both.
"""


def page(listed: Sequence[Described]) -> str:
    """The games by family, a table for each, with their variants behind the line of the game."""
    return HEAD + "".join(f"\n{line}\n" for line in _families(listed))


def _families(listed: Sequence[Described]) -> Iterator[str]:
    order = [*families(), *sorted({each["family"] for each in listed} - {*families()})]
    for word in order:
        games = [each for each in listed if each["family"] == word and not each.get("of")]
        if games:
            yield f"## {families().get(word, {}).get('en', word)}"
            yield "\n".join(
                [
                    "| | players | minutes | | lines | compared with |",
                    "|---|---|---|---|---|---|",
                    *(
                        _row(game, [each for each in listed if each.get("of", [""])[-1] == game["name"]])
                        for game in games
                    ),
                ]
            )


def _row(game: Described, variants: Sequence[Described]) -> str:
    line = game["line"].get("en", "")
    if game["not_compiled"]:
        line += f" Not compiled: {game['not_compiled']}."
    names = ", ".join(f"`{each['name']}`" for each in variants)
    if names:
        line += f" Variants: {names}."
    title = game["title"].get("en") or game["name"]
    minutes = "-".join(map(str, dict.fromkeys(game["minutes"])))
    compared = ", ".join(game["compared"])
    cells = [f"{title} (`{game['name']}`)", numbers(game["players"]), minutes, line.strip(), game["lines"], compared]
    return f"| {' | '.join(map(str, cells))} |"
