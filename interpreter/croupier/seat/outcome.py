"""The result of a game: scores, ranking, winners and losers, or that it was stopped unfinished."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from croupier.base.faults import RulesFault
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State

Key: TypeAlias = "tuple[tuple[bool, int], ...]"
"""The key by which seats are ranked: the lower, the better."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game. Seats count from 0.

    `finished`: False if the game reached its limit of decisions; then there is none in `winners`. `losers`: the seats
    that have lost, where the rules name any, or where all win or lose together. `winners`: the best others; empty
    where all have lost. `scores`: by seat, each a tuple of the score and its tie-breakers; None for nothing. `ranks`:
    by seat from 1, equal for equal scores. `best`: whether the highest or the lowest score wins.
    """

    finished: bool
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    scores: tuple[tuple[int | None, ...], ...]
    ranks: tuple[int, ...]
    best: str
    decisions: int

    def to_json(self) -> dict[str, Value]:
        """Return the outcome as a plain object; `scores` are the first scores alone."""
        return {
            "outcome": "finished" if self.finished else "unfinished",
            "winners": list(self.winners),
            "losers": list(self.losers),
            "scores": [score[0] for score in self.scores],
            "ranks": list(self.ranks),
            "decisions": self.decisions,
        }


def outcome(s: State) -> Outcome:
    """Return the outcome of a game that is over."""
    program = s.program
    seats = range(program.seats)
    result = program.rules.result
    try:
        scores = tuple(tuple(score(s, [None, seat]) for score in program.scores) for seat in seats)
    except RulesFault as fault:
        raise fault.at("result.score", program.where("result.score")) from None
    losers: tuple[int, ...] = ()
    if s.finished and program.losers is not None:
        try:
            found = program.losers(s, [None, None])
        except RulesFault as fault:
            raise fault.at("result.losers", program.where("result.losers")) from None
        losers = tuple(sorted({*(found if isinstance(found, list) else [] if found is None else [found])}))
    if s.finished and program.won is not None:
        try:
            losers = () if program.won(s, [None, None]) else tuple(seats)
        except RulesFault as fault:
            raise fault.at("result.won", program.where("result.won")) from None
    return ranked(scores, losers, result.best, s.decisions, finished=s.finished)


def ranked(
    scores: tuple[tuple[int | None, ...], ...], losers: tuple[int, ...], best: str, decisions: int, *, finished: bool
) -> Outcome:
    """Return the outcome for these scores, by seat. The best seats that have not lost win."""
    keys = keys_of(scores, best)
    ranks = tuple([1 + sum([other < key for other in keys]) for key in keys])
    winners = leaders(keys, losers) if finished else ()
    return Outcome(finished, winners, losers, scores, ranks, best, decisions)


def keys_of(scores: Sequence[Sequence[int | None]], best: str) -> list[Key]:
    """Return the key of each seat for these scores, by seat."""
    return [tuple([_key(value, best) for value in row]) for row in scores]


def leaders(keys: Sequence[Key], losers: Collection[int]) -> tuple[int, ...]:
    """Return the seats with the best key of those that have not lost."""
    left = {seat: key for seat, key in enumerate(keys) if seat not in losers}
    best_left = min(left.values(), default=None)
    return tuple([seat for seat, key in left.items() if key == best_left])


def shared(program: Program, outcome: Outcome) -> bool:
    """Return whether several sides share first place. Partners win together."""
    return len({program.team_of(seat) for seat in outcome.winners}) > 1


def ended(program: Program, outcome: Outcome) -> Iterator[str]:
    """Yield the elements of the rules that apply to this end: the kind of result, and the sentence of losers."""
    result = program.rules.result
    if not outcome.finished:
        yield "result.unfinished"
    elif result.won is not None:
        yield "result.win" if outcome.winners else "result.lost"
    else:
        yield "result.shared" if shared(program, outcome) else "result.win" if outcome.winners else "result.lost"
    if result.losers is not None and outcome.losers:
        yield "result.losers"


def _key(value: int | bool | None, best: str) -> tuple[bool, int]:
    """Return a key that sorts the better score first, and a missing score last."""
    if value is None:
        return (True, 0)
    return (False, -int(value) if best == "highest" else int(value))
