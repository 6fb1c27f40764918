"""`croupier coverage`: measure how often each part of a ruleset fires in play, the rarest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.base.language import tr
from croupier.cli import arguments
from croupier.cli.progress import advancing
from croupier.cli.trouble import INTERRUPTED, WRONG, say_json, tell

if TYPE_CHECKING:
    from croupier.workbench.coverage import Tally

POLICIES = ("mixed", "random", "greedy")


@click.command(name="coverage")
@arguments.ruleset
@click.option("--games", type=click.IntRange(0), default=200, metavar="K", help="Number of games; default 200.")
@click.option("--policy", type=click.Choice(POLICIES), default="mixed", help="Who plays; default mixed.")
@click.option("--seed", type=click.IntRange(0), default=0, metavar="S", help="The seed of all games; default 0.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="T", help="Stop after T seconds.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Number of processes; default 1.")
@arguments.limit
@click.option("--scenarios", is_flag=True, help="Also count what the scenarios reach.")
@click.option("--all", "everything", is_flag=True, help="List every part, not only those never or rarely used.")
@click.option("--html", "page", type=click.Path(path_type=Path), metavar="FILE", help="Also write an HTML page.")
@arguments.as_english_json
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="P",
    help="Exit with 1 if less than P % of the parts were used.",
)
@click.option("--fail-never", is_flag=True, help="Exit with 1 if a part was never used and is not declared `seldom`.")
@arguments.lang
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, games: int, policy: str, seed: int, seconds: float | None, jobs: int,
    limit: int | None, scenarios: bool, everything: bool, page: Path | None, as_json: bool, fail_under: float | None,
    fail_never: bool,
) -> None:  # fmt: skip
    """Play K games of RULESET across numbers of players and options, and count how often each part is used.

    Games are played with the defaults first, then with each value of each option, then with random options; random
    and greedy players are mixed. The same seed and number of games give the same counts. --games 0 with --scenarios
    counts only what the scenarios reach. Ctrl-C, or a fault of the rules, ends the run and reports the counts so
    far.

    \b
    Examples:
      croupier coverage my-game.yaml
      croupier coverage my-game.yaml --games 2000 --jobs 4 --html coverage.html
      croupier coverage my-game.yaml --games 0 --scenarios
      croupier coverage my-game.yaml --seconds 60 --fail-never
    """
    from croupier.table.catalogue import find
    from croupier.workbench.coverage import measure

    if not games and not scenarios:
        raise click.UsageError(tr("--games 0 counts nothing; add --scenarios or play some games"))
    if page is not None:
        arguments.writable(page)
    rules = find(ruleset)
    with advancing(tr("games"), games) as told:
        tally = measure(
            rules, games, str(seed), policy=policy, seconds=seconds, jobs=jobs, limit=limit, told=told,
            scenarios=scenarios,
        )  # fmt: skip
    if page is not None:
        from croupier.base.files import write
        from croupier.workbench.coverage.page import page as page_of

        write(page, page_of(tally, ruleset, _sources(tally)))
    if as_json:
        say_json(tally.to_json())
    else:
        from croupier.cli.covered import show

        show(tally, ruleset, everything)
    reached, expected = tally.share()
    short = fail_under is not None and 100 * (reached + tally.declared()) < fail_under * expected
    if tally.fault is not None:
        ctx.exit(tell(tally.fault))
    if tally.interrupted:
        ctx.exit(INTERRUPTED)
    if tally.broken or short or (fail_never and tally.never()):
        ctx.exit(WRONG)


def _sources(tally: Tally) -> list[tuple[str, str]]:
    """Return the files with the parts, each with its text; the ruleset itself first."""
    files = dict.fromkeys(element.where.file for element in tally.elements.all.values() if element.where)
    return [(file, Path(file).read_text(encoding="utf-8")) for file in files if Path(file).is_file()]
