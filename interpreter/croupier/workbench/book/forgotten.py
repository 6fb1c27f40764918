"""Questions that rulebooks forget, with words that identify an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.workbench.book.digest import normal
from croupier.workbench.book.text import Book, Passage


@dataclass(frozen=True, slots=True)
class Question:
    """`answered`: a pattern for the normal form of passages that may hold the answer. `about`: one that some passage
    must meet for the question to be asked; empty: it is asked of every book."""

    name: str
    english: str
    french: str
    answered: str
    about: str = ""


_DRAWING = r"\b(draws?|drawing|drawn|stock|stockpile|pick\w* up|take a card|talon|pioch\w*|prend une carte)\b"
_TRICKS = r"\b(tricks?|trumps?|plis?|levées?|atouts?)\b"
_JOKERS = r"\b(jokers?|wild)\b"

QUESTIONS = (
    Question(
        "who-starts",
        "Which player begins the first round?",
        "Qui commence la première manche ?",
        r"\b(begins?|starts?|first (player|turn)|commence|en premier|premier joueur|entame)\b",
    ),
    Question(
        "who-is-next",
        "Which player begins the later rounds, and which one deals?",
        "Qui commence les manches suivantes, et qui distribue ?",
        r"\b(next dealer|dealer passes|new dealer|donneur|croupier)\b",
    ),
    Question(
        "direction",
        "In which direction do turns pass?",
        "Dans quel sens joue-t-on ?",
        r"\b(clockwise|left|aiguilles|sens horaire|gauche|antihoraire)\b",
    ),
    Question(
        "how-many-packs",
        "How many packs are used, for how many players?",
        "Combien de paquets faut-il, à combien de joueurs ?",
        r"\b(packs?|decks?|jeux de|paquets?)\b",
    ),
    Question(
        "number-of-players",
        "For how many players is the game, and what if there are more or fewer?",
        "À combien joue-t-on, et que faire si l'on est plus ou moins nombreux ?",
        r"\b\d+\W?\d* (players|joueurs)\b|\b(players|joueurs)\b",
    ),
    Question(
        "odd-deal",
        "What happens to cards that cannot be dealt evenly?",
        "Que deviennent les cartes qui ne se partagent pas également ?",
        r"\b(remaining|rest|left over|reste|restantes)\b",
    ),
    Question(
        "empty-stock",
        "What happens when there is nothing left to draw?",
        "Que se passe-t-il quand il ne reste rien à piocher ?",
        r"\b(empty|used up|runs? out|exhausted|vide|épuisée?|reshuffle\w*)\b",
        _DRAWING,
    ),
    Question(
        "nobody-can-move",
        "What happens if a player, or no player at all, can move?",
        "Et si un joueur, ou personne, ne peut jouer ?",
        r"\b(cannot|can not|no longer|unable|ne peut|impossible|bloqué\w*)\b",
    ),
    Question(
        "may-pass",
        "May a player pass, or take no card, when a move is possible?",
        "Peut-on passer, ou ne rien prendre, alors qu'on pourrait jouer ?",
        r"\b(pass|passes|forced|must|passer?|obligé|voluntar\w+|doit)\b",
        rf"{_DRAWING}|\b(pass|passing|passer|passent|(?:passe|passes)(?! (?:to|à|au)\b))\b",
    ),
    Question(
        "what-is-visible",
        "What may all players see: hands, numbers of cards, discarded cards, points?",
        "Que peut-on voir : mains, nombres de cartes, défausse, points ?",
        r"\b(face ?up|face ?down|visibles?|cachées?|secret\w*|show\w*|montre\w*)\b",
    ),
    Question(
        "take-back",
        "Can a card that was just taken be thrown away again in the same turn?",
        "Une carte que l'on vient de prendre peut-elle être rejetée au même tour ?",
        r"\b(same turn|même tour|tour courant)\b",
        _DRAWING,
    ),
    Question(
        "unfinished",
        "What do unfinished things count when a round ends: melds, tricks, cards in the hand?",
        "Que vaut ce qui reste inachevé à la fin d'une manche : combinaisons, plis, cartes en main ?",
        r"\b(left in|remaining|in (the|their) hand|restantes?|en main)\b",
    ),
    Question(
        "end-of-round",
        "When exactly does a round end: at once, after the turn, or once everybody has played?",
        "Quand finit une manche au juste : aussitôt, après le tour, ou une fois que tous ont joué ?",
        r"\b(ends?|over|finie?|fin|se termine|s.?achève)\b",
    ),
    Question(
        "end-of-game",
        "When does the game end, and what if several reach the end at once?",
        "Quand finit la partie, et si plusieurs en atteignent la fin en même temps ?",
        r"\b(game (ends?|is over)|wins?|winner|gagn\w+|vainqueur|partie)\b",
    ),
    Question(
        "ties",
        "Which player wins if the best are equal?",
        "Qui gagne à égalité ?",
        r"\b(tie|ties|tied|draw|equal|égalité|ex ?aequo|ex ?æquo)\b",
    ),
    Question(
        "jokers",
        "What can a joker represent, can it be taken back, and what does it count?",
        "Que remplace un joker, peut-on le reprendre, et combien vaut-il ?",
        _JOKERS,
        _JOKERS,
    ),
    Question(
        "leading-trumps",
        "May a trump be led at any time?",
        "Peut-on entamer à l'atout à tout moment ?",
        r"\b(lead|leads|led|leading|entame\w*)\b.*\b(trumps?|atouts?)\b|\b(trumps?|atouts?)\b.*\b(led|lead|entam\w+)\b",
        r"\b(trumps?|atouts?)\b",
    ),
    Question(
        "taken-tricks",
        "Which players may look at taken tricks?",
        "Qui peut regarder les plis déjà ramassés ?",
        r"\b(look\w*|inspect\w*|regard\w*|consult\w*)\b.*\b(tricks?|plis?|levées?)\b",
        _TRICKS,
    ),
    Question(
        "revoke",
        "What is the penalty if a player could have followed suit and did not?",
        "Que se passe-t-il si un joueur qui pouvait fournir ne l'a pas fait ?",
        r"\b(revok\w*|reneg\w*|renonc\w*|wrong card|mistakes?)\b",
        _TRICKS,
    ),
)


def asked(book: Book) -> tuple[Question, ...]:
    """Return the questions that the book gives a reason to ask: of a book without jokers nothing about jokers."""
    told = [normal(passage.text) for passage in book.passages]
    return tuple(
        question
        for question in QUESTIONS
        if not question.about or any(re.search(question.about, words) for words in told)
    )


def answer(question: Question, book: Book) -> Passage | None:
    """Return the first passage that may answer the question."""
    pattern = re.compile(question.answered)
    found = (passage for passage in book.passages if passage.kind != "heading")
    return next((passage for passage in found if pattern.search(normal(passage.text))), None)
