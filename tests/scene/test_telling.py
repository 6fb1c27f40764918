"""What the table's header and log tell of state, and how: by `show`, by what has changed, by the sentence of a move."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.cli.board import board
from croupier.cli.table import shown as lines_of
from croupier.compile.binding import bind
from croupier.scene import Scene, Words, scene, told
from croupier.scene.story import lines
from croupier_dsl.compiler import check_text, compile_text

OFFER = """\
croupier: 1
game: offering
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, pile: pile seen by everyone}
state:
  given in turn: cards
  single in turn: card or none
  plain in turn: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps:
    turn:
      by: players
      times: 4
      steps:
        offering: {moves: [offer]}
        answering: {by: left of me, moves: [accept, decline]}
moves:
  offer:
    choose: {cards: 2 of hand}
    do: [show cards to players, set given to cards, set single to lowest by rank of cards, set plain to 3]
  accept: {do: move given to pile}
  decline: {}
result: {score: count of hand, best: lowest}
"""
TAPPED = """\
croupier: 1
game: tapping
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {tapped of card: number starting START}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, times: 6, begin: move top 8 of stock to hand, moves: [tap, untap]}}
moves:
  tap: {choose: {card: one of hand}, do: set tapped of card to 1}
  untap: {choose: {card: one of hand}, do: set tapped of card to START}
result: {score: sum of tapped of hand}
"""
THROWN = """\
croupier: 1
game: throwing
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, pile: pile seen by everyone}
state: {total of player: number}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, times: 6, moves: [throw]}}
moves:
  throw: {choose: {card: one of hand, n: one of 1..3}, do: [move card to pile, add n to total]}
result: {score: total}
text: {moves.throw.sentence: "throw {card} away for {n} points"}
"""
GRID = """\
croupier: 1
game: tiles
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, grid of player: row 17x17 seen by everyone}
play:
  begin:
    - move deck to stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, times: 8, moves: [lay]}}
moves:
  lay:
    choose: {card: one of hand, there: one of (spots of grid) where line in 8..9 and column in 3..4}
    do: move card to there
