"""The facts of scenarios as written into typed expressions, so that an example can speak of anything a rule can
speak of."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.base import Base, place
from croupier_dsl.checker.scope import Scope, Slots
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import structure
from croupier_dsl.parser import SentenceError, parse

SPECIAL = frozenset({"at", "winners", "losers", "scores", "ranks", "outcome"})
OFFERED = "moves of "
"""What a scenario says of the game as a whole."""
Known = dict[tuple[str, tuple[str, ...], bool], ir.Expr | None]
_TRUTHS = ("truth", "no/yes", "yes/no")
GIVEN = (ir.ZoneContents, ir.VariableValue, ir.StageCount, ir.Direction)


def facts(
    checker: Base,
    seats: tuple[syntax.Name, ...],
    written: tuple[tuple[syntax.Name, syntax.Name], ...],
    given: bool,
    known: Known,
) -> tuple[ir.Fact, ...]:
    """Each `thing: contents`; a seat's name is that seat, in slot 1 for the first.

    `given`: only what can be set up. `known`: what has been read of other scenarios; examples repeat themselves.
    """
    return tuple(
        ir.Fact(thing.text, contents.text, place(thing.span), _expression(checker, seats, thing, given, known))
        for thing, contents in written
    )


def _expression(
    checker: Base, seats: tuple[syntax.Name, ...], thing: syntax.Name, given: bool, known: Known
) -> ir.Expr | None:
    if thing.text.strip() in SPECIAL or " ".join(thing.text.split()).startswith(OFFERED):
        return None
    key = (thing.text, tuple(seat.text for seat in seats), given)
    if key not in known:
        known[key] = _meant(checker, seats, thing, given)
    return known[key]


def _meant(checker: Base, seats: tuple[syntax.Name, ...], thing: syntax.Name, given: bool) -> ir.Expr | None:
    try:
        sentence = parse("expr", thing.span)
    except SentenceError as error:
        checker.diagnostics.add(error.diagnostic)
        return None
    if given and (refusal := _never_given(checker, thing, sentence)) is not None:
        checker.diagnostics.add(refusal)
        return None
    names = {seat.text: ir.Local(ir.PLAYER, 1 + i, seat.text) for i, seat in enumerate(seats)}
    scope = replace(Scope(slots=Slots(1 + len(seats))), names=names)
    before = set(checker.read_names)
    meant = checker.attempt(lambda: checker.expression(sentence, scope))  # type: ignore[arg-type]  # "expr" gives an Expr
    checker.read_names.intersection_update(before)  # an example does not use what it looks at
    if given and meant is not None and not _settable(meant):
        checker.diagnostics.add(structure.cannot_be_given(thing.span))
    return meant


def _never_given(checker: Base, thing: syntax.Name, sentence: object) -> Diagnostic | None:
    """That a thing is nothing to set up, whosever it is; None if its name is that of what can be, or of nothing."""
    head = sentence.link if isinstance(sentence, syntax.Of) else sentence
    name = head.name if isinstance(head, syntax.Property) else head.text if isinstance(head, syntax.Name) else ""
    names, noted = checker.names, _noted_on_cards(checker)
    if name == "revealed":
        return structure.revealed_cannot_be_given(thing.span)
    if name in noted:
        return structure.card_state_cannot_be_given(thing.span, name, noted[name])
    if name in names.options:
        return structure.cannot_be_given(thing.span, name)
    can_be = {*names.zones, *names.variables, *names.stages, "direction"}
    known = {*names.declared, *names.moves, *signatures.BUILTINS}
    return structure.cannot_be_given(thing.span) if name in known - can_be else None


def _noted_on_cards(checker: Base) -> dict[str, str | None]:
    """State of cards, and the zone where it is what is told behind a card: the only one there, and no truth."""
    heads = {name: v.head for name, v in checker.names.variables.items() if v.head.subject is not None}
    zones = {
        name: head.place.text if head.place is not None and head.place.text in checker.names.zones else None
        for name, head in heads.items()
        if head.subject is not None and head.subject.text == "card"
    }
    truths = {name for name in zones if checker.names.variables[name].thing.sort.span.text in _TRUTHS}
    lone = [zone for name, zone in zones.items() if name not in truths]
    return {name: zone if name not in truths and lone.count(zone) == 1 else None for name, zone in zones.items()}


def _settable(meant: ir.Expr) -> bool:
    if isinstance(meant, ir.Map):  # the cards of a row or pile read through a meld, or the like
        return isinstance(meant.collection, GIVEN)
    return isinstance(meant, GIVEN)


def refusals(options: tuple[ir.Option, ...]) -> tuple[str, ...]:
    """Why there may be no table, as `refused` names it: the players, an option out of its bounds, a need."""
    bounded = [f"options.{o.name}" for o in options if o.among or o.low is not None or o.high is not None]
    needs = [need.path.rpartition(".")[2] for option in options for need in option.needs]
    return ("players", *bounded, *needs)
