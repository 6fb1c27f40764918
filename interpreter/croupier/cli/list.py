"""`croupier list`: the bundled games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress

import click

from croupier.base.language import ntr, said, tr
from croupier.cli import arguments
from croupier.cli.trouble import tell_left_out


@click.command(name="list", short_help="The bundled games, one a line.")
@arguments.as_english_json
@arguments.lang
def command(as_json: bool) -> None:
    """The bundled games, with their titles, numbers of players and options; variants stand below what they are of.

    `croupier outline NAME` shows what a game is made of, its options too; --json has all of it, for programs.

    \b
    Examples:
      croupier list
      croupier list --json
    """
    from croupier.table.catalogue import games, names, variants

    if as_json:
        click.echo(json.dumps([_described(name) for name in names()], ensure_ascii=False, indent=2))
        return
    below = [(variant.name, variant.of[0], said(variant.title)) for variant in variants()]
    lines = [line for name in games() for line in ((name, _line(name)), *_below(name, below, "  "))]
    width = max((len(name) for name, _ in lines), default=0)
    for name, line in lines:
        click.echo(f"{name:<{width}}  {line}")
    for name in games():
        _tell_left_out(name)


Described = dict[str, object]


def _below(name: str, variants: list[tuple[str, str, str]], indent: str) -> Iterator[tuple[str, str]]:
    """The variants of a ruleset and their titles, each a step further in than what it is of."""
    for variant, of, title in variants:
        if of == name:
            yield indent + variant, title
            yield from _below(variant, variants, indent + "  ")


def _tell_left_out(name: str) -> None:
    """That a file beside a game is not read, as whoever plays it is told."""
    from croupier.table.catalogue import playable
    from croupier_dsl import CompileError

    with suppress(CompileError):  # its line says so
        tell_left_out(name, playable(name)[1])


def _described(name: str) -> Described:
    """What a ruleset is, as plain data; an `error` instead if it is invalid."""
    from croupier.compile.options import allowed
    from croupier.table.catalogue import playable
    from croupier.table.game import load
    from croupier_dsl import CompileError

    try:
        rules, left_out = playable(name)
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
        **({"left_out": [str(file) for file in left_out]} if left_out else {}),
    }


def _line(name: str) -> str:
    from croupier.table.catalogue import playable
    from croupier_dsl import CompileError

    try:
        rules, _ = playable(name)
    except CompileError as error:
        return tr("invalid: {error}", error=error)
    options, presets = len(rules.options), [preset.name for preset in rules.presets]
    facts = [tr("{numbers} players", numbers=numbers([*rules.players]))]
    if options:
        facts.append(ntr("{n} option", "{n} options", options))
    if presets:
        facts.append(ntr("preset {names}", "presets {names}", len(presets), names=", ".join(presets)))
    return tr("{title}; {facts}", title=said(rules.title), facts=", ".join(facts))


def numbers(players: list[int]) -> str:
    """`2-4`, `2`, `3/4/6`."""
    low, high = players[0], players[-1]
    if low == high:
        return str(low)
    return f"{low}-{high}" if players == [*range(low, high + 1)] else "/".join(map(str, players))
