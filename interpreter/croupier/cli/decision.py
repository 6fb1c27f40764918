"""One decision of a person at the table: menus, commands, and a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from croupier.base.faults import AmbiguousMove, MoveError
from croupier.base.language import ntr, tr
from croupier.base.moves import Move
from croupier.cli import commands
from croupier.cli.answers import meant
from croupier.cli.menu import MOST, Block, Entry, Menu, Question, Sure, led, menu, question, stepped, sure, whole
from croupier.cli.table import folded, width
from croupier.scene import Words, ending_moves
from croupier.table import display

if TYPE_CHECKING:
    from croupier.cli.sitting import Sitting
    from croupier.scene import Step

Measure = Callable[[Move], int | None]
"""The function that adds up the melds of a move, if there is a sum."""


def takes_melds(moves: Sequence[Move]) -> bool:
    """Return whether moves of one name differ in the groups of melds that they take."""
    return any(" + " in value for move in moves for _, value in move.choices)


def by_size(moves: Sequence[Move], words: Words, measure: Measure) -> Menu:
    """Return a menu with one line for each number of cards, the most first; the moves themselves if they are few."""
    rated = sorted(((_cards(move), measure(move) or 0, -at) for at, move in enumerate(moves)), reverse=True)
    if len(moves) <= MOST:
        return _page([moves[-at] for _, _, at in rated], words, measure, 0)
    entries: list[Entry] = []
    for size in dict.fromkeys(size for size, _, _ in rated):
        those = [(worth, moves[-at]) for cards, worth, at in rated if cards == size]
        ways = ntr("{n} way", "{n} ways", len(those))
        text = ntr("{n} card", "{n} cards", size) + f": {ways}"
        if those[0][0]:
            low, high = those[-1][0], those[0][0]
            text += f", {high}" if low == high else f", {low}-{high}"
        entries.append(Entry(f"{text} …", menu=partial(_page, [move for _, move in those], words, measure, 0)))
    return Menu(tuple(Block("", (entry,)) for entry in entries), words)


def _page(moves: list[Move], words: Words, measure: Measure, start: int) -> Menu:
    """Return a page of the moves, each with its sum, and a line for the next page."""
    entries: list[Entry] = []
    for move in moves[start : start + MOST]:
        total = measure(move)
        text = ", ".join(words.chosen(move.name, name, value) for name, value in move.choices)
        entries.append(Entry(f"{text}  ({total})" if total is not None else text, move, chosen=text))
    left = len(moves) - start - MOST
    if left > 0:
        entries.append(
            Entry(ntr("{n} more …", "{n} more …", left), menu=partial(_page, moves, words, measure, start + MOST))
        )
    return Menu(tuple(Block("", (entry,)) for entry in entries), words)


def _cards(move: Move) -> int:
    return sum(len(value.replace("+", " ").split()) for _, value in move.choices)


class Decision:
    """Asks until there is a move."""

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.seat = seat
        self.screen, self.words = sitting.screen, sitting.words
        self.menus: list[Menu] = []
        self._fresh()

    def _fresh(self) -> None:
        """Show the first menu, for the present position."""
        game, seat = self.sitting.game, self.seat

        def further(moves: list[Move]) -> Menu:
            if takes_melds(moves):
                return by_size(moves, self.words, lambda move: display.adds_up_to(game, seat, move))
            with self.sitting.thinking():
                found = self.sitting.choices(seat, commands.best_first(game, seat, moves))
            return stepped(found, (moves[0].name,), self.words)

        with self.sitting.thinking():
            moves = game.legal_moves(seat)
        self.menus = [menu(moves, self.words, further)]
        self._list()

    def _list(self) -> None:
        self.screen.listed(["", *self.menus[-1].lines(width())])
        if len(self.menus) > 1:
            self.screen.say(tr("`back` goes back."))

    def pointing(self) -> Step:
        """Return the things that can be pointed at, whatever has been chosen by number so far."""
        return self.sitting.choices(self.seat).step()

    def narrow(self, paths: Sequence[Sequence[str]]) -> None:
        """Continue with the things pointed at, or ask which of several moves is meant."""
        found = self.sitting.choices(self.seat)
        if len(paths) == 1:
            self.menus.append(stepped(found, paths[0], self.words))
            self._list()
            return
        self._question([led(found, path, self.words) for path in paths])

    def made(self) -> bool:
        """Ask until a move is made; False if the person leaves."""
        made: bool | None = False
        while made is False:
            name = self.words.seat(self.seat)
            made = self.heard(self.screen.ask(f"{name}> ", self.completions, name))
        return made is True

    def heard(self, answer: str | None) -> bool | None:
        """Handle the typed answer: True if it made a move, None if the person leaves."""
        if answer is None or commands.asked(answer)[0] == "quit":
            return None
        try:
            return self._answered(answer)
        except AmbiguousMove as error:
            self._ask(error.candidates)
        except MoveError as error:
            self._say([f"{error}"])
        return False

    def completions(self) -> list[tuple[str, str]]:
        """Return the possible inputs, each with its meaning."""
        moves = self.sitting.game.legal_moves(self.seat)
        known = [(str(move), self.words.spoken(move)) for move in moves]
        return known + [(command, meaning) for command, meaning in commands.meanings(self.words.rules.seats).items()]

    def _example(self) -> str:
        """Return the first legal move as a person would type it: by its title, if that is understood."""
        game, words = self.sitting.game, self.words
        for move in game.legal_moves(self.seat)[:1]:
            text = " ".join([words.move(move.name), *(value for _, value in move.choices)])
            with suppress(MoveError):
                if meant(game, self.seat, text, words) == move:
                    return text
            return str(move)
        return ""

    def _say(self, lines: Iterator[str] | Sequence[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _answered(self, answer: str) -> bool:
        """Handle the typed answer; return True if it made a move."""
        now = self.menus[-1]
        if not answer:
            if len(self.menus) > 1:
                return self.back()
            return len(now.entries) == 1 and self.chosen(now.entries[0])
        typed, more = now.typed(answer), now.holding(answer) if now.of_numbers else []
        if len(typed) == 1 and not more:
            if answer.isdigit() and f"@{answer}" in typed[0].chosen:
                self.sitting.game.fitting(self.seat, answer)  # a visible card may have that number
            return self.chosen(typed[0])
        if typed or more:
            return self._question([now.titled(entry) for entry in typed + more])
        a_line = answer.isascii() and answer.isdigit() and not now.of_numbers
        if a_line and answer not in self.words.rules.program.kind_index:
            raise commands.invalid_number(len(now.entries), answer)
        if self._command(answer):
            return False
        game = self.sitting.game
        found = meant(game, self.seat, answer, self.words)
        if isinstance(found, Move):
            return self._make(found)
        self._say(commands.against(game, self.seat, found, self.words))
        return False

    def _make(self, move: Move) -> bool:
        """Make a move; ask first if it does nothing but end the game."""
        if move.name in ending_moves(self.words.rules.program) and not isinstance(self.menus[-1], Sure):
            self.screen.say(tr("The game ends with this. Do it?"))
            self.menus.append(sure(move, self.words))
            self._list()
            return False
        self.sitting.make(self.seat, move)
        return True

    def _ask(self, candidates: Sequence[str]) -> None:
        """Ask which of these moves is meant."""
        legal = {str(move): move for move in self.sitting.game.legal_moves(self.seat)}
        self._question([whole(legal[text], self.words) for text in candidates])

    def _question(self, entries: list[Entry]) -> bool:
        """Ask which of these entries is meant: a menu of its own, which replaces a previous question."""
        if isinstance(self.menus[-1], Question):
            self.menus.pop()
        self.screen.say(tr("Several moves fit:"))
        self.menus.append(question(entries, self.words))
        self._list()
        return False

    def chosen(self, entry: Entry) -> bool:
        """Take an entry of the menu; True if it made a move."""
        if entry.move is not None:
            return self._make(entry.move)
        assert entry.menu is not None
        self.menus.append(entry.menu())
        self._list()
        return False

    def back(self) -> bool:
        """Leave the last menu that was entered."""
        if len(self.menus) > 1:
            self.menus.pop()
        self._list()
        return False

    def _command(self, answer: str) -> bool:
        """Answer a command; False if the text may be a move."""
        command, rest = commands.asked(answer)
        game, words = self.sitting.game, self.words
        if command in commands.ALONE and words.rules.seats > 1:
            return False
        view = game.view(self.seat)
        match command:
            case "help":
                self.screen.show(
                    part for line in commands.help_lines(words, self._example()) for part in folded(f"  {line}", 4)
                )
            case "moves":
                self._say([str(move) for move in game.legal_moves(self.seat)])
            case "why":
                self._say(self._why(rest))
            case "hint":
                from croupier.thinking import hint

                with self.sitting.thinking():
                    told = [*hint(game, self.seat, words)]
                self._say(told)
            case "log":
                self.screen.show(commands.log(game, self.seat, rest, words))
            case "rules":
                self._say(commands.rules(game, view, rest, words))
            case "table":
                self.sitting.lay(self.seat)
                self._list()
            case "back":
                self.back()
            case "undo":
                self._moved(self.sitting.undo(self.seat), tr("Undone."))
            case "redo":
                self._moved(self.sitting.redo(self.seat), tr("Done again."))
            case "restart":
                self._moved(self.sitting.restart(self.seat), tr("The same deal starts over."))
            case _:
                return False
        return True

    def _why(self, text: str) -> Iterator[str]:
        """Explain why something is impossible: a line of the menu by its key, or a move."""
        typed = self.menus[-1].typed(text)
        if len(typed) == 1 and typed[0].move is None:
            yield tr("{move} is possible.", move=typed[0].text)
            return
        move = typed[0].move if len(typed) == 1 else None
        yield from commands.why(self.sitting.game, self.seat, text if move is None else str(move), self.words)

    def _moved(self, against: str, done: str) -> None:
        """Say why the game cannot go to another position, or that it has; then show the new one."""
        if against:
            self._say([against])
            return
        self._say([done])
        if not self.screen.fixed:
            self.sitting.lay(self.seat)
        self._fresh()
