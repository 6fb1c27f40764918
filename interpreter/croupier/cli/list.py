"""`croupier list`: the bundled games."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from croupier.cli import arguments


@click.command(name="list", short_help="The bundled games, one a line.")
@arguments.as_json
def command(as_json: bool) -> None:
    """The bundled games: name, title, numbers of players, options. Variants stand below the game that they are of.

    \b
    Examples:
      croupier list
      croupier list --json
    """
    from croupier.catalogue import names

    described = [_described(name) for name in names()]
    if as_json:
        click.echo(json.dumps(described, ensure_ascii=False, indent=2))
        return
    lines = [(f"{'  ' * depth}{each['name']}", _line(each)) for depth, each in _below(described)]
    width = max((len(name) for name, _ in lines), default=0)
    for name, line in lines:
        click.echo(f"{name:<{width}}  {line}")


Described = dict[str, object]


def _below(described: list[Described]) -> Iterator[tuple[int, Described]]:
    """Each game with its variants below it, each a step further in than what it is of."""
    names = {each["name"] for each in described}

    def within(name: object, depth: int) -> Iterator[tuple[int, Described]]:
        for each in described:
            match each.get("of"):
                case [nearest, *_] if nearest == name:
                    yield depth, each
                    yield from within(each["name"], depth + 1)

    for each in described:
        match each.get("of"):
            case [nearest, *_] if nearest in names:
                pass
            case _:
                yield 0, each
                yield from within(each["name"], 1)


def _described(name: str) -> Described:
    """What a ruleset is, as plain data; an `error` instead if it is invalid."""
    from croupier.catalogue import find
    from croupier.game import load
    from croupier.options import allowed
    from croupier_dsl import CompileError

    try:
        rules = find(name)
        bound = load(name)
    except CompileError as error:
        return {"name": name, "error": str(error)}
    options = [
        {"name": option.name, "default": bound.options[option.name], "values": allowed(bound.program, option)}
        for option in rules.options
    ]
    presets = [
        {"name": preset.name, "title": dict(preset.title), "options": dict(preset.options)} for preset in rules.presets
    ]
    return {
        "name": name,
        **({"of": [*rules.of]} if rules.of else {}),
        "title": dict(rules.title),
        "players": [*rules.players],
        "options": options,
        **({"presets": presets} if presets else {}),
    }


def _line(described: Described) -> str:
    match described:
        case {"error": error}:
            return f"invalid: {error}"
        case {"title": dict(title), "players": list(players), "options": list(options)}:
            named = title.get("en") or next(iter(title.values()), "")
            chosen = ", ".join(option["name"] for option in options)
            given = described.get("presets")
            presets = ", ".join(preset["name"] for preset in given) if isinstance(given, list) else ""
            ready = f"; presets {presets}" if presets else ""
            return f"{named}; {numbers(players)} players; {'options ' + chosen if chosen else 'no options'}{ready}"
    raise AssertionError(described)


def numbers(players: list[int]) -> str:
    """`2-4`, `2`, `3/4/6`."""
    low, high = players[0], players[-1]
    if low == high:
        return str(low)
    return f"{low}-{high}" if players == [*range(low, high + 1)] else "/".join(map(str, players))
