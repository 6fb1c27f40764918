"""A client of the SDK, and the server in a process of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

Json = dict[str, Any]

PROCESSES = pytest.mark.costly
"""The mark of a test that starts a server: what is said over the protocol is tested in one process as well."""


class Assistant:
    """What an assistant does: it calls tools, and reads what they answer."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, /, **arguments: object) -> Json:
        """The answer of a tool, which is marked as an error where it is one."""
        found = await self.client.call_tool(tool, arguments)
        (content,) = found.content
        answer: Json = json.loads(content.text)
        assert found.is_error == ("error" in answer)
        return answer


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[Assistant]:
    words = ["-m", "croupier", "mcp", str(folder)]
    server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        yield Assistant(client)
