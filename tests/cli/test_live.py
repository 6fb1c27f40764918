"""Whole games on the screen: typed, by the arrows, by the mouse; watched; left and gone on with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from croupier import Game, Rules, load
from croupier.cli import live, picker
from croupier.cli.board import board, texts
from croupier.cli.decision import Decision
from croupier.cli.live import Live
from croupier.cli.menu import menu
from croupier.cli.paint import KEY
from croupier.cli.picker import Offered, matching, offered
from croupier.cli.screen import Screen
from croupier.cli.sitting import Sitting
from croupier.scene import Words, scene
from croupier.table import kept

RULES = """
croupier: 1
game: quick
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {tally of player: number}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 4 of stock to hand}]
  steps:
    round:
      times: 2
      steps: {turn: {by: players, moves: [lay, pass]}}
moves:
  lay: {choose: {card: one of hand}, do: [move card to heap, add 1 to tally]}
  pass: {}
result: {score: tally, best: highest}
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    path = tmp_path / "quick.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(path)


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    monkeypatch.setattr(live, "PACE", 0)
    monkeypatch.setattr(live, "WATCHED", 0)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def sat(rules: Rules, who: dict[int, str]) -> Sitting:
    return Sitting(Game(rules, 4), None, who, Screen())


def test_a_game_is_played_to_its_end(rules: Rules, keys: PipeInput) -> None:
    """By the cards and by numbers; what is no move makes none."""
    sitting = sat(rules, {0: "you", 1: "greedy"})
    hand = sitting.game.view(0).cards("hand of P1")
    keys.send_text(f"fly\r{hand[2]}\r1\r\r")
    assert not sitting.run(fixed=True)
    assert sitting.game.over
    assert next(str(move) for seat, move in sitting.course.made if seat == 0) == f"lay card={hand[2]}"
    assert len([move for seat, move in sitting.course.made if seat == 0]) == 2


def test_another_game_is_wanted_with_enter(rules: Rules, keys: PipeInput) -> None:
    """Where it can be; `q` leaves."""
    for typed, again in (("1\r1\r\r", True), ("1\r1\rq\r", False)):
        sitting = sat(rules, {0: "you", 1: "greedy"})
        sitting.repeatable = True
        keys.send_text(typed)
        assert sitting.run(fixed=True) is again


