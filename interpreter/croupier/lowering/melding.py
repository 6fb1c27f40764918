"""Lower melds in a hand: find, list and test them, and compute the worth of a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import accumulate
from operator import or_
from zlib import crc32

from croupier.combos import Pattern
from croupier.combos.isolation import MOST_WILDS, looks
from croupier.compile.recognised import asked_together, bounded_sum, left_over
from croupier.kernel.nodes import Name
from croupier.kernel.source import made
from croupier.lowering.base import (
    copied,
    count_fired,
    found_counted,
    found_in,
    is_counted,
    kind_tables,
    no_copies,
    one_value,
    strict,
    truth,
    uncounted,
)
from croupier.lowering.capabilities import LONGEST, MOST_KINDS, cannot
from croupier.lowering.cardsets import (
    alike,
    beyond_group_finder,
    counting_condition_function,
    depends_on_order,
    first_copies,
    form_listed,
    largest_group,
    require_number_order,
    telling_cards,
    whole_condition_function,
    wild_cards,
)
from croupier.lowering.collections import lists, logic, mask_of, meld_found, note_first, overflow, some
from croupier.lowering.context import Context, Env
from croupier.lowering.finders import Asked, finder, finder_by_host, group_finder, lists_of_sets
from croupier.lowering.kernel import NIL
from croupier.lowering.meldlist import ENDLESS, LISTS, MOST_SUMS, PACKED_AT
from croupier.lowering.modules import tables
from croupier.lowering.remaining import remaining
from croupier.lowering.shapes import (
    Alike,
    Cards,
    FoundMelds,
    InMeld,
    Kept,
    Made,
    Meld,
    One,
    Place,
    Several,
    Shape,
    places,
)
from croupier.lowering.solving import Unsolved, prices, solver
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, features_read, slots_read

Added = tuple[ir.Expr, ir.Expr, str, ir.Expr]
"""A bound on a sum over all the cards: the condition, the sum, the comparison, and the bound."""

CLEARS, DISCARDS, SPLIT, LEFT, LIST = range(5)
"""Questions to the reference: whether the cards make melds with none left over; the kinds of which a card can go so
that the others do; the melds of the best arrangement; its deadwood, in points or cards; the melds that some of the
cards make, one after the other."""
MOST_MELDS = 128


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A question to the reference, by its number in kernel text. `prices`: the array with the prices of all kinds, if
    they change in play."""

    what: int
    combo: str
    prices: str = ""


# ------------------------------------------------------------ the melds of a combo
def listed(
    cx: Context, combo: str, cards: Shape, *, once: bool, most: str = "", counted: bool = True, asks: bool = True
) -> FoundMelds:
    """List the melds that some of the cards make; `once`: one of those that read the same; at most `most`. `asks`:
    whether a combo's condition on all its cards, beyond sums, is tested and counted now; otherwise the callers test it
    (see `holds`)."""
    parts = cx.program.combos.parts(combo)
    counted = counted and cx.covers
    lists(cx)
    _sums_again(cx, parts)
    held, at = cx.out.let(mask_of(cx, cards), "m_"), places(cards)
    for zone in (cx.living if at is None else {zone for zone, _ in at}) if cx.foresees else ():
        cx.parts.veiled_among(cx, zone, held)
    wild, noted = cx.out.let(wild_cards(cx), "m_"), first_copies(cx, cards, held)
    if not most and not any(whole_condition(cx, part) or _needs_new_listing(cx, part, asks=asks) for part in parts):
        note_first(cx, noted)
        found = cx.out.let(f"{_list_of(cx, combo, once)}(S, {held}, {wild})")
        overflow(cx)
        low, many = f"{found} >> {PACKED_AT}", f"{found} & {(1 << PACKED_AT) - 1}"
        return _count_found(
            cx, combo, FoundMelds(cx.out.let(low), cx.out.let(many), places(cards), held, noted), counted
        )
    low = cx.out.let("G_top[0]")
    upto = cx.out.let(f"{low} + {most}") if most else str(ENDLESS)
    for part in parts:
        whole = whole_condition(cx, part)
        if whole is None or not asks:
            list_pattern(cx, part, held, wild, noted, int(once), upto, asks=asks)
        else:
            first = cx.out.let("G_top[0]")
            list_pattern(cx, part, held, wild, noted, int(once and not _tests_each_copy(cx, whole)), str(ENDLESS))
            _left_by(cx, part, whole, first, upto, at, once=once)
    overflow(cx)
    return _count_found(
        cx, combo, FoundMelds(low, cx.out.let(f"G_top[0] - {low}"), places(cards), held, noted), counted
    )


