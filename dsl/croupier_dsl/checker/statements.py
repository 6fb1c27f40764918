"""What happens: statements and the lists they stand in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.statements import within
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import element, free, many, place
from croupier_dsl.checker.effects import Effects
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, ungroup
from croupier_dsl.source import Span


class Statements(Effects):
    """Layer 9: statements."""

    def statements(self, written: tuple[syntax.Statement, ...], scope: Scope, path: str) -> tuple[ir.Statement, ...]:
        """A list; a name that one statement introduces is known to those after it."""
        return self.listed(written, scope, path)[0]

    def listed(
        self, written: tuple[syntax.Statement, ...], scope: Scope, path: str
    ) -> tuple[tuple[ir.Statement, ...], Scope]:
        found: list[ir.Statement] = []
        for statement in written:
            meant, scope = self.statement(statement, scope, path)
            if meant is not None:
                found.append(meant)
        return tuple(found), scope

    def statement(self, written: syntax.Statement, scope: Scope, path: str) -> tuple[ir.Statement | None, Scope]:
        """One statement, and the scope after it."""
        match written:
            case syntax.Let():
                let = self.attempt(lambda: self.let(written, scope))
                local = None if let is None else ir.Local(let.value.type, let.slot, let.name)
                if local is not None:
                    self.heard.give(local, written.name, f"{path}.{written.name.text}")
                return let, scope.knowing(written.name.text, local)
            case syntax.Ask():
                if not scope.asks:
                    self.diagnostics.add(structure.nobody_to_ask(written.span))
                choices, after = self.choices(written.choices, replace(scope, chance=False), f"{path}.choose")
                return ir.Ask(choices, place(written.span)), replace(after, chance=scope.chance)
            case syntax.Labelled():
                here, label = f"{path}.{written.label.text}", written.label
                first = self.labels.setdefault(here, label.span)
                if first != label.span:
                    self.diagnostics.add(meaning.label_twice(label.span, label.text, here, first))
                body, after = self.listed(written.body, scope, here)
                return ir.Labelled(written.label.text, body), after
            case syntax.If():
                return self.if_(written, scope, path), scope
            case syntax.ForEach():
                return self.for_each(written, scope, path), scope
            case _:
                return self.attempt(lambda: self.simple(written, scope)), scope

    def simple(
        self,
        written: syntax.Move
        | syntax.Shuffle
        | syntax.Reveal
        | syntax.Hide
        | syntax.Show
        | syntax.Swap
        | syntax.SetTo
        | syntax.AddTo
        | syntax.EndStage
        | syntax.Perform,
        scope: Scope,
    ) -> ir.Statement:
        """A statement that is one sentence."""
        where = place(written.span)
        match written:
            case syntax.Move():
                what = self.whole(written.what, scope)
                if element(what.type) not in (ir.CARD, ir.MELD):
                    raise Invalid(sorts.cannot_be_moved(written.what.span, what.type))
                to = self.placed(written, scope)
                if isinstance(to, ir.ZoneTarget) and self.form(to) == "melds" and element(what.type) != ir.MELD:
                    raise Invalid(sorts.loose_cards_among_melds(written.what.span, to.name, what.type))
                return ir.Move(what, self.dealt(written, what, to, scope), where)
            case syntax.Shuffle():
                zone = self.target(written.what, scope)
                if isinstance(zone, ir.SpotTarget):
                    raise Invalid(sorts.not_a_zone(written.what.span))
                if zone.round:
                    raise Invalid(sorts.many_zones(written.what.span, zone.name))
                if self.form(zone) not in ("pile", "row"):
                    raise Invalid(sorts.shuffle_of_no_pile(written.what.span, zone.name, self.form(zone)))
                return ir.Shuffle(zone, where)
            case syntax.Reveal():
                return ir.Reveal(self.shown(written.what, scope, later("revealed")), where)
            case syntax.Hide():
                return ir.Hide(self.shown(written.what, scope, later("hidden")), where)
            case syntax.Show():
                cards, players = self.shown(written.what, scope, later("shown")), self.whole(written.to, scope)
                if players.type != ir.PLAYER:
                    players = self.fit(players, ir.PLAYERS, written.to.span, scope, later("who is shown cards"))
                return ir.Show(cards, players, where)
            case syntax.Swap():
                return ir.Swap(self.swapped(written.one, scope), self.swapped(written.other, scope), where)
            case syntax.SetTo():
                return self.set_to(written, scope)
            case syntax.AddTo():
                amount = self.summand(written.amount, scope)
                variable = self.variable(written.target, scope)
                if element(variable.type) != ir.NUMBER:
                    raise Invalid(sorts.add_to_no_number(written.target.span, variable.type))
                return ir.AddToVariable(variable.name, variable.subject, amount, where)
            case syntax.EndStage():
                return self.end_stage(written, scope)
            case syntax.Perform():
                return self.perform(written, scope)
            case _:
                assert_never(written)

    def shown(self, written: syntax.Expr, scope: Scope, done: str) -> ir.Expr:
        what = self.whole(written, scope)
        if element(what.type) not in (ir.CARD, ir.MELD):
            raise Invalid(sorts.no_cards(written.span, what.type, done))
        return self.cards_of(what, scope) if element(what.type) == ir.MELD else what

    def swapped(self, written: syntax.Expr, scope: Scope) -> ir.Expr:
        what = self.whole(written, scope)
        if what.type not in (ir.CARD, ir.NONE):
            raise Invalid(sorts.swapped_with_what(written.span, what.type))
        return what

    def let(self, written: syntax.Let, scope: Scope) -> ir.Let:
        name = free(written.name, self.names)
        value = self.whole(written.value, scope)
        if value.type == ir.NONE:
            raise Invalid(sorts.no_type(written.value.span))
        return ir.Let(scope.slots.take(), name.text, value, place(written.span))

    def if_(self, written: syntax.If, scope: Scope, path: str) -> ir.If:
        branches: list[ir.Branch] = []
        for branch in written.branches:
            condition = None if branch.condition is None else self.test(branch.condition, scope)
            branches.append(ir.Branch(condition, self.statements(branch.body, scope, path)))
        return ir.If(tuple(branches), place(written.span))

    def test(self, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
        return self.attempt(lambda: self.sentence(self.truth(written, scope, later("what follows `if`")), written))

    def over(self, written: syntax.Each, scope: Scope) -> ir.Expr:
        """What is gone through by a list or a rule."""
        collection = self.collection(self.whole(written.collection, scope), written.collection.span, scope)
        self.gone_through(collection, written.collection.span)
        return collection

    def for_each(self, written: syntax.ForEach, scope: Scope, path: str) -> ir.ForEach | None:
        def head() -> tuple[ir.Expr, ir.Local, Scope]:
            collection = self.over(written.each, scope)
            return (collection, *self.inside(collection, written.each.alias, scope))

        found = self.attempt(head)
        if found is None:
            return None
        collection, each, inside = found
        body = self.statements(written.body, inside, path)
        if written.at_once:
            self.at_once(written, body, each.slot)
        return ir.ForEach(collection, each.slot, body, place(written.span), written.at_once)

    def at_once(self, written: syntax.ForEach, body: tuple[ir.Statement, ...], slot: int) -> None:
        """A block that is done for all at once moves cards and does nothing else, and other cards for each."""
        if amiss := [*self.not_moving(written.body)]:
            for span in amiss:
                self.diagnostics.add(structure.not_at_once(span))
            return
        known = {slot}
        for statement in within(body):
            match statement:
                case ir.Let(slot=named, value=value) | ir.ForEach(slot=named, collection=value):
                    if _speaks_of(value, known):
                        known.add(named)
                case ir.Move(what=what, to=to):
                    span = self.span_of(what, written.span)
                    if isinstance(to, ir.SpotTarget) or to.round or to.lower or self.form(to) == "melds":
                        self.diagnostics.add(structure.where_not_at_once(span))
                    elif not _speaks_of(what, known):
                        self.diagnostics.add(structure.same_for_each(span, _bare(what)))

    def not_moving(self, written: tuple[syntax.Statement, ...]) -> Iterator[Span]:
        """Where statements stand that may not stand in a block that is done for all at once."""
        for statement in written:
            match statement:
                case syntax.If(branches=branches):
                    for branch in branches:
                        yield from self.not_moving(branch.body)
                case syntax.ForEach(body=body, at_once=False) | syntax.Labelled(body=body):
                    yield from self.not_moving(body)
                case syntax.Perform(name=name):
                    effect = self.effects_made.get(name.text)
                    if effect is not None and not all(map(_moves, within(effect.do))):
                        yield statement.span
                case syntax.Move() | syntax.Let():
                    pass
                case _:
                    yield statement.span

    # ------------------------------------------------------------ what statements change

    def placed(self, written: syntax.Move, scope: Scope) -> ir.ZoneTarget | ir.SpotTarget:
        """Where cards are moved to, and under how many of a pile."""
        to = self.destination(written.to, scope)
        if written.under is None:
            return to
        if isinstance(to, ir.SpotTarget):
            raise Invalid(sorts.not_a_zone(written.to.span))
        if self.form(to) != "pile":
            raise Invalid(sorts.bottom_of_no_pile(written.to.span, to.name, self.form(to)))
        if to.bottom:
            raise Invalid(sorts.bottom_and_under(written.under.span, to.name))
        under = self.fit(
            self.whole(written.under, scope, ir.NUMBER),
            ir.NUMBER,
            written.under.span,
            scope,
            later("what follows `under`"),
        )
        if isinstance(under, ir.Constant) and under.value < 0:
            raise Invalid(sorts.under_less_than_none(written.under.span))
        return replace(to, under=under)

    def destination(self, written: syntax.Expr, scope: Scope) -> ir.ZoneTarget | ir.SpotTarget:
        """Where cards are moved to: a zone, a spot, or the bottom of a pile."""
        meant = self.expression(written, scope)
        if not (isinstance(meant, ir.Pick) and meant.which in ("top", "bottom")):
            return self.place_meant(meant, written)
        zone = self.place_meant(meant.collection, written)
        if isinstance(zone, ir.SpotTarget):
            raise Invalid(sorts.not_a_zone(written.span))
        if meant.which == "top":
            raise Invalid(sorts.on_top_anyway(written.span, zone.name, self.form(zone)))
        if self.form(zone) != "pile":
            raise Invalid(sorts.bottom_of_no_pile(written.span, zone.name, self.form(zone)))
        return replace(zone, bottom=True)

    def target(self, written: syntax.Expr, scope: Scope) -> ir.ZoneTarget | ir.SpotTarget:
        """What is shuffled."""
        return self.place_meant(self.expression(written, scope), written)

    def place_meant(self, meant: ir.Expr, written: syntax.Expr) -> ir.ZoneTarget | ir.SpotTarget:
        if isinstance(meant, ir.ZoneContents):
            return ir.ZoneTarget(meant.name, meant.subject)
        if meant.type == ir.SPOT:
            return ir.SpotTarget(meant)
        if isinstance(meant, ir.Map) and isinstance(several := _lifted(meant), ir.ZoneContents):
            return ir.ZoneTarget(several.name, several.subject)
        raise Invalid(sorts.not_a_zone(written.span))

    def dealt(
        self, written: syntax.Move, what: ir.Expr, to: ir.ZoneTarget | ir.SpotTarget, scope: Scope
    ) -> ir.ZoneTarget | ir.SpotTarget:
        """Where cards go, with whom a deal round several zones begins."""
        owners = to.subject if isinstance(to, ir.ZoneTarget) and to.round else None
        if owners is None or isinstance(to, ir.SpotTarget):
            if written.start is not None:
                raise Invalid(sorts.from_of_one_zone(written.start.span))
            return to
        if to.lower:
            raise Invalid(sorts.dealt_below(written.to.span, to.name))
        if what.type != ir.CARDS:
            raise Invalid(sorts.dealt_what(written.what.span, what.type, to.name))
        if isinstance(what, ir.TopSome) and not _counts(what.count):
            raise Invalid(sorts.dealt_how_many(written.what.span, _number(written.what), to.name, owners.type))
        if written.start is None:
            return to
        if element(owners.type) != ir.PLAYER:
            raise Invalid(sorts.from_of_no_players(written.start.span, owners.type))
        start = self.whole(written.start, scope)
        return replace(to, start=self.fit(start, ir.PLAYER, written.start.span, scope, later("who is dealt to first")))

    def form(self, zone: ir.ZoneTarget) -> str:
        sort = ungroup(self.names.zones[zone.name].thing.sort)
        return sort.text if isinstance(sort, syntax.Name) else ""

    def variable(self, written: syntax.Expr, scope: Scope) -> ir.VariableValue:
        """The variable that is set; lifted over many things, its subject is all of them."""
        before = set(self.read_names)
        meant = self.expression(ungroup(written), scope)
        if isinstance(meant, ir.Map):
            meant = _lifted(meant)
        if not isinstance(meant, ir.VariableValue):
            raise Invalid(sorts.cannot_be_set(written.span))
        if meant.name not in before:
            self.read_names.discard(meant.name)
        return meant

    def set_to(self, written: syntax.SetTo, scope: Scope) -> ir.Statement:
        target, where = ungroup(written.target), place(written.span)
        if isinstance(target, syntax.Name) and target.text in ("next", "direction") and target.text not in scope.names:
            if not scope.goes_round:
                raise Invalid(structure.nothing_goes_round(target.span))
            if target.text == "next":
                player = self.fit(
                    self.whole(written.value, scope), ir.PLAYER, written.value.span, scope, later("who is next")
                )
                return ir.SetNext(player, where)
            return ir.SetDirection(self.number_of(written.value, scope), where)
        variable = self.variable(written.target, scope)
        value = self.fit_value(self.whole(written.value, scope, variable.type), variable, written.value.span, scope)
        return ir.SetVariable(variable.name, variable.subject, value, where)

    def fit_value(self, value: ir.Expr, variable: ir.VariableValue, span: Span, scope: Scope) -> ir.Expr:
        """A value of the variable's type; none only where the variable may be none."""
        if value.type == ir.NONE and not self.names.variables[variable.name].thing.optional:
            raise Invalid(sorts.never_none(span, variable.name))
        return self.fit(value, variable.type, span, scope, f"`{variable.name}`")

    def end_stage(self, written: syntax.EndStage, scope: Scope) -> ir.EndStage:
        stage = written.stage
        if stage.text not in self.names.stages:
            raise Invalid(meaning.unknown_stage(stage.span, stage.text, self.names.stages))
        self.heard.named(stage.span, self.names.stages[stage.text].path)
        if stage.text not in scope.stages:
            raise Invalid(structure.stage_not_around(stage.span, stage.text, scope.stages))
        return ir.EndStage(stage.text, place(written.span))


