"""Any position of any bundled game, as data and as a scenario, is the same position; a damaged one is refused."""

from __future__ import annotations

import copy
import json
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from croupier import Game, PositionError, Rules, RulesFault, load
from croupier.base.chance import Stream
from croupier.base.effort import EFFORT, OutOfTime
from croupier.base.faults import CroupierError
from croupier.compile.binding import bind
from croupier.players import Uniform
from croupier.table import catalogue
from croupier.workbench.given import given_of, spot_of
from croupier.workbench.scenarios import start
from croupier_dsl import compile_file, compile_text, ir
from tests import printed

from .rulesets import written

pytestmark = pytest.mark.in_turn(14)

GAMES = [
    pytest.param(name, id=name, marks=pytest.mark.slow if name not in printed.GAMES and at % 4 else ())
    for at, name in enumerate(printed.NAMES)
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
LEFT_OUT = {"acted", "decisions", "cuts", "stuck", "chance"}
"""What `given` does not tell, since nothing that comes depends on it."""


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
    """Every position of a game, told as a scenario tells it: the game starts in that position."""
    rules = load(where)
    told = positions(where, rules.seats, 11, 13)
    taken_up(rules, told, in_a_variant(where, given(rules, told), tmp_path, catalogue.directory()))


def in_a_variant(of: str, scenarios: str, folder: Path, bundled: Path) -> ir.Rules:
    (folder / "told.yaml").write_text(f"croupier: 1\nvariant: told\nof: {of}\n{scenarios}", "utf-8")
    return compile_file(folder / "told.yaml", bundled=bundled)


SKETCHES = sorted((Path(__file__).parents[1] / "sketches").glob("*.yaml"))


@pytest.mark.parametrize("path", SKETCHES, ids=lambda path: path.stem)
def test_a_position_of_a_sketch_can_be_given(path: Path, tmp_path: Path) -> None:
    """The same, of small games that need what the shipped ones do not."""
    rules = load(str(path))
    told = positions(str(path), rules.seats, 2, 5, 60)
    taken_up(rules, told, in_a_variant(path.stem, given(rules, told), tmp_path, path.parent))


@pytest.mark.parametrize("start", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(40, 400, 40))])
def test_a_position_of_a_drawn_ruleset_can_be_given(start: int) -> None:
    """The same, of rulesets in which everything occurs that sentences can say."""
    taken = 0
    for seed in range(start, start + 8):
        text, ir_rules = written(seed)
        told: list[dict[str, Any]] = []
        with suppress(RulesFault, OutOfTime), EFFORT.until(time.monotonic() + 2):
            if ir_rules is None:
                continue
            rules = Rules(bind(ir_rules, 2 + seed % 3))
            game, below = Game(rules, str(seed)), Stream(seed, 1).below
            while game.to_act and len(told) < 12:
                told.append(json.loads(json.dumps(game.position())))
                seat = game.to_act[below(len(game.to_act))]
                legal = game.legal_moves(seat)
                game.play(seat, legal[below(len(legal))])
            told.append(json.loads(json.dumps(game.position())))
        if told:
            taken_up(rules, told, compile_text(f"{text}\n{given(rules, told)}"))
            taken += len(told)
    assert taken


def given(rules: Rules, told: list[dict[str, Any]]) -> str:
    """Scenarios that begin in these positions."""
    seats = list(rules.program.names)
    scenarios = {
        f"one_{number}": {"seats": seats, "given": given_of(rules.program, position), "then": [{"now": {"at": "end"}}]}
        for number, position in enumerate(told)
    }
    return f"scenarios: {json.dumps(scenarios, ensure_ascii=False)}\n"


def taken_up(rules: Rules, told: list[dict[str, Any]], written: ir.Rules) -> None:
    """Each scenario begins in its position, for all who sit there."""
    for position, scenario in zip(told, written.scenarios, strict=True):
        game = start(Rules(bind(written, rules.seats, rules.options, names=scenario.seats)), scenario)
        again = game.position()
        assert known(again) == known(position), given_of(rules.program, position)


def known(position: dict[str, Any]) -> dict[str, Any]:
    """What `given` tells of a position."""
    told = {key: value for key, value in position.items() if key not in {*LEFT_OUT, "ruleset"}}
    if position["over"]:
        return {key: value for key, value in told.items() if key not in ("stages", "half")}
    told["stages"] = [{key: stage[key] for key in stage if key != "locals"} for stage in told["stages"]]
    return told


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


@drawn(st.deferred(lambda: st.sampled_from(sorted(some()))), st.randoms(use_true_random=False))
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


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("@2 in row of Ann", {"zone": "row of Ann", "at": 2}),
        ("@1 in table next to 7S in table", {"zone": "table", "at": 1, "beside": "7S in table"}),
        (
            "@0 in table next to 7S in table holding W in table for 8S",
            {"zone": "table", "at": 0, "beside": "7S in table", "holds": "W in table", "for": "8S"},
        ),
    ],
)
def test_a_spot_is_read(text: str, spot: dict[str, Any]) -> None:
    """A move that waits may have a spot among its choices, with the cards that tell it apart."""
    assert spot_of(text) == spot


@pytest.mark.parametrize("text", ["2 in row", "@2", "@x in row", "row"])
def test_what_is_no_spot_is_refused(text: str) -> None:
    """The message shows what a spot looks like."""
    with pytest.raises(PositionError, match="expected a spot such as `@2 in row`, found"):
        spot_of(text)
