"""Warn about conditions that always or never hold, for all options, numbers of players and positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier_dsl import ir
from croupier_dsl.analysis.course import around, stages
from croupier_dsl.analysis.moving import zones_filled
from croupier_dsl.analysis.reading import Facts, fixed_stores, options_read, stores_read
from croupier_dsl.analysis.settled import Agreements, Claim, Evaluator, Found, Known, excluded
from croupier_dsl.analysis.values import in_any_position, never_set
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.budgets import Budgets
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.dealing import deck
from croupier_dsl.classes import frozen
from croupier_dsl.errors import sense

SHARE = 200_000
"""The most parts of sentences that are visited for the conditions of one place."""
MOST_KEPT = 500
"""The most tables that are cached."""
ELEMENT = Known(none=False)
NOWHERE: frozenset[str] = frozenset()


@frozen
class Place:
    """Conditions that must all hold at one place. `never`, `always`: what follows if they never or always hold;
    `under_way`: stages that have started; `elements`: the slots of the elements that they filter; `before`: conditions
    that hold there already; `acts`: whether there always is a current player."""

    conditions: tuple[ir.Expr, ...]
    never: sense.Follows = sense.NOTHING_FOLLOWS
    always: sense.Follows = sense.NOTHING_FOLLOWS
    under_way: frozenset[str] = NOWHERE
    elements: frozenset[int] = frozenset()
    before: tuple[Claim, ...] = ()
    acts: bool = False


@dataclass
class Settled:
    """The results: reported sentences, state and zones named as reasons, moves that are never possible, stages that
    never end by themselves."""

    told: set[int] = field(default_factory=set)
    reasons: set[str] = field(default_factory=set)
    never_made: set[str] = field(default_factory=set)


class Judge:
    """Evaluates sentences of one ruleset at all its tables, in any position."""

    def __init__(self, rules: ir.Rules, facts: Facts) -> None:
        self.rules = rules
        self.facts = facts
        self.budgets = Budgets()
        self.budget = self.budgets.budget
        self.agreements = Agreements(rules, self.budget)
        self._cards: dict[object, int | None] = {}
        self._tables: dict[object, Evaluator] = {}
        self._material = options_read(facts, (rules.cards.copies, rules.cards.packs))

    def everywhere(self, place: Place, *claims: Claim) -> bool:
        """Return whether these claims can never hold together, at any table."""
        told = (*place.before, *claims)
        exprs = tuple(expr for expr, _ in told)
        here: dict[int, Found] = dict.fromkeys(place.elements, ELEMENT)
        for table in self.agreements.tables(exprs, [expr for expr, _ in claims]):
            if self.budget.spent or not excluded(self.at(table, place.under_way, place.acts), told, here):
                return False
        return not self.budget.spent

    def at(self, table: Evaluator, under_way: frozenset[str], acts: bool) -> Evaluator:
        """Return the evaluator of a table, which caches its results."""
        key = table.players, tuple(table.options.items()), under_way, acts
        if key not in self._tables:
            if len(self._tables) >= MOST_KEPT:
                self._tables.clear()
            self._tables[key] = in_any_position(self.facts, table, self.cards, under_way, acts)
        return self._tables[key]

    def cards(self, table: Evaluator) -> int | None:
        """Return the number of cards in the game; None if it is unknown at a table."""
        key = table.players, tuple(table.options.get(name) for name in self._material)
        if key not in self._cards:
            found = deck(table, self.rules.cards)
            self._cards[key] = None if found is None else found.total()
        return self._cards[key]

    def always(self, place: Place, condition: ir.Expr) -> bool | None:
        """Return True if the condition always holds, False if it never does, None if that depends."""
        if self.everywhere(place, (condition, True)):
            return False
        return True if self.everywhere(place, (condition, False)) else None

    def reasons(self, part: object) -> tuple[str, ...]:
        """Return the state that a part reads and nothing sets, and the zones that nothing enters."""
        facts, reads = self.facts, sorted(stores_read(self.facts, part))
        unset = [name for sort, name in reads if sort == "variable" and name in never_set(facts)]
        return (*unset, *(name for sort, name in reads if sort == "zone" and name not in zones_filled(facts)))


def warn_of_settled(judge: Judge, cx: Context) -> Settled:
    """Warn about conditions that are always or never true, and about conditions of one place that never hold
    together."""
    whole, facts, found = cx.names.ruleset.name.span, judge.facts, Settled()
    for place in places(judge.rules):
        mine = [condition for condition in place.conditions if id(condition) not in found.told]
        if not mine:
            continue
        with judge.budgets.share("conditions", cx.spans.of(mine[0], whole), SHARE):
            answers = [judge.always(place, condition) for condition in mine]
            several = len(mine) > 1 and False not in answers
            never = several and judge.everywhere(place, *((condition, True) for condition in mine))
        if judge.budget.spent:
            continue
        for condition, answer in zip(mine, answers, strict=True):
            if answer is None or cx.spans.known(condition) is None:
                continue
            span, reasons = cx.spans.of(condition, whole), judge.reasons(condition)
            still = not reasons and stores_read(facts, condition) <= fixed_stores(facts)
            follows = place.always if answer else place.never
            alone = answer is False or len(place.conditions) == 1
            tell = sense.always_holds if answer else sense.never_holds
            cx.diagnostics.add(tell(span, still, follows if alone else sense.NOTHING_FOLLOWS, reasons))
            found.told.update(id(node) for node in nodes(condition))
            found.reasons.update(reasons)
            if answer is False and place.never.what == "move":
                found.never_made.add(place.never.name)
        if never:
            span = cx.spans.of(mine[-1], whole)
            cx.diagnostics.add(sense.never_together(span, place.never))
            if place.never.what == "move":
                found.never_made.add(place.never.name)
    return found


def places(rules: ir.Rules) -> Iterator[Place]:
    """Yield the conditions of each place where all of them must hold; then those within sentences."""
    yield from _of_parts(rules, around(rules))
    within = (rules.definitions, rules.tables, rules.play, rules.stages, rules.moves, rules.triggers, rules.result)
    for node in nodes(within):
        if isinstance(node, _HOLDING):
            yield from _inside(node)


_HOLDING = (ir.Filter, ir.Exists, ir.IfThenElse)


def _inside(node: ir.Filter | ir.Exists | ir.IfThenElse) -> Iterator[Place]:
    elements = frozenset((node.slot,)) if isinstance(node, ir.Filter | ir.Exists) else frozenset[int]()
    yield Place((node.condition,), elements=elements)


def _of_parts(rules: ir.Rules, under_way: dict[str, frozenset[str]]) -> Iterator[Place]:
    for option in rules.options:
        yield Place(_all(option.needs))
    offering: dict[str, frozenset[str]] = {}
    for stage in stages(rules):
        here = under_way.get(stage.name, NOWHERE)
        for name in stage.moves:
            offering[name] = offering.get(name, here) & here
        above, name = here - {stage.name}, stage.name
        yield Place(_all(stage.when), sense.Follows("stage", name), under_way=above)
        yield Place(_all(stage.until), sense.Follows("until", name), sense.Follows("stage", name), above)
        yield Place(_all(stage.must), sense.Follows("must", name), under_way=here)
        yield from _branches((stage.begin, stage.otherwise, stage.end), here)
    for move in rules.moves:
        here, follows = offering.get(move.name, NOWHERE), sense.Follows("move", move.name)
        yield Place(_all(move.conditions), follows, under_way=here, acts=True)
        for choice in move.choices:
            yield _of_choice(choice, follows, here)
        for node in nodes(move.do):
            if isinstance(node, ir.Ask):
                yield from (_of_choice(choice, sense.NOTHING_FOLLOWS, here) for choice in node.choices)
        yield from _branches(move.do, here, acts=True)
    for trigger in rules.triggers:
        elements = frozenset((1,)) if trigger.each is not None else frozenset[int]()
        yield Place(_all(trigger.conditions), sense.Follows("rule", trigger.name), elements=elements)
        yield from _branches(trigger.do, NOWHERE)


def _of_choice(choice: ir.Choice, follows: sense.Follows, here: frozenset[str]) -> Place:
    needed = not choice.if_possible and (ir.number_in(choice.low) or 0) > 0
    never = follows if needed else sense.NOTHING_FOLLOWS
    return Place(_all(choice.filters), never, under_way=here, elements=frozenset((choice.slot,)), acts=True)


def _branches(part: object, here: frozenset[str], *, acts: bool = False) -> Iterator[Place]:
    """Yield the conditions of each branch; a branch is reached only if the conditions before it have failed."""
    for node in nodes(part):
        if isinstance(node, ir.If):
            before: tuple[Claim, ...] = ()
            for branch in node.branches:
                if branch.condition is not None:
                    follows = sense.Follows("branch")
                    yield Place((branch.condition,), follows, under_way=here, before=before, acts=acts)
                    before = (*before, (branch.condition, False))


def _all(conditions: tuple[ir.Condition, ...]) -> tuple[ir.Expr, ...]:
    return tuple(condition.expr for condition in conditions)
