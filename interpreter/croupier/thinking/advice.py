"""A hint for a person: what to do, what that is expected to bring, and what the next best would."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.base.language import ntr, tr
from croupier.players import Greedy, Weighed
from croupier.scene import Words, capital
from croupier.table.game import Game
from croupier.thinking.search import Budget, Search, Thought

HINTED, MOMENT = 400, 1.0
"""For a hint so many rollouts are made, as far as they fit into so many seconds."""
DOUBT = 4
"""Of so many rollouts more half are taken for won (A. Agresti and B. A. Coull, Approximate is better than "exact" for
interval estimation of binomial proportions, 1998): a few that all were won promise nothing for certain."""


def hint(game: Game, seat: int, words: Words, *, written: bool = True, budget: Budget | None = None) -> Iterator[str]:
    """What to do, what that is expected to bring, and what the next best would. `written`: moves also as written."""
    offer = game.offer(seat)
    limit = budget or Budget(HINTED, MOMENT)
    thoughts = Search(0, 0, seat, limit, waits=False).think(offer) if len(offer.moves) > 1 else []
    if not thoughts:
        weighed = Greedy(0, 0, seat).weighed(offer) if len(offer.moves) > 1 else None
        move = offer.moves[weighed.index if weighed is not None else 0]
        if written:
            yield tr("The greedy player would: {move} ({notation})", move=words.spoken(move), notation=move)
        else:
            yield tr("The greedy player would: {move}", move=words.spoken(move))
        yield capital(_reason(weighed, words) if weighed is not None else tr("there is no other move.")).strip()
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


def _reason(weighed: Weighed, words: Words) -> str:
    """Why the greedy player takes a move: what it is better in than the next best, looking a few decisions ahead."""
    if weighed.unknown:
        return tr("what comes of it cannot be known beforehand; nothing that can is better.")
    program, worth, other = words.rules.program, weighed.worth, weighed.next
    if other is None:
        return tr("in score and cards, all moves are worth the same as far as it looks.")
    match weighed.settled_by:
        case 0:
            turn = -1 if program.rules.result.best == "lowest" else 1
            return tr(
                "your score is then {score}; the next best brings {other}.",
                score=turn * worth[0], other=turn * other[0],
            )  # fmt: skip
        case 1:
            combos = program.combos
            if any(combos.splits(name) for name in combos.arranging):
                over = ntr("it leaves {n} point over", "it leaves {n} points over", -worth[1])
            else:
                over = ntr("it leaves {n} card over", "it leaves {n} cards over", -worth[1])
            return tr("{what}, the next best {other}.", what=over, other=-other[1])
        case 2:
            lies = ntr("{n} card then lies before you for good", "{n} cards then lie before you for good", worth[2])
            return tr("{what}, with the next best {other}.", what=lies, other=other[2])
        case 3:
            holds = ntr("you then hold {n} card", "you then hold {n} cards", -worth[3])
            return tr("{what}, with the next best {other}.", what=holds, other=-other[3])
    if program.combos.wanted:
        return tr("the cards that you keep go together better.")
    return tr("the cards that you keep can be played more often.")


def _expected(thought: Thought) -> str:
    """What somebody who has played on from a move expects of it."""
    score = f"{thought.score:.0f}" if abs(thought.score) >= 10 else f"{thought.score:.2g}"
    if thought.win is None:
        return tr("you can expect a score of {score}", score=score)
    won = (thought.win * thought.tried + DOUBT / 2) / (thought.tried + DOUBT)
    return tr("you can expect to win {n} games of a hundred, with a score of {score}", n=round(100 * won), score=score)
