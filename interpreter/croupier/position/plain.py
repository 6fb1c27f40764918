"""Convert values to plain data and back: the values of variables and of names in lists of statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from croupier.base.faults import PositionError
from croupier.base.language import tr
from croupier.base.values import Meld, Spot, Value, as_list
from croupier.combos import told
from croupier.words.naming import card_reference, find_card, read_value, zone_place

if TYPE_CHECKING:
    from croupier.model.program import ZonePlace
    from croupier.model.state import State
    from croupier_dsl import ir


def words(s: State, type_: ir.Type, value: Value, numbers: Mapping[int, int]) -> Value:
    """Return a value that `read` reads: text, so that nothing depends on how a reader guesses types; a list of many; a
    mapping for a meld that is not on a table, and for a spot.

    `numbers`: the numbers of copies that differ.
    """
    if isinstance(value, list):
        return [words(s, type_, item, numbers) for item in value]
    if isinstance(value, Meld):
        return _meld_words(s, value, numbers)
    if isinstance(value, Spot):
        return _spot_words(s, value)
    if type_.name == "card" and value is not None:
        return card_reference(s, value, numbers)
    return s.program.spell(type_, value)


def read(s: State, type_: ir.Type, word: Value) -> Value:
    """Return the value that the words mean. Raise PositionError if they mean none of this type."""
    if type_.many:
        return [_one(s, type_, item) for item in as_list(word)]
    return _one(s, type_, word)


def _one(s: State, type_: ir.Type, word: Value) -> Value:
    if isinstance(word, bool):
        word = "yes" if word else "no"
    if word is None or word == "none":
        return None
    if type_.name == "meld":
        return _meld(s, word)
    if type_.name == "spot":
        return _spot(s, word)
    if not isinstance(word, str | int):
        raise PositionError(tr("{word} is not a value of {enum}", word=word, enum=type_.enum or type_.name))
    return read_value(s, type_, str(word))


# ---------------------------------------------------------------- melds and spots


def _meld_words(s: State, meld: Meld, numbers: Mapping[int, int]) -> Value:
    place = s.home[meld.cards[0]]
    if place >= 0 and s.program.places[place].zone.form == "melds" and meld in s.zones[place]:
        return f"@{s.zones[place].index(meld) + 1} in {s.program.place_name(place)}"
    return {"meld": told.written(s, meld), "cards": [card_reference(s, card, numbers) for card in meld.cards]}


def _meld(s: State, word: Value) -> Meld:
    if isinstance(word, str):
        number, _, thing = word.partition(" in ")
        where = zone_place(s.program, thing)
        melds = s.zones[where.index] if where is not None and where.zone.form == "melds" else []
        at = number.removeprefix("@")
        if not (at.isascii() and at.isdigit() and len(at) < 6 and 1 <= int(at) <= len(melds)):
            raise PositionError(tr("meld {word} does not exist", word=word))
        found: Meld = melds[int(at) - 1]
        return found
    if not isinstance(word, Mapping) or set(word) != {"meld", "cards"}:
        raise PositionError(tr("{word} is not a meld", word=word))
    meld = told.told_meld(s, str(word["meld"]))
    cards = _cards(s, word["cards"])
    if tuple(s.program.kind_of[card] for card in cards) != meld.kinds:
        raise PositionError(tr("these cards do not form {text}: {word}", text=meld.text, word=word["cards"]))
    return told.read(s, meld, cards)


def _cards(s: State, references: Value) -> list[int]:
    taken: list[int] = []
    for word in as_list(references):
        card = find_card(s, str(word), taken)
        if card in taken:
            raise PositionError(tr("there is only one {word}", word=word))
        taken.append(card)
    return taken


def _spot_words(s: State, spot: Spot) -> Value:
    found: dict[str, Value] = {"zone": s.program.place_name(spot.place), "at": spot.at + 1}
    if spot.anchor >= 0:
        found["beside"] = card_reference(s, spot.anchor)
    if spot.holder >= 0:
        found["holds"] = card_reference(s, spot.holder)
    if spot.role >= 0:
        found["for"] = s.program.kinds[spot.role].notation
    return found


def _spot(s: State, word: Value) -> Spot:
    keys = {"zone", "at", "beside", "holds", "for"}
    if not isinstance(word, Mapping) or not {"zone", "at"} <= set(word) <= keys:
        raise PositionError(tr("{word} is not a spot", word=word))
    where, at = zone_place(s.program, str(word["zone"])), word["at"]
    if where is None or isinstance(at, bool) or not isinstance(at, int) or at not in _numbers(s, where):
        raise PositionError(tr("{word} is not a spot", word=word))
    beside, holds = (find_card(s, str(word[key])) if key in word else -1 for key in ("beside", "holds"))
    role = s.program.kind_index.get(str(word["for"])) if "for" in word else -1
    if role is None:
        raise PositionError(tr("this game has no card {word}", word=word["for"]))
    return Spot(where.index, beside, at - 1, holds, role)


def _numbers(s: State, where: ZonePlace) -> range:
    """Return the numbers of places that there may be: in a row from 1, in a meld 0 of a set."""
    if where.zone.form == "row":
        return range(1, (where.places_told or len(s.zones[where.index])) + 1)
    return range(99 if where.zone.form == "melds" else 0)
