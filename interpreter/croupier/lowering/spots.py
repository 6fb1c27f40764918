"""Lower spots: the places of cards in melds on the table, and the cards that fit them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps

from croupier.base import limits, plane
from croupier.combos.forms import Form
from croupier.kernel.nodes import Name
from croupier.kernel.source import declared, source
from croupier.lowering.base import copied, kind_tables, mapped, one_value
from croupier.lowering.capabilities import LONGEST, cannot
from croupier.lowering.cardsets import wild_cards
from croupier.lowering.collections import of_melds, on_table, single, start_of, within
from croupier.lowering.context import Context, Env, once
from croupier.lowering.kernel import NIL
from croupier.lowering.meldlist import MANY
from croupier.lowering.modules import place_tables, program_places, tables, use
from croupier.lowering.shapes import Cards, InMeld, Kept, Made, Meld, One, OpenSpots, Several, Shape, Span
from croupier_dsl import ir

BESIDE = 1 << 12
"""The order of cards without a place: after all that have one."""


def kinds_beside(form: Form) -> set[int]:
    """Return the kinds of cards that can be added to the groups of a pattern."""
    return set() if form.further is None else {kind for kind, group in enumerate(form.further.groups) if group >= 0}


def open_meanings(forms: list[Form], cards_of: Callable[[set[int]], int]) -> list[int]:
    """Return, by pattern and by how far below -2 a role is, the cards that it can mean."""
    inner = [each for form in forms for each in (form.group, form.further) if each is not None]
    many = 2 * max([max(each.values, default=-1) + 1 for each in inner], default=0)
    return [cards_of(set(form.meaning(-2 - less))) for form in forms for less in range(many)]


class Patterns:
    """The bounds of meld patterns, as columns of tables; `groups`: the kinds that share a meld, one pattern after
    another; `columns`: the places of the longest sequence."""

    def __init__(self, forms: list[Form], kinds: int, cards_of: Callable[[set[int]], int]) -> None:
        self.columns = max([form.length for form in forms] + [1])
        if self.columns > LONGEST:
            raise cannot("spots_long")
        bounds = [form.bounds for form in forms]
        self.cap = [0 if form.pattern.shut else form.bounds.cap for form in forms]
        self.least = [bound.smallest for bound in bounds]
        self.most = [bound.most for bound in bounds]
        self.fewer = [-MANY if bound.fewer is None else bound.fewer for bound in bounds]
        self.length = [form.length for form in forms]
        self.grouped = [int(form.pattern.group is not None) for form in forms]
        self.group_of: list[int] = []
        self.groups: list[int] = []
        self.joining: list[int] = []
        self.at: list[int] = []
        self.role_at: list[int] = []
        self.rivals: list[int] = []
        self.meanings = open_meanings(forms, cards_of)
        self.beside = [cards_of(kinds_beside(form)) for form in forms]
        every = range(kinds)
        for form in forms:
            first = len(self.groups)
            self.group_of += [-1 if group < 0 else first + form.values.index(group) for group in form.groups]
            self.groups += [cards_of({kind for kind in every if form.groups[kind] == group}) for group in form.values]
            self.joining.append(cards_of({kind for kind in every if form.groups[kind] >= 0}))
            for place in range(self.columns):
                self.at.append(cards_of({kind for kind in every if place in form.places[kind]}))
            for group in form.values:
                self.role_at += [form.roles.get((group, place), -1) for place in range(self.columns)]
            differ = form.pattern.different
            for kind in every:
                same = set() if differ is None else {other for other in every if differ[other] == differ[kind]}
                self.rivals.append(cards_of(same))


OPENED = 251
"""The number of melds whose open places may be remembered."""
MOST_UNPLAIN = 3
"""The most cards of a meld whose place may depend on more than the cards themselves."""


def helper(cx: Context, head: str, write: Callable[[], None]) -> str:
    """Return the name of a function, which is written if it is not yet."""
    name = head.partition("(")[0]
    if name not in cx.spots.written:
        cx.spots.written.add(name)
        outside = cx.pure, cx.known, cx.spots.fitting, cx.spots.fits_are_asked
        cx.pure, cx.known, cx.spots.fitting, cx.spots.fits_are_asked = True, [{}], {}, False
        with cx.out.function(head):
            write()
        cx.pure, cx.known, cx.spots.fitting, cx.spots.fits_are_asked = outside
    return name


def written(head: str) -> Callable[[Callable[[Context], None]], Callable[[Context], str]]:
    """Wrap what writes a function of the program: it returns the name, and writes the function where it is not yet."""

    def named(write: Callable[[Context], None]) -> Callable[[Context], str]:
        @wraps(write)
        def name(cx: Context) -> str:
            return helper(cx, head, partial(write, cx))

        return name

    return named


# ------------------------------------------------------------ tables of places
@once
def pattern_tables(cx: Context) -> Patterns:
    kinds = len(cx.program.kinds)
    of_kind = [0] * kinds
    for card, kind in enumerate(cx.program.kind_of):
        of_kind[kind] |= 1 << card

    def cards_of(those: set[int]) -> int:
        return sum(of_kind[kind] for kind in those)

    laid = cx.program.combos.patterns.values() if zones_of(cx, "melds") else ()
    forms = [Form(each, number, kinds, frozenset()) for number, each in enumerate(laid)]
    return Patterns(forms, kinds, cards_of)


def zones_of(cx: Context, *forms: str) -> list[str]:
    """Return the zones of these forms, without those that options leave no place."""
    return [zone for zone in cx.layout.zones if cx.layout.form(zone) in forms and cx.layout.subjects(zone)]


def _lying(cx: Context) -> dict[str, int | Name]:
    """Return what the kernel module about cells of cards declares."""
    edgeless = _edgeless(cx)
    reach = range(plane.within(limits.REACH)) if edgeless else ()
    return {
        "BESIDE": BESIDE, "MELDS": int(bool(zones_of(cx, "melds"))),
        **tables(
            cx, T_grown=[plane.grown(0, at) if plane.reaches(at) else 0 for at in reach],
            T_next=[at for each in plane.every_next_to() for at in each] if edgeless else [],
        ),
    }  # fmt: skip


def _representing(cx: Context) -> dict[str, int | Name]:
    """Return what the kernel module about cards in melds declares."""
    patterns = pattern_tables(cx)
    _home_among(cx, "melds")
    return {
        "COLUMNS": patterns.columns, "GROUPED": int(any(patterns.grouped)),
        "MEANINGS": len(patterns.meanings) // max(len(patterns.cap), 1),
        **tables(
            cx, T_group=patterns.group_of, T_grouped=patterns.grouped, T_length=patterns.length,
            T_role=patterns.role_at, Tm_at=patterns.at, Tm_beside=patterns.beside, Tm_group=patterns.groups,
            Tm_joining=patterns.joining, Tm_meant=patterns.meanings, Tm_rivals=patterns.rivals,
        ),
    }  # fmt: skip


def _spots(cx: Context) -> dict[str, int | Name]:
    """Return what the kernel module about spots declares."""
    patterns, code, places, steady = pattern_tables(cx), cx.layout.spots, program_places(cx), _steady(cx)
    reach = range(plane.within(limits.REACH)) if _edgeless(cx) else ()
    helper(cx, "m_wild(S)", lambda: cx.out.line(f"m_x = {wild_cards(cx)}; return m_x"))
    return {
        "ALL_CARDS": cx.all_cards, "EDGELESS": int(_edgeless(cx)), "OPENED": OPENED, "PATTERNS": len(patterns.cap),
        "ROWS": int(bool(zones_of(cx, "row"))), "SPOT_ANCHOR": code.anchor, "SPOT_AT": code.at,
        "SPOT_CARDS": code.cards, "SPOT_HOLDER": code.holder, "SPOT_PLACE": code.place, "SPOT_REACH": code.reach,
        "STEADY": int(steady), "UNPLAIN": MOST_UNPLAIN,
        **tables(
            cx, T_cap=patterns.cap, T_least=patterns.least, T_most=patterns.most, T_fewer=patterns.fewer,
            T_columns=[place.columns for place in places], T_edgeless=[int(place.edgeless) for place in places],
            T_side=[side for at in reach for side in plane.line_and_column(at)],
            Tm_unplain=[int(_wild_now(cx)) | _somewhere_else(cx, p) for p in range(len(patterns.cap) * steady)],
        ),
    }  # fmt: skip


MODULES: Mapping[str, Callable[[Context], dict[str, int | Name]]] = {
    "lying": _lying, "representing": _representing, "spots": _spots,
}  # fmt: skip
"""The kernel modules about places of cards; each uses those before it."""


def call(cx: Context, name: str, *given: str) -> str:
    """Return a call of a function of these modules, which the program then uses."""
    for module, declares in MODULES.items():
        if module not in cx.spots.modules:
            found = declares(cx)
            asked = declared((module,))
            cx.spots.given |= found
            cx.spots.modules.add(module)
            use(cx, (module,), **{key: value for key, value in cx.spots.given.items() if key in asked})
        if name in source(module).functions:
            break
    return f"{name}({', '.join(given)})"


def _edgeless(cx: Context) -> bool:
    """Return whether there is a grid without an edge."""
    return any(place.edgeless for place in program_places(cx))


def place_number(cx: Context, name: str, subject: str | None) -> str:
    """Return the number of a place among all."""
    zones = [zone for zone, _ in cx.layout.every_place()]
    first = zones.index(name) if name in zones else len(zones)  # no player is at a place that does not exist
    if subject is None or subject.isdigit():
        return str(first + int(subject or 0))
    return f"({first} + {subject})"


# ------------------------------------------------------------ a card's place
def home_among(cx: Context, *forms: str) -> str:
    """Return the name of a function that gives the number of a card's place among zones of some forms; -1 elsewhere."""
    if "melds" in forms:
        call(cx, "meld_at")
    return _home_among(cx, *forms)


