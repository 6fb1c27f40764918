"""A room without a network: people agree on a game, sit down, talk, play, and play again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier import Game, Rules
from croupier.table.record import Record, read
from croupier.web import VERSION, Sitting
from croupier.web.offered import offered, sorting
from croupier.web.room import Room, as_seat_name
from croupier_dsl.language import speaking
from tests.web.typescript import heard

from .tables import Clock


class Visit:
    """A room with its records, and what each line has heard."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, Clock()
        self.room = Room(self.begin, "http://192.0.2.7:8642", clock=self.clock)
        self.heard: dict[int, list[Any]] = {}
        self.closed: set[int] = set()
        self.records: list[Path] = []

    def begin(self, rules: Rules, who: Mapping[int, str], tokens: Mapping[int, str]) -> Sitting:
        path = self.folder / f"{len(self.records)}.rec"
        self.records.append(path)
        game = Game(rules, 3)
        return Sitting(game, who, None, Record.create(path, game, who=[*who.values()]))

    def took(self, outs: list[Any]) -> None:
        for out in outs:
            self.heard.setdefault(out.line, []).append(heard("room", out.text))
            if out.close:
                self.closed.add(out.line)

    def come(self, token: str, language: str = "en") -> int:
        line = self.room.open()
        assert line is not None
        self.say(line, {"type": "hello", "version": VERSION, "token": token, "language": language})
        return line

    def say(self, line: int, what: Mapping[str, object]) -> list[Any]:
        """What this line hears in answer."""
        self.clock.now += 10
        before = len(self.heard.get(line, []))
        self.took(self.room.receive(line, json.dumps(what)))
        return self.heard.get(line, [])[before:]

    def last(self, line: int, kind: str) -> Any:
        return next(said for said in reversed(self.heard[line]) if said["type"] == kind)

    def bots(self) -> None:
        for _ in range(2000):
            if not self.room.due:
                return
            self.took(self.room.advance())

    def play(self, lines: list[int], most: int = 4000) -> None:
        """Make the first move that is offered, until the game is over."""
        for _ in range(most):
            self.bots()
            scenes = {line: self.last(line, "scene") for line in lines}
            if all(scene["scene"]["ending"] for scene in scenes.values()):
                return
            line = next(line for line, scene in scenes.items() if scene["scene"]["step"] is not None)
            number, step = scenes[line]["number"], scenes[line]["scene"]["step"]
            option = step["groups"][0]["options"][0]
            while option["move"] is None:
                [said] = self.say(line, {"type": "step", "scene": number, "path": option["path"]})
                option = said["step"]["groups"][0]["options"][0]
            self.say(line, {"type": "choose", "scene": number, "move": option["move"]})
        raise AssertionError("the game does not end")


@pytest.fixture
def visit(tmp_path: Path) -> Visit:
    return Visit(tmp_path)


def opened(visit: Visit, **wanted: object) -> int:
    """The owner's line, with a game agreed on."""
    owner = visit.come(visit.room.owner)
    visit.say(owner, {"type": "set", "game": "three-thirteen", **wanted})
    return owner


def test_the_owner_is_offered_games_and_a_guest_is_not(visit: Visit) -> None:
    owner, guest = visit.come(visit.room.owner), visit.come(visit.room.invite)
    assert len(visit.last(owner, "welcome")["games"]) > 50
    assert visit.last(guest, "welcome")["games"] == []
    assert visit.room.owner not in json.dumps(visit.heard[guest])
    assert visit.last(owner, "room")["invite"].endswith(f"/#{visit.room.invite}")


@pytest.mark.costly
def test_the_options_agreed_on_are_those_of_the_record(visit: Visit) -> None:
    owner = opened(visit, options={"rounds": "1"}, seats=["you", "you"])
    guest = visit.come(visit.room.invite)
    visit.say(owner, {"type": "name", "name": "Zoé"})
    visit.say(guest, {"type": "name", "name": "  Łukasz\u0301 van der Berg-é  "})
    assert visit.say(owner, {"type": "start"})[0]["text"].startswith("these seats are still free: 2")
    visit.say(guest, {"type": "sit", "seat": 1})
    visit.say(owner, {"type": "start"})
    visit.play([owner, guest])
    header = read(visit.records[0]).header
    assert (header.options["rounds"], header.names) == (1, ("Zoé", "Łukasź_van_der_Berg_é"))
    assert header.who == ("you", "you")
    assert read(visit.records[0]).outcome is not None


