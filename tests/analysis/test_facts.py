"""What the table of facts says holds in play: over games of every ruleset, and of rulesets drawn by chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base.chance import Stream
from croupier.base.effort import EFFORT, OutOfTime
from croupier.compile.binding import bind
from croupier.table.catalogue import find
from croupier_dsl import compile_text, ir
from croupier_dsl.analysis.moving import own_parts, stores_written
from croupier_dsl.analysis.reading import TURN, Facts, Store, stores_read, unread_variables
from croupier_dsl.analysis.values import may_be_none, possible_value, ranges
from tests.law.rulesets import accepted
from tests.printed import GAMES

pytestmark = pytest.mark.in_turn(10)

DECISIONS = 40
SECONDS = 2.0

HEAPS = """croupier: 1
game: heaps
players: 2..3
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  tucked of player: pile seen by nobody
  gone: pile seen by nobody
  heap: pile top seen by everyone
  hand of player: set seen by owner
state:
  memory of player: number seen by nobody
  told of player: number
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 7 of stock to hand
    - move top of stock to heap
  steps:
    turn: {by: players, until: some of players where hand is empty, moves: [tuck, follow, waste]}
moves:
  tuck:
    choose: {card: one of hand}
    do:
      - move card to tucked
      - add 1 to memory
  follow:
    choose: {card: one of hand}
    when: {suits: suit of card is suit of top of heap}
    do: move card to heap
  waste:
    choose: {card: one of hand}
    do:
      - move card to gone
      - add 1 to told
