"""Traces and verdicts as plain data for JSON; docs/how-to/trace.md describes the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.workbench.trace.attempts import Attempts, Verdict
    from croupier.workbench.trace.matrix import Element, Trace, Traced, TracedRuling, Unexplained

Plain = dict[str, object]


def trace_as_data(trace: Trace) -> Plain:
    """Return the whole trace: nothing that the tables leave out is missing."""
    rules = trace.rules
    texts = {ruling.id: dict(ruling.text) for ruling in rules.rulings}
    return {
        "ruleset": rules.name,
        "complete": trace.complete,
        "games": trace.games,
        "books": [{"id": book, "title": dict(title)} for book, title in rules.books],
        "clauses": [_clause(traced) for traced in trace.clauses],
        "rulings": [_ruling(traced) for traced in trace.rulings],
        "unexplained": [_unexplained(part, texts) for part in trace.unexplained],
    }


def _clause(traced: Traced) -> Plain:
    clause = traced.clause
    return {
        "id": clause.id,
        "books": list(clause.books),
        "place": clause.place,
        "kind": clause.kind,
        "text": dict(clause.text),
        "where": _where(clause.where),
        "needed": traced.needed,
        "elements": [_element(element) for element in traced.elements],
        "scenarios": list(traced.scenarios),
        "also": list(traced.also),
        "reached": traced.reached,
        "lacks": list(traced.lacks),
    }


def _ruling(traced: TracedRuling) -> Plain:
    return {
        "id": traced.ruling.id,
        "text": dict(traced.ruling.text),
        "where": _where(traced.ruling.where),
        "elements": [_element(element) for element in traced.elements],
        "scenarios": list(traced.scenarios),
    }


def _unexplained(part: Unexplained, texts: dict[str, dict[str, str]]) -> Plain:
    rulings = [{"id": name, "text": texts.get(name, {})} for name in part.rulings]
    return {**_element(part.element), "engine": part.engine, "rulings": rulings}


def _element(element: Element) -> Plain:
    return {"path": element.path, "where": _where(element.where), "reached": element.reached}


def _where(where: ir.Where | None) -> Plain | None:
    return None if where is None else {"file": where.file, "line": where.line, "column": where.column}


def attempts_as_data(attempts: Attempts) -> Plain:
    """Return every mutation and what became of it."""
    reasons = {equivalent.mutation: dict(equivalent.reason) for equivalent in attempts.rules.equivalents}
    return {
        "ruleset": attempts.rules.name,
        "passed": attempts.passed,
        "score": attempts.score,
        "mutations": [_verdict(verdict, reasons) for verdict in attempts.verdicts],
    }


def _verdict(verdict: Verdict, reasons: dict[str, dict[str, str]]) -> Plain:
    return {
        "name": verdict.name,
        "path": verdict.path,
        "what": verdict.what,
        "where": _where(verdict.where),
        "fate": verdict.fate,
        "by": verdict.by,
        "failure": verdict.failure,
        "tried": verdict.tried,
        "reason": reasons.get(verdict.name),
    }
