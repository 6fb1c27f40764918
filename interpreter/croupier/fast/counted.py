"""Play whole games on compiled rules and count which parts fire, for coverage and `check --interactions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from croupier.fast.choosing import FastPlayers
from croupier.fast.engine import NotCompiled, compiled
from croupier.fast.stepped import FastGame

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.engine import Engine, On
    from croupier.table.game import Rules

Enough = Callable[[FastGame], bool]


class Counted:
    """Rules compiled with counters, for games by these players; NotCompiled if they cannot be. `foresees`: other games
    are played by players who look ahead, so that one program may do for both.

    Players who look ahead choose in the game that counts, or, where they are not compiled with counters, in a twin.
    """

    def __init__(self, rules: Rules, on: On, *, greedy: bool, foresees: bool = False) -> None:
        both = _both(rules, on) if foresees or greedy else None
        self.counting: Engine = both or compiled(rules, on, coverage=True)
        self.choosing = both or (compiled(rules, on, foresees=True) if greedy else self.counting)

    def play(self, seed: Seed, policies: Sequence[str], until: float | None, enough: Enough | None = None) -> FastGame:
        """Return the game, to its end if it came there by `until` before it was `enough`. OutOfRange if it is for the
        reference."""
        game = FastGame(self.counting, seed)
        thinking = game if self.choosing is self.counting else FastGame(self.choosing, seed)
        players = FastPlayers(self.choosing, seed, policies)
        while not game.over:
            if (until is not None and monotonic() > until) or (enough is not None and enough(game)):
                break
            move = players.choose(thinking)
            game.apply(move)
            if thinking is not game:
                thinking.apply(move)
        return game


def _both(rules: Rules, on: On) -> Engine | None:
    try:
        return compiled(rules, on, coverage=True, foresees=True)
    except NotCompiled:
        return None
