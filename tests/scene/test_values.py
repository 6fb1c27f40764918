"""A value of a list, and a card that lies in one of several zones, read as people say them: where it is offered, in the
log, and where it is typed."""

from __future__ import annotations

import pytest

from croupier import AmbiguousMove, Game, Move, Rules, load
from croupier.base.language import speaking
from croupier.base.plain import record
from croupier.cli.answers import meant, value_titles
from croupier.cli.menu import menu
from croupier.cli.story import told
from croupier.compile.binding import bind
from croupier.scene import Words, scene
from croupier_dsl import compile_text

RULES = """
croupier: 1
game: values
players: 2
options: {ending: no/all_gone/first_out}
cards: {attributes: {kind: 1..4/old_lamp, shade: pale/dark}, copies: 2}
zones: {hand of player: set seen by owner, row of player: row seen by everyone, heap: pile seen by everyone}
state: {said of player: loud_word/soft_word or none}
play:
  begin:
    - move deck to heap
    - for each of players: move top 4 of heap to hand
    - for each of players: move random of hand to row
  steps: {turn: {by: players, times: 4, moves: [say, lay]}}
moves:
  say: {choose: {what: one of values of said}, do: [set said to what]}
  lay: {choose: {card: one of (hand with row)}, do: [move card to heap]}
result: {score: count of hand, best: lowest}
text:
  options.ending.all_gone: when all are gone
  cards.attributes.kind.old_lamp: {en: old lamp, fr: vieille lampe}
  cards.attributes.shade.pale: {en: pale, fr: pâle}
  zones.row: {en: row, fr: rangée}
  zones.hand: {en: hand, fr: main}
  moves.say: {en: say, fr: dire}
  moves.lay: {en: lay, fr: poser}
  state.said.loud_word: {en: a loud word, fr: un mot fort}
"""


def table(language: str = "en", ending: str = "no") -> tuple[Game, Words]:
    """The first player to choose between words, and cards of the hand and of the row; both speak the language."""
    rules = Rules(bind(compile_text(RULES), 2, {"ending": ending}))
    zones = {"hand of P1": ["1_pale", "old_lamp_dark"], "row of P1": ["1_pale"], "hand of P2": ["2_dark"]}
    return Game.at(rules, {"step": "turn", "turn": "P1", "zones": zones, "rest": "heap"}), Words(rules)


def offered(game: Game, words: Words) -> list[str]:
    step = scene(game, 0, words).step
    assert step is not None
    return [option.sentence for group in step.groups for option in group.options]


def test_values_are_offered_in_words() -> None:
    """In the language spoken; what has no words in it, as the ruleset's own name in words."""
    assert offered(*table()) == [
        "say a loud word", "say soft word", "lay 1-pale (hand)", "lay 1-pale (row)", "lay old-lamp-dark",
    ]  # fmt: skip
    with speaking("fr"):
        assert offered(*table()) == [
            "dire un mot fort", "dire soft word", "poser 1-pâle (main)", "poser 1-pâle (rangée)",
            "poser vieille-lampe-dark",
        ]  # fmt: skip
        game, words = table()
        lines = [*menu(game.legal_moves(0), words, lambda _: pytest.fail("few moves")).lines(80)]
    assert "un mot fort" in lines[0]
    assert "1-pâle (rangée)" in lines[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_offered_may_be_typed(language: str) -> None:
    """Word for word as it stands there, and what is chosen alone."""
    with speaking(language):
        game, words = table(language)
        for index, sentence in enumerate(offered(game, words)):
            assert meant(game, 0, sentence, words) == game.legal_moves(0)[index]
        assert str(meant(game, 0, value_titles(words)[0][0], words)) == "say what=loud_word"
        with pytest.raises(AmbiguousMove):
            meant(game, 0, "1-pâle" if language == "fr" else "1-pale", words)
        assert isinstance(meant(game, 0, "hand:1_pale", words), Move)


def test_the_log_tells_them_in_words() -> None:
    game, words = table()
    game.play(0, "say what=loud_word")
    lines = [*told(game.log(1), 1, words)]
    assert "P1: say a loud word" in lines
    assert not any("said" in line for line in lines)


def test_an_option_that_is_off_says_no() -> None:
    """Though `no` is one of a list of words."""
    words = table()[1]
    assert words.choice("ending", "no") == "no"
    with speaking("fr"):
        assert words.choice("ending", "no") == "non"
        assert words.choice("ending", "all_gone") == "when all are gone"


def test_what_a_card_is_stands_on_it_in_words() -> None:
    """Beside what the rules write, where that is something else."""
    with speaking("fr"):
        game, words = table()
        [hand] = [zone for zone in scene(game, 0, words).zones if zone.id == "hand of P1"]
    shown = {card.kind: record(card) for card in hand.cards}
    assert shown["old_lamp_dark"]["attributes"] == {"kind": "old_lamp", "shade": "dark"}
    assert shown["old_lamp_dark"]["words"] == {"kind": "vieille lampe"}
    assert shown["1_pale"]["words"] == {"shade": "pâle"}
    assert "words" not in record(scene(game, 0, Words(game.rules)).zones[0].cards[0])


@pytest.mark.parametrize(("language", "said"), [("en", "order up alone: yes"), ("fr", "faire prendre seul : oui")])
def test_a_yes_or_no_is_offered_with_its_question(language: str, said: str) -> None:
    """A bare `yes` does not say to what; what stands there may be typed."""
    game = Game(load("euchre"), 1)
    game.play(game.to_act[0], "pass")
    with speaking(language):
        words = Words(game.rules)
        assert said in offered(game, words)
        assert str(meant(game, 0, said, words)) == "order_up by_oneself=yes"
