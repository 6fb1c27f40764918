"""Write the lines of a small playable game from the guesses: deal, put down, draw, pass, count."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from croupier.base.language import tr
from croupier.workbench.book.digest import normal
from croupier.workbench.book.guesses import Guess, Guesses
from croupier_dsl import DECKS

Line = tuple[str, str]
"""A line of a file, and its comment."""
Say = Callable[[Guess[object] | None], str]

PLAYERS = (2, 4)
HAND = 5
MOST_CARDS = 400
_TITLES = {
    "stock": ("stock", "pioche"), "discard": ("discard pile", "défausse"), "heap": ("heap", "tas"),
    "hand": ("hand", "main"), "trick": ("trick", "pli"), "centre": ("middle", "milieu"),
    "blind": ("face-down cards", "cartes face cachée"), "laid": ("laid cards", "cartes posées"),
}  # fmt: skip


@dataclass(slots=True)
class Skeleton:
    """`sources`: the part of the ruleset that each guess has gone into."""

    lines: list[Line] = field(default_factory=list)
    sources: list[tuple[str, Guess[object]]] = field(default_factory=list)

    def add(self, text: str = "", note: str = "") -> None:
        self.lines.append((text, note))

    def cite(self, path: str, found: Guess[object] | None) -> None:
        if found is not None:
            self.sources.append((path, found))


@dataclass(frozen=True, slots=True)
class _Plan:
    """The data that the parts of the game share."""

    players: tuple[int, int]
    deal: dict[int, int]
    by: str
    rounds: int
    limit: int
    points: dict[str, int]
    heap: str
    hand: int
    tallied: bool
    """Whether points scored in play decide, and not the cards in hand."""

    @property
    def in_rounds(self) -> bool:
        return self.rounds > 0 or self.limit > 0

    @property
    def worth(self) -> str:
        return "sum of points of hand" if self.points else "count of hand"


def game(name: str, title: str, guesses: Guesses, say: Say) -> Skeleton:
    """Return the lines of NAME.yaml. `say` returns the source of a guess."""
    made = Skeleton()
    plan = _plan(guesses)
    made.add("", tr("Started from a rulebook. It can be played, but is not that game yet: check everything marked"))
    made.add("", tr("as a guess; the moves are only a start. `croupier check` lists what is still open."))
    made.add("croupier: 1")
    made.add(f"game: {name}")
    made.add(f'title: "{title}"')
    low, high = plan.players
    made.add(f"players: {low}" if low == high else f"players: {low}..{high}", say(guesses.players))
    made.cite("players", guesses.players)
    made.add()
    _options(made, plan, guesses, say)
    _cards(made, guesses, say)
    _tables(made, plan, guesses, say)
    _zones(made, plan, guesses, say)
    made.add("state:")
    made.add("  first_player: player starting random of players", tr("the book may say who starts"))
    if plan.in_rounds:
        made.add("  total of player: number")
    elif plan.tallied:
        made.add("  score of player: number", tr("the book mentions points; add them here where they are scored"))
    made.add()
    _play(made, plan, "" if plan.deal else say(guesses.hand))
    if not plan.deal:
        made.cite("play.round.begin" if plan.in_rounds else "play.begin", guesses.hand)
    _moves(made, plan)
    score = "total" if plan.in_rounds else "score" if plan.tallied else plan.worth
    best = guesses.best.value if guesses.best is not None else "lowest"
    made.add(f"result: {{score: {score}, best: {best}}}", say(guesses.best))
    made.cite("result", guesses.best)
    made.add()
    _texts(made, plan, guesses)
    return made


def plan_players(guesses: Guesses) -> tuple[int, int]:
    """Return the fewest and the most players of the game that `game` makes."""
    return _plan(guesses).players


def _plan(guesses: Guesses) -> _Plan:
    players = guesses.players.value if guesses.players else None
    deal = dict(guesses.deal.value) if guesses.deal else {}
    by = guesses.deal_by
    if by == "players":
        low, high = players or (max(1, min(deal)), min(20, max(deal)))
        hand = guesses.hand.value if guesses.hand else max(1, min(deal.values()))
        players, deal = (low, high), {number: deal.get(number, hand) for number in range(low, high + 1)}
    elif by == "round" and sorted(deal) != list(range(1, len(deal) + 1)):
        deal, by = {}, ""
    rounds = len(deal) if by == "round" else guesses.rounds.value if guesses.rounds else 0
    limit = guesses.limit.value if guesses.limit else 0
    ranks = _ranks(guesses)
    points = {rank: guesses.points.value.get(rank, 0) for rank in ranks} if guesses.points and ranks else {}
    heap = "discard" if "discard" in guesses.zones else "heap"
    hand = guesses.hand.value if guesses.hand else HAND
    decides = " ".join(normal(passage.text) for passage in guesses.best.passages) if guesses.best else ""
    tallied = not points and re.search(r"\b(?:points?|scores?)\b", decides) is not None
    return _Plan(players or PLAYERS, deal, by, rounds, limit, points, heap, hand, tallied)


def _deck(guesses: Guesses) -> str:
    """Return the name of a bundled deck, such as `piquet32`; empty for a deck of the game's own."""
    count = guesses.cards.value if guesses.cards else 52
    if count in (52, 54):
        return "french54" if count == 54 or guesses.jokers else "french52"
    return "piquet32" if count == 32 else ""


