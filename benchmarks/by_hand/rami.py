"""Rami by hand. Kinds are numbers, rank by rank, the joker last; a hand is so many of each, the kinds it has in order,
and of each suit the ranks as bits. Melds of a suit's ranks, and of a rank's suits, are listed once and remembered."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from functools import cache

JOKER = 52
LIMIT, OPEN_MIN, TURNS = 500, 51, 100
POINTS = [(11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)[kind >> 2] for kind in range(JOKER)] + [20]
MOST = [*POINTS[:JOKER], 11]
"""What a card may be worth when it is laid."""
AT_PLACE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
"""What a card in a run is worth by its place; the ace has two."""

Meld = tuple[int, int, int, int]
"""A run: its suit, its first and last place, and the place of the joker, or 0. A set: -1 less its rank, its suits as
bits, and whether there is a joker."""
DRAW_STOCK, DRAW_DISCARD = 100, 101
OPEN, LAY, ADD, SWAP = range(4)
"""Moves: a kind to throw, how to draw, or a tuple that begins so. Melds; a meld; a kind, a meld's place on the table
and an end of it; a meld's place on the table and a kind."""


@cache
def runs(suit: int, ranks: int, joker: bool) -> list[tuple[int, Meld]]:
    places = ranks << 1 | (ranks & 1) << 14
    found: list[tuple[int, Meld]] = []

    def grow(first: int, at: int, used: int) -> None:
        if at - first > 2:
            found.append((LAY, (suit, first, at - 1, used)))
        if at > 14:
            return
        if places >> at & 1:
            grow(first, at + 1, used)
        if joker and not used:
            grow(first, at + 1, at)

    for first in range(1, 13):
        grow(first, first, 0)
    return found


@cache
def sets(rank: int, suits: int, joker: bool) -> list[tuple[int, Meld]]:
    found: list[tuple[int, Meld]] = []

    def grow(suit: int, chosen: int, size: int, used: int) -> None:
        if size > 2:
            found.append((LAY, (-1 - rank, chosen, used, 0)))
        if size == 4 or used:
            return
        for other in range(suit, 4):
            if suits >> other & 1:
                grow(other + 1, chosen | 1 << other, size + 1, 0)
        if joker:
            grow(4, chosen, size + 1, 1)

    grow(0, 0, 0, 0)
    return found


@cache
def cards_of(meld: Meld) -> tuple[int, ...]:
    what, first, last, joker = meld
    if what < 0:
        return (*(4 * (-1 - what) + suit for suit in range(4) if first >> suit & 1), *([JOKER] if last else []))
    return tuple(JOKER if at == joker else 4 * ((at - 1) % 13) + what for at in range(first, last + 1))


@cache
def worth(meld: Meld) -> int:
    what, first, last, _ = meld
    if what < 0:
        return len(cards_of(meld)) * POINTS[4 * (-1 - what)]
    return sum(AT_PLACE[first : last + 1])


@cache
def told(meld: Meld) -> tuple[int, int, int, bool]:
    """Its cards as a number with four bits a kind, what it is worth, what it may be worth, and whether it is pure."""
    what, _, _, joker = meld
    cards = cards_of(meld)
    code = sum(1 << 4 * kind for kind in cards)
    return code, worth(meld), sum(MOST[kind] for kind in cards), what >= 0 and not joker


ENOUGH = sum(8 << 4 * kind for kind in range(53))
"""Of a number with four bits a kind and this added: there is no kind of which there are too few."""


@cache
def spots(meld: Meld) -> tuple[tuple[int, int], ...]:
    """The kinds that may be added, each with the end where."""
    what, first, last, joker = meld
    if what < 0:
        if first.bit_count() + last == 4:
            return ()
        found = [(4 * (-1 - what) + suit, 0) for suit in range(4) if not first >> suit & 1]
        return tuple(found if last else [*found, (JOKER, 0)])
    ends = []
    if first > 1:
        ends.append((4 * (first - 2) + what, 0))
    if last < 14:
        ends.append((4 * (last % 13) + what, 1))
    return tuple(ends if joker else [*ends, *((JOKER, end) for _, end in ends)])


