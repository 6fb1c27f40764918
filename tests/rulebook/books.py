"""Every rulebook that the tests read: the bundled games and the conformance cases, in each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.rulebook import Document, rulebook, told
from croupier.rulebook.document import texts
from croupier.table.catalogue import find
from croupier_dsl import ir
from croupier_dsl.compiler import check_text
from tests.conformance.test_conformance import CASES, below, ruleset
from tests.printed import GAMES, VARIANTS

LANGUAGES = ("en", "fr")
SMALL = tuple(name for name, case in CASES.items() if not {"error", "warning", "fault", "refused"} & case.keys())


@cache
def printed(game: str, language: str) -> Document:
    """As nobody has agreed on anything, for any number of players."""
    return rulebook(find(game), {}, None, language, with_example=game in GAMES)


@cache
def of_case(name: str) -> ir.Rules:
    """The rules of a conformance case; what a variant is made from lies beside it."""
    case = CASES[name]
    with TemporaryDirectory() as folder:
        for other, body in below(case).items():
            (Path(folder) / f"{other}.yaml").write_text(body, encoding="utf-8")
        rules, found = check_text(ruleset(case)[0], name, bundled=Path(folder))
    assert rules is not None, found
    return rules


def words(document: Document) -> list[str]:
    """Every piece of text."""
    return [text for text in texts(document) if text]


__all__ = ["GAMES", "LANGUAGES", "SMALL", "VARIANTS", "of_case", "printed", "told", "words"]
