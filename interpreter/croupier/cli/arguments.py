"""Arguments that commands share: rulesets, seats, options, seeds; a wrong one is reported in a line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

import click

from croupier.base.language import tr

Key = TypeVar("Key", int, str)

YOU = "you"
"""The name of the person at this terminal, as the player of a seat."""


def named_values(
    ctx: click.Context, param: click.Parameter, given: tuple[str, ...], flag: str = "--option", form: str = ""
) -> dict[str, str]:
    """Parse `NAME=VALUE`, each name once."""
    pairs = []
    for text in given:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            told = tr("expected {form}, found {text}", form=form or tr("NAME=VALUE"), text=text)
            raise click.BadParameter(told, ctx, param)
        pairs.append((name, value))
    return _once(flag, pairs)


def _seats(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[int, str]:
    """Parse `2=greedy`: a seat and its player. Seats are counted from 1 on the command line, from 0 in the result."""
    pairs = []
    for text in given:
        seat, sign, who = (part.strip() for part in text.partition("="))
        if not (sign and who and seat.isascii() and seat.isdigit() and len(seat) < 4 and int(seat)):
            told = tr("expected SEAT=WHO, such as 2=greedy; found {text}", text=text)
            raise click.BadParameter(told, ctx, param)
        pairs.append((int(seat), who))
    return {seat - 1: who for seat, who in _once("--seat", pairs).items()}


def _seed(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Check a seed, `S` or `S:k`, and return it as typed."""
    from croupier.base.chance import Seed

    if given is not None:
        try:
            Seed.parse(given)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from error
    return given


def _once(flag: str, pairs: list[tuple[Key, str]]) -> dict[Key, str]:
    """Return pairs as a mapping. Raise BadParameter for a name given twice."""
    found: dict[Key, str] = {}
    for name, value in pairs:
        if name in found:
            raise click.UsageError(tr("{what} is given twice", what=f"{flag} {name}"))
        found[name] = value
    return found


def _vary(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Parse `NAME=A,B`: each name once, each of its values once."""
    found: dict[str, tuple[str, ...]] = {}
    form = tr("NAME=A,B,…")
    for name, text in named_values(ctx, param, given, "--vary", form).items():
        words = tuple(word.strip() for word in text.split(","))
        if not all(words):
            told = tr("expected {form}, found {text}", form=form, text=f"{name}={text}")
            raise click.BadParameter(told, ctx, param)
        if len(set(words)) < len(words):
            twice = next(word for word in words if words.count(word) > 1)
            raise click.BadParameter(tr("{what} is given twice", what=f"{name}={twice}"), ctx, param)
        found[name] = words
    return found


def _tried(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Parse `NAME` or `NAME=A,B`: without values, all that there are."""
    bare = {name: () for text in given if "=" not in text and (name := text.strip())}
    return {**bare, **_vary(ctx, param, tuple(text for text in given if "=" in text))}


def plays(who: str) -> bool:
    """Return whether there is a player of this name, or it is a person."""
    from croupier.base.faults import SetupError
    from croupier.thinking import player

    try:
        return who == YOU or bool(player(who))
    except SetupError:
        return False


def who_plays(ctx: click.Context, param: click.Parameter, given: str) -> str:
    """Return a player by name, if there is such a player."""
    from croupier.base.faults import SetupError
    from croupier.thinking import player

    try:
        player(given)
    except SetupError as error:
        raise click.BadParameter(str(error), ctx, param) from error
    return given


def seated(players: int, seats: dict[int, str], *, people: bool = False) -> dict[int, str]:
    """Return the players by seat. Raise a usage error for an unknown seat or player; `people`: a person may play."""
    from croupier.base.faults import SetupError
    from croupier.thinking import player

    for seat, name in seats.items():
        if seat >= players:
            told = tr(
                "seat {seat} does not exist: the game has {n} players; change that with --players N",
                seat=seat + 1,
                n=players,
            )
            raise click.UsageError(told)
        if not (people and name == YOU):
            try:
                player(name)
            except SetupError as error:
                raise click.UsageError(str(error)) from error
    return seats


def missing_ruleset() -> click.MissingParameter:
    """Return the error for a missing ruleset, in a command where it is optional only in other uses."""
    ctx = click.get_current_context()
    return click.MissingParameter(ctx=ctx, param=next(each for each in ctx.command.params if each.name == "ruleset"))


def called(names: str | None) -> tuple[str, ...] | None:
    """Return the names of the players, seat by seat, from `--names`."""
    return tuple(normalize("NFC", name.strip()) for name in names.split(",")) if names else None


def writable(path: Path) -> None:
    """Raise a usage error before the games are played if the file cannot be written."""
    target = path.resolve()
    folder = target.parent
    if target.is_dir():
        raise click.UsageError(tr("{path} is a folder, not a file to write to", path=path))
    if not folder.is_dir():
        told = tr("cannot write {name}: the folder {folder} does not exist", folder=folder, name=target.name)
        raise click.UsageError(told)
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise click.UsageError(tr("cannot write {path}", path=path))


def named(ruleset: str, variants: tuple[str, ...]) -> str:
    """Return a ruleset and the variants on top of it, as they were typed."""
    return " + ".join((ruleset, *variants))


def _language(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
    """Accept the language, which `frames.wanted` has checked and set already."""
    from croupier.base.language import languages

    if given is not None and given not in languages():
        known = ", ".join(languages())
        raise click.BadParameter(tr("unknown: {given}; expected one of {names}", names=known, given=given), ctx, param)


def _in_english(ctx: click.Context, param: click.Parameter, given: bool) -> bool:
    if given:
        from croupier.base.language import SOURCE, speaking

        ctx.with_resource(speaking(SOURCE))
    return given


ruleset = click.argument("ruleset", metavar="RULESET")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
as_english_json = click.option(
    "--json", "as_json", callback=_in_english, is_flag=True, help="Print JSON, for programs."
)
"""Of what programs compare, such as what is wrong with rules: the same in every language."""
players = click.option(
    "--players", type=click.IntRange(1), metavar="N", help="Number of players; default: the usual number of the game."
)
options = click.option(
    "--option",
    "options",
    callback=named_values,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the rules.",
)
variants = click.option(
    "--with", "variants", multiple=True, metavar="VARIANT",
    help="Apply a variant to the rules; may be repeated, in order.",
)  # fmt: skip
preset = click.option("--preset", metavar="NAME", help="Use the options of a preset; --option overrides them.")
vary = click.option(
    "--vary", callback=_vary, multiple=True, metavar="NAME=A,B,…",
    help="Compare values of an option, of players or of policy, one row each.",
)  # fmt: skip
tried = click.option(
    "--vary", callback=_tried, multiple=True, metavar="NAME[=A,B,…]",
    help="Try only these options; default all but safety limits and seat numbers.",
)  # fmt: skip
watch = click.option("--watch", is_flag=True, help="Go on and show each answer until Ctrl-C, however long it takes.")
jobs = click.option(
    "--jobs", type=click.IntRange(1, 64), metavar="N", default=1,
    help="Number of processes, default 1; the numbers stay the same.",
)  # fmt: skip
policy = click.option(
    "--policy", callback=who_plays, default="greedy", metavar="WHO", help="Who plays, as for simulate; default greedy."
)
"""Of the commands of the lab, which all have the same players."""
pace = click.option(
    "--pace", type=click.FloatRange(0, 60), metavar="SECONDS",
    help="How long others' moves stay on the screen; 0: no pauses.",
)  # fmt: skip
limit = click.option(
    "--limit", type=click.IntRange(1), metavar="D", help="Stop each game after D decisions and count it as unfinished."
)
lang = click.option(
    "--lang", callback=_language, is_eager=True, expose_value=False, metavar="LANG",
    help="Language of all output: en or fr; default: from your environment.",
)  # fmt: skip
seats = click.option(
    "--seat",
    "seats",
    callback=_seats,
    multiple=True,
    metavar="K=WHO",
    help="The player of seat K, counted from 1; may be repeated.",
)
seed = click.option(
    "--seed", callback=_seed, metavar="S", help="S, or S:k for its game k: the same seed gives the same games."
)
