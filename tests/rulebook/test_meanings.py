"""A `meaning` is printed in place of the sentences of a part; what only such parts read is left out with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.rulebook import rulebook, told
from croupier.rulebook.context import context_of
from croupier.rulebook.document import texts
from croupier.rulebook.english import English
from croupier.rulebook.french import French
from croupier.rulebook.meanings import _tells, meanings
from croupier.rulebook.setting import settle
from croupier.table import catalogue
from croupier_dsl import check_text, ir

GAME = """
croupier: 1
game: strong
players: 2
options: {goal: 1..9 starting 3}
cards: {deck: french52}
tables:
  weight of number: {1: 1, 2: 100, else: 10000}
  height of card by rank: {A..10: 1..10, J..K: 11..13}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, gone: pile seen by everyone}
define:
  alike of card as mine: count of (hand of owner of mine where rank is rank of mine)
  weighed of card: weight of alike
  strength of player: sum of weighed of hand
  best: highest by strength of players
  tall of card: height of it > 10
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 4 of stock to hand}]
  steps: {turn: {by: players, times: goal, moves: [throw, rest]}}
moves:
  throw: {choose: {card: one of hand where tall of it}, do: [move card to gone, draw_up of me]}
  rest: {}
effects:
  draw_up of player: [move top of stock to hand]
result: {score: strength}
text:
  tables.weight.noun: the weight
  tables.height.noun: the height
  define.alike.noun: the number of equal cards
  define.strength.noun: the strength
"""
MEANING = "  define.strength.meaning: {en: 'Four of a kind beat the {zones.stock}, up to {options.goal} times.'}\n"


def compiled(text: str, bundled: Path | None = None) -> ir.Rules:
    rules, found = check_text(text, "strong.yaml", **({} if bundled is None else {"bundled": bundled}))
    assert rules is not None, found
    assert [one for one in found if one.code < "W"] == []
    return rules


def words(rules: ir.Rules, exact: bool = False) -> str:
    return "\n".join(texts(rulebook(rules, {"goal": "5"}, with_example=False, exact=exact)))


def test_the_meaning_takes_the_place_of_the_formula() -> None:
    """With the parts and options that it names; what only the formula reads is gone, what others read stays."""
    plain, meant = words(compiled(GAME)), words(compiled(GAME + MEANING))
    assert "the sum of the weight" in plain
    assert "Four of a kind beat the stock, up to 5 times." in meant
    assert "the sum of the weight" not in meant
    assert ("Weight of a number" in plain, "Weight of a number" in meant) == (True, False)
    assert ("equal cards" in plain, "equal cards" in meant) == (True, False)
    assert "Height of a card" in meant
    assert "strength" in meant


def test_exact_prints_the_formula_all_the_same() -> None:
    assert words(compiled(GAME + MEANING), exact=True) == words(compiled(GAME))


def test_a_meaning_tells_the_parts_that_it_makes_needless() -> None:
    """A trace finds a sentence for each of them."""
    found = told(rulebook(compiled(GAME + MEANING), {}, with_example=False))
    for path in ("define.strength", "define.alike", "tables.weight"):
        assert found[path][0].startswith("Four of a kind"), path


@pytest.mark.parametrize(
    ("line", "words_of_it"),
    [
        ("  tables.height.meaning: Court cards are tall.\n", "Court cards are tall."),
        ("  effects.draw_up.meaning: You draw.\n", "The rule “draw up”, for a player: You draw."),
        ("  result.score.meaning: The score is the strength.\n", "The score is the strength."),
    ],
)
def test_tables_effects_and_the_score_have_meanings_too(line: str, words_of_it: str) -> None:
    rules = compiled(GAME + line)
    assert words_of_it in words(rules).split("\n")
    assert words(rules, exact=True) == words(compiled(GAME))


def test_the_aim_leaves_the_formula_to_the_score() -> None:
    """What one plays for is said without the formula that the score explains."""
    meant = words(compiled(GAME + "  result.score.meaning: The score is the strength.\n"))
    assert "Play for the highest score at the end." in meant.split("\n")


def test_the_meaning_of_an_option_is_printed_with_its_values() -> None:
    """Also where formulas are printed; what it decides is not a formula."""
    rules = compiled(GAME + "  options.goal.meaning: 'The {zones.stock} may hold {options.goal}.'\n")
    for exact in (False, True):
        [line] = [line for line in words(rules, exact).split("\n") if line.startswith("Goal: 1 to 9")]
        assert line.endswith("Here: 5. The stock may hold 5."), line


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("  define.strong.meaning: nothing\n", "E320"),
        ("  options.gaol.meaning: nothing\n", "E320"),
        ("  zones.hand.meaning: nothing\n", "E320"),
        ("  define.strength.meaning: 'the {zones.stok}'\n", "E320"),
    ],
)
def test_a_meaning_of_nothing_is_refused(line: str, code: str) -> None:
    """A path that has no meaning to print, and a name in braces that there is not."""
    assert {one.code for one in check_text(GAME + line, "strong.yaml")[1] if one.code < "W"} == {code}


def test_another_default_keeps_the_meaning_of_an_option(tmp_path: Path) -> None:
    """Other values, or an option that the words name and that is fixed, do not."""
    meaning = "  options.goal.meaning: It ends the game.\n"
    (tmp_path / "strong.yaml").write_text(GAME + meaning, encoding="utf-8")
    bodies = {"options: {goal: 7}": True, "change: {options.goal: 2..8 starting 3}": False}
    for body, kept in bodies.items():
        rules = compiled(VARIANT.format(name="mine", of="strong", body=body), tmp_path)
        assert ("options.goal.meaning" in dict(rules.texts)) is kept, body


VARIANT = "croupier: 1\nvariant: {name}\nof: {of}\n{body}\n"
CHANGES = {
    "itself": "change: {define.strength: count of hand}",
    "a table that it reads": "change: {tables.weight.else: 7}",
    "what it reads, read by that": "change: {define.alike: count of hand of owner of mine}",
    "an option that the words name": "change: {play.turn.times: 6}",
}
OTHERS = {
    "another table": "change: {tables.height.J..K: 20}",
    "another part": "change: {define.best: lowest by strength of players}",
    "with a meaning of its own": f"{CHANGES['itself']}\ntext: {{define.strength.meaning: It counts cards.}}",
}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    (tmp_path / "strong.yaml").write_text(GAME + MEANING, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("body", CHANGES.values(), ids=CHANGES)
def test_a_variant_that_changes_the_formula_drops_the_meaning(shelf: Path, body: str) -> None:
    """The words were written for another rule, so the rulebook prints the formula as it is now."""
    rules = compiled(VARIANT.format(name="mine", of="strong", body=body), shelf)
    assert not [path for path, _ in rules.texts if path.endswith(".meaning")]
    (shelf / "mine.yaml").write_text(VARIANT.format(name="mine", of="strong", body=body), encoding="utf-8")
    above = compiled(
        VARIANT.format(name="above", of="mine", body="change: {define.best: lowest by strength of players}"), shelf
    )
    assert not [path for path, _ in above.texts if path.endswith(".meaning")]


@pytest.mark.parametrize("body", OTHERS.values(), ids=OTHERS)
def test_any_other_variant_keeps_a_meaning(shelf: Path, body: str) -> None:
    """That of the game, or its own, also where a further variant changes something else."""
    text = VARIANT.format(name="mine", of="strong", body=body)
    (shelf / "mine.yaml").write_text(text, encoding="utf-8")
    own = "It counts cards." if "counts" in body else "Four of a kind beat"
    for rules in (
        compiled(text, shelf),
        compiled(VARIANT.format(name="above", of="mine", body="change: {tables.height.J..K: 30}"), shelf),
    ):
        assert own in dict(dict(rules.texts)["define.strength.meaning"])["en"]


ADDED = (
    GAME.replace("  tall of card: height of it > 10\n", "  held of player: sum of height of hand of it\n")
    .replace(" where tall of it", "")
    .replace("score: strength", "score: held")
)
SOME, ALL = "The heights of your cards, added up.", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 from the ace up, then 11, 12, 13."


@pytest.mark.parametrize(("meaning", "printed"), [(SOME, True), (ALL, False)])
def test_a_meaning_leaves_out_points_of_cards_only_if_it_tells_them(meaning: str, printed: bool) -> None:
    """Who has to add up points needs every number: from the words, or else from the table."""
    told = words(compiled(f"{ADDED}  define.held.meaning: {{en: '{meaning}'}}\n"))
    assert meaning in told
    assert ("Height of a card" in told) is printed


SETTLE = """
state: {shown of player: number seen by nobody}
effects:
  settle: [{for each of players: set shown to 7}, move top 1 of stock to hand of highest by shown of players]
