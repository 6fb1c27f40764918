"""Answers about a game for a display, besides its view, by seat (None: a spectator)."""

from __future__ import annotations

from collections.abc import Callable, Collection

from croupier.base.moves import Move
from croupier.base.values import Value
from croupier.seat import arrangement, pointing, views
from croupier.seat import beats as moments
from croupier.table.game import Game
from croupier.table.understanding import choices_of
from croupier_dsl import ir


def arrangements(game: Game, seat: int | None) -> list[arrangement.Arrangement]:
    """Return the combos that the cards before the seat make, as far as it knows them."""
    return arrangement.arrangements(game._state, game._known, game._eyes(seat))


def shown(game: Game, seat: int | None) -> list[tuple[str, str, ir.Type, Value]]:
    """Return the values that the rules show at the table besides the cards:

    (part, owner, type, value), the important first.
    """
    return views.shown(game._state, game._eyes(seat), game._known)


def placed(game: Game, seat: int | None, zones: Collection[str]) -> dict[str, tuple[int | None, ...]]:
    """Return the players that put the cards into these piles, by pile and card, where the seat sees every card."""
    return views.placed(game._state, game._eyes(seat), zones)


def turned_up(game: Game, seat: int | None) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the cards that are face up for all in zones that only some see: by zone, each with its place, or 0."""
    return views.turned_up(game._state, game._eyes(seat))


def at_start(game: Game, seat: int | None) -> dict[str, dict[str, Value]]:
    """Return the start values of visible variables of cards: by variable and card, both named as in the view."""
    return views.at_start(game._state, game._eyes(seat), game._known)


def beats(game: Game, before: Game, seat: int | None, score: str = "") -> list[tuple[Game, int, bool]]:
    """Return what the seat could see between an earlier position of this game and now, in order.

    Each as a position that only its view may leave, the mark in the log there, and whether something can be seen
    that goes away again. `score`: the variable on the score sheet.
    """
    found = moments.beats(before._state, game._state, game._eyes(seat), score)
    return [(Game._of(game.rules, game.seed, beat.state), beat.until, beat.held) for beat in found]


def pointed(game: Game, seat: int, index: int) -> tuple[pointing.Pointed, ...]:
    """Return the things that each choice of a legal move takes, with their places; `index`: of the move in
    `legal_moves`.
    """
    s, (plan, env) = game._state, game._legal(game._seat(seat)).made[index]
    return tuple(pointing.pointed(s, seat, choice, env) for choice in choices_of(s, plan))


def courses(game: Game, seat: int) -> Callable[[int], tuple[pointing.Going, ...]]:
    """Return a function from the index of a legal move to the cards that it takes elsewhere, as far as the seat can
    know before it is made.
    """
    found = game._legal(game._seat(seat)).made
    made = pointing.courses(game._state, game._known, seat)
    return lambda index: made(*found[index])


def origins(game: Game, seat: int, move: str) -> list[str]:
    """Return the zones, named as in views, from which a move without choices takes cards."""
    return pointing.origins(game.rules.program, game._seat(seat), move)


def adds_up_to(game: Game, seat: int, move: Move) -> int | None:
    """Return the contribution of a legal move of several melds to the sum that its conditions require, such as
    points.

    None if it takes no group of melds, or nothing is summed up over them.
    """
    legal = game._legal(game._seat(seat))
    index = legal.moves.place(move)
    if index is None:
        index = next((i for i, other in enumerate(legal.moves) if other == move), None)
    plan, env = legal.made[index] if index is not None else (None, [])
    for choice in plan.choices if plan is not None else ():
        if choice.group is not None and choice.group.adding:
            total: int | None = choice.group.adding[0].sum(game._state, env)
            return total
    return None
