"""The page in a browser: games played to their end, by mouse, key and touch, on a desk and on a telephone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.browsers import AXE, MARKS, Open, Serve

pytestmark = MARKS


def number(page: Any) -> int:
    return int(page.get_attribute("[data-ready]", "data-number"))


LATER = "(before) => Number(document.querySelector('[data-ready]').dataset.number) > before"
READY = """() => document.querySelector('.ending') !== null || document.querySelector('.option') !== null
|| document.querySelector('.pick') !== null"""


POINT = """(thing) => {
  thing.scrollIntoView({ block: 'nearest' });
  const box = thing.getBoundingClientRect();
  const inside = [5, 4, 6, 3, 7, 2, 8, 1, 9]; // the middle first: at its edge a card that is just put right is missed
  for (const along of inside) for (const down of inside) {
    const [x, y] = [box.x + (box.width * along) / 10, box.y + (box.height * down) / 10];
    if (thing.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


def tap(page: Any, thing: Any) -> None:
    """Click where it is not covered by another card, as a person does."""
    point = thing.evaluate(POINT)
    assert point is not None, "it cannot be reached"
    page.mouse.click(*point)


def over(page: Any) -> bool:
    return bool(page.locator(".ending").count())


def act(page: Any, turn: int) -> bool:
    """Make a choice as a person does, by what lies on the table if something there is lit; False if there is none."""
    if page.locator(".pick").count():
        page.locator(".pick button").nth(0).click()
        return True
    lit = page.locator(".mine .lit > .cover")
    if not lit.count():
        lit = page.locator(".board .lit > .cover, .board button.lit")
    options = page.locator(".option")
    if not options.count():
        return False
    before = (number(page), page.locator(".actions").inner_text())
    if lit.count() and turn % 3:
        tap(page, lit.nth(turn % lit.count()))
    else:
        options.nth(turn % options.count()).click()
    page.wait_for_function(
        """([number, groups]) => document.querySelector('.pick') !== null || document.querySelector('.notice') !== null
        || document.querySelector('[data-ready]').dataset.number !== String(number)
        || document.querySelector(".actions")?.innerText !== groups""",
        arg=list(before),
    )
    return True


def play(page: Any, most: int = 2000) -> int:
    """Play to the end; how many choices that took."""
    for turn in range(most):
        page.wait_for_function(READY)
        if over(page):
            return turn
        act(page, turn)
    raise AssertionError("the game does not end")


GAMES = [
    ("three-thirteen", "--players", 2, "--option", "rounds=2"),
    ("trio", "--players", 3),
    ("drei", "--players", 3),
    ("rami", "--players", 2, "--option", "rounds=1"),
]


@pytest.mark.parametrize("words", GAMES, ids=lambda words: str(words[0]))
def test_a_game_is_played_to_its_end(words: tuple[object, ...], serve: Serve, look: Open) -> None:
    """In the page alone; it says who has won, and which moves were good; all before can be looked at again."""
    page = look(serve(*words, "--seed", 5).link())
    assert play(page) > 3
    page.locator(".tools .hint").click()
    page.wait_for_selector(".notice.review", timeout=60_000)
    assert page.locator(".notice h2").inner_text() == "Best and worst moves"
    assert page.locator(".notice p").first.inner_text().startswith(("Your ", "None of your moves "))
    assert page.locator(".ending li").count() == page.locator(".person").count() + 1
    assert page.locator(".log li").count() > 10
    page.get_by_label("To the beginning").click()
    page.wait_for_selector(".looking")
    assert page.locator(".ending").count() == 0
    page.locator(".looking button").click()
    page.wait_for_selector(".ending")


def test_one_of_many_numbers_is_typed(serve: Serve, look: Open) -> None:
    """A bet has a field for its amount, from the least to the highest, and a button that says the move."""
    page = look(serve("texas-holdem", "--preset", "no_limit", "--players", 2, "--seed", 5).link())
    field, button = page.locator(".amount input"), page.locator(".amount .option")
    least, highest = field.get_attribute("min"), field.get_attribute("max")
    assert field.input_value() == least
    assert int(highest) > int(least) + 24
    field.fill(str(int(highest) + 1))
    assert button.is_disabled()
    field.fill(highest)
    assert button.inner_text() == f"raise to {highest}"
    button.click()
    page.wait_for_function("() => document.querySelector('.log').innerText.includes('raise to')")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "telephone"])
def test_each_card_of_a_column_is_seen(size: tuple[int, int], serve: Serve, look: Open) -> None:
    """Also of a long one, some of it free; what lies face down under it is drawn with it."""
    wide = {"viewport": {"width": size[0], "height": size[1]}}
    page = look(serve("klondike", "--seed", 5).link(), **wide)
    assert page.locator("[data-zone='column of 7'] .beneath").count() == 6
    assert page.locator("[data-zone^='hidden']").count() == 0
    page = look(serve("freecell", "--seed", 5).link(), **wide)
    for column in range(1, 9):
        cards = page.locator(f"[data-zone='column of {column}'] .place > .card")
        assert cards.count() == (7 if column < 5 else 6)
        for at in range(cards.count()):
            assert cards.nth(at).evaluate(POINT) is not None, f"card {at + 1} of column {column}"


def test_two_browsers_play_at_one_table(serve: Serve, look: Open) -> None:
    """Each sees its own cards, and the end is the same for both."""
    served = serve("three-thirteen", "--players", 3, "--seat", "1=you", "--seat", "2=you", "--option", "rounds=1")
    one, two = look(served.link(0)), look(served.link(1))
    for turn in range(400):
        for page in (one, two):
            if not over(page):
                page.wait_for_timeout(30)
                act(page, turn)
        if over(one) and over(two):
            break
    one.wait_for_selector(".ending")
    two.wait_for_selector(".ending")
    first, second = (page.locator(".ending > p").first.inner_text() for page in (one, two))
    assert first == second
    assert one.locator(".mine .name").inner_text() == "P1"
    assert two.locator(".mine .name").inner_text() == "P2"


@pytest.mark.parametrize("words", GAMES, ids=lambda words: str(words[0]))
def test_it_fits_a_telephone(words: tuple[object, ...], serve: Serve, look: Open) -> None:
    """Nothing sticks out at the side, and what can be chosen is large enough for a finger."""
    page = look(
        serve(*words, "--seed", 5).link(), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    smallest: list[float] = []
    for turn in range(12):
        page.wait_for_function(READY)
        if over(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        sizes = page.evaluate(
            "[...document.querySelectorAll('.option, .pick button')].map((it) => it.getBoundingClientRect().height)"
        )
        smallest += [min(sizes)] if sizes else []  # it may just be drawn anew
        act(page, turn)
    assert len(smallest) > 3
    assert min(smallest) >= 40


SEEN = """() => [...document.querySelectorAll('.upper, .others, .dock')]
.filter((it) => it.scrollHeight > it.clientHeight + 1).map((it) => it.className)"""
FULL = [
    ("drei", "--players", 3),
    ("rami", "--players", 4, "--option", "rounds=1"),
    ("trio", "--players", 6),
    ("three-thirteen", "--players", 4),
    ("bridge",),
]


@pytest.mark.parametrize("words", FULL, ids=lambda words: str(words[0]))
def test_all_of_the_table_is_in_sight_on_a_desk(words: tuple[object, ...], serve: Serve, look: Open) -> None:
    """Nothing has to be scrolled: where there is much, cards are drawn smaller, and larger again afterwards."""
    page = look(serve(*words, "--seed", 5).link())
    sizes = set()
    for turn in range(16):
        page.wait_for_function(READY)
        if over(page):
            break
        assert page.evaluate(SEEN) == []
        sizes.add(page.evaluate("getComputedStyle(document.querySelector('[data-ready]')).getPropertyValue('--fit')"))
        act(page, turn)
    page.set_viewport_size({"width": 1280, "height": 460})
    page.wait_for_function(
        "() => getComputedStyle(document.querySelector('[data-ready]')).getPropertyValue('--fit') === '0.4'"
    )
    page.set_viewport_size({"width": 2400, "height": 1500})
    page.wait_for_function(
        "() => getComputedStyle(document.querySelector('[data-ready]')).getPropertyValue('--fit') === '1'"
    )
    assert sizes <= {"1", "0.9", "0.8", "0.7", "0.6", "0.5", "0.4"}


@pytest.mark.parametrize("dress", ["light", "dark"])
def test_nobody_is_shut_out(dress: str, serve: Serve, look: Open) -> None:
    """axe finds nothing to object to: in the middle of a game, where several are meant, in the past, at the end."""
    if not AXE.is_file():
        pytest.skip("axe-core comes with `npm ci` in the folder of the page")
    page = look(serve(*GAMES[0], "--seed", 5).link(), color_scheme=dress)
    seen = set()
    page.evaluate(AXE.read_text("utf-8"))

    def check(where: str) -> None:
        seen.add(where)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told = [(each["id"], [node["target"] for node in each["nodes"]]) for each in found["violations"]]
        assert told == [], where

    page.wait_for_function(READY)
    check("turn")
    for turn in range(400):
        page.wait_for_function(READY)
        if over(page):
            break
        if page.locator(".pick").count() and "pick" not in seen:
            check("pick")
        act(page, turn)
    check("end")
    page.get_by_label("Earlier").click()
    page.wait_for_selector(".looking")
    check("past")
    assert {"turn", "end", "past"} <= seen


def test_keys_are_enough(serve: Serve, look: Open) -> None:
    """Tab and Enter reach what is lit, arrows go along the hand, digits choose, Escape goes back."""
    page = look(serve("three-thirteen", "--players", 2, "--seed", 5).link())
    page.wait_for_selector(".option")
    before = number(page)
    page.keyboard.press("1")
    page.wait_for_function(
        "(before) => Number(document.querySelector('[data-ready]').dataset.number) > before", arg=before
    )
    page.wait_for_selector(".mine .card.lit > .cover")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.mine .card > .cover')"):
            break
    first = page.evaluate("document.activeElement.parentElement.dataset.id")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.parentElement.dataset.id") != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.parentElement.dataset.id") == first
    before = number(page)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "(before) => Number(document.querySelector('[data-ready]').dataset.number) > before", arg=before
    )


def test_a_card_is_drawn_to_where_it_goes(serve: Serve, look: Open) -> None:
    """And comes back if it is let go where it was."""
    page = look(serve("three-thirteen", "--players", 2, "--seed", 5).link())
    page.wait_for_selector(".option")
    page.keyboard.press("1")
    card = page.locator(".mine .card.lit > .cover").last
    card.wait_for()
    name, before = card.evaluate("(cover) => cover.parentElement.dataset.id"), number(page)

    def drag(to: Any, dx: float = 0) -> None:
        start, end = card.bounding_box(), to.bounding_box()
        page.mouse.move(start["x"] + start["width"] - 6, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(start["x"], start["y"] - 30, steps=4)
        page.mouse.move(end["x"] + end["width"] / 2 + dx, end["y"] + end["height"] / 2, steps=6)
        page.mouse.up()

    drag(page.locator(".mine [data-zone]"), 60)
    page.wait_for_timeout(300)
    assert number(page) == before
    drag(page.locator("[data-zone=discard]"))
    if page.locator(".pick").count():
        page.locator(".pick button").nth(0).click()
    page.wait_for_function(
        "(before) => Number(document.querySelector('[data-ready]').dataset.number) > before", arg=before
    )
    assert page.locator(f'.mine [data-id="{name}"]').count() == 0


def test_a_card_that_was_taken_is_given_back(serve: Serve, look: Open) -> None:
    """Clicked once more it is free again, and the step is as it was before it was taken."""
    page = look(serve("drei", "--players", 2, "--seed", 5).link())
    page.wait_for_selector(".option")
    for turn in range(40):
        if page.locator(".mine .card.chosen").count():
            break
        act(page, 3 * turn + 1)
        page.wait_for_function(READY)
    taken = page.locator(".mine .card.chosen")
    count = taken.count()
    assert count
    tap(page, taken.first.locator(".cover"))
    page.wait_for_function("(count) => document.querySelectorAll('.mine .card.chosen').length === count - 1", arg=count)


def test_what_cannot_be_played_says_why_not(serve: Serve, look: Open) -> None:
    page = look(serve("drei", "--players", 3, "--seed", 5).link())
    for turn in range(30):
        page.wait_for_function(READY)
        dull = page.locator(".mine .card:not(.lit):not(.chosen) > .cover")
        if dull.count() and not page.locator(".pick").count():
            tap(page, dull.first)
            page.wait_for_selector(".notice.why")
            assert len(page.locator(".notice.why p").first.inner_text()) > 10
            page.keyboard.press("Escape")
            page.wait_for_selector(".notice", state="detached")
            return
        act(page, turn)
    raise AssertionError("everything can be played")


def test_the_language_and_the_colours_can_be_changed(serve: Serve, look: Open) -> None:
    page = look(serve("trio", "--players", 3, "--seed", 5).link())
    assert "main" not in page.locator(".mine").inner_text().split()
    page.get_by_label("Language").select_option("fr")
    page.wait_for_function("() => document.querySelector('.mine .title')?.innerText.startsWith('main')")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator(".settings select").nth(1).select_option("dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_a_table_that_was_killed_goes_on(serve: Serve, look: Open) -> None:
    """The page that was open finds it again, with the same cards; nothing that was done is lost."""
    served = serve("three-thirteen", "--players", 2, "--seed", 5)
    page = look(served.link())
    for turn in range(6):
        page.wait_for_function(READY)
        act(page, turn)
    page.wait_for_function(READY)
    shown = page.locator(".mine .fan").inner_text(), page.locator(".log").inner_text()
    served.kill()
    page.wait_for_selector(".dropped")
    again = serve("--resume", served.record, "--port", served.port)
    assert again.links == served.links
    page.wait_for_selector(".dropped", state="detached")
    page.wait_for_function(READY)
    assert (page.locator(".mine .fan").inner_text(), page.locator(".log").inner_text()) == shown
    act(page, 1)


def test_a_wrong_link_is_told_so(serve: Serve, browser: Any) -> None:
    served = serve("three-thirteen", "--players", 2)
    page = browser.new_page()
    page.goto(served.link() + "x")
    page.wait_for_selector(".over [role=alert]")
    assert "not valid" in page.locator("[role=alert]").inner_text()
    page.close()


def test_figures_are_told(serve: Serve, look: Open, capsys: pytest.CaptureFixture[str]) -> None:
    """How long it takes until one can act, and until a move is answered, as JSON; they are not judged."""
    page = look(serve("three-thirteen", "--players", 2, "--seed", 5).link())
    page.wait_for_selector(".option")
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    trips = []
    for turn in range(20):
        page.wait_for_function(READY)
        trips.append(page.evaluate(TRIP))
        if over(page):
            break
        act(page, turn)
    with capsys.disabled():
        print(json.dumps({"ready_ms": round(ready), "round_trip_ms": sorted(round(each) for each in trips if each)}))  # noqa: T201  # it is what is asked for
    assert trips


TRIP = """() => new Promise((told) => {
  const root = document.querySelector('[data-ready]');
  const option = document.querySelector('.option:not(.leads)');
  if (option === null) { told(0); return; }
  const start = performance.now();
  const watch = new MutationObserver(() => { watch.disconnect(); told(performance.now() - start); });
  watch.observe(root, { attributes: true, attributeFilter: ['data-number'] });
  option.click();
})"""


def test_looking_through_the_past_trips_no_limit(serve: Serve, look: Open) -> None:
    """However fast the slider is drawn and buttons are pressed, the page sends no more than the table allows."""
    page = look(serve("war", "--seed", 5).link())
    for turn in range(60):
        page.wait_for_function(READY)
        act(page, turn)
        if int(page.get_attribute(".travel input", "max")) > 8:
            break
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    last = page.evaluate("""async () => {
      const slider = document.querySelector('.travel input');
      const most = Number(slider.max);
      for (let turn = 0; turn < 300; turn++) {
        slider.value = String(turn % most);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        if (turn % 10 === 0) await new Promise((later) => setTimeout(later, 10));
      }
      slider.value = '2';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      return most;
    }""")
    assert last > 8
    page.wait_for_selector(".looking")
    for _ in range(4):
        page.locator(".travel button").nth(2).click()
    page.wait_for_function("() => document.querySelector('.travel input').value === '6'")
    page.wait_for_timeout(1500)
    assert opened == []
    assert page.locator(".notice.flood").count() == 0


def test_one_window_too_many_closes_the_first_and_says_so(serve: Serve, look: Open) -> None:
    link = serve("war", "--seed", 5).link()
    pages = [look(link) for _ in range(5)]
    pages[0].wait_for_selector(".over [role=alert]")
    assert "more than 4 windows" in pages[0].locator(".over [role=alert]").inner_text()
    pages[0].locator(".over button").click()
    pages[0].wait_for_selector("[data-ready]")
    pages[1].wait_for_selector(".over [role=alert]")
    assert all(page.locator("[data-ready]").count() for page in pages[2:])