def _left_by(
    cx: Context, part: str, whole: ir.Expr, first: str, upto: str, at: tuple[Place, ...] | None, *, once: bool
) -> None:
    """Keep, from the first meld on, those that meet the condition on all their cards; of those that read the same, the
    first."""
    left, end, h = cx.out.let(first), cx.out.let("G_top[0]"), cx.out.name("h")
    apart = once and _tests_each_copy(cx, whole)
    cx.known.append({})
    with cx.out.block(f"for {h} in range({first}, {end}):"):
        again = f" and ({left} == {first} or not reads_same({left} - 1, {h}))" if apart else ""
        with cx.out.block(f"if {left} < {upto}{again}:"):
            test = holds_as_listed(cx, part, meld_found(cx, h, at))
            cx.out.line(f"if {test}: {left} = keep_meld({left}, {h})")
    cx.known.pop()
    cx.out.line(f"G_top[0] = {left}")


def _tests_each_copy(cx: Context, whole: ir.Expr) -> bool:
    """Return whether melds with other copies are tested too, because their result may differ or is counted."""
    apart = features_read(cx.facts, (whole,))
    by_kind = apart is not None and all(what in ("attribute", "wild") for what, _ in apart)
    return not no_copies(cx) and (strict(cx, whole) or not by_kind)


def _count_found(cx: Context, combo: str, found: FoundMelds, counted: bool) -> FoundMelds:
    """Count that melds were found, and of which combos."""
    if counted:
        met, i = cx.out.let("0"), cx.out.name("i")
        cx.out.line(f"for {i} in range({found.low}, {found.low} + {found.count}): {met} = {met} | 1 << G_follows[{i}]")
        count_made_of(cx, combo, met)
    return found


def count_made_of(cx: Context, combo: str, met: str) -> None:
    """Count that melds of a combo were found; `met` has their patterns as bits."""
    for part, patterns in _found_with(cx, combo).items():
        with cx.out.block(f"if {met} & {patterns}:"):
            count_fired(cx, cx.combos[part].path)


def _found_with(cx: Context, combo: str) -> dict[str, int]:
    """Return the elements that count when melds of a combo are found: the combo, its patterns, and the groups they
    consist of; for each the patterns that count for it, as bits."""
    parts = cx.program.combos.parts(combo)
    every = sum(1 << cx.melds.pattern_numbers[part] for part in set(parts))
    found: dict[str, int] = {}
    for name in (combo, *parts):
        for each in found_in(cx, name):
            found[each] = found.get(each, 0) | (every if name == combo else 1 << cx.melds.pattern_numbers[name])
    return found


def one_by_one(cx: Context, collection: ir.Expr, env: Env) -> Shape:
    """Return a collection that is gone through as far as is asked: of melds, which the reference then finds one by one,
    those are counted that are come to."""
    melds = _found_one_by_one(cx, collection) if cx.covers else None
    parts = () if melds is None else cx.program.combos.parts(melds.combo)
    if melds is None or (len(parts) == 1 and not asks_each(cx, parts[0])):
        return cx.parts.shape_of(cx, collection, env)
    if collection is not melds:
        raise cannot("one_by_one_counted")
    found = listed(cx, melds.combo, cx.parts.shape_of(cx, melds.cards, env), once=False, counted=False, asks=False)
    asked = [part for part in parts if whole_condition(cx, part) is not None or needs_own_test(cx, part)]
    met = cx.out.let("0")

    def come_to(item: Shape) -> str:
        assert isinstance(item, Meld)
        holds = holds_of_its_pattern(cx, asked, item) if asked else "1"
        with cx.out.block(f"if {holds}:"):
            for number, (part, patterns) in enumerate(_found_with(cx, melds.combo).items()):
                with cx.out.block(f"if {patterns} >> {item.pattern} & 1 and ({met} >> {number} & 1) == 0:"):
                    cx.out.line(f"{met} = {met} | {1 << number}")
                    count_fired(cx, cx.combos[part].path)
        return holds

    return Kept(found, come_to)


def holds_of_its_pattern(cx: Context, parts: Sequence[str], meld: Meld, *, again: bool = False) -> str:
    """Return a test whether a listed meld meets its pattern's condition on all its cards, if its pattern is one of
    these."""
    holds = cx.out.let("1")
    for part in parts:
        with cx.out.block(f"if {meld.pattern} == {cx.melds.pattern_numbers[part]}:"):
            cx.out.line(f"{holds} = 1 if {holds_as_listed(cx, part, meld, again=again)} else 0")
    return holds


