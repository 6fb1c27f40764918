"""The design sketches are read by the grammar of today."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_file
from croupier_dsl.parser import parse_sentence

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"
GAMES = sorted(path for path in SKETCHES.glob("*.yaml") if path.stem != "rami-71")


def test_eight_games() -> None:
    """There are eight of them."""
    assert len(GAMES) == 8


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("loader", ["C", "Python"])
def test_sketch(path: Path, loader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sentence is read, with nothing to remark, whichever loader there is."""
    if loader == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    diagnostics = Diagnostics()
    found = parse_file(path, diagnostics)
    assert not diagnostics.found
    assert found is not None
    assert found.name.text == path.stem
    assert len(found.comments) >= 2
    assert found.scenarios


@pytest.mark.parametrize("sentence", ["opened and discard is not empty", "30"])
def test_variant_sentences(sentence: str) -> None:
    """The sentences of the variant are sentences too."""
    parse_sentence("expr", sentence)
    parse_sentence("domain", "one of hand where not owed and not wild")
