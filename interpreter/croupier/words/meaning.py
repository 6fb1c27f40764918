"""Interpret the text of an incomplete move: the legal moves that it fits, and the moves that it may mean.

A missing choice is filled in if it has only one possible value. If there are several, AmbiguousMove is raised and the
typist has to choose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from croupier.base.faults import InvalidMove
from croupier.base.values import Env, Value
from croupier.combos.layout import casting_of
from croupier.combos.told import tight
from croupier.model.visibility import sees
from croupier.play.flow import move_env, to_act
from croupier.play.legal import elements
from croupier.words.notation import (
    READINGS,
    Wanted,
    as_written,
    bare,
    beyond,
    by_name,
    choice_pool,
    exists,
    find_value,
    read_move,
    reads,
    speller,
    tidy,
)

if TYPE_CHECKING:
    from croupier.base.moves import Move
    from croupier.model.plans import ChoicePlan, MovePlan
    from croupier.model.program import Program
    from croupier.model.state import State

MOST_TAKEN = 6
"""In moves with more choices than this, words without names of choices mean either one choice or all."""


def read(program: Program, text: str) -> Wanted:
    """Return the requested move; a text with choices only, without a move's name, gives an empty name."""
    words = tight(text)
    if names_move(program, words) or not words:
        return read_move(program, text)
    return Wanted("", by_name(words))


def names_move(program: Program, text: str) -> bool:
    """Return whether the text begins with the name of a move."""
    return text.partition(" ")[0] in {move.name for move in program.rules.moves}


# ---------------------------------------------------------------- legal moves


def as_legal(program: Program, text: str, moves: Sequence[Move]) -> int | None:
    """Return the index of the legal move that equals the text exactly.

    None if there is none, or if a number in it is a kind of card and may also mean a place.
    """
    words = " ".join(text.split())
    move = as_written(words)
    if str(move) != words or any(
        word.isdigit() and word in program.kind_index for _, said in move.choices for word in said.split()
    ):
        return None
    return next((index for index, legal in enumerate(moves) if legal == move), None)


def fitting(wanted: Wanted, moves: Sequence[Move]) -> list[int]:
    """Return the indices of the legal moves that the text fits: they contain its choices, each as a whole.

    One that reads like it to the letter goes before others, unless only words say so that name no choice of several.
    """
    found = [i for i, move in enumerate(moves) if wanted.name in ("", move.name) and _agrees(wanted.choices, move)]
    exact = [i for i in found if wanted.exactly(moves[i])]
    if exact and any(_by_place(wanted, moves[i]) for i in found):
        return found
    settled = wanted.name or all(len(moves[i].choices) < 2 for i in found)
    return exact if settled and len(exact) == 1 else found


def _by_place(wanted: Wanted, move: Move) -> bool:
    """Return whether the text means a card of the move by the number of its place, written without `@`."""
    said = {word for _, words in wanted.choices for word in words.split() if word.isdigit()}
    return any(word in said for _, value in move.choices for word in re.findall(r"@(\d+)(?!\S)", value))


def in_order(text: str, found: list[int], moves: Sequence[Move]) -> list[int]:
    """Return the one of these moves that is written in exactly this order, if there is one.

    This can distinguish melds of the same cards.
    """
    words = " ".join(text.split())
    same = [i for i in found if words in (_chosen(moves[i]), f"{moves[i].name} {_chosen(moves[i])}", str(moves[i]))]
    return same if len(same) == 1 else found


def settled(wanted: Wanted, move: Move) -> bool:
    """Return whether a text that fits only this legal move selects it.

    A text without a move's name must give all choices.
    """
    said = _flat(" ".join(words for _, words in wanted.choices))
    return bool(wanted.name) or any(said.keys() == _flat(reading(_chosen(move))).keys() for reading in READINGS)


def holding(wanted: Wanted, moves: Iterable[Move]) -> list[int]:
    """Return the legal moves in which what the text says is chosen, and perhaps more; groups as they were said."""
    said = " ".join(words for _, words in wanted.choices)
    parts = _groups if "+" in said else _flat
    some = parts(said)
    named = {name for name, _ in wanted.choices if name}
    return [
        i
        for i, move in enumerate(moves)
        if some
        and wanted.name in ("", move.name)
        and named <= {name for name, _ in move.choices}
        and any(some <= parts(reading(_chosen(move))) for reading in READINGS)
    ]


def _agrees(said: tuple[tuple[str, str], ...], move: Move) -> bool:
    """Return whether the move contains all the given choices."""
    has = dict(move.choices)
    if not all(name in has and reads(has[name], words) for name, words in said if name):
        return False
    alone = [words for name, words in said if not name]
    named = {name for name, _ in said}
    left = [value for name, value in move.choices if name not in named]
    if not alone or (len(left) == 1 and reads(left[0], alone[0])):
        return True
    return any(_taken(alone[0], [tidy(reading(value)) for value in left]) for reading in READINGS)


def _taken(words: str, values: list[str]) -> bool:
    """Return whether these are the words of some of the values, or of all."""
    if words in values or (len(values) == 2 and words == f"{values[0]}({values[1]})"):
        return True
    if "+" in words:
        return False
    wanted = _flat(words)
    sizes = range(1, len(values) + 1) if len(values) <= MOST_TAKEN else (1, len(values))
    return any(
        wanted == _flat(" ".join(some)) for size in sizes for some in combinations(values, size)
    )  # fmt: skip


def _chosen(move: Move) -> str:
    return " ".join(value for _, value in move.choices)


