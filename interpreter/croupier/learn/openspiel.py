"""Any ruleset as a game of OpenSpiel: importing this module registers `croupier`. Needs the package `open_spiel`.

`pyspiel.load_game("croupier", {"ruleset": NAME})`, or `game(rules)` for loaded rules. A chance
node is one uniform draw: a shuffle of n cards is a row of them, from n outcomes down to 2, so that trees are exact.
The tensor of an information state has the observations and actions of the last `recall` decisions of its player.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, get_args
from uuid import uuid4
from weakref import WeakValueDictionary

import numpy as np
import pyspiel
from numpy.typing import NDArray

from croupier.base.events import Event
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.learn.actions import Actions
from croupier.learn.observations import Observations
from croupier.learn.rewarded import Rewarded, rewards, together
from croupier.seat import views
from croupier.table.game import Game, Rules, load

NAME = "croupier"
MOST_DRAWN = 1 << 16
"""The largest number of outcomes of a chance node."""
LARGEST_REWARD = 1e9
RECALLED = 8
"""The number of own decisions in the tensor of an information state, unless a parameter says otherwise."""
KEPT = 512
"""The number of positions that are kept, so that one that is pickled and read is not played again."""
_GENERAL = pyspiel.GameType.Utility.GENERAL_SUM
_ZERO = pyspiel.GameType.Utility.ZERO_SUM


def _type(utility: pyspiel.GameType.Utility, players: range) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Croupier: a ruleset",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players.start,
        max_num_players=players.stop - 1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"ruleset": "", "players": 0, "options": "", "reward": "rank", "recall": RECALLED},
    )


class Ruleset(pyspiel.Game):
    """A ruleset with options, for a number of players. Parameters: `ruleset` (a name or a file), `players` (0: the
    usual number), `options` (`packs=2;direction=left`), `reward` (see `croupier.learn.rewards`) and `recall` (the own
    decisions in the tensor of an information state; with fewer than a game has, earlier ones are missing there).
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        name, players = str(given.get("ruleset", "")), int(given.get("players", 0))
        pairs = [pair.partition("=") for pair in str(given.get("options", "")).split(";") if pair]
        rules = load(name, players or None, {key.strip(): value.strip() for key, _, value in pairs})
        reward = str(given.get("reward", "rank"))
        if reward not in get_args(Rewarded):
            raise SetupError(tr("unknown reward {name}; write rank or score", name=reward))
        by: Rewarded = "score" if reward == "score" else "rank"
        self.parts = Parts(Kept(rules), by, max(0, int(given.get("recall", RECALLED))))
        zero = by == "rank" and not together(rules) and rules.seats > 1
        most = 1.0 if by == "rank" and (rules.seats > 1 or together(rules)) else LARGEST_REWARD
        length = min(rules.program.limit * (1 + rules.program.cards), (1 << 31) - 1)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.parts.actions.size,
            max_chance_outcomes=MOST_DRAWN,
            num_players=rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero else None,
            max_game_length=length,
        )
        kind = _type(_ZERO if zero else _GENERAL, range(rules.seats, rules.seats + 1))
        super().__init__(kind, information, given)

    def new_initial_state(self) -> Position:
        return Position(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Position(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: Ruleset) -> None:
        super().__init__(game)
        self.parts = game.parts
        self.course = game.parts.first.copy()

    def current_player(self) -> int:
        course = self.course
        if course.drawn:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if course.seat is None else course.seat

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.course.seat
        return list(self.course.legal(self.parts.actions))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        many = self.course.drawn[0]
        return [(outcome, 1 / many) for outcome in range(many)]

    def _apply_action(self, action: int) -> None:
        if self.course.drawn:
            self.course.draw(action)
        else:
            self.course.act(self.parts.actions, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else self.parts.actions.words[action]

    def is_terminal(self) -> bool:
        return self.course.seat is None and not self.course.drawn

    def returns(self) -> list[float]:
        rules, outcome = self.parts.rules, self.course.outcome
        return [0.0] * rules.seats if outcome is None else [*rewards(rules, outcome, self.parts.by)]

    def __str__(self) -> str:
        return self.course.told()


class Observer:
    """Write a seat's knowledge as text and as numbers. With perfect recall, the text has its log, and the numbers have
    its last decisions: `past` has rows of an observation and the action, 1 in its place, with the latest row last."""

    def __init__(self, game: Ruleset, kind: pyspiel.IIGObservationType) -> None:
        parts = game.parts
        self.perfect_recall = kind.perfect_recall
        size, rows = parts.observations.size, parts.recall if kind.perfect_recall else 0
        width = size + parts.actions.size
        self.tensor = np.zeros(size + rows * width, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if kind.perfect_recall:
            self.dict["past"] = self.tensor[size:].reshape(rows, width)

    def set_from(self, state: Position, player: int) -> None:
        course, observations = state.course, state.parts.observations
        self.tensor.fill(0)
        if course.game is not None:
            taken = course.taken if player == course.seat else ()
            self.dict["observation"][:] = observations.of(course.game, player, taken)
        if self.perfect_recall and state.parts.recall:
            for row, decision in zip(self.dict["past"][::-1], course.decisions(player), strict=False):
                row[: observations.size] = decision.observation
                row[observations.size + decision.action] = 1

    def string_from(self, state: Position, player: int) -> str:
        course = state.course
        if course.game is None:
            return f"seat {player}: a deal"
        taken = course.taken if player == course.seat else ()
        seen = f"seat {player}\n{course.game.view(player)}\ntaken: {taken}"
        return f"{seen}{course.log(player)}" if self.perfect_recall else seen


class Parts:
    """The parts that all positions of a game share. A copy is the same object; a pickle has the rules alone."""

    def __init__(self, kept: Kept, by: Rewarded, recall: int) -> None:
        self.kept, self.by, self.recall = kept, by, recall
        self.rules = rules = kept.rules
        self.actions, self.observations = Actions(rules), Observations(rules)

    @cached_property
    def first(self) -> Course:
        return Course(self.kept)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _parts, (self.kept.name, self.kept.pickled, self.by, self.recall)


class Needed(Exception):
    """A draw that is not decided yet. `counts`: its number of outcomes, then the numbers of the draws that follow."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts = counts


class Picks:
    """Chance from a list of draws; it asks for more by raising `Needed`."""

    def __init__(self, picks: Sequence[int]) -> None:
        self.picks = tuple(picks)

    def below(self, count: int) -> int:
        if count == 1:
            return 0
        if not self.picks:
            raise Needed((count,))
        first, *rest = self.picks
        self.picks = tuple(rest)
        return first

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in a new order, by Fisher and Yates, as `docs/reference/chance.md` has it."""
        many = len(cards)
        if len(self.picks) < many - 1:
            raise Needed(tuple(range(many - len(self.picks), 1, -1)))
        order = [*cards]
        for last in range(many - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def next_result(self) -> None:
        return None

    def copy(self) -> Picks:
        return Picks(self.picks)

    @property
    def position(self) -> dict[str, object]:
        return {"picks": [*self.picks]}


@dataclass(frozen=True)
class Decision:
    """An action of a seat, and what it knew then; `before`: the decision before it, of any seat."""

    game: Game
    seat: int
    taken: tuple[int, ...]
    action: int
    before: Decision | None

    @cached_property
    def observation(self) -> NDArray[np.int16]:
        """Return what its seat knew."""
        return np.array(Observations(self.game.rules).of(self.game, self.seat, self.taken), np.int16)


class Course:
    """A game between draws and actions.

    `game`: as it is, None while a draw is open; `before`: the game before the move that asked for the open draw, None
    for the deal; `drawn`: the numbers of outcomes of the open draws, the next first; `past`: all draws and actions;
    `last`: the last decision. `kept`: what all copies share. `logs`: each viewer's log up to a mark, to continue from.
    """

    def __init__(self, kept: Kept) -> None:
        self.rules, self.kept = kept.rules, kept
        self.before: Game | None = None
        self.move: tuple[int, int] | None = None
        self.picks: tuple[int, ...] = ()
        self.taken: tuple[int, ...] = ()
        self.past: tuple[int, ...] = ()
        self.drawn: tuple[int, ...] = ()
        self.game: Game | None = None
        self.last: Decision | None = None
        self.logs: dict[int, tuple[int, str]] = {}
        self._go_on()

    @property
    def seat(self) -> int | None:
        """The seat to act; None in a draw and at the end."""
        return self.game.to_act[0] if self.game is not None and self.game.to_act else None

    @property
    def outcome(self) -> Any:
        return None if self.game is None else self.game.outcome

    def decisions(self, seat: int) -> Iterator[Decision]:
        """Yield the decisions of a seat, the last one first."""
        decision = self.last
        while decision is not None:
            if decision.seat == seat:
                yield decision
            decision = decision.before

    def legal(self, actions: Actions) -> Mapping[int, tuple[int, ...]]:
        assert self.game is not None
        assert self.seat is not None
        return actions.offered(self.game, self.seat, self.taken)

    def draw(self, outcome: int) -> None:
        """Decide the next open draw."""
        self.past = (*self.past, outcome)
        self.picks, self.drawn = (*self.picks, outcome), self.drawn[1:]
        if not self.drawn:
            self._go_on()
        self.kept.keep(self)

    def act(self, actions: Actions, action: int) -> None:
        """Take an action of the seat to act."""
        game, seat, taken = self.game, self.seat, (*self.taken, action)
        assert game is not None
        assert seat is not None
        index = actions.made(game, seat, taken)
        self.last = Decision(game, seat, self.taken, action, self.last)
        self.past = (*self.past, action)
        if index is None:
            self.taken = taken
        else:
            self.before, self.move, self.picks, self.taken = game, (seat, index), (), ()
            self._go_on()
        self.kept.keep(self)

    def _go_on(self) -> None:
        """Deal or make the move, with the draws decided so far."""
        self.game, self.drawn = self._played()

    def _played(self) -> tuple[Game | None, tuple[int, ...]]:
        """Return the game after the deal or the move; None if it needs more draws, and their numbers of outcomes."""
        try:
            if self.before is None:
                return Game(self.rules, 0, chance=Picks(self.picks)), ()
            assert self.move is not None
            seat, index = self.move
            moves = self.before.legal_moves(seat)
            game = self.before.copy()
            game._state.chance = Picks(self.picks)
            game.play(seat, moves[index])
        except Needed as needed:
            return None, needed.counts
        return game, ()

    def told(self) -> str:
        """Return all of the game that is known, for programmers."""
        return f"{self.log(views.REFEREE)}\ndraws {[*self.picks]}\ntaken {[*self.taken]}\nmove {self.move}"

    def log(self, viewer: int) -> str:
        """Return a seat's log, each event on a line of its own; nothing during a deal."""
        if self.game is None:
            return ""
        state, (mark, text) = self.game._state, self.logs.get(viewer, (0, ""))
        until = views.closed(state, mark)
        text += _lines(views.log(state, viewer, mark, until))
        self.logs = {**self.logs, viewer: (until, text)}
        return text + _lines(views.log(state, viewer, until))

    def copy(self) -> Course:
        twin = object.__new__(Course)
        twin.__dict__.update(self.__dict__)  # games are replaced, never changed
        return twin

    def __deepcopy__(self, memo: object) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.kept.name, self.kept.pickled, self.past)


class Kept:
    """The part that all courses of the same rules share, also those that are pickled and read in the same process.

    `courses`: the last ones, by their past.
    """

    def __init__(self, rules: Rules, name: str = "") -> None:
        self.rules = rules
        self.name = name or uuid4().hex
        self.courses: OrderedDict[tuple[int, ...], Course] = OrderedDict()
        ALL_KEPT[self.name] = self

    @cached_property
    def pickled(self) -> bytes:
        """Return the rules as they are pickled."""
        return pickle.dumps(self.rules)

    def keep(self, course: Course) -> None:
        """Keep a course for those who read it from its past."""
        self.courses[course.past] = course.copy()
        if len(self.courses) > KEPT:
            self.courses.popitem(last=False)


ALL_KEPT: WeakValueDictionary[str, Kept] = WeakValueDictionary()


def _lines(events: list[Event]) -> str:
    return "".join(f"\n{event}" for event in events)


def _kept(name: str, pickled: bytes) -> Kept:
    return ALL_KEPT.get(name) or Kept(pickle.loads(pickled), name)


def _parts(name: str, pickled: bytes, by: Rewarded, recall: int) -> Parts:
    return Parts(_kept(name, pickled), by, recall)


def _again(name: str, pickled: bytes, past: Sequence[int]) -> Course:
    """Return the course of the same draws and actions."""
    kept = _kept(name, pickled)
    if there := kept.courses.get(tuple(past)):
        return there.copy()
    course, actions = Course(kept), Actions(kept.rules)
    for number in past:
        if course.drawn:
            course.draw(number)
        else:
            course.act(actions, number)
    return course


def game(rules: Rules, by: Rewarded = "rank") -> Ruleset:
    """Return rules that `load` finds by their name as a game of OpenSpiel. A variant needs a file of its own."""
    options = ";".join(f"{name}={_option(value)}" for name, value in rules.options.items())
    return Ruleset({"ruleset": rules.name, "players": rules.seats, "options": options, "reward": by})


def _option(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


pyspiel.register_game(_type(_GENERAL, range(1, 100)), Ruleset)
