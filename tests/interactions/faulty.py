"""Small rulesets, each with one fault on purpose, and one without any."""

from __future__ import annotations

BASE = """
croupier: 1
game: small
players: {players}
options:
  size: 1..4 starting 2
  calm: no/yes
  tone: soft/loud/shrill
{options}
cards: {{attributes: {{value: 1..12}}}}
zones:
  stock: pile seen by nobody
  table: pile seen by everyone
  hand of player: set seen by owner
state:
  marks of player: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top size of stock to hand
  steps:
    turn:
{turn}
moves:
  lay:
    choose: {{card: one of hand}}
    when: {{{lay}}}
    do:
      - move card to table
{laying}
  shout: {{when: {{free: {shout}}}, do: add 1 to marks}}
{moves}
{tail}
result: {{score: marks}}
"""
DEFAULTS = {
    "players": "2..3",
    "options": "",
    "turn": "      by: players where hand is not empty\n      until: hand of players is empty\n"
    "      moves: [lay, shout]",
    "lay": "not_none: value of card > 0 or (calm and tone is soft)",
    "laying": "      - if value of card > 6: add 1 to marks\n        else: add 2 to marks",
    "shout": "marks < 3",
    "moves": "",
    "tail": "",
}


def small(**parts: str) -> str:
    """The ruleset with some of its parts exchanged."""
    return BASE.format(**{**DEFAULTS, **parts})


SOUND = small()
"""Nothing is wrong with it, and everything in it happens."""

DEAD_END = small(
    lay="quiet: not (calm and tone is shrill) or value of card > 12",
    shout="not (calm and tone is shrill) and marks < 3",
    turn="      by: players where hand is not empty\n      times: 20\n      moves: [lay, shout]",
)
"""Calm and shrill together leave nobody a move; either alone does no harm."""

COVERED = DEAD_END.replace("moves: [lay, shout]", "moves: [lay, shout]\n      else: end play")
"""The same with an `else`, which provides for it."""

UNREACHABLE = small(
    moves="  whisper: {when: {never: value of top of table > 12}, do: add 1 to marks}",
    turn=DEFAULTS["turn"].replace("shout]", "shout, whisper]"),
)
"""`whisper` waits for a card that there is not."""

DEAD_BRANCH = small(laying="      - if value of card > 12: add 1 to marks\n        else: add 2 to marks")
"""The first branch of `lay` waits for a card that there is not."""

DEAD_TRIGGER = small(tail="whenever:\n  full: {when: count of table > 12, do: end play}")
"""The rule waits for more cards than there are."""

NEVER_A_VALUE = small(options="  pace: {is: slow/fast, needs: {slow: pace is slow or size > 4}}")
"""`pace` can never be fast."""

NO_PAIR = small(options="  pace: {is: slow/fast, needs: {few: pace is slow or count of players is 2}}")
"""Three never play fast, which is no fault."""

ENDLESS = small(
    lay="soft: tone is not loud and value of card > 0",
    shout="tone is loud or marks < 3",
)
"""When loud, people shout for ever and never lay a card."""

CUT = small(
    turn="      by: players where hand is not empty\n      times: if calm then 2 else 100\n"
    "      until: hand of players is empty\n      moves: [lay, shout]",
)
"""When calm, play is cut after two turns."""

TOO_MANY_TEAMS = small(tail="teams: if count of players is 3 then 4 else 2")
"""Three players do not make four teams, and nothing says so."""

FAULTY = small(
    tail="whenever:\n  again: {when: calm and size is 4 and table is not empty, do: add 1 to marks of players}",
)
"""Calm with four cards, a rule fires for ever."""

UNSAID = small(
    moves="  pair_up: {choose: {cards: 2 of hand}, do: move cards to table}",
    turn=DEFAULTS["turn"].replace("shout]", "shout, pair_up]"),
)
"""With one card each nobody can pair up, and the rule for it does not speak of `size`."""

SHORT = small(options="  extra: no/yes").replace("top size of stock", "top (if extra then 2 * size else size) of stock")
"""With extra cards and the largest size there are too few for three."""

BARE = """
croupier: 1
game: bare
players: {players}
options:
{options}
cards: {{attributes: {{value: 1..12}}}}
zones: {{stock: pile seen by nobody}}
state: {{marks of player: number}}
play: {{begin: move deck to stock, steps: {{turn: {{by: players, moves: [shout]}}}}}}
moves: {{shout: {{do: add 1 to marks}}}}
result: {{score: marks}}
"""
"""Hardly a game, but it has options."""
