"""Deals that run short: `top N of` a pile that holds fewer cards, worked out for each table without playing.

A list of `begin` or `end` is gone through for one number of players and one choice of options, with the number of cards
in each pile of the table as far as it is known: from the start of the game, or from where all cards are gathered. What
is not known is left out: no warning is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Base
from croupier_dsl.checker.folding import UNKNOWN, Folding, Known, exactly
from croupier_dsl.checker.settled import LISTED, MOST, Settled
from croupier_dsl.errors import sense


@dataclass(frozen=True, slots=True)
class Short:
    """A deal that finds fewer cards than it takes: so many of so many. `rounds`: the performance of its stage, if there
    are several."""

    what: ir.Expr
    wanted: int
    found: int
    rounds: tuple[str, int] | None


@dataclass
class Dealing(Folding):
    """Folds sentences at one moment of a deal. `piles`: cards in each zone of the table, None where that is not known;
    `counts`: performances of stages; `locals`: of what sentences have named; `begun`: does state still stand as it
    starts? Then `kept` has what has been set since; `card`: the kind that slot 1 holds while cards are counted;
    `cards`: how many there are."""

    piles: dict[str, int | None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    locals: dict[int, Known] = field(default_factory=dict)
    begun: bool = False
    kept: dict[str, Known] = field(default_factory=dict)
    card: tuple[int | None, ...] | None = None
    cards: int | None = None

    def fold(self, expr: ir.Expr) -> Known:
        match expr:
            case ir.Local(slot=slot):
                return self.locals.get(slot, UNKNOWN)
            case ir.StageCount(stage=stage) if stage in self.counts:
                return exactly(self.counts[stage])
            case ir.VariableValue(name=name) if self.begun:
                return self.kept[name] if name in self.kept else self._start(name)
            case ir.Count(collection=collection) if (found := self.size(collection)) is not None:
                return exactly(found)
            case ir.IsEmpty(collection=collection) if (found := self.size(collection)) is not None:
                return exactly(not found)
            case ir.Attribute(name=name, card=ir.Local(slot=1)) if self.card is not None:
                return self._attribute(name, self.card)
            case ir.TableValue(name=name, subject=ir.Local(slot=1)) if self.card is not None:
                return self._row(self._tables[name])
            case ir.Defined(name=name, subject=ir.Local(slot=1)) if self.card is not None:
                return self.fold(self._definitions[name].body)
        return super().fold(expr)

    def _truth(self, expr: ir.Expr) -> Known:
        match expr:
            case ir.IsKind(card=ir.Local(slot=1), notations=notations) if self.card is not None:
                kind = next(kind for kind in self.rules.cards.kinds if kind.values == self.card)
                return exactly(kind.notation in notations)
        return super()._truth(expr)

    def _start(self, name: str) -> Known:
        variable = next(variable for variable in self.rules.variables if variable.name == name)
        return self.fold(variable.start) if isinstance(variable.start, ir.Constant | ir.OptionValue) else UNKNOWN

    def _attribute(self, name: str, values: Sequence[int | None]) -> Known:
        at = next(i for i, attribute in enumerate(self.rules.cards.attributes) if attribute.name == name)
        value = values[at]
        return UNKNOWN if value is None else exactly(value)

    def deck(self) -> int | None:
        """How many cards the game has."""
        packs, found = self.fold(self.rules.cards.packs).exact, 0
        for kind in self.rules.cards.kinds:
            self.card = kind.values
            copies = self.fold(self.rules.cards.copies).exact
            self.card = None
            if copies is None:
                return None
            found += copies
        return None if packs is None else packs * found

    def size(self, collection: ir.Expr) -> int | None:
        """How many elements it has, if that is known."""
        match collection:
            case ir.Players():
                return self.players
            case ir.ZoneContents(name=name, subject=None):
                return self.piles.get(name)
            case ir.Deck():
                return self.cards
            case ir.Defined(name=name, subject=None):
                return self.size(self._definitions[name].body)
            case ir.Filter(collection=inner, condition=condition):
                return {True: self.size(inner), False: 0, None: None}[self.truth(condition)]
            case ir.Combine(op="without", left=ir.Players(), right=ir.VariableValue() as one) if not one.type.many:
                variable = next(variable for variable in self.rules.variables if variable.name == one.name)
                return None if variable.optional else self.players - 1
        return None

    # ------------------------------------------------------------ statements
    def perform(self, statements: tuple[ir.Statement, ...]) -> Iterator[tuple[ir.Expr, int, int]]:
        """Go through a list: each deal in it that finds fewer cards than it takes."""
        for statement in statements:
            match statement:
                case ir.Move(what=what, to=target):
                    yield from self._move(what, target)
                case ir.Labelled(body=body):
                    yield from self.perform(body)
                case ir.If(branches=branches):
                    yield from self._branch(branches)
                case ir.ForEach(collection=collection, body=body):
                    times = self.size(collection)
                    if times is None:
                        self._forget(body)
                    for _ in range(min(times or 0, LISTED)):
                        yield from self.perform(body)
                case ir.Let(slot=slot, value=value):
                    self.locals[slot] = self.fold(value)
                case ir.SetVariable(name=name, subject=None, value=value):
                    self.kept[name] = self.fold(value)
                case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                    self.kept[name] = UNKNOWN
                case ir.EndStage():
                    self.piles.clear()

    def _move(self, what: ir.Expr, target: ir.ZoneTarget | ir.SpotTarget) -> Iterator[tuple[ir.Expr, int, int]]:
        match what:
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                holds = self.truth(condition)
                if holds is not None:
                    yield from self._move(then if holds else otherwise, target)
                    return
            case ir.Deck():
                self.piles = dict.fromkeys((zone.name for zone in self.rules.zones), 0)
                self._gain(target, self.cards)
                return
            case ir.TopSome(count=count, collection=ir.ZoneContents(name=name, subject=None)):
                yield from self._take(what, name, self.fold(count).exact, target)
                return
            case ir.Pick(collection=ir.ZoneContents(name=name, subject=None)):
                yield from self._take(what, name, 1, target)
                return
            case ir.ZoneContents(name=name, subject=None):
                held = self.piles.get(name)
                self.piles[name] = 0
                self._gain(target, held)
                return
        self._forget((what, target))

    def _take(
        self, what: ir.Expr, name: str, wanted: int | None, target: ir.ZoneTarget | ir.SpotTarget
    ) -> Iterator[tuple[ir.Expr, int, int]]:
        held = self.piles.get(name)
        if held is None or wanted is None:
            self.piles[name] = None
            self._gain(target, None)
            return
        if wanted > held:
            yield what, wanted, held
        self.piles[name] = held - min(max(wanted, 0), held)
        self._gain(target, min(max(wanted, 0), held))

    def _gain(self, target: ir.ZoneTarget | ir.SpotTarget, cards: int | None) -> None:
        if isinstance(target, ir.ZoneTarget):
            held = self.piles.get(target.name)
            self.piles[target.name] = None if held is None or cards is None else held + cards

    def _branch(self, branches: tuple[ir.Branch, ...]) -> Iterator[tuple[ir.Expr, int, int]]:
        for branch in branches:
            holds = True if branch.condition is None else self.truth(branch.condition)
            if holds:
                yield from self.perform(branch.body)
                return
            if holds is None:
                self._forget(branches)
                return

    def _forget(self, part: object) -> None:
        """What may have been changed is not known any more."""
        for node in nodes(part):
            match node:
                case ir.ZoneContents(name=name) | ir.ZoneTarget(name=name):
                    self.piles[name] = None
                case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                    self.kept[name] = UNKNOWN
                case ir.Deck() | ir.Defined() | ir.Local() | ir.CardFact() | ir.VariableValue() if (
                    not isinstance(node, ir.Local | ir.VariableValue) or node.type.name == "card"
                ):
                    self.piles.clear()


# ---------------------------------------------------------------- every table


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players, and the options that are not at their defaults, in words."""

    players: int
    options: tuple[tuple[str, str], ...]


