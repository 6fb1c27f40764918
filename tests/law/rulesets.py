"""Rulesets of sentences drawn by chance: what is accepted must be stood by play, by positions, by every reader."""

from __future__ import annotations

import re
from functools import lru_cache

from croupier_dsl import Diagnostic, check_text, ir

from .sentences import Draw

BASE = """croupier: 1
game: drawn
players: 2..4
{teams}
options:
  few: 0..3 starting 1
  open: no/yes
cards: {{deck: french54, wild: {wild}}}
tables:
  worth of card by rank:
    A: {row}
    2..5: 2..5
    K: {row2}
    joker: none
    else: {row3}
  luck of player by seat mod 3:
    0: {row4}
    1: none
    2: -1
  gap by count of stock:
    0..3: {row5}
    50: none
zones:
  stock: pile seen by everyone
  pile: pile seen by everyone
  board: row seen by everyone
  grid of player: row 2x3 seen by everyone
  shelf: row (3 + few) seen by everyone
  spare: slot seen by everyone
  laid: melds seen by everyone
  hand of player: set seen by everyone
  own of player: melds seen by everyone
  front of player: slot seen by everyone
  kept of team: grid seen by everyone
  rack of 1..(2 + few): pile seen by everyone
  cell of suit of player: row seen by everyone
state:
  bet of 1..2 of player: number or none
  hue of suit: card or none
  mark of player: number
  bid of player: number or none
  who: player or none
  friend of player: player or none
  side: team or none
  held: card or none
  some_cards: cards
  some_players: players
  trump in round: suit or none
  ripe of card: no/yes
  note of card in board: number or none
  tally of team in turn: number
  flag: no/yes
  caller in asked: player starting me
combos:
  set: {{same: rank, size: {size}, wilds: {wilds}}}
  run: {{same: suit, sequence: A..K/A, size: 3.., wilds: 0..(count of naturals - 1)}}
  pair: {{same: rank, size: 2}}
  sums: {{size: {sum_size}, where: {whole}}}
  stairs: {{sequence: A..K/A, of: pair, size: 1.., beside: {beside}}}
  any: set/run
  best: {{split: set/run, least: {least}}}
define:
  alike of rank as wanted: count of (deck where rank is wanted)
  gauge of card for player: worth + mark * few
  tops of card as mine for card as theirs: rank of mine > rank of theirs or none of deck where rank is rank of mine
  lent of player as who for number as most: top most of (stock where owner is who)
  heavy of card: {heavy}
  rich of player: {rich}
  level: {level}
  chosen_one: {chosen}
  pool: {pool}
  crew: {crew}
  figures: {figures}
effects:
  stir:
{do5}
  upon of player as whom:
    - set friend of players to whom
{do6}
  round_up of cards as lot:
    - set some_cards to lot
{do7}
  ask_for of number as many:
    - add many to mark of players
{do8}
whenever:
  first_rule:
    each: {each}
    when: {when1}
    do:
{do1}
  coming:
    enters: {enters}
    when: {when5}
    do:
      - set held to it
{do11}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 6 of stock to hand
    - move top 4 of stock to board
    - for each of players: move top 3 of stock to grid
{begin}
  steps:
    round:
      times: {times}
      until: {until}
      begin:
{begin2}
      steps:
        before: {{when: open and flag, by: {by2}, steps: asked}}
        turn:
          by: {by}
          times: {times2}
          until: {until2}
          moves: [go, act, drop]
          else:
            - move top of stock to hand of last of players
        after: {{by: {by2}, steps: asked}}
      end:
{end}
stages:
  asked:
    when: {when4}
    begin:
{do9}
    steps:
      asking: {{by: {by3}, moves: [stay, call]}}
moves:
  stay: {{}}
  call:
    do:
{do10}
  go:
    choose:
      x: {amount} of {domain}
      y: one of {domain2}
    when: {when2}
    do:
{do2}
  act:
    when: {when3}
    do:
{do3}
  drop:
    choose: {{z: {amount2} of {domain3}}}
    do:
{do4}
result:
  score: {score}
  losers: {losers}
"""

