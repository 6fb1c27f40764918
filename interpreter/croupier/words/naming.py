"""Names in positions and scenarios.

`hand of P2`, `won of T1`, `total of P1`, a card as it is written, a value in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.base.faults import PositionError
from croupier.base.language import tr
from croupier.base.plane import reaches
from croupier.base.values import Value
from croupier.model.program import Program, VariablePlace, ZonePlace
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State

OPEN = ("…", "...")
"""The signs for unlisted further cards."""
ALIKE: Mapping[int, int] = MappingProxyType({})
"""No copies in a set that differ."""


def subject_number(program: Program, per: str, word: str) -> int:
    """Return the seat or team that a word names; `team of P1` and, for a team, a member's name will do."""
    word = word.removeprefix("team of ").strip()
    if word in program.names:
        seat = program.names.index(word)
        return seat if per == "player" else program.team_of(seat)
    if per == "team" and word.startswith("T") and word[1:].isdigit() and 1 <= int(word[1:]) <= program.teams:
        return int(word[1:]) - 1
    raise PositionError(
        tr("{word} is not a {per}; choose from {names}", word=word, per=per, names=", ".join(program.names))
    )


def zone_place(program: Program, thing: str) -> ZonePlace | None:
    """Return the place that `stock` or `hand of P2` names; None if no zone is called so."""
    name, _, which = thing.partition(" of ")
    zone = next((zone for zone in program.rules.zones if zone.name == name), None)
    return None if zone is None else program.places[program.zone_base[name] + slot(program, zone, which)]


def slot(program: Program, of: ir.Zone | ir.Variable, which: str) -> int:
    """Return the slot of a zone or variable: by its key, a number or a word, and its owner.

    Raise PositionError if the key is missing or unknown.
    """
    keys, at = program.keys.get(of.name), 0
    if keys is not None and of.keys is not None:
        type_ = replace(of.keys.type, many=False)
        word, _, which = which.partition(" of ")
        found = [n for n, key in enumerate(keys) if program.spell(type_, key) == word.strip()]
        if not found:
            words = ", ".join(program.spell(type_, key) for key in keys)
            raise PositionError(tr("which {name}? write {name} of one of {keys}", name=of.name, keys=words))
        at = found[0]
    if of.per not in ("player", "team"):
        if which:
            raise PositionError(tr("{name} has no owner: write {name}", name=of.name))
        return at
    if not which:
        per = " of ".join(program.slot_words(of, at))
        raise PositionError(tr("whose {name}? write {name} of {per}", name=of.name, per=per))
    return subject_number(program, of.per, which) * (len(keys) if keys else 1) + at


def variable_place(program: Program, thing: str) -> tuple[VariablePlace, int] | None:
    """Return the variable, and whose, that `dealer` or `total of P1` names; None if no variable is called so."""
    name, _, which = thing.partition(" of ")
    place = program.variables.get(name)
    return None if place is None else (place, slot(program, place.variable, which))


def read_value(s: State, type_: ir.Type, word: str) -> Value:
    """Read a value in words: a number, yes or no, a seat's name, a card in a zone, a word of an enumeration, or
    none.
    """
    program, word = s.program, word.strip()
    if word == "none":
        return None
    if type_.enum:
        value = program.enum_value(type_.enum, word)
        if value is None:
            raise PositionError(
                tr("{word} is not one of {names}", word=word, names=", ".join(program.enums[type_.enum]))
            )
        return value
    match type_.name:
        case "truth":
            if word not in ("yes", "no"):
                raise PositionError(tr("{word} is neither yes nor no", word=word))
            return word == "yes"
        case "player" | "team":
            return subject_number(program, type_.name, word)
        case "card":
            return find_card(s, word)
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise PositionError(tr("{word} is not a whole number", word=word))
    return int(word)


def find_card(s: State, word: str, but: Collection[int] = ()) -> int:
    """Return a card, not in `but`, by its kind and, if needed, its place. Raise PositionError if there is none."""
    found = cards_called(s, word)
    left = next((card for card in found if card not in but), None)
    if left is None and "@" not in word:
        raise PositionError(tr("there is no {word} on the table", word=word))
    return found[0] if left is None else left


