"""Games of poker neither make chips nor lose any, however few are left to bet with."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.fast import compiled, playouts


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("texas-holdem", 2, {"buy_in": 13, "small_blind": 3, "folding": "at_any_time"}),
        ("texas-holdem", 5, {"buy_in": 10}),
        ("five-card-draw", 4, {"buy_in": 11, "openers": "jacks_or_better"}),
    ],
)
def test_chips_are_kept(game: str, players: int, options: dict[str, int | str]) -> None:
    """Short stacks bring side pots, blinds that are not paid in full, and players who are out."""
    for played in playouts(compiled(load(game, players, options), "python"), 1, 0, 20):
        assert not isinstance(played, int)
        chips = [int(score[0] or 0) for score in played.outcome.scores]
        assert min(chips) >= 0
        assert sum(chips) == players * int(options["buy_in"])
