"""The list of games to choose from: one per line, found by typing, chosen by arrows, Enter or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, HSplit, Layout, UIContent, UIControl, Window
from prompt_toolkit.layout.processors import AfterInput, BeforeInput, ConditionalProcessor
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from croupier.base.language import said, tr
from croupier.cli.answers import plain_letters
from croupier.cli.list import numbers


@dataclass(frozen=True, slots=True)
class Offered:
    """A game of the list: what it is called by, and the line on it."""

    name: str
    line: str


def offered() -> list[Offered]:
    """Return the bundled games, by title, each with its numbers of players and its description."""
    from croupier.workbench.shelf import listed

    found = []
    for each in listed():
        if "error" in each or each.get("of"):
            continue
        title, line = said(each["title"].items()) or each["name"], said(each["line"].items())
        found.append(Offered(each["name"], f"{title} ({numbers(each['players'])})  {line}".rstrip()))
    return sorted(found, key=lambda game: plain_letters(game.line))


def matching(games: Sequence[Offered], typed: str) -> list[Offered]:
    """Return the games of which all that was typed is said; those whose title begins so come first."""
    words = plain_letters(typed).split()
    found = [game for game in games if all(word in plain_letters(f"{game.line} {game.name}") for word in words)]
    return sorted(found, key=lambda game: not plain_letters(game.line).startswith(plain_letters(typed)))


class _List(UIControl):
    """The games that match the typed text; the one that Enter takes is reversed."""

    def __init__(self, games: Sequence[Offered], typed: Buffer) -> None:
        self.games, self.typed, self.at, self.first, self.height = games, typed, 0, 0, 1
        self.chosen: str | None = None

    @property
    def found(self) -> list[Offered]:
        """Return the matching games."""
        return matching(self.games, self.typed.text)

    def turn(self, by: int) -> None:
        """Focus another line."""
        self.at = max(0, min(self.at + by, len(self.found) - 1))

    def create_content(self, width: int, height: int) -> UIContent:
        found = self.found
        self.height = max(1, height)
        self.at = max(0, min(self.at, len(found) - 1))
        self.first = max(0, min(self.first, self.at), self.at - self.height + 1)
        lines: list[StyleAndTextTuples] = []
        for number, game in enumerate(found[self.first : self.first + self.height], self.first):
            text = game.line if len(game.line) <= width - 2 else f"{game.line[: width - 3]}…"
            lines.append([("reverse" if number == self.at else "", f" {text} ")])
        nothing = tr("no game matches")
        lines = lines or [[("", f" {nothing}")]]
        return UIContent(lambda number: lines[number], len(lines), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Take a line on a click, and move the focus with the wheel."""
        match mouse_event.event_type:
            case MouseEventType.SCROLL_DOWN:
                self.turn(1)
            case MouseEventType.SCROLL_UP:
                self.turn(-1)
            case MouseEventType.MOUSE_UP:
                self.at = min(self.first + mouse_event.position.y, max(0, len(self.found) - 1))


def picked_game(colours: bool) -> str | None:
    """Return the name of the chosen game; None if the person leaves."""
    typed = Buffer(multiline=False)
    games = _List(offered(), typed)
    keys = KeyBindings()

    @keys.add("up")
    def _(event: KeyPressEvent) -> None:
        games.turn(-1)

    @keys.add("down")
    def _(event: KeyPressEvent) -> None:
        games.turn(1)

    @keys.add("pageup")
    def _(event: KeyPressEvent) -> None:
        games.turn(-games.height)

    @keys.add("pagedown")
    def _(event: KeyPressEvent) -> None:
        games.turn(games.height)

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        found = games.found
        event.app.exit(result=found[games.at].name if found else None)

    @keys.add("c-c")
    @keys.add("escape", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    question, how = tr("Which game?"), tr("type letters · ↑ ↓ Enter · Esc")
    helped = ConditionalProcessor(AfterInput(f" {how}", "italic"), Condition(lambda: not typed.text))
    asked = Window(BufferControl(typed, input_processors=[BeforeInput(f"{question} "), helped]), height=1)
    app: Application[str | None] = Application(
        Layout(HSplit([asked, Window(games)]), focused_element=asked), key_bindings=keys, full_screen=True,
        mouse_support=True, color_depth=None if colours else ColorDepth.DEPTH_1_BIT,
        enable_page_navigation_bindings=False,
    )  # fmt: skip
    return app.run()
