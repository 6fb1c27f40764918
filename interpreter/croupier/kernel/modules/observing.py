"""Write what a seat knows of a position, and the actions that it has, as numbers; step many games by actions.

`croupier.model.encoded` has the layouts. `X` holds four numbers of an observation in each of its own, `B`
eight bytes of a mask. For each game `R` has COLUMNS numbers: first the number of moves left.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    COPY,
    KEY,
    LOW,
    PART,
    POP,
    RENEW,
    REST,
    TRY,
    Cards,
    Numbers,
    Position,
    Positions,
    constant,
    given_function,
    numbers,
    room,
)
from croupier.kernel.modules.choosing import PLAYS
from croupier.kernel.modules.imagining import KINDS, ROW, SIZE
from croupier.kernel.modules.knowing import (
    HOME,
    KNOWN,
    PLACES,
    SEATS,
    TURNED,
    TURNS,
    WORDS,
    T_form,
    T_kind,
    T_start,
    m_lying,
    m_seen,
)
from croupier.kernel.modules.playouts import begun, scored
from croupier.kernel.modules.trying import OVER

NONE = constant()
"""The value of a cell that holds nothing."""
WAITING = constant()
"""The cell of the seats that have not chosen yet, where several choose at once,"""
ASKED = constant()
"""and of all that have to choose then."""
ACTOR = constant()
"""The cell of the seat that decides alone."""
LABEL = constant()
"""The cell of the point of play."""

OTHERS = constant()
"""The first index of the seats to act in an observation,"""
TAKEN = constant()
"""and of the actions of the unfinished move, below 0 for nowhere."""
OBSERVED = constant()
"""The numbers of an observation."""
T_chain = numbers()
"""By label: the first of its stages in the tables that follow, and the first of the next label."""
T_stage = numbers()
"""Of each stage under way: the index of its number,"""
T_count = numbers()
"""the cell of that,"""
T_turn = numbers()
"""the index of its player, below 0 for none,"""
T_actor = numbers()
"""and the cell of that."""

T_at = numbers()
"""By place: the first index of its numbers, if its owner is the one that looks,"""
T_step = numbers()
"""how much higher that is for the next owner,"""
T_owner = numbers()
"""its owner, below 0 for none,"""
T_owners = numbers()
"""how many owners there are,"""
T_top = numbers()
"""whether its top card has a number,"""
T_places = numbers()
"""how many of its cards have one, by their places, and"""
T_up = numbers()
"""whether cards may be turned up there."""

VALUES = constant()
"""The number of values of state. By value:"""
T_value = numbers()
"""its cell,"""
T_type = numbers()
"""what it is: 0 a number, 1 a value from 0, 2 an owner among as many as the next table says, 3 a card, 4 a list, 5
something that is there or not, 6 a truth,"""
T_many = numbers()
"""that number,"""
T_mine = numbers()
"""its owner, below 0 for none,"""
T_holders = numbers()
"""how many owners there are,"""
T_index = numbers()
"""its first index,"""
T_next = numbers()
"""how much higher that is for the next owner,"""
T_knowing = numbers()
"""the seats that may know it, as bits, and"""
T_pair = numbers()
"""whether it takes two numbers."""

NOTES = constant()
"""The number of kinds of state of cards. By kind: its first cell, what it is, how many owners there are, and its first
index,"""
T_note = numbers()
T_note_type = numbers()
T_note_many = numbers()
T_note_index = numbers()
T_lives = numbers()
"""and by place whether it lives there."""

DIGITS = constant()
"""The action of the digit 0;"""
DONE = constant()
"""this action ends a set or a number,"""
WAYS_AT = constant()
"""and from this one on actions distinguish moves of the same path,"""
WAYS = constant()
"""this number of them."""
MINUS = constant()
"""The digit that is a sign."""
T_head = numbers()
"""By move, or question: its first action,"""
T_slots = numbers()
"""and the first of its choices in the tables that follow; then the first of the next move."""
T_how = numbers()
"""The encoding of a choice: 0 none, 1 as a value, 2 as a card, 3 as a spot, 4 as cards, 5 as values, 6 as digits,"""
T_cell = numbers()
"""the cell in its row,"""
T_low = numbers()
"""its lowest value,"""
T_much = numbers()
"""how much one more adds to the head, or 0,"""
T_first = numbers()
"""and its first action, if it has its own."""
T_spot = numbers()
"""By place: the number of its first spot,"""
T_row = numbers()
"""and whether cards have places there."""
SPOT_PLACE = constant()
SPOT_AT = constant()
SPOT_REACH = constant()
"""Parts of the number of a spot (see `SpotCode`)."""

MOST_PATH = constant()
"""The most actions of a move."""
COLUMNS = constant()
KEPT_ROWS = constant()
"""The number of legal moves kept for each game."""
WIDE = constant()
"""The numbers that an observation takes in `X`,"""
MASKS = constant()
"""and a mask in `B`."""
TALLIES = constant()
"""The numbers that the scores of a game take."""

G_acts = room(MOST_PATH)
G_sum_by_kind = room(KINDS)

SEAT_OF = constant()
"""Indexes in `R`: the seat to act,"""
ENDED = constant()
"""how the last step ended its game (0: not; 1: at a limit; 2: finished; -1: beyond compiled rules),"""
GAME = constant()
"""the number of its game,"""
SKIPPED = constant()
"""how many games ended as they were dealt,"""
DEPTH = constant()
"""how many actions of the unfinished move were taken,"""
PATH = constant()
"""and these."""

GIVEN = constant()
"""Whether seats may be given to players with foresight."""
PLAYERS = constant()
"""The size of what players keep of a game."""
OWN = constant()
"""The number of a player who is asked for actions."""

apply: Callable[[Position, Numbers, int], int] = given_function()
"""Make a legal move. Return how many there are then; -1 if the rules are at fault."""
choose: Callable[[Position, Numbers, Numbers, int, int], int] = given_function()
"""Return which of `n` legal moves a seat makes, as its player does; -1 if that cannot be told."""
legal: Callable[[Position, Numbers], int] = given_function()
"""List the legal moves. Return how many there are."""
new: Callable[[Position, Numbers, int], int] = given_function()
"""Begin the game of a key of chance. Return how many legal moves there are."""
seat: Callable[[Position], int] = given_function()
"""Return who decides."""


# ---------------------------------------------------------------- observations
def put(X: Numbers, at: int, value: int) -> int:
    """Add a number to one of an observation."""
    X[at >> 2] += (value & 65535) << 16 * (at & 3)
    return 0


def cut(value: int) -> int:
    """Return a number that an observation has room for."""
    if value > 32767:
        return 32767
    return -32767 if value < -32767 else value


def valued(S: Position, p: int, value: int, what: int, many: int, known: Cards) -> int:
    """Return the number for a value of state."""
    if what == 4:
        return cut(value)
    if value == NONE:
        return 0
    if what == 0 or what == 6:
        return cut(value)
    if what == 2:
        return 1 + (value + many - p % many) % many
    if what == 3:
        return 1 + (T_kind[value] if (known & BIT(value)) != 0 else KINDS)
    if what == 5:
        return 1
    return 1 + value


def observe_play(S: Position, p: int, X: Numbers, at: int) -> int:
    """Write who is to act, as far as the seat may know, and the stages under way."""
    put(X, at + p, 1)
    if S[OVER]:
        return 0
    asked = 0
    if S[WAITING]:
        asked = S[ASKED]
        if (S[WAITING] >> p & 1) == 0:
            asked = asked & ~(1 << p)
    else:
        asked = 1 << S[ACTOR]
    for q in range(SEATS):
        if asked >> q & 1:
            put(X, at + OTHERS + (q + SEATS - p) % SEATS, 1)
    j = T_chain[S[LABEL]]
    while j < T_chain[S[LABEL] + 1]:
        put(X, at + T_stage[j], cut(S[T_count[j]]))
        if T_turn[j] >= 0:
            q = S[T_actor[j]]
            if q != NONE:
                put(X, at + T_turn[j], 1 + (q + SEATS - p) % SEATS)
        j += 1
    return 0


def observe_card(S: Position, card: int, X: Numbers, at: int, up: int, known: Cards) -> int:
    """Write a card that has a number of its own; from index `up` on, if that is not 0, whether it is turned up."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    put(X, at, 1 + (T_kind[card] if (known & BIT(card)) != 0 else KINDS))
    if up and (turned & BIT(card)) != 0:
        put(X, at + up, 1)
    return 0


