"""A climbing game with pairs in sequence and threes with a card each."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import Game, load
from croupier.cli import main, meant
from croupier.fast import compiled
from croupier.table import catalogue
from croupier.workbench.difference import differences
from croupier.workbench.scenarios import start
from croupier_dsl.mutations import mutations_of
from tests.difference.test_difference import changed
from tests.lowering.alongside import first_difference
from tests.lowering.small import ruled
from tests.rulebook.books import printed, words

GAME = Path(__file__).with_name("stairs.yaml")


def test_what_is_printed() -> None:
    """The outline and the rulebook say what stands in sequence and what lies beside, in each language."""
    outline = "\n".join(meant.outline(catalogue.find(str(GAME))))
    assert "of two, size 3.." in outline
    assert "of three, size 1.., beside 1" in outline
    assert "beside 1, wilds" not in outline  # that is for the groups to say
    english, french = ("\n".join(words(printed(str(GAME), language))) for language in ("en", "fr"))
    assert "It has 3 groups or more, each of them a couple." in english
    assert "joined by further cards of any kind; for each group this many: 1." in english
    assert "Il y a 3 groupes ou plus, chacun étant" in french.replace("\xa0", " ")


def test_cards_are_typed_in_any_order() -> None:
    """What is typed is the play that the cards make; cards that make none are told what lies there."""
    rules = load(str(GAME), names=["Ann", "Bob", "Cid"])
    game = start(rules, next(one for one in rules.program.rules.scenarios if one.name == "planes"))
    assert game.why_not(0, "lay 7S 7H 8D 8S 3C KD") is not None
    game.play(0, "lay KD 8S 7S 7H 8D 7D 8H 4C")
    assert game.view(1).zones["board"].melds == ("7D 7H 7S 8D 8H 8S 4C KD",)


def test_what_is_changed_and_what_differs() -> None:
    """Sizes, groups and what lies beside are changes that a scenario has to notice, and differences that are told."""
    made = {f"{mutation.path}: {mutation.what}" for mutation in mutations_of(catalogue.find(str(GAME)))}
    assert {
        "combos.winged.beside: one more",
        "combos.winged.of: single cards",
        "combos.pairs.size: from one fewer",
    } <= made
    text = GAME.read_text("utf-8")
    other = changed(text, ("of: three, size: 1.., beside: 1", "of: three, size: 1.., beside: two"))
    assert {one.lead for one in differences(changed(text), other)} == {"winged, beside is now two (was 1)"}


JOKERS = (
    (
        "{deck: french52, order: {rank: 3..K/A/2}}",
        "{deck: french54, order: {rank: 3..K/A/2/joker}, wild: rank is joker}",
    ),
    ("two: {same: rank, size: 2}", "two: {same: rank, size: 2, wilds: 0..1}"),
    ("three: {same: rank, size: 3}", "three: {same: rank, size: 3, wilds: 0..1}"),
    ("straight: {sequence: 3..A, size: 5..}", "straight: {sequence: 3..A, size: 5.., wilds: 0..1}"),
)
"""With jokers: four lines change, and none is added."""


@pytest.mark.costly
def test_jokers_go_into_pairs_and_threes() -> None:
    """They have the height of what they represent, on both engines."""
    rules = ruled(changed_text(GAME.read_text("utf-8"), *JOKERS), 3)
    hands = {
        "hand of P1": ["7S", "7H", "joker", "8S", "8H", "8D", "KD", "3C", "4C"],
        "hand of P2": ["9S", "9H", "9D", "10S", "10H", "joker", "3D", "4D", "5D"],
        "hand of P3": ["5C"],
    }
    game = Game.at(rules, {"turn": "P1", "zones": hands, "rest": "stock", "state": {"leader": "P1"}})
    game.play(0, "lay 7S 7H joker 8S 8H 8D 3C 4C")
    game.play(1, "lay 9S 9H 9D 10S 10H joker 3D 4D")
    assert game.view(2).zones["board"].melds == ("7H 7S joker 8D 8H 8S 3C 4C", "9D 9H 9S 10H 10S joker 3D 4D")
    engine = compiled(rules, "python")
    for seed in range(3):
        assert first_difference(rules, engine, f"2:{seed}", 20) is None


def changed_text(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text.partition("\ntext:")[0] + "\nscenarios:" + text.partition("\nscenarios:")[2]


@pytest.mark.costly
def test_groups_are_found_where_their_sequence_is() -> None:
    """What stands in a sequence, and is asked for by no sentence itself, has been met with it."""
    shown = CliRunner().invoke(main, ["coverage", str(GAME), "--games", "12"]).output
    assert "combos.two " not in shown
    assert "combos.three " not in shown
