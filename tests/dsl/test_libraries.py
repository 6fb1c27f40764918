"""Libraries of named rules: what a game takes out of them, what comes along, whose words hold, what can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_file, compile_file, compile_text, flatten_file, ir
from croupier_dsl.diagnostics import Diagnostic

from .variant_files import standing_alone

LIBRARY = """
croupier: 1
library: tricks
zones: {trick: pile seen by everyone}
state: {leader: player starting random of players}
define:
  led: suit of bottom of trick
  follows of card: trick is empty or suit is led or none of hand where suit is led
  winning: highest by rank of (trick where suit is led)
  never_used: count of nowhere
effects:
  take_trick: [set leader to owner of winning, move trick to stock]
stages:
  one_trick:
    steps: {turn: {by: players from leader, moves: play_card}}
    end: [take_trick]
moves:
  play_card: {choose: {card: one of hand}, when: {follow: follows of card}, do: move card to trick}
whenever:
  counted: {enters: trick, do: add 1 to played}
books: {book: {en: On tricks}, other: {en: On nothing}}
clauses:
  follow: {book: book, place: page 1, kind: rule, en: Suit is followed.}
  other: {book: other, place: page 2, kind: rule, en: Nothing else.}
rulings: {R1: The highest card takes it.}
because: {define.follows: follow, define.winning: R1, whenever.counted: other}
text: {moves.play_card: play, zones.trick: trick, moves.play_card.when.follow: follow suit, whenever.counted: counted}
"""
FRENCH = "text: {moves.play_card: jouer}\n"
GAME = """
croupier: 1
game: small
players: 2..4
uses: {tricks: one_trick}
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 3 of stock to hand}]
  steps:
    battle: {times: 3, steps: one_trick}
text: {zones.trick: pile of the trick}
result: {score: seat, best: highest}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tricks.yaml").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "tricks.fr.yaml").write_text(FRENCH, encoding="utf-8")
    return tmp_path


def written(folder: Path, text: str = GAME, name: str = "small") -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def taken(folder: Path, text: str = GAME) -> ir.Rules:
    rules, found = check_file(written(folder, text))
    assert found == []
    assert rules is not None
    return rules


def wrong(folder: Path, text: str) -> Diagnostic:
    rules, found = check_file(written(folder, text))
    assert rules is None
    assert len(found) == 1, [f"{d.code} {d.message}" for d in found]
    return found[0]


def test_what_is_named_comes_with_what_it_speaks_of(folder: Path) -> None:
    """Everything that the stage needs is there, and nothing else of the library."""
    rules = taken(folder)
    assert [zone.name for zone in rules.zones] == ["stock", "hand", "trick"]
    assert {one.name for one in rules.definitions} == {"led", "follows", "winning"}
    assert [move.name for move in rules.moves] == ["play_card"]
    assert not rules.triggers
    assert [clause.id for clause in rules.clauses] == ["follow"]
    assert [book for book, _ in rules.books] == ["book"]


def test_it_is_as_if_it_stood_there(folder: Path) -> None:
    """A game and its one file without libraries are the same rules."""
    path = written(folder)
    flat = flatten_file(path)
    assert "\nuses:" not in flat
    assert standing_alone(compile_text(flat)) == standing_alone(compile_file(path))
    assert flatten_file(written(folder, flat, "again")) == flat


def test_what_the_game_says_holds(folder: Path) -> None:
    """What a rule of the library needs may be the game's own; then what that alone would need stays away."""
    own = GAME.replace(
        "play:\n", "define: {winning: highest by rank of trick, follows of card: rank is not A}\nplay:\n", 1
    )
    rules = taken(folder, own)
    assert {one.name for one in rules.definitions} == {"winning", "follows"}
    assert not rules.clauses


def test_words_come_along(folder: Path) -> None:
    """Texts in every language of the library; where the game has words of its own, these."""
    said = {path: dict(texts) for path, texts in taken(folder).texts}
    assert said["moves.play_card"] == {"en": "play", "fr": "jouer"}
    assert said["zones.trick"] == {"en": "pile of the trick"}
    assert "whenever.counted" not in said


