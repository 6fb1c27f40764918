"""Play whole games without a break, rollouts, and many games at once.

`P` is what players keep: for each seat the key of its chance and how many words of it are drawn, then from FIRST on
when each first had to decide, and more where players look ahead (see `choosing`). `R` are results.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    COPY,
    KEY,
    PART,
    RENEW,
    TRY,
    Numbers,
    Position,
    Positions,
    below,
    constant,
    given_function,
    numbers,
)
from croupier.kernel.modules.choosing import GREEDY, MET, MET_AT, PLAYS
from croupier.kernel.modules.imagining import DECISIONS, FAULT, KINDS, LEARNS, ROW, SIZE
from croupier.kernel.modules.knowing import SEATS
from croupier.kernel.modules.learning import LEARNED
from croupier.kernel.modules.trying import OVER

FORESEES = constant()
"""Whether players use foresight."""
HASTY = constant()
"""The number of players who look no further ahead than one move."""
KEPT = constant()
"""The number of legal moves kept for each game in `together`."""
LOSERS = constant()
"""Whether the rules have losers."""
SCORES = constant()
"""The number of scores of a player."""

BASE = constant()
"""The first cell of the players of the seats in game 0,"""
CAME = constant()
"""how many have had to decide,"""
FIRST = constant()
"""when each seat first had to, from 1,"""
MOVES_ON = constant()
"""whether players move one seat on from game to game,"""
SALT = constant()
"""and what keeps the chance of those who look ahead apart."""

COUNTED = constant()
"""The number of counted elements of the rules,"""
COUNTS = constant()
"""and where in a row of results that begins."""
COUNT_OF = constant()
"""The cell of how often the first of these has fired."""
TOLD = constant()
"""The number of cells at the start of a row of results, after the number of decisions."""
ORDER = constant()
"""The first index, in a row of results, of the decisions at which seats first decided,"""
SCORE = constant()
"""and the scores, seat by seat, and then whether each has lost."""
WIDTH = constant()
"""The size of a row of results."""

T_told = numbers()
"""The cells that a row of results begins with."""

apply: Callable[[Position, Numbers, int], int] = given_function()
"""Make a legal move. Return how many there are then; -1 if the rules are at fault."""
choose: Callable[[Position, Numbers, Numbers, int, int], int] = given_function()
"""Return which of `n` legal moves a seat makes, as its player does; -1 if that cannot be told."""
legal: Callable[[Position, Numbers], int] = given_function()
"""List the legal moves. Return how many there are."""
new: Callable[[Position, Numbers, int], int] = given_function()
"""Begin the game of a key of chance. Return how many legal moves there are."""
play: Callable[[Position, Numbers, Numbers], int] = given_function()
"""Play a game that has been set up to its end. Return how many legal moves there are then; -1 if the rules are at
fault."""
score: Callable[[Position, int, int], int] = given_function()
"""Return a score of a player; -1: whether the player has lost."""
seat: Callable[[Position], int] = given_function()
"""Return who decides."""
set_up: Callable[[Position, int], int] = given_function()
"""Set up the game of a key of chance."""


def seated(P: Numbers, game: int) -> int:
    """Seat the players of a game."""
    shift = game % SEATS if P[MOVES_ON] else 0
    for p in range(SEATS):
        P[PLAYS + p] = P[BASE + (p - shift + SEATS) % SEATS]
    meet_nobody(P)
    if LEARNS:
        for i in range(3 * SEATS * KINDS):
            P[LEARNED + i] = 0
    return 0


def meet_nobody(P: Numbers) -> int:
    """Forget which positions have been met, as a game begins, or goes on in another way."""
    for i in range(P[MET]):
        P[P[MET_AT + i] + 2] = 0
    P[MET] = 0
    return 0


def begun(P: Numbers, seed: int, game: int, salt: int) -> int:
    """Seat the players of a game of a seed, each with its chance."""
    if FORESEES:
        seated(P, game)
    for p in range(SEATS):
        apart = P[SALT] if FORESEES and P[PLAYS + p] else salt
        P[2 * p] = KEY(seed ^ (apart + p << 32), game)
        P[2 * p + 1] = 0
        P[FIRST + p] = 0
    P[CAME] = 0
    return 0


def drawn(S: Position, P: Numbers, n: int) -> int:
    """Return which of `n` legal moves the deciding seat makes at random."""
    p = seat(S)
    if P[FIRST + p] == 0:
        P[CAME] += 1
        P[FIRST + p] = P[CAME]
    RENEW()
    return below(P, 2 * p, n)


def playout(S: Position, OUT: Numbers, P: Numbers, n: int, cell: int, anyhow: int) -> int:
    """Play on until a cell changes or no player chooses. Return the number of decisions; -1 for a fault of the rules.
    `anyhow`: if a player is undecided, or thinks for too long, choose at random, and let that player search only one
    move from then on."""
    stands = S[cell]
    while n > 0 and S[cell] == stands:
        if FORESEES:
            p = seat(S)
            if P[FIRST + p] == 0:
                P[CAME] += 1
                P[FIRST + p] = P[CAME]
            RENEW()
            if anyhow:
                i = TRY(choose(S, OUT, P, p, n))
                if i < 0:
                    if P[PLAYS + p] == GREEDY:
                        P[PLAYS + p] = HASTY
                    i = below(P, 2 * p, n)
            else:
                i = choose(S, OUT, P, p, n)
            if i < 0:
                return -1
            RENEW()
            n = apply(S, OUT, i)
        else:
            n = apply(S, OUT, drawn(S, P, n))
    return -1 if n < 0 else S[DECISIONS]


def scored(S: Position, R: Numbers, at: int) -> int:
    """Put down the scores, seat by seat, then whether each has lost. Return whether the game is over; -1 if the rules
    are at fault."""
    RENEW()
    for p in range(SEATS):
        for which in range(SCORES):
            R[at + which + p * SCORES] = score(S, which, p)
        if LOSERS:
            R[at + SCORES * SEATS + p] = score(S, -1, p) if S[OVER] == 2 else 0
        else:
            R[at + SCORES * SEATS + p] = 0
    return -1 if S[FAULT] else S[OVER]


def rollout(S: Position, OUT: Numbers, P: Numbers, R: Numbers, n: int, cell: int) -> int:
    """Play on until a cell changes, and put down the scores. Return whether the game is over; -1 if the rules are at
    fault."""
    if FORESEES:
        meet_nobody(P)
    n = playout(S, OUT, P, n, cell, 1)
    return -1 if n < 0 else scored(S, R, 0)


def whole_game(
    S: Position, OUT: Numbers, P: Numbers, R: Numbers, r: int, seed: int, game: int, salt: int, cell: int
) -> int:
    """Play a game of a seed, and put down a row of results from place `r` on. Return how many decisions were made; -1
    if the rules are at fault."""
    begun(P, seed, game, salt)
    set_up(S, KEY(seed, game))
    n = play(S, OUT, P)
    if n < 0 or scored(S, R, r + SCORE) < 0:
        return -1
    n = S[DECISIONS]
    for i in range(TOLD):
        R[r + 1 + i] = S[T_told[i]]
    R[r + 1 + TOLD] = S[cell]
    for p in range(SEATS):
        R[r + ORDER + p] = P[FIRST + p]
    for i in range(COUNTED):
        R[r + COUNTS + i] = S[COUNT_OF + i]
    return n


def playouts(
    S: Position, OUT: Numbers, P: Numbers, R: Numbers, seed: int, game: int, games: int, salt: int, cell: int
) -> int:
    """Play `games` games of a seed, and write a row of results for each. Return their number. The row of a game that
    the reference has to play begins with -1 less the number of decisions made until then."""
    for g in range(games):
        S[DECISIONS] = 0
        n = TRY(whole_game(S, OUT, P, R, g * WIDTH, seed, game + g, salt, cell))
        R[g * WIDTH] = -1 - S[DECISIONS] if n < 0 else n
    return games


def one_of(S: Position, OUT: Numbers, P: Numbers, R: Numbers, K: Numbers, g: int, games: int, begin: int) -> int:
    """Begin game `g`, or make its move. Return how many legal moves it has then; -1 if the rules are at fault."""
    RENEW()
    n = R[g]
    if begin:
        n = new(S, OUT, P[g])
    elif n <= KEPT:
        COPY(OUT, 0, K, (g * KEPT + P[g]) * ROW, ROW)
        n = apply(S, OUT, 0)
    else:
        n = legal(S, OUT)
        n = apply(S, OUT, P[g])
    if n < 0:
        return -1
    if n > 0:
        R[games + g] = seat(S)
        if n <= KEPT:
            COPY(K, g * KEPT * ROW, OUT, 0, n * ROW)
    return n


def together(S: Positions, OUT: Numbers, P: Numbers, R: Numbers, K: Numbers, games: int, begin: int) -> int:
    """Begin `games` games, or make a move in each. Return their number; if one does not have its move, -1 less the
    number of the first such game, with no effect."""
    for g in range(games):
        if not begin and R[g] > 0 and (P[g] < 0 or P[g] >= R[g]):
            return -1 - g
    for g in range(games):
        if begin or R[g] > 0:
            R[games + g] = -1
            n = TRY(one_of(PART(S, g, SIZE), OUT, P, R, K, g, games, begin))
            R[g] = n
    return games
