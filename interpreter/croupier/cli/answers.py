"""What a person types at the table to the move that is meant."""

from __future__ import annotations

from croupier.faults import AmbiguousMove, InvalidMove
from croupier.game import Game
from croupier.moves import Move, Moves


def meant(game: Game, seat: int, text: str) -> Move | str:
    """A legal move by its number, its text, its beginning or just its cards; else the text with its first word in full.

    AmbiguousMove or InvalidMove where several or none can be meant. Whether a text is legal is for the game to say.
    """
    moves = game.legal_moves(seat)
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= len(moves):
        return moves[int(text) - 1]
    wanted = text.casefold()
    for fitting in (_reading(moves, wanted), _beginning(moves, wanted), _choosing(moves, wanted)):
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMove(text, tuple(map(str, fitting)))
    if text.isascii() and text.isdigit():
        raise InvalidMove(f"there are {len(moves)} moves, and none has the number {text}")
    return in_full(game, seat, text)


def in_full(game: Game, seat: int, text: str) -> str:
    """The text with its first word, perhaps only the beginning of the name of a move, written out."""
    first, _, rest = text.partition(" ")
    offered = dict.fromkeys(move.name for move in game.legal_moves(seat))
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


def _chosen(move: Move) -> list[str]:
    return _tidy(" ".join(value for _, value in move.choices))


def _tidy(text: str) -> list[str]:
    """The words in an order of their own, `choice=` left out."""
    return sorted(word.rpartition("=")[2] for word in text.casefold().split() if word != "+")
