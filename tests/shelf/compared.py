"""What games on the shelf are compared with, as the tests that do so have it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def compared() -> dict[str, list[str]]:
    """By name of a game, the implementations that it is played alongside: `OpenSpiel's hearts`."""
    found: dict[str, list[str]] = {}
    for path in sorted((HERE / "spiel").glob("*.py")):
        if path.stem.startswith(("_", "test_")):
            continue
        for pair in getattr(import_module(f"tests.shelf.spiel.{path.stem}"), "PAIRS", ()):
            told = f"{pair.whose}'s {pair.spiel.partition('(')[0]}"
            if told not in found.setdefault(Path(pair.ruleset).stem, []):
                found[Path(pair.ruleset).stem].append(told)
    return {name: sorted(found[name]) for name in sorted(found)}
