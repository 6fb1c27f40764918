"""What a game is in short names its parts in braces, and none that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_text, filled, of_part, render
from croupier_dsl.explanations import example

from .variant_files import game, read, rules, variant, write

SAID = "Draw, throw a card on the {zones.discard}, and go out with {combos.set.many} alone."


def told(text: str) -> list[tuple[str, str]]:
    """What is wrong with a game that says this of itself in short: the code, and what is underlined."""
    _, found = check_text(example().replace(SAID, text))
    return [(each.code, each.span.text) for each in found if each.span]


@pytest.mark.parametrize(
    "named",
    ["zones.stock", "options.ace.low", "options.rounds", "cards.attributes.rank.K", "combos.run.many", "play.round",
     "moves.go_out", "define.deadwood", "tables.points", "state.total", "result.score"],
)  # fmt: skip
def test_every_part_can_be_named(named: str) -> None:
    """A zone, an option, a value, a card's rank, a combo, a stage, a move, a definition, a table, a state, a score."""
    assert told(f"Mind the {{{named}}}.") == []


@pytest.mark.parametrize("named", ["zones.heap", "options.ace.hihg", "cards.attributes.rank.joker", "many", ""])
def test_what_is_not_there_is_told_where_it_stands(named: str) -> None:
    """Just what is named so is underlined; what is named well beside it is not."""
    assert told(f"The {{zones.stock}} and the {{{named}}}.") == [("E320", f"{{{named}}}")]


def test_the_nearest_part_is_offered() -> None:
    """A misspelt path is told with what may be meant."""
    found = check_text(example().replace(SAID, "{zones.stok}"))[1]
    assert found[0].help == "write `zones.stock`"


def test_each_language_is_looked_at(tmp_path: Path) -> None:
    """Also where its words stand in a file of their own."""
    game(tmp_path)
    write(tmp_path, "example.fr", 'text: {game.short: "Piocher, jeter sur la {zones.defausse}."}')
    found = read(tmp_path / "example.yaml")[1]
    assert [(each.code, each.span and (each.span.source.path or Path()).name) for each in found] == [
        ("E320", "example.fr.yaml")
    ]


RUNS = "change: {combos.melds: {split: run, least: points}}\nremove: [combos.set]"


def test_a_variant_that_takes_a_part_away_says_what_it_is_in_short(tmp_path: Path) -> None:
    """What is said below holds no longer; the message stands in the variant, and shows what was said."""
    game(tmp_path)
    _, found = read(variant(tmp_path, RUNS))
    assert [each.code for each in found] == ["E169"]
    shown = render.terminal(found[0])
    assert "names parts that `mine` does not have: `combos.set.many`" in shown
    assert "named here" in shown
    assert "write `game.short` under its `text`" in shown
    own = rules(variant(tmp_path, f'{RUNS}\ntext: {{game.short: "Runs alone: {{combos.run.many}}."}}', "own"))
    assert dict(own.texts)["game.short"] == (("en", "Runs alone: {combos.run.many}."),)


def test_of_variants_put_together_none_says_what_they_are(tmp_path: Path) -> None:
    """What their game says stands if it is true of them, and is left out if it is not."""
    base = game(tmp_path)
    runs = variant(tmp_path, f"{RUNS}\ntext: {{game.short: Runs.}}", "runs")
    long = variant(tmp_path, "change: {limit: 300}", "long")
    more = variant(tmp_path, "options: {rounds: 3}", "more")
    assert dict(rules(base, long, more).texts)["game.short"] == (("en", SAID),)
    assert "game.short" not in dict(rules(base, long, runs).texts)


def test_words_are_put_in_with_a_capital_where_a_sentence_begins() -> None:
    """At the beginning of the text and after a full stop, and nowhere else."""
    words = {"a": "hand", "b": "stock"}
    assert filled("{a} or {b}. {a}, no? {b}", words.__getitem__) == "Hand or stock. Hand, no? Stock"


def test_several_are_meant_unless_a_part_is_called_so() -> None:
    """`.many` asks for the plural; a part of that name is itself."""
    assert of_part("combos.set.many", {"combos.set"}) == ("combos.set", True)
    assert of_part("moves.many", {"moves", "moves.many"}) == ("moves.many", False)


NUMBERED = """croupier: 1
game: numbered
title: Numbered
players: 2
options:
  target: 50/100
  dealt: {is: 1..9 starting 5, text: {en: cards for each, fr: cartes de chacun}}
  open: {is: 1..3 starting 2, text: {en: cards turned up, fr: cartes visibles}}
  most: 1..60 starting 7 * count of players
  ace: {is: high/low, text: {en: the ace, fr: le rang d'un as}}
  late: {is: no/yes, text: {en: late cards, fr: cartes tardives}}
cards: {deck: french52}
zones: {hand of player: set seen by owner, stock: pile seen by nobody}
play:
  begin: [move deck to stock, {for each of players: move top dealt of stock to hand}]
  until: stock is empty or count of stock > target or count of hand of first of players > open + most
  steps: {turn: {by: players, moves: draw}}
moves: {draw: {when: stock is not empty or ace is high or late, do: move top of stock to hand}}
result: {score: count of hand}
text: {game.short: {en: "EN", fr: "FR"}, options.ace.high: {en: high, fr: fort}}
"""


