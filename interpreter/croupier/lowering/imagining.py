"""What a seat can tell of its moves beforehand: they are tried in positions that it cannot tell from the true one.

`knowledge.imagining` and `seat.foresight` say what is imagined, and how far it counts; this is the same on positions
that are arrays. Each of `limits.DEPTH` levels has a world, the moves that are legal in it, and what comes of one.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.combos.binding import WILD
from croupier.lowering.veiling import Veiling
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace

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

def renamed(S, m_known, m_open):
    for kind in range(0, {number_of_kinds}):
        G_ahead_next[kind] = T_first[kind]
    for place in range(0, {places}):
        if T_form[place] == 0:
            m_here = m_lying(S, place) & m_known
            new_names(m_here & ~m_open)
            noted_names(S, m_here & m_open & ~{turned})
            noted_names(S, m_here & m_open & {turned})
        elif T_form[place] == -1:
            at = T_start[place]
            for i in range(0, S[at]):
                m_here = Z[at + 2 + i * {step}]
                while m_here != 0:
                    card = {first_in}
                    new_name(card)
                    m_here = m_here & ~BIT(card)
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
    return dealt_columns(S)

def looked(S, seat):
{looked_before}
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
{sealed}
    m_open = m_seen(S, seat)
    m_known = Z[{void}] | Z[{known} + seat * {words}] | m_open
    for card in range(0, {cards}):
        G_ahead_home[card] = S[{home} + card]
    renamed(S, m_known, m_open)
    Z[{unknown}] = m_named({all_cards} & ~m_known)
    columns(S, m_named(m_open))
    dealt(S, 0, seat)
    veil(S, seat, m_known)
    Z[{known} + seat * {words}] = {all_cards} & ~Z[{void}] & ~Z[{unknown}]
    S[{going}] = -1
    S[{imagines}] = seat + 1
    S[{veils}] = 1
    looked(S, seat)
    return 0

def listed(S, OUT, seat):
    n = offered(S, OUT, seat, {breadth})
    if S[{unforeseen}]:
        S[{unforeseen}] = 0
        return 0
    return -1 if S[{fault}] else n

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
    G_ahead_rate[4] = 0 if S[{unforeseen}] else G_ahead_use[0]
{as_it_went}
    S[{unforeseen}] = was
    return 0

def row_of(OUT, i):
    for j in range(0, {row}):
        G_ahead_act[j] = OUT[i * {row} + j]
    return 0
"""

WENT = """\
    m_held = m_held & ~Z[{unknown}]
    while m_held != 0:
        G_ahead_rate[4] += G_ahead_goes[{kind_of}[LOW(m_held)]]
        m_held = REST(m_held)"""

LEVEL = """
def otherwise{level}(i, seat, shown):
    for number in range(1, {worlds}):
        COPY(G_ahead_other, 0, G_ahead_world{level}, 0, {size})
        dealt(G_ahead_other, number, seat)
        {look_anew}
        n = listed(G_ahead_other, G_ahead_rows_other, seat)
        if n < 0:
            return -1
        if i >= n:
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
    G_ahead_rate[5] = 0
    if i >= n{at_once}:
        G_ahead_rate[5] = 1
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
        G_ahead_rate[5] = 1
        if G_ahead_act[0] >= {moves}:
            return rated(G_ahead_world{level}, seat)
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
    if depth < 2 or G_ahead_rate[5] or G_ahead_again[{level}] == 0:
        return 1
    looked(G_ahead_world{next}, seat)
    n = listed(G_ahead_world{next}, G_ahead_rows{next}, seat)
    if n < 1:
        return 1 + 2 * n
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
            for j in range(0, 5):
                G_ahead_top[{next} * 6 + j] = G_ahead_rate[j]
    for j in range(0, 5):
        G_ahead_rate[j] = G_ahead_top[{next} * 6 + j]
    return 1
"""


