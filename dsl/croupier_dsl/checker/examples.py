"""Check the facts of scenarios; they may use every expression that rules may use."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Literal, cast

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.context import Context, attempt, place
from croupier_dsl.checker.expressions import expression
from croupier_dsl.checker.scope import Scope, Slots
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import examples as errors
from croupier_dsl.literals import Invalid, is_number
from croupier_dsl.parser import SentenceError, parse
from croupier_dsl.source import Span

SPECIAL = frozenset({"at", "winners", "losers", "scores", "ranks", "outcome", "revealed"})
OFFERED = "moves of "
"""The prefix of a scenario fact about offered moves."""
SET_UP = frozenset({"at", "outcome", "revealed"})
"""The facts about the whole game that can be set up."""
WAITING = "entered of "
"""The prefix of the fact that lists the cards for which a rule `whenever … enters` is pending."""
Known = dict[tuple[str, tuple[str, ...], str], tuple[tuple[ir.Expr | None, str], tuple[int, int, Span]]]
"""The facts read so far, by their words, seats and place, with the words references when they were read first."""
KNOWN = (ir.ZoneContents, ir.VariableValue)
GIVEN = (*KNOWN, ir.StageCount, ir.Direction)
_CARDS = re.compile(r"(?P<cards>.*?)(?:\sin\s+(?P<zone>.*))?", re.DOTALL)
Place = Literal["given", "known", "now"]
"""The place of a fact in a scenario: set up, known by a seat, or expected."""


def facts(
    cx: Context, seats: tuple[syntax.Name, ...], written: tuple[syntax.Fact, ...], where: Place, known: Known
) -> tuple[ir.Fact, ...]:
    """Return the facts `thing: contents`. Seats are in slots 1 and up, in order; a card is in the next slot.

    `known`: facts that were read in other scenarios, because scenarios often repeat them.
    """
    return tuple(_fact(cx, seats, fact, where, known) for fact in written)


def _fact(cx: Context, seats: tuple[syntax.Name, ...], fact: syntax.Fact, where: Place, known: Known) -> ir.Fact:
    thing = " ".join(fact.thing.text.split())
    about = place(fact.thing.span)
    if thing.startswith(OFFERED):
        check_seat(cx, seats, fact.thing.span, thing.removeprefix(OFFERED))
    if fact.moves is not None:
        return ir.Fact(fact.thing.text, "", about, moves=tuple(move.text for move in fact.moves))
    if (where == "now" and (thing in SPECIAL or thing.startswith(OFFERED))) or (where == "given" and thing in SET_UP):
        if thing == "revealed":
            _check_cards(cx, seats, fact.contents.span)
        return ir.Fact(fact.thing.text, fact.contents.text, about)
    if where == "given" and thing.startswith(WAITING) and "entered" not in cx.names.declared:
        _check_rule(cx, fact.thing.span, thing.removeprefix(WAITING))
        _check_cards(cx, seats, fact.contents.span)
        return ir.Fact(fact.thing.text, fact.contents.text, about)
    key = (fact.thing.text, tuple(seat.text for seat in seats), where)
    references = cx.references
    if key in known:
        meant, heard_of_it = known[key]
        references.repeat(*heard_of_it, fact.thing.span)
    else:
        before = len(references.words)
        meant = attempt(cx, lambda: _Reader(cx, seats).meant(fact.thing, where)) or (None, "")
        known[key] = meant, (before, len(references.words), fact.thing.span)
    return ir.Fact(fact.thing.text, fact.contents.text, about, *meant)


class _Reader:
    """Reads the facts of one scenario."""

    def __init__(self, cx: Context, seats: tuple[syntax.Name, ...]) -> None:
        self.cx, self.names = cx, cx.names
        self.seats = [seat.text for seat in seats]

    def meant(self, thing: syntax.Name, where: Place) -> tuple[ir.Expr, str]:
        """Return the meaning of a thing, and the card that it is about; empty if it is about none."""
        sentence = _parsed("fact", thing.span)
        called = self.called(sentence)
        if called is not None:
            return self.of_card(*called, thing.span, where)
        card = _innermost(sentence.left)[1] if isinstance(sentence, syntax.In) else None
        if where == "known" and isinstance(sentence, syntax.In) and card is not None:
            return self.card_there(card, sentence.right)
        if (refusal := self.refused(thing, sentence, where)) is not None:
            raise Invalid(refusal)
        meant = self.read(sentence, {})
        if where == "given" and not (_is_one_of(meant, GIVEN) or _of_each(meant)):
            raise Invalid(errors.cannot_be_given(thing.span))
        if where == "known" and not _is_one_of(meant, KNOWN):
            raise Invalid(errors.not_to_be_known(thing.span))
        return meant, ""

    def read(self, sentence: syntax.Expr, cards: dict[str, ir.Local | None]) -> ir.Expr:
        """Return the meaning of a sentence in which seats have names, and note the card that it is about."""
        seats = {seat: ir.Local(ir.PLAYER, 1 + i, seat) for i, seat in enumerate(self.seats)}
        scope = replace(Scope(slots=Slots(2 + len(self.seats))), names={**seats, **cards})
        before = set(self.cx.used.names)
        try:
            return expression(self.cx, sentence, scope)
        finally:
            self.cx.used.names.intersection_update(before)  # an example does not use what it looks at

    # ------------------------------------------------------------ cards by their place

    def called(self, sentence: syntax.Expr) -> tuple[syntax.Of, syntax.Name, syntax.Expr] | None:
        """Return the property, the card and the zone of `PROPERTY of CARD in ZONE`; None for other sentences."""
        if not isinstance(sentence, syntax.In) or sentence.negated or not isinstance(sentence.left, syntax.Of):
            return None
        asked, card = _innermost(sentence.left)
        assert isinstance(asked, syntax.Of)
        known = {*self.names.everything(), *self.seats} - self.cx.kinds.keys()
        if card is None or card.text in known or (is_number(card.text) and card.text not in self.cx.kinds):
            return None
        return asked, card, sentence.right

    def of_card(
        self, asked: syntax.Of, card: syntax.Name, zone: syntax.Expr, span: Span, where: Place
    ) -> tuple[ir.Expr, str]:
        _, reference = self.card_there(card, zone)
        local = ir.Local(ir.CARD, 1 + len(self.seats), card.text)
        name = asked.link.name if isinstance(asked.link, syntax.Property) else ""
        noted = self.noted_on_cards()
        if where == "given" and name == "revealed":
            raise Invalid(errors.revealed_of_given(span, f"{card.text} in {_text(zone)}"))
        if where != "now" and (name not in (*noted, "owner") or not isinstance(asked.thing, syntax.Name)):
            raise Invalid(errors.no_state_of_cards(asked.link.span, asked.link.span.text, list(noted)))
        return self.read(asked, {card.text: local}), reference

    def card_there(self, card: syntax.Name, zone: syntax.Expr) -> tuple[ir.Expr, str]:
        """Return the zone, and the notation of the card in it as positions write it."""
        check_card(self.cx, card)
        return self.zone(zone), f"{card.text} in {_text(zone)}"

    def zone_at(self, span: Span) -> ir.Expr:
        return self.zone(_parsed("expr", span))

    def zone(self, written: syntax.Expr) -> ir.Expr:
        head = written.link if isinstance(written, syntax.Of) else written
        name = " ".join(head.span.text.split())
        if not isinstance(head, syntax.Name | syntax.Property) or name not in self.names.zones:
            raise Invalid(errors.no_such_zone(head.span, name, self.names.zones))
        return self.read(written, {})

    def noted_on_cards(self) -> dict[str, str]:
        """State of cards, with the zone in which it lives, if any."""
        heads = {name: variable.head for name, variable in self.names.variables.items()}
        return {
            name: head.place.text if head.place is not None and head.place.text in self.names.zones else ""
            for name, head in heads.items()
            if head.subject is not None and head.subject.text == "card"
        }

    # ------------------------------------------------------------ what can be set up

    def refused(self, thing: syntax.Name, sentence: syntax.Expr, where: Place) -> Diagnostic | None:
        """Return the error for a thing that cannot be set up; None if its name is unknown or can be. State of a card
        always needs the card's place."""
        head = sentence.link if isinstance(sentence, syntax.Of) else sentence
        name = head.name if isinstance(head, syntax.Property) else head.text if isinstance(head, syntax.Name) else ""
        names, noted = self.names, self.noted_on_cards()
        card = _innermost(sentence)[1] if isinstance(sentence, syntax.Of) else None
        kind = card.text if card is not None and card.text in self.cx.kinds else ""
        if name in noted and (where != "now" or kind):
            return errors.where_does_it_lie(thing.span, name, kind, noted[name])
        if where == "now":
            return None
        if name == "revealed":
            return errors.revealed_of_given(thing.span, "")
        if name in names.options:
            return errors.cannot_be_given(thing.span, name)
        can_be = {*names.zones, *names.variables, *names.stages, "direction"}
        known = {*names.declared, *names.moves, *signatures.BUILTINS, *SPECIAL}
        return errors.cannot_be_given(thing.span) if name in known - can_be else None


