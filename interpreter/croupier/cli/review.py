"""After a game: the score sheet round by round, what was settled when, and the moves that gained and cost the most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene import Scene, Sheet, Words

if TYPE_CHECKING:
    from croupier.table.course import Past

ROLLOUTS, MOMENT = 120, 0.6
"""So much thought is given to each decision."""
MOST = 12
"""So many of the last decisions are looked at."""
LEAST = 0.03
"""What a move gains or costs less than this, of a game, says nothing."""


def sheeted(table: Scene, words: Words) -> list[str]:
    """The score sheet and the moments of a game that is over."""
    lines = [] if table.sheet is None else ["", *sheet_lines(table.sheet)]
    if table.ending is not None and table.ending.moments:
        lines += ["", *(f"  {moment}" for moment in table.ending.moments)]
    return lines


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    """A row for each round: what it brought each, and the sum."""
    first = max(len(sheet.title), *(len(title) for title, _, _ in sheet.rows))
    cells = [
        [_cell(value, before) for value, before in zip(values, last, strict=True)]
        for (_, values, _), last in zip(
            sheet.rows, [(None,) * len(sheet.columns), *(values for _, values, _ in sheet.rows)], strict=False
        )
    ]
    wide = [max(len(name), *(len(row[at]) for row in cells)) for at, name in enumerate(sheet.columns)]
    head = "  ".join(name.rjust(size) for name, size in zip(sheet.columns, wide, strict=True))
    yield f"  {sheet.title:<{first}}  {head}"
    for (title, _, notes), row in zip(sheet.rows, cells, strict=True):
        values = "  ".join(cell.rjust(size) for cell, size in zip(row, wide, strict=True))
        yield f"  {title:<{first}}  {values}  {', '.join(notes)}".rstrip()


def _cell(value: int | None, before: int | None) -> str:
    if value is None:
        return "–"
    gained = value - (before or 0)
    return f"{gained:+} = {value}"


def reviewed(past: Iterable[Past], made: Sequence[tuple[int, Move]], words: Words) -> list[str]:
    """The best and the worst move of a person, as far as somebody who thinks can tell."""
    from croupier.thinking import Budget, Search

    rated: list[tuple[float, str, str]] = []
    for one in [*past][-MOST:]:
        offer = one.game.offer(one.seat)
        if len(offer.moves) < 2:
            continue
        thoughts = Search(0, 0, one.seat, Budget(ROLLOUTS, MOMENT), waits=False).think(offer)
        move = made[one.made][1]
        worth = {str(offer.moves[thought.index]): thought.win for thought in thoughts}
        own = worth.pop(str(move), None)
        others = {text: win for text, win in worth.items() if win is not None}
        if own is not None and others:
            instead = max(others, key=others.__getitem__)
            other = next(each for each in offer.moves if str(each) == instead)
            rated.append((own - others[instead], words.spoken(move), words.spoken(other)))
    if not rated:
        return []
    lines = [""]
    gain, text, _ = max(rated)
    if gain > LEAST:
        lines.append(tr("Your best move: {move}; it was worth {n} games of a hundred.", move=text, n=round(100 * gain)))
    cost, text, instead = min(rated)
    if cost < -LEAST:
        lines.append(
            tr("Your worst move: {move}; {other} would have won {n} games more of a hundred.",
               move=text, other=instead, n=round(-100 * cost))
        )  # fmt: skip
    return lines if len(lines) > 1 else []
