"""Lower the list of legal moves, and the first player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce

from croupier.base import limits
from croupier.base.language import tr
from croupier.compile.recognised import barring
from croupier.lowering.base import (
    among,
    count_fired,
    counted_condition,
    counted_times,
    no_copies,
    one_value,
    reads_only_state,
    strict,
    truth,
)
from croupier.lowering.candidates import (
    On,
    as_chosen,
    cells_of,
    classes_of,
    copies_may_differ,
    copies_pass_alike,
    fit_ahead,
    hidden_places,
    known_in,
    list_spots,
    may_come_again,
    melds_of_choice,
    melds_read_alike,
    noted_in,
    of_spots,
    passing_filters,
    passing_spots,
    pools_of,
    put_melds,
    put_spots,
    shown,
    spots_of_choice,
    without_excluded,
)
from croupier.lowering.capabilities import cannot
from croupier.lowering.cardsets import cards_where, noted
from croupier.lowering.casting import asks_casting, cast_in, nothing_cast
from croupier.lowering.collections import (
    ascending,
    for_each,
    lists,
    logic,
    mask_of,
    seat_bits,
    single,
    stored,
    these_or_all,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.expressions import shape_of
from croupier.lowering.kernel import NIL, part
from croupier.lowering.melding import melding_without
from croupier.lowering.moving import begins_at
from croupier.lowering.shapes import (
    Cards,
    Kept,
    Meld,
    One,
    Place,
    Seats,
    Several,
    Shape,
    Span,
    Stored,
    join,
    places,
)  # fmt: skip
from croupier_dsl import ir
from croupier_dsl.analysis import draws, nodes, slots_read

MOST_BITS = 62
"""The most bits of one number that encodes values."""
MOST_SEVERAL = 20_000
"""The most ways to choose several things that are stored while another choice of several is listed."""


def listing(cx: Context, number: int, move: ir.MoveRule) -> None:
    """Write `l_N(S, OUT, n, me, most)`: append the legal ways to make a move after row `n`, up to `most` rows, and
    return the number of rows."""
    list_ways(cx, number, f"l_{number}", move.choices, move.conditions, lambda: {0: One("me")}, move.where)


def list_ways(
    cx: Context, number: int, name: str, choices: Sequence[ir.Choice], conditions: Sequence[ir.Condition],
    named: Callable[[], Env], where: ir.Where | None = None,
) -> None:  # fmt: skip
    """Write the function that lists the ways to make some choices, as rows that begin with the number. `named`: writes
    the evaluation of earlier names, and returns them."""
    slots = {choice.slot for choice in choices}
    with cx.out.function(f"{name}(S, OUT, n, me, most)"):
        cx.out.mark(where)
        cx.pure, cx.known, cx.listing.spots_ahead, cx.listing.rows_again = True, [{}], {}, False
        cx.listing.alike = {}
        again = any(may_come_again(cx, each, len(choices) == 1) for each in choices)
        cx.listing.first_row = cx.out.let("n") if again else "n"
        nothing_cast(cx)
        if any(choice.type.name == "meld" for choice in choices):
            lists(cx)
            cx.out.line("forget_melds()")
        env = named()
        gates = [condition for condition in conditions if not slots & set(condition.mentions)]
        test = all_judged(cx, gates, env)
        if test != "0":
            with cx.out.block(f"if {test}:"):
                _bar(cx, choices, conditions, env)
                _fill(cx, number, choices, conditions, 0, env)
        cx.out.line("return n")


def every_move(cx: Context) -> int:
    """Return the most rows that are listed for all moves: one above the limit shows that there are too many."""
    return limits.MOST_MOVES + 1


def listed_for(cx: Context, stage: ir.Stage, seat: str) -> str:
    """Return the moves of a seat that has to decide. In what a seat imagines it is enough that there is one."""
    return f"legal_{cx.flow.ends[stage.name]}(S, OUT, {seat}, {most_offered(cx)})"


def most_offered(cx: Context) -> str:
    """Return how many moves are listed when a decision is due; in an imagined position one is enough."""
    return f"(1 if {cx.layout.cell('imagines')} else {every_move(cx)})" if cx.foresees else str(every_move(cx))


def all_hold(cx: Context, exprs: Sequence[ir.Expr], env: Env) -> str:
    """Return a test of all the conditions; what there is none of holds."""
    return logic(cx, "and", [partial(truth, cx, expr, env) for expr in exprs])


def all_judged(cx: Context, conditions: Sequence[ir.Condition], env: Env) -> str:
    """Return the same, of which each answer is counted."""
    return logic(cx, "and", [partial(counted_condition, cx, condition, env) for condition in conditions])


def _bar(cx: Context, choices: Sequence[ir.Choice], conditions: Sequence[ir.Condition], env: Env) -> None:
    """Write, once, what no card of a choice of several may be, if no other choice affects it."""
    cx.listing.bars = {}
    slots = {choice.slot for choice in choices}
    for choice in choices:
        for condition in () if choice.single else conditions:
            found = barring(cx.facts, condition.expr, choice.slot)
            if found is not None and not slots_read(cx.facts, found[1]) & slots:
                mask = cards_where(cx, *found, env)
                if mask is not None:
                    cx.listing.bars[condition.path] = cx.out.let(f"{cx.all_cards} & ~{mask}", "m_")


def _fill(
    cx: Context, number: int, choices: Sequence[ir.Choice], whole: Sequence[ir.Condition], at: int, env: Env
) -> None:
    """Write a loop for each choice, inside those for the choices before it."""
    if at == len(choices):
        _filled(cx, number, choices, env)
        return
    with part(choices[at].where, choices[at].path):
        _fill_one(cx, number, choices, whole, at, env)


def _fill_one(
    cx: Context, number: int, choices: Sequence[ir.Choice], whole: Sequence[ir.Condition], at: int, env: Env
) -> None:
    choice = choices[at]
    later = {each.slot for each in choices[at + 1 :]}
    conditions = [each for each in whole if choice.slot in each.mentions and not later & set(each.mentions)]
    _hoist(cx, [each.expr for each in (*conditions, *choice.filters)], env)
    cx.listing.nested = any(not each.single for each in choices[at + 1 :])
    after = choices[at + 1 :]
    cx.listing.waiting = [
        *(each.expr for each in whole if later & set(each.mentions)),
        *(expr for each in after for expr in (each.collection, *(test.expr for test in each.filters))),
    ]
    casts = any(map(partial(asks_casting, cx), [*(each.expr for each in conditions), *cx.listing.waiting]))
    for each in after:
        if each.type.name == "spot" and each.single and reads_only_state(cx, each.collection) and not cx.covers:
            list_spots(cx, each, env)

    def on(value: Shape, asked: Sequence[ir.Condition] | None = None) -> None:
        inner = {**env, choice.slot: value}
        with cast_in(cx, value if casts else None):
            test = all_judged(cx, conditions if asked is None else asked, inner)
            if test == "1":
                _fill(cx, number, choices, whole, at + 1, inner)
            elif test != "0":
                with cx.out.block(f"if {test}:"):
                    _fill(cx, number, choices, whole, at + 1, inner)

    if choice.type.name == "meld":
        cx.known.append({})
        melds_of_choice(cx, choice, conditions, env, on, len(choices) == 1)
        cx.known.pop()
        return None
    if cx.covers and choice.type.name == "card" and choice.single:
        return _sieved(cx, choice, conditions, env, on, after)
    if choice.slot in cx.listing.spots_ahead:
        return spots_of_choice(cx, choice, cx.listing.spots_ahead[choice.slot][0], env, on)
    collection = shape_of(cx, choice.collection, env)
    if choice.type.name == "card":
        _cards_of_choice(cx, choice, collection, conditions, env, on, after)
    elif choice.type.name == "spot" and choice.single:
        spots_of_choice(cx, choice, collection, env, on)
    elif choice.type.name == "spot":
        _several_spots(cx, choice, collection, env, on)
    elif choice.single:
        _values_of(cx, choice, collection, env, on)
    else:
        _several_values(cx, choice, collection, env, on)
    return None


def _sieved(
    cx: Context, choice: ir.Choice, conditions: Sequence[ir.Condition], env: Env, on: On, after: Sequence[ir.Choice]
) -> None:
    """Write a choice of one card with a counted condition that tests all of them at once: if none passes, it is counted
    once, and nothing else is tested."""
    sieves = [(each, melding_without(cx, each.expr, choice.slot, env)) for each in conditions]
    found = [(each, passing) for each, passing in sieves if passing is not None]
    if len(found) > 1:
        raise cannot("sieves_counted")
    if not found:
        return _cards_of_choice(cx, choice, shape_of(cx, choice.collection, env), conditions, env, on, after)
    ((sieve, passing),) = found
    with cx.out.block(f"if {passing} == 0:"):
        count_fired(cx, f"{sieve.path}.no")
    with cx.out.block("else:"):
        others = [each for each in conditions if each is not sieve]
        collection = shape_of(cx, choice.collection, env)
        _cards_of_choice(cx, choice, collection, others, env, on, after, (sieve.path, passing))
    return None


def _filled(cx: Context, number: int, choices: Sequence[ir.Choice], env: Env) -> None:
    layout = cx.layout
    listed = any(choice.type.name == "meld" or of_spots(choice) for choice in choices)
    if not (cx.listing.rows_again or cx.casting.now or listed):
        cells = [("OUT", str(number))]
        for choice in choices:
            value = env[choice.slot]
            cells.append(("OUT", value.text) if isinstance(value, One) else ("ZO", mask_of(cx, value)))
        at = [0, *(1 + i * layout.width for i in range(len(choices)))]
        said = [f"{array}[{cell}], {value}" for cell, (array, value) in zip(at, cells, strict=True)]
        cx.out.line(f"ROW({layout.row}, {layout.at('fault')}, {limits.MOST_MOVES}, {', '.join(said)})")
        return
    cx.out.line(f"OUT[n * {layout.row}] = {number}")
    for i, choice in enumerate(choices):
        value = env[choice.slot]
        cell = f"n * {layout.row} + {1 + i * layout.width}"
        if choice.type.name == "meld":
            put_melds(cx, choice, value, cell)
        elif isinstance(value, Stored):
            put_spots(cx, value, cell)
        elif isinstance(value, One):
            cx.out.line(f"OUT[{cell}] = {value.text}")
        else:
            cx.out.line(f"ZO[{cell}] = {mask_of(cx, value)}")
    if cx.listing.rows_again:
        new = _is_new(cx, choices)
        cx.out.line(f"n += {new}")
    else:
        cx.out.line("n += 1")
    with cx.out.block("if n >= most:"):
        cx.out.line(f"if n > {limits.MOST_MOVES}: {cx.layout.cell('fault')} = 1")
        if cx.casting.now:
            cx.out.line("Gm_cast[0] = 0")
        cx.out.line("return n")


def _is_new(cx: Context, choices: Sequence[ir.Choice]) -> str:
    """Return text that is 1 if the row written after the rows of the move equals none of them, else 0."""
    layout, new, row = cx.layout, cx.out.let("1"), cx.out.name("i")
    with cx.out.block(f"for {row} in range({cx.listing.first_row}, n):"):
        tests = []
        for i, choice in enumerate(choices):
            here, there = (cells_of(cx, choice, f"{of} * {layout.row} + {1 + i * layout.width}") for of in (row, "n"))
            if choice.slot in cx.listing.alike:
                tests.append(melds_read_alike(cx, choice, here, there))
            else:
                tests += [f"{a} == {b}" for a, b in zip(here, there, strict=True)]
        cx.out.line(f"if {' and '.join(tests)}: {new} = 0; break")
    return new


def _hoist(cx: Context, exprs: Sequence[ir.Expr], env: Env) -> None:
    """Evaluate definitions that read nothing but the state once, before the loop."""
    for expr in () if cx.covers else exprs:
        for node in nodes(expr):
            if isinstance(node, ir.Defined):
                _hoist(cx, [cx.definitions[node.name].body], env)
                plain = node.subject is None and not node.type.many and reads_only_state(cx, node)
                if plain and not any(node in known for known in cx.known):
                    value = shape_of(cx, node, env)
                    if isinstance(value, One):
                        cx.known[-1][node] = One(cx.out.atom(value.text), value.nil, value.at)


# ------------------------------------------------------------ candidates
def _values_of(cx: Context, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
    """List single values, the least first."""
    cx.known.append({})
    for_each(cx, _in_order_once(cx, choice, shape, env), lambda item: on(item))
    cx.known.pop()


def _in_order_once(cx: Context, choice: ir.Choice, shape: Shape, env: Env) -> Shape:
    """Return the values of a choice that pass, the least first and each once."""
    if not _ascending(cx, shape):
        shape = _sorted(cx, choice, shape)
    if not choice.filters:
        return shape
    passing = Kept(shape, lambda item: all_judged(cx, choice.filters, {**env, choice.slot: item}))
    if not choice.if_possible:
        return passing
    return these_or_all(cx, passing, shape)


def _sorted(cx: Context, choice: ir.Choice, shape: Shape) -> Shape:
    few = not choice.type.enum or len(cx.program.enums[choice.type.enum]) < MOST_BITS
    if few and (choice.type.enum or choice.type.name in ("player", "team", "truth")):
        return Seats(cx.out.let(seat_bits(cx, shape)))
    return ascending(cx, shape, once=True)


def _several_values(cx: Context, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
    """List several values, each combination once: sets of small numbers are handled like sets of cards."""
    room = 64 * cx.layout.words
    sizes = {"player": cx.program.seats, "team": cx.program.teams, "truth": 2, "number": 0}
    if (len(cx.program.enums[choice.type.enum]) if choice.type.enum else sizes[choice.type.name]) > room:
        raise cannot("several_values")
    values = _in_order_once(cx, choice, shape, env)

    def classes(found: Callable[[str], None]) -> None:
        def bit(item: Shape) -> None:
            value = cx.out.atom(single(cx, item).text)
            if choice.type.name == "number":
                cx.out.line(f"if {value} < 0 or {value} >= {room}: {cx.layout.cell('fault')} = 1")
                value = cx.out.let(f"0 if {value} < 0 or {value} >= {room} else {value}")
            found(f"BIT({value})")

        for_each(cx, values, bit)

    _several(cx, choice, classes, env, lambda text: on(Cards(((text, None),))))


def _several_spots(cx: Context, choice: ir.Choice, shape: Shape, env: Env, on: On) -> None:
    """List several spots in order: as a set of their numbers, equal ones one after the other."""
    room, spots = 64 * cx.layout.words, stored(cx, passing_spots(cx, choice, shape, env))
    those, many, start = cx.out.array(room), cx.out.let("0"), cx.out.name("i")
    cx.out.line(f"if {spots.count} > {room}: {cx.layout.cell('fault')} = 1; {spots.count} = {room}")

    def classes(found: Callable[[str], None]) -> None:
        with cx.out.block(f"for {start} in range(0, {spots.count}):"):
            spot, alike, i = cx.out.let(f"{spots.array}[{start}]"), cx.out.let("0", "m_"), cx.out.name("i")
            with cx.out.block(f"for {i} in range(0, {many}):"):
                cx.out.line(f"if {those}[{i}] == {spot}: {spot} = {NIL}; break")
            with cx.out.block(f"if {spot} != {NIL}:"):
                with cx.out.block(f"for {i} in range({start}, {spots.count}):"):
                    with cx.out.block(f"if {spots.array}[{i}] == {spot}:"):
                        cx.out.line(f"{alike} = {alike} | BIT({many})")
                        cx.out.line(f"{those}[{many}] = {spot}; {many} += 1")
                found(alike)

    def chosen(text: str) -> None:
        found, left = Stored(cx.out.array(room), cx.out.let("0"), places(shape)), cx.out.let(text, "m_")
        with cx.out.block(f"while {left} != 0:"):
            cx.out.line(f"{found.array}[{found.count}] = {those}[LOW({left})]")
            cx.out.line(f"{found.count} += 1; {left} = REST({left})")
        on(found)

    _several(cx, choice, classes, env, chosen)


def _ascending(cx: Context, shape: Shape) -> bool:
    """Return whether the shape lists values in order, each once."""
    match shape:
        case Span() | Seats():
            return True
        case Kept(inner=inner):
            return _ascending(cx, inner)
        case Several(parts=parts):
            numbers = [part.text for part in parts if isinstance(part, One) and part.text.lstrip("-").isdigit()]
            values = [int(number) for number in numbers]
            return len(numbers) == len(parts) and values == sorted(set(values))
        case One():
            return True
    return False


def _cards_of_choice(
    cx: Context, choice: ir.Choice, shape: Shape, conditions: Sequence[ir.Condition], env: Env, on: On,
    after: Sequence[ir.Choice],
    sieve: tuple[str, str] | None = None,
) -> None:  # fmt: skip
    """List visible cards by kind, then by place, where cards alike in all of this are one candidate; then hidden cards
    by place."""
    pools, asked = known_in(cx, pools_of(cx, shape)), list(conditions)
    bars = []
    for condition in conditions if not choice.single and not cx.covers else ():
        found = barring(cx.facts, condition.expr, choice.slot)
        bar = cx.listing.bars.get(condition.path)
        if found is not None and bar is None:
            mask = cards_where(cx, *found, env)
            bar = None if mask is None else f"~{mask}"
        if found is not None and bar is not None:
            bars.append(bar)
            asked.remove(condition)
    for condition in conditions if choice.single and not cx.covers else ():
        melding = melding_without(cx, condition.expr, choice.slot, env)
        if melding is not None:
            bars.append(melding)
            asked.remove(condition)
    kept = passing_filters(cx, choice, pools, env)
    if sieve is not None:
        kept = [(cx.out.atom(text, "m_"), place) for text, place in kept]
        for text, _ in kept:
            count_fired(cx, f"{sieve[0]}.yes", f"POP({text} & {sieve[1]})")
            count_fired(cx, f"{sieve[0]}.no", f"POP({text} & ~{sieve[1]})")
        bars.append(sieve[1])
    if cx.covers and not choice.single:
        kept = without_excluded(cx, choice, kept, conditions, env)
    sets = all(cx.layout.form(zone) == "set" for _, (zone, _) in kept)
    if (
        choice.single
        and not cx.covers
        and ((sets and not cx.listing.waiting) or copies_pass_alike(cx, choice, kept, asked))
    ):
        for condition in tuple(asked):
            passing = cards_where(cx, choice.slot, condition.expr, env)
            if passing is not None:
                bars.append(passing)
                asked.remove(condition)
        bars += fit_ahead(cx, choice, after)
    bars.sort(key=str.isidentifier, reverse=True)  # names hold results computed before
    pools = [(cx.out.let(reduce(partial(among, cx), bars, text), "m_"), place) for text, place in kept]
    places = tuple(dict.fromkeys(place for _, place in pools))
    if choice.single:
        cx.known.append({})
        _one_of(cx, choice, pools, asked, on, env)
        cx.known.pop()
        return
    if not no_copies(cx) and any(noted_in(cx, zone) and cx.layout.form(zone) == "set" for zone, _ in places):
        raise cannot("copies_told", why=tr("a choice of several cards on which something is noted"))
    in_rows = any(cx.layout.form(zone) != "set" for zone, _ in places)
    hidden = hidden_places(cx, places)

    def chosen(text: str) -> None:
        if hidden:
            return on(as_chosen(cx, text, hidden), asked)
        if len(places) == 1 and not in_rows:
            return on(Cards(((text, places[0]),)), asked)
        if in_rows:
            return on(Cards(((text, None),)), asked)
        parts = tuple((f"({text} & {cx.layout.cards_at(*place)})", place) for place in places)
        return on(Cards(parts, by_kind=True), asked)

    def classes(found: Callable[[str], None]) -> None:
        classes_of(cx, pools, lambda cards, place: found(cards))

    before, cx.listing.alone = cx.listing.alone, False
    _several(cx, choice, classes, env, chosen, join(text for text, _ in pools))
    cx.listing.alone = before


def _one_of(
    cx: Context, choice: ir.Choice, pools: list[tuple[str, Place]], asked: Sequence[ir.Condition], on: On, env: Env
) -> None:
    """List single cards; of those alike to the chooser the first that passes."""
    waiting = list(cx.listing.waiting)
    apart = copies_may_differ(cx, [*(each.expr for each in asked), *waiting], choice.slot)
    unsure = apart and waiting and any(cx.layout.form(zone) == "set" for _, (zone, _) in pools)
    if unsure:
        raise cannot("copies_told", why=tr("a choice, with another choice"))
    before, cx.listing.alone = cx.listing.alone, not apart

    def one(cards: str, place: Place | None) -> None:
        meld, cx.listing.meld_there = cx.listing.meld_there, None
        if (
            place is not None and cx.layout.form(place[0]) == "melds" and apart
        ):  # the reference tries one after the other
            cx.out.line(f"if REST({cards}) != 0: {cx.layout.cell('fault')} = 1")
            return _any_copy(cx, cards, place, on, asked, meld)
        if not apart or waiting:
            return _any_copy(cx, cards, place, on, asked, meld)
        if cx.covers:
            return _each_that_is_asked(cx, choice, cards, place, on, asked, env)
        return _first_that_passes(cx, cards, place, on, asked)

    classes_of(cx, pools, one)
    cx.listing.alone = before


def _any_copy(
    cx: Context, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition], meld: Shape | None
) -> None:
    """Use one copy for all that are alike. `meld`: their meld, if they are in one."""
    with counted_times(cx, f"POP({cards})"):
        card = cx.out.let(shown(cx, cards, place), "c")
        if isinstance(meld, Meld):
            cx.spots.meld_by_card[card] = meld
        on(One(card, at=None if place is None else (place,)), asked)


def _first_that_passes(cx: Context, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition]) -> None:
    """List the first that passes of copies alike to the chooser."""
    left, before = cx.out.let(cards, "m_"), cx.out.let("n", "n")
    with cx.out.block(f"while {left} != 0 and n == {before}:"):
        card = cx.out.let(shown(cx, left, place), "c")
        cx.out.line(f"{left} = {left} & ~BIT({card})")
        on(One(card, at=None if place is None else (place,)), asked)


def _each_that_is_asked(
    cx: Context, choice: ir.Choice, cards: str, place: Place | None, on: On, asked: Sequence[ir.Condition], env: Env
) -> None:
    """List one copy for all that are alike, and count the tests of the others."""
    left, before = cx.out.let(cards, "m_"), cx.out.let("n", "n")
    with cx.out.block(f"while {left} != 0:"):
        card = One(cx.out.let(shown(cx, left, place), "c"), at=None if place is None else (place,))
        cx.out.line(f"{left} = {left} & ~BIT({card.text})")
        test = all_judged(cx, asked, {**env, choice.slot: card})
        with cx.out.block(f"if n == {before} and {test}:"):
            on(card, ())


def _several(
    cx: Context,
    choice: ir.Choice,
    classes: Callable[[Callable[[str], None]], None],
    env: Env,
    on: Callable[[str], None],
    pool: str = "",
) -> None:
    """List every multiset of the classes, smallest first; single cards of one pool, the most common case, directly."""
    low = one_value(cx, choice.low, env)
    high = None if choice.high is None else one_value(cx, choice.high, env)
    test = "1"
    if pool:
        pool = cx.out.atom(pool, "m_")
        test = f"{pool} != 0" if low.text.isdigit() and int(low.text) > 0 else "1"
    if pool and low.text == "1" and high is None:
        with cx.out.block(f"if {pool} != 0 and REST({pool}) == 0:"):
            on(pool)
        test = f"{pool} != 0 and REST({pool}) != 0"
    with cx.out.block(f"if {test}:"):
        number, total = cx.out.let("0", "n"), cx.out.let("0")

        def noted(cards: str) -> None:
            cx.out.line(f"Gm_class[{number}] = {cards}; G_size[{number}] = POP({cards})")
            cx.out.line(f"{total} += G_size[{number}]; {number} += 1")

        classes(noted)
        if high is not None:
            most = cx.out.atom(high.text)
            limit = f"{total} if {total} < {most} else {most}"
            if high.nil:
                limit = f"{total} if {most} == {NIL} or {total} < {most} else {most}"
            cx.out.line(f"{total} = {limit}")
        least = cx.out.atom(low.text)
        fewest = cx.out.let(f"{least} if {least} > 0 else 0") if not least.isdigit() or low.nil else least
        i, many = cx.out.name("i"), cx.out.let(f"multisets({number}, {fewest}, {total})", "n")
        cx.out.line(f"if {many} > {limits.MOST_MOVES}: {cx.layout.cell('fault')} = 1")
        if cx.listing.nested:
            made = cx.out.array(MOST_SEVERAL, "Gm_")
            cx.out.line(f"if {many} > {MOST_SEVERAL}: {cx.layout.cell('fault')} = 1; {many} = 0")
            cx.out.line(f"for {i} in range(0, {many}): {made}[{i}] = Gm_made[{i}]")
        else:
            made = "Gm_made"
        with cx.out.block(f"for {i} in range(0, {many}):"):
            on(cx.out.let(f"{made}[{i}]", "m_"))


def start(cx: Context, variable: ir.Variable, me: One) -> None:
    """Give a variable its starting value, for all owners."""
    size, value = size_of(cx, variable), variable.start
    if variable.type.many or variable.type.name == "meld":
        _start_lists(cx, variable, me)
        return
    if not slots_read(cx.facts, value) & {1, 2} and not draws(value) and not strict(cx, value):
        new = cx.out.atom(one_value(cx, value, {0: me}).text)
        if size <= 8:
            for number in range(size):
                _begins(cx, variable, str(number), new)
            return
        i = cx.out.name("i")
        with cx.out.block(f"for {i} in range(0, {size}):"):
            _begins(cx, variable, i, new)
        return
    i = cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {size}):"):
        _begins(cx, variable, i, one_value(cx, value, _whose(cx, variable, i, me)).text)


def _whose(cx: Context, variable: ir.Variable, number: str, me: One) -> Env:
    """Return the locals of a variable's starting value: its owner and its key."""
    keys = cx.layout.keys(variable.name)
    env: Env = {0: me, 1: One(number if keys == 1 else cx.out.let(f"{number} // {keys}"))}
    if variable.keys is not None:
        listed = [int(key) for key in cx.program.keys[variable.name]]
        env[2] = One(f"{cx.out.table(listed)}[{number} % {keys}]")
    return env


def _begins(cx: Context, variable: ir.Variable, number: str, value: str) -> None:
    if variable.per == "card":
        noted(cx, variable.name, number, value)
    else:
        cx.out.line(f"{cx.layout.cell('variable', variable.name, number)} = {value}")


def _start_lists(cx: Context, variable: ir.Variable, me: One) -> None:
    i = cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {size_of(cx, variable)}):"):
        start = shape_of(cx, variable.start, _whose(cx, variable, i, me))
        begins_at(cx, variable, cx.layout.at("variable", variable.name, i), start)


def size_of(cx: Context, variable: ir.Variable) -> int:
    """Return how many values a variable has."""
    program = cx.program
    sizes = {"table": 1, "player": program.seats, "team": program.teams, "card": program.cards}
    return sizes[variable.per] * cx.layout.keys(variable.name)
