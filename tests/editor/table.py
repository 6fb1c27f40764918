"""A small game with everything that lies beside one, a variant of it, and a library, to be edited."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl.services import Desk

GAME = """\
croupier: 1
game: high
title: {en: High, fr: Haute}
players: 2..4
uses: {helps: [worth]}

options:
  rounds: 1..9 starting 2                       # how many there are
  ties: nobody/first

cards: {deck: french52, order: {rank: 2..K/A}}

zones:
  stock: pile seen by nobody
  trick: pile seen by everyone
  hand of player: set seen by owner

state:
  leader: player starting random of players
  tricks of player: number

combos:
  pair: {same: rank, size: 2}

define:
  best: highest by rank of trick
  rich of player as who: tricks of who > 2

play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top rounds of stock to hand
  steps:
    round:
      times: rounds
      steps:
        turn: {by: players from leader, moves: [play_card]}
      end:
        - let taker be owner of best
        - set leader to taker
        - if ties is first: add 1 to tricks of taker
        - if ties is nobody: add worth of best + count of pair of trick to tricks of taker
        - move trick to stock

moves:
  play_card:
    choose: {card: one of hand}
    when: {holding: hand is not empty and rank of card is not none}
    do: move card to trick

result: {score: tricks, best: highest, losers: players where rich}

because:
  moves.play_card: follow
  play.round.end: [lead, A1]
"""
BESIDE = {
    "high.scenarios": """\
scenarios:
  the_higher_card:
    seats: Ann Bob
    because: lead
    options: {ties: first}
    given: {at: turn of Ann, leader: Ann, hand of Ann: 7S 2C, hand of Bob: AS 3D}
    then:
      - Ann: play_card card=7S
      - Bob: play_card AS
      - now: {tricks of Bob: 1, round: 2, at: turn of Bob}
  no_card_left:
    seats: Ann Bob
    given: {at: turn of Ann, leader: Ann}
    then:
      - Ann cannot: play_card 7S because not_offered
""",
    "high.clauses": """\
clauses:
  follow: {place: Play, en: "Each plays a card.", fr: "Chacun joue une carte."}
  lead: {place: Play, en: "The highest card takes the trick."}
rulings:
  A1: "Equal cards: the first takes it, if that was agreed on."
""",
    "high.fr": """\
text:
  moves.play_card: jouer une carte
  zones.hand: main
options: {ties: égalité}
""",
    "low": """\
croupier: 1
variant: low
of: high
options: {ties: first}
change:
  define.best: lowest by rank of trick
add:
  moves.play_card.when.not_rich: not rich
  play.round.end: set leader to left of leader
""",
    "helps": """\
croupier: 1
library: helps
tables:
  worth of card by suit: {spades: 2, else: 1}
""",
}


def write(folder: Path) -> Path:
    """The files in a folder; the path of the game."""
    for name, text in {"high": GAME, **BESIDE}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / "high.yaml"


def desk(folder: Path) -> tuple[Desk, Path]:
    return Desk(), write(folder)


def before(text: str, marked: str) -> tuple[str, int]:
    """A text with one line of it in place of the line that begins as the marked one does, and where `|` is in that."""
    at = marked.index("|")
    line = marked.replace("|", "")
    head = marked.split("|")[0].split(":")[0]
    lines = text.splitlines(keepends=True)
    number = next(n for n, each in enumerate(lines) if each.startswith(head))
    start = sum(map(len, lines[:number]))
    lines[number] = f"{line}\n"
    return "".join(lines), start + at
