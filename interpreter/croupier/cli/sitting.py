"""One game at a terminal: shows, asks, tells what the others do, and says how it ended."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from textwrap import wrap

import click

from croupier.chance import Seed
from croupier.cli.answers import in_full, meant
from croupier.cli.arguments import YOU
from croupier.cli.story import told
from croupier.cli.table import WIDTH, numbered, shown
from croupier.cli.words import Words
from croupier.faults import AmbiguousMove, MoveError
from croupier.game import Game
from croupier.outcome import Outcome
from croupier.players import POLICIES, Player

HELP = """\
  12               the move with that number
  NAME choice=7S   a move as it is listed; its beginning or just the cards do, if only one move fits
  why MOVE         why a move is not possible now
  moves            all your moves
  q                quit"""
MOST_CANDIDATES = 8


class Sitting:
    """A game, who plays it, and how much of it each person at this terminal has been told."""

    def __init__(self, game: Game, seed: Seed, who: Mapping[int, str]) -> None:
        self.game = game
        self.seed = seed
        self.words = Words(game.rules)
        self.people = [seat for seat, name in who.items() if name == YOU]
        self.bots: dict[int, Player] = {
            seat: POLICIES[name](seed.number, seed.game, seat) for seat, name in who.items() if name != YOU
        }
        self.who = who
        self.told = dict.fromkeys(self.people, 0)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._greet()
        game = self.game
        while game.to_act:
            seat = next((seat for seat in game.to_act if seat in self.bots), game.to_act[0])
            if seat in self.bots:
                game.play(seat, self.bots[seat].choose(game.offer(seat)))
            elif not self._turn(seat):
                click.echo(
                    f"\nYou left after {game.decisions} decisions; the game is unfinished. Its seed is {self.seed}."
                )
                return
        for seat in self.people[:1]:
            self._tell(seat)
        outcome = game.outcome
        assert outcome is not None
        for line in ending(outcome, self.words, self.people):
            click.echo(line)

    def _greet(self) -> None:
        """What is played, by whom, and how to play it again."""
        rules = self.game.rules
        sitting = ", ".join(f"{self.words.seat(seat)} {name}" for seat, name in self.who.items())
        for line in wrap(f"{self.words.title}: {sitting}. Seed {self.seed}; `?` for help.", WIDTH):
            click.echo(line)
        if not rules.options:
            return
        chosen = ", ".join(f"{name}={self._option(value)}" for name, value in rules.options.items())
        for line in wrap(f"Options: {chosen}", WIDTH, break_on_hyphens=False):
            click.echo(line)

    @staticmethod
    def _option(value: object) -> str:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def _tell(self, seat: int) -> None:
        """What has happened since this person was last told."""
        lines = list(told(self.game.log(seat, self.told[seat]), seat, self.words))
        self.told[seat] = self.game.log_length
        if lines:
            click.echo()
        for line in lines:
            for part in wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False):
                click.echo(part)

    def _turn(self, seat: int) -> bool:
        """Let a person make one decision; False if they leave."""
        if len(self.people) > 1:
            click.echo(f"\n{'-' * 20} {self.words.seat(seat)} looks at the screen now {'-' * 20}")
        self._tell(seat)
        click.echo()
        for line in shown(self.game.view(seat), self.words):
            click.echo(line)
        for line in numbered(self.game.legal_moves(seat)):
            click.echo(line)
        while True:
            answer = ask(f"{self.words.seat(seat)}> ")
            if answer is None or answer in ("q", "quit", "exit"):
                return False
            if self._answered(seat, answer):
                return True

    def _answered(self, seat: int, answer: str) -> bool:
        """Do what was typed; True if a move was made."""
        moves = self.game.legal_moves(seat)
        verb, _, rest = answer.partition(" ")
        if not answer and len(moves) > 1:
            return False
        try:
            if answer in ("?", "help", "h"):
                click.echo(HELP)
            elif answer == "moves":
                for line in numbered(moves, all_of_them=True):
                    click.echo(line)
            elif verb == "why":
                self._why(seat, rest)
            else:
                self.game.play(seat, meant(self.game, seat, answer) if answer else moves[0])
                return True
        except AmbiguousMove as error:
            click.echo("  That may mean:")
            for candidate in error.candidates[:MOST_CANDIDATES]:
                click.echo(f"    {candidate}")
            if len(error.candidates) > MOST_CANDIDATES:
                click.echo(f"    … and {len(error.candidates) - MOST_CANDIDATES} more")
        except MoveError as error:
            _paragraph(f"{error}")
        return False

    def _why(self, seat: int, text: str) -> None:
        """Say why a move is not possible, with the clauses of the rulebook that say so."""
        if not text:
            click.echo("  Write the move after it: why NAME choice=7S")
            return
        try:
            move = meant(self.game, seat, text)
        except AmbiguousMove:
            raise
        except MoveError:
            move = in_full(self.game, seat, text)
        why = self.game.why_not(seat, move)
        if why is None:
            _paragraph(f"{move} is possible.")
            return
        _paragraph(str(why))
        for clause in why.clauses:
            said = self.words.clause(clause)
            if said:
                _paragraph(f"[{clause}] {said}")


def ask(prompt: str) -> str | None:
    """A line that somebody types, or that a pipe brings; None at its end. What comes from a pipe is shown."""
    try:
        line = input(prompt)
    except EOFError:
        return None
    if not sys.stdin.isatty():
        click.echo(line)
    return " ".join(line.split())


def _paragraph(text: str) -> None:
    for line in wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False):
        click.echo(line)


def ending(outcome: Outcome, words: Words, people: list[int]) -> list[str]:
    """How the game ended: who has won, and the scores from first to last."""
    lines = ["", f"The game is over after {outcome.decisions} decisions."]
    if not outcome.finished:
        lines[-1] = (
            f"The game is stopped after {outcome.decisions} decisions, its limit. It is unfinished, nobody wins."
        )
    for seats, one, many in ((outcome.winners, "wins", "share first place"), (outcome.losers, "loses", "lose")):
        if seats:
            names = [words.seat(seat) + (" (you)" if seat in people else "") for seat in seats]
            lines.append(f"{' and '.join(names)} {one if len(names) == 1 else many}.")
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        score = outcome.scores[seat][0] if outcome.scores[seat] else None
        place = f"{outcome.ranks[seat]}." if outcome.finished else "-"
        lines.append(f"  {place:>3} {words.seat(seat)}  {'no score' if score is None else score}")
    return lines
