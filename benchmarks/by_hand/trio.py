"""TRIO by hand, everybody alone, in its simple form. A hand is a sorted list of which what lies face up is cut off at
both ends: its lowest and highest cards are always next."""

from __future__ import annotations

from collections.abc import Callable

SEVEN = 6
HAND_SIZE = {3: 9, 4: 7, 5: 6, 6: 5}
LOWEST, HIGHEST = 100, 200
"""Moves: the place in the middle; with these added, the player whose lowest or highest card is revealed."""


def _ends(players: int) -> list[list[int]]:
    """The moves on hands, by who has a card left and, above that, who has several."""
    one = [[LOWEST + p for p in range(players) if has >> p & 1] for has in range(1 << players)]
    several = [[HIGHEST + p for p in range(players) if has >> p & 1] for has in range(1 << players)]
    return [low + high for high in several for low in one]


ENDS = {players: _ends(players) for players in HAND_SIZE}


class Game:
    __slots__ = (
        "centre", "decisions", "down", "ends", "first", "hands", "has", "high", "low", "me", "open", "over", "players",
        "shown", "won",
    )  # fmt: skip

    def __init__(self, players: int, shuffle: Callable[[list[int]], None], below: Callable[[int], int]) -> None:
        self.players = players
        self.me = below(players)
        stock = [value for value in range(12) for _ in range(3)]
        shuffle(stock)
        size = HAND_SIZE[players]
        self.hands = []
        for _ in range(players):
            self.hands.append(sorted(stock[-size:]))
            del stock[-size:]
        self.centre = stock
        self.down = list(range(len(stock)))
        self.low = [0] * players
        self.high = [size] * players
        self.has = (1 << 2 * players) - 1
        self.ends = ENDS[players]
        self.shown = 0
        self.open = -1
        self.won = [0] * players
        self.over = False
        self.decisions = 0

    def legal(self) -> list[int]:
        if self.over:
            return []
        return self.down + self.ends[self.has]

    def apply(self, move: int) -> None:
        self.decisions += 1
        if move < LOWEST:
            value = self.centre[move]
            self.down.remove(move)
        else:
            if move < HIGHEST:
                who = move - LOWEST
                value = self.hands[who][self.low[who]]
                self.low[who] += 1
            else:
                who = move - HIGHEST
                self.high[who] -= 1
                value = self.hands[who][self.high[who]]
            left = self.high[who] - self.low[who]
            if left < 2:
                self.has &= ~(1 << self.players + who)
                if not left:
                    self.has &= ~(1 << who)
        if not self.shown:
            self.open = value
            self.shown = 1
            return
        self.shown += 1
        players = self.players
        if value != self.open:  # all are turned down again
            has = 0
            for who, hand in enumerate(self.hands):
                self.low[who] = 0
                self.high[who] = size = len(hand)
                if size:
                    has |= 1 << who
                    if size > 1:
                        has |= 1 << players + who
            self.has = has
            self.down = [place for place, card in enumerate(self.centre) if card >= 0]
        elif self.shown == 3:
            self.won[self.me] += 1
            if value == SEVEN or self.won[self.me] == 3:
                self.over = True
            for who, hand in enumerate(self.hands):
                if self.high[who] - self.low[who] < len(hand):
                    self.hands[who] = hand = hand[self.low[who] : self.high[who]]
                    self.low[who] = 0
                    self.high[who] = len(hand)
            for place, card in enumerate(self.centre):
                if card == value:
                    self.centre[place] = -1
        else:
            return
        self.shown = 0
        self.me = self.me + 1 if self.me + 1 < players else 0

    def scores(self) -> list[int]:
        winner = (self.me - 1) % self.players
        return [int(self.over and who == winner) for who in range(self.players)]