def _found_one_by_one(cx: Context, collection: ir.Expr) -> ir.Melds | None:
    """Return the melds that a collection is made of, if the reference finds its elements one by one."""
    match collection:
        case ir.Melds(combo=combo):
            return None if isinstance(cx.combos[combo], ir.Split) else collection
        case ir.Filter(collection=inner, condition=asked, if_possible=False) | ir.Map(collection=inner, body=asked):
            found = _found_one_by_one(cx, inner)
            if found is not None and is_counted(cx, asked):
                raise cannot("filtered_counted")
            return found
        case ir.Defined(name=name):
            return _found_one_by_one(cx, cx.definitions[name].body)
    return None


def _list_of(cx: Context, combo: str, once: bool) -> str:
    """Return the function that lists the melds of a combo, or knows the list still."""
    if (combo, once) not in cx.melds.lists:
        name, number = cx.out.name("melds_"), len(cx.melds.lists) + 1 | _host_list_number(cx, combo) << 8
        with cx.out.function(f"{name}(S, m_held, m_wild)"):
            cx.out.line(f"at = HASH(m_held, {LISTS})")
            cx.out.line(f"if known_list(at, {number}, m_held, m_wild): return G_known[3 * at + 2]")
            cx.out.line("low = G_top[0]")
            for part in cx.program.combos.parts(combo):
                list_pattern(cx, part, "m_held", "m_wild", (), int(once), str(ENDLESS))
            cx.out.line(f"keep_list(at, {number}, low, m_held, m_wild)")
            cx.out.line(f"return low << {PACKED_AT} | G_top[0] - low")
        cx.melds.lists[combo, once] = name
    return cx.melds.lists[combo, once]


def _host_list_number(cx: Context, combo: str) -> int:
    """Return a number for what the reference lists of a combo. Programs of the same text share the lists that they
    know, so the text has to say it."""
    patterns = [
        cx.program.combos.patterns[part] for part in cx.program.combos.parts(combo) if _listed_by_host(cx, part)
    ]
    return crc32(repr(patterns).encode()) if patterns else 0


def list_pattern(
    cx: Context, name: str, held: str, wild: str, noted: tuple[str, ...], once: int, upto: str, *, asks: bool = True
) -> None:
    """Write the listing of melds of a pattern. `noted`: the copies that go first; none if already stored."""
    rule, pattern = cx.combos[name], cx.program.combos.patterns[name]
    assert isinstance(rule, ir.Pattern)
    sums = sums_of(cx, name)
    bounds = [_bounds(cx, way, bound) for _, way, bound in sums]
    find = _finder(cx, rule, pattern, [adds for adds, _, _ in sums], asks=asks)
    note_first(cx, noted)
    for number, (low, high) in enumerate(bounds):
        cx.out.line(f"G_least_sum[{number}] = {low}; G_most_sum[{number}] = {high}")
    given = f"{held}, {wild}" if pattern.group is None else f"S, {held}"
    if _listed_by_host(cx, name):
        given = f"S, {held}, {wild}"
    cx.out.line(f"{find}({given}, {once}, {upto})")


def _listed_by_host(cx: Context, name: str) -> bool:
    """Return whether the reference lists the melds of a pattern, because no kernel module can find them."""
    rule, pattern = cx.combos[name], cx.program.combos.patterns[name]
    assert isinstance(rule, ir.Pattern)
    if pattern.group is not None:
        return beyond_group_finder(cx, rule, pattern)
    if len(cx.program.kinds) > MOST_KINDS or pattern.length > LONGEST:
        return True
    if pattern.different is not None and (pattern.places is not None or max(pattern.different) >= LONGEST):
        return True
    if pattern.places is None or cx.rules.cards.wild is None or pattern.wilds.most == 0:
        return False
    form = form_listed(cx, pattern)
    every = {(group, place) for group in form.values for place in range(form.length)}
    plain = all(form.roles.get(each, -1) >= 0 for each in every)
    return not plain and (len(form.values) > 1 or pattern.declared)


def _finder(cx: Context, rule: ir.Pattern, pattern: Pattern, adds: Sequence[Sequence[int]], *, asks: bool) -> str:
    """Return the function that lists the melds of a pattern. `adds`: by sum and kind, what a card adds."""
    by_host = _listed_by_host(cx, rule.name)
    grouped = pattern.group is not None and not by_host
    key = rule.name, asks or not (grouped and needs_own_test(cx, rule.name)), grouped and strict(cx, rule.whole)
    if key not in cx.melds.finders:
        number, form, kind_of = cx.melds.pattern_numbers[rule.name], form_listed(cx, pattern), cx.program.kind_of
        if grouped and not cx.melds.grouped_before:
            cx.melds.grouped_before = True
            lists_of_sets(cx.out, *kind_tables(cx))
        if by_host:
            found = finder_by_host(cx.out, number, host_question(cx, LIST, rule.name))
        elif grouped:
            found = group_finder(cx.out, form, number, kind_of, _asked_in_finder(cx, rule, asks=asks))
        else:
            found = finder(cx.out, form, number, kind_tables(cx), kind_of, adds)
        cx.melds.finders[key] = found
    return cx.melds.finders[key]


