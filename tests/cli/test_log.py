"""What the table tells of a trick: the cards as they were played, and whose zone they come to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier import Game, Rules, load
from croupier.base.language import speaking
from croupier.cli.story import told
from croupier.cli.table import shown
from croupier.compile.binding import bind
from croupier.scene import Words, scene
from croupier.workbench.scenarios import start

from .conftest import Run

TRICK = """
croupier: 1
game: trick
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  middle: pile seen by everyone
  heap of player: pile seen by nobody
  shown of player: pile seen by everyone
play:
  begin: [move deck to stock]
  steps:
    trick:
      until: some of players where hand is empty
      steps: {turn: {by: players, moves: [lay]}}
      end:
        - move middle to heap of owner of (highest by rank of middle)
        - for each of players: move top 1 of stock to shown
moves:
  lay: {choose: {card: one of hand}, do: [move card to middle, move top 1 of stock to hand]}
result: {score: count of heap, best: highest}
scenarios:
  first:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 9H 3S, hand of Bob: 5C, stock: 2C 3C 4C 5D 6D 7D}
    then: [Ann can: lay 9H]
"""


def test_a_trick_is_told_as_it_was_played_and_goes_to_its_owner(run: Run, tmp_path: Path) -> None:
    """Cards of an open pile are told in their order; the zone they come to says whose it is, the mover's own too.

    Only the hidden cards of who moves, such as a hand, go without saying.
    """
    path = tmp_path / "trick.yaml"
    path.write_text(TRICK, encoding="utf-8")
    shown = run("play", path, "--at", "first", input="9H\nq\n").output
    assert "9♥ 5♣ → heap (Ann)" in " ".join(shown.split())
    assert "You: lay · 9♥ → middle · 7♦ → hand\n" in shown
    assert "── trick 2 ──" in shown
    assert "── trick, trick 2 ── Ann: turn" in shown


def test_a_seat_is_told_an_order_only_of_an_open_pile(tmp_path: Path) -> None:
    """The event has the order of the trick for everyone; what comes from a hidden pile only who gets it is told."""
    path = tmp_path / "trick.yaml"
    path.write_text(TRICK, encoding="utf-8")
    rules = load(path, names=["Ann", "Bob"])
    game = start(rules, rules.ir.scenarios[0])
    game.play(0, "lay 9H")
    game.play(1, "lay 5C")
    for seat in (0, 1):
        tricks = [e.data["cards"] for e in game.log(seat) if e.kind == "move" and e.data["from"] == "middle"]
        assert tricks == [["9H", "5C"]]
        drawn = [e.data["cards"] for e in game.log(seat) if e.kind == "move" and e.data["to"] == "hand of Ann"]
        assert drawn == ([["7D"]] if seat == 0 else [[]])


def test_a_team_is_told_with_its_players(run: Run, tmp_path: Path) -> None:
    """On the table a team stands with who belongs to it; where everyone plays alone there are no teams to tell."""
    rules = TRICK.replace("players: 2", "players: 2/4\nteams: 2").replace("heap of player", "heap of team")
    rules = rules.replace("heap of owner of", "heap of team of owner of").replace("count of heap", "count of hand")
    rules = rules.replace(
        "[move deck to stock]", "[move deck to stock, {for each of players: move top 2 of stock to hand}]"
    )
    path = tmp_path / "trick.yaml"
    path.write_text(rules, encoding="utf-8")
    four = run("play", path, "--players", 4, "--seed", 1, input="q\n").output
    assert "  T1 (P1, P3): " in four
    assert "  T2 (P2, P4): " in four
    assert "(P1" not in run("play", path, "--players", 2, "--seed", 1, input="q\n").output


def line(name: str, seats: int, position: dict[str, object], *moves: str, seat: int = 0, language: str = "en") -> str:
    """What one seat is told of moves of P1, in a line."""
    rules = load(name, seats)
    game = Game.at(rules, position)
    for move in moves:
        game.play(0, move)
    with speaking(language):
        return " / ".join(told(game.log(seat), seat, Words(rules)))


LAYING = {
    "step": "laying", "turn": "P1", "rest": "stock", "state": {"opened of P1": "yes"},
    "zones": {
        "hand of P1": ["joker", "7H", "5H", "4C", "2C"], "hand of P2": ["KC"], "discard": ["KD"],
        "table": ["8S 9S 10S"],
    },
}  # fmt: skip
SHOWING = {
    "step": "revealing", "turn": "P1",
    "zones": {"hand of P1": ["8", "9", "12"], "hand of P2": ["12", "12", "3"], "hand of P3": ["1", "1", "3"],
              "centre": ["2", "5"]},
}  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_joker_stands_for_is_told(seat: int) -> None:
    """In a meld and laid off on one, to everybody: which card is added, and what the joker stands for."""
    melded = line("rami", 2, LAYING, "lay_meld 5H joker(6H) 7H", seat=seat)
    assert "lay · 5♥ joker(6♥) 7♥ as run → middle of the table" in melded
    added = line("rami", 2, LAYING, "lay_off joker(7S)", seat=seat)
    assert "lay off · joker → middle of the table: joker(7♠) 8♠ 9♠ 10♠ as run" in added


def test_of_whom_is_told_even_where_the_name_stands_elsewhere() -> None:
    """A choice that is no card is always told: whose card was shown, though a zone of that player is named, too."""
    told = line("trio", 3, SHOWING, "reveal_highest P2", "reveal_highest P2", "reveal_highest P1")
    assert "You: reveal the highest card of P1 · 12 12 12 as trio → trios won (P1)" in told


def test_the_place_of_a_card_that_somebody_turns_up_is_told() -> None:
    """Others hear which card of a row it was; who chose the place has said so."""
    assert "P1: turn up · turned up 5 (@2)" in line("trio", 3, SHOWING, "flip @2", seat=1)
    assert "You: turn up @2 · turned up 5" in line("trio", 3, SHOWING, "flip @2")


def test_a_value_is_told_beside_cards() -> None:
    """What cards are played as is told, unless all of them are just that."""
    zones = {"hand of P1": ["8", "joker", "4"], "hand of P2": ["9"], "pile": ["5"], "row of P1": [], "blind of P1": []}
    position = {"step": "act", "turn": "P1", "zones": zones, "rest": "stock"}
    assert "P1: play as 8 · 8 JOKER → pile" in line("drei", 3, position, "play value=8 cards=8 joker", seat=1)
    for seat in (0, 1):
        assert ": play · 8 → pile" in line("drei", 3, position, "play value=8 cards=8", seat=seat)


def test_state_that_only_other_options_ask_for_is_not_told() -> None:
    """Who was on turn last is asked for where one may stop after DELETE, and nowhere else."""
    zones = {"hand of P1": ["8", "4"], "hand of P2": ["9"], "pile": ["5"], "row of P1": [], "blind of P1": []}
    position = {"step": "act", "turn": "P1", "zones": zones, "rest": "stock"}
    for options, said in (({}, False), ({"delete_replay": "may"}, True)):
        rules = load("drei", 3, options=options)
        for named, heard in ((rules.ir.shown, False), ((), said)):  # nor if `show` does not name it
            game = Game.at(Rules(bind(replace(rules.ir, shown=named), 3, options)), position)
            game.play(0, "play value=8 cards=8")
            assert any("player last on turn" in each for each in told(game.log(0), 0, Words(game.rules))) is heard


AGAIN = """
croupier: 1
game: again
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, gone: pile seen by everyone}
state: {open: no/yes, latest: player or none}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 3, moves: [turn_up]}}
moves:
  turn_up: {do: [move top of stock to gone, set open to yes, set latest to me]}
