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
"""The choices of a move as they are told: name and words of each."""
NOWHERE = -1
"""The zone of a card that is out of play."""

ENTER, LOOP, BODY, DECIDE, ANSWERED, FINISH = range(6)


@dataclass(slots=True)
class Frame:
    """One stage under way.

    `count`: performances begun; `actor`: who performs; `following`: who performs next if a rule has said so, or,
    where the first is served, who was;
    `turns_left`: seats still to come in a stage that everybody performs once; `child`: the step reached; `pending`:
    answers of an `at once` stage by seat, as (move, choices, their words); `outer`: the actor inherited from the
    enclosing stage.
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
    """Everything that the rules can read or change. Changed in place by `execute` and `flow` only.

    `entered`: for each rule that is tried for cards as they come into a zone, those that have come since it was tried
    and still lie there, in the order in which they came; `began`: beside the variables of cards that live
    in a zone, what they began as when the card came into it;
    `performed`: how many performances of stages have begun since the last decision, and `patience`: how many may;
    `passed`: how many stages were passed over since nobody who should decide had a legal move; `stuck`: how many of
    them without an `else`;
    `short`: how often a deal of a `begin` has found fewer cards than it takes, and `dealing`: is one under way?
    `knowledge`: what seats know, as far as somebody has asked; `unknown`: of a state that a seat imagines, the
    cards that it cannot make out (its lists may be `Veiled`, so they are copied by `copy`); `trial`: what stands by
    while its moves are tried out; `ahead`: what has been found out about the moves of the present decision.
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
        """An independent state; what has been noted up to here is shared, not copied."""
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
