"""What is typed is only a card: the answer is that of the moves that take it, or that there is no such move at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.base.language import speaking
from croupier.cli.commands import why
from croupier.scene import Words
from tests.printed import GAMES

from .conftest import Run

TRICK = """
croupier: 1
game: trick
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {said of player: number}
play:
  begin: [move deck to stock]
  steps:
    bidding: {by: players, moves: [bid]}
    turn: {by: players, until: hand is empty, moves: [MOVES]}
moves:
  bid: {choose: {tricks: one of 0..3}, do: set said to tricks}
  lead:
    choose: {card: one of hand}
    when: {follow: heap is empty or suit of card is suit of top of heap}
    do: move card to heap
  bury: {choose: {card: one of hand}, when: {late: count of heap > 5}, do: move card to heap}
  pair:
    choose: {card: one of hand, other: one of hand}
    when: {red: suit of card is hearts and suit of other is diamonds}
    do: move card to heap
  fold: {choose: {card: one of hand, other: one of hand}, do: move card to heap}
result: {score: said, best: highest}
text:
  moves.lead: {en: lead, fr: jouer}
  moves.lead.when.follow: {en: suit must be followed, fr: il faut fournir la couleur}
scenarios:
  second:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 6H 7S 8S, hand of Bob: 3S, heap: 2S}
    then: [Ann cannot: lead 6H]
"""


def asked(run: Run, folder: Path, moves: str, *answers: str, lang: str = "en") -> str:
    path = folder / "trick.yaml"
    path.write_text(TRICK.replace("MOVES", moves), encoding="utf-8")
    typed = "\n".join([*answers, "q", ""])
    return run("play", path, "--at", "second", "--lang", lang, input=typed).output


@pytest.mark.parametrize(
    ("lang", "card", "told"),
    [("en", "6H", "Suit must be followed."), ("fr", "6♥", "Il faut fournir la couleur."), ("en", "6♥", "Suit must")],
)
@pytest.mark.parametrize("before", ["why ", ""])
def test_a_card_that_may_not_be_played(run: Run, tmp_path: Path, lang: str, card: str, told: str, before: str) -> None:
    """A card that just one move takes is answered as with the name of the move before it, asked about or played."""
    bare = asked(run, tmp_path, "lead", before + card, lang=lang)
    named = asked(run, tmp_path, "lead", f"{before}lead {card}", lang=lang)
    assert told in bare
    assert "You: " not in bare
    assert bare.replace(f"> {before}{card}", "") == named.replace(f"> {before}lead {card}", "")


def test_a_card_that_lies_elsewhere(run: Run, tmp_path: Path) -> None:
    """A card that is not held is said not to lie there; of the moves that ask for more than it nothing is said."""
    shown = asked(run, tmp_path, "lead, fold", "KD")
    assert "K♦ is not here: hand." in shown
    assert "Fold" not in shown


def test_several_moves_take_it(run: Run, tmp_path: Path) -> None:
    """Each move that would take the card answers under its own name, with its own condition."""
    shown = asked(run, tmp_path, "lead, bury", "why 6H")
    assert "  Lead 6♥:\n    Suit must be followed." in shown
    assert "  Bury 6♥:\n    This must be true:" in shown


def test_what_another_step_asks_for(run: Run, tmp_path: Path) -> None:
    """What only moves of another step take is answered with what it is time for."""
    shown = asked(run, tmp_path, "lead", "why 3")
    assert "you cannot “bid” now; you can “lead”" in shown.lower()


def test_only_what_no_move_ever_takes_is_no_move(run: Run, tmp_path: Path) -> None:
    """A word that no choice of the game can be is no move; such words do no harm."""
    for word in ("zork", "99H", "6H zork", "=", "6H=7"):
        shown = asked(run, tmp_path, "lead", f"why {word}")
        assert "You: " not in shown
        assert "unknown move" in shown, word


@pytest.mark.costly
@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_an_answer_in_every_step(game: str) -> None:
    """In each game, wherever a seat has to choose, no card of the game is called no move if some move takes a card."""
    rules = load(game)
    assert any(choice.type.name == "card" for move in rules.ir.moves for choice in move.choices)
    words = Words(rules)
    game_ = Game(rules, 2)
    steps: set[str] = set()
    cards = [kind.notation for kind in rules.program.kinds]
    with speaking("en"):
        for _ in range(120):
            if game_.over:
                break
            seat = game_.to_act[0]
            step = game_.view(seat).stages[-1][0]
            if step not in steps:
                steps.add(step)
                for card in cards:
                    told = list(_answer(game_, seat, card, words))
                    assert told, (step, card)
                    assert "unknown move" not in told[0], (step, card)
            moves = game_.legal_moves(seat)
            game_.play(seat, moves[len(moves) // 2])
    assert steps


def _answer(game: Game, seat: int, card: str, words: Words) -> list[str]:
    from croupier.base.faults import AmbiguousMove

    try:
        return list(why(game, seat, card, words))
    except AmbiguousMove as error:
        return [f"{error}"]


def test_a_move_that_nothing_makes_possible_says_why(run: Run, tmp_path: Path) -> None:
    """Without a word of what is chosen the answer is the condition that fails, not that a choice is missing:
    the hand has no diamond, and too little lies on the heap."""
    shown = asked(run, tmp_path, "lead, pair, bury", "why pair", "why pair card=6H", "why bury")
    assert "is missing" not in shown
    assert shown.count("This must be true: suit of card is hearts and suit of other is diamonds.") == 2
    assert "number of heap" in shown


def test_what_is_possible_in_several_ways_is_told(run: Run, tmp_path: Path) -> None:
    """`why lead`, where several cards can be led, tells them; where one can, what is not said is filled in."""
    shown = asked(run, tmp_path, "lead, fold", "why lead", "why fold 6H")
    assert "These moves are possible:\n    lead 7♠\n    lead 8♠\n" in shown
    assert "    fold 6♥, 7♠\n" in shown


def test_facts_hold_what_was_chosen_already(run: Run, tmp_path: Path) -> None:
    """Of several cards asked for, those that lie there are among what is told to lie there."""
    path = tmp_path / "several.yaml"
    path.write_text(TRICK.replace("MOVES", "lead, lay"), encoding="utf-8")
    text = path.read_text("utf-8").replace(
        "moves:\n", "moves:\n  lay: {choose: {cards: 2 of hand}, do: move cards to heap}\n"
    )
    path.write_text(text, encoding="utf-8")
    shown = run("play", path, "--at", "second", input="why lay 6H KD\nq\n").output
    assert "K♦ is not here: hand.\n    hand: 6♥, 7♠, 8♠" in shown


def test_one_answer_for_one_move(run: Run) -> None:
    """A move of two choices answers once, all of it asked for; where nothing lies to be taken no move answers."""
    shown = run("play", "drei", "--at", "equal_or_higher", input="why 4\nq\n").output.partition("why 4")[2]
    assert shown.count("is not here") == 1
    assert "hand and face-up row: 5, 6, 8" in shown
    assert "blind row" not in shown.partition("Nearest")[0]


def test_several_where_one_is_chosen(run: Run, tmp_path: Path) -> None:
    """That only one can be chosen is said, and not that all of them together are no such thing."""
    assert "only one of these can be chosen, not 2: 6♥ 7♠" in asked(run, tmp_path, "lead", "lead 6H 7S")
