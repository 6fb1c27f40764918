"""Visibility decided by options: rules with it settled, for each possible case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import TypeVar, cast

from croupier_dsl import ir

Seen = TypeVar("Seen", ir.Zone, ir.Variable)
LEAST_FIRST = ("nobody", "owner", "team", "others", "everyone")
"""The audiences of zones and state, the smallest first."""


def settled(of: Seen, enums: Mapping[str, tuple[str, ...]]) -> Seen:
    """Return a zone or state with who sees it, if what decides that has a value; else as it is."""
    if not isinstance(of.seen_by, ir.Constant):
        return of
    return replace(_with(of, enums[of.seen_by.type.enum][of.seen_by.value]), seen_by=None)


def as_seen(rules: ir.Rules, value: Callable[[str], object]) -> ir.Rules:
    """Return the rules with the visibility of zones and state under these values of options.

    The deciding option is kept, so that they can be settled again. If none decides, return the same rules.
    """
    names = list(deciding((*rules.zones, *rules.variables)))
    if not names:
        return rules
    given = {name: value(name) for name in names}
    return _under(rules, {name: index for name, index in given.items() if isinstance(index, int)})


def ways(rules: ir.Rules) -> Iterator[ir.Rules]:
    """Yield the rules once for each way in which zones and state may be seen; once if no option decides it."""
    enums = {enum.name: enum.values for enum in rules.enums}
    for zones, variables in ways_to_see(rules.zones, rules.variables, enums):
        yield replace(rules, zones=zones, variables=variables)


def ways_to_see(
    zones: tuple[ir.Zone, ...], variables: tuple[ir.Variable, ...], enums: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[tuple[ir.Zone, ...], tuple[ir.Variable, ...]]]:
    """Yield zones and state for each possible visibility."""
    options = deciding((*zones, *variables))
    for values in product(*(range(len(enums[enum])) for enum in options.values())):
        given = dict(zip(options, values, strict=True))
        yield tuple(_seen(zone, given, enums) for zone in zones), tuple(_seen(one, given, enums) for one in variables)


def deciding(of: Iterable[ir.Zone | ir.Variable]) -> dict[str, str]:
    """Return the options that decide who sees any of these, each with the name of its list of words."""
    return {one.seen_by.name: one.seen_by.type.enum for one in of if isinstance(one.seen_by, ir.OptionValue)}


def _under(rules: ir.Rules, given: Mapping[str, int]) -> ir.Rules:
    enums = {enum.name: enum.values for enum in rules.enums}
    zones = tuple(_seen(zone, given, enums) for zone in rules.zones)
    return replace(rules, zones=zones, variables=tuple(_seen(one, given, enums) for one in rules.variables))


def _seen(of: Seen, given: Mapping[str, int], enums: Mapping[str, tuple[str, ...]]) -> Seen:
    if not isinstance(of.seen_by, ir.OptionValue) or of.seen_by.name not in given:
        return of
    return _with(of, enums[of.seen_by.type.enum][given[of.seen_by.name]])


def _with(of: Seen, word: str) -> Seen:
    return replace(of, seen=cast(ir.Viewer, word))