def _home_among(cx: Context, *forms: str) -> str:
    def write() -> None:
        for zone in zones_of(cx, *forms):
            base, start = cx.program.zone_base[zone], int(cx.layout.at("zone", zone, "0"))
            with cx.out.block(f"for i in range(0, {len(cx.layout.subjects(zone))}):"):
                cx.out.line(f"at = {start} + i * {cx.layout.stride[zone]}")
                match cx.layout.form(zone):
                    case "set":
                        cx.out.line(f"if (Z[at] & BIT(card)) != 0: return {base} + i")
                    case "melds":
                        with cx.out.block(f"if {cx.layout.cell('role', '', 'card')} != {NIL}:"):
                            cx.out.line(f"if meld_at(S, {base} + i, card) >= 0: return {base} + i")
                    case form:
                        first = cx.layout.before(form)
                        with cx.out.block(f"for j in range(at + {first}, at + {first} + S[at]):"):
                            cx.out.line(f"if S[j] == card: return {base} + i")
        cx.out.line("return -1")

    return helper(cx, f"home_{'_'.join(forms)}(S, card)", write)


def home_of(cx: Context, card: One, *forms: str) -> str:
    """Return text for the number of a card's place among zones of these forms; -1 elsewhere."""
    if card.at is not None:
        if not any(cx.layout.form(zone) in forms for zone, _ in card.at):
            return "-1"
        if len(card.at) == 1 and card.at[0][1] not in cx.perhaps:
            return place_number(cx, *card.at[0])
    return f"{home_among(cx, *forms)}(S, {card.text})"


