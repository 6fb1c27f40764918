"""Klondike of the shelf beside the solitaire of OpenSpiel, on the same deal, as far as that is Klondike.

There the first, fourth, seventh card of what is left of the stock lie open, counted anew after each move: with 24 cards
that is a stock turned up by threes, with 23 no longer, whichever end one begins at. So the stock is turned up card by
card here, and of its cards those are compared that lie open there. What moves within the table is compared whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier import Game, load
from croupier.base.chance import Stream

from .alongside import SHELF, Position, zone

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "♠♥♣♦"
LETTERS = "SHCD"
Way = tuple[str, str]
"""The card that moves, and the card or the place that it goes to."""


def _dealt(card: str) -> int:
    return 1 + 13 * LETTERS.index(card[-1]) + RANKS.index(card[:-1])


def _there(state: Any) -> dict[Way, int]:
    """What may be done there: `J♥ ← T♠` puts the ten onto the jack, `🂿 ← K♦` into a gap, `♠ ← A♠` onto a foundation."""
    found: dict[Way, int] = {}
    for action in state.legal_actions():
        told = state.action_to_string(0, action)
        if "←" in told:
            onto, card = (_card(word) for word in told.split(" ← "))
            found[card, "home" if onto[-1] == card[-1] else onto] = action
    return found


def _card(word: str) -> str:
    told = word.strip().replace("T", "10")
    return "gap" if told == "🂿" else told[:-1] + LETTERS[SUITS.index(told[-1])]


def _here(game: Game, loose: set[str]) -> dict[Way, tuple[Game, str]]:
    """What may be done here, and on which game: of the cards of the stock that are loose, once they are turned up."""
    found: dict[Way, tuple[Game, str]] = {}
    for turned in _turned_up(game):
        position = turned.position()
        top = zone(position, "waste")[-1:]
        for move in map(str, turned.legal_moves(0)):
            way = _way(move, position)
            if way is not None and ([way[0]] != top or way[0] in loose):
                found.setdefault(way, (turned, move))
    return found


def _turned_up(game: Game) -> Iterator[Game]:
    """The game as it is after so many cards of the stock."""
    position, ahead = game.position(), game.copy()
    yield game
    for _ in range(len(zone(position, "waste")) + len(zone(position, "stock"))):
        if not zone(ahead.position(), "stock"):
            if "turn_over" not in ahead.offered(0):
                return
            ahead.play(0, "turn_over")
        ahead.play(0, "draw_cards")
        yield ahead.copy()


def _way(move: str, position: Position) -> Way | None:
    """None of what is no move there: turning up, giving up, and a king's column that goes from gap to gap."""
    name, _, rest = move.partition(" ")
    said = dict(word.split("=") for word in rest.split())
    if name == "to_foundation":
        return said["card"], "home"
    if name not in ("move_run", "from_waste", "take_back"):
        return None
    onto = (zone(position, f"column of {said['n']}") or ["gap"])[-1]
    if name == "from_waste":
        return zone(position, "waste")[-1], onto
    if name == "take_back":
        return zone(position, f"foundation of {said['suit']}")[-1], onto
    card = said["card"]
    first = next(n for n in range(1, 8) if card in zone(position, f"column of {n}"))
    bare = not zone(position, f"hidden of {first}") and zone(position, f"column of {first}")[0] == card
    return None if onto == "gap" and bare else (card, onto)


def _play(seed: str, chance: Stream, decisions: int) -> int:
    """Play a game on both sides so far, and say how many decisions were compared."""
    rules = load(SHELF / "patience/klondike.yaml", 1, {"draw": 1, "from_foundation": "yes", "move_limit": 100_000})
    game, state = Game(rules, seed), pyspiel.load_game("solitaire").new_initial_state()
    start = game.position()
    stock = zone(start, "stock")[::-1]
    for card in [*(zone(start, f"column of {n}")[0] for n in range(1, 8)), *stock]:
        state.apply_action(_dealt(card))
    compared = 0
    while not state.is_terminal() and compared < decisions:
        position = game.position()
        left = [card for card in stock if card in zone(position, "stock") + zone(position, "waste")]
        there, here = _there(state), _here(game, set(left[::3]))
        told = f"{seed}, decision {compared}"
        assert set(there) == set(here), (
            f"{told}: only here {set(here) - set(there)}, only there {set(there) - set(here)}"
        )
        if not there:
            break
        way = sorted(there)[chance.below(len(there))]
        before, move = here[way]
        game = before.copy()
        game.play(0, move)
        state.apply_action(there[way])
        for n in range(1, 8):
            if len(zone(game.position(), f"hidden of {n}")) < len(zone(position, f"hidden of {n}")):
                state.apply_action(_dealt(zone(game.position(), f"column of {n}")[0]))
        compared += 1
    return compared


def test_the_same_moves() -> None:
    """Cards, runs and kings move alike, to the foundations and back, and what is uncovered is turned up."""
    assert sum(_play(f"2:{number}", Stream(3, number), 12) for number in range(4)) > 20


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_same_moves_over_hundreds_of_games() -> None:
    assert sum(_play(f"4:{number}", Stream(5, number), 100) for number in range(100)) > 3_000


def test_the_stock_there_is_counted_anew() -> None:
    """Of the 23 cards that are left the fourth lies open: by threes it would not, from neither end."""
    state = pyspiel.load_game("solitaire").new_initial_state()
    columns = ["AS", "3S", "5S", "7S", "9S", "JS", "KS"]
    stock = ["AH", "4C", "9D", "JD", "2D", "6H", "6S"]
    rest = [rank + suit for suit in LETTERS for rank in RANKS if rank + suit not in columns + stock]
    for card in [*columns, *stock, *rest[:17]]:
        state.apply_action(_dealt(card))

    def open_cards() -> list[str]:
        told = next(line for line in str(state).splitlines() if line.startswith("SOURCES"))
        return [_card(word) for word in told.removeprefix("SOURCES : ").split()][-8:]

    assert open_cards()[:3] == ["AH", "JD", "6S"]
    state.apply_action(_there(state)["AH", "home"])
    assert open_cards()[:2] == ["4C", "2D"]
