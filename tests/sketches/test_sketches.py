"""Small whole games, each of which needs what the shipped ones do not: their scenarios hold, and they keep the laws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from croupier import load
from croupier.table import catalogue
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file, from_json, to_json
from tests.law import laws
from tests.law.disguise import compare as disguised
from tests.law.test_secrecy import positions

pytestmark = pytest.mark.in_turn(10)

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Sketch:
    """`moves`: what begins some move, or a word of it, in a game of so many decisions (`length`) of a seed; `probes`:
    moves whose reasons are compared where hidden cards are exchanged."""

    scenarios: int
    length: int
    moves: tuple[str, ...]
    seed: str = "5:1"
    players: tuple[int, int] = (2, 4)
    options: Mapping[str, str] = field(default_factory=dict)
    probes: tuple[str, ...] = ()
    games: int = 3


SKETCHES = {
    "beacons": Sketch(3, 60, ("light", "tell_colour"), probes=("light @1", "tell_colour P2 blue")),
    "bouquets": Sketch(3, 60, ("choose",), players=(2, 5), probes=("choose rose",)),
    "frost": Sketch(2, 60, ("-",), seed="5:2"),
    "gale": Sketch(5, 120, ("colour=", "drawn="), seed="7:1", options={"nines": "yes", "twos": "yes"}),
    "ladder": Sketch(3, 40, ("",)),
    "lookout": Sketch(4, 60, ("look",), probes=("peek card=@1", "spy P2 @2", "confess P2 @1"), games=4),
    "masks": Sketch(6, 60, ("block",), players=(2, 5), probes=("show_it merchant", "rob P2", "lose thief")),
    "orchard": Sketch(3, 30, ("plant",), games=1),
    "powder": Sketch(4, 60, ("object",), players=(2, 5), probes=("object objection", "pour card=water deep=no")),
    "quays": Sketch(3, 60, ("berth",), probes=("berth",)),
    "shoal": Sketch(2, 60, ("take",), seed="5:2"),
    "stairs": Sketch(3, 60, ("lay",), seed="5:2", players=(3, 4), games=2),
    "trellis": Sketch(4, 90, ("replace",), probes=("replace @1", "throw @2", "barter mine=@3 theirs=@3")),
}


def file(name: str) -> str:
    return str(HERE / f"{name}.yaml")


def test_none_is_left_out() -> None:
    assert {path.stem for path in HERE.glob("*.yaml")} == SKETCHES.keys()


@pytest.mark.parametrize("name", SKETCHES)
def test_its_scenarios_hold(name: str) -> None:
    """And nothing is to be remarked."""
    assert check_file(HERE / f"{name}.yaml")[1] == []
    results = list(run_scenarios(catalogue.find(file(name))))
    assert [result.failure for result in results if result.failure] == []
    assert len(results) == SKETCHES[name].scenarios


@pytest.mark.parametrize("name", SKETCHES)
@pytest.mark.parametrize("which", [0, 1])
def test_it_keeps_the_laws(name: str, which: int) -> None:
    """Cards are conserved, positions round-trip with all that is in them, hidden zones hide, legal moves are legal, and
    rules survive JSON; what the game is about is played."""
    sketch = SKETCHES[name]
    rules = load(file(name), sketch.players[which], dict(sketch.options))
    assert from_json(to_json(rules.program.rules)) == rules.program.rules
    made = laws.all_kept(rules, sketch.seed, sketch.length)
    assert all(any(told in text for _, text in made) for told in sketch.moves), made


@pytest.mark.parametrize("name", [name for name, sketch in SKETCHES.items() if sketch.probes])
def test_cards_that_were_not_shown_could_be_any(name: str) -> None:
    """Exchange what a seat was never shown, and its views, its log, its moves and its reasons stay the same."""
    rules = load(file(name), 3)
    compared, differences = positions(rules, rules, 120, [*SKETCHES[name].probes])
    assert not differences, differences[0]
    assert compared >= 120


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if at % 3 else ()) for at, name in enumerate(SKETCHES)]
)
def test_what_was_not_shown_is_nothing_to_hints_and_undo(name: str) -> None:
    """Exchange hidden cards and the numbers of copies in one position: hints, forecasts and undo stay the same."""
    rules = load(file(name), 3, dict(SKETCHES[name].options))
    compared = 0
    for number in range(SKETCHES[name].games):
        count, found = disguised(rules, rules, f"6:{number}", 30, 1)
        assert not found, found
        compared += count
    assert compared > 5
