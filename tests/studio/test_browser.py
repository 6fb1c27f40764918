"""The studio in a browser: rules are edited while a game of them goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browsers import AXE, MARKS, Open, Serve, Served

pytestmark = MARKS

GOOD = ".state.good"
PANELS = ["Scenarios", "Options", "Differences", "Printed rules", "Many games", "Coverage"]


def find(page: Any, text: str) -> None:
    """Go to a text as a person does; it is selected then."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+f")
    page.locator(".cm-search input[name=search]").select_text()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def settled(page: Any) -> None:
    """Until what was typed has been looked at."""
    page.wait_for_timeout(500)
    page.wait_for_function("() => /valid/.test(document.querySelector('.problems .state').textContent)")


def positions(page: Any) -> int:
    return int(page.locator(".travel input").get_attribute("max"))


def begin(page: Any) -> None:
    """Make choices, the first each time, until something has been decided."""
    for _ in range(40):
        if positions(page) > 0:
            return
        if page.locator(".option").count():
            page.locator(".option").first.click()
        page.wait_for_timeout(200)
    raise AssertionError("nothing can be decided")


def test_a_game_goes_on_while_its_rules_become_a_house_rule(serve: Serve, look: Open, tmp_path: Path) -> None:
    """Through a valid edit, a mistake, and rules under which a move could not have been made; then all is saved."""
    folder = tmp_path / "mine"
    folder.mkdir()
    page = look(serve("drei", "--folder", folder, what="studio").link())
    begin(page)
    before = positions(page)

    find(page, "DREI x DR3I")
    page.keyboard.type("DREI at home")
    page.wait_for_function("() => document.querySelector('.status h2')?.textContent === 'DREI at home'")
    assert positions(page) >= before

    find(page, "until: decided")
    page.keyboard.type("until: decidid")
    page.wait_for_selector(".state.bad")
    assert "decidid" in page.locator(".problems .first").inner_text()
    assert page.locator(".option, .actions").count() > 0
    page.keyboard.press("Control+z")
    page.wait_for_selector(GOOD)
    assert page.locator(".parted").count() == 0

    find(page, "kept: 3 of")
    page.keyboard.type("kept: 2 of")
    page.wait_for_selector(".parted")
    assert positions(page) == 0
    find(page, "kept: 2 of")
    page.keyboard.type("kept: 3 of")
    page.wait_for_selector(".parted", state="detached")
    assert positions(page) >= before

    page.locator(".record").click()
    page.locator(".recorder input").first.fill("as it happened")
    page.locator(".recorder button[type=submit]").click()
    page.wait_for_selector(".toast")
    assert "as_it_happened" in page.locator(".cm-content").inner_text()
    page.get_by_role("tab", name="Scenarios", exact=True).click()
    page.wait_for_selector(".scenarios p.good", timeout=120_000)

    assert list(folder.iterdir()) == []
    page.locator(".save").click()
    page.wait_for_function("() => document.querySelector('.save').disabled")
    there = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert set(there) == {f"drei{part}.yaml" for part in ("", ".clauses", ".fr", ".scenarios")}
    assert "title: DREI at home" in there["drei.yaml"]
    assert "as_it_happened:" in there["drei.scenarios.yaml"]


@pytest.mark.parametrize("dress", ["light", "dark"])
def test_nobody_is_shut_out_of_the_studio(dress: str, serve: Serve, look: Open, tmp_path: Path) -> None:
    """axe finds nothing to object to: while one writes, with a mistake, in each of the panels, where one begins."""
    if not AXE.is_file():
        pytest.skip("axe-core comes with `npm ci` in the folder of the page")
    axe = AXE.read_text("utf-8")

    def check(page: Any, where: str) -> None:
        found = page.evaluate("async () => (await axe.run()).violations")
        told = [(where, each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found]
        assert told == []

    page = look(serve("trio", "--folder", tmp_path, what="studio").link(), color_scheme=dress)
    page.evaluate(axe)
    check(page, "table")
    for panel in PANELS:
        page.get_by_role("tab", name=panel, exact=True).click()
        run = page.locator(".runner .run")
        if panel in ("Many games", "Coverage"):
            page.locator(".amount input").fill("3")
            run.click()
        page.wait_for_function("() => document.querySelector('.runner .stop') === null", timeout=120_000)
        check(page, panel)
    find(page, "seen by owner")
    page.keyboard.type("seen by ownr")
    page.wait_for_selector(".state.bad")
    check(page, "mistake")
    shelf = look(serve("--folder", tmp_path, what="studio").link(), ready=".shelf", color_scheme=dress)
    shelf.evaluate(axe)
    check(shelf, "shelf")


def test_it_is_used_by_keys_alone(serve: Serve, look: Open, tmp_path: Path) -> None:
    """Tabs by the arrows, choices by digits; what is typed into the text chooses no move."""
    page = look(serve("trio", "--folder", tmp_path, what="studio").link())
    settled(page)
    number = page.get_attribute("[data-ready]", "data-number")
    page.locator(".cm-content").click()
    page.keyboard.type("1")
    settled(page)
    page.keyboard.press("Control+z")
    settled(page)
    assert page.locator(".tools button:has-text('Choose something else')").count() == 0
    assert page.get_attribute("[data-ready]", "data-number") == number
    page.get_by_role("tab", name="Table", exact=True).focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="Scenarios", exact=True).get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowLeft")
    page.locator(".option").first.focus()
    page.keyboard.press("1")
    page.wait_for_function(
        "(before) => document.querySelector('[data-ready]').dataset.number !== before || "
        "document.querySelector('.actions .turn').textContent.includes(':')",
        arg=number,
    )


