"""What the page may say, and what a studio answers somebody who writes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from croupier.studio import Kept
from croupier.web import sorting
from tests.web.tables import LAYING

from .rooms import MAIN, Room


@pytest.mark.costly
def test_it_needs_no_network_no_thread_and_no_process() -> None:
    """In a page there is none of them; nor are pictures drawn by what is not there."""
    code = (
        "import sys, croupier.studio.workshop; "
        "print([name for name in ('starlette', 'uvicorn', 'websockets', 'pygls', 'matplotlib') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "{}", '{"type": "hello"}', '{"type": "edit"}', '{"type": "table", "say": {"type": "undo"}}',
        '{"type": "hello", "version": 2, "token": "", "language": "en"}',
        '{"type": "hello", "version": 1, "token": "other", "language": "en"}', " " * 5000,
    ],
)  # fmt: skip
def test_who_does_not_say_hello_hears_nothing(text: str) -> None:
    room = Room(token="word")
    outs = room.studio.receive(room.line, text)
    assert [out.close for out in outs] == [True]
    assert json.loads(outs[0].text)["type"] == "refused"
    assert room.studio.receive(room.line, '{"type": "check"}') == []


@pytest.mark.parametrize(
    "said",
    [
        {"type": "edit", "file": MAIN, "version": 0, "changes": [[5, 2, ""]]},
        {"type": "edit", "file": MAIN, "version": 0, "changes": [[1, 4, ""], [2, 5, ""]]},
        {"type": "edit", "file": MAIN, "version": 0, "changes": [["a", 4, ""]]},
        {"type": "ask", "ask": 1, "about": "secrets", "file": MAIN},
        {"type": "ask", "ask": 1, "about": "hover", "file": MAIN, "at": -1},
        {"type": "run", "what": "rm"},
        {"type": "run", "what": "simulation", "games": 10**9},
        {"type": "run", "what": "simulation", "policy": "os:system"},
        {"type": "deal", "options": {"a": 1}},
        {"type": "deal", "players": True},
        {"type": "who", "who": [1]},
        {"type": "begin", "how": "steal", "of": "", "name": ""},
        {"type": "nothing"},
    ],
)
def test_what_is_no_message_is_refused(said: dict[str, object]) -> None:
    room = Room.greeted()
    assert [told["why"] for told in room.say(said)] == ["malformed"]


def test_nobody_plays_but_those_who_come_along() -> None:
    """A class of somebody's own is not imported because a page names it."""
    room = Room.greeted()
    before = room.heard("setting")["who"]
    assert room.say({"type": "who", "who": ["os:system"] * len(before)}) == []
    assert room.studio.bench.who == tuple(before)


def test_it_is_open_in_one_place() -> None:
    """Whoever comes later has it."""
    room = Room.greeted()
    first, room.line = room.line, room.open()
    said = json.dumps({"type": "hello", "version": 1, "token": "", "language": "en"})
    outs = room.studio.receive(room.line, said)
    assert [(out.line, out.close) for out in outs if out.line == first] == [(first, True)]
    assert [json.loads(out.text)["type"] for out in outs if out.line == room.line][:2] == ["welcome", "files"]


def test_a_change_of_another_text_is_not_made() -> None:
    """The page tells the whole text then."""
    room = Room.greeted()
    [told] = room.say({"type": "edit", "file": MAIN, "version": 7, "changes": [[0, 1, "x"]]})
    assert (told["type"], told["why"]) == ("refused", "version")
    assert room.studio.papers is not None
    assert room.studio.papers.open[MAIN].text == LAYING
    assert room.say({"type": "retype", "file": MAIN, "version": 8, "text": "croupier: 1\r\n"}) == []
    assert (room.studio.papers.open[MAIN].text, room.studio.papers.open[MAIN].version) == ("croupier: 1\n", 8)


def test_places_are_told_as_pages_count() -> None:
    """A sign beyond the first plane counts twice there."""
    room = Room.greeted(Kept({MAIN: LAYING.replace("game: laying", "# 🂡🂢\ngame: laying")}))
    text = LAYING.replace("game: laying", "# 🂡🂢\ngame: laying")
    assert room.studio.papers is not None
    at = text.index("copies") + 2
    room.say({"type": "edit", "file": MAIN, "version": 0, "changes": [[at, at + 6, "copees"]]})
    assert "copees: 2" in room.studio.papers.open[MAIN].text
    room.say({"type": "check"})
    [found] = [each for each in room.heard("checked")["files"][MAIN] if "copees" in each["message"]]
    assert (found["from"], found["to"]) == (at, at + 6)
    assert found["fix"]["text"] == "copies"


def test_an_editor_is_told_what_it_asks() -> None:
    """The same as by the language server: words, what they are, where they are declared, the layout."""
    room = Room.greeted()

    def ask(about: str, at: int, **more: object) -> dict[str, object]:
        [told] = room.say({"type": "ask", "ask": 4, "about": about, "file": MAIN, "at": at, **more})
        assert (told["type"], told["ask"]) == ("answer", 4)
        found: dict[str, object] = told
        return found

    at = LAYING.index("hand is empty") + 2
    assert ask("hover", at)["head"] == "zones.hand"
    declared = LAYING.index("hand of player")
    assert ask("definition", at)["places"] == [{"file": MAIN, "from": declared, "to": declared + 4}]
    words = ask("complete", LAYING.index("gone is empty") + 2)["words"]
    assert "gone" in {word["label"] for word in words}  # type: ignore[index, attr-defined]  # a list of words
    edits = ask("rename", at, name="cards_held")["edits"]
    assert len(edits[MAIN]) == LAYING.count("hand")  # type: ignore[index]  # by file
    assert "refused" in ask("rename", at, name="not a valid name")
    assert "edits" in ask("format", 0)
    assert "moves" in {each["name"] for each in ask("outline", 0)["symbols"]}  # type: ignore[attr-defined]  # a list


def test_games_are_offered_by_their_titles_without_articles() -> None:
    room = Room.greeted(Kept(), "", language="fr")
    titles = [game["title"] for game in room.heard("shelf")["games"]]
    assert titles == sorted(titles, key=sorting)
    assert titles != sorted(titles)


def test_it_speaks_french() -> None:
    room = Room.greeted(language="fr")
    assert room.heard("welcome")["labels"]["save"] == "Enregistrer"
    room.replace("copies: 2", "copees: 2")
    [found] = [each for each in room.heard("checked")["files"][MAIN] if "copees" in each["message"]]
    assert "n'est" in found["message"] or "aucun" in found["message"] or "inconnu" in found["message"]
