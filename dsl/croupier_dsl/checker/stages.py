"""Who plays when: stages, the moves they offer, and the rules that fire by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, cast

from croupier_dsl import ir, syntax
from croupier_dsl.checker.base import DEEPEST, element, free, many, place
from croupier_dsl.checker.scope import SUBJECT_SLOT, Scope, Slots
from croupier_dsl.checker.statements import Statements
from croupier_dsl.errors import effects, meaning, structure
from croupier_dsl.errors import stages as errors
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.parser import parse_sentence
from croupier_dsl.resolver import StagePlace


class Stages(Statements):
    """Layer 10: stages, moves, triggers."""

    def play(self) -> ir.Stage | None:
        written = self.names.ruleset.play
        return None if written is None else self.stage(written, Scope(chance=True), "", 1)

    def stages(self) -> tuple[ir.Stage, ...]:
        """The stages that are said once, each after all that perform it: what is around it is then known."""
        places, found = self.names.said_once, dict[str, ir.Stage]()
        left = {name: sum(above not in self.scopes for above in place.above) for name, place in places.items()}
        ready = [name for name, performers in left.items() if not performers]
        while ready:
            place = places[name := ready.pop()]
            outer = replace(self.shared(place.above), chance=True)
            depth = 1 + max((self.depths[above] for above in place.above), default=0)
            found[name] = self.stage(place.stage, outer, "stages", depth)
            for named in _performed(place.stage):
                if named in left:
                    left[named] -= 1
                    ready += [] if left[named] else [named]
        self.circles({name: place for name, place in places.items() if name not in found})
        return tuple(found[name] for name in places if name in found)

    def circles(self, left: dict[str, StagePlace]) -> None:
        """What is left over performs itself, or is performed by what does."""
        told: set[str] = set()
        for first in left:
            way = [first]
            while way[0] not in told:
                performers = (self.names.stages[above].path.split(".")[1] for above in left[way[0]].above)
                name = next(performer for performer in performers if performer in left)
                if name in way:
                    circle = [name, *way[: way.index(name)], name]
                    self.diagnostics.add(errors.performs_itself(left[name].stage.name.span, circle))
                    break
                way.insert(0, name)
            told.update(way)

    def stage(self, written: syntax.Stage, outer: Scope, above: str, depth: int) -> ir.Stage:
        """One stage. `outer`: the scope around it, whose actor it inherits unless it has its own."""
        name = written.name.text
        path = f"{above}.{name}" if above else name
        fresh = replace(outer, slots=Slots(), stages=(*outer.stages, name), subjects=(), names={}, chosen=())
        repeats = written.times is not None or bool(written.until)
        round_and_round = written.by is not None and repeats and not written.by.at_once
        acting = replace(
            fresh, acts=outer.acts or written.by is not None, goes_round=outer.goes_round or round_and_round
        )
        inside = replace(fresh, goes_round=acting.goes_round) if written.by and written.by.at_once else acting
        self.scopes[name], self.depths[name] = inside, depth
        if depth == DEEPEST + 1:
            self.diagnostics.add(errors.too_deep(written.name.span, name, DEEPEST))
        self.shape(written, acting)
        when = self.conditions(written.when, replace(fresh, chance=False), f"{path}.when", "`when`")
        by = None if written.by is None else self.attempt_actors(written.by, replace(fresh, chance=False))
        times = None if written.times is None else self.times(written.times, fresh)
        ends = replace(inside, chance=False, served=written.by is not None and written.by.served)
        until = self.conditions(written.until, ends, f"{path}.until", "`until`")
        must = self.conditions(written.must, replace(inside, chance=False), f"{path}.must", "`must`")
        begin = self.statements(written.begin, inside, f"{path}.begin")
        steps = tuple(self.stage(step, inside, path, depth + 1) for step in written.steps or ())
        performs = self.performed(written.performs or ())
        moves = tuple(move.text for move in written.moves or () if self.offer(move, path))
        otherwise = self.statements(written.otherwise or (), inside, f"{path}.else")
        end = self.statements(written.end, inside, f"{path}.end")
        return ir.Stage(
            name, path, when, by, times, until, must, begin, steps, moves, otherwise, end,
            fresh.slots.used, self.title(path, name), place(written.name.span), performs,
        )  # fmt: skip

    def performed(self, names: tuple[syntax.Name, ...]) -> tuple[str, ...]:
        """The stages that a stage performs by name."""
        found: dict[str, None] = {}
        for name in names:
            there = self.names.stages.get(name.text)
            if there is None or there.path != f"stages.{name.text}":
                known = self.names.said_once
                self.diagnostics.add(errors.not_said_once(name.span, name.text, known, there is not None))
            elif name.text in found:
                self.diagnostics.add(errors.performed_twice(name.span, name.text))
            else:
                found[name.text] = None
        return tuple(found)

    def shared(self, stages: Iterable[str]) -> Scope:
        """The scope of what happens in any of these stages: what is around all of them. Of none, everything."""
        scopes = [self.scopes[stage] for stage in stages if stage in self.scopes]
        if not scopes:
            return Scope(acts=True, stages=tuple(self.names.stages), goes_round=True)
        around = tuple(stage for stage in scopes[0].stages if all(stage in scope.stages for scope in scopes))
        goes_round = all(scope.goes_round for scope in scopes)
        return Scope(acts=all(scope.acts for scope in scopes), stages=around, goes_round=goes_round)

    def shape(self, written: syntax.Stage, acting: Scope) -> None:
        """What a stage may not be."""
        name = written.name
        if written.moves is not None and (written.steps is not None or written.performs is not None):
            self.diagnostics.add(structure.steps_and_moves(name.span, name.text))
        if written.moves is not None and not acting.acts:
            self.diagnostics.add(structure.moves_of_nobody(name.span, name.text))
        if written.otherwise is not None and written.moves is None:
            self.diagnostics.add(structure.else_without_moves(name.span, name.text))
        if written.moves is not None and not written.moves:
            self.diagnostics.add(structure.no_moves(name.span, name.text))
        named: set[str] = set()
        for move in written.moves or ():
            if move.text in named:
                self.diagnostics.add(meaning.value_twice(move.span, move.text))
            named.add(move.text)
        if written.by is not None and written.by.served:
            self.passing(written)
        if written.must and (not acting.acts or (written.by is not None and written.by.at_once)):
            self.diagnostics.add(structure.must_of_nobody(written.must[0].expr.span, name.text))

    def passing(self, written: syntax.Stage) -> None:
        """Where the first is served one may do something, or let it pass."""
        assert written.by is not None
        moves = [self.names.moves[move.text] for move in written.moves or () if move.text in self.names.moves]
        if written.moves is None:
            self.diagnostics.add(errors.served_without_moves(written.by.span, written.name.text))
        elif all(move.do for move in moves) or not any(move.do for move in moves):
            self.diagnostics.add(errors.nobody_can_pass(written.by.span, bool(moves and moves[0].do)))

    def attempt_actors(self, written: syntax.Actors, scope: Scope) -> ir.Actors | None:
        def actors() -> ir.Actors:
            players = self.whole(written.players, scope)
            if element(players.type) != ir.PLAYER:
                raise Invalid(structure.actors_of_what(written.players.span, players.type))
            start = None
            if written.start is not None:
                if not players.type.many:
                    raise Invalid(structure.from_of_one_player(written.start.span))
                start = self.fit(
                    self.whole(written.start, scope), ir.PLAYER, written.start.span, scope, later("who starts")
                )
            seats = self.fit(players, many(ir.PLAYER), written.players.span, scope)
            return ir.Actors(seats, start, written.at_once, written.served)

        return self.attempt(actors)

    def times(self, written: syntax.Expr, scope: Scope) -> ir.Expr | None:
        return self.attempt(lambda: self.number_of(written, replace(scope, chance=False)))

    def offer(self, move: syntax.Name, path: str) -> bool:
        if move.text not in self.names.moves:
            self.diagnostics.add(meaning.unknown_move(move.span, move.text, self.names.moves))
            return False
        self.offered.add(move.text)
        self.heard.named(move.span, f"moves.{move.text}")
        return True

    # ------------------------------------------------------------ moves

    def moves(self) -> tuple[ir.MoveRule, ...]:
        return tuple(self.move(move) for move in self.names.ruleset.moves)

    def move(self, written: syntax.MoveRule) -> ir.MoveRule:
        name = written.name.text
        path = f"moves.{name}"
        places = self.names.stages.items()
        offering = (stage for stage, place in places if any(one.text == name for one in place.stage.moves or ()))
        scope = replace(self.shared(offering), acts=True)
        choices, chosen = self.choices(written.choices, scope, f"{path}.choose")
        conditions = self.conditions(written.when, chosen, f"{path}.when", "`when`")
        do = self.statements(written.do, replace(chosen, chance=True, asks=True), f"{path}.do")
        title = self.title(path, name)
        return ir.MoveRule(name, choices, conditions, do, scope.slots.used, title, place(written.name.span))

    # ------------------------------------------------------------ triggers

    def triggers(self) -> tuple[ir.Trigger, ...]:
        found = (self.trigger(trigger) for trigger in self.names.ruleset.triggers)
        return tuple(trigger for trigger in found if trigger is not None)

    def trigger(self, written: syntax.Trigger) -> ir.Trigger | None:
        """`me` is who acted last; the things it is tried for are in slot 1."""
        name = written.name.text
        path = f"whenever.{name}"
        turns = any(goes_round(where.stage) for where in self.names.stages.values())
        scope = Scope(slots=Slots(SUBJECT_SLOT + 1), acts=True, stages=tuple(self.names.stages), goes_round=turns)
        each: ir.Expr | None = None
        if written.each is not None:
            wanted = written.each
            each = self.attempt(lambda: self.over(wanted, scope))
            if each is None:
                return None
            alias = wanted.alias
            thing = ir.Local(element(each.type), SUBJECT_SLOT, alias.text if alias is not None else "it")
            scope = scope.about(thing)
            if alias is not None:
                called = self.attempt(lambda: free(alias, self.names))
                self.heard.give(thing, alias)
                scope = scope if called is None else scope.knowing(called.text, thing)
        enters = ""
        if written.enters is not None:
            wanted_zone = written.enters
            each, enters = self.attempt(lambda: self.cards_anywhere(wanted_zone)), wanted_zone.text
            if each is None:
                return None
            scope = scope.about(ir.Local(ir.CARD, SUBJECT_SLOT, "it"))
        elif not written.when:
            self.diagnostics.add(structure.trigger_without_condition(written.name.span, name))
        conditions = self.conditions(written.when, scope, f"{path}.when", "`when`")
        do = self.statements(written.do, replace(scope, chance=True), f"{path}.do")
        return ir.Trigger(name, each, conditions, do, scope.slots.used, place(written.name.span), enters)

    def cards_anywhere(self, zone: syntax.Name) -> ir.Expr:
        """The cards of all zones of this name, whosever they are."""
        declared = self.names.declared.get(zone.text)
        if declared is None or declared.sort != "zone":
            raise Invalid(effects.enters_no_zone(zone.span, zone.text, self.names.zones))
        written = zone.text
        if declared.key is not None:
            keys = self.keys_written(zone.text)
            listed = keys.span.text.strip()
            written += f" of values of {listed}" if isinstance(keys, syntax.Name) else f" of ({listed})"
        if declared.subject is not None:
            written += f" of {declared.subject.name}s"
        scope = Scope()
        meant = self.expression(cast(syntax.Expr, parse_sentence("expr", written)), scope)
        if element(meant.type) == ir.MELD:
            return self.cards_of(meant, scope)
        return self.fit(meant, ir.CARDS, zone.span, scope)

    # ------------------------------------------------------------ the end

    def result(self) -> ir.Result | None:
        written = self.names.ruleset.result
        if written is None:
            return None
        if written.won is not None:
            return self.won_together(written, written.won)
        about = Scope(slots=Slots(SUBJECT_SLOT + 1)).about(ir.Local(ir.PLAYER, SUBJECT_SLOT, "it"))
        if not written.score:
            self.diagnostics.add(structure.no_score(written.span))
        scores = self.each(written.score, lambda score: self.summand(score, about))
        best: Literal["highest", "lowest"] = "highest"
        if written.best is not None and written.best.text == "lowest":
            best = "lowest"
        losers = None
        if written.losers is not None:
            wanted, nobody = written.losers, Scope()
            losers = self.attempt(
                lambda: self.fit(self.whole(wanted, nobody), many(ir.PLAYER), wanted.span, nobody, "`losers`")
            )
        return ir.Result(scores, best, losers, place(written.span))

    def won_together(self, written: syntax.Result, won: syntax.Expr) -> ir.Result | None:
        """What all win by together, and the score of the table, if one is named."""
        if written.losers is not None:
            self.diagnostics.add(structure.won_and_losers(written.losers.span))
        if written.best is not None and not written.score:
            self.diagnostics.add(structure.best_of_no_score(written.best.span))
        table = Scope(slots=Slots(SUBJECT_SLOT + 1))
        decides = self.attempt(lambda: self.fit(self.whole(won, Scope()), ir.TRUTH, won.span, Scope(), "`won`"))
        scores = self.each(written.score, lambda score: self.summand(score, table))
        if decides is None:
            return None
        best: Literal["highest", "lowest"] = "highest"
        if written.best is not None and written.best.text == "lowest":
            best = "lowest"
        return ir.Result(scores or (ir.counted(decides),), best, None, place(written.span), decides)


def goes_round(stage: syntax.Stage) -> bool:
    """Is the stage performed by one player after another, on and on?"""
    repeats = stage.times is not None or bool(stage.until)
    return stage.by is not None and repeats and not stage.by.at_once


def _performed(stage: syntax.Stage) -> Iterator[str]:
    """The names of what a stage performs, and those within it."""
    yield from (name.text for name in stage.performs or ())
    for step in stage.steps or ():
        yield from _performed(step)
