"""The work that stands between a key and the next prompt: what is done once for a decision, and once for a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.base.chance import Seed
from croupier.base.values import Spot
from croupier.cli.story import told
from croupier.players import POLICIES
from croupier.scene import Words, lines, recent
from croupier.seat import views
from croupier.table.understanding import spell
from croupier.words import notation

HARD = Path(__file__).parent / "prompts"
BOARD, HANDS = HARD / "large-board.yaml", HARD / "long-hands.yaml"


def positions(rules: object, most: int, seed: int = 0) -> Iterator[Game]:
    """A game played at random, at each of its first decisions."""
    game = Game(rules, str(Seed(1, seed)))  # type: ignore[arg-type]  # what `load` gives
    players = [POLICIES["random"](1, seed, seat) for seat in range(game.rules.seats)]
    while game.to_act and game.decisions < most:
        yield game
        seat = game.to_act[0]
        game.play(seat, players[seat].choose(game.offer(seat)))


@pytest.mark.costly
@pytest.mark.parametrize("path", [BOARD, HANDS], ids=lambda path: path.stem)
def test_how_things_read_is_found_once_for_a_choice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of moves need no more spellers than there are choices, times what their collections read."""
    made = Counter[str]()
    speller = notation.speller

    def counted(s, choice, *rest):  # type: ignore[no-untyped-def]  # as the function that it stands for
        made[choice.choice.path] += 1
        return speller(s, choice, *rest)

    monkeypatch.setattr(notation, "speller", counted)
    for game in positions(load(path), 4 if path == BOARD else 20):
        seat = game.to_act[0]
        made.clear()
        moves = list(game.legal_moves(seat))
        assert len(moves) > 0
        assert max(made.values(), default=1) == 1, made


@pytest.mark.costly
@pytest.mark.parametrize("name", [BOARD, HANDS, "rami", "spider", "golf", "freecell", "hearts"], ids=str)
def test_moves_read_as_each_by_itself(name: str | Path) -> None:
    """What is kept from move to move of a decision changes no word."""
    for game in positions(load(name), 5 if name == BOARD else 30):
        if game.decisions % 4:
            continue
        seat = game.to_act[0]
        legal = game._legal(seat)
        assert list(legal.moves) == [spell(game._state, seat, *one) for one in legal.made]


@pytest.mark.costly
def test_a_column_is_told_without_a_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbours on a board of a hundred cards: a hundred times a hundred comparisons make no object each."""
    game = next(positions(load(BOARD), 1))
    made = Counter[str]()
    new = Spot.__init__

    def counted(self, *args, **more):  # type: ignore[no-untyped-def]  # as the function that it stands for
        made["spots"] += 1
        new(self, *args, **more)

    monkeypatch.setattr(Spot, "__init__", counted)
    moves = len(game.legal_moves(0))
    assert moves > 3_000
    assert made["spots"] < 2 * moves


@pytest.mark.costly
@pytest.mark.parametrize("name", ["rami", "hearts", "golf", "goofspiel", "canasta"])
def test_the_log_of_a_seat_is_put_into_words_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for at each decision, it is the log as a whole, and each note is told once, but for those that may join."""
    calls = Counter[int]()
    event = views._event

    def counted(s, note, seat):  # type: ignore[no-untyped-def]  # as the function that it stands for
        calls[id(note)] += 1
        return event(s, note, seat)

    heard, game = [], None
    with monkeypatch.context() as patch:
        patch.setattr(views, "_event", counted)
        for game in positions(load(name), 80):
            heard.append(game.log(0))
    assert game is not None
    assert set(calls.values()) == {1}
    whole = views.log(game._state, 0)
    assert len(calls) > len(heard)
    for number, marked in enumerate(heard[:-1]):
        assert marked[:-1] == whole[: len(marked) - 1], number  # the last may have been a run of cards that went on
    assert game.log(0) == whole


@pytest.mark.parametrize("name", ["rami", "hearts", "goofspiel", "cairns", "drei"])
@pytest.mark.parametrize("count", [1, 7, 60])
def test_the_last_lines_are_told_from_the_last_events(name: str, count: int) -> None:
    """They read as at the end of the whole story."""
    rules = load(name)
    words = Words(rules)
    for game in positions(rules, 80):
        if game.decisions % 20 != 19:
            continue
        events = game.log(0)
        some = recent(events, count)
        assert [*told(some, 0, words)][-count:] == [*told(events, 0, words)][-count:]
        assert len([*lines(some, 0, words)]) >= min(count, len([*lines(events, 0, words)]))


@pytest.mark.costly
def test_the_first_moves_are_rated_as_among_all() -> None:
    """A menu that looks at some moves finds no others in what it imagines, and the same of these."""
    game = next(positions(load(BOARD), 1))
    whole, some = game.offer(0), game.offer(0, 5)
    for index in range(5):
        one, other = some.after(index), whole.after(index)
        assert (one.unknown, one.score, one.held, one.won) == (other.unknown, other.score, other.held, other.won)


def test_a_copy_goes_on_with_a_log_of_its_own() -> None:
    """What a game has heard is not what its copy hears."""
    game = next(game for game in positions(load("hearts"), 9) if len(game.legal_moves(game.to_act[0])) > 1)
    before = game.log(0)
    other = game.copy()
    seat = game.to_act[0]
    assert len(game.legal_moves(seat)) > 1
    game.play(seat, game.legal_moves(seat)[0])
    other.play(seat, other.legal_moves(seat)[-1])
    assert game.log(0) == views.log(game._state, 0)
    assert other.log(0) == views.log(other._state, 0)
    assert game.log(0)[: len(before) - 1] == before[:-1]
    assert game.log(seat) != other.log(seat)
