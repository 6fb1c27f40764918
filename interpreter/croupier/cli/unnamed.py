"""What is chosen, typed without the name of a move, to what stands against the moves that take such things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.faults import InvalidMove
from croupier.game import Game
from croupier.moves import Move
from croupier.notation import exists
from croupier.program import Program
from croupier.whynot import WhyNot
from croupier_dsl import ir

_DISTANCES = {"not_in_domain": 1, "how_many": 1, "incomplete": 2, "not_offered": 3, "not_your_turn": 3, "over": 3}
"""How far a move is from being legal, by the reason against it; 0 where a condition of the ruleset forbids it."""


def names_no_move(program: Program, text: str) -> bool:
    """Is the text what may be chosen, without the name of a move?"""
    words = text.split()
    return bool(words) and "=" not in text and words[0] not in program.move_index


def against_unnamed(game: Game, seat: int, text: str) -> tuple[bool, list[WhyNot]]:
    """What stands against the moves that a text in notation may be meant for, such as `6H`: those nearest to legal.

    With it, whether these are moves that only conditions of the ruleset forbid.

    Nearer is a move that only conditions forbid than one whose choice cannot be that, and any move of this step than
    one of another step. Empty if no move of the game takes such things.
    """
    found: list[tuple[tuple[int, bool], WhyNot]] = []
    for move, least, melded in _readings(game.rules.program, text.split()):
        try:
            reason = game.why_not(seat, move)
        except InvalidMove:
            continue
        if reason is not None:
            reasons = [reason.reason, *(other.reason for other in reason.others)]
            found.append(((max(least, *(_DISTANCES.get(each, 0) for each in reasons)), melded), reason))
    nearest = min((distance for distance, _ in found), default=(0, False))
    told = {reason.message: reason for distance, reason in reversed(found) if distance == nearest}
    return nearest[0] == 0, list(reversed(told.values()))


def _readings(program: Program, words: list[str]) -> Iterator[tuple[Move, int, bool]]:
    """The moves of which these words are what is chosen.

    With each, how far from legal it is at least, since more has to be chosen, and whether it takes the words as melds.
    """
    for plan in program.moves:
        for asked in (plan.choices, *plan.do.asks.values()):
            choices = [each.choice for each in asked]
            taken = _shared_out(program, choices, words)
            if taken:
                move = Move(plan.name, tuple((choice.name, part) for choice, part in taken))
                least = _DISTANCES["incomplete"] if len(taken) < len(choices) else 0
                yield move, least, any(choice.type.name == "meld" for choice, _ in taken)


def _shared_out(program: Program, choices: Sequence[ir.Choice], words: list[str]) -> list[tuple[ir.Choice, str]]:
    """The words as choices: a word for each and the rest for the last, else all for the first choice that takes them.

    Empty if they cannot be meant so.
    """
    last = len(choices) - 1
    if 0 < last < len(words):
        parts = [*words[:last], " ".join(words[last:])]
        if all(_takes(program, choice, part) for choice, part in zip(choices, parts, strict=True)):
            return list(zip(choices, parts, strict=True))
    whole = " ".join(words)
    return next(([(choice, whole)] for choice in choices if _takes(program, choice, whole)), [])


def _takes(program: Program, choice: ir.Choice, text: str) -> bool:
    """Could the choice ever be that?"""
    melds = choice.type.name == "meld"
    things = text.split(" + ") if melds else text.split()
    if choice.single and len(things) > 1:
        return False
    return all(exists(program, choice, thing) and not _no_place(program, choice, thing) for thing in things)


def _no_place(program: Program, choice: ir.Choice, word: str) -> bool:
    """Is it a bare number for a card, `99`, where no card is a number and none lies in a row with numbered places?"""
    rows = any(zone.form == "row" for zone in program.rules.zones)
    return choice.type.name == "card" and word.isdigit() and word not in program.kind_index and not rows
