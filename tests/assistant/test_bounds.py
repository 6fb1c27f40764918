"""What the server refuses: files outside its folder, work without end, arguments that fit no tool."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from croupier.assistant import tools, worker
from croupier.assistant.server import Worker
from croupier.assistant.worker import Desk
from croupier.cli.mcp import _run

from .connection import PROCESSES, Assistant, connected

SECRET = "the-secret-of-another-folder"
GAME = """\
croupier: 1
game: long
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play: {begin: [move deck to stock, shuffle stock], steps: {turn: {by: players, times: 1000, moves: [take, give]}}}
moves:
  take: {when: stock is not empty, do: move top of stock to hand}
  give: {when: hand is not empty, do: [move hand to stock, shuffle stock]}
result: {score: count of hand, best: highest}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with links that lead out of it, next to a file and a game that nobody may read."""
    inside = tmp_path / "inside"
    inside.mkdir()
    for name in ("outside.yaml", "outside.txt"):
        (tmp_path / name).write_text(GAME + f"title: {SECRET}\n# {SECRET}\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "inner.yaml").write_text(SECRET, encoding="utf-8")
    (inside / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    (inside / "linked").symlink_to(tmp_path / "elsewhere")
    (inside / "circle.yaml").symlink_to(inside / "circle.yaml")
    (inside / "long.yaml").write_text(GAME, encoding="utf-8")
    (inside / "of.yaml").write_text("variant: of\nof: link\ntitle: x\n", encoding="utf-8")
    (inside / "own.py").write_text("raise SystemExit('own code was run')", encoding="utf-8")
    return inside


def talked(folder: Path, what: Callable[[Assistant], Any]) -> Any:
    async def talk() -> Any:
        async with connected(folder) as assistant:
            return await what(assistant)

    return anyio.run(talk)


@PROCESSES
def test_nothing_outside_the_folder_is_reached(folder: Path) -> None:
    """Neither by `..`, nor by an absolute path, nor by a link: not named, not as what a ruleset is made from."""
    outside = folder.parent / "outside.yaml"
    names = ["../outside.yaml", str(outside), "link.yaml", "linked/inner.yaml", "circle.yaml",
             "linked/../../outside.yaml", "/etc/passwd", "", ".", "of.yaml", "link"]  # fmt: skip
    answers: list[tuple[str, str, dict[str, Any]]] = []

    async def ask(assistant: Assistant) -> None:
        for name in names:
            for tool in ("read", "check", "play_start", "format"):
                answer = await assistant.call(tool, **{"name" if tool == "read" else "ruleset": name})
                answers.append((tool, name, answer))
            answers.append(("write", name, await assistant.call("write", path=name, text="written")))
            for argument in ({"of": name}, {"book": name.replace("yaml", "txt")}):
                answers.append(("new", name, await assistant.call("new", name="made-here", **argument)))
            answers.append(("with", name, await assistant.call("check", ruleset="long.yaml", **{"with": [name]})))
        answers.append(("files", "", await assistant.call("list_files")))
        text = GAME.replace("zones:", "uses: [../../outside]\nzones:")
        answers.append(("check", "uses", await assistant.call("check", text=text)))

    talked(folder, ask)
    for tool, name, answer in answers:
        assert SECRET not in str(answer), (tool, name)
        own = tool in ("read", "write", "format") and name == "of.yaml"
        assert tool == "files" or own or "error" in answer or not answer["ok"], (tool, name, answer)
    assert SECRET in outside.read_text(encoding="utf-8")
    there = ["elsewhere", "inside", "outside.txt", "outside.yaml"]
    assert sorted(path.name for path in folder.parent.iterdir()) == there
    assert not list(folder.glob("made-here*"))


FENCED = """
import os, sys, subprocess
from pathlib import Path
from croupier.assistant.fence import fence
inside, outside = Path(sys.argv[1]), Path(sys.argv[2])
fence([sys.prefix, sys.base_prefix, *filter(None, sys.path)], [inside], [])
(inside / "new.txt").write_text("may be")
tried = {
    "read": lambda: outside.read_text(), "os.open": lambda: os.open(outside, os.O_RDONLY),
    "bytes": lambda: open(os.fsencode(outside)), "write": lambda: outside.write_text("x"),
    "through a link": lambda: (inside / "link.yaml").write_text("x"),
    "list": lambda: os.listdir(outside.parent), "remove": lambda: outside.unlink(),
    "rename": lambda: (inside / "new.txt").rename(outside), "link": lambda: os.link(outside, inside / "hard"),
    "symlink": lambda: (inside / "soft").symlink_to(outside), "python": lambda: Path(os.__file__).write_text("x"),
    "program": lambda: subprocess.run(["true"]), "shell": lambda: os.system("true"), "fork": os.fork,
}
for name, attempt in tried.items():
    try:
        attempt()
    except PermissionError:
        continue
    print(name)
