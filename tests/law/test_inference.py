"""What others' moves tell of their cards: it is true, worlds keep to it, and the seat could have worked it out."""

from __future__ import annotations

from functools import cache

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.knowledge.imagining import Imagined, Told
from croupier.model.visibility import sees
from croupier.seat import inference
from croupier_dsl import compile_text

from .disguise import disguised, positions

pytestmark = pytest.mark.in_turn(5)

BIDDING = """
croupier: 1
game: bidding
players: 3
cards: {attributes: {rank: 1..6, suit: red/blue/green}}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  hand of player: set seen by owner
state:
  secret of player: number seen by owner
  said of player: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
    - for each of players: set secret to count of hand where suit is red
  steps:
    turn: {by: players, times: 15, moves: [few, least, likes, most, pass, draw]}
moves:
  few: {when: {few: count of (hand where suit is red) < 2}, do: add 1 to said}
  least: {choose: {card: one of hand}, when: {least: none of hand where rank < rank of card}, do: move card to table}
  likes:
    choose: {card: one of hand}
    when: {liked: secret > 1 or none of hand where suit is blue}
    do: move card to table
  most: {choose: {n: one of 1..6}, when: {most: n <= highest of rank of hand}, do: add n to said}
  pass: {when: {none: none of hand where rank is 6}, do: add 2 to said}
  draw: {do: move top of stock to hand}
result: {score: said, best: highest}
"""
"""Moves that count the hand, compare it, ask for what must be there, and for state that others do not see."""

TRICKS = ["whist", "belote", "spades"]


@cache
def ruled(text: str) -> Rules:
    return Rules(bind(compile_text(text)))


def rules_of(name: str) -> Rules:
    return ruled(BIDDING) if name == "bidding" else load(name, 3 if name == "go-fish" else None)


def told_of(game: Game, seat: int) -> dict[int, Told]:
    return game._inference.told(game._state, seat)


@pytest.mark.parametrize("name", ["bidding", "go-fish", *TRICKS])
def test_what_is_told_is_true(name: str) -> None:
    """Of the cards that the seat does not know none is of a kind that is said not to be there, and there is one of the
    kinds of which one is said to be there."""
    rules = rules_of(name)
    told = 0
    for number in range(2):
        game, chance = Game(rules, f"4:{number}"), Stream(4, number)
        for _ in range(70):
            if not game.to_act:
                break
            moves = game.legal_moves(game.to_act[0])
            game.play(game.to_act[0], moves[chance.below(len(moves))])
            for seat in range(rules.seats):
                for place, of in told_of(game, seat).items():
                    told += 1
                    unknown = {
                        rules.program.kind_of[card]
                        for card in game._state.zones[place]
                        if not sees(game._state, seat, card) and not game._known.seats_know(card, seat)
                    }
                    assert unknown.isdisjoint(of.lacks)
                    assert not any(unknown.isdisjoint(kinds) for kinds in of.has)
    assert told > 20


def test_worlds_keep_to_it() -> None:
    """Who does not follow suit has none of it in any world, where before there were worlds in which he had; a new deal
    is open again."""
    rules = load("whist")
    suits = [kind.notation[-1] for kind in rules.program.kinds]
    game, chance = Game(rules, "7:2"), Stream(1, 1)

    def held(seat: int, suit: str) -> bool:
        """Is there a world, as the seat before it sees it, in which the seat holds that suit?"""
        me = (seat - 1) % rules.seats
        worlds = [game.imagined(me, number) for number in range(24)]
        place = next(p.index for p in rules.program.places if p.zone.name == "hand" and p.subject == seat)
        hands = [world._state.zones[place] for world in worlds if world is not None]
        assert len(hands) == len(worlds)
        return any(suits[rules.program.kind_of[card]] == suit for hand in hands for card in hand)

    discards = 0
    while game.performances("deal") == 1:
        seat, led = game.to_act[0], game.view(0).zones["trick"].cards
        moves = game.legal_moves(seat)
        move = moves[chance.below(len(moves))]
        suit = str(led[0])[-1] if led else ""
        discarded = bool(led) and str(dict(move.choices)["card"])[-1] != suit
        before = discarded and held(seat, suit)
        game.play(seat, move)
        if before and game.view(0).zones["trick"].cards:
            assert not held(seat, suit)
            discards += 1
    assert discards > 0
    assert all(told_of(game, seat) == {} for seat in range(rules.seats))


def test_who_asks_for_a_rank_has_it() -> None:
    """In every world, though a card that nobody else sees has come to the hand since; until one of that rank goes."""
    rules = load("go-fish", 3)
    ranks = [str(kind.notation)[:-1] for kind in rules.program.kinds]
    game, chance = Game(rules, "2:1"), Stream(3, 1)
    places = {place.subject: place.index for place in rules.program.places if place.zone.name == "hand"}
    settled = 0
    while game.to_act and game.decisions < 40:
        (seat,) = game.to_act
        moves = game.legal_moves(seat)
        move = moves[chance.below(len(moves))]
        drawn = len(game._state.zones[places[seat]]) + 1
        game.play(seat, move)
        me = (seat + 1) % 3
        if not game.to_act or len(game._state.zones[places[seat]]) != drawn:
            continue
        wanted = str(dict(move.choices)["wanted"])
        kinds = frozenset(kind for kind, rank in enumerate(ranks) if rank == wanted)
        of = told_of(game, me).get(places[seat], Told())
        if not any(has <= kinds for has in of.has):
            continue
        settled += 1
        for number in range(12):
            world = game.imagined(me, number)
            assert world is not None
            assert not kinds.isdisjoint(rules.program.kind_of[card] for card in world._state.zones[places[seat]])
    assert settled > 5


