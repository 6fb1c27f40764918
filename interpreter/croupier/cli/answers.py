"""What a person types at the table to the move that is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from croupier.cli.words import Words
from croupier.faults import AmbiguousMove
from croupier.game import Game
from croupier.moves import Move, Moves


def meant(game: Game, seat: int, text: str, words: Words) -> Move | str:
    """A legal move by its text, its beginning, its title or just its cards; else the text in notation.

    AmbiguousMove where several can be meant. Whether a text is legal is for the game to say.
    """
    moves = game.legal_moves(seat)
    text = in_notation(game, text, words)
    wanted = text.casefold()
    for fitting in (_reading(moves, wanted), _beginning(moves, wanted), _choosing(moves, wanted)):
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMove(text, tuple(map(str, fitting)))
    return in_full(game, seat, text)


def in_notation(game: Game, text: str, words: Words) -> str:
    """The text with the title of a move, and cards as the screen has them, exchanged for notation."""
    typed = text.casefold()
    titles = {words.move(move.name).casefold(): move.name for move in game.rules.ir.moves}
    for title in sorted(titles, key=len, reverse=True):
        if typed == title or typed.startswith(f"{title} "):
            text = titles[title] + text[len(title) :]
            break
    return " ".join(_word(word, words) for word in text.split())


def _word(word: str, words: Words) -> str:
    name, sign, value = word.rpartition("=")
    place, colon, card = value.rpartition(":")
    return f"{name}{sign}{place}{colon}{words.cards.typed(card)}"


def in_full(game: Game, seat: int, text: str) -> str:
    """The text with its first word, perhaps only the beginning of the name of a move, written out."""
    first, _, rest = text.partition(" ")
    offered: Iterable[str] = dict.fromkeys(move.name for move in game.legal_moves(seat))
    for names in (offered, dict.fromkeys(move.name for move in game.rules.ir.moves)):
        if first in names:
            return text
        near = [name for name in names if name.casefold().startswith(first.casefold())]
        if len(near) == 1:
            return f"{near[0]} {rest}".strip()
    return text


def _reading(moves: Moves, wanted: str) -> list[Move]:
    return [move for move in moves if str(move).casefold() == wanted]


def _beginning(moves: Moves, wanted: str) -> list[Move]:
    """The moves whose text begins so; what is chosen may stand without the name of the choice."""
    found = [move for move in moves if str(move).casefold().startswith(wanted)]
    if len(found) == 1:
        return found
    name, _, rest = wanted.partition(" ")
    return [move for move in moves if rest and move.name.casefold().startswith(name) and _chosen(move) == _tidy(rest)]


def _choosing(moves: Moves, wanted: str) -> list[Move]:
    return [move for move in moves if move.choices and _chosen(move) == _tidy(wanted)]


def holding(moves: Moves, text: str) -> list[Move]:
    """The moves in which this is chosen, and more than this."""
    some = Counter(_tidy(_unplaced(text)))
    return [move for move in moves if some and some <= Counter(_tidy(_unplaced(_text(move))))]


def _chosen(move: Move) -> list[str]:
    return _tidy(_text(move))


def _text(move: Move) -> str:
    return " ".join(value for _, value in move.choices)


def _unplaced(text: str) -> str:
    """Cards without the zone they lie in, places without their sign."""
    return " ".join(word.rpartition(":")[2].removeprefix("@") for word in text.split())


def _tidy(text: str) -> list[str]:
    """The words in an order of their own, `choice=` left out."""
    return sorted(word.rpartition("=")[2] for word in text.casefold().split() if word != "+")
