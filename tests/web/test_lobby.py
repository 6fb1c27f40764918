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


def gathered(serve: Serve, look: Open, game: str, names: tuple[str, ...]) -> tuple[Any, list[Any]]:
    """A lobby whose host has chosen a game and started it with these people; its server, and their pages."""
    served = serve()
    host = look(served.link(), ready=".lobby")
    host.fill(".find", game)
    host.click(f"[data-game={game}] > button")
    host.wait_for_selector(".begin")
    for seat in range(2, len(names) + 1):
        host.select_option(f"[aria-label='Seat {seat}']", "you")
    invite = host.input_value(".invite input").replace("/#", "/?still&lang=en#")
    pages = [host, *(look(invite, ready=".lobby") for _ in names[1:])]
    for page, name in zip(pages, names, strict=True):
        page.fill(".your-name input", name)
        page.keyboard.press("Tab")
        if page is not host:
            page.locator(".sit").first.click()
        settled(host, name)
    host.click(".go")
    for page in pages:
        page.wait_for_selector("[data-ready]")
    return served, pages


def turn(pages: list[Any]) -> Any:
    """The page whose title says that it is its turn; it alone has moves."""
    for page in pages:
        page.wait_for_function("() => document.querySelector('.option') || document.querySelector('.turn').innerText")
    acting = [page for page in pages if page.title().startswith("● It is your turn.")]
    assert [page for page in pages if page.locator(".option").count()] == acting
    [found] = acting
    return found


def act(page: Any) -> None:
    """Choose whatever is offered first until it is another's turn, or the game is over."""
    page.locator(".option").first.click()
    page.wait_for_function("() => document.querySelector('.option') === null")


def test_three_play_and_one_goes_and_comes_back(serve: Serve, look: Open) -> None:
    """Each sees the names of all, and who is gone; the seat and its cards are kept for the one who comes back."""
    names = ("Zoé", "Łukasz", "Ana 2")
    _, pages = gathered(serve, look, "hearts", (*names, "Bo"))
    for page in pages:
        shown = {name.inner_text() for name in page.locator(".person .name, .mine .name").all()}
        assert shown == {"Zoé", "Łukasz", "Ana_2", "Bo"}
    gone = pages[2]
    link, name = gone.url, gone.locator(".mine .name").inner_text()
    hand = gone.locator(".mine .hand-zone .card[data-id]").evaluate_all("(all) => all.map((each) => each.dataset.id)")
    gone.close()
    person = pages[0].locator(f".person[aria-label='{name}']")
    person.locator(".who:has-text('is not here')").wait_for()
    again = look(link)
    person.locator(".who:has-text('is not here')").wait_for(state="detached")
    assert again.locator(".mine .name").inner_text() == name
    held = again.locator(".mine .hand-zone .card[data-id]").evaluate_all("(all) => all.map((each) => each.dataset.id)")
    assert held == hand


def test_two_play_again_and_a_fifth_window_tells_the_first(serve: Serve, look: Open) -> None:
    """The title follows the turn; the windows of one seat that are too many say so and can be had back."""
    _, pages = gathered(serve, look, "kuhn-poker", ("Zoé", "Łukasz"))
    for _ in range(2):
        while not pages[0].locator(".ending").count():
            page = turn(pages)
            act(page)
            page.wait_for_function("() => !document.title.startsWith('●')")
            other = next(each for each in pages if each is not page)
            other.wait_for_function("() => document.querySelector('.ending, .option') !== null")
            page.wait_for_function("() => document.querySelector('.ending, .turn b, .turn:not(:empty)') !== null")
        for page in pages:
            page.wait_for_selector(".ending")
            assert not page.title().startswith("●")
        pages[1].click(".again")
        for page in pages:
            page.wait_for_selector(".ending", state="detached")
    more = [look(pages[1].url) for _ in range(4)]
    said = pages[1].locator(".over [role=alert]")
    said.wait_for()
    assert "more than 4 windows" in said.inner_text()
    pages[1].locator(".over button").click()
    pages[1].wait_for_selector("[data-ready]")
    more[0].wait_for_selector(".over [role=alert]")
    assert all(page.locator("[data-ready]").count() for page in more[1:])
