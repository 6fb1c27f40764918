"""Number the moves of a game: the same action means the same in every game of the same rules, options and seats.

A move is a *path* of actions, usually of one. Where it has several, the first is its *head* (the move and its single
choices), then come the cards of a set, one by one in the order of kinds, then *done*; *ways* distinguish moves with the
same path. An environment asks for one action at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.base.values import Env, Spot, Value, as_list, cards_of
from croupier.model.encoded import MINUS, WAYS, Asked, Coding, Slot, coding, words_of
from croupier.model.visibility import position, sees

if TYPE_CHECKING:
    from croupier.model.plans import MovePlan
    from croupier.model.state import State
    from croupier.table.game import Game, Rules


class Actions:
    """The actions of some rules. `size`: their number; they are the numbers below it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.coding: Coding = coding(rules.program)
        self.size = self.coding.size
        self._asked = {asked.key: asked for asked in self.coding.asked}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the meaning of each action: `lay card=7S`; `+ 7S`, one more card of a set; `done`; `way 2`."""
        return tuple(words_of(self.rules.program))

    def describe(self) -> str:
        """Return the encoding in words: a line for each move."""
        lines = [f"{self.size} actions"]
        for asked in self.coding.asked:
            one = [slot.choice.name for slot in asked.slots if slot.step]
            later = [_staged(slot) for slot in asked.slots if not slot.step]
            told = f" = {asked.move.name}" + (f" × {' × '.join(one)}" if one else "")
            then = f"; then {'; then '.join(later)}" if later else ""
            question = " (a question in its middle)" if asked.question else ""
            lines.append(f"{asked.head} to {asked.head + asked.heads - 1}{told}{question}{then}")
        if self.coding.staged:
            lines.append(f"{self.coding.done} = done: ends a set")
            lines.append(f"{self.coding.ways} to {self.size - 1} = ways: distinguish moves with the same actions")
        return "\n".join(lines)

    def paths(self, game: Game, seat: int) -> list[tuple[int, ...]]:
        """Return the path of each legal move of a seat, in the order of `legal_moves`, without ways."""
        state, found = game._state, game._legal(seat).made
        return [self._path(state, seat, plan, env) for plan, env in found]

    def offered(self, game: Game, seat: int, taken: Sequence[int] = ()) -> dict[int, tuple[int, ...]]:
        """Return the legal actions after those taken for this move, each with the moves that it leaves, by their index
        in `legal_moves`; a move is complete once `made` returns it."""
        return next_actions(self.coding, self.paths(game, seat), taken)

    def made(self, game: Game, seat: int, taken: Sequence[int]) -> int | None:
        """Return the index of the move that the actions complete; None if one more is needed. Raises ValueError for an
        action that is not legal."""
        paths = self.paths(game, seat)
        *before, last = taken
        left = next_actions(self.coding, paths, before).get(last)
        if left is None:
            raise ValueError(f"action {last} ({self.words[last]}) is not legal now")
        return left[0] if len(left) == 1 and _complete(paths[left[0]], len(taken)) else None

    def path_of(self, game: Game, seat: int, index: int) -> tuple[int, ...]:
        """Return all actions that make a legal move, ways included."""
        paths = self.paths(game, seat)
        taken: tuple[int, ...] = ()
        while True:
            options = next_actions(self.coding, paths, taken)
            action, left = next((action, left) for action, left in options.items() if index in left)
            taken = (*taken, action)
            if len(left) == 1 and _complete(paths[index], len(taken)):
                return taken

    def mask(self, game: Game, seat: int, taken: Sequence[int] = ()) -> bytearray:
        """Return a 1 for each legal action, else 0."""
        found = bytearray(self.size)
        for action in self.offered(game, seat, taken):
            found[action] = 1
        return found

    def _path(self, s: State, seat: int, plan: MovePlan | None, env: Env) -> tuple[int, ...]:
        if plan is None:
            assert s.task is not None
            name = s.program.moves[s.task.move].name
            asked = self._asked[name, s.task.code.asks[s.task.pc][0].slot]
        else:
            asked = self._asked[plan.name, -1]
        return path(s, seat, asked, env, self.coding)


def _staged(slot: Slot) -> str:
    match slot.how:
        case "cards" | "values":
            return f"the {'cards' if slot.how == 'cards' else 'values'} of {slot.choice.name} one by one, and done"
        case "digits":
            return f"the digits of {slot.choice.name}, and done"
        case "order":
            return f"{slot.choice.name} by ways"
    return slot.choice.name


def _complete(path: Sequence[int], taken: int) -> bool:
    return taken >= len(path)


def next_actions(coded: Coding, paths: Sequence[tuple[int, ...]], taken: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the next actions of paths that begin with those taken, in order, each with the paths that go on so."""
    left, groups = list(range(len(paths))), dict[int, list[int]]()
    for depth in range(len(taken) + 1):
        groups = {}
        ended = [index for index in left if len(paths[index]) <= depth]
        block = block_of(len(ended))
        for number, index in enumerate(ended):
            groups.setdefault(coded.ways + number // block, []).append(index)
        for index in left if not ended else ():
            groups.setdefault(paths[index][depth], []).append(index)
        if depth < len(taken):
            left = groups.get(taken[depth], [])
    return {action: tuple(groups[action]) for action in sorted(groups)}


def block_of(many: int) -> int:
    """Return how many moves of the same path one way leaves, of this number."""
    block = 1
    while block * WAYS < many:
        block *= WAYS
    return block


def path(s: State, seat: int, asked: Asked, env: Env, coded: Coding) -> tuple[int, ...]:
    """Return the actions of a move, for the seat that makes it, from its locals."""
    head, more = asked.head, list[int]()
    for slot in asked.slots:
        value: Value = env[slot.choice.slot]
        match slot.how:
            case "cards":
                more += sorted(slot.first + card_index(s, seat, card) for card in cards_of(value))
                more.append(coded.done)
            case "values":
                more += sorted(slot.first + int(each) for each in as_list(value))
                more.append(coded.done)
            case "digits":
                more += [coded.digits + (MINUS if each == "-" else int(each)) for each in str(int(value))]
                more.append(coded.done)
            case "order":
                pass
            case how:
                index = card_index(s, seat, value) if how == "card" else spot_index(s, coded, value)
                if slot.step:
                    head += slot.step * index if how != "value" else slot.step * (int(value) - slot.low)
                else:
                    more.append(slot.first + (index if how != "value" else int(value) - slot.low))
    return (head, *more)


def card_index(s: State, seat: int, card: int) -> int:
    """Return the kind of a card that the seat sees; of a hidden one its place, after all kinds."""
    return s.program.kind_of[card] if sees(s, seat, card) else len(s.program.kinds) + position(s, card)


def spot_index(s: State, coded: Coding, spot: Value) -> int:
    """Return the number of a spot: in a row of its place, in melds of the zone."""
    if not isinstance(spot, Spot):
        return 0
    first = coded.spots[spot.place]
    return first + spot.at if s.program.places[spot.place].zone.form == "row" else first
