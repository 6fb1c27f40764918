"""What commands take in common: rulesets, seats, options, seeds; a wrong one is told in a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])
Key = TypeVar("Key", int, str)

YOU = "you"
"""Who decides for a seat: a person at this terminal."""

ruleset = click.argument("ruleset", metavar="RULESET")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


class Pair(click.ParamType):
    """`NAME=VALUE`."""

    name = "name=value"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, sign, given = (part.strip() for part in str(value).partition("="))
        if not (name and sign and given):
            self.fail(f"write NAME=VALUE, not {value}", param, ctx)
        return name, given


class Seat(click.ParamType):
    """`1=greedy`: a seat, counted from 1, and who decides for it."""

    name = "seat=who"

    def __init__(self, *who: str) -> None:
        self.who = who

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        if isinstance(value, tuple):
            return value
        seat, sign, who = (part.strip() for part in str(value).partition("="))
        if not (sign and seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat) > 0):
            self.fail(f"write a seat and who plays it, such as 2={self.who[-1]}, not {value}", param, ctx)
        if who not in self.who:
            self.fail(f"a seat is played by {' or '.join(self.who)}, not {who or 'nobody'}", param, ctx)
        return int(seat) - 1, who


class SeedText(click.ParamType):
    """`S` or `S:k`, as typed."""

    name = "seed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from croupier.chance import Seed

        try:
            Seed.parse(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return str(value)


def of_a_game(function: F) -> F:
    """The options that fix which game is played: players, options of the rules, limit."""
    for add in (
        click.option("--limit", type=click.IntRange(1), metavar="D", help="Stop a game as unfinished after D decisions."),
        click.option("--option", "options", type=Pair(), multiple=True, metavar="NAME=VALUE", help="Set an option of the rules."),
        click.option("--players", type=click.IntRange(1), metavar="N", help="How many play; default: the fewest that can."),
    ):
        function = add(function)
    return function


def once_each(flag: str, pairs: tuple[tuple[Key, str], ...]) -> dict[Key, str]:
    """Pairs as a mapping; a name given twice is a mistake."""
    found: dict[Key, str] = {}
    for name, value in pairs:
        if name in found:
            shown = name + 1 if isinstance(name, int) else name
            raise click.UsageError(f"{flag} {shown} is given twice")
        found[name] = value
    return found


def seats_at(players: int, given: tuple[tuple[int, str], ...]) -> dict[int, str]:
    """Who sits where, from 0."""
    found = once_each("--seat", given)
    for seat in found:
        if seat >= players:
            raise click.UsageError(f"there is no seat {seat + 1}: {players} play; --players N changes that")
    return found
