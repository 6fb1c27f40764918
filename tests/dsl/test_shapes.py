"""The quick answer whether a file has the right shape is the answer that jsonschema gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.reader import read
from croupier_dsl.shapes import fits
from croupier_dsl.source import SourceFile
from croupier_dsl.structure import RULESET, _schema, _validator, plain

ROOT = Path(__file__).parents[2]
FILES = sorted(
    [*(ROOT / "tests").rglob("*.yaml"), *(ROOT / "rulesets").glob("*.yaml"), *(ROOT / "docs").rglob("*.yaml")]
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_agrees_with_jsonschema(path: Path) -> None:
    """Of every YAML file here, good or bad, both say the same."""
    document = read(SourceFile(path.name, path.read_text("utf-8", errors="replace")), Diagnostics())
    if document is None:
        pytest.skip("this cannot be read as YAML")
    data = plain(document.root)
    assert fits(data, _schema(RULESET)) == (next(iter(_validator(RULESET).iter_errors(data)), None) is None)


def test_unknown_keyword_is_not_let_through() -> None:
    """A keyword that the quick answer does not know is left to jsonschema."""
    assert not fits("a", {"type": "string", "maxLength": 3})
    assert fits("a", {"type": "string", "description": "a word"})
