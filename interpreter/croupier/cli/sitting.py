"""One game at a terminal: shows the table, asks, reports events, keeps the record, and shows the ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress

from croupier.base.chance import Seed
from croupier.base.faults import RulesFault
from croupier.base.language import ntr, tr
from croupier.base.moves import Move
from croupier.cli import commands
from croupier.cli.arguments import YOU
from croupier.cli.decision import Decision
from croupier.cli.paint import shows_signs
from croupier.cli.review import sheeted
from croupier.cli.screen import Screen
from croupier.cli.story import told
from croupier.cli.table import folded, shown
from croupier.players import POLICIES, Player
from croupier.scene import Choices, Words, choices, scene
from croupier.seat.outcome import Outcome, shared
from croupier.table.course import Course, only_pass
from croupier.table.game import Game
from croupier.table.kept import games
from croupier.table.record import Record, RecordError, Replayed
from croupier.words.players import player
from croupier.words.short import in_short


def _maker(name: str) -> Callable[[int, int, int], Player]:
    """Return the maker of a player; search players are imported only when they play."""
    if name in POLICIES:
        return POLICIES[name]
    from croupier import thinking

    return thinking.player(name)


class Sitting:
    """A game, its players, and the part of its log that each person at this terminal has read."""

    def __init__(
        self, game: Game, seed: Seed | None, who: Mapping[int, str], screen: Screen, record: Record | None = None,
        chosen: bool = False, new: bool = False, before: Iterable[Replayed] = (),
    ) -> None:  # fmt: skip
        """Begin a game at this terminal. `chosen`: the seed was given; `new`: a human player has not played the game
        before; `before`: the iteration that replays the decisions of its record, in this very game."""
        self.first = game.copy()
        self.course = Course(game, record, lambda told: self.screen.show([told]))
        self.seed = seed
        self.words = Words(game.rules, shows_signs())
        self.screen = screen
        self.people = [seat for seat, name in who.items() if name == YOU]
        number, of = (seed.number, seed.game) if seed is not None else (0, 0)
        self.bots: dict[int, Player] = {
            seat: _maker(name)(number, of, seat) for seat, name in who.items() if name != YOU
        }
        self.who = who
        for _ in self.course.follow(before, self.people):
            pass
        self.told = dict.fromkeys(self.people or [0], 0)
        self.greeted = chosen and len(self.people) == 1
        """Whether the seed is shown at once. It reveals every hand, so only if it was chosen by the sole person."""
        self.new = new
        self.watching: int | None = self.people[0] if len(self.people) == 1 else None
        self.pace: float | None = None
        """The time for which another player's move stays visible, in seconds; None for the usual one."""
        self.repeatable = False
        """Whether another game with the same rules and people can follow."""

    @property
    def game(self) -> Game:
        """Return the present game."""
        return self.course.game

    def run(self, *, fixed: bool = False) -> bool:
        """Play until the game is over or the person leaves; is another wanted? `fixed`: on a screen of its own."""
        try:
            return self._on_a_screen() if fixed else self._in_lines()
        except RulesFault:
            self.broken_off()
            raise

    def _on_a_screen(self) -> bool:
        from croupier.cli.live import Live

        live = Live(self)
        self.greet()
        live.run()
        if live.quit:
            self.left()
        return live.again

    def _in_lines(self) -> bool:
        self.greet()
        try:
            while self.game.to_act:
                seat = next((seat for seat in self.game.to_act if seat in self.bots), self.game.to_act[0])
                if seat in self.bots:
                    with self.thinking(seat):
                        move = self.bots[seat].choose(self.game.offer(seat))
                    self.play(seat, move)
                    if not self.people:
                        self._tell(0)
                elif not self.passes(seat) and not self._turn(seat):
                    self.left()
                    return False
        except KeyboardInterrupt:
            self.screen.show([""])
            self.left()
            raise
        if self.watching is not None or len(self.people) < 2:
            self._tell(self.watching if self.watching is not None else self.people[0] if self.people else 0)
        self.screen.show(self.closing())
        return False

    def closing(self) -> list[str]:
        """Return the last lines of a finished game, with the score sheet and the best and worst moves; record its
        end."""
        outcome = self.game.outcome
        assert outcome is not None
        self.course.finish()
        lines = ending(outcome, self.words, self.people)
        lines += sheeted(scene(self.game, self.people[0] if self.people else 0, self.words, path=None), self.words)
        if any(name.startswith("search") for name in self.who.values()):
            from croupier.thinking import review

            found = review(self.course.past, self.course.made, self.words)
            lines += ["", *found] if found else []
        if self.seed is not None and not self.greeted:
            lines += ["", tr("Its seed is {seed}.", seed=self.seed)]
        return lines

    def thinking(self, seat: int | None = None) -> AbstractContextManager[None]:
        """Show a note within the context if a bot, or the hint for a human player, takes more than a moment."""
        if seat is None:
            return self.screen.thinking(tr("Please wait …"))
        return self.screen.thinking(tr("{player} thinks …", player=self.words.seat(seat)))

    def play(self, seat: int, move: Move) -> None:
        """Make a move for good."""
        self.course.play(seat, move)

    def passes(self, seat: int) -> bool:
        """Pass for a person who can do nothing else, and say whether that was so. Of several people at one terminal
        each is asked: the others would see who is not."""
        move = only_pass(self.game, seat) if self.people == [seat] else None
        if move is not None:
            self.play(seat, move)
        return move is not None

    def greet(self) -> None:
        """Show the game, its players, and how to play it again."""
        sitting = ", ".join(f"{self.words.seat(seat)} {player(name)}" for seat, name in self.who.items())
        seed = " " + tr("Seed {seed}.", seed=self.seed) if self.seed is not None and self.greeted else ""
        greeting = tr("{title}: {players}.{seed}", title=self.words.headline, players=sitting, seed=seed)
        self.screen.show(folded(greeting + " " + tr("`help` lists what you can type.")))
        chosen = "; ".join(commands.options(self.words, changed=True))
        if chosen:
            self.screen.show(folded(tr("Options: {options}", options=chosen)))
        for text in in_short(self.game.rules.program).values() if self.new else ():
            self.screen.show(["", *folded(text)])

    def _tell(self, seat: int) -> None:
        """Show the events since this person's last report."""
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
        self.screen.show(["", *shown(scene(self.game, seat, self.words, path=None), self.words)])

    def choices(self, seat: int, moves: Sequence[Move] | None = None) -> Choices:
        """Return the choices of a person, step by step."""
        zones = scene(self.game, seat, self.words, path=None).zones
        return choices(self.game, seat, self.words, zones, moves)

    def make(self, seat: int, move: Move) -> None:
        """Make a person's move, and remember it for `undo`."""
        self.course.make(seat, move)

    def undo(self, seat: int) -> str:
        """Go back to the person's last decision; return the reason against it, else an empty string."""
        against = self.course.undo(seat)
        if not against:
            self.told[seat] = self.game.log_length
        return against

    def redo(self, seat: int) -> str:
        """Make the decisions again that were undone last; return the reason against it, else an empty string."""
        if not self.course.redo(seat):
            return tr("There is nothing to do again.")
        self.told[seat] = self.game.log_length
        return ""

    def restart(self, seat: int) -> str:
        """Go back to the beginning of the deal; return the reason against it, else an empty string."""
        if not self.course.made:
            return tr("This is the beginning of the deal.")
        self.course.restart(self.first.copy())
        self.told[seat] = self.game.log_length
        return ""

    def broken_off(self) -> None:
        """Report a game stopped by a fault of the rules, and where it is saved: all but the last move."""
        lines = ["", tr("The rules have a fault: the game cannot continue.")]
        record = self.course.record
        if record is not None and not self._saved(record):
            lines.append(_not_kept(record))
        elif record is not None:
            lines.append(tr("Saved. To continue: croupier play --resume {path}", path=record.path))
        elif self.seed is not None:
            lines.append(tr("Its seed is {seed}.", seed=self.seed))
        self.screen.show(lines)

    def _saved(self, record: Record) -> bool:
        """Return whether all of the record is on disk, after another try to write the rest."""
        with suppress(RecordError):
            record.save()
        return not record.owed

    def left(self) -> None:
        """Print that the person has left, the number of decisions, and how to continue."""
        count = self.game.decisions
        told = ntr(
            "You left after {n} decision; the game is unfinished.",
            "You left after {n} decisions; the game is unfinished.",
            count,
        )
        lines = ["", told]
        record = self.course.record
        if record is not None and not self._saved(record):
            lines.append(_not_kept(record))
        elif record is not None and next(iter(games()), None) == record.path:
            lines.append(tr("Saved. To continue: croupier resume"))
        elif record is not None:
            lines.append(tr("Saved. To continue: croupier play --resume {path}", path=record.path))
        elif self.seed is not None and len(self.people) == 1:
            lines.append(tr("Its seed is {seed}. Keep it secret: it gives away every hand.", seed=self.seed))
        self.screen.show(lines)


