"""A move reads as what a person types, and what a person types is found again: nothing is lost either way."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import AmbiguousMove, Game, IllegalMove, InvalidMove, Move, load
from croupier.words import meaning
from croupier.words.notation import LONGEST
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import compile_text
from tests.lowering.small import ruled

from .small_games import BENCH, rules

TABLE = rules(BENCH, names=["Ann", "Bob"])
ZONES = {
    "hand of Ann": ["3_red", "7_red", "7_blue", "9_red"],
    "row of Ann": ["7_red", "7_blue"],
    "blind of Ann": ["4_red", "4_red"],
    "hand of Bob": ["5_red"],
    "stock": ["5_blue", "6_red", "6_blue"],
}


def bench() -> Game:
    """Ann's turn, with sevens in two zones and two cards that nobody has seen."""
    return Game.at(TABLE, {"step": "turn", "turn": "Ann", "zones": ZONES})


def test_every_move_is_found_by_its_text() -> None:
    """The text of each legal move, and its choices in any spelling, is that very move again."""
    game = bench()
    for move in game.legal_moves(0):
        assert game.why_not(0, str(move)) is None
        twin = game.copy()
        twin.play(0, str(move))
        straight = game.copy()
        straight.play(0, move)
        assert twin.position() == straight.position()


@pytest.mark.costly
@given(st.integers(0, 10_000), st.integers(0, 30))
@settings(max_examples=40)
def test_texts_lead_where_moves_lead(seed: int, decisions: int) -> None:
    """At any point of any game: a move and its text have the same effect."""
    by_move, by_text = Game(TABLE, seed), Game(TABLE, seed)
    for number in range(decisions):
        if not by_move.to_act:
            break
        (seat,) = by_move.to_act
        moves = by_move.legal_moves(seat)
        move = moves[(seed + 7 * number) % len(moves)]
        by_move.play(seat, move)
        by_text.play(seat, str(move))
    assert by_move.position() == by_text.position()


def test_a_move_to_the_letter_is_compared_with_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records and plays that are played again give moves as they are spelled: what else they may mean is not asked."""
    monkeypatch.setattr(meaning, "fitting", lambda wanted, moves: pytest.fail(f"{wanted} was read"))
    for index in range(len(bench().legal_moves(0))):
        here, there = bench(), bench()
        move = here.legal_moves(0)[index]
        here.play(0, move)
        there.play(0, str(move))
        assert here.position() == there.position()


def test_a_card_that_lies_in_two_zones_names_its_zone() -> None:
    """Where equal cards lie in hand and row the zone is told; elsewhere a card is enough."""
    texts = [str(move) for move in bench().legal_moves(0)]
    assert "lay cards=hand:7_red" in texts
    assert "lay cards=row:7_red" in texts
    assert "lay cards=9_red" in texts
    assert "lay cards=7_red" not in texts


def test_a_bare_card_will_do_only_where_nothing_else_is_meant() -> None:
    """`7_red` may be either zone's; `9_red` is one card."""
    game = bench()
    with pytest.raises(AmbiguousMove) as caught:
        game.play(0, "lay 7_red")
    assert caught.value.candidates == ("lay cards=hand:7_red", "lay cards=row:7_red")
    game.play(0, "lay 9_red")
    assert game.view(1).cards("table") == ("9_red",)


def test_the_zone_decides_which_card_moves() -> None:
    """`row:7_red` leaves the one in hand alone."""
    game = bench()
    game.play(0, "lay row:7_red")
    assert game.view(0).cards("row of Ann") == ("7_blue",)
    assert "7_red" in game.view(0).cards("hand of Ann")


def test_an_unseen_card_is_called_by_its_place() -> None:
    """Equal cards face down are two moves, `@1` and `@2`, and the sign may be left out."""
    game = bench()
    assert [str(move) for move in game.legal_moves(0) if move.name == "flip"] == ["flip card=@1", "flip card=@2"]
    game.play(0, "flip 2")
    assert game.view(1).zones["blind of Ann"].cards == ("?", "")
    assert game.view(1).cards("table") == ("4_red",)


