"""Serve a table or a studio on the network: its page, and a socket for each viewer.

It needs the extra `web`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from asyncio import Queue, QueueFull
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.resources import files
from ipaddress import ip_address
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.web.lines import Out
from croupier.web.messages import written

LOG = logging.getLogger("croupier.web")
GREETING = 10.0
"""The time for a greeting after the connection, in seconds."""
WAITING = 256
"""The number of texts that may wait for a slow line; then it is closed, and may reconnect."""
REFUSED = 1008
"""The close code for a refused socket, from RFC 6455."""
TABLE = ("index.html", "page.js", "page.css", "lobby.css", "icon.svg")
"""The files of a table's page; the first is the start page."""
STUDIO = ("studio.html", "studio.js", "editing.js", "common.js", "page.css", "studio.css", "icon.svg")
KINDS = {
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}  # fmt: skip
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_PORT = re.compile(r":[0-9]+\Z")
Result = TypeVar("Result")


class Serves(Protocol):
    """The protocol of a service: texts come in on lines, and texts for lines go out.

    Some of them are due without a request.
    """

    @property
    def due(self) -> bool: ...
    @property
    def fault(self) -> CroupierError | None: ...
    def open(self) -> int | None: ...
    def receive(self, number: int, text: str | bytes) -> list[Out]: ...
    def close_unauthenticated(self, line: int | None = None) -> list[Out]: ...
    def close(self, line: int) -> list[Out]: ...
    def advance(self) -> list[Out]: ...


class Headed:
    """Sets the headers that every answer has, errors as well."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self._app(scope, receive, headed if scope["type"] == "http" else send)


class Named:
    """Refuses requests for names that this server does not have.

    A page from elsewhere can have its own name lead to this machine (DNS rebinding). Its requests then have the same
    origin as the page served here, and differ only in the name that they ask for.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        """Wrap an app. `names`: the host names of the server, besides its addresses."""
        self._app = app
        self._names = frozenset(map(_plain, names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._known(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": REFUSED})
        else:
            told = tr("this server does not have the name of this URL; its host can add it with --allow-host NAME")
            await PlainTextResponse(f"{told}\n", 421)(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        asked = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(asked) != 1:
            return False
        name = _plain(_PORT.sub("", asked[0]))
        if name == "localhost" or name in self._names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        reached = (scope.get("server") or ("", None))[0]
        return address.is_loopback or str(address) == str(reached).partition("%")[0]


def _plain(name: str) -> str:
    """Return the name of a host in the form that is compared."""
    return name.strip("[]").removesuffix(".").lower()


class Service:
    """Passes messages to the host, one after another, and its answers to the lines."""

    def __init__(self, host: Serves, broken: Callable[[CroupierError], None]) -> None:
        """Serve a host. `broken` is called once with the fault if a game cannot continue."""
        self._host = host
        self._broken = broken
        self._one = ThreadPoolExecutor(max_workers=1, thread_name_prefix="table")
        self._queues: dict[int, Queue[Out | None]] = {}
        self._players: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Stop the players."""
        if self._players is not None:
            self._players.cancel()
            with suppress(asyncio.CancelledError):
                await self._players
        self._one.shutdown(wait=True)

    async def _ask(self, what: Callable[[], Result]) -> Result:
        """Call the host, in parallel to the network."""
        return await asyncio.get_running_loop().run_in_executor(self._one, what)

    def begin(self) -> None:
        """Let players that are not persons decide, if it is their turn."""
        if self._players is None or self._players.done():
            self._players = asyncio.create_task(self._play())

    async def _play(self) -> None:
        try:
            while await self._ask(lambda: self._host.due):
                self._deliver(await self._ask(self._host.advance))
        except Exception as error:  # the server goes on
            _failed(error)
        if self._host.fault is not None:
            self._broken(self._host.fault)

    def _deliver(self, outs: Iterable[Out]) -> None:
        for out in outs:
            queue = self._queues.get(out.line)
            if queue is None:
                continue
            try:
                queue.put_nowait(out)
            except QueueFull:
                del self._queues[out.line]
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def socket(self, socket: WebSocket) -> None:
        """Serve one connection, from its greeting to its end."""
        if not _own(socket):
            await socket.close(REFUSED)
            return
        self._deliver(await self._ask(self._host.close_unauthenticated))
        line = await self._ask(self._host.open)
        if line is None:
            await socket.close(REFUSED)
            return
        await socket.accept()
        queue = self._queues[line] = Queue(WAITING)
        writing = asyncio.create_task(_write(socket, queue))
        reading = asyncio.create_task(self._read(socket, line))
        too_late = partial(self._host.close_unauthenticated, line)
        late = asyncio.get_running_loop().call_later(GREETING, self._soon, too_late)
        try:
            await asyncio.wait([writing, reading], return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            self._queues.pop(line, None)
            for task in (writing, reading):
                task.cancel()
            self._soon(partial(self._host.close, line))

    def _soon(self, what: Callable[[], list[Out]]) -> None:
        """Ask the host, and wait for nothing."""
        task = asyncio.create_task(self._asked(what))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _asked(self, what: Callable[[], list[Out]]) -> None:
        try:
            self._deliver(await self._ask(what))
        except Exception as error:  # the server goes on
            _failed(error)

    async def _read(self, socket: WebSocket, line: int) -> None:
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            text: str | bytes = message.get("text") or message.get("bytes") or ""
            try:
                self._deliver(await self._ask(partial(self._host.receive, line, text)))
            except Exception as error:  # the line goes on: a page that came again would send the same
                _failed(error)
                told = tr("this did not work: the server has an error, which is printed in its terminal")
                self._deliver([Out(line, written({"type": "refused", "why": "failed", "text": told}))])
            self.begin()


def _failed(error: Exception) -> None:
    """Print an unexpected error in the terminal."""
    LOG.error("croupier: unexpected error", exc_info=error)


async def _write(socket: WebSocket, queue: Queue[Out | None]) -> None:
    """Send what waits, until the line is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (out := await queue.get()) is not None:
            await socket.send_text(out.text)
            if out.close:
                break
        await socket.close(REFUSED)


def _own(socket: WebSocket) -> bool:
    """Return whether the socket comes from the page that was served here, or from outside any page."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


def application(
    host: Serves, broken: Callable[[CroupierError], None] = lambda _: None, page: Sequence[str] = TABLE,
    names: Collection[str] = (),
) -> Starlette:  # fmt: skip
    """Return the ASGI application of a service.

    `page`: the files of its page, the first at `/`. `names`: the names by which browsers may reach it; its own
    addresses and `localhost` need not be named.
    """
    service = Service(host, broken)
    folder = files("croupier.web").joinpath("bundle")
    served = {f"/{name}": (folder.joinpath(name).read_bytes(), KINDS[name.rpartition(".")[2]]) for name in page}
    served["/"] = served.pop(f"/{page[0]}")

    async def get(request: Request) -> Response:
        content, kind = served[request.url.path]
        return Response(content, media_type=kind)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        service.begin()
        yield
        await service.stop()

    routes = [*(Route(path, get, methods=["GET"]) for path in served), WebSocketRoute("/table", service.socket)]
    return Starlette(routes=routes, middleware=[Middleware(Headed), Middleware(Named, names)], lifespan=lifespan)
