"""Probe a setting of a ruleset: play a few games, and collect faults and reached parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.base.effort import EFFORT, OutOfTime
from croupier.base.faults import RulesFault, SetupError
from croupier.base.notes import NOTES
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.fast import Counted, FastGame, OutOfRange
from croupier.fast.handed import hand_over, or_reference
from croupier.model.program import Program
from croupier.table.game import Game, Rules
from croupier.thinking import GamePlayers
from croupier.workbench.interactions.played import Chances, Played
from croupier.workbench.setting import Setting
from croupier_dsl import ir
from croupier_dsl.analysis import stages

if TYPE_CHECKING:
    from croupier.base.values import Env
    from croupier.compile.execute import Code, Op
    from croupier.fast.engine import On
    from croupier.model.state import State


class Quick:
    """Compiled rules of one setting, compiled when they are first wanted. `foresees`: are there players who look
    ahead?"""

    def __init__(self, rules: ir.Rules, setting: Setting, limit: int, foresees: bool, on: On = "c") -> None:
        self.rules, self.setting, self.limit, self.foresees, self.on = rules, setting, limit, foresees, on
        self._counted: dict[bool, Counted | None] = {}

    def play(self, chances: Chances, until: float, sought: str) -> tuple[Played, Mapping[str, int]] | None:
        """Return a game with the counts of its elements; None if the reference has to report it."""
        greedy = chances.policy == "greedy"
        if greedy not in self._counted:
            self._counted[greedy] = self._compiled(greedy)
        counted = self._counted[greedy]
        if counted is None:
            return None
        wanted = f"moves.{sought}.offered"
        seats = counted.counting.rules.seats

        def enough(game: FastGame) -> bool:
            return bool(sought) and game.has_fired(wanted)

        try:
            game = counted.play(Seed.parse(chances.seed), [chances.policy] * seats, until, enough)
            finished = game.outcome is not None and game.outcome.finished
        except OutOfRange as left:
            hand_over(left)
            return None
        except RulesFault:
            return None
        if game.cells[counted.counting.cell("stuck")]:  # the reference says where
            return None
        fired = game.fired
        late = not game.over and not enough(game)
        return self._told(chances, game, fired, finished, late), fired

    def _compiled(self, greedy: bool) -> Counted | None:
        rules = Rules(bind(self.rules, self.setting.players, dict(self.setting.options), limit=self.limit))
        return or_reference(lambda: Counted(rules, self.on, greedy=greedy, foresees=self.foresees))

    def _told(self, chances: Chances, game: FastGame, fired: Mapping[str, int], finished: bool, late: bool) -> Played:
        every = list(stages(self.rules))
        return Played(
            chances, game.decisions, finished, late, "",
            frozenset(stage.name for stage in every if stage.otherwise and f"{stage.path}.else" in fired),
            frozenset(stage.name for stage in every if stage.until and stage.by and f"{stage.path}.times" in fired),
            frozenset(stage.name for stage in every if stage.path in fired),
            frozenset(move.name for move in self.rules.moves if f"{move.path}.offered" in fired),
            frozenset(move.name for move in self.rules.moves if move.path in fired),
            short=game.cells[game.engine.cell("short")],
        )  # fmt: skip


class Marks:
    """Marks the performed statements of one program while `noting`: neither the imagination of players nor the trials
    for a `must` are play.
    """

    def __init__(self, program: Program) -> None:
        self.found: set[str] = set()
        self._on = False
        for code in _codes(program):
            first: dict[int, list[str]] = {}
            for path, start in code.starts:
                first.setdefault(start, []).append(path)
            for start, marks in first.items():
                if start < len(code.ops):
                    code.ops[start] = self._marking(code.ops[start], marks)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Play for as long as this lasts is real."""
        self._on = True
        try:
            yield
        finally:
            self._on = False

    def _marking(self, op: Op, marks: list[str]) -> Op:
        def marked(s: State, e: Env) -> int:
            if self._on and s.trial is None:
                self.found.update(marks)
            return op(s, e)

        return marked


def _codes(program: Program) -> Iterator[Code]:
    """Yield every list of statements of a program."""
    yield from (move.do for move in program.moves.values())
    yield from (trigger.do for trigger in program.triggers)
    for stage in program.stages.values():
        yield from (code for code in (stage.begin, stage.otherwise, stage.end) if code is not None)


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
