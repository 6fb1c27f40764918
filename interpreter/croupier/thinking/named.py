"""Players by name: the players in `croupier.players`, search players, and user-defined ones."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from croupier.base.faults import CroupierError, SetupError
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.players import POLICIES, Player
from croupier.seat.views import Offer

if TYPE_CHECKING:
    from croupier.thinking.search import Budget

Maker = Callable[[int, int, int], Player]
"""Makes a player for a seed, the number of a game and a seat."""

SEARCH = "search"
LEVELS = {"easy": 50, "fair": 300, "strong": 1500}
"""The rollouts of a decision."""
_BUDGET = re.compile(r"(\d{1,7})|(\d{1,4}(?:\.\d{1,3})?) ?s")


def player(words: str) -> Maker:
    """Return the player that these words name. Raise SetupError if there is none."""
    if words in POLICIES:
        return POLICIES[words]
    name, sign, rest = words.partition(":")
    if name == SEARCH:
        from croupier.thinking.search import Search  # brings the compiled engine

        budget = _budget(rest if sign else "fair")
        return lambda seed, game, seat: Search(seed, game, seat, budget)
    if sign and name and rest:
        return _own(words, name, rest)
    there = ", ".join([*POLICIES, SEARCH, *(f"{SEARCH}:{level}" for level in LEVELS)])
    raise SetupError(
        tr("unknown player {name}; write {names}, or module:Class for a player of your own", name=words, names=there)
    )


def _budget(words: str) -> Budget:
    """Return the budget for `strong`, `400` rollouts, or `0.3s`."""
    from croupier.thinking.search import Budget

    if words in LEVELS:
        return Budget(rollouts=LEVELS[words])
    found = _BUDGET.fullmatch(words)
    if found is None or not float(found[1] or found[2]):
        told = tr(
            "{what} is not a thinking time for {name}: write {levels}, a number of rollouts such as {name}:400, "
            "or seconds such as {name}:0.3s",
            what=repr(words),
            name=SEARCH,
            levels=", ".join(f"{SEARCH}:{level}" for level in LEVELS),
        )
        raise SetupError(told)
    return Budget(rollouts=int(found[1])) if found[1] else Budget(seconds=float(found[2]))


def _own(words: str, module: str, name: str) -> Maker:
    """Return a user's class, from a module on Python's path or in the current folder.

    Raise SetupError if it cannot be loaded.
    """
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        found: object = importlib.import_module(module)
    except Exception as error:
        raise SetupError(tr("cannot load {name}: {why}", name=words, why=_told(error))) from error
    finally:
        sys.path.remove(here)
    maker = getattr(found, name, None)
    if not callable(maker):
        raise SetupError(tr("{module} has no class {name}", name=name, module=module))
    return lambda seed, game, seat: _Own(words, maker, seed, game, seat)


class _Own:
    """A user-defined player, whose exceptions are reported in words."""

    def __init__(self, name: str, maker: Callable[[int, int, int], object], seed: int, game: int, seat: int) -> None:
        self.name = name
        try:
            self._choose = maker(seed, game, seat).choose  # type: ignore[attr-defined]  # a missing one is reported
        except Exception as error:
            raise self._failed(error) from error

    def choose(self, offer: Offer) -> Move:
        """Return the player's move; raise SetupError if it is not one of the offered ones."""
        try:
            move: object = self._choose(offer)
        except Exception as error:
            raise self._failed(error) from error
        if not isinstance(move, Move) or move not in offer.moves:
            raise SetupError(tr("{name} chose {what}, which is not a legal move here", name=self.name, what=repr(move)))
        return move

    def _failed(self, error: Exception) -> CroupierError:
        if isinstance(error, CroupierError):
            return error
        return SetupError(tr("{name} failed: {why}", name=self.name, why=_told(error)))


def _told(error: Exception) -> str:
    """Return the error in a user's Python code, with its place."""
    what = f"{type(error).__name__}: {error}"
    past = {__file__, importlib.__file__}
    frames = [
        each for each in extract_tb(error.__traceback__) if each.filename not in past and Path(each.filename).exists()
    ]
    if not frames:
        return what
    return tr("{what} ({file}, line {line})", what=what, file=Path(frames[-1].filename).name, line=frames[-1].lineno)
