"""Pyodide's core, Python for a page: the files of one fixed version of its npm package.

The package is not part of this one. It is handed over as a folder or a file, or fetched by npm; each of its files is
looked at by its digest.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.language import tr

VERSION = "314.0.7"
PACKAGE = f"pyodide@{VERSION}"
DIGESTS: Mapping[str, str] = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of the files that a site is made with."""
PATIENCE = 600.0
"""The time limit for npm, and for Node, in seconds."""
MOST = 64 << 20
"""A file of it is never larger."""


def core(given: Path | None, digests: Mapping[str, str] = DIGESTS) -> dict[str, bytes]:
    """Return the files by name.

    `given`: the folder of the package, unpacked, or the package as a .tgz; by default npm downloads it. Raise
    SetupError with advice if that fails.
    """
    if given is None:
        return _checked(_fetched(), digests, PACKAGE)
    if given.is_dir():
        folder = given / "package" if (given / "package").is_dir() else given
        found = {name: (folder / name).read_bytes() for name in digests if (folder / name).is_file()}
    elif given.is_file():
        found = _unpacked(given.read_bytes(), given)
    else:
        raise SetupError(tr("{path} does not exist; {advice}", path=given, advice=_advice()))
    return _checked(found, digests, given)


def _unpacked(data: bytes, place: object) -> dict[str, bytes]:
    """Return the files in a package as npm has it. Nothing is written anywhere."""
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as package:
            for member in package:
                file = package.extractfile(member) if member.isfile() and member.size <= MOST else None
                if file is not None and member.name.startswith("package/"):
                    found[member.name.removeprefix("package/")] = file.read()
    except (tarfile.TarError, OSError, EOFError) as error:
        raise SetupError(tr("{path} is not an npm package; {advice}", path=place, advice=_advice())) from error
    return found


def _checked(found: Mapping[str, bytes], digests: Mapping[str, str], place: object) -> dict[str, bytes]:
    for name, digest in digests.items():
        if name not in found:
            raise SetupError(tr("{path} has no {file}; {advice}", file=name, path=place, advice=_advice()))
        if sha256(found[name]).hexdigest() != digest:
            told = tr("{file} in {path} is not from Pyodide {version}; {advice}", file=name, path=place,
                      version=VERSION, advice=_advice())  # fmt: skip
            raise SetupError(told)
    return {name: found[name] for name in digests}


def _fetched() -> dict[str, bytes]:
    """Return the package, fetched by npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError(
            tr("a site needs Pyodide, and npm, which fetches it, is not installed; {advice}", advice=_advice())
        )
    with tempfile.TemporaryDirectory() as folder:
        try:
            ran = subprocess.run(
                [npm, "pack", PACKAGE, "--silent", "--pack-destination", folder], cwd=folder,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SetupError(
                tr("npm could not fetch Pyodide: {reason}; {advice}", reason=error, advice=_advice())
            ) from error
        packages = [*Path(folder).glob("*.tgz")]
        if ran.returncode or not packages:
            lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
            reason = lines[-1] if lines else str(ran.returncode)
            raise SetupError(tr("npm could not fetch Pyodide: {reason}; {advice}", reason=reason, advice=_advice()))
        return _unpacked(packages[0].read_bytes(), packages[0].name)


def _advice() -> str:
    return tr("run `npm pack {package}` on a machine with npm, and name the file with --pyodide FILE", package=PACKAGE)
