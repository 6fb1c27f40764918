"""Turn the results of probes into findings: errors of a ruleset in some setting, and parts that play never reached."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from croupier.base.language import tr
from croupier.base.values import Value
from croupier.workbench.interactions.played import Chances
from croupier.workbench.interactions.probe import Probe
from croupier.workbench.interactions.reads import PLAYERS
from croupier.workbench.interactions.shrink import Shown, Symptom, plain
from croupier.workbench.interactions.space import Space
from croupier.workbench.setting import Setting
from croupier_dsl import ir
from croupier_dsl.analysis import bodies, inner_stages, lists, place, stages


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a person should know.

    `kind`: contradiction, fault, dead end, short deal, unfinished, cut, defaults, unreached or impossible. `path`: the
    part of the ruleset; `where`: its place, if known. `setting`: the smallest that shows it, `chances` the game that
    does; None if it cannot be shown. `settings`: the number of settings with it. `smallest`: whether the setting is
    known to be smallest.
    """

    level: Literal["error", "note"]
    kind: str
    path: str
    text: str
    setting: Setting | None = None
    chances: Chances | None = None
    settings: int = 0
    smallest: bool = True
    where: ir.Where | None = None

    def command(self, ruleset: Sequence[str], limit: int) -> str:
        """Return the command that shows it; empty if there is none. `ruleset`: the words that name it to a command."""
        if self.setting is None:
            return ""
        words = ["croupier", "simulate", *ruleset, *self.setting.words()]
        if self.chances is not None:
            words += ["--policy", self.chances.policy, "--seed", _single(self.chances.seed)]
            words += ["--limit", str(limit)] if self.kind == "unfinished" else []
        return shlex.join(words)

    def to_json(self, ruleset: Sequence[str], limit: int) -> dict[str, Value]:
        """Return the finding as a plain object."""
        return {
            "level": self.level,
            "kind": self.kind,
            "path": self.path,
            "file": None if self.where is None else self.where.file,
            "line": None if self.where is None else self.where.line,
            "text": self.text,
            "players": None if self.setting is None else self.setting.players,
            "options": {} if self.setting is None else dict(self.setting.options),
            "policy": None if self.chances is None else self.chances.policy,
            "seed": None if self.chances is None else self.chances.seed,
            "settings": self.settings,
            "smallest": self.smallest,
            "command": self.command(ruleset, limit),
        }


def _single(seed: str) -> str:
    """Return `S:k`, which plays one game also if k is 0."""
    return seed if ":" in seed else f"{seed}:0"


# ---------------------------------------------------------------- before play


def contradictions(space: Space) -> Iterator[Finding]:
    """Yield what bounds and needs refuse entirely: every setting, a value, the defaults."""
    kind, rules = "contradiction", space.domains.rules
    usual = rules.usual
    for block in space.blocks:
        level: Literal["error", "note"] = "error" if block.whole else "note"
        for need in block.unmet:
            text = tr("no setting meets this condition under `needs`: {need}", need=need.text)
            if not block.whole:
                text = tr("none of the tried settings meets this condition under `needs`: {need}", need=need.text)
            yield Finding(level, kind, need.path, text, Setting(usual), where=need.where)
        if not block.tuples and not block.unmet:
            names = ", ".join(space.names[at] for at in block.names)
            text = tr("no setting meets all bounds and `needs` of {names} together", names=names)
            if not block.whole:
                text = tr("none of the tried settings meets all bounds and `needs` of {names} together", names=names)
            yield Finding(level, kind, "options", text, Setting(usual))
    for name, word in space.barred:
        text = tr("no setting allows {value}", value=f"{name}={word}")
        if name == PLAYERS:
            yield Finding("error", kind, name, text, Setting(int(word)))
        else:
            where = next(option.where for option in rules.options if option.name == name)
            yield Finding("error", kind, f"options.{name}", text, Setting(usual, ((name, word),)), where=where)
    if all(block.tuples for block in space.blocks):
        allowed = {int(row[0]) for row in space.default_rows()}
        for players in (int(n) for n in space.tried[0]):
            if players not in allowed:
                text = tr(
                    "with {n} players the default options are not allowed: players always have to change some",
                    n=players,
                )
                yield Finding("note", "defaults", "options", text, Setting(players))


# ---------------------------------------------------------------- what went wrong


