"""Read the bytes of a record, and replay it move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.table.game import Game, Rules
from croupier.table.record import errors
from croupier.table.record.header import Header
from croupier.table.record.journal import contents
from croupier.table.record.lines import split, sum_of
from croupier_dsl import ir


class Recorded(NamedTuple):
    """A recorded move. `number` counts from 1, seats from 0; `line` is its line in the file."""

    number: int
    seat: int
    move: str
    line: int


class Replayed(NamedTuple):
    """A move that has just been made again. `game` is one game that goes on; copy it to keep a point of it."""

    number: int
    seat: int
    move: str
    game: Game


class Transcript:
    """The contents of a record: how the game began (`header`), the moves that count, the outcome if it is over.

    `note`: the parts that were left out, if any. `size`: the bytes of whole lines. `sum`: the checksum of the last
    line, which the next line continues.
    """

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.moves: list[Recorded] = []
        self.outcome: Mapping[str, object] | None = None
        self._outcome_line = 0
        self.size = 0
        self.sum = ""
        texts: dict[str, str] = {}
        header: Header | None = None
        for line, end, said in split(path, data):
            self.size = end
            if header is None:
                header = Header.from_json(path, said)
                self.sum = str(said.get("checksum", ""))
            else:
                if header.version > 1:
                    said = self._as_it_was(line, said)
                self._take(line, said, len(header.names), texts)
        if header is None:
            raise errors.not_a_record(path) if data else errors.empty(path)
        self.header = header
        if header.version > 1 and self._is_whole(data[self.size : -1]):
            raise errors.changed_line(path, data.count(b"\n") + 1)
        zeros = len(data) - len(data.rstrip(b"\0"))
        self.note = errors.torn(len(self.moves)) if self.size < len(data) else ""
        if zeros:
            self.note = errors.zeroed(zeros, len(self.moves))

    def _as_it_was(self, line: int, said: dict[str, object]) -> dict[str, object]:
        """Return a line without its checksum.

        Raise RecordError if the checksum does not fit the line and its predecessor.
        """
        own = said.pop("sum", None)
        if own != sum_of(said, self.sum):
            raise errors.changed_line(self.path, line)
        self.sum = str(own)
        return said

    def _is_whole(self, tail: bytes) -> bool:
        """Return whether the tail is a complete line whose newline was damaged."""
        try:
            said = json.loads(tail)
        except (ValueError, RecursionError):
            return False
        return isinstance(said, dict) and said.get("sum") == sum_of(said, self.sum)

    def _take(self, line: int, said: dict[str, object], seats: int, texts: dict[str, str]) -> None:
        """Handle one line after the first."""
        match said:
            case {"n": number, "seat": seat, "move": str(move)} if len(said) == 3:
                if self.outcome is not None:
                    raise errors.bad_line(self.path, line, tr("a move follows the end of the game"))
                if type(number) is not int or number != len(self.moves) + 1:
                    raise errors.bad_line(self.path, line, tr("expected move {n} here", n=len(self.moves) + 1))
                if type(seat) is not int or not 0 <= seat < seats:
                    raise errors.bad_line(
                        self.path,
                        line,
                        tr(
                            "seat {seat} does not exist; the seats are 0 to {last}",
                            seat=repr(seat)[:20],
                            last=seats - 1,
                        ),
                    )
                if not move.isprintable():
                    raise errors.bad_line(self.path, line, tr("the move contains an unprintable character"))
                self.moves.append(Recorded(number, seat, texts.setdefault(move, move), line))
            case {"undo": count} if len(said) == 1:
                if type(count) is not int or not 0 < count <= len(self.moves):
                    raise errors.bad_line(
                        self.path,
                        line,
                        tr("cannot undo {count} of {n} moves", count=repr(count)[:20], n=len(self.moves)),
                    )
                del self.moves[-count:]
                self.outcome = None
            case {"outcome": _}:
                if self.outcome is not None:
                    raise errors.bad_line(self.path, line, tr("the game has ended already"))
                self.outcome, self._outcome_line = said, line
            case _:
                raise errors.bad_line(self.path, line, tr("expected a move, an undo or an outcome"))

    @cached_property
    def rules(self) -> Rules:
        """Return the rules in the record, bound as they were. Raise RecordError if they cannot be."""
        try:
            return self.header.bound()
        except Exception as error:  # the checker has not seen these rules: anything may be wrong with them
            raise errors.bad_rules(self.path, _told(error)) from error

    def begin(self) -> Game:
        """Return the game before its first move."""
        rules = self.rules
        try:
            return self.header.begin(rules)
        except CroupierError as error:
            raise errors.bad_header(self.path, error) from error
        except Exception as error:
            raise errors.bad_rules(self.path, _told(error)) from error

    def replay(self, to: int | None = None, game: Game | None = None) -> Iterator[Replayed]:
        """Make the moves again, the first `to` of them or all; RecordError at one that cannot be made.

        `game`: what `begin` has given, for who wants to look at it before the first move.
        """
        game = self.begin() if game is None else game
        for number, seat, move, line in self.moves[:to]:
            try:
                game.play(seat, move)
            except Exception as error:
                who = self.header.names[seat]
                raise errors.bad_move(self.path, line, number, who, move, _told(error)) from error
            yield Replayed(number, seat, move, game)
        if to is None or to >= len(self.moves):
            self._check_outcome(game)

    def game(self, to: int | None = None) -> Game:
        """Return the game after its last move, or after `to` of them."""
        game = self.begin()
        for _ in self.replay(to, game):
            pass
        return game

    def differs(self, current: ir.Rules | Rules) -> bool:
        """Return whether the rules have changed since. Texts, comments and layout do not count."""
        return self.header.differs(current)

    def _check_outcome(self, game: Game) -> None:
        if self.outcome is None:
            return
        try:
            found = None if game.outcome is None else game.outcome.to_json()
        except Exception as error:
            raise errors.bad_rules(self.path, _told(error)) from error
        if found != self.outcome:
            raise errors.other_outcome(self.path, self._outcome_line)


def _told(error: Exception) -> str:
    """Return an error in words: the engine's message, or the kind of an unexpected exception."""
    return str(error) if isinstance(error, CroupierError) else tr("{error} in the rules", error=type(error).__name__)


def read(path: str | Path) -> Transcript:
    """Read a record, even while it is being written. Raise RecordError if the file is not a record."""
    path = Path(path)
    return Transcript(path, contents(path))
