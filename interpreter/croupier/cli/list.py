"""`croupier list`: the bundled games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.language import current, said, tr
from croupier.cli import arguments
from croupier.cli.trouble import tell_left_out

if TYPE_CHECKING:
    from croupier.web import Choice
    from croupier.workbench.shelf import Described

WIDE = 200
"""The width of a line that is not written to a terminal, in columns."""


@click.command(name="list")
@click.argument("ruleset", metavar="[RULESET]", required=False)
@click.option("--players", type=click.IntRange(1), metavar="N", help="Show games for this number of players.")
@click.option("--family", metavar="WORD", help="Show one family, by its name or title or the start of either.")
@click.option("--search", metavar="WORDS", help="Show games with these words in their name, title or description.")
@arguments.as_english_json
@arguments.lang
def command(
    ruleset: str | None, players: int | None, family: str | None, search: str | None, as_json: bool
) -> None:  # fmt: skip
    """List the bundled games by family, with number of players, minutes and a short description; variants are listed
    below their game.

    With RULESET, list its presets, variants and options, and what each option decides. --json prints everything, for
    programs.

    \b
    Examples:
      croupier list
      croupier list my-game.yaml
      croupier list --players 5 --family trick
      croupier list --search jokers --json
    """
    from croupier.workbench.shelf import listed

    if ruleset is not None:
        if players is not None or family is not None or search is not None:
            raise click.UsageError(tr("with RULESET, only --json and --lang can be given"))
        _one(ruleset, as_json)
        return
    every = listed()
    found = [each for each in every if _wanted(each, players, _family(every, family), search)]
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for line in _tables(every, found):
        click.echo(line)
    if not found:
        click.echo(tr("no game matches"), err=True)
    for each in found:
        tell_left_out(each["name"], map(Path, each.get("left_out", ())))


# ---------------------------------------------------------------- one game


def _one(ruleset: str, as_json: bool) -> None:
    """Print what can be chosen before a game."""
    from croupier.table.catalogue import locate, variants_of
    from croupier.table.game import load
    from croupier.web import agreed

    rules = load(ruleset)
    found = agreed(rules)
    variants = {each.name: said(each.title) or each.name for each in variants_of(locate(ruleset))}
    if as_json:
        told = {"game": rules.name, **found, "variants": [{"name": name, "title": variants[name]} for name in variants]}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    tell_left_out(ruleset, rules.left_out)
    title = said(rules.ir.title) or rules.name
    click.echo(tr("{title}, for {numbers} players", title=title, numbers=numbers([*rules.ir.players])))
    presets = [(each["name"], each["title"], each["told"]) for each in found["presets"]]
    for line in (
        *_named(tr("Presets"), presets),
        *_named(tr("Variants"), [(name, words, "") for name, words in variants.items()]),
        *_options(found["options"]),
    ):
        click.echo(line)


def _named(heading: str, found: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield presets or variants: the name, the title, and what a preset sets."""
    if found:
        yield "\n" + heading
    for name, title, told in found:
        yield f"  {name}: {title}"
        if told:
            yield f"      {told}"


def _options(options: Sequence[Choice]) -> Iterator[str]:
    """Yield the options: the name with its default, the title, the values in words, and what it decides."""
    from croupier.compile.options import at_least, between

    if options:
        yield "\n" + tr("Options")
    for option in options:
        yield f"  {option['name']}={option['value']}: {option['title']}"
        if "values" not in option:
            low, high = option["low"], option["high"]
            yield "      " + (between(low, high) if high is not None else at_least(low))
        elif any(each["value"] != each["title"] for each in option["values"]):
            yield from (f"      {each['value']}: {each['title']}" for each in option["values"])
        else:
            yield "      " + ", ".join(each["value"] for each in option["values"])
        if option["told"]:
            yield f"      {option['told']}"


# ---------------------------------------------------------------- all games


def _wanted(each: Described, players: int | None, families: Sequence[str] | None, search: str | None) -> bool:
    if "error" in each:
        return players is None and families is None and search is None
    if players is not None and players not in each["players"]:
        return False
    if families is not None and each["family"] not in families:
        return False
    texts = [each["name"], *each["title"].values(), *each["line"].values()]
    held = " ".join(texts).casefold()
    return all(word in held for word in (search or "").casefold().split())