def test_several_are_taken_by_name(folder: Path) -> None:
    """Rules of `whenever` too, which speak of state that the game has."""
    rules = taken(
        folder,
        GAME.replace("one_trick}", "[one_trick, counted]}", 1)
        .replace("play:\n", "state: {played: number}\nplay:\n", 1)
        .replace("seat,", "played,"),
    )
    assert [rule.name for rule in rules.triggers] == ["counted"]


def test_of_two_libraries_the_named_rule_holds(folder: Path) -> None:
    """What is taken by name from one library is not taken along from another that has one of that name."""
    (folder / "trumps.yaml").write_text(
        "croupier: 1\nlibrary: trumps\ndefine: {winning: lowest by rank of trick}\n", encoding="utf-8"
    )
    rules = taken(folder, GAME.replace("one_trick}", "one_trick, trumps: winning}", 1))
    assert "lowest" in next(str(one.body) for one in rules.definitions if one.name == "winning").lower()


def test_a_variant_changes_what_came_from_a_library(folder: Path) -> None:
    """By the path that it has in the game."""
    written(folder)
    variant = "croupier: 1\nvariant: free\nof: small\nchange: {moves.play_card.when.follow: rank of card is not A}\n"
    rules = compile_file(written(folder, variant, "free"))
    assert {one.name for one in rules.definitions} == {"led", "winning"} | {"follows"}
    assert "follows" not in str(rules.moves[0].conditions)


@pytest.mark.parametrize(
    ("uses", "code", "told", "helps"),
    [
        ("{trikcs: led}", "E170", "trikcs", "did you mean `tricks`?"),
        ("{small: battle}", "E171", "small", "a variant"),
        ("{tricks: one_tirck}", "E172", "one_tirck", "did you mean `one_trick`?"),
        ("{tricks: [one_trick, stock]}", "E172", "stock", "it has trick, leader"),
        ("{../tricks: led}", "E151", "../tricks", "write `tricks`"),
    ],
)
def test_names_that_lead_nowhere(folder: Path, uses: str, code: str, told: str, helps: str) -> None:
    """What is there instead is said, at the word that is wrong."""
    found = wrong(
        folder,
        GAME.replace("{tricks: one_trick}", uses)
        .replace("steps: one_trick", "moves: [go]")
        .replace("text:", "moves: {go: {do: shuffle stock}}\ntext:"),
    )
    assert found.code == code
    assert found.span is not None
    assert found.span.text == told
    assert helps in found.help


def test_what_is_taken_is_not_declared_too(folder: Path) -> None:
    """Nobody has to wonder which of the two holds."""
    found = wrong(
        folder,
        GAME.replace("one_trick}", "[one_trick, winning]}", 1).replace(
            "play:\n", "define: {winning: highest by rank of trick}\nplay:\n", 1
        ),
    )
    assert (found.code, found.labels[1].text) == ("E173", "declared here")


@pytest.mark.parametrize(
    "uses", ["{tricks: [one_trick, winning], trumps: winning}", "{tricks: [one_trick, one_trick]}"]
)
def test_what_is_taken_is_taken_once(folder: Path, uses: str) -> None:
    """Of two libraries, or of one: the second naming would mean nothing."""
    (folder / "trumps.yaml").write_text("croupier: 1\nlibrary: trumps\ndefine: {winning: none}\n", encoding="utf-8")
    found = wrong(folder, GAME.replace("{tricks: one_trick}", uses))
    assert (found.code, found.message) == (
        "E173",
        f"`{'winning' if 'trumps' in uses else 'one_trick'}` is taken from libraries twice",
    )


def test_what_a_rule_needs_and_nobody_has(folder: Path) -> None:
    """It is told where the game uses the library, with the sentence there."""
    _, found = check_file(written(folder, GAME.replace("one_trick}", "[one_trick, never_used]}", 1)))
    assert [d.code for d in found] == ["E301"]
    first, second, *_ = found[0].labels
    assert (first.span.text, first.text) == ("tricks", "used here")
    assert second.span.source.name.endswith("tricks.yaml")
    assert "need it in this ruleset" in found[0].help


