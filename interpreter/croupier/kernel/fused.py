"""Fuse the random player into the machine: chance answers at a decision and play continues, without a return.

The `EmitRow`s of a list of legal moves give its rows (`rows`); here they give its length and the chosen move: moves are
counted, one is drawn, and it is made at once. If the cards of a move are a set, or its numbers a range, no row is
written; for others rows are listed as usual, and one is made. Either way, the same choice draws the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from croupier.kernel import nodes as k
from croupier.kernel.labels import PC, threaded
from croupier.kernel.rows import N
from croupier.kernel.walk import (
    HEAD,
    INSIDE,
    assigned,
    changed,
    expressions,
    rewritten,
    statements,
    with_bodies,
)

S, OUT, P = k.Name("S", k.NUMBERS), k.Name("OUT", k.NUMBERS), k.Name("P", k.NUMBERS)
CHOSEN = k.Name("i")
"""The number of the move that is chosen, as labels have it where play goes on."""
ME, DRAWN, DONE = k.Name("me"), k.Name("drawn_"), k.Name("e")
"""The choosing seat, where moves are listed; the number of the drawn move; and its result, as labels return it."""
HERE = k.Name("me_")
"""The choosing seat, in the machine."""


DEEPEST = 60
"""The most nested statements: Python accepts no more than a hundred."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The parts of the machine. `chosen`: for each label with a decision, the label after it; `lists`: the functions
    that list the moves of a stage, each with their numbers, as in `l_1` and `do_1`; `acted`: the cell of the last
    player, `fault`: the cell of faults; `limit`: the most moves; `start`: the label where a game begins."""

    chosen: tuple[tuple[int, int], ...]
    lists: tuple[tuple[str, tuple[int, ...]], ...]
    acted: int
    fault: int
    limit: int
    start: int


def playing(
    told: Playing, bodies: Mapping[int, k.Body], before: k.Body, functions: Mapping[str, k.Function]
) -> k.Function | None:
    """Return the function `play(S, OUT, P)`, which plays a game that has been set up to its end; None if nothing would
    be gained, since all moves are listed as rows, or if it would nest too deep. `bodies`: what is done at each label;
    `before`: what is done first; `functions`: of the program, by name."""
    chosen = dict(told.chosen)

    def answered(body: k.Body) -> k.Body:
        """Play goes on where it stood, and what follows an `if` with that is done otherwise."""
        made: list[k.Statement] = []
        for at, node in enumerate(body, 1):
            match node:
                case k.Stand(label, number):
                    made.append(k.If(k.Compare("<=", number, k.Const(0)), (k.Return(number),)))
                    made.append(k.Let(CHOSEN, k.Call("drawn", (S, P, number))))
                    made.append(k.Let(PC, k.Const(chosen[label])))
                case k.If(test, then, ()) if isinstance(then[-1], k.Stand):
                    return (*made, k.If(test, answered(then), answered(body[at:])))
                case _:
                    made.append(with_bodies(node, answered))
        return tuple(made)

    first = (*before, k.Let(CHOSEN, k.Const(0)), k.Let(PC, k.Const(told.start)))
    made = threaded("play", {n: answered(body) for n, body in bodies.items()}, {told.start}, first, (S, OUT, P))
    *_, labels = made.body
    assert isinstance(labels, k.Labels)
    known = _Known(told, dict(told.lists), functions)
    done = [(number, _at_once(body, known)) for number, body in labels.bodies]
    same = all(now is body for (_, now), (_, body) in zip(done, labels.bodies, strict=True))
    if same or max(_depth(body) for _, body in done) > DEEPEST:
        return None
    return k.Function(made.name, made.parameters, (*first, k.Labels(labels.at, tuple(done))), made.result)


def _depth(body: k.Body) -> int:
    """Return how many statements are inside one another at most."""
    inside = [_depth(each) for node in body if type(node) in INSIDE for each in INSIDE[type(node)](node)]
    return 1 + max(inside, default=0)


# ---------------------------------------------------------------- one decision
@dataclass(frozen=True, slots=True)
class _Known:
    told: Playing
    lists: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, k.Function]


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of the moves that may be chosen: those from `at` on, before `to`; `does`: what makes the one that was
    drawn."""

    at: k.Name
    to: k.Name
    does: k.Body


@dataclass(slots=True)
class _Counting:
    """A list of moves that becomes their number. `name`: what names of it end with; `parts`: where moves have been
    found, in order; `free`: no count is certain to be small."""

    known: _Known
    name: str
    move: int = 0
    parts: list[_Part] = field(default_factory=list)
    free: bool = False


class _Dear(Exception):
    """Moves of this list are counted no other way than by listing them."""


