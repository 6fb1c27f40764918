"""A record from a stranger does no harm: whatever is in it, the answer is a game or a RecordError, soon."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, load
from croupier.table.record import Header, RecordError, Transcript, digest
from croupier.table.record.header import checksum
from croupier_dsl import SerialError, from_json

from .conftest import FERRY, play_on, resummed

pytestmark = pytest.mark.in_turn(10)

PATH = Path("stranger.rec")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@cache
def honest() -> tuple[bytes, bytes]:
    """The first line of a record, and the lines of a whole game."""
    game = Game(load(FERRY, limit=6), 7)
    header = Header.of(game).line()
    lines = []
    for number in range(6):
        seat = game.to_act[0]
        move = game.legal_moves(seat)[0]
        game.play(seat, move)
        lines.append(json.dumps({"n": number + 1, "seat": seat, "move": str(move)}))
    assert game.outcome is not None
    lines.append(json.dumps(game.outcome.to_json()))
    data = resummed(header + "".join(f"{line}\n" for line in lines).encode())
    return header, data.removeprefix(header)


def header() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(honest()[0])
    return found


def line(data: object) -> bytes:
    """A line; a first one with the checksum that a stranger can work out as well as anybody."""
    if isinstance(data, dict) and "checksum" in data:
        data = data | {"checksum": checksum(data)}
    return json.dumps(data).encode() + b"\n"


def taken(data: bytes) -> str:
    """What is said about these bytes; nothing if they are a record that can be replayed."""
    try:
        for _ in Transcript(PATH, data).replay():
            pass
    except RecordError as error:
        return str(error)
    return ""


def test_the_honest_one() -> None:
    """The record that is meddled with below is a good one."""
    assert taken(b"".join(honest())) == ""


@settings(max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """Bytes that are nothing are refused, alone and after a good first line."""
    assert taken(data)
    taken(honest()[0] + data)
    taken(b"".join(honest()) + data)


@settings(max_examples=50)
@given(st.data())
def test_changed_bytes(data: st.DataObject) -> None:
    """A few bytes changed, left out or put in, anywhere in the moves or in the first line."""
    for part in (0, 1):
        parts = [bytearray(part) for part in honest()]
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(parts[part]) - 1))
            parts[part][at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        taken(b"".join(parts))
        if part:
            taken(resummed(b"".join(parts)))


@settings(max_examples=50)
@given(st.sampled_from(sorted(header() | {"seed": 0, "chance": 0, "position": 0, "who": 0})), JSON)
def test_any_value_in_the_first_line(key: str, value: object) -> None:
    """Whatever stands for a part of the first line."""
    taken(line(header() | {key: value}) + honest()[1])
    data = header()
    del data["seed"]
    taken(line(data | {"position": Game(load(FERRY), 1).position() | {key: value}}) + honest()[1])


@settings(max_examples=50)
@given(st.lists(JSON | st.fixed_dictionaries({"n": JSON, "seat": JSON, "move": JSON}), max_size=3))
def test_any_lines(lines: list[object]) -> None:
    """Whatever JSON stands in the lines."""
    taken(resummed(honest()[0] + b"".join(map(line, lines))))


def places(part: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to every part of the rules."""
    yield path
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from places(inner, (*path, key))


PLACES = [*places(header()["rules"])][1:]


def at(part: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        part = part[key]
    return part


@settings(max_examples=150)
@given(st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(-3, 10**13), st.booleans())
def test_rules_that_no_checker_has_seen(
    here: tuple[str | int, ...], there: tuple[str | int, ...], n: int, number: bool
) -> None:
    """Rules of the right form that mean nothing, under a digest of their own: a game, or why there is none."""
    data = header()
    at(data["rules"], here[:-1])[here[-1]] = n if number else at(header()["rules"], there)
    with suppress(SerialError, TypeError):
        data["digest"] = digest(from_json(json.dumps(data["rules"])))
    taken(line(data) + honest()[1])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"croupier_record": 3}, "unsupported format version 3; supported: 1 and 2"),
        ({"digest": "sha256:0"}, "the rules in it have the digest sha256:"),
        ({"players": 3}, "`players`, `names` and `who` contradict each other"),
        ({"names": ["Ann", "Ann"]}, "need 2 different names"),
        ({"names": ["Ann", "\x1b[2J"]}, "unprintable character"),
        ({"names": ["P1"] * 5000, "players": 5000}, "contradict each other"),
        ({"options": {"cards_each": 9}}, "cards_each"),
        ({"options": {"no_such": 1}}, "no_such"),
        ({"limit": 0}, "`limit` must be a number"),
        ({"seed": "x"}, "invalid seed"),
        ({"seed": 7}, "`seed` must be a text"),
        ({"chance": [{"shuffle": "stock", "cards": ["ZZ"]}]}, "ZZ"),
        ({"position": {}}, "it needs either `seed`"),
        ({"ruleset": "../../secret"}, "it contains the rules of ferry"),
        ({"more": 1}, "unknown key `more`; the keys are chance, checksum, "),
    ],
)  # fmt: skip
def test_what_is_said(change: dict[str, object], problem: str) -> None:
    """Each refusal of a first line says what is wrong with it."""
    said = taken(line(header() | change))
    assert said.startswith("stranger.rec:1: ")
    assert problem in said


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"cards_each": 4}},
        {"names": ["Q1", "P2"]},
        {"limit": 7},
        {"seed": "3"},
        {"who": ["you", "greedy"]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_first_line_that_has_changed(change: dict[str, object]) -> None:
    """What could as well have been written is refused where the checksum says that it was not; a record from before
    there were checksums is read."""
    changed = header() | change
    assert changed != header()
    assert "its checksum does not match" in taken(json.dumps(changed).encode() + b"\n")
    older = {key: value for key, value in changed.items() if key != "checksum"}
    assert taken(line(older | {"croupier_record": 1})) == ""
    assert "its checksum does not match" in taken(line(older))


def test_any_bit_of_the_first_line() -> None:
    """Whichever bit of it flips, the line is no longer taken for what was written."""
    whole = line(header())
    for at in range(0, len(whole) - 1, 97):
        flipped = bytearray(whole)
        flipped[at] ^= 2
        assert taken(bytes(flipped)) or json.loads(flipped) == json.loads(whole), at


def test_too_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of lines has a bound, and so has the length of each."""
    monkeypatch.setattr("croupier.table.record.lines.MOST_LINES", 1000)
    moves = b"".join(line({"n": number + 1, "seat": 0, "move": "stay"}) for number in range(2000))
    assert "at most 1000 lines" in taken(resummed(honest()[0] + moves))
    monkeypatch.setattr("croupier.table.record.lines.MOST_HEADER", 1000)
    assert "longer than 1000 bytes" in taken(honest()[0])


def test_what_cannot_be_read_again_is_not_written() -> None:
    """A game whose rules a terminal could not show is not recorded, so that no record is refused that was made."""
    game = Game(load(FERRY, names=["A", "B"]), 1)
    play_on(game, None, 2)
    with pytest.raises(ValueError, match="`who` names the players of 1 of 2 seats"):
        Header.of(game, ["you"]).line()
    with pytest.raises(ValueError, match="unprintable character"):
        Header.of(game, ["you", "\x07"]).line()
