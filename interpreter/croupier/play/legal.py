"""List the legal moves of a seat: every way to fill a move's choices so that its conditions hold, in canonical order.

Order: moves as the stage lists them; then choice by choice: cards by kind (ranks, then suits, as declared), hidden
cards by position, players by seat, numbers and values ascending, `no` before `yes`; several cards from fewest to most.
Cards that nothing public distinguishes, including the place in a row or pile and card state, are one candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.effort import EFFORT, TooMuch
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import FILLING, PARTS, SIFTED
from croupier.base.values import Env, Fn, Meld, Value, as_list, cards_of
from croupier.combos.layout import casting_of, number_of
from croupier.compile.groups import groups
from croupier.model.copies import noted_first
from croupier.model.visibility import position, sees

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan, StagePlan
    from croupier.model.state import State, Task
    from croupier_dsl import ir


def moves(s: State, stage: StagePlan, seat: int) -> list[tuple[MovePlan, Env]]:
    """Return every legal move of the seat with its locals; no two of them read the same."""
    return [(move, env) for move in stage.moves for env in _every(s, move, seat)]


def _every(s: State, move: MovePlan, seat: int, most: int | None = None) -> list[Env]:
    """Return the fillings of a move; a fault in it is of that move."""
    try:
        return list(fillings(s, move, seat, most))
    except TooMuch as fault:
        several = next((each.choice for each in move.choices if not each.choice.single), None)
        fault.problem = _too_long(s, move, seat)
        told = fault if several is None or most is not None else _too_many(s, several, seat)
        raise told.at(f"moves.{move.name}", move.move.where) from None
    except RulesFault as fault:
        raise fault.at(f"moves.{move.name}", move.move.where) from None


def held(s: State, seat: int) -> str:
    """Return the cards in the hands of a seat as text for faults."""
    places = [place for place in s.program.places if place.subject == seat and place.zone.form == "set"]
    cards = [(place.zone.name, [card for card in s.zones[place.index] if card is not None]) for place in places]
    told = [f"{name}: {' '.join(s.program.notation(card) for card in zone)}" for name, zone in cards if zone]
    return "; ".join(told) or tr("no cards in hand")


def _too_many(s: State, choice: ir.Choice, seat: int) -> TooMuch:
    return TooMuch(
        tr(
            "computing the ways to choose {name} takes too long for one decision of {player} ({cards}); limit "
            "how many are chosen, as in `1..3 of`",
            name=choice.name,
            player=s.program.names[seat],
            cards=held(s, seat),
        )
    ).at(choice.path, choice.where)


def _too_long(s: State, move: MovePlan, seat: int) -> str:
    return tr(
        "computing whether {player} can make {move} takes too long for one decision ({cards}); simplify the "
        "condition, keep hands smaller, or nest fewer loops",
        player=s.program.names[seat],
        move=move.name,
        cards=held(s, seat),
    )


def fillings(
    s: State, move: MovePlan, seat: int, most: int | None = None, taking: frozenset[int] | None = None
) -> Iterable[Env]:  # fmt: skip
    """Return every legal way to make the move, or at most `most` of them, computed on demand.

    `taking`: ways that take none of these cards may be left out.
    """
    env: Env = [None] * max(move.slots, move.do.slots)
    env[0] = seat
    if not holds(s, move.gates, env):
        return ()
    if not move.choices:
        return (env,)
    if taking is not None and sum(choice.choice.type.name in ("card", "meld") for choice in move.choices) != 1:
        taking = None
    if len(move.choices) == 1 and move.choices[0].choice.single:
        return _one_thing(s, move.choices[0], env, seat, most, taking)
    return islice(_distinct(s, move.choices, env, seat, taking), most)


def answers(s: State, task: Task) -> list[Env]:
    """Return every legal answer to a question in the middle of a move."""
    try:
        return list(_distinct(s, task.code.asks[task.pc], task.env.copy(), task.env[0]))
    except RulesFault as fault:
        raise fault.at(task.code.path, task.code.stands.get(task.pc)) from None


def any_move(s: State, stage: StagePlan, seat: int) -> bool:
    """Return whether the seat can move at all, without building a list."""
    return any(_every(s, move, seat, 1) for move in stage.simplest_first)


def any_answer(s: State, task: Task) -> bool:
    """Return whether the question has a legal answer."""
    return any(True for _ in islice(_distinct(s, task.code.asks[task.pc], task.env.copy(), task.env[0]), 1))


def _one_thing(
    s: State, choice: ChoicePlan, env: Env, seat: int, most: int | None, taking: frozenset[int] | None
) -> list[Env]:  # fmt: skip
    """Return every choice of one thing: what `_distinct` does, for the commonest kind of move, without its
    machinery."""
    sieves = _sieves(s, choice, env)
    if sieves is None:
        return []
    try:
        items = elements(s, choice, env, seat, taking)
        EFFORT.spend(len(items))
    except RulesFault as fault:
        raise fault.at(choice.choice.path, choice.choice.where) from None
    for sieve in sieves:
        items = [item for item in items if sieve(item)]
    found: list[Env] = []
    seen: set[Value] = set()
    enough = limits.MOST_MOVES + 1 if most is None else most
    key_of, slot, conditions = keyer(s, seat, choice), choice.slot, choice.others
    for value in items:
        env[slot] = value
        if choice.cast is not None and conditions:
            env[choice.cast] = casting_of(env, choice.cast)
        if not conditions or holds(s, conditions, env):
            key = key_of(value)
            if key not in seen:
                seen.add(key)
                found.append(env.copy())
                if len(found) == enough:
                    break
    _not_too_many(s, len(found), choice, seat)
    return found


def _sieves(s: State, choice: ChoicePlan, env: Env) -> list[Callable[[int], bool]] | None:
    """Return the tests of the conditions that judge all candidates at once; None if one of them lets nothing
    through."""
    found: list[Callable[[int], bool]] = []
    for condition in choice.sieves:
        assert condition.sieve is not None
        try:
            sieve = condition.sieve(s, env)
        except RulesFault as fault:
            written = condition.condition
            raise fault.at(written.path, written.where, written.text) from None
        if sieve is None:
            return None
        found.append(sieve)
    return found


def _distinct(
    s: State, choices: list[ChoicePlan], env: Env, seat: int, taking: frozenset[int] | None = None
) -> Iterator[Env]:  # fmt: skip
    """Yield every filling of the choices, those that read the same once."""
    if len(choices) == 1 and choices[0].group is not None and choices[0].group.source is not None:
        for number, filled in enumerate(_fill(s, choices, 0, env, seat, taking), 1):  # no two of these read the same
            _not_too_many(s, number, choices[-1], seat)
            yield filled
        return
    seen: set[Value] = set()
    keys = [keyer(s, seat, choice) for choice in choices]
    only = keys[0] if len(choices) == 1 else None
    slots = [choice.slot for choice in choices]
    for filled in _fill(s, choices, 0, env, seat):
        key = only(filled[slots[0]]) if only else tuple([k(filled[slot]) for k, slot in zip(keys, slots, strict=True)])
        if key not in seen:
            seen.add(key)
            _not_too_many(s, len(seen), choices[-1], seat)
            yield filled


def _not_too_many(s: State, found: int, choice: ChoicePlan, seat: int) -> None:
    if found > limits.MOST_MOVES:
        raise RulesFault(
            tr(
                "{player} has more than {most} ways to choose {name} ({cards}); limit how many are chosen at once, "
                "as in `1..3 of`, or exclude some with `where`",
                most=f"{limits.MOST_MOVES:,}",
                name=choice.choice.name,
                player=s.program.names[seat],
                cards=held(s, seat),
            )
        ).at(choice.choice.path, choice.choice.where)


def _fill(
    s: State, choices: list[ChoicePlan], at: int, env: Env, seat: int, taking: frozenset[int] | None = None
) -> Iterator[Env]:  # fmt: skip
    choice = choices[at]
    last = at + 1 == len(choices)
    conditions = choice.others
    slot, cast = choice.slot, choice.cast
    before = None if cast is None else env[cast]
    sieves = _sieves(s, choice, env)
    if sieves is None:
        return
    items = _placed(candidates(s, choice, env, seat, taking), choice.choice)
    for sieve in sieves:
        items = filter(sieve, items)
    for value in items:
        EFFORT.spend(FILLING)
        env[slot] = value
        if cast is not None:
            env[cast] = casting_of(env, cast) if conditions or not last else None
        if holds(s, conditions, env):
            if last:
                yield env.copy()
            else:
                yield from _fill(s, choices, at + 1, env, seat)
    env[slot] = None
    if cast is not None:
        env[cast] = before


def _placed(items: Iterator[Value], choice: ir.Choice) -> Iterator[Value]:
    """Yield the candidates of a choice; a fault in finding them is of that choice."""
    try:
        yield from items
    except RulesFault as fault:
        raise fault.at(choice.path, choice.where) from None


def holds(s: State, conditions: list[ConditionPlan], env: Env) -> bool:
    """Return whether all the conditions hold."""
    condition = None
    try:
        for condition in conditions:  # the loop is the hottest of the engine: a generator would cost a tenth of play
            if not condition.test(s, env):
                return False
    except RulesFault as fault:
        assert condition is not None
        written = condition.condition
        raise fault.at(written.path, written.where, written.text) from None
    return True


def candidates(
    s: State, choice: ChoicePlan, env: Env, seat: int, taking: frozenset[int] | None = None
) -> Iterator[Value]:  # fmt: skip
    """Yield the values of one choice for which its filters hold, in canonical order."""
    items = elements(s, choice, env, seat, taking if choice.choice.single else None)
    if choice.choice.single:
        yield from items
        return
    for each, barred in choice.barred:
        items = _without(s, env, each, items, barred)
    low = choice.low(s, env) or 0
    if choice.group is not None:
        most = None if choice.high is None else choice.high(s, env)
        yield from groups(s, choice.group, choice.slot, items, low, most, env, taking)
        return
    high = len(items) if choice.high is None else choice.high(s, env)
    yield from _several(s, items, low, min(len(items), len(items) if high is None else high), seat, choice)


def _without(s: State, env: Env, slot: int, items: list[Value], barred: Fn) -> list[Value]:
    """Return the things of which a test, asked with each in the slot, does not hold; the slot is left as it was."""
    before, left = env[slot], []
    for item in items:
        env[slot] = item
        if not barred(s, env):
            left.append(item)
    env[slot] = before
    return left


def elements(
    s: State, choice: ChoicePlan, env: Env, seat: int, taking: frozenset[int] | None = None
) -> list[Value]:  # fmt: skip
    """Return the things that may be chosen, one by one; of cards alike in all that anybody sees, each copy.

    `taking`: only what is one of these cards, or has one, unless it matters what else there is.
    """
    slot = choice.slot
    pool = as_list(choice.collection(s, env))
    kind = choice.choice.type.name
    if kind == "card":
        cards = [card for item in pool for card in (item.cards if isinstance(item, Meld) else (item,))]
        pool = in_order(s, seat, cards)
    elif kind not in ("meld", "spot"):
        pool = sorted({value for value in pool if value is not None})
    if taking is not None and kind in ("card", "meld") and not choice.choice.if_possible:
        pool = [item for item in pool if not taking.isdisjoint(cards_of(item))]
    filters = choice.filters
    if not filters:
        return list(pool)
    kept: list[Value] = []
    cast = choice.cast
    before, cast_before = env[slot], None if cast is None else env[cast]
    EFFORT.spend(SIFTED * len(pool))
    for item in pool:
        env[slot] = item
        if cast is not None:
            env[cast] = casting_of(env, cast)
        if holds(s, filters, env):
            kept.append(item)
    env[slot] = before
    if cast is not None:
        env[cast] = cast_before
    return list(pool) if choice.choice.if_possible and not kept else kept


def in_order(s: State, seat: int, cards: list[int]) -> list[int]:
    """Return cards in the order of their kinds, then those that the seat cannot see, by place and position.

    (Cards are numbered by kind.) Copies are distinguished by their place and the notes on them, never by their numbers.
    """
    places, home, bit = s.program.places, s.home, 1 << seat
    hidden = [c for c in cards if not ((h := home[c]) >= 0 and places[h].viewers & bit) and not sees(s, seat, c)]
    known = list(set(cards).difference(hidden)) if hidden else cards
    if len(hidden) > 1:
        hidden = _by_position(s, hidden)
    homes = {home[card] for card in known}
    if all(plain(s, place) for place in homes):
        ordered = sorted(known) if len(homes) < 2 and not s.program.entering else noted_first(s, known)
        return ordered + hidden
    marks = {card: (s.program.kind_of[card], home[card], _in_meld(s, card), apart(s, card)) for card in known}
    return sorted(noted_first(s, known), key=marks.__getitem__) + hidden


def _by_position(s: State, cards: list[int]) -> list[int]:
    """Return cards by the number of their place and their position there; cards in sets and melds keep their order."""
    ordered = {home for card in cards if (home := s.home[card]) >= 0 and s.program.places[home].ordered}
    at = {card: index for home in ordered for index, card in enumerate(s.zones[home]) if card is not None}
    return sorted(cards, key=lambda card: (s.home[card], at.get(card, 0)))


def plain(s: State, place: int) -> bool:
    """Return whether only their kinds distinguish cards in this place."""
    return place >= 0 and s.program.plain[place] and not s.revealed


def apart(s: State, card: int) -> tuple[Value, ...]:
    """Return what distinguishes a visible card from others of its kind in its zone: its place in a row or pile;
    elsewhere whether it is turned up, and its public notes."""
    place, program = s.home[card], s.program
    if place < 0:
        return ()
    if program.places[place].ordered:
        return (s.zones[place].index(card),)
    told = [s.card_variables[column][card] for column in program.telling[place]]
    return (card in s.revealed, *((value is not None, tuple(as_list(value))) for value in told))


def _in_meld(s: State, card: int) -> tuple[int, int]:
    """Return the number of the card's meld on a table and its index there; (0, 0) elsewhere."""
    place = s.home[card]
    if place < 0 or s.program.places[place].zone.form != "melds":
        return 0, 0
    number = number_of(s, place, card)
    return number, s.zones[place][number].cards.index(card)