@cache
def stands_for(meld: Meld) -> tuple[int, ...]:
    """The kinds that may take the place of its joker."""
    what, first, last, joker = meld
    if what < 0:
        return tuple(4 * (-1 - what) + suit for suit in range(4) if not first >> suit & 1) if last else ()
    return (4 * ((joker - 1) % 13) + what,) if joker else ()


@cache
def added(meld: Meld, kind: int, end: int) -> Meld:
    what, first, last, joker = meld
    if what < 0:
        return (what, first, 1, 0) if kind == JOKER else (what, first | 1 << (kind & 3), last, 0)
    if end:
        return (what, first, last + 1, last + 1 if kind == JOKER else joker)
    return (what, first - 1, last, first - 1 if kind == JOKER else joker)


def without_joker(meld: Meld, kind: int) -> Meld:
    what, first, last, _ = meld
    return (what, first | 1 << (kind & 3), 0, 0) if what < 0 else (what, first, last, 0)


class Position:
    """A hand, the table, whether there has been an opening, and what has to be laid still."""

    __slots__ = ("counts", "kinds", "opened", "owed", "suits", "table")

    def __init__(self, table: list[Meld]) -> None:
        self.counts = [0] * 53
        self.kinds: list[int] = []
        self.suits = [0, 0, 0, 0]
        self.table = table
        self.opened = False
        self.owed: list[int] = []

    def copy(self) -> Position:
        twin = Position(self.table[:])
        twin.counts, twin.kinds, twin.suits = self.counts[:], self.kinds[:], self.suits[:]
        twin.opened, twin.owed = self.opened, self.owed[:]
        return twin

    def take(self, kind: int) -> None:
        if not self.counts[kind]:
            insort(self.kinds, kind)
            if kind < JOKER:
                self.suits[kind & 3] |= 1 << (kind >> 2)
        self.counts[kind] += 1

    def give(self, kind: int) -> None:
        self.counts[kind] -= 1
        if not self.counts[kind]:
            self.kinds.remove(kind)
            if kind < JOKER:
                self.suits[kind & 3] ^= 1 << (kind >> 2)
        if self.owed and kind in self.owed:
            self.owed.remove(kind)

    # ------------------------------------------------------------ what may be laid
    def melds(self) -> list[tuple[int, Meld]]:
        a, b, c, d = self.suits
        joker = self.counts[JOKER] > 0
        found: list[tuple[int, Meld]] = []
        two, others = a & b, c & d
        either, other = a | b, c | d
        ranks = two | others | either & other if joker else two & other | others & either
        while ranks:
            rank = (ranks & -ranks).bit_length() - 1
            ranks &= ranks - 1
            suits = (a >> rank & 1) | (b >> rank & 1) << 1 | (c >> rank & 1) << 2 | (d >> rank & 1) << 3
            found += sets(rank, suits, joker)
        for suit, held in enumerate(self.suits):
            if held:
                long = held | (held & 1) << 13
                if joker:
                    if long & (long << 1 | long << 2):
                        found += runs(suit, held, True)
                elif long & long << 1 & long << 2:
                    found += runs(suit, held, False)
        if found and any(held == 0x1FFF for held in self.suits):  # an ace at either end takes two of them
            found = [move for move in found if self.has(cards_of(move[1]))]
        return found

    def has(self, cards: tuple[int, ...]) -> bool:
        return all(cards.count(kind) <= self.counts[kind] for kind in cards)

    def openings(self) -> list[tuple[int, tuple[Meld, ...]]]:
        for held in self.suits:
            long = held | (held & 1) << 13
            if long & long << 1 & long << 2:
                break
        else:
            return []
        melds = [meld for _, meld in self.melds()]
        union = {kind for meld in melds for kind in cards_of(meld)}
        most = sum([MOST[kind] * self.counts[kind] for kind in union])
        if most < OPEN_MIN:
            return []
        found: dict[int, list[tuple[int, tuple[Meld, ...]]]] = {}

        def grow(ways: list[Meld], left: int, group: tuple[Meld, ...], points: int, most: int, pure: bool) -> None:
            for i, meld in enumerate(ways):
                code, own, bound, run = told(meld)
                worth = points + own
                opens = pure or run
                larger = (*group, meld)
                if opens and worth >= OPEN_MIN:
                    found.setdefault(len(larger), []).append((OPEN, larger))
                if worth + most - bound >= OPEN_MIN:
                    rest = left - code
                    further = [other for other in ways[i:] if (rest - told(other)[0]) & ENOUGH == ENOUGH]
                    if further:
                        grow(further, rest, larger, worth, most - bound, opens)

        grow(
            melds,
            sum([1 << 4 * kind for kind in self.kinds for _ in range(self.counts[kind])]) + ENOUGH,
            (),
            0,
            most,
            False,
        )
        return [opening for size in sorted(found) for opening in found[size]]

    def additions(self) -> list[tuple[int, int, int, int]]:
        counts = self.counts
        found = [(ADD, kind, i, end) for i, meld in enumerate(self.table) for kind, end in spots(meld) if counts[kind]]
        found.sort()
        return found

    def swaps(self) -> Iterator[tuple[int, int, int]]:
        for i, meld in enumerate(self.table):
            for kind in stands_for(meld):
                if self.counts[kind]:
                    yield (SWAP, i, kind)

    def laying(self) -> list[tuple]:
        """All ways to lay cards, whatever is owed afterwards."""
        if not self.opened:
            return list(self.openings())
        return [*self.melds(), *self.additions(), *self.swaps()]

    def make(self, move: tuple) -> None:
        what = move[0]
        if what == ADD:
            _, kind, i, end = move
            self.give(kind)
            self.table[i] = added(self.table[i], kind, end)
        elif what == SWAP:
            _, i, kind = move
            self.give(kind)
            self.take(JOKER)
            self.owed.append(JOKER)
            self.table[i] = without_joker(self.table[i], kind)
        else:
            for meld in move[1] if what == OPEN else (move[1],):
                for kind in cards_of(meld):
                    self.give(kind)
                self.table.append(meld)
            self.opened = True

    # ------------------------------------------------------------ what has to be laid
    def settles(self) -> bool:
        """Can everything that is owed be laid in this turn?"""
        if not self.owed:
            return True
        if len(self.owed) == 1:
            kind = self.owed[0]
            if self.opened and self.at_once(kind):
                return True
            if not self.conceivable(kind) or not (self.opened or self.openings()):
                return False
        return self.searched(set())

    def at_once(self, kind: int) -> bool:
        """Can it be laid with one move, or put in the place of a joker that finds another at once?"""
        if any(kind == other for meld in self.table for other, _ in spots(meld)):
            return True
        if kind == JOKER:
            return bool(self.companions(kind, False))
        if self.companions(kind, self.counts[JOKER] > 0):
            return True
        return any(kind in stands_for(meld) and self.takes_back(meld) for meld in self.table)

    @staticmethod
    def takes_back(meld: Meld) -> bool:
        """Is there room for the joker of a meld in it, once another card is in its place?"""
        what, first, last, _ = meld
        return first.bit_count() < 3 if what < 0 else last - first < 13

    def companions(self, kind: int, joker: bool) -> bool:
        """Do cards of the hand make a meld with it?"""
        if kind == JOKER:
            return any(kind in cards_of(meld) for _, meld in self.melds())
        rank, suit = kind >> 2, kind & 3
        if sum(1 for other, held in enumerate(self.suits) if other != suit and held >> rank & 1) + joker > 1:
            return True
        held = self.suits[suit]
        places = held << 1 | (held & 1) << 14
        for at in (rank + 1, 14) if rank == 0 else (rank + 1,):
            around = [places >> at + by & 1 if 0 < at + by < 15 else -9 for by in (-2, -1, 1, 2)]
            if any(around[i] + around[i + 1] + joker > 1 for i in range(3)):
                return True
        return False

    def conceivable(self, kind: int) -> bool:
        """Might it be laid, if cards were where they are wanted? No means no."""
        jokers = self.counts[JOKER] + sum(1 for meld in self.table if any(self.counts[k] for k in stands_for(meld)))
        if kind == JOKER or jokers > 1 or self.companions(kind, jokers > 0):
            return True
        rank, suit = kind >> 2, kind & 3
        for meld in self.table:
            if meld[0] == suit:
                for at in (rank + 1, 14) if rank == 0 else (rank + 1,):
                    between = range(at + 1, meld[1]) if at < meld[1] else range(meld[2] + 1, at)
                    if sum(1 for place in between if not self.counts[4 * ((place - 1) % 13) + suit]) <= jokers:
                        return True
            if kind in stands_for(meld) or any(kind == other for other, _ in spots(meld)):
                return True
        return False

    def searched(self, known: set[object]) -> bool:
        key = (tuple(self.counts), tuple(sorted(self.table)), tuple(self.owed))
        if key in known:
            return False
        known.add(key)
        for move in self.laying():
            after = self.copy()
            after.make(move)
            if not after.owed or (len(after.owed) == 1 and after.at_once(after.owed[0])) or after.searched(known):
                return True
        return False


