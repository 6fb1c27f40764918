"""The protocol of a player, and the random player: every legal move is equally likely."""

from __future__ import annotations

from typing import Protocol

from croupier.base.chance import Stream
from croupier.base.moves import Move
from croupier.seat.views import Offer

SALT = 0x5EA7
"""The salt that separates a player's chance from the chance of the game and of other seats.

Its stream has the seed `S xor (SALT + seat) << 32`.
"""


class Player(Protocol):
    """Decides for one seat. It is shown an offer (what the seat may see, and its legal moves), never a state."""

    def choose(self, offer: Offer) -> Move:
        """Return one of `offer.moves`."""


class Uniform:
    """A player that picks a legal move at random, with a stream of chance of its own.

    Move `below(number of moves)`.
    """

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self._stream = Stream(seed ^ (SALT + seat << 32), game)

    def choose(self, offer: Offer) -> Move:
        return offer.moves[self._stream.below(len(offer.moves))]
