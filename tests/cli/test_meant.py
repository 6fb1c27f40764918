"""What is typed at the table: it makes a move only if it can mean no other, and stays as it was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import AmbiguousMove, Game, IllegalMove, InvalidMove, Move, load
from croupier.base.language import speaking
from croupier.cli.answers import meant
from croupier.cli.commands import why
from croupier.scene import Words

from .conftest import Run

LAYING = load(Path(__file__).parents[2] / "tests" / "sketches" / "first" / "rami.yaml", 2)
FINISH = load("three-thirteen", 2)
DREI = load("drei", 3)


def laying(hand: str, *table: str, opened: str = "yes") -> Game:
    zones = {"hand of P1": hand.split(), "hand of P2": ["KC"], "discard": ["KD"], "table": list(table)}
    data = {"step": "laying", "turn": "P1", "zones": zones, "state": {"opened of P1": opened}, "rest": "stock"}
    return Game.at(LAYING, data)


def acting(hand: str, pile: str = "9") -> Game:
    """In DREI, P1 to play, with a row and blind cards of its own."""
    zones = {"hand of P1": hand.split(), "row of P1": ["5", "6", "6"], "blind of P1": ["3", "3", "3"]}
    others = {"hand of P2": ["9"], "row of P2": ["12", "12", "11"], "pile": [pile]}
    return Game.at(DREI, {"step": "act", "turn": "P1", "zones": zones | others, "rest": "stock"})


def finish() -> Game:
    zones = {"hand of P1": ["5S", "5H", "5D", "KC"]}
    return Game.at(FINISH, {"step": "finish", "turn": "P1", "zones": zones})


def read(game: Game, text: str, lang: str = "en") -> str | list[str]:
    """The move that is meant, or the moves that are asked about."""
    with speaking(lang):
        try:
            found = meant(game, 0, text, Words(game.rules))
        except AmbiguousMove as error:
            return sorted(error.candidates)
    return str(found) if isinstance(found, Move) else [f"not: {each}" for each in found]


def told(game: Game, text: str, lang: str = "en") -> str:
    with speaking(lang):
        return "\n".join(why(game, 0, text, Words(game.rules)))


def test_what_fits_several_moves_is_asked_about() -> None:
    """A joker that may be laid off in two places, be in a meld or be thrown does none of these before that is said."""
    game = laying("joker 2C 7S 9S", "5D 6D 7D")
    asked = read(game, "joker")
    assert asked == [
        "lay_meld meld=7S joker(8S) 9S",
        "lay_off card=joker spot=4D",
        "lay_off card=joker spot=8D",
        "throw_away card=joker",
    ]
    with pytest.raises(AmbiguousMove):
        game.meant(0, "joker")
    assert read(game, "throw away joker") == read(game, "throw_away joker") == "throw_away card=joker"
    assert read(game, "lay off joker(8d)") == "lay_off card=joker spot=8D"
    assert read(game, "2C") == "throw_away card=2C"


def test_a_part_of_a_meld_is_asked_about_even_if_it_is_of_one_only() -> None:
    """Two cards are not the three that a meld takes, with the name of the move or without."""
    game = laying("7S 8S 9S 2C 4H")
    assert read(game, "lay_meld 7S 8S") == ["lay_meld meld=7S 8S 9S"]
    with pytest.raises(AmbiguousMove) as caught:
        game.play(0, "7S 8S")
    assert caught.value.candidates == ("lay_meld meld=7S 8S 9S",)
    assert read(game, "9S 8S 7S") == "lay_meld meld=7S 8S 9S"


def test_typed_groups_stay_as_they_were_typed() -> None:
    """Two runs are not the one long run of the same cards, however they are ordered."""
    game = laying("7S 8S 9S 10S JS QS 2C", opened="no")
    moves = [str(move) for move in game.legal_moves(0)]
    assert "open melds=7S 8S 9S 10S JS QS" in moves
    two = "open melds=7S 8S 9S + 10S JS QS"
    assert two in moves
    for text in ("open 10S JS QS + 7S 8S 9S", "9S 8S 7S + QS JS 10S", "open melds=7S 8S 9S + 10S JS QS"):
        assert read(game, text) == two
    assert read(game, "open 8S 7S + 9S 10S JS QS") == ["not: open 8S 7S + 9S 10S JS QS"]


def test_the_question_is_answered_with_a_line(run: Run, tiny: Path) -> None:
    """The moves stand below each other, a line of the question makes one, and nothing was made before."""
    output = run("play", tiny, "--seed", 1, input="put\nback\nput\n1\nq\n").output
    assert output.count("Several moves fit:\n\n  1  put down ") == 2
    assert output.count("You: ") == 1


def test_what_can_be_only_one_thing_is_filled_in() -> None:
    """Of the choices of a move those that can be but one thing need not be said, typed, asked about and from Python."""
    game = laying("8D 2C 3H", "5D 6D 7D")
    assert str(game.meant(0, "lay_off 8D")) == str(game.meant(0, "lay_off spot=8D")) == "lay_off card=8D spot=8D"
    assert game.why_not(0, "lay_off 8D") is None
    assert "lay off 8♦ is possible" in told(game, "lay off 8D")
    one = acting("delete 4 8")
    assert read(one, "play delete") == "play value=delete cards=delete"


def test_a_value_that_only_a_joker_brings_is_asked_about() -> None:
    """`12`, of which none is held, does not play the joker as one: that is asked; `play 12` says it."""
    game = acting("8 4 joker")
    assert read(game, "12") == ["play value=12 cards=joker"]
    assert read(game, "play 12") == "play value=12 cards=joker"


def test_how_many_is_asked_about() -> None:
    """One card or several: whatever reads so is asked about; named in full it is what was said."""
    game = acting("8 8 8", "5")
    all_three = [f"play value=8 cards={cards}" for cards in ("8", "8 8", "8 8 8")]
    assert read(game, "8") == read(game, "play 8") == all_three
    assert read(game, "play 8 8") == all_three[:2]
    assert read(game, "play value=8 cards=8 8") == all_three[1]


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "go out"), ("fr", "sortir"), ("fr", "sortir en jetant RC"), ("fr", "go_out")]
)
def test_titles_are_names(lang: str, text: str) -> None:
    """A move is called by its title in the language of the table, or by the beginning of it, as by its name."""
    assert read(finish(), text, lang) == "go_out card=KC"
    assert "possib" in told(finish(), text, lang)


def test_a_title_of_what_is_not_possible() -> None:
    """`why` takes titles, too."""
    assert "Les cartes restantes" in told(finish(), "sortir 5S", "fr")
    assert told(finish(), "sortir 5S", "fr") == told(finish(), "go_out 5S", "fr")


def test_why_explains_what_the_place_of_a_card_suggests() -> None:
    """A card in hand is asked about as one that is played, never as one of those that nobody has seen."""
    game = acting("4 8 8")
    for text in ("4", "play 4", "play 4 4", "play value=4 cards=4"):
        answer = told(game, text)
        assert answer.startswith("What is played is lower than what lies there."), text
        assert "blind" not in answer
        against = game.why_not(0, text)
        assert against is not None
        assert against.reason == "high_enough"
    assert told(game, "12").startswith("12 is not here: hand and face-up row; it is here: face-up row (P2).")
    missing = game.why_not(0, "12")
    assert missing is not None
    assert (missing.reason, missing.path) == ("not_in_domain", "moves.play.choose.cards")
    assert "unknown move 99; the moves are “" in told(game, "99")
    assert told(game, "99").count("”, “") == len(game.rules.ir.moves) - 1  # a title may have a comma in it


def test_from_python_a_card_alone_is_answered_too() -> None:
    """What only a condition forbids is IllegalMove, with that condition, also where no move is named."""
    with pytest.raises(IllegalMove) as caught:
        acting("4 8 8").play(0, "4")
    assert caught.value.why.reason == "high_enough"
    with pytest.raises(InvalidMove, match="unknown move zork"):
        acting("4 8 8").play(0, "zork")


@pytest.mark.parametrize("text", ["pick_up 4", "pick_up 4 4 4"])
def test_a_move_that_takes_nothing_takes_no_card(text: str) -> None:
    """What is said besides a move that asks for nothing is not passed over."""
    game = acting("4 8 8")
    with pytest.raises(InvalidMove, match="takes nothing"):
        game.play(0, text)
    with pytest.raises(InvalidMove, match="takes nothing"):
        game.why_not(0, text)


def test_where_cards_are_numbers_no_line_is_one(run: Run, tmp_path: Path) -> None:
    """A hand without a number leaves `4` what it is, a card: it never is the fourth line."""
    path = tmp_path / "numbers.yaml"
    path.write_text(NUMBERS, encoding="utf-8")
    shown = run("play", path, "--at", "none_held", input="1\n2\nA\nq\n").output
    assert "  lay  A x\n  B  rest\n" in shown
    assert shown.count("You: ") == 1


NUMBERS = """
croupier: 1
game: numbers
players: 2
cards: {attributes: {value: 1/2/x}, copies: 4}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 4, moves: [lay, rest]}}
moves: {lay: {choose: {card: one of hand}, do: move card to heap}, rest: {}}
result: {score: count of hand, best: lowest}
scenarios:
  none_held:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: x, hand of Bob: 1, stock: 1 2}
    then: [Ann can: lay x]
