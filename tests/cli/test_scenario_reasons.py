"""`NAME cannot: MOVE because REASON`: reasons of the move and of every game; what is misspelt is told what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run


def checked(run: Run, tiny: Path, folder: Path, command: str, step: str) -> tuple[int, str]:
    path = folder / "reasons.yaml"
    path.write_text(tiny.read_text("utf-8").replace("- Ann cannot: pass_turn", step), "utf-8")
    result = run(command, path)
    return result.exit_code, result.output + result.stderr


@pytest.mark.parametrize(
    ("step", "right"),
    [
        ("- Ann cannot: pass_turn because may_keep", True),
        ("- Ann cannot: put_down 3S because not_in_domain", True),
        ("- Bob cannot: pass_turn because not_your_turn", True),
        ("- Ann cannot: put_down because incomplete", True),
        ("- Ann cannot: pass_turn because not_in_domain", False),
        ("- Ann cannot: put_down 3S because how_many", False),
    ],
)
def test_a_reason_that_every_game_has(run: Run, tiny: Path, tmp_path: Path, step: str, right: bool) -> None:
    """A scenario may demand such a reason, and fails if the move is refused for another."""
    status, told = checked(run, tiny, tmp_path, "test", step)
    assert status == (0 if right else 1), told
    assert right or "because" in told


@pytest.mark.parametrize(
    ("step", "help"),
    [
        ("- Ann cannot: pass_turn because may_kep", "write `may_keep`"),
        ("- Ann cannot: pass_turn because not_in_dommain", "write `not_in_domain`"),
        (
            "- Ann cannot: pass_turn because zzz",
            "conditions: may_keep; or, in every game, how_many, incomplete, not_in",
        ),
        ("- Ann cannot: pass_turn\n        because: may_keep", "`NAME cannot: MOVE because may_keep`"),
    ],
)
def test_an_unknown_reason_is_told_what_there_is(run: Run, tiny: Path, tmp_path: Path, step: str, help: str) -> None:
    """What is no reason gets the nearest, or all of them; `because` as a key of its own gets the right form."""
    status, told = checked(run, tiny, tmp_path, "check", step)
    assert status == 1
    assert help in " ".join(told.split())
