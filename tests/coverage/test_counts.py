"""What a tally says is what happened, and counting changes nothing."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from types import CellType, FunctionType

import pytest

from croupier import Game, load
from croupier.base.chance import Seed
from croupier.base.events import Decided
from croupier.compile.binding import bind
from croupier.compile.execute import Code
from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan, StagePlan, TriggerPlan
from croupier.model.program import Program
from croupier.seat.outcome import Outcome, ended
from croupier.simulate import play_game
from croupier.table.catalogue import find, locate
from croupier.workbench.coverage import measure, measure_scenarios
from croupier.workbench.coverage.counted import Table
from croupier.workbench.coverage.live import Live
from croupier.workbench.coverage.plans import Counter
from croupier.workbench.coverage.settings import Spread, option_values
from croupier.workbench.coverage.tally import Tally
from croupier_dsl import compile_text, ir
from croupier_dsl.elements import elements_of
from tests.printed import GAMES

from .small import ASKING, COUNTED, WANDERING

pytestmark = pytest.mark.in_turn(14)

ROOT = Path(__file__).parents[2]
SKETCHES = sorted(path for path in (ROOT / "tests" / "sketches" / "first").glob("*.yaml") if path.stem != "rami-71")
PLAYABLE = [*map(locate, GAMES), *SKETCHES]

BY_HAND = {
    # two seats throw two cards each, then neither has any; the second throw makes `thrown` 4, and the rule makes it 0
    "players.2": 1, "options.cards_each.default": 1, "options.bonus.no": 1,
    "zones.stock": 9, "zones.hand": 4, "zones.out": 4, "state.points": 5, "state.thrown": 5,
    "define.gain": 2, "define.gain.else": 2,
    "play": 1, "play.begin": 1, "play.begin.1": 1, "play.begin.2": 1, "play.begin.3": 1,
    "play.begin.3.each": 2, "play.begin.3.each.1": 2,
    # asked before each of five turns, and once more, when `times` ends the stage: the first condition holds from the
    # third on, and the second is only asked where it does
    "play.turn": 5, "play.turn.times": 1,
    "play.turn.until.empty_handed.yes": 4, "play.turn.until.empty_handed.no": 2, "play.turn.until.over.no": 4,
    "play.turn.else": 3, "play.turn.else.1": 3, "play.turn.end": 5, "play.turn.end.1": 5, "play.turn.end.1.else": 5,
    "moves.throw_all": 2, "moves.throw_all.offered": 2,
    "moves.throw_all.when.has_cards.yes": 2, "moves.throw_all.when.has_cards.no": 3,
    "moves.throw_all.do": 2, "moves.throw_all.do.1": 2, "moves.throw_all.do.1.each": 4,
    "moves.throw_all.do.1.each.1": 4, "moves.throw_all.do.1.each.2": 4, "moves.throw_all.do.2": 2,
    "moves.never_made.when.a_hundred.no": 5,
    # tried after eleven lists, and once more after it has fired
    "whenever.many": 1, "whenever.many.when.1.yes": 1, "whenever.many.when.1.no": 11,
    "whenever.many.do": 1, "whenever.many.do.1": 1,
    "result.win": 1, "result.score.else": 2,
}  # fmt: skip


def test_a_game_counted_by_hand() -> None:
    """Every number of a game without a choice is what a person counts who plays it with pencil and paper."""
    assert measure(compile_text(COUNTED), 1).counts == BY_HAND


LEFT_OUT = """\
croupier: 1
game: some-are-left-out
players: 2
cards: {attributes: {rank: 1..4}, copies: if points > 1 then 3 else 0}
tables: {points of card by rank: {1: 1, 2: 5, 3: 6, 4: 7}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, won of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to hand
  steps: {turn: {by: players, times: 2, moves: [take]}}
moves: {take: {choose: {card: one of hand}, do: move card to won}}
result: {score: sum of points of won}
"""


def test_what_copies_ask_of_kinds_is_asked_of_cards_later() -> None:
    """There is a table by kind before there are cards; and of one kind there is no card at all."""
    assert measure(compile_text(LEFT_OUT), 20).counts["tables.points.4"] > 0


def test_questions_and_choices_at_once_by_hand() -> None:
    """Of four turns one can answer: what is asked, answered and not; a look ahead of the engine counts nothing."""
    counts = measure(compile_text(ASKING), 1).counts
    asked = "moves.take.do.putting_back"
    told = {path: counts.get(path, 0) for path in measure(compile_text(ASKING), 1).elements.all if "moves." in path}
    assert told == {
        "moves.give": 2, "moves.give.offered": 2, "moves.give.choose.card": 2, "moves.give.do": 2, "moves.give.do.1": 2,
        "moves.take": 4, "moves.take.offered": 4, "moves.take.when.either.yes": 4, "moves.take.when.either.no": 0,
        "moves.take.do": 4, "moves.take.do.1": 4, asked: 4, f"{asked}.1": 4, f"{asked}.choose.back.nothing": 3,
        f"{asked}.choose.back": 1, f"{asked}.choose.back.1.yes": 1, f"{asked}.choose.back.1.no": 2, f"{asked}.2": 1,
    }  # fmt: skip


def test_any_path_that_because_may_name_has_a_count() -> None:
    """A condition has been judged so often, a section's parts fired, and what is fixed counts the games."""
    tally = measure(compile_text(COUNTED), 1)
    told = {"moves.throw_all.when": 5, "moves.throw_all.when.has_cards": 5, "moves": 2, "whenever": 1, "cards": 1}
    told |= {"cards.attributes": 1, "players": 1, "options.bonus": 1, "tables.worth": 0, "play.turn.by": 5}
    told |= {"play.turn.end.remark": 0, "play.turn.moves": 5, "define": 2, "result": 1}
    assert {path: tally.count(path) for path in told} == told
    with pytest.raises(KeyError):
        tally.count("moves.throw_al")


def test_where_a_part_is_first_reached() -> None:
    """The first game in which a part fires, with its players and options; None for what never does."""
    tally = measure(compile_text(COUNTED), 6, "4")
    assert tally.first("options.bonus.yes") is not None
    first = tally.first("define.gain.then")
    assert first is not None
    assert first.setting is not None
    assert first.setting.options == (("bonus", "yes"),)
    assert first.seed.startswith("4:")
    assert "croupier simulate x --players 2 --option bonus=yes" in first.command("x")
    assert first.command("x").endswith(f"--seed {first.seed}")
    assert tally.first("moves.never_made") is None


def test_a_scenario_is_counted_by_itself() -> None:
    """What a scenario does counts, and what it says is refused; what it compares does not."""
    tally = measure_scenarios(compile_text(COUNTED))
    assert (tally.played, tally.scenarios, tally.told) == (0, 2, "2 scenarios")
    assert tally.count("moves.throw_all") == 2
    assert tally.counts["moves.never_made.when.a_hundred.no"] >= 1
    assert tally.count("define.gain.then") == tally.count("define.gain.else") == 1
    assert tally.first("define.gain.then").scenario == "nothing_to_throw"  # type: ignore[union-attr]  # it has fired


@pytest.mark.parametrize("rounds", ["1", pytest.param("2", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_counting_changes_no_game(name: str, policy: str, rounds: str) -> None:
    """The same seed gives the same log and the same outcome, counted or not."""
    rules = find(name)
    options = {"rounds": rounds} if any(option.name == "rounds" for option in rules.options) else {}
    limit = 100 if rounds == "1" else None
    table = Table(elements_of(rules), rules.players[0], options, limit=limit)
    seed = Seed(5, 3)
    _, counted = table.play(seed, [policy] * rules.players[0])
    plain = load(name, rules.players[0], options, limit=limit)
    game = Game(plain, str(seed))
    for note in counted._state.log.notes():
        if isinstance(note, Decided) and not game.over:  # a decision, as it was made
            move = game.rules.program.moves[note.move].name
            game.play(note.seat, " ".join([move, *(f"{name}={value}" for name, value in note.words)]))
    assert game._state.log == counted._state.log
    assert play_game(plain, seed, [policy] * rules.players[0]).outcome == counted.outcome


def test_the_same_seed_gives_the_same_tally_in_any_number_of_processes() -> None:
    """One process or two, what was counted and where it was first reached is the same."""
    rules = compile_text(COUNTED)
    alone, shared = measure(rules, 20, "7"), measure(rules, 20, "7", jobs=2)
    assert alone.to_json() == shared.to_json()
    assert alone.to_json() != measure(rules, 20, "8").to_json()
    assert json.loads(json.dumps(alone.to_json())) == alone.to_json()


def test_that_no_player_is_meant_is_told_and_not_missed() -> None:
    """A loop over players that finds nobody is counted and not expected; of a loop over cards both are expected."""
    tally = measure(compile_text(WANDERING), 1)
    assert (tally.count("play.begin.2.nothing"), tally.count("play.begin.3.nothing")) == (1, 1)
    expected = {element.path for element in tally.elements.all.values() if element.expected}
    loops = {f"play.begin.{n}.{what}" for n in (2, 3) for what in ("each", "nothing")}
    assert loops & expected == {"play.begin.2.each", "play.begin.3.each", "play.begin.3.nothing"}


def test_what_the_table_alone_shows_is_told_and_not_missed() -> None:
    """Play never asks for it; a definition that play asks for too, or that nothing asks for, is expected."""
    shown = """
define:
  gain: if bonus then 10 else 1
  most: count of three of out
  richest: if fee > 0 then most else gain
  unread: thrown
combos: {three: {same: rank, size: 3}}
show: [gain, richest]
"""
    text = COUNTED.replace("define:\n  gain: if bonus then 10 else 1\n", shown[1:])
    text = text.replace("zones:", "  fee by thrown: {0: 1, else: 2}\nzones:", 1)
    elements = measure(compile_text(text), 0).elements.all
    paths = {path for path in elements if path.startswith(("define.", "combos.", "tables.fee."))}
    assert {path for path in paths if elements[path].expected} == {
        "define.gain", "define.gain.then", "define.gain.else", "define.unread",
    }  # fmt: skip
    assert {"define.richest.then", "define.most", "combos.three", "tables.fee.0"} < paths


def test_a_range_without_end_is_tried_above_its_default() -> None:
    """Also where the default is its lowest value, as with a number of rounds that is nought for none."""
    program = bind(compile_text(WANDERING))
    assert option_values(program) == {
        "rounds": ("0", "1", "3"), "limit": ("50", "0", "1", "25", "100"), "pay": ("3", "2", "4"),
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_need_refuses_a_table(name: str) -> None:
    """A table that a need refuses is looked for, and not left to the chance that draws options."""
    rules = find(name)
    spread = Spread(rules, 0)
    for _ in islice(spread.settings(), 60):
        pass
    needs = {need.path.rpartition(".")[2] for option in rules.options for need in option.needs}
    assert needs <= {refused.reason for _, refused in spread.refused}


def test_time_ends_a_run_between_games() -> None:
    """With no time at all nothing is played, and the tally says so."""
    assert measure(compile_text(COUNTED), 50, seconds=0.0).played == 0


def test_time_ends_scenarios_too() -> None:
    """Also those of what is seldom reached: nothing is said of them that was not seen."""
    rules = find("rami")
    assert rules.seldom
    tally = measure(rules, 50, seconds=0.0, scenarios=True)
    assert (tally.played, tally.scenarios, tally.excused, tally.broken) == (0, 0, {}, [])


@pytest.mark.parametrize("path", PLAYABLE, ids=lambda path: path.stem)
def test_every_part_that_because_may_name_has_a_count(path: Path) -> None:
    """Nothing that a ruleset, or whoever reads it, can name by path is unknown to a tally."""
    tally = Tally(elements_of(find(path)))
    assert {tally.count(part.path) for part in tally.rules.parts} == {0}


@pytest.mark.parametrize("name", GAMES)
def test_every_condition_move_stage_and_rule_is_an_element(name: str) -> None:
    """Nothing with a name of its own is left out."""
    rules = find(name)
    paths = set(elements_of(rules).all)
    named = [f"moves.{move.name}" for move in rules.moves] + [f"whenever.{trigger.name}" for trigger in rules.triggers]
    named += [f"define.{definition.name}" for definition in rules.definitions]
    conditions = [c for move in rules.moves for c in move.conditions]
    conditions += [c for trigger in rules.triggers for c in trigger.conditions]
    conditions += _until(rules.play)
    named += [f"{c.path}.{answer}" for c in conditions for answer in ("yes", "no")]
    assert not set(named) - paths


def _until(stage: ir.Stage) -> list[ir.Condition]:
    return [*stage.when, *stage.until, *(c for step in stage.steps for c in _until(step))]


@pytest.mark.parametrize("name", GAMES)
def test_a_program_that_nobody_watches_has_no_trace_of_it(name: str) -> None:
    """No function in its plans comes from where counting is done; of a watched one many do."""
    rules = find(name)
    counting = str(Path("croupier") / "workbench" / "coverage")
    plain = [f for f in _functions(load(name).program) if counting in f]
    assert not plain
    watched = bind(rules, watcher=Counter(Live(elements_of(rules))))
    assert len([f for f in _functions(watched) if counting in f]) > 50


def _functions(program: Program) -> list[str]:
    """The files of all functions that the plans of a program hold."""
    found, seen = list[str](), set[int]()
    todo: list[object] = [program.root, [*program.moves.values()], program.triggers, program.scores, program.losers]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, str | int | None | ir.Rules):
            continue
        seen.add(id(one))
        if isinstance(one, list | tuple):
            todo.extend(one)
        elif isinstance(one, dict):
            todo.extend(one.values())
        elif isinstance(one, FunctionType):
            found.append(one.__code__.co_filename)
            todo.extend(cell.cell_contents for cell in one.__closure__ or () if _filled(cell))
        elif isinstance(one, StagePlan | MovePlan | ChoicePlan | ConditionPlan | TriggerPlan | Code):
            todo.extend(getattr(one, name) for name in one.__slots__ if hasattr(one, name))
    return found


def _filled(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


@pytest.mark.parametrize("name", GAMES)
def test_few_parts_are_declared_to_be_seldom_reached(name: str) -> None:
    """At most five in a game, and the scenarios that they name reach them."""
    rules = find(name)
    assert len(rules.seldom) <= 5
    assert measure(rules, 0).broken == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_play_reaches_everything_else(name: str) -> None:
    """No part of a bundled game is without a game that comes to it, but those that are declared."""
    assert [element.path for element in measure(find(name), 300, "3", jobs=2).never()] == []


def test_partners_win_one_victory() -> None:
    """A victory of one team is a win; only equal teams share it."""
    rules, _, _ = COUNTED.partition("scenarios:")
    program = bind(compile_text(rules.replace("players: 2", "players: 4\nteams: 2")), 4)
    one_team, both = (Outcome(True, seats, (), ((1,),) * 4, (1,) * 4, "highest", 1) for seats in ((0, 2), (0, 1, 2, 3)))
    assert list(ended(program, one_team)) == ["result.win"]
    assert list(ended(program, both)) == ["result.shared"]
