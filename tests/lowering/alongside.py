"""Games on compiled rules and on the reference, decision by decision: whatever either says, the other says too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier import Game, Rules
from croupier.base.chance import Seed, Stream, word
from croupier.fast import Engine, FastGame, playouts
from croupier.fast.filling import bits
from croupier.fast.stepped import OutOfRange
from croupier.knowledge.remembered import Knowledge
from croupier.lowering.kernel import NIL
from croupier.lowering.playouts import GREEDY
from croupier.players.greedy import SALT, Greedy
from croupier.position.write import write
from croupier.simulate import play_game

CHOOSING = 0xC0DE
"""The chance of the moves here is that of another seed than the game's."""


def first_difference(rules: Rules, engine: Engine, seed: str, most: int = 100_000, every: int = 1) -> str | None:
    """Where a game by chance comes apart, of at most so many decisions; None if it does not. Positions are looked at
    at one of `every` decisions."""
    number = Seed.parse(seed)
    chance = Stream(number.number ^ CHOOSING, number.game)
    told = apart(Game(rules, seed), FastGame(engine, seed), chance, most, every)
    return None if told is None else f"{rules!r}, {engine.runs_on}, seed {seed}, {told}"


def apart(game: Game, quick: FastGame, chance: Stream, most: int, every: int = 1) -> str | None:
    """Where two games come apart from where they stand, or None."""
    while True:
        for what, here, there in compared(game, quick, every if game.decisions % every else 0):
            if here != there:
                return f"decision {game.decisions}: {what}: {here} / {there}"
        if not game.to_act or game.decisions >= most:
            return None
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        index = chance.below(len(moves))
        game.play(seat, moves[index])
        try:
            quick.apply(index)
        except OutOfRange:
            game.legal_moves(*game.to_act[:1])  # where the rules are at fault, it is known when the list is asked for
            raise


def first_other_choice(rules: Rules, engine: Engine, seed: str, most: int = 100_000) -> str | None:
    """Where players who look ahead choose another move, of at most so many decisions; None if they never do."""
    number = Seed.parse(seed)
    players = [Greedy(number.number, number.game, seat) for seat in range(rules.seats)]
    backend, told = engine.backend, engine.players
    assert backend.choose is not None
    here = backend.cells(told.size(foresees=True))
    for seat in range(rules.seats):
        here[told.plays + seat] = GREEDY
        here[2 * seat] = backend.number(key(number.number ^ (SALT + seat << 32), number.game))
    game, quick = Game(rules, seed), FastGame(engine, seed)
    while game.to_act and game.decisions < most:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        made = players[seat].choose(game.offer(seat))
        quick.rows()
        chosen = backend.choose(quick._handle, engine.out_handle, backend.handle(here), seat, len(moves))
        told_here = f"{made} / {moves[chosen] if chosen >= 0 else chosen}" if moves.place(made) != chosen else ""
        decision = game.decisions
        game.play(seat, made)  # where the rules are at fault, that is for the reference to say
        if told_here:
            return f"{rules!r}, {engine.runs_on}, seed {seed}, decision {decision}, seat {seat}: {told_here}"
        quick.apply(chosen)
    return None


def key(seed: int, game: int) -> int:
    return word(word(seed & (1 << 64) - 1, 0), game)


def compared(game: Game, quick: FastGame, skip: int) -> Iterator[tuple[str, Any, Any]]:
    """What both say, by what it is."""
    yield "over", game.over, quick.over
    yield "to act", game.to_act, quick.to_act
    yield "outcome", game.outcome, quick.outcome
    yield "notes", game.log_length, quick.cells[quick.engine.cell("notes")]
    seat = game.to_act[0] if game.to_act else None
    yield "how many", 0 if seat is None else len(game.legal_moves(seat)), quick.count
    if skip:
        return
    if seat is not None:
        yield from different(list(map(str, game.legal_moves(seat))), list(map(str, quick.moves())))
    here, there = unremembered(game), position_of(quick)
    yield (
        "position",
        [pair for pair in here.items() if pair not in there.items()],
        [pair for pair in there.items() if pair not in here.items()],
    )
    yield "cards of rows", *cards_of_rows(quick)
    if game.to_act:
        there = FastGame(quick.engine, game)
        if there.rows() != quick.rows():  # copies that are alike may have changed places
            yield "moves from there", list(map(str, there.moves())), list(map(str, quick.moves()))


def unremembered(game: Game) -> dict[str, Any]:
    """The position without what seats remember, which is not in the cells, nor what lists that are done have named,
    which nothing reads."""
    state = game.copy()._state
    for frame in state.frames:
        frame.env[1:] = [None] * (len(frame.env) - 1)
    return write(state, Knowledge.of(state, lambda _: 0))


def different(here: list[str], there: list[str]) -> Iterator[tuple[str, Any, Any]]:
    """The first move that is another; no more is wanted of a long list."""
    at = next((i for i, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
    if at is not None:
        yield f"move {at}", here[at], there[at]


def position_of(quick: FastGame) -> dict[str, Any]:
    """The position as the cells have it."""
    state = quick.state()
    assert state.knowledge is not None
    return write(state, state.knowledge)


def cards_of_rows(quick: FastGame) -> tuple[list[set[int]], list[set[int]]]:
    """What lies in the places of each row, and the set that is kept of it."""
    cells, layout, backend = quick.cells, quick.engine.layout, quick.engine.backend
    lying, kept = [], []
    for name, subject in layout.every_place():
        if layout.form(name) == "row":
            at = int(layout.at("zone", name, subject))
            first = at + layout.before("row")
            lying.append({card for card in cells[first : first + cells[at]] if card != NIL})
            kept.append(set(bits(backend.set_at(list(cells), at + 1))))
    return lying, kept


def same_bulk(rules: Rules, engine: Engine, seed: int, first: int, games: int) -> str | None:
    """The first game by random players that comes out otherwise; None if none does."""
    for played in playouts(engine, seed, first, games, _cell(rules, engine)):
        number = played if isinstance(played, int) else played.game
        there = play_game(rules, Seed(seed, number), ["random"] * rules.seats)
        if isinstance(played, int):
            continue
        here = (played.outcome, played.order, played.cut_rounds, played.stuck, played.short)
        if here != (there.outcome, there.order, there.cut_rounds, there.stuck, there.short):
            return f"{rules!r}, {engine.runs_on}, seed {seed}:{number}: {here} / {there}"
        if there.rounds is not None and played.cell != there.rounds:
            return f"{rules!r}, {engine.runs_on}, seed {seed}:{number}: {played.cell} / {there.rounds} rounds"
    return None


def _cell(rules: Rules, engine: Engine) -> int:
    from croupier.simulate.runs import repeating

    stage = repeating(rules)
    return 0 if stage is None else engine.layout.cells.get(("count", stage), 0)


def smallest(differs: Callable[[dict[str, str]], str | None], options: dict[str, str], told: str) -> str:
    """What is told with as few options as still show a difference."""
    for name in list(options):
        fewer = {other: value for other, value in options.items() if other != name}
        found = differs(fewer)
        if found is not None:
            options, told = fewer, found
    return told