result: {score: count of grid}
"""


def started(text: str) -> tuple[Game, Words]:
    rules = Rules(bind(compile_text(text, "telling.yaml"), 2))
    return Game(rules, 1), Words(rules)


def after(text: str, *moves: str, seat: int = 1) -> tuple[Scene, list[str], list[str]]:
    """The scene after these moves, the facts of its header and the lines of its log."""
    game, words = started(text)
    mark = game.log_length
    for move in moves:
        made = next(each for each in game.legal_moves(game.to_act[0]) if str(each).startswith(move))
        game.play(game.to_act[0], made)
    table = scene(game, seat, words, since=mark)
    facts = [told(fact, words) for fact in (*table.status.facts, *table.you.facts)]
    return table, facts, [line.text for line in table.log]


@pytest.mark.parametrize(
    ("show", "header", "log"),
    [
        ("", ["given 6♦ 10♣"], ["plain: 3"]),
        ("show: [plain]\n", ["plain 3"], ["plain: 3"]),
        ("show: [given]\n", ["given 6♦ 10♣"], []),
        ("show: [single, given]\n", ["single 6♦", "given 6♦ 10♣"], []),
    ],
)
def test_header_and_log_tell_what_show_names(show: str, header: list[str], log: list[str]) -> None:
    """The header and the log go by the same list; what was offered to all lies on the table where that is named."""
    _, facts, lines = after(OFFER + show, "offer")
    assert facts == header
    assert lines[1:] == log


def test_state_of_cards_shows_no_card_that_the_seat_does_not_know() -> None:
    """`show` may name it, as each seat sees only what it knows."""
    text = OFFER.replace("show cards to players, ", "") + "show: [given]\n"
    assert after(text, "offer", seat=0)[1] == ["given 6♦ 10♣"]
    assert after(text, "offer", seat=1)[1] == ["given ? ?"]


def test_state_that_only_some_may_know_is_still_refused() -> None:
    """Its cards tell what its owner alone knows."""
    text = OFFER.replace("single in turn: card or none", "single of player in turn: card or none seen by owner")
    text = text.replace("set single to", "set single of me to") + "show: [single]\n"
    _, found = check_text(text, "telling.yaml")
    assert "E346" in {each.code for each in found}


@pytest.mark.parametrize("start", ["0", "5", "count of players"])
def test_state_of_cards_that_is_as_it_began_is_not_told(start: str) -> None:
    """Whatever it begins as; what has changed is."""
    text = TAPPED.replace("START", start)
    assert after(text, seat=0)[1] == []
    (fact,) = after(text, "tap", seat=0)[1]
    assert fact.startswith("tapped ")
    assert fact.endswith(" 1")
    assert fact.count("(hand, P1)") == 1
    assert after(text, "untap", seat=0)[1] == []


def test_the_log_tells_a_move_by_its_sentence() -> None:
    """With all that was chosen, and then what came of it."""
    _, _, log = after(THROWN, "throw", seat=1)
    assert log[0].startswith("P1: throw 6♦ away for 1 points · 6♦ → ")
    assert after(THROWN, "throw", seat=0)[2][0].startswith("You: throw 6♦ away for 1 points")


def test_a_choice_that_the_sentence_leaves_out_is_told_besides() -> None:
    """Nothing of what was chosen is lost."""
    _, _, log = after(THROWN.replace("throw {card} away for {n} points", "throw {card} away"), "throw")
    assert log[0].startswith("P1: throw 6♦ away 1 · 6♦")


def test_what_comes_of_a_move_is_not_told_twice() -> None:
    """Where the cards that move tell all that was chosen, a title is enough; without one, the sentence is told."""
    told = THROWN.replace(", n: one of 1..3}", "}").replace("add n to total", "add 1 to total")
    told = told.replace(" for {n} points", "")
    assert after(told, "throw")[2][0].startswith("P1: throw 6♦ away · 6♦ → ")
    titled = told.replace("text: {", "text: {moves.throw: discard, ")
    assert after(titled, "throw")[2][0].startswith("P1: discard · 6♦ → ")


def test_a_large_grid_is_drawn_no_larger_than_needed() -> None:
    """Lines and columns that are empty are counted, not drawn; what can be chosen is drawn."""
    game, words = started(GRID)
    lines = list(lines_of(scene(game, 1, words), words))
    assert any("17 × 17 empty places" in line for line in lines)
    assert len(lines) < 14
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    drawn = list(lines_of(scene(game, 1, words), words))
    assert sum(line.count("–") for line in drawn) <= 4
    assert any("with 16 empty lines, 16 empty columns around it" in line for line in drawn)
    for seat in (0, 1):  # its own, and somebody else's
        rows = [row.text for row in board(scene(game, seat, words), words, 80, 24)]
        assert sum(row.count("–") for row in rows) <= 4
        assert any("with 16 empty lines, 16 empty columns around it" in row for row in rows)


def test_a_small_grid_is_drawn_whole() -> None:
    """Three lines of three places keep their shape."""
    text = GRID.replace("17x17", "3x3").replace("line in 8..9 and column in 3..4", "line in 2..3 and column in 1..2")
    game, words = started(text)
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    lines = "\n".join(lines_of(scene(game, 1, words), words))
    assert all(lines.count(f"@{place} ") + lines.count(f"@{place}\n") for place in range(1, 10))
    assert "around" not in lines


BURIED = """\
croupier: 1
game: burying
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, pack of player: pile seen by nobody}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 2 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [bury, turn_over, share]}}
moves:
  bury: {choose: {card: one of hand}, do: move card to bottom of stock}
  turn_over: {do: move top 2 of stock to bottom of stock}
  share: {do: [{for each of players: move top 3 of stock to bottom of pack}]}
result: {score: count of hand}
"""


HANDED = """\
croupier: 1
game: handing
players: 3
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, move top (2 * count of players) of stock to hand of players]
  steps: {turn: {by: players, times: 4, moves: [pass_on, deal]}}
moves:
  pass_on: {do: [for each of players at once: move hand to hand of left]}
  deal: {do: [let five be top 5 of stock, move five to hand of players from left of me]}
