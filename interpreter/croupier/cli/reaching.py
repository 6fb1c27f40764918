"""Serve a table or studio: the options, the socket, the address for others, and the server."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from croupier.base.language import tr

if TYPE_CHECKING:
    from starlette.applications import Starlette

LOCAL = "127.0.0.1"
PORT = 8642
EVERYWHERE = ("0.0.0.0", "::")

Words = ParamSpec("Words")
Found = TypeVar("Found")


def reached(command: Callable[Words, Found]) -> Callable[Words, Found]:
    """Return the options that say where something served is reached."""
    options = (
        click.option(
            "--host", default=LOCAL, show_default=True, metavar="ADDRESS", help="Address to listen on; 0.0.0.0: all."
        ),
        click.option(
            "--allow-host",
            "allowed",
            multiple=True,
            metavar="NAME",
            help="Further name under which browsers reach it, e.g. through a proxy; repeatable.",
        ),
        click.option(
            "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Port; 0: any free one."
        ),
        click.option("--open/--no-open", "opened", default=True, help="Open the first invite URL in a browser."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def needs_server() -> None:
    """Raise SetupError with advice on installation if the server's packages are missing."""
    from croupier.base.faults import SetupError

    try:
        import starlette  # noqa: F401  # told in words if it is not there
        import uvicorn  # noqa: F401  # the same
        import websockets  # noqa: F401  # the same
    except ImportError as error:
        raise SetupError(tr("a table needs a web server; install it with: pip install 'croupier[web]'")) from error


def run(served: Starlette, listening: socket.socket, most: int) -> None:
    """Serve until it is ended; `most`: the bytes of a message."""
    import uvicorn

    config = uvicorn.Config(
        served, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=most, ws_max_queue=8,
        server_header=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address. Raise SetupError if that fails."""
    from croupier.base.faults import SetupError

    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(128)  # early clients wait for the server instead of being refused
    except OSError as error:
        from croupier.table.record import reason

        bound.close()
        told = tr(
            "cannot listen on {address}: {why}; choose another port with --port",
            address=f"{host}:{port}",
            why=reason(error),
        )
        raise SetupError(told) from error
    return bound


def address(listening: socket.socket, host: str) -> str:
    """Return the URL under which others reach the socket."""
    port = listening.getsockname()[1]
    name = _outward() if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def names(host: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """Return the names by which browsers may reach a server on this host: the given ones, and the machine's own."""
    own = socket.gethostname() if host in EVERYWHERE else ""
    return (*allowed, host, *([own, f"{own}.local"] if own else []))


def _outward() -> str:
    """Return the address of this machine among others, as far as it can be told; nothing is sent for that."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOCAL
