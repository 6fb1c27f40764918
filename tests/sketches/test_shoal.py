"""A game in which cards that add up are taken and every fifteen counts."""

from __future__ import annotations

from pathlib import Path

from croupier import load
from croupier.cli import meant
from croupier.table import catalogue
from croupier.workbench.difference import differences
from croupier.workbench.scenarios import start
from croupier_dsl.mutations import mutations_of
from tests.difference.test_difference import changed
from tests.rulebook.books import printed, words

GAME = Path(__file__).with_name("shoal.yaml")


def test_what_is_printed() -> None:
    """The outline says what is asked of all cards; so does the rulebook, in each language."""
    rules = catalogue.find(str(GAME))
    outline = "\n".join(meant.outline(rules))
    assert "fifteen: size 2.., wilds 0..0, where sum of value of it is 15" in outline
    english, french = ("\n".join(words(printed(str(GAME), language))) for language in ("en", "fr"))
    assert "Of its cards together this holds: the sum of the values “value” of its cards is 15." in english
    assert "It has one card or more." in english
    assert "La somme des valeurs « value » de ses cartes est 15" in french.replace("\xa0", " ")


def test_why_not() -> None:
    """Cards that do not add up are told what they come to, and what they would have to."""
    rules = load(str(GAME), names=["Ann", "Bob"])
    scenario = next(one for one in rules.program.rules.scenarios if one.name == "who_can_must")
    game = start(rules, scenario)
    game.play(0, "play_card 10S")
    against = game.why_not(0, "take 7S 2D")
    assert against is not None
    assert ("sum of value of these cards", "9") in against.facts
    assert against.nearest == "take cards=3H 7S"


def test_what_is_changed_and_what_differs() -> None:
    """Another sum is a change that a scenario has to notice, and a difference that is told."""
    made = {f"{mutation.path}: {mutation.what}" for mutation in mutations_of(catalogue.find(str(GAME)))}
    assert {"combos.fifteen.where: 16 for 15", "combos.fifteen.where: negated"} <= made
    text = GAME.read_text("utf-8")
    other = changed(text, ("sum of value is 15", "sum of value is 16"))
    assert {one.lead for one in differences(changed(text), other)} == {
        "fifteen, where is now sum of value is 16 (was sum of value is 15)"
    }
