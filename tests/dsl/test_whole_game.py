"""What is said of a whole game: its family, how long it takes, a line for lists, and what it is in short."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_file, flatten_file, from_json, ir, to_json

from .variant_files import write

GAME = """
croupier: 1
game: base
family: two-hands
minutes: 15..30
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
play: {begin: [move deck to stock]}
result: {score: 1, best: lowest}
text:
  game.line: A line.
  game.short: >
    One thing.
    Another.
"""
FRENCH = "text: {game.line: Une ligne., game.short: Une chose.}\n"


def rules(path: Path, *stack: Path) -> ir.Rules:
    found, diagnostics = check_file(path, variants=stack)
    assert not diagnostics
    assert found is not None
    assert from_json(to_json(found)) == found
    return found


def texts(found: ir.Rules) -> dict[str, dict[str, str]]:
    return {path: dict(words) for path, words in found.texts}


def variant(folder: Path, name: str, body: str) -> Path:
    return write(folder, name, f"croupier: 1\nvariant: {name}\nof: base\n{body}\n")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "base.fr.yaml").write_text(FRENCH, encoding="utf-8")
    return write(tmp_path, "base", GAME)


@pytest.mark.parametrize(("written", "meant"), [("15..30", (15, 30)), ("20", (20, 20)), ("(1)..(2)", (1, 2))])
def test_a_game_says_what_it_is(base: Path, written: str, meant: tuple[int, int]) -> None:
    """Family, minutes and both texts, also from a file of translations."""
    base.write_text(base.read_text("utf-8").replace("15..30", written), "utf-8")
    found = rules(base)
    assert (found.family, found.minutes) == ("two-hands", meant)
    assert texts(found) == {
        "game.line": {"en": "A line.", "fr": "Une ligne."},
        "game.short": {"en": "One thing. Another.", "fr": "Une chose."},
    }


def test_it_need_not(base: Path) -> None:
    """All of it may be left out."""
    bare = GAME.partition("text:")[0].replace("family: two-hands\nminutes: 15..30\n", "")
    found = rules(write(base.parent, "bare", bare))
    assert (found.family, found.minutes, found.texts) == ("", (), ())


@pytest.mark.parametrize("minutes", ["30..15", "0", "-3..5", "10..", "many", "1..2000", "10/20", "5 + 5"])
def test_minutes_are_plain(base: Path, minutes: str) -> None:
    """One number or from one to another, from 1 to a day."""
    base.write_text(base.read_text("utf-8").replace("15..30", minutes), "utf-8")
    assert [found.code for found in check_file(base)[1]] == ["E550"]


def test_a_variant_has_a_line_of_its_own(base: Path) -> None:
    """It has not the line of its game; it takes over the short text, and whose that is; it may change all the rest."""
    plain = rules(variant(base.parent, "plain", ""))
    assert (plain.family, plain.minutes) == ("two-hands", (15, 30))
    assert texts(plain) == {
        "game.short": {"en": "One thing. Another.", "fr": "Une chose."},
        "game.short.of": {"en": "base"},
    }
    own = variant(base.parent, "own", "change: {minutes: 5}\nremove: [family]\ntext: {game.line: L, game.short: S}")
    found = rules(own)
    assert (found.family, found.minutes) == ("", (5, 5))
    assert texts(found) == {"game.line": {"en": "L"}, "game.short": {"en": "S"}}
    assert rules(write(base.parent, "flat", flatten_file(own).replace("game: own", "game: flat"))).minutes == (5, 5)


def test_variants_together_say_what_each_says(base: Path) -> None:
    """Lines do not get into each other's way: those of variants that are put together follow one another."""
    one = variant(base.parent, "one", "change: {players: 3}\ntext: {game.line: {en: A., fr: B.}, game.short: S}")
    two = variant(base.parent, "two", "change: {result.best: highest}\ntext: {game.line: C., game.short: T}")
    found = check_file(base, variants=(one, two))[0]
    assert found is not None
    assert texts(found) == {
        "game.line": {"en": "A. C."},
        "game.short": {"en": "One thing. Another.", "fr": "Une chose."},
        "game.short.of": {"en": "base"},
    }
