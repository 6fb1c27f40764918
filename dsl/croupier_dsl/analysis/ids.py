"""Give every part of checked rules that can take part in an event a path of its own.

A path is the path in `because` where there is one; within it, the statements of a list have numbers
(`moves.draw.do.1`), its branches `if`, `else_if_2` and `else`, the arms of a sentence `then` and `else`. Paths are
assigned once, when the rules are made, and stay with the parts: in JSON, in specialised rules, in mutated rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from croupier_dsl import ir
from croupier_dsl.analysis.course import lists
from croupier_dsl.analysis.walk import nodes, rebuilt

Part = TypeVar("Part")
List = tuple[ir.Statement, ...]
Noted = Callable[[object, object], None]


def with_ids(rules: ir.Rules, noted: Noted | None = None) -> ir.Rules:
    """Return the rules with a path for every part.

    `noted`: called for each sentence that is made again, with its new form.
    """
    return _Namer(rules, noted).rules()


def have_ids(rules: ir.Rules) -> bool:
    """Return whether the parts of the rules have paths already."""
    rows = any(row.path for table in rules.tables for row in table.rows)
    choices = any(choice.path for move in rules.moves for choice in move.choices)
    return rows or choices or any(statement.path for _, statements in lists(rules) for statement in statements)


class _Namer:
    """Names the parts of one ruleset. A sentence in two places gets the path of the first."""

    def __init__(self, rules: ir.Rules, noted: Noted | None) -> None:
        self.noted = noted
        self.source = rules
        self.enums = {enum.name: enum.values for enum in rules.enums}
        self.named: dict[int, object] = {}
        self.of_rows: set[int] = set()

    def rules(self) -> ir.Rules:
        """Return the rules in the order of the sections, so that the first of two places is the one written first."""
        rules = self.source
        options = tuple(map(self.option, rules.options))
        teams = self.sentence("teams", rules.teams)
        cards = replace(
            rules.cards,
            copies=self.sentence("cards.copies", rules.cards.copies),
            packs=self.sentence("cards.packs", rules.cards.packs),
            wild=self.sentence("cards.wild", rules.cards.wild),
        )
        tables = tuple(map(self.table, rules.tables))
        zones = tuple(self.sentence(each.path, each) for each in rules.zones)
        variables = tuple(self.sentence(each.path, each) for each in rules.variables)
        definitions = tuple(replace(each, body=self.sentence(each.path, each.body)) for each in rules.definitions)
        effects = tuple(replace(each, do=self.listed(each.path, each.do)) for each in rules.effects)
        play, said_once = self.stage(rules.play), tuple(map(self.stage, rules.stages))
        combos = tuple(self.combo(combo, tables) for combo in rules.combos)
        return replace(
            rules,
            options=options,
            teams=teams,
            cards=cards,
            tables=tables,
            zones=zones,
            variables=variables,
            definitions=definitions,
            play=play,
            stages=said_once,
            combos=combos,
            effects=effects,
            moves=tuple(map(self.move, rules.moves)),
            triggers=tuple(map(self.trigger, rules.triggers)),
            result=self.result(rules.result),
        )

    # ------------------------------------------------------------ sentences
    def sentence(self, path: str, part: Part) -> Part:
        """Give ids to both arms of every `if … then … else` in a sentence: `.then` and `.else`, numbered from the
        second on."""
        number = 0

        def named(node: object) -> object:
            nonlocal number
            if id(node) in self.named:
                return self.named[id(node)]
            made = node
            if isinstance(node, ir.IfThenElse) and id(node) not in self.of_rows:
                number += 1
                mark = "" if number == 1 else str(number)
                made = replace(node, arms=(f"{path}.then{mark}", f"{path}.else{mark}"))
            made = rebuilt(made, named)
            if made is not node:
                self.named[id(node)] = made
                if self.noted is not None:
                    self.noted(node, made)
            return made

        if not any(isinstance(node, ir.IfThenElse) for node in nodes(part)):
            return part
        return cast(Part, named(part))

    def conditions(self, conditions: tuple[ir.Condition, ...]) -> tuple[ir.Condition, ...]:
        return tuple(replace(each, expr=self.sentence(each.path, each.expr)) for each in conditions)

    # ------------------------------------------------------------ lists of statements
    def listed(self, path: str, statements: List, names: str = "") -> List:
        """Return a list; `names` is the path that labels and questions in it are called by."""
        return tuple(
            self.statement(f"{path}.{number}", each, names or path) for number, each in enumerate(statements, 1)
        )

    def statement(self, path: str, statement: ir.Statement, names: str) -> ir.Statement:
        match statement:
            case ir.Labelled(name=name, body=body):
                own = f"{names}.{name}"
                return replace(statement, body=self.listed(own, body, own), path=own)
            case ir.If(branches=branches):
                made = tuple(self.branch(path, number, each, names) for number, each in enumerate(branches, 1))
                return replace(statement, branches=made, path=path)
            case ir.ForEach(body=body):
                each = self.sentence(path, statement.collection)
                return replace(statement, collection=each, body=self.listed(f"{path}.each", body, names), path=path)
            case ir.Perform():
                return replace(statement, body=self.performed(path, statement), path=path)
            case ir.Ask(choices=choices):
                return replace(statement, choices=self.choices(f"{names}.choose", choices), path=path)
        return replace(self.sentence(path, statement), path=path)

    def performed(self, path: str, perform: ir.Perform) -> List:
        """Return the statements of an effect with the paths of its declaration, wherever it is performed.

        Its subject has the path of the place.
        """
        own, body = f"effects.{perform.name}", perform.body
        if perform.about is None:
            return self.listed(own, body)
        match body[0]:
            case ir.ForEach(collection=collection, body=each):
                about = self.sentence(path, collection)
                return (replace(body[0], collection=about, body=self.listed(own, each), path=path),)
        return (replace(self.sentence(path, body[0]), path=path), *self.listed(own, body[1:]))

    def branch(self, above: str, number: int, branch: ir.Branch, names: str) -> ir.Branch:
        name = "if" if number == 1 else "else" if branch.condition is None else f"else_if_{number}"
        path = f"{above}.{name}"
        condition = self.sentence(path, branch.condition)
        return replace(branch, condition=condition, body=self.listed(path, branch.body, names), path=path)

    def choices(self, above: str, choices: tuple[ir.Choice, ...]) -> tuple[ir.Choice, ...]:
        return tuple(self.choice(f"{above}.{choice.name}", choice) for choice in choices)

    def choice(self, path: str, choice: ir.Choice) -> ir.Choice:
        return replace(
            choice,
            low=self.sentence(path, choice.low),
            high=self.sentence(path, choice.high),
            collection=self.sentence(path, choice.collection),
            filters=self.conditions(choice.filters),
            path=path,
        )

    # ------------------------------------------------------------ sections
    def option(self, option: ir.Option) -> ir.Option:
        return replace(
            option,
            low=self.sentence(option.path, option.low),
            high=self.sentence(option.path, option.high),
            default=self.sentence(option.path, option.default),
            needs=self.conditions(option.needs),
        )

    def table(self, table: ir.Table) -> ir.Table:
        """Return a table with paths; rows written as one, such as two ranges, get paths by their own keys."""
        key = self.sentence(table.path, table.key)
        written = [row.written for row in table.rows]
        rows = []
        for row in table.rows:
            path = f"{table.path}.{self.spelled(row, table) if written.count(row.written) > 1 else row.written}"
            rows.append(replace(row, value=self.sentence(path, row.value), path=path))
        return replace(table, key=key, rows=tuple(rows))

    def spelled(self, row: ir.Row, table: ir.Table) -> str:
        value, enum = (row.keys or (row.onward or 0,))[0], table.key.type.enum
        return self.enums[enum][value] if enum else str(value)

    def stage(self, stage: ir.Stage) -> ir.Stage:
        path, by = stage.path, stage.by
        when = self.conditions(stage.when)
        if by is not None:
            players = self.sentence(f"{path}.by", by.players)
            by = replace(by, players=players, start=self.sentence(f"{path}.by", by.start))
        return replace(
            stage,
            when=when,
            by=by,
            times=self.sentence(f"{path}.times", stage.times),
            until=self.conditions(stage.until),
            must=self.conditions(stage.must),
            begin=self.listed(f"{path}.begin", stage.begin),
            otherwise=self.listed(f"{path}.else", stage.otherwise),
            end=self.listed(f"{path}.end", stage.end),
            steps=tuple(map(self.stage, stage.steps)),
        )

    def combo(self, combo: ir.Combo, tables: tuple[ir.Table, ...]) -> ir.Combo:
        path = combo.path
        match combo:
            case ir.Pattern(wild_most=wild_most):
                if wild_most is not None:
                    wild_most = self.rows_as_arms(wild_most, tables)
                return replace(
                    combo,
                    smallest=self.sentence(f"{path}.size", combo.smallest),
                    largest=self.sentence(f"{path}.size", combo.largest),
                    wild_most=self.sentence(f"{path}.wilds", wild_most),
                    declared=self.sentence(f"{path}.declared", combo.declared),
                    whole=self.sentence(f"{path}.where", combo.whole),
                    beside=self.sentence(f"{path}.beside", combo.beside),
                    sequence=self.sequence(f"{path}.sequence", combo.sequence),
                )
            case ir.Split():
                return replace(combo, least=self.sentence(f"{path}.least", combo.least))
        return combo

    def rows_as_arms(self, expr: ir.Expr, tables: tuple[ir.Table, ...]) -> ir.Expr:
        """Return a table of numbers of wild cards, which has become a chain of arms, with an id per row."""
        if not isinstance(expr, ir.IfThenElse):
            return expr
        then, otherwise = self.rows_as_arms(expr.then, tables), self.rows_as_arms(expr.otherwise, tables)
        made = replace(expr, then=then, otherwise=otherwise)
        match expr.condition:
            case (
                ir.Same(left=key, right=ir.Constant(value=value))
                | ir.Order(op=">=", left=key, right=ir.Constant(value=value))
            ):
                for table in tables:
                    row = next((row for row in table.rows if row.names(value)), None)
                    if table.key == key and table.type.many and row is not None:
                        rest = "" if table.rest is None else table.rest.path
                        last = not isinstance(otherwise, ir.IfThenElse)
                        made = replace(made, arms=(row.path, rest if last else ""))
                        self.of_rows.add(id(made))
        return made

    def sequence(self, path: str, sequence: tuple[ir.SequencePlaces, ...]) -> tuple[ir.SequencePlaces, ...]:
        """Return the alternatives that options choose between; a single alternative has no path."""
        made = []
        for number, places in enumerate(sequence, 1):
            if places.condition is not None:
                mark = "" if number == 1 else str(number)
                condition = self.sentence(path, places.condition)
                made.append(replace(places, condition=condition, path=f"{path}.then{mark}"))
            else:
                made.append(replace(places, path=f"{path}.else") if number > 1 else places)
        return tuple(made)

    def move(self, move: ir.MoveRule) -> ir.MoveRule:
        return replace(
            move,
            choices=self.choices(f"{move.path}.choose", move.choices),
            conditions=self.conditions(move.conditions),
            do=self.listed(f"{move.path}.do", move.do),
        )

    def trigger(self, trigger: ir.Trigger) -> ir.Trigger:
        return replace(
            trigger,
            each=self.sentence(f"{trigger.path}.each", trigger.each),
            conditions=self.conditions(trigger.conditions),
            do=self.listed(f"{trigger.path}.do", trigger.do),
        )

    def result(self, result: ir.Result) -> ir.Result:
        """Return the scores with paths; a score has a number if there are several. A score that the rules do not write
        has none: it follows from the common win."""
        alone = len(result.scores) == 1
        scores = tuple(
            self.sentence("result.score" if alone else f"result.score.{number}", score) if result.measured else score
            for number, score in enumerate(result.scores, 1)
        )
        losers, won = self.sentence("result.losers", result.losers), self.sentence("result.won", result.won)
        return replace(result, scores=scores, losers=losers, won=won)
