"""Lower players, and whole games without a break."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.base import limits
from croupier.kernel.read import array_named
from croupier.lowering.capabilities import cannot
from croupier.lowering.context import Context
from croupier.lowering.imagining import foresight, notes_playable_kinds, use_ahead
from croupier.lowering.modules import program_places, use
from croupier_dsl.analysis import slots_read

RANDOM, GREEDY, HASTY, OWN = range(4)
"""Players by number. `HASTY` considers only a move's own effects; `OWN` is asked for actions."""
ROOM, SMALL_ROOM = 1 << 17, 1 << 12
"""The room for positions that players have met, and where many games are stepped at once."""
MOST_SEEN, FEW_SEEN = 100_000, 3_000
"""The most positions that players may meet in a game: its default limit of decisions, and there."""


@dataclass(frozen=True, slots=True)
class Players:
    """The layout of `P`. For each seat, the key of its random stream and the words drawn; then when each first decided
    (from 1; 0: never), and how many have. With foresight: the player of each seat in this game, and in game 0, whether
    players move one seat on between games, the salt of their random streams, the number of moves they have tried, the
    number of positions met, the start of their table (two numbers and a count for each); then for each seat and kind of
    card, at how many decisions the seat had one, at how many it could be played, and with how many others. `small`:
    with less room, for many games at once."""

    seats: int
    kinds: int
    small: bool = False

    @property
    def room(self) -> int:
        return SMALL_ROOM if self.small else ROOM

    @property
    def most_seen(self) -> int:
        return FEW_SEEN if self.small else MOST_SEEN

    @property
    def first(self) -> int:
        return 2 * self.seats

    @property
    def came(self) -> int:
        return 3 * self.seats

    @property
    def plays(self) -> int:
        return self.came + 1

    @property
    def base(self) -> int:
        return self.plays + self.seats

    @property
    def moves_on(self) -> int:
        return self.base + self.seats

    @property
    def salt(self) -> int:
        return self.moves_on + 1

    @property
    def tried(self) -> int:
        return self.salt + 1

    @property
    def met(self) -> int:
        return self.tried + 1

    @property
    def places(self) -> int:
        return self.met + 1

    @property
    def table(self) -> int:
        return self.places + self.most_seen

    def size(self, *, foresees: bool) -> int:
        """Return the number of cells."""
        return self.went + 3 * self.seats * self.kinds if foresees else self.plays

    @property
    def went(self) -> int:
        return self.table + 3 * self.room


@dataclass(frozen=True, slots=True)
class Results:
    """The layout of a row of `playouts`: the number of decisions (-1: a fault of the rules), the values of the cells
    `TOLD`, the requested cell, when each seat first decided (from 1; 0: never), the scores by seat, whether each seat
    lost, and how often each counted element fired."""

    seats: int
    scores: int
    counted: int = 0
    TOLD = ("over", "stuck", "cuts", "short")

    @property
    def cell(self) -> int:
        return 1 + len(self.TOLD)

    @property
    def order(self) -> int:
        return self.cell + 1

    @property
    def score(self) -> int:
        return self.order + self.seats

    @property
    def lost(self) -> int:
        return self.score + self.seats * self.scores

    @property
    def counts(self) -> int:
        return self.lost + self.seats

    @property
    def row(self) -> int:
        return self.counts + self.counted


KEPT = 64
"""The number of legal moves kept for each game in `together`; with more, they are listed again."""


def players(cx: Context, told: Players) -> None:
    """Write `choose(S, OUT, P, seat, n)`: which of `n` legal moves a seat makes, as who plays for it does. `looks(S,
    seat)`: a number for what a seat sees and remembers."""
    if not cx.foresees:
        with cx.out.function("choose(S, OUT, P, seat, n)"):
            cx.out.line("return below(P, 2 * seat, n)")
        with cx.out.function("looks(S, seat)"):
            cx.out.line("return 0")
        return
    foresight(cx)
    marked = cx.out.table(_readings(cx))
    if notes_playable_kinds(cx):
        _row_cards(cx)
        use_ahead(cx, "learning", LEARNED=told.went, UNTRIED=limits.UNTRIED)
    use_ahead(
        cx, "choosing", ROOM=told.room, MOST_MET=told.most_seen, TABLE=told.table, MET=told.met, MET_AT=told.places,
        PLAYS=told.plays, TRIED=told.tried, TRIES=limits.TRIES, PATIENCE=limits.PATIENCE, GREEDY=GREEDY,
        T_marked=array_named(marked),
    )  # fmt: skip