NOTED = """
croupier: 1
game: noted
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state:
  owed of card in hand: no/yes
  worn of card in hand: number starting count of players + 1
  bid of player: low/middle/high seen by owner
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players:
        - move top 8 of stock to hand
        - set bid to high
  steps: {turn: {by: players, times: 6, moves: [owe]}}
moves: {owe: {choose: {card: one of hand}, do: [set owed of card to yes, add 5 to worn of card]}}
result: {score: count of (hand where owed)}
"""


def test_of_hidden_cards_nothing_is_noted_in_worlds() -> None:
    """What is noted of cards that a seat does not see is what it starts as, and not of half of them; of its own cards
    it is what it is, and other hidden state is one of all that it can be."""
    game = Game(ruled(NOTED), "3:1")
    for _ in range(2):
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    columns, bids = game.rules.program.card_variables, set()
    places = {place.subject: place.index for place in game.rules.program.places if place.zone.name == "hand"}
    for number in range(24):
        world = game.imagined(0, number)
        assert world is not None
        noted = {name: world._state.card_variables[column] for name, column in columns.items()}
        own, others = (list(world._state.zones[places[seat]]) for seat in (0, 1))
        assert sorted((noted["owed"][card], noted["worn"][card]) for card in own) == [*[(False, 3)] * 7, (True, 8)]
        assert {(noted["owed"][card], noted["worn"][card]) for card in others} == {(False, 3)}
        bids.add(world.position()["state"]["bid of P2"])
    assert bids == {"low", "middle", "high"}


def differences(rules: Rules, games: int) -> tuple[int, int]:
    """Exchange what a seat does not know, make the same move in both: how often something was told, and how often it
    was told otherwise."""
    told = otherwise = 0
    for number in range(games):
        for game, actor in positions(rules, f"6:{number}", 40):
            for seat in range(rules.seats):
                twin = disguised(game, rules, seat, number)
                same = {str(move) for move in twin.legal_moves(actor)}
                for move in [move for move in game.legal_moves(actor) if str(move) in same and seat != actor][:3]:
                    found, seen = [], []
                    for each in (game.copy(), twin.copy()):
                        each.play(actor, move)
                        found.append(told_of(each, seat))
                        seen.append(each.view(seat))
                    if seen[0] != seen[1]:
                        continue  # what came of it is for all to see
                    told += found[0] != {}
                    otherwise += found[0] != found[1]
    return told, otherwise


@pytest.mark.parametrize("name", ["bidding", "whist", "go-fish"])
def test_it_tells_nothing_that_the_seat_may_not_know(name: str) -> None:
    """Whatever the others hold, the same moves tell the same, if the same comes of them."""
    told, otherwise = differences(rules_of(name), 2)
    assert told > 30
    assert otherwise == 0


def test_a_look_into_the_hand_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same check finds the difference where the move is asked once more by what its player knew."""
    rules = ruled(BIDDING)

    def seen(s, knowledge, seat):  # type: ignore[no-untyped-def]  # stands in for a class
        return Imagined(s, knowledge, s.frames[-1].actor)

    monkeypatch.setattr(inference, "Imagined", seen)
    assert differences(rules, 2)[1] > 0


PEEKED = """
croupier: 1
game: peeked
players: 3
cards: {attributes: {rank: 1..4, suit: red/blue/green/black}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {said of player: number}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 5 of stock to hand}]
  steps: {turn: {by: players, times: 9, moves: [claim, let_peek, reveal_one]}}
moves:
  claim: {choose: {n: one of 1..4}, when: {held: some of hand where rank is n}, do: add n to said}
  let_peek: {choose: {card: one of hand}, do: show card to right of me}
  reveal_one: {choose: {card: one of hand}, do: show card to players}
result: {score: said, best: highest}
"""


def test_what_is_shown_to_one_is_told_to_no_other() -> None:
    """Which card somebody else has been shown decides nothing of what a seat counts on: it counts on nothing there."""
    rules = ruled(PEEKED)

    def after(card: int) -> dict[int, Told]:
        game = Game(rules, "5:1")
        moves = game.legal_moves(game.to_act[0])
        claim = next(move for move in moves if move.name == "claim")
        game.play(game.to_act[0], claim)
        assert any(of.has for of in told_of(game, 1).values())
        for move in ("reveal_one", "reveal_one"):
            moves = game.legal_moves(game.to_act[0])
            game.play(game.to_act[0], next(each for each in moves if each.name == move))
        shown = [each for each in game.legal_moves(0) if each.name == "let_peek"]
        game.play(0, shown[card])
        return told_of(game, 1)

    assert [after(card) for card in range(5)] == [{}] * 5
