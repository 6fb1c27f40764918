"""Lower statements, which change a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

from croupier.lowering.base import copied, count_fired, fault_if, note, one_value, settled, truth
from croupier.lowering.capabilities import cannot
from croupier.lowering.cardsets import noted
from croupier.lowering.casting import cast_after_part, leave_casting, listed_in_hand, named_in_part, note_named
from croupier.lowering.collections import count_of, for_each, mask_of, single, stored, written_down
from croupier.lowering.context import Context, Env, Together
from croupier.lowering.expressions import negated, shape_of
from croupier.lowering.keeping import keep_chosen
from croupier.lowering.kernel import NIL, both, part
from croupier.lowering.knowing import note_shown, note_turned, shown_by, statements_after_showing
from croupier.lowering.moving import (
    deal_round,
    gather,
    lay_on_spot,
    move_gathered,
    move_to,
    moved_to,
    no_gathered,
    shuffle,
    swap,
    under_names,
)
from croupier.lowering.names import unveiled
from croupier.lowering.shapes import Cards, One, Shape
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

Node = TypeVar("Node")
Lowers: TypeAlias = Callable[[Context, Node, Env], bool | None]
STATEMENTS: dict[type[object], Lowers[ir.Statement]] = {}
"""Functions that write a statement, by kind; they return True if it always leaves the list."""


def lowers(kind: type[Node]) -> Callable[[Lowers[Node]], Lowers[Node]]:
    """Enter a function into the table of statements."""

    def entered(function: Lowers[Node]) -> Lowers[Node]:
        STATEMENTS[kind] = cast(Lowers[ir.Statement], function)
        return function

    return entered


def list_body(cx: Context, statements: Sequence[ir.Statement], env: Env) -> bool:
    """Write statements one after the other, up to one that leaves the list; return whether there is one."""
    cx.pure = False
    return any(lower_statement(cx, statement, env) for statement in statements)


def lower_statement(cx: Context, statement: ir.Statement, env: Env) -> bool:
    """Write a statement; return whether it leaves the list whatever happens."""
    with part(statement.where, statement.path):
        return _statement(cx, statement, env)


def _statement(cx: Context, statement: ir.Statement, env: Env) -> bool:
    cx.out.mark(statement.where)
    statement_begins(cx, statement)
    if not isinstance(statement, ir.Move):
        cx.moving.just_set = None
    cx.parts.unknown_if_statement_reads(cx, statement, env)
    if STATEMENTS[type(statement)](cx, statement, env):
        return True
    count_step(cx, statement)
    return False


# ------------------------------------------------------------ one function for each kind of statement


lowers(ir.Swap)(lambda cx, it, env: swap(cx, it.one, it.other, env))
lowers(ir.Show)(lambda cx, it, env: note_shown(cx, it.cards, it.players, env))
lowers(ir.Shuffle)(lambda cx, it, env: shuffle(cx, it.zone.name, subject_of(cx, it.zone.subject, env)))
lowers(ir.AddToVariable)(lambda cx, it, env: _add(cx, it.name, it.subject, one_value(cx, it.amount, env), env))
lowers(ir.Labelled)(lambda cx, it, env: list_body(cx, it.body, env))
lowers(ir.Perform)(lambda cx, it, env: list_body(cx, it.body, env))


@lowers(ir.Move)
def _move(cx: Context, statement: ir.Move, env: Env) -> None:
    match statement:
        case ir.Move(what=what, to=ir.ZoneTarget(name=name, subject=subject)) if cx.moving.together is not None:
            gather(cx, cx.moving.together, what, name, subject_of(cx, subject, env), env)
        case ir.Move(what=what, to=ir.ZoneTarget(name=name) as to) if to.round:
            owners = deal_round(cx, what, to, env)
            for_each(cx, owners, lambda owner: shown_by(cx, statement, name, single(cx, owner).text))
        case ir.Move(to=ir.ZoneTarget(name=name, subject=subject) as to):
            whose = subject_of(cx, subject, env)
            move_to(cx, statement, to, whose, env)
            shown_by(cx, statement, name, whose)
        case ir.Move(what=what, to=ir.SpotTarget(spot=spot)):
            cx.moving.just_set = None
            lay_on_spot(cx, what, spot, env)


@lowers(ir.Reveal)
def _reveal(cx: Context, statement: ir.Reveal, env: Env) -> None:
    turned, these = f"Z[{cx.layout.at('turned')}]", cx.out.atom(mask_of(cx, shape_of(cx, statement.cards, env)), "m_")
    note(cx, f"POP({these} & ~{turned})")
    note_turned(cx, these, up=True)
    cx.out.line(f"{turned} = {turned} | {these}")


@lowers(ir.Hide)
def _hide(cx: Context, statement: ir.Hide, env: Env) -> None:
    gone = cx.out.atom(mask_of(cx, shape_of(cx, statement.cards, env)), "m_")
    note_turned(cx, gone, up=False)
    if cx.layout.turns_cards:
        turned = f"Z[{cx.layout.at('turned')}]"
        note(cx, f"POP({gone} & {turned})")
        cx.out.line(f"{turned} = {turned} & ~{gone}")


@lowers(ir.SetVariable)
def _set_variable(cx: Context, statement: ir.SetVariable, env: Env) -> None:
    name, subject, type_ = statement.name, statement.subject, cx.layout.variables[statement.name].type
    if type_.name == "meld":
        melds, stride = under_names(cx, shape_of(cx, statement.value, env)), cx.layout.stride[name]
        _write(cx, name, subject, env, lambda cell, _: keep_chosen(cx, cx.out.atom(cell[2:-1]), melds, stride))
    elif type_.many:
        several, room = stored(cx, shape_of(cx, statement.value, env)), cx.layout.room_of(type_)
        _write(cx, name, subject, env, lambda cell, _: written_down(cx, several, cell[2:-1], room))
    else:
        found = one_value(cx, statement.value, env)
        truth = found.nil and type_ == ir.TRUTH  # what is yes of nothing is no
        new = cx.out.let(f"1 if {found.text} == 1 else 0") if truth else cx.out.atom(found.text)
        _write(cx, name, subject, env, lambda cell, of: _set(cx, name, cell, of, new))
        if subject is None and found.top:
            cx.moving.just_set = name, One(new, found.nil, found.at, top=True)


@lowers(ir.SetNext)
def _set_next(cx: Context, statement: ir.SetNext, env: Env) -> None:
    cx.out.line(f"S[{cx.layout.cell('round')}] = {one_value(cx, statement.player, env).text}")


@lowers(ir.SetDirection)
def _set_direction(cx: Context, statement: ir.SetDirection, env: Env) -> None:
    way = copied(cx, one_value(cx, statement.value, env))
    guard = both(f"{way.text} != {NIL}" if way.nil else "1", f"{way.text} < 0")
    cx.out.line(f"{cx.layout.cell('direction')} = -1 if {guard} else 1")


@lowers(ir.Let)
def _let(cx: Context, statement: ir.Let, env: Env) -> None:
    env[statement.slot] = listed_in_hand(cx, under_names(cx, shape_of(cx, statement.value, env)))
    cx.parts.put_down(cx, statement.slot, env[statement.slot])
    note_named(cx, statement.slot, env[statement.slot])
    if statement.value.type.name == "meld":
        cx.parts.cast_named(cx, env)


@lowers(ir.Ask)
def _ask(cx: Context, statement: ir.Ask, env: Env) -> bool:
    if not cx.flow.in_steps:
        raise cannot("ask_here")
    leave_casting(cx)  # so far it is foreseen
    cx.out.line("return 0")
    return True


@lowers(ir.EndStage)
def _end_stage(cx: Context, statement: ir.EndStage, env: Env) -> bool:
    leave_casting(cx)
    cx.out.line(f"return {cx.flow.ends[statement.stage]}")
    return True


@lowers(ir.If)
def _if(cx: Context, statement: ir.If, env: Env) -> None:
    slots = named_in_part(cx, statement.branches, env) if cx.flow.asking_now is None else ()
    _branches(cx, statement.branches, env, slots)


@lowers(ir.ForEach)
def _for_each_loop(cx: Context, statement: ir.ForEach, env: Env) -> None:
    if statement.at_once:
        cx.moving.together = no_gathered(cx)
    _for_each(cx, statement, shape_of(cx, statement.collection, env), env)
    if statement.at_once and (together := cx.moving.together) is not None:
        cx.moving.together = None
        _hand_on(cx, statement, together)


def _hand_on(cx: Context, loop: ir.ForEach, together: Together) -> None:
    """Move the cards that a block collected to their places, all at once."""
    moves: dict[str, list[ir.Move]] = {zone: [] for zone in cx.layout.zones}
    for node in nodes(loop.body):
        if isinstance(node, ir.Move) and isinstance(node.to, ir.ZoneTarget):
            moves[node.to.name].append(node)

    def laid(zone: str, subject: str | None) -> None:
        for move in moves[zone]:
            shown_by(cx, move, zone, subject)

    move_gathered(cx, together, [zone for zone, some in moves.items() if some], laid)
    _step(cx)


# ------------------------------------------------------------ shared helpers
def count_step(cx: Context, statement: ir.Statement) -> None:
    """Note that one of the statements of a move was performed."""
    if cx.moving.together is None and not isinstance(statement, ir.If | ir.ForEach | ir.Labelled | ir.Perform):
        _step(cx)


def _step(cx: Context) -> None:
    if cx.flow.in_steps:
        cx.out.line(f"if {cx.layout.cell('stepping')}: step(S)")


def statement_begins(cx: Context, statement: ir.Statement) -> None:
    """Play comes to a statement."""
    if isinstance(statement, ir.Perform):
        count_fired(cx, f"effects.{statement.name}")
    if not isinstance(statement, ir.Perform) or statement.about is None:  # else its first statement counts for it
        count_fired(cx, statement.path)


def subject_of(cx: Context, expr: ir.Expr | None, env: Env) -> str | None:
    """Return the owner of a place."""
    if expr is None:
        return None
    cx.names.changes = True
    whose = copied(cx, one_value(cx, expr, env))
    cx.names.changes = False
    if whose.nil:
        fault_if(cx, f"{whose.text} == {NIL}")
    return whose.text


def _branches(cx: Context, branches: Sequence[ir.Branch], env: Env, slots: Sequence[int]) -> None:
    """Write branches. `slots`: the slots of the melds that they may name."""
    if not branches:
        return
    first, *rest = branches
    if first.condition is None:
        list_body(cx, first.body, env)
        cast_after_part(cx, slots, env)
        return
    test = branch_test(cx, first, env)
    answer = settled(cx, first.condition)
    if answer is not False:
        with cx.out.block(f"if {test}:"):
            count_fired(cx, first.path)
            list_body(cx, first.body, env)
        cast_after_part(cx, slots, env)
    if answer is not True and (rest or cx.covers):
        with cx.out.block(f"if {negated(cx, test)}:" if answer is False else "else:"):
            none_of(cx, first, rest)
            _branches(cx, rest, env, slots)


def branch_test(cx: Context, branch: ir.Branch, env: Env) -> str:
    """Return a test whether a branch is taken, once those before it are not."""
    assert branch.condition is not None
    test = truth(cx, branch.condition, env)
    if not cx.layout.looks or id(branch) not in statements_after_showing(cx):
        return test
    return cx.parts.both_results(cx, [branch.condition], env, test)


def none_of(cx: Context, last: ir.Branch, rest: Sequence[ir.Branch]) -> None:
    """Write the case that a branch is not taken: after the last with a condition, the otherwise branch is performed."""
    if not any(branch.condition is not None for branch in rest):
        count_fired(cx, f"{last.path.rpartition('.')[0]}.else")


def _for_each(cx: Context, loop: ir.ForEach, shape: Shape, env: Env) -> None:
    slot, body = loop.slot, loop.body
    for node in nodes(body):
        if isinstance(node, ir.Move) and isinstance(node.to, ir.ZoneTarget):
            moved_to(cx, env, node.to.name, None)
    shape = under_names(cx, shape)
    if cx.covers:
        count_turns(cx, loop, cx.out.atom(count_of(cx, shape)))
    melds = loop.collection.type.name == "meld" and cx.casting.asked
    slots = named_in_part(cx, loop if melds else body, env) if cx.flow.asking_now is None else ()

    def once(item: Shape) -> None:
        item = listed_in_hand(cx, item)
        inner = {**env, slot: item}
        cx.parts.put_down(cx, slot, item)
        note_named(cx, slot, item)
        if melds:
            cx.parts.cast_named(cx, inner)
        list_body(cx, body, inner)
        cast_after_part(cx, slots, env)

    for_each(cx, shape, once)
    cx.parts.put_down(cx, slot, One(str(NIL), True))
    note_named(cx, slot, None)
    if melds:
        cx.parts.cast_named(cx, env)


def count_turns(cx: Context, loop: ir.ForEach, number: str) -> None:
    """Count the turns of a loop."""
    if f"{loop.path}.each" in cx.layout.counted:  # not what an effect is performed for
        count_fired(cx, f"{loop.path}.each", number)
    if f"{loop.path}.nothing" in cx.layout.counted:
        with cx.out.block(f"if {number} == 0:"):
            count_fired(cx, f"{loop.path}.nothing")


# ------------------------------------------------------------ state
def _set(cx: Context, name: str, cell: str, of: str, value: str) -> None:
    if cx.layout.variables[name].per == "card":
        noted(cx, name, of, value)
    else:
        cx.out.line(f"{cell} = {value}")


def _write(cx: Context, name: str, subject: ir.Expr | None, env: Env, change: Callable[[str, str], None]) -> None:
    """Write a change of a variable; `change` gets the cell and its owner."""
    path = cx.layout.variables[name].path
    if subject is None:
        count_fired(cx, path)
        change(cx.layout.cell("variable", name), "")
        note(cx, 1)
        return

    def one(item: Shape) -> None:
        count_fired(cx, path)
        of = cx.out.atom(single(cx, item).text)
        change(cx.layout.cell("variable", name, of), of)
        note(cx, 1)

    cx.names.changes = True
    whose = shape_of(cx, subject, env)
    cx.names.changes = False
    if cx.layout.variables[name].per == "card" and not isinstance(whose, One):
        whose = under_names(cx, Cards(((mask_of(cx, whose), None),)))
    for_each(cx, whose, one)


def _add(cx: Context, name: str, subject: ir.Expr | None, amount: One, env: Env) -> None:
    more = copied(cx, amount)

    def add(cell: str, of: str) -> None:
        at = cx.out.atom(cell[2:-1])
        unveiled(cx, name, f"S[{at}]")
        cx.out.line(f"S[{at}] = {more.text} if S[{at}] == {NIL} else S[{at}] + {more.text}")
        bound(cx, f"S[{at}]")

    if not more.nil:
        _write(cx, name, subject, env, add)
        return
    with cx.out.block(f"if {more.text} != {NIL}:"):
        _write(cx, name, subject, env, add)


def bound(cx: Context, number: str) -> None:
    most = ir.LARGEST_NUMBER
    cx.out.line(f"if {number} > {most} or ({number} < -{most} and {number} != {NIL}): {cx.layout.cell('fault')} = 1")