def test_the_choices_say_what_they_decide(visit: Visit) -> None:
    """In the language of each line, with the values that are agreed on."""
    owner = opened(visit)
    options = {option["name"]: option for option in visit.last(owner, "room")["agreed"]["options"]}
    assert options["turn_limit"]["told"] == "Ends a round in which nobody goes out; all hands count."
    assert options["wild_limit"]["told"] == ""


@pytest.mark.costly
def test_a_game_goes_on_for_those_who_come_again_and_is_followed_by_another(visit: Visit) -> None:
    owner = opened(visit, options={"rounds": "1"}, players=3)
    assert [seat["who"] for seat in visit.last(owner, "room")["seats"]] == ["you", "greedy", "greedy"]
    visit.say(owner, {"type": "start"})
    visit.took(visit.room.close(owner))
    owner = visit.come(visit.room.owner)
    visit.bots()
    assert visit.last(owner, "scene")["scene"]["step"] is not None
    visit.play([owner])
    visit.say(owner, {"type": "again"})
    assert visit.last(owner, "scene")["scene"]["ending"] is None
    assert len(visit.records) == 2
    assert visit.say(owner, {"type": "set", "game": "war"})[0]["why"] == "room"
    visit.say(owner, {"type": "leave"})
    visit.say(owner, {"type": "set", "game": "war"})
    assert visit.last(owner, "room")["game"] == "war"
    assert not visit.last(owner, "room")["playing"]


def test_what_cannot_be_agreed_on_is_refused_and_nothing_changes(visit: Visit) -> None:
    owner = opened(visit)
    before = visit.last(owner, "room")
    for wanted in (
        {"game": "no-such-game"}, {"game": "../war"}, {"players": 99}, {"options": {"rounds": "0"}}, {"preset": "none"},
        {"seats": ["you", "shell"]}, {"colour": "red"}, {"players": True}, {"options": {"no_such": "1"}},
    ):  # fmt: skip
        assert visit.say(owner, {"type": "set", **wanted})[0]["type"] == "refused", wanted
    assert visit.last(owner, "room") == before


@pytest.mark.parametrize("kind", [[], {}, None, 1, "other"])
def test_a_message_of_no_kind_is_refused(visit: Visit, kind: object) -> None:
    [said] = visit.say(visit.come(visit.room.owner), {"type": kind})
    assert (said["type"], said["why"]) == ("refused", "malformed")


def test_only_the_owner_decides(visit: Visit) -> None:
    owner = opened(visit)
    guest = visit.come(visit.room.invite)
    for what in ({"type": "set", "game": "war"}, {"type": "start"}, {"type": "leave"}):
        assert visit.say(guest, what)[0]["type"] == "refused"
    assert visit.say(guest, {"type": "sit", "seat": 0})[0]["text"] == "this seat is taken"
    assert visit.say(guest, {"type": "sit", "seat": 7})[0]["type"] == "refused"
    assert visit.last(owner, "room")["game"] == "three-thirteen"


def test_a_watcher_sees_the_table_and_no_hand(visit: Visit) -> None:
    """From the start, or when they come later; the table does as little for them as for anybody without a seat."""
    owner = opened(visit, game="three-thirteen")
    watcher = visit.come(visit.room.invite)
    visit.say(watcher, {"type": "name", "name": "小明"})
    visit.say(owner, {"type": "start"})
    visit.bots()
    late = visit.come(visit.room.invite)
    assert visit.last(owner, "room")["watching"][0] == "小明"
    for line in (watcher, late):
        scene = visit.last(line, "scene")["scene"]
        hands = [zone for zone in scene["zones"] if zone["id"].startswith("hand")]
        assert scene["seat"] is None
        assert len(hands) > 1
        assert all(zone["count"] and not zone["cards"] for zone in hands)
        for kind in ("hint", "undo", "again"):
            assert [said["why"] for said in visit.say(line, {"type": kind})] == ["seat"]
    visit.say(owner, {"type": "leave"})
    assert not visit.last(late, "room")["playing"]