result: {score: count of hand}
"""


def test_what_all_hand_on_and_what_is_dealt_round() -> None:
    """Each giver has a line; a deal is told by how many each has got, and by whose names where some got more."""
    rules = Rules(bind(compile_text(HANDED), 3))
    game = Game(rules, "1:1")
    assert [line.text for line in lines(game.log(1), 1, Words(rules))][-1] == "hand: 2 cards each from stock (6♦ 7♦)"
    start = game.log_length
    game.play(0, "pass_on")
    game.play(1, "deal")
    assert [line.text for line in lines(game.log(1, start), 1, Words(rules))] == [
        "P1: pass on",
        "P1 hands 7♠ 9♣ to P2",
        "P2 hands 6♦ 7♦ to P3",
        "P3 hands 2 cards to P1",
        "You: deal · hand (P3, P1): 2 cards each from stock · 6♥ → hand",
    ]


def test_what_goes_to_the_bottom() -> None:
    """It is told of cards that they go to the bottom, also of a pile that they come from."""
    rules = Rules(bind(compile_text(BURIED), 2))
    game = Game(rules, "1:1")
    start = game.log_length
    game.play(0, game.legal_moves(0)[0])
    game.play(1, "turn_over")
    game.play(0, "share")
    heard = [line.text for line in lines(game.log(1, start), 1, Words(rules)) if line.kind == "decision"]
    assert heard == [
        "P1: bury · 1 card → stock, at the bottom",
        "You: turn over · 2 cards → stock, at the bottom",
        "P1: share · pack, at the bottom: 3 cards each from stock",
    ]
    assert [event.data["under"] for event in game.log(1, start) if event.kind == "move"] == ["all"] * 4


SHEET = """\
croupier: 1
game: noting
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state:
  total of player: number
  first_in in round: player or none
  last_in in round: player or none
play:
  begin: [move deck to stock]
  steps:
    round:
      times: 2
      steps: {turn: {by: players, moves: [call]}}
      end: add 1 to total of first_in
moves:
  call:
    do:
      - if first_in is none: set first_in to me
      - set last_in to me
SHOW
result: {score: total}
"""


@pytest.mark.parametrize(
    ("show", "notes"),
    [("", ("first in P1", "last in P2")), ("show: [total, first_in]", ("first in P1",)), ("show: [total]", ())],
)
def test_the_sheet_notes_what_the_log_tells(show: str, notes: tuple[str, ...]) -> None:
    """With `show`, a row of the score sheet has only players whom that names."""
    game, words = started(SHEET.replace("SHOW", show))
    while not game.over:
        game.play(game.to_act[0], "call")
    sheet = scene(game, 0, words).sheet
    assert sheet is not None
    assert [row[2] for row in sheet.rows] == [notes, notes]


def test_the_sheet_begins_with_what_everybody_has_at_the_start() -> None:
    """Else the first round would seem to have brought it; and a player that there always is, is no remark."""
    text = SHEET.replace("SHOW", "").replace("total of player: number", "total of player: number starting 5")
    game, words = started(
        text.replace("last_in in round: player or none", "last_in in round: player starting first of players")
    )
    assert scene(game, 0, words).sheet is None
    while not game.over:
        game.play(game.to_act[0], "call")
    sheet = scene(game, 0, words).sheet
    assert sheet is not None
    assert [(row.title, row.values, row.notes) for row in sheet.rows] == [
        ("at the start", (5, 5), ()),
        ("round 1", (6, 5), ("first in P1",)),
        ("round 2", (7, 5), ("first in P1",)),
    ]


HIDDEN = """\
croupier: 1
game: hidden
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {aim of player: number seen by owner, total of player: number}
play:
  steps:
    round:
      times: 2
      steps: {naming: {by: players at once, moves: [name]}}
      end: {for each of players: add aim to total}
moves: {name: {choose: {n: one of 1..3}, do: set aim to n}}
show: [total]
result: {score: total}
"""


def test_a_simultaneous_choice_is_not_told_again_as_a_value() -> None:
    _, _, log = after(HIDDEN, "name n=2", "name n=3")
    assert log[0] == "You: name 3"
    assert not any(line.startswith("aim") for line in log)


ONCE = """\
croupier: 1
game: once
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
play:
  begin: [move deck to stock]
  steps: {deal: {by: players, BEGIN, steps: {turn: {times: 2, steps: {asking: {by: players, moves: [call]}}}}}}
moves: {call: {}}
result: {score: count of stock}
"""


@pytest.mark.parametrize(
    ("begin", "rounds"),
    [("begin: shuffle stock", [("deal", 1), ("turn", 1)]), ("when: stock is not empty", [("turn", 1)])],
)
def test_a_stage_that_each_performs_once_is_counted_only_if_it_is_a_deal(
    begin: str, rounds: list[tuple[str, int]]
) -> None:
    table, _, _ = after(ONCE.replace("BEGIN", begin))
    assert [(each.title, each.count) for each in table.status.rounds] == rounds
