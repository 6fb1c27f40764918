"""A lone player's game as a whole: undone and done again, started over, finished by itself, given up."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from croupier import Game, load
from croupier.scene import Words, scene
from croupier.table.finishing import finishing
from croupier.table.record import Record
from croupier.web import Host, Sitting
from tests.web.tables import Clock, Table, ruled

OPEN = """
croupier: 1
game: open
players: 1
cards: {attributes: {rank: 1..4, suit: red/blue}}
zones: {row of 1..2: pile seen by everyone, home of suit: pile seen by everyone}
play:
  begin:
    - move deck where suit is red to row of 1
    - move deck where suit is blue to row of 2
  steps: {turn: {by: players, times: 200, until: count of home of values of suit is 8, moves: [up, across, stop]}}
define: {end_card of number: top of row}
moves:
  up: {choose: {card: one of (end_card of 1..2)}, do: move card to home of suit of card}
  across:
    choose: {n: one of 1..2, m: one of 1..2 where it is not n}
    when: {some: row of n is not empty}
    do: move top of row of n to row of m
  stop: {do: end play}
result: {won: count of home of values of suit is 8, score: count of home of values of suit}
"""


def able(table: Table, line: int) -> list[str]:
    return [str(each) for each in table.scene(line)["able"]]


@pytest.mark.costly
def test_all_that_showed_nothing_is_undone_and_done_again() -> None:
    """However many moves it was; a new move after an undo leaves nothing to do again."""
    table = Table.of(ruled(OPEN, 1))
    line = table.greet()
    scenes = [table.scene(line)["scene"]]
    for turn in range(70):
        table.choose(line, f"across n={1 + turn % 2} m={2 - turn % 2}")
        scenes.append(table.scene(line)["scene"])
    for at in range(69, -1, -1):
        table.say(line, {"type": "undo"})
        assert table.scene(line)["scene"] == scenes[at]
    for at in range(1, 71):
        assert "redo" in able(table, line)
        table.say(line, {"type": "redo"})
        assert table.scene(line)["scene"] == scenes[at]
    assert "redo" not in able(table, line)
    table.say(line, {"type": "undo"})
    table.choose(line, "across n=1 m=2")
    assert "redo" not in able(table, line)
    [refused] = table.say(line, {"type": "redo"})
    assert refused["type"] == "refused"


def test_the_same_deal_is_started_over(tmp_path: Path) -> None:
    """Also after cards were turned up, and after the end; the record says so, and all can be played again."""
    rules = load("klondike")
    game = Game(rules, 5)
    record = Record.create(tmp_path / "game.jsonl", game, who=["you"])
    host = Host(Sitting(game, {0: "you"}, record=record), {0: "one"}, Clock())
    table = Table(host, Clock())
    line = table.greet()
    first = table.scene(line)["scene"]
    assert "restart" not in able(table, line)
    for move in ("draw_cards", "to_foundation card=AC", "draw_cards"):
        table.choose(line, move)
    after = table.scene(line)["scene"]
    [refused] = table.say(line, {"type": "undo"})
    assert refused["why"] == "undo"
    table.say(line, {"type": "restart"})
    assert table.scene(line)["scene"] == first
    for _ in range(3):
        table.say(line, {"type": "redo"})
    assert table.scene(line)["scene"] == after
    table.choose(line, "give_up")
    assert table.scene(line)["scene"]["ending"] is not None
    table.say(line, {"type": "restart"})
    assert table.scene(line)["scene"] == first
    table.choose(line, "draw_cards")
    record.close()
    resumed = Record.open(tmp_path / "game.jsonl").game()
    assert [str(move) for move in resumed.legal_moves(0)] == [str(move) for move in table.host.play.game.legal_moves(0)]
    assert resumed.decisions == 1


def test_a_continued_game_is_undone_too(tmp_path: Path) -> None:
    """Its earlier moves go back one by one, in the record as well; then they are done again."""
    path = tmp_path / "game.jsonl"
    with Record.create(path, Game(ruled(OPEN, 1), 5), who=["you"]) as record:
        table = Table(Host(Sitting(Game(ruled(OPEN, 1), 5), {0: "you"}, record=record), {0: "one"}, Clock()), Clock())
        line = table.greet()
        scenes = [table.scene(line)["scene"]]
        for move in ("across n=1 m=2", "across n=2 m=1"):
            table.choose(line, move)
            scenes.append(table.scene(line)["scene"])
    with Record.open(path) as record:
        transcript = record.transcript()
        game = transcript.begin()
        sitting = Sitting(game, {0: "you"}, record=record, before=transcript.replay(game=game))
        table = Table(Host(sitting, {0: "one"}, Clock()), Clock())
        line = table.greet()
        table.choose(line, "across n=1 m=2")
        for at in (2, 1, 0):
            table.say(line, {"type": "undo"})
            assert table.scene(line)["scene"] == scenes[at]
        assert record.transcript().moves == []
        table.say(line, {"type": "redo"})
        assert table.scene(line)["scene"] == scenes[1]


def test_with_others_nothing_is_started_over() -> None:
    table = Table.of(load("three-thirteen", 2), people={0: "one"})
    line = table.greet()
    table.bots()
    table.choose(line, table.moves(line)[0])
    assert able(table, line) == []
    for kind in ("redo", "restart", "finish"):
        [refused] = table.say(line, {"type": kind})
        assert refused["type"] == "refused"


def test_a_game_that_is_won_finishes_by_itself() -> None:
    """Every card goes home; each of these moves can be undone but the last, which ends the game."""
    table = Table.of(ruled(OPEN, 1))
    line = table.greet()
    assert "finish" in able(table, line)
    assert [str(move) for move in finishing(table.host.play.game)][:2] == ["up card=4R", "up card=3R"]
    table.say(line, {"type": "finish"})
    ending = table.scene(line)["scene"]["ending"]
    assert ending["winners"] == [0]
    assert table.host.play.game.decisions == 8


@pytest.mark.parametrize("name", ["klondike", "spider"])
def test_nothing_is_finished_while_a_card_is_hidden(name: str) -> None:
    """For that would say what it is."""
    assert finishing(Game(load(name), 5)) == []


def test_a_klondike_with_all_cards_open_is_finished() -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    zones = {f"foundation of {suit}": [rank + suit[0].upper() for rank in ranks] for suit in ("spades", "clubs")}
    zones["foundation of hearts"] = [rank + "H" for rank in ranks[:-2]]
    zones["foundation of diamonds"] = [rank + "D" for rank in ranks[:-1]]
    zones |= {"column of 1": ["KH"], "column of 2": ["KD"], "column of 4": ["QH"]}
    game = Game.at(load("klondike"), {"step": "turn", "turn": "P1", "zones": zones, "rest": "stock"})
    assert {str(move) for move in finishing(game)} == {f"to_foundation card={card}" for card in ("QH", "KD", "KH")}


def test_only_what_ends_the_game_is_asked_about() -> None:
    game = Game(load("klondike"), 5)
    step = scene(game, 0, Words(game.rules)).step
    assert step is not None
    assert [option.move for option in step.options if option.ends] == ["give_up"]


def test_a_hand_has_orders_by_its_attributes() -> None:
    """By rank and by suit; each has all its cards, and equal ones in the order of the deck."""
    game = Game(load("hearts"), 5)
    hand = scene(game, 0, Words(game.rules)).zones[0]
    assert [(sort.name, sort.title) for sort in hand.sorts] == [("rank", "rank"), ("suit", "suit")]
    cards = {card.id: card.attributes for card in hand.cards}
    for sort in hand.sorts:
        assert sorted(sort.cards) == sorted(cards)
        values = [cards[id][sort.name] for id in sort.cards]
        assert len([1 for one, two in pairwise(values) if one != two]) == len(set(values)) - 1
    others = [zone for zone in scene(game, 0, Words(game.rules)).zones if zone.owner != 0]
    assert all(not zone.sorts for zone in others)