"""


def test_the_fence_holds_whatever_code_asks(folder: Path) -> None:
    """A process behind it cannot read, write, list, link or start anything else."""
    words = [sys.executable, "-c", FENCED, str(folder), str(folder.parent / "outside.yaml")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@PROCESSES
def test_a_tool_ends_in_its_time_and_the_server_goes_on(folder: Path) -> None:
    """Games are counted as far as they were played, and the caps are told; afterwards other tools answer."""

    async def ask(assistant: Assistant) -> tuple[dict[str, Any], ...]:
        first = await assistant.call("simulate", ruleset="long.yaml", games=1_000_000, policy="search:200", seconds=1)
        second = await assistant.call("simulate", ruleset="long.yaml", games=10**9, seconds=1)
        return first, second, await assistant.call("explain", codes=["E301"])

    first, second, third = talked(folder, ask)
    assert first["stopped"]
    assert first["limits"] == {"games": "5000, not 1000000: the limit of this server"}
    assert "error" in first or first["result"]["games"] < 5000
    assert second["limits"] == {"games": "5000, not 1000000000: the limit of this server"}
    assert third["ok"]


@PROCESSES
def test_a_worker_that_dies_or_hangs_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call that it was busy with has an answer, and the next one another worker."""
    monkeypatch.setattr(tools, "GRACE", 0)
    monkeypatch.setattr(tools, "MOST_SECONDS", 1)

    async def ask() -> list[dict[str, Any]]:
        one = Worker(folder)
        found = [await one.ask("explain", {"codes": ["E301"]})]
        assert one.process is not None
        one.process.kill()
        await one.process.wait()
        found += [await one.ask("explain", {"codes": ["E301"]}) for _ in range(2)]
        found.append(await one.ask("simulate", {"ruleset": "trio", "policy": "search:5000", "seconds": 60}))
        assert one.process is None
        found.append(await one.ask("explain", {"codes": ["E301"]}))
        await one.end()
        return found

    first, killed, after, hung, last = anyio.run(ask)
    assert [each["ok"] for each in (first, after, last)] == [True] * 3
    assert "the process of the tool ended" in killed["error"]
    assert hung == {"error": "stopped after 1 s without a result", "stopped": True}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, tmp_path, _run)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "more memory"),
        (RecursionError(), "nested too deep"),
        (KeyboardInterrupt(), "stopped after 30 s"),
        (PermissionError(13, "denied", "x"), "x: denied"),
        (ZeroDivisionError("of its own"), "an internal error"),
    ],
)
def test_a_fault_is_an_answer(desk: Desk, monkeypatch: pytest.MonkeyPatch, error: BaseException, told: str) -> None:
    """Whatever happens in a tool, its answer is one line and no traceback."""

    def fail(*_: object) -> object:
        raise error

    desk.command = fail
    answer = desk.answer("explain", {})
    assert told in str(answer["error"])
    assert "Traceback" not in str(answer)


