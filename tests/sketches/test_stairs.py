"""A climbing game with pairs in sequence and threes with a card each."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from croupier import load
from croupier.cli import main, meant
from croupier.table import catalogue
from croupier.workbench.difference import differences
from croupier.workbench.scenarios import start
from croupier_dsl.mutations import mutations_of
from tests.difference.test_difference import changed
from tests.rulebook.books import printed, words

GAME = Path(__file__).with_name("stairs.yaml")


def test_what_is_printed() -> None:
    """The outline and the rulebook say what stands in sequence and what lies beside, in each language."""
    outline = "\n".join(meant.outline(catalogue.find(str(GAME))))
    assert "of two, size 3.., wilds 0..0" in outline
    assert "of three, size 1.., beside 1, wilds 0..0" in outline
    english, french = ("\n".join(words(printed(str(GAME), language))) for language in ("en", "fr"))
    assert "It has 3 groups or more, each of them a couple." in english
    assert "lie beside its groups; for each group this many: 1." in english
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


def test_groups_are_found_where_their_sequence_is() -> None:
    """What stands in a sequence, and is asked for by no sentence itself, has been met with it."""
    shown = CliRunner().invoke(main, ["coverage", str(GAME), "--games", "12"]).output
    assert "combos.two " not in shown
    assert "combos.three " not in shown
