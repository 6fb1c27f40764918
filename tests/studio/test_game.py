"""The game goes on while its rules are written: from the same moves, as far as they lead."""

from __future__ import annotations

import pytest

from croupier.studio import Kept
from tests.web.tables import LAYING

from .rooms import MAIN, Room


@pytest.fixture
def room() -> Room:
    """A game for two, in which the author plays both; three cards have been laid."""
    room = Room.greeted()
    room.say({"type": "deal", "players": 2, "seed": 3})
    room.everybody()
    for _ in range(3):
        room.choose(next(move for move in room.legal() if move.startswith("lay")))
    return room


def test_it_goes_on_from_the_same_moves(room: Room) -> None:
    """A condition that none of them needed changes nothing that was done."""
    made = room.made
    room.replace("rank of card > 2", "rank of card > 0")
    assert room.made == made
    assert room.heard("parted")["at"] is None
    assert room.scene()["positions"] == 4


def test_it_goes_on_while_the_rules_are_wrong(room: Room) -> None:
    """The table is the one before, and can be played."""
    told = room.replace("rank of card > 2", "rank of crd > 2")
    checked = next(said for said in told if said["type"] == "checked")
    assert not checked["valid"]
    assert not checked["plays"]
    assert [each["code"] for each in checked["files"][MAIN] if each["severity"] == "error"] != []
    made = room.made
    room.choose(room.legal()[-1])
    assert len(room.made) == len(made) + 1


def test_what_is_wrong_beside_the_rules_changes_nothing_in_play(room: Room) -> None:
    told = room.replace("higher: gone is empty or rank of card > 2", "taller: gone is empty or rank of card > 3")
    checked = next(said for said in told if said["type"] == "checked")
    assert (checked["valid"], checked["plays"]) == (False, True)
    assert room.studio.bench.rules is not None
    assert [need.path for need in room.studio.bench.rules.ir.moves[0].conditions] == ["moves.lay.when.taller"]


def test_the_rules_part_where_a_move_cannot_be_made_any_more(room: Room) -> None:
    """The game is kept up to there, and the move is named with what stands against it."""
    made = room.made
    second = int(made[1][1].partition("=")[2])
    room.replace("rank of card > 2", f"rank of card is not {second}")
    parted = room.heard("parted")
    assert parted["at"] == 1
    assert made[1][1] in parted["why"]
    assert room.made == made[:1]
    assert room.scene()["positions"] == 2


def test_what_they_have_parted_from_comes_back_with_the_rules(room: Room) -> None:
    """Until something is decided: whoever types passes by rules that are not meant."""
    made = room.made
    room.replace("rank of card > 2", "gone is empty")
    assert len(room.made) < len(made)
    room.replace("gone is empty or gone is empty", "gone is empty or rank of card > 1")
    assert room.made == made
    assert room.heard("parted")["at"] is None


def test_what_is_decided_where_they_part_stands(room: Room) -> None:
    room.replace("rank of card > 2", "gone is empty")
    room.choose("pass")
    assert room.heard("parted")["at"] is None
    made = room.made
    room.replace("gone is empty or gone is empty", "gone is empty or rank of card > 1")
    assert room.made == made
    assert made[-1][1] == "pass"


def test_the_rules_part_where_chance_is_asked_for_something_else(room: Room) -> None:
    """Another deck is another deal: none of the moves was chosen for it."""
    room.replace("copies: 2", "copies: 3")
    parted = room.heard("parted")
    assert parted["at"] == 0
    assert "random results" in parted["why"]
    assert room.made == ()


def test_players_wait_where_the_rules_have_parted(room: Room) -> None:
    """Whoever is no person decides nothing before the author does."""
    room.say({"type": "who", "who": ["greedy", "greedy"]})
    assert room.scene()["scene"]["ending"] is not None
    second = int(room.made[1][1].partition("=")[2])
    room.replace("rank of card > 2", f"rank of card is not {second}")
    assert room.heard("parted")["at"] == 1
    before = room.made
    assert not room.studio.due
    room.say({"type": "back", "position": room.scene()["positions"] - 1})
    assert room.made[: len(before)] == before
    assert room.scene()["scene"]["ending"] is not None


def test_one_goes_back_as_far_as_one_likes(room: Room) -> None:
    """To a position, and by taking back what a person has decided, whoever has learned what from it."""
    made = room.made
    room.table(type="undo")
    assert room.made == made[:2]
    room.say({"type": "back", "position": 0})
    assert room.made == ()


def test_the_author_sees_every_seat() -> None:
    """There is nobody to hide from: each seat shows its own cards, and only these, as at a table."""
    room = Room.greeted()
    room.say({"type": "deal", "players": 2, "seed": 3})
    hands = []
    for seat in (0, 1):
        room.say({"type": "seat", "seat": seat})
        scene = room.scene()["scene"]
        assert scene["seat"] == seat
        hands.append([card["face"] for zone in scene["zones"] if zone["owner"] == seat for card in zone["cards"]])
    assert hands == [["up"] * 3, ["up"] * 3]


def test_options_deal_anew() -> None:
    """A table that cannot be is told, and the one before stays."""
    text = LAYING.replace("cards: {", "options: {each: 2..4 starting 3}\ncards: {").replace("top 3 of", "top each of")
    room = Room.greeted(Kept({MAIN: text}))
    assert room.heard("setting")["options"] == [
        {"name": "each", "title": "each", "told": "", "value": "3", "low": 2, "high": 4}
    ]
    room.say({"type": "deal", "options": {"each": "2"}})
    assert room.heard("setting")["options"][0]["value"] == "2"
    room.say({"type": "deal", "options": {"each": "5"}})
    assert "each" in room.heard("refused", why="table")["text"]
    assert room.heard("setting")["options"][0]["value"] == "2"


def test_what_cannot_be_agreed_on_any_more_is_forgotten() -> None:
    """An option that the rules have no more, or a value that it cannot have, keeps nobody from playing."""
    text = LAYING.replace("cards: {", "options: {each: 2..4 starting 3}\ncards: {").replace("top 3 of", "top each of")
    room = Room.greeted(Kept({MAIN: text}))
    room.say({"type": "deal", "options": {"each": "4"}})
    room.replace("each: 2..4", "each: 2..3")
    assert room.heard("setting")["options"][0]["value"] == "3"
    assert room.heard("setting")["options"][0]["high"] == 3
