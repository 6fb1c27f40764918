"""A row from a number on, `2..: 5`: printed, compared, changed, saved and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.meant import outline
from croupier.fast import compiled
from croupier.rulebook import markdown, rulebook
from croupier.workbench.difference import differences
from croupier_dsl import check_file, compile_text, from_json, ir, to_json
from tests.difference.test_difference import written
from tests.lowering.alongside import first_difference
from tests.lowering.small import ruled

ROW = """\
croupier: 1
game: row
players: 2
cards: {deck: french52}
tables: {fee of number: {1: 1, 2..: 5}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [draw]}}
moves:
  draw: {do: move top of stock to hand}
result: {score: fee of count of hand}
because: {tables.fee.2..: A1}
rulings: {A1: Two cards cost as much as ten.}
"""


@pytest.mark.parametrize(("language", "row"), [("en", "| 2 or more | 5 |"), ("fr", "| 2 ou plus | 5 |")])
def test_the_rulebook_has_the_row(language: str, row: str) -> None:
    """It stands apart from a row before it that says the same, and numbers below the first have no row."""
    book = markdown(rulebook(compile_text(ROW), {}, None, language))
    assert row in book
    alike = markdown(rulebook(compile_text(ROW.replace("1: 1", "1: 5")), {}, None, language))
    assert row in alike
    assert "| 1 | 5 |" in alike


def test_it_is_printed_as_written() -> None:
    """What `compile` prints has the range."""
    assert "    2..: 5" in "\n".join(outline(compile_text(ROW)))


def test_json_keeps_it_and_reads_rows_without() -> None:
    """A row that has no such field, as it was written before, names no number but its keys."""
    rules = compile_text(ROW)
    assert from_json(to_json(rules)) == rules
    data = json.loads(to_json(rules))
    for row in data["tables"][0]["rows"]:
        del row["onward"]
    assert [row.onward for row in from_json(json.dumps(data)).tables[0].rows] == [None, None]


def test_a_difference_names_the_row() -> None:
    """A row that goes on further differs from one that ends."""
    found = differences(written(ROW), written(ROW.replace("2..: 5", "2..: 6")))
    assert [one.lead for one in found] == ["the row 2.. of fee: 6 (was 5)"]
    ended = differences(written(ROW), written(ROW.replace("2..: 5", "2..3: 5").replace("fee.2..", "fee.2..3")))
    assert {one.path for one in ended} >= {"tables.fee.2..", "tables.fee.2..3"}


def test_a_variant_changes_the_row(tmp_path: Path) -> None:
    """Its path is the one that the outline has."""
    (tmp_path / "row.yaml").write_text(ROW, "utf-8")
    (tmp_path / "dear.yaml").write_text("croupier: 1\nvariant: dear\nof: row\nchange: {tables.fee.2..: 9}\n", "utf-8")
    rules, found = check_file(tmp_path / "dear.yaml")
    assert rules is not None, found
    assert [row.written for row in rules.tables[0].rows] == ["1", "2.."]
    assert "tables.fee.2.." in written(ROW).said


WILD = """\
croupier: 1
game: long
players: 2
options: {room: 0..900 starting 5}
cards: {deck: french52, wild: rank is 2}
tables: {most of meld by room: {(0..2): 0..1, (3..): 0..2}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, laid of player: melds seen by everyone}
combos: {set: {same: rank, size: 3.., wilds: most}}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 13 of stock to hand}]
  steps: {turn: {by: players, times: 8, moves: [lay, pass]}}
moves:
  lay: {choose: {meld: one of set of hand}, do: move meld to laid}
  pass: {}
result: {score: count of hand, best: lowest}
"""


@pytest.mark.costly
@pytest.mark.parametrize("text", [ROW, WILD])
@pytest.mark.parametrize("engine", ["python", "c"])
def test_engines_agree(text: str, engine: str) -> None:
    """Scores, and the melds that may be laid, are the same on compiled rules."""
    rules = ruled(text, 2)
    for game in range(3):
        assert first_difference(rules, compiled(rules, engine), f"1:{game}", 20) is None


def test_numbers_of_wild_cards_from_a_length_on() -> None:
    """A table of how many wild cards a meld may have is asked from a length on."""
    (pattern,) = compile_text(WILD).combos
    assert isinstance(pattern, ir.Pattern)
    asked = pattern.wild_most
    assert isinstance(asked, ir.IfThenElse)
    assert isinstance(asked.condition, ir.Order)
    assert [asked.arms[0], asked.then] == ["tables.most.(3..)", ir.Constant(ir.NUMBER, 2)]