def _ranks(guesses: Guesses) -> tuple[str, ...]:
    deck = _deck(guesses)
    if deck == "piquet32":
        return ("7", "8", "9", "10", "J", "Q", "K", "A")
    return DECKS[deck]["rank"] if deck else ()


# ---------------------------------------------------------------- sections


def _options(made: Skeleton, plan: _Plan, guesses: Guesses, say: Say) -> None:
    if not plan.in_rounds:
        return
    made.add("options:")
    if plan.rounds:
        most = plan.rounds if plan.by == "round" else max(20, plan.rounds)
        source = guesses.deal if plan.by == "round" else guesses.rounds
        made.add(f"  rounds: 1..{most} starting {plan.rounds}", say(source))
        made.cite("options.rounds", source)
    if plan.limit:
        made.add(
            f"  enough: 1..99999 starting {plan.limit}",
            tr("points that end the game: {guess}", guess=say(guesses.limit)),
        )
        made.cite("options.enough", guesses.limit)
    made.add()


def _cards(made: Skeleton, guesses: Guesses, say: Say) -> None:
    packs = f", packs: {guesses.packs.value}" if guesses.packs else ""
    deck = _deck(guesses)
    told = say(guesses.cards or guesses.packs)
    if deck == "piquet32":
        ranks = "/".join(_ranks(guesses))
        made.add(f"cards: {{attributes: {{rank: {ranks}, suit: clubs/diamonds/hearts/spades}}{packs}}}", told)
    elif deck:
        made.add(f"cards: {{deck: {deck}{packs}}}", told)
    else:
        count = min(guesses.cards.value, MOST_CARDS) if guesses.cards else 52
        low, high = guesses.values.value if guesses.values else (1, count)
        if high - low >= count:
            low, high = 1, count
        copies = max(1, count // (high - low + 1))
        made.add(f"cards: {{attributes: {{value: {low}..{high}}}, copies: {copies}}}", told)
        made.add("", tr("the book says {n} cards; the special ones are still missing", n=count))
        made.cite("cards.attributes", guesses.values)
    made.cite("cards", guesses.cards)
    made.cite("cards.packs", guesses.packs)
    made.add()


def _tables(made: Skeleton, plan: _Plan, guesses: Guesses, say: Say) -> None:
    if not (plan.deal or plan.points):
        return
    made.add("tables:")
    if plan.deal:
        head = "hand_size by round" if plan.by == "round" else "hand_size by count of players"
        rows = ", ".join(f"{key}: {value}" for key, value in plan.deal.items())
        made.add("  ", say(guesses.deal))
        made.add(f"  {head}: {{{rows}}}")
        made.cite("tables.hand_size", guesses.deal)
    if plan.points:
        rows = ", ".join(f"{rank}: {points}" for rank, points in plan.points.items())
        made.add("  ", tr("{guess}; values that were not found count 0", guess=say(guesses.points)))
        made.add(f"  points of card by rank: {{{rows}}}")
        made.cite("tables.points", guesses.points)
    made.add()


def _zones(made: Skeleton, plan: _Plan, guesses: Guesses, say: Say) -> None:
    made.add("zones:")
    told = guesses.zones.get("stock")
    made.add("  stock: pile seen by nobody", say(told) if told else "")
    made.cite("zones.stock", told)
    made.add("  hand of player: set seen by owner")
    if plan.heap == "heap":
        made.add("  heap: pile seen by everyone", tr("where cards are played to; the book may use another name"))
    for head, found in guesses.zones.items():
        if head != "stock":
            made.add(f"  {head}: {found.value}", say(found))
            made.cite(f"zones.{head.partition(' ')[0]}", found)
    made.add()


def _play(made: Skeleton, plan: _Plan, dealt: str) -> None:
    cards = "hand_size" if plan.deal else str(plan.hand)
    begin: list[Line] = [
        ("begin:", ""),
        ("  - move deck to stock", ""),
        ("  - shuffle stock", ""),
        (f"  - for each of players: move top {cards} of stock to hand", dealt),
    ]
    if plan.heap == "discard":
        begin.append(("  - move top of stock to discard", ""))
    turn: list[Line] = [
        ("turn:", ""),
        ("  by: players from first_player", ""),
        ("  times: 100 * count of players", ""),
        ("  until: stock is empty or some of players where hand is empty", ""),
        ("  moves: [put, draw, pass]", ""),
    ]
    made.add("play:")
    if not plan.in_rounds:
        _indented(made, 2, begin)
        made.add("  steps:")
        _indented(made, 4, turn)
    else:
        made.add("  steps:")
        made.add("    round:")
        made.add(f"      times: {'rounds' if plan.rounds else 100}")
        if plan.limit:
            made.add("      until: some of players where total >= enough")
        _indented(made, 6, begin)
        made.add("      steps:")
        _indented(made, 8, turn)
        made.add("      end:")
        made.add(f"        - for each of players: add {plan.worth} to total")
    made.add()


def _indented(made: Skeleton, by: int, lines: list[Line]) -> None:
    for text, note in lines:
        made.add(" " * by + text, note)


def _moves(made: Skeleton, plan: _Plan) -> None:
    made.add("moves:", tr("a start: when may a card be played, and what does it do?"))
    for line in (
        "  put:",
        "    choose: {card: one of hand}",
        f"    do: move card to {plan.heap}",
        "  draw:",
        "    do: move top of stock to hand",
        "  pass: {}",
    ):
        made.add(line)
    made.add()


def _texts(made: Skeleton, plan: _Plan, guesses: Guesses) -> None:
    made.add("text:", tr("what things are called at the table"))
    names = [
        "stock",
        "hand",
        *([plan.heap] if plan.heap == "heap" else []),
        *(h for h in guesses.zones if h != "stock"),
    ]
    for name in (head.partition(" ")[0] for head in names):
        made.add(f"  zones.{name}: {{en: {_TITLES[name][0]}, fr: {_TITLES[name][1]}}}")
    for path, english, french in _words(plan):
        made.add(f"  {path}: {{en: {english}, fr: {french}}}")


def _words(plan: _Plan) -> Iterator[tuple[str, str, str]]:
    yield "state.first_player", "who begins", "qui commence"
    if plan.in_rounds:
        yield "state.total", "total", "total"
        yield "play.round", "round", "manche"
        yield "play.round.turn", "turn", "tour"
    else:
        yield "play.turn", "turn", "tour"
        if plan.tallied:
            yield "state.score", "points", "points"
    if plan.rounds:
        yield "options.rounds", "rounds", "manches"
    if plan.limit:
        yield "options.enough", "points that end the game", "points qui finissent la partie"
    yield "moves.put", "put down", "poser"
    yield "moves.draw", "draw", "piocher"
    yield "moves.pass", "pass", "passer"
