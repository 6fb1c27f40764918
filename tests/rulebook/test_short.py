"""The short text of a variant: its own, or that of its game, introduced as such."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.rulebook import rulebook
from croupier.rulebook.document import Paragraph
from croupier.table.catalogue import find, games, locate, names
from croupier_dsl import check_file, compile_file, ir
from croupier_dsl.compiler import flatten_file

FOLDER = Path(__file__).parents[2] / "rulesets"
SEVENS = """croupier: 1
variant: sevens
of: trio
title: {en: Sevens count double, fr: Les 7 comptent double}
change:
  define.victorious: if mode is simple then count of won + (7 in value of cards of won) >= 3 else linked
"""
LINED = SEVENS + "text: {game.line: {en: Sevens count double., fr: Les 7 comptent double.}}\n"
OWN = (
    SEVENS
    + "text: {game.short: {en: Find three trios; 7s count double., fr: Trouver trois trios ; les 7 comptent double.}}\n"
)
SAID = {
    "en": "This is a variant of Trio. The next paragraph is about Trio; the variant may differ.",
    "fr": "C'est une variante de « Trio ». Le paragraphe suivant parle de « Trio » ; la variante peut s'en écarter.",
}


def told(rules: ir.Rules, language: str, **options: str) -> list[str]:
    """The paragraphs of the section in short."""
    document = rulebook(rules, options, language=language, with_example=False)
    section = next(each for each in document.sections if each.anchor == "short")
    return [block.text for block in section.blocks if isinstance(block, Paragraph)]


def variant(folder: Path, text: str, name: str = "sevens") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_taken_over_is_introduced_as_that_of_the_game(tmp_path: Path, language: str) -> None:
    """The game's text says that a trio of 7s wins, and the variant says it does not: the text is not the variant's."""
    inherited = told(find("trio"), language)
    assert len(inherited) == 1
    rules = compile_file(variant(tmp_path, SEVENS), bundled=FOLDER)
    assert told(rules, language) == [SAID[language], *inherited]
    lined = compile_file(variant(tmp_path, LINED), bundled=FOLDER)
    assert told(lined, language)[:2] == [SAID[language], *inherited]
    assert len(told(lined, language)) == 3


@pytest.mark.parametrize(("text", "codes"), [(SEVENS, ["W634"]), (LINED, ["W634"]), (OWN, [])])
def test_check_points_at_the_change(tmp_path: Path, text: str, codes: list[str]) -> None:
    """The text names the sevens and the modes, which the changed rule is about."""
    found = check_file(variant(tmp_path, text), bundled=FOLDER)[1]
    assert [each.code for each in found] == codes


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_of_its_own_is_not(tmp_path: Path, language: str) -> None:
    """A variant with its own short text prints that alone, and so does a variant of a game below."""
    own = told(compile_file(variant(tmp_path, OWN), bundled=FOLDER), language)
    assert [len(own), "7" in own[0]] == [1, True]
    above = variant(tmp_path, "croupier: 1\nvariant: above\nof: sevens\nchange: {minutes: 20..30}\n", "above")
    names = {"en": "Sevens count double", "fr": "Les 7 comptent double"}
    assert told(compile_file(above, bundled=FOLDER), language) == [
        SAID[language].replace("Trio", names[language]),
        *own,
    ]


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_introduced_where_variants_are_put_together(tmp_path: Path, language: str) -> None:
    """Also variants put together, and a variant printed as a game of its own, say whose text it is."""
    together = compile_file(FOLDER / "trio.yaml", bundled=FOLDER, variants=[variant(tmp_path, SEVENS)])
    assert told(together, language)[0] == SAID[language]
    flat = variant(tmp_path, flatten_file(variant(tmp_path, SEVENS), bundled=FOLDER), "flat")
    assert told(compile_file(flat), language) == told(together, language)


def test_a_variant_may_name_the_game_itself(tmp_path: Path) -> None:
    """`game.short.of` is honoured where it is written."""
    rules = compile_file(variant(tmp_path, SEVENS + "text: {game.short.of: {en: the old Trio}}\n"), bundled=FOLDER)
    assert told(rules, "en")[0] == SAID["en"].replace("Trio", "the old Trio")


@pytest.mark.in_turn(14)
@pytest.mark.parametrize("name", names())
def test_a_target_of_nought_is_explained(name: str) -> None:
    """Where nought is no number of points but another rule, a short text with that option says which."""
    rules = find(name)
    texts = dict(rules.texts)
    for language, text in texts["game.short"]:
        for option in rules.options:
            title = dict(texts.get(f"options.{option.name}", option.title)).get(language, "")
            assert "(0" not in title, "the number has words of its own, in options.NAME.0"
            meant = dict(texts.get(f"options.{option.name}.0", ())).get(language)
            if meant:
                after = text.partition(f"{{options.{option.name}}}")[2]
                assert after == "" or after.startswith((".", ";")), (option.name, text)


@pytest.mark.costly
@pytest.mark.parametrize(("target", "said"), [("200", "200"), ("0", ": a single deal")])
def test_points_for_each_player_follow_the_option(target: str, said: str) -> None:
    """A default that is reckoned from the number of players is not typed into the text."""
    named = [name for name in games() if re.search(r"\btarget: .*count of players", locate(name).read_text("utf-8"))]
    reckoned = [name for name in named if any(map(_reckoned, find(name).options))]
    assert reckoned
    for name in reckoned:
        assert any(said in text for text in told(find(name), "en", target=target)), name


def _reckoned(option: ir.Option) -> bool:
    """Return whether it is a target that may be nought and starts as a number that is not written out."""
    may_be_nought = isinstance(option.low, ir.Constant) and option.low.value == 0
    return option.name == "target" and may_be_nought and not isinstance(option.default, ir.Constant)
