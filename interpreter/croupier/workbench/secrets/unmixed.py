"""Hidden cards that need no looking at: those that lie alike in every game, and those in the order of the deck.

Chance is asked, by play: what is the same in many games of different seeds is known to whoever knows the rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from croupier.base.chance import Seed
from croupier.base.values import cards_of
from croupier.model.visibility import sees
from croupier.workbench.secrets.beside import play

if TYPE_CHECKING:
    from croupier.table.game import Game, Rules
    from croupier_dsl import ir

DEALS = 16
"""So many games begin alike before that is no chance: of two kinds of cards one comes so often in 1 of 30,000."""
LENGTHS = (0, 6, 25)
FEWEST = 60
"""Of so many neighbours, at least, the order is looked at."""
ORDERED = 0.8
"""So many of them are in order, of mixed cards half: with sixty that comes about once in a million."""


@dataclass(frozen=True, slots=True)
class Unmixed:
    """Cards of a zone that need no looking at. `kind`: they are the `same` in every game, or lie `sorted`; `zone`: by
    path; `place`: as `stock` or `hand of P2`; `cards`: some of them, in words."""

    kind: Literal["same", "sorted"]
    path: str
    place: str
    cards: str
    where: ir.Where | None


def unmixed(rules: Rules, seed: int) -> Iterator[Unmixed]:
    """What lies so, each zone once."""
    found: set[str] = set()
    for each in (*_same(rules, seed), *_sorted(rules, seed)):
        if each.path not in found:
            found.add(each.path)
            yield each


def _hidden(game: Game, place: int) -> list[int]:
    """The cards of a place that some seat neither sees nor remembers, as kinds, in their order."""
    state, knowledge = game._state, game._known
    knowledge.follow(state.log)
    seats = range(game.rules.seats)
    unknown = [
        card
        for card in cards_of(state.zones[place])
        if any(not sees(state, seat, card) and not knowledge.seats_know(card, seat) for seat in seats)
    ]
    return [game.rules.program.kind_of[card] for card in unknown]


def _same(rules: Rules, seed: int) -> Iterator[Unmixed]:
    program = rules.program
    games = [play(rules, Seed(seed, number), 0)[0] for number in range(DEALS)]
    if any(not game.to_act for game in games):
        return
    for place in program.places:
        contents = [_hidden(game, place.index) for game in games]
        if not contents[0] or len(set(map(len, contents))) > 1:
            continue
        if place.zone.form == "set":
            alike = contents[0] if all(sorted(each) == sorted(contents[0]) for each in contents) else []
        else:
            alike = [each[0] for each in zip(*contents, strict=True) if len({*each}) == 1]
        if alike and len(set(program.kind_of)) > 1:
            yield _told(rules, "same", place.index, alike)


def _sorted(rules: Rules, seed: int) -> Iterator[Unmixed]:
    program = rules.program
    rising: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    shown: dict[str, tuple[int, list[int]]] = {}
    for number in range(DEALS):
        game, _ = play(rules, Seed(seed, DEALS + number), LENGTHS[number % len(LENGTHS)])
        for place in program.places:
            kinds = _hidden(game, place.index) if place.ordered else []
            rising[place.zone.name].update(b > a for a, b in pairwise(kinds) if a != b)
            if len(kinds) > 1:
                shown[place.zone.name] = place.index, kinds
    for name, count in rising.items():
        total = count.total()
        if total >= FEWEST and max(count[True], count[False]) >= ORDERED * total:
            yield _told(rules, "sorted", *shown[name])


def _told(rules: Rules, kind: Literal["same", "sorted"], index: int, kinds: list[int]) -> Unmixed:
    program = rules.program
    zone = program.places[index].zone
    words = " ".join(program.kinds[each].notation for each in kinds[:8])
    cards = f"{words} …" if len(kinds) > 8 else words
    return Unmixed(kind, zone.path, program.place_name(index), cards, zone.where)