class Imagining(Veiling):
    """The part of the lowering that knows what players foresee."""

    def foresight(self) -> None:
        """What is called of it: `imagined(S, seat)` turns a copy of the true position into what the seat imagines;
        `triedN`, `worthN` (see `choosing`)."""
        program, layout = self.program, self.layout
        places = self.program_places()
        first = [bisect_left(program.kind_of, kind) for kind in range(len(program.kinds))]  # of some there is no card
        left = program.planner.facts.left
        tables = {
            "T_first": first,
            "T_mine": [self._whose_cards(place) for place in places],
            "T_leaves": [int(place.zone.name in left) for place in places],
            "T_own": [int(place.zone.per == "player") for place in places],
            "T_lists": [*(int(bool(move.do)) for move in self.rules.moves), *(1 for _ in self.questions)],
        }
        for name, values in tables.items():
            self.tables[name, tuple(values)] = name
        rows, kinds = (limits.BREADTH + 1) * layout.row + 64, len(program.kinds) + 1
        positions = ["before", "step", "other", *(f"world{level}" for level in range(1, limits.DEPTH + 2))]
        listed = ["rows_other", *(f"rows{level}" for level in range(1, limits.DEPTH + 2))]
        by_card = ["name", "column", "deal", "dealt", "home"]
        small = {"rate": 6, "use": 1, "again": limits.DEPTH + 2, "act": 2 * layout.row + 64, "room": 1}
        small |= {"next": kinds, "stream": 2}
        sizes = {**dict.fromkeys(positions, layout.size), **dict.fromkeys(listed, rows), **small}
        sizes |= {**dict.fromkeys(by_card, layout.cards), "top": 6 * (limits.DEPTH + 2)}
        self.scratch |= {f"G_ahead_{name}": size for name, size in sizes.items()}
        looks = {"looked_before": "", "look_anew": "pass"}
        if layout.looks:
            self.scratch["G_ahead_all"] = (limits.MOST_MOVES + 1) * layout.row + 64
            with self.function("look_anew(S)"):  # what has been dealt anew is not known, to the end of a stage either
                self.line(f"Z[{layout.at('unshown')}] = Z[{layout.at('unknown')}]")
                self.line("return 0")
            looks = {"looked_before": f"    Z[{layout.at('unshown')}] = Z[{layout.at('unknown')}]"}
            looks["look_anew"] = "look_anew(G_ahead_other)"
        self._offer_to()
        self._renamed_in_order()
        self._leave_left_over_by()
        self._note_columns()
        self._veil_state()
        lowest = self.rules.result.best == "lowest"
        as_it_went = "" if program.combos.wanted else WENT.format(unknown=layout.at("unknown"), kind_of=self.kinds()[1])
        self.library(
            TEXT, number_of_kinds=len(program.kinds), all_cards=self.all_cards, breadth=limits.BREADTH,
            sign="-" if lowest else "", looked_before=looks["looked_before"], as_it_went=as_it_went,
            first_in=f"{self.first_in()}(S, m_here, -1)" if layout.casts else "LOW(m_here)", sealed=self._sealed(),
        )  # fmt: skip
        several = any(self.at_once(stage) for stage in layout.stages)
        for level in range(1, limits.DEPTH + 1):
            self.library(
                LEVEL, level=level, next=level + 1, worlds=limits.WORLDS, look_anew=looks["look_anew"],
                moves=len(self.rules.moves),
                at_once=f" or G_ahead_world{level}[{layout.at('waiting')}]" if several else "",
            )  # fmt: skip
            if level < limits.DEPTH:
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
                        label = self.number("decide", self.layout.key(stage))
                        self._offered_in(stage, label, f"legal_{self.ends[stage.name]}(S, %s, seat, %s)")
            for each in self.questions:
                with self.block(f"if {self.layout.cell('label')} == {each.label}:"):
                    self._offered_in(each.stage, each.label, f"{each.name}(S, %s, 0, seat, %s)")
            self.line("return 0")

    def _offered_in(self, stage: ir.Stage, label: int, legal: str) -> None:
        """The first that are left of the moves of a stage, or of the answers to what is asked in one of them."""
        if not self.layout.looks or not self.is_looked_into(stage):
            self.line(f"return {legal % ('OUT', 'most')}")
            return
        place = [self.layout.key(each) for each in self.layout.stages].index(self.layout.key(stage))
        self.line(f"n = {legal % ('G_ahead_all', self.every_move)}")
        with self.block(f"if {self.layout.cell('unforeseen')} == 0:"):
            self.line(f"n = left_{place}(S, G_ahead_all, n, seat, {label})")
        self.line("n = most if n > most else n")
        self.line(f"COPY(OUT, 0, G_ahead_all, 0, n * {self.layout.row})")
        self.line("return n")

    def _leave_left_over_by(self) -> None:
        """`remains(S, m_held)`: what the best arrangements of cards leave over, without wild cards that they do not
        need; of what use the cards are comes to stand in `G_ahead_use`."""
        table, rule = self.program.combos, self.rules.cards.wild
        with self.function("remains(S, m_held)"):
            self.line("G_ahead_use[0] = 0")
            if not table.wanted:
                self.line("return 0")
                return
            wild = self.let(self.wild(), "m_") if rule is not None else "Gm_ahead_none[0]"
            left = self.let(self._left_over_by("m_held", wild))
            self._of_use(wild)
            if rule is not None:
                self.line("m_rest = m_held")
                self.line(f"m_loose = m_held & {wild}")
                with self.block(f"while m_loose != 0 and {left} > 0:"):
                    self.line("m_rest = m_rest & ~BIT(LOW(m_loose))")
                    self.line("m_loose = REST(m_loose)")
                    less = self.let(self._left_over_by("m_rest", wild))
                    self.line(f"{left} = {less} if {less} < {left} else {left}")
            self.line(f"return {left}")

    def _left_over_by(self, cards: str, wild: str) -> str:
        return " + ".join([self.left_by(name, cards, wild) for name in self.program.combos.wanted])

    def _of_use(self, wild: str) -> None:
        """Of what use cards are: how many are wild, and how many others go together with each."""
        table, (_, kind_of) = self.program.combos, self.kinds()
        of_kind = [0] * len(self.program.kinds)
        for card, kind in enumerate(self.program.kind_of):
            of_kind[kind] |= 1 << card
        mates = [sum(of_kind[other] for other in range(len(of_kind)) if those >> other & 1) for those in table.mates]
        near = self.table(mates, "m_")
        self.line(f"G_ahead_use[0] = {WILD} * POP(m_held & {wild})")
        self.line(f"m_natural = m_held & ~{wild}")
        self.line("m_left = m_natural")
        with self.block("while m_left != 0:"):
            self.line(f"m_near = m_natural & ~BIT(LOW(m_left)) & {near}[{kind_of}[LOW(m_left)]]")
            self.line("G_ahead_use[0] += POP(m_near)")
            self.line("m_left = REST(m_left)")
