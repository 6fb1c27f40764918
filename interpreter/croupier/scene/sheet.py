"""The score sheet round by round, and the end of a game: from the seat's log and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.base.events import Event
from croupier.base.language import ntr, tr
from croupier.scene.facts import worth
from croupier.scene.model import Ending, Place, Sheet, SheetRow
from croupier.scene.roles import repeated
from croupier.scene.words import Words
from croupier.seat.outcome import Outcome
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, stages, stores_read


def scored(rules: ir.Rules, facts: Facts) -> ir.Variable | None:
    """Return the variable on the sheet: the first number of each player or team that the score reads."""
    read = stores_read(facts, rules.result.scores)
    return next(
        (
            variable
            for variable in rules.variables
            if ("variable", variable.name) in read
            and variable.per in ("player", "team")
            and variable.type == ir.NUMBER
            and variable.seen == "everyone"
            and variable.keys is None
        ),
        None,
    )


def round_of(rules: ir.Rules, words: Words) -> ir.Stage | None:
    """Return the outermost stage that all go through together, time and again."""
    again = repeated(words.rules.program)
    return next((s for s in stages(rules) if s is not rules.play and s.by is None and s.name in again), None)


@dataclass
class _Row:
    title: str
    values: dict[str, int | None] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


def sheet(events: Sequence[Event], words: Words, facts: Facts, over: bool) -> Sheet | None:
    """Return the score sheet so far; None if no score is written round by round."""
    rules = words.rules.program.special
    variable, stage = scored(rules, facts), round_of(rules, words)
    if variable is None or stage is None:
        return None
    program = words.rules.program
    owners = [program.subject_name(variable.per, at) for at in range(_count(words, variable))]
    tells = worth(program).tells
    start = variable.start.value if isinstance(variable.start, ir.Constant) else 0
    now: dict[str, int | None] = dict.fromkeys(owners, int(start)) if start else {}
    rows = [_Row(tr("at the start"), dict(now))] if now else []
    above = len(rows)
    for event in events:
        data = event.data
        if event.kind == "stage" and data["stage"] == stage.name:
            rows.append(_Row(f"{words.round(stage.name)} {data['count']}", dict(now)))
        elif event.kind == "set":
            name, _, owner = data["variable"].partition(" of ")
            known = words.variables.get(name)
            if name == variable.name:
                now[owner] = data["value"]
                if rows:
                    rows[-1].values[owner] = data["value"]
            elif known is not None and _of_round(known, stage) and tells(known) and rows and data["value"] is not None:
                rows[-1].notes[name] = f"{words.variable(name)} {words.value(name, data['value'])}"
    if rows and not over and rows[-1].values == (rows[-2].values if len(rows) > 1 else {}):
        rows.pop()  # it goes on
    if not any(row.values for row in rows[above:]):
        return None
    return Sheet(
        words.variable(variable.name), tuple(map(words.owner, owners)),
        tuple(SheetRow(row.title, tuple(map(row.values.get, owners)), tuple(row.notes.values())) for row in rows),
    )  # fmt: skip


def _of_round(variable: ir.Variable, stage: ir.Stage) -> bool:
    """Return whether it is a player named for the length of a round, and may be none; a leader never is."""
    return variable.life == stage.name and variable.type == ir.PLAYER and variable.per == "table" and variable.optional


def _count(words: Words, variable: ir.Variable) -> int:
    return words.rules.program.teams if variable.per == "team" else words.rules.seats


def moments(events: Sequence[Event], words: Words) -> tuple[str, ...]:
    """Return final changes for players, such as being out, with their round."""
    found: dict[str, str] = {}
    at: dict[str, int] = {}
    for event in events:
        data = event.data
        if event.kind == "stage" and data["stage"] in repeated(words.rules.program):
            if data["seat"] is None:
                at = {}
            at[data["stage"]] = data["count"]
        elif event.kind == "set":
            name, _, owner = data["variable"].partition(" of ")
            known = words.variables.get(name)
            if known is None or known.life or known.per != "player" or known.type != ir.TRUTH or known.keys is not None:
                continue
            found.pop(data["variable"], None)
            if data["value"] is True:
                when = ", ".join(f"{words.round(stage)} {count}" for stage, count in at.items())
                what = f"{owner} {words.variable(name)}"
                found[data["variable"]] = tr("{place}: {what}", place=when, what=what) if when else what
    return tuple(found.values())


def ending(outcome: Outcome, events: Sequence[Event], words: Words) -> Ending:
    """Return the ending of a game."""
    n = outcome.decisions
    if outcome.finished:
        text = ntr("The game is over after {n} decision.", "The game is over after {n} decisions.", n)
    else:
        text = ntr(
            "The game stopped at its limit of {n} decision. It is unfinished and has no winner.",
            "The game stopped at its limit of {n} decisions. It is unfinished and has no winner.",
            n,
        )
    result = words.rules.ir.result
    if result.won is not None and outcome.finished:
        all_of_them = tr("All win together.") if outcome.winners else tr("All lose together.")
        alone = tr("You have won.") if outcome.winners else tr("You have lost.")
        text = f"{text} {all_of_them if len(outcome.ranks) > 1 else alone}"
    if not result.measured:
        return Ending(text, outcome.finished, outcome.winners, outcome.losers, (), moments(events, words))
    order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    places = tuple(Place(outcome.ranks[s], s, outcome.scores[s][0] if outcome.scores[s] else None) for s in order)
    return Ending(text, outcome.finished, outcome.winners, outcome.losers, places, moments(events, words))
