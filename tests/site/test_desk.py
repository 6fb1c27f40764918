"""What a page without a server is answered: the desk, played with as the worker does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.site import Desk, Keeping
from tests.web.typescript import heard

HOME, TABLE, STUDIO = 1, 2, 3


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_GAMES", str(tmp_path / "games"))
    return tmp_path


def opened(home: Path) -> Desk:
    desk = Desk(home)
    assert desk.begin(HOME, "home", "") == []
    return desk


Reloaded = Callable[[], Desk]


@pytest.fixture
def reloaded(home: Path, monkeypatch: pytest.MonkeyPatch) -> Reloaded:
    """The desk of a page that is loaded again: over what was put away of this one's folder, and nothing else."""
    keeping = Keeping(home)

    def load() -> Desk:
        again = home.with_name(f"{home.name}-again")
        for name, data in keeping.changes():
            (again / name).parent.mkdir(parents=True, exist_ok=True)
            assert data is not None
            (again / name).write_bytes(data)
        monkeypatch.setenv("CROUPIER_GAMES", str(again / "games"))
        return opened(again)

    return load


def say(desk: Desk, line: int, **said: object) -> list[dict[str, Any]]:
    """What comes back at once, and what is due then."""
    sent = desk.hear(line, json.dumps(said))
    while desk.due:
        sent += desk.advance()
    kinds = {HOME: "home", STUDIO: "studio"}
    return [heard(kinds.get(line, "table"), text) | {"line": line} for line, text, _ in sent]


def laying(game: str, **more: object) -> dict[str, object]:
    wish = {"type": "lay", "game": game, "players": None, "preset": "", "options": {}, "who": [], "seed": ""}
    return wish | more


def lay(desk: Desk, game: str, **more: object) -> str:
    (laid,) = say(desk, HOME, **laying(game, **more))
    assert laid["type"] == "laid", laid
    return str(laid["file"])


def sat(desk: Desk, file: str, line: int = TABLE) -> dict[str, Any]:
    """The table as its page first has it."""
    assert desk.begin(line, "table", file) == []
    said = say(desk, line, type="hello", version=1, token="here", language="en")
    assert [each["type"] for each in said[:2]] == ["welcome", "seats"]
    return scenes(said)[-1]


def scenes(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in said if each["type"] == "scene"]


