"""What is recorded comes back: the game, its beginning, what was taken back, how it ended."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from croupier import Game, Rules, load
from croupier.table.catalogue import find
from croupier.table.record import Record, RecordError, digest, read
from croupier_dsl import from_json
from tests.printed import GAMES

from .conftest import DATA, FERRY, Make, play_on

pytestmark = pytest.mark.in_turn(10)


def same(game: Game, other: Game) -> bool:
    """Do two games stand at the same point, for everybody, with the same past?"""
    seats = range(game.rules.seats)
    return game.position() == other.position() and all(game.log(seat) == other.log(seat) for seat in seats)


@pytest.mark.parametrize("decisions", [0, 1, 17, 60])
def test_a_game_comes_back(tmp_path: Path, rules: Rules, decisions: int) -> None:
    """Opened again, a record leads to the very game, from its first shuffle to its last move."""
    game = Game(rules, "5:3")
    with Record.create(tmp_path / "a.rec", game) as record:
        play_on(game, record, decisions)
        assert same(record.game(), game)
    with Record.open(tmp_path / "a.rec") as record:
        assert same(record.game(), game)
        assert record.moves == decisions
        assert record.finished == (decisions == 60)
        assert not record.note
    assert read(tmp_path / "a.rec").header.seed == "5:3"


@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_come_back(tmp_path: Path, name: str) -> None:
    """So it is for every bundled game, stopped after a while; the outcome is checked."""
    game = Game(load(name, limit=300), 2)
    with Record.create(tmp_path / "a.rec", game) as record:
        play_on(game, record, 300)
    assert same(read(tmp_path / "a.rec").game(), game)
    assert read(tmp_path / "a.rec").outcome is not None


def test_going_on(make: Make, rules: Rules) -> None:
    """A record that was closed goes on where it stood, as often as one likes."""
    path = make(5)
    for _ in range(4):
        with Record.open(path) as record:
            play_on(record.game(), record, 5)
    whole = Game(rules, 7)
    for number, seat, move, game in read(path).replay():
        whole.play(seat, move)
        assert game.decisions == number
    assert whole.decisions == 25


def test_replaying_up_to_a_move(make: Make) -> None:
    """`to` stops after so many moves; beyond the end it stops at the end."""
    transcript = read(make(10))
    assert [played.number for played in transcript.replay(4)] == [1, 2, 3, 4]
    assert [transcript.game(to).decisions for to in (0, 4, 10, 99)] == [0, 4, 10, 10]
    assert [move.line for move in transcript.moves] == [*range(2, 12)]


def test_who_options_and_names(tmp_path: Path) -> None:
    """Seats' names, options, limit and who plays come back as they were."""
    rules = load(FERRY, options={"cards_each": 5}, limit=9, names=["Ann", "Bob", "Cid"])
    Record.create(tmp_path / "a.rec", Game(rules, 1), who=["you", "greedy", ""]).close()
    transcript = read(tmp_path / "a.rec")
    assert transcript.header.who == ("you", "greedy", "")
    bound = transcript.rules
    assert (bound.program.names, bound.options, bound.program.limit) == (("Ann", "Bob", "Cid"), {"cards_each": 5}, 9)


def test_supplied_chance(tmp_path: Path, rules: Rules) -> None:
    """A game whose shuffle somebody fixed begins with that shuffle again."""
    game = Game(rules, 1, chance=[{"shuffle": "stock", "cards": ["AS", "KS", "QS"]}])
    with Record.create(tmp_path / "a.rec", game) as record:
        play_on(game, record, 9)
    transcript = read(tmp_path / "a.rec")
    assert transcript.header.position is None
    assert same(transcript.game(), game)


def test_begun_at_a_position(tmp_path: Path, rules: Rules) -> None:
    """A game that began at a position, or is recorded from its middle on, begins there again."""
    before = Game(rules, 4)
    play_on(before, None, 8)
    there = Game.at(rules, before.position())
    for number, game in enumerate((before, there)):
        with Record.create(tmp_path / f"{number}.rec", game) as record:
            play_on(game, record, 7)
        transcript = read(tmp_path / f"{number}.rec")
        assert transcript.header.seed is None
        assert transcript.begin().decisions == 8
        assert transcript.game().position() == game.position()


def test_chance_of_one_s_own_cannot_be_recorded(tmp_path: Path, rules: Rules) -> None:
    """Where a file could not tell how chance goes on, no record is made."""

    class Loaded:
        @property
        def position(self) -> dict[str, object]:
            return {"loaded": True}

        def below(self, count: int) -> int:
            return 0

        def shuffle(self, cards: list[int]) -> list[int]:
            return list(cards)

        def next_result(self) -> None:
            return None

        def copy(self) -> Loaded:
            return self

    with pytest.raises(RecordError, match="its random results cannot be reproduced"):
        Record.create(tmp_path / "a.rec", Game(rules, chance=Loaded()))
    with pytest.raises(RecordError, match="cannot be recorded"):
        Record.create(tmp_path / "a.rec", Game(rules, 1, chance=[None, {1, 2}]))
    assert not [*tmp_path.iterdir()]


def test_taking_back(tmp_path: Path, rules: Rules) -> None:
    """Moves taken back are gone from the game but not from the file, also after it was opened again."""
    path, game = tmp_path / "a.rec", Game(rules, 7)
    with Record.create(path, game) as record:
        play_on(game, record, 12)
        record.undo()
        record.undo(4)
        assert record.moves == 7
        assert record.game().decisions == 7
    with Record.open(path) as record:
        play_on(record.game(), record, 2)
        record.undo(9)
        for wrong in (0, -1, 1):
            with pytest.raises(RecordError, match="cannot undo"):
                record.undo(wrong)
    assert path.read_bytes().count(b"\n") == 1 + 12 + 2 + 2 + 1
    assert read(path).moves == []


def test_taking_back_the_end(make: Make) -> None:
    """Nothing follows the end of a game, unless its last move is taken back; how it ended is kept once."""
    path = make(60)
    with Record.open(path) as record:
        outcome = record.game().outcome
        assert outcome is not None
        record.finish(outcome)
        with pytest.raises(RecordError, match="the game is over"):
            record.append(0, "stay")
        record.undo()
        assert not record.finished
        assert read(path).outcome is None
        record.append(record.game().to_act[0], "stay")
        record.finish(outcome)
    assert path.read_bytes().count(b"outcome") == 2


def test_the_rules_are_in_the_record(tmp_path: Path) -> None:
    """The game comes back when its ruleset has changed or gone, and it is known whether the rules are others."""
    file = tmp_path / "ferry.yaml"
    file.write_text(FERRY.read_text(encoding="utf-8"), encoding="utf-8")
    game = Game(load(file, limit=20), 1)
    with Record.create(tmp_path / "a.rec", game) as record:
        play_on(game, record, 20)
        assert not record.differs(game.rules)
    file.write_text(file.read_text(encoding="utf-8").replace("add 1 to trips", "add 2 to trips"), encoding="utf-8")
    assert read(tmp_path / "a.rec").differs(find(file))
    file.unlink()
    assert same(read(tmp_path / "a.rec").game(), game)


def test_no_path_of_the_machine_is_in_it(make: Make) -> None:
    """Where the ruleset lay is nobody's business; otherwise the rules are whole, but for scenarios."""
    header = json.loads(make(0).read_bytes().splitlines()[0])
    text = json.dumps(header)
    assert str(DATA) not in text
    assert ".yaml" not in text
    assert header["digest"] == digest(from_json(json.dumps(header["rules"]))) == digest(find(FERRY))


def test_what_no_line_can_hold(make: Make) -> None:
    """A seat that is none and a text that is no line are refused, and leave no trace."""
    path = make(3)
    before = path.read_bytes()
    with Record.open(path) as record:
        for seat, move in ((2, "stay"), (-1, "stay"), (0, ""), (0, "stay\nstay"), (0, "x" * 40_000), (0, "\ud800")):
            with pytest.raises(RecordError):
                record.append(seat, move)
    assert path.read_bytes() == before
    with pytest.raises(RecordError, match="closed"):
        record.append(0, "stay")


def test_long_games_are_no_burden(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is written in a constant amount of memory, however long, and read in 200 bytes a move."""
    monkeypatch.setattr("os.fsync", lambda fd: None)
    path = make(0)
    with Record.open(path) as record:
        tracemalloc.start()
        for number in range(20_000):
            record.append(number % 2, f"cross card={number % 13 + 2}S")
        held, _ = tracemalloc.get_traced_memory()
        transcript = read(path)
        read_held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert held < 100_000
    assert len(transcript.moves) == 20_000
    assert read_held < 5_000_000
