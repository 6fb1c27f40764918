"""A game of the best three cards, with cards below nought."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main, meant
from croupier.table import catalogue
from croupier.workbench.difference import differences
from croupier_dsl import check_file, check_text
from croupier_dsl.mutations import mutations_of
from tests.difference.test_difference import changed
from tests.rulebook.books import printed, words

GAME = Path(__file__).with_name("frost.yaml")


def test_what_is_printed() -> None:
    """The outline calls what a head is about by its name; the rulebook says the best so many in each language."""
    rules = catalogue.find(str(GAME))
    outline = "\n".join(meant.outline(rules))
    assert "alike of number as wanted: number = count of (hand of me where degrees of it is wanted)" in outline
    assert "handicap of player as mine: number = -count of (players where seat of it < seat of mine)" in outline
    assert "kept of player: many card = highest 3 by warmth of hand of it" in outline
    english, french = ("\n".join(words(printed(str(GAME), language))) for language in ("en", "fr"))
    assert "the 3 cards with the highest value “warmth” among the cards in that player's hand" in english
    assert "des 3 cartes de plus grande valeur « warmth » parmi les cartes de la main" in french.replace("\xa0", " ")


def test_what_is_changed() -> None:
    """How many, and which end, are changes that a scenario has to notice."""
    made = {f"{mutation.path}: {mutation.what}" for mutation in mutations_of(catalogue.find(str(GAME)))}
    assert {"define.kept: lowest for highest", "define.kept: 4 for 3"} <= made
    assert {"tables.warmth.-2: -1 for -2", "state.handicap: starting 1 for 0"} & made


def test_what_differs_below_nought() -> None:
    """Rows and defaults below nought differ by their paths; what something is called by its sentences does not."""
    text = GAME.read_text("utf-8")
    colder = changed(text, ("{-2..0: -2..0, 1..9", "{-2: -9, -1..0: -1..0, 1..9"), ("starting -3", "starting -4"))
    assert {one.lead for one in differences(changed(text), colder)} == {
        "the row -2 of warmth: -9 (was -2)", "frost now starts at -4 (was -3)",
    }  # fmt: skip
    renamed = text.replace(
        "wanted: count of (hand where degrees is wanted)", "asked: count of (hand where degrees is asked)"
    )
    assert differences(changed(text), changed(renamed)) == []


def test_a_variant_of_what_is_below_nought(tmp_path: Path) -> None:
    """Rows and defaults below nought are changed by their paths."""
    (tmp_path / "frost.yaml").write_text(GAME.read_text("utf-8").replace("{-2..0: -2..0,", "{-2: -2, -1..0: -1..0,"))
    path = tmp_path / "thaw.yaml"
    path.write_text(
        "croupier: 1\nvariant: thaw\nof: frost\noptions: {frost: -1}\nchange: {tables.warmth.-2: -9}\n", "utf-8"
    )
    rules, found = check_file(path)
    assert found == []
    assert rules is not None
    warmth = next(table for table in rules.tables if table.name == "warmth")
    assert [row.value.value for row in warmth.rows][:3] == [-9, -1, 0]
    assert rules.options[1].default.value == -1


@pytest.mark.parametrize("typed", ["-1-blue", "-1_blue"])
def test_numbers_below_nought_are_typed(typed: str) -> None:
    """A card or number below nought is typed as it is told, or as it is written."""
    words = ["play", str(GAME), "--seed", "4", "--seat", "1=you", "--seat", "2=random"]
    shown = CliRunner().invoke(main, words, input=f"throw {typed}\nq\n").output
    assert "You: throw a card" in shown
    assert "-1-blue → discard pile" in shown


SIGNED = """
croupier: 1
game: signed
players: 2
cards: {attributes: {suit: red/blue, value: -2..3}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock, {for each of players: move top 3 of stock to hand}]
  steps: {turn: {by: players, times: 3, moves: [lay]}}
moves: {lay: {choose: {card: one of hand}, do: move card to up}}
result: {score: count of (hand where it is KIND)}
scenarios:
  laid:
    seats: Ann Bob
    given: {hand of Ann: red_-2 blue_3, hand of Bob: HELD, stock: …, at: turn of Ann}
    then: [{Ann: lay red_-2}, {now: {up: red_-2}}, {Bob: lay LAID}]
"""


def test_a_kind_with_a_number_below_nought_is_written_everywhere() -> None:
    """In a sentence, among contents and in a move."""
    text = SIGNED.replace("KIND", "blue_-1").replace("HELD", "red_-1").replace("LAID", "card=red_-1")
    rules, found = check_text(text)
    assert found == []
    assert rules is not None


@pytest.mark.parametrize(
    ("kind", "held", "laid", "help"),
    [
        ("red--2", "red_-1", "red_-1", "write `red_-2`"),
        ("red-3", "red_-1", "red_-1", "write `red_3`"),
        ("red_-2", "red--1", "red_-1", "write `red_-1`"),
        ("red_-2", "red_-1", "red--1", "write `red_-1`"),
    ],
)
def test_a_kind_as_it_is_told_is_put_right(kind: str, held: str, laid: str, help: str) -> None:
    """People are told of `red--2` and `red-3`; in rules the words of a kind are joined otherwise."""
    _, found = check_text(SIGNED.replace("KIND", kind).replace("HELD", held).replace("LAID", laid))
    assert len(found) == 1
    assert help in found[0].help
