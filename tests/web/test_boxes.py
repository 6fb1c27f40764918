"""Where things are drawn, in a browser: nothing overlaps or is cut, on a desk and on a telephone, for every game."""

from __future__ import annotations

import pytest

from croupier import load
from croupier.table import catalogue
from tests.web.browsers import MARKS, Open, Serve
from tests.web.test_hands import READY, gesture

pytestmark = [mark for mark in MARKS if mark.name != "slow"]

GAMES = catalogue.games()
SIZES = ((1280, 720), (1920, 1080), (390, 844))
TURNS = 9
SETTLED = "() => document.getAnimations().length === 0"
LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""The page has heard of its new size."""

WRONG = """() => {
  const wrong = [], small = innerWidth <= 860;
  const told = (it) => it.dataset.zone ?? it.dataset.id ?? it.className;
  const clips = (it) => getComputedStyle(it).display !== 'contents' && getComputedStyle(it).overflowX !== 'visible';
  const above = (it) => it.parentElement ? [it.parentElement, ...above(it.parentElement)] : [];
  const seen = (it) => {
    let { left, top, right, bottom } = it.getBoundingClientRect();
    for (const at of above(it).filter(clips)) {
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const all = '.person, .mine, .actions, .middle > .facts, .status, .team, .side, [data-zone]';
  const parts = [...document.querySelectorAll(all)].map((it) => [it, seen(it)])
    .filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
  parts.forEach(([one, a], at) => parts.slice(at + 1).forEach(([two, b]) => {
    if (one.contains(two) || two.contains(one)) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2) wrong.push(`${told(one)} and ${told(two)} overlap`);
  }));
  const scrolled = small ? [] : document.querySelectorAll('.upper, .others, .dock');
  for (const it of scrolled) if (it.scrollHeight > it.clientHeight + 1) wrong.push(`${told(it)} has to be scrolled`);
  for (const it of document.querySelectorAll('.board .card[data-id], .board .option, .board .title, .board h2')) {
    const [box, around] = [it.getBoundingClientRect(), above(it).find(clips)];
    if (box.width === 0 || around === undefined || (small && around.matches('.others, .columns'))) continue;
    const edge = around.getBoundingClientRect(); // a card that is turned in a fan may stick out a little
    if (box.left < edge.left - 3 || box.right > edge.right + 3) wrong.push(`${told(it)} is cut by ${told(around)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push('the page is wider than the window');
  return [...new Set(wrong)];
}"""


def numbers(name: str) -> list[int]:
    """The smallest and the largest number of players of a game."""
    allowed = sorted(load(name).ir.players)
    return sorted({allowed[0], allowed[-1]})


def check(name: str, serve: Serve, look: Open) -> None:
    for players in numbers(name):
        page = look(serve(name, "--players", players, "--seed", 5).link())
        for turn in range(TURNS):
            page.wait_for_function(READY)
            if turn % 4 == 0 and not page.locator(".pick").count():
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(LAID_OUT)
                    page.wait_for_function(SETTLED)
                    assert page.evaluate(WRONG) == [], (name, players, turn, width)
                page.set_viewport_size({"width": 1280, "height": 720})
                page.wait_for_function(SETTLED)
            if page.locator(".ending").count() or not gesture(page, turn):
                break
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_overlaps_in_any_game(name: str, serve: Serve, look: Open) -> None:
    """With as few and with as many players as it can have, at the start and after some moves."""
    check(name, serve, look)


@pytest.mark.in_turn(len(GAMES))
@pytest.mark.parametrize("name", GAMES)
def test_nor_does_it_in_one_of_them(name: str, serve: Serve, look: Open) -> None:
    """The same for the game whose turn it is."""
    check(name, serve, look)
