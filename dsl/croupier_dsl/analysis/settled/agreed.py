"""The tables that are possible before play: numbers of players, and compatible values of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Literal, TypeAlias

from croupier_dsl import ir
from croupier_dsl.analysis.reading import Facts, options_read
from croupier_dsl.analysis.settled.declared import Budget, Declared
from croupier_dsl.analysis.settled.evaluator import Evaluator
from croupier_dsl.analysis.settled.known import UNKNOWN, Known, exactly
from croupier_dsl.classes import frozen

LISTED = 24
"""A range of numbers with more values than this is taken as a whole."""
COST = 10
"""The cost of a table, charged to the budget."""


Long: TypeAlias = Literal["whole", "ends", "listed"]


class Agreements:
    """The tables of one ruleset. `budget` pays for all that is asked here."""

    def __init__(self, rules: ir.Rules, budget: Budget | None = None) -> None:
        self.rules = rules
        self.declared = Declared.of(rules)
        self.budget = budget or Budget()
        self.facts = Facts(rules)

    def evaluator(self, players: int, options: Mapping[str, Known]) -> Evaluator:
        return Evaluator(self.declared, exactly(players), options, self.budget)

    def tables(
        self, parts: object, waiting: Sequence[ir.Expr] = (), *, long: Long = "whole", whole: bool = True
    ) -> Iterator[Evaluator]:
        """Yield a table for each number of players and each choice of the options that the parts read, as far as their
        needs allow. If the budget is spent afterwards, there would be more.

        `waiting`: needs under test, which therefore allow everything; `long`: the treatment of a long range; `whole`:
        include the options that the needs of these read.
        """
        read = self.read(parts, needs=whole)
        needs = [need.expr for option in read for need in option.needs if whole]
        needs = [need for need in needs if not any(need is part for part in waiting)]
        names = [option.name for option in read]
        for players in self.rules.players:
            for values in product(*(self.values(option, players, long) for option in read)):
                self.budget.left -= COST
                if self.budget.spent:
                    return
                table = self.evaluator(players, dict(zip(names, values, strict=True)))
                if not any(table.truth(need) is False for need in needs):
                    yield table

    def read(self, parts: object, *, needs: bool = True) -> list[ir.Option]:
        """Return the options that parts of the rules read, through definitions and tables.

        And those that their needs read.
        """
        found = set(options_read(self.facts, parts))
        if needs:
            todo = list(found)
            whole = {option.name: option for option in self.rules.options}
            while todo:
                more = {*options_read(self.facts, *(need.expr for need in whole[todo.pop()].needs))} - found
                found |= more
                todo += more
        return [option for option in self.rules.options if option.name in found]

    def values(self, option: ir.Option, players: int, long: Long = "whole") -> list[Known]:
        """Return all the values of an option.

        A long range as a whole, only its ends, or value by value as the budget pays.
        """
        if option.type.enum:
            return [exactly(value) for value in range(len(self.declared.enums[option.type.enum]))]
        if option.type == ir.TRUTH:
            return [exactly(0), exactly(1)]
        if option.among:
            return [exactly(value) for value in option.among]
        low, high = bounds(self.evaluator(players, {}), option)
        if low.low is not None and high.high is not None:
            number = high.high - low.low + 1
            if long == "listed" and number > LISTED:
                self.budget.left -= number
            if number <= LISTED or (long == "listed" and not self.budget.spent):
                return [exactly(value) for value in range(low.low, high.high + 1)]
        if long != "ends":
            return [Known(low.low, high.high, False)]
        return [exactly(end) for end in dict.fromkeys((low.low, high.high)) if end is not None]

    def called(self, table: Evaluator) -> Setting:
        """Return a table by its number of players, and by the options that are not at their defaults."""
        players = table.players.exact or 0
        options = {option.name: option for option in self.rules.options}
        plain = self.evaluator(players, {})
        other = [
            (name, self._word(options[name], value.exact))
            for name, value in table.options.items()
            if value.exact is not None and value.exact != plain.of(options[name].default).exact
        ]
        return Setting(players, tuple(other))

    def _word(self, option: ir.Option, value: int) -> str:
        if option.type.enum:
            return self.declared.enums[option.type.enum][value]
        return ("no", "yes")[value] if option.type == ir.TRUTH else str(value)


# ---------------------------------------------------------------- one choice of options


@frozen
class Setting:
    """A number of players, and the options that are not at their defaults, in words."""

    players: int
    options: tuple[tuple[str, str], ...]


@frozen
class Misfit:
    """A misfit: a value that an option cannot have, or a need that does not hold."""

    option: ir.Option
    need: ir.Condition | None


def bounds(table: Evaluator, option: ir.Option) -> tuple[Known, Known]:
    """Return the lowest and the highest number that an option may be; of none, and of no bound, nothing is known."""
    found = (UNKNOWN if end is None else table.of(end) for end in (option.low, option.high))
    low, high = (UNKNOWN if end.nothing else end for end in found)
    return low, high


def fits(option: ir.Option, value: int | None, low: int | None, high: int | None) -> bool:
    """Return whether the option may have this value, with these bounds."""
    if value is None or option.among:
        return value is not None and value in option.among
    number = option.type == ir.NUMBER
    return not number or ((low is None or value >= low) and (high is None or value <= high))


def settle(
    declared: Declared, options: Sequence[ir.Option], players: int, given: Mapping[str, int | None]
) -> tuple[Evaluator, Misfit | None]:
    """Return the table with these options, and others at their defaults; and the first thing that does not fit."""
    values: dict[str, Known] = {}
    for option in options:
        table = Evaluator(declared, exactly(players), values)
        value = given.get(option.name)
        values[option.name] = table.of(option.default) if value is None else exactly(value)
        low, high = bounds(table, option)
        if values[option.name].settled and not fits(option, values[option.name].exact, low.low, high.high):
            return table, Misfit(option, None)
    table = Evaluator(declared, exactly(players), values)
    needs = ((option, need) for option in options for need in option.needs)
    return table, next((Misfit(option, need) for option, need in needs if table.truth(need.expr) is False), None)
