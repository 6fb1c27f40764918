"""The canonical layout: what a file says stays, whatever its layout was, and the shelf is laid out so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cli import main
from croupier_dsl import SourceFile, compile_text, laid_out
from croupier_dsl.diagnostics import CompileError, Diagnostics
from croupier_dsl.layout import formatted
from croupier_dsl.reader import Mapping, Node, Scalar, Sequence, read

BUNDLED = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted(BUNDLED.rglob("*.yaml"))


def layout(text: str) -> str:
    """The text in the canonical layout, which lays out no further."""
    diagnostics = Diagnostics()
    found = formatted(SourceFile("text", text), diagnostics)
    assert found is not None, diagnostics.found
    assert formatted(SourceFile("text", found), Diagnostics()) == found
    return found


@pytest.mark.in_turn(12)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_bundled_file_is_laid_out(path: Path) -> None:
    assert layout(path.read_text("utf-8")) == path.read_text("utf-8")


UNTIDY = """\


# Above all.
croupier:   1
game: 'untidy'       # its name
title: {en:   Untidy,fr : 'Dés"ordre'}
players:
    2..4


zones:
      # where cards come from
      stock:    pile   seen  by nobody
      trick: pile seen
            by everyone

      # the end of the zones
play:
    begin:
    -   move deck to stock   # all of it
    - for each of players:
          move top 3 of stock to hand

    # nothing more
cards: {deck: french52,
        order: {rank: 2..K/A}}
text:
    game.short: >-
          Lay your cards
          and win.

            Or not.
    game.line: "Lay your
      cards."
moves:
  play_card: { choose: { card: one of hand }, when: { holding: hand is not empty and rank of card is not none },
    do: [move card to trick, shuffle trick] }
  pass: {}   # nothing
because:
  - # odd
    a: 1
  - - b
    - c"""

TIDY = """\
# Above all.
croupier: 1
game: "untidy"       # its name
title: {en: Untidy, fr: 'Dés"ordre'}
players: 2..4

zones:
  # where cards come from
  stock: pile seen by nobody
  trick: pile seen by everyone

  # the end of the zones
play:
  begin:
    - move deck to stock     # all of it
    - for each of players: move top 3 of stock to hand

  # nothing more
cards: {deck: french52, order: {rank: 2..K/A}}
text:
  game.short: >-
    Lay your cards
    and win.

      Or not.
  game.line: "Lay your cards."
moves:
  play_card:
    choose: {card: one of hand}
    when: {holding: hand is not empty and rank of card is not none}
    do: [move card to trick, shuffle trick]
  pass: {}   # nothing
because:
  # odd
  - a: 1
  - - b
    - c
"""


def test_an_untidy_file() -> None:
    """Blanks, quotes, levels, empty lines, braces over several lines; comments stay with what they are about."""
    assert layout(UNTIDY) == TIDY


@pytest.mark.in_turn(10)
@pytest.mark.parametrize("name", ["rami.yaml", "drei-pairs.yaml", "trio.scenarios.yaml", "three-thirteen.clauses.yaml"])
@settings(max_examples=4)
@given(data=st.data())
def test_another_layout_of_a_file_is_laid_out_alike(name: str, data: st.DataObject) -> None:
    """Levels of another width, blanks, empty lines, line ends and single quotes: all the same when laid out."""
    text = (BUNDLED / name).read_text("utf-8")
    wide = data.draw(st.sampled_from([1, 2, 3]), label="width")
    chosen = data.draw(st.lists(st.integers(0, 9), min_size=12, max_size=12), label="which")
    prose = _prose(text)
    lines: list[str] = []
    for number, line in enumerate(text.splitlines()):
        bare = line.lstrip(" ")
        turn = chosen[number % len(chosen)]
        if turn == 1 and number not in prose and not bare.startswith("#") and '"' not in bare and "#" not in bare:
            bare = re.sub(r"(?<=[:,]) ", "   ", bare)
        if turn == 2 and number not in prose:
            bare += "   "
        if turn == 3 and lines and not lines[-1].strip():
            lines.append("")
        lines.append(" " * ((len(line) - len(line.lstrip(" "))) * wide) + bare)
    other = ("\r\n" if chosen[0] == 4 else "\n").join(lines)
    assert _without_gaps(layout(other)) == _without_gaps(text)


def _prose(text: str) -> set[int]:
    """The lines of texts of several lines, in which blanks are part of the text."""
    document = read(SourceFile("text", text), Diagnostics())
    assert document is not None
    found: set[int] = set()
    todo: list[Node] = [document.root]
    while todo:
        match todo.pop():
            case Scalar(span, _, _, "folded" | "literal"):
                found |= {*range(span.line, span.line + span.text.count("\n"))}
            case Mapping(_, entries):
                todo += [entry.value for entry in entries]
            case Sequence(_, items):
                todo += items
    return found


def _without_gaps(text: str) -> str:
    """A text whatever the columns of the comments behind its lines."""
    return re.sub(r"[ ]{2,}#", "  #", text)


def test_the_rules_stay_the_same() -> None:
    """Not only the tree: the same rules come of a text that was laid out."""
    text = (BUNDLED / "trio.yaml").read_text("utf-8")
    untidy = text.replace(": {", ":  { ").replace("\n    ", "\n        ")
    assert untidy != text
    assert compile_text(layout(untidy), "trio.yaml") == compile_text(text, "trio.yaml")


def test_what_is_no_yaml_is_told(tmp_path: Path) -> None:
    """And nothing is written, not even of the files beside it."""
    path = tmp_path / "mine.yaml"
    path.write_text("croupier: 1\ngame: {a\n", "utf-8")
    with pytest.raises(CompileError):
        laid_out(path)
    twice = tmp_path / "twice.yaml"
    twice.write_text("croupier: 1\ncroupier: 1\n", "utf-8")
    with pytest.raises(CompileError, match="duplicate key"):
        laid_out(twice)


def test_the_command(tmp_path: Path) -> None:
    """It writes the ruleset and what lies beside it; --check and --diff write nothing."""
    path, beside = tmp_path / "mine.yaml", tmp_path / "mine.scenarios.yaml"
    path.write_text("croupier:  1\ngame: mine\n", "utf-8")
    beside.write_text("scenarios:\n   a: {seats: Ann}\n", "utf-8")
    run = CliRunner().invoke
    checked = run(main, ["fmt", "--check", str(path)])
    assert (checked.exit_code, checked.output.splitlines()) == (
        1,
        [f"{path} would change", f"{beside} would change"],
    )
    shown = run(main, ["fmt", "--diff", str(path)])
    assert (shown.exit_code, "-croupier:  1\n+croupier: 1\n" in shown.output) == (1, True)
    assert path.read_text("utf-8") == "croupier:  1\ngame: mine\n"
    assert run(main, ["fmt", str(path)]).exit_code == 0
    assert (path.read_text("utf-8"), beside.read_text("utf-8")) == (
        "croupier: 1\ngame: mine\n",
        "scenarios:\n  a: {seats: Ann}\n",
    )
    assert run(main, ["fmt", "--check", str(path)]).exit_code == 0


def test_what_comes_along_is_not_written() -> None:
    refused = CliRunner().invoke(main, ["fmt", "rami"])
    assert refused.exit_code == 2
    assert "is bundled with croupier" in refused.output


def test_what_another_layout_would_change_stays() -> None:
    """Empty lines at the end of a text that keeps them are part of it."""
    text = "croupier:   1\ntext:\n  game.short: |+\n    a\n\n\nplayers: 2\n"
    assert layout(text) == text
