"""What a page says to a table, and an editor to the language server, bent: an answer or a refusal, and all goes on."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Awaitable
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.io_ import run_async

from croupier import Rules
from croupier.base.chance import Stream
from croupier.editor import server as editor
from tests.web.tables import AT_ONCE, LAYING, Table, ruled

from . import bending
from .bending import one
from .judging import Broken

logging.getLogger("pygls").setLevel(logging.CRITICAL)  # as `croupier lsp` has it

SECONDS = 20.0
"""A server that has not answered by then never will."""

# ---------------------------------------------------------------- a table

HELLO = {"type": "hello", "version": 1, "token": "one", "language": "en"}
SAID: list[dict[str, Any]] = [
    HELLO, {"type": "choose", "scene": 1, "move": "lay card=3"}, {"type": "choose", "scene": 2, "move": "pass"},
    {"type": "step", "scene": 1, "path": ["lay", "3"]}, {"type": "step", "scene": 1, "path": []},
    {"type": "why", "what": "3"}, {"type": "why", "what": "lay card=9"}, {"type": "at", "position": 0},
    {"type": "undo"}, {"type": "hint"}, {"type": "again"},
]  # fmt: skip
ANSWERS = {"welcome", "scene", "seats", "step", "told", "refused"}


@cache
def _table(text: str) -> Rules:
    return ruled(text, 3)


def to_a_table(stream: Stream) -> str:
    """A few messages, some of them before anybody has said hello."""
    table = Table.of(_table(one(stream, [LAYING, AT_ONCE])), stream.below(100), {0: "one", 1: "two"})
    line = table.open() if stream.below(4) == 0 else table.greet()
    refused = 0
    for _ in range(1 + stream.below(4)):
        table.bots(20)
        message = dict(one(stream, SAID))
        if (
            "scene" in message
            and line not in table.closed
            and (here := table.host._lines.get(line)) is not None
            and here.greeted
        ):
            message["scene"] = table.scene(line)["number"]
        for said in table.say(line, _bent(message, one(stream, SAID), stream)):
            if said["type"] not in ANSWERS:
                raise Broken(f"an answer of no kind: {said}")
            refused += said["type"] == "refused"
    if table.host.fault is not None:
        raise Broken("the game has been stopped") from table.host.fault
    if not table.say(table.greet("two"), {"type": "at", "position": 0}):
        raise Broken("the table does not answer others")
    return "refused" if refused else "answered"


def _bent(message: dict[str, Any], other: dict[str, Any], stream: Stream) -> bytes:
    """A message as bytes, whole now and then."""
    text = json.dumps(message)
    match stream.below(8):
        case 0 | 1 | 2 | 3:
            return text.encode()
        case 4 | 5:
            bent = bending.graft(json.loads(text), json.loads(json.dumps(other)), stream, odd=True)
            return json.dumps(bent).encode("utf-8", "surrogatepass")
        case 6:
            bend = one(stream, [bending.tokens, bending.numbers, bending.unicode, bending.words, bending.bombs])
            return bend(text, json.dumps(other), stream)
        case _:
            return bending.raw(text, "", stream)


# ---------------------------------------------------------------- an editor

TEXT = """croupier: 1
game: draught
players: 2
cards: {attributes: {value: 1..9}, copies: 2}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - shuffle stock
  steps: {turn: {by: players, times: 4, moves: [draw]}}
moves:
  draw: {do: move top of stock to hand}
