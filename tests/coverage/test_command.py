"""`croupier coverage` as a person types it: what never fires, exit statuses, seldom, and the page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import main
from croupier.table.catalogue import locate
from croupier.workbench.coverage import measure
from croupier_dsl import compile_text

from .small import COUNTED

pytestmark = pytest.mark.costly

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    def invoke(*words: object) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], prog_name="croupier")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoke


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "counted.yaml"
    path.write_text(COUNTED, encoding="utf-8")
    return path


def test_what_never_fires_comes_first(run: Run, small: Path) -> None:
    """The move that nobody can make is told before all sums, with its line and what refused it."""
    output = run("coverage", small, "--games", 30).output
    line = COUNTED.splitlines().index("  never_made:") + 1
    assert f"moves.never_made  counted.yaml:{line}\n" in output
    assert output.index("moves.never_made") < output.index("moves offered and made")
    assert "moves.never_made.do" not in output  # told by the move around it
    assert "moves.throw_all  counted" not in output


def test_a_move_that_can_never_be_made_is_caught(run: Run, tmp_path: Path) -> None:
    """Added to a copy of a bundled game: play never reaches it, and where play need not be asked check says so."""
    text = locate("trio").read_text(encoding="utf-8")
    offered = text.replace("moves: [flip, reveal_lowest", "moves: [never_made, flip, reveal_lowest")
    assert offered != text
    added = "\nmoves:\n  never_made:\n    when: {impossible: CONDITION}\n    do: shuffle stock\n"
    in_play = added.replace("CONDITION", "hand of players is empty and centre is empty")
    by_check = added.replace("CONDITION", "count of players > 6")
    not_offered = text.replace("\nmoves:\n", "\nmoves:\n  never_made: {}\n", 1)
    path = tmp_path / "copy.yaml"

    path.write_text(offered.replace("\nmoves:\n", in_play, 1), encoding="utf-8")
    assert "copy.yaml: valid\n" in run("check", path).output
    found = run("coverage", path, "--games", 4, "--policy", "random", "--fail-never")
    assert re.search(r"^  moves.never_made  copy.yaml:\d+$", found.output, re.MULTILINE), found.output
    assert found.exit_code == 1

    path.write_text(offered.replace("\nmoves:\n", by_check, 1), encoding="utf-8")
    assert "W605" in run("check", path).output
    path.write_text(not_offered, encoding="utf-8")
    assert "W602" in run("check", path).output


def test_exit_statuses(run: Run, small: Path) -> None:
    """0 unless something was asked for and is not so; 2 for what cannot be understood."""
    assert run("coverage", small, "--games", 3).exit_code == 0
    assert run("coverage", small, "--games", 3, "--fail-under", 40).exit_code == 0
    assert run("coverage", small, "--games", 3, "--fail-under", 99).exit_code == 1
    assert run("coverage", small, "--games", 3, "--fail-never").exit_code == 1
    assert run("coverage", small, "--games", 0).exit_code == 2
    assert run("coverage", small, "--games", 3, "--html", small.parent).exit_code == 2
    assert run("coverage", small, "--games", 3, "--html", small.parent / "no" / "page.html").exit_code == 2
    assert run("coverage", "no-such-game").exit_code == 2


def test_seldom_excuses_what_its_scenario_reaches(run: Run, small: Path) -> None:
    """Declared, with a scenario that reaches it, a part is no longer missed; what the scenario leaves out is."""
    text = (
        COUNTED
        + """  by_hand:
    seats: Ann Bob
    given: {at: turn of Ann, thrown: 200, hand of Ann: 7, hand of Bob: 8}
    then: [{Ann: never_made}]
seldom:
  moves.never_made: {scenario: by_hand, reason: nobody ever throws a hundred cards}
"""
    )
    small.write_text(text, encoding="utf-8")
    told = run("coverage", small, "--games", 30)
    assert "moves.never_made  by_hand: nobody ever throws a hundred cards" in told.output
    never = told.output[: told.output.index("Declared")]
    assert "  moves.never_made  " not in never
    assert "  moves.never_made.when.has_cards.no  " in never  # the scenario does not reach this
    assert run("test", small).exit_code == 0


def test_several_scenarios_excuse_what_they_reach_together(run: Run, small: Path) -> None:
    """Where one scenario cannot reach all of a part, a list of them may; each has to reach the part."""
    text = COUNTED + "seldom:\n  define.gain: {scenario: [throwing_one, SECOND], reason: x}\n"
    both = measure(compile_text(text.replace("SECOND", "nothing_to_throw")), 0)
    assert both.excused.keys() == {"define.gain", "define.gain.then", "define.gain.else"}
    assert (
        "define.gain.then"
        not in measure(compile_text(text.replace("[throwing_one, SECOND]", "throwing_one")), 0).excused
    )
    assert both.to_json()["seldom"] == [{"path": "define.gain", "scenarios": ["throwing_one", "nothing_to_throw"]}]
    small.write_text(text.replace("SECOND", "nobody"), encoding="utf-8")
    assert "E339" in run("check", small).output
    text += "  moves.throw_all: {scenario: [throwing_one, idle], reason: x}\n"
    idle = """  idle:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Bob: 8}
    then: [{now: {at: turn of Bob}}]
