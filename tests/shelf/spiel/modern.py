"""Paper Lanterns beside the fireworks that OpenSpiel has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .alongside import Pair, Position, zone

COLOURS = ["red", "yellow", "green", "white", "blue"]


def _card(told: str) -> int:
    colour, value = told.split("_")
    return 5 * COLOURS.index(colour) + int(value) - 1


def _first(position: Position) -> int:
    return (int(position["names"].index(position["state"]["dealer"])) + 1) % len(position["names"])


def _lanterns(players: int, more: str = "", **options: object) -> Pair:
    size = 5 if players <= 3 else 4

    def action(move: str, position: Position) -> Iterable[Sequence[int]]:
        name, *chosen = move.split()
        said = [each.split("=")[-1] for each in chosen]
        if name in ("let_go", "light"):
            return [[int(said[0]) - 1 + size * (name == "light")]]
        names = position["names"]
        me = names.index(position["stages"][-1]["seat"])
        further = (names.index(said[0]) - me) % players - 1
        if name == "whisper_colour":
            return [[2 * size + 5 * further + COLOURS.index(said[1])]]
        return [[2 * size + 5 * (players - 1) + 5 * further + int(said[1]) - 1]]

    def dealt(start: Position) -> list[int]:
        order = [(_first(start) + player) % players for player in range(players)]
        return [_card(told) for seat in order for told in zone(start, "hand", seat)]

    def drawn(before: Position, after: Position) -> list[int]:
        """Nothing, once the game is over."""
        return [] if after["over"] else [_card(told) for told in zone(before, "stock")[len(zone(after, "stock")) :]]

    return Pair(
        name=f"Paper Lanterns with {players}{more}",
        ruleset="modern/paper-lanterns.yaml",
        spiel=f"hanabi(players={players}{more})",
        players=players,
        actions=action,
        dealt=dealt,
        drawn=drawn,
        first=_first,
        prefers=_gladly,
        sample=3,
        options=options,
    )


def _gladly(move: str, before: Position, seat: int) -> int:
    """Light what is next, else let go what is lit already, so that games get far."""
    name, *chosen = move.split()
    if name.startswith("whisper"):
        return 1
    colour, value = zone(before, "hand", seat)[int(chosen[0].split("=")[1]) - 1].split("_")
    ahead = int(value) - len(before["zones"][f"string of {colour}"])
    if name == "light":
        return 3 if ahead == 1 else -1
    return 2 if ahead < 1 else 0


PAIRS = [
    _lanterns(2, ",max_life_tokens=9", gusts=9),
    _lanterns(3),
    _lanterns(4, ",max_life_tokens=1", gusts=1),
    _lanterns(5, ",max_life_tokens=9", gusts=9),
]
