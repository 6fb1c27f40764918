"""An outline of checked rules: a section for each kind of part, a line for each, in the language's own sentences.

Headings and counts are in the current language; the rest is in the words of the language of rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from croupier.base.language import ntr, tr
from croupier_dsl import ir
from croupier_dsl.analysis import nodes
from croupier_dsl.saying import END, INDENT, Own


def outline(rules: ir.Rules) -> Iterator[str]:
    """Yield the lines of the outline."""
    own = Own(rules)
    yield tr("{name}  (IR version {version})", name=rules.name, version=ir.VERSION)
    players = "/".join(map(str, rules.players))
    if rules.usual != rules.players[0]:
        players = tr("{players}, by default {n}", players=players, n=rules.usual)
    yield tr("players {players}, at most {n} decisions", players=players, n=rules.limit)
    if rules.teams is not None:
        yield tr("teams: {n}", n=own.say(rules.teams))
    yield from _section(
        tr("options"),
        [f"{o.name}: {_bounds(own, o)} = {own.say(o.default)}{_needs(own, o.needs)}" for o in rules.options],
    )
    yield from _section(tr("values"), [f"{enum.name}: {'/'.join(enum.values)}" for enum in rules.enums])
    yield from _section(tr("cards"), [*_cards(own, rules.cards)])
    yield from _section(tr("zones"), [_zone(own, zone) for zone in rules.zones])
    yield from _section(tr("state"), [_variable(own, variable) for variable in rules.variables])
    yield from _section(tr("tables"), [line for table in rules.tables for line in _table(own, table)])
    yield from _section(tr("combos"), [f"{combo.name}: {_combo(own, combo)}" for combo in rules.combos])
    yield from _section(
        tr("definitions"),
        [f"{_head(d.name, d.subject, d.body, d.further)}: {d.type} = {own.say(d.body)}" for d in rules.definitions],
    )
    yield from _section(tr("effects"), [line for effect in rules.effects for line in _effect(own, effect)])
    yield from _section(tr("play"), [*_stage(own, rules.play)])
    yield from _section(tr("stages"), [line for stage in rules.stages for line in _stage(own, stage)])
    yield from _section(tr("moves"), [line for move in rules.moves for line in _move(own, move)])
    yield from _section(tr("whenever"), [line for trigger in rules.triggers for line in _trigger(own, trigger)])
    yield from _section(tr("result"), [*_result(own, rules.result)])
    counts = (
        (len(rules.clauses), tr("clauses: {n}")),
        (len(rules.rulings), tr("rulings: {n}")),
        (len(rules.because), tr("because: {n}")),
        (len(rules.scenarios), tr("scenarios: {n}")),
        (len(rules.texts), tr("texts: {n}")),
    )
    told = ", ".join(what.format(n=n) for n, what in counts if n)
    yield from _section(tr("sources and scenarios"), [told] if told else [])


def _result(own: Own, result: ir.Result) -> Iterator[str]:
    """Yield the lines on the result."""
    if result.won is not None:
        yield f"won {own.say(result.won)}"
    if result.measured:
        yield f"{result.best} of {', '.join(map(own.say, result.scores))}"
    if result.losers is not None:
        yield f"losers {own.say(result.losers)}"


def _section(name: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield name
        yield from (INDENT + line for line in lines)


def _head(name: str, subject: ir.Type | str | None, body: object, further: ir.Type | None = None) -> str:
    """Return a declaration: its name, its subjects, and the names of these in its sentences, if they have any."""
    told = name
    for slot, word, thing in ((1, "of", subject), (2, "for", further)):
        if thing is not None:
            called = {node.name for node in nodes(body) if isinstance(node, ir.Local) and node.slot == slot}
            told += f" {word} {thing}{''.join(f' as {alias}' for alias in called - {'', 'it'})}"
    return told


def _needs(own: Own, conditions: tuple[ir.Condition, ...]) -> str:
    return f", needs {', '.join(map(own.condition, conditions))}" if conditions else ""


def _option(own: Own, option: ir.Option) -> str:
    return f"{option.name}: {_bounds(own, option)} = {own.say(option.default)}{_needs(own, option.needs)}"


def _bounds(own: Own, option: ir.Option) -> str:
    if option.type.enum:
        return "/".join(own.enums[option.type.enum])
    if option.type.name == "truth":
        return "no/yes"
    return "/".join(map(str, option.among)) or own.span(option.low, option.high)


def _cards(own: Own, cards: ir.Cards) -> Iterator[str]:
    by = ", ".join(f"{attribute.name} ({attribute.type})" for attribute in cards.attributes)
    yield ntr("{n} kind by {attributes}", "{n} kinds by {attributes}", len(cards.kinds), attributes=by)
    yield " ".join(kind.notation for kind in cards.kinds)
    yield f"copies {own.say(cards.copies)}, packs {own.say(cards.packs)}" + (
        "" if cards.wild is None else f", wild {own.say(cards.wild)}"
    )


def _zone(own: Own, zone: ir.Zone) -> str:
    whose = "" if zone.per == "table" else f" of {zone.per}"
    top = "top " if zone.top_only else ""
    return f"{zone.name}{_keys(own, zone)}{whose}: {zone.form}, {top}seen by {_seen(own, zone)}"


def _seen(own: Own, of: ir.Zone | ir.Variable) -> str:
    """Return who sees it, or the option that decides it."""
    return of.seen if of.seen_by is None else own.say(of.seen_by)


def _keys(own: Own, of: ir.Zone | ir.Variable) -> str:
    """Return the numbers or words that there is one for each of."""
    return "" if of.keys is None else f" of {own.keys(of.keys)}"


def _variable(own: Own, variable: ir.Variable) -> str:
    head = _head(
        f"{variable.name}{_keys(own, variable)}", None if variable.per == "table" else variable.per, variable.start
    )
    life = f" in {variable.life}" if variable.life else ""
    none = " or none" if variable.optional else ""
    seen = "" if (who := _seen(own, variable)) == "everyone" else f", seen by {who}"
    return f"{head}{life}: {variable.type}{none} = {own.say(variable.start)}{seen}"


def _table(own: Own, table: ir.Table) -> Iterator[str]:
    head = _head(table.name, table.subject, (table.key, table.rows), table.further)
    yield f"{head}: {table.type} by {own.say(table.key)}"
    values = own.enums.get(getattr(table.key, "type", ir.NUMBER).enum, ())
    for row in table.rows:
        named = [values[key] if values else str(key) for key in row.keys or ()]
        named += [f"{row.onward}.."] if row.onward is not None else []
        keys = "else" if row.keys is None else ", ".join(named)
        yield f"{INDENT}{keys}: {own.say(row.value)}"


def _combo(own: Own, combo: ir.Combo) -> str:
    """Return the demands of the combo, each with its name."""
    match combo:
        case ir.Either(parts=parts):
            return "/".join(parts)
        case ir.Split(parts=parts, least=least):
            return f"split {'/'.join(parts)}, least {own.say(least)}"
        case ir.Pattern():
            demands = {
                "same": "/".join(combo.same),
                "different": combo.different,
                "sequence": ", ".join(_sequence(own, combo.along or "", places) for places in combo.sequence),
                "of": combo.of,
                "size": own.span(combo.smallest, combo.largest),
                "beside": combo.beside_of or (own.say(combo.beside) if combo.beside is not None else ""),
                "wilds": "" if combo.wild_most is None or combo.of else f"0..{own.say(combo.wild_most, at=END)}",
                "declared": "" if combo.declared is None else own.say(combo.declared),
                "where": "" if combo.whole is None else own.say(combo.whole),
            }
            return ", ".join(f"{name} {demand}" for name, demand in demands.items() if demand)
        case _:
            assert_never(combo)


def _sequence(own: Own, along: str, sequence: ir.SequencePlaces) -> str:
    """Return the values of an attribute by their places."""
    words = own.enums.get(along)
    values = (words[value] if words else str(value) for value in sequence.values)
    when = "" if sequence.condition is None else f" if {own.say(sequence.condition)}"
    return f"{along} {'/'.join(values)}{when}"


def _stage(own: Own, stage: ir.Stage, depth: int = 0) -> Iterator[str]:
    pad, inner = INDENT * depth, INDENT * (depth + 1)
    yield f"{pad}{stage.name or 'game'}"
    if stage.by is not None:
        yield f"{inner}by {own.actors(stage.by)}"
    if stage.times is not None:
        yield f"{inner}times {own.say(stage.times)}"
    for word, conditions in (("when", stage.when), ("until", stage.until), ("must", stage.must)):
        yield from (f"{inner}{word} {own.condition(condition)}" for condition in conditions)
    for word, names in (("moves", stage.moves), ("steps", stage.performs)):
        yield from [f"{inner}{word} {', '.join(names)}"] if names else []
    for word, statements in (("begin", stage.begin), ("else", stage.otherwise)):
        yield from _block(own, word, statements, depth + 1)
    for step in stage.steps:
        yield from _stage(own, step, depth + 1)
    yield from _block(own, "end", stage.end, depth + 1)


def _move(own: Own, move: ir.MoveRule) -> Iterator[str]:
    yield move.name
    for choice in move.choices:
        yield f"{INDENT}choose {choice.name}: {own.domain(choice)}"
    for condition in move.conditions:
        yield f"{INDENT}when {condition.path.rpartition('.')[2]}: {own.condition(condition)}"
    yield from _block(own, "do", move.do, 1)


def _effect(own: Own, effect: ir.Effect) -> Iterator[str]:
    yield _head(effect.name, effect.subject, effect.do)
    yield from (INDENT + line for line in own.lines(effect.do))


def _trigger(own: Own, trigger: ir.Trigger) -> Iterator[str]:
    yield trigger.name
    if trigger.enters:
        yield f"{INDENT}enters {trigger.enters}"
    elif trigger.each is not None:
        yield f"{INDENT}for each of {own.gone_through(trigger.each, 1, (trigger.conditions, trigger.do))}"
    yield from (f"{INDENT}when {own.condition(condition)}" for condition in trigger.conditions)
    yield from _block(own, "do", trigger.do, 1)


def _block(own: Own, word: str, statements: tuple[ir.Statement, ...], depth: int) -> Iterator[str]:
    if statements:
        yield f"{INDENT * depth}{word}"
        yield from (INDENT * (depth + 1) + line for line in own.lines(statements))