def test_it_begins_with_what_there_is(serve: Serve, look: Open, tmp_path: Path) -> None:
    """A game is looked for and opened as a copy; in French, on a telephone."""
    served = serve("--folder", tmp_path, what="studio")
    page = look(served.link(language="fr"), ready=".shelf", viewport={"width": 390, "height": 844})
    page.locator(".shelf input[type=search]").fill("war")
    page.locator(".games button").first.click()
    page.wait_for_selector("[data-ready]")
    assert page.locator(".save").inner_text() == "Enregistrer"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert list(tmp_path.glob("*.yaml")) == []


def restarted(served: Served, serve: Serve, folder: Path, *words: object) -> Served:
    """The studio on the same port again, after it was killed."""
    served.kill()
    return serve(*words, "--folder", folder, "--port", served.port, what="studio")


def text(page: Any) -> str:
    return str(page.evaluate("document.querySelector('.code').shadowRoot.querySelector('.cm-content').innerText"))


def test_a_server_that_comes_again_loses_nothing(serve: Serve, look: Open, tmp_path: Path) -> None:
    """What was typed stays on the page, and is taken up where the new URL is opened, until it is saved."""
    folder = tmp_path / "mine"
    folder.mkdir()
    served = serve("drei", "--folder", folder, what="studio")
    page = look(served.link())
    find(page, "DREI x DR3I")
    page.keyboard.type("DREI at home")
    page.wait_for_function("() => document.querySelector('.status h2')?.textContent === 'DREI at home'")
    served = restarted(served, serve, folder, "drei")
    page.wait_for_selector(".lost:has-text('another URL')", timeout=60_000)
    assert "DREI at home" in text(page)
    find(page, "DREI at home")
    page.keyboard.type("DREI at sea")
    page.wait_for_timeout(400)
    page.goto(served.link())
    page.wait_for_function("() => document.querySelector('.status h2')?.textContent === 'DREI at sea'")
    assert "restored" in page.locator(".toast").inner_text()
    page.locator(".toast button").focus()
    page.keyboard.press("Control+s")  # wherever one is
    page.wait_for_function("() => document.querySelector('.save').disabled")
    assert "title: DREI at sea" in (folder / "drei.yaml").read_text("utf-8")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []


def test_unsaved_text_of_a_file_that_has_changed_is_offered(serve: Serve, look: Open, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    served = serve("--folder", folder, what="studio")
    page = look(served.link(), ready=".shelf")
    page.locator(".shelf form input").first.fill("my-game")
    page.locator(".shelf form button").click()
    page.wait_for_selector(GOOD)
    page.keyboard.press("Control+s")
    page.wait_for_function("() => document.querySelector('.save').disabled")
    find(page, "My game")
    page.keyboard.type("Their game")
    page.wait_for_timeout(500)
    path = folder / "my-game.yaml"
    path.write_text(path.read_text("utf-8") + "# changed elsewhere\n", "utf-8")
    served = restarted(served, serve, folder)
    page.goto(served.link())
    page.locator(".drafted button:has-text('my-game.yaml')").click()
    page.wait_for_selector(".clash:has-text('my-game.yaml')")
    assert "Their game" not in text(page)
    page.locator(".clash button").first.click()
    page.wait_for_function("() => document.querySelector('.status h2')?.textContent === 'Their game'")
    assert page.locator(".clash").count() == 0


def test_half_a_letter_is_pasted_and_saved(serve: Serve, look: Open, tmp_path: Path) -> None:
    page = look(serve("trio", "--folder", tmp_path, what="studio").link())
    settled(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.setData('text/plain', '\\n# half \\ud83d of one');
      const content = document.querySelector('.code').shadowRoot.querySelector('.cm-content');
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }""")
    settled(page)
    page.locator(".save").click()
    page.wait_for_function("() => document.querySelector('.save').disabled")
    assert "# half \ufffd of one" in (tmp_path / "trio.yaml").read_text("utf-8")
    assert "# half \ufffd of one" in text(page)


def test_the_texts_are_as_wide_as_one_likes(serve: Serve, look: Open, tmp_path: Path) -> None:
    """By the pointer and by keys, and again at the next visit."""
    page = look(serve("trio", "--folder", tmp_path, what="studio").link())
    wide = "document.querySelector('.desk').getBoundingClientRect().width"
    before = page.evaluate(wide)
    box = page.locator(".splitter").bounding_box()
    page.mouse.move(box["x"] + 3, 400)
    page.mouse.down()
    page.mouse.move(box["x"] + 203, 400, steps=5)
    page.mouse.up()
    assert abs(page.evaluate(wide) - before - 200) < 20
    page.locator(".splitter").focus()
    page.keyboard.press("Home")
    narrow = page.evaluate(wide)
    assert narrow < before - 200
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert abs(page.evaluate(wide) - narrow) < 2
