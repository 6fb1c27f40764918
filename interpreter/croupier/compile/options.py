"""Parse options as a person writes them, and report impossible ones."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING

from croupier.base.faults import SetupError
from croupier.base.language import ntr, said, tr
from croupier.base.values import Value
from croupier.compile.evaluate import Planner
from croupier_dsl import ir, nearest
from croupier_dsl.analysis import Agreements, fits

if TYPE_CHECKING:
    from croupier.model.program import Program

NEAR = 24
"""The largest distance of a suggested number that would fit."""


def settle(program: Program, given: Mapping[str, object]) -> None:
    """Fix every option of the program to its given value or default; then test what each needs."""
    rules = program.rules
    known = {option.name: option for option in rules.options}
    for name in given:
        if name not in known:
            near = nearest(name, known)
            has = tr("it has {options}", options=", ".join(known) or tr("none"))
            hint = tr("did you mean {near}?", near=near) if near else has
            raise SetupError(tr("{ruleset} has no option {name}; {hint}", ruleset=rules.name, name=name, hint=hint))
    values: dict[str, Value] = {}
    program.options = values
    for option in rules.options:
        try:
            values[option.name] = value_of(program, option, given)
        except SetupError as error:
            others = _fitting(program, given, option)
            if not others:
                raise
            one_range = len(others) > 2 and others == [*range(others[0], others[-1] + 1)]
            many = between(others[0], others[-1]) if one_range else tr(" or ").join(map(str, others))
            message = tr(
                "{refusal} (with {n} players; possible with {others})",
                refusal=error, n=program.seats, others=many,
            )  # fmt: skip
            raise SetupError(message, error.reason) from error
    unmet = _unmet(program, program.planner)
    if unmet is not None:
        raise _misfit(program, given, *unmet)


def _fitting(program: Program, given: Mapping[str, object], last: ir.Option) -> list[int]:
    """Return the numbers of players with which the options up to the last may have these values."""
    found = []
    for players in program.rules.players:
        twin = copy(program)
        twin.seats, twin.options = players, {}
        twin.planner = Planner(twin)
        try:
            for option in program.rules.options[: program.rules.options.index(last) + 1]:
                twin.options = {**twin.options, option.name: value_of(twin, option, given)}
        except SetupError:
            continue
        found.append(players)
    return found


def chosen_by(rules: ir.Rules, preset: str | None) -> dict[str, object]:
    """Return the options that a preset of the rules chooses; none without a preset. Raises SetupError for an unknown
    preset."""
    if not preset:
        return {}
    known = {each.name: each for each in rules.presets}
    if preset not in known:
        near = nearest(preset, known)
        has = tr("it has {presets}", presets=", ".join(known) or tr("none"))
        hint = tr("did you mean {near}?", near=near) if near else has
        raise SetupError(tr("{ruleset} has no preset {name}; {hint}", ruleset=rules.name, name=preset, hint=hint))
    return dict(known[preset].options)


def _unmet(program: Program, planner: Planner) -> tuple[ir.Option, ir.Condition] | None:
    """Return the first need that does not hold."""
    for option in program.rules.options:
        for need in option.needs:
            if not planner.constant(need.expr, need.path, need.where):
                return option, need
    return None


def _misfit(program: Program, given: Mapping[str, object], option: ir.Option, need: ir.Condition) -> SetupError:
    """Return a table that cannot be: which values do not fit each other, why, and what would."""
    known = {each.name: each for each in program.rules.options}
    read = Agreements(program.rules).read(need.expr, needs=False)
    names = list(dict.fromkeys((option.name, *(each.name for each in read))))
    values = {name: program.options[name] for name in names}
    chosen = ", ".join(f"{name}={program.spell(known[name].type, value)}" for name, value in values.items())
    told = next((said(words) for path, words in program.rules.texts if path == need.path), "")
    reason = told or tr("it needs {condition}", condition=need.text)
    fixes = [fix for name in sorted(names, key=lambda name: name not in given) if (fix := _mend(program, known[name]))]
    shown = tr(" or ").join(fixes)
    help = tr("{fixes} would work", fixes=shown) if fixes else tr("choose values that fit together")
    message = ntr(
        "option {options} with {players} players: {reason}; {help}",
        "options {options} with {players} players: {reason}; {help}",
        len(values), options=chosen, players=program.seats, reason=reason, help=help,
    )  # fmt: skip
    return SetupError(message, need.path.rpartition(".")[2])


def _mend(program: Program, option: ir.Option) -> str:
    """Return the nearest value of this option alone with which every need holds, as `packs=2`; empty if there is
    none."""
    before = program.options
    try:
        for value in _candidates(program, option):
            program.options = {**before, option.name: value}
            if _unmet(program, Planner(program)) is None:
                return f"{option.name}={program.spell(option.type, value)}"
    finally:
        program.options = before
    return ""


def _candidates(program: Program, option: ir.Option) -> list[int]:
    """Return other values that an option may have, the nearest numbers first; at most a few dozen."""
    now = program.options[option.name]
    if option.type.enum:
        return [index for index in range(len(program.enums[option.type.enum])) if index != now]
    if option.type.name == "truth":
        return [not now]
    if option.among:
        return [value for value in option.among if value != now]
    low, high = bounds(program, option)
    inside = (now + sign * step for step in range(1, NEAR + 1) for sign in (1, -1))
    return [value for value in inside if fits(option, value, low, high)]


def value_of(program: Program, option: ir.Option, given: Mapping[str, object]) -> Value:
    """Return the given value of the option, else its default. Raises SetupError if it is out of bounds.

    The options before it must have their values in `program.options`.
    """
    default = option.name not in given
    value = (
        program.planner.constant(option.default, option.path, option.where)
        if default
        else _read(program, option, given[option.name])
    )
    return _bounded(program, option, value)


def allowed(program: Program, option: ir.Option) -> str:
    """Return the values an option may have, in words."""
    if option.type.enum:
        return ", ".join(program.enums[option.type.enum])
    if option.type.name == "truth":
        return tr("no, yes")
    if option.among:
        return ", ".join(str(value) for value in option.among)
    low, high = bounds(program, option)
    return between(low, high) if high is not None else at_least(low)


def between(low: object, high: object) -> str:
    return tr("{low} to {high}", low=low, high=high)


def at_least(low: object) -> str:
    return tr("{low} or more", low=low)


def _refused(program: Program, option: ir.Option, value: object, reason: str = "") -> SetupError:
    may_be = allowed(program, option)
    return SetupError(
        tr("option {option} cannot be {value}; allowed: {values}", option=option.name, values=may_be, value=value),
        reason,
    )


def _read(program: Program, option: ir.Option, given: object) -> Value:
    word = str(given).strip()
    if option.type.enum:
        value: Value = program.enum_value(option.type.enum, word)
    elif option.type.name == "truth":
        value = {"yes": True, "true": True, "no": False, "false": False}.get(word.lower())
    else:
        digits = word.removeprefix("-")
        value = int(word) if digits.isascii() and digits.isdigit() and len(digits) <= 12 else None
    if value is None:
        raise _refused(program, option, word)
    return value


def _bounded(program: Program, option: ir.Option, value: Value) -> Value:
    """Return the value, if it is within the option's bounds."""
    if not fits(option, value, *bounds(program, option)):
        raise _refused(program, option, value, f"options.{option.name}")
    return value


def bounds(program: Program, option: ir.Option) -> tuple[Value, Value]:
    """Return the lowest and the highest number that an option may be; None without a bound."""
    low, high = (
        None if bound is None else program.planner.constant(bound, option.path, option.where)
        for bound in (option.low, option.high)
    )
    return low, high