def _asked_in_finder(cx: Context, rule: ir.Pattern, *, asks: bool) -> Asked:
    """Return what the functions that list groups in sequence test of all their cards. If the test may be separate, they
    test sums, which the reference tests first, and the rest only if it `asks`."""
    if rule.whole is None or whole_condition(cx, rule.name) is not None:
        return Asked()
    if not needs_own_test(cx, rule.name):
        return Asked(whole_condition_function(cx, [rule.whole]))
    added = whole_condition_function(cx, [part for part, *_ in _summed(cx, rule.name)])
    if not asks or cx.program.combos.wholes[rule.name].told:
        return Asked(added)
    if not strict(cx, rule.whole):
        return Asked(added, whole_condition_function(cx, [rule.whole], in_order=True))
    return Asked(added, counted=counting_condition_function(cx, rule.whole), counting=int(cx.layout.at("counting")))


# ------------------------------------------------------------ sums over all the cards
def whole_condition(cx: Context, name: str) -> ir.Expr | None:
    """Return a combo's condition on all its cards, if it is more than sums; the functions that list groups test it
    themselves if it reads only the cards."""
    rule = cx.combos[name]
    assert isinstance(rule, ir.Pattern)
    if _listed_by_host(cx, name):
        return rule.whole
    if rule.of:
        if rule.whole is None or strict(cx, rule.whole):
            return None
        more = STATE in slots_read(cx.facts, rule.whole) or cx.parts.asks_casting(cx, rule.whole)
        return rule.whole if more else None
    summed_up = len(sums_of(cx, name)) == len(_asked_together(cx, rule.whole))
    return None if summed_up else rule.whole


def counts_whole(cx: Context, name: str) -> bool:
    """Return whether testing a combo's condition on all its cards counts anything."""
    rule = cx.combos[name]
    return isinstance(rule, ir.Pattern) and strict(cx, rule.whole)


def asks_each(cx: Context, name: str) -> bool:
    """Return the same for each meld, beyond sums."""
    return counts_whole(cx, name) and not cx.program.combos.wholes[name].told


def needs_own_test(cx: Context, name: str) -> bool:
    """Return whether a combo's condition on all its cards may need a separate test: something is counted, or it depends
    on the order of a sequence of groups, of which the same cards may make several."""
    rule = cx.combos[name]
    if not isinstance(rule, ir.Pattern) or rule.whole is None:
        return False
    return strict(cx, rule.whole) or (bool(rule.of) and depends_on_order(cx, rule.whole))


def _needs_new_listing(cx: Context, name: str, *, asks: bool) -> bool:
    """Return whether a stored list is not enough: there are sums, or something is counted or tested later."""
    rule = cx.combos[name]
    changes = isinstance(rule, ir.Pattern) and rule.whole is not None and STATE in slots_read(cx.facts, rule.whole)
    return bool(sums_of(cx, name)) or changes or asks_each(cx, name) or (not asks and needs_own_test(cx, name))


def holds_as_listed(cx: Context, name: str, meld: Meld, *, again: bool = False) -> str:
    """Return a test whether a listed meld meets its combo's condition on all its cards, beyond what listing tested.
    `again`: test sums again, and count them."""
    rule = cx.combos[name]
    assert isinstance(rule, ir.Pattern)
    assert rule.whole is not None
    whole = rule.whole
    env: Env = {0: One(str(NIL), True), 1: InMeld(meld)}

    def added(part: ir.Expr) -> str:
        with uncounted(cx):
            return truth(cx, part, env)

    tests: list[Callable[[], str]] = [lambda: truth(cx, whole, env)]
    if strict(cx, whole):
        listed = _listed_by(cx, name)
        before = () if rule.of else (each[0] for each in _summed(cx, name) if each not in listed)
        tests = [*(partial(added, part) for part in before), *(tests if again or asks_each(cx, name) else ())]
    with cx.parts.cast_in(cx, meld if cx.parts.asks_casting(cx, whole) else None):
        return cx.out.atom(logic(cx, "and", tests))


def _sums_again(cx: Context, parts: Sequence[str]) -> None:
    """Write, where melds are requested, the sums that they are listed by and what each kind adds, if play changes
    them."""
    for part in dict.fromkeys(parts):
        if counts_whole(cx, part) and not cx.program.combos.wholes[part].settled:
            head = f"adding_{cx.melds.pattern_numbers[part]}(S)"
            cx.out.line(f"{cx.parts.helper(cx, head, partial(_sums_counted, cx, part))}(S)")


