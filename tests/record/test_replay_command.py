"""`croupier replay`: a record is shown again as a seat saw it, and nothing more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier import Game, Rules, load
from croupier.cli import main
from croupier.table.record import Record, digest, read
from croupier_dsl import from_json

from .conftest import FERRY, Make, play_on, resummed

Run = Callable[..., Result]


def typed(*words: object) -> Result:
    """A command, by somebody who then leaves."""
    result = CliRunner().invoke(main, [str(word) for word in words], input="", prog_name="croupier")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`replay(path, "--to", 3)`: the command, as if typed where there is no ruleset."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> Result:
        result = typed("replay", *words)
        assert result.exit_code or max(map(len, result.output.splitlines())) <= 80 or "--json" in words
        return result

    return run


_CARD = re.compile(r"\b(10|[2-9AJQK])([CDHS♣♦♥♠])(?!\w)")


def cards(text: str) -> set[str]:
    """The cards that a text names, however their suits are written."""
    return {rank + ("CDHS"["♣♦♥♠".index(suit)] if suit in "♣♦♥♠" else suit) for rank, suit in _CARD.findall(text)}


def test_a_whole_game(replay: Run, make: Make) -> None:
    """Before each of its decisions the seat sees what it saw; the others' moves are narrated; the end is told."""
    output = replay(make(60)).output
    assert output.startswith("Ferry: P1, P2. Seed 7.\n")
    assert output.count("  P1 (you)") == output.count("P1> ") == 30
    assert "P2 (you)" not in output
    assert "P2: cross" in output
    assert "stopped at its limit of 60 decisions" in output


@pytest.mark.parametrize("seat", [1, 2])
def test_nothing_but_what_the_seat_saw(replay: Run, make: Make, seat: int) -> None:
    """Every card that is shown was in the seat's view, or told to it; so it is in JSON."""
    path = make(3)
    seen: set[str] = set()
    for played in read(path).replay():
        for known in (played.game.view(seat - 1).to_json(), [e.to_json() for e in played.game.log(seat - 1)]):
            seen |= cards(json.dumps(known))
    hidden = read(path).begin().position()["zones"][f"hand of P{3 - seat}"]
    assert {*hidden} - seen
    for output in (replay(path, "--seat", seat).output, replay(path, "--seat", seat, "--json").output):
        assert cards(output) <= seen
        assert cards(output)


def test_every_seat(replay: Run, make: Make) -> None:
    """With `all`, each decision is shown as the seat saw it that made it, and at the end every seat's view."""
    path = make(60)
    output = replay(path, "--seat", "all", "--to", 5).output
    assert re.findall(r"^(P\d)> (.*)", output, re.MULTILINE) == [
        (f"P{seat + 1}", move) for _, seat, move, _ in read(path).moves[:5]
    ]
    assert re.findall(r"(P\d) \(you\)", output)[-2:] == ["P1", "P2"]
    assert output.endswith("You stop here.\n")


@pytest.mark.costly
def test_a_spectator(replay: Run, make: Make) -> None:
    """With `spectator`, the table is shown before each decision, with the cards that all players saw; no choices."""
    path = make(60)
    seen: set[str] = set()
    for played in read(path).replay(20):
        for known in (played.game.view(None).to_json(), [e.to_json() for e in played.game.log(None)]):
            seen |= cards(json.dumps(known))
    output = replay(path, "--seat", "spectator", "--to", 20).output
    assert (output.count("── Ferry"), output.count(" (you)"), re.findall(r"^P\d>", output, re.MULTILINE)) == (21, 0, [])
    assert cards(output) == seen
    data = json.loads(replay(path, "--seat", "spectator", "--to", 20, "--json").output)
    assert ([view["seat"] for view in data["views"]], data["eyes"], data["seed"]) == ([None], "spectator", "7")
    assert cards(json.dumps(data)) == seen
    assert not [move for move in data["moves"] if "move" in move]


