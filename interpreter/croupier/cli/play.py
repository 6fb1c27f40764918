"""`croupier play`: a person at this terminal plays against bots."""

from __future__ import annotations

import click

from croupier.cli import arguments

WHO = ("greedy", "random", arguments.YOU)


@click.command(name="play", short_help="Play against bots, with numbered moves.")
@arguments.ruleset
@arguments.of_a_game
@click.option(
    "--seat", "seats", type=arguments.Seat(*WHO), multiple=True, metavar="K=WHO",
    help="Who plays seat K, from 1: you, greedy or random. Default: seat 1 is you, the others are greedy.",
)  # fmt: skip
@click.option("--seed", type=arguments.SeedText(), metavar="S", help="Play game S, or S:k; default: one that chance names.")
def command(
    ruleset: str, players: int | None, options: tuple[tuple[str, str], ...], limit: int | None,
    seats: tuple[tuple[int, str], ...], seed: str | None,
) -> None:  # fmt: skip
    """Play RULESET against bots. You are shown what your seat may see, and a numbered list of your moves.

    Answer with a number, a move as it is written, its beginning, or just the cards. `why MOVE` says why a move is not
    possible, `q` quits.

    \b
    Examples:
      croupier play my-game.yaml
      croupier play my-game.yaml --players 3 --seat 1=greedy --seat 2=you
    """
    from croupier.chance import Seed
    from croupier.cli.sitting import Sitting
    from croupier.game import Game, load

    rules = load(ruleset, players, arguments.once_each("--option", options), limit=limit)
    given = arguments.seats_at(rules.seats, seats)
    if arguments.YOU not in given.values():
        if 0 in given:
            raise click.UsageError(f"no seat is yours; add, for instance, --seat {min(2, rules.seats)}=you")
        given[0] = arguments.YOU
    chosen = Seed.parse(seed) if seed is not None else Seed.fresh()
    Sitting(Game(rules, str(chosen)), chosen, {seat: given.get(seat, "greedy") for seat in range(rules.seats)}).run()
