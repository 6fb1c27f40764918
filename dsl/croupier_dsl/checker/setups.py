"""Find tables that cannot be set up although their options are allowed, so that `check` reports them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial

from croupier_dsl import ir
from croupier_dsl.analysis.settled import Agreements, Evaluator, Known
from croupier_dsl.analysis.walk import locals_read, nodes
from croupier_dsl.checker.budgets import Budgets
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import keys, structure
from croupier_dsl.language import ntr, tr
from croupier_dsl.source import Span

SHARE = 500_000
"""The most parts of sentences, and tables, that are visited for one part of the rules."""


class Setups:
    """Checks everything that a ruleset fixes before play, for each number of players and each choice of options.

    `spans`: the places of the checked parts, by path.
    """

    def __init__(self, rules: ir.Rules, spans: Mapping[str, Span]) -> None:
        self.rules = rules
        self.spans = spans
        self.budgets = Budgets()
        self.agreements = Agreements(rules, self.budgets.budget)
        self.keyed: tuple[ir.Zone | ir.Variable, ...] = (*rules.zones, *rules.variables)

    def tables(self, parts: object, *, whole: bool = True) -> Iterator[Evaluator]:
        """Yield a table for each number of players and each choice of the options that are read; `whole`: also of the
        options that these need, within the budget."""
        return self.agreements.tables(parts, long="ends", whole=whole)

    def first(self, path: str, parts: object, judge: Callable[[Evaluator], str]) -> tuple[Evaluator, str] | None:
        """Return the first table that has a problem, with the problem. Needs of options are evaluated only for such
        tables."""
        with self.share(path):
            if any(judge(table) for table in self.tables(parts, whole=False)):
                return next(((table, why) for table in self.tables(parts) if (why := judge(table))), None)
        return None

    def share(self, path: str) -> AbstractContextManager[None]:
        """Charge the visited parts to the share of one part of the rules."""
        return self.budgets.share("setups", self.spans[path], SHARE)

    def trouble(self) -> Iterator[tuple[str, Evaluator, str]]:
        """Yield each part that cannot be set up at some table: its path, the first such table, and the reason."""
        rules = self.rules
        if rules.teams is not None:  # a table with more teams than players is refused
            with self.share("teams"):
                made = [(table, table.teams().exact) for table in self.tables(rules.teams)]
            wrong = [(t, n) for t, n in made if n is not None and not 0 < n <= _players(t)]
            if wrong and len(wrong) == len(made) and not self.budgets.budget.spent:
                table, teams = wrong[0]
                reason = tr("{n} players cannot form {teams} teams", n=_players(table), teams=teams)
                yield "teams", table, reason
        if found := self.first("cards", (rules.cards.packs, rules.cards.copies), self.cards):
            yield "cards", *found
        for of in self.keyed:
            if of.keys is not None and (found := self.first(of.path, of.keys, partial(self.keys, of.keys))):
                yield of.path, *found
        for combo in rules.combos:
            if isinstance(combo, ir.Pattern):
                parts = (combo.smallest, combo.largest, combo.wild_most, combo.beside)
                if found := self.first(combo.path, parts, partial(self.combo, combo)):
                    yield combo.path, *found

    def cards(self, table: Evaluator) -> str:
        packs, copies = table.of(self.rules.cards.packs), table.copies(self.rules.cards)
        if not packs.settled or not all(number.settled for number in copies):
            return ""
        if packs.exact is None or packs.exact < 0 or any(known.exact is None or known.exact < 0 for known in copies):
            return tr("numbers of packs and copies must be 0 or more")
        number = packs.exact * sum(known.exact or 0 for known in copies)
        if number <= ir.MOST_CARDS:
            return ""
        return tr("{number} cards exceed the limit of {most}", number=f"{number:,}", most=f"{ir.MOST_CARDS:,}")

    def keys(self, keys: ir.Expr, table: Evaluator) -> str:
        number = table.several(keys).most or 0
        if number <= ir.MOST_KEYS:
            return ""
        return tr("{number} numbers or words exceed the limit of {most}", number=number, most=ir.MOST_KEYS)

    def unlisted(self) -> Iterator[ir.Keyed]:
        """Yield uses of a number or word that no table has in its list, except literals, which are checked earlier."""
        keyed = {of.name: of for of in self.keyed}
        for node in nodes(self.rules):
            if isinstance(node, ir.Keyed) and not isinstance(node.key, ir.Constant):
                path, keys = keyed[node.name].path, keyed[node.name].keys
                if keys is None or locals_read(node.key):
                    continue
                with self.share(path):
                    found = [_lacks(table, keys, node.key) for table in self.tables((node.key, keys))]
                if found and all(found) and not self.budgets.budget.spent:
                    yield node

    def combo(self, combo: ir.Pattern, table: Evaluator) -> str:
        return self.size(combo, table) or self.beside(combo, table) or self.wilds(combo, table)

    def beside(self, combo: ir.Pattern, table: Evaluator) -> str:
        beside = None if combo.beside is None else table.of(combo.beside)
        if beside is None or not beside.settled or (beside.exact is not None and beside.exact >= 0):
            return ""
        return tr("`beside` must be 0 or more")

    def size(self, combo: ir.Pattern, table: Evaluator) -> str:
        smallest = table.of(combo.smallest)
        largest = smallest if combo.largest is None else table.of(combo.largest)
        if smallest.nothing or largest.nothing:
            return tr("the size is none")
        least, most = smallest.exact, largest.exact
        if least is None or most is None or most >= least:
            return ""
        return tr("the smallest size {low} is larger than the largest size {high}", low=least, high=most)

    def wilds(self, combo: ir.Pattern, table: Evaluator) -> str:
        """Return the error in the limit of wild cards, which is a number or the number of natural cards minus a number;
        empty if it is valid."""
        limits = table.wild_limits(combo)
        if table.budget.spent:
            return ""
        if not all(limit.settled for limit in limits):
            return tr("`wilds` may depend only on options and on the number of natural cards")
        gaps = {None if limit.exact is None else number - limit.exact for number, limit in enumerate(limits)}
        if len(set(limits)) <= 1 or (len(gaps) == 1 and None not in gaps):
            return ""
        return tr("`wilds` must be a number, or the number of natural cards minus a number")


def _lacks(table: Evaluator, keys: ir.Expr, key: ir.Expr) -> bool:
    """Return whether the key is certainly not in the list."""
    wanted, listed = table.of(key), table.several(keys).items
    return wanted.exact is not None and listed is not None and wanted.exact not in listed


def _players(table: Evaluator) -> int:
    return table.players.low or 0


def check_setups(rules: ir.Rules, cx: Context) -> None:
    """Report values with which a table cannot be set up."""
    ruleset = cx.names.ruleset
    spans: dict[str, Span] = {f"combos.{combo.name.text}": combo.name.span for combo in ruleset.combos}
    if ruleset.teams is not None:
        spans["teams"] = ruleset.teams.span
    if ruleset.cards is not None:
        spans["cards"] = ruleset.cards.span
    settled = {option.name: option for option in rules.options}
    spans |= {f"zones.{zone.head.name.text}": zone.head.name.span for zone in ruleset.zones}
    spans |= {f"state.{variable.head.name.text}": variable.head.name.span for variable in ruleset.state}
    setups = Setups(rules, spans)
    for node in setups.unlisted():
        written, span = (
            cx.names.keys_of(cx.names.head(node.name)),
            cx.spans.of(node.key, ruleset.name.span),
        )
        assert written is not None
        cx.diagnostics.add(keys.out_of_keys(span, node.name, span.text.strip(), written.span.text.strip()))
    for path, table, reason in setups.trouble():
        chosen = [f"{name} {_spelled(rules, settled[name], value)}" for name, value in table.options.items()]
        when = tr(" and ").join([ntr("{n} player", "{n} players", _players(table)), *chosen])
        cx.diagnostics.add(structure.cannot_be_set_up(spans[path], when, reason))
    setups.budgets.tell(cx.diagnostics)


def _spelled(rules: ir.Rules, option: ir.Option, value: Known) -> str:
    if option.type.enum and value.exact is not None:
        return next(enum.values[value.exact] for enum in rules.enums if enum.name == option.type.enum)
    return ("no", "yes")[value.exact or 0] if option.type == ir.TRUTH else str(value.exact)