"""


def test_moves_are_told_in_the_order_in_which_they_are_listed() -> None:
    """The cards of runs by their places, not by their letters: what is possible, and what is nearest."""
    game = laying("7S 8S 9S 10S JS QS", opened="no")
    assert "  open 7♠ 8♠ 9♠ 10♠ J♠ Q♠" in told(game, "open 7S 8S 9S").splitlines()


def test_what_a_wild_card_stands_for_may_be_typed_and_so_may_the_order_of_a_run() -> None:
    """An open joker with all that it may be; an ace before the two or after the king. Not what it cannot be."""
    game = laying("8S 8H joker 2C")
    assert read(game, "lay_meld 8S 8H joker(8C/8D)") == "lay_meld meld=8H 8S joker"
    assert "lay_meld meld=8H 8S joker" in read(game, "8S 8H joker")
    assert "joker(8C)" in told(game, "lay_meld 8S 8H joker(8C)").replace("♣", "C")
    run = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    long = laying(f"{run} AS 2C")
    assert read(long, f"lay_meld {run} AS") == f"lay_meld meld={run} AS"
    assert read(long, f"lay_meld AS {run}") == f"lay_meld meld=AS {run}"
    assert len(read(long, "lay_meld 3S 2S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS")) == 2


@pytest.mark.costly
def test_an_end_is_told_once(run: Run, tmp_path: Path) -> None:
    """A card that is laid off as itself at one of two ends is told with the end, not with itself twice."""
    path = tmp_path / "ends.yaml"
    path.write_text(ENDS, encoding="utf-8")
    shown = run("play", path, "--at", "ends", input="AS\nq\n").output.partition("AS")[2]
    assert "lay off A♠ as A♠(low)" in shown
    assert "A♠(A♠" not in shown


ENDS = """
croupier: 1
variant: ends
of: rami
options: {rounds: 3}
scenarios:
  ends:
    seats: Ann Bob
    given:
      at: laying of Ann
      opened of Ann: yes
      table: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS
      hand of Ann: AS 4D
      hand of Bob: 9D
      stock: …
    then: [Ann can: throw_away 4D]
"""