# ------------------------------------------------------------ the cards of a meld
def each_in_meld(cx: Context, meld: Meld, body: Callable[[Shape], None]) -> None:
    """Go through the cards of a meld on the table, in their order."""
    left = cx.out.let(meld.text, "m_")
    with cx.out.block(f"while {left} != 0:"):
        found = cx.out.let(call(cx, "first_in", "S", left, "-1"), "c")
        cx.out.line(f"{left} = {left} & ~BIT({found})")
        body(One(found, at=meld.at))


def out_of_meld(cx: Context, cell: str, card: str) -> None:
    """Remove a card from the meld of this cell; the rest of groups in sequence loses its places."""
    cx.out.line(f"Z[{cell} + 1] = Z[{cell} + 1] & ~BIT({card})")
    cx.out.line(f"{cx.layout.cell('role', '', card)} = {NIL}")
    cx.out.line(f"{cx.layout.cell('place', '', card)} = {NIL}")
    if any(pattern_tables(cx).grouped):
        left = cx.out.name("m_")
        with cx.out.block(f"if {cx.out.table(pattern_tables(cx).grouped)}[S[{cell}]]:"):
            cx.out.line(f"{left} = Z[{cell} + 1]")
            with cx.out.block(f"while {left} != 0:"):
                cx.out.line(f"{cx.layout.cell('place', '', f'LOW({left})')} = -1")
                cx.out.line(f"{left} = REST({left})")


