"""Specialise checked rules to options: return rules without options, with everything that they decide settled.

The specialised rules are rules like any other: bound without options they play the same games, and a reader finds
nothing in them that cannot happen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar, cast

from croupier_dsl import ir
from croupier_dsl.analysis.course import around, inner_stages
from croupier_dsl.analysis.reading import Facts, names_used, read_in_play
from croupier_dsl.analysis.settled import (
    Declared,
    Evaluator,
    Found,
    Known,
    Position,
    any_state,
    constant,
    exactly,
    plain,
    simpler,
    static,
    value_or_none,
)  # fmt: skip
from croupier_dsl.analysis.visibility import settled
from croupier_dsl.analysis.walk import children, draws, nodes, rebuilt

Part = TypeVar("Part")

_THINGS = ("player", "team", "card", "meld", "spot")
"""The types whose values no constant expresses."""
MOST_KEPT = 64
"""The number of cached settings, each with its rules."""
_Setting = tuple[int, tuple[tuple[str, object], ...], int | None]
_KEPT: OrderedDict[_Setting, tuple[ir.Rules, ir.Rules]] = OrderedDict()


def as_agreed(rules: ir.Rules, options: Mapping[str, object], players: int | None = None) -> ir.Rules:
    """Return the rules as played with these options (values as in a `Constant`) and this number of players, or any.

    Cached, since many callers ask for the same.

    An option that is not given has its default, which may still depend on the number of players. Conditions that always
    hold, and triggers, branches and steps that can never occur are left out, and stages offer no impossible moves. All
    declarations are kept, settled; scenarios and presets, which belong to the whole ruleset, are not.
    """
    key = (id(rules), tuple(options.items()), players)
    if key not in _KEPT:
        _KEPT[key] = rules, _Specialiser(rules, options, players).rules()  # kept with its rules, whose number is theirs
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(key)
    return _KEPT[key][1]


def specialise(rules: ir.Rules, options: Mapping[str, object], players: int | None = None) -> ir.Rules:
    """Return the rules with options, for readers: without parts that are never read or offered, and with state that
    keeps its first value replaced by that value.
    """
    special = as_agreed(rules, options, players)
    unchanging = dict[str, Known]()
    while True:
        unchanging |= _unchanging(special)
        simplified = _without_unread(_Specialiser(special, {}, players, unchanging, read=True).rules())
        if simplified == special:
            return special
        special = simplified


def _settling(
    rules: ir.Rules,
    players: int | None,
    values: Mapping[str, Known],
    unchanging: Mapping[str, Known],
    lets: frozenset[str],
) -> Evaluator:
    """Return what settles sentences. `values`: of options; `unchanging`: of variables that keep their first value;
    `lets`: names that may be none.
    """

    def local(expr: ir.Local) -> Known:
        return Known(none=expr.name in lets)

    def state(table: Evaluator, expr: ir.Expr) -> Found:
        if isinstance(expr, ir.VariableValue) and expr.name in unchanging:
            about = expr.subject  # a number or word of no player is none
            theirs = about is None or expr.type == ir.TRUTH or (isinstance(about, ir.Local) and about.name not in lets)
            return unchanging[expr.name] if theirs else unchanging[expr.name].or_none()
        return any_state(table, expr)

    number = Known(min(rules.players), max(rules.players), False) if players is None else exactly(players)
    return Evaluator(Declared.of(rules), number, values, position=Position(local, state))


class _Specialiser:
    """`unchanging`: the values of variables that keep their first value.

    `read`: for readers of the rules, the only row of a table replaces its uses; in play each table reports errors under
    its own name.
    """

    def __init__(
        self,
        rules: ir.Rules,
        options: Mapping[str, object],
        players: int | None,
        unchanging: Mapping[str, Known] | None = None,
        *,
        read: bool = False,
    ) -> None:
        self.source = rules
        self.read = read
        self.players = players
        self.tables: dict[str, ir.Table] = {}
        self.definitions: dict[str, ir.Definition] = {}
        self.options: dict[str, ir.Expr] = {}
        self.lets = _lets(rules)
        named = {stage.name: stage for stage in inner_stages(rules.stages, rules.play)}
        self.seated = {name for name, outer in around(rules).items() if any(named[each].by for each in outer - {name})}
        self.acting = False
        self.unchanging = unchanging or {}
        values: dict[str, Known] = {}
        self.evaluator = _settling(rules, players, values, self.unchanging, self.lets)
        for option in rules.options:
            given = options.get(option.name)
            known = exactly(given) if isinstance(given, int) else self.evaluator.of(option.default)
            values[option.name] = known
        self.words = {enum.name: enum.values for enum in rules.enums}
        self.whole_options = {option.name: option for option in rules.options}
        self.whole_tables = {table.name: table for table in rules.tables}
        self.whole_definitions = {definition.name: definition for definition in rules.definitions}

    def rules(self) -> ir.Rules:
        rules = self.source
        made = replace(
            rules,
            players=rules.players if self.players is None else (self.players,),
            teams=self.optional(rules.teams),
            options=(),
            presets=(),
            cards=self.part(rules.cards),
            tables=tuple(self.table(table.name) for table in rules.tables),
            zones=tuple(settled(self.inside(zone), self.words) for zone in rules.zones),
            variables=tuple(settled(self.inside(variable), self.words) for variable in rules.variables),
            combos=tuple(self.part(combo) for combo in rules.combos),
            definitions=tuple(self.definition(definition.name) for definition in rules.definitions),
            effects=tuple(replace(each, do=self.flat(each.do)) for each in rules.effects),
            moves=tuple(self.move(move) for move in rules.moves),
            triggers=tuple(t for trigger in rules.triggers if not self.never((t := self.trigger(trigger)).conditions)),
            result=self.part(rules.result),
            shown=tuple(map(self.inside, rules.shown)),
            scenarios=(),
        )
        impossible = {move.name for move in made.moves if self.never(move.conditions)}
        never = {stage.name for stage in rules.stages if self.never(self.conditions(stage.when))}
        said_once = tuple(self.stage(stage, impossible, never) for stage in rules.stages)
        return replace(made, play=self.stage(rules.play, impossible, never), stages=said_once)

    @contextmanager
    def as_if(self, acting: bool) -> Iterator[None]:
        """Settle parts in which a player certainly acts, so that `me` is not none, or in which none may."""
        before, self.acting = self.acting, acting
        yield
        self.acting = before

    # ------------------------------------------------------------ expressions
    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return the expression with every option replaced by its value, and worked out as far as that goes."""
        if (worth := plain(expr, self.evaluator)) is not None and not draws(expr):
            return worth
        match expr:
            case ir.Same(left=ir.Local(name="me"), right=it) | ir.Same(left=it, right=ir.Local(name="me")) if (
                self.acting and self.evaluator.of(it).nothing
            ):
                return constant(ir.TRUTH, False)
            case ir.VariableValue(name=name, subject=ir.Local(name="me")) if self.acting and name in self.unchanging:
                value = self.unchanging[name].exact
                return expr if value is None or expr.type.name in _THINGS else constant(expr.type, value)
            case ir.OptionValue(name=name):
                return self.option(name)
            case ir.TableValue(name=name):
                return self.table_value(self.inside(expr), self.table(name))
        made = simpler(self.inside(expr))
        return self.readable(made) if self.read else made

    def readable(self, expr: ir.Expr) -> ir.Expr:
        """Return the body of a definition that always holds or never does, without its name; else the expression."""
        match expr:
            case ir.Defined(name=name, type=ir.TRUTH, subject=ir.Local(name=who)) if who == "me":
                body = self.definition(name).body
                return body if static(body) is not None else expr
        return expr

    def inside(self, part: Part) -> Part:
        """Return the same part with the expressions in it specialised."""
        return rebuilt(part, self.part)

    def part(self, value: Part) -> Part:
        """Specialise any part of the rules that is not a list of statements."""
        if isinstance(value, ir.Expr):
            made = cast(Part, self.expr(value))
            return made if made != value else value
        return self.inside(value)

    def optional(self, expr: ir.Expr | None) -> ir.Expr | None:
        return None if expr is None else self.expr(expr)

    def option(self, name: str) -> ir.Expr:
        """Return the chosen value, else the default, which may depend on the number of players."""
        if name not in self.options:
            option, value = self.whole_options[name], self.evaluator.options[name].exact
            self.options[name] = self.expr(option.default) if value is None else constant(option.type, value)
        return self.options[name]

    def table(self, name: str) -> ir.Table:
        if name not in self.tables:
            self.tables[name] = self.inside(self.whole_tables[name])
        return self.tables[name]

    def definition(self, name: str) -> ir.Definition:
        if name not in self.definitions:
            with self.as_if(False):
                self.definitions[name] = self.inside(self.whole_definitions[name])
        return self.definitions[name]

    def table_value(self, whole: ir.TableValue, table: ir.Table) -> ir.Expr:
        """Return the value of the one row that applies, if that is settled; else the look-up."""
        about = children(whole)
        if not isinstance(table.key, ir.Constant) or any(map(self.may_be_none, about)):
            return whole
        row = table.row(table.key.value)
        if row is None:
            return ir.Nothing(whole.type)
        alone = self.read or isinstance(row.value, ir.Constant | ir.Nothing)
        return self.moved(row.value, dict(enumerate(about, 1)), whole) if alone else whole

    def moved(self, body: ir.Expr, about: Mapping[int, ir.Expr], otherwise: ir.Expr) -> ir.Expr:
        """Return a body about its subject, put where it is used: only if no local could be taken for another there."""
        used = {node.slot for node in nodes(body) if isinstance(node, ir.Local)}
        if any(isinstance(node, ir.Each) for node in nodes(body)):
            return otherwise
        if any(not isinstance(about.get(slot), ir.Local) for slot in used - {0}):
            return otherwise
        return _in_place(body, about) if used - {0} else body

    def may_be_none(self, thing: ir.Expr) -> bool:
        """Return whether a thing may be none. A property of none is none, whatever a table says; elements of
        collections are never none."""
        return not isinstance(thing, ir.Local) or thing.name in self.lets

    # ------------------------------------------------------------ conditions and statements
    def conditions(self, conditions: tuple[ir.Condition, ...]) -> tuple[ir.Condition, ...]:
        """Return the conditions that do not always hold."""
        made = [replace(condition, expr=self.expr(condition.expr)) for condition in conditions]
        return tuple(condition for condition in made if static(condition.expr) is not True)

    def never(self, conditions: tuple[ir.Condition, ...]) -> bool:
        return any(static(condition.expr) is False for condition in conditions)

    def statements(self, statements: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        """Return the specialised statements. An empty list remains a list, because rules are tried after it."""
        made = self.flat(statements)
        return made or ((ir.If((), None),) if statements else ())

    def flat(self, statements: tuple[ir.Statement, ...]) -> tuple[ir.Statement, ...]:
        made: list[ir.Statement] = []
        for statement in statements:
            match statement:
                case ir.If():
                    made.extend(self.branches(statement))
                case ir.ForEach(body=body):
                    every = replace(statement, collection=self.expr(statement.collection), body=self.flat(body))
                    made.extend(() if self.read and _nothing(every.collection) else (every,))
                case ir.Perform(body=body):
                    inner = replace(statement, body=self.flat(body))
                    made.extend((inner,) if inner.does else ())
                case ir.Labelled(body=body):
                    made.append(replace(statement, body=self.flat(body)))
                case ir.Ask(choices=choices):
                    made.append(replace(statement, choices=tuple(map(self.choice, choices))))
                case _:
                    made.append(self.inside(statement))
        return tuple(made)

    def branches(self, written: ir.If) -> tuple[ir.Statement, ...]:
        kept: list[ir.Branch] = []
        for branch in written.branches:
            condition = self.optional(branch.condition)
            known = True if condition is None else static(condition)
            if known is False:
                continue
            body = self.flat(branch.body)
            if known is True:
                if not kept:
                    return body
                kept.append(replace(branch, condition=None, body=body))
                break
            kept.append(replace(branch, condition=condition, body=body))
        return (replace(written, branches=tuple(kept)),) if any(branch.body for branch in kept) else ()

    def choice(self, choice: ir.Choice) -> ir.Choice:
        return replace(
            choice,
            low=self.expr(choice.low),
            high=self.optional(choice.high),
            collection=self.expr(choice.collection),
            filters=choice.filters if choice.if_possible else self.conditions(choice.filters),
        )

    def move(self, move: ir.MoveRule) -> ir.MoveRule:
        with self.as_if(True):
            return replace(
                move,
                choices=tuple(map(self.choice, move.choices)),
                conditions=self.conditions(move.conditions),
                do=self.statements(move.do),
            )

    def trigger(self, trigger: ir.Trigger) -> ir.Trigger:
        return replace(
            trigger,
            each=self.optional(trigger.each),
            conditions=self.conditions(trigger.conditions),
            do=self.statements(trigger.do),
        )

    def idle(self, stage: ir.Stage) -> bool:
        """Return whether a step is never performed.

        For readers, a step that an empty list of players performs once is idle, too.
        """
        by = stage.by
        nobody = self.read and by is not None and not by.at_once and not stage.until and stage.times is None
        return self.never(stage.when) or (nobody and by is not None and _nothing(by.players))

    def stage(self, stage: ir.Stage, impossible: set[str], never: set[str]) -> ir.Stage:
        """Return the specialised stage. `until` and the last move stay even if they are constant, because they decide
        the kind of stage.

        `impossible`: moves that no player can make; `never`: shared stages that are never performed.
        """
        with self.as_if(stage.name in self.seated):
            return self.settled_stage(stage, impossible, never)

    def settled_stage(self, stage: ir.Stage, impossible: set[str], never: set[str]) -> ir.Stage:
        moves = tuple(name for name in stage.moves if name not in impossible)
        until = self.conditions(stage.until)
        return replace(
            stage,
            when=self.conditions(stage.when),
            by=self.part(stage.by),
            times=self.optional(stage.times),
            until=until or tuple(replace(c, expr=self.expr(c.expr)) for c in stage.until),
            must=self.conditions(stage.must),
            begin=self.statements(stage.begin),
            steps=tuple(s for step in stage.steps if not self.idle(s := self.stage(step, impossible, never))),
            performs=tuple(name for name in stage.performs if name not in never),
            moves=moves or stage.moves,
            otherwise=self.statements(stage.otherwise),
            end=self.statements(stage.end),
        )


def _nothing(collection: ir.Expr) -> bool:
    """Return whether the collection is always empty."""
    return isinstance(collection, ir.Filter) and static(collection.condition) is False


def _unchanging(rules: ir.Rules) -> dict[str, Known]:
    """Return the first value of each variable that something reads and that no statement gives another value."""
    facts = Facts(rules)
    happening = (rules.play, rules.stages, rules.moves, rules.triggers)
    given = dict[str, set[ir.Expr | None]]()
    for node in nodes(happening):
        if isinstance(node, ir.SetVariable | ir.AddToVariable):
            given.setdefault(node.name, set()).add(node.value if isinstance(node, ir.SetVariable) else None)
    found: dict[str, Known] = {}
    for name, variable in facts.variables.items():
        start = variable.start
        if ("variable", name) in read_in_play(facts) and not variable.type.many and given.get(name, set()) <= {start}:
            match start:
                case ir.Constant(value=int() as value):
                    found[name] = exactly(value)
                case ir.Nothing():
                    found[name] = value_or_none(None)
    return found


def _lets(rules: ir.Rules) -> frozenset[str]:
    """Return the names that may be none: names of `let`, and the current player where there is none."""
    return frozenset({"me", ""} | {node.name for node in nodes((rules.play, rules.stages, rules.moves, rules.triggers))
                                   if isinstance(node, ir.Let) and not node.value.type.many})  # fmt: skip


def _in_place(body: ir.Expr, about: Mapping[int, ir.Expr]) -> ir.Expr:
    """Return the body with what it is about, by slot, replaced."""
    if isinstance(body, ir.Local):
        return about.get(body.slot, body)
    return rebuilt(body, lambda part: _in_place(cast(ir.Expr, part), about))


def _without_unread(rules: ir.Rules) -> ir.Rules:
    """Return the rules without stages that none performs, moves that none offers, tables and definitions that nothing
    reads.
    """
    under_way = inner_stages(rules.stages, rules.play)
    names, offered = {stage.name for stage in under_way}, {name for stage in under_way for name in stage.moves}
    rules = replace(
        rules,
        stages=tuple(stage for stage in rules.stages if stage.name in names),
        moves=tuple(move for move in rules.moves if move.name in offered),
    )
    happening = (rules.play, rules.stages, rules.moves, rules.triggers)
    performed = {node.name for node in nodes(happening) if isinstance(node, ir.Perform)}
    rules = replace(rules, effects=tuple(effect for effect in rules.effects if effect.name in performed))
    read = names_used(Facts(rules), replace(rules, tables=(), definitions=()))
    return replace(
        rules,
        tables=tuple(table for table in rules.tables if ("table", table.name) in read),
        definitions=tuple(made for made in rules.definitions if ("definition", made.name) in read),
    )
