"""The counts of many games: the number of times each element fired, the number of games, and the first of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from croupier.base.faults import RulesFault
from croupier.base.frames import frame, table
from croupier.base.language import ntr, tr
from croupier.base.values import Value
from croupier.workbench.setting import Setting
from croupier_dsl import Element, Elements, ir

RARE = 0.01
"""The share of games below which an element is reported as rare."""


_ASIDE = ("arm", "losers")
"""Elements that fire together with another counted one, and are left out of sums."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The place where an element first fired: in game `seed` at this table, or in a scenario.

    Without seed and scenario: the table was refused.
    """

    seed: str
    setting: Setting | None
    scenario: str = ""

    def command(self, ruleset: str) -> str:
        """Return the command that plays that game again."""
        if self.setting is None:
            return f"croupier play {ruleset} --at {self.scenario}"
        words = ["croupier", "simulate", ruleset, *self.setting.words()]
        if self.seed:
            words += ["--seed", self.seed if ":" in self.seed else f"{self.seed}:0"]
        return " ".join(words)

    def to_json(self) -> dict[str, object]:
        """Return the place as a plain object."""
        if self.setting is None or self.scenario:
            return {"scenario": self.scenario}
        options, seats = dict(self.setting.options), {str(seat): who for seat, who in self.setting.seats}
        return {
            "seed": self.seed or None,
            "players": self.setting.players,
            "options": options,
            "policy": self.setting.policy,
            "seats": seats,
        }


def _first(reach: Reach | None) -> str | None:
    """Return the seed or the scenario of a place, as a person types it."""
    return None if reach is None else reach.scenario or reach.seed


@dataclass
class Tally:
    """The number of times that each element of the rules fired.

    `played`: how many games were counted, and `scenarios` how many of those. `excused`: what the ruleset declares to
    be seldom reached and its scenarios reach; `broken`: such parts with a scenario that does not reach them. What ended
    the run before its last game: Ctrl-C (`interrupted`) or a `fault` of the rules.
    """

    elements: Elements
    played: int = 0
    scenarios: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    reached: dict[str, Reach] = field(default_factory=dict)
    excused: dict[str, ir.Seldom] = field(default_factory=dict)
    broken: list[tuple[ir.Seldom, str]] = field(default_factory=list)
    interrupted: bool = False
    fault: RulesFault | None = None

    @cached_property
    def parts(self) -> frozenset[str]:
        return frozenset(part.path for part in self.elements.rules.parts)

    @property
    def told(self) -> str:
        """Return the number of games and scenarios counted, in words."""
        games = [ntr("{count} game", "{count} games", self.played, count=f"{self.played:,}")] if self.played else []
        scenarios = [ntr("{n} scenario", "{n} scenarios", self.scenarios)] if self.scenarios else []
        return tr(" and ").join([*games, *scenarios]) or tr("no games")

    @property
    def rules(self) -> ir.Rules:
        return self.elements.rules

    def add(self, counts: Mapping[str, int], reach: Reach) -> None:
        """Count one more game, scenario or refused table; they are added in their order: the first is the first."""
        self.played += bool(reach.seed)
        self.scenarios += bool(reach.scenario)
        for path, number in counts.items():
            self.counts[path] = self.counts.get(path, 0) + number
            self.games[path] = self.games.get(path, 0) + 1
            self.reached.setdefault(path, reach)

    # ------------------------------------------------------------ questions
    def count(self, path: str) -> int:
        """Return the number of times that the part fired.

        `path` is the path of an element, or any that `because` may name: a condition counts when judged, a move when
        made, a stage when performed, a section when its parts fire; a part without a count has the count of its
        enclosing part, and for parts that are fixed for a whole game the games are counted. Raise KeyError for an
        unknown part.
        """
        found = self._counted(path)
        if found is None:
            return self.played + self.scenarios
        return sum(self.counts.get(one, 0) for one in found)

    def first(self, path: str) -> Reach | None:
        """Return the place where the part first fired; None if it never did."""
        order = list(self.reached)
        found = [one for one in self._counted(path) or () if one in self.reached]
        return self.reached[min(found, key=order.index)] if found else None

    def behind(self, path: str) -> tuple[str, ...] | None:
        """Return the elements whose counts make up a part's count; None: it is part of every game."""
        found = self._counted(path)
        return None if found is None else tuple(found)

    def _counted(self, path: str) -> list[str] | None:
        """Return the elements whose counts are the part's; None: every game."""
        known = self.elements.all
        if path in known:
            return [path]
        if path in self.elements.rows:
            return self.elements.rows[path]
        if path not in self.parts:
            raise KeyError(path)
        while path and path not in known:
            below = [one for one in known if one.startswith(f"{path}.")]
            below = [one for one in below if known[one].kind not in _ASIDE] or below
            if below:
                return [one for one in below if not any(one.startswith(f"{other}.") for other in below)]
            path = path.rpartition(".")[0]
        return [path] if path else None

    # ------------------------------------------------------------ for reports
    def never(self) -> list[Element]:
        """Return the expected elements that never fired, without those inside another that never did, and those
        excused.
        """
        missing = {path for path, element in self.elements.all.items() if element.expected and path not in self.counts}
        missing.difference_update(self.excused)
        return [self.elements.all[path] for path in self.elements.all if path in missing and not _inside(path, missing)]

    def rare(self) -> list[Element]:
        """Return the expected elements that fired in few games, the rarest first."""
        most = max(1, self.played * RARE)
        found = [e for p, e in self.elements.all.items() if e.expected and 0 < self.games.get(p, 0) < most]
        return sorted(found, key=lambda element: self.games[element.path])

    def to_json(self) -> dict[str, object]:
        """Return the tally as a plain object: every element in the order of the rules, with where it first fired."""
        reached, expected = self.share()
        return {
            "ruleset": self.rules.name,
            "games": self.played,
            "scenarios": self.scenarios,
            "reached": reached,
            "expected": expected,
            "seldom": [{"path": part.path, "scenarios": [*part.scenarios]} for part in self.needed()],
            "broken": [{"path": part.path, "scenario": scenario} for part, scenario in self.broken],
            "never": [element.path for element in self.never()],
            "rare": [element.path for element in self.rare()],
            "fault": None if self.fault is None else self.fault.to_json(),
            "elements": [self._told(element) for element in self.elements.all.values()],
        }

    def rows(self) -> list[dict[str, Value]]:
        """Return one row for each element, in the order of the rules; `first` is a seed or the name of a scenario."""
        return [
            {
                "path": path, "kind": element.kind, "expected": element.expected, "count": self.counts.get(path, 0),
                "games": self.games.get(path, 0), "first": _first(self.reached.get(path)),
            }
            for path, element in self.elements.all.items()
        ]  # fmt: skip

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())

    def _repr_html_(self) -> str:
        reached, expected = self.share()
        return table(self.rows(), f"{self.rules.name}: {reached} of {expected} parts reached in {self.played} games")

    def _told(self, element: Element) -> dict[str, object]:
        path, where = element.path, element.where
        first = self.reached.get(path)
        return {
            "path": path,
            "kind": element.kind,
            "file": where.file if where else None,
            "line": where.line if where else None,
            "expected": element.expected,
            "count": self.counts.get(path, 0),
            "games": self.games.get(path, 0),
            "first": first.to_json() if first else None,
        }

    def declare(self, part: ir.Seldom, scenario: str, counts: Mapping[str, int]) -> None:
        """Count a scenario of a part declared `seldom`; whatever it reaches of that part is excused."""
        inside = [path for path in counts if path == part.path or path.startswith(f"{part.path}.")]
        self.excused.update(dict.fromkeys(inside, part))
        if part.path not in counts:
            self.broken.append((part, scenario))

    def needed(self) -> list[ir.Seldom]:
        """Return the declarations without which something would count as never reached."""
        return [
            part
            for part in self.rules.seldom
            if any(excuse is part and path not in self.counts for path, excuse in self.excused.items())
        ]

    def declared(self) -> int:
        """Return the number of expected elements that none of these games reached, but a scenario as declared."""
        return sum(path not in self.counts and self.elements.all[path].expected for path in self.excused)

    def share(self) -> tuple[int, int]:
        """Return the number of expected elements that fired, and the number of all expected ones."""
        expected = [path for path, element in self.elements.all.items() if element.expected]
        return sum(path in self.counts for path in expected), len(expected)


def _inside(path: str, others: Iterable[str]) -> bool:
    around = path.rpartition(".")[0]
    while around:
        if around in others:
            return True
        around = around.rpartition(".")[0]
    return False
