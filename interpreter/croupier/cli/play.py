"""`croupier play`: people at this terminal play with each other and against bots."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.trouble import tell_left_out
from croupier.table.kept import fresh

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.cli.dialogue import Load
    from croupier.cli.screen import Screen
    from croupier.table.game import Game, Rules
    from croupier.table.record import Record


@click.command(name="play")
@click.argument("ruleset", metavar="RULESET", required=False)
@arguments.variants
@arguments.lang
@arguments.players
@arguments.seats
@arguments.seed
@arguments.preset
@arguments.options
@arguments.limit
@click.option("--no-short", is_flag=True, help="Do not show the short description of a new game.")
@click.option("--names", metavar="NAME,NAME,…", help="Names of the players, in seat order.")
@click.option("--watch", is_flag=True, help="Watch the other players; no seat is yours.")
@click.option("--lines", is_flag=True, help="Print line by line at a terminal too, as for a pipe or a screen reader.")
@arguments.pace
@click.option("--ask", is_flag=True, help="Ask for the number of players and the options first.")
@click.option("--at", "scenario", metavar="SCENARIO", help="Start from the position of a scenario of the ruleset.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Save the game to a new file.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
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
    names: str | None,
    watch: bool,
    lines: bool,
    pace: float | None,
    ask: bool,
    scenario: str | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play RULESET. You see what your seat may see, and a numbered list of your moves.

    Without RULESET you choose a game from a list at a terminal. The table then stays in place on the screen: choose
    with numbers, arrows or the mouse, or type as below. Games are saved as you play; continue one with `croupier
    resume`.

    A seat is played by you, search, greedy or random; by default seat 1 is you and the others are greedy. Several
    seats may be yours: the screen is then cleared between players. search:easy, search:strong, search:400 and
    search:0.3s set how long search thinks; module:Class is a player of your own.

    At a terminal you can first choose presets, variants and options, unless rules or a seed are given; Enter plays
    the game as printed. If you have not played the game here before, a short description is shown first.

    Answer with a number, a move as it is written, its beginning, or just the cards; `help` lists the other
    commands. With --save every move is saved before you are asked for the next.

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
        given = [ruleset, players, seed, scenario, save, limit, preset, names]
        if ask or watch or options or variants or any(value is not None for value in given):
            raise click.UsageError(tr("with --resume, only --seat, --pace, --lines and --lang can be given"))
        resumed(screen, resume, seats, lines, pace)
        return
    if ruleset is None and screen.rich:
        from croupier.cli.picker import picked_game

        ruleset = picked_game(screen.colours)
        if ruleset is None:
            return
    if ruleset is None:
        raise arguments.missing_ruleset()
    if scenario is not None and (players is not None or options or preset or seed is not None or ask):
        raise click.UsageError(tr("with --at, players, options and chance come from the scenario"))
    settled = variants or preset or options or ask or scenario is not None or seed is not None
    if screen.alive and not settled:
        from croupier.cli.dialogue import picked

        choice = picked(screen, ruleset)
        ruleset, preset, ask = str(choice.variant or ruleset), choice.preset, choice.ask
    called = arguments.called(names)
    loaded = waited(screen, partial(load_as, ruleset, variants, preset, limit, called))
    if ask:
        from croupier.cli.dialogue import asked

        players, options = asked(screen, loaded, players, options)
    if scenario is not None:
        game, chosen = _at(ruleset, variants, scenario, limit), None
    else:
        rules = loaded(players or (len(called) if called else None), options)
        tell_left_out(ruleset, rules.left_out)
        game, chosen = begun(rules, seed)
    again = True
    while again:
        who = who_sits(game.rules, seats, watch=watch)
        again = _sit(screen, game, chosen, who, save, seed is not None, not no_short, lines, pace)
        if again:
            game, chosen = begun(game.rules, None)
            seed = None


def waited(screen: Screen, load: Callable[[int | None, Mapping[str, str]], Rules]) -> Load:
    """Load rules with a word on the screen where that takes more than a moment."""

    def loaded(players: int | None, options: Mapping[str, str]) -> Rules:
        with screen.thinking(tr("Please wait …")):
            return load(players, options)

    return loaded


def load_as(
    ruleset: str, variants: tuple[str, ...], preset: str | None, limit: int | None, names: tuple[str, ...] | None,
    players: int | None, options: Mapping[str, str],
) -> Rules:  # fmt: skip
    """Load the rules with these arguments, for a number of players and these options."""
    from croupier.table.game import load

    return load(ruleset, players, options, variants=variants, preset=preset, limit=limit, names=names)


def begun(rules: Rules, seed: str | None) -> tuple[Game, Seed]:
    """Return a new game and its seed: the given one, else a random one."""
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
    """Return the game of a scenario, before anything of it is played."""
    from croupier.compile.binding import bind
    from croupier.table.catalogue import find
    from croupier.table.game import Rules
    from croupier.workbench.scenarios import start
    from croupier_dsl import nearest

    rules = find(ruleset, variants)
    known = {scenario.name: scenario for scenario in rules.scenarios if not scenario.refused}
    if name not in known:
        near = nearest(name, [*known])
        there = tr("the choices are {names}", names=", ".join(known) or tr("none"))
        hint = tr("did you mean {near}?", near=near) if near else there
        raise click.UsageError(tr("unknown scenario {name}; {hint}", name=name, hint=hint))
    scenario = known[name]
    bound = Rules(bind(rules, None, dict(scenario.options), limit=limit, names=scenario.seats))
    return start(bound, scenario)


def who_sits(
    rules: Rules, seats: dict[int, str], before: Mapping[int, str] | None = None, *, watch: bool = False
) -> dict[int, str]:
    """Return the players by seat: the given ones, else the ones before, else you and greedy players.

    With `watch`, no seat is yours.
    """
    given = dict(before or {}) | arguments.seated(rules.seats, seats, people=True)
    if watch:
        if arguments.YOU in seats.values():
            raise click.UsageError(tr("--watch leaves no seat to you"))
        return {seat: "greedy" if given.get(seat, arguments.YOU) == arguments.YOU else given[seat]
                for seat in range(rules.seats)}  # fmt: skip
    if arguments.YOU not in given.values():
        if 0 in given:
            raise click.UsageError(tr("no seat is yours; add --seat {seat}=you, for example", seat=min(2, rules.seats)))
        given = given | {0: arguments.YOU}
    return {seat: given.get(seat, "greedy") for seat in range(rules.seats)}


def _sit(
    screen: Screen, game: Game, seed: Seed | None, who: Mapping[int, str], save: Path | None, chosen: bool, short: bool,
    lines: bool, pace: float | None,
) -> bool:  # fmt: skip
    """Play one game, and return whether another is wanted. At a terminal it is saved by default."""
    from croupier.cli.sitting import Sitting
    from croupier.table.cache import first_time
    from croupier.table.record import Record, RecordError

    with ExitStack() as stack:
        record: Record | None = None
        if save is not None:
            record = stack.enter_context(Record.create(save, game, who=[*who.values()]))
        elif screen.alive and (path := fresh(game.rules.name)) is not None:
            with suppress(RecordError):  # saving by default may fail
                record = stack.enter_context(Record.create(path, game, who=[*who.values()]))
        gc.enable()
        new = screen.alive and first_time(game.rules.name) and short
        sitting = Sitting(game, seed, who, screen, record, chosen, new)
        sitting.pace = pace
        sitting.repeatable = save is None and seed is not None
        return sitting.run(fixed=screen.rich and not lines)


def notes(record: Record) -> Iterator[str]:
    """Yield the notes on a record before play continues."""
    from croupier.cli.replay import state_of_rules

    name = record.header.rules.name
    match state_of_rules(record):
        case "changed":
            yield tr("The rules of {game} have changed since; you continue with the rules you started with.", game=name)
        case "invalid":
            yield tr("The ruleset {game} has errors now; you continue with the rules you started with.", game=name)
        case "gone":
            yield tr(
                "The ruleset {game} is not here any more; you continue with the rules saved with the game.", game=name
            )
    if record.note:
        yield record.note


def resumed(screen: Screen, path: Path, seats: dict[int, str], lines: bool = False, pace: float | None = None) -> None:
    """Continue a saved game."""
    from croupier.base.chance import Seed
    from croupier.cli.sitting import Sitting
    from croupier.table.record import Record

    with Record.open(path) as record:
        transcript = record.transcript()
        game = transcript.begin()
        before = dict(enumerate(word if arguments.plays(word) else "greedy" for word in record.header.who))
        seed = Seed.parse(record.header.seed) if record.header.seed is not None else None
        for line in notes(record):
            screen.say(line)
        gc.enable()
        watch = bool(before) and arguments.YOU not in {**before, **seats}.values()
        who = who_sits(game.rules, seats, before, watch=watch)
        sitting = Sitting(game, seed, who, screen, record, before=transcript.replay(game=game))
        sitting.pace = pace
        sitting.run(fixed=screen.rich and not lines)
