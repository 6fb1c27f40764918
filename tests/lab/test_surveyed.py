"""Games decision by decision to measures: on compiled rules what the reference says, and the figures of known games."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import SetupError
from croupier.base.chance import Seed
from croupier.fast import compiled
from croupier.lab import Side, count_fired, ladder, sentences, survey, walk
from croupier.lab.saying import percent

from .games import edge

RACE = """croupier: 1
game: race
players: 2
cards: {attributes: {value: 1..20}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, gone: pile seen by everyone}
state: {total of player: number starting 0}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 3 * count of players, moves: [lay, never]}}
moves:
  lay: {choose: {card: one of hand}, do: [add value of card to total of me, move card to gone]}
  never: {when: {no_way: stock is empty}, do: []}
result: {score: total, best: highest}
"""
"""Whose three cards are worth more: three decisions each, of three, two and one choice; all are laid in the end."""


@pytest.fixture
def race(tmp_path: Path) -> Side:
    path = tmp_path / "race.yaml"
    path.write_text(RACE, encoding="utf-8")
    return Side(path)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_both_engines_tell_the_same(race: Side, policy: str) -> None:
    rules = race.load(2)
    engine = compiled(rules, "python", foresees=policy == "greedy")
    for game in range(5):
        seed, policies = Seed(3, game), (policy, policy)
        assert walk(rules, engine, seed, policies) == walk(rules, None, seed, policies)


def test_measures_of_a_game_that_is_known(race: Side) -> None:
    found = survey(race.load(2), games=200, seconds=60)
    measures = found.measures()
    means = {name: mean.mean for name, mean in measures.items() if mean is not None}
    assert (means["length"], means["turns"], means["options"]) == (6, 6, 2)
    assert means["forced"] == pytest.approx(1 / 3)
    assert found.options() == (2, 3)
    assert means["minutes"] == pytest.approx((6 * 4 + 4 * 4) / 60)
    assert sum(place.mean for place in found.places()) == pytest.approx(1)
    assert all(place.low < 0.5 < place.high for place in found.places())
    for each in found.walks:
        scores = [score[0] or 0 for score in each.outcome.scores]
        assert len(each.leaders) == 6
        best = max(range(2), key=lambda seat: scores[seat])
        assert each.leaders[-1] == (best if scores[0] != scores[1] else None)
    assert measures["known_from"] is not None
    assert 0 < measures["known_from"].mean < 1
    assert found.leading(4)[-1] == 1
    assert len(found.rows()) == 200


def test_the_lead_is_followed(race: Side) -> None:
    """By hand: first 1 led, then nobody alone, then 0, then 1 to the end of six turns."""
    found = survey(race.load(2), games=1).walks[0]
    found.leaders = [1, None, 0, 1, 1, 1]
    assert found.lead_changes == 2
    assert found.known_from() == pytest.approx(3 / 5)
    found.leaders = [0] * 6
    assert (found.lead_changes, found.known_from()) == (0, 0)
    found.leaders = [0, 1, 1, 1, 1, None]
    assert found.known_from() is None


def test_what_nobody_does_is_named(race: Side) -> None:
    found = survey(race.load(2), games=12)
    count_fired(found)
    assert found.moves() == [("lay", 6.0), ("never", 0.0)]
    assert found.never == ["moves.never"]
    assert "Never made in 12 games: never." in sentences(found)


def test_an_unfair_game_is_called_so(tmp_path: Path) -> None:
    found = survey(Side(edge(tmp_path), options={"edge": 70}).load(2), games=200, seconds=60)
    first, second = found.places()
    assert (first.low > 0.5, second.high < 0.5) == (True, True)
    said = sentences(found)
    assert said[0].startswith(f"The 1st player has an advantage: {percent(first.mean)} of the wins")
    assert said[1].startswith("The 2nd player has a disadvantage")
    assert found.measures()["unfinished"] is not None


def test_skill_is_told_from_luck(tmp_path: Path) -> None:
    """In a game of pure chance nobody profits; where taking a higher card is enough, the greedy player does."""
    [rung] = ladder(Side(edge(tmp_path)).load(2), ("random", "greedy"), games=200).rungs
    assert rung.low < rung.fair < rung.high
    path = tmp_path / "pick.yaml"
    path.write_text(RACE.replace("race", "pick").replace("times: 3 *", "times: 1 *"), encoding="utf-8")
    [rung] = ladder(Side(path).load(2), ("random", "greedy"), games=200).rungs
    assert rung.better
    with pytest.raises(SetupError, match="needs at least two"):
        ladder(Side(path).load(2), ("random",))
