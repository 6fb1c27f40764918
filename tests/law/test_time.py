"""A command that has a time limit keeps it, also where one decision takes longer than that."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.base.effort import BUDGET, EFFORT, OutOfTime
from croupier.base.faults import RulesFault
from croupier.workbench.trace import attempts
from croupier_dsl import compile_text

pytestmark = pytest.mark.in_turn(10)

ROOT = Path(__file__).parents[2]
TERMS = "it * it + each_one * each_one + it * it * it + each_one * it + each_one * it * 7 + it * it * it * each_one"
SLOW = f"""croupier: 1
game: slow
players: 2..4
options: {{a: 1..9 starting 2, b: no/yes}}
cards: {{deck: french52}}
zones: {{stock: pile seen by everyone}}
state: {{mark of player: number}}
play:
  begin: move deck to stock
  steps: {{turn: {{by: players, times: 20000, moves: [go]}}}}
moves:
  go:
    choose: {{n: 1..a of 1..2}}
    do:
      - if b: add 1 to mark
      - add count of (1..1900 as each_one where none of 1..1900 where {TERMS} is 1 + {TERMS} + mark) to mark
result: {{score: mark, best: highest}}
clauses: {{going: {{kind: rule, en: Who is on turn goes.}}}}
because: {{moves.go: going}}
scenarios: {{goes: {{seats: A B, given: {{at: turn of A}}, then: [{{A: go n=1}}]}}}}
"""
"""A ruleset whose every decision takes half a minute."""
LIMIT = 1
MARGIN = 19
"""Seconds of the processor to start and to end in; what the machine does besides is no matter."""


@pytest.mark.parametrize(("command", "jobs"), [("check --interactions", "2"), ("coverage", "1")])
def test_commands_keep_their_time(tmp_path: Path, command: str, jobs: str) -> None:
    """They end when they said, and say that time was up, or that nothing was played."""
    path = tmp_path / "slow.yaml"
    path.write_text(SLOW)
    name, *more = command.split()
    words = [sys.executable, "-m", "croupier", name, str(path), *more, "--seconds", str(LIMIT), "--jobs", jobs]
    paths = os.pathsep.join(str(ROOT / part) for part in ("dsl", "interpreter"))
    begun = spent()
    run = subprocess.run(
        words, capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONPATH": paths}, check=False
    )
    assert spent() - begun < LIMIT + MARGIN
    assert run.returncode == 0, run.stderr
    assert ("time was up" if more else "no games") in run.stdout
    assert "Traceback" not in run.stderr


def spent() -> float:
    """Seconds of the processor that processes started here have taken, once they have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_change_that_takes_too_long_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """`trace --mutate` gives each change its time, also within one scenario."""
    monkeypatch.setattr(attempts, "SECONDS", 0.2)
    begun = time.thread_time()
    bench = attempts.Bench(compile_text(SLOW, "slow.yaml"))
    mutation = attempts.chosen(bench.rules, "moves.go.do.1")[0]
    assert bench.verdict(mutation).fate == "open"
    assert time.thread_time() - begun < MARGIN


def test_the_clock_changes_nothing_but_the_time() -> None:
    """The budget holds as much with a time to end as without, and what is left is what was not spent."""
    EFFORT.renew()
    with EFFORT.until(time.monotonic() + 60):
        EFFORT.spend(BUDGET // 2)
    assert EFFORT.left == BUDGET - BUDGET // 2
    with EFFORT.until(time.monotonic() + 60):
        EFFORT.spend(1)
        EFFORT.renew()
        EFFORT.spend(BUDGET)
        with pytest.raises(RulesFault):
            EFFORT.spend(1)
    EFFORT.renew()
    assert EFFORT.left == BUDGET
    with pytest.raises(OutOfTime), EFFORT.until(time.monotonic() - 1):
        raise AssertionError("the time is over")
    EFFORT.spend(1)
    assert EFFORT.left == BUDGET - 1


def test_the_time_may_be_that_of_the_processor() -> None:
    """Other work of the machine does not count then, and afterwards the clock is the usual one again."""
    now = [0.0]
    with EFFORT.until(1.0, lambda: now[0]):
        EFFORT.renew()
        with EFFORT.until(time.monotonic() + 60):
            EFFORT.renew()
        now[0] = 2.0
        with pytest.raises(OutOfTime):
            EFFORT.renew()
    with EFFORT.until(time.monotonic() + 60):
        EFFORT.renew()