def _family(every: Sequence[Described], asked: str | None) -> list[str] | None:
    """Return the families whose word, or a title of theirs, begins so."""
    if asked is None:
        return None
    from croupier.workbench.shelf import families

    known = dict.fromkeys([*families(), *(each["family"] for each in every if each.get("family"))])
    start = asked.casefold()
    found = [
        word
        for word in known
        if any(told.casefold().startswith(start) for told in (word, *families().get(word, {}).values()))
    ]
    if not found:
        raise click.UsageError(
            tr("unknown family {name}; the families are {names}", name=asked, names=", ".join(known))
        )
    return found


def _tables(every: Sequence[Described], found: Sequence[Described]) -> Iterator[str]:
    """Yield the games by family; variants are listed below their game."""
    from croupier.workbench.shelf import families, family

    named = {each["name"]: each for each in every}
    shown = {name for each in found for name in (each["name"], *each.get("of", ()))}
    rows: dict[str, list[tuple[str, Described]]] = {}
    for name, each in named.items():
        if name in shown and not each.get("of"):
            rows.setdefault(each.get("family", ""), []).extend(_below(name, named, shown, ""))
    order = [*families(), *sorted({*rows} - {*families(), ""}), ""]
    width = max((len(told) for group in rows.values() for told, _ in group), default=0)
    for word in order:
        if word not in rows:
            continue
        if {*rows} != {""}:
            yield family(word, current()) if word else tr("Other games")
        yield from _lines(rows[word], width)
        if word != next(last for last in reversed(order) if last in rows):
            yield ""


def _below(name: str, named: dict[str, Described], shown: set[str], indent: str) -> Iterator[tuple[str, Described]]:
    """Yield a ruleset and its variants, each a step further in than what it is of."""
    yield indent + name, named[name]
    for other, each in named.items():
        if other in shown and each.get("of", [""])[0] == name:
            yield from _below(other, named, shown, indent + "  ")


def _lines(rows: Sequence[tuple[str, Described]], width: int) -> Iterator[str]:
    """Yield the games in columns: names of this width, numbers of players, minutes, and lines, which are folded."""
    table = [(told, *_cells(each)) for told, each in rows]
    widths = (width, *(max(least, *(len(row[k]) for row in table)) for k, least in ((1, 5), (2, 9))))
    across = get_terminal_size().columns if sys.stdout.isatty() else WIDE
    room = max(across - sum(widths) - 2 * len(widths), 1)
    for *cells, line in table:
        start = "".join(f"{cell:{wide}}  " for cell, wide in zip(cells, widths, strict=True))
        folded = [part for text in line.splitlines() for part in wrap(text, room, break_on_hyphens=False)]
        for before, part in zip_longest([start], folded, fillvalue=""):
            yield f"{before:{len(start)}}{part}".rstrip()


def _cells(each: Described) -> tuple[str, str, str]:
    """Return the numbers of players of a game, its minutes, and its line."""
    if "error" in each:
        return "", "", tr("invalid: {error}", error=each["error"])
    minutes = "-".join(str(number) for number in dict.fromkeys(each["minutes"]))
    return numbers(each["players"]), tr("{n} min", n=minutes) if minutes else "", _line(each)


def _line(each: Described) -> str:
    """Return the line of a list for a game, after its title if that adds to the name."""
    title, line = said(each["title"].items()), said(each["line"].items())
    if not line:
        return title
    alike = "".join(filter(str.isalnum, title.casefold())) == "".join(filter(str.isalnum, each["name"]))
    return line if alike or not title or each.get("of") else f"{title}. {line}"


def numbers(players: Sequence[int]) -> str:
    """Return the numbers of players in short: `2-4`, `2`, `3/4/6`."""
    low, high = players[0], players[-1]
    if low == high:
        return str(low)
    return f"{low}-{high}" if [*players] == [*range(low, high + 1)] else "/".join(map(str, players))
