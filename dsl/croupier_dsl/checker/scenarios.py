"""Check scenarios."""

from __future__ import annotations

from croupier_dsl import ir, syntax
from croupier_dsl.checker.clauses import check_sources, citable
from croupier_dsl.checker.context import Context, place
from croupier_dsl.checker.examples import Known, Place, check_seat, facts, refusals
from croupier_dsl.checker.presets import allowed, value_of
from croupier_dsl.checker.scenario_words import Vocabulary, check_chance, check_fact, check_move
from croupier_dsl.errors import examples, meaning
from croupier_dsl.literals import is_number
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

ENGINE_REASONS = frozenset({"not_your_turn", "not_offered", "not_in_domain", "how_many", "incomplete", "over"})
"""The reasons for refusing a move that need no condition of the move."""


class Scenarios:
    """The scenarios of one ruleset, checked and as meant."""

    def __init__(
        self, cx: Context, players: tuple[int, ...], options: tuple[ir.Option, ...], moves: tuple[ir.MoveRule, ...]
    ) -> None:
        names, diagnostics = cx.names, cx.diagnostics
        self.cx = cx
        self.ruleset = names.ruleset
        self.names = names
        self.diagnostics = diagnostics
        self.players = players
        self.rules = {move.name: move for move in moves}
        self.musts = _musts(names)
        self.options = {option.name: option for option in options}
        self.refusals = refusals(options)
        self.known: Known = {}

    def check(self) -> None:
        for scenario in self.ruleset.scenarios:
            self.check_scenario(scenario)

    def check_scenario(self, scenario: syntax.Scenario) -> None:
        if scenario.refused is None and self.players and len(scenario.seats) not in self.players:
            self.diagnostics.add(examples.seats_of_a_scenario(scenario.name.span, len(scenario.seats), self.players))
        for option, value in scenario.options:
            if option.text not in self.names.options:
                self.diagnostics.add(meaning.unknown_option(option.span, option.text, self.names.options))
                continue
            self.check_option(scenario, option.text, value)
        if scenario.refused is not None and scenario.refused.text not in self.refusals:
            self.diagnostics.add(meaning.unknown_refusal(scenario.refused.span, scenario.refused.text, self.refusals))
        known = self.vocabulary(scenario)
        for brought in scenario.chance:
            check_chance(known, brought)
        for step, made in (*((step, True) for step in scenario.given), *((step, False) for step in scenario.then)):
            if isinstance(step, syntax.Said | syntax.Knows) and step.seat.text != "because":
                check_seat(self.cx, scenario.seats, step.seat.span, step.seat.text)
            if isinstance(step, syntax.Said):
                self.check_said(step, known, made=made)
            elif isinstance(step, syntax.Knows):
                for fact in step.facts:
                    if {"…", "..."} & set(fact.contents.text.split()):
                        self.diagnostics.add(examples.dots_in_what_is_known(fact.contents.span))
            elif isinstance(step, syntax.Now):
                for action in (action for fact in step.facts for action in fact.moves or ()):
                    if (move := self.check_move(action, "")) is not None:
                        check_move(known, move, action)
        check_sources(self.cx, scenario.sources)

    def check_option(self, scenario: syntax.Scenario, name: str, value: syntax.Name) -> None:
        """Report a value that the option cannot have; a number out of bounds is allowed, because it may be why a table
        is refused."""
        option = self.options.get(name)
        proves = scenario.refused is not None and is_number(value.text)
        if option is None or proves or value_of(self.names, option, value.text) is not None:
            return
        values = self.names.values(option.type) if option.type.enum else ("yes", "no") * (option.type == ir.TRUTH)
        may = allowed(self.names, option)
        self.diagnostics.add(examples.not_an_option_value(value.span, name, value.text, values, may))

    def check_move(self, action: syntax.Name, seat: str) -> ir.MoveRule | None:
        """Return the move of a seat; None, with an error, if the action does not start with the name of a move."""
        name = action.text.split()[0] if action.text.split() else ""
        move = self.rules.get(name)
        if move is None and seat == "because":
            self.diagnostics.add(meaning.reason_as_step(action.span, name))
        elif move is None:
            span = Span(action.span.source, action.span.start, action.span.start + len(name))
            kind = name.partition("(")[0] in self.cx.kinds
            self.diagnostics.add(meaning.unknown_move_of_a_step(span, name, self.rules, kind))
        return move

    def vocabulary(self, scenario: syntax.Scenario) -> Vocabulary:
        """Return the words that a scenario may use."""
        seats = tuple(seat.text for seat in scenario.seats)
        return Vocabulary(self.names, self.cx.kinds, seats, self.diagnostics)

    def check_said(self, said: syntax.Said, known: Vocabulary, *, made: bool) -> None:
        move = self.check_move(said.action, said.seat.text)
        if move is not None:
            check_move(known, move, said.action, made)
        if move is None or said.reason is None:
            return
        name = move.name
        start = len(f"moves.{name}.")
        paths = {c.path for c in move.conditions} | {f.path for choice in move.choices for f in choice.filters}
        conditions = {path[start:].removeprefix("when.").removeprefix("choose.") for path in paths}
        written = next(each for each in self.ruleset.moves if each.name.text == name)
        conditions |= {c.name.text for c in written.when if c.name}  # also those whose sentence has an error
        conditions |= self.musts.get(name, set())
        bare = {path.rpartition(".")[2] for path in paths}
        sources, reason = citable(self.ruleset), said.reason
        if reason.text not in conditions | bare | paths | ENGINE_REASONS | sources:
            told = meaning.unknown_reason(reason.span, reason.text, name, conditions, ENGINE_REASONS, sources)
            self.diagnostics.add(told)

    # ------------------------------------------------------------ as meant
    def meant(self) -> tuple[ir.Scenario, ...]:
        return tuple(
            ir.Scenario(
                scenario.name.text,
                tuple(seat.text for seat in scenario.seats),
                tuple((option.text, value.text) for option, value in scenario.options),
                tuple(self._given(scenario, given) for given in scenario.given),
                tuple(chance.text for chance in scenario.chance),
                tuple(self._step(scenario, step) for step in scenario.then),
                tuple(source.text for source in scenario.sources),
                place(scenario.name.span),
                scenario.refused.text if scenario.refused is not None else "",
            )
            for scenario in self.ruleset.scenarios
        )

    def _given(
        self, scenario: syntax.Scenario, given: syntax.Fact | syntax.Knows | syntax.Said
    ) -> ir.Fact | ir.Knows | ir.Said:
        if isinstance(given, syntax.Fact):
            return self._facts(scenario, (given,), "given")[0]
        if isinstance(given, syntax.Knows):
            known = self._facts(scenario, given.facts, "known")
            for written, meant in zip(given.facts, known, strict=True):
                if isinstance(meant.expr, ir.VariableValue):
                    self.diagnostics.add(examples.known_state_given(written.thing.span))
            return ir.Knows(given.seat.text, known, place(given.seat.span))
        return ir.Said(given.seat.text, given.action.text, False, "", place(given.seat.span))

    def _step(self, scenario: syntax.Scenario, step: syntax.ScenarioStep) -> ir.Said | ir.Knows | ir.Now:
        if isinstance(step, syntax.Now):
            return ir.Now(self._facts(scenario, step.facts, "now"))
        if isinstance(step, syntax.Knows):
            known = self._facts(scenario, step.facts, "known", told=not step.hidden)
            for written, meant in zip(step.facts, known, strict=True):
                if step.hidden and isinstance(meant.expr, ir.ZoneContents) and not meant.card:
                    self.diagnostics.add(examples.known_of_a_zone(written.thing.span, step.seat.text))
            return ir.Knows(step.seat.text, known, place(step.seat.span), step.hidden)
        reason = step.reason.text if step.reason is not None else ""
        return ir.Said(
            step.seat.text, step.action.text, step.verb == "cannot", reason, place(step.seat.span), step.verb == "can"
        )

    def _facts(
        self, scenario: syntax.Scenario, written: tuple[syntax.Fact, ...], where: Place, *, told: bool = True
    ) -> tuple[ir.Fact, ...]:
        """Return the checked facts. `told`: check their contents, too, against the words of the game."""
        found = facts(self.cx, scenario.seats, written, where, self.known)
        known = self.vocabulary(scenario)
        for fact, meant in zip(written, found, strict=True):
            if told:
                check_fact(known, meant, fact)
        return found


def _musts(names: Names) -> dict[str, set[str]]:
    """Return, for each move, the `must` conditions that may forbid it: of the stages that offer it and of enclosing
    ones."""
    found: dict[str, set[str]] = {}
    for name, where in names.stages.items():
        around = [names.stages[above].stage for above in names.above(name)]
        bound = {c.name.text for stage in around for c in stage.must if c.name is not None}
        if any(stage.must for stage in around):
            bound.add("must")
        for move in where.stage.moves or ():
            found.setdefault(move.text, set()).update(bound)
    return found
