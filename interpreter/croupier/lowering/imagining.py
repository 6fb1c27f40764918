"""Positions as one seat imagines them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.combos.binding import WILD
from croupier.lowering.base import kind_tables
from croupier.lowering.capabilities import MOST_OWNERS, cannot
from croupier.lowering.cardsets import wild_cards
from croupier.lowering.chosen import decided_at_once
from croupier.lowering.context import Context
from croupier.lowering.kernel import NIL, VEILED, part
from croupier.lowering.knowing import add_library, is_looked_into, place_tables, program_places
from croupier.lowering.layout import CARD_BITS
from croupier.lowering.listing import every_move, size_of
from croupier.lowering.melding import left_by
from croupier.lowering.named import covert_locals, types_of_locals
from croupier.lowering.names import secret
from croupier.lowering.spots import first_in_meld, of_spot
from croupier.lowering.stages import Question, number_of, sealed
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


def _renamed_in_order(cx: Context) -> None:
    """`noted_names(S, m_cards)`: new names for cards of a set that the seat sees: of copies by what is noted on
    them, as that reads."""
    noted = [each for each in cx.rules.variables if each.per == "card" and each.seen == "everyone"]
    kinds, kind_of = kind_tables(cx)
    with cx.out.function("noted_names(S, m_cards)"):
        if len(cx.program.kinds) == cx.program.cards or not (noted or cx.layout.owned):
            cx.out.line("return new_names(m_cards)")
            return
        with cx.out.block("while m_cards != 0:"):
            cx.out.line("best = LOW(m_cards)")
            cx.out.line(f"m_left = REST(m_cards) & {kinds}[{kind_of}[best]]")
            with cx.out.block("while m_left != 0:"):
                cx.out.line("card = LOW(m_left)")
                cx.out.line("m_left = REST(m_left)")
                cx.out.line("less = 0")
                for each in noted:
                    here, there = (cx.layout.cell("variable", each.name, card) for card in ("card", "best"))
                    with cx.out.block(f"if less == 0 and {here} != {there}:"):
                        if each.type == ir.TRUTH:  # no, nothing, yes
                            ranks = [f"(1 if {cell} == {NIL} else 2 * {cell})" for cell in (here, there)]
                            cx.out.line(f"less = 1 if {' < '.join(ranks)} else -1")
                        else:
                            cx.out.line(f"{cx.layout.cell('fault')} = 1")
                if cx.layout.owned:  # nobody comes last
                    ranks = [cx.layout.cell("placed", "", card) for card in ("card", "best")]
                    ranks = [f"({cell} if {cell} != {NIL} else {cx.program.seats})" for cell in ranks]
                    with cx.out.block("if less == 0:"):
                        cx.out.line(f"less = 1 if {' < '.join(ranks)} else 0")
                with cx.out.block("if less > 0:"):
                    cx.out.line("best = card")
            cx.out.line("new_name(best)")
            cx.out.line("m_cards = m_cards & ~BIT(best)")
        cx.out.line("return 0")


def _note_columns(cx: Context) -> None:
    """`columns(S, m_open)`: what is noted with cards, and that they are turned up, goes with their new names, where
    the seat sees these; `dealt_columns(S)`: the same once the unknown cards are dealt."""
    layout, program = cx.layout, cx.program
    noted = [variable for variable in cx.rules.variables if variable.per == "card"]
    for variable in noted:
        with part(variable.where, variable.path):
            if variable.type.many or variable.type.name in ("card", "meld", "spot"):
                raise cannot("ahead_noted")
    starts = [layout.at("variable", variable.name) for variable in noted]
    if layout.owned:
        if program.seats > MOST_OWNERS:
            raise cannot("ahead_owners")
        starts.append(layout.at("placed"))
    with cx.out.function("dealt_columns(S)"):
        for start in starts:
            for line in (
                "G_ahead_column[card] = S[{0} + card]",
                "S[{0} + G_ahead_dealt[card]] = G_ahead_column[card]",
            ):
                cx.out.line(f"m_left = Z[{layout.at('unknown')}]")
                with cx.out.block("while m_left != 0:"):
                    cx.out.line("card = LOW(m_left)")
                    cx.out.line("m_left = REST(m_left)")
                    cx.out.line(line.format(start))
        cx.out.line("return 0")
    if layout.casts:
        starts += [layout.at("role"), layout.at("place")]
    with cx.out.function("columns(S, m_open)"):
        if layout.turns_cards:
            turned = f"Z[{layout.at('turned')}]"
            cx.out.line(f"{turned} = m_named({turned})")
        for start in starts:
            with cx.out.block(f"for card in range(0, {layout.cards}):"):
                cx.out.line(f"G_ahead_column[card] = S[{start} + card]")
            with cx.out.block(f"for card in range(0, {layout.cards}):"):
                cx.out.line(f"S[{start} + G_ahead_name[card]] = G_ahead_column[card]")
        for variable in noted:
            if secret(cx, variable.name):
                _veil_noted(cx, variable)
        if layout.owned:
            _veil_placed(cx)
        cx.out.line("return 0")


def _veil_placed(cx: Context) -> None:
    """Who put a card where it lies is to be seen where its place is."""
    home, placed = (cx.layout.cell(what, "", "card") for what in ("home", "placed"))
    with cx.out.block(f"for card in range(0, {cx.layout.cards}):"):
        with cx.out.block(f"if {home} < 0:"):
            cx.out.line(f"{placed} = {NIL}")
        with cx.out.block(f"elif {place_tables(cx)['T_form']}[{home}] == 0 and (m_open & BIT(card)) == 0:"):
            cx.out.line(f"{placed} = {VEILED}")


def _veil_noted(cx: Context, variable: ir.Variable) -> None:
    """What is noted on cards that the seat does not see, where it may be noted."""
    home, places = cx.layout.cell("home", "", "card"), program_places(cx)
    lives = [int(place.zone.name == variable.life or variable.life not in cx.layout.zones) for place in places]
    shown = f"({home} < 0 or (m_open & BIT(card)) != 0)" if variable.seen == "everyone" else "0"
    with cx.out.block(f"for card in range(0, {cx.layout.cards}):"):
        with cx.out.block(f"if not {shown}:"):
            with cx.out.block(f"if 1 if {home} < 0 else {cx.out.table(lives)}[{home}]:"):
                cx.out.line(f"{cx.layout.cell('variable', variable.name, 'card')} = {VEILED}")


def _veil_state(cx: Context) -> None:
    """`veil(S, seat, m_known)`: state that the seat may not see, or of cards that it cannot point at."""
    layout, program = cx.layout, cx.program
    with cx.out.function("veil(S, seat, m_known)"):
        for variable in cx.rules.variables:
            if variable.per == "card":
                continue
            for slot in range(size_of(cx, variable) if secret(cx, variable.name) else 0):
                cell = layout.cell("variable", variable.name, str(slot))
                told = sum(program.may_know(variable, slot, seat) << seat for seat in range(program.seats))
                with cx.out.block(f"if ({told} >> seat & 1) == 0:"):
                    cx.out.line(f"{cell} = {VEILED}")
                if variable.type.name == "card":
                    several = variable.type.many
                    first = cell[2:-1] if not several else f"{cell[2:-1]} + 1"
                    number = f"({cell} if {cell} != {VEILED} else 0)" if several else "1"
                    cx.out.line(f"{cell} = {VEILED} if renamed_in(S, {first}, {number}, m_known) else {cell}")
        for question in cx.flow.questions:
            with cx.out.block(f"if {layout.cell('label')} == {question.label}:"):
                _veil_named(cx, question)
        cx.out.line("return 0")
    _renamed_in(cx)


def _veil_named(cx: Context, question: Question) -> None:
    """What has been named in a list that is left for a question goes by new names; what its seat may not know is
    veiled."""
    layout, move = cx.layout, question.move
    covert = covert_locals(cx, move)
    for slot, type_ in types_of_locals(cx, move).items():
        at, kind = layout.at("local", f"{move.name} {slot}"), question.locals[slot]
        if kind in ("cards", "melds") and slot in covert:
            raise cannot("ahead_named")
        if kind == "melds":
            cx.out.line(f"renamed_melds(S, {at}, m_known)")
        elif kind == "cards":
            if type_.name == "card":
                with cx.out.block(f"if (Z[{at}] & ~m_known) != 0:"):
                    cx.out.line(f"{layout.cell('fault')} = 1")
                cx.out.line(f"Z[{at}] = m_named(Z[{at}])")
        elif slot in covert:
            with cx.out.block(f"if S[{at}] != {NIL}:"):
                cx.out.line(f"S[{at}] = {VEILED}")
        elif type_.name in ("card", "spot"):
            span = f"{at}, 1" if kind == "one" else f"{at} + 1, S[{at}]"
            renamed = "renamed_in" if type_.name == "card" else "renamed_spots"
            with cx.out.block(f"if {renamed}(S, {span}, m_known):"):
                cx.out.line(f"S[{at}] = {VEILED}")
        if ("each", f"{move.name} {slot}") in layout.cells:
            at = layout.at("each", f"{move.name} {slot}")
            with cx.out.block(f"if S[{at}] != {NIL}:"):
                unknown = f"renamed_in(S, {at} + 2 + S[{at}], S[{at} + 1] - S[{at}], m_known)"
                if kind == "melds":
                    unknown = f"renamed_melds(S, {at} + 1, m_known)"
                elif type_.name == "spot":
                    unknown = unknown.replace("renamed_in", "renamed_spots")
                named = type_.name in ("card", "meld", "spot")
                with cx.out.block(f"if {1 if slot in covert else unknown if named else 0}:"):
                    cx.out.line(f"S[{at} + 1] = {VEILED}")


def _renamed_melds(cx: Context) -> None:
    """`renamed_melds(S, at, m_known)`: the cards of the melds that stand from a cell on go by new names; it is a fault
    if the seat cannot point at one."""
    with cx.out.function("renamed_melds(S, at, m_known)"):
        cx.out.line("p = at + 1")
        with cx.out.block("for k in range(0, S[at]):"):
            cx.out.line("n = S[p + 1]")
            with cx.out.block("for i in range(p + 2, p + 2 + n):"):
                cx.out.line(f"card = S[i] >> {CARD_BITS}")
                with cx.out.block("if (m_known & BIT(card)) == 0:"):
                    cx.out.line(f"{cx.layout.cell('fault')} = 1")
                cx.out.line(f"S[i] = G_ahead_name[card] << {CARD_BITS} | S[i] & {(1 << CARD_BITS) - 1}")
            cx.out.line("p += 2 + n")
        cx.out.line("return 0")


def _renamed_spots(cx: Context) -> None:
    """`renamed_spots(S, at, n, m_known)`: so many cells name spots, by the cards that hold melds together there, which
    go by new names; does one name a card that the seat cannot point at?"""
    with cx.out.function("renamed_spots(S, at, n, m_known)"):
        cx.out.line("hidden = 0")
        if cx.layout.casts:
            with cx.out.block("for i in range(at, at + n):"), cx.out.block(f"if S[i] != {NIL} and S[i] != {VEILED}:"):
                for part, step in (("anchor", cx.layout.spots.anchor), ("holder", cx.layout.spots.holder)):
                    card = cx.out.let(of_spot(cx, part, "S[i]"), "c")
                    with cx.out.block(f"if {card} >= 0:"):
                        with cx.out.block(f"if (m_known & BIT({card})) == 0:"):
                            cx.out.line("hidden = 1")
                        cx.out.line(f"S[i] += (G_ahead_name[{card}] - {card}) * {step}")
        cx.out.line("return hidden")


def _renamed_in(cx: Context) -> None:
    """`renamed_in(S, at, n, m_known)`: so many cells name cards by new names; does one name a card that the seat
    cannot point at?"""
    if any("melds" in question.locals.values() for question in cx.flow.questions):
        _renamed_melds(cx)
    if any(type_.name == "spot" for each in cx.flow.questions for type_ in types_of_locals(cx, each.move).values()):
        _renamed_spots(cx)
    with cx.out.function("renamed_in(S, at, n, m_known)"):
        cx.out.line("hidden = 0")
        with cx.out.block("for i in range(at, at + n):"):
            with cx.out.block(f"if S[i] != {NIL} and S[i] != {VEILED}:"):
                with cx.out.block("if (m_known & BIT(S[i])) != 0:"):
                    cx.out.line("S[i] = G_ahead_name[S[i]]")
                with cx.out.block(f"elif {place_tables(cx)['T_fixed']}[G_ahead_home[S[i]]]:"):
                    cx.out.line("S[i] = G_ahead_dealt[G_ahead_name[S[i]]]")
                with cx.out.block("else:"):
                    cx.out.line("hidden = 1")
        cx.out.line("return hidden")


def foresight(cx: Context) -> None:
    """What is called of it: `imagined(S, seat)` turns a copy of the true position into what the seat imagines;
    `triedN`, `worthN` (see `choosing`)."""
    program, layout = cx.program, cx.layout
    places = program_places(cx)
    first = [bisect_left(program.kind_of, kind) for kind in range(len(program.kinds))]  # of some there is no card
    left = program.planner.facts.left
    tables = {
        "T_first": first,
        "T_mine": [_whose_cards(cx, place) for place in places],
        "T_leaves": [int(place.zone.name in left) for place in places],
        "T_own": [int(place.zone.per == "player") for place in places],
        "T_lists": [*(int(bool(move.do)) for move in cx.rules.moves), *(1 for _ in cx.flow.questions)],
    }
    for name, values in tables.items():
        cx.out.tables[name, tuple(values)] = name
    rows, kinds = (limits.BREADTH + 1) * layout.row + 64, len(program.kinds) + 1
    positions = ["before", "step", "other", *(f"world{level}" for level in range(1, limits.DEPTH + 2))]
    listed = ["rows_other", *(f"rows{level}" for level in range(1, limits.DEPTH + 2))]
    by_card = ["name", "column", "deal", "dealt", "home"]
    small = {"rate": 6, "use": 1, "again": limits.DEPTH + 2, "act": 2 * layout.row + 64, "room": 1}
    small |= {"next": kinds, "stream": 2}
    sizes = {**dict.fromkeys(positions, layout.size), **dict.fromkeys(listed, rows), **small}
    sizes |= {**dict.fromkeys(by_card, layout.cards), "top": 6 * (limits.DEPTH + 2)}
    cx.out.scratch |= {f"G_ahead_{name}": size for name, size in sizes.items()}
    looks = {"looked_before": "", "look_anew": "pass"}
    if layout.looks:
        cx.out.scratch["G_ahead_all"] = (limits.MOST_MOVES + 1) * layout.row + 64
        with cx.out.function("look_anew(S)"):  # what has been dealt anew is not known, to the end of a stage either
            cx.out.line(f"Z[{layout.at('unshown')}] = Z[{layout.at('unknown')}]")
            cx.out.line("return 0")
        looks = {"looked_before": f"    Z[{layout.at('unshown')}] = Z[{layout.at('unknown')}]"}
        looks["look_anew"] = "look_anew(G_ahead_other)"
    _offer_to(cx)
    _renamed_in_order(cx)
    _leave_left_over_by(cx)
    _note_columns(cx)
    _veil_state(cx)
    lowest = cx.rules.result.best == "lowest"
    as_it_went = "" if program.combos.wanted else WENT.format(unknown=layout.at("unknown"), kind_of=kind_tables(cx)[1])
    add_library(
        cx, TEXT, number_of_kinds=len(program.kinds), all_cards=cx.all_cards, breadth=limits.BREADTH,
        sign="-" if lowest else "", looked_before=looks["looked_before"], as_it_went=as_it_went,
        first_in=f"{first_in_meld(cx)}(S, m_here, -1)" if layout.casts else "LOW(m_here)", sealed=sealed(cx),
    )  # fmt: skip
    several = any(decided_at_once(cx, stage) for stage in layout.stages)
    for level in range(1, limits.DEPTH + 1):
        add_library(
            cx, LEVEL, level=level, next=level + 1, worlds=limits.WORLDS, look_anew=looks["look_anew"],
            moves=len(cx.rules.moves),
            at_once=f" or G_ahead_world{level}[{layout.at('waiting')}]" if several else "",
        )  # fmt: skip
        if level < limits.DEPTH:
            add_library(cx, FOLLOWED, level=level, next=level + 1)
        else:
            with cx.out.function(f"worth{level}(depth, seat)"):
                cx.out.line("return 1")


def _whose_cards(cx: Context, place: ZonePlace) -> int:
    """The seats whose cards lie in a place, as bits."""
    if place.zone.per == "table":
        return 0
    seats = range(cx.program.seats)
    alone = place.zone.per == "player"
    return sum(1 << seat for seat in seats if place.subject == (seat if alone else cx.program.team_of(seat)))


def _offer_to(cx: Context) -> None:
    """`offered(S, OUT, seat, most)`: the first legal moves of a seat that decides."""
    with cx.out.function("offered(S, OUT, seat, most)"):
        for stage in cx.layout.stages:
            if stage.moves:
                with cx.out.block(f"if {cx.layout.cell('label')} == {number_of(cx, 'decide', cx.layout.key(stage))}:"):
                    label = number_of(cx, "decide", cx.layout.key(stage))
                    _offered_in(cx, stage, label, f"legal_{cx.flow.ends[stage.name]}(S, %s, seat, %s)")
        for each in cx.flow.questions:
            with cx.out.block(f"if {cx.layout.cell('label')} == {each.label}:"):
                _offered_in(cx, each.stage, each.label, f"{each.name}(S, %s, 0, seat, %s)")
        cx.out.line("return 0")


def _offered_in(cx: Context, stage: ir.Stage, label: int, legal: str) -> None:
    """The first that are left of the moves of a stage, or of the answers to what is asked in one of them."""
    if not cx.layout.looks or not is_looked_into(cx, stage):
        cx.out.line(f"return {legal % ('OUT', 'most')}")
        return
    place = [cx.layout.key(each) for each in cx.layout.stages].index(cx.layout.key(stage))
    cx.out.line(f"n = {legal % ('G_ahead_all', every_move(cx))}")
    with cx.out.block(f"if {cx.layout.cell('unforeseen')} == 0:"):
        cx.out.line(f"n = left_{place}(S, G_ahead_all, n, seat, {label})")
    cx.out.line("n = most if n > most else n")
    cx.out.line(f"COPY(OUT, 0, G_ahead_all, 0, n * {cx.layout.row})")
    cx.out.line("return n")


def _leave_left_over_by(cx: Context) -> None:
    """`remains(S, m_held)`: what the best arrangements of cards leave over, without wild cards that they do not
    need; of what use the cards are comes to stand in `G_ahead_use`."""
    table, rule = cx.program.combos, cx.rules.cards.wild
    with cx.out.function("remains(S, m_held)"):
        cx.out.line("G_ahead_use[0] = 0")
        if not table.wanted:
            cx.out.line("return 0")
            return
        wild = cx.out.let(wild_cards(cx), "m_") if rule is not None else "Gm_ahead_none[0]"
        left = cx.out.let(_left_over_by(cx, "m_held", wild))
        _of_use(cx, wild)
        if rule is not None:
            cx.out.line("m_rest = m_held")
            cx.out.line(f"m_loose = m_held & {wild}")
            with cx.out.block(f"while m_loose != 0 and {left} > 0:"):
                cx.out.line("m_rest = m_rest & ~BIT(LOW(m_loose))")
                cx.out.line("m_loose = REST(m_loose)")
                less = cx.out.let(_left_over_by(cx, "m_rest", wild))
                cx.out.line(f"{left} = {less} if {less} < {left} else {left}")
        cx.out.line(f"return {left}")


def _left_over_by(cx: Context, cards: str, wild: str) -> str:
    return " + ".join([left_by(cx, name, cards, wild) for name in cx.program.combos.wanted])


def _of_use(cx: Context, wild: str) -> None:
    """Of what use cards are: how many are wild, and how many others go together with each."""
    table, (_, kind_of) = cx.program.combos, kind_tables(cx)
    of_kind = [0] * len(cx.program.kinds)
    for card, kind in enumerate(cx.program.kind_of):
        of_kind[kind] |= 1 << card
    mates = [sum(of_kind[other] for other in range(len(of_kind)) if those >> other & 1) for those in table.mates]
    near = cx.out.table(mates, "m_")
    cx.out.line(f"G_ahead_use[0] = {WILD} * POP(m_held & {wild})")
    cx.out.line(f"m_natural = m_held & ~{wild}")
    cx.out.line("m_left = m_natural")
    with cx.out.block("while m_left != 0:"):
        cx.out.line(f"m_near = m_natural & ~BIT(LOW(m_left)) & {near}[{kind_of}[LOW(m_left)]]")
        cx.out.line("G_ahead_use[0] += POP(m_near)")
        cx.out.line("m_left = REST(m_left)")
