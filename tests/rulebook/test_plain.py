"""What would be stiff, ambiguous or more than the rule says is told plainly, in both languages."""

from __future__ import annotations

import pytest

from croupier.rulebook import rulebook
from croupier.rulebook.english import English
from croupier.rulebook.french import French
from croupier.rulebook.grammar import Predicate, Thing
from croupier.rulebook.sums import plain_sum
from croupier_dsl import ir
from croupier_dsl.compiler import check_text

from .books import words

RULES = """
croupier: 1
game: plain
players: 2..3
cards: {deck: french52}
tables: {worth of card by rank: {A: 11, 2..10: 2..10, J..K: 10}}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  shown: slot seen by everyone
  hand of player: set seen by owner
  aside of player: set seen by owner
  laid of player: melds seen by everyone
combos:
  alike: {same: rank, size: 2}
  set: {same: rank, different: suit, size: 3..4}
  sorted: {split: set, least: worth}
state:
  points of player: number
  mover in turn: player starting me
  held in round: card or none
  queen in round: player or none
  bid of 1..2 of player in round: number or none
  thrown in round: no/yes
  hushed in round: no/yes
define:
  counts_as of card: suit of it
  led: counts_as of bottom of heap
  rest of cards: sum of worth of (it without cards of sorted of it)
  ends: hushed or heap is empty
play:
  begin: [move deck to stock, shuffle stock]
  end: [add 1 to points of first of players]
  steps:
    round:
      times: 3
      steps:
        opening: {begin: [move top of stock to heap, set queen to first of (players where QS in hand)]}
        calling: {when: not hushed, by: queen, begin: [shuffle stock], moves: [wait]}
        checking: {when: queen is not none, by: players, moves: [wait]}
        turn:
          by: players
          until: thrown
          steps:
            acting: {by: mover, moves: [throw, lay, pair, keep, add_on, wait, look]}
          end:
            - if points of me > 5:
                - if heap is empty: add 3 to points of me
            - if points of me > 7:
                - if heap is empty: add 4 to points of me
              else: add 6 to points of me
            - add if points of me > 9 then 0 else 2 to points of me
            - add if points of me > 9 then 0 else if thrown then 5 else 1 to points of me
moves:
  throw:
    choose: {card: one of (hand with aside)}
    when:
      kept: card is not held and aside is not empty
      early: not (worth of card < worth of shown)
      number: if count of players is 2 then turn > 1 else counts_as of card is led
      more: count of hand > 1
      last: owner of top of heap is not me
      new: bid of 1 of me is none
    do: [set hushed to not thrown, set bid of 1 of me to 3, move card to heap]
  pair: {choose: {pair: one of alike of hand}, do: move pair to laid}
  lay:
    choose: {meld: one of set of hand}
    when: {few: count of cards of meld <= 4}
    do: move meld to laid
  keep: {choose: {several: (4 - count of players) of (hand with aside)}, do: [move several to aside]}
  add_on:
    choose: {card: one of hand, spot: one of (spots of laid) where card fits spot}
    do: [move card to spot]
  wait: {when: {any: thrown or heap is empty or led is hearts}, do: [set thrown to yes]}
  look: {when: {bad: rest of hand > 5 and not ends}, do: [set held to top of heap]}
result: {score: points}
text:
  zones.stock.noun: {en: the stock, fr: le talon}
  zones.heap.noun: {en: the pile, fr: la pile}
  zones.shown.noun: {en: the table, fr: la table}
  zones.hand.noun: {en: the hand, fr: la main}
  zones.aside.noun: {en: the cards put aside (plural), fr: les cartes mises de côté (f)}
  zones.laid.noun: {en: the laid sets (plural), fr: les brelans posés}
  combos.set.noun: {en: the set, fr: le brelan}
  combos.sorted.noun: {en: the best order, fr: le meilleur ordre}
  tables.worth.noun: {en: the worth, fr: la valeur}
  state.points.noun: {en: the points (plural), fr: les points}
  state.mover.noun: {en: the player who moves, fr: le joueur qui bouge}
  state.bid.noun: {en: the bid, fr: "l'enchère (f)"}
  state.held.noun: {en: the card held, fr: la carte tenue}
  state.queen.noun: {en: the holder of the queen, fr: "le détenteur de la dame (m)"}
  state.thrown.says: {en: something has been thrown, fr: quelque chose a été jeté}
  state.hushed.says: {en: the round is hushed, fr: le tour est muet}
  define.counts_as.noun: {en: the suit that it counts as, fr: la couleur pour laquelle elle compte}
  define.led.noun: {en: the suit led, fr: la couleur demandée}
  define.rest.noun: {en: the rest, fr: le reste}
  play.round.turn.noun: {en: the turn, fr: le tour}
  play.round.turn.acting: {en: play, fr: jouer}
  play.round.turn.acting.noun: {en: the play, fr: le jeu}
"""

