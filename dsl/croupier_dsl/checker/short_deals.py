"""Deals that run short, as warnings: each once, with the smallest tables at which it does."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.dealing import Deals
from croupier_dsl.errors import sense


def warn_of_short_deals(rules: ir.Rules, checker: Context) -> None:
    """One warning for each deal, with the smallest tables at which it finds too few cards."""
    whole = checker.names.ruleset.name.span
    deals = Deals(rules)
    for what, tables in deals.shorts():
        less = [(one, two) for one in tables for two in tables if set(one.options) < set(two.options)]
        more = {two for one, two in less if one.players == two.players}
        least = [(table, short) for table, short in tables.items() if table not in more]
        told = [
            (table.players, table.options, short.wanted, short.found, short.rounds)
            for table, short in sorted(least, key=lambda pair: (len(pair[0].options), pair[0].players))
        ]
        checker.diagnostics.add(sense.deal_runs_short(checker.spans.of(what, whole), told, rules.players))
    if deals.agreements.purse.spent:
        checker.diagnostics.add(sense.not_all_checked("deals", [whole]))
