"""Search among the moves of one seat, by rollouts from determinizations.

All moves are tried in the same determinizations with the same chance, equally often; then the better half continues,
until the work is done, together with the move that a player would make: another has to be better beyond doubt. Each
move has one tree, shared by all determinizations: the deciding player takes the move with the best results so far,
among those legal in the current determinization, with a preference for a player's usual move that fades with knowledge
(as in PUCT: C. D. Rosin, Multi-armed bandits with episode context, 2011). Beyond the tree, players make rollouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from croupier.base.chance import Stream, word

if TYPE_CHECKING:
    from collections.abc import Hashable

    from croupier.seat.outcome import Outcome
    from croupier.table.game import Game
    from croupier.thinking.worth import Worth

CURIOUS = 0.5
"""The weight of exploration, for moves that have been tried less often."""
TRUST = 0.7
"""The prior of the move that a player would make; the others share the rest equally."""
WIDE = 64
"""The number of moves above which the tree ends."""
SURE = 1.0
"""The number of standard errors by which a move has to be better than the one that a player would make."""
DEEP = 24
"""The maximum depth of the tree, in decisions."""


Position = TypeVar("Position")


class Board(Protocol[Position]):
    """The protocol of boards for the search: `croupier.fast.Board` describes it."""

    hasty: bool

    @property
    def tried(self) -> int: ...
    def stand(self, game: Game, moves: int, /) -> Position: ...
    @property
    def seat(self) -> int: ...
    @property
    def at_once(self) -> bool: ...
    def begin(self, stand: Position, index: int, /) -> int: ...
    def apply(self, index: int, /) -> int: ...
    def choose(self, count: int, /) -> int: ...
    def trusted(self, stand: Position, count: int, /) -> int: ...
    def sight(self, seat: int, /) -> int: ...
    def keys(self, count: int, /) -> Sequence[Hashable]: ...
    def rollout(self, count: int, seed: int, /) -> Outcome | None: ...


Edges: TypeAlias = "dict[tuple[int, int, Hashable], Edge]"
"""The edges at a node of the tree, by the searching seat's view, the deciding player, and the move."""


class Edge:
    """A move in the tree: how often it was made, what came of it for who made it, and what has come after."""

    __slots__ = ("after", "made", "total")

    def __init__(self) -> None:
        self.made = 0
        self.total = 0.0
        self.after: Edges = {}


class Candidate:
    """A move of the seat that searches: `tried` so often, `total` of what it was worth, and of its `squares`; `shares`
    of the win, the sum of the seat's `scores`, and how many games were `finished`. `trusted`: it is the one that a
    player would make, which is tried to the end."""

    def __init__(self, index: int, *, trusted: bool) -> None:
        self.index = index
        self.trusted = trusted
        self.tried = 0
        self.total = 0.0
        self.squares = 0.0
        self.shares = 0.0
        self.scores = 0
        self.finished = 0
        self.after: Edges = {}

    @property
    def mean(self) -> float:
        return self.total / self.tried if self.tried else 0.0

    def better_than(self, other: Candidate) -> bool:
        """Return whether it is worth more, beyond what chance explains."""
        if not (self.tried and other.tried):
            return bool(self.tried)
        doubt = sum((each.squares / each.tried - each.mean**2) / each.tried for each in (self, other))
        return self.mean - other.mean > SURE * sqrt(max(doubt, 0.0))


class Tree(Generic[Position]):
    """The search of one seat in one position. `world`: returns the determinization of a number."""

    def __init__(
        self, board: Board[Position], seat: int, worth: Worth, world: Callable[[int], Position], key: int
    ) -> None:
        self.board = board
        self.seat = seat
        self.worth = worth
        self.world = world
        self.key = key
        self.chance = Stream(key)
        self.done = 0

    def search(self, moves: Sequence[int], first: int, share: Callable[[int], float]) -> list[Candidate]:
        """Return the moves, the best first; each is tried at least once.

        `first`: the move that a player would make; `share`: the spent part of the work after a number of rollouts, from
        0 to 1.
        """
        found = left = [Candidate(index, trusted=index == first) for index in moves]
        rounds = (len(left) - 1).bit_length()
        sweep = 0
        for done in range(1, rounds + 1):
            while (not sweep or share(self.done) < done / rounds) and len(left) > 1:
                stand = self.world(sweep)
                for candidate in left:
                    if sweep and share(self.done) >= 1:
                        break
                    self._try(candidate, stand, sweep)
                sweep += 1
            left = sorted(left, key=lambda each: (each.trusted, each.mean), reverse=True)[
                : max(2, (len(left) + 1) // 2)
            ]
        trusted, *others = left
        better = sorted((each for each in others if each.better_than(trusted)), key=lambda each: -each.mean)
        best = [better[0], *left] if better else left
        rest = [each for each in found if each is not best[0]]
        return [best[0], *sorted(rest, key=lambda each: (each in left, each.mean), reverse=True)]

    def _try(self, candidate: Candidate, stand: Position, sweep: int) -> None:
        """Make one rollout of a candidate."""
        self.done += 1
        count = self.board.begin(stand, candidate.index)
        path, count = self._down(candidate.after, count)
        outcome = None if count < 0 else self.board.rollout(count, word(self.key, sweep))
        if outcome is None:
            return
        worth = self.worth.of(outcome)
        candidate.tried += 1
        candidate.total += worth[self.seat]
        candidate.squares += worth[self.seat] ** 2
        shares = self.worth.shares(outcome)
        if shares is not None:
            candidate.finished += 1
            candidate.shares += shares[self.seat]
        candidate.scores += outcome.scores[self.seat][0] or 0
        for seat, edge in path:
            edge.made += 1
            edge.total += worth[seat]

    def _down(self, after: Edges, count: int) -> tuple[list[tuple[int, Edge]], int]:
        """Descend the tree to a move that is new there: return the moves on the way, each with its player, and the
        number of moves after them."""
        board, path = self.board, list[tuple[int, Edge]]()
        while 0 < count <= WIDE and len(path) < DEEP:
            if count == 1:
                count = board.apply(0)
                continue
            if board.at_once:  # unannounced choices have no answers
                index = board.choose(count)
                count = board.apply(index if index >= 0 else self.chance.below(count))
                continue
            sight, seat = board.sight(self.seat), board.seat
            keys = [(sight, seat, key) for key in board.keys(count)]
            edges = [after.get(key) for key in keys]
            index = self._promising(edges, board.choose(count))
            edge = edges[index]
            if new := edge is None:
                edge = after[keys[index]] = Edge()
            path.append((seat, edge))
            count = board.apply(index)
            if new:
                break
            after = edge.after
        return path, count

    def _promising(self, edges: Sequence[Edge | None], usual: int) -> int:
        """Return the move to try: the one with the highest mean plus a bonus, larger for less tried moves and for the
        one that a player would make (`usual`).

        An untried move starts at the mean of its node.
        """
        known = [edge for edge in edges if edge is not None and edge.made]
        made = sum([edge.made for edge in known])
        mean = sum([edge.total for edge in known]) / made if made else 0.5
        curious = CURIOUS * sqrt(made + 1)
        others = len(edges) - (usual >= 0)
        trust, doubt = curious * TRUST, curious * (1 - TRUST if usual >= 0 else 1.0) / max(others, 1)

        def promise(index: int) -> float:
            edge, hope = edges[index], trust if index == usual else doubt
            return mean + hope if edge is None or not edge.made else edge.total / edge.made + hope / (1 + edge.made)

        start = self.chance.below(len(edges))  # ties are broken at random
        turn: list[int] = [*range(start, len(edges)), *range(start)]
        return max(turn, key=promise)
