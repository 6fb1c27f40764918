"""Games of compiled rules: the same games as with `Game`, move by move, many times faster.

The rules run as generated code, in C if the system has a compiler, else in Python. The reference engine defines what
the rules mean, and reports their faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.fast.backends import Cells, nothing
    from croupier.fast.boards import Board, Key, Stand
    from croupier.fast.bulk import Played, playouts
    from croupier.fast.choosing import FastPlayers, lowered
    from croupier.fast.counted import Counted
    from croupier.fast.engine import Engine, NotCompiled, compiled
    from croupier.fast.kit import Seated
    from croupier.fast.stepped import FastGame, OutOfRange
    from croupier.fast.together import FastGames

__all__ = [
    "Board",
    "Cells",
    "Counted",
    "Engine",
    "FastGame",
    "FastGames",
    "FastPlayers",
    "Key",
    "NotCompiled",
    "OutOfRange",
    "Played",
    "Seated",
    "Stand",
    "bulk",
    "choosing",
    "compiled",
    "engine",
    "filling",
    "handed",
    "kit",
    "lowered",
    "nothing",
    "playouts",
]

_HOMES = {
    "backends": "Cells nothing",
    "boards": "Board Key Stand",
    "bulk": "Played playouts",
    "choosing": "FastPlayers lowered",
    "counted": "Counted",
    "engine": "Engine NotCompiled compiled",
    "kit": "Seated",
    "stepped": "FastGame OutOfRange",
    "together": "FastGames",
}

__getattr__ = door(__name__, _HOMES)
