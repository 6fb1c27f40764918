"""Share the basics of lowering: tests, named values, chance, faults, counters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from croupier.base.events import MOST_NOTES
from croupier.base.values import Value
from croupier.lowering.capabilities import cannot
from croupier.lowering.context import Context, Env
from croupier.lowering.kernel import NIL, part
from croupier.lowering.layout import UNFORESEEN
from croupier.lowering.shapes import Kept, Made, One, Several, Shape, places
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, is_constant, nodes, options_read, slots_read, state_read


def _counts(node: object) -> bool:
    if isinstance(node, ir.IfThenElse):
        return any(node.arms)
    return isinstance(node, ir.Defined | ir.TableValue | ir.Melds | ir.IsCombo)


def _lazy(shape: Shape) -> bool:
    return isinstance(shape, Kept | Made) or (isinstance(shape, Several) and any(map(_lazy, shape.parts)))


# ------------------------------------------------------------ kinds
def no_copies(cx: Context) -> bool:
    """Return whether every card is the only one of its kind."""
    return len(set(cx.program.kind_of)) == cx.program.cards


def copies_of_first(cx: Context, cards: str) -> str:
    """Return all the cards of the kind of the first of these."""
    if no_copies(cx):
        return f"LOWEST({cards})"
    of = cx.program.kind_of
    like = [sum(1 << other for other, kind in enumerate(of) if kind == each) for each in of]
    return f"{cx.out.table(like, 'm_')}[LOW({cards})]"


def among(cx: Context, cards: str, mask: str) -> str:
    """Return the cards that are in another set too, which may have been made of all cards."""
    return f"({cards} & {mask.removeprefix(all_but(cx))}" if mask.startswith(all_but(cx)) else f"({cards} & {mask})"


def all_but(cx: Context) -> str:
    """Return the beginning of text for a set of all cards but some."""
    return f"({cx.all_cards} & "


def kind_tables(cx: Context) -> tuple[str, str]:
    """Return tables: the set of the cards of each kind, and the kind of each card."""
    of = cx.program.kind_of
    sets = [0] * len(cx.program.kinds)
    for card, kind in enumerate(of):
        sets[kind] |= 1 << card
    return cx.out.table(sets, "m_"), cx.out.table(of)


def fault_if(cx: Context, test: str) -> None:
    """Write a fault of the rules if the test holds: the game stops, and the reference gives the reason."""
    cx.faults = True
    cx.out.line(f"if {test}: {cx.layout.cell('fault')} = 1; return -1")


def unforeseen(cx: Context) -> None:
    """Write a random event: its result is unknown in a trial."""
    if cx.layout.looks:
        trial = cx.layout.cell("trial")
        cx.out.line(f"if {trial}: {trial} = {UNFORESEEN}")


def fault_if_full(cx: Context, count: str, room: int) -> None:
    """Write a fault if the array is full; the last element is overwritten."""
    cx.out.line(f"if {count} >= {room}: {cx.layout.cell('fault')} = 1; {count} = {room - 1}")


def one_value(cx: Context, expr: ir.Expr, env: Env) -> One:
    """Return an expression that comes to one value."""
    found = cx.parts.shape_of(cx, expr, env)
    if not isinstance(found, One):
        raise cannot("one_value")
    return found


def truth(cx: Context, expr: ir.Expr, env: Env) -> str:
    """Return a test."""
    found = one_value(cx, expr, env)
    return f"({found.text} == 1)" if found.nil else found.text


def copied(cx: Context, shape: One) -> One:
    """Return the same value under a name, or as a number."""
    return One(cx.out.atom(shape.text), shape.nil, shape.at, shape.top)


def mapped(cx: Context, value: One, made: Callable[[str], One | str]) -> One:
    """Return what `made` gives for a value; nothing for nothing."""
    if not value.nil:
        found = made(value.text)
        return found if isinstance(found, One) else One(found)
    of, result = cx.out.atom(value.text), cx.out.let(str(NIL))
    with cx.out.captured() as lines:
        found = made(of)
    one = found if isinstance(found, One) else One(found)
    owners_before(cx, lines, one)
    with cx.out.block(f"if {of} != {NIL}:"):
        cx.out.written(lines, 1)
        cx.out.line(f"{result} = {one.text}")
    return One(result, True, one.at)


def owners_before(cx: Context, lines: Sequence[str], shape: Shape) -> None:
    """Set the owners of a shape's places that only these lines assign, before the lines become one branch of a test.
    Both branches are followed by a search in these places; if the test fails, it does not matter which place is
    searched."""
    owners = {subject for _, subject in places(shape) or () if subject is not None}
    for owner in sorted(owners):
        if any(re.search(rf"(^|[:;] ){owner} = ", line.lstrip()) for line in lines):
            cx.out.line(f"{owner} = 0")


def by_chance(cx: Context, number: str) -> str:
    """Return text for a random number below `number`."""
    return f"chance(S, {number})" if cx.knows else f"below(S, {cx.layout.at('key')}, {number})"


def constant(cx: Context, expr: ir.Expr | None) -> Value:
    """Return a value that is the same in all positions."""
    if expr is None:
        return None
    assert fixed(cx, expr)
    return cx.program.planner.constant(expr)


def fixed(cx: Context, expr: ir.Expr) -> bool:
    """Return whether the expression is the same in all positions, whatever the cells of options hold."""
    return is_constant(cx.facts, expr) and not (cx.layout.options and options_read(cx.facts, expr))


def reads_only_state(cx: Context, expr: ir.Expr) -> bool:
    """Return whether the expression reads nothing but the state."""
    return slots_read(cx.facts, expr) <= {STATE}


def wild_counted_by(cx: Context) -> list[ir.Expr]:
    """Return the state that says which cards are wild, where it is counted."""
    wild, written = cx.rules.cards.wild, cx.program.rules.cards.wild
    if not cx.covers or wild is None or written is None or not is_counted(cx, wild):
        return []
    leaves, simple = state_read(cx.facts, written)
    if not simple or not leaves:
        raise cannot("wild_counted")
    return leaves


def note(cx: Context, number: int | str) -> None:
    """Add a number to the notes that the reference makes here."""
    cx.out.line(f"{cx.layout.cell('notes')} += {number}")


def stop_at_limit(cx: Context) -> None:
    """Write, where a decision is due, the end of the game at its limit of decisions, or if its log is full."""
    notes = cx.layout.cell("notes")
    with cx.out.block(f"if {cx.layout.cell('decisions')} >= {cx.program.limit} or {notes} >= {MOST_NOTES}:"):
        end_game(cx, 1)
    cx.out.line(f"{cx.layout.cell('noted')} = {notes}")


def end_game(cx: Context, how: int) -> None:
    """Write the end of the game, at its limit (1) or regular end (2), unless there was a fault. If more was noted since
    the last decision than allowed, the reference gives the reason."""
    layout = cx.layout
    cx.out.line(f"{layout.cell('over')} = {how}")
    note(cx, 1)
    many = f"{layout.cell('notes')} - {layout.cell('noted')} > {MOST_NOTES}"
    cx.out.line(f"return -1 if {layout.cell('fault')} or {many} else 0")


# ------------------------------------------------------------ counters
def count_fired(cx: Context, path: str, times: str = "1") -> None:
    """Count that the element fired, `times` times."""
    if cx.covers:
        by = cx.layout.cell("counting")
        cell = cx.layout.cell("count of", "", str(cx.layout.counted[path]))
        cx.out.line(f"{cell} += {by if times == '1' else f'{by} * {times}'}")


def counting_again(cx: Context) -> None:
    """Count evaluations from here on."""
    if cx.covers:
        cx.out.line(f"{cx.layout.cell('counting')} = 1")


@contextmanager
def unless_stopped(cx: Context) -> Iterator[None]:
    """Count evaluations in the block, unless the game stops here."""
    if cx.covers:
        going = f"{cx.layout.cell('decisions')} < {cx.program.limit}"
        cx.out.line(f"{cx.layout.cell('counting')} = 1 if {going} else 0")
    yield
    counting_again(cx)


@contextmanager
def without_counting(cx: Context) -> Iterator[None]:
    """Count nothing that is evaluated in the block."""
    if not cx.covers:
        yield
        return
    cx.out.line(f"{cx.layout.cell('counting')} = 0")
    yield
    cx.out.line(f"{cx.layout.cell('counting')} = 1")


@contextmanager
def uncounted(cx: Context) -> Iterator[None]:
    """Write text that counts nothing, in the fastest form."""
    covers, cx.covers = cx.covers, False
    try:
        yield
    finally:
        cx.covers = covers


@contextmanager
def counted_times(cx: Context, number: str) -> Iterator[None]:
    """Multiply the counts in the block by a number."""
    if not cx.covers:
        yield
        return
    by = cx.layout.cell("counting")
    before = cx.out.let(by)
    cx.out.line(f"{by} = {before} * {number}")
    yield
    cx.out.line(f"{by} = {before}")


def counted_condition(cx: Context, condition: ir.Condition, env: Env) -> str:
    """Return a test of a condition, which counts its answers."""
    with part(condition.where, condition.text):
        return counted_answer(cx, condition.path, truth(cx, condition.expr, env))


def counted_answer(cx: Context, path: str, test: str) -> str:
    """Return the test, whose answer is counted."""
    if not cx.covers:
        return test
    result = cx.out.let(test if test.isdigit() else f"1 if {test} else 0")
    with cx.out.block(f"if {result}:"):
        count_fired(cx, f"{path}.yes")
    with cx.out.block("else:"):
        count_fired(cx, f"{path}.no")
    return result


def found_counted(cx: Context, combo: str, test: str) -> str:
    """Return a test whether the combo is found; a yes counts for the combo and its parts."""
    if not cx.covers:
        return test
    result = cx.out.let(f"1 if {test} else 0")
    with cx.out.block(f"if {result}:"):
        for part in found_in(cx, combo):
            count_fired(cx, cx.combos[part].path)
    return result


def found_in(cx: Context, combo: str) -> list[str]:
    """Return the elements found with a combo: it, its groups and the sets next to them."""
    rule = cx.combos[combo]
    return sorted({combo, *((rule.of, rule.beside_of) if isinstance(rule, ir.Pattern) else ())} - {""})


# ------------------------------------------------------------ elements that count
def is_counted(cx: Context, part: object) -> bool:
    """Return whether evaluating the part of a sentence counts anything."""
    if id(part) not in cx.counting.counted_in:
        cx.counting.counted_in[id(part)] = part, any(map(_counts, nodes(part)))
    return cx.counting.counted_in[id(part)][1]


FALLIBLE = ir.Arithmetic | ir.Sum | ir.Span | ir.TableValue | ir.Keyed
"""The expressions whose evaluation may be a fault of the rules."""


def strict(cx: Context, part: object) -> bool:
    """Return whether the part has to be evaluated exactly as the reference does."""
    return cx.covers and is_counted(cx, part)


def evaluated(cx: Context, shape: Shape) -> Shape:
    """Return all of it, here and now, as the reference does."""
    if isinstance(shape, One):
        return copied(cx, shape)
    if _lazy(shape):
        return cx.parts.under_names(cx, shape)
    return shape


def settled(cx: Context, expr: ir.Expr) -> bool | None:
    """Return the answer to a question that is the same in all positions; None if it is not."""
    if not cx.covers or not fixed(cx, expr):
        return None
    return bool(cx.program.planner.constant(expr))
