"""Find deals that run short: `top N of` a pile with fewer cards, without playing.

A list of statements is evaluated for one number of players and one choice of options, with the cards of each pile of
the table as far as they are known: from the start of the game, or after cards are gathered. Unknown parts are skipped,
so that no warning is a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages, steps
from croupier_dsl.analysis.moving import ANYWHERE, owners, sources, sources_of_locals
from croupier_dsl.analysis.reading import Facts
from croupier_dsl.analysis.settled import (
    NOTHING,
    UNKNOWN,
    Agreements,
    Budget,
    Evaluator,
    Found,
    Known,
    Position,
    Setting,
    Several,
    any_state,
    exactly,
    so_many,
)
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.classes import frozen
from croupier_dsl.errors import sense, sorts

BUDGET = 1_000_000
"""The most tables, statements and parts of sentences that are visited in all."""
PRICE_OF_A_STAGE = 1_000
"""The price of a stage on the way to the first decision, in the unit of `BUDGET`."""

Cards = Counter[int] | int
"""The cards of a pile: the number of each kind, or only their number."""
Statements = tuple[ir.Statement, ...]


@frozen
class Short:
    """A deal that takes more cards than the pile has, with both numbers. `rounds`: the iteration of its stage, if there
    are several."""

    what: ir.Expr
    wanted: int
    found: int
    rounds: tuple[str, int] | None = None


def deck(table: Evaluator, cards: ir.Cards) -> Counter[int] | None:
    """Return the number of cards of each kind in the game; None if it is unknown."""
    packs, copies = table.of(cards.packs).exact, [known.exact for known in table.copies(cards)]
    if packs is None or None in copies:
        return None
    return Counter({kind: packs * number for kind, number in enumerate(copies) if number})


class Dealing:
    """Evaluates sentences and lists of statements during a deal.

    `piles`: the cards in each zone of the table, if known; `counts`: iterations of stages; `locals`: values of local
    names; `kept`: values of state set since the start of the game, if known; `counted`: whether the iteration of the
    stage was read; `asked`: whether something that may have changed was read.
    """

    def __init__(self, rules: ir.Rules, table: Evaluator, cards: Counter[int] | None, counts: dict[str, int]) -> None:
        self.table = table.at(Position(state=self._state, kept=self._kept))
        self.budget = table.budget
        self.rules = rules
        self.cards = cards
        self.counts = counts
        self.piles: dict[str, Cards] = {}
        self.locals: dict[int, Found] = {}
        self.kept: dict[str, Known] | None = None
        self.counted = False
        self.asked = False

    def enter(self, stage: ir.Stage, number: int = 1) -> None:
        """Start the stage for this iteration."""
        self.counts[stage.name] = number
        self.table.forget_all()

    def begin(self) -> None:
        """Reset to the start of the game: all zones are empty, and state has its starting values."""
        self.piles = {zone.name: 0 for zone in self.rules.zones}
        self.kept = {}

    # ------------------------------------------------------------ knowledge of the table
    def _state(self, table: Evaluator, expr: ir.Expr) -> Found:
        if isinstance(expr, ir.StageCount) and expr.stage in self.counts:
            self.counted = True
            return exactly(self.counts[expr.stage])
        self.asked = table.passing = True
        match expr:
            case ir.VariableValue(name=name) if not expr.type.many:
                return self._variable(name)
            case ir.ZoneContents(name=name, subject=None) if (held := self.piles.get(name)) is not None:
                number = _number(held)
                return so_many(number) if expr.type.many else UNKNOWN if number else NOTHING
            case ir.Deck() if self.cards is not None:
                return so_many(self.cards.total())
        return any_state(table, expr)

    def _variable(self, name: str) -> Known:
        variable = next(variable for variable in self.rules.variables if variable.name == name)
        if self.kept is not None:
            if name in self.kept:
                return self.kept[name]
            if isinstance(variable.start, ir.Constant | ir.OptionValue):
                return self.table.of(variable.start)
        return Known(none=variable.optional)

    def _kept(self, table: Evaluator, expr: ir.Filter, here: Mapping[int, Found]) -> Several | None:
        found = self._filtered(expr, here)
        return None if found is None else so_many(found[1].total())

    def _filtered(self, expr: ir.Filter, here: Mapping[int, Found]) -> tuple[str, Counter[int]] | None:
        """Return the zone of a filter (empty for the deck) and the cards in it that meet the filter; None if that is
        unknown."""
        match expr.collection:
            case ir.Deck():
                name, cards = "", self.cards
            case ir.ZoneContents(name=name, subject=None):
                held = self.piles.get(name)
                cards = held if isinstance(held, Counter) else None
            case _:
                return None
        if cards is None:
            return None
        answers = {kind: self.table.truth(expr.condition, {**here, expr.slot: exactly(kind)}) for kind in cards}
        if None in answers.values() or (expr.if_possible and not any(answers.values())):
            return None
        return name, Counter({kind: number for kind, number in cards.items() if answers[kind]})

    # ------------------------------------------------------------ statements
    def perform(self, statements: Statements) -> Iterator[Short]:
        """Evaluate a list and yield each deal in it that runs short."""
        for statement in statements:
            self.budget.left -= 1
            if self.budget.spent:
                self.piles.clear()
                return
            match statement:
                case ir.Move(what=what, to=target):
                    yield from self._move(what, target)
                case ir.Labelled(body=body) | ir.Perform(body=body):
                    yield from self.perform(body)
                case ir.If(branches=branches):
                    yield from self._branch(branches)
                case ir.ForEach():
                    yield from self._for_each(statement)
                case ir.Let(slot=slot, value=value):
                    self.locals[slot] = self.table.found(value, self.locals)
                case ir.SetVariable(name=name, subject=None, value=value) if not value.type.many:
                    self._set(name, self.table.of(value, self.locals))
                case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                    self._set(name, UNKNOWN)
                case ir.Swap():
                    self.forget(statement)
                case ir.EndStage():
                    self.piles.clear()

    def _for_each(self, statement: ir.ForEach) -> Iterator[Short]:
        collection = self.table.several(statement.collection, self.locals)
        times = collection.count.exact
        if times is None or statement.at_once:
            self.forget(statement.body)
            return
        for number in range(times):
            self.budget.left -= 1
            if self.budget.spent:
                self.piles.clear()
                return
            self.locals[statement.slot] = Known(none=False)
            if collection.items is not None:
                self.locals[statement.slot] = exactly(collection.items[number])
            yield from self.perform(statement.body)

    def _set(self, name: str, value: Known) -> None:
        if self.kept is not None:
            self.kept[name] = value

    def _move(self, what: ir.Expr, target: ir.ZoneTarget | ir.SpotTarget) -> Iterator[Short]:
        match what:
            case ir.IfThenElse():
                holds = self.table.truth(what.condition, self.locals)
                if holds is not None:
                    yield from self._move(what.then if holds else what.otherwise, target)
                    return
            case ir.Deck():
                self.piles = {zone.name: 0 for zone in self.rules.zones}
                self._gain(target, self.cards)
                return
            case ir.Filter() if (found := self._filtered(what, self.locals)) is not None:
                self._gather(*found)
                self._gain(target, found[1])
                return
            case ir.TopSome(collection=ir.ZoneContents(name=name, subject=None)):
                yield from self._take(what, name, self.table.of(what.count, self.locals).exact, target)
                return
            case ir.Pick(collection=ir.ZoneContents(name=name, subject=None)):
                yield from self._take(what, name, 1, target)
                return
            case ir.ZoneContents(name=name, subject=None):
                held = self.piles.get(name)
                self.piles[name] = 0
                self._gain(target, held)
                return
        self.forget((what, target))

    def _gather(self, name: str, cards: Counter[int]) -> None:
        """Take all cards of these kinds from a zone, or from every place."""
        for zone in [name] if name else list(self.piles):
            held = self.piles[zone]
            if isinstance(held, Counter):
                self.piles[zone] = Counter({kind: number for kind, number in held.items() if kind not in cards})
            elif held:
                del self.piles[zone]

    def _take(
        self, what: ir.Expr, name: str, wanted: int | None, target: ir.ZoneTarget | ir.SpotTarget
    ) -> Iterator[Short]:
        held = self.piles.pop(name, None)
        if held is None or wanted is None:
            self._gain(target, None)
            return
        number = _number(held)
        if wanted > number:
            yield Short(what, wanted, number)
        taken = min(max(wanted, 0), number)
        self.piles[name] = number - taken if taken else held
        self._gain(target, taken)

    def _gain(self, target: ir.ZoneTarget | ir.SpotTarget, cards: Cards | None) -> None:
        if not isinstance(target, ir.ZoneTarget):
            return
        held = self.piles.pop(target.name, None)
        if held is None or cards is None:
            return
        if isinstance(cards, Counter) and (isinstance(held, Counter) or not held):
            self.piles[target.name] = Counter(held or {}) + cards if isinstance(held, Counter) else Counter(cards)
        else:
            self.piles[target.name] = _number(held) + _number(cards)

    def _branch(self, branches: tuple[ir.Branch, ...]) -> Iterator[Short]:
        for branch in branches:
            holds = True if branch.condition is None else self.table.truth(branch.condition, self.locals)
            if holds:
                yield from self.perform(branch.body)
                return
            if holds is None:
                self.forget(branches)
                return

    def forget(self, part: object) -> None:
        """Forget the values that this part may have changed."""
        if not self.piles and self.kept is None:
            return
        for node in nodes(part):
            self.budget.left -= 1
            match node:
                case ir.ZoneContents(name=name) | ir.ZoneTarget(name=name):
                    self.piles.pop(name, None)
                case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                    self._set(name, UNKNOWN)
                case ir.Deck() | ir.EndStage():
                    self.piles.clear()
                case (
                    ir.Defined() | ir.TableValue() | ir.Local() | ir.CardFact() | ir.SpotFact() | ir.VariableValue()
                ) if node.type.name in ("card", "meld"):
                    self.piles.clear()

    def trigger(self) -> None:
        """Forget the values that triggered rules may change after a list of statements."""
        waiting = list(self.rules.triggers)
        while firing := [trigger for trigger in waiting if self._may_fire(trigger)]:
            waiting = [trigger for trigger in waiting if trigger not in firing]
            self.forget(tuple(trigger.do for trigger in firing))

    def _may_fire(self, trigger: ir.Trigger) -> bool:
        here: dict[int, Found] = {}
        if trigger.each is not None:
            here[1] = Known(none=False)
            if self.table.several(trigger.each).most == 0:
                return False
        return not any(self.table.truth(condition.expr, here) is False for condition in trigger.conditions)


def _number(cards: Cards) -> int:
    return cards.total() if isinstance(cards, Counter) else cards


# ---------------------------------------------------------------- every table


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """A list that may deal, or the lists from the start of the game to the first decision. `stage`: the stage of the
    list, if it is repeated."""

    lists: tuple[Statements, ...]
    stage: ir.Stage | None = None
    conditions: tuple[ir.Condition, ...] = ()
    performers: tuple[ir.Expr, ...] = ()
    first: bool = False


class Deals:
    """All deals of one ruleset at all tables."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.said_once = {stage.name: stage for stage in rules.stages}
        self.agreements = Agreements(rules, Budget(BUDGET))
        self.material = (rules.cards.copies, rules.cards.packs)
        self._read = self.agreements.read(self.material, needs=False)
        self._decks: dict[object, Counter[int] | None] = {}
        self._usual: dict[int, dict[str, Known]] = {}
        self._read_by: dict[Deal, list[ir.Option]] = {}
        self._performed: dict[object, tuple[list[Short], Dealing]] = {}
        self._at: dict[object, tuple[list[Short], bool]] = {}

    def shorts(self) -> Iterator[tuple[ir.Expr, dict[Setting, Short]]]:
        """Yield each deal that runs short, with the tables at which it does."""
        found: dict[int, tuple[ir.Expr, dict[Setting, Short]]] = {}
        for deal in self.deals():
            if not _takes(deal.lists) or not self.anywhere(deal):
                continue
            for table in self.tables(deal, whole=True):
                for short in self.at(deal, table)[0]:
                    tables = found.setdefault(id(short.what), (short.what, {}))[1]
                    tables.setdefault(self.agreements.called(table), short)
        yield from found.values()

    def anywhere(self, deal: Deal) -> bool:
        """Return whether the deal runs short at some table. If it does not read the contents of zones, only the
        smallest deck is tried."""
        enough: dict[object, Counter[int]] = {}
        own = self.agreements.read((deal.lists, deal.conditions, deal.performers), needs=False)
        for table in self.tables(deal):
            cards, alike = self.deck(table), (self._times(deal.stage, table), _chosen(table, own))
            if cards is not None and alike in enough and enough[alike] <= cards:
                continue
            found, asked = self.at(deal, table)
            if found:
                return True
            if cards is not None and not asked:
                enough[alike] = cards
        return False

    def deals(self) -> Iterator[Deal]:
        """Yield the lists from the start to the first stage with moves or an uncertain end, as one deal; then every
        list by itself."""
        way = self._way(self.rules.play)
        conditions = tuple(condition for stage in way for condition in stage.when)
        performers = tuple(stage.by.players for stage in way if stage.by is not None)
        lists = tuple(part for stage in way for part in (stage.begin, stage.end))
        yield Deal(lists, conditions=conditions, performers=performers, first=True)
        for stage in stages(self.rules):
            yield from (Deal((statements,), stage) for statements in (stage.begin, stage.otherwise, stage.end))
        yield from (Deal((move.do,)) for move in self.rules.moves)
        yield from (Deal((trigger.do,)) for trigger in self.rules.triggers)

    def _way(self, stage: ir.Stage) -> list[ir.Stage]:
        """Return the stages that may be performed before the first decision, each as often as it is repeated."""
        self.agreements.budget.left -= PRICE_OF_A_STAGE
        way = [stage]
        for step in steps(stage, self.said_once):
            if self.agreements.budget.spent:
                break
            within = self._way(step)
            way += within
            if any(inner.moves for inner in within):
                break
        return way

    def tables(self, deal: Deal, *, whole: bool = False) -> Iterator[Evaluator]:
        """Yield a table for each number of players and each choice of the options that a deal reads. `whole`: also of
        the options that decide how often the deal is performed, and that others need, within the budget."""
        parts: tuple[object, ...] = (deal.lists, deal.conditions, deal.performers, self.material)
        if whole and deal.stage is not None:
            parts = (*parts, deal.stage.times)
        return self.agreements.tables(parts, long="ends", whole=whole)

    def at(self, deal: Deal, table: Evaluator) -> tuple[list[Short], bool]:
        """Return the deals that run short at one table, and whether the contents of zones were read; cached for equal
        tables."""
        times = self._times(deal.stage, table)
        key = deal, times, self._chosen_of(deal, table)
        if key in self._at:
            return self._at[key]
        found: list[Short] = []
        asked = False
        for number in range(1, times + 1):
            if self.agreements.budget.spent:
                break
            shorts, dealing = self.performed(deal, table, number)
            rounds = (deal.stage.name, number) if deal.stage is not None and times > 1 else None
            found += [replace(short, rounds=rounds) for short in shorts]
            asked = asked or dealing.asked
            if not dealing.counted:
                break
        self._at[key] = found, asked
        return found, asked

    def performed(self, deal: Deal, table: Evaluator, number: int) -> tuple[list[Short], Dealing]:
        """Return the result of one performance, cached for all tables that agree in everything that it reads."""
        key = deal, number, self._chosen_of(deal, table)
        if key not in self._performed:
            counts = {} if deal.stage is None or deal.stage.times is None else {deal.stage.name: number}
            dealing = Dealing(self.rules, table, self.deck(table), counts)
            shorts = self._beginning(dealing) if deal.first else dealing.perform(sum(deal.lists, ()))
            self._performed[key] = list(shorts), dealing
        return self._performed[key]

    def _chosen_of(self, deal: Deal, table: Evaluator) -> object:
        """Return the values of all options that a performance reads."""
        if deal not in self._read_by:
            parts = (deal.lists, deal.conditions, deal.performers, self.material)
            self._read_by[deal] = self.agreements.read(parts, needs=False)
        return _chosen(table, self._read_by[deal])

    def _times(self, stage: ir.Stage | None, table: Evaluator) -> int:
        """Return the greatest number of times that a stage is performed; 1 if it is unknown."""
        if stage is None or stage.times is None:
            return 1
        known = Evaluator(table.declared, table.players, {**self._widest(table), **table.options}, table.budget)
        return known.of(stage.times).high or 1

    def _widest(self, table: Evaluator) -> dict[str, Known]:
        """Return the range of values of each option."""
        players = table.players.exact or 0
        if players not in self._usual:
            self._usual[players] = {
                option.name: Known(values[0].low, values[-1].high, False)
                for option in self.rules.options
                if (values := self.agreements.values(option, players))
            }
        return self._usual[players]

    def _beginning(self, dealing: Dealing) -> Iterator[Short]:
        dealing.begin()
        yield from self._passed(self.rules.play, dealing)

    def _passed(self, stage: ir.Stage, dealing: Dealing) -> Generator[Short, None, bool]:
        """Yield the short deals of a stage at the start of the game, performed until a player decides. Return whether
        its end is known."""
        holds = [dealing.table.truth(condition.expr) for condition in stage.when]
        if not all(holds):
            return False in holds
        times = self._how_often(stage, dealing)
        for number in range(1, (1 if times is None else times) + 1):
            dealing.enter(stage, number)
            yield from dealing.perform(stage.begin)
            if stage.begin:
                dealing.trigger()
            for step in steps(stage, self.said_once):
                if not (yield from self._passed(step, dealing)):
                    return False
            if stage.moves or any(isinstance(node, ir.EndStage) for node in nodes((stage.begin, stage.end))):
                return False
            yield from dealing.perform(stage.end)
            if stage.end:
                dealing.trigger()
        return times is not None

    def _how_often(self, stage: ir.Stage, dealing: Dealing) -> int | None:
        """Return the number of times that a stage is performed, once per player unless it is repeated; None if it is
        unknown."""
        if stage.until or stage.times is not None:
            return None
        if stage.by is None or stage.by.at_once:
            return 1
        return dealing.table.several(stage.by.players).count.exact

    def deck(self, table: Evaluator) -> Counter[int] | None:
        key = _chosen(table, self._read)
        if key not in self._decks:
            self._decks[key] = deck(table, self.rules.cards)
        return self._decks[key]


