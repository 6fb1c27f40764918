"""A label in a block goes by its list alone, and by the path with the blocks around it."""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest

from croupier_dsl import check_file, check_text, outline
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.flatten import flattened

NESTED = """\
croupier: 1
game: nested
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 6, moves: [draw]}}
moves:
  draw:
    do:
      - move top of stock to hand
      - if count of hand > 1:
          - turn_one: move top of stock to up
          - if count of hand > 2:
              - turn_two: move top of stock to up
        else:
          - shuffled: shuffle stock
result: {score: count of hand}
rulings: {A1: So it is., A2: And so.}
"""
BLOCK = "moves.draw.do.if count of hand > 1"
LONG = {
    f"{BLOCK}.turn_one": "moves.draw.do.turn_one",
    f"{BLOCK}.if count of hand > 2.turn_two": "moves.draw.do.turn_two",
    f"{BLOCK}.shuffled": "moves.draw.do.shuffled",
    f"{BLOCK}.turn_one.move top of stock": "moves.draw.do.turn_one.move top of stock",
}


@pytest.mark.parametrize("path", LONG)
def test_it_is_cited_by_both(path: str) -> None:
    """The rules have the short path, which outlines print, and number a statement in it."""
    cited = LONG[path].replace("move top of stock", "1")
    for written in (path, LONG[path]):
        rules, found = check_text(f"{NESTED}because: {{{written}: A1}}\n")
        assert rules is not None, found
        assert found == []
        assert [because.path for because in rules.because] == [cited]


def test_it_is_worded_by_both() -> None:
    """So are texts."""
    for written in (f"{BLOCK}.turn_one", "moves.draw.do.turn_one"):
        rules, found = check_text(f"{NESTED}text: {{{written}: {{en: Turn one over.}}}}\n")
        assert rules is not None, found
        assert [path for path, _ in rules.texts] == ["moves.draw.do.turn_one"]


def test_a_label_that_is_not_there() -> None:
    """A path that leads to no label is an error."""
    _, found = check_text(f"{NESTED}because: {{{BLOCK}.turn_on: A1}}\n")
    assert [one.code for one in found] == ["E320"]


def variant(folder: Path, entry: str, base: str = "") -> tuple[list[str], str]:
    (folder / "nested.yaml").write_text(NESTED + base, "utf-8")
    path = folder / "house.yaml"
    path.write_text(f"croupier: 1\nvariant: house\nof: nested\n{entry}\n", "utf-8")
    rules, found = check_file(path)
    written = outline.parse_file(path, Diagnostics())
    return [one.code for one in found], "" if rules is None or written is None else flattened(written.root)


@pytest.mark.parametrize(
    ("entry", "there", "gone"),
    [
        ("change: {PATH.turn_one: shuffle stock}", "- turn_one: shuffle stock", "turn_one: move"),
        ("remove: [PATH.turn_one]", "- if count of hand > 2:", "turn_one"),
        ("add: {PATH.turn_one: shuffle up}", "turn_one: [move top of stock to up, shuffle up]", "turn_one: move"),
        ("add: {PATH.turn_one.inner: shuffle up}", "- inner: shuffle up", "turn_one: move"),
        ("add: {PATH before turn_one: shuffle up}", "- shuffle up\n          - turn_one:", "none"),
        ("add: {PATH.fresh after turn_one: shuffle up}", "to up\n          - fresh: shuffle up", "none"),
    ],
)
@pytest.mark.parametrize("path", [BLOCK, "moves.draw.do"])
def test_a_variant_reaches_it_by_both(tmp_path: Path, entry: str, there: str, gone: str, path: str) -> None:
    """Changed, removed, added to, and with something next to it, in the block that it stands in."""
    codes, text = variant(tmp_path, entry.replace("PATH", path))
    assert codes == []
    assert there in text
    assert gone not in text


def test_both_paths_are_one_place(tmp_path: Path) -> None:
    """One variant may not touch it by either, and what a variant says of it takes the place of what the game says."""
    twice = f"change: {{{BLOCK}.turn_one: shuffle stock, moves.draw.do.turn_one: shuffle up}}"
    assert variant(tmp_path, twice)[0] == ["E158"]
    for early, late in (
        (f"{BLOCK}.turn_one", "moves.draw.do.turn_one"),
        ("moves.draw.do.turn_one", f"{BLOCK}.turn_one"),
    ):
        said = variant(tmp_path, f"because: {{{late}: A2}}", f"because: {{{early}: A1}}\n")
        assert said[0] == []
        rules, _ = check_file(tmp_path / "house.yaml")
        assert rules is not None
        assert [because.sources for because in rules.because] == [("A2",)]


