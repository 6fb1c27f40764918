"""Make the pictures of tables in `docs/images` again: `python benchmarks/pictures.py [NAME …]`.

A browser plays each game from a seed, by clicks and drags, until the moment that the picture shows. It needs Pillow,
and what the tests in `tests/web` need: Playwright and a Chromium.
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "dsl"), str(ROOT / "interpreter")]

from tests.studio.test_browser import begin, find, settled  # noqa: E402  # the paths come first
from tests.web.browsers import CHROMIUM, FLAGS, Served  # noqa: E402  # the paths come first
from tests.web.test_hands import gesture  # noqa: E402  # as above

IMAGES = ROOT / "docs" / "images"
DESK = (1024, 640)
PHONE = (390, 844)
WIDE = (1440, 900)
"""The size of the studio, whose picture is made smaller."""
MOST = 60_000
"""The most bytes of a picture."""
SEEN = "() => document.querySelector('.held-beat, .option, .pick, .ending') !== null"
FACE = ".card > .face:not(.down):not(.gap)"


@dataclass(frozen=True)
class Picture:
    """A game and the moment to show: a condition on the page, or a number of gestures."""

    words: tuple[object, ...]
    until: str = "true"
    after: int = 0
    size: tuple[int, int] = DESK
    dress: str = "light"
    wants: tuple[str, ...] = ()
    """Beginnings of the options that are chosen before others."""


def held(more: str) -> str:
    return f"document.querySelector('.held-beat') !== null && ({more})"


def many(selector: str) -> str:
    return f'document.querySelectorAll("{selector}").length'


TOTAL = "/total\\s*[12]\\d/.test(document.querySelector('.middle .facts')?.innerText ?? '')"
TRICK = f"{many(f'[data-zone=trick] {FACE}')} === 4"
PICTURES = {
    "trick": Picture(("hearts", "--seed", 5), held(TRICK), 16),
    "turn": Picture(("trio-spicy-teams", "--players", 4, "--seed", 5), held(f"{many('.mine .card.open')} > 0"), 4),
    "showdown": Picture(
        ("texas-holdem", "--players", 3, "--seed", 5), held(f"{many(f'.person {FACE}')} >= 2"), wants=("check", "call")
    ),
    "bridge": Picture(("bridge", "--seed", 8), held(TRICK), 20, wants=("pass",)),
    "cribbage": Picture(("cribbage", "--players", 2, "--seed", 5), TOTAL, 2),
    "drei": Picture(("drei", "--players", 3, "--seed", 5), "true", 14),
    "three-thirteen": Picture(("three-thirteen", "--players", 3, "--seed", 5), held("true"), 20),
    "browser": Picture(("rami", "--players", 3, "--seed", 5), f"{many('.meld')} >= 3"),
    "spider": Picture(("spider", "--option", "suits=2", "--seed", 5), f"{many('.column-zone .lit')} > 3", 14),
    "klondike": Picture(("klondike", "--seed", 13), f"{many('.column-zone .lit')} > 0", 16),
    "telephone": Picture(("drei", "--players", 4, "--seed", 5), "true", 12, PHONE, "dark"),
}


def take(chromium: Any, picture: Picture, folder: Path) -> bytes:
    """Play until the moment, and return the screen as WebP."""
    served = Served(folder, *picture.words, "--port", 0)
    width, height = picture.size
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=picture.dress)
    try:
        page = context.new_page()
        page.add_init_script("localStorage.setItem('hold', 'wait'); localStorage.setItem('pace', 'off');")
        page.goto(served.link(still=False))
        page.wait_for_selector("[data-ready]")
        for turn in range(1000):
            page.wait_for_function(SEEN)
            if turn >= picture.after and page.evaluate(f"() => {picture.until}"):
                break
            if page.locator(".ending").count():
                raise SystemExit(f"{picture.words}: the game is over before the moment to show")
            step(page, picture, turn)
        page.mouse.move(1, 1)
        page.wait_for_timeout(400)
        return page.screenshot()  # type: ignore[no-any-return]  # Playwright may be missing
    finally:
        context.close()
        served.stop()


def studio(chromium: Any, folder: Path) -> bytes:
    """Change a rule of a game that is being played, and return the screen."""
    served = Served(folder, "drei", "--folder", folder, what="studio")
    context = chromium.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, color_scheme="light")
    try:
        page = context.new_page()
        page.goto(served.link())
        page.wait_for_selector(".cm-content")
        begin(page)
        find(page, "high_enough: high_enough of value")
        page.keyboard.type("high_enough: high_enough of value and value is not 12")
        settled(page)
        return page.screenshot()  # type: ignore[no-any-return]  # Playwright may be missing
    finally:
        context.close()
        served.stop()


def step(page: Any, picture: Picture, turn: int) -> None:
    if page.locator(".held-beat").count():
        page.locator(".held-beat button").click()
        return
    for word in picture.wants:
        wanted = page.locator(f".option:has-text('{word}')")
        if wanted.count():
            number = page.get_attribute("[data-ready]", "data-number")
            wanted.first.click()
            page.wait_for_function(
                "(n) => document.querySelector('[data-ready]').dataset.number !== n || "
                "document.querySelector('.held-beat') !== null",
                arg=number,
            )
            return
    gesture(page, turn)


def packed(screen: bytes) -> bytes:
    """Return the screen as WebP, as good as fits."""
    from PIL import Image

    image = Image.open(io.BytesIO(screen)).convert("RGB")
    if image.size == WIDE:
        image = image.resize(DESK, Image.Resampling.LANCZOS)
    for quality in range(92, 40, -4):
        into = io.BytesIO()
        image.save(into, "WEBP", quality=quality, method=6)
        if into.tell() <= MOST:
            return into.getvalue()
    raise SystemExit(f"a picture does not fit into {MOST} bytes")


def main() -> None:
    from playwright.sync_api import sync_playwright

    names = sys.argv[1:] or [*PICTURES, "studio"]
    with sync_playwright() as started, tempfile.TemporaryDirectory(dir="/tmp") as folder:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names:
            here = Path(tempfile.mkdtemp(dir=folder, prefix="rules-"))
            made = packed(studio(chromium, here) if name == "studio" else take(chromium, PICTURES[name], here))
            (IMAGES / f"{name}.webp").write_bytes(made)
            print(f"{name}: {len(made)} bytes")
        chromium.close()


if __name__ == "__main__":
    main()
