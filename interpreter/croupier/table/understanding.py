"""Understand moves that people write: find the legal move that a text means, or the reasons why it means none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from croupier.base.effort import EFFORT
from croupier.base.faults import AmbiguousMove, IllegalMove, InvalidMove, RulesFault
from croupier.base.language import tr
from croupier.base.moves import Move, Moves
from croupier.base.values import Env
from croupier.model.plans import ChoicePlan, MovePlan
from croupier.model.state import State
from croupier.seat.whynot import WhyNot, distance, forbidden, understood, why_not
from croupier.words import meaning
from croupier.words.nearest import nearest
from croupier.words.notation import (
    Spellers,
    Wanted,
    also_a_card,
    card_or_place,
    read_move,
    spell_choices,
    spell_move,
    tidy,
)


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal moves of a seat: as text, and each with its plan and locals; the answers to a choice have no plan."""

    moves: Moves
    made: list[tuple[MovePlan | None, Env]]


@dataclass(frozen=True, slots=True)
class Deciding:
    """A seat that decides in a position. `legal` returns its moves; RulesFault if they are too many to list."""

    state: State
    seat: int
    legal: Callable[[], Legal]


def choices_of(s: State, plan: MovePlan | None) -> list[ChoicePlan]:
    """Return the choices of a move, or those that are asked for in the middle of one."""
    if plan is not None:
        return plan.choices
    return [] if s.task is None else s.task.code.asks[s.task.pc]


def spell(
    s: State, seat: int, plan: MovePlan | None, env: Env, full: int = 0, kept: Spellers | None = None
) -> Move:  # fmt: skip
    """Return a legal move as text; `full` and `kept` as for `spell_move`."""
    if plan is not None:
        return spell_move(s, plan, env, seat, full, kept)
    assert s.task is not None
    return Move(s.program.moves[s.task.move].name, spell_choices(s, choices_of(s, None), env, seat, full, kept))


def match(at: Deciding, text: str) -> int:
    """Return the index of the legal move that the text means; InvalidMove, IllegalMove or AmbiguousMove if it means
    none, or several."""
    moves, program = at.legal().moves, at.state.program
    written = meaning.as_legal(program, text, moves)
    if written is not None:
        return written
    wanted = meaning.read(program, text)
    found, told = _fitting(at, wanted)
    _no_card_for_place(at, wanted, found, text)
    found = meaning.in_order(text, found, told)
    if not wanted.name:  # it may be meant for other moves with the same choices
        found = list(dict.fromkeys([*found, *meaning.holding(wanted, moves)])) if found else found
    if len(found) == 1 and meaning.settled(wanted, told[found[0]]):
        return found[0]
    why = () if found else why_nots(at, text)
    if not wanted.name and not found and not (why and forbidden(why[0])):
        found = meaning.holding(wanted, moves)
    if found:
        raise AmbiguousMove(" ".join(text.split()), tuple(str(moves[i]) for i in found))
    if why:
        raise IllegalMove(why[0])
    read_move(program, text)  # reports an unknown move
    return _in_another_form(at, wanted, text)


def _in_another_form(at: Deciding, wanted: Wanted, text: str) -> int:
    """Return the index of the legal move that these words mean, if they are in another form than moves are written
    in.
    """
    s, legal = at.state, at.legal()
    for asked, left in meaning.readings(s, at.seat, wanted):
        made = None if left else understood(s, at.seat, asked)
        if made is not None:
            plan, env = made
            reading = spell_choices(s, choices_of(s, plan), env, at.seat)
            found = enumerate(legal.made)
            return next(i for i, (other, _) in found if other is plan and legal.moves[i].choices == reading)
    raise InvalidMove(tr("{text} is not a move here", text=repr(text)))


def why_nots(at: Deciding, text: str) -> tuple[WhyNot, ...]:
    """Return the reasons against each move that the text may mean and that is as near to legal as the nearest.

    A text with a move's name means just that move; a text with only its choices means each move that takes them.
    """
    EFFORT.renew()
    s, program = at.state, at.state.program
    wanted = meaning.read(program, text)
    legal, told = _fitting(at, wanted)
    _no_card_for_place(at, wanted, legal, text)
    legal = meaning.in_order(text, legal, told)
    if len(legal) == 1 or (legal and not wanted.name):
        return ()
    if legal:  # that something is missing; which of several it is, is for the player to say
        return _against(at, wanted)
    found: list[tuple[tuple[int, ...], WhyNot]] = []
    wrong: InvalidMove | None = None
    for number, (asked, left) in enumerate(meaning.readings(s, at.seat, wanted)):
        try:
            against = _against(at, asked)
        except InvalidMove as error:
            wrong = error
            continue
        if not against and not left:
            return ()
        unseen = meaning.out_of_sight(s, at.seat, asked)
        melded = meaning.takes_melds(program, asked)
        for why in against:
            rank = (number,) if wanted.name else (melded, bool(left), len(why.others))
            said = why if any(name for name, _ in wanted.choices) else why.placed()
            found.append(((max(distance(why), 2 * unseen), *rank), said))
    if not found:
        if wrong is not None and wanted.name:
            raise wrong
        if wanted.name:
            return _against(at, wanted)
        read_move(program, text)  # reports an unknown move
    nearest_by = min(distance for distance, _ in found)
    said_once = {why.message: why for distance, why in reversed(found) if distance == nearest_by}
    return tuple(reversed(said_once.values()))


def fitting(at: Deciding, text: str) -> list[int]:
    """Return the indices of the legal moves that the text fits; of moves that take the same things, only the one in
    the order of the text, if there is one."""
    wanted = meaning.read(at.state.program, text)
    found, told = _fitting(at, wanted)
    _no_card_for_place(at, wanted, found, text)
    alike = len({tuple((name, tidy(value)) for name, value in told[i].choices) for i in found}) == 1
    return meaning.in_order(text, found, told) if alike else found


def _fitting(at: Deciding, wanted: Wanted) -> tuple[list[int], Sequence[Move]]:
    """Return the moves that the text fits, and all legal moves with as many words as it has; both empty if they are too
    many.
    """
    try:
        legal = at.legal()
    except RulesFault:
        return [], ()
    told: Sequence[Move] = legal.moves
    fits = meaning.fitting(wanted, told)
    for full in (1, 2) if wanted.full else ():
        if not fits:
            kept: Spellers = {}
            told = [spell(at.state, at.seat, *one, full, kept) for one in legal.made]
            fits = meaning.fitting(wanted, told)
    return fits, told


def _no_card_for_place(at: Deciding, wanted: Wanted, fits: Sequence[int], text: str) -> None:
    """Raise AmbiguousMove if a number means both the place of a hidden card and a visible card."""
    for index in fits:
        legal = at.legal()
        plan, env = legal.made[index]
        for choice in choices_of(at.state, plan):
            said = " ".join(words for name, words in wanted.choices if name in ("", choice.choice.name))
            number = also_a_card(at.state, choice, env[choice.slot], said, env, at.seat)
            if number:
                told = tuple(str(legal.moves[i]) for i in fits)
                raise AmbiguousMove(" ".join(text.split()), told, card_or_place(number))


def _against(at: Deciding, wanted: Wanted) -> tuple[WhyNot, ...]:
    why = why_not(at.state, at.seat, wanted)
    return () if why is None else (replace(why, nearest=_nearest(at, wanted)),)


def _nearest(at: Deciding, wanted: Wanted) -> str | None:
    """Return the most similar legal move; None if there are too many to list."""
    try:
        found = nearest(wanted, at.legal().moves)
    except RulesFault:
        return None
    return None if found is None else str(found)