def wrong(rules: ir.Rules, symptom: Symptom, shown: Shown, met: Sequence[Probe], limit: int) -> Finding:
    """Return a symptom with the smallest setting that shows it. `met`: the probes that it explains."""
    where, path = None, symptom.place
    if symptom.kind in ("stuck", "cut"):
        stage = next(stage for stage in stages(rules) if stage.name == symptom.place)
        path, where = stage.path, stage.where
    level: Literal["error", "note"] = "error"
    match symptom.kind:
        case "refused":
            reason = next(found.refused for found in met if plain(found.refused) == symptom.place)
            kind, path = "contradiction", "players"
            text = tr(
                "the game cannot be set up, and no condition under `needs` excludes this: {reason}", reason=reason
            )
        case "fault":
            games = (game for found in met for game in found.games if game.fault)
            game = next(game for game in games if Symptom.of(game) == symptom)
            kind, path, where = "fault", game.part or "play", game.where
            text = tr("fault in the rules: {fault}", fault=game.fault)
        case "stuck":
            kind = "dead end"
            text = tr("a seat has no legal move, and the stage has no `else`")
        case "short":
            level, kind, path = "note", "short deal", "play"
            text = tr("a `begin` ran out of cards, so a player got too few")
        case "cut":
            level, kind = "note", "cut"
            text = tr("ended by `times` before its `until`, in {games}", games=_shares(met, symptom))
        case _:
            level, kind, path = "note", "unfinished", "play"
            text = tr("games do not end within {n} decisions, in {games}", n=limit, games=_shares(met, symptom))
    return Finding(level, kind, path, text, shown.setting, shown.chances, len(met), shown.smallest, where)


def is_covered(rules: ir.Rules, symptom: Symptom) -> bool:
    """Return whether the stage has an `else` for a seat without a legal move."""
    return symptom.kind == "stuck" and any(stage.name == symptom.place and stage.otherwise for stage in stages(rules))


def _shares(met: Sequence[Probe], symptom: Symptom) -> str:
    """Return text such as `3 of 8 games by random players and 0 of 4 by greedy ones`."""
    told = []
    for policy in ("random", "greedy"):
        games = [game for found in met for game in found.games if game.chances.policy == policy and not game.fault]
        if symptom.kind == "cut":
            hit = sum(symptom.place in game.cut for game in games)
        else:
            hit = sum(not (game.finished or game.late) for game in games)
        if games:
            told.append(tr("{k} of {n} games by {policy} players", k=hit, n=len(games), policy=policy))
    return tr(" and ").join(told)


# ---------------------------------------------------------------- unreached parts


def unreached(rules: ir.Rules, probes: Sequence[Probe]) -> Iterator[Finding]:
    """Yield stages, moves, triggers, `else` lists and statements that no game of any setting reached."""
    played = [found for found in probes if found.games]
    games = [game for found in played for game in found.games]
    if not games:
        return
    begun = frozenset[str]().union(*(game.performed for game in games))
    offered = frozenset[str]().union(*(game.offered for game in games))
    made = frozenset[str]().union(*(game.made for game in games))
    marks = frozenset[str]().union(*(found.marks for found in played))

    def note(path: str, where: ir.Where | None, text: str) -> Finding:
        told = tr("{what} in {n} games of {k} settings", what=text, n=len(games), k=len(played))
        return Finding("note", "unreached", path, told, where=where)

    lost: set[str] = set()
    for stage in stages(rules):
        if stage.name not in begun:
            if stage.name not in lost:
                yield note(stage.path, stage.where, tr("this stage was never performed"))
            lost |= {step.name for step in inner_stages(rules.stages, stage)} - begun
    reachable = {name for stage in stages(rules) if stage.name not in lost for name in stage.moves}
    for move in rules.moves:
        if move.name in reachable and move.name not in offered:
            yield note(f"moves.{move.name}", move.where, tr("this move was never possible"))
        elif move.name in reachable and move.name not in made:
            yield note(f"moves.{move.name}", move.where, tr("this move was offered and never made"))
    for trigger in rules.triggers:
        if trigger.do[0].path not in marks:
            yield note(trigger.path, trigger.where, tr("this rule never fired"))
    for stage in stages(rules):
        if stage.name in begun and stage.otherwise and stage.otherwise[0].path not in marks:
            yield note(f"{stage.path}.else", stage.where, tr("these statements never ran"))
    for path, statements in lists(rules):
        if statements[0].path in marks:
            missed = _missed(statements, marks)
            yield from (note(path, where, tr("this was never done")) for where in missed)


def _missed(statements: tuple[ir.Statement, ...], marks: frozenset[str]) -> Iterator[ir.Where | None]:
    """Yield the places of statements of an entered list that were not reached; only the first of consecutive ones."""
    told = False
    for statement in statements:
        if statement.path in marks:
            for body in bodies(statement):
                yield from _missed(body, marks)
        elif not told:
            told = True
            yield place((statement,))
