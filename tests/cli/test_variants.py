"""Variants and presets at the command line and from Python: found, put on top, played, kept, listed, printed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from croupier import CroupierError, Game, SetupError, load
from croupier.base.language import speaking
from croupier.table.catalogue import find
from croupier.table.record import Record, digest
from croupier_dsl import CompileError, from_json, to_json

from .conftest import Run

GAME = """croupier: 1
game: small
title: {en: Small, fr: Petit}
players: 2..3
options:
  most: 1..9 starting 3
  open: {is: no/yes, needs: {few: not open or most < 5}}
presets: {whole: {title: {en: Whole, fr: Entier}, options: {most: 4, open: yes}}}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {total of player: number}
moves:
  draw: {when: {some_left: count of hand < most or open}, do: [move top of stock to hand, add 1 to total]}
  pass: {}
play: {begin: move deck to stock, steps: {turn: {by: players, times: 5, moves: [draw, pass]}}}
result: {score: total, best: highest}
text: {options.open.needs.few: {en: open hands are small hands, fr: les mains ouvertes sont petites}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game and three variants of it, in the folder that we are in."""
    for name, text in {
        "small": GAME,
        "dear": "croupier: 1\nvariant: dear\nof: small\ntitle: {en: Dear}\nchange: {result.best: lowest}\n"
        "scenarios: {one: {seats: Ann Bob, then: [now: {total of Ann: 0}]}}\n",
        "few": "croupier: 1\nvariant: few\nof: small\ntitle: {en: Few}\noptions: {most: 1}   # dear\n",
        "more": "croupier: 1\nvariant: more\nof: few\noptions: {most: 7}\npresets: {five: {options: {most: 5}}}\n",
        "dearer": "croupier: 1\nvariant: dearer\nof: small\nremove: [result.best]\n",
    }.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_put_on_top(folder: Path) -> None:
    """Variants are named as rulesets are, or by the name of a file beside the game; their order is that of the list."""
    assert load("few.yaml").options == {"most": 1, "open": False}
    for named in ("few", "few.yaml", folder / "few.yaml"):
        top = load("small.yaml", variants=[named])
        assert (top.name, top.of, top.options) == ("few", ("small",), {"most": 1, "open": False})
    both = load(folder / "small.yaml", variants=["few", "dear"])
    assert (both.name, both.of) == ("few-with-dear", ("dear", "few", "small"))
    assert both.title == {"en": "Few + Dear"}
    assert load("more.yaml", variants=["dear"]).options["most"] == 7


@pytest.mark.parametrize(
    ("ruleset", "variants", "told"),
    [
        ("small.yaml", ["fewer"], "ruleset fewer not found: it is neither bundled nor a file"),
        ("small.yaml", ["small"], "is a game, not a variant"),
        ("small.yaml", ["three-thirteen"], "is a game, not a variant"),
    ],
)
def test_what_cannot_be_put_on_top(folder: Path, ruleset: str, variants: list[str], told: str) -> None:
    """What is missing, and what is no variant of the game, is told."""
    with pytest.raises((CroupierError, CompileError), match=told):
        load(ruleset, variants=variants)
    assert folder.is_dir()


def test_presets(folder: Path) -> None:
    """A preset chooses options; what is given besides wins over it; a variant has presets of its own."""
    assert load("small.yaml", preset="whole").options == {"most": 4, "open": True}
    assert load("small.yaml", options={"most": 2}, preset="whole").options == {"most": 2, "open": True}
    assert load("more.yaml", preset="five").options["most"] == 5
    with pytest.raises(SetupError, match=r"small has no preset hole; did you mean whole\?"):
        load("small.yaml", preset="hole")
    with pytest.raises(SetupError, match="more has no preset whole; it has five"):
        load("more.yaml", preset="whole")
    with pytest.raises(SetupError, match="few has no preset whole; it has none"):
        load("few.yaml", preset="whole")
    assert folder.is_dir()


def test_what_does_not_fit(folder: Path) -> None:
    """Options that do not go together are told before play: which, why, and what would do; in the language spoken."""
    with pytest.raises(SetupError) as caught:
        load("small.yaml", options={"open": "yes", "most": 8})
    assert str(caught.value) == (
        "options open=yes, most=8 with 2 players: open hands are small hands; open=no or most=4 would work"
    )
    assert caught.value.reason == "few"
    with (
        speaking("fr"),
        pytest.raises(SetupError, match=r"à 2 joueurs : les mains ouvertes .*; open=no ou most=4 conv"),
    ):
        load("small.yaml", options={"open": "yes", "most": 8})
    with pytest.raises(SetupError, match="open=yes, most=7 with 2 players"):
        load("more.yaml", options={"open": "yes"})
    assert folder.is_dir()


@pytest.mark.costly
def test_the_cache_sees_every_file(folder: Path) -> None:
    """Rules are read again when any file that they are made of has changed, gone or come."""
    later = iter(range(1, 100))

    def wrote(name: str, text: str) -> None:
        path = folder / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(10**18 + next(later), 10**18 + next(later)))

    assert find("more.yaml") is find("more.yaml")
    assert find("small.yaml", ["few", "dear"]) is find("small.yaml", ["few", "dear"])
    before = find("more.yaml")
    wrote("small.yaml", GAME.replace("times: 5", "times: 6"))
    assert find("more.yaml") != before
    wrote("few.yaml", "croupier: 1\nvariant: few\nof: small\nchange: {result.best: lowest}\n")
    assert find("more.yaml").result.best == "lowest"
    wrote("small.fr.yaml", "text: {moves.draw: piocher}\n")
    assert dict(find("more.yaml").texts)["moves.draw"] == (("fr", "piocher"),)
    (folder / "small.fr.yaml").unlink()
    assert "moves.draw" not in dict(find("more.yaml").texts)
    (folder / "few.yaml").unlink()
    with pytest.raises(CompileError, match="E150"):
        find("more.yaml")


def test_lineage_goes_with_the_rules(folder: Path) -> None:
    """JSON, records and what replays them keep what rules are made from, and the preset."""
    rules = load("more.yaml", preset="five")
    assert rules.of == ("few", "small")
    assert from_json(to_json(rules.ir)) == rules.ir
    with Record.create(folder / "one.rec", Game(rules, seed=1)) as record:
        record.append(0, "pass")
    header = json.loads((folder / "one.rec").read_text("utf-8").splitlines()[0])
    assert (header["ruleset"], header["of"], header["preset"]) == ("more", ["few", "small"], "five")
    with Record.open(folder / "one.rec") as record:
        again = record.game().rules
        assert (again.of, again.preset, again.options["most"]) == (("few", "small"), "five", 5)


def test_old_rules_are_read(folder: Path) -> None:
    """Rules from before there were variants are read, and have the digest that they had."""
    rules = load("small.yaml").ir
    data = json.loads(to_json(rules))
    del data["of"], data["presets"]
    old = from_json(json.dumps(data))
    assert (old.of, old.presets) == ((), ())
    assert digest(old) == digest(rules)
    assert folder.is_dir()


def test_check(run: Run, folder: Path) -> None:
    """`check` takes variants on top, and tells a conflict with both places."""
    assert run("check", "small.yaml", "--with", "few", "--with", "dear").output == "small.yaml + few + dear: valid\n"
    result = run("check", "small.yaml", "--with", "dear", "--with", "dearer")
    assert result.exit_code == 1
    assert "`dear` and `dearer` cannot be combined: both change `result.best`" in result.output
    assert result.output.count("dear.yaml") == 1
    told = json.loads(run("check", "small.yaml", "--with", "few", "--json").output)
    assert (told["ruleset"], told["with"], told["valid"]) == ("small.yaml", ["few"], True)
    assert run("check", "small.yaml", "--with", "fw").exit_code == 2
    assert folder.is_dir()


@pytest.mark.costly
def test_other_commands(run: Run, folder: Path) -> None:
    """`test`, `compile` and `simulate` take variants and presets."""
    assert run("test", "small.yaml", "--with", "dear").output == "small.yaml + dear: 1 of 1 scenarios passed\n"
    assert run("test", "small.yaml", "--with", "dear", "--with", "few").output.endswith("1 of 1 scenarios passed\n")
    assert run("test", "small.yaml", "--with", "nothing").exit_code == 2
    rules = json.loads(run("compile", "small.yaml", "--with", "dear", "--json").output)
    assert (rules["name"], rules["of"], rules["result"]["best"]) == ("dear", ["small"], "lowest")
    words = ("simulate", "more.yaml", "--games", "2", "--json")
    assert json.loads(run(*words, "--preset", "five").output)["options"]["most"] == 5
    assert json.loads(run(*words, "--preset", "five", "--option", "most=6").output)["options"]["most"] == 6
    assert run(*words, "--preset", "six").exit_code == 2
    assert folder.is_dir()


def test_play(run: Run, folder: Path) -> None:
    """The table says what is played: the variant, what it is of, and the preset."""
    words = ("play", "small.yaml", "--seed", "1", "--lang")
    quit = "quit\n"
    assert run(*words, "en", "--with", "dear", input=quit).output.startswith("Dear (a variant of small): P1 you")
    assert run(*words, "fr", "--preset", "whole", input=quit).output.startswith("Petit, Entier : P1")
    asked = run(*words, "en", "--with", "few", "--ask", input=f"\n5\n\n{quit}")
    assert "most (1 to 9) [1]" in asked.output
    assert run("play", "--resume", "x.rec", "--with", "dear").exit_code == 2
    assert run("play", "small.yaml", "--with", "dear", "--at", "one", "--lang", "en", input=quit).output.startswith(
        "Dear (a variant of small)"
    )
    assert folder.is_dir()


def test_flatten(run: Run, folder: Path) -> None:
    """`flatten` prints a game that means the same; it does not write over what it reads."""
    printed = run("flatten", "few.yaml").output
    assert "game: few\ntitle: {en: Few}\n" in printed
    assert "  most: {is: 1..9, starting: 1}\n" in printed
    assert printed.startswith("# dear\n")
    assert run("flatten", "small.yaml", "--with", "few", "-o", "alone.yaml").output == ""
    assert (folder / "alone.yaml").read_text("utf-8") == printed
    assert digest(find("alone.yaml")) == digest(find("few.yaml"))
    assert run("flatten", "few.yaml", "-o", "few.yaml").exit_code == 2
    assert run("flatten", "small.yaml", "--with", "dear", "--with", "dearer").exit_code == 1
    assert run("flatten", "few.yaml", "-o", "nowhere/x.yaml").exit_code == 2


def test_list(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`list` shows variants below the game that they are of."""
    from croupier.table import catalogue

    monkeypatch.setattr(catalogue, "directory", lambda: folder)
    lines = run("list").output.splitlines()
    assert [line.split("  ")[0] or line[: len(line) - len(line.lstrip())] + line.split()[0] for line in lines] == [
        "small", "  dear", "  dearer", "  few", "    more",
    ]  # fmt: skip
    assert lines[0].split() == ["small", "2-3", "Small"]
    told = {each["name"]: each for each in json.loads(run("list", "--json").output)}
    assert told["more"]["of"] == ["few", "small"]
    assert told["more"]["presets"] == [{"name": "five", "title": {}, "options": {"most": "5"}}]
    assert "of" not in told["small"]