TOLD = {
    "en": [
        "Choose a card in your hand or among your cards put aside.",
        "Choose exactly (4 minus the number of players) of the cards in your hand and among your cards put aside.",
        "The chosen card is not the card held",
        "you have cards put aside.",
        "The chosen card's worth is not less than the worth of the card on the table.",
        "If there are 2 players, then this is a later turn than the first",
        "Your hand holds more than one card.",
        "You have no bid 1.",
        "You are not the player who put down the top card of the pile.",
        "This is only allowed if the chosen combination has at most 4 cards.",
        "This is only allowed if at least one of these holds:",
        "This step is skipped if the round is hushed.",
        "This step takes place only if there is a holder of the queen.",
        "The first player whose hand holds the queen of spades becomes",
        "It is noted that the round is hushed, if and only if nothing has been thrown.",
        "If your points are more than 5 and the pile is empty, 3 are added to your points.",
        "If your points are more than 7: If the pile is empty, 4 are added to your points. Otherwise, 6 are",
        "If your points are at most 9, 2 are added to your points.",
        "If your points are more than 9, nothing is added to your points.",
        "The rest of some cards: the sum of the worths of these cards except the cards of the combinations in the best "
        "order of these cards.",
        "The suit led: the suit of the bottom card of the pile.",
        "When a turn begins, you are the player who moves.",
        "Then comes “play”, described below.",
        "At the end of the game, ",
        "First, the stock is shuffled.",
        "A combination on the table has a place for one more card",
        "so that several may win together.",
    ],
    "fr": [
        "Choisissez une carte de votre main ou de vos cartes mises de côté.",
        "Choisissez parmi les cartes de votre main et de vos cartes mises de côté, exactement 4 moins le nombre de "
        "joueurs.",
        "La carte choisie n'est pas la carte tenue",
        "vous avez des cartes mises de côté.",
        "La valeur de la carte choisie n'est pas inférieure à la valeur de la carte qui est sur la table.",
        "Ou bien il y a 2 joueurs, et alors c'est un tour qui vient après le premier",
        "Votre main contient plus d'une carte.",
        "Vous n'avez pas d'enchère 1.",
        "Vous n'êtes pas le joueur qui a posé la carte du dessus de la pile.",
        "Ce n'est permis que si la combinaison choisie a au plus 4 cartes.",
        "Ce n'est permis que si au moins une de ces choses est vraie",
        "Cette étape n'a pas lieu si le tour est muet.",
        "Cette étape n'a lieu que s'il y a un détenteur de la dame.",
        "Le premier joueur dont la main contient la dame de pique devient",
        "On note que le tour est muet, si et seulement si rien n'a été jeté.",
        "Si vos points sont supérieurs à 5 et si la pile est vide, on ajoute 3 à vos points.",
        "Si vos points sont supérieurs à 7\u00a0: Si la pile est vide, on ajoute 4 à vos points. Sinon, on ajoute 6",
        "Si vos points sont au plus égaux à 9, on ajoute 2 à vos points.",
        "Si vos points sont supérieurs à 9, on n'ajoute rien à vos points.",
        "Le reste de cartes\u00a0: la somme des valeurs de ces cartes sauf les cartes des combinaisons du meilleur "
        "ordre de ces cartes.",
        "La couleur demandée\u00a0: la couleur de la carte du dessous de la pile.",
        "Au début de chaque tour, vous êtes le joueur qui bouge.",
        "Vient ensuite « jouer », voir plus bas.",
        "À la fin de la partie, ",
        "D'abord, le talon est mélangé.",
        "Une combinaison posée a une place pour une carte de plus",
        "et plusieurs peuvent gagner ensemble.",
    ],
}


