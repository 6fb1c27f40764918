"""Choices step by step: every legal move lies at the end of exactly one path, and what stands for a choice is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from croupier import Game, Move, Rules, load
from croupier.base.chance import Stream
from croupier.scene import Choices, LostWay, Scene, Words, scene
from croupier.scene.making import choices
from croupier.scene.zones import laid
from croupier.table import display
from tests.printed import GAMES, NAMES

pytestmark = pytest.mark.costly

MOST = 400
"""Of decisions with more moves than this the claim is shown elsewhere."""


def offered(game: Game, words: Words, seat: int) -> Choices:
    return choices(game, seat, words, laid(game.view(seat), words, display.arrangements(game, seat)))


def reached(found: Choices) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each move at the end of a path, with the path, however the things of a choice are taken."""
    todo: list[tuple[str, ...]] = [()]
    met = {()}
    while todo:
        for option in found.step(todo.pop()).options:
            if option.move:
                yield option.path, option.move
            elif option.path not in met:
                met.add(option.path)
                todo.append(option.path)


def decisions(rules: Rules, many: int, every: int = 1, seed: int = 5) -> Iterator[tuple[Game, int]]:
    """Positions of a game at random in which somebody decides."""
    game, stream = Game(rules, seed), Stream(11, seed)
    while game.to_act and game.decisions < many:
        seat = game.to_act[0]
        if game.decisions % every == 0:
            yield game, seat
        moves = game.legal_moves(seat)
        game.play(seat, moves[stream.below(len(moves))])


def check(rules: Rules, many: int, every: int) -> int:
    """How many moves were found at the end of their paths."""
    words, shown = Words(rules), 0
    for game, seat in decisions(rules, many, every):
        moves = game.legal_moves(seat)
        if len(moves) > MOST:
            continue
        found = offered(game, words, seat)
        ways: dict[str, set[tuple[str, ...]]] = {}
        for path, move in reached(found):
            ways.setdefault(move, set()).add(path)
        assert ways == {str(move): {found.path(index)} for index, move in enumerate(moves)}
        assert len({found.path(index) for index in range(len(moves))}) == len(moves)
        shown += len(moves)
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_every_move_lies_at_the_end_of_one_path(name: str) -> None:
    """Whatever is chosen first, the same move has the same path, and no other move has it."""
    assert check(load(name), 40, 3) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_so_it_does_in_every_bundled_game(name: str) -> None:
    """The same for the whole shelf."""
    assert check(load(name), 120, 4) > 0


def stood_for(table: Scene) -> set[str]:
    """The ids of all that is on the table."""
    ids = {zone.id for zone in table.zones} | {person.id for person in table.people}
    for zone in table.zones:
        ids |= {card.id for card in zone.cards} | {meld.id for meld in zone.melds}
    return ids


def check_targets(rules: Rules, many: int, every: int) -> int:
    """How many options stand for something on the table."""
    words, shown = Words(rules), 0
    for game, seat in decisions(rules, many, every):
        table = scene(game, seat, words)
        assert table.step is not None
        there = stood_for(table)
        ids = [card.id for zone in table.zones for card in zone.cards]
        assert len(ids) == len(set(ids))
        for group in table.step.groups:
            for option in group.options:
                assert set(option.targets) <= there
                assert option.targets or group.asks not in ("card", "spot", "player") or not option.text
                assert option.sentence
                shown += bool(option.targets)
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_pointed_at_is_on_the_table(name: str) -> None:
    """An option that takes a card, a place or a person says by which ids it stands there; no two cards share one."""
    assert check_targets(load(name), 40, 3) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_in_every_bundled_game(name: str) -> None:
    """The same for the whole shelf."""
    check_targets(load(name), 120, 6)


TAKE = """
croupier: 1
game: take
players: 2
cards: {attributes: {value: 1..5}, copies: 2}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
play:
  begin: [move deck to stock, {for each of players: move top 5 of stock to hand}]
  steps: {turn: {by: players, times: 4, moves: [lay]}}
moves:
  lay:
    choose: {value: one of values of value, cards: 1.. of hand}
    when: {alike: none of cards where value of it is not value}
    do: move cards to heap
result: {score: count of hand, best: lowest}
text:
  moves.lay: lay
  moves.lay.sentence: "lay {cards}[ as {value}]"
"""


@pytest.fixture
def taking(tmp_path: object) -> tuple[Game, Choices]:
    path = tmp_path / "take.yaml"  # type: ignore[operator]  # a folder
    path.write_text(TAKE, encoding="utf-8")
    rules = load(path)
    position = {"step": "turn", "turn": "P1", "zones": {"hand of P1": ["1", "1", "3"], "hand of P2": ["2", "2"]}}
    game = Game.at(rules, {**position, "rest": "stock"})
    return game, offered(game, Words(rules), 0)


def test_what_lies_on_the_table_is_asked_for_first(taking: tuple[Game, Choices]) -> None:
    """The cards before the value, though the rules ask for the value first; and one value alone is not asked for."""
    _, found = taking
    step = found.step()
    assert [(group.asks, [option.text for option in group.options]) for group in step.groups] == [("card", ["1", "3"])]
    assert [option.move for option in step.options] == [None, "lay value=3 cards=3"]
    further = found.step(step.options[0].path)
    assert [(option.text, option.move) for option in further.options] == [
        ("that is all", "lay value=1 cards=1"),
        ("1", "lay value=1 cards=1 1"),
    ]
    assert further.sentence == "lay 1 …"


def test_what_was_taken_can_be_given_back(taking: tuple[Game, Choices]) -> None:
    """Each card that was taken leads back to the path without it; the only one to where nothing is chosen."""
    _, found = taking
    one = found.step(["lay", "cards+1"])
    two = found.step(["lay", "cards+1", "cards+1"])
    assert [*one.back.values()] == [()]
    assert len(two.back) == 2
    assert set(two.chosen) > set(one.chosen)
    assert {found.step(path).path for path in two.back.values()} == {one.path}


def test_a_path_that_leads_nowhere_is_refused(taking: tuple[Game, Choices]) -> None:
    """With what is wrong with it, and no traceback."""
    _, found = taking
    for path in (
        ["fly"],
        ["lay", "cards+9"],
        ["lay", "cards+3", "cards+3"],
        ["lay", "cards+1", "value=1"],
        ["lay", "."],
    ):
        with pytest.raises(LostWay):
            found.step(path)


def test_the_order_of_things_does_not_matter(taking: tuple[Game, Choices]) -> None:
    """Two cards taken either way lead to the same step."""
    game, _ = taking
    words = Words(game.rules)
    moves = [Move("m", (("cards", "1 2"),)), Move("m", (("cards", "1 2 3"),))]
    found = Choices(moves, words, lambda _: (((),) * 3,), lambda _: [], lambda _: [], {}, lambda _: (), {}, {})
    words.asked["m", "cards"] = replace(next(iter(words.asked.values())), single=False)
    assert found.step(["m", "cards+2", "cards+1"]).options == found.step(["m", "cards+1", "cards+2"]).options
