"""Everything that the benchmark times, each as something that plays for so many seconds of the processor."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from reference import Reference as Reference

from croupier import Rules
from croupier.base.chance import Seed
from croupier.fast import Engine, FastGame, OutOfRange, bulk
from croupier.native.compilers import Unbuilt, compiler
from croupier.simulate import play_games

HERE = Path(__file__).resolve().parent
OF_LIBRARIES = ("-shared", "-fPIC")

Play = Callable[[float], tuple[int, float]]
"""Plays for so many seconds: the decisions made, and the seconds it took."""


def timed(game: Callable[[], int]) -> Play:
    """Whole games, each of so many decisions, one after the other."""

    def play(seconds: float) -> tuple[int, float]:
        start, made, spent = time.process_time(), 0, 0.0
        while spent < seconds:
            made += game()
            spent = time.process_time() - start
        return made, spent

    return play


def stepped(engine: Engine) -> Play:
    """Games of compiled rules from Python, move by move."""
    numbers, draw = iter(range(1 << 60)), random.random

    def game() -> int:
        game = FastGame(engine, Seed(1, next(numbers)))
        apply, count = game.apply, game.count
        with suppress(OutOfRange):  # what is too much for one decision: the reference would go on from there
            while count:
                count = apply(int(draw() * count))
        return game.decisions

    return timed(game)


def in_bulk(engine: Engine) -> Play:
    """Games of compiled rules, many of them without a break."""
    first, games = 0, 1
    kit, width = bulk.kit(engine, None), engine.results.row

    def block() -> int:
        nonlocal first, games
        made = sum(kit.cells(engine.backend, engine.out_handle, 1, first, games)[::width])
        first += games
        games = min(2 * games, 2_000 if engine.runs_on == "c" else 4)
        return made

    return timed(block)


def simulated(rules: Rules, policy: str) -> Play:
    """Games as `simulate` plays them, on the best that there is for these players."""
    results = play_games(rules, 1 << 40, 1, policy, engine="c")
    return timed(lambda: next(results).outcome.decisions)


def by_hand(name: str, players: int) -> Play:
    """The game written by hand in Python."""
    written: Any = import_module(f"by_hand.{name.replace('-', '_')}").Game
    draw, shuffle = random.random, random.shuffle

    def below(count: int) -> int:
        return int(draw() * count)

    def game() -> int:
        game = written(players, shuffle, below)
        legal, apply = game.legal, game.apply
        while moves := legal():
            apply(moves[int(draw() * len(moves))])
        made: int = game.decisions
        return made

    return timed(game)


def openspiel(name: str) -> Play | None:
    """A game of OpenSpiel, with the leanest loop that there is from Python; None if it is not installed.

    Decisions are those of players; how many of them a game has on average is found out beforehand.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    loaded, draw = pyspiel.load_game(name), random.random
    games = decisions = 0
    while games < 2_000:
        state = loaded.new_initial_state()
        while actions := state.legal_actions():
            decisions += not state.is_chance_node()
            state.apply_action(random.choice(actions))
        games += 1

    def game() -> int:
        state = loaded.new_initial_state()
        legal, apply = state.legal_actions, state.apply_action
        while actions := legal():
            apply(actions[int(draw() * len(actions))])
        return 1

    def play(seconds: float) -> tuple[int, float]:
        made, spent = whole(seconds)
        return made * decisions // games, spent

    whole = timed(game)
    return play


def rlcard(name: str) -> Play | None:
    """A game of rlcard by its own loop of random players; None if it is not installed."""
    try:
        import rlcard as library
        from rlcard.agents import RandomAgent
    except ImportError:
        return None
    table = library.make(name)
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])

    def game() -> int:
        before: int = table.timestep
        table.run(is_training=False)
        return table.timestep - before

    return timed(game)


def compiling() -> list[str] | None:
    """The compiler of C and its flags, as libraries of rules are compiled, for a program; None if there is none."""
    try:
        using = compiler()
    except Unbuilt:
        return None
    return [*using.command, *(flag for flag in using.flags if flag not in OF_LIBRARIES)]


def in_c(source: str, players: int, folder: Path) -> Play | None:
    """The game written by hand in C, compiled as libraries of rules are; None if there is no compiler."""
    words = compiling()
    if words is None:
        return None
    made = folder / Path(source).stem
    subprocess.run([*words, "-o", str(made), str(HERE / "by_hand" / source)], check=True, timeout=120)
    seeds = iter(range(1 << 60))

    def play(seconds: float) -> tuple[int, float]:
        words = [str(made), str(players), str(seconds), str(next(seeds))]
        told = subprocess.run(words, check=True, capture_output=True, encoding="ascii", timeout=600).stdout.split()
        return int(told[1]), float(told[4])

    return play


class Older:
    """An older croupier, from its own files, in a process of its own."""

    def __init__(self, tree: Path) -> None:
        paths = os.pathsep.join(str(tree / package) for package in ("dsl", "interpreter"))
        environment = os.environ | {"PYTHONPATH": paths, "CROUPIER_CACHE": ""}
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "reference.py")], cwd=tree, text=True, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def playing(self, name: str, players: int, policy: str) -> Play:
        def play(seconds: float) -> tuple[int, float]:
            asked, told = self.process.stdin, self.process.stdout
            assert asked is not None
            assert told is not None
            print(name, players, policy, seconds, file=asked, flush=True)
            made, spent = told.readline().split()
            return int(made), float(spent)

        return play

    def __enter__(self) -> Older:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def tree_of(commit: str, folder: Path) -> Path | None:
    """The files of a commit; None where there is no repository that has it."""
    packed = subprocess.run(["git", "archive", commit], cwd=HERE.parent, capture_output=True, check=False)
    if packed.returncode:
        return None
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder
