"""Play games of rules with policies, in the order of their numbers; game k of a run is game `S:k`.

The engine is imported when a game is played: `import croupier` brings this module along and has to be quick.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, overload

from croupier.base.faults import RulesFault, SetupError
from croupier.base.frames import frame, table
from croupier.base.language import tr

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.base.chance import Seed
    from croupier.base.moves import Move
    from croupier.base.notes import Handed
    from croupier.base.values import Value
    from croupier.fast import Cells
    from croupier.fast.handed import Left
    from croupier.fast.kit import Kit, Seated, Unpacked
    from croupier.seat.outcome import Outcome
    from croupier.simulate.compiled import On, Playing
    from croupier.simulate.ledger import Ledger
    from croupier.simulate.report import Report
    from croupier.simulate.sums import Sums, Told
    from croupier.table.game import Rules


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game of a run. `policies` and `order` (when each seat first had to decide, from 0) are by seat.

    `rounds`: how often the stage was performed that `repeating` names; None if there is none. `short`: how often a deal
    found fewer cards than it takes. `handed`: why compiled rules handed the game to the reference, if they did.
    """

    seed: str
    policies: tuple[str, ...]
    outcome: Outcome
    order: tuple[int, ...]
    cut_rounds: int
    stuck: int
    seconds: float
    rounds: int | None = None
    short: int = 0
    handed: Handed | None = field(default=None, compare=False)

    @property
    def first(self) -> int | None:
        """Return the seat that had to decide first; None if no seat had to."""
        return self.order.index(0) if 0 in self.order else None

    def row(self) -> dict[str, Value]:
        """Return the game as one row of plain values; seats count from 0."""
        outcome = self.outcome
        return {
            "seed": self.seed, "finished": outcome.finished, "decisions": outcome.decisions,
            "winners": list(outcome.winners), "first": self.first, "scores": [score[0] for score in outcome.scores],
            "ranks": list(outcome.ranks), "policies": list(self.policies), "rounds": self.rounds,
            "cut_rounds": self.cut_rounds, "stuck": self.stuck,
        }  # fmt: skip

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each seat of the game."""
        outcome = self.outcome
        return [
            {
                "seed": self.seed, "seat": seat, "policy": policy, "order": order, "first": order == 0,
                "score": score[0], "rank": rank, "won": seat in outcome.winners,
            }
            for seat, (policy, order, score, rank) in enumerate(
                zip(self.policies, self.order, outcome.scores, outcome.ranks, strict=True)
            )
        ]  # fmt: skip

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        return table(self.rows(), f"seed {self.seed}, {self.outcome.decisions} decisions")


def play_game(rules: Rules, seed: Seed, policies: Sequence[str], left: int | None = None) -> GameResult:
    """Play one game to its end; `policies` names the player of each seat. A fault of the rules carries the game.

    `left`: the number of decisions after which compiled rules left the game. They have spent half of the budget there.
    """
    from croupier.fast.handed import sharing
    from croupier.table.game import Game
    from croupier.thinking import GamePlayers

    start = perf_counter()
    players = GamePlayers(rules, seed, policies, left)
    first: dict[int, int] = {}
    made: list[tuple[int, Move]] = []
    trying: tuple[int, Move] | None = None
    try:
        with sharing(players.left, -1):
            game = Game(rules, str(seed))
        while game.to_act:
            seat = game.to_act[0]
            if seat not in first:
                first[seat] = len(first)
            trying = seat, players.choose(game)
            with sharing(players.left, len(made)):
                game.play(*trying)
            made.append(trying)
            trying = None
        players.note_left(game)
        outcome = game.outcome
    except RulesFault as fault:
        raise met(fault, rules, seed, made, trying) from None
    for seat in range(rules.seats):
        first.setdefault(seat, len(first))
    assert outcome is not None
    order = tuple(first[seat] for seat in range(rules.seats))
    stage = repeating(rules)
    return GameResult(
        str(seed), tuple(policies), outcome, order, game.cut_rounds, game.stuck, perf_counter() - start,
        None if stage is None else game.performances(stage), game.short_deals, players.handed,
    )  # fmt: skip


def met(
    fault: RulesFault, rules: Rules, seed: Seed, made: Sequence[tuple[int, Move]], trying: tuple[int, Move] | None
) -> RulesFault:
    """Return a fault with the game in which it was met: these moves were made in it, and one, if any, was being
    made.
    """
    from croupier.table.game import Game

    fault.game = str(seed) if ":" in str(seed) else f"{seed}:0"
    fault.again = f"--seed {fault.game}"
    if trying is not None:
        seat, move = trying
        fault.move = f"{rules.program.names[seat]}: {move}"
    try:
        game = Game(rules, str(seed))
        for seat, move in made:
            game.play(seat, move)
        fault.position = game.position()
    except RulesFault:  # before the first decision, or before an impossible one
        fault.position = None
    return fault


def repeating(rules: Rules) -> str | None:
    """Return the outermost stage that is performed again and again, such as rounds or turns; None if there is none."""
    todo, met = [rules.program.root], set[str]()
    while todo:
        stage = todo.pop(0)
        if stage.loops:
            return stage.name
        todo += [step for step in stage.steps if step.name not in met] if stage.once else []
        met.update(step.name for step in todo)
    return None


def seating(rules: Rules, policy: str, seats: Mapping[int, str] | None, game: int) -> tuple[str, ...]:
    """Return the player of each seat in a game; if seats differ, all players move one seat on with each game.

    Raise SetupError for an unknown player or seat.
    """
    from croupier.thinking import player

    for name in {policy, *(seats or {}).values()}:
        player(name)
    for seat in seats or {}:
        if not 0 <= seat < rules.seats:
            raise SetupError(
                tr("seat {seat} does not exist: the game has {seats} players", seat=seat, seats=rules.seats)
            )
    from croupier.fast.kit import Seated

    base = tuple((seats or {}).get(seat, policy) for seat in range(rules.seats))
    return Seated(base, bool(seats)).in_game(game)


def play_games(
    rules: Rules,
    games: int,
    seed: int = 0,
    policy: str = "random",
    seats: Mapping[int, str] | None = None,
    *,
    first: int = 0,
    jobs: int | str = 1,
    engine: On = "best",
) -> Iterator[GameResult]:
    """Yield games `seed:0`, `seed:1`, … in this order; `first`: the number of the first game.

    `jobs`: how many processes play, or which cluster (`dask:ADDRESS`, `ray:ADDRESS`); `engine`: what they play on
    (`best`, `reference`, `python` or `c`), as far as that is there. Whatever they are, the games are the same. A fault
    of the rules names the game.
    """
    for results in _results(rules, games, seed, policy, seats, first=first, jobs=jobs, engine=engine):
        yield from results


def _results(
    rules: Rules, games: int, seed: int, policy: str, seats: Mapping[int, str] | None, *, first: int, jobs: int | str,
    engine: On,
) -> Iterator[list[GameResult]]:  # fmt: skip
    """Yield the games of `play_games`, as many at a time as are there together."""
    from croupier.base.chance import Seed

    playing = _playing(rules, games, seed, policy, seats, first, engine)
    if playing is not None:
        yield from _compiled_results(rules, playing, games, first, jobs)
        return
    work = ((Seed(seed, number), seating(rules, policy, seats, number)) for number in range(first, first + games))
    if jobs == 1:
        for piece in work:
            yield [play_game(rules, *piece)]
        return
    from croupier.base.processes import in_order

    for _, result in in_order(jobs, work, _play, _begin, rules):
        if isinstance(result, RulesFault):
            raise result
        yield [result]


def _playing(
    rules: Rules, games: int, seed: int, policy: str, seats: Mapping[int, str] | None, first: int, engine: On
) -> Playing | None:
    """Return how compiled rules play these games; None if the reference does. Raise SetupError for an invalid seed."""
    from croupier.base.chance import Seed
    from croupier.simulate import compiled

    Seed(seed, first)
    Seed(seed, first + games - 1)
    seated = compiled.seated_by(rules, policy, seats)
    found = compiled.chosen(rules, games, engine, seated)
    return None if found is None else compiled.Playing(found, seated, seed, engine)


def _compiled_results(
    rules: Rules, playing: Playing, games: int, first: int, jobs: int | str
) -> Iterator[list[GameResult]]:
    """Yield games on compiled rules; on the reference if necessary."""
    from croupier.base.chance import Seed
    from croupier.fast import bulk
    from croupier.fast.handed import Left

    stage, cell = _rounds_of(rules, playing)
    seed, seated = playing.seed, playing.seated
    blocks = playing.blocks(first, games, cell) if jobs == 1 else _in_processes(playing, games, first, jobs, cell)
    for start, cells, seconds in blocks:
        results: list[GameResult] = []
        engine = playing.engine
        rows = engine.backend.rows(cells, engine.results.row)
        for number, row in enumerate(rows, start):
            each = bulk.played(engine, number, row, seconds / len(rows))
            if isinstance(each, Left):
                yield results
                results = [_by_reference(rules, playing, each)]
                continue
            game = GameResult(
                str(Seed(seed, number)), seated.in_game(number), each.outcome, each.order, each.cut_rounds, each.stuck,
                each.seconds, None if stage is None else each.cell, each.short,
            )  # fmt: skip
            results.append(game)
        yield results


def summed(
    rules: Rules, games: int, seed: int, policy: str = "random", seats: Mapping[int, str] | None = None, *,
    first: int = 0, jobs: int | str = 1, engine: On = "best", keep: bool = False,
) -> Iterator[Sums]:  # fmt: skip
    """Yield the sums of consecutive games, in their order; the games and their fault are the same as with `play_games`.
    Without `keep`, compiled games are summed up by the processes that play them."""
    from croupier.simulate.sums import sum_up

    if not keep:
        playing = _playing(rules, games, seed, policy, seats, first, engine)
        if playing is not None:
            yield from _compiled_sums(rules, playing, games, first, jobs)
            return
        engine = "reference"
    for results in _results(rules, games, seed, policy, seats, first=first, jobs=jobs, engine=engine):
        yield sum_up(rules.seats, results, keep=keep)


def _compiled_sums(rules: Rules, playing: Playing, games: int, first: int, jobs: int | str) -> Iterator[Sums]:
    from croupier.fast.handed import Left
    from croupier.simulate.sums import Told, pieces, sum_up

    stage, cell = _rounds_of(rules, playing)
    if jobs != 1:
        playing.settle()
    told = Told.of(playing.engine, playing.seated, playing.seed, counts_rounds=stage is not None)
    if jobs == 1:
        for start, cells, took in playing.blocks(first, games, cell):
            for each in pieces(cells, start, took, told):
                yield sum_up(rules.seats, [_by_reference(rules, playing, each)]) if isinstance(each, Left) else each
        return
    summing = told, playing.seated, pickle.dumps(rules)
    for _, made, _ in _in_processes(playing, games, first, jobs, cell, summing):
        for one in made:
            if isinstance(one, RulesFault):
                raise one
            yield one


def _rounds_of(rules: Rules, playing: Playing) -> tuple[str | None, int]:
    """Return the repeating stage, and the cell in which compiled rules count its performances; 0 without one."""
    stage = repeating(rules)
    return stage, 0 if stage is None else playing.engine.layout.cells.get(("count", stage), 0)


def _by_reference(rules: Rules, playing: Playing, left: Left) -> GameResult:
    """Play a game that compiled rules handed over."""
    from croupier.base.chance import Seed

    return play_game(rules, Seed(playing.seed, left), playing.seated.in_game(left), left.decisions)


Summing: TypeAlias = "tuple[Told, Seated, bytes]"
"""What a process needs to sum up games: how rows are read, and for games that compiled rules leave, who sits where and
the rules, pickled since few processes need them."""


@overload
def _in_processes(
    playing: Playing, games: int, first: int, jobs: int | str, cell: int, summing: None = None
) -> Iterator[tuple[int, Cells, float]]: ...
@overload
def _in_processes(
    playing: Playing, games: int, first: int, jobs: int | str, cell: int, summing: Summing
) -> Iterator[tuple[int, list[Sums | RulesFault], float]]: ...
def _in_processes(
    playing: Playing, games: int, first: int, jobs: int | str, cell: int, summing: Summing | None = None
) -> Iterator[tuple[int, Cells | list[Sums | RulesFault], float]]:
    """Yield blocks of games as the number of the first, what was made of them (their rows, or their sums up to a
    fault), and the seconds they took; in several processes, none of which lowers or compiles the rules again."""
    from croupier.base.processes import in_order
    from croupier.fast import bulk
    from croupier.simulate.compiled import AFAR, BLOCK, Blocks

    playing.settle()
    blocks = Blocks(first, games, BLOCK if isinstance(jobs, int) else AFAR)
    given = bulk.kit(playing.engine, playing.seated, spare=True), playing.seed, cell, summing
    played = in_order(jobs, iter(blocks), _play_block, _begin_blocks, given, most=1)  # a block is work enough
    for (start, count), (made, seconds) in played:
        began = perf_counter()
        yield start, made, seconds
        blocks.took(count, max(seconds, perf_counter() - began))


_RULES: list[Rules] = []
"""In a worker process: the rules that it plays."""
_BLOCKS: list[tuple[Unpacked, int, int, Summing | None]] = []
"""Settings of compiled blocks: the engine, the seed, the reported cell, and how to sum up games."""


def _begin(rules: Rules) -> None:
    _RULES[:] = [rules]


def _begin_blocks(given: tuple[Kit, int, int, Summing | None]) -> None:
    kit, seed, cell, summing = given
    _BLOCKS[:] = [(kit.unpacked(), seed, cell, summing)]
    _RULES.clear()


def _play_block(block: tuple[int, int]) -> tuple[Cells | list[Sums | RulesFault], float]:
    """Play games from one on; return their rows or sums, and the seconds that they took."""
    (kit, seed, cell, summing), start = _BLOCKS[0], perf_counter()
    cells = kit.cells(seed, *block, cell)
    seconds = perf_counter() - start
    if summing is None:
        return cells, seconds
    return _sums(cells, block[0], seconds, seed, summing), perf_counter() - start


def _sums(cells: Cells, first: int, seconds: float, seed: int, summing: Summing) -> list[Sums | RulesFault]:
    """Return the sums of a block, with games on the reference that compiled rules have left; a fault of one is the
    last."""
    from croupier.base.chance import Seed
    from croupier.fast.handed import Left
    from croupier.simulate.sums import pieces, sum_up

    told, seated, pickled = summing
    found: list[Sums | RulesFault] = []
    for each in pieces(cells, first, seconds, told):
        if not isinstance(each, Left):
            found.append(each)
            continue
        if not _RULES:
            _RULES[:] = [pickle.loads(pickled)]
        result = _play((Seed(seed, each), seated.in_game(each)), each.decisions)
        if isinstance(result, RulesFault):
            return [*found, result]
        found.append(sum_up(_RULES[0].seats, [result]))
    return found


def _play(piece: tuple[Seed, tuple[str, ...]], left: int | None = None) -> GameResult | RulesFault:
    """Pass a fault on like a result, so that earlier results come first."""
    try:
        return play_game(_RULES[0], *piece, left)
    except RulesFault as fault:
        return fault


def ledger_of(path: str | Path, rules: Rules, seed: Seed, policy: str, seats: Mapping[int, str] | None) -> Ledger:
    """Return the file in which the sums of these games are kept, from game `seed` on; see `Ledger`."""
    from croupier.simulate.compiled import seated_by
    from croupier.simulate.ledger import Ledger

    return Ledger(path, rules, seed, seated_by(rules, policy, seats))


def add_games(
    sums: Sums, rules: Rules, games: int, seed: Seed, policy: str = "random", seats: Mapping[int, str] | None = None,
    *, jobs: int | str = 1, engine: On = "best", ledger: Ledger | None = None,
) -> Iterator[int]:  # fmt: skip
    """Add games to the sums up to this number, from game `seed` on; yield how many were added each time.

    `ledger`: the file of the sums, which is updated.
    """
    done = sums.games
    left = games - done if ledger is None else ledger.left(games)
    if not left:
        return
    keep, first = sums.kept is not None, seed.game + done
    with ledger or nullcontext():
        for more in summed(
            rules, left, seed.number, policy, seats, first=first, jobs=jobs, engine=engine, keep=keep
        ):  # fmt: skip
            sums.merge(more)
            if ledger is not None:
                ledger.played()
            yield more.games


def simulate(
    ruleset: str | Path | Rules,
    games: int = 100,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    policy: str = "random",
    seats: Mapping[int, str] | None = None,
    seed: int = 0,
    limit: int | None = None,
    jobs: int | str = 1,
    engine: On = "best",
    keep: bool = True,
    resume: str | Path | None = None,
) -> Report:
    """Play `games` games and sum them up.

    `policy` plays every seat that `seats` (from 0) does not give to another; with `seats`, policies rotate over the
    seats. The same arguments give the same games, whatever else is played, with any number of processes (`jobs`), on
    any `engine`. Without `keep` the report has no single games. `resume`: a file that saves the sums during the run,
    and from which the run continues if it exists; then no single games are kept. A fault of the rules ends the run; the
    fault's `report` sums up the games before.
    """
    from croupier.base.chance import Seed
    from croupier.simulate.sums import Sums
    from croupier.table.game import Rules as Loaded
    from croupier.table.game import load

    if games < 1:
        raise SetupError(tr("simulate at least one game"))
    rules = ruleset if isinstance(ruleset, Loaded) else load(ruleset, players, options, limit=limit)
    ledger = None if resume is None else ledger_of(resume, rules, Seed(seed), policy, seats)
    sums = Sums(rules.seats, keep=keep) if ledger is None else ledger.sums
    try:
        for _ in add_games(sums, rules, games, Seed(seed), policy, seats, jobs=jobs, engine=engine, ledger=ledger):
            pass
        if ledger is not None and ledger.refused is not None:
            raise ledger.refused
    except RulesFault as fault:
        fault.report = sums.report(rules, seed) if sums.games else None
        raise
    return sums.report(rules, seed)
