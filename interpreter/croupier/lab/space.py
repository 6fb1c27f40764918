"""The options of a ruleset that are worth trying, and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.table.catalogue import playable
from croupier.workbench.interactions import Domains
from croupier_dsl import ir, nearest
from croupier_dsl.analysis import nodes, stages

if TYPE_CHECKING:
    from croupier.lab.sides import Side
    from croupier.table.game import Rules

Aside: TypeAlias = Literal["limit", "seat"]
"""Why an option is left alone: it ends a stage that does not end otherwise, or it is the number of a seat."""
Asked: TypeAlias = Mapping[str, Sequence[str]]
"""The options to try; with no values, all that there are."""
MOST_TRIED = 12
"""The number of values of one option that are tried."""
_WHOLE = re.compile("-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Space:
    """`usual`: the present value of each option; `values`: the values to try of each open one, the usual one among
    them; `aside`: the options that are left alone, and why."""

    usual: Mapping[str, str]
    values: Mapping[str, Sequence[str]]
    aside: Mapping[str, Aside]

    def alone(self) -> Iterator[tuple[str, str]]:
        """Yield every change of one option."""
        for name, values in self.values.items():
            yield from ((name, value) for value in values if value != self.usual[name])


def space_of(side: Side, rules: Rules, asked: Asked | None = None, *, halves: bool = False) -> Space:
    """Return what can be tried of the options that `side` leaves open. Safety limits and numbers of seats are left
    alone, unless `asked` names them. `halves`: of numbers half and twice the present value, not the whole range.

    Raise SetupError for an unknown option, and if there is none to try.
    """
    domains = Domains(playable(side.ruleset, side.variants)[0])
    program = rules.program
    usual = {option.name: program.spell(option.type, program.options[option.name]) for option in rules.ir.options}
    for name in asked or {}:
        _check(name, usual, side)
    aside = {} if asked else {name: why for name, why in left_alone(rules.ir).items() if name not in side.options}
    values: dict[str, list[str]] = {}
    for at, name in enumerate(domains.names[1:], 1):
        if name in side.options or name in aside or (asked and name not in asked):
            continue
        tried = list((asked or {}).get(name, ())) or _tried(domains, at, usual[name], halves=halves)
        found = list(dict.fromkeys([*tried, usual[name]]))
        values[name] = sorted(found, key=int) if whole(found) else found
    values = {name: found for name, found in values.items() if len(found) > 1}
    if not values:
        raise SetupError(tr("{ruleset} has no options to vary", ruleset=side.label))
    return Space(usual, values, aside)


def _tried(domains: Domains, at: int, usual: str, *, halves: bool) -> Sequence[str]:
    words = domains.words[at]
    if not domains.numeric(at):
        return words
    if halves and int(usual) > 0 and len(words) > 2:
        low, high = (int(words[0]), int(words[-1]))
        return [str(max(low, int(usual) // 2)), str(min(high, 2 * int(usual)))]
    step = max(1, -(-len(words) // MOST_TRIED))
    return words[::step]


def whole(words: Sequence[str]) -> bool:
    """Return whether all words are whole numbers, so that neighbours are similar."""
    return all(_WHOLE.fullmatch(word) for word in words)


def _check(name: str, usual: Mapping[str, str], side: Side) -> None:
    if name not in usual:
        near = nearest(name, list(usual))
        hint = tr("did you mean {near}?", near=near) if near else tr("there are {names}.", names=", ".join(usual))
        raise SetupError(tr("{ruleset} has no option {name}; {hint}", ruleset=side.label, name=name, hint=hint))
    if name in side.options:
        raise SetupError(tr("{name} is both set and varied", name=name))


def left_alone(rules: ir.Rules) -> dict[str, Aside]:
    """Return the options that say nothing about how a game is meant: safety limits, numbers without an upper bound that
    are read where a stage with an `until` has its `times`, and at most in tables besides; and numbers of seats, which
    are compared with the seat of a player."""
    capped = [stage.times for stage in stages(rules) if stage.times is not None and stage.until]
    found: dict[str, Aside] = {}
    for option in rules.options:
        if option.type == ir.NUMBER and option.high is None and 0 < _reads(option.name, capped) == _reads(
            option.name, rules.play, rules.stages, rules.moves, rules.triggers, rules.result, rules.definitions,
            rules.effects, rules.combos, rules.variables,
        ):  # fmt: skip
            found[option.name] = "limit"
        elif any(_is_seat(node, option.name) for node in nodes(rules)):
            found[option.name] = "seat"
    return found


def _reads(name: str, *parts: object) -> int:
    return sum(isinstance(node, ir.OptionValue) and node.name == name for part in parts for node in nodes(part))


def _is_seat(node: object, name: str) -> bool:
    """Return whether the number of a seat is compared with this option."""
    if not isinstance(node, ir.Same):
        return False
    sides = (node.left, node.right)
    return any(isinstance(side, ir.SeatNumber) for side in sides) and any(
        isinstance(side, ir.OptionValue) and side.name == name for side in sides
    )
