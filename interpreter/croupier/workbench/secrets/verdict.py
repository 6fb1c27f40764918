"""Judge the rules by many pairs of games: each part of the rules that leaks hidden information is reported once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Literal

from croupier.base.chance import Seed
from croupier.table.game import Game
from croupier.workbench.coverage.counted import Table
from croupier.workbench.secrets.beside import Pair, Parting, follow, may_choose_unseen, pairs, play
from croupier.workbench.secrets.exposures import before_cards, exposures
from croupier.workbench.secrets.unmixed import unmixed
from croupier_dsl import elements_of, ir
from croupier_dsl.analysis import nodes, stages

if TYPE_CHECKING:
    from croupier.base.values import Value
    from croupier.table.game import Rules
    from croupier.workbench.secrets.beside import Parting, Told
    from croupier_dsl import Element, ir


class Blame:
    """Finds the part of the rules that leaks; `rules` are bound again, with counting."""

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        self.elements = elements_of(program.rules)
        self.table = Table(
            self.elements, program.seats, dict(rules.options), limit=program.limit, names=tuple(program.names)
        )
        self.rules = program.rules

    def of(self, parting: Parting) -> Element | None:
        """Return the part that leaks; None if it cannot be identified."""
        here, there = (self._fired(parting, second=second) for second in (False, True))
        apart = {path: None for path in self.elements.all if here.get(path, 0) != there.get(path, 0)}
        fired = {path: None for path in self.elements.all if path in here or path in there}
        events = parting.told.events
        likely = [path for event in events or ({},) for path in self._likely(parting.told, event)]
        if any("stage" in event for event in events):  # what a stage does when it begins or ends comes of that;
            # the `begin` of play comes before every stage
            likely = [path for path in likely if re.match(r"play\.begin\.|(?!.*\.(begin|end)\.)", path)]
        among = ([path for path in likely if path in group] for group in (apart, fired))
        found = next((path for path in (*chain(*among), *likely, *apart) if path in self.elements.all), None)
        return None if found is None else self.elements.all[found]

    def _fired(self, parting: Parting, *, second: bool) -> dict[str, int]:
        """Return the parts that fire in one of the two games since the last decision before they part."""
        live, rules = self.table.live, self.table.rules
        rules.program.combos.forget()
        live.take()
        game = parting.pair.other(rules) if second else Game(rules, str(parting.pair.seed))
        for seat, move, twin in parting.made:
            if second:
                parting.pair.prepare(game, seat, twin)
            live.take()
            game.play(seat, str(twin if second else move))
        return {path: count for path, count in zip(live.index, live.take(), strict=True) if count}

    def _likely(self, told: Told, event: Mapping[str, Value]) -> Iterator[str]:
        """Yield the parts that may cause such an event, or such a difference of views."""
        name = str(event.get("variable", "")).split(" of ")[0]
        name = name or (told.what.split(" ")[1] if told.what.startswith("state ") else "")
        for node in nodes(self.rules):
            match node:
                case ir.SetNext(path=path) | ir.SetDirection(path=path) if "stage" in event:
                    yield path
                case ir.SetVariable(path=path, name=changed) | ir.AddToVariable(path=path, name=changed) if name:
                    if changed == name:
                        yield path
                case ir.Move(path=path, to=to) if event.get("event") == "move":
                    if isinstance(to, ir.ZoneTarget) and str(event["to"]).split(" of ")[0] == to.name:
                        yield path
                case ir.Shuffle(path=path) if event.get("event") == "shuffle":
                    yield path
        yield from (stage.path for stage in stages(self.rules) if stage.name == event.get("stage"))


LENGTHS = (0, 2, 6, 15, 40, 100)
"""The numbers of decisions after which two games are compared, in turn."""
TRIED = 6
"""The number of exchanges followed in one game, for one seat."""
BEGUN = 48
"""The number of exchanges begun for that: most are revealed at once in games that show cards by themselves."""
GAMES = 120
LOOKED = 12
"""The number of leaks of one name for which the part is searched."""

Kind = Literal["told", "hand", "shuffled", "dealt", "same", "sorted"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the rules by which a player learns hidden information. `path`: the part, empty if it cannot be
    identified.

    `kind`: `told` for information that depends on hidden cards, as `parting` shows; `hand` for a visible hand,
    `shuffled` for visible cards in a shuffle, `dealt` for cards turned up by a deal; `same` for hidden cards that are
    equal in every game, `sorted` for ordered ones. `what`: the zone or the information. `meant`: the clauses and
    rulings that declare it as intended. `times`: the number of examined pairs of games with it.
    """

    kind: Kind
    path: str
    what: str
    where: ir.Where | None
    cards: str = ""
    parting: Parting | None = None
    meant: tuple[str, ...] = ()
    times: int = 1

    def to_json(self, rules: Rules) -> dict[str, Value]:
        """Return the finding as a plain object."""
        told: dict[str, Value] = {
            "kind": self.kind,
            "path": self.path,
            "what": self.what,
            "file": None if self.where is None else self.where.file,
            "line": None if self.where is None else self.where.line,
            "cards": self.cards,
            "meant": list(self.meant),
            "times": self.times,
        }
        if self.parting is not None:
            told |= self.parting.to_json(rules)
        return told


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings, intended ones last; the number of positions compared, in how many games, by seat: a seat with 0
    could not be tried.

    `unmet`: declared leaks that were not found.
    """

    findings: tuple[Finding, ...]
    compared: tuple[int, ...]
    games: int
    seconds: float
    unmet: tuple[str, ...]
    seed: int

    @property
    def leaks(self) -> tuple[Finding, ...]:
        """Return the findings that are not declared as intended."""
        return tuple(finding for finding in self.findings if not finding.meant)


def examine(
    rules: Rules,
    games: int = GAMES,
    *,
    seed: int = 0,
    seconds: float | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Verdict:
    """Examine the rules, and play this number of games of `seed` in parallel with others that differ in hidden cards,
    for each seat.

    The same arguments give the same verdict, unless `seconds` end it. `tick`: told of every game. RulesFault if the
    rules are at fault in a game.
    """
    start = monotonic()
    told = {entry.path: entry.sources for entry in rules.ir.told}
    compared = [0] * rules.seats
    found: dict[tuple[str, str], Finding] = {}
    names: Counter[str] = Counter()
    played, blame, shows_after = 0, Blame(rules), before_cards(rules.ir)
    for number in range(games if rules.seats > 1 else 0):
        if seconds is not None and monotonic() - start > seconds:
            break
        played, seat = number + 1, number % rules.seats
        length = LENGTHS[number // rules.seats % len(LENGTHS)]
        for parting, positions in _parted(rules, Seed(seed, number), seat, length, number):
            compared[seat] += positions
            if parting is not None:
                names[parting.told.name] += 1
                if names[parting.told.name] <= LOOKED:
                    element = blame.of(parting)
                    if not (parting.shown and element is not None and element.path in shows_after):
                        _note(found, element, parting)
        tick()
    shown = [
        *(Finding(each.kind, each.path, each.zone, each.where) for each in exposures(rules.ir)),
        *(
            Finding(each.kind, each.path, each.place, each.where, each.cards)
            for each in (unmixed(rules, seed) if rules.seats > 1 else ())
        ),
        *found.values(),
    ]
    findings = [_meant(finding, told) for finding in shown]
    met = {path for finding in findings for path in _above(finding.path)}
    unmet = tuple(path for path in told if path not in met)
    ordered = sorted(findings, key=lambda finding: bool(finding.meant))
    return Verdict(tuple(ordered), tuple(compared), played, monotonic() - start, unmet, seed)


def _parted(rules: Rules, seed: Seed, seat: int, length: int, number: int) -> Iterator[tuple[Parting | None, int]]:
    """Yield the partings of one game from others that the seat might take for it, and the numbers of equal
    positions.
    """
    game, moves = play(rules, seed, length)
    tried = islice(pairs(rules, game, seed, seat, number), BEGUN)
    unseen = (Pair(seed, seat, 0, {}, (), choosing=True),) if may_choose_unseen(rules) else ()
    far = 0
    for pair in chain(unseen, tried):
        followed = follow(rules, pair, moves)
        yield followed.parting, followed.positions
        far += 2 * len(followed.made) >= len(moves) or followed.parting is not None
        if far >= TRIED + len(unseen):
            break


def _note(found: dict[tuple[str, str], Finding], element: Element | None, parting: Parting) -> None:
    """Add the finding for a parting, by the part that leaks and by the information."""
    path, where = ("", None) if element is None else (element.path, element.where)
    new = Finding("told", path, parting.told.name, where, parting=parting)
    known = found.get((path, new.what))
    found[path, new.what] = new if known is None else replace(known, times=known.times + 1)


def _above(path: str) -> list[str]:
    """Return a path and the paths of its enclosing parts."""
    words = path.split(".")
    return [".".join(words[:number]) for number in range(len(words), 0, -1)]


def _meant(finding: Finding, told: dict[str, tuple[str, ...]]) -> Finding:
    """Return the finding with what the ruleset says of the part, or of what it is part of."""
    sources = next((told[path] for path in _above(finding.path) if path in told), ())
    return replace(finding, meant=sources)
