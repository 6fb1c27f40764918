"""DREI by hand. Kinds are numbers: 0 to 9 the values 3 to 12, then DELETE, INVISIBLE, RESTART, JOKER; hands and rows
are so many of each kind, and of the pile it is enough to know the value to beat and how many of each kind lie there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

KINDS, SEVEN, DELETE, INVISIBLE, RESTART, JOKER = 14, 4, 10, 11, 12, 13
NOTHING = -1

Move = tuple[int, int, int, int, int]
"""To play: as what, how many from hand and row, and how many jokers from hand and row. To turn up: `FLIP` and the
place. To pick up: `PICK_UP`. To lay in the row: `ARRANGE`, and so many of each kind from hand and row."""
FLIP, PICK_UP, ARRANGE = -1, -2, -3


def _playable(face: int) -> tuple[int, ...]:
    if face in (NOTHING, RESTART):
        return tuple(range(JOKER))
    if face == SEVEN:
        return (*range(SEVEN + 1), DELETE, INVISIBLE, RESTART)
    return (*range(face, DELETE), DELETE, INVISIBLE, RESTART)


PLAYABLE = {face: _playable(face) for face in range(-1, JOKER)}


def _plays(value: int, hand: int, row: int, jokers: int, row_jokers: int) -> tuple[Move, ...]:
    cards = [1] * hand + [2] * row + [3] * jokers + [4] * row_jokers
    return tuple(
        (value, chosen.count(1), chosen.count(2), chosen.count(3), chosen.count(4))
        for size in range(1, len(cards) + 1)
        for chosen in dict.fromkeys(combinations(cards, size))
    )


PLAYS = [[[_plays(value, n, 0, jokers, 0) for jokers in range(7)] for n in range(9)] for value in range(JOKER)]
"""What may be played of the hand alone, by value, how many of it and how many jokers."""
plays = cache(_plays)
PICKING_UP = (PICK_UP, 0, 0, 0, 0)
FLIPS = [(FLIP, place, 0, 0, 0) for place in range(3)]


def arrangements(hand: tuple[int, ...], row: tuple[int, ...]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """All ways to take three for the row: as what lies in hand and row then."""
    cards = sorted([(kind, 0) for kind in hand] + [(kind, 1) for kind in row])
    found = []
    for kept in dict.fromkeys(combinations(cards, 3)):
        others = cards[:]
        for card in kept:
            others.remove(card)
        found.append((ARRANGE, tuple(kind for kind, _ in others), tuple(kind for kind, _ in kept)))
    return found


def counted(cards: tuple[int, ...]) -> list[int]:
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return counts


class Game:
    __slots__ = (
        "arranging", "blind", "decisions", "face", "first", "hands", "held", "me", "open", "pile", "pile_size",
        "players", "playing", "rows", "rows_held", "standing", "stock", "turned",
    )  # fmt: skip

    def __init__(self, players: int, shuffle: Callable[[list[int]], None], below: Callable[[int], int]) -> None:
        self.players = players
        self.first = below(players)
        stock = [kind for kind in range(JOKER) for _ in range(4)] + [JOKER] * 3
        if players > 4:
            stock = [kind for kind in stock for _ in range(2)]
        shuffle(stock)
        self.blind: list[list[int]] = []
        self.arranging: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for _ in range(players):
            self.blind.append(stock[-1:-4:-1])
            self.arranging.append((tuple(sorted(stock[-7:-10:-1])), tuple(sorted(stock[-4:-7:-1]))))
            del stock[-9:]
        self.stock = stock
        self.hands: list[list[int]] = []
        self.rows: list[list[int]] = []
        self.held = [3] * players
        self.rows_held = [3] * players
        self.open = [False] * players
        self.standing = [players] * players
        self.playing = players
        self.pile = [0] * KINDS
        self.pile_size = 0
        self.face = self.turned = NOTHING
        self.me = 0
        self.decisions = 0

    def legal(self) -> list[tuple]:
        me = self.me
        if len(self.hands) < self.players:
            return arrangements(*self.arranging[me])
        if self.playing < 2:
            return []
        if self.turned >= 0:
            return [(value, 0, 0, 0, 0) for value in PLAYABLE[self.face]]
        moves: list[Move] = []
        if self.open[me] and self.rows_held[me]:
            hand, row = self.hands[me], self.rows[me]
            jokers, row_jokers = hand[JOKER], row[JOKER]
            for value in PLAYABLE[self.face]:
                if hand[value] or row[value] or jokers or row_jokers:
                    moves += plays(value, hand[value], row[value], jokers, row_jokers)
        elif self.held[me]:
            hand = self.hands[me]
            jokers = hand[JOKER]
            if jokers:
                for value in PLAYABLE[self.face]:
                    moves += PLAYS[value][hand[value]][jokers]
            else:
                for value in PLAYABLE[self.face]:
                    if hand[value]:
                        moves += PLAYS[value][hand[value]][0]
        else:
            moves = [FLIPS[place] for place, kind in enumerate(self.blind[me]) if kind >= 0]
        if self.pile_size:
            moves.append(PICKING_UP)
        return moves

    def apply(self, move: tuple) -> None:
        self.decisions += 1
        me = self.me
        what = move[0]
        if what == ARRANGE:
            self.hands.append(counted(move[1]))
            self.rows.append(counted(move[2]))
            self.me = self.first if me + 1 == self.players else me + 1
            return
        again = False
        if what == FLIP:
            place = move[1]
            kind = self.blind[me][place]
            if kind == JOKER:
                self.turned = place
                return
            self.blind[me][place] = NOTHING
            self.pile[kind] += 1
            self.pile_size += 1
            if kind not in PLAYABLE[self.face]:
                self.take_pile(me)
            else:
                again = self.lies(kind)
        elif what == PICK_UP:
            self.take_pile(me)
        else:
            if self.turned >= 0:
                self.blind[me][self.turned] = NOTHING
                self.turned = NOTHING
                self.pile[JOKER] += 1
                self.pile_size += 1
            else:
                _, cards, row_cards, jokers, row_jokers = move
                hand, pile = self.hands[me], self.pile
                hand[what] -= cards
                hand[JOKER] -= jokers
                self.held[me] -= cards + jokers
                if row_cards or row_jokers:
                    row = self.rows[me]
                    row[what] -= row_cards
                    row[JOKER] -= row_jokers
                    self.rows_held[me] -= row_cards + row_jokers
                pile[what] += cards + row_cards
                pile[JOKER] += jokers + row_jokers
                self.pile_size += cards + row_cards + jokers + row_jokers
            again = self.lies(what)
        # what happens by itself
        held = self.held[me]
        stock = self.stock
        if held < 3:
            if stock:
                hand = self.hands[me]
                while held < 3 and stock:
                    hand[stock.pop()] += 1
                    held += 1
                self.held[me] = held
            elif not held:
                self.open[me] = True
                if not self.rows_held[me] and max(self.blind[me]) < 0:
                    self.standing[me] = self.players - self.playing + 1
                    self.playing -= 1
                    self.blind[me] = []
                    again = False
        if not again:
            me += 1
            if me == self.players:
                me = 0
            while not self.blind[me]:
                me = me + 1 if me + 1 < self.players else 0
            self.me = me

    def lies(self, value: int) -> bool:
        """A value lies on the pile; does its player play again?"""
        if value == DELETE:
            self.pile = [0] * KINDS
            self.pile_size = 0
            self.face = NOTHING
            return True
        if value != INVISIBLE:
            self.face = value
        return False

    def take_pile(self, me: int) -> None:
        hand = [a + b for a, b in zip(self.hands[me], self.pile, strict=True)]
        held = self.held[me] + self.pile_size
        if max(hand) > 3:
            hand = [count % 4 for count in hand]
            held = sum(hand)
        self.hands[me] = hand
        self.held[me] = held
        self.pile = [0] * KINDS
        self.pile_size = 0
        self.face = NOTHING

    def scores(self) -> list[int]:
        return self.standing
