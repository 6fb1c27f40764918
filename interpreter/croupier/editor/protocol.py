"""The Language Server Protocol as in pygls, except that every request is answered, and that invalid input never leaves
a traceback in the editor's log: it is reported in one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method

if TYPE_CHECKING:
    from pygls.protocol.json_rpc import RPCMessage

MOST = 64 << 20
"""The maximum length of a message, in bytes: far longer than any text of rules."""
LONGEST_NAME, LONGEST = 255, 4096
"""Of a file, alone and with its folders, in bytes, on most systems."""
FIRST = (types.INITIALIZE, types.EXIT)
"""The methods allowed before the server has been initialised."""


class Patient(LanguageServerProtocol):
    """Refuses what it cannot take, in an answer if one is waited for."""

    def structure_message(self, data: dict[str, object]) -> object:
        """Return a message out of JSON; JsonRpcException, and an answer if it asks for one, where it is none."""
        if "jsonrpc" not in data:
            return data
        try:
            if not all(map(can_be_named, _uris(data.get("params")))):
                raise JsonRpcInvalidParams("no file can have that name")
            return super().structure_message(data)
        except JsonRpcException as error:
            self._refuse(data, error)
            raise

    def _refuse(self, data: dict[str, object], error: JsonRpcException) -> None:
        number = data.get("id")
        if isinstance(number, str | int) and "method" in data:
            self._send_response(number, error=JsonRpcInvalidParams(str(error)).to_response_error())

    def handle_message(self, message: RPCMessage) -> None:
        """Handle a message.

        Before `initialize` all others are refused, and anything that is not a message is ignored.
        """
        if self._workspace is None and getattr(message, "method", types.EXIT) not in FIRST:
            number = getattr(message, "id", None)
            if isinstance(number, str | int):
                told = types.ResponseError(types.ErrorCodes.ServerNotInitialized, "say initialize first")
                self._send_response(number, error=told)
        elif hasattr(message, "jsonrpc"):
            super().handle_message(message)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Iterator[object]:
        """Close a text, if it is open."""
        if self._is_open(params.text_document):
            yield from super().lsp_text_document__did_close(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Iterator[object]:
        """Change a text, if it is open."""
        if self._is_open(params.text_document):
            yield from super().lsp_text_document__did_change(params)

    def _is_open(self, text: types.TextDocumentIdentifier | types.VersionedTextDocumentIdentifier) -> bool:
        return unquote(text.uri) in self.workspace.text_documents


def _uris(part: object) -> Iterator[object]:
    """Yield every file that a message names."""
    if isinstance(part, dict):
        for key, inner in part.items():
            if key == "uri":
                yield inner
            else:
                yield from _uris(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _uris(inner)


def can_be_named(uri: object) -> bool:
    """Return whether a file could have this URI."""
    if not isinstance(uri, str):
        return False
    try:
        path = (uris.to_fs_path(uri) or uri).encode()
    except ValueError:
        return False
    names = path.split(b"/")
    short = len(path) < LONGEST and all(len(name) <= LONGEST_NAME for name in names)
    return short and b"\0" not in path and names[-1] not in (b"", b".", b"..")


class Measured:
    """The input stream, limited to the maximum length of a message; a longer one reads as the end."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        return self._stream.readline(MOST)

    def read(self, size: int) -> bytes:
        return self._stream.read(size) if size <= MOST else b""
