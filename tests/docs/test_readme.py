"""The front page keeps its word: its commands are those that CI runs, its ruleset plays, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import simulate
from croupier.table import catalogue
from croupier_dsl import check_text

from . import blocks

PAGE = blocks.ROOT / "README.md"
PAGES = [
    PAGE,
    blocks.ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((blocks.ROOT / "docs").rglob("*.md")) if "node_modules" not in page.parts),
]
HABIT = [blocks.ROOT / name for name in ("CHANGELOG.md", "SECURITY.md")]
INDEX = blocks.ROOT / "docs" / "index.md"
EXTENSION = blocks.ROOT / "docs" / "editors" / "vscode" / "README.md"


def commands() -> list[list[str]]:
    """The shell lines of the front page, each as the commands that `&&` joins."""
    shell = [block.body for block in blocks.blocks(PAGE) if block.kind == "sh"]
    return [line.split(" && ") for body in shell for line in body.splitlines()]


def test_there_are_two_commands_for_a_fresh_machine() -> None:
    """One installs and plays a bundled game, one installs and runs the tests; each makes its own environment first."""
    play, tests = commands()
    assert play[0] == tests[0] == "python3 -m venv .venv"
    assert play[1].startswith(".venv/bin/pip install ")
    assert play[2].startswith(".venv/bin/croupier ")
    assert tests[2] == ".venv/bin/pytest -n auto"


def test_ci_runs_the_test_command() -> None:
    """What CI does in its own environment is the test command, word for word."""
    ci = (blocks.ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in commands()[1][1:]:
        program, _, arguments = command.removeprefix(".venv/bin/").partition(" ")
        line = f'"$bin/{program}" {arguments}'.strip()
        assert re.search(rf"^{re.escape(line)}( \||$)", ci, re.MULTILINE), f"CI does not run {line}"


def test_the_first_command_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its last part runs, away from the repository too."""
    monkeypatch.chdir(tmp_path)
    shown = blocks.run(commands()[0][2].removeprefix(".venv/bin/croupier "))
    assert re.search(r"^10 finished", shown, re.MULTILINE)


def test_every_block_does_what_it_shows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The game at the terminal is a capture, the ruleset is what is simulated."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


def test_the_ruleset_has_fifteen_lines_and_plays(tmp_path: Path) -> None:
    """It compiles without a warning, and every game of it ends."""
    block = next(block for block in blocks.blocks(PAGE) if block.words == ("trade.yaml",))
    assert len(block.body.splitlines()) == 15
    rules, diagnostics = check_text(block.body)
    assert rules is not None
    assert not diagnostics
    path = tmp_path / "trade.yaml"
    path.write_text(block.body, encoding="utf-8")
    for players in (2, 6):
        assert simulate(path, 20, players=players).finished == 20


def test_the_number_of_games_is_right() -> None:
    """The front page counts the bundled games."""
    assert f"all {len(catalogue.games())} bundled games" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [*PAGES, *HABIT], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """Links within the repository name files that are there, and headings that are in them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, heading = target.partition("#")
        path = page.parent / file if file else page
        assert path.exists(), target
        if heading:
            lines = path.read_text(encoding="utf-8").splitlines()
            assert heading in {_anchor(line) for line in lines if line.startswith("#")}, target


def test_the_index_lists_every_page() -> None:
    """Each page is in the index, or in the one of its folder."""
    index = INDEX.read_text(encoding="utf-8")
    pages = [page.relative_to(INDEX.parent).as_posix() for page in PAGES[2:] if page not in (INDEX, EXTENSION)]
    own = {page.parent: page.read_text(encoding="utf-8") for page in PAGES[2:] if page.stem == "index"}
    assert [
        page
        for page in pages
        if f"]({page})" not in index
        and f"]({page.rpartition('/')[2]})" not in own.get((INDEX.parent / page).parent, "")
    ] == []


def _anchor(line: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")
