"""A menu of legal moves; for many moves of one name a menu of the first choices, and so on step by step.

Lines have numbers, unless choices are numbers, such as a bid or a place `@2`, or cards of the game are numbers: then a
typed number is a choice, never a line, and lines that are not just a number have a capital letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, product
from string import ascii_uppercase

from croupier.base.language import ntr
from croupier.base.moves import Move
from croupier.cli.commands import COMMANDS, meanings
from croupier.cli.paint import KEY
from croupier.scene import Choices, Option, Words
from croupier.words.phrases import from_to, in_a_row

MOST = 24
"""More moves of one name than this are offered step by step, if there are more than MOST_IN_ALL altogether; a range of
numbers is shown by its ends."""
MOST_IN_ALL = 40

_NUMBER = re.compile(r"-?\d+")
_APART = re.compile(r"[\s,+:|()/]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: `move` to be made, or `menu` to go on with, which is made when it is wanted.

    `chosen`: the part of its text that it chooses; empty if it is only the title of a move.
    """

    text: str
    move: Move | None = None
    menu: Callable[[], Menu] | None = None
    chosen: str = ""

    @property
    def words(self) -> list[str]:
        """Return the words of the choice: cards without their zone and place, places without their sign."""
        return [word.removeprefix("@").partition("@")[0] for word in _APART.split(self.chosen)]

    @property
    def number(self) -> str:
        """Return the number that is chosen, of a place without its sign; empty if it is not just a number."""
        whole = self.chosen.rpartition(":")[2].removeprefix("@")
        return whole if len(self.words) == 1 and _NUMBER.fullmatch(whole) else ""