def _several(s: State, items: list[Value], low: int, high: int, seat: int, choice: ChoicePlan) -> Iterator[list[Value]]:
    """Yield every multiset of `low` to `high` of the items, smallest first; items that read the same are
    interchangeable."""
    classes: dict[Value, list[Value]] = {}
    for item in items:
        classes.setdefault(one_key(s, seat, item, choice.choice.type.name), []).append(item)
    groups = list(classes.values())
    for size in range(max(low, 0), min(high, len(items)) + 1):
        yield from _of_size(groups, size)


def _of_size(groups: list[list[Value]], size: int) -> Iterator[list[Value]]:
    """Yield every way to take `size` things, with as many as possible of the first groups first."""
    after = [0] * (len(groups) + 1)
    for i in range(len(groups) - 1, -1, -1):
        after[i] = after[i + 1] + len(groups[i])
    todo: list[tuple[int, list[Value]]] = [(0, [])]  # the next group, and the things taken; the last comes first
    while todo:
        i, taken = todo.pop()
        EFFORT.spend(1 + len(taken) // PARTS)
        wanted = size - len(taken)
        if not wanted:
            yield taken
        elif after[i] >= wanted:
            most = min(wanted, len(groups[i]))
            todo.extend((i + 1, taken + groups[i][:n]) for n in range(most + 1))


# ---------------------------------------------------------------- keys of choices


def keyer(s: State, seat: int, choice: ChoicePlan) -> Callable[[Value], Value]:
    """Return a function that gives the key of a choice's value, as the choosing seat distinguishes it."""
    name = choice.choice.type.name
    if name not in ("card", "meld"):
        return lambda value: tuple(value) if isinstance(value, list) else value
    if not choice.choice.single:
        known: dict[Value, Value] = {}  # of each thing, which is among many of the values

        def of_one(item: Value) -> Value:
            if item not in known:
                known[item] = one_key(s, seat, item, name)
            return known[item]

        return lambda value: tuple([of_one(item) for item in value])
    if name == "meld":
        return lambda value: one_key(s, seat, value, name)
    places, home, kind_of, bit, written = s.program.places, s.home, s.program.kind_of, 1 << seat, choice.choice

    def of_card(card: int) -> Value:
        place = home[card]
        if place >= 0 and places[place].viewers & bit and plain(s, place):
            return (kind_of[card], place)
        try:
            return one_key(s, seat, card, name)
        except RulesFault as fault:  # a card without a notation
            raise fault.at(written.path, written.where) from None

    return of_card


def one_key(s: State, seat: int, value: Value, type_name: str) -> Value:
    """Return the key of a value: a visible card by kind, zone and what distinguishes it there, a hidden one by
    position; a meld by its cards and roles."""
    if type_name == "card" and value is not None:
        place = s.home[value]
        if sees(s, seat, value):
            if place >= 0 and s.program.places[place].zone.form == "melds":
                where = number_of(s, place, value), s.program.combos.layout.place(s, value)
                return (s.program.kind_of[value], place, *where, *apart(s, value))
            return (s.program.kind_of[value], place, *apart(s, value))
        return (-1, place, position(s, value))
    if isinstance(value, Meld):
        kind_of = s.program.kind_of
        return (value.combo, tuple(kind_of[card] for card in value.cards), value.roles, value.start)
    return value
