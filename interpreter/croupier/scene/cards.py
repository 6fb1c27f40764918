"""Convert cards from notation to the screen, and back from typed text: `KH` is `K♥`, in French `R♥`.

Only French-suited cards have names of their own; any other card reads as it is written, its values in the words of the
ruleset where they are written in full. Notation is understood in every language, and records hold nothing else.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from croupier.base.language import current, tr
from croupier.words.nouns import plain
from croupier.words.phrases import SIGNS, french_suited, initial, title
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import Program


class Cards:
    """The cards of one program in the language spoken now."""

    def __init__(self, program: Program, signs: bool = True, typed: bool = True) -> None:
        """Make the words. `signs`: whether the signs of suits are shown; `typed`: whether places of rows are written as
        they are typed, `@3`."""
        self.program = program
        self.language = current()
        self.signs = signs
        self.places_typed = typed

    @cached_property
    def suited(self) -> dict[str, tuple[str, str]]:
        """(rank, suit) by notation, of the cards that have both."""
        program = self.program
        if not french_suited(program):
            return {}
        places = {attribute.name: at for at, attribute in enumerate(program.rules.cards.attributes)}
        ranks, suits = program.enums.get("rank", ()), program.enums.get("suit", ())
        found = {}
        for kind in program.kinds:
            rank, suit = kind.values[places["rank"]], kind.values[places["suit"]]
            if rank is not None and suit is not None and suits[suit] in SIGNS:
                found[kind.notation] = (ranks[rank] if ranks else str(rank), suits[suit])
        return found

    @cached_property
    def _shown(self) -> dict[str, str]:
        found = {}
        for notation, (rank, suit) in self.suited.items():
            sign = SIGNS[suit] if self.signs else suit[0].upper()
            found[notation] = initial(rank) + sign if self.signs else notation
        for kind in self.program.kinds:
            values = self.attributes(kind.notation)
            if kind.notation not in found and kind.notation == "_".join(values.values()):
                found[kind.notation] = "-".join(self._valued(*each) for each in values.items())
        return found

    def _valued(self, attribute: str, value: str) -> str:
        """Return a value of an attribute, as one word."""
        return "-".join((title(self.program, f"cards.attributes.{attribute}.{value}") or plain(value)).split())

    @cached_property
    def _typed(self) -> dict[str, str]:
        """Notation by what may be typed for it, in lower case; what already means another card is left out."""
        found: dict[str, str] = {}
        for notation, (rank, suit) in self.suited.items():
            for text in (initial(rank) + SIGNS[suit], rank + SIGNS[suit], initial(rank) + suit[0]):
                found.setdefault(text.casefold(), notation)
        for notation, text in self._shown.items():
            found.setdefault(text.casefold(), notation)
        return found | {kind.notation.casefold(): kind.notation for kind in self.program.kinds}

    def shown(self, notation: str) -> str:
        """Return the card as shown on the screen, with its role or its place if it has one; another word unchanged."""
        if "@" in notation[1:]:
            card, _, place = notation.rpartition("@")
            return f"{self.shown(card)}@{place}"
        if notation.startswith("@") and not self.places_typed:
            return tr("place {n}", n=notation[1:])
        if notation.endswith(")"):
            card, _, role = notation[:-1].partition("(")
            return f"{self.shown(card)}({'/'.join(map(self.shown, role.split('/')))})"
        if "/" in notation:
            return "/".join(map(self.shown, notation.split("/")))
        return self._shown.get(notation, notation)

    def typed(self, word: str) -> str:
        """Return the notation of the card that a person means, perhaps with its place; any other word as it is."""
        if "@" in word[1:]:
            card, _, place = word.rpartition("@")
            return f"{self.typed(card)}@{place}"
        if word.endswith(")") and "(" in word:
            card, _, role = word[:-1].partition("(")
            return f"{self.typed(card)}({'/'.join(map(self.typed, role.split('/')))})"
        return self._typed.get(word.casefold(), word)

    def known(self, word: str) -> bool:
        """Return whether the word can be typed for a card."""
        return word.casefold() in self._typed

    def several(self, notations: object) -> str:
        """Return several cards as text."""
        return " ".join(self.shown(str(card)) for card in notations) if isinstance(notations, list | tuple) else ""

    def name(self, notation: str) -> str:
        """Return the name of a card: `king of hearts`, `roi de cœur`; a card without a suit is named by its
        notation."""
        known = self.suited.get(notation)
        if known is None:
            return tr("joker") if notation == "joker" else notation
        rank, suit = known
        return tr("{rank} of {suit}", rank=_ranks().get(rank, rank), suit=_suits()[suit])

    def attributes(self, notation: str) -> dict[str, str]:
        """Return the attributes of a card, as rules write them, without its part; absent ones are left out."""
        program = self.program
        index = program.kind_index.get(notation)
        found: dict[str, str] = {}
        for attribute, value in zip(
            program.rules.cards.attributes, program.kinds[index].values if index is not None else (), strict=False
        ):
            if value is not None and attribute.name != ir.PART:
                words = program.enums.get(attribute.name, ())
                found[attribute.name] = words[value] if words else str(value)
        return found

    def colour(self, notation: str) -> Literal["red", "black", ""]:
        """Return the colour of a card's suit; none of a card without one of the four."""
        known = self.suited.get(notation)
        if known is None:
            return ""
        return "red" if known[1] in ("hearts", "diamonds") else "black"

    @cached_property
    def legend(self) -> str:
        """Return instructions for writing the cards, if they have suits; else an empty string."""
        if not self.suited:
            return ""
        suits = dict.fromkeys(suit for _, suit in self.suited.values())
        told = ", ".join(f"{suit[0].upper()} {SIGNS[suit] if self.signs else ''} {_suits()[suit]}" for suit in suits)
        return " ".join(tr("Write cards with the rank first: 7S, 10D, KH ({suits}).", suits=told).split())


def _suits() -> dict[str, str]:
    return {"spades": tr("spades"), "hearts": tr("hearts"), "diamonds": tr("diamonds"), "clubs": tr("clubs")}


def _ranks() -> dict[str, str]:
    return {
        "A": tr("ace"), "2": tr("two"), "3": tr("three"), "4": tr("four"), "5": tr("five"), "6": tr("six"),
        "7": tr("seven"), "8": tr("eight"), "9": tr("nine"), "10": tr("ten"), "J": tr("jack"), "Q": tr("queen"),
        "K": tr("king"),
    }  # fmt: skip
