"""A sitting on a screen of fixed height: the table keeps its place, and answers are typed below it or chosen with the
mouse.

It is drawn with prompt_toolkit, which reads the line in the other mode too: one library for both, with the same
completion and history. Search players run in a thread of their own; the table is not read meanwhile, so that a game
stays reproducible.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, Float, FloatContainer, HSplit, Layout, UIContent, UIControl, Window
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from croupier.base.language import tr
from croupier.cli.board import Row, board, texts, wrapped
from croupier.cli.decision import Decision
from croupier.cli.paint import KEY, painted
from croupier.cli.screen import MOMENT, Screen, completer
from croupier.cli.story import lined, told
from croupier.scene import Scene, played, recent, scene
from croupier.table.course import at_once

if TYPE_CHECKING:
    from croupier.cli.sitting import Sitting
    from croupier.table.game import Game

T = TypeVar("T")
PACE, WATCHED = 0.7, 1.2
"""The time for which another player's move stays visible, and for a game without people, in seconds."""
NEWS = 60
"""The number of event lines kept for display."""


class Pane(Screen):
    """The place for the answers of a decision: above the player's cards, or, if they are long, on a page of
    their own.
    """

    fixed = True

    def __init__(self, colours: bool) -> None:
        super().__init__()
        self.colours, self.lines = colours, list[str]()

    def show(self, lines: Iterable[str]) -> None:
        """Keep the lines until the next answer."""
        self.lines += lines

    def listed(self, lines: Iterable[str]) -> None:
        """Ignore the options, which are shown below anyway."""

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Write nothing: `Live` itself says what takes long, and a line from anywhere else would stay in its screen."""
        yield


class Live:
    """The screen of one sitting. `again`: another game is wanted after this one."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.words = sitting, sitting.words
        self.before = sitting.screen
        self.pane = sitting.screen = Pane(self.before.colours)
        self.decision: Decision | None = None
        self.again = self.quit = False
        self.seat = sitting.people[0] if sitting.people else 0
        self.focus: int | None = None
        self.page: list[str] = []
        self.at, self.height = 0, 24
        self.cover, self.thinks, self.waits, self.busy = "", "", "", False
        self.held: asyncio.Future[str] | None = None
        usual = PACE if sitting.people else WATCHED
        self.pace = usual if sitting.pace is None else sitting.pace
        self.pause: asyncio.Event | None = None
        """Set by a key that ends the present pause."""
        self.hurried = False
        """Whether a person does not wait for the moves before the next decision."""
        self.ahead: deque[str] = deque()
        """Input typed before it was requested."""
        self.greeting: list[str] = []
        """The game and its players: shown above the first moves until a person has decided."""
        self.table: Scene | None = None
        self.news: list[str] = []
        self.seen: object = None
        self.input = Buffer(
            multiline=False, accept_handler=self._accepted, completer=completer(self.pane),
            history=InMemoryHistory(),
        )  # fmt: skip
        self.app: Application[None] = self._application()
        self.app.key_processor.before_key_press += lambda _: self._hurry()

    # ------------------------------------------------------------ the game
    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        try:
            self.app.run(pre_run=self._begin)
        finally:
            self.sitting.screen = self.before

    def _begin(self) -> None:
        """Start the game next to the screen."""
        self.app.create_background_task(self._main())

    async def _main(self) -> None:
        try:
            await self._game()
        except BaseException as fault:
            if not self.app.is_done:
                self.app.exit(exception=fault)
            return
        if not self.app.is_done:
            self.app.exit()

    async def _game(self) -> None:
        sitting = self.sitting
        self.greeting = [*self.pane.lines]
        self.pane.lines.clear()
        if sitting.new and not sitting.people:
            await self._shown(self.greeting)
            self.greeting = []
        while sitting.game.to_act:
            seat = next((seat for seat in sitting.game.to_act if seat in sitting.bots), sitting.game.to_act[0])
            if seat in sitting.bots:
                await self._bot(seat)
            elif not sitting.passes(seat) and not await self._person(seat):
                self.quit = True
                return
        self._look()
        await self._over()

    async def _bot(self, seat: int) -> None:
        """Let a player that is not a person decide, with a note on the screen."""
        sitting = self.sitting
        self.thinks = tr("{player} thinks …", player=self.words.seat(seat))
        self._look()
        bot, offer = sitting.bots[seat], sitting.game.offer(seat)
        move = await self._aside(lambda: bot.choose(offer))
        self.thinks = ""
        before = sitting.game.copy()
        sitting.play(seat, move)
        if not at_once(sitting.game):  # a choice that others may not know makes no pause
            await self._played(before)
            self._look()
            await self._paused()

    async def _played(self, before: Game) -> None:
        """Show what stayed on the table for a moment since an earlier position, such as a full trick."""
        if not self.pace or self.hurried or self.ahead:
            return
        for beat in played(self.sitting.game, before, self.seat, self.words):
            if beat.table is not None:
                self.table, self.thinks = beat.table, beat.table.status.step
                self.news += map(lined, beat.lines)
                self.app.invalidate()
                await self._paused()
        self.thinks = ""

    async def _paused(self) -> None:
        """Wait for a moment, unless a person wants to go on: a key ends this pause and those before the next
        decision."""
        if not self.pace or self.hurried or self.ahead:
            return
        self.pause = asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.pause.wait(), self.pace)
        self.pause = None

    def _hurry(self) -> None:
        if self.pause is not None:
            self.pause.set()
            self.hurried = bool(self.sitting.people)

    async def _person(self, seat: int) -> bool:
        """Let a person decide; return False if they leave."""
        sitting = self.sitting
        if len(sitting.people) > 1 and sitting.watching != seat:
            self.ahead.clear()  # it was not for the next
            who = self.words.seat(seat)
            self.cover = tr("{player}, it is your turn: press Enter when no other player is looking. ", player=who)
            await self._answered()
            self.cover, sitting.watching = "", seat
            self.pane.lines.clear()
        self.seat, self.focus, self.hurried = seat, None, False
        self._look()
        self.decision = Decision(sitting, seat)
        self.pane.complete = self.decision.completions
        if sitting.new and self.greeting and not self._in_sight(self.greeting):
            self._open(self.greeting)
            self.greeting = []
        made: bool | None = False
        while made is False:
            text = await self._answered()
            self.pane.lines.clear()
            before = sitting.game.copy()
            made = await self._heard(text)
            if made and sitting.bots:
                self.decision = None
                await self._played(before)
            self._look()
            if self.pane.lines and not self._in_sight(self.pane.lines):
                self._open(self.pane.lines)
        self.greeting.clear()
        self.decision = None
        return made is True

    async def _heard(self, text: str) -> bool | None:
        decision = self.decision
        assert decision is not None
        if not text and self.focus is not None:
            entry = decision.menus[-1].entries[self.focus]
            self.focus = None
            return await self._aside(lambda: decision.chosen(entry))
        self.focus = None
        return await self._aside(lambda: decision.heard(text))

    async def _aside(self, work: Callable[[], T]) -> T:
        """Run long work while the screen stays responsive; after a moment show a note."""
        self.busy = True
        self.app.invalidate()
        say = asyncio.get_running_loop().call_later(MOMENT, self._say_wait)
        try:
            return await asyncio.to_thread(work)
        finally:
            say.cancel()
            self.busy, self.waits = False, ""
            self.app.invalidate()

    def _say_wait(self) -> None:
        self.waits = tr("Please wait …")
        self.app.invalidate()

    async def _answered(self) -> str:
        """Return the next line that is typed."""
        if self.ahead:
            return " ".join(self.ahead.popleft().split())
        self.held = asyncio.get_running_loop().create_future()
        self.app.invalidate()
        text = await self.held
        self.held = None
        return " ".join(text.split())

    async def _shown(self, lines: list[str]) -> str:
        """Show a page of its own until it has been read; return the answer typed there."""
        self._open(lines)
        return await self._answered()

    def _in_sight(self, lines: list[str]) -> bool:
        """Return whether the first of the lines is on the screen as it would be drawn now."""
        size = self.app.output.get_size()
        width = max(20, size.columns)
        first = wrapped(next(filter(None, lines), ""), width)[0]
        return texts([Row(first)])[0] in texts(self.rows(width, max(8, size.rows - 1)))

    async def _over(self) -> None:
        """Show how the game ended, and ask for another."""
        sitting = self.sitting
        self.thinks = tr("Please wait …")
        lines = await self._aside(sitting.closing)
        self.thinks = ""
        asked = tr("Enter: play again · q: leave") if sitting.repeatable else tr("Enter: leave")
        answer = await self._shown([*lines, "", asked])
        self.again = sitting.repeatable and not answer.casefold().startswith("q")

    def _look(self) -> None:
        """Read the table again; never while a player thinks."""
        game = self.sitting.game
        key = (id(game), game.log_length, self.seat, game.to_act)
        if key != self.seen:
            self.seen = key
            self.table = scene(game, self.seat, self.words)
            self.news = [*told(recent(game.log(self.seat), NEWS), self.seat, self.words)][-NEWS:]
        self.app.invalidate()

    # ------------------------------------------------------------ input
    def _accepted(self, buffer: Buffer) -> bool:
        text = buffer.text
        if self.page:
            self.page = []
            if self.decision is not None and not text.strip():
                return False
        if self.held is not None and not self.held.done():
            self.held.set_result(text)
        elif self.pause is None or text.strip():
            self.ahead.append(text)
        return False

    def _open(self, lines: list[str]) -> None:
        self.page, self.at = [*lines], 0
        self.app.invalidate()

    def pointed(self, target: str) -> None:
        """Handle a click on the screen: on a line of the menu, or on a thing on the table."""
        decision = self.decision
        if decision is None or self.held is None or self.held.done() or self.busy:
            return
        if target.startswith(KEY):
            self.held.set_result(target.removeprefix(KEY))
            return
        step = decision.pointing()
        found = [step.options[number] for number in step.of.get(target, ())]
        if len(found) == 1 and found[0].move:
            self.held.set_result(found[0].move)
        elif found:
            self.pane.lines.clear()
            decision.narrow([option.path for option in found])
            self.app.invalidate()

    def _keys(self) -> KeyBindings:
        keys, empty = KeyBindings(), Condition(lambda: not self.input.text)
        paging = Condition(lambda: bool(self.page))

        @keys.add("right", filter=empty & ~paging)
        @keys.add("down", filter=empty & ~paging)
        def _(event: KeyPressEvent) -> None:
            self._turn(1)

        @keys.add("left", filter=empty & ~paging)
        @keys.add("up", filter=empty & ~paging)
        def _(event: KeyPressEvent) -> None:
            self._turn(-1)

        @keys.add("pagedown", filter=paging)
        @keys.add("down", filter=paging & empty)
        def _(event: KeyPressEvent) -> None:
            self.at = min(self.at + self.height // 2, max(0, len(self.page) - 2))

        @keys.add("pageup", filter=paging)
        @keys.add("up", filter=paging & empty)
        def _(event: KeyPressEvent) -> None:
            self.at = max(0, self.at - self.height // 2)

        @keys.add("escape", eager=True)
        def _(event: KeyPressEvent) -> None:
            if self.page and self.decision is not None:
                self.page = []
            elif self.decision is not None and not self.busy:
                self.decision.back()
                self.focus = None

        @keys.add("c-c")
        @keys.add("c-d", filter=empty)
        def _(event: KeyPressEvent) -> None:
            self.quit = True
            event.app.exit()

        return keys

    def _turn(self, by: int) -> None:
        """Focus the next entry of the menu."""
        if self.decision is not None:
            shown = self.decision.menus[-1].shown
            start = -1 if by > 0 else 0
            now = shown.index(self.focus) if self.focus in shown else start
            self.focus = shown[(now + by) % len(shown)] if shown else None

    # ------------------------------------------------------------ output
    def rows(self, width: int, height: int) -> list[Row]:
        """Return the screen without the line that is typed."""
        self.height = height
        if self.page:
            lines = [fold for line in self.page for fold in wrapped(line, width)]
            rest = len(lines) - self.at - height + 1
            more = tr("PgDn: {n} more lines", n=rest) if rest > 0 else tr("Enter: continue")
            shown = lines[self.at : self.at + height - 1]
            return [*map(Row, shown), *[Row("")] * (height - 1 - len(shown)), Row(f"({more})")]
        if self.cover or self.table is None:
            return [*[Row("")] * (height // 2), Row(f"  {self.cover}"), *[Row("")] * (height - height // 2 - 1)]
        decision = self.decision
        menu = [*decision.menus[-1].lines(width)] if decision is not None and not self.busy else []
        answer = [line for line in self.pane.lines if line]
        news, waits = answer or [*self.greeting, *self.news], self.thinks or self.waits
        return board(self.table, self.words, width, height, menu, news, waits, self.focused, bool(answer))

    @property
    def focused(self) -> str:
        """Return the target of the entry that Enter takes."""
        if self.focus is None or self.decision is None or self.focus >= len(self.decision.menus[-1].keys):
            return ""
        return f"{KEY}{self.decision.menus[-1].keys[self.focus]}"

    def _application(self) -> Application[None]:
        typed = Window(
            BufferControl(self.input, input_processors=[BeforeInput(self._prompt)]), height=1, wrap_lines=False
        )
        floats = [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)]
        body = FloatContainer(HSplit([Window(_Rows(self)), typed]), floats)
        depth = None if self.pane.colours else ColorDepth.DEPTH_1_BIT
        return Application(
            Layout(body, focused_element=typed), key_bindings=self._keys(), full_screen=True, mouse_support=True,
            color_depth=depth, enable_page_navigation_bindings=False,
        )  # fmt: skip

    def _prompt(self) -> str:
        if self.busy:
            return "… "
        return f"{self.words.seat(self.seat)}> " if self.decision is not None else "> "


class _Rows(UIControl):
    """The rows of the screen, drawn again for each size."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.drawn: list[Row] = []

    def create_content(self, width: int, height: int) -> UIContent:
        self.drawn = self.live.rows(max(20, width), max(8, height))
        focused, colours = self.live.focused, self.live.pane.colours
        fragments = [_styled(row, focused, colours) for row in self.drawn]
        return UIContent(lambda number: fragments[number], len(fragments), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Handle a click on a place."""
        at = mouse_event.position
        if mouse_event.event_type == MouseEventType.MOUSE_UP and at.y < len(self.drawn):
            for start, end, target in self.drawn[at.y].places:
                if start <= at.x < end:
                    self.live.pointed(target)
                    return


def _styled(row: Row, focused: str, colours: bool) -> StyleAndTextTuples:
    """Return a row with colours; the entry that Enter takes is reversed."""
    found: StyleAndTextTuples = to_formatted_text(ANSI(painted(row.text, colours)))
    for start, end, target in row.places:
        if target == focused and target:
            letters = explode_text_fragments(found)
            found = [
                (f"{letter[0]} reverse", letter[1]) if start <= at < end else (letter[0], letter[1])
                for at, letter in enumerate(letters)
            ]
    return found
