"""List what cannot be lowered: one row for each reason, from which messages and the page on fast play are made.

Each row has a short key; `raise cannot("must_unseen")` raises the sentence of that row. Limits of size are defined
here, so that the rows and the code agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from croupier.base.language import later, tr

if TYPE_CHECKING:
    from croupier_dsl.ir import Where

MOST_COMBOS = 60
"""The most combos that are counted: each is a bit of a number."""
MOST_CONDITIONS = 40
"""The most conditions of one `must`."""
MOST_KINDS = 250
"""The most kinds of cards in a game whose melds are listed."""
MOST_MUSTS = 60
"""The most stages with a `must`."""
MOST_OWNERS = 10
"""The most players that may own cards with foresight."""
MOST_STAGES = 300
"""The most stages of a ruleset, each counted at every place where it is performed."""
MOST_WRITTEN = 600_000
"""The most characters of a program, including those written several times or discarded."""
LONGEST = 62
"""The most places of a sequence: each is a bit of a number."""


class Mode(Enum):
    """When a row applies; the value is how its sentence is put."""

    ALWAYS = "{what}"
    SIZE = later("too large: {what}")
    COUNTED = later("{what}, with coverage")
    AHEAD = later("{what}, with search players")
    INTERNAL = later("unexpected: {what}")


@dataclass(frozen=True, slots=True)
class Row:
    """One reason. `what`: what of the rules is not lowered, for people; `where`: where it occurs in rules, for the
    page; `why`: why it always falls back."""

    mode: Mode
    what: str
    where: str
    why: str = ""


CAPABILITIES: dict[str, Row] = {
    "one_value": Row(
        Mode.INTERNAL,
        later("a list where one value is needed"),
        "The checker refuses a list where one value is needed.",
    ),
    "no_melds": Row(
        Mode.INTERNAL,
        later("a list of something else where melds are needed"),
        "The checker refuses other things where melds are needed, and all lists of melds are lowered.",
    ),
    "kind_value": Row(
        Mode.INTERNAL,
        later("a kind of card used as a value"),
        "The checker accepts a kind of card only where it is compared with a card.",
    ),
    "unnamed": Row(
        Mode.INTERNAL,
        later("`{name}`, which no statement before it has named"),
        "The checker refuses names that nothing before has given.",
    ),
    "copies_told": Row(
        Mode.ALWAYS,
        later("copies of a card that differ in their state: {why}"),
        "in games of several packs: `melds` of cards in melds, of piles or rows with state of their cards, or with "
        "rules `whenever … enters`; state of cards in melds, if something is also noted on cards elsewhere, if cards "
        "change places, or if melds are made of more than one hand; state of cards whose start reads more than the "
        "card, or that is a list or a meld; a choice of cards from melds, of several from a `set`, or of one next to "
        "another choice, with state of these cards; a choice from a `set` for whose cards a rule waits",
        "Compiled rules list kinds of cards and take copies by number. Here copies differ, so that each makes a move "
        "of its own, and their order depends on the moves before.",
    ),
    "cast_long": Row(
        Mode.SIZE,
        later("what cards of `{combo}` represent"),
        "a question about what a wild card represents, with a combo of more than {LONGEST} places or values",
    ),
    "spots_long": Row(
        Mode.SIZE,
        later("spots of a sequence"),
        "spots of combos of more than {LONGEST} places in sequence",
    ),
    "spots_cards": Row(
        Mode.SIZE,
        later("spots among that many cards, kinds and places"),
        "spots, if the product of cards, kinds, places and zones exceeds 62 bits",
    ),
    "many_stages": Row(
        Mode.SIZE,
        later("the number of stages"),
        "more than {MOST_STAGES} stages, each counted wherever it is performed",
    ),
    "several_values": Row(
        Mode.SIZE,
        later("a choice of several among that many values"),
        "a choice of several values, if there are more than 64 of them and more than cards",
    ),
    "several_hidden": Row(
        Mode.ALWAYS,
        later("a choice of several face-down cards that others may take at the same time"),
        "a choice of several cards from rows or piles whose cards are face down, in a stage `at once`, if others may "
        "take them too",
        "Face-down cards are chosen by place. Compiled rules keep a choice of several as a set, and do not know from "
        "where others have taken a card since.",
    ),
    "ask_here": Row(
        Mode.INTERNAL,
        later("a choice in a list that is not performed step by step"),
        "Lists with a `choose` are performed step by step.",
    ),
    "each_outside": Row(
        Mode.INTERNAL,
        later("a `for each` that waits for choices in a list of no move"),
        "Only the lists of moves ask.",
    ),
    "must_unseen": Row(
        Mode.ALWAYS,
        later("a `must` over hidden cards or values"),
        "a sentence about what the player does not see, on the way to the end of a stage with a `must`; some cards of "
        "a `set` that not all see, named there before they are moved or shown, unless chance picks them; a `choose` "
        "among the statements of a move after a hidden card has been named",
        "The search follows one position, as the player knows it. It would have to follow one for each card that may "
        "be there.",
    ),
    "many_musts": Row(
        Mode.SIZE,
        later("the number of stages with a `must`"),
        "more than {MOST_MUSTS} stages with a `must`",
    ),
    "must_conditions": Row(
        Mode.SIZE,
        later("the number of conditions of a `must`"),
        "a `must` of more than {MOST_CONDITIONS} conditions",
    ),
    "too_long": Row(
        Mode.SIZE,
        later("the generated program"),
        "rules whose program has more than {MOST_WRITTEN:,} characters",
    ),
    "too_deep": Row(
        Mode.SIZE,
        later("how deep the sentences are nested"),
        "sentences nested so deep that Python cannot read the program",
    ),
    "combos_counted": Row(
        Mode.SIZE,
        later("the number of combos that are counted"),
        "more than {MOST_COMBOS} combos, while coverage is counted",
    ),
    "wild_counted": Row(
        Mode.COUNTED,
        later("what makes a card wild"),
        "`wild` by a table, a definition or `if … then … else`, which reads nothing of the state, or more"
        " than state of the table and counts of stages",
    ),
    "sieves_counted": Row(
        Mode.COUNTED,
        later("a choice of a card with two conditions about arrangements"),
        "a choice of one card with two conditions that ask what can be melded without it",
    ),
    "barred_counted": Row(
        Mode.COUNTED,
        later("melds that a condition keeps out of groups"),
        "a choice of several melds with a condition that rules single ones out",
    ),
    "filtered_counted": Row(
        Mode.COUNTED,
        later("a filter over melds that are found one by one"),
        "a filter or `for each` over `melds`, in `any`, `first` and the like",
    ),
    "one_by_one_counted": Row(
        Mode.COUNTED,
        later("melds that are found one by one"),
        "a list made from `melds`, in `any`, `first` and the like, if the combo has several parts or conditions",
    ),
    "prices_counted": Row(
        Mode.COUNTED,
        later("prices that a `must` may ask for"),
        "`least` of a `split` by a table or definition, together with a `must`",
    ),
    "ahead_begins": Row(
        Mode.AHEAD,
        later("state of cards that begins with a value that changes"),
        "state of cards in a zone that is open to all, whose start reads more than the card",
    ),
    "ahead_noted": Row(
        Mode.AHEAD,
        later("a card, meld, spot or list noted on cards"),
        "state of cards that is a card, meld, spot or list",
    ),
    "ahead_owners": Row(
        Mode.SIZE,
        later("the owners of cards among that many players, with players who look ahead"),
        "`owner` in games of more than {MOST_OWNERS} players, with players who look ahead",
    ),
    "ahead_named": Row(
        Mode.AHEAD,
        later("hidden melds named before a choice"),
        "a move that names melds that its player may not see and then has a `choose` among its statements",
    ),
    "whole_unclear": Row(
        Mode.INTERNAL,
        later("a condition about whole melds"),
        "The `must` then looks further ahead instead.",
    ),
    "blank_unclear": Row(
        Mode.INTERNAL,
        later("a sentence over cards of which some may be unknown"),
        "The `must` then assumes that the sentence might look at any card of its zones.",
    ),
}
"""All that is not lowered, by key."""


class Unlowered(Exception):
    """The rules contain something that is not lowered. `key`: its row; `what`: the sentence of the row, filled in.
    `where`, `text`: the innermost part of the rules that is known to contain it, as far as one is known."""

    def __init__(self, key: str, what: str) -> None:
        self.key, self.what = key, what
        self.where: Where | None = None
        self.text = ""
        super().__init__(what)

    def at(self, where: Where | None, text: str) -> None:
        """Name the part of the rules, unless a part inside it has been named."""
        if self.where is None:
            self.where, self.text = where, text


class TooLong(Unlowered):
    """The program is too long as a whole: no single part of the rules is to blame."""

    def at(self, where: Where | None, text: str) -> None:
        """Name nothing."""


def said(key: str, **values: object) -> str:
    """Return the sentence of a row in the language spoken now, with the values filled in."""
    row = CAPABILITIES[key]
    return tr(row.mode.value, what=tr(row.what, **values))


def cannot(key: str, **values: object) -> Unlowered:
    """Return the fault that says that this cannot be lowered."""
    return Unlowered(key, said(key, **values))