def _sums_counted(cx: Context, name: str) -> None:
    nobody: Env = {0: One(str(NIL), True), 1: One(str(NIL), True)}
    sample = [card for card in cx.program.combos.sample if card is not None]
    cx.out.line(f"if {cx.layout.cell('counting')} == 0: return 0")
    for _, left, _, right in _summed(cx, name):
        if is_counted(cx, left):
            with cx.out.block(f"for k in range(0, {len(sample)}):"):
                card = Cards(((cx.out.let(f"BIT({cx.out.table(sample)}[k])", "m_"), None),))
                cx.out.let(one_value(cx, left, {**nobody, 1: card}).text)
        cx.out.let(one_value(cx, right, nobody).text)
    cx.out.line("return 0")


def sums_of(cx: Context, name: str) -> list[tuple[list[int], str, ir.Expr]]:
    """Return the values of each kind, and the bounds of the sums that melds are listed by."""
    rule = cx.combos[name]
    assert isinstance(rule, ir.Pattern)
    if rule.of:  # its functions ask it themselves
        return []
    found: list[tuple[list[int], str, ir.Expr]] = []
    for _, left, way, right in _listed_by(cx, name):
        each = cx.program.planner.plan(left)
        sample = cx.program.combos.sample
        adds = [0 if card is None else int(each(None, [None, [card]]) or 0) for card in sample]  # type: ignore[arg-type]  # it reads no state
        found.append((adds, way, right))
    return found


def _listed_by(cx: Context, name: str) -> list[Added]:
    """Return the sums that melds are listed by."""
    if _listed_by_host(cx, name):
        return []
    return [each for each in _summed(cx, name) if slots_read(cx.facts, each[1]) <= {1}][:MOST_SUMS]


def _summed(cx: Context, name: str) -> list[Added]:
    """Return the bounds on sums of the cards."""
    rule = cx.combos[name]
    assert isinstance(rule, ir.Pattern)
    added = ((part, bounded_sum(cx.facts, part, 1)) for part in _asked_together(cx, rule.whole))
    return [(part, *found) for part, found in added if found is not None]


def _asked_together(cx: Context, whole: ir.Expr | None) -> list[ir.Expr]:
    return [] if whole is None else list(asked_together(cx.definitions, whole))


def _bounds(cx: Context, op: str, bound: ir.Expr) -> tuple[str, str]:
    nobody: Env = {0: One(str(NIL), True), 1: One(str(NIL), True)}
    if strict(cx, bound) and not slots_read(cx.facts, bound):  # settled once and for all
        settled = cx.program.planner.constant(bound)
        value = One(str(NIL if settled is None else int(settled)), settled is None)
    else:
        with uncounted(cx):  # it has been counted with all that they add up to
            value = copied(cx, one_value(cx, bound, nobody))
    text, least, most = value.text, str(-ENDLESS), str(ENDLESS)
    low, high = {
        "is": (text, text), "<": (least, f"{text} - 1"), "<=": (least, text), ">": (f"{text} + 1", most),
        ">=": (text, most),
    }[op]  # fmt: skip
    if value.nil:  # nothing has no sum
        low, high = (
            cx.out.let(f"{each} if {value.text} != {NIL} else {never}") for each, never in ((low, 1), (high, 0))
        )
    return low, high


# ------------------------------------------------------------ questions
def ask_host(cx: Context, what: int, combo: str, cards: str, wild: str = "") -> str:
    """Return a question to the reference; the number that it answers. `wild`: the cards that are, if that is known."""
    prices = _prices_now(cx, combo) if prices_change(cx, combo) else ""
    question = host_question(cx, what, combo, prices)
    cx.out.line(f"Gm_ask[0] = {cards}")
    cx.out.line(f"Gm_ask[1] = {wild or wild_cards(cx)}")
    return cx.out.let(f"ask(S, {question})")


def host_question(cx: Context, what: int, combo: str, prices: str = "") -> int:
    """Return the number of a question to the reference."""
    question = HandQuestion(what, combo, prices)
    if question not in cx.melds.asked_of_host:
        cx.melds.asked_of_host.append(question)
    return cx.melds.asked_of_host.index(question)


def prices_change(cx: Context, combo: str) -> bool:
    """Return whether play changes the prices of an arrangement."""
    rule = cx.combos[combo]
    return isinstance(rule, ir.Split) and not slots_read(cx.facts, rule.least) <= {1}


