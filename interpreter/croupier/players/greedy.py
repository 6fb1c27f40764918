"""The greedy player: it takes the move with the best effect on its own score and cards. It knows no game.

The worth of a move compares, in this order: the seat's own score by the rules; the points that the rules' arrangement
of combos leaves in its cards, or, without one, the cards outside the combos it could meld (fewer is better, and wild
cards that wait for a combo cost nothing); the number of cards it has for good and face up; the turns that the cards it
still holds take (fewer is better); with combos, the number of wild cards and of cards that fit together. Without
combos, a card takes a turn divided by the frequency with which such cards could be played so far in this game, when the
seat had one and had to decide, and by the number of cards that could go with it at once. If its own next decision
follows at once, the best move there counts instead. For a move with an unknown effect, the part before the unknown
counts; it is made if no known move is better. It remembers the cards it was shown, as the views do. In a position that
it meets repeatedly it plays at random, so that two such players do not repeat forever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from croupier.base import limits
from croupier.base.chance import Stream
from croupier.base.moves import Move
from croupier.seat.views import Consequence, Offer

SALT = 0x62EED

Worth = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The reason for a move.

    `worth`: its score, deadwood, cards won, turns that the cards held take, in percent, and their use, each with the
    sign turned so that more is better; `next`: the worth of the best worse move, None if there is none. `held`: the
    number of cards held after the move, and after that one, each with the decisions that follow at once. `unknown`: its
    effect depends on hidden information.
    """

    index: int
    worth: Worth
    next: Worth | None
    held: tuple[int, int]
    unknown: bool

    @property
    def settled_by(self) -> int | None:
        """Return the place in its worth at which it is better than the next best."""
        if self.next is None:
            return None
        return next(at for at, (mine, other) in enumerate(zip(self.worth, self.next, strict=True)) if mine != other)


class Greedy:
    """A player that plays the move with the best predicted result. Ties are broken at random.

    Moves with unknown effects precede known ones that are not better.
    """

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self._stream = Stream(seed ^ (SALT + seat << 32), game)
        self._met: Counter[Hashable] = Counter()
        self._held: Counter[int] = Counter()
        self._went: Counter[int] = Counter()
        self._most: dict[int, int] = {}

    def choose(self, offer: Offer) -> Move:
        if len(offer.moves) == 1:
            return offer.moves[0]
        held, goes = offer.going
        self._held.update(held)
        self._went.update(goes.keys())
        self._most.update(goes)
        position = tuple((zone.count, zone.cards, zone.remembered, zone.numbers) for zone in offer.view.zones.values())
        self._met[position] += 1
        if self._met[position] > limits.PATIENCE:
            return offer.moves[self._stream.below(len(offer.moves))]
        rated = self._rated(offer)
        best = [index for index, each in enumerate(rated) if each == max(rated)]
        return offer.moves[best[self._stream.below(len(best))] if len(best) > 1 else best[0]]

    def weighed(self, offer: Offer) -> Weighed:
        """Return the first of the moves that it would take as if it had not been here before, and why."""
        tried = _tried(offer)
        ends = [self._end(each) for each in tried]
        rated = [(worth, each.after.unknown) for each, (worth, _) in zip(tried, ends, strict=True)]
        worth, unknown = max(rated)
        index = rated.index((worth, unknown))
        other = max((each for each, _ in rated if each != worth), default=None)
        second = index if other is None else [each for each, _ in rated].index(other)
        return Weighed(index, worth, other, (ends[index][1], ends[second][1]), unknown)

    def _rated(self, offer: Offer) -> list[tuple[Worth, bool]]:
        """Return the worth of each move, looking equally far ahead for all, and whether its effect is unknown."""
        return [(self._end(tried)[0], tried.after.unknown) for tried in _tried(offer)]

    def _end(self, tried: _Tried) -> tuple[Worth, int]:
        """Return the worth of a move at best, and the number of cards held then."""
        if tried.later:
            return max([self._end(each) for each in tried.later])
        after = tried.after
        turns = limits.UNTRIED * (after.held - len(after.kinds)) + sum([self._turns(kind) for kind in after.kinds])
        return (after.score or 0, -after.spare, after.won, -turns, after.use), after.held

    def _turns(self, kind: int) -> int:
        """Return how many turns a card of this kind takes, in percent."""
        turns = limits.UNTRIED * (self._held[kind] + 2) // (2 * self._went[kind] + 2)
        return turns // self._most.get(kind, 1)


def _tried(offer: Offer) -> list[_Tried]:
    """Return the moves, each tried as far ahead as the budget allows for all of them alike."""
    first = [_Tried(offer, index) for index in range(min(len(offer.moves), limits.BREADTH))]
    level, room = first, limits.TRIES - len(first)
    for _ in range(1, limits.DEPTH):
        offers: list[Offer | None] = []
        for tried in level:
            offers.append(tried.follow())
            room -= _looked_at(offers[-1])
            if room < 0:
                return first
        found = zip(level, offers, strict=True)
        level = [
            tried.add(then, index) for tried, then in found if then is not None for index in range(_looked_at(then))
        ]
    return first


def _looked_at(offer: Offer | None) -> int:
    """Return the number of its moves that are tried."""
    return 0 if offer is None else min(len(offer.moves), limits.BREADTH)


class _Tried:
    """A move that was tried, and those that were tried after it."""

    __slots__ = ("after", "later")

    def __init__(self, offer: Offer, index: int) -> None:
        self.after: Consequence = offer.after(index)
        self.later: list[_Tried] = []

    def follow(self) -> Offer | None:
        """Return the decision that comes at once, if nothing unknown comes before it."""
        return None if self.after.unknown else self.after.follow(limits.BREADTH)

    def add(self, offer: Offer, index: int) -> _Tried:
        """Try a move of that decision."""
        self.later.append(_Tried(offer, index))
        return self.later[-1]
