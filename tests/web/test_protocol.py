"""What may be said to a table, and what it answers; whatever is said, it goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, Move, Rules, load
from croupier.base.language import speaking
from croupier.seat.views import Offer
from croupier.table.record import Record
from croupier.web import VERSION, Host, Sitting, host
from croupier.web.host import MOST_WATCHING
from croupier.web.messages import MOST
from croupier.web.pictures import Pictures
from tests.cli.test_review import CHOICE

from .tables import AT_ONCE, LAYING, Clock, Table, ruled

pytestmark = pytest.mark.costly

HELLO = {"type": "hello", "version": VERSION, "token": "one", "language": "en"}


@pytest.fixture(scope="module")
def rules() -> Rules:
    return ruled(LAYING, 3)


@pytest.fixture(scope="module")
def at_once() -> Rules:
    return ruled(AT_ONCE, 3)


def refusal(said: list[Any]) -> str:
    """Why it was refused; it was, in words, and nothing else was said."""
    [only] = said
    assert only["type"] == "refused"
    assert only["text"]
    return str(only["why"])


def test_a_greeting_is_answered_with_all_that_there_is_to_know(rules: Rules) -> None:
    table = Table.of(rules)
    line = table.greet()
    welcome, seats, scene = table.heard(line)
    assert (welcome["type"], welcome["version"], welcome["languages"]) == ("welcome", VERSION, ["en", "fr"])
    assert [(seat["seat"], seat["who"], seat["here"]) for seat in seats["seats"]] == [
        (0, "you", True), (1, "greedy", True), (2, "greedy", True),
    ]  # fmt: skip
    assert (scene["type"], scene["live"], scene["number"], scene["positions"]) == ("scene", True, 1, 1)
    assert scene["scene"]["people"][-1]["you"]
    assert scene["told"][0]


def test_each_line_is_spoken_to_in_its_language(rules: Rules) -> None:
    table = Table.of(rules)
    english, french = (table.greet(language=language) for language in ("en", "fr"))
    assert table.heard(english)[0]["labels"].keys() == table.heard(french)[0]["labels"].keys()
    said = [table.say(line, {"type": "undo"})[0]["text"] for line in (english, french)]
    assert said == ["There is nothing to undo.", "Il n'y a rien à annuler."]
    assert [table.scene(line)["scene"]["language"] for line in (english, french)] == ["en", "fr"]


@pytest.mark.parametrize("token", ["", "two", "one ", "ONE", "on", "é" * 40])
def test_a_wrong_token_is_refused_and_tells_nothing(rules: Rules, token: str) -> None:
    table = Table.of(rules)
    line = table.open()
    assert refusal(table.say(line, {**HELLO, "token": token})) == "token"
    assert line in table.closed
    assert table.say(line, HELLO) == []


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "7", '"hello"', b"\xff\xfe", "[" * 4000, '{"type":"nothing"}', '{"type":["undo"]}',
        '{"type":"undo","more":1}', '{"type":"choose","scene":1}', '{"type":"choose","scene":"1","move":"x"}',
        '{"type":"choose","scene":1,"move":7}', '{"type":"choose","scene":1,"move":"\\u0007"}',
        '{"type":"step","scene":1,"path":"draw"}', '{"type":"step","scene":1,"path":[1]}',
        json.dumps({"type": "step", "scene": 1, "path": ["x"] * 41}), '{"type":"at","position":"0"}',
        '{"type":"at","position":null}', '{"type":"at","position":true}', '{"type":"why","what":{}}',
        '{"type":"at","position":1e999}', '{"type":"hello","version":1}',
        json.dumps({"type": "why", "what": "x" * MOST}),
        json.dumps({**HELLO, "version": 2}), json.dumps({**HELLO, "seat": 1}),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_and_the_table_goes_on(rules: Rules, text: str | bytes) -> None:
    """Before the greeting and after it."""
    table = Table.of(rules)
    stranger, known = table.open(), table.greet()
    for line in (stranger, known):
        assert refusal(table.say(line, text)) in ("malformed", "hello")
    table.bots()
    assert table.scene(known)["scene"]["step"] is not None


@pytest.mark.parametrize("kind", ["undo", "hint", "again"])
def test_nobody_is_answered_before_they_have_said_who_they_are(rules: Rules, kind: str) -> None:
    table = Table.of(rules)
    assert refusal(table.say(table.open(), {"type": kind})) == "hello"


def test_one_says_hello_once(rules: Rules) -> None:
    table = Table.of(rules)
    assert refusal(table.say(table.greet(), HELLO)) == "hello"


def test_a_flood_is_cut_off_and_who_waits_is_served(rules: Rules) -> None:
    table = Table.of(rules)
    flooding, patient = table.greet(), table.greet()
    said: list[Any] = []
    for _ in range(200):
        said += [json.loads(out.text) for out in table.host.receive(flooding, '{"type":"at","position":0}')]
    assert said[-1]["why"] == "flood"
    assert len(said) < 50
    for _ in range(100):
        [answer] = table.say(patient, {"type": "at", "position": 0})
        assert answer["type"] == "scene"


def test_a_page_is_told_how_much_it_may_send(rules: Rules) -> None:
    """It is cut off for one message more than that."""
    table = Table.of(rules)
    line = table.greet()
    limits = next(said for said in table.heard(line) if said["type"] == "welcome")["limits"]
    table.clock.now += 100
    looks = int(limits["burst"] / limits["costs"]["at"])
    answers = [table.host.receive(line, '{"type":"at","position":0}')[0] for _ in range(looks + 1)]
    assert [out.close for out in answers] == [False] * looks + [True]
    assert set(limits["costs"]) == {"hint", "finish", "at", "why", "again"}


def test_nonsense_costs_more_than_moves(rules: Rules) -> None:
    table = Table.of(rules)
    line = table.greet()
    told = [out for _ in range(60) for out in table.host.receive(line, "nonsense")]
    assert len(told) < 20
    assert told[-1].close


def test_there_are_so_many_lines_and_no_more(rules: Rules) -> None:
    table = Table.of(rules)
    lines = [table.host.open() for _ in range(host.MOST_LINES + 5)]
    assert lines.count(None) == 5
    table.host.close(1)
    assert table.host.open() is not None


def test_strangers_cannot_keep_people_out(rules: Rules) -> None:
    """Where there is no room, the oldest of those that have not said who they are gives way."""
    table = Table.of(rules)
    known = table.greet()
    assert table.host.close_unauthenticated() == []
    while (stranger := table.host.open()) is not None:
        assert stranger != known
    table.sent(table.host.close_unauthenticated())
    assert table.closed == {known + 1}
    assert table.scene(table.greet())


def test_a_seat_may_be_seen_in_several_places_and_the_oldest_gives_way(rules: Rules) -> None:
    table = Table.of(rules)
    lines = [table.greet() for _ in range(host.MOST_OF_A_SEAT + 1)]
    last = table.heard(lines[0])[-1]
    assert last["why"] == "elsewhere"
    assert f"more than {host.MOST_OF_A_SEAT} windows" in last["text"]
    assert table.closed == {lines[0]}
    table.bots()
    assert len({json.dumps(table.scene(line)["scene"]) for line in lines[1:]}) == 1


def test_a_spectator_looks_on_and_does_nothing(rules: Rules) -> None:
    """They have what all see, also of the past; nothing that they ask for changes anything."""
    table = Table.of(rules, spectators="all")
    one, all_ = table.greet(), table.greet("all")
    scene = table.scene(all_)["scene"]
    assert scene["seat"] is None
    assert scene["step"] is None
    assert [person["you"] for person in scene["people"]] == [False] * rules.seats
    number = table.scene(all_)["number"]
    asked = [
        {"type": "choose", "scene": number, "move": table.moves(one)[0]},
        {"type": "step", "scene": number, "path": []},
        *({"type": kind} for kind in ("undo", "redo", "restart", "finish", "hint", "again")),
        {"type": "why", "what": "1"},
    ]
    for what in asked:
        [said] = table.say(all_, what)
        assert (said["type"], said["why"]) == ("refused", "seat"), what
    table.play(one, 1)
    assert table.heard(all_)[-1]["beats"]
    [past] = table.say(all_, {"type": "at", "position": 0})
    assert past["scene"]["seat"] is None


def test_spectators_do_not_take_the_lines_of_players(rules: Rules) -> None:
    table = Table.of(rules, spectators="all")
    lines = [table.greet("all") for _ in range(MOST_WATCHING + 2)]
    assert table.closed == {*lines[:2]}
    assert "spectators" in table.heard(lines[0])[-1]["text"]


def test_nobody_watches_a_table_without_spectators(rules: Rules) -> None:
    table = Table.of(rules)
    for token in ("", "all", "None"):
        line = table.greet(token)
        assert line in table.closed
        assert table.heard(line)[-1]["why"] == "token"


def test_who_is_there_is_told_to_the_others(rules: Rules) -> None:
    table = Table.of(rules, people={0: "one", 1: "two"})
    first = table.greet("one")

    def here() -> list[bool]:
        return next(
            [s["here"] for s in said["seats"]] for said in reversed(table.heard(first)) if said["type"] == "seats"
        )

    assert here() == [True, False, True]
    second = table.greet("two")
    assert here() == [True, True, True]
    table.sent(table.host.close(second))
    assert here() == [True, False, True]


def test_a_whole_game_is_played(rules: Rules) -> None:
    """The steps lead to moves, moves to scenes, and the last scene tells how it ended."""
    table = Table.of(rules)
    line = table.greet()
    table.play(line, 300)
    last = table.scene(line)["scene"]
    assert table.host.play.game.over
    assert last["ending"]["places"]
    assert last["step"] is None


def test_what_was_chosen_of_another_scene_is_refused(rules: Rules) -> None:
    table = Table.of(rules)
    line = table.greet()
    table.bots()
    move = table.moves(line)[0]
    number = table.scene(line)["number"]
    assert refusal(table.say(line, {"type": "choose", "scene": number - 1, "move": move})) == "stale"
    table.choose(line, move)
    assert refusal(table.say(line, {"type": "choose", "scene": number, "move": move})) == "stale"


@pytest.mark.parametrize("move", ["", "dance", "lay card=ZZ", "lay lay", "@1", "x" * 2000])
def test_what_is_no_move_is_refused_in_words(rules: Rules, move: str) -> None:
    table = Table.of(rules)
    line = table.greet()
    table.bots()
    before = table.host.play.game.decisions
    assert refusal(table.choose(line, move)) == "choice"
    assert table.host.play.game.decisions == before


def test_who_has_not_to_act_is_told_so(rules: Rules) -> None:
    table = Table.of(rules, people={0: "one", 1: "two", 2: "three"})
    lines = [table.greet(token) for token in ("one", "two", "three")]
    [acting] = table.host.play.game.to_act
    idle = lines[(acting + 1) % 3]
    assert table.scene(idle)["scene"]["step"] is None
    assert refusal(table.choose(idle, "pass")) == "turn"
    assert refusal(table.say(idle, {"type": "hint"})) == "turn"


def test_why_not_is_answered_for_a_card_and_for_a_move(rules: Rules) -> None:
    table = Table.of(rules)
    line = table.greet()
    table.bots()
    hand = next(zone for zone in table.scene(line)["scene"]["zones"] if zone["lay"] == "hand")
    for what in (hand["cards"][0]["kind"], "lay card=1", "lay", "nonsense", ""):
        [said] = table.say(line, {"type": "why", "what": what})
        assert (said["type"], said["about"]) == ("told", "why")
        assert all(said["lines"])
        assert said["lines"]


def test_what_no_move_has_is_answered_in_the_words_of_the_page() -> None:
    """For a card or a place that no move takes: not by the names in the rules, which people do not see."""
    rules = load("spider")
    with speaking("fr"):
        pictures = Pictures(rules, {0: "you"})
        for what in ("10D", "@99", "dance"):
            [told] = pictures.why(Game(rules, 3), 0, what)
            assert "« déplacer », « donner une carte à chaque colonne »" in told
            assert all(move.name not in told for move in rules.ir.moves)


def test_a_hint_names_a_move(rules: Rules) -> None:
    table = Table.of(load("kuhn-poker"))
    line = table.greet()
    table.bots()
    [said] = table.say(line, {"type": "hint"})
    assert said["about"] == "hint"
    assert said["lines"]


def test_after_a_game_each_is_told_of_their_own_moves() -> None:
    """Who stayed behind hears what would have been better, who rose that it was good."""
    table = Table.of(ruled(CHOICE, 2), people={0: "one", 1: "two"})
    lines = [table.greet("one"), table.greet("two")]
    for line, move in zip(lines, ("stay", "rise"), strict=True):
        table.choose(line, next(each for each in table.moves(line) if each.startswith(move)))
    told = [table.say(line, {"type": "hint"}) for line in lines]
    assert [said["about"] for [said] in told] == ["review", "review"]
    assert [[text.partition(";")[0] for text in said["lines"]] for [said] in told] == [
        ["Your worst move: stay"], ["Your best move: rise"],
    ]  # fmt: skip


def test_a_move_is_taken_back_while_nothing_was_learned() -> None:
    """The scene is as it was, and what was heard since is to be forgotten."""
    again = LAYING.replace("until: hand is empty", "times: 3")
    table = Table.of(ruled(again, 1))
    line = table.greet()
    before = table.scene(line)
    table.choose(line, table.moves(line)[0])
    after = table.scene(line)
    assert after["scene"] != before["scene"]
    [said] = table.say(line, {"type": "undo"})
    assert said["scene"] == before["scene"]
    assert (said["since"], said["told"], said["positions"]) == (1, [], 1)


def test_with_nothing_to_take_back_that_is_said(rules: Rules) -> None:
    table = Table.of(rules)
    assert refusal(table.say(table.greet(), {"type": "undo"})) == "undo"


def test_the_past_is_shown_as_it_was(rules: Rules) -> None:
    """Each position that was shown is shown again, but for what was to be chosen in it: that is in the past."""
    table = Table.of(rules, people={0: "one"})
    line = table.greet()
    table.play(line, 6)
    shown = {said["positions"] - 1: said["scene"] for said in table.heard(line) if said["type"] == "scene"}
    for position, scene in shown.items():
        [again] = table.say(line, {"type": "at", "position": position})
        assert (again["live"], again["position"]) == (False, position)
        assert again["scene"] == {**scene, "step": None}, position
    assert len(shown) > 8
    for wrong in (-1, len(shown), 10**9):
        assert refusal(table.say(line, {"type": "at", "position": wrong})) == "position"


def test_another_line_is_told_the_whole_past(rules: Rules) -> None:
    table = Table.of(rules)
    line = table.greet()
    table.play(line, 4)
    told = [each for said in table.heard(line) if said["type"] == "scene" for each in said["told"]]
    assert table.scene(table.greet())["told"] == told


def test_nobody_hears_of_choices_that_are_made_at_once(at_once: Rules) -> None:
    """Until all have chosen, nothing at all is sent to the others, and nothing that they ask tells it."""
    table = Table.of(at_once, people={0: "one", 1: "two", 2: "three"})
    first, second, third = (table.greet(token) for token in ("one", "two", "three"))
    asked: list[Mapping[str, object]] = [
        {"type": "undo"},
        {"type": "at", "position": 0},
        {"type": "at", "position": 1},
        {"type": "why", "what": "lay card=1"},
    ]
    before = [table.say(first, each) for each in asked]
    heard = len(table.texts[first])
    table.choose(second, table.moves(second)[0])
    assert len(table.texts[first]) == heard
    assert [table.say(first, each) for each in asked] == before
    assert table.scene(table.greet("one"))["scene"] == table.scene(first)["scene"]
    table.choose(third, table.moves(third)[0])
    table.choose(first, table.moves(first)[0])
    assert table.scene(first)["positions"] == 2


def test_once_a_game_is_over_another_may_begin(rules: Rules) -> None:
    quick = load("kuhn-poker")
    table = Table.of(quick, again=lambda: host.Sitting(Game(quick, 5), {0: "you", 1: "greedy"}))
    line = table.greet()
    assert refusal(table.say(line, {"type": "again"})) == "again"
    table.play(line, 20)
    assert table.scene(line)["scene"]["ending"] is not None
    table.say(line, {"type": "again"})
    assert table.scene(line)["scene"]["ending"] is None
    assert table.scene(line)["since"] == 0
    table.play(line, 20)
    assert table.scene(line)["scene"]["ending"] is not None


def test_rules_that_go_wrong_stop_the_game_and_not_the_table() -> None:
    """The seats are told that, and the host knows why."""
    table = Table.of(ruled(WRONG, 1))
    line = table.greet()
    assert table.host.fault is None
    said = table.choose(line, table.moves(line)[0])
    assert refusal(said) == "broken"
    assert "nobody" not in said[0]["text"]
    assert table.host.fault is not None
    assert not table.host.due
    assert refusal(table.say(line, {"type": "undo"})) == "broken"
    assert table.say(line, {"type": "at", "position": 0})[0]["type"] == "scene"


class Clumsy:
    """A player that goes wrong the second time."""

    def __init__(self, seed: int, game: int, seat: int) -> None:
        self.asked = 0

    def choose(self, offer: Offer) -> Move:
        self.asked += 1
        if self.asked > 1:
            raise ZeroDivisionError("what it knows of hands")
        return offer.moves[0]


class Mute(Clumsy):
    """A player that decides nothing."""

    def choose(self, offer: Offer) -> Move:
        return None  # type: ignore[return-value]  # it does not keep to what it promises


@pytest.mark.parametrize("player", [Clumsy, Mute])
def test_a_player_that_goes_wrong_stops_the_game_and_not_the_table(player: type[Clumsy], tmp_path: Path) -> None:
    """All are told so, the host why; what was decided is kept, and people go on looking."""
    rules = ruled(LAYING, 2)
    game = Game(rules, 3)
    record = Record.create(tmp_path / "a.rec", game)
    who = {0: "you", 1: f"{__name__}:{player.__name__}"}
    table = Table(Host(Sitting(game, who, None, record), {0: "one"}), Clock())
    line = table.greet()
    table.play(line, 4)
    last = json.loads(table.texts[line][-1])
    assert (last["type"], last["why"]) == ("refused", "broken")
    assert "ZeroDivisionError" not in last["text"]  # it may know what the seat may not
    assert player.__name__ in str(table.host.fault)
    assert not table.host.due
    record.close()
    assert len(Record.open(tmp_path / "a.rec").transcript().moves) == len(table.host.play.history.made()) > 0
    assert table.say(line, {"type": "at", "position": 0})[0]["type"] == "scene"


WRONG = LAYING.replace("do: move card to gone", "do: move card to hand of whose").replace(
    "play:\n", "state: {whose: player or none}\nplay:\n", 1
)
