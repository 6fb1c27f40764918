"""The rules of a tiny game, written out: any drift in what sentences mean is a difference one can read.

After a change that is meant: `python -m tests.dsl.test_ir_golden` with `dsl` on the path writes the file anew.
"""

from __future__ import annotations

from pathlib import Path

from croupier_dsl import compile_text, from_json, to_json

FOLDER = Path(__file__).parent / "golden"


def meaning() -> str:
    """The rules of the tiny game as JSON, a field a line."""
    return to_json(compile_text((FOLDER / "tiny.yaml").read_text("utf-8"), "tiny.yaml"), indent=1) + "\n"


def test_tiny() -> None:
    """The same text means the same as when the golden file was written."""
    assert meaning().splitlines() == (FOLDER / "tiny.json").read_text("utf-8").splitlines()


def test_golden_file_is_rules() -> None:
    """The golden file itself can be read back."""
    assert from_json((FOLDER / "tiny.json").read_text("utf-8")).name == "tiny"


if __name__ == "__main__":
    (FOLDER / "tiny.json").write_text(meaning(), "utf-8")
