"""Three Thirteen for two by hand. Cards are numbers, rank by rank; what a hand leaves over is worked out with its suits
as thirteen bits each: of every suit alone it is remembered what runs are worth, and sets are tried."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from functools import cache

CARDS, ROUNDS, TURNS = 52, 11, 200
POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
TOTAL = [sum(POINTS[rank] for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)]

DRAW_STOCK, DRAW_DISCARD, GO_OUT, THROW = 200, 201, 100, 0
"""Moves; to the last two the card that is thrown is added."""


@cache
def runs(mask: int, wilds: int) -> int:
    """The most points of one suit that runs take, with so many wild cards."""
    if mask < 7 and not wilds:
        return 0
    low = mask & -mask
    if not low:
        return 0
    rank = low.bit_length() - 1
    best = runs(mask ^ low, wilds)
    # runs of which this is the lowest natural card, each up to another; wild cards fill the gaps, and what is too short
    taken, gaps = 0, 0
    for size, at in enumerate(range(rank, 13), 1):
        bit = 1 << at
        if mask & bit:
            taken |= bit
        else:
            gaps += 1
            if gaps > wilds:
                break
        if mask & bit:
            needed = gaps + max(0, 3 - size)
            if needed <= wilds:
                found = TOTAL[taken] + runs(mask & ~taken, wilds - needed)
                if found > best:
                    best = found
    return best


def most(suits: list[int], wilds: int, ranks: list[int]) -> int:
    """The most points of natural cards that melds take; sets are of these ranks."""
    if not ranks:
        if not wilds:
            return runs(suits[0], 0) + runs(suits[1], 0) + runs(suits[2], 0) + runs(suits[3], 0)
        found = [0] * (wilds + 1)
        for suit in suits:
            if suit:
                alone = [runs(suit, w) for w in range(wilds + 1)]
                found = [max([found[w - v] + alone[v] for v in range(w + 1)]) for w in range(wilds + 1)]
        return found[wilds]
    rank, rest = ranks[0], ranks[1:]
    best = most(suits, wilds, rest)
    bit = 1 << rank
    holding = [suit for suit in range(4) if suits[suit] & bit]
    for chosen in SUBSETS[len(holding)]:
        needed = max(0, 3 - len(chosen))
        if needed <= wilds:
            fewer = suits[:]
            for i in chosen:
                fewer[holding[i]] ^= bit
            worth = POINTS[rank] * len(chosen)
            found = worth + most(fewer, wilds - needed, rest)
            if found > best:
                best = found
    return best


SUBSETS = [
    [chosen for chosen in ([i for i in range(n) if bits >> i & 1] for bits in range(1 << n)) if len(chosen) >= 2]
    for n in range(5)
]


def left_over(cards: list[int], wild: int) -> int:
    """The points that are left over of a hand; the rank `wild` stands in for all."""
    suits = [0, 0, 0, 0]
    wilds = 0
    counts = [0] * 13
    for card in cards:
        rank = card >> 2
        if rank == wild:
            wilds += 1
        else:
            suits[card & 3] |= 1 << rank
            counts[rank] += 1
    total = TOTAL[suits[0]] + TOTAL[suits[1]] + TOTAL[suits[2]] + TOTAL[suits[3]]
    if wilds > 2 or (wilds == 2 and total):
        # two of them make a meld of any card, and more a meld of their own: all are laid
        return total - most(suits, wilds, [rank for rank in range(13) if counts[rank] > 1])
    if not wilds:
        return total - most(suits, 0, [rank for rank in range(13) if counts[rank] > 2])
    melded = most(suits, 1, [rank for rank in range(13) if counts[rank] > 1])
    return total - melded if melded else total + wilds * POINTS[wild]


def going_out(hand: list[int], wild: int) -> list[int]:
    """The cards without which nothing of a hand is left over."""
    suits = [0, 0, 0, 0]
    wilds = 0
    for card in hand:
        rank = card >> 2
        if rank == wild:
            wilds += 1
        else:
            suits[card & 3] |= 1 << rank
    clubs, diamonds, hearts, spades = suits
    # Natural cards without a companion, and without a neighbour that wild cards reach, take two of them each.
    red, black = diamonds | hearts, clubs | spades
    near = [REACHED[wilds][suit] for suit in suits]
    alone = (
        (clubs & ~(near[0] | red | spades)).bit_count()
        + (diamonds & ~(near[1] | black | hearts)).bit_count()
        + (hearts & ~(near[2] | black | diamonds)).bit_count()
        + (spades & ~(near[3] | red | clubs)).bit_count()
    )
    if 2 * alone > wilds + 2 or not fits(clubs, diamonds, hearts, spades, wilds, True):
        return []
    found = []
    for card in hand:
        rank, suit = card >> 2, card & 3
        if rank == wild:
            if fits(clubs, diamonds, hearts, spades, wilds - 1, False):
                found.append(card)
        else:
            fewer = suits[:]
            fewer[suit] ^= 1 << rank
            if fits(*fewer, wilds, False):
                found.append(card)
    return found


def _reached(wilds: int) -> list[int]:
    """By the cards of a suit, the ranks that are so near to one of them that a run may hold both."""
    found = []
    for mask in range(1 << 13):
        near = 0
        for distance in range(1, wilds + 2):
            near |= mask << distance | mask >> distance
        found.append(near)
    return found


REACHED = [_reached(wilds) for wilds in range(5)]


def fits(clubs: int, diamonds: int, hearts: int, spades: int, wilds: int, spare: bool) -> bool:
    """Do melds take all these natural cards, or all but one if there is one to `spare`?"""
    ranks = clubs | diamonds | hearts | spades
    if not ranks:
        return True
    suits = [clubs, diamonds, hearts, spades]
    bit = ranks & -ranks
    for suit in range(4):
        if suits[suit] & bit:
            break
    suits[suit] ^= bit
    if spare and fits(*suits, wilds, False):
        return True
    # a set of this rank
    others = [other for other in range(suit + 1, 4) if suits[other] & bit]
    for chosen in CHOICES[len(others)]:
        needed = 2 - len(chosen)
        if needed <= wilds:
            fewer = suits[:]
            for i in chosen:
                fewer[others[i]] ^= bit
            if fits(*fewer, wilds - needed if needed > 0 else wilds, spare):
                return True
    # a run from this card upwards, in which wild cards stand in where there is none, or where that one goes elsewhere
    mine = suits[suit]
    todo = [(bit << 1, mine, wilds, 1)]
    while todo:
        at, left, spare_wilds, size = todo.pop()
        if size > 2 or 3 - size <= spare_wilds:
            suits[suit] = left
            if fits(*suits, spare_wilds if size > 2 else spare_wilds - 3 + size, spare):
                return True
        if left < at:
            continue
        if left & at:
            todo.append((at << 1, left ^ at, spare_wilds, size + 1))
        if spare_wilds:
            todo.append((at << 1, left, spare_wilds - 1, size + 1))
    return False


CHOICES = [[[i for i in range(n) if bits >> i & 1] for bits in range(1 << n)] for n in range(4)]


class Game:
    __slots__ = (
        "dealer", "decisions", "discard", "drawn", "hands", "left", "me", "out", "round", "shuffle", "stock", "total",
        "wild",
    )  # fmt: skip

    def __init__(self, players: int, shuffle: Callable[[list[int]], None], below: Callable[[int], int]) -> None:
        assert players == 2
        self.shuffle = shuffle
        self.dealer = below(2)
        self.total = [0, 0]
        self.round = 0
        self.decisions = 0
        self.deal()

    def deal(self) -> None:
        self.round += 1
        stock = list(range(CARDS))
        self.shuffle(stock)
        size = self.round + 2
        self.wild = self.round + 1
        self.hands = []
        for _ in range(2):
            self.hands.append(sorted(stock[-size:]))
            del stock[-size:]
        self.discard = [stock.pop()]
        self.stock = stock
        self.left = TURNS
        self.out = -1
        self.me = 1 - self.dealer
        self.drawn = False

    def legal(self) -> list[int]:
        if self.drawn:
            hand = self.hands[self.me]
            if self.out < 0:
                out = going_out(hand, self.wild)
                if out:
                    return [GO_OUT + card for card in out] + hand
            return hand
        if self.round > ROUNDS:
            return []
        if self.stock or len(self.discard) > 1:
            return [DRAW_STOCK, DRAW_DISCARD]
        return [DRAW_DISCARD]

    def apply(self, move: int) -> None:
        self.decisions += 1
        me = self.me
        hand = self.hands[me]
        if move >= DRAW_STOCK:
            if move == DRAW_DISCARD:
                insort(hand, self.discard.pop())
            else:
                if not self.stock:
                    self.stock = self.discard
                    self.discard = [self.stock.pop()]
                    self.shuffle(self.stock)
                insort(hand, self.stock.pop())
            self.drawn = True
            return
        self.drawn = False
        self.left -= 1
        if move >= GO_OUT:
            hand.remove(move - GO_OUT)
            self.discard.append(move - GO_OUT)
            self.out = me
            self.left += 2
        else:
            hand.remove(move)
            self.discard.append(move)
        self.me = 1 - me
        if self.out == self.me or not self.left:
            for who in range(2):
                if who != self.out:
                    self.total[who] += left_over(self.hands[who], self.wild)
            self.dealer = 1 - self.dealer
            if self.round < ROUNDS:
                self.deal()
            else:
                self.round += 1

    def scores(self) -> list[int]:
        return self.total
