"""What bounds a game bounds it on compiled rules too: limits, effort, a person who has had enough."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from array import array
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from croupier import CroupierError, Rules
from croupier.base import effort
from croupier.base.chance import Seed
from croupier.base.faults import RulesFault
from croupier.base.prices import COMPILED_CHANGES
from croupier.compile.binding import bind
from croupier.fast import Engine, NotCompiled, bulk, compiled, playouts
from croupier.kernel.read import read
from croupier.native.build import library
from croupier.native.c import c
from croupier.simulate import play_game
from croupier_dsl import CompileError, compile_text
from tests.law.test_hostile import BASE, CASES, DEFAULTS

from .alongside import first_difference, same_bulk
from .small import ruled
from .test_alongside import backends

pytestmark = pytest.mark.in_turn(10)

AT_ONCE = """
croupier: 1
game: at_once
players: 2..4
cards: {attributes: {rank: 1..9}, copies: 1}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 2 of stock to hand}]
  steps: {laying: {by: players at once, times: 2, moves: [lay]}}
moves: {lay: {choose: {card: one of hand}, do: move card to gone}}
result: {score: count of hand}
"""


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_a_game_stops_at_its_limit_while_others_have_still_to_choose(limit: int) -> None:
    """The limit of decisions is met in the middle of what all choose at once."""
    rules = ruled(AT_ONCE, 3, limit=limit)
    engine = compiled(rules, "python")
    assert first_difference(rules, engine, "1:1") is None
    assert same_bulk(rules, engine, 1, 0, 3) is None


# ---------------------------------------------------------------- more than can be worked out

HOSTILE = {name: case for name, case in CASES.items() if not name.startswith("mel")} | {
    "a range in a range": {
        "move": "do: [for each of 1..1000 as a: [for each of 1..1000 as b: [for each of 1..1000 as c: add 1 to mark]]]"
    },
    "five choices": {
        "move": "choose: {a: one of hand, b: one of hand, c: one of hand, d: one of hand, e: one of hand}, "
        "when: rank of a is rank of b and rank of c is rank of d and rank of e is rank of a and mark > 9, "
        "do: add 1 to mark",
    },
    "loops in loops": {
        "begin": "".join("    " + "    " * i + f"- for each of deck as a{i}:\n" for i in range(12))
        + "    " * 13
        + "- shuffle stock"
    },
    "quantifiers in quantifiers": {
        "move": "when: " + "".join(f"some of hand as a{i} where " for i in range(25)) + "rank of a3 is A and mark > 99"
    },
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_strangers_ruleset_is_stopped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not compiled, or plays as on the reference, or is left to it, soon; nothing foreign is raised."""
    monkeypatch.setattr(effort, "BUDGET", effort.BUDGET // 100)
    if name != "a range in a range":  # with the whole budget of compiled rules one is enough
        monkeypatch.setitem(COMPILED_CHANGES, "python", 1)
        monkeypatch.setitem(COMPILED_CHANGES, "c", 4)
    try:
        rules = Rules(bind(compile_text(BASE.format(**{**DEFAULTS, **HOSTILE[name]})), 2, limit=5))
    except (CompileError, CroupierError):
        return
    for on in backends() if name != "nested loops" else ("python",):  # such a text takes C compilers long
        begun = time.process_time()
        try:
            engine = compiled(rules, on)
        except NotCompiled:
            continue
        compiling = time.process_time() - begun
        for played in playouts(engine, 1, 0, 2):
            assert time.process_time() - begun - compiling < 10
            if not isinstance(played, int):
                with suppress(RulesFault):  # who gets further has done no wrong
                    assert played.outcome == play_game(rules, Seed(1, played.game), ["random"] * 2).outcome


LARGE = """
croupier: 1
game: large
players: 2
cards: {deck: french52, packs: 38}
zones: {stock: pile seen by everyone, table: pile seen by everyone, hand of player: set seen by owner}
state: {mark of player: number}
play:
  begin: [move deck to stock, {for each of players: move top 900 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [gather, strew, see, count]}}
moves:
  gather: {do: [move deck to stock, move hand to table]}
  strew: {do: [move stock to hand, move deck to table, move top 3 of table to hand]}
  see: {choose: {cards: 2 of hand where rank is A}, do: move cards to table}
  count: {when: mark in VALUES, do: add 2 to mark}
result: {score: mark, best: highest}
"""


def test_a_deck_of_nearly_as_many_cards_as_there_may_be() -> None:
    """All the cards that there are may be moved at once, and a list may have as many values as a sentence has room
    for."""
    rules = ruled(LARGE.replace("VALUES", "/".join(str(2 * n) for n in range(300))), 2)
    assert rules.program.cards == 1_976
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python", checks=True)
        assert engine.runs_on == on
        for seed in ("1:1", "1:2", "1:3"):
            assert first_difference(rules, engine, seed) is None


LONG = """
croupier: 1
game: long
players: 2
cards: {attributes: {rank: 1..9}, copies: 2}
zones: {stock: pile seen by nobody}
state: {turns of player: number}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players from first of players, until: 1 is 2, moves: [go, wait]}}
moves:
  go: {when: count of (1..50 as a where (some of 1..50 where it is a)) > 3, do: add 1 to turns}
  wait: {do: [for each of 1..200 as a: add 1 to turns]}
result: {score: turns}
"""


def heard_within(seconds: float, engine: Engine) -> None:
    """Ctrl-C comes in the middle of one call."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    begun = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            bulk.play(engine, 1, 0, 1_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.perf_counter() - begun < seconds


def test_ctrl_c_is_heard_in_the_middle_of_a_game() -> None:
    """However long one game is, and one call of C; the next game is played as if nothing had been."""
    rules = ruled(LONG, limit=900_000)
    for on in backends():
        engine = compiled(rules, on)
        assert engine.runs_on == on
        heard_within(5, engine)
        short = compiled(ruled(LONG, limit=20), on)
        assert same_bulk(short.rules, short, 1, 0, 2) is None


def test_ctrl_c_ends_a_simulation(tmp_path: Path) -> None:
    """Typed at a terminal: the command ends soon, with what a shell expects."""
    (tmp_path / "long.yaml").write_text(LONG, "utf-8")
    words = [sys.executable, "-m", "croupier", "simulate", "long.yaml", "--games", "100000", "--engine", "c"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "CROUPIER_CACHE": str(tmp_path / "cache")}
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # also where whoever runs the tests ignores it
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heard
    ) as run:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                run.communicate(timeout=4)
            begun = time.perf_counter()
            run.send_signal(signal.SIGINT)
            _, told = run.communicate(timeout=60)
        finally:
            run.kill()
    assert time.perf_counter() - begun < 10
    assert run.returncode not in (0, 1)
    assert b"Traceback" not in told


# ---------------------------------------------------------------- bounds of arrays


@pytest.mark.skipif("c" not in backends(), reason="there is no compiler")
def test_whoever_reaches_beyond_an_array_is_told() -> None:
    """With checks: of a place to work in, of a table, of the position."""
    text = "G_a = [0] * 4\nT_b = [7, 8]\ndef get(S, i, which):\n"
    text += "    if which == 0:\n        return G_a[i]\n    return T_b[i] if which == 1 else S[i]\n"
    get = library(c(read(text), 1, ("get",), checks=3), None).function("get")
    position = array("q", [1, 2, 3])
    address = position.buffer_info()[0]
    assert [get(address, last, which) for which, last in enumerate((3, 1, 2))] == [0, 8, 3]
    for which, size in enumerate((4, 2, 3)):
        for index in (-1, size):
            with pytest.raises(IndexError, match="an array ends before"):
                get(address, index, which)
