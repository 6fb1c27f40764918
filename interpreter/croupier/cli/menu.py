"""Legal moves to a numbered menu; many of one name to a menu of what may be chosen first, and so step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from croupier.cli.paint import KEY
from croupier.cli.words import Words
from croupier.language import ntr, tr
from croupier.moves import Move

MOST = 24
"""More moves of one name than this are offered step by step, if there are more than MOST_IN_ALL altogether."""
MOST_IN_ALL = 40
MOST_VALUES = 40
"""Of a choice with more values than this, one thing is chosen at a time."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: `move` to be made, or `menu` to go on with, which is made when it is wanted."""

    text: str
    move: Move | None = None
    menu: Callable[[], Menu] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Entries that stand behind one title, or, without one, each in a line of its own."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    blocks: tuple[Block, ...]

    @property
    def entries(self) -> list[Entry]:
        """In the order of their numbers, from 1."""
        return [entry for block in self.blocks for entry in block.entries]

    def lines(self, width: int) -> Iterator[str]:
        count = len(self.entries)
        number = 0
        titles = [block.title for block in self.blocks if block.title]
        column = min(max(map(len, titles), default=0), width // 2)
        digits = len(str(count))
        for block in self.blocks:
            cells = []
            for entry in block.entries:
                number += 1
                cells.append((f"{number:>{digits}}", entry.text))
            yield from _block(block.title, cells, column, width)


def _block(title: str, cells: list[tuple[str, str]], column: int, width: int) -> Iterator[str]:
    if not title:
        yield from (f"  {KEY}{number}  {text}" for number, text in cells)
        return
    lead = f"  {title:<{column}}  "
    room = max((len(number) + 1 + len(text) for number, text in cells), default=0) + 2
    line, used = lead, len(lead)
    for number, text in cells:
        if used + room > width and used > len(lead):
            yield line.rstrip()
            line, used = " " * len(lead), len(lead)
        line += f"{KEY}{number} {text}".ljust(room + 1)
        used += room
    yield line.rstrip()


def menu(moves: Sequence[Move], words: Words, further: Callable[[list[Move]], Menu]) -> Menu:
    """All legal moves, grouped by name; `further` makes the menu of many that have one name."""
    named: dict[str, list[Move]] = {}
    for move in moves:
        named.setdefault(move.name, []).append(move)
    blocks: list[Block] = []
    for name, group in named.items():
        title = words.move(name)
        if len(group) == 1 and not group[0].choices:
            blocks.append(Block("", (Entry(title, group[0]),)))
        elif len(moves) > MOST_IN_ALL and len(group) > MOST:
            text = f"{title} … " + ntr("({n} way)", "({n} ways)", len(group))
            blocks.append(Block("", (Entry(text, menu=partial(further, group)),)))
        else:
            blocks.append(Block(title, tuple(Entry(_rest(move, 0, words), move) for move in group)))
    return Menu(tuple(blocks))


def steps(moves: Sequence[Move], words: Words, at: int, taken: tuple[str, ...]) -> Menu:
    """The next thing to choose in moves of one name that agree so far: a value of choice `at`, or a part of it."""
    title = moves[0].choices[at][0].replace("_", " ") if at < len(moves[0].choices) else ""
    if len(moves) <= MOST:
        return Menu((Block(title, tuple(Entry(_rest(move, at, words), move) for move in moves)),))
    values: dict[str, list[Move]] = {}
    for move in moves:
        values.setdefault(move.choices[at][1], []).append(move)
    if len(values) <= MOST_VALUES and len(values) > 1:
        entries = [_entry(group, words, at + 1, (), value) for value, group in values.items()]
        return Menu((Block(title, tuple(entries)),))
    if len(values) == 1:
        return steps(moves, words, at + 1, ())
    parts: dict[str, list[Move]] = {}
    for value, group in values.items():
        left = value.split()
        for word in taken:
            left.remove(word)
        for word in dict.fromkeys(left) if left else ("",):
            parts.setdefault(word, []).extend(group)
    entries = [
        _entry(group, words, at, (*taken, word), word) if word else _entry(group, words, at + 1, (), tr("that is all"))
        for word, group in parts.items()
        if word != "+"
    ]
    return Menu((Block(tr("one more") if taken else title, tuple(entries)),))


def _entry(moves: list[Move], words: Words, at: int, taken: tuple[str, ...], text: str) -> Entry:
    shown = words.plain(text)
    if len(moves) == 1:
        whole = _rest(moves[0], 0, words)
        return Entry(whole if taken else shown if len(moves[0].choices) <= at else whole, moves[0])
    return Entry(f"{shown} …", menu=partial(steps, moves, words, at, taken))


def _rest(move: Move, at: int, words: Words) -> str:
    """What is chosen, from choice `at` on."""
    return ", ".join(words.plain(value) for _, value in move.choices[at:]) or words.move(move.name)
