"""A site as it is: made with Pyodide's own core, served by a host of files, played in Chromium without the network.

It needs what tests of the page need, and npm or the network once, to fetch Pyodide.
"""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.base.faults import SetupError
from croupier.base.language import languages
from croupier.site.building import build
from croupier.site.core import core
from tests.web.browsers import AXE, MARKS
from tests.web.test_browser import READY, act, over, play

PATIENT = 180_000
OPENED = ["drei", "klondike", "three-thirteen"]
"""The games of this site with openings."""

pytestmark = MARKS


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        found = core(None)
    except SetupError as error:
        pytest.skip(str(error))
    return build(tmp_path_factory.mktemp("host") / "site", found, OPENED).folder


class Served:
    """The folder, served by Python's own server of files, until it is killed."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "http.server",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--directory",
            str(folder),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port}/"
        for _ in range(300):
            time.sleep(0.1)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
        self.kill()
        raise AssertionError("it is not served")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    started = Served(site)
    yield started
    started.kill()


Look = Callable[[], Any]


@pytest.fixture
def look(browser: Any, served: Served) -> Iterator[Look]:
    """A page in a browser that knows nothing yet. Nothing goes wrong in it, and it fetches nothing from elsewhere."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def start() -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        home = (served.address, f"blob:{served.address}")
        context.on("request", lambda asked: None if asked.url.startswith(home) else wrong.append(asked.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{served.address}?still&lang=en")
        return page

    yield start
    for context in contexts:
        context.close()
    assert wrong == []


def ready(page: Any) -> None:
    """The engine is there, and all that it needs without the network."""
    page.wait_for_function("() => document.querySelector('.overall .stand')?.innerText.includes('without the network')")


def begin(page: Any, game: str, **options: str) -> None:
    """Choose a game of the list, agree on options and sit down."""
    page.locator(f"[data-game={game}] > button").click()
    if options:
        page.locator(".begin summary").click()
        for title, value in options.items():
            page.locator(".begin").get_by_label(title, exact=False).first.fill(value)
    page.locator(".begin .go").click()
    page.wait_for_selector("[data-ready]")


def move(page: Any) -> None:
    """Make a move, by as many choices as it takes."""
    page.wait_for_function(READY)
    before = page.locator(".log").inner_text()
    for turn in range(9):
        act(page, turn)
        page.wait_for_function(READY)
        if page.locator(".log").inner_text() != before:
            return
    raise AssertionError("nothing was played")


def test_a_game_is_played_to_its_end_and_another_without_the_network(look: Look, served: Served) -> None:
    """The host of files is killed in between; the page is loaded again, and everything is there."""
    page = look()
    ready(page)
    begin(page, "three-thirteen", rounds="2")
    assert play(page) > 3
    assert page.locator(".ending li").count() == 2
    ending = page.locator(".ending > p").first.inner_text()

    served.kill()
    page.reload()
    page.wait_for_selector(".ending")
    assert page.locator(".ending > p").first.inner_text() == ending
    page.goto(f"{served.address}?still&lang=en#")
    page.wait_for_selector(".left [data-file]")
    begin(page, "trio")
    assert play(page) > 3
    page.locator(".actions").get_by_role("button", name="Play again").click()
    page.wait_for_function("() => document.querySelector('.ending') === null")
    file = page.url.partition("#table=")[2]
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert page.url.partition("#table=")[2] == file
    assert not over(page)


def slow(page: Any) -> list[Any]:
    """Hold back the engine; what is returned has the ways to let it go."""
    held: list[Any] = []
    page.context.route("**/engine.bin", lambda route: held.append(route))  # it must be a function of Python
    return held


@pytest.mark.parametrize("language", languages())
def test_a_card_is_played_before_the_engine_is_there(language: str, browser: Any, served: Served) -> None:
    """The table is that of the engine: what was shown stays, and what was chosen is played."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENT)
    held = slow(page)
    page.goto(f"{served.address}?still&lang={language}#play=drei")
    page.wait_for_selector("[data-ready] .lit")
    assert page.evaluate("document.documentElement.lang") == language
    assert page.url.partition("#")[2].startswith("deal=drei.")
    log, hand = page.locator(".log").inner_text(), page.locator(".mine").inner_text()
    for turn in range(9):
        if not page.locator(".option").count() or page.locator(".pick").count():
            break
        page.locator(".option").nth(turn % page.locator(".option").count()).click()
        page.wait_for_timeout(200)
    assert page.locator(".log").inner_text() == log
    page.wait_for_timeout(1000)
    for route in held:
        route.continue_()
    page.wait_for_function("(log) => document.querySelector('.log').innerText !== log", arg=log)
    assert page.locator(".log").inner_text().startswith(log)
    assert hand.splitlines()[0] in page.locator(".mine").inner_text()
    page.wait_for_function("() => location.hash.startsWith('#table=')")
    page.wait_for_function(READY)
    shown = page.locator(".mine").inner_text(), page.locator(".log").inner_text()
    page.context.unroute("**/engine.bin")
    page.reload()
    page.wait_for_selector("[data-ready]")
    page.wait_for_function(READY)
    assert (page.locator(".mine").inner_text(), page.locator(".log").inner_text()) == shown
    context.close()


def test_an_address_opens_a_table(look: Look, served: Served) -> None:
    """`#play=NAME` starts a game once: going back shows the list, with the game among those that were left."""
    page = look()
    ready(page)
    page.goto(f"{served.address}?still&lang=en#play=rami")
    page.wait_for_selector("[data-ready]")
    page.wait_for_function(READY)
    assert page.url.partition("#")[2].startswith("table=")
    page.go_back()
    page.wait_for_selector(".left [data-file]")
    assert page.locator(".left [data-file]").count() == 1
    page.goto(f"{served.address}?still&lang=en#play=nonsense")
    page.wait_for_selector(".offered")
    assert page.locator(".left [data-file]").count() == 1


def test_a_game_that_was_left_in_the_middle_is_where_it_was(look: Look) -> None:
    page = look()
    ready(page)
    begin(page, "drei")
    for turn in range(3):
        page.wait_for_function(READY)
        act(page, turn)
    page.wait_for_function(READY)
    shown = page.locator(".mine").inner_text(), page.locator(".log").inner_text()
    page.reload()
    page.wait_for_selector("[data-ready]")
    page.wait_for_function(READY)
    assert (page.locator(".mine").inner_text(), page.locator(".log").inner_text()) == shown
    with page.expect_download() as waiting:
        page.locator(".overall a").click()
        page.locator(".left [data-file] button").first.click()
    record = Path(waiting.value.path()).read_text("utf-8")
    assert json.loads(record.splitlines()[0])["names"]


def test_the_later_tab_goes_on_and_nothing_is_lost(look: Look, served: Served) -> None:
    """Whichever of two tabs opens a game, or the studio, has all that was done in the other, which says where it is."""
    first = look()
    ready(first)
    second = first.context.new_page()
    second.set_default_timeout(PATIENT)
    second.goto(f"{served.address}?still&lang=en")
    ready(second)  # it knows nothing yet of the game that begins now
    begin(first, "three-thirteen")
    move(first)
    game = first.url.partition("#")[2]
    here, there = first, second
    there.evaluate("(game) => { location.hash = game; }", game)
    for _ in range(3):
        there.wait_for_selector("[data-ready]")
        here.get_by_role("alert").filter(has_text="open in another tab").wait_for()
        assert here.locator("[data-ready]").count() == 0
        move(there)
        shown = there.locator(".mine").inner_text(), there.locator(".log").inner_text()
        here, there = there, here
        there.get_by_role("button", name="Continue here").click()
        there.wait_for_selector("[data-ready]")
        there.wait_for_function(READY)
        assert (there.locator(".mine").inner_text(), there.locator(".log").inner_text()) == shown
    first.goto(f"{served.address}?still&lang=en#studio=kuhn-poker")
    first.locator(".cm-content").click()
    first.keyboard.press("Control+Home")
    first.keyboard.type("# written here")
    first.keyboard.press("Enter")
    first.wait_for_timeout(2000)
    second.goto(f"{served.address}?still&lang=en#studio=kuhn-poker.yaml")
    second.locator(".cm-content").filter(has_text="# written here").wait_for()
    first.get_by_role("alert").filter(has_text="open in another tab").wait_for()


def test_rules_are_written_in_the_page(look: Look, served: Served) -> None:
    """What is wrong is told as it is typed; what was typed is there when the page is loaded again, without a host."""
    page = look()
    ready(page)
    page.goto(f"{served.address}?still&lang=en#studio=kuhn-poker")
    page.wait_for_selector(".cm-content")
    page.wait_for_selector(".studio [data-ready]")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("nonsense: here")
    page.keyboard.press("Enter")
    wrong = page.locator(".problems").filter(has_text="unknown key `nonsense`")
    wrong.wait_for()
    served.kill()
    page.reload()
    page.locator(".cm-content").filter(has_text="nonsense: here").wait_for()
    wrong.wait_for()


def test_nobody_is_shut_out_of_the_list(look: Look) -> None:
    """Of games, with one of them chosen and one left; light and dark, on a desk and on a telephone."""
    page = look()
    ready(page)
    begin(page, "kuhn-poker")
    page.locator(".overall a").click()
    page.wait_for_selector(".left [data-file]")
    page.locator("[data-game=drei] > button").click()
    page.locator(".begin summary").click()
    page.evaluate("(source) => { (0, eval)(source); }", AXE.read_text("utf-8"))
    for width, theme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_figures_are_told(look: Look, site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How large it is and how long it takes to begin, as JSON; they are not judged."""
    page = look()
    ready(page)
    first = page.evaluate(TIMES)
    page.wait_for_timeout(5000)  # what was worked out is put away once nothing else is to be done
    page.reload()
    ready(page)
    again = page.evaluate(TIMES)
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    begin(page, "drei")
    trips = []
    for turn in range(10):
        page.wait_for_function(READY)
        before = page.get_attribute("[data-ready]", "data-number")
        start = page.evaluate("performance.now()")
        act(page, turn)
        if page.get_attribute("[data-ready]", "data-number") != before:
            trips.append(round(page.evaluate("performance.now()") - start))
    figures = {
        "files": len(files), "bytes": sum(map(len, files)), "gzipped": sum(len(gzip.compress(data)) for data in files),
        "first_ms": first, "again_ms": again, "round_trip_ms": sorted(trips),
    }  # fmt: skip
    with capsys.disabled():
        print(json.dumps(figures))  # noqa: T201  # it is what is asked for
    assert first["shelf"] < first["engine"]


TIMES = """() => Object.fromEntries(
  performance.getEntriesByType('mark').map((mark) => [mark.name, Math.round(mark.startTime)]))"""
