"""Check the parts of a file that are not rules: sources of the rules, texts, and scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Literal, cast, get_args

from croupier_dsl import ir, paths, syntax
from croupier_dsl.analysis.statements import lists, within
from croupier_dsl.braces import braced
from croupier_dsl.checker import sources
from croupier_dsl.checker.context import Context, place
from croupier_dsl.checker.examples import Known, Place, check_seat, facts, refusals
from croupier_dsl.checker.paths import SENTENCE, left_open, names_a_number, parts_of, paths_of, shown_names, words_of
from croupier_dsl.checker.presets import allowed, value_of
from croupier_dsl.checker.scenario_words import Vocabulary, check_chance, check_fact, check_move
from croupier_dsl.checker.short import check_short
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.elements import elements_of
from croupier_dsl.errors import examples, meaning
from croupier_dsl.errors.variants import several_do
from croupier_dsl.literals import is_number
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

ClauseKind = Literal["rule", "table", "example", "advice", "flavour"]
ENGINE_REASONS = frozenset({"not_your_turn", "not_offered", "not_in_domain", "how_many", "incomplete", "over"})
"""The reasons for refusing a move that need no condition of the move."""
NOWHERE = "nowhere"
"""The path under `because` for clauses that contain no rule."""


class Paperwork:
    """Checks the clauses, rulings, sources and scenarios of one ruleset."""

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
        self.check_texts()
        self.check_clauses()
        sources.check_questions(self.ruleset, self.diagnostics)
        self.check_because()
        for scenario in self.ruleset.scenarios:
            self.check_scenario(scenario)

    def check_texts(self) -> None:
        """Report texts for parts that do not exist."""
        words = dict.fromkeys(words_of(self.names))
        known = dict.fromkeys(paths_of(self.names)) | words
        for path, entry in self.ruleset.text:
            self._check_path(path, words, known)
            for _, text in entry.words:
                for name in left_open(self.rules.values(), path.text, text):
                    choices = [choice.name for choice in self.rules[path.text.split(".")[1]].choices]
                    self.diagnostics.add(meaning.nothing_chosen_so(entry.span, name, choices))
                for name in self._not_shown(path.text, text):
                    shown = [each.text for each in shown_names(self.names)]
                    self.diagnostics.add(meaning.not_in_show(entry.span, name, shown))
        check_short(self.names, self.diagnostics)

    def _not_shown(self, path: str, text: str) -> Iterator[str]:
        """Yield the placeholders in the sentence of a shown part that are not in `show`."""
        shown = {name.text for name in shown_names(self.names)}
        if any(path == f"{self.names.path_of(name)}.{SENTENCE}" for name in shown):
            yield from (name for _, name in braced(text) if name not in shown)

    def _check_path(self, path: syntax.Name, words: Mapping[str, None], known: Mapping[str, None]) -> None:
        name = path.text.removesuffix(".noun").rpartition(".")[2]
        let = name.startswith("let ")
        if "." not in path.text or (path.text in known and not let) or names_a_number(self.names, path.text):
            return
        section = path.text.partition(".")[0]
        nouns = [word for word in words if word.endswith(f".{name.removeprefix('let ')}.noun")]
        named = [word for word in nouns if word.partition(".")[0] == section]
        told = meaning.words_for_a_name(path.span, path.text, named[0]) if named else self.no_part(path, known)
        self.diagnostics.add(told)

    def no_part(self, path: syntax.Name, known: Iterable[str]) -> Diagnostic:
        """Return the error that no part, or several statements, have this path."""
        above, name = paths.reach(paths.whole(self.ruleset.root), path.text)
        found = paths.alike(above, name)
        if found:
            return several_do(path.span, name, above.path, found)
        return meaning.unknown_part(path.span, path.text, known)

    def check_clauses(self) -> None:
        books = {name.text for name, _ in self.ruleset.books}
        seen: set[str] = set()
        settled = [*(r.name for r in self.ruleset.rulings), *(q.name for q in self.ruleset.questions)]
        for name in [*(c.name for c in self.ruleset.clauses), *settled]:
            if name.text in seen:
                self.diagnostics.add(meaning.clause_twice(name.span, name.text))
            seen.add(name.text)
        for clause in self.ruleset.clauses:
            self.check_books(clause.books, books)
            sources.check_passages(clause, books, self.diagnostics)
            if clause.kind is not None and clause.kind.text not in get_args(ClauseKind):
                self.diagnostics.add(
                    meaning.unknown_kind_of_clause(clause.kind.span, clause.kind.text, get_args(ClauseKind))
                )
        sources.check_words(self.ruleset.clauses, self.diagnostics)

    def check_books(self, cited: tuple[syntax.Name, ...], known: set[str]) -> None:
        """Report unknown books and repeated ones; nothing is reported if the ruleset lists no books."""
        for number, book in enumerate(cited):
            if known and book.text not in known:
                self.diagnostics.add(meaning.unknown_book(book.span, book.text, known))
            if book.text in {other.text for other in cited[:number]}:
                self.diagnostics.add(meaning.value_twice(book.span, book.text))

    def check_because(self) -> None:
        known = dict.fromkeys((*paths_of(self.names), NOWHERE))
        for entry in (*self.ruleset.because, *self.ruleset.told):
            if entry.path.text not in known:
                self.diagnostics.add(self.no_part(entry.path, known))
            self.check_sources(entry.sources, wanted=entry in self.ruleset.told)

    @property
    def citable(self) -> set[str]:
        """Return the names of clauses, rulings and questions."""
        written = self.ruleset
        questions = {question.name.text for question in written.questions}
        return {clause.name.text for clause in written.clauses} | {r.name.text for r in written.rulings} | questions

    def check_sources(self, cited: tuple[syntax.Name, ...], *, wanted: bool = False) -> None:
        """Report unknown clauses and rulings; nothing is reported if the ruleset cites no rulebook, or, for `wanted`
        ones, has no rulings."""
        if not (self.ruleset.clauses or (wanted and self.ruleset.rulings)):
            return
        known = self.citable
        for source in cited:
            if source.text not in known:
                self.diagnostics.add(meaning.unknown_clause(source.span, source.text, known))

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
        self.check_sources(scenario.sources)

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
        if said.reason.text not in conditions | bare | paths | ENGINE_REASONS | self.citable:
            told = meaning.unknown_reason(
                said.reason.span, said.reason.text, name, conditions, ENGINE_REASONS, self.citable
            )
            self.diagnostics.add(told)

    def equivalents(self, rules: ir.Rules) -> tuple[ir.Equivalent, ...]:
        """Return the declared equivalents that are mutations of these rules; entries of the base game whose part a
        variant has changed are skipped."""
        if not self.ruleset.equivalents:
            return ()
        from croupier_dsl.mutations import mutations_of  # most rulesets name none, and need not wait for it

        known = {mutation.name for mutation in mutations_of(rules)}
        found = []
        for written in self.ruleset.equivalents:
            name = written.mutation
            if name.text in known:
                found.append(ir.Equivalent(name.text, written.reason.words, place(name.span)))
            elif name.span.source not in self.ruleset.below:
                self.diagnostics.add(meaning.unknown_mutation(name.span, name.text, known))
        return tuple(found)

    # ------------------------------------------------------------ as meant

    def clauses(self) -> tuple[ir.Clause, ...]:
        books = tuple(name.text for name, _ in self.ruleset.books)
        return tuple(
            ir.Clause(
                clause.name.text,
                clause.books[0].text if clause.books else "",
                clause.place,
                cast(ClauseKind, clause.kind.text if clause.kind is not None else "rule"),
                clause.text.words,
                tuple(book.text for book in clause.books[1:]),
                place(clause.name.span),
                sources.marks(clause, books),
            )
            for clause in self.ruleset.clauses
        )

    def rulings(self) -> tuple[ir.Ruling, ...]:
        written = (
            ir.Ruling(ruling.name.text, ruling.text.words, place(ruling.name.span)) for ruling in self.ruleset.rulings
        )
        return (*written, *sources.answers(self.ruleset))

    @cached_property
    def parts(self) -> tuple[ir.Part, ...]:
        return tuple(ir.Part(path, place(span)) for path, span in parts_of(self.names))

    def cited_by(self, entries: tuple[syntax.Because, ...]) -> tuple[ir.Because, ...]:
        """Return the entries of `because` or `told`, with the place of each part."""
        places = {part.path: part.where for part in self.parts}
        return tuple(
            ir.Because(entry.path.text, tuple(source.text for source in entry.sources), places.get(entry.path.text))
            for entry in entries
        )

    def cited(self, rules: ir.Rules) -> ir.Rules:
        """Return the rules with the reasons for statements, which are cited by verb and object, at the paths of these
        statements."""
        every = (statement for _, statements in lists(rules) for statement in within(statements))
        found = {each.where: each.path for each in every if not isinstance(each, ir.Labelled) and each.where}
        every_entry = (*rules.because, *rules.told)
        named = {entry.path: found[entry.where] for entry in every_entry if entry.where in found}
        return replace(
            rules,
            because=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.because),
            told=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.told),
            parts=tuple(replace(each, path=named.get(each.path, each.path)) for each in rules.parts),
        )

    def seldom(self) -> tuple[ir.Seldom, ...]:
        return tuple(
            ir.Seldom(
                part.path.text,
                part.scenarios[0].text,
                part.reason.words,
                place(part.path.span),
                tuple(scenario.text for scenario in part.scenarios[1:]),
            )
            for part in self.ruleset.seldom
        )

    def scenarios(self) -> tuple[ir.Scenario, ...]:
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


def check_seldom(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Report `seldom` entries for parts that do not exist. (A part reached by a scenario is only known after play.)"""
    if not ruleset.seldom:
        return
    elements = elements_of(rules)
    known = elements.all
    scenarios = [scenario.name for scenario in rules.scenarios]
    for part in ruleset.seldom:
        if part.path.text not in known:
            path, rows = part.path, [row for row, element in known.items() if element.kind == "row"]
            pairs = elements.rows.get(path.text, [])
            diagnostics.add(meaning.unknown_element(path.span, path.text, known, rows, pairs))
        for scenario in part.scenarios:
            if scenario.text not in scenarios:
                diagnostics.add(meaning.unknown_scenario(scenario.span, scenario.text, scenarios))
