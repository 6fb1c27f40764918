"""List the prices of work and the budget of a decision, for both engines.

A step of the reference's budget is worth about a microsecond: the cost of an element gone through, or of a turn of a
loop. Work that rules can repeat (by a loop, by the elements of a collection, by the ways to fill a choice) is paid for
where it is done. Kept data is paid for as well, because it takes room. Tests ensure that no price is written elsewhere.
"""

BUDGET = 4_000_000
"""The steps that a decision may spend on the reference, some seconds' worth. Honest rulesets spend a few hundred."""
CHANGE = 5_000
"""The steps handed out at a time under a time limit."""

# ---------------------------------------------------------------- sentences and statements
PARTS = 8
"""The parts of sentences that are evaluated for one step."""
LIGHT = 256
"""The number of parts above which a sentence, or a list of statements, with all that it uses, pays for its
evaluation."""
FREE = 64
"""The number of things passed over for free if nothing is evaluated for them."""
PASSED = 16
"""The number of further things passed over for one step."""
HELD = 64
"""The number of cards of a zone searched for one step."""

# ---------------------------------------------------------------- operations on cards
DRAWN = 2
"""A draw of chance, for each card of a shuffle as well."""
TURNED = 2
"""A card that is turned up or down."""
SWAPPED = 16
"""A swap of two cards; a card or meld that is melded."""
TOLD = 4
"""The price of an event: a decision's events are kept, and take room as well as time."""

# ---------------------------------------------------------------- choices
SIFTED = 2
"""A candidate that is tested with the filters of a choice."""
FILLING = 6
"""One way to fill a choice that is tried."""

# ---------------------------------------------------------------- the search for melds
ASKED = 20
"""A question about the melds of a hand, whether its answer is remembered or not."""
ARRANGED = 2
"""A card of that hand."""
MELD = 8
"""A meld that is listed."""
TRIED = 4
"""A candidate that is compared with the remaining cards, or with a sum."""
ENTRIES = 4
"""The entries of a table of sums for one step."""
CHOICE = 4
"""A choice of wild cards that are to be naturals."""
STEP = 20
"""A choice of cards that are counted."""
CORE = 4
"""A set of cards shared by several melds (a core)."""
REST = 10
"""The price of a table of the rests next to a core."""
STATE = 4
"""A state of a walk along a sequence whose losses are added up."""
EDGES = 6
"""The edges of an auction for one step."""
NODE = 60
"""A branch of the search for the best split."""

# ---------------------------------------------------------------- compiled programs
COMPILED_CHANGE = 1 << 21
"""The steps that a compiled program spends between checks for a time limit or an interrupt."""
COMPILED_CHANGES = {"python": 2, "c": 20}
"""The most checks in one decision: half of what a decision may take. The reference gets the other half of a decision
that compiled rules leave to it (see `Effort.shared`)."""
COMPILED_DRAW = 16
"""A draw of chance in a compiled program."""
COPIED = 4
"""The numbers of an array that are copied at once, or compared, for the price of a statement."""
PIECE = 500
"""The most steps of a piece of a program that its callers pay for."""
STEPS = 16
"""The most steps of a program with one price."""
WIDE = 256
"""The number of cards that add the price of a statement to work with a set, and so on for each further multiple."""
SHORT = 64
"""A loop of more iterations than this pays for them when it starts, if their number is only known then."""
