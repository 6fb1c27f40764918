"""Labels turned into one function: what is done at each of them, and where each goes on.

A label is a body that ends the program with a return, or sets `pc` to the number of the label at which it goes on. What
only one place goes to stands in that place; of the others a search by number finds the one that is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.kernel.nodes import (
    NUMBERS,
    Body,
    Compare,
    Const,
    Count,
    Each,
    Function,
    If,
    Let,
    Name,
    Pass,
    Return,
    Statement,
    While,
)
from croupier.kernel.walk import statements

PC = Name("pc")
"""The label that is due."""


def threaded(name: str, bodies: Mapping[int, Body], entries: Iterable[int], before: Body = ()) -> Function:
    """Return the function `name(S, OUT, pc)` that goes from label to label, from that of `pc` on. `entries`: the labels
    that it is called with; `before`: what is done first."""
    left = sorted(_joined(dict(bodies), set(entries)).items())
    loop = While(Const(1), _search(left))
    parameters = (Name("S", NUMBERS), Name("OUT", NUMBERS), PC)
    return Function(name, parameters, (*before, loop, Return(Const(0))))


def _goes_to(node: Statement) -> int | None:
    match node:
        case Let(name, Const(number)) if name == PC:
            return number
    return None


def _joined(bodies: dict[int, Body], entries: set[int]) -> dict[int, Body]:
    """Put what only one place goes to into that place."""
    while True:
        uses = Counter(_goes_to(node) for body in bodies.values() for node in statements(body))
        own = {number: {_goes_to(node) for node in statements(body)} for number, body in bodies.items()}
        once = [n for n in bodies if n not in entries and uses[n] == 1 and n not in own[n]]
        if not once:
            return bodies
        moved = bodies.pop(once[0])
        [at] = [number for number in bodies if once[0] in own[number]]
        bodies[at] = _with(bodies[at], once[0], moved)


def _with(body: Body, number: int, moved: Body) -> Body:
    """Return a body with another in place of the jump to its number."""
    made: list[Statement] = []
    for node in body:
        match node:
            case If(test, then, otherwise):
                made.append(If(test, _with(then, number, moved), _with(otherwise, number, moved)))
            case Count() | Each() | While():
                made.append(replace(node, body=_with(node.body, number, moved)))
            case _ if _goes_to(node) == number:
                made += moved
            case _:
                made.append(node)
    return tuple(made)


def _search(bodies: Sequence[tuple[int, Body]]) -> Body:
    if len(bodies) == 1:
        return bodies[0][1] or (Pass(),)
    half = len(bodies) // 2
    return (If(Compare("<", PC, Const(bodies[half][0])), _search(bodies[:half]), _search(bodies[half:])),)
