"""What a seat can tell of its moves beforehand: they are tried in positions that it cannot tell from the true one.

`knowledge.imagining` and `seat.foresight` say what is imagined, and how far it counts; this is the same on positions
that are arrays. At each of `DEPTH` levels a world stands, the moves that are legal in it, and what comes of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lowering.at_once import AtOnce
from croupier.lowering.kernel import NIL, VEILED, Unlowered
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace

WORLDS = 3
DEPTH = 3
BREADTH = 60

TEXT = """
def before(S):
    if S[{unforeseen}]:
        S[{stopped}] = 2
        return -1
    S[{shown}] = S[{shown_now}]
    S[{peeked}] = S[{peeked_now}]
    S[{lists}] += 1
    COPY(G_ahead_before, 0, S, 0, {size})
    return 0

def step(S):
    if S[{unforeseen}] == 0:
        COPY(G_ahead_step, 0, S, 0, {size})
    return 0

def new_name(card):
    kind = {kind_of}[card]
    G_ahead_name[card] = G_ahead_next[kind]
    G_ahead_next[kind] += 1
    return 0

def new_names(m_cards):
    while m_cards != 0:
        new_name(LOW(m_cards))
        m_cards = REST(m_cards)
    return 0

def m_named(m_cards):
    m_found = Gm_ahead_none[0]
    while m_cards != 0:
        m_found = m_found | BIT(G_ahead_name[LOW(m_cards)])
        m_cards = REST(m_cards)
    return m_found

def renamed(S, m_known):
    for kind in range(0, {number_of_kinds}):
        G_ahead_next[kind] = T_first[kind]
    for place in range(0, {places}):
        if T_form[place] == 0 or T_form[place] == -1:
            m_here = m_lying(S, place) & m_known
            new_names(m_here & ~{turned})
            new_names(m_here & {turned})
        else:
            at = T_start[place] + T_form[place]
            for i in range(0, S[T_start[place]]):
                if S[at + i] != {nil}:
                    if (m_known & BIT(S[at + i])) != 0:
                        new_name(S[at + i])
    new_names(Z[{void}])
    for place in range(0, {places}):
        at = T_start[place] + T_form[place]
        if T_form[place] == 0:
            new_names(Z[at] & ~m_known)
            Z[at] = m_named(Z[at])
        elif T_form[place] == -1:
            at = T_start[place]
            for i in range(0, S[at]):
                Z[at + 2 + i * {step}] = m_named(Z[at + 2 + i * {step}])
        else:
            for i in range(0, S[T_start[place]]):
                if S[at + i] != {nil}:
                    if (m_known & BIT(S[at + i])) == 0:
                        new_name(S[at + i])
                    S[at + i] = G_ahead_name[S[at + i]]
            if T_form[place] > 1:
                Z[T_start[place] + 1] = m_named(Z[T_start[place] + 1])
    Z[{void}] = m_named(Z[{void}])
    for card in range(0, {cards}):
        G_ahead_column[card] = S[{home} + card]
    for card in range(0, {cards}):
        S[{home} + G_ahead_name[card]] = G_ahead_column[card]
    return 0

def dealt(S, number, seat):
    n = 0
    m_left = Z[{unknown}]
    while m_left != 0:
        G_ahead_deal[n] = LOW(m_left)
        m_left = REST(m_left)
        n += 1
    G_ahead_stream[0] = KEY(number, S[{decisions}] * {seats} + seat)
    G_ahead_stream[1] = 0
    for i in range(n - 1, 0, -1):
        j = below(G_ahead_stream, 0, i + 1)
        card = G_ahead_deal[i]
        G_ahead_deal[i] = G_ahead_deal[j]
        G_ahead_deal[j] = card
    n = 0
    for place in range(0, {places}):
        at = T_start[place] + T_form[place]
        if T_form[place] == 0:
            m_left = Z[at] & Z[{unknown}]
            m_new = Z[at] & ~m_left
            while m_left != 0:
                G_ahead_dealt[LOW(m_left)] = G_ahead_deal[n]
                m_new = m_new | BIT(G_ahead_deal[n])
                S[{home} + G_ahead_deal[n]] = place
                m_left = REST(m_left)
                n += 1
            Z[at] = m_new
        elif T_form[place] != -1:
            m_new = Gm_ahead_none[0]
            for i in range(0, S[T_start[place]]):
                if S[at + i] != {nil}:
                    if (Z[{unknown}] & BIT(S[at + i])) != 0:
                        G_ahead_dealt[S[at + i]] = G_ahead_deal[n]
                        S[{home} + G_ahead_deal[n]] = place
                        S[at + i] = G_ahead_deal[n]
                        m_new = m_new | BIT(G_ahead_deal[n])
                        n += 1
            if T_form[place] > 1:
                Z[T_start[place] + 1] = Z[T_start[place] + 1] & ~Z[{unknown}] | m_new
    return 0

