"""What happens between two decisions, in a browser: it is seen, waits to be acknowledged, and goes on by itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsers import MARKS, Open, Serve

pytestmark = MARKS

NEXT = "() => document.querySelector('.held-beat, .option, .ending') !== null"
CHOOSE = """(wanted) => {
  const options = [...document.querySelectorAll('.option')];
  const fitting = options.find((option) => wanted.some((word) => option.innerText.startsWith(word)));
  (fitting ?? options[0])?.click();
}"""
"""At once: an option that is waited for may be gone for good."""
FACES = ".card > .face:not(.down):not(.gap)"


def until_held(page: Any, wanted: tuple[str, ...] = (), most: int = 60) -> None:
    """Play, the wanted moves before others, until something is held."""
    for _ in range(most):
        page.wait_for_function(NEXT)
        if page.locator(".held-beat").count():
            return
        page.evaluate(CHOOSE, list(wanted))
        page.wait_for_timeout(50)
    raise AssertionError("nothing is held")


def waiting(link: str, look: Open, **more: Any) -> Any:
    """A page in which what is held waits for a click."""
    page = look(link, **more)
    page.evaluate("() => localStorage.setItem('hold', 'wait')")
    return page


def test_a_full_trick_is_seen_and_gathered(serve: Serve, look: Open) -> None:
    """All four cards at once; a key goes on, and the cards leave the table."""
    page = waiting(serve("hearts", "--seed", 5).link(still=False), look)
    until_held(page, ("pass",))
    assert page.locator(f"[data-zone=trick] {FACES}").count() == 4
    assert page.locator(".option, .lit").count() == 0
    page.wait_for_timeout(1500)
    assert page.locator(f"[data-zone=trick] {FACES}").count() == 4
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('[data-zone=trick] .card').length < 4")
    page.wait_for_function("() => document.querySelectorAll('.flying').length === 0")


def test_a_failed_turn_is_face_up(serve: Serve, look: Open) -> None:
    """Cards that do not match are both seen before they are turned back; a click on the table goes on."""
    page = waiting(serve("trio", "--players", 3, "--seed", 5).link(still=False), look)
    until_held(page)
    assert "turned up" in page.locator(".held-beat").inner_text()
    assert "turned down" not in page.locator(".held-beat").inner_text()
    assert page.locator(f".middle {FACES}, .person {FACES}, .mine {FACES}").count() >= 2
    page.locator(".upper").click(position={"x": 5, "y": 5})
    page.wait_for_selector(".held-beat", state="detached")


def test_a_hand_of_which_a_card_is_seen_keeps_its_backs(serve: Serve, look: Open) -> None:
    page = waiting(serve("trio-spicy-teams", "--players", 4, "--seed", 5).link(still=False), look)
    seen = 0
    for _ in range(6):
        until_held(page)
        for hand in page.locator(".person [data-zone^=hand]").all():
            assert hand.locator(".card").count() == int(hand.locator(".count").inner_text())
            seen += bool(hand.locator(FACES).count())
        page.keyboard.press("Enter")
        page.wait_for_selector(".held-beat", state="detached")
    assert seen


def test_a_showdown_is_seen(serve: Serve, look: Open) -> None:
    page = waiting(serve("texas-holdem", "--players", 2, "--seed", 5).link(still=False), look)
    until_held(page, ("check", "call"))
    assert page.locator(f".person {FACES}").count() == 2
    assert page.locator(f"[data-zone=board] {FACES}").count() == 5
    page.locator(".held-beat button").click()
    page.wait_for_function(f"() => document.querySelectorAll('.person {FACES}').length === 0")


def test_without_motion_it_is_still_held_for_its_time(serve: Serve, look: Open) -> None:
    """Where a person wants reduced motion nothing flies; the full trick stays for the time that is set."""
    page = look(serve("hearts", "--seed", 5).link(still=False), reduced_motion="reduce")
    page.locator(".speed select").nth(1).select_option("1")
    until_held(page, ("pass",))
    assert page.locator(f"[data-zone=trick] {FACES}").count() == 4
    assert page.evaluate("() => document.getAnimations().filter((each) => each.playState === 'running').length") == 0
    page.wait_for_selector(".held-beat", state="detached", timeout=5000)
    assert page.locator(".flying").count() == 0


def test_who_comes_back_is_not_kept_waiting(serve: Serve, look: Open) -> None:
    """After a reload the table is shown as it is; the past is shown at once too; the settings are kept."""
    page = waiting(serve("hearts", "--seed", 5).link(still=False), look)
    page.locator(".speed select").first.select_option("fast")
    until_held(page, ("pass",))
    page.get_by_label("To the beginning").click()
    page.wait_for_selector(".looking")
    assert page.locator(".held-beat").count() == 0
    page.locator(".looking button").click()
    page.wait_for_selector(".held-beat")
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert page.locator(".held-beat").count() == 0
    assert page.locator(".speed select").first.input_value() == "fast"
    page.wait_for_function(NEXT)


@pytest.mark.parametrize("still", [True, False])
def test_a_move_taken_back_is_shown_at_once(still: bool, serve: Serve, look: Open) -> None:
    """Whatever is being shown."""
    page = waiting(serve("golf-patience", "--seed", 5).link(still=still), look)
    page.wait_for_selector(".option")
    before = page.locator(".log li").count()
    page.locator(".option").first.click()
    page.wait_for_function(f"() => document.querySelectorAll('.log li').length > {before}")
    page.locator(".undo").click()
    page.wait_for_function(f"() => document.querySelectorAll('.log li').length === {before}")
    page.wait_for_selector(".option")
    assert page.locator(".held-beat").count() == 0
