"""The page about the shelf, from the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.cli.list import numbers
from croupier.workbench.shelf import Described, families

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "games.md"
HEAD = """\
<!-- generated: CROUPIER_UPDATE=1 pytest tests/shelf/test_index.py -->

# Games

The bundled games and their variants, by family. `croupier list` filters them (`--players 5`, `--family trick`,
`--search jokers`); `croupier rulebook NAME` prints the rules of one.

*Lines* counts the lines of rules, without comments, texts, clauses and scenarios. *Compared with* names another
implementation that the game was played against, move by move. A game that is not [compiled](compiled.md) has the
reason in its line.
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
