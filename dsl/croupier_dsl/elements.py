"""List everything in checked rules that can happen in play: moves, branches, outcomes of conditions, rows, …

Each element has a path: the path in `because` where there is one, and within it the outcomes
(`moves.go_out.when.nobody_out.no`) and the statements of a list by number (`moves.draw.do.1.if`). Coverage and traces
identify elements by these paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from croupier_dsl import ir
from croupier_dsl.analysis.course import place, stages
from croupier_dsl.analysis.reading import Facts, names_used, reached
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.classes import frozen


@frozen
class Element:
    """A part of the rules that can fire in play, as coverage counts it.

    `kind` is a word or two; `expected`: every ruleset should reach it (moves into a zone, the number of assignments,
    and values that only the table shows are counted but not expected); `text`: the sentence as written, if known.
    """

    path: str
    kind: str
    where: ir.Where | None
    expected: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of one ruleset, in the order of the file.

    `rows`: the rows of a table that one written row makes, if it pairs a range with a range.
    """

    rules: ir.Rules
    all: dict[str, Element] = field(default_factory=dict)
    rows: dict[str, list[str]] = field(default_factory=dict)

    def add(self, path: str, kind: str, where: ir.Where | None, *, expected: bool = True, text: str = "") -> None:
        self.all.setdefault(path, Element(path, kind, where, expected, text))

    def sentence(self, part: object, where: ir.Where | None) -> None:
        """Add both arms of every `if … then … else` in a sentence; arms that are not written as such have no path and
        are left out."""
        for node in nodes(part):
            if isinstance(node, ir.IfThenElse):
                for arm in filter(None, node.arms):
                    self.add(arm, "arm", where)

    def conditions(self, conditions: Iterable[ir.Condition], kind: str = "condition") -> None:
        for condition in conditions:
            for answer in ("yes", "no"):
                self.add(f"{condition.path}.{answer}", kind, condition.where, text=condition.text)
            self.sentence(condition.expr, condition.where)

    # ------------------------------------------------------------ lists of statements
    def listed(self, path: str, statements: tuple[ir.Statement, ...]) -> None:
        """Add the elements of a separate list."""
        if statements:
            self.add(path, "list", place(statements))
            self.body(statements)

    def body(self, statements: tuple[ir.Statement, ...]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: ir.Statement) -> None:
        path = statement.path
        match statement:
            case ir.Labelled(body=body):
                self.add(path, "label", place(body))
                self.body(body)
            case ir.If(branches=branches, where=where):
                self.add(path, "statement", where)
                self.branches(path, branches, where)
            case ir.ForEach(body=body, where=where):
                self.add(path, "statement", where)
                self.sentence(statement.collection, where)
                self.add(f"{path}.each", "loop", where)
                self.none_of(path, statement.collection, where)
                self.body(body)
            case ir.Perform(where=where):
                self.add(path, "statement", where)
                self.sentence(statement.about, where)
                self.none_of(path, statement.about, where)
            case ir.Ask(choices=choices, where=where):
                self.add(path, "question", where)
                self.choices(choices, where, "answer")
                self.add(f"{choices[0].path}.nothing", "question", where)
            case _:
                self.add(path, "statement", statement.where)
                self.sentence(statement, statement.where)

    def none_of(self, path: str, collection: ir.Expr | None, where: ir.Where | None) -> None:
        """Add the element of an empty iteration. For an empty list of players it is counted but not expected."""
        match collection:
            case None | ir.ListOf(items=(ir.Local(),)):
                return
        if not never_empty(collection, self.rules.players[0]):
            self.add(f"{path}.nothing", "loop", where, expected=collection.type.name not in ("player", "team"))

    def branches(self, path: str, branches: tuple[ir.Branch, ...], where: ir.Where | None) -> None:
        """Add the written branches, and the missing `else`."""
        for number, branch in enumerate(branches):
            there = where if not number else place(branch.body) or where
            self.add(branch.path, "branch", there)
            self.sentence(branch.condition, there)
            self.body(branch.body)
        self.add(f"{path}.else", "branch", where)

    def choices(self, choices: tuple[ir.Choice, ...], where: ir.Where | None, kind: str) -> None:
        for choice in choices:
            self.add(choice.path, kind, where, expected=kind == "answer")
            self.sentence((choice.low, choice.high, choice.collection), where)
            self.conditions(choice.filters)