PLAIN = {
    "teams": "", "wild": "rank is joker", "row": "1", "row2": "2", "row3": "3", "row4": "0", "row5": "1",
    "size": "3..4", "wilds": "0..1", "sum_size": "2..3", "beside": "1", "whole": "sum of worth of it > 9",
    "least": "worth", "heavy": "worth > 3", "rich": "1", "level": "1", "chosen": "me", "pool": "stock",
    "crew": "players", "figures": "1..3", "each": "players", "when1": "flag and not flag", "when2": "flag",
    "when3": "not flag", "when4": "flag", "by2": "players", "by3": "players first served",
    "do9": "      - set flag to no", "do10": "      - add 1 to mark", "until": "flag and open",
    "until2": "flag and open", "times": "5", "times2": "9", "by": "players", "begin": "    - set flag to no",
    "do1": "      - set flag to no", "begin2": "        - set flag to no", "end": "        - set flag to no",
    "do5": "    - set flag to no", "do6": "    - set flag to no", "do7": "    - set flag to no",
    "do8": "    - set flag to no", "enters": "pile", "when5": "flag", "do11": "      - set flag to no",
    "do2": "      - add 1 to mark", "do3": "      - add 1 to mark", "do4": "      - add 1 to mark", "amount": "1..2",
    "amount2": "1", "domain": "hand", "domain2": "hand", "domain3": "1..3", "score": "mark",
    "losers": "players where flag",
}  # fmt: skip
"""What makes room where something that was drawn is refused."""
SETTLING = (
    "row", "row2", "row3", "whole", "heavy", "rich", "level", "chosen", "pool", "crew", "figures", "wild", "least",
)  # fmt: skip
"""What may lead back to itself."""
_PLACE = re.compile(r"(\{\w+\})")


def parts_of(draw: Draw) -> dict[str, str]:
    """What stands in the places of `BASE`, drawn."""
    one = draw.one
    number, truth = lambda: one("number", 3), lambda: one("truth", 3)
    parts: dict[str, str] = {"teams": draw.of(["", "teams: 1", "teams: count of players"])}
    parts["wild"] = draw.of(
        ["rank is joker", "rank is 2/joker", "flag and rank is 2", "ripe", "rank is rank of held", "suit is trump"]
    )
    draw.scope = []
    draw.me = "who"
    for name in ("row", "row2", "row3"):
        parts[name] = draw.of([one("number", 1), "3", "-4"])
    parts["size"] = draw.of(["3..4", "2..(2 + few)", "(1 + few).."])
    parts["wilds"] = draw.of(["0..few", "0..", "0..1", "0..(count of naturals)"])
    parts["least"] = draw.of(["worth", "note", "gap"])
    for name, sort in (
        ("level", "number"),
        ("chosen", "player"),
        ("pool", "cards"),
        ("crew", "players"),
        ("figures", "numbers"),
    ):
        draw.me = "me" if draw.below(3) == 0 else "who"
        parts[name] = one(sort, 2)
        if draw.me == "who":
            draw.made.append("chosen_one" if name == "chosen" else name)
    draw.me = "who"
    parts["sum_size"], parts["beside"] = draw.of(["1..2", "2..3", "2..(2 + few)", "few.."]), draw.of(["0", "1", "few"])
    parts["whole"] = draw.within("it", "cards", truth)
    if draw.below(2):
        op, number_of = draw.of(["is", "<", "<=", ">", ">="]), draw.of(["worth", "note"])
        parts["whole"] = f"sum of {number_of} of it {op} {one('number', 1)}{draw.of(['', f' and {truth()}'])}"
    about = {"do5": "", "do6": "whom player", "do7": "lot cards", "do8": "many number"}
    for (name, names), deed in zip(about.items(), ("stir", "upon", "round_up", "ask_for"), strict=True):
        draw.me = "me" if name == "do8" else "who"
        draw.scope = [(names.split()[0], names.split()[1])] if names else []
        parts[name] = draw.statements(4, 2, asks=name == "do8", most=2)
        draw.effects.append(f"{deed} {names.split()[1] if names else 'nothing'}")
    draw.effects += ["upon players", "ask_for numbers"]
    draw.scope, draw.me = [], "who"
    parts["heavy"] = draw.within("it", "card", truth)
    parts["rich"] = draw.within("it", "player", number)
    draw.made += ["heavy", "rich"]
    for name in ("row4", "row5"):
        parts[name] = draw.of([one("number", 1), "3"])
    parts["times"], parts["until"] = draw.of(["5", "2 * few", f"5 + {one('number', 2)}"]), f"flag and {truth()}"
    parts["score"], parts["losers"] = draw.within("it", "player", number), one("players", 2)
    parts["by"] = draw.of(["players", one("players", 2), one("player", 2), f"players from {one('player', 2)}"])
    parts["by2"] = draw.of(["players where flag", one("players", 2), one("player", 2)])
    parts["by3"] = draw.of(["players", one("players", 2), f"players from {one('player', 2)}"]) + " first served"
    for name, indent in (("begin", 4), ("begin2", 8), ("end", 8)):
        parts[name] = draw.statements(indent, 2)
        draw.scope = []
    draw.me = "me"
    sort, single = draw.of(["cards card", "players player", "numbers number"]).split()
    parts["each"] = f"{one(sort, 1)} as tried"
    draw.scope = [("tried", single)]
    parts["when1"] = f"flag and {truth()}"
    parts["do1"] = draw.statements(6, 2) + "\n      - set flag to no"
    draw.scope = []
    parts["enters"] = draw.of(["pile", "stock", "board", "spare", "laid", "hand", "own", "front", "kept"])
    parts["when5"] = draw.within("it", "card", truth)
    parts["do11"] = draw.statements(6, 2)
    for name in ("when2", "when3", "when4"):
        parts[name] = draw.of([truth(), "not flag"])
    parts["times2"], parts["until2"] = draw.of(["9", f"9 + {one('number', 2)}", "2 * few"]), f"flag and {truth()}"
    if draw.below(8) == 0:
        parts["by"], parts["times2"], parts["until2"] = "players at once", "3", "flag"
    parts["amount"], parts["amount2"] = draw.amount(), draw.amount()
    parts["domain"], parts["domain2"] = one("cards", 2), draw.of([one("cards", 1), "hand"])
    parts["domain3"] = draw.of(
        [
            f"{draw.of(['set', 'run', 'any', 'best', 'sums', 'sums', 'stairs'])} of hand",
            "spots of laid",
            "spots of grid",
            "(spots of shelf with spots of board)",
            one("numbers", 2),
        ]
    )
    for name in ("do2", "do3", "do4"):
        draw.scope = [("x", "cards"), ("y", "card")] if name == "do2" else []
        parts[name] = draw.statements(6, 2, asks=True)
    draw.scope = []
    draw.made.append("caller")
    parts["do9"], parts["do10"] = draw.statements(6, 2, most=2), draw.statements(6, 2, asks=True, most=2)
    return parts


