"""What holds for every command, and `list`, `test` and `compile`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from croupier.cli.list import numbers
from croupier.table import catalogue
from croupier.workbench.shelf import families
from croupier_dsl import compile_file, from_json, ir, to_json
from croupier_dsl.explanations import example
from tests.printed import GAMES, NAMES, VARIANTS

from .conftest import DATA, Run

pytestmark = pytest.mark.in_turn(10)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    """`croupier COMMAND --help` says what the command does and shows how it is typed."""
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Example" in result.output
    assert f"croupier {command}" in result.output.split("Example")[1]


def test_the_commands_are_listed(run: Run) -> None:
    """`croupier --help` has a line for every command, and says what the exit status means."""
    output = run("--help").output
    assert [line for name in COMMANDS for line in output.splitlines() if line.startswith(f"  {name} ")]
    assert "Exit status" in output


def test_misspelt_command(run: Run) -> None:
    """A command that does not exist is misuse; the nearest is suggested."""
    result = run("chek", "x")
    assert result.exit_code == 2
    assert "did you mean check?" in result.output


@pytest.mark.parametrize("command", ["check", "test", "simulate", "compile", "play"])
def test_unknown_ruleset(run: Run, command: str) -> None:
    """A misspelt ruleset is misuse, told in one line with the nearest name."""
    name = catalogue.names()[0]
    result = run(command, f"{name}x")
    assert result.exit_code == 2
    assert f"did you mean {name}?" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["test", "simulate", "compile", "play"])
def test_invalid_ruleset(run: Run, command: str) -> None:
    """Whatever is to be done with an invalid ruleset, its diagnostics are shown and the status is 1."""
    result = run(command, DATA / "five-mistakes.yaml")
    assert result.exit_code == 1
    assert "E301" in result.output
    assert "five-mistakes.yaml:21:20" in result.output


def test_list(run: Run) -> None:
    """Every ruleset has one line, with its numbers of players: by family, and variants below what they are of."""
    lines = run("list").output.splitlines()
    titles = {title["en"] for title in families().values()} | {"Other games"}
    assert sorted(line.split()[0] for line in lines if line and line not in titles) == catalogue.names()
    variants = {variant.name: variant for variant in catalogue.variants()}
    above: list[str] = []
    for line in lines:
        if not line or line in titles:
            continue
        name, told = line.split()[0], line.split("  ", 1)[1]
        depth = (len(line) - len(line.lstrip())) // 2
        above[depth:] = [name]
        if name in NAMES:
            assert re.search(rf"\b{numbers(catalogue.find(name).players)} ", told)
            assert dict(catalogue.find(name).texts)["game.line"][0][1] in line
        assert variants[name].of == (above[-2],) if name in variants else depth == 0
    assert {name for name in NAMES if catalogue.find(name).of} == {*variants} & {*NAMES}


def test_list_of_some(run: Run) -> None:
    """Games are found by how many play, by their family and by words in either language; variants with their games."""
    few, many = (run("list", "--players", players).output for players in (1, 20))
    assert not [name for name in GAMES if f"\n{name} " in f"\n{few}\n{many}"]
    assert "no game matches" in run("list", "--players", 20, "--search", "nobody finds this").stderr
    game = next(name for name in GAMES if catalogue.find(name).family)
    word = catalogue.find(game).family
    title = families()[word]["en"]
    assert run("list", "--family", word[:4]).output == run("list", "--family", title.upper()).output
    found = json.loads(run("list", "--family", word, "--json").output)
    assert game in [each["name"] for each in found]
    assert {each["family"] for each in found} == {word}
    wrong = run("list", "--family", "xyz")
    assert (wrong.exit_code, word in wrong.stderr) == (2, True)
    variant = next(each for each in VARIANTS if catalogue.find(each).title)
    for language in ("en", "fr"):
        words = dict(catalogue.find(variant).title)[language]
        lines = run("list", "--search", words.upper()).output.splitlines()
        assert [line.split()[0] for line in lines[1:]][-1] == variant
        assert lines[1].split()[0] == catalogue.find(variant).of[-1]


def test_a_mistaken_file_has_a_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no ruleset is listed as such, and the others as ever."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "good.yaml").write_text(example().replace("game: example", "game: good"), "utf-8")
    (tmp_path / "rules" / "odd.yaml").write_text("- 1\n- {", "utf-8")
    (tmp_path / "rules" / "wild.yaml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "rules" / "lost.yaml").write_text("croupier: 1\nvariant: lost\nof: nothing\n", "utf-8")
    (tmp_path / "index.jsonl").write_text('{"name": "good"}\n[]\n{', "utf-8")
    monkeypatch.setattr(catalogue, "directory", lambda: tmp_path)
    result = run("list")
    assert result.exit_code == 0
    lines = dict(line.split(maxsplit=1) for line in result.output.splitlines())
    assert [name for name, line in lines.items() if "invalid: " in line] == ["lost", "odd", "wild"]
    assert lines["good"].startswith("2-4 ")
    told = json.loads(run("list", "--json").output)
    assert ["error" in each for each in told] == [False, True, True, True]


def test_list_json(run: Run) -> None:
    """For programs the same is JSON: names, titles, players, options with default and possible values, and more."""
    found = json.loads(run("list", "--json").output)
    assert [game["name"] for game in found] == catalogue.names()
    for game in found:
        assert {"title", "line", "family", "players", "minutes", "options", "lines", "compared"} <= set(game)
        assert all({"name", "default", "values"} == set(option) for option in game["options"])


def test_scenarios_pass(run: Run, tiny: Path) -> None:
    """Scenarios that pass are counted, and the status is 0."""
    result = run("test", tiny)
    assert (result.exit_code, result.output) == (0, f"{tiny}: 1 of 1 scenarios passed\n")


def test_scenarios_fail(run: Run, tiny: Path) -> None:
    """A scenario that fails is told with file, line and reason; other rulesets are tested all the same."""
    failing = DATA / "failing.yaml"
    result = run("test", failing, tiny)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{failing}:41: keeps_it: hand of Ann: expected 10S, found none",
        f"{failing}: 1 of 2 scenarios passed",
        f"{tiny}: 1 of 1 scenarios passed",
    ]


def test_compile_json_is_the_rules(run: Run, tiny: Path) -> None:
    """What `compile --json` prints is the versioned form of exactly these rules."""
    output = run("compile", tiny, "--json").output
    assert json.loads(output)["version"] == ir.VERSION
    assert to_json(from_json(output)) == to_json(compile_file(tiny))


def test_compile_outline(run: Run, tiny: Path) -> None:
    """The outline names every zone, variable, table, move and stage, and resolves `hand` to whose it is."""
    output = run("compile", tiny).output
    for name in (
        "stock: pile",
        "hand of player: set, seen by owner",
        "total of player",
        "put_down",
        "may_keep",
        "turn",
    ):
        assert name in output
    assert "move card to won of me" in output


def test_outline_of_every_bundled_game(run: Run) -> None:
    """No rule of a bundled game is beyond the outline."""
    for name in NAMES:
        result = run("compile", name)
        assert result.exit_code == 0
        assert "object at 0x" not in result.output
        assert not re.search(r"[A-Z][a-z]+\(", result.output)


def test_broken_pipe_is_quiet(tiny: Path) -> None:
    """A reader that goes away early, as `head` does, leaves no message behind."""
    command = [sys.executable, "-m", "croupier", "compile", str(tiny), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode in (0, 141)


def _heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_is_quiet(tiny: Path) -> None:
    """Ctrl-C at the prompt ends with status 130 and no traceback."""
    command = [sys.executable, "-m", "croupier", "play", str(tiny)]
    pipe = subprocess.PIPE
    # a shell starts what runs in the background with Ctrl-C switched off, and that is handed on
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=_heed_ctrl_c) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        while b"> " not in started.stdout.read1(4096):
            time.sleep(0.01)
        started.send_signal(signal.SIGINT)
        assert started.stderr.read() == b""
    assert started.returncode == 130


def test_engine_stays_out_of_check(tiny: Path) -> None:
    """Checking a ruleset imports neither the engine nor rich: that is what makes it quick."""
    code = (
        "import sys; from croupier.cli import main\n"
        f"main(['check', {str(tiny)!r}], standalone_mode=False)\n"
        "engine = {'croupier.table.game', 'croupier.seat.views', 'croupier.compile.evaluate'}\n"
        "print({'rich', *engine} & set(sys.modules) or 'none')"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "none"