def warn_of_short_deals(rules: ir.Rules, checker: Base) -> None:
    """One warning for each deal, with the smallest tables at which it finds too few cards."""
    found: dict[int, tuple[ir.Expr, dict[Table, Short]]] = {}
    for table, shorts in _short_tables(rules, Settled(rules)):
        for short in shorts:
            tables = found.setdefault(id(short.what), (short.what, {}))[1]
            tables.setdefault(table, short)
    whole = checker.names.ruleset.name.span
    for what, tables in found.values():
        least = [(table, tables[table]) for table in tables if not any(_less(other, table) for other in tables)]
        told = [
            (table.players, table.options, short.wanted, short.found, short.rounds)
            for table, short in sorted(least, key=lambda pair: (len(pair[0].options), pair[0].players))
        ]
        checker.diagnostics.add(sense.deal_runs_short(checker.span_of(what, whole), told, rules.players))


def _less(one: Table, other: Table) -> bool:
    return one.players == other.players and set(one.options) < set(other.options)


def _short_tables(rules: ir.Rules, settled: Settled) -> Iterator[tuple[Table, list[Short]]]:
    """What runs short for each number of players with each choice of the options that deals read. Tables that differ
    in nothing that a deal reads are looked at once; what options need is only asked where something runs short."""
    stages = [stage for stage in _stages(rules.play) if any(_lists(stage))]
    lists, times = tuple(map(_lists, stages)), tuple(stage.times for stage in stages)
    cards = rules.cards.copies, rules.cards.packs
    if not _takes((lists, times)):
        return
    read = settled.read((lists, times, cards), needs=False)
    needs = [need.expr for option in read for need in option.needs]
    dealt, timed, held = (_places(settled, read, parts) for parts in ((lists, cards), times, cards))
    for players in rules.players:
        plain = Folding(rules, {}, players)
        usual = [plain.fold(option.default).exact for option in read]
        values = [_values(settled, option, players, default) for option, default in zip(read, usual, strict=True)]
        known: dict[object, dict[object, list[Short]]] = {}
        often: dict[object, list[int]] = {}
        decks: dict[object, int | None] = {}
        alike: dict[object, list[Short]] = {}
        for chosen in islice(product(*values), MOST):
            deal, run, deck = (tuple([chosen[at] for at in places]) for places in (dealt, timed, held))
            if (deal, run) not in alike:
                options = {option.name: exactly(value) for option, value in zip(read, chosen, strict=True)}
                if deck not in decks:
                    decks[deck] = Dealing(rules, options, players).deck()
                if run not in often:
                    often[run] = [_times(Dealing(rules, options, players), stage) for stage in stages]
                table = Dealing(rules, options, players, cards=decks[deck])
                alike[deal, run] = list(_deals(table, stages, often[run], known.setdefault(deal, {})))
            shorts = alike[deal, run]
            if not shorts:
                continue
            folding = Folding(rules, {o.name: exactly(v) for o, v in zip(read, chosen, strict=True)}, players)
            if not any(folding.truth(need) is False for need in needs):
                other = [
                    (option.name, _word(settled, option, value))
                    for option, value, default in zip(read, chosen, usual, strict=True)
                    if value != default
                ]
                yield Table(players, tuple(other)), shorts


