"""A menu of moves with several melds, by their number of cards, the highest sum first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from croupier.base.language import ntr
from croupier.base.moves import Move
from croupier.cli.menu import MOST, Block, Entry, Menu
from croupier.scene import Words

Measure = Callable[[Move], int | None]
"""The function that adds up the melds of a move, if there is a sum."""


def takes_melds(moves: Sequence[Move]) -> bool:
    """Return whether moves of one name differ in the groups of melds that they take."""
    return any(" + " in value for move in moves for _, value in move.choices)


def by_size(moves: Sequence[Move], words: Words, measure: Measure) -> Menu:
    """Return a menu with one line for each number of cards, the most first; the moves themselves if they are few."""
    rated = sorted(((_cards(move), measure(move) or 0, -at) for at, move in enumerate(moves)), reverse=True)
    if len(moves) <= MOST:
        return _page([moves[-at] for _, _, at in rated], words, measure, 0)
    entries: list[Entry] = []
    for size in dict.fromkeys(size for size, _, _ in rated):
        those = [(worth, moves[-at]) for cards, worth, at in rated if cards == size]
        ways = ntr("{n} way", "{n} ways", len(those))
        text = ntr("{n} card", "{n} cards", size) + f": {ways}"
        if those[0][0]:
            low, high = those[-1][0], those[0][0]
            text += f", {high}" if low == high else f", {low}-{high}"
        entries.append(Entry(f"{text} …", menu=partial(_page, [move for _, move in those], words, measure, 0)))
    return Menu(tuple(Block("", (entry,)) for entry in entries), words)


def _page(moves: list[Move], words: Words, measure: Measure, start: int) -> Menu:
    """Return a page of the moves, each with its sum, and a line for the next page."""
    entries: list[Entry] = []
    for move in moves[start : start + MOST]:
        total = measure(move)
        text = ", ".join(words.chosen(move.name, name, value) for name, value in move.choices)
        entries.append(Entry(f"{text}  ({total})" if total is not None else text, move, chosen=text))
    left = len(moves) - start - MOST
    if left > 0:
        entries.append(
            Entry(ntr("{n} more …", "{n} more …", left), menu=partial(_page, moves, words, measure, start + MOST))
        )
    return Menu(tuple(Block("", (entry,)) for entry in entries), words)


def _cards(move: Move) -> int:
    return sum(len(value.replace("+", " ").split()) for _, value in move.choices)
