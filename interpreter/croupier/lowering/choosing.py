"""Who decides in games that are played to their end: players at random, and players who look ahead (`players.greedy`).

What they have to remember stands in the array `P`, whose cells `Players` names.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.base import limits
from croupier.lowering.imagining import Imagining
from croupier.lowering.kernel import Unlowered

RANDOM, GREEDY, HASTY = 0, 1, 2
"""Players by number. Who is hasty looks ahead, but no further than at what a move does by itself."""
ROOM = 1 << 17
"""So many places are there for positions that players have met."""
MOST_SEEN = 100_000
"""So many they may meet in a game: as many as it has decisions, where nobody has set it another limit."""


@dataclass(frozen=True, slots=True)
class Players:
    """Where things stand in `P`: for each seat the key of its chance and how many words of it are drawn, when it first
    had to decide (from 1; nought: never); then how many have. Where players look ahead: who plays for each seat in this
    game, who does in game 0, whether players move one seat on from game to game, what keeps the chance of those who
    look ahead apart, how many moves these have tried in thought, how many positions have been met, where these stand,
    and for each its two numbers and how often; then for each kind of card that each seat has had how often that was so
    when it had to decide, and how often such a card could be played."""

    seats: int
    kinds: int

    @property
    def first(self) -> int:
        return 2 * self.seats

    @property
    def came(self) -> int:
        return 3 * self.seats

    @property
    def plays(self) -> int:
        return self.came + 1

    @property
    def base(self) -> int:
        return self.plays + self.seats

    @property
    def moves_on(self) -> int:
        return self.base + self.seats

    @property
    def salt(self) -> int:
        return self.moves_on + 1

    @property
    def tried(self) -> int:
        return self.salt + 1

    @property
    def met(self) -> int:
        return self.tried + 1

    @property
    def places(self) -> int:
        return self.met + 1

    @property
    def table(self) -> int:
        return self.places + MOST_SEEN

    def size(self, *, foresees: bool) -> int:
        """How many cells there are."""
        return self.went + 2 * self.seats * self.kinds if foresees else self.plays

    @property
    def went(self) -> int:
        return self.table + 3 * ROOM


TEXT = """
def mark(x):
    G_ahead_mark[0] = (G_ahead_mark[0] * 1103515245 + x + 12345) % 2147483629
    G_ahead_mark[1] = (G_ahead_mark[1] * 1664525 + x + 1013904223) % 2147483587
    return 0

def mark_all(m_cards):
    while m_cards != 0:
        mark({kind_of}[LOW(m_cards)] + 3)
        m_cards = REST(m_cards)
    return 0

def mark_noted(S, m_cards):
    while m_cards != 0:
        mark({kind_of}[LOW(m_cards)] + 3)
        mark(noted(S, LOW(m_cards)))
        m_cards = REST(m_cards)
    return 0

def mark_meld(S, m_cards):
    n = POP(m_cards)
    last = -1
    while n > 0:
        best = -1
        m_left = m_cards
        while m_left != 0:
            card = LOW(m_left)
            m_left = REST(m_left)
            if best < 0 or S[{place_of} + card] < S[{place_of} + best]:
                best = card
        mark({kind_of}[best] + 3)
        m_cards = m_cards & ~BIT(best)
        n += -1
    return 0

def looks(S, seat):
    G_ahead_mark[0] = seat
    G_ahead_mark[1] = seat
    m_open = m_seen(S, seat)
    for place in range(0, {places}):
        at = T_start[place]
        if T_form[place] == 0:
            m_here = Z[at]
            mark(POP(m_here))
            if T_marked[place]:
                mark_noted(S, m_here & m_open)
            else:
                mark_all(m_here & m_open)
            mark(1)
            mark_all(m_here & ~m_open & Z[{known} + seat * {words}])
        elif T_form[place] == -1:
            mark(POP(m_lying(S, place)))
            for i in range(0, S[at]):
                mark_meld(S, Z[at + 2 + i * {step}])
        else:
            first = at + T_form[place]
            mark(S[at])
            for i in range(0, S[at]):
                card = S[first + i]
                if card == {nil}:
                    mark(0)
                elif (m_open & BIT(card)) != 0:
                    mark({kind_of}[card] + 3)
                    if T_marked[place]:
                        mark(noted(S, card))
                else:
                    mark(1)
            mark(2)
            for i in range(0, S[at]):
                card = S[first + i]
                if card != {nil}:
                    if (Z[{known} + seat * {words}] & BIT(card) & ~m_open) != 0:
                        mark({kind_of}[card] + 3)
        mark(2)
    return G_ahead_mark[0]

