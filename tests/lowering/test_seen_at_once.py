"""What compiled rules know without looking for it again: whether there is a run at all, where melds are open, what is
noted yes, which groups of melds there may be. The reference says the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import cast

import pytest

from croupier import Rules
from croupier.base.chance import Stream
from croupier.fast import FastGame, compiled
from croupier.fast.engine import text_of
from croupier.fast.filling import bits
from croupier.lowering.whole import Lowered
from croupier.native.python import functions, python

from .alongside import first_difference
from .small import ruled
from .test_alongside import engines
from .test_known_melds import OWED

pytestmark = pytest.mark.in_turn(9)

OPENING = """
croupier: 1
game: opening
players: 2
options: {packs: 1..3 starting 2, least: 2..4 starting 3, size: 7..12 starting 8, worth: 0..40 starting 16}
cards: {attributes: {rank: A/two/three/four/K/joker, suit: oak/elm}, copies: packs, wild: rank is joker}
tables:
  points of card by rank of role: {A: 9, two: 2, three: 3, four: 4, K: 6, joker: 0}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  table: melds seen by everyone
state: {opened of player: no/yes, marked of card in hand: no/yes}
combos:
  set: {same: rank, size: 3..6, wilds: 0..1}
  run: {same: suit, sequence: A..K/A, size: least.., wilds: 0..1}
  combo: set/run
define:
  jokers_laid: (cards of table) where wild and meld is run
  pure of meld: it is run and wilds is empty
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top size of stock to hand
  steps:
    turn:
      by: players
      times: 20
      moves: [open, lay, add, swap, show_one, mark, pass]
moves:
  open:
    choose: {melds: 1..4 of combo of hand}
    when:
      enough: sum of points of melds >= worth
      a_run: some of melds where pure
    do:
      - move melds to table
      - set opened to yes
  lay: {choose: {meld: one of combo of hand}, when: {has_opened: opened}, do: move meld to table}
  add:
    choose: {card: one of hand, spot: one of (spots of table) where card fits it}
    do: move card to spot
  swap:
    choose: {joker: one of jokers_laid, card: one of hand where not wild and it fits spot of joker}
    do:
      - let freed be spot of joker
      - move joker to hand
      - move card to freed
  show_one: {choose: {card: one of hand where not revealed}, do: reveal card}
  mark: {choose: {card: one of hand where not marked}, do: set marked of card to yes}
  pass:
    when: {few_marked: count of (hand where marked) < 4}
    do:
      - move hand to stock
      - shuffle stock
      - move top size of stock to hand