def cards_called(s: State, word: str) -> list[int]:
    """Return the cards that are called so. Raise PositionError if none is.

    `4C`, `4C in hand of P1`, `4C@2 in hand of P1` (the second of them there), `@3 in blind of P1` (its place, from 1),
    `4C@3 in blind of P1` (that, and it is a 4C), `@2.3 in table` (the third of the second meld).
    """
    program = s.program
    notation, _, thing = word.partition(" in ")
    place = zone_place(program, thing) if thing else None
    if thing and place is None:
        raise PositionError(tr("{thing} is not a zone", thing=thing))
    notation, numbered, number = notation.partition("@")
    kind = program.kind_index.get(notation)
    if kind is None and (notation or not numbered):
        raise PositionError(tr("this game has no card {notation}", notation=notation))
    if not numbered:
        homes = {place.index} if place is not None else range(len(program.places))
        found = [card for card, home in enumerate(s.home) if program.kind_of[card] == kind and home in homes]
        if not found:
            raise PositionError(tr("there is no {word} on the table", word=word))
        return found
    if place is None:
        raise PositionError(
            tr("{word}: numbered copies need a zone; write which zone it is in", word=word, notation=notation)
        )
    if place.zone.form == "melds":
        number, _, at = number.partition(".")
        card: int = _of_list(_of_list(s.zones[place.index], number, word).cards, at, word)
    elif place.ordered:
        contents = s.zones[place.index]
        if not _is_place(number, len(contents)) or contents[int(number) - 1] is None:
            raise PositionError(tr("{thing} has no card at place {number}", thing=thing, number=number))
        card = contents[int(number) - 1]
    else:
        alike = [card for card in s.zones[place.index] if kind in (None, program.kind_of[card])]
        card = _of_list(alike if kind is not None else [], number, word)
    if kind not in (None, program.kind_of[card]):
        told = {"thing": thing, "number": number, "card": program.notation(card), "notation": notation}
        raise PositionError(tr("{thing} has {card} at place {number}, not {notation}", **told))
    return [card]


def at_place(word: str, at: int) -> str:
    """Return a card with its place, from 0, in a grid without an edge: `7S@3`."""
    return f"{word}@{at + 1}"


def split_place(word: str) -> tuple[str, int]:
    """Return the card and its place, from 0, of `7S@3`; PositionError unless it names a place for a card."""
    card, _, number = word.rpartition("@")
    at = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 6 else -1
    if not card or at < 0 or not reaches(at):
        raise PositionError(
            tr(
                "{word} does not name the place of the card in the grid; write `{card}@3`",
                word=word,
                card=card or word,
            )
        )
    return card, at


def _is_place(number: str, most: int) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 6 and 1 <= int(number) <= most


def _of_list(items: Sequence[Value], number: str, word: str) -> Value:
    """Return the item at a place of a list, from 1."""
    if not _is_place(number, len(items)):
        raise PositionError(tr("there is no {word} on the table", word=word))
    return items[int(number) - 1]


def card_reference(s: State, card: int, numbers: Mapping[int, int] = ALIKE) -> str:
    """Return a reference from which `find_card` finds the card, or an identical copy.

    `numbers`: of copies in one set that differ.
    """
    program, home = s.program, s.home[card]
    if home < 0:
        return program.notation(card)
    place = program.places[home]
    if place.ordered:
        return f"@{s.zones[home].index(card) + 1} in {program.place_name(home)}"
    if place.zone.form == "melds":
        alike = [(n, i) for n, meld in enumerate(s.zones[home], 1) for i, other in enumerate(meld.cards, 1)
                 if program.kind_of[other] == program.kind_of[card]]  # fmt: skip
        if len(alike) > 1:
            number, at = next((n, i) for n, i in alike if s.zones[home][n - 1].cards[i - 1] == card)
            return f"@{number}.{at} in {program.place_name(home)}"
    copy = f"@{numbers[card]}" if card in numbers else ""
    return f"{program.notation(card)}{copy} in {program.place_name(home)}"


def in_place_order(s: State, cards: Iterable[int], numbers: Mapping[int, int] = ALIKE) -> list[int]:
    """Return cards on the table by zone, kind and number, an order that does not depend on how copies are numbered."""
    kind_of, places = s.program.kind_of, s.program.places

    def key(card: int) -> tuple[int, ...]:
        home = s.home[card]
        if places[home].zone.form == "melds":
            number = next(n for n, meld in enumerate(s.zones[home]) if card in meld.cards)
            return home, kind_of[card], number, s.zones[home][number].cards.index(card)
        return home, s.zones[home].index(card) if places[home].ordered else kind_of[card], numbers.get(card, 0)

    return sorted((card for card in cards if s.home[card] >= 0), key=key)


def split_melds(text: str) -> list[str]:
    """Split `5S 6S 7S + 4H 4D 4C` into its melds."""
    return [meld.strip() for meld in text.split("+") if meld.strip() and meld.strip() != "none"]


def split_cards(text: str) -> list[str]:
    """Split `7S 9H in hand of P1 + KD@2 in row` into its cards, each with its place, as `find_card` reads them."""
    found: list[str] = []
    for group in text.split("+"):
        cards, _, zone = " ".join(group.split()).partition(" in ")
        found += [f"{card} in {zone}" if zone else card for card in cards.split() if card != "none"]
    return found
