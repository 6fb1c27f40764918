"""Checked rules into everything of them that can happen in play: moves, branches, outcomes of conditions, rows, …

Each has a path: that of `because` where there is one, and below it the outcomes (`moves.go_out.when.nobody_out.no`) and
the statements of a list by number (`moves.draw.do.1.if`). Counting and tracing speak of a game in these paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from croupier_dsl import ir
from croupier_dsl.analysis.facts import Facts
from croupier_dsl.analysis.walk import nodes


@dataclass(frozen=True, slots=True)
class Element:
    """Something that can happen.

    `kind` says what sort of thing in a word or two; `expected`: every ruleset is meant to reach it (what moves into a
    zone, or how often state is set, is told and not expected); `text`: the sentence as written, where it is known.
    """

    path: str
    kind: str
    where: ir.Where | None
    expected: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class Elements:
    """The elements of one ruleset, in its order.

    `paths`: of a statement, a branch, a row or a choice its path, by `id` of the node; `arms`: of an
    `if … then … else` in a sentence those of its two arms, "" where an arm was not written as one; `rows`: the rows
    that a written row is, where it pairs a range with a range.
    """

    rules: ir.Rules
    all: dict[str, Element] = field(default_factory=dict)
    paths: dict[int, str] = field(default_factory=dict)
    arms: dict[int, tuple[str, str]] = field(default_factory=dict)
    rows: dict[str, list[str]] = field(default_factory=dict)

    def add(self, path: str, kind: str, where: ir.Where | None, *, expected: bool = True, text: str = "") -> None:
        self.all.setdefault(path, Element(path, kind, where, expected, text))

    def sentence(self, path: str, expr: ir.Expr | None, where: ir.Where | None) -> None:
        """Both arms of every `if … then … else` in a sentence: `.then` and `.else`, from the second on numbered."""
        number = 0
        for node in nodes(expr):
            if isinstance(node, ir.IfThenElse) and id(node) not in self.arms:
                number += 1
                mark = "" if number == 1 else str(number)
                self.arms[id(node)] = (f"{path}.then{mark}", f"{path}.else{mark}")
                for arm in self.arms[id(node)]:
                    self.add(arm, "arm", where)

    def conditions(self, conditions: Iterable[ir.Condition], kind: str = "condition") -> None:
        for condition in conditions:
            for answer in ("yes", "no"):
                self.add(f"{condition.path}.{answer}", kind, condition.where, text=condition.text)
            self.sentence(condition.path, condition.expr, condition.where)

    # ------------------------------------------------------------ lists of statements
    def listed(self, path: str, statements: tuple[ir.Statement, ...], names: str = "") -> None:
        """A list; `names` is the path that labels and questions in it are called by."""
        if not statements:
            return
        self.add(path, "list", _first_place(statements))
        self.body(path, statements, names or path)

    def body(self, path: str, statements: tuple[ir.Statement, ...], names: str) -> None:
        for number, statement in enumerate(statements, 1):
            self.statement(f"{path}.{number}", statement, names)

    def statement(self, path: str, statement: ir.Statement, names: str) -> None:
        self.paths[id(statement)] = path
        match statement:
            case ir.Labelled(name=name, body=body):
                self.paths[id(statement)] = f"{names}.{name}"
                self.add(f"{names}.{name}", "label", _first_place(body))
                self.body(f"{names}.{name}", body, f"{names}.{name}")
                return
            case ir.If(branches=branches, where=where):
                self.add(path, "statement", where)
                self.branches(path, branches, where, names)
            case ir.ForEach(collection=collection, body=body, where=where):
                self.add(path, "statement", where)
                self.sentence(path, collection, where)
                self.add(f"{path}.each", "loop", where)
                if not never_empty(collection, self.rules.players[0]):
                    # that no player is meant is told, not missed: somebody is always at the table
                    self.add(f"{path}.nothing", "loop", where, expected=collection.type.name not in ("player", "team"))
                self.body(f"{path}.each", body, names)
            case ir.Ask(choices=choices, where=where):
                self.add(path, "question", where)
                self.choices(f"{names}.choose", choices, where, "answer")
                self.add(f"{self.paths[id(choices[0])]}.nothing", "question", where)
            case _:
                self.add(path, "statement", statement.where)
                self.sentence(path, statement, statement.where)  # type: ignore[arg-type]  # every sentence of a simple statement is in it

    def branches(self, path: str, branches: tuple[ir.Branch, ...], where: ir.Where | None, names: str) -> None:
        """The branches that are written, and the `else` that is not."""
        for number, branch in enumerate(branches, 1):
            name = "if" if number == 1 else "else" if branch.condition is None else f"else_if_{number}"
            self.paths[id(branch)] = f"{path}.{name}"
            place = where if number == 1 else _first_place(branch.body) or where
            self.add(f"{path}.{name}", "branch", place)
            self.sentence(f"{path}.{name}", branch.condition, place)
            self.body(f"{path}.{name}", branch.body, names)
        self.add(f"{path}.else", "branch", where)

    def choices(self, path: str, choices: tuple[ir.Choice, ...], where: ir.Where | None, kind: str) -> None:
        for choice in choices:
            self.paths[id(choice)] = f"{path}.{choice.name}"
            self.add(f"{path}.{choice.name}", kind, where, expected=kind == "answer")
            for part in (choice.low, choice.high, choice.collection):
                self.sentence(f"{path}.{choice.name}", part, where)
            self.conditions(choice.filters)


def elements_of(rules: ir.Rules) -> Elements:
    """Everything of the rules that can happen in play."""
    found = Elements(rules)
    _material(found, rules)
    _stage(found, rules.play)
    laid = _combos_laid(rules)
    for combo in rules.combos:
        found.add(f"combos.{combo.name}", "combo", combo.where)
        found.add(f"combos.{combo.name}.laid", "combo laid", combo.where, expected=combo.name in laid)
        _combo(found, combo)
    for move in rules.moves:
        path = f"moves.{move.name}"
        found.add(path, "move", move.where)
        found.add(f"{path}.offered", "move", move.where)
        found.choices(f"{path}.choose", move.choices, move.where, "choice")
        found.conditions(move.conditions)
        found.listed(f"{path}.do", move.do)
    for trigger in rules.triggers:
        path = f"whenever.{trigger.name}"
        found.add(path, "trigger", trigger.where)
        found.sentence(f"{path}.each", trigger.each, trigger.where)
        found.conditions(trigger.conditions)
        found.listed(f"{path}.do", trigger.do)
    _result(found, rules.result)
    return found


def _material(found: Elements, rules: ir.Rules) -> None:
    """What is fixed before play, and what sentences read."""
    for number in rules.players:
        found.add(f"players.{number}", "players", None)
    enums = {enum.name: enum.values for enum in rules.enums}
    for option in rules.options:
        path = f"options.{option.name}"
        for value in values_of(option, enums):
            found.add(f"{path}.{value}", "option", option.where)
        for part in (option.low, option.high, option.default):
            found.sentence(path, part, option.where)
        found.conditions(option.needs, "need")
    found.sentence("teams", rules.teams, None)
    for name, part in (("copies", rules.cards.copies), ("packs", rules.cards.packs), ("wild", rules.cards.wild)):
        found.sentence(f"cards.{name}", part, None)
    for table in rules.tables:
        path = f"tables.{table.name}"
        found.sentence(path, table.key, table.where)
        written = [row.written for row in table.rows]
        for row in table.rows:
            several = written.count(row.written) > 1
            key = _spelled(row, table.key.type, enums) if several else row.written
            found.paths[id(row)] = f"{path}.{key}"
            if several:
                found.rows.setdefault(f"{path}.{row.written}", []).append(f"{path}.{key}")
            found.add(f"{path}.{key}", "row", row.where or table.where)
            found.sentence(f"{path}.{key}", row.value, row.where)
    for zone in rules.zones:
        found.add(f"zones.{zone.name}", "zone", zone.where, expected=False)
    for variable in rules.variables:
        found.add(f"state.{variable.name}", "state", variable.where, expected=False)
        found.sentence(f"state.{variable.name}", variable.start, variable.where)
    for definition in rules.definitions:
        found.add(f"define.{definition.name}", "definition", definition.where)
        found.sentence(f"define.{definition.name}", definition.body, definition.where)


def values_of(option: ir.Option, enums: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What is told of the values of an option: each of a list; of a range of numbers its ends and the default."""
    if option.type.enum:
        return enums[option.type.enum]
    if option.type == ir.TRUTH:
        return ("no", "yes")
    if option.among:
        return tuple(str(value) for value in option.among)
    ends = (("lowest", option.low), ("default", option.default), ("highest", option.high))
    return tuple(name for name, end in ends if end is not None)