@pytest.mark.parametrize(
    ("en", "fr", "words"),
    [
        ("First to 50 wins.", "Le premier à 50 gagne.", ["50", "50"]),
        ("First to fifty wins.", "Le premier à cinquante gagne.", ["fifty", "cinquante"]),
        ("Each has five cards.", "Chacun a cinq cartes.", ["five", "cinq"]),
        ("Each has a five and a 7.", "Chacun a un cinq.", []),
        ("First to {options.target} wins, 50 at best.", "Le premier à {options.target} gagne.", []),
        ("Two cards are turned up.", "Il y a 2 visibles.", ["Two"]),
        ("Play goes on to 14 tricks, or 21.", "On joue 14 plis, ou 35.", ["14", "14"]),
        ("An ace is high, and so on.", "Le rang est fort.", ["high", "fort"]),
        ("A king is high. An ace is black.", "Un roi est fort. Le rang est noir.", []),
        ("An ace is {options.ace}, not high.", "Un as est {options.ace}.", []),
    ],
)
def test_a_number_that_an_option_decides(en: str, fr: str, words: list[str]) -> None:
    """A number that is the default of an option, and does not follow it, is a warning, in digits and in words."""
    rules, found = check_text(NUMBERED.replace("EN", en).replace("FR", fr))
    assert rules is not None
    assert [d.span.text for d in found if d.code == "W633" and d.span] == words


TABLED = """croupier: 1
game: tabled
title: Tabled
players: 2
options: {mode: short/long, extra: 0..30 starting 25, goal: 200/300}
cards: {deck: french52}
tables: {worth of card by rank: {A: 2, 2..10: 2, J..K: 12}, hands by mode: {short: 6, long: 7}}
zones: {hand of player: set seen by owner, stock: pile seen by nobody}
define: {won of player: if mode is short then count of hand >= 17 else sum of worth of hand >= goal + extra}
play:
  begin: [move deck to stock, {for each of players: move top hands of stock to hand}]
  until: stock is empty or some of players where won
  steps: {turn: {by: players, moves: draw}}
moves: {draw: {when: stock is not empty, do: move top of stock to hand}}
result: {score: count of hand}
text:
  game.short: {en: "EN", fr: "FR"}
"""
DEARER = "change: {tables.worth: {A: 2, 2..10: 2, J..K: 15}}"


def changed(folder: Path, body: str, en: str, fr: str = "Un jeu.") -> list[tuple[str, str, str]]:
    """The warnings of a variant of that game: the file and text of the place, and what else is shown."""
    write(folder, "tabled", TABLED.replace("EN", en).replace("FR", fr))
    found, diagnostics = read(variant(folder, body, of="tabled"))
    assert found is not None, [each.message for each in diagnostics]
    labels = [[label.span for label in each.labels] for each in diagnostics if each.code == "W634"]
    return [((at.source.path or Path()).stem, at.text, more.text) for at, more in labels]


@pytest.mark.parametrize(
    ("body", "en", "told"),
    [
        (DEARER, "Court cards are worth 12.", [("mine", "tables.worth", "12")]),
        (DEARER, "Court cards are worth twelve.", [("mine", "tables.worth", "twelve")]),
        (DEARER, "Others are worth 2, and six cards are dealt in a long game.", []),
        ("change: {tables.worth.J..K: 15}", "Court cards are worth 12.", [("mine", "tables.worth.J..K", "12")]),
        ("options: {extra: 10}", "It takes 25 more.", [("mine", "extra", "25")]),
        ("options: {extra: 10}", "It takes 30 at most.", []),
        ("options: {goal: 300}", "It takes 200 at first.", [("mine", "goal", "200")]),
        ("change: {tables.worth.J..K: 15, define.won: count of hand >= 12}", "Court cards are worth 12.", []),
        ("change: {tables.hands: {short: 8, long: 9}}", "At last 6 are dealt.", [("mine", "tables.hands", "6")]),
        ("add: {moves.draw.when.few: count of hand < 12}", "Court cards are worth 12.", []),
    ],
)
def test_a_number_that_a_variant_replaces(tmp_path: Path, body: str, en: str, told: list[tuple[str, str, str]]) -> None:
    """A number of the changed rule that no rule has any longer is shown where the variant changes it."""
    assert changed(tmp_path, body, en) == told


def test_a_number_in_a_text_of_its_own(tmp_path: Path) -> None:
    """A text that the variant repeats is shown itself, in each language, with the change."""
    own = f'{DEARER}\ntext: {{game.short: {{en: "Courts are 12.", fr: "Les figures valent 12."}}}}'
    assert changed(tmp_path, own, "Courts are 12.") == [("mine", "12", "tables.worth")] * 2
    assert changed(tmp_path, own.replace("12", "15"), "Courts are 12.") == []


@pytest.mark.parametrize(
    ("body", "en", "told"),
    [
        ("change: {define.won: count of hand >= 17}", "In the {options.mode.short} game 17 win.", 1),
        ("change: {define.won: count of hand >= 17}", "In the {options.mode} game some win.", 0),
        ("change: {define.won: count of hand >= 17}", "The first who {define.won} wins.", 1),
        ("change: {define.won: count of hand >= 17}", "Draw from the {zones.stock}.", 0),
        (DEARER, "Mind the {tables.worth}.", 1),
        (DEARER, "In the {options.mode.short} game 17 win.", 0),
        (f"{DEARER}\ntext: {{game.short: 'Mind the {{tables.worth}}.'}}", "Mind the {tables.worth}.", 0),
    ],
)
def test_a_part_or_a_value_that_a_changed_rule_is_about(tmp_path: Path, body: str, en: str, told: int) -> None:
    """A text that is taken over may be wrong if it names what a change is about; one of its own is looked at before."""
    assert len(changed(tmp_path, body, en)) == told
