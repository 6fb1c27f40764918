"""Before a game at a terminal: one prompt offers presets, variants and options; Enter plays the rules as printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli import main

from .terminal import Terminal

pytestmark = pytest.mark.costly

GAME = """
croupier: 1
game: small
title: {en: Small game, fr: Petit jeu}
players: 2
options: {dealt: 1..9 starting 3, hot: no/yes}
presets:
  tournament: {title: {en: Tournament, fr: Tournoi}, options: {dealt: 5}}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top dealt of stock to hand}]
  steps: {turn: {by: players, until: hand is empty, moves: [throw]}}
moves: {throw: {choose: {card: one of hand}, do: [if hot: reveal card, move card to heap]}}
result: {score: count of hand, best: lowest}
text:
  options.hot.meaning: {en: Cards thrown are shown., fr: Les cartes jetées sont montrées.}
"""
VARIANT = "croupier: 1\nvariant: {name}\nof: {of}\ntitle: {{en: {title}, fr: {title} (fr)}}\noptions: {{dealt: 7}}\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "small.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "big-hands.yaml").write_text(
        VARIANT.format(name="big-hands", of="small", title="Big"), encoding="utf-8"
    )
    (tmp_path / "other.yaml").write_text(VARIANT.format(name="other", of="elsewhere", title="Other"), encoding="utf-8")
    (tmp_path / "torn.yaml").write_text("variant: torn\nof: [small\n", encoding="utf-8")
    return tmp_path / "small.yaml"


def played(small: Path, *answers: str, lang: str = "en") -> tuple[str, dict[str, object]]:
    """What is shown up to the first move, and what the first line of the record says."""
    kept = small.parent / "kept.jsonl"
    with Terminal("play", small, "--save", kept, "--lang", lang) as screen:
        shown = ""
        for answer in answers:
            shown += screen.see(": ")
            screen.type(answer)
        shown += screen.see("P1> ")
        screen.type("q")
        screen.process.wait(10)
    header: dict[str, object] = json.loads(kept.read_text(encoding="utf-8").splitlines()[0])
    return shown, header


def test_enter_plays_the_rules_as_printed(small: Path) -> None:
    """One Enter, and the game stands there; only variants of this game were offered, nothing else was asked."""
    shown, header = played(small, "")
    assert "1  preset tournament: Tournament" in shown
    assert "2  variant big-hands: Big" in shown
    assert "o  set the options" in shown
    assert "other" not in shown
    assert "torn" not in shown
    assert "Options:" not in shown
    assert "hand (3)" in shown
    assert "preset" not in header
    assert "of" not in header


@pytest.mark.parametrize("answer", ["1", "tournament"])
def test_a_preset(small: Path, answer: str) -> None:
    """By number or name; the table and the record name it, and the options that it changes."""
    shown, header = played(small, answer)
    assert "Small game, Tournament" in shown
    assert "Options: dealt: 5" in shown
    assert "hand (5)" in shown
    assert (header["preset"], header["options"]) == ("tournament", {"dealt": 5, "hot": False})


@pytest.mark.parametrize("answer", ["2", "big-hands"])
def test_a_variant(small: Path, answer: str) -> None:
    """By number or name; the table and the record say what it is a variant of."""
    shown, header = played(small, answer)
    assert "Big (a variant of small)" in shown
    assert "hand (7)" in shown
    assert header["of"] == ["small"]


def test_options(small: Path) -> None:
    """`o` asks for the options one by one; those that differ stand on the table."""
    shown, header = played(small, "o", "4", "")
    assert shown.index("dealt (") < shown.index("Cards thrown are shown.") < shown.index("hot (")
    assert "Options: dealt: 4" in shown
    assert "hand (4)" in shown
    assert header["options"] == {"dealt": 4, "hot": False}


def test_a_game_s_choices_are_listed(small: Path) -> None:
    """What a preset sets and an option decides, in the language spoken; as data, too."""

    def told(*words: str) -> str:
        return CliRunner().invoke(main, ["list", str(small), *words]).output

    assert told("--lang", "fr").splitlines() == [
        "Petit jeu, pour 2 joueurs", "", "Préréglages", "  tournament: Tournoi", "      dealt : 5", "",
        "Variantes", "  big-hands: Big (fr)", "", "Options", "  dealt=3: dealt", "      1 à 9", "  hot=no: hot",
        "      no: non", "      yes: oui", "      Les cartes jetées sont montrées.",
    ]  # fmt: skip
    found = json.loads(told("--json"))
    assert [(option["name"], option["told"]) for option in found["options"]] == [
        ("dealt", ""), ("hot", "Cards thrown are shown."),
    ]  # fmt: skip
    assert found["variants"] == [{"name": "big-hands", "title": "Big"}]


def test_what_is_not_offered_is_asked_again(small: Path) -> None:
    """Anything else is told, and Enter still plays."""
    shown, _ = played(small, "9", "nonsense", "0", "")
    assert shown.count("is not one of the choices") == 3
    assert "hand (3)" in shown


def test_in_french(small: Path) -> None:
    """The offer is in the language spoken, with the words of the ruleset."""
    shown, _ = played(small, "", lang="fr")
    assert "préréglage tournament : Tournoi" in shown
    assert "variante big-hands : Big (fr)" in shown
    assert "Entrée joue les règles telles qu'imprimées" in shown


@pytest.mark.parametrize("flags", [["--option", "dealt=2"], ["--preset", "tournament"], ["--seed", "1"]], ids=str)
def test_nothing_is_asked_where_the_rules_are_settled(small: Path, flags: list[str]) -> None:
    """With flags of rules, or a seed, the game begins at once."""
    with Terminal("play", small, *flags) as screen:
        shown = screen.see("P1> ", "Enter plays")
        assert shown.endswith("P1> ")
        screen.type("q")
        screen.process.wait(10)


def test_a_pipe_is_asked_nothing(small: Path) -> None:
    """A program that plays through pipes meets the game as it always did."""
    ran = subprocess.run(
        [sys.executable, "-m", "croupier", "play", str(small)], input="1\n",
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0
    assert "Enter plays" not in ran.stdout
    assert "You left after 2 decisions" in ran.stdout
