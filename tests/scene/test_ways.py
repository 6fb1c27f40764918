"""Cards that are clicked, dragged and dropped: each way leads to moves that take just these cards just there."""

from __future__ import annotations

from itertools import islice

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.scene import Choices, Scene, Step, Words, scene
from croupier.scene.ways import MOST
from croupier.table import catalogue
from tests.printed import GAMES
from tests.scene.test_choices import decisions, offered, stood_for

pytestmark = pytest.mark.costly

PATIENCES = ("klondike", "spider", "freecell")


def options(step: Step) -> list:
    return [*step.options, *step.ways]


def gestures(found: Choices) -> set[str]:
    """The moves that clicks and drops reach, with no button of the list of moves."""
    todo, met, moves = [()], {()}, set[str]()
    while todo:
        step = found.step(todo.pop())
        numbers = {n for some in step.of.values() for n in some}
        numbers |= {n for onto in step.onto.values() for some in onto.values() for n in some}
        for option in (options(step)[number] for number in numbers):
            if option.move:
                moves.add(option.move)
            elif option.path not in met:
                met.add(option.path)
                todo.append(option.path)
    return moves


def check(table: Scene, found: Choices) -> int:
    """Check all drops of the first step and those after a first click; how many there are."""
    count, there = 0, stood_for(table)
    first = found.step()
    paths = [(), *islice((option.path for option in options(first) if not option.move), 12)]
    for path in paths:
        step = found.step(path)
        left = found.left(path)
        assert {*step.of, *step.onto, *step.along} <= there
        assert all(set(onto) <= there for onto in step.onto.values())
        ways = {option.path for option in step.ways}
        assert len(ways) == len(step.ways)
        assert ways.isdisjoint(option.path for option in step.options)
        if len(left) > MOST:
            continue
        for thing, numbers in step.of.items():
            for option in (options(step)[number] for number in numbers):
                marks = [found.marks(index) for index in found.left(option.path)]
                assert any(thing in (*mark.things, *mark.places) or thing in option.targets for mark in marks)
        dropped = {thing: set(onto) for thing, onto in step.onto.items()}
        for thing, onto in step.onto.items():
            for place, numbers in onto.items():
                for option in (options(step)[number] for number in numbers):
                    marks = [found.marks(index) for index in found.left(option.path)]
                    fitting = [m for m in marks if thing in m.things and place in (*m.places, *m.things)]
                    assert fitting, (path, thing, place, option.path)
                    assert not option.move or len(marks) == 1
                    count += 1
        for index in left:  # what a move takes can be clicked, or has been taken, and dropped where the move takes it
            mark = found.marks(index)
            for thing in mark.things:
                assert thing in step.of or thing in step.back or path, (thing, str(found.moves[index]))
                for place in mark.places if not path else ():
                    if found.homes.get(thing, thing) != found.homes.get(place, place):
                        assert place in dropped[thing]
    return count


def check_game(rules: Rules, many: int, every: int) -> int:
    words, count = Words(rules), 0
    for game, seat in decisions(rules, many, every):
        count += check(scene(game, seat, words), offered(game, words, seat))
    return count


@pytest.mark.parametrize("name", GAMES)
def test_a_drop_leads_to_moves_that_take_the_card_there(name: str) -> None:
    """And to no other; whatever is taken can be clicked."""
    check_game(load(name), 30, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.games())
def test_so_it_does_in_every_bundled_game(name: str) -> None:
    """The same for the whole shelf."""
    check_game(load(name), 80, 5)


@pytest.mark.parametrize("name", PATIENCES)
def test_a_patience_is_played_by_its_cards_alone(name: str) -> None:
    """Every move but giving up is made by clicks and drops, and a drop makes it at once."""
    rules, shown = load(name), 0
    words = Words(rules)
    game, stream = Game(rules, 7), Stream(11, 7)
    while game.to_act and game.decisions < 40:
        found = offered(game, words, 0)
        moves = {str(move) for move in found.moves} - {"give_up"}
        assert gestures(found) == moves
        step = found.step()
        at_once = {options(step)[n].move for onto in step.onto.values() for some in onto.values() for n in some}
        assert moves <= at_once
        shown += len(moves)
        kept = [move for move in game.legal_moves(0) if move.name != "give_up"]
        game.play(0, kept[stream.below(len(kept))])
    assert shown > 40


