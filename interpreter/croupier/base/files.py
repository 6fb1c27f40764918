"""Files of people, written anew: whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def rewrite(path: Path, text: str) -> None:
    """Another text in a file, which keeps its mode and its mark of UTF-8: the whole of it at once, or nothing."""
    mark = b"\xef\xbb\xbf" if path.read_bytes().startswith(b"\xef\xbb\xbf") else b""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(mark + text.encode("utf-8"))
        shutil.copymode(path, name)
        os.replace(name, path)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise
