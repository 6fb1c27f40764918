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

__all__ = ["Actions", "Catalogue", "Observations", "catalogue"]

_HOMES = {
    "actions": "Actions",
    "contents": "Catalogue catalogue",
    "observations": "Observations",
}

__getattr__ = door(__name__, _HOMES)