def found_in(name: str, zones: dict[str, list[str]], **position: object) -> tuple[Game, Choices]:
    rules = load(name)
    game = Game.at(rules, {"step": "turn", "turn": "P1", "zones": zones, "rest": "stock", **position})
    return game, offered(game, Words(rules), 0)


def dropped(step: Step, thing: str, place: str) -> list[str]:
    return [options(step)[number].move for number in step.onto.get(thing, {}).get(place, ())]


def test_a_card_dropped_on_one_of_two_columns_goes_there() -> None:
    """Eight of diamonds on either black nine, and nowhere else; what lies on it goes along."""
    zones = {"column of 1": ["9S"], "column of 2": ["9C"], "column of 3": ["8D", "7S"], "column of 4": ["10H"]}
    _, found = found_in("klondike", zones)
    step = found.step()
    assert dropped(step, "8D", "column of 1") == ["move_run card=8D n=1"]
    assert dropped(step, "8D", "column of 2") == ["move_run card=8D n=2"]
    assert dropped(step, "8D", "column of 4") == []
    assert step.along["8D"] == ("7S",)
    assert [options(step)[n].path for n in step.of["8D"]] == [("move_run", "card=8D")]
    chosen = found.step(("move_run", "card=8D"))
    assert {place: options(chosen)[n].move for place, (n,) in chosen.of.items()} == {
        "column of 1": "move_run card=8D n=1",
        "column of 2": "move_run card=8D n=2",
    }


def test_a_sequence_is_taken_by_its_first_card() -> None:
    """The card that is picked says how many cards move; of two alike in a column each stands for its own."""
    zones = {
        "column of 1": ["5S", "9H", "6S", "5S", "4S"], "column of 2": ["7H"], "column of 3": ["5D"],
        "column of 4": ["6H"],
    }  # fmt: skip
    game, found = found_in("spider", zones)
    step = found.step()
    column = next(zone for zone in scene(game, 0, Words(game.rules)).zones if zone.id == "column of 1")
    low, _, six, five, four = (card.id for card in column.cards)
    assert dropped(step, six, "column of 2") == ["move_cards here=1 many=3 n=2"]
    assert dropped(step, five, "column of 4") == ["move_cards here=1 many=2 n=4"]
    assert dropped(step, four, "column of 3") == ["move_cards here=1 many=1 n=3"]
    assert step.along[six] == (five, four)
    assert low not in step.of
    assert low not in step.onto


def test_a_card_is_added_to_an_equal_one_by_dropping_it() -> None:
    """The second of three equal cards is dropped where the first would end the choice."""
    _, found = found_in("drei", {"hand of P1": ["5", "5", "5", "9"], "pile": ["4"], "hand of P2": ["6"]})
    step = found.step(("play", "cards+5"))
    [chosen] = step.chosen
    first, second, third = sorted(found.step().onto.keys() & {"5#1", "5#2", "5#3"})
    assert chosen == first
    assert dropped(step, first, "pile") == ["play value=5 cards=5"]
    for each in (second, third):
        [number] = step.onto[each]["pile"]
        assert options(step)[number].path == ("play", "cards+5", "cards+5")


def test_ways_say_nothing_about_hidden_cards() -> None:
    """With other hidden cards, what can be clicked and dropped is the same."""
    for name in ("three-thirteen", "trio", "klondike", "rami"):
        rules = load(name)
        words = Words(rules)
        game, stream = Game(rules, 3), Stream(11, 3)
        while game.to_act and game.decisions < 12:
            seat = game.to_act[0]
            other = game.imagined(seat, 1)
            if other is not None and len(other.legal_moves(seat)) == len(game.legal_moves(seat)):
                one, two = (scene(each, seat, words).step for each in (game, other))
                assert one is not None
                assert two is not None
                if one.groups == two.groups:
                    assert (one.of, one.onto, one.along, one.ways) == (two.of, two.onto, two.along, two.ways)
            moves = game.legal_moves(seat)
            game.play(seat, moves[stream.below(len(moves))])
