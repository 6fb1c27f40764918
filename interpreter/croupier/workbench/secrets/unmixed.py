"""Hidden cards that can be known without looking: those that are the same in every game, and those in the order of the
deck.

Chance is asked, by play: what is the same in many games of different seeds is known to whoever knows the rules.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Literal

from croupier.base.chance import Seed
from croupier.base.values import cards_of
from croupier.model.visibility import sees
from croupier.workbench.secrets.beside import play
from croupier.workbench.secrets.laid import Laid, laid_in_order, statement

if TYPE_CHECKING:
    from croupier.table.game import Game, Rules
    from croupier_dsl import ir

DEALS = 16
"""The number of games with the same start that exclude chance: of two kinds of cards, either has this run in 1 of
30,000.
"""
DEALT = 6 * DEALS
"""The number of games begun to find `DEALS` with the same information for a seat."""
LENGTHS = (0, 6, 25)
FEWEST = 60
"""The minimum number of neighbours for a test of order."""
ORDERED = 0.8
"""The share of neighbours in order; half for mixed cards. With sixty, chance reaches it about once in a million."""


@dataclass(frozen=True, slots=True)
class Unmixed:
    """Cards of a zone that can be known without looking.

    `kind`: they are the `same` in every game, or are `sorted`; `zone`: by path; `place`: as `stock` or `hand of P2`;
    `cards`: some of them, in words.
    """

    kind: Literal["same", "sorted"]
    path: str
    place: str
    cards: str
    where: ir.Where | None


def unmixed(rules: Rules, seed: int) -> Iterator[Unmixed]:
    """Yield these cards, each zone once."""
    found: set[str] = set()
    for each in chain(_same(rules, seed) or _same_as_told(rules, seed), _sorted(rules, seed)):
        if each.path not in found:
            found.add(each.path)
            yield each


def _hidden(game: Game, place: int, seats: Iterable[int] = ()) -> list[int]:
    """Return the cards of a place that some seat, of these or of all, neither sees nor remembers, as kinds, in their
    order.
    """
    state, knowledge = game._state, game._known
    seats = seats or range(game.rules.seats)
    unknown = [
        card
        for card in cards_of(state.zones[place])
        if any(not sees(state, seat, card) and not knowledge.seats_know(card, seat) for seat in seats)
    ]
    return [game.rules.program.kind_of[card] for card in unknown]


def _same(rules: Rules, seed: int) -> list[Unmixed]:
    games = [play(rules, Seed(seed, number), 0)[0] for number in range(DEALS)]
    return [] if any(not game.to_act for game in games) else [*_alike(games)]


def _same_as_told(rules: Rules, seed: int) -> list[Unmixed]:
    """Return the cards that are the same in all games with the same start for one seat, for example the same dealer."""
    groups: defaultdict[str, list[Game]] = defaultdict(list)
    for number in range(DEALT):
        game, _ = play(rules, Seed(seed, number), 0)
        groups[json.dumps([event.to_json() for event in game.log(0, 0)])].append(game)
        if not game.to_act or (number == 2 * DEALS and max(map(len, groups.values())) < DEALS // 4):
            return []
    largest = max(groups.values(), key=len)
    return [*_alike(largest, (0,))] if len(largest) >= DEALS else []


def _alike(games: list[Game], seats: tuple[int, ...] = ()) -> Iterator[Unmixed]:
    """Yield the hidden cards, from these seats or any, that are the same in all the games."""
    rules = games[0].rules
    places = {place.index: [_hidden(game, place.index, seats) for game in games] for place in rules.program.places}
    full = [index for index, contents in places.items() if contents[0]]
    if seats and len(full) == 1 and not rules.program.places[full[0]].ordered:
        return  # there is nowhere else that these cards could be
    for index in full:
        contents = places[index]
        if len(set(map(len, contents))) > 1:
            continue
        if rules.program.places[index].zone.form == "set":
            alike = contents[0] if all(sorted(each) == sorted(contents[0]) for each in contents) else []
        else:
            alike = [each[0] for each in zip(*contents, strict=True) if len({*each}) == 1]
        if alike and len(set(rules.program.kind_of)) > 1:
            yield _told(rules, "same", index, alike)


def _sorted(rules: Rules, seed: int) -> Iterator[Unmixed]:
    program = rules.program
    rising: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    shown: dict[str, tuple[int, list[int]]] = {}
    laid: dict[tuple[str, str], Laid] = {}
    for number in range(DEALS):
        game, _ = play(rules, Seed(seed, DEALS + number), LENGTHS[number % len(LENGTHS)])
        for each in laid_in_order(program, game._state.log):
            laid.setdefault((program.places[each.origin].zone.name, program.places[each.to].zone.name), each)
        for place in program.places:
            kinds = _hidden(game, place.index) if place.ordered else []
            rising[place.zone.name].update(b > a for a, b in pairwise(kinds) if a != b)
            if len(kinds) > 1:
                shown[place.zone.name] = place.index, kinds
    for (origin, to), each in laid.items():
        by = statement(rules.ir, origin, to)
        told = _told(rules, "sorted", each.to, list(each.kinds))
        yield told if by is None else replace(told, path=by.path, where=by.where)
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
