"""The table on the network: the page with its headers, sockets that play, and what is turned away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from croupier import Game
from croupier.web import VERSION, Host, Sitting

from .tables import LAYING, ruled

pytest.importorskip("starlette", reason="the server comes with the extra web")
testclient = pytest.importorskip("starlette.testclient", reason="it needs httpx, which comes with the extra test")

from croupier.web.server import application  # noqa: E402  # only where there is a server

HELLO = {"type": "hello", "version": VERSION, "token": "one", "language": "en"}


@pytest.fixture
def client() -> Iterator[Any]:
    rules = ruled(LAYING, 3)
    host = Host(Sitting(Game(rules, 3), {0: "you", 1: "you", 2: "greedy"}), {0: "one", 1: "two"})
    with testclient.TestClient(application(host, names=["testserver"])) as client:
        yield client


def until(socket: Any, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        said = socket.receive_json()
        if said["type"] == kind:
            return said


@pytest.mark.parametrize("path", ["/", "/page.js", "/page.css", "/icon.svg", "/nothing", "/../host.py"])
def test_every_answer_forbids_what_the_page_does_not_need(client: Any, path: str) -> None:
    found = client.get(path)
    assert found.status_code == (404 if path in ("/nothing", "/../host.py") else 200)
    policy = found.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "img-src 'self' data:;" in policy  # signs of the editor are pictures in its style
    assert "unsafe" not in policy
    assert "http" not in policy
    assert (found.headers["x-content-type-options"], found.headers["referrer-policy"]) == ("nosniff", "no-referrer")


def test_the_page_fetches_nothing_from_elsewhere(client: Any) -> None:
    """Neither the page, nor its style, nor its script names another place."""
    for path in ("/", "/page.css", "/page.js"):
        text = client.get(path).text
        assert text
        elsewhere = [word for word in ("https://", "http://", "//cdn", "@import", "url(h") if word in text]
        assert elsewhere in ([], ["http://"])
        assert text.count("http://") == text.count("http://www.w3.org/")


def test_only_what_is_for_the_page_can_be_had(client: Any) -> None:
    assert client.post("/").status_code == 405
    assert client.get("/table").status_code == 404


def test_two_play_over_sockets(client: Any) -> None:
    with client.websocket_connect("/table") as one, client.websocket_connect("/table") as two:
        one.send_json(HELLO)
        two.send_json({**HELLO, "token": "two"})
        scenes = {0: until(one, "scene"), 1: until(two, "scene")}
        [acting] = scenes[0]["scene"]["status"]["acting"]
        while acting == 2:
            scenes = {0: until(one, "scene"), 1: until(two, "scene")}
            [acting] = scenes[0]["scene"]["status"]["acting"]
        (one, two)[acting].send_json({"type": "choose", "scene": scenes[acting]["number"], "move": "pass"})
        after = [until(socket, "scene") for socket in (one, two)]
        assert [scene["positions"] for scene in after] == [scenes[0]["positions"] + 1] * 2
        assert "pass" in json.dumps(after[0]["told"])


def test_a_socket_may_come_again(client: Any) -> None:
    shown = []
    for _ in range(2):
        with client.websocket_connect("/table") as socket:
            socket.send_json(HELLO)
            shown.append(until(socket, "scene")["scene"]["zones"])
    assert shown[0] == shown[1]


def test_a_wrong_token_ends_the_socket(client: Any) -> None:
    with client.websocket_connect("/table") as socket:
        socket.send_json({**HELLO, "token": "three"})
        assert socket.receive_json()["why"] == "token"
        assert socket.receive()["type"] == "websocket.close"


def test_another_page_may_not_come_in(client: Any) -> None:
    """A page from elsewhere in the same browser is turned away, whatever it knows."""
    with pytest.raises(Exception), client.websocket_connect("/table", headers={"origin": "http://evil.test"}):  # noqa: B017, PT011  # the client's own
        pass
    with client.websocket_connect("/table", headers={"origin": "http://testserver"}) as socket:
        socket.send_json(HELLO)
        assert until(socket, "scene")


def test_bytes_that_are_no_text_are_refused_as_well(client: Any) -> None:
    with client.websocket_connect("/table") as socket:
        socket.send_bytes(b"\xff\xfe")
        assert socket.receive_json()["why"] == "malformed"
        socket.send_bytes(json.dumps(HELLO).encode())
        assert until(socket, "scene")


OWN = [
    "127.0.0.1:8642",
    "localhost",
    "LOCALHOST.:8642",
    "[::1]:8642",
    "127.8.9.10",
    "cards.example:443",
    "192.0.2.7:8642",
]
OTHER = [
    "evil.test:8642",
    "192.0.2.8:8642",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "x@localhost",
    "",
    "[::2]",
    "8642",
]


def reached(host: str) -> tuple[int, list[str]]:
    """The status of a request for the page under a name, and what became of a socket under the same name."""
    rules = ruled(LAYING, 2)
    served = application(Host(Sitting(Game(rules, 3), {0: "you", 1: "greedy"}), {0: "one"}), names=["cards.example"])
    asked = {"host": host}
    with testclient.TestClient(served, base_url="http://192.0.2.7:8642") as client:
        status = client.get("/", headers=asked).status_code
        try:
            with client.websocket_connect(
                "ws://192.0.2.7:8642/table", headers={**asked, "origin": f"http://{host}"}
            ) as socket:
                socket.send_json(HELLO)
                return status, [socket.receive_json()["type"]]
        except testclient.WebSocketDisconnect:
            return status, []


@pytest.mark.parametrize("host", OWN)
def test_it_is_reached_under_its_own_names(host: str) -> None:
    assert reached(host) == (200, ["welcome"])


@pytest.mark.parametrize("host", OTHER)
def test_under_another_name_nothing_is_served(host: str) -> None:
    """The page of a site whose name was made to lead here has the origin that it asks for, and hears nothing."""
    assert reached(host) == (421, [])


class Failing:
    """A service with an error in it."""

    due = False
    fault = None

    def open(self) -> int:
        return 1

    def receive(self, number: int, text: str | bytes) -> list[Any]:
        raise KeyError("no such thing")

    def close_unauthenticated(self, line: int | None = None) -> list[Any]:
        return []

    def close(self, line: int) -> list[Any]:
        return []

    def advance(self) -> list[Any]:
        return []


def test_an_error_is_printed_and_the_line_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    """It does not close the socket: a page that comes again would send the same again, without a word anywhere."""
    served = application(Failing(), names=["testserver"])
    with testclient.TestClient(served) as client, client.websocket_connect("/table") as socket:
        for _ in range(2):
            socket.send_json(HELLO)
            assert socket.receive_json()["why"] == "failed"
    assert "no such thing" in caplog.text
    assert "receive" in caplog.text  # with its place