result: {score: 1, best: highest}
"""


def test_what_is_so_already_is_not_told_again(tmp_path: Path) -> None:
    """A value that is given once more is marked in the event; that something is so is told when it comes to be so."""
    path = tmp_path / "again.yaml"
    path.write_text(AGAIN, encoding="utf-8")
    game = Game(load(path, 2), 1)
    for seat in (0, 1, 0):
        game.play(seat, "turn_up")
    heard = [*told(game.log(0), 0, Words(game.rules))]
    assert heard.count("  open") == 1
    assert [each for each in heard if "latest" in each] == ["  latest: P1", "  latest: P2", "  latest: P1"]
    marked = [event.data.get("as_before", False) for event in game.log(0) if event.data.get("variable") == "open"]
    assert marked == [False, True, True]


def test_what_all_did_at_once_is_nobodys() -> None:
    """Of a decision that all make at once one's own is told; what all of them bring about follows, with whose it is."""
    rules = load("drei", 3)
    game = Game(rules, 3)
    for seat in reversed(range(3)):
        game.play(seat, game.legal_moves(seat)[7])
    for seat in range(3):
        with speaking("en"):
            lines = list(told(game.log(seat), seat, Words(rules)))
        at = next(number for number, each in enumerate(lines) if each.startswith("You: lay face up"))
        assert "→" not in lines[at]
        after = [each for each in lines[at + 1 :] if "→" in each]
        assert after
        assert all(each.startswith("  ") for each in after)
        assert {"(P2)", "(P3)"} == {each[-4:] for each in after}


