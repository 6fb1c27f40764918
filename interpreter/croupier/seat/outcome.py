"""How a game ended: scores, ranking, winners and losers, or that it was stopped unfinished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.model.state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. Seats count from 0.

    `finished`: False if the game reached its limit of decisions; then nobody has won. `losers`: the seats that have
    lost, where the rules name any. `winners`: the best of all others; nobody where all have lost. `scores`: by seat,
    each a tuple of the score and what breaks ties; None for nothing.
    `ranks`: by seat from 1, equal for equal scores. `best`: whether the highest or the lowest score wins.
    """

    finished: bool
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    scores: tuple[tuple[int | None, ...], ...]
    ranks: tuple[int, ...]
    best: str
    decisions: int

    def to_json(self) -> dict[str, Value]:
        """The outcome as one plain object; `scores` are the first scores alone."""
        return {
            "outcome": "finished" if self.finished else "unfinished",
            "winners": list(self.winners),
            "losers": list(self.losers),
            "scores": [score[0] for score in self.scores],
            "ranks": list(self.ranks),
            "decisions": self.decisions,
        }


def outcome(s: State) -> Outcome:
    """The outcome of a game that is over."""
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
    return ranked(scores, losers, result.best, s.decisions, finished=s.finished)


def ranked(
    scores: tuple[tuple[int | None, ...], ...], losers: tuple[int, ...], best: str, decisions: int, *, finished: bool
) -> Outcome:
    """The outcome with these scores, by seat. Of those who have not lost the best win."""
    keys = [tuple([_key(value, best) for value in row]) for row in scores]
    ranks = tuple([1 + sum([other < key for other in keys]) for key in keys])
    left = {seat: key for seat, key in enumerate(keys) if finished and seat not in losers}
    best_left = min(left.values(), default=None)
    winners = tuple([seat for seat, key in left.items() if key == best_left])
    return Outcome(finished, winners, losers, scores, ranks, best, decisions)


def _key(value: int | bool | None, best: str) -> tuple[bool, int]:
    """Sorts the better score first; no score at all comes last."""
    if value is None:
        return (True, 0)
    return (False, -int(value) if best == "highest" else int(value))