def _spelled(row: ir.Row, key: ir.Type, enums: dict[str, tuple[str, ...]]) -> str:
    value = (row.keys or (0,))[0]
    return enums[key.enum][value] if key.enum else str(value)


def _stage(found: Elements, stage: ir.Stage) -> None:
    path, where = stage.path, stage.where
    found.add(path, "stage", where)
    found.conditions(stage.when)
    if stage.by is not None:
        found.sentence(f"{path}.by", stage.by.players, where)
        found.sentence(f"{path}.by", stage.by.start, where)
    if stage.times is not None:
        found.add(f"{path}.times", "stage ended by times", where)
        found.sentence(f"{path}.times", stage.times, where)
    if stage.until:
        found.add(f"{path}.until", "stage ended by until", stage.until[0].where or where)
        found.conditions(stage.until)
    found.conditions(stage.must)
    found.listed(f"{path}.begin", stage.begin)
    found.listed(f"{path}.else", stage.otherwise)
    found.listed(f"{path}.end", stage.end)
    for step in stage.steps:
        _stage(found, step)


def _combo(found: Elements, combo: ir.Combo) -> None:
    path = f"combos.{combo.name}"
    match combo:
        case ir.Pattern():
            _rows_as_arms(found, combo.wild_most)
            for name, part in (("size", combo.smallest), ("size", combo.largest), ("wilds", combo.wild_most)):
                found.sentence(f"{path}.{name}", part, combo.where)
            found.sentence(f"{path}.declared", combo.declared, combo.where)
            for number, places in enumerate(combo.sequence, 1):
                if places.condition is not None:
                    mark = "" if number == 1 else str(number)
                    found.paths[id(places)] = f"{path}.sequence.then{mark}"
                    found.add(f"{path}.sequence.then{mark}", "arm", combo.where)
                    found.sentence(f"{path}.sequence", places.condition, combo.where)
                elif number > 1:
                    found.paths[id(places)] = f"{path}.sequence.else"
                    found.add(f"{path}.sequence.else", "arm", combo.where)
        case ir.Split():
            found.sentence(f"{path}.least", combo.least, combo.where)
        case ir.Either():
            pass