def test_a_room_without_a_game_asks_for_one(visit: Visit) -> None:
    owner = visit.come(visit.room.owner)
    assert visit.say(owner, {"type": "set", "players": 3})[0]["text"] == "choose a game first"
    assert visit.say(owner, {"type": "set", "game": "no-such"})[0]["text"] == "unknown game no-such"


def test_people_talk_unless_the_owner_turns_it_off(visit: Visit) -> None:
    owner = opened(visit)
    guest = visit.come(visit.room.invite)
    visit.say(guest, {"type": "name", "name": "Bo"})
    visit.say(guest, {"type": "say", "text": "  hello\n<b>there</b>\u202e "})
    assert visit.last(owner, "chat")["lines"] == [{"name": "Bo", "text": "hello <b>there</b>"}]
    visit.say(owner, {"type": "set", "chat": False})
    assert visit.say(guest, {"type": "say", "text": "still here"})[0]["text"] == "the host has turned the chat off"
    assert visit.last(visit.come(visit.room.invite), "chat")["lines"] == []
    for number in range(200):
        visit.clock.now += 1
        visit.room.receive(guest, json.dumps({"type": "say", "text": str(number)}))


@pytest.mark.costly
def test_rules_are_those_of_the_agreed_options_in_the_reader_s_language(visit: Visit) -> None:
    owner = opened(visit, players=2)
    said = visit.say(owner, {"type": "rules"})[0]["document"]
    visit.say(owner, {"type": "set", "options": {"rounds": "1"}})
    other = visit.say(owner, {"type": "rules"})[0]["document"]
    assert said["kind"] == "document"
    assert json.dumps(said) != json.dumps(other)
    french = visit.come(visit.room.invite, "fr")
    assert visit.say(french, {"type": "rules"})[0]["document"]["language"] == "fr"


@pytest.mark.costly
def test_those_who_have_left_give_way(visit: Visit) -> None:
    """However many have come in and gone again, the invite is good; those with a seat keep it."""
    owner = opened(visit, seats=["you", "you"])
    seated = visit.come(visit.room.invite)
    visit.say(seated, {"type": "sit", "seat": 1})
    kept = visit.last(seated, "welcome")["token"]
    visit.took(visit.room.close(seated))
    for _ in range(150):
        guest = visit.come(visit.room.invite)
        assert visit.last(guest, "welcome")["token"] not in (kept, visit.room.invite, visit.room.owner)
        visit.took(visit.room.close(guest))
    assert visit.last(visit.come(kept), "room")["seat"] == 1
    assert [seat["taken"] for seat in visit.last(owner, "room")["seats"]] == [True, True]


def test_what_floods_the_room_is_cut_off(visit: Visit) -> None:
    guest = visit.come(visit.room.invite)
    for _ in range(60):
        visit.took(visit.room.receive(guest, '{"type":"say","text":"x"}'))
    assert guest in visit.closed
    stranger = visit.room.open()
    assert stranger is not None
    visit.took(visit.room.receive(stranger, '{"type":"start"}'))
    assert visit.heard[stranger][-1]["why"] == "hello"


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("Zoé", "Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("Mary Ann", "Mary_Ann"),
        ("हिन्दी", "हिन्दी"),
        ("7of9", "_7of9"),
        ("…", ""),
        ("O'Hara", "O_Hara"),
    ],
)
def test_names_are_of_any_letters(name: str, seat: str) -> None:
    from unicodedata import normalize

    assert as_seat_name(normalize("NFC", name)) == normalize("NFC", seat)


def test_titles_are_sorted_without_their_articles() -> None:
    titles = ["Le Truc", "Écarté", "The Bottle Imp", "Rami", "L'Horloge", "Zheng", "Les Dés", "A Game", "Andar", "Unit"]
    assert sorted(titles, key=sorting) == [
        "Andar", "The Bottle Imp", "Les Dés", "Écarté", "A Game", "L'Horloge", "Rami", "Le Truc", "Unit", "Zheng",
    ]  # fmt: skip
    with speaking("fr"):
        keys = [sorting(str(game["title"])) for game in offered()]
    assert keys == sorted(keys)
