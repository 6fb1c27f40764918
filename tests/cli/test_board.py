"""The screen of fixed height: what matters keeps its room, whatever its size and however many play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.base.language import speaking
from croupier.cli.board import Row, board, texts
from croupier.cli.menu import menu
from croupier.cli.story import told
from croupier.cli.table import folded
from croupier.scene import Scene, Words, scene
from tests.printed import GAMES
from tests.web.tables import ruled

GOLDEN = Path(__file__).parent / "data" / "boards"
SIZES = [(80, 23), (60, 23), (200, 50)]


def screens(name: str, seats: int, sizes: list[tuple[int, int]], decisions: int) -> Iterator[tuple[Scene, list[Row]]]:
    """The screen at the decisions of a game at random, each in one of the sizes."""
    rules = load(name, seats)
    game, stream, words = Game(rules, 3), Stream(5, seats), Words(rules)
    while game.to_act and game.decisions < decisions:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        if len(moves) <= 40 and game.decisions % 5 == 0:
            table = scene(game, seat, words)
            width, height = sizes[game.decisions // 5 % len(sizes)]
            lines = [*menu(moves, words, lambda _: pytest.fail("few moves need no further menu")).lines(width)]
            news = [*told(game.log(seat)[-40:], seat, words)]
            yield table, checked(board(table, words, width, height, lines, news), width, height)
        game.play(seat, moves[stream.below(len(moves))])


def checked(rows: list[Row], width: int, height: int) -> list[Row]:
    """Just so many rows, none too long, and whatever can be pointed at stands where it is said to."""
    lines = texts(rows)
    assert len(rows) == height
    assert max(map(len, lines)) <= width
    for row in rows:
        for start, end, _ in row.places:
            assert 0 <= start < end <= width + 1
    return rows


@pytest.mark.in_turn(len(GAMES))
@pytest.mark.parametrize("name", GAMES)
def test_as_many_players_as_it_takes_fit(name: str) -> None:
    """In 80 columns and 24 lines: who they are, the own cards, and what can be done; narrow and wide as well."""
    seen = 0
    for table, rows in screens(name, max(load(name).ir.players), SIZES, 60):
        lines = texts(rows)
        assert all(any(line[2:].startswith(f"{person.name} ") for line in lines) for person in table.others)
        places = {target for row in rows for _, _, target in row.places}
        hand = [card.id for zone in table.zones if zone.lay == "hand" for card in zone.cards]
        assert set(hand) <= places
        assert any(target.startswith("\x01") for target in places)
        seen += 1
    assert seen > 5


def test_an_answer_is_seen_whole() -> None:
    """However long the menu is, which keeps its least; what has merely happened makes room for it."""
    rules = load("three-thirteen", 4)
    game, words = Game(rules, 3), Words(rules)
    table = scene(game, game.to_act[0], words)
    menu = [f"  {number}  something to do" for number in range(1, 30)]
    answer = [f"This is what was asked, line {number}." for number in range(1, 7)]
    for answered in (True, False):
        lines = texts(board(table, words, 60, 23, menu, answer, answered=answered))
        assert all(line in lines for line in answer) is answered
        assert sum("something to do" in line for line in lines) >= 2
        assert len(lines) == 23


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_lines_are_folded_within_the_screen(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands indented goes on so, and still is no wider than the screen."""
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    for lead, indent in ((4, 0), (2, 6), (0, 4)):
        folds = [*folded(" " * lead + " ".join(words * 3), indent)]
        assert max(map(len, folds)) <= columns
        assert [len(fold) - len(fold.lstrip()) for fold in folds] == [lead] + [max(lead, indent)] * (len(folds) - 1)
        assert " ".join(folds).split() == words * 3


@pytest.mark.costly
@pytest.mark.parametrize(("name", "seats", "language"), [(GAMES[0], 4, "en"), (GAMES[1], 3, "fr")])
def test_it_looks_as_it_did(name: str, seats: int, language: str) -> None:
    """A screen of two games, to be looked at: `CROUPIER_UPDATE=1` writes them anew."""
    import os

    with speaking(language):
        *_, (_, rows) = screens(name, seats, [(80, 23)], 46)
    shown = "\n".join(texts(rows)) + "\n"
    file = GOLDEN / f"{name}-{language}.txt"
    if os.environ.get("CROUPIER_UPDATE"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


ZONES = """\
croupier: 1
game: zones
players: 2
cards: {attributes: {rank: 1..9/J/Q, suit: cups/coins}}
zones:
  stock: pile seen by nobody
  trick: pile seen by everyone
  box of 1..2 of player: set seen by owner
  away of player: set seen by owner
  open of player: pile seen by others
play:
  begin:
    - move deck to stock
    - for each of players: move top 4 of stock to box of 1
    - for each of players: move top 2 of stock to open
  steps: {turn: {by: players, moves: [play]}}
moves: {play: {choose: {card: one of box of 1}, do: move card to trick}}
result: {score: count of open}
"""


def of_zones() -> list[str]:
    game = Game(ruled(ZONES, 2), 1)
    words = Words(game.rules)
    return texts(board(scene(game, 0, words), words, 80, 24, [], []))


def test_a_count_is_told_from_the_number_of_a_zone() -> None:
    """`box 1 4` reads like two numbers of a kind."""
    assert "box 1: 4 cards" in of_zones()[1]


def test_an_open_pile_of_another_player_is_shown_whole_if_it_is_short() -> None:
    (other,) = [line for line in of_zones() if line.startswith("  P2")]
    assert other.count("-c") == 2


def test_only_a_hand_without_any_card_is_shown_empty() -> None:
    assert not any(line.startswith(("  box 2", "  away")) for line in of_zones())
