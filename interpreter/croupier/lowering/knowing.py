"""Track who knows which card, what statements show to whom, and what a seat may find out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.lowering.base import note
from croupier.lowering.capabilities import cannot
from croupier.lowering.collections import mask_of, most_stored, of_melds, seat_bits, start_of, stored, zone_shape
from croupier.lowering.context import Context, Env, once
from croupier.lowering.expressions import cards_of, shape_of
from croupier.lowering.kernel import NIL, VEILED, Unkept, part
from croupier.lowering.layout import TRYING
from croupier.lowering.modules import use
from croupier.lowering.shapes import Cards, Kept, Laid, Made, Place, Row, Several, Shape, Stored, Top
from croupier.lowering.spots import place_number, written
from croupier_dsl import ir
from croupier_dsl.analysis import (
    bodies,
    is_covert,
    is_covertly_named,
    nodes,
    own_parts,
    owners,
    reached,
    reads_faces,
    rebuilt,
    sources,
    sources_of_locals,
)

if TYPE_CHECKING:
    pass

OK, CUT, LOOP, PERHAPS, ALIKE, SEEN, FAILS = 1, 2, 4, 8, 16, 32, 6
"""Results for a move, as bits. `OK`: the stage can end as it must; `PERHAPS`: it can, as far as is known; `CUT`: a
longer search might find it; `LOOP`: a way was left out because it leads back to an earlier position; `ALIKE`: the
result holds for all choices of its kind; `SEEN`: an end of the stage was seen; from bit `FAILS` on: the conditions that
failed at all of these ends (the last two only with counting). -1: unknown."""
ME, DEPTH, STAGE, POSITIONS, SEARCH, ROWS, LOOK, FAILING, ASKED, GIVEN, GUESSES = range(11)
"""Indexes of `G_look`: the looking seat; the stage's depth and the stage; the positions looked at; the number of the
search; the rows that wait; the number of the look; the level whose position is there to work with (-1: used up); the
conditions of a `must` that failed; the tests of a shown card that were met, how many of them are answered by guess, and
the guesses, as bits."""
SHOWN = "Gm_shown[0]"
"""The cards that the last list in a trial showed to the looking seat, which did not know them, if they are tracked."""
ANYWHERE = ("*deck", "*anywhere")


def _without_chance(expr: ir.Expr) -> ir.Expr:
    """Return the sentence without what chance picks: nothing is tried out beyond that."""

    def left(part: object) -> object:
        match part:
            case ir.Pick(which="random", type=type_, collection=ir.ZoneContents() | ir.Span() | ir.Players()):
                return ir.Nothing(type_)
            case ir.Pick(which="random", type=type_, collection=ir.ListOf() | ir.Values()):
                return ir.Nothing(type_)
        return rebuilt(part, left)

    found = left(expr)
    assert isinstance(found, ir.Expr)
    return found


def _followed(part: object, then: tuple[ir.Statement, ...] = ()) -> Iterator[tuple[object, tuple[ir.Statement, ...]]]:
    """Yield all statements, each with those that follow it in its list and in those around."""
    match part:
        case ir.MoveRule(do=body) | ir.Trigger(do=body):
            yield from _followed(body)
        case tuple():
            lists = any(isinstance(each, tuple) for each in part)
            for at, each in enumerate(part):
                yield from _followed(each, () if lists else (*part[at + 1 :], *then))
        case _ if isinstance(part, ir.Statement):
            for inner in bodies(part):
                yield from _followed(inner, then)
    yield part, then


def _shuffled(statements: Sequence[ir.Statement], zone: str) -> bool:
    """Return whether the zone is shuffled before the next choice."""
    for statement in statements:
        if isinstance(statement, ir.Shuffle) and statement.zone.name == zone and statement.zone.subject is None:
            return True
        if any(isinstance(node, ir.Ask | ir.EndStage) for node in nodes(statement)):
            return False
    return False


# ------------------------------------------------------------ stages that are searched
@once
def musts(cx: Context) -> tuple[ir.Stage, ...]:
    """Return the stages with a `must`."""
    return tuple(stage for stage in cx.layout.stages if stage.must)


@once
def searched_stages(cx: Context) -> tuple[ir.Stage, ...]:
    """Return these stages, and those inside them."""
    found: dict[str, ir.Stage] = {}
    todo = list(musts(cx))
    while todo:
        stage = todo.pop()
        found[cx.layout.key(stage)] = stage
        todo += stage.steps
    return tuple(found.values())


def is_searched(cx: Context, stage: ir.Stage) -> bool:
    return any(cx.layout.key(each) == cx.layout.key(stage) for each in searched_stages(cx))


def is_inside_must(cx: Context, stage: ir.Stage) -> bool:
    """Return whether the stage is inside a stage with a `must`."""
    return any(each is stage for other in searched_stages(cx) for each in other.steps)


def must_number(cx: Context, stage: ir.Stage) -> int:
    """Return the number of a stage with a `must`."""
    return [cx.layout.key(each) for each in musts(cx)].index(cx.layout.key(stage))


@once
def searched_lists(cx: Context) -> tuple[tuple[object, tuple[ir.Statement, ...]], ...]:
    """Return the statement lists that may be performed there, each with its owner."""
    names = {name for stage in searched_stages(cx) for name in stage.moves}
    found: list[tuple[object, tuple[ir.Statement, ...]]] = []
    for stage in searched_stages(cx):
        lists = (*stage.begin, *stage.otherwise, *stage.end)
        if not is_inside_must(cx, stage):
            lists = stage.otherwise  # it has begun, and is not gone on with once it is complete
        found.append(((stage.begin, stage.otherwise, stage.end), lists))
    found += [(move, move.do) for move in cx.rules.moves if move.name in names]
    found += [(trigger, trigger.do) for trigger in cx.rules.triggers]
    return tuple(found)


def require_foreseeable(cx: Context) -> None:
    """Raise `Unlowered` if results of the search could depend on what the seat does not see, or on what it
    remembers."""
    for stage in searched_stages(cx):
        with part(stage.where, stage.path):
            _require_foreseeable_stage(cx, stage)
    first = musts(cx)[0].must[0]
    with part(first.where, f"must: {first.text}"):  # unless it is known which sentence is in the way of it
        _require_foreseeable_lists(cx)


def _require_foreseeable_stage(cx: Context, stage: ir.Stage) -> None:
    tests = [*stage.must]
    if is_inside_must(cx, stage):
        tests += [*stage.when, *stage.until]
    for test in tests:
        with part(test.where, test.text):
            _require_open(cx, [test.expr], ())
    if is_inside_must(cx, stage):
        who = () if stage.by is None else (stage.by.players, stage.by.start)
        _require_open(cx, [each for each in (stage.times, *who) if each is not None], ())


def _require_foreseeable_lists(cx: Context) -> None:
    for trigger in cx.rules.triggers:
        with part(trigger.where, trigger.path):
            _require_open(cx, [condition.expr for condition in trigger.conditions], _unseen_entering_slot(cx, trigger))
            _require_open(cx, [] if trigger.each is None or trigger.enters else [trigger.each], ())
    for owner, statements in searched_lists(cx):
        _require_open_list(cx, statements, _unseen_entering_slot(cx, owner) if isinstance(owner, ir.Trigger) else ())
    assert showing_statements(cx) is not None


@once
def unseen_owner_places(cx: Context) -> tuple[Place, ...]:
    """Return the places in which a player may not know who put a card there: sets that no player owns and not all
    see."""
    if not cx.layout.owned or not musts(cx):
        return ()
    veiled = (
        z.name for z in cx.layout.zones.values() if z.form == "set" and z.per != "player" and z.seen != "everyone"
    )
    return tuple((name, of) for name in veiled for of in _of(cx, name))


def veil_owners(cx: Context) -> None:
    """Veil who placed a card that the looking seat cannot see; written where trying out moves begins."""
    for place in unseen_owner_places(cx):
        with cx.out.block(f"if not ({seen_by_searcher(cx, place)}):"):
            turned = f" & ~Z[{cx.layout.at('turned')}]" if cx.layout.turns_cards else ""
            left = cx.out.let(f"{cx.layout.cards_at(*place)}{turned}", "m_")
            with cx.out.block(f"while {left} != 0:"):
                cx.out.line(f"{cx.layout.cell('placed', '', f'LOW({left})')} = {VEILED}")
                cx.out.line(f"{left} = REST({left})")


def _require_open(cx: Context, exprs: Sequence[ir.Expr], secret: Sequence[int]) -> None:
    if any(is_covert(cx.facts, _without_chance(expr), secret) for expr in exprs):
        raise cannot("must_unseen")


def _unseen_entering_slot(cx: Context, trigger: ir.Trigger) -> tuple[int, ...]:
    """Return the slot of the card that a rule is tried for, if some seat does not see the cards that enter."""
    if not trigger.enters:
        return ()
    zone = cx.layout.zones[trigger.enters]
    return () if zone.seen == "everyone" and not zone.top_only else (1,)


def _require_open_list(cx: Context, statements: Sequence[ir.Statement], unseen: Sequence[int]) -> None:
    """Raise `Unlowered` if something hidden decides what the statements do. `unseen`: slots of cards that not everybody
    sees."""
    secret = {*unseen}
    for node in nodes(tuple(statements)):
        with part(getattr(node, "where", None), getattr(node, "path", "")):
            _is_open(cx, node, secret)


def _is_open(cx: Context, node: object, secret: set[int]) -> None:
    match node:
        case ir.Let(slot=slot, value=value):
            if is_covertly_named(cx.facts, value, secret):
                secret.add(slot)
        case ir.ForEach(slot=slot, collection=collection):
            _require_open_move(cx, collection, secret)
            if is_covert(cx.facts, collection, secret):
                secret.add(slot)
        case ir.If(branches=branches):
            _require_open(cx, [each.condition for each in branches if each.condition is not None], [*secret])
        case ir.SetVariable(value=value, subject=subject) | ir.AddToVariable(amount=value, subject=subject):
            _require_open(cx, [value] if subject is None else [value, subject], [*secret])
        case ir.SetNext(player=value) | ir.SetDirection(value=value):
            _require_open(cx, [value], [*secret])
        case ir.Move(what=what, to=to):
            _require_open_move(cx, what, secret)
            if isinstance(to, ir.ZoneTarget):
                _require_open(cx, [each for each in (to.subject, to.start, to.under) if each is not None], [*secret])
        case ir.Reveal(cards=cards) | ir.Hide(cards=cards):
            _require_open_move(cx, cards, secret)
        case ir.Ask() if secret:
            raise cannot("must_unseen")
        case _:
            pass


def _require_open_move(cx: Context, what: ir.Expr, secret: set[int]) -> None:
    """Raise `Unlowered` unless all seats see how many cards are moved, and from where."""
    match what:
        case ir.Local():
            return
        case ir.Pick(which="random", collection=ir.ZoneContents()):
            return
        case ir.ZoneContents() | ir.ListOf(items=()) | ir.Deck():
            return
        case ir.VariableValue(type=ir.CARD):  # one that is not seen raises a doubt
            return
        case ir.Combine(op="without", left=ir.ZoneContents(), right=right):
            _require_open_move(cx, right, secret)
            return
    if is_covertly_named(cx.facts, what, secret):
        raise cannot("must_unseen")


@once
def showing_statements(cx: Context) -> frozenset[int]:
    """Return the statements that may show a card to a seat that does not know it, by identity. Unkept where a seat may
    remember such a card, if it is not kept which."""
    found: set[int] = set()
    for owner, statements in searched_lists(cx):
        here = sources_of_locals(cx.facts, owner)
        for node in nodes(statements):
            with part(getattr(node, "where", None), getattr(node, "path", "")):
                if _may_show(cx, node, here, owner):
                    found.add(id(node))
    if cx.knows:
        cx.ahead.hiding.clear()
        return frozenset()
    for zone in sorted(cx.ahead.hiding):
        if _may_be_remembered(cx, zone):
            raise Unkept
    return frozenset(found | _shown_outside(cx))


def _may_show(cx: Context, node: object, here: dict[int, frozenset[str]] | object, owner: object) -> bool:
    """Return whether a statement may show a card; Unkept and Unlowered as `showing_statements` raises them."""
    match node:
        case ir.Move(what=what, to=to):
            hidden = _veiled_cards(cx, what, here, owner)
            goal = to.name if isinstance(to, ir.ZoneTarget) else ""
            if goal and cx.layout.zones[goal].top_only and not cx.knows:
                raise Unkept
            if hidden and (not goal or cx.layout.zones[goal].seen != "nobody"):
                if not goal and not cx.knows:
                    raise Unkept
                _require_same_cards(cx, what, hidden, owner)
                cx.ahead.hiding |= hidden
                return True
        case ir.Show(cards=cards) | ir.Reveal(cards=cards) | ir.Hide(cards=cards):
            hidden = _veiled_cards(cx, cards, here, owner)
            if hidden and not cx.knows:
                raise Unkept
            _require_same_cards(cx, cards, hidden, owner)
        case ir.Swap(one=one, other=other):
            hidden = _veiled_cards(cx, one, here, owner) | _veiled_cards(cx, other, here, owner)
            if hidden and not cx.knows:
                raise Unkept
            _require_same_cards(cx, one, hidden, owner)
            _require_same_cards(cx, other, hidden, owner)
        case _:
            pass
    return False


def _require_same_cards(cx: Context, what: ir.Expr, hidden: set[str], owner: object) -> None:
    """Raise `Unlowered` if the true position and what a seat knows of it may differ in the cards meant: those picked
    from a set that the seat does not see."""
    names: list[object] = []
    if isinstance(what, ir.Local):
        naming = (node for node in nodes(owner) if isinstance(node, ir.Let | ir.Choice | ir.ForEach))
        names = [node for node in naming if node.slot == what.slot]
    plain = all(map(_by_chance_or_choice, names or [what]))
    for zone in sorted(hidden):
        if cx.layout.form(zone) == "set" and not isinstance(what, ir.ZoneContents) and not plain and cx.knows:
            raise cannot("must_unseen")


def _by_chance_or_choice(what: object) -> bool:
    """Return whether the card is picked at random, which ends the search, or is a choice among cards that may be
    pointed at."""
    match what:
        case ir.Let(value=ir.Pick(which="random")) | ir.Pick(which="random") | ir.Choice():
            return True
    return False


def _shown_outside(cx: Context) -> set[int]:
    """Return the same of other lists, as far as that is plain."""
    found: set[int] = set()
    for owner in owners(cx.facts):
        own = own_parts(owner)
        here = sources_of_locals(cx.facts, *own)
        for node in nodes(own):
            match node:
                case ir.Move(what=what, to=ir.ZoneTarget(name=goal)) if cx.layout.zones[goal].seen != "nobody":
                    zones = sources(cx.facts, what, here)
                    plain = zones and not zones & set(ANYWHERE)
                    if plain and not any(_may_be_remembered(cx, zone) for zone in zones):
                        found.add(id(node))
                        cx.ahead.hiding |= zones
                case _:
                    pass
    return found


def _veiled_cards(cx: Context, what: ir.Expr, here: dict[int, frozenset[str]] | object, owner: object) -> set[str]:
    """Return the zones that these cards may come from and in which the current player may not see them."""
    if isinstance(what, ir.VariableValue) and what.type == ir.CARD:  # one that is not seen raises a doubt
        return set()
    zones = sources(cx.facts, what, here)  # type: ignore[arg-type]  # as `locals_of` gives it
    if zones & set(ANYWHERE):
        if not cx.knows:
            raise Unkept
        zones = frozenset(cx.layout.zones)
    found: set[str] = set()
    for name in zones:
        zone = cx.layout.zones[name]
        if zone.top_only and not cx.knows:
            raise Unkept
        mine = zone.per == "player" and zone.seen in ("owner", "team")
        there = (node for node in reached(cx.facts, owner) if isinstance(node, ir.ZoneContents))
        whose = [node.subject for node in there if node.name == name]
        if mine and all(isinstance(of, ir.Local) and not of.slot for of in whose):
            continue
        if zone.seen != "everyone":
            found.add(name)
    return found


def _may_be_remembered(cx: Context, zone: str) -> bool:
    """Return whether a seat that does not see the zone may know a card in it. None does if every arrival of a known
    card is followed by a shuffle and no card is shown there."""
    if cx.layout.zones[zone].seen != "nobody" or cx.layout.zones[zone].form != "pile":
        return True
    for owner in owners(cx.facts):
        own = own_parts(owner)
        here = sources_of_locals(cx.facts, *own)
        for node in nodes(own):
            match node:
                case ir.Show(cards=cards) | ir.Reveal(cards=cards) | ir.Hide(cards=cards):
                    if sources(cx.facts, cards, here) & {zone, *ANYWHERE}:
                        return True
                case ir.Swap():
                    return True
        for statement, following in _followed(own):
            match statement:
                case ir.Move(what=what, to=ir.ZoneTarget(name=name)) if name == zone:
                    if sources(cx.facts, what, here) and not _shuffled(following, zone):
                        return True
                case _:
                    pass
    return False


@once
def keeps_shown(cx: Context) -> bool:
    """Return whether the cards shown last are tracked: the conditions of a `must` may depend on what a card is."""
    if cx.layout.casts or any(variable.type.name in ("card", "meld", "spot") for variable in cx.rules.variables):
        return bool(musts(cx))
    return any(reads_faces(cx.facts, [part]) for part in _asked_in_trials(cx))


def _asked_in_trials(cx: Context) -> Iterator[object]:
    """Yield the sentences that are evaluated while moves are tried out, after a card may have been shown."""
    yield from (condition.expr for stage in musts(cx) for condition in stage.must)
    for stage in searched_stages(cx):
        if is_inside_must(cx, stage):
            yield (stage.when, stage.until, stage.times)
    yield from (statements for _, statements in searched_lists(cx))
    yield from ((trigger.each, trigger.conditions) for trigger in cx.rules.triggers)


@once
def statements_after_showing(cx: Context) -> frozenset[int]:
    """Return the statements and branches that may be come to, while moves are tried out, after a card has been shown in
    the same list, by identity."""
    found: set[int] = set()

    def shows(node: object) -> bool:
        looks = isinstance(node, ir.Move | ir.Show | ir.Reveal | ir.Hide | ir.Swap)
        return looks if cx.knows else id(node) in showing_statements(cx)

    def walk(statements: Sequence[ir.Statement], shown: bool) -> bool:
        for each in statements:
            again = isinstance(each, ir.ForEach) and any(map(shows, nodes(each.body)))
            if shown or again:
                found.add(id(each))
            match each:
                case ir.If(branches=branches):
                    found.update(id(branch) for branch in branches if shown)
                    shown = max(shown, *(walk(branch.body, shown) for branch in branches)) if branches else shown
                case ir.ForEach(body=body):
                    shown = walk(body, shown or again) or shown
                case ir.Labelled(body=body) | ir.Perform(body=body):
                    shown = walk(body, shown)
                case _:
                    shown = shown or shows(each)
        return shown

    for _, statements in searched_lists(cx):
        walk(statements, False)
    return frozenset(found)


def write_seeing(cx: Context) -> None:
    """Write `see(S, m_cards)`: the looking seat is shown these cards, which it did not know."""
    if keeps_shown(cx):
        cx.out.scratch["Gm_shown"] = 1
        with cx.out.function("see(S, m_cards)"):
            cx.out.line(f"if {cx.layout.cell('sighted')} == 0: {SHOWN} = 0")
            cx.out.line(f"{SHOWN} = {SHOWN} | m_cards; return 0")


def shown_by(cx: Context, statement: ir.Move, name: str, subject: str | None) -> None:
    """Write, after a statement that moves cards during a trial, a test whether the seat was shown one that it did not
    know."""
    if not cx.layout.looks or cx.knows or id(statement) not in showing_statements(cx):  # else it is kept card by card
        return
    layout = cx.layout
    sees = seen_by_searcher(cx, (name, subject))
    if sees == "0":
        return
    with cx.out.block(f"if {layout.cell('trial')} == {TRYING} and {sees}:"):
        there = mask_of(cx, zone_shape(cx, name, subject))
        there = cx.out.let(there, "m_")
        with cx.out.block(
            f"if (Z[{layout.at('unshown')}] & {there}) != 0 or {_hid(cx)}({at_level(cx, '0')}, {there}):"
        ):
            if keeps_shown(cx):
                unknown = f"Z[{layout.at('unshown')}] & {there}"
                cx.out.line(f"see(S, {unknown} | {_hidden(cx)}({at_level(cx, '0')}, {there}))")
            cx.out.line(f"{layout.cell('sighted')} = 1")


def at_level(cx: Context, level: str) -> str:
    """Return text for the position reached at a level of the search; level 0 holds the one before it."""
    return f"PART(G_positions, {level}, {cx.layout.size})"


@written("hid(S, m_cards)")
def _hid(cx: Context) -> None:
    """Write `hid(S, m_cards)`: whether the place of any of these cards is unknown to all seats."""
    for name, of in ((zone, of) for zone in sorted(cx.ahead.hiding) for of in _of(cx, zone)):
        if cx.layout.form(name) != "pile":
            cx.out.line(f"if ({mask_of(cx, zone_shape(cx, name, of))} & m_cards) != 0: return 1")
            continue
        at = start_of(cx, (name, of))
        with cx.out.block(f"for i in range({at} + S[{at}], {at}, -1):"):  # it was usually on top
            cx.out.line("if (m_cards & BIT(S[i])) != 0: return 1")
    cx.out.line("return 0")


@written("m_hidden(S, m_cards)")
def _hidden(cx: Context) -> None:
    """Write `m_hidden(S, m_cards)`: the cards whose place is unknown to all seats."""
    places = [(zone, of) for zone in sorted(cx.ahead.hiding) for of in _of(cx, zone)]
    there = [mask_of(cx, zone_shape(cx, *place)) for place in places]
    cx.out.line(f"m_found = m_cards & ({' | '.join(there) or '0'}); return m_found")


def seen_by_searcher(cx: Context, place: Place) -> str:
    """Return a test whether the looking seat sees the cards of the place."""
    zone, whose = cx.layout.zones[place[0]], cx.layout.owner(*place)
    assert not zone.top_only  # then it is kept card by card who knows what
    if zone.seen in ("everyone", "nobody"):
        return "1" if zone.seen == "everyone" else "0"
    assert whose is not None  # then knowledge is tracked card by card
    teams = cx.program.teams
    me = f"G_look[{ME}]" if zone.per == "player" else f"G_look[{ME}] % {teams}"
    if zone.seen == "team" and zone.per == "player":
        me, whose = f"G_look[{ME}] % {teams}", f"{whose} % {teams}"
    return f"{whose} {'!=' if zone.seen == 'others' else '=='} {me}"


def _of(cx: Context, zone: str) -> Iterator[str | None]:
    yield from cx.layout.subjects(zone)


def emptied(cx: Context, place: Place) -> None:
    """Remove all cards of a pile or row; a row keeps the gaps."""
    at = start_of(cx, place)
    if cx.layout.form(place[0]) != "row":
        cx.out.line(f"S[{at}] = 0")
        return
    i, first = cx.out.name("i"), f"{at} + {cx.layout.before('row')}"
    cx.out.line(f"for {i} in range({first}, {first} + S[{at}]): S[{i}] = {NIL}")
    cx.out.line(f"Z[{at} + 1] = 0")


def remove_gathered(cx: Context, shape: Shape, number: str) -> bool:
    """Remove all gathered cards at once; return False if the shape does not allow it."""
    match shape:
        case Several(parts=parts) if all(map(partial(_whole, cx), parts)):
            for part in parts:
                remove_gathered(cx, part, number)
        case Top(row=row):
            cx.out.line(f"S[{start_of(cx, row.place)}] += -{number}")
        case Row(place=place):
            emptied(cx, place)
        case Cards(parts=((text, _),), whole=True):
            cx.out.line(f"{text} = 0")
        case Made(inner=Laid(place=place)):
            cx.out.line(f"S[{start_of(cx, place)}] = 0")
        case Kept(inner=Row(place=place)) if cx.layout.form(place[0]) == "pile":
            _remove_from_pile(cx, start_of(cx, place), number)
        case _:
            return False
    return True


def _whole(cx: Context, part: Shape) -> bool:
    """Return whether the shape is all cards of a place, so that they need not leave one by one."""
    match part:
        case Cards(parts=((text, _),), whole=True):
            return text.startswith("Z[")
        case Row() | Made(inner=Laid()):
            return True
    return False


def _remove_from_pile(cx: Context, at: str, number: str) -> None:
    """Remove the gathered cards of a pile, in its order, and close the gaps."""
    gone, left, i = cx.out.let("0"), cx.out.let("0"), cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, S[{at}]):"):
        card = cx.out.let(f"S[{at} + 1 + {i}]", "c")
        cx.out.line(f"if {gone} < {number} and G_cards[{gone}] == {card}: {gone} += 1")
        cx.out.line(f"else: S[{at} + 1 + {left}] = {card}; {left} += 1")
    cx.out.line(f"S[{at}] = {left}")


def knowing(cx: Context) -> None:
    """Declare the modules that track what seats know."""
    if not cx.knows:
        return
    use(cx, ("knowing",), KEEPS_SHOWN=int(cx.layout.looks and keeps_shown(cx)))
    if cx.layout.looks:
        _unknown_to(cx)


def _unknown_to(cx: Context) -> None:
    """Write `m_unknown_to(S, me)`: the cards that a player who searches to the end of a stage does not know. In an
    imagined position, those that its seat did not know when the position was made."""
    layout = cx.layout
    with cx.out.function("m_unknown_to(S, me)"):
        cx.out.line(f"if {layout.cell('imagines')}: m_found = Z[{layout.at('unshown')}]; return m_found")
        known = f"Z[{layout.at('zone')}] | Z[{layout.at('known')} + me * {layout.words}] | m_seen(S, me)"
        cx.out.line(f"m_found = {cx.all_cards} & ~({known}); return m_found")


# ------------------------------------------------------------ events
def note_arrival(cx: Context, card: str, name: str, subject: str | None) -> None:
    """Write what seats know of a card that is about to move to a place."""
    if cx.knows:
        place = place_number(cx, name, subject)
        deep = cx.moving.deep
        if deep is None:
            return note_arrival_at(cx, card, place)
        on_top = f"{deep.number} == 0"
        if deep.lowest:
            others = f"S[{start_of(cx, (name, subject))}] - ({cx.layout.cell('home', '', card)} == {place})"
            on_top = f"{others} == {deep.lowest}"
        cx.out.line(f"moved(S, {card}, {place}, {on_top})")
    return None


def note_arrival_at(cx: Context, card: str, place: str) -> None:
    """Write the same, by the number of the place; on top of a pile."""
    if cx.knows:
        cx.out.line(f"moved(S, {card}, {place}, 1)")


def note_swap(cx: Context, one: str, other: str) -> None:
    """Write what seats know of two cards that are about to change places."""
    if cx.knows:
        cx.out.line(f"swapped(S, {one}, {other})")


def note_shown(cx: Context, cards: ir.Expr, players: ir.Expr, env: Env) -> None:
    """Write what seats know of cards shown for a moment to players: place by place, in each in order, each once."""
    seats, shape = cx.out.let(seat_bits(cx, shape_of(cx, players, env))), shape_of(cx, cards, env)
    those = stored(cx, cards_of(cx, shape) if of_melds(cx, shape) else shape)
    if not cx.knows:  # it shows and changes cards
        return _counted_by_place(cx, those, seats)
    home, i, together = cx.out.name("i"), cx.out.name("i"), cx.out.name("m_")
    card = f"{those.array}[{i}]"
    with cx.out.block(f"for {home} in range(0, {len(cx.layout.every_place())}):"):
        cx.out.line(f"{together} = 0")
        with cx.out.block(f"for {i} in range(0, {those.count}):"):
            cx.out.line(f"if {cx.layout.cell('home', '', card)} == {home}: {together} = {together} | BIT({card})")
        left = cx.out.let(together, "m_")
        with cx.out.block(f"if {seats} != 0 and {left} != 0:"):
            note(cx, 1)
            with cx.out.block(f"for {i} in range(0, {those.count}):"):
                with cx.out.block(f"if ({left} & BIT({card})) != 0:"):
                    cx.out.line(f"{left} = {left} & ~BIT({card})")
                    cx.out.line(f"glimpsed(S, {card}, {seats}, {together})")
    return None


def _counted_by_place(cx: Context, cards: Stored, seats: str) -> None:
    """Note once for each place that cards of it are shown to a player."""
    homes, i, j, fresh = cx.out.array(most_stored(cx)), cx.out.name("i"), cx.out.name("i"), cx.out.name()
    with cx.out.block(f"if {seats} != 0:"), cx.out.block(f"for {i} in range(0, {cards.count}):"):
        cx.out.line(f"{homes}[{i}] = {cx.parts.home_number(cx, f'{cards.array}[{i}]')}")
        cx.out.line(f"{fresh} = {homes}[{i}] >= 0")
        with cx.out.block(f"for {j} in range(0, {i}):"), cx.out.block(f"if {homes}[{j}] == {homes}[{i}]:"):
            cx.out.line(f"{fresh} = 0")
        note(cx, fresh)


def note_turned(cx: Context, cards: str, *, up: bool) -> None:
    """Write what seats know of cards that are about to be turned."""
    if cx.knows:
        cx.out.line(f"turned_{'up' if up else 'down'}(S, {cards})")


def note_shuffled(cx: Context, name: str, subject: str | None) -> None:
    """Write what seats know of a place that was shuffled."""
    if cx.knows:
        cx.out.line(f"mixed(S, {place_number(cx, name, subject)})")


def mark_chance(cx: Context) -> None:
    """Mark that the continuation depends on chance."""
    if cx.foresees:
        cx.out.line(f"if {cx.layout.cell('imagines')}: {cx.layout.cell('unforeseen')} = 2")


def start_iteration(cx: Context) -> None:
    """Write the start of an iteration; it stops if something is unforeseen."""
    stop_between(cx)
    pause(cx)


def pause(cx: Context) -> None:
    """Separate the moves of cards before this from those after it."""
    if cx.knows:
        cx.out.line(f"{cx.layout.cell('going')} = -1")


def stop_between(cx: Context) -> None:
    """Stop a continuation that meets something unforeseen between two lists."""
    if cx.foresees:
        cx.out.line(f"if {cx.layout.cell('unforeseen')}: {cx.layout.cell('stopped')} = 2; return -1")


def loses_patience(cx: Context) -> None:
    """Give up foresight after too many performances without a decision."""
    if cx.foresees:
        layout, most = cx.layout, limits.imagined_performances(cx.program.seats)
        with cx.out.block(f"if {layout.cell('imagines')} and {layout.cell('performed')} > {most}:"):
            cx.out.line(f"{layout.cell('unforeseen')} = 2; {layout.cell('stopped')} = 1")
            cx.out.line(f"{layout.cell('lists')} = 0; return -1")


def before_list(cx: Context) -> None:
    """Write the start of a list of statements."""
    if cx.foresees:
        with cx.out.block(f"if {cx.layout.cell('imagines')}:"):
            cx.out.line("if before(S) < 0: return -1")


def after_list(cx: Context) -> None:
    """Write the end of a list of statements: its effects count only if all of it was foreseen."""
    if cx.foresees:
        cx.out.line(f"if {cx.layout.cell('unforeseen')}: {cx.layout.cell('stopped')} = 1; return -1")
