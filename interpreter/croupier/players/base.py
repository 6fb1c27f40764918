"""The protocol of a player."""

from __future__ import annotations

from typing import Protocol

from croupier.base.moves import Move
from croupier.seat.views import Offer


class Player(Protocol):
    """Decides for one seat. It is shown an offer (what the seat may see, and its legal moves), never a state."""

    def choose(self, offer: Offer) -> Move:
        """Return one of `offer.moves`."""
