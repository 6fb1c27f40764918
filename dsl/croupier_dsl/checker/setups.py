"""What would keep a table from being set up, though its options are as they may be: told where the rules are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from croupier_dsl import ir
from croupier_dsl.checker.base import Base
from croupier_dsl.checker.fixed import Table, Unknown, Value
from croupier_dsl.checker.settled import Settled
from croupier_dsl.errors import structure
from croupier_dsl.language import ntr, tr
from croupier_dsl.source import Span

MOST_TABLES = 2_000
"""Of more numbers of players and choices of options than these the rest is left to those who set up."""
PROBES = range(16)
"""Numbers of naturals for which a limit of wild cards is looked at."""


class Setups:
    """Judges what a ruleset fixes before play, for each number of players and each choice of options."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.settled = Settled(rules)
        self.enums = {enum.name: enum.values for enum in rules.enums}
        self.made: dict[str, ir.Table | ir.Definition | None] = {}
        self.made |= {table.name: table for table in rules.tables}
        self.made |= {definition.name: definition for definition in rules.definitions}

    def tables(self, *parts: object) -> Iterator[Table]:
        """One for each number of players and each choice of the options that are read, as far as their needs allow."""
        read = self.settled.read(parts)
        needs = [need.expr for option in read for need in option.needs]
        names = [option.name for option in read]
        for players in self.rules.players:
            values = [self.values(option, players) for option in read]
            for chosen in product(*values):
                table = Table(players, dict(zip(names, chosen, strict=True)), self.enums, self.made)
                try:
                    if all(table.value(need) for need in needs):
                        yield table
                except Unknown:
                    continue

    def values(self, option: ir.Option, players: int) -> list[Value]:
        """The values of an option: all of a short list, the ends of a long one."""
        found: list[Value] = []
        for known in self.settled.values(option, players):
            ends = [end for end in (known.low, known.high) if end is not None]
            found.extend(bool(end) if option.type == ir.TRUTH else end for end in dict.fromkeys(ends))
        return found

    def trouble(self) -> Iterator[tuple[ir.Where | None, str, Table, str]]:
        """The first table that each part cannot be set up for: where the part stands, what it is, and why not."""
        rules = self.rules
        if rules.teams is not None:  # some numbers of players may make no equal teams: such a table is refused
            found = [(t, _worth(t, rules.teams)) for t in islice(self.tables(rules.teams), MOST_TABLES)]
            wrong = [(t, n) for t, n in found if isinstance(n, int) and (n < 1 or t.players % n)]
            if wrong and len(wrong) == len(found):
                table, teams = wrong[0]
                reason = tr("{n} players do not make {teams} equal teams", n=table.players, teams=teams)
                yield None, "teams", table, reason
        for table in islice(self.tables(rules.cards.packs, rules.cards.copies), MOST_TABLES):
            reason = self.cards(table)
            if reason:
                yield None, "cards", table, reason
                break
        for combo in rules.combos:
            if isinstance(combo, ir.Pattern):
                parts = (combo.smallest, combo.largest, combo.wild_most)
                for table in islice(self.tables(*parts), MOST_TABLES):
                    reason = self.size(combo, table) or self.wilds(combo, table)
                    if reason:
                        yield combo.where, f"combos.{combo.name}", table, reason
                        break

    def cards(self, table: Table) -> str:
        columns = {attribute.name: n for n, attribute in enumerate(self.rules.cards.attributes)}
        try:
            packs = table.value(self.rules.cards.packs)
            copies = [
                replace(table, card=kind, columns=columns).value(self.rules.cards.copies)
                for kind in self.rules.cards.kinds
            ]
        except Unknown:
            return ""
        if packs is None or packs < 0 or any(number is None or number < 0 for number in copies):
            return tr("packs and copies of cards are numbers from 0 on")
        number = packs * sum(number or 0 for number in copies)
        if number <= ir.MOST_CARDS:
            return ""
        return tr("{number} cards are more than there may be ({most})", number=f"{number:,}", most=f"{ir.MOST_CARDS:,}")

    def size(self, combo: ir.Pattern, table: Table) -> str:
        try:
            smallest = table.value(combo.smallest)
            largest = None if combo.largest is None else table.value(combo.largest)
        except Unknown:
            return ""
        if smallest is None or (combo.largest is not None and largest is None):
            return tr("the size is none")
        if (largest or smallest) >= smallest:
            return ""
        return tr("no size is both at least {low} and at most {high}", low=smallest, high=largest)

    def wilds(self, combo: ir.Pattern, table: Table) -> str:
        """The limit is a number, or the naturals less a number, or there is none at all."""
        if combo.wild_most is None:
            return ""
        try:
            limits = [replace(table, naturals=number).value(combo.wild_most) for number in PROBES]
        except Unknown:
            return tr("wild cards may be limited by options and by the number of naturals, and this asks for more")
        gaps = {None if limit is None else number - limit for number, limit in zip(PROBES, limits, strict=True)}
        if len(set(limits)) == 1 or (len(gaps) == 1 and None not in gaps):
            return ""
        return tr("wild cards may be limited to a number, or to the naturals less a number")


def _worth(table: Table, expr: ir.Expr) -> Value:
    try:
        return table.value(expr)
    except Unknown:
        return None


def check_setups(rules: ir.Rules, checker: Base) -> None:
    """Note what no table can be set up with."""
    ruleset = checker.names.ruleset
    spans: dict[str, Span] = {f"combos.{combo.name.text}": combo.name.span for combo in ruleset.combos}
    if ruleset.teams is not None:
        spans["teams"] = ruleset.teams.span
    if ruleset.cards is not None:
        spans["cards"] = ruleset.cards.span
    settled = {option.name: option for option in rules.options}
    for _, path, table, reason in Setups(rules).trouble():
        chosen = [f"{name} {_spelled(rules, settled[name], value)}" for name, value in table.values.items()]
        when = tr(" and ").join([ntr("{n} player", "{n} players", table.players), *chosen])
        checker.diagnostics.add(structure.cannot_be_set_up(spans[path], when, reason))


def _spelled(rules: ir.Rules, option: ir.Option, value: Value) -> str:
    if option.type.enum and value is not None:
        return next(enum.values[value] for enum in rules.enums if enum.name == option.type.enum)
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
