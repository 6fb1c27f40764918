"""Static detection of leaks: places where checked rules reveal to everybody a fact about face-down, shuffled cards.

What a sentence is worth is followed through names, definitions, tables and state. These are the plain cases: nothing is
said of hands, of cards that have been seen on their way, or of zones of which some statement shows cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.reading import Facts, values_of
from croupier_dsl.analysis.statements import List, bodies, lists, within
from croupier_dsl.analysis.walk import children, locals_read, nodes
from croupier_dsl.frozen import frozen

Slots = Mapping[int, str]
"""The zones of the cards that locals reveal, by slot."""


@frozen
class Leak:
    """The value of `expr` depends on the contents of `zone`, and everybody can see its effect."""

    path: str
    expr: ir.Expr
    zone: str


def leaks(rules: ir.Rules) -> Iterator[Leak]:
    """Yield these places, except those that the ruleset declares in `told`; none in a game for one player."""
    if rules.players[-1] == 1:
        return
    told = tuple(entry.path for entry in rules.told)
    for each in _Finder(rules).all():
        if not any(f"{each.path}.".startswith(f"{path}.") for path in told):
            yield each


class _Finder:
    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.facts = Facts(rules)
        self.public = {variable.name for variable in rules.variables if variable.seen == "everyone"}
        self.values = {v.name for v in rules.variables if v.type.name not in ("card", "meld", "spot")}
        self.open = {zone.name for zone in rules.zones if zone.seen == "everyone"}
        shuffled = {node.zone.name for _, root in lists(rules) for node in nodes(root) if isinstance(node, ir.Shuffle)}
        seen = {zone.name for zone in rules.zones if zone.seen != "nobody"}
        self.unseen = shuffled - seen - self._shown()
        self.state: dict[str, str] = {}

    def _shown(self) -> set[str]:
        """Return the zones that a statement names to turn up or show cards of them."""
        shown = (
            node.cards for _, root in lists(self.rules) for node in nodes(root) if isinstance(node, ir.Reveal | ir.Show)
        )
        return {zone.name for cards in shown for zone in nodes(cards) if isinstance(zone, ir.ZoneContents)}

    def all(self) -> Iterator[Leak]:
        before = -1
        while before < len(self.state):  # secret state may be set to other secret state
            before = len(self.state)
            self._keep()
        for stage in stages(self.rules):
            yield from self._stage(stage)
        for _, root in lists(self.rules):
            yield from self._list(root, self._named(root))

    def _stage(self, stage: ir.Stage) -> Iterator[Leak]:
        parts = [("when", each.expr) for each in stage.when] + [("until", each.expr) for each in stage.until]
        parts += [] if stage.times is None else [("times", stage.times)]
        if stage.by is not None:
            parts += [("by", stage.by.players), *([] if stage.by.start is None else [("by", stage.by.start)])]
        for name, expr in parts:
            zone = self.of(expr, {})
            if zone is not None:
                yield Leak(f"{stage.path}.{name}", expr, zone)

    def _named(self, root: List) -> dict[int, str]:
        """Return the locals of a list that reveal unseen cards and are not shown in it."""
        shown: set[int] = set()
        for node in nodes(root):
            match node:
                case ir.Reveal(cards=cards) | ir.Show(cards=cards):
                    shown |= locals_read(cards)
                case ir.Move(what=what, to=ir.ZoneTarget(name=name)) if name in self.open:
                    shown |= locals_read(what)
        slots: dict[int, str] = {}
        for statement in within(root):
            match statement:
                case ir.Let(slot=slot, value=expr) | ir.ForEach(slot=slot, collection=expr) if slot not in shown:
                    zone = self.of(expr, slots)
                    if zone is not None:
                        slots[slot] = zone
        return slots

    def _keep(self) -> None:
        """Collect the zones that flow into state that is secret from all."""
        for _, root in lists(self.rules):
            slots = self._named(root)
            for statement in within(root):
                match statement:
                    case ir.SetVariable(name=name, value=expr) | ir.AddToVariable(name=name, amount=expr):
                        zone = self.of(expr, slots)
                        if zone is not None and name not in self.public:
                            self.state.setdefault(name, zone)

    def _list(self, statements: List, slots: Slots) -> Iterator[Leak]:
        for statement in statements:
            told = self._statement(statement, slots)
            if told is not None:
                yield told
            if not (told is not None and isinstance(statement, ir.If)):
                for body in bodies(statement):
                    yield from self._list(body, slots)

    def _statement(self, statement: ir.Statement, slots: Slots) -> Leak | None:
        """Return what a statement reveals by its effect, or, for a branch chosen by unseen cards, by having any
        effect.
        """
        exprs: list[ir.Expr] = []
        match statement:
            case ir.SetVariable(name=name, value=expr) | ir.AddToVariable(name=name, amount=expr):
                exprs = [expr] if name in self.public and name in self.values else []
            case ir.SetNext(player=expr) | ir.SetDirection(value=expr):
                exprs = [expr]
            case ir.Move(to=to):
                exprs = [node.count for node in nodes(statement.what) if isinstance(node, ir.TopSome)]
                if isinstance(to, ir.ZoneTarget):
                    deep = to.under if to.name in self.open else None
                    exprs += [part for part in (to.subject, to.start, deep) if part is not None]
            case ir.If(branches=branches):
                if any(self._seen(each) for branch in branches for each in within(branch.body)):
                    exprs = [branch.condition for branch in branches if branch.condition is not None]
        for expr in exprs:
            zone = self.of(expr, slots)
            if zone is not None:
                return Leak(getattr(statement, "path", ""), expr, zone)
        return None

    def _seen(self, statement: ir.Statement) -> bool:
        """Return whether everybody notices the statement."""
        match statement:
            case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                return name in self.public
            case ir.Let() | ir.Hide() | ir.If() | ir.ForEach() | ir.Labelled() | ir.Perform():
                return False
        return True

    def of(self, expr: ir.Expr, slots: Slots) -> str | None:
        """Return the unseen zone whose cards the value reveals; None if there is none."""
        parts = children(expr)
        match expr:
            case ir.Local(slot=slot):
                return slots.get(slot)
            case ir.Count(collection=ir.ZoneContents() as held):
                parts = children(held)
            case ir.IsEmpty(collection=ir.ZoneContents() | ir.Pick(collection=ir.ZoneContents())):
                return None
            case ir.ZoneContents(name=name) if name in self.unseen:
                return name
            case ir.VariableValue(name=name) if name in self.state:
                return self.state[name]
            case ir.Defined(name=name):
                parts = [*parts, *values_of(self.facts, ("definition", name))]
            case ir.TableValue(name=name):
                parts = [*parts, *values_of(self.facts, ("table", name))]
        return next((zone for part in parts if (zone := self.of(part, slots)) is not None), None)
