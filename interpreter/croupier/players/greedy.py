"""The greedy player: looks at what each move does to its own score and cards, and takes the best. It knows no game.

A move is worth, in this order: the seat's own score by the rules; the points that the rules' arrangement of combos
leaves in its cards, or, without one, the cards outside the combos it could lay (fewer is better, and wild cards that
wait for a combo cost nothing); how many cards lie before it for good and for all to see; how few it still has; of what
use these are. That is, where there are combos: how many are wild, and how many go together with one another; else: how
often such cards could be played so far in this game, whenever the seat had one and had to decide.
Where its own next decision follows at once, the best of that counts instead. Of a move whose effect it cannot know all
of, what comes before the unknown counts; it is taken when nothing known is better. What it was shown it remembers, as
the views do. A position that it meets again and again it answers at random, so that two of its kind do not go round in
circles.
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
    """Why a move is taken. `worth`: its score, what it leaves over, the cards won, those held, and of what use these
    are, each turned so that more is better; `next`: that of the best move that is worse, None if there is none.
    `unknown`: what comes of it depends on what the seat does not know."""

    index: int
    worth: Worth
    next: Worth | None
    unknown: bool

    @property
    def settled_by(self) -> int | None:
        """The place in its worth at which it is better than the next best."""
        if self.next is None:
            return None
        return next(at for at, (mine, other) in enumerate(zip(self.worth, self.next, strict=True)) if mine != other)


class Greedy:
    """Equal moves are drawn among, with a stream of its own; unknown ones go before known ones that are no better."""

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self._stream = Stream(seed ^ (SALT + seat << 32), game)
        self._met: Counter[Hashable] = Counter()
        self._held: Counter[int] = Counter()
        self._went: Counter[int] = Counter()

    def choose(self, offer: Offer) -> Move:
        if len(offer.moves) == 1:
            return offer.moves[0]
        held, goes = offer.going
        self._held.update(held)
        self._went.update(goes)
        position = tuple((zone.count, zone.cards, zone.remembered, zone.numbers) for zone in offer.view.zones.values())
        self._met[position] += 1
        if self._met[position] > limits.PATIENCE:
            return offer.moves[self._stream.below(len(offer.moves))]
        rated = self._rated(offer)
        best = [index for index, each in enumerate(rated) if each == max(rated)]
        return offer.moves[best[self._stream.below(len(best))] if len(best) > 1 else best[0]]

    def weighed(self, offer: Offer) -> Weighed:
        """The first of the moves that it would take as if it had not been here before, and why."""
        rated = self._rated(offer)
        worth, unknown = max(rated)
        other = max((each for each, _ in rated if each != worth), default=None)
        return Weighed(rated.index((worth, unknown)), worth, other, unknown)

    def _rated(self, offer: Offer) -> list[tuple[Worth, bool]]:
        """What comes of each move, looking as far ahead as there is room for all of them alike; is that unknown?"""
        return [(self._worth(tried), tried.after.unknown) for tried in _tried(offer)]

    def _worth(self, tried: _Tried) -> Worth:
        """What comes of a move at best."""
        if tried.later:
            return max(self._worth(each) for each in tried.later)
        after = tried.after
        use = after.use + sum([self._goes(kind) for kind in after.kinds])
        return (after.score or 0, -after.spare, after.won, -after.held, use)

    def _goes(self, kind: int) -> int:
        """How often a card of this kind could be played, of a hundred times that it could not or could."""
        return 100 * (self._went[kind] + 1) // (self._held[kind] + 2)


def _tried(offer: Offer) -> list[_Tried]:
    """Its moves, tried as far ahead as there is room for all of them alike."""
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
    """How many of its moves are tried."""
    return 0 if offer is None else min(len(offer.moves), limits.BREADTH)


class _Tried:
    """A move that was tried, and those that were tried after it."""

    __slots__ = ("after", "later")

    def __init__(self, offer: Offer, index: int) -> None:
        self.after: Consequence = offer.after(index)
        self.later: list[_Tried] = []

    def follow(self) -> Offer | None:
        """The decision that comes at once, if nothing unknown comes before it."""
        return None if self.after.unknown else self.after.follow(limits.BREADTH)

    def add(self, offer: Offer, index: int) -> _Tried:
        """Try a move of that decision."""
        self.later.append(_Tried(offer, index))
        return self.later[-1]
