"""The names and types of everything built into the language; no behaviour."""

from __future__ import annotations

from collections.abc import Container
from itertools import count

from croupier_dsl.ir import CARD, CARDS, MELD, NUMBER, PLAYER, PLAYERS, SPOT, TEAM, TRUTH, Type

TEAMS = Type("team", many=True)
MELDS = Type("meld", many=True)
SPOTS = Type("spot", many=True)

THINGS: dict[str, Type] = {
    "players": PLAYERS,
    "teams": TEAMS,
    "deck": CARDS,
    "next": PLAYER,
    "direction": NUMBER,
    "all_passed": TRUTH,
}
"""The types of words without a subject. (`me` and `it` have the type of their context.)"""

CARD_FACTS: dict[str, Type] = {
    "owner": PLAYER,
    "revealed": TRUTH,
    "wild": TRUTH,
    "meld": MELD,
    "spot": SPOT,
    "role": CARD,
    "place": NUMBER,
    "line": NUMBER,
    "column": NUMBER,
    "neighbours": SPOTS,
}
GRID_WORDS = frozenset({"line", "column"})
"""Words that exist only in rules with a grid: without one they are names like any other."""
SPOT_FACTS: dict[str, Type] = {
    "card": CARD,
    "empty": TRUTH,
    **{fact: CARD_FACTS[fact] for fact in ("place", "line", "column", "neighbours")},
}
MELD_FACTS: dict[str, Type] = {"cards": CARDS, "wilds": CARDS, "naturals": CARDS, "spots": SPOTS}
PLAYER_FACTS: dict[str, Type] = {
    "left": PLAYER,
    "right": PLAYER,
    "across": PLAYER,
    "successor": PLAYER,
    "team": TEAM,
    "seat": NUMBER,
}
TEAM_FACTS: dict[str, Type] = {"members": PLAYERS}

FACTS: dict[Type, dict[str, Type]] = {
    CARD: CARD_FACTS,
    SPOT: SPOT_FACTS,
    MELD: MELD_FACTS,
    PLAYER: PLAYER_FACTS,
    TEAM: TEAM_FACTS,
}
"""Properties that things have by themselves."""

QUANTITIES = ("count", "sum", "empty")
PICKS = ("first", "last", "top", "bottom", "random")
OF_COLLECTIONS = (*QUANTITIES, *PICKS)
"""Properties of a whole collection; they always want an `of`, since a bare name never means them."""

NOUNS: dict[str, Type] = {
    "number": NUMBER,
    "truth": TRUTH,
    "player": PLAYER,
    "players": PLAYERS,
    "team": TEAM,
    "card": CARD,
    "cards": CARDS,
    "meld": MELD,
    "spot": SPOT,
}
"""Types by the word that a declaration uses for them (`points of card`); enumerations join them by name."""

ZONE_FORMS: dict[str, Type] = {"pile": CARDS, "set": CARDS, "row": CARDS, "grid": CARDS, "slot": CARD, "melds": MELDS}
EDGELESS = "grid"
"""The form of zone that is a row without an edge: a grid that grows in every direction."""
VIEWERS = ("nobody", "owner", "team", "others", "everyone")

CONNECTING_WORDS = frozenset({
    "of", "in", "by", "is", "not", "and", "or", "where", "some", "none", "if", "possible", "then",
    "else", "as", "with", "without", "fits", "div", "mod", "highest", "lowest", "top", "one", "to",
    "be", "from", "at", "starting", "seen", "for", "all",
})  # fmt: skip
"""Words that hold sentences together: nothing at all can be called so."""

VERBS = frozenset({"move", "shuffle", "reveal", "hide", "show", "swap", "set", "add", "let", "end"})
"""Words that begin a statement: an effect, which is performed by its name, is not called so."""

BUILTINS = frozenset(
    {"me", "it", "values", *THINGS, *OF_COLLECTIONS, *(fact for facts in FACTS.values() for fact in facts)}
) - {"card", *GRID_WORDS}
"""Words with a meaning of their own; what is a noun besides may be the name of a stage."""

NO_NAMES = CONNECTING_WORDS | {"me", "it"}
"""Words that are not allowed as names, even of a choice, a `let` or an `as`."""
NOT_DECLARED = (BUILTINS | NOUNS.keys()) - NO_NAMES
"""Words that are allowed for these, but not for declarations that sentences read."""
NO_VALUES: dict[str, str] = {
    "all": "everything",
    "highest": "the_highest",
    "lowest": "the_lowest",
    "top": "the_top",
    "if": "if_so",
    "not": "not_so",
    "some": "a_few",
    "none": "nothing",
    "me": "myself",
    "it": "that",
}
"""Words that begin an expression, or are a subject, so that no list has them as a value; and what to write instead."""

_AS_NAMES = {
    **{word: f"{word}_player" for word in ("next", *PLAYER_FACTS) if word not in ("team", "seat")},
    **{word: f"{word}_card" for word in (*PICKS, "highest", "lowest")},
    **{word: f"card_{word}" for word in ("count", "sum", "place", "line", "column", "role", "spot")},
    **{word: f"is_{word}" for word in ("wild", "revealed", "empty")},
    **{word: f"which_{word}" for word in (*NOUNS, "seat", "deck", "direction", "owner")},
    **{word: f"{word}_cards" for word in VERBS},
}


def instead(word: str, taken: Container[str]) -> str:
    """Return a free name to use in place of a word of the language: `next_player`, `card_count`."""
    name = _AS_NAMES.get(word, f"the_{word}")
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in taken else next(other for other in numbered if other not in taken)