def _at_once(body: k.Body, known: _Known) -> k.Body:
    """Return a body in which moves are listed and one is made, with that done at once, as far as it can be."""
    listing = [node for node in statements(body) if _lists(node, known)]
    making = [node for node in statements(body) if _makes(node)]
    if len(listing) != 1 or len(making) != 1 or _reads_rows(body, (*listing, *making)):
        return body
    [listed], [made] = listing, making
    assert isinstance(listed, k.Let)
    assert isinstance(made, k.Let)
    assert isinstance(listed.value, k.Call)
    assert isinstance(made.value, k.Call)
    counting = _Counting(known, f"_{listed.name.name}")
    of, me, most = known.lists[listed.value.function], listed.value.arguments[2], listed.value.arguments[3]
    counted = [part for move in of for part in _counted(counting, move, most)]
    if all(isinstance(each.does[-1], k.Let) and each.does[-1].value == _row_made(known) for each in counting.parts):
        return body
    first: list[k.Statement] = [k.Let(HERE, me), k.Let(N, k.Const(0)), *counted, k.Let(listed.name, N)]
    if counting.free:
        fault = k.Load(S, k.Const(known.told.fault))
        first.append(k.If(k.Compare(">", N, k.Const(known.told.limit)), (k.Store(fault, k.Const(1)),)))
    does: k.Body = ()
    for part in reversed(counting.parts):
        does = (k.If(k.Compare("<", DRAWN, part.to), part.does, does),)
    acted = k.Store(k.Load(S, k.Const(known.told.acted)), HERE)
    second = (k.Let(DRAWN, CHOSEN), k.Let(DONE, k.Const(0)), acted, *does)

    def change(inside: k.Body) -> k.Body:
        return tuple(
            each
            for node in inside
            for each in (first if node is listed else second if node is made else (with_bodies(node, change),))
        )

    return (*_begun(first, second), *change(body))


def _begun(first: Iterable[k.Statement], second: Iterable[k.Statement]) -> Iterator[k.Let]:
    """Yield first values for the names that are given one where moves are counted, and read where one is made."""
    given = {name for node in statements(first) if (name := assigned(node)) is not None}
    read = {
        each for node in statements(second) for each in expressions(*HEAD[type(node)](node)) if type(each) is k.Name
    }
    for name in sorted(given & read, key=lambda each: each.name):
        yield k.Let(name, k.Const(0, name.type))


def _lists(node: k.Statement, known: _Known) -> bool:
    match node:
        case k.Let(_, k.Call(function, (_, _, _, k.Const()))):
            return function in known.lists
    return False


def _makes(node: k.Statement) -> bool:
    match node:
        case k.Let(name, k.Call("act", (_, _, _, which))):
            return name == DONE and which == CHOSEN
    return False


def _row_made(known: _Known) -> k.Call:
    """Return the call that makes the move of the drawn row."""
    return k.Call("act", (S, OUT, HERE, DRAWN))


def _reads_rows(body: k.Body, but: tuple[k.Statement, ...]) -> bool:
    """Return whether anything else looks at rows of moves, or at which was chosen."""
    others = [node for node in statements(body) if not any(node is each for each in but)]
    read = {each for node in others for each in expressions(*HEAD[type(node)](node)) if type(each) is k.Name}
    given = [node for node in others if assigned(node) == CHOSEN]
    return OUT in read or CHOSEN in read - {assigned(node) for node in given} or len(given) != 1


# ---------------------------------------------------------------- counting
def _counted(counting: _Counting, move: int, most: k.Expression) -> k.Body:
    """Return what counts the legal ways to make a move; as long as it can be told no other way, they are listed."""
    function = counting.known.functions[f"l_{move}"]
    before, counting.move = len(counting.parts), move
    try:
        *inside, last = function.body
        if last != k.Return(N) or any(_is_read(node, N) for node in statements(inside)):
            raise _Dear
        return rewritten(_numbered(counting, tuple(inside)), _as_here)
    except _Dear:
        del counting.parts[before:]
        counting.free = True
        part = _part(counting, (k.Let(DONE, _row_made(counting.known)),))
        listed = k.Let(N, k.Call(function.name, (S, OUT, N, HERE, most)))
        return k.Let(part.at, N), k.If(k.Compare("<", N, most), (listed,)), k.Let(part.to, N)


def _as_here(node: k.Expression) -> k.Expression:
    """Return an expression of a list as the machine has it."""
    return HERE if node == ME else changed(node, _as_here)


def _is_read(node: k.Statement, name: k.Name) -> bool:
    return name in expressions(*HEAD[type(node)](node))


