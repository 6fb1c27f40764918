"""One game at a terminal: shows, asks, tells what the others do, keeps the record, and says how it ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from croupier.base.chance import Seed
from croupier.base.faults import RulesFault
from croupier.base.language import ntr, said, tr
from croupier.base.moves import Move
from croupier.cli import commands
from croupier.cli.arguments import YOU
from croupier.cli.decision import Decision
from croupier.cli.screen import Screen
from croupier.cli.story import told
from croupier.cli.table import folded, shown
from croupier.cli.words import Words
from croupier.players import POLICIES, Player
from croupier.seat.outcome import Outcome
from croupier.table.game import Game
from croupier.table.record import Record, RecordError
from croupier.table.takeback import learned

UNDOABLE = 50
"""So many decisions of people are kept to go back to."""


def _maker(name: str) -> Callable[[int, int, int], Player]:
    """Who plays by this name; those who think are brought along only where they sit at the table."""
    if name in POLICIES:
        return POLICIES[name]
    from croupier.thinking import player

    return player(name)


@dataclass(frozen=True, slots=True)
class Past:
    """A position in which a person decided: the game as it stood, and how many decisions this sitting had seen."""

    seat: int
    game: Game
    made: int


class Sitting:
    """A game, who plays it, and how much of it each person at this terminal has been told."""

    def __init__(
        self, game: Game, seed: Seed | None, who: Mapping[int, str], screen: Screen, record: Record | None = None,
        chosen: bool = False, new: bool = False,
    ) -> None:  # fmt: skip
        """`chosen`: the seed was; `new`: somebody plays who does not know the game."""
        self.game = game
        self.seed = seed
        self.words = Words(game.rules)
        self.screen = screen
        self.record = record
        self.people = [seat for seat, name in who.items() if name == YOU]
        number, of = (seed.number, seed.game) if seed is not None else (0, 0)
        self.bots: dict[int, Player] = {
            seat: _maker(name)(number, of, seat) for seat, name in who.items() if name != YOU
        }
        self.who = who
        self.told = dict.fromkeys(self.people, 0)
        self.made: list[tuple[int, Move]] = []
        self.past: deque[Past] = deque(maxlen=UNDOABLE)
        self.greeted = chosen and len(self.people) == 1
        """Is the seed told at once? It tells every hand: only to who has chosen it, and plays with nobody else."""
        self.new = new
        self.watching: int | None = None if len(self.people) > 1 else self.people[0]

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._greet()
        try:
            while self.game.to_act:
                seat = next((seat for seat in self.game.to_act if seat in self.bots), self.game.to_act[0])
                if seat in self.bots:
                    with self.thinking(seat):
                        move = self.bots[seat].choose(self.game.offer(seat))
                    self._play(seat, move)
                elif not self._turn(seat):
                    self._left()
                    return
        except KeyboardInterrupt:
            self.screen.show([""])
            self._left()
            raise
        except RulesFault:
            self._broken_off()
            raise
        if self.watching is not None or len(self.people) == 1:
            self._tell(self.watching if self.watching is not None else self.people[0])
        outcome = self.game.outcome
        assert outcome is not None
        self._keep(lambda record: record.finish(outcome))
        self.screen.show(ending(outcome, self.words, self.people))
        if self.seed is not None and not self.greeted:
            self.screen.show(["", tr("Its seed is {seed}.", seed=self.seed)])

    def thinking(self, seat: int | None = None) -> AbstractContextManager[None]:
        """That a bot thinks, or the program for the person who decides, is said where it takes more than a moment."""
        if seat is None:
            return self.screen.thinking(tr("One moment …"))
        return self.screen.thinking(tr("{player} thinks …", player=self.words.seat(seat)))

    def _play(self, seat: int, move: Move) -> None:
        """Make a move; it is in the record before anything else is shown."""
        self.game.play(seat, move)
        self.made.append((seat, move))
        self._keep(lambda record: record.append(seat, move))

    def _keep(self, write: Callable[[Record], object]) -> None:
        """Write to the record. If the disk refuses, the person is told and plays on.

        The line is written before the next.
        """
        if self.record is None:
            return
        try:
            write(self.record)
        except RecordError as error:
            self.screen.show([str(error)])

    def _greet(self) -> None:
        """What is played, by whom, and how to play it again."""
        sitting = ", ".join(f"{self.words.seat(seat)} {player(name)}" for seat, name in self.who.items())
        seed = " " + tr("Seed {seed}.", seed=self.seed) if self.seed is not None and self.greeted else ""
        greeting = tr("{title}: {players}.{seed}", title=self.words.headline, players=sitting, seed=seed)
        self.screen.show(folded(greeting + " " + tr("`help` tells what you can type.")))
        chosen = "; ".join(commands.options(self.words, changed=True))
        if chosen:
            self.screen.show(folded(tr("Options: {options}", options=chosen)))
        texts = dict(self.game.rules.ir.texts)
        paths = ("game.short", "game.line") if self.game.rules.ir.of else ("game.short",)
        for text in filter(None, (said(texts.get(path, ())) for path in paths if self.new)):
            self.screen.show(["", *folded(text)])

    def _tell(self, seat: int) -> None:
        """What has happened since this person was last told."""
        lines = list(told(self.game.log(seat, self.told[seat]), seat, self.words))
        self.told[seat] = self.game.log_length
        if lines:
            self.screen.show(["", *(part for line in lines for part in folded(line, 4))])

    def _turn(self, seat: int) -> bool:
        """Let a person make one decision; False if they leave."""
        if len(self.people) > 1 and self.watching != seat:
            if not self.screen.hand_over(self.words.seat(seat)):
                return False
            self.screen.clear()
            self.watching = seat
        self._tell(seat)
        self.lay(seat)
        return Decision(self, seat).made()

    def lay(self, seat: int) -> None:
        self.screen.show(["", *shown(self.game.view(seat), self.words, self.game.arrangements(seat))])

    def make(self, seat: int, move: Move) -> None:
        """A person's move; remembered, so that it can be taken back."""
        before = Past(seat, self.game.copy(), len(self.made))
        self._play(seat, move)
        self.past.append(before)

    def undo(self, seat: int) -> str:
        """Go back to the person's last decision; what stands against it, else empty."""
        if not self.past:
            return tr("There is nothing to take back.")
        back = self.past[-1]
        if back.seat != seat:
            return tr("{player} has decided since your last move; it stands.", player=self.words.seat(back.seat))
        made = self.made[back.made :]
        other = next((mover for mover, _ in made if mover != seat), None)
        if other is not None:
            return tr("{player} has decided since your last move; it stands.", player=self.words.seat(other))
        if learned(back.game, self.game, made, seat):
            return tr("Since then you have seen what you could not know before; the move stands.")
        self.past.pop()
        self._keep(lambda record: record.undo(len(made)))
        del self.made[back.made :]
        self.game = back.game
        self.told[seat] = self.game.log_length
        return ""

    def _broken_off(self) -> None:
        """What is left of a game whose rules went wrong: all but the move that did it."""
        lines = ["", tr("The rules went wrong: the game cannot go on from here.")]
        if self.record is not None:
            lines.append(tr("It is kept: croupier play --resume {path}", path=self.record.path))
        elif self.seed is not None:
            lines.append(tr("Its seed is {seed}.", seed=self.seed))
        self.screen.show(lines)

    def _left(self) -> None:
        count = self.game.decisions
        told = ntr(
            "You left after {n} decision; the game is unfinished.",
            "You left after {n} decisions; the game is unfinished.",
            count,
        )
        lines = ["", told]
        if self.record is not None:
            lines.append(tr("It is kept: croupier play --resume {path}", path=self.record.path))
        elif self.seed is not None and len(self.people) == 1:
            lines.append(tr("Its seed is {seed}. Whoever knows it can tell every hand.", seed=self.seed))
        self.screen.show(lines)


