"""Checked rules that are kept in a folder: used while nothing has changed, made anew where anything is amiss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import croupier_dsl
from croupier.table import cache, catalogue
from croupier_dsl import ir

T = TypeVar("T")
GAME = """\
croupier: 1
game: tiny
players: 2
cards: {deck: french52}
zones: {hand of player: set seen by owner}
play: {begin: move deck to hand of first of players, steps: {turn: {by: players, moves: [pass]}}}
moves: {pass: {}}
result: {score: count of hand, best: highest}
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which rules are kept."""
    folder = tmp_path / "kept"
    monkeypatch.setenv(cache.FOLDER, str(folder))
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Every file that is really compiled, or checked."""
    found: list[Path] = []

    def watched(reading: Callable[..., T]) -> Callable[..., T]:
        def read(path: Path, **how: object) -> T:
            found.append(path)
            return reading(path, **how)

        return read

    names = ("compile_file", "check_file")
    for name in names:
        monkeypatch.setattr(croupier_dsl, name, watched(getattr(croupier_dsl, name)), raising=False)
    yield found
    for name in names:
        monkeypatch.delattr(croupier_dsl, name)


def find(path: Path) -> ir.Rules:
    """The rules, as another run would find them: nothing is left in memory."""
    catalogue._CACHE.kept.clear()
    return catalogue.find(path)


def test_the_second_run_does_not_compile(kept: Path, game: Path, compiled: list[Path]) -> None:
    """What is kept is equal to what was compiled."""
    assert find(game) == find(game)
    assert compiled == [game]
    assert len([*kept.glob("*.json")]) == 1


def test_what_has_changed_is_compiled(kept: Path, game: Path, compiled: list[Path]) -> None:
    """A file that was written anew, one that came to lie beside it, and one that is gone."""
    find(game)
    game.write_text(GAME.replace("highest", "lowest"), encoding="utf-8")
    assert find(game).result.best == "lowest"
    words = game.with_name("tiny.fr.yaml")
    words.write_text("title: Minuscule\n", encoding="utf-8")
    assert ("fr", "Minuscule") in find(game).title
    words.unlink()
    assert ("fr", "Minuscule") not in find(game).title
    assert len(compiled) == 4


def test_what_was_checked_is_not_checked_again(kept: Path, game: Path, compiled: list[Path]) -> None:
    """Neither for another check, which looks for the same files, nor to be played; after a change it is."""
    looked: list[list[Path]] = [[], []]
    assert [catalogue.check(game, looked=files) for files in looked] == [[], []]
    assert game in looked[0] == looked[1]
    assert find(game).name == "tiny"
    assert compiled == [game]
    game.write_text(GAME.replace("count of hand", "count of hond"), encoding="utf-8")
    assert [found.code for found in catalogue.check(game)] == [found.code for found in catalogue.check(game)] != []
    assert compiled == [game] * 3


def test_a_warning_is_told_each_time(kept: Path, game: Path, compiled: list[Path]) -> None:
    """Also of rules that are kept, whoever has read them first."""
    game.write_text(GAME.replace("cards:", "state: {idle: number starting 0}\ncards:"), encoding="utf-8")
    find(game)
    for _ in range(2):
        assert [found.severity.value for found in catalogue.check(game)] == ["warning"]
    assert len(compiled) == 3


@pytest.mark.parametrize("damage", ["", "x", "{}\n{}\n{}", "cut", "flipped"])
def test_a_bad_entry_is_made_anew(kept: Path, game: Path, compiled: list[Path], damage: str) -> None:
    """Whatever stands in the folder, the rules are those of the file."""
    rules = find(game)
    (entry,) = kept.glob("*.json")
    good = entry.read_text(encoding="utf-8")
    damaged = {"cut": good[:-40], "flipped": good.replace('"highest"', '"lowest"')}.get(damage, damage)
    entry.write_text(damaged, encoding="utf-8")
    assert find(game) == rules
    assert entry.read_text(encoding="utf-8") == good
    assert len(compiled) == 2


def test_an_entry_with_a_right_digest_is_still_checked(kept: Path, game: Path, compiled: list[Path]) -> None:
    """Rules in JSON are read with every field checked, so nothing else can come out of the folder."""
    rules = find(game)
    (entry,) = kept.glob("*.json")
    body = entry.read_text(encoding="utf-8").split("\n", 1)[1].replace('"best":"highest"', '"best":7')
    entry.write_text(f"{cache._digest(body.encode())}\n{body}", encoding="utf-8")
    assert find(game) == rules
    assert len(compiled) == 2


def test_a_folder_that_cannot_be(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are compiled where nothing can be kept."""
    monkeypatch.setenv(cache.FOLDER, str(game / "below-a-file"))
    assert find(game).name == "tiny"


def test_nothing_is_kept_where_nothing_should(
    kept: Path, game: Path, compiled: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty name of a folder switches it off."""
    monkeypatch.setenv(cache.FOLDER, "")
    find(game)
    find(game)
    assert len(compiled) == 2
    assert not kept.exists()


def test_the_folder_does_not_grow_for_ever(kept: Path, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many entries those that were not used for longest go."""
    monkeypatch.setattr(cache, "MOST", 3)
    for number in range(5):
        other = game.with_name(f"game{number}.yaml")
        other.write_text(GAME, encoding="utf-8")
        find(other)
    assert len([*kept.iterdir()]) == 3


@pytest.mark.costly
def test_rules_are_carried_to_another_machine(kept: Path, compiled: list[Path]) -> None:
    """An entry made for the place of this machine is the one that this machine makes and reads."""
    here = cache.Elsewhere(lambda path: path, cache._language(), str(Path.cwd()))
    name, text = catalogue.checked("trio", here)
    assert (kept / name).read_text("utf-8") == text
    there = cache.Elsewhere(lambda path: Path("/elsewhere") / path.name, "of another machine", "/")
    other, moved = catalogue.checked("trio", there)
    assert other != name
    assert str(catalogue.directory()) not in moved
    assert '["/elsewhere/trio.yaml", ' in moved
    assert len(compiled) == 1
