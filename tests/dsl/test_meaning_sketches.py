"""The design sketches mean something, and a misspelt name in them does not pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier_dsl import check_file, check_text, compile_file, ir

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"
SKETCHED = ["drei", "gin-rummy", "go-fish", "hearts", "leduc-poker", "rami", "three-thirteen", "trio"]


@pytest.mark.parametrize("name", SKETCHED)
def test_sketch_compiles(name: str) -> None:
    """The sketches are valid, with nothing to remark."""
    rules, found = check_file(SKETCHES / f"{name}.yaml")
    assert found == []
    assert rules is not None
    assert rules.name == name


def test_compiling_twice_gives_the_same() -> None:
    """The rules depend on nothing but the text."""
    path = SKETCHES / "trio.yaml"
    assert compile_file(path) == compile_file(path)


def rules_of(name: str) -> str:
    """The text of a sketch without its comments and its paperwork."""
    text = (SKETCHES / f"{name}.yaml").read_text("utf-8")
    text = re.split(r"\n(?:scenarios|because|clauses):", text)[0]
    return "".join(re.sub(r" *#.*", "", line) + "\n" for line in text.splitlines())


def names_used(text: str) -> set[str]:
    """Words that are not only declared but stand somewhere else too, so that one of them misspelt leads nowhere."""
    words = re.findall(r"(?<![\w-])[a-z_]{3,}(?![\w-])", text[text.index("players:") :])
    return {word for word in words if words.count(word) > 1}


@pytest.mark.in_turn(12)
@pytest.mark.parametrize("name", SKETCHED)
def test_misspelt_name_is_caught(name: str) -> None:
    """Of the names that are used twice, one with two letters exchanged is an error or at least a warning."""
    text = rules_of(name)
    start = text.index("players:")
    for number, word in enumerate(sorted(names_used(text))):
        places = [m for m in re.finditer(rf"(?<![\w-]){word}(?![\w-])", text) if m.start() > start]
        place = places[number % len(places)]
        at = next((i for i in range(len(word) - 1) if word[i] != word[i + 1]), 0)
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        found = check_text(text[: place.start()] + wrong + text[place.end() :], name)[1]
        line = text[: place.start()].count("\n") + 1
        renamed = text[place.end() : place.end() + 1] == ":" and _is_free(word, text)
        assert renamed or found, f"{name}:{line}: {word} -> {wrong}"


def _is_free(word: str, text: str) -> bool:
    """Stages, moves that nothing else names, and rules of `whenever` may be called anything."""
    return re.search(rf"^ +{word}:", text, re.MULTILINE) is not None


def test_three_thirteen() -> None:
    """What the engine relies on: slots, paths and places of the sketch's moves."""
    rules = compile_file(SKETCHES / "three-thirteen.yaml")
    go_out = next(move for move in rules.moves if move.name == "go_out")
    (card,) = go_out.choices
    assert card.slot == 1
    assert card.single
    assert [f.path for f in card.filters] == ["moves.go_out.choose.card.1", "moves.go_out.choose.card.2"]
    assert [f.mentions for f in card.filters] == [(1,), (1,)]
    assert [c.path for c in go_out.conditions] == ["moves.go_out.when.1"]
    assert go_out.conditions[0].mentions == ()
    run = next(combo for combo in rules.combos if combo.name == "run")
    assert isinstance(run, ir.Pattern)
    assert run.along == "rank"
    assert [places.values for places in run.sequence] == [tuple(range(13)), (*range(13), 0)]
    assert [stage.path for stage in rules.play.steps[0].steps] == ["play.round.turn"]


def test_hearts_ranks_aces_high() -> None:
    """`order` rearranges the values, so that an index is a place in the order."""
    rules = compile_file(SKETCHES / "hearts.yaml")
    rank = next(enum for enum in rules.enums if enum.name == "rank")
    assert rank.values[0] == "2"
    assert rank.values[-1] == "A"
    assert rules.cards.kinds[0].notation == "2C"
    assert rules.cards.kinds[-1].notation == "AS"


def test_trio_cards_are_numbers() -> None:
    """An attribute of plain numbers is a number, and the kind is written by it."""
    rules = compile_file(SKETCHES / "trio.yaml")
    assert rules.cards.attributes == (ir.CardAttribute("value", ir.NUMBER),)
    assert [kind.notation for kind in rules.cards.kinds] == [str(n) for n in range(1, 13)]
    assert rules.cards.kinds[6].values == (7,)
