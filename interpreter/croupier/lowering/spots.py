"""Lower spots: the places of cards in melds on the table, and the cards that fit them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from croupier.base import limits, plane
from croupier.combos.forms import Form
from croupier.lowering.base import copied, kind_tables, mapped, one_value
from croupier.lowering.capabilities import LONGEST, cannot
from croupier.lowering.cardsets import wild_cards
from croupier.lowering.collections import of_melds, on_table, single, start_of, within
from croupier.lowering.context import Context, Env, once
from croupier.lowering.kernel import NIL
from croupier.lowering.meldlist import MANY
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

    forms = [Form(each, number, kinds, frozenset()) for number, each in enumerate(cx.program.combos.patterns.values())]
    return Patterns(forms, kinds, cards_of)


def zones_of(cx: Context, *forms: str) -> list[str]:
    """Return the zones of these forms, without those that options leave no place."""
    return [zone for zone in cx.layout.zones if cx.layout.form(zone) in forms and cx.layout.subjects(zone)]


def starts(cx: Context) -> str:
    """Return a table: the first cell of each place, by its number."""
    return cx.out.table([int(cx.layout.at("zone", *place)) for place in cx.layout.every_place()])


def rows(cx: Context) -> str:
    """Return a table: which places are rows."""
    return cx.out.table([int(cx.layout.form(zone) == "row") for zone, _ in cx.layout.every_place()])


def edgeless_rows(cx: Context) -> str:
    """Return a table: which places are grids without an edge; no text if none is."""
    zones = cx.layout.zones
    if not any(zone.edgeless for zone in zones.values()):
        return ""
    return cx.out.table([int(zones[zone].edgeless) for zone, _ in cx.layout.every_place()])


def _next_to(cx: Context) -> str:
    """Return a table: of each place of a grid without an edge those above, to the left, to the right and below."""
    return cx.out.table([at for each in plane.every_next_to() for at in each])


@written("in_plane(S, start, at)")
def _in_plane(cx: Context) -> None:
    """Write `in_plane(S, start, at)`: whether a card is in this place of a grid without an edge, or in one
    next to it; if it is empty, whether this is its first place."""
    first = f"start + {cx.layout.before('row')}"
    cx.out.line("if Z[start + 1] == 0: return 1 if at == 0 else 0")
    with cx.out.block("if at < S[start]:"), cx.out.block(f"if S[{first} + at] != {NIL}:"):
        cx.out.line("return 1")
    with cx.out.block("for i in range(4 * at, 4 * at + 4):"):
        cx.out.line(f"other = {_next_to(cx)}[i]")
        with cx.out.block("if other >= 0 and other < S[start]:"), cx.out.block(f"if S[{first} + other] != {NIL}:"):
            cx.out.line("return 1")
    cx.out.line("return 0")


@written("free_in_plane(S, start)")
def free_in_plane(cx: Context) -> None:
    """Write `free_in_plane(S, start)`: the first free place of a grid without an edge in which a card can be laid."""
    cx.out.line("at = 0")
    there = f"at < S[start] and S[start + {cx.layout.before('row')} + at] != {NIL}"
    cx.out.line(f"while ({there}) or not {_in_plane(cx)}(S, start, at): at += 1")
    cx.out.line("return at")


@written("grown_to(S, start, at)")
def grown_to(cx: Context) -> None:
    """Write `grown_to(S, start, at)`: a grid without an edge has the places around one that is taken; 1 if
    that is too far out."""
    every = range(plane.within(limits.REACH))
    grown = cx.out.table([plane.grown(0, at) if plane.reaches(at) else 0 for at in every])
    cx.out.line(f"most = {grown}[at]")
    cx.out.line("if most == 0: return 1")
    first = f"start + {cx.layout.before('row')}"
    cx.out.line(f"while S[start] < most: S[{first} + S[start]] = {NIL}; S[start] += 1")
    cx.out.line("return 0")


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
                            cx.out.line(f"if {meld_at(cx)}(S, {base} + i, card) >= 0: return {base} + i")
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


@written("meld_at(S, place, card)")
def meld_at(cx: Context) -> None:
    """Write `meld_at(S, place, card)`: the first cell of the meld that contains a card, in a place; -1 if none does."""
    step = cx.layout.words + 1
    cx.out.line("if card < 0: return -1")
    cx.out.line(f"at = {starts(cx)}[place]")
    with cx.out.block("for i in range(0, S[at]):"):
        cx.out.line(f"if (Z[at + 2 + i * {step}] & BIT(card)) != 0: return at + 1 + i * {step}")
    cx.out.line("return -1")


@written("first_in(S, m_meld, but)")
def first_in_meld(cx: Context) -> None:
    """Write `first_in(S, m_meld, but)`: the first card of a meld on the table but this; -1 if there is none."""
    cx.out.line(f"best = {-NIL}; found = -1")
    with cx.out.block("while m_meld != 0:"):
        cx.out.line("card = LOW(m_meld); m_meld = REST(m_meld)")
        with cx.out.block("if card != but:"):
            cx.out.line(f"key = {order_in_meld(cx, 'card')}")
            cx.out.line("if key < best: best = key; found = card")
    cx.out.line("return found")


# ------------------------------------------------------------ the cards of a meld
def each_in_meld(cx: Context, meld: Meld, body: Callable[[Shape], None]) -> None:
    """Go through the cards of a meld on the table, in their order."""
    left = cx.out.let(meld.text, "m_")
    with cx.out.block(f"while {left} != 0:"):
        rest, best, found = cx.out.let(left, "m_"), cx.out.let(str(-NIL)), cx.out.let("0", "c")
        with cx.out.block(f"while {rest} != 0:"):
            card = cx.out.let(f"LOW({rest})", "c")
            cx.out.line(f"{rest} = REST({rest})")
            key = cx.out.let(order_in_meld(cx, card))
            cx.out.line(f"if {key} < {best}: {best} = {key}; {found} = {card}")
        cx.out.line(f"{left} = {left} & ~BIT({found})")
        body(One(found, at=meld.at))


def order_in_meld(cx: Context, card: str) -> str:
    """Return the key that orders the cards of a meld on the table: by place (cards without one last); by kind, cards
    that represent themselves first; by what they represent."""
    role, place = (cx.layout.cell(what, "", card) for what in ("role", "place"))
    kind, kinds = f"{kind_tables(cx)[1]}[{card}]", len(cx.program.kinds)
    at = f"({place} if {place} >= 0 else {BESIDE})"
    return f"(({at} * {kinds} + {kind}) * 2 + ({role} != {kind})) * {4 * kinds + 4} + {role}"


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
def represented(cx: Context) -> str:
    """Return the name of `m_stands(S, card)`: the cards of the kinds that a card in a meld may represent."""

    def write() -> None:
        sets, patterns = kind_tables(cx)[0], pattern_tables(cx)
        role, place = (cx.layout.cell(what, "", "card") for what in ("role", "place"))
        cx.out.line(f"if {role} == {NIL}: return m_nothing()")
        cx.out.line(f"if {role} >= 0: return {sets}[{role}]")
        cx.out.line(f"cell = {meld_at(cx)}(S, {home_among(cx, 'melds')}(S, card), card)")
        cx.out.line("p = S[cell]")
        if any(patterns.grouped):
            with cx.out.block(f"if {role} < -1:"):
                many = len(patterns.meanings) // len(patterns.grouped)
                cx.out.line(f"return {cx.out.table(patterns.meanings, 'm_')}[p * {many} - 2 - {role}]")
            with cx.out.block(f"if {cx.out.table(patterns.grouped)}[p] and {place} < 0:"):
                cx.out.line(f"return {cx.out.table(patterns.beside, 'm_')}[p]")
        shared_by(cx, "Z[cell + 1]")
        with cx.out.block(f"if {cx.out.table(patterns.length)}[p] > 0:"):
            cx.out.line(f"return m_own & {cx.out.table(patterns.at, 'm_')}[p * {patterns.columns} + {place}]")
        cx.out.line("return m_own & ~m_taken")

    no_cards(cx)
    return helper(cx, "m_stands(S, card)", write)


@written("m_nothing()")
def no_cards(cx: Context) -> None:
    """Write `m_nothing()`: no cards."""
    cx.out.line("m_x = 0; return m_x")


def shared_by(cx: Context, meld: str) -> None:
    """Write, for a meld of pattern `p`: `m_own`, the cards that could join as themselves, by what they share;
    `m_taken`, those that differ too little; `naturals`, `places` that are taken, as bits, and `shared`, the number
    of their group."""
    kinds, patterns, kind_of = len(cx.program.kinds), pattern_tables(cx), kind_tables(cx)[1]
    cx.out.line(f"m_left = {meld}")
    for name in ("m_taken", "naturals", "places"):
        cx.out.line(f"{name} = 0")
    cx.out.line("shared = -1")
    with cx.out.block("while m_left != 0:"):
        cx.out.line("c = LOW(m_left); m_left = REST(m_left)")
        cx.out.line(f"r = {cx.layout.cell('role', '', 'c')}")
        cx.out.line(f"at_c = {cx.layout.cell('place', '', 'c')}")
        cx.out.line("if at_c >= 0: places = places | 1 << at_c")
        with cx.out.block("if r >= 0:"):
            cx.out.line(f"shared = {cx.out.table(patterns.group_of)}[p * {kinds} + r]")
            cx.out.line(f"m_taken = m_taken | {cx.out.table(patterns.rivals, 'm_')}[p * {kinds} + r]")
            cx.out.line(f"if r == {kind_of}[c]: naturals += 1")
    groups, joining = cx.out.table(patterns.groups, "m_"), cx.out.table(patterns.joining, "m_")
    cx.out.line(f"m_own = {groups}[shared] if shared >= 0 else {joining}[p]")


def role_attribute(cx: Context, name: str, card: One) -> One:
    """Return an attribute of what a card represents, if all that it may represent agree in it."""
    column = cx.program.attributes[name]
    number = list(cx.program.attributes).index(name)

    def write() -> None:
        values = [NIL if value is None else int(value) for value in column]
        alike = [sum(1 << other for other, its in enumerate(values) if its == value) for value in values]
        cx.out.line(f"m_kinds = {represented(cx)}(S, card)")
        cx.out.line(f"if m_kinds == 0: return {NIL}")
        cx.out.line("first = LOW(m_kinds)")
        cx.out.line(f"if (m_kinds & ~{cx.out.table(alike, 'm_')}[first]) != 0: return {NIL}")
        cx.out.line(f"return {cx.out.table(values)}[first]")

    return _asked(cx, f"role_{number}(S, card)", write, card)


def role(cx: Context, card: One) -> One:
    """Return the card that a card represents, if it is only one."""

    def write() -> None:
        sets, kind_of = kind_tables(cx)
        cx.out.line(f"m_kinds = {represented(cx)}(S, card)")
        cx.out.line(f"if m_kinds == 0: return {NIL}")
        cx.out.line("first = LOW(m_kinds)")
        cx.out.line(f"if (m_kinds & ~{sets}[{kind_of}[first]]) != 0: return {NIL}")
        cx.out.line(f"return card if {kind_of}[card] == {kind_of}[first] else first")

    return _asked(cx, "role_card(S, card)", write, card)


def _asked(cx: Context, head: str, write: Callable[[], None], card: One) -> One:
    """Return the value of a function for a card in a meld, nothing for others. The function is written only if there
    are zones of melds."""
    if not zones_of(cx, "melds") or _elsewhere(cx, card, "melds"):
        return One(str(NIL), True)
    name = helper(cx, head, write)
    return mapped(cx, card, lambda c: One(cx.out.let(f"{name}(S, {c})"), True))


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
        cx.out.line(f"{cell} = {meld_at(cx)}(S, {home_of(cx, of, 'melds')}, {of.text})")
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
            every = Kept(every, lambda item: f"{_in_plane(cx)}(S, {at}, {single(cx, item).text})")
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
        cell = cx.out.let(f"{meld_at(cx)}(S, {place}, {first}) if {place} >= 0 else -1")
        with cx.out.block(f"if {cell} >= 0:"), cx.out.block(f"if Z[{cell} + 1] == {cards}:"):
            _each_spot(cx, meld, place, cx.out.let(f"S[{cell}]"), cards, body)


def _each_spot(cx: Context, meld: Meld, place: str, p: str, cards: str, body: Callable[[Shape], None]) -> None:
    if not cx.spots.fits_are_asked:
        _each_open(cx, place, p, cards, lambda spot, at: body(One(spot, at=meld.at)))
        return
    known, i = cx.out.let(f"{_opened(cx)}(S, {place}, {p}, {cards})"), cx.out.name("i")
    cx.spots.fits_are_asked = False
    first = cx.out.let(f"{known} * {pattern_tables(cx).columns}")
    with cx.out.block(f"for {i} in range({first}, {first} + G_opened[2 * {known} + 1]):"):
        spot = cx.out.let(f"G_spot[{i}]")
        cx.spots.fitting[spot] = f"Gm_fits[{i}]"
        body(One(spot, at=meld.at))
        cx.spots.fitting.pop(spot)
    cx.spots.fits_are_asked = True


def _each_open(cx: Context, place: str, p: str, cards: str, body: Callable[[str, str], None]) -> None:
    patterns = pattern_tables(cx)
    with cx.out.block(f"if POP({cards}) < {cx.out.table(patterns.cap)}[{p}]:"):
        plain = not any(patterns.grouped)
        first_in = f"{first_in_meld(cx)}(S, {cards}, -1)"
        first = cx.out.let("-1" if plain else first_in)
        low, end, length = cx.out.let("-1"), cx.out.let("0"), cx.out.let(f"{cx.out.table(patterns.length)}[{p}]")
        there, last, left = cx.out.let("0"), cx.out.let("-1"), cx.out.let(cards, "m_")
        with cx.out.block(f"if {length} > 0:"):
            with cx.out.block(f"while {left} != 0:"):
                card = cx.out.let(f"LOW({left})", "c")
                at = cx.out.let(cx.layout.cell("place", "", card))
                cx.out.line(f"{left} = REST({left}); {there} = {there} | 1 << {at}")
                with cx.out.block(f"if {low} < 0 or {at} < {low}:"):
                    cx.out.line(f"{low} = {at}")
                    if plain:  # no place has two cards
                        cx.out.line(f"{first} = {card}")
                cx.out.line(f"if {at} > {last}: {last} = {at}")
            cx.out.line(f"{low} = {low} - 1 if {low} > 0 else 0")
            cx.out.line(f"{end} = {last} + 2 if {last} + 2 < {length} else {length}")
        if plain:
            cx.out.line(f"else: {first} = {first_in}")
        i = cx.out.name("i")
        with cx.out.block(f"for {i} in range({low}, {end}):"):
            with cx.out.block(f"if {i} < 0 or ({there} >> {i} & 1) == 0:"):
                body(cx.out.let(spot(cx, place, i, first)), i)


def _opened(cx: Context) -> str:
    """Return the name of `opened(S, place, p, m_meld)`: the number of a meld of which the spots are known, and what
    fits them."""
    columns = pattern_tables(cx).columns

    def write() -> None:
        cx.out.line(f"known = HASH(m_meld, {OPENED})")
        if _steady(cx):
            _by_unplain(cx)
            cx.out.line("if x > 0 and G_opened[2 * known] == x and Gm_opened[known] == m_meld: return known")
            cx.out.line("G_opened[2 * known] = 0")
        cx.out.line("n = 0")
        cx.out.line(f"{_summed_up(cx)}(S, m_meld, p)")
        _each_open(cx, "place", "p", "m_meld", keep)
        cx.out.line("G_opened[2 * known + 1] = n")
        if _steady(cx):
            cx.out.line("G_opened[2 * known] = x; Gm_opened[known] = m_meld")
        cx.out.line("return known")

    def keep(spot: str, at: str) -> None:
        cx.out.line(f"G_spot[known * {columns} + n] = {spot}")
        cx.out.line(f"Gm_fits[known * {columns} + n] = {_fitting_open(cx)}(p, POP(m_meld), {at})")
        cx.out.line("n += 1")

    cx.out.scratch |= {"G_opened": 2 * OPENED, "Gm_opened": OPENED}
    cx.out.scratch |= {"G_spot": columns * OPENED, "Gm_fits": columns * OPENED}
    return helper(cx, "opened(S, place, p, m_meld)", write)


def _held(cx: Context) -> str:
    """Return the name of `held(S, place, p, m_meld, card)`: the number of a card of a meld of which the spot is known
    that it holds, and what fits there in its place."""

    def write() -> None:
        cx.out.line(f"known = (HASH(m_meld, {OPENED}) + card) % {OPENED}")
        _by_unplain(cx)
        same = "G_held[3 * known] == x and G_held[3 * known + 1] == card and Gm_held[2 * known] == m_meld"
        cx.out.line(f"if x > 0 and {same}: return known")
        cx.out.line(f"spot = {spot_in(cx)}(S, card, place)")
        cx.out.line(f"Gm_held[2 * known + 1] = {fitting_at(cx)}(S, spot)")
        cx.out.line("G_held[3 * known] = x; G_held[3 * known + 1] = card")
        cx.out.line("G_held[3 * known + 2] = spot; Gm_held[2 * known] = m_meld")
        cx.out.line("return known")

    cx.out.scratch |= {"G_held": 3 * OPENED, "Gm_held": 2 * OPENED}
    return helper(cx, "held(S, place, p, m_meld, card)", write)


@once
def _steady(cx: Context) -> bool:
    """Return whether the places of most cards of a meld follow from its cards and its pattern."""
    with cx.out.captured():
        return wild_cards(cx).isdigit() and not any(pattern_tables(cx).grouped)


def _by_unplain(cx: Context) -> None:
    """Write `x`: one number for the places of those cards of a meld whose place does not follow from its cards and
    pattern, as a key to stored results; 0 if there are more than `MOST_UNPLAIN` such cards."""
    kinds, columns = len(cx.program.kinds) + 1, pattern_tables(cx).columns + 1
    unplain = [int(wild_cards(cx)) | _somewhere_else(cx, p) for p in range(len(pattern_tables(cx).cap))]
    role, at = (cx.layout.cell(what, "", "c") for what in ("role", "place"))
    cx.out.line(f"m_which = m_meld & {cx.out.table(unplain, 'm_')}[p]; x = 0")
    with cx.out.block("if m_which != 0:"):
        cx.out.line(f"if POP(m_which) > {MOST_UNPLAIN}: x = -1")
        with cx.out.block("while x >= 0 and m_which != 0:"):
            cx.out.line("c = LOW(m_which); m_which = REST(m_which)")
            cx.out.line(f"x = x * {kinds * columns} + ({role} + 1) * {columns} + {at} + 1")
    cx.out.line(f"x = (x * {len(cx.program.places)} + place) * {len(pattern_tables(cx).cap)} + p + 1 if x >= 0 else 0")


def _somewhere_else(cx: Context, pattern: int) -> int:
    """Return the cards that have more than one place in a pattern."""
    once, twice = 0, 0
    for cards in pattern_tables(cx).at[
        pattern * pattern_tables(cx).columns : (pattern + 1) * pattern_tables(cx).columns
    ]:
        twice |= once & cards
        once |= cards
    return twice


@written("spot_of(S, card, place)")
def spot_in(cx: Context) -> None:
    """Write `spot_of(S, card, place)`: the spot of a card in a row or meld; nothing without a place."""
    cx.out.line(f"if place < 0: return {NIL}")
    if zones_of(cx, "row"):
        with cx.out.block(f"if {rows(cx)}[place]:" if zones_of(cx, "melds") else "if 1:"):
            cx.out.line(f"start = {starts(cx)}[place]")
            with cx.out.block("for i in range(0, S[start]):"):
                with cx.out.block(f"if S[start + {cx.layout.before('row')} + i] == card:"):
                    cx.out.line(f"return {spot(cx, 'place', 'i')}")
            cx.out.line(f"return {NIL}")
    if zones_of(cx, "melds"):
        cx.out.line(f"cell = {meld_at(cx)}(S, place, card)")
        cx.out.line(f"other = {first_in_meld(cx)}(S, Z[cell + 1], card)")
        role, at = (cx.layout.cell(what, "", "card") for what in ("role", "place"))
        cx.out.line(f"return {spot(cx, 'place', at, 'other', 'card', role)}")


def spot_of(cx: Context, card: One) -> One:
    """Return the spot that a card holds."""
    known = None if card.at is None else tuple(p for p in card.at if cx.layout.form(p[0]) in ("row", "melds"))
    if known == () or not zones_of(cx, "row", "melds"):
        return One(str(NIL), True)

    def held(c: str) -> One:
        home = home_of(cx, One(c, at=card.at), "row", "melds")
        if c not in cx.spots.meld_by_card or not _steady(cx):
            return One(cx.out.let(f"{spot_in(cx)}(S, {c}, {home})"), True)
        meld = cx.spots.meld_by_card[c]
        known = cx.out.let(f"{_held(cx)}(S, {home}, {cx.out.atom(meld.pattern)}, {meld.text}, {c})")
        spot = cx.out.let(f"G_held[3 * {known} + 2]")
        cx.spots.fitting[spot] = cx.out.let(f"Gm_held[2 * {known} + 1]", "m_")
        return One(spot)

    return One(mapped(cx, card, held).text, True, known)


def place_of(cx: Context, card: One) -> One:
    """Return the place of a card in the sequence of its run or in its row, from 1."""

    def in_row(c: str) -> One:
        spot = cx.out.let(f"{spot_in(cx)}(S, {c}, {home_of(cx, One(c, at=card.at), 'row')})")
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
        case "card":
            return One(mapped(cx, spot, lambda x: One(cx.out.let(f"{card_at(cx)}(S, {x})"), True)).text, True, spot.at)
        case "empty":
            of = copied(cx, spot)
            free = f"({card_at(cx)}(S, {of.text}) == {NIL})"
            return One(f"({of.text} != {NIL} and {free})" if of.nil else free)
        case "neighbours":
            return _neighbours(cx, spot)
    return mapped(cx, spot, lambda x: One(cx.out.let(f"{_number_of_spot(cx, fact)}(S, {x})"), True))


@written("card_at(S, spot)")
def card_at(cx: Context) -> None:
    """Write `card_at(S, spot)`: the card in a spot; nothing if it is free."""
    cx.out.line(f"place = {of_spot(cx, 'place', 'spot')}")
    if zones_of(cx, "row"):
        with cx.out.block(f"if {rows(cx)}[place]:"):
            cx.out.line(f"start = {starts(cx)}[place]")
            cx.out.line(f"at = {of_spot(cx, 'at', 'spot')}")
            cx.out.line(f"return S[start + {cx.layout.before('row')} + at] if at < S[start] else {NIL}")
    if zones_of(cx, "melds"):
        cx.out.line(f"holder = {of_spot(cx, 'holder', 'spot')}")
        cx.out.line(f"if {meld_at(cx)}(S, place, holder) >= 0: return holder")
    cx.out.line(f"return {NIL}")


def _columns(cx: Context) -> str:
    """Return a table of the columns of each place that is a grid; 0 for others."""
    return cx.out.table([place.columns for place in cx.program.places])


def _number_of_spot(cx: Context, which: str) -> str:
    def write() -> None:
        cx.out.line(f"at = {of_spot(cx, 'at', 'spot')}")
        if which == "place":
            cx.out.line(f"return at + 1 if at >= 0 else {NIL}")
            return
        if edgeless := edgeless_rows(cx):
            with cx.out.block(f"if {edgeless}[{of_spot(cx, 'place', 'spot')}]:"):
                sides = [plane.line_and_column(at)[which == "column"] for at in range(plane.within(limits.REACH))]
                cx.out.line(f"return {cx.out.table(sides)}[at]")
        cx.out.line(f"columns = {_columns(cx)}[{of_spot(cx, 'place', 'spot')}]")
        cx.out.line(f"if columns == 0: return {NIL}")
        cx.out.line("return at // columns + 1" if which == "line" else "return at % columns + 1")

    return helper(cx, f"{which}_of(S, spot)", write)


def _neighbours(cx: Context, spot: One) -> Shape:
    """Return the neighbours of a spot: in a row left and right, in a grid also above and below, in a run the spots of
    the adjacent cards."""
    beside: list[Shape] = []
    for which in range(4 if zones_of(cx, "row") else 0):

        def there(x: str, which: int = which) -> One:
            return One(cx.out.let(f"{_beside(cx)}(S, {x}, {which})"), True)

        beside.append(One(mapped(cx, spot, there).text, True, spot.at))
    return Several((*beside, _in_run_beside(cx, spot)) if zones_of(cx, "melds") else tuple(beside))


@written("next_to(S, spot, which)")
def _beside(cx: Context) -> None:
    """Write `next_to(S, spot, which)`: the spot of a row above, to the left, to the right, or below;
    nothing if there is none."""
    cx.out.line(f"place = {of_spot(cx, 'place', 'spot')}")
    cx.out.line(f"if not {rows(cx)}[place]: return {NIL}")
    cx.out.line(f"at = {of_spot(cx, 'at', 'spot')}")
    if edgeless := edgeless_rows(cx):
        with cx.out.block(f"if {edgeless}[place]:"):
            cx.out.line(f"at = {_next_to(cx)}[4 * at + which]")
            cx.out.line(f"return {spot(cx, 'place', 'at')} if at >= 0 else {NIL}")
    cx.out.line(f"most = S[{starts(cx)}[place]]")
    cx.out.line(f"columns = {_columns(cx)}[place] if {_columns(cx)}[place] else most")
    cx.out.line(f"if columns == 0: return {NIL}")
    for which, (step, edge) in enumerate([("- columns", ""), ("- 1", "0"), ("+ 1", "columns - 1"), ("+ columns", "")]):
        with cx.out.block(f"if which == {which}:"):
            if edge:
                cx.out.line(f"if at % columns == {edge}: return {NIL}")
            cx.out.line(f"at = at {step}")
    cx.out.line(f"return {spot(cx, 'place', 'at')} if at >= 0 and at < most else {NIL}")


def _in_run_beside(cx: Context, spot: One) -> Shape:
    of = copied(cx, spot)
    cell, at = cx.out.let("-1"), cx.out.let("-1")
    with cx.out.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"):
        place = cx.out.let(of_spot(cx, "place", of.text))
        with cx.out.block(f"if not {rows(cx)}[{place}]:"):
            cx.out.line(f"{cell} = {meld_at(cx)}(S, {place}, {of_spot(cx, 'anchor', of.text)})")
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
    return Cards(((cx.out.let(f"{fitting_at(cx)}(S, {spot.text})", "m_"), None),))


def fitting_at(cx: Context) -> str:
    """Return the name of `m_fits(S, spot)`: the cards that fit a spot, in place of its card; none fits nothing."""

    def write() -> None:
        with cx.out.block(f"if spot == {NIL}:"):
            cx.out.line(f"return {no_cards(cx)}()")
        cx.out.line(f"place = {of_spot(cx, 'place', 'spot')}")
        if zones_of(cx, "row"):
            cx.out.line(f"if {rows(cx)}[place]: m_x = {cx.all_cards}; return m_x")
        cx.out.line(f"cell = {meld_at(cx)}(S, place, {of_spot(cx, 'anchor', 'spot')})")
        with cx.out.block("if cell < 0:"):
            cx.out.line(f"return {no_cards(cx)}()")
        cx.out.line("p = S[cell]; m_meld = Z[cell + 1]")
        cx.out.line(f"holder = {of_spot(cx, 'holder', 'spot')}")
        if _steady(cx):  # usually the result is stored
            with cx.out.block("if holder < 0:"):
                cx.out.line(f"known = {_opened(cx)}(S, place, p, m_meld)")
                first = f"known * {pattern_tables(cx).columns}"
                with cx.out.block(f"for i in range({first}, {first} + G_opened[2 * known + 1]):"):
                    cx.out.line("if G_spot[i] == spot: return Gm_fits[i]")
        cx.out.line("m_others = m_meld & ~BIT(holder) if holder >= 0 else m_meld")
        cx.out.line(f"{_summed_up(cx)}(S, m_others, p)")
        cx.out.line(f"m_found = {_fitting_open(cx)}(p, POP(m_others), {of_spot(cx, 'at', 'spot')})")
        cx.out.line(f"role = {of_spot(cx, 'role', 'spot')}")
        with cx.out.block("if role >= 0:"):
            cx.out.line(f"m_found = m_found & ({kind_tables(cx)[0]}[role] | {wild_cards(cx)})")
        cx.out.line("return m_found")

    no_cards(cx)
    return helper(cx, "m_fits(S, spot)", write)


def _summed_up(cx: Context) -> str:
    """Return the name of `sum_up(S, m_meld, p)`: what some cards of a meld leave of what may join it."""

    def write() -> None:
        shared_by(cx, "m_meld")
        for i, name in enumerate(("shared", "naturals", "places")):
            cx.out.line(f"G_sum[{i}] = {name}")
        cx.out.line(f"Gm_sum[0] = {wild_cards(cx)}; Gm_sum[1] = m_own & ~m_taken; return 0")

    cx.out.scratch |= {"G_sum": 3, "Gm_sum": 2}
    return helper(cx, "sum_up(S, m_meld, p)", write)


def _fitting_open(cx: Context) -> str:
    """Return the name of `m_open(p, n, at)`: the cards that fit a free place of a meld of `n` cards whose sums are
    known."""

    def write() -> None:
        patterns, nothing = pattern_tables(cx), no_cards(cx)
        cx.out.line(f"if n >= {cx.out.table(patterns.cap)}[p]: return {nothing}()")
        for name, i in (("shared", 0), ("naturals", 1)):
            cx.out.line(f"{name} = G_sum[{i}]")
        cx.out.line("m_wild = Gm_sum[0]; m_own = Gm_sum[1]; own_kind = -1")
        cx.out.line(f"length = {cx.out.table(patterns.length)}[p]")
        with cx.out.block("if length > 0:"):
            cx.out.line(f"if at < 0 or at >= length or (G_sum[2] >> at & 1) != 0: return {nothing}()")
            cx.out.line(f"m_own = m_own & {cx.out.table(patterns.at, 'm_')}[p * {patterns.columns} + at]")
            with cx.out.block("if shared >= 0:"):
                cx.out.line(f"own_kind = {cx.out.table(patterns.role_at)}[shared * {patterns.columns} + at]")
        cx.out.line("m_found = 0; wilds = n - naturals")
        with cx.out.block(f"if {_meld_of(cx, 'naturals + 1', 'wilds')}:"):
            cx.out.line("m_found = m_own")
            with cx.out.block("if own_kind >= 0:"):  # a wild card that represents itself, though it differs too little
                cx.out.line(f"m_found = m_found | (m_wild & {kind_tables(cx)[0]}[own_kind])")
        cx.out.line("wilds += 1")
        with cx.out.block(f"if {_meld_of(cx, 'naturals', 'wilds')}:"):
            with cx.out.block("if own_kind >= 0:"):
                cx.out.line(f"m_found = m_found | (m_wild & ~m_own & ~{kind_tables(cx)[0]}[own_kind])")
            cx.out.line("else: m_found = m_found | (m_wild & ~m_own)")
        cx.out.line("return m_found")

    no_cards(cx)
    return helper(cx, "m_open(p, n, at)", write)


def _meld_of(cx: Context, naturals: str, wilds: str) -> str:
    """Return a test whether a meld of pattern `p` with `n + 1` cards may have these numbers of natural and wild
    cards."""
    least, cap, most, fewer = (
        cx.out.table(column)
        for column in (
            pattern_tables(cx).least,
            pattern_tables(cx).cap,
            pattern_tables(cx).most,
            pattern_tables(cx).fewer,
        )
    )
    return f"n + 1 >= {least}[p] and n + 1 <= {cap}[p] and {wilds} <= {most}[p] and {wilds} <= {naturals} - {fewer}[p]"