def test_changed_by_the_long_path_it_is_no_longer_cited(tmp_path: Path) -> None:
    """Where the part comes from goes with the change."""
    variant(tmp_path, f"change: {{{BLOCK}.turn_one: shuffle stock}}", f"because: {{{BLOCK}.turn_one: A1}}\n")
    rules, _ = check_file(tmp_path / "house.yaml")
    assert rules is not None
    assert rules.because == ()


@pytest.mark.parametrize("inner", ["", "if count of hand > 2:\n              - "])
def test_two_of_one_name_are_refused(inner: str) -> None:
    """A path says nothing of blocks, so two labels of one list have two names; the message has both places."""
    twice = NESTED.replace("- shuffled: shuffle stock", f"- {inner}turn_one: shuffle stock")
    _, found = check_text(twice)
    (error,) = found
    assert (error.code, [label.span.text for label in error.labels]) == ("E307", ["turn_one", "turn_one"])
    assert error.labels[0].span.start > error.labels[1].span.start
    assert "`moves.draw.do.turn_one`" in error.message


def test_one_name_in_two_lists_is_none_twice() -> None:
    """A label within a label, or in another list, has a path of its own."""
    text = NESTED.replace("- turn_two: move top of stock to up", "- turn_two: [turn_one: move top of stock to up]")
    text = text.replace("begin: [move deck to stock]", "begin: [move deck to stock, {turn_one: shuffle stock}]")
    rules, found = check_text(text)
    assert rules is not None, found
    assert found == []


@pytest.mark.parametrize(
    ("entry", "there"),
    [
        ("add: {BLOCK.fresh: shuffle up}", "- fresh: shuffle up"),
        ("add: {BLOCK: [shuffle up, fresh: shuffle stock]}", "- shuffle up\n          - fresh: shuffle stock"),
        ("add: {BLOCK: shuffle up}", "- shuffle up"),
    ],
)
def test_a_variant_adds_to_a_block(tmp_path: Path, entry: str, there: str) -> None:
    """Without a neighbour it comes last in the block, before its `else`."""
    codes, text = variant(tmp_path, entry.replace("BLOCK", BLOCK))
    assert codes == []
    assert f"            - turn_two: move top of stock to up\n          {there}\n        else:" in text


def test_a_block_may_have_no_second_label_of_a_name(tmp_path: Path) -> None:
    """The variant that adds one is told so at its own line."""
    variant(tmp_path, f"add: {{{BLOCK}.if count of hand > 2.turn_one: shuffle up}}")
    _, found = check_file(tmp_path / "house.yaml")
    assert [one.code for one in found] == ["E307"]
    assert any(label.span.source.name.endswith("house.yaml") for label in found[0].labels)


def test_nothing_is_added_within_a_statement(tmp_path: Path) -> None:
    """The message says what to write instead, and that is right."""
    variant(tmp_path, "add: {moves.draw.do.move top of stock.fresh: shuffle up}")
    _, found = check_file(tmp_path / "house.yaml")
    assert [one.code for one in found] == ["E155"]
    way = "moves.draw.do.fresh after move top of stock"
    assert f"`{way}`" in found[0].help
    assert variant(tmp_path, f"add: {{{way}: shuffle up}}")[0] == []


CHOICES = """\
croupier: 1
game: nested
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock, {for each of players: move top 5 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [draw]}}
moves:
  draw:
    do:
      - choose: {first: one of hand where rank is A}
      - move first to up
      - if count of hand > 1:
          - choose: {second: one of hand}
          - move second to up
        else if count of hand is 1:
          - move hand to up
        else:
          - choose: {second: one of hand where rank > 4}
          - move second to stock
          - shuffle stock
result: {score: count of hand}
"""
ELSE = f"{BLOCK}.else"


