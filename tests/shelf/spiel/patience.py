"""Klondike of the shelf beside the solitaire of OpenSpiel, on the same deal, as far as that is Klondike.

There the first, fourth, seventh card of what is left of the stock lie open, counted anew after each move: with 24 cards
that is a stock turned up by threes, with 23 no longer, whichever end one begins at. So the stock is turned up card by
card here, and of its cards those are compared that lie open there. What moves within the table is compared whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from croupier import Game, load
from croupier.base.chance import Stream

from .alongside import SHELF, Position, zone

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "♠♥♣♦"
LETTERS = "SHCD"
Way = tuple[str, str]
"""The card that moves, and the card or the place that it goes to."""


def dealt(card: str) -> int:
    return 1 + 13 * LETTERS.index(card[-1]) + RANKS.index(card[:-1])


def there_is(state: Any) -> dict[Way, int]:
    """What may be done there: `J♥ ← T♠` puts the ten onto the jack, `🂿 ← K♦` into a gap, `♠ ← A♠` onto a foundation."""
    found: dict[Way, int] = {}
    for action in state.legal_actions():
        told = state.action_to_string(0, action)
        if "←" in told:
            onto, card = (card_of(word) for word in told.split(" ← "))
            found[card, "home" if onto[-1] == card[-1] else onto] = action
    return found


def card_of(word: str) -> str:
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


def play_beside(seed: str, chance: Stream, decisions: int) -> int:
    """Play a game on both sides so far, and say how many decisions were compared."""
    import pyspiel

    rules = load(SHELF / "patience/klondike.yaml", 1, {"draw": 1, "from_foundation": "yes", "move_limit": 100_000})
    game, state = Game(rules, seed), pyspiel.load_game("solitaire").new_initial_state()
    start = game.position()
    stock = zone(start, "stock")[::-1]
    for card in [*(zone(start, f"column of {n}")[0] for n in range(1, 8)), *stock]:
        state.apply_action(dealt(card))
    compared = 0
    while not state.is_terminal() and compared < decisions:
        position = game.position()
        left = [card for card in stock if card in zone(position, "stock") + zone(position, "waste")]
        there, here = there_is(state), _here(game, set(left[::3]))
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
                state.apply_action(dealt(zone(game.position(), f"column of {n}")[0]))
        compared += 1
    return compared


PAIRS = [SimpleNamespace(ruleset="patience/klondike.yaml", spiel="solitaire, but for its stock", whose="OpenSpiel")]