def looked(S, seat):
    Z[{unknown}] = {all_cards} & ~Z[{void}] & ~Z[{known} + seat * {words}]
    Z[{hidden}] = {all_cards} & ~m_seen(S, seat)
    S[{shown}] = 0
    S[{shown_now}] = 0
    S[{peeked}] = 0
    S[{peeked_now}] = 0
    S[{lists}] = 0
    S[{stopped}] = 0
    S[{unforeseen}] = 0
    return 0

def imagined(S, seat):
    others = 0
    if S[{waiting}]:
        for p in range(0, {seats}):
            if p != seat and S[{asked}] >> p & 1 and (S[{waiting}] >> p & 1) == 0:
                others += 1
        S[{decisions}] += -others
        S[{waiting}] = S[{asked}]
    m_known = Z[{void}] | Z[{known} + seat * {words}] | m_seen(S, seat)
    for card in range(0, {cards}):
        G_ahead_home[card] = S[{home} + card]
    renamed(S, m_known)
    Z[{unknown}] = m_named({all_cards} & ~m_known)
    columns(S)
    dealt(S, 0, seat)
    veil(S, seat, m_known)
    Z[{known} + seat * {words}] = {all_cards} & ~Z[{void}] & ~Z[{unknown}]
    S[{going}] = -1
    S[{imagines}] = seat + 1
    looked(S, seat)
    return 0

def listed(S, OUT, seat):
    n = offered(S, OUT, seat, {breadth})
    if S[{unforeseen}]:
        S[{unforeseen}] = 0
        return 0
    return n

def rated(S, seat):
    was = S[{unforeseen}]
    S[{unforeseen}] = 0
    worth = score(S, 0, seat)
    if S[{unforeseen}] or worth == {nil}:
        worth = 0
    S[{unforeseen}] = 0
    m_held = Gm_ahead_none[0]
    won = 0
    for place in range(0, {places}):
        if T_mine[place] >> seat & 1:
            if T_leaves[place]:
                if T_own[place]:
                    m_held = m_held | m_lying(S, place)
            elif T_seen[place] == {everyone}:
                won += POP(m_lying(S, place))
    G_ahead_rate[0] = {sign}worth
    S[{fault}] = 0
    left = remains(S, m_held)
    if S[{fault}]:
        return -1
    G_ahead_rate[1] = 0 if S[{unforeseen}] else -left
    G_ahead_rate[2] = won
    G_ahead_rate[3] = -POP(m_held)
    S[{unforeseen}] = was
    return 0

def row_of(OUT, i):
    for j in range(0, {row}):
        G_ahead_act[j] = OUT[i * {row} + j]
    return 0
"""

LEVEL = """
def otherwise{level}(i, seat, shown):
    for number in range(1, {worlds}):
        COPY(G_ahead_other, 0, G_ahead_world{level}, 0, {size})
        dealt(G_ahead_other, number, seat)
        if i >= listed(G_ahead_other, G_ahead_rows_other, seat):
            return 1
        row_of(G_ahead_rows_other, i)
        r = apply(G_ahead_other, G_ahead_act, 0)
        if r < 0 and G_ahead_other[{stopped}] == 0:
            return -1
        there = G_ahead_other[{shown_now}]
        if G_ahead_other[{stopped}] == 1 and G_ahead_other[{unforeseen}] == 2:
            there = G_ahead_before[{shown}]
        if there != shown:
            return 1
    return 0

