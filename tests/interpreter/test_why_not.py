"""The answer to "why not" in detail: the nearest legal move, everything that fails, and the words for it."""

from __future__ import annotations

import pytest

from croupier import Game, IllegalMove, InvalidMove, Move, WhyNot, load
from croupier.base.language import speaking
from croupier.words.nearest import nearest
from croupier.words.notation import Wanted
from croupier.words.phrases import choice_words, phrase, value_words
from croupier_dsl import ir

from .small_games import BENCH, rules
from .test_notation import TABLE, ZONES, bench


def ask(text: str, game: Game | None = None) -> WhyNot:
    why = (game or bench()).why_not(0, text)
    assert why is not None
    return why


def at(text: str, zones: dict[str, list[str]] = ZONES) -> Game:
    """The bench, as its text was changed."""
    return Game.at(rules(text, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": zones})


# ---------------------------------------------------------------- the nearest legal move

OFFERED = (
    Move("lay", (("cards", "7S 7H"),)), Move("lay", (("cards", "7S 7H 7D"),)),
    Move("ask", (("value", "3"), ("who", "Bob"))),
    Move("ask", (("value", "9"), ("who", "Bob"))), Move("ask", (("value", "9"), ("who", "Cleo"))),
    Move("take", (("card", "row:9S"),)), Move("pass"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "choices", "near"),
    [
        ("lay", {"cards": "7S 7H 8S"}, "lay cards=7S 7H"),  # one card too many, and one changed: fewer things differ
        ("lay", {"cards": "7S 7D"}, "lay cards=7S 7H 7D"),
        ("lay", {"": "7S 7H"}, "lay cards=7S 7H"),
        ("ask", {"value": "4", "who": "Bob"}, "ask value=3 who=Bob"),  # 3 is closer to 4 than 9
        ("ask", {"value": "8", "who": "Bob"}, "ask value=9 who=Bob"),
        (
            "ask",
            {"value": "3", "who": "Cleo"},
            "ask value=3 who=Bob",
        ),  # one choice differs either way: the number stays
        ("ask", {"value": "9"}, "ask value=9 who=Bob"),  # what is not said may be anything: the first
        ("throw", {"card": "9S"}, "take card=row:9S"),  # another move with the same card, wherever it lies
        ("throw", {"card": "2C"}, "take card=row:9S"),  # none has it: the fewest cards changed, then the first
        ("throw", {}, "lay cards=7S 7H"),
    ],
)
def test_the_nearest_move(name: str, choices: dict[str, str], near: str) -> None:
    """Same name first; then choices, then things, then numbers; of equals the first."""
    found = nearest(Wanted(name, tuple(choices.items())), OFFERED)
    assert str(found) == near


def test_of_no_moves_none_is_nearest() -> None:
    """Where nothing is legal there is no nearest move: after the end, and for who is not in turn."""
    assert nearest(Wanted("lay", ()), ()) is None
    over = Game.at(TABLE, {"over": True, "finished": True, "zones": ZONES})
    assert ask("draw", over).nearest is None
    waiting = bench().why_not(1, "draw")
    assert waiting is not None
    assert waiting.nearest is None


def test_only_so_many_moves_are_looked_at() -> None:
    """The work is bounded: the endless list is left after the first ten thousand."""
    seen = 0

    def endless() -> object:
        nonlocal seen
        while True:
            seen += 1
            yield Move("lay", (("cards", "8S"),))

    assert nearest(Wanted("lay", (("cards", "7S"),)), endless()) == Move("lay", (("cards", "8S"),))  # type: ignore[arg-type]  # a generator
    assert seen == 10_000


def test_the_nearest_move_is_in_every_answer() -> None:
    """In the object, in its text, in JSON, and in what `IllegalMove` says; and it can be played."""
    why = ask("lay 3_red")
    assert why.nearest == "lay cards=hand:7_red"
    assert why.to_json()["nearest"] == why.nearest
    assert why.nearest in str(why)
    game = bench()
    with pytest.raises(IllegalMove, match="closest legal move: lay cards=hand:7_red"):
        game.play(0, "lay 3_red")
    game.play(0, why.nearest)
    with speaking("fr"):
        assert "coup légal le plus proche" in str(ask("lay 3_red"))


def test_an_answer_in_the_middle_of_a_move_is_near_to_an_answer() -> None:
    """While a move asks, its answers are what is legal."""
    game = bench()
    game.play(0, "draw")
    assert ask("draw back=5_red", game).nearest == "draw back=3_red"
    assert str(ask("flip @1", game).nearest).startswith("draw back=")


# ---------------------------------------------------------------- everything that fails


def test_all_that_fails_is_named_the_first_first() -> None:
    """Conditions in the order in which they are tested, gates before choices, each with its path and words."""
    sentence = "big_enough: lowest of value of cards > 3"
    text = BENCH.replace(sentence, f"{sentence}\n      loud: tone is loud\n      few: count of row < 2")
    why = ask("lay 3_red 9_red", at(text))
    assert (why.reason, [other.reason for other in why.others]) == ("loud", ["few", "same_value", "big_enough"])
    assert why.others[0].path == "moves.lay.when.few"
    assert why.others[1].message.startswith("this must be true:")
    json = why.to_json()["others"]
    assert isinstance(json, list)
    assert json[0] == {"reason": "few", "path": "moves.lay.when.few", "message": why.others[0].message}


def test_too_many_that_are_also_wrong() -> None:
    """The number of things and what they are is told together."""
    why = ask("lay 7_red 7_blue 9_red")
    assert why.reason == "how_many"
    assert [other.reason for other in why.others] == ["same_value"]


def test_a_shut_gate_alone_says_nothing_of_choices_that_were_not_made() -> None:
    """Who asks for a bare move hears of the move, not of choices; nonsense behind a shut gate is passed over."""
    loud = at(BENCH.replace("tone: soft/loud", "tone: loud/soft"))
    assert ask("ask", loud).others == ()
    assert ask("ask value=7 who=Zoe", loud).others == ()
    with pytest.raises(InvalidMove):
        bench().why_not(0, "ask value=7 who=Zoe")


# ---------------------------------------------------------------- words


def test_how_many_in_words() -> None:
    """The numbers are words, in both languages."""
    why = ask("lay 7_red 7_blue 9_red")
    assert why.message == "“cards”: choose one to two, not three"
    with speaking("fr"):
        assert ask("lay 7_red 7_blue 9_red").message == "« cartes » : choisissez-en un à deux, et non trois"
    three = at(BENCH.replace("1..most of (hand with row)", "3 of hand"))
    assert ask("lay 7_red", three).message == "“cards”: choose exactly three, not one"
    many = at(BENCH.replace("1..most of (hand with row)", "2.. of hand"))
    assert ask("lay none", many).message == "“cards”: choose at least two, not none"


def test_which_card_is_not_where() -> None:
    """The card, where it would have to lie, where the seat sees it lie; a card it does not see is nowhere."""
    game = at(BENCH, {**ZONES, "table": ["4_blue"]})
    why = ask("lay 4_blue", game)
    assert why.message == "4_blue is not here: hand and row; it is here: table"
    assert why.facts == (("hand and row", "3_red, hand:7_red, hand:7_blue, 9_red, row:7_red, row:7_blue"),)
    assert ask("lay 5_red", game).message == "5_red is not here: hand and row"
    assert ask("lay 9_red@4", game).message == "“9_red@4” is not among these: hand and row"
    assert ask("lay 9_red 9_red", game).message == "there are not that many 9_red here: hand and row"
    assert ask("ask value=7 who=Ann").message == "Ann: this must be true: who is not you"
    three = Game.at(rules(BENCH, 3), {"step": "turn", "turn": "P1", "zones": {"stock": ["5_red"]}})
    assert ask("ask value=2 who=P2", three).message == "“2” is not among these: 3 / 4 / 5 / 6 / 7 / 8 / 9"


def test_conditions_without_words_get_some() -> None:
    """A sentence made from the condition, with the ruleset's titles, in the language spoken."""
    text = BENCH + "text: {zones.hand: {en: cards held, fr: main}, cards.attributes.value: {en: value, fr: valeur}}\n"
    game = at(text)
    assert ask("lay 3_red", game).message == "this must be true: lowest value of cards is more than 3"
    with speaking("fr"):
        assert (
            ask("lay 3_red", game).message == "il faut que ceci soit vrai : minimum de valeur de cartes vaut plus que 3"
        )
        assert ask("lay 3_red", game).facts == (("minimum de valeur de cartes", "3"),)


@pytest.mark.parametrize(
    ("sentence", "english", "french"),
    [
        ("count of hand > 1 and stock is not empty", "number of hand is more than 1 and stock is not empty",
         "nombre de hand vaut plus que 1 et il reste quelque chose ici : stock"),
        ("some of hand where value is 3", "there is one in hand where value is 3",
         "il y a parmi hand de quoi remplir cette condition : value est 3"),
        ("none of hand where value is 3", "none of hand where value is 3", "rien parmi hand où value est 3"),
        ("tone is not soft", "tone is not soft", "tone n’est pas soft"),
        ("count of (hand with row) + 2 <= 2 * 3", "number of (hand with row) + 2 is at most 2 × 3",
         "nombre de (hand avec row) + 2 vaut au plus 2 × 3"),
        ("value of top of table in 3/5..7", "value of top card of table is in 3 / 5 to 7",
         "value de carte du dessus de table est parmi 3 / 5 à 7"),
        ("not (lenient or marks > 2)", "not: lenient or marks is more than 2",
         "pas ceci : lenient ou marks vaut plus que 2"),
        ("(if lenient then 1 else 2) < sum of value of hand",
         "(if lenient, 1, else 2) is less than sum of value of hand",
         "(si lenient, 1, sinon 2) vaut moins que somme de value de hand"),
        ("owner of (highest by value of hand) is left", "owner of highest by value of hand is left neighbour",
         "propriétaire de maximum par value de hand est voisin de gauche"),
    ],
)  # fmt: skip
def test_phrases(sentence: str, english: str, french: str) -> None:
    """Conditions read as words in each language."""
    game = at(BENCH.replace("rest: {when: {lenient: lenient}}", f"rest: {{when: {{lenient: {sentence}}}}}"))
    program = game.rules.program
    condition = next(move for move in program.rules.moves if move.name == "rest").conditions[0].expr
    assert phrase(program, condition) == english
    with speaking("fr"):
        assert phrase(program, condition) == french


def test_facts_name_no_card_that_is_not_seen() -> None:
    """That a hidden zone is empty may be asked; what lies in it is not told."""
    shut = at(BENCH.replace("rest: {when: {lenient: lenient}}", "rest: {when: {lenient: blind is empty}}"))
    why = ask("rest", shut)
    assert why.facts == (("blind", "? ?"),)
    assert "4_red" not in str(why)


def test_which_things_break_a_rule_for_all_of_them() -> None:
    """Where none may be so, those that are so are facts."""
    text = BENCH.replace("big_enough: lowest of value of cards > 3", "no_threes: none of cards where value is 3")
    text = text.replace(
        "same_value: (highest of value of cards) is lowest of value of cards", "few: count of cards < 9"
    )
    assert ("cards where value is 3", "3_red") in ask("lay 3_red 9_red", at(text)).facts


def test_definitions_without_words_are_said_in_full() -> None:
    """Their names are words of one language; in another it is said what they mean, not what they are called."""
    text = BENCH.replace("rest: {when: {lenient: lenient}}", "rest: {when: {lenient: low_cards of me is empty}}")
    text += "define: {low_cards of player: (hand with row) where value < limit_of, limit_of of player: 5 + marks}\n"
    text += "text: {zones.hand: {en: hand, fr: main}, zones.row: {en: row, fr: rangée}}\n"
    game = at(text)
    assert ask("rest", game).message == "this must be true: low cards is empty"
    with speaking("fr"):
        why = ask("rest", game)
    assert why.message.startswith("il faut que ceci soit vrai : il ne reste rien ici : ((main avec rangée) où")
    assert "low" not in why.message
    assert "limit" not in why.message
    assert why.facts[0][1] == "3_red"


def test_a_move_after_which_the_stage_could_not_end_as_it_must() -> None:
    """What the stage must end with is told, in words, with its path."""
    offers = "      moves: [lay, flip, ask, draw, rest]\n"
    inside = "      must: {held: count of hand > 3}\n      steps: {act: {moves: [lay, flip, ask, draw, rest]}}\n"
    text = BENCH.replace(offers, inside)
    why = ask("lay hand:7_red", at(text))
    assert (why.reason, why.path) == ("held", "play.turn.must.held")
    assert why.message == "after that this would be impossible: number of hand is more than 3"
    assert why.nearest is not None


# ---------------------------------------------------------------- one word for a thing


def test_several_things_are_called_in_the_plural() -> None:
    """The words of a definition of many name one; its plural is that of the rulebook."""
    game = load("trio", 3)
    program = game.program
    condition = next(move for move in program.rules.moves if move.name == "reveal_lowest").conditions[0].expr
    assert phrase(program, condition, "reveal_lowest").startswith("hidden cards of ")
    with speaking("fr"):
        assert "cartes cachées de" in phrase(program, condition, "reveal_lowest")


def test_a_choice_without_a_title_is_called_by_what_it_is_one_of() -> None:
    """In French no choice is called by the English name that the rules have for it, in any of the games."""
    for game in ("drei", "rami", "three-thirteen", "trio"):
        program = load(game, 4).program
        with speaking("fr"):
            told = {(move.name, choice.name): choice_words(program, move.name, choice)
                    for move in program.rules.moves for choice in move.choices}  # fmt: skip
        assert [name for name, words in told.items() if words == name[1] and words not in ("joker",)] == []
    program = bench().rules.program
    with speaking("fr"):
        told = {(move.name, choice.name): choice_words(program, move.name, choice)
                for move in program.rules.moves for choice in move.choices}  # fmt: skip
    assert told["ask", "value"] == "nombre"
    assert told["ask", "who"] == "joueur"


def test_values_are_spelled_once() -> None:
    """What positions have for a value is what the table says, but for the words that a voice has of its own."""
    program = bench().rules.program
    tone = next(option.type for option in program.rules.options if option.name == "tone")
    for type_, value in ((ir.NUMBER, 7), (ir.PLAYER, 1), (ir.TRUTH, True), (ir.CARD, 3), (tone, 1), (tone, None)):
        assert value_words(program, type_, value) == program.spell(type_, value)
    with speaking("fr"):
        assert value_words(program, ir.TRUTH, True) == "oui"
        assert value_words(program, tone, []) == value_words(program, tone, None) != "none"


# ---------------------------------------------------------------- melds that share a card

ANNOUNCING = """
croupier: 1
game: announcing
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
combos:
  run: {same: suit, sequence: A..K, size: 3..}
  four: {same: rank, size: 4}
  either: run/four
play:
  begin: [move deck to stock]
  steps: {turn: {by: players, times: 4, moves: [say]}}
moves:
  say: {choose: {melds: 1.. of either of hand}}
result: {score: count of hand}
"""


def test_melds_do_not_share_a_card() -> None:
    """Of a four and a run with one king between them, either is legal, and both together are refused in words."""
    zones = {"hand of Ann": ["KD", "KS", "KC", "KH", "QH", "JH"]}
    game = Game.at(rules(ANNOUNCING, names=["Ann", "Bob"]), {"step": "turn", "turn": "Ann", "zones": zones})
    why = ask("say JH QH KH + KC KD KH KS", game)
    assert (why.reason, why.message) == ("not_in_domain", "KH would be in two of these; a card belongs to one")
    with pytest.raises(IllegalMove):
        game.play(0, "say melds=KC KD KH KS + JH QH KH")
    assert len(game.legal_moves(0)) == 2
