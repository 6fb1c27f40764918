"""Games of poker neither make chips nor lose any, however few are left to bet with."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.fast import compiled, playouts
from tests.lowering.alongside import first_difference, same_bulk


@pytest.mark.costly
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("texas-holdem", 2, {"buy_in": 13, "small_blind": 3, "folding": "at_any_time"}),
        ("texas-holdem", 5, {"buy_in": 10}),
        ("five-card-draw", 4, {"buy_in": 11, "openers": "jacks_or_better"}),
        ("texas-holdem", 2, {"buy_in": 13, "small_blind": 3, "limit": "no_limit", "folding": "at_any_time"}),
        ("texas-holdem", 6, {"buy_in": 20, "limit": "no_limit"}),
        ("texas-holdem", 4, {"buy_in": 50, "limit": "pot"}),
        ("five-card-draw", 4, {"buy_in": 21, "openers": "jacks_or_better", "limit": "no_limit"}),
    ],
)
def test_chips_are_kept(game: str, players: int, options: dict[str, int | str]) -> None:
    """Short stacks bring side pots, blinds that are not paid in full, and players who are out."""
    for played in playouts(compiled(load(game, players, options), "python"), 1, 0, 20):
        assert not isinstance(played, int)
        chips = [int(score[0] or 0) for score in played.outcome.scores]
        assert min(chips) >= 0
        assert sum(chips) == players * int(options["buy_in"])


@pytest.mark.costly
@pytest.mark.parametrize("limit", ["pot", "no_limit"])
@pytest.mark.parametrize(("game", "players"), [("texas-holdem", 2), ("texas-holdem", 5), ("five-card-draw", 4)])
def test_big_bets_play_alike_on_both_engines(game: str, players: int, limit: str) -> None:
    """Compiled rules offer the same bets as the reference, decision by decision, and play the same games."""
    rules = load(game, players, {"limit": limit, "buy_in": 60}, limit=400)
    engine = compiled(rules, "python")
    assert first_difference(rules, engine, "3:1", 40, every=4) is None
    assert same_bulk(rules, engine, 8, 5, 2) is None
