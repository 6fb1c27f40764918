"""Whatever an editor says, it is answered: with what was asked for, or with why not; nothing of it ends the server."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from croupier.editor.protocol import MOST, Measured, can_be_named
from tests.fortress.messages import START, TEXT, Heard, served

URI = "file:///tmp/draught.yaml"
OPEN = {
    "method": "textDocument/didOpen",
    "params": {"textDocument": {"uri": URI, "languageId": "yaml", "version": 1, "text": TEXT}},
}
AT = {"textDocument": {"uri": URI}, "position": {"line": 8, "character": 16}}
INVALID, NOT_BEGUN = -32602, -32002


def said(*messages: dict[str, Any], begun: bool = True) -> Heard:
    """What a server answers to messages, after it has been set up or not."""
    heard = Heard()
    start = [START] if begun else []
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in (*start, *messages)]
    asyncio.run(served(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies), heard))
    assert heard.wrong == []
    return heard


def answer(*messages: dict[str, Any], begun: bool = True) -> Any:
    """What the last of them, a request, is answered."""
    return said(*messages[:-1], {"id": 7, **messages[-1]}, begun=begun).answers["7"]


@pytest.mark.costly
def test_a_text_is_laid_out() -> None:
    """The edits that bring it into the canonical layout."""
    wide = json.loads(json.dumps(OPEN).replace("players: 2", "players:   2"))
    options = {"tabSize": 2, "insertSpaces": True}
    asked = {"method": "textDocument/formatting", "params": {"textDocument": {"uri": URI}, "options": options}}
    [edit] = answer(wide, asked)["result"]
    assert (edit["range"]["start"]["line"], edit["newText"]) == (2, "players: 2\n")
    assert answer(OPEN, asked)["result"] == []


@pytest.mark.costly
@pytest.mark.parametrize(
    "params",
    [
        {},
        {**AT, "position": {"line": "x", "character": 0}},
        {**AT, "textDocument": {"uri": 10**400}},
        {**AT, "textDocument": {"uri": "file:///a\0b"}},
        {**AT, "textDocument": {"uri": "file:///" + "a" * 300}},
    ],
)
def test_what_cannot_be_asked_is_answered(params: dict[str, Any]) -> None:
    """A request that is none gets the reason, and the next one its answer."""
    heard = said(OPEN, {"id": 7, "method": "textDocument/hover", "params": params},
                 {"id": 8, "method": "textDocument/hover", "params": AT})  # fmt: skip
    assert heard.answers["7"]["error"]["code"] == INVALID
    assert "stock" in heard.answers["8"]["result"]["contents"]["value"]


@pytest.mark.costly
@pytest.mark.parametrize("arguments", [None, [], ["x"], [URI, 7], [URI, "one", "two"], ["file:///a\0b", "one"]])
def test_a_scenario_that_is_not_named(arguments: list[Any] | None) -> None:
    asked = {"method": "workspace/executeCommand", "params": {"command": "croupier.runScenario"}}
    if arguments is not None:
        asked["params"] = {"command": "croupier.runScenario", "arguments": arguments}
    assert answer(OPEN, asked)["error"]["code"] == INVALID


def test_a_scenario_that_is_not_there() -> None:
    asked = {"command": "croupier.runScenario", "arguments": [URI, "one"]}
    assert answer(OPEN, {"method": "workspace/executeCommand", "params": asked})["result"]["passed"] is False


def test_nothing_comes_before_the_beginning() -> None:
    assert answer({"method": "textDocument/hover", "params": AT}, begun=False)["error"]["code"] == NOT_BEGUN
    assert said(OPEN, begun=False).answers == {}


def test_a_text_that_is_not_open_is_closed_or_changed_in_vain() -> None:
    document = {"uri": URI, "version": 2}
    closed = {"method": "textDocument/didClose", "params": {"textDocument": document}}
    change = {"textDocument": document, "contentChanges": [{"text": "x"}]}
    changed = {"method": "textDocument/didChange", "params": change}
    assert "result" in answer(closed, changed, {"method": "textDocument/hover", "params": AT})


@pytest.mark.costly
def test_a_file_with_blanks_in_its_name_changes() -> None:
    """Its name is written with `%20`."""
    opened, hovered = (json.loads(json.dumps(each).replace("/draught", "/a%20draught")) for each in (OPEN, AT))
    change = {"textDocument": {**hovered["textDocument"], "version": 2}, "contentChanges": [{"text": ""}]}
    asked = {"method": "textDocument/hover", "params": hovered}
    assert answer(opened, asked)["result"] is not None
    assert answer(opened, {"method": "textDocument/didChange", "params": change}, asked)["result"] is None


def test_what_a_file_can_be_called(tmp_path: Path) -> None:
    assert can_be_named((tmp_path / "été.yaml").as_uri())
    assert can_be_named("untitled:Untitled-1")


def test_a_message_that_says_it_is_endless_is_the_last() -> None:
    """No room is made for what nobody will send."""
    sent = Measured(io.BytesIO(b"x" * 10))
    assert sent.read(MOST + 1) == b""
    assert sent.read(10) == b"x" * 10
