"""Static analysis of checked rules, without play.

It knows the rules and nothing of how they are played: no program, no state, no words for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl.doors import door

if TYPE_CHECKING:
    from croupier_dsl.analysis.course import List, bodies, inner_stages, lists, place, rebodied, stages, steps, within
    from croupier_dsl.analysis.effects import performed
    from croupier_dsl.analysis.ids import with_ids
    from croupier_dsl.analysis.moving import (
        Audience,
        announced,
        depths_told,
        own_parts,
        owners,
        sources,
        sources_of_locals,
        stores_written,
        told_depths,
        unheard_picks,
        zones_contested,
        zones_filled,
        zones_left,
        zones_turned,
    )
    from croupier_dsl.analysis.reading import (
        CAST,
        OWNER,
        STATE,
        Facts,
        Feature,
        Named,
        features_read,
        first_deal,
        is_constant,
        is_covert,
        is_covertly_named,
        melds_whose_cards,
        names_used,
        options_read,
        reached,
        read_anywhere,
        reads_faces,
        reads_only_its_card,
        sentences,
        set_by_statements,
        slots_read,
        state_read,
        stores_read,
        unread_variables,
        wild_by_kind,
    )
    from croupier_dsl.analysis.settled import Agreements, Declared, Evaluator, Known, exactly, fits, value_or_none
    from croupier_dsl.analysis.specialising import as_agreed, specialise
    from croupier_dsl.analysis.values import depths_between, in_any_position, may_be_none, ranges
    from croupier_dsl.analysis.visibility import as_seen
    from croupier_dsl.analysis.walk import children, draws, entry, fields_of, held, inside, nodes, rebuilt, replaced

__all__ = [
    "CAST", "OWNER", "STATE", "Agreements", "Audience", "Declared", "Evaluator", "Facts", "Feature", "Known", "List",
    "Named", "announced", "as_agreed", "as_seen", "bodies", "children", "depths_between", "depths_told", "draws",
    "entry", "exactly", "features_read", "fields_of", "first_deal", "fits", "held", "in_any_position", "inner_stages",
    "inside", "is_constant", "is_covert", "is_covertly_named", "lists", "may_be_none", "melds_whose_cards",
    "names_used", "nodes", "options_read", "own_parts", "owners", "performed", "place", "ranges", "reached",
    "read_anywhere", "reads_faces", "reads_only_its_card", "rebodied", "rebuilt", "replaced", "sentences",
    "set_by_statements", "slots_read", "sources", "sources_of_locals", "specialise", "stages", "state_read", "steps",
    "stores_read", "stores_written", "told_depths", "unheard_picks", "unread_variables", "value_or_none",
    "wild_by_kind", "with_ids", "within", "zones_contested", "zones_filled", "zones_left", "zones_turned",
]  # fmt: skip

_HOMES = {
    "reading": (
        "CAST OWNER STATE Feature features_read reads_faces wild_by_kind is_constant is_covert is_covertly_named "
        "melds_whose_cards reads_only_its_card slots_read state_read Facts Named first_deal names_used options_read "
        "reached read_anywhere sentences set_by_statements stores_read unread_variables"
    ),
    "moving": (
        "Audience announced depths_told told_depths unheard_picks own_parts owners sources sources_of_locals "
        "stores_written zones_contested zones_filled zones_left zones_turned"
    ),
    "values": "depths_between in_any_position may_be_none ranges",
    "course": "inner_stages stages steps List bodies lists place rebodied within",
    "ids": "with_ids",
    "effects": "performed",
    "visibility": "as_seen",
    "settled": "Agreements Declared Evaluator Known exactly fits value_or_none",
    "specialising": "as_agreed specialise",
    "walk": "children draws entry fields_of held inside nodes rebuilt replaced",
}

__getattr__ = door(__name__, _HOMES)