# ------------------------------------------------------------ what a card represents
def role_attribute(cx: Context, name: str, card: One) -> One:
    """Return an attribute of what a card represents, if all that it may represent agree in it."""
    column = cx.program.attributes[name]
    number = list(cx.program.attributes).index(name)

    def write() -> None:
        values = [NIL if value is None else int(value) for value in column]
        alike = [sum(1 << other for other, its in enumerate(values) if its == value) for value in values]
        cx.out.line(f"m_kinds = {call(cx, 'm_stands', 'S', 'card')}")
        cx.out.line(f"if m_kinds == 0: return {NIL}")
        cx.out.line("first = LOW(m_kinds)")
        cx.out.line(f"if (m_kinds & ~{cx.out.table(alike, 'm_')}[first]) != 0: return {NIL}")
        cx.out.line(f"return {cx.out.table(values)}[first]")

    return _asked(cx, lambda c: f"{helper(cx, f'role_{number}(S, card)', write)}(S, {c})", card)


def role(cx: Context, card: One) -> One:
    """Return the card that a card represents, if it is only one."""
    return _asked(cx, lambda c: call(cx, "role_card", "S", c), card)


def _asked(cx: Context, call: Callable[[str], str], card: One) -> One:
    """Return the value of a call for a card in a meld, nothing for others. The function is written only if there are
    zones of melds."""
    if not zones_of(cx, "melds") or _elsewhere(cx, card, "melds"):
        return One(str(NIL), True)
    return mapped(cx, card, lambda c: One(cx.out.let(call(c)), True))


def _elsewhere(cx: Context, card: One, *forms: str) -> bool:
    return card.at is not None and not any(cx.layout.form(zone) in forms for zone, _ in card.at)


def meld_of(cx: Context, card: One) -> Meld:
    """Return the meld that contains a card."""
    zones = zones_of(cx, "melds")
    if not zones or _elsewhere(cx, card, "melds"):
        return Meld("0", (), "-1")
    known = card.at or cx.layout.every_place()
    of = copied(cx, card)
    cell = cx.out.let("-1")
    there = cx.layout.cell("role", "", of.text)
    with cx.out.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"), cx.out.block(f"if {there} != {NIL}:"):
        cx.out.line(f"{cell} = {call(cx, 'meld_at', 'S', home_of(cx, of, 'melds'), of.text)}")
    at = tuple(place for place in known if cx.layout.form(place[0]) == "melds")
    text = cx.out.let(f"Z[{cell} + 1] if {cell} >= 0 else 0", "m_")
    return Meld(text, at, cx.out.let(f"S[{cell}] if {cell} >= 0 else -1"), nil=True)


