"""Cards that go to the bottom of a pile: what seats know of it is the same on compiled rules as on the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.fast import FastGame, compiled
from croupier.fast.filling import bits
from croupier.knowledge.remembered import Knowledge
from croupier.model.state import State
from croupier.model.visibility import sees

from .alongside import apart
from .small import ruled
from .test_alongside import backends

GAME = """
croupier: 1
game: piles
players: 2..3
cards: {attributes: {rank: 1..9, suit: red/blue}, copies: COPIES}
zones:
  stock: pile seen by nobody
  shown: pile top seen by everyone
  open: pile seen by everyone
  mine of player: pile seen by owner
  top_mine of player: pile top seen by owner
  hand of player: set seen by owner
state:
  score of player: number
  told_deep: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 2 of stock to hand
    - move top 2 of stock to shown
  steps:
    turn: {by: players, times: 60, moves: [MOVES]}
moves:
  bury: {choose: {card: one of hand}, do: move card to bottom of stock}
  bury_shown: {choose: {card: one of hand}, do: move card to bottom of shown}
  bury_mine: {choose: {cards: 1..2 of hand}, do: move cards to bottom of top_mine}
  turn_under: {do: move top of shown to bottom of shown}
  take: {when: stock is not empty, do: move top of stock to hand}
  put_back: {when: count of shown > 1, do: move top 2 of shown to bottom of stock}
  turn_over: {do: move shown to bottom of mine}
  rotate: {do: move top 2 of top_mine to bottom of top_mine}
  open_up: {do: move bottom of mine to bottom of open}
  give_back: {do: [move open to bottom of mine of left, move mine to bottom of top_mine of left]}
  look: {do: show top 2 of stock to me}
  mix: {when: count of stock < 6, do: shuffle stock}
  slip: {choose: {card: one of hand, deep: one of 0..(count of stock)}, do: move card to stock under deep}
  slip_told:
    choose: {card: one of hand, deep: one of 0..(count of open)}
    do: [set told_deep to deep, move card to stock under (lowest of told_deep/(count of stock))]
  slip_near:
    when: count of stock > 3
    choose: {card: one of hand, deep: one of 1..2}
    do: move card to stock under (deep + 1)
  slip_high:
    when: count of shown > 3
    choose: {deep: one of 0..(lowest of 2/(count of stock))}
    do: move top of shown to shown under deep
  cut_near:
    when: count of stock > 4
    choose: {deep: one of 0..1}
    do: move top 2 of stock to stock under deep
  slip_top:
    when: count of shown > 2
    choose: {deep: one of 0..(count of shown - 1)}
    do: move top of shown to shown under deep
  slip_mine: {choose: {card: one of hand, deep: one of 0..(count of top_mine)}, do: move card to top_mine under deep}
  by_chance: {do: [move top of shown to stock under random of 0..(count of stock)]}
  by_owner:
    when: mine is not empty
    do: move top of mine to stock under (lowest of (rank of bottom of mine)/(count of stock))
  cut:
    when: count of stock > 3
    choose: {deep: one of 0..(count of stock - 2)}
    do: move top 2 of stock to stock under deep
