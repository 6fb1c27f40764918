"""Formulas that nobody can say aloud are told as a player would say them, in both languages."""

from __future__ import annotations

import pytest

from croupier.rulebook import rulebook
from croupier.table.catalogue import find
from croupier_dsl.compiler import check_text

from .books import words

RULES = """
croupier: 1
game: aloud
players: 3
cards: {deck: french52}
tables:
  price of truth: {no: 23, yes: 35}
  due by stake: {1: 1, 2: 3}
zones:
  stock: pile seen by nobody
  upcard: slot seen by everyone
  hand of player: set seen by owner
state:
  stake: number starting 1
  call: pass/solo/grand
  open in turn: no/yes
  lead: player or none
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 3 of stock to hand]
  steps:
    turn:
      by: players
      times: 9
      moves: [bid, double, turn_up, skip]
      end: [set lead to owner of lowest by rank of hand of players]
moves:
  bid:
    choose: {said: one of pass..grand, level: one of 1..7, hidden: one of no/yes}
    when: {enough: price of hidden >= price of open}
    do: [set call to said, add level to stake, set open to hidden]
  double: {when: {once: stake is 1, low: stake < 2, given: call is not pass and lead is not me}, do: [set stake to 2]}
  turn_up: {when: {first: upcard is empty}, do: [move top of stock to upcard]}
  skip: {do: [set next to successor of next, set direction to (if open then 1 else -1)]}
result: {score: due}
text:
  zones.upcard.noun: {en: the card turned up, fr: la carte retournée}
  zones.hand.noun: {en: the hand, fr: la main}
  zones.stock.noun: {en: the stock, fr: le talon}
  state.stake.noun: {en: the stake, fr: "l'enjeu (m)"}
  state.stake.1: ""
  state.stake.2: {en: doubled, fr: doublé}
  state.call.noun: {en: the call, fr: "l'annonce (f)"}
  state.call.pass: {en: pass, fr: passe}
  state.call.solo: {en: solo, fr: solo}
  state.call.grand: {en: grand, fr: grand}
  state.open.says: {en: the hand is open, fr: la main est ouverte}
  state.lead.noun: {en: the leader, fr: le meneur}
  tables.price.noun: {en: the price, fr: le prix}
  tables.due.noun: {en: the sum due, fr: la somme due}
  play.turn.noun: {en: the turn, fr: le tour}
  moves.bid.choose.said.noun: {en: the bid made, fr: "l'annonce faite (f)"}
  moves.bid.choose.level.noun: {en: the level, fr: le palier}
  moves.bid.choose.hidden.noun: {en: the answer about the hand, fr: la réponse sur la main}
"""

TOLD = {
    "en": [
        "The bid made: pass, solo or grand.",
        "The level, from 1 to 7.",
        "The answer about the hand, yes or no.",
        "The price (depending on the answer about the hand) is at least the price (depending on whether the hand is "
        "open)",
        "The stake becomes 2 (doubled).",
        "the stake is less than 2 (doubled)",
        "there is no card turned up.",
        "The next player is skipped.",
        "If the hand is open, play goes to the left from now on.",
        "Otherwise, play goes to the right from now on.",
        "the player who has the card with the lowest rank",
        "For each player, in the order of seats, the top 3 cards of the stock go to that player's hand.",
    ],
    "fr": [
        "L'annonce faite : passe, solo ou grand.",
        "Le palier, de 1 à 7.",
        "La réponse sur la main, oui ou non.",
        "le prix (selon la réponse sur la main) est au moins égal au prix (selon que la main est ouverte ou non)",
        "L'enjeu devient 2 (doublé).",
        "s'il n'y a pas de carte retournée.",
        "On saute le joueur suivant.",
        "Si la main est ouverte, on joue désormais vers la gauche.",
        "le joueur qui a la carte de plus petit rang",
        "Pour chaque joueur, dans l'ordre des places, les 3 cartes du dessus du talon vont dans la main de ce joueur.",
    ],
}


@pytest.mark.parametrize("language", TOLD)
def test_a_formula_is_said_as_a_player_would(language: str) -> None:
    """Numbers have their meaning beside them, choices their own name, and nothing a sign for a direction."""
    rules, found = check_text(RULES, "aloud")
    assert rules is not None, found
    told = " ".join(words(rulebook(rules, {}, None, language, with_example=False))).replace("\u00a0", " ")
    lacking = [each for each in TOLD[language] if each.lower() not in told.lower()]
    assert not lacking, told


def test_what_goes_by_the_number_of_players_is_told_for_each() -> None:
    """The size of a combination, and a goal in the summary: the usual one first, the others in brackets."""
    told = words(rulebook(find("canasta"), {}, None, "en", with_example=False))
    assert "It has 3 to 11 cards with 2 to 5 players; it has 3 to 15 cards with 6 players." in told
    assert any("5000 (10000 with 6 players)" in text for text in told)


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("klaverjas", "en", "This step is skipped if there is a trump maker."),
        ("klaverjas", "en", "10 if this is trick 8."),
        ("night-train", "en", "For each best player, 1 is added to that best player's number of tickets."),
        ("kalooki", "en", "Choose one or more combinations that can be made of the cards in your hand."),
        ("tressette", "en", "the trick holds at least one card that you have put down;"),
        ("tressette", "fr", "la levée contient au moins une carte que vous avez posée ;"),
        ("tarot", "en", "Choose a card among your trumps that may be shown."),
        ("tarot", "fr", "1. Désormais, la carte choisie est cachée."),
        ("pontoon", "en", "The number of chips is added to your stake for this hand."),
        ("paper-lanterns", "en", "the colour of whose lantern for the chosen player is the chosen colour."),
        ("ninety-nine", "fr", "le nombre de joueurs qui ont tenu leur annonce"),
        ("canasta", "fr", "Il n'y a pas une carte en main et une dans la défausse."),
        ("pinochle", "fr", "si on l'a deux fois"),
    ],
)
def test_what_readers_asked_is_answered(game: str, language: str, told: str) -> None:
    """Questions that people who read a game's book cold could not answer."""
    book = " ".join(words(rulebook(find(game), {}, None, language, with_example=False)))
    assert told.removeprefix("1. ") in book.replace("\u00a0", " ")