result: {score: count of hand, best: lowest}
"""


def rules(**options: str) -> Rules:
    return ruled(OPENING, 2, options)


# ---------------------------------------------------------------- beside the reference
SETTINGS = [
    {},
    {"packs": "1", "size": "7", "least": "2"},
    {"packs": "3", "least": "4", "size": "12", "worth": "30"},
    {"least": "4", "worth": "0"},
    {"packs": "3", "size": "10", "worth": "24"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: " ".join(map("=".join, options.items())) or "plain")
def test_openings_and_what_is_added_to_melds(options: Mapping[str, str]) -> None:
    """Hands are dealt anew often; jokers come to stand for this and that in melds of the same cards."""
    dealt_anew = rules(**options)
    for engine in engines(dealt_anew):
        for seed in range(6):
            assert first_difference(dealt_anew, engine, str(seed), most=150, every=6) is None


# ---------------------------------------------------------------- where melds are open
def test_melds_of_the_same_cards_are_open_elsewhere() -> None:
    """An ace stands low or high, a joker for this or that: what has been worked out for one is not said of another."""
    melds = rules()
    lowered = text_of(melds)
    layout, written = lowered.layout, python(lowered.written.linked(), lowered.layout.words)
    ranks, suits = (melds.program.attributes[name] for name in ("rank", "suit"))
    kind_of, run = melds.program.kind_of, list(melds.program.combos.patterns).index("run")
    of = {(ranks[card], suits[card]): card for card in range(layout.cards)}
    place = [zone for zone, _ in layout.every_place()].index("table")
    role, lies = layout.cells["role", ""], layout.cells["place", ""]

    def open_at(space: Mapping[str, object], cards: list[int], places: list[int]) -> list[tuple[int, int]]:
        position = [0] * layout.size
        for card, at in zip(cards, places, strict=True):
            position[role + card] = kind_of[of[at % 5, 0]]
            position[lies + card] = at
        opened = cast("Callable[[list[int], int, int, int], int]", space["opened"])
        known = opened(position, place, run, sum(1 << card for card in cards))
        spots, fits, many = (cast("list[int]", space[name]) for name in ("G_spot", "Gm_fits", "G_opened"))
        first = known * (2 * len(spots) // len(many))
        return list(zip(spots[first : first + many[2 * known + 1]], fits[first:], strict=False))

    suit, joker = [of[rank, 0] for rank in range(5)], of[5, 0]
    cases = [
        ([*suit], [0, 1, 2, 3, 4]), ([*suit], [5, 1, 2, 3, 4]), ([suit[2], suit[3], joker], [2, 3, 4]),
        ([suit[2], suit[3], joker], [2, 3, 1]), ([suit[1], suit[3], joker], [1, 3, 2]),
        ([*suit[1:], joker], [1, 2, 3, 4, 0]), ([*suit[1:], joker], [1, 2, 3, 4, 5]),
    ]  # fmt: skip
    warm, said = functions(written), []
    for _ in range(2):
        for cards, places in cases:
            said.append(open_at(warm, cards, places))
            assert said[-1] == open_at(functions(written), cards, places)
    assert said[0] != said[1]
    assert said[2] != said[3]
    assert said[5] != said[6]


# ---------------------------------------------------------------- what is kept beside the cells
def test_cards_that_are_noted_yes_are_a_set_too() -> None:
    """As they come, are moved and are marked, and where a game goes on from one of the reference."""
    marked = rules(worth="0", least="2")
    engine = compiled(marked, "python")
    layout, seen = text_of(marked).layout, 0
    for seed in range(4):
        chance, game = Stream(seed), FastGame(engine, str(seed))
        for _ in range(120):
            if game.over:
                break
            start = layout.cells["variable", "marked"]
            yes = [card for card in range(layout.cards) if game.cells[start + card] == 1]
            seen += len(yes)
            for each in (game, FastGame(engine, game.game())):
                assert bits(each.cells[layout.cells["yes", "marked"]]) == yes
            game.apply(chance.below(game.count))
    assert seen > 40


def shortest_runs(least: int) -> list[set[int]]:
    """Numbers of ranks that make a run, from the ace on to behind the king."""
    ranks = [0, 1, 2, 3, 4, 0]
    return [{*ranks[at : at + least]} for at in range(7 - least)]


def openings(rules: Rules) -> tuple[Lowered, Callable[[list[int], list[int], int, int, int], int]]:
    """The text, and what lists the ways to open."""
    lowered = text_of(rules)
    space = functions(python(lowered.written.linked(), lowered.layout.words))
    (name,) = [f"l_{number}" for number, move in enumerate(rules.program.special.moves) if move.name == "open"]
    return lowered, cast("Callable[[list[int], list[int], int, int, int], int]", space[name])


@pytest.mark.parametrize(("packs", "least"), [(1, 3), (2, 3), (3, 2), (2, 4)])
def test_whether_there_is_a_run_without_wild_cards(packs: int, least: int) -> None:
    """Of each few cards of one suit alone, and of two suits that make none together: who may open has one."""
    opening = rules(packs=str(packs), least=str(least), worth="0", size="7")
    lowered, listed = openings(opening)
    ranks, suits = (opening.program.attributes[name] for name in ("rank", "suit"))
    hand = int(lowered.layout.at("zone", "hand", "0"))
    found = {True: 0, False: 0}
    for cards in combinations(range(0, lowered.layout.cards, packs), least + 1):
        position = [0] * lowered.layout.size
        position[hand] = sum(1 << card + card % packs for card in cards)
        mine = [{ranks[card] for card in cards if suits[card] == suit} for suit in (0, 1)]
        there = any(run <= each for run in shortest_runs(least) for each in mine)
        assert (listed(position, [0] * 10_000, 0, 0, 1) > 0) is there
        found[there] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize(("copies", "worth", "found"), [(1, 14, True), (1, 15, False), (2, 28, True), (2, 29, False)])
def test_as_many_melds_are_laid_as_there_are_copies_for(copies: int, worth: int, found: bool) -> None:
    """Of an ace, a two and a three of one suit, which are worth fourteen."""
    opening = rules(packs="2", worth=str(worth), size="7")
    lowered, listed = openings(opening)
    ranks, suits = (opening.program.attributes[name] for name in ("rank", "suit"))
    run = [card for card in range(lowered.layout.cards) if ranks[card] < 3 and not suits[card] and card % 2 < copies]
    position = [0] * lowered.layout.size
    position[int(lowered.layout.at("zone", "hand", "0"))] = sum(1 << card for card in run)
    assert (listed(position, [0] * 10_000, 0, 0, 100) > 0) is found


def changed(text: str, changes: list[tuple[str, str]]) -> str:
    for word, other in changes:
        assert word in text
        text = text.replace(word, other, 1)
    return text


# ---------------------------------------------------------------- moves that end a stage as it must not
THROW = "    when: {not_owed: not owed of card}\n"
AFTER = "laying: {until: thrown or hand of me is empty, moves: [lay, throw], else: end turn}"
PUT = "    do:\n      - move card to gone\n"
BACK = "whenever: {again: {when: thrown and not back, do: [set thrown to no, set back to yes]}}\nresult:"
LATE = [
    ("thrown in turn: no/yes", "thrown in turn: no/yes, has_thrown in turn: no/yes, back in turn: no/yes"),
    ("  lay: {choose", "  lay: {when: has_thrown, choose"),
    ("      - set thrown to yes\n", "      - set thrown to yes\n      - set has_thrown to yes\n"),
    ("  throw:", "  pass: {do: set thrown to yes}\n  throw:"),
]
"""Nothing can be laid before a card has been thrown."""
ENDING = [
    ("as it is", AFTER, AFTER),
    ("who owes may throw that card", THROW, ""),
    ("something may still come", AFTER, f"{AFTER}\n        late: {{moves: [lay, pass]}}"),
    ("the stage goes on", "thrown or hand of me is empty", "thrown and count of hand < 8"),
    ("a rule takes it back", "result:", BACK),
    ("the debt is paid at the end", PUT, f"{PUT}      - for each of hand where owed: set owed of it to no\n"),
]


@pytest.mark.parametrize(("old", "new"), [each[1:] for each in ENDING], ids=[each[0] for each in ENDING])
def test_a_move_that_ends_the_stage_is_left_out_only_where_nothing_pays_any_more(old: str, new: str) -> None:
    """Beside the reference."""
    owed, looked = ruled(changed(OWED, [(old, new), *LATE]), 2), 0
    for engine in engines(owed):
        for seed in (0, 1, 3, 4):  # with 2, what a rule takes back is too much to look through, and is asked elsewhere
            assert first_difference(owed, engine, str(seed), most=80, every=10) is None
            looked += 1
    assert looked


# ---------------------------------------------------------------- moves that show a hidden card
DRAWING = [
    ("must: {owed_is_laid: none of hand where owed}", "must: {owed_is_laid: none of hand where owed, over: thrown}"),
    ("draw: {moves: [take, draw]}", "draw: {moves: [take, draw, sit]}"),
    ("  draw: {do:", "  sit: {do: set thrown to yes}\n  draw: {do:"),
]
REFILL = "if stock is empty: move gone to stock"
SHOWING = [
    ("as it is", "result:", "result:"),
    ("a rule ends the turn", "result:", "whenever: {full: {when: count of hand of me > 8, do: end turn}}\nresult:"),
    ("nothing is chosen then", "laying: {until", "between: {end: end turn}\n        laying: {until"),
    ("the pile may be empty", "move top of stock to hand}", f"[{REFILL}, move top of stock to hand]}}"),
]


@pytest.mark.parametrize(("old", "new"), [each[1:] for each in SHOWING], ids=[each[0] for each in SHOWING])
def test_a_move_that_shows_a_hidden_card_is_possible_only_if_its_player_chooses_again(old: str, new: str) -> None:
    """Beside the reference: where the turn ends at once, it ends as it must not."""
    drawn = ruled(changed(OWED, [*DRAWING, (old, new)]), 2)
    for engine in engines(drawn):
        for seed in range(4):
            assert first_difference(drawn, engine, str(seed), most=60, every=10) is None


# ---------------------------------------------------------------- moves that end a stage as it must
SETTLED = """
croupier: 1
game: settled
players: 2
cards: {attributes: {rank: 1..8, suit: oak/elm}}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  laid: pile seen by everyone
  hand of player: set seen by owner