def _part(counting: _Counting, does: k.Body) -> _Part:
    end = f"{counting.name}_{len(counting.parts)}"
    part = _Part(k.Name(f"at{end}"), k.Name(f"to{end}"), rewritten(does, _as_here))
    counting.parts.append(part)
    return part


def _numbered(counting: _Counting, body: k.Body) -> k.Body:
    """Return statements that list moves, with their number instead of their rows."""
    made: list[k.Statement] = []
    for node in body:
        if isinstance(node, k.EmitRow):
            made += _some(_part(counting, (_done(counting, node),)), k.Const(1))
        elif not any(isinstance(each, k.EmitRow) for each in statements((node,))):
            if any(isinstance(each, k.Return | k.Try) or _is_read(each, OUT) for each in statements((node,))):
                raise _Dear
            made.append(node)
        elif isinstance(node, k.If):
            made.append(k.If(node.test, _numbered(counting, node.then), _numbered(counting, node.otherwise)))
        elif isinstance(node, k.Count):
            made += _numbers(counting, node)
        elif isinstance(node, k.While):
            made += _cards(counting, node)
        else:
            raise _Dear
    return tuple(made)


def _some(part: _Part, number: k.Expression) -> k.Body:
    """Return statements that add a number of moves."""
    return k.Let(part.at, N), k.Add(N, number), k.Let(part.to, N)


def _done(counting: _Counting, row: k.EmitRow) -> k.Let:
    """Return the move of a row is made."""
    values = [each.value for each in row.cells[1:]]
    return k.Let(DONE, k.Call(f"do_{counting.move}", (S, ME, *values)))


def _made(counting: _Counting, body: k.Body) -> k.Body:
    """Return what lists one of several moves, with that move made instead."""
    rows = [node for node in statements(body) if isinstance(node, k.EmitRow)]
    others = [node for node in statements(body) if not isinstance(node, k.EmitRow)]
    if len(rows) != 1 or not all(isinstance(node, k.Let | k.If | k.Mark) for node in others):
        raise _Dear

    def change(inside: k.Body) -> k.Body:
        return tuple(
            [
                _done(counting, node) if isinstance(node, k.EmitRow) else with_bodies(node, change)
                for node in inside
                if not isinstance(node, k.Mark)
            ]
        )

    return change(body)


def _numbers(counting: _Counting, loop: k.Count) -> k.Body:
    """Return a move for each number."""
    if loop.down or not isinstance(loop.body[-1], k.EmitRow) or any(map(_branches, loop.body)):
        raise _Dear
    end = f"{counting.name}_{len(counting.parts)}"
    low, high = k.Name(f"low{end}"), k.Name(f"high{end}")
    many: k.Expression = k.Select(k.Compare(">", high, low), k.Binary("-", high, low), k.Const(0))
    match loop.start, loop.end:
        case k.Const(start), k.Const(after):
            many = k.Const(max(0, after - start))
        case _:
            counting.free = True
    part = _part(counting, ())
    which = k.Binary("+", low, k.Binary("-", DRAWN, part.at))
    does = (k.Let(loop.name, which), *_made(counting, loop.body))
    counting.parts[-1] = _Part(part.at, part.to, rewritten(does, _as_here))
    return k.Let(low, loop.start), k.Let(high, loop.end), *_some(part, many)


def _branches(node: k.Statement) -> bool:
    return type(node) in INSIDE


def _cards(counting: _Counting, loop: k.While) -> k.Body:
    """Return a move for each card of a set, or for each that passes a test."""
    match loop:
        case k.While(
            k.Compare("!=", k.Name() as left, k.Const(0)),
            (k.Let(card, k.Call("LOW", (low,))), k.Let(rest, k.Call("REST", (of,))), *inside),
        ) if left == low == rest == of:
            pass
        case _:
            raise _Dear
    within = tuple(inside)
    does = _made(counting, within)
    passing = k.Name(f"m_{counting.name}_{len(counting.parts)}", k.SET)
    part = _part(counting, ())
    which = k.Let(card, k.Call("NTH", (passing, k.Binary("-", DRAWN, part.at)), k.NUMBER))
    counting.parts[-1] = _Part(part.at, part.to, rewritten((which, *does), _as_here))
    number = _some(part, k.Call("POP", (passing,), k.NUMBER))
    if not any(map(_branches, within)):
        return k.Let(passing, left), *number

    def change(body: k.Body) -> k.Body:
        one = k.Let(passing, k.Binary("|", passing, k.Call("BIT", (card,), k.SET), k.SET))
        return tuple([one if isinstance(node, k.EmitRow) else with_bodies(node, change) for node in body])

    head = loop.body[:2]
    return k.Let(passing, k.Const(0, k.SET)), k.While(loop.test, (*head, *change(within))), *number