def _places(settled: Settled, options: list[ir.Option], parts: object) -> list[int]:
    """Where the options that these parts read stand among others."""
    read = {option.name for option in settled.read(parts, needs=False)}
    return [at for at, option in enumerate(options) if option.name in read]


def _values(settled: Settled, option: ir.Option, players: int, usual: int | None) -> list[int]:
    """The default first; of a long range also its ends."""
    found = [] if usual is None else [usual]
    for known in settled.values(option, players):
        found += [end for end in (known.low, known.high) if end is not None and end not in found]
    return found


def _word(settled: Settled, option: ir.Option, value: int) -> str:
    if option.type.enum:
        return settled.enums[option.type.enum][value]
    return ("no", "yes")[value] if option.type == ir.TRUTH else str(value)


def _stages(stage: ir.Stage) -> Iterator[ir.Stage]:
    yield stage
    for step in stage.steps:
        yield from _stages(step)


def _deals(
    table: Dealing, stages: list[ir.Stage], often: list[int], known: dict[object, list[Short]]
) -> Iterator[Short]:
    """What runs short at one table: on the way to the first decision; then in each of the stages, however often it is
    performed.

    `known`: what has been found out of tables that differ in nothing that a deal reads.
    """
    if "" not in known:
        known[""] = list(_beginning(table))
    yield from known[""]
    for stage, times in zip(stages, often, strict=True):
        for number in range(1, min(times or 1, LISTED) + 1):
            key = (stage.name, number, times > 1)
            if key not in known:
                counts = {stage.name: number} if stage.times is not None else {}
                rounds = (stage.name, number) if times > 1 else None
                known[key] = [
                    short
                    for statements in _lists(stage)
                    for short in _listed(_dealing(table, counts), statements, rounds)
                ]
            yield from known[key]


def _times(table: Dealing, stage: ir.Stage) -> int:
    """How often a stage is performed; 0: that is not known."""
    return 1 if stage.times is None else table.fold(stage.times).exact or 0


def _dealing(table: Dealing, counts: dict[str, int]) -> Dealing:
    """Before a deal, when nothing is known but the options and how many cards there are."""
    return Dealing(table.rules, table.options, table.players, counts=counts, cards=table.cards)


def _beginning(table: Dealing) -> Iterator[Short]:
    """From the first list to the first stage that has moves or may not be performed."""
    dealing, rules = _dealing(table, {}), table.rules
    dealing.piles, dealing.begun = dict.fromkeys((zone.name for zone in rules.zones), 0), True
    stage: ir.Stage | None = rules.play
    while stage is not None and all(dealing.truth(condition.expr) for condition in stage.when):
        dealing.counts[stage.name] = 1
        yield from _listed(dealing, stage.begin, None)
        stage = stage.steps[0] if stage.steps else None


def _lists(stage: ir.Stage) -> tuple[tuple[ir.Statement, ...], ...]:
    """The lists of a stage that may deal, or after which others do."""
    return (stage.begin, stage.end) if _takes(stage.end) else (stage.begin,)


def _takes(part: object) -> bool:
    taken = (node.collection for node in nodes(part) if isinstance(node, ir.TopSome | ir.Pick))
    return any(isinstance(cards, ir.ZoneContents) and cards.subject is None for cards in taken)


def _listed(dealing: Dealing, statements: tuple[ir.Statement, ...], rounds: tuple[str, int] | None) -> Iterator[Short]:
    for what, wanted, found in dealing.perform(statements):
        yield Short(what, wanted, found, rounds)
    if statements and dealing.rules.triggers:  # they may do anything
        dealing.piles.clear()
        dealing.begun = False
