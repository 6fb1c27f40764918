"""Change the options of a ruleset one at a time, on the same deals, to find those that matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from croupier.base.faults import SetupError
from croupier.base.frames import frame, table
from croupier.base.values import Value
from croupier.lab.contest import Contest, Effect, Ending, Plan
from croupier.lab.space import Aside, Asked, Space, space_of

if TYPE_CHECKING:
    from croupier.lab.measures import What
    from croupier.lab.sides import Side
    from croupier.table.game import Rules

SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Change:
    """One option at another than its `usual` value, with the effect on each measure in `games` pairs of games."""

    option: str
    value: str
    usual: str
    games: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Screening:
    """The effects of all changes of one option, compared with the rules as they are, on the same deals.

    The intervals of all changes and measures are simultaneous at the `level`, and anytime-valid. `refused`: the changes
    that the rules refuse, with the reason; `aside`: the options left alone, and why.
    """

    ruleset: str
    rules: Rules
    policy: str
    seed: int
    seconds: float
    ended: Ending
    margin: float
    level: float
    changes: tuple[Change, ...]
    refused: tuple[tuple[str, str, str], ...]
    aside: Mapping[str, Aside]

    @property
    def about(self) -> list[What]:
        """Return the measures."""
        return [effect.what for effect in self.changes[0].effects]

    def ranked(self, at: int = 0) -> list[tuple[Change, Effect]]:
        """Return the changes with their effect on one measure: what differs first, then the greatest effects."""
        pairs = [(change, change.effects[at]) for change in self.changes]
        return sorted(pairs, key=lambda pair: (pair[1].verdict != "differs", -abs(pair[1].change)))

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each change and measure."""
        return [
            {"option": each.option, "value": each.value, "usual": each.usual, "games": each.games, **effect.to_json()}
            for each in self.changes for effect in each.effects
        ]  # fmt: skip

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), self.ruleset)

    def to_json(self) -> dict[str, Value]:
        """Return the screening as a plain object."""
        return {
            "ruleset": self.ruleset, "players": self.rules.seats, "policy": self.policy, "seed": self.seed,
            "seconds": round(self.seconds, 3), "ended": self.ended, "margin": self.margin, "level": self.level,
            "changes": self.rows(), "aside": dict(self.aside),
            "refused": [{"option": name, "value": value, "reason": why} for name, value, why in self.refused],
        }  # fmt: skip


def screen(
    side: Side, *, players: int | None = None, limit: int | None = None, vary: Asked | None = None,
    **plan: Unpack[Plan],
) -> Screening:  # fmt: skip
    """Play the rules as they are, and on the same deals with each other value of each option, one at a time, until each
    effect is conclusive, or `games` or `seconds` are spent. The most that is known comes from the changes that are
    still open.

    `about`: default the length; of wins, only the first player's count. `vary`: the options to change, each with
    its values or without; otherwise all, except safety limits and numbers of seats. Of a number half and twice its
    value are tried. Raise SetupError for invalid arguments.
    """
    *_, last = screening(side, players=players, limit=limit, vary=vary, **plan)
    return last


def screening(
    side: Side, *, players: int | None = None, limit: int | None = None, vary: Asked | None = None,
    **plan: Unpack[Plan],
) -> Iterator[Screening]:  # fmt: skip
    """Yield the screening so far about every second, and at last the final one."""
    rules = side.load(players, limit)
    space = space_of(side, rules, vary, halves=True)
    tried, refused = _loaded(side, space, rules, limit)
    if not tried:
        raise SetupError(refused[0][2])
    plan = {"seconds": SECONDS, **plan, "about": tuple(plan.get("about") or ("length",))}
    contest = Contest([rules, *(each for _, each in tried)], first_only=True, all_time=True, **plan)
    for _ in contest.looks():
        changes = tuple(
            Change(name, value, space.usual[name], rival.games, contest.effects(rival))
            for ((name, value), _), rival in zip(tried, contest.rivals, strict=True)
        )
        yield Screening(
            side.label, rules, contest.policy, contest.seed, contest.spent, contest.ended or "going", contest.margin,
            1 - contest.alpha, changes, refused, space.aside,
        )  # fmt: skip


def _loaded(
    side: Side, space: Space, rules: Rules, limit: int | None
) -> tuple[Sequence[tuple[tuple[str, str], Rules]], tuple[tuple[str, str, str], ...]]:
    """Return the changes with their rules, and those that the rules refuse."""
    tried, refused = [], []
    for name, value in space.alone():
        try:
            changed = replace(side, options={**side.options, name: value}).load(rules.seats, limit)
            tried.append(((name, value), changed))
        except SetupError as error:
            refused.append((name, value, str(error)))
    return tried, tuple(refused)
