"""A session of an editor: a real client of the protocol, and the server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient


class Session:
    """What an editor does: open a text, type, ask."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("editor", "1")
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.checked: dict[str, int | None] = {}
        """By file, the version that what is shown was found in."""
        self.told: list[str] = []
        self.versions: dict[Path, int] = {}
        self.texts: dict[Path, str] = {}
        self.heard = asyncio.Event()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = list(params.diagnostics)
            self.checked[params.uri] = params.version
            self.heard.set()

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def message(params: types.ShowMessageParams) -> None:
            self.told.append(params.message)

    def run(self, what: Coroutine[Any, Any, Any], seconds: float = 120) -> Any:
        """Something that is waited for; a server that does not answer is a failure, and no standstill."""
        return self.loop.run_until_complete(asyncio.wait_for(what, seconds))

    def start(self) -> types.InitializeResult:
        async def begin() -> types.InitializeResult:
            await self.client.start_io(sys.executable, "-m", "croupier", "lsp")
            capabilities = types.ClientCapabilities()
            started = await self.client.initialize_async(types.InitializeParams(capabilities=capabilities))
            self.client.initialized(types.InitializedParams())
            return started

        started: types.InitializeResult = self.run(begin())
        return started

    def stop(self) -> None:
        async def end() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()

        self.run(end())
        self.loop.close()

    def open(self, path: Path) -> None:
        self.texts[path], self.versions[path] = path.read_text("utf-8"), 1
        item = types.TextDocumentItem(path.as_uri(), "yaml", 1, self.texts[path])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, path: Path) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.named(path)))

    def type(self, path: Path, old: str, new: str) -> None:
        """Put some words in the place of others, as an editor tells it: by the place alone."""
        text = self.texts[path]
        start, end = self.place(path, old), self.place(path, old, len(old))
        self.texts[path] = text.replace(old, new, 1)
        self.versions[path] += 1
        change = types.TextDocumentContentChangePartial(types.Range(start, end), new)
        named = types.VersionedTextDocumentIdentifier(self.versions[path], path.as_uri())
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))

    def place(self, path: Path, words: str, behind: int = 0) -> types.Position:
        """Where some words stand, or so many letters behind that; columns are of UTF-16."""
        at = self.texts[path].index(words) + behind
        before = self.texts[path][:at]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def named(self, path: Path) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(path.as_uri())

    def wait(self, so: Callable[[], bool]) -> None:
        """Until something is so of what has been shown, and that is of what was typed last."""

        def current() -> bool:
            return all(
                self.checked.get(path.as_uri()) == version for path, version in self.versions.items() if version > 1
            )

        async def waiting() -> None:
            while not (current() and so()):
                self.heard.clear()
                await self.heard.wait()

        self.run(waiting())

    def wrong(self, path: Path) -> list[str]:
        """What is shown as wrong with a file: line, code and message."""
        return [
            f"{each.range.start.line + 1}: {each.code} {each.message}" for each in self.shown.get(path.as_uri(), [])
        ]