state: {owed of card in hand: no/yes, thrown in turn: no/yes}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
    - move top of stock to gone
  steps:
    turn:
      by: players from first of players
      times: 12
      until: some of players where hand is empty or stock is empty
      must: {over: thrown, owed_is_laid: none of hand where owed}
      steps:
        draw: {moves: [take, draw]}
        laying: {until: thrown or hand of me is empty, moves: [lay, throw], else: end turn}
moves:
"""
LAY = "{choose: {card: one of hand where rank > 4}, do: move card to laid}"
SETTLED += OWED.partition("moves:\n")[2].replace("{choose: {meld: one of either of hand}, do: move meld to table}", LAY)
"""What is owed, without melds."""
MARKED = "for each of hand where rank is 8: set owed of it to yes"
FAILING = "whenever: {full: {when: 9 div (count of laid + 1) is 100, do: shuffle stock}}"
SETTLING = [
    ("as it is", True, []),
    ("more is asked", False, [("over: thrown", "over: thrown, few: count of hand < 4")]),
    ("another may do", True, [("over: thrown", "over: thrown or hand is empty")]),
    ("the answer is forgotten", False, [("thrown in turn", "thrown in laying")]),
    ("cards come at the end", False, [("thrown or hand of me is empty,", "thrown, end: move top of gone to hand,")]),
    ("cards owe at the end", False, [("thrown or hand of me is empty,", f"thrown, end: {{{MARKED}}},")]),
    ("a rule takes it back", False, [*LATE[::2], ("result:", BACK)]),
    ("a rule ends the round", False, [("result:", "whenever: {two: {when: thrown, do: end turn}}\nresult:")]),
    ("a rule may be at fault", False, [("result:", f"{FAILING}\nresult:")]),
    ("it may find no room", False, [("gone: pile", "gone: row")]),
    ("the thrower marks others", False, [(PUT, f"{PUT}      - {MARKED}\n")]),
]


def settled_by(rules: Rules) -> set[str]:
    """The moves of which it is plain, under some condition, that the stage can end as it must after them."""
    text = text_of(rules).written.text.partition("def settled(")[2].partition("\ndef ")[0]
    return {move.name for number, move in enumerate(rules.program.special.moves) if f"OUT[0] == {number}" in text}


TWO = (
    "{choose: {card: one of hand where rank > 4, other: one of hand where it is not card}, do: [move card to laid, %s]}"
)
UNTIL = "thrown or hand of me is empty"
FIRST = "hand of first of players"
TAKING = f"whenever: {{low: {{when: count of {FIRST} is 2, do: move {FIRST} to laid}}}}\nresult:"
LEADING = [
    ("as it is", True, []),
    ("nothing else ends it", True, [(UNTIL, "thrown")]),
    ("of two cards", True, [(LAY, TWO % "move other to laid")]),
    ("some may not be thrown", False, [("not owed of card}", "not owed of card, big: rank of card > 3}")]),
    ("some are not chosen from", False, [("{card: one of hand}", "{card: one of hand where rank > 3}")]),
    ("few cards end it", False, [(UNTIL, "thrown or count of hand of me < 3")]),
    ("only so often", False, [("laying: {until", "laying: {times: 2, until")]),
    ("a rule takes cards", False, [("seen by owner", "seen by everyone"), ("result:", TAKING)]),
    ("it draws", False, [(LAY, LAY.replace("move card to laid", "[move card to laid, move top of stock to hand]"))]),
    ("it brings a debt", False, [(LAY, TWO % "set owed of other to yes")]),
    ("it ends it itself", True, [(LAY, LAY.replace("move card to laid", "[move card to laid, set thrown to yes]"))]),
    ("it ends it as it must not", False, [
        ("{owed of", "{laid_one in turn: no/yes, owed of"), (UNTIL, f"laid_one or {UNTIL}"),
        (LAY, LAY.replace("move card to laid", "[move card to laid, set laid_one to yes]")),
    ]),
]  # fmt: skip


CASES = [("throw", *each) for each in SETTLING] + [("lay", *each) for each in LEADING]


@pytest.mark.parametrize(
    ("move", "plain", "changes"),
    [(move, plain, changes) for move, _, plain, changes in CASES],
    ids=[f"{move}: {name}" for move, name, _, _ in CASES],
)
def test_a_move_settles_it_only_where_the_stage_surely_ends_as_it_must(
    move: str, plain: bool, changes: list[tuple[str, str]]
) -> None:
    """At once, or with any card that is left: beside the reference, and by the text."""
    rules = ruled(changed(SETTLED, changes), 2)
    assert (move in settled_by(rules)) is plain
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, str(seed), most=60, every=10) is None