@pytest.mark.costly
def test_a_secret_choice_is_not_shown_to_spectators(replay: Run, tmp_path: Path) -> None:
    """While some have chosen and others have not, no table is drawn that tells who has."""
    game = Game(load("hearts"), 3)
    with Record.create(tmp_path / "a.rec", game) as record:
        play_on(game, record, 5)
    output = replay(tmp_path / "a.rec", "--seat", "spectator").output
    assert re.findall(r"(?:P\d, )*P\d: pass cards on", output) == ["P1, P2, P3, P4: pass cards on"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seat", 2], "Shown as P2 saw it."),
        (["--seat", "spectator"], "Shown as a spectator saw it: what all players see."),
        (["--seat", "all"], "Shown openly: each decision as the player who made it saw the game."),
        (["--seat", "spectator", "--lang", "fr"], "Partie vue par un spectateur : ce que tous les joueurs voient."),
    ],
)
def test_which_view_it_is(replay: Run, make: Make, words: list[object], told: str) -> None:
    """The heading says whose view is shown."""
    assert told in replay(make(2), *words).output.splitlines()


@pytest.mark.parametrize(("to", "shown"), [(0, 0), (1, 1), (4, 2), (99, 5)])
def test_stopping(replay: Run, make: Make, to: int, shown: int) -> None:
    """`--to N` stops after N decisions and shows how it stood; a record that stops is said to stop."""
    output = replay(make(10), "--to", to).output
    assert output.count("P1> ") == shown
    assert output.count("P1 (you)") == shown + 1
    assert output.endswith("You stop here.\n" if to < 10 else "The record ends here.\n")


def test_json(replay: Run, make: Make) -> None:
    """JSON has how it began, what was told, the views at the end and the outcome; choices of the seat alone."""
    data = json.loads(replay(make(60), "--seat", 2, "--json").output)
    assert (data["ruleset"], data["names"], data["seed"], data["decisions"]) == ("ferry", ["P1", "P2"], "7", 60)
    assert [move["n"] for move in data["moves"]] == [*range(1, 61)]
    assert {move["seat"] for move in data["moves"] if "move" in move} == {1}
    assert data["outcome"]["outcome"] == "unfinished"
    assert [view["seat"] for view in data["views"]] == [1]
    every = json.loads(replay(make(3, "b.rec"), "--seat", "all", "--json").output)
    assert all("move" in move for move in every["moves"])
    assert [view["seat"] for view in every["views"]] == [0, 1]
    assert every["outcome"] is None


def test_your_own_eyes(replay: Run, tmp_path: Path, rules: Rules) -> None:
    """Where the record knows which seat was yours, that is the seat that looks."""
    with Record.create(tmp_path / "a.rec", game := Game(rules, 1), who=["greedy", "you"]) as record:
        play_on(game, record, 4)
    output = replay(tmp_path / "a.rec").output
    assert output.startswith("Ferry: P1 greedy, P2 you.")
    assert "P1 (you)" not in output


@pytest.mark.costly
def test_what_has_become_of_the_rules(replay: Run, make: Make, tmp_path: Path) -> None:
    """It is said whether the ruleset of that name is another now, invalid or gone; the game is shown all the same."""
    path, file = make(4), tmp_path / "ferry.yaml"
    text = FERRY.read_text(encoding="utf-8")

    def said() -> str:
        output = replay(path).output
        assert output.count("P1> ") == 2
        state = json.loads(replay(path, "--json").output)["rules"]
        return f"{state}: {' '.join(output.split('── Ferry')[0].split())}"

    assert said().startswith("gone: ")
    assert "The ruleset ferry is not here any more" in said()
    file.write_text(text, encoding="utf-8")
    assert said().startswith("same: ")
    assert "rules" not in said()
    file.write_text(text.replace("add 1", "add 2"), encoding="utf-8")
    assert "The rules of ferry have changed since" in said()
    file.write_text(text.replace("add 1", "add one"), encoding="utf-8")
    assert "The ruleset ferry has errors now" in said()


