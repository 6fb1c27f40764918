"""A hint for a person: a move, its expected result, and the next best move's."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.base.language import ntr, tr
from croupier.players import Greedy, Weighed
from croupier.scene import Words, capital
from croupier.table.game import Game
from croupier.thinking.search import Budget, Search, Thought
from croupier.thinking.worth import SHARE

HINTED, MOMENT = 400, 1.0
"""The number of rollouts for a hint, and their time limit in seconds."""
DOUBT = 4
"""The number of pseudo-rollouts added, half of them won, so that a few wins do not give certainty (A. Agresti and
B. A. Coull, Approximate is better than "exact" for interval estimation of binomial proportions, 1998)."""


def hint(game: Game, seat: int, words: Words, *, written: bool = True, budget: Budget | None = None) -> Iterator[str]:
    """Yield the suggested move, its expected result, and the next best move's.

    `written`: give moves in notation too.
    """
    offer = game.offer(seat)
    limit = budget or Budget(HINTED, MOMENT)
    thoughts = Search(0, 0, seat, limit, waits=False).think(offer) if len(offer.moves) > 1 else []
    if not thoughts:
        weighed = Greedy(0, 0, seat).weighed(offer) if len(offer.moves) > 1 else None
        move = offer.moves[weighed.index if weighed is not None else 0]
        if written:
            yield tr("Suggestion (greedy): {move} ({notation})", move=words.spoken(move), notation=move)
        else:
            yield tr("Suggestion (greedy): {move}", move=words.spoken(move))
        yield capital(_reason(weighed, words) if weighed is not None else tr("it is the only move.")).strip()
        return
    best, *others = thoughts
    move = offer.moves[best.index]
    said = capital(words.spoken(move))
    yield f"{said} ({move}): {_expected(best)}." if written else tr("{move}: {what}.", move=said, what=_expected(best))
    if others:
        spoken, what = words.spoken(offer.moves[others[0].index]), _expected(others[0])
        if others[0].worth < best.worth:
            yield tr("The second best is {move}: {what}.", move=spoken, what=f"{what}{_ranked(best, others[0], words)}")
        else:  # chance may have made it look so
            yield tr("{move} may be just as good: {what}.", move=capital(spoken), what=what)


def _ranked(best: Thought, other: Thought, words: Words) -> str:
    """Return how moves are ranked, in parentheses, if a number shown for the second best is the better one."""
    sign = -1 if words.rules.program.rules.result.best == "lowest" else 1
    better_score = sign * other.score > sign * best.score
    if best.win is None or other.win is None:
        return tr(" (ranked by the mean lead over the others)") if better_score else ""
    if not better_score and other.win <= best.win:
        return ""
    won = round(100 * SHARE)
    return tr(" (ranking: {won} % chance of winning, {led} % lead over the others)", won=won, led=100 - won)


def _reason(weighed: Weighed, words: Words) -> str:
    """Return why the greedy player prefers a move: the first value in which it beats the next best."""
    if weighed.unknown:
        return tr("its result depends on chance or hidden cards; no other move looks better.")
    program, worth, other = words.rules.program, weighed.worth, weighed.next
    if other is None:
        return tr("all moves look equally good for score and cards.")
    match weighed.settled_by:
        case 0:
            turn = -1 if program.rules.result.best == "lowest" else 1
            return tr(
                "your score becomes {score}; with the second best move it becomes {other}.",
                score=turn * worth[0], other=turn * other[0],
            )  # fmt: skip
        case 1:
            combos = program.combos
            if any(combos.splits(name) for name in combos.arranging):
                over = ntr("it leaves {n} point of deadwood", "it leaves {n} points of deadwood", -worth[1])
            else:
                over = ntr("it leaves {n} card of deadwood", "it leaves {n} cards of deadwood", -worth[1])
            return tr("{what}; the second best move: {other}.", what=over, other=-other[1])
        case 2:
            lies = ntr("it puts {n} card safely in front of you", "it puts {n} cards safely in front of you", worth[2])
            return tr("{what}; the second best move: {other}.", what=lies, other=other[2])
        case 3 if weighed.held[0] < weighed.held[1]:
            holds = ntr("it leaves {n} card in your hand", "it leaves {n} cards in your hand", weighed.held[0])
            return tr("{what}; the second best move: {other}.", what=holds, other=weighed.held[1])
    if program.combos.wanted:
        return tr("the cards you keep fit together better.")
    return tr("the cards you keep are easier to play later.")


def _expected(thought: Thought) -> str:
    """Return the expected result of a move, from its rollouts."""
    score = f"{thought.score:.0f}" if abs(thought.score) >= 10 else f"{thought.score:.2g}"
    if thought.win is None:
        return tr("expected score {score}", score=score)
    won = (thought.win * thought.tried + DOUBT / 2) / (thought.tried + DOUBT)
    return tr("{n} % chance of winning, expected score {score}", n=round(100 * won), score=score)
