"""Games that compiled rules hand to the reference are counted and told."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import load, simulate
from croupier.base.notes import NOTES, Handed, noting
from croupier.base.processes import in_order
from croupier.cli import main
from croupier.fast import bulk, compiled
from croupier.native import build
from croupier.native.compilers import Unbuilt
from croupier.simulate.sums import Sums
from croupier.workbench.interactions import probe

HANDED, UNLOWERED, SEVERAL = (Path(__file__).with_name(f"{name}.yaml") for name in ("handed", "unlowered", "several"))
MUST = "must: ahead of me or out or some of hand where revealed"


@pytest.mark.costly
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_counts_the_games_that_the_reference_played(jobs: int) -> None:
    """Each game handed over is counted, with the sentence and its file and line, whoever played it."""
    report = simulate(HANDED, 4, engine="python", jobs=jobs)
    [(why, games)] = report.handed.items()
    assert games == 3
    assert why.sentence == MUST
    assert why.place == f"{HANDED}:16"
    there = simulate(HANDED, 4, engine="reference")
    assert [each.outcome for each in report.results] == [each.outcome for each in there.results]
    assert not there.handed


@pytest.mark.costly
def test_processes_play_what_they_hand_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that adds up plays no game itself."""
    alone = simulate(HANDED, 4, engine="python", keep=False)
    monkeypatch.setattr(import_module("croupier.simulate.runs"), "_by_reference", None)
    report = simulate(HANDED, 4, engine="python", jobs=2, keep=False)
    assert report.handed == alone.handed
    assert report.rows() == alone.rows()


@pytest.mark.costly
def test_simulate_prints_what_was_handed_over() -> None:
    """The text says it, and so does JSON."""
    asked = ["simulate", str(HANDED), "--games", "3", "--engine", "python"]
    told = " ".join(CliRunner().invoke(main, asked).output.split())
    assert "the reference engine played 2 games: " in told
    assert MUST in told
    [found] = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)["handed"]
    assert (found["games"], found["sentence"]) == (2, MUST)


@pytest.mark.costly
def test_a_run_that_is_resumed_goes_on_counting(tmp_path: Path) -> None:
    """What is kept of a run holds what was handed over."""
    kept = tmp_path / "run"
    simulate(HANDED, 2, engine="python", resume=kept)
    report = simulate(HANDED, 3, engine="python", resume=kept)
    assert sum(report.handed.values()) == 2
    older = {key: value for key, value in Sums(2).to_json().items() if key != "handed"}
    assert not Sums.from_json(2, older).handed


def test_nothing_is_said_where_nothing_is_handed_over() -> None:
    """A game that compiled rules play to its end is not counted."""
    assert not simulate("trio", 3, engine="python").handed


# ---------------------------------------------------------------- all commands


def run(*words: object, code: int = 0) -> tuple[str, str]:
    """Run a command; return what it said on stdout and stderr."""
    found = CliRunner().invoke(main, [*map(str, words)])
    assert found.exit_code == code, (found.stdout, found.stderr)
    return found.stdout, " ".join(found.stderr.split())


@pytest.fixture
def varied(tmp_path: Path) -> Path:
    """The same game with an option."""
    text = HANDED.read_text(encoding="utf-8").replace("times: 20", "times: turns")
    file = tmp_path / "varied.yaml"
    file.write_text(text.replace("zones:", "options: {turns: {is: 18..20, starting: 20}}\nzones:", 1), encoding="utf-8")
    return file


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled rules are worth their while from the first game on."""
    measure = import_module("croupier.workbench.coverage.measure")
    monkeypatch.setattr(measure, "WORTH", -1.0)
    monkeypatch.setattr(measure, "LONG", 1e9)
    monkeypatch.setattr(probe, "_LONG", {"handed"})
    monkeypatch.setattr(probe, "WORTH", -1e9)


@pytest.mark.costly
@pytest.mark.parametrize(
    "words",
    [
        ("compare", "{varied}", "--option-b", "turns=20", "--option-a", "turns=18", "--games", 4, "--seconds", 60),
        ("simulate", "{varied}", "--vary", "turns=18,20", "--games", 3, "--engine", "python"),
        ("tune", "{varied}", "--goal", "length 4..9", "--trials", 1, "--games", 10, "--seconds", 60),
        ("report", "{varied}", "--games", 3, "--no-ladder", "--policy", "random"),
        ("coverage", "{varied}", "--games", 4),
        ("check", "{varied}", "--interactions", "--seconds", 8, "--games", 2, "--jobs", 1),
    ],
    ids=["compare", "vary", "tune", "report", "coverage", "interactions"],
)
@pytest.mark.usefixtures("soon")
def test_every_command_that_plays_says_what_was_handed_over(words: tuple[object, ...], varied: Path) -> None:
    """In words on stderr and in JSON: the number of games, the sentence, its file and line."""
    filled = [str(word).format(varied=varied) for word in words]
    found = CliRunner().invoke(main, [*filled, "--json"])
    said = " ".join(found.stderr.split())
    assert "the reference engine played " in said
    assert f"{varied}:17: {MUST}" in said
    told = json.loads(found.stdout)
    assert {(each["place"], each["sentence"]) for each in told["handed"]} >= {(f"{varied}:17", MUST)}
    assert told["slower"] == []


def test_nothing_is_said_on_stderr_where_compiled_rules_play() -> None:
    """Of a shelf game, and of a short run, which needs no C."""
    assert run("simulate", "trio", "--games", 5)[1] == ""


# ---------------------------------------------------------------- rules that are not compiled


@pytest.mark.costly
def test_what_is_not_compiled_is_told_once_with_its_place() -> None:
    """By `simulate`, on whatever engine it was asked for: which sentence, its file and line."""
    asked = ("simulate", UNLOWERED, "--games", 4, "--no-histogram")
    why = "copies of a card that differ in their state: a choice of several cards on which something is noted"
    told = f"the rules are not compiled: {why}; using the reference engine instead"
    for more in ((), ("--engine", "c"), ("--jobs", 2)):
        _, said = run(*asked, *more)
        assert said == f"{UNLOWERED}:17: moves.clear.choose.those: {told}"
    data = json.loads(run(*asked, "--json")[0])
    [why] = data["slower"]
    assert (why["instead"], why["place"]) == ("reference", f"{UNLOWERED}:17")
    assert why["sentence"] == "moves.clear.choose.those"
    assert data["handed"] == []


def test_melds_of_several_combos_are_compiled() -> None:
    """They play as on the reference, and nothing is told."""
    outcomes = [each.outcome for each in simulate(SEVERAL, 6, engine="python").results]
    assert outcomes == [each.outcome for each in simulate(SEVERAL, 6, engine="reference").results]
    assert run("simulate", SEVERAL, "--games", 6, "--engine", "python")[1] == ""


@pytest.mark.costly
def test_players_that_choose_on_the_reference_are_told() -> None:
    """Where another engine was asked for."""
    asked = ("simulate", "trio", "--games", 1, "--policy", "search:2", "--limit", 4)
    assert (
        "only random and greedy players run on compiled rules, not search:2; using the reference engine instead"
        in run(*asked, "--engine", "python")[1]
    )


@pytest.mark.costly
def test_players_who_search_say_where_compiled_rules_stop() -> None:
    """Their games go on on the reference, and count as handed over."""
    seats = {0: "search:2", 1: "greedy"}
    report = simulate(HANDED, 1, seats=seats, limit=20)
    assert {why.place for why in report.handed} <= {f"{HANDED}:16"}
    with noting() as notes:
        simulate(UNLOWERED, 1, seats=seats)
        [line] = [each for each in notes.lines() if each.endswith("using the reference engine instead")]
    assert line.startswith(f"{UNLOWERED}:17: ")


# ---------------------------------------------------------------- C that cannot be had


C = pytest.mark.skipif(os.name != "posix", reason="there is no C")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, without a compiler."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.mark.costly
@C
@pytest.mark.parametrize("more", [("--engine", "c"), ("--jobs", "2")])
def test_without_a_compiler_python_plays_and_says_so_once(bare: Path, more: tuple[str, str]) -> None:
    """Where C was asked for, or would be had for several processes."""
    told = "no C compiler found; install one of cc, gcc, clang, tcc, or name it in CC"
    asked = ("simulate", SEVERAL, "--games", 4, *more)
    assert run(*asked)[1] == f"{told}; using Python instead"
    assert json.loads(run(*asked, "--json")[0])["slower"] == [
        {"instead": "python", "reason": told, "sentence": "", "place": ""}
    ]


@pytest.mark.costly
@C
def test_a_compiler_that_fails_is_told_in_its_words(bare: Path) -> None:
    """Its first line, once."""
    cc = bare / "cc"
    cc.write_text("#!/bin/sh\necho no such header >&2\nexit 1\n", encoding="utf-8")
    cc.chmod(0o755)
    asked = ("simulate", SEVERAL, "--games", 4)
    for more in (("--engine", "c"), ("--jobs", 2)):
        assert run(*asked, *more)[1] == f"{cc} failed: no such header; using Python instead"


@pytest.mark.costly
@C
def test_a_library_that_cannot_be_kept_is_compiled_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C plays all the same, and it is told."""
    folder = tmp_path / "cache"
    (folder / "native").mkdir(parents=True)
    (folder / "native").chmod(0o777)
    monkeypatch.setenv("CROUPIER_CACHE", str(folder))
    monkeypatch.setattr(build, "_LOADED", {})
    if shutil.which("cc") is not None:
        _, said = run("simulate", SEVERAL, "--games", 4, "--engine", "c")
        assert said.startswith("compiled libraries are not saved in ")
        assert said.endswith("; every run has to compile the rules again")
        assert not list((folder / "native").iterdir())


@pytest.mark.costly
@C
def test_a_process_that_cannot_build_c_plays_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are the same, and it is noted."""
    if shutil.which("cc") is None:
        return
    engine = compiled(load(str(SEVERAL)), "c")
    kit = bulk.kit(engine, spare=True)

    def none(*_: object, **__: object) -> None:
        raise Unbuilt("no compiler there")

    monkeypatch.setattr(build, "library", none)
    with noting() as notes:
        there = pickle.loads(pickle.dumps(kit)).unpacked()
        assert [*notes.lines()] == ["another process: no compiler there; using Python instead"]
    over = engine.cell("over")
    assert there.play(1, 0, 3, over) == bulk.play(engine, 1, 0, 3, over)


@pytest.mark.costly
def test_notes_of_other_processes_come_with_their_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, and counts are added up."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])  # the other processes import what they do from here
    with noting() as notes:
        assert [found for _, found in in_order(2, iter(range(4)), _hands, _starts, None)] == [0, 1, 2, 3]
        assert notes.handed[Handed("why")] == 4
        assert [*notes.slower] == [("python", Handed("no compiler there"))]


def _starts(_: None) -> None:
    NOTES.use("python", Handed("no compiler there"))


def _hands(number: int) -> int:
    NOTES.hand(Handed("why"))
    return number
