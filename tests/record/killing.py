"""Kills itself: `python killing.py moves|undo|create FOLDER ROUNDS`. Forks a process that writes, kills it at a random
moment, and looks at what it left; AssertionError if anything acknowledged is lost. Prints how many kills hit what."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.players import Uniform
from croupier.table.record import Record, read

FERRY = Path(__file__).parent / "data" / "ferry.yaml"
MOMENT = Stream(11)


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


if __name__ == "__main__":
    how = {"moves": moves, "undo": undo, "create": create}[sys.argv[1]]
    sys.stdout.write(json.dumps(how(Path(sys.argv[2]), int(sys.argv[3]))) + "\n")
