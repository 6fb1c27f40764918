"""`croupier simulate --cluster`: the same games in processes of others, and what may be wrong with these."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

import croupier
from croupier.base import clusters

from .conftest import Run
from .test_simulate import FAULTY

pytestmark = pytest.mark.in_turn(14)


class Threads:
    """A cluster of two threads, which are sent all that they are to know."""

    jobs = 2

    def __init__(self, where: str) -> None:
        if where == "nowhere":
            raise TimeoutError("no answer within 20 s\nand more")
        self._pool = ThreadPoolExecutor(2)

    def submit(self, do: Callable[..., object], *words: object, **more: object) -> Future[object]:
        do, words, more = pickle.loads(pickle.dumps((do, words, more)))
        return self._pool.submit(do, *words, **more)

    def end(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clusters.KINDS, "threads", Threads)
    monkeypatch.setattr(clusters, "_BEGUN", [])


def table(run: Run, *words: object) -> dict[str, object]:
    result = run("simulate", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    for row in [found, *found.get("rows", [])]:
        row.pop("seconds", None)
    return found


@pytest.mark.parametrize(
    "more", [["--engine", "python"], ["--engine", "reference"], ["--vary", "cards_each=1,2"]], ids=lambda more: more[1]
)
def test_the_same_table(run: Run, tiny: Path, more: list[str]) -> None:
    """Where games are played shows in nothing, even if two settings are played one after the other."""
    words = [tiny, "--players", 3, "--seat", "2=greedy", "--games", 20, "--seed", "5:3", *more]
    assert table(run, *words, "--cluster", "threads:here") == table(run, *words)


def test_a_fault_keeps_what_was_before(tmp_path: Path) -> None:
    """A fault of the rules is told as it is by a process alone."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, "utf-8")
    told = []
    for jobs in (1, "threads:here"):
        with pytest.raises(croupier.RulesFault) as caught:
            croupier.simulate(path, 40, jobs=jobs)
        told.append((caught.value.to_json(), caught.value.report.games))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--cluster", "dusk:here"], "write dask:ADDRESS or ray:ADDRESS"),
        (["--cluster", "dask"], "write dask:ADDRESS or ray:ADDRESS"),
        (["--cluster", "threads:nowhere"], "the cluster threads:nowhere: TimeoutError: no answer within 20 s\n"),
        (["--cluster", "threads:here", "--jobs", "2"], "--jobs cannot be combined with --cluster"),
    ],
)
def test_misuse(run: Run, tiny: Path, words: list[str], told: str) -> None:
    """What there is not is told in a line."""
    result = run("simulate", tiny, "--games", 3, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr


def test_what_is_not_installed_is_named(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to type to have it."""

    def absent(_: str) -> clusters.Client:
        raise ModuleNotFoundError("No module named 'ray'")

    monkeypatch.setitem(clusters.KINDS, "ray", absent)
    result = run("simulate", tiny, "--cluster", "ray:auto")
    assert result.exit_code == 2
    assert "ray is not installed here: pip install 'croupier[ray]'" in result.stderr


def test_another_croupier_there_is_told(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of two versions are not put into one table."""
    versions: Iterator[str] = iter(["1.0", "2.0", "2.0", "2.0", "2.0"])
    monkeypatch.setattr(clusters, "version", lambda _: next(versions))
    result = run("simulate", tiny, "--games", 9, "--cluster", "threads:here")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "its processes run croupier 2.0; this one is 1.0: install the same version" in result.stderr


def test_what_was_played_before_an_end_is_told(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that breaks down ends the run; the games until then are summed up."""

    class Breaking(Threads):
        pieces = 0

        def submit(self, do: Callable[..., object], *words: object, **more: object) -> Future[object]:
            self.pieces += 1
            if self.pieces < 3:
                return super().submit(do, *words, **more)
            broken: Future[object] = Future()
            broken.set_exception(ConnectionError("all processes are gone"))
            return broken

    monkeypatch.setitem(clusters.KINDS, "threads", Breaking)
    result = run("simulate", tiny, "--games", 5000, "--engine", "reference", "--cluster", "threads:here")
    assert result.exit_code == 2
    assert "of 5000 games" in result.stdout
    assert "the cluster threads:here: ConnectionError: all processes are gone" in result.stderr


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_dask(run: Run, tiny: Path) -> None:
    """A real scheduler and a real process of it play the same games."""
    distributed = pytest.importorskip("distributed", reason="pip install 'croupier[dask]' brings it")
    words = [tiny, "--players", 3, "--seat", "2=greedy", "--games", 200]
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster:
        for more in ([], ["--engine", "reference"]):
            there = table(run, *words, *more, "--cluster", f"dask:{cluster.scheduler_address}")
            assert there == table(run, *words, *more)