def observe_zones(S: Position, p: int, X: Numbers, at: int, known: Cards) -> int:
    """Write the cards that the seat knows to be in each place, how many others there are, and which are turned up."""
    turned: Cards = S.cards[TURNED] if TURNS else 0
    for place in range(PLACES):
        here = at + T_at[place]
        if T_owner[place] >= 0:
            many = T_owners[place]
            here += T_step[place] * ((T_owner[place] + many - p % many) % many)
        lying = m_lying(S, place)
        left = lying & known
        put(X, here + KINDS, POP(lying) - POP(left))
        while left != 0:
            put(X, here + T_kind[LOW(left)], 1)
            left = REST(left)
        here += KINDS + 1
        shown = T_places[place]
        up = 0
        if T_up[place]:
            left = lying & turned
            while left != 0:
                put(X, here + T_kind[LOW(left)], 1)
                left = REST(left)
            here += KINDS
            up = T_top[place] + shown
        if T_top[place] or shown:
            number = S[T_start[place]]
            first = T_start[place] + T_form[place]
            if T_top[place]:
                if number > 0:
                    observe_card(S, S[first + number - 1], X, here, up, known)
                here += 1
            if shown > number:
                shown = number
            i = 0
            while i < shown:
                card = S[first + i]
                if card != NONE:
                    observe_card(S, card, X, here + i, up, known)
                i += 1
    return 0