def lines_changed(folder: Path, entry: str) -> tuple[list[str], list[str]]:
    """What is said of a variant, and the lines that it changes: those gone, then those there instead."""
    (folder / "nested.yaml").write_text(CHOICES, "utf-8")
    path = folder / "house.yaml"
    path.write_text(f"croupier: 1\nvariant: house\nof: nested\n{entry}\n", "utf-8")
    _, found = check_file(path)
    written, before = outline.parse_file(path, Diagnostics()), outline.parse_file(folder / "nested.yaml", Diagnostics())
    assert written is not None
    assert before is not None
    old, new = ([*flattened(each.root).splitlines()] for each in (before, written))
    rules = slice(next(n for n, line in enumerate(old) if line.startswith("moves:")), None)
    marks = [line for line in ndiff(old[rules], new[new.index("moves:") :]) if line[:1] in "-+"]
    return [one.code for one in found], [" ".join(line.split()) for line in marks]


@pytest.mark.parametrize(
    ("entry", "changed"),
    [
        ("change: {moves.draw.do.choose.first: one of hand}",
         ["- - choose: {first: one of hand where rank is A}", "+ - choose: {first: one of hand}"]),
        ("change: {moves.draw.do.choose: {first: one of hand}}",
         ["- - choose: {first: one of hand where rank is A}", "+ - choose: {first: one of hand}"]),
        (f"change: {{{BLOCK}.choose.second: one of up}}",
         ["- - choose: {second: one of hand}", "+ - choose: {second: one of up}"]),
        (f"change: {{{ELSE}.choose.second: one of up}}",
         ["- - choose: {second: one of hand where rank > 4}", "+ - choose: {second: one of up}"]),
        (f"add: {{{ELSE}.choose.third: one of up}}",
         ["- - choose: {second: one of hand where rank > 4}",
          "+ - choose: {second: one of hand where rank > 4, third: one of up}"]),
        (f"change: {{{ELSE}.shuffle stock: shuffle up}}", ["- - shuffle stock", "+ - shuffle up"]),
        (f"change: {{{BLOCK}.shuffle stock: shuffle up}}", ["- - shuffle stock", "+ - shuffle up"]),
        (f"change: {{{BLOCK}.else if count of hand is 1: shuffle up}}",
         ["- else if count of hand is 1:", "+ else if count of hand is 1: shuffle up", "- - move hand to up"]),
        (f"remove: [{BLOCK}.else if count of hand is 1]", ["- else if count of hand is 1:", "- - move hand to up"]),
        (f"remove: [{BLOCK}.else if count of hand is 1.move hand]",
         ["- else if count of hand is 1:", "- - move hand to up"]),
        (f"add: {{{ELSE}: shuffle up}}", ["+ - shuffle up"]),
        (f"add: {{{ELSE}.fresh after move second: shuffle up}}", ["+ - fresh: shuffle up"]),
    ],
)  # fmt: skip
def test_a_variant_reaches_each_choose_and_else(tmp_path: Path, entry: str, changed: list[str]) -> None:
    """Choices by their names; those of one name by their blocks; an `else` as a whole, and what is in it."""
    assert lines_changed(tmp_path, entry) == ([], changed)


def test_choices_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """A path that is that of both is an error, which has the paths of each."""
    (tmp_path / "nested.yaml").write_text(CHOICES, "utf-8")
    path = tmp_path / "house.yaml"
    path.write_text("croupier: 1\nvariant: house\nof: nested\nchange: {moves.draw.do.choose.second: one of up}\n")
    [error] = check_file(path)[1]
    assert error.code == "E168"
    assert f"`{BLOCK}.choose.second`, `{ELSE}.choose.second`" in error.help


def test_both_ways_to_a_statement_in_an_else_are_one_place(tmp_path: Path) -> None:
    (tmp_path / "nested.yaml").write_text(CHOICES, "utf-8")
    path = tmp_path / "house.yaml"
    twice = f"{ELSE}.shuffle stock: shuffle up, {BLOCK}.shuffle stock: move up to stock"
    path.write_text(f"croupier: 1\nvariant: house\nof: nested\nchange: {{{twice}}}\n")
    assert [one.code for one in check_file(path)[1]] == ["E158"]


def test_an_else_is_added(tmp_path: Path) -> None:
    """To an `if` that has none."""
    codes, text = variant(tmp_path, f"add: {{{BLOCK}.if count of hand > 2.else: shuffle up}}")
    assert codes == []
    assert "              - turn_two: move top of stock to up\n            else: shuffle up\n" in text
