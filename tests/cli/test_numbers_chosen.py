"""Where numbers are chosen, a number that is typed is what is chosen, and never the number of a line."""

from __future__ import annotations

from pathlib import Path

from croupier import Game, load
from croupier.cli.menu import Menu, menu
from croupier.scene import Words

from .conftest import Run

BIDS = """
croupier: 1
game: bids
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {said of player: number or none, raised of player: number}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 4, moves: [MOVES]}}
moves:
  bid: {choose: {tricks: one of 0..3}, do: set said to tricks}
  lift: {choose: {step: one of 2..4}, do: add step to raised}
  leave: {do: set said to none}
result: {score: raised, best: highest}
"""
ROW = """
croupier: 1
game: places
players: 2
cards: {attributes: {value: 1..6}, copies: 3}
zones:
  stock: pile seen by nobody
  row: row seen by nobody
  hand of player: set seen by owner
  heap: pile seen by everyone
play:
  begin:
    - move deck to stock
    - move top 5 of stock to row
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 8, moves: [MOVES]}}
moves:
  take: {choose: {card: one of row}, do: move card to heap}
  lay: {choose: {value: one of values of value, cards: 2 of hand}, do: move cards to heap}
  rest: {}
result: {score: count of hand, best: lowest}
"""


def sat(run: Run, folder: Path, rules: str, moves: str, *answers: str, lang: str = "en") -> str:
    """What the table shows until the answers are used up."""
    path = folder / "rules.yaml"
    path.write_text(rules.replace("MOVES", moves), encoding="utf-8")
    typed = "\n".join([*answers, "q", ""])
    return run("play", path, "--seed", 1, "--lang", lang, "--seat", "2=random", input=typed).output


def test_a_number_is_what_is_chosen(run: Run, tmp_path: Path) -> None:
    """Numbers to choose among stand without numbers of lines, and the one that is typed is chosen, zero too."""
    shown = sat(run, tmp_path, BIDS, "bid", "2", "0")
    assert "  bid  0  1  2  3\n" in shown
    assert "You: bid 2" in shown
    assert "You: bid 0" in shown


def test_other_moves_of_the_menu_have_letters(run: Run, tmp_path: Path) -> None:
    """Beside numbers to choose, a move has a capital letter, or the small one if that begins nothing else."""
    shown = sat(run, tmp_path, BIDS, "bid, leave", "4", "why a", "a")
    assert "  A  leave\n" in shown
    assert "“4” is not among these: 0 to 3" in shown
    assert "leave is possible" in shown
    assert "You: leave" in shown


def test_a_number_of_two_moves_is_asked_about(run: Run, tmp_path: Path) -> None:
    """A number that two moves may take makes neither: it is asked which, and the name or the letter settles it."""
    shown = sat(run, tmp_path, BIDS, "bid, lift", "3", "lift 3", "1")
    asked = shown.index("Several moves fit:\n\n  A  bid 3\n  B  lift 3\n")
    assert shown.index("You: lift 3") > asked
    assert "You: bid 1" in shown
    assert shown.count("You: ") == 2
    shown = sat(run, tmp_path, BIDS, "bid, lift", "3", "3", "A")
    assert shown.count("Several moves fit:") == 2
    assert "You: bid 3" in shown
    assert shown.count("You: ") == 1


def test_a_long_range_is_shown_by_its_ends(run: Run, tmp_path: Path) -> None:
    """Of many numbers in a row the menu and the answer to a wrong one show the ends; any of them can be typed."""
    rules = BIDS.replace("0..3", "20..180")
    shown = sat(run, tmp_path, rules, "bid, leave", "181", "177", "A")
    assert "  bid  20 to 180\n  A  leave\n" in shown
    assert "“181” is not among these: 20 to 180" in shown
    assert "You: bid 177" in shown
    assert "You: leave" in shown
    assert "  bid  20 à 180\n" in sat(run, tmp_path, rules, "bid, leave", lang="fr")
    gap = rules.replace("one of 20..180", "one of 20..180 where it is not 40")
    assert "  bid … (160 ways)\n" in sat(run, tmp_path, gap, "bid, leave")


