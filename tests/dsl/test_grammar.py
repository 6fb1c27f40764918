"""The grammar: without conflicts, and cached where nobody else can write."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from croupier_dsl import grammar


def test_no_conflicts() -> None:
    """The grammar is LALR(1) with no conflict, no priority and no two terminals that collide."""
    pytest.importorskip("interegular", reason="lark finds terminals that collide with interegular only")
    text = files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8")
    grammar.build(text, strict=True)


@pytest.mark.costly
def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are kept in a folder of this user alone, and read back."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.tables.cache_clear()
    grammar.tables()
    folder = tmp_path / "croupier"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(list(folder.iterdir())) == 1
    grammar.tables.cache_clear()
    assert grammar.tables().parse("hand of me", start="expr").data == "of"


@pytest.mark.costly
@pytest.mark.parametrize("broken", [b"", b"not a pickle", b"\x80\x04N."])
def test_broken_cache(broken: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that cannot be read is made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.tables.cache_clear()
    grammar.tables()
    (kept,) = (tmp_path / "croupier").iterdir()
    kept.write_bytes(broken)
    grammar.tables.cache_clear()
    assert grammar.tables().parse("a", start="expr").data == "name"
    assert len(kept.read_bytes()) > 1000


@pytest.mark.costly
def test_no_cache_where_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that others may write to is not trusted, and nothing is written to it."""
    (tmp_path / "croupier").mkdir()
    (tmp_path / "croupier").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.tables.cache_clear()
    assert grammar.tables().parse("a", start="expr").data == "name"
    assert not list((tmp_path / "croupier").iterdir())


@pytest.mark.costly
def test_nowhere_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a place for a cache the grammar is built each time."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    grammar.tables.cache_clear()
    assert grammar.tables().parse("a", start="expr").data == "name"