def test_a_torn_record(replay: Run, make: Make) -> None:
    """What a killed process left is shown up to its last whole line, with a word about it."""
    path = make(4)
    path.write_bytes(path.read_bytes()[:-5])
    assert "3 moves remain." in " ".join(replay(path).output.split())


def test_a_position(replay: Run, tmp_path: Path, rules: Rules) -> None:
    """A game that began at a position is shown from there."""
    play_on(game := Game(rules, 1), None, 6)
    Record.create(tmp_path / "a.rec", game).close()
    output = replay(tmp_path / "a.rec").output
    assert "started from a position" in output
    assert "turn 7" in output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--seat", "3"], "seat 3 does not exist: the game has 2 players"),
        (["--seat", "0"], "expected a seat number"),
        (["--seat", "you"], "expected a seat number"),
        (["--to", "-1"], "-1 is not in the range"),
    ],
)
def test_misuse(replay: Run, make: Make, words: list[str], problem: str) -> None:
    """A seat or a number that cannot be is told, with exit status 2."""
    result = replay(make(2), *words)
    assert result.exit_code == 2
    assert problem in result.stderr


def test_no_record(replay: Run, make: Make, tmp_path: Path) -> None:
    """A file that is missing is misuse (2); one that is wrong is wrong (1): one line, naming file and line."""
    result = replay(tmp_path / "none.rec")
    assert (result.exit_code, result.stderr) == (2, f"Error: {tmp_path}/none.rec: no such file or folder\n")
    path = make(2)
    path.write_bytes(resummed(path.read_bytes() + b'{"n":3,"seat":0,"move":"nonsense"}\n'))
    result = replay(path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {path}:4: move 3, 'nonsense' by P1, cannot be made")
    assert replay(path, "--to", 2).exit_code == 0


@pytest.mark.parametrize(("contents", "status"), [(None, 2), (b"", 1), (b"{}\n", 1), (b"\xff\n", 1), ("bit", 1)])
def test_one_status_for_one_thing(make: Make, tmp_path: Path, contents: bytes | str | None, status: int) -> None:
    """`replay` and `play --resume` say the same of a record that is missing or broken, with the same status."""
    path = make(2)
    if contents is None:
        path.unlink()
    else:
        path.write_bytes(
            contents if isinstance(contents, bytes) else path.read_bytes().replace(b'"limit":6', b'"limit":7')
        )
    told = [typed("replay", path), typed("play", "--resume", path)]
    assert [result.exit_code for result in told] == [status, status]
    assert told[0].stderr == told[1].stderr
    assert str(path) in told[0].stderr


def test_going_on_under_other_rules(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who goes on with a game whose ruleset has changed since is told, and plays by the rules of then."""
    monkeypatch.chdir(tmp_path)
    path, file = make(2), tmp_path / "ferry.yaml"
    text = FERRY.read_text(encoding="utf-8")

    def said() -> str:
        return " ".join(typed("play", "--resume", path).output.split("── Ferry")[0].split())

    assert "The ruleset ferry is not here any more; you continue" in said()
    file.write_text(text, encoding="utf-8")
    assert "you go on" not in said()
    file.write_text(text.replace("add 1", "add 2"), encoding="utf-8")
    assert "The rules of ferry have changed since; you continue with the rules you started with." in said()


def test_rules_that_cannot_be_shown(replay: Run, make: Make) -> None:
    """A stranger's rules that can be played but not shown end in a line, not in a traceback."""
    path = make(0)
    header = json.loads(path.read_text(encoding="utf-8"))
    header["rules"]["title"] = [["en", "x"], ["en"]]
    path.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    assert replay(path).exit_code == 1
    header["rules"]["title"] = []
    header["rules"]["play"]["path"] = "nowhere"
    header["rules"]["texts"] = [["options.cards_each", []]]
    header["digest"] = digest(from_json(json.dumps(header["rules"])))
    path.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    assert replay(path).exit_code in (0, 1)