"""
HIDDEN = GAME.replace("\neffects:\n", SETTLE).replace("move card to gone, draw_up of me", "move card to gone, settle")
SETTLING = "  state.shown.noun: the strength shown\n  effects.settle.meaning: {en: 'The best of them draws.'}\n"


def test_state_of_explained_parts_alone_is_left_out() -> None:
    """Neither the places that are hidden, nor the list of what to remember, nor the start names it."""
    assert "strength shown" in words(compiled(HIDDEN + SETTLING.partition("\n")[0]))
    told = words(compiled(HIDDEN + SETTLING))
    assert "The best of them draws." in told
    assert "strength shown" not in told


PATTERN = (
    GAME.replace(
        "  tall of card: height of it > 10\n",
        "  row of cards: sum of height is 6\n  held of player: row of hand of it\n",
    )
    .replace(" where tall of it", "")
    .replace("score: strength", "score: (if held then 1 else 0)")
)


def test_numbers_that_only_say_whether_cards_fit_are_no_points() -> None:
    """A table that makes a pattern is left out with the formula of the pattern."""
    line = "  define.row.says: are in sequence\n"
    assert "Height of a card" in words(compiled(PATTERN + line))
    told = words(
        compiled(f"{PATTERN}{line}  define.row.meaning: {{en: 'Cards are in sequence if they follow one another.'}}\n")
    )
    assert "follow one another" in told
    assert "Height of a card" not in told


@pytest.mark.in_turn(14)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", catalogue.names())
def test_numbers_that_words_of_the_rules_have_are_told(game: str, language: str) -> None:
    """A table by a word of the state, as the factor of each contract, is printed or its numbers are in the meaning.

    Tables by ranks and suits are orders, which meanings tell in words.
    """
    cx = context_of(settle(catalogue.find(game), {}, None), {"en": English, "fr": French}[language]())
    found = meanings(cx.rules, cx.words.texts, language)
    untold = [
        table.name
        for table in cx.rules.tables
        if f"tables.{table.name}" in found.needless and table.type == ir.NUMBER
        if table.key.type.enum and table.key.type.enum not in cx.words.attributes
        if not _tells(
            " ".join(found.texts[by] for by, left in found.covered.items() if f"tables.{table.name}" in left), table
        )
    ]
    assert untold == []