def _rows_as_arms(found: Elements, expr: ir.Expr | None) -> None:
    """A table of numbers of wild cards has become a chain of arms: each is a row of it."""
    for node in nodes(expr):
        match node:
            case ir.IfThenElse(condition=ir.Same(left=key, right=ir.Constant(value=value)), otherwise=otherwise):
                for table in found.rules.tables:
                    if table.key == key and table.type.many:
                        rows = {k: found.paths[id(row)] for row in table.rows for k in row.keys or ()}
                        rest = next((found.paths[id(row)] for row in table.rows if row.keys is None), "")
                        last = not isinstance(otherwise, ir.IfThenElse)
                        if value in rows:
                            found.arms[id(node)] = (rows[value], rest if last else "")


def _result(found: Elements, result: ir.Result) -> None:
    found.add("result.win", "result", result.where)
    found.add("result.shared", "result", result.where, expected=False)
    found.add("result.unfinished", "result", result.where, expected=False)
    for number, score in enumerate(result.scores, 1):
        found.sentence("result.score" if len(result.scores) == 1 else f"result.score.{number}", score, result.where)
    if result.losers is not None:
        found.add("result.losers", "losers", result.where)
        found.sentence("result.losers", result.losers, result.where)


def _combos_laid(rules: ir.Rules) -> set[str]:
    """The combos that some statement may put down as melds: their single patterns."""
    forms = {zone.name: zone.form for zone in rules.zones}
    facts = Facts(rules)
    combos = {combo.name: combo for combo in rules.combos}
    laid: set[str] = set()
    for part in (rules.moves, rules.triggers, rules.play):
        for owner in part if isinstance(part, tuple) else (part,):
            moves = [node.to for node in nodes(owner) if isinstance(node, ir.Move)]
            if any(isinstance(to, ir.ZoneTarget) and forms[to.name] == "melds" for to in moves):
                laid |= {node.combo for node in facts.reached(owner, combos=False) if isinstance(node, ir.Melds)}
    todo, single = list(laid), set[str]()
    while todo:
        combo = combos[todo.pop()]
        if isinstance(combo, ir.Pattern):
            single.add(combo.name)
        else:
            todo.extend(combo.parts)
    return single


def never_empty(expr: ir.Expr, players: int = 1) -> bool:
    """Is it plain from the sentence that the collection has an element? `players`: how many there are at least."""
    match expr:
        case ir.Players() | ir.Teams() | ir.Values() | ir.Deck():
            return True
        case ir.Filter(if_possible=True, collection=inner):
            return never_empty(inner, players)
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


def _first_place(statements: tuple[ir.Statement, ...]) -> ir.Where | None:
    """Where a list begins."""
    for statement in statements:
        place = _first_place(statement.body) if isinstance(statement, ir.Labelled) else statement.where
        if place is not None:
            return place
    return None
