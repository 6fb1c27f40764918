"""What is handed out is data: frozen, plain JSON, independent of the game it came from."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Game, IllegalMove, Move, Rules, SetupError, load

from .small_games import BENCH, SEALED, rules
from .test_notation import TABLE, bench

SEALED_TABLE = rules(SEALED, 3)


def finished(table: Rules = SEALED_TABLE, seed: int = 3) -> Game:
    """A whole game in which everybody makes the first move offered."""
    game = Game(table, seed)
    while game.to_act:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    return game


def test_everything_handed_out_is_json() -> None:
    """Views, moves, events, outcomes, reasons and positions survive JSON unchanged."""
    for game in (bench(), finished()):
        handed: list[Any] = [game.position(), game.chance_results()]
        for seat in range(game.rules.seats):
            handed += [game.view(seat).to_json(), *(move.to_json() for move in game.legal_moves(seat))]
            handed += [event.to_json() for event in game.log(seat)]
        if game.outcome:
            handed.append(game.outcome.to_json())
        why = game.why_not(0, "lay 3_red") if game.rules.name == "bench" else None
        if why:
            handed.append(why.to_json())
        for item in handed:
            assert json.loads(json.dumps(item)) == item


def test_everything_handed_out_is_frozen() -> None:
    """No field of a view, zone, move, event, outcome or reason can be set."""
    game = finished()
    outcome = game.outcome
    assert outcome is not None
    why = bench().why_not(0, "lay 3_red")
    zone = game.view(0).zones["stock"]
    things = [(game.view(0), "seat"), (zone, "count"), (Move("lay"), "name"), (game.log(0)[0], "kind")]
    for thing, name in [*things, (outcome, "winners"), (why, "reason")]:
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(thing, name, None)


def test_changing_what_was_handed_out_changes_nothing() -> None:
    """Positions are copies: scribbling in one does not touch the game."""
    game = bench()
    before = json.dumps(game.position())
    scribbled = game.position()
    scribbled["zones"]["hand of Ann"].clear()
    scribbled["stages"].clear()
    scribbled["options"]["most"] = 9
    scribbled["names"].append("Zoe")
    game.log(0).clear()
    game.chance_results().clear()
    assert json.dumps(game.position()) == before


def test_a_view_does_not_move_with_the_game() -> None:
    """A view taken earlier still shows what lay open then."""
    game = bench()
    view = game.view(0)
    before = json.dumps(view.to_json())
    game.play(0, "lay 9_red")
    assert json.dumps(view.to_json()) == before
    assert game.view(0) != view


@pytest.mark.costly
@given(st.integers(0, 10_000), st.integers(0, 25))
@settings(max_examples=30)
def test_copies_go_their_own_way(seed: int, decisions: int) -> None:
    """Playing a copy to its end leaves the original where it was, and its end is the end that the original comes to."""
    game = Game(TABLE, seed)
    for number in range(decisions):
        (seat,) = game.to_act or (None,)
        if seat is None:
            break
        moves = game.legal_moves(seat)
        game.play(seat, moves[(seed + number) % len(moves)])
    copy = game.copy()
    before = game.position()
    log = game.log_length
    _play_out(copy)
    assert game.position() == before
    assert game.log_length == log
    _play_out(game)
    assert game.position() == copy.position()
    assert [event.to_json() for event in game.log(1)] == [event.to_json() for event in copy.log(1)]


def _play_out(game: Game) -> None:
    while game.to_act:
        (seat,) = game.to_act
        moves = game.legal_moves(seat)
        game.play(seat, moves[game.decisions % len(moves)])


def test_a_log_can_be_read_on_from_a_mark() -> None:
    """What was logged before and after a mark is the whole log."""
    game = bench()
    game.play(0, "lay 9_red")
    mark = game.log_length
    game.play(1, "ask value=4 who=Ann")
    assert game.log(0, since=mark) != []
    assert len(game.log(0)) == len(game.log(0, since=mark)) + len(_until(mark).log(0))


def _until(mark: int) -> Game:
    game = bench()
    game.play(0, "lay 9_red")
    assert game.log_length == mark
    return game


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_are_no_other_seats(seat: int) -> None:
    """Asking for a seat that nobody has is a SetupError, not somebody else's cards."""
    game = bench()
    for ask in (game.view, game.log, game.legal_moves, game.offer, game.choices):
        with pytest.raises(SetupError, match="the seats are 0 to 1"):
            ask(seat)


# ---------------------------------------------------------------- outcome


def shown(*values: list[int]) -> Game:
    """The end of a game of sealed bids in which these cards lie open."""
    table = rules(SEALED, len(values))
    names = table.program.names
    zones = {f"shown of {name}": [str(card) for card in cards] for name, cards in zip(names, values, strict=True)}
    return Game.at(table, {"over": True, "finished": True, "zones": zones})


