"""The tutorial does what it says: its file compiles, its commands print what it shows, its game ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import Rules, load, simulate
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file

from . import blocks

PAGE = blocks.ROOT / "docs" / "tutorials" / "first-game.md"


@pytest.fixture(scope="module")
def uphill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ruleset as it stands at the end of the tutorial."""
    folder = tmp_path_factory.mktemp("tutorial")
    for block in blocks.blocks(PAGE):
        if block.kind == "yaml" and block.words:
            (folder / block.words[0]).write_text(block.body, encoding="utf-8")
        elif block.kind == "diff" and block.words[1:] != ("once",):
            path = folder / block.words[0]
            path.write_text(blocks.changed(path.read_text(encoding="utf-8"), block.body, PAGE.name), encoding="utf-8")
    return folder / "uphill.yaml"


def test_every_command_prints_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is written, each change made, each command run in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_every_key_of_the_file_is_explained() -> None:
    """The table after the file has a row for each of its keys, in their order."""
    whole = next(block.body for block in blocks.blocks(PAGE) if block.words == ("uphill.yaml",))
    rows = re.findall(r"^\| (`[^|]+`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    explained = [key for row in rows for key in re.findall(r"`(\w+)`", row)]
    assert explained == re.findall(r"^(\w+):", whole, re.MULTILINE)


def test_the_file_is_about_forty_lines(uphill: Path) -> None:
    """The game, before it has texts and scenarios, has at most fifty lines."""
    whole = next(block.body for block in blocks.blocks(PAGE) if block.words == ("uphill.yaml",))
    assert len([line for line in whole.splitlines() if line.strip()]) <= 42


def test_the_ruleset_is_clean(uphill: Path) -> None:
    """It compiles without a warning, and its scenarios pass."""
    rules, diagnostics = check_file(uphill)
    assert rules is not None
    assert not diagnostics
    assert [result.failure for result in run_scenarios(rules)] == [""]


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("level", ["no", "yes"])
def test_every_game_ends(uphill: Path, policy: str, players: int, level: str) -> None:
    """By any player, at any table, under either rule, every game ends with a winner."""
    rules: Rules = load(uphill, players, {"level": level})
    report = simulate(rules, 10, policy=policy, seed=4)
    assert report.finished == 10
    assert report.cut_rounds == report.stuck == 0
