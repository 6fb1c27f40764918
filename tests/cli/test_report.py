"""`croupier report`, `croupier tune`, and the bars of `croupier simulate`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from croupier.cli import simulate
from croupier.cli.summary import bars
from tests.lab.games import edge

from .test_compare import run

pytestmark = pytest.mark.in_turn(10)


def test_sentences_and_measures(tmp_path: Path) -> None:
    code, said = run("report", edge(tmp_path), "--games", 40, "--option", "edge=90")
    assert code == 0
    assert max(map(len, said.splitlines()[1:])) <= 80
    assert "The 1st player has an advantage: " in said
    assert "Luck dominates among these players: one greedy among random" in " ".join(said.split())
    assert re.search(r"length in decisions +2\.0 +2\.0 - 2\.0", said)


def test_players_that_are_not_compiled_report_too(tmp_path: Path) -> None:
    """What fires in games of `search` is counted on the reference."""
    code, said = run("report", edge(tmp_path), "--games", 3, "--policy", "search:5", "--json", "--no-ladder")
    found = json.loads(said)
    assert (code, found["games"], found["moves"]) == (0, 3, {"wait": 2.0})
    assert found["never"] == []


def test_json_has_every_measure(tmp_path: Path) -> None:
    code, said = run("report", edge(tmp_path), "--games", 5, "--json", "--no-ladder")
    found = json.loads(said)
    assert (code, found["games"], found["ladder"], found["moves"]) == (0, 5, None, {"wait": 2.0})
    assert found["measures"]["forced"]["mean"] == 1


def test_a_page_needs_no_other_file(tmp_path: Path) -> None:
    """It is whole, fetches nothing, runs nothing, and its pictures are well-formed."""
    pytest.importorskip("matplotlib", reason="matplotlib comes with the lab extra")
    target = tmp_path / "page.html"
    code, said = run("report", edge(tmp_path), "--games", 30, "-o", target, "--lang", "fr")
    assert (code, said) == (0, f"{target} : 30 parties\n")
    page = target.read_text(encoding="utf-8")
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!#)', re.sub(r"<metadata>.*?</metadata>", "", page, flags=re.DOTALL))
    assert 'lang="fr"' in page
    assert "Victoires" in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) >= 4
    for picture in pictures:
        ElementTree.fromstring(picture)
    assert f"croupier report {tmp_path / 'edge.yaml'} --games 30" in page
    assert page.count("<summary>Les nombres</summary>") >= 3


def test_an_earlier_report_is_put_beside_this_one(tmp_path: Path) -> None:
    """A page or its JSON; what changed for certain is told with its amount, all else is open."""
    pytest.importorskip("matplotlib", reason="matplotlib comes with the lab extra")
    game, page, data = edge(tmp_path), tmp_path / "page.html", tmp_path / "data.json"
    common = ("report", game, "--games", 40, "--no-ladder")
    assert run(*common, "-o", page)[0] == 0
    data.write_text(run(*common, "--json")[1], encoding="utf-8")
    for earlier in (page, data):
        code, said = run(*common, "--option", "turns=3", "--against", earlier)
        assert code == 0
        assert max(map(len, said.splitlines()[1:])) <= 80
        assert re.search(r"length in decisions +6\.0 +6\.0 - 6\.0 +2\.0 +\+4\.0\n", said)
        assert re.search(r"wins of the first player +\S+ % .* open\n", said)
    words = b'{"measures": {"length": {"mean": "long", "low": 1, "high": 2}}}'
    for wrong in (game.read_bytes(), b"\xff\xfe", b"[" * 100_000, words):
        data.write_bytes(wrong)
        code, said = run(*common, "--against", data)
        assert (code, "this is not a report" in said) == (2, True)


def test_outliers_do_not_crush_a_histogram() -> None:
    """The few that are far away are left off; where values are only spread out, all of them are kept."""
    plots = pytest.importorskip("croupier.lab.plots")
    assert plots.within([*range(100), 9000]) == [*range(100)]
    assert plots.within([*range(100)]) == [*range(100)]
    assert plots.within([1, 2, 9000]) == [1, 2, 9000]


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "optuna", None)
    code, said = run("report", edge(tmp_path), "-o", tmp_path / "page.html")
    assert (code, "pip install 'croupier[lab]'" in said) == (2, True)
    code, said = run("tune", edge(tmp_path), "--goal", "length < 5")
    assert (code, "tuning needs optuna" in said) == (2, True)


def test_tune_names_a_setting(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="optuna comes with the lab extra")
    code, said = run(
        "tune", edge(tmp_path), "--goal", "length 4..4", "--option", "edge=50", "--trials", 9, "--games", 10
    )
    assert code == 0
    assert "Best: all goals met\n  --option turns=2\n  ✓ length 4..4: 4.0, between 4.0 and 4.0" in said
    code, said = run("tune", edge(tmp_path), "--goal", "lenght 4..5")
    assert (code, "did you mean length?" in said) == (2, True)


def test_bars_share_out_what_they_are_given() -> None:
    """Round steps, every number in one of them, the few greatest together."""
    told = list(bars(dict.fromkeys(range(95), 10) | {700: 2}))
    assert [line.split()[0] for line in told] == [f"{at}-{at + 9}" for at in range(0, 90, 10)] + ["90+"]
    assert [int(line.split()[-2]) for line in told] == [100] * 9 + [52]
    assert max(map(len, told)) < 80
    assert list(bars({3: 4})) == [f" 3  {'█' * 40} 4  100.0%"]
    assert list(bars({})) == []


def test_simulate_draws_them(tmp_path: Path) -> None:
    code, said = run("simulate", edge(tmp_path), "--games", 50, "--histogram")
    assert code == 0
    assert re.search(
        r"\n decisions\n 2  █{40} 50  100\.0%\n\n scores\n 0  █{40} 50   50\.0%\n 1  █{40} 50   50\.0%\n$", said
    )


def test_at_a_terminal_they_are_drawn_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program reads is as it was, and who wants none says so."""
    game = edge(tmp_path)
    assert "█" not in run("simulate", game, "--games", 20)[1]
    monkeypatch.setattr(simulate, "at_a_terminal", lambda: True)
    assert "█" in run("simulate", game, "--games", 20)[1]
    assert "█" not in run("simulate", game, "--games", 20, "--no-histogram")[1]
