"""The notebook of the docs runs, and shows what is recorded in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from . import blocks

NOTEBOOK = blocks.ROOT / "docs" / "how-to" / "notebook.ipynb"
RUN = """\
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
for cell in notebook.cells:
    cell.metadata.clear()
    for output in cell.get("outputs", ()):
        if "text/html" in output.get("data", ()):
            del output["data"]["text/plain"]  # it has seconds
notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
nbformat.write(notebook, sys.argv[1])
"""


def shown(file: Path) -> list[dict[str, object]]:
    """Return what the outputs of each cell show: text and HTML."""
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return [output.get("data", output.get("text")) for cell in cells for output in cell.get("outputs", ())]


@pytest.mark.costly
def test_it_runs_and_shows_what_is_recorded(tmp_path: Path) -> None:
    """Every cell runs in a fresh kernel; CROUPIER_UPDATE=1 records what it shows."""
    pytest.importorskip("nbclient", reason="it comes with the extra test")
    pytest.importorskip("ipykernel", reason="it comes with the extra test")
    pytest.importorskip("pandas", reason="it comes with the extra test")
    file = tmp_path / NOTEBOOK.name
    shutil.copyfile(NOTEBOOK, file)
    paths = os.pathsep.join(str(blocks.ROOT / part) for part in ("dsl", "interpreter"))
    env = os.environ | {"PYTHONPATH": paths, "IPYTHONDIR": str(tmp_path / "ipython"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(file)], env=env, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    if blocks.UPDATE:
        shutil.copyfile(file, NOTEBOOK)
    assert shown(file) == shown(NOTEBOOK)