def wilds_of(cx: Context, meld: Meld, *, standing_in: bool) -> Shape:
    """Return the cards of a meld that represent others, or those that represent themselves."""
    kind_of, wild = kind_tables(cx)[1], cx.out.atom(wild_cards(cx), "m_")

    def passes(card: Shape) -> str:
        c = cx.out.atom(single(cx, card).text)
        own = f"{cx.layout.cell('role', '', c)} == {kind_of}[{c}]"
        test = f"(({wild} & BIT({c})) != 0 and not {own})"
        return test if standing_in else f"(not {test})"

    return Kept(InMeld(meld), passes)


# ------------------------------------------------------------ spots
def spot(cx: Context, place: str, at: str, anchor: str = "-1", holder: str = "-1", role: str = "-1") -> str:
    """Return the number of a spot; of a row, unless there is an anchor."""
    code = cx.layout.spots
    others = "" if anchor == "-1" else f" + ({anchor} + 1) * {code.anchor}"
    if holder != "-1":
        others += f" + ({holder} + 1) * {code.holder} + {role} + 1"
    return f"({place} * {code.place} + ({at} + 1) * {code.at}{others})"


def of_spot(cx: Context, part: str, spot: str) -> str:
    """Return a part of a spot that is not nothing."""
    code = cx.layout.spots
    match part:
        case "place":
            return f"({spot} // {code.place})"
        case "anchor":
            return f"({spot} // {code.anchor} % {code.cards} - 1)"
        case "at":
            return f"({spot} // {code.at} % {code.reach} - 1)"
        case "holder":
            return f"({spot} // {code.holder} % {code.cards} - 1)"
    return f"({spot} % {code.roles} - 1)"


def spots_of(cx: Context, expr: ir.Spots, env: Env) -> Shape:
    """Return the places of a row; where melds are open."""
    if isinstance(expr.of, ir.ZoneContents) and cx.layout.form(expr.of.name) == "row":
        name, subject = expr.of.name, None
        if expr.of.subject is not None:
            whose = copied(cx, one_value(cx, expr.of.subject, env))
            subject = whose.text
            if whose.nil:
                cx.perhaps.add(subject)
        place = (name, subject)
        number = place_number(cx, *place)
        at = start_of(cx, place)
        every: Shape = Span("0", f"S[{at}]")
        if cx.layout.zones[name].edgeless:
            every = Kept(every, lambda item: call(cx, "in_plane", "S", at, single(cx, item).text))
        return Made(
            every,
            lambda item: One(cx.out.let(spot(cx, number, single(cx, item).text)), at=(place,)),
            (place,),
        )
    return _open(cx, cx.parts.shape_of(cx, expr.of, env))


def _open(cx: Context, meld: Shape) -> Shape:
    match meld:
        case Meld():
            return OpenSpots(meld) if _may_lie(cx, meld) else Several(())
        case _ if of_melds(cx, meld):
            return Made(meld, partial(_open, cx))
    raise cannot("no_melds")


def _may_lie(cx: Context, meld: Meld) -> bool:
    """Return whether a meld may be one on the table."""
    if not zones_of(cx, "melds"):
        return False
    return meld.at is None or any(cx.layout.form(zone) == "melds" for zone, _ in meld.at)


def each_open(cx: Context, meld: Meld, body: Callable[[Shape], None]) -> None:
    """Go through the open spots of a meld on the table: before a run, in its gaps and after it; one of a set that may
    grow. Other melds have none."""
    cards = cx.out.atom(meld.text, "m_")
    with cx.out.block(f"if {cards} != 0:"):
        first = cx.out.let(f"LOW({cards})", "c")
        place = cx.out.atom(home_of(cx, One(first, at=meld.at), "melds"))
        if on_table(cx, meld) and not meld.found:
            _each_spot(cx, meld, place, cx.out.atom(meld.pattern), cards, body)
            return
        cell = cx.out.let(f"{call(cx, 'meld_at', 'S', place, first)} if {place} >= 0 else -1")
        with cx.out.block(f"if {cell} >= 0:"), cx.out.block(f"if Z[{cell} + 1] == {cards}:"):
            _each_spot(cx, meld, place, cx.out.let(f"S[{cell}]"), cards, body)


