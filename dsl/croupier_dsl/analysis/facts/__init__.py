"""A table of facts about checked rules: what each part reads and changes, what it can distinguish and reveal, and how
zones and state are used.

`Facts(rules)` answers for one ruleset; expensive facts are computed on first use. All of it is built on
`analysis.reading`: the state, options and names that sentences read. Each module here holds one part: `slots` (the
locals that sentences read, and what they may reveal to the current player), `moving` (what statements change, and how
zones are used), `order` (which zones have a visible order), `worth` (the possible values of state), `apart` (what
distinguishes copies of a card), `hearing` (which choices everybody hears).
"""

from __future__ import annotations

from croupier_dsl.analysis.facts.apart import Apart, Feature
from croupier_dsl.analysis.facts.hearing import Hearing, Told
from croupier_dsl.analysis.facts.order import Order
from croupier_dsl.analysis.facts.slots import STATE, melds_whose_cards
from croupier_dsl.analysis.facts.worth import Worth
from croupier_dsl.analysis.reading import CAST, CHANCE, DIRECTION, OWNER, SEATS, TURN, TURNED, Named, Store

__all__ = [
    "CAST", "CHANCE", "DIRECTION", "OWNER", "SEATS", "STATE", "TURN", "TURNED", "Facts", "Feature", "Named", "Store",
    "Told", "melds_whose_cards",
]  # fmt: skip


class Facts(Apart, Order, Worth, Hearing):
    """Answers for one ruleset, remembered."""
