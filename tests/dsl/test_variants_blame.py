"""An error that is there because of a variant points at the variant's own line, and says what to write there."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import Diagnostic, check_file, check_text, render

from .variant_files import game, read, variant, write

SHELF = Path(__file__).parents[2] / "rulesets"
pytestmark = pytest.mark.in_turn(10)

ON_THE_SHELF = {
    "more_players": (
        "trio",
        "change: {players: 3..7}",
        [("E504", "players", "in the variant, write under `add`: `tables.hand_size.7: …`")],
    ),
    "more_values": (
        "trio",
        "options: {mode: spicy}\nchange: {cards.attributes.value: 1..14}",
        [
            (
                "E504",
                "cards.attributes.value",
                "in the variant, write under `add`: `tables.links.13: …`, `tables.links.14: …`",
            )
        ],
    ),
    "numbers_for_words": (
        "drei",
        "change: {moves.play.choose.value: one of 3..12}",
        [
            ("E401", "moves.play.choose.value", "`moves.play.when.a_value` under `change`"),
            (
                "E305",
                "moves.play.choose.value",
                "`high_enough` is a property of kind: name one after `of`; the variant has to change this too:"
                " `moves.play.when.high_enough` under `change`",
            ),
            ("E305", "moves.play.choose.value", "`low_enough` is a property of kind: name one after `of`; "),
            ("E401", "moves.play.choose.value", "`moves.play.when.identical` under `change`"),
            ("E402", "moves.play.choose.value", "`moves.play.do.set shown_as of cards` under `change`"),
        ],
    ),
    "moves_beside_steps": (
        "trio",
        "add: {play.turn.moves: flip}\nchange: {result.best: lowest}",
        [("E128", "play.turn.moves", "`play.turn.steps` under `change`")],
    ),
    "a_table_gone": (
        "trio",
        "change: {result.best: lowest}\nremove: [tables.links]",
        [("E305", "tables.links", "`define.linked` under `change`")],
    ),
}


def wrong(path: Path, *stack: Path) -> list[Diagnostic]:
    found, diagnostics = read(path, *stack)
    assert found is None
    return diagnostics


@pytest.mark.parametrize("name", ON_THE_SHELF)
def test_where_the_variant_says_it(name: str) -> None:
    """The first place is the variant's, the second what does not fit it any more; the help names paths to write."""
    of, body, expected = ON_THE_SHELF[name]
    rules, found = check_text(f"croupier: 1\nvariant: mine\nof: {of}\n{body}\n", "mine.yaml", bundled=SHELF)
    assert rules is None
    assert len(found) == len(expected)
    for diagnostic, (code, place, help) in zip(found, expected, strict=True):
        first, second, *_ = diagnostic.labels
        assert (diagnostic.code, first.span.text, first.span.source.name) == (code, place, "mine.yaml")
        assert second.span.source.name.endswith(f"{of}.yaml")
        assert help in diagnostic.help
        assert first.text
        assert second.text
        assert "mine.yaml:4" in render.terminal(diagnostic) or "mine.yaml:5" in render.terminal(diagnostic)


def test_what_is_added_and_what_is_needed_for_it(tmp_path: Path) -> None:
    """An entry that others of the variant build on is not blamed for what those do."""
    game(tmp_path)
    body = """
add: {state.called of player: number, state.held of player: number}
change: {state.secret of player: player or none, moves.draw.when: called is 0 and held is 0}
"""
    found = wrong(variant(tmp_path, body))
    assert found
    for diagnostic in found:
        assert [label.text for label in diagnostic.labels[:1]] == ["since `state.secret` is changed here"]


def test_each_of_two_is_needed(tmp_path: Path) -> None:
    """Where an error comes of two entries together, both are pointed at."""
    write(
        tmp_path,
        "small",
        "croupier: 1\ngame: small\ntitle: Small\nplayers: 2\ncards: {deck: french52}\n"
        "tables: {size by count of players: {2: 5, 3: 4}}\n"
        "zones: {hand of player: set seen by owner, stock: pile seen by nobody, heap: pile seen by everyone}\n"
        "play:\n  begin: [move deck to stock, {for each of players: move top size of stock to hand}]\n"
        "  until: stock is empty\n  steps: {turn: {by: players, moves: [draw]}}\n"
        "moves: {draw: {when: stock is not empty, do: move top of stock to hand}}\nresult: {score: count of hand}\n",
    )
    assert read(tmp_path / "small.yaml")[0] is not None
    body = "change: {players: 2..3}\nremove: [tables.size.3]"
    (found,) = wrong(variant(tmp_path, body, of="small"))
    texts = [(label.span.text, label.text) for label in found.labels]
    assert texts == [
        ("tables.size.3", "`tables.size.3` is removed here"),
        ("players", "since `players` is changed here"),
        ("size", "this is valid for the previous rules"),
    ]
    assert found.help == "in the variant, write under `add`: `tables.size.3: …`"


