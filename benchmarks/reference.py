"""Plays games decision by decision on the reference of whichever croupier Python finds: this one's, or an older one's.

As a program it answers each line `GAME PLAYERS POLICY SECONDS` with the decisions made in so many seconds of the
processor, and these seconds; where it left off it goes on the next time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator


def decisions(name: str, players: int, policy: str) -> Iterator[None]:
    """Games without end; something comes after every decision."""
    from croupier import Game, load
    from croupier.players import POLICIES

    rules = load(name, players)
    number = 0
    while True:
        seats = [POLICIES[policy](1, number, seat) for seat in range(players)]
        game = Game(rules, f"1:{number}")
        while game.to_act:
            seat = game.to_act[0]
            game.play(seat, seats[seat].choose(game.offer(seat)))
            yield
        number += 1


class Reference:
    """Games of one kind that go on from call to call."""

    def __init__(self, name: str, players: int, policy: str) -> None:
        self.going_on = decisions(name, players, policy)

    def __call__(self, seconds: float) -> tuple[int, float]:
        start, made, spent = time.process_time(), 0, 0.0
        while spent < seconds:
            next(self.going_on)
            made += 1
            spent = time.process_time() - start
        return made, spent


def main() -> None:
    known: dict[tuple[str, int, str], Reference] = {}
    for line in sys.stdin:
        name, players, policy, seconds = line.split()
        wanted = name, int(players), policy
        if wanted not in known:
            known[wanted] = Reference(*wanted)
            known[wanted](0.01)  # what is found out on the first decision is no part of play
        print(*known[wanted](float(seconds)), flush=True)


if __name__ == "__main__":
    main()