@dataclass(frozen=True, slots=True)
class Block:
    """Entries after one title, or, without one, each in a line of its own."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Menu:
    blocks: tuple[Block, ...]
    words: Words

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the entries in the order of display."""
        return [entry for block in self.blocks for entry in block.entries]

    @cached_property
    def of_numbers(self) -> bool:
        """Return whether choices are numbers, here or in any decision, so that lines need other keys."""
        if any(_NUMBER.fullmatch(kind) for kind in self.words.rules.program.kind_index):
            return True
        return any(_NUMBER.fullmatch(word) for entry in self.entries for word in entry.words)

    @cached_property
    def ranges(self) -> dict[int, int]:
        """Long ranges of numbers, of which only the ends are shown: the place of the first entry and of the last."""
        found: dict[int, int] = {}
        at = 0
        for block in self.blocks:
            numbers = [entry.number if self._itself(entry) else "" for entry in block.entries]
            if len(numbers) > MOST and in_a_row(numbers):
                found[at] = at + len(numbers) - 1
            at += len(numbers)
        return found

    @cached_property
    def shown(self) -> list[int]:
        """Return the places of the entries that are shown, in order."""
        within = {at for first, last in self.ranges.items() for at in range(first + 1, last)}
        return [at for at in range(len(self.entries)) if at not in within]

    @cached_property
    def keys(self) -> list[str]:
        """Return the key for each entry."""
        if not self.of_numbers:
            return [str(number) for number in range(1, len(self.entries) + 1)]
        free = _letters()
        return [entry.number or next(free) for entry in self.entries]

    def typed(self, answer: str) -> list[Entry]:
        """Return the entries that an answer selects: several, if each of them chooses that number and nothing else."""
        if _NUMBER.fullmatch(answer):
            wanted = _bare(answer)
            if self.of_numbers:
                return [entry for entry in self.entries if set(entry.words) == {wanted}]
        else:
            wanted = answer.upper() if _is_free(answer, self.words) else answer
        return [entry for key, entry in zip(self.keys, self.entries, strict=True) if key == wanted]

    def holding(self, answer: str) -> list[Entry]:
        """Return the entries in which a number is chosen among other things."""
        wanted = _bare(answer)
        found = [entry for entry in self.entries if _NUMBER.fullmatch(answer) and wanted in entry.words]
        return [entry for entry in found if set(entry.words) != {wanted}]

    def titled(self, entry: Entry) -> Entry:
        """Return the entry with the title of its block before it."""
        title = next((block.title for block in self.blocks if entry in block.entries), "")
        text = f"{title} {entry.text}".strip()
        return replace(entry, text=text, chosen=text)

    def lines(self, width: int) -> Iterator[str]:
        titles = [block.title for block in self.blocks if block.title]
        column = min(max(map(len, titles), default=0), width // 2)
        digits = max(
            (len(key) for key, e in zip(self.keys, self.entries, strict=True) if not self._itself(e)), default=0
        )
        at = 0
        for block in self.blocks:
            end = at + len(block.entries)
            pairs = zip(self.keys[at:end], block.entries, strict=True)
            cells = [("" if self._itself(entry) else f"{key:>{digits}}", entry.text) for key, entry in pairs]
            if at in self.ranges:
                cells = [("", from_to(cells[0][1], f"{KEY}{cells[-1][1]}"))]
            yield from _block(block.title, cells, column, width)
            at = end

    def _itself(self, entry: Entry) -> bool:
        """Return whether the key of the entry is the number that it chooses."""
        return self.of_numbers and bool(entry.number)


class Question(Menu):
    """A menu that asks which of several moves is meant."""


class Sure(Menu):
    """A menu that asks whether a move that ends the game is wanted."""


def sure(move: Move, words: Words) -> Sure:
    return Sure((Block("", (whole(move, words),)),), words)


def question(entries: Sequence[Entry], words: Words) -> Question:
    """Return the entries one below the other; a line that leads on if they are many."""
    shown, left = list(entries[:MOST]), entries[MOST:]
    if left:
        more = ntr("{n} more …", "{n} more …", len(left))
        shown.append(Entry(more, menu=partial(question, left, words)))
    return Question(tuple(Block("", (entry,)) for entry in shown), words)


def whole(move: Move, words: Words) -> Entry:
    """Return the entry for a move, by its title and its choices."""
    text = words.spoken(move)
    return Entry(text, move, chosen=text)


def _bare(number: str) -> str:
    """Return the number without leading zeros."""
    digits = number.removeprefix("-")
    return number.removesuffix(digits) + (digits.lstrip("0") or "0")


def _letters() -> Iterator[str]:
    """Yield A, B, … Z, then two letters at a time."""
    yield from ("".join(some) for some in chain.from_iterable(product(ascii_uppercase, repeat=n) for n in range(1, 5)))


def _is_free(answer: str, words: Words) -> bool:
    """Return whether a small letter has no other meaning, such as the beginning of a move or of a command, or a
    card.
    """
    moves = [move.name for move in words.rules.ir.moves]
    taken = {name[:1].casefold() for name in [*moves, *map(words.move, moves), *COMMANDS, *meanings()]}
    return answer[:1].casefold() not in taken and not words.cards.known(answer)


def _block(title: str, cells: list[tuple[str, str]], column: int, width: int) -> Iterator[str]:
    """Yield lines of cells, each with its key, empty if that is the text itself."""
    told = [(len(key) + 1 + len(text), f"{KEY}{key} {text}") if key else (len(text), f"{KEY}{text}")
            for key, text in cells]  # fmt: skip
    if not title:
        yield from (f"  {KEY}{key}  {text}" if key else f"  {KEY}{text}" for key, text in cells)
        return
    lead = f"  {title:<{column}}  "
    room = max((size for size, _ in told), default=0) + 2
    line, used = lead, len(lead)
    for _, cell in told:
        if used + room > width and used > len(lead):
            yield line.rstrip()
            line, used = " " * len(lead), len(lead)
        line += cell.ljust(room + 1)
        used += room
    yield line.rstrip()


def menu(moves: Sequence[Move], words: Words, further: Callable[[list[Move]], Menu]) -> Menu:
    """Return all legal moves, grouped by name; `further` makes the menu of many that have one name."""
    named: dict[str, list[Move]] = {}
    for move in moves:
        named.setdefault(move.name, []).append(move)
    blocks: list[Block] = []
    for name, group in named.items():
        title = words.move(name)
        if len(group) == 1 and not group[0].choices:
            blocks.append(Block("", (Entry(title, group[0]),)))
        elif len(moves) > MOST_IN_ALL and len(group) > MOST and not _is_range(group):
            text = f"{title} … " + ntr("({n} way)", "({n} ways)", len(group))
            blocks.append(Block("", (Entry(text, menu=partial(further, group)),)))
        else:
            blocks.append(Block(title, tuple(_whole(move, 0, words) for move in group)))
    return Menu(tuple(blocks), words)


def _is_range(moves: Sequence[Move]) -> bool:
    """Return whether the moves differ only in one number, in a range without gaps."""
    return all(len(move.choices) == 1 for move in moves) and in_a_row([move.choices[0][1] for move in moves])


def stepped(choices: Choices, path: Sequence[str], words: Words) -> Menu:
    """Return the menu of the next choices: whole moves if they are few, else one choice after another."""
    left = choices.left(path)
    step = choices.step(path)
    title = next(group.title or group.name.replace("_", " ") for group in step.groups)
    if len(left) <= MOST:
        return Menu((Block(title, tuple(_whole(choices.moves[index], 0, words) for index in left)),), words)
    if step.chosen:
        title = step.sentence
    return Menu((Block(title, tuple(_entry(choices, option, words) for option in step.options)),), words)


def led(choices: Choices, path: Sequence[str], words: Words) -> Entry:
    """Return a way that was begun, by its sentence."""
    left = choices.left(path)
    if len(left) == 1:
        return whole(choices.moves[left[0]], words)
    text = f"{choices.step(path).sentence}"
    return Entry(text, menu=partial(stepped, choices, path, words), chosen=text)


def _entry(choices: Choices, option: Option, words: Words) -> Entry:
    if option.move:
        return Entry(option.text, choices.moves[choices.left(option.path)[0]], chosen=option.text)
    return Entry(f"{option.text} …", menu=partial(stepped, choices, option.path, words), chosen=option.text)


def _whole(move: Move, at: int, words: Words) -> Entry:
    """Return an entry for the choices of a move, from choice `at` on: as in its sentence, without the title
    before it.
    """
    chosen = ", ".join(words.chosen(move.name, name, value) for name, value in move.choices[at:])
    title, told = words.move(move.name), words.spoken(move)
    text = chosen if at or not told.startswith(title) else told.removeprefix(title).strip(" :")
    return Entry(text or title, move, chosen=chosen)
