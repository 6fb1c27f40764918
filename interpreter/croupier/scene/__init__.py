"""One table, as one seat sees it: the things drawn, in order of importance, the possible choices and their words.

It is made from rules, a view and legal moves, once, as plain data; the terminal and the browser draw it. It knows no
screen, and says no word about any one game.
"""

from croupier.scene.cards import Cards
from croupier.scene.choices import Choices, LostWay
from croupier.scene.facts import told
from croupier.scene.making import choices, scene
from croupier.scene.model import (
    Beat,
    Card,
    Ending,
    Fact,
    Group,
    Line,
    Meld,
    Option,
    Person,
    Played,
    Scene,
    Sheet,
    Status,
    Step,
    Team,
    Travel,
    Zone,
)
from croupier.scene.playing import played
from croupier.scene.reasons import capital, reason, reasons
from croupier.scene.roles import ending_moves
from croupier.scene.story import lines, recent
from croupier.scene.words import Words

__all__ = [
    "Beat",
    "Card",
    "Cards",
    "Choices",
    "Ending",
    "Fact",
    "Group",
    "Line",
    "LostWay",
    "Meld",
    "Option",
    "Person",
    "Played",
    "Scene",
    "Sheet",
    "Status",
    "Step",
    "Team",
    "Travel",
    "Words",
    "Zone",
    "capital",
    "cards",
    "choices",
    "ending_moves",
    "facts",
    "lines",
    "played",
    "reason",
    "reasons",
    "recent",
    "scene",
    "story",
    "told",
    "words",
]
