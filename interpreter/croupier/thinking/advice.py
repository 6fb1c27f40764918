"""A hint for a person: what to do, what that is expected to bring, and what the next best would."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.base.language import tr
from croupier.players import Greedy
from croupier.scene import Words, capital
from croupier.table.game import Game
from croupier.thinking.search import Budget, Search, Thought

HINTED, MOMENT = 400, 1.0
"""For a hint so many rollouts are made, as far as they fit into so many seconds."""


def hint(game: Game, seat: int, words: Words, *, written: bool = True, budget: Budget | None = None) -> Iterator[str]:
    """What to do, what that is expected to bring, and what the next best would. `written`: moves also as written."""
    offer = game.offer(seat)
    limit = budget or Budget(HINTED, MOMENT)
    thoughts = Search(0, 0, seat, limit, waits=False).think(offer) if len(offer.moves) > 1 else []
    if not thoughts:
        move = Greedy(0, 0, seat).choose(offer)
        if written:
            yield tr("The greedy player would: {move} ({notation})", move=words.spoken(move), notation=move)
        else:
            yield tr("The greedy player would: {move}", move=words.spoken(move))
        return
    best, *others = thoughts
    move = offer.moves[best.index]
    said = capital(words.spoken(move))
    yield f"{said} ({move}): {_expected(best)}." if written else tr("{move}: {what}.", move=said, what=_expected(best))
    if others:
        spoken, what = words.spoken(offer.moves[others[0].index]), _expected(others[0])
        if others[0].worth < best.worth:
            yield tr("Next best is {move}: {what}.", move=spoken, what=what)
        else:  # chance may have made it look so
            yield tr("It may be as good to {move}: {what}.", move=spoken, what=what)


def _expected(thought: Thought) -> str:
    """What somebody who has played on from a move expects of it."""
    score = f"{thought.score:.0f}" if abs(thought.score) >= 10 else f"{thought.score:.2g}"
    if thought.win is None:
        return tr("you can expect a score of {score}", score=score)
    return tr(
        "you can expect to win {n} games of a hundred, with a score of {score}",
        n=round(100 * thought.win), score=score,
    )  # fmt: skip
