"""The page that is shipped is the page that was written."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

import croupier.web

WEB = Path(croupier.web.__file__).parent
PAGE, BUNDLE = WEB / "page", WEB / "bundle"


def digest() -> str:
    """Over all that the page is made of, as `page/build.mjs` works it out."""
    inside = [f"src/{path.name}" for path in (PAGE / "src").iterdir()]
    found = sha256()
    for name in sorted(["build.mjs", "package.json", "package-lock.json", "tsconfig.json", *inside]):
        text = (PAGE / name).read_bytes()
        found.update(f"{name}\0{len(text)}\0".encode() + text)
    return found.hexdigest()


SCRIPTS = ["page.js", "studio.js", "site.js", "common.js", "editing.js", "worker.js", "offline.js", "snapshot.js"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_bundle_is_made_of_these_sources(script: str) -> None:
    """If not: `npm ci && npm run build` in the folder `page`."""
    first = (BUNDLE / script).read_text("utf-8").splitlines()[0]
    recorded = re.fullmatch(r"// made by npm run build from sources sha256:([0-9a-f]{64})", first)
    assert recorded is not None
    assert recorded[1] == digest(), "the bundle is stale: npm ci && npm run build in interpreter/croupier/web/page"


def test_what_is_not_built_is_as_it_was_written() -> None:
    for name in ("index.html", "studio.html", "site.html", "page.css", "studio.css", "lobby.css", "icon.svg"):
        assert (BUNDLE / name).read_bytes() == (PAGE / "src" / name).read_bytes()


def test_every_dependency_is_locked() -> None:
    """With the digest of what is to be fetched, by anybody."""
    packages = json.loads((PAGE / "package-lock.json").read_text("utf-8"))["packages"]
    fetched = {name: package for name, package in packages.items() if name}
    assert len(fetched) > 3
    assert [name for name, package in fetched.items() if not package.get("integrity", "").startswith("sha512-")] == []


def test_the_licence_of_what_is_in_the_bundle_goes_with_it() -> None:
    for name in ("preact", "codemirror", "lezer"):
        assert "MIT" in (BUNDLE / f"{name}-license.txt").read_text("utf-8")
