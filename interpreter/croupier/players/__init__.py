"""The players of seats: objects that answer an offer with one of its moves."""

from __future__ import annotations

from collections.abc import Callable

from croupier.players.greedy import SALT as APART
from croupier.players.greedy import Greedy, Weighed
from croupier.players.uniform import SALT, Player, Uniform

POLICIES: dict[str, Callable[[int, int, int], Player]] = {"random": Uniform, "greedy": Greedy}
"""Players by the name that a command line calls them: made for a seed, the number of a game and a seat."""

__all__ = ["APART", "POLICIES", "SALT", "Greedy", "Player", "Uniform", "Weighed"]
