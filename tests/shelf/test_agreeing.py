"""Claims and giving up play alike on both engines, and tell nothing but the hand that is laid open."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.fast import compiled
from croupier.workbench.secrets import examine
from tests.law import laws
from tests.lowering.alongside import first_difference, same_bulk

GAMES = [("whist", 4), ("bridge", 4), ("skat", 3)]


@pytest.mark.costly
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_claims_play_alike_on_both_engines(game: str, players: int) -> None:
    """Compiled rules offer the same moves as the reference, decision by decision, and play the same games."""
    rules = load(game, players, {"claims": "yes"}, limit=400)
    engine = compiled(rules, "python")
    assert first_difference(rules, engine, "3:1", 60, every=5) is None
    assert same_bulk(rules, engine, 8, 5, 2) is None


@pytest.mark.costly
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_claims_tell_nothing_but_the_hand_laid_open(game: str, players: int) -> None:
    """No secret leaks but by the claim itself, cards are conserved, and legal moves are legal."""
    rules = load(game, players, {"claims": "yes"})
    assert list(examine(rules, 2 * players, seed=8).leaks) == []
    laws.all_kept(rules, "3:1", 60, every=20)
