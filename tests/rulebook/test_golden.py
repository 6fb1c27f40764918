"""The printed rulebooks of the games, to the letter, so that a change of wording or of rules is a readable diff.

CROUPIER_UPDATE=1 prints them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier.rulebook import markdown

from .books import GAMES, LANGUAGES, printed

pytestmark = pytest.mark.costly

HERE = Path(__file__).parent / "golden"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_reads_as_it_did(game: str, language: str) -> None:
    """The same rules give the recorded text."""
    found = markdown(printed(game, language))
    path = HERE / f"{game}.{language}.md"
    if os.environ.get("CROUPIER_UPDATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
