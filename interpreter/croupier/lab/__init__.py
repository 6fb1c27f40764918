"""The designer's laboratory: fairness, length, the value of skill, and the effect of house rules.

It plays many games and says what can be told of them, with intervals; it knows no command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.lab.changes import Change, Screening, screen, screening
    from croupier.lab.contest import Comparison, Effect, Ending, Plan, compare, comparing
    from croupier.lab.fired import count_fired
    from croupier.lab.measures import WHAT, What
    from croupier.lab.pages import earlier, measure_heads, measure_rows, page
    from croupier.lab.plots import trade_off
    from croupier.lab.rungs import Ladder, Rung, ladder
    from croupier.lab.saying import sentences
    from croupier.lab.sides import PLAYERS, Side
    from croupier.lab.surveyed import Mean, Survey, engine_for, survey
    from croupier.lab.telling import name_of, number, ordinal, screened, shown, unit, verdict
    from croupier.lab.tuning import Reason, Setting, Tuned, tune
    from croupier.lab.walking import Walk, stepping, walk
    from croupier.lab.wishes import MEASURES, SHARES, Goal, goals

__all__ = [
    "MEASURES",
    "PLAYERS",
    "SHARES",
    "WHAT",
    "Change",
    "Comparison",
    "Effect",
    "Ending",
    "Goal",
    "Ladder",
    "Mean",
    "Plan",
    "Reason",
    "Rung",
    "Screening",
    "Setting",
    "Side",
    "Survey",
    "Tuned",
    "Walk",
    "What",
    "compare",
    "comparing",
    "count_fired",
    "earlier",
    "engine_for",
    "goals",
    "ladder",
    "measure_heads",
    "measure_rows",
    "name_of",
    "number",
    "ordinal",
    "page",
    "plots",
    "screen",
    "screened",
    "screening",
    "sentences",
    "shown",
    "stepping",
    "survey",
    "trade_off",
    "tune",
    "unit",
    "verdict",
    "walk",
]

_HOMES = {
    "contest": "Comparison Effect Ending Plan compare comparing",
    "fired": "count_fired",
    "measures": "WHAT What",
    "plots": "trade_off",
    "rungs": "Ladder Rung ladder",
    "wishes": "MEASURES SHARES Goal goals",
    "pages": "earlier measure_heads measure_rows page",
    "saying": "sentences",
    "changes": "Change Screening screen screening",
    "sides": "PLAYERS Side",
    "surveyed": "Mean Survey engine_for survey",
    "telling": "name_of number ordinal screened shown unit verdict",
    "tuning": "Reason Setting Tuned tune",
    "walking": "Walk stepping walk",
}

__getattr__ = door(__name__, _HOMES)
