"""`croupier play`: a person at this terminal plays against bots."""

from __future__ import annotations

import click

from croupier.cli import arguments

WHO = ("greedy", "random", arguments.YOU)


@click.command(name="play", short_help="Play against bots, with numbered moves.")
@arguments.ruleset
@arguments.players
@arguments.seats
@arguments.seed
@arguments.options
@arguments.limit
def command(
    ruleset: str,
    players: int | None,
    seats: dict[int, str],
    seed: str | None,
    options: dict[str, str],
    limit: int | None,
) -> None:
    """Play RULESET against bots. You are shown what your seat may see, and a numbered list of your moves.

    A seat is played by you, greedy or random; if nothing else is said, seat 1 is you and the others are greedy.

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

    rules = load(ruleset, players, options, limit=limit)
    given = arguments.seated(rules.seats, seats, WHO)
    if arguments.YOU not in given.values():
        if 0 in given:
            raise click.UsageError(f"no seat is yours; add, for instance, --seat {min(2, rules.seats)}=you")
        given = given | {0: arguments.YOU}
    chosen = Seed.fresh() if seed is None else Seed.parse(seed)
    Sitting(Game(rules, str(chosen)), chosen, {seat: given.get(seat, "greedy") for seat in range(rules.seats)}).run()
