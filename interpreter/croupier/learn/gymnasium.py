"""Any ruleset as an environment of Gymnasium: one seat learns, and given players have the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.base.chance import Seed
from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.fast.choosing import lowered
from croupier.learn.rewarded import Rewarded
from croupier.learn.single import MOST_SKIPPED, Engine, OnReference, game_of, single
from croupier.players import POLICIES, Player
from croupier.thinking import player

if TYPE_CHECKING:
    from croupier.table.game import Rules

Act: TypeAlias = Callable[[NDArray[np.int16], NDArray[np.int8], np.random.Generator], int]
"""A player by numbers: it is given an observation, the mask of legal actions and a source of chance."""
Other: TypeAlias = str | Act
"""`random`, another player of croupier (`greedy`, `search`, or one that you wrote), or a function."""


class Seat(gymnasium.Env[dict[str, NDArray[Any]], np.int64]):
    """One seat of a game, for an agent that learns.

    `others`: the players of the other seats, in the order of seats, or one for all. A reward comes with the end of the
    game (see `croupier.learn.rewards`). An action that is not legal ends the game with a reward of -1, and `info` has
    `illegal`. Observations and `info` have the mask of legal actions. A game in which the seat has nothing to choose is
    skipped. `random`, `greedy` and functions play in compiled code; for other players the reference engine plays.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self, rules: Rules, seat: int = 0, others: Other | Sequence[Other] = "random", *, by: Rewarded = "rank",
        on: Engine = "best",
    ) -> None:  # fmt: skip
        if not 0 <= seat < rules.seats:
            raise SetupError(
                tr("seat {seat} does not exist; the seats are 0 to {last}", seat=seat, last=rules.seats - 1)
            )
        given = [others] * (rules.seats - 1) if isinstance(others, str) or callable(others) else [*others]
        if len(given) != rules.seats - 1:
            raise SetupError(tr("{n} players are given for {m} other seats", n=len(given), m=rules.seats - 1))
        self.rules, self.seat = rules, seat
        seats = [other for other in range(rules.seats) if other != seat]
        self._others: dict[int, Other] = dict(zip(seats, given, strict=True))
        names = {other for other in given if isinstance(other, str)}
        quick = [other if other == "greedy" else None for other in given]
        quick.insert(seat, None)
        if lowered(names):
            self._single = single(rules, by, on, quick if any(quick) else None)
        else:
            self._single = OnReference(rules, by)
        size, actions = self._single.size, self._single.actions
        largest = np.iinfo(np.int16).max
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-largest, largest, (size,), np.int16),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Deal, and play until the seat is to act. `info` has the `seed` of the game, as `croupier.Game` takes it."""
        super().reset(seed=seed)
        first = int(self.np_random.integers(1 << 32))
        for number in range(MOST_SKIPPED):
            self._deal(game_of(first, number))
            if self._single.seat is not None:
                return self._seen(), self._info()
        raise SetupError(tr("a thousand games in a row end before seat {seat} has a choice", seat=self.seat))

    def step(self, action: np.int64 | int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        game = self._single
        if game.seat is None:
            raise IndexError(tr("the game is over: reset the environment"))
        if not game.mask()[int(action)]:
            game.seat = None
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        game.act(int(action))
        self._play_others()
        over = game.seat is None
        reward = float(game.rewards[self.seat]) if over else 0.0
        return self._seen(), reward, over and game.finished, over and not game.finished, self._info()

    def _deal(self, seed: str) -> None:
        self._dealt, dealt = seed, Seed.parse(seed)
        self._players = {
            seat: _maker(other)(dealt.number, dealt.game, seat)
            for seat, other in self._others.items()
            if isinstance(other, str) and other != "random" and isinstance(self._single, OnReference)
        }
        self._single.begin(seed)
        self._play_others()

    def _play_others(self) -> None:
        """Let the other players act until the seat is to act, or the game is over."""
        game = self._single
        while game.seat is not None and game.seat != self.seat:
            other = self._others[game.seat]
            if game.seat in self._players:
                assert isinstance(game, OnReference)
                moves = game.game.legal_moves(game.seat)
                move = self._players[game.seat].choose(game.game.offer(game.seat))
                index = moves.place(move)
                assert index is not None
                game.make(index)
            elif callable(other):
                game.act(int(other(game.observe(game.seat), game.mask(), self.np_random)))
            else:
                legal = np.flatnonzero(game.mask())
                game.act(int(legal[self.np_random.integers(len(legal))]))

    def _seen(self) -> dict[str, NDArray[Any]]:
        return {"observation": self._single.observe(self.seat), "action_mask": self._single.mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._single.mask(), "seed": self._dealt}


def _maker(name: str) -> Callable[[int, int, int], Player]:
    return POLICIES[name] if name in POLICIES else player(name)