def _not_kept(record: Record) -> str:
    """Return the note on entries that the disk refused."""
    return ntr(
        "{n} entry of this game could not be saved to {path}: it will continue from the entry before.",
        "{n} entries of this game could not be saved to {path}: it will continue from the entry before them.",
        record.owed,
        path=record.path,
    )


def ending(outcome: Outcome, words: Words, people: list[int]) -> list[str]:
    """Return how the game ended: the winners, and the scores from first to last."""
    n = outcome.decisions
    if outcome.finished:
        told = ntr("The game is over after {n} decision.", "The game is over after {n} decisions.", n)
    else:
        told = ntr(
            "The game stopped at its limit of {n} decision. It is unfinished and has no winner.",
            "The game stopped at its limit of {n} decisions. It is unfinished and has no winner.",
            n,
        )
    lines = ["", told]

    def named(seats: Sequence[int]) -> str:
        names = [
            tr("{player} (you)", player=words.seat(seat)) if seat in people else words.seat(seat) for seat in seats
        ]
        return tr(" and ").join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]

    together = words.rules.ir.result.won is not None and len(outcome.ranks) > 1
    if together and outcome.finished:
        lines.append(tr("All win together.") if outcome.winners else tr("All lose together."))
    elif outcome.winners:
        names = named(outcome.winners)
        if len(outcome.winners) == 1:
            lines.append(tr("{names} wins.", names=names))
        elif shared(words.rules.program, outcome):
            lines.append(tr("{names} share first place.", names=names))
        else:
            lines.append(tr("{names} win together.", names=names))
    if outcome.losers and not together:
        one = len(outcome.losers) == 1
        names = named(outcome.losers)
        lines.append(tr("{names} loses.", names=names) if one else tr("{names} lose.", names=names))
    if together:
        mark = outcome.scores[0][0]
        told = tr("Score: {score}", score=tr("no score") if mark is None else mark)
        return [*lines, told] if words.rules.ir.result.measured else lines
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        score = outcome.scores[seat][0] if outcome.scores[seat] else None
        place = f"{outcome.ranks[seat]}." if outcome.finished else "–"
        held = tr("no score") if score is None else score
        lines.append(f"  {place:>3} {words.seat(seat)}  {held}")
    return lines
