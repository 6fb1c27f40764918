"""Record what a run played in another way than requested: games handed to the reference, and slower engines.

Code that plays compiled rules adds its notes here, in its own process. Other processes send theirs along with their
results. A command shows them once, at its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

from croupier.base.language import ntr, tr
from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier_dsl.ir import Where

Instead: TypeAlias = Literal["reference", "python", "random", "anew", "greedy"]
"""The substitute for something faster or stronger: the reference, Python for C, random players where moves are tried
out, a library compiled again instead of a kept one, `greedy` where nothing can be tried out."""


@dataclass(frozen=True, slots=True, order=True)
class Handed:
    """Why a game was handed to the reference: the sentence over which it was, as far as that is known, and its place as
    `file:line`."""

    reason: str
    sentence: str = ""
    place: str = ""

    def to_json(self, games: int) -> dict[str, Value]:
        """Return the record of this many games as one plain object."""
        return {**self.plain(), "games": games}

    def plain(self) -> dict[str, Value]:
        """Return the fields as one plain object."""
        return {"reason": self.reason, "sentence": self.sentence, "place": self.place}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> tuple[Self, int]:
        """Return what `to_json` was made of; KeyError, TypeError or ValueError if it is something else."""
        return cls(str(data["reason"]), str(data["sentence"]), str(data["place"])), int(str(data["games"]))

    def __str__(self) -> str:
        return ": ".join(part for part in (self.place, self.sentence, self.reason) if part)


@dataclass
class Notes:
    """Notes of a run. `handed`: the number of games handed to the reference, by reason; `slower`: substitutes for
    something faster, once for each reason; `searched`: for how many decisions search players used a substitute, by
    reason."""

    handed: Counter[Handed] = field(default_factory=Counter)
    slower: dict[tuple[Instead, Handed], None] = field(default_factory=dict)
    searched: Counter[tuple[Instead, Handed]] = field(default_factory=Counter)

    def hand(self, why: Handed) -> None:
        """Count a game that the reference plays."""
        self.handed[why] += 1

    def use(self, instead: Instead, why: Handed) -> None:
        """Note a substitute for something faster, once for each reason."""
        self.slower.setdefault((instead, why))

    def search(self, instead: Instead, why: Handed) -> None:
        """Count a decision for which a player who searches made do with something else."""
        self.searched[instead, why] += 1

    def add(self, other: Notes) -> None:
        """Add the notes of another process."""
        self.handed.update(other.handed)
        self.slower.update(other.slower)
        self.searched.update(other.searched)

    def taken(self) -> Notes:
        """Return the notes so far, and start over."""
        found = Notes(self.handed, self.slower, self.searched)
        self.handed, self.slower, self.searched = Counter(), {}, Counter()
        return found

    def lines(self) -> Iterator[str]:
        """Yield a line for each engine and each reason."""
        for instead, why in self.slower:
            match instead:
                case "reference":
                    yield tr("{why}; using the reference engine instead", why=why)
                case "python":
                    yield tr("{why}; using Python instead", why=why)
                case "random":
                    yield tr("hints and search players use random rollouts, which are weaker: {why}", why=why)
                case "anew":
                    yield tr("{why}; every run has to compile the rules again", why=why)
        yield from told(self.handed)
        for (instead, why), number in sorted(self.searched.items()):
            decisions = ntr("{n} decision", "{n} decisions", number)
            match instead:
                case "random":
                    yield tr(
                        "hints and search players used random rollouts for {decisions}: {why}",
                        decisions=decisions,
                        why=why,
                    )
                case "greedy":
                    yield tr(
                        "hints and search players chose like `greedy` for {decisions}: {why}",
                        decisions=decisions,
                        why=why,
                    )
                case _:
                    yield tr(
                        "hints and search players used the reference engine for {decisions}: {why}",
                        decisions=decisions,
                        why=why,
                    )

    def to_json(self) -> dict[str, Value]:
        """Return the notes as one plain object."""
        return {
            "handed": [why.to_json(games) for why, games in sorted(self.handed.items())],
            "slower": [{"instead": instead, **why.plain()} for instead, why in self.slower],
            "searched": [
                {"instead": instead, **why.plain(), "decisions": number}
                for (instead, why), number in sorted(self.searched.items())
            ],
        }


def told(handed: Mapping[Handed, int]) -> Iterator[str]:
    """Yield a line for each reason for which games were handed to the reference."""
    for why, number in sorted(handed.items()):
        yield tr("the reference engine played {games}: {why}", games=ntr("{n} game", "{n} games", number), why=why)


def place_of(where: Where | None) -> str:
    """Return a place as `file:line`; empty if it is not known."""
    return "" if where is None else f"{where.file}:{where.line}"


NOTES = Notes()
"""The notes of this process."""


@contextmanager
def noting() -> Iterator[Notes]:
    """Collect the notes of what is done meanwhile, apart from those before and after."""
    before = NOTES.taken()
    try:
        yield NOTES
    finally:
        NOTES.handed, NOTES.slower, NOTES.searched = before.handed, before.slower, before.searched
