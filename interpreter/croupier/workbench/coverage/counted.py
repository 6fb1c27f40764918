"""Count how often each element fires in one game, or in one scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.faults import CroupierError, RulesFault
from croupier.base.notes import NOTES
from croupier.compile.binding import bind
from croupier.fast import Counted, OutOfRange, lowered
from croupier.fast.handed import or_reference, sharing
from croupier.seat.outcome import ended, outcome
from croupier.seat.views import REFEREE, log
from croupier.simulate import met
from croupier.table.game import Game, Rules
from croupier.thinking import GamePlayers
from croupier.workbench.coverage.live import Live
from croupier.workbench.coverage.plans import Counter
from croupier.workbench.scenarios import ScenarioResult, play_scenario, run_scenario
from croupier_dsl import Elements, ir

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.base.moves import Move
    from croupier.fast.engine import On
    from croupier.model.program import Program
    from croupier.model.state import State

Counts = dict[str, int]
"""The number of times each element fired; elements that did not fire are absent."""


class Table:
    """Rules bound to options and a number of players, with closures that count, and once more without."""

    def __init__(
        self,
        elements: Elements,
        players: int,
        options: Mapping[str, str],
        *,
        limit: int | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.live = Live(elements)
        self.plain = Rules(bind(elements.rules, players, options, limit=limit, names=names))
        watcher = Counter(self.live)
        self.rules = Rules(bind(elements.rules, players, options, limit=limit, names=names, watcher=watcher))
        self.engines: dict[tuple[On, bool], Counted | None] = {}
        self.always = {i for i, number in enumerate(self.live.take()) if number}

    def play(
        self, seed: Seed, policies: Sequence[str], until: float | None = None, left: int | None = None
    ) -> tuple[Counts | None, Game]:
        """Play one game to its end, as `simulate` would; nothing is counted of one that is not over by `until`. `left`:
        the number of decisions after which compiled rules left it.

        Search players look ahead in a twin of the game that does not count. A fault of the rules carries the game.
        """
        self._begin()
        players = GamePlayers(self.plain, seed, policies, left, hurries=True)
        made: list[tuple[int, Move]] = []
        trying: tuple[int, Move] | None = None
        try:
            with sharing(players.left, -1):
                game = Game(self.rules, str(seed))
            thinking = game if set(policies) == {"random"} else Game(self.plain, str(seed))
            while game.to_act:
                if until is not None and monotonic() > until:
                    return None, game
                with sharing(players.left, len(made)):
                    trying = self._chosen(game, thinking, players)
                    game.play(*trying)
                    if thinking is not game:
                        thinking.play(*trying)
                made.append(trying)
                trying = None
            players.note_left(game)
            return self._counts(game._state), game
        except RulesFault as fault:
            raise met(fault, self.plain, seed, made, trying) from None
        finally:
            if players.handed is not None:
                NOTES.hand(players.handed)

    def _chosen(self, game: Game, thinking: Game, players: GamePlayers) -> tuple[int, Move]:
        """Return the current player and its move. Listing the moves counts; putting them into words does not."""
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        with self.live.aside():
            index = thinking.legal_moves(seat).place(players.choose(thinking))
            assert index is not None
            return seat, moves[index]

    def quickly(
        self, seed: Seed, policies: Sequence[str], until: float | None = None, on: On = "python", foresees: bool = False
    ) -> Counts | None:
        """Return the counts of a game, on compiled rules if possible and if all players choose there; None if it is not
        over by `until`.

        `foresees`: other games have players that look ahead.
        """
        engines = self._compiled(on, foresees, "greedy" in policies) if lowered(policies) else None
        if engines is None:
            return self.play(seed, policies, until)[0]
        try:
            game = engines.play(seed, policies, until)
        except OutOfRange as left:  # the reference has the words
            return self.play(seed, policies, until, left.decisions)[0]
        if not game.over:
            return None
        found = dict(game.fired)
        paths = list(self.live.index)
        for i in self.always:
            found.setdefault(paths[i], 1)
        found.update(dict.fromkeys(_settled(self.rules.program, self.live.index), 1))
        return found

    def _compiled(self, on: On, foresees: bool, greedy: bool) -> Counted | None:
        """Return the engines for such games, compiled once."""
        key = on, greedy
        if key not in self.engines:
            made = or_reference(lambda: Counted(self.plain, on, greedy=greedy, foresees=foresees))
            self.engines[key] = made
        return self.engines[key]

    def act(self, scenario: ir.Scenario) -> tuple[Counts, ScenarioResult]:
        """Play a scenario at this table; what it compares is not counted."""
        self._begin()
        result, game = play_scenario(self.rules, scenario, self.live.aside)
        return {} if game is None else self._counts(game._state), result

    def _begin(self) -> None:
        self.rules.program.combos.forget()
        self.live.take()

    def _counts(self, state: State) -> Counts:
        """Return the counts of a game, with the events of its log."""
        live = self.live
        if state.over:
            for path in _results(state):
                live.add(path)
        for path in _happened(state):
            live.add(path)
        counts = live.take()
        paths = list(live.index)
        found = {paths[i]: counts[i] or 1 for i in range(len(paths)) if counts[i] or i in self.always}
        found.update(dict.fromkeys(_settled(self.rules.program, live.index), 1))
        return found


def _results(s: State) -> Iterator[str]:
    """Yield the elements of the result; this computes the scores."""
    yield from ended(s.program, outcome(s))


def _happened(s: State) -> Iterator[str]:
    """Yield the elements in the log: stages performed, moves made, cards moved, state set, melds made."""
    program = s.program
    for event in log(s, REFEREE):
        data = event.data
        match event.kind:
            case "stage":
                yield program.stage_paths[data["stage"]]
            case "decision":
                move = next(move for move in program.rules.moves if move.name == data["move"])
                yield from _decided(move, list(data.get("choices", ())))
            case "move":
                yield from [f"zones.{_declared(data['to'])}"] * data["count"]
            case "set":
                yield f"state.{_declared(data['variable'])}"
            case "meld":
                yield f"combos.{data['combo']}.laid"


def _declared(name: str) -> str:
    """Return a zone or a variable without whose it is."""
    return name.partition(" of ")[0]


def _decided(move: ir.MoveRule, chosen: list[str]) -> Iterator[str]:
    """Yield a move with its choices, or the answer to a question that it asks."""
    if chosen == [choice.name for choice in move.choices]:
        yield move.path
        yield from (choice.path for choice in move.choices)


def _settled(program: Program, index: Mapping[str, int]) -> Iterator[str]:
    """Yield the number of players and the options of a table, and that their needs hold."""
    yield f"players.{program.seats}"
    constant = program.planner.constant
    for option in program.rules.options:
        path, value = option.path, program.options[option.name]
        spelled = program.spell(option.type, value)
        if f"{path}.{spelled}" in index:
            yield f"{path}.{spelled}"
        for name, end in (("lowest", option.low), ("default", option.default), ("highest", option.high)):
            if f"{path}.{name}" in index and end is not None and constant(end) == value:
                yield f"{path}.{name}"
        yield from (f"{need.path}.yes" for need in option.needs)


def count_scenario(elements: Elements, scenario: ir.Scenario) -> tuple[Counts, ScenarioResult]:
    """Play one scenario and count; nothing is counted of one that is refused a table."""
    if scenario.refused:
        result = run_scenario(elements.rules, scenario)
        needs = refusing(elements.rules, scenario.refused)
        return (dict.fromkeys(needs, 1) if result.passed else {}), result
    try:
        table = Table(elements, len(scenario.seats), dict(scenario.options), names=scenario.seats)
    except CroupierError:
        return {}, run_scenario(elements.rules, scenario)
    return table.act(scenario)


def refusing(rules: ir.Rules, name: str) -> Iterator[str]:
    """Yield the needs of options that go by this name: one of them has refused the table."""
    for option in rules.options:
        for need in option.needs:
            if need.path.rpartition(".")[2] == name:
                yield f"{need.path}.no"
