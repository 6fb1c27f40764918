"""After a game: the moves that gained and cost a person the most, as estimated by a search player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene import Words
from croupier.table.course import Past
from croupier.thinking.search import Budget, Search

ROLLOUTS, MOMENT = 120, 0.6
"""The budget for each decision: rollouts, and seconds."""
MOST = 12
"""The number of last decisions examined."""
LEAST = 0.03
"""The minimum gain or cost of a move that is reported, as a probability of winning."""


def review(past: Iterable[Past], made: Sequence[tuple[int, Move]], words: Words) -> list[str]:
    """Return the best and the worst of these decisions, with the knowledge of their seat.

    Small differences are left out.
    """
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
    lines: list[str] = []
    if rated:
        gain, text, _ = max(rated)
        cost, worst, instead = min(rated)
        if gain > LEAST:
            best = tr(
                "Your best move: {move}; it raised your chance of winning by {n} percentage points.",
                move=text,
                n=round(100 * gain),
            )
            lines.append(best)
        if cost < -LEAST:
            lines.append(
                tr("Your worst move: {move}; {other} would have raised it by {n} percentage points.",
                   move=worst, other=instead, n=round(-100 * cost))
            )  # fmt: skip
    return lines
