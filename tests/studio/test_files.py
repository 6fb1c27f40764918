"""What is written, and what never is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from croupier.studio import Kept, OnDisk, Refused
from croupier.studio.folder import checked
from tests.web.tables import LAYING

from .rooms import EXAMPLES, MAIN, Room, files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "rules"
    inside.mkdir()
    (inside / MAIN).write_text(LAYING, "utf-8")
    (inside / "laying.scenarios.yaml").write_text(EXAMPLES, "utf-8")
    (inside / "notes.txt").write_text("mine", "utf-8")
    return inside


def test_saving_writes_what_has_changed_and_nothing_else(folder: Path) -> None:
    before = files(folder)
    room = Room.greeted(OnDisk(folder))
    room.replace("copies: 2", "copies: 3")
    assert files(folder) == before
    [said] = room.say({"type": "save"})
    bases = said.pop("bases")
    assert said == {"type": "saved", "files": [MAIN], "clash": []}
    again = Room.greeted(OnDisk(folder)).heard("files")["files"]
    assert bases == {file["name"]: file["base"] for file in again if file["name"] == MAIN}
    assert files(folder) == {**before, MAIN: LAYING.replace("copies: 2", "copies: 3")}
    assert room.say({"type": "save"}) == [{"type": "saved", "files": [], "clash": [], "bases": {}}]


def test_what_somebody_else_has_changed_is_not_overwritten_in_silence(folder: Path) -> None:
    room = Room.greeted(OnDisk(folder))
    room.replace("copies: 2", "copies: 3")
    theirs = LAYING.replace("players: 1..4", "players: 1..3")
    (folder / MAIN).write_text(theirs, "utf-8")
    assert room.say({"type": "save"}) == [{"type": "saved", "files": [], "clash": [MAIN], "bases": {}}]
    assert (folder / MAIN).read_text("utf-8") == theirs
    [reread, *_] = room.say({"type": "reread", "file": MAIN})
    assert reread["file"]["text"] == theirs
    room.replace("copies: 2", "copies: 4")
    (folder / MAIN).write_text(LAYING, "utf-8")
    room.say({"type": "save", "anyway": [MAIN]})
    assert (folder / MAIN).read_text("utf-8") == theirs.replace("copies: 2", "copies: 4")


def test_ends_of_lines_and_marks_stay(folder: Path) -> None:
    """As they were in the file."""
    (folder / MAIN).write_bytes(b"\xef\xbb\xbf" + LAYING.replace("\n", "\r\n").encode())
    room = Room.greeted(OnDisk(folder))
    room.replace("copies: 2", "copies: 3")
    room.say({"type": "save"})
    wanted = LAYING.replace("copies: 2", "copies: 3").replace("\n", "\r\n")
    assert (folder / MAIN).read_bytes() == b"\xef\xbb\xbf" + wanted.encode()


@pytest.mark.parametrize("name", ["../laying.yaml", "/etc/passwd", "a/b.yaml", ".hidden.yaml", "laying.txt", "x" * 200])
def test_no_name_leads_out_of_the_folder(name: str, folder: Path) -> None:
    with pytest.raises(Refused):
        checked(name)
    room = Room.greeted(OnDisk(folder))
    assert room.say({"type": "add", "file": name})[0]["type"] == "refused"
    with pytest.raises(Refused):
        OnDisk(folder).write({name: "x"})


def test_no_link_leads_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(LAYING, "utf-8")
    room = Room.greeted(OnDisk(folder))
    (folder / MAIN).unlink()
    (folder / MAIN).symlink_to(outside)
    room.replace("copies: 2", "copies: 3")
    assert "folder" in room.say({"type": "save"})[0]["text"]
    assert outside.read_text("utf-8") == LAYING


SECRET = "secret: {not: for the page}\n"


@pytest.mark.parametrize("name", ["other.yaml", "laying.clauses.yaml"])
@pytest.mark.parametrize("inside", [False, True])
def test_no_link_is_followed_out_of_the_folder(name: str, inside: bool, folder: Path, tmp_path: Path) -> None:
    """Neither where it is named, nor where a sidecar file or a ruleset of its name would be read; inside it is."""
    target = folder / "real.yaml" if inside else tmp_path / "outside.yaml"
    target.write_text(SECRET, "utf-8")
    (folder / name).symlink_to(target)
    room = Room.greeted(OnDisk(folder))
    said = [*room.all, *room.say({"type": "add", "file": name})]
    assert ("not: for the page" in json.dumps(said)) == inside
    assert (name in OnDisk(folder).names()) == inside
    if not inside:
        assert "link out of the folder" in said[-1]["text"]
        room.replace("game: laying", "variant: laying\nof: other")
        assert "secret" not in json.dumps(room.say({"type": "check"}))
        assert "secret" not in json.dumps(room.say({"type": "begin", "how": "open", "of": name, "name": ""}))


def test_links_in_a_circle_are_refused(folder: Path) -> None:
    (folder / "one.yaml").symlink_to(folder / "two.yaml")
    (folder / "two.yaml").symlink_to(folder / "one.yaml")
    room = Room.greeted(OnDisk(folder))
    assert room.say({"type": "add", "file": "one.yaml"})[0]["type"] == "refused"


def test_a_copy_is_the_person_s_own() -> None:
    """A bundled game is opened under a name that is free, with all that lies beside it, and nothing of it is saved."""
    folder = Kept()
    room = Room.greeted(folder, "")
    shelf = room.heard("shelf")
    assert "war" in {game["name"] for game in shelf["games"]}
    room.say({"type": "begin", "how": "copy", "of": "war", "name": "peace"})
    opened = room.heard("files")
    assert opened["main"] == "peace.yaml"
    assert {file["name"] for file in opened["files"]} >= {"peace.yaml", "peace.scenarios.yaml"}
    assert "game: peace\n" in opened["files"][0]["text"]
    assert room.heard("checked")["valid"]
    assert folder.names() == []
    kept: dict[str, str] = {}
    room = Room.greeted(Kept(keep=kept.update), "war")
    room.say({"type": "save"})
    assert set(kept) >= {"war.yaml", "war.scenarios.yaml"}


@pytest.mark.costly
def test_a_new_game_and_a_variant_are_valid_from_the_start() -> None:
    for how, of in (("new", ""), ("variant", "war")):
        room = Room.greeted(Kept(), "")
        room.say({"type": "begin", "how": how, "of": of, "name": "my-game"})
        assert room.heard("checked")["valid"]
        assert room.scene()["scene"]["status"]["title"].startswith("My game")


def test_what_is_there_is_not_begun_anew() -> None:
    room = Room.greeted(Kept({"mine.yaml": LAYING}), "")
    for name in ("mine", "war", "My Game"):
        assert room.say({"type": "begin", "how": "new", "of": "", "name": name})[0]["type"] == "refused"


def test_half_a_letter_does_not_keep_a_text_from_being_saved(folder: Path) -> None:
    """Half of a surrogate pair, as some pages paste, has no UTF-8; pairs are whole letters."""
    room = Room.greeted(OnDisk(folder))
    end = len(LAYING)
    room.say({"type": "edit", "file": MAIN, "version": 0, "changes": [[end, end, "# \ud83d \ud83d\ude00\n"]]})
    room.say({"type": "edit", "file": MAIN, "version": 1, "changes": [[end, end, "# x\udc00y\n"]]})
    assert room.say({"type": "save"})[0]["files"] == [MAIN]
    assert (folder / MAIN).read_text("utf-8") == f"{LAYING}# x\ufffdy\n# \ufffd \U0001f600\n"


def test_what_was_saved_before_an_error_is_told(folder: Path) -> None:
    room = Room.greeted(OnDisk(folder))
    for name in (MAIN, "laying.scenarios.yaml"):
        room.say({"type": "edit", "file": name, "version": 0, "changes": [[0, 0, "# new\n"]]})

    class Full(OnDisk):
        def write(self, texts: Mapping[str, str]) -> None:
            if "laying.scenarios.yaml" in texts:
                raise Refused("the disk is full")
            super().write(texts)

    assert room.studio.papers is not None
    room.studio.papers.folder = Full(folder)
    said = room.say({"type": "save"})
    assert (said[0]["files"], list(said[0]["bases"])) == ([MAIN], [MAIN])
    assert (said[1]["type"], said[1]["text"]) == ("refused", "the disk is full")


DYING = """
import os, sys
from pathlib import Path
from croupier.studio import OnDisk
os.replace = os.link = lambda *_: os._exit(9)
OnDisk(Path(sys.argv[1])).write({sys.argv[2]: "new"})
"""


@pytest.mark.costly
@pytest.mark.parametrize("name", [MAIN, "fresh.yaml"])
def test_a_file_is_whole_though_its_writer_is_killed(name: str, folder: Path) -> None:
    """Nothing of it is there, or all; what the writer leaves is not a ruleset, and is removed later."""
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert subprocess.run([sys.executable, "-c", DYING, folder, name], check=False).returncode == 9
    left = [path for path in folder.iterdir() if path.name not in before]
    assert len(left) == 1
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before} == before
    assert OnDisk(folder).names() == sorted(each for each in before if each.endswith(".yaml"))
    assert left[0].exists()  # it may still be written
    os.utime(left[0], (0, 0))
    (folder / ".mine.yaml.original").write_text("mine", "utf-8")
    os.utime(folder / ".mine.yaml.original", (0, 0))
    OnDisk(folder)
    assert {path.name for path in folder.iterdir()} == {*before, ".mine.yaml.original"}