def player(name: str) -> str:
    """Who sits on a seat, in words."""
    return {YOU: tr("you"), "greedy": tr("greedy"), "random": tr("random")}.get(name, name)


def ending(outcome: Outcome, words: Words, people: list[int]) -> list[str]:
    """How the game ended: who has won, and the scores from first to last."""
    n = outcome.decisions
    if outcome.finished:
        told = ntr("The game is over after {n} decision.", "The game is over after {n} decisions.", n)
    else:
        told = ntr(
            "The game is stopped after {n} decision, its limit. It is unfinished, nobody wins.",
            "The game is stopped after {n} decisions, its limit. It is unfinished, nobody wins.",
            n,
        )
    lines = ["", told]

    def named(seats: Sequence[int]) -> str:
        names = [
            tr("{player} (you)", player=words.seat(seat)) if seat in people else words.seat(seat) for seat in seats
        ]
        return tr(" and ").join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]

    if outcome.winners:
        one = len(outcome.winners) == 1
        names = named(outcome.winners)
        lines.append(tr("{names} wins.", names=names) if one else tr("{names} share first place.", names=names))
    if outcome.losers:
        one = len(outcome.losers) == 1
        names = named(outcome.losers)
        lines.append(tr("{names} loses.", names=names) if one else tr("{names} lose.", names=names))
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        score = outcome.scores[seat][0] if outcome.scores[seat] else None
        place = f"{outcome.ranks[seat]}." if outcome.finished else "–"
        held = tr("no score") if score is None else score
        lines.append(f"  {place:>3} {words.seat(seat)}  {held}")
    return lines
