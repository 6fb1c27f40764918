"""Kills itself: `python killing.py moves|undo|create|bytes|ledger FOLDER ROUNDS`. Forks a process that writes, kills it
at a random moment, or when it has written so many bytes, and looks at what it left; AssertionError if anything
acknowledged is lost. Prints how many kills hit what."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.players import Uniform
from croupier.simulate import ledger, simulate
from croupier.table.record import Record, read

FERRY = Path(__file__).parent / "data" / "ferry.yaml"
MOMENT = Stream(11)
ROOM = 64
"""So many bytes a file may be shorter than another: that of no games than that of three, and one of rounder seconds."""


def killed(work: Callable[[], Iterator[object]], longest: int) -> int:
    """Fork, do the work, kill it within so many microseconds; how many steps of it were acknowledged."""
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            for _ in work():
                os.write(tell, b".")
        finally:
            os._exit(1)
    os.close(tell)
    os.read(heard, 1)  # it has begun
    time.sleep(MOMENT.below(longest) / 1e6)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    steps = 0
    while part := os.read(heard, 65536):
        steps += len(part)
    os.close(heard)
    return steps


def moves(folder: Path, rounds: int) -> dict[str, int]:
    """A game goes on in process after process; what stands in the record is what was acknowledged, or one move more."""
    path = folder / "game.rec"
    game = Game(load(FERRY, limit=1_000_000), 7)
    Record.create(path, game).close()
    steps = more = 0

    def play() -> Iterator[object]:
        with Record.open(path) as record:
            yield
            players = [Uniform(3, game.decisions, seat) for seat in range(2)]
            while True:
                seat = game.to_act[0]
                move = players[seat].choose(game.offer(seat))
                game.play(seat, move)
                record.append(seat, move)
                yield

    for _ in range(rounds):
        acknowledged = killed(play, 40_000)
        found = read(path).moves
        assert game.decisions + acknowledged <= len(found) <= game.decisions + acknowledged + 1
        steps += acknowledged
        more += len(found) - game.decisions - acknowledged
        for _, seat, move, _ in found[game.decisions :]:
            game.play(seat, move)
    with Record.open(path) as record:
        assert record.game().position() == game.position()
    return {"acknowledged": steps, "more": more}


def undo(folder: Path, rounds: int) -> dict[str, int]:
    """The same with moves taken back in between."""
    path = folder / "game.rec"
    Record.create(path, Game(load(FERRY), 7)).close()
    stand: list[str] = []
    steps = more = 0

    def do(stand: list[str], number: int) -> int:
        """What step `number` does to the moves that stand: how many it takes back, or 0 for one more."""
        back = 3 if number % 5 == 4 and len(stand) > 3 else 0
        if back:
            del stand[-back:]
        else:
            stand.append(f"stay-{len(stand)}-{number}")
        return back

    def write() -> Iterator[object]:
        with Record.open(path) as record:
            yield
            for number in range(1_000_000):
                back = do(stand, number)
                if back:
                    record.undo(back)
                else:
                    record.append(0, stand[-1])
                yield

    for _ in range(rounds):
        acknowledged = killed(write, 30_000)
        for number in range(acknowledged):
            do(stand, number)
        found = [move.move for move in read(path).moves]
        if found != stand:
            more += 1
            do(stand, acknowledged)
        assert found == stand
        steps += acknowledged
    return {"acknowledged": steps, "more": more}


def create(folder: Path, rounds: int) -> dict[str, int]:
    """Records are made one after another; each that was acknowledged is whole, and none is there that is not."""
    game = Game(load(FERRY), 7)
    made = 0

    def write() -> Iterator[object]:
        yield
        for number in range(1_000_000):
            Record.create(folder / f"{made + number}.rec", game).close()
            yield

    for _ in range(rounds):
        acknowledged = killed(write, 60_000)
        files = [folder / f"{made + number}.rec" for number in range(acknowledged + 2)]
        assert all(file.is_file() for file in files[:acknowledged])
        for file in files:
            if file.exists():
                assert not read(file).note
                made += 1
    return {"made": made, "left": sum(file.name.startswith(".") for file in folder.iterdir())}


def ended(work: Callable[[], Iterator[object]], size: int) -> int:
    """Fork and do the work until a file grows beyond so many bytes: the system ends the process in that write, which
    has filled the file up to there. How many steps were acknowledged."""
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            for _ in work():
                os.write(tell, b".")
        finally:
            os._exit(1)
    os.close(tell)
    with os.fdopen(heard, "rb") as told:
        steps = len(told.read())
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), status
    return steps


def bytes_of_moves(folder: Path, every: int) -> dict[str, int]:
    """A record of moves, some of them taken back, by a process that ends at one byte after the other."""
    first, path = folder / "first.rec", folder / "game.rec"
    Record.create(first, Game(load(FERRY), 7)).close()
    begun = first.read_bytes()
    kills = more = 0

    def step(stand: list[str], number: int) -> int:
        back = 2 if number % 5 == 4 else 0
        if back:
            del stand[-back:]
        else:
            stand.append(f"stay-{number}")
        return back

    def write() -> Iterator[object]:
        stand: list[str] = []
        with Record.open(path) as record:
            for number in range(1_000_000):
                back = step(stand, number)
                if back:
                    record.undo(back)
                else:
                    record.append(0, stand[-1])
                yield

    for size in range(len(begun), len(begun) + 1_000, every):
        path.write_bytes(begun)
        acknowledged = ended(write, size)
        assert path.stat().st_size == size
        stand: list[str] = []
        for number in range(acknowledged):
            step(stand, number)
        found = read(path)
        if [move.move for move in found.moves] != stand:
            more += 1
            step(stand, acknowledged)
        assert [move.move for move in found.moves] == stand
        assert not found.note or size > len(begun)
        kills += 1
    return {"kills": kills, "more": more}


def bytes_of_ledger(folder: Path, every: int) -> dict[str, int]:
    """A run with `--resume` by a process that ends at one byte after the other of what it writes: the file is there as
    it was before, or not yet, and the run that goes on from it comes to what one run comes to."""
    ledger.EVERY = ledger.SHARE = 0.0
    rules = load(FERRY, limit=20)
    whole = simulate(rules, 6, seed=3, keep=False).to_json()
    path = folder / "run.json"
    simulate(rules, 3, seed=3, keep=False, resume=path)
    before = path.read_bytes()
    simulate(rules, 6, seed=3, keep=False, resume=path)
    kills = 0

    def play() -> Iterator[object]:
        simulate(rules, 6, seed=3, keep=False, resume=path, engine="reference")
        yield

    for number, size in enumerate(range(0, len(before) - ROOM, every)):
        path.unlink()
        if number % 4:  # else there is none yet
            path.write_bytes(before)
        assert ended(play, size) == 0
        assert path.exists() == bool(number % 4)
        assert not path.exists() or path.read_bytes() == before
        found = simulate(rules, 6, seed=3, keep=False, resume=path).to_json()
        assert {**found, "seconds": 0} == {**whole, "seconds": 0}
        kills += 1
    return {"kills": kills}


if __name__ == "__main__":
    how = {
        "moves": moves, "undo": undo, "create": create, "bytes": bytes_of_moves, "ledger": bytes_of_ledger,
    }[sys.argv[1]]  # fmt: skip
    sys.stdout.write(json.dumps(how(Path(sys.argv[2]), int(sys.argv[3]))) + "\n")
