"""`croupier table`: what it says, what it keeps, and that a table that was killed goes on as it stood."""

from __future__ import annotations

import json
import re
import socket
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier import Game
from croupier.cli import main, reaching
from croupier.table.kept import FOLDER
from croupier.table.record import Record, read
from croupier.web import Host, Sitting
from croupier.web.room import Room

from .tables import LAYING, Clock, Table, ruled

uvicorn = pytest.importorskip("uvicorn", reason="the server comes with the extra web")


class Still(uvicorn.Server):  # type: ignore[name-defined, misc]  # as it is imported
    """A server that is ended before it begins."""

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets


@pytest.fixture(autouse=True)
def _ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(uvicorn, "Server", Still)
    monkeypatch.setenv(FOLDER, str(tmp_path / "state"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "laying.yaml"
    path.write_text(LAYING, encoding="utf-8")
    return path


def run(*words: object) -> Result:
    given = ["table", *map(str, words), "--port", "0", "--no-open"]
    result = CliRunner().invoke(main, given, prog_name="croupier")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def links(result: Result) -> dict[str, str]:
    """Token by name of seat."""
    return dict(re.findall(r"^  (\S+)  http://\S+/#(\S+)$", result.output, re.MULTILINE))


def test_each_person_has_a_link_that_nobody_can_guess(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.rec"
    told = links(run(game, "--players", 4, "--seat", "1=you", "--seat", "3=you", "--save", path))
    assert sorted(told) == ["P1", "P3", "spectators"]
    assert len(set(told.values())) == 3
    assert all(len(token) >= 32 for token in told.values())
    assert read(path).header.who == ("you", "greedy", "you", "greedy")


def test_a_game_is_kept_though_nobody_said_where(game: Path, tmp_path: Path) -> None:
    result = run(game)
    [record] = (tmp_path / "state").rglob("*laying.rec")
    assert f"--resume {record}" in " ".join(result.output.split())


def test_tokens_are_kept_for_their_owner_alone(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.rec"
    told = links(run(game, "--save", path))
    kept = tmp_path / "evening.rec.links"
    assert json.loads(kept.read_text("utf-8")) == {"0": told["P1"], "spectators": told["spectators"]}
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_record_is_for_its_owner_alone(game: Path, tmp_path: Path) -> None:
    """Its seed tells every hand. A table makes it so, and goes on with an older one only after making it so."""
    path = tmp_path / "evening.rec"
    run(game, "--save", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    run("--resume", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_game_a_lobby_opens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its link is told, and nothing is saved before a game begins; then the record and its links are private."""
    rooms: list[Room] = []
    monkeypatch.setattr("croupier.web.server.application", lambda room, broken, names: rooms.append(room))
    monkeypatch.setattr("croupier.cli.hosting.run", lambda served, listening, most: None)
    result = run()
    assert f"/#{rooms[0].owner}" in result.output
    assert not (tmp_path / "state").exists()
    line = rooms[0].open()
    assert line is not None
    for said in (
        {"type": "hello", "version": 1, "token": rooms[0].owner},
        {"type": "set", "game": "war"},
        {"type": "start"},
    ):
        rooms[0].receive(line, json.dumps(said))
    kept = [*(tmp_path / "state").iterdir()]
    assert len(kept) == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    rooms[0].end()
    assert run("--players", 3).exit_code == 2


def test_names_are_of_any_letters(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.rec"
    told = links(run(game, "--names", "Zoe\u0301,小明", "--seat", "1=you", "--seat", "2=you", "--save", path))
    assert [*told] == ["Zoé", "小明", "spectators"]
    record = read(path)
    assert record.header.names == ("Zoé", "小明")
    assert record.begin().rules.program.names == ("Zoé", "小明")


def test_a_browser_may_use_the_names_that_are_given(monkeypatch: pytest.MonkeyPatch, game: Path) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "kitchen")
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr("croupier.web.server.application", lambda host, broken, names: found.append(names))
    monkeypatch.setattr("croupier.cli.hosting.run", lambda served, listening, most: None)
    run(game, "--allow-host", "cards.example", "--allow-host", "cards.test")
    run(game, "--host", "0.0.0.0")
    assert found == [("cards.example", "cards.test", "127.0.0.1"), ("0.0.0.0", "kitchen", "kitchen.local")]


@pytest.mark.parametrize("lost", ["", "{", "[]", '{"0": 7}', '{"x": "y"}'])
def test_who_goes_on_has_the_same_links_unless_they_are_lost(lost: str, game: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.rec"
    before = links(run(game, "--save", path))
    assert links(run("--resume", path)) == before
    (tmp_path / "evening.rec.links").write_text(lost, encoding="utf-8")
    after = links(run("--resume", path))
    assert after.keys() == before.keys()
    assert after != before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--resume", "nothing.rec"], "nothing.rec"),
        (["laying.yaml", "--resume", "evening.rec"], "--resume"),
        (["no-such-game"], "no-such-game"),
        (["laying.yaml", "--seat", "9=you"], "seat 9"),
        (["laying.yaml", "--seat", "1=greedy"], "yours"),
        (["laying.yaml", "--host", "256.1.1.1"], "256.1.1.1"),
        (["--players", "3"], "RULESET"),
    ],
)
def test_what_cannot_be_is_told_in_words(
    words: list[str], told: str, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent)
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert told in result.output


def test_a_port_that_is_taken_is_told(game: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind((reaching.LOCAL, 0))
        other.listen()
        port = other.getsockname()[1]
        result = CliRunner().invoke(main, ["table", str(game), "--no-open", "--port", str(port)], prog_name="croupier")
    assert result.exit_code == 2
    assert f"{reaching.LOCAL}:{port}" in result.output


# ---------------------------------------------------------------- the record


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Table, Record]]:
    game = Game(ruled(LAYING, 3), 3)
    record = Record.create(tmp_path / "evening.rec", game, who=["you", "greedy", "greedy"])
    clock = Clock()
    who = {0: "you", 1: "greedy", 2: "greedy"}
    yield Table(Host(Sitting(game, who, None, record), {0: "one"}, clock), clock), record
    record.close()


def test_every_decision_is_on_disk_before_it_is_told(kept: tuple[Table, Record]) -> None:
    table, record = kept
    line = table.greet()
    told = 0
    while told < 8:
        if table.host.due:
            table.sent(table.host.advance())
        else:
            table.choose(line, table.moves(line)[0])
        told += 1
        assert len(read(record.path).moves) == table.host.play.game.decisions == told


@pytest.mark.costly
def test_a_table_goes_on_from_its_record(kept: tuple[Table, Record], tmp_path: Path) -> None:
    """The scene, the past and what was heard are as they were, and the rest of the game is kept as well."""
    table, record = kept
    line = table.greet()
    table.play(line, 3)
    before = table.scene(line)
    heard = [each for said in table.heard(line) if said["type"] == "scene" for each in said["told"]]
    record._journal.close()  # as if it had been killed
    with Record.open(record.path) as again:
        transcript = again.transcript()
        begun = transcript.begin()
        clock = Clock()
        who = {0: "you", 1: "greedy", 2: "greedy"}
        other = Table(Host(Sitting(begun, who, None, again, transcript.replay(game=begun)), {0: "one"}, clock), clock)
        line = other.greet()
        scene = other.scene(line)
        assert (scene["scene"], scene["positions"], scene["told"]) == (before["scene"], before["positions"], heard)
        [past] = other.say(line, {"type": "at", "position": 1})
        assert past["scene"]["people"]
        other.play(line, 100)
        assert other.host.play.game.over
    assert read(record.path).outcome is not None


def test_what_the_disk_refuses_is_told_to_the_people(
    kept: tuple[Table, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = kept
    line = table.greet()
    table.bots()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    said = table.choose(line, table.moves(line)[0])
    monkeypatch.undo()
    assert [each["type"] for each in said] == ["told", "scene"]
    assert said[0]["about"] == "record"
