"""Guess the material of a game from the numbers and words of a rulebook, with the passages of each guess.

Every pattern is tried on the normal form of a passage, with number words turned into figures, in English and French
alike. A guess is written into a new ruleset with its line, for a person to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, TypeVar

from croupier.workbench.book.digest import normal
from croupier.workbench.book.numbers import NUMBERS
from croupier.workbench.book.text import Book, Passage

MOST_PLAYERS = 20
T_co = TypeVar("T_co", covariant=True)

_SPAN = r"(\d+) ?(?:-|to|or|à|a|ou|et|and) ?(\d+)"
_PEOPLE = r"(?:players?|joueurs?|joueuses?|people|persons?|personnes)"
_PLAYERS = tuple(map(re.compile, (
    rf"{_SPAN} {_PEOPLE}\b",
    rf"\b{_PEOPLE} {_SPAN}\b",
    rf"\b(\d+)() {_PEOPLE} (?:or more|and more|ou plus|et plus|minimum)\b",
    rf"\b(\d+)() (?:or more|and more|ou plus|et plus) {_PEOPLE}\b",
            rf"\b(?:for|pour|by|only) (\d+)() {_PEOPLE}\b",
    r"\b(?:for|pour) " + _SPAN + r"$",
)))  # fmt: skip
_UP_TO = re.compile(r"\b(?:up to|jusqu(?:à| à)?) (\d+)\b")
_OR = re.compile(rf"\b(?:or|ou) (?:for |by |with |à |pour )?(\d{{1,2}})(?: (?:in|en|{_PEOPLE})\b|$)")
_CARDS = re.compile(r"\b(\d+) (?:\w+ ){0,2}?(?:cards?|cartes?)\b")
_PACKS = re.compile(r"\b(\d+) (?:\w+ ){0,2}?(?:packs?|decks?|jeux|paquets)\b")
_VALUES = re.compile(
    r"\b(?:values?|numbers?|numbered|numéros?|numérotées|chiffres?|valeurs?)\b.{0,24}?\b" + _SPAN + r"\b"
)
_GIVEN = re.compile(
    r"\b(?:deals?|dealt|gives?|given|receives?|gets?|distribue\w*|donne\w*|reçoi\w*|prend)\b"
    r".{0,40}?\b(\d+) (?:\w+ ){0,3}?(?:cards?|cartes?)\b"
)
_HELD = re.compile(
    r"\b(\d+) (?:cards?|cartes?) (?:each|chacun|par joueur|per player|apiece|in (?:\w+ )?hand|en main)\b"
)
_EACH = re.compile(r"\b(?:each|every|everybody|player|chaque|chacun|joueur)\b")
_ROWS = tuple(map(re.compile, (
    r"(?P<by>round|hand|deal|tour|manche|ronde|donne) (?P<key>\d+) (?P<value>\d+) (?:cards?|cartes?)\b",
    r"(?:with |for |à |avec |pour )?(?P<key>\d+) (?P<by>players?|joueurs?) (?P<value>\d+) (?:cards?|cartes?)\b",
)))  # fmt: skip
_OF_CARDS = re.compile(r"\b(?:cards?|cartes?)\b")
_ROUNDS = re.compile(r"\b(\d+) (?:rounds|manches|donnes|hands|tours de jeu)\b")
_POINTS = re.compile(r"(-?\d+) (?:points?|pts?)\b|\b(?:face value|their value|leur valeur|sa valeur)\b")
_REACH = re.compile(
    r"\b(?:reach\w*|first to|up to|attein\w*|jusqu|premier à|dépass\w*|limit\w*)\b.{0,40}?\b(\d{2,5}) points?\b"
)
_LOW = re.compile(
    r"\b(?:lowest|fewest|least|le moins|plus bas|plus petit total|moins de (?:points|cartes))\b"
    r"|\b(?:rid of|débarrasser)\b"
)
_HIGH = re.compile(
    r"\b(?:highest|most|le plus) (?:score|points|cards|total|de points|de cartes|de plis)\b|\bplus haut score\b"
)
_RACE = re.compile(r"\b(?:first to|premier à|première à)\b")
_WINS = re.compile(r"\b(?:wins?|winner|winning|goal|aim|object|gagn\w*|but|vainqueur|remport\w*|objectif|première?)\b")

RANKS = {
    "ace": "A", "aces": "A", "as": "A", "king": "K", "kings": "K", "roi": "K", "rois": "K", "queen": "Q", "queens": "Q",
    "dame": "Q", "dames": "Q", "reine": "Q", "reines": "Q", "jack": "J", "jacks": "J", "valet": "J", "valets": "J",
    "joker": "joker", "jokers": "joker", **{str(number): str(number) for number in range(2, 11)},
}  # fmt: skip
"""The names of ranks, each with its notation."""
COURT = {"figures": ("J", "Q", "K"), "figure": ("J", "Q", "K"), "face": ("J", "Q", "K"), "court": ("J", "Q", "K"),
         "habillés": ("J", "Q", "K"), "têtes": ("J", "Q", "K")}  # fmt: skip
_FILLED = (
    "a an the and or of for each every is are in left remaining worth count counts counting score scores cards card "
    "le la les l un une des et ou chaque vaut valent comptent compte restant restants restante cartes carte à"
)
_FILLING = frozenset(_FILLED.split())
ZONES = {
    "stock": (r"stock|draw pile|drawing pile|pioche|talon", "pile seen by nobody"),
    "discard": (r"discard|discards|discard pile|défausse|pot", "pile seen by everyone"),
    "trick": (r"tricks?|plis?|levées?", "pile seen by everyone"),
    "centre": (r"middle|centre|center|milieu", "row seen by everyone"),
    "blind of player": (
        r"facedown cards? (?:\w+ )?in front|cartes (?:\w+ )?faces? cachées? (?:\w+ )?devant", "row seen by nobody",
    ),
    "laid of player": (r"melds?|combinations?|combinaisons?|brelans?|tierces?|sets and runs", "melds seen by everyone"),
}  # fmt: skip
"""Zones with the pattern of words that mention them, and the form to declare."""


_PLAYING = re.compile(r"\b(?:play\w*|turns?|jeu|jouer|tours?|déroulement)\b")
"""Headings below which a book says how its zones are used."""


@dataclass(frozen=True, slots=True)
class Guess(Generic[T_co]):
    """A guess from a book, with the passages it comes from."""

    value: T_co
    passages: tuple[Passage, ...]


@dataclass(slots=True)
class Guesses:
    """A value that was not found is None, or empty.

    `deal`: cards by round or by number of players; `points`: by rank.
    """

    players: Guess[tuple[int, int]] | None = None
    cards: Guess[int] | None = None
    packs: Guess[int] | None = None
    jokers: Guess[bool] | None = None
    values: Guess[tuple[int, int]] | None = None
    hand: Guess[int] | None = None
    deal_by: str = ""
    deal: Guess[dict[int, int]] | None = None
    rounds: Guess[int] | None = None
    limit: Guess[int] | None = None
    points: Guess[dict[str, int]] | None = None
    best: Guess[str] | None = None
    zones: dict[str, Guess[str]] = field(default_factory=dict)


Told = tuple[str, Passage]


def guess(book: Book) -> Guesses:
    """Return all that can be guessed from a book."""
    told = [(figures(passage.text), passage) for passage in book.passages]
    made = Guesses()
    made.players = _players(told)
    made.cards = _number(told, _CARDS, 20, 400, last=True)
    made.packs = _number(told, _PACKS, 2, 8)
    made.jokers = next((Guess(True, (p,)) for words, p in told if re.search(r"\bjokers?\b", words)), None)
    made.values = _values(told)
    made.hand = _hand(told)
    made.deal_by, made.deal = _deal(told)
    made.rounds = _number(told, _ROUNDS, 2, 50)
    if made.deal is not None and made.deal_by == "round":
        made.rounds = Guess(max(made.deal.value), made.deal.passages)
    made.limit = _number(told, _REACH, 10, 99_999)
    made.points = _points(told)
    made.best = _best(told)
    for head, (words, form) in ZONES.items():
        found = [passage for text, passage in told if re.search(rf"\b(?:{words})\b", text)]
        if found:
            best = next((passage for passage in found if _PLAYING.search(normal(passage.heading))), found[0])
            made.zones[head] = Guess(form, (best,))
    return made


def figures(text: str) -> str:
    """Return the normal form with number words as figures; `one` and its kin stay, being articles as often."""
    words = normal(text).split()
    return " ".join(str(NUMBERS[word]) if NUMBERS.get(word, 0) > 1 else word for word in words)


def _players(told: Iterable[Told]) -> Guess[tuple[int, int]] | None:
    told = list(told)
    for pattern in _PLAYERS:
        for words, passage in told:
            if found := pattern.search(words):
                low, high = int(found[1]), int(found[2] or found[1])
                if more := _UP_TO.search(words, found.end()) or _OR.search(words, found.end()):
                    high = max(high, int(more[1]))
                if "more" in found[0] or "plus" in found[0] or "minimum" in found[0]:
                    high = max(low, 8)
                if 1 <= low <= high <= MOST_PLAYERS:
                    return Guess((low, high), (passage,))
    return None


def _number(
    told: Iterable[Told], pattern: re.Pattern[str], low: int, high: int, last: bool = False
) -> Guess[int] | None:
    """Return the first number within bounds that a pattern finds; `last`: of the first passage, the largest."""
    for words, passage in told:
        numbers = [
            int(found[1]) for found in pattern.finditer(words) if len(found[1]) < 7 and low <= int(found[1]) <= high
        ]
        if numbers:
            return Guess(max(numbers) if last else numbers[0], (passage,))
    return None


def _values(told: Iterable[Told]) -> Guess[tuple[int, int]] | None:
    for words, passage in told:
        if (found := _VALUES.search(words)) and len(found[1] + found[2]) < 7 and int(found[1]) < int(found[2]) <= 200:
            return Guess((int(found[1]), int(found[2])), (passage,))
    return None


def _hand(told: Iterable[Told]) -> Guess[int] | None:
    told = list(told)
    for words, passage in told:
        if (found := _GIVEN.search(words)) and _EACH.search(words) and len(found[1]) < 3 and 0 < int(found[1]) <= 40:
            return Guess(int(found[1]), (passage,))
    return _number(told, _HELD, 1, 40)


def _deal(told: list[Told]) -> tuple[str, Guess[dict[int, int]] | None]:
    """Return the deal from rows such as `Round 1: 3 cards`, or from a row of numbers of players above a row of numbers
    of cards."""
    rows: dict[str, dict[int, tuple[int, Passage]]] = {"round": {}, "players": {}}
    for words, passage in told:
        for pattern in _ROWS:
            found = pattern.match(words)
            if found and len(found["key"]) < 3 and len(found["value"]) < 3:
                by = "players" if found["by"][:4] in ("play", "joue") else "round"
                rows[by].setdefault(int(found["key"]), (int(found["value"]), passage))
    for (above, first), (below, second) in pairwise(told):
        keys, numbers = re.findall(r"\b\d{1,2}\b", above), re.findall(r"\b\d{1,2}\b", below)
        heads = re.search(_PEOPLE, above) and not _OF_CARDS.search(above) and _OF_CARDS.search(below)
        if heads and len(keys) == len(numbers) > 1:
            rows["players"] |= {int(k): (int(n), second) for k, n in zip(keys, numbers, strict=True)}
            rows["players"] |= {int(keys[0]): (int(numbers[0]), first)}
    for by, found_rows in rows.items():
        if len(found_rows) > 1 and all(0 < value <= 60 for value, _ in found_rows.values()):
            passages = tuple(dict.fromkeys(passage for _, passage in found_rows.values()))
            return by, Guess({key: found_rows[key][0] for key in sorted(found_rows)}, passages)
    return "", None


def _points(told: Iterable[Told]) -> Guess[dict[str, int]] | None:
    """Return the points from passages that consist only of ranks and points."""
    points: dict[str, int] = {}
    passages: list[Passage] = []
    for words, passage in told:
        found = _POINTS.search(words)
        ranks = list(_ranks(words[: found.start()])) if found else []
        if found and ranks and None not in ranks:
            for rank in ranks:
                if rank is not None and (found[1] or rank.isdigit()):
                    points.setdefault(rank, int(found[1] or rank))
            passages.append(passage)
    return Guess(points, tuple(passages)) if len(points) > 1 else None


def _ranks(words: str) -> Iterator[str | None]:
    """Yield the ranks that the words are; None for a word that is none."""
    for word in words.split():
        spans = [part for part in word.split("-") if part]
        if word in RANKS:
            yield RANKS[word]
        elif word in COURT:
            yield from COURT[word]
        elif len(spans) > 1 and all(part in RANKS and part.isdigit() for part in spans):
            numbers = range(int(spans[0]), int(spans[1]) + 1) if len(spans) == 2 else map(int, spans)
            yield from map(str, numbers)
        elif word not in _FILLING:
            yield None


def _best(told: Iterable[Told]) -> Guess[str] | None:
    for words, passage in told:
        if _WINS.search(words):
            if _LOW.search(words):
                return Guess("lowest", (passage,))
            if _HIGH.search(words) or _RACE.search(words):
                return Guess("highest", (passage,))
    return None
