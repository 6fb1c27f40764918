"""Small rulesets of which it is known what they do."""

from __future__ import annotations

from pathlib import Path

EDGE = """croupier: 1
game: NAME
players: 2
options: {edge: 0..100 starting 50, turns: 1..9}
cards: {attributes: {value: 1..100}}
zones: {stock: pile seen by nobody, drawn: pile seen by everyone}
state: {points of player: number starting 0}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, times: turns * count of players, moves: [wait]}}
  end:
    - move top of stock to drawn
    - if value of top of drawn <= edge: set points of first of players to 1
      else: set points of last of players to 1
moves: {wait: {do: []}}
result: {score: points, best: highest}
"""
"""The first player wins `edge` of a hundred games, the other the rest; a game has two decisions for each of `turns`."""


def edge(folder: Path, name: str = "edge") -> Path:
    """That ruleset, by a name, as a file."""
    path = folder / f"{name}.yaml"
    path.write_text(EDGE.replace("NAME", name), encoding="utf-8")
    return path
