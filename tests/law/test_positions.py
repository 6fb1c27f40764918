"""Any position of any bundled game, as data and as a scenario, is the same position; a damaged one is refused."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, PositionError, Rules, load
from croupier.base.faults import CroupierError
from croupier.compile.binding import bind
from croupier.players import Uniform
from croupier.table import catalogue
from croupier.workbench.scenarios import start
from croupier_dsl import compile_file

GAMES = [
    pytest.param(name, id=name, marks=pytest.mark.slow if name not in catalogue.games() and at % 4 else ())
    for at, name in enumerate(catalogue.names())
]
JUNK: list[Any] = [
    None,
    -1,
    0,
    3,
    10**30,
    True,
    "",
    "none",
    "Zoe",
    "7S(",
    "@1 in",
    "…",
    "_",
    [],
    ["x", None],
    {},
    {"a": 1},
    1.5,
]
SAID = ("zones", "state", "counts", "direction")
"""What `given` can tell in full; of stages it tells where play stands and how often each has begun."""


def positions(where: str, players: int, seed: int, every: int, most: int = 160) -> list[dict[str, Any]]:
    """Positions of one game of random players."""
    rules = load(where, players)
    game = Game(rules, seed)
    seats = [Uniform(seed, 0, seat) for seat in range(players)]
    found = []
    for number in range(most):
        if not game.to_act:
            break
        if number % every == 0:
            found.append(json.loads(json.dumps(game.position())))
        seat = game.to_act[0]
        game.play(seat, seats[seat].choose(game.offer(seat)))
    return [*found, json.loads(json.dumps(game.position()))]


@pytest.mark.parametrize("where", GAMES)
def test_a_position_is_read_as_it_is_written(where: str) -> None:
    """From the first decision to the end of the game: data, read and written again, are the same data."""
    rules = load(where)
    for position in positions(where, rules.seats, 5, 8):
        assert Game.at(rules, position).position() == position


@pytest.mark.parametrize("where", GAMES)
def test_a_position_can_be_given(where: str, tmp_path: Path) -> None:
    """What lies where, state, stages and direction told as a scenario tells them: the game starts in that position."""
    loaded = load(where)
    told = [one for one in positions(where, loaded.seats, 11, 13) if sayable(one)]
    assert told
    of_teams = {thing.name for thing in (*loaded.ir.zones, *loaded.ir.variables) if thing.per == "team"}
    words = [f"  one_{number}: {{{scenario(one, of_teams)}}}" for number, one in enumerate(told)]
    text = f"croupier: 1\nvariant: told\nof: {where}\nscenarios:\n" + "\n".join(words) + "\n"
    (tmp_path / "told.yaml").write_text(text, "utf-8")
    rules = compile_file(tmp_path / "told.yaml", bundled=catalogue.directory())
    for one, told_so in zip(told, rules.scenarios, strict=True):
        game = start(Rules(bind(rules, None, dict(told_so.options), names=told_so.seats)), told_so)
        again = game.position()
        assert {key: again[key] for key in SAID} == {key: one[key] for key in SAID}
        stages = [[(at["stage"], at.get("seat"), at["count"]) for at in it["stages"]] for it in (again, one)]
        assert stages[0] == stages[1]


def sayable(position: dict[str, Any]) -> bool:
    """Is there nothing in the position that `given` has no words for?"""
    cards = any(" in " in str(value) for value in position["state"].values())
    held = [values for of_each in position.get("of_cards", {}).values() for values in of_each.values()]
    noted = any(value != "no" for values in held for value in values)
    pending = any(at.get("pending") for at in position["stages"])
    return not (position["over"] or cards or noted or pending or {"half", "revealed"} & {*position})


def scenario(position: dict[str, Any], of_teams: set[str]) -> str:
    """The position as a scenario gives it."""
    at, names = position["stages"][-1], position["names"]
    given = [f"at: {at['stage']}" + (f" of {at['seat']}" if "seat" in at else "")]
    for thing, value in [*position["zones"].items(), *position["state"].items()]:
        name, _, whose = thing.partition(" of ")
        if name in of_teams:
            whose = f"team of {whose if whose in names else names[int(whose[1:]) - 1]}"
        given.append(f"{name}{whose and f' of {whose}'}: {contents(value)}")
    given += [f"{stage}: {count}" for stage, count in position["counts"].items()]
    given += [f"direction: {1 if position['direction'] == 'left' else -1}"]
    return f"seats: {' '.join(names)}, given: {{{', '.join(given)}}}, then: [now: {{at: {at['stage']}}}]"


def contents(value: Any) -> str:
    """Cards, melds or a value as they stand in a scenario."""
    if not isinstance(value, list):
        return str(value)
    joint = " + " if any(" " in str(item) for item in value) else " "
    return joint.join("_" if item is None else str(item) for item in value) or "none"


@cache
def some() -> dict[tuple[str, int], dict[str, Any]]:
    """Positions of several games, by game and number."""
    return {
        (where, number): position
        for where in ("drei", "rami", "three-thirteen", "trio", "drei-at-once", "rami-jokers")
        for number, position in enumerate(positions(where, load(where).seats, 3, 30, 120))
    }


@cache
def bound(where: str) -> Rules:
    return load(where)


@given(st.deferred(lambda: st.sampled_from(sorted(some()))), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_a_damaged_position_is_refused_in_words(which: tuple[str, int], pick: Any) -> None:
    """A part gone, doubled, moved or replaced by anything: it is a position, or it is said why it is none."""
    position = copy.deepcopy(some()[which])
    for _ in range(pick.choice([1, 1, 1, 2, 4])):
        damage(position, pick)
    rules = bound(which[0])
    try:
        game = Game.at(rules, position)
    except PositionError:
        return
    with suppress(CroupierError):
        written = game.position()
        assert Game.at(rules, json.loads(json.dumps(written))).position() == written
        for seat in range(rules.seats):
            game.view(seat)
            for move in game.legal_moves(seat)[:1]:
                game.copy().play(seat, move)


def damage(position: dict[str, Any], pick: Any) -> None:
    """Change one thing somewhere in it."""
    parts: list[tuple[Any, Any]] = []
    todo: list[Any] = [position]
    while todo:
        part = todo.pop()
        keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in keys:
            parts.append((part, key))
            todo.append(part[key])
    part, key = pick.choice(parts)
    _, other = pick.choice(parts)
    match pick.randrange(5):
        case 0:
            del part[key]
        case 1:
            part[key] = copy.deepcopy(pick.choice(JUNK))
        case 2 if isinstance(part, list):
            part.insert(pick.randrange(len(part) + 1), copy.deepcopy(part[key]))
        case 2:
            part[str(other)] = copy.deepcopy(part[key])
        case 3:
            whole, at = pick.choice(parts)
            part[key] = copy.deepcopy(whole[at])
        case _:
            part[key] = f"{part[key]}{pick.choice([' ', '0', ')', ' of P1', ' in stock', '(7S)'])}"