def test_arrows_go_to_what_is_shown(tmp_path: Path) -> None:
    """Arrows pass over the numbers inside a range, whose ends are shown."""
    path = tmp_path / "rules.yaml"
    path.write_text(BIDS.replace("0..3", "20..180").replace("MOVES", "bid, leave"), encoding="utf-8")
    rules = load(path)
    moves = [*Game(rules).legal_moves(0)]
    found = menu(moves, Words(rules), lambda moves: Menu((), Words(rules)))
    assert len(found.entries) == 162
    assert [found.keys[at] for at in found.shown] == ["20", "180", "A"]


def test_a_place_is_typed_as_it_stands_in_the_row(run: Run, tmp_path: Path) -> None:
    """`@5` is taken with 5 or @5, also where places before it are empty; `why` reads it so, too."""
    shown = sat(run, tmp_path, ROW, "take", "2", "why 5", "5")
    assert "  take  @1  @2  @3  @4  @5\n" in shown
    assert "  take  @1  @3  @5\n" in shown
    assert "take @5 is possible" in shown
    assert [line.partition(" ·")[0] for line in shown.splitlines() if line[:4] == "You:"] == [
        "You: take @2",
        "You: take @5",
    ]
    assert "You: take @5" in sat(run, tmp_path, ROW, "take", "2", "@5")


def test_a_number_among_others_is_asked_about(run: Run, tmp_path: Path) -> None:
    """Lines of several numbers have letters; a number in several of them makes no move, and they are told."""
    shown = sat(run, tmp_path, ROW, "lay, rest", "1", "B", lang="fr")
    assert "Plusieurs coups conviennent :\n\n  A  lay 1, " in shown
    assert shown.count("Vous : ") == 1


def test_lines_of_cards_keep_their_numbers(run: Run, tiny: Path) -> None:
    """Cards of suits are no numbers: lines have numbers as ever."""
    shown = run("play", tiny, "--seed", 1, input="9\n1\nq\n").output
    assert "there are 3 choices, and no number 9" in shown
    assert shown.count("You: put down") == 1


def test_several_who_share_first_place(run: Run, tmp_path: Path) -> None:
    """Of three winners the first two are parted by a comma, the last by a word."""
    path = tmp_path / "rules.yaml"
    path.write_text(BIDS.replace("MOVES", "leave").replace("players: 2", "players: 3", 1), encoding="utf-8")
    typed = "1\n1\n1\n"
    words = ("--players", 3, "--seed", 1)
    assert "P1 (you), P2 and P3 share first place." in run("play", path, *words, input=typed).output
    assert "P1 (vous), P2 et P3 " in run("play", path, *words, "--lang", "fr", input=typed).output


def test_partners_win_together(run: Run, tmp_path: Path) -> None:
    """Only several sides share first place."""
    path = tmp_path / "rules.yaml"
    rules = BIDS.replace("MOVES", "lift").replace("players: 2", "players: 4\nteams: 2", 1)
    rules = rules.replace("raised of player", "raised of team").replace("score: raised", "score: raised of team")
    path.write_text(rules.replace("step to raised", "step to raised of team"), encoding="utf-8")
    shown = run("play", path, "--seed", 1, input="2\n").output
    assert "P2 and P4 win together." in shown


def test_a_capital_letter_is_a_line_and_a_small_one_may_be_a_command(run: Run) -> None:
    """Letters go on without gaps; `H` is the eighth line, and `h` is what asks for help."""
    shown = run("play", "drei", "--players", 3, "--seed", 5, input="h\nH\nq\n").output
    assert [f" {letter} " in shown for letter in "ABCDEFGHIJ"] == [True] * 10
    assert shown.index("Choose by number") < shown.index("You: lay face up")
    assert shown.count("You: ") == 1


def test_a_small_letter_that_a_command_begins_with_is_no_line(run: Run) -> None:
    """`B` is the second line; `b` may be the beginning of `back`, and makes no move."""
    shown = run("play", "drei", "--players", 3, "--seed", 5, input="b\nB\nq\n").output
    assert shown.index("unknown move b") < shown.index("You: lay face up")
    assert shown.count("You: ") == 1


def test_one_choice_is_told_as_one(run: Run, tmp_path: Path) -> None:
    """Who types a number where there is but one line is told of one choice."""
    game = tmp_path / "bids.yaml"
    game.write_text(BIDS.replace("MOVES", "leave"), encoding="utf-8")
    shown = run("play", game, "--seed", 1, input="2\nq\n").output
    assert "there is only 1 choice, not number 2" in shown