@pytest.mark.parametrize(
    ("tool", "given", "told"),
    [
        ("simulate", {"ruleset": "trio", "gamez": 3}, "gamez"),
        ("simulate", {"ruleset": "trio", "games": "many"}, "games: 'many' is not of type 'integer'"),
        ("simulate", {"ruleset": "trio", "games": -1}, "games"),
        ("simulate", {"ruleset": "trio", "policy": "own:Player"}, "policy: 'own:Player'"),
        ("simulate", {"ruleset": "trio", "seats": {"1": "own:Player"}}, "seats.1: 'own:Player'"),
        ("play_start", {"ruleset": "trio", "others": "own:Player"}, "others"),
        ("play_start", {"ruleset": "trio", "seat": 9}, "the seats are 1 to 3"),
        ("play_start", {"ruleset": "tri"}, "did you mean trio?"),
        ("play_view", {"game": 4}, "unknown game 4"),
        ("new", {"name": "../x"}, "name"),
        ("write", {"path": "x.py", "text": ""}, "its ending must be one of .yaml, .md, .txt"),
        ("write", {"path": "x.txt", "text": "x" * (tools.MOST_WRITTEN + 1)}, "longer than"),
        ("check", {"text": "x" * (tools.MOST_WRITTEN + 1)}, "text is longer than"),
        ("simulate", {"ruleset": "trio", "games": "x" * 100_000}, "games: "),
        ("guide", {"name": "../../README"}, "unknown guide"),
        ("check", {}, "name a ruleset, or give its text"),
        ("check", {"ruleset": "trio", "text": "x"}, "not both"),
        ("explain", {"codes": ["E0000"]}, "E0000"),
        ("chek", {}, "did you mean check?"),
        ("list_games", {"family": "--help"}, "--help"),
    ],
)
def test_wrong_arguments_are_told(desk: Desk, tool: str, given: dict[str, object], told: str) -> None:
    """What is wrong, and what would be right."""
    answer = desk.answer(tool, given)
    assert told in str(answer["error"])
    assert len(str(answer)) < 2_000
    assert "Traceback" not in str(answer)


def test_long_answers_are_cut(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """They say so; short ones are whole."""
    monkeypatch.setattr(tools, "MOST_TOLD", 1000)
    answer = desk.answer("list_games", {})
    assert len(str(answer["result"])) == 1000
    assert "only the first 1,000 are shown" in str(answer["cut"])
    assert "cut" not in desk.answer("explain", {"codes": ["E301"]})


def test_a_text_is_checked_and_laid_out_without_a_file(desk: Desk, tmp_path: Path) -> None:
    """A draft has the name of its game, and leaves no file."""
    text = "croupier:   1\ngame: quince\nplayers: 2\ncards: {deck: french52}\n"
    found = desk.answer("check", {"text": text})
    assert {each["labels"][0]["file"] for each in found["result"]["diagnostics"]} == {"quince.yaml"}
    assert "croupier: 1\n" in str(desk.answer("format", {"text": text})["text"])
    assert [*tmp_path.iterdir()] == []


@PROCESSES
def test_every_resource_can_be_read_and_no_other(tmp_path: Path) -> None:
    """The guides, the schema and the grammars; a path is no guide."""

    async def ask(assistant: Assistant) -> dict[str, int]:
        listed = await assistant.client.list_resources()
        found = {}
        for each in listed.resources:
            (text,) = (await assistant.client.read_resource(each.uri)).contents
            found[each.name] = len(text.text)
        for uri in ("croupier://guide/../README", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await assistant.client.read_resource(uri)
        return found

    found = talked(tmp_path, ask)
    assert {"compact", "cheat-sheet", "schema", "grammar/gbnf", "grammar/ebnf", "phrasebook/tricks"} <= set(found)
    assert all(length > 1000 for length in found.values())


def test_the_worker_is_bounded() -> None:
    """The constants that the page promises."""
    assert (tools.SECONDS, tools.MOST_SECONDS, tools.MOST_GAMES) == (30, 120, 5_000)
    assert worker.TEXTS == (".yaml", ".md", ".txt")