def _innermost(sentence: syntax.Expr) -> tuple[syntax.Expr, syntax.Name | None]:
    """Return a chain whose last word is replaced by a name, and that word; None if the last part is not a word."""
    if isinstance(sentence, syntax.Of):
        thing, found = _innermost(sentence.thing)
        return replace(sentence, thing=thing), found
    if isinstance(sentence, syntax.Number | syntax.Name):
        name = sentence if isinstance(sentence, syntax.Name) else syntax.Name(sentence.span, str(sentence.value))
        return name, name
    return sentence, None


def check_seat(cx: Context, seats: tuple[syntax.Name, ...], span: Span, name: str) -> None:
    """Raise Invalid unless the name is a seat of the scenario."""
    there = [seat.text for seat in seats]
    if name not in there:
        cx.diagnostics.add(errors.nobody_called(span, name, there))


def _check_rule(cx: Context, span: Span, name: str) -> None:
    """Raise Invalid unless the name is a rule that is tried for cards that enter a zone."""
    tried = [rule.name.text for rule in cx.names.ruleset.triggers if rule.enters is not None]
    if name not in tried:
        cx.diagnostics.add(errors.waits_for_nothing(span, f"{WAITING}{name}", [WAITING + rule for rule in tried]))


def _text(sentence: syntax.Expr) -> str:
    return " ".join(sentence.span.text.split())


