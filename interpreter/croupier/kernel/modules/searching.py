"""Search whether a stage can still end as it must: try out moves, and the moves after them.

`G_look` has the seat for which is searched (ME), the depth of its stage among those under way and the number of its
`must` (DEPTH, STAGE), how many positions were looked at (POSITIONS), the numbers of the search and of the look at a
decision (SEARCH, LOOK), the rows that wait to be tried (ROWS), and the conditions that failed at the last end of the
stage, as bits (FAILING). About cards that were just shown: how many tests were met (TESTS), how many of them have a
guess (GIVEN), and the guesses, as bits (GUESSES).

A result says, as bits: the stage can end as it must (OK), as far as is known (PERHAPS); a longer search might find it
(CUT); a way was left out because it leads back (LOOP); it holds for all choices of its class (ALIKE); an end of the
stage was seen (SEEN), and, from bit FAILS on, which conditions failed at all of these ends. -1: unknown.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BASE,
    COPY,
    FORGET,
    LIKE,
    PART,
    Cards,
    Numbers,
    Position,
    constant,
    given_function,
    numbers,
    room,
    rooms,
)

ACTOR = constant()
"""The cell of the player whose turn it is."""
ALIKE = constant()
CLASSES = constant()
"""The most classes of choices whose results are stored for a position."""
COVERS = constant()
"""Whether fired elements are counted."""
CUT = constant()
DECISIONS = constant()
DEEPEST = constant()
"""The most moves that are searched ahead."""
DEPTH = constant()
DEPTHS = constant()
"""The number of depths that are searched, one after the other."""
DOUBT = constant()
DUE = constant()
"""Whether cards may have to go before a stage ends."""
ENDED = constant()
"""The state of a trial in which the stage has ended as it must,"""
EVERY = constant()
"""The most legal moves of one kind that are listed."""
FAILING = constant()
FAILS = constant()
FAULT = constant()
FORESEES = constant()
"""Whether foresight is part of the program."""
GIVEN = constant()
GUESSES = constant()
IMAGINES = constant()
KEEPS_SHOWN = constant()
"""Whether the cards shown last are tracked."""
LABEL = constant()
LENGTHY = constant()
"""The number of decisions that a trial begins with: no limit is reached in it."""
LOOK = constant()
LOOP = constant()
ME = constant()
MOST_LISTED = constant()
"""The most ways to make one move that are tried in one position."""
MOST_MET = constant()
"""The number of positions whose results are stored."""
MOST_MOVES = constant()
MOST_POSITIONS = constant()
"""The most positions looked at for one decision."""
MOST_ROWS = constant()
"""The most rows that may wait."""
MOVES = constant()
"""The number of moves; higher numbers are answers to questions."""
NEVER = constant()
"""The remainder by NEVERS of a test whether the stage can never end as it must: it cannot,"""
NEVERS = constant()
OK = constant()
OVER = constant()
MOST_GUESSES = constant()
PASSED = constant()
PERFORMED = constant()
PERHAPS = constant()
PLACED = constant()
"""The cell of the player that placed each card; -1: no sentence reads it."""
CARDS = constant()
POSITIONS = constant()
ROW = constant()
"""Cells of a legal move."""
ROWS = constant()
SEARCH = constant()
SEEN = constant()
SETTLES = constant()
"""Whether some ends are settled by rules of their own."""
SHOWS = constant()
"""Whether a move may end in showing a card."""
SIGHTED = constant()
SIZE = constant()
"""Cells of a position,"""
STORED = constant()
"""and those that are stored while moves are tried; counters are not."""
STAGE = constant()
TESTS = constant()
TRIAL = constant()
TRYING = constant()
"""The state of a trial that continues,"""
UNCLEAR = constant()
"""The test whether the stage can never end as it must has no answer."""
UNFORESEEN = constant()
UNKNOWN_NEXT = constant()
"""and of one whose continuation is unknown."""
UNSHOWN = constant()
WAITING = constant()

T_depth = numbers()
"""The number of moves searched ahead, by pass."""
T_list = numbers()
"""By move: whether the result of its statements depends only on features of cards,"""
T_whole = numbers()
"""and of all of it."""

G_look = room(11)
G_alike = room(1)
"""Whether the last move that was tried had the same effect as any choice of its class."""
G_class = room((DEEPEST + 3) * CLASSES)
"""By level: the classes of choices whose results are stored,"""
G_came = room((DEEPEST + 3) * CLASSES)
"""these results,"""
G_classes = room(DEEPEST + 3)
"""and their number."""
G_looked = room(MOST_MET)
"""By position: how many moves ahead were searched,"""
G_met = room(MOST_MET)
"""the result,"""
G_searched = room(MOST_MET)
"""in which search,"""
G_when = room(MOST_MET)
"""and in which look."""
G_placed = room(CARDS)
G_positions = rooms(DEEPEST + 3, SIZE)
"""By level: the position to which its moves have led."""
G_rows = room(MOST_ROWS * ROW)
"""The rows that wait to be tried."""
G_tried = room((MOST_MOVES + 1) * ROW + 64)
"""The rows that were listed last; the first is the one that is tried."""

apply: Callable[[Position, Numbers, int], int] = given_function()
inside: Callable[[Position], int] = given_function()
"""Return the stages with a `must` under way, as bits."""
judged: Callable[[Position, int], int] = given_function()
"""Count for a result whether each condition of the `must` held."""
m_owed: Callable[[Position], Cards] = given_function()
"""Return the cards of which some have to go."""
met: Callable[[Position], int] = given_function()
"""Return a number for a position."""
pays: Callable[[Numbers, int, Cards], int] = given_function()
"""Return whether a row moves cards that have to go."""
settled: Callable[[Position, Numbers], int] = given_function()
"""Return the result of the first row if rules settle it, else 0."""
shows: Callable[[Position, int], int] = given_function()
"""Return whether a move ends in showing a card."""
sort_of: Callable[[Position, Numbers, int], int] = given_function()
"""Return the class of the choice in a row, -1 without one."""
stranded: Callable[[Position], int] = given_function()
"""Return whether the stage can never end as it must."""
tries: Callable[[Position, Numbers, int, int, int, Cards], int] = given_function()
"""List the legal ways to make a move, by its number among those that are tried; -1 if there is none."""
veil_placed: Callable[[Position], int] = given_function()
"""Veil who placed cards that the looking seat does not see."""


# ------------------------------------------------------------ guesses
def guess(S: Position) -> int:
    """Return the result of a test of a shown card: first it holds, then it does not, each with its consequences."""
    n = G_look[TESTS]
    if n == MOST_GUESSES:
        S[TRIAL] = UNKNOWN_NEXT
        return 0
    if n == G_look[GIVEN]:
        G_look[GIVEN] += 1
        G_look[GUESSES] = G_look[GUESSES] | 1 << n
    G_look[TESTS] += 1
    return G_look[GUESSES] >> n & 1


def next_guess() -> int:
    """Return the number of tests still to follow the other way; 0 when all are done."""
    n = G_look[GIVEN]
    while n > 0 and G_look[GUESSES] >> n - 1 & 1 == 0:
        n += -1
    G_look[GIVEN] = n
    if n > 0:
        G_look[GUESSES] = G_look[GUESSES] & (1 << n - 1) - 1
    return n


# ------------------------------------------------------------ classes of choices
def result_of(level: int, sort: int) -> int:
    """Return the stored result for a class of choices at a level; -1 without one."""
    for c in range(G_classes[level] - 1, -1, -1):
        if G_class[level * CLASSES + c] == sort:
            return G_came[level * CLASSES + c]
    return -1


def store_result(level: int, sort: int, r: int) -> int:
    """Store a result that holds for all choices of a class."""
    n = G_classes[level]
    if sort >= 0 and r & ALIKE and n < CLASSES:
        G_class[level * CLASSES + n] = sort
        G_came[level * CLASSES + n] = r
        G_classes[level] = n + 1
    return 0


# ------------------------------------------------------------ one move
def attempt(S: Position, B: Position, alike: int) -> int:
    """Make the first row's move in the position `B`. Return its result; -2 if the stage ended otherwise than it must,
    or continues."""
    LIKE(S, B, STORED)
    n = apply(S, G_tried, 0)
    if S[PASSED] != B[PASSED]:
        alike = 0
    G_alike[0] = alike
    if S[TRIAL] == UNKNOWN_NEXT:
        return OK + PERHAPS + alike
    if FORESEES and S[UNFORESEEN]:  # something veiled was read: every continuation is possible for its seat
        return OK + PERHAPS
    if S[FAULT] or n < 0:
        return -1
    if S[TRIAL] != TRYING:
        if S[DOUBT]:
            return -1
        if S[TRIAL] == ENDED:
            return OK + alike
    return -2


def attempt_each_way(S: Position, B: Position, plain: int) -> int:
    """Return the same for every combination of guesses for tests of shown cards. One way that succeeds is enough; a
    condition fails if it fails in all of them."""
    G_look[GIVEN] = 0
    G_look[GUESSES] = 0
    like = plain
    failing = -1
    more = 1
    while more:
        G_look[TESTS] = 0
        r = attempt(S, B, plain)
        if r != -2:
            return r
        more = 0
        if S[TRIAL] != TRYING:
            like = like & G_alike[0]
            failing = failing & G_look[FAILING]
            more = next_guess()
            if more == 0:
                return SEEN + like + (failing << FAILS) if COVERS else like
    return -2


def after(S: Position, B: Position, level: int, left: int) -> int:
    """Return the result of the first row's move in the position `B` of a level, at most `left` moves ahead. `S` becomes
    the position after it, the position of the next level."""
    if level > 0:
        if G_look[POSITIONS] >= MOST_POSITIONS:
            return -1
        G_look[POSITIONS] += 1
    r = 0
    if SETTLES and level < DEEPEST - 1:  # with settled results, the reference may have to make one more move
        r = settled(B, G_tried)
        if r:
            return r
    move = G_tried[0]
    plain = 1 if move < MOVES and T_list[move] else 0
    if KEEPS_SHOWN:
        r = attempt_each_way(S, B, ALIKE * plain)
    else:
        r = attempt(S, B, ALIKE * plain)
    alike = G_alike[0]
    if r != -2:
        return r
    if KEEPS_SHOWN == 0 and S[TRIAL] != TRYING:
        return SEEN + alike + (G_look[FAILING] << FAILS) if COVERS else alike
    if S[SIGHTED] or S[OVER] or S[WAITING] or S[ACTOR] != G_look[ME] or inside(S) >> G_look[STAGE] & 1 == 0:
        return OK + PERHAPS + alike
    if S[DOUBT]:
        return -1
    never = stranded(S)
    if FORESEES and S[UNFORESEEN]:
        return OK + PERHAPS
    if never % NEVERS == NEVER:
        return SEEN + (never // NEVERS << FAILS) if COVERS else 0
    if left <= 1:
        return CUT
    r = best(S, level + 1, left - 1)
    if never == UNCLEAR:  # the reference may have it settled
        if COVERS and r >= 0 and r & OK + PERHAPS != OK:
            return -1
        if COVERS == 0 and r > 0 and r & PERHAPS:
            return -1
    if r > 0 and r & ALIKE and not (r & OK and plain):
        r += -ALIKE
    return r


# ------------------------------------------------------------ the best of several
def ways(S: Position, base: int, k: int, most: int, due: Cards) -> int:
    """List the ways to make the `k`th move, or the first of them. Return their number, -1 for no such move; -2 if there
    are too many, -3 if something veiled was read."""
    n = tries(S, G_tried, k, G_look[ME], most, due)
    if FORESEES and S[UNFORESEEN]:
        G_look[ROWS] = base
        return -3
    return -2 if S[FAULT] or n > MOST_LISTED or base + n > MOST_ROWS else n


def ways_kept(S: Position, base: int, k: int, due: Cards) -> int:
    """Return the same and let the ways wait from row `base` on, those first that move cards that have to go."""
    n = ways(S, base, k, EVERY, due)
    if n > 0:
        G_look[ROWS] = base + n
        COPY(G_rows, base * ROW, G_tried, 0, n * ROW)
    if DUE and n > 1 and k > 0 and due != 0:
        to = base
        for first in range(2):
            for i in range(n):
                if pays(G_tried, i, due) == 1 - first:
                    COPY(G_rows, to * ROW, G_tried, i * ROW, ROW)
                    to += 1
    return n


def known_at(S: Position, left: int) -> int:
    """Return the number of a position, which from now on is being searched; -1 less the stored result, if that is
    enough."""
    at = met(S)
    if G_when[at] == G_look[LOOK]:
        known = G_met[at]
        certain = known & OK or known & CUT + LOOP == 0
        if certain or (G_looked[at] >= left and (known & LOOP == 0 or G_searched[at] == G_look[SEARCH])):
            return -1 - known
    G_when[at] = G_look[LOOK]
    store_there(at, LOOP, left)
    return at


def store_there(at: int, found: int, left: int) -> int:
    """Store the result for a position."""
    G_met[at] = found
    G_looked[at] = left
    G_searched[at] = G_look[SEARCH]
    return 0


def success(r: int, move: int) -> int:
    """Return the result of a position from which a move succeeds."""
    return r & OK + PERHAPS | (ALIKE if r & ALIKE and move < MOVES and T_whole[move] else 0)


def best(S: Position, level: int, left: int) -> int:
    """Return the best that can be done from the position of a level, to which a move has led."""
    base = G_look[ROWS]
    found = 0
    failing = -1
    G_classes[level + 1] = 0
    k = 0
    due: Cards = 0
    if DUE:
        due = m_owed(S)
    n = ways(S, base, 0, 1, due)
    first = -1
    r = -1
    if n > 0:  # the plainest may settle it, whatever has been met
        move = G_tried[0]
        r = after(PART(G_positions, level + 1, SIZE), S, level, 1)
        if r < 0:
            return -1
        first = r if r & CUT == 0 else -1
        if r & OK:
            return success(r, move)
        n = ways_kept(S, base, 0, due)
    at = -1
    while n >= 0:
        for i in range(base, base + n):
            sort = sort_of(S, G_rows, i)
            r = result_of(level + 1, sort)
            if first >= 0:
                r = first
                first = -1
                store_result(level + 1, sort, r)
            if r < 0:
                if at < 0:
                    at = known_at(S, left)
                    if at < 0:
                        G_look[ROWS] = base
                        return -1 - at
                COPY(G_tried, 0, G_rows, i * ROW, ROW)
                r = after(PART(G_positions, level + 1, SIZE), S, level, left)
                if r < 0:
                    return -1
                store_result(level + 1, sort, r)
            found = found | r & CUT + LOOP
            if COVERS and r & SEEN:
                failing = r >> FAILS & failing
            if r & OK:
                found = success(r, G_rows[i * ROW])
                break
        G_look[ROWS] = base
        if found & OK:
            break
        k += 1
        n = ways(S, base, k, 1, due)
        if n > 0 and (DUE == 0 or due == 0 or pays(G_tried, 0, due)):  # if the first way succeeds, no others are listed
            r = result_of(level + 1, sort_of(S, G_tried, 0))
            move = G_tried[0]
            if r < 0:
                if at < 0:
                    at = known_at(S, left)
                    if at < 0:
                        G_look[ROWS] = base
                        return -1 - at
                r = after(PART(G_positions, level + 1, SIZE), S, level, left)
                if r < 0:
                    return -1
            first = r
            if r & OK:
                found = success(r, move)
                break
        if n > 0:
            n = ways_kept(S, base, k, due)
    if n < -1:
        return OK + PERHAPS if n == -3 else -1
    if COVERS and found & OK == 0 and failing >= 0:
        found += SEEN + (failing << FAILS)
    if at >= 0:
        store_there(at, found, left)
    return found


# ------------------------------------------------------------ from outside
def look_from(me: int, stage: int, depth: int) -> int:
    """Begin a search for a player in a stage."""
    FORGET()
    G_look[ME] = me
    G_look[DEPTH] = depth
    G_look[STAGE] = stage
    G_look[POSITIONS] = 0
    G_look[ROWS] = 0
    G_look[LOOK] += 1
    return 0


def look(S: Position, OUT: Numbers, n: int, most: int, label: int, unshown: Cards) -> int:
    """Keep the rows among the first `n` after which the stage can still end as it must, at most `most`, and return
    their number. `unshown`: the cards that the player does not know; `S` is used for trials."""
    labelled = S[LABEL]
    actor = S[ACTOR]
    performed = S[PERFORMED]
    trial = S[TRIAL]
    decisions = S[DECISIONS]
    hidden = S.cards[UNSHOWN]
    imagines = S[IMAGINES] if FORESEES else 0
    S[LABEL] = label
    S[ACTOR] = G_look[ME]
    S[PERFORMED] = 0
    S[TRIAL] = TRYING
    S[DECISIONS] = LENGTHY
    S.cards[UNSHOWN] = unshown
    if FORESEES:
        S[IMAGINES] = 0
    if PLACED >= 0:
        COPY(G_placed, 0, S, PLACED, CARDS)
        veil_placed(S)
    BASE(PART(G_positions, 0, SIZE), S, STORED)
    kept = kept_of(S, OUT, n, most)
    if PLACED >= 0:
        COPY(S, PLACED, G_placed, 0, CARDS)
    S[LABEL] = labelled
    S[ACTOR] = actor
    S[PERFORMED] = performed
    S[TRIAL] = trial
    S[DECISIONS] = decisions
    S.cards[UNSHOWN] = hidden
    if FORESEES:
        S[IMAGINES] = imagines
    return kept


def kept_of(S: Position, OUT: Numbers, n: int, most: int) -> int:
    """Return how many rows are kept."""
    kept = 0
    G_classes[0] = 0
    for i in range(n):
        sort = sort_of(S, OUT, i)
        r = result_of(0, sort)
        if r < 0:
            r = CUT
            if SHOWS and shows(S, OUT[i * ROW]):
                r = OK + PERHAPS
            for time in range(DEPTHS):
                if r >= 0 and r & OK + CUT == CUT:
                    G_look[SEARCH] += 1
                    COPY(G_tried, 0, OUT, i * ROW, ROW)
                    r = after(PART(G_positions, 1, SIZE), S, 0, T_depth[time])
            if r < 0 or r & OK + CUT == CUT:  # it is not settled
                S[FAULT] = 1
                return 0
            store_result(0, sort, r)
        if COVERS:
            judged(S, r)
        if r & OK:
            if kept < i:
                COPY(OUT, kept * ROW, OUT, i * ROW, ROW)
            kept += 1
            if kept >= most:
                return kept
    return kept