result: {score: score, best: highest}
"""
MOVES = "bury, bury_shown, bury_mine, turn_under, take, put_back, turn_over, rotate, open_up, give_back, look, mix, "
MOVES += "slip, slip_told, slip_top, slip_mine, slip_near, slip_high, cut_near, by_chance, by_owner, cut"

Lying = Counter[tuple[int, int, int]]
"""Cards by where they lie: the place, which of a pile, and the kind."""


def lying(s: State, cards: Iterable[int]) -> Lying:
    kinds, places = s.program.kind_of, s.program.places
    at = {card: (home, s.zones[home].index(card) if places[home].ordered else -1) for card, home in enumerate(s.home)}
    return Counter((*at[card], kinds[card]) for card in cards)


def remembering(game: Game) -> list[Lying]:
    """Of each seat, the cards that it knows though they do not lie open to it."""
    state, seats = game._state, range(game.rules.seats)
    knowledge = state.knowledge or Knowledge(state.program)
    knowledge.follow(state.log)
    hidden = [[card for card in range(state.program.cards) if not sees(state, seat, card)] for seat in seats]
    return [lying(state, (card for card in hidden[seat] if knowledge.seats_know(card, seat))) for seat in seats]


def kept(quick: FastGame, game: Game) -> list[Lying]:
    """The same, as the cells have it."""
    layout, backend, state = quick.engine.layout, quick.engine.backend, quick.state()
    at = layout.cells["known", ""]
    found = [set(bits(backend.set_at(list(quick.cells), at + seat * layout.words))) for seat in range(game.rules.seats)]
    return [lying(state, (card for card in cards if not sees(state, seat, card))) for seat, cards in enumerate(found)]


@pytest.mark.costly
@pytest.mark.parametrize("backend", backends())
@pytest.mark.parametrize(("players", "copies"), [(2, 1), (3, 2), (2, 4)])
def test_seats_know_the_same(backend: str, players: int, copies: int) -> None:
    """Decision by decision, also of piles of which some see the top alone."""
    rules: Rules = ruled(GAME.replace("MOVES", MOVES).replace("COPIES", str(copies)), players)
    engine = compiled(rules, backend, foresees=True)
    buried = 0
    for number in range(12):
        game, quick, chance = Game(rules, f"3:{number}"), FastGame(engine, f"3:{number}"), Stream(7, number)
        while game.to_act:
            assert kept(quick, game) == remembering(game), (number, game.decisions)
            buried += sum(map(len, remembering(game)))
            seat = game.to_act[0]
            index = chance.below(len(moves := game.legal_moves(seat)))
            game.play(seat, moves[index])
            quick.apply(index)
    assert buried > 300


@pytest.mark.costly
@pytest.mark.parametrize("backend", backends())
def test_they_play_alike(backend: str) -> None:
    """Positions, moves and what is noted, of rules that follow what seats know and of rules that do not."""
    rules = ruled(GAME.replace("MOVES", MOVES).replace("COPIES", "1"), 3)
    for foresees in (False, True):
        engine = compiled(rules, backend, foresees=foresees)
        for number in range(4):
            assert apart(Game(rules, f"4:{number}"), FastGame(engine, f"4:{number}"), Stream(8, number), 100) is None


@pytest.mark.costly
@pytest.mark.parametrize("fixed", ["no", "yes"])
def test_a_depth_that_an_option_settles(fixed: str) -> None:
    """Who learns it is found of the rules as agreed, where it may be a number that all know or a secret."""
    text = GAME.replace("MOVES", "take, slip_so, look").replace("COPIES", "1")
    text = text.replace("play:\n", "options: {fixed: no/yes}\ndefine: {deep of player: DEEP}\nplay:\n", 1)
    text = text.replace("DEEP", "if fixed then 1 else own_deep").replace(
        "  told_deep: number\n", "  told_deep: number\n  own_deep of player: number starting 1 seen by owner\n"
    )
    slip = "{choose: {card: one of hand}, do: move card to stock under (lowest of (deep of me)/(count of stock))}"
    rules = ruled(text.replace("moves:\n", f"moves:\n  slip_so: {slip}\n", 1), 2, {"fixed": fixed})
    engine, known = compiled(rules, "python", foresees=True), 0
    for number in range(4):
        game, quick, chance = Game(rules, f"3:{number}"), FastGame(engine, f"3:{number}"), Stream(7, number)
        while game.to_act:
            assert kept(quick, game) == remembering(game), (number, game.decisions)
            known += remembering(game)[0].total()
            index = chance.below(len(moves := game.legal_moves(game.to_act[0])))
            game.play(game.to_act[0], moves[index])
            quick.apply(index)
    assert known > 50