result: {score: sum of value of hand, best: lowest}
"""
START = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}}


def _said(uri: str) -> list[dict[str, Any]]:
    """What editors say, each message once."""
    document, place = {"uri": uri}, {"line": 8, "character": 16}
    at = {"textDocument": document, "position": place}
    across = {"start": {"line": 0, "character": 0}, "end": place}
    asked: dict[str, Any] = {
        "textDocument/completion": at,
        "textDocument/hover": at,
        "textDocument/definition": at,
        "textDocument/references": {**at, "context": {"includeDeclaration": True}},
        "textDocument/prepareRename": at,
        "textDocument/rename": {**at, "newName": "talon"},
        "textDocument/documentSymbol": {"textDocument": document},
        "textDocument/formatting": {"textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}},
        "textDocument/codeAction": {"textDocument": document, "range": across, "context": {"diagnostics": []}},
        "textDocument/codeLens": {"textDocument": document},
        "workspace/executeCommand": {"command": editor.RUN, "arguments": [uri, "one"]},
        "shutdown": None,
    }
    told: dict[str, Any] = {
        "initialized": {},
        "textDocument/didChange": {
            "textDocument": {**document, "version": 2}, "contentChanges": [{"range": across, "text": "x"}]
        },
        "textDocument/didSave": {"textDocument": document},
        "textDocument/didClose": {"textDocument": document},
        "workspace/didChangeWatchedFiles": {"changes": [{"uri": uri, "type": 2}]},
        "$/cancelRequest": {"id": 7},
        "$/setTrace": {"value": "off"},
    }  # fmt: skip
    requests = [{"jsonrpc": "2.0", "id": 7, "method": name, "params": params} for name, params in asked.items()]
    return [*requests, *({"jsonrpc": "2.0", "method": name, "params": params} for name, params in told.items())]


class Sent(io.BytesIO):
    """What comes in, as the library reads it."""

    def readline(self, size: int | None = -1, /) -> Awaitable[bytes]:  # type: ignore[override]  # the library waits
        return _ready(super().readline(-1))

    def readexactly(self, size: int) -> Awaitable[bytes]:
        return _ready(self.read(size))


async def _ready(found: bytes) -> bytes:
    return found


class Heard:
    """What the server answers, by number, and what went wrong within it."""

    def __init__(self) -> None:
        self.answers: dict[Any, dict[str, Any]] = {}
        self.wrong: list[Exception] = []

    def write(self, data: bytes) -> None:
        said = json.loads(data)
        if "id" in said and "method" not in said:
            self.answers[json.dumps(said["id"])] = said

    def close(self) -> None:
        pass

    def note(self, error: Exception, source: object) -> None:
        """Only what a handler does that it should not; what the library refuses is refused."""
        if isinstance(error, JsonRpcInternalError) and source is not JsonRpcException:
            self.wrong.append(error)


def to_an_editor(stream: Stream, folder: Path) -> str:
    """A text is opened, and a few messages come, some of them bent; or the stream of bytes itself is."""
    uri = (folder / "game.yaml").as_uri()
    text = TEXT if stream.below(2) else bending.tokens(TEXT, TEXT, stream).decode("utf-8", "replace")
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    opened = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    said, others = [START, opened], _said(uri)
    for _ in range(1 + stream.below(3)):
        said.append(json.loads(json.dumps(one(stream, others))))
        if stream.below(4):
            said[-1] = bending.graft(said[-1], json.loads(json.dumps(one(stream, others))), stream, odd=True)
    bodies = [json.dumps(each).encode("utf-8", "surrogatepass") for each in said]
    if stream.below(5) == 0:
        bodies[-1] = bending.raw(bodies[-1].decode("utf-8", "replace"), "", stream)
    data = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    if stream.below(12) == 0:
        data = bending.raw(data.decode("utf-8", "replace"), "", stream)
    heard = Heard()
    with patch.object(editor, "MOMENT", 0.0):
        asyncio.run(served(data, heard))
    if heard.wrong:
        raise Broken(f"a handler raised: {heard.wrong[0]}") from heard.wrong[0]
    if any("error" in each for each in heard.answers.values()):
        return "refused"
    return "answered" if heard.answers else "ignored"


async def served(data: bytes, heard: Heard) -> None:
    """A server of its own, until it has nothing more to do."""
    made = editor.server()
    made.protocol.set_writer(heard, include_headers=False)
    made.report_server_error = heard.note  # type: ignore[method-assign]  # as hosts do that show it elsewhere
    try:
        await run_async(Event(), Sent(data), made.protocol, error_handler=heard.note)
    except SystemExit:
        return
    for _ in range(int(SECONDS / 0.002)):
        if not made.waiting and all(each.done() for each in made.protocol._request_futures.values()):
            return
        await asyncio.sleep(0.002)
    raise Broken("no answer")
