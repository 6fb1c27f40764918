"""`croupier list`: the bundled games."""

from __future__ import annotations

import json

import click

from croupier.cli import arguments


@click.command(name="list", short_help="The bundled games, one a line.")
@arguments.as_json
def command(as_json: bool) -> None:
    """The bundled games: name, title, numbers of players, options.

    \b
    Examples:
      croupier list
      croupier list --json
    """
    from croupier.catalogue import names

    if as_json:
        click.echo(json.dumps([_described(name) for name in names()], ensure_ascii=False, indent=2))
        return
    width = max(map(len, names()), default=0)
    for name in names():
        click.echo(f"{name:<{width}}  {_line(_described(name))}")


Described = dict[str, object]


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
    return {"name": name, "title": dict(rules.title), "players": [*rules.players], "options": options}


def _line(described: Described) -> str:
    match described:
        case {"error": error}:
            return f"invalid: {error}"
        case {"title": dict(title), "players": list(players), "options": list(options)}:
            named = title.get("en") or next(iter(title.values()), "")
            chosen = ", ".join(option["name"] for option in options)
            return f"{named}; {numbers(players)} players; {'options ' + chosen if chosen else 'no options'}"
    raise AssertionError(described)


def numbers(players: list[int]) -> str:
    """`2-4`, `2`, `3/4/6`."""
    low, high = players[0], players[-1]
    if low == high:
        return str(low)
    return f"{low}-{high}" if players == [*range(low, high + 1)] else "/".join(map(str, players))