def _prices_now(cx: Context, combo: str) -> str:
    """Write the prices of an arrangement to an array, if play changes them, and return its name."""
    if combo not in cx.melds.prices:
        cx.melds.prices[combo] = cx.out.array(len(cx.program.kinds))
    prices = cx.melds.prices[combo]

    def write() -> None:
        with uncounted(cx):
            _each_priced(cx, combo, lambda kind, price: cx.out.line(f"{prices}[{kind}] = {price}"))
        cx.out.line("return 0")

    cx.out.line(f"{cx.parts.helper(cx, f'prices_{list(cx.combos).index(combo)}(S)', write)}(S)")
    return prices


def _each_priced(cx: Context, combo: str, put: Callable[[str, str], None]) -> None:
    """Go through the kinds that have cards, with the price of a card of each; none costs 0."""
    rule = cx.combos[combo]
    assert isinstance(rule, ir.Split)
    sample = [(kind, card) for kind, card in enumerate(cx.program.combos.sample) if card is not None]
    kinds, cards = cx.out.table([kind for kind, _ in sample]), cx.out.table([card for _, card in sample])
    i = cx.out.name("i")
    with cx.out.block(f"for {i} in range(0, {len(sample)}):"):
        price = copied(cx, one_value(cx, rule.least, {0: One(str(NIL), True), 1: One(f"{cards}[{i}]")}))
        put(f"{kinds}[{i}]", f"({price.text} if {price.text} != {NIL} else 0)" if price.nil else price.text)


def asker(cx: Context) -> None:
    """Write `ask(S, question)`: the number that is answered. Where there is none, the game is at fault and soon
    over."""
    natively = {CLEARS: "clears", DISCARDS: "discards", SPLIT: "lay_out", LEFT: "left_over"}
    with cx.out.function("ask(S, question)"):
        for number, question in enumerate(cx.melds.asked_of_host):
            alike = question.what in natively and not question.prices
            end = solver_of(cx, question.combo) if alike else ""
            if question.what == LEFT and alike:
                end = end or _remaining(cx, question.combo)
            if end:
                with cx.out.block(f"if question == {number}:"):
                    cx.out.line(f"number = {natively[question.what]}_{end}(Gm_ask[0], Gm_ask[1])")
                    cx.out.line("if number >= 0:")
                    cx.out.line("    return number")
        cx.out.line(f"G_answer[0] = {NIL}; host(question)")
        cx.out.line(f"if G_answer[0] == {NIL}: {cx.layout.cell('fault')} = 1; return 0")
        cx.out.line("return G_answer[0]")


def solver_of(cx: Context, combo: str) -> str:
    """Return the suffix of the names of the functions that solve the combo; empty if there are none."""
    if combo not in cx.melds.solvers:
        table, end = cx.program.combos, cx.out.name("solver")
        parts = table.parts(combo)
        patterns = tuple(table.patterns[part] for part in parts)
        numbers = [list(table.patterns).index(part) for part in parts]
        try:
            points = prices(cx.program, combo)
            solver(cx.out, patterns, numbers, points, cx.program.kind_of, end)
        except Unsolved:
            end = ""
        cx.melds.solvers[combo] = end
    return cx.melds.solvers[combo]


def _remaining(cx: Context, combo: str) -> str:
    """Return the same of the one that says how many cards of sets alone are left over."""
    table, end = cx.program.combos, cx.out.name("remaining")
    patterns = tuple(table.patterns[part] for part in table.parts(combo))
    try:
        points = prices(cx.program, combo)
        remaining(cx.out, patterns, points, cx.program.kind_of, end)
    except Unsolved:
        return ""
    return end


def all_melded(cx: Context, collection: ir.Expr, env: Env) -> str | None:
    """Return a test whether the deadwood of an arrangement is empty; None if the collection is something else."""
    found = left_over(cx.definitions, collection)
    if found is None or not isinstance(cx.combos[found[0]], ir.Split):
        return None
    combo, cards = found
    _count_left_over(cx, collection)
    hand = cx.out.let(mask_of(cx, cx.parts.shape_of(cx, cards, env)), "m_")
    priced(cx, combo)
    result = cx.out.let("0")
    wild = cx.out.atom(wild_cards(cx), "m_")
    with cx.out.block(f"if {deadwood_test(cx, combo)}({hand}, {wild}, 0) == 0:"):
        cx.out.line(f"{result} = {ask_host(cx, CLEARS, combo, hand, wild)}")
    return found_counted(cx, combo, f"({result} == 1)")