class Game:
    __slots__ = (
        "dealer", "decisions", "discard", "drawn", "me", "over", "players", "seats", "shuffle", "stock", "total",
        "turn",
    )  # fmt: skip

    def __init__(self, players: int, shuffle: Callable[[list[int]], None], below: Callable[[int], int]) -> None:
        self.players = players
        self.shuffle = shuffle
        self.dealer = below(players)
        self.total = [0] * players
        self.over = False
        self.decisions = 0
        self.deal()

    def deal(self) -> None:
        stock = [kind for kind in range(53) for _ in range(2 if kind < JOKER else 4)]
        self.shuffle(stock)
        table: list[Meld] = []
        self.seats = []
        for _ in range(self.players):
            seat = Position(table)
            for kind in stock[-13:]:
                seat.take(kind)
            del stock[-13:]
            self.seats.append(seat)
        self.discard = [stock.pop()]
        self.stock = stock
        self.turn = 1
        self.me = (self.dealer + 1) % self.players
        self.drawn = False

    def legal(self) -> list:
        seat = self.seats[self.me]
        if self.drawn:
            if seat.owed:
                return [move for move in seat.laying() if self.settles_after(seat, move)]
            if seat.opened:
                moves: list = seat.melds()
                moves = moves + seat.additions() if seat.table else moves
                for move in seat.swaps():
                    if self.settles_after(seat, move):
                        moves = [*moves, move]
                return moves + seat.kinds if moves else seat.kinds
            opening: list = seat.openings()
            return opening + seat.kinds if opening else seat.kinds
        if self.over:
            return []
        if self.discard and self.usable(seat, self.discard[-1]):
            return [DRAW_STOCK, DRAW_DISCARD] if self.stock else [DRAW_DISCARD]
        if self.stock:
            return [DRAW_STOCK]
        self.end_round()
        return self.legal()

    @staticmethod
    def settles_after(seat: Position, move: tuple) -> bool:
        after = seat.copy()
        after.make(move)
        return after.settles()

    @staticmethod
    def usable(seat: Position, kind: int) -> bool:
        """May the top of the discard pile be taken: can it be laid in this turn?"""
        table = seat.table
        seat.take(kind)
        seat.owed.append(kind)
        found = seat.settles()
        seat.owed.clear()
        seat.give(kind)
        assert seat.table is table
        return found

    def apply(self, move: int | tuple) -> None:
        self.decisions += 1
        seat = self.seats[self.me]
        if type(move) is tuple:
            seat.make(move)
            if seat.kinds:
                return
        elif move < DRAW_STOCK:
            seat.give(move)
            self.discard.append(move)
            self.renew()
        else:
            if move == DRAW_STOCK:
                seat.take(self.stock.pop())
            else:
                kind = self.discard.pop()
                seat.take(kind)
                seat.owed.append(kind)
            self.renew()
            self.drawn = True
            return
        self.drawn = False
        if not seat.kinds or self.turn == self.players * TURNS:
            self.end_round()
            return
        self.turn += 1
        self.me = self.me + 1 if self.me + 1 < self.players else 0

    def renew(self) -> None:
        if not self.stock and self.discard:
            self.stock, self.discard = self.discard, []
            self.shuffle(self.stock)

    def end_round(self) -> None:
        out = [not seat.kinds for seat in self.seats]
        sec = any(out) and not any(seat.opened for seat, won in zip(self.seats, out, strict=True) if not won)
        for who, seat in enumerate(self.seats):
            if not out[who]:
                left = sum(POINTS[kind] * seat.counts[kind] for kind in seat.kinds)
                self.total[who] += 200 if sec else left if seat.opened else 100
        self.dealer = (self.dealer + 1) % self.players
        self.drawn = False
        if max(self.total) >= LIMIT:
            self.over = True
        else:
            self.deal()

    def scores(self) -> list[int]:
        return self.total
