"""Any ruleset as an environment of PettingZoo, in turns (AEC) or in its parallel form."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from croupier.base.chance import Seed
from croupier.learn.rewarded import Rewarded
from croupier.learn.single import Engine, begun, single

if TYPE_CHECKING:
    from croupier.table.game import Rules

Seen: TypeAlias = dict[str, NDArray[np.int16] | NDArray[np.int8]]
"""An observation: `observation` and `action_mask`, which is zeros for all seats but the one to act."""
LARGEST = np.iinfo(np.int16).max


class Turns(AECEnv[str, Seen, int | None]):
    """A game in turns. Agents are the names of the seats; all are in the game to its end.

    Rewards come with the end (see `croupier.learn.rewards`). A game that is cut off ends truncated. `reset(seed)` deals
    game `seed:0`, or the first after it that needs an action; without a seed the next follows. An action that is not
    legal is an IndexError: wrap the environment in `TerminateIllegalWrapper` to end the game instead.
    """

    metadata = {"name": "croupier", "render_modes": [], "is_parallelizable": True}  # noqa: RUF012  # as PettingZoo has it

    def __init__(self, rules: Rules, *, by: Rewarded = "rank", on: Engine = "best") -> None:
        super().__init__()
        self.rules = rules
        self.metadata = {**self.metadata, "name": f"croupier_{rules.name}"}
        self.render_mode = None
        self._single = single(rules, by, on)
        self.possible_agents = [*rules.program.names]
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        size, actions = self._single.size, self._single.actions
        self.action_spaces = {name: spaces.Discrete(actions) for name in self.possible_agents}
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-LARGEST, LARGEST, (size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for name in self.possible_agents
        }
        self._seed = Seed.fresh().number
        self._number = -1

    def observation_space(self, agent: str) -> spaces.Space[Seen]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal. `options`: none are known."""
        if seed is None:
            self._number += 1
        else:
            self._seed, self._number = seed, 0
        self._number = begun(self._single, self._seed, self._number)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {name: {} for name in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._single.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def observe(self, agent: str) -> Seen:
        seat = self._seats[agent]
        mask = self._single.mask() if seat == self._single.seat else np.zeros(self._single.actions, np.int8)
        return {"observation": self._single.observe(seat), "action_mask": mask}

    def render(self) -> None:
        """Show nothing: `croupier.Game` with the same seed and moves shows itself."""

    def close(self) -> None: ...

    def _go_on(self) -> None:
        """Take over who is to act, or the result."""
        game = self._single
        if game.seat is not None:
            self.agent_selection = self.possible_agents[game.seat]
            return
        self.rewards = dict(zip(self.possible_agents, game.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, game.finished)
        self.truncations = dict.fromkeys(self.agents, not game.finished)
        self._accumulate_rewards()


def turns(rules: Rules, *, by: Rewarded = "rank", on: Engine = "best") -> AECEnv[str, Seen, int | None]:
    """Return a game in turns that says so where it is used out of order. `by`: see `croupier.learn.rewards`."""
    return OrderEnforcingWrapper(Turns(rules, by=by, on=on))


def parallel(rules: Rules, *, by: Rewarded = "rank", on: Engine = "best") -> ParallelEnv[str, Seen, int | None]:
    """Return a game in which all agents are asked at each step, and the action of the one to act counts."""
    return turn_based_aec_to_parallel(Turns(rules, by=by, on=on))