def tried{level}(i, n, seat):
    G_ahead_again[{level}] = 0
    G_ahead_rate[4] = 0
    if i >= n:
        G_ahead_rate[4] = 1
        return rated(G_ahead_world{level}, seat)
    row_of(G_ahead_rows{level}, i)
    lists = T_lists[G_ahead_act[0]]
    COPY(G_ahead_world{next}, 0, G_ahead_world{level}, 0, {size})
    RENEW()
    r = apply(G_ahead_world{next}, G_ahead_act, 0)
    stopped = G_ahead_world{next}[{stopped}]
    if r < 0 and stopped == 0:
        return -1
    reason = G_ahead_world{next}[{unforeseen}]
    if reason and stopped == 0:
        stopped = 2
    peeked = G_ahead_world{next}[{peeked_now}]
    shown = G_ahead_world{next}[{shown_now}]
    unknown = 0
    if stopped == 1:
        unknown = G_ahead_world{next}[{lists}] <= lists
        if reason == 2:
            peeked = G_ahead_before[{peeked}]
            shown = G_ahead_before[{shown}]
        COPY(G_ahead_world{next}, 0, G_ahead_before, 0, {size})
    if peeked and unknown == 0:
        unknown = otherwise{level}(i, seat, shown)
        if unknown < 0:
            return -1
    if unknown:
        G_ahead_rate[4] = 1
        COPY(G_ahead_world{next}, 0, G_ahead_world{level}, 0, {size})
        G_ahead_world{next}[{stepping}] = 1
        COPY(G_ahead_step, 0, G_ahead_world{next}, 0, {size})
        row_of(G_ahead_rows{level}, i)
        r = act(G_ahead_world{next}, G_ahead_act, seat, 0)
        if G_ahead_world{next}[{unforeseen}]:
            return rated(G_ahead_step, seat)
        if r < 0:
            return -1
        return rated(G_ahead_world{next}, seat)
    if stopped == 0 and G_ahead_world{next}[{over}] == 0:
        if G_ahead_world{next}[{waiting}]:
            G_ahead_again[{level}] = G_ahead_world{next}[{waiting}] == 1 << seat
        else:
            G_ahead_again[{level}] = G_ahead_world{next}[{actor}] == seat
    return rated(G_ahead_world{next}, seat)
"""

FOLLOWED = """
def worth{level}(depth, seat):
    if depth < 2 or G_ahead_rate[4] or G_ahead_again[{level}] == 0:
        return 1
    looked(G_ahead_world{next}, seat)
    n = listed(G_ahead_world{next}, G_ahead_rows{next}, seat)
    if n == 0:
        return 1
    for i in range(0, n):
        G_ahead_room[0] += -1
        if G_ahead_room[0] < 0:
            return 0
        if tried{next}(i, n, seat) < 0:
            return -1
        r = worth{next}(depth - 1, seat)
        if r < 1:
            return r
        if i == 0 or more({next}) > 0:
            for j in range(0, 4):
                G_ahead_top[{next} * 5 + j] = G_ahead_rate[j]
    for j in range(0, 4):
        G_ahead_rate[j] = G_ahead_top[{next} * 5 + j]
    return 1
