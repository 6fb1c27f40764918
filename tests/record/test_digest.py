"""The digest of rules: the same for the same rules, another for any others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from croupier import load
from croupier.table.catalogue import find
from croupier.table.record import RecordError, checksum, read
from croupier.table.record.digest import canonical, digest
from croupier_dsl import compile_text, from_json, ir, to_json

from .conftest import DATA, FERRY, Make, resummed

TEXT = FERRY.read_text(encoding="utf-8")
RULES = compile_text(TEXT)
LEFT_OUT = {"where", "title", "texts", "books", "clauses", "rulings", "because", "scenarios"} | {
    "parts",
    "equivalents",
    "family",
    "minutes",
}


def test_golden() -> None:
    """The canonical text of a ruleset, and its digest, stand in a file: records depend on them."""
    golden = json.loads((DATA / "ferry.digest.json").read_text(encoding="utf-8"))
    assert canonical(RULES) == json.dumps(golden["canonical"], sort_keys=True, separators=(",", ":"))
    assert digest(RULES) == golden["digest"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Le passeur", "La traversée"),
        ("    # never over: the limit of decisions ends it", ""),
        ("\n\n", "\n\n# a comment\n\n"),
        ("rank of card is not rank of top of boat", "rank   of card is not rank of top of boat"),
        ("moves: [cross, stay]", "moves:\n        - cross\n        - stay"),
        ("trips of player: number", "trips of player: number starting 0"),
        ("result:", "text: {moves.cross: {en: cross the river}}\nresult:"),
    ],
)
def test_what_does_not_count(old: str, new: str) -> None:
    """Texts, comments, layout and defaults written out leave the digest as it is."""
    changed = TEXT.replace(old, new)
    assert changed != TEXT
    assert digest(compile_text(changed)) == digest(RULES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("add 1 to trips", "add 2 to trips"),
        ("best: highest", "best: lowest"),
        ("1..5 starting 3", "1..5 starting 4"),
        ("hand of player: set seen by owner", "hand of player: set seen by everyone"),
        ("is not rank of top", "is rank of top"),
        ("players: 2..3", "players: 2..4"),
        ("times: 1000000", "times: 1000001"),
        ("game: ferry", "game: ferryman"),
    ],
)
def test_what_counts(old: str, new: str) -> None:
    """A change of any rule is another digest."""
    changed = TEXT.replace(old, new)
    assert changed != TEXT
    assert digest(compile_text(changed)) != digest(RULES)


def others(part: Any) -> Iterator[tuple[str, Any]]:
    """The part with one thing in it changed, for each thing that may count."""
    if isinstance(part, tuple):
        if part:
            yield "shorter", part[1:]
        for i, item in enumerate(part):
            for name, other in others(item):
                yield name, (*part[:i], other, *part[i + 1 :])
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            said = field.compare and field.name not in LEFT_OUT
            if not said or (isinstance(part, ir.Condition) and field.name == "text"):
                continue
            for name, other in others(getattr(part, field.name)):
                yield f"{type(part).__name__}.{field.name} {name}", replace(part, **{field.name: other})
    elif isinstance(part, bool):
        yield "turned", not part
    elif isinstance(part, int):
        yield "more", part + 1
    elif isinstance(part, str):
        yield "longer", f"{part}x"
    elif part is None:
        yield "there", 77


@pytest.mark.costly
def test_every_field_counts() -> None:
    """Whatever is changed anywhere in the rules, the digest is another, and no two are equal."""
    found = {digest(RULES): "as it is"}
    for name, other in others(RULES):
        assert digest(other) not in found, (name, found[digest(other)])
        found[digest(other)] = name
    assert len(found) > 150


def test_it_survives_the_file() -> None:
    """Rules that have been JSON have the digest they had."""
    for rules in (RULES, find("three-thirteen")):
        assert digest(from_json(to_json(rules))) == digest(rules)


def test_a_field_that_is_new_and_at_its_default_changes_nothing() -> None:
    """The format may grow: what a ruleset does not use is not in its canonical text."""
    assert '"among"' not in canonical(RULES)
    assert '"version"' not in canonical(RULES)


if __name__ == "__main__":
    golden = {"digest": digest(RULES), "canonical": json.loads(canonical(RULES))}
    Path(DATA / "ferry.digest.json").write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def test_a_record_with_rules_of_version_1_goes_on(make: Make, tmp_path: Path) -> None:
    """The digest of rules in an older format cannot be made again; the checksum of the line still guards them."""
    lines = make(6).read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["rules"]["version"] = 1
    header["digest"] = "sha256:" + "0" * 64
    header["checksum"] = checksum(header)
    path = tmp_path / "old.rec"
    path.write_bytes(resummed(json.dumps(header).encode() + b"\n" + b"".join(lines[1:])))
    found = read(path)
    assert len(found.moves) == 6
    assert not found.differs(load(FERRY))
    header["rules"]["version"] = ir.VERSION
    header["checksum"] = checksum(header)
    path.write_bytes(resummed(json.dumps(header).encode() + b"\n" + b"".join(lines[1:])))
    with pytest.raises(RecordError, match="have the digest"):
        read(path)