def check_card(cx: Context, card: syntax.Name) -> None:
    """Raise Invalid unless the game has the card: `7S`, `7S@2`, `@2`."""
    kind = card.text.partition("@")[0].partition("(")[0]
    if kind not in cx.kinds and (kind or "@" not in card.text):
        raise Invalid(errors.no_such_card(card.span, kind, cx.kinds))


def _check_cards(cx: Context, seats: tuple[syntax.Name, ...], span: Span) -> None:
    """Raise Invalid unless all cards and zones exist in `7S 9H in hand of Bob + KD in row`."""
    at = span.start
    for part in span.text.split("+"):
        found = _CARDS.fullmatch(part)
        assert found is not None, "anything at all fits"
        for word in re.finditer(r"\S+", found["cards"]):
            if word[0] != "none":
                where = Span(span.source, at + word.start(), at + word.end())
                attempt(cx, partial(check_card, cx, syntax.Name(where, word[0])))
        if found["zone"]:
            zone = Span(span.source, at + found.start("zone"), at + found.end("zone"))
            attempt(cx, partial(_Reader(cx, seats).zone_at, zone))
        at += len(part) + 1


def _parsed(kind: Literal["expr", "fact"], span: Span) -> syntax.Expr:
    try:
        return cast(syntax.Expr, parse(kind, span))
    except SentenceError as error:
        raise Invalid(error.diagnostic) from None


def _is_one_of(meant: ir.Expr, kinds: tuple[type, ...]) -> bool:
    if isinstance(meant, ir.Map):  # the cards of a row or pile read through a meld, or the like
        return isinstance(meant.collection, kinds)
    return isinstance(meant, kinds)


def _of_each(meant: ir.Expr) -> bool:
    """Return whether this is one value of state for each player, team or key: `stake of players`, `bet of 1..2 of Ann`.
    The keys are plain or given by an option, so that they can be listed without a table."""
    gone_through: list[int] = []
    while isinstance(meant, ir.Map):
        if not (isinstance(meant.collection, ir.Players | ir.Teams) or _plain(meant.collection)):
            return False
        gone_through.append(meant.slot)
        meant = meant.body
    if not isinstance(meant, ir.VariableValue) or meant.type.many or meant.type.name in ("card", "meld", "spot"):
        return False
    of = meant.subject
    named = [part for part in ((of.key, of.owner) if isinstance(of, ir.Keyed) else (of,)) if part is not None]
    slots = [part.slot for part in named if isinstance(part, ir.Local)]
    return set(gone_through) <= set(slots) and all(isinstance(part, ir.Local) or _plain(part) for part in named)


def _plain(keys: ir.Expr) -> bool:
    """Return whether these keys can be listed: numbers, words, options and ranges of them."""
    match keys:
        case ir.Constant() | ir.OptionValue() | ir.Values():
            return True
        case ir.ListOf(items=items):
            return all(map(_plain, items))
        case ir.Span(low=low, high=high):
            return high is not None and _plain(low) and _plain(high)
    return False


def refusals(options: tuple[ir.Option, ...]) -> tuple[str, ...]:
    """Return the reasons for which a table may be refused, as `refused` names them: players, an option out of bounds, a
    need."""
    bounded = [f"options.{o.name}" for o in options if o.among or o.low is not None or o.high is not None]
    needs = [need.path.rpartition(".")[2] for option in options for need in option.needs]
    return ("players", *bounded, *needs)
