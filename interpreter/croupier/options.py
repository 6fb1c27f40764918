"""Options as a person gives them to the values a program is bound with; what cannot be is said in words."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from croupier.faults import SetupError
from croupier.language import said, tr
from croupier.values import Value
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program


def settle(program: Program, given: Mapping[str, object]) -> None:
    """Fix every option of the program: what was given, else its default; then test what each needs."""
    rules = program.rules
    known = {option.name: option for option in rules.options}
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            has = tr("it has {options}", options=", ".join(known) or tr("none"))
            hint = tr("did you mean {near}?", near=near[0]) if near else has
            raise SetupError(tr("{ruleset} has no option {name}; {hint}", ruleset=rules.name, name=name, hint=hint))
    values: dict[str, Value] = {}
    program.options = values
    for option in rules.options:
        values[option.name] = value_of(program, option, given)
    for option in rules.options:
        for need in option.needs:
            if not program.planner.constant(need.expr):
                word = program.spell(option.type, values[option.name])
                told = next((said(words) for path, words in rules.texts if path == need.path), "")
                message = tr(
                    "option {option}={value} with {players} players: {reason}",
                    option=option.name, value=word, players=program.seats,
                    reason=told or tr("it needs {condition}", condition=need.text),
                )  # fmt: skip
                raise SetupError(message, need.path.rpartition(".")[2])


def value_of(program: Program, option: ir.Option, given: Mapping[str, object]) -> Value:
    """What was given for the option, else its default; SetupError if it is out of bounds.

    The options before it must have their values in `program.options`.
    """
    default = option.name not in given
    value = program.planner.constant(option.default) if default else _read(program, option, given[option.name])
    return _bounded(program, option, value)


def allowed(program: Program, option: ir.Option) -> str:
    """The values an option may have, in words."""
    if option.type.enum:
        return ", ".join(program.enums[option.type.enum])
    if option.type.name == "truth":
        return tr("no, yes")
    if option.among:
        return ", ".join(str(value) for value in option.among)
    constant = program.planner.constant
    low = None if option.low is None else constant(option.low)
    high = None if option.high is None else constant(option.high)
    return between(low, high) if high is not None else at_least(low)


def between(low: object, high: object) -> str:
    return tr("{low} to {high}", low=low, high=high)


def at_least(low: object) -> str:
    return tr("{low} or more", low=low)


def _refused(program: Program, option: ir.Option, value: object) -> SetupError:
    may_be = allowed(program, option)
    return SetupError(
        tr("option {option} may be {values}, not {value}", option=option.name, values=may_be, value=value)
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
    """The value, if it is within the option's bounds."""
    if option.among and value not in option.among:
        raise _refused(program, option, value)
    constant = program.planner.constant
    if option.type.name == "number" and not option.type.enum:
        low = None if option.low is None else constant(option.low)
        high = None if option.high is None else constant(option.high)
        if value is None or (low is not None and value < low) or (high is not None and value > high):
            raise _refused(program, option, value)
    return value