def observe_state(S: Position, p: int, X: Numbers, at: int, known: Cards, seen: Cards) -> int:
    """Write the state that the seat may know."""
    for v in range(VALUES):
        here = at + T_index[v]
        if T_mine[v] >= 0:
            many = T_holders[v]
            here += T_next[v] * ((T_mine[v] + many - p % many) % many)
        value = S[T_value[v]]
        told = T_knowing[v] >> p & 1
        if T_pair[v]:
            if not told:
                put(X, here, -1)
            elif value != NONE:
                put(X, here, 1)
                put(X, here + 1, cut(value))
        else:
            put(X, here, valued(S, p, value, T_type[v], T_many[v], known) if told else -1)
    for v in range(NOTES):
        for kind in range(KINDS):
            G_sum_by_kind[kind] = 0
        left = seen
        while left != 0:
            card = LOW(left)
            left = REST(left)
            value = S[T_note[v] + card]
            if value != NONE and T_lives[v * PLACES + S[HOME + card]]:
                kind = T_kind[card]
                G_sum_by_kind[kind] = cut(
                    G_sum_by_kind[kind] + valued(S, p, value, T_note_type[v], T_note_many[v], seen)
                )
        for kind in range(KINDS):
            put(X, at + T_note_index[v] + kind, G_sum_by_kind[kind])
    return 0


def observe(S: Position, p: int, X: Numbers, at: int) -> int:
    """Write what a seat knows, from number `at` of `X` on, where there are zeros. Return the size of an observation."""
    seen = m_seen(S, p)
    known = S.cards[KNOWN + p * WORDS] | seen
    observe_play(S, p, X, at)
    observe_zones(S, p, X, at, known)
    observe_state(S, p, X, at, known, seen)
    return OBSERVED


# ---------------------------------------------------------------- actions
def card_index(S: Position, card: int, seen: Cards) -> int:
    """Return the kind of a visible card; the place of a hidden one, after all kinds."""
    if (seen & BIT(card)) != 0:
        return T_kind[card]
    place = S[HOME + card]
    first = T_start[place] + T_form[place]
    i = 0
    while S[first + i] != card:
        i += 1
    return KINDS + i


def sorted_in(n: int, first: int, action: int) -> int:
    """Add an action to a path, among those from `first` on, which ascend."""
    while n > first and G_acts[n - 1] > action:
        G_acts[n] = G_acts[n - 1]
        n += -1
    G_acts[n] = action
    return 0


