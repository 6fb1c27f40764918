"""A last line that was not written to its end is left out; anything else that is wrong is told by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Rules
from croupier.table.record import Record, RecordError, read

from .conftest import Make, resummed


@pytest.mark.costly
def test_torn_at_every_byte(make: Make, tmp_path: Path) -> None:
    """Cut at any byte of the last line, a record has all moves but that one, says so, and goes on."""
    data = make(6).read_bytes()
    start = data.rindex(b"\n", 0, -1) + 1
    path = tmp_path / "torn.rec"
    for end in range(start, len(data)):
        path.write_bytes(data[:end])
        assert len(read(path).moves) == 5
        with Record.open(path) as record:
            assert (record.moves, bool(record.note)) == (5, end > start)
            record.append(1, "stay")
        assert path.read_bytes() == resummed(data[:start] + b'{"n":6,"seat":1,"move":"stay"}\n')
        assert not read(path).note


@pytest.mark.parametrize("tail", [b"\xff\xfe", b'{"n":7,"seat":0,"move":"stay"}', b'{"undo":6}', b"x" * 99_999])
def test_any_tail_without_its_newline_is_torn(make: Make, tail: bytes) -> None:
    """What stands after the last newline does not count, be it noughts, nonsense or a line that looks whole."""
    path = make(6)
    data = path.read_bytes()
    path.write_bytes(data + tail)
    assert read(path).note == "the last line is incomplete and is ignored; 6 moves remain"
    with Record.open(path) as record:
        record.undo()
    assert path.read_bytes() == resummed(data + b'{"undo":1}\n')


@pytest.mark.parametrize("lines", [1, 4])
def test_a_tail_of_zeros_says_that_more_may_be_lost(make: Make, lines: int) -> None:
    """After a power failure a file may have its length and zeros in place of its last lines: it is not told as one
    torn line, and what stands before the zeros is read and gone on from."""
    path = make(6)
    data = path.read_bytes()
    start = len(b"".join(data.splitlines(keepends=True)[:-lines]))
    path.write_bytes(data[:start] + bytes(len(data) - start))
    told = f"the last {len(data) - start} bytes are zeros, as after a power failure, so the moves there are lost"
    assert read(path).note == f"{told}; {6 - lines} moves remain"
    with Record.open(path) as record:
        record.append(1 if lines == 1 else 0, "stay")
    assert len(read(path).moves) == 7 - lines
    assert not read(path).note


LINES = {
    b"": "not JSON",
    b"\0\0\0": "not JSON",
    b"\xff": "not UTF-8",
    b"[1, 2]": "not a JSON object",
    b'{"n":3,"seat":0,"move":"stay"': "not JSON",
    b'{"n":2,"seat":0,"move":"stay"}': "expected move 3 here",
    b'{"n":true,"seat":0,"move":"stay"}': "expected move 3 here",
    b'{"n":3,"seat":2,"move":"stay"}': "does not exist",
    b'{"n":3,"seat":-1,"move":"stay"}': "does not exist",
    b'{"n":3,"seat":0,"move":"stay\\u001b[2J"}': "unprintable character",
    b'{"n":3,"seat":0,"move":7}': "expected a move, an undo or an outcome",
    b'{"n":3,"seat":0,"move":"stay","more":1}': "expected a move, an undo or an outcome",
    b'{"undo":0}': "cannot undo",
    b'{"undo":3}': "cannot undo",
    b'{"undo":1.0}': "cannot undo",
    b'{"undo":"all"}': "cannot undo",
    b"{}": "expected a move, an undo or an outcome",
    b"[" * 30_000: "not JSON",
    b'{"undo":' + b"9" * 20_000 + b"}": "not JSON",
    b" " * 40_000: "longer than 32768 bytes",
    b'{"outcome":"finished"}\n{"n":3,"seat":0,"move":"stay"}': "follows the end",
    b'{"outcome":"finished"}\n{"outcome":"finished"}': "ended already",
}


@pytest.mark.parametrize(("line", "problem"), LINES.items(), ids=range(len(LINES)))
def test_a_wrong_line_in_the_middle(make: Make, line: bytes, problem: str) -> None:
    """A line that is whole but wrong is an error that names file and line; nothing is thrown away."""
    path = make(2)
    data = resummed(path.read_bytes() + line + b'\n{"undo":1}\n')
    path.write_bytes(data)
    with pytest.raises(RecordError, match=problem) as caught:
        read(path)
    assert caught.value.line == 4 + line.count(b"\n")
    assert str(caught.value).startswith(f"{path}:{caught.value.line}: ")
    with pytest.raises(RecordError, match=problem):
        Record.open(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("move", ["stay twice=2", "nonsense", "cross card=ZZ", "cross", "x" * 3000])
def test_a_move_that_cannot_be_made(make: Make, move: str, rules: Rules) -> None:
    """A move that is not legal there is told by its line, its number, who made it and why not."""
    path = make(2)
    path.write_bytes(resummed(path.read_bytes() + b'{"n":3,"seat":0,"move":"%s"}\n' % move.encode()))
    with pytest.raises(RecordError, match=r"move 3, .* by P1, cannot be made: ") as caught:
        read(path).game()
    assert caught.value.line == 4
    assert read(path).game(to=2).decisions == 2


def test_another_outcome(make: Make) -> None:
    """A game that does not end as its record says is no such game."""
    path = make(60)
    path.write_bytes(resummed(path.read_bytes().replace(b'"decisions":60', b'"decisions":61')))
    with pytest.raises(RecordError, match="ends differently"):
        read(path).game()
    assert read(path).game(to=59).decisions == 59
