"""A game of grids, in which cards lie face down in places of their own: how they are drawn, told and pointed at."""

from __future__ import annotations

from pathlib import Path

from croupier import Game, load
from croupier.cli.story import told
from croupier.cli.table import shown
from croupier.scene import Words, scene
from croupier_dsl.saying import Own

FILE = Path(__file__).with_name("trellis.yaml")


def test_every_place_is_there_from_first_to_last() -> None:
    """However cards go and come, a grid has its twelve places, and each card lies in one of them."""
    game = Game(load(str(FILE), 3), seed=11)
    for number in range(120):
        if not game.to_act:
            break
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        game.play(seat, moves[-1 - number % len(moves)])
        grids = [game.view(seat).zones[f"grid of {name}"] for name in game.rules.program.names]
        assert [len(grid.cards) for grid in grids] == [12, 12, 12]
        assert all(grid.columns == 4 and sum(card != "" for card in grid.cards) == grid.count for grid in grids)


def at_barter() -> Game:
    """Where a player may change a card of a neighbour's grid for one of the own."""
    rules = load(str(FILE), 2)
    grid = [str(value % 10) for value in range(12)]
    zones = {"grid of P1": grid, "grid of P2": [None, *grid[1:]], "drawn of P1": ["12"], "stock": ["9", "9"]}
    return Game.at(rules, {"step": "use", "turn": "P1", "zones": zones, "revealed": ["@2 in grid of P2"]})


def test_a_grid_is_drawn_line_by_line() -> None:
    """With the numbers of its places, and a dash where none lies."""
    game = at_barter()
    words = Words(game.rules)
    drawn = [line.strip() for line in shown(scene(game, 0, words, path=None), words)]
    other = drawn[drawn.index(next(line for line in drawn if line.startswith("P2:"))) :]
    assert [line.split() for line in other[1:5]] == [
        ["grid", "@1", "@2", "@3", "@4"], ["–", "1", "?", "?"], ["@5", "@6", "@7", "@8"], ["?", "?", "?", "?"],
    ]  # fmt: skip


def test_where_cards_come_to_lie_is_told() -> None:
    """Of two that change places, as of one that is laid into a place; a place that was chosen is not told again."""
    game = at_barter()
    game.play(0, "barter mine=@5 theirs=@5")
    assert list(told(game.log(1), 1, Words(game.rules))) == [
        "P1: barter · 12 → discard · 1 card → grid (P2) (@5) · 1 card → grid (P1) (@5)"
    ]
    game = at_barter()
    game.play(0, "replace @5")
    told_to_me = next(iter(told(game.log(0), 0, Words(game.rules))))
    assert told_to_me == "You: replace @5 · 4 → discard · 12 → grid (P1) · turned up 12 (@5)"


def test_what_a_house_rule_changes_is_called_by_what_it_does(tmp_path: Path) -> None:
    """A swap goes by the card that it begins with."""
    (tmp_path / "trellis.yaml").write_text(FILE.read_text("utf-8"), encoding="utf-8")
    variant = tmp_path / "closer.yaml"
    change = "{moves.barter.do.swap mine: swap mine with top of stock}"
    variant.write_text(f"croupier: 1\nvariant: closer\nof: trellis\nchange: {change}\n", encoding="utf-8")
    rules = load(str(variant), 2).program.rules
    barter = next(move for move in rules.moves if move.name == "barter")
    assert [*Own(rules).lines(barter.do)][1] == "swap mine with top of stock"