def in_digits(n: int, number: int) -> int:
    """Add the digits of a number to a path. Return its length."""
    if number < 0:
        G_acts[n] = DIGITS + MINUS
        n += 1
        number = -number
    unit = 1
    while number // unit > 9:
        unit = unit * 10
    while unit > 0:
        G_acts[n] = DIGITS + number // unit % 10
        n += 1
        unit = unit // 10
    return n


def path(S: Position, OUT: Position, r: int, seen: Cards) -> int:
    """Put the actions of the move in row `r` into `G_acts`. Return how many there are."""
    n = 1
    head = T_head[OUT[r]]
    c = T_slots[OUT[r]]
    while c < T_slots[OUT[r] + 1]:
        how = T_how[c]
        cell = r + T_cell[c]
        index = 0
        if how == 1:
            index = OUT[cell] - T_low[c]
        if how == 2:
            index = card_index(S, OUT[cell], seen)
        if how == 3:
            place = OUT[cell] // SPOT_PLACE
            index = T_spot[place] + (OUT[cell] // SPOT_AT % SPOT_REACH - 1 if T_row[place] else 0)
        if how == 4 or how == 5:
            begun = n
            left = OUT.cards[cell]
            while left != 0:
                card = LOW(left)
                left = REST(left)
                sorted_in(n, begun, T_first[c] + (card_index(S, card, seen) if how == 4 else card))
                n += 1
            G_acts[n] = DONE
            n += 1
        elif how == 6:
            n = in_digits(n, OUT[cell])
            G_acts[n] = DONE
            n += 1
        elif T_much[c]:
            head += T_much[c] * index
        elif how > 0:
            G_acts[n] = T_first[c] + index
            n += 1
        c += 1
    G_acts[0] = head
    return n


def block_of(many: int) -> int:
    """Return how many moves of the same path one way leaves."""
    block = 1
    while block * WAYS < many:
        block = block * WAYS
    return block


def narrowed(S: Position, OUT: Position, n: int, depth: int, action: int, seen: Cards) -> int:
    """Keep the rows among the first `n` that go on with an action. Return how many there are."""
    found = 0
    if path(S, OUT, 0, seen) <= depth:
        block = block_of(n)
        low = (action - WAYS_AT) * block
        i = low
        while i < n and i < low + block:
            if low > 0:
                COPY(OUT, found * ROW, OUT, i * ROW, ROW)
            found += 1
            i += 1
        return found
    i = 0
    while i < n:
        path(S, OUT, i * ROW, seen)
        if G_acts[depth] == action:
            if found < i:
                COPY(OUT, found * ROW, OUT, i * ROW, ROW)
            found += 1
        i += 1
    return found


def masked(S: Position, OUT: Position, n: int, depth: int, B: Numbers, at: int, seen: Cards) -> int:
    """Write a 1 for each action with which one of the first `n` rows goes on, from number `at` of `B` on."""
    for k in range(MASKS):
        B[at + k] = 0
    if n > 0 and path(S, OUT, 0, seen) <= depth:
        block = block_of(n)
        i = 0
        while i * block < n:
            B[at + (WAYS_AT + i >> 3)] += 1 << 8 * (WAYS_AT + i & 7)
            i += 1
        return 0
    i = 0
    while i < n:
        path(S, OUT, i * ROW, seen)
        action = G_acts[depth]
        if (B[at + (action >> 3)] >> 8 * (action & 7) & 1) == 0:
            B[at + (action >> 3)] += 1 << 8 * (action & 7)
        i += 1
    return 0


# ---------------------------------------------------------------- many games
def given(S: Position, OUT: Position, P: Numbers, n: int) -> int:
    """Let the given players choose until one of the others is asked. Return how many moves there are then; 0 at the
    end of the game, -1 beyond compiled rules."""
    while n > 0 and P[PLAYS + seat(S)] != OWN:
        RENEW()
        i = choose(S, OUT, P, seat(S), n)
        if i < 0:
            return -1
        RENEW()
        n = apply(S, OUT, i)
    return n


def deal(S: Position, OUT: Position, R: Numbers, P: Numbers, r: int, seed: int, salt: int, games: int) -> int:
    """Begin the next game of a seed in which a player has to choose. Return how many moves there are; -1 if there is no
    such game soon."""
    n = 0
    tries = 0
    while n <= 0 and tries < 1000:
        tries += 1
        R[r + GAME] += games
        RENEW()
        n = TRY(new(S, OUT, KEY(seed, R[r + GAME])))
        if GIVEN and n > 0:
            begun(P, seed, R[r + GAME], salt)
            n = TRY(given(S, OUT, P, n))
        if n <= 0:
            R[r + SKIPPED] += 1
    R[r + DEPTH] = 0
    return n if n > 0 else -1


def make(
    S: Position, OUT: Position, R: Numbers, Q: Numbers, K: Numbers, P: Numbers, g: int, action: int
) -> int:  # fmt: skip
    """Take an action in game `g`. Return how many moves are left then; 0 if the game has ended, with its scores in `Q`;
    -1 beyond compiled rules."""
    r = g * COLUMNS
    n = R[r]
    depth = R[r + DEPTH]
    seen = m_seen(S, R[r + SEAT_OF])
    if n <= KEPT_ROWS:
        COPY(OUT, 0, K, g * KEPT_ROWS * ROW, n * ROW)
    else:
        n = legal(S, OUT)
        i = 0
        while i < depth:
            n = narrowed(S, OUT, n, i, R[r + PATH + i], seen)
            i += 1
    n = narrowed(S, OUT, n, depth, action, seen)
    R[r + PATH + depth] = action
    depth += 1
    if n > 1 or path(S, OUT, 0, seen) > depth:
        R[r + DEPTH] = depth
        return n
    RENEW()
    n = apply(S, OUT, 0)
    if GIVEN:
        n = given(S, OUT, P, n)
    R[r + DEPTH] = 0
    if n != 0:
        return n
    return 0 if scored(S, Q, g * TALLIES) >= 0 else -1


def step_one(
    S: Position, OUT: Position, A: Numbers, R: Numbers, Q: Numbers, K: Numbers, X: Numbers, B: Numbers,
    P: Numbers, g: int, games: int, seed: int, salt: int, begin: int,
) -> int:  # fmt: skip
    """Begin game `g`, or take its action; deal the next one if it ends. Write what the seat to act knows and may do.
    Return how many moves are left."""
    r = g * COLUMNS
    n = 0
    if begin:
        R[r + ENDED] = 0
    else:
        n = TRY(make(S, OUT, R, Q, K, P, g, A[g]))
        R[r + ENDED] = (S[OVER] if n == 0 else -1) if n <= 0 else 0
    if n <= 0:
        n = deal(S, OUT, R, P, r, seed, salt, games)
    R[r] = n
    if n < 0:
        for k in range(WIDE):
            X[g * WIDE + k] = 0
        for k in range(MASKS):
            B[g * MASKS + k] = 0
        return -1
    if n <= KEPT_ROWS:
        COPY(K, g * KEPT_ROWS * ROW, OUT, 0, n * ROW)
    depth = R[r + DEPTH]
    p = seat(S)
    if depth > 0:  # nothing else has changed
        put(X, g * WIDE * 4 + TAKEN + R[r + PATH + depth - 1], 1)
    else:
        R[r + SEAT_OF] = p
        for k in range(WIDE):
            X[g * WIDE + k] = 0
        observe(S, p, X, g * WIDE * 4)
    masked(S, OUT, n, depth, B, g * MASKS, m_seen(S, p))
    return n


def steps(
    S: Positions, OUT: Position, A: Numbers, R: Numbers, Q: Numbers, K: Numbers, X: Numbers, B: Numbers,
    P: Positions, games: int, seed: int, salt: int, begin: int,
) -> int:  # fmt: skip
    """Begin `games` games, or take an action in each. Return how many ended; if an action is not legal, -1 less the
    number of the first such game, with no effect."""
    for g in range(games):
        if not begin:
            action = A[g]
            if action < 0 or action >= 8 * MASKS:
                return -1 - g
            if (B[g * MASKS + (action >> 3)] >> 8 * (action & 7) & 1) == 0:
                return -1 - g
    ended = 0
    for g in range(games):
        step_one(PART(S, g, SIZE), OUT, A, R, Q, K, X, B, PART(P, g, PLAYERS), g, games, seed, salt, begin)
        if R[g * COLUMNS + ENDED] != 0:
            ended += 1
    return ended
