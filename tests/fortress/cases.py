"""Hostile inputs by class and number: the same number of a class is always the same input, and what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier import Rules, load
from croupier.base.chance import Stream
from croupier.table.record.digest import digest
from croupier.table.record.header import checksum
from croupier_dsl import SerialError, from_json
from tests.law.rulesets import BASE, PLAIN, parts_of
from tests.law.sentences import Draw

from . import bending, grammar, judging, messages, shipped
from .bending import one

SECONDS = 1.0
"""So long is a game played, of whatever ruleset."""

Case = Callable[[Stream, Path], str]
Bend = Callable[[str, str, Stream], bytes]


def _short_first(stream: Stream, among: tuple[Path, ...]) -> Path:
    """One of the files, the short ones far more often: they are read sooner."""
    return among[min(stream.below(len(among)) for _ in range(3 if stream.below(8) == 0 else 9))]


def bent_file(bend: Bend, stream: Stream, folder: Path) -> str:
    """A file that comes along, bent; it lies alone, as if from a stranger."""
    among = shipped.variants() if stream.below(20) == 0 else shipped.rulesets()
    path, other = _short_first(stream, among), _short_first(stream, shipped.rulesets())
    if bend is bending.trees:
        data = bend(shipped.tree_of(path), shipped.tree_of(other), stream)
    else:
        data = bend(shipped.text_of(path), shipped.text_of(other), stream)
    return _judged(path.name, data, stream, folder)


def beside(stream: Stream, folder: Path) -> str:
    """Scenarios, clauses or texts, bent, beside the game that they belong to."""
    path, other = (_short_first(stream, shipped.besides()) for _ in range(2))
    bend = one(stream, BENDS)
    if bend is bending.trees:
        data = bend(shipped.tree_of(path), shipped.tree_of(other), stream)
    else:
        data = bend(shipped.text_of(path), shipped.text_of(other), stream)
    main = shipped.main_of(path)
    (folder / path.name).write_bytes(data)
    try:
        return _judged(main.name, shipped.text_of(main).encode(), stream, folder)
    finally:
        (folder / path.name).unlink()


CHANGED = ("options", "cards", "tables", "zones", "state", "combos", "define", "effects", "play", "stages", "moves")
"""Sections that a variant may change by path."""


def variant(stream: Stream, folder: Path) -> str:
    """A variant of a game: paths changed to what stands elsewhere, there or in another game, added, removed."""
    games = shipped.games()[:40]
    base, other = one(stream, games), one(stream, games)
    tree, more = json.loads(shipped.tree_of(base)), json.loads(shipped.tree_of(other))
    ways, values = (
        [way for way in shipped.leaves(each) if way[0] in CHANGED and len(way) > 1] for each in (tree, more)
    )
    sections: dict[str, dict[str, object]] = {}
    removed = []
    alike = _alike(tree, ways, stream)
    if alike and stream.below(2):
        text = {"croupier": "1", "variant": "bent", "of": base.stem, "change": alike}
        return _judged("bent.yaml", json.dumps(text).encode(), stream, folder)
    for _ in range(1 + stream.below(3)):
        steps = one(stream, ways)
        way = ".".join(word if isinstance(word, str) else str(word + 1) for word in steps if word != "steps")
        here, there = shipped.at(tree, steps), shipped.at(more, one(stream, values))
        match stream.below(8):
            case 0:
                removed.append(way)
            case 1:
                sections.setdefault(one(stream, ["add", "change", "text"]), {})[way] = there
            case 2:
                sections.setdefault("change", {})[way] = one(stream, bending.NUMBERS + bending.WORDS)
            case _ if isinstance(here, str):
                bend = one(stream, [bending.words, bending.numbers, bending.tokens])
                sections.setdefault("change", {})[way] = bend(here, shipped.text_of(base), stream).decode()
            case _:
                sections.setdefault("change", {})[way] = here
    text = {"croupier": "1", "variant": "bent", "of": base.stem, **sections, **({"remove": removed} if removed else {})}
    data = json.dumps(text).encode()
    if stream.below(3) == 0:
        data = one(stream, [bending.tokens, bending.words, bending.unicode, bending.raw])(
            data.decode(), shipped.text_of(other), stream
        )
    return _judged("bent.yaml", data, stream, folder)


def _alike(tree: object, ways: list[tuple[Any, ...]], stream: Stream) -> dict[str, str]:
    """A sentence of a game in the place of another in the same section, as deep and under the same key, by path: most
    of it can be read, and some of it plays."""
    told = {way: shipped.at(tree, way) for way in ways if way[0] in ("define", "state", "options", "moves", "combos")}
    plain = {way: text for way, text in told.items() if isinstance(text, str) and all(isinstance(n, str) for n in way)}
    if not plain:
        return {}
    here = one(stream, sorted(plain))
    kin = [text for way, text in plain.items() if way[0] == here[0] and way[2:3] == here[2:3] and text != plain[here]]
    words = bending.numbers(plain[here], "", stream).decode()
    other = one(stream, sorted(kin)) if kin and stream.below(3) else words
    path = ".".join(step.split(" ")[0] for step in here)
    return {path: other} if other != plain[here] else {}


def record(stream: Stream, folder: Path) -> str:
    """The record of a game, its lines or its first line bent; half of the first lines have a checksum that fits."""
    first, lines = shipped.record(one(stream, shipped.SMALL))
    match stream.below(4):
        case 0:
            return judging.record(bending.raw(first.decode(), "", stream) + lines)
        case 1:
            bend = one(stream, [bending.raw, bending.tokens, bending.lines, bending.numbers, bending.unicode])
            return judging.record(first + bend(lines.decode(), lines.decode(), stream))
        case 2:
            data = bending.graft(json.loads(first), {"a": [1, "x", {}]}, stream, odd=True)
        case _:
            data = json.loads(first)
            data["rules"] = bending.graft(data["rules"], data["rules"], stream, odd=True)
            with suppress(SerialError):
                data["digest"] = digest(from_json(json.dumps(data["rules"])))
    if isinstance(data, dict) and "checksum" in data:
        data["checksum"] = checksum(data)
    return judging.record(json.dumps(data).encode() + b"\n" + lines)


@cache
def _table(name: str) -> Rules:
    return load(name)


def position(stream: Stream, folder: Path) -> str:
    """A position, its parts bent, and the game that goes on from it."""
    name = one(stream, shipped.SMALL)
    data = json.loads(shipped.position(name, stream.below(12)))
    other = json.loads(shipped.position(name, stream.below(12)))
    return judging.position(_table(name), bending.graft(data, other, stream, odd=True), stream, SECONDS)


def rules(stream: Stream, folder: Path) -> str:
    """Rules as JSON, bent."""
    text, other = (shipped.rules_json(one(stream, shipped.SMALL)) for _ in range(2))
    if stream.below(3) == 0:
        bent = one(stream, [bending.raw, bending.tokens, bending.numbers, bending.unicode])(text, other, stream)
        return judging.rules_json(bent.decode("utf-8", "replace"))
    return judging.rules_json(json.dumps(bending.graft(json.loads(text), json.loads(other), stream, odd=True)))


def _judged(name: str, data: bytes, stream: Stream, folder: Path) -> str:
    path = folder / name
    path.write_bytes(data)
    return judging.file(path, stream, SECONDS)


PLACES = """
row level heavy rich crew figures when2 score until times2 pool whole wild amount domain domain3 by by2 do2 do3 do5
begin end
""".split()  # noqa: SIM905  # words are easier to read than a list of strings
"""Where a drawn sentence may stand in a ruleset that is otherwise plain."""


def sentence_in_rules(stream: Stream, folder: Path) -> str:
    """A drawn sentence of the language, in its place in a ruleset with everything in it that a sentence may name."""
    draw = Draw(stream.below(1 << 20))
    parts = {**PLAIN}
    drawn = parts_of(draw)
    for _ in range(1 + stream.below(3)):
        name = one(stream, PLACES)
        parts[name] = drawn[name]
    text = BASE.format(**parts)
    bend = one(stream, [bending.tokens, bending.words])
    return _judged("drawn.yaml", bend(text, text, stream) if stream.below(2) else text.encode(), stream, folder)


def sentence(stream: Stream, folder: Path) -> str:
    """A sentence alone, of any kind."""
    kind = one(stream, grammar.kinds())
    return judging.sentence(kind, grammar.drawn(kind, stream))


def to_a_table(stream: Stream, folder: Path) -> str:
    """What a page says to a table, bent."""
    return messages.to_a_table(stream)


BENDS: tuple[Bend, ...] = (
    bending.raw, bending.tokens, bending.words, bending.lines, bending.trees, bending.numbers, bending.unicode,
    bending.bombs,
)  # fmt: skip

CLASSES: dict[str, tuple[Case, int]] = {
    "bytes": (partial(bent_file, bending.raw), 7),
    "tokens": (partial(bent_file, bending.tokens), 6),
    "words": (partial(bent_file, bending.words), 6),
    "lines": (partial(bent_file, bending.lines), 6),
    "trees": (partial(bent_file, bending.trees), 4),
    "numbers": (partial(bent_file, bending.numbers), 5),
    "unicode": (partial(bent_file, bending.unicode), 5),
    "bombs": (partial(bent_file, bending.bombs), 4),
    "beside": (beside, 5),
    "variants": (variant, 6),
    "records": (record, 4),
    "positions": (position, 5),
    "rules as JSON": (rules, 3),
    "sentences in rules": (sentence_in_rules, 4),
    "sentences": (sentence, 60),
    "to a table": (to_a_table, 6),
    "to an editor": (messages.to_an_editor, 4),
}
"""Each class with how many of a hundred and forty inputs are of it."""


def run(name: str, number: int, folder: Path) -> str:
    """What becomes of one input; raises whatever may not become of it."""
    key = int.from_bytes(sha256(name.encode()).digest()[:4], "big")
    return CLASSES[name][0](Stream(key, number), folder)