"""
    small.write_text(text.replace("SECOND", "nothing_to_throw").replace("seldom:", idle + "seldom:"), encoding="utf-8")
    told = run("test", small)
    assert told.exit_code == 1
    assert "moves.throw_all is declared `seldom`, and the scenario idle does not reach it" in told.output
    assert "the scenario throwing_one does not" not in told.output


def test_seldom_is_kept_honest(run: Run, small: Path) -> None:
    """A part or scenario that does not exist is an error; a scenario that does not reach the part fails the tests."""
    small.write_text(COUNTED + "seldom:\n  moves.never: {scenario: throwing_one, reason: x}\n", encoding="utf-8")
    assert "E338" in run("check", small).output
    small.write_text(COUNTED + "seldom:\n  moves.never_made: {scenario: throwing, reason: x}\n", encoding="utf-8")
    assert "E339" in run("check", small).output
    small.write_text(COUNTED + "seldom:\n  moves.never_made: {scenario: throwing_one, reason: x}\n", encoding="utf-8")
    assert "the scenario throwing_one does not reach it" in run("test", small).output
    assert run("test", small).exit_code == 1
    assert run("coverage", small, "--games", 2).exit_code == 1


def test_seldom_may_stand_beside_the_scenarios(run: Run, small: Path) -> None:
    """In NAME.scenarios.yaml, as the scenarios themselves."""
    beside = small.with_name("counted.scenarios.yaml")
    beside.write_text("seldom:\n  moves.throw_all: {scenario: throwing_one, reason: x}\n", encoding="utf-8")
    assert run("check", small).exit_code == 0
    both = COUNTED + "seldom:\n  moves.throw_all: {scenario: throwing_one, reason: x}\n"
    small.write_text(both, encoding="utf-8")
    assert run("check", small).exit_code == 1  # twice


def test_json_has_every_part(run: Run, small: Path) -> None:
    """Each part with its place, its counts and where it first fired; the same again for the same seed."""
    once = run("coverage", small, "--games", 5, "--seed", 3, "--json").stdout
    data = json.loads(once)
    assert once == run("coverage", small, "--games", 5, "--seed", 3, "--json").stdout
    parts = {part["path"]: part for part in data["elements"]}
    assert parts["moves.throw_all"]["count"] > 5
    assert parts["moves.throw_all"]["first"] == {
        "seed": "3", "players": 2, "options": {}, "policy": parts["players.2"]["first"]["policy"],
        "seats": parts["players.2"]["first"]["seats"],
    }  # fmt: skip
    assert data["games"] == 5
    assert "moves.never_made" in data["never"]
    assert parts["moves.never_made"]["first"] is None


class _Outline(HTMLParser):
    """What a page refers to, whether its elements are closed, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.tints: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href"):
                self.links.append(value or "")
            if name == "class" and tag == "summary":
                self.tints.append((value or "").split()[-1])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def page(run: Run, small: Path) -> Path:
    path = small.with_suffix(".html")
    assert run("coverage", small, "--games", 20, "--html", path).exit_code == 0
    return path


def test_the_page_needs_nothing_else(page: Path) -> None:
    """One file: no script, nothing to fetch, every element closed, the whole text of the ruleset in it."""
    outline = _Outline()
    outline.feed(page.read_text(encoding="utf-8"))
    assert not outline.open
    assert "script" not in outline.tags
    assert all(link.startswith("#counted-") for link in outline.links)
    assert "url(" not in page.read_text(encoding="utf-8")
    assert all(line in outline.text for line in COUNTED.splitlines())
    assert {"often", "never", "partly"} <= set(outline.tints)
    assert "Never reached" in outline.text
    assert outline.text.index("Never reached") < outline.text.index("croupier: 1")


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_page_opens_in_chromium(page: Path) -> None:
    """A browser shows it: each line that counts something can be opened, and the tints are laid on."""
    words = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page.as_uri()]
    shown = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout
    assert 'class="line never"' in shown
    assert shown.count("<details") == page.read_text(encoding="utf-8").count("<details")
    assert "prefers-color-scheme: dark" in shown