def _each_spot(cx: Context, meld: Meld, place: str, p: str, cards: str, body: Callable[[Shape], None]) -> None:
    i = cx.out.name("i")
    if not cx.spots.fits_are_asked:
        there = cx.out.let(call(cx, "open_places", "S", cards, p))
        first = cx.out.let(call(cx, "first_in", "S", cards, "-1"))
        with cx.out.block(f"for {i} in range(-1, {pattern_tables(cx).columns}):"):
            with cx.out.block(f"if {there} >> {i} + 1 & 1:"):
                body(One(cx.out.let(spot(cx, place, i, first)), at=meld.at))
        return
    known = cx.out.let(call(cx, "opened", "S", place, p, cards))
    cx.spots.fits_are_asked = False
    first = cx.out.let(f"{known} * {pattern_tables(cx).columns}")
    with cx.out.block(f"for {i} in range({first}, {first} + G_opened[2 * {known} + 1]):"):
        found = cx.out.let(f"G_spot[{i}]")
        cx.spots.fitting[found] = f"Gm_fits[{i}]"
        body(One(found, at=meld.at))
        cx.spots.fitting.pop(found)
    cx.spots.fits_are_asked = True


@once
def _wild_now(cx: Context) -> str:
    """Return the cards that are wild, as a number if they never change."""
    with cx.out.captured():
        return wild_cards(cx)


def _steady(cx: Context) -> bool:
    """Return whether the places of most cards of a meld follow from its cards and its pattern."""
    return _wild_now(cx).isdigit() and not any(pattern_tables(cx).grouped)


def _somewhere_else(cx: Context, pattern: int) -> int:
    """Return the cards that have more than one place in a pattern."""
    patterns, once, twice = pattern_tables(cx), 0, 0
    for cards in patterns.at[pattern * patterns.columns : (pattern + 1) * patterns.columns]:
        twice |= once & cards
        once |= cards
    return twice


def spot_of(cx: Context, card: One) -> One:
    """Return the spot that a card holds."""
    known = None if card.at is None else tuple(p for p in card.at if cx.layout.form(p[0]) in ("row", "melds"))
    if known == () or not zones_of(cx, "row", "melds"):
        return One(str(NIL), True)

    def held(c: str) -> One:
        home = home_of(cx, One(c, at=card.at), "row", "melds")
        if c not in cx.spots.meld_by_card or not _steady(cx):
            return One(cx.out.let(call(cx, "spot_of", "S", c, home)), True)
        meld = cx.spots.meld_by_card[c]
        known = cx.out.let(call(cx, "held", "S", home, cx.out.atom(meld.pattern), meld.text, c))
        spot = cx.out.let(f"G_held[3 * {known} + 2]")
        cx.spots.fitting[spot] = cx.out.let(f"Gm_held[2 * {known} + 1]", "m_")
        return One(spot)

    return One(mapped(cx, card, held).text, True, known)


def place_of(cx: Context, card: One) -> One:
    """Return the place of a card in the sequence of its run or in its row, from 1."""

    def in_row(c: str) -> One:
        spot = cx.out.let(call(cx, "spot_of", "S", c, home_of(cx, One(c, at=card.at), "row")))
        return One(
            cx.out.let(f"{spot} // {cx.layout.spots.at} % {cx.layout.spots.reach} if {spot} != {NIL} else {NIL}"),
            True,
        )

    def found(c: str) -> One:
        rows = zones_of(cx, "row") and not _elsewhere(cx, card, "row")
        if not zones_of(cx, "melds") or _elsewhere(cx, card, "melds"):
            return in_row(c) if rows else One(str(NIL), True)
        role, place = (cx.layout.cell(what, "", c) for what in ("role", "place"))
        result = cx.out.let(f"{place} + 1 if {role} != {NIL} and {place} >= 0 else {NIL}")
        if rows:
            with cx.out.block(f"if {role} == {NIL}:"):
                cx.out.line(f"{result} = {in_row(c).text}")
        return One(result, True)

    return mapped(cx, card, found)