def melding_without(cx: Context, expr: ir.Expr, slot: int, env: Env) -> str | None:
    """Return the cards that may be chosen into the slot so that all others of a hand are melded; None if the condition
    is something else."""
    if not isinstance(expr, ir.IsEmpty):
        return None
    found = left_over(cx.definitions, expr.collection)
    if found is None or not isinstance(cx.combos[found[0]], ir.Split):
        return None
    combo, cards = found
    match cards:
        case ir.Combine(op="without", left=hand, right=ir.Local(slot=used)) if used == slot:
            if slot in slots_read(cx.facts, hand):
                return None
            _count_left_over(cx, expr.collection)
            held = cx.out.let(mask_of(cx, cx.parts.shape_of(cx, hand, env)), "m_")
            priced(cx, combo)
            result = cx.out.let("0", "m_")
            wild = cx.out.atom(wild_cards(cx), "m_")
            with cx.out.block(f"if {deadwood_test(cx, combo)}({held}, {wild}, 1) == 0:"):
                ask_host(cx, DISCARDS, combo, held, wild)
                cx.out.line(f"{result} = Gm_found[0]")
            return result
    return None


def _count_left_over(cx: Context, collection: ir.Expr) -> None:
    if isinstance(collection, ir.Defined):
        count_fired(cx, cx.definitions[collection.name].path)


def priced(cx: Context, combo: str) -> None:
    """Write, where an arrangement is requested, the computation of its prices for all cards: each time if they change
    in play, else the first time in a game, which is counted even if the result is not."""
    rule = cx.combos[combo]
    if not cx.covers or not isinstance(rule, ir.Split) or not is_counted(cx, rule.least):
        return
    if prices_change(cx, combo):
        _each_priced(cx, combo, lambda kind, price: None)
        return
    if cx.layout.looks:
        raise cannot("prices_counted")
    known, counting = cx.layout.cell("priced", combo), cx.layout.cell("counting")

    def write() -> None:
        with cx.out.block(f"if {known} == 0:"):
            cx.out.line(f"{known} = 1; before = {counting}; {counting} = 1")
            _each_priced(cx, combo, lambda kind, price: None)
            cx.out.line(f"{counting} = before")
        cx.out.line("return 0")

    number = list(cx.combos).index(combo)
    cx.out.line(f"{cx.parts.helper(cx, f'priced_{number}(S)', write)}(S)")


def melds_in_hand(cx: Context, combo: str, cards: Shape, *, once: bool = False) -> Shape:
    """Return the melds that cards make; `once`: of those that read the same one."""
    require_number_order(cx, cards)
    if isinstance(cx.combos[combo], ir.Split):
        return _arranged(cx, combo, cards)
    plain = alike(cx, combo)
    if plain is None:
        return listed(cx, combo, cards, once=once)
    size, groups, group_of = plain
    told_apart = cx.orders and any(each.per == "card" for each in cx.rules.variables)  # then copies have an order, too
    if size[0] != size[1] or size[0] != largest_group(cx, combo) or told_apart:
        return listed(cx, combo, cards, once=once)
    telling = telling_cards(cx, combo, size[0])
    found = Alike(cards, size[0], groups, group_of, telling, str(cx.melds.pattern_numbers[combo]))
    if cx.covers:
        found_counted(cx, combo, some(cx, found))
    return found


def _arranged(cx: Context, combo: str, cards: Shape) -> Shape:
    lists(cx)
    hand = cx.out.let(mask_of(cx, cards), "m_")
    priced(cx, combo)
    number = ask_host(cx, SPLIT, combo, hand)
    low = cx.out.let("G_top[0]")
    i = cx.out.name("i")
    cx.out.line(f"for {i} in range(0, {number}): arranged_meld(Gm_found[{i}], G_pattern[{i}])")
    if cx.covers:
        met = cx.out.let("0")
        cx.out.line(f"for {i} in range(0, {number}): {met} = {met} | 1 << G_pattern[{i}]")
        count_made_of(cx, combo, met)
    overflow(cx)
    return FoundMelds(low, cx.out.let(f"G_top[0] - {low}"), places(cards))


def any_meld(cx: Context, combo: str, cards: Shape) -> str:
    """Return a test whether the cards contain a meld."""
    before = cx.out.let("G_top[0]")
    found = listed(cx, combo, cards, once=True, most="1")
    cx.out.line(f"back_to({before})")
    return f"({found.count} > 0)"


def all_of_them(cx: Context, combo: str, cards: Shape) -> str:
    """Return a test whether all the cards make a meld."""
    parts = cx.program.combos.parts(combo)
    asked = [part for part in parts if whole_condition(cx, part) is not None or needs_own_test(cx, part)]
    made, held = cx.out.let("0"), cx.out.let(mask_of(cx, cards), "m_")
    of_them = Made(Cards(((held, None),)), lambda card: card, places(cards), whole=True)
    with cx.out.block(f"if {held} != 0:"):
        before, i = cx.out.let("G_top[0]"), cx.out.name("i")
        found = listed(cx, combo, of_them, once=True, counted=False, asks=not asked)
        with cx.out.block(f"for {i} in range({found.low}, {found.low} + {found.count}):"):
            with cx.out.block(f"if {made} == 0 and Gm_meld[{i}] == {found.held}:"):
                holds = "1"
                if asked:
                    meld = meld_found(cx, cx.out.let(i, "h"), places(cards))
                    holds = holds_of_its_pattern(cx, asked, meld, again=True)
                cx.out.line(f"{made} = {holds}")
        cx.out.line(f"back_to({before})")
    if accepts_no_cards(cx, combo):
        with cx.out.block("else:"):
            cx.out.line(f"{made} = {empty_is_meld(cx, combo)}")
    return f"({made} == 1)"


