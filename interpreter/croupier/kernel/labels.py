"""Join labels into one function: the statements of each, and the jumps between them.

A label is a body that ends the program with a return, or sets `pc` to the number of the next label. A label with only
one predecessor is written in its place, and labels that only jump are skipped. C has labels for the others; elsewhere a
search by number finds the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from croupier.kernel import nodes as k
from croupier.kernel.walk import statements, with_bodies

PC = k.Name("pc")
"""The label that is due."""


def threaded(
    name: str, bodies: Mapping[int, k.Body], entries: Iterable[int], before: k.Body = (),
    parameters: Sequence[k.Name] = (k.Name("S", k.NUMBERS), k.Name("OUT", k.NUMBERS), PC),
) -> k.Function:  # fmt: skip
    """Return the function `name(S, OUT, pc)` that runs labels, starting at `pc`. `entries`: the labels that it may be
    called with; `before`: the first statements."""
    first = set(entries)
    left = sorted(_joined(_reached(_short({n: _jumping(body) for n, body in bodies.items()}), first), first).items())
    return k.Function(name, tuple(parameters), (*before, k.Labels(PC, tuple(left))))


def searched(node: k.Labels) -> k.While:
    """Return the same as a loop in which a search by number finds the body that is due."""
    return k.While(k.Const(1), _search(node.at, node.bodies))


def _jumping(body: k.Body) -> k.Body:
    """Return a body with jumps where it sets the number of what is due."""

    def change(node: k.Statement) -> k.Statement:
        match node:
            case k.Let(name, k.Const(number)) if name == PC:
                return k.Go(number)
        return with_bodies(node, _jumping)

    return tuple(map(change, body))


def _short(bodies: dict[int, k.Body]) -> dict[int, k.Body]:
    """Return the bodies with jumps past those that do nothing but go on."""
    past = {number: body[0].label for number, body in bodies.items() if len(body) == 1 and isinstance(body[0], k.Go)}

    def end(number: int) -> int:
        met = {number}
        while number in past and past[number] not in met:
            number = past[number]
            met.add(number)
        return number

    def change(node: k.Statement) -> k.Statement:
        return k.Go(end(node.label)) if isinstance(node, k.Go) else with_bodies(node, on)

    def on(body: k.Body) -> k.Body:
        return tuple(map(change, body))

    return {number: on(body) for number, body in bodies.items()}


def _reached(bodies: dict[int, k.Body], entries: set[int]) -> dict[int, k.Body]:
    """Return the bodies that anything goes to, from those that the function is called with."""
    found = [*sorted(entries)]
    for number in found:  # grows meanwhile
        found += [label for label in dict.fromkeys(_jumps(bodies[number])) if label not in found]
    return {number: bodies[number] for number in found}


def _jumps(body: k.Body) -> list[int]:
    return [node.label for node in statements(body) if isinstance(node, k.Go)]


def _joined(bodies: dict[int, k.Body], entries: set[int]) -> dict[int, k.Body]:
    """Put what only one place goes to into that place."""
    while True:
        jumps = {number: _jumps(body) for number, body in bodies.items()}
        uses = Counter(label for labels in jumps.values() for label in labels)
        once = [n for n in bodies if n not in entries and uses[n] == 1 and n not in jumps[n]]
        if not once:
            return bodies
        moved = bodies.pop(once[0])
        [at] = [number for number in bodies if once[0] in jumps[number]]
        bodies[at] = _with(bodies[at], once[0], moved)


def _with(body: k.Body, number: int, moved: k.Body) -> k.Body:
    """Return a body with another in place of the jump to its number."""
    made: list[k.Statement] = []
    for node in body:
        made += moved if node == k.Go(number) else (with_bodies(node, lambda inside: _with(inside, number, moved)),)
    return tuple(made)


def _search(at: k.Name, bodies: Sequence[tuple[int, k.Body]]) -> k.Body:
    if len(bodies) == 1:
        return _setting(at, bodies[0][1]) or (k.Pass(),)
    half = len(bodies) // 2
    return (k.If(k.Compare("<", at, k.Const(bodies[half][0])), _search(at, bodies[:half]), _search(at, bodies[half:])),)


def _setting(at: k.Name, body: k.Body) -> k.Body:
    """Return a body that sets the number of what is due where it jumps."""
    return tuple(
        [
            k.Let(at, k.Const(node.label))
            if isinstance(node, k.Go)
            else with_bodies(node, lambda inside: _setting(at, inside))
            for node in body
        ]
    )