def elements_of(rules: ir.Rules) -> Elements:
    """Return the elements of the rules, everything that can happen in play."""
    found = Elements(rules)
    _material(found, rules)
    for stage in stages(rules):
        _stage(found, stage)
    laid = _combos_laid(rules)
    for combo in rules.combos:
        found.add(combo.path, "combo", combo.where)
        found.add(f"{combo.path}.laid", "combo laid", combo.where, expected=combo.name in laid)
        _combo(found, combo)
    for effect in rules.effects:
        found.add(effect.path, "effect", effect.where)
        found.body(effect.do)
    for move in rules.moves:
        found.add(move.path, "move", move.where)
        found.add(f"{move.path}.offered", "move", move.where)
        found.choices(move.choices, move.where, "choice")
        found.conditions(move.conditions)
        found.listed(f"{move.path}.do", move.do)
    for trigger in rules.triggers:
        found.add(trigger.path, "trigger", trigger.where)
        found.sentence(trigger.each, trigger.where)
        found.conditions(trigger.conditions)
        found.listed(f"{trigger.path}.do", trigger.do)
    _result(found, rules.result)
    for path in _shown_alone(rules):
        for below in [other for other in found.all if f"{other}.".startswith(f"{path}.")]:
            found.all[below] = replace(found.all[below], expected=False)
    return found


def _shown_alone(rules: ir.Rules) -> list[str]:
    """Return the tables, definitions and combos that the table shows, and what these use, where play asks for none of
    it.
    """
    facts = Facts(rules)
    played = names_used(facts,
        rules.play, rules.stages, rules.moves, rules.triggers, rules.effects, rules.result, rules.variables,
        rules.options, rules.teams, rules.cards,
    )  # fmt: skip
    return [f"{_SECTIONS[sort]}.{name}" for sort, name in names_used(facts, rules.shown) - played]


_SECTIONS = {"table": "tables", "definition": "define", "combo": "combos"}


def _material(found: Elements, rules: ir.Rules) -> None:
    """Add the elements that are fixed before play, and those read by sentences."""
    for number in rules.players:
        found.add(f"players.{number}", "players", None)
    enums = {enum.name: enum.values for enum in rules.enums}
    for option in rules.options:
        for value in values_of(option, enums):
            found.add(f"{option.path}.{value}", "option", option.where)
        found.sentence((option.low, option.high, option.default), option.where)
        found.conditions(option.needs, "need")
    found.sentence((rules.teams, rules.cards.copies, rules.cards.packs, rules.cards.wild), None)
    for table in rules.tables:
        found.sentence(table.key, table.where)
        for row in table.rows:
            if row.path != f"{table.path}.{row.written}":
                found.rows.setdefault(f"{table.path}.{row.written}", []).append(row.path)
            found.add(row.path, "row", row.where or table.where)
            found.sentence(row.value, row.where)
    for zone in rules.zones:
        found.add(zone.path, "zone", zone.where, expected=False)
    for variable in rules.variables:
        found.add(variable.path, "state", variable.where, expected=False)
        found.sentence(variable.start, variable.where)
    for definition in rules.definitions:
        found.add(definition.path, "definition", definition.where)
        found.sentence(definition.body, definition.where)


