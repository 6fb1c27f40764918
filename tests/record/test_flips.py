"""Whatever becomes of a record on its disk, nothing wrong is accepted in silence: bits flip, parts are cut or lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import Game, Rules
from croupier.table.record import Header, Record, RecordError, Transcript, read
from croupier.table.record.lines import split

from .conftest import Make, play_on

PATH = Path("flipped.rec")


@pytest.fixture
def short(make: Make, monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, bytes]:
    """The first line of a record, and some moves, one of them taken back; the first line is read once for all tests."""
    path = make(4)
    with Record.open(path) as record:
        record.undo(2)
        record.append(0, "stay")
    data = path.read_bytes()
    begun = Header.from_json(path, json.loads(data.partition(b"\n")[0]))
    monkeypatch.setattr(Header, "from_json", lambda path, said: begun)
    start = data.index(b"\n") + 1
    return data[:start], data[start:]


def said(data: bytes) -> tuple[list[tuple[int, int, str]], str]:
    """The moves that stand, and what is noted; RecordError if it is no record."""
    transcript = Transcript(PATH, data)
    return [move[:3] for move in transcript.moves], transcript.note


@pytest.mark.costly
def test_any_bit_of_any_line(short: tuple[bytes, bytes]) -> None:
    """Whichever bit of a line flips, of its newline too: the record is refused, with the line."""
    first, lines = short
    for at in range(8 * len(lines)):
        flipped = bytearray(lines)
        flipped[at // 8] ^= 1 << at % 8
        with pytest.raises(RecordError) as caught:
            said(first + flipped)
        assert caught.value.line is not None, at


def test_cut_at_any_byte(short: tuple[bytes, bytes]) -> None:
    """What is left has the lines that are whole, and says whether there was more; where a line ends nothing tells that
    another followed."""
    first, lines = short
    ends = [end for _, end, _ in split(PATH, first + lines)][1:]
    for end in range(len(first), len(first + lines)):
        moves, note = said((first + lines)[:end])
        assert bool(note) == (end not in (len(first), *ends))
        assert (moves, "") == said((first + lines)[: max([len(first), *(each for each in ends if each <= end)])])


def test_lines_that_are_lost_doubled_or_moved(short: tuple[bytes, bytes]) -> None:
    """Each is whole; that they do not follow one another is told."""
    first, lines = short
    each = lines.splitlines(keepends=True)
    wrong = [each[:at] + each[at + 1 :] for at in range(len(each) - 1)]
    wrong += [[*each[: at + 1], *each[at:]] for at in range(len(each))]
    wrong += [[*each[:at], each[at + 1], each[at], *each[at + 2 :]] for at in range(len(each) - 1)]
    for found in wrong:
        with pytest.raises(RecordError, match="has been changed"):
            said(first + b"".join(found))


def test_lines_of_another_record(short: tuple[bytes, bytes], tmp_path: Path, rules: Rules) -> None:
    """The lines of one game do not go behind the beginning of another."""
    with Record.create(tmp_path / "other.rec", game := Game(rules, 8)) as record:
        play_on(game, record, 4)
    _, _, others = (tmp_path / "other.rec").read_bytes().partition(b"\n")
    with pytest.raises(RecordError, match="has been changed"):
        said(short[0] + others)


@pytest.mark.slow
def test_any_bit_of_a_whole_record(make: Make) -> None:
    """One bit of every byte, the first line too; what is read all the same says what it said."""
    data = make(3).read_bytes()
    whole = Transcript(PATH, data)
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 1 << at % 8
        try:
            found = Transcript(PATH, bytes(flipped))
        except RecordError:
            continue
        assert json.loads(flipped.partition(b"\n")[0]) == json.loads(data.partition(b"\n")[0]), at
        assert (found.moves, found.header, found.note) == (whole.moves, whole.header, whole.note)


def test_a_record_from_before_there_were_sums_goes_on_as_it_is(make: Make, tmp_path: Path) -> None:
    """It is read and played on, and stays in its own form."""
    header, *lines = make(3).read_bytes().splitlines()
    old = {**json.loads(header), "croupier_record": 1}
    del old["checksum"]
    bare = [json.dumps({key: value for key, value in json.loads(line).items() if key != "sum"}) for line in lines]
    path = tmp_path / "old.rec"
    path.write_text("".join(f"{line}\n" for line in (json.dumps(old), *bare)), encoding="utf-8")
    with Record.open(path) as record:
        assert record.moves == 3
        record.append(1, "stay")
    assert path.read_bytes().endswith(b'{"n":4,"seat":1,"move":"stay"}\n')
    assert read(path).game().decisions == 4
