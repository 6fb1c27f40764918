"""The reasons against a move, in sentences: the condition, the facts, and the clauses of the rulebook for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene.words import Words
from croupier.seat.whynot import WhyNot
from croupier.words.notation import as_written, read_move

MOST_OTHERS = 4
MOST_FACTS = 4


def reasons(found: Sequence[WhyNot], words: Words, *, written: bool = True) -> Iterator[str]:
    """Yield the reasons against each of several moves, after the move itself; for a single move, only the reasons.

    `written`: the nearest legal move is also told as it is written, for who can type it.
    """
    if len(found) == 1:
        yield from reason(found[0], words, written=written)
        return
    if all(each.reason == "not_offered" for each in found):
        yield from (f"{capital(words.plain(each.message))}." for each in found[:MOST_OTHERS])
        return
    for each in found[:MOST_OTHERS]:
        asked = read_move(words.rules.program, each.move)
        yield tr("{move}:", move=capital(words.spoken(Move(asked.name, asked.choices))))
        yield from (f"  {line}" for line in reason(each, words, written=written))


def reason(against: WhyNot, words: Words, *, written: bool = True) -> Iterator[str]:
    """Yield the lines of a reason against a move."""
    yield f"{capital(words.plain(against.message))}."
    for what, value in against.facts[:MOST_FACTS]:
        yield "  " + tr("{place}: {what}", place=words.plain(what), what=words.plain(value))
    for clause in against.clauses:
        text = words.clause(clause)
        if text:
            yield f"  [{clause}] {text}"
    for other in against.others[:MOST_OTHERS]:
        yield "  " + tr("also: {reason}", reason=words.plain(other.message))
    if against.nearest is not None:
        said = words.spoken(as_written(against.nearest))
        if written:
            yield "  " + tr("Closest move: {move} ({notation})", move=said, notation=against.nearest)
        else:
            yield "  " + tr("Closest move: {move}", move=said)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