def accepts_no_cards(cx: Context, combo: str) -> bool:
    """Return whether no cards at all may be a meld of the combo."""
    return any(map(cx.program.combos.may_be_empty, cx.program.combos.parts(combo)))


def empty_is_meld(cx: Context, combo: str) -> str:
    """Return a test (1 or 0) whether no cards at all are a meld of a combo that may be empty."""
    env: Env = {0: One(str(NIL), True), 1: Several(())}
    tests: list[Callable[[], str]] = []
    for part in filter(cx.program.combos.may_be_empty, cx.program.combos.parts(combo)):
        rule = cx.combos[part]
        whole = rule.whole if isinstance(rule, ir.Pattern) else None
        tests.append(partial(truth, cx, whole, env) if whole is not None else lambda: "1")
    return f"1 if {logic(cx, 'or', tests)} else 0"


def left_by(cx: Context, combo: str, cards: str, wild: str) -> str:
    """Return the deadwood of the best arrangement: points if the rules price cards, else the number of cards."""
    assert not cx.program.combos.asked_of_all(combo)  # no hand is arranged by a combo that asks it
    rule = cx.combos[combo]
    if isinstance(rule, ir.Split) and not prices_change(cx, combo) and not any(prices(cx.program, combo)):
        return "0"
    return ask_host(cx, LEFT, combo, cards, wild)


# ------------------------------------------------------------ a first look
def deadwood_test(cx: Context, combo: str) -> str:
    """Return the name of a function of a hand, the wild cards and a number: whether more cards than that are certainly
    left over."""
    if combo not in cx.melds.looks:
        cx.melds.looks[combo] = end = cx.out.name("look")
        cx.out.modules.append(made(("mateless",), end, _mates(cx, combo)))
    return f"leaves_{cx.melds.looks[combo]}"


def _mates(cx: Context, combo: str) -> dict[str, int | Name]:
    """Return what the kernel module declares that looks for the cards that a card needs to be melded."""
    table, kind_of, kinds = cx.program.combos, cx.program.kind_of, range(len(cx.program.kinds))
    patterns = tuple(table.patterns[part] for part in table.parts(combo))
    seen = [looks(patterns, len(kinds), wilds) for wilds in range(MOST_WILDS + 1)]
    every = [mates for look in seen for mates in look.mates]
    of_kind = [sum(1 << card for card, own in enumerate(kind_of) if own == kind) for kind in kinds]
    alone = list(kind_of) == list(range(cx.program.cards))
    width = max([window.bit_count() for mates in every for window in mates.windows] + [1])

    def cards(those: int) -> int:
        return sum(of_kind[kind] for kind in kinds if those >> kind & 1)

    def window(those: int) -> list[int]:
        each = [of_kind[kind] for kind in kinds if those >> kind & 1]
        return [cards(those)] if alone else each + [each[-1]] * (width - len(each))

    fewest, near = [], []
    for mates in every:
        sizes = [least for _, least in mates.crowds] + [those.bit_count() for those in mates.windows]
        fewest.append(min(sizes, default=cx.program.cards + 1))
        near.append(cards(reduce(or_, [crowd for crowd, _ in mates.crowds] + [*mates.windows], 0)))
    return {
        "ALONE": int(alone), "KINDS": len(kinds), "MOST_WILD": MOST_WILDS, "WIDTH": width,
        **tables(
            cx, T_alone=[look.lone for look in seen], T_limits=[int(look.limits) for look in seen], T_kind=kind_of,
            T_crowd=[least for mates in every for _, least in mates.crowds], T_fewest=fewest,
            T_crowds=[0, *accumulate(len(mates.crowds) for mates in every)], Tm_kind=of_kind, Tm_near=near,
            T_windows=[0, *accumulate(len(mates.windows) for mates in every)],
            T_twice=[int(mates.twice) for mates in every], Tm_any=[cards(mates.any_of) for mates in every],
            Tm_crowd=[cards(crowd) for mates in every for crowd, _ in mates.crowds],
            Tm_window=[each for mates in every for those in mates.windows for each in window(those)],
        ),
    }  # fmt: skip
