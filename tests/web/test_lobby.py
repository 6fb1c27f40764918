"""The lobby in a browser: two people agree on a game, play it, talk, and play again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsers import AXE, MARKS, Open, Serve

pytestmark = MARKS


def settled(page: Any, name: str) -> None:
    page.wait_for_function("(name) => document.querySelector('.people').innerText.includes(name)", arg=name)


def test_two_agree_play_talk_and_play_again(serve: Serve, look: Open) -> None:
    """With names of any letters; the rules are those of what is agreed on, and the title says whose turn it is."""
    served = serve()
    one = look(served.link(), ready=".lobby")
    one.fill(".your-name input", "Zoé")
    one.keyboard.press("Tab")
    one.fill(".find", "war")
    one.click("[data-game=war] > button")
    one.wait_for_selector(".begin")
    settled(one, "Zoé")
    one.select_option("[aria-label='Seat 2']", "you")
    two = look(
        one.input_value(".invite input").replace("/#", "/?still&lang=fr#"),
        ready=".lobby",
        viewport={"width": 390, "height": 844},
    )
    two.fill(".your-name input", "Łukasz")
    two.keyboard.press("Tab")
    two.click(".sit")
    settled(one, "Łukasz")
    assert two.evaluate("document.documentElement.scrollWidth") <= 390
    two.click(".talk")
    two.fill(".chat form input", "<b>bonjour</b>")
    two.keyboard.press("Enter")
    one.wait_for_selector(".talk:has-text('(1)')")
    one.click(".talk")
    assert one.locator(".chat .said p").inner_text() == "Łukasz <b>bonjour</b>"
    one.locator(".chat form button").last.click()
    two.locator(".chat form button").last.click()

    three = look(one.input_value(".invite input").replace("/#", "/?still&lang=en#"), ready=".lobby")
    one.click(".go")
    for page in (one, two, three):
        page.wait_for_selector("[data-ready]")
    assert [page.locator(".spectator").count() for page in (one, two, three)] == [0, 0, 1]
    assert three.locator(".person").count() == 2
    assert three.locator(".mine, .option, .tools, .lit").count() == 0
    three.close()
    assert one.locator(".mine .name").inner_text() == "Zoé"
    assert [one.title()[0], two.title()[0]].count("●") >= 1
    two.reload()
    two.wait_for_selector("[data-ready]")
    two.click(".overall .rules")
    two.wait_for_selector(".printed .book")
    assert two.locator(".printed article").get_attribute("lang") == "fr"
    two.keyboard.press("Escape")
    one.click(".overall .end")
    two.wait_for_selector(".lobby")
    one.locator(".begin .line input").uncheck()
    one.wait_for_selector(".talk", state="detached")
    one.click(".go")
    two.wait_for_selector("[data-ready]")


@pytest.mark.parametrize("dress", ["light", "dark"])
def test_nobody_is_shut_out_of_the_lobby(dress: str, serve: Serve, look: Open) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core comes with `npm ci` in the folder of the page")
    axe = AXE.read_text("utf-8")

    def check(page: Any, where: str) -> None:
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations")
        assert [(where, each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found] == []

    one = look(
        serve("--host", "0.0.0.0").links[0].replace("/#", "/?still&lang=en#"), ready=".lobby", color_scheme=dress
    )
    check(one, "empty")
    one.click("[data-game=three-thirteen] > button")
    one.wait_for_selector(".begin select")
    assert one.locator(".code").count() == 1
    check(one, "agreement")
    one.click(".talk")
    check(one, "chat")
    two = look(one.input_value(".invite input").replace("/#", "/?still&lang=en#"), ready=".lobby", color_scheme=dress)
    check(two, "guest")
    one.click(".overall .rules")
    one.wait_for_selector(".printed .book")
    check(one, "rules")
