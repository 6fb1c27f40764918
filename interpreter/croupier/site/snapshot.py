"""Make a snapshot of the engine's memory, in Node, so that a page need not import it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from croupier.site.core import PATIENCE


def snapshot(core: Mapping[str, bytes], engine: bytes) -> bytes | None:
    """Return the memory of Python with the engine imported; None if Node is missing or cannot make it.

    `core`: the files of Pyodide's core by name; `engine`: the archive of the engine.
    """
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pyodide").mkdir()
        for file, data in core.items():
            (folder / "pyodide" / file).write_bytes(data)
        (folder / "engine.zip").write_bytes(engine)
        maker = folder / "snapshot.mjs"
        maker.write_bytes(files("croupier.web").joinpath("bundle", "snapshot.js").read_bytes())
        try:
            subprocess.run(
                [node, str(maker), str(folder)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=PATIENCE, check=True,
            )  # fmt: skip
            return (folder / "snapshot.bin").read_bytes()
        except (OSError, subprocess.SubprocessError):
            return None
