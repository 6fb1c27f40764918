"""Openings: tables of bundled games up to the person's first decision, made when a site is built.

A page shows one at once, while its engine loads. As the same rules, seed and players give the same game, the engine
then says the same, and goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TypedDict, cast

from croupier.base.chance import Seed
from croupier.base.language import languages
from croupier.site import tables
from croupier.table.game import Game, Rules, load
from croupier.web import VERSION, Host, Out, Sitting

SEEDS = ("1", "2", "3", "4")
"""The deals of each game; a page offers none of them twice."""
MOST_SENT = 60
"""The number of messages before the person's first decision; a deal with more has no opening."""
MOST_STEPS = 16
"""The number of later choices within a first move that are stored; the engine answers others."""
Json = dict[str, object]


class Option(TypedDict):
    """An option of a step, as far as it is needed here."""

    path: list[str]
    move: str | None


class Group(TypedDict):
    """Options of one move."""

    options: list[Option]


class Step(TypedDict):
    """The choices of a seat."""

    groups: list[Group]
    ways: list[Option]


class Scene(TypedDict):
    """A scene, as far as it is needed here."""

    step: Step | None


class Said(TypedDict):
    """A message of a table: of those keys that its type has."""

    type: str
    number: int
    scene: Scene
    step: Step


def opening(game: str, seeds: Iterable[str] = SEEDS) -> Json:
    """Return the openings of a bundled game, with the usual players and options: by seed and language."""
    rules = load(game)
    deals = {seed: dealt for seed in seeds if (dealt := _dealt(rules, seed))}
    return {"players": rules.seats, "deals": deals}


def _dealt(rules: Rules, seed: str) -> Json:
    """Return a deal in each language; nothing if it has no decision for the person within reach."""
    found = {language: _told(rules, seed, language) for language in languages()}
    return {} if None in found.values() else {**found}


def _told(rules: Rules, seed: str, language: str) -> Json | None:
    sitting = Sitting(Game(rules, seed), tables.seated(rules), Seed.parse(seed))
    host = tables.host(sitting, lambda: sitting)
    line = host.open()
    assert line is not None
    said = _said(host, line, {"type": "hello", "version": VERSION, "token": tables.TOKEN, "language": language})
    while host.play.due and len(said) < MOST_SENT:
        said += _read(host.advance())
    scene = next(message for message in reversed(said) if message["type"] == "scene")
    step = scene["scene"]["step"]
    if host.play.due or step is None:
        return None
    return {"said": said[1:], "steps": _steps(host, line, scene["number"], step)}


def _steps(host: Host, line: int, scene: int, first: Step) -> Json:
    """Return the later choices of the first move, by the path to them."""
    found: Json = {}
    ahead = [first]
    while ahead and len(found) < MOST_STEPS:
        for path in _onwards(ahead.pop(0)):
            key = json.dumps(path, ensure_ascii=False, separators=(",", ":"))
            if key in found or len(found) == MOST_STEPS:
                continue
            (said,) = _said(host, line, {"type": "step", "scene": scene, "path": path})
            found[key] = said["step"]
            ahead.append(said["step"])
    return found


def _onwards(step: Step) -> Iterator[list[str]]:
    """Yield the paths of the options that lead to further choices."""
    options = [option for group in step["groups"] for option in group["options"]]
    for option in [*options, *step["ways"]]:
        if option["move"] is None:
            yield option["path"]


def _said(host: Host, line: int, message: Json) -> list[Said]:
    return _read(host.receive(line, json.dumps(message)))


def _read(outs: Iterable[Out]) -> list[Said]:
    return [cast(Said, json.loads(out.text)) for out in outs]
