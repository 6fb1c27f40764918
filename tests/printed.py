"""The four printed games and their variants, which lie directly in `rulesets/`: what holds for every construct is shown
by these. Those on the shelf, in the folders below, are tested in `tests/shelf`."""

from __future__ import annotations

from croupier.table import catalogue

_HERE = catalogue.directory()
NAMES = [name for name in catalogue.names() if catalogue.locate(name).parent == _HERE]
GAMES = [name for name in catalogue.games() if name in NAMES]
VARIANTS = [name for name in NAMES if name not in GAMES]
