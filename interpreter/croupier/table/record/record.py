"""Write a game in progress to a file, a line per move: after `append`, the line is on disk."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.base.faults import CroupierError
from croupier.base.moves import Move
from croupier.seat.outcome import Outcome
from croupier.table.game import Game, Rules
from croupier.table.record import errors
from croupier.table.record.errors import RecordError
from croupier.table.record.header import Header
from croupier.table.record.journal import Journal
from croupier.table.record.lines import MOST_LINE, ROOM, summed, written
from croupier.table.record.transcript import Transcript
from croupier_dsl import ir


class Record:
    """A game in a file that is open for appending; only one process at a time can open it so.

    `note` describes the parts left out on opening. If the disk refuses a line, RecordError is raised, the line is
    `owed`, and the next append (or `save`) tries again.
    """

    def __init__(self, journal: Journal, header: Header, begun: str, note: str = "", finished: bool = False) -> None:
        self._journal = journal
        self._finished = finished
        self._sum = begun
        self.header = header
        self.note = note

    @classmethod
    def create(
        cls, path: str | Path, game: Game, *, who: Sequence[str] = (), private: bool = False
    ) -> Record:  # fmt: skip
        """Return a new record of the game from here on. Raise RecordError if there is a file of that name.

        `who`: a word by seat about who plays it, for whoever resumes the game. `private`: only the owner of the file
        may read it; its seed shows every hand.
        """
        path = Path(path)
        try:
            header = Header.of(game, who)
            first = header.line()
        except (CroupierError, ValueError, TypeError) as error:
            raise errors.unplayable(path, error) from error
        return cls(Journal.create(path, first, private=private), header, json.loads(first)["checksum"])

    @classmethod
    def open(cls, path: str | Path, *, private: bool = False) -> Record:
        """Open a record to continue it; `game` replays it to its end. `private`: only its owner may then read it."""
        journal = Journal.open(Path(path))
        if private:
            journal.make_private()
        try:
            said = Transcript(journal.path, journal.contents())
        except BaseException:
            journal.close()
            raise
        journal.stand(said.size, len(said.moves))
        return cls(journal, said.header, said.sum, said.note, said.outcome is not None)

    @property
    def path(self) -> Path:
        return self._journal.path

    @property
    def moves(self) -> int:
        """Return the number of moves that count, owed ones included."""
        return self._journal.standing.moves

    @property
    def owed(self) -> int:
        """Return the number of lines not yet written to disk."""
        return len(self._journal.standing.owed)

    @property
    def finished(self) -> bool:
        """Return whether the record has an outcome."""
        return self._finished

    def append(self, seat: int, move: Move | str) -> None:
        """Keep a move that has been made. Pass the Move itself: its text is then in canonical notation."""
        text, seats = str(move), len(self.header.names)
        if self._finished:
            raise errors.game_over(self.path)
        if type(seat) is not int or not 0 <= seat < seats:
            raise errors.no_such_seat(self.path, seat, seats)
        if not text or not text.isprintable():
            raise errors.unfit_move(self.path, text)
        said = {"n": self.moves + 1, "seat": seat, "move": text}
        if len(written(said)) > MOST_LINE - ROOM:
            raise errors.unfit_move(self.path, text)
        self._append(said, self.moves + 1)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves; the file keeps both the moves and the undo."""
        if not 0 < count <= self.moves:
            raise errors.cannot_undo(self.path, count, self.moves)
        self._finished = False
        self._append({"undo": count}, self.moves - count)

    def finish(self, outcome: Outcome) -> None:
        """Keep how the game ended; once is enough."""
        if not self._finished:
            self._finished = True
            self._append(outcome.to_json(), self.moves)

    def _append(self, said: Mapping[str, object], moves: int) -> None:
        """Append a line after the last, saved or owed."""
        line, own = summed(said, self._sum) if self.header.version > 1 else (written(said), "")
        before = self._journal.standing
        try:
            self._journal.append(line, moves)
        finally:
            if self._journal.standing is not before:
                self._sum = own

    def save(self) -> None:
        """Try again to write the owed lines to disk."""
        self._journal.save()

    def transcript(self) -> Transcript:
        """Return the present contents of the record, owed lines included."""
        standing = self._journal.standing
        data = self._journal.contents()[: standing.size]
        return Transcript(self.path, data + b"".join(line for line, _ in standing.owed))

    def game(self) -> Game:
        """Return the game, replayed to its end. Raise RecordError at a move that cannot be made."""
        return self.transcript().game()

    def differs(self, current: ir.Rules | Rules) -> bool:
        """Return whether the rules have changed since. Texts, comments and layout do not count."""
        return self.header.differs(current)

    def close(self) -> None:
        """Try to write the owed lines, then release the file."""
        try:
            self.save()
        finally:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            with suppress(RecordError):  # that error is the one to be told
                self.close()

    def __repr__(self) -> str:
        return f"<Record {self.path}, {self.header.rules.name}, {self.moves} moves>"