def test_what_lies_face_down_is_not_a_name_for_it() -> None:
    """The card behind a place cannot be asked for, nor probed: one that lies there is refused like any other."""
    answers = []
    for word in ("4_red", "8_red"):
        with pytest.raises((IllegalMove, InvalidMove)) as caught:
            bench().play(0, f"flip card={word}")
        answers.append((type(caught.value), str(caught.value).replace(word, "CARD")))
    assert answers[0] == answers[1]


def test_cards_come_in_any_order() -> None:
    """Several cards are the same choice however they are listed, and blanks do not matter."""
    for text in ("lay cards=row:7_red hand:7_blue", "  lay   hand:7_blue  row:7_red "):
        game = bench()
        game.play(0, text)
        assert sorted(game.view(0).cards("table")) == ["7_blue", "7_red"]


def test_choices_are_named_where_there_are_several() -> None:
    """Two choices in any order, each by name; one of them missing, and many things to choose: that is not complete."""
    game = bench()
    assert game.why_not(0, "ask who=Bob value=7") is None
    why = game.why_not(0, "ask who=Bob")
    assert why is not None
    assert why.reason == "incomplete"


def test_a_choice_alone_names_its_move_where_only_one_fits() -> None:
    """`9_red` alone is the move that lays it."""
    game = bench()
    game.play(0, "9_red")
    assert game.view(0).cards("table") == ("9_red",)


NO_MOVES = {
    "empty": "",
    "blank": "  ",
    "no such move": "hop",
    "no such card": "lay cards=7S",
    "no such choice": "lay card=9_red",
    "two spellings": "lay 9_red cards=9_red",
    "no such seat": "ask who=Zoe value=7",
    "no such value": "ask who=Bob value=x",
    "too long": "lay " + "9_red " * LONGEST,
}


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES)
def test_what_is_no_move_at_all_is_invalid(text: str) -> None:
    """Text that names nothing in the game is InvalidMove, and the game stays as it was."""
    game = bench()
    before = game.position()
    with pytest.raises(InvalidMove):
        game.play(0, text)
    assert game.position() == before


@pytest.mark.parametrize("text", ["lay 3_red", "rest", "lay 9_red 3_red", "lay 7_blue 9_red"])
def test_what_the_rules_forbid_is_illegal(text: str) -> None:
    """A move of the game that may not be made now is IllegalMove, with its reason; the game stays as it was."""
    game = bench()
    before = game.position()
    with pytest.raises(IllegalMove) as caught:
        game.play(0, text)
    assert caught.value.why.reason in str(vars(caught.value)) or str(caught.value.why)
    assert game.position() == before


@pytest.mark.costly
@given(st.text(max_size=40))
@settings(max_examples=150)
def test_no_text_breaks_the_game(text: str) -> None:
    """Whatever is typed is a move, or one of the three things that can be wrong with one."""
    game = bench()
    try:
        game.play(0, text)
    except (AmbiguousMove, IllegalMove, InvalidMove):
        assert game.decisions == 0
    else:
        assert game.decisions == 1


def test_a_move_is_data() -> None:
    """Moves are equal if they read the same, and what was chosen can be asked for."""
    move = Move("ask", (("value", "7"), ("who", "Bob")))
    assert move == Move("ask", (("value", "7"), ("who", "Bob")))
    assert str(move) == "ask value=7 who=Bob"
    assert move.value("who") == "Bob"
    assert move.to_json() == {"move": "ask value=7 who=Bob", "name": "ask", "choices": {"value": "7", "who": "Bob"}}
    with pytest.raises(KeyError):
        move.value("card")


LAYING = load(Path(__file__).parents[2] / "tests" / "sketches" / "first" / "rami.yaml", 2, names=["Ann", "Bob"])


