"""The server in the Model Context Protocol, on standard input and output; it needs the extra `mcp`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import anyio
import mcp_types as types
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from croupier.assistant import tools
from croupier.assistant.guides import guide, guides
from croupier.assistant.tools import TOOLS, Json
from croupier.base.language import tr

INSTRUCTIONS = """\
croupier writes, checks, plays and measures card games. To write a ruleset, read the guide `compact`: it is complete; \
never invent keys, verbs or builtins. Write the file, then have each claim shown by a tool, and fix what it catches:
""" + "".join(f"- {claim}: {', '.join(used)} ({caught})\n" for claim, used, caught in tools.LOOP)
LINE = 16 << 20
"""The maximum length of an answer of the worker, in bytes."""
SCHEME = "croupier://guide/"
Context = ServerRequestContext[Json]


@dataclass(slots=True)
class Worker:
    """The process that runs tools; it is started when a tool needs it, and killed when it takes too long."""

    folder: Path
    process: Process | None = None
    answers: BufferedByteReceiveStream | None = None
    lock: anyio.Lock = field(default_factory=anyio.Lock)

    async def ask(self, tool: str, arguments: Mapping[str, object]) -> Json:
        """Return the answer of a tool. A worker that dies, or takes too long, is an answer too."""
        asked = arguments.get("seconds")
        seconds = min(asked, tools.MOST_SECONDS) if isinstance(asked, int) else tools.SECONDS
        request = json.dumps({"tool": tool, "arguments": arguments}).encode() + b"\n"
        async with self.lock:
            done = False
            try:
                with anyio.fail_after(seconds + tools.GRACE):
                    found = await self._answer(request)
                done = not found.get("spent")
                return found
            except TimeoutError:
                return tools.stopped(tool, arguments, seconds)
            except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.IncompleteRead, anyio.DelimiterNotFound):
                return {"error": tr("the process of the tool ended; it may have needed too much memory")}
            finally:
                if not done:  # also if the client has cancelled the request
                    await self.end()

    async def _answer(self, request: bytes) -> Json:
        if self.process is None:
            words = [sys.executable, "-P", "-m", "croupier", "mcp", str(self.folder), "--worker"]
            self.process = await anyio.open_process(
                words, stdout=subprocess.PIPE, stderr=None, start_new_session=True, env={**os.environ, "LC_ALL": "C"}
            )
            assert self.process.stdout is not None
            self.answers = BufferedByteReceiveStream(self.process.stdout)
        assert self.process.stdin is not None
        assert self.answers is not None
        await self.process.stdin.send(request)
        found: Json = json.loads(await self.answers.receive_until(b"\n", LINE))
        return found

    async def end(self) -> None:
        """End the process; the next question starts another one."""
        process, self.process, self.answers = self.process, None, None
        if process is not None:
            with anyio.CancelScope(shield=True):
                if process.returncode is None:
                    process.kill()
                await process.aclose()


def server(worker: Worker) -> Server[Json]:
    """Return a server whose tools this worker runs."""

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        found = await worker.ask(params.name, params.arguments or {})
        text = types.TextContent(type="text", text=json.dumps(found, ensure_ascii=False, separators=(",", ":")))
        return types.CallToolResult(content=[text], is_error="error" in found)

    async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=SCHEME + name, name=name, title=title, mime_type=_mime(name))
            for name, title in guides().items()
        ]
        return types.ListResourcesResult(resources=found)

    async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        name = uri.removeprefix(SCHEME)
        if not uri.startswith(SCHEME) or name not in guides():
            raise ValueError(tr("unknown guide {name}; the guides are {names}", name=uri, names=", ".join(guides())))
        text = types.TextResourceContents(uri=uri, mime_type=_mime(name), text=guide(name))
        return types.ReadResourceResult(contents=[text])

    return Server[Json](
        "croupier", version=version("croupier"), instructions=INSTRUCTIONS, on_list_tools=list_tools,
        on_call_tool=call_tool, on_list_resources=list_resources, on_read_resource=read_resource,
    )  # fmt: skip


def _described(tool: tools.Tool) -> types.Tool:
    hints = types.ToolAnnotations(read_only_hint=not tool.writes, open_world_hint=False)
    return types.Tool(name=tool.name, description=tool.about, input_schema=tool.schema(), annotations=hints)


def _mime(name: str) -> str:
    return {"schema": "application/json", "grammar": "text/plain"}.get(name.partition("/")[0], "text/markdown")


def serve(folder: Path) -> None:
    """Serve the folder until the client closes the connection."""
    anyio.run(_served, folder)


async def _served(folder: Path) -> None:
    worker = Worker(folder)
    try:
        async with stdio_server() as (incoming, outgoing):
            one = server(worker)
            await one.run(incoming, outgoing, one.create_initialization_options())
    finally:
        await worker.end()
