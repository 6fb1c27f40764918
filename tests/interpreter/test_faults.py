"""A fault of the rules names the sentence that did it, wherever that stands, and the cards that it was asked about."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import Game, RulesFault, SetupError
from croupier.base.effort import EFFORT
from croupier.cli import main
from croupier.compile.binding import bind
from croupier.native.compilers import Unbuilt, compiler
from croupier.table.game import Rules
from croupier_dsl import compile_text

GAME = """
croupier: 1
game: faults
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state: {whose: player or none, total of player: number}
combos: {run: {same: suit, sequence: A..K, size: 3..}}
play:
  begin: [move deck to stock, {for each of players: move top 20 of stock to hand}, BEGIN]
  steps: {turn: {by: players, until: {enough: UNTIL}, times: 9, moves: [lay], end: END}}
moves:
  lay:
    choose: {card: one of hand}
    when: {fine: WHEN}
    do:
      - move card to heap
      - if count of heap > 50: add 1 to total
        else if count of heap is 2: DO
        else: add 2 to total
whenever: {watch: {when: {seen: ALWAYS}, do: add 1 to total}}
result: {score: SCORE}
"""
PARTS = {
    "BEGIN": "set whose to none",
    "UNTIL": "hand is empty",
    "END": "add 1 to total",
    "WHEN": "count of hand > 0",
    "DO": "add 3 to total",
    "ALWAYS": "count of heap > 60",
    "SCORE": "total",
}
NOBODY = "move top of stock to hand of whose"
FOR_EVER = "count of (deck where count of (deck where count of deck > 51) > 51) > 51"


def text(**parts: str) -> str:
    """The game with these sentences in it."""
    found = GAME
    for name, words in (PARTS | parts).items():
        found = found.replace(name, words)
    return found


def fault(**parts: str) -> RulesFault:
    """What a game of these rules ends in."""
    rules = Rules(bind(compile_text(text(**parts), "faults.yaml")))
    with pytest.raises(RulesFault) as caught:
        play(rules)
    return caught.value


def play(rules: Rules) -> None:
    """A whole game, each time by the first move that there is."""
    game = Game(rules, 1)
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    assert game.outcome is not None


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"BEGIN": NOBODY}, "play.begin"),
        ({"END": NOBODY}, "play.turn.end"),
        ({"DO": NOBODY}, "moves.lay.do"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_statement(parts: dict[str, str], path: str) -> None:
    """A statement is named by its list and by where it stands."""
    found = fault(**parts)
    assert found.path == path
    assert found.where is not None
    line = text(**parts).splitlines()[found.where.line - 1]
    assert line[found.where.column - 1 :].startswith(NOBODY)
    assert str(found) == f"{found.problem}, in {path}"


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ({"UNTIL": FOR_EVER}, "play.turn.until.enough"),
        ({"WHEN": FOR_EVER}, "moves.lay.when.fine"),
        ({"ALWAYS": FOR_EVER}, "whenever.watch.when.seen"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_condition(parts: dict[str, str], path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition that asks for more than can be worked out is named, with its words."""
    monkeypatch.setattr("croupier.base.effort.BUDGET", 1_000)
    EFFORT.renew()
    found = fault(**parts)
    assert (found.path, found.text) == (path, FOR_EVER)


AHEAD = """
croupier: 1
game: ahead
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody}
state: {laid in turn: number}
play: {steps: {turn: {by: players, times: 4, must: laid is 100, steps: {act: {times: 9, moves: [one, two]}}}}}
moves: {one: {do: [add 1 to laid, LIST]}, two: {do: [add 2 to laid, LIST]}}
result: {score: seat}
"""


@pytest.mark.costly
@pytest.mark.parametrize(("statements", "fails"), [(3, False), (2_000, True)])
def test_a_long_list_of_short_statements(statements: int, fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements that look at no collection cost something too, where a move has many of them and a look ahead makes
    it again and again; a short list does not."""
    monkeypatch.setattr("croupier.base.effort.BUDGET", 700_000)
    EFFORT.renew()
    lets = ", ".join(["let n0 be laid", *(f"let n{number} be n{number - 1} + 1" for number in range(1, statements))])
    rules = Rules(bind(compile_text(AHEAD.replace("LIST", lets))))
    if fails:
        with pytest.raises(
            RulesFault,
            match=r"cannot determine within the computation limit of one decision .*no cards in hand.*play\.turn\.must",
        ):
            Game(rules, 0)
    else:
        assert Game(rules, 0).stuck


def test_the_cards_that_are_arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where melds were looked for, the hand and its size are told, and not what is in it."""

    def give_up(*_: object) -> None:
        raise RulesFault("too much")

    monkeypatch.setattr("croupier.combos.solver.Solver.melds", give_up)
    found = fault(WHEN="count of run of hand < 90")
    assert found.path == "moves.lay.when.fine"
    assert found.cards == "20 cards of hand of P1"
    assert "arranging 20 cards of hand of P1, in moves.lay.when.fine" in str(found)


HUGE = "count of (1..(step * 999999999) as x where x > 3) > 3"
PLACES = """
croupier: 1
game: places
players: 2
options: {most: 1..999999999}
cards: {deck: french52, copies: COPIES, wild: WILD}
zones:
  hand of player: set seen by owner
  stock: pile seen by nobody
  spare: SPARE seen by nobody
  heap of KEYS: pile seen by nobody
state: {total of player: number, step: number}
define: {small: step > most, huge: HUGE, outer: huge or small}
combos: {run: {same: suit, sequence: A..K, size: SIZE}}
play:
  begin:
    - move deck to stock
    - for each of players: move top 20 of stock to hand
    - set step to 2
    - move spare to heap of 1
  steps:
    turn:
      by: BY
      times: TIMES
      must: {kept: MUST}
      steps: {act: {when: {due: STAGE}, moves: [act]}}
moves:
  act:
    choose: {card: CARD}
    when: {fine: WHEN}
    do:
      - DO
      - move hand to stock
whenever: {watch: {each: EACH, when: step > 3, do: add 1 to step}}
result: {score: SCORE}
"""
AS_IT_IS = {
    "SPARE": "pile", "KEYS": "1..most", "BY": "players", "TIMES": "3", "MUST": "step > 0", "STAGE": "step > 0",
    "CARD": "one of hand", "WHEN": "step > 0", "DO": "add 1 to total", "COPIES": "1", "WILD": "rank is 2",
    "SIZE": "3..", "EACH": "players", "SCORE": "total",
}  # fmt: skip
COUNT = HUGE.removesuffix(" > 3")
WAYS = "P1 has more than 100,000 ways to choose card (hand: 9C 9D 9H 9S 10C"
RANGE = "a range of 1,999,999,998 is too long to go through one by one (limit 100,000); shorten it"


def placed(**parts: str) -> str:
    """The game with these sentences in it."""
    found = PLACES
    for name, words in (AS_IT_IS | parts | {"HUGE": HUGE}).items():
        found = found.replace(name, words)
    return found


@pytest.mark.parametrize(
    "engine",
    [
        "reference",
        pytest.param("python", marks=pytest.mark.costly),
        pytest.param("c", marks=pytest.mark.in_turn(8)),
    ],
)
@pytest.mark.parametrize(
    ("parts", "problem", "places"),
    [
        ({"CARD": "0..20 of hand"}, WAYS, ["in moves.act.choose.card (LINE): card: 0..20 of hand"]),
        ({"CARD": "one of 1..(step * 999999999)", "DO": "add card to total"}, RANGE,
         ["in moves.act.choose.card (LINE): card: one of 1..(step * 999999999)"]),
        ({"DO": "choose: {other: one of 1..(step * 999999999)}", "CARD": "1 of hand"}, RANGE,
         ["in moves.act.do.choose.other (LINE): other: one of 1..(step * 999999999)"]),
        ({"CARD": f"one of hand where {HUGE}"}, RANGE, [f"in moves.act.choose.card.1 (LINE): {HUGE}"]),
        ({"WHEN": HUGE}, RANGE, [f"in moves.act.when.fine (LINE): {HUGE}"]),
        ({"MUST": HUGE}, RANGE, [f"in play.turn.must.kept (LINE): {HUGE}"]),
        ({"MUST": "huge"}, RANGE, [f"in define.huge (LINE): huge: {HUGE}", "used in play.turn.must.kept (LINE): huge"]),
        ({"STAGE": HUGE}, RANGE, [f"in play.turn.act.when.due (LINE): {HUGE}"]),
        ({"WHEN": "outer"}, RANGE,
         [f"in define.huge (LINE): huge: {HUGE}", "used in define.outer (LINE): outer: huge or small",
          "used in moves.act.when.fine (LINE): outer"]),
        ({"DO": "if huge: add 1 to total"}, RANGE,
         [f"in define.huge (LINE): huge: {HUGE}", "used in moves.act.do (LINE): if huge: add 1 to total"]),
        ({"TIMES": COUNT}, RANGE, [f"in play.turn.times (LINE): times: {COUNT}"]),
        ({"BY": "players where huge"}, RANGE,
         [f"in define.huge (LINE): huge: {HUGE}", "used in play.turn.by (LINE): by: players where huge"]),
        ({"BY": "players from (first of (players where huge))"}, RANGE,
         [f"in define.huge (LINE): huge: {HUGE}",
          "used in play.turn.by (LINE): by: players from (first of (players where huge))"]),
        ({"EACH": "players where huge"}, RANGE,
         [f"in define.huge (LINE): huge: {HUGE}", "used in whenever.watch.each (LINE): each: players where huge"]),
        ({"SCORE": COUNT}, RANGE, [f"in result.score (LINE): score: {COUNT}"]),
        ({"WILD": f"rank is 2 and {HUGE}", "WHEN": "count of run of hand > 0"}, RANGE,
         [f"in cards.wild (LINE): wild: rank is 2 and {HUGE}"]),
    ],
    ids=lambda part: next(iter(part.values())) if isinstance(part, dict) else "",
)  # fmt: skip
def test_the_place_of_a_fault(
    parts: dict[str, str], problem: str, places: list[str], engine: str, tmp_path: Path
) -> None:
    """Every fault names the innermost sentence, its file and its line; a definition also names what used it."""
    if engine == "c":
        try:
            compiler()
        except Unbuilt:
            pytest.skip("no C compiler")
    written, lines = tmp_path / "places.yaml", placed(**parts).splitlines()
    written.write_text(placed(**parts), encoding="utf-8")
    told = CliRunner().invoke(main, ["simulate", str(written), "--games", "1", "--seed", "1", "--engine", engine])
    assert told.exit_code != 0
    output = " ".join(told.output.split())
    assert problem in output
    for place in places:
        path, _, text = place.partition("(LINE): ")
        assert path in output
        name, line = output.split(path, 1)[1].split(")", 1)[0].removeprefix("(").split(":")
        assert name == "places.yaml"
        assert output.split(path, 1)[1].startswith(f"(places.yaml:{line}): {text}")
        assert text in lines[int(line) - 1]
    assert output.count("used in ") == len(places) - 1


LONG = "most * 999999999 * 999999999 * 999999999"


@pytest.mark.parametrize(
    ("parts", "path", "words"),
    [
        ({"COPIES": LONG}, "cards.copies", f"copies: {LONG}"),
        ({"SIZE": f"({LONG}).."}, "combos.run.size", f"size: ({LONG}).."),
    ],
)
def test_a_fault_before_play(parts: dict[str, str], path: str, words: str, tmp_path: Path) -> None:
    """What cannot be worked out while a table is set up is told with its place too."""
    written = tmp_path / "places.yaml"
    written.write_text(placed(**parts), encoding="utf-8")
    told = CliRunner().invoke(main, ["simulate", str(written), "--games", "1", "--option", "most=2"])
    assert told.exit_code != 0
    line = next(n for n, text in enumerate(placed(**parts).splitlines(), 1) if words in text)
    assert f"in {path} (places.yaml:{line}): {words}" in " ".join(told.output.split())


def test_a_constant_condition_of_a_stage() -> None:
    """A `when` that only options decide, and that is a fault, is one in play, and of that `when`."""
    asked = "count of (1..(most * 999999999) as x where x > 3) > 3"
    rules = Rules(bind(compile_text(placed(STAGE=asked), "places.yaml")))
    with pytest.raises(RulesFault) as caught:
        play(rules)
    assert (caught.value.path, caught.value.text) == ("play.turn.act.when.due", asked)
    assert caught.value.problem.startswith("play.turn.act.when.due: ")


def test_a_fault_as_an_object() -> None:
    """The parts that used a definition are listed from the inside out."""
    with pytest.raises(RulesFault) as caught:
        play(Rules(bind(compile_text(placed(WHEN="outer"), "places.yaml"))))
    found = caught.value.to_json()
    assert found["path"] == "define.huge"
    assert [use["path"] for use in found["used_in"]] == ["define.outer", "moves.act.when.fine"]
    assert all(use["file"] == "places.yaml" and use["line"] for use in found["used_in"])


@pytest.mark.parametrize(
    ("parts", "most", "told"),
    [
        ({}, 501, r"zones.heap \(places.yaml:11\): heap exists for more numbers or words than the limit"),
        ({}, 999_999_999, r"zones.heap \(places.yaml:11\): heap exists for more numbers or words than the limit"),
        ({"SPARE": "row most", "KEYS": "1..3"}, 10_001,
         r"zones.spare \(places.yaml:10\): spare must have 1 to 10,000 places, not 10,001; choose other options"),
    ],
)  # fmt: skip
def test_too_many_zones_for_an_option(parts: dict[str, str], most: int, told: str) -> None:
    """An option for which there would be too many zones or places is refused with the place of the zone."""
    parts = {"SPARE": "pile"} | parts
    rules = compile_text(placed(**parts).replace("row most", "row (most)"), "places.yaml")
    bind(rules, options={"most": 3})
    with pytest.raises(SetupError, match=told):
        bind(rules, options={"most": most})
