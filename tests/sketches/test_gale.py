"""A shedding game whose cards do something however they are played: what several moves do is written once."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.table import catalogue
from croupier.workbench.difference import differences
from croupier_dsl import compile_file, from_json, ir, to_json
from croupier_dsl.analysis import nodes
from croupier_dsl.mutations import mutations_of
from tests.difference.test_difference import changed
from tests.rulebook.books import printed, words

GAME = Path(__file__).with_name("gale.yaml")


def test_rules_without_paths_get_them_back() -> None:
    """What stands in an effect is called by its own path, wherever it is performed, in rules read from a record too."""
    rules = catalogue.find(str(GAME))
    assert from_json(to_json(rules, ids=False)) == rules
    paths = {node.path for node in nodes(from_json(to_json(rules, ids=False)).moves) if isinstance(node, ir.Ask)}
    assert paths == {"effects.name_a_suit.1", "moves.draw.do.2"}


def test_taken_back_in_the_middle() -> None:
    """A question in the middle of an effect may be taken back; a position has every name that it needs."""
    game = Game(load(str(GAME), 2, names=["Ann", "Bob"]), "1")
    while not any("play_card card=8" in str(move) for move in game.legal_moves(game.to_act[0])):
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    seat = game.to_act[0]
    eight = next(move for move in game.legal_moves(seat) if str(move).startswith("play_card card=8"))
    game.play(seat, eight)
    assert "entered" not in game.position()
    half = game.position()["half"]
    assert half["question"] == 1
    assert "played" not in half["locals"]
    assert {"card", *(key for key in half["locals"] if key.startswith("it "))} <= set(half["locals"])
    assert [str(move).split("=")[0] for move in game.legal_moves(seat)] == ["play_card colour"] * 4


def test_a_change_of_an_effect_is_one_change() -> None:
    """A mutation of a statement in it changes every move that performs it, and is made once."""
    rules = catalogue.find(str(GAME))
    made = [mutation for mutation in mutations_of(rules) if mutation.path.startswith("effects.put_down")]
    assert len({mutation.name for mutation in made}) == len(made)
    dropped = next(mutation for mutation in made if mutation.name == "effects.put_down.2 dropped")
    for move in dropped.rules.moves:
        performed = [node for node in nodes(move) if isinstance(node, ir.Perform) and node.name == "put_down"]
        assert len(performed) == 1
        assert [statement.path for statement in performed[0].does] == [f"effects.put_down.{n}" for n in (1, 3, 4)]
    assert sum(mutation.name == "effects.draw_two.1 dropped" for mutation in mutations_of(rules)) == 1


@pytest.mark.costly
def test_a_difference_in_an_effect_is_told_once() -> None:
    """What an effect does differs at its own path, and not in each list that performs it."""
    text = GAME.read_text("utf-8")
    found = differences(changed(text), changed(text, ("    - set wanted to none", "    - set wanted to suit")))
    assert [(one.path, one.lead) for one in found] == [
        ("effects.put_down", "what put_down does: now set wanted to suit (was set wanted to none)")
    ]
    gone = "  draw_two of player as whom:\n    - for each of 1..2: draw_one of whom\n"
    title = "  effects.draw_two: {en: draw two, fr: piocher deux cartes}\n"
    fewer = changed(text, (gone, ""), (title, ""), ("draw_two of next", "draw_one of next"))
    told = differences(changed(text), fewer)
    assert {one.path: one.change for one in told} == {"effects.draw_two": "gone", "effects.put_down": "changed"}


def test_what_is_printed() -> None:
    """The rulebook tells an effect once, and names it where it is performed."""
    english, french = ("\n".join(words(printed(str(GAME), language))) for language in ("en", "fr"))
    assert english.count("goes on top of the pile") == 3  # of a new deal, as a card is put down, and the lower of two
    assert "The rule “what a card does” applies to the chosen card." in english
    assert "The rule “drawing” applies to you." in english
    assert "s'applique à la carte choisie" in french


def test_a_variant_changes_a_statement_in_it(tmp_path: Path) -> None:
    """A house rule on playing a card is changed in one place, for all moves."""
    (tmp_path / "gale.yaml").write_text(GAME.read_text("utf-8"), "utf-8")
    path = tmp_path / "squall.yaml"
    path.write_text(
        "croupier: 1\nvariant: squall\nof: gale\n"
        "change: {effects.draw_two.for each of 1..2: {for each of 1..3: draw_one of whom}}\n"
        "remove: [effects.name_a_suit.set wanted]\n"
        "add: {effects.name_a_suit.settle: set wanted to suit of top of pile}\n",
        "utf-8",
    )
    rules = compile_file(path)
    asked = [effect for effect in rules.effects if effect.name == "name_a_suit"]
    assert [statement.path for statement in asked[0].do] == ["effects.name_a_suit.1", "effects.name_a_suit.settle"]
    for move in rules.moves:
        assert {node.path for node in nodes(move) if isinstance(node, ir.Labelled)} == {"effects.name_a_suit.settle"}
