"""Facts about checked rules: what each part reads and changes, what it can distinguish and reveal, and how zones and
state are used.

Each fact is a function of a `Facts`, which holds one ruleset and the answers that are remembered. All is built on
`analysis.reading`: the state, options and names that sentences read. Each module here holds one part: `slots` (the
locals that sentences read, and what they may reveal to the current player), `moving` (what statements change, and how
zones are used), `values` (the possible values of state), `copies` (what distinguishes copies of a card), `audience`
(which choices everybody hears). A table leads from each kind of part to the function that answers for it.
"""

from croupier_dsl.analysis.facts.audience import Audience, announced, depths_told, told_depths, unheard_picks
from croupier_dsl.analysis.facts.copies import Feature, features_read, reads_faces, wild_by_kind
from croupier_dsl.analysis.facts.moving import (
    ANYWHERE,
    changed_by,
    own_parts,
    owners,
    sources,
    sources_of_locals,
    stages_by_name,
    stores_written,
    zones_contested,
    zones_filled,
    zones_left,
    zones_turned,
)  # fmt: skip
from croupier_dsl.analysis.facts.slots import (
    STATE,
    is_constant,
    is_covert,
    is_covertly_named,
    melds_whose_cards,
    reads_only_its_card,
    slots_read,
    state_read,
)  # fmt: skip
from croupier_dsl.analysis.facts.values import (
    depths_between,
    in_any_position,
    may_be_none,
    never_set,
    possible_value,
    ranges,
    values_of_state,
)  # fmt: skip
from croupier_dsl.analysis.reading import (
    CAST,
    CHANCE,
    DIRECTION,
    OWNER,
    SEATS,
    TURN,
    TURNED,
    Facts,
    Named,
    Store,
    first_deal,
    fixed_stores,
    names_used,
    options_read,
    reached,
    read_anywhere,
    read_in_play,
    sentences,
    set_by_statements,
    stores_read,
    unread_variables,
    values_of,
    zones_read_by_name,
)  # fmt: skip

__all__ = [
    "Audience", "announced", "depths_told", "told_depths", "unheard_picks", "Feature", "features_read",
    "reads_faces", "wild_by_kind", "ANYWHERE", "changed_by", "own_parts", "owners", "sources", "sources_of_locals",
    "stages_by_name", "stores_written", "zones_filled", "zones_contested", "zones_left", "zones_turned", "STATE",
    "is_constant", "is_covert", "is_covertly_named", "melds_whose_cards", "reads_only_its_card", "slots_read",
    "state_read", "depths_between", "in_any_position", "may_be_none", "never_set", "possible_value", "ranges",
    "values_of_state", "CAST", "CHANCE", "DIRECTION", "OWNER", "SEATS", "TURN", "TURNED", "Facts", "Named", "Store",
    "first_deal", "fixed_stores", "names_used", "options_read", "reached", "read_anywhere", "read_in_play", "sentences",
    "set_by_statements", "stores_read", "unread_variables", "values_of", "zones_read_by_name",
]  # fmt: skip
