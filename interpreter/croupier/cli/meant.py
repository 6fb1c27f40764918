"""Checked rules to an outline: a section for each kind of part, a line for each, expressions as nested calls.

Headings and counts are in the language spoken; what stands below is in words of the language of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass

from croupier.base.language import ntr, tr
from croupier_dsl import ir
from croupier_dsl.analysis.walk import held

INDENT = "  "
_UNSAID = {"type", "where", "title", "text", "path", "arms", "mentions", "slot", "slots"}
"""Fields that an outline leaves out: what something is stands in its name already."""


def outline(rules: ir.Rules) -> Iterator[str]:
    """The lines of the outline."""
    say = Sayer(rules)
    yield tr("{name}  (IR version {version})", name=rules.name, version=ir.VERSION)
    players = "/".join(map(str, rules.players))
    yield tr("players {players}, at most {n} decisions", players=players, n=rules.limit)
    if rules.teams is not None:
        yield tr("teams: {n}", n=say(rules.teams))
    yield from _section(
        tr("options"), [f"{o.name}: {_bounds(say, o)} = {say(o.default)}{say.needs(o.needs)}" for o in rules.options]
    )
    yield from _section(tr("values"), [f"{enum.name}: {'/'.join(enum.values)}" for enum in rules.enums])
    yield from _section(tr("cards"), [*_cards(say, rules.cards)])
    yield from _section(tr("zones"), [_zone(zone) for zone in rules.zones])
    yield from _section(tr("state"), [_variable(say, variable) for variable in rules.variables])
    yield from _section(tr("tables"), [line for table in rules.tables for line in _table(say, table)])
    yield from _section(tr("combos"), [f"{combo.name}: {_combo(say, combo)}" for combo in rules.combos])
    yield from _section(
        tr("definitions"), [f"{_of(d.name, d.subject)}: {d.type} = {say(d.body)}" for d in rules.definitions]
    )
    yield from _section(tr("play"), [*_stage(say, rules.play)])
    yield from _section(tr("moves"), [line for move in rules.moves for line in _move(say, move)])
    yield from _section(tr("whenever"), [line for trigger in rules.triggers for line in _trigger(say, trigger)])
    yield from _section(tr("result"), [f"{rules.result.best} of {', '.join(map(say, rules.result.scores))}"])
    if rules.result.losers is not None:
        yield f"{INDENT}losers {say(rules.result.losers)}"
    counts = (
        (len(rules.clauses), tr("clauses: {n}")),
        (len(rules.rulings), tr("rulings: {n}")),
        (len(rules.because), tr("because: {n}")),
        (len(rules.scenarios), tr("scenarios: {n}")),
        (len(rules.texts), tr("texts: {n}")),
    )
    told = ", ".join(what.format(n=n) for n, what in counts if n)
    yield from _section(tr("paperwork"), [told] if told else [])


def _section(name: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield name
        yield from (INDENT + line for line in lines)


class Sayer:
    """Puts expressions and conditions of one ruleset into a line."""

    def __init__(self, rules: ir.Rules) -> None:
        self.enums = {enum.name: enum.values for enum in rules.enums}

    def __call__(self, part: object) -> str:
        """Any part of the rules: `Count(ZoneContents(stock))`; constants, locals and lists as people write them."""
        match part:
            case None:
                return "none"
            case bool():
                return "yes" if part else "no"
            case str() | int():
                return str(part)
            case ir.Type():
                return str(part)
            case tuple():
                return f"[{', '.join(map(self, part))}]"
            case ir.Constant(type=ir.Type(enum=enum), value=value) if enum:
                return self.enums[enum][value]
            case ir.Constant(value=value):
                return self(value)
            case ir.Nothing():
                return "none"
            case ir.Local(name=name, slot=slot):
                return name or ("me" if slot == 0 else f"local {slot}")
            case ir.OptionValue(name=name) | ir.KindLiteral(notation=name):
                return name
            case ir.Condition(expr=expr):
                return self(expr)
        if not is_dataclass(part) or isinstance(part, type):
            return repr(part)
        said = [self(value) for name, value in held(part) if name not in _UNSAID and value not in (None, ())]
        name = type(part).__name__
        return f"{name}({', '.join(said)})" if said else name

    def needs(self, conditions: tuple[ir.Condition, ...]) -> str:
        return f", needs {', '.join(map(self, conditions))}" if conditions else ""


def _of(name: str, subject: ir.Type | None) -> str:
    return name if subject is None else f"{name} of {subject}"


def _bounds(say: Sayer, option: ir.Option) -> str:
    if option.type.enum:
        return "/".join(say.enums[option.type.enum])
    if option.type.name == "truth":
        return "no/yes"
    return f"{'' if option.low is None else say(option.low)}..{'' if option.high is None else say(option.high)}"


def _cards(say: Sayer, cards: ir.Cards) -> Iterator[str]:
    by = ", ".join(f"{attribute.name} ({attribute.type})" for attribute in cards.attributes)
    yield ntr("{n} kind by {attributes}", "{n} kinds by {attributes}", len(cards.kinds), attributes=by)
    yield " ".join(kind.notation for kind in cards.kinds)
    yield f"copies {say(cards.copies)}, packs {say(cards.packs)}" + (
        "" if cards.wild is None else f", wild {say(cards.wild)}"
    )


def _zone(zone: ir.Zone) -> str:
    whose = "" if zone.per == "table" else f" of {zone.per}"
    return f"{zone.name}{whose}: {zone.form}, {'top ' if zone.top_only else ''}seen by {zone.seen}"


def _variable(say: Sayer, variable: ir.Variable) -> str:
    whose = "" if variable.per == "table" else f" of {variable.per}"
    life = f" in {variable.life}" if variable.life else ""
    none = " or none" if variable.optional else ""
    seen = "" if variable.seen == "everyone" else f", seen by {variable.seen}"
    return f"{variable.name}{whose}{life}: {variable.type}{none} = {say(variable.start)}{seen}"


def _table(say: Sayer, table: ir.Table) -> Iterator[str]:
    yield f"{_of(table.name, table.subject)}: {table.type} by {say(table.key)}"
    values = say.enums.get(getattr(table.key, "type", ir.NUMBER).enum, ())
    for row in table.rows:
        keys = "else" if row.keys is None else ", ".join(values[key] if values else str(key) for key in row.keys)
        yield f"{INDENT}{keys}: {say(row.value)}"


def _combo(say: Sayer, combo: ir.Combo) -> str:
    """What the combo demands, each demand with its name, since they are many."""
    demands = [(name, value) for name, value in held(combo) if name not in ("name", "where")]
    said = [f"{name}={say(value)}" for name, value in demands if value not in (None, ())]
    return f"{type(combo).__name__}({', '.join(said)})"


def _stage(say: Sayer, stage: ir.Stage, depth: int = 0) -> Iterator[str]:
    pad, inner = INDENT * depth, INDENT * (depth + 1)
    yield f"{pad}{stage.name or 'game'}"
    if stage.by is not None:
        start = "" if stage.by.start is None else f" from {say(stage.by.start)}"
        yield f"{inner}by {say(stage.by.players)}{start}{' at once' if stage.by.at_once else ''}"
    if stage.times is not None:
        yield f"{inner}times {say(stage.times)}"
    for word, conditions in (("when", stage.when), ("until", stage.until), ("must", stage.must)):
        yield from (f"{inner}{word} {say(condition)}" for condition in conditions)
    if stage.moves:
        yield f"{inner}moves {', '.join(stage.moves)}"
    for word, statements in (("begin", stage.begin), ("else", stage.otherwise)):
        yield from _block(say, word, statements, depth + 1)
    for step in stage.steps:
        yield from _stage(say, step, depth + 1)
    yield from _block(say, "end", stage.end, depth + 1)


def _move(say: Sayer, move: ir.MoveRule) -> Iterator[str]:
    yield move.name
    for choice in move.choices:
        yield f"{INDENT}choose {_choice(say, choice)}"
    for condition in move.conditions:
        yield f"{INDENT}when {condition.path.rpartition('.')[2]}: {say(condition)}"
    yield from _block(say, "do", move.do, 1)


def _choice(say: Sayer, choice: ir.Choice) -> str:
    amount = "one" if choice.single else f"{say(choice.low)}..{'' if choice.high is None else say(choice.high)}"
    where = "".join(f" where {say(condition)}" for condition in choice.filters)
    return f"{choice.name}: {amount} of {say(choice.collection)}{where}{' if possible' if choice.if_possible else ''}"


def _trigger(say: Sayer, trigger: ir.Trigger) -> Iterator[str]:
    yield trigger.name
    if trigger.each is not None:
        yield f"{INDENT}for each of {say(trigger.each)}"
    yield from (f"{INDENT}when {say(condition)}" for condition in trigger.conditions)
    yield from _block(say, "do", trigger.do, 1)


def _block(say: Sayer, word: str, statements: tuple[ir.Statement, ...], depth: int) -> Iterator[str]:
    if statements:
        yield f"{INDENT * depth}{word}"
        for statement in statements:
            yield from _statement(say, statement, depth + 1)


def _statement(say: Sayer, statement: ir.Statement, depth: int) -> Iterator[str]:
    pad = INDENT * depth
    match statement:
        case ir.If(branches=branches):
            for number, branch in enumerate(branches):
                test = "else" if branch.condition is None else f"{'else ' * (number > 0)}if {say(branch.condition)}"
                yield f"{pad}{test}"
                for inner in branch.body:
                    yield from _statement(say, inner, depth + 1)
        case ir.ForEach(collection=collection, body=body):
            yield f"{pad}for each of {say(collection)}"
            for inner in body:
                yield from _statement(say, inner, depth + 1)
        case ir.Labelled(name=name, body=body):
            yield from _block(say, name, body, depth)
        case ir.Ask(choices=choices):
            yield from (f"{pad}choose {_choice(say, choice)}" for choice in choices)
        case ir.Let(name=name, value=value):
            yield f"{pad}Let({name}, {say(value)})"
        case _:
            yield f"{pad}{say(statement)}"