def test_cards_in_state_are_told_in_words() -> None:
    """A card that state is about is named as on the screen, with where it lies, in the language of the table."""
    rules = load("rami", 2)
    position = {"step": "draw", "turn": "P1", "rest": "stock", "state": {"opened of P1": "yes"},
                "zones": {"hand of P1": ["10C", "QC", "2C"], "hand of P2": ["KC"], "discard": ["JC"]}}  # fmt: skip
    game = Game.at(rules, position)
    game.play(0, "draw_discard")
    with speaking("fr"):
        words = " ".join(shown(scene(game, 0, words := Words(rules), path=None), words))
    assert "doit être posé à ce tour V♣ (main, P1)" in words


GRID = """
croupier: 1
game: grid
players: 2
cards: {attributes: {value: 1..4}, copies: 6}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  grid of player: row seen by everyone
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 4, moves: [exchange, give]}}
moves:
  exchange: {choose: {card: one of grid}, do: [move card to heap, move top of stock to grid]}
  give: {choose: {cards: 2 of grid}, do: move cards to heap}
result: {score: count of grid, best: lowest}
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("exchange 1@4", "You: exchange 1@4 · 1 → heap · 3 → grid (P1)"),
        ("exchange 2", "You: exchange · 2 → heap · 3 → grid (P1)"),
        ("give 1@1 2", "You: give 1@1 2 · 1 2 → heap"),
    ],
)
def test_which_of_several_that_read_alike_was_chosen_is_told(tmp_path: Path, move: str, told: str) -> None:
    """What moved names a card, but not which of those in a row it was."""
    path = tmp_path / "grid.yaml"
    path.write_text(GRID, encoding="utf-8")
    zones = {"grid of P1": ["1", "1", "2", "1"], "grid of P2": ["4", "4"], "stock": ["3"]}
    assert line(str(path), 2, {"step": "turn", "turn": "P1", "zones": zones}, move) == told


LOOKOUT = Path(__file__).parents[1] / "sketches" / "lookout.yaml"
SPYING = {
    "step": "use", "turn": "P1", "counts": {"round": 1}, "rest": "stock",
    "zones": {"drawn of P1": ["8"], "row of P1": ["1", "2", "3", "4"], "row of P2": ["5", "6", "7", "8"],
              "row of P3": ["0", "0", "9", "9"]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "seat", "wanted"),
    [
        ("en", 0, "row (P2): 6 (@2) shown to P1"),
        ("en", 1, "row (P2): @2 shown to P1"),
        ("fr", 2, "row (P2) : on montre @2 à P1"),
    ],
)
def test_cards_that_some_are_shown_are_told(language: str, seat: int, wanted: str) -> None:
    """To these which they are, to the others at which places they lie."""
    assert wanted in line(str(LOOKOUT), 3, SPYING, "spy P2 row_P2:@2", seat=seat, language=language)
