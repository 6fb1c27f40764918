"""`croupier play`: people at this terminal play with each other and against bots."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import tell_left_out

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.cli.screen import Screen
    from croupier.table.game import Game, Rules
    from croupier.table.record import Record


@click.command(name="play", short_help="Play at this terminal, with people and bots.")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.variants
@arguments.lang
@arguments.players
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option("--no-short", is_flag=True, help="Do not say in short what the game is, though it is new to you.")
@click.option("--ask", is_flag=True, help="Ask for the number of players and the options first.")
@click.option("--at", "scenario", metavar="SCENARIO", help="Start where a scenario of the ruleset does.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the game in a new file.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was kept.")
def command(
    ruleset: str | None,
    variants: tuple[str, ...],
    players: int | None,
    seats: dict[int, str],
    seed: str | None,
    preset: str | None,
    options: dict[str, str],
    limit: int | None,
    no_short: bool,
    ask: bool,
    scenario: str | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play RULESET. You are shown what your seat may see, and a numbered list of your moves.

    A seat is played by you, search, greedy or random; if nothing else is said, seat 1 is you and the others are greedy.
    Several seats may be yours: the screen is then cleared for each person. search:easy, search:strong, search:400 and
    search:0.3s say how long search thinks; module:Class is a player of your own.

    At a terminal you are first offered the presets, variants and options of the game, unless rules or a seed are given;
    Enter plays it as printed. What the game is in short is said before the first move of a game that you have not
    played here before.

    Answer with a number, a move as it is written, its beginning, or just the cards; `help` tells what else. With
    --save every move is on disk before you are asked for the next.

    \b
    Examples:
      croupier play my-game.yaml
      croupier play my-game.yaml --with my-variant.yaml
      croupier play my-game.yaml --players 3 --seat 1=greedy --seat 2=you
      croupier play my-game.yaml --save evening.rec
      croupier play --resume evening.rec
    """
    gc.disable()  # nothing becomes rubbish before the first prompt
    click.get_current_context().call_on_close(gc.enable)
    from croupier.cli.screen import Screen

    screen = Screen()
    if resume is not None:
        given = [ruleset, players, seed, scenario, save, limit, preset]
        if ask or options or variants or any(value is not None for value in given):
            raise click.UsageError(tr("--resume takes everything but --seat and --lang from the file"))
        _resumed(screen, resume, seats)
        return
    if ruleset is None:
        ctx = click.get_current_context()
        raise click.MissingParameter(ctx=ctx, param=next(each for each in ctx.command.params if each.name == "ruleset"))
    if scenario is not None and (players is not None or options or preset or seed is not None or ask):
        raise click.UsageError(tr("--at takes players, options and chance from the scenario"))
    settled = variants or preset or options or ask or scenario is not None or seed is not None
    if screen.alive and not settled:
        from croupier.cli.dialogue import picked

        choice = picked(screen, ruleset)
        ruleset, preset, ask = str(choice.variant or ruleset), choice.preset, choice.ask
    loaded = partial(load_as, ruleset, variants, preset, limit)
    if ask:
        from croupier.cli.dialogue import asked

        players, options = asked(screen, loaded, players, options)
    if scenario is not None:
        game, chosen = _at(ruleset, variants, scenario, limit), None
    else:
        rules = loaded(players, options)
        tell_left_out(ruleset, rules.left_out)
        game, chosen = _new(rules, seed)
    _sit(screen, game, chosen, _who(game.rules, seats), save, seed is not None, not no_short)


def load_as(
    ruleset: str, variants: tuple[str, ...], preset: str | None, limit: int | None, players: int | None,
    options: Mapping[str, str],
) -> Rules:  # fmt: skip
    """The rules as they were asked for, for so many players and these options."""
    from croupier.table.game import load

    return load(ruleset, players, options, variants=variants, preset=preset, limit=limit)


def _new(rules: Rules, seed: str | None) -> tuple[Game, Seed]:
    from croupier.base.chance import Seed
    from croupier.base.faults import RulesFault
    from croupier.table.game import Game

    chosen = Seed.fresh() if seed is None else Seed.parse(seed)
    try:
        return Game(rules, str(chosen)), chosen
    except RulesFault as fault:  # on the way to the first decision
        fault.game, fault.again = str(chosen), f"--seed {chosen}"
        raise


def _at(ruleset: str, variants: tuple[str, ...], name: str, limit: int | None) -> Game:
    """The game of a scenario, before anything of it is played."""
    from croupier.compile.binding import bind
    from croupier.table.catalogue import find
    from croupier.table.game import Rules
    from croupier.workbench.scenarios import start
    from croupier_dsl import nearest

    rules = find(ruleset, variants)
    known = {scenario.name: scenario for scenario in rules.scenarios if not scenario.refused}
    if name not in known:
        near = nearest(name, [*known])
        there = tr("there are {names}", names=", ".join(known) or tr("none"))
        hint = tr("did you mean {near}?", near=near) if near else there
        raise click.UsageError(tr("there is no scenario {name}; {hint}", name=name, hint=hint))
    scenario = known[name]
    bound = Rules(bind(rules, None, dict(scenario.options), limit=limit, names=scenario.seats))
    return start(bound, scenario)


def _who(rules: Rules, seats: dict[int, str], before: Mapping[int, str] | None = None) -> dict[int, str]:
    """Who sits where: as said, else as before, else you and greedy players."""
    given = dict(before or {}) | arguments.seated(rules.seats, seats, people=True)
    if arguments.YOU not in given.values():
        if 0 in given:
            raise click.UsageError(
                tr("no seat is yours; add, for instance, --seat {seat}=you", seat=min(2, rules.seats))
            )
        given = given | {0: arguments.YOU}
    return {seat: given.get(seat, "greedy") for seat in range(rules.seats)}


def _sit(
    screen: Screen, game: Game, seed: Seed | None, who: Mapping[int, str], save: Path | None, chosen: bool, short: bool
) -> None:
    from croupier.cli.sitting import Sitting
    from croupier.table.cache import first_time

    with ExitStack() as stack:
        record: Record | None = None
        if save is not None:
            from croupier.table.record import Record

            record = stack.enter_context(Record.create(save, game, who=[*who.values()]))
        gc.enable()
        new = screen.alive and first_time(game.rules.name) and short
        Sitting(game, seed, who, screen, record, chosen, new).run()


def _notes(record: Record) -> Iterator[str]:
    """What is to be known of a record before it is played on."""
    from croupier.cli.replay import state_of_rules

    name = record.header.rules.name
    match state_of_rules(record):
        case "changed":
            yield tr("The rules of {game} have changed since; you go on by the rules of then.", game=name)
        case "invalid":
            yield tr("The ruleset {game} is invalid now; you go on by the rules of then.", game=name)
        case "gone":
            yield tr("There is no ruleset {game} here now; you go on by the rules in its record.", game=name)
    if record.note:
        yield record.note


def _resumed(screen: Screen, path: Path, seats: dict[int, str]) -> None:
    from croupier.base.chance import Seed
    from croupier.cli.sitting import Sitting
    from croupier.table.record import Record

    with Record.open(path) as record:
        game = record.game()
        before = dict(enumerate(word if arguments.plays(word) else "greedy" for word in record.header.who))
        seed = Seed.parse(record.header.seed) if record.header.seed is not None else None
        for line in _notes(record):
            screen.say(line)
        gc.enable()
        Sitting(game, seed, _who(game.rules, seats, before), screen, record).run()