def met_before(P, seat):
    i = (G_ahead_mark[0] + seat) % {room}
    at = {table} + 3 * i
    while P[at + 2] != 0 and (P[at] != G_ahead_mark[0] * {seats} + seat or P[at + 1] != G_ahead_mark[1]):
        i = (i + 1) % {room}
        at = {table} + 3 * i
    if P[at + 2] == 0:
        if P[{met}] >= {most_met}:
            return -1
        P[{met_at} + P[{met}]] = at
        P[{met}] += 1
        P[at] = G_ahead_mark[0] * {seats} + seat
        P[at + 1] = G_ahead_mark[1]
    P[at + 2] += 1
    return P[at + 2]

def more(level):
    for j in range(0, 6):
        if G_ahead_rate[j] != G_ahead_top[level * 6 + j] and (j < 5 or level == 0):
            return 1 if G_ahead_rate[j] > G_ahead_top[level * 6 + j] else -1
    return 0

def best_of(seat, depth, n, many):
    G_ahead_room[0] = {tries} if depth > 1 else {breadth}
    G_ahead_number[0] = 0
    for i in range(0, n if n < {breadth} else {breadth}):
        G_ahead_room[0] += -1
        if G_ahead_room[0] < 0:
            return 0
        r = tried1(i, many, seat)
        if r < 0:
            return -1
        unknown = G_ahead_rate[5]
        r = worth1(depth, seat)
        if r < 1:
            return r
        G_ahead_rate[5] = unknown
        r = 1 if i == 0 else more(0)
        if r > 0:
            G_ahead_number[0] = 0
            for j in range(0, 6):
                G_ahead_top[j] = G_ahead_rate[j]
        if r >= 0:
            G_ahead_best[G_ahead_number[0]] = i
            G_ahead_number[0] += 1
    return 1

def choose(S, OUT, P, seat, n):
    if P[{plays} + seat] == 0:
        return below(P, 2 * seat, n)
    if n == 1:
        return 0
    learned(S, OUT, P, seat, n)
    looks(S, seat)
    often = met_before(P, seat)
    if often < 0:
        return -1
    if often > {patience}:
        return below(P, 2 * seat, n)
    COPY(G_ahead_world1, 0, S, 0, {size})
    imagined(G_ahead_world1, seat)
    if G_ahead_world1[{fault}]:
        return -1
    many = listed(G_ahead_world1, G_ahead_rows1, seat)
    if many < 0:
        return -1
    found = 0
    depth = {depth} if P[{plays} + seat] == {greedy} else 1
    while found == 0:
        found = best_of(seat, depth, n, many)
        P[{tried}] += ({tries} if depth > 1 else {breadth}) - G_ahead_room[0]
        depth += -1
    if found < 0:
        return -1
    return G_ahead_best[below(P, 2 * seat, G_ahead_number[0])] if G_ahead_number[0] > 1 else G_ahead_best[0]
