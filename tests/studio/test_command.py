"""`croupier studio`: what it opens, and what it says of what it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import main, reaching
from croupier.studio import MOST, OnDisk, Workshop

from .rooms import MAIN

pytest.importorskip("uvicorn", reason="the server comes with the extra web")
testclient = pytest.importorskip("starlette.testclient", reason="the server comes with the extra web")


def studio(*words: object) -> Result:
    return CliRunner().invoke(main, ["studio", "--no-open", "--port", "0", *map(str, words)])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nothing is served; how many bytes a message may have is told."""
    found: list[int] = []
    monkeypatch.setattr(reaching, "run", lambda app, listening, most: found.append(most))
    monkeypatch.setattr("croupier.cli.studio.run", lambda app, listening, most: found.append(most))
    return found


def test_it_says_where_it_is(served: list[int], tmp_path: Path) -> None:
    result = studio("war", "--folder", tmp_path)
    assert result.exit_code == 0, result.output
    assert "http://127.0.0.1:" in result.output
    assert served[0] >= MOST
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("no-such-game",), ("no-such-file.yaml",), ("a/b.yaml", "--folder", ".")])
def test_what_is_not_there_is_told(words: tuple[str, ...], served: list[int]) -> None:
    result = studio(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert served == []


def test_its_page_is_served_and_speaks(tmp_path: Path) -> None:
    """The page and a socket on which it says hello; one that comes from elsewhere is refused."""
    from croupier.web.server import STUDIO, application

    (tmp_path / MAIN).write_text("croupier: 1\n", "utf-8")
    workshop = Workshop(OnDisk(tmp_path), MAIN, "word")
    with testclient.TestClient(application(workshop, page=STUDIO, names=["testserver"])) as client:
        assert "studio.js" in client.get("/").text
        assert client.get("/studio.js").status_code == 200
        assert client.get("/page.js").status_code == 404
        with client.websocket_connect("/table") as socket:
            socket.send_text(json.dumps({"type": "hello", "version": 1, "token": "word", "language": "en"}))
            assert [json.loads(socket.receive_text())["type"] for _ in range(3)] == ["welcome", "files", "checked"]
