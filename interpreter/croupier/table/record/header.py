"""The first line of a record: the rules themselves, the players, and the seed or chance."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

from croupier.base.chance import Supplied
from croupier.base.faults import CroupierError, PositionError
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.compile.binding import bind
from croupier.table.game import Game, Rules
from croupier.table.record import errors
from croupier.table.record.digest import digest
from croupier.table.record.lines import MOST_HEADER, printable, written
from croupier_dsl import SerialError, from_json, ir, to_json
from croupier_dsl.analysis import held, rebuilt, replaced, with_ids

VERSION = 2
"""The version written now; before lines had checksums it was 1."""
MOST_SEATS = 1_000

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Header:
    """The beginning of a recorded game: all that is needed to replay its moves.

    `rules` are complete except for scenarios and source locations. `seed`, with `chance` (results that were supplied),
    made the game, unless it began at a `position`. `who`: a word by seat for its player. `preset`: the chosen one; its
    options are among the `options`. `version`: of the record's format.
    """

    rules: ir.Rules
    digest: str
    names: tuple[str, ...]
    options: Mapping[str, Value]
    limit: int
    seed: str | None = None
    chance: tuple[object, ...] = ()
    position: Mapping[str, Value] | None = None
    who: tuple[str, ...] = ()
    preset: str = ""
    version: int = VERSION

    @classmethod
    def of(cls, game: Game, who: Sequence[str] = ()) -> Header:
        """Return the header for a game: from its start, or from its present position if it has begun."""
        rules = game.rules
        header = cls(
            cast(ir.Rules, _bare(replace(rules.ir, scenarios=(), parts=(), equivalents=()))),
            digest(rules.ir),
            rules.program.names,
            rules.options,
            rules.program.limit,
            who=tuple(who),
            preset=rules.preset,
        )
        now = _plain(game.position())
        if game.decisions == 0:
            chance = game._state.chance
            told = chance.results if isinstance(chance, Supplied) else ()
            fresh = replace(header, seed=str(game.seed), chance=told)
            if _same(fresh, rules, now):
                return fresh
        there = replace(header, position=now)
        if not _same(there, rules, now):
            raise PositionError(tr("its random results cannot be reproduced"))
        return there

    def differs(self, current: ir.Rules | Rules) -> bool:
        """Return whether the rules have changed since. Texts, comments and layout do not count."""
        return digest(current.ir if isinstance(current, Rules) else current) != self.digest

    def begin(self, rules: Rules) -> Game:
        """Return the game as it began; `rules` as `bound` gives them."""
        if self.position is not None:
            return Game.at(rules, self.position)
        return Game(rules, self.seed, chance=self.chance or None)

    def bound(self) -> Rules:
        """Return the rules for these seats and options."""
        program = bind(self.rules, len(self.names), self.options, limit=self.limit, names=self.names)
        return Rules(program, self.preset)

    def to_json(self) -> dict[str, object]:
        """Return the header as the object that the first line holds."""
        start: dict[str, object] = {"seed": self.seed, **({"chance": list(self.chance)} if self.chance else {})}
        told: dict[str, object] = {
            "croupier_record": self.version,
            "ruleset": self.rules.name,
            **({"of": list(self.rules.of)} if self.rules.of else {}),
            "digest": self.digest,
            "players": len(self.names),
            "names": list(self.names),
            **({"who": list(self.who)} if self.who else {}),
            **({"preset": self.preset} if self.preset else {}),
            "options": dict(self.options),
            "limit": self.limit,
            **(start if self.position is None else {"position": self.position}),
            "rules": json.loads(to_json(self.rules, ids=False)),
        }
        return {**told, "checksum": checksum(told)}

    def line(self) -> bytes:
        """Return the first line of a record. Raise ValueError for what could not be read again."""
        data = self.to_json()
        line = written(data)
        if not printable(data):
            raise ValueError(tr("the rules contain an unprintable character"))
        if len(self.who) not in (0, len(self.names)):
            raise ValueError(tr("`who` names the players of {k} of {n} seats", k=len(self.who), n=len(self.names)))
        if len(line) > MOST_HEADER or len(self.names) > MOST_SEATS:
            raise ValueError(tr("the rules are too long, or there are too many seats"))
        return line

    @classmethod
    def from_json(cls, path: Path, data: Mapping[str, object]) -> Header:
        """Return the header that a first line holds. Raise RecordError if it is none."""
        if "croupier_record" not in data:
            raise errors.not_a_record(path)
        version = data["croupier_record"]
        if type(version) is not int or not 0 < version <= VERSION:
            raise errors.other_version(path, version)
        try:
            header = _read(path, data)
            if (version > 1 or "checksum" in data) and data.get("checksum") != checksum(data):
                raise _Wrong(tr("it has been changed: its checksum does not match"))
            return replace(header, version=version)
        except _Wrong as wrong:
            raise errors.bad_header(path, wrong) from None


def _same(header: Header, rules: Rules, position: Mapping[str, Value]) -> bool:
    """Return whether the header leads to this position."""
    try:
        return _plain(header.begin(rules).position()) == position
    except (CroupierError, ValueError, TypeError):
        return False


def _plain(position: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the position as a file gives it back."""
    return cast(Mapping[str, Value], json.loads(json.dumps(position, allow_nan=False)))