def test_who_leaves_loses_nothing(rules: Rules, keys: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    """What was played stands, and it is said that the game is unfinished."""
    sitting = sat(rules, {0: "you", 1: "greedy"})
    keys.send_text("1\rquit\r")
    assert not sitting.run(fixed=True)
    assert not sitting.game.over
    assert "unfinished" in capsys.readouterr().out


def test_a_game_of_others_is_watched(rules: Rules, keys: PipeInput) -> None:
    """Nobody is asked anything until it is over."""
    sitting = sat(rules, {0: "greedy", 1: "random"})
    keys.send_text("\r")
    sitting.run(fixed=True)
    assert sitting.game.over


def test_the_moves_of_others_are_shown_in_order(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one, with the full trick before it is gathered; without pauses only what is left."""
    tables: list[tuple[int, int]] = []

    async def paused(screen: Live) -> None:
        assert screen.table is not None
        trick = next(zone for zone in screen.table.zones if zone.id == "trick")
        tables.append((screen.sitting.game.decisions, trick.count))
        if tables[-1] == (4, 0):
            keys.send_text("quit\r")

    monkeypatch.setattr(Live, "_paused", paused)
    for pace, shown in ((9, [(1, 1), (2, 2), (4, 4), (4, 0)]), (0, [(1, 1), (2, 2), (4, 0)])):
        tables.clear()
        sitting = Sitting(Game(load("whist"), 4), None, {0: "you", 1: "greedy", 2: "greedy", 3: "greedy"}, Screen())
        sitting.pace = pace
        keys.send_text("1\r")  # the third card of the first trick
        sitting.run(fixed=True)
        assert tables[: len(shown)] == shown


def test_a_key_skips_the_pauses(rules: Rules, keys: PipeInput) -> None:
    """Pauses of a minute do not hold up a person who types; Enter skips them, and answers nothing."""
    sitting = sat(rules, {0: "greedy", 1: "you"})
    sitting.pace = 60
    screen = Live(sitting)

    async def typed() -> None:
        while screen.pause is None:
            await asyncio.sleep(0)
        keys.send_text("\r")
        while screen.decision is None or screen.held is None:
            await asyncio.sleep(0)
        assert not screen.ahead
        keys.send_text("quit\r")

    begin = screen._begin

    def begun() -> None:
        begin()
        screen.app.create_background_task(typed())

    screen._begin = begun  # type: ignore[method-assign]  # keys come once the screen runs
    screen.run()
    assert screen.quit
    assert sitting.game.decisions == 1


@pytest.mark.usefixtures("keys")
def test_a_click_makes_the_move_that_a_card_stands_for(rules: Rules) -> None:
    """One on a number types it, one on what stands for nothing does nothing; a card says its move."""
    game = Game(rules, 4)
    screen = Live(Sitting(game, None, {0: "you", 1: "greedy"}, Screen()))
    screen.decision = Decision(screen.sitting, 0)
    screen._look()
    card = screen.table.zones[0].cards[1].id if screen.table is not None else ""

    async def clicked(target: str) -> str | None:
        screen.held = asyncio.get_running_loop().create_future()
        screen.pointed(target)
        return screen.held.result() if screen.held.done() else None

    places = {target for row in screen.rows(80, 23) for _, _, target in row.places}
    assert {card, f"{KEY}1"} <= places
    assert asyncio.run(clicked(card)) == f"lay card={card}"
    assert asyncio.run(clicked(f"{KEY}2")) == "2"
    assert asyncio.run(clicked("heap")) is None


def test_a_game_is_picked_from_the_list(keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed narrows the list, an arrow goes on, Enter takes; Ctrl-C leaves without a game."""
    games = [Offered(name, f"{name.title()} (2)  A game.") for name in ("north", "south", "northwest")]
    monkeypatch.setattr(picker, "offered", lambda: games)
    keys.send_text("north\x1b[B\r")
    assert picker.picked_game(colours=False) == "northwest"
    keys.send_text("\x03")
    assert picker.picked_game(colours=False) is None


def test_games_are_found_by_what_is_typed() -> None:
    """By the beginning of a title first, by any word of the line as well."""
    games = offered()
    assert len(games) > 50
    assert all(game.name and len(game.line) > 10 for game in games)
    found = matching(games, "whist")
    assert found[0].line.startswith("Whist")
    assert len(found) > 1
    assert matching(games, "no such game at all") == []


def test_games_are_kept_and_the_oldest_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are kept, each in a file of its own, with the links to its table; with an empty folder none is."""
    monkeypatch.setenv(kept.FOLDER, str(tmp_path / "games"))
    for _ in range(kept.MOST + 3):
        path = kept.fresh("a game/of mine")
        assert path is not None
        assert path.parent == tmp_path / "games"
        path.write_text("{}", encoding="utf-8")
        kept.links(path).write_text("{}", encoding="utf-8")
    assert len(kept.games()) == kept.MOST
    assert {*(tmp_path / "games").iterdir()} == {*kept.games(), *map(kept.links, kept.games())}
    monkeypatch.setenv(kept.FOLDER, "")
    assert kept.fresh("game") is None
    assert kept.games() == []


@pytest.mark.costly
def test_a_hint_writes_nothing_past_the_screen(
    rules: Rules, keys: PipeInput, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What thinks for the person says so on the screen itself: a line written to the terminal would stay in it."""
    monkeypatch.setattr("croupier.cli.screen.MOMENT", 0)
    monkeypatch.setattr(Screen, "rich", property(lambda self: True))
    sitting = sat(rules, {0: "you", 1: "greedy"})
    keys.send_text("hint\r1\r1\r\r")
    sitting.run(fixed=True)
    assert sitting.game.over
    assert "Please wait" not in capsys.readouterr().out


def page_of(screen: Live, width: int = 80, height: int = 23) -> str:
    return "\n".join(row.text for row in screen.rows(width, height))


@pytest.mark.usefixtures("keys")
def test_what_takes_long_says_so_where_the_turn_stands(rules: Rules) -> None:
    """In place of whose turn it is, as for a bot."""
    screen = Live(sat(rules, {0: "you", 1: "greedy"}))
    screen._look()
    assert "Please wait" not in page_of(screen)
    screen._say_wait()
    assert "Please wait" in page_of(screen)


def test_what_is_typed_over_a_page_is_an_answer(rules: Rules, keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """At `(Enter: on)` a number makes the move that it stands for; Enter alone only turns the page."""
    monkeypatch.setattr(DummyOutput, "get_size", lambda self: Size(rows=16, columns=80))
    opened: list[int] = []
    monkeypatch.setattr(
        Live, "_open", lambda self, lines, shown=Live._open: (opened.append(len(lines)), shown(self, lines))
    )
    for typed in ("help\r2\r1\r\r", "help\r\r2\r1\r\r"):
        sitting = sat(rules, {0: "you", 1: "greedy"})
        hand = sitting.game.view(0).cards("hand of P1")
        keys.send_text(typed)
        sitting.run(fixed=True)
        assert opened
        assert next(str(move) for seat, move in sitting.course.made if seat == 0) == f"lay card={hand[1]}"


def test_what_the_others_did_first_is_seen(rules: Rules, keys: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody has decided before the person, their move stands on the screen with the greeting above it."""
    seen: list[str] = []
    heard = Live._heard

    async def looked(self: Live, text: str) -> bool | None:
        seen.append(page_of(self))
        return await heard(self, text)

    monkeypatch.setattr(Live, "_heard", looked)
    sitting = sat(rules, {0: "greedy", 1: "you"})
    keys.send_text("1\r1\r\r")
    sitting.run(fixed=True)
    assert "P1: lay" in seen[0]
    assert "quick: P1 greedy, P2 you" in seen[0]
    assert "quick: P1 greedy" not in seen[1]


@pytest.mark.parametrize("size", [(50, 14), (40, 11), (80, 14)])
def test_a_low_window_says_how_to_see_the_moves(size: tuple[int, int]) -> None:
    """With ten at the table and hardly any lines: some of the menu, or how to come to it, and what else is cut."""
    rules = load("baccarat", 10)
    game, words = Game(rules, 3), Words(rules)
    offered = menu(game.legal_moves(game.to_act[0]), words, lambda _: pytest.fail("nobody asks for more"))
    rows = board(scene(game, game.to_act[0], words), words, *size, [*offered.lines(size[0])])
    shown = texts(rows)
    assert len(shown) == size[1]
    assert any("more lines: press ↓" in line for line in shown)
    assert any("more lines in a taller window" in line for line in shown)
    assert any(target == f"{KEY}{offered.keys[0]}" for row in rows for *_, target in row.places)