def _row_cards(cx: Context) -> None:
    """Write `m_row_cards(OUT, r)`: the cards that the row of a legal move names."""
    layout = cx.layout
    with cx.out.function("m_row_cards(OUT, r)"):
        asked = [move.choices for move in cx.rules.moves] + [each.choices for each in cx.flow.questions]
        for number, choices in enumerate(asked):
            cells = [(choice, 1 + j * layout.width) for j, choice in enumerate(choices)]
            cells = [each for each in cells if each[0].type.name in ("card", "meld")]
            if not cells:
                continue
            with cx.out.block(f"if OUT[r] == {number}:"):
                cx.out.line("m_found = 0")
                for choice, cell in cells:
                    if choice.type.name == "meld" or not choice.single:
                        cx.out.line(f"m_found = m_found | ZO[r + {cell}]")
                    else:
                        with cx.out.block(f"if OUT[r + {cell}] >= 0 and OUT[r + {cell}] < {layout.cards}:"):
                            cx.out.line(f"m_found = m_found | BIT(OUT[r + {cell}])")
                cx.out.line("return m_found")
        cx.out.line("return 0")


def _readings(cx: Context) -> list[int]:
    """Write `noted(S, card)`: how a card reads in its place, besides its print; return how many readings each place
    has."""
    layout = cx.layout
    found = [0] * len(program_places(cx))
    with cx.out.function("noted(S, card)"):
        for number, place in enumerate(program_places(cx)):
            living = [
                variable
                for variable in cx.rules.variables
                if variable.per == "card" and variable.life == place.zone.name and variable.type.name != "truth"
            ]
            if len(living) != 1:
                continue
            (variable,) = living
            if variable.seen != "everyone":
                continue
            if not slots_read(cx.facts, variable.start) <= {1}:
                raise cannot("ahead_begins")
            starts = cx.program.planner.per_card(variable.start)
            table = cx.out.table([-(1 << 40) if start is None else int(start) for start in starts])
            cell = layout.cell("variable", variable.name, "card")
            found[number] = 1
            with cx.out.block(f"if S[{layout.at('home')} + card] == {number}:"):
                cx.out.line(f"return 0 if {cell} < {-(1 << 40)} or {cell} == {table}[card] else {cell} + 1000")
        cx.out.line("return 0")
    return found


def playout(cx: Context, players: Players) -> None:
    """Have the program use `rollout`, `playouts` and `together` of the kernel module `playouts`."""
    layout = cx.layout
    told = Results(cx.program.seats, len(cx.rules.result.scores), len(layout.counted))
    use(
        cx, ("playouts",), FORESEES=int(cx.foresees), LEARNS=notes_playable_kinds(cx), GREEDY=GREEDY, HASTY=HASTY,
        KEPT=KEPT, LOSERS=int(cx.rules.result.some_lose), SCORES=told.scores, BASE=players.base, CAME=players.came,
        FIRST=players.first, MOVES_ON=players.moves_on, SALT=players.salt, PLAYS=players.plays, MET=players.met,
        MET_AT=players.places, LEARNED=players.went, COUNTED=told.counted, COUNTS=told.counts,
        COUNT_OF=layout.cells.get(("count of", ""), 0), TOLD=len(told.TOLD), ORDER=told.order, SCORE=told.score,
        WIDTH=told.row, T_told=array_named(cx.out.table([layout.cells[name, ""] for name in told.TOLD])),
    )  # fmt: skip