def test_what_a_rule_needs_and_another_library_has(folder: Path) -> None:
    """The libraries beside it that have it are named; of a name that none has nothing is said."""
    game = written(folder, GAME.replace("one_trick}", "[one_trick, never_used]}", 1))
    beside = "croupier: 1\nlibrary: NAME\nzones: {nowhere: pile seen by nobody}\n"
    (folder / "table.yaml").write_text(beside.replace("NAME", "table"), encoding="utf-8")
    (folder / "table.fr.yaml").write_text("text: {zones.nowhere: nulle part}\n", encoding="utf-8")
    (folder / "unread.yaml").write_text("library: unread\nzones: {nowhere: [", encoding="utf-8")
    assert help_of(game) == (
        "declare it, or take it from `table`: `uses: {table: nowhere}`; the rules of `tricks` need it in this ruleset"
    )
    (folder / "attic.yaml").write_text(beside.replace("NAME", "attic"), encoding="utf-8")
    assert help_of(game).startswith("declare it, or take it from `attic` or `table`: `uses: {attic: nowhere}`; ")
    for name in ("attic", "table"):
        (folder / f"{name}.yaml").write_text(beside.replace("NAME", name).replace("nowhere", "anywhere"))
    assert help_of(game).startswith("declare it, or choose another name; ")


def help_of(game: Path) -> str:
    """The help of the one thing that is wrong with a game."""
    (found,) = check_file(game)[1]
    return found.help


def test_a_library_is_no_game(folder: Path) -> None:
    """It is said of one that is played; what cannot be read in it is said besides."""
    assert [d.code for d in check_file(folder / "tricks.yaml")[1]] == ["E174"]
    (folder / "tricks.yaml").write_text(
        LIBRARY.replace("suit of bottom of trick", "suit of of trick"), encoding="utf-8"
    )
    assert [d.code for d in check_file(folder / "tricks.yaml")[1]] == ["E174", "E200"]


def test_a_name_of_a_library_is_one_thing(folder: Path) -> None:
    """A move and a definition of one name could not be told apart by whoever takes them."""
    (folder / "tricks.yaml").write_text(LIBRARY.replace("  counted:", "  led:"), encoding="utf-8")
    found = [d for d in check_file(folder / "tricks.yaml")[1] if d.code == "E173"]
    assert [d.span.text for d in found if d.span] == ["led"]


def test_keys_that_are_of_games_alone(folder: Path) -> None:
    """A library has no players and no play."""
    (folder / "tricks.yaml").write_text(LIBRARY + "players: 2\n", encoding="utf-8")
    assert "E120" in [d.code for d in check_file(folder / "tricks.yaml")[1]]


@pytest.mark.parametrize("sentence", ["set leader to winner_of of me", "take_trick", "move trick to led"])
def test_a_name_that_a_used_library_has(folder: Path, sentence: str) -> None:
    """Who speaks of something that the library has, and has not named it, is told so."""
    (folder / "tricks.yaml").write_text(
        LIBRARY.replace("define:\n", "define:\n  winner_of of player: it\n"), encoding="utf-8"
    )
    game = GAME.replace("{tricks: one_trick}", "{tricks: trick}").replace("steps: one_trick", "moves: [go]")
    found = check_file(
        written(
            folder,
            game.replace(
                "text:",
                f"state: {{leader: player starting random of players}}\nmoves: {{go: {{do: {sentence}}}}}\ntext:",
            ),
        )
    )[1]
    word = {"set": "winner_of", "take_trick": "take_trick", "move": "led"}[sentence.split()[0]]
    assert f"the library `tricks` has it: add `{word}` under `uses`" in [d.help for d in found]


def test_what_a_rule_needs_may_be_in_another_library(folder: Path) -> None:
    """It is enough that the game uses that one, too."""
    (folder / "table.yaml").write_text(
        "croupier: 1\nlibrary: table\nzones: {stock: pile seen by nobody, hand of player: set seen by owner}\n",
        encoding="utf-8",
    )
    bare = GAME.replace("zones:\n  stock: pile seen by nobody\n  hand of player: set seen by owner\n", "")
    rules = taken(folder, bare.replace("{tricks: one_trick}", "{tricks: [one_trick, take_trick], table: stock}"))
    assert {zone.name for zone in rules.zones} == {"stock", "hand", "trick"}


def test_so_many_libraries_and_no_more(folder: Path) -> None:
    """The first that is too much is told."""
    found = wrong(folder, GAME.replace("{tricks: one_trick}", "{" + ", ".join(f"l{n}: a" for n in range(17)) + "}"))
    assert (found.code, found.span and found.span.text) == ("E175", "l16")
