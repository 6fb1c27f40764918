"""Apply the options before play to the rules, and bind them for each number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier.base.values import Value
from croupier.compile.binding import bind
from croupier.model.program import Program
from croupier.rulebook.decided import without_absent_cards, without_barred_values, without_decided
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, bodies, rebodied, specialise, unread_variables


@dataclass(frozen=True)
class Setting:
    """`rules`: without options and without what they make impossible; `programs`: by number of players."""

    source: ir.Rules
    rules: ir.Rules
    given: Mapping[str, str]
    programs: Mapping[int, Program]
    players: int | None

    @cached_property
    def dealt(self) -> Mapping[int, frozenset[str]]:
        """By number of players, the kinds of which there is a card, by how they are written."""
        return {n: frozenset(p.kinds[kind].notation for kind in p.kind_of) for n, p in self.programs.items()}

    @cached_property
    def kinds(self) -> tuple[ir.Kind, ...]:
        """Return the kinds of which there is a card with some number of players."""
        return tuple(kind for kind in self.source.cards.kinds if any(kind.notation in d for d in self.dealt.values()))


def settle(rules: ir.Rules, given: Mapping[str, str], players: int | None) -> Setting:
    """Return the setting for these options. Raise SetupError if no number of players, or not this one, can play so."""
    programs: dict[int, Program] = {}
    trouble: SetupError | None = None
    for n in rules.players if players is None else (players,):
        try:
            programs[n] = bind(rules, n, given)
        except SetupError as error:
            trouble = error
    if not programs:
        raise trouble or SetupError(tr("{ruleset} cannot be played", ruleset=rules.name))
    values: dict[str, Value] = {name: next(iter(programs.values())).options[name] for name in given}
    dealt = {program.kinds[kind].notation for program in programs.values() for kind in program.kind_of}
    special = specialise(replace(rules, shown=()), values, players)  # the table shows more than rules need
    special = without_barred_values(without_decided(without_absent_cards(special, dealt)))
    special = specialise(special, {}, players)
    return Setting(rules, _remembered(replace(special, players=tuple(programs))), dict(given), programs, players)


def _remembered(rules: ir.Rules) -> ir.Rules:
    """Return the rules without the variables that nothing reads, and without the statements that only set these."""
    while True:
        unread = unread_variables(Facts(rules))
        if not unread:
            return rules
        rules = replace(
            rules,
            variables=tuple(variable for variable in rules.variables if variable.name not in unread),
            moves=tuple(replace(move, do=_kept(move.do, unread)) for move in rules.moves),
            effects=tuple(replace(effect, do=_kept(effect.do, unread)) for effect in rules.effects),
            triggers=tuple(replace(trigger, do=_kept(trigger.do, unread)) for trigger in rules.triggers),
            play=_stage(rules.play, unread),
            stages=tuple(_stage(stage, unread) for stage in rules.stages),
        )


def _stage(stage: ir.Stage, unread: frozenset[str]) -> ir.Stage:
    return replace(
        stage,
        begin=_kept(stage.begin, unread),
        steps=tuple(_stage(step, unread) for step in stage.steps),
        otherwise=_kept(stage.otherwise, unread),
        end=_kept(stage.end, unread),
    )


def _kept(statements: tuple[ir.Statement, ...], unread: frozenset[str]) -> tuple[ir.Statement, ...]:
    found: list[ir.Statement] = []
    for statement in statements:
        if isinstance(statement, ir.SetVariable | ir.AddToVariable) and statement.name in unread:
            continue
        made = rebodied(statement, lambda body: _kept(body, unread))
        lists = (made.does,) if isinstance(made, ir.Perform) else bodies(made)
        if made is statement or any(lists):
            found.append(made)
    return tuple(found)
