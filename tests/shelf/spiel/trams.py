"""Tramlines beside the game of RLCard with such cards, in the shape of a game of OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from .alongside import Pair, Position, zone

LINES = {"red": "r", "green": "g", "blue": "b", "yellow": "y", "any": "r"}
KINDS = {"halt": "skip", "turnabout": "reverse", "two_aboard": "draw_2", "change": "wild", "four_aboard": "wild_draw_4"}
TRAITS = [*map(str, range(10)), *KINDS.values()]
ACTIONS = [*(f"{colour}-{trait}" for colour in "rgby" for trait in TRAITS), "draw"]
DRAW = len(ACTIONS) - 1
PACK, HAND, FEW = 108, 7, 6


class Uno:
    """`uno(3)` is played by three."""

    def __init__(self, name: str) -> None:
        pytest.importorskip("rlcard", reason="rlcard is not installed")
        self.players = int(name[len("uno(") : -1])

    def new_initial_state(self) -> UnoState:
        return UnoState(self.players)


class UnoState:
    """Chance lays the cards in the order in which they are taken, and says the colour of a wild card that is drawn."""

    def __init__(self, players: int) -> None:
        from rlcard.games.uno import Game

        self.game: Any = Game(num_players=players)
        self.laid: list[int] = []
        self.waits = False

    def is_chance_node(self) -> bool:
        return len(self.laid) < PACK or self.waits

    def is_simultaneous_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return not self.is_chance_node() and bool(self.game.is_over())

    def current_player(self) -> int:
        return int(self.game.get_player_id())

    def legal_actions(self) -> list[int]:
        if self.is_chance_node():
            return [*range(DRAW)]
        return sorted({ACTIONS.index(action) for action in self.game.get_legal_actions()})

    def apply_action(self, action: int) -> None:
        if len(self.laid) < PACK:
            self.laid.append(action)
            if len(self.laid) == PACK:
                self._begin()
        elif action == DRAW and self.game.dealer.deck[-1].type == "wild":
            self.waits = True
        elif self.waits:
            self.waits = False
            self.game.round.np_random = _Says(ACTIONS[action][0])
            self.game.step("draw")
        else:
            self.game.step(ACTIONS[action])

    def _begin(self) -> None:
        from rlcard.games.uno import Round
        from rlcard.games.uno.card import UnoCard

        cards = []
        for action in self.laid:
            colour, trait = ACTIONS[action].split("-")
            sort = "number" if trait.isdigit() else "wild" if trait.startswith("wild") else "action"
            cards.append(UnoCard(sort, colour, trait))
        game = self.game
        game.init_game()
        for number, player in enumerate(game.players):
            player.hand = cards[HAND * number : HAND * (number + 1)]
        game.dealer.deck = cards[: HAND * len(game.players) - 1 : -1]
        game.round = Round(game.dealer, game.num_players, None)
        game.round.perform_top_card(game.players, game.round.flip_top_card())

    def returns(self) -> list[float]:
        """Who has won: what it pays to the others is not told (see `test_defects`)."""
        return [float([player] == self.game.round.winner) for player in range(self.game.num_players)]


class _Says:
    """Chance that picks this."""

    def __init__(self, said: str) -> None:
        self.said = said

    def choice(self, _: Sequence[str]) -> str:
        return self.said


def card(told: str, line: str = "") -> int:
    first, kind = told.split("_", 1)
    return ACTIONS.index(f"{LINES[line or first]}-{KINDS.get(kind, kind)}")


def _first(position: Position) -> int:
    return (int(position["names"].index(position["state"]["dealer"])) + 1) % len(position["names"])


def _top(position: Position) -> str:
    return zone(position, "discard")[-1]


def _trams(players: int) -> Pair:
    def action(move: str, _: Position) -> Iterable[Sequence[int]]:
        name, *chosen = move.split()
        return [[DRAW if name == "draw" else card(*(each.split("=")[1] for each in chosen))]]

    def dealt(start: Position) -> list[int]:
        hands = [zone(start, "hand", (_first(start) + player) % players) for player in range(players)]
        cards = [told for hand in hands for told in hand]
        return [card(told) for told in [*cards, _top(start), *zone(start, "stock")[::-1]]]

    def drawn(before: Position, after: Position) -> list[int]:
        """The line of a wild card that has gone from the stock to the top at once."""
        told = zone(before, "stock")[-1]
        laid = told.startswith("any") and len(zone(after, "stock")) < len(zone(before, "stock"))
        return [card(told, after["state"]["named"])] if laid and _from_stock(before, after) else []

    def _from_stock(before: Position, after: Position) -> bool:
        hands = [sum(len(zone(each, "hand", seat)) for seat in range(players)) for each in (before, after)]
        return hands[0] == hands[1]

    return Pair(
        name=f"Tramlines with {players}",
        ruleset="shedding/tramlines.yaml",
        spiel=f"uno({players})",
        players=players,
        actions=action,
        dealt=dealt,
        drawn=drawn,
        first=_first,
        returns=lambda _, over: [float(not zone(over, "hand", seat)) for seat in range(players)],
        sample=4,
        left_out=lambda start: _top(start).startswith("any") or _top(start).endswith("two_aboard"),
        leaves_off=lambda position: len(zone(position, "stock")) < FEW,
        preset="rlcard",
        whose="RLCard",
        loads=Uno,
    )


PAIRS = [_trams(2), _trams(3), _trams(5)]
