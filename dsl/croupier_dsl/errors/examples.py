"""Errors in scenarios: seats, facts that are set up, cards named by their place, and knowledge of seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, error
from croupier_dsl.errors.meaning import meant
from croupier_dsl.errors.reading import listed
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def seats_of_a_scenario(span: Span, found: int, players: Sequence[int]) -> Diagnostic:
    return error(
        "E554",
        span,
        tr("{found} seats, but the game is for {listed}", found=found, listed=listed([str(n) for n in players])),
    )


def not_an_option_value(span: Span, name: str, value: str, values: Iterable[str], allowed: str) -> Diagnostic:
    """Report a value that an option does not have. `values`: its words; `allowed`: its bounds as text."""
    told = tr("the option `{name}` cannot be `{value}`", name=name, value=value)
    return error("E555", span, told, meant(value, values, tr("its values are {allowed}", allowed=allowed)))


def dots_in_what_is_known(span: Span) -> Diagnostic:
    return error(
        "E341",
        span,
        tr("`knows` must list all known cards; `…` is not allowed"),
        tr("write the cards it knows, or `none`"),
    )


def cannot_be_given(span: Span, option: str = "") -> Diagnostic:
    way = tr("give zones, state, stages, `direction` and `at`; `…` means all other cards")
    if option:
        way = tr("write it under `options` of the scenario: `options: {{{name}: VALUE}}`", name=option)
    return error("E556", span, tr("a scenario cannot set this up"), way)


def waits_for_nothing(span: Span, rule: str, rules: list[str]) -> Diagnostic:
    """Report pending cards for a rule that is not tried for cards entering a zone."""
    way = meant(rule, rules, tr("`entered of` takes a rule with `enters`, and there is none of this name"))
    return error("E556", span, tr("a scenario cannot set this up"), way)


def revealed_of_given(span: Span, card: str) -> Diagnostic:
    """Report `revealed of` a card; revealed cards are listed in a fact of their own."""
    way = tr("list the revealed cards: `revealed: {card}`", card=card or "CARD in ZONE")
    return error("E556", span, tr("a scenario cannot set this up"), way)


# ---------------------------------------------------------------- E62x: cards by their place, knowledge of seats


def no_such_card(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    cards = list(known)
    some = tr("cards are written as {cards}", cards=", ".join(f"`{card}`" for card in cards[:3]))
    return error("E623", span, tr("this game has no card `{name}`", name=name), meant(name, cards, some))


def no_such_zone(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E624", span, tr("unknown zone `{name}`", name=name), meant(name, known))


def no_state_of_cards(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    there = meant(name, known) if known else tr("this game has no state of cards")
    return error("E625", span, tr("unknown state of cards `{name}`", name=name), there)


def where_does_it_lie(span: Span, name: str, card: str, zone: str) -> Diagnostic:
    way = tr("write `{name} of {card} in {zone}`", name=name, card=card or "CARD", zone=zone or "ZONE")
    return error("E626", span, tr("a card needs its notation and its zone"), way)


def not_to_be_known(span: Span) -> Diagnostic:
    way = tr("write a zone, a variable, or the state of a card")
    return error("E627", span, tr("this is not something a seat can know"), way)


def known_of_a_zone(span: Span, seat: str) -> Diagnostic:
    """Report `Ann knows not: hand of Bob`: `knows not` takes single cards."""
    way = tr("write `{seat} knows: {{{zone}: none}}`, or name a card: `CARD in {zone}`", seat=seat, zone=span.text)
    return error("E627", span, tr("`knows not` takes state or single cards"), way)


def known_state_given(span: Span) -> Diagnostic:
    way = tr("list the cards of zones that it remembers")
    return error("E627", span, tr("state is not remembered, but seen or not, so it is not set up"), way)


def nobody_called(span: Span, name: str, seats: Sequence[str]) -> Diagnostic:
    there = meant(name, seats, tr("the seats are {seats}", seats=", ".join(seats)))
    return error("E628", span, tr("unknown seat `{name}`", name=name), there)


# ---------------------------------------------------------------- words that nothing in the game has


def no_such_choice(span: Span, move: str, name: str, choices: Sequence[str]) -> Diagnostic:
    there = tr("its choices are {choices}", choices=listed(dict.fromkeys(choices), "and"))
    return error("E629", span, tr("`{move}` has no choice `{name}`", move=move, name=name), meant(name, choices, there))


def asks_for_nothing(span: Span, move: str) -> Diagnostic:
    told = tr("the move `{move}` has no choices", move=move)
    return error("E629", span, told, tr("write its name alone: `{move}`", move=move))


def nothing_takes(span: Span, word: str, move: str, known: Sequence[str], choices: Sequence[str]) -> Diagnostic:
    """Report a word that none of several choices accepts."""
    told = tr("`{word}` is not a possible choice of `{move}`", word=word, move=move)
    there = tr("its choices are {choices}", choices=listed(dict.fromkeys(choices), "and"))
    return error("E629", span, told, meant(word, known, there))


def one_is_chosen(span: Span, choice: str, found: int, others: Sequence[str]) -> Diagnostic:
    """Report several values for a single choice. `others`: the choices of the move without a value."""
    told = tr("`{choice}` is a single choice; found {n}", choice=choice, n=found)
    way = tr("write one of them")
    if others:
        way = tr("write the other choices with their names: {names}", names=" ".join(f"`{name}=…`" for name in others))
    return error("E629", span, told, way)


def so_many_values(span: Span, wanted: int, found: int) -> Diagnostic:
    if wanted == 1:
        return error("E348", span, tr("expected one value, found {found}", found=found), tr("write one of them"))
    way = tr("write a value for each player, in the order of seats")
    return error("E348", span, tr("expected {n} values, found {found}", n=wanted, found=found), way)


def no_such_chance(span: Span, word: str, known: Sequence[str]) -> Diagnostic:
    way = tr("write the result, such as `{seat}`, or `shuffle: CARD CARD …`", seat=known[0])
    return error("E347", span, tr("`{word}` is not a possible random result", word=word), meant(word, known, way))
