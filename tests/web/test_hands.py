"""Hands on cards, in a browser: what is dragged goes where it was dropped, or back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browsers import MARKS, Open, Serve
from tests.web.test_browser import POINT

pytestmark = MARKS

CHANGED = """([number, said]) => document.querySelector('.pick') !== null || document.querySelector('.ending') !== null
|| document.querySelector('[data-ready]').dataset.number !== number
|| document.querySelector('.actions').innerText !== said"""
CENTRE = "(thing) => { const b = thing.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
READY = """() => document.querySelector('.ending') !== null || document.querySelector('.option') !== null
|| document.querySelector('.pick') !== null"""


def gesture(page: Any, turn: int) -> str:
    """Do something by what is drawn: drag what can be dragged, click what cannot; a button only if nothing is lit.

    Return what has been done; an empty string if only giving up is left.
    """
    before = [page.get_attribute("[data-ready]", "data-number"), page.locator(".actions").inner_text()]
    menu = page.locator(".pick button:not(.cancel)")
    lit = page.locator(".board .card.lit, .board .whole.lit, .board .meld.lit, .board .target.lit:not(.chosen)")
    buttons = page.locator(".option:not(:has-text('give up'))")
    if menu.count():
        menu.nth(turn % menu.count()).click()
        done = "menu"
    elif lit.count() and not (buttons.count() and turn % 11 == 10):
        done = drag(page, lit.nth(turn * 5 % lit.count()), turn)
    elif buttons.count():
        buttons.nth(turn % buttons.count()).click()
        done = "button"
    else:
        return ""
    page.wait_for_function(CHANGED, arg=before)
    return done


def drag(page: Any, thing: Any, turn: int) -> str:
    point = thing.evaluate(POINT)
    assert point is not None, "it cannot be reached"
    if thing.evaluate("(thing) => thing.matches('.target')"):  # nothing of it can be dragged
        page.mouse.click(*point)
        return "click"
    page.mouse.move(*point)
    page.mouse.down()
    page.mouse.move(point[0] + 12, point[1], steps=2)
    places = page.locator(".drop:not(:has(.held))")  # within its own zone a card is only put in another place
    if places.count():
        page.mouse.move(*places.nth(turn % places.count()).evaluate(CENTRE), steps=3)
        page.mouse.up()
        return "drag"
    page.mouse.up()
    page.mouse.click(*point)
    return "click"


def play(page: Any, most: int) -> list[str]:
    """Play by what is drawn to the end, or until a patience has had so many moves and is given up."""
    done: list[str] = []
    for turn in range(most):
        page.wait_for_function(READY)
        if page.locator(".ending").count():
            return done
        done.append(gesture(page, turn))
        if not done[-1]:
            break
    page.locator(".option:has-text('give up')").click()
    page.locator(".pick button:not(.cancel)").click()
    page.wait_for_selector(".ending")
    return done


GAMES = [
    ("drei", "--players", 3), ("trio-spicy-teams", "--players", 4),
    ("three-thirteen", "--players", 2, "--option", "rounds=2"), ("rami", "--players", 2, "--option", "rounds=1"),
    ("hearts", "--players", 4, "--option", "target=20"), ("bridge", "--players", 4), ("spider",), ("klondike",),
    ("texas-holdem", "--players", 2), ("cribbage", "--players", 2),
]  # fmt: skip


@pytest.mark.parametrize("words", GAMES, ids=lambda words: str(words[0]))
def test_a_game_is_played_by_its_cards(words: tuple[object, ...], serve: Serve, look: Open) -> None:
    """To its end: what is lit is dragged to a place that says so, else clicked."""
    page = look(serve(*words, "--seed", 5).link())
    done = play(page, 60 if words[0] in ("spider", "klondike") else 1500)
    if words[0] not in ("trio-spicy-teams", "texas-holdem"):  # there nobody takes a card anywhere
        assert done.count("drag") > 2


def drop(page: Any, card: str, place: str) -> None:
    """Drag a card that lies still to a zone or a card."""
    page.wait_for_function("() => document.getAnimations().length === 0")
    point = page.locator(f".card[data-id='{card}']").evaluate(POINT)
    page.mouse.move(*point)
    page.mouse.down()
    page.mouse.move(point[0] + 12, point[1], steps=2)
    page.mouse.move(*page.locator(place).first.evaluate(CENTRE), steps=3)
    page.mouse.up()


def test_what_cannot_go_there_goes_back(serve: Serve, look: Open) -> None:
    """A lone card that can be played only to its foundation is not played by dropping it anywhere else."""
    page = look(serve("klondike", "--seed", 5).link())
    number = page.get_attribute("[data-ready]", "data-number")
    for place in (".log", ".status", "[data-zone='column of 1']", "[data-zone='waste']", "[data-zone='stock']"):
        drop(page, "AC", place)
        assert page.get_attribute("[data-ready]", "data-number") == number
        assert page.locator(".pick").count() == 0
        assert page.locator(".held, .drop").count() == 0
    drop(page, "AC", "[data-zone='foundation of clubs']")
    page.wait_for_function(
        "() => document.querySelector(\"[data-zone='foundation of clubs'] [data-id='AC']\") !== null"
    )


def test_a_card_of_several_columns_goes_to_the_one_it_is_dropped_on(serve: Serve, look: Open) -> None:
    """In any position with a card that goes to two places, at the first deal that has one."""
    page = look(serve("spider", "--option", "suits=1", "--seed", 3).link())
    for turn in range(30):
        page.wait_for_function(READY)
        for card in page.locator(".card.lit[data-id]").all():
            point = card.evaluate(POINT)
            page.mouse.move(*point)
            page.mouse.down()
            page.mouse.move(point[0] + 12, point[1], steps=2)
            places = [each.get_attribute("data-zone") for each in page.locator(".drop").all()]
            if len(places) > 1:
                last = page.locator(f"[data-zone='{places[-1]}']")
                page.mouse.move(*last.evaluate(CENTRE), steps=3)
                count = last.locator(".place").count()
                page.mouse.up()
                page.wait_for_function(
                    "([zone, count]) => document.querySelectorAll(`[data-zone='${zone}'] .place`).length > count",
                    arg=[places[-1], count],
                )
                return
            page.mouse.move(5, 5)
            page.mouse.up()
            page.wait_for_function("() => document.getAnimations().length === 0")
        gesture(page, turn)
    raise AssertionError("no card could go to two places")


def test_a_hand_is_sorted_and_rearranged_and_stays_so(serve: Serve, look: Open) -> None:
    """By a button, then by dragging a card in front of another; also after the page is opened again."""
    page = look(serve("rami", "--players", 2, "--seed", 5).link())

    def hand() -> list[str]:
        cards = page.locator(".mine .hand-zone .card[data-id]")
        return [str(card.get_attribute("data-id")) for card in cards.all()]

    first = hand()
    page.locator(".sorts button:has-text('suit')").click()
    by_suit = hand()
    assert by_suit != first
    assert sorted(by_suit) == sorted(first)
    drop(page, by_suit[-1], f".card[data-id='{by_suit[1]}']")
    rearranged = hand()
    assert rearranged.index(by_suit[-1]) in (1, 2)
    assert rearranged != by_suit
    page.reload()
    page.wait_for_selector("[data-ready]")
    assert hand() == rearranged


def test_giving_up_asks_first_and_a_deal_is_started_over(serve: Serve, look: Open) -> None:
    """A patience goes on unless it is meant; after the end the same cards are dealt again."""
    page = look(serve("klondike", "--seed", 5).link())
    deal = page.locator(".columns").inner_text()
    page.locator(".option:has-text('give up')").click()
    assert "The game ends with this" in page.locator(".pick").inner_text()
    page.locator(".pick .cancel").click()
    assert page.locator(".ending").count() == 0
    page.locator(".card[data-id='AC'] > .cover").dblclick()
    page.wait_for_function(
        "() => document.querySelector(\"[data-zone='foundation of clubs'] [data-id='AC']\") !== null"
    )
    page.locator(".option:has-text('give up')").click()
    page.locator(".pick button:not(.cancel)").click()
    page.wait_for_selector(".ending")
    page.locator(".tools .restart").click()
    page.wait_for_function("() => document.querySelector('.ending') === null")
    assert page.locator(".columns").inner_text() == deal
    page.locator(".tools .redo").click()
    page.wait_for_function(
        "() => document.querySelector(\"[data-zone='foundation of clubs'] [data-id='AC']\") !== null"
    )


def test_a_double_click_sends_a_card_to_its_only_sensible_place(serve: Serve, look: Open) -> None:
    """An ace that could also go to another column goes to the foundation."""
    page = look(serve("klondike", "--seed", 13).link())
    page.locator(".card[data-id='AD'] > .cover").click()
    page.locator(".pick .cancel").click()
    page.locator(".card[data-id='AD'] > .cover").dblclick()
    page.wait_for_function(
        "() => document.querySelector(\"[data-zone='foundation of diamonds'] [data-id='AD']\") !== null"
    )
