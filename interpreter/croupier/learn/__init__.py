"""Train players: a game's catalogue, actions and observations as numbers, and many games stepped at once.

Only the vector environment needs numpy (extra `learn`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.learn.actions import Actions
    from croupier.learn.contents import Catalogue, catalogue
    from croupier.learn.observations import Observations
    from croupier.learn.rewarded import rewards
    from croupier.learn.stepping import Vector, vector

__all__ = ["Actions", "Catalogue", "Observations", "Vector", "catalogue", "rewards", "vector"]

_HOMES = {
    "actions": "Actions",
    "contents": "Catalogue catalogue",
    "observations": "Observations",
    "rewarded": "rewards",
    "stepping": "Vector vector",
}

__getattr__ = door(__name__, _HOMES)