def _lifted(meant: ir.Map) -> ir.Expr:
    """The variable or zone of each of many, as that of them all; anything else as it is."""
    body = _lifted(meant.body) if isinstance(meant.body, ir.Map) else meant.body
    if not isinstance(body, ir.VariableValue | ir.ZoneContents) or body.subject is None:
        return meant
    if isinstance(body.subject, ir.Local):
        return replace(body, subject=meant.collection) if body.subject.slot == meant.slot else meant
    if not body.subject.type.many and not isinstance(body.subject, ir.Keyed):
        return meant
    everything = ir.Map(many(body.subject.type), meant.collection, meant.slot, body.subject)
    return replace(body, subject=everything)


def _moves(statement: ir.Statement) -> bool:
    """Return whether a statement may stand in a block that is done for all at once."""
    match statement:
        case ir.ForEach(at_once=at_once):
            return not at_once
    return isinstance(statement, ir.Move | ir.Let | ir.If | ir.Labelled | ir.Perform)


def _speaks_of(value: ir.Expr, slots: set[int]) -> bool:
    return any(isinstance(node, ir.Local) and node.slot in slots for node in nodes(value))


def _bare(what: ir.Expr) -> bool:
    """Return whether these are cards from the top of a zone, or picked from it."""
    return isinstance(what, ir.TopSome | ir.Pick)


def _number(what: syntax.Expr) -> str:
    """The number in `top N of C`, as it is written."""
    bare = ungroup(what)
    link = bare.link if isinstance(bare, syntax.Of) else None
    return link.count.span.text if isinstance(link, syntax.Top) and link.count is not None else "…"


def _counts(number: ir.Expr) -> bool:
    """Return whether a number is reckoned from how many players, teams, numbers or words there are."""
    counted = (node.collection for node in nodes(number) if isinstance(node, ir.Count))
    return any(things.type.name not in ("card", "meld", "spot") for things in counted)
