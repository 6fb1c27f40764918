"""Choose legal moves step by step: after the choices so far, the possible next ones, each with its sentence.

A path leads to a move: its name, then for each of its choices `name=value`, or, if several things are chosen, one
`name+thing` for each of them and `name.` at the end. Choices of things on the table come first, whatever the order in
the rules; choices with a single possible value are skipped. The things of one choice can be given in any order; the
paths of options name them in the order of the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from croupier.base.faults import MoveError
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.scene.model import Asks, Group, Lay, Option, Step
from croupier.scene.roles import ending_moves
from croupier.scene.sentences import sentence
from croupier.scene.ways import Marks, Point, ways
from croupier.scene.words import Words
from croupier.seat.pointing import Going, Pointed, Pointer
from croupier.words.phrases import title

Points = Callable[[int], tuple[Pointed, ...]]
"""The things that each choice of a legal move takes, with their places."""
Targets = Callable[[Pointer], list[str]]
"""The ids on the screen for a thing on the table."""

LYING = ("card", "spot", "meld", "player", "team")
"""The types that are asked for first, since they can be pointed at."""


MOST_LOOKED_AT = 40
"""The number of moves of an option in which the places of its things are looked up."""
MOST_MELDS = 12
"""With more melds than this, a meld is chosen card by card."""


class LostWay(MoveError):
    """A path that leads to no legal move."""


class Choices:
    """The legal moves of one decision.

    `points`, `targets`, `origins`: the places on the table of the things they take.
    """

    def __init__(
        self, moves: Sequence[Move], words: Words, points: Points, targets: Targets,
        origins: Callable[[str], list[str]], melds: Mapping[str, str], courses: Callable[[int], tuple[Going, ...]],
        lays: Mapping[str, Lay], homes: Mapping[str, str],
    ) -> None:  # fmt: skip
        """Make the choices. `melds`: the words of the melds on the table, by id. `courses`: the places to which a move
        takes cards. `lays`: the layout of each zone; `homes`: the zone of each card and meld on the table."""
        self.moves, self.words, self.melds = moves, words, melds
        self.points, self.targets, self.origins = points, targets, origins
        self.courses, self.lays, self.homes = courses, lays, homes
        self._marks: dict[int, Marks] = {}
        self._parts: dict[tuple[int, int], list[str]] = {}
        self._many: dict[tuple[str, int], bool] = {}

    @cached_property
    def named(self) -> dict[str, list[int]]:
        """Return the moves by name."""
        found: dict[str, list[int]] = {}
        for index, move in enumerate(self.moves):
            found.setdefault(move.name, []).append(index)
        return found

    # ------------------------------------------------------------ choices
    def parts(self, index: int, at: int) -> list[str]:
        """Return the things of one choice of a move, in its words."""
        known = self._parts.get((index, at))
        if known is None:
            move = self.moves[index]
            joint = " + " if self.joined(move.name, at) else None
            value = move.choices[at][1]
            known = self._parts[index, at] = [] if value == "none" else value.split(joint)
        return known

    def many(self, name: str, at: int) -> bool:
        """Return whether several things are chosen one after another: many things, or the cards of a meld among
        many.
        """
        if (name, at) not in self._many:
            choice = self.moves[self.named[name][0]].choices[at][0]
            several = self._several(name, choice)
            if self.words.kind(name, choice) == "meld" and not several:
                several = len({self.moves[index].choices[at][1] for index in self.named[name]}) > MOST_MELDS
            self._many[name, at] = several
        return self._many[name, at]

    def _several(self, name: str, choice: str) -> bool:
        """Return whether the choice takes several things."""
        asked = self.words.asked.get((name, choice))
        return asked is not None and not asked.single

    def joined(self, name: str, at: int) -> bool:
        """Return whether the things of the choice are melds."""
        choice = self.moves[self.named[name][0]].choices[at][0]
        return self.words.kind(name, choice) == "meld" and self._several(name, choice)

    def order(self, name: str) -> list[int]:
        """Return the places of a move's choices in the order in which they are asked for."""
        choices = self.moves[self.named[name][0]].choices
        kinds = [self.words.kind(name, choice) for choice, _ in choices]
        return sorted(range(len(choices)), key=lambda at: (kinds[at] not in LYING, at))

    def path(self, index: int) -> tuple[str, ...]:
        """Return the way to a legal move."""
        move = self.moves[index]
        found = [move.name]
        for at in self.order(move.name):
            found += self._keys(index, at)
        return tuple(found)

    def _keys(self, index: int, at: int) -> list[str]:
        """Return the steps of a path for one choice of a move."""
        move = self.moves[index]
        name, value = move.choices[at]
        if not self.many(move.name, at):
            return [f"{name}={value}"]
        return [*(f"{name}+{part}" for part in self.parts(index, at)), f"{name}."]

    # ------------------------------------------------------------ steps
    def step(self, path: Sequence[str] = ()) -> Step:
        """Return the possible choices after this path. Raise LostWay if it leads to no legal move."""
        if not path:
            groups = tuple(self._group(name, indices, 0, ()) for name, indices in self.named.items())
            options = [option for group in groups for option in group.options]
            found = ways(self, range(len(self.moves)), None, options, ())
            return Step((), "", (), {}, len(self.moves), groups, found.of, found.onto, found.along, tuple(found.more))
        left, at, taken = self.followed(path)
        back = self._back(left[0], at, taken)
        group = self._group(path[0], left, at, taken)
        done = self._said(left[0], at, taken)
        found = ways(self, left, Point(at, taken), group.options, tuple(back))
        for id in found.held:
            back.setdefault(id, ())
        return Step(
            self._so_far(left[0], at, taken), done, tuple(back), back, len(left), (group,), found.of, found.onto,
            found.along, tuple(found.more),
        )  # fmt: skip

    def left(self, path: Sequence[str]) -> list[int]:
        """Return the moves that agree with a path, by their index."""
        return self.followed(path)[0] if path else list(range(len(self.moves)))

    def followed(self, path: Sequence[str]) -> tuple[list[int], int, tuple[str, ...]]:
        """Return the moves that agree with a path, how many choices are made, and the things taken of the next."""
        name, *keys = path
        left = self.named.get(name, [])
        order = self.order(name) if left else []
        at, taken = 0, list[str]()
        for key in keys:
            if at >= len(order):
                left = []
            place = order[at] if left else 0
            choice = self.moves[left[0]].choices[place][0] if left else ""
            if key == f"{choice}.":
                left = [i for i in left if Counter(self.parts(i, place)) == Counter(taken)]
                at, taken = at + 1, []
            elif key.startswith(f"{choice}+"):
                taken.append(key.removeprefix(f"{choice}+"))
                left = [i for i in left if not Counter(taken) - Counter(self.parts(i, place))]
            else:
                left = [i for i in left if not taken and "=".join(self.moves[i].choices[place]) == key]
                at += 1
            if not left:
                raise LostWay(tr("no choice {name} is asked for here", name=key))
        if not left:
            raise LostWay(tr("the move {name} is not legal now", name=name))
        return left, at, tuple(taken)

    def _group(self, name: str, left: list[int], at: int, taken: tuple[str, ...]) -> Group:
        """Return the next choices in moves of one name that agree so far."""
        words, heading = self.words, self.words.move(name)
        order = self.order(name)
        while at < len(order) and not taken and len(left) > 1 and self._agree(left, order[at]):
            at += 1
        if at >= len(order):
            told = sentence(self.moves[left[0]], words, self._on(left[0]))
            targets = tuple(self.origins(name)) if not order else ()
            ends = name in ending_moves(words.rules.program)
            only = Option(self.path(left[0]), heading, told, targets, len(left), str(self.moves[left[0]]), ends)
            return Group(name, heading, "", "", "word", (only,))
        place = order[at]
        choice = self.moves[left[0]].choices[place][0]
        several = self.many(name, place)
        found: dict[str, list[int]] = {}
        for index in left:
            if not several:
                found.setdefault(self.moves[index].choices[place][1], []).append(index)
                continue
            rest = Counter(self.parts(index, place)) - Counter(taken)
            for part in [part for part in dict.fromkeys(self.parts(index, place)) if part in rest] or [""]:
                found.setdefault(part, []).append(index)
        options = tuple(self._option(those, at, taken, part, several) for part, those in found.items())
        asks = _asks(words.kind(name, choice))
        asked = title(words.rules.program, f"moves.{name}.choose.{choice}")
        return Group(name, heading, choice, asked, asks, options)

    def _agree(self, left: list[int], place: int) -> bool:
        first = self.moves[left[0]].choices[place][1]
        return all(self.moves[index].choices[place][1] == first for index in left)

    def _option(self, left: list[int], at: int, taken: tuple[str, ...], part: str, several: bool) -> Option:
        words, move = self.words, self.moves[left[0]]
        place = self.order(move.name)[at]
        if len(left) == 1:
            whole: str | None = str(move)
            path, told = self.path(left[0]), sentence(move, words, self._on(left[0]))
        elif several and part:
            whole, path = None, self._so_far(left[0], at, (*taken, part))
            told = self._said(left[0], at, (*taken, part))
        else:
            whole, path = None, self._so_far(left[0], at + 1, ())
            told = self._said(left[0], at + 1, ())
        name = move.choices[place][0]
        text = words.chosen(move.name, name, part) if part or not several else tr("that is all")
        targets = self._targets(left, place, part) if part else ()
        return Option(path, text, told, targets, len(left), whole)

    def _so_far(self, index: int, at: int, taken: tuple[str, ...]) -> tuple[str, ...]:
        """Return the path of the choices made, in the order of the move's words."""
        move = self.moves[index]
        order = self.order(move.name)
        found = [move.name]
        for place in order[:at]:
            found += self._keys(index, place)
        if taken:
            name = move.choices[order[at]][0]
            found += [f"{name}+{part}" for part in _in_order(taken, self.parts(index, order[at]))]
        return tuple(found)

    def _said(self, index: int, at: int, taken: tuple[str, ...]) -> str:
        """Return the words of the move, as far as it is chosen."""
        move = self.moves[index]
        order = self.order(move.name)
        made = dict(move.choices[place] for place in order[:at])
        if taken:
            joint = " + " if self.joined(move.name, order[at]) else " "
            made[move.choices[order[at]][0]] = joint.join(_in_order(taken, self.parts(index, order[at])))
        choices = tuple((name, made[name]) for name, _ in move.choices if name in made)
        return sentence(Move(move.name, choices), self.words, self._on(index), whole=len(made) == len(move.choices))

    def _on(self, index: int) -> dict[str, str]:
        """Return the words of the melds that a move adds cards to, by the choice of the place in them."""
        found: dict[str, str] = {}
        move = self.moves[index]
        for at, (name, _) in enumerate(move.choices):
            if self.words.kind(move.name, name) == "spot":
                ids = [id for thing in self.points(index)[at] for pointer in thing for id in self.targets(pointer)]
                found.update((name, self.melds[id]) for id in ids if id in self.melds)
        return found

    # ------------------------------------------------------------ places on the table
    def so_far(self, left: Sequence[int], at: int, taken: tuple[str, ...]) -> Option:
        """Return the option that makes all choices up to here, which these moves share."""
        if len(left) == 1:
            move = self.moves[left[0]]
            told = sentence(move, self.words, self._on(left[0]))
            return Option(self.path(left[0]), told, told, (), 1, str(move))
        path, told = self._so_far(left[0], at, taken), self._said(left[0], at, taken)
        return Option(path, told, told, (), len(self.followed(path)[0]), None)

    def ids(self, index: int, place: int, part: str) -> list[str]:
        """Return the ids on the table for one thing of a choice."""
        return [id for pointer in self._thing(index, place, part) for id in self.targets(pointer)]

    def marks(self, index: int) -> Marks:
        """Return the things that a move takes and the places that it takes them to.

        Cards that a move takes without choosing one are things as well: of a column the lowest, of a pile the pile, and
        its top card if that is all.
        """
        if index in self._marks:
            return self._marks[index]
        move = self.moves[index]
        things: dict[str, None] = {}
        places: dict[str, None] = {}
        for (name, _), pointed in zip(move.choices, self.points(index), strict=True):
            ids = [id for thing in pointed for pointer in thing for id in self.targets(pointer)]
            into = things if self.words.kind(move.name, name) in ("card", "meld") else places
            into.update(dict.fromkeys(ids))
        gone: dict[str, list[Going]] = {}
        for going in self.courses(index):
            gone.setdefault(going.card.zone, []).append(going)
        if not things:
            for zone, goings in gone.items():
                things.update(dict.fromkeys(self._handles(zone, [going.card for going in goings])))
        along = []
        for zone, goings in gone.items():
            at = {id: going.card.at for going in goings for id in self.targets(going.card)}
            if not things.keys() & {zone, *at}:
                continue
            places.update(dict.fromkeys(going.zone for going in goings if going.zone != zone))
            first = next((id for id in at if id in things), None)
            if len(at) > 1 and first is not None and self.lays.get(zone) == "column":
                along.append((first, tuple(id for id in at if at[id] > at[first])))
        found = self._marks[index] = Marks(tuple(things), tuple(places), tuple(along))
        return found

    def _handles(self, zone: str, cards: Sequence[Pointer]) -> list[str]:
        """Return the ids by which cards of one zone that go together are taken."""
        lay = self.lays.get(zone)
        if lay == "column":
            return self.targets(min(cards, key=lambda card: card.at))
        if lay == "pile":
            return [zone, *(self.targets(cards[0]) if len(cards) == 1 else ())]
        return [id for card in cards for id in self.targets(card)]

    def _targets(self, left: list[int], place: int, part: str) -> tuple[str, ...]:
        """Return the ids on the table for one thing of a choice, each copy once."""
        found: dict[str, None] = {}
        for index in left[:MOST_LOOKED_AT]:
            for pointer in self._thing(index, place, part):
                found.update(dict.fromkeys(self.targets(pointer)))
        return tuple(found)

    def _thing(self, index: int, place: int, part: str) -> tuple[Pointer, ...]:
        """Return the pointers to one thing of a choice."""
        things = self.points(index)[place]
        parts = self.parts(index, place) if self.many(self.moves[index].name, place) else [part]
        if len(things) == 1 and len(parts) == len(things[0]):  # the cards of one meld
            return tuple(pointer for one, pointer in zip(parts, things[0], strict=True) if one == part)[:1]
        if len(parts) != len(things):
            return tuple(pointer for thing in things for pointer in thing)
        return next((thing for one, thing in zip(parts, things, strict=True) if one == part), ())

    def _back(self, index: int, at: int, taken: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return, by the id of each thing taken so far, the path without it and without the choices after it."""
        found: dict[str, tuple[str, ...]] = {}
        order = self.order(self.moves[index].name)
        for number, place in enumerate(order[:at]):
            parts = self.parts(index, place) if self.many(self.moves[index].name, place) else []
            if not parts:
                for pointer in (pointer for thing in self.points(index)[place] for pointer in thing):
                    self._take(found, pointer, self._without(index, number, (), ""))
            self._take_parts(found, index, number, tuple(parts))
        self._take_parts(found, index, at, taken)
        return found

    def _take_parts(self, found: dict[str, tuple[str, ...]], index: int, at: int, taken: tuple[str, ...]) -> None:
        for part in taken:
            for pointer in self._thing(index, self.order(self.moves[index].name)[at], part):
                self._take(found, pointer, self._without(index, at, taken, part))

    def _without(self, index: int, at: int, taken: tuple[str, ...], part: str) -> tuple[str, ...]:
        """Return the path up to a choice with the things taken there, except one; empty if nothing is left."""
        rest = [*taken]
        if part:
            rest.remove(part)
        path = self._so_far(index, at, tuple(rest))
        return path if len(path) > 1 else ()

    def _take(self, found: dict[str, tuple[str, ...]], pointer: Pointer, path: tuple[str, ...]) -> None:
        """Take the first of several equal ones that has not been taken."""
        ids = self.targets(pointer)
        free = next((id for id in ids if id not in found), ids[0] if ids else None)
        if free is not None:
            found[free] = path


def _in_order(taken: Sequence[str], parts: Sequence[str]) -> list[str]:
    """Return the things taken in the order of the move's words."""
    left = Counter(taken)
    found = []
    for part in parts:
        if left[part] > 0:
            left[part] -= 1
            found.append(part)
    return found


def _asks(kind: str | None) -> Asks:
    match kind:
        case "card" | "spot" | "meld" | "player" | "team" | "number":
            return kind
    return "word"
