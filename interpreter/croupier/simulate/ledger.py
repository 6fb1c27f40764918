"""A file with the sums of a long run, from which the run can continue after any interruption.

The file has two lines: the run, and the sums of all games so far. It is written to another file and renamed, so that it
is always complete; a kill loses only games since the last write.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from croupier.base.faults import SetupError
from croupier.base.files import write
from croupier.base.language import ntr, tr
from croupier.base.values import Value
from croupier.simulate.sums import Sums
from croupier.table.record import RecordError, checksum, digest, written

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.kit import Seated
    from croupier.table.game import Rules

VERSION = 1
EVERY = 2.0
"""The minimum interval between writes of the file, in seconds of play."""
SHARE = 0.001
"""The minimum interval as a share of the time of the run so far."""
MOST_BYTES = 64 << 20


class Ledger:
    """A file with the `sums` of a run, which it holds from its first game on. It is written once more at the end of the
    `with` around the games. `refused`: why the file could not be written when that was tried last, if it could not.
    """

    def __init__(self, path: str | Path, rules: Rules, seed: Seed, seated: Seated) -> None:
        """Open the file. Raise RecordError if it is from another run or has been changed, OSError if it cannot be
        written."""
        self.path = Path(path).resolve()
        self.refused: OSError | None = None
        self.sums = Sums(rules.seats)
        self._run = _said(rules, seed, seated)
        self._began = self._saved = monotonic()
        try:
            lines = self._lines()
        except FileNotFoundError:
            self._write()
            return
        self._check(lines[0])
        try:
            self.sums = Sums.from_json(rules.seats, lines[1])
        except (KeyError, TypeError, ValueError):
            raise RecordError(self.path, tr("this is not a sum of games"), 2) from None

    def _lines(self) -> list[dict[str, object]]:
        with self.path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        lines = data.split(b"\n")
        if b"croupier_run" not in lines[0] or len(data) > MOST_BYTES:
            raise RecordError(self.path, tr("this is not a results file; it was not changed"), 1)
        if len(lines) != 3 or lines[2]:
            raise RecordError(self.path, tr("the file has been changed: it has two complete lines"), len(lines))
        return [self._line(number, line) for number, line in enumerate(lines[:2], 1)]

    def _line(self, number: int, line: bytes) -> dict[str, object]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("checksum") != checksum(found):
            told = tr("the line has been changed: its checksum does not match")
            raise RecordError(self.path, told, number)
        return found

    def _check(self, there: Mapping[str, object]) -> None:
        """Raise RecordError if it is another run. The engine, processes and number of games may differ."""
        here = json.loads(json.dumps(self._run))
        for key in [*here, *there]:
            if key != "checksum" and there.get(key) != here.get(key):
                told = [json.dumps(said.get(key), ensure_ascii=False) for said in (there, here)]
                raise RecordError(
                    self.path,
                    tr("the file is from another run: its {key} is {there}, not {here}; it was not changed",
                       key=key, there=told[0][:80], here=told[1][:80]),
                    1,
                )  # fmt: skip

    def left(self, games: int) -> int:
        """Return the number of games still to be played. Raise SetupError if the file has more."""
        if games < self.sums.games:
            there = ntr("{n} game", "{n} games", self.sums.games)
            raise SetupError(
                tr("{path} already contains {games}; ask for at least as many", path=self.path, games=there)
            )
        return games - self.sums.games

    def played(self) -> None:
        """Note that games were added to the sums; write the file from time to time."""
        now = monotonic()
        if now - self._saved > max(EVERY, SHARE * (now - self._began)):
            self.save()

    def save(self) -> None:
        """Write the file. If the disk refuses, `refused` says so, and the next time is another try."""
        try:
            self._write()
            self.refused = None
        except OSError as error:
            self.refused = error
        self._saved = monotonic()

    def _write(self) -> None:
        """Write the file as a whole, or leave it as before."""
        lines = [written({**line, "checksum": checksum(line)}) for line in (self._run, self.sums.to_json())]
        write(self.path, b"".join(lines).decode("utf-8"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.save()


def _said(rules: Rules, seed: Seed, seated: Seated) -> dict[str, Value]:
    """Return everything that the games of a run depend on."""
    return {
        "croupier_run": VERSION,
        "croupier": version("croupier"),
        "ruleset": rules.name,
        "digest": digest(rules.ir),
        "players": rules.seats,
        "options": dict(rules.options),
        "limit": rules.program.limit,
        "seed": f"{seed.number}:{seed.game}",
        "policies": list(seated.policies),
        "moves on": seated.moves_on,
    }