def laying(hand: str, table: tuple[str, ...] = ()) -> Game:
    """Ann has laid before and may lay melds, lay off and swap jokers."""
    zones = {"hand of Ann": hand.split(), "hand of Bob": ["KC"], "discard": ["KC"], "table": list(table)}
    data = {"step": "laying", "turn": "Ann", "zones": zones, "state": {"opened of Ann": "yes"}, "rest": "stock"}
    return Game.at(LAYING, data)


def test_what_a_joker_stands_for_may_be_left_out() -> None:
    """A bare joker means any role; where several would do, they are told."""
    game = laying("8S 9S joker 2C")
    assert str(game.meant(0, "lay_meld 8S joker(10S) 9S")) == "lay_meld meld=8S 9S joker(10S)"
    with pytest.raises(AmbiguousMove) as told:
        game.meant(0, "lay_meld 8S 9S joker")
    assert told.value.candidates == ("lay_meld meld=joker(7S) 8S 9S", "lay_meld meld=8S 9S joker(10S)")
    assert str(laying("8S 10S joker 2C").meant(0, "8S joker 10S")) == "lay_meld meld=8S joker(9S) 10S"


def test_which_of_two_melds_may_be_left_out_where_one_is_meant() -> None:
    """The number of a meld on the table tells spots apart that read the same; alone it need not be given."""
    twice = laying("8D 2C", ("5D 6D 7D", "5D 6D 7D"))
    assert [str(move) for move in twice.legal_moves(0) if move.name == "lay_off"] == [
        "lay_off card=8D spot=8D@1",
        "lay_off card=8D spot=8D@2",
    ]
    with pytest.raises(AmbiguousMove):
        twice.meant(0, "lay_off card=8D spot=8D")
    assert str(laying("8D 2C", ("5D 6D 7D",)).meant(0, "lay_off card=8D spot=8D")) == "lay_off card=8D spot=8D"


GRID = """
croupier: 1
game: grid
players: 2
cards: {attributes: {value: 1..6}, copies: 6}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  grid of player: row seen by everyone
  field of player: set seen by everyone
  hand of player: set seen by owner
state:
  score of player: number
  tapped of card in field: no/yes
  owed of card in hand: no/yes
  level of card: number
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 20, moves: [exchange, pair, tap, raise, owe, throw, show, dig, pass]}}
moves:
  pass: {}
  exchange: {choose: {card: one of grid}, do: [move card to gone, move top of stock to grid]}
  pair: {choose: {cards: 2 of grid}, do: move cards to gone}
  tap: {choose: {card: one of field}, do: set tapped of card to yes}
  raise: {choose: {card: one of field}, do: add 1 to level of card}
  owe: {choose: {card: one of hand}, do: set owed of card to yes}
  throw: {choose: {card: one of hand}, do: move card to gone}
  show: {choose: {card: one of hand}, do: reveal card}
  dig: {choose: {card: one of gone}, do: move card to field}
result: {score: score, best: highest}
"""


def grid(**zones: str) -> Game:
    lying = {name.replace("_", " of "): cards.split() for name, cards in zones.items()}
    return Game.at(rules(GRID, 2, names=["Ann", "Bob"]), {"turn": "Ann", "step": "turn", "zones": lying})


def offered(game: Game, name: str) -> list[str]:
    return [str(move) for move in game.legal_moves(game.to_act[0]) if move.name == name]


def test_copies_at_different_places_of_a_row_are_different_choices() -> None:
    """Which of two fives in a grid is exchanged is for the player to say; a card alone of its kind needs no place."""
    game = grid(grid_Ann="5 2 5", stock="1 1 1")
    assert offered(game, "exchange") == ["exchange card=2", "exchange card=5@1", "exchange card=5@3"]
    with pytest.raises(AmbiguousMove, match="5@1; exchange card=5@3"):
        game.play(0, "exchange 5")
    why = game.why_not(0, "exchange 5")
    assert why is not None
    assert "5@1, 5@3" in why.message
    game.play(0, "exchange 5@3")
    assert game.view(0).zones["grid of Ann"].cards == ("5", "2", "", "1")


def test_several_cards_of_a_row_are_told_apart_one_by_one() -> None:
    """Each of several cards has its place; what has one meaning may be written without it."""
    game = grid(grid_Ann="5 2 5 5")
    assert offered(game, "pair") == [
        "pair cards=2 5@1", "pair cards=2 5@3", "pair cards=2 5@4",
        "pair cards=5@1 5@3", "pair cards=5@1 5@4", "pair cards=5@3 5@4",
    ]  # fmt: skip
    with pytest.raises(AmbiguousMove):
        game.play(0, "pair 5@1 5")
    game.play(0, "pair 5@4 2")
    assert game.view(0).zones["grid of Ann"].cards == ("5", "", "5", "")
    game.play(1, "pass")
    assert offered(game, "pair") == ["pair cards=5@1 5@3"]
    game.play(0, "pair 5 5")


def test_copies_in_an_open_pile_are_told_apart_by_their_places() -> None:
    """Where in a pile a card lies is seen by all who see the pile."""
    game = grid(gone="4 1 4 4")
    assert offered(game, "dig") == ["dig card=1", "dig card=4@1", "dig card=4@3", "dig card=4@4"]
    game.play(0, "dig 4@3")
    assert game.view(0).zones["gone"].cards == ("4", "1", "4")


def test_what_everybody_sees_on_a_card_tells_it_apart() -> None:
    """State of cards that all see makes two candidates of two copies in an open set."""
    game = grid(field_Ann="3 3 3")
    assert offered(game, "tap") == ["tap card=3"]
    game.play(0, "tap 3")
    game.play(1, "pass")
    assert offered(game, "raise") == ["raise card=3(not_tapped)", "raise card=3(tapped)"]
    game.play(0, "raise 3(tapped)")
    game.play(1, "pass")
    assert offered(game, "tap") == ["tap card=3(not_tapped/0)", "tap card=3(tapped/1)"]


def test_what_is_turned_up_in_a_hand_is_told_from_what_is_not() -> None:
    """A card of a hand that all have seen is another than its copy that they have not."""
    game = grid(hand_Ann="6 6 6")
    assert offered(game, "throw") == ["throw card=6"]
    game.play(0, "show 6")
    game.play(1, "pass")
    assert offered(game, "throw") == ["throw card=6(not_revealed)", "throw card=6(revealed)"]
    game.play(0, "throw 6(revealed)")
    game.play(1, "pass")
    assert offered(game, "throw") == ["throw card=6"]


def test_what_is_noted_in_a_hand_is_noted_on_the_kind() -> None:
    """Copies in a hand are interchangeable: who owes a six pays with any six."""
    game = grid(hand_Ann="6 6")
    game.play(0, "owe 6")
    game.play(1, "pass")
    assert offered(game, "throw") == ["throw card=6"]
    game.play(0, "throw 6")
    assert not any(game._state.card_variables[game._state.program.card_variables["owed"]])


def test_an_open_card_may_be_called_by_its_place_alone() -> None:
    """What nothing stands against is played: a card of a row by its place."""
    game = grid(grid_Ann="5 2 5", stock="1")
    assert game.why_not(0, "exchange @3") is None
    game.play(0, "exchange @3")
    assert game.view(0).zones["grid of Ann"].cards == ("5", "2", "", "1")


NUMBERS = """
croupier: 1
game: numbers
players: 2
cards: {attributes: {value: 1..9/K}, copies: 4, wild: value is 2}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  table: melds seen by everyone
combos: {set: {same: value, size: 3..4, wilds: 0..1}, run: {sequence: 3..9, size: 3.., wilds: 0..1}, either: set/run}
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 4, moves: [lay]}}
moves: {lay: {choose: {meld: one of either of hand}, do: move meld to table}}
result: {score: count of hand, best: lowest}
"""