def _groups(words: str) -> Counter[str]:
    return Counter(tidy(group) for group in words.split("+"))


def _flat(words: str) -> Counter[str]:
    return Counter(word for word in words.split() if word != "+")


# ---------------------------------------------------------------- moves that are asked for


def readings(s: State, seat: int, wanted: Wanted) -> Iterator[tuple[Wanted, int]]:
    """Yield the moves that a text may ask for, legal or not, each choice by its name as far as it is said or can be
    only one.

    With each, how many of its choices are left open; of a text that names no move, the moves that take such things.
    """
    program = s.program
    asking = s.task.code.asks[s.task.pc] if s.asking and s.task is not None else None
    for move in program.every_move:
        if wanted.name not in ("", move.name):
            continue
        now = asking if asking is not None and s.task is not None and s.task.move == move.index else None
        offered = seat in to_act(s) and (
            now is not None or (asking is None and move.name in s.frames[-1].stage.stage.moves)
        )
        for choices in (now,) if now is not None else (move.choices, *move.do.asks.values()):
            for said in _shared_out(s, wanted, choices):
                env = list(s.task.env) if now is not None and s.task is not None else move_env(move, seat)
                filled = _filled(s, move, choices, said, env) if offered and choices is (now or move.choices) else said
                yield Wanted(move.name, tuple(filled.items())), len(choices) - len(filled)


def _shared_out(s: State, wanted: Wanted, choices: Sequence[ChoicePlan]) -> Iterator[dict[str, str]]:
    """Yield the words as choices by name: in each way in which the choices may ever be that."""
    names = [each.choice.name for each in choices]
    named = {name: words for name, words in wanted.choices if name}
    if not set(named) <= set(names) or not (wanted.name or all(_takes(s, c, named) for c in choices)):
        return
    if len(named) == len(wanted.choices):
        yield named
        return
    left = [each for each in choices if each.choice.name not in named]
    words, last = wanted.choices[0][1], len(left) - 1
    parts = words.split()
    if 0 < last < len(parts) and "+" not in parts:
        spread = [*parts[:last], " ".join(parts[last:])]
        apart = {each.choice.name: said for each, said in zip(left, spread, strict=True)}
        if all(_takes(s, each, apart) for each in left):
            yield {**named, **apart}
    for each in left:
        only = {each.choice.name: words}
        if (len(left) == 1 and wanted.name) or _takes(s, each, only):
            yield {**named, **only}


def _takes(s: State, plan: ChoicePlan, said: dict[str, str]) -> bool:
    """Return whether the choice could ever have the given value."""
    program = s.program
    choice, text = plan.choice, said.get(plan.choice.name)
    if text is None:
        return True
    things = text.split(" + ") if choice.type.name == "meld" else text.split()
    if choice.single and len(things) > 1:
        return False
    return not any(beyond(s, plan, bare(word)) or not exists(program, choice, word) for word in things)


def _filled(
    s: State, move: MovePlan, choices: Sequence[ChoicePlan], said: dict[str, str], env: Env
) -> dict[str, str]:  # fmt: skip
    """Return the given choices, with each choice added that has a single possible value or may be the given word
    itself.
    """
    seat, found = env[0], dict(said)
    for choice in choices:
        name, kind = choice.choice.name, choice.choice.type
        if name not in found:
            others = " ".join(words for at, words in said.items() if _other_kind(choices, at, kind))
            alike = set(bare(others).split())
            words = _only(s, choice, alike, env, seat)
            if words is None:
                return found
            found[name] = words
        try:
            env[choice.slot] = find_value(s, choice, found[name], env, seat)
        except InvalidMove:
            return found
        if choice.cast is not None:
            env[choice.cast] = casting_of(env, choice.cast)
    return found


def _other_kind(choices: Sequence[ChoicePlan], name: str, kind: object) -> bool:
    """Return whether the name belongs to a choice of another type."""
    return any(each.choice.name == name and each.choice.type != kind for each in choices)


def _only(s: State, choice: ChoicePlan, alike: set[str], env: Env, seat: int) -> str | None:
    """Return the word for what a choice can be only.

    Else the word that was said for something else, if it can be that.
    """
    spell = speller(s, choice, seat, env)
    things = elements(s, choice, env, seat) or choice_pool(s, choice, env)
    words = list(dict.fromkeys(spell(item) for item in things))
    if len(alike) == 1 and alike <= set(words):
        return next(iter(alike))
    return words[0] if len(words) == 1 else None


def takes_melds(program: Program, wanted: Wanted) -> bool:
    """Return whether the move asks for a meld."""
    move = program.move(wanted.name)
    assert move is not None, "a move that is read has a name of the rules"
    asked = [*move.choices, *(each for ask in move.do.asks.values() for each in ask)]
    names = {name for name, _ in wanted.choices}
    return any(each.choice.type.name == "meld" for each in asked if each.choice.name in names)


def out_of_sight(s: State, seat: int, wanted: Wanted) -> bool:
    """Return whether a card is requested by its kind while the choice is among hidden cards, or among none."""
    move = s.program.move(wanted.name)
    assert move is not None, "a move that is read has a name of the rules"
    env = move_env(move, seat)
    for choice in move.choices[:1]:
        said = dict(wanted.choices).get(choice.choice.name, "")
        if choice.choice.type.name == "card" and any(bare(word) in s.program.kind_index for word in said.split()):
            pool: list[Value] = choice_pool(s, choice, env)
            return not any(sees(s, seat, card) for card in pool)
    return False