# ------------------------------------------------------------ properties of spots
def spot_fact(cx: Context, fact: str, spot: One) -> Shape:
    """Return a property of a spot: its card, whether it is empty, its number, its neighbours."""
    match fact:
        case "neighbours":
            return _neighbours(cx, spot)
        case "empty":
            of = copied(cx, spot)
            free = f"({call(cx, 'card_at', 'S', of.text)} == {NIL})"
            return One(f"({of.text} != {NIL} and {free})" if of.nil else free)
        case "card":
            found = mapped(cx, spot, lambda x: One(cx.out.let(call(cx, "card_at", "S", x)), True))
            return One(found.text, True, spot.at)
        case "place":
            at = partial(of_spot, cx, "at")
            return mapped(cx, spot, lambda x: One(cx.out.let(f"{at(x)} + 1 if {at(x)} >= 0 else {NIL}"), True))
    column = str(int(fact == "column"))
    return mapped(cx, spot, lambda x: One(cx.out.let(call(cx, "side_of", x, column)), True))


def _neighbours(cx: Context, spot: One) -> Shape:
    """Return the neighbours of a spot: in a row left and right, in a grid also above and below, in a run the spots of
    the adjacent cards."""
    beside: list[Shape] = []
    for which in range(4 if zones_of(cx, "row") else 0):

        def there(x: str, which: int = which) -> One:
            return One(cx.out.let(call(cx, "next_to", "S", x, str(which))), True)

        beside.append(One(mapped(cx, spot, there).text, True, spot.at))
    return Several((*beside, _in_run_beside(cx, spot)) if zones_of(cx, "melds") else tuple(beside))


def _in_run_beside(cx: Context, spot: One) -> Shape:
    of = copied(cx, spot)
    cell, at = cx.out.let("-1"), cx.out.let("-1")
    with cx.out.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"):
        place = cx.out.let(of_spot(cx, "place", of.text))
        with cx.out.block(f"if {place_tables(cx)['T_form']}[{place}] < 0:"):
            cx.out.line(f"{cell} = {call(cx, 'meld_at', 'S', place, of_spot(cx, 'anchor', of.text))}")
            cx.out.line(f"{at} = {of_spot(cx, 'at', of.text)}")
    melds = tuple(each for each in cx.layout.every_place() if cx.layout.form(each[0]) == "melds")
    meld = Meld(cx.out.let(f"Z[{cell} + 1] if {cell} >= 0 and {at} >= 0 else 0", "m_"), melds, "-1")

    def near(card: Shape) -> str:
        its = cx.layout.cell("place", "", single(cx, card).text)
        return f"({its} == {at} - 1 or {its} == {at} + 1)"

    return Made(Kept(InMeld(meld), near), lambda card: spot_of(cx, single(cx, card)), melds)


# ------------------------------------------------------------ cards that fit
def fits(cx: Context, card: One, spot: One) -> One:
    """Return whether the card would make a meld of the spot's combo there, in place of the card there now."""
    where = copied(cx, spot)
    return One(within(cx, card, all_that_fit(cx, where)))


def all_that_fit(cx: Context, spot: One) -> Shape:
    """Return all the cards that fit a spot; of none, none."""
    if spot.text in cx.spots.fitting:
        return Cards(((cx.spots.fitting[spot.text], None),))
    if not zones_of(cx, "melds"):
        some = f"({cx.all_cards} if {spot.text} != {NIL} else 0)" if spot.nil else str(cx.all_cards)
        return Cards(((some, None),))
    return Cards(((cx.out.let(call(cx, "m_fits", "S", spot.text), "m_"), None),))
