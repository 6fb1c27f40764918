"""Grids without an edge in views, positions, scenes and at the terminal."""

from __future__ import annotations

import json

import pytest

from croupier import Game, PositionError, Rules
from croupier.base.plain import record
from croupier.cli.board import board, texts
from croupier.cli.table import shown
from croupier.compile.binding import bind
from croupier.scene import Words, scene
from croupier_dsl import compile_text

TILES = """\
croupier: 1
game: tiles
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, board: grid seen by everyone, own of player: grid seen by nobody}
state: {mark of card in board: number}
play: {steps: {turn: {by: players, times: 8, moves: [lay]}}}
moves:
  lay: {choose: {card: one of hand, spot: one of spots of board where it is empty}, do: [move card to spot, set mark of card to 2]}
result: {score: count of board}
"""  # noqa: E501  # as people write it
AT = {"hand of P1": ["7S", "8H"], "hand of P2": ["2D"], "board": ["KS@1", "QH@6", "JC@18"], "own of P1": ["3C@3"]}


def tiles(zones: dict[str, list[str]] = AT) -> Game:
    """A game of tiles with these cards on the table."""
    rules = Rules(bind(compile_text(TILES, "tiles.yaml"), 2))
    return Game.at(
        rules, {"croupier": 1, "ruleset": "tiles", "players": 2, "turn": "P1", "step": "turn", "zones": zones}
    )


def test_positions_have_no_more_than_is_there() -> None:
    """Each card has its place, and the position plays on after it has been a file."""
    game = tiles()
    game.play(0, "lay 7S @3")
    position = json.loads(json.dumps(game.position()))
    assert position["zones"]["board"] == ["KS@1", "7S@3", "QH@6", "JC@18"]
    assert position["zones"]["own of P1"] == ["3C@3"]
    again = Game.at(game.rules, position)
    assert again.position() == game.position()
    assert list(map(str, again.legal_moves(1))) == list(map(str, game.legal_moves(1)))


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("KS", "does not name the place of the card"),
        ("KS@0", "does not name the place of the card"),
        ("KS@3600", "does not name the place of the card"),
        ("@3", "does not name the place of the card"),
        ("9X@3", "this game has no card 9X"),
        ("QH@3", "another QH: the game has one, placed in board"),
        ("AS@6", "two cards are at place 6 of board"),
    ],
)
def test_what_is_no_position(card: str, told: str) -> None:
    """The error says what is wrong with it."""
    with pytest.raises(PositionError, match=told):
        tiles(AT | {"board": ["QH@6", card]})


def test_views_have_no_more_than_is_there() -> None:
    """A view has the cards and the number of each place, of hidden ones too."""
    game = tiles()
    view = game.view(1).to_json()["zones"]
    assert (view["board"]["cards"], view["board"]["numbers"]) == (["KS", "QH", "JC"], [1, 6, 18])
    assert (view["own of P1"]["cards"], view["own of P1"]["numbers"]) == (["?"], [3])
    assert view["own of P2"]["numbers"] == []
    assert "numbers" not in view["stock"]


def test_scenes_have_the_places_next_to_it() -> None:
    """Line by line, with the number of each place, and none where no card can be laid yet."""
    game = tiles()
    words = Words(game.rules)
    zone = scene(game, 0, words).zone("board")
    assert (zone.lay, zone.edgeless, zone.columns, len(zone.cards)) == ("grid", True, 5, 15)
    assert [card.place for card in zone.cards] == [0, 3, 4, 16, 0, 5, 1, 6, 18, 38, 0, 8, 9, 20, 0]
    assert [card.text for card in zone.cards if card.text] == ["K♠", "Q♥", "J♣"]
    assert record(zone)["edgeless"] is True
    chosen = scene(game, 0, words, path=("lay", "card=7S"))
    assert chosen.step is not None
    assert {"board@3", "board@38"} <= set(chosen.step.of)
    game.play(0, "lay 7S @38")
    zone = scene(game, 0, words).zone("board")
    assert [card.place for card in zone.cards if card.text] == [1, 6, 18, 38]


def test_the_terminal_draws_it() -> None:
    """With the places that can be chosen around it, and numbers where there is room for them."""
    game = tiles()
    words = Words(game.rules)
    lines = [line.rstrip() for line in shown(scene(game, 0, words, path=None), words)]
    at = next(number for number, line in enumerate(lines) if line.startswith("  board"))
    assert lines[at : at + 6] == [
        "  board        @3  @4 @16",
        "                –   –   –",
        "           @5  @1  @6 @18 @38",
        "            –  K♠  Q♥  J♣   –",
        "               @8  @9 @20",
        "                –   –   –",
    ]
    drawn = texts(board(scene(game, 1, words), words, 60, 20, []))
    at = next(number for number, line in enumerate(drawn) if "K♠" in line)
    assert [drawn[at].split(), drawn[at + 1].split()] == [["board", "K♠", "Q♥", "J♣"], []]
    drawn = texts(board(scene(game, 0, words), words, 60, 20, []))
    at = next(number for number, line in enumerate(drawn) if "K♠" in line)
    assert [line.split() for line in drawn[at - 1 : at + 2]] == [
        ["board", "–", "–", "–"],
        ["–", "K♠", "Q♥", "J♣", "–"],
        ["–", "–", "–"],
    ]
