"""Lower positions as one seat imagines them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.combos.binding import WILD
from croupier.kernel.nodes import Name
from croupier.kernel.read import array_named
from croupier.kernel.source import declared
from croupier.lowering.base import kind_tables
from croupier.lowering.capabilities import MOST_OWNERS, cannot
from croupier.lowering.cardsets import wild_cards
from croupier.lowering.chosen import decided_at_once
from croupier.lowering.context import Context
from croupier.lowering.kernel import NIL, VEILED, part
from croupier.lowering.knowing import is_searched
from croupier.lowering.layout import CARD_BITS
from croupier.lowering.listing import every_move, size_of
from croupier.lowering.melding import left_by
from croupier.lowering.modules import place_tables, program_places, use
from croupier.lowering.named import covert_locals, types_of_locals
from croupier.lowering.names import secret
from croupier.lowering.spots import call, of_spot
from croupier.lowering.stages import Question, number_of, write_seal
from croupier_dsl import ir
from croupier_dsl.analysis import zones_left

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace


def _renamed_in_order(cx: Context) -> None:
    """Write `noted_names(S, m_cards)`: new names for cards of a set that the seat sees, copies in the order of their
    notes."""
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
                cx.out.line("card = LOW(m_left); m_left = REST(m_left); less = 0")
                for each in noted:
                    here, there = (cx.layout.cell("variable", each.name, card) for card in ("card", "best"))
                    with cx.out.block(f"if less == 0 and {here} != {there}:"):
                        if each.type == ir.TRUTH:  # no, nothing, yes
                            ranks = [f"(1 if {cell} == {NIL} else 2 * {cell})" for cell in (here, there)]
                            cx.out.line(f"less = 1 if {' < '.join(ranks)} else -1")
                        else:
                            cx.out.line(f"{cx.layout.cell('fault')} = 1")
                if cx.layout.owned:  # the last one is the card that no player placed
                    ranks = [cx.layout.cell("placed", "", card) for card in ("card", "best")]
                    ranks = [f"({cell} if {cell} != {NIL} else {cx.program.seats})" for cell in ranks]
                    with cx.out.block("if less == 0:"):
                        cx.out.line(f"less = 1 if {' < '.join(ranks)} else 0")
                cx.out.line("if less > 0: best = card")
            cx.out.line("new_name(best)")
            cx.out.line("m_cards = m_cards & ~BIT(best)")
        cx.out.line("return 0")


def _note_columns(cx: Context) -> None:
    """Write `columns(S, m_open)`: move notes on cards, and being turned up, to their new names, if the seat sees them;
    and `dealt_columns(S)`: the same after unknown cards are dealt."""
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
                    cx.out.line("card = LOW(m_left); m_left = REST(m_left)")
                    cx.out.line(line.format(start))
        cx.out.line("return 0")
    if layout.casts:
        starts += [layout.at("role"), layout.at("place")]
    with cx.out.function("columns(S, m_open)"):
        if layout.turns_cards:
            turned = f"Z[{layout.at('turned')}]"
            cx.out.line(f"{turned} = m_named({turned})")
        for start in starts:
            cx.out.line(f"for card in range(0, {layout.cards}): G_ahead_column[card] = S[{start} + card]")
            cx.out.line(f"for card in range(0, {layout.cards}): S[{start} + G_ahead_name[card]] = G_ahead_column[card]")
        for variable in noted:
            if secret(cx, variable.name):
                _veil_noted(cx, variable)
        if layout.owned:
            _veil_placed(cx)
        cx.out.line("return 0")


def _veil_placed(cx: Context) -> None:
    """Veil who placed a card, unless its place is visible."""
    home, placed = (cx.layout.cell(what, "", "card") for what in ("home", "placed"))
    with cx.out.block(f"for card in range(0, {cx.layout.cards}):"):
        cx.out.line(f"if {home} < 0: {placed} = {NIL}")
        with cx.out.block(f"elif {place_tables(cx)['T_form']}[{home}] == 0 and (m_open & BIT(card)) == 0:"):
            cx.out.line(f"{placed} = {VEILED}")


def _veil_noted(cx: Context, variable: ir.Variable) -> None:
    """Veil notes on cards that the seat does not see, where they may be noted."""
    home, places = cx.layout.cell("home", "", "card"), program_places(cx)
    lives = [int(place.zone.name == variable.life or variable.life not in cx.layout.zones) for place in places]
    shown = f"({home} < 0 or (m_open & BIT(card)) != 0)" if variable.seen == "everyone" else "0"
    with cx.out.block(f"for card in range(0, {cx.layout.cards}):"):
        with cx.out.block(f"if not {shown}:"):
            with cx.out.block(f"if 1 if {home} < 0 else {cx.out.table(lives)}[{home}]:"):
                cx.out.line(f"{cx.layout.cell('variable', variable.name, 'card')} = {VEILED}")


def _veil_state(cx: Context) -> None:
    """Write `veil(S, seat, m_known)`: state that the seat may not see, or of cards that it cannot point at."""
    layout, program = cx.layout, cx.program
    with cx.out.function("veil(S, seat, m_known)"):
        for variable in cx.rules.variables:
            if variable.per == "card":
                continue
            melds = variable.type.name == "meld"
            for slot in range(size_of(cx, variable) if melds or secret(cx, variable.name) else 0):
                cell = layout.cell("variable", variable.name, str(slot))
                told = sum(program.may_know(variable, slot, seat) << seat for seat in range(program.seats))
                cx.out.line(f"if ({told} >> seat & 1) == 0: {cell} = {VEILED}")
                if melds:
                    with cx.out.block("else:"):
                        at = layout.at("variable", variable.name, str(slot))
                        cx.out.line(f"if renamed_melds(S, {at}, m_known): {cell} = {VEILED}")
                elif variable.type.name == "card":
                    several = variable.type.many
                    first = cell[2:-1] if not several else f"{cell[2:-1]} + 1"
                    number = f"({cell} if {cell} != {VEILED} else 0)" if several else "1"
                    cx.out.line(f"{cell} = {VEILED} if renamed_in(S, {first}, {number}, m_known) else {cell}")
        for question in cx.flow.questions:
            with cx.out.block(f"if {layout.cell('label')} == {question.label}:"):
                _veil_named(cx, question)
        cx.out.line("return 0")
    if any(type_.name == "spot" for each in cx.flow.questions for type_ in types_of_locals(cx, each.move).values()):
        _renamed_spots(cx)


def _veil_named(cx: Context, question: Question) -> None:
    """Rename the values of names in a list that waits for an answer; veil what its seat may not know."""
    layout, move = cx.layout, question.move
    covert = covert_locals(cx, move)
    for slot, type_ in types_of_locals(cx, move).items():
        at, kind = layout.at("local", f"{move.name} {slot}"), question.locals[slot]
        if kind in ("cards", "melds") and slot in covert:
            raise cannot("ahead_named")
        if kind == "melds":
            cx.out.line(f"if renamed_melds(S, {at}, m_known): {layout.cell('fault')} = 1")
        elif kind == "cards":
            if type_.name == "card":
                cx.out.line(f"if (Z[{at}] & ~m_known) != 0: {layout.cell('fault')} = 1")
                cx.out.line(f"Z[{at}] = m_named(Z[{at}])")
        elif slot in covert:
            cx.out.line(f"if S[{at}] != {NIL}: S[{at}] = {VEILED}")
        elif type_.name in ("card", "spot"):
            span = f"{at}, 1" if kind == "one" else f"{at} + 1, S[{at}]"
            renamed = "renamed_in" if type_.name == "card" else "renamed_spots"
            cx.out.line(f"if {renamed}(S, {span}, m_known): S[{at}] = {VEILED}")
        if ("each", f"{move.name} {slot}") in layout.cells:
            at = layout.at("each", f"{move.name} {slot}")
            with cx.out.block(f"if S[{at}] != {NIL}:"):
                unknown = f"renamed_in(S, {at} + 2 + S[{at}], S[{at} + 1] - S[{at}], m_known)"
                if kind == "melds":
                    unknown = f"renamed_melds(S, {at} + 1, m_known)"
                elif type_.name == "spot":
                    unknown = unknown.replace("renamed_in", "renamed_spots")
                named = type_.name in ("card", "meld", "spot")
                cx.out.line(f"if {1 if slot in covert else unknown if named else 0}: S[{at} + 1] = {VEILED}")


def _renamed_spots(cx: Context) -> None:
    """Write `renamed_spots(S, at, n, m_known)`: rename the cards that identify melds in `n` cells with spots; return
    whether one names a card that the seat cannot point at."""
    with cx.out.function("renamed_spots(S, at, n, m_known)"):
        cx.out.line("hidden = 0")
        if cx.layout.casts:
            with cx.out.block("for i in range(at, at + n):"), cx.out.block(f"if S[i] != {NIL} and S[i] != {VEILED}:"):
                for part, step in (("anchor", cx.layout.spots.anchor), ("holder", cx.layout.spots.holder)):
                    card = cx.out.let(of_spot(cx, part, "S[i]"), "c")
                    with cx.out.block(f"if {card} >= 0:"):
                        cx.out.line(f"if (m_known & BIT({card})) == 0: hidden = 1")
                        cx.out.line(f"S[i] += (G_ahead_name[{card}] - {card}) * {step}")
        cx.out.line("return hidden")


def foresight(cx: Context) -> None:
    """Write the functions of foresight: `imagined(S, seat)` turns a copy of the true position into the seat's imagined
    one; `tried` and `worth` are in the kernel module `trying`."""
    program, layout = cx.program, cx.layout
    if layout.looks:
        cx.out.scratch["G_ahead_all"] = (limits.MOST_MOVES + 1) * layout.row + 64
    _offer_to(cx)
    _renamed_in_order(cx)
    _write_deadwood(cx)
    _note_columns(cx)
    _veil_state(cx)
    if layout.casts:
        call(cx, "first_in")
    first = [bisect_left(program.kind_of, kind) for kind in range(len(program.kinds))]  # some kinds have no card
    lists = [*(int(bool(move.do)) for move in cx.rules.moves), *(1 for _ in cx.flow.questions)]
    use_ahead(
        cx, "imagining", ALL_CARDS=cx.all_cards, LOWEST_BEST=int(cx.rules.result.best == "lowest"),
        SEALS=int(write_seal(cx)), CARD_BITS=CARD_BITS, T_first=array_named(cx.out.table(first)),
        UNTRIED=limits.UNTRIED,
    )  # fmt: skip
    use_ahead(
        cx, "trying", WORLDS=limits.WORLDS, MOVES=len(cx.rules.moves), T_lists=array_named(cx.out.table(lists)),
        AT_ONCE=int(any(decided_at_once(cx, stage) for stage in layout.stages)),
    )  # fmt: skip


def notes_playable_kinds(cx: Context) -> int:
    """Return whether players note which kinds of cards go: where no combo says what cards are worth."""
    return int(not cx.program.combos.wanted)


def use_ahead(cx: Context, module: str, **more: int | Name) -> None:
    """Have the program use a kernel module of foresight, with the tables that several of them declare."""
    places, left = program_places(cx), zones_left(cx.program.planner.facts)
    tables = {
        "T_mine": [_whose_cards(cx, place) for place in places],
        "T_leaves": [int(place.zone.name in left) for place in places],
        "T_own": [int(place.zone.per == "player") for place in places],
    }
    given: dict[str, int | Name] = {
        "BREADTH": limits.BREADTH, "DEPTH": limits.DEPTH, "ROWS": (limits.BREADTH + 1) * cx.layout.row + 64,
        "LEARNS": notes_playable_kinds(cx),
        **{name: array_named(cx.out.table(values)) for name, values in tables.items()},
    }  # fmt: skip
    of = (module,)
    use(cx, of, **{key: value for key, value in given.items() if key in declared(of)}, **more)


def _whose_cards(cx: Context, place: ZonePlace) -> int:
    """Return the seats that own the cards of a place, as bits."""
    if place.zone.per == "table":
        return 0
    seats = range(cx.program.seats)
    alone = place.zone.per == "player"
    return sum(1 << seat for seat in seats if place.subject == (seat if alone else cx.program.team_of(seat)))


def _offer_to(cx: Context) -> None:
    """Write `offered(S, OUT, seat, most)`: the first legal moves of a seat that decides."""
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
    """Write the first remaining moves of a stage, or answers to a question in one of them."""
    if not cx.layout.looks or not is_searched(cx, stage):
        cx.out.line(f"return {legal % ('OUT', 'most')}")
        return
    place = [cx.layout.key(each) for each in cx.layout.stages].index(cx.layout.key(stage))
    cx.out.line(f"n = {legal % ('G_ahead_all', every_move(cx))}")
    cx.out.line(f"if {cx.layout.cell('unforeseen')} == 0: n = left_{place}(S, G_ahead_all, n, seat, {label})")
    cx.out.line("n = most if n > most else n")
    cx.out.line(f"COPY(OUT, 0, G_ahead_all, 0, n * {cx.layout.row})")
    cx.out.line("return n")


def _write_deadwood(cx: Context) -> None:
    """Write `remains(S, m_held)`: the deadwood of the best arrangements, without unneeded wild cards; the usefulness of
    the cards goes to `G_ahead_use`."""
    table, rule = cx.program.combos, cx.rules.cards.wild
    with cx.out.function("remains(S, m_held)"):
        cx.out.line("G_ahead_use[0] = 0")
        if not table.wanted:
            cx.out.line("return 0")
            return
        wild = cx.out.let(wild_cards(cx), "m_") if rule is not None else "0"
        left = cx.out.let(_left_over_by(cx, "m_held", wild))
        _write_usefulness(cx, wild)
        if rule is not None:
            cx.out.line(f"m_rest = m_held; m_loose = m_held & {wild}")
            with cx.out.block(f"while m_loose != 0 and {left} > 0:"):
                cx.out.line("m_rest = m_rest & ~BIT(LOW(m_loose)); m_loose = REST(m_loose)")
                less = cx.out.let(_left_over_by(cx, "m_rest", wild))
                cx.out.line(f"{left} = {less} if {less} < {left} else {left}")
        cx.out.line(f"return {left}")


def _left_over_by(cx: Context, cards: str, wild: str) -> str:
    return " + ".join([left_by(cx, name, cards, wild) for name in cx.program.combos.wanted])


def _write_usefulness(cx: Context, wild: str) -> None:
    """Write the usefulness of cards: the number of wild ones, and of the others that go together with each."""
    table, (_, kind_of) = cx.program.combos, kind_tables(cx)
    of_kind = [0] * len(cx.program.kinds)
    for card, kind in enumerate(cx.program.kind_of):
        of_kind[kind] |= 1 << card
    mates = [sum(of_kind[other] for other in range(len(of_kind)) if those >> other & 1) for those in table.mates]
    near = cx.out.table(mates, "m_")
    cx.out.line(f"G_ahead_use[0] = {WILD} * POP(m_held & {wild})")
    cx.out.line(f"m_natural = m_held & ~{wild}; m_left = m_natural")
    with cx.out.block("while m_left != 0:"):
        cx.out.line(f"m_near = m_natural & ~BIT(LOW(m_left)) & {near}[{kind_of}[LOW(m_left)]]")
        cx.out.line("G_ahead_use[0] += POP(m_near); m_left = REST(m_left)")
