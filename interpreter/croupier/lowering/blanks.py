"""Continue the search of a `must` after a statement that showed unknown cards.

Whatever depends on these cards counts as possible. The reference replaces them by blank cards: a `must` condition that
reads a blank's face holds, a test is followed both ways, and any other read ends the search. Compiled rules have no
blank cards. They find out whether the reference would read one, in its order of evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from croupier.lowering.base import is_counted, one_value, truth, uncounted
from croupier.lowering.capabilities import Unlowered, cannot
from croupier.lowering.cardsets import filtered
from croupier.lowering.collections import for_each, mask_of, zone_shape
from croupier.lowering.context import Context, Env
from croupier.lowering.expressions import negated, shape_of
from croupier.lowering.kernel import NIL, VEILED, part
from croupier.lowering.knowing import SHOWN, keeps_shown, statements_after_showing
from croupier.lowering.layout import CARD_BITS, TRYING, UNFORESEEN
from croupier.lowering.listing import size_of
from croupier.lowering.shapes import Cards, One, Shape
from croupier.lowering.stages import actor
from croupier_dsl import ir
from croupier_dsl.analysis import children, reads_faces, reads_only_its_card, stores_read

EAGER = (
    ir.Constant, ir.Nothing, ir.OptionValue, ir.Players, ir.Teams, ir.Values, ir.StageCount, ir.NextActor, ir.Direction,
    ir.AllPassed,
    ir.Local, ir.VariableValue, ir.ZoneContents, ir.Keyed, ir.Deck, ir.Not, ir.Negative, ir.SeatNumber, ir.TeamOf,
    ir.Members, ir.Neighbour, ir.Same, ir.Count, ir.IsEmpty, ir.Sum, ir.ExtremeValue, ir.ListOf, ir.Combine, ir.TopSome,
    ir.MeldFact,
)  # fmt: skip
"""Sentences that read nothing of a card themselves, and work out each of their parts."""


def write_certain_failures(cx: Context, stage: ir.Stage, name: str) -> None:
    """Write `name(S, failing)`: the conditions of those failing that fail whatever the shown cards are, as bits; -1 if
    that cannot be told."""
    with cx.out.function(f"{name}(S, failing)"):
        cx.out.line(f"m_blank = {SHOWN}")
        beyond = [mask_of(cx, zone_shape(cx, *place)) for place in cx.layout.every_place() if _of_melds(cx, place[0])]
        beyond.append(f"Z[{cx.layout.at('zone')}]")
        cx.out.line(f"if (m_blank & ({' | '.join(beyond)})) != 0: return 0")
        _held_in_state(cx)
        for number, condition in enumerate(stage.must):
            with part(condition.where, condition.text), cx.out.block(f"if failing >> {number} & 1:"):
                _reads_blank(cx, condition.expr, {0: actor(cx, stage)}, f"failing = failing & ~{1 << number}")
        cx.out.line("return failing")


def _of_melds(cx: Context, zone: str) -> bool:
    return cx.layout.form(zone) == "melds"


def _held_in_state(cx: Context) -> None:
    """Write: return 0 if state holds one of the cards, because then no condition certainly fails."""
    for variable in cx.rules.variables:
        if variable.type.name not in ("card", "meld") or variable.per == "card":
            continue
        if variable.type.name == "meld":
            _held_in_melds(cx, variable)
            continue
        for slot in range(size_of(cx, variable)):
            at = int(cx.layout.at("variable", variable.name, str(slot)))
            cells = f"{at}, {at + 1}" if not variable.type.many else f"{at + 1}, {at + 1} + S[{at}]"
            test = f"S[{at}] != {VEILED}"
            with cx.out.block(f"if {test}:"), cx.out.block(f"for i in range({cells}):"):
                with cx.out.block(f"if S[i] != {NIL} and S[i] != {VEILED}:"):
                    cx.out.line("if (m_blank & BIT(S[i])) != 0: return 0")


def _held_in_melds(cx: Context, variable: ir.Variable) -> None:
    """Write the same for state that is melds."""
    p, i, k = cx.out.name(), cx.out.name("i"), cx.out.name("i")
    for slot in range(size_of(cx, variable)):
        at = int(cx.layout.at("variable", variable.name, str(slot)))
        cx.out.line(f"{p} = {at + 1}")
        with cx.out.block(f"for {k} in range(0, S[{at}]):"):
            with cx.out.block(f"for {i} in range({p} + 2, {p} + 2 + S[{p} + 1]):"):
                cx.out.line(f"if (m_blank & BIT(S[{i}] >> {CARD_BITS})) != 0: return 0")
            cx.out.line(f"{p} += 2 + S[{p} + 1]")


# ------------------------------------------------------------ guesses
def both_results(cx: Context, exprs: Sequence[ir.Expr], env: Env, test: str) -> str:
    """Return the test whether all of these hold. In a trial, both results are possible if it depends on a card that was
    just shown."""
    if not _may_ask(cx, exprs):
        return test
    result = cx.out.let(f"1 if {test} else 0")
    with _after_showing(cx):
        no, unsure = _certain_failures(cx, exprs, env)
        cx.out.line(f"{result} = 0 if {no} else 1")
        with cx.out.block(f"if {no} == 0 and {unsure}:"):
            cx.out.line(f"{result} = guess(S)")
            cx.out.line(f"if {cx.layout.cell('trial')} == {UNFORESEEN}: return -1")
    return result


def unless_blank(cx: Context, exprs: Sequence[ir.Expr], env: Env) -> None:
    """Write, before these are evaluated in a trial: everything is possible if they read a shown card."""
    asking = [expr for expr in exprs if _may_ask(cx, [expr])]
    if asking:
        with _after_showing(cx):
            for expr in asking:
                found = cx.out.let("0")
                _reads_blank(cx, expr, env, f"{found} = 1")
                _unforeseen_if(cx, found)


def unknown_if_rule_fires(cx: Context, trigger: ir.Trigger, env: Env) -> None:
    """Write, before a rule is tried in a trial: everything is possible if it may fire after a card was shown."""
    exprs = [condition.expr for condition in trigger.conditions]
    each = [] if trigger.each is None else [trigger.each]
    if not _may_ask(cx, [*exprs, *each]):
        return
    with _after_showing(cx):
        unless_blank(cx, each, env)

        def tried(item: Shape) -> None:
            no, _ = _certain_failures(cx, exprs, {**env, 1: item})
            _unforeseen_if(cx, f"{no} == 0")

        if trigger.enters:
            at, i = int(cx.layout.at("entered", trigger.name)), cx.out.name("i")
            with cx.out.block(f"for {i} in range(0, S[{at}]):"):
                tried(One(cx.out.let(f"S[{at + 1} + {i}]", "c")))
        elif trigger.each is None:
            no, _ = _certain_failures(cx, exprs, env)
            _unforeseen_if(cx, f"{no} == 0")
        else:
            for_each(cx, shape_of(cx, trigger.each, env), tried)
        cx.out.line("return 0")


def unknown_if_statement_reads(cx: Context, statement: ir.Statement, env: Env) -> None:
    """Write, before a statement in a trial: everything is possible if it depends on a card shown in the same list."""
    if not cx.layout.looks or id(statement) not in statements_after_showing(cx) or not keeps_shown(cx):
        return
    unless_blank(cx, _read_by(statement), env)
    match statement:
        case ir.Move(what=what, to=ir.ZoneTarget(name=name) as to) if to.round or cx.layout.form(name) in (
            "pile",
            "row",
        ):
            one_by_one = what.type.many
        case ir.Move(what=what):
            one_by_one = False
            if isinstance(statement.to, ir.SpotTarget) or _of_melds(cx, statement.to.name):
                with _after_showing(cx), cx.out.block(f"if (m_blank & {mask_of(cx, shape_of(cx, what, env))}) != 0:"):
                    cx.out.line("return -1")
        case ir.ForEach(collection=what):
            one_by_one = what.type.name == "card"
        case _:
            return
    if one_by_one:  # in which order depends on what they are
        with _after_showing(cx):
            those = cx.out.let(mask_of(cx, shape_of(cx, what, env)), "m_")
            _unforeseen_if(cx, f"(m_blank & {those}) != 0 and POP({those}) > 1")


def _read_by(statement: ir.Statement) -> list[ir.Expr]:
    """Return the expressions that are evaluated when a statement is performed, without inner statements and tests."""
    match statement:
        case ir.Move(what=what, to=ir.SpotTarget(spot=spot)):
            return [what, spot]
        case ir.Move(what=what, to=ir.ZoneTarget(subject=subject, start=start, under=under)):
            found = [what, subject, start, under]
        case ir.Swap(one=one, other=other):
            found = [one, other]
        case ir.Reveal(cards=cards) | ir.Hide(cards=cards):
            found = [cards]
        case ir.Show(cards=cards, players=players):
            found = [cards, players]
        case ir.SetVariable(subject=subject, value=value) | ir.AddToVariable(subject=subject, amount=value):
            found = [subject, value]
        case ir.SetNext(player=value) | ir.SetDirection(value=value) | ir.Let(value=value):
            found = [value]
        case ir.ForEach(collection=collection):
            found = [collection]
        case _:
            found = []
    return [each for each in found if each is not None]


def _may_ask(cx: Context, exprs: Sequence[ir.Expr]) -> bool:
    """Return whether these may read, in a trial, a card that was just shown."""
    return cx.layout.looks and keeps_shown(cx) and reads_faces(cx.facts, exprs)


@contextmanager
def _after_showing(cx: Context) -> Iterator[None]:
    """Write the block for trials in which a card was shown."""
    pure, cx.pure, cx.faults = cx.pure, False, True
    trial, sighted = cx.layout.cell("trial"), cx.layout.cell("sighted")
    with uncounted(cx), cx.out.block(f"if {trial} == {TRYING} and {sighted}:"):
        cx.out.line(f"m_blank = {SHOWN}")
        yield
    cx.pure = pure


def _unforeseen_if(cx: Context, test: str) -> None:
    cx.out.line(f"if {test}: {cx.layout.cell('trial')} = {UNFORESEEN}; return -1")


def _certain_failures(cx: Context, exprs: Sequence[ir.Expr], env: Env) -> tuple[str, str]:
    """Return tests whether one of these fails whatever is on the shown cards, and whether that is unknown of one."""
    no, unsure = cx.out.let("0"), cx.out.let("0")
    for expr in exprs:
        found = cx.out.let("0")
        if reads_faces(cx.facts, [expr]):
            _reads_blank(cx, expr, env, f"{found} = 1")
        cx.out.line(f"if {found}: {unsure} = 1")
        with cx.out.block("else:"):
            test = truth(cx, expr, env)
            cx.out.line(f"if {negated(cx, test)}: {no} = 1")
    return no, unsure


# ------------------------------------------------------------ reads of blanks
def _reads_blank(cx: Context, expr: ir.Expr, env: Env, then: str) -> None:
    """Write `then` for the case that a blank is read. If the order of evaluation is unknown here, -1 is returned if the
    sentence might read one."""
    try:
        with cx.out.captured() as lines:
            found = cx.out.let("0")
            if cx.covers and is_counted(cx, expr):
                raise cannot("blank_unclear")
            reached = _read(cx, expr, env, found)
    except Unlowered:
        zones = [zone for what, zone in sorted(stores_read(cx.facts, expr)) if what == "zone"]
        places = [(zone, of) for zone in zones for of in cx.layout.subjects(zone)]
        there = [mask_of(cx, zone_shape(cx, *place)) for place in places]
        cx.out.line(f"if (m_blank & ({' | '.join(there) or '0'})) != 0: return -1")
        return
    if reached:
        cx.out.written(lines)
        with cx.out.block(f"if {found}:"):
            cx.out.line(then)


def _if(cx: Context, test: Callable[[], str], write: Callable[[], bool]) -> bool:
    """Write it below a test, which is evaluated only if a blank may be read there."""
    with cx.out.captured() as lines:
        reached = write()
    if reached:
        with cx.out.block(f"if {test()}:"):
            cx.out.written(lines, 1)
    return reached


def _read(cx: Context, expr: ir.Expr, env: Env, found: str) -> bool:
    """Write that `found` is yes if a blank card is read while the sentence is evaluated. Return whether that is
    possible; if not, nothing is written."""
    with cx.out.captured() as lines:
        reached = _read_it(cx, expr, env, found)
    if reached:
        cx.out.written(lines)
    return reached


def _read_it(cx: Context, expr: ir.Expr, env: Env, found: str) -> bool:
    match expr:
        case ir.Neighbour(side="successor"):
            return False
        case _ if isinstance(expr, EAGER):
            reached = [_read(cx, child, env, found) for child in children(expr)]
            return any(reached)
        case ir.Attribute(card=card) | ir.IsKind(card=card) | ir.CardFact(fact="wild", card=card):
            _read(cx, card, env, found)
            return _read_card(cx, one_value(cx, card, env), found)
        case ir.CardFact(fact="owner", card=card):
            return _read(cx, card, env, found)
        case ir.Melds(cards=cards) | ir.IsCombo(cards=cards):
            _read(cx, cards, env, found)
            cx.out.line(f"if (m_blank & {mask_of(cx, shape_of(cx, cards, env))}) != 0: {found} = 1")
            return True
        case ir.Order(left=left, right=right) | ir.Arithmetic(left=left, right=right):
            first = _read(cx, left, env, found)
            more = _if(cx, lambda: _is_something(one_value(cx, left, env)), lambda: _read(cx, right, env, found))
            return first or more
        case ir.Within(left=left, right=right):
            _nothing_read(cx, right, env)
            return _read(cx, left, env, found)
        case ir.Span():
            _nothing_read(cx, expr.low, env)
            _nothing_read(cx, expr.high or expr.low, env)
            return False
        case ir.Logic(op=op, operands=operands):
            return _read_in_turn(cx, op, operands, env, found)
        case ir.IfThenElse(condition=condition, then=yes, otherwise=no):
            first = _read(cx, condition, env, found)
            here = _if(cx, lambda: truth(cx, condition, env), lambda: _read(cx, yes, env, found))
            there = _if(cx, lambda: negated(cx, truth(cx, condition, env)), lambda: _read(cx, no, env, found))
            return first or here or there
        case ir.Exists(collection=collection, slot=slot, condition=condition):
            first = _read(cx, collection, env, found)
            return _read_until(cx, collection, slot, condition, env, found) or first
        case ir.HasKind(notation=notation, cards=cards):
            _nothing_read(cx, cards, env)
            these = _of_kind(cx, notation)
            known, blank = (cx.out.let("0", "m_") for _ in range(2))
            for part in _in_order(cx, cards, env):
                those = cx.out.let(mask_of(cx, part), "m_")
                cx.out.line(f"if ({known} & {these}) == 0: {blank} = {blank} | ({those} & m_blank)")
                cx.out.line(f"{known} = {known} | ({those} & ~m_blank)")
            cx.out.line(f"if {blank} != 0: {found} = 1")
            return True
        case ir.Filter(collection=collection, slot=slot, condition=body):
            return _read_each(cx, collection, slot, (body,), env, found)
        case ir.Map(collection=collection, slot=slot, body=body):
            return _read_each(cx, collection, slot, (body,), env, found)
        case ir.ExtremeThing(collection=collection, slot=slot):
            return _read_each(cx, collection, slot, expr.keys, env, found)
        case ir.Best(count=count, collection=collection, slot=slot):
            first = count is not None and _read(cx, count, env, found)
            return _read_each(cx, collection, slot, expr.keys, env, found) or first
        case ir.Pick(which="first" | "last" | "top" | "bottom", collection=collection):
            of_cards = expr.type.name == "card"
            if of_cards and not (isinstance(collection, ir.ZoneContents) and cx.layout.form(collection.name) != "set"):
                raise cannot("blank_unclear")
            return _read(cx, collection, env, found)
        case ir.Defined(name=name, subject=subject, further=None):
            return _read_about(cx, "definition", name, (cx.definitions[name].body,), subject, env, found)
        case ir.TableValue(name=name, subject=subject, further=None):
            table = cx.given_tables[name]
            bodies = (table.key, *(row.value for row in table.rows))
            return _read_about(cx, "table", name, bodies, subject, env, found)
    raise cannot("blank_unclear")


def _nothing_read(cx: Context, expr: ir.Expr, env: Env) -> None:
    """Raise `Unlowered` if a blank might be read in an expression that may or may not be evaluated."""
    with cx.out.captured():
        reached = _read(cx, expr, env, "found")
    if reached:
        raise cannot("blank_unclear")


def _of_kind(cx: Context, notation: str) -> int:
    kind = cx.program.kind_index[notation]
    return sum(1 << card for card, own in enumerate(cx.program.kind_of) if own == kind)


def _is_something(value: One) -> str:
    return f"{value.text} != {NIL}" if value.nil else "1"


def _read_card(cx: Context, card: One, found: str) -> bool:
    text = cx.out.atom(card.text)
    with cx.out.block(f"if {text} != {NIL}:"), cx.out.block(f"if (m_blank & BIT({text})) != 0:"):
        cx.out.line(f"{found} = 1")
    return True


def _read_in_turn(cx: Context, op: str, operands: tuple[ir.Expr, ...], env: Env, found: str) -> bool:
    """Write the reads of `and` and `or`: operands after a deciding one are not evaluated."""
    first, more = operands[0], operands[1:]
    reached = _read(cx, first, env, found)

    def goes_on() -> str:
        test = truth(cx, first, env)
        return test if op == "and" else negated(cx, test)

    return (bool(more) and _if(cx, goes_on, lambda: _read_in_turn(cx, op, more, env, found))) or reached


def _read_each(cx: Context, collection: ir.Expr, slot: int, bodies: Sequence[ir.Expr], env: Env, found: str) -> bool:
    """Write the reads of an expression for each element of a collection."""
    first, reached = _read(cx, collection, env, found), False

    def read(item: Shape) -> None:
        nonlocal reached
        for body in bodies:
            reached |= _read(cx, body, {**env, slot: item}, found)

    with cx.out.captured() as lines:
        for_each(cx, shape_of(cx, collection, env), read)
    if reached:
        _none_of_melds(collection)
        cx.out.written(lines)
    return first or reached


def _none_of_melds(collection: ir.Expr) -> None:
    """Raise `Unlowered` for melds of a hand, which are found one by one on demand."""
    if collection.type.name == "meld":
        raise cannot("blank_unclear")


def _read_until(cx: Context, collection: ir.Expr, slot: int, condition: ir.Expr, env: Env, found: str) -> bool:
    """Write the reads of a condition for one element after the other, up to the first that meets it. Blanks come last
    in a set."""
    reached = False
    with cx.out.captured() as lines:
        done = cx.out.let("0")

        def read(item: Shape) -> None:
            nonlocal reached
            inner = {**env, slot: item}
            with cx.out.block(f"if {done} == 0:"):
                reached |= _read(cx, condition, inner, found)
                cx.out.line(f"if {truth(cx, condition, inner)}: {done} = 1")

        for those in _in_order(cx, collection, env):
            for_each(cx, those, read)
    if reached:
        _none_of_melds(collection)
        cx.out.written(lines)
    return reached


def _in_order(cx: Context, collection: ir.Expr, env: Env) -> list[Shape]:
    """Return the elements, in parts: in a set blank cards come last."""
    match collection:
        case ir.Filter(collection=inner, slot=slot, condition=condition, if_possible=False):
            parts = _in_order(cx, inner, env)
            return [filtered(cx, part, slot, condition, env, soft=False) for part in parts]
        case ir.Combine(op="with", left=left, right=right):
            return [*_in_order(cx, left, env), *_in_order(cx, right, env)]
        case ir.ListOf(items=items):
            return [part for item in items for part in _in_order(cx, item, env)]
        case ir.ZoneContents(name=name) if cx.layout.form(name) == "set":
            shape = shape_of(cx, collection, env)
            assert isinstance(shape, Cards)
            halves = [(those, place) for those, place in shape.parts for _ in range(2)]
            tests = ["& ~m_blank", "& m_blank"] * len(shape.parts)
            return [
                Cards(((cx.out.let(f"{those} {test}", "m_"), place),))
                for (those, place), test in zip(halves, tests, strict=True)
            ]
        case ir.ZoneContents() | ir.Local():
            return [shape_of(cx, collection, env)]
        case ir.Best() if reads_faces(cx.facts, collection.keys):  # a blank among them has been read already
            return [shape_of(cx, collection, env)]
    if collection.type.name == "card":
        raise cannot("blank_unclear")
    return [shape_of(cx, collection, env)]


def _read_about(
    cx: Context, what: str, name: str, bodies: tuple[ir.Expr, ...], subject: ir.Expr | None, env: Env, found: str
) -> bool:
    """Write the reads of a table or definition: none if its subject is nothing; its first body is always evaluated."""
    inner: Env = {0: env[0]}
    test, reached = "1", False
    if subject is not None:
        reached = _read(cx, subject, env, found)
        about = shape_of(cx, subject, env)
        if isinstance(about, One):
            if subject.type.name == "card" and reads_only_its_card(cx.facts, what, name):
                return _read_card(cx, about, found)
            about = One(cx.out.atom(about.text), at=about.at)
            test = f"{about.text} != {NIL}"
        elif subject.type.name in ("meld", "spot"):
            raise cannot("blank_unclear")
        inner[1] = about
    first, *rest = bodies
    for body in rest:
        _nothing_read(cx, body, inner)
    return _if(cx, lambda: test, lambda: _read(cx, first, inner, found)) or reached
