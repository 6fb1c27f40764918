"""A table whose rules change: the game under trial, its players, and the author's point of view."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from croupier.base.chance import Seed
from croupier.base.faults import CroupierError, RulesFault, SetupError
from croupier.base.language import tr
from croupier.compile.binding import bind
from croupier.compile.options import chosen_by
from croupier.table.game import Game, Rules
from croupier.web import VERSION, Host, Out, Sitting, agreed, written
from croupier.workbench.scaffold import SEATS
from croupier_dsl import ir

YOU = "you"
PLAYERS = ("random", "greedy", "search:easy", "search:fair")
"""The possible players at the table, besides the author."""


ALONE = 400
"""The maximum number of consecutive decisions by players that are not persons; then they wait for the author."""
Made = tuple[int, str]
"""The deciding seat, and the move as in records."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The point where rules part in a game: the number of its moves that are kept, and the reason, in words."""

    kept: int
    why: str


class Bench:
    """One game of the current rules. Its author sees and plays every seat, without secrets."""

    def __init__(self, known: Sequence[str] = PLAYERS) -> None:
        """Make a bench. `known`: the possible players at the table, besides the author."""
        self.known = tuple(known)
        self.rules: Rules | None = None
        self.seed = str(Seed.fresh())
        self.players: int | None = None
        self.options: dict[str, str] = {}
        self.preset = ""
        self.who: tuple[str, ...] = ()
        self.looking: int | None = 0
        """The seat that is looked from; None: that which has to decide."""
        self.language = "en"
        self.host: Host | None = None
        self.parting: Parting | None = None
        self._line: int | None = None
        self._seat = 0
        self._alone = 0
        self._whole: tuple[Rules, tuple[Made, ...]] | None = None
        """The point where rules have parted: the previous rules, and all decisions under them.

        The next rules try them again, until a new decision is made.
        """

    # ------------------------------------------------------------ laying
    def bound(self, rules: ir.Rules) -> Rules:
        """Return the rules as they are to be played. Raise SetupError if they cannot be so."""
        known = {option.name for option in rules.options}
        presets = {preset.name for preset in rules.presets}
        if self.preset not in presets:
            self.preset = ""
        self.options = {name: value for name, value in self.options.items() if name in known}
        if self.players not in rules.players:
            self.players = None
        chosen = {**chosen_by(rules, self.preset), **self.options}
        players = self.players or _several(rules, chosen)
        return Rules(bind(rules, players, chosen, names=SEATS[: players or max(rules.players)]), self.preset)

    def deal(self, rules: ir.Rules, seed: int | None = None) -> None:
        """Begin another game. Raise SetupError or RulesFault if that is impossible."""
        bound = self.bound(rules)
        self.seed = str(Seed.fresh() if seed is None else Seed(seed))
        self._lay(bound, Game(bound, self.seed))
        self._whole, self.parting = None, None

    def go_on(self, rules: ir.Rules) -> Generator[None, None, None]:
        """Yield the same game under other rules, as far as it leads; the table is the old one until it is there."""
        try:
            bound = self.bound(rules)
        except SetupError:
            if not self.options and not self.preset:
                raise
            self.options, self.preset = {}, ""  # the settings have become impossible
            bound = self.bound(rules)
        if self.host is None or self.rules is None or bound.seats != self.rules.seats:
            self.deal(rules)
            return
        before, made = self._whole or (self.rules, self.host.play.history.made())
        yield from self._again(before, bound, made, None if self._whole else self.host.play.game)

    def _again(
        self, before: Rules, bound: Rules, made: tuple[Made, ...], end: Game | None
    ) -> Generator[None, None, None]:
        """Make moves of the rules before again under these. `end`: the game that they led to, if it is at hand."""
        parting: Parting | None = None
        host = self._host(bound, Game(bound, self.seed))
        for number, (seat, move) in enumerate(made):
            try:
                host.play.make(seat, move)
            except CroupierError as error:
                who = bound.program.names[seat]
                told = tr("{player} can no longer {move}: {error}", player=who, move=move, error=error)
                parting = Parting(number, told)
                if isinstance(error, RulesFault):  # it stopped in the middle
                    host = self._host(bound, Game(bound, self.seed))
                    for one in made[:number]:
                        host.play.make(*one)
                break
            yield
        kept = len(made) if parting is None else parting.kept
        dealt = host.play.game.chance_results()
        if end is None or end.chance_results()[: len(dealt)] != dealt:
            otherwise = yield from _parting(before, bound, self.seed, made[:kept])
            if otherwise is not None:
                parting = otherwise
                host = self._host(bound, Game(bound, self.seed))
                for one in made[: parting.kept]:
                    host.play.make(*one)
                    yield
        self._put(bound, host)
        self.parting = parting
        self._whole = (before, made) if parting is not None else None

    def back(self, position: int) -> Generator[None, None, None]:
        """Continue from a position; later decisions are dropped."""
        if self.host is None or self.rules is None:
            return
        made = self.host.play.history.made(position)
        self._whole, self.parting = None, None
        yield from self._again(self.rules, self.rules, made, self.host.play.game)
        self._whole, self.parting = None, None

    def undo(self) -> int | None:
        """Return the position before the last decision of a person; None if there is none."""
        if self.host is None:
            return None
        last = len(self.host.play.history.made())
        for position in range(len(self.host.play.history) - 1, -1, -1):
            made = self.host.play.history.made(position)
            if len(made) < last and any(
                self.who[seat] == YOU for seat, _ in self.host.play.history.made()[len(made) :]
            ):
                return position
        return None

    def _host(self, bound: Rules, game: Game) -> Host:
        tokens = {seat: f"seat {seat}" for seat in range(bound.seats)}
        who = dict(enumerate(self.seated(bound.seats)))
        patient = count(step=3600).__next__  # the author may ask as fast as they like
        return Host(Sitting(game, who, Seed.parse(self.seed)), tokens, patient, again=self._another)

    def _another(self) -> Sitting:
        assert self.rules is not None
        self.seed = str(Seed.fresh())
        self._whole, self.parting = None, None
        return Sitting(Game(self.rules, self.seed), dict(enumerate(self.who)), Seed.parse(self.seed))

    def _lay(self, bound: Rules, game: Game) -> None:
        self._put(bound, self._host(bound, game))

    def _put(self, bound: Rules, host: Host) -> None:
        self.rules, self.host, self._line, self._alone = bound, host, None, 0
        self.who = self.seated(bound.seats)

    def seated(self, seats: int) -> tuple[str, ...]:
        """Return the players by seat; by default the author in the first seat, and greedy players elsewhere."""
        known = self.who[:seats]
        return (*known, *(YOU if not seat else "greedy" for seat in range(len(known), seats)))

    # ------------------------------------------------------------ output
    def open(self) -> list[str]:
        """Return the messages that show the table from the beginning to a new viewer."""
        if self.host is None or self.rules is None:
            return []
        if self._line is not None:
            self.host.close(self._line)
        acting = [seat for seat in self.host.play.game.to_act if self.who[seat] == YOU]
        if self.looking is None:
            self._seat = acting[0] if acting and self._seat not in acting else self._seat
        else:
            self._seat = self.looking
        self._seat = min(self._seat, self.rules.seats - 1)
        self._line = self.host.open()
        hello = {"type": "hello", "version": VERSION, "token": f"seat {self._seat}", "language": self.language}
        return self.say(written(hello))

    def say(self, text: str) -> list[str]:
        """Return the table's answers to a message of the page."""
        if self.host is None or self._line is None:
            return []
        self._alone = 0
        before = len(self.host.play.history.made())
        told = self._heard(self.host.receive(self._line, text))
        if len(self.host.play.history.made()) != before:
            self._whole, self.parting = None, None
        return [*told, *self._follow()]

    @property
    def due(self) -> bool:
        """Return whether a player that is not a person has to decide; False while a parting of rules is unresolved."""
        return self.host is not None and self.parting is None and self._alone < ALONE and self.host.play.due

    def advance(self) -> list[str]:
        """Let one of them decide."""
        assert self.host is not None
        self._alone += 1
        return [*self._heard(self.host.advance()), *self._follow()]

    def _heard(self, outs: Sequence[Out]) -> list[str]:
        return [out.text for out in outs if out.line == self._line]

    def _follow(self) -> list[str]:
        """Look from another seat, if it is to decide now and is the author's too."""
        if self.looking is not None or self.host is None:
            return []
        acting = [seat for seat in self.host.play.game.to_act if self.who[seat] == YOU]
        return self.open() if acting and self._seat not in acting else []

    @property
    def seat(self) -> int:
        """Return the seat that is looked from now."""
        return self._seat

    def setting(self) -> Mapping[str, object]:
        """Return the table's settings, and the possible ones."""
        if self.rules is None:
            return {}
        return {
            "seat": self.looking, "who": list(self.who), "players_known": list(self.known), "seed": self.seed,
            "names": list(self.rules.program.names), **agreed(self.rules),
        }  # fmt: skip


def _several(rules: ir.Rules, chosen: Mapping[str, object]) -> int | None:
    """Return 3 if the rules allow that many players, for a lively table; else None for the default."""
    if 3 not in rules.players:
        return None
    try:
        bind(rules, 3, chosen)
    except SetupError:
        return None
    return 3


def _parting(before: Rules, now: Rules, seed: str, made: Sequence[Made]) -> Generator[None, None, Parting | None]:
    """Find where chance draws something else in a game whose moves are legal under both rules; yields after each move.

    From there on another deal would be played with moves that were chosen for the old one. None if it never is.
    """
    try:
        old, new = Game(before, seed), Game(now, seed)
        if old.chance_results() != new.chance_results():
            return Parting(0, tr("the rules ask for different random results from the start"))
        for number, (seat, move) in enumerate(made, 1):
            old.play(seat, move)
            new.play(seat, move)
            yield
            if old.chance_results() != new.chance_results():
                who = now.program.names[seat]
                told = tr("after {player}: {move}, the rules ask for a different random result", player=who, move=move)
                return Parting(number, told)
    except CroupierError as error:
        return Parting(0, tr("the game cannot be replayed: {error}", error=error))
    return None
