"""Static detection of leaks: places where checked rules reveal to everybody a fact about face-down, shuffled cards.

What a sentence is worth is followed through names, definitions, tables and state. These are the plain cases: nothing is
said of hands, of cards that have been seen on their way, or of zones of which some statement shows cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.reading import Facts, values_of
from croupier_dsl.analysis.statements import List, bodies, lists, within
from croupier_dsl.analysis.walk import children, entry, locals_read, nodes
from croupier_dsl.frozen import frozen

Slots = Mapping[int, str]
"""The zones of the cards that locals reveal, by slot."""


@frozen
class Leak:
    """The value of `expr` depends on the contents of `zone`, and everybody can see its effect."""

    path: str
    expr: ir.Expr
    zone: str


@frozen
class _Cards:
    """The facts that decide which cards are revealed. `public`: state that everybody sees; `open`: zones that everybody
    sees; `unseen`: shuffled zones that no seat sees; `state`: for secret state, by name, the unseen zone whose cards it
    reveals."""

    facts: Facts
    public: frozenset[str]
    open: frozenset[str]
    unseen: frozenset[str]
    state: dict[str, str]

    @classmethod
    def of(cls, rules: ir.Rules) -> _Cards:
        parts = [node for _, root in lists(rules) for node in nodes(root)]
        shuffled = {node.zone.name for node in parts if isinstance(node, ir.Shuffle)}
        turned = [node.cards for node in parts if isinstance(node, ir.Reveal | ir.Show)]
        shown = {zone.name for cards in turned for zone in nodes(cards) if isinstance(zone, ir.ZoneContents)}
        seen = {zone.name for zone in rules.zones if zone.seen != "nobody"}
        return cls(
            Facts(rules),
            frozenset(variable.name for variable in rules.variables if variable.seen == "everyone"),
            frozenset(zone.name for zone in rules.zones if zone.seen == "everyone"),
            frozenset(shuffled - seen - shown),
            {},
        )


def leaks(rules: ir.Rules) -> Iterator[Leak]:
    """Yield these places, except those that the ruleset declares in `told`; none in a game for one player."""
    if rules.players[-1] == 1:
        return
    told = tuple(each.path for each in rules.told)
    for each in _all(_Cards.of(rules)):
        if not any(f"{each.path}.".startswith(f"{path}.") for path in told):
            yield each


def _all(cards: _Cards) -> Iterator[Leak]:
    rules, before = cards.facts.rules, -1
    while before < len(cards.state):  # secret state may be set to other secret state
        before = len(cards.state)
        _keep(cards)
    for stage in stages(rules):
        yield from _stage(cards, stage)
    for _, root in lists(rules):
        yield from _list(cards, root, _named(cards, root))


def _stage(cards: _Cards, stage: ir.Stage) -> Iterator[Leak]:
    parts = [("when", each.expr) for each in stage.when] + [("until", each.expr) for each in stage.until]
    parts += [] if stage.times is None else [("times", stage.times)]
    if stage.by is not None:
        parts += [("by", stage.by.players), *([] if stage.by.start is None else [("by", stage.by.start)])]
    for name, expr in parts:
        zone = _revealed(cards, expr, {})
        if zone is not None:
            yield Leak(f"{stage.path}.{name}", expr, zone)


def _named(cards: _Cards, root: List) -> dict[int, str]:
    """Return the locals of a list that reveal unseen cards and are not shown in it."""
    shown: set[int] = set()
    for node in nodes(root):
        match node:
            case ir.Reveal(cards=turned) | ir.Show(cards=turned):
                shown |= locals_read(turned)
            case ir.Move(what=what, to=ir.ZoneTarget(name=name)) if name in cards.open:
                shown |= locals_read(what)
    slots: dict[int, str] = {}
    for statement in within(root):
        match statement:
            case ir.Let(slot=slot, value=expr) | ir.ForEach(slot=slot, collection=expr) if slot not in shown:
                zone = _revealed(cards, expr, slots)
                if zone is not None:
                    slots[slot] = zone
    return slots


def _keep(cards: _Cards) -> None:
    """Collect the zones that flow into state that is secret from all."""
    for _, root in lists(cards.facts.rules):
        slots = _named(cards, root)
        for statement in within(root):
            match statement:
                case ir.SetVariable(name=name, value=expr) | ir.AddToVariable(name=name, amount=expr):
                    zone = _revealed(cards, expr, slots)
                    if zone is not None and name not in cards.public:
                        cards.state.setdefault(name, zone)


def _list(cards: _Cards, statements: List, slots: Slots) -> Iterator[Leak]:
    for statement in statements:
        told = _statement(cards, statement, slots)
        if told is not None:
            yield told
        if not (told is not None and isinstance(statement, ir.If)):
            for body in bodies(statement):
                yield from _list(cards, body, slots)


def _statement(cards: _Cards, statement: ir.Statement, slots: Slots) -> Leak | None:
    """Return what a statement reveals by its effect, or, for a branch chosen by unseen cards, by having any effect."""
    deciding = EFFECTS.get(type(statement))
    for expr in () if deciding is None else deciding(cards, statement):
        zone = _revealed(cards, expr, slots)
        if zone is not None:
            return Leak(getattr(statement, "path", ""), expr, zone)
    return None


def _of_value(cards: _Cards, name: str, value: ir.Expr) -> Iterable[ir.Expr]:
    of = cards.facts.variables[name].type.name
    return [value] if name in cards.public and of not in ("card", "meld", "spot") else ()


def _of_move(cards: _Cards, statement: ir.Move) -> Iterable[ir.Expr]:
    found = [node.count for node in nodes(statement.what) if isinstance(node, ir.TopSome)]
    to = statement.to
    if isinstance(to, ir.ZoneTarget):
        deep = to.under if to.name in cards.open else None
        found += [part for part in (to.subject, to.start, deep) if part is not None]
    return found


def _of_branches(cards: _Cards, statement: ir.If) -> Iterable[ir.Expr]:
    noticed = any(_noticed(cards, each) for branch in statement.branches for each in within(branch.body))
    return [branch.condition for branch in statement.branches if noticed and branch.condition is not None]


EFFECTS = dict([
    entry(ir.SetVariable, lambda cards, it: _of_value(cards, it.name, it.value)),
    entry(ir.AddToVariable, lambda cards, it: _of_value(cards, it.name, it.amount)),
    entry(ir.SetNext, lambda cards, it: [it.player]),
    entry(ir.SetDirection, lambda cards, it: [it.value]),
    entry(ir.Move, _of_move),
    entry(ir.If, _of_branches),
])  # fmt: skip
"""The expressions on which the visible effect of a statement depends; of all other kinds it depends on none."""


def _noticed(cards: _Cards, statement: ir.Statement) -> bool:
    """Return whether everybody notices the statement."""
    match statement:
        case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
            return name in cards.public
    return not isinstance(statement, UNNOTICED)


UNNOTICED = (ir.Let, ir.Hide, ir.If, ir.ForEach, ir.Labelled, ir.Perform)


def _revealed(cards: _Cards, expr: ir.Expr, slots: Slots) -> str | None:
    """Return the unseen zone whose cards the value reveals; None if there is none."""
    parts = children(expr)
    match expr:
        case ir.Local(slot=slot):
            return slots.get(slot)
        case ir.Count(collection=ir.ZoneContents() as held):
            parts = children(held)
        case ir.IsEmpty(collection=ir.ZoneContents() | ir.Pick(collection=ir.ZoneContents())):
            return None
        case ir.ZoneContents(name=name) if name in cards.unseen:
            return name
        case ir.VariableValue(name=name) if name in cards.state:
            return cards.state[name]
        case ir.Defined(name=name):
            parts = [*parts, *values_of(cards.facts, ("definition", name))]
        case ir.TableValue(name=name):
            parts = [*parts, *values_of(cards.facts, ("table", name))]
    return next((zone for part in parts if (zone := _revealed(cards, part, slots)) is not None), None)
