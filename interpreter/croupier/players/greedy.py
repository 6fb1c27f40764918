"""The greedy player: looks at what each move does to its own score and cards, and takes the best. It knows no game.

A move is worth, in this order: the seat's own score by the rules; the points that the rules' arrangement of combos
leaves in its cards, or, without one, the cards outside the combos it could lay (fewer is better); how many cards lie
before it for good and for all to see; how few it still has.
Where its own next decision follows at once, the best of that counts instead. Of a move whose effect it cannot know all
of, what comes before the unknown counts; it is taken when nothing known is better. What it was shown it remembers, as
the views do. A position that it meets again and again it answers at random, so that two of its kind do not go round in
circles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from croupier.base.chance import Stream
from croupier.base.moves import Move
from croupier.seat.views import Consequence, Offer

DEPTH = 3
"""How many of its own decisions it looks ahead."""
BREADTH = 60
"""How many moves of one decision it looks at; of more, the first."""
TRIES = 300
"""How many positions it tries for one decision; where there are more, it looks less far ahead, with all moves alike."""
PATIENCE = 2
"""How often it answers the same position, as its seat sees it, in the same way."""
SALT = 0x62EED

Worth = tuple[int, int, int, int]


class Greedy:
    """Equal moves are drawn among, with a stream of its own; unknown ones go before known ones that are no better."""

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self._stream = Stream(seed ^ (SALT + seat << 32), game)
        self._met: Counter[Hashable] = Counter()

    def choose(self, offer: Offer) -> Move:
        if len(offer.moves) == 1:
            return offer.moves[0]
        position = tuple((zone.count, zone.cards, zone.remembered) for zone in offer.view.zones.values())
        self._met[position] += 1
        if self._met[position] > PATIENCE:
            return offer.moves[self._stream.below(len(offer.moves))]
        best = next(found for depth in range(DEPTH, 0, -1) if (found := _best(offer, depth)))
        return offer.moves[best[self._stream.below(len(best))] if len(best) > 1 else best[0]]


def _best(offer: Offer, depth: int) -> list[int]:
    """The best moves, looking so many decisions ahead; none if that takes too long."""
    ahead = _Ahead(TRIES if depth > 1 else BREADTH)
    best: list[int] = []
    top: tuple[Worth, bool] | None = None
    for index in range(min(len(offer.moves), BREADTH)):
        after = ahead.after(offer, index)
        worth = None if after is None else ahead.worth(after, depth)
        if after is None or worth is None:
            return []
        rated = (worth, after.unknown)
        if top is None or rated > top:
            top, best = rated, [index]
        elif rated == top:
            best.append(index)
    return best


class _Ahead:
    """Positions tried one after the other, as long as there is room for more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def after(self, offer: Offer, index: int) -> Consequence | None:
        """What the move would do; None if enough has been tried."""
        self.room -= 1
        return offer.after(index) if self.room >= 0 else None

    def worth(self, after: Consequence, depth: int) -> Worth | None:
        """What comes of it at best; None if enough has been tried."""
        following = after.follow() if depth > 1 and not after.unknown else None
        if following is None or not len(following.moves):
            return _rate(after)
        best: Worth | None = None
        for index in range(min(len(following.moves), BREADTH)):
            then = self.after(following, index)
            worth = None if then is None else self.worth(then, depth - 1)
            if worth is None:
                return None
            best = worth if best is None else max(best, worth)
        return best


def _rate(consequence: Consequence) -> Worth:
    return (consequence.score or 0, -consequence.left, consequence.won, -consequence.held)
