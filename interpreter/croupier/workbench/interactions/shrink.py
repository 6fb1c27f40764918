"""Shrink a setting with a symptom to the smallest one that still shows it: options go back to their defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from croupier.workbench.interactions.played import Chances, Played
from croupier.workbench.interactions.probe import Probe, probe
from croupier.workbench.interactions.reads import PLAYERS
from croupier.workbench.setting import Setting
from croupier_dsl import ir

TRIES = 6
"""Games that a smaller setting gets to show the same."""
TRIES_AT_LENGTH = 2
"""The same for what shows only after as many decisions as a game may have."""
PROOF = 30
"""Games in which a move must never be offered before a setting is said to make it impossible."""
NOT_NEEDS = ("", "teams", "players")
"""The reasons of a refusal that is not a need of the ruleset's own."""


@dataclass(frozen=True, slots=True)
class Symptom:
    """A symptom that a setting can have.

    `kind`: refused (the rules cannot be bound), fault, short, stuck, unfinished or cut. `place`: a stage, or the reason
    without its numbers, after the part of the rules that is at fault.
    """

    kind: str
    place: str = ""

    @classmethod
    def of(cls, game: Played) -> Symptom:
        """Return the symptom of a game that met a fault."""
        return cls("fault", f"{game.part} {plain(game.fault)}")


@dataclass(frozen=True, slots=True)
class Shown:
    """A setting that shows something, and the game that does. `smallest`: nothing can be left out of the setting."""

    setting: Setting
    chances: Chances | None = None
    smallest: bool = True


def symptoms(found: Probe) -> dict[Symptom, Chances | None]:
    """Return all problems of a setting, with the first game that shows each. A need that refuses the setting is no
    problem."""
    met: dict[Symptom, Chances | None] = {}
    if found.refused and found.need in NOT_NEEDS:
        met[Symptom("refused", plain(found.refused))] = None
    for game in found.games:
        for kind, stages in (("stuck", game.stuck), ("cut", game.cut)):
            for stage in sorted(stages):
                met.setdefault(Symptom(kind, stage), game.chances)
        if game.short:
            met.setdefault(Symptom("short"), game.chances)
        if game.fault:
            met.setdefault(Symptom.of(game), game.chances)
        elif not (game.finished or game.late):
            met.setdefault(Symptom("unfinished"), game.chances)
    return met


def plain(text: str) -> str:
    """Return a reason without its numbers, which differ from setting to setting."""
    return re.sub(r"\d+", "N", text)


# ---------------------------------------------------------------- smaller and smaller


class _OutOfTime(Exception):
    """Raised when time is up."""


@dataclass(slots=True)
class _Shrinking:
    """A setting on its way down. `shows`: the game that shows it in a setting; None if none does."""

    setting: Setting
    shown: Shown
    usual: int
    shows: Callable[[Setting], Shown | None]

    def run(self, order: Sequence[str]) -> Shown:
        """Leave out all at once, or else one name after another, as long as anything can be left out."""
        try:
            if not self._try(Setting(self.usual)):
                while sum(self._try(self._without(name)) for name in order):
                    pass
        except _OutOfTime:
            return replace(self.shown, setting=self.setting, smallest=False)
        return replace(self.shown, setting=self.setting)

    def _without(self, name: str) -> Setting:
        if name == PLAYERS:
            return replace(self.setting, players=self.usual)
        return replace(self.setting, options=tuple(pair for pair in self.setting.options if pair[0] != name))

    def _try(self, smaller: Setting) -> bool:
        if smaller == self.setting:
            return False
        shown = self.shows(smaller)
        if shown is not None:
            self.setting, self.shown = smaller, shown
        return shown is not None


def shrink(
    rules: ir.Rules, symptom: Symptom, setting: Setting, chances: Chances | None, seed: int, limit: int, until: float
) -> Shown:
    """Return the setting with as many options as can be at their defaults, and the usual number of players, that shows
    the symptom.
    """

    tries = TRIES_AT_LENGTH if symptom.kind == "unfinished" else TRIES

    def shows(smaller: Setting) -> Shown | None:
        games = [chances, *(Chances(f"{seed}:{k}", chances.policy) for k in range(tries - 1))] if chances else [None]
        for again in games:
            found = probe(rules, smaller, [again] if again else [], limit, until)
            if found.late:
                raise _OutOfTime
            if symptom in symptoms(found):
                return Shown(smaller, again)
            if found.refused:
                break
        return None

    order = [*(name for name, _ in setting.options), PLAYERS]
    return _Shrinking(setting, Shown(setting, chances), rules.usual, shows).run(order)


def shrink_absence(rules: ir.Rules, move: str, setting: Setting, seed: int, limit: int, until: float) -> Shown | None:
    """Return the smallest part of a setting under which a move is never offered.

    None if it is offered after all, or if the time does not suffice to be sure.
    """

    def absent(smaller: Setting, games: int = TRIES) -> Shown | None:
        chances = [Chances(f"{seed}:{game}", "greedy" if game % 3 == 2 else "random") for game in range(games)]
        found = probe(rules, smaller, chances, limit, until, move)
        if found.late:
            raise _OutOfTime
        offered = found.refused or any(move in played.offered for played in found.games)
        return None if offered else Shown(smaller, chances[0])

    try:
        shown = absent(setting)
        if shown is None:
            return None
        order = [*(name for name, _ in setting.options), PLAYERS]
        smallest = _Shrinking(setting, shown, rules.usual, absent).run(order)
        return smallest if smallest.smallest and absent(smallest.setting, PROOF) else None
    except _OutOfTime:
        return None