@pytest.mark.parametrize(
    ("cards", "ranks", "winners"),
    [
        (([5, 3], [8, 1], [2, 2]), (2, 1, 3), (1,)),
        (([5, 3], [6, 2], [7, 1]), (3, 2, 1), (2,)),
        (([5, 3], [3, 5], [8]), (2, 2, 1), (2,)),
        (([5, 2], [2, 5], [1]), (1, 1, 3), (0, 1)),
        (([], [], []), (1, 1, 1), (1, 2)),
    ],
)
def test_ranks_and_ties(cards: tuple[list[int], ...], ranks: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """The first score decides, then what breaks ties; equal in all, a rank is shared, and the next one is left out.
    The first of those with the lowest total has lost, and so has not won."""
    outcome = shown(*cards).outcome
    assert outcome is not None
    assert outcome.ranks == ranks
    assert outcome.winners == winners
    assert [score[0] for score in outcome.scores] == [sum(hand) for hand in cards]


def test_no_score_comes_last() -> None:
    """A seat whose score is nothing ranks behind every other."""
    outcome = shown([1], []).outcome
    assert outcome is not None
    assert outcome.ranks == (1, 2)


def test_an_unfinished_game_has_no_winner() -> None:
    """At the limit of decisions a game is over: ranked, and won by nobody."""
    game = finished(load("three-thirteen", limit=3))
    outcome = game.outcome
    assert game.over
    assert outcome is not None
    assert (outcome.finished, outcome.winners, outcome.losers, outcome.decisions) == (False, (), (), 3)
    assert outcome.to_json()["outcome"] == "unfinished"
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play(0, "draw_stock")


# ---------------------------------------------------------------- setting up


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (5, {}, "bench is for 2 to 4 players, not 5"),
        (1, {}, "bench is for 2 to 4 players, not 1"),
        (2, {"mosst": 2}, "bench has no option mosst; did you mean most?"),
        (2, {"zzz": 2}, "bench has no option zzz; it has most, tone, lenient, spare"),
        (2, {"most": 5}, "option most cannot be 5; allowed: 1 to 4"),
        (2, {"most": "2.5"}, "option most cannot be 2.5; allowed: 1 to 4"),
        (2, {"most": True}, "option most cannot be True; allowed: 1 to 4"),
        (2, {"tone": "shrill"}, "option tone cannot be shrill; allowed: soft, loud"),
        (2, {"lenient": "maybe"}, "option lenient cannot be maybe; allowed: no, yes"),
        (2, {"spare": 3}, "option spare=3 with 2 players: it needs spare mod 2 is 0; spare=4 would work"),
        (2, {"spare": 10}, "option spare cannot be 10; allowed: 0 to 9"),
    ],
)
def test_what_cannot_be_set_up_is_said(players: int, options: dict[str, object], message: str) -> None:
    """The number of players, the name of an option, its values and what it needs: each has its own words."""
    with pytest.raises(SetupError) as caught:
        rules(BENCH, players, options)
    assert str(caught.value) == message


@pytest.mark.parametrize(("given", "value"), [("yes", True), ("no", False), (True, True), ("true", True)])
def test_a_truth_may_be_given_in_words(given: object, value: bool) -> None:
    """From a command line or from Python, an option is the same plain value."""
    assert rules(BENCH, 2, {"lenient": given}).options["lenient"] is value


@pytest.mark.parametrize("seed", ["x", "1:2:3", -1, "1:", 2**64, 1.5])
def test_what_is_no_seed_is_said(seed: Any) -> None:
    """A seed is a whole number from 0, or two with a colon."""
    with pytest.raises(SetupError):
        Game(TABLE, seed)


def test_unknown_rulesets_are_said() -> None:
    """A name near a bundled one is suggested."""
    with pytest.raises(SetupError, match="did you mean three-thirteen"):
        load("three-thirten")


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Ann"], ["Ann", "Bob", "Cid"]])
def test_names_of_seats_are_as_many_as_seats(names: list[str]) -> None:
    """Each seat has one name, and no two the same."""
    with pytest.raises(SetupError):
        rules(BENCH, 2, names=names)


BY_PLAYERS = """
croupier: 1
game: shares
players: 2/3/4/6
options: {most: 1..share starting 1, spare: no/yes}
cards: {deck: french52}
tables: {share by count of players: {2: 9, 3: 9, 4: 9, 6: 8}}
zones: {hand of player: set seen by owner}
play: {steps: {turn: {by: players, moves: [rest]}}}
moves: {rest: {}}
result: {score: most, best: highest}
"""


@pytest.mark.parametrize(
    ("players", "most", "message"),
    [
        (6, 9, "option most cannot be 9; allowed: 1 to 8 (with 6 players; possible with 2 to 4)"),
        (6, 10, "option most cannot be 10; allowed: 1 to 8"),
        (4, 0, "option most cannot be 0; allowed: 1 to 9"),
    ],
)
def test_a_value_that_other_numbers_of_players_allow(players: int, most: int, message: str) -> None:
    """Where an option may be that with other numbers of players they are named; else nothing is added."""
    with pytest.raises(SetupError) as caught:
        rules(BY_PLAYERS, players, {"most": most})
    assert str(caught.value) == message