"""


class Imagining(AtOnce):
    """The part of the lowering that knows what players foresee."""

    def foresight(self) -> None:
        """What is called of it: `imagined(S, seat)` turns a copy of the true position into what the seat imagines;
        `triedN`, `worthN` (see `choosing`)."""
        program, layout = self.program, self.layout
        if self.questions:
            raise Unlowered("what is asked in the middle of a move, to players who look ahead")
        if layout.owned:
            raise Unlowered("whose a card is, to players who look ahead")
        places = self.program_places()
        first = [program.kind_of.index(kind) for kind in range(len(program.kinds))]
        left = program.planner.facts.left
        tables = {
            "T_first": first,
            "T_mine": [self._whose_cards(place) for place in places],
            "T_leaves": [int(place.zone.name in left) for place in places],
            "T_own": [int(place.zone.per == "player") for place in places],
            "T_lists": [int(bool(move.do)) for move in self.rules.moves],
        }
        for name, values in tables.items():
            self.tables[name, tuple(values)] = name
        rows, kinds = (BREADTH + 1) * layout.row + 64, len(program.kinds) + 1
        positions = ["before", "step", "other", *(f"world{level}" for level in range(1, DEPTH + 2))]
        listed = ["rows_other", *(f"rows{level}" for level in range(1, DEPTH + 2))]
        by_card = ["name", "column", "deal", "dealt", "home"]
        small = {"rate": 5, "again": DEPTH + 2, "act": 2 * layout.row + 64, "room": 1, "next": kinds, "stream": 2}
        sizes = {**dict.fromkeys(positions, layout.size), **dict.fromkeys(listed, rows), **small}
        sizes |= {**dict.fromkeys(by_card, layout.cards), "top": 5 * (DEPTH + 2)}
        self.scratch |= {f"G_ahead_{name}": size for name, size in sizes.items()}
        self._offer_to()
        self._leave_over()
        self._note_columns()
        self._veil_state()
        lowest = self.rules.result.best == "lowest"
        self.library(
            TEXT, number_of_kinds=len(program.kinds), all_cards=self.all_cards, breadth=BREADTH,
            sign="-" if lowest else "",
        )  # fmt: skip
        for level in range(1, DEPTH + 1):
            self.library(LEVEL, level=level, next=level + 1, worlds=WORLDS)
            if level < DEPTH:
                self.library(FOLLOWED, level=level, next=level + 1)
            else:
                with self.function(f"worth{level}(depth, seat)"):
                    self.line("return 1")

    def _whose_cards(self, place: ZonePlace) -> int:
        """The seats whose cards lie in a place, as bits."""
        if place.zone.per == "table":
            return 0
        seats = range(self.program.seats)
        alone = place.zone.per == "player"
        return sum(1 << seat for seat in seats if place.subject == (seat if alone else self.program.team_of(seat)))

    def _offer_to(self) -> None:
        """`offered(S, OUT, seat, most)`: the first legal moves of a seat that decides."""
        with self.function("offered(S, OUT, seat, most)"):
            for stage in self.layout.stages:
                if stage.moves:
                    with self.block(
                        f"if {self.layout.cell('label')} == {self.number('decide', self.layout.key(stage))}:"
                    ):
                        self.line(f"return legal_{self.ends[stage.name]}(S, OUT, seat, most)")
            self.line("return 0")

    def _leave_over(self) -> None:
        """`remains(S, m_held)`: what the best arrangements of cards leave over."""
        with self.function("remains(S, m_held)"):
            left = [self.left_by(name, "m_held") for name in self.program.combos.wanted]
            self.line(f"return {' + '.join(left) or '0'}")

    def _note_columns(self) -> None:
        """`columns(S)`: what is noted with cards, and that they are turned up, goes with their new names."""
        layout = self.layout
        starts = []
        for variable in self.rules.variables:
            if variable.per != "card":
                continue
            open_to_all = [place for place in self.program_places() if place.zone.name == variable.life]
            if variable.type.many or variable.type.name in ("card", "meld", "spot") or variable.seen != "everyone":
                raise Unlowered("what is noted on cards, to players who look ahead")
            everyone = self.program.everyone
            if not open_to_all or any(p.viewers != everyone or not p.ordered for p in open_to_all):
                raise Unlowered("what is noted on cards that some do not see, to players who look ahead")
            starts.append(layout.at("variable", variable.name))
        if layout.casts:
            starts += [layout.at("role"), layout.at("place")]
        with self.function("columns(S)"):
            if layout.turns_cards:
                turned = f"Z[{layout.at('turned')}]"
                self.line(f"{turned} = m_named({turned})")
            for start in starts:
                with self.block(f"for card in range(0, {layout.cards}):"):
                    self.line(f"G_ahead_column[card] = S[{start} + card]")
                with self.block(f"for card in range(0, {layout.cards}):"):
                    self.line(f"S[{start} + G_ahead_name[card]] = G_ahead_column[card]")
            self.line("return 0")

    def _veil_state(self) -> None:
        """`veil(S, seat, m_known)`: state that the seat may not see, or of cards that it cannot point at."""
        layout, program = self.layout, self.program
        with self.function("veil(S, seat, m_known)"):
            for variable in self.rules.variables:
                if variable.per == "card":
                    continue
                if variable.type.many or variable.type.name in ("meld", "spot"):
                    raise Unlowered("state of several things, to players who look ahead")
                if not self.secret(variable.name):
                    continue
                for slot in range(self.size_of(variable)):
                    cell = layout.cell("variable", variable.name, str(slot))
                    told = sum(program.may_know(variable, slot, seat) << seat for seat in range(program.seats))
                    with self.block(f"if ({told} >> seat & 1) == 0:"):
                        self.line(f"{cell} = {VEILED}")
                    if variable.type == ir.CARD:
                        with self.block(f"if {cell} != {NIL} and {cell} != {VEILED}:"):
                            with self.block(f"if (m_known & BIT({cell})) != 0:"):
                                self.line(f"{cell} = G_ahead_name[{cell}]")
                            with self.block(f"elif T_fixed[G_ahead_home[{cell}]]:"):
                                self.line(f"{cell} = G_ahead_dealt[G_ahead_name[{cell}]]")
                            with self.block("else:"):
                                self.line(f"{cell} = {VEILED}")
            self.line("return 0")