def accepted(seed: int) -> ir.Rules | None:
    """The rules of a drawn ruleset."""
    return written(seed)[1]


@lru_cache(maxsize=64)
def written(seed: int) -> tuple[str, ir.Rules | None]:
    """A drawn ruleset and its rules."""
    return mended(parts_of(Draw(seed)), BASE)


def mended(parts: dict[str, str], base: str) -> tuple[str, ir.Rules | None]:
    """A ruleset put together and its rules; what is refused in it makes room for something plain, while that helps."""
    before: dict[str, str] = {}
    while parts != before:
        before = parts.copy()
        text = base.format(**parts)
        rules, found = check_text(text, "drawn.yaml")
        errors = [diagnostic for diagnostic in found if diagnostic.severity.value == "error"]
        if not errors:
            return text, rules
        done = [_mend(parts, error, base) for error in errors]  # all of them
        if not any(done):
            parts.update({name: PLAIN[name] for name in SETTLING})
    return "", None


def _mend(parts: dict[str, str], error: Diagnostic, base: str) -> bool:
    """Put something plain in the place of a statement or a sentence that is refused."""
    assert error.span is not None
    start = 0
    for piece in _PLACE.split(base):
        name = piece[1:-1] if _PLACE.fullmatch(piece) else ""
        length = len(parts[name]) if name else len(piece.replace("{{", "{").replace("}}", "}"))
        if name and start <= error.span.start <= start + length:
            lines = parts[name].split("\n")
            at = parts[name][: error.span.start - start].count("\n")
            if lines[at].lstrip().startswith("- ") and not lines[at].endswith(":"):
                lines[at] = lines[at].partition("-")[0] + "- set flag to no"
                parts[name] = "\n".join(lines)
            else:
                parts[name] = PLAIN[name]
            return True
        start += length
    return False