def values_of(option: ir.Option, enums: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the names of an option's values: each value of a list; for a range its ends and the default."""
    if option.type.enum:
        return enums[option.type.enum]
    if option.type == ir.TRUTH:
        return ("no", "yes")
    if option.among:
        return tuple(str(value) for value in option.among)
    ends = (("lowest", option.low), ("default", option.default), ("highest", option.high))
    return tuple(name for name, end in ends if end is not None)


def _stage(found: Elements, stage: ir.Stage) -> None:
    path, where = stage.path, stage.where
    found.add(path, "stage", where)
    found.conditions(stage.when)
    found.sentence(stage.by, where)
    if stage.times is not None:
        found.add(f"{path}.times", "stage ended by times", where)
        found.sentence(stage.times, where)
    if stage.until:
        found.add(f"{path}.until", "stage ended by until", stage.until[0].where or where)
        found.conditions(stage.until)
    found.conditions(stage.must)
    found.listed(f"{path}.begin", stage.begin)
    found.listed(f"{path}.else", stage.otherwise)
    found.listed(f"{path}.end", stage.end)


def _combo(found: Elements, combo: ir.Combo) -> None:
    match combo:
        case ir.Pattern():
            parts = (combo.smallest, combo.largest, combo.wild_most, combo.declared, combo.whole, combo.beside)
            found.sentence(parts, combo.where)
            for places in combo.sequence:
                if places.path:
                    found.add(places.path, "arm", combo.where)
                    found.sentence(places.condition, combo.where)
        case ir.Split():
            found.sentence(combo.least, combo.where)
        case ir.Either():
            pass


def _result(found: Elements, result: ir.Result) -> None:
    found.add("result.win", "result", result.where)
    found.add("result.unfinished", "result", result.where, expected=False)
    if result.won is not None:
        found.add("result.lost", "result", result.where)
        found.sentence(result.won, result.where)
        if result.measured:
            found.sentence(result.scores, result.where)
        return
    found.add("result.shared", "result", result.where, expected=False)
    found.sentence(result.scores, result.where)
    if result.losers is not None:
        found.add("result.lost", "result", result.where, expected=False)
        found.add("result.losers", "losers", result.where)
        found.sentence(result.losers, result.where)


def _combos_laid(rules: ir.Rules) -> set[str]:
    """Return the combos that some statement may put down as melds: their single patterns."""
    forms = {zone.name: zone.form for zone in rules.zones}
    facts = Facts(rules)
    combos = {combo.name: combo for combo in rules.combos}
    laid: set[str] = set()
    for part in (rules.moves, rules.triggers, rules.stages, (rules.play,)):
        for owner in part:
            moves = [node.to for node in nodes(owner) if isinstance(node, ir.Move)]
            if any(isinstance(to, ir.ZoneTarget) and forms[to.name] == "melds" for to in moves):
                laid |= {node.combo for node in reached(facts, owner, combos=False) if isinstance(node, ir.Melds)}
    todo, single = list(laid), set[str]()
    while todo:
        combo = combos[todo.pop()]
        if isinstance(combo, ir.Pattern):
            single.add(combo.name)
        else:
            todo.extend(combo.parts)
    return single


def never_empty(expr: ir.Expr, players: int = 1) -> bool:
    """Return whether the sentence guarantees that the collection has an element. `players`: their minimum number."""
    match expr:
        case ir.Players() | ir.Teams() | ir.Values() | ir.Deck():
            return True
        case ir.Filter(if_possible=True):
            return never_empty(expr.collection, players)
        case ir.Filter(collection=ir.Players(), slot=slot, condition=ir.Not(operand=ir.Same(left=left, right=right))):
            each = [isinstance(side, ir.Local) and side.slot == slot for side in (left, right)]
            return players > 1 and any(each)  # all but one
        case ir.Combine(op="without", left=ir.Players(), right=ir.ListOf(items=(_,))):
            return players > 1
        case ir.Span(low=ir.Constant(value=low), high=ir.Constant(value=high)):
            return low <= high
        case ir.ListOf(items=items):
            return any(isinstance(item, ir.Constant) for item in items)
    return False
