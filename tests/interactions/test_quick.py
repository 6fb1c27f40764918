"""Long games of an examination are played on compiled rules: they meet what they meet on the reference."""

from __future__ import annotations

from functools import partial
from math import inf
from time import monotonic

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.table import catalogue
from croupier.workbench.interactions import examine
from croupier.workbench.interactions import probe as the_probe
from croupier.workbench.interactions.cover import covering_rows
from croupier.workbench.interactions.played import Chances
from croupier.workbench.interactions.probe import Marks, Quick
from croupier.workbench.interactions.space import Space
from croupier_dsl import compile_text, ir
from croupier_dsl.analysis import lists

from . import faulty


def both(rules: ir.Rules, limit: int, most: int) -> int:
    """How many games of the first settings compiled rules tell of, as the reference does."""
    heads = {statements[0].path for _, statements in lists(rules)} | {rule.do[0].path for rule in rules.triggers}
    space, told = Space(rules), 0
    for at, row in zip(range(most), covering_rows(space), strict=False):
        setting = space.setting(row)
        for chances in (Chances(f"4:{at}", "random"), Chances(f"4:{at}", "greedy")):
            watched = bind(rules, setting.players, dict(setting.options), limit=limit, watcher=Watcher(whole=True))
            marks = Marks(watched)
            here = the_probe.play(Rules(watched), chances, marks, inf, "")
            there = Quick(rules, setting, limit, foresees=False, on="python").play(chances, monotonic() + 100, "")
            if there is None:
                continue
            assert there[0] == here, f"{setting}, {chances}"
            assert heads & there[1].keys() == heads & marks.found, f"{setting}, {chances}"
            told += 1
    return told


@pytest.mark.costly
@pytest.mark.parametrize("text", [faulty.SOUND, faulty.COVERED, faulty.NO_PAIR], ids=["sound", "covered", "no pair"])
def test_what_a_game_meets_is_the_same(text: str) -> None:
    """Decisions, how it ended, stages, moves, lists that were needed."""
    assert both(compile_text(text), 60, 4) >= 4


@pytest.mark.costly
def test_it_is_the_same_of_a_printed_game() -> None:
    """One with options, random and greedy."""
    assert both(catalogue.find("trio"), 30, 1) == 2


@pytest.mark.costly
def test_a_game_without_a_legal_move_is_for_the_reference_to_tell() -> None:
    """It says in which stage that was: all findings are the same, whichever plays."""
    rules = compile_text(faulty.DEAD_END)
    before = examine(rules, limit=60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(the_probe, "LONG", -1.0)
        patch.setattr(the_probe, "_LONG", set())
        patch.setattr(the_probe, "Quick", partial(Quick, on="python"))
        after = examine(rules, limit=60)
    assert [finding.kind for finding in before.findings] == ["dead end"]
    assert after.findings == before.findings
    assert after.games == before.games
