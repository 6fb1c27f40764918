"""`croupier secrets`: find rules that leak hidden information."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from croupier.base.faults import SetupError
from croupier.base.language import ntr, tr
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import WRONG

if TYPE_CHECKING:
    from croupier.base.values import Value
    from croupier.table.game import Rules
    from croupier.workbench.secrets import Finding, Verdict

    Looked = tuple[Rules, Verdict]
    Cited = Mapping[tuple[str, int, int], str]

TWO, THREE = 2, 3
"""The numbers of players to try.

A single player has no secrets, and of two each knows the other's cards once all are dealt, so a third is tried, too.
"""
WIDTH = 100
MOST_PLACES = 6


@click.command(name="secrets")
@arguments.ruleset
@arguments.variants
@arguments.players
@arguments.options
@arguments.preset
@click.option("--games", type=click.IntRange(1), metavar="K", help="Number of games to compare; default 120.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="T", help="Stop after T seconds.")
@click.option("--seed", type=click.IntRange(0), default=0, metavar="S", help="The seed of all games; default 0.")
@arguments.as_english_json
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, variants: tuple[str, ...], players: int | None, options: dict[str, str],
    preset: str | None, games: int | None, seconds: float | None, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Find rules of RULESET that leak hidden information, and show two deals that prove it.

    Each game is compared with another one in which cards hidden from a seat are exchanged. That seat's log may
    differ only in cards that it is shown and in choices of other players; any other difference is a leak in the
    rules. Open hands, cards that appear while dealing, and hidden cards in unshuffled order are reported, too.
    Declare intended leaks in the ruleset: `told: {PATH: clause or ruling}`. The default number of players is the
    smallest of at least two; if that is two, half of the games have three. Numbers of players that were not tried,
    and options of which only one value was tried, are listed at the end.

    \b
    Examples:
      croupier secrets my-game.yaml
      croupier secrets my-game.yaml --players 4 --games 1000
    """
    from croupier.workbench.secrets import GAMES, examine

    asked = Asked(ruleset, variants, players, options, preset)
    tables = _tables(asked)
    share = -(-(games or GAMES) // len(tables))
    looked: list[Looked] = []
    with advancing(tr("games"), share * len(tables)) as tick:
        for rules in tables:
            left = None if seconds is None else seconds / len(tables)
            looked.append((rules, examine(rules, share, seed=seed, seconds=left, tick=tick)))
    cited = _cited(ruleset, variants)
    if as_json:
        named = {"ruleset": ruleset, **({"with": list(variants)} if variants else {})}
        click.echo(json.dumps({**named, **_to_json(looked, asked, cited)}, ensure_ascii=False, indent=2))
    else:
        for line in _lines(looked, asked, cited):
            click.echo(line)
    ctx.exit(WRONG if any(verdict.leaks for _, verdict in looked) else 0)


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments of the command."""

    ruleset: str
    variants: tuple[str, ...]
    players: int | None
    options: dict[str, str]
    preset: str | None

    def load(self, players: int | None) -> Rules:
        from croupier.table.game import load

        return load(self.ruleset, players, self.options, variants=self.variants, preset=self.preset)

    def untried_players(self, looked: Sequence[Looked]) -> list[int]:
        """Return the numbers of players that the game allows and no table had."""
        tried = {rules.seats for rules, _ in looked}
        return [number for number in looked[0][0].ir.players if number not in tried]

    def untried_options(self, looked: Sequence[Looked]) -> list[str]:
        """Return the options with a single tried value that was not requested."""
        rules = looked[0][0].ir
        chosen = {name for preset in rules.presets if preset.name == self.preset for name, _ in preset.options}
        return [option.name for option in rules.options if option.name not in chosen | {*self.options}]


def _tables(asked: Asked) -> list[Rules]:
    """Return the rules for the numbers of players that are looked at: as asked for, else the fewest of two or more, and
    three besides two. SetupError if the game cannot be played so."""
    if asked.players is not None:
        return [asked.load(asked.players)]
    allowed = [number for number in _allowed(asked) if number >= TWO]
    if not allowed:
        return [asked.load(None)]
    tables: list[Rules] = []
    refused: SetupError | None = None
    for number in allowed:
        if tables and (tables[0].seats, number) != (TWO, THREE):
            break
        try:
            tables.append(asked.load(number))
        except SetupError as error:  # the options exclude this number of players
            refused = refused or error
    if not tables and refused is not None:
        raise refused
    return tables


def _allowed(asked: Asked) -> tuple[int, ...]:
    """Return how many may play."""
    from croupier.table.catalogue import playable

    return playable(asked.ruleset, asked.variants)[0].players


def _once(looked: Sequence[Looked], *, meant: bool) -> Iterator[tuple[Rules, Finding]]:
    """Yield each finding once, with the first table that shows it."""
    told: set[tuple[str, str, str]] = set()
    for rules, verdict in looked:
        for finding in verdict.findings:
            what = finding.kind, finding.path, finding.what if finding.kind == "told" else ""
            if bool(finding.meant) == meant and what not in told:
                told.add(what)
                yield rules, finding


def _unmet(looked: Sequence[Looked]) -> list[str]:
    """Return the leaks that the ruleset declares and no table shows."""
    return [path for path in looked[0][1].unmet if all(path in verdict.unmet for _, verdict in looked)]


def _to_json(looked: Sequence[Looked], asked: Asked, cited: Cited) -> dict[str, Value]:
    """Return all of it as a plain object. `declare`: the path by which `told` can name the part of a leak."""
    found = {
        name: [
            {"players": rules.seats, **finding.to_json(rules), "declare": _path(finding, cited)}
            for rules, finding in _once(looked, meant=meant)
        ]
        for name, meant in (("leaks", False), ("meant", True))
    }
    tables = [
        {"players": rules.seats, "games": verdict.games, "compared": list(verdict.compared)}
        for rules, verdict in looked
    ]
    untried: dict[str, Value] = {
        "players": [*asked.untried_players(looked)], "options": [*asked.untried_options(looked)],
    }  # fmt: skip
    return {**found, "unmet": _unmet(looked), "tables": tables, "untried": untried, "seed": looked[0][1].seed}


def _cited(ruleset: str, variants: tuple[str, ...]) -> Cited:
    """Return the path by which the ruleset can name each part, by its place."""
    from croupier.table.catalogue import written

    _, tree = written(ruleset, variants)
    spans = ((part.path, part.span) for part in tree.walk())
    return {(span.source.name, span.line, span.column): path for path, span in spans if span is not None}


def _path(finding: Finding, cited: Cited) -> str:
    """Return the path by which the ruleset can name the part of a finding."""
    where = finding.where
    return finding.path if where is None else cited.get((where.file, where.line, where.column), finding.path)


def _lines(looked: Sequence[Looked], asked: Asked, cited: Cited) -> Iterator[str]:
    """Yield the leaks, the intended ones, and the tables tried. `cited`: the paths of parts, by place."""
    leaks = [*_once(looked, meant=False)]
    for rules, finding in leaks:
        yield from _wrapped(tr("leak: {where}: {what}", where=_place(finding), what=_told(finding)))
        yield from _shown(finding, rules)
        if path := _path(finding, cited):
            yield "  " + tr("if this is intended, declare it: {told}", told=f"told: {{{path}: CLAUSE}}")
        yield ""
    meant = [finding for _, finding in _once(looked, meant=True)]
    if meant:
        yield tr("Intended leaks:")
        for finding in meant:
            sources = ", ".join(finding.meant)
            yield from _wrapped(
                tr("{where}: {what} [{sources}]", where=_place(finding), what=_told(finding), sources=sources), "  "
            )
    unmet = _unmet(looked)
    for path in unmet:
        yield from _wrapped(tr("note: `told` names {path}, but no leak was found there", path=path))
    if leaks or meant or unmet:
        yield ""
    for rules, verdict in looked:
        yield _tried(verdict, rules)
        untried = [rules.program.names[seat] for seat, number in enumerate(verdict.compared) if not number]
        if untried and rules.seats > 1:
            yield tr("{names}: no hidden cards could be exchanged", names=", ".join(untried))
    yield from _not_tried(asked, looked)
    yield tr(
        "{ruleset}: {told}",
        ruleset=arguments.named(asked.ruleset, asked.variants), told=_summary(asked, looked, len(leaks)),
    )  # fmt: skip


def _summary(asked: Asked, looked: Sequence[Looked], leaks: int) -> str:
    if leaks:
        return ntr("{n} leak", "{n} leaks", leaks)
    if any(rules.seats > 1 for rules, _ in looked):
        return tr("no leak was found")
    return tr("nothing was tried") if asked.untried_players(looked) else tr("no leak is possible")


def _tried(verdict: Verdict, rules: Rules) -> str:
    if rules.seats == 1:
        return tr("This is a game for one player: cards are hidden from no other player.")
    positions = f"{sum(verdict.compared):,}"
    return tr(
        "{positions} positions of {games} games for {n} players looked the same with other cards hidden; seed {seed}",
        positions=positions, games=verdict.games, n=rules.seats, seed=verdict.seed,
    )  # fmt: skip


def _not_tried(asked: Asked, looked: Sequence[Looked]) -> Iterator[str]:
    """Say for which tables the verdict does not hold."""
    numbers = [str(number) for number in asked.untried_players(looked) if number >= TWO]
    if numbers:
        yield from _wrapped(tr("not tried: {numbers} players (--players N)", numbers=", ".join(numbers)))
    names = asked.untried_options(looked)
    if names and any(rules.seats > 1 for rules, _ in looked):
        yield from _wrapped(tr("tried with one value only (--option NAME=VALUE): {names}", names=", ".join(names)))


def _place(finding: Finding) -> str:
    if not finding.path:
        return tr("somewhere")
    return f"{finding.path} ({Path(finding.where.file).name}:{finding.where.line})" if finding.where else finding.path


def _told(finding: Finding) -> str:
    """Return the leak in words."""
    zone = finding.what
    match finding.kind:
        case "hand":
            return tr("everybody sees the cards of {zone}, from which their player chooses", zone=zone)
        case "shuffled":
            return tr("{zone} is shuffled, and its cards are seen", zone=zone)
        case "dealt":
            return tr("cards become visible in {zone} although no player chose to show them", zone=zone)
        case "same":
            return tr(
                "the hidden cards in {zone} are the same in every game: {cards}; are they shuffled?",
                zone=zone, cards=finding.cards,
            )  # fmt: skip
        case "sorted":
            return tr("hidden cards in {zone} are in deck order: {cards}", zone=zone, cards=finding.cards)
    assert finding.parting is not None
    parting = finding.parting
    after = ntr("after {n} decision", "after {n} decisions", parting.decisions)
    return tr("it leaks hidden cards ({what}), {when}", what=finding.what, when=after)


def _shown(finding: Finding, rules: Rules) -> Iterator[str]:
    """Yield both games, if a finding has two."""
    parting = finding.parting
    if parting is None:
        return
    seat = rules.program.names[parting.pair.seat]
    yield from _wrapped(tr("shown to {seat}: {what}", seat=seat, what=_plain(parting.told.here)), "  ")
    yield from _wrapped(tr("shown if the hidden cards are exchanged: {what}", what=_plain(parting.told.there)), "  ")
    places = parting.lies(rules)
    for place, here, there in places[:MOST_PLACES]:
        yield from _wrapped(tr("{place}: {here}", place=place, here=here), "    ")
        yield from _wrapped(tr("or: {there}", there=there), "      ")
    if len(places) > MOST_PLACES:
        yield "    " + ntr("… and {n} more place", "… and {n} more places", len(places) - MOST_PLACES)


def _plain(told: Value) -> str:
    """Return the information as data on one line."""
    if told is None:
        return tr("nothing of that")
    if isinstance(told, dict) and "event" in told:
        more = ", ".join(f"{key} {value}" for key, value in told.items() if key != "event")
        return f"{told['event']} {more}"
    return str(told)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
