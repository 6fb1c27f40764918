"""Games decision by decision to measures: on compiled rules what the reference says, and the figures of known games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.base.chance import Seed
from croupier.fast import compiled
from croupier.lab import Side, count_fired, ladder, sentences, survey, walk
from croupier.lab.pace import FOR_A_CHOICE, FOR_A_FORCED, FOR_A_TURN, SPREAD
from croupier.lab.rungs import deals_of
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


@pytest.mark.costly
def test_measures_of_a_game_that_is_known(race: Side) -> None:
    found = survey(race.load(2), games=200, seconds=60)
    measures = found.measures()
    means = {name: mean.mean for name, mean in measures.items() if mean is not None}
    assert (means["length"], means["turns"], means["options"]) == (6, 6, 2)
    assert means["forced"] == pytest.approx(1 / 3)
    assert found.options() == (2, 3)
    assert means["minutes"] == pytest.approx((6 * FOR_A_TURN + 4 * FOR_A_CHOICE + 2 * FOR_A_FORCED) / 60)
    minutes = measures["minutes"]
    assert minutes is not None
    assert (minutes.low, minutes.high) == pytest.approx((minutes.mean / SPREAD, minutes.mean * SPREAD))
    assert "a rough estimate from its turns and decisions." in " ".join(sentences(found))
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


@pytest.mark.costly
def test_winners_are_compared_with_others_move_by_move(race: Side) -> None:
    """Cards of at least 10 are laid by a move of their own: winners make it more often, and the other less."""
    path = Path(race.ruleset)
    text = path.read_text(encoding="utf-8").replace("moves: [lay, never]", "moves: [lay, lay_high, never]")
    text = text.replace("one of hand}, do", "one of hand where value < 10}, do")
    high = """  lay_high:
    choose: {card: one of hand where value > 9}
    do: [add value of card to total of me, move card to gone]
"""
    path.write_text(text.replace("  never:", high + "  never:"), encoding="utf-8")
    found = survey(race.load(2), games=120, seconds=60)
    high_card, low_card = (next(each for each in found.winning() if each.move == name) for name in ("lay_high", "lay"))
    told = [each for each in found.finished if len(each.outcome.winners) == 1]
    by_winners = [each.made[each.outcome.winners[0]]["lay_high"] for each in told]
    assert high_card.winners == pytest.approx(sum(by_winners) / len(told))
    assert high_card.winners + low_card.winners == pytest.approx(3)
    assert high_card.difference.low > 0 > low_card.difference.high
    said = sentences(found)
    assert any(line.startswith("Winners make more often: lay high (") for line in said)
    assert any(line.startswith("Winners make less often: lay (") for line in said)
    assert "never" not in [each.move for each in found.winning()]


@pytest.mark.costly
def test_what_nobody_does_is_named(race: Side) -> None:
    found = survey(race.load(2), games=12)
    count_fired(found)
    assert found.moves() == [("lay", 6.0), ("never", 0.0)]
    assert found.never == ["moves.never"]
    assert "Never made in 12 games (greedy): never." in sentences(found)


@pytest.mark.costly
def test_what_the_options_exclude_is_not_missed(race: Side) -> None:
    """A move that an option rules out is named as such, by its title; one that was possible is told apart."""
    path = Path(race.ruleset)
    text = path.read_text(encoding="utf-8").replace("game: race", "game: race\noptions: {passing: no/yes}")
    text = text.replace("moves: [lay, never]", "moves: [lay, never, pass]")
    text += "text: {moves.pass: stay put}\n"
    text = text.replace("result:", "  pass: {when: {may_pass: passing}, do: []}\nresult:")
    path.write_text(text, encoding="utf-8")
    found = survey(race.load(2), games=8)
    count_fired(found)
    assert (found.excluded, [name for name, _ in found.moves()]) == (["pass"], ["lay", "never"])
    assert found.never == ["moves.never"]
    assert "Excluded by the options: stay put." in sentences(found)
    allowed = survey(replace(race, options={"passing": "yes"}).load(2), games=8)
    count_fired(allowed)
    assert allowed.excluded == []
    assert "Never made in 8 games (greedy), though possible: stay put." in sentences(allowed)


@pytest.mark.costly
def test_minutes_are_those_that_the_ruleset_states(race: Side) -> None:
    """With the default options a game takes what is stated; with others it is scaled by its decisions."""
    path = Path(race.ruleset)
    text = path.read_text(encoding="utf-8").replace("game: race", "game: race\nminutes: 4..9\noptions: {each: 3..6}")
    path.write_text(text.replace("times: 3 *", "times: each *").replace("top 3", "top each"), encoding="utf-8")
    usual, long = (survey(replace(race, options=options).load(2), games=20) for options in ({}, {"each": 6}))
    minutes, more = usual.measures()["minutes"], long.measures()["minutes"]
    assert minutes is not None
    assert more is not None
    assert (minutes.low, minutes.mean, minutes.high) == pytest.approx((4, 6, 9))
    seconds = [2 * each * FOR_A_TURN + 2 * (each - 1) * FOR_A_CHOICE + 2 * FOR_A_FORCED for each in (3, 6)]
    assert more.mean == pytest.approx(6 * seconds[1] / seconds[0])
    assert "scaled to the 4-9 minutes that the ruleset states" in " ".join(sentences(long))
    assert "(between 4 and ∞)" in " ".join(sentences(survey(race.load(2), games=1)))


@pytest.mark.costly
def test_an_unfair_game_is_called_so(tmp_path: Path) -> None:
    found = survey(Side(edge(tmp_path), options={"edge": 70}).load(2), games=200, seconds=60)
    first, second = found.places()
    assert (first.low > 0.5, second.high < 0.5) == (True, True)
    said = sentences(found)
    assert said[0].startswith(f"The 1st player has an advantage: {percent(first.mean)} of the wins")
    assert said[1].startswith("The 2nd player has a disadvantage")
    assert found.measures()["unfinished"] is not None


@pytest.mark.costly
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


@pytest.mark.parametrize("seats", [4, 5])
def test_partners_are_of_one_kind(tmp_path: Path, seats: int) -> None:
    """In teams of any size, and each team is as often of the kind that is measured."""
    path = tmp_path / "teams.yaml"
    path.write_text(RACE.replace("players: 2", "players: 2..6\nteams: 2"), encoding="utf-8")
    deals, teams = deals_of(Side(path).load(seats), 1, "random", "greedy"), []
    for number in range(4):
        for each in deals:
            of = [{*each.seated.in_game(number)[team::2]} for team in range(2)]
            assert sorted(map(tuple, of)) == [("greedy",), ("random",)]
            teams.append(of.index({"greedy"}))
    assert teams.count(0) == teams.count(1)
    [rung] = ladder(Side(path).load(seats), ("random", "greedy"), games=4).rungs
    assert rung.games == 4
