"""What lies beside a game, of parts that a variant has changed, is not held against the variant."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl import check_file

GAME = """
croupier: 1
game: base
title: Base
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, until: count of hand > 2, moves: [draw]}}
moves: {draw: {do: move top of stock to hand}}
result: {score: [count of hand, 0], best: highest}
"""
CLAUSES = """
equivalent:
  result.score.2 1 for 0: {en: The same number for everybody breaks no tie.}
"""
VARIANT = """
croupier: 1
variant: other
of: base
title: Other
change: {result.score: count of hand}
"""


def test_an_equivalent_of_a_changed_part_goes_with_it(tmp_path: Path) -> None:
    """The game is valid with the file beside it, and so is a variant that changed what that speaks of."""
    (tmp_path / "base.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "base.clauses.yaml").write_text(CLAUSES, encoding="utf-8")
    (tmp_path / "other.yaml").write_text(VARIANT, encoding="utf-8")
    for name, left in (("base", 1), ("other", 0)):
        rules, found = check_file(tmp_path / f"{name}.yaml")
        assert not found, name
        assert rules is not None
        assert len(rules.equivalents) == left