result: {best: highest, score: count of tucked * 10 + told}
"""


def heaps() -> ir.Rules:
    return compile_text(HEAPS, "heaps.yaml")


def whole(name: str) -> ir.Rules:
    return heaps() if name == "heaps" else find(name)


Held = dict[Store, Any]


def held(game: Game) -> Held:
    """What stands in each store."""
    s = game._state
    p = s.program
    found: Held = {}
    for place in p.places:
        found["zone", place.zone.name] = [*found.get(("zone", place.zone.name), ()), list(s.zones[place.index])]
    for name, at in p.variables.items():
        found["variable", name] = s.variables[at.base : at.base + at.size]
    for name, column in p.card_variables.items():
        found["variable", name] = list(s.card_variables[column])
    for name, index in p.stage_index.items():
        found["count", name] = s.counts[index]
    found["turned", ""] = set(s.revealed)
    found["owner", ""] = list(s.placed)
    found["direction", ""] = s.direction
    found[TURN] = [(f.stage.index, f.actor, f.following, f.turns_left, f.seats) for f in s.frames]
    return found


def changed(before: Held, after: Held) -> set[Store]:
    return {store for store in after if before[store] != after[store]}


TABLES = [(name, at) for name in (*GAMES, "heaps") for at in ("fewest", "most")]


def table(name: str, at: str) -> Rules:
    source = whole(name)
    return rules_of(source, source.players[0 if at == "fewest" else -1])


def rules_of(source: ir.Rules, players: int) -> Rules:
    return Rules(bind(source, players, {}))


MANY = pytest.mark.parametrize("many", [12, pytest.param(40, marks=pytest.mark.slow)])


def drawn(many: int) -> Iterator[tuple[Rules, int]]:
    """Rulesets of sentences drawn by chance."""
    for seed in range(many):
        source = accepted(seed)
        if source is not None:
            yield rules_of(source, 2 + seed % 2), seed


def played(rules: Rules, seed: int, most: int = DECISIONS) -> Iterator[Game]:
    """A game by random players, at each of its positions."""
    below = Stream(seed, 1).below
    try:
        with EFFORT.until(time.monotonic() + SECONDS):
            game = Game(rules, str(seed))
            for _ in range(most):
                yield game
                if not game.to_act:
                    return
                seat = game.to_act[below(len(game.to_act))]
                legal = game.legal_moves(seat)
                game.play(seat, legal[below(len(legal))])
    except (RulesFault, OutOfTime):
        return


# ---------------------------------------------------------------- what lists change


def watched(rules: Rules, seed: int, seen: list[int]) -> None:
    """Every operation of every list changes nothing but what its list is said to change."""
    program = rules.program
    facts = program.planner.facts
    game: list[Game] = []

    def watch(code: Any, owner: ir.MoveRule | ir.Trigger | ir.Stage) -> None:
        may = stores_written(facts, *own_parts(owner))

        def around(op: Any) -> Any:
            def run(s: Any, env: Any) -> int:
                if not game or s is not game[0]._state:
                    return op(s, env)
                before = held(game[0])
                try:
                    return op(s, env)
                finally:
                    did = changed(before, held(game[0]))
                    seen.append(len(did))
                    assert did <= may, (code.path, did - may)

            return run

        if code is not None:
            code.ops[:] = [around(op) for op in code.ops]

    for move in program.moves.values():
        watch(move.do, move.move)
    for trigger in program.triggers:
        watch(trigger.do, trigger.trigger)
    stages = [program.root]
    while stages:
        stage = stages.pop()
        stages += stage.steps
        for code in (stage.begin, stage.otherwise, stage.end):
            watch(code, stage.stage)
    for at in played(rules, seed):
        game[:] = [at]


@pytest.mark.parametrize(("name", "at"), TABLES)
def test_a_list_changes_nothing_but_what_it_is_said_to_change(name: str, at: str) -> None:
    seen: list[int] = []
    watched(table(name, at), 5, seen)
    assert sum(seen) > 50


@MANY
def test_a_drawn_list_changes_nothing_but_what_it_is_said_to_change(many: int) -> None:
    seen: list[int] = []
    for rules, seed in drawn(many):
        watched(rules, seed, seen)
    assert sum(seen) > many // 2


# ---------------------------------------------------------------- what conditions read


def steady(rules: Rules, seed: int) -> int:
    """A condition comes out the same wherever nothing that it reads has changed; how often that was so."""
    program = rules.program
    facts = program.planner.facts
    conditions = [gate.condition.expr for move in program.moves.values() for gate in move.gates]
    conditions += program.rules.result.scores
    stages = [program.root]
    while stages:
        stage = stages.pop()
        stages += stage.steps
        conditions += [until.expr for until in stage.stage.until]
    tests = [(expr, program.planner.plan(expr), stores_read(facts, expr)) for expr in conditions]
    known: dict[tuple[int, int], tuple[Held, Any]] = {}
    same = 0
    for game in played(rules, seed):
        now = held(game)
        for number, (_expr, test, reads) in enumerate(tests):
            if ("chance", "") in reads:
                continue
            for seat in range(program.seats):
                try:
                    value = repr(test(game._state, [seat, seat, *[None] * 20]))
                except RulesFault:
                    continue
                there = {store: now[store] for store in reads if store in now}
                if (number, seat) in known and known[number, seat][0] == there:
                    same += 1
                    assert known[number, seat][1] == value, conditions[number]
                known[number, seat] = there, value
    return same


@pytest.mark.parametrize(("name", "at"), TABLES)
def test_a_condition_changes_only_with_what_it_reads(name: str, at: str) -> None:
    assert steady(table(name, at), 6) > 1


@MANY
def test_a_drawn_condition_changes_only_with_what_it_reads(many: int) -> None:
    assert sum(steady(rules, seed) for rules, seed in drawn(many)) > many


# ---------------------------------------------------------------- how zones are used


def without(game: Game, stores: set[Store]) -> Held:
    return {store: value for store, value in held(game).items() if store not in stores}


def follow(game: Game, other: Game, seed: int, but: set[Store]) -> None:
    """Both games go on alike: the same may be chosen, and the same comes of it, but for these stores."""
    below = Stream(seed, 2).below
    for _ in range(12):
        assert game.to_act == other.to_act
        assert without(game, but) == without(other, but)
        if not game.to_act:
            return
        seat = game.to_act[below(len(game.to_act))]
        legal = [str(move) for move in game.legal_moves(seat)]
        assert legal == [str(move) for move in other.legal_moves(seat)]
        text = legal[below(len(legal))]
        game.play(seat, text)
        other.play(seat, text)


def test_nobody_plays_otherwise_for_state_that_nothing_reads() -> None:
    assert unread_variables(Facts(heaps())) == {"memory"}
    for game in played(rules_of(heaps(), 2), 11):
        other = game.copy()
        at = other._state.program.variables["memory"]
        for index in range(at.base, at.base + at.size):
            other._state.variables[index] = 999 - index
        follow(game.copy(), other, 1, {("variable", "memory")})


# ---------------------------------------------------------------- what state may be worth


def ranged(rules: Rules, seed: int) -> int:
    """State is always in its range, and never none if it is said not to be; how often a bound was kept to."""
    facts, program = rules.program.planner.facts, rules.program
    kept = 0
    for game in played(rules, seed):
        now = held(game)
        for name, variable in facts.variables.items():
            values = now["variable", name]
            if variable.type.many or (variable.per == "card" and variable.life):
                continue
            assert name in may_be_none(facts) or None not in values, name
            low, high = ranges(facts).get(name, (0, 0))
            for value in values if variable.type == ir.NUMBER else ():
                assert value is None or low <= value <= high, (name, value, low, high)
                kept += abs(low) < ir.LARGEST_NUMBER or abs(high) < ir.LARGEST_NUMBER
        for score in program.rules.result.scores:
            known = possible_value(facts, score, {})
            try:
                found = program.planner.plan(score)(game._state, [None, 0])
            except RulesFault:
                continue
            assert known.none or found is not None
            assert found is None or known.low is None or known.low <= found
            assert found is None or known.high is None or found <= known.high
    return kept


def test_numbers_stay_in_their_ranges() -> None:
    assert sum(ranged(table(name, at), 12) for name, at in TABLES) > 100


@MANY
def test_drawn_numbers_stay_in_their_ranges(many: int) -> None:
    assert sum(ranged(rules, seed) for rules, seed in drawn(many)) > many // 2


COUNTED = HEAPS.replace(
    "  told of player: number\n", "  told of player: number\n  best: number or none\n  back: number\n"
).replace("      - add 1 to told\n", "      - add 1 to told\n      - add -2 to back\n      - set best to 3\n")


def test_how_far_a_number_goes() -> None:
    most = ir.LARGEST_NUMBER
    facts = Facts(compile_text(COUNTED, "counted.yaml"))
    assert ranges(facts) == {"memory": (0, most), "told": (0, most), "best": (3, 3), "back": (-most, 0)}
    assert may_be_none(facts) == {"best"}