def played(desk: Desk, shown: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play to the end of a game whose moves take one choice: the last scene, and all that was said with it."""
    said: list[dict[str, Any]] = []
    while shown["scene"]["ending"] is None:
        move = shown["scene"]["step"]["groups"][0]["options"][0]["move"]
        said = say(desk, TABLE, type="choose", scene=shown["number"], move=move)
        shown = scenes(said)[-1]
    return shown, said


def test_a_game_is_begun_and_played_to_its_end(home: Path) -> None:
    desk = opened(home)
    shown, _ = played(desk, sat(desk, lay(desk, "kuhn-poker")))
    assert shown["scene"]["ending"]["finished"]
    (kept,) = say(desk, HOME, type="hello", language="en")
    assert [(game["title"], game["over"]) for game in kept["games"]] == [("Kuhn Poker", True)]


@pytest.mark.costly
def test_a_game_that_was_left_is_there_again(home: Path, reloaded: Reloaded) -> None:
    desk = opened(home)
    file = lay(desk, "trio", players=3, who=["you", "random", "greedy"])
    shown = sat(desk, file)
    move = shown["scene"]["step"]["groups"][0]["options"][0]["move"]
    later = scenes(say(desk, TABLE, type="choose", scene=shown["number"], move=move))[-1]
    again = sat(reloaded(), file)
    assert again["positions"] == later["positions"] > shown["positions"]
    assert again["scene"] == later["scene"]


def test_two_lines_to_one_table_see_the_same(home: Path) -> None:
    desk = opened(home)
    file = lay(desk, "kuhn-poker")
    first, second = sat(desk, file), sat(desk, file, TABLE + 10)
    assert first["scene"] == second["scene"]
    assert {line for line, _, _ in desk.end(TABLE + 10)} == {TABLE}
    assert scenes(say(desk, TABLE, type="choose", scene=first["number"], move="check"))


def test_another_game_has_a_record_of_its_own(home: Path, reloaded: Reloaded) -> None:
    """And the page is told which, so that it opens that one when it is loaded again."""
    desk = opened(home)
    file = lay(desk, "kuhn-poker")
    played(desk, sat(desk, file))
    said = say(desk, TABLE, type="again")
    (moved,) = [each for each in said if each["type"] == "moved"]
    assert (moved["line"], moved["was"]) == (HOME, file)
    assert moved["file"] != file
    assert sat(reloaded(), moved["file"])["scene"]["ending"] is None


def test_games_are_dropped_and_handed_out(home: Path) -> None:
    desk = opened(home)
    file = lay(desk, "kuhn-poker")
    (given,) = say(desk, HOME, type="give", file=file)
    assert given["text"] == (home / "games" / file).read_text("utf-8")
    (kept,) = say(desk, HOME, type="drop", file=file)
    assert kept["games"] == []
    assert not (home / "games" / file).exists()
    (refused, last) = (json.loads(text) | {"last": last} for _, text, last in desk.begin(TABLE, "table", file)), True
    assert [each["last"] for each in refused] == [last]


@pytest.mark.parametrize(
    "wish",
    [
        laying("no-such-game"),
        laying("../../etc/passwd"),
        laying("kuhn-poker", players=99),
        laying("kuhn-poker", players=2, options={"no_such": "1"}),
        laying("kuhn-poker", players=2, who=["greedy", "greedy"]),
        laying("kuhn-poker", players=2, who=["you", "os:system"]),
        laying("kuhn-poker", players=True),
        {"type": "give", "file": "../home.rec"},
        {"type": "give", "file": "nothing.yaml"},
        {"type": "drop", "file": "nothing.rec"},
        {"type": "agree", "game": "no-such-game"},
        {"type": "nonsense"},
        {},
    ],
    ids=lambda wish: " ".join(str(value) for value in wish.values())[:40],
)
def test_what_cannot_be_is_refused_in_words(wish: dict[str, object], home: Path) -> None:
    desk = opened(home)
    (refused,) = say(desk, HOME, **wish)
    assert refused["type"] == "refused"
    assert refused["to"] == (wish.get("type", "") if wish.get("type") != "nonsense" else "")
    assert refused["text"]
    assert list((home / "games").iterdir()) == []


def test_what_may_be_agreed_on_is_told_in_the_language_that_is_spoken(home: Path) -> None:
    desk = opened(home)
    titles = {}
    for language in ("en", "fr"):
        say(desk, HOME, type="hello", language=language)
        (agreed,) = say(desk, HOME, type="agree", game="trio")
        assert agreed["may_play"]
        titles[language] = [option["title"] for option in agreed["options"]]
    assert len(titles["en"]) == len(titles["fr"]) > 0
    assert titles["en"] != titles["fr"]


# ---------------------------------------------------------------- the studio


def at_studio(desk: Desk, of: str, line: int = STUDIO) -> dict[str, str]:
    """The texts that its page is shown first."""
    assert desk.begin(line, "studio", of) == []
    said = say(desk, line, type="hello", version=1, token="", language="en")
    (files,) = [each for each in said if each["type"] == "files"]
    return {file["name"]: file["text"] for file in files["files"]}


@pytest.mark.costly
def test_what_was_typed_and_not_saved_is_there_again(home: Path, reloaded: Reloaded) -> None:
    """A page that is closed in the middle of a word loses nothing, and nothing is saved that was not."""
    desk = opened(home)
    text = at_studio(desk, "kuhn-poker")["kuhn-poker.yaml"]
    assert not (home / "drafts" / "kuhn-poker.yaml.json").exists()
    say(desk, STUDIO, type="retype", file="kuhn-poker.yaml", version=1, text=f"# mine\n{text}")
    assert list((home / "rules").iterdir()) == []
    later = reloaded()
    (kept,) = say(later, HOME, type="hello", language="en")
    assert (kept["rules"], kept["unsaved"]) == (["kuhn-poker.yaml"], ["kuhn-poker.yaml"])
    assert at_studio(later, "kuhn-poker.yaml")["kuhn-poker.yaml"] == f"# mine\n{text}"


@pytest.mark.costly
def test_what_is_saved_is_a_file_that_can_be_played(home: Path) -> None:
    desk = opened(home)
    text = at_studio(desk, "kuhn-poker")["kuhn-poker.yaml"]
    say(desk, STUDIO, type="retype", file="kuhn-poker.yaml", version=1, text=f"# mine\n{text}")
    say(desk, STUDIO, type="save")
    assert (home / "rules" / "kuhn-poker.yaml").read_text("utf-8") == f"# mine\n{text}"
    (kept,) = say(desk, HOME, type="hello", language="en")
    assert (kept["rules"], kept["unsaved"]) == (["kuhn-poker.yaml"], [])
    shown, _ = played(desk, sat(desk, lay(desk, "kuhn-poker.yaml")))
    assert shown["scene"]["ending"]["finished"]
    (kept,) = say(desk, HOME, type="drop", file="kuhn-poker.yaml")
    assert kept["rules"] == []


# ---------------------------------------------------------------- what is kept


def test_only_what_has_changed_is_put_away(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "old").write_text("1")
    assert Keeping(tmp_path, kept=False).changes() == [("old", b"1")]
    keeping = Keeping(tmp_path)
    assert keeping.changes() == []
    (tmp_path / "below" / "new").write_text("2")
    (tmp_path / "old").write_text("3, and longer")
    assert sorted(keeping.changes()) == [("below/new", b"2"), ("old", b"3, and longer")]
    assert keeping.changes() == []
    (tmp_path / "old").unlink()
    assert keeping.changes() == [("old", None)]


def test_the_studio_offers_players_that_are_quick_there(home: Path) -> None:
    """The same as the tables of the site do: nobody that searches."""
    desk = opened(home)
    assert desk.begin(STUDIO, "studio", "kuhn-poker") == []
    said = say(desk, STUDIO, type="hello", version=1, token="", language="en")
    offered = [each["players_known"] for each in said if each["type"] == "setting"]
    assert offered, [each["type"] for each in said]
    assert {*offered[-1]} == {"greedy", "random"}
