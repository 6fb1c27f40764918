"""What the rules tell everybody of cards that nobody sees: the plain cases, each a warning."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis.seeing import ways
from croupier_dsl.analysis.telling import tellings
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import sense


def warn_of_tellings(rules: ir.Rules, checker: Context) -> None:
    """One warning for each sentence that tells; none where `told` says that it is meant."""
    whole = checker.names.ruleset.name.span
    for each in dict.fromkeys(each for way in ways(rules) for each in tellings(way)):
        checker.diagnostics.add(sense.tells_what_nobody_sees(checker.spans.of(each.expr, whole), each.zone))
