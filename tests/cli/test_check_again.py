"""`croupier check` with `--fix` and `--watch`, `test --json`, and all that `explain` can explain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli import check

from .conftest import Run

GAME = """# my first game
croupier: 1
game: first   # a short one
players: 2..4
cards: {deck: french52}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 5 of stock to hand]
  steps:
    turn: {by: players, until: stock is empty, moves: [swap_one]}
moves:
  swap_one:
    choose: {card: one of hand}   # any
    do: [move card to gone, move top of stock to hand]
result: {score: count of hand where rank is K, best: highest}
scenarios:
  two_cards:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7S, stock: 9H}
    then:
      - Ann: swap_one 7S
      - now: {hand of Ann: 9H}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "first.yaml"
    path.write_text(GAME, "utf-8")
    return path


def torn(game: Path, *changes: str) -> str:
    """The game with some of its text in other words."""
    text = GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    game.write_text(text, "utf-8")
    return text


def test_what_is_certain_is_mended(run: Run, game: Path) -> None:
    """Slips of a letter, in keys and in sentences, one behind the other; the rest of the file stays to the letter."""
    torn(game, "[swap_one]", "[swap_ane]", "    choose:", "    chose:", "to gone,", "to gnoe,")
    result = run("check", game, "--fix")
    assert result.exit_code == 0
    assert [line.split(": ", 1)[1] for line in result.output.splitlines()[:3]] == [
        "changed swap_ane to swap_one (E314)", "changed chose to choose (E120)", "changed gnoe to gone (E301)",
    ]  # fmt: skip
    assert result.output.splitlines()[0].startswith(f"{game}:10:")
    assert game.read_text("utf-8") == GAME


@pytest.mark.parametrize(
    "change", [("to gone,", "to gonk_pile,"), ("count of hand where rank is K", "count of hand where rank = K")]
)
def test_what_is_not_certain_is_left_alone(run: Run, game: Path, change: tuple[str, str]) -> None:
    """A name that is like no other, and a sentence that cannot be read, are told and not touched."""
    text = torn(game, *change)
    assert run("check", game, "--fix").exit_code == 1
    assert game.read_text("utf-8") == text


def test_of_two_names_that_come_as_near_none_is_taken(run: Run, game: Path) -> None:
    """Nobody can know which was meant."""
    text = torn(game, "gone: pile", "gane: pile seen by everyone, gone: pile", "to gone,", "to gune,")
    assert "changed gune" not in run("check", game, "--fix").output
    assert game.read_text("utf-8") == text


def test_a_file_beside_is_mended_too(run: Run, game: Path) -> None:
    """And its mark of UTF-8 stays."""
    rules, scenarios = GAME.split("scenarios:\n")
    game.write_text(rules, "utf-8")
    beside = game.with_name("first.scenarios.yaml")
    wrong = f"scenarios:\n{scenarios}".replace("Ann: swap_one", "Ann: swop_one")
    beside.write_bytes(b"\xef\xbb\xbf" + wrong.encode())
    assert run("check", game, "--fix").exit_code == 0
    assert beside.read_bytes() == b"\xef\xbb\xbf" + f"scenarios:\n{scenarios}".encode()


def test_what_comes_along_is_never_mended(run: Run) -> None:
    """A bundled ruleset is valid, and not written to."""
    assert run("check", "war", "--fix").exit_code == 0


def test_watching_tells_anew_when_a_file_changes(run: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First what is wrong, then that it is right; a file that comes to lie beside is noticed; Ctrl-C ends it well."""
    torn(game, "to gone,", "to gonk_pile,")
    beside = game.with_name("first.fr.yaml")
    saves = iter((lambda: game.write_text(GAME, "utf-8"), lambda: beside.write_text("titel: x", "utf-8")))

    def wait(seconds: float) -> None:
        save = next(saves, None)
        if save is None:
            raise KeyboardInterrupt
        save()

    monkeypatch.setattr(check, "sleep", wait)
    result = run("check", game, "--watch")
    assert result.exit_code == 0
    told = [line for line in result.stdout.splitlines() if line.startswith(f"{game}:")]
    assert told == [f"{game}: 1 error", f"{game}: valid", f"{game}: 1 error"]


def test_watching_does_not_go_with_playing(run: Run, game: Path) -> None:
    """Playing takes long, and looks at no file."""
    assert run("check", game, "--watch", "--interactions").exit_code == 2


def test_scenarios_as_data(run: Run, game: Path) -> None:
    """Which passed, which failed and where; of what is invalid why."""
    (played,) = json.loads(run("test", game, "--json").stdout)
    assert (played["passed"], [each["passed"] for each in played["scenarios"]]) == (True, [True])
    torn(game, "hand of Ann: 9H", "hand of Ann: 8H")
    result = run("test", game, "--json")
    (failed,) = json.loads(result.stdout)
    assert (result.exit_code, failed["passed"], failed["scenarios"][0]["line"]) == (1, False, 22)
    assert "9H" in failed["scenarios"][0]["failure"]
    torn(game, "to gone,", "to gonk_pile,")
    (wrong,) = json.loads(run("test", game, "--json").stdout)
    assert [each["code"] for each in wrong["diagnostics"]] == ["E301"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_codes_are_listed_with_what_they_are_about(run: Run, language: str) -> None:
    """A line each, in the order of the codes; as data too, one page whole."""
    lines = run("explain", "--lang", language).stdout.splitlines()
    assert lines == sorted(lines)
    assert all(len(line) <= 80 and len(line.split(maxsplit=1)) == 2 for line in lines)
    listed = json.loads(run("explain", "--json", "--lang", language).stdout)
    assert [*listed] == [line[:4] for line in lines]
    page = json.loads(run("explain", "W613", "--json", "--lang", language).stdout)
    assert page["title"] == listed["W613"]["title"]
    assert page["wrong"] != page["right"]
