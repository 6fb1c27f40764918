"""Interpret the text that a person types at the table as a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from unicodedata import combining, normalize

from croupier.base.faults import AmbiguousMove, InvalidMove, MoveError
from croupier.base.moves import Move, Moves
from croupier.scene import Words
from croupier.table.game import Game
from croupier.words.meaning import holding, read, settled
from croupier.words.notation import Wanted
from croupier.words.phrases import worded
from croupier_dsl import ir

_APART = re.compile(r"[\s_]+")
_EDGES = ",;.:!…"


def meant(game: Game, seat: int, text: str, words: Words) -> Move | tuple[str, ...]:
    """Return the legal move for a text: its notation, its title, the beginning of either, or just its choices.

    Raise AmbiguousMove if several moves fit, or if a choice is incomplete. If no legal move fits, return the possible
    meanings in notation.
    """
    moves = game.legal_moves(seat)
    wanted = text.casefold()
    exact = next((move for move in moves if str(move).casefold() == wanted), None)
    if exact is not None:
        return exact
    heads, whole = _heads(game, moves, text, words)
    texts = [f"{name} {notation(rest, words)}".strip() for name, rest in heads]
    found: dict[int, None] = {}
    for each in texts:
        found.update(dict.fromkeys(_fitting(game, seat, each)))
    bare = notation(text, words)
    if not whole and (alone := _fitting(game, seat, bare)):
        found.update(dict.fromkeys([*alone, *holding(read(game.rules.program, bare), moves)]))
    if not found:
        asked = [_read(game, each) for each in texts]
        found = dict.fromkeys(i for each in asked if each is not None for i in holding(each, moves))
        if not found:
            if len(texts) == 1:
                with suppress(MoveError):  # may need the position, such as the place of a visible card
                    return game.meant(seat, texts[0])
            return tuple(texts) or (bare,)
    elif len(found) == 1:
        only = moves[next(iter(found))]
        if texts or settled(read(game.rules.program, bare), only):
            return only
    raise AmbiguousMove(text, tuple(str(moves[i]) for i in sorted(found)))


def _read(game: Game, text: str) -> Wanted | None:
    try:
        return read(game.rules.program, text)
    except InvalidMove:
        return None


def _fitting(game: Game, seat: int, text: str) -> Sequence[int]:
    try:
        return game.fitting(seat, text)
    except InvalidMove:
        return []


def notation(text: str, words: Words) -> str:
    """Return the text with the screen's words for cards, zones and values replaced by notation."""
    for said, word in value_titles(words):
        text = re.sub(rf"(?<!\S){re.escape(said)}(?!\S)", word, text, flags=re.IGNORECASE)
    zones = sorted(((words.zone(name), name) for name in words.zones), key=lambda pair: -len(pair[0]))
    for title, name in zones:
        lying = rf"(\S+) \({re.escape(title)}((?:,? [^\s,()]+)*)\)"
        text = re.sub(lying, partial(_lying, name), text, flags=re.IGNORECASE)
        text = re.sub(rf"(?<!\S){re.escape(title)}(?=(_\S+)?:)", name, text, flags=re.IGNORECASE)
    return " ".join(_word(word, words) for word in text.split())


def value_titles(words: Words) -> list[tuple[str, str]]:
    """Return the values of lists and the answers that are chosen among, as people say them and as they are written:
    the longest first.
    """
    program = words.rules.program
    lists = {choice.type.enum: choice.type for choice in words.asked.values() if choice.type.enum}
    found = {worded(program, type_, word): word for name, type_ in lists.items() for word in program.enums[name]}
    for (move, name), choice in words.asked.items():
        for answer in ("no", "yes") if choice.type == ir.TRUTH else ():
            found[worded(program, choice.type, answer)] = answer
            found[words.chosen(move, name, answer)] = f"{name}={answer}"
    return sorted(((said, word) for said, word in found.items() if said != word), key=lambda pair: -len(pair[0]))


def _lying(zone: str, found: re.Match[str]) -> str:
    """Return `8 (row, P2)` in notation: `row_P2:8`."""
    return f"{zone}{re.sub(',? ', '_', found[2])}:{found[1]}"


def _word(word: str, words: Words) -> str:
    name, sign, value = word.rpartition("=")
    place, colon, card = value.rpartition(":")
    return f"{name}{sign}{place}{colon}{words.cards.typed(card)}"


# ---------------------------------------------------------------- names of moves


def _heads(game: Game, moves: Moves, text: str, words: Words) -> tuple[list[tuple[str, str]], bool]:
    """Return the moves whose name or title the text begins with, or begins, each with the rest of it.

    Return the moves whose name or title begins the text, and whether it is a whole name: whole ones precede partial
    ones, longer ones shorter ones, and legal ones illegal ones.
    """
    names = [move.name for move in game.rules.ir.moves]
    legal = {move.name for move in moves}
    found: list[tuple[bool, bool, int, str, str]] = []
    for name in names:
        begun = [each for form in (name, words.move(name)) if (each := _begun(form, text))]
        if begun:
            full, length, rest = max(begun)
            found.append((full, not full and name in legal, length, name, rest))
    best = max((each[:3] for each in found), default=(False, False, 0))
    return [(name, rest) for *rank, name, rest in found if tuple(rank) == best], best[0]


def plain_letters(word: str) -> str:
    """Return a word in small letters without accents."""
    return "".join(letter for letter in normalize("NFD", word.casefold()) if not combining(letter))


def _begun(form: str, text: str) -> tuple[bool, int, str] | None:
    """Return whether the text begins with all the words of a name, how many of its own words do, and the rest of it."""
    wanted = [plain_letters(word.strip(_EDGES)) for word in _APART.split(form)]
    at = length = 0
    for taken, typed in enumerate(_typed(text), 1):
        parts = typed[0]
        fits = all(a == b for a, b in zip(parts[:-1], wanted[at:], strict=False))
        last = wanted[at + len(parts) - 1] if fits and at + len(parts) <= len(wanted) else ""
        if not last.startswith(parts[-1]) or not parts[-1]:
            break
        at, length = at + len(parts), taken
        if last != parts[-1]:
            return False, length, typed[1]
        if at == len(wanted):
            return True, length, typed[1]
    if not length:
        return None
    return False, length, [*_typed(text)][length - 1][1]


def _typed(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield each word as its parts between underscores, with what follows it."""
    rest = text
    while rest:
        word, _, rest = rest.partition(" ")
        yield [plain_letters(part.strip(_EDGES)) for part in word.split("_")], rest
