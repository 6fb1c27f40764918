"""The tree of parts is the list of paths, and says of each what the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import outline, paths
from croupier_dsl.checker.paths import paths_of
from croupier_dsl.compiler import written_file
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.parts import Part, parts_of
from croupier_dsl.resolver import Names, resolve

RULESETS = Path(__file__).parents[2] / "rulesets"
FILES = [
    *sorted(
        path for path in RULESETS.glob("*.yaml") if "." not in path.stem and "\nvariant:" not in path.read_text("utf-8")
    ),
    Path(__file__).parents[1] / "cli" / "data" / "tiny.yaml",
    Path(__file__).parents[1] / "docs" / "language_base.yaml",
]


def names_of(path: Path) -> Names:
    written = outline.parse_file(path, Diagnostics())
    assert written is not None
    return resolve(written, Diagnostics())


def parts(path: Path) -> dict[str, Part]:
    """Every part by its path."""
    return {part.path: part for part in parts_of(names_of(path)).walk()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_path_is_a_part_and_only_those(path: Path) -> None:
    """What `because`, texts and variants can name is what the tree lists, each once where its name is one; variants can
    also name an `else` as a whole."""
    names = names_of(path)
    listed = [part.path for part in parts_of(names).walk() if part.path]
    arms = {part.path for part in paths.walk(paths.whole(names.ruleset.root)) if paths.is_arm(part)}
    assert set(listed) == {*paths_of(names), *arms}
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_part_says_stands_in_the_file(path: Path) -> None:
    """Each sentence is one of the file, from where the part says it stands; parts come in the order of the file."""
    text = " ".join(path.read_text(encoding="utf-8").split())
    for part in parts_of(names_of(path)).walk():
        if part.sort in ("choice", "condition", "row", "times", "by", "definition", "option", "size", "score"):
            assert part.written
            for line in part.written:
                assert line in text, part.path
        starts = [inner.span.start for inner in part.parts if inner.span and inner.span.source.path == path]
        assert starts == sorted(starts), part.path


TEXT = """
croupier: 1
game: g
title: G
players: 2
options:
  dealt: {is: 2..9 starting 3, needs: {small: dealt < 9}, text: {en: Cards at the start, fr: Cartes au début}}
  hot: no/yes      # shows more
cards: {deck: french52}
tables: {worth of card by rank: {A: if hot then 2 else 1, 2..10: 2..10, J..K: 10}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {mood of player: calm/angry}
play:
  begin:
    - move deck to stock
    - dealing:
        - for each of players as who:
            - if hot: move top dealt of stock to hand of who
              else:
                - move top of stock to hand of who
                - move top of stock to hand of who
  steps:
    turn: {by: players, until: hand is empty and stock is not empty, times: dealt, moves: [throw]}
moves:
  throw:
    when: some of hand where worth > 0
    choose: {card: one of hand where worth > 0 and rank is not K}
    do: [move card to heap, set mood to angry, {choose: {back: one of heap}}, move back to hand]
text: {moves.throw: {en: throw away, fr: jeter}}
result: {score: if mood is angry then 1 else 0, best: highest}
"""


@pytest.fixture
def tree(tmp_path: Path) -> dict[str, Part]:
    path = tmp_path / "g.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return {part.path: part for part in written_file(path)[1].walk()}


def test_conditions_that_fall_apart_have_numbers(tree: dict[str, Part]) -> None:
    """An unnamed sentence is told whole, and each of the conditions it joins under its number."""
    assert tree["play.turn.until"].written == ("hand is empty and stock is not empty",)
    assert tree["play.turn.until.2"].written == ("stock is not empty",)
    assert tree["moves.throw.choose.card.2"].written == ("rank is not K",)


def test_lists_are_told_line_by_line(tree: dict[str, Part]) -> None:
    """Blocks are indented; a label is a part of its own."""
    assert tree["play.begin"].written == (
        "move deck to stock",
        "dealing:",
        "  for each of players as who:",
        "    if hot: move top dealt of stock to hand of who",
        "    else:",
        "      move top of stock to hand of who",
        "      move top of stock to hand of who",
    )
    assert tree["play.begin.dealing"].written[0] == "for each of players as who:"
    assert tree["moves.throw.do.choose.back"].written == ("one of heap",)


def test_options_say_what_they_do(tree: dict[str, Part]) -> None:
    """An option has its start, its words, its comment, and the parts that read it."""
    dealt, hot = tree["options.dealt"], tree["options.hot"]
    assert (dealt.start, hot.start) == ("3", "no")
    assert dict(dealt.title)["fr"] == "Cartes au début"
    assert hot.note == "shows more"
    assert dealt.readers == ("options.dealt.needs.small", "play.begin.dealing", "play.turn.times")
    assert hot.readers == ("tables.worth.A", "play.begin.dealing")
    assert tree["options.dealt.needs.small"].written == ("dealt < 9",)


def test_words_stand_beside(tree: dict[str, Part]) -> None:
    """A part has the words of `text`, in every language there is."""
    assert dict(tree["moves.throw"].title) == {"en": "throw away", "fr": "jeter"}


def test_what_may_stand_besides_is_told(tree: dict[str, Part]) -> None:
    """A part knows the keys that it may have and has not; never both of two that exclude each other."""
    assert {"teams", "limit", "whenever", "combos"} <= set(tree[""].absent)
    assert "steps" not in tree["play.turn"].absent
    assert {"when", "must", "begin", "else", "end"} <= set(tree["play.turn"].absent)
    assert set(tree["cards"].absent) == {"copies", "packs", "order", "wild"}


def test_parts_have_sorts(tree: dict[str, Part]) -> None:
    """What a part is, is said."""
    sorts = {path: tree[path].sort for path in (
        "cards", "tables.worth.A", "zones.hand", "state.mood.calm", "play", "play.turn", "play.begin.dealing",
        "play.turn.times", "moves.throw.choose.card", "moves.throw.choose.card.1", "play.turn.until.2", "result.best",
    )}  # fmt: skip
    assert [*sorts.values()] == [
        "section", "row", "zone", "value", "stage", "stage", "label",
        "times", "choice", "condition", "condition", "best",
    ]  # fmt: skip
