"""A server in a process of its own, and pages in a headless Chromium.

It needs Playwright for Python and a Chromium; where either is missing, nothing of it runs.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier.web

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
AXE = Path(croupier.web.__file__).parent / "page" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SOON = 20_000

MARKS = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),  # what Playwright leaves behind
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="it comes with the extra browser")
    with sync_api.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


class Served:
    """A table, or a studio, in a process of its own."""

    def __init__(self, folder: Path, *words: object, what: str = "table") -> None:
        command = [sys.executable, "-m", "croupier", what, "--no-open", *map(str, words)]
        env = os.environ | {"CROUPIER_GAMES": str(folder), "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=env)
        assert self.process.stdout is not None
        self.links: list[str] = []
        self.record = ""
        for line in self.process.stdout:
            self.links += re.findall(r"http://\S+", line)
            if "--resume" in line:
                self.record = line.split("--resume")[1].strip()
                break
            if self.links and (what == "studio" or not any(str(word)[0] != "-" for word in words[::2])):
                break  # a studio, or a lobby: nothing is saved yet

    def link(self, seat: int = 0, still: bool = True, language: str = "en") -> str:
        return self.links[seat].replace("/#", f"/?{'still&' if still else ''}lang={language}#")

    @property
    def port(self) -> str:
        found = re.search(r":(\d+)/", self.links[0])
        assert found is not None
        return found[1]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[Served] = []

    def start(*words: object, what: str = "table") -> Served:
        port = [] if "--port" in words else ["--port", 0]
        started.append(Served(tmp_path, *words, *port, what=what))
        return started[-1]

    yield start
    for served in started:
        served.stop()


Open = Callable[..., Any]


@pytest.fixture
def look(browser: Any) -> Iterator[Open]:
    """A page in a browser that knows nothing yet; nothing goes wrong in it, and it fetches nothing from elsewhere."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def start(link: str, ready: str = "[data-ready]", **more: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SOON)
        home = link.split("/?")[0].split("/#")[0]
        page.on("request", lambda asked: None if asked.url.startswith(home) else wrong.append(asked.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security" in said.text else None)
        page.goto(link)
        page.wait_for_selector(ready)
        return page

    yield start
    for context in contexts:
        context.close()
    assert wrong == []