@pytest.mark.parametrize("text", ["lay K K 2(K)", "lay meld=2(K) K K", "lay K 2 K", "K K 2(K)", "K 2(K)  K"])
def test_a_wild_card_that_is_named_by_a_number_is_written_with_what_it_stands_for(text: str) -> None:
    """Also in a set, where a move is listed without that, though the wild card can stand for one kind only."""
    hand = {"hand of Ann": ["K", "K", "2", "5", "6", "7"]}
    game = Game.at(rules(NUMBERS, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": hand})
    assert "lay meld=2 K K" in [str(move) for move in game.legal_moves(0)]
    assert game.why_not(0, text) is None
    game.play(0, text)
    assert game.view(1).zones["table"].melds == ("2 K K",)


@pytest.mark.parametrize("text", ["lay K K 2(5)", "lay 5 6 2(9)", "lay 5 6 2(K)"])
def test_a_wild_card_stands_for_nothing_that_it_cannot_replace(text: str) -> None:
    hand = {"hand of Ann": ["K", "K", "2", "5", "6", "7"]}
    game = Game.at(rules(NUMBERS, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": hand})
    with pytest.raises(IllegalMove, match="is not among these"):
        game.play(0, text)


COLUMNS = rules(
    """
croupier: 1
game: columns
players: 2
cards: {attributes: {value: 3..9, colour: red/blue}, copies: 2}
zones:
  stock: pile seen by nobody
  col_a: row seen by nobody
  col_b: row seen by everyone
  grid of player: row seen by nobody
  hand of player: set seen by owner
play:
  begin:
    - move deck to stock
    - for each of (1..3): [move top of stock to col_a, move top of stock to col_b]
    - for each of players: move top 3 of stock to grid
  steps: {turn: {by: players, times: 12, moves: [take, see, mine, any]}}
moves:
  take: {choose: {card: one of col_a}, do: move card to hand}
  see: {choose: {card: one of col_b}, do: move card to hand}
  mine: {choose: {card: one of grid}, do: move card to hand}
  any: {choose: {card: one of (col_a with grid of players)}, do: move card to hand}
result: {score: count of hand, best: highest}
""",
    names=["Ann", "Bob"],
)


@pytest.mark.parametrize(
    ("typed", "bare"),
    [
        ("take col_a:@2", "take @2"),
        ("take card=col_a:@2", "take @2"),
        ("see col_b:@2", "see @2"),
        ("mine grid:@1", "mine @1"),
        ("mine grid_Ann:@1", "mine @1"),
    ],
)
def test_a_place_may_be_told_with_its_zone(typed: str, bare: str) -> None:
    """Where `@2` would do, so does `col_a:@2`: in a move, a reason, and what a text fits at the terminal."""
    game = Game(COLUMNS, 3)
    assert game.meant(0, typed) == game.meant(0, bare)
    assert game.why_not(0, typed) is None
    assert game.fitting(0, typed) == game.fitting(0, bare)
    game.play(0, typed)


@pytest.mark.parametrize("typed", ["take col_b:@2", "mine grid_Bob:@1", "take nowhere:@2", "see col_a:@2"])
def test_the_zone_that_is_told_has_to_be_the_one(typed: str) -> None:
    """A place in a zone that the move does not take from is no such card."""
    with pytest.raises(IllegalMove) as caught:
        Game(COLUMNS, 3).play(0, typed)
    assert caught.value.why.reason == "not_in_domain"


def test_a_zone_that_several_have_is_asked_about() -> None:
    """Whose grid is meant nobody says, so both are told."""
    with pytest.raises(AmbiguousMove) as caught:
        Game(COLUMNS, 3).play(0, "any grid:@1")
    assert caught.value.candidates == ("any card=grid_Ann:@1", "any card=grid_Bob:@1")


MIXED = """\
croupier: 1
game: back
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, up: pile seen by everyone}
state: {said of player: number, wanted of player: suit or none}
play:
  begin: [move deck to stock, {for each of players: move top 3 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [take_back, swap, several]}}
moves:
  take_back:
    choose: {suit: one of values of suit, n: one of 1..4}
    do: [add n to said, set wanted to suit]
  swap:
    choose: {a: one of hand, b: one of 1..3, c: one of values of suit}
    do: [add b to said, move a to up, set wanted to c]
  several: {choose: {lot: 1..2 of hand, n: one of 1..4}, do: [move lot to up, add n to said]}
result: {score: said}
scenarios:
  mixed:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7S 8S 9S, hand of Bob: 8D}
    then:
      - Ann: take_back hearts n=2
      - now: {said of Ann: 2, wanted of Ann: hearts}
      - Bob: swap 8D clubs b=3
      - now: {said of Bob: 3, wanted of Bob: clubs, up: 8D}
      - Ann: several 9S 7S n=1
      - now: {said of Ann: 3, hand of Ann: 8S}
      - Bob cannot: take_back hearts n=5 because not_in_domain
      - Bob: take_back 3 suit=clubs
      - now: {said of Bob: 6}
"""


def mixed() -> Game:
    rules = ruled(MIXED, 2)
    hands = {"hand of P1": ["7S", "8S", "9S"], "hand of P2": ["8D"]}
    return Game.at(rules, {"step": "turn", "turn": "P1", "zones": hands})


def test_words_before_the_first_name_are_for_the_other_choices() -> None:
    """In scenarios too; several words are spread over several choices as those of a move without names."""
    (result,) = run_scenarios(compile_text(MIXED))
    assert not result.failure


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take_back hearts n=1", "take_back suit=hearts n=1"),
        ("take_back 2 suit=clubs", "take_back suit=clubs n=2"),
        ("hearts n=1", "take_back suit=hearts n=1"),
        ("swap 8S clubs b=3", "swap a=8S b=3 c=clubs"),
        ("swap clubs 8S b=3", "swap a=8S b=3 c=clubs"),
        ("swap 3 a=8S c=clubs", "swap a=8S b=3 c=clubs"),
        ("several 7S 9S n=4", "several lot=7S 9S n=4"),
    ],
)
def test_bare_and_named_choices_mixed(text: str, move: str) -> None:
    """The text means the move in full."""
    game = mixed()
    assert str(game.meant(0, text)) == move
    assert game.why_not(0, text) is None


def test_mixed_words_that_may_be_several_moves() -> None:
    """They are asked about with the moves in full; words for no choice are refused with the form that is meant."""
    game = mixed()
    with pytest.raises(AmbiguousMove, match="swap a=8S b=1 c=clubs"):
        game.meant(0, "swap 8S c=clubs")
    with pytest.raises(InvalidMove, match="take_back suit=… n=…"):
        game.meant(0, "take_back 7S suit=hearts n=1")
    with pytest.raises(InvalidMove, match="not m"):
        game.meant(0, "take_back hearts m=1")
    why = game.why_not(0, "take_back hearts n=7")
    assert why is not None


def test_a_move_in_its_middle_names_only_some() -> None:
    """Also where a position has come to a choice that is still open."""
    asked = "move a to up, choose: {back: one of hand}, move back to up, set"
    text = MIXED.partition("scenarios:")[0].replace("move a to up, set", asked)
    given = "at: turn of Ann, hand of Ann: 8S 9S, up: 7S, Ann: swap 2 a=7S c=clubs back=…"
    step = f"{{seats: Ann Bob, given: {{{given}}}, then: [Ann: swap 8S, now: {{wanted of Ann: clubs, up: 7S 8S}}]}}"
    (result,) = run_scenarios(compile_text(f"{text}scenarios: {{middle: {step}}}\n"))
    assert not result.failure