def _bare(part: object) -> object:
    """Return the same part of the rules without where it was written."""
    made = rebuilt(part, _bare)
    return replaced(made, where=None) if any(name == "where" for name, _ in held(made)) else made


# ---------------------------------------------------------------- reading a stranger's header


class _Wrong(Exception):
    """An error in a header."""


_NEEDED = {"croupier_record", "ruleset", "digest", "players", "names", "options", "limit", "rules"}
_ALLOWED = _NEEDED | {"who", "seed", "chance", "position", "of", "preset", "checksum"}


def checksum(data: Mapping[str, object]) -> str:
    """Return `sha256:…` over all fields of a first line except its checksum; `docs/reference/records.md` is the
    norm."""
    said = {key: value for key, value in data.items() if key != "checksum"}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _read(path: Path, data: Mapping[str, object]) -> Header:
    for key in data:
        if key not in _ALLOWED:
            name = key[:40] if printable(key[:40]) else ascii(key[:40])
            raise _Wrong(tr("unknown key `{key}`; the keys are {names}", key=name, names=", ".join(sorted(_ALLOWED))))
    for key in sorted(_NEEDED - data.keys()):
        raise _Wrong(tr("the key `{key}` is missing", key=key))
    if not printable(dict(data)):
        raise _Wrong(tr("it contains an unprintable character"))
    names, who = _words(data["names"], "names"), _words(data.get("who", []), "who")
    if data["players"] != len(names) or not 0 < len(names) <= MOST_SEATS or len(who) not in (0, len(names)):
        raise _Wrong(tr("`players`, `names` and `who` contradict each other"))
    limit = data["limit"]
    if type(limit) is not int or limit < 1:
        raise _Wrong(tr("`limit` must be a number of decisions"))
    rules = _rules(path, data)
    options, preset = _mapping(data["options"], "options"), data.get("preset", "")
    if not isinstance(preset, str):
        raise _Wrong(tr("`preset` must be a text"))
    if _words(data.get("of", list(rules.of)), "of") != rules.of:
        raise _Wrong(tr("the rules in it consist of {names}", names=", ".join(rules.of) or tr("nothing")))
    if ("seed" in data) == ("position" in data) or ("position" in data and "chance" in data):
        raise _Wrong(tr("it needs either `seed`, with or without `chance`, or `position`"))
    header = Header(rules, _digest(rules, data), names, options, limit, who=who, preset=preset)
    if "position" in data:
        return replace(header, position=_mapping(data["position"], "position"))
    seed, chance = data["seed"], data.get("chance", [])
    if not isinstance(seed, str) or not isinstance(chance, list):
        raise _Wrong(tr("`seed` must be a text and `chance` a list"))
    return replace(header, seed=seed, chance=tuple(chance))


def _rules(path: Path, data: Mapping[str, object]) -> ir.Rules:
    try:
        rules = with_ids(from_json(json.dumps(data["rules"])))
    except SerialError as error:
        raise errors.bad_rules(path, error) from None
    except Exception as error:  # whatever a stranger wrote, it is a line that is wrong
        raise errors.bad_rules(path, type(error).__name__) from error
    if rules.name != data["ruleset"]:
        raise _Wrong(tr("it contains the rules of {game}", game=rules.name))
    return rules


def _digest(rules: ir.Rules, data: Mapping[str, object]) -> str:
    """Return the digest of the rules as they are read now; an older format's digest is not compared."""
    found, said = digest(rules), data["rules"]
    older = isinstance(said, dict) and said.get("version") != ir.VERSION
    if data["digest"] != found and not older:
        raise _Wrong(tr("the rules in it have the digest {digest}", digest=found))
    return found


def _mapping(value: object, key: str) -> Mapping[str, Value]:
    if not isinstance(value, dict):
        raise _Wrong(tr("`{key}` must be an object", key=key))
    return value


def _words(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise _Wrong(tr("`{key}` must be a list of texts", key=key))
    return tuple(value)
