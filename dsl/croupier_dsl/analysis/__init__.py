"""Static analysis of checked rules, without play.

It knows the rules and nothing of how they are played: no program, no state, no words for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl.doors import door

if TYPE_CHECKING:
    from croupier_dsl.analysis.course import inner_stages, stages, steps
    from croupier_dsl.analysis.facts import CAST, OWNER, STATE, Facts, Feature, Named, Told, melds_whose_cards
    from croupier_dsl.analysis.ids import with_ids
    from croupier_dsl.analysis.performing import performed
    from croupier_dsl.analysis.seeing import as_seen
    from croupier_dsl.analysis.settled import Agreements, Declared, Evaluator, exactly, fits, value_or_none
    from croupier_dsl.analysis.specialising import as_agreed, specialise
    from croupier_dsl.analysis.statements import List, bodies, lists, place, within
    from croupier_dsl.analysis.walk import children, draws, fields_of, held, inside, nodes, rebuilt, replaced

__all__ = [
    "CAST",
    "OWNER",
    "STATE",
    "Agreements",
    "Declared",
    "Evaluator",
    "Facts",
    "Feature",
    "List",
    "Named",
    "Told",
    "as_agreed",
    "as_seen",
    "bodies",
    "children",
    "draws",
    "exactly",
    "fields_of",
    "fits",
    "held",
    "inside",
    "lists",
    "melds_whose_cards",
    "inner_stages",
    "nodes",
    "performed",
    "place",
    "rebuilt",
    "replaced",
    "specialise",
    "stages",
    "steps",
    "value_or_none",
    "with_ids",
    "within",
]

_HOMES = {
    "facts": "CAST OWNER STATE Facts Feature Named Told melds_whose_cards",
    "ids": "with_ids",
    "performing": "performed",
    "seeing": "as_seen",
    "settled": "Agreements Declared Evaluator exactly fits value_or_none",
    "specialising": "as_agreed specialise",
    "course": "inner_stages stages steps",
    "statements": "List bodies lists place within",
    "walk": "children draws fields_of held inside nodes rebuilt replaced",
}

__getattr__ = door(__name__, _HOMES)