@pytest.mark.parametrize("language", TOLD)
def test_it_is_told_plainly(language: str) -> None:
    """Each in the sentence that a person would use, and no other that says more or the same again."""
    rules, found = check_text(RULES, "plain.yaml")
    assert rules is not None, found
    told = " ".join(words(rulebook(rules, {}, None, language, with_example=False)))
    assert [sentence for sentence in TOLD[language] if sentence not in told] == []
    unsaid = {
        "en": [
            "counts as",
            "very same",
            "represent",
            "Identical cards may",
            "takes place only if the round",
            "without a score",
            " 0 is added",
        ],
        "fr": ["pour laquelle elle compte", "une seule et même", "remplacer", "n'a pas de score", "on ajoute 0"],
    }
    assert [phrase for phrase in unsaid[language] if phrase in told] == []


def test_nothing_and_nobody_deny_something_and_somebody() -> None:
    """Not *something has not been added*, which leaves open that something else has."""
    for grammar, clause, denied in (
        (English(), "something has been added", "nothing has been added"),
        (English(), "somebody has opened", "nobody has opened"),
        (French(), "quelque chose est ajouté", "rien n'est ajouté"),
        (French(), "quelqu'un a ouvert", "nul n'a ouvert"),
    ):
        assert grammar.predicate(Predicate(clause), None, False) == denied


@pytest.mark.parametrize(
    ("says", "yes", "told"),
    [
        ("ne joue pas", True, "ces joueurs ne jouent pas"),
        ("se suit sans trou", True, "ces joueurs se suivent sans trou"),
        ("s'oppose à l'acte", False, "ces joueurs ne s'opposent pas à l'acte"),
        ("a un pontoon", False, "ces joueurs n'ont pas de pontoon"),
    ],
)
def test_french_verbs_agree_whatever_stands_before_them(says: str, yes: bool, told: str) -> None:
    """A predicate that denies, or turns on its subject, is said of many as of one."""
    assert French().predicate(Predicate(says), Thing("ces joueurs", True), yes) == told


def test_sums_are_told_without_what_adds_nothing() -> None:
    """`x + 0`, `3 × (1 if a, otherwise 0)`: a factor goes into the cases only where it cannot be missing."""
    x, a = ir.StageCount(ir.NUMBER, "round"), ir.Local(ir.TRUTH, 1, "a")
    one, nought = ir.Constant(ir.NUMBER, 1), ir.Constant(ir.NUMBER, 0)
    cases = ir.IfThenElse(ir.NUMBER, a, one, nought)

    def sum_of(op: str, left: ir.Expr, right: ir.Expr, lacks: bool = False) -> ir.Expr:
        return plain_sum(ir.Arithmetic(ir.NUMBER, op, left, right), lambda expr: lacks)

    assert sum_of("+", x, nought) == sum_of("*", one, x) == x
    assert sum_of("-", nought, x) == ir.Negative(ir.NUMBER, x)
    assert sum_of("*", x, cases) == ir.IfThenElse(ir.NUMBER, a, x, nought)
    assert sum_of("*", x, cases, lacks=True) == ir.Arithmetic(ir.NUMBER, "*", x, cases)
    assert sum_of("+", one, cases) == ir.IfThenElse(ir.NUMBER, a, ir.Constant(ir.NUMBER, 2), one)
