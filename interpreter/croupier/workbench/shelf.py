"""Descriptions of the bundled rulesets for a list, from an index that is shipped with them.

An entry of the index says which files it was made from and what they held; where they hold anything else now, the
ruleset is read again. So the index is never wrong; it only makes the list quick. `docs/reference/games.md` is made from
it too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NotRequired, TypedDict

from croupier.base.language import SOURCE, speaking
from croupier.base.values import Value
from croupier.table import catalogue

INDEX = "index.jsonl"
"""An entry a line, so that two who add a game each do not touch the same line."""
FAMILIES = "families.json"


class Told(TypedDict):
    """An option, or a preset."""

    name: str
    default: NotRequired[Value]
    values: NotRequired[str]
    title: NotRequired[dict[str, str]]
    options: NotRequired[dict[str, str]]


class Described(TypedDict, total=False):
    """The description of a ruleset, as plain data: the name of an invalid one, and its `error`; for others everything
    but empty `of`, `presets` and `left_out`, and `compared` and `not_compiled` where these have not been examined.

    `lines`: the number of lines with rules; `compared`: the implementations compared in play; `not_compiled`: the
    reason that it cannot be compiled.
    """

    name: str
    error: str
    of: list[str]
    title: dict[str, str]
    line: dict[str, str]
    family: str
    players: list[int]
    minutes: list[int]
    options: list[Told]
    presets: list[Told]
    lines: int
    left_out: list[str]
    compared: list[str]
    not_compiled: str


class Entry(Described, total=True):
    """A description in the index: made from these rulesets and their sidecar files, at the contents with this
    digest.
    """

    files: list[str]
    digest: str


_TOLD_APART = re.compile(r"(title|language|family|minutes|text|because|told|books|clauses|rulings|questions|equivalent|"
                         r"scenarios|seldom):")  # fmt: skip
"""Sections that hold no rules."""


def listed() -> list[Described]:
    """Return the descriptions of the bundled rulesets, by name."""
    kept, known = _kept(), dict[str, bytes]()
    return [_listed(name, kept.get(name, ()), known) for name in catalogue.names()]


def _listed(name: str, entries: Sequence[Entry], known: dict[str, bytes]) -> Described:
    """Return a description from an up-to-date entry, else from the files; `compared` is in the index only."""
    for entry in entries:
        if entry["digest"] == digest(entry["files"], known):
            del entry["files"], entry["digest"]
            return entry
    told = described(name)
    if entries and "error" not in told:
        told["compared"] = entries[0].get("compared", [])
    return told


def families() -> dict[str, dict[str, str]]:
    """Return the families of the shelf in their order, with their titles by language."""
    return _families(catalogue.directory())


@cache
def _families(folder: Path) -> dict[str, dict[str, str]]:
    try:
        found: dict[str, dict[str, str]] = json.loads((folder / FAMILIES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def family(word: str, language: str) -> str:
    """Return a family by its title in a language; one that is not on the shelf by its word."""
    return families().get(word, {}).get(language) or word


# ---------------------------------------------------------------- the index


def made(compared: Mapping[str, Sequence[str]], whole: bool = True) -> str:
    """Return the text of the index.

    `compared`: by name, what a game has been compared with. Not `whole`: entries whose files have not changed stay as
    they are.
    """
    with speaking(SOURCE):
        entries = _made(compared, {} if whole else _kept())
        return "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)


def _made(compared: Mapping[str, Sequence[str]], kept: Mapping[str, Sequence[Entry]]) -> Iterator[Entry]:
    for name in catalogue.names():
        same = next((entry for entry in kept.get(name, ()) if entry["digest"] == digest(entry["files"])), None)
        if same is not None:
            same["compared"] = [*compared.get(name, ())]
            yield same
            continue
        told = described(name)
        if "error" not in told:
            told["compared"], told["not_compiled"] = [*compared.get(name, ())], not_compiled(name)
            files = _files(name)
            yield Entry(**told, files=files, digest=digest(files))


def _kept() -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    try:
        lines = (catalogue.directory() / INDEX).read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    for line in lines:
        with suppress(ValueError, TypeError, KeyError):
            entry: Entry = json.loads(line)
            if {*entry} >= Entry.__required_keys__:
                found.setdefault(entry["name"], []).append(entry)
    return found


def _files(name: str) -> list[str]:
    """Return the rulesets and libraries that a ruleset is made from, from the folder on."""
    from croupier_dsl import playable_file

    here, looked = catalogue.directory(), list[Path]()
    playable_file(catalogue.locate(name), bundled=here, looked=looked)
    there = {path.resolve() for path in looked if path.is_file() and "." not in path.stem}
    return sorted(path.relative_to(here.resolve()).as_posix() for path in there)


def digest(files: Iterable[str], known: dict[str, bytes] | None = None) -> str:
    """Return a digest of the contents of rulesets and their sidecar files. `known` remembers what is read of a ruleset,
    because many use the same libraries."""
    known, found = {} if known is None else known, blake2b(digest_size=16)
    for file in files:
        if file not in known:
            known[file] = b"".join(_contents(catalogue.directory() / file))
        found.update(known[file])
    return found.hexdigest()


def _contents(path: Path) -> Iterator[bytes]:
    """Yield the name and a digest of a ruleset and of each of its sidecar files."""
    for each in sorted(catalogue.beside(path)):
        with suppress(OSError):
            yield f"{each.name}\0".encode() + blake2b(each.read_bytes()).digest()


# ---------------------------------------------------------------- one ruleset


def described(name: str) -> Described:
    """Return the description of a ruleset, read from its files."""
    from croupier.compile.options import allowed
    from croupier.table.game import load
    from croupier_dsl import CompileError

    path = catalogue.locate(name)
    try:
        rules, left_out = catalogue.playable(name)
        bound = load(name)
    except CompileError as error:
        return {"name": name, "error": str(error)}
    texts = dict(rules.texts)
    found = Described(
        name=name,
        title=dict(rules.title),
        line=dict(texts.get("game.line", ())),
        family=rules.family,
        players=[*rules.players],
        minutes=[*rules.minutes],
        options=[
            Told(name=option.name, default=bound.options[option.name], values=allowed(bound.program, option))
            for option in rules.options
        ],
        lines=lines_of(path.read_text(encoding="utf-8")),
    )
    if rules.of:
        found["of"] = [*rules.of]
    if rules.presets:
        found["presets"] = [
            Told(name=preset.name, title=dict(preset.title), options=dict(preset.options)) for preset in rules.presets
        ]
    if left_out:
        found["left_out"] = [str(file) for file in left_out]
    return found


def not_compiled(name: str) -> str:
    """Return the reason that a ruleset cannot be compiled, for the fewest players or for the most; empty if it can."""
    from croupier.fast import NotCompiled, compiled
    from croupier.table.game import load

    players = catalogue.find(name).players
    for number in dict.fromkeys((players[0], players[-1])):
        try:
            compiled(load(name, number), "python")
        except NotCompiled as error:
            return error.what
    return ""


def lines_of(text: str) -> int:
    """Return the number of lines of a ruleset that are rules: without blanks, comments, texts, clauses, sources of
    parts, and scenarios.
    """
    return sum(1 for _ in _rules_in(text))


def _rules_in(text: str) -> Iterator[str]:
    inside = False
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace():
            inside = _TOLD_APART.match(line) is None
        if inside:
            yield line
