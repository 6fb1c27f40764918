"""A server for assistants, in the Model Context Protocol: the commands as tools, games to play, texts to read.

`tools` is the table of tools. `server` speaks the protocol; it needs the extra `mcp`. A tool runs in a second process
(`worker`), which opens no file outside the folder (`fence`) and is stopped after the time of the tool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.assistant.server import serve
    from croupier.assistant.worker import Ended, work

__all__ = ["Ended", "serve", "work"]

_HOMES = {"server": "serve", "worker": "Ended work"}

__getattr__ = door(__name__, _HOMES)
