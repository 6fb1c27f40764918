"""A game of claims and doubts: a stage that is said once serves deed and block; the first to doubt is served, and
nobody learns what the others would have said."""

from __future__ import annotations

from itertools import groupby, product
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, load
from croupier.cli import main
from croupier.table import catalogue
from croupier.table.record import Record, read
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import check_file, ir
from croupier_dsl.elements import elements_of
from croupier_dsl.mutations import mutations_of
from tests.law.disguise import difference, told

GAME = Path(__file__).with_name("masks.yaml")
RULES = load(str(GAME), 4)
HANDS = {"hand of P1": ["thief", "guard"], "hand of P2": ["abbot", "knight"],
         "hand of P3": ["merchant", "merchant"], "hand of P4": ["guard", "thief"]}  # fmt: skip


def asked() -> Game:
    """The first seat has claimed to be a merchant: the three others are asked whether they doubt it."""
    game = Game.at(RULES, {"step": "deed_said", "turn": "P1", "zones": HANDS, "rest": "stock"})
    game.play(0, "trade")
    assert game.to_act == (1, 2, 3)
    return game


def heard(game: Game, seat: int) -> list[Any]:
    """All that a seat is told, the past too."""
    return [[event.to_json() for event in game.log(seat)], *told(game, seat)]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_while_all_are_asked_nobody_knows_what_others_have_answered(seat: int) -> None:
    """Whatever the others have answered, a seat that has not yet is told the same: view, log, hint, forecast, undo."""
    others = [other for other in (1, 2, 3) if other != seat]
    found = []
    for answers in product(["accuse", "believe"], repeat=2):
        game = asked()
        for other, answer in zip(others, answers, strict=True):
            game.play(other, answer)
        found.append(heard(game, seat))
    assert all(one == found[0] for one in found), [difference(found[0], one) for one in found if one != found[0]]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_who_is_not_served_leaves_no_trace(seat: int) -> None:
    """What others have answered who were not served, whether they did or not, is nothing to anybody: all that a seat is
    told, and the position itself, stay the same as long as the same one is served and its own answer is the same."""
    found: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    for answers in product(["accuse", "believe"], repeat=3):
        game = asked()
        for other, answer in enumerate(answers, 1):
            game.play(other, answer)
        served = next((str(other) for other, answer in enumerate(answers, 1) if answer == "accuse"), "")
        own = answers[seat - 1] if seat else ""
        found.setdefault((served, own), []).append((heard(game, seat), game.position()))
    assert max(len(same) for same in found.values()) == (4 if seat < 2 else 2)
    for same in found.values():
        assert len(list(groupby(same))) == 1, difference(same[0][0], next(one for one in same if one != same[0])[0])


def test_in_whatever_order_they_answer() -> None:
    """The order of answers is nobody's business: the same is served."""
    logs = []
    for order in ((1, 2, 3), (3, 2, 1), (2, 3, 1)):
        game = asked()
        for other in order:
            game.play(other, "believe" if other == 1 else "accuse")
        logs.append([event.to_json() for event in game.log(0)])
        assert game.view(0).state["doubter"] == 2
    assert logs[0] == logs[1] == logs[2]


@pytest.mark.costly
def test_a_record_holds_every_answer(tmp_path: Path) -> None:
    """Replayed from its record, a game comes to the same for everybody, while some have answered and afterwards."""
    game = Game(RULES, 3)
    pending = 0
    with Record.create(tmp_path / "masks.rec", game) as record:
        while game.to_act and game.decisions < 50:
            seat = game.to_act[-1]
            moves = game.legal_moves(seat)
            move = moves[game.decisions % len(moves)]
            game.play(seat, move)
            record.append(seat, move)
            if len(game.to_act) > 1:
                pending += 1
                again = read(tmp_path / "masks.rec").game()
                assert again.position() == game.position()
    again = read(tmp_path / "masks.rec").game()
    assert all(again.log(seat) == game.log(seat) for seat in range(4))
    assert pending > 5


@pytest.mark.costly
def test_the_printed_rules_say_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The stage has one section, which those that perform it lead to, and it is told who is served."""
    with pytest.raises(SystemExit):
        main(["rulebook", str(GAME), "--lang", "en"], prog_name="croupier")
    english = capsys.readouterr().out
    assert english.count("A claim is doubted\n") == 1
    assert english.count("Then comes “A claim is doubted”, described below.") == 2
    assert english.count("what the first has chosen who does not pass is done") == 2
    with pytest.raises(SystemExit):
        main(["rulebook", str(GAME), "--lang", "fr"], prog_name="croupier")
    assert "ce qu'a choisi le premier qui ne passe pas se fait" in capsys.readouterr().out


def test_a_house_rule_changes_it_in_one_place(tmp_path: Path) -> None:
    """Who was doubted for nothing is paid, in both places; only the next player may doubt."""
    (tmp_path / "masks.yaml").write_text(GAME.read_text(encoding="utf-8"), encoding="utf-8")
    variant = tmp_path / "paid.yaml"
    variant.write_text(
        """croupier: 1
variant: paid
of: masks
change: {stages.doubt.asking.by: players where still_in and it is left of claimer first served}
add: {stages.doubt.price.end: {if believed: add 1 to coins of claimer}}
scenarios:
  both_times:
    seats: Ann Bob Cid
    given:
      at: deed_said of Ann
      hand of Ann: thief guard
      hand of Bob: abbot guard
      hand of Cid: merchant merchant
      stock: knight
    chance: ["shuffle: knight", "shuffle: thief"]
    then:
      - Ann: rob who=Bob
      - Bob: accuse
      - Ann: show_it thief
      - Bob: lose abbot
      - now: {coins of Ann: 3}
      - Bob: block as_whom=guard
      - now: {at: asking of Cid}
      - Cid: accuse
      - Bob: show_it guard
      - Cid: lose merchant
      - now: {coins of Bob: 3, coins of Ann: 3}
""",
        encoding="utf-8",
    )
    rules, found = check_file(variant)
    assert rules is not None, found
    assert [type(stage) for stage in rules.stages] == [ir.Stage, ir.Stage]
    assert [result.failure for result in run_scenarios(rules)] == [""]


def test_whoever_asks_of_the_rules_finds_it_once() -> None:
    """Coverage counts it under one path, and a mutation changes it in one place, or takes it out of one."""
    rules = catalogue.find(str(GAME))
    paths = [path for path in elements_of(rules).all if path.startswith("stages.doubt")]
    assert len(paths) == len({*paths})
    assert {"stages.doubt", "stages.doubt.begin.1", "stages.doubt.proof.when.1.no"} <= {*paths}
    names = [mutation.name for mutation in mutations_of(rules)]
    assert names.count("stages.doubt dropped") == names.count("stages.doubt.asking.by all of them") == 1
    assert {f"play.turn.{step}.steps without doubt" for step in ("deed_doubted", "block_doubted")} <= {*names}