"""


class Choosing(Imagining):
    """The part of the lowering that knows players."""

    def players(self) -> None:
        """`choose(S, OUT, P, seat, n)`: which of `n` legal moves a seat makes, as who plays for it does.
        `looks(S, seat)`: a number for what a seat sees and remembers."""
        self.playing = Players(self.program.seats, len(self.program.kinds))
        if not self.foresees:
            with self.function("choose(S, OUT, P, seat, n)"):
                self.line("return below(P, 2 * seat, n)")
            with self.function("looks(S, seat)"):
                self.line("return 0")
            return
        self.foresight()
        told = self.playing
        marked = self._readings()
        self._learning()
        self.tables["T_marked", tuple(marked)] = "T_marked"
        self.scratch |= {"G_ahead_mark": 2, "G_ahead_best": limits.BREADTH + 1, "G_ahead_number": 1}
        self.library(
            TEXT, room=ROOM, most_met=MOST_SEEN, table=told.table, met=told.met, met_at=told.places, plays=told.plays,
            tried=told.tried, tries=limits.TRIES, breadth=limits.BREADTH, patience=limits.PATIENCE, depth=limits.DEPTH,
            greedy=GREEDY, place_of=self.layout.at("place") if self.layout.casts else "0",
        )  # fmt: skip

    def _learning(self) -> None:
        """`learned(S, OUT, P, seat, n)`: the seat notes which of its cards go now, and how often each kind has gone
        comes to stand in `G_ahead_goes`. Where combos say what cards are worth, nobody asks."""
        layout, players = self.layout, self.playing
        kinds = players.kinds
        self.scratch["G_ahead_goes"] = kinds
        if self.program.combos.wanted:
            with self.function("learned(S, OUT, P, seat, n)"):
                self.line("return 0")
            return
        with self.function("m_row_cards(OUT, r)"):
            asked = [move.choices for move in self.rules.moves] + [each.choices for each in self.questions]
            for number, choices in enumerate(asked):
                cells = [(choice, 1 + j * layout.width) for j, choice in enumerate(choices)]
                cells = [each for each in cells if each[0].type.name in ("card", "meld")]
                if not cells:
                    continue
                with self.block(f"if OUT[r] == {number}:"):
                    self.line("m_found = Gm_ahead_none[0]")
                    for choice, cell in cells:
                        if choice.type.name == "meld" or not choice.single:
                            self.line(f"m_found = m_found | ZO[r + {cell}]")
                        else:
                            with self.block(f"if OUT[r + {cell}] >= 0 and OUT[r + {cell}] < {layout.cards}:"):
                                self.line(f"m_found = m_found | BIT(OUT[r + {cell}])")
                    self.line("return m_found")
            self.line("m_found = Gm_ahead_none[0]")
            self.line("return m_found")
        sets, _ = self.kinds()
        known = f"Z[{layout.at('known')} + seat * {layout.words}]"
        with self.function("learned(S, OUT, P, seat, n)"):
            self.line("m_held = Gm_ahead_none[0]")
            with self.block(f"for place in range(0, {len(self.program_places())}):"):
                with self.block("if T_mine[place] >> seat & 1:"):
                    with self.block("if T_leaves[place] and T_own[place]:"):
                        self.line("m_held = m_held | m_lying(S, place)")
            self.line(f"m_held = m_held & (m_seen(S, seat) | {known})")
            self.line("m_goes = Gm_ahead_none[0]")
            with self.block("for i in range(0, n):"):
                self.line(f"m_goes = m_goes | m_row_cards(OUT, i * {layout.row})")
            self.line("m_goes = m_goes & m_held")
            with self.block(f"for kind in range(0, {kinds}):"):
                self.line(f"at = {players.went} + 2 * (seat * {kinds} + kind)")
                with self.block(f"if (m_held & {sets}[kind]) != 0:"):
                    self.line("P[at] += 1")
                    with self.block(f"if (m_goes & {sets}[kind]) != 0:"):
                        self.line("P[at + 1] += 1")
                self.line("G_ahead_goes[kind] = 100 * (P[at + 1] + 1) // (P[at] + 2)")
            self.line("return 0")

    def _readings(self) -> list[int]:
        """`noted(S, card)`: what a card reads as where it lies, besides what is printed on it; the places where it
        does."""
        layout = self.layout
        found = [0] * len(self.program_places())
        with self.function("noted(S, card)"):
            for number, place in enumerate(self.program_places()):
                living = [
                    variable
                    for variable in self.rules.variables
                    if variable.per == "card" and variable.life == place.zone.name and variable.type.name != "truth"
                ]
                if len(living) != 1:
                    continue
                (variable,) = living
                if variable.seen != "everyone":
                    continue
                if not self.reads(variable.start) <= {1}:
                    raise Unlowered("what is noted on cards from the start, to players who look ahead")
                starts = self.program.planner.per_card(variable.start)
                table = self.table([-(1 << 40) if start is None else int(start) for start in starts])
                cell = layout.cell("variable", variable.name, "card")
                found[number] = 1
                with self.block(f"if S[{layout.at('home')} + card] == {number}:"):
                    self.line(f"return 0 if {cell} < {-(1 << 40)} or {cell} == {table}[card] else {cell} + 1000")
            self.line("return 0")
        return found

    def seated(self) -> None:
        """Who plays for whom in this game."""
        seats, players = self.program.seats, self.playing
        self.line(f"shift = game % {seats} if P[{players.moves_on}] else 0")
        with self.block(f"for p in range(0, {seats}):"):
            self.line(f"P[{players.plays} + p] = P[{players.base} + (p - shift + {seats}) % {seats}]")
        self.meets_nobody()
        self.learns_anew()

    def meets_nobody(self) -> None:
        """Written where a game begins, or goes on in another way."""
        players = self.playing
        with self.block(f"for i in range(0, P[{players.met}]):"):
            self.line(f"P[P[{players.places} + i] + 2] = 0")
        self.line(f"P[{players.met}] = 0")

    def learns_anew(self) -> None:
        """Written where a game begins; who plays on from a position again and again knows what has gone before."""
        players = self.playing
        if not self.program.combos.wanted:
            with self.block(f"for i in range(0, {2 * players.seats * players.kinds}):"):
                self.line(f"P[{players.went} + i] = 0")