def _chosen(table: Evaluator, options: list[ir.Option]) -> object:
    """Return the number of players and the values of these options at a table."""
    return table.players, *(table.options[option.name] for option in options)


def _takes(part: object) -> bool:
    """Return whether the part takes cards from the top of a pile of the table."""
    taken = (node.collection for node in nodes(part) if isinstance(node, ir.TopSome | ir.Pick))
    return any(isinstance(cards, ir.ZoneContents) and cards.subject is None for cards in taken)


def warn_of_short_deals(rules: ir.Rules, cx: Context) -> None:
    """Warn once for each deal, with the smallest tables at which it runs short."""
    whole = cx.names.ruleset.name.span
    deals = Deals(rules)
    for what, tables in deals.shorts():
        less = [(one, two) for one in tables for two in tables if set(one.options) < set(two.options)]
        more = {two for one, two in less if one.players == two.players}
        least = [(table, short) for table, short in tables.items() if table not in more]
        told = [
            (table.players, table.options, short.wanted, short.found, short.rounds)
            for table, short in sorted(least, key=lambda pair: (len(pair[0].options), pair[0].players))
        ]
        cx.diagnostics.add(sense.deal_runs_short(cx.spans.of(what, whole), told, rules.players))
    if deals.agreements.budget.spent:
        cx.diagnostics.add(sense.not_all_checked("deals", [whole]))


ORDERED = ("pile", "row")


def check_rounds(rules: ir.Rules, cx: Context) -> None:
    """Report deals of cards from a set, from melds or from several places: which player gets which card would reveal
    them."""
    forms = {zone.name: zone.form for zone in rules.zones}
    whole = cx.names.ruleset.name.span
    facts = Facts(rules)
    for owner in owners(facts):
        deals = [node for node in nodes(owner) if isinstance(node, ir.Move) and _round(node)]
        here = sources_of_locals(facts, owner) if deals else {}
        for deal in deals:
            zones = sources(facts, deal.what, here)
            loose = sorted(name for name in zones if name in forms and forms[name] not in ORDERED)
            gathered = any(isinstance(node, ir.Deck) for node in nodes(deal.what))
            if loose or gathered or ANYWHERE in zones:
                span = cx.spans.of(deal.what, whole)
                cx.diagnostics.add(sorts.dealt_from_no_pile(span, loose[0] if loose else ""))


def _round(move: ir.Move) -> bool:
    return isinstance(move.to, ir.ZoneTarget) and move.to.round
