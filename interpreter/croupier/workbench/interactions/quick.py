"""Play a game of a setting on compiled rules, with its faults and counts as in coverage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.base.faults import RulesFault
from croupier.compile.binding import bind
from croupier.fast import Counted, FastGame, OutOfRange
from croupier.fast.handed import hand_over, or_reference
from croupier.table.game import Rules
from croupier.workbench.interactions.played import Chances, Played
from croupier.workbench.setting import Setting
from croupier_dsl import ir
from croupier_dsl.analysis import stages

if TYPE_CHECKING:
    from croupier.fast.engine import On


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
