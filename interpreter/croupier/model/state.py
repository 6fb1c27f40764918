"""A position of a game as the engine holds it: where every card is, every variable, and the frames of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.chance import Chance
from croupier.base.events import Log
from croupier.base.values import Env, Value

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.knowledge.remembered import Knowledge
    from croupier.model.plans import StagePlan
    from croupier.model.program import Program
    from croupier.play.must import Ahead, Trial

Words = tuple[tuple[str, str], ...]
"""The choices of a move as shown: name and words of each."""
NOWHERE = -1
"""The zone of a card that is out of play."""

ENTER, LOOP, BODY, DECIDE, ANSWERED, FINISH = range(6)


@dataclass(slots=True)
class Frame:
    """An active stage.

    `count`: iterations begun; `actor`: its player; `following`: the next player if a rule has set one, or, where the
    first is served, the player served; `turns_left`: seats still to come in a stage that each player performs once;
    `child`: the current step; `pending`: answers of an `at once` stage by seat, as (move, choices, their words);
    `outer`: the player inherited from the enclosing stage.
    """

    stage: StagePlan
    phase: int = ENTER
    count: int = 0
    outer: int | None = None
    actor: int | None = None
    following: int | None = None
    turns_left: list[int] | None = None
    child: int = 0
    seats: tuple[int, ...] = ()
    pending: dict[int, tuple[int, Env, Words]] | None = None
    env: Env = field(default_factory=list)

    def copy(self) -> Frame:
        return Frame(
            self.stage,
            self.phase,
            self.count,
            self.outer,
            self.actor,
            self.following,
            None if self.turns_left is None else list(self.turns_left),
            self.child,
            self.seats,
            None if self.pending is None else dict(self.pending),
            self.env.copy(),
        )


@dataclass(slots=True)
class Task:
    """A list of statements under way.

    Which, where, with what locals. `move` is the index of the move it belongs to, or -1.
    """

    code: Code
    pc: int
    env: Env
    move: int = -1

    def copy(self) -> Task:
        return Task(self.code, self.pc, self.env.copy(), self.move)


@dataclass(slots=True)
class State:
    """Everything that the rules can read or change. Only `execute` and `flow` change it, in place.

    `entered`: for each rule for cards that enter a zone, the cards that have entered since it was tried and are still
    there, in order; `began`: next to the variables of cards that live in a zone, their values when the card entered;
    `performed`: how many iterations of stages have begun since the last decision, and `patience`: the most allowed;
    `passed`: how many stages were passed over because no player had a legal move; `stuck`: how many of them without an
    `else`; `short`: how often a deal of a `begin` has found fewer cards than it takes, and `dealing`: whether one is
    under way; `knowledge`: what seats know, as far as it was computed; `unknown`: for an imagined state, the cards that
    its seat cannot identify (its lists may be `Veiled`, so they are copied by `copy`); `trial`: the trial in which its
    moves are tried; `ahead`: the results for the moves of the present decision.
    """

    program: Program
    chance: Chance
    zones: list[list[Value]]
    home: list[int]
    placed: list[int | None]
    variables: list[Value]
    card_variables: list[list[Value]]
    began: list[list[Value]]
    revealed: set[int] = field(default_factory=set)
    counts: list[int] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    task: Task | None = None
    asking: bool = False
    queue: list[Task] = field(default_factory=list)
    scanning: bool = False
    firings: int = 0
    direction: int = 1
    acted: int | None = None
    decisions: int = 0
    cuts: int = 0
    performed: int = 0
    stuck: int = 0
    passed: int = 0
    over: bool = False
    finished: bool = False
    log: Log = field(default_factory=Log)
    knowledge: Knowledge | None = None
    unknown: frozenset[int] | None = None
    trial: Trial | None = None
    ahead: Ahead | None = None
    short: int = 0
    dealing: bool = False
    entered: list[list[int]] = field(default_factory=list)
    patience: int = field(default_factory=lambda: limits.MOST_PERFORMANCES)

    def copy(self) -> State:
        """Return an independent state, which shares the notes made so far."""
        zones = [zone.copy() for zone in self.zones]
        return State(
            self.program,
            self.chance.copy(),
            zones if type(self.zones) is list else type(self.zones)(zones),
            list(self.home),
            self.placed.copy(),
            self.variables.copy(),
            [column.copy() for column in self.card_variables],
            [column.copy() for column in self.began],
            set(self.revealed),
            list(self.counts),
            [frame.copy() for frame in self.frames],
            None if self.task is None else self.task.copy(),
            self.asking,
            [task.copy() for task in self.queue],
            self.scanning,
            self.firings,
            self.direction,
            self.acted,
            self.decisions,
            self.cuts,
            self.performed,
            self.stuck,
            self.passed,
            self.over,
            self.finished,
            self.log.copy(),
            None if self.knowledge is None else self.knowledge.copy(),
            self.unknown,
            self.trial,
            short=self.short,
            entered=[cards.copy() for cards in self.entered],
            patience=self.patience,
        )
