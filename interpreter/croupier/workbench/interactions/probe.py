"""Probe a setting of a ruleset: play a few games, and collect faults and reached parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from croupier.base.chance import Seed
from croupier.base.effort import EFFORT, OutOfTime
from croupier.base.faults import RulesFault, SetupError
from croupier.base.notes import NOTES
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.table.game import Game, Rules
from croupier.thinking import GamePlayers
from croupier.workbench.interactions.marks import Marks
from croupier.workbench.interactions.played import Chances, Played
from croupier.workbench.interactions.quick import Quick
from croupier.workbench.setting import Setting
from croupier_dsl import ir


@dataclass(frozen=True, slots=True)
class Probe:
    """The result of a setting.

    `refused`: the reason that the rules cannot be bound with it, and the need that refused it, if one did.
    """

    setting: Setting
    refused: str = ""
    need: str = ""
    games: tuple[Played, ...] = ()
    marks: frozenset[str] = frozenset()

    @property
    def late(self) -> bool:
        """Return whether a game was not played to the end."""
        return any(game.late for game in self.games)


LONG = 1.0
"""The duration of a game on the reference, in seconds, after which it and the following ones run on compiled rules."""
WORTH = 10.0
"""The time that has to be left for that, in seconds."""
_LONG: set[str] = set()
"""The rulesets, by name, of which this process has met long games."""


def probe(
    rules: ir.Rules, setting: Setting, games: Sequence[Chances], limit: int, until: float, sought: str = ""
) -> Probe:
    """Play games of a setting, each up to `limit` decisions, and none beyond `until` by the monotonic clock.

    `sought`: a move; a game in which it is offered needs not be played on.
    """
    try:
        with EFFORT.until(until):
            most = min(limit, rules.limit)
            watcher = Watcher(whole=True)
            bound = Rules(bind(rules, setting.players, dict(setting.options), limit=most, watcher=watcher))
    except OutOfTime:
        return Probe(setting, games=tuple(_nothing(chances, late=True) for chances in games[:1]))
    except SetupError as error:
        return Probe(setting, str(error), error.reason)
    except RulesFault as fault:
        return Probe(setting, str(fault), "")
    marks, quick = Marks(bound.program), Quick(rules, setting, most, any(each.policy == "greedy" for each in games))
    played = []
    for chances in games:
        played.append(_played(bound, quick, chances, marks, until, sought))
        if played[-1].late or sought in played[-1].offered:
            break
    return Probe(setting, "", "", tuple(played), frozenset(marks.found))


def _played(rules: Rules, quick: Quick, chances: Chances, marks: Marks, until: float, sought: str) -> Played:
    """Play one game: on the reference, or on compiled rules if games of these rules take long."""
    if until - monotonic() > WORTH:
        if rules.name not in _LONG:
            begun = monotonic()
            game = play(rules, chances, marks, begun + LONG, sought)
            if not game.late:
                return game
            _LONG.add(rules.name)
        found = quick.play(chances, until, sought)
        if found is not None:
            game, fired = found
            marks.found.update(fired)
            return game
    return play(rules, chances, marks, until, sought)


def play(rules: Rules, chances: Chances, marks: Marks, until: float, sought: str) -> Played:
    """Play one game on the reference, with its faults."""
    seed = Seed.parse(chances.seed)
    players = GamePlayers(rules, seed, [chances.policy] * rules.seats, hurries=True)
    offered: set[str] = set()
    made: set[str] = set()
    fault, part, where, late, finished, game = "", "", None, False, False, None
    try:
        with EFFORT.until(until):
            with marks.noting():
                game = Game(rules, chances.seed)
            while game.to_act:
                seat = game.to_act[0]
                offered |= game.offered(seat)
                if sought in offered:
                    break
                move = players.choose(game)
                made.add(move.name)
                with marks.noting():
                    game.play(seat, move)
                if monotonic() > until:
                    late = bool(game.to_act)
                    break
        finished = game.outcome is not None and game.outcome.finished
    except OutOfTime:
        late = True
    except RulesFault as error:
        fault, part, where = error.what, error.path, error.where
    except (ArithmeticError, AssertionError, LookupError, RecursionError, TypeError, ValueError) as error:
        fault = f"croupier itself failed: {type(error).__name__}: {error}"  # a bug is to be told as what shows it
    if players.handed is not None:
        NOTES.hand(players.handed)
    if game is None:
        return _nothing(chances, late, fault, part, where)
    log = game.log(0)
    stages = {
        kind: frozenset(str(event.data["stage"]) for event in log if event.kind == kind)
        for kind in ("stuck", "cut", "stage")
    }
    return Played(
        chances, game.decisions, finished, late, fault,
        stages["stuck"], stages["cut"], stages["stage"], frozenset(offered), frozenset(made), part, where,
        game.short_deals,
    )  # fmt: skip


def _nothing(
    chances: Chances, late: bool = False, fault: str = "", part: str = "", where: ir.Where | None = None
) -> Played:
    """Return a game that came to no decision."""
    none = frozenset[str]()
    return Played(chances, 0, False, late, fault, none, none, none, none, none, part, where)
