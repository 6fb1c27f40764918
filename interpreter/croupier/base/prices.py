"""What each kind of work costs, and how much a decision may spend: the one list of prices, for both engines.

A step of the reference's purse is worth about a microsecond: what an element costs that is gone through, or a turn of a
loop. Work that can be repeated by rules, by a loop, by the
elements of a collection, by the ways to fill a choice, is paid for where it is done; what is kept is paid for as well,
as it takes room. Tests hold that no price is typed anywhere else.
"""

PURSE = 4_000_000
"""How many steps a decision may spend on the reference: some seconds' worth. Honest rulesets spend a few hundred."""
CHANGE = 5_000
"""How many steps are handed out at a time while there is a time to end."""

# ---------------------------------------------------------------- sentences and statements
PARTS = 8
"""So many parts of sentences are worked out for one step."""
LIGHT = 256
"""A sentence, or a list of statements, of more parts than this, with all that it uses, pays for being worked out."""
FREE = 64
"""So many things are passed over for nothing where nothing is worked out for them."""
PASSED = 16
"""Of more, so many cost one step."""
HELD = 64
"""So many cards of a zone that are looked through for one of them cost one step."""

# ---------------------------------------------------------------- what is done to cards
DRAWN = 2
"""A draw of chance, for each card of a shuffle as well."""
TURNED = 2
"""A card that is turned up or down."""
SWAPPED = 16
"""Two cards that change places; a card or a meld that is laid."""
TOLD = 4
"""A thing that is told: the events of a decision are kept, and take room as well as time."""

# ---------------------------------------------------------------- choices
SIFTED = 2
"""A thing that is held against the filters of a choice."""
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
"""A thing that is held against the cards that are left, or against a sum."""
ENTRIES = 4
"""So many entries of a table of sums cost one step."""
CHOICE = 4
"""A choice of wild cards that are to be naturals."""
STEP = 20
"""A choice of cards that are counted."""
CORE = 4
"""A set of cards that is the core of melds."""
REST = 10
"""A table of what the cards beside a core can be."""
STATE = 4
"""A state of a walk along a sequence whose losses are added up."""
EDGES = 6
"""So many edges of an auction cost one step."""
NODE = 60
"""A branch of the search for the best split."""

# ---------------------------------------------------------------- compiled programs
COMPILED_CHANGE = 1 << 21
"""So much a compiled program pays until it is looked who waits: a person may have had enough."""
COMPILED_CHANGES = {"python": 4, "c": 40}
"""So many times may be looked in one decision: some seconds' worth."""
COMPILED_DRAW = 16
"""A draw of chance in a compiled program."""
PIECE = 500
"""A piece of a program that takes no more steps of its own than this is paid for by whoever comes to it."""
STEPS = 16
"""So many steps of a program have one price."""
WIDE = 256
"""Where there may be so many cards in a set, each set that is worked with costs a step more, and so on for more."""
SHORT = 64
"""A loop of more turns than this, where that shows only when play comes to it, pays for them then."""