def test_many_entries(tmp_path: Path) -> None:
    """Of many entries the one that an error comes with is found too, without trying each."""
    game(tmp_path)
    body = "add:\n" + "".join(f"  state.more_{n} of player: number\n" for n in range(60)) + "remove: [state.mark]\n"
    found = wrong(variant(tmp_path, body))
    assert {diagnostic.labels[0].text for diagnostic in found} == {"`state.mark` is removed here"}


def test_an_error_of_the_game_is_nobodys(tmp_path: Path) -> None:
    """What is wrong with the game itself is told as it is, also where a variant changes something there."""
    path = game(tmp_path)
    path.write_text(path.read_text("utf-8").replace("stock is not empty", "stokc is not empty"), "utf-8")
    alone, with_variant = check_file(path)[1], wrong(variant(tmp_path, "options: {rounds: 3}"))
    before, after = ([(d.code, str(d.span), len(d.labels), d.help) for d in found] for found in (alone, with_variant))
    assert before
    assert after == before


def test_of_two_variants_that_of_the_error(tmp_path: Path) -> None:
    """Put on top of each other by whoever asks, the one that brings an error about is named."""
    game(tmp_path)
    one = variant(tmp_path, "options: {rounds: 3}", "one")
    other = variant(tmp_path, "remove: [state.mark]", "other")
    found = wrong(tmp_path / "example.yaml", one, other)
    assert {Path(diagnostic.labels[0].span.source.name).name for diagnostic in found} == {"other.yaml"}
    assert {diagnostic.labels[0].span.text for diagnostic in found} == {"state.mark"}


def test_a_variant_that_is_wrong_below(tmp_path: Path) -> None:
    """A variant of a variant: the one below is pointed at where that is to blame."""
    game(tmp_path)
    variant(tmp_path, "remove: [state.mark]", "below")
    found = wrong(variant(tmp_path, "options: {rounds: 3}", of="below"))
    assert {Path(diagnostic.labels[0].span.source.name).name for diagnostic in found} == {"below.yaml"}


def test_no_list_of_nothing(tmp_path: Path) -> None:
    """Where nothing has what is asked for, the help says so."""
    game(tmp_path)
    (found,) = wrong(variant(tmp_path, "change: {moves.draw.when: foo of (3) is 3}"))
    assert (found.code, found.help) == ("E305", "it has none")


DEAD = """croupier: 1
game: dead
players: 2
options: {size: 3..5}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
play:
  begin: [move deck to stock, {for each of players: move top size of stock to hand}]
  steps: {turn: {by: players, until: stock is empty, moves: [draw, lay]}}
moves:
  draw: {when: size < 5, do: move top of stock to hand}
  lay: {choose: {card: one of hand where rank is J and rank is Q}, do: move card to up}
result: {score: count of hand}
"""


def test_a_warning_about_the_game_that_a_variant_brings_about(tmp_path: Path) -> None:
    """It points at the variant's own line; a warning that the game has by itself is left to the game."""
    (tmp_path / "dead.yaml").write_text(DEAD, "utf-8")
    assert [one.code for one in check_file(tmp_path / "dead.yaml")[1]] == ["W606"]
    path = tmp_path / "house.yaml"
    path.write_text(
        "croupier: 1\nvariant: house\nof: dead\nchange: {options.size: 6..8}\nadd: {result.best: lowest}\n", "utf-8"
    )
    rules, found = check_file(path)
    assert rules is not None
    assert [one.code for one in found] == ["W605", "W612"]
    assert [label.span.text for label in found[0].labels] == ["options.size", "size < 5"]
    assert "`moves.draw.when.1` under `change`" in found[0].help
    path.write_text("croupier: 1\nvariant: house\nof: dead\nadd: {result.best: lowest}\n", "utf-8")
    assert check_file(path)[1] == []
